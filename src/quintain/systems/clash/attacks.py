"""Attacking and damage (3.8, 3.9): who strikes whom, where that lands, whose score defends, which band it is, which dice it deals."""

from __future__ import annotations

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.movement import moments
from quintain.systems.clash.revival import may_rise, recovery
from quintain.systems.clash.round import DECLINED, Strike, Turn
from quintain.systems.clash.scores import (
    DEFENDING_MISSES_BY,
    acts,
    band_against,
    carried_out,
    cs_attacked,
    cs_of,
    defends_itself,
    is_helpless,
    is_known,
    known_part,
    missed_by,
    open_roll,
    result,
    value_of,
)
from quintain.systems.clash.sheet import ClashBattle
from quintain.systems.clash.zones import Place


def strikes(battle: ClashBattle, roster: list[int]) -> list[Strike]:
    """Every attack on every target: attackers in roster order, then hazards; targets in roster order (section 6)."""
    found: list[Strike] = []
    for at in roster:
        declared = carried_out(battle, at)
        if declared is None or not declared.attacks():
            continue
        if battle.unit(at).sweeps(declared.ability):
            found.extend([Strike(at, target, declared.ability) for target in swept(battle, at, roster)])
        elif declared.aim >= 0:
            found.append(Strike(at, declared.aim, declared.ability))
    for at in battle.hazards():
        hazard = battle.unit(at)
        if hazard.sheet.attack.full > 0 and hazard.is_there():
            for target in roster:
                if battle.unit(target).is_present() and battle.together(hazard.place(), battle.turn(target).end):
                    found.append(Strike(at, target, v.NOBODY))
    return found


def swept(battle: ClashBattle, at: int, roster: list[int]) -> list[int]:
    """Every active enemy in the strike zone at some moment of the round (8.4), and whom the GM rules to be within reach."""
    now = battle.this_round()
    side = battle.unit(at).side
    here = battle.turn(at).strike
    found: list[int] = []
    for other in roster:
        if battle.unit(other).side == side or not battle.unit(other).is_active():
            continue
        ruled = bool(now.possible) and now.possible.get(Strike(at, other, v.NOBODY).pair(), False)
        if ruled or any(battle.together(here, place) for place in moments(battle, other)):
            found.append(other)
    return found


def judge(battle: ClashBattle, strike: Strike) -> None:
    """Reach, cover, defending score and band of one attack (CL-81); its dice follow when all are judged."""
    strike.lands = landing_by_word(battle, strike, landing(battle, strike))
    strike.reaches = strike.lands is not None
    strike.band = v.MISS
    strike.dice = 0
    strike.lender = v.NOBODY
    strike.victim = strike.target
    strike.lenders = []
    if strike.lands is None:
        return
    strike.lenders = lenders(battle, strike, strike.lands)
    willing = battle.turn(strike.target).use_cover != DECLINED
    if is_asked_about(battle, strike):
        return  # The player is asked first, before bands are read.
    strike.band = band(battle, strike, strike.lenders if willing else [])
    if strike.lender >= 0 and battle.switches.cover_takes_damage:
        strike.victim = strike.lender


def landing(battle: ClashBattle, strike: Strike) -> Place | None:
    """Where the attack meets its target, None where it has no reach (CL-84, CL-115, CL-85)."""
    if not battle.unit(strike.target).is_there():
        return None
    attacker = battle.unit(strike.attacker)
    if not attacker.is_character():
        return battle.turn(strike.target).end  # A hazard, at the end of movement (CL-91).
    here = battle.turn(strike.attacker).strike
    for place in moments(battle, strike.target):
        if battle.in_reach(attacker.sheet.attack, here, place):
            return place
    return None


def landing_by_word(battle: ClashBattle, strike: Strike, lands: Place | None) -> Place | None:
    """The same with the GM's word on single attacks (CL-104): impossible, or possible wherever its target is."""
    possible = battle.this_round().possible
    if not possible or strike.pair() not in possible or not battle.unit(strike.target).is_there():
        return lands
    if not possible[strike.pair()]:
        return None
    return lands if lands is not None else moments(battle, strike.target)[0]


def covers(battle: ClashBattle, at: int) -> bool:
    declared = battle.turn(at).declared
    if declared is None or declared.action != v.COVER or declared.aim == at:
        return False
    return acts(battle, at) is not None and battle.turn(at).has_score


def lenders(battle: ClashBattle, strike: Strike, lands: Place) -> list[int]:
    """Who lends a score against this attack: coverers whose position is right (CL-39..41, CL-43)."""
    found: list[int] = []
    attacker = battle.unit(strike.attacker)
    now = battle.this_round()
    for at in now.coverers:
        turn = battle.turn(at)
        if turn.declared is None or turn.declared.aim != strike.target or turn.lost:
            continue
        if attacker.is_character() and attacker.sheet.attack.ranged:
            here = battle.turn(strike.attacker).strike
            if battle.field.between(here, turn.end, lands, battle.switches.cover_between):
                found.append(at)
        elif battle.together(turn.end, lands):
            found.append(at)
    return found


def is_asked_about(battle: ClashBattle, strike: Strike) -> bool:
    """Is a player still to say whether a lent score is taken? Not where that would tell of a hidden unit: the higher counts."""
    if not strike.lenders or battle.turn(strike.target).use_cover or is_helpless(battle, strike.target):
        return False
    if not battle.unit(strike.target).is_player() or battle.unit(strike.attacker).hidden:
        return False
    return any(may_help(battle, at, strike.target) for at in strike.lenders)


def may_help(battle: ClashBattle, at: int, whom: int) -> bool:
    """Is it worth asking whether this helper's score is taken: one the player knows of, and not known to be no higher?"""
    if battle.unit(at).hidden:
        return False
    lent, own = battle.turn(at), battle.turn(whom)
    if lent.open or own.open or not own.has_score or not battle.unit(at).is_player():
        return True
    return lent.value > own.value


def cover_may_matter(battle: ClashBattle, at: int) -> bool:
    """May a coverer's score change what comes of an attack on this unit? Not where all know that nothing hangs on a hit, since it lies
    there and stays down, or that it is as well defended without, or that it is hit alike with either."""
    if battle.turn(at).open:
        return True
    bites = may_rise(battle, at) or battle.switches.death_rule == "full_hit" or battle.switches.cover_takes_damage
    own = battle.turn(at).value if defends_itself(battle, at) else cs_attacked(battle, at)
    for strike in battle.this_round().strikes:
        if strike.target != at or battle.unit(strike.attacker).hidden or not (bites or strike.ability >= 0):
            continue
        for lender in [one for one in strike.lenders if not battle.unit(one).hidden]:
            if not is_known(battle, lender):
                return True
            if battle.turn(lender).value > own and (not is_known(battle, strike.attacker) or differs(battle, strike, lender)):
                return True
    return False


def differs(battle: ClashBattle, strike: Strike, lender: int) -> bool:
    """Does an attack come out otherwise, or hurt somebody else, where this lender's score defends?"""
    return battle.switches.cover_takes_damage or band(battle, strike, [lender]) != band(battle, strike, [])


def band(battle: ClashBattle, strike: Strike, lent: list[int]) -> int:
    """Compare the attacking score with the best defending score (CL-53..55)."""
    if is_helpless(battle, strike.target):
        return v.FULL
    own = battle.turn(strike.target)
    misses_by = missed_by(battle, strike.target)
    defences = [battle.turn(at) for at in lent]
    if defends_itself(battle, strike.target):
        defences.insert(0, own)
        floor = None
    else:
        floor = cs_attacked(battle, strike.target)
    strike.lender = best_lender(battle, own if floor is None else None, floor, lent)
    if strike.lender >= 0 and battle.switches.cover_grants_defend:
        misses_by = DEFENDING_MISSES_BY
    return against_best(battle, strike.attacker, defences, floor, misses_by)


def against_best(battle: ClashBattle, attacker: int, defences: list[Turn], floor: int | None, misses_by: int) -> int:
    """The band of an attacking score against the best of the defending ones (CL-53)."""
    highest = floor
    still_open: list[Turn] = []
    for defence in defences:
        if defence.open:
            still_open.append(defence)
        elif highest is None or defence.value > highest:
            highest = defence.value
    unit, turn = battle.unit(attacker), battle.turn(attacker)
    if not unit.is_character():
        attack, roll = cs_of(battle, attacker), None
    elif still_open:
        attack, roll = value_of(turn), None
    else:
        attack, roll = known_part(turn), open_roll(turn)
    found = v.FULL if highest is None else result(attack, highest, misses_by, roll)
    for defence in still_open:
        if found != v.MISS:
            found = min(found, band_against(attack, defence, misses_by))
    return found


def best_lender(battle: ClashBattle, own: Turn | None, floor: int | None, lent: list[int]) -> int:
    """Whose lent score is the one that counts: the highest, if it is above the target's own (R-61)."""
    if not lent:
        return v.NOBODY
    is_open = (own is not None and own.open) or any(battle.turn(at).open for at in lent)
    if is_open and not battle.switches.cover_grants_defend and not battle.switches.cover_takes_damage:
        return v.NOBODY  # Only the log names the lender, and an open score has no log.
    best = v.NOBODY
    highest = value_of(own) if own is not None else floor if floor is not None else 0
    for at in lent:
        if value_of(battle.turn(at)) > highest:
            best = at
            highest = value_of(battle.turn(at))
    return best


def dice_dealt(battle: ClashBattle, strike: Strike) -> int:
    """How many d6: the ability's own dice, else the weapon's (CL-52, CL-57, CL-58); only where there is Health (CL-65), none at one
    who lies there and does not get up in this round: they would change nothing (CL-73, R-79)."""
    victim = battle.unit(strike.victim)
    if victim.takes() != v.HEALTH or not battle.matters(victim.id):
        return 0
    if victim.state == v.INCAPACITATED and not gets_up(battle, strike.victim):
        return 0
    sheet = battle.unit(strike.attacker).sheet
    if strike.ability >= 0:
        ability = sheet.abilities[strike.ability]
        return ability.full if strike.band == v.FULL else ability.glancing
    return sheet.attack.full if strike.band == v.FULL else sheet.attack.glancing


def gets_up(battle: ClashBattle, at: int) -> bool:
    """Does one who lies there get up? At a table that throws damage dice in any case it is enough to try (`revive_damage`)."""
    if battle.switches.damage_to_revivers:
        return acts(battle, at) is not None
    found = recovery(battle, at)
    return found is not None and found.dice > 0
