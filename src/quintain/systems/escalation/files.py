"""What a content file may say of an encounter: who fights, where each starts, and what a day or an interrupted fight adds.

Models are strict: a field nobody knows is refused by name. Stat blocks are in `block_files.py`.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError, field_validator, model_validator

from quintain.engine.files import Options, checked_options, options_schema
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed, Refusal, within
from quintain.systems.escalation.fields_files import LaidFields, ReadiedFields, ResumeFields, StartFields
from quintain.systems.escalation.file_format import building
from quintain.systems.escalation.file_format.block_building import block_from
from quintain.systems.escalation.file_format.block_files import Ability, BlockRow, EffectRow
from quintain.systems.escalation.file_format.exporting import FIGURES
from quintain.systems.escalation.file_format.row_files import OneOf, Row
from quintain.systems.escalation.printed.stat_block import Block
from quintain.systems.escalation.rules.switches import DECLARED


class LastingRow(LaidFields):
    """An effect that somebody starts with."""

    each_failed_save: list[EffectRow] = []
    failed_saves: list[list[EffectRow]] = []
    more: EffectRow | None = Field(None, description="what else the effect says: marks, what it brings, what ends it")


class LastGaspRow(Row):
    """Last-gasp saves that are under way."""

    name: str
    source: str = Field("", description="id of whoever caused it")
    conditions: list[str] = Field([], description="what the fourth failure brings")
    turns: int = Field(0, ge=0, description="turns it has had since")
    failures: int = Field(0, ge=0, le=3, description="saves failed so far")
    fallen: bool = Field(False, description="of somebody unconscious, whom the fourth failure kills")


class StartRow(StartFields):
    """What a combatant brings with it where it is not fresh: from earlier battles, or from the middle of this one."""

    spent: list[str] = Field([], description="powers that are out: dailies used, recharge powers lost")
    used: dict[str, int] = Field({}, description="uses of powers in this battle")
    state: Literal["up", "dying", "stable", "comatose", "dead", "slain", "knocked_out", "gone"] = "up"
    grabbed_by: str = Field("", description="who holds it")
    unloaded: list[str] = Field([], description="weapons to be reloaded")
    effects: list[LastingRow] = []
    readied: ReadiedFields | None = Field(None, description="the action it holds ready")
    last_gasp: LastGaspRow | None = Field(None, description="last-gasp saves under way")
    staggered: bool | None = Field(None, description="whether it is staggered, by the GM's word")
    figures: dict[Annotated[str, OneOf(tuple(FIGURES))], int] = Field(
        {}, description="figures that are not the stat block's any more; 1 and 0 for yes and no"
    )
    limits: dict[str, int] = Field({}, description="uses per battle that were rolled when it began")
    used_round: dict[str, int] = Field({}, description="uses of powers in this round")
    last_turn: list[str] = Field([], description="powers used on its last turn")
    turn_before: list[str] = Field([], description="of somebody who delays: powers used on the turn before the one that is put off")
    met: list[str] = Field([], description="of somebody who delays: whom it was engaged with when its turn began")
    attacked: list[str] = Field([], description="whom it has attacked, where an attack asks for that")
    rally: Literal["", "barred", "allowed"] = Field("", description="what its save to rally again came to this turn")
    learned: dict[str, tuple[int, int]] = Field(
        {}, description="what the players have learned of it: between which figures a defence lies, which special has been seen"
    )


class ZoneRow(Row):
    name: str
    links: list[str] = Field([], description="neighbouring zones")
    has_room: bool = Field(True, description="there is room to go there")
    head_room: bool = Field(True, description="flyers can pass overhead")


class StuntRow(Row):
    """A daring move the place offers."""

    name: str
    ability: Ability = "dex"
    dc: int = Field(15, description="difficulty of the check")
    action: Literal["standard", "move", "quick"] = "move"
    on_success: list[EffectRow] = Field([], description="what success does")
    on_failure: list[EffectRow] = Field([], description="what failure does")
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


class ResumeRow(ResumeFields):
    """Where a battle stands that is taken up in its middle."""

    past: list[PastRow] = Field([], description="what the GM has ruled about moving past somebody")
    targets: list[LegalRow] = Field([], description="what the GM has ruled about targets")
    zones: list[ZoneRow] = Field([], description="zones whose room the GM has changed")
    stunts: list[StuntRow] | None = Field(None, description="the stunts that can be tried now; without, those of the battle")


class CombatantRow(Row):
    """Somebody in the fight: a stat block and where it starts."""

    use: str | None = Field(None, description="name of a stat block in `blocks` or shipped with the system")
    block: BlockRow | None = Field(None, description="or the stat block itself")
    id: str | None = Field(None, description="short name, letters and dashes; default from the block")
    name: str | None = None
    side: str = Field("foes", description="party, foes or another side")
    controller: str | None = Field(None, description="gm, players or a seat; default players for the party")
    count: int = Field(1, ge=1, le=40, description="so many alike, numbered")
    battle: int = Field(1, ge=1, description="in which battle of the day it takes part; the party is in all of them")
    zone: str | None = Field(None, description="where it starts")
    behind: list[str] = Field([], description="allies it stands behind")
    beside: list[str] = Field([], description="allies it is next to")
    engaged: list[str] = Field([], description="enemies it is in melee with")
    airborne: bool | None = Field(None, description="in the air")
    hidden: bool = Field(False, description="only the GM knows that it is there")
    start: StartRow | None = Field(None, description="what it brings from earlier")


class BattleRow(Row):
    """One battle of a day: where, who ambushes, what the place offers."""

    name: str = ""
    zones: list[ZoneRow] = Field([], description="zones and how they are linked; without any, one field with a rear")
    ambush: str = Field("", description="the side that ambushes the other, if any")
    set_up: Literal["as_written", "ask"] = Field("as_written", description="ask where people start, or take what is written")
    full_heal_up_before: bool = Field(False, description="a full heal-up comes before this battle")
    stunts: list[StuntRow] = Field([], description="daring moves the place offers")


class EncounterRow(BattleRow):
    """An encounter: one battle, or a day of several in `battles`."""

    system: Literal["escalation"] = Field("escalation", description="escalation")
    summary: str = Field("", description="one sentence for the list of encounters")
    options: Options = Field({}, description="the book's switches", json_schema_extra=options_schema(DECLARED))
    blocks: dict[str, BlockRow] = Field({}, description="stat blocks by name")
    combatants: list[CombatantRow] = Field(description="who fights")
    battles: list[BattleRow] = Field([], description="for a day: each battle; combatants name theirs with `battle`")
    rest_after: bool = Field(False, description="a quick rest after the last battle")
    battles_since_heal_up: int = Field(0, ge=0, description="battles fought since the last full heal-up")
    campaign_losses: int = Field(0, ge=0, description="campaign losses so far")
    resume: ResumeRow | None = Field(None, description="where a battle stands that is taken up in its middle")

    @field_validator("options", mode="before")
    @classmethod
    def known_switches(cls, said: object) -> object:
        return checked_options(DECLARED, said)

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
                here = f"battle {number} has" if self.battles else "there is"
                raise ValueError(f"{here} nobody to fight: put somebody on another side than the party's")
        return self


MODELS: dict[str, type[BaseModel]] = {"encounter": EncounterRow, "combatant": BlockRow}


# -- the doors -------------------------------------------------------------------------------------------------------


def encounter(data: dict[str, object], blocks: dict[str, dict[str, object]]) -> dict[str, object]:
    """The encounter with every stat block it uses written out under `blocks`, and every combatant by itself."""
    model = EncounterRow.model_validate(data)
    used: dict[str, BlockRow] = {}
    people: list[CombatantRow] = []
    taken: set[str] = set()
    origins: list[int] = []
    for place, row in enumerate(model.combatants):
        with within("combatants", place):
            key, block = _block_of(row, model.blocks, blocks)
            used[key] = block
            for number in range(1, row.count + 1):
                people.append(_one_of(row, key, block, number, taken))
                origins.append(place)
    model.blocks = used
    model.combatants = people
    _check_whole(model, origins)
    resolved: dict[str, object] = model.model_dump(mode="json", exclude_defaults=True)
    resolved["system"] = "escalation"
    return resolved


def _check_whole(model: EncounterRow, origins: list[int]) -> None:
    """Can it be staged? What is refused of one of several alike is refused where the file names them."""
    try:
        building.build(model, Reading())
    except Refusal as no:
        at = no.path[1] if len(no.path) > 1 and no.path[0] == "combatants" else None
        if isinstance(at, int):
            no.path = ("combatants", origins[at], *no.path[2:])
        raise


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
        there = ", ".join(sorted({*own, *shipped}))
        raise Malformed(f"there is no stat block called {row.use!r}: there are {there}.", ("use",))
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
    _check_id(one.id)
    taken.add(one.id)
    return one


def _check_id(id: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", id):
        raise Malformed(f"{id!r} is no id: letters, digits, dashes and dots only.", ("id",))


def newcomer(data: dict[str, object], blocks: dict[str, Block]) -> tuple[CombatantRow, Block]:
    """A combatant from what the GM gave; a Refusal says what is wrong with it. Blocks already in play can be used by name."""
    try:
        row = CombatantRow.model_validate(data)
    except ValidationError as error:
        detail = error.errors()[0]
        where = ".".join(str(part) for part in detail["loc"])
        raise Malformed(f"{where or 'the combatant'}: {detail['msg']}.") from None
    if row.id is not None:
        _check_id(row.id)
    if row.count != 1:
        raise Malformed(f"one newcomer at a time, not {row.count}.", ("count",))
    if row.block is not None:
        block = block_from(row.block)
        block.id = row.block.name.lower().replace(" ", "-")
        return row, blocks.get(block.id, block)
    if row.use in blocks:
        return row, blocks[row.use]
    raise Malformed(f"the newcomer needs a stat block: use one of {', '.join(blocks)}, or write it under block.")
