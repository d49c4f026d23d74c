"""What a record file may say. The rules decide whether it fits; this decides whether it can be read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class EntryModel(Strict):
    """One line of a record."""

    do: Literal["answer", "roll", "rule", "go", "withdrawn", "fresh", "undone", "hold", "seed"] = Field(description="what was done")
    at: str = Field("", description="at which question or roll, as about:who#n")
    value: str = Field("", description="the option taken, the dice thrown, the ruling made, or what was taken back")
    faces: list[int] = Field(default_factory=list, description="the faces of a roll, in the order in which they fell")
    args: dict[str, Any] = Field(default_factory=dict, description="what a ruling was given")
    by: str = Field("", description="a seat, gm, seed, script, order, engine, or tactic:NAME")


class FurtherSeedModel(Strict):
    """A seed that dice came from after an earlier one had been shown."""

    value: str = Field(min_length=1, description="the seed itself")
    salt: str = Field("", description="what was hashed with it")


class SeedModel(Strict):
    """Where the dice come from."""

    algorithm: str = Field(description="how faces are drawn from the seed")
    hash: str = Field(description="what was shown before the fight, to check the seed against")
    value: str = Field(min_length=1, description="the seed itself; keep it secret while the fight goes on")
    salt: str = Field("", description="what was hashed with it, so that it cannot be found by trying")
    fresh: int = Field(0, ge=0, le=1_000_000, description="how often other dice were wanted so far, taken back or not")
    shown: int = Field(0, ge=0, description="how many of the seeds have been shown")
    more: list[FurtherSeedModel] = Field(default_factory=list, description="further seeds, for going on after one was shown")


class AutomationModel(Strict):
    """What goes on without asking, as the engine's `Automation` keeps it."""

    auto: dict[str, str] = Field(default_factory=dict, description="tactic by combatant, controller or side")
    # A tuple is a list in JSON and YAML, which strict reading would not take for one.
    orders: list[Annotated[tuple[str, str, str], Field(strict=False)]] = Field(
        default_factory=list, description="standing orders: who, about what, and always, never, ask or an option"
    )
    typed: list[str] = Field(default_factory=list, description="whose dice are typed in")
    hold: bool = Field(False, description="whether results are held for the GM")
    level: Literal["board", "assist", "enforce"] = Field("enforce", description="how much the software insists on the rules")
    declarations: Literal["open", "secret"] = Field("open", description="whether the party hears what its players declare")
    resting: int = Field(0, ge=0, description="how long the record was when automatic play came to rest; 0 for not so")


class RecordModel(Strict):
    """A fight, so that it can be replayed bit for bit."""

    quintain: Literal[1] = Field(description="the version of this format")
    system: str = Field(description="the rule system")
    rules: str = Field(description="the version of its rules the record was made with")
    seed: SeedModel = Field(description="where the dice come from")
    script: list[int] = Field(default_factory=list, description="faces that were set beforehand and are still to be thrown")
    house: AutomationModel = Field(default_factory=lambda: AutomationModel.model_validate({}), description="how the table plays")
    encounter: dict[str, Any] = Field(description="what the fight started from, with every stat block written out")
    entries: list[EntryModel] = Field(description="what was done, in order")
