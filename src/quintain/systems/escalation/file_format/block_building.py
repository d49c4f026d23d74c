"""From the checked rows of a content file to what the rules read: effects, riders, powers, stat blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.escalation.fields_rows import load_block
from quintain.systems.escalation.file_format import notes, occasion_building, phrases
from quintain.systems.escalation.file_format.bonus_building import standing
from quintain.systems.escalation.file_format.lasting_building import lasting, modifiers
from quintain.systems.escalation.printed import bonus_rows, summaries, tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import (
    NO_NEEDS,
    NOTHING,
    Amount,
    Effect,
    Filter,
    GrantedAttack,
    LastingEffect,
    Rider,
)
from quintain.systems.escalation.printed.stat_block import Block, Flexible, Note, Power, Targets
from quintain.systems.escalation.traits.verbs import effect_of

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import BlockRow, EffectRow, PowerRow, RiderRow, TargetRow

def effect(row: EffectRow) -> Effect:
    """One row as the rules read it."""
    made = _verb(row)
    if row.on is not None:
        made.on = b.ONS.index(row.on)
    made.damage_type = row.type.lower()
    made.against = filters(row.against)
    made.among = filters(row.among)
    made.count = phrases.read_amount(row.count)
    made.per = phrases.read_per(row.per) if row.per else ""
    if made.per and (made.op != b.DAMAGE or made.amount.read_off or made.amount.times > 1):
        raise ValueError("per counts damage: a number or dice")
    made.text = row.text or ""
    made.offers = [effect(each) for each in row.apply]
    made.for_each = b.PERS.index(row.for_each)
    made.counting = filters(row.counting)
    made.fallen = row.fallen
    if row.for_each:
        made.most = row.most
    return made


def filters(said: str | list[str]) -> list[Filter]:
    """One filter or several, any of which suffices."""
    named = [said] if isinstance(said, str) else said
    return [phrases.read_filter(each) for each in named if each]


def _verb(row: EffectRow) -> Effect:
    for verb, op in _AMOUNTS.items():
        said: str | None = getattr(row, verb)
        if said is not None:
            if verb == "damage" and said == "half":
                return effect_of(b.HALF_DAMAGE)
            made = effect_of(op)
            made.amount = phrases.read_amount(said)
            made.enough, made.then = row.enough, [effect(each) for each in row.then]
            if made.then and (verb != "damage" or not made.enough):
                raise ValueError("then belongs to damage, with enough: how much of it must be taken")
            return made
    for verb, op in _WORDS.items():
        word: str | None = getattr(row, verb)
        if word is not None:
            made = effect_of(op)
            made.name = word
            made.times = row.times
            made.costs_quick = row.action == "quick"
            made.which = b.ATS.index(row.at)
            made.extra = row.extra
            if isinstance(made, GrantedAttack):
                made.chain = _most_in_a_chain(row.chain)
                made.halved, made.reach, made.spends, made.plain = row.halved, row.reach, row.spends, row.plain
            elif isinstance(made, LastingEffect) and word == "slain":
                made.on_the_fallen = True
            elif isinstance(made, LastingEffect):
                made.conditions = phrases.read_conditions([word])
            return made
    for verb, op in _FLAGS.items():
        if getattr(row, verb):
            made = effect_of(op)
            made.alone = row.grab == "one"
            made.which = 1 if row.engage == "ally" else 0
            return made
    return _other_verb(row)


def _most_in_a_chain(said: bool | int | str) -> int:
    if isinstance(said, str):
        return b.BY_THE_DIE
    return (99 if said else 0) if isinstance(said, bool) else said


_AMOUNTS = {
    "damage": b.DAMAGE, "heal": b.HEAL, "temp_hp": b.TEMP_HP, "extra_damage": b.EXTRA_DAMAGE, "miss_damage": b.MISS_DAMAGE,
}
_WORDS = {"attack": b.GRANT_ATTACK, "regain": b.REGAIN, "last_gasp": b.LAST_GASP, "unmark": b.UNMARK}
_FLAGS = {
    "grab": b.GRAB, "slay": b.SLAY, "halve": b.HALVE, "engage": b.PULL, "double_damage": b.DOUBLE, "slip_away": b.SLIP_AWAY,
    "compel": b.COMPEL, "rush": b.RUSH, "get_away": b.GET_AWAY, "opening": b.OPENING, "chase": b.CHASE, "dispel": b.DISPEL,
}  # fmt: skip


def _other_verb(row: EffectRow) -> Effect:
    if row.pop_free is not None:
        made = effect_of(b.POP_FREE)
        made.which = b.POPS.index(row.pop_free)
        return made
    if row.free_move is not None or row.teleport is not None:
        made = effect_of(b.FREE_MOVE if row.free_move is not None else b.TELEPORT)
        made.on = b.ONS.index(str(row.free_move or row.teleport))
        made.costs_quick = row.action == "quick"
        return made
    if row.recovery is not None:
        made = effect_of(b.RECOVERY)
        made.amount = phrases.read_amount(row.bonus)
        made.free_recovery = row.free
        return made
    if row.escalation is not None:
        made = effect_of(b.ESCALATION)
        made.amount = Amount([], row.escalation)
        return made
    if row.defence is not None:
        made = effect_of(b.DEFENCE_BONUS)
        made.modifiers = modifiers(row.defence)
        return made
    if row.roll_save is not None:
        made = effect_of(b.ROLL_SAVE)
        made.save = row.roll_save.difficulty
        made.on_failed_save = [effect(each) for each in row.roll_save.failure]
        made.on_save = [effect(each) for each in row.roll_save.success]
        return made
    if row.negate:
        return effect_of(b.NEGATE)
    if row.reroll is not None:
        made = effect_of(b.REROLL)
        made.without_die = row.without_die
        made.amount = Amount([], row.reroll)
        return made
    if row.redirect is not None:
        made = effect_of(b.REDIRECT)
        made.which = b.REDIRECTS.index(row.redirect.to)
        made.save, made.grabbed_save = row.redirect.save, row.redirect.grabbed_save
        return made
    if row.shake_off is not None:
        made = effect_of(b.SHAKE_OFF)
        made.which = b.SHAKES.index(row.shake_off)
        return made
    if row.foil is not None:
        made = effect_of(b.FOIL)
        made.which = b.FOILS.index(row.foil)
        return made
    if row.ward is not None:
        made = effect_of(b.WARD)
        made.ward = bonus_rows.Standing("ward")
        made.ward.resist = row.ward
        return made
    if row.spares is not None:
        made = effect_of(b.SPARE)
        made.which = b.SPARES.index(row.spares)
        return made
    if row.harden is not None:
        made = effect_of(b.HARDEN)
        made.save = row.harden
        made.which = 1 if row.hardens == "ongoing" else 0
        return made
    if row.push is not None:
        made = effect_of(b.PUSH)
        made.which = 1 if row.push == "faraway" else 0
        return made
    if row.initiative is not None:
        made = effect_of(b.SHIFT_INITIATIVE)
        made.times = -1 if row.initiative.startswith("-") else 1
        made.amount = phrases.read_amount(row.initiative.lstrip("+-"))
        return made
    if row.choose is not None:
        made = effect_of(b.CHOOSE)
        made.costs_quick = row.action == "quick"
        made.which = 1 if row.choose.by == "target" else 0
        made.choices = [[effect(each) for each in one] for one in row.choose.options]
        return made
    if row.text is not None:
        return effect_of(b.TEXT)
    return _one_off(row) or lasting(row, effect)


def _one_off(row: EffectRow) -> Effect | None:
    """What happens once and for all: worse ongoing damage, a table, recoveries, actions."""
    made: Effect | None = None
    if row.worsen is not None:
        made = effect_of(b.WORSEN)
        made.amount = phrases.read_amount(row.worsen)
        made.save = phrases.read_until(row.until)[1] if row.until else 0
    elif row.table is not None:
        made = effect_of(b.TABLE)
        made.amount = phrases.read_amount(row.table.dice)
        for span, listed in row.table.results.items():
            low, high = phrases.read_span(span)
            made.results.append((low, high, [effect(each) for each in listed]))
    elif row.fresh_hp is not None:
        made = effect_of(b.FRESH_HP)
        made.amount = Amount([], row.fresh_hp)
    elif row.recoveries is not None:
        made = effect_of(b.RECOVERIES)
        made.times = row.recoveries
    elif row.also_at is not None:
        made = effect_of(b.ALSO_AT)
        made.times = row.also_at
    elif row.more_actions is not None:
        made = effect_of(b.MORE_ACTIONS)
        made.which = 1 << b.ACTIONS.index(row.more_actions)
    return made


def rider(row: RiderRow) -> Rider:
    label, above = phrases.read_above(row.when)
    label, beats = phrases.read_beats(label)
    faces, on_hit, on_miss, only_crit = phrases.read_label(label)
    made = Rider(row.name or row.when, faces, on_hit, on_miss, only_crit, [effect(each) for each in row.effects])
    made.above, made.beats, made.nth = above, beats, row.nth
    if row.nth > 1 and not row.once:
        raise ValueError("nth counts the times within a turn, a round or the battle: write once as well")
    made.once = b.ONCES.index(row.once or "")
    made.needs = phrases.read_needs(row.needs) if row.needs else NO_NEEDS
    return made


_RELOAD = {"hand crossbow": b.QUICK, "light crossbow": b.QUICK, "heavy crossbow": b.MOVE}


def power(row: PowerRow, number: int, block: BlockRow) -> Power:
    made = Power(row.name, number)
    made.kind = b.ATTACK_KINDS.index(row.kind)
    made.spell = row.spell
    made.magic = row.magic > 0
    made.action = b.ACTIONS.index(row.action)
    phrases.read_usage(row.usage, made)
    made.per_round = row.per_round
    made.rolls = row.defence is not None
    made.defence = b.DEFENCES.index(row.defence or "AC")
    made.bonus = row.bonus if row.bonus is not None else _own_bonus(row, block)
    made.attacks = phrases.read_amount(row.attacks)
    made.different_targets = row.different_targets
    made.targets = _targets(row, row.targets)
    made.needs = phrases.read_needs(row.needs) if row.needs else NO_NEEDS
    made.group_uses = row.group_uses or row.group_per > 0
    made.group_per = row.group_per
    made.pool = row.pool.lower()
    made.trigger = b.TRIGGERS.index(row.trigger or "")
    if row.natural:
        made.trigger_faces = phrases.read_faces(row.natural.lower())
    made.not_crits = row.not_crits
    made.versus = sum(1 << b.DEFENCES.index(each) for each in row.versus) if row.versus else 7
    if row.answers:
        made.answers = bonus_rows.Standing(row.name)
        phrases.read_with(row.answers, made.answers)
    made.answers_nearby = row.within == "nearby"
    made.strays = phrases.read_faces(row.strays.lower()) if row.strays else 0
    made.hit = [effect(each) for each in row.hit] + _weapon_damage(row, block)
    made.miss = [effect(each) for each in row.miss]
    if row.weapon and not row.miss:
        made.miss = _weapon_miss(row, block)
    made.crit = [effect(each) for each in row.crit]
    made.crit_total = row.crit_total
    made.riders = [rider(each) for each in row.riders]
    made.reload = _RELOAD.get(row.weapon_type, b.FREE)
    made.text = row.text
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
    made.every = said.count == "all"
    made.count = Amount([], 99) if made.every else phrases.read_amount(said.count)
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
    made.filter = filters(said.filter)
    made.foremost = b.FOREMOST.index(said.foremost)
    made.and_engaged = said.and_engaged
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


def build(row: BlockRow) -> Block:
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


