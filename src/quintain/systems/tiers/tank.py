"""Things that can be attacked: the tank of a battlefield that has one. A thing cannot dodge, so its Defenses are 6 (as TI-104);
nothing but damage does anything to it, and a hit of 10 or more bursts it."""

from __future__ import annotations

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import TANK
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.stat_block import Power, Sheet
from quintain.systems.tiers.targets import attack_of, why_out_of_reach


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


def why_not_smash(battle: TiersBattle, actor: Creature, act: Act) -> str:
    """The reach and the line to the tank; what may be done with the weapon or the power is asked before."""
    thing = tank_for(battle, actor)
    if thing is None:
        return "there is no tank to burst"
    return why_out_of_reach(battle, attack_of(actor, act), thing)
