"""What is at stake at a question, in figures, as whoever is asked may know it."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.figures import is_staggered, mob_standing
from quintain.systems.escalation.rules.guesses import faces_needed
from quintain.systems.escalation.rules.sheet import STATES, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


def health(battle: Skirmish, asked: Fighter, one: Fighter) -> str:
    """How somebody is: in figures to its own side and to the GM's creatures, else as everybody sees it (ES-117)."""
    if one.state != UP:
        return f"{one.name} is {STATES[one.state].replace('_', ' ')}"
    if asked.team == 0 and one.team != 0:
        return f"{one.name} is {'staggered' if is_staggered(one) else 'not staggered'}"
    if one.mob >= 0:
        return f"{one.name}: {mob_standing(battle, one)} of the mob stand"
    more = f" and {one.temp_hp} temporary" if one.temp_hp else ""
    return f"{one.name} has {one.hp} of {one.max_hp} hp{more}"


def of_one(battle: Skirmish, asked: Fighter, ids: list[str], power: Power | None) -> list[str]:
    """Of somebody who may be chosen: from which face what goes at it hits, and how it is."""
    found: list[str] = []
    for id in ids:
        one = battle.named(id)
        if one is not None:
            found += [hits_on(battle, asked, power, one)] if power is not None else []
            found.append(health(battle, asked, one))
    return found


def hits_on(battle: Skirmish, attacker: Fighter, power: Power, target: Fighter, opportunity: bool = False) -> str:
    """From which face an attack hits: one number, or between which two as far as anybody knows."""
    if not power.rolls:
        return ""
    low, high = faces_needed(battle, attacker, power, target, opportunity)
    defence = b.DEFENCES[power.defence]
    if low == high:
        return f"hits {defence} on {low} or more: {5 * (21 - low)} %"
    return f"hits {defence} on {low} to {high} or more, by what is known: {5 * (21 - high)} to {5 * (21 - low)} %"
