"""The GM's commands of this book (TO-115), beside those every system has."""

from __future__ import annotations

from typing import Annotated, Final

from quintain.engine.commands import Commands, Takes
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import told
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.clock import NEVER, ROUND, in_words
from quintain.systems.toughness.conditions import (
    break_hold_on,
    expire,
    inflict,
    let_go,
    light_marks,
    restart_checks,
    worst_state,
)
from quintain.systems.toughness.fields import INFLICTED, LETHAL
from quintain.systems.toughness.fields_blocks import Hazard
from quintain.systems.toughness.fields_states import take_mark, times_held
from quintain.systems.toughness.legality import why_not_done
from quintain.systems.toughness.order import move_ahead, move_behind
from quintain.systems.toughness.perform import carry_out, interrupt_falls
from quintain.systems.toughness.perform import react as react_prepared
from quintain.systems.toughness.powers import Save, caught, face_damage, is_caught, saves
from quintain.systems.toughness.prepared import may_react, prepared_act
from quintain.systems.toughness.recovery import let_time_pass
from quintain.systems.toughness.resolve import use_heart
from quintain.systems.toughness.scores import SAVES
from quintain.systems.toughness.sentences import owner_of, place_words
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.stats import bring_back

UNITS: Final[dict[str, int]] = {"rounds": 1, "minutes": 10, "hours": 600, "days": 14_400}
LONGEST: Final = 100
"""How many units of time pass at once at most."""
MOST_CONVICTION: Final = 40


COMMANDS = Commands()
Who = Annotated[Fighter, Takes("whom")]
Whose = Annotated[Fighter, Takes("whose")]
REACTION_WORDS: Final[dict[str, str]] = {
    "release": "lets go", "drop": "drops what it holds", "yield": "yields", "shield": "shakes off its marks",
    "keepdodge": "keeps Dodge and Parry", "check:lethal": "a recovery check on the lethal track",
    "check:subdual": "a recovery check on the subdual track", "heart": "recovers from light marks",
}  # fmt: skip
REACTIONS: Final = tuple(REACTION_WORDS)
A_STATE: Final = ", ".join([*INFLICTED, "Dead"])


def audience_of(fighter: Fighter) -> str:
    return "gm" if fighter.hidden else "all"


def state_named(name: str) -> str:
    for state in (*INFLICTED, "Dead"):
        if state.capitalize() == name.capitalize():
            return state
    raise Unavailable(f"there is no state called {name.capitalize()!r}: there are {A_STATE}.")


State = Annotated[str, Takes(A_STATE, read=state_named)]
Success = Annotated[str, Takes("negates or reduces", one_of=("negates", "reduces"))]
Harm = Annotated[str, Takes("lethal or subdual", one_of=("lethal", "subdual"))]
What = Annotated[str, Takes("what")]


# -- states --------------------------------------------------------------------------------------------------------


@COMMANDS.command("Mark a state as if by damage.")
def mark(battle: Fray, who: Who, state: State) -> None:
    """Mark a state as if by damage: clock, owed turn, roll-over and all."""
    if who.dead:
        raise Illegal(f"{who.name} is dead: clear that first.")
    told(battle, f"The GM rules: {who.name} is {state}.", [who.id], audience_of(who))
    inflict(battle, who, state)
    interrupt_falls(battle, None, [who])


@COMMANDS.command("Clear a state, or one mark of it.")
def clear(battle: Fray, who: Whose, state: State) -> None:
    """Clear a state: one mark of it, or the state itself. Where a worse one stands on the track, its check times stay (TO-90)."""
    if not times_held(who, battle.now, state):
        raise Illegal(f"{who.name} is not {state}.")
    if who.dead:
        bring_back(battle, who)
    lethal = state in LETHAL
    was_worst = state == worst_state(who, lethal)
    take_mark(who, state)
    if state == "Dying":
        who.dying_dc = 10
    if was_worst:
        restart_checks(battle, who, lethal)
    expire(battle, who)
    told(battle, f"The GM rules: a mark of {state} leaves {who.name}.", [who.id], audience_of(who))
    interrupt_falls(battle, None, [who])


# -- numbers -------------------------------------------------------------------------------------------------------


@COMMANDS.command("Give Conviction back (or take it).")
def award(
    battle: Fray, who: Who, points: Annotated[int, Takes("how many")],
    insist: Annotated[bool, Takes("also above the maximum")] = False,
) -> None:  # fmt: skip
    """TO-109: Conviction comes back by the GM's word, above the maximum only on insistence."""
    total = max(0, who.conviction + points)
    if points > 0 and total > who.conviction_max and not insist:
        raise Illegal(f"{who.name} would have more than {who.conviction_max} Conviction; insist, if that is meant.")
    if total > MOST_CONVICTION:
        raise Malformed(f"nobody has more than {MOST_CONVICTION} Conviction.")
    who.conviction = total
    words = f"awards {who.name} {points}" if points >= 0 else f"takes from {who.name} {-points}"
    told(battle, f"The GM {words} Conviction.", [who.id], owner_of(who))


@COMMANDS.command("Give a modifier to a combatant's rolls or scores.")
def modify(
    battle: Fray, who: Who, slot: Annotated[str, Takes(one_of=v.SLOTS)],
    amount: Annotated[int, Takes("how much", low=-1_000, high=1_000)],
    rounds: Annotated[int, Takes("how long", low=0, high=1_000)] = 0, once: Annotated[bool, Takes("for one roll only")] = False,
) -> None:  # fmt: skip
    """TO-56: a modifier of any size in any slot, for one roll, for some rounds, or until lifted."""
    until = battle.now + rounds * ROUND if rounds else NEVER
    who.modifiers = [*who.modifiers, v.Modifier(slot, amount, until, once)]
    told(battle, f"The GM gives {who.name} {amount:+d} to {slot}.", [who.id], "gm")


@COMMANDS.command("Lift every modifier given by the GM.")
def lift(battle: Fray, who: Whose) -> None:
    if not who.modifiers:
        raise Illegal(f"{who.name} has no modifier of the GM's.")
    who.modifiers = []
    told(battle, f"The GM lifts every modifier from {who.name}.", [who.id], "gm")


# -- the order -----------------------------------------------------------------------------------------------------


@COMMANDS.command("Move a combatant in the turn order.")
def place(
    battle: Fray, who: Who, next_to: Annotated[Fighter, Takes("next to whom")],
    behind: Annotated[bool, Takes("behind instead of ahead")] = False,
) -> None:  # fmt: skip
    """Put a combatant directly ahead of another, or directly behind it, in the turn order."""
    if who is next_to:
        raise Illegal("a combatant cannot stand next to itself.")
    if next_to.place == v.NO_PLACE or who.place == v.NO_PLACE:
        raise Illegal("the order is not settled yet.")
    if behind:
        move_behind(battle, who, next_to.place)
    else:
        move_ahead(battle, who, next_to)
    told(battle, f"The GM moves {who.name} in the turn order.", [who.id], audience_of(who))


@COMMANDS.command("Let time pass.")
def pass_time(
    battle: Fray, amount: Annotated[int, Takes("how many", low=1, high=LONGEST)], unit: Annotated[str, Takes(one_of=tuple(UNITS))],
) -> None:  # fmt: skip
    """TO-97: let time pass; recovery and dying checks are rolled as they fall due."""
    if not battle.begun:
        raise Illegal("the fight has not begun.")
    rounds = amount * UNITS[unit]
    told(battle, f"Time passes: {in_words(rounds)}.")
    let_time_pass(battle, rounds)
    interrupt_falls(battle, None, battle.fighters)


# -- rolls and acts ------------------------------------------------------------------------------------------------


@COMMANDS.command("Order a save, with damage if it is failed.", "save")
def order_save(
    battle: Fray, who: Who, save: Annotated[str, Takes(one_of=(*SAVES, "toughness"))], dc: Annotated[int, Takes("difficulty")],
    damage: Annotated[int | None, Takes("damage bonus")] = None, success: Success = "negates", kind: Harm = "lethal",
    against: What = "the GM's word",
) -> None:  # fmt: skip
    """TO-101, TO-102: a save against any difficulty; with damage, success negates it or halves its bonus."""
    if who.dead or who.escaped:
        raise Illegal(f"{who.name} is no longer in the fight.")
    told(battle, f"The GM has {who.name} save against {against}.", [who.id], audience_of(who))
    if save == "toughness":
        face_damage(battle, who, Hazard(against, [], "", 0, False, dc - 15, kind == "lethal"))
    elif damage is not None:
        face_damage(battle, who, Hazard(against, [], save, dc, success == "negates", damage, kind == "lethal"))
    else:
        saves(battle, Save(who, save, dc), against)
    interrupt_falls(battle, None, [who])


@COMMANDS.command("An area hazard: everybody inside saves in turn order.")
def blast(
    battle: Fray, at: Annotated[str, Takes("the middle square")], radius_ft: Annotated[int, Takes("how far")],
    save: Annotated[str, Takes(one_of=SAVES)], dc: Annotated[int, Takes("difficulty")], damage: Annotated[int, Takes("damage bonus")],
    success: Success = "reduces", kind: Harm = "lethal", against: What = "the blast",
) -> None:  # fmt: skip
    """TO-105: an area hazard by the GM's word: everybody inside saves in turn order, each with both dice."""
    cell = battle.ground.cell(at)
    if cell < 0:
        raise Unavailable("at is a square such as 3,4.")
    where = place_words(battle, cell)
    told(battle, f"{against.capitalize()} breaks out{f' {where}' if where else ''}.")
    danger = Hazard(against, [], save, dc, success == "negates", damage, kind == "lethal")
    for id in caught(battle, cell, radius_ft):
        fighter = battle.fighter(id)
        if fighter is not None and is_caught(battle, fighter, cell, radius_ft):
            face_damage(battle, fighter, danger)
    interrupt_falls(battle, None, battle.fighters)


@COMMANDS.command("Rule the next act pushing or not.")
def pushing(battle: Fray, who: Whose, pushes: Annotated[bool, Takes("does it?")]) -> None:
    """TO-84: the next act of this combatant pushes, or does not, whatever it takes of its turn; free actions are no such act."""
    who.push_word = 1 if pushes else -1
    word = "pushes" if who.push_word > 0 else "does not push"
    told(battle, f"The GM rules: the next act of {who.name} {word}.", [who.id], audience_of(who))


@COMMANDS.command("Allow or refuse reactions.")
def reactions(battle: Fray, who: Whose, allowed: Annotated[bool, Takes("may it?")]) -> None:
    """TO-22: allow or refuse this combatant's reactions."""
    who.reactions = allowed
    word = "may react" if who.reactions else "may not react"
    told(battle, f"The GM rules: {who.name} {word}.", [who.id], audience_of(who))


SPENDING: Final = ("shield", "keepdodge", "check")
"""Reactions that cost Conviction in the fight."""


def why_no_reaction(fray: Fray, who: Fighter, act: Act) -> str:
    """TO-22, TO-23, TO-99: why this may not be done out of turn now."""
    if not who.reactions:
        return "it may not react"
    if act.kind == "heart":
        if not fray.closing and fray.outcome is None:
            return "the heart opens when the fight is over"
        worth = not who.dead and who.conviction >= fray.switches.heart_cost and light_marks(fray, who, True)
        return "" if worth else "it has no point left, or no Bruised, Dazed or Hurt mark to remove"
    if not who.able:
        return "it cannot act"
    if who.owes and act.kind not in SPENDING:
        return "it owes a turn and may only spend Conviction"
    return why_not_done(fray, who, act)


@COMMANDS.command("Let a combatant take a free action out of turn.")
def react(battle: Fray, who: Whose, act: Annotated[str, Takes(one_of=REACTIONS)]) -> None:
    """TO-22, TO-106: a free action out of turn, now; Conviction may be spent by those who owe a turn too."""
    kind, _, track = act.partition(":")
    free = Act(kind, track)
    why = why_no_reaction(battle, who, free)
    if why:
        raise Illegal(f"{who.name} cannot do that: {why}.")
    told(battle, f"{who.name} reacts: {REACTION_WORDS[act]}.", [who.id], audience_of(who))
    if act == "heart":
        use_heart(battle, who)
    else:
        carry_out(battle, who, free, "")


@COMMANDS.command("Let happen what somebody has prepared for.")
def trigger(
    battle: Fray, who: Annotated[Fighter, Takes("who prepared")],
    cause: Annotated[Fighter | None, Takes("who sets it off")] = None,
) -> None:  # fmt: skip
    """TO-17: what somebody prepared for has happened, as the GM sees it; whoever set it off may be named."""
    if not who.prepared:
        raise Illegal(f"{who.name} has prepared nothing.")
    if not may_react(who):
        raise Illegal(f"{who.name} may not react.")
    if cause is who:
        raise Illegal("somebody else sets it off, or nobody in particular.")
    fallen = cause.id if cause is not None and cause.side == who.side and cause.helpless else ""
    if prepared_act(battle, who, cause.id if cause is not None else "", fallen) is None:
        raise Illegal(f"{who.name} cannot do now what it has prepared.")
    told(battle, f"The GM rules: the moment has come that {who.name} prepared for.", [who.id], audience_of(who))
    react_prepared(battle, who, cause, fallen)


@COMMANDS.command("Rule finishing blows out.")
def no_finishing(
    battle: Fray, who: Annotated[Fighter, Takes("on whom")], ruled_out: Annotated[bool, Takes("or possible again")] = True,
) -> None:  # fmt: skip
    who.spared = ruled_out
    word = "out" if who.spared else "possible again"
    told(battle, f"The GM rules finishing blows on {who.name} {word}.", [who.id], audience_of(who))


@COMMANDS.command("Let a combatant change sides.", "side")
def change_side(battle: Fray, who: Who, side: Annotated[str, Takes("to which")]) -> None:
    if not side:
        raise Malformed("side is the side it is on from now on.")
    who.side = side
    let_go(battle, who)
    break_hold_on(battle, who)
    told(battle, f"{who.name} is with {side} now.", [who.id], audience_of(who))


@COMMANDS.command("Open or shut a way out.", "exit")
def open_exit(
    battle: Fray, at: Annotated[str, Takes("the square")], open: Annotated[bool, Takes("open?")] = True,
) -> None:  # fmt: skip
    """TO-15: a square becomes an exit, or is one no longer."""
    cell = battle.ground.cell(at)
    if cell < 0:
        raise Unavailable("at is a square such as 15,5.")
    battle.exits = [one for one in battle.exits if one != cell] + ([cell] if open else [])
    where = place_words(battle, cell)
    told(battle, f"A way out{f' {where}' if where else ''} is {'open' if open else 'shut'}.")


RULINGS = COMMANDS.rulings
