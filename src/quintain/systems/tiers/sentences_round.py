"""What the log tells of a round: stages, turns, moves, gear and tasks. Nothing is told where nobody listens."""

from __future__ import annotations

from quintain.engine.event import Event
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.audience import dice_of, figures_of, noticed
from quintain.systems.tiers.battle import Clock, TiersBattle
from quintain.systems.tiers.sentences import say
from quintain.systems.tiers.sentences_rolls import rolled_words, tell_thrown, tier_words, told_roll
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Item
from quintain.systems.tiers.throws import Throw

# -- entering combat ------------------------------------------------------------------------------------------------


def tell_surprise(battle: TiersBattle) -> None:
    for creature in battle.creatures:
        if creature.surprised:
            say(battle, "surprise", creature, "is Surprised", "TI-20")
        if creature.ambushing:
            say(battle, "surprise", creature, "is Ambushing", "TI-21", noticed(battle, creature))


def tell_prowl(battle: TiersBattle, made: Throw) -> None:
    tell_thrown(battle, made, "check", "rolls Prowl", "TI-17", "all")


def tell_survey(battle: TiersBattle, made: Throw, aware: bool) -> None:
    words, verdict = ("rolls Survey and is aware", "aware") if aware else ("rolls Survey and notices nothing", "surprised")
    tell_thrown(battle, made, "check", words, "TI-17", dice_of(battle, made.roller), verdict)


# -- the round ------------------------------------------------------------------------------------------------------


def tell_round(battle: TiersBattle) -> None:
    if battle.telling:
        battle.tell(Event("round", f"Round {battle.round}.", clause="TI-29"))


def tell_stage(battle: TiersBattle, group: list[Creature]) -> None:
    """A stage that only those out of sight act in is not announced."""
    if battle.telling and group:
        shown = any(noticed(battle, creature) == "all" for creature in group)
        text, clause = f"Stage {battle.stage}: {v.STAGES[battle.stage]}.", f"TI-{22 + battle.stage}"
        battle.tell(Event("stage", text, clause=clause, audience="all" if shown else "gm"))


def tell_stance(battle: TiersBattle, creature: Creature) -> None:
    say(battle, "stance", creature, f"acts {'Rashly' if creature.stance == v.RASH else 'Cautiously'}", "TI-23")


def tell_cautious(battle: TiersBattle, creature: Creature) -> None:
    say(battle, "stance", creature, "has Reacted twice and acts Cautiously", "TI-28")


def tell_hurry(battle: TiersBattle, creature: Creature) -> None:
    if battle.telling:
        battle.tell(Event("hurry", f"While the others dither, {creature.name} acts.", [creature.id], clause="TI-28"))


def tell_turn(battle: TiersBattle, creature: Creature) -> None:
    if battle.telling:
        text = f"{creature.name}'s turn."
        battle.tell(Event("turn", text, [creature.id], clause="TI-35", audience=noticed(battle, creature)))


def tell_arrival(battle: TiersBattle, creature: Creature) -> None:
    say(battle, "arrival", creature, "arrives", "TI-145")


def tell_truce(battle: TiersBattle, leader: Creature) -> None:
    say(battle, "truce", leader, "offers a ceasefire", "TI-33")


# -- moves ----------------------------------------------------------------------------------------------------------


def tell_walk(battle: TiersBattle, mover: Creature, squares: int, careful: bool) -> None:
    if battle.telling:
        text = f"{mover.name} {'maneuvers' if careful else 'advances'} {5 * squares}'{place_words(battle, mover)}."
        event = Event("move", text, [mover.id], clause="TI-42" if careful else "TI-41", audience=noticed(battle, mover))
        event.data = {"to": [mover.x, mover.y]}
        battle.tell(event)


def tell_left(battle: TiersBattle, creature: Creature) -> None:
    say(battle, "leave", creature, "leaves the battlefield", "TI-33")


def place_words(battle: TiersBattle, mover: Creature) -> str:
    """Where it stands now: beside which enemies, or how far from the nearest that everybody knows of."""
    if battle.switches.log_places == "squares":
        return f" to {mover.x},{mover.y}"
    foes = [
        other
        for other in battle.creatures
        if other.status == v.UP and battle.hostile(mover, other) and not battle.is_unseen(other)
    ]
    if not foes:
        return ""
    near = min(battle.feet(mover, other) for other in foes)
    names = [other.name for other in foes if battle.feet(mover, other) == near]
    if near <= 5:
        return f" and stands beside {' and '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)}"
    return f", now {near}' from {names[0]}"


def tell_forced(battle: TiersBattle, moved: Creature, how: int, squares: int) -> None:
    say(battle, "move", moved, f"is {v.WOUNDS[how]} {5 * squares}'", "TI-82")


def tell_rooted(battle: TiersBattle, moved: Creature) -> None:
    say(battle, "move", moved, "is rooted and stays", "TI-105")


def tell_teleport(battle: TiersBattle, creature: Creature, taken: bool) -> None:
    words = "is thrown back by something unseen" if taken else "is somewhere else in a blink"
    say(battle, "move", creature, words, "TI-83", noticed(battle, creature))


def tell_no_tank(battle: TiersBattle, actor: Creature) -> None:
    say(battle, "lost", actor, "finds no tank to strike at any more", "TI-54")


def tell_tank_bursts(battle: TiersBattle) -> None:
    if battle.telling:
        battle.tell(Event("terrain", "The tank bursts: the ground within 10' of it is difficult now.", clause="TI-80"))


# -- gear and tasks -------------------------------------------------------------------------------------------------


def tell_let_go(battle: TiersBattle, holder: Creature, item: Item) -> None:
    say(battle, "gear", holder, f"lets go of {item.name}", "TI-38")


def tell_picked_up(battle: TiersBattle, actor: Creature, item: Item) -> None:
    say(battle, "gear", actor, f"picks up {item.name}", "TI-37")


def tell_reloaded(battle: TiersBattle, actor: Creature, item: str) -> None:
    say(battle, "gear", actor, f"reloads {item}", "TI-46")


def tell_in_vain(battle: TiersBattle, actor: Creature, what: str, target: Creature | None, why: str, clause: str) -> None:
    """What is no attack, and cannot be done any more by the time it is paid for."""
    if battle.telling:
        who = [actor.id] if target is None else [actor.id, target.id]
        battle.tell(Event("lost", f"{actor.name}'s {what} comes to nothing: {why}.", who, clause=clause))


def tell_readied(battle: TiersBattle, actor: Creature) -> None:
    held = ", ".join(item.name for item in actor.held) or "nothing"
    say(battle, "gear", actor, f"readies gear and now holds {held}", "TI-38")


def tell_aid(battle: TiersBattle, aider: Creature, roller: Creature, ahead: bool) -> None:
    if battle.telling:
        text = f"{aider.name} aids {roller.name}'s next roll." if ahead else f"{aider.name} aids {roller.name}: +1 Tier."
        battle.tell(Event("aid", text, [aider.id, roller.id], clause="TI-45" if ahead else "TI-48"))


def tell_improvised(battle: TiersBattle, actor: Creature, what: str, managed: bool) -> None:
    say(battle, "improvised", actor, f"{'manages' if managed else 'fails'}: {what}", "TI-47")


def tell_check(battle: TiersBattle, made: Throw, success: bool) -> None:
    if not battle.telling:
        return
    roller, action, verdict = made.roller, v.ACTIONS[made.action], "success" if success else "failure"
    text = f"{roller.name} rolls {action} against {made.number}: {verdict}. [{tier_words(made)}]"
    public = f"{roller.name} rolls {action}{rolled_words(battle, made)}: {verdict}."
    event = Event("check", text, [roller.id], None, "TI-05", figures_of(roller), public, dice_of(battle, roller), verdict=verdict)
    event.against = ("number", made.number)
    battle.tell(told_roll(event, made))


def tell_sense_lost(battle: TiersBattle, made: Throw, clause: str) -> None:
    if battle.telling:
        kind, what = ("check", v.ACTIONS[made.action]) if made.attack is None else ("miss", made.attack.name())
        who = [made.roller.id] if made.target is None else [made.roller.id, made.target.id]
        battle.tell(Event(kind, f"{made.roller.name}'s {what} fails: it depends on a sense that is lost.", who, clause=clause))


def tell_slip(battle: TiersBattle, made: Throw) -> None:
    tell_thrown(battle, made, "check", "slips away: Prowl", "TI-85", dice_of(battle, made.roller))


def tell_clock(battle: TiersBattle, clock: Clock, over: bool) -> None:
    """An objective has come further, or its time has run out."""
    if battle.telling:
        text = f"{clock.name}: {clock.filled} of {clock.size}{', done' if clock.filled >= clock.size else ''}."
        if over:
            text = f"{clock.name}: its time has run out."
        battle.tell(Event("clock", text, clause="TI-147", audience="gm" if clock.secret else "all"))
