"""What a blow is worth to a careful fighter: every state it may bring, weighed by its chance. Plain arithmetic, no dice."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness.acts import LETHAL_INTENT, Act
from quintain.systems.toughness.blocks import SAVE_POWER, Power, Weapon
from quintain.systems.toughness.conditions import (
    BEYOND,
    FIRST,
    FOURTH,
    LETHAL,
    SECOND,
    SUBDUAL,
    THIRD,
    climbed_lethal,
    climbed_subdual,
)
from quintain.systems.toughness.defense import (
    attack_bonus,
    better_guard,
    damage_bonus,
    defense,
    save_bonus,
    threat_of,
    toughness,
)
from quintain.systems.toughness.moves import clear_line
from quintain.systems.toughness.sheet import Fighter, Fray

WORTH: Final = (0, 10, 40, 90, 160, 170)
"""How much a careful fighter wants each degree marked, beyond included: only the order of magnitude matters."""
RISK_PER_POINT: Final = 300
"""What a point of its own Defense is worth against each foe near by, on the scale of `strike_worth`."""


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


def weighed(fray: Fray, fighter: Fighter, act: Act | None, foes: list[Fighter]) -> Act | None:
    """A careful second look at a blow: all out by as much as pays, or a power that takes a foe's turn where that is worth more."""
    worth = 0
    if act is not None and act.kind in ("attack", "fullout"):
        weapon = fighter.block.weapon_named(act.tool)
        if weapon is None:
            return act
        target, lethal = fray.here(act.whom), act.intent == LETHAL_INTENT
        worth = strike_worth(fray, fighter, target, weapon, lethal, 0)
        extra = 0
        if may_go_all_out(fray, fighter):
            risk = RISK_PER_POINT * foes_in_reach(fray, fighter)
            for more in range(1, 6):
                promised = strike_worth(fray, fighter, target, weapon, lethal, more) - more * risk
                if promised > worth:
                    worth, extra = promised, more
        act = Act("fullout" if extra else "attack", act.whom, act.tool, act.intent, extra)
    elif act is not None:
        return act
    for number, power in enumerate(fighter.block.powers):
        if power.kind != SAVE_POWER or (power.uses >= 0 and fighter.used[number] >= power.uses):
            continue
        for foe in foes:
            promised = save_power_worth(fray, fighter, power, foe)
            if promised > worth:
                worth, act = promised, Act("power", foe.id, power.key)
    return act


def may_go_all_out(fray: Fray, fighter: Fighter) -> bool:
    impaired = fray.switches.single_when_impaired and (fighter.staggered or fighter.disabled)
    return fray.moves_used == 0 and not impaired


def save_power_worth(fray: Fray, fighter: Fighter, power: Power, foe: Fighter) -> int:
    """Four hundred times what its state is worth, by the chance that the save fails; 0 where it does not reach."""
    if fray.feet(fighter, foe) > power.range_ft or not clear_line(fray, fighter, foe) or foe.owes:
        return 0
    degree = SUBDUAL.index(power.state) if power.state in SUBDUAL else LETHAL.index(power.state)
    return 20 * worth_of(foe, degree, power.state in LETHAL) * failures(fray, foe, power.save, fighter.block.power_difficulty(power))


def failures(fray: Fray, foe: Fighter, save: str, difficulty: int) -> int:
    """How many of the twenty faces fail this save."""
    return max(0, min(19, difficulty - save_bonus(fray, foe, save) - 1))
