"""How Stress, Soak and Reacts are spent by tactics. What the careful one does better than the steady one: it spends Stress where a
box buys most, marks Soak in time, and (of characters) singles out whoever hurts most for the hit points left.

The figures were found by trial: careful against steady on the shipped encounters, either way round (docs/rules/tiers.md).
"""

from __future__ import annotations

from typing import Final

from quintain.engine.question import Plain
from quintain.engine.tactic import CAREFUL, RECKLESS
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.estimates import Aim, drop_chance, drop_if_hit, expected_damage
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Item, Sheet, swings

SOAK_FROM: Final = 7
"""Damage from which a box is marked, though it is worth 10."""
RESIST_FROM: Final = 10
RESIST_KEEP: Final = 6
"""Free boxes of Stress from which a whole 10 damage is resisted."""
COUNTER_KEEP: Final = 3
"""Free boxes of Stress that whoever can strike back with a React does not push with: a blow for a box is the better buy."""
MENACE_WEIGHT: Final = 2.0
"""How many blows of an enemy are thought to be saved by its fall."""
FALL_WORTH: Final = 6.0
"""What an enemy's fall is worth to the steady, and to adversaries: by trial, singling people out is no gain to them."""

WORST: Final = (v.STUNNED, v.INCAPACITATED, v.DOMINATED, v.CHARMED, v.SLOWED, v.BLINDED)
"""Wounds worth a box or a React."""
TAKE: Final = Plain("take", "Take it")
RESIST: Final = Plain("resist", "React: resist")
HEAL_EDGE: Final = 0.1
"""Share of hit points left at which somebody who is still up is healed."""


def menace_of(sheet: Sheet) -> float:
    """Mean damage of the hardest hit on a sheet: what one blow of this creature is to be feared for."""
    worst = 0.0
    for item in sheet.items:
        worst = max(worst, _weapon_mean(sheet, item))
    for power in sheet.powers:
        if power.react or power.damage == v.NO_DAMAGE or power.action < 0:
            continue
        rating = sheet.ratings[power.action]
        if power.damage == v.WEAPON_DAMAGE:
            continue
        if power.damage == v.POWER_DAMAGE:
            worst = max(worst, (1 + rating) * (power.die + 1) / 2)
        else:
            worst = max(worst, power.dice * (power.die + 1) / 2 + (sheet.dice[power.action // 4] + 1) / 2)
    return worst


def _weapon_mean(sheet: Sheet, item: Item) -> float:
    if not item.die:
        return 0.0
    actions = swings(item) or [item.action if item.action >= 0 else v.HUNT]
    means = [(sheet.ratings[action] + 1) // 2 * (item.die + 1) / 2 + (sheet.dice[action // 4] + 1) / 2 for action in actions]
    return max(means)


def pushes_attack(battle: TiersBattle, attack: Attack, target: Creature, level: int) -> bool:
    """Stress for the attack roll: careful play only where much is to be gained, since the die of damage is the better buy."""
    return attack.attacker.free_stress() > 5 and Aim(battle, attack, target).hit < (0.5 if level == CAREFUL else 0.75)


def pushes_damage(battle: TiersBattle, attack: Attack, target: Creature, steps: int, level: int) -> bool:
    """Stress for an Effect die: careful play unless the target falls anyway, others where the die makes it fall."""
    without = drop_if_hit(battle, attack, target, steps)
    if without >= 0.8:
        return False
    if level == CAREFUL:
        return attack.attacker.free_stress() > stress_kept(attack.attacker.sheet)
    return drop_if_hit(battle, attack, target, steps + 1) - without >= 0.2


def aids(battle: TiersBattle, creature: Creature, attack: Attack, target: Creature) -> bool:
    """Aid where it may well decide whether the target falls."""
    return creature.free_stress() > 6 and 0.1 <= drop_chance(battle, attack, target) <= 0.8


def wards_off(battle: TiersBattle, creature: Creature, attack: Attack, target: Creature) -> bool:
    """A shielding power against what may well fell an ally, or hurts much."""
    if creature.free_stress() < 4:
        return False
    return drop_chance(battle, attack, target) >= 0.2 or expected_damage(battle, attack, target) >= 10


def interposes(battle: TiersBattle, creature: Creature, attack: Attack, target: Creature) -> bool:
    """Stepping in for an ally who would fall, by one who would not."""
    return drop_if_hit(battle, attack, target, 0) >= 0.5 and drop_if_hit(battle, attack, creature, 0) < 0.15


def least_to_parry(battle: TiersBattle, creature: Creature, attack: Attack) -> float:
    """How likely a parry must succeed to be worth it; 1 where it is not."""
    return 1.0 if creature.free_stress() < 2 and drop_if_hit(battle, attack, creature, 0) < 0.3 else 0.4


def parry_chance(creature: Creature, action: int, number: int) -> float:
    """How likely a parry beats the Defense that was hit by 5."""
    return BOX.chance(BOX.pool(creature.tier, creature.rating(action), creature.die(action // 4)), number + 5)


def stress_kept(sheet: Sheet) -> int:
    """Boxes of Stress not to be spent on Effect dice."""
    return COUNTER_KEEP if any(power.react and power.form == v.COUNTER for power in sheet.powers) else 0


def fall_worth(attacker: Creature, target: Creature, level: int) -> float:
    """What the fall of a target is worth beyond its hit points."""
    return MENACE_WEIGHT * target.sheet.menace if level == CAREFUL and attacker.sheet.is_pc else FALL_WORTH


def met_damage(target: Creature, damage: int, soaks: bool, may_resist: bool, amount: int, level: int) -> Plain:
    """Full boxes' worth, one more where it keeps the target up or unwinded; a React only against dropping. Careful play marks a box
    earlier, and resists where none is left."""
    boxes = 0
    if soaks and level == CAREFUL:
        boxes = boxes_for(target, damage)
    elif soaks and level > RECKLESS:
        boxes = damage // 10
        left = damage - 10 * boxes
        if left > 0 and (left >= target.hp or (not target.is_winded() and 2 * (target.hp - left) <= target.max_hp)):
            boxes += 1
        boxes = min(boxes, target.free_soak())
    saves = damage >= target.hp > damage - amount and target.free_stress() >= 1
    if may_resist and saves and (boxes == 0 or damage - 10 * boxes >= target.hp):
        return RESIST
    if may_resist and boxes == 0 and level == CAREFUL and resists(target, damage):
        return RESIST
    return Plain(f"soak:{boxes}", f"Mark {boxes} Soak") if boxes > 0 else TAKE


def met_wound(target: Creature, wound: int, soaks: bool, may_resist: bool) -> Plain:
    """A box, or a React, against the wounds that are worth it."""
    if wound not in WORST:
        return TAKE
    if soaks and target.free_soak() > 0:
        return Plain("soak:1", "Mark 1 Soak against it")
    return RESIST if may_resist and target.reacts_left() > 0 and target.free_stress() >= 4 else TAKE


def boxes_for(target: Creature, damage: int) -> int:
    """Soak Boxes to mark against this much damage."""
    boxes = (damage + 10 - SOAK_FROM) // 10
    if damage - 10 * boxes >= target.hp:
        boxes += 1
    return min(boxes, target.free_soak())


def resists(target: Creature, damage: int) -> bool:
    """A React and some Stress against a hit that no box is left for."""
    return damage >= RESIST_FROM and target.reacts_left() > 0 and target.free_stress() >= RESIST_KEEP
