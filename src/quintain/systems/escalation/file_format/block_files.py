"""What a content file may say in a stat block: figures, attacks, riders and effects.

Models are strict: a field nobody knows is refused by name. Numbers a PC's chassis, scores and level give (ES-150 to
ES-153) need not be written; a number that is written wins.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from quintain.systems.escalation.fields_files import BlockFields
from quintain.systems.escalation.file_format.block_building import build, effect, rider
from quintain.systems.escalation.file_format.bonus_building import standing
from quintain.systems.escalation.file_format.occasion_building import occasion
from quintain.systems.escalation.file_format.row_files import Row
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.printed.stat_block import Block


def _text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


AmountText = Annotated[str, BeforeValidator(_text)]
Action = Literal["standard", "move", "quick", "free", "interrupt"]
Defence = Literal["AC", "PD", "MD"]
On = Literal[
    "target", "self", "ally", "each_ally", "each_engaged", "each_nearby", "each_other", "random_other", "each_creature",
    "one_engaged", "one_nearby", "all_allies", "all_foes", "each_hit", "random_creature", "random_nearby",
    "ally_or_self", "allies_of_target",
]
Figure = Literal[
    "max_hp", "ac", "pd", "md", "init_bonus", "recoveries_max", "crit_floor", "uses_escalation", "named_villain", "line"
]
When = Literal[
    "turn_start", "turn_end", "enemy_turn_start", "enemy_turn_end", "attacked", "attacking", "staggered", "drops",
    "enemy_staggered", "enemy_drops", "ally_staggered", "ally_drops", "staggers_enemy", "fells_enemy", "enemy_engages",
    "engages", "enemy_leaves", "enemy_disengages", "enemy_fails_disengage", "disengages", "fails_disengage", "intercepted",
    "failed_save", "made_save", "damaged", "healed", "battle_start", "escalation", "aimed_at", "struck",
    "enemy_aims", "enemy_attacks", "ally_attacks", "enemy_comes", "enemy_moves", "ally_engages", "escalation_rises",
]
Ability = Literal["str", "con", "dex", "int", "wis", "cha"]
WeaponType = Literal["", "small thrown", "light thrown", "bow", "hand crossbow", "light crossbow", "heavy crossbow"]


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
    pop_free: Literal["target", "self", "self_from_target", "target_from_all", "ally_from_target", "ally"] | None = None
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
    engage: bool | Literal["ally"] | None = None
    roll_save: SaveRow | None = None
    negate: bool | None = None
    reroll: int | None = Field(None, ge=-20, le=0)
    shake_off: Literal["all", "save_one", "save_each", "one"] | None = None
    foil: Literal["miss", "damage"] | None = Field(None, description="the attack that set it off misses, or deals no damage")
    ward: int | None = Field(None, ge=2, le=20, description="the attack that set it off deals half damage below this natural roll")
    redirect: RedirectRow | None = Field(None, description="the attack that set it off has another target")
    attacks_only: str | list[str] | None = Field(None, description="may attack such enemies only, as long as one of them stands")
    blunts: Literal["bearer", "source"] | None = Field(None, description="the next hit on it, or on the source, deals half damage")
    harden: int | None = Field(None, ge=2, le=21)
    hardens: Literal["attack", "ongoing"] = Field("attack", description="harden: what this attack brought, or all ongoing damage")
    vulnerable_to: str | None = None
    push: Literal["nearby", "faraway"] | None = None
    initiative: AmountText | None = None
    choose: ChooseRow | None = None
    mark: str | None = None
    exposes: dict[Literal["attack", "damage", "crit"], int | str] | None = None
    others: dict[str, int] | None = None
    fear_of: int | None = Field(None, ge=1)
    unlocks: str | None = None
    reaches: str | None = None
    resists: dict[str, int] | None = None
    unresists: str | None = None
    immune_to: str | None = None
    recovery_save: int | None = Field(None, ge=2, le=20)
    dispel: bool | None = None
    spares: Literal["doubling", "damage"] | None = None
    empower: AmountText | None = None
    surely: Literal["hit", "crit"] | None = None
    more_targets: int | None = Field(None, ge=1)
    fewer_death_saves: int | None = Field(None, ge=1, le=3)
    each_time: EachTimeRow | None = None
    worsen: AmountText | None = None
    table: TableRow | None = None
    slip_away: bool | None = None
    rush: bool | None = Field(None, description="the user goes at the target, however far, and is engaged with it")
    unmark: str | None = Field(None, description="the state of this name ends for whoever it falls on")
    images: int | None = Field(None, ge=2, le=20, description="images of the bearer: what another d20 must show to find it")
    get_away: bool | None = Field(None, description="its failed disengage check succeeds after all")
    recoveries: int | None = None
    more_actions: Literal["standard", "move", "quick"] | None = None
    compel: Literal["basic"] | None = None
    also_at: int | None = Field(None, ge=1)
    opening: bool | None = Field(None, description="the target may make an opportunity attack against the attacker")
    chase: bool | None = Field(None, description="the creature moves to engage the target, as a free action")
    fresh_hp: int | None = Field(None, ge=1, description="so many more hit points; what it has then is its new maximum")
    more_attacks: str | None = Field(None, description="an attack of this name consists of one more")
    text: str | None = None
    apply: list[EffectRow] = Field([], description="of a text: what of it is carried out when the GM applies it")

    type: str = ""
    on: On | None = None
    until: str = ""
    conditions: list[str] = []
    modifiers: dict[str, int] = {}
    against: str | list[str] = ""
    action: Literal["free", "quick"] = "free"
    count: AmountText = "1"
    times: int = Field(1, ge=1)
    at: Literal["any", "same", "other", "left", "new"] = "any"
    chain: bool | int | Literal["escalation"] = False
    bonus: AmountText = "0"
    free: bool = False
    enough: int = Field(0, ge=0, description="of damage: how much of it must be taken for what follows")
    then: list[EffectRow] = Field([], description="what follows where enough damage was taken")
    without_die: bool = Field(False, description="of a reroll: without the escalation die")
    versus: Literal["source", "target"] | None = None
    with_: str = Field("", alias="with", description="modifiers of attacks: only for attacks of this name")
    cumulative: bool = False
    most: int = Field(0, ge=0)
    each_failed_save: list[EffectRow] = []
    failed_saves: list[list[EffectRow]] = []
    after_save: list[EffectRow] = []
    after_save_natural: str = ""
    ends_when: list[str] = []
    ends_by: EndsByRow | None = None
    deals: AmountText | None = None
    follows: int = Field(0, ge=0, le=99)
    for_each: Literal["", "ally_on_target", "creature_hit", "fallen_ally"] = Field("", description="so much for each of these")
    counting: str | list[str] = Field("", description="of those counted, only who is all of this")
    fallen: bool = False
    by: str = Field("", description="who gains by it: the source, its allies, or those on its side called so; all without")
    among: str | list[str] = ""
    extra: int = 0
    halved: bool = False
    reach: bool = False
    per: str = Field("", description="damage: so much for each recovery the target has left, or each besetter (hound) of it")
    spends: bool = Field(False, description="the granted attack costs one of its uses, and needs one")
    every: bool = Field(False, description="of blunts: every hit, not the next one only")
    rest_on: str | list[str] = Field("", description="of blunts: such an ally nearby takes the rest, or it does not work")
    or_miss: bool = Field(False, description="of empower: when they miss, too")
    counted: Literal["", "same", "allies", "enemies"] = ""
    plain: bool = Field(False, description="the granted attack sets off no riders")

    @model_validator(mode="after")
    def one_verb(self) -> EffectRow:
        if isinstance(self.chain, int) and not isinstance(self.chain, bool) and self.chain < 0:
            raise ValueError(f"chain is true, false or a number of attacks, not {self.chain}")
        said = [verb for verb in VERBS if getattr(self, verb) is not None]
        if len(said) != 1:
            raise ValueError(f"an effect names exactly one of {', '.join(VERBS)}; this one names {said or 'none'}")
        if self.apply and self.text is None:
            raise ValueError("apply says what of a text is carried out at the GM's word, so it stands beside text only")
        effect(self)
        return self


VERBS = (
    "damage", "ongoing", "inflict", "modifier", "heal", "recovery", "temp_hp", "extra_damage", "miss_damage", "grab",
    "pop_free", "free_move", "teleport", "attack", "invisible", "last_gasp", "slay", "regain", "halve", "defence",
    "escalation", "double_damage", "engage", "roll_save", "shake_off", "negate", "reroll", "harden", "vulnerable_to", "push",
    "initiative", "choose", "mark", "exposes", "others", "fear_of", "unlocks", "reaches", "resists", "unresists", "immune_to",
    "recovery_save", "each_time", "worsen", "table", "slip_away", "recoveries", "more_actions", "compel", "also_at", "foil",
    "ward", "rush", "get_away", "unmark", "images", "opening", "chase", "fresh_hp", "more_attacks", "redirect", "blunts", "empower",
    "surely", "dispel", "spares", "attacks_only", "more_targets", "fewer_death_saves", "deals", "text",
)


class EachTimeRow(Row):
    """What happens each time the bearer of an effect does something, or something is done to it."""

    when: str
    effects: list[EffectRow] = []
    once: bool = Field(False, description="only the first time, which ends it")


class RedirectRow(Row):
    """Who is struck instead: the one who answers, or an enemy it thrusts before itself."""

    to: Literal["self", "one_engaged"] = Field(description="who is struck instead")
    save: int = Field(0, ge=0, le=20, description="a save it must make to step in; of an enemy: one with which it gets away")
    grabbed_save: int = Field(0, ge=0, le=20, description="the save of an enemy that it grabs")


class EndsByRow(Row):
    """An action that ends an effect early, who may take it, and what that brings the bearer."""

    action: Literal["standard", "move", "quick", "free"]
    who: Literal["bearer", "ally", "anybody"] = Field("bearer", description="who may: the bearer, an ally next to it, or either")
    effects: list[EffectRow] = []


class TableRow(Row):
    """A die, and what each of its faces brings."""

    dice: AmountText
    results: dict[str, list[EffectRow]]


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
    once: Literal["", "turn", "round", "battle", "target"] | None = None
    nth: int = Field(1, ge=1, le=9, description="only the second (third ...) time it fits within what once says")
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
    foremost: Literal[
        "", "lowest_hp", "highest_hp", "lowest_ac", "highest_ac", "lowest_pd", "highest_pd", "lowest_md", "highest_md"
    ] = Field("", description="of all these, only whoever has the fewest or most of it")
    and_engaged: bool = Field(False, description="the user's own allies who are engaged with the targets are targets too")
    also: TargetRow | None = Field(None, description="a second clause of targets, who come besides the first")

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
    pool: str = ""
    uses_of: str = Field("", description="another attack of the block whose uses it shares")
    trigger: Literal[
        "self_hit", "self_missed", "self_attacked", "ally_hit", "self_damaged", "self_staggered", "self_drops", "enemy_engages",
        "enemy_leaves", "self_misses",
    ] | None = None
    natural: str = ""
    not_crits: bool = Field(False, description="of a power that answers a hit: not a critical one")
    versus: list[Defence] = []
    answers: list[str] = Field(
        [], description="of a power that answers a hit: only such attacks: melee, ranged, close, spell, weapon, magic, at_will ..."
    )
    within: Literal["nearby"] | None = Field(None, description="of ally_hit: nearby is close enough, not only next to it")
    strays: str = Field("", description="natural rolls with which the attack is rolled again, at a random nearby creature")
    hit: list[EffectRow] = []
    miss: list[EffectRow] = []
    crit: list[EffectRow] = []
    crit_total: int = Field(0, ge=0, description="what a critical hit deals in all, instead of twice its damage")
    riders: list[RiderRow] = []
    text: str = ""


class NoteRow(Row):
    name: str
    text: str = ""
    kind: Literal["rider", "trait", "option", "nastier", "action", "triggered"] = "trait"
    under: str = ""
    uses: int = Field(0, ge=0)
    effects: list[EffectRow] = Field([], description="what is carried out when the GM applies it")


class PackRow(Row):
    per: int = 1
    max: int = 99


class TypedDamageRow(Row):
    damage: AmountText
    type: str = ""
    when: str = "always"


class OccasionRow(Row):
    """A trait that comes into play by itself: at such a moment, if all this is so, these effects happen."""

    name: str
    when: When
    roll: str = "always"
    kinds: list[Literal["melee", "ranged", "close"]] = []
    versus: list[Defence] = []
    opportunity: Literal["only", "never"] | None = None
    spell: bool = False
    limited: bool = False
    escalated: bool = False
    types: list[str] = []
    except_: list[str] = Field([], alias="except", description="of an attack: damage types that do not set it off")
    weapons: list[str] = Field([], description="of an attack: its name holds one of these words; unarmed: a bare fist")
    not_weapons: list[str] = Field([], description="of an attack: its name holds none of these words")
    with_: str = Field("", alias="with", description="of its own attacks: those of this name only")
    least: int = Field(0, ge=0)
    within: Literal["engaged", "nearby"] | None = None
    against: str | list[str] = ""
    needs: list[str] = []
    once: Literal["", "turn", "round", "battle"] | None = None
    times: int = Field(1, ge=1)
    shared: bool = Field(False, description="all of its mob, or of its kind, count their uses together")
    nth: int = Field(0, ge=0, description="only the so many-eth time in a battle")
    save: int = Field(0, ge=0, le=20)
    chance: str = ""
    asks: bool = False
    unhindered: bool = False
    interrupt: bool = False
    effects: list[EffectRow] = Field(min_length=1)

    @model_validator(mode="after")
    def readable(self) -> OccasionRow:
        occasion(self)
        return self


class BonusRow(Row):
    """What holds while its conditions do: figures, resistance, slipping away; for the creature itself or for others."""

    name: str
    attack: AmountText | None = None
    damage: AmountText | None = None
    miss_damage: AmountText | None = None
    crit: AmountText | None = None
    ac: AmountText | None = None
    pd: AmountText | None = None
    md: AmountText | None = None
    defences: AmountText | None = None
    save: AmountText | None = Field(None, description="added to saves")
    disengage: AmountText | None = None
    initiative: AmountText | None = None
    resist: int | None = Field(None, ge=2, le=21, description="natural roll that full damage needs; 21: always half")
    types: list[str] = Field([], description="damage types it resists, or whose ongoing damage is saved against; none: any")
    except_: list[str] = Field([], alias="except", description="damage types it does not hold against; weakness: those it is weak to")
    misses_on: str = Field("", description="natural rolls with which attacks miss it")
    ignores_on: str = Field("", description="natural rolls with which attacks do nothing to it")
    miss_chance: AmountText = Field("", description="percent of attacks that miss before the roll, in steps of 5; or 5x escalation")
    spares_misses: bool = Field(False, description="attacks that miss it deal it no damage")
    vulnerable: bool = Field(False, description="attacks on whoever it is for crit as on the vulnerable")
    shrugs: int = Field(0, ge=0, description="damage of so much or less at once is none")
    absorbs: int = Field(0, ge=0, description="so much of the damage dealt to it on each turn is none")
    dazes: bool = Field(False, description="those it is for are dazed")
    slays_on_crit: bool = Field(False, description="a critical hit drops it")
    triple_on_crit: bool = Field(False, description="a critical hit on it is doubled once more")
    escalates: bool = Field(False, description="may add the escalation die to attacks")
    no_escalation: bool = Field(False, description="may not add the escalation die to attacks")
    slips: list[Literal["opportunity", "moving", "interception"]] = Field(
        [], description="draws no opportunity attacks, none by moving, cannot be intercepted"
    )
    needs: list[str] = []
    company: list[str] = Field([], description="only while an ally that is all of this is nearby")
    for_: Literal["self", "allies", "both", "engaged", "nearby", "enemies", "side"] = Field(
        "self", alias="for", description="the creature, its nearby allies, both, enemies engaged with it, nearby ones, all; its side"
    )
    whom: list[str] = Field([], description="of those, only who is all of this")
    against: str | list[str] = ""
    with_: list[str] = Field(
        [],
        alias="with",
        description="only such attacks: melee, ranged, close, spell, weapon, magic, limited, at_will, opportunity, AC ... or a name",
    )
    per: Literal[
        "", "same_on_target", "ally_on_target", "same_nearby", "ally_nearby", "enemy_engaged", "enemy_nearby", "enemy", "ally",
        "mob",
    ] = Field("", description="so much for each of these")
    counting: list[str] = Field([], description="of those counted, only who is all of this")
    max: int = Field(0, ge=0)

    @model_validator(mode="after")
    def readable(self) -> BonusRow:
        standing(self)
        return self


class RegenerationRow(Row):
    amount: int
    times: int = 0


class BlockHead(Row):
    """What a stat block begins with."""

    name: str
    kind: Literal["pc", "companion", "npc", "monster"] = "monster"
    level: int = Field(ge=0, le=15)
    category: Literal[
        "mook", "normal", "large", "huge", "double-strength", "triple-strength", "weakling", "elite"
    ] = "normal"


class BlockRow(BlockFields, BlockHead):
    """A stat block. A PC with a `chassis` needs scores and level; everyone else is printed in full."""

    type: str = "humanoid"
    chassis: str = ""
    scores: dict[Ability, int] = {}
    shield: bool = False
    initiative: int | None = None
    ac: int | None = None
    pd: int | None = None
    md: int | None = None
    hp: int | None = Field(None, ge=1)
    recoveries: int | None = Field(None, ge=0)
    recovery_die: int | None = Field(None, ge=0)
    backgrounds: dict[str, int] = {}
    healing_background: str = ""
    uses_escalation: bool | None = None
    immune_conditions: list[str] = []
    pack_bonus: PackRow | None = None
    bonuses: list[BonusRow] = []
    staggered_damage: TypedDamageRow | None = None
    flank_damage: AmountText = ""
    regeneration: RegenerationRow | None = None
    thorns: TypedDamageRow | None = None
    occasions: list[OccasionRow] = []
    attacks: list[PowerRow] = []
    powers: list[PowerRow] = []
    flexible: list[FlexibleRow] = []
    notes: list[NoteRow] = []

    @model_validator(mode="after")
    def complete(self) -> BlockRow:
        if self.chassis and self.chassis not in tables.CHASSIS:
            raise ValueError(f"{self.chassis!r} is no chassis; there are {', '.join(tables.CHASSIS)}")
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


def stat_block(mapping: dict[str, object], id: str = "") -> Block:
    """The stat block a mapping describes. Raises a pydantic ValidationError with the field and what would be right."""
    block = build(BlockRow.model_validate(mapping))
    if id:
        block.id = id
    return block
