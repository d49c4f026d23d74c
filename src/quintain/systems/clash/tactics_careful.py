"""The careful tactic: what an action wins against what it lets come back, by the scores of those who say that they attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.scores import DEFENDING_MISSES_BY, MISSES_BY, bonus_of, npc_base, result
from quintain.systems.clash.sheet import ClashBattle

if TYPE_CHECKING:
    from quintain.systems.clash.actions import Declare

FULL_DAMAGE: Final = 7.0
GLANCING_DAMAGE: Final = 3.5
WORTH_OF_HEALTH: Final = 0.6
"""How much a point of the own Health counts against a point dealt."""
COST_OF_FALLING: Final = 9.0
WORTH_OF_A_PEON: Final = 6.0
WORTH_OF_A_GRUNT: Final = 8.0
HEALED: Final = 3.5


def weighed(battle: ClashBattle, question: Declare, attack: Declaration) -> Declaration:
    """The attack the steady tactic would make, unless shelter is worth more."""
    at = question.at
    unit = battle.unit(at)
    if unit.takes() != v.HEALTH or not attack.attacks():
        return attack
    threats = threats_to(battle, at)
    best = attack
    most = gain(battle, at, attack) - loss(battle, at, attack, threats, 0.0)
    for action in (v.DEFEND, v.RECOVER):
        if action == v.RECOVER and (unit.surges == 0 or unit.health > unit.max_health - 4):
            continue
        option = Declaration(battle.names, action)
        value = -loss(battle, at, option, threats, HEALED if action == v.RECOVER else 0.0)
        if action == v.RECOVER:
            value += HEALED * WORTH_OF_HEALTH
        if value > most:
            best = option
            most = value
    return best


def threats_to(battle: ClashBattle, at: int) -> list[int]:
    """The scores of those who say that they attack this unit."""
    found: list[int] = []
    unit = battle.unit(at)
    for other, them in enumerate(battle.crew):
        stated = battle.turn(other).stated
        if stated is None or them.is_player() or not stated.attacks() or not unit.knows(them):
            continue
        swept = stated.aim == v.NOBODY and battle.together(them.place(), unit.place())
        if stated.aim == at or swept:
            found.append(npc_base(battle, other)[1])
    return found


def gain(battle: ClashBattle, at: int, attack: Declaration) -> float:
    """What the attack takes from the enemy, on average over the d20."""
    if attack.aim < 0 or battle.unit(attack.aim).is_player():
        return WORTH_OF_A_GRUNT
    target = battle.unit(attack.aim)
    needed = npc_base(battle, attack.aim)[1] - bonus_of(battle, at, attack)
    bands = [result(face, needed, MISSES_BY) for face in range(1, 21)]
    full, glancing = bands.count(v.FULL) / 20.0, bands.count(v.GLANCING) / 20.0
    if target.unit_class == v.PEON:
        return (full + glancing) * WORTH_OF_A_PEON
    if target.unit_class == v.GRUNT:
        return full * WORTH_OF_A_GRUNT + glancing * WORTH_OF_A_GRUNT * (1.0 if target.marks == 1 else 0.5)
    return full * FULL_DAMAGE + glancing * GLANCING_DAMAGE


def loss(battle: ClashBattle, at: int, option: Declaration, threats: list[int], healed: float) -> float:
    """What comes back: Health lost on average, and the likelihood of falling, over the d20."""
    if not threats:
        return 0.0
    bonus = bonus_of(battle, at, option)
    misses_by = DEFENDING_MISSES_BY if option.action == v.DEFEND else MISSES_BY
    health = battle.unit(at).health + healed
    total = 0.0
    for face in range(1, 21):
        damage = 0.0
        for attack in threats:
            band = result(attack, face + bonus, misses_by)
            damage += FULL_DAMAGE if band == v.FULL else GLANCING_DAMAGE if band == v.GLANCING else 0.0
        falls = min(1.0, max(0.0, (damage - 0.5 * health) / health))
        total += min(damage, health) * WORTH_OF_HEALTH + falls * COST_OF_FALLING
    return total / 20.0


