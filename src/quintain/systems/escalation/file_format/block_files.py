"""What a content file may say in a stat block: figures, attacks, riders and effects.

Models are strict: a field nobody knows is refused by name. Numbers a PC's chassis, scores and level give (ES-150 to
ES-153) need not be written; a number that is written wins.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from quintain.systems.escalation.fields_files import (
    BlockFields,
    BonusFields,
    LastingFields,
    OccasionFields,
    PowerFields,
    TargetFields,
)
from quintain.systems.escalation.file_format.block_building import SAID, block_from, effect, rider
from quintain.systems.escalation.file_format.bonus_building import standing
from quintain.systems.escalation.file_format.lasting_building import LASTS
from quintain.systems.escalation.file_format.occasion_building import occasion
from quintain.systems.escalation.file_format.row_files import AmountText, OneOf, Row
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Block

Ability = Annotated[str, OneOf(b.ABILITIES)]
Mover = Annotated[str, OneOf(("self", "ally", "target"))]
WeaponType = Literal["", "small thrown", "light thrown", "bow", "hand crossbow", "light crossbow", "heavy crossbow"]


class EffectRow(LastingFields):
    """One effect: exactly one verb and what belongs to it."""

    damage: AmountText | None = None
    ongoing: int | str | None = None
    inflict: list[str] | str | None = Field(None, description="conditions")
    modifier: dict[str, int] | None = None
    heal: AmountText | None = Field(None, description="hit points regained")
    recovery: int | None = Field(None, description="heals using a recovery")
    temp_hp: AmountText | None = Field(None, description="temporary hit points")
    extra_damage: AmountText | None = Field(None, description="added to this hit")
    miss_damage: AmountText | None = None
    grab: bool | Literal["one"] | None = Field(None, description="grabs the target; one: unless it holds somebody already")
    pop_free: Annotated[str, OneOf(b.POPS)] | None = Field(None, description="who pops free of whom")
    free_move: Mover | None = Field(None, description="who may move as a free action")
    teleport: Mover | None = Field(None, description="who teleports")
    attack: str | None = None
    invisible: bool | None = Field(None, description="becomes invisible")
    last_gasp: str | None = None
    slay: bool | None = Field(None, description="drops the target to 0")
    regain: str | None = Field(None, description="regains a use of this power")
    halve: bool | None = Field(None, description="the damage that set it off is halved")
    double_damage: bool | None = Field(None, description="one more doubling of this hit's damage")
    defence: dict[str, int] | None = None
    escalation: int | None = None
    engage: bool | Literal["ally"] | None = None
    roll_save: SaveRow | None = Field(None, description="a save rolled at once, and what comes of it")
    negate: bool | None = Field(None, description="the attack that set it off does nothing")
    reroll: int | None = Field(None, ge=-20, le=0, description="the attack that set it off is rolled again, with this penalty or 0")
    shake_off: Annotated[str, OneOf(b.SHAKES)] | None = None
    foil: Annotated[str, OneOf(b.FOILS)] | None = Field(None, description="the attack that set it off misses, or deals no damage")
    ward: int | None = Field(None, ge=2, le=20, description="the attack that set it off deals half damage below this natural roll")
    redirect: RedirectRow | None = Field(None, description="the attack that set it off has another target")
    harden: int | None = Field(None, ge=2, le=21)
    hardens: Literal["attack", "ongoing"] = Field("attack", description="harden: what this attack brought, or all ongoing damage")
    push: Literal["nearby", "faraway"] | None = Field(None, description="the target ends up free of the attacker, nearby or faraway")
    initiative: AmountText | None = None
    choose: ChooseRow | None = Field(None, description="one of several lists of effects happens")
    dispel: bool | None = Field(None, description="one effect that a spell has put on the creature or on somebody nearby ends")
    spares: Annotated[str, OneOf(b.SPARES)] | None = None
    each_time: EachTimeRow | None = Field(None, description="what happens each time the bearer does something")
    worsen: AmountText | None = None
    table: TableRow | None = Field(None, description="a die is rolled, and one of several things happens")
    slip_away: bool | None = Field(None, description="a disengage check as a free action, and the move")
    rush: bool | None = Field(None, description="the user goes at the target, however far, and is engaged with it")
    unmark: str | None = Field(None, description="the state of this name ends for whoever it falls on")
    get_away: bool | None = Field(None, description="its failed disengage check succeeds after all")
    recoveries: int | None = None
    more_actions: Annotated[str, OneOf(b.ACTIONS[:3])] | None = Field(None, description="one more action on this turn")
    compel: Literal["basic"] | None = Field(None, description="the target makes a basic attack at one of its allies")
    also_at: int | None = Field(None, ge=1, description="the same roll counts against so many more enemies, whom the attacker chooses")
    opening: bool | None = Field(None, description="the target may make an opportunity attack against the attacker")
    chase: bool | None = Field(None, description="the creature moves to engage the target, as a free action")
    fresh_hp: int | None = Field(None, ge=1, description="so many more hit points; what it has then is its new maximum")
    text: str | None = None
    apply: list[EffectRow] = Field([], description="of a text: what of it is carried out when the GM applies it")

    type: str = ""
    on: Annotated[str, OneOf(b.ONS)] | None = Field(None, description="on whom it falls")
    until: str = ""
    conditions: list[str] = []
    modifiers: dict[str, int] = {}
    against: str | list[str] = ""
    action: Literal["free", "quick"] = "free"
    count: AmountText = "1"
    times: int = Field(1, ge=1)
    at: Annotated[str, OneOf(b.ATS)] = Field("any", description="at whom the granted attack goes")
    chain: bool | int | Literal["escalation"] = False
    bonus: AmountText = "0"
    free: bool = Field(False, description="does not cost a recovery")
    enough: int = Field(0, ge=0, description="of damage: how much of it must be taken for what follows")
    then: list[EffectRow] = Field([], description="what follows where enough damage was taken")
    without_die: bool = Field(False, description="of a reroll: without the escalation die")
    most: int = Field(0, ge=0)
    each_failed_save: list[EffectRow] = []
    failed_saves: list[list[EffectRow]] = []
    after_save: list[EffectRow] = Field([], description="what the save that ends it brings")
    ends_by: EndsByRow | None = Field(None, description="an action by which it is ended early")
    for_each: Annotated[str, OneOf(b.PERS)] = Field("", description="so much for each of these")
    counting: str | list[str] = Field("", description="of those counted, only who is all of this")
    fallen: bool = Field(False, description="may fall on those lying unconscious too")
    among: str | list[str] = Field("", description="of those it falls on, only who is all of this")
    extra: int = Field(0, description="what the granted attack adds to its roll, once more for each further one in a chain")
    halved: bool = Field(False, description="the granted attack deals half damage")
    reach: bool = Field(False, description="the granted attack may go at any nearby enemy, engaged or not")
    per: str = Field("", description="damage: so much for each recovery the target has left, or each besetter (hound) of it")
    spends: bool = Field(False, description="the granted attack costs one of its uses, and needs one")
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


VERBS = (*SAID, *LASTS)
"""Every field of a row that is a verb."""


class EachTimeRow(Row):
    """What happens each time the bearer of an effect does something, or something is done to it."""

    when: str
    effects: list[EffectRow] = []
    once: bool = Field(False, description="only the first time, which ends it")


class RedirectRow(Row):
    """Who is struck instead: the one who answers, or an enemy it thrusts before itself."""

    to: Annotated[str, OneOf(b.REDIRECTS)] = Field(description="who is struck instead")
    save: int = Field(0, ge=0, le=20, description="a save it must make to step in; of an enemy: one with which it gets away")
    grabbed_save: int = Field(0, ge=0, le=20, description="the save of an enemy that it grabs")


class EndsByRow(Row):
    """An action that ends an effect early, who may take it, and what that brings the bearer."""

    action: Annotated[str, OneOf(b.ACTIONS[:4])]
    who: Annotated[str, OneOf(b.BREAKERS[1:])] = Field("bearer", description="who may: the bearer, an ally next to it, or either")
    effects: list[EffectRow] = []


class TableRow(Row):
    """A die, and what each of its faces brings."""

    dice: AmountText = Field(description="what is rolled")
    results: dict[str, list[EffectRow]] = Field(description="what each result brings: 3, 1-2, 5+")


class SaveRow(Row):
    """A save the target rolls at once, and what comes of it."""

    difficulty: int = Field(11, ge=2, le=20, description="what the save must reach")
    failure: list[EffectRow] = Field([], description="what happens when it fails")
    success: list[EffectRow] = Field([], description="what happens when it succeeds")


class ChooseRow(Row):
    """Two or more things of which one happens, and who says which."""

    by: Literal["attacker", "target"] = Field("attacker", description="who chooses")
    options: list[list[EffectRow]] = Field(min_length=2, description="what each way of choosing brings")


class RiderRow(Row):
    """A label under an attack and what it does."""

    when: str
    name: str = ""
    once: Annotated[str, OneOf(b.ONCES)] | None = None
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


class TargetRow(TargetFields):
    also: TargetRow | None = Field(None, description="a second clause of targets, who come besides the first")

    @classmethod
    def model_validate_nothing(cls) -> TargetRow:
        """The default target clause."""
        return cls.model_validate({})


class PowerRow(PowerFields):
    """A power that needs no roll, or with `bonus` and `defence` an attack."""

    ability: Ability | None = None
    weapon: str = Field("", description="weapon die such as d8; level dice are rolled")
    weapon_type: WeaponType = Field("", description="gives range and reloading")
    targets: TargetRow = Field(default_factory=TargetRow.model_validate_nothing, description="how many of whom, how far away")
    uses_of: str = Field("", description="another attack of the block whose uses it shares")
    hit: list[EffectRow] = Field([], description="what a hit does, or what the power does")
    miss: list[EffectRow] = Field([], description="what a miss does")
    crit: list[EffectRow] = []
    riders: list[RiderRow] = Field([], description="effects that read the natural roll")


class NoteRow(Row):
    name: str
    text: str = ""
    kind: Literal["rider", "trait", "option", "nastier", "action", "triggered"] = "trait"
    under: str = Field("", description="the attack a note belongs to")
    uses: int = Field(0, ge=0, description="how often a note can be used, 0 for any number")
    effects: list[EffectRow] = Field([], description="what is carried out when the GM applies it")


class PackRow(Row):
    per: int = Field(1, description="so much for each")
    max: int = 99


class TypedDamageRow(Row):
    damage: AmountText
    type: str = ""
    when: str = "always"


class OccasionRow(OccasionFields):
    """A trait that comes into play by itself: at such a moment, if all this is so, these effects happen."""

    effects: list[EffectRow] = Field(min_length=1)

    @model_validator(mode="after")
    def readable(self) -> OccasionRow:
        occasion(self)
        return self


class BonusRow(BonusFields):
    """What holds while its conditions do: figures, resistance, slipping away; for the creature itself or for others."""

    @model_validator(mode="after")
    def readable(self) -> BonusRow:
        standing(self)
        return self


class RegenerationRow(Row):
    amount: int = Field(description="how much")
    times: int = 0


class BlockHead(Row):
    """What a stat block begins with."""

    name: str
    kind: Annotated[str, OneOf(b.KINDS)] = "monster"
    level: int = Field(ge=0, le=15, description="level, 0 to 15 (characters 1 to 10)")
    category: Literal[
        "mook", "normal", "large", "huge", "double-strength", "triple-strength", "weakling", "elite"
    ] = "normal"


class BlockRow(BlockFields, BlockHead):
    """A stat block. A PC with a `chassis` needs scores and level; everyone else is printed in full."""

    type: str = "humanoid"
    chassis: str = Field("", description="a character's class, from which hit points and defences follow")
    scores: dict[Ability, int] = Field({}, description="ability scores of a character")
    shield: bool = Field(False, description="one more point of AC for a chassis")
    initiative: int | None = None
    ac: int | None = None
    pd: int | None = None
    md: int | None = None
    hp: int | None = Field(None, ge=1, description="hit points; of a mook those of each")
    recoveries: int | None = Field(None, ge=0)
    recovery_die: int | None = Field(None, ge=0, description="sides of its recovery die")
    backgrounds: dict[str, int] = Field({}, description="backgrounds with 1 to 5 points, 8 in all")
    healing_background: str = Field("", description="the background that helps to stabilise")
    uses_escalation: bool | None = Field(None, description="adds the escalation die to attacks")
    immune_conditions: list[str] = Field([], description="conditions it cannot have; ongoing for ongoing damage")
    pack_bonus: PackRow | None = Field(None, description="bonus per other creature of its block engaged with the target")
    bonuses: list[BonusRow] = []
    staggered_damage: TypedDamageRow | None = Field(None, description="extra damage of its melee hits while it is staggered")
    flank_damage: AmountText = Field("", description="once a round, extra dice on a melee hit on a foe that an ally is engaged with")
    regeneration: RegenerationRow | None = Field(None, description="hit points regained at the start of its turns")
    thorns: TypedDamageRow | None = Field(None, description="damage to engaged attackers")
    occasions: list[OccasionRow] = Field([], description="traits that come into play by themselves when their moment comes")
    attacks: list[PowerRow] = []
    powers: list[PowerRow] = Field([], description="what needs no roll")
    flexible: list[FlexibleRow] = Field([], description="flexible attacks, in order of preference")
    notes: list[NoteRow] = Field([], description="text the rules cannot carry out, for the GM to apply")

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
        block_from(self)
        return self


def stat_block(mapping: dict[str, object], id: str = "") -> Block:
    """The stat block a mapping describes. Raises a pydantic ValidationError with the field and what would be right."""
    block = block_from(BlockRow.model_validate(mapping))
    if id:
        block.id = id
    return block
