"""Ending an effect by an action: an arrow pulled out, a sleeper shaken awake. The bearer does it, or an ally next to it."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import conditions, turn_options
from quintain.systems.escalation.rules.positions import next_to
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_options import found
from quintain.systems.escalation.traits import linked_effects


def why_not(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> str:
    """Why it cannot be ended by this one now; "" when it can."""
    each, bearer = found(battle, option.to, option.power), battle.named(option.to)
    if each is None or bearer is None or not bearer.is_present():
        return "there is nothing to end"
    own = bearer.number == fighter.number
    if bearer.team != fighter.team or not each.effect.ends_by_whom & (b.BY_BEARER if own else b.BY_ALLY):
        return "somebody else must do that"
    if each.effect.ends_by == b.FREE and battle.refuse_free:
        return "the GM allows no more free actions"
    return "" if own or next_to(fighter, bearer) else f"not next to {bearer.name}"


def perform(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """The action is spent, the effect ends, and what that brings happens to its bearer."""
    each, bearer = found(battle, option.to, option.power), battle.named(option.to)
    if each is None or bearer is None:
        return
    turn_options.pay(fighter, each.effect.ends_by)
    conditions.drop(battle, bearer, each, f"{fighter.name} ends it")
    linked_effects.carry_out(battle, bearer, each, each.effect.ends_by_rows)


