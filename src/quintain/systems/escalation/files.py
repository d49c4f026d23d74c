"""What a content file may say about a combatant, and how it becomes a stat block.

Models are strict: a field nobody knows is refused by name. Numbers a PC's chassis, scores and level give (ES-150 to
ES-153) need not be written; a number that is written wins.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation import numbers, staging
from quintain.systems.escalation.builders import build, effect, rider
from quintain.systems.escalation.house import House
from quintain.systems.escalation.meanings import MEANINGS
from quintain.systems.escalation.sheet import Skirmish


def _text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


AmountText = Annotated[str, BeforeValidator(_text)]
Action = Literal["standard", "move", "quick", "free", "interrupt"]
Defence = Literal["AC", "PD", "MD"]
On = Literal[
    "target", "self", "ally", "each_ally", "each_engaged", "each_nearby", "each_other", "random_other", "each_creature"
]
Figure = Literal[
    "max_hp", "ac", "pd", "md", "init_bonus", "recoveries_max", "crit_floor", "uses_escalation", "named_villain", "line"
]
Ability = Literal["str", "con", "dex", "int", "wis", "cha"]
WeaponType = Literal["", "small thrown", "light thrown", "bow", "hand crossbow", "light crossbow", "heavy crossbow"]


def _describe(schema: dict[str, Any]) -> None:
    """Give every field of a published schema its meaning."""
    for name, field in schema.get("properties", {}).items():
        if name in MEANINGS:
            field.setdefault("description", MEANINGS[name])


class Row(BaseModel):
    """A block of fields; a field nobody knows is refused by name."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_describe, serialize_by_alias=True)


class EffectRow(Row):
    """One effect: exactly one verb and what belongs to it."""

    damage: AmountText | None = None
    ongoing: int | str | None = None
    inflict: list[str] | str | None = None
    modifier: dict[str, int] | None = None
    heal: AmountText | None = None
    recovery: int | None = None
    temp_hp: AmountText | None = None
    extra_damage: AmountText | None = None
    miss_damage: AmountText | None = None
    grab: bool | Literal["one"] | None = None
    pop_free: Literal["target", "self", "self_from_target", "target_from_all"] | None = None
    free_move: Literal["self", "ally", "target"] | None = None
    teleport: Literal["self", "ally", "target"] | None = None
    attack: str | None = None
    invisible: bool | None = None
    last_gasp: str | None = None
    slay: bool | None = None
    regain: str | None = None
    halve: bool | None = None
    double_damage: bool | None = None
    defence: dict[str, int] | None = None
    escalation: int | None = None
    engage: bool | None = None
    roll_save: SaveRow | None = None
    harden: int | None = Field(None, ge=2, le=21)
    vulnerable_to: str | None = None
    push: Literal["nearby", "faraway"] | None = None
    initiative: AmountText | None = None
    choose: ChooseRow | None = None
    text: str | None = None

    type: str = ""
    on: On | None = None
    until: str = ""
    conditions: list[str] = []
    modifiers: dict[str, int] = {}
    against: str | list[str] = ""
    action: Literal["free", "quick"] = "free"
    count: AmountText = "1"
    times: int = Field(1, ge=1)
    at: Literal["any", "same", "other"] = "any"
    chain: bool | int = False
    bonus: AmountText = "0"
    free: bool = False
    versus: Literal["source", "target"] | None = None
    with_: str = Field("", alias="with", description="modifiers of attacks: only for attacks of this name")
    cumulative: bool = False
    most: int = Field(0, ge=0)
    each_failed_save: list[EffectRow] = []
    failed_saves: list[list[EffectRow]] = []

    @model_validator(mode="after")
    def one_verb(self) -> EffectRow:
        if isinstance(self.chain, int) and self.chain < 0:
            raise ValueError(f"chain is true, false or a number of attacks, not {self.chain}")
        said = [verb for verb in VERBS if getattr(self, verb) is not None]
        if len(said) != 1:
            raise ValueError(f"an effect names exactly one of {', '.join(VERBS)}; this one names {said or 'none'}")
        effect(self)
        return self


VERBS = (
    "damage", "ongoing", "inflict", "modifier", "heal", "recovery", "temp_hp", "extra_damage", "miss_damage", "grab",
    "pop_free", "free_move", "teleport", "attack", "invisible", "last_gasp", "slay", "regain", "halve", "defence",
    "escalation", "double_damage", "engage", "roll_save", "harden", "vulnerable_to", "push", "initiative", "choose", "text",
)


class SaveRow(Row):
    """A save the target rolls at once, and what comes of it."""

    difficulty: int = Field(11, ge=2, le=20)
    failure: list[EffectRow] = []
    success: list[EffectRow] = []


class ChooseRow(Row):
    """Two or more things of which one happens, and who says which."""

    by: Literal["attacker", "target"] = "attacker"
    options: list[list[EffectRow]] = Field(min_length=2)


class RiderRow(Row):
    """A label under an attack and what it does."""

    when: str
    name: str = ""
    once: Literal["", "turn", "round", "battle"] | None = None
    needs: list[str] = []
    effects: list[EffectRow] = []

    @model_validator(mode="after")
    def readable(self) -> RiderRow:
        rider(self)
        return self


class FlexibleRow(RiderRow):
    """A flexible attack: a rider the attacker chooses after seeing the die."""

    kind: Literal["melee", "ranged"] = "melee"


class TargetRow(Row):
    count: AmountText = "1"
    range: Literal["engaged", "nearby", "faraway", "far_only"] | None = None
    in_group: bool = False
    who: Literal["enemy", "ally", "ally_or_self", "self", "creature"] = "enemy"
    hp_or_fewer: int = Field(0, ge=0)
    up_to: bool = False
    random: bool = False
    filter: str | list[str] = ""
    faraway_penalty: int = Field(0, ge=0)

    @classmethod
    def model_validate_nothing(cls) -> TargetRow:
        """The default target clause."""
        return cls.model_validate({})


class PowerRow(Row):
    """A power that needs no roll, or with `bonus` and `defence` an attack."""

    name: str
    kind: Literal["melee", "ranged", "close"] = "melee"
    spell: bool = False
    action: Action = "standard"
    usage: str = "at-will"
    per_round: int = Field(0, ge=0)
    bonus: int | None = None
    ability: Ability | None = None
    magic: int = 0
    weapon: str = ""
    weapon_type: WeaponType = ""
    defence: Defence | None = None
    attacks: AmountText = "1"
    different_targets: bool = False
    targets: TargetRow = Field(default_factory=TargetRow.model_validate_nothing)
    needs: list[str] = []
    group_uses: bool = False
    group_per: int = Field(0, ge=0)
    trigger: Literal[
        "self_hit", "self_missed", "self_attacked", "ally_hit", "self_damaged", "self_staggered", "self_drops", "enemy_engages",
        "enemy_leaves",
    ] | None = None
    natural: str = ""
    versus: list[Defence] = []
    hit: list[EffectRow] = []
    miss: list[EffectRow] = []
    crit: list[EffectRow] = []
    riders: list[RiderRow] = []
    text: str = ""


class NoteRow(Row):
    name: str
    text: str = ""
    kind: Literal["rider", "trait", "nastier", "action", "triggered"] = "trait"
    under: str = ""
    uses: int = Field(0, ge=0)


class PackRow(Row):
    per: int = 1
    max: int = 99


class TypedDamageRow(Row):
    damage: AmountText
    type: str = ""
    when: str = "always"


class RegenerationRow(Row):
    amount: int
    times: int = 0


class BlockRow(Row):
    """A stat block. A PC with a `chassis` needs scores and level; everyone else is printed in full."""

    name: str
    kind: Literal["pc", "companion", "npc", "monster"] = "monster"
    level: int = Field(ge=0, le=15)
    category: Literal[
        "mook", "normal", "large", "huge", "double-strength", "triple-strength", "weakling", "elite"
    ] = "normal"
    role: str = "troop"
    type: str = "humanoid"
    chassis: str = ""
    scores: dict[Ability, int] = {}
    shield: bool = False
    two_weapons: bool = False
    initiative: int | None = None
    ac: int | None = None
    pd: int | None = None
    md: int | None = None
    hp: int | None = Field(None, ge=1)
    recoveries: int | None = Field(None, ge=0)
    recovery_die: int | None = Field(None, ge=0)
    backgrounds: dict[str, int] = {}
    healing_background: str = ""
    potions: int = Field(0, ge=0)
    uses_escalation: bool | None = None
    flies: bool = False
    resist: dict[str, int] = {}
    resist_except: list[str] = []
    weak_to: list[str] = []
    immune: list[str] = []
    immune_conditions: list[str] = []
    sees_invisible: bool = False
    named_villain: bool = False
    fear: int = Field(0, ge=0)
    crit_floor: int = Field(20, ge=2, le=20)
    disengage_bonus: int = 0
    hold_penalty: int = 0
    save_bonus: int = 0
    intercepts_engaged: bool = False
    pack_bonus: PackRow | None = None
    staggered_damage: TypedDamageRow | None = None
    flank_damage: AmountText = ""
    regeneration: RegenerationRow | None = None
    thorns: TypedDamageRow | None = None
    draws_no_opportunity: bool = False
    makes_no_opportunity: bool = False
    no_miss_damage: bool = False
    attacks: list[PowerRow] = []
    powers: list[PowerRow] = []
    flexible: list[FlexibleRow] = []
    notes: list[NoteRow] = []

    @model_validator(mode="after")
    def complete(self) -> BlockRow:
        if self.chassis and self.chassis not in numbers.CHASSIS:
            raise ValueError(f"{self.chassis!r} is no chassis; there are {', '.join(numbers.CHASSIS)}")
        if self.chassis and not 1 <= self.level <= 10:
            raise ValueError(f"a character has a level from 1 to 10, not {self.level}")
        if not self.chassis:
            missing = [name for name in ("initiative", "ac", "pd", "md", "hp") if getattr(self, name) is None]
            if missing:
                raise ValueError(f"without a chassis a stat block prints its {', '.join(missing)}")
        if sum(self.backgrounds.values()) > 8 or any(not 1 <= n <= 5 for n in self.backgrounds.values()):
            raise ValueError("backgrounds have 1 to 5 points each and 8 in all")
        if self.healing_background and self.healing_background not in self.backgrounds:
            raise ValueError(f"{self.healing_background!r} is not among the backgrounds")
        for entry in self.attacks:
            if entry.defence is None or (entry.bonus is None and entry.ability is None):
                raise ValueError(f"the attack {entry.name!r} needs a defence and a bonus (or an ability)")
        build(self)
        return self


class LastingRow(Row):
    """An effect that somebody starts with."""

    name: str
    source: str = Field("", description="id of whoever caused it")
    conditions: list[str] = []
    ongoing: int = Field(0, ge=0)
    type: str = ""
    modifiers: dict[str, int] = {}
    until: str = "save"
    turns: int = Field(1, ge=1)
    each_failed_save: list[EffectRow] = []
    failed_saves: list[list[EffectRow]] = []
    failed: int = Field(0, ge=0, description="saves against it that have failed")
    versus: str = Field("", description="counts only between the bearer and this one")
    with_: str = Field("", alias="with", description="modifiers of attacks: only for attacks of this name")
    vulnerable_to: str = ""
    cumulative: bool = False
    most: int = Field(0, ge=0)


class ReadiedRow(Row):
    """An action that somebody holds ready."""

    action: str = Field(description="the turn option it will be, * for whoever sets it off")
    when: Literal["attacks", "moves", "engages", "casts"] = Field(description="what sets it off")
    whom: str = Field("", description="id of who must do it; any enemy without")


class LastGaspRow(Row):
    """Last-gasp saves that are under way."""

    name: str
    source: str = Field("", description="id of whoever caused it")
    conditions: list[str] = Field([], description="what the fourth failure brings")
    turns: int = Field(0, ge=0, description="turns it has had since")
    failures: int = Field(0, ge=0, le=3, description="saves failed so far")


class StartRow(Row):
    """What a combatant brings with it where it is not fresh: from earlier battles, or from the middle of this one."""

    hp: int | None = None
    temp_hp: int = Field(0, ge=0)
    recoveries: int | None = Field(None, ge=0)
    overdraft: int = Field(0, ge=0)
    wounds: int = Field(0, ge=0)
    potions: int | None = Field(None, ge=0)
    spent: list[str] = Field([], description="powers that are out: dailies used, recharge powers lost")
    used: dict[str, int] = Field({}, description="uses of powers in this battle")
    state: Literal["up", "dying", "stable", "comatose", "dead", "slain", "knocked_out", "gone"] = "up"
    death_fails: int = Field(0, ge=0, le=4)
    rallies: int = Field(0, ge=0)
    dropped: bool = False
    villain_blow: bool = False
    interrupt_used: bool = False
    initiative: int = 0
    tie: int = Field(0, ge=0, le=20, description="what it rolled to break a tie")
    acted: bool = False
    delaying: bool = False
    revealed_count: bool = False
    grabbed_by: str = ""
    unloaded: list[str] = []
    effects: list[LastingRow] = []
    readied: ReadiedRow | None = Field(None, description="the action it holds ready")
    last_gasp: LastGaspRow | None = Field(None, description="last-gasp saves under way")
    staggered: bool | None = Field(None, description="whether it is staggered, by the GM's word")
    figures: dict[Figure, int] = Field({}, description="figures that are not the stat block's any more; 1 and 0 for yes and no")
    limits: dict[str, int] = Field({}, description="uses per battle that were rolled when it began")
    used_round: dict[str, int] = Field({}, description="uses of powers in this round")
    last_turn: list[str] = Field([], description="powers used on its last turn")
    riders_used: list[str] = Field([], description="riders that fire once, and have")
    notes_used: list[str] = Field([], description="notes that have been applied")
    flank_used: bool = Field(False, description="its extra dice for a flank are used this round")
    barred_way: bool = Field(False, description="has intercepted while engaged this round")
    spirit_told: bool = Field(False, description="has told its story this round")
    opportunities: int = Field(0, ge=0, description="opportunity attacks made this round")
    regenerated: int = Field(0, ge=0, description="times it has regenerated")
    rally: Literal["", "barred", "allowed"] = Field("", description="what its save to rally again came to this turn")


class ZoneRow(Row):
    name: str
    links: list[str] = []
    has_room: bool = True
    head_room: bool = True


class StuntRow(Row):
    """A daring move the place offers."""

    name: str
    ability: Ability = "dex"
    dc: int = 15
    action: Literal["standard", "move", "quick"] = "move"
    on_success: list[EffectRow] = []
    on_failure: list[EffectRow] = []
    stealth: int = Field(0, ge=0, description="of a stealth check: what being invisible adds")
    who: str = Field("", description="id of the one it is offered to; everybody without")


class PastRow(Row):
    """The GM's word on what counts as moving past somebody."""

    mover: str = Field(description="id of who moves")
    defender: str = Field(description="id of who may step in")
    past: bool = Field(True, description="does it count")


class LegalRow(Row):
    """The GM's word on a target."""

    target: str = Field(description="id of the target")
    who: str = Field("", description="id of the attacker it is said of; anybody without")
    legal: bool = Field(True, description="is it a legal target")


class ResumeRow(Row):
    """Where a battle stands that is taken up in its middle."""

    decided: str = Field("", description="how the battle has been decided, where only the aftermath is left")
    phase: Literal["rounds", "ambush", "rest"] = Field("rounds", description="in its rounds, in the ambush before, in the rest after")
    round: int = Field(1, ge=0)
    escalation: int = Field(0, ge=0, le=6)
    order: list[str] = []
    last: str = ""
    pools: list[int] = []
    spirit_used: bool = False
    held: bool = False
    shared_uses: dict[str, int] = Field({}, description="uses of group abilities so far")
    refuse_free: bool = Field(False, description="the GM allows no free actions for now")
    past: list[PastRow] = Field([], description="what the GM has ruled about moving past somebody")
    targets: list[LegalRow] = Field([], description="what the GM has ruled about targets")
    zones: list[ZoneRow] = Field([], description="zones whose room the GM has changed")
    stunts: list[StuntRow] | None = Field(None, description="the stunts that can be tried now; without, those of the battle")
    opener: str = Field("", description="who opened the ambush")
    ambush_turns: int = Field(0, ge=0, le=2, description="turns of the ambush that are over")
    ambush_raise: int = Field(0, ge=0, le=2, description="does the die go up after the ambush: 0 not said, 1 yes, 2 no")
    surprised: list[str] = Field([], description="who is surprised")


class CombatantRow(Row):
    """Somebody in the fight: a stat block and where it starts."""

    use: str | None = Field(None, description="name of a stat block in `blocks` or shipped with the system")
    block: BlockRow | None = Field(None, description="or the stat block itself")
    id: str | None = Field(None, description="short name, letters and dashes; default from the block")
    name: str | None = None
    side: str = "foes"
    controller: str | None = Field(None, description="gm, players or a seat; default players for the party")
    count: int = Field(1, ge=1, le=40, description="so many alike, numbered")
    battle: int = Field(1, ge=1, description="in which battle of the day it takes part; the party is in all of them")
    zone: str | None = None
    behind: list[str] = []
    beside: list[str] = []
    engaged: list[str] = []
    airborne: bool | None = None
    hidden: bool = False
    start: StartRow | None = None


class BattleRow(Row):
    """One battle of a day: where, who ambushes, what the place offers."""

    name: str = ""
    zones: list[ZoneRow] = []
    ambush: str = Field("", description="the side that ambushes the other, if any")
    set_up: Literal["as_written", "ask"] = "as_written"
    full_heal_up_before: bool = False
    stunts: list[StuntRow] = []


class EncounterRow(BattleRow):
    """An encounter: one battle, or a day of several in `battles`."""

    system: Literal["escalation"] = "escalation"
    summary: str = ""
    options: dict[str, str] = {}
    blocks: dict[str, BlockRow] = {}
    combatants: list[CombatantRow]
    battles: list[BattleRow] = Field([], description="for a day: each battle; combatants name theirs with `battle`")
    rest_after: bool = False
    battles_since_heal_up: int = Field(0, ge=0)
    campaign_losses: int = Field(0, ge=0)
    resume: ResumeRow | None = None

    @field_validator("options", mode="before")
    @classmethod
    def known_switches(cls, said: object) -> object:
        if not isinstance(said, dict):
            return said
        # YAML reads a bare on or off as true or false
        plain = {name: "on" if value is True else "off" if value is False else value for name, value in said.items()}
        House({str(name): str(value) for name, value in plain.items()})
        return plain

    @model_validator(mode="after")
    def sensible(self) -> EncounterRow:
        if not any(row.side == "party" for row in self.combatants):
            raise ValueError("somebody must be on the side `party`")
        parts = len(self.battles) or 1
        for row in self.combatants:
            if row.battle > parts:
                raise ValueError(f"a combatant is in battle {row.battle}, but there are {parts}")
        for number in range(1 if self.resume is None else 2, parts + 1):
            if not any(row.side != "party" and row.battle == number for row in self.combatants):
                raise ValueError(f"battle {number} has nobody to fight")
        return self


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterRow, "combatant": BlockRow}


# -- the doors -------------------------------------------------------------------------------------------------------


def stat_block(mapping: dict[str, object], id: str = "") -> b.Block:
    """The stat block a mapping describes. Raises a pydantic ValidationError with the field and what would be right."""
    block = build(BlockRow.model_validate(mapping))
    if id:
        block.id = id
    return block


def encounter(data: dict[str, object], blocks: dict[str, dict[str, object]]) -> dict[str, object]:
    """The encounter with every stat block it uses written out under `blocks`, and every combatant by itself."""
    model = EncounterRow.model_validate(data)
    used: dict[str, BlockRow] = {}
    people: list[CombatantRow] = []
    taken: set[str] = set()
    for row in model.combatants:
        key, block = _block_of(row, model.blocks, blocks)
        used[key] = block
        for number in range(1, row.count + 1):
            people.append(_one_of(row, key, block, number, taken))
    for person in people:
        for name in (*person.behind, *person.beside, *person.engaged):
            if name not in taken:
                raise Malformed(f"{person.id} names {name!r}, who is not in the fight: there are {', '.join(sorted(taken))}.")
    model.blocks = used
    model.combatants = people
    resolved: dict[str, object] = model.model_dump(mode="json", exclude_defaults=True)
    resolved["system"] = "escalation"
    return resolved


def _block_of(
    row: CombatantRow, own: dict[str, BlockRow], shipped: dict[str, dict[str, object]]
) -> tuple[str, BlockRow]:
    if row.block is not None:
        return row.block.name.lower().replace(" ", "-"), row.block
    if row.use is None:
        raise Malformed(f"combatant {row.id or row.name or '?'} needs a stat block: use: NAME, or block: with its figures.")
    if row.use in own:
        return row.use, own[row.use]
    if row.use not in shipped:
        raise Malformed(f"there is no stat block called {row.use!r}: there are {', '.join(sorted({*own, *shipped}))}.")
    return row.use, BlockRow.model_validate(shipped[row.use])


def _one_of(row: CombatantRow, key: str, block: BlockRow, number: int, taken: set[str]) -> CombatantRow:
    """One combatant of a row that may stand for several."""
    base = row.id or key
    one = row.model_copy(deep=True)
    one.use, one.block, one.count = key, None, 1
    one.id = base if row.count == 1 else f"{base}-{number}"
    one.name = (row.name or block.name) + ("" if row.count == 1 else f" {number}")
    while one.id in taken:
        number += 1
        one.id, one.name = f"{base}-{number}", f"{row.name or block.name} {number}"
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", one.id):
        raise Malformed(f"{one.id!r} is no id: letters, digits, dashes and dots only.")
    taken.add(one.id)
    return one


def build_battle(data: dict[str, object], reading: Reading) -> Skirmish:
    """The battle that checked encounter data describes."""
    return staging.stage(EncounterRow.model_validate(data), reading)


def newcomer(data: dict[str, object], blocks: dict[str, b.Block]) -> tuple[CombatantRow, b.Block]:
    """A combatant from what the GM gave; a Refusal says what is wrong with it. Blocks already in play can be used by name."""
    try:
        row = CombatantRow.model_validate(data)
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(str(part) for part in detail["loc"])
        raise Malformed(f"{where or 'the combatant'}: {detail['msg']}.") from None
    if row.block is not None:
        block = build(row.block)
        block.id = row.block.name.lower().replace(" ", "-")
        return row, blocks.get(block.id, block)
    if row.use in blocks:
        return row, blocks[row.use]
    raise Malformed(f"the newcomer needs a stat block: use one of {', '.join(blocks)}, or write it under block.")
