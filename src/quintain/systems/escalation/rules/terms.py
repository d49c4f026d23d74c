"""What is added to an attack roll (ES-89): one list, summed for the rules and told to people."""

from __future__ import annotations

from typing import Final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.figures import (
    WORST,
    escalation_bonus,
    exposed,
    for_all,
    frightened,
    is_shaken,
    narrow_modifier,
    pack_bonus,
)
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Terms
from quintain.systems.escalation.traits import bonuses

SUM: Final = Terms(False)
"""Where tactics add up, who ask for nothing so often."""


def attack_terms(
    battle: Skirmish,
    fighter: Fighter,
    power: Power,
    target: Fighter,
    extra: int = 0,
    why: str = "",
    opportunity: bool = False,
    without_die: bool = False,
    told: bool = True,
) -> Terms:
    """ES-89: everything added to the d20 of this attack on this target."""
    terms = Terms(told)
    terms.add(power.name, power.bonus)
    terms.add(why or "circumstances", extra)  # ES-79, ES-104
    _add_own(terms, battle, fighter, power, without_die)
    _add_what_lies(terms, battle, fighter, power, target)
    _add_burdens(terms, battle, fighter)
    _add_between(terms, battle, fighter, power, target, opportunity)
    return terms


def _add_own(terms: Terms, battle: Skirmish, fighter: Fighter, power: Power, without_die: bool) -> None:
    """Whoever it goes at: the die, and ES-104, R-69: effects on the attacker; of one name the largest, once."""
    if not without_die and not (fighter.conditions & b.NO_WEAPON_DIE and not power.spell):
        terms.add("escalation die", escalation_bonus(battle, fighter))  # ES-37, ES-38
    if not terms.told:
        terms.add("", fighter.modifiers[b.ON_ATTACK])
    elif fighter.lasting:
        for name, value in for_all(fighter.lasting, b.ON_ATTACK).items():
            terms.add(name, value)


def _add_what_lies(terms: Terms, battle: Skirmish, fighter: Fighter, power: Power, target: Fighter) -> None:
    """Effects on either that count between these two only."""
    if fighter.narrowed:
        terms.add("against this one", narrow_modifier(fighter, b.ON_ATTACK, power, target.number))
    if target.narrowed:
        terms.add("what lies on the target", exposed(battle, target, fighter, b.ON_ATTACK))


def _add_burdens(terms: Terms, battle: Skirmish, fighter: Fighter) -> None:
    terms.add("overdraft", -fighter.overdraft)  # ES-115
    if fighter.slipping:
        terms.add("slipping past", -2)
    if is_shaken(battle, fighter):
        terms.add(_why_shaken(battle, fighter) if terms.told else "", WORST)  # ES-159, ES-166: the worst of them, once


def _add_between(
    terms: Terms, battle: Skirmish, fighter: Fighter, power: Power, target: Fighter, opportunity: bool
) -> None:
    """Standing rows, and how the two stand to each other."""
    if battle.any_bonus:
        for name, value in bonuses.figures(battle, fighter, b.ON_ATTACK, power, target, opportunity).items():
            terms.add(name, value)
    terms.add("pack", pack_bonus(battle, fighter, target))
    if target.grabber == fighter.number:
        terms.add("grabbing it", 4)  # ES-161
    if fighter.zone != target.zone:
        terms.add("faraway", -power.targets.faraway_penalty)


def _why_shaken(battle: Skirmish, fighter: Fighter) -> str:
    if fighter.conditions & b.DAZED:
        return "dazed"
    if fighter.conditions & b.WEAKENED:
        return "weakened"
    return "fear" if fighter.conditions & b.FEAR or frightened(battle, fighter) else "dazed"


def own_bonus(battle: Skirmish, fighter: Fighter, power: Power) -> int:
    """What of the sum is the same whoever the attack goes at, for tactics that weigh several targets."""
    before, SUM.total = SUM.total, power.bonus
    _add_own(SUM, battle, fighter, power, False)
    _add_burdens(SUM, battle, fighter)
    found, SUM.total = SUM.total, before
    return found


def bonus_against(battle: Skirmish, fighter: Fighter, power: Power, target: Fighter, own: int) -> int:
    """The whole sum against this one; `own` is the part that is the same whoever it goes at."""
    before, SUM.total = SUM.total, own
    _add_what_lies(SUM, battle, fighter, power, target)
    _add_between(SUM, battle, fighter, power, target, False)
    found, SUM.total = SUM.total, before
    return found
