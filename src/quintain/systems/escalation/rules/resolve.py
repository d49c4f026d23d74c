"""Making an attack (chapters M and N): dice in the order of the book, then results target by target."""

from __future__ import annotations

from typing import final

from quintain.engine.dice import D20, Die
from quintain.engine.question import Choice, Option, Plain
from quintain.engine.roll import Roll
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Rider
from quintain.systems.escalation.rules import conditions, reactions, targeting, turned_hits
from quintain.systems.escalation.rules.attack_roll import fights_with_two_weapons, judge, say_roll
from quintain.systems.escalation.rules.damage import (
    Damage,
    counts,
    deal_hit,
    deal_miss,
    find_riders,
    rider_mark,
    roll_damage,
    spared_by_missing,
)
from quintain.systems.escalation.rules.figures import (
    escalation_bonus,
    is_staggered,
    resists_at,
)
from quintain.systems.escalation.rules.positions import engaged_mask, members, nearby
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike
from quintain.systems.escalation.traits import (
    bonuses,
    choices,
    granted_attacks,
    linked_effects,
    occasions,
    recipients,
    row_facts,
)

__all__ = ["Blow", "Strike", "make_attack"]


def make_attack(battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
    """One attack on its targets (section 6 of the dice order): every d20, then damage dice once, then results."""
    attacker = strike.attacker
    battle.note(strike.power.use_note, attacker.id)
    passing = conditions.until_next_attack(attacker, strike.power) if attacker.lasting else []
    before = attacker.lasting.copy() if battle.any_linked else []
    used_up = linked_effects.before_attack(battle, strike, targets) if battle.any_linked else []
    blows: list[Blow] = []
    if battle.occasions >> h.ENEMY_AIMS & 1 and strike.power.rolls and not occasions.seen_coming(battle, strike):
        targets = []
    for target in targets:
        if attacker.state != UP:
            break
        if target.block.occasion_mask >> h.AIMED_AT & 1 and not occasions.aimed_at(battle, strike, target):
            break
        if target.is_present():
            blow = _roll_blow(battle, strike, target, False)
            if not blow.void:
                blows.append(blow)
    if strike.power.tracks:
        _count_in_sequence(strike, blows)
    if strike.power.spreads and len(blows) == 1:
        _spread(battle, strike, blows)
    strike.struck = [blow.target for blow in blows if blow.hit and not blow.unseen and not blow.astray]
    find_riders(battle, strike, blows)
    if strike.power.offers and attacker.state == UP:
        for blow in blows:
            if blow.hit and not blow.unseen:
                blow.chosen = choices.chosen_rows(battle, strike, battle.fighters[blow.target])
    for blow in blows if battle.occasions >> h.STRUCK & 1 and not attacker.block.overwhelming else []:
        if not blow.unseen:
            occasions.attacked(battle, strike, blow, battle.fighters[blow.target], h.STRUCK)
    for blow in blows if battle.any_blunt else []:
        if blow.hit and not blow.unseen:
            turned_hits.blunt(battle, strike, blow)
    damage = Damage()
    if not battle.house.damage_per_target:
        roll_damage(battle, strike, blows, damage)
    for blow in blows:
        if battle.house.damage_per_target:
            damage = Damage()
            roll_damage(battle, strike, [blow], damage)
        _apply_blow(battle, strike, blow, damage)
    if passing:
        conditions.end_all(battle, attacker, passing, "the attack is made")
    for target in targets if used_up else []:
        conditions.end_all(battle, target, used_up, "the attack is made")
    if strike.power.tracks or strike.power.counted or attacker.block.remembers:
        _remember(battle, strike, blows)
    if battle.any_linked:
        linked_effects.after_attack(battle, strike, blows, before)
    battle.mark("consequences")
    reactions.after_blows(battle, strike, blows)
    granted_attacks.carry_out_grants(battle, strike)


def _spread(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """Riders by which the same roll counts against further enemies, one after another as the attacker names them."""
    find_riders(battle, strike, blows)
    more = sum([each.times for rider in blows[0].riders for each in rider.effects if each.op == b.ALSO_AT])
    for _ in range(more):
        taken = [blow.target for blow in blows]
        legal = [each for each in targeting.legal_targets(battle, strike.attacker, strike.power) if each.state == UP]
        chosen = recipients.one_foe(battle, strike.attacker, [each for each in legal if each.number not in taken])
        if not chosen or strike.roll is None:
            return
        blows.append(_roll_blow(battle, strike, chosen[0], False, strike.roll))


def _count_in_sequence(strike: Strike, blows: list[Blow]) -> None:
    """One more of the attacks that an act consists of (ES-169), and how many targets it has."""
    total, made, hits = strike.attacker.sequence[:3]
    if strike.depth == 0 and not strike.opportunity:
        made += 1
        hits += 1 if any(blow.hit for blow in blows) else 0
    strike.attacker.sequence = [total, made, hits, len(blows), len([blow for blow in blows if blow.hit]), 0]


def _remember(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """Whom it has attacked, and how often this attack has hit them."""
    name = strike.power.name.lower()
    for blow in blows:
        target = battle.fighters[blow.target]
        strike.attacker.attacked |= target.bit
        if blow.hit and strike.attacker.block.remembers:
            own = f"@{strike.attacker.id}"
            target.hits_taken = {**target.hits_taken, own: target.hits_taken.get(own, 0) + 1}
        if blow.hit and strike.power.counted:
            target.hits_taken = {**target.hits_taken, name: target.hits_taken.get(name, 0) + 1}


# -- the d20 ----------------------------------------------------------------------------------------------------------


def _roll_blow(
    battle: Skirmish, strike: Strike, target: Fighter, redirected: bool, shared: Roll | None = None, astray: bool = False
) -> Blow:
    """The attack on one target; `shared` is a roll made already that counts for this one too, `astray` a shot that finds a friend."""
    attacker, power = strike.attacker, strike.power
    blow = Blow(target.number)
    blow.redirected = redirected
    blow.astray = astray and not battle.house.stray_hits
    blow.halved = strike.halved
    if target.conditions & b.INVISIBLE and not attacker.block.sees_invisible and _lost_sight(battle, attacker, target, 10):
        blow.unseen = True
        return blow
    if battle.any_bonus:
        strike.wards = bonuses.wards(battle, target, power, attacker, strike.opportunity)
        chance = bonuses.miss_chance(battle, strike.wards) if strike.wards else 0
        if chance and _lost_sight(battle, attacker, target, chance):
            blow.unseen = True
            return blow
    if not power.rolls or strike.coup:
        blow.hit = True
        blow.crit = strike.coup
        blow.natural = 21
        if battle.telling and strike.coup:
            battle.tell(sentences.coup(battle, attacker, target, power))
        return blow
    if target.block.occasion_mask >> h.ATTACKED & 1:
        blow.without_die = occasions.goes_without_die(battle, strike, target)
        blow.escalated = not blow.without_die and escalation_bonus(battle, attacker) > 0
    if shared is not None:
        roll = shared
        judge(battle, strike, target, roll, blow)
    else:
        roll = _d20(battle, strike, target, blow)
        if roll.void:
            return blow
        if power.retries and not blow.hit:
            roll = _retry(battle, strike, target, roll, blow)
    strike.roll = roll
    if power.strays >> blow.natural & 1 and not redirected and shared is None:
        return _roll_blow(battle, strike, _anybody(battle, attacker, target), True)
    if blow.fumble and power.kind == b.RANGED and not redirected and shared is None:
        ally = _stray(battle, attacker, target)
        if ally is not None:
            if battle.telling:
                battle.tell(sentences.stray(battle, attacker, target, ally))
            return _roll_blow(battle, strike, ally, True, None, True)
    _hold_blow(battle, strike, target, blow)
    while battle.hold("attack") and target.is_present():
        judge(battle, strike, target, roll, blow)
        _hold_blow(battle, strike, target, blow)
    say_roll(battle, strike, target, roll, blow)
    if not blow.hit and attacker.block.reactions and shared is None:
        reactions.after_own_miss(battle, strike, target, blow)
    if blow.hit and not attacker.block.overwhelming:
        target = reactions.against_hit(battle, strike, target, blow)
    if blow.hit and target.narrowed:
        _at_images(battle, strike, target, blow)
    if strike.wards and bonuses.ignores_on(strike.wards) >> blow.natural & 1:
        _passes_through(battle, strike, target, blow)
    if strike.flexible and not redirected and attacker.state == UP:
        blow.flexible = _choose_flexible(battle, strike, blow)
    return blow


def _hold_blow(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """The result that waits for the GM's nod."""
    if battle.telling:
        result = "critical hit" if blow.crit else "hit" if blow.hit else "miss"
        battle.holding = [[f"{strike.attacker.name} against {target.name}, {strike.power.name}", f"natural {blow.natural}: {result}"]]


def _lost_sight(battle: Skirmish, attacker: Fighter, target: Fighter, chance: int) -> bool:
    """ES-108: before any attack roll, half of all attacks on the invisible miss outright; on the blurred, so many in twenty."""
    roll = battle.roll(attacker.id, "unseen target", D20, against=target.id)
    if roll.void:
        return True
    missed = roll.below(chance + 1, "missed")
    if battle.telling:
        battle.tell(sentences.unseen(battle, attacker, target, roll, missed))
        if target.block.bonuses and attacker.team == 0:
            bonuses.told(battle, target, [row.name for row in target.block.bonuses if row.miss_chance or row.miss_chance_times])
    return missed


def _at_images(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """A hit on somebody among images of itself: another d20 finds it, or the images, which are gone then; that is no miss either."""
    images = [each for each in target.lasting if each.effect.images]
    if not images:
        return
    roll = battle.roll(strike.attacker.id, "images", D20, about=strike.about)
    found = roll.at_least(images[0].effect.images, "found")
    if battle.telling:
        battle.tell(sentences.images(battle, strike.attacker, target, roll, found))
    if found:
        return
    blow.unseen = True
    blow.hit = blow.crit = False
    strike.attacker.hit_this_turn &= ~target.bit
    conditions.end_all(battle, target, images, "the attack hit one of them")


def _passes_through(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """The attack does nothing at all to this target, hit or miss."""
    blow.unseen = True
    blow.hit = blow.crit = False
    strike.attacker.hit_this_turn &= ~target.bit
    if battle.telling:
        battle.tell(sentences.passed_through(battle, strike.attacker, target))


def _d20(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> Roll:
    attacker = strike.attacker
    roll = battle.roll(attacker.id, "attack", D20, about=strike.about, against=target.id)
    if roll.void:
        blow.void = True
        return roll
    judge(battle, strike, target, roll, blow)
    if blow.natural == 2 and fights_with_two_weapons(strike):
        question = Choice(
            battle, "reroll", attacker.id, "A natural 2 with two weapons: roll again?",
            [Plain("yes", "Roll again, and keep it"), Plain("no", "Keep the 2")],
        )  # fmt: skip
        answer = battle.ask(question)
        if answer is not None and answer.id() == "yes":
            if battle.telling:
                battle.tell(sentences.reroll(battle, attacker))
            again = battle.roll(attacker.id, "attack", D20, about=strike.about, against=target.id)
            if again.void:
                return roll
            roll = again
            judge(battle, strike, target, roll, blow)
    return roll


def _retry(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> Roll:
    """A trait by which its maker may roll such a miss again; the second roll counts. Gives back the roll that counts."""
    attacker = strike.attacker
    for rider in strike.power.riders:
        if not rider.rerolls or not rider.fits(blow.natural, False, False):
            continue
        mark = rider.mark or f"{strike.power.number}:{rider.name}"
        if rider.once and attacker.riders_used.count(mark) >= rider.times:
            continue
        options: list[Option] = [Plain("yes", "Roll again, and keep it"), Plain("no", "Let it be a miss")]
        answer = battle.ask(Choice(battle, "reroll", attacker.id, f"{rider.name}: roll the miss again?", options))
        if answer is None or answer.id() != "yes":
            continue
        if rider.once:
            attacker.riders_used.append(mark)
        blow.retried = True
        if battle.telling:
            battle.tell(sentences.rolled_again(battle, attacker, 0))
        again = battle.roll(attacker.id, "attack", D20, about=strike.about, against=target.id)
        if again.void:
            return roll
        judge(battle, strike, target, again, blow)
        return again
    return roll


def _anybody(battle: Skirmish, attacker: Fighter, target: Fighter) -> Fighter:
    """A random nearby creature, friend or foe, at which an attack is rolled again."""
    around = [each for each in battle.fighters if each.state == UP and nearby(each, attacker) and each.number != attacker.number]
    found = around[0] if around else target
    if len(around) > 1:
        found = around[battle.roll(attacker.id, "random target", Die(len(around))).total() - 1]
    if battle.telling:
        battle.tell(sentences.stray(battle, attacker, target, found))
    return found


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


# -- results -----------------------------------------------------------------------------------------------------------


def _apply_blow(battle: Skirmish, strike: Strike, blow: Blow, damage: Damage) -> None:
    target = battle.fighters[blow.target]
    if blow.unseen:
        _others_only(battle, strike, blow, strike.power.miss)
        return
    before = _health(battle, target)
    fresh = strike.power.tracks and not is_staggered(battle, target)
    if battle.any_bonus:
        strike.wards = bonuses.wards(battle, target, strike.power, strike.attacker, strike.opportunity)
    if blow.hit:
        deal_hit(battle, strike, blow, target, damage)
        if fresh and is_staggered(battle, target):
            strike.attacker.sequence = [*strike.attacker.sequence[:5], strike.attacker.sequence[5] | target.bit]
        _rest_of(battle, strike, blow, target, strike.power.hit)
        if blow.chosen:
            _rest_of(battle, strike, blow, target, blow.chosen)
        if blow.crit:
            _rest_of(battle, strike, blow, target, strike.power.crit)
    elif blow.fumble:
        _others_only(battle, strike, blow, strike.power.miss)
    else:
        deal_miss(battle, strike, blow, target, damage)
        _rest_of(battle, strike, blow, target, strike.power.miss)
    if blow.counted:
        strike.attacker.riders_used.extend(blow.counted)
    for rider in blow.riders:
        if rider.once and not rider.rerolls:
            strike.attacker.riders_used.append(rider_mark(strike, rider, target))
        strike.naming = rider.name if rider is blow.flexible or rider.own_name else strike.power.name
        if blow.fumble:
            _others_only(battle, strike, blow, rider.effects)
        else:
            _rest_of(battle, strike, blow, target, rider.effects)
    strike.naming = strike.power.name
    blow.harmed = _health(battle, target) < before


def _health(battle: Skirmish, fighter: Fighter) -> int:
    """What it has left, temporary hit points included; of a mook, what its mob has."""
    return battle.pools[fighter.mob] if fighter.mob >= 0 else fighter.hp + fighter.temp_hp


_DEALT_ALREADY = (b.DOUBLE, b.EXTRA_DAMAGE, b.MISS_DAMAGE, b.HALF_DAMAGE, b.ALSO_AT, *b.TURNS_A_HIT, b.SPARE)


def _rest_of(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, rows: list[Effect]) -> None:
    """Everything in a line that is not the blow's own damage."""
    for effect in rows:
        if effect.op in _DEALT_ALREADY or (effect.op in (b.CHOOSE, b.TABLE) and rows is strike.power.hit):
            continue
        if effect.op == b.DAMAGE and effect.on == b.ON_TARGET:
            if rows is strike.power.hit or rows is strike.power.miss or rows is blow.chosen:
                continue
            if not blow.hit and spared_by_missing(battle, strike, blow, target):
                continue
        if not counts(battle, strike.attacker, target, effect):
            continue
        resisted = False
        if effect.ongoing and blow.natural <= 20:
            needed = resists_at(target, strike.power.spell, effect.damage_type, strike.attacker.number)
            if strike.wards:
                needed = max(needed, bonuses.resists(strike.wards, effect.damage_type))
            resisted = blow.natural < needed
        times = 2 if blow.crit and battle.house.crit_ongoing else 1
        battle.procedures.carry_out(battle, strike, effect, target, blow.natural, resisted, times)


def _others_only(battle: Skirmish, strike: Strike, blow: Blow, rows: list[Effect]) -> None:
    """R-44, ES-108: on a fumble, or against the unseen, only what leaves the target alone still works."""
    target = battle.fighters[blow.target]
    for effect in rows:
        if row_facts.leaves_target_alone(effect):
            battle.procedures.carry_out(battle, strike, effect, target, blow.natural, False, 1)
