"""How the machine chooses an attack: what each is worth against whom."""

from __future__ import annotations

from typing import Final

from quintain.systems.tiers.attack import Attack, walled_off
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.estimates import Aim, aimed_damage
from quintain.systems.tiers.legality import fits, twin_items, worthwhile_squares
from quintain.systems.tiers.options import Act, attack_with, stop, use_power
from quintain.systems.tiers.reactions import worth
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import has_line, hidden_from
from quintain.systems.tiers.stat_block import Item, Power
from quintain.systems.tiers.tactics_careful import RECKLESS, fall_worth
from quintain.systems.tiers.targets import area_targets, burst_targets
from quintain.systems.tiers.vocabulary import (
    ATTACK,
    BLEEDING,
    BLIGHTED,
    BURNING,
    CORRODING,
    DOMINATED,
    DOWNED,
    FINESSE,
    GOADED,
    HUNT,
    INCAPACITATED,
    MELEE,
    NONE,
    RANGED,
    ROOTED,
    SKIRMISH,
    SLAMMED,
    SLOWED,
    STEP_DIE,
    STUNNED,
    TERRIFIED,
    TWIN,
    UP,
    WEAKENED,
    WEAPON_DAMAGE,
)

STRESS_WEIGHT: Final = 0.3
"""How much damage a box of Stress is thought to be worth."""


class Pick:
    """The best thing found so far."""

    def __init__(self) -> None:
        self.act = stop()
        self.value = 0.0

    def offer(self, act: Act, value: float) -> None:
        if value > self.value:
            self.act = act
            self.value = value


def best_attack(battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> Pick:
    """The most promising attack from here."""
    pick = Pick()
    for item in actor.held:
        if item.melee and item.die:
            action = item.action if item.action >= 0 else best_action(actor, item)
            attack = Attack(actor, item, None, action, MELEE)
            _try(battle, pick, attack, enemies, level, item, NONE, 0)
        if item.ranged and item.id not in actor.unloaded and (not item.melee or (pick.value == 0 and may_throw(actor, item, level))):
            attack = Attack(actor, item, None, HUNT, RANGED)
            _try(battle, pick, attack, enemies, level, item, NONE, 0)
    if level > RECKLESS:
        for place, power in enumerate(actor.sheet.powers):
            if not power.react and (not power.uses or actor.uses[place] > 0) and power.stress <= actor.free_stress():
                _try_power(battle, actor, pick, place, power, enemies, level)
    return pick


def may_throw(actor: Creature, item: Item, level: int) -> bool:
    """A melee weapon leaves the hand when it is thrown: only where another is in hand, and the last Act is all there is."""
    if level == RECKLESS:
        return True
    if actor.acts_left() > 1 or any(power.form == TWIN for power in actor.sheet.powers):
        return False
    return any(other is not item and other.die and other.melee for other in actor.held)


def best_action(actor: Creature, item: Item) -> int:
    return FINESSE if worth(actor, item, FINESSE) > worth(actor, item, SKIRMISH) else SKIRMISH


def _try(
    battle: TiersBattle, pick: Pick, attack: Attack, enemies: list[Creature], level: int, item: Item | None, place: int, stress: int
) -> None:
    farthest = attack.farthest()
    for enemy in enemies:
        # What `why_not_target` asks of an enemy that is up.
        if battle.feet(attack.attacker, enemy) > farthest or hidden_from(battle, enemy, attack.attacker):
            continue
        if not has_line(battle, attack.attacker, enemy):
            continue
        attack.targets = [enemy]
        value = value_on(battle, attack, enemy, level) - stress * STRESS_WEIGHT
        if value > pick.value:
            if place >= 0:
                pick.offer(use_power(place, enemy.id, item), value)
            elif item is not None:
                pick.offer(attack_with(item, attack.action, enemy.id, attack.kind == RANGED), value)


def _try_power(
    battle: TiersBattle, actor: Creature, pick: Pick, place: int, power: Power, enemies: list[Creature], level: int
) -> None:
    if power.form == TWIN:
        items = twin_items(actor)
        if len(items) >= 2:
            twice = Pick()
            attack = Attack(actor, items[0], None, best_action(actor, items[0]), MELEE)
            _try(battle, twice, attack, enemies, level, None, place, 0)
            pick.offer(twice.act, 1.8 * twice.value - power.stress * STRESS_WEIGHT)
        return
    if power.form != ATTACK:
        return
    if power.burst:
        caught = burst_targets(battle, actor, power)
        pick.offer(use_power(place), _sum_of(battle, Attack(actor, None, power, power.action, power.kind), caught, level))
    elif power.square:
        _try_squares(battle, actor, pick, place, power, level)
    elif power.damage == WEAPON_DAMAGE:
        for item in actor.held:
            if fits(power, item, actor):
                _try(battle, pick, Attack(actor, item, power, power.action, power.kind), enemies, level, item, place, power.stress)
    else:
        _try(battle, pick, Attack(actor, None, power, power.action, power.kind), enemies, level, None, place, power.stress)


def _try_squares(battle: TiersBattle, actor: Creature, pick: Pick, place: int, power: Power, level: int) -> None:
    side = power.square // 5
    attack = Attack(actor, None, power, power.action, power.kind)
    # Without cover, and unless a goader must be among the targets, what it is worth on each does not depend on the square.
    fixed = not battle.map.has_cover and not actor.has(GOADED)
    worths: dict[int, float] = {}
    for x, y in worthwhile_squares(battle, actor, power):
        if battle.map.feet(actor.x, actor.y, actor.sheet.size, x, y, side) > power.within or walled_off(battle, x, y, side, actor):
            continue
        caught = area_targets(battle, actor, power, x, y)
        if len(caught) < 2:
            continue
        if fixed:
            value = 0.0
            for target in caught:
                if target.index not in worths:
                    worths[target.index] = _part(battle, attack, target, level)
                value += worths[target.index]
        else:
            attack.ox, attack.oy = 2 * x + side, 2 * y + side
            value = _sum_of(battle, attack, caught, level)
        value -= power.stress * STRESS_WEIGHT
        if value > pick.value:
            pick.offer(use_power(place, x=x, y=y), value)


def _part(battle: TiersBattle, attack: Attack, target: Creature, level: int) -> float:
    """What catching one creature is worth: friends count against it, twice."""
    if target.status != UP:
        return 0.0
    part = value_on(battle, attack, target, level)
    return part if battle.hostile(attack.attacker, target) else -2.0 * part


def _sum_of(battle: TiersBattle, attack: Attack, caught: list[Creature], level: int) -> float:
    attack.targets = caught
    value = 0.0
    for target in caught:
        value += _part(battle, attack, target, level)
    return value


def value_on(battle: TiersBattle, attack: Attack, target: Creature, level: int) -> float:
    """Expected damage, as far as there are HP to take, more for finishing somebody, and what the wounds are worth."""
    value = 0.0
    aim = Aim(battle, attack, target)
    if attack.damage():
        mean = aimed_damage(battle, attack, target, aim)
        value = mean if mean < target.hp else float(target.hp)
        if level > RECKLESS:
            share = mean / target.hp if target.hp > 0 else 1.0
            value += fall_worth(attack.attacker, target, level) * min(1.0, share)
    riders = attack.riders()
    if riders and level > RECKLESS:
        for rider in riders:
            value += aim.hit * wound_worth(target, rider.wound, rider.severity)
    return value


def wound_worth(target: Creature, wound: int, severity: int) -> float:
    """What a wound on an enemy is thought to be worth in damage; nothing where it is there already."""
    if wound in (BLEEDING, BLIGHTED, BURNING, CORRODING):
        if target.severity(wound) >= severity or (wound == BLEEDING and not target.sheet.living):
            return 0.0
        return 0.9 * STEP_DIE[severity]
    if wound == SLAMMED:
        return 2.0
    if target.has(wound):
        return 0.0
    if wound == SLOWED:
        return 11.0
    if wound == DOWNED:
        return 4.0
    if wound == ROOTED:
        return 4.0 if target.reach() > 0 else 1.0
    if wound == TERRIFIED:
        return 5.0
    if wound == GOADED:
        return 2.0
    return 8.0 if wound in (STUNNED, INCAPACITATED, DOMINATED) else (3.0 if wound == WEAKENED else 4.0)
