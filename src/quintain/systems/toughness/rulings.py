"""The GM's commands of this book (TO-115), beside those every system has."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import Battle
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.system import Called, Ruling, unit_named
from quintain.systems.toughness.clock import NEVER, ROUND, in_words
from quintain.systems.toughness.conditions import (
    break_hold_on,
    drop_weapon,
    expire,
    inflict,
    let_go,
    lethal_to_mend,
    marks_to_wipe,
    restart_lethal,
    restart_subdual,
    subdual_to_mend,
    worst_lethal,
    worst_subdual,
)
from quintain.systems.toughness.fields import INFLICTED, LETHAL, SUBDUAL
from quintain.systems.toughness.fields_states import take_mark, times_held
from quintain.systems.toughness.legality import why_no_extra
from quintain.systems.toughness.modifiers import NO_PLACE, Modifier
from quintain.systems.toughness.order import move_ahead, move_behind
from quintain.systems.toughness.perform import interrupt_falls
from quintain.systems.toughness.perform import react as react_prepared
from quintain.systems.toughness.powers import caught, face_damage, saves
from quintain.systems.toughness.prepared import how_down, may_react, prepared_act
from quintain.systems.toughness.prompts import why_no_shield
from quintain.systems.toughness.recovery import let_time_pass, lethal_recovery, subdual_recovery
from quintain.systems.toughness.resolve import use_heart, use_shield
from quintain.systems.toughness.scores import SAVES
from quintain.systems.toughness.sentences import owner_of
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.simple_acts import surrender
from quintain.systems.toughness.vocabulary import SLOTS

UNITS: Final[dict[str, int]] = {"rounds": 1, "minutes": 10, "hours": 600, "days": 14_400}
LONGEST: Final = 100
"""How many units of time pass at once at most."""


def fray_of(battle: Battle) -> Fray:
    assert isinstance(battle, Fray)
    return battle


def named(battle: Battle, args: dict[str, object], field: str = "who") -> Fighter:
    unit = unit_named(battle, args.get(field))
    assert isinstance(unit, Fighter)
    return unit


def audience_of(fighter: Fighter) -> str:
    return "gm" if fighter.hidden else "all"


def state_of(args: dict[str, object]) -> str:
    wanted = text_of(args, "state").capitalize()
    for state in (*INFLICTED, "Dead"):
        if state.capitalize() == wanted:
            return state
    raise Unavailable(f"there is no state called {wanted!r}: there are {A_STATE}.")


# -- states --------------------------------------------------------------------------------------------------------


def mark(battle: Battle, args: dict[str, object]) -> None:
    """Mark a state as if by damage: clock, owed turn, roll-over and all."""
    fray, fighter, state = fray_of(battle), named(battle, args), state_of(args)
    if fighter.dead:
        raise Illegal(f"{fighter.name} is dead: clear that first.")
    told(battle, f"The GM rules: {fighter.name} is {state}.", [fighter.id], audience_of(fighter))
    others, depths = list(fray.fighters), how_down(fray)
    inflict(fray, fighter, state)
    interrupt_falls(fray, None, others, depths)


def clear(battle: Battle, args: dict[str, object]) -> None:
    """Clear a state: one mark of it, or the state itself. Where a worse one stands on the track, its check times stay (TO-90)."""
    fray, fighter, state = fray_of(battle), named(battle, args), state_of(args)
    if not times_held(fighter, fray.now, state):
        raise Illegal(f"{fighter.name} is not {state}.")
    worst = (SUBDUAL[worst_subdual(fighter)], LETHAL[worst_lethal(fighter)])
    take_mark(fighter, state)
    if state == "Dying":
        fighter.dying_dc = 10
    if state in ("Staggered", "Unconscious") and state in worst:
        restart_subdual(fray, fighter)
    elif state in ("Wounded", "Disabled", "Dying") and state in worst:
        restart_lethal(fray, fighter)
    expire(fray, fighter)
    told(battle, f"The GM rules: a mark of {state} leaves {fighter.name}.", [fighter.id], audience_of(fighter))


# -- numbers -------------------------------------------------------------------------------------------------------


def award(battle: Battle, args: dict[str, object]) -> None:
    """TO-109: Conviction comes back by the GM's word, above the maximum only on insistence."""
    fighter, points = named(battle, args), number_of(args, "points", 1)
    total = max(0, fighter.conviction + points)
    if points > 0 and total > fighter.conviction_max and not flag_of(args, "insist"):
        raise Illegal(f"{fighter.name} would have more than {fighter.conviction_max} Conviction; insist, if that is meant.")
    fighter.conviction = total
    words = f"awards {fighter.name} {points}" if points >= 0 else f"takes from {fighter.name} {-points}"
    told(battle, f"The GM {words} Conviction.", [fighter.id], owner_of(fighter))


def modify(battle: Battle, args: dict[str, object]) -> None:
    """TO-56: a modifier of any size in any slot, for one roll, for some rounds, or until lifted."""
    fray, fighter, slot = fray_of(battle), named(battle, args), text_of(args, "slot")
    amount, rounds = number_of(args, "amount"), number_of(args, "rounds")
    if slot not in SLOTS:
        raise Unavailable(f"there is no slot called {slot!r}: there are {', '.join(SLOTS)}.")
    if rounds < 0:
        raise Malformed("rounds is how long it lasts, 0 for until it is lifted.")
    until = fray.now + rounds * ROUND if rounds else NEVER
    fighter.modifiers = [*fighter.modifiers, Modifier(slot, amount, until, flag_of(args, "once"))]
    told(battle, f"The GM gives {fighter.name} {amount:+d} to {slot}.", [fighter.id], "gm")


def lift(battle: Battle, args: dict[str, object]) -> None:
    fighter = named(battle, args)
    if not fighter.modifiers:
        raise Illegal(f"{fighter.name} has no modifier of the GM's.")
    fighter.modifiers = []
    told(battle, f"The GM lifts every modifier from {fighter.name}.", [fighter.id], "gm")


# -- the order -----------------------------------------------------------------------------------------------------


def place(battle: Battle, args: dict[str, object]) -> None:
    """Put a combatant directly ahead of another, or directly behind it, in the turn order."""
    fray, fighter, other = fray_of(battle), named(battle, args), named(battle, args, "next_to")
    if fighter is other:
        raise Illegal("a combatant cannot stand next to itself.")
    if other.place == NO_PLACE or fighter.place == NO_PLACE:
        raise Illegal("the order is not settled yet.")
    if flag_of(args, "behind"):
        move_behind(fray, fighter, other.place)
    else:
        move_ahead(fray, fighter, other)
    told(battle, f"The GM moves {fighter.name} in the turn order.", [fighter.id], audience_of(fighter))


def pass_time(battle: Battle, args: dict[str, object]) -> None:
    """TO-97: let time pass; recovery and dying checks are rolled as they fall due."""
    amount, unit = number_of(args, "amount"), text_of(args, "unit")
    if unit not in UNITS:
        raise Unavailable(f"time passes in {', '.join(UNITS)}, not {unit!r}.")
    if amount < 1 or amount > LONGEST:
        raise Malformed(f"amount is a whole number from 1 to {LONGEST}.")
    fray = fray_of(battle)
    if not fray.begun:
        raise Illegal("the fight has not begun.")
    rounds = amount * UNITS[unit]
    told(battle, f"Time passes: {in_words(rounds)}.")
    let_time_pass(fray, rounds)


# -- rolls and acts ------------------------------------------------------------------------------------------------


def order_save(battle: Battle, args: dict[str, object]) -> None:
    """TO-101, TO-102: a save against any difficulty; with damage, success negates it or halves its bonus."""
    fray, fighter = fray_of(battle), named(battle, args)
    save, difficulty = text_of(args, "save"), number_of(args, "dc", 10)
    success, kind = text_of(args, "success", "negates"), text_of(args, "kind", "lethal")
    against = text_of(args, "against", "the GM's word")
    if save != "toughness" and save not in SAVES:
        raise Unavailable(f"a save is {', '.join(SAVES)} or toughness, not {save!r}.")
    if success not in ("negates", "reduces") or kind not in ("lethal", "subdual"):
        raise Malformed("success is negates or reduces; kind is lethal or subdual.")
    if fighter.dead or fighter.escaped:
        raise Illegal(f"{fighter.name} is no longer in the fight.")
    told(battle, f"The GM has {fighter.name} save against {against}.", [fighter.id], audience_of(fighter))
    others, depths = list(fray.fighters), how_down(fray)
    if save == "toughness":
        face_damage(fray, fighter, "", 0, False, difficulty - 15, kind == "lethal", against)
    elif "damage" in args:
        damage = number_of(args, "damage")
        face_damage(fray, fighter, save, difficulty, success == "negates", damage, kind == "lethal", against)
    else:
        saves(fray, fighter, save, difficulty, against)
    interrupt_falls(fray, None, others, depths)


def blast(battle: Battle, args: dict[str, object]) -> None:
    """TO-105: an area hazard by the GM's word: everybody inside saves in turn order, each with both dice."""
    fray, save, difficulty = fray_of(battle), text_of(args, "save"), number_of(args, "dc", 10)
    cell, radius = fray.ground.cell(text_of(args, "at")), number_of(args, "radius_ft", 10)
    success, kind = text_of(args, "success", "reduces"), text_of(args, "kind", "lethal")
    if cell < 0:
        raise Unavailable("at is a square such as 3,4.")
    if save not in SAVES or success not in ("negates", "reduces") or kind not in ("lethal", "subdual"):
        raise Malformed("save is fort, ref or will; success is negates or reduces; kind is lethal or subdual.")
    damage, against = number_of(args, "damage"), text_of(args, "against", "the blast")
    told(battle, f"{against.capitalize()} breaks over {fray.ground.spot(cell)}.")
    others, depths = list(fray.fighters), how_down(fray)
    for id in caught(fray, cell, radius):
        fighter = fray.fighter(id)
        if fighter is not None and not fighter.dead:
            face_damage(fray, fighter, save, difficulty, success == "negates", damage, kind == "lethal", against)
    interrupt_falls(fray, None, others, depths)


def pushing(battle: Battle, args: dict[str, object]) -> None:
    """TO-84: the next act of this combatant pushes, or does not, whatever it is."""
    fighter = named(battle, args)
    fighter.push_word = 1 if flag_of(args, "pushes") else -1
    word = "pushes" if fighter.push_word > 0 else "does not push"
    told(battle, f"The GM rules: the next act of {fighter.name} {word}.", [fighter.id], audience_of(fighter))


def reactions(battle: Battle, args: dict[str, object]) -> None:
    """TO-22: allow or refuse this combatant's reactions."""
    fighter = named(battle, args)
    fighter.reactions = flag_of(args, "allowed")
    word = "may react" if fighter.reactions else "may not react"
    told(battle, f"The GM rules: {fighter.name} {word}.", [fighter.id], audience_of(fighter))


REACTIONS: Final = ("release", "drop", "yield", "shield", "keepdodge", "check:lethal", "check:subdual", "heart")


def check_heart(fray: Fray, fighter: Fighter) -> None:
    """TO-99: after the fight, with a point, and with something to remove."""
    if not fray.closing and fray.outcome is None:
        raise Illegal("the heart opens when the fight is over.")
    if fighter.dead or fighter.conviction < fray.switches.heart_cost or not marks_to_wipe(fray, fighter, True):
        raise Illegal(f"{fighter.name} has no point left, or no Bruised, Dazed or Hurt mark to remove.")


SPENDING: Final = ("shield", "keepdodge", "check:lethal", "check:subdual")
"""Reactions that cost Conviction in the fight."""


def why_no_spending(fray: Fray, fighter: Fighter, act: str) -> str:
    """TO-100, TO-106, TO-108: why this point cannot be spent now."""
    if act == "shield":
        return why_no_shield(fray, fighter)
    if act == "keepdodge":
        return why_no_extra(fighter, fray.switches.keep_dodge)
    state = lethal_to_mend(fray, fighter) if act == "check:lethal" else subdual_to_mend(fray, fighter)
    nothing = "" if state else "there is no state on that track that a check would lift"
    return why_no_extra(fighter, fray.switches.extra_check) or nothing


def react(battle: Battle, args: dict[str, object]) -> None:
    """TO-22, TO-106: a free action out of turn, now; Conviction may be spent by those who owe a turn too."""
    fray, fighter, act = fray_of(battle), named(battle, args), text_of(args, "act")
    if act not in REACTIONS:
        raise Unavailable(f"a reaction is {', '.join(REACTIONS)}, not {act!r}.")
    if not fighter.reactions:
        raise Illegal(f"{fighter.name} may not react.")
    if act in SPENDING:
        why = why_no_spending(fray, fighter, act)
        if why or not fighter.able:
            raise Illegal(f"{fighter.name} cannot do that: {why or 'it cannot act'}.")
    elif act == "heart":
        check_heart(fray, fighter)
    elif not fighter.able:
        raise Illegal(f"{fighter.name} cannot act.")
    elif fighter.owes:
        raise Illegal(f"{fighter.name} owes a turn and may only spend Conviction.")
    elif act == "release" and not fighter.holding:
        raise Illegal(f"{fighter.name} holds nobody.")
    elif act == "drop" and fighter.weapon_in_hand() is None:
        raise Illegal(f"{fighter.name} has nothing in hand.")
    told(battle, f"{fighter.name} reacts: {act}.", [fighter.id], audience_of(fighter))
    if act == "shield":
        use_shield(fray, fighter)
    elif act == "keepdodge":
        fighter.conviction -= 1
        fighter.keeps_dodge = True
    elif act == "check:lethal":
        fighter.conviction -= 1
        lethal_recovery(fray, fighter, False)
    elif act == "check:subdual":
        fighter.conviction -= 1
        subdual_recovery(fray, fighter, False)
    elif act == "heart":
        use_heart(fray, fighter)
    elif act == "release":
        let_go(fray, fighter)
    elif act == "drop":
        drop_weapon(fighter)
    else:
        surrender(fray, fighter)


def trigger(battle: Battle, args: dict[str, object]) -> None:
    """TO-17: what somebody prepared for has happened, as the GM sees it; whoever set it off may be named."""
    fray, fighter = fray_of(battle), named(battle, args)
    cause = named(battle, args, "cause") if args.get("cause") else None
    if not fighter.prepared:
        raise Illegal(f"{fighter.name} has prepared nothing.")
    if not may_react(fighter):
        raise Illegal(f"{fighter.name} may not react.")
    if cause is fighter:
        raise Illegal("somebody else sets it off, or nobody in particular.")
    fallen = cause.id if cause is not None and cause.side == fighter.side and cause.helpless else ""
    if prepared_act(fray, fighter, cause.id if cause is not None else "", fallen) is None:
        raise Illegal(f"{fighter.name} cannot do now what it has prepared.")
    told(battle, f"The GM rules: the moment has come that {fighter.name} prepared for.", [fighter.id], audience_of(fighter))
    react_prepared(fray, fighter, cause, fallen)


def no_finishing(battle: Battle, args: dict[str, object]) -> None:
    fighter = named(battle, args)
    fighter.spared = flag_of(args, "ruled_out", True)
    word = "out" if fighter.spared else "possible again"
    told(battle, f"The GM rules finishing blows on {fighter.name} {word}.", [fighter.id], audience_of(fighter))


def change_side(battle: Battle, args: dict[str, object]) -> None:
    fray, fighter, side = fray_of(battle), named(battle, args), text_of(args, "side")
    if not side:
        raise Malformed("side is the side it is on from now on.")
    fighter.side = side
    let_go(fray, fighter)
    break_hold_on(fray, fighter)
    told(battle, f"{fighter.name} is with {side} now.", [fighter.id], audience_of(fighter))


def open_exit(battle: Battle, args: dict[str, object]) -> None:
    """TO-15: a square becomes an exit, or is one no longer."""
    fray = fray_of(battle)
    cell = fray.ground.cell(text_of(args, "at"))
    if cell < 0:
        raise Unavailable("at is a square such as 15,5.")
    is_open = flag_of(args, "open", True)
    fray.exits = [one for one in fray.exits if one != cell] + ([cell] if is_open else [])
    told(battle, f"The way out at {fray.ground.spot(cell)} is {'open' if is_open else 'shut'}.")


A_STATE: Final = ", ".join([*INFLICTED, "Dead"])


def rulings() -> dict[str, Ruling]:
    every: list[Ruling] = [
        Called("mark", "Mark a state as if by damage.", {"who": "unit: whom", "state": f"text: {A_STATE}"}, mark),
        Called("clear", "Clear a state, or one mark of it.", {"who": "unit: whose", "state": f"text: {A_STATE}"}, clear),
        Called(
            "award", "Give Conviction back (or take it).",
            {"who": "unit: whom", "points": "int: how many", "insist": "bool?: also above the maximum"}, award,
        ),
        Called(
            "modify", "Give a modifier to a combatant's rolls or scores.",
            {"who": "unit: whom", "slot": f"text: {', '.join(SLOTS)}", "amount": "int: how much", "rounds": "int?: how long",
             "once": "bool?: for one roll only"}, modify,
        ),
        Called("lift", "Lift every modifier given by the GM.", {"who": "unit: whose"}, lift),
        Called(
            "place", "Move a combatant in the turn order.",
            {"who": "unit: whom", "next_to": "unit: next to whom", "behind": "bool?: behind instead of ahead"}, place,
        ),
        Called(
            "pass_time", "Let time pass.",
            {"amount": "int: how many", "unit": "text: rounds, minutes, hours or days"}, pass_time,
        ),
        Called(
            "save", "Order a save, with damage if it is failed.",
            {"who": "unit: whom", "save": "text: fort, ref, will or toughness", "dc": "int: difficulty",
             "damage": "int?: damage bonus", "success": "text?: negates or reduces", "kind": "text?: lethal or subdual",
             "against": "text?: what"}, order_save,
        ),
        Called(
            "blast", "An area hazard: everybody inside saves in turn order.",
            {"at": "text: the middle square", "radius_ft": "int: how far", "save": "text: fort, ref or will", "dc": "int: difficulty",
             "damage": "int: damage bonus", "success": "text?: negates or reduces", "kind": "text?: lethal or subdual",
             "against": "text?: what"}, blast,
        ),
        Called("pushing", "Rule the next act pushing or not.", {"who": "unit: whose", "pushes": "bool: does it?"}, pushing),
        Called("reactions", "Allow or refuse reactions.", {"who": "unit: whose", "allowed": "bool: may it?"}, reactions),
        Called(
            "react", "Let a combatant take a free action out of turn.",
            {"who": "unit: whose", "act": f"text: {', '.join(REACTIONS)}"}, react,
        ),
        Called(
            "trigger", "Let happen what somebody has prepared for.",
            {"who": "unit: who prepared", "cause": "unit?: who sets it off"}, trigger,
        ),
        Called(
            "no_finishing", "Rule finishing blows out.",
            {"who": "unit: on whom", "ruled_out": "bool?: or possible again"}, no_finishing,
        ),
        Called("side", "Let a combatant change sides.", {"who": "unit: whom", "side": "text: to which"}, change_side),
        Called("exit", "Open or shut a way out.", {"at": "text: the square", "open": "bool?: open?"}, open_exit),
    ]  # fmt: skip
    return {ruling.name: ruling for ruling in every}
