"""A combatant's own d20, and rolling it again for a point of Conviction where the table allows that (TOR-33 `reroll`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import D20, Table
from quintain.engine.question import Option
from quintain.engine.roll import Roll
from quintain.systems.toughness.prompts import Again, YesNo, spends
from quintain.systems.toughness.sentences import FLOOR, face_of, roll_name, tell_spent
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.stakes import roll_at_stake

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

LIFT: Final = 10
"""A second die of 1 to 10 counts 10 more."""
NO_NATURAL: Final = 2
"""The natural face of a die that was lifted: neither 1 nor 20."""
NEED_AN_ABLE_HAND: Final = ("attack", "confirmation", "first aid")
"""Rolls of somebody who does something; saves and checks are made by the helpless too."""
POOR: Final = 5
"""Tactics roll a Toughness save again that shows no more than this."""


@final
class OwnDie:
    """A combatant's own d20, with what Conviction made of it."""

    def __init__(self, roll: Roll, floor: bool) -> None:
        self.roll: Final[Roll] = roll
        self.floor: Final[bool] = floor
        """A point was spent so that it counts as at least 10."""
        self.counts: Roll = roll
        """The die as it counted last."""

    def counted(self, fray: Fray, bonus: int) -> Roll:
        """The die as it counts with this bonus."""
        if self.floor:
            self.counts = lifted(fray, self.roll, bonus)
        return self.counts


class AtStake:
    """What hangs on a die, for whoever is asked whether to spend Conviction on it."""

    def at_stake(self, fray: Fray, face: int) -> list[Stake]:
        """In figures, as far as whoever rolls may know them; face 0 before the die has fallen."""
        return []


def own_d20(
    fray: Fray, fighter: Fighter, what: str, about: str = "", other: Fighter | None = None, stakes: AtStake | None = None
) -> OwnDie | None:
    """TO-106, TOR-33, TOR-36: the die, and a point of Conviction before or after it where the table allows that.

    None where nobody rolls: a ruling has taken away whoever would, or the `other` whom the roll is about.
    """
    floor = fray.switches.floor_any and floor_before(fray, fighter, what, about, stakes)
    if not fray.still_here(fighter) or (other is not None and not fray.still_here(other)):
        return None
    had = fighter.conviction
    roll = d20(fray, fighter, what, about, about or (other.id if other is not None else ""), floor, stakes)
    if roll.void:
        return None
    if fray.switches.floor_any:
        floor = floor or floor_after(fray, fighter, what, about, roll, had, stakes)
    return OwnDie(roll, floor)


def d20(
    fray: Fray, fighter: Fighter, what: str, about: str, against: str, spent: bool = False, stakes: AtStake | None = None
) -> Roll:
    """The die of this combatant. `against` is whom or which state it would be pointless without; `spent`: a point has gone into this
    roll already, so no other may (TO-106)."""
    roll = fray.roll(fighter.id, what, D20, fray.open_to(fighter), about, against)
    if what == "toughness":
        fray.saving = fighter.id  # from now on the die has fallen (TO-100, TOR-70)
    if roll.void or not fray.switches.reroll or spent or fighter.conviction < 1:
        return roll
    if not spends(fray, fighter, RerollQuestion(fray, fighter.id, what, about, roll, stakes), "reroll"):
        return roll
    second = fray.roll(fighter.id, what, D20, fray.open_to(fighter), about, against)
    if second.void:
        return roll
    tell_spent(fray, fighter, f"and rolls again for {roll_name(what)}: {face_of(roll)}, then {face_of(second)}", "TO-108")
    return better_of(fray, roll, second)


def better_of(fray: Fray, first: Roll, second: Roll) -> Roll:
    """The better total of the two, the second lifted; what was lifted is no natural 1 or 20."""
    weights: dict[tuple[int, int], int] = {}
    for total, natural, _flag, weight in first.facts():
        for again, face, _other, share in second.facts():
            lifted = again + LIFT if again <= LIFT else again
            kept = (total, natural) if total >= lifted else (lifted, face if lifted == again else NO_NATURAL)
            weights[kept] = weights.get(kept, 0) + weight * share
    table = Table([(total, natural, 0, weight) for (total, natural), weight in weights.items()])
    settled = first.settled and second.settled
    roll = Roll(fray.reading, table.totals[0], table.naturals[0], False)
    if not settled:
        roll.open(table)
    roll.faces = [table.totals[0]] if settled else []
    roll.forced = second.forced if second.forced is not None else first.forced
    first.spend()
    second.spend()
    return roll


# -- the floor under any own d20 (TOR-36) --------------------------------------------------------------------------


def floor_before(fray: Fray, fighter: Fighter, what: str, about: str, stakes: AtStake | None) -> bool:
    """TOR-36 `conviction_scope: any_own_d20`: is a point spent before this die is rolled?"""
    return not fray.switches.floor_after and spends_for_total(fray, fighter, what, about, None, stakes)


def floor_after(
    fray: Fray, fighter: Fighter, what: str, about: str, roll: Roll, had: int, stakes: AtStake | None
) -> bool:
    """The same with `conviction_when: after`, once the die is seen. `had`: the points before it; one spent on it is enough."""
    if not fray.switches.floor_after or fighter.conviction < had:
        return False
    return spends_for_total(fray, fighter, what, about, roll, stakes)


def spends_for_total(
    fray: Fray, fighter: Fighter, what: str, about: str, roll: Roll | None, stakes: AtStake | None
) -> bool:
    if fighter.conviction < 1 or not spends(fray, fighter, TotalQuestion(fray, fighter.id, what, about, roll, stakes), "floor"):
        return False
    counts = "the die" if fray.switches.floor_on_die else "the total"
    tell_spent(fray, fighter, f"on the roll for {roll_name(what)}: {counts} counts as at least 10", "TO-107")
    return True


def lifted(fray: Fray, roll: Roll, bonus: int) -> Roll:
    """TOR-34, TOR-36: the die as the floor makes it count with this bonus; what was lifted is no natural 1."""
    least = FLOOR if fray.switches.floor_on_die else FLOOR - bonus
    weights: dict[tuple[int, int], int] = {}
    for total, natural, _flag, weight in roll.facts():
        kept = (total, natural) if total >= least else (least, NO_NATURAL)
        weights[kept] = weights.get(kept, 0) + weight
    table = Table([(total, natural, 0, weight) for (total, natural), weight in weights.items()])
    found = Roll(fray.reading, table.totals[0], table.naturals[0], False)
    found.forced = roll.forced
    if roll.settled:
        found.faces = [table.totals[0]]
    else:
        found.open(table)
        roll.spend()
    return found


def reaches_face(roll: Roll, needed: int, least: int, name: str) -> bool:
    """Does the die show what is needed, or a natural 20? Never with less than `least` (2: a natural 1 always fails)."""
    if needed > 20:
        return roll.natural_at_least(20, name)
    return roll.at_least(max(least, needed), name)


class PointQuestion(YesNo):
    """A point of Conviction for a die of one's own. `whom` is whom the roll is about."""

    def __init__(
        self, fray: Fray, about: str, who: str, what: str, whom: str, roll: Roll | None, at_stake: AtStake | None
    ) -> None:
        super().__init__(fray, about, who)
        self.what = what
        self.at_stake = at_stake
        self.whom = whom
        self.roll = roll

    def shown(self) -> str:
        face = face_of(self.roll) if self.roll is not None else 0
        if self.roll is None or face:
            return f"{self.fighter().name} rolls {f'{face} ' if face else ''}for {roll_name(self.what)}."
        return f"{self.fighter().name} has rolled for {roll_name(self.what)}."

    def stakes(self) -> list[Stake]:
        face = face_of(self.roll) if self.roll is not None else 0
        if self.at_stake is None:
            return roll_at_stake(self.fray, self.fighter(), self.what, face, None)
        return self.at_stake.at_stake(self.fray, face)

    def answers_another(self) -> bool:
        return True

    def answering(self, id: str) -> Option:
        return Again(id, self.yes if id == "yes" else self.no, self.what, self.whom or self.who)

    def withdrawn(self) -> bool:
        """By the GM's word there is no point left, or nobody to roll or to roll about (TOR-70)."""
        fighter, other = self.fray.fighter(self.who), self.fray.fighter(self.whom or self.who)
        if fighter is None or other is None or fighter.dead or other.dead or fighter.conviction < 1:
            return True
        if self.what == "initiative":
            return False
        return fighter.escaped or other.escaped or (self.what in NEED_AN_ABLE_HAND and not fighter.able)


@final
class RerollQuestion(PointQuestion):
    """TOR-33: roll again before the outcome is told; the better total counts."""

    def __init__(self, fray: Fray, who: str, what: str, whom: str, roll: Roll, at_stake: AtStake | None) -> None:
        super().__init__(fray, "reroll", who, what, whom, roll, at_stake)
        self.yes, self.no = "Roll again (1 to 10 count 10 more)", "Keep it"

    def title(self) -> str:
        return f"{self.shown()} Spend Conviction to roll again and keep the better?"

    def wants(self, level: int) -> bool:
        """A poor Toughness save, while a point is left for a dying check."""
        if self.what != "toughness" or self.roll is None or self.fighter().conviction < 2:
            return False
        return self.roll.below(POOR + 1)


@final
class TotalQuestion(PointQuestion):
    """TOR-36: a point for a total of at least 10, before the die or when it is seen."""

    def __init__(self, fray: Fray, who: str, what: str, whom: str, roll: Roll | None, at_stake: AtStake | None) -> None:
        super().__init__(fray, "floor", who, what, whom, roll, at_stake)
        self.yes, self.no = "Spend one Conviction", "Roll without" if roll is None else "Let it stand"

    def title(self) -> str:
        counts = "the die" if self.fray.switches.floor_on_die else "the total"
        return f"{self.shown()} Spend Conviction so that {counts} counts as at least 10?"
