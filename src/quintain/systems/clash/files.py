"""What a content file may say (pydantic, not compiled) and how it becomes sheets."""

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
from quintain.systems.clash.checks_files import Size
from quintain.systems.clash.fields_files import (
    CombatantModel,
    EdgeModel,
    FeatModel,
    HazardModel,
    ObjectModel,
    PlacedModel,
    TimerModel,
    ZoneModel,
)
from quintain.systems.clash.switches import DECLARED


class GoalModel(Row):
    feat: str | None = Field(None, description="ends the fight when this feat is done")
    object: str | None = Field(None, description="ends the fight when this object leaves the map")
    unit: str | None = Field(None, description="ends the fight when this unit is down")
    result: str = Field("victory", description="how it ends")
    winner: str = Field("", description="the side that wins")

    @model_validator(mode="after")
    def names_one(self) -> GoalModel:
        if sum(part is not None for part in (self.feat, self.object, self.unit)) != 1:
            raise ValueError("a goal names one of feat, object or unit")
        return self


class EncounterModel(Row):
    system: Literal["clash"] = Field(description="the rule system")
    name: str = Field(description="what it is called")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: Options = Field({}, description="the book's switches", json_schema_extra=options_schema(DECLARED))
    party: str = Field("party", description="the side whose wins count")
    challenge_score: int | None = Field(None, ge=-50, le=99, description="the map's CS; default 14")
    size: Size | None = Field(None, description="maps in feet: width and height")
    zones: list[ZoneModel] = Field([], description="the zones")
    edges: list[EdgeModel | list[str]] = Field([], description="pairs of adjacent zones")
    objects: list[ObjectModel] = Field([], description="objects")
    hazards: list[HazardModel] = Field([], description="hazards")
    feats: list[FeatModel] = Field([], description="feats of skill and effort")
    timers: list[TimerModel] = Field([], description="timers")
    goals: list[GoalModel] = Field([], description="what ends it early")
    blocks: dict[str, CombatantModel] = Field({}, description="stat blocks of this encounter's own")
    combatants: list[PlacedModel] = Field(min_length=1, description="who takes part")
    round: int = Field(0, ge=0, description="rounds already fought")
    lone: bool = Field(False, description="did it begin with one side only?")
    checks: dict[str, int] = Field({}, description="the GM's modifiers of checks: feat:ID, object:ID, zone:ID, edge:A-B, revive:ID")
    forbidden: dict[str, str] = Field({}, description="what the GM forbids, as about:who:option, with the reason")
    forces: list[ForceModel] = Field([], description="coming rolls that the GM has fixed")
    waved: list[str] = Field([], description="what the GM lets pass although the rules would not, as ID:DECLARATION")

    @field_validator("options", mode="before")
    @classmethod
    def known_switches(cls, said: object) -> object:
        return checked_options(DECLARED, said)


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterModel, "combatant": CombatantModel}


# -- from files to plain data ----------------------------------------


def encounter(data: dict[str, object], blocks: dict[str, dict[str, object]]) -> dict[str, object]:
    """The encounter with every stat block written out; itself a valid encounter."""
    model = EncounterModel.model_validate(data)
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            fill(row, model.blocks, blocks)
    model.blocks = {}
    resolved: dict[str, object] = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    resolved["system"] = "clash"
    return resolved


def fill(row: PlacedModel, own: dict[str, CombatantModel], shipped: dict[str, dict[str, object]]) -> None:
    """Write the stat block out, and give the row its id."""
    row.block = row.block or block_named(row.use, row.id or row.name or "", CombatantModel, own, shipped)
    row.use = None
    row.id = row.id or re.sub(r"[^a-z0-9]+", "-", (row.name or row.block.name).lower()).strip("-")
    if not row.id:
        raise Malformed(f"{row.name or row.block.name!r} gives no short name: add an id of small letters and digits.")


def newcomer(data: dict[str, object]) -> PlacedModel:
    """A combatant from what the GM gave; a Refusal says what is wrong with it."""
    row = row_from(PlacedModel, data, "the combatant")
    fill(row, {}, shipped_blocks(__package__))
    return row
