"""What a content file may say, and how it becomes plain data that `build` turns into a fight."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from quintain.engine import Malformed, within
from quintain.engine.files import Options, Row, block_named, checked_options, options_schema, row_from, shipped_blocks
from quintain.engine.room import ground_too_large
from quintain.systems.riposte.checks_files import Place, Stance
from quintain.systems.riposte.fields_files import (
    BlockModel,
    CombatantModel,
    GoalModel,
    ProgressModel,
    TaskModel,
    ThingModel,
)
from quintain.systems.riposte.ground import Ground
from quintain.systems.riposte.layout import lay_out
from quintain.systems.riposte.switches import DECLARED, Switches


class StanceModel(Row):
    between: Annotated[list[str], Field(min_length=2, max_length=2)] = Field(description="two sides")
    is_: Stance = Field(alias="is", description="how they stand to each other")


class SquareModel(Row):
    """A square that a letter of the map cannot say."""

    at: Place = Field(description="[column, row]")
    terrain: Literal["Basic", "Light", "Medium", "Heavy", "Difficult"] = Field("Basic", description="the ground, under a blocker too")
    cost: int | None = Field(None, ge=1, le=999, description="what entering Difficult ground costs")
    blocker: Literal["none", "object", "wall"] = Field("none", description="what stands there")
    roofed: bool = Field(False, description="whether a wall there stops fliers too")


class BoxModel(Row):
    from_: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(alias="from", description="one corner [column, row]")
    to: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(description="the opposite corner")


class EncounterModel(Row):
    """An encounter of riposte."""

    system: Literal["riposte"] = Field(description="riposte")
    name: str = Field(min_length=1, description="what it is called")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: Options = Field({}, description="the book's switches", json_schema_extra=options_schema(DECLARED))
    mode: Literal["grid", "zones"] = Field("grid", description="squares or zones")
    map: list[str] = Field(
        [], description="one line per row: . Basic, l Light, m Medium, H Heavy, 1-9 Difficult, # wall, R roofed wall, o object"
    )
    squares: list[SquareModel] = Field([], description="squares that need more than a letter")
    zones: list[str] = Field([], description="names of the zones")
    links: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field([], description="pairs of linked zones")
    zone_terrain: dict[str, Literal["Light", "Medium", "Heavy"]] = Field({}, description="zones that give cover")
    exits: list[Place] = Field([], description="squares or zones by which one can leave")
    box: BoxModel | list[Place] = Field([], description="deployment box: two corners, or a list of squares or zones")
    no_hover: list[Place] = Field([], description="squares over which nobody may hover")
    teams: list[str] = Field([], description="enemy teams in the order in which they act")
    stances: list[StanceModel] = Field([], description="stances that differ from the default")
    objectives: list[GoalModel] = Field([], description="the heroes' goals; default: rout")
    objects: list[ThingModel] = Field([], description="things that can be used")
    tasks: list[TaskModel] = Field([], description="tasks and checks that are open")
    more_to_come: bool = Field(False, description="the GM announces or hides enemies still to come")
    blocks: dict[str, BlockModel] = Field({}, description="stat blocks of this file, by name")
    combatants: list[CombatantModel] = Field(min_length=1, max_length=250, description="everybody in the fight")
    state: ProgressModel | None = Field(None, description="in the middle of a fight only")

    @field_validator("map", mode="before")
    @classmethod
    def rows(cls, value: object) -> object:
        return value.split() if isinstance(value, str) else value

    @field_validator("options", mode="before")
    @classmethod
    def known_switches(cls, said: object) -> object:
        return checked_options(DECLARED, said)

    @model_validator(mode="after")
    def has_a_map(self) -> EncounterModel:
        for field in ("zones", "links", "zone_terrain") if self.mode == "grid" else ("map", "squares", "no_hover"):
            if getattr(self, field):
                kind = "on squares" if self.mode == "grid" else "in zones"
                sentence = f"a fight {kind} (mode: {self.mode}) has no {field}; leave it out, or change the mode"
                raise PydanticCustomError("mode", "{sentence}", {"sentence": sentence, "path": [field]})
        if self.mode == "grid" and not self.map:
            raise ValueError("a fight on squares needs a map: one line of letters for each row")
        if self.mode == "zones" and not self.zones:
            raise ValueError("a fight in zones needs zones: a list of names")
        return self


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterModel, "combatant": BlockModel}


def encounter(data: dict[str, object], blocks: dict[str, dict[str, object]]) -> dict[str, object]:
    """The encounter with every stat block and weapon written out; itself a valid encounter."""
    model = EncounterModel.model_validate(data)
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            row.block = block_of(row, model.blocks, blocks)
        row.use = None
        row.id = row.id or short_name(row.block.name)
    model.blocks = {}
    resolved: dict[str, object] = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return resolved


def short_name(name: str) -> str:
    """An id from a name: its first word, letters and digits of it."""
    first = name.lower().split()[:1]
    return re.sub(r"[^\w-]", "", first[0] if first else "") or "nameless"


def block_of(row: CombatantModel, own: dict[str, BlockModel], shipped: dict[str, dict[str, object]]) -> BlockModel:
    return row.block or block_named(row.use, row.id or row.name, BlockModel, own, shipped)


def newcomer(data: dict[str, object]) -> CombatantModel:
    """A combatant from what the GM gave; a Refusal says what is wrong with it."""
    row = row_from(CombatantModel, data, "the combatant")
    row.block = block_of(row, {}, shipped_blocks(__package__))
    row.id = row.id or short_name(row.block.name)
    return row


def drawn(data: dict[str, object], switches: Switches) -> Ground:
    """The ground that the fields of an encounter describe, as the GM gave them; a Refusal says what is wrong with it."""
    for _, what in ground_too_large(data):
        raise Malformed(f"{what}.")
    somebody = {"block": {"name": "Nobody", "hp": 1}, "side": "heroes"}
    whole = {"system": "riposte", "name": "new ground", "combatants": [somebody], **data}
    return lay_out(row_from(EncounterModel, whole, "the ground"), switches)
