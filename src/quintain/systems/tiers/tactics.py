"""How the machine chooses on a turn: `reckless` hits what is near, `steady` weighs, `careful` also looks after itself."""

from __future__ import annotations

from typing import Final

from quintain.engine.tactic import CAREFUL, RECKLESS
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, best_swings
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.conditions import wound_id
from quintain.systems.tiers.estimates import expected_damage, is_too_tough, most_damage
from quintain.systems.tiers.legality import why_not_walk
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.situation import in_melee
from quintain.systems.tiers.tactics_attacks import Pick, best_attack
from quintain.systems.tiers.tactics_careful import HEAL_EDGE
from quintain.systems.tiers.tactics_moves import best_move, shooting_range
from quintain.systems.tiers.targets import why_not_target

FIRST: Final = {v.STUNNED: 0, v.INCAPACITATED: 1, v.DOMINATED: 2, v.SLOWED: 3}
"""Wounds that take turns away, the worst first."""
MERE: Final = 3.0
"""What an attack without damage must be worth to be preferred to coming nearer."""
def choose_act(battle: TiersBattle, actor: Creature, level: int) -> Act:
    """What to do next on this turn."""
    battle.weigh(actor)
    try:
        return _choose_act(battle, actor, level)
    finally:
        battle.weighed()


def _choose_act(battle: TiersBattle, actor: Creature, level: int) -> Act:
    enemies = foes(battle, actor)
    if not enemies or actor.has(v.INCAPACITATED):
        return Act("stop")
    if actor.acts_left() <= 0:
        if actor.has_lost_act() and actor.free_stress() >= 2 and not actor.has(v.STUNNED):
            return Act("slowed") if best_attack(battle, actor, enemies, level).value > 0 else Act("stop")
        return Act("stop")
    if actor.has(v.STUNNED) and actor.free_stress() <= 3:
        return Act("stop")
    help_first = best_help(battle, actor, level) if level > RECKLESS else Pick()
    if help_first.value > 0:
        return help_first.act
    if actor.has(v.DOWNED) and (actor.acts_left() > 1 or not in_melee(battle, actor)):
        return Act("stand")
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
    return act.what == "power" and act.power >= 0 and actor.sheet.powers[act.power].damage == v.NO_DAMAGE


def foes(battle: TiersBattle, actor: Creature) -> list[Creature]:
    """Enemies that are up and not hidden."""
    return [one for one in battle.creatures if one.status == v.UP and battle.hostile(actor, one) and not one.hidden]


# -- helping --------------------------------------------------------------------------------------------------------


def best_help(battle: TiersBattle, actor: Creature, level: int) -> Pick:
    """Healing where somebody lies or is about to."""
    pick = Pick()
    edge = HEAL_EDGE if level == CAREFUL else 0.3
    for place, power in enumerate(actor.sheet.powers):
        if power.form not in (v.HEAL, v.SALVE) or not actor.may_use(place) or actor.free_stress() < power.stress:
            continue
        for other in battle.creatures:
            if not other.is_present() or battle.hostile(actor, other) or battle.feet(actor, other) > power.within:
                continue
            if power.form == v.HEAL and other is actor:
                continue
            if other.status == v.UNCONSCIOUS or other.hp <= edge * other.max_hp:
                urgency = 2.0 if other.status == v.UNCONSCIOUS else 1.0 - other.hp / other.max_hp
                pick.offer(Act("power", "recover" if power.form == v.SALVE else "", other.id, power=place), urgency)
    return pick


# -- going somewhere ------------------------------------------------------------------------------------------------


def best_other(battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> Act:
    """Nothing to attack from here: draw a weapon, come nearer, or do something useful."""
    draw = to_draw(actor)
    if draw:
        return Act("ready", draw)
    if actor.has(v.DOWNED):
        return Act("stand")
    if not why_not_walk(actor):
        act = best_move(battle, actor, enemies, level)
        if act is not None:
            return act
    for place, power in enumerate(actor.sheet.powers):
        if power.form != v.HIDE or level == RECKLESS or actor.free_stress() < power.stress + 3 or in_melee(battle, actor):
            continue
        if any(battle.feet(actor, enemy) > 5 for enemy in enemies):
            return Act("power", power=place)
    if level > RECKLESS:
        effect = worst_wound(actor)
        if effect is not None:
            return Act("resist", wound_id(effect))
    return Act("stop")


def to_draw(actor: Creature) -> str:
    """A weapon to draw when no weapon is in hand."""
    if any(item.die for item in actor.held) or any(power.form == v.ATTACK and not power.react for power in actor.sheet.powers):
        return ""
    for item in actor.readied:
        if item.die:
            return item.id
    return ""


# -- other choices --------------------------------------------------------------------------------------------------


def worst_wound(creature: Creature) -> Effect | None:
    """The wound to shake off first: what takes turns away, then the largest die, then the rest."""
    best: Effect | None = None
    best_rank = 99
    for effect in creature.wounds:
        if effect.trait:
            continue
        rank = FIRST.get(effect.kind, 20)
        if effect.kind in v.TICKING:
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
    return any(power.form == v.SALVE and creature.may_use(place) for place, power in enumerate(creature.sheet.powers))


def _finishes_by_power(battle: TiersBattle, creature: Creature, enemies: list[Creature]) -> bool:
    """The same with a power that needs no weapon and is aimed at one."""
    for power in creature.sheet.powers:
        if power.form != v.ATTACK or power.react or power.damage != v.POWER_DAMAGE or power.square or power.burst or power.uses:
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
        if is_too_tough(enemy, most):
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
        if item.melee:
            attack = Attack(creature, item, None, best_swings(creature, item)[0], v.MELEE)
        else:
            attack = Attack(creature, item, None, v.HUNT, v.RANGED)
        if _finishes_with(battle, attack, enemies):
            return True
    return False


def rank_in_group(battle: TiersBattle, creature: Creature) -> int:
    """Who goes first: healers while somebody lies, then those who hamper, then shooters, then the rest."""
    heals = any(power.form in (v.HEAL, v.SALVE) for power in creature.sheet.powers)
    if heals and any(other.status == v.UNCONSCIOUS and other.side == creature.side for other in battle.creatures):
        return 0
    if creature.sheet.controls:
        return 1
    return 2 if shooting_range(creature) else 3
