"""What a content file may say, and how it becomes sheets."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, Field, field_validator, model_validator

from quintain.engine import Malformed, within
from quintain.engine.files import (
    ForceModel,
    Options,
    Row,
    block_named,
    checked_options,
    options_schema,
    row_from,
    shipped_blocks,
)
from quintain.systems.toughness.fields_files import BlockFields, HazardFields, PowerFields, StateFields, WeaponFields
from quintain.systems.toughness.ground import TERRAINS
from quintain.systems.toughness.switches import DECLARED
from quintain.systems.toughness.types_files import (
    MOST_PLACES,
    MOST_SQUARES,
    Bounds,
    Figure,
    Spot,
)

# -- stat blocks ---------------------------------------------------------------------------------------------------


class WeaponModel(WeaponFields):
    @model_validator(mode="after")
    def has_range(self) -> WeaponModel:
        self.key = self.key or slug(self.name)
        if self.key in OWN_KEYS:
            raise ValueError(f"{self.name} needs another key: {' and '.join(OWN_KEYS)} are bare hands and taking hold")
        if self.form in ("thrown", "missile") and self.increment_ft < 5:
            raise ValueError(f"{self.name} is {self.form} and needs an increment_ft of 5 or more")
        return self


class PowerModel(PowerFields):
    @model_validator(mode="after")
    def is_whole(self) -> PowerModel:
        self.key = self.key or slug(self.name)
        if self.kind == "save" and (self.save is None or self.state is None):
            raise ValueError(f"{self.name} is a save power and needs save and state")
        if self.kind == "area" and self.save is None:
            raise ValueError(f"{self.name} is an area power and needs a save")
        return self


OWN_KEYS = ("bare", "hold")
"""Names of attacks that everybody has."""


class BlockModel(BlockFields):
    """A stat block."""

    name: str = Field(min_length=1, description="what such a combatant is called")
    note: str = Field("", description="a line about it")
    weapons: list[WeaponModel] = Field([], description="weapons; the first is in hand at the start")
    powers: list[PowerModel] = Field([], description="supernatural powers")
    conviction: int | None = Field(None, ge=0, le=1000, description="Conviction; heroes have 3 and one more at each odd level")

    @model_validator(mode="after")
    def keys_differ(self) -> BlockModel:
        for what, keys in (("weapons", [one.key for one in self.weapons]), ("powers", [one.key for one in self.powers])):
            twice = [key for number, key in enumerate(keys) if key in keys[:number]]
            if twice:
                raise ValueError(f"two {what} of {self.name} have the key {twice[0]!r}: give each one of its own")
        return self


# -- encounters ----------------------------------------------------------------------------------------------------


class StateModel(StateFields):
    """Marks and circumstances a combatant starts with. Of timed marks: the rounds each still runs."""

    learned: dict[str, Bounds] = Field({}, description="what players have learned of its secret figures: lowest and highest of each")


class CombatantModel(Row):
    use: str | None = Field(None, description="the name of a stat block")
    block: BlockModel | None = Field(None, description="or the stat block itself")
    id: str = Field("", pattern=r"^[\w-]*$", description="short name for commands; the block's where left out")
    name: str = Field("", description="what it is called in this fight")
    side: str = Field(min_length=1, description="heroes, or any other side; different sides are foes")
    controller: str = Field("", description="gm, players, or a seat; players for heroes where left out")
    at: Spot = Field(description="the square it stands on: column and row, counted from 0")
    conviction: int | None = Field(None, ge=0, le=1000, description="Conviction in this fight")
    surprised: bool = Field(False, description="surprised: no turn in round 1, no Dodge or Parry until the first turn")
    hidden: bool = Field(False, description="known to the GM only")
    initiative: Figure | None = Field(None, description="initiative, where it is not rolled")
    captures: bool | None = Field(None, description="wants prisoners in this fight")
    flees: bool | None = Field(None, description="makes for an exit once Wounded")
    state: StateModel = Field(default_factory=lambda: StateModel.model_validate({}), description="what it starts with")


class HazardModel(HazardFields):
    sign: str = Field("", max_length=1, description="or: every square with this sign on the map")


class GateModel(Row):
    round: int = Field(ge=1, description="the round in which it opens")
    at: Spot = Field(description="the square that becomes an exit")


class EncounterModel(Row):
    """An encounter."""

    system: Literal["toughness"] = Field(description="toughness")
    name: str = Field(min_length=1, description="title")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: Options = Field({}, description="the book's switches", json_schema_extra=options_schema(DECLARED))
    map: list[str] = Field(min_length=1, description="rows of squares: " + ", ".join(f"{s} {t.name}" for s, t in TERRAINS.items()))
    exits: list[Spot] = Field([], description="further squares that are exits")
    shut: list[Spot] = Field([], description="exits of the map that are shut")
    gates: list[GateModel] = Field([], description="exits that open later")
    hazards: list[HazardModel] = Field([], description="dangerous squares")
    blocks: dict[str, BlockModel] = Field({}, description="stat blocks of this encounter")
    combatants: list[CombatantModel] = Field(min_length=1, description="who takes part, in roster order")
    round: int = Field(0, ge=0, le=1_000_000, description="the round in which a written-out fight goes on; 0 for a fresh one")
    reached: int = Field(0, ge=0, le=MOST_PLACES, description="the place of the turn order that a written-out fight had reached")
    between_turns: bool = Field(False, description="a turn has just ended, so that whoever waits may step in?")
    forbidden: dict[str, str] = Field({}, description="options the GM forbids, as about:who:option, with the reason")
    forces: list[ForceModel] = Field([], description="dice the GM has fixed in advance")

    @field_validator("map")
    @classmethod
    def known_signs(cls, rows: list[str]) -> list[str]:
        for row in rows:
            for sign in row:
                if sign not in TERRAINS:
                    raise ValueError(f"{sign!r} is no sign of the map: there are {' '.join(TERRAINS)}")
        if not any(rows):
            raise ValueError("the map has no square")
        if len(rows) * max(len(row) for row in rows) > MOST_SQUARES:
            raise ValueError(f"the map is larger than {MOST_SQUARES:,} squares")
        return rows

    @field_validator("options", mode="before")
    @classmethod
    def known_switches(cls, said: object) -> object:
        return checked_options(DECLARED, said)


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterModel, "combatant": BlockModel}


def encounter(data: dict[str, object], blocks: dict[str, dict[str, object]]) -> dict[str, object]:
    """The encounter with every stat block written out; itself a valid encounter."""
    model = EncounterModel.model_validate(data)
    taken: set[str] = set()
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            row.block = block_of(row, model.blocks, blocks)
            row.id = row.id or slug(row.use or row.block.name)
            row.use = None
            if row.id in taken:
                raise Malformed(f"two combatants are called {row.id!r}: give each an id of its own.", ("id",))
            taken.add(row.id)
    model.blocks = {}
    resolved: dict[str, object] = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return resolved


def slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-") or "nameless"


def block_of(row: CombatantModel, own: dict[str, BlockModel], shipped: dict[str, dict[str, object]]) -> BlockModel:
    return row.block or block_named(row.use, row.id or row.name, BlockModel, own, shipped)


def newcomer(data: dict[str, object]) -> CombatantModel:
    """A combatant from what the GM gave; a Refusal says what is wrong with it."""
    row = row_from(CombatantModel, data, "the combatant")
    row.block = block_of(row, {}, shipped_blocks(__package__))
    row.id = row.id or slug(row.use or row.block.name)
    return row
