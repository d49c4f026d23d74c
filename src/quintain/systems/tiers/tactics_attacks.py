"""How the machine chooses an attack: what each is worth against whom."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.tactic import RECKLESS
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, best_swings, walled_off
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import LINES
from quintain.systems.tiers.estimates import Aim, aimed_damage
from quintain.systems.tiers.legality import fits, twin_items, worthwhile_squares
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import has_line, hidden_from
from quintain.systems.tiers.stat_block import Item, Power
from quintain.systems.tiers.tactics_careful import fall_worth
from quintain.systems.tiers.targets import area_targets, burst_targets

UNKNOWN: Final = -1.0e9
STRESS_WEIGHT: Final = 0.3
"""How much damage a box of Stress is thought to be worth."""

WOUND_WORTH: Final = {
    v.SLOWED: 11.0, v.STUNNED: 8.0, v.INCAPACITATED: 8.0, v.DOMINATED: 8.0, v.TERRIFIED: 5.0, v.WEAKENED: 3.0, v.GOADED: 2.0,
    v.SLAMMED: 2.0,
}  # fmt: skip
"""What a wound that does not tick is thought to be worth in damage; 4 where it is not named."""
NOTHING: Final = Act("stop")


class Pick:
    """The best thing found so far."""

    def __init__(self) -> None:
        self.act = NOTHING
        self.value = 0.0

    def offer(self, act: Act, value: float) -> None:
        if value > self.value:
            self.act = act
            self.value = value


def best_attack(battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> Pick:
    """The most promising attack from here."""
    return Search(battle, actor, enemies, level).best()


@final
class Search:
    """One creature looks for the attack that is worth most, from where it stands."""

    def __init__(self, battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> None:
        self.battle = battle
        self.actor = actor
        self.enemies = enemies
        self.level = level
        self.pick = Pick()

    def best(self) -> Pick:
        actor, pick, level = self.actor, self.pick, self.level
        for item in actor.held:
            actions = best_swings(actor, item)
            if actions:
                self._try(pick, Attack(actor, item, None, actions[0], v.MELEE), item, v.NONE, 0)
            thrown = item.melee > 0
            if item.ranged and item.id not in actor.unloaded and (not thrown or (pick.value == 0 and may_throw(actor, item, level))):
                self._try(pick, Attack(actor, item, None, v.HUNT, v.RANGED), item, v.NONE, 0)
        if level > RECKLESS:
            for place, power in enumerate(actor.sheet.powers):
                if not power.react and (not power.uses or actor.uses[place] > 0) and power.stress <= actor.free_stress():
                    self._try_power(place, power)
        return pick

    def _try(self, pick: Pick, attack: Attack, item: Item | None, place: int, stress: int) -> None:
        battle, actor = self.battle, self.actor
        farthest = attack.farthest()
        for enemy in self.enemies:
            # What `why_not_target` asks of an enemy that is up.
            if battle.feet(actor, enemy) > farthest or hidden_from(battle, enemy, actor) or not has_line(battle, actor, enemy):
                continue
            attack.targets = [enemy]
            value = self._value_on(attack, enemy) - stress * STRESS_WEIGHT
            if value > pick.value:
                if place >= 0:
                    pick.offer(Act("power", aim=enemy.id, item=item, power=place), value)
                elif item is not None:
                    pick.offer(Act("attack", "ranged" if attack.kind == v.RANGED else "", enemy.id, attack.action, item), value)

    def _try_power(self, place: int, power: Power) -> None:
        actor, pick = self.actor, self.pick
        if power.form == v.TWIN:
            items = twin_items(actor)
            if len(items) >= 2:
                twice = Pick()
                self._try(twice, Attack(actor, items[0], None, best_swings(actor, items[0])[0], v.MELEE), None, place, 0)
                pick.offer(twice.act, 1.8 * twice.value - power.stress * STRESS_WEIGHT)
            return
        if power.form != v.ATTACK:
            return
        attack = Attack(actor, None, power, power.action, power.kind)
        if power.burst:
            pick.offer(Act("power", power=place), self._sum_of(attack, burst_targets(self.battle, actor, power)))
        elif power.square:
            self._try_squares(place, power, attack)
        elif power.damage == v.WEAPON_DAMAGE:
            for item in actor.held:
                if fits(power, item, actor):
                    self._try(pick, Attack(actor, item, power, power.action, power.kind), item, place, power.stress)
        else:
            self._try(pick, attack, None, place, power.stress)

    def _try_squares(self, place: int, power: Power, attack: Attack) -> None:
        battle, actor = self.battle, self.actor
        side = power.square // 5
        # Unless a goader must be among the targets, what it is worth on each depends on the square by what lies in the line alone.
        fixed = not actor.has(v.GOADED)
        worths = [UNKNOWN] * (LINES * len(battle.creatures))
        for x, y in worthwhile_squares(battle, actor, power, 2):
            if battle.map.feet(actor.x, actor.y, actor.sheet.size, x, y, side) > power.within or walled_off(battle, x, y, side, actor):
                continue
            caught = area_targets(battle, actor, power, x, y)
            if len(caught) < 2:
                continue
            attack.ox, attack.oy = 2 * x + side, 2 * y + side
            if fixed:
                value = 0.0
                for target in caught:
                    known = LINES * target.index + attack.line_to(battle, target)
                    if worths[known] == UNKNOWN:
                        worths[known] = self._part(attack, target)
                    value += worths[known]
            else:
                value = self._sum_of(attack, caught)
            value -= power.stress * STRESS_WEIGHT
            if value > self.pick.value:
                self.pick.offer(Act("power", power=place, x=x, y=y), value)

    def _part(self, attack: Attack, target: Creature) -> float:
        """What catching one creature is worth: friends count against it, twice."""
        if target.status != v.UP:
            return 0.0
        part = self._value_on(attack, target)
        return part if self.battle.hostile(attack.attacker, target) else -2.0 * part

    def _sum_of(self, attack: Attack, caught: list[Creature]) -> float:
        attack.targets = caught
        value = 0.0
        for target in caught:
            value += self._part(attack, target)
        return value

    def _value_on(self, attack: Attack, target: Creature) -> float:
        """Expected damage, as far as there are HP to take, more for finishing somebody, and what the wounds are worth."""
        value = 0.0
        aim = Aim(self.battle, attack, target)
        if attack.damage():
            mean = aimed_damage(self.battle, attack, target, aim)
            value = mean if mean < target.hp else float(target.hp)
            if self.level > RECKLESS:
                share = mean / target.hp if target.hp > 0 else 1.0
                value += fall_worth(attack.attacker, target, self.level) * min(1.0, share)
        riders = attack.riders()
        if riders and self.level > RECKLESS:
            for rider in riders:
                value += aim.hit * wound_worth(target, rider.wound, rider.severity)
        return value


def may_throw(actor: Creature, item: Item, level: int) -> bool:
    """A melee weapon leaves the hand when it is thrown: only where another is in hand, and the last Act is all there is."""
    if level == RECKLESS:
        return True
    if actor.acts_left() > 1 or any(power.form == v.TWIN for power in actor.sheet.powers):
        return False
    return any(other is not item and other.die and other.melee for other in actor.held)


def wound_worth(target: Creature, wound: int, severity: int) -> float:
    """What a wound on an enemy is thought to be worth in damage; nothing where it is there already."""
    if wound in v.TICKING:
        if target.severity(wound) >= severity or (wound == v.BLEEDING and not target.sheet.living):
            return 0.0
        return 0.9 * v.STEP_DIE[severity]
    if wound != v.SLAMMED and target.has(wound):
        return 0.0
    if wound == v.ROOTED and target.reach() == 0:
        return 1.0
    return WOUND_WORTH.get(wound, 4.0)
