"""Making an attack (chapters M and N), in the order of the book: `make_attack` is the whole of it, `_attack_one` the d20 at one target
(how it meets the defence is `judge` in `attack_roll.py`), `_apply_blow` what came of it (damage is in `damage.py`).

What stat blocks add stands in `traits/attack_traits.py` and is called in between.
"""

from __future__ import annotations

from typing import final

from quintain.engine.question import Choice, Option
from quintain.engine.roll import Roll
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Rider
from quintain.systems.escalation.rules import reactions, targeting
from quintain.systems.escalation.rules.answers import Named, again_or_not, chosen
from quintain.systems.escalation.rules.attack_roll import (
    AfterRoll,
    FlexibleOption,
    fights_with_two_weapons,
    judge,
    say_roll,
    second_roll,
    throw,
)
from quintain.systems.escalation.rules.damage import (
    Damage,
    counts,
    deal_hit,
    deal_miss,
    find_riders,
    roll_damage,
    spared_by_missing,
    use_key_of,
)
from quintain.systems.escalation.rules.figures import is_staggered, resists_at
from quintain.systems.escalation.rules.positions import engaged_mask, members
from quintain.systems.escalation.rules.sheet import SLAIN, UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike
from quintain.systems.escalation.traits import amounts, bonuses, granted_attacks, recipients, row_facts
from quintain.systems.escalation.traits.attack_traits import (
    AttackTraits,
    anybody,
    before_roll,
    count_in_sequence,
    lost_from_sight,
    miss_by_trait,
    retry,
)
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row


def make_attack(battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
    """One attack on its targets (ES-88 and section 6 of the dice order): every d20, then damage dice once, then results."""
    battle.note(strike.power.use_note, strike.attacker.id)
    strike.goes_at(targets)
    traits = AttackTraits(battle, strike, targets)
    blows: list[Blow] = []
    for target in traits.targets:  # ES-88: a d20 for each in declared order, as long as the attacker is up
        if strike.attacker.state != UP or not traits.goes_on(battle, strike, target):
            break
        blow = _attack_one(battle, strike, target) if target.is_present() else None  # ES-89 to ES-108
        if blow is not None and not blow.void:
            blows.append(blow)
    _after_rolls(battle, strike, blows)
    find_riders(battle, strike, blows)  # ES-170
    traits.before_damage(battle, strike, blows)
    damage = Damage(battle, strike)
    if not battle.switches.damage_per_target:
        roll_damage(battle, strike, blows, damage)  # once for all targets
    for blow in blows:
        if battle.switches.damage_per_target:
            damage = Damage(battle, strike)
            roll_damage(battle, strike, [blow], damage)
        _apply_blow(battle, strike, blow, damage)  # ES-92 to ES-97
    traits.after_results(battle, strike, blows)
    battle.reached("consequences")
    reactions.after_blows(battle, strike, blows)  # ES-30
    granted_attacks.carry_out_grants(battle, strike)


# -- the d20 ----------------------------------------------------------------------------------------------------------


def _attack_one(
    battle: Skirmish, strike: Strike, target: Fighter, astray: bool = False, at_random: bool = False, shared: Roll | None = None
) -> Blow:
    """The attack on one target, as far as hit or miss; `astray` is a shot that finds a friend (ES-106), `at_random` one that found
    anybody by a trait; a roll that is `shared` was made at another, and counts against this one as well."""
    blow = Blow(target.number)
    blow.halved = strike.halved
    blow.redirected = astray or at_random
    blow.astray = astray and not battle.switches.stray_hits
    if _got_away(battle, strike, target, blow):
        return blow
    if lost_from_sight(battle, strike, target):  # ES-108: a d20 of its own, before the attack's
        blow.unseen, blow.void = True, strike.attacker.state != UP or not target.is_present()
        return blow
    if strike.coup or not strike.power.rolls:  # ES-160, R-51
        if not _got_away(battle, strike, target, blow):
            _hits_unrolled(battle, strike, target, blow)
        return blow
    before_roll(battle, strike, target, blow)
    if shared is not None:
        judge(battle, strike, target, shared, blow)
        return _settled(battle, strike, target, blow, shared, shared=True)
    roll = _d20(battle, strike, target, blow)  # ES-89 to ES-95, ES-103
    if roll.void:
        _got_away(battle, strike, target, blow)
        return blow
    strike.roll = roll
    other = None if blow.redirected else _goes_elsewhere(battle, strike, target, blow)  # ES-106
    return other if other is not None else _settled(battle, strike, target, blow, roll)


def _got_away(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> bool:
    """Whoever is moved out of reach before its blow has fallen is not struck."""
    if not strike.is_out_of_reach(target) or not target.is_present() or not strike.attacker.is_present():
        return False
    blow.void = True
    if battle.telling:
        battle.tell(sentences.out_of_reach(strike, target))
    return True


def _falls_away(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> bool:
    """Whoever is gone by the GM's word, its maker or its target, takes the attack along before it is told; at a slain mook it goes on
    into its mob (ES-171)."""
    gone = not target.is_present() and not (target.mob >= 0 and target.state == SLAIN)
    blow.void = blow.void or gone or not strike.attacker.is_present()
    return blow.void or _got_away(battle, strike, target, blow)


def _settled(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow, roll: Roll, shared: bool = False) -> Blow:
    """The d20 has fallen: the GM's nod, what answers a hit or a miss before its damage, the flexible attack."""
    attacker = strike.attacker
    if _falls_away(battle, strike, target, blow):  # while it was asked whether to roll again
        return blow
    _hold(battle, strike, target, blow)
    while battle.hold("attack"):
        if _falls_away(battle, strike, target, blow):
            return blow
        if not target.is_present():
            break
        judge(battle, strike, target, roll, blow)
        _hold(battle, strike, target, blow)
    if target.is_present():  # nobody is told of a hit on a mook that the GM has slain
        say_roll(battle, strike, target, roll, blow)
    if not blow.hit and attacker.block.reactions and not shared:
        reactions.after_own_miss(battle, strike, target, blow)
    if blow.hit and not attacker.block.overwhelming:
        target = reactions.against_hit(battle, strike, target, blow)  # ES-30, ES-31
    miss_by_trait(battle, strike, target, blow)
    if strike.flexible and not blow.redirected and attacker.state == UP:
        blow.flexible = _choose_flexible(battle, strike, blow)  # ES-98, ES-99
    return blow


def _after_rolls(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """What traits count of the rolls, and riders by which the same roll counts against more."""
    if strike.power.tracks:
        count_in_sequence(strike, blows)
    if strike.power.spreads and len(blows) == 1:
        _spread(battle, strike, blows)
    for blow in blows:
        if blow.hit and not blow.unseen and not blow.astray:
            strike.struck = [*strike.struck, blow.target]


def _spread(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """Riders by which the same roll counts against further enemies, one after another as the attacker names them."""
    find_riders(battle, strike, blows)
    more = sum([each.times for rider in blows[0].riders for each in rider.effects if each.op == b.ALSO_AT])
    for _ in range(more):
        taken = [blow.target for blow in blows]
        legal = [each for each in targeting.legal_targets(battle, strike.attacker, strike.power) if each.state == UP]
        more_at = recipients.one_foe(battle, strike.attacker, [each for each in legal if each.number not in taken])
        if not more_at or strike.roll is None:
            return
        strike.goes_at(more_at)
        blow = _attack_one(battle, strike, more_at[0], shared=strike.roll)
        if not blow.void:
            blows.append(blow)


def _hits_unrolled(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """ES-160: a coup de grace is a critical hit; what needs no roll simply works."""
    blow.hit = True
    blow.crit = strike.coup
    blow.natural = NO_NATURAL
    if battle.telling and strike.coup:
        battle.tell(sentences.COUP.of([strike.attacker, target], strike.power.name))


def _goes_elsewhere(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> Blow | None:
    """ES-106: a natural 1 shot into a melee is rolled again at an ally there; some attacks stray to anybody nearby."""
    attacker, power = strike.attacker, strike.power
    if power.strays >> blow.natural & 1:
        found = anybody(battle, attacker, target)
        strike.goes_at([found])
        return _attack_one(battle, strike, found, at_random=True)
    ally = _stray(battle, attacker, target) if blow.fumble and power.kind == b.RANGED else None
    if ally is None:
        return None
    if battle.telling:
        battle.tell(sentences.STRAY.of([attacker, ally], target.name))
    strike.goes_at([ally])
    return _attack_one(battle, strike, ally, astray=True)


def _hold(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """The result that waits for the GM's nod."""
    if battle.telling:
        result = "critical hit" if blow.crit else "hit" if blow.hit else "miss"
        battle.holding = [[f"{strike.attacker.name} against {target.name}, {strike.power.name}", f"natural {blow.natural}: {result}"]]


def _d20(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> Roll:
    """The attack roll that counts: a natural 2 with two weapons may be rolled again (ES-103), some misses by a trait."""
    attacker = strike.attacker
    roll = throw(battle, strike, target)
    if roll.void:
        blow.void = True
        return roll
    judge(battle, strike, target, roll, blow)
    if blow.natural == 2 and fights_with_two_weapons(strike):
        answers = again_or_not(strike.power.number, target, "Keep the 2")
        answer = chosen(battle, AfterRoll(battle, strike, blow, "reroll", answers, "A natural 2 with two weapons: roll again?"))
        if answer is not None and answer.id() == "yes":
            if battle.telling:
                battle.tell(sentences.REROLL.of([attacker]))
            roll = second_roll(battle, strike, target, roll, blow)
        else:
            judge(battle, strike, target, roll, blow)  # as things are now that it stands
    if strike.power.retries and not blow.hit:
        roll = retry(battle, strike, target, roll, blow)
    return roll


def _stray(battle: Skirmish, attacker: Fighter, target: Fighter) -> Fighter | None:
    """ES-106, R-49: which ally engaged with the target a stray shot finds."""
    if battle.switches.redirect_by_gm and len(_in_the_melee(battle, attacker, target)) > 1:
        answer = battle.ask(StrayQuestion(battle, attacker, target))
        for each in _in_the_melee(battle, attacker, target):
            if answer is not None and each.id == answer.id():
                return each
    return amounts.drawn(battle, attacker, lambda: _in_the_melee(battle, attacker, target), "stray shot")


def _in_the_melee(battle: Skirmish, attacker: Fighter, target: Fighter) -> list[Fighter]:
    """The attacker's allies who are engaged with the target."""
    around = members(battle, engaged_mask(battle, target))
    return [each for each in around if each.team == attacker.team and each.number != attacker.number]


@final
class StrayQuestion(Choice):
    """R-49 `redirect: gm`: the GM says which of those who are there a stray shot finds."""

    def __init__(self, battle: Skirmish, attacker: Fighter, target: Fighter) -> None:
        super().__init__(battle, "redirect", attacker.id, "A stray shot: at which ally?", [], asked="gm")
        self.skirmish: Skirmish = battle
        self.attacker: Fighter = attacker
        self.aimed: Fighter = target

    def options(self) -> list[Option]:
        allies = _in_the_melee(self.skirmish, self.attacker, self.aimed)
        return [Named(each.id, f"It goes at {each.name}") for each in allies]

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def withdrawn(self) -> bool:
        return len(_in_the_melee(self.skirmish, self.attacker, self.aimed)) < 2


# -- choices after the die ---------------------------------------------------------------------------------------------


def _choose_flexible(battle: Skirmish, strike: Strike, blow: Blow) -> Rider | None:
    """ES-98, ES-99: after the roll, one flexible attack whose trigger fits the natural die, or none."""
    fitting: list[Option] = []
    to = battle.fighters[blow.target].id
    for place, each in enumerate(strike.attacker.block.flexibles):
        if each.kind == strike.power.kind and each.rider.fits(blow.natural, blow.hit, blow.crit):
            fitting.append(FlexibleOption(place, each.rider, to, blow.hit))
    if not fitting:
        return None
    fitting.append(FlexibleOption(-1, None, to, blow.hit))
    answer = chosen(battle, AfterRoll(battle, strike, blow, "flexible", fitting))
    rider = answer.rider if isinstance(answer, FlexibleOption) else None
    if rider is not None:
        battle.note(f"use:{rider.name}", strike.attacker.id)
    return rider


# -- results -----------------------------------------------------------------------------------------------------------


def _apply_blow(battle: Skirmish, strike: Strike, blow: Blow, damage: Damage) -> None:
    target = battle.fighters[blow.target]
    if blow.natural == NO_NATURAL and _got_away(battle, strike, target, blow):
        blow.hit, blow.unseen = False, True
        strike.struck = [each for each in strike.struck if each != blow.target]
    if blow.unseen:
        _others_only(battle, strike, blow, strike.power.miss)
        return
    before = _health(battle, target)
    fresh = strike.power.tracks and not is_staggered(target)
    if battle.any_bonus:
        strike.wards = bonuses.wards(battle, target, strike.power, strike.attacker, strike.opportunity)
    if blow.hit:
        blow.harmed = deal_hit(battle, strike, blow, target, damage) > 0
        if fresh and is_staggered(target):
            strike.attacker.sequence = [*strike.attacker.sequence[:5], strike.attacker.sequence[5] | target.bit]
        _rest_of(battle, strike, blow, target, strike.power.hit)
        if blow.chosen:
            _rest_of(battle, strike, blow, target, blow.chosen)
        if blow.crit:
            _rest_of(battle, strike, blow, target, strike.power.crit)
    elif blow.fumble:
        _others_only(battle, strike, blow, strike.power.miss)
    else:
        blow.harmed = deal_miss(battle, strike, blow, target, damage) > 0
        _rest_of(battle, strike, blow, target, strike.power.miss)
    if blow.counted:
        strike.attacker.riders_used.extend(blow.counted)
    for rider in blow.riders:
        if rider.once and not rider.rerolls:
            strike.attacker.riders_used.append(use_key_of(strike, rider, target))
        strike.naming = rider.name if rider is blow.flexible or rider.own_name else strike.power.name
        if blow.fumble:
            _others_only(battle, strike, blow, rider.effects)
        else:
            _rest_of(battle, strike, blow, target, rider.effects)
    strike.naming = strike.power.name
    blow.harmed = blow.harmed or _health(battle, target) < before


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
        times = 2 if blow.crit and battle.switches.crit_ongoing else 1
        carry_out_row(battle, strike, effect, target, blow.natural, resisted, times)


def _others_only(battle: Skirmish, strike: Strike, blow: Blow, rows: list[Effect]) -> None:
    """R-44, ES-108: on a fumble, or against the unseen, only what leaves the target alone still works."""
    target = battle.fighters[blow.target]
    for effect in rows:
        if row_facts.leaves_target_alone(effect):
            carry_out_row(battle, strike, effect, target, blow.natural)
