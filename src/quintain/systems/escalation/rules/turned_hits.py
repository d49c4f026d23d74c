"""What a blow that hits is turned into before its damage (ES-30, ES-31): softened, rolled again, or taken by somebody else."""

from __future__ import annotations

from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import attack_roll, conditions
from quintain.systems.escalation.rules.figures import fits_filters
from quintain.systems.escalation.rules.positions import nearby_allies
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike, While
from quintain.systems.escalation.rules.triggers import answers_hit, in_between
from quintain.systems.escalation.traits import recipients
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row


def soften(battle: Skirmish, strike: Strike, holder: Fighter, target: Fighter, blow: Blow, power: Power) -> Fighter:
    """A power answers the hit on this target; gives back whom the blow goes at now."""
    for effect in power.hit:
        if effect.op == b.REDIRECT:
            target = _redirect(battle, strike, holder, target, blow, power, effect)
        elif effect.op in b.TURNS_A_HIT:
            _turn(battle, strike, target, blow, power, effect)
        elif blow.hit or blow.target != holder.number or not power.redirects:
            carry_out_row(battle, Strike(holder, power), effect, target, NO_NATURAL)
    if power.miss:
        blow.answered, blow.answered_by = power, holder.number
    return target


def _turn(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow, power: Power, effect: Effect) -> None:
    if effect.op == b.HALVE:
        blow.halved = True
    elif effect.op == b.NEGATE:
        strike.misses_after_all(target, blow)
        blow.unseen = True
        if battle.telling:
            battle.tell(sentences.NEGATED.of([target], power.name))
    elif effect.op == b.REROLL:
        strike.attacker.hit_this_turn &= ~target.bit
        attack_roll.roll_again(battle, strike, target, blow, effect.amount.flat, effect.without_die)
    elif effect.op == b.FOIL:
        if effect.which == 1:
            blow.harmless = True
        else:
            strike.misses_after_all(target, blow)
        if battle.telling:
            battle.tell(sentences.FOILED.of([target], power.name))
    elif effect.op == b.WARD and effect.ward is not None:
        blow.wards = [*blow.wards, effect.ward]
    elif effect.op == b.DEFENCE_BONUS:
        bonus = effect.modifiers[b.ON_AC + strike.power.defence]
        attack_roll.read_again(battle, strike, target, blow)
        blow.margin -= bonus
        if blow.margin < 0 and blow.natural != 20:
            strike.misses_after_all(target, blow)
            if battle.telling:
                battle.tell(sentences.TURNED_ASIDE.of([target], power.name, bonus))


# -- somebody else is struck ---------------------------------------------------------------------------------------------


def _redirect(
    battle: Skirmish, strike: Strike, holder: Fighter, target: Fighter, blow: Blow, power: Power, effect: Effect
) -> Fighter:
    """The attack has another target, and its roll is compared afresh: the holder steps in, or thrusts an enemy before itself.

    Stepping in may take a save of the holder's; whoever is thrust into the blow gets away with a save of its own.
    """
    if effect.which == b.TO_HOLDER:
        still = While(lambda: answers_hit(battle, holder, power, strike, target))
        if effect.save and not conditions.save(battle, holder, effect.save, "save", still):
            return target
        other = holder
    else:
        found = recipients.one_foe(battle, holder, in_between(battle, strike, holder))
        if not found:
            return target
        other = found[0]
        needed = effect.grabbed_save if effect.grabbed_save and other.grabber == holder.number else effect.save
        still = While(lambda: other in in_between(battle, strike, holder))
        if needed and (conditions.save(battle, other, needed, "save", still) or not still.holds()):
            return target
    strike.attacker.hit_this_turn &= ~target.bit
    blow.target = other.number
    blow.redirected = blow.redirected or other.team == strike.attacker.team
    if battle.telling:
        battle.tell(sentences.REDIRECTED.of([strike.attacker, target, other]))
    attack_roll.compare_again(battle, strike, other, blow)
    return other


# -- what lies on somebody and takes the edge off a blow -------------------------------------------------------------------


def blunt(battle: Skirmish, blow: Blow) -> None:
    """Effects by which a hit deals half damage to whoever bears them, or to their source: the rest goes nowhere, or to another."""
    target = battle.fighters[blow.target]
    for each in target.lasting:
        if each.effect.blunts == b.BLUNTS_BEARER and _others_take(battle, target, each, blow):
            _blunted(battle, target, each, blow)
            return
    for guard in battle.fighters:
        if not guard.has_effects_for_some or guard.state != UP or guard.number == target.number:
            continue
        for each in guard.lasting:
            if each.effect.blunts == b.BLUNTS_SOURCE and each.source == target.number:
                blow.rest_to = guard.number
                _blunted(battle, guard, each, blow)
                return


def _others_take(battle: Skirmish, target: Fighter, each: Lasting, blow: Blow) -> bool:
    """Where somebody must take the rest, is there anybody? The one who bears the effect says who."""
    wanted = each.effect.rest_on
    if not wanted:
        return True
    friends = [one for one in nearby_allies(battle, target) if fits_filters(battle, target, one, wanted)]
    chosen = recipients.one_friend(battle, target, friends)
    if chosen is None or each not in target.lasting:
        return False
    blow.rest_to = chosen.number
    return True


def _blunted(battle: Skirmish, bearer: Fighter, each: Lasting, blow: Blow) -> None:
    blow.halved = True
    if not each.effect.every and each in bearer.lasting:
        conditions.drop(battle, bearer, each, "it has taken the edge off a blow")
