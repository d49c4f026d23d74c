"""What an encounter file may say."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from quintain.engine.files import block_named


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BlockModel(Row):
    name: str = Field("", description="what it is called")
    skill: int = Field(0, ge=-10, le=10, description="added to the d20")
    hp: int = Field(6, ge=1, le=99, description="hit points at most")


class CombatantModel(Row):
    use: str | None = Field(None, description="the stat block to use")
    block: BlockModel = Field(BlockModel.model_construct(), description="or its figures, written out")
    id: str = Field("", description="short name; default: the block's")
    name: str = Field("", description="name; default: the block's")
    side: str = Field("enemies", description="whose side it is on")
    controller: str = Field("gm", description="gm, players, or a seat's name")
    hidden: bool = Field(False, description="only the GM knows that it is there")
    hp: int | None = Field(None, ge=0, le=99, description="hit points now")


class EncounterModel(Row):
    system: str = Field("brawl", description="brawl")
    name: str = Field("", description="title")
    summary: str = Field("", description="one sentence for the list of encounters")
    blocks: dict[str, BlockModel] = Field({}, description="stat blocks of its own")
    round: int = Field(0, ge=0, description="of a fight in progress: the round")
    turn: int = Field(0, ge=0, description="of a fight in progress: whose turn comes next")
    combatants: list[CombatantModel] = Field(description="who fights")


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterModel, "combatant": BlockModel}


def encounter(data: dict[str, object], blocks: dict[str, dict[str, object]]) -> dict[str, object]:
    """The encounter with every stat block written out: plain data that is itself a valid encounter."""
    model = EncounterModel.model_validate(data)
    for row in model.combatants:
        if row.use:
            row.block = block_named(row.use, row.id, BlockModel, model.blocks, blocks)
        row.id = row.id or row.use or row.block.name.lower()
        row.use = None
    return {**model.model_dump(mode="json", exclude={"blocks"}), "system": "brawl"}
