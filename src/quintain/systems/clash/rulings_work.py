"""The GM's commands on feats, timers and the handling of objects (CL-89, CL-92..100, CL-103)."""

from __future__ import annotations

from quintain.engine.battle import GM, Battle
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.system import Called, Ruling
from quintain.systems.clash.building_checks import check_winner
from quintain.systems.clash.conditions import carry_along
from quintain.systems.clash.rulings_map import clash, is_plain, number_within, unit_at, whom
from quintain.systems.clash.sheet import ATTRIBUTES, NOBODY, OBJECT, ClashBattle, Feat, Timer


def feat_at(b: ClashBattle, args: dict[str, object]) -> Feat:
    feat = b.feat(text_of(args, "feat"))
    if feat is None:
        names = ", ".join([one.id for one in b.feats]) or "none"
        raise Unavailable(f"there is no feat called {text_of(args, 'feat')!r}: there are {names}.")
    return feat


def waive(battle: Battle, args: dict[str, object]) -> None:
    """Waive the roll of a feat for a unit; it may still take some rounds (CL-100)."""
    b = clash(battle)
    feat = feat_at(b, args)
    unit = b.unit(unit_at(b, args))
    rounds = number_within(args, "rounds", 1, 99, 1)
    feat.waived = {**feat.waived, unit.id: rounds}
    takes = f"it takes {rounds} round{'s' if rounds > 1 else ''}"
    told(b, f"The GM waives the roll of {unit.name} on {feat.name}: {takes}.", [unit.id], GM if feat.hidden else whom(unit))


def ask_check(battle: Battle, args: dict[str, object]) -> None:
    """Ask for a check from whoever handles an object, or no longer (CL-89, CL-16)."""
    b = clash(battle)
    thing = b.unit(unit_at(b, args))
    if thing.unit_class != OBJECT:
        raise Illegal(f"{thing.name} is no object.")
    before, thing.guarded = thing.guarded, flag_of(args, "needed", True)
    words = {True: "needs a check", False: "needs no check"}
    told(b, f"Handling {thing.name} {words[thing.guarded]} from now on (before: {words[before]}).", [thing.id], whom(thing))


def hand(battle: Battle, args: dict[str, object]) -> None:
    """Put an object into somebody's hands, or down where it is, whoever has it now (CL-89, CL-104)."""
    b = clash(battle)
    thing = b.unit(unit_at(b, args))
    if thing.unit_class != OBJECT or not thing.sheet.portable:
        raise Illegal(f"{thing.name} cannot be carried.")
    if not thing.is_there():
        raise Illegal(f"{thing.name} is {thing.state}.")
    before = b.unit(thing.holder) if thing.holder >= 0 else None
    secret = thing.is_secret() or (before is not None and before.is_secret())
    if not text_of(args, "to", ""):
        if before is None:
            raise Illegal(f"nobody carries {thing.name}.")
        thing.holder = NOBODY
        told(b, f"The GM has {before.name} put down {thing.name}.", [before.id, thing.id], GM if secret else "all")
        return
    bearer = b.unit(unit_at(b, args, "to"))
    if not bearer.is_active():
        raise Illegal(f"{bearer.name} is in no state to carry anything.")
    thing.holder = b.at(bearer.id)
    carry_along(b)
    was = f" (before: {before.name})" if before is not None else ""
    audience = GM if secret or bearer.is_secret() else "all"
    told(b, f"The GM gives {thing.name} to {bearer.name}{was}.", [bearer.id, thing.id], audience)


def call_partial(battle: Battle, args: dict[str, object]) -> None:
    """Call a failed Feat of Skill a partial success (CL-94)."""
    b = clash(battle)
    feat = feat_at(b, args)
    if feat.effort:
        raise Illegal("a Feat of Effort makes progress instead.")
    past = flag_of(args, "past", b.now is None)
    if past or b.now is None:
        feat.partial = True
    else:
        b.now.partial = [*b.now.partial, feat.id]
    which = "the failure" if past else "a failure"
    told(b, f"The GM calls {which} at {feat.name} a partial success.", [], GM if feat.hidden else "all")


def set_feat(battle: Battle, args: dict[str, object]) -> None:
    """Set up a feat, or change one (CL-92, CL-95, CL-104)."""
    b = clash(battle)
    id = text_of(args, "feat")
    feat = b.feat(id)
    fresh = feat is None
    if feat is None:
        if not is_plain(id):
            raise Malformed(f"an id is made of small letters, digits, - and _, not {id!r}.")
        kind = text_of(args, "kind", "skill")
        if kind not in ("skill", "effort"):
            raise Malformed(f"kind is skill or effort, not {kind!r}.")
        if kind == "effort" and number_of(args, "goal") < 1:
            raise Malformed("a Feat of Effort needs a goal of at least 1.")
        feat = Feat(id, text_of(args, "name", id), kind == "effort")
    before = f"CS {feat.cs if feat.has_cs else 'of the place'}, {feat.progress} of {feat.goal}"
    cs = number_within(args, "cs", -50, 99, feat.cs)
    goal, progress = number_within(args, "goal", 0, 1000, feat.goal), number_within(args, "progress", 0, 9999, feat.progress)
    done, closed, hidden = flag_of(args, "done", feat.done), flag_of(args, "closed", feat.closed), flag_of(args, "hidden", feat.hidden)
    if progress < 0 or (feat.effort and goal < 1):
        raise Malformed("a Feat of Effort needs a goal of at least 1, and progress from 0 on.")
    attribute, zone = feat_trade(b, args, feat)
    feat.attribute, feat.zone = attribute, zone
    feat.has_cs = feat.has_cs or "cs" in args
    feat.cs, feat.goal, feat.progress = cs, goal, progress
    feat.done, feat.closed, feat.hidden = done, closed, hidden
    if fresh:
        b.feats = [*b.feats, feat]
    after = f"CS {feat.cs if feat.has_cs else 'of the place'}, {feat.progress} of {feat.goal}"
    said = f"sets up {feat.name} ({after})" if fresh else f"changes {feat.name} from {before} to {after}"
    told(b, f"The GM {said}.", [], GM if feat.hidden else "all")


def feat_trade(b: ClashBattle, args: dict[str, object], feat: Feat) -> tuple[int, int]:
    """The attribute behind a feat and the zone where it is worked on, as given or as they were."""
    attribute, zone = feat.attribute, feat.zone
    if "attribute" in args:
        name = text_of(args, "attribute")
        if name not in ATTRIBUTES:
            raise Malformed(f"attribute is one of {', '.join(ATTRIBUTES)}, not {name!r}.")
        attribute = ATTRIBUTES.index(name)
    if "zone" in args:
        zone = b.field.zone_named(text_of(args, "zone"))
        if zone < 0:
            raise Unavailable(f"there is no zone called {text_of(args, 'zone')!r}.")
    return attribute, zone


def set_timer(battle: Battle, args: dict[str, object]) -> None:
    """Set, change, hide or stop a timer (CL-103)."""
    b = clash(battle)
    id = text_of(args, "timer")
    found = [one for one in b.timers if one.id == id]
    timer = found[0] if found else Timer(id, text_of(args, "name", id), 0)
    before = timer.left
    left = number_within(args, "rounds", 1, 999) if "rounds" in args or not found else timer.left
    if not found and not is_plain(id):
        raise Malformed(f"an id is made of small letters, digits, - and _, not {id!r}.")
    hidden, stopped = flag_of(args, "hidden", timer.hidden), flag_of(args, "stopped", timer.stopped)
    timer.text, timer.result = text_of(args, "text", timer.text), text_of(args, "result", timer.result)
    timer.winner = text_of(args, "winner", timer.winner)
    check_winner(timer.winner, ["", *[unit.side for unit in b.crew if unit.is_character()]])
    timer.left, timer.hidden, timer.stopped = left, hidden, stopped
    if not found:
        b.timers = [*b.timers, timer]
    note = " (stopped)" if timer.stopped else ""
    told(b, f"The GM sets {timer.name} from {before} to {timer.left} rounds{note}.", [], GM if timer.hidden else "all")


def delete_timer(battle: Battle, args: dict[str, object]) -> None:
    b = clash(battle)
    id = text_of(args, "timer")
    found = [one for one in b.timers if one.id == id]
    if not found:
        raise Unavailable(f"there is no timer called {id!r}.")
    b.timers = [one for one in b.timers if one.id != id]
    for feat in b.feats:
        feat.stops = "" if feat.stops == id else feat.stops
    told(b, f"The GM deletes {found[0].name} with {found[0].left} rounds left.", [], GM if found[0].hidden else "all")


WORK_RULINGS: list[Ruling] = [
    Called(
        "waive",
        "Waive the roll of a feat.",
        {"feat": "text: which", "who": "unit: for whom", "rounds": "int?: how long it takes"},
        waive,
    ),
    Called(
        "check",
        "Ask for a check from whoever handles an object.",
        {"who": "unit: which object", "needed": "bool?: default true"},
        ask_check,
    ),
    Called(
        "hand",
        "Give an object to somebody, or have it put down.",
        {"who": "unit: which object", "to": "unit?: to whom; left out: it is put down"},
        hand,
    ),
    Called(
        "feat",
        "Set up or change a feat.",
        {
            "feat": "text: its id",
            "name": "text?: what it is called",
            "kind": "text?: skill or effort",
            "cs": "int?: its CS",
            "attribute": "text?: behind it",
            "zone": "text?: where it is worked on",
            "goal": "int?: progress needed",
            "progress": "int?: so far",
            "done": "bool?: is it done?",
            "closed": "bool?: no further try",
            "hidden": "bool?: for the GM only",
        },
        set_feat,
    ),
    Called(
        "timer",
        "Set, change, hide or stop a timer.",
        {
            "timer": "text: its id",
            "rounds": "int?: left",
            "name": "text?: what it is called",
            "hidden": "bool?: for the GM only",
            "stopped": "bool?: stands still",
            "text": "text?: what happens at 0",
            "result": "text?: how the fight ends then",
            "winner": "side?: who wins then",
        },
        set_timer,
    ),
    Called(
        "partial",
        "Call a failed Feat of Skill a partial success.",
        {"feat": "text: which", "past": "bool?: the try already made, not this round's"},
        call_partial,
    ),
    Called("delete_timer", "Delete a timer.", {"timer": "text: its id"}, delete_timer),
]
