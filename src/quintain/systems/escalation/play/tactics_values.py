"""What the machine thinks a blow, a target or a helping hand is worth. Reads figures, lists nothing.

Worth is counted in thousandths of an enemy's threat: dealing half of what a foe has left is worth half of its threat.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.tactic import CAREFUL
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.figures import defence_against, hp_of, resists_at
from quintain.systems.escalation.rules.positions import members
from quintain.systems.escalation.rules.sheet import DYING, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.terms import bonus_against, own_bonus
from quintain.systems.escalation.traits import bonuses

THIRD: Final = 333


def hit_faces(battle: Skirmish, user: Fighter, power: Power, target: Fighter, own: int) -> int:
    """On how many of twenty faces it hits; `own` is what its user adds whoever it goes at."""
    faces = 21 - (defence_against(battle, target, power, user) - bonus_against(battle, user, power, target, own))
    return 1 if faces < 1 else min(faces, 19)


def worth(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> int:
    """What a use of this power on one target is worth."""
    return worth_of(battle, user, power, target, own_bonus(battle, user, power))


def worth_of(battle: Skirmish, user: Fighter, power: Power, target: Fighter, own: int) -> int:
    """Expected harm as a share of what the target has left, times its threat; conditions by what they take away.

    Whoever can do no harm is still worth felling when nobody else is left: the fight does not end before.
    """
    faces = 20
    if power.rolls:
        faces = hit_faces(battle, user, power, target, own)
    # twice the mean over twenty faces: forty times the expected damage; a crit counts once more, a fumble not at all
    forty = (faces + 1) * power.twice_mean_hit + max(0, 19 - faces) * power.twice_mean_miss
    if battle.any_bonus:
        forty = _with_standing(battle, user, power, target, forty, faces)
    if target.block.resist:
        needed = resists_at(target, power.spell, power.damage_type)
        if needed:
            forty = forty * (41 - needed) // 40
    if target.conditions & b.INVISIBLE and not user.block.sees_invisible:
        forty //= 2  # ES-108
        faces //= 2
    left = max(1, hp_of(battle, target)) * 40
    if target.mob >= 0:
        # damage spills over, but no mook is worth a power that is soon gone
        left = target.max_hp * 40
        if power.usage != b.AT_WILL and power.kind != b.CLOSE:
            forty = forty * 2 // 3
        return max(1, target.block.threat) * (1000 * forty // left)
    if forty > left:
        forty = left
    return max(1, target.block.threat) * (1000 * forty // left + power.control * faces // 2)


def _with_standing(battle: Skirmish, user: Fighter, power: Power, target: Fighter, forty: int, faces: int) -> int:
    """What standing rows of the two make of an expected damage."""
    forty += 2 * (faces + 1) * bonuses.figure(battle, user, b.ON_DAMAGE, power, target)
    found = bonuses.wards(battle, target, power, user, False)
    if not found:
        return max(0, forty)
    needed = bonuses.resists(found, power.damage_type)
    if needed:
        forty = forty * (41 - needed) // 40
    lost = (bonuses.misses_on(found) | bonuses.ignores_on(found)).bit_count()
    return max(0, forty * (20 - lost) // 20 * (20 - bonuses.miss_chance(battle, found)) // 20)


def own_price(battle: Skirmish, user: Fighter, power: Power) -> int:
    """What it costs its user to hurt itself by a power, in the same coin."""
    left = max(1, hp_of(battle, user)) * 2
    return user.block.threat * (1000 * min(power.price, left) // left)


def steps_away(battle: Skirmish, one: Fighter, other: Fighter) -> int:
    if one.zone == other.zone:
        return 0
    return battle.ground().zones.distance(one.zone, other.zone)


def danger(battle: Skirmish, user: Fighter, foes: int) -> int:
    """What opportunity attacks from these foes would cost, in the same coin."""
    cost = 0
    for foe in members(battle, foes):
        number = foe.block.basic_melee
        if user.block.bonuses and bonuses.slips(battle, user, b.SLIPS_ALL, foe):
            continue
        if number >= 0 and foe.state == UP and not user.block.draws_no_opportunity:
            cost += worth(battle, foe, foe.block.powers[number], user)
    return cost


def best_target(battle: Skirmish, user: Fighter, power: Power, legal: list[Fighter]) -> Fighter:
    """The target worth most; allies: whoever is hurt most."""
    best = legal[0]
    top = -1
    own = own_bonus(battle, user, power)
    for target in legal:
        if target.team == user.team:
            value = 1000 - hp_of(battle, target) * 1000 // target.max_hp
        else:
            value = worth_of(battle, user, power, target, own) if target.state == UP else 0
        if value > top:
            best, top = target, value
    return best


def best_run(battle: Skirmish, user: Fighter, power: Power, runs: list[list[Fighter]]) -> list[Fighter]:
    """The run of the line worth most."""
    best: list[Fighter] = runs[0] if runs else []
    top = -1
    own = own_bonus(battle, user, power)
    for run in runs:
        value = 0
        for target in run:
            value += worth_of(battle, user, power, target, own)
        if value > top:
            best, top = run, value
    return best


def best_shield(allies: list[Fighter]) -> Fighter | None:
    """Who is worth protecting: the one in the thick of it."""
    best: Fighter | None = None
    for ally in allies:
        if best is None or ally.max_hp > best.max_hp:
            best = ally
    return best


def needs_healing(ally: Fighter, level: int) -> int:
    """How badly an ally needs healing: 0 not at all; the dying most. The careful keep what heals for the dying and the nearly so."""
    if not ally.block.recovery_die or ally.conditions & b.NO_HEAL:
        return 0
    if ally.state == DYING:
        return 3000
    if ally.state == STABLE:
        return 2500
    share = ally.hp * 1000 // ally.max_hp
    return 2000 - share if share <= (250 if level == CAREFUL else THIRD) else 0


def prefers_range(fighter: Fighter) -> bool:
    return fighter.block.ranged_fighter
