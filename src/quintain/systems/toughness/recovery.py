"""Recovery checks, dying, first aid, and time passing (TO-90..TO-98, TO-107, TO-112)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.roll import Roll
from quintain.systems.toughness import sentences
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.attempts import FAILED, GONE, MADE, decide, meets
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
from quintain.systems.toughness.fields import LETHAL
from quintain.systems.toughness.fields_states import times_held
from quintain.systems.toughness.order import place_in_order
from quintain.systems.toughness.prompts import EscapeDeathQuestion, FloorQuestion, spends
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray

AT_TURN: Final = 0
AS_TIME_PASSES: Final = 1
AT_ONCE: Final = 2
"""When a check is made: as its turn opens, which only those have who hold a place (TO-06, TO-07); as the GM lets time pass, wherever
somebody is (TO-97); or out of turn, by a power or for Conviction (TO-121, TO-108)."""


def due_checks(fray: Fray, fighter: Fighter) -> None:
    """TO-06 b, TO-91: at its turn start, the lethal track first; a dying check counts as lethal."""
    if fighter.dying:
        if not fray.switches.dying_at_round_start:
            dying_check(fray, fighter)
    elif fighter.lethal_check != NEVER and fighter.lethal_check <= fray.now:
        recover(fray, fighter, True, AT_TURN)
    if not fray.still_here(fighter) or not fray.holds_place(fighter):
        return
    if fighter.subdual_check != NEVER and fighter.subdual_check <= fray.now:
        recover(fray, fighter, False, AT_TURN)


def recover(fray: Fray, fighter: Fighter, lethal: bool, when: int) -> bool:
    """TO-90, TO-91: a check on one track; is it made? One out of turn leaves the regular times alone; one due and blocked (TO-88)
    waits."""
    state = to_mend(fray, fighter, lethal)
    if not state:
        return False
    check = ConCheck(fighter, state, when)
    if when != AT_ONCE:
        set_check(fighter, lethal, fray.now + INTERVALS[state])  # the next one, whatever time passes while this one is awaited
    verdict = con_check(fray, check)
    if verdict != GONE:
        sentences.tell_check(fray, check, state, verdict == MADE)
        fighter.use_up("recovery")
    elif check.die is None and when == AT_ONCE and fray.takes_part(fighter):
        return recover(fray, fighter, lethal, AT_ONCE)  # something else is the worst by now
    if verdict == MADE:
        lift(fray, fighter, state)
    return verdict != GONE


MADE_BY_10: Final = 2


@final
class ConCheck(Attempt):
    """TO-90, TO-92: d20 + CON against 10, or against the difficulty of dying; naturals mean nothing, injuries take nothing (TO-96)."""

    def __init__(self, fighter: Fighter, state: str, when: int = AT_TURN) -> None:
        super().__init__(fighter, "dying" if state == "Dying" else "recovery", fighter.id)
        self.state: Final[str] = state
        self.when: Final[int] = when
        self.judges_floor = True

    def bonus(self, fray: Fray) -> int:
        return recovery_bonus(fray, self.fighter)

    def number(self, fray: Fray) -> int:
        return self.fighter.dying_dc if self.state == "Dying" else sentences.RECOVERY

    def judge(self, fray: Fray, roll: Roll) -> int:
        """TO-93, TO-94: of a dying check it matters whether it is made by 10."""
        if self.state != "Dying":
            return MADE if self.reaches(fray, roll, 0, "recovered") else FAILED
        if self.reaches(fray, roll, 10, "saved"):
            return MADE_BY_10
        return MADE if self.reaches(fray, roll, 0, "lives") else FAILED

    def reaches(self, fray: Fray, roll: Roll, by: int, name: str) -> bool:
        """TO-107: a point of Conviction makes the total at least 10, or with `conviction_floor: die` the die (TOR-34)."""
        if self.floor and self.helped_by_floor(fray, by):
            return True
        return meets(roll, self.bonus(fray), self.number(fray) + by, name)

    def helped_by_floor(self, fray: Fray, by: int = 0) -> bool:
        least = sentences.FLOOR + self.bonus(fray) if fray.switches.floor_on_die else sentences.FLOOR
        return least >= self.number(fray) + by

    def would_gain(self, fray: Fray) -> bool:
        return self.judge(fray, self.rolled()) == FAILED and self.helped_by_floor(fray)

    def goes_on(self, fray: Fray) -> bool:
        """TO-88: the state is still there, and nothing worse stands in its way by now. TO-07: nor is it out of the order, or away."""
        fighter = self.fighter
        if not fray.still_here(fighter) or fighter.dead:
            return False
        if self.state == "Dying":
            return checks_dying(fray, fighter)
        if (fighter.escaped and self.when != AS_TIME_PASSES) or (fighter.yielded and self.when == AT_TURN):
            return False
        return to_mend(fray, fighter, self.state in LETHAL) == self.state

    def is_here(self, fray: Fray) -> bool:
        return fray.still_here(self.fighter) and times_held(self.fighter, fray.now, self.state) > 0

    def held_as(self, fray: Fray, verdict: int) -> list[str]:
        if self.state == "Dying":
            return [f"{self.fighter.name} is dying", ("dead", "holding on", "out of danger")[verdict]]
        return [f"{self.fighter.name} recovers from {self.state}", "recovered" if verdict else "not yet"]


def con_check(fray: Fray, check: ConCheck) -> int:
    """The check, and the point of Conviction that may go into it before or, with `conviction_when: after`, when it has failed."""
    after = fray.switches.floor_after
    check.floor = not after and spends_for_floor(fray, check)
    verdict = decide(fray, check)
    if after and verdict == FAILED and not check.paid and check.would_gain(fray):
        check.floor = spends_for_floor(fray, check)
        verdict = check.judge(fray, check.rolled())
    return verdict if check.goes_on(fray) else GONE


def spends_for_floor(fray: Fray, check: ConCheck) -> bool:
    """TO-106, TO-107: declared before the die; the point is gone whatever it shows."""
    fighter = check.fighter
    if fighter.conviction < 1 or not spends(fray, fighter, FloorQuestion(fray, check, check.state), "floor"):
        return False
    sentences.tell_spent(fray, fighter, f"on the check against {check.state}", "TO-107")
    return True


# -- dying ---------------------------------------------------------------------------------------------------------


def dying_check(fray: Fray, fighter: Fighter) -> None:
    """TO-92..TO-96: failing kills, 10 or more above saves, anything between makes the next check harder."""
    if not checks_dying(fray, fighter):
        return
    escaping = fray.switches.escape_death and fighter.conviction > 0  # TOR-33
    if escaping and spends(fray, fighter, EscapeDeathQuestion(fray, fighter.id), "escape death"):
        sentences.tell_spent(fray, fighter, "and is out of danger", "TO-108")
        pull_back_from_death(fray, fighter)
        return
    check = ConCheck(fighter, "Dying")
    verdict = con_check(fray, check)
    if verdict == GONE:
        return
    sentences.tell_dying_check(fray, check, verdict)
    fighter.use_up("recovery")
    if verdict == MADE_BY_10:
        pull_back_from_death(fray, fighter)
    elif verdict == MADE:
        fighter.dying_dc += 1
    else:
        mark_dead(fray, fighter)


def dying_at_round_start(fray: Fray) -> list[str]:
    """TOR-41 `dying_when: round_start`: who rolls as a round begins, in the order of places."""
    if not fray.switches.dying_at_round_start:
        return []
    dying = [fighter for fighter in fray.fighters if checks_dying(fray, fighter) and fray.holds_place(fighter)]
    dying.sort(key=place_in_order)
    return [fighter.id for fighter in dying]


@final
class FirstAid(Attempt):
    """TO-98: d20 + medicine against 15."""

    def __init__(self, healer: Fighter, patient: Fighter) -> None:
        super().__init__(healer, "first aid", patient.id)
        self.patient: Final[Fighter] = patient

    def bonus(self, fray: Fray) -> int:
        return medicine_bonus(fray, self.fighter)

    def number(self, fray: Fray) -> int:
        return sentences.FIRST_AID

    def judge(self, fray: Fray, roll: Roll) -> int:
        return MADE if meets(roll, self.bonus(fray), sentences.FIRST_AID, "aided") else FAILED

    def goes_on(self, fray: Fray) -> bool:
        """TOR-70: an able healer within reach of a dying ally."""
        healer, patient = self.fighter, self.patient
        if not fray.still_here(healer) or not healer.able or not fray.takes_part(patient) or not patient.dying:
            return False
        return healer.side == patient.side and fray.feet(healer, patient) <= BARE.reach_ft

    def held_as(self, fray: Fray, verdict: int) -> list[str]:
        return [f"{self.fighter.name} gives first aid to {self.patient.name}", "saved" if verdict else "no use yet"]


def first_aid(fray: Fray, healer: Fighter, patient: Fighter) -> None:
    """TO-98: success works as a dying check made by 10, failure changes nothing."""
    aid = FirstAid(healer, patient)
    verdict = decide(fray, aid)
    if verdict == GONE:
        sentences.tell_lost(fray, healer, f"first aid for {patient.name}", "TO-98")
        return
    sentences.tell_aid(fray, aid, patient, verdict == MADE)
    healer.use_up("medicine")
    if verdict == MADE:
        pull_back_from_death(fray, patient)


# -- time passes ---------------------------------------------------------------------------------------------------


def let_time_pass(fray: Fray, rounds: int) -> None:
    """TO-97: the clock goes on outside rounds; what falls due is rolled in time order, everybody's, lethal track first."""
    end = fray.now + rounds * ROUND
    while True:
        checks = [(due_time(fray, one, lethal), one, lethal) for one in fray.fighters for lethal in (True, False)]
        coming = [check for check in checks if check[0] != NEVER and check[0] <= end]
        if not coming:
            break
        soonest, fighter, lethal = min(coming, key=lambda check: check[0])  # of several the first
        set_time(fray, soonest)
        expire_all(fray)
        if lethal and fighter.dying:
            dying_check(fray, fighter)
        else:
            recover(fray, fighter, lethal, AS_TIME_PASSES)
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
        return next_dying_time(fray, fighter) if checks_dying(fray, fighter) else NEVER
    due = fighter.lethal_check if lethal else fighter.subdual_check
    if due == NEVER or not to_mend(fray, fighter, lethal):
        return NEVER
    return max(due, fray.now)


def rolls_dying(fray: Fray, fighter: Fighter) -> bool:
    """TOR-46: with `adversary_dying: out` adversaries stay down without dice."""
    return fighter.dying and not (fighter.side != v.HEROES and fray.switches.adversary_dying == "out")


def checks_dying(fray: Fray, fighter: Fighter) -> bool:
    """TO-92: is a dying check to be made by now? With `dying_away` not by one who has left the field."""
    return rolls_dying(fray, fighter) and fray.awaits_fate(fighter)


def next_dying_time(fray: Fray, fighter: Fighter) -> int:
    """Dying goes by rounds: the next time its place in the order comes up."""
    place = 0 if fray.switches.dying_at_round_start else fighter.place
    here = stamp(fray.round + fray.later, place)
    return here if here > fray.now else here + ROUND
