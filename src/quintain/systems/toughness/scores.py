"""Roles, sizes and the base figures that follow from them (TO-27, TO-28, TO-33, TO-39, TO-42, TO-43)."""

from __future__ import annotations

from typing import Final

WARRIOR: Final = "warrior"
EXPERT: Final = "expert"
ADEPT: Final = "adept"

FORT: Final = "fort"
REF: Final = "ref"
WILL: Final = "will"
SAVES: Final = (FORT, REF, WILL)

USUAL_GOOD_SAVE: Final[dict[str, str]] = {WARRIOR: FORT, EXPERT: REF, ADEPT: WILL}

SIZES: Final = ("tiny", "small", "medium", "large", "huge")
SIZE_IN_ATTACK_AND_DEFENSE: Final[dict[str, int]] = {"tiny": 2, "small": 1, "medium": 0, "large": -1, "huge": -2}
SIZE_IN_GRAPPLE: Final[dict[str, int]] = {"tiny": -8, "small": -4, "medium": 0, "large": 4, "huge": 8}
SIZE_IN_TOUGHNESS: Final[dict[str, int]] = {"tiny": -2, "small": -1, "medium": 0, "large": 2, "huge": 4}


class Role:
    """One role of a combatant, with its level and the save it is good at."""

    def __init__(self, name: str, level: int, good_save: str) -> None:
        self.name: Final[str] = name
        self.level: Final[int] = level
        self.good_save: Final[str] = good_save


def role_combat_bonus(role: str, level: int) -> int:
    """TO-27: what a role of this level adds to the Base Combat Bonus."""
    if role == WARRIOR:
        return level
    if role == EXPERT:
        return 3 * level // 4
    return level // 2


def base_combat_bonus(roles: list[Role]) -> int:
    """TO-28: the bonuses of all roles, each rounded down first."""
    return sum([role_combat_bonus(role.name, role.level) for role in roles])


def role_base_save(role: Role, save: str) -> int:
    """TO-42: the role's good save, or one of its two others."""
    if save == role.good_save:
        return 2 + role.level // 2
    return role.level // 3


def base_save(roles: list[Role], save: str) -> int:
    """TO-43: all roles add up; outside the core role a good save counts 2 lower, never below 0."""
    total = role_base_save(roles[0], save)
    for role in roles[1:]:
        share = role_base_save(role, save)
        total += max(0, share - 2) if save == role.good_save else share
    return total


def character_level(roles: list[Role]) -> int:
    return sum([role.level for role in roles])


def feat_total(feats: list[tuple[str, int, str]], slot: str) -> int:
    """TO-44: the plain sum of whatever is filed in a slot."""
    total = 0
    for filed, amount, _label in feats:
        if filed == slot:
            total += amount
    return total


def usual_conviction(roles: list[Role]) -> int:
    """A hero's Conviction: 3 at level 1 and one more at every odd level after it."""
    return 3 + (character_level(roles) - 1) // 2


def range_penalty(distance_ft: int, increment_ft: int) -> int:
    """TO-33: nothing within the first increment, 2 for every further one begun."""
    if distance_ft <= increment_ft:
        return 0
    return 2 * ((distance_ft - 1) // increment_ft)
