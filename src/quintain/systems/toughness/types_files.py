"""The kinds of values that content files share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quintain.engine.files import Row
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.fields import INFLICTED

Spot = Annotated[list[int], Field(min_length=2, max_length=2)]
Turns = Annotated[int, Field(ge=0, le=1000)]
MOST_SQUARES = 10_000
MOST_PLACES = 900
"""So many places of a turn order fit into a round of the clock."""
Rounds = Annotated[int, Field(ge=0, le=100_000)]
Clock = Rounds | Annotated[list[Rounds], Field(min_length=2, max_length=2)]
"""Rounds until something ends, or those and the place in the turn order at which it does."""
Bounds = Annotated[list[Annotated[int, Field(ge=-1000, le=1000)]], Field(min_length=2, max_length=2)]
Crit = Annotated[int, Field(ge=0, le=1000)]
Figure = Annotated[int, Field(ge=-1000, le=1000)]
Ability = Annotated[int, Field(ge=-5, le=10)]
State = Literal[INFLICTED]  # type: ignore[valid-type]
Save = Literal["fort", "ref", "will"]
Harm = Literal["lethal", "subdual"]


class AbilitiesModel(Row):
    """The value is the modifier."""

    str_: Ability = Field(0, alias="str", description="Strength")
    dex: Ability = Field(0, description="Dexterity")
    con: Ability = Field(0, description="Constitution")
    int_: Ability = Field(0, alias="int", description="Intelligence")
    wis: Ability = Field(0, description="Wisdom")
    cha: Ability = Field(0, description="Charisma")


class RoleModel(Row):
    role: Literal["warrior", "expert", "adept"] = Field(description="which role")
    level: int = Field(1, ge=1, le=20, description="level in it")
    good_save: Save | None = Field(None, description="its good save; usually fort, ref, will in that order of roles")


class FeatModel(Row):
    slot: Literal[v.SLOTS] = Field(description="which score it adds to")  # type: ignore[valid-type]
    amount: Figure = Field(description="by how much")
    label: str = Field("", description="what it is called")


def one_warrior() -> list[RoleModel]:
    return [RoleModel.model_validate({"role": "warrior"})]


def no_abilities() -> AbilitiesModel:
    return AbilitiesModel.model_validate({})


class ModifierModel(Row):
    """Something the GM has given to a combatant."""

    slot: Literal[v.SLOTS] = Field(description="which score it adds to")  # type: ignore[valid-type]
    amount: Figure = Field(description="by how much")
    until: Clock | None = Field(None, description="how long it still lasts; until it is lifted where left out")
    once: bool = Field(False, description="for one roll only?")
