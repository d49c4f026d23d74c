"""Ending an effect by an action: an arrow pulled out, a sleeper shaken awake. The bearer does it, or an ally next to it."""

from __future__ import annotations

from quintain.systems.escalation import actions, conditions, effects, linked
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation.positions import next_to
from quintain.systems.escalation.sheet import HAS_MOVE, HAS_QUICK, HAS_STANDARD, Fighter, Lasting, Skirmish


def found(battle: Skirmish, bearer_id: str, place: int) -> Lasting | None:
    """The effect of this number on somebody, if an action can end it."""
    bearer = battle.named(bearer_id)
    if bearer is None or not 0 <= place < len(bearer.lasting) or bearer.lasting[place].effect.ends_by < 0:
        return None
    return bearer.lasting[place]


def candidates(battle: Skirmish, fighter: Fighter) -> list[actions.TurnOption]:
    """All that this one might end: on itself, and on its allies."""
    listed: list[actions.TurnOption] = []
    for bearer in battle.fighters:
        if bearer.team != fighter.team or not bearer.is_present():
            continue
        for place, each in enumerate(bearer.lasting):
            who = b.BY_BEARER if bearer.number == fighter.number else b.BY_ALLY
            if each.effect.ends_by >= 0 and each.effect.ends_by_whom & who:
                listed.append(actions.TurnOption("break", place, bearer.id))
    return listed


def why_not(battle: Skirmish, fighter: Fighter, option: actions.TurnOption) -> str:
    """Why it cannot be ended by this one now; "" when it can."""
    each, bearer = found(battle, option.to, option.power), battle.named(option.to)
    if each is None or bearer is None or not bearer.is_present():
        return "there is nothing to end"
    own = bearer.number == fighter.number
    if bearer.team != fighter.team or not each.effect.ends_by_whom & (b.BY_BEARER if own else b.BY_ALLY):
        return "somebody else must do that"
    if each.effect.ends_by == b.FREE and battle.refuse_free:
        return "the GM allows no more free actions"
    return "" if own or next_to(battle, fighter, bearer) else f"not next to {bearer.name}"


def perform(battle: Skirmish, fighter: Fighter, option: actions.TurnOption) -> None:
    """The action is spent, the effect ends, and what that brings happens to its bearer."""
    each, bearer = found(battle, option.to, option.power), battle.named(option.to)
    if each is None or bearer is None:
        return
    actions.pay(fighter, each.effect.ends_by)
    conditions.drop(battle, bearer, each, f"{fighter.name} ends it")
    linked.carry_out(battle, bearer, each, each.effect.ends_by_rows)


def best(battle: Skirmish, fighter: Fighter) -> actions.TurnOption | None:
    """For the machine: an effect worth ending by an action that can be spared."""
    for option in candidates(battle, fighter):
        each = found(battle, option.to, option.power)
        if each is None or not _worth_it(fighter, each, option.to == fighter.id) or actions.why_not(battle, fighter, option):
            continue
        return option
    return None


def _worth_it(fighter: Fighter, each: Lasting, own: bool) -> bool:
    """Quick and free actions cost nothing else; a move or a standard action goes only against what is worse than losing it."""
    gain = 20 * len(b.names_of(each.conditions)) + 4 * each.ongoing
    if each.until == b.END_OF_BATTLE:
        gain *= 3
    gain -= sum([effects.price(row) for row in each.effect.ends_by_rows])
    cost = each.effect.ends_by
    if cost == b.FREE:
        return gain > 0
    if cost == b.QUICK:
        return gain > 0 and bool(fighter.actions & HAS_QUICK)
    grave = bool(each.conditions & b.CANNOT_ACT) or 6 * each.ongoing >= fighter.max_hp
    if cost == b.MOVE:
        return gain > 0 and bool(fighter.actions & HAS_MOVE) and (grave or fighter.engaged != 0)
    return gain > 0 and bool(fighter.actions & HAS_STANDARD) and grave
