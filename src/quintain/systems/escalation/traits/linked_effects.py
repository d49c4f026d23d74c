"""What hangs on lasting effects: things that end them early, things they bring whenever their bearer does or suffers something,
attacks they unlock."""

from __future__ import annotations

from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.figures import fits_filters
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row


def carry_out(battle: Skirmish, bearer: Fighter, each: Lasting, rows: list[Effect]) -> None:
    """Rows that an effect brings, by the one who caused it, under its name."""
    strike = Strike(battle.fighters[each.source], Power(each.name, -1))
    strike.failures = each.failed
    for row in rows:
        if not bearer.is_present():
            return
        carry_out_row(battle, strike, row, bearer, NO_NATURAL)
    if strike.grants:
        battle.procedures.carry_out_grants(battle, strike)


def happens(battle: Skirmish, bearer: Fighter, what: int, amount: int = 0, before: list[Lasting] | None = None) -> None:
    """Something happens to the bearer of effects, or is done by it: some of them do something, some end.

    `before` are those that lay on it when the act began; what the act itself brought about is not touched by it.
    """
    for each in bearer.lasting.copy() if before is None else before.copy():
        effect = each.effect
        if not effect.linked or each not in bearer.lasting:
            continue
        if effect.each_time_when == what:
            if effect.each_time_once:
                conditions.drop(battle, bearer, each, "it has done its work")
            carry_out(battle, bearer, each, effect.each_time)
        if each in bearer.lasting and any(kind == what and amount >= least for kind, least in effect.ends_when):
            conditions.drop(battle, bearer, each, "it is broken")


def after_attack(battle: Skirmish, strike: Strike, blows: list[Blow], before: list[Lasting]) -> None:
    """An attack has been resolved: what that means for its maker (who bore `before` when it began) and for those it went at."""
    attacker = strike.attacker
    if before:
        _attacker(battle, strike, blows, before)
    for blow in blows:
        target = battle.fighters[blow.target]
        if blow.hit and target.lasting:
            happens(battle, target, b.IS_HIT)
            happens(battle, target, b.IS_HIT_AC + strike.power.defence)
            for each in target.lasting.copy():
                if each.effect.each_time_when == b.IS_HIT_BY_SOURCE and each.source == attacker.number:
                    carry_out(battle, target, each, each.effect.each_time)


def _attacker(battle: Skirmish, strike: Strike, blows: list[Blow], before: list[Lasting]) -> None:
    attacker, block = strike.attacker, strike.attacker.block
    at = [blow.target for blow in blows]
    for each in before:
        if each.effect.each_time_when == b.DOES_ATTACK_SOURCE and each.source in at and each in attacker.lasting:
            carry_out(battle, attacker, each, each.effect.each_time)
        if each in attacker.lasting and each.source in at and (b.DOES_ATTACK_SOURCE, 0) in each.effect.ends_when:
            conditions.drop(battle, attacker, each, "it is broken")
    happens(battle, attacker, b.DOES_ATTACK, 0, before)
    if strike.power.number not in (block.basic_melee, block.basic_ranged):
        happens(battle, attacker, b.DOES_ATTACK_OTHERWISE, 0, before)
    for blow in blows:
        if blow.hit:
            # a crit in store for one enemy is not spent on another
            theirs = [each for each in before if not each.effect.surely or each.versus in (-1, blow.target)]
            happens(battle, attacker, b.DOES_HIT, 0, theirs)
        else:
            happens(battle, attacker, b.DOES_MISS, 0, before)
            if blow.natural % 2 and blow.natural <= 20:
                happens(battle, attacker, b.DOES_MISS_ODD, 0, before)


def round_starts(battle: Skirmish) -> None:
    """A new round begins for everybody."""
    for bearer in battle.fighters:
        if bearer.lasting and bearer.is_present():
            happens(battle, bearer, b.STARTS_ROUND)


def before_attack(battle: Skirmish, strike: Strike, targets: list[Fighter]) -> list[Lasting]:
    """What ends because its source makes the same attack again; and what this attack will end on its targets once it is made."""
    source = strike.attacker.number
    for bearer in battle.fighters:
        for each in bearer.lasting.copy():
            again = each.effect.linked and each.source == source and each.name == strike.power.name
            if again and (b.SOURCE_AGAIN, 0) in each.effect.ends_when and each in bearer.lasting:
                conditions.drop(battle, bearer, each, f"{strike.attacker.name} attacks again")
    return [
        each
        for target in targets
        for each in target.lasting
        if each.effect.linked and each.source == source and (b.ATTACKED_BY_SOURCE, 0) in each.effect.ends_when
    ]


def disengaged(battle: Skirmish, mover: Fighter, foes: int) -> None:
    """A disengage check has succeeded: what lies on the mover by one of those it has got away from."""
    for each in mover.lasting.copy():
        if each.effect.each_time_when == b.LEAVES_SOURCE and foes >> each.source & 1 and each in mover.lasting:
            if each.effect.each_time_once:
                conditions.drop(battle, mover, each, "it has done its work")
            carry_out(battle, mover, each, each.effect.each_time)


def is_unlocked(fighter: Fighter, power: Power) -> bool:
    """May it use an attack that waits, because another one has opened it up? Not before the turn that was named."""
    if not fighter.has_effects_for_some:
        return False
    name = _unlocked_as(fighter, power)
    return any(each.effect.unlocks == name and _its_time(each) for each in fighter.lasting if each.effect.unlocks)


def _unlocked_as(fighter: Fighter, power: Power) -> str:
    """Another way to make an attack is opened up together with it."""
    return fighter.block.powers[power.shares].name.lower() if power.shares >= 0 else power.name.lower()


def more_attacks(fighter: Fighter, power: Power) -> int:
    """How many more than printed an attack consists of by what lies on its user."""
    return len([each for each in fighter.lasting if each.effect.more_attacks == power.name.lower()])


def unlocked_for(fighter: Fighter, power: Power) -> int:
    """At whom alone an unlocked attack may go; -1: at anybody, or it is not unlocked at all."""
    if not power.needs.granted or fighter.called >> power.number & 1:
        return -1
    for each in fighter.lasting:
        if each.effect.unlocks == _unlocked_as(fighter, power) and _its_time(each):
            return each.versus
    return -1


def _its_time(each: Lasting) -> bool:
    """ "During its next turn": not on the turn on which it was granted."""
    return each.until != b.END_OF_SOURCE or each.turns == 1


def bound_to_others(battle: Skirmish, user: Fighter, target: Fighter) -> bool:
    """Is it bound to attack certain enemies only, of whom one stands, and this is none of them?"""
    for each in user.lasting:
        only = each.effect.attacks_only
        if not only or fits_filters(battle, user, target, only):
            continue
        if any(other.state == UP and other.team != user.team and fits_filters(battle, user, other, only) for other in battle.fighters):
            return True
    return False


def reaches(fighter: Fighter, power: Power) -> bool:
    """May this attack, for once, go at somebody nearby with whom it is not engaged?"""
    return any(each.effect.reaches == power.name.lower() for each in fighter.lasting if each.effect.reaches)


def more_targets(fighter: Fighter, power: Power) -> int:
    """At how many more this attack may go for now."""
    more = 0
    for each in fighter.lasting:
        if each.effect.more_targets and (not each.effect.with_power or each.effect.with_power.lower() == power.name.lower()):
            more += each.effect.more_targets * each.piled
    return more


def holds_somebody(battle: Skirmish, user: Fighter, power: Power) -> bool:
    """Does somebody still suffer from an effect of this attack?"""
    for other in battle.fighters:
        for each in other.lasting if other.is_present() else []:
            if each.source == user.number and each.name == power.name and each.until == b.UNTIL_SAVE:
                return True
    return False
