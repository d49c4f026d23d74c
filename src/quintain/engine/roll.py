"""A roll answers questions. In play and in samples it holds what came up; in the exact reading, all that still can."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from quintain.engine.dice import Table
from quintain.engine.refusal import RuleError

if TYPE_CHECKING:
    from quintain.engine.reading import Reading


NOTHING_THROWN = Table([])


class Roll:
    """One chance point. Rules question it (`at_least`, `band`, `total` ...) and never see a bare face in the exact reading.

    A question may carry a `name` ("hit"); the GM may force the answer to a named question.
    """

    def __init__(self, reading: Reading, total: int, natural: int, flag: bool) -> None:
        self._reading = reading
        self._known = True
        self._total = total
        self._natural = natural
        self._flag = flag
        self._spent = False
        self._table: Table | None = None
        self._low = 0
        self._high = 0
        self._rows: list[int] | None = None
        self._truth = -1
        self.void = False
        """Withdrawn by a ruling before anything was thrown. Every question to it is answered no, or 0."""
        self.quiet = False
        """While True, questions asked of a hidden roll tell nothing to the seats it is hidden from."""
        self.faces: list[int] = []
        """The faces as thrown, for sentences; empty in the exact reading."""
        self.forced: dict[str, int] | None = None

    # -- questions -------------------------------------------------------------------------------------------------

    def at_least(self, number: int, name: str = "") -> bool:
        """Is the total this number or more?"""
        if self.forced is not None and name in self.forced:
            return self.forced[name] != 0
        if self._known and not self._spent:
            return self._total >= number
        return self._cut(number) == 1

    def below(self, number: int, name: str = "") -> bool:
        """Is the total less than this number? (Like every question: no, where nothing was thrown.)"""
        if self.forced is not None and name in self.forced:
            return self.forced[name] != 0
        if self._known and not self._spent:
            return self._total < number
        return self._cut(number) == 0

    def band(self, cuts: list[int], name: str = "") -> int:
        """How many of these rising numbers does the total reach? Splits once for all of them."""
        if self.forced is not None and name in self.forced:
            return self.forced[name]
        if self._known and not self._spent:
            reached = 0
            for cut in cuts:
                if self._total >= cut:
                    reached += 1
            return reached
        table = self._open_table()
        classes: list[int] = []
        for row in self._possible():
            reached = 0
            for cut in cuts:
                if table.totals[row] >= cut:
                    reached += 1
            classes.append(reached)
        return self._split(classes)

    def natural_at_least(self, face: int, name: str = "") -> bool:
        """Does the natural die show this face or a higher one?"""
        if self.forced is not None and name in self.forced:
            return self.forced[name] != 0
        if self._known and not self._spent:
            return self._natural >= face
        table = self._open_table()
        return self._split([1 if table.naturals[row] >= face else 0 for row in self._possible()]) == 1

    def natural_is(self, face: int, name: str = "") -> bool:
        """Does the natural die show exactly this face?"""
        if self.forced is not None and name in self.forced:
            return self.forced[name] != 0
        if self._known and not self._spent:
            return self._natural == face
        table = self._open_table()
        return self._split([1 if table.naturals[row] == face else 0 for row in self._possible()]) == 1

    def natural_even(self, name: str = "") -> bool:
        """Is the natural die even?"""
        if self.forced is not None and name in self.forced:
            return self.forced[name] != 0
        if self._known and not self._spent:
            return self._natural % 2 == 0
        table = self._open_table()
        return self._split([1 if table.naturals[row] % 2 == 0 else 0 for row in self._possible()]) == 1

    def natural_in(self, classes: list[int], name: str = "") -> int:
        """Which class does the natural face belong to? `classes[face]` is its class; splits once for all."""
        if self.forced is not None and name in self.forced:
            return self.forced[name]
        if self._known and not self._spent:
            return classes[self._natural]
        table = self._open_table()
        return self._split([classes[table.naturals[row]] for row in self._possible()])

    def flagged(self) -> bool:
        """Was the flag of this kind of dice raised (a 1 among the pool)?"""
        if self._known and not self._spent:
            return self._flag
        table = self._open_table()
        return self._split([table.flags[row] for row in self._possible()]) == 1

    def total(self) -> int:
        """The total itself: splits into every total that is still possible. Ask for less where less will do."""
        if self._known and not self._spent:
            return self._total
        table = self._open_table()
        return self._split([table.totals[row] for row in self._possible()])

    def natural(self) -> int:
        """The natural face itself: splits into every face that is still possible."""
        if self._known and not self._spent:
            return self._natural
        table = self._open_table()
        return self._split([table.naturals[row] for row in self._possible()])

    # -- inside ----------------------------------------------------------------------------------------------------

    def open(self, table: Table, truth: int = -1) -> None:
        """Make this roll hold everything its table allows. `truth` is the row that really fell, if it is hidden."""
        self._known = False
        self._table = table
        self._low = 0
        self._high = table.size
        self._truth = truth

    def spend(self) -> None:
        """This roll went into a sum or a contest, which took it over: it cannot be questioned any more."""
        self._spent = True

    @property
    def settled(self) -> bool:
        return self._known

    def weights(self) -> dict[int, int]:
        """Total by total, what this roll can still show. For sums and contests."""
        if self._spent and not self.void:
            raise RuleError("this roll went into a sum or a contest and cannot be questioned any more")
        if self._known:
            return {self._total: 1}
        table = self._open_table()
        found: dict[int, int] = {}
        for row in self._possible():
            total = table.totals[row]
            found[total] = found.get(total, 0) + table.weight(row)
        return found

    def facts(self) -> list[tuple[int, int, int, int]]:
        """Row by row, what this roll can still show: total, natural face, flag, weight. What really fell, while that is fed."""
        if self.void or (self._known and not self._spent):
            return [(self._total, self._natural, 1 if self._flag else 0, 1)]
        table = self._open_table()
        rows = [self._truth] if self._truth >= 0 and self._reading.feeding else self._possible()
        return [(table.totals[row], table.naturals[row], table.flags[row], table.weight(row)) for row in rows]

    def replace(self, table: Table) -> None:
        """Hold another table from here on: the same roll, weighed anew."""
        self._table = table
        self._low, self._high, self._rows = 0, table.size, None

    def _open_table(self) -> Table:
        if self.void:
            return NOTHING_THROWN
        if self._spent or self._table is None:
            raise RuleError("this roll went into a sum or a contest and cannot be questioned any more")
        return self._table

    def _possible(self) -> list[int]:
        return self._rows if self._rows is not None else list(range(self._low, self._high))

    def _cut(self, number: int) -> int:
        """Split at a total: 1 for the upper part, 0 for the lower."""
        if self.void:
            return -1
        table = self._open_table()
        if self._rows is not None:
            return self._split([1 if table.totals[row] >= number else 0 for row in self._rows])
        at = bisect_left(table.totals, number, self._low, self._high)
        if self._truth >= 0 and self._reading.feeding:
            upper = 1 if self._truth >= at else 0
            if not self.quiet:
                self._narrow(at, upper)
            return upper
        if at == self._low:
            return 1
        sums = table.sums
        if at == self._high:
            if table.open_end and self._high == table.size:
                self._reading.shave(table.weight(table.size - 1), sums[self._high] - sums[self._low])
            return 0
        upper = self._reading.branch([sums[at] - sums[self._low], sums[self._high] - sums[at]])
        self._narrow(at, upper)
        return upper

    def _narrow(self, at: int, upper: int) -> None:
        if upper == 1:
            self._low = max(self._low, at)
        else:
            self._high = min(self._high, at)

    def _split(self, classes: list[int]) -> int:
        """Split the possible rows by class; keep the rows of the class the reading takes."""
        if self.void:
            return 0
        rows = self._possible()
        table = self._open_table()
        if self._truth >= 0 and self._reading.feeding:
            taken = classes[rows.index(self._truth)] if self._truth in rows else classes[0]
            if not self.quiet:
                self._rows = [row for place, row in enumerate(rows) if classes[place] == taken]
            return taken
        names = sorted(set(classes))
        if len(names) == 1:
            return names[0]
        weights = [0] * len(names)
        place_of = {name: place for place, name in enumerate(names)}
        for place, row in enumerate(rows):
            weights[place_of[classes[place]]] += table.weight(row)
        taken = names[self._reading.branch(weights)]
        self._rows = [row for place, row in enumerate(rows) if classes[place] == taken]
        return taken


def void_roll(reading: Reading) -> Roll:
    """A roll that a ruling withdrew before anything was thrown."""
    roll = Roll(reading, 0, 0, False)
    roll.void = True
    roll.spend()
    return roll


def contest(left: Roll, right: Roll, cuts: list[int]) -> int:
    """Which band does left minus right fall in: how many of the rising `cuts` does the difference reach?

    Adds up the classes that matter instead of spreading either roll, and takes both over.
    """
    reading = left._reading
    if left.settled and right.settled:
        difference = left.total() - right.total()
        left.spend()
        right.spend()
        return sum(1 for cut in cuts if difference >= cut)
    weights = [0] * (len(cuts) + 1)
    other = right.weights()
    for a, weight_a in left.weights().items():
        for b, weight_b in other.items():
            weights[sum(1 for cut in cuts if a - b >= cut)] += weight_a * weight_b
    left.spend()
    right.spend()
    return _take(reading, weights)


def compared(kept: Roll, other: Roll, cuts: list[int], floor: int = -1_000_000, by_flag: bool = False) -> int:
    """Like a contest of `kept` with `other` (or `floor`, if that is higher), but `kept` can be questioned further.

    What was learned narrows it: its rows are weighed anew by how likely each leads to the answer. With `by_flag`, the highest band
    is split once more by the flag of `other` (one class above it).
    """
    reading = kept._reading
    mine, lots = kept.facts(), _Lots(other.facts(), floor)
    other.spend()
    highest = len(cuts)
    weights = [0] * (highest + 2)
    shares: list[list[tuple[int, int, int, int]]] = [[] for _ in weights]
    for total, natural, flag, weight in mine:
        # How much of the other roll each cut lets pass; what passes one and not the next is a band.
        passed = lots.whole
        for place in range(highest + 1):
            beyond = lots.up_to(total - cuts[place]) if place < highest else 0
            share = passed - beyond
            passed = beyond
            if by_flag and place == highest:
                flagged = lots.flagged_up_to(total - cuts[highest - 1])
                share -= flagged
                if flagged:
                    weights[place + 1] += weight * flagged
                    shares[place + 1].append((total, natural, flag, weight * flagged))
            if share:
                weights[place] += weight * share
                shares[place].append((total, natural, flag, weight * share))
    taken = _take(reading, weights)
    if len(mine) > 1 and not (reading.feeding and kept.quiet):
        kept.replace(Table(shares[taken]))
    return taken


class _Lots:
    """The rows of a roll by rising total (none below `floor`), with running sums."""

    def __init__(self, facts: list[tuple[int, int, int, int]], floor: int) -> None:
        rows = sorted((max(floor, total), weight, weight if flag else 0) for total, _, flag, weight in facts)
        self._totals = [row[0] for row in rows]
        self._sums = [0]
        self._flags = [0]
        for row in rows:
            self._sums.append(self._sums[-1] + row[1])
            self._flags.append(self._flags[-1] + row[2])
        self.whole = self._sums[-1]

    def up_to(self, number: int) -> int:
        return self._sums[bisect_right(self._totals, number)]

    def flagged_up_to(self, number: int) -> int:
        return self._flags[bisect_right(self._totals, number)]


def added(rolls: list[Roll]) -> Roll:
    """The sum of several rolls as one roll, which takes its parts over."""
    reading = rolls[0]._reading
    if all(roll.settled for roll in rolls):
        total = sum(roll.total() for roll in rolls)
        joined = Roll(reading, total, total, False)
        if all(roll.void for roll in rolls):
            return void_roll(reading)
        for roll in rolls:
            joined.faces.extend(roll.faces)
            roll.spend()
        return joined
    weights: dict[int, int] = {0: 1}
    for roll in rolls:
        grown: dict[int, int] = {}
        for so_far, weight in weights.items():
            for total, more in roll.weights().items():
                grown[so_far + total] = grown.get(so_far + total, 0) + weight * more
        weights = grown
        roll.spend()
    joined = Roll(reading, 0, 0, False)
    joined.open(Table([(total, 0, 0, weight) for total, weight in weights.items()]))
    return joined


def _take(reading: Reading, weights: list[int]) -> int:
    """Branch over the classes that have any weight."""
    live = [place for place, weight in enumerate(weights) if weight]
    if len(live) == 1:
        return live[0]
    return live[reading.branch([weights[place] for place in live])]
