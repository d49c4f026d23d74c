"""What tactics read: chances to hit and to drop, and expected damage, from tables instead of enumeration."""

from __future__ import annotations

from typing import final

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, attack_tier, defense_against, effect_dice, halved_by_cover
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.conditions import after_types, is_immune, weakness
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sheet import Creature


def damage_dice(battle: TiersBattle, attack: Attack) -> tuple[int, int, int]:
    """The dice of a hit (`effect_dice`), as its maker is strengthened or weakened."""
    count, sides, extra = effect_dice(attack)
    attacker = attack.attacker
    if attacker.boon_bits or attacker.wound_bits:
        count += attacker.quality(v.B_STRENGTHENED) - weakness(battle, attacker)
    return max(0, count), sides, extra


def open_aim(battle: TiersBattle, attack: Attack, target: Creature) -> Aim:
    """What whoever makes the attack is told of it beforehand: a player, as if nobody unseen were there."""
    return Aim(battle, attack, target, attack.attacker.sheet.is_pc)


@final
class Aim:
    """The dice an attack on a target throws and the Defense it meets, worked out once for several questions; `openly` as if nobody
    unseen were there."""

    def __init__(self, battle: TiersBattle, attack: Attack, target: Creature, openly: bool = False) -> None:
        attacker = attack.attacker
        tier = attack_tier(battle, attack, target, None, openly)
        self.dice = BOX.pool(tier, attacker.rating(attack.action), attacker.die(attack.action // 4))
        self.number = defense_against(battle, attack, target, attack.defenses()[0], None, openly)
        self.hit = BOX.chance(self.dice, self.number)


def aimed_damage(battle: TiersBattle, attack: Attack, target: Creature, aim: Aim) -> float:
    """Mean damage of the attack, misses and two critical steps included, after types, before Soak."""
    energy = attack.energy()
    if is_immune(target, energy):
        return 0.0
    count, sides, extra = damage_dice(battle, attack)
    mean = aim.hit * (count * (sides + 1) / 2 + ((extra + 1) / 2 if extra else 0.0))
    mean += (BOX.chance(aim.dice, aim.number + 10) + BOX.chance(aim.dice, aim.number + 20)) * (sides + 1) / 2
    if not target.boon_bits and not target.wound_bits and not battle.map.has_cover and not battle.pairs:
        return mean
    scaled, _ = after_types(battle, target, 100, energy, halved_by_cover(battle, attack, target))
    return mean * scaled / 100


def is_too_tough(target: Creature, most: float) -> bool:
    """Seen at a glance: is the mean damage of an attack below this target's HP even if it never missed (`most_damage`)?"""
    return most < target.hp and not target.has(v.VULNERABLE)


def most_damage(battle: TiersBattle, attack: Attack) -> float:
    """What `expected_damage` cannot exceed against anybody who is not vulnerable: no miss, both critical steps."""
    count, sides, extra = damage_dice(battle, attack)
    return count * (sides + 1) / 2 + ((extra + 1) / 2 if extra else 0.0) + 2 * (sides + 1) / 2


def expected_damage(battle: TiersBattle, attack: Attack, target: Creature) -> float:
    return aimed_damage(battle, attack, target, Aim(battle, attack, target))


def drop_chance(battle: TiersBattle, attack: Attack, target: Creature) -> float:
    """The chance that this attack takes the target's last HP, Soak left out."""
    energy = attack.energy()
    count, sides, extra = damage_dice(battle, attack)
    if (sides == 0 and extra == 0) or is_immune(target, energy):
        return 0.0
    need = needed(battle, attack, target)
    if need > (count + 3) * sides + extra:
        return 0.0
    aim = Aim(battle, attack, target)
    chance = 0.0
    above = aim.hit
    for step in range(3):
        beyond = BOX.chance(aim.dice, aim.number + 10 * (step + 1)) if step < 2 else 0.0
        chance += (above - beyond) * BOX.at_least(BOX.handful(count + step, sides, extra), need)
        above = beyond
    return chance


def needed(battle: TiersBattle, attack: Attack, target: Creature) -> int:
    """The rolled damage that would take the target's last HP, after types."""
    scaled, _ = after_types(battle, target, 2, attack.energy(), halved_by_cover(battle, attack, target))
    if scaled == 0:
        return 9999
    if scaled == 1:
        return 2 * target.hp - 1
    return (target.hp + 1) // 2 if scaled == 4 else target.hp


def drop_if_hit(battle: TiersBattle, attack: Attack, target: Creature, more: int) -> float:
    """The chance that the damage dice of a hit, so many more with critical steps and a Push, take the last HP."""
    count, sides, extra = damage_dice(battle, attack)
    count += more
    if count <= 0 and extra == 0:
        return 0.0
    return BOX.at_least(BOX.handful(count, sides, extra), needed(battle, attack, target))
