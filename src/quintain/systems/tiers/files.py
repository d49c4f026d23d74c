"""What a content file may say: stat blocks and encounters of this system, checked before they become sheets."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, ValidationError, field_validator, model_validator

from quintain.engine.files import Options, Row, checked_options, options_schema
from quintain.engine.refusal import Malformed
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battlefield import TERRAINS
from quintain.systems.tiers.building import items_from
from quintain.systems.tiers.checks_files import Sense
from quintain.systems.tiers.fields_files import (
    ClockModel,
    CombatantModel,
    FighterModel,
    GoalModel,
    ItemModel,
    StateModel,
    WaveModel,
    WoundModel,
)
from quintain.systems.tiers.switches import DECLARED


class MapModel(Row):
    """The battlefield, in squares of 5 feet."""

    width: int = Field(20, ge=1, le=200, description="Squares across, where no rows are drawn")
    height: int = Field(12, ge=1, le=200, description="Squares down, where no rows are drawn")
    rows: list[str] = Field(default_factory=list, description="One character per square")
    legend: dict[str, list[str]] = Field(default_factory=dict, description="What each character means: terrain tags")
    hazard: WoundModel | None = Field(None, description="What hazard squares inflict")

    @model_validator(mode="after")
    def _even(self) -> MapModel:
        if self.rows and len({len(row) for row in self.rows}) != 1:
            raise ValueError("all rows of a map are of one length")
        for tags in self.legend.values():
            for tag in tags:
                if tag not in TERRAINS:
                    raise ValueError(f"there is no terrain called {tag!r}: there are {', '.join(TERRAINS)}")
        for row in self.rows:
            for sign in row:
                if sign not in self.legend and sign != ".":
                    raise ValueError(f"the map shows {sign!r}, which the legend does not explain")
                if self.hazard is None and "hazard" in self.legend.get(sign, []):
                    raise ValueError("the map has hazards: say under hazard what they inflict")
        if self.rows and not self.rows[0]:
            raise ValueError("a map has at least one square")
        return self


class LyingModel(Row):
    """A thing on the ground."""

    at: tuple[int, int] = Field(description="Column and row")
    item: ItemModel = Field(description="What lies there")
    of: str = Field("", description="Id of whoever let go of it out of sight: players see it once they see who that is")


class PairModel(Row):
    """The GM's word on a pair."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    who: int = Field(ge=0, description="Place in the list of combatants")
    to: int = Field(ge=0, description="In respect of whom, by place in the list")
    what: Literal["concealed", "sheltered", "hidden", "flanking"] = Field(description="What is said")
    is_so: Literal["yes", "no"] = Field(alias="is", description="Whether it is so")


class WordsModel(Row):
    """What the GM has said and still holds."""

    pairs: list[PairModel] = Field(default_factory=list, description="Cover, hiding and flanking of pairs")
    senses: dict[str, list[Sense]] = Field(default_factory=dict, description="What weapons, powers and tasks involve, by name")
    lessen: Literal["avoid", "lower"] | None = Field(None, description="Resisted and soaked wounds")
    resist_base: Literal[5, 10, 15] = Field(10, description="Number against wounds, before Tier")


class EncounterModel(Row):
    """What a fight starts from."""

    system: Literal["tiers"] = Field(description="The rule system")
    name: str = Field(description="Title")
    summary: str = Field("", description="One sentence for the list of encounters")
    options: Options = Field({}, description="The book's switches", json_schema_extra=options_schema(DECLARED))
    map: MapModel = Field(default_factory=lambda: MapModel.model_validate({}), description="The battlefield")
    encounter_tier: int = Field(0, ge=0, le=6, description="Tier of skill objectives; 0 for the highest PC's")
    blocks: dict[str, CombatantModel] = Field(default_factory=dict, description="Stat blocks of this encounter")
    combatants: list[FighterModel] = Field(min_length=1, description="Who takes part")
    goals: list[GoalModel] = Field(default_factory=list, description="Other ways to decide it")
    waves: list[WaveModel] = Field(default_factory=list, description="Newcomers")
    clocks: list[ClockModel] = Field(default_factory=list, description="Skill objectives")
    ground: list[LyingModel] = Field(default_factory=list, description="Things that lie about")
    words: WordsModel = Field(default_factory=lambda: WordsModel.model_validate({}), description="What the GM has said and holds")
    state: StateModel | None = Field(None, description="Where a fight under way stands; left out, it has not begun")

    @field_validator("options", mode="before")
    @classmethod
    def known_switches(cls, said: object) -> object:
        return checked_options(DECLARED, said)

    @model_validator(mode="after")
    def _fits_together(self) -> EncounterModel:
        sides = {fighter.side for fighter in self.combatants}
        sides |= {fighter.side for wave in self.waves for fighter in wave.combatants}
        for goal in self.goals:
            if goal.side not in sides:
                raise ValueError(f"a goal is about the side {goal.side!r}: there are {', '.join(sorted(sides))}")
        names = [clock.name for clock in self.clocks]
        if len(set(names)) != len(names):
            raise ValueError("two clocks have the same name")
        for wave in self.waves:
            if wave.until and wave.until not in names:
                raise ValueError(f"a wave comes until the clock {wave.until!r} is full, and there is no such clock")
        return self


MODELS = {"encounter": EncounterModel, "combatant": CombatantModel}


def encounter(data: dict[str, Any], blocks: dict[str, Any]) -> dict[str, object]:
    """A checked encounter with every stat block written out, as plain data that is itself a valid encounter."""
    model = EncounterModel.model_validate(data)
    plain = model.model_dump(exclude_none=True, exclude_defaults=True, mode="json", by_alias=True)
    plain["system"] = "tiers"
    own = {name: block.model_dump(exclude_none=True, exclude_defaults=True, mode="json") for name, block in model.blocks.items()}
    known = {**blocks, **own}
    taken: set[str] = set()
    plain["combatants"] = [_resolved(one, known, taken) for one in plain["combatants"]]
    for wave in plain.get("waves", []):
        wave["combatants"] = [_resolved(one, known, set()) for one in wave["combatants"]]
    plain.pop("blocks", None)
    return plain


def _resolved(fighter: dict[str, Any], blocks: dict[str, Any], taken: set[str]) -> dict[str, Any]:
    """A fighter with its block in place and an id of its own."""
    use = fighter.pop("use", None)
    if use is not None:
        if use not in blocks:
            raise ValueError(f"there is no stat block called {use!r}: there are {', '.join(sorted(blocks))}")
        given = CombatantModel.model_validate(blocks[use])
        fighter["block"] = given.model_dump(exclude_none=True, exclude_defaults=True, mode="json")
    elif "block" not in fighter:
        raise ValueError("a combatant uses a stat block, or has one written out")
    _check_start(fighter)
    wanted = fighter.get("id") or use or fighter["block"]["name"].lower().replace(" ", "-")
    id, more = wanted, 2
    while id in taken:
        id, more = f"{wanted}-{more}", more + 1
    taken.add(id)
    fighter["id"] = id
    fighter.setdefault("name", fighter["block"]["name"] if id == wanted else f"{fighter['block']['name']} {more - 1}")
    fighter.setdefault("controller", "gm")
    return fighter


def _check_start(fighter: dict[str, Any]) -> None:
    """What a fighter starts with must be on its sheet."""
    block = fighter["block"]
    name = fighter.get("name") or block["name"]
    uses = fighter.get("uses")
    powers = block.get("powers", [])
    if uses is not None and (len(uses) != len(powers) or min(uses, default=0) < 0):
        raise ValueError(f"{name} has {len(powers)} powers: uses lists what is left of each, 0 or more")
    if fighter.get("hp") == 0 and fighter.get("status", "up") == "up":
        raise ValueError(f"{name} has 0 HP and cannot be up: say status unconscious or dead")
    if fighter.get("status") == "unconscious" and fighter.get("hp", 1) != 0:
        raise ValueError(f"{name} is unconscious, which is at 0 HP: set hp to 0")
    if "held" in fighter:
        items = {item.id: item for item in items_from(block)}
        unknown = [id for id in fighter["held"] if id not in items]
        if unknown:
            raise ValueError(f"{name} cannot hold {unknown[0]!r}: there are {', '.join(items) or 'no items'}")
        if sum(items[id].hands for id in set(fighter["held"]) if not items[id].tags & v.NATURAL) > 2:
            raise ValueError(f"{name} has two hands, which is not enough for {', '.join(fighter['held'])}")


def newcomer(data: dict[str, Any]) -> dict[str, Any]:
    """Data of somebody who joins in mid-fight, checked."""
    try:
        model = FighterModel.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Malformed(f"the stat block does not fit: {where}: {first['msg']}.") from None
    if model.block is None:
        raise Malformed("a newcomer comes with a stat block written out under block.")
    return _resolved(model.model_dump(exclude_none=True, exclude_defaults=True, mode="json"), {}, set())


