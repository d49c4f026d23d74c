"""Whose powers may answer a roll or a blow (ES-30 to ES-32): facts, apart from what answering does."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import targeting
from quintain.systems.escalation.rules.positions import are_enemies, engaged_mask, members, nearby, next_to
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.traits import bonuses


def in_between(battle: Skirmish, strike: Strike, holder: Fighter) -> list[Fighter]:
    """Whom it could thrust into the way of a blow: enemies engaged with it, but not the one that strikes."""
    around = members(battle, engaged_mask(battle, holder))
    return [each for each in around if each.state == UP and each.number != strike.attacker.number and are_enemies(each, holder)]


def can_react(battle: Skirmish, fighter: Fighter, power: Power) -> bool:
    """May it use this power now, out of its turn?"""
    if not fighter.can_act():
        return False
    if battle.turn == fighter.number and power.action != b.FREE:
        return False
    if battle.surprised & fighter.bit and not battle.switches.surprised_react:
        return False
    if power.action == b.INTERRUPT and fighter.interrupt_used:
        return False
    if power.action == b.FREE and battle.refuse_free:
        return False
    return not targeting.why_not_usable(battle, fighter, power)


def answers_hit(battle: Skirmish, holder: Fighter, power: Power, strike: Strike, target: Fighter) -> bool:
    if not power.versus >> strike.power.defence & 1:
        return False
    if not any(effect.op in b.TURNS_A_HIT for effect in power.hit):
        return False
    if power.answers is not None and not bonuses.speaks_of(power.answers, strike.power, strike.opportunity):
        return False
    if power.redirects and not _can_redirect(battle, holder, power, strike):
        return False
    if power.trigger == b.SELF_HIT:
        return holder.number == target.number
    if power.trigger == b.ALLY_HIT:
        if holder.team != target.team or holder.number == target.number:
            return False
        return nearby(holder, target) if power.answers_nearby else next_to(holder, target)
    return False


def _can_redirect(battle: Skirmish, holder: Fighter, power: Power, strike: Strike) -> bool:
    """Is there anybody to thrust into the blow; and does nothing but an attack roll say whom it strikes?"""
    if not strike.power.rolls:
        return False
    thrusts = any(effect.op == b.REDIRECT and effect.which == b.TO_ENEMY for effect in power.hit)
    return not thrusts or len(in_between(battle, strike, holder)) > 0


def most_defence(battle: Skirmish, strike: Strike, target: Fighter) -> int:
    """How much interrupts could still add to the target's defence, its own and those of whoever is next to it."""
    most = 0
    for holder in battle.fighters:
        if not holder.block.reactions or holder.team != target.team:
            continue
        for number in holder.block.reactions:
            power = holder.block.powers[number]
            if answers_hit(battle, holder, power, strike, target) and can_react(battle, holder, power):
                for effect in power.hit:
                    if effect.op == b.DEFENCE_BONUS:
                        most += effect.modifiers[b.ON_AC + strike.power.defence]
    return most


def faces_that_answer(battle: Skirmish, target: Fighter) -> list[int]:
    """The natural rolls that its powers, or those of its side, wait for, where they do not answer every roll."""
    faces: list[int] = []
    for holder in battle.fighters:
        if holder.team == target.team and holder.block.reactions:
            faces.extend([holder.block.powers[number].trigger_faces for number in holder.block.reactions])
    return [each for each in faces if each != b.ANY_FACE]
