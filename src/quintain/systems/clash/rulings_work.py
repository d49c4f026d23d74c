"""The GM's commands on feats, timers and the handling of objects (CL-89, CL-92..100, CL-103)."""

from __future__ import annotations

from typing import Annotated

from quintain.engine.battle import GM
from quintain.engine.commands import Takes, kept
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import told
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.building_checks import check_winner
from quintain.systems.clash.conditions import carry_along
from quintain.systems.clash.feats import complete
from quintain.systems.clash.rulings_map import COMMANDS, Score, Which, check_id, whom
from quintain.systems.clash.sentences import rounds_words
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Feat, Timer

Name = Annotated[str | None, Takes("what it is called")]
ForTheGm = Annotated[bool | None, Takes("for the GM only")]


def feat_at(b: ClashBattle, id: str) -> Feat:
    feat = b.feat(id)
    if feat is None:
        names = ", ".join([one.id for one in b.feats]) or "none"
        raise Unavailable(f"there is no feat called {id!r}: there are {names}.")
    return feat


@COMMANDS.command("Waive the roll of a feat.")
def waive(
    battle: ClashBattle, feat: Which, who: Annotated[ClashUnit, Takes("for whom")],
    rounds: Annotated[int, Takes("how long it takes", low=1, high=99)] = 1,
) -> None:  # fmt: skip
    """Waive the roll of a feat for a unit; it may still take some rounds (CL-100)."""
    work = feat_at(battle, feat)
    work.waived = {**work.waived, who.id: rounds}
    takes = f"it takes {rounds_words(rounds)}"
    told(battle, f"The GM waives the roll of {who.name} on {work.name}: {takes}.", [who.id], GM if work.hidden else whom(who))


@COMMANDS.command("Ask for a check from whoever handles an object.", "check")
def ask_check(
    battle: ClashBattle, who: Annotated[ClashUnit, Takes("which object")],
    needed: Annotated[bool, Takes("default true")] = True,
) -> None:  # fmt: skip
    """Ask for a check from whoever handles an object, or no longer (CL-89, CL-16)."""
    if who.unit_class != v.OBJECT:
        raise Illegal(f"{who.name} is no object.")
    before, who.guarded = who.guarded, needed
    words = {True: "needs a check", False: "needs no check"}
    told(battle, f"Handling {who.name} {words[who.guarded]} from now on (before: {words[before]}).", [who.id], whom(who))


@COMMANDS.command("Give an object to somebody, or have it put down.")
def hand(
    battle: ClashBattle, who: Annotated[ClashUnit, Takes("which object")],
    to: Annotated[ClashUnit | None, Takes("to whom; left out: it is put down")] = None,
) -> None:  # fmt: skip
    """Put an object into somebody's hands, or down where it is, whoever has it now (CL-89, CL-104)."""
    if who.unit_class != v.OBJECT or not who.sheet.portable:
        raise Illegal(f"{who.name} cannot be carried.")
    if not who.is_there():
        raise Illegal(f"{who.name} is {who.state}.")
    before = battle.unit(who.holder) if who.holder >= 0 else None
    secret = who.is_secret() or (before is not None and before.is_secret())
    if to is None:
        if before is None:
            raise Illegal(f"nobody carries {who.name}.")
        who.holder = v.NOBODY
        told(battle, f"The GM has {before.name} put down {who.name}.", [before.id, who.id], GM if secret else "all")
        return
    if not to.is_active():
        raise Illegal(f"{to.name} is in no state to carry anything.")
    who.holder = battle.at(to.id)
    carry_along(battle)
    was = f" (before: {before.name})" if before is not None else ""
    audience = GM if secret or to.is_secret() else "all"
    told(battle, f"The GM gives {who.name} to {to.name}{was}.", [to.id, who.id], audience)


@COMMANDS.command("Call a failed Feat of Skill a partial success.", "partial")
def call_partial(
    battle: ClashBattle, feat: Which, past: Annotated[bool | None, Takes("the try already made, not this round's")] = None,
) -> None:  # fmt: skip
    """Call a failed Feat of Skill a partial success (CL-94)."""
    work = feat_at(battle, feat)
    if work.effort:
        raise Illegal("a Feat of Effort makes progress instead.")
    now = battle.now if battle.now is not None and not battle.now.written else None
    past = kept(past, now is None)
    if past or now is None:
        work.partial = True
    else:
        now.partial = [*now.partial, work.id]
    which = "the failure" if past else "a failure"
    told(battle, f"The GM calls {which} at {work.name} a partial success.", [], GM if work.hidden else "all")


@COMMANDS.command("Set up or change a feat.", "feat")
def set_feat(
    battle: ClashBattle, feat: Annotated[str, Takes("its id")], name: Name = None,
    kind: Annotated[str, Takes("skill or effort", one_of=("skill", "effort"))] = "skill", cs: Score = None,
    attribute: Annotated[str | None, Takes("behind it", one_of=tuple(v.ATTRIBUTES))] = None,
    zone: Annotated[str | None, Takes("where it is worked on")] = None,
    goal: Annotated[int | None, Takes("progress needed", low=0, high=1000)] = None,
    progress: Annotated[int | None, Takes("so far", low=0, high=9999)] = None,
    done: Annotated[bool | None, Takes("is it done?")] = None, closed: Annotated[bool | None, Takes("no further try")] = None,
    hidden: ForTheGm = None,
) -> None:  # fmt: skip
    """Set up a feat, or change one (CL-92, CL-95, CL-104)."""
    known = battle.feat(feat)
    if known is None:
        check_id(feat)
        if kind == "effort" and kept(goal, 0) < 1:
            raise Malformed("a Feat of Effort needs a goal of at least 1.")
    work = known if known is not None else Feat(feat, kept(name, feat), kind == "effort")
    before = feat_words(battle, work)
    if work.effort and kept(goal, work.goal) < 1:
        raise Malformed("a Feat of Effort needs a goal of at least 1, and progress from 0 on.")
    place = work.zone if zone is None else battle.field.zone_named(zone)
    if zone is not None and place < 0:
        raise Unavailable(f"there is no zone called {zone!r}.")
    work.zone = place
    work.attribute = work.attribute if attribute is None else v.ATTRIBUTES.index(attribute)
    work.has_cs = work.has_cs or cs is not None
    work.cs, work.goal, work.progress = kept(cs, work.cs), kept(goal, work.goal), kept(progress, work.progress)
    work.closed, work.hidden = kept(closed, work.closed), kept(hidden, work.hidden)
    if done and not work.done:
        complete(battle, work)
    work.done = kept(done, work.done)
    if known is None:
        battle.feats = [*battle.feats, work]
    after = feat_words(battle, work)
    said = f"sets up {work.name} ({after})" if known is None else f"changes {work.name} from {before} to {after}"
    told(battle, f"The GM {said}.", [], GM if work.hidden else "all")


def feat_words(battle: ClashBattle, feat: Feat) -> str:
    parts = [f"CS {feat.cs if feat.has_cs else 'of the place'}"]
    parts += [f"{feat.progress} of {feat.goal}"] if feat.effort else []
    parts += [v.ATTRIBUTES[feat.attribute].capitalize()] if feat.attribute != v.NOBODY else []
    parts += [f"in {battle.field.zones[feat.zone].name}"] if feat.zone != v.NOBODY else []
    said = [(feat.done, "done"), (feat.closed, "no further try"), (feat.hidden, "for the GM only")]
    return ", ".join(parts + [words for holds, words in said if holds])


@COMMANDS.command("Set, change, hide or stop a timer.", "timer")
def set_timer(
    battle: ClashBattle, timer: Annotated[str, Takes("its id")],
    rounds: Annotated[int | None, Takes("left", low=1, high=999)] = None, name: Name = None, hidden: ForTheGm = None,
    stopped: Annotated[bool | None, Takes("stands still")] = None,
    text: Annotated[str | None, Takes("what happens at 0")] = None,
    result: Annotated[str | None, Takes("how the fight ends then")] = None,
    winner: Annotated[str | None, Takes("who wins then", kind="side")] = None,
) -> None:  # fmt: skip
    """Set, change, hide or stop a timer (CL-103)."""
    found = [one for one in battle.timers if one.id == timer]
    clock = found[0] if found else Timer(timer, kept(name, timer), 0)
    before = clock.left
    if not found and rounds is None:
        raise Malformed("rounds is a whole number from 1 to 999, not 0.")
    if not found:
        check_id(timer)
    if winner is not None:
        check_winner(winner, ["", *[unit.side for unit in battle.crew if unit.is_character()]])
    clock.text, clock.result, clock.winner = kept(text, clock.text), kept(result, clock.result), kept(winner, clock.winner)
    clock.left, clock.hidden, clock.stopped = kept(rounds, before), kept(hidden, clock.hidden), kept(stopped, clock.stopped)
    if not found:
        battle.timers = [*battle.timers, clock]
    notes = (["stopped"] if clock.stopped else []) + (["for the GM only"] if clock.hidden else [])
    notes += [f"then: {clock.text or clock.result}"] if text is not None or result is not None else []
    note = f" ({', '.join(notes)})" if notes else ""
    told(battle, f"The GM sets {clock.name} from {before} to {clock.left} rounds{note}.", [], GM if clock.hidden else "all")


@COMMANDS.command("Delete a timer.")
def delete_timer(battle: ClashBattle, timer: Annotated[str, Takes("its id")]) -> None:
    found = [one for one in battle.timers if one.id == timer]
    if not found:
        raise Unavailable(f"there is no timer called {timer!r}.")
    battle.timers = [one for one in battle.timers if one.id != timer]
    for feat in battle.feats:
        feat.stops = "" if feat.stops == timer else feat.stops
    told(battle, f"The GM deletes {found[0].name} with {rounds_words(found[0].left)} left.", [], GM if found[0].hidden else "all")
