"""What a content file may say, and how it becomes sheets."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from quintain.engine import GM, PLAYERS, Malformed, Refusal, within
from quintain.engine.reading import Reading
from quintain.systems.toughness.blocks import FORMS, POWER_KINDS, SLOTS, USUAL_CRITICAL, Block, Power, Weapon
from quintain.systems.toughness.clock import NEVER, ROUND
from quintain.systems.toughness.ground import NOWHERE, TERRAINS, Ground, Hazard
from quintain.systems.toughness.scores import USUAL_GOOD_SAVE, Role, usual_conviction
from quintain.systems.toughness.sheet import HEROES, Fighter, Fray
from quintain.systems.toughness.switches import Switches, check_switch

Spot = Annotated[list[int], Field(min_length=2, max_length=2)]
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
    amount: int = Field(description="by how much")
    label: str = Field("", description="what it is called")


class WeaponModel(Row):
    name: str = Field(min_length=1, description="what it is called")
    key: str = Field("", pattern=r"^[\w-]*$", description="short name for commands; made from the name where left out")
    damage: int = Field(0, description="weapon damage, without Strength")
    form: Literal["melee", "thrown", "missile", "grapple"] = Field("melee", description="how it is used")
    kind: Harm = Field("lethal", description="what it does unless the attacker intends otherwise")
    threat: int = Field(20, ge=2, le=20, description="the lowest natural face that threatens a critical hit")
    crit_bonus: int | None = Field(None, description="what a critical adds to damage; the table's default where left out")
    reach_ft: int = Field(5, ge=5, le=60, description="how far it reaches in close combat")
    increment_ft: int = Field(0, ge=0, description="range increment of thrown and missile weapons")
    max_increments: int | None = Field(None, ge=1, description="how many increments it carries: 5 thrown, 10 missile")
    strength: Literal["add", "none"] = Field("add", description="whether Strength adds to damage")
    hands: int = Field(1, ge=1, le=2, description="hands needed")
    natural: bool = Field(False, description="part of the body: always ready, never dropped")

    @model_validator(mode="after")
    def has_range(self) -> WeaponModel:
        if self.form in ("thrown", "missile") and self.increment_ft < 5:
            raise ValueError(f"{self.name} is {self.form} and needs an increment_ft of 5 or more")
        return self


class PowerModel(Row):
    name: str = Field(min_length=1, description="what it is called")
    key: str = Field("", pattern=r"^[\w-]*$", description="short name for commands; made from the name where left out")
    kind: Literal["attack", "save", "area", "mend"] = Field(description="how it works")
    range_ft: int = Field(5, ge=5, description="how far it reaches")
    damage: int = Field(0, description="damage bonus of attack and area powers")
    harm: Harm = Field("lethal", description="what its damage does")
    threat: int = Field(20, ge=2, le=20, description="the lowest face that threatens, for attack powers")
    crit_bonus: int | None = Field(None, description="what a critical adds to damage")
    save: Save | None = Field(None, description="the save against it")
    state: State | None = Field(None, description="what a failed save marks, for save powers")
    success: Literal["negates", "reduces"] = Field("reduces", description="what a save against an area power does")
    radius_ft: int = Field(10, ge=0, description="radius of an area power")
    ability: Literal["str", "dex", "con", "int", "wis", "cha"] = Field("wis", description="key ability of its difficulty")
    uses: int | None = Field(None, ge=1, description="times per fight; unlimited where left out")

    @model_validator(mode="after")
    def is_whole(self) -> PowerModel:
        if self.kind == "save" and (self.save is None or self.state is None):
            raise ValueError(f"{self.name} is a save power and needs save and state")
        if self.kind == "area" and self.save is None:
            raise ValueError(f"{self.name} is an area power and needs a save")
        return self


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
    bcb: int | None = Field(None, ge=0, description="Base Combat Bonus, where it does not follow from the roles")
    size: Literal["tiny", "small", "medium", "large", "huge"] = Field("medium", description="size")
    feats: list[FeatModel] = Field([], description="feats and gear, by the score they add to")
    armor: int = Field(0, ge=0, le=10, description="armor worn, part of Toughness")
    shield: bool = Field(False, description="a shield in hand (its bonus is a feat of the slot defense)")
    weapons: list[WeaponModel] = Field([], description="weapons; the first is in hand at the start")
    powers: list[PowerModel] = Field([], description="supernatural powers")
    speed_ft: int = Field(30, ge=5, multiple_of=5, description="speed in feet")
    conviction: int | None = Field(None, ge=0, description="Conviction; heroes have 3 and one more at each odd level")
    medicine: int | None = Field(None, description="bonus of first aid; Wisdom where left out")
    minion: bool = Field(False, description="falls at the first failed Toughness save")
    fight_on: bool = Field(False, description="fights on where others yield or retreat")
    flees: bool = Field(False, description="makes for an exit once Wounded")
    can_parry: bool = Field(True, description="whether it can parry at all")
    captures: bool = Field(False, description="strikes to subdue, holds and binds")


# -- encounters ----------------------------------------------------------------------------------------------------


class StateModel(Row):
    """Marks and circumstances somebody starts with. Of timed marks: the rounds each still runs."""

    bruised: list[int] = Field([], description="rounds left of each Bruised mark")
    dazed: list[int] = Field([], description="rounds left of each Dazed mark")
    hurt: list[int] = Field([], description="rounds left of each Hurt mark")
    wounded: int = Field(0, ge=0, description="how many Wounded marks")
    staggered: bool = Field(False, description="Staggered?")
    unconscious: bool = Field(False, description="Unconscious?")
    disabled: bool = Field(False, description="Disabled?")
    dying: bool = Field(False, description="Dying?")
    dying_dc: int = Field(10, ge=1, description="difficulty of the next dying check")
    dead: bool = Field(False, description="dead?")
    prone: bool = Field(False, description="prone?")
    bound: bool = Field(False, description="tied up?")
    yielded: bool = Field(False, description="has yielded?")
    escaped: bool = Field(False, description="has escaped?")
    owes_turn: bool = Field(False, description="owes a turn?")
    exposed: bool = Field(False, description="exposed for a round?")
    used: list[int] = Field([], description="how often each power has been used")
    subdual_check: int | None = Field(None, ge=0, description="rounds until the next check on the subdual track")
    lethal_check: int | None = Field(None, ge=0, description="rounds until the next check on the lethal track")


class CombatantModel(Row):
    use: str | None = Field(None, description="the name of a stat block")
    block: BlockModel | None = Field(None, description="or the stat block itself")
    id: str = Field("", pattern=r"^[\w-]*$", description="short name for commands; the block's where left out")
    name: str = Field("", description="what it is called in this fight")
    side: str = Field(description="heroes, or any other side; different sides are foes")
    controller: str = Field("", description="gm, players, or a seat; players for heroes where left out")
    at: Spot = Field(description="the square it stands on: column and row, counted from 0")
    conviction: int | None = Field(None, ge=0, description="Conviction in this fight")
    surprised: bool = Field(False, description="surprised: no turn in round 1, no Dodge or Parry until the first turn")
    hidden: bool = Field(False, description="known to the GM only")
    initiative: int | None = Field(None, description="initiative, where it is not rolled")
    captures: bool | None = Field(None, description="wants prisoners in this fight")
    flees: bool | None = Field(None, description="makes for an exit once Wounded")
    state: StateModel = Field(default_factory=lambda: StateModel.model_validate({}), description="what it starts with")


class HazardModel(Row):
    name: str = Field(min_length=1, description="what it is called")
    squares: list[Spot] = Field([], description="the squares it covers")
    sign: str = Field("", max_length=1, description="or: every square with this sign on the map")
    save: Save | None = Field(None, description="the save against it")
    dc: int = Field(10, description="difficulty of that save")
    success: Literal["negates", "reduces"] = Field("negates", description="what success does")
    damage: int = Field(0, description="damage bonus")
    kind: Harm = Field("lethal", description="what the damage does")
    known: bool = Field(True, description="do people see it before they meet it?")


class GateModel(Row):
    round: int = Field(ge=1, description="the round in which it opens")
    at: Spot = Field(description="the square that becomes an exit")


class EncounterModel(Row):
    """An encounter."""

    system: Literal["toughness"] = Field(description="toughness")
    name: str = Field(min_length=1, description="title")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: dict[str, str | int | list[str]] = Field({}, description="house-rule switches")
    map: list[str] = Field(min_length=1, description="rows of squares: " + ", ".join(f"{s} {t.name}" for s, t in TERRAINS.items()))
    exits: list[Spot] = Field([], description="further squares that are exits")
    gates: list[GateModel] = Field([], description="exits that open later")
    hazards: list[HazardModel] = Field([], description="dangerous squares")
    blocks: dict[str, BlockModel] = Field({}, description="stat blocks of this encounter")
    combatants: list[CombatantModel] = Field(min_length=1, description="who takes part, in roster order")
    round: int = Field(0, ge=0, description="the round a written-out fight had reached")

    @field_validator("map")
    @classmethod
    def known_signs(cls, rows: list[str]) -> list[str]:
        for row in rows:
            for sign in row:
                if sign not in TERRAINS:
                    raise ValueError(f"{sign!r} is no sign of the map: there are {' '.join(TERRAINS)}")
        if not any(rows):
            raise ValueError("the map has no square")
        return rows

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
    for row in model.combatants:
        row.block = block_of(row, model.blocks, blocks)
        row.id = row.id or row.use or slug(row.block.name)
        row.use = None
        if row.id in taken:
            raise Malformed(f"two combatants are called {row.id!r}: give each an id of its own.")
        taken.add(row.id)
    model.blocks = {}
    resolved: dict[str, object] = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return resolved


def slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-") or "nameless"


def block_of(row: CombatantModel, own: dict[str, BlockModel], shipped: dict[str, dict[str, object]]) -> BlockModel:
    if row.block is not None:
        return row.block
    if row.use is None:
        raise Malformed(f"combatant {row.id or row.name or '?'} needs a stat block: use: NAME, or block: with its figures.")
    if row.use in own:
        return own[row.use]
    if row.use not in shipped:
        raise Malformed(f"there is no stat block called {row.use!r}: there are {', '.join(sorted({*own, *shipped}))}.")
    return BlockModel.model_validate(shipped[row.use])


def newcomer(data: dict[str, object]) -> CombatantModel:
    """A combatant from what the GM gave; a Refusal says what is wrong with it."""
    try:
        row = CombatantModel.model_validate(data)
        shipped = yaml.safe_load(files(__package__).joinpath("content", "combatants.yaml").read_text(encoding="utf-8"))
        row.block = block_of(row, {}, shipped)
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(str(part) for part in detail["loc"])
        raise Malformed(f"{where or 'the combatant'}: {detail['msg']}.") from None
    row.id = row.id or row.use or slug(row.block.name)
    return row


# -- sheets --------------------------------------------------------------------------------------------------------


def build(data: dict[str, object]) -> Fray:
    """The fight an encounter starts from."""
    model = EncounterModel.model_validate(data)
    fray = Fray(Reading(), Ground(model.map), Switches(dict(model.options)))
    fray.name = model.name
    for number, spot in enumerate(model.exits):
        with within("exits", number):
            fray.exits.append(cell_of(fray, spot))
    for number, gate in enumerate(model.gates):
        with within("gates", number, "at"):
            fray.gates.append((gate.round, cell_of(fray, gate.at)))
    for number, hazard in enumerate(model.hazards):
        with within("hazards", number):
            fray.hazards.append(hazard_of(fray, hazard))
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            add_combatant(fray, row)
    return fray


def cell_of(fray: Fray, spot: list[int]) -> int:
    grid = fray.ground.grid
    if not grid.contains(spot[0], spot[1]):
        raise Malformed(f"square {spot} is not on the map, which is {grid.width} by {grid.height}.")
    return grid.at(spot[0], spot[1])


def hazard_of(fray: Fray, row: HazardModel) -> Hazard:
    cells = [cell_of(fray, spot) for spot in row.squares]
    if row.sign:
        cells += [cell for cell, sign in enumerate(fray.ground.signs) if sign == row.sign]
    return Hazard(
        row.name, cells, row.save or "", row.dc, row.success == "negates", row.damage, row.kind == "lethal", row.known
    )


def add_combatant(fray: Fray, row: CombatantModel) -> Fighter:
    """A fighter on its square; impossible squares are refused."""
    assert row.block is not None
    with within("at"):
        cell = cell_of(fray, row.at)
    if fray.ground.enter[cell] == 0:
        raise Malformed(f"{row.id} cannot stand on {row.at}: nobody gets in there.", ("at",))
    if fray.occupant(cell) is not None and not (row.state.dead or row.state.escaped):
        raise Malformed(f"{row.id} cannot stand on {row.at}: somebody else does.", ("at",))
    fighter = fighter_of(row)
    fighter.cell = cell
    fray.add_unit(fighter)
    start_with(fray, fighter, row.state)
    return fighter


def fighter_of(row: CombatantModel) -> Fighter:
    assert row.block is not None
    controller = row.controller or (PLAYERS if row.side == HEROES else GM)
    fighter = Fighter(row.id, row.name or row.block.name, row.side, controller, sheet_of(row.block, row))
    usual = usual_conviction(fighter.block.roles) if row.side == HEROES else 0
    fighter.conviction_max = row.block.conviction if row.block.conviction is not None else usual
    fighter.conviction = row.conviction if row.conviction is not None else fighter.conviction_max
    fighter.surprised = row.surprised
    fighter.hidden = row.hidden
    if row.initiative is not None:
        fighter.initiative = row.initiative
        fighter.rolled = True
    return fighter


def start_with(fray: Fray, fighter: Fighter, state: StateModel) -> None:
    """Marks it brings along, their clocks counted from the start of the fight."""
    start = fray.now if fray.round else ROUND
    fighter.bruised = [start + left * ROUND for left in state.bruised]
    fighter.dazed = [start + left * ROUND for left in state.dazed]
    fighter.hurt = [start + left * ROUND for left in state.hurt]
    fighter.wounded = state.wounded
    fighter.staggered = state.staggered
    fighter.unconscious = state.unconscious
    fighter.disabled = state.disabled
    fighter.dying = state.dying
    fighter.dying_dc = state.dying_dc
    fighter.dead = state.dead
    fighter.prone = state.prone or state.dying or state.unconscious
    fighter.bound = state.bound
    fighter.yielded = state.yielded
    fighter.escaped = state.escaped
    fighter.owes = 1 if state.owes_turn else 0
    fighter.exposed_until = start + ROUND if state.exposed else NEVER
    for number, times in enumerate(state.used[: len(fighter.used)]):
        fighter.used[number] = times
    usual = 10 if state.unconscious or state.staggered else None
    subdual = state.subdual_check if state.subdual_check is not None else usual
    fighter.subdual_check = NEVER if subdual is None else start + subdual * ROUND
    usual = None if state.dying else 14_400 if state.disabled else 600 if state.wounded else None
    lethal = state.lethal_check if state.lethal_check is not None else usual
    fighter.lethal_check = NEVER if lethal is None else start + lethal * ROUND


def sheet_of(model: BlockModel, row: CombatantModel) -> Block:
    """The stat block as the rules read it."""
    scores = model.abilities
    return Block(
        [scores.str_, scores.dex, scores.con, scores.int_, scores.wis, scores.cha],
        [Role(one.role, one.level, one.good_save or USUAL_GOOD_SAVE[one.role]) for one in model.roles],
        model.size,
        [(feat.slot, feat.amount, feat.label) for feat in model.feats],
        model.armor,
        [weapon_of(one) for one in model.weapons],
        [power_of(one) for one in model.powers],
        model.speed_ft,
        -1 if model.bcb is None else model.bcb,
        model.shield,
        model.minion,
        model.fight_on,
        model.can_parry,
        model.medicine,
        model.captures if row.captures is None else row.captures,
        model.flees if row.flees is None else row.flees,
    )


def weapon_of(row: WeaponModel) -> Weapon:
    most = row.max_increments if row.max_increments is not None else 5 if row.form == "thrown" else 10
    return Weapon(
        row.key or slug(row.name),
        row.name,
        row.damage,
        FORMS.index(row.form),
        row.kind == "lethal",
        row.threat,
        USUAL_CRITICAL if row.crit_bonus is None else row.crit_bonus,
        row.reach_ft,
        row.increment_ft,
        most,
        row.strength == "add",
        row.hands,
        row.natural,
    )


def power_of(row: PowerModel) -> Power:
    return Power(
        row.key or slug(row.name),
        row.name,
        POWER_KINDS.index(row.kind),
        row.range_ft,
        row.damage,
        row.harm == "lethal",
        row.threat,
        USUAL_CRITICAL if row.crit_bonus is None else row.crit_bonus,
        row.save or "",
        row.state or "",
        row.success == "negates",
        row.radius_ft,
        row.ability,
        -1 if row.uses is None else row.uses,
    )


# -- writing a running fight ---------------------------------------------------------------------------------------


def exported(fray: Fray) -> dict[str, object]:
    """The fight between two turns as an encounter: who is still there, with every mark and the time it still runs."""
    data: dict[str, Any] = {
        "system": "toughness",
        "name": fray.name or "a fight",
        "map": list(fray.ground.rows),
        "options": dict(fray.switches.chosen),
        "exits": [spot_of(fray, cell) for cell in fray.exits if cell not in fray.ground.exits()],
        "gates": [{"round": max(1, round - fray.round + 1), "at": spot_of(fray, cell)} for round, cell in fray.gates],
        "hazards": [hazard_row(fray, hazard) for hazard in fray.hazards],
        "combatants": [combatant_row(fray, fighter) for fighter in fray.fighters],
    }
    return encounter(data, {})


def spot_of(fray: Fray, cell: int) -> list[int]:
    return [fray.ground.grid.x(cell), fray.ground.grid.y(cell)]


def hazard_row(fray: Fray, hazard: Hazard) -> dict[str, object]:
    return {
        "name": hazard.name,
        "squares": [spot_of(fray, cell) for cell in hazard.cells],
        "save": hazard.save or None,
        "dc": hazard.difficulty,
        "success": "negates" if hazard.negates else "reduces",
        "damage": hazard.damage,
        "kind": "lethal" if hazard.lethal else "subdual",
        "known": hazard.known or hazard.name in fray.met,
    }


def combatant_row(fray: Fray, fighter: Fighter) -> dict[str, object]:
    row: dict[str, object] = {
        "id": fighter.id,
        "name": fighter.name,
        "side": fighter.side,
        "controller": fighter.controller,
        "at": spot_of(fray, fighter.cell) if fighter.cell != NOWHERE else [0, 0],
        "conviction": fighter.conviction,
        "hidden": fighter.hidden,
        "surprised": fighter.surprised,
        "block": block_row(fighter),
        "state": state_row(fray, fighter),
    }
    if fighter.rolled:
        row["initiative"] = fighter.initiative
    return row


def state_row(fray: Fray, fighter: Fighter) -> dict[str, object]:
    now = fray.now
    return {
        "bruised": [rounds(end, now) for end in fighter.bruised],
        "dazed": [rounds(end, now) for end in fighter.dazed],
        "hurt": [rounds(end, now) for end in fighter.hurt],
        "wounded": fighter.wounded,
        "staggered": fighter.staggered,
        "unconscious": fighter.unconscious,
        "disabled": fighter.disabled,
        "dying": fighter.dying,
        "dying_dc": fighter.dying_dc,
        "dead": fighter.dead,
        "prone": fighter.prone,
        "bound": fighter.bound,
        "yielded": fighter.yielded,
        "escaped": fighter.escaped,
        "owes_turn": fighter.owes > 0,
        "exposed": fighter.exposed_until > now,
        "used": list(fighter.used),
        "subdual_check": None if fighter.subdual_check == NEVER else rounds(fighter.subdual_check, now),
        "lethal_check": None if fighter.lethal_check == NEVER else rounds(fighter.lethal_check, now),
    }


def rounds(time: int, now: int) -> int:
    return max(0, (time - now + ROUND - 1) // ROUND)


def block_row(fighter: Fighter) -> dict[str, object]:
    """The stat block as a file would say it, what never changes and what the GM changed alike."""
    block = fighter.block
    return {
        "name": fighter.name,
        "abilities": dict(zip(("str", "dex", "con", "int", "wis", "cha"), block.abilities, strict=True)),
        "roles": [{"role": one.name, "level": one.level, "good_save": one.good_save} for one in block.roles],
        "bcb": block.typed_bcb if block.typed_bcb >= 0 else None,
        "size": block.size,
        "feats": [{"slot": slot, "amount": amount, "label": label} for slot, amount, label in block.feats],
        "armor": block.armor,
        "shield": block.shield,
        "weapons": [weapon_row(weapon) for weapon in block.weapons],
        "powers": [power_row(power) for power in block.powers],
        "speed_ft": block.speed_ft,
        "conviction": fighter.conviction_max,
        "medicine": block.medicine,
        "minion": block.minion,
        "fight_on": block.fight_on,
        "flees": block.flees,
        "can_parry": block.can_parry,
        "captures": block.captures,
    }


def weapon_row(weapon: Weapon) -> dict[str, object]:
    return {
        "name": weapon.name,
        "key": weapon.key,
        "damage": weapon.damage,
        "form": FORMS[weapon.form],
        "kind": "lethal" if weapon.lethal else "subdual",
        "threat": weapon.threat,
        "crit_bonus": None if weapon.crit_bonus == USUAL_CRITICAL else weapon.crit_bonus,
        "reach_ft": weapon.reach_ft,
        "increment_ft": weapon.increment_ft,
        "max_increments": weapon.max_increments or None,
        "strength": "add" if weapon.adds_strength else "none",
        "hands": weapon.hands,
        "natural": weapon.natural,
    }


def power_row(power: Power) -> dict[str, object]:
    return {
        "name": power.name,
        "key": power.key,
        "kind": POWER_KINDS[power.kind],
        "range_ft": power.range_ft,
        "damage": power.damage,
        "harm": "lethal" if power.lethal else "subdual",
        "threat": power.weapon.threat,
        "crit_bonus": None if power.weapon.crit_bonus == USUAL_CRITICAL else power.weapon.crit_bonus,
        "save": power.save or None,
        "state": power.state or None,
        "success": "negates" if power.negates else "reduces",
        "radius_ft": power.radius_ft,
        "ability": power.ability,
        "uses": None if power.uses < 0 else power.uses,
    }
