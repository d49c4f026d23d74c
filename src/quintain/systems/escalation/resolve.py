"""Making an attack (chapters M and N): dice in the order of the book, then results target by target."""

from __future__ import annotations

from typing import final

from quintain.engine.dice import D20, Die
from quintain.engine.question import Choice, Option, Plain
from quintain.engine.roll import Roll
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation import effects, reactions, words
from quintain.systems.escalation.blocks import Amount, Effect, Rider
from quintain.systems.escalation.figures import (
    attack_bonus,
    crit_floor,
    defence_of,
    fits_filters,
    is_staggered,
    meets_needs,
    resists_at,
    target_meets,
)
from quintain.systems.escalation.harm import harm
from quintain.systems.escalation.positions import engaged_mask, members
from quintain.systems.escalation.sheet import UP, Fighter, Skirmish
from quintain.systems.escalation.strike import Blow, Strike

__all__ = ["Blow", "Strike", "make_attack"]


def make_attack(battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
    """One attack on its targets (section 6 of the dice order): every d20, then damage dice once, then results."""
    attacker = strike.attacker
    battle.note(strike.power.use_note, attacker.id)
    blows: list[Blow] = []
    for target in targets:
        if attacker.state != UP:
            break
        if target.is_present():
            blows.append(_roll_blow(battle, strike, target, False))
    damage = _Damage()
    _roll_damage(battle, strike, blows, damage)
    for blow in blows:
        if battle.house.damage_per_target and len(blows) > 1 and blow is not blows[0]:
            damage = _Damage()
            _roll_damage(battle, strike, [blow], damage)
        _apply_blow(battle, strike, blow, damage)
    battle.mark("consequences")
    reactions.after_blows(battle, strike, blows)
    effects.carry_out_grants(battle, strike)


# -- the d20 ----------------------------------------------------------------------------------------------------------


def _roll_blow(battle: Skirmish, strike: Strike, target: Fighter, redirected: bool) -> Blow:
    attacker, power = strike.attacker, strike.power
    blow = Blow(target.number)
    blow.redirected = redirected
    if target.conditions & b.INVISIBLE and not attacker.block.sees_invisible and _lost_sight(battle, attacker, target):
        blow.unseen = True
        return blow
    if not power.rolls or strike.coup:
        blow.hit = True
        blow.crit = strike.coup
        blow.natural = 21
        if battle.telling and strike.coup:
            battle.tell(words.coup(battle, attacker, target, power))
        return blow
    roll = _d20(battle, strike, target, blow)
    if blow.natural == 1 and power.kind == b.RANGED and not redirected:
        ally = _stray(battle, attacker, target)
        if ally is not None:
            if battle.telling:
                battle.tell(words.stray(battle, attacker, target, ally))
            return _roll_blow(battle, strike, ally, True)
    while battle.hold("attack") and target.is_present():
        _judge(battle, strike, target, roll, blow)
    _say_roll(battle, strike, target, roll, blow)
    if blow.hit:
        reactions.against_hit(battle, strike, target, blow)
    if strike.flexible and not redirected:
        blow.flexible = _choose_flexible(battle, strike, blow)
    return blow


def _lost_sight(battle: Skirmish, attacker: Fighter, target: Fighter) -> bool:
    """ES-108: before any attack roll, half of all attacks on the invisible miss outright."""
    roll = battle.roll(attacker.id, "unseen target", D20)
    missed = roll.below(11, "missed")
    if battle.telling:
        battle.tell(words.unseen(battle, attacker, target, roll, missed))
    return missed


def _d20(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> Roll:
    attacker = strike.attacker
    roll = battle.roll(attacker.id, "attack", D20, about=strike.about)
    _judge(battle, strike, target, roll, blow)
    if blow.natural == 2 and attacker.block.two_weapons and strike.power.kind == b.MELEE and not strike.power.spell:
        question = Choice(
            battle, "reroll", attacker.id, "A natural 2 with two weapons: roll again?",
            [Plain("yes", "Roll again, and keep it"), Plain("no", "Keep the 2")],
        )  # fmt: skip
        answer = battle.ask(question)
        if answer is not None and answer.id() == "yes":
            if battle.telling:
                battle.tell(words.reroll(battle, attacker))
            roll = battle.roll(attacker.id, "attack", D20, about=strike.about)
            _judge(battle, strike, target, roll, blow)
    return roll


def _judge(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> None:
    """ES-89, ES-91, ES-94, ES-95: does it hit, does it crit? Read afresh, so that a ruling in between counts."""
    attacker, power = strike.attacker, strike.power
    bonus = attack_bonus(battle, attacker, power, target, strike.extra)
    needed = defence_of(target, power.defence) - bonus
    floor = crit_floor(battle, attacker, power, target)
    face = roll.natural() if roll.settled else _face_class(battle, strike, target, roll, needed, floor)
    forced = roll.forced is not None and "hit" in roll.forced
    hit = roll.at_least(needed, "hit")
    if not forced:
        hit = face != 1 and (hit or face == 20 or (face >= floor and battle.house.expanded_crit_hits))
    blow.natural = face
    blow.margin = face - needed
    blow.hit = hit
    blow.crit = hit and face >= floor
    blow.fumble = face == 1 and not hit


def _face_class(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, needed: int, floor: int) -> int:
    """In the exact reading faces that lead to the same things are one branch: a face that stands for its like."""
    power = strike.power
    shift = reactions.most_defence(battle, strike, target)
    riders = list(power.riders)
    if strike.flexible:
        riders.extend([each.rider for each in strike.attacker.block.flexibles])
    if target.block.thorns_rider is not None:
        riders.append(target.block.thorns_rider)
    two = strike.attacker.block.two_weapons and power.kind == b.MELEE
    fumble_matters = power.kind == b.RANGED or bool(power.miss)
    stand_ins: dict[tuple[bool, ...], int] = {}
    classes = [0] * 21
    for face in range(1, 21):
        hit = face != 1 and (face >= needed or face == 20 or (face >= floor and battle.house.expanded_crit_hits))
        crit = hit and face >= floor
        marks = [hit, crit, face == 1 and fumble_matters, face == 2 and two]
        if shift:
            marks.extend([face >= needed + shift, face == 20])
        marks.extend([face >= limit for limit in target.block.resist.values()])
        marks.extend([rider.fits(face, hit, crit) for rider in riders])
        marks.extend([rider.fits(face, hit, crit) and face == 1 for rider in riders])
        classes[face] = stand_ins.setdefault(tuple(marks), face)
    return roll.natural_in(classes)


def _say_roll(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> None:
    if blow.hit:
        battle.note("hit", strike.attacker.id)
        if blow.crit:
            battle.note("crit", strike.attacker.id)
        strike.attacker.hit_this_turn |= target.bit
    if battle.telling:
        battle.tell(words.attack_roll(battle, strike, target, roll, blow))
        _learn(battle, strike, target, roll, blow)


def _learn(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> None:
    """What everybody could work out of a foe's printed defence: a PC's total hit it, or missed it."""
    attacker, which = strike.attacker, strike.power.defence
    if attacker.team != 0 or target.team == 0 or roll.forced is not None or blow.natural in (1, 20):
        return
    printed = target.ac if which == b.AC else target.pd if which == b.PD else target.md
    reached = printed + blow.margin
    if blow.hit and blow.margin >= 0:
        battle.learn(target.id, b.DEFENCES[which], 0, reached)
    elif not blow.hit and blow.margin < 0:
        battle.learn(target.id, b.DEFENCES[which], reached + 1, 99)


def _stray(battle: Skirmish, attacker: Fighter, target: Fighter) -> Fighter | None:
    """ES-106, R-49: which ally engaged with the target a stray shot finds."""
    allies = [each for each in members(battle, engaged_mask(battle, target)) if each.team == attacker.team]
    allies = [each for each in allies if each.number != attacker.number]
    if not allies:
        return None
    if len(allies) == 1:
        return allies[0]
    if battle.house.redirect_by_gm:
        options: list[Option] = [Plain(each.id, f"It goes at {each.name}") for each in allies]
        question = Choice(battle, "redirect", attacker.id, "A stray shot: at which ally?", options, asked="gm")
        answer = battle.ask(question)
        for each in allies:
            if answer is not None and each.id == answer.id():
                return each
    roll = battle.roll(attacker.id, "stray shot", Die(len(allies)))
    return allies[roll.total() - 1]


# -- choices after the die ---------------------------------------------------------------------------------------------


@final
class FlexibleOption(Option):
    """One flexible attack whose trigger fits, by its place in the attacker's list of preference."""

    def __init__(self, place: int, name: str) -> None:
        self.place: int = place
        self.name: str = name

    def id(self) -> str:
        return f"flexible:{self.place}"

    def label(self, battle: object) -> str:
        return self.name


def _choose_flexible(battle: Skirmish, strike: Strike, blow: Blow) -> Rider | None:
    """ES-98, ES-99: after the roll, one flexible attack whose trigger fits the natural die, or none."""
    fitting: list[Option] = []
    flexibles = strike.attacker.block.flexibles
    for place, each in enumerate(flexibles):
        if each.kind == strike.power.kind and each.rider.fits(blow.natural, blow.hit, blow.crit):
            fitting.append(FlexibleOption(place, each.rider.name))
    if not fitting:
        return None
    fitting.append(Plain("none", "None of them"))
    title = f"Natural {blow.natural}, a {'hit' if blow.hit else 'miss'}: which flexible attack?"
    answer = battle.ask(Choice(battle, "flexible", strike.attacker.id, title, fitting))
    if not isinstance(answer, FlexibleOption):
        return None
    battle.note(f"use:{answer.name}", strike.attacker.id)
    return flexibles[answer.place].rider


# -- damage ------------------------------------------------------------------------------------------------------------


@final
class _Damage:
    """What the damage dice of one attack came to, shared by its targets (R-45)."""

    def __init__(self) -> None:
        self.rolled: dict[Effect, int] = {}
        self.flank: int = 0


def _roll_damage(battle: Skirmish, strike: Strike, blows: list[Blow], damage: _Damage) -> None:
    """Once per attack, if anyone takes rolled damage: the attack's dice left to right, then extra dice as listed."""
    power = strike.power
    any_hit = False
    any_half = False
    for blow in blows:
        if blow.hit and not blow.unseen:
            any_hit = True
        elif not blow.fumble and not blow.unseen:
            any_half = True
    if any_hit or (any_half and any(each.op == b.HALF_DAMAGE for each in power.miss)):
        _roll_rows(battle, strike, power.hit, b.DAMAGE, damage, blows)
    if any_half:
        _roll_rows(battle, strike, power.miss, b.DAMAGE, damage, blows)
    if not any_hit:
        return
    for rider in power.riders:
        for blow in blows:
            if blow.hit and rider.fits(blow.natural, True, blow.crit):
                _roll_rows(battle, strike, rider.effects, b.EXTRA_DAMAGE, damage, blows)
                break
    for blow in blows:
        if blow.hit and blow.flexible is not None:
            _roll_rows(battle, strike, blow.flexible.effects, b.EXTRA_DAMAGE, damage, blows)
    _roll_flank(battle, strike, blows, damage)


def _roll_rows(
    battle: Skirmish, strike: Strike, effects_of: list[Effect], op: int, damage: _Damage, blows: list[Blow]
) -> None:
    for effect in effects_of:
        if effect.op == op and effect.on == b.ON_TARGET:
            if strike.slack >= 0 and op == b.DAMAGE and effect.amount.dice is not None:
                damage.rolled[effect] = _fells_or_not(battle, strike, effect.amount, blows[0], 0, strike.attacker.block.flank.most())
            else:
                damage.rolled[effect] = effects.rolled_amount(battle, strike.attacker, effect.amount, "damage", strike.about)


def _fells_or_not(battle: Skirmish, strike: Strike, amount: Amount, blow: Blow, so_far: int, to_come: int) -> int:
    """Damage that matters only by whether it fells the target: in the exact reading all totals that surely do not are one.

    `so_far` and `to_come` are what this blow has dealt and may still deal besides. A total stands for its like: the highest
    that is surely survived, whatever follows; the lowest that surely fells; those between stand for themselves.
    """
    if amount.dice is None:
        return amount.flat
    roll = battle.roll(strike.attacker.id, "damage", amount.dice)
    if roll.settled:
        return roll.total() + amount.flat
    target = battle.fighters[blow.target]
    times = 2 if blow.crit else 1
    health = target.hp + target.temp_hp
    own = so_far + amount.flat + strike.attacker.modifiers[b.ON_DAMAGE]
    survived = (health - strike.slack - 1) // times - own - to_come
    felled = -((own * times - health) // times)
    if survived >= felled:
        felled = survived + 1
    cuts = list(range(survived + 1, felled + 1))
    return survived + roll.band(cuts) + amount.flat


def _roll_flank(battle: Skirmish, strike: Strike, blows: list[Blow], damage: _Damage) -> None:
    """Once per round, a melee hit on an enemy that an ally is engaged with deals extra dice."""
    attacker = strike.attacker
    amount = attacker.block.flank
    if amount.dice is None or attacker.flank_used or strike.power.kind != b.MELEE or not blows or not blows[0].hit:
        return
    target = battle.fighters[blows[0].target]
    others = [each for each in members(battle, engaged_mask(battle, target)) if each.number != attacker.number]
    if any(each.team == attacker.team for each in others):
        attacker.flank_used = True
        if strike.slack >= 0:
            dealt = sum([damage.rolled.get(effect, 0) for effect in strike.power.hit])
            damage.flank = _fells_or_not(battle, strike, amount, blows[0], dealt, 0)
        else:
            damage.flank = effects.rolled_amount(battle, attacker, amount, "damage", strike.about)


def _hit_parts(battle: Skirmish, strike: Strike, blow: Blow, damage: _Damage) -> tuple[list[int], list[str]]:
    """Everything a hit deals at once, by type, before multiplying (R-42)."""
    attacker, power = strike.attacker, strike.power
    target = battle.fighters[blow.target]
    amounts: list[int] = []
    types: list[str] = []
    for effect in power.hit:
        if effect.op == b.DAMAGE and effect.on == b.ON_TARGET and _counts(battle, attacker, target, effect):
            amounts.append(damage.rolled.get(effect, 0))
            types.append(effect.damage_type)
    if not amounts:
        return amounts, types
    amounts[0] += attacker.modifiers[b.ON_DAMAGE] + damage.flank
    for effect in power.hit:
        if effect.op == b.EXTRA_DAMAGE and _counts(battle, attacker, target, effect):
            amounts.append(effects.rolled_amount(battle, attacker, effect.amount, "damage"))
            types.append(effect.damage_type or types[0])
    for rider in blow.riders:
        for effect in rider.effects:
            if effect.op == b.EXTRA_DAMAGE and _counts(battle, attacker, target, effect):
                amounts.append(damage.rolled.get(effect, effect.amount.flat))
                types.append(effect.damage_type or types[0])
    burning = attacker.block.staggered_damage
    if burning.twice_mean and power.kind == b.MELEE and is_staggered(battle, attacker):
        amounts.append(effects.rolled_amount(battle, attacker, burning, "damage"))
        types.append(attacker.block.staggered_type)
    if sum(amounts) < 1:
        amounts[0] += 1 - sum(amounts)
    return amounts, types


def _counts(battle: Skirmish, attacker: Fighter, target: Fighter, effect: Effect) -> bool:
    return fits_filters(battle, attacker, target, effect.against)


def _riders_of(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter) -> list[Rider]:
    """ES-170: the riders this roll sets off, in listed order, the chosen flexible attack last. Unrolled: none (R-51)."""
    if blow.natural > 20:
        return []
    found: list[Rider] = []
    for rider in strike.power.riders:
        if not rider.fits(blow.natural, blow.hit, blow.crit):
            continue
        if strike.opportunity and rider.grants_attack:
            continue
        if rider.needs.any and (
            meets_needs(battle, strike.attacker, rider.needs) or not target_meets(battle, target, rider.needs)
        ):
            continue
        if rider.once and f"{strike.power.number}:{rider.name}" in strike.attacker.riders_used:
            continue
        found.append(rider)
    if blow.flexible is not None:
        found.append(blow.flexible)
    return found


# -- results -----------------------------------------------------------------------------------------------------------


def _apply_blow(battle: Skirmish, strike: Strike, blow: Blow, damage: _Damage) -> None:
    target = battle.fighters[blow.target]
    if not blow.unseen:
        blow.riders = _riders_of(battle, strike, blow, target)
    if blow.unseen:
        _others_only(battle, strike, blow, strike.power.miss)
        return
    if blow.hit:
        _deal_hit(battle, strike, blow, target, damage)
        _rest_of(battle, strike, blow, target, strike.power.hit)
        if blow.crit:
            _rest_of(battle, strike, blow, target, strike.power.crit)
    elif blow.fumble:
        _others_only(battle, strike, blow, strike.power.miss)
    else:
        _deal_miss(battle, strike, blow, target, damage)
        _rest_of(battle, strike, blow, target, strike.power.miss)
    for rider in blow.riders:
        if rider.once:
            strike.attacker.riders_used.append(f"{strike.power.number}:{rider.name}")
        strike.naming = rider.name if rider is blow.flexible else strike.power.name
        if blow.fumble:
            _others_only(battle, strike, blow, rider.effects)
        else:
            _rest_of(battle, strike, blow, target, rider.effects)
    strike.naming = strike.power.name


def _multiplier(strike: Strike, blow: Blow) -> int:
    """ES-93: 1 + the number of doublings, a crit being one."""
    rows = strike.power.hit.copy()
    if blow.crit:
        rows.extend(strike.power.crit)
    for rider in blow.riders:
        rows.extend(rider.effects)
    return 1 + (1 if blow.crit else 0) + len([effect for effect in rows if effect.op == b.DOUBLE])


def _deal_hit(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, damage: _Damage) -> None:
    """ES-92, ES-93: the total, times 1 + the number of doublings."""
    amounts, types = _hit_parts(battle, strike, blow, damage)
    if not amounts:
        return
    multiplier = _multiplier(strike, blow)
    if multiplier > 1:
        amounts = [amount * multiplier for amount in amounts]
    natural = blow.natural if strike.power.rolls else 0
    if strike.coup:
        natural = 20
    humane = strike.power.kind == b.MELEE and not strike.power.spell
    why = words.hit_reason(strike, multiplier, blow) if battle.telling else ""
    harm(
        battle, target, amounts, types, strike.attacker, natural, 1 if blow.halved else 0, why, strike.power.spell,
        humane=humane,
    )  # fmt: skip


def _deal_miss(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, damage: _Damage) -> None:
    """ES-96, ES-97, R-46: the miss line as printed; bonuses and multipliers leave it alone."""
    if target.block.no_miss_damage or (blow.redirected and not battle.house.friendly_miss_damage):
        return
    amounts: list[int] = []
    types: list[str] = []
    odd = 0
    for effect in strike.power.miss:
        if effect.on != b.ON_TARGET or not _counts(battle, strike.attacker, target, effect):
            continue
        if effect.op == b.DAMAGE:
            amounts.append(damage.rolled.get(effect, effect.amount.flat))
            types.append(effect.damage_type)
        elif effect.op == b.HALF_DAMAGE:
            for hit in strike.power.hit:
                if hit.op == b.DAMAGE and hit.on == b.ON_TARGET:
                    # the whole is rounded down once, so what one type leaves over counts for the next.
                    whole = damage.rolled.get(hit, 0) + odd
                    odd = whole % 2
                    amounts.append(whole // 2)
                    types.append(hit.damage_type)
    if blow.flexible is not None:
        for effect in blow.flexible.effects:
            if effect.op == b.MISS_DAMAGE:
                amounts, types = [effect.amount.flat], [effect.damage_type]
    if amounts and sum(amounts) > 0:
        natural = blow.natural if strike.power.rolls else 0
        harm(battle, target, amounts, types, strike.attacker, natural, 0, strike.power.name, strike.power.spell)


_DEALT_ALREADY = (b.DOUBLE, b.EXTRA_DAMAGE, b.MISS_DAMAGE, b.HALF_DAMAGE, b.HALVE, b.DEFENCE_BONUS)


def _rest_of(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, rows: list[Effect]) -> None:
    """Everything in a line that is not the blow's own damage."""
    for effect in rows:
        if effect.op in _DEALT_ALREADY:
            continue
        if effect.op == b.DAMAGE and effect.on == b.ON_TARGET and (rows is strike.power.hit or rows is strike.power.miss):
            continue
        if not _counts(battle, strike.attacker, target, effect):
            continue
        resisted = False
        if effect.ongoing and blow.natural <= 20:
            needed = resists_at(target, strike.power.spell, effect.damage_type)
            resisted = blow.natural < needed
        times = 2 if blow.crit and battle.house.crit_ongoing else 1
        effects.carry_out(battle, strike, effect, target, blow.natural, resisted, times)


def _others_only(battle: Skirmish, strike: Strike, blow: Blow, rows: list[Effect]) -> None:
    """R-44, ES-108: on a fumble, or against the unseen, only what leaves the target alone still works."""
    target = battle.fighters[blow.target]
    for effect in rows:
        if effects.leaves_target_alone(effect):
            effects.carry_out(battle, strike, effect, target, blow.natural, False, 1)
