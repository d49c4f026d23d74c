"""Resolution in its fixed order (3.12): scores, movement, conflicts, attacks, dice; then everything is written at once.

Comparing changes nothing but the round's own notes. It is done again whenever the GM has changed something before the
consequences are written, with the dice already thrown (CL-87).
"""

from __future__ import annotations

from typing import Final

from quintain.engine.dice import D20
from quintain.systems.clash import sentences
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.actions import LentScore, TiedConflict
from quintain.systems.clash.attacks import covers, dice_dealt, is_asked_about, judge, may_help, strikes
from quintain.systems.clash.conflict import settle_claims, settle_ways
from quintain.systems.clash.consequences import strikes_now, write
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.feats import progress_dice, waived_for
from quintain.systems.clash.movement import follow_holders, move
from quintain.systems.clash.revival import recovery, tenders
from quintain.systems.clash.round import DECLINED, TAKEN, UNASKED, Round, Strike, Thrown
from quintain.systems.clash.scores import acts, carried_out, fix_score, may_act, score_dice
from quintain.systems.clash.sheet import ClashBattle, dice_of

SCORE_ROLL: Final = "score"
NPC_SCORE: Final = "NPC score"
"""A roll that the GM orders (R-17)."""
COMPARED: Final = ("damage", "recover", "revive", "heal", "progress", "roll-off")
"""Rolls that follow from comparing."""


def resolve(battle: ClashBattle) -> None:
    """Steps 4 and 5 of the round (CL-22, CL-79..83).

    What has been thrown stays; whenever an answer, a roll-off or a ruling has changed something, all is compared again (CL-87).
    """
    now = battle.this_round()
    revealed = rolled = -1
    told: sentences.Revealed = {}
    while True:
        while battle.version != rolled:  # Again where a ruling, also one between two of these dice, makes somebody roll.
            rolled, again = battle.version, rolled >= 0
            roll_scores(battle, again)
        version = battle.version
        compare(battle)
        if battle.telling and revealed != version:
            sentences.tell_reveal(battle, told)
            revealed = version
        if ask_about_lent(battle, now):
            continue
        if break_ties(battle, now):
            continue
        throw_dice(battle, now)
        if battle.version != version:
            continue
        if battle.telling:
            battle.holding = sentences.held_round(battle)
        if not battle.hold("consequences") and battle.version == version:
            break
    battle.reached("consequences")
    write(battle)


def roll_scores(battle: ClashBattle, again: bool) -> None:
    """Step 4: one d20 for each player's unit that acts, or is awake and idle (CL-28, R-57); a Surge's d6 with it (CL-46).

    Done again after a ruling, for those who have declared, rolled nothing and do now.
    """
    now = battle.this_round()
    for at in battle.cast():
        turn = now.turns[at]
        if turn.roll is not None or (again and turn.declared is None):
            continue
        dice = score_dice(battle, at)
        while dice is not None:
            now.awaited = dice
            roll = battle.roll(battle.unit(at).id, SCORE_ROLL, dice, "all", bears_on(battle, at, may_act(battle, at)))
            if not roll.void:
                turn.roll = roll
                break
            dice = score_dice(battle, at)  # A ruling came: it rolls other dice, or none.


def bears_on(battle: ClashBattle, at: int, declared: Declaration | None) -> str:
    """Whose fates a score bears on, for odds: its own unit's, and whom or what it is aimed at; "" for everybody's."""
    unit = battle.unit(at)
    if declared is None or declared.action == v.NOTHING:
        return unit.id
    if declared.deed == v.FEAT:
        return f"{unit.id}+feat:{declared.what}"
    if declared.aim >= 0 and (declared.action != v.IMPROVISE or declared.deed):
        return f"{unit.id}+{battle.unit(declared.aim).id}"
    if declared.attacks():
        return ""
    return unit.id


def compare(battle: ClashBattle) -> None:
    """(a) to (e): every score, every place, every conflict, every band. Reads figures afresh each time."""
    now = battle.this_round()
    now.compared = battle.version
    roster = battle.cast()
    for at in roster:
        turn = now.turns[at]
        turn.lost = ""
        turn.fumbled = ""
        turn.blocked = ""
        if turn.unasked_in >= 0 and turn.unasked_in != battle.version:  # Something may hang on it now.
            turn.use_cover = turn.use_tend = UNASKED
        if battle.switches.npc_zone_end:
            turn.end = battle.unit(at).place()
        fix_score(battle, at)
    settle_ways(battle)
    for at in roster:
        move(battle, at)
    follow_holders(battle)
    if battle.switches.npc_zone_end:
        for at in roster:
            fix_score(battle, at)
    settle_claims(battle)
    now.coverers = [at for at in roster if covers(battle, at) and not battle.is_unseen(at)]
    now.strikes = [strike for strike in strikes(battle, roster) if is_wanted(battle, strike)]
    for strike in now.strikes:
        judge(battle, strike)
    for strike in now.strikes:
        if strike.band != v.MISS:
            strike.dice = dice_dealt(battle, strike)


def compare_if_ruled(battle: ClashBattle) -> None:
    """Compare again where a ruling has come since."""
    if battle.this_round().compared != battle.version:
        compare(battle)


def is_wanted(battle: ClashBattle, strike: Strike) -> bool:
    """Odds leave out attacks on units that are not asked about, and those by or on a unit of which the seat knows nothing."""
    if battle.is_unseen(strike.attacker) or battle.is_unseen(strike.target):
        return False
    if battle.switches.cover_takes_damage or battle.matters(battle.units[strike.target].id):
        return True
    attacker = battle.unit(strike.attacker)
    return attacker.sweeps(strike.ability) and battle.matters(attacker.id)


# -- questions and dice before anything is written ----------------------------------------


def ask_about_lent(battle: ClashBattle, now: Round) -> bool:
    """Players say whether they take a lent defence, and whether a tender's score: two choices, asked together where both are open
    (CL-39, CL-48, R-70, R-78). True: compare again."""
    waiting = [strike.target for strike in now.strikes if is_asked_about(battle, strike)]
    waiting.extend([at for at in battle.cast() if is_asked_about_tending(battle, at)])
    if waiting:
        ask_one(battle, waiting[0])
    return waiting != []


def is_asked_about_cover(battle: ClashBattle, at: int) -> bool:
    return any(strike.target == at and is_asked_about(battle, strike) for strike in battle.this_round().strikes)


def is_asked_about_tending(battle: ClashBattle, at: int) -> bool:
    declared = acts(battle, at)
    if declared is None or declared.action != v.REVIVE or not battle.unit(at).is_player() or battle.turn(at).use_tend:
        return False
    return any(tend_counts(battle, other, at) for other in tenders(battle, at))


def tend_counts(battle: ClashBattle, at: int, whom: int) -> bool:
    """A tender's equal score may count too, if only its die shows a 20 (R-37); otherwise as with Cover."""
    lent, own = battle.turn(at), battle.turn(whom)
    equal = not lent.open and not own.open and lent.value == own.value
    return may_help(battle, at, whom) or (equal and not battle.unit(at).hidden) or battle.switches.tend_surge_adds


def ask_one(battle: ClashBattle, at: int) -> None:
    """One answer settles what was asked; without one the higher score counts, unless a ruling has come: then all is compared again."""
    version, turn = battle.version, battle.turn(at)
    covered, tended = is_asked_about_cover(battle, at), is_asked_about_tending(battle, at)
    question = LentScore(battle, battle.unit(at).id, covered, tended)
    still_settled = turn.unasked_in >= 0 and question.obvious() != ""
    answer = None if still_settled else battle.ask(question)
    if answer is None and battle.version != version:
        return
    taken = answer.id() if answer is not None else "yes"
    if covered:
        turn.use_cover = TAKEN if taken in ("yes", "cover") else DECLINED
    if tended:
        turn.use_tend = TAKEN if taken in ("yes", "tend") else DECLINED
    turn.unasked_in = version if still_settled or battle.reading.answered_by == "engine" else -1


def break_ties(battle: ClashBattle, now: Round) -> bool:
    """Ties in a conflict: the GM is asked, or those tied roll off (R-27). True: compare again."""
    for tie in now.ties:
        if tie.settled() or tie.seen != now.compared:
            continue
        if tie.ask_gm:
            version = battle.version
            answer = battle.ask(TiedConflict(battle, tie))
            if answer is None and battle.version != version:
                return True
            tie.winner = battle.at(answer.id()) if answer is not None else tie.parties[0]
        else:
            for at in [at for at in tie.parties if at not in tie.rolls]:
                unit = battle.unit(at)
                roll = battle.roll(unit.id, "roll-off", D20, "all", unit.id)
                if roll.void:
                    return True
                tie.rolls[at] = roll
        return True
    return False


def throw_dice(battle: ClashBattle, now: Round) -> None:
    """(f) damage, then recovery, then progress; only dice that are still missing are thrown (CL-82, CL-87).

    A ruling in between makes them void: everything is compared again, and what is then still missing is asked for.
    """
    for strike in list(now.strikes):
        if strike.dice > 0:
            attacker = battle.unit(strike.attacker)
            victim = battle.unit(strike.victim).id
            throw(battle, now, f"damage:{strike.pair()}", strike.dice, attacker.id, "damage", victim)
    for at in battle.cast():
        found = recovery(battle, at)
        if found is not None and found.dice > 0:
            throw(battle, now, f"{found.how}:{at}", found.dice, battle.unit(at).id, found.how, battle.unit(found.whom).id)
    for at in battle.cast():
        declared = carried_out(battle, at)
        if declared is None or declared.deed != v.FEAT or waived_for(battle, at, declared.what):
            continue
        count = progress_dice(battle, at, declared.what)
        if count > 0:
            throw(battle, now, f"progress:{at}", count, battle.unit(at).id, "progress", "feat:" + declared.what)


def throw(battle: ClashBattle, now: Round, key: str, count: int, who: str, what: str, about: str) -> None:
    thrown = now.thrown.get(key)
    if thrown is None:
        thrown = Thrown()
        now.thrown[key] = thrown
    missing = count - thrown.have()
    if missing > 0 and battle.version == now.compared:
        roll = battle.roll(who, what, dice_of(missing), "all", about)
        if not roll.void:
            thrown.add(roll, missing)


def may_roll(battle: ClashBattle, who: str, what: str, against: str) -> bool:
    """After a ruling: a score is still rolled by a unit that can act, with the same dice; what follows from comparing waits until all
    is compared again (CL-87)."""
    if what == NPC_SCORE:
        unit = battle.unit(battle.at(who))
        return unit.is_present() and not unit.is_player()
    now = battle.this_round()
    if what == SCORE_ROLL:
        return score_dice(battle, battle.at(who)) is now.awaited
    if against:
        struck = battle.unit(battle.at(against))  # By a timer.
        return struck.is_active() and struck.takes() == v.HEALTH and strikes_now(battle)
    return what not in COMPARED or battle.version == now.compared
