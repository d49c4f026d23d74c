"""What an attack or a task can be aimed at: asked when it is chosen, and again before its dice are thrown (TI-58, TI-147)."""

from __future__ import annotations

from typing import Final

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, walled_off
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import TANK, feet_between
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sheet import Creature, Effect, Sheet
from quintain.systems.tiers.situation import has_line, hidden_from
from quintain.systems.tiers.stat_block import Power

ANYWHERE: Final = 100_000
"""Feet: the GM has accepted that it reaches."""


def attack_of(actor: Creature, act: Act) -> Attack:
    """The attack an option stands for, without its targets: with a weapon, or by a power of that form."""
    if act.power < 0:
        return Attack(actor, act.item, None, act.action, v.RANGED if act.detail else v.MELEE)
    power = actor.sheet.powers[act.power]
    return Attack(actor, act.item, power, power.action, power.kind)


def why_not_target(battle: TiersBattle, attack: Attack, target: Creature | None) -> str:
    """TI-58: present, in range, in line, not Hidden; an enemy (the dominated may be turned on anyone, themselves included)."""
    actor = attack.attacker
    if target is None or not target.is_present() or (target.hidden and target.side != actor.side):
        return "there is no such target"
    if target is actor:
        if not actor.has(v.DOMINATED):
            return "nobody attacks themselves"
        return ""
    if not battle.hostile(actor, target) and target.side == battle.side_of(actor):
        return f"{target.name} is no enemy"
    if hidden_from(battle, target, actor):
        return f"{target.name} is Hidden"
    return why_out_of_reach(battle, attack, target)


def why_out_of_reach(battle: TiersBattle, attack: Attack, target: Creature) -> str:
    """TI-58: range, and no wall between."""
    feet = battle.feet(attack.attacker, target)
    if feet > attack.farthest():
        return f"{target.name} is {feet}' away and the reach is {attack.farthest()}'"
    if not has_line(battle, attack.attacker, target):
        return f"a wall is between {attack.attacker.name} and {target.name}"
    return ""


# -- areas ----------------------------------------------------------------------------------------------------------


def burst_targets(battle: TiersBattle, actor: Creature, power: Power) -> list[Creature]:
    """Everybody a burst reaches, in roster order."""
    return [other for other in battle.creatures if in_burst(battle, actor, power, other)]


def in_burst(battle: TiersBattle, actor: Creature, power: Power, other: Creature) -> bool:
    if other is actor or not other.is_present() or battle.feet(actor, other) > power.burst:
        return False
    if power.spares_friends and not battle.hostile(actor, other):
        return False
    return has_line(battle, actor, other) and not _hidden_safe(battle, other, actor)


def area_targets(battle: TiersBattle, actor: Creature, power: Power, x: int, y: int) -> list[Creature]:
    """Everybody inside a square area, friend and foe, Hidden or not (TI-R28), whom no wall keeps from its centre."""
    return [other for other in battle.creatures if in_area(battle, actor, power, x, y, other)]


def in_area(battle: TiersBattle, actor: Creature, power: Power, x: int, y: int, other: Creature) -> bool:
    side, size = power.square // 5, other.sheet.size
    if other.x >= x + side or other.x + size <= x or other.y >= y + side or other.y + size <= y:
        return False
    return other.is_present() and not _hidden_safe(battle, other, actor) and not walled_off(battle, x, y, side, other)


def _hidden_safe(battle: TiersBattle, other: Creature, actor: Creature) -> bool:
    return battle.switches.hidden_vs_area == "immune" and hidden_from(battle, other, actor)


# -- things that can be attacked: a tank. It cannot dodge (Defenses 6, as TI-104), and nothing but damage does anything to it ---------


def tank_for(battle: TiersBattle, actor: Creature) -> Creature | None:
    """The tank as a target, at the square of it that is nearest to whoever attacks; None where there is none, or none any more."""
    if battle.tank_burst or not battle.map.has_tank:
        return None
    best, near = v.NONE, 100_000
    for cell, bits in enumerate(battle.map.terrain):
        if bits & TANK:
            feet = battle.map.feet(actor.x, actor.y, actor.sheet.size, cell % battle.map.width, cell // battle.map.width, 1)
            if feet < near:
                best, near = cell, feet
    thing = Creature("tank", "the tank", "", "gm", Sheet(), v.NONE)
    thing.sheet.living = False
    thing.x, thing.y = best % battle.map.width, best // battle.map.width
    thing.wounds = [Effect(v.INCAPACITATED, 5, trait=True)]
    thing.wound_bits = 1 << v.INCAPACITATED
    return thing


def is_aimed(power: Power) -> bool:
    return power.form == v.ATTACK and not power.react and not power.square and not power.burst and power.damage != v.NO_DAMAGE


# -- looked at again before the dice --------------------------------------------------------------------------------


def why_unable(battle: TiersBattle, creature: Creature) -> str:
    """Why it cannot go on with what it has begun: it is down, Incapacitated, or Stunned since (TI-104, TI-108); "" where it can."""
    if creature.status != v.UP:
        return f"{creature.name} is down" if creature.is_present() else f"{creature.name} is gone"
    if creature.wound_bits == 0 and not creature.surprised:
        return ""
    own_turn = battle.turn_of(creature)
    if creature.has(v.INCAPACITATED) and (own_turn or battle.switches.incapacitated_react == "no"):
        return f"{creature.name} is Incapacitated"
    if creature.has(v.STUNNED) and not (own_turn and battle.though_stunned):
        return f"{creature.name} is stunned"
    return f"{creature.name} is Surprised" if creature.surprised and not own_turn else ""


def why_not_strike(battle: TiersBattle, attack: Attack) -> str:
    """Why its maker cannot go on with an attack: unable to, or without the weapon."""
    item = attack.item
    if item is not None and item not in attack.attacker.held:
        return f"{attack.attacker.name} no longer holds {item.name}"
    return why_unable(battle, attack.attacker)


def why_not_aimed(battle: TiersBattle, attack: Attack, target: Creature) -> str:
    """Why an attack that was aimed at this target, or covered it, does not reach it any more."""
    if not target.is_present():
        return f"{target.name} is gone"
    if target.index < 0:
        return "the tank has burst" if battle.tank_burst else why_out_of_reach(battle, attack, target)
    power = attack.power
    if power is not None and power.within == ANYWHERE:
        return ""
    if power is not None and (power.square or power.burst):
        side = power.square // 5
        x, y = (attack.ox - side) // 2, (attack.oy - side) // 2
        inside = (
            in_area(battle, attack.attacker, power, x, y, target) if side else in_burst(battle, attack.attacker, power, target)
        )
        return "" if inside else f"{target.name} is out of it"
    return why_not_target(battle, attack, target)


# -- tasks ----------------------------------------------------------------------------------------------------------


def why_not_objective(battle: TiersBattle, actor: Creature, name: str, action: int) -> str:
    """TI-147."""
    clock = battle.clock(name)
    if clock is None or (clock.secret and actor.sheet.is_pc):
        return "there is no such objective"
    if clock.filled >= clock.size:
        return "it is done already"
    if clock.rounds and battle.round > clock.rounds:
        return "its time has run out"
    if action not in clock.actions:
        return "another Action is needed"
    away = clock.x >= 0 and feet_between(actor.x, actor.y, actor.sheet.size, clock.x, clock.y, 1) > 5
    return "one must stand beside it" if away else ""


def hide_from(battle: TiersBattle, actor: Creature) -> list[Creature]:
    """The enemies one could slip away from: up, not adjacent, with a line."""
    return [
        enemy
        for enemy in battle.creatures
        if enemy.status == v.UP
        and battle.hostile(actor, enemy)
        and battle.feet(actor, enemy) > 5
        and has_line(battle, actor, enemy)
    ]
