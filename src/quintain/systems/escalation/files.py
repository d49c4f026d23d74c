"""What a content file may say about a combatant, and how it becomes a stat block.

Models are strict: a field nobody knows is refused by name. Numbers a PC's chassis, scores and level give (ES-150 to
ES-153) need not be written; a number that is written wins.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed
from quintain.space.zones import Edge, Zones
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation import numbers, rows
from quintain.systems.escalation.house import House
from quintain.systems.escalation.positions import engage, set_beside
from quintain.systems.escalation.sheet import WAITING, Fighter, Ground, Part, Skirmish, Stunt


def _text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


AmountText = Annotated[str, BeforeValidator(_text)]
Action = Literal["standard", "move", "quick", "free", "interrupt"]
Defence = Literal["AC", "PD", "MD"]
On = Literal[
    "target", "self", "ally", "each_ally", "each_engaged", "each_nearby", "each_other", "random_other", "each_creature"
]
Ability = Literal["str", "con", "dex", "int", "wis", "cha"]
WeaponType = Literal["", "small thrown", "light thrown", "bow", "hand crossbow", "light crossbow", "heavy crossbow"]


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EffectRow(Row):
    """One effect: exactly one verb and what belongs to it."""

    damage: AmountText | None = None
    ongoing: int | None = None
    inflict: list[str] | str | None = None
    modifier: dict[str, int] | None = None
    heal: AmountText | None = None
    recovery: int | None = None
    temp_hp: AmountText | None = None
    extra_damage: AmountText | None = None
    miss_damage: AmountText | None = None
    grab: bool | None = None
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
    chain: bool = False
    bonus: AmountText = "0"
    free: bool = False
    each_failed_save: list[EffectRow] = []

    @model_validator(mode="after")
    def one_verb(self) -> EffectRow:
        said = [verb for verb in VERBS if getattr(self, verb) is not None]
        if len(said) != 1:
            raise ValueError(f"an effect names exactly one of {', '.join(VERBS)}; this one names {said or 'none'}")
        effect(self)
        return self


VERBS = (
    "damage", "ongoing", "inflict", "modifier", "heal", "recovery", "temp_hp", "extra_damage", "miss_damage", "grab",
    "pop_free", "free_move", "teleport", "attack", "invisible", "last_gasp", "slay", "regain", "halve", "defence",
    "escalation", "double_damage", "engage", "roll_save", "text",
)


class SaveRow(Row):
    """A save the target rolls at once, and what comes of it."""

    difficulty: int = Field(11, ge=2, le=20)
    failure: list[EffectRow] = []
    success: list[EffectRow] = []


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
    spread: bool = False

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
    trigger: Literal[
        "self_hit", "self_missed", "ally_hit", "self_damaged", "self_staggered", "self_drops", "enemy_engages", "enemy_leaves"
    ] | None = None
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


class EffectStart(Row):
    """An effect somebody starts with: the row, and whose it is."""

    effect: EffectRow
    name: str = "set-up"
    source: str = ""


class StartRow(Row):
    """What a combatant brings from earlier battles, where it is not fresh."""

    hp: int | None = None
    temp_hp: int = Field(0, ge=0)
    recoveries: int | None = Field(None, ge=0)
    overdraft: int = Field(0, ge=0)
    wounds: int = Field(0, ge=0)
    potions: int | None = Field(None, ge=0)
    spent: list[str] = Field([], description="powers that are out: dailies used, recharge powers lost")


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
        for number in range(1, parts + 1):
            if not any(row.side != "party" and row.battle == number for row in self.combatants):
                raise ValueError(f"battle {number} has nobody to fight")
        return self


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterRow, "combatant": BlockRow}


# -- from rows to what the rules read ------------------------------------------------------------------------------


def stat_block(mapping: dict[str, object], id: str = "") -> b.Block:
    """The stat block a mapping describes. Raises a pydantic ValidationError with the field and what would be right."""
    block = build(BlockRow.model_validate(mapping))
    if id:
        block.id = id
    return block


def effect(row: EffectRow) -> b.Effect:
    """One row as the rules read it."""
    made = _verb(row)
    if row.on is not None:
        made.on = b.ONS.index(row.on)
    made.damage_type = row.type.lower()
    made.against = _filters(row.against)
    made.count = rows.read_amount(row.count)
    made.text = row.text or ""
    return made


def _filters(said: str | list[str]) -> list[int]:
    """One filter or several, any of which suffices."""
    named = [said] if isinstance(said, str) else said
    return [rows.read_filter(each) for each in named if each]


def _verb(row: EffectRow) -> b.Effect:
    for verb, op in _AMOUNTS.items():
        said: str | None = getattr(row, verb)
        if said is not None:
            if verb == "damage" and said == "half":
                return b.Effect(b.HALF_DAMAGE)
            made = b.Effect(op)
            made.amount = rows.read_amount(said)
            return made
    for verb, op in _WORDS.items():
        word: str | None = getattr(row, verb)
        if word is not None:
            made = b.Effect(op)
            made.name = word
            made.times = row.times
            made.chain = row.chain
            made.costs_quick = row.action == "quick"
            made.which = b.ATS.index(row.at)
            made.conditions = rows.read_conditions([word]) if verb == "last_gasp" else 0
            return made
    for verb, op in _FLAGS.items():
        if getattr(row, verb):
            return b.Effect(op)
    return _other_verb(row)


_AMOUNTS = {
    "damage": b.DAMAGE, "heal": b.HEAL, "temp_hp": b.TEMP_HP, "extra_damage": b.EXTRA_DAMAGE, "miss_damage": b.MISS_DAMAGE,
}
_WORDS = {"attack": b.GRANT_ATTACK, "regain": b.REGAIN, "last_gasp": b.LAST_GASP}
_FLAGS = {"grab": b.GRAB, "slay": b.SLAY, "halve": b.HALVE, "engage": b.PULL, "double_damage": b.DOUBLE}


def _other_verb(row: EffectRow) -> b.Effect:
    if row.pop_free is not None:
        made = b.Effect(b.POP_FREE)
        made.which = b.POPS.index(row.pop_free)
        return made
    if row.free_move is not None or row.teleport is not None:
        made = b.Effect(b.FREE_MOVE if row.free_move is not None else b.TELEPORT)
        made.on = b.ONS.index(str(row.free_move or row.teleport))
        return made
    if row.recovery is not None:
        made = b.Effect(b.RECOVERY)
        made.amount = rows.read_amount(row.bonus)
        made.free_recovery = row.free
        return made
    if row.escalation is not None:
        made = b.Effect(b.ESCALATION)
        made.amount = b.Amount([], row.escalation)
        return made
    if row.defence is not None:
        made = b.Effect(b.DEFENCE_BONUS)
        made.modifiers = _modifiers(row.defence)
        return made
    if row.roll_save is not None:
        made = b.Effect(b.ROLL_SAVE)
        made.save = row.roll_save.difficulty
        made.on_failed_save = [effect(each) for each in row.roll_save.failure]
        made.on_save = [effect(each) for each in row.roll_save.success]
        return made
    if row.text is not None:
        return b.Effect(b.TEXT)
    return _lasting(row)


def _lasting(row: EffectRow) -> b.Effect:
    made = b.Effect(b.LASTING)
    named = [row.inflict] if isinstance(row.inflict, str) else list(row.inflict or [])
    made.conditions = rows.read_conditions(named + row.conditions)
    if row.invisible:
        made.conditions |= b.INVISIBLE
        made.on = b.ON_SELF
    made.ongoing = row.ongoing or 0
    mods = dict(row.modifiers)
    mods.update(row.modifier or {})
    made.modifiers = _modifiers(mods) if mods else []
    made.until, made.save = rows.read_until(row.until or "save")
    made.on_failed_save = [effect(each) for each in row.each_failed_save]
    return made


def _modifiers(said: dict[str, int]) -> list[int]:
    values = [0] * len(b.MODIFIERS)
    for name, value in said.items():
        if name == "defences":
            for place in (b.ON_AC, b.ON_PD, b.ON_MD):
                values[place] = value
        elif name in b.MODIFIERS:
            values[b.MODIFIERS.index(name)] = value
        else:
            raise ValueError(f"{name!r} cannot be modified; write one of {', '.join(b.MODIFIERS)}, defences")
    return values


def rider(row: RiderRow) -> b.Rider:
    faces, on_hit, on_miss, only_crit = rows.read_label(row.when)
    made = b.Rider(row.name or row.when, faces, on_hit, on_miss, only_crit, [effect(each) for each in row.effects])
    made.once = b.ONCES.index(row.once or "")
    made.needs = rows.read_needs(row.needs) if row.needs else b.NO_NEEDS
    return made


_RELOAD = {"hand crossbow": b.QUICK, "light crossbow": b.QUICK, "heavy crossbow": b.MOVE}


def power(row: PowerRow, number: int, block: BlockRow) -> b.Power:
    made = b.Power(row.name, number)
    made.kind = b.ATTACK_KINDS.index(row.kind)
    made.spell = row.spell
    made.action = b.ACTIONS.index(row.action)
    rows.read_usage(row.usage, made)
    made.per_round = row.per_round
    made.rolls = row.defence is not None
    made.defence = b.DEFENCES.index(row.defence or "AC")
    made.bonus = row.bonus if row.bonus is not None else _own_bonus(row, block)
    made.attacks = rows.read_amount(row.attacks)
    made.different_targets = row.different_targets
    made.targets = _targets(row)
    made.needs = rows.read_needs(row.needs) if row.needs else b.NO_NEEDS
    made.group_uses = row.group_uses
    made.trigger = b.TRIGGERS.index(row.trigger or "")
    made.versus = sum(1 << b.DEFENCES.index(each) for each in row.versus) if row.versus else 7
    made.hit = [effect(each) for each in row.hit] + _weapon_damage(row, block)
    made.miss = [effect(each) for each in row.miss]
    if row.weapon and not row.miss:
        made.miss = _weapon_miss(row, block)
    made.crit = [effect(each) for each in row.crit]
    made.riders = [rider(each) for each in row.riders]
    made.reload = _RELOAD.get(row.weapon_type, b.FREE)
    made.text = row.text
    _summarise(made)
    return made


def _own_bonus(row: PowerRow, block: BlockRow) -> int:
    """ES-89, ES-90: ability modifier + level + magic, for weapons and spells alike."""
    if row.ability is None:
        return 0
    return numbers.ability_modifier(block.scores.get(row.ability, 10)) + block.level + row.magic


def _weapon_damage(row: PowerRow, block: BlockRow) -> list[b.Effect]:
    """ES-151: so many weapon dice as the level, plus the ability modifier times the multiplier."""
    if not row.weapon:
        return []
    multiplier = numbers.tier(block.level) + 1
    modifier = numbers.ability_modifier(block.scores.get(row.ability or "str", 10))
    made = b.Effect(b.DAMAGE)
    made.amount = b.Amount([(block.level, int(row.weapon.lower().lstrip("d")))], modifier * multiplier + row.magic)
    return [made]


def _weapon_miss(row: PowerRow, block: BlockRow) -> list[b.Effect]:
    """ES-153: which basic attacks deal the level as miss damage."""
    chassis = numbers.CHASSIS.get(block.chassis)
    if chassis is None or not (chassis.melee_miss if row.kind == "melee" else chassis.ranged_miss):
        return []
    made = b.Effect(b.DAMAGE)
    made.amount = b.Amount([], block.level)
    return [made]


def _targets(row: PowerRow) -> b.Targets:
    said = row.targets
    made = b.Targets()
    made.every = said.count == "all"
    made.count = b.Amount([], 99) if made.every else rows.read_amount(said.count)
    default = "engaged" if row.kind == "melee" and said.who == "enemy" else "nearby"
    made.range = b.RANGES.index(said.range or default)
    made.faraway_penalty = said.faraway_penalty
    if row.weapon_type in ("small thrown", "hand crossbow"):
        made.range = b.NEARBY
    elif row.weapon_type:
        made.range = b.FARAWAY
        made.faraway_penalty = 2 if row.weapon_type == "light thrown" else 0
    made.in_group = said.in_group
    made.who = b.WHO.index(said.who)
    made.hp_or_fewer = said.hp_or_fewer
    made.up_to = said.up_to
    made.random = said.random
    made.filter = _filters(said.filter)
    return made


_CONTROL = {
    b.DAZED: 8, b.WEAKENED: 14, b.VULNERABLE: 3, b.STUCK: 4, b.HAMPERED: 4, b.CONFUSED: 18, b.STUNNED: 30, b.HELPLESS: 35,
    b.FEAR: 10,
}  # fmt: skip


def _summarise(made: b.Power) -> None:
    """What a tactic wants to know of a power at a glance."""
    for each in made.hit:
        if each.op in (b.DAMAGE, b.EXTRA_DAMAGE) and each.on == b.ON_TARGET:
            made.twice_mean_hit += each.amount.twice_mean if each.op == b.DAMAGE else 0
            made.damage_type = made.damage_type or each.damage_type
        elif each.op == b.LASTING and each.on == b.ON_TARGET:
            made.twice_mean_hit += 3 * each.ongoing
            made.control += sum(worth for bit, worth in _CONTROL.items() if each.conditions & bit)
            made.boosts = made.boosts or bool(each.modifiers)
        elif each.op == b.LASTING:
            made.boosts = True
        made.heals = made.heals or each.op in (b.RECOVERY, b.HEAL)
        made.escapes = made.escapes or (each.op == b.POP_FREE and each.which == b.POP_SELF)
    for each in made.miss:
        if each.op == b.DAMAGE and each.on == b.ON_TARGET:
            made.twice_mean_miss += each.amount.twice_mean
        elif each.op == b.HALF_DAMAGE:
            made.twice_mean_miss += made.twice_mean_hit // 2
    made.attack_count = max(1, made.attacks.twice_mean // 2)
    made.target_count = max(2, made.targets.count.twice_mean)


def build(row: BlockRow) -> b.Block:
    """The block a checked row describes."""
    block = b.Block(row.name)
    block.kind = b.KINDS.index(row.kind)
    block.level = row.level
    block.category = row.category
    block.mook = row.category == "mook"
    block.role = row.role
    block.type = row.type
    block.abilities = [row.scores.get(name, 10) for name in b.ABILITIES]
    _body(row, block)
    _traits(row, block)
    for place, entry in enumerate(row.attacks + row.powers):
        block.powers.append(power(entry, place, row))
    for flexible in row.flexible:
        block.flexibles.append(b.Flexible(rider(flexible), b.ATTACK_KINDS.index(flexible.kind)))
    block.notes = [b.Note(note.name, note.text, note.kind, note.under, note.uses) for note in row.notes]
    _index_powers(block)
    return block


def _body(row: BlockRow, block: b.Block) -> None:
    if row.chassis:
        chassis = numbers.CHASSIS[row.chassis]
        mods = [block.modifier(place) for place in range(6)]
        block.max_hp = numbers.hit_points(chassis.hp, mods[b.CON], row.level)
        block.defences = numbers.defences(chassis, mods, row.level, row.shield)
        block.init_bonus = mods[b.DEX] + row.level
        block.recovery_die = chassis.die
        block.recoveries = chassis.recoveries
    elif block.kind <= b.COMPANION:
        block.recovery_die, block.recoveries = 8, 8
    block.max_hp = row.hp or block.max_hp
    for place, said in enumerate((row.ac, row.pd, row.md)):
        if said is not None:
            block.defences[place] = said
    block.init_bonus = block.init_bonus if row.initiative is None else row.initiative
    block.recoveries = block.recoveries if row.recoveries is None else row.recoveries
    block.recovery_die = block.recovery_die if row.recovery_die is None else row.recovery_die
    block.uses_escalation = block.kind == b.PC if row.uses_escalation is None else row.uses_escalation
    block.backgrounds = dict(row.backgrounds)
    block.healing_background = row.backgrounds.get(row.healing_background, 0)
    block.potions = row.potions


def _traits(row: BlockRow, block: b.Block) -> None:
    block.flies = row.flies
    block.sees_invisible = row.sees_invisible
    block.two_weapons = row.two_weapons
    block.named_villain = row.named_villain
    block.crit_floor = row.crit_floor
    block.resist = {name.lower(): number for name, number in row.resist.items()}
    block.resist_except = [name.lower() for name in row.resist_except]
    block.weak_to = [name.lower() for name in row.weak_to]
    block.immune = [name.lower() for name in row.immune]
    block.immune_ongoing = "ongoing" in row.immune_conditions
    block.immune_conditions = rows.read_conditions([name for name in row.immune_conditions if name != "ongoing"])
    block.fear = row.fear
    block.disengage_bonus = row.disengage_bonus
    block.hold_penalty = row.hold_penalty
    block.save_bonus = row.save_bonus
    block.intercepts_engaged = row.intercepts_engaged
    block.draws_no_opportunity = row.draws_no_opportunity
    block.makes_no_opportunity = row.makes_no_opportunity
    block.no_miss_damage = row.no_miss_damage
    block.flank = rows.read_amount(row.flank_damage) if row.flank_damage else b.NOTHING
    if row.pack_bonus is not None:
        block.pack_per, block.pack_max = row.pack_bonus.per, row.pack_bonus.max
    if row.staggered_damage is not None:
        block.staggered_damage = rows.read_amount(row.staggered_damage.damage)
        block.staggered_type = row.staggered_damage.type.lower()
    if row.regeneration is not None:
        block.regeneration, block.regeneration_times = row.regeneration.amount, row.regeneration.times
    if row.thorns is not None:
        block.thorns, block.thorns_type = rows.read_amount(row.thorns.damage), row.thorns.type.lower()
        block.thorns_rider = rider(RiderRow(when=row.thorns.when))


def _index_powers(block: b.Block) -> None:
    """The basic attacks: the first melee and the first ranged line (for a PC: those that are no spells, first of all)."""
    for entry in block.powers:
        if not entry.rolls or entry.trigger or entry.needs.granted or entry.action != b.STANDARD:
            continue
        if entry.limited() or entry.spell:
            continue
        if entry.kind == b.MELEE and block.basic_melee < 0:
            block.basic_melee = entry.number
        if entry.kind == b.RANGED and block.basic_ranged < 0:
            block.basic_ranged = entry.number
    for flexible in block.flexibles:
        basic = block.basic_melee if flexible.kind == b.MELEE else block.basic_ranged
        if basic >= 0:
            block.powers[basic].flexible = True
    block.reactions = [entry.number for entry in block.powers if entry.trigger]
    melee, ranged = _reach(block, b.MELEE), max(_reach(block, b.RANGED), _reach(block, b.CLOSE))
    block.threat = max(1, melee, ranged) // 2 + (4 if any(entry.heals for entry in block.powers) else 0)
    block.ranged_fighter = ranged > melee


def _reach(block: b.Block, kind: int) -> int:
    """Twice the mean damage of its best at-will attack of a kind, all its attacks and targets counted."""
    best = 0
    for entry in block.powers:
        if entry.kind == kind and entry.rolls and not entry.limited() and not entry.trigger and entry.action == b.STANDARD:
            best = max(best, entry.twice_mean_hit * entry.attack_count * entry.target_count // 2)
    return best


# -- from an encounter to a battle -----------------------------------------------------------------------------------


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
    model = EncounterRow.model_validate(data)
    house = House(model.options)
    parts = [_part(row) for row in (model.battles or [model])]
    battle = Skirmish(reading, house, parts)
    battle.battles_since_heal_up = model.battles_since_heal_up
    battle.campaign_losses = model.campaign_losses
    battle.rest_after = model.rest_after
    built: dict[str, b.Block] = {}
    for key, row in model.blocks.items():
        built[key] = build(row)
        built[key].id = key
        add_unarmed(built[key], house)
    for person in model.combatants:
        key = person.use or ""
        if key not in built:
            raise Malformed(f"there is no stat block called {key!r} in this encounter.")
        enlist(battle, person, built[key])
    _relations(battle, model.combatants)
    battle.pools = [0] * len({fighter.mob for fighter in battle.fighters if fighter.mob >= 0})
    for fighter in battle.fighters:
        if fighter.mob >= 0 and fighter.part == 0:
            battle.pools[fighter.mob] += fighter.max_hp
    battle.any_fear = any(fighter.block.fear for fighter in battle.fighters)
    battle.room = list(parts[0].ground.room)
    battle.head_room = list(parts[0].ground.head_room)
    return battle


def _part(row: BattleRow) -> Part:
    part = Part(row.name, _ground(row.zones))
    part.ambush = row.ambush
    part.ask_set_up = row.set_up == "ask"
    part.heal_up_before = row.full_heal_up_before
    for said in row.stunts:
        stunt = Stunt(said.name, b.ABILITIES.index(said.ability), said.dc, b.ACTIONS.index(said.action))
        stunt.on_success = [effect(each) for each in said.on_success]
        stunt.on_failure = [effect(each) for each in said.on_failure]
        part.stunts.append(stunt)
    return part


def _ground(said: list[ZoneRow]) -> Ground:
    """Zones as written; without any, one field with a rear for each side that the GM may open (ES-03, ES-45)."""
    if not said:
        names = ["field", "rear", "far side"]
        zones = Zones(names, [Edge(0, 1), Edge(0, 2)])
        return Ground(zones, [True, False, False], [True, True, True])
    names = [zone.name for zone in said]
    edges: list[Edge] = []
    seen: set[tuple[int, int]] = set()
    for place, zone in enumerate(said):
        for other in zone.links:
            if other not in names:
                raise Malformed(f"the zone {zone.name!r} is linked to {other!r}, which is not there.")
            pair = (min(place, names.index(other)), max(place, names.index(other)))
            if pair not in seen:
                seen.add(pair)
                edges.append(Edge(pair[0], pair[1]))
    try:
        zones = Zones(names, edges)
    except ValueError as problem:
        raise Malformed(f"{problem}.") from None
    return Ground(zones, [zone.has_room for zone in said], [zone.head_room for zone in said])


def enlist(battle: Skirmish, row: CombatantRow, block: b.Block) -> Fighter:
    """One more combatant, in its zone and side."""
    controller = row.controller or (PLAYERS if row.side == "party" else GM)
    fighter = Fighter(row.id or block.id, row.name or block.name, row.side, controller, block, len(battle.fighters))
    if row.side not in battle.sides:
        battle.sides = [*battle.sides, row.side]
    fighter.team = battle.sides.index(row.side)
    fighter.hidden = row.hidden
    fighter.part = row.battle - 1
    if fighter.team != 0 and fighter.part != battle.part:
        fighter.state = WAITING
    ground = battle.parts[fighter.part].ground
    zone = ground.zones.number(row.zone) if row.zone else 0
    if zone < 0:
        raise Malformed(f"{fighter.id} stands in {row.zone!r}, which is no zone: there are {', '.join(ground.zones.names)}.")
    fighter.zone = zone
    if row.airborne is not None:
        fighter.airborne = row.airborne and block.flies
    battle.lines = max(battle.lines, fighter.number)
    if row.start is not None:
        _bring(fighter, row.start)
    if block.mook:
        fighter.mob = _mob_of(battle, fighter)
    battle.add_unit(fighter)
    battle.fighters.append(fighter)
    return fighter


def _mob_of(battle: Skirmish, fighter: Fighter) -> int:
    """ES-171: mooks of one block on one side in one battle are a mob."""
    highest = -1
    for other in battle.fighters:
        highest = max(highest, other.mob)
        if other.mob >= 0 and other.block.id == fighter.block.id and other.side == fighter.side and other.part == fighter.part:
            return other.mob
    return highest + 1


def _bring(fighter: Fighter, start: StartRow) -> None:
    level = fighter.block.level
    fighter.wounds = start.wounds
    fighter.max_hp = max(1, fighter.base_hp - start.wounds * (2 + level))
    fighter.hp = min(fighter.max_hp, fighter.max_hp if start.hp is None else start.hp)
    fighter.temp_hp = start.temp_hp
    fighter.recoveries = fighter.recoveries if start.recoveries is None else start.recoveries
    fighter.overdraft = start.overdraft
    fighter.potions = fighter.potions if start.potions is None else start.potions
    for entry in fighter.block.powers:
        if entry.name in start.spent:
            fighter.out[entry.number] = 1


def _relations(battle: Skirmish, people: list[CombatantRow]) -> None:
    for row in people:
        one = battle.named(row.id or "")
        if one is None:
            continue
        for name in row.engaged:
            other = battle.named(name)
            if other is not None and other.team != one.team:
                engage(one, other)
        for name in row.behind:
            other = battle.named(name)
            if other is not None and other.team == one.team:
                one.behind |= other.bit
        for name in row.beside:
            other = battle.named(name)
            if other is not None:
                set_beside(one, other)


def add_unarmed(block: b.Block, house: House) -> None:
    """ES-102: any PC can punch: STR + level - 2 against AC."""
    if block.kind != b.PC or any(entry.name == "Unarmed" for entry in block.powers):
        return
    made = b.Power("Unarmed", len(block.powers))
    made.rolls = True
    modifier = block.modifier(b.STR)
    made.bonus = modifier + block.level - 2
    hit = b.Effect(b.DAMAGE)
    times = block.multiplier() if house.unarmed_scaled else 1
    hit.amount = b.Amount(numbers.unarmed_dice(block.level, house.unarmed_d3_only), modifier * times)
    made.hit = [hit]
    _summarise(made)
    block.powers.append(made)


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
