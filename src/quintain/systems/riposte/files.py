"""What a content file may say, and how it becomes plain data that `build` turns into a fight."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from quintain.engine import Refusal, within
from quintain.engine.files import block_named, row_from, shipped_blocks
from quintain.systems.riposte.ground import Ground
from quintain.systems.riposte.layout import lay_out
from quintain.systems.riposte.switches import Switches, check_switch
from quintain.systems.riposte.traits import ADDING, RUNES, check_trait, check_weapon_trait, read_trait

StatName = Literal["STR", "INT", "DEX", "SPD", "LUK", "CON", "WIS"]
AnyStat = Literal[
    "STR", "INT", "DEX", "SPD", "LUK", "CON", "WIS", "Might", "Accuracy", "Critical", "Dodge", "Avoid", "Defense", "Resistance"
]
Calculated = Literal["Might", "Accuracy", "Critical", "Dodge", "Avoid", "Defense", "Resistance"]
Place = Annotated[list[int], Field(min_length=2, max_length=2)] | str
Stance = Literal["friendly", "neutral", "hostile"]
Tier = Literal["Trivial", "Easy", "Average", "Difficult", "Legendary", "Impossible"]
Status = Literal[
    "up", "down", "fallen", "stabilised", "dead", "spared", "retreated", "fled", "escaped", "captured", "reserve"
]
SIDE = r"^(heroes|enemies|enemies:[\w -]+|allies|independents)$"


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


# -- stat blocks -------------------------------------------------------------------------------------------------------


class ModifierRow(Row):
    stat: AnyStat = Field(description="the stat that is shifted")
    amount: int = Field(description="by how much, up or down")
    scope: Literal["attack", "riposte", "both"] = Field("both", description="in which role it counts")
    when: Literal["always", "below half", "above seven tenths"] = Field("always", description="at which health it counts")


class GrantRow(Row):
    slot: Literal["attack", "riposte"] = Field(description="follow-through attacks or follow-through ripostes")
    count: int = Field(1, ge=1, le=9, description="how many more")
    chance: StatName | None = Field(None, description="the stat to roll below, or nothing where no roll is needed")


class StrikesRow(Row):
    attack: int = Field(1, ge=1, le=9, description="how often the attack strikes")
    riposte: int = Field(1, ge=1, le=9, description="how often the riposte strikes")
    follow_attack: int = Field(1, ge=1, le=9, description="how often each follow-through attack strikes")
    follow_riposte: int = Field(1, ge=1, le=9, description="how often each follow-through riposte strikes")


class HomeTrait(Row):
    """A trait made at the table (RI-144)."""

    name: str = Field(min_length=1, description="what it is called")
    modifiers: list[ModifierRow] = Field([], description="stats it shifts")
    follow_throughs: list[GrantRow] = Field([], description="follow-throughs it grants")
    strikes: StrikesRow = Field(default_factory=lambda: StrikesRow.model_validate({}), description="slots it multiplies")


def _known_trait(value: object) -> object:
    if isinstance(value, str):
        check_trait(value)
    return value


def _weapon_trait(value: object) -> object:
    if isinstance(value, str):
        check_weapon_trait(value)
    return value


Trait = Annotated[str | HomeTrait, BeforeValidator(_known_trait)]
WeaponTrait = Annotated[str | HomeTrait, BeforeValidator(_weapon_trait)]


class WeaponModel(Row):
    """A weapon with all its figures; the armoury's weapons may be written by name instead ("Bronze Lance + Heavy 1")."""

    name: str = Field(min_length=1, description="what it is called")
    type: str = Field("", description="Sword, Lance, ...")
    kind: Literal["physical", "magical"] = Field("physical", description="whether Defense or Resistance meets it")
    might: int = Field(0, description="Might it adds")
    accuracy: int = Field(0, description="Accuracy it adds")
    critical: int = Field(0, description="Critical it adds")
    dodge: int = Field(0, description="Dodge it adds")
    avoid: int = Field(0, description="Avoid it adds")
    defense: int = Field(0, description="Defense it adds")
    resistance: int = Field(0, description="Resistance it adds")
    range: list[Annotated[int, Field(ge=1, le=9)]] = Field(min_length=1, description="the distances it reaches, such as [1, 2]")
    level: int = Field(1, ge=1, le=7, description="level, for the weapon cycle")
    colour: Literal["red", "green", "blue", "grey"] = Field("grey", description="colour, for the weapon cycle")
    slays: list[str] = Field([], description="creature types, or Flight, against which its Might is tripled")
    heals: bool = Field(False, description="whether it can mend a friend")
    stats: dict[StatName, int] = Field({}, description="base stats it changes while in hand")
    rune: str = Field("", description="the rune on it: " + ", ".join(RUNES))
    rune_level: int = Field(1, ge=1, le=9, description="level of the rune")
    traits: list[WeaponTrait] = Field([], description="traits it brings while in hand; those by level read its holder's")

    @field_validator("rune")
    @classmethod
    def known_rune(cls, rune: str) -> str:
        if rune and rune not in RUNES:
            raise ValueError(f"there is no rune called {rune!r}: there are {', '.join(RUNES)}")
        return rune


def armoury() -> dict[str, dict[str, object]]:
    """Every weapon of the armoury by name (RI-122)."""
    sheet = yaml.safe_load(files(__package__).joinpath("content", "weapons.yaml").read_text(encoding="utf-8"))
    found: dict[str, dict[str, object]] = {}
    for metal, level in sheet["metals"].items():
        for kind, row in sheet["types"].items():
            might, accuracy, critical = row[metal]
            found[f"{metal} {kind}"] = {
                "name": f"{metal} {kind}", "type": kind, "kind": row["kind"], "might": might, "accuracy": accuracy,
                "critical": critical, "range": list(row["range"]), "level": level, "colour": row["colour"],
                "slays": list(row.get("slays", [])), "heals": bool(row.get("heals", False)),
                "stats": {stat: amount * level for stat, amount in row.get("per_level", {}).items()},
            }  # fmt: skip
    return found


ARMOURY = armoury()


def _weapon(value: object) -> object:
    """A weapon by name, with the rune written behind it: "Bronze Lance + Heavy 1"."""
    if not isinstance(value, str):
        return value
    name, _, rune = (part.strip() for part in value.partition("+"))
    if name not in ARMOURY:
        raise ValueError(f"the armoury has no {name!r}; it has {', '.join(sorted(ARMOURY))}")
    row = dict(ARMOURY[name])
    if rune:
        title, _, level = rune.rpartition(" ")
        if not level.isdecimal():
            title, level = rune, "1"
        row.update(rune=title, rune_level=int(level), name=f"{name} ({rune})")
    return row


class BlockModel(Row):
    """A stat block."""

    name: str = Field(min_length=1, description="the name shown")
    about: str = Field("", description="a few words about it")
    kind: Literal["pc", "extra", "npc"] = Field("npc", description="a player's character, a companion, or anybody else")
    level: int = Field(1, ge=1, le=60, description="level; skills read it")
    creature: str = Field("Human", description="what kind of creature; slayer weapons read it")
    hp: int = Field(ge=1, le=9999, description="most hit points, before Hearty")
    stats: dict[StatName, Annotated[int, Field(ge=0, le=999)]] = Field({}, description="base stats; 2 where not given")
    calculated: dict[Calculated, int] = Field({}, description="calculated stats given outright instead of by formula")
    mov: int = Field(5, ge=0, le=99, description="movement per turn")
    weapons: list[Annotated[WeaponModel, BeforeValidator(_weapon)]] = Field(
        [], max_length=7, description="weapons carried, the first in hand: by name from the armoury, or written out"
    )
    traits: list[Trait] = Field([], description="abilities and skills by name, or home-made ones written out")
    quirks: list[str] = Field([], description="what it is good at outside a fight")
    significant: bool = Field(False, description="the GM may let it retreat at 0 HP")

    @field_validator("traits")
    @classmethod
    def no_trait_twice(cls, traits: list[str | HomeTrait]) -> list[str | HomeTrait]:
        known: list[str] = []
        for place, trait in enumerate(traits):
            named = read_trait(trait) if isinstance(trait, str) else None
            if named is None or named.name in ADDING:
                continue
            if named.name in known:
                sentence = f"{named.name} is given twice, and counts once; keep one"
                raise PydanticCustomError("twice", "{sentence}", {"sentence": sentence, "path": [place]})
            known.append(named.name)
        return traits


# -- encounters --------------------------------------------------------------------------------------------------------


class StateModel(Row):
    """Where a combatant stands in the middle of a fight; written by an export."""

    movement: int = Field(0, ge=0, description="movement left")
    acted: bool = False
    turn_over: bool = True
    restarted: bool = False
    had_turn: bool = False
    recovered: bool = False
    waiting: bool = False
    gave_way: bool = False
    freed: bool = False
    max_hp: int | None = Field(None, ge=1, le=9999, description="most hit points, Hearty included, as the GM has set them")
    stats: dict[StatName, int] = Field({}, description="base stats as the GM has set them")


class CombatantModel(Row):
    """Somebody in the fight."""

    use: str | None = Field(None, description="name of a stat block, shipped or among this file's blocks")
    block: BlockModel | None = Field(None, description="the stat block written out")
    id: str = Field("", pattern=r"^[\w-]*$", description="short name, letters and digits; default: the block's name")
    name: str = Field("", description="name shown; default: the block's")
    side: str = Field(pattern=SIDE, description="heroes, enemies or enemies:<team>, allies, independents")
    kind: Literal["pc", "extra", "npc"] | None = Field(None, description="overrides the block's kind")
    controller: str = Field("", description="gm, players or a seat's name; default: players for pc and extra, else gm")
    at: Place | None = Field(None, description="[column, row] from 0 at the top left, or a zone's name")
    hp: int | None = Field(None, ge=0, description="hit points now; default: all, and none for those who lost their last ones")
    weapon: int = Field(0, ge=-1, description="which weapon is in hand, from 0; -1 for none")
    hidden: bool = Field(False, description="only the GM knows of it until it is revealed")
    significant: bool | None = Field(None, description="overrides the block's")
    outside: bool = Field(False, description="has left the deployment box: stays where it is")
    arrives: int = Field(0, ge=0, description="comes from the reserve at the start of this round")
    status: Status = Field("up", description="up, or how it is out")
    state: StateModel | None = Field(None, description="in the middle of a fight only")


class GoalModel(Row):
    type: Literal["rout", "defeat", "escape", "break_through", "rescue", "talk_down", "custom"] = Field(description="which goal")
    label: str = Field("", description="in words")
    who: list[str] = Field([], description="ids of those named (defeat, rescue, talk_down)")
    count: int = Field(1, ge=1, description="how many must break through")
    area: list[Place] = Field([], description="where they must get to (break_through); default: the exits")
    required: bool = Field(False, description="required besides others; else one of the alternatives suffices")
    hidden: bool = Field(False, description="known to the GM only")
    declared: bool = Field(False, description="already met by the GM's word, an object or a task")


class EffectModel(Row):
    """What an object or a finished task brings about; one kind each."""

    kind: Literal["open", "close", "goal", "free", "flee", "stance", "note"] = Field(description="what happens")
    places: list[Place] = Field([], description="squares that open or close")
    who: list[str] = Field([], description="ids of those freed, made to flee, or who give way")
    sides: list[str] = Field([], description="the two sides whose stance changes")
    text: str = Field("", description="the goal's label, the stance, or the words of the note")


class ThingModel(Row):
    id: str = Field(pattern=r"^[\w-]+$", description="short name")
    label: str = Field(min_length=1, description="what it is")
    at: Place = Field(description="where it is")
    uses: int = Field(-1, ge=-1, description="how often it can be used; -1 for any number")
    effects: list[EffectModel] = Field([], description="what using it brings about")


class TaskModel(Row):
    id: str = Field(pattern=r"^[\w-]+$", description="short name")
    label: str = Field(min_length=1, description="what is to be done")
    hp: int = Field(0, ge=0, description="task HP; 0 for a single check")
    left: int | None = Field(None, ge=0, description="task HP left; default: all")
    tier: Tier = Field("Average", description="how hard")
    party_hp: int = Field(-1, ge=-1, description="what the party may lose over it (switch task.party_hp)")
    open: bool = Field(True, description="can be tried")
    done: bool = Field(False, description="has been achieved")
    effects: list[EffectModel] = Field([], description="what it brings about")


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


class ForceModel(Row):
    """A die or a result that the GM has fixed in advance."""

    who: str = "*"
    what: str = "*"
    faces: list[int] = []
    answers: dict[str, int] = {}


class OutcomeModel(Row):
    result: str
    winner: str = ""
    why: str = ""


class ProgressModel(Row):
    """Where a fight stands between two steps; written by an export."""

    round: int = Field(0, ge=0)
    stage: int = Field(0, ge=0, le=2)
    phase: int = Field(0, ge=0)
    acting: str = ""
    merged: bool = False
    merge_next: bool = False
    provokers_met: list[str] = []
    gone: list[str] = Field([], description="ids of combatants the GM has taken out, whom goals and effects may still name")
    forbidden: dict[str, str] = Field({}, description="options the GM forbids, as about:who:option, with the reason")
    forces: list[ForceModel] = Field([], description="dice the GM has fixed in advance")
    outcome: OutcomeModel | None = Field(None, description="how it ended, if it has")


class EncounterModel(Row):
    """An encounter of riposte."""

    system: Literal["riposte"] = Field(description="riposte")
    name: str = Field(min_length=1, description="what it is called")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: dict[str, str | int] = Field({}, description="house-rule switches that differ from their default")
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

    @field_validator("options")
    @classmethod
    def known_switches(cls, options: dict[str, str | int]) -> dict[str, str | int]:
        for name, value in options.items():
            try:
                check_switch(name, value)
            except Refusal as no:
                raise PydanticCustomError("switch", "{sentence}", {"sentence": no.sentence, "path": [name]}) from None
        return options

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
    somebody = {"block": {"name": "Nobody", "hp": 1}, "side": "heroes"}
    whole = {"system": "riposte", "name": "new ground", "combatants": [somebody], **data}
    return lay_out(row_from(EncounterModel, whole, "the ground"), switches)
