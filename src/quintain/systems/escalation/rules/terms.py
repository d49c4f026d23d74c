"""What is added to a d20 (ES-89, ES-56, ES-154, ES-157): one list, summed for the rules and told to people."""

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
    modifier_for_some_only,
    pack_bonus,
    unseen_bonus,
)
from quintain.systems.escalation.rules.positions import members
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Terms
from quintain.systems.escalation.traits import bonuses

OWN: Final = "bonus"
"""What a stat block has of its own."""
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
    """Whoever it goes at: the die, and effects on the attacker."""
    if not without_die and not (fighter.conditions & b.NO_WEAPON_DIE and not power.spell):
        terms.add("escalation die", escalation_bonus(battle, fighter))  # ES-37, ES-38
    _add_effects(terms, fighter, b.ON_ATTACK)


def _add_effects(terms: Terms, fighter: Fighter, place: int) -> None:
    """ES-104, R-69: effects on it that count against everybody; of one name the largest, once."""
    if not terms.told:
        terms.add("", fighter.modifiers[place])
    elif fighter.lasting:
        for name, value in for_all(fighter.lasting, place).items():
            terms.add(name, value)


def _add_rows(terms: Terms, rows: dict[str, int], of: Fighter) -> None:
    """Standing rows by name; a foe's traits are nobody's business."""
    for name, value in rows.items():
        terms.add(name if of.team == 0 else OWN, value)


def _add_what_lies(terms: Terms, battle: Skirmish, fighter: Fighter, power: Power, target: Fighter) -> None:
    """Effects on either that count between these two only."""
    if fighter.has_effects_for_some:
        terms.add("against this one", modifier_for_some_only(fighter, b.ON_ATTACK, power, target.number))
    if target.has_effects_for_some:
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


# -- other rolls ---------------------------------------------------------------------------------------------------------


def save_terms(battle: Skirmish, fighter: Fighter, damage_type: str) -> Terms:
    """ES-157: whatever modifies its saves; some rows speak of ongoing damage of certain types only."""
    terms = Terms(battle.telling)
    terms.add(OWN, fighter.block.save_bonus)
    _add_effects(terms, fighter, b.ON_SAVE)
    if battle.any_bonus:
        _add_rows(terms, bonuses.figures(battle, fighter, b.ON_SAVE, None, None, damage_type=damage_type), fighter)
    return terms


def disengage_terms(battle: Skirmish, mover: Fighter, foes: int) -> Terms:
    """ES-56: 1 less for each foe past the first, and whatever those foes and the mover's own gifts add."""
    terms = Terms(battle.telling)
    around = members(battle, foes)
    terms.add("foes past the first", 1 - max(1, len(around)))
    terms.add(OWN, mover.block.disengage_bonus)
    _add_effects(terms, mover, b.ON_DISENGAGE)
    for foe in around:
        if battle.supposing != mover.team:
            terms.add(bonuses.HOLD, -foe.block.hold_penalty)
        if mover.grabber == foe.number and not mover.hit_this_turn & foe.bit:
            terms.add("grabbed", -5)  # ES-161
    if battle.any_bonus:
        _add_rows(terms, bonuses.disengage_figures(battle, mover, foes), mover)
    return terms


def initiative_terms(battle: Skirmish, fighter: Fighter) -> Terms:
    """ES-04, ES-151: the printed bonus, and standing rows."""
    terms = Terms(battle.telling)
    terms.add(OWN, fighter.init_bonus)
    if battle.any_bonus:
        _add_rows(terms, bonuses.figures(battle, fighter, b.ON_INITIATIVE, None, None), fighter)
    return terms


def check_terms(
    battle: Skirmish, fighter: Fighter, ability: int, background: str = "", points: int = 0, stealth: int = 0
) -> Terms:
    """ES-154: ability, level, and at most one background; `stealth` is what being unseen adds, where that helps (ES-107)."""
    terms = Terms(battle.telling)
    terms.add(b.ABILITIES[ability].upper(), fighter.block.modifier(ability))
    terms.add("level", fighter.block.level)
    terms.add(background, points)
    if stealth:
        terms.add("unseen", unseen_bonus(battle, fighter, stealth))
    return terms
