"""How the machine chooses on a turn: `reckless` hits what is near, `steady` weighs, `careful` also looks after itself."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.space.grid import HOPELESS, Reach, field_to_choose
from quintain.systems.tiers.attack import Attack, walled_off
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import DEAREST_STEP, HAZARD
from quintain.systems.tiers.estimates import Aim, aimed_damage, expected_damage, is_too_tough, most_damage
from quintain.systems.tiers.legality import (
    fits,
    twin_items,
    why_not_path,
    why_not_walk,
    worthwhile_squares,
)
from quintain.systems.tiers.movement import approaches, is_quiet, path_to, prices, reachable_at
from quintain.systems.tiers.options import Act, attack_with, go, simple, stop, use_power
from quintain.systems.tiers.reactions import worth
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.situation import has_line, hidden_from, in_melee, opposite, threatens
from quintain.systems.tiers.stat_block import Item, Power
from quintain.systems.tiers.tactics_careful import HEAL_EDGE, fall_worth
from quintain.systems.tiers.targets import area_targets, burst_targets, why_not_target
from quintain.systems.tiers.vocabulary import (
    ATTACK,
    BLEEDING,
    BLIGHTED,
    BURNING,
    CHARMED,
    CORRODING,
    DOMINATED,
    DOWNED,
    FINESSE,
    GOADED,
    HEAL,
    HIDE,
    HUNT,
    INCAPACITATED,
    MELEE,
    NO_DAMAGE,
    NONE,
    POWER_DAMAGE,
    RANGED,
    ROOTED,
    SALVE,
    SKIRMISH,
    SLAMMED,
    SLOWED,
    STEP_DIE,
    STUNNED,
    TERRIFIED,
    TWIN,
    UNCONSCIOUS,
    UP,
    WEAKENED,
    WEAPON_DAMAGE,
    WOUNDS,
)

RECKLESS: Final = 0
CAREFUL: Final = 2
MERE: Final = 3.0
"""What an attack without damage must be worth to be preferred to coming nearer."""
STRESS_WEIGHT: Final = 0.3
"""How much damage a box of Stress is thought to be worth."""


WINDED: Final = 3.0
"""How much rather a Winded enemy is run to than another."""
FLANKING: Final = 4.0
"""How much rather an enemy is run to that is flanked from there."""
A_FOOT_AWAY: Final = 0.02
A_FOOT_WALKED: Final = 0.001
"""What a foot of distance to the nearest enemy, and a foot of the way, take off a square."""
NO_WAY: Final = 2000
"""Feet that stand for an enemy whom one cannot walk to."""


class Pick:
    """The best thing found so far."""

    def __init__(self) -> None:
        self.act = stop()
        self.value = 0.0

    def offer(self, act: Act, value: float) -> None:
        if value > self.value:
            self.act = act
            self.value = value


def choose_act(battle: TiersBattle, actor: Creature, level: int) -> Act:
    """What to do next on this turn."""
    battle.weigh(actor)
    try:
        return _choose_act(battle, actor, level)
    finally:
        battle.weighed()


def _choose_act(battle: TiersBattle, actor: Creature, level: int) -> Act:
    enemies = foes(battle, actor)
    if not enemies or actor.has(INCAPACITATED):
        return stop()
    if actor.acts_left() <= 0:
        if actor.has(SLOWED) and not actor.slow_paid and actor.free_stress() >= 2 and not actor.has(STUNNED):
            return simple("slowed") if best_attack(battle, actor, enemies, level).value > 0 else stop()
        return stop()
    if actor.has(STUNNED) and actor.free_stress() <= 3:
        return stop()
    help_first = best_help(battle, actor, level) if level > RECKLESS else Pick()
    if help_first.value > 0:
        return help_first.act
    if actor.has(DOWNED) and (actor.acts_left() > 1 or not in_melee(battle, actor)):
        return simple("stand")
    pick = best_attack(battle, actor, enemies, level)
    if pick.value <= 0:
        return best_other(battle, actor, enemies, level)
    if pick.value < MERE and actor.acts_left() > 1 and actor.reach() and not why_not_walk(actor) and is_harmless(actor, pick.act):
        # Better come to blows than call names from afar for ever.
        act = best_move(battle, actor, enemies, level)
        if act is not None:
            return act
    return pick.act


def is_harmless(actor: Creature, act: Act) -> bool:
    """An attack that hurts nobody."""
    return act.what == "power" and act.power >= 0 and actor.sheet.powers[act.power].damage == NO_DAMAGE


def foes(battle: TiersBattle, actor: Creature) -> list[Creature]:
    """Enemies that are up."""
    return [other for other in battle.creatures if other.status == UP and battle.hostile(actor, other)]


# -- attacks --------------------------------------------------------------------------------------------------------


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


# -- helping --------------------------------------------------------------------------------------------------------


def best_help(battle: TiersBattle, actor: Creature, level: int) -> Pick:
    """Healing where somebody lies or is about to."""
    pick = Pick()
    edge = HEAL_EDGE if level == CAREFUL else 0.3
    for place, power in enumerate(actor.sheet.powers):
        if power.form not in (HEAL, SALVE) or not actor.may_use(place) or actor.free_stress() < power.stress:
            continue
        for other in battle.creatures:
            if not other.is_present() or battle.hostile(actor, other) or battle.feet(actor, other) > power.within:
                continue
            if power.form == HEAL and other is actor:
                continue
            if other.status == UNCONSCIOUS or other.hp <= edge * other.max_hp:
                urgency = 2.0 if other.status == UNCONSCIOUS else 1.0 - other.hp / other.max_hp
                pick.offer(use_power(place, other.id, detail="recover" if power.form == SALVE else ""), urgency)
    return pick


# -- going somewhere ------------------------------------------------------------------------------------------------


def best_other(battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> Act:
    """Nothing to attack from here: draw a weapon, come nearer, or do something useful."""
    draw = to_draw(actor)
    if draw:
        return simple("ready", draw)
    if actor.has(DOWNED):
        return simple("stand")
    if not why_not_walk(actor):
        act = best_move(battle, actor, enemies, level)
        if act is not None:
            return act
    for place, power in enumerate(actor.sheet.powers):
        if power.form != HIDE or level == RECKLESS or actor.free_stress() < power.stress + 3 or in_melee(battle, actor):
            continue
        if any(battle.feet(actor, enemy) > 5 for enemy in enemies):
            return use_power(place)
    if level > RECKLESS:
        effect = worst_wound(battle, actor)
        if effect is not None:
            return simple("resist", f"{_wound_name(effect)}.{effect.source}.{effect.param}")
    return stop()


def _wound_name(effect: Effect) -> str:
    return WOUNDS[effect.kind]


def to_draw(actor: Creature) -> str:
    """A weapon to draw when no weapon is in hand."""
    if any(item.die for item in actor.held) or any(power.form == ATTACK and not power.react for power in actor.sheet.powers):
        return ""
    for item in actor.readied:
        if item.die:
            return item.id
    return ""


def best_move(battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> Act | None:
    """The square to Advance to: one from which an enemy can be attacked, flanking if possible; else nearer."""
    enter, no_stop = prices(battle, actor)
    ways = reachable_at(battle, actor, actor.pace(), enter, no_stop)
    best_cell, best_score, stay = NONE, -1.0e9, -1.0e9
    view = Outlook(battle, actor, enemies, level)
    merits: list[float] = []
    steps = walking_steps(view, enter, ways, merits) if battle.map.has_closed else None
    cost = ways.cost
    for cell in range(battle.map.grid.cells):
        spent = cost[cell]
        if spent < 0 or (no_stop[cell] and cell != ways.start):
            continue
        if steps is None:
            score = view.score(cell)
            score -= view.nearest * A_FOOT_AWAY + spent * A_FOOT_WALKED
        else:
            score = merits[cell] - (5 * steps[cell] if steps[cell] >= 0 else NO_WAY) * A_FOOT_AWAY
        if cell == ways.start:
            stay = score
        elif score > best_score + 0.0001:
            best_cell, best_score = cell, score
    if best_cell < 0 or best_score <= stay + 0.001:
        return None
    return _checked_move(battle, actor, ways, best_cell, level)


def _checked_move(battle: TiersBattle, actor: Creature, ways: Reach, cell: int, level: int) -> Act | None:
    path = path_to(battle, actor, cell, actor.pace(), ways)
    if actor.has(TERRIFIED) or actor.has(CHARMED):
        if why_not_path(battle, actor, path, False) or (approaches(battle, actor, path) and actor.free_stress() < 2):
            return None
    elif level > RECKLESS and actor.hp * 4 <= actor.max_hp and not is_quiet(battle, actor, path):
        return None
    act = go("advance", cell % battle.map.width, cell // battle.map.width)
    act.path = path
    return act


def shooting_range(actor: Creature) -> int:
    """How far its ranged attacks reach without penalty; 0 with none."""
    feet = 0
    for item in actor.held:
        feet = max(feet, item.ranged if not item.melee else 0)
    for place, power in enumerate(actor.sheet.powers):
        if power.form != ATTACK or power.kind != RANGED or power.damage == WEAPON_DAMAGE or not actor.may_use(place):
            continue
        if power.damage == NO_DAMAGE and actor.reach():
            # Whoever can only call names from afar belongs in the melee.
            continue
        if power.stress == 0 or not actor.sheet.is_pc:
            feet = max(feet, power.range or power.within)
    return feet


@final
class Outlook:
    """What one creature thinks of standing somewhere: whatever does not depend on the square is worked out once."""

    def __init__(self, battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> None:
        self.battle = battle
        self.actor = actor
        self.enemies = enemies
        self.level = level
        self.melee = actor.reach()
        self.ranged = shooting_range(actor)
        self.nearest = NO_WAY
        """Feet to the nearest enemy from the square scored last."""
        self.reaches = [enemy.reach() for enemy in enemies]
        self.sizes = [enemy.sheet.size for enemy in enemies]
        self.worth = [10.0 + (WINDED if enemy.is_winded() else 0.0) for enemy in enemies]
        """What reaching each enemy is worth: more if it is Winded. A scratch does not call the whole band to it."""
        self.flankers: list[list[Creature] | None] = [None] * len(enemies)
        """The allies that threaten each enemy already, once that has been asked."""
        self.flanks = self.melee > 0 and not self.ranged and level > RECKLESS

    def score(self, cell: int) -> float:
        """Can somebody be attacked from there? Is it flanking, is it a hazard, is a shooter beset?"""
        battle, alternating = self.battle, self.battle.map.alternating
        size: i64 = self.actor.sheet.size
        ranged: i64 = self.ranged
        melee: i64 = self.melee
        square: i64 = cell
        width: i64 = battle.map.width
        x: i64 = square % width
        y: i64 = square // width
        score = 0.0
        nearest: i64 = NO_WAY
        if battle.map.has_hazard and battle.map.under(int(x), int(y), int(size)) & HAZARD:
            score -= 20.0
        for place, enemy in enumerate(self.enemies):
            # `feet_between`, written out.
            there: i64 = enemy.x
            below: i64 = enemy.y
            across: i64 = there - x - size + 1
            down: i64 = below - y - size + 1
            if across <= 0:
                across = x - there - self.sizes[place] + 1
            if down <= 0:
                down = y - below - self.sizes[place] + 1
            feet: i64 = 5 * down if down > across else 5 * across
            if feet < 0:
                feet = 0
            elif alternating and across > 0 and down > 0:
                feet += 5 * (min(across, down) // 2)
            if feet < nearest:
                nearest = feet
            if ranged:
                if feet <= ranged and score < 10.0:
                    score = 10.0
                if self.level > RECKLESS and feet <= self.reaches[place]:
                    score -= 3.0
            elif melee and feet <= melee:
                value = self.worth[place]
                if self.flanks and value + FLANKING > score and self._flanks(place, int(x), int(y)):
                    value += FLANKING
                if value > score:
                    score = value
        self.nearest = int(nearest)
        return score

    def _flanks(self, place: int, x: int, y: int) -> bool:
        enemy = self.enemies[place]
        flankers = self.flankers[place]
        if flankers is None:
            flankers = self.flankers[place] = _flankers(self.battle, self.actor, enemy)
        return any(opposite(self.battle, enemy, x, y, self.actor.sheet.size, other) for other in flankers)


def _flankers(battle: TiersBattle, actor: Creature, enemy: Creature) -> list[Creature]:
    """The allies that threaten this enemy already."""
    found: list[Creature] = []
    for other in battle.creatures:
        if other is not actor and other.status == UP and not battle.hostile(actor, other) and threatens(battle, other, enemy):
            found.append(other)
    return found


def walking_steps(view: Outlook, enter: list[int], ways: Reach, merits: list[float]) -> list[int]:
    """Per square the steps to the nearest enemy where something is in the way of straight lines, as far as they matter: what is not
    the best square anyhow may be left out. `merits` is filled with what each is worth apart from them."""
    merits.extend([HOPELESS] * len(enter))
    most = HOPELESS
    for cell, spent in enumerate(ways.cost):
        if spent >= 0 and ways.may_stop(cell):
            merit = view.score(cell) - spent * A_FOOT_WALKED
            merits[cell] = merit
            if merit > most:
                most = merit
    battlemap = view.battle.map
    goals = [enemy.y * battlemap.width + enemy.x for enemy in view.enemies]
    return field_to_choose(battlemap.grid, goals, enter, 5, DEAREST_STEP, merits, most, 5 * A_FOOT_AWAY)


# -- other choices --------------------------------------------------------------------------------------------------


def worst_wound(battle: TiersBattle, creature: Creature) -> Effect | None:
    """The wound to shake off first: what takes turns away, then the largest die, then the rest."""
    best: Effect | None = None
    best_rank = 99
    for effect in creature.wounds:
        if effect.trait:
            continue
        rank = 20
        if effect.kind == STUNNED:
            rank = 0
        elif effect.kind == INCAPACITATED:
            rank = 1
        elif effect.kind == DOMINATED:
            rank = 2
        elif effect.kind == SLOWED:
            rank = 3
        elif effect.kind in (BLEEDING, BLIGHTED, BURNING, CORRODING):
            rank = 10 - effect.level
        if rank < best_rank:
            best, best_rank = effect, rank
    return best


def is_worth_rashness(battle: TiersBattle, creature: Creature, level: int) -> bool:
    """Rash when one attack from where it stands should finish somebody, or to mend itself before it falls."""
    if level == RECKLESS:
        return creature.index % 2 == 0
    battle.weigh(creature)
    try:
        enemies = foes(battle, creature)
        if _finishes(battle, creature, enemies):
            return True
        # By trial, careful play is better off without the rest: an Act and a React are much to give.
        return level != CAREFUL and (_must_mend(creature) or _finishes_by_power(battle, creature, enemies))
    finally:
        battle.weighed()


def _must_mend(creature: Creature) -> bool:
    """Near falling, with something to mend itself with before the monsters come."""
    if 4 * creature.hp > creature.max_hp:
        return False
    return any(power.form == SALVE and creature.may_use(place) for place, power in enumerate(creature.sheet.powers))


def _finishes_by_power(battle: TiersBattle, creature: Creature, enemies: list[Creature]) -> bool:
    """The same with a power that needs no weapon and is aimed at one."""
    for power in creature.sheet.powers:
        if power.form != ATTACK or power.react or power.damage != POWER_DAMAGE or power.square or power.burst or power.uses:
            continue
        if power.stress > creature.free_stress():
            continue
        if _finishes_with(battle, Attack(creature, None, power, power.action, power.kind), enemies):
            return True
    return False


def _finishes_with(battle: TiersBattle, attack: Attack, enemies: list[Creature]) -> bool:
    """Should this attack take the last HP of somebody within its range?"""
    most = most_damage(battle, attack)
    for enemy in enemies:
        if is_too_tough(battle, enemy, most):
            continue
        if battle.feet(attack.attacker, enemy) <= attack.range() and not why_not_target(battle, attack, enemy):
            attack.targets = [enemy]
            if expected_damage(battle, attack, enemy) >= enemy.hp:
                return True
    return False


def _finishes(battle: TiersBattle, creature: Creature, enemies: list[Creature]) -> bool:
    """Should one basic attack from where it stands take somebody's last HP?"""
    for item in creature.held:
        if not item.die:
            continue
        kinds = [MELEE] if item.melee else []
        if item.ranged and not item.melee:
            kinds.append(RANGED)
        for kind in kinds:
            action = HUNT if kind == RANGED else (item.action if item.action >= 0 else best_action(creature, item))
            if _finishes_with(battle, Attack(creature, item, None, action, kind), enemies):
                return True
    return False


def rank_in_group(battle: TiersBattle, creature: Creature) -> int:
    """Who goes first: healers while somebody lies, then those who hamper, then shooters, then the rest."""
    heals = any(power.form in (HEAL, SALVE) for power in creature.sheet.powers)
    if heals and any(other.status == UNCONSCIOUS and other.side == creature.side for other in battle.creatures):
        return 0
    if creature.sheet.controls:
        return 1
    return 2 if shooting_range(creature) else 3
