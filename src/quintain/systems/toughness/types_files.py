"""The kinds of values that content files share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from quintain.systems.toughness.vocabulary import SLOTS
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
ID = r"^[\w-]+$"


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ModifierModel(Row):
    """Something the GM has given to a combatant."""

    slot: Literal[SLOTS] = Field(description="which score it adds to")  # type: ignore[valid-type]
    amount: Figure = Field(description="by how much")
    until: Clock | None = Field(None, description="how long it still lasts; until it is lifted where left out")
    once: bool = Field(False, description="for one roll only?")
