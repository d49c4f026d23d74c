"""Recovery checks, dying, first aid, and time passing (TO-90..TO-98, TO-107, TO-112)."""

from __future__ import annotations

from quintain.engine.roll import Roll
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.clock import NEVER, ROUND, place_of, round_of, stamp
from quintain.systems.toughness.conditions import (
    INTERVALS,
    expire_all,
    lift,
    mark_dead,
    pull_back_from_death,
    set_check,
    to_mend,
)
from quintain.systems.toughness.defense import medicine_bonus, recovery_bonus
from quintain.systems.toughness.fields_states import times_held
from quintain.systems.toughness.order import place_in_order
from quintain.systems.toughness.prompts import EscapeDeathQuestion, FloorQuestion, spends
from quintain.systems.toughness.rerolls import d20, own_d20
from quintain.systems.toughness.sentences import (
    FIRST_AID,
    FLOOR,
    RECOVERY,
    tell_aid,
    tell_check,
    tell_dying_check,
    tell_lost,
    tell_spent,
)
from quintain.systems.toughness.sheet import HEROES, Fighter, Fray


def due_checks(fray: Fray, fighter: Fighter) -> None:
    """TO-06 b, TO-91: at its turn start, the lethal track first; a dying check counts as lethal."""
    if fighter.dying:
        if not fray.switches.dying_at_round_start:
            dying_check(fray, fighter)
    elif fighter.lethal_check != NEVER and fighter.lethal_check <= fray.now:
        recover(fray, fighter, True, True)
    if fighter.dead or not fray.still_here(fighter):
        return
    if fighter.subdual_check != NEVER and fighter.subdual_check <= fray.now:
        recover(fray, fighter, False, True)


def recover(fray: Fray, fighter: Fighter, lethal: bool, regular: bool) -> None:
    """TO-90, TO-91: a check on one track. One out of turn leaves the regular times alone; one due and blocked (TO-88) waits."""
    state = to_mend(fray, fighter, lethal)
    if not state:
        held = fighter.wounded > 0 or fighter.disabled if lethal else fighter.staggered or fighter.unconscious
        if not held:
            set_check(fighter, lethal, NEVER)
        return
    if recovers(fray, fighter, state):
        if fray.still_here(fighter) and to_mend(fray, fighter, lethal) == state:
            lift(fray, fighter, state)
    elif regular and to_mend(fray, fighter, lethal) == state:
        set_check(fighter, lethal, fray.now + INTERVALS[state])


def recovers(fray: Fray, fighter: Fighter, state: str) -> bool:
    """TO-90, TO-96, TO-107: d20 + CON against 10, without injury penalties; naturals mean nothing."""
    after = fray.switches.floor_after
    floor = not after and spends_for_floor(fray, fighter, state)
    if not fray.still_here(fighter) or not times_held(fighter, fray.now, state):
        return False
    had = fighter.conviction
    roll = d20(fray, fighter, "recovery", fighter.id, state, floor)
    if roll.void:
        return False
    while True:
        if not fray.still_here(fighter) or fighter.dead or not times_held(fighter, fray.now, state):
            return False
        bonus = recovery_bonus(fray, fighter)
        made = reaches(fray, roll, RECOVERY, bonus, floor, "recovered")
        if fray.telling:
            fray.holding = [[f"{fighter.name} recovers from {state}", "recovered" if made else "not yet"]]
        if not fray.hold("recovery"):
            break
    if after and not made and fighter.conviction >= had and lifted_to(fray, bonus) >= RECOVERY:
        floor = made = spends_for_floor(fray, fighter, state)
    tell_check(fray, fighter, roll, bonus, state, made, floor)
    fighter.use_up("recovery")
    return made


def reaches(fray: Fray, roll: Roll, difficulty: int, bonus: int, floor: bool, name: str) -> bool:
    """Does the check reach the number? The floor lifts the total to 10, or with `conviction_floor: die` the die."""
    if floor and lifted_to(fray, bonus) >= difficulty:
        return True
    return roll.at_least(difficulty - bonus, name)


def lifted_to(fray: Fray, bonus: int) -> int:
    """TO-107, TOR-34: the least total that a point of Conviction makes of a check."""
    return FLOOR + bonus if fray.switches.floor_on_die else FLOOR


def spends_for_floor(fray: Fray, fighter: Fighter, state: str) -> bool:
    """TO-106, TO-107: declared before the die; the point is gone whatever it shows."""
    if fighter.conviction < 1 or not spends(fray, fighter, FloorQuestion(fray, fighter.id, state), "floor"):
        return False
    tell_spent(fray, fighter, f"on the check against {state}", "TO-107")
    return True


# -- dying ---------------------------------------------------------------------------------------------------------


def dying_check(fray: Fray, fighter: Fighter) -> None:
    """TO-92..TO-96: failing kills, 10 or more above saves, anything between makes the next check harder."""
    if not rolls_dying(fray, fighter):
        return
    if fray.switches.escape_death and fighter.conviction > 0 and escapes_death(fray, fighter):
        return
    after = fray.switches.floor_after
    floor = not after and spends_for_floor(fray, fighter, "Dying")
    if not fray.still_here(fighter) or not fighter.dying:
        return
    had = fighter.conviction
    roll = d20(fray, fighter, "dying", fighter.id, fighter.id, floor)
    if roll.void:
        return
    while True:
        if not fray.still_here(fighter) or fighter.dead or not fighter.dying:
            return
        difficulty = fighter.dying_dc
        bonus = recovery_bonus(fray, fighter)
        saved = reaches(fray, roll, difficulty + 10, bonus, floor, "saved")
        lives = saved or reaches(fray, roll, difficulty, bonus, floor, "lives")
        if fray.telling:
            fray.holding = [[f"{fighter.name} is dying", "out of danger" if saved else "holding on" if lives else "dead"]]
        if not fray.hold("dying"):
            break
    if after and not lives and fighter.conviction >= had and lifted_to(fray, bonus) >= difficulty:
        floor = lives = spends_for_floor(fray, fighter, "Dying")
        saved = floor and lifted_to(fray, bonus) >= difficulty + 10
    if not fray.still_here(fighter) or not fighter.dying:
        return
    tell_dying_check(fray, fighter, roll, bonus, difficulty, lives, saved, floor)
    fighter.use_up("recovery")
    if saved:
        pull_back_from_death(fray, fighter)
    elif lives:
        fighter.dying_dc += 1
    else:
        mark_dead(fray, fighter)


def dying_at_round_start(fray: Fray) -> list[str]:
    """TOR-41 `dying_when: round_start`: who rolls as a round begins, in the order of places."""
    if not fray.switches.dying_at_round_start:
        return []
    dying = [fighter for fighter in fray.fighters if rolls_dying(fray, fighter) and not fighter.dead]
    dying.sort(key=place_in_order)
    return [fighter.id for fighter in dying]


def escapes_death(fray: Fray, fighter: Fighter) -> bool:
    """TOR-33 `escape_death`."""
    if not spends(fray, fighter, EscapeDeathQuestion(fray, fighter.id), "escape death"):
        return False
    pull_back_from_death(fray, fighter)
    return True


def first_aid(fray: Fray, healer: Fighter, patient: Fighter) -> None:
    """TO-98: d20 + medicine against 15; success works as a dying check made by 10, failure changes nothing."""
    die = own_d20(fray, healer, "first aid", patient.id)
    while True:
        if die is None or not may_aid(fray, healer, patient):
            tell_lost(fray, healer, f"first aid for {patient.name}")
            return
        bonus = medicine_bonus(fray, healer)
        roll = die.counted(fray, bonus)
        made = roll.at_least(FIRST_AID - bonus, "aided")
        if fray.telling:
            fray.holding = [[f"{healer.name} gives first aid to {patient.name}", "saved" if made else "no use yet"]]
        if not fray.hold("first aid"):
            break
    tell_aid(fray, healer, patient, roll, bonus, made)
    healer.use_up("medicine")
    if made:
        pull_back_from_death(fray, patient)


def may_aid(fray: Fray, healer: Fighter, patient: Fighter) -> bool:
    """TO-98, TOR-70: somebody able within reach of somebody who is dying."""
    if not fray.still_here(healer) or not healer.able or not fray.takes_part(patient) or not patient.dying:
        return False
    return fray.feet(healer, patient) <= BARE.reach_ft


# -- time passes ---------------------------------------------------------------------------------------------------


def let_time_pass(fray: Fray, rounds: int) -> None:
    """TO-97: the clock goes on outside rounds; what falls due is rolled in time order, everybody's, lethal track first."""
    end = fray.now + rounds * ROUND
    while True:
        soonest = end + 1
        who = ""
        on_lethal = False
        for fighter in fray.fighters:
            for lethal in (True, False):
                due = due_time(fray, fighter, lethal)
                if due != NEVER and due < soonest:
                    soonest, who, on_lethal = due, fighter.id, lethal
        if not who:
            break
        set_time(fray, soonest)
        expire_all(fray)
        check_outside_rounds(fray, fray.here(who), on_lethal)
    set_time(fray, max(end, fray.now))  # the GM may have let more time pass at a question in between
    expire_all(fray)


def set_time(fray: Fray, time: int) -> None:
    fray.later = round_of(time) - fray.round
    fray.cursor = place_of(time)


def due_time(fray: Fray, fighter: Fighter, lethal: bool) -> int:
    """When this one has its next check to make on a track; NEVER if none is coming. Overdue is now."""
    if fighter.dead:
        return NEVER
    if lethal and fighter.dying:
        return next_dying_time(fray, fighter) if rolls_dying(fray, fighter) else NEVER
    due = fighter.lethal_check if lethal else fighter.subdual_check
    if due == NEVER or not to_mend(fray, fighter, lethal):
        return NEVER
    return max(due, fray.now)


def rolls_dying(fray: Fray, fighter: Fighter) -> bool:
    """TOR-46: with `adversary_dying: out` adversaries stay down without dice."""
    return fighter.dying and not (fighter.side != HEROES and fray.switches.adversary_dying == "out")


def next_dying_time(fray: Fray, fighter: Fighter) -> int:
    """Dying goes by rounds: the next time its place in the order comes up."""
    place = 0 if fray.switches.dying_at_round_start else fighter.place
    here = stamp(fray.round + fray.later, place)
    return here if here > fray.now else here + ROUND


def check_outside_rounds(fray: Fray, fighter: Fighter, lethal: bool) -> None:
    if lethal and fighter.dying:
        dying_check(fray, fighter)
    else:
        recover(fray, fighter, lethal, True)
