"""What a content file may say: stat blocks and encounters of this system, checked before they become sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from quintain.engine.files import switches_model
from quintain.engine.refusal import Malformed
from quintain.systems.tiers.armory import ARMORY
from quintain.systems.tiers.battlefield import TERRAINS
from quintain.systems.tiers.building import items_from
from quintain.systems.tiers.progress_files import NowModel, StateModel
from quintain.systems.tiers.sheet import MOST_BEACON
from quintain.systems.tiers.stat_block import NATURAL
from quintain.systems.tiers.switches import SWITCHES
from quintain.systems.tiers.vocabulary import ACTIONS, BOONS, FIRST_EVENT, WOUNDS

Energy = Literal[
    "Chemical", "Electrical", "Entropic", "Glacial", "Kinetic", "Plasmic", "Psychic", "Radiant", "Temporal", "Thermal"
]
Defense = Literal["Iron", "Ward", "Grit"]
DieSize = Literal[0, 4, 6, 8, 10, 12]
Feet = Annotated[int, Field(ge=0, le=1000, multiple_of=5)]
Sense = Literal["sight", "sound", "wholly sight", "wholly sound"]


def _known(value: str, names: tuple[str, ...], what: str) -> None:
    if value.lower() not in [name.lower() for name in names]:
        raise ValueError(f"there is no {what} called {value!r}: there are {', '.join(names)}")


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class WoundModel(Model):
    """A wound or event that a hit carries."""

    wound: str = Field(description="Name of the wound or event: burning, slowed, Slammed ...")
    severity: int = Field(0, ge=0, le=5, description="Severity; 0 for the usual one")
    energy: Energy | None = Field(None, description="The type a vulnerability is to; left out, the inflicter names it")
    defense: Defense | None = Field(None, description="The Defense that is Exposed; left out, the inflicter names it")
    rounds: int = Field(0, ge=0, le=99, description="How many of the holder's turns it lasts; 0 until shaken off")
    feet: Feet = Field(0, description="How far somebody is pushed, pulled, slid or Slammed")
    against: Defense | None = Field(None, description="The Defense it is tied to where the attack names several")

    @model_validator(mode="after")
    def _names(self) -> WoundModel:
        _known(self.wound, WOUNDS, "wound")
        return self


class ItemModel(Model):
    """A weapon, shield or natural weapon. With the name of one in the book, the rest is filled in."""

    name: str = Field(description="What it is called")
    id: str | None = Field(None, pattern=r"^[^:+@]*$", description="Short name; made from the name if left out")
    die: DieSize | None = Field(None, description="Effect die; 0 for what is no weapon")
    melee: Feet | None = Field(None, description="Reach in melee, in feet")
    ranged: Feet | None = Field(None, description="Range, in feet")
    hands: int | None = Field(None, ge=0, le=2, description="Hands it takes")
    tags: list[Literal["agile", "powerful", "defensive", "reload", "natural"]] | None = Field(None, description="Tags")
    energy: list[Energy] | None = Field(None, description="Types of its damage; Kinetic if left out")
    action: str | None = Field(None, description="The only Action it can be used with")
    wounds: list[WoundModel] | None = Field(None, description="What its hits carry besides damage")
    two_handed_die: DieSize | None = Field(None, description="Effect die with both hands on it")

    @model_validator(mode="after")
    def _names(self) -> ItemModel:
        if self.action is not None:
            _known(self.action, ACTIONS, "Action")
        return self


class PowerModel(Model):
    """A power as a row of data."""

    name: str = Field(description="What it is called")
    form: Literal["attack", "twin", "hide", "heal", "salve", "parry", "ward", "counter", "bestow", "teleport", "strike"] = Field(
        "attack", description="What it does"
    )
    react: bool = Field(False, description="Used as a React instead of an Act")
    stress: int = Field(0, ge=0, le=12, description="Stress it costs")
    uses: int = Field(0, ge=0, le=99, description="How often in a fight; 0 without limit")
    kind: Literal["melee", "ranged", "touch", "area"] = Field("ranged", description="Kind of attack")
    range: Feet = Field(0, description="Range in feet; twice as far at -1 Tier")
    within: Feet = Field(0, description="Reach in feet, and no farther")
    square: Feet = Field(0, description="Side of the square it fills, in feet")
    burst: Feet = Field(0, description="Everyone within so many feet of the user")
    spares_friends: bool = Field(False, description="A burst that strikes enemies only")
    action: str | None = Field(None, description="The Action it is rolled with")
    defenses: list[Defense] = Field(default_factory=list, description="The Defenses it is rolled against; Iron if left out")
    damage: Literal["none", "weapon", "power", "fixed"] = Field(
        "none", description="weapon: like the weapon in hand; power: 1 + rating dice; fixed: so many dice and the attribute die"
    )
    die: DieSize = Field(0, description="Effect die")
    dice: int = Field(0, ge=0, le=20, description="Number of Effect dice of a fixed damage")
    energy: list[Energy] = Field(default_factory=list, description="Types of the damage")
    wounds: list[WoundModel] = Field(default_factory=list, description="What a hit carries besides damage")
    half_on_miss: bool = Field(False, description="A miss deals half as many dice, rounded down, without criticals")
    senses: list[Sense] | None = Field(None, description="What the roll involves; sight if left out")
    boon: str | None = Field(None, description="The boon it bestows")
    boon_energy: Energy | None = Field(None, description="The type the boon is about")
    boon_defense: Defense | None = Field(None, description="The Defense the boon is about")
    quality: int = Field(0, ge=0, le=5, description="Quality of the boon; 0 for the usual one")
    rounds: int = Field(0, ge=0, le=99, description="How many of the holder's turns its effect lasts")

    @model_validator(mode="after")
    def _makes_sense(self) -> PowerModel:
        if self.action is not None:
            _known(self.action, ACTIONS, "Action")
        if self.boon is not None:
            _known(self.boon, BOONS, "boon")
        if self.form == "attack" and self.action is None:
            raise ValueError("an attack names the action it is rolled with")
        if self.form == "bestow" and self.boon is None:
            raise ValueError("a power that bestows something names the boon")
        if self.damage in ("power", "fixed") and self.die == 0:
            raise ValueError("damage needs a die")
        if self.damage in ("power", "fixed") and not self.energy:
            raise ValueError("damage needs at least one energy type")
        if self.damage == "fixed" and self.dice == 0:
            raise ValueError("fixed damage needs a number of dice")
        self._usable()
        return self

    def _usable(self) -> None:
        """Whatever could never be used, or would fail in use, is refused here."""
        if self.react != (self.form in ("parry", "ward", "counter", "strike")):
            raise ValueError(f"the form {self.form} is {'an Act' if self.react else 'a React'}: set react to {not self.react}")
        if self.form in ("ward", "heal", "salve", "bestow", "teleport") and not self.within:
            raise ValueError("say how far it reaches: within")
        if self.form == "heal" and not self.quality:
            raise ValueError("healing has a quality of 1 to 5")
        if self.form == "attack" and self.kind == "area" and not (self.square or self.burst):
            raise ValueError("an area is a square or a burst of so many feet")
        if self.square and not self.within:
            raise ValueError("say how far away the square may be: within")
        if self.square and self.damage == "weapon":
            raise ValueError("a square is filled by a power's own dice, not by a weapon")
        named = self.defenses or ["Iron"]
        for wound in self.wounds:
            if wound.against is not None and wound.against not in named:
                raise ValueError(f"{wound.wound} is tied to {wound.against}, which the attack is not rolled against")
        if self.boon is not None:
            _about(None, self.boon, self.boon_energy, self.boon_defense)


class EffectModel(Model):
    """A wound or boon somebody has: printed on the sheet (a trait), or at the start of a fight."""

    wound: str | None = Field(None, description="Name of a wound")
    boon: str | None = Field(None, description="Name of a boon")
    level: int = Field(0, ge=0, le=5, description="Severity or quality; 0 for the usual one")
    energy: Energy | None = Field(None, description="The energy type it is about")
    defense: Defense | None = Field(None, description="The Defense it is about")
    rounds: int = Field(0, ge=0, le=99, description="How many of the holder's turns it lasts")
    source: int = Field(-1, ge=-1, description="Place in the list of combatants of whoever it came from")
    counting: bool = Field(False, description="A turn of the holder has begun since it was gained")
    since: int = Field(0, ge=0, description="The round in which it was gained; 0 where nobody knows")
    hidden_from: int = Field(-1, ge=-1, description="Hidden: place in the list of who does not perceive it; -1 no enemy does")

    @model_validator(mode="after")
    def _one_of_them(self) -> EffectModel:
        if (self.wound is None) == (self.boon is None):
            raise ValueError("name a wound or a boon, one of them")
        if self.wound is not None:
            _known(self.wound, WOUNDS, "wound")
        if self.boon is not None:
            _known(self.boon, BOONS, "boon")
            if self.boon.lower() == "healing":
                raise ValueError("healing works at once and is over: give hp instead")
        elif self.wound is not None and WOUNDS.index(_spelled(self.wound, WOUNDS)) >= FIRST_EVENT:
            raise ValueError(f"{self.wound} is an event, not something one has")
        _about(self.wound, self.boon, self.energy, self.defense)
        return self


def _spelled(name: str, names: tuple[str, ...]) -> str:
    """A word of the book as the book spells it."""
    return next((other for other in names if other.lower() == name.lower()), name)


def _about(wound: str | None, boon: str | None, energy: str | None, defense: str | None) -> None:
    """What is about an energy type or a Defense names one."""
    name = (wound or boon or "").lower()
    if name in ("vulnerable", "resistant", "immune", "deflecting"):
        if energy is None or defense is not None:
            raise ValueError(f"{name} is about an energy type: name one, and no Defense")
    elif name in ("exposed", "fortified") and (defense is None or energy is not None):
        raise ValueError(f"{name} is about a Defense: name one, and no energy type")


class CombatantModel(Model):
    """A stat block."""

    name: str = Field(description="Name for people")
    about: str = Field("", description="A few words on who this is")
    pc: bool = Field(False, description="A player character: chooses Rash or Cautious, has Beacon Points")
    archetype: Literal["Warrior", "Rogue", "Technician", "Wizard", "none"] = Field("none", description="Archetype")
    tier: int = Field(1, ge=0, le=6, description="Tier")
    attributes: dict[Literal["body", "mind", "will"], DieSize] = Field(
        default_factory=dict, description="Attribute dice (0: none); left out, counted from the rated Actions"
    )
    ratings: dict[str, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict, description="Action Ratings")
    hp: int | None = Field(None, ge=1, le=9999, description="Maximum HP; a PC's follows from archetype, Tier and attributes")
    iron: int | None = Field(None, ge=0, le=99, description="Iron before items, if not by the formula")
    ward: int | None = Field(None, ge=0, le=99, description="Ward, if not by the formula")
    grit: int | None = Field(None, ge=0, le=99, description="Grit, if not by the formula")
    stride: Feet = Field(25, description="Feet of one Advance")
    load: int = Field(0, ge=0, le=6, description="Load: 1 to 3 quickens the Stride by 5', 6 slows it")
    soak: int = Field(0, ge=0, le=99, description="Soak Boxes")
    stress: int | None = Field(None, ge=0, le=12, description="Stress boxes; 10 for a PC, none for others")
    beacon: int | None = Field(None, ge=0, le=MOST_BEACON, description="Beacon Points of a PC")
    size: Literal["medium", "large"] = Field("medium", description="Medium 1 x 1, large 2 x 2 squares")
    living: bool = Field(True, description="Whether it can bleed")
    items: list[str | ItemModel] = Field(default_factory=list, description="Weapons and shields, by name or spelled out")
    powers: list[PowerModel] = Field(default_factory=list, description="Powers")
    traits: list[EffectModel] = Field(default_factory=list, description="Effects printed on the sheet: permanent")
    controls: bool = Field(False, description="Hampers others: automatic play lets it go early")

    @model_validator(mode="after")
    def _complete(self) -> CombatantModel:
        for name in self.ratings:
            _known(name, ACTIONS, "Action")
            if name != name.lower():
                raise ValueError(f"write the Action in small letters: {name.lower()}")
        for item in self.items:
            if isinstance(item, str) and item not in ARMORY:
                raise ValueError(f"there is no item called {item!r} in the book: there are {', '.join(ARMORY)}; or spell it out")
        listed = [item if isinstance(item, str) else item.model_dump(exclude_none=True) for item in self.items]
        ids = [item.id for item in items_from({"items": listed})]
        if len(set(ids)) != len(ids):
            raise ValueError(f"two items have the same id: {', '.join(sorted(ids))}")
        if self.hp is None and self.archetype == "none":
            raise ValueError("hp is needed where no archetype gives it")
        return self


class FighterModel(Model):
    """A combatant of an encounter."""

    use: str | None = Field(None, description="Name of a stat block")
    block: CombatantModel | None = Field(None, description="The stat block written out")
    id: str | None = Field(None, pattern=r"^[A-Za-z0-9_.-]+$", description="Short name; the block's if left out")
    name: str | None = Field(None, description="Name for people; the block's if left out")
    side: str = Field(description="The side it fights for")
    controller: str = Field("gm", description="Who runs it: gm, players, or a seat")
    at: tuple[int, int] = Field(description="Column and row of its top left square, counted from 0")
    hp: int | None = Field(None, ge=0, description="HP at the start; full if left out")
    stress: int = Field(0, ge=0, le=12, description="Stress at the start")
    soak_marked: int = Field(0, ge=0, description="Soak Boxes marked already")
    status: Literal["up", "unconscious", "dead", "fled", "surrendered"] = Field("up", description="State at the start")
    held: list[str] | None = Field(None, description="Ids of what is in hand; left out, the first items that two hands hold")
    uses: list[int] | None = Field(None, description="Uses left of each power")
    lurking: bool = Field(False, description="Lies in wait")
    awareness: Literal["aware", "surprised", "roll"] = Field("aware", description="What automatic play lets the GM say of it")
    watchful: bool = Field(True, description="Keeps watch: no -1 Tier to notice lurkers")
    hiding: bool = Field(False, description="Starts Hidden from its enemies")
    unrevealed: bool = Field(False, description="Only the GM knows that it is there")
    dying: bool = Field(False, description="If unconscious: not stable")
    unloaded: list[str] = Field(default_factory=list, description="Ids of weapons that must be reloaded first")
    aided_by: int = Field(-1, ge=-1, description="Place in the list of whoever aids its next roll")
    armor: Literal["yes", "no"] | None = Field(None, description="The GM's word whether armor suits; left out, by the book")
    aid_refused: bool = Field(False, description="The GM refuses its Aid")
    botches: int = Field(0, ge=0, description="Botches counted so far")
    effects: list[EffectModel] = Field(default_factory=list, description="Wounds and boons at the start")
    now: NowModel = Field(default_factory=lambda: NowModel.model_validate({}), description="What it has done and spent in this round")
    learned: dict[Defense, tuple[int, int]] = Field(
        default_factory=dict, description="Between what the players know its Defenses to lie"
    )


class MapModel(Model):
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


class GoalModel(Model):
    """Another way the fight can be decided."""

    kind: Literal["drop", "rout", "reach", "ceasefire"] = Field(
        description="drop: so many of a side down loses; rout: so many down and the rest flee; reach: all who are up have left by an "
        "exit; ceasefire: a leader offers one when Winded"
    )
    side: str = Field(description="The side it is about")
    count: int = Field(0, ge=0, description="How many")
    who: str = Field("", description="The leader's id")

    @model_validator(mode="after")
    def _complete(self) -> GoalModel:
        if self.kind in ("drop", "rout") and self.count == 0:
            raise ValueError(f"{self.kind} needs a count of 1 or more")
        if self.kind == "ceasefire" and not self.who:
            raise ValueError("a ceasefire needs who offers it")
        return self


class WaveModel(Model):
    """Newcomers."""

    first: int = Field(ge=1, description="First round of arrival")
    every: int = Field(1, ge=1, description="Again every so many rounds")
    until: str = Field("", description="Name of the clock that stops them when full")
    combatants: list[FighterModel] = Field(description="Who comes")


class ClockModel(Model):
    """A skill objective."""

    name: str = Field(pattern=r"^[^:@]+$", description="What it is about")
    size: Literal[4, 6, 8] = Field(4, description="Segments")
    filled: int = Field(0, ge=0, le=8, description="Segments filled already")
    actions: list[str] = Field(default_factory=list, description="Fitting Actions; all if left out")
    position: Literal["controlled", "risky", "desperate"] = Field("risky", description="Number 5, 10 or 15 plus encounter Tier")
    rounds: int = Field(0, ge=0, description="Gone after this round; 0 no limit")
    secret: bool = Field(False, description="For the GM only")
    at: tuple[int, int] | None = Field(None, description="Worked on from within 5' of this square")

    @model_validator(mode="after")
    def _names(self) -> ClockModel:
        for name in self.actions:
            _known(name, ACTIONS, "Action")
        if self.filled > self.size:
            raise ValueError(f"a clock of {self.size} segments cannot have {self.filled} filled")
        return self


if TYPE_CHECKING:

    class OptionsModel(Model):
        """The book's switches."""

else:
    OptionsModel = switches_model("OptionsModel", Model, SWITCHES)


class LyingModel(Model):
    """A thing on the ground."""

    at: tuple[int, int] = Field(description="Column and row")
    item: ItemModel = Field(description="What lies there")


class PairModel(Model):
    """The GM's word on a pair."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)
    who: int = Field(ge=0, description="Place in the list of combatants")
    to: int = Field(ge=0, description="In respect of whom, by place in the list")
    what: Literal["concealed", "sheltered", "hidden", "flanking"] = Field(description="What is said")
    is_so: Literal["yes", "no"] = Field(alias="is", description="Whether it is so")


class WordsModel(Model):
    """What the GM has said and still holds."""

    pairs: list[PairModel] = Field(default_factory=list, description="Cover, hiding and flanking of pairs")
    senses: dict[str, list[Sense]] = Field(default_factory=dict, description="What weapons, powers and tasks involve, by name")
    lessen: Literal["avoid", "lower"] | None = Field(None, description="Resisted and soaked wounds")
    resist_base: Literal[5, 10, 15] = Field(10, description="Number against wounds, before Tier")


class EncounterModel(Model):
    """What a fight starts from."""

    system: Literal["tiers"] = Field(description="The rule system")
    name: str = Field(description="Title")
    summary: str = Field("", description="One sentence for the list of encounters")
    options: OptionsModel = Field(default_factory=lambda: OptionsModel.model_validate({}), description="The book's switches")
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
        for fighter in self.combatants:
            last = len(self.combatants) - 1
            for effect in fighter.effects:
                if effect.source > last:
                    raise ValueError(f"an effect comes from combatant {effect.source}: they are counted 0 to {last}")
                if effect.hidden_from > last:
                    raise ValueError(f"somebody is Hidden from combatant {effect.hidden_from}: they are counted 0 to {last}")
            if fighter.aided_by > last:
                raise ValueError(f"somebody is aided by combatant {fighter.aided_by}: they are counted 0 to {last}")
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
        if sum(items[id].hands for id in set(fighter["held"]) if not items[id].tags & NATURAL) > 2:
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


