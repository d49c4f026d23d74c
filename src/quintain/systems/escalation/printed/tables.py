"""Figures of the book's tables: player numbers (ES-150 to ES-153), monster baselines (ES-172), the budget (ES-174)."""

from __future__ import annotations

from typing import Final, final

HP_FACTOR: Final = (3, 4, 5, 6, 8, 10, 12, 16, 20, 24)
POTION_DICE: Final = (1, 2, 3, 4)
POTION_CAP: Final = (30, 60, 100, 130)

# ES-172: attack, damage, hp, AC, better defence, lesser defence by level 0-10
BASELINE: Final = (
    (5, 4, 20, 16, 14, 10), (6, 5, 27, 17, 15, 11), (7, 7, 36, 18, 16, 12), (8, 10, 45, 19, 17, 13),
    (9, 14, 54, 20, 18, 14), (10, 18, 72, 21, 19, 15), (11, 21, 90, 22, 20, 16), (12, 28, 108, 23, 21, 17),
    (13, 38, 144, 24, 22, 18), (14, 50, 180, 25, 23, 19), (15, 58, 216, 26, 24, 20),
)
MOOK_HP: Final = (5, 7, 9, 11, 14, 18, 23, 27, 36, 45, 54)
MOOK_DAMAGE: Final = (3, 4, 5, 6, 7, 9, 12, 18, 23, 31, 37)

# ES-174 in fifths-free tenths, by level difference -2 to +4
BUDGET_TENTHS: Final = (5, 7, 10, 15, 20, 30, 40)


@final
class Chassis:
    """ES-153: what a class gives before scores and level."""

    def __init__(self, hp: int, ac: int, pd: int, md: int, die: int, melee: str, miss: bool, ranged_miss: bool) -> None:
        self.hp: int = hp
        self.ac: int = ac
        self.pd: int = pd
        self.md: int = md
        self.die: int = die
        self.melee: str = melee
        self.melee_miss: bool = miss
        self.ranged_miss: bool = ranged_miss
        self.recoveries: int = 8


def _chassis() -> dict[str, Chassis]:
    table = {
        "barbarian": Chassis(7, 12, 11, 10, 10, "str", True, False),
        "bard": Chassis(7, 12, 10, 11, 8, "str dex", True, False),
        "chaos mage": Chassis(6, 10, 10, 11, 6, "str", False, False),
        "cleric": Chassis(7, 14, 11, 11, 8, "str", True, False),
        "commander": Chassis(7, 12, 10, 12, 8, "str", True, False),
        "druid": Chassis(6, 10, 11, 11, 6, "str dex", True, False),
        "fighter": Chassis(8, 15, 10, 10, 10, "str", True, False),
        "monk": Chassis(7, 10, 11, 11, 8, "dex", True, False),
        "necromancer": Chassis(6, 10, 10, 11, 6, "str", False, False),
        "occultist": Chassis(6, 11, 10, 11, 6, "str", True, False),
        "paladin": Chassis(8, 16, 10, 12, 10, "str", True, False),
        "ranger": Chassis(7, 14, 11, 10, 8, "str dex", True, True),
        "rogue": Chassis(6, 12, 12, 10, 8, "dex", True, True),
        "sorcerer": Chassis(6, 10, 11, 10, 6, "str", True, False),
        "wizard": Chassis(6, 10, 10, 12, 6, "str", False, False),
    }
    table["fighter"].recoveries = 9
    return table


CHASSIS: Final = _chassis()


def ability_modifier(score: int) -> int:
    return (score - 10) // 2


def tier(level: int) -> int:
    """0 adventurer (to level 4), 1 champion (5-7), 2 epic (8 and up)."""
    return 0 if level < 5 else 1 if level < 8 else 2


def middle(a: int, b: int, c: int) -> int:
    return sorted([a, b, c])[1]


def hit_points(base: int, con_modifier: int, level: int) -> int:
    """ES-150: (base + CON modifier) x the factor of the level."""
    return (base + con_modifier) * HP_FACTOR[level - 1]


def defences(chassis: Chassis, mods: list[int], level: int, shield: bool) -> list[int]:
    """ES-152: base + the middle of three modifiers + level; mods in the order STR CON DEX INT WIS CHA."""
    return [
        chassis.ac + middle(mods[1], mods[2], mods[4]) + level + (1 if shield else 0),
        chassis.pd + middle(mods[0], mods[1], mods[2]) + level,
        chassis.md + middle(mods[3], mods[4], mods[5]) + level,
    ]


def unarmed_dice(level: int, odd_only_d3: bool = False) -> list[tuple[int, int]]:
    """ES-102: a d6 for every two levels, a d3 more at odd levels (R-47)."""
    groups: list[tuple[int, int]] = []
    if odd_only_d3 and level % 2:
        return [((level + 1) // 2, 3)]
    if level >= 2:
        groups.append((level // 2, 6))
    if level % 2:
        groups.append((1, 3))
    return groups


def monster_cost_tenths(level: int, category: str, party_level: int) -> int:
    """ES-174: what a monster counts in a budget, in tenths of a PC (mooks: rounded to a tenth)."""
    difference = level - party_level - tier(party_level)
    difference = -2 if difference < -2 else min(difference, 4)
    cost = BUDGET_TENTHS[difference + 2]
    if category == "mook":
        return (cost * 2 + 5) // 10
    if category in ("large", "double-strength"):
        return cost * 2
    if category in ("huge", "triple-strength"):
        return cost * 3
    if category == "weakling":
        return cost // 2
    if category == "elite":
        return cost * 3 // 2
    return cost


def baseline(level: int, category: str) -> tuple[int, int, int, int, int, int]:
    """ES-172: attack, damage, hp, AC, better and lesser defence of an ordinary monster of that level and category."""
    attack, damage, hp, ac, better, lesser = BASELINE[level]
    if category == "mook":
        return attack, MOOK_DAMAGE[level], MOOK_HP[level], ac, better, lesser
    times = 2 if category in ("large", "double-strength") else 3 if category in ("huge", "triple-strength") else 1
    return attack, damage * times, hp * times, ac, better, lesser
