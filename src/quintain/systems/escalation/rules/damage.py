"""What an attack deals (chapters M and O): its dice, rolled once and only where they apply, and what a hit or a miss comes to."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import bonus_rows
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Amount, Effect, Needs, Rider
from quintain.systems.escalation.rules import harm as harming
from quintain.systems.escalation.rules.figures import (
    beats,
    damage_bonus,
    fits_filters,
    gains_by,
    hp_of,
    is_staggered,
    meets_needs,
    target_meets,
)
from quintain.systems.escalation.rules.positions import engaged_mask, members
from quintain.systems.escalation.rules.sheet import SLAIN, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import (
    NO_KEYS,
    NO_RIDERS,
    NOBODY,
    UNTOLD_SUM,
    Awaited,
    Blow,
    Strike,
    Terms,
)
from quintain.systems.escalation.traits import amounts, bonuses

# What most attacks have none of: shared by all of them, so never added to, only replaced.
NOT_ROLLED: Final[dict[Effect, int]] = {}
NOT_COUNTED: Final[dict[tuple[Effect, int], int]] = {}
NONE_EXPOSED: Final[dict[int, int]] = {}
NOT_EMPOWERED: Final[list[tuple[int, Lasting]]] = []
NO_FACES: Final[dict[Effect, list[int]]] = {}
NO_BLOWS: Final[list[Blow]] = []


@final
class Damage(Awaited):
    """What the damage dice of one attack came to, shared by its targets (R-45)."""

    def __init__(self, battle: Skirmish, strike: Strike) -> None:
        self.battle: Final = battle
        self.strike: Final = strike
        self.blows: list[Blow] = NO_BLOWS
        """For which blows dice are being thrown, or were last."""
        self.rolled: dict[Effect, int] = NOT_ROLLED
        """What the rows with dice came to; those without deal what is printed."""
        self.flank: int = 0
        self.flanked: int = -1
        """Whom the extra dice of a flank attack are for."""
        self.burning: int = 0
        self.counted: dict[tuple[Effect, int], int] = NOT_COUNTED
        """Damage that is counted by something, by row and target."""
        self.exposed: dict[int, int] = NONE_EXPOSED
        """Extra damage by target, for what lies on it."""
        self.empowered: list[tuple[int, Lasting]] = NOT_EMPOWERED
        """What the attacker's own effects add."""
        self.faces: dict[Effect, list[int]] = NO_FACES
        self.flank_faces: list[int] = NOBODY
        """What the dice of a row, and those of a flank attack, showed, where somebody is told."""

    def holds(self) -> bool:
        """As long as one of those blows still falls on somebody; at a slain mook it goes on into its mob (ES-171)."""
        for blow in self.blows:
            target = self.battle.fighters[blow.target]
            if target.is_present():
                if blow.natural != NO_NATURAL or not self.strike.is_out_of_reach(target):  # else it needs no roll, and has yet to fall
                    return True
            elif target.mob >= 0 and target.state == SLAIN:
                return True
        return False

    def thrown(self, amount: Amount, blows: list[Blow]) -> int:
        """An amount dealt by these blows, with its dice thrown for them."""
        self.blows = blows
        return amounts.rolled_amount(self.battle, self.strike.attacker, amount, "damage", self.strike.about, self)


def counts(battle: Skirmish, attacker: Fighter, target: Fighter, effect: Effect) -> bool:
    return not effect.against or fits_filters(battle, attacker, target, effect.against)


def find_riders(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """ES-170: the riders each roll sets off, before any damage is rolled, so that only dice that apply are thrown."""
    if not strike.power.riders:
        for blow in blows:
            if blow.flexible is not None and blow.natural <= 20 and not strike.plain and not blow.unseen and not blow.astray:
                blow.riders = [blow.flexible]
        return
    used = strike.attacker.riders_used.copy()
    for blow in blows:
        if not blow.unseen and not blow.astray:
            blow.counted = NO_KEYS
            blow.riders = _riders_of(battle, strike, blow, used)


def use_key_of(strike: Strike, rider: Rider, target: Fighter) -> str:
    """Under which key the uses of a rider that fires only so often are kept: its attack and name, and where it says so the target."""
    key = rider.use_key or f"{strike.power.shares}:{rider.name}"
    return f"{key}@{target.id}" if rider.once == b.ONCE_PER_TARGET else key


def _riders_of(battle: Skirmish, strike: Strike, blow: Blow, used: list[str]) -> list[Rider]:
    """In listed order, the chosen flexible attack last. Unrolled: none (R-51)."""
    if blow.natural > 20 or strike.plain:
        return NO_RIDERS
    target = battle.fighters[blow.target]
    found: list[Rider] = []
    for rider in strike.power.riders:
        if not rider.fits(blow.natural, blow.hit, blow.crit):
            continue
        if rider.rerolls:
            if blow.retried:
                found.append(rider)
            continue
        if strike.opportunity and rider.grants_attack and rider.opportunity != 1:
            continue
        if rider.opportunity and (rider.opportunity == 1) != strike.opportunity:
            continue
        if rider.against and not fits_filters(battle, strike.attacker, target, rider.against):
            continue
        if rider.above >= 0 and blow.natural <= target.block.abilities[rider.above]:
            continue
        if rider.beats >= 0 and not beats(battle, target, strike.power, strike.attacker, strike.opportunity, blow.margin, rider.beats):
            continue
        if rider.needs.any and not _needs_met(battle, strike, blow, target, rider.needs):
            continue
        if rider.once:
            key = use_key_of(strike, rider, target)
            if rider.nth > 1 and used.count(key) != rider.nth - 1:
                used.append(key)
                blow.counted = [*blow.counted, key]
                continue
            if rider.nth == 1 and key in used and used.count(key) >= rider.times:
                continue
            used.append(key)
        found.append(rider)
    if blow.flexible is not None:
        found.append(blow.flexible)
    return found


def _needs_met(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, needs: Needs) -> bool:
    if needs.granted and strike.depth == 0:
        return False
    if (needs.second_hit and not blow.again) or (needs.new_hit and blow.again) or (needs.strayed and not blow.redirected):
        return False
    if strike.power.tracks and not _in_sequence(strike, needs):
        return False
    return not meets_needs(battle, strike.attacker, needs) and target_meets(strike.attacker, target, needs)


def _in_sequence(strike: Strike, needs: Needs) -> bool:
    """What hangs on the other attacks of the same act, or on how many targets this one has."""
    total, made, hits, targets, hit = strike.attacker.sequence[:5]
    if (needs.single and targets != 1) or (needs.several and targets < 2) or (needs.several_hit and hit < 2):
        return False
    if needs.none_hit and hit:
        return False
    if not (needs.all_hit or needs.all_missed or needs.first_attack):
        return True
    if strike.depth > 0 or strike.opportunity:
        return False
    if needs.first_attack:
        return made == 1
    return made == total > 1 and hits == (total if needs.all_hit else 0)


# -- dice --------------------------------------------------------------------------------------------------------------


def roll_damage(battle: Skirmish, strike: Strike, blows: list[Blow], damage: Damage) -> None:
    """Once per attack, if anyone takes rolled damage: the attack's dice left to right, then extra dice as listed."""
    power = strike.power
    hits = misses = NO_BLOWS
    for blow in blows:
        if blow.unseen:
            continue
        if blow.hit:
            hits = hits if blow.riders and _spares(blow, 1) else [*hits, blow]
        elif not blow.fumble:
            misses = [*misses, blow]
    if not hits and not misses:
        return
    halves = bool(misses) and any(each.op == b.HALF_DAMAGE for each in power.miss)
    _roll_rows(battle, strike, power.hit, b.DAMAGE, damage, hits + misses if halves else hits)
    _roll_rows(battle, strike, power.hit, b.EXTRA_DAMAGE, damage, hits)
    _roll_rows(battle, strike, power.miss, b.DAMAGE, damage, misses)
    if power.crit:
        _roll_rows(battle, strike, power.crit, b.EXTRA_DAMAGE, damage, [blow for blow in hits if blow.crit])
    for rider in power.riders:
        _roll_rows(battle, strike, rider.effects, b.EXTRA_DAMAGE, damage, _set_off(hits, rider))
        _roll_rows(battle, strike, rider.effects, b.MISS_DAMAGE, damage, _set_off(misses, rider))
    for blow in blows:
        if blow.flexible is not None:
            _roll_rows(battle, strike, blow.flexible.effects, b.EXTRA_DAMAGE, damage, [blow] if blow in hits else NO_BLOWS)
            _roll_rows(battle, strike, blow.flexible.effects, b.MISS_DAMAGE, damage, [blow] if blow in misses else NO_BLOWS)
    if power.offers:
        for blow in hits:
            _roll_rows(battle, strike, blow.chosen, b.DAMAGE, damage, [blow])
            _roll_rows(battle, strike, blow.chosen, b.EXTRA_DAMAGE, damage, [blow])
    if strike.attacker.has_effects_for_some:
        _roll_empowered(strike, hits, misses, damage)
    if hits:
        _roll_exposed(battle, strike, hits, damage)
        _roll_flank(battle, strike, hits, damage)
        burning = strike.attacker.block.staggered_damage
        if burning.twice_mean and power.kind == b.MELEE and is_staggered(strike.attacker):
            damage.burning = damage.thrown(burning, hits)


def _roll_empowered(strike: Strike, hits: list[Blow], misses: list[Blow], damage: Damage) -> None:
    """What lies on the attacker and makes its attacks, or those of one name, deal more; as often as it has piled up."""
    for each in strike.attacker.lasting:
        effect = each.effect
        if not effect.empower.twice_mean or (effect.with_power and effect.with_power.lower() != strike.power.name.lower()):
            continue
        struck = [blow for blow in (hits + misses if effect.or_miss else hits) if each.versus in (-1, blow.target)]
        if struck:
            rolled = damage.thrown(effect.empower.repeated(each.piled), struck)
            damage.empowered = [*damage.empowered, (rolled, each)]


def _add_empowered(strike: Strike, blow: Blow, damage: Damage, amounts: list[int], types: list[str]) -> None:
    for rolled, each in damage.empowered:
        if (blow.hit or each.effect.or_miss) and each.versus in (-1, blow.target):
            amounts.append(rolled)
            types.append(each.effect.damage_type or strike.power.damage_type)


def _roll_exposed(battle: Skirmish, strike: Strike, hits: list[Blow], damage: Damage) -> None:
    """Dice that attackers add against somebody by what lies on it, or on themselves."""
    if strike.attacker.has_effects_for_some:
        for each in strike.attacker.lasting:
            if each.effect.deals.twice_mean:
                more = damage.thrown(each.effect.deals, hits)
                for blow in hits:
                    damage.exposed = {**damage.exposed, blow.target: damage.exposed.get(blow.target, 0) + more}
    for blow in hits:
        target = battle.fighters[blow.target]
        if not target.has_effects_for_some:
            continue
        for each in target.lasting:
            dice = each.effect.exposes_damage
            if dice.dice is not None and gains_by(battle, each.effect.by, each.source, strike.attacker):
                rolled = damage.thrown(dice, [blow])
                damage.exposed = {**damage.exposed, blow.target: damage.exposed.get(blow.target, 0) + rolled}


def _set_off(blows: list[Blow], rider: Rider) -> list[Blow]:
    found = NO_BLOWS
    for blow in blows:
        if rider in blow.riders:
            found = [*found, blow]
    return found


def _roll_rows(battle: Skirmish, strike: Strike, rows: list[Effect], op: int, damage: Damage, blows: list[Blow]) -> None:
    """The dice of these rows, each once, where it counts for at least one of these blows."""
    if not blows:
        return
    for effect in rows:
        if effect.op != op or effect.on != b.ON_TARGET or effect in damage.rolled or effect.amount.read_off:
            continue
        if effect.for_each:
            for blow in blows:
                target, damage.blows = battle.fighters[blow.target], [blow]
                dealt = amounts.roll_counted(battle, strike, effect, target, damage)
                damage.counted = {**damage.counted, (effect, blow.target): dealt}
            continue
        if effect.amount.dice is None:
            continue
        struck = blows
        if effect.against:
            struck = [each for each in blows if counts(battle, strike.attacker, battle.fighters[each.target], effect)]
            if not struck:
                continue
        if strike.slack >= 0 and op == b.DAMAGE and effect.amount.times == 1:
            to_come = strike.attacker.block.flank.most()
            rolled = _fells_or_not(battle, strike, effect.amount, struck[0], 0, to_come)
        else:
            rolled = damage.thrown(effect.amount, struck)
        damage.rolled = {**damage.rolled, effect: rolled} if damage.rolled else {effect: rolled}
        if battle.telling:
            damage.faces = {**damage.faces, effect: battle.thrown}


def _tell_row(tally: Terms, strike: Strike, effect: Effect, damage: Damage, value: int) -> None:
    """A row of damage in the arithmetic: its dice with their faces, and what is printed besides."""
    if not tally.told:
        return
    name = effect.damage_type if effect.op == b.EXTRA_DAMAGE and effect.damage_type else strike.power.name
    faces = damage.faces.get(effect)
    if faces and effect.amount.dice is not None:
        thrown = sum(faces) * effect.amount.times
        tally.add_dice(effect.amount.dice.name, thrown, faces)
        value -= thrown
    tally.add(name, value)


def _rolled(battle: Skirmish, effect: Effect, damage: Damage, blow: Blow) -> int:
    """What a row deals with this blow: its dice, or what the escalation die or the attack roll shows."""
    if effect.amount.read_off:
        return amounts.read_off(battle, effect.amount, blow.natural)
    if effect.for_each:
        return damage.counted.get((effect, blow.target), 0)
    return damage.rolled.get(effect, effect.amount.flat)


def _flat(effect: Effect) -> int:
    """What a row of a hit line without dice deals to its target."""
    deals = effect.op in (b.DAMAGE, b.EXTRA_DAMAGE) and effect.on == b.ON_TARGET and not effect.for_each
    return effect.amount.flat if deals and effect.amount.dice is None and not effect.amount.read_off else 0


def _fells_or_not(battle: Skirmish, strike: Strike, amount: Amount, blow: Blow, so_far: int, to_come: int) -> int:
    """Damage that matters only by whether it fells the target: in the exact reading all totals that surely do not are one.

    `so_far` and `to_come` are what this blow has dealt and may still deal besides. A total stands for its like: the highest
    that is surely survived, whatever follows; the lowest that surely fells; those between stand for themselves.
    """
    if amount.dice is None:
        return amount.flat
    roll = battle.throw(strike.attacker, "damage", amount.dice)
    if roll.settled:
        return roll.total() + amount.flat
    target = battle.fighters[blow.target]
    times = 2 if blow.crit else 1
    health = target.hp + target.temp_hp
    own = so_far + amount.flat + damage_bonus(battle, strike.attacker, strike.power, target, strike.opportunity)
    survived = (health - strike.slack - 1) // times - own - to_come
    felled = -((own * times - health) // times)
    if survived >= felled:
        felled = survived + 1
    cuts = list(range(survived + 1, felled + 1))
    return survived + roll.band(cuts) + amount.flat


def _tell_flank(tally: Terms, damage: Damage) -> None:
    dice = sum(damage.flank_faces)
    if damage.flank_faces:
        tally.add_dice("flank dice", dice, damage.flank_faces)
    tally.add("flank", damage.flank - dice)


def _roll_flank(battle: Skirmish, strike: Strike, hits: list[Blow], damage: Damage) -> None:
    """Once per round, a melee hit on an enemy that an ally is engaged with deals extra dice."""
    attacker = strike.attacker
    amount = attacker.block.flank
    if amount.dice is None or attacker.flank_used or strike.power.kind != b.MELEE:
        return
    for blow in hits:
        target = battle.fighters[blow.target]
        others = [each for each in members(battle, engaged_mask(battle, target)) if each.number != attacker.number]
        if not any(each.team == attacker.team for each in others):
            continue
        attacker.flank_used = True
        damage.flanked = blow.target
        if strike.slack >= 0:
            rows = [effect for effect in strike.power.hit if counts(battle, attacker, target, effect)]
            dealt = sum([damage.rolled.get(effect, _flat(effect)) for effect in rows])
            damage.flank = _fells_or_not(battle, strike, amount, blow, dealt, 0)
        else:
            damage.flank = damage.thrown(amount, [blow])
        if battle.telling:
            damage.flank_faces = battle.thrown
        return


# -- what a blow comes to ------------------------------------------------------------------------------------------------


def _hit_parts(battle: Skirmish, strike: Strike, blow: Blow, damage: Damage) -> tuple[list[int], list[str]]:
    """Everything a hit deals at once, by type, before multiplying (R-42)."""
    attacker, power = strike.attacker, strike.power
    target = battle.fighters[blow.target]
    amounts: list[int] = []
    types: list[str] = []
    tally = blow.tally = Terms(True) if battle.telling else UNTOLD_SUM
    for effect in blow.rows(power.hit):
        if effect.op == b.DAMAGE and effect.on == b.ON_TARGET and counts(battle, attacker, target, effect):
            amounts.append(_rolled(battle, effect, damage, blow))
            types.append(effect.damage_type)
            _tell_row(tally, strike, effect, damage, amounts[-1])
    if not amounts:
        _add_empowered(strike, blow, damage, amounts, types)
        return amounts, types
    more = damage_bonus(battle, attacker, power, target, strike.opportunity)
    flank = damage.flank if damage.flanked == blow.target else 0
    amounts[0] += more + flank
    tally.add("bonus", more)
    if flank and tally.told:
        _tell_flank(tally, damage)
    for effect in extra_rows(power.hit, power.crit, blow):
        if effect.op == b.EXTRA_DAMAGE and counts(battle, attacker, target, effect):
            amounts.append(_rolled(battle, effect, damage, blow))
            types.append(effect.damage_type or types[0])
            _tell_row(tally, strike, effect, damage, amounts[-1])
    if damage.burning:
        amounts.append(damage.burning)
        types.append(attacker.block.staggered_type)
        tally.add("while staggered", damage.burning)
    if damage.exposed and blow.target in damage.exposed:
        amounts.append(damage.exposed[blow.target])
        types.append(types[0])
    if damage.empowered:
        _add_empowered(strike, blow, damage, amounts, types)
    whole = 0
    for amount in amounts:
        whole += amount
    tally.add("what lies on them", whole - tally.total)
    if whole < 1:
        amounts[0] += 1 - whole
    return amounts, types


def extra_rows(hit: list[Effect], crit: list[Effect], blow: Blow) -> list[Effect]:
    """All rows of a hit that may add to its damage or double it."""
    if not blow.chosen and not blow.riders and not (blow.crit and crit):
        return hit
    rows = hit + blow.chosen
    if blow.crit:
        rows.extend(crit)
    for rider in blow.riders:
        rows.extend(rider.effects)
    return rows


def _spares(blow: Blow, which: int) -> bool:
    """Does a rider of this hit leave its damage, or the doubling of a crit, undone?"""
    for rider in blow.riders:
        for effect in rider.effects:
            if effect.op == b.SPARE and effect.which == which:
                return True
    return False


def _multiplier(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter) -> int:
    """ES-93: 1 + the number of doublings that count against this target, a crit being one."""
    times = 2 if blow.crit and not _spares(blow, 0) else 1
    for effect in extra_rows(strike.power.hit, strike.power.crit, blow):
        if effect.op == b.DOUBLE and counts(battle, strike.attacker, target, effect):
            times += 1
    return times


def deal_hit(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, damage: Damage) -> int:
    """ES-92, ES-93: the total, times 1 + the number of doublings. What was dealt."""
    amounts, types = _hit_parts(battle, strike, blow, damage)
    if not amounts or blow.harmless or _spares(blow, 1):
        return 0
    multiplier = _multiplier(battle, strike, blow, target)
    if blow.crit and battle.any_bonus and bonuses.tripled_crits(battle, target):
        multiplier += 1
    if blow.crit and strike.power.crit_total:
        amounts, types = [strike.power.crit_total], types[:1]
    elif multiplier > 1:
        amounts = [amount * multiplier for amount in amounts]
    if blow.tally.told:
        how = "critical hit" if blow.crit and strike.power.crit_total else f"x{multiplier}" if multiplier > 1 else "at least 1"
        blow.tally.add(how, sum(amounts) - blow.tally.total)
    natural = blow.natural if strike.power.rolls else 0
    if strike.coup:
        natural = 20
    if blow.crit and battle.any_bonus and bonuses.slain_by_crits(battle, target):
        health = hp_of(battle, target) + target.temp_hp
        amounts[0] += max(0, health - sum(amounts))
        natural = NO_NATURAL
    wards = strike.wards + blow.wards if blow.wards else strike.wards
    if strike.attacker.block.overwhelming:
        natural, wards = NO_NATURAL, bonus_rows.NO_WARDS
    humane = strike.power.kind == b.MELEE and not strike.power.spell
    why = sentences.hit_reason(strike, multiplier, blow) if battle.telling else ""
    dealt = harming.harm(
        battle, target, amounts, types, strike.attacker, natural, 1 if blow.halved else 0, why, strike.power.spell,
        humane=humane, wards=wards, tally=blow.tally, astray=blow.astray,
    )  # fmt: skip
    if blow.rest_to >= 0 and dealt:
        other, why = battle.fighters[blow.rest_to], f"the rest of {strike.power.name}"
        harming.harm(battle, other, [dealt], [types[0]], strike.attacker, NO_NATURAL, 0, why)
    return dealt


def _printed(rows: list[Effect]) -> list[Effect]:
    """A hit line with the first of the things it leaves open, for half of its damage."""
    if not any(row.op == b.CHOOSE for row in rows):
        return rows
    return [each for row in rows for each in (row.choices[0] if row.op == b.CHOOSE else [row])]


def spared_by_missing(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter) -> bool:
    """Does this target take no damage from a miss: by its nature, or as a friend where the table says so (R-50)?"""
    if strike.wards and any(row.spares_misses for row in strike.wards):
        return True
    return target.block.no_miss_damage or (blow.redirected and not battle.switches.friendly_miss_damage)


def deal_miss(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, damage: Damage) -> int:
    """ES-96, ES-97, R-46: the miss line as printed; bonuses and multipliers leave it alone. What was dealt."""
    if spared_by_missing(battle, strike, blow, target):
        return 0
    amounts: list[int] = []
    types: list[str] = []
    tally = Terms(True) if battle.telling else UNTOLD_SUM
    odd = 0
    for effect in strike.power.miss:
        if effect.on != b.ON_TARGET or not counts(battle, strike.attacker, target, effect):
            continue
        if effect.op == b.DAMAGE:
            amounts.append(_rolled(battle, effect, damage, blow))
            types.append(effect.damage_type)
            _tell_row(tally, strike, effect, damage, amounts[-1])
        elif effect.op == b.HALF_DAMAGE:
            for hit in _printed(strike.power.hit):
                if hit.op == b.DAMAGE and hit.on == b.ON_TARGET and counts(battle, strike.attacker, target, hit):
                    # the whole is rounded down once, so what one type leaves over counts for the next.
                    whole = _rolled(battle, hit, damage, blow) + odd
                    _tell_row(tally, strike, hit, damage, whole - odd)
                    odd = whole % 2
                    amounts.append(whole // 2)
                    types.append(hit.damage_type)
    for rider in blow.riders:
        for effect in rider.effects:
            if effect.op == b.MISS_DAMAGE and counts(battle, strike.attacker, target, effect):
                amounts, types = [_rolled(battle, effect, damage, blow)], [effect.damage_type]
                tally = Terms(True) if battle.telling else UNTOLD_SUM
                _tell_row(tally, strike, effect, damage, amounts[0])
    if battle.any_bonus:
        more = bonuses.figure(battle, strike.attacker, b.ON_MISS, strike.power, target, strike.opportunity)
        if more and amounts:
            amounts[0] += more
        elif more:
            amounts, types = [more], [strike.power.damage_type]
    if damage.empowered:
        _add_empowered(strike, blow, damage, amounts, types)
    if amounts and sum(amounts) > 0:
        natural = blow.natural if strike.power.rolls else 0
        wards = strike.wards + blow.wards if blow.wards else strike.wards
        if tally.told and tally.total != sum(amounts):
            tally.add("half" if tally.total > sum(amounts) else "bonus", sum(amounts) - tally.total)
        return harming.harm(
            battle, target, amounts, types, strike.attacker, natural, 0, strike.power.name, strike.power.spell,
            wards=wards, tally=tally, astray=blow.astray,
        )  # fmt: skip
    return 0
