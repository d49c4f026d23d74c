"""Kinds of values that content files share, and what makes no sense in a row although each of its fields may be written so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Field

from quintain.systems.clash.file_words import short_name

if TYPE_CHECKING:
    from quintain.systems.clash.fields_files import AbilityModel, AttackModel, CombatantModel, FeatModel, HazardModel

Attribute = Literal["might", "finesse", "wits", "spirit"]
Feet = Annotated[float, Field(ge=-100_000, le=100_000)]
Point = Annotated[list[Feet], Field(min_length=2, max_length=2)]
Size = Annotated[list[Annotated[float, Field(gt=0, le=100_000)]], Field(min_length=2, max_length=2)]
Bounds = Annotated[list[int], Field(min_length=2, max_length=2)]
Rounds = Annotated[int, Field(ge=1, le=99)]
Durability = Literal["unbreakable", "peon", "grunt"] | Annotated[int, Field(ge=1, le=1000)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
State = Literal["active", "incapacitated", "defeated", "dead", "gone"]


def dice_text(value: str) -> str:
    if not re.match(r"^(\d{1,2})d6$", value):
        raise ValueError(f"damage is given as a number of d6, such as 2d6, not {value!r}")
    return value


Dice = Annotated[str, AfterValidator(dice_text)]


def attack_has_range(attack: AttackModel) -> None:
    if attack.kind == "melee" and attack.range is not None:
        raise ValueError("a melee attack has no range: it reaches the own zone")


def ability_makes_sense(ability: AbilityModel) -> None:
    if (ability.base == "improvise") != (ability.targets == "ally_in_zone"):
        raise ValueError("targets: ally_in_zone goes with base: improvise, and attacks with the other targets")
    if ability.base == "improvise" and ability.heal < 1:
        raise ValueError("what is improvised for an ally heals: give heal, a number of d6")
    if short_name(ability.id, ability.name) in ("", "surge"):
        raise ValueError(f"{ability.name!r} gives no short name that declarations can use: give an id other than surge")


def abilities_differ(rows: list[AbilityModel]) -> list[AbilityModel]:
    names = [short_name(row.id, row.name) for row in rows]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two abilities have the short name {name!r}: give each an id of its own")
    return rows


def can_use_abilities(block: CombatantModel) -> None:
    for row in block.abilities:
        if row.base == "move_to_attack" and block.attack.kind == "ranged":
            raise ValueError(f"{row.name} rides on Move to Attack, which is for melee attacks only")


def hazard_strikes_fully(hazard: HazardModel) -> None:
    if hazard.full == "0d6" and hazard.glancing != "0d6":
        raise ValueError("a hazard with dice of a Glancing Hit has some of a Full Hit too")


def feat_has_goal(feat: FeatModel) -> None:
    if feat.kind == "effort" and feat.goal < 1:
        raise ValueError("a feat of effort needs a goal of at least 1")
