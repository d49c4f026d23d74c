"""A combatant's own d20: Conviction spent on it (TO-106, TOR-33, TOR-36), and the number it is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import D20, Table
from quintain.engine.question import Option
from quintain.engine.roll import Roll
from quintain.systems.toughness.prompts import Again, YesNo, spends
from quintain.systems.toughness.sentences import FLOOR, face_of, roll_name, tell_spent
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray
from quintain.systems.toughness.stakes import sum_at_stake

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

GONE: Final = -1
"""No verdict: a ruling has taken away the roller, the target or the reason."""
FAILED: Final = 0
MADE: Final = 1
"""Verdicts of saves and checks."""
LIFT: Final = 10
"""A second die of 1 to 10 counts 10 more."""
NO_NATURAL: Final = 2
"""The natural face of a die that was lifted: neither 1 nor 20."""
POOR: Final = 5
"""Tactics roll a Toughness save again that shows no more than this."""


def decide(fray: Fray, attempt: Attempt) -> int:
    """Throw the die of an attempt and judge it, again whenever the GM changes something while the result is held; or GONE."""
    thrown = throw(fray, attempt)
    while thrown and attempt.goes_on(fray):
        verdict = attempt.judge(fray, counted(fray, attempt))
        if fray.telling:
            fray.holding = [attempt.held_as(fray, verdict)]
        if not fray.hold(attempt.held_under()):
            return verdict
    return GONE


def counted(fray: Fray, attempt: Attempt) -> Roll:
    """The die as it counts now."""
    die = attempt.die
    assert die is not None
    attempt.counts = lifted(fray, die, attempt.bonus(fray)) if attempt.floor and not attempt.judges_floor else die
    return attempt.counts


def meets(roll: Roll, bonus: int, number: int, name: str, natural_20: bool = False, natural_1: bool = False) -> bool:
    """TOR-04: is d20 + bonus the number or more? Where the book says so, a natural 20 always is and a natural 1 never."""
    face = max(2, number - bonus) if natural_1 else number - bonus
    if natural_20 and face > 20:
        return roll.natural_at_least(20, name)
    return roll.at_least(face, name)


def failed_by(roll: Roll, bonus: int, number: int, steps: tuple[int, ...], natural_20: bool, name: str) -> int:
    """At which of these falling steps "d20 + bonus failed by so much or more" is first true; past the last where it is made.

    Where the book says so, a natural 20 fails by the last step at most.
    """
    face = number - bonus
    most = 20 if natural_20 else 10_000
    lines = [min(most, face - step + 1) for step in steps]
    lines[-1] = face - steps[-1] + 1
    return roll.band(lines, name)


# -- throwing --------------------------------------------------------------------------------------------------------


def throw(fray: Fray, attempt: Attempt) -> bool:
    """The die, and a point of Conviction before or after it where the table allows that; False where nobody rolls (TOR-70)."""
    offered, after = fray.switches.floor_any and not attempt.judges_floor, fray.switches.floor_after
    if offered and not after:
        attempt.floor = spends_for_total(fray, attempt, None)
    if not throw_plain(fray, attempt):
        return False
    if offered and after and not attempt.paid:
        attempt.floor = spends_for_total(fray, attempt, attempt.die)
    return True


def throw_plain(fray: Fray, attempt: Attempt) -> bool:
    """The die of an attempt, thrown again for Conviction where the table has that and no other point has gone into it (TO-106)."""
    if not attempt.is_here(fray):
        return False
    fighter = attempt.fighter
    roll = d20(fray, attempt)
    if attempt.what == "toughness":
        fray.saving = fighter.id  # from now on the die has fallen (TO-100, TOR-70)
    if roll.void:
        return False
    attempt.die = attempt.counts = roll
    if not fray.switches.reroll or attempt.floor or fighter.conviction < 1:
        return True
    if not spends(fray, fighter, RerollQuestion(fray, attempt, roll), "reroll"):
        return True
    attempt.paid = True
    second, name = d20(fray, attempt), roll_name(attempt.what)
    if not second.void:
        tell_spent(fray, fighter, f"and rolls again for {name}: {face_of(roll)}, then {face_of(second)}", "TO-108")
        attempt.die = attempt.counts = better_of(fray, roll, second)
    elif fray.still_here(fighter):  # a ruling has taken away the roll, not the point
        tell_spent(fray, fighter, f"to roll again for {name}", "TO-108")
    return True


def d20(fray: Fray, attempt: Attempt) -> Roll:
    outer, fray.attempt = fray.attempt, attempt  # the GM may order a roll while another is awaited
    roll = fray.roll(attempt.fighter.id, attempt.what, D20, fray.open_to(attempt.fighter), attempt.about)
    fray.attempt = outer
    return roll


def better_of(fray: Fray, first: Roll, second: Roll) -> Roll:
    """TOR-33: the better total of the two, the second lifted; what was lifted is no natural 1 or 20."""
    weights: dict[tuple[int, int], int] = {}
    for total, natural, _flag, weight in first.facts():
        for again, face, _other, share in second.facts():
            lifted = again + LIFT if again <= LIFT else again
            kept = (total, natural) if total >= lifted else (lifted, face if lifted == again else NO_NATURAL)
            weights[kept] = weights.get(kept, 0) + weight * share
    first.spend()
    second.spend()
    forced = second.forced if second.forced is not None else first.forced
    return weighed_roll(fray, weights, first.settled and second.settled, forced)


def lifted(fray: Fray, roll: Roll, bonus: int) -> Roll:
    """TOR-34, TOR-36: the die as the floor makes it count with this bonus; what was lifted is no natural 1."""
    least = FLOOR if fray.switches.floor_on_die else FLOOR - bonus
    weights: dict[tuple[int, int], int] = {}
    for total, natural, _flag, weight in roll.facts():
        kept = (total, natural) if total >= least else (least, NO_NATURAL)
        weights[kept] = weights.get(kept, 0) + weight
    if not roll.settled:
        roll.spend()
    return weighed_roll(fray, weights, roll.settled, roll.forced)


def weighed_roll(fray: Fray, weights: dict[tuple[int, int], int], settled: bool, forced: dict[str, int] | None) -> Roll:
    """A roll of these totals and natural faces by weight: the one that fell, or all that can."""
    table = Table([(total, natural, 0, weight) for (total, natural), weight in weights.items()])
    roll = Roll(fray.reading, table.totals[0], table.naturals[0], False)
    if settled:
        roll.faces = [table.totals[0]]
    else:
        roll.open(table)
    roll.forced = forced
    return roll


# -- asking ----------------------------------------------------------------------------------------------------------


def spends_for_total(fray: Fray, attempt: Attempt, roll: Roll | None) -> bool:
    """TOR-36 `conviction_scope: any_own_d20`: is a point spent before this die is thrown, or when it is seen?"""
    fighter = attempt.fighter
    if fighter.conviction < 1 or not spends(fray, fighter, TotalQuestion(fray, attempt, roll), "floor"):
        return False
    counts = "the die" if fray.switches.floor_on_die else "the total"
    tell_spent(fray, fighter, f"on the roll for {roll_name(attempt.what)}: {counts} counts as at least 10", "TO-107")
    return True


class PointQuestion(YesNo):
    """A point of Conviction for a die of one's own."""

    def __init__(self, fray: Fray, about: str, attempt: Attempt, roll: Roll | None, yes: str, no: str) -> None:
        super().__init__(fray, about, attempt.fighter.id, yes, no)
        self.attempt = attempt
        self.roll = roll

    def face(self) -> int:
        return face_of(self.roll) if self.roll is not None else 0

    def shown(self) -> str:
        face, what = self.face(), roll_name(self.attempt.what)
        if self.roll is None or face:
            return f"{self.fighter().name} rolls {f'{face} ' if face else ''}for {what}."
        return f"{self.fighter().name} has rolled for {what}."

    def stakes(self) -> list[Stake]:
        face = self.face()
        return self.attempt.at_stake(self.fray, face) or sum_at_stake(self.fray, self.attempt, face)

    def option(self, id: str, words: str) -> Option:
        return Again(id, words, self.attempt.what, self.attempt.about or self.who)

    def is_pointless(self, fighter: Fighter) -> bool:
        """No point is left, or the roll decides nothing any more (TOR-70)."""
        return fighter.conviction < 1 or not self.attempt.may_throw(self.fray)


@final
class RerollQuestion(PointQuestion):
    """TOR-33: roll again before the outcome is told; the better total counts."""

    def __init__(self, fray: Fray, attempt: Attempt, roll: Roll) -> None:
        super().__init__(fray, "reroll", attempt, roll, "Roll again (1 to 10 count 10 more)", "Keep it")

    def title(self) -> str:
        return f"{self.shown()} Spend Conviction to roll again and keep the better?"

    def wants(self, level: int) -> bool:
        """A poor Toughness save, while a point is left for a dying check."""
        if self.attempt.what != "toughness" or self.roll is None or self.fighter().conviction < 2:
            return False
        return self.roll.below(POOR + 1)


@final
class TotalQuestion(PointQuestion):
    """TOR-36: a point for a total of at least 10, before the die or when it is seen."""

    def __init__(self, fray: Fray, attempt: Attempt, roll: Roll | None) -> None:
        super().__init__(fray, "floor", attempt, roll, "Spend one Conviction", "Roll without" if roll is None else "Let it stand")

    def title(self) -> str:
        counts = "the die" if self.fray.switches.floor_on_die else "the total"
        return f"{self.shown()} Spend Conviction so that {counts} counts as at least 10?"
