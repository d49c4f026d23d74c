"""What a blow is worth to a careful fighter: every state it may bring, weighed by its chance. Plain arithmetic, no dice."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness.acts import LETHAL_INTENT, SUBDUAL_INTENT, Act
from quintain.systems.toughness.blocks import AREA_POWER, ATTACK_POWER, SAVE_POWER, Power, Weapon
from quintain.systems.toughness.conditions import BEYOND, FIRST, FOURTH, SECOND, THIRD, climbed_lethal, climbed_subdual
from quintain.systems.toughness.defense import (
    attack_bonus,
    better_guard,
    damage_bonus,
    defense,
    save_bonus,
    threat_of,
    toughness,
)
from quintain.systems.toughness.moves import clear_line, why_out_of_reach
from quintain.systems.toughness.powers import caught
from quintain.systems.toughness.sheet import Fighter, Fray

WORTH: Final = (0, 10, 40, 90, 160, 170)
"""How much a careful fighter wants each degree marked, beyond included: only the order of magnitude matters."""
RISK_PER_POINT: Final = 2
"""What a point of its own Defense is worth against each foe in reach, on the scale of WORTH."""


def needed_face(fray: Fray, fighter: Fighter, target: Fighter, weapon: Weapon, lethal: bool) -> int:
    """The face that hits."""
    guard = better_guard(fray, target, weapon)
    needed = defense(fray, target, fighter, weapon, guard) - attack_bonus(fray, fighter, target, weapon, lethal)
    return max(2, min(20, needed))


def harm_worth(fray: Fray, target: Fighter, bonus: int, lethal: bool) -> int:
    """Twenty times what a Toughness save against this damage bonus is worth on average."""
    needed = 15 + bonus - toughness(fray, target, lethal)
    total = 0
    for face in range(1, 21):
        missed = needed - face
        if missed < 1:
            break
        if target.block.minion:
            total += WORTH[FOURTH]
            continue
        degree = FIRST if missed < 5 or face == 20 else SECOND if missed < 10 else THIRD if missed < 15 else FOURTH
        total += worth_of(target, degree, lethal)
    return total


def worth_of(target: Fighter, degree: int, lethal: bool) -> int:
    """The worse of the two states it would bring, climbing included; a turn that is owed already is not owed twice."""
    reached = climbed_subdual(target, degree)
    if lethal:
        reached = max(reached, climbed_lethal(target, degree))
    if reached == SECOND and target.owes:
        return WORTH[FIRST] + 10
    return WORTH[min(BEYOND, reached)]


def strike_worth(fray: Fray, fighter: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int) -> int:
    """Four hundred times the average worth of an attack, threats included."""
    needed = max(2, needed_face(fray, fighter, target, weapon, lethal) - extra)
    hits = 21 - needed
    plain = harm_worth(fray, target, damage_bonus(fray, fighter, weapon, False), lethal)
    threats = 21 - max(needed, threat_of(fray, fighter, target, weapon))
    if threats <= 0:
        return hits * plain
    critical = harm_worth(fray, target, damage_bonus(fray, fighter, weapon, True), lethal)
    return hits * plain + threats * (critical - plain) * hits // 20


def foes_in_reach(fray: Fray, fighter: Fighter) -> int:
    count = 0
    for foe in fray.foes_of(fighter):
        if foe.able and fray.feet(fighter, foe) <= 10:
            count += 1
    return count


def best_strike(fray: Fray, fighter: Fighter, foes: list[Fighter]) -> Act | None:
    """The attack or power that promises most from here, all out where that pays; None where nothing reaches."""
    best: Act | None = None
    most = 0
    risk = RISK_PER_POINT * 400 * foes_in_reach(fray, fighter) // 4
    free = fray.moves_used == 0 and not (fray.switches.single_when_impaired and (fighter.staggered or fighter.disabled))
    for weapon in fighter.ready_weapons():
        lethal = weapon.lethal and not fighter.block.captures
        intent = LETHAL_INTENT if lethal else SUBDUAL_INTENT
        for foe in foes:
            if why_out_of_reach(fray, fighter, foe, weapon):
                continue
            for extra in (0, 2, 4) if free else (0,):
                worth = strike_worth(fray, fighter, foe, weapon, lethal, extra) - extra * risk
                if best is None or worth > most:
                    most = worth
                    kind = "fullout" if extra else "attack"
                    best = Act(kind, foe.id, weapon.key, intent, extra)
    for number, power in enumerate(fighter.block.powers):
        if power.uses >= 0 and fighter.used[number] >= power.uses:
            continue
        for foe in foes:
            worth = power_worth(fray, fighter, power, foe)
            if worth > most or (best is None and worth > 0):
                most = worth
                best = power_act(fray, power, foe)
    return best


def power_act(fray: Fray, power: Power, foe: Fighter) -> Act:
    if power.kind == AREA_POWER:
        return Act("power", tool=power.key, cell=foe.cell, spot=fray.ground.spot(foe.cell))
    return Act("power", foe.id, power.key)


def power_worth(fray: Fray, fighter: Fighter, power: Power, foe: Fighter) -> int:
    """Four hundred times the average worth of a power on this foe (or around it); 0 where it does not reach."""
    if fray.feet(fighter, foe) > power.range_ft or not clear_line(fray, fighter, foe):
        return 0
    if power.kind == ATTACK_POWER:
        return strike_worth(fray, fighter, foe, power.weapon, power.lethal, 0)
    difficulty = fighter.block.power_difficulty(power)
    if power.kind == SAVE_POWER:
        worth = WORTH[FIRST] if foe.owes else WORTH[SECOND]
        return 20 * worth * failures(fray, foe, power.save, difficulty)
    if power.kind == AREA_POWER:
        total = 0
        for id in caught(fray, foe.cell, power.radius_ft):
            one = fray.here(id)
            failed = failures(fray, one, power.save, difficulty)
            whole = harm_worth(fray, one, power.damage, power.lethal)
            half = 0 if power.negates else harm_worth(fray, one, power.damage // 2, power.lethal)
            share = failed * whole + (20 - failed) * half
            if one.side == fighter.side:
                total -= 2 * share
            elif one.able:
                total += share
        return total
    return 0


def failures(fray: Fray, foe: Fighter, save: str, difficulty: int) -> int:
    """How many of the twenty faces fail this save."""
    return max(0, min(19, difficulty - save_bonus(fray, foe, save) - 1))


