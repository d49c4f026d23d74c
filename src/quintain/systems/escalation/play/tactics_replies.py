"""What the machine answers outside its own turn: interrupts, interceptions, stepping in, flight, ambush and rest."""

from __future__ import annotations

from quintain.engine.tactic import RECKLESS, STEADY
from quintain.systems.escalation.play.tactics_values import own_price, prefers_range, worth
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import triggers
from quintain.systems.escalation.rules.figures import hp_of, is_staggered
from quintain.systems.escalation.rules.sheet import DYING, GONE, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike


def wants_interrupt(
    battle: Skirmish, who: str, power: Power, strike: Strike, target: Fighter, blow: Blow, level: int
) -> bool:
    """When it turns the hit or prevents a drop; the reckless at the first occasion."""
    if level == RECKLESS:
        return True
    if power.trigger == b.SELF_MISSES:
        return worth(battle, strike.attacker, strike.power, target) > own_price(battle, strike.attacker, power)
    expected = strike.power.twice_mean_hit // 2 * (2 if blow.crit else 1)
    for effect in power.hit:
        if effect.op == b.DEFENCE_BONUS:
            turns = blow.margin < effect.modifiers[b.ON_AC + strike.power.defence] and blow.natural != 20
            return turns and (level == STEADY or expected * 5 >= target.max_hp or expected >= hp_of(battle, target))
        if effect.op == b.REDIRECT:
            return _worth_turning(battle, battle.named(who), effect.which, target, expected, blow)
        if effect.op in (b.NEGATE, b.REROLL, b.FOIL):
            return blow.crit or expected * 6 >= target.max_hp or expected >= hp_of(battle, target)
        if effect.op == b.HALVE:
            if _can_turn_it(battle, target, strike, blow):
                return False
            return expected >= hp_of(battle, target) or expected * 3 >= target.max_hp
    return True


def _worth_turning(battle: Skirmish, holder: Fighter | None, to: int, target: Fighter, expected: int, blow: Blow) -> bool:
    """Onto an enemy: always. Onto itself: where it hurts the friend and the one who steps in can bear it."""
    if to == b.TO_ENEMY or holder is None:
        return True
    hurts = blow.crit or expected * 6 >= target.max_hp or expected >= hp_of(battle, target)
    return hurts and hp_of(battle, holder) > expected


def _can_turn_it(battle: Skirmish, target: Fighter, strike: Strike, blow: Blow) -> bool:
    """Has the one struck something of its own that would turn this hit into a miss?"""
    return blow.natural != 20 and blow.margin < triggers.most_defence(battle, strike, target)


def wants_to_intercept(goal: Fighter, level: int) -> bool:
    """For a caster, an archer or somebody staggered."""
    return level == RECKLESS or prefers_range(goal) or is_staggered(goal)


def wants_to_step_in(battle: Skirmish, fighter: Fighter) -> bool:
    """After the next enemy turn."""
    return battle.last >= 0 and battle.fighters[battle.last].team != fighter.team


def wants_to_flee(battle: Skirmish, level: int) -> bool:
    """R-39: when half the party is down, the die is still low, and those who stand have not the strength to win. The reckless never
    do."""
    if level == RECKLESS or battle.escalation >= 3:
        return False
    down = 0
    party = 0
    for fighter in battle.fighters:
        if fighter.team == 0 and fighter.block.kind == b.PC and fighter.state < GONE:
            party += 1
            if fighter.state != UP:
                down += 1
    if party < 2 or down * 2 < party:
        return False
    return _outmatched(battle)


def _outmatched(battle: Skirmish) -> bool:
    """Do those who stand have much less strength (health times harm) left than the foes? The fallen count a little.

    Five times less: of parties that fled at three times less, two in five would have won by staying; at five, hardly any.
    """
    health, harm, their_health, their_harm = 0, 0, 0, 0
    for fighter in battle.fighters:
        if fighter.team == 0 and fighter.state in (DYING, STABLE) and fighter.recoveries:
            health += fighter.max_hp // 5
            harm += fighter.block.threat // 2
        elif fighter.state == UP and fighter.team == 0:
            health += fighter.hp
            harm += fighter.block.threat
        elif fighter.state == UP:
            their_health += hp_of(battle, fighter)
            their_harm += fighter.block.threat
    return health * harm * 5 < their_health * their_harm


def too_battered(party: list[Fighter]) -> bool:
    """Is most of the party's health gone for good, with hardly a recovery left?"""
    hp = 0
    most = 0
    recoveries = 0
    for each in party:
        hp += max(0, each.hp)
        most += each.max_hp
        recoveries += each.recoveries
    return hp * 2 < most and recoveries < len(party)


def wants_recovery(fighter: Fighter) -> bool:
    """At a quick rest: until above three quarters."""
    return fighter.hp * 4 <= fighter.max_hp * 3
