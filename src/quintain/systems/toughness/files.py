"""What a content file may say, and how it becomes sheets."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from quintain.engine import Malformed, Refusal, within
from quintain.engine.files import block_named, row_from, shipped_blocks
from quintain.systems.toughness.blocks import SLOTS
from quintain.systems.toughness.building import built
from quintain.systems.toughness.exporting import rows_of
from quintain.systems.toughness.ground import TERRAINS
from quintain.systems.toughness.sheet import Fray
from quintain.systems.toughness.switches import SWITCHES, check_switch

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
State = Literal["Bruised", "Dazed", "Staggered", "Unconscious", "Hurt", "Wounded", "Disabled", "Dying"]
Save = Literal["fort", "ref", "will"]
Harm = Literal["lethal", "subdual"]
ID = r"^[\w-]+$"


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


# -- stat blocks ---------------------------------------------------------------------------------------------------


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
    slot: Literal[SLOTS] = Field(description="which score it adds to")  # type: ignore[valid-type]
    amount: Figure = Field(description="by how much")
    label: str = Field("", description="what it is called")


class WeaponModel(Row):
    name: str = Field(min_length=1, description="what it is called")
    key: str = Field("", pattern=r"^[\w-]*$", description="short name for commands; made from the name where left out")
    damage: Figure = Field(0, description="weapon damage, without Strength")
    form: Literal["melee", "thrown", "missile", "grapple"] = Field("melee", description="how it is used")
    kind: Harm = Field("lethal", description="what it does unless the attacker intends otherwise")
    threat: int = Field(20, ge=2, le=20, description="the lowest natural face that threatens a critical hit")
    crit_bonus: Crit | None = Field(None, description="what a critical adds to damage; the table's default where left out")
    reach_ft: int = Field(5, ge=5, le=60, description="how far it reaches in close combat")
    increment_ft: int = Field(0, ge=0, le=10_000, description="range increment of thrown and missile weapons")
    max_increments: int | None = Field(None, ge=1, le=1000, description="how many increments it carries: 5 thrown, 10 missile")
    strength: Literal["add", "none"] = Field("add", description="whether Strength adds to damage")
    hands: int = Field(1, ge=1, le=2, description="hands needed")
    natural: bool = Field(False, description="part of the body: always ready, never dropped")

    @model_validator(mode="after")
    def has_range(self) -> WeaponModel:
        self.key = self.key or slug(self.name)
        if self.key in OWN_KEYS:
            raise ValueError(f"{self.name} needs another key: {' and '.join(OWN_KEYS)} are bare hands and taking hold")
        if self.form in ("thrown", "missile") and self.increment_ft < 5:
            raise ValueError(f"{self.name} is {self.form} and needs an increment_ft of 5 or more")
        return self


class PowerModel(Row):
    name: str = Field(min_length=1, description="what it is called")
    key: str = Field("", pattern=r"^[\w-]*$", description="short name for commands; made from the name where left out")
    kind: Literal["attack", "save", "area", "mend"] = Field(description="how it works")
    range_ft: int = Field(5, ge=5, le=100_000, description="how far it reaches")
    damage: Figure = Field(0, description="damage bonus of attack and area powers")
    harm: Harm = Field("lethal", description="what its damage does")
    threat: int = Field(20, ge=2, le=20, description="the lowest face that threatens, for attack powers")
    crit_bonus: Crit | None = Field(None, description="what a critical adds to damage")
    save: Save | None = Field(None, description="the save against it")
    state: State | None = Field(None, description="what a failed save marks, for save powers")
    success: Literal["negates", "reduces"] = Field("reduces", description="what a save against an area power does")
    radius_ft: int = Field(10, ge=0, le=10_000, description="radius of an area power")
    ability: Literal["str", "dex", "con", "int", "wis", "cha"] = Field("wis", description="key ability of its difficulty")
    uses: int | None = Field(None, ge=1, le=1000, description="times per fight; unlimited where left out")

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


class BlockModel(Row):
    """A stat block."""

    name: str = Field(min_length=1, description="what such a combatant is called")
    note: str = Field("", description="a line about it")
    abilities: AbilitiesModel = Field(default_factory=lambda: AbilitiesModel.model_validate({}), description="ability scores")
    roles: list[RoleModel] = Field(
        default_factory=lambda: [RoleModel.model_validate({"role": "warrior"})],
        min_length=1,
        description="roles; the first is the core role",
    )
    bcb: int | None = Field(None, ge=0, le=1000, description="Base Combat Bonus, where it does not follow from the roles")
    size: Literal["tiny", "small", "medium", "large", "huge"] = Field("medium", description="size")
    feats: list[FeatModel] = Field([], description="feats and gear, by the score they add to")
    armor: int = Field(0, ge=0, le=10, description="armor worn, part of Toughness")
    shield: bool = Field(False, description="a shield in hand (its bonus is a feat of the slot defense)")
    weapons: list[WeaponModel] = Field([], description="weapons; the first is in hand at the start")
    powers: list[PowerModel] = Field([], description="supernatural powers")
    speed_ft: int = Field(30, ge=5, le=1000, multiple_of=5, description="speed in feet")
    conviction: int | None = Field(None, ge=0, le=1000, description="Conviction; heroes have 3 and one more at each odd level")
    medicine: Figure | None = Field(None, description="bonus of first aid; Wisdom where left out")
    minion: bool = Field(False, description="falls at the first failed Toughness save")
    fight_on: bool = Field(False, description="fights on where others yield or retreat")
    flees: bool = Field(False, description="makes for an exit once Wounded")
    can_parry: bool = Field(True, description="whether it can parry at all")
    captures: bool = Field(False, description="strikes to subdue, holds and binds")

    @model_validator(mode="after")
    def keys_differ(self) -> BlockModel:
        for what, keys in (("weapons", [one.key for one in self.weapons]), ("powers", [one.key for one in self.powers])):
            twice = [key for number, key in enumerate(keys) if key in keys[:number]]
            if twice:
                raise ValueError(f"two {what} of {self.name} have the key {twice[0]!r}: give each one of its own")
        return self


# -- encounters ----------------------------------------------------------------------------------------------------


class ModifierModel(Row):
    """Something the GM has given to a combatant."""

    slot: Literal[SLOTS] = Field(description="which score it adds to")  # type: ignore[valid-type]
    amount: Figure = Field(description="by how much")
    until: Clock | None = Field(None, description="how long it still lasts; until it is lifted where left out")
    once: bool = Field(False, description="for one roll only?")


class StateModel(Row):
    """Marks and circumstances somebody starts with. Of timed marks: the rounds each still runs."""

    bruised: list[Clock] = Field([], description="rounds left of each Bruised mark")
    dazed: list[Clock] = Field([], description="rounds left of each Dazed mark")
    hurt: list[Clock] = Field([], description="rounds left of each Hurt mark")
    wounded: int = Field(0, ge=0, le=99, description="how many Wounded marks")
    staggered: bool = Field(False, description="Staggered?")
    unconscious: bool = Field(False, description="Unconscious?")
    disabled: bool = Field(False, description="Disabled?")
    dying: bool = Field(False, description="Dying?")
    dying_dc: int = Field(10, ge=1, le=60, description="difficulty of the next dying check")
    dead: bool = Field(False, description="dead?")
    prone: bool = Field(False, description="prone?")
    bound: bool = Field(False, description="tied up?")
    yielded: bool = Field(False, description="has yielded?")
    escaped: bool = Field(False, description="has escaped?")
    owes_turn: bool | Turns = Field(False, description="owes a turn? Or how many turns, where debts add up")
    exposed: bool | Clock = Field(False, description="exposed for a round? Or for how long")
    reeling: bool | Clock = Field(False, description="the penalty of Wounded, where that lasts a round only: still in force?")
    used: list[Turns] = Field([], description="how often each power has been used")
    subdual_check: Clock | None = Field(None, description="rounds until the next check on the subdual track")
    lethal_check: Clock | None = Field(None, description="rounds until the next check on the lethal track")
    held_by: str = Field("", description="who holds it")
    pinned: bool = Field(False, description="pinned by whoever holds it?")
    in_hand: str | None = Field(None, description="the key of the weapon in hand, empty for none; the first weapon where left out")
    dropped: str = Field("", description="the key of the weapon it has dropped")
    dropped_at: Spot | None = Field(None, description="where that lies")
    prepared: str = Field("", description="what it has prepared, such as approach:attack:sword")
    delayed: bool = Field(False, description="waits with its turn?")
    acted: bool = Field(False, description="has had its turn in this round?")
    place: int = Field(0, ge=0, le=MOST_PLACES, description="its place in the turn order of a fight that goes on; 0 for none yet")
    stance: Figure = Field(0, description="what charge, full-out attack or retreat does to Defense until its next turn")
    guard: Figure = Field(0, description="what total defense or a defensive attack adds to Dodge and Parry until its next turn")
    keeps_dodge: bool = Field(False, description="has bought its Dodge and Parry back until its next turn?")
    push_word: Literal[-2, -1, 0, 1] = Field(0, description="its next act: 1 pushes, -1 does not, by the GM's word; -2 bought")
    modifiers: list[ModifierModel] = Field([], description="what the GM has given it")
    reactions: bool = Field(True, description="may it react out of turn?")
    spared: bool = Field(False, description="are finishing blows on it ruled out?")
    revealed: bool = Field(False, description="is its sheet open to everybody?")
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


class HazardModel(Row):
    name: str = Field(min_length=1, description="what it is called")
    squares: list[Spot] = Field([], description="the squares it covers")
    sign: str = Field("", max_length=1, description="or: every square with this sign on the map")
    save: Save | None = Field(None, description="the save against it")
    dc: Figure = Field(10, description="difficulty of that save")
    success: Literal["negates", "reduces"] = Field("negates", description="what success does")
    damage: Figure = Field(0, description="damage bonus")
    kind: Harm = Field("lethal", description="what the damage does")
    known: bool = Field(True, description="do people see it before they meet it?")


class GateModel(Row):
    round: int = Field(ge=1, description="the round in which it opens")
    at: Spot = Field(description="the square that becomes an exit")


class ForceModel(Row):
    """A die or a result that the GM has fixed in advance."""

    who: str = Field("*", description="who rolls; * for anybody")
    what: str = Field("*", description="what for; * for anything")
    faces: list[int] = Field([], description="the faces")
    answers: dict[str, int] = Field({}, description="or what the roll answers, such as hit: 1")


class EncounterModel(Row):
    """An encounter."""

    system: Literal["toughness"] = Field(description="toughness")
    name: str = Field(min_length=1, description="title")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: dict[str, str | int | list[str]] = Field({}, description="house-rule switches")
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
    def plain_words(cls, options: object) -> object:
        """What a file reads as true or false is the yes or no, on or off that was written; nothing else may be one."""
        if not isinstance(options, dict):
            return options
        meant = dict(options)
        for name, value in options.items():
            if isinstance(value, bool):
                words = [word for word in (("yes", "on") if value else ("no", "off")) if word in SWITCHES.get(str(name), [])]
                if not words:
                    raise ValueError(f"{name} is not a matter of {'yes' if value else 'no'}")
                meant[name] = words[0]
        return meant

    @field_validator("options")
    @classmethod
    def known_switches(cls, options: dict[str, str | int | list[str]]) -> dict[str, str | int | list[str]]:
        for name, value in options.items():
            try:
                check_switch(name, value)
            except Refusal as no:
                raise ValueError(no.sentence) from None
        return options


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


def build(data: dict[str, object]) -> Fray:
    """The fight an encounter starts from, or goes on from."""
    return built(EncounterModel.model_validate(data))


def exported(fray: Fray) -> dict[str, object]:
    """The fight between two turns as an encounter, checked like any other."""
    return encounter(rows_of(fray), {})
