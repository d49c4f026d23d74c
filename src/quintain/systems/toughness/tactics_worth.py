"""What a blow is worth to a careful fighter: every state it may bring, weighed by its chance. Plain arithmetic, no dice."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.conditions import climbed, degree_of
from quintain.systems.toughness.defense import (
    attack_bonus,
    better_guard,
    damage_bonus,
    defense,
    save_bonus,
    threat_of,
    toughness,
)
from quintain.systems.toughness.fields import LETHAL, SUBDUAL
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.legality import why_no_room
from quintain.systems.toughness.moves import clear_line, why_out_of_reach
from quintain.systems.toughness.sheet import Fighter, Fray

WORTH: Final = (0, 10, 40, 90, 160, 170)
"""How much a careful fighter wants each degree marked, beyond included: only the order of magnitude matters."""
LOST_TURN: Final = 20
"""A turn that is owed anyway, or being Dazed without a wound to go with it."""
RISK_PER_POINT: Final = 300
"""What a point of its own Defense is worth against each foe near by, on the scale of `Prospect.worth`."""


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
            total += WORTH[v.FOURTH]
            continue
        total += worth_of(target, degree_of(missed, face, False), lethal)
    return total


def worth_of(target: Fighter, degree: int, lethal: bool) -> int:
    """The worse of the two states it would bring, climbing included; a turn that is owed already is not owed twice."""
    reached = climbed(target, degree, False)
    if lethal:
        reached = max(reached, climbed(target, degree, True))
    if reached == v.SECOND and (target.owes or not lethal):
        return LOST_TURN
    return WORTH[min(v.BEYOND, reached)]


@final
class Prospect:
    """What an attack promises: the face it needs, and what a plain and a critical hit are worth (twenty times each)."""

    def __init__(self, fray: Fray, fighter: Fighter, target: Fighter, weapon: Weapon, lethal: bool) -> None:
        self.needed: Final[int] = needed_face(fray, fighter, target, weapon, lethal)
        self.threat: Final[int] = threat_of(fray, fighter, target, weapon)
        self.plain: Final[int] = harm_worth(fray, target, damage_bonus(fray, fighter, weapon, False), lethal)
        bonus = damage_bonus(fray, fighter, weapon, True)
        self.critical: Final[int] = harm_worth(fray, target, bonus, lethal) if self.threat <= 20 else self.plain

    def worth(self, extra: int) -> int:
        """Four hundred times the average worth of the attack with this much added to its die, threats included."""
        needed = max(2, self.needed - extra)
        hits = 21 - needed
        threats = max(0, 21 - max(needed, self.threat))
        return hits * self.plain + threats * (self.critical - self.plain) * hits // 20


def foes_in_reach(fray: Fray, fighter: Fighter) -> int:
    count = 0
    for foe in fray.foes_of(fighter):
        if foe.able and fray.feet(fighter, foe) <= 10:
            count += 1
    return count


def weighed(fray: Fray, fighter: Fighter, act: Act | None, foes: list[Fighter]) -> Act | None:
    """A careful second look: the foe, the manner and the means that promise most, all out by as much as pays.

    Areas that catch several and holds are left as they are.
    """
    if act is not None and (act.kind == "hold" or (act.kind == "power" and not act.whom)):
        return act
    best = act
    worth = 0
    weapon = weapon_at_hand(fighter)
    lethal = weapon.lethal and not fighter.block.captures
    risk = RISK_PER_POINT * foes_in_reach(fray, fighter) if why_no_room(fray, fighter, v.FULL) == "" else -1
    for foe in foes:
        if why_out_of_reach(fray, fighter, foe, weapon) == "":
            extra, promised = best_extra(fray, fighter, foe, weapon, lethal, risk)
            if promised > worth:
                intent = v.LETHAL_INTENT if lethal else v.SUBDUAL_INTENT
                worth, best = promised, Act("fullout" if extra else "attack", foe.id, weapon.key, intent, extra)
        for power in fighter.block.powers:
            promised = 0 if fighter.has_used_up(power) else power_worth(fray, fighter, power, foe)
            if promised > worth:
                worth, best = promised, Act("power", foe.id, power.key)
    return best


def weapon_at_hand(fighter: Fighter) -> Weapon:
    """What it shoots or strikes with."""
    in_hand = fighter.weapon_in_hand()
    return in_hand if in_hand is not None and in_hand.is_ranged else close_weapon(fighter)


def close_weapon(fighter: Fighter) -> Weapon:
    """What it fights with at close quarters: the first ready weapon that is not shot or thrown, else bare hands."""
    for weapon in fighter.block.weapons:
        if not weapon.is_ranged and fighter.wields(weapon):
            return weapon
    return BARE


def best_extra(fray: Fray, fighter: Fighter, foe: Fighter, weapon: Weapon, lethal: bool, risk: int) -> tuple[int, int]:
    """All out by how much, and what that promises; a negative risk means that it may not."""
    prospect = Prospect(fray, fighter, foe, weapon, lethal)
    best, worth = 0, prospect.worth(0)
    if risk >= 0:
        for more in range(1, 6):
            promised = prospect.worth(more) - more * risk
            if promised > worth:
                best, worth = more, promised
    return best, worth


def power_worth(fray: Fray, fighter: Fighter, power: Power, foe: Fighter) -> int:
    """What an attack or save power promises against this foe; 0 where it does not reach."""
    if power.kind != v.SAVE_POWER and power.kind != v.ATTACK_POWER:
        return 0
    if fray.feet(fighter, foe) > power.range_ft or not clear_line(fray, fighter, foe):
        return 0
    if power.kind == v.ATTACK_POWER:
        return Prospect(fray, fighter, foe, power.weapon, power.lethal).worth(0)
    return save_power_worth(fray, fighter, power, foe)


def save_power_worth(fray: Fray, fighter: Fighter, power: Power, foe: Fighter) -> int:
    """Four hundred times what its state is worth, by the chance that the save fails; 0 where a turn is owed already."""
    if foe.owes:
        return 0
    degree = v.FIRST  # of what stands on neither track
    if power.state in SUBDUAL:
        degree = SUBDUAL.index(power.state)
    elif power.state in LETHAL:
        degree = LETHAL.index(power.state)
    return 20 * worth_of(foe, degree, power.state in LETHAL) * failures(fray, foe, power.save, fighter.block.power_difficulty(power))


def failures(fray: Fray, foe: Fighter, save: str, difficulty: int) -> int:
    """How many of the twenty faces fail this save."""
    return max(0, min(19, difficulty - save_bonus(fray, foe, save) - 1))
