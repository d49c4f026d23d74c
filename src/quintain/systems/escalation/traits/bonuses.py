"""Standing rows of stat blocks: what holds as long as its conditions do, for the creature itself or for others.

Nothing is kept: whether a row holds is read afresh at every roll. Rows of the same name count once, the largest (R-69).
All of this is asked only where `battle.any_bonus` says that somebody has such a row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.bonus_rows import Standing
from quintain.systems.escalation.printed.rows import Filter
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import figures as numbers
from quintain.systems.escalation.rules.positions import engaged_mask, members, nearby_allies
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish

HOLD: Final = "how they hold on"
"""What foes have against disengaging, whose traits are nobody's business."""

# -- does a row hold, and for whom? --------------------------------------------------------------------------------------


def _counts(battle: Skirmish, owner: Fighter, row: Standing, bearer: Fighter) -> bool:
    """Does this row of its owner hold now, for this bearer, as far as the reading may know?"""
    if not _reaches(battle, owner, row, bearer):
        return False
    if battle.supposing >= 0 and owner.team != battle.supposing and secret_name(row) not in owner.learned:
        return False
    if row.needs.any and numbers.meets_needs(battle, owner, row.needs):
        return False
    return not row.company or _has_such_allies(battle, owner, row.company)


def _reaches(battle: Skirmish, owner: Fighter, row: Standing, bearer: Fighter) -> bool:
    """Whom the row is for."""
    for_ = row.for_
    if owner.number == bearer.number:
        if for_ not in (b.FOR_SELF, b.FOR_BOTH, b.FOR_SIDE):
            return False
    elif for_ == b.FOR_SELF:
        return False
    elif owner.team == bearer.team:
        if for_ != b.FOR_SIDE and not (for_ in (b.FOR_ALLIES, b.FOR_BOTH) and owner.zone == bearer.zone):
            return False
    elif for_ == b.FOR_ENGAGED:
        if not engaged_mask(battle, owner) & bearer.bit:
            return False
    elif for_ != b.FOR_ENEMIES and not (for_ == b.FOR_NEARBY and owner.zone == bearer.zone):
        return False
    return numbers.fits_all(battle, owner, bearer, row.whom)


def _has_such_allies(battle: Skirmish, owner: Fighter, wanted: list[Filter]) -> bool:
    return any(numbers.fits_all(battle, owner, other, wanted) for other in nearby_allies(battle, owner))


def speaks_of(row: Standing, power: Power, opportunity: bool) -> bool:
    """Is this one of the attacks the row speaks of?"""
    if not row.kinds >> power.kind & 1 or (row.opportunity and not opportunity):
        return False
    if row.defences != 7 and not (power.rolls and row.defences >> power.defence & 1):
        return False
    if (row.spell and not power.spell) or (row.weapon and power.spell) or (row.limited and not power.limited()):
        return False
    if (row.at_will and power.limited()) or (row.magic and not (power.spell or power.magic)):
        return False
    return not row.attacks or power.name.lower() in row.attacks


def secret_name(row: Standing) -> str:
    """Under which name the players' knowledge of a foe's row is kept."""
    return f"bonus {row.name}"


# -- figures -------------------------------------------------------------------------------------------------------------


def figures(
    battle: Skirmish, bearer: Fighter, place: int, power: Power | None, other: Fighter | None, opportunity: bool = False,
    damage_type: str = "",
) -> dict[str, int]:  # fmt: skip
    """What standing rows add to one figure of the bearer, by name: for this attack of its own, or against this one."""
    best: dict[str, int] = {}
    bit = 1 << place
    for owner in battle.fighters:
        if owner.state != UP:
            continue
        for row in owner.block.bonuses:
            if not row.touches & bit or not _counts(battle, owner, row, bearer):
                continue
            if power is not None and not speaks_of(row, power, opportunity):
                continue
            if place == b.ON_SAVE and row.types and damage_type not in row.types:
                continue
            if other is not None and row.against and not numbers.fits_filters(battle, owner, other, row.against):
                continue
            value = _value(battle, owner, row, place, bearer, other)
            if abs(value) > abs(best.get(row.name, 0)):
                best[row.name] = value
    return best


def figure(
    battle: Skirmish, bearer: Fighter, place: int, power: Power | None, other: Fighter | None, opportunity: bool = False
) -> int:
    """The sum of what standing rows add to one figure."""
    total = 0
    for value in figures(battle, bearer, place, power, other, opportunity).values():
        total += value
    return total


def _value(battle: Skirmish, owner: Fighter, row: Standing, place: int, bearer: Fighter, other: Fighter | None) -> int:
    value = row.values[place] + row.times[place] * battle.escalation
    if row.per:
        value *= _how_many(battle, owner, row, bearer, other)
    if row.most:
        value = max(-row.most, min(row.most, value))
    return value


def _how_many(battle: Skirmish, owner: Fighter, row: Standing, bearer: Fighter, other: Fighter | None) -> int:
    """How many of those the row counts there are; for a character only PCs and companions count as allies (ES-02)."""
    per = row.per
    if per == b.MOBS:
        return _how_many_mobs(battle, owner, row, bearer)
    if per in (b.SAME_ON_TARGET, b.ALLY_ON_TARGET):
        around = members(battle, other.engaged) if other is not None else []
    elif per == b.ENEMY_ENGAGED:
        around = members(battle, engaged_mask(battle, bearer))
    else:
        around = battle.fighters
    count = 0
    for one in around:
        if one.state != UP or one.number == bearer.number:
            continue
        if (one.team == bearer.team) == (per in (b.ENEMY_ENGAGED, b.ENEMY_NEARBY, b.ANY_ENEMY)):
            continue
        if per in (b.SAME_NEARBY, b.ALLY_NEARBY, b.ENEMY_NEARBY) and one.zone != bearer.zone:
            continue
        if per in (b.SAME_ON_TARGET, b.SAME_NEARBY) and one.block.id != bearer.block.id:
            continue
        if one.team == bearer.team and bearer.block.kind <= b.COMPANION < one.block.kind:
            continue
        if numbers.fits_all(battle, owner, one, row.counting):
            count += 1
    return count


def _how_many_mobs(battle: Skirmish, owner: Fighter, row: Standing, bearer: Fighter) -> int:
    """The mobs on the bearer's side of which anybody stands, its own among them."""
    mobs = 0
    for one in battle.fighters:
        if one.mob >= 0 and one.state == UP and one.team == bearer.team and numbers.fits_all(battle, owner, one, row.counting):
            mobs |= 1 << one.mob
    return mobs.bit_count()


def disengage_figures(battle: Skirmish, mover: Fighter, foes: int) -> dict[str, int]:
    """What is added to its disengage checks from these foes: its own rows and its allies' by name, those of the foes summed."""
    best: dict[str, int] = {}
    for owner in battle.fighters:
        if owner.state != UP or (owner.team != mover.team and not foes & owner.bit):
            continue
        for row in owner.block.bonuses:
            if not row.touches >> b.ON_DISENGAGE & 1 or not _counts(battle, owner, row, mover):
                continue
            value = _value(battle, owner, row, b.ON_DISENGAGE, mover, None)
            if owner.team != mover.team:
                best[HOLD] = best.get(HOLD, 0) + value
            elif abs(value) > abs(best.get(row.name, 0)):
                best[row.name] = value
    return best


# -- the escalation die, slipping away -----------------------------------------------------------------------------------


def _given(battle: Skirmish, bearer: Fighter, gives: Callable[[Standing], bool]) -> list[str]:
    """The rows of anybody that give the bearer this now."""
    found: list[str] = []
    for owner in battle.fighters:
        if owner.state == UP:
            found.extend([row.name for row in owner.block.bonuses if gives(row) and _counts(battle, owner, row, bearer)])
    return found


def has_die(battle: Skirmish, bearer: Fighter) -> bool:
    """Does a row let it add the escalation die (ES-38)?"""
    return bool(_given(battle, bearer, lambda row: row.escalates))


def no_die(battle: Skirmish, bearer: Fighter) -> bool:
    """Does a row keep the escalation die from it?"""
    return bool(_given(battle, bearer, lambda row: row.no_escalation))


def slips(battle: Skirmish, mover: Fighter, how: int, other: Fighter) -> bool:
    """Can it get away from this one, or past it, in any of these ways?"""
    for row in mover.block.bonuses:
        fits = row.slips & how and _counts(battle, mover, row, mover)
        if fits and (not row.against or numbers.fits_filters(battle, mover, other, row.against)):
            return True
    return False


# -- what attacks do to it -----------------------------------------------------------------------------------------------


def wards(battle: Skirmish, target: Fighter, power: Power, attacker: Fighter, opportunity: bool) -> list[Standing]:
    """The rows that stand between this attack and its target: resistance, rolls that miss, a chance to miss."""
    found: list[Standing] = []
    for owner in battle.fighters:
        if owner.state != UP:
            continue
        for row in owner.block.bonuses:
            if not row.wards() or not _counts(battle, owner, row, target) or not speaks_of(row, power, opportunity):
                continue
            if row.except_types and _is_excepted(row, target, power):
                continue
            if not row.against or numbers.fits_filters(battle, owner, attacker, row.against):
                found.append(row)
    return found


def _is_excepted(row: Standing, target: Fighter, power: Power) -> bool:
    """Does the attack deal damage that the row does not hold against: of a type, or of one that the target is weak to (ES-164)?"""
    if power.damage_type in row.except_types:
        return True
    return "weakness" in row.except_types and numbers.is_weak_to(target, power.damage_type, None, power.spell)


def is_vulnerable(battle: Skirmish, target: Fighter) -> bool:
    """Does a row make it vulnerable, as long as it holds (ES-159)?"""
    return bool(_given(battle, target, lambda row: row.vulnerable))


def resists(found: list[Standing], damage_type: str) -> int:
    """ES-163: the natural roll that full damage of this type needs; 0 where none of these rows resists it."""
    needed = 0
    for row in found:
        if row.resist > needed and (not row.types or damage_type in row.types) and damage_type not in row.except_types:
            needed = row.resist
    return needed


def miss_chance(battle: Skirmish, found: list[Standing]) -> int:
    """The best chance, in twentieths, that an attack misses before any roll."""
    best = 0
    for row in found:
        best = max(best, row.miss_chance + row.miss_chance_times * battle.escalation)
    return min(19, best)


def misses_on(found: list[Standing]) -> int:
    """The natural rolls with which attacks miss it."""
    faces = 0
    for row in found:
        faces |= row.misses_on
    return faces


def ignores_on(found: list[Standing]) -> int:
    """The natural rolls with which attacks do nothing to it."""
    faces = 0
    for row in found:
        faces |= row.ignores_on
    return faces


def shrugs(battle: Skirmish, target: Fighter, types: list[str]) -> int:
    """Damage of so much or less at once does nothing to it."""
    most = 0
    for row in target.block.bonuses:
        holds = row.shrugs > most and _counts(battle, target, row, target)
        if holds and not any(kind in row.except_types for kind in types):
            most = row.shrugs
    return most


def absorb(battle: Skirmish, target: Fighter, dealt: int) -> int:
    """What is left of damage once so much of this turn's has been ignored."""
    most = 0
    for row in target.block.bonuses:
        if row.absorbs > most and _counts(battle, target, row, target):
            most = row.absorbs
    ignored = min(dealt, max(0, most - target.absorbed))
    target.absorbed += ignored
    return dealt - ignored


def dazed_by(battle: Skirmish, bearer: Fighter) -> list[str]:
    """The rows of others whose mere presence dazes it."""
    if bearer.block.immune_conditions & b.DAZED:
        return []
    return _given(battle, bearer, lambda row: row.dazes)


def slain_by_crits(battle: Skirmish, target: Fighter) -> bool:
    """Does a critical hit drop it, whatever it deals?"""
    return any(row.slays_on_crit and _counts(battle, target, row, target) for row in target.block.bonuses)


def tripled_crits(battle: Skirmish, target: Fighter) -> bool:
    """Is a critical hit on it doubled once more (ES-93)?"""
    return any(row.triple_on_crit and _counts(battle, target, row, target) for row in target.block.bonuses)


def told(battle: Skirmish, bearer: Fighter, names: list[str]) -> None:
    """Everybody has seen these rows of the other side at work: from now on players' odds may use them."""
    for owner in battle.fighters:
        for row in owner.block.bonuses:
            if row.name in names and owner.team != 0 and _reaches(battle, owner, row, bearer):
                battle.learn(owner.id, secret_name(row), 1, 1)
