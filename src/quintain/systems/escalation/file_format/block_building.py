"""From the checked rows of a content file to what the rules read: effects, riders, powers, stat blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.escalation.fields_blocks import Targets
from quintain.systems.escalation.fields_rows import load_block, load_power, load_target
from quintain.systems.escalation.file_format import notes, occasion_building, phrases
from quintain.systems.escalation.file_format.bonus_building import standing
from quintain.systems.escalation.file_format.lasting_building import lasting
from quintain.systems.escalation.printed import bonus_rows, summaries, tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import (
    NOTHING,
    Amount,
    Effect,
    Reader,
    Rider,
)
from quintain.systems.escalation.printed.stat_block import Block, Flexible, Note, Power
from quintain.systems.escalation.traits.verbs import VERBS, effect_of

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import BlockRow, EffectRow, PowerRow, RiderRow, TargetRow

def effect(row: EffectRow) -> Effect:
    """One row as the rules read it."""
    made = _verb(row)
    if row.on is not None:
        made.on = b.ONS.index(row.on)
    made.damage_type = row.type.lower()
    made.against = phrases.read_filters(row.against)
    made.among = phrases.read_filters(row.among)
    made.count = phrases.read_amount(row.count)
    made.per = phrases.read_per(row.per) if row.per else ""
    if made.per and (made.op != b.DAMAGE or made.amount.read_off or made.amount.times > 1):
        raise ValueError("per counts damage: a number or dice")
    made.text = row.text or ""
    made.offers = [effect(each) for each in row.apply]
    made.for_each = b.PERS.index(row.for_each)
    made.counting = phrases.read_filters(row.counting)
    made.fallen = row.fallen
    if row.for_each:
        made.most = row.most
    return made


SAID = {verb.said: verb for verb in VERBS.values() if verb.said}
"""Every verb by the field of a row that says it; what none of them says lasts."""


def _verb(row: EffectRow) -> Effect:
    if row.damage == "half":
        return effect_of(b.HALF_DAMAGE)
    for said, verb in SAID.items():
        value = getattr(row, said)
        if value is not None and value is not False:
            made = verb.make()
            verb.read(made, row, READER)
            return made
    return lasting(row, effect)


READER = Reader(
    phrases.read_amount, lambda rows: [effect(each) for each in rows], phrases.read_conditions, phrases.read_modifiers,
    phrases.read_until, phrases.read_span,
)  # fmt: skip
"""The words of this file format, for the verbs."""


def rider(row: RiderRow) -> Rider:
    label, above = phrases.read_above(row.when)
    label, beats = phrases.read_beats(label)
    faces, on_hit, on_miss, only_crit = phrases.read_label(label)
    made = Rider(row.name or row.when, faces, on_hit, on_miss, only_crit, [effect(each) for each in row.effects])
    made.above, made.beats, made.nth = above, beats, row.nth
    if row.nth > 1 and not row.once:
        raise ValueError("nth counts the times within a turn, a round or the battle: write once as well")
    made.once = b.ONCES.index(row.once or "")
    made.needs = phrases.read_needs(row.needs)
    return made


_RELOAD = {"hand crossbow": b.QUICK, "light crossbow": b.QUICK, "heavy crossbow": b.MOVE}


def power(row: PowerRow, number: int, block: BlockRow) -> Power:
    made = Power(row.name, number)
    load_power(made, row)
    made.rolls = row.defence is not None
    phrases.read_usage(row.usage, made)
    made.bonus = row.bonus if row.bonus is not None else _own_bonus(row, block)
    made.targets = _targets(row, row.targets)
    if row.answers:
        made.answers = bonus_rows.Standing(row.name)
        phrases.read_with(row.answers, made.answers)
    made.hit = [effect(each) for each in row.hit] + _weapon_damage(row, block)
    made.miss = [effect(each) for each in row.miss]
    if row.weapon and not row.miss:
        made.miss = _weapon_miss(row, block)
    made.crit = [effect(each) for each in row.crit]
    made.riders = [rider(each) for each in row.riders]
    made.reload = _RELOAD.get(row.weapon_type, b.FREE)
    if row.targets.also is not None:
        made.also = Power(row.name, number)
        made.also.kind, made.also.rolls, made.also.needs = made.kind, made.rolls, made.needs
        made.also.targets = _targets(row, row.targets.also)
    summaries.summarise(made)
    return made


def _own_bonus(row: PowerRow, block: BlockRow) -> int:
    """ES-89, ES-90: ability modifier + level + magic, for weapons and spells alike."""
    if row.ability is None:
        return 0
    return tables.ability_modifier(block.scores.get(row.ability, 10)) + block.level + row.magic


def _weapon_damage(row: PowerRow, block: BlockRow) -> list[Effect]:
    """ES-151: so many weapon dice as the level, plus the ability modifier times the multiplier."""
    if not row.weapon:
        return []
    multiplier = tables.tier(block.level) + 1
    modifier = tables.ability_modifier(block.scores.get(row.ability or "str", 10))
    made = effect_of(b.DAMAGE)
    made.amount = Amount([(block.level, int(row.weapon.lower().lstrip("d")))], modifier * multiplier + row.magic)
    return [made]


def _weapon_miss(row: PowerRow, block: BlockRow) -> list[Effect]:
    """ES-153: which basic attacks deal the level as miss damage."""
    chassis = tables.CHASSIS.get(block.chassis)
    if chassis is None or not (chassis.melee_miss if row.kind == "melee" else chassis.ranged_miss):
        return []
    made = effect_of(b.DAMAGE)
    made.amount = Amount([], block.level)
    return [made]


def _targets(row: PowerRow, said: TargetRow) -> Targets:
    made = Targets()
    load_target(made, said)
    made.every = said.count == "all"
    made.count = Amount([], 99) if made.every else phrases.read_amount(said.count)
    default = "engaged" if row.kind == "melee" and said.who == "enemy" else "nearby"
    made.range = b.RANGES.index(said.range or default)
    if row.weapon_type in ("small thrown", "hand crossbow"):
        made.range = b.NEARBY
    elif row.weapon_type:
        made.range = b.FARAWAY
        made.faraway_penalty = 2 if row.weapon_type == "light thrown" else 0
    return made


def _share_uses(row: BlockRow, block: Block) -> None:
    """Two ways to make one attack have their uses in common."""
    for said in (*row.attacks, *row.powers):
        if not said.uses_of:
            continue
        named = [each.number for each in block.powers if each.name.lower() == said.uses_of.lower()]
        if not named:
            raise ValueError(f"{said.name!r} shares the uses of {said.uses_of!r}, which is no attack of {row.name!r}")
        for entry in block.powers:
            if entry.name == said.name:
                entry.shares = named[0]


def block_from(row: BlockRow) -> Block:
    """The block a checked row describes."""
    block = Block(row.name)
    block.kind = b.KINDS.index(row.kind)
    block.level = row.level
    block.category = row.category
    block.mook = row.category == "mook"
    block.type = row.type
    block.abilities = [row.scores.get(name, 10) for name in b.ABILITIES]
    load_block(block, row)
    _body(row, block)
    _traits(row, block)
    for place, entry in enumerate(row.attacks + row.powers):
        block.powers.append(power(entry, place, row))
    for flexible in row.flexible:
        block.flexibles.append(Flexible(rider(flexible), b.ATTACK_KINDS.index(flexible.kind)))
    occasion_building.add_occasions(row, block)
    block.notes = [
        Note(note.name, note.text, note.kind, note.under, note.uses, [effect(each) for each in note.effects])
        for note in row.notes
    ]
    notes.add_texts(block)
    summaries.index_powers(block)
    summaries.count_hits(block)
    _share_uses(row, block)
    block.written = row.model_dump(mode="json", exclude_defaults=True)
    return block


def _body(row: BlockRow, block: Block) -> None:
    if row.chassis:
        chassis = tables.CHASSIS[row.chassis]
        mods = [block.modifier(place) for place in range(6)]
        block.max_hp = tables.hit_points(chassis.hp, mods[b.CON], row.level)
        block.defences = tables.defences(chassis, mods, row.level, row.shield)
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


def _traits(row: BlockRow, block: Block) -> None:
    block.immune_ongoing = "ongoing" in row.immune_conditions
    block.immune_conditions = phrases.read_conditions([name for name in row.immune_conditions if name != "ongoing"])
    block.bonuses = [standing(each) for each in row.bonuses]
    block.flank = phrases.read_amount(row.flank_damage) if row.flank_damage else NOTHING
    if row.pack_bonus is not None:
        block.pack_per, block.pack_max = row.pack_bonus.per, row.pack_bonus.max
    if row.staggered_damage is not None:
        block.staggered_damage = phrases.read_amount(row.staggered_damage.damage)
        block.staggered_type = row.staggered_damage.type.lower()
    if row.regeneration is not None:
        block.regeneration, block.regeneration_times = row.regeneration.amount, row.regeneration.times


