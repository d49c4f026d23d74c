"""What a content file may say (pydantic, not compiled) and how it becomes sheets."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from quintain.engine import Malformed, within
from quintain.engine.files import row_from, shipped_blocks
from quintain.systems.clash.switches import check_switch

Attribute = Literal["might", "finesse", "wits", "spirit"]
Feet = Annotated[float, Field(ge=-100_000, le=100_000)]
Point = Annotated[list[Feet], Field(min_length=2, max_length=2)]
Size = Annotated[list[Annotated[float, Field(gt=0, le=100_000)]], Field(min_length=2, max_length=2)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
State = Literal["active", "incapacitated", "defeated", "dead", "gone"]
DICE = re.compile(r"^(\d{1,2})d6$")


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


def dice_text(value: str) -> str:
    if not DICE.match(value):
        raise ValueError(f"damage is given as a number of d6, such as 2d6, not {value!r}")
    return value


class AttackModel(Row):
    name: str = Field("attack", description="what it is called")
    kind: Literal["melee", "ranged"] = Field("melee", description="melee reaches the own zone, ranged further")
    attribute: Attribute = Field("might", description="the attribute behind it")
    range: int | None = Field(None, ge=0, le=20, description="in zones, for ranged attacks; default 2")
    full: str = Field("2d6", description="dice of a Full Hit")
    glancing: str = Field("1d6", description="dice of a Glancing Hit")

    _dice = field_validator("full", "glancing")(dice_text)

    @model_validator(mode="after")
    def has_range(self) -> AttackModel:
        if self.kind == "melee" and self.range is not None:
            raise ValueError("a melee attack has no range: it reaches the own zone")
        return self


class AbilityModel(Row):
    name: str = Field(description="what it is called")
    id: Id | None = Field(None, description="short name in declarations; default: the name in small letters")
    cost: int = Field(0, ge=0, le=20, description="Ardor it costs")
    rhythm: Literal["", "even", "odd"] = Field("", description="the rounds in which it can be used")
    base: Literal["standing_attack", "move_to_attack", "move_and_attack", "improvise"] = Field(
        "standing_attack", description="the action it rides on: its bonus and movement apply"
    )
    targets: Literal["one", "all_enemies_in_strike_zone", "ally_in_zone"] = Field("one", description="whom it concerns")
    attribute: Attribute | None = Field(None, description="the attribute behind it, if not the weapon's")
    full: str = Field("2d6", description="dice of a Full Hit")
    glancing: str = Field("1d6", description="dice of a Glancing Hit")
    hinder: int = Field(0, ge=0, le=20, description="Full Hit: penalty on the target's next score")
    pin: bool = Field(False, description="Full Hit: the target cannot move next round")
    shift: int = Field(0, ge=0, le=1, description="Full Hit: the target is moved one zone")
    step: bool = Field(False, description="Full Hit: the attacker may move 1 afterwards")
    heal: int = Field(0, ge=0, le=10, description="d6 of Health for an ally; with an attack, for the attacker on a Full Hit")
    hint: Literal["", "foes", "melee_foes_elsewhere", "hurt_ally", "several", "always"] = Field(
        "", description="when automatic play uses it"
    )

    _dice = field_validator("full", "glancing")(dice_text)

    @model_validator(mode="after")
    def makes_sense(self) -> AbilityModel:
        if (self.base == "improvise") != (self.targets == "ally_in_zone"):
            raise ValueError("targets: ally_in_zone goes with base: improvise, and attacks with the other targets")
        if self.base == "improvise" and self.heal < 1:
            raise ValueError("what is improvised for an ally heals: give heal, a number of d6")
        if self.short_name() in ("", "surge"):
            raise ValueError(f"{self.name!r} gives no short name that declarations can use: give an id other than surge")
        return self

    def short_name(self) -> str:
        """How declarations name it."""
        return self.id or re.sub(r"[^a-z0-9]+", "-", self.name.lower().replace("'", "")).strip("-")


class CombatantModel(Row):
    """A stat block: a character, or an adversary."""

    name: str = Field(description="what it is called")
    summary: str = Field("", description="a line for the list")
    class_: Literal["pc", "peon", "grunt", "foe"] = Field("pc", alias="class", description="how it takes damage")
    might: int = Field(0, ge=-1, le=4, description="attribute")
    finesse: int = Field(0, ge=-1, le=4, description="attribute")
    wits: int = Field(0, ge=-1, le=4, description="attribute")
    spirit: int = Field(0, ge=-1, le=4, description="attribute")
    flat: int | None = Field(None, ge=-1, le=4, description="the one number with attribute_mode flat; default the weapon's attribute")
    health: int | None = Field(None, ge=1, le=1000, description="maximum Health; default for a pc 16 + 2 x Might")
    surges: int | None = Field(None, ge=0, le=50, description="Healing Surges; default for a pc 1 + Spirit")
    ardor: int | None = Field(None, ge=0, le=50, description="Ardor; default for a pc 2")
    action_score: int | None = Field(None, ge=-50, le=99, description="fixed score of an NPC; without one the CS counts")
    attack: AttackModel = Field(default_factory=lambda: AttackModel.model_validate({}), description="the basic attack")
    abilities: list[AbilityModel] = Field([], description="special abilities")
    role: Literal["", "guard", "skirmisher", "raider", "worker"] = Field("", description="how automatic play runs it")

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    @field_validator("abilities")
    @classmethod
    def differ(cls, rows: list[AbilityModel]) -> list[AbilityModel]:
        names = [row.short_name() for row in rows]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two abilities have the short name {name!r}: give each an id of its own")
        return rows

    @model_validator(mode="after")
    def can_use_them(self) -> CombatantModel:
        for row in self.abilities:
            if row.base == "move_to_attack" and self.attack.kind == "ranged":
                raise ValueError(f"{row.name} rides on Move to Attack, which is for melee attacks only")
        return self


class ModifierModel(Row):
    kind: Literal["score", "pin", "move"] = Field("score", description="what it changes")
    value: int = Field(0, ge=-99, le=99, description="by how much")
    reason: str = Field("", description="why")
    rounds: int = Field(1, ge=-1, le=99, description="how long; -1 until cleared")
    scope: str = Field("", description="an action, or feat:ID; nothing for all")
    source: str = Field("", description="the ability it comes from")


class PlacedModel(Row):
    """A combatant of an encounter: whose stat block, which side, who runs it, where it stands."""

    use: str | None = Field(None, description="the name of a stat block")
    block: CombatantModel | None = Field(None, description="a stat block written out")
    id: Id | None = Field(None, description="default: the first word of the name")
    name: str | None = Field(None, description="default: the block's")
    side: str = Field("party", pattern=r"\S", description="its side")
    controller: str = Field("", description="gm, players or a seat; default: players for pcs of the party, else gm")
    control: Literal["player", "gm"] | None = Field(None, description="player: rolls a d20; gm: has a fixed score")
    at: str | Point | None = Field(None, description="a zone, or [x, y] in feet")
    feet: Point | None = Field(None, description="mixed maps: where exactly in its fixed zone it stands; default at the anchor")
    ward: str = Field("", description="whom a guard covers, what a raider is after, on what a worker works")
    arrives: int = Field(0, ge=0, le=99, description="the round in which it comes; 0 from the start")
    hidden: bool = Field(False, description="known to the GM only")
    seems: str = Field("", description="what it seems to do in round 1, as a declaration")
    health: int | None = Field(None, ge=0, description="Health now; default full")
    marks: int | None = Field(None, ge=0, le=2, description="marks now; default all")
    surges: int | None = Field(None, ge=0, description="Surges now; default all")
    ardor: int | None = Field(None, ge=0, description="Ardor now; default all")
    action_score: int | None = Field(None, ge=-50, le=99, description="in place of the block's")
    state: State = Field("active", description="its state")
    prepared: bool = Field(False, description="has it prepared in the round before?")
    busy: int = Field(0, ge=0, le=99, description="rounds of work left on a waived feat")
    busy_on: str = Field("", description="that feat")
    falls: int = Field(0, ge=0, description="how often it fell")
    modifiers: list[ModifierModel] = Field([], description="modifiers on it")
    learned: dict[str, Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(
        {}, description="what everybody could work out so far: score, with the lowest and the highest it can be"
    )


class ZoneModel(Row):
    id: Id = Field(description="short name")
    name: str = Field("", description="default: the id")
    cs: int | None = Field(None, ge=-50, le=99, description="its own Challenge Score")
    anchor: Point | None = Field(None, description="mixed maps: its centre in feet")
    radius: float = Field(10.0, gt=0, description="mixed maps: in feet")
    outside: bool = Field(False, description="outside the map: whoever goes there is gone")
    modifiers: list[ModifierModel] = Field([], description="modifiers on everybody in it")


class EdgeModel(Row):
    between: list[str] = Field(min_length=2, max_length=2, description="the two zones")
    blocks_move: bool = Field(False, description="nobody gets through")
    blocks_sight: bool = Field(False, description="nobody sees through")
    needs_check: bool = Field(False, description="passing needs the mover's score to meet a CS")
    cs: int | None = Field(None, ge=-50, le=99, description="that CS; default the entered zone's, else the map's")


class ObjectModel(Row):
    id: Id = Field(description="short name")
    name: str = Field("", description="default: the id")
    at: str | Point = Field(description="a zone, or [x, y] in feet")
    feet: Point | None = Field(None, description="mixed maps: where exactly in its fixed zone it stands; default at the anchor")
    cs: int | None = Field(None, ge=-50, le=99, description="its own Challenge Score")
    secret_cs: bool = Field(False, description="is that the GM's alone?")
    durability: Literal["unbreakable", "peon", "grunt"] | Annotated[int, Field(ge=1, le=1000)] = Field(
        "unbreakable", description="or a Health number"
    )
    portable: bool = Field(False, description="can it be carried?")
    check: bool = Field(False, description="does handling it need a score that meets its CS?")
    gate: list[str] = Field([], max_length=2, description="working it shuts or opens the edge between these zones")
    text: str = Field("", description="what it is")
    hidden: bool = Field(False, description="known to the GM only")
    holder: str = Field("", description="who carries it")
    used_by: str = Field("", description="the side that has worked it")
    health: int | None = Field(None, ge=0, description="Health now")
    marks: int | None = Field(None, ge=0, le=2, description="marks now")
    state: State = Field("active", description="its state")


class HazardModel(Row):
    id: Id = Field(description="short name")
    name: str = Field("", description="default: the id")
    at: str | Point = Field(description="a zone, or [x, y] in feet")
    cs: int | None = Field(None, ge=-50, le=99, description="its own Challenge Score, the score it strikes with")
    secret_cs: bool = Field(False, description="is that the GM's alone?")
    full: str = Field("0d6", description="dice of a Full Hit; 0d6 where it only has to be met")
    glancing: str = Field("0d6", description="dice of a Glancing Hit")
    hidden: bool = Field(False, description="known to the GM only")
    state: State = Field("active", description="its state")

    _dice = field_validator("full", "glancing")(dice_text)

    @model_validator(mode="after")
    def strikes_fully(self) -> HazardModel:
        if self.full == "0d6" and self.glancing != "0d6":
            raise ValueError("a hazard with dice of a Glancing Hit has some of a Full Hit too")
        return self


class FeatModel(Row):
    id: Id = Field(description="short name")
    name: str = Field("", description="default: the id")
    kind: Literal["skill", "effort"] = Field("skill", description="pass or fail, or progress towards a goal")
    cs: int | None = Field(None, ge=-50, le=99, description="its Challenge Score; default the zone's, else the map's")
    goal: int = Field(0, ge=0, le=1000, description="effort: the progress needed")
    progress: int = Field(0, ge=0, le=9999, description="effort: the progress so far")
    done: bool = Field(False, description="done already?")
    partial: bool = Field(False, description="done in part?")
    closed: bool = Field(False, description="no further try?")
    hidden: bool = Field(False, description="known to the GM only")
    at: str | None = Field(None, description="the zone where it is worked on")
    attribute: Attribute | None = Field(None, description="the attribute behind it")
    who: list[str] = Field([], description="who may work on it; nobody named: anybody")
    needs: str = Field("", description="another feat that comes first")
    bonus: dict[str, int] = Field({}, description="the GM's modifier by unit")
    waived: dict[str, Annotated[int, Field(ge=1, le=99)]] = Field(
        {}, description="units that need no roll, and the rounds it takes them"
    )
    by: dict[str, int] = Field({}, description="progress by unit, where efforts are not shared")
    stops: str = Field("", description="the timer that stops when it is done")
    thing: str = Field("", description="the object that must be at hand to work on it")

    @model_validator(mode="after")
    def has_goal(self) -> FeatModel:
        if self.kind == "effort" and self.goal < 1:
            raise ValueError("a feat of effort needs a goal of at least 1")
        return self


class TimerModel(Row):
    id: Id = Field(description="short name")
    name: str = Field("", description="default: the id")
    rounds: int = Field(ge=0, le=999, description="rounds left")
    hidden: bool = Field(False, description="known to the GM only")
    stopped: bool = Field(False, description="does it stand still?")
    text: str = Field("", description="what happens at 0, in words")
    result: str = Field("", description="how the fight ends at 0; nothing where it goes on")
    winner: str = Field("", description="the side that wins then")
    strike: int = Field(0, ge=0, le=99, description="the score of a strike on everybody at 0")
    full: str = Field("0d6", description="its dice on a Full Hit")
    glancing: str = Field("0d6", description="its dice on a Glancing Hit")

    _dice = field_validator("full", "glancing")(dice_text)


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


class ForceModel(Row):
    who: str = Field("*", description="who rolls; * for anybody")
    what: str = Field("*", description="what for; * for anything")
    faces: list[int] = Field([], description="the faces")
    answers: dict[str, int] = Field({}, description="what is asked of the roll, and its answer")


class EncounterModel(Row):
    system: Literal["clash"] = Field(description="the rule system")
    name: str = Field(description="what it is called")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: dict[str, str | int | bool] = Field({}, description="the book's switches")
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

    @field_validator("options")
    @classmethod
    def offered(cls, values: dict[str, str | int | bool]) -> dict[str, str | int | bool]:
        for name, value in values.items():
            check_switch(name, value)
        return values


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
    if row.block is None:
        if row.use is None:
            raise Malformed(f"combatant {row.id or row.name or '?'} needs a stat block: use: NAME, or block: with its figures.")
        if row.use in own:
            row.block = own[row.use]
        elif row.use in shipped:
            row.block = CombatantModel.model_validate(shipped[row.use])
        else:
            known = sorted({*own, *shipped})
            raise Malformed(f"there is no stat block called {row.use!r}: there are {', '.join(known)}.", ("use",))
    row.use = None
    row.id = row.id or re.sub(r"[^a-z0-9]+", "-", (row.name or row.block.name).lower()).strip("-")
    if not row.id:
        raise Malformed(f"{row.name or row.block.name!r} gives no short name: add an id of small letters and digits.")


def newcomer(data: dict[str, object]) -> PlacedModel:
    """A combatant from what the GM gave; a Refusal says what is wrong with it."""
    row = row_from(PlacedModel, data, "the combatant")
    fill(row, {}, shipped_blocks(__package__))
    return row
