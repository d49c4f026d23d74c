"""How much work odds may take: so many ways, so much work counted in verbs, so long by a clock, until somebody cancels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

MOST_WAYS: Final = 50_000
"""More ways than this are not counted out one by one; from there on odds are sampled."""
USUAL_WORK: Final = 60_000
SLOW_WORK: Final = 12_000
"""What one option's odds may take, in verbs of the rules; a copy of the battle counts by its units. The less where there is a clock
and the rules are not compiled: it is what they get done in the time of an option."""
A_MENU: Final = 4
"""A whole menu may take what so many options may."""
MOST_SAMPLES: Final = 4_000
LEAST_SAMPLES: Final = 100
"""So many are tried however much the counting has taken, unless the clock or a cancel ends it."""
OFTEN: Final = 8
"""So much work may pass between two looks at the clock: far less than 20 ms."""
COUNTING: Final = 0.5
"""The part of its work that goes into counting every way before odds are sampled."""
HOPELESS: Final = 4
"""Counting is given up early where at its pace it would take so many times what is left."""


class Spent(Exception):
    """The budget is used up. Caught by whoever works out odds, never by rules."""


class Budget:
    """What the odds of one option, or of a whole menu, may take.

    What odds say follows from what is counted: ways, work and samples. `clock` tells seconds (`time.monotonic`, `time.process_time`);
    with it the work ends `seconds` from now, and a player is then told nothing but that it did: how long something takes hangs on
    those whom the player knows nothing of. `cancelled` is asked as often.
    """

    def __init__(
        self, ways: int = MOST_WAYS, work: int = 0, samples: int = MOST_SAMPLES,
        clock: Callable[[], float] | None = None, seconds: float = 0.24, cancelled: Callable[[], bool] | None = None,
    ) -> None:  # fmt: skip
        self.ways = ways
        self.work = work or (USUAL_WORK if clock is None or COMPILED else SLOW_WORK)
        self.samples = samples
        self._menu = A_MENU * self.work
        self._shared: Budget | None = None
        self._limits: list[Limit] = []
        self.clock = clock
        self.until = clock() + seconds if clock is not None else 0.0
        self.cancelled = cancelled
        self.stopped = False
        """Somebody cancelled, or the time is over."""

    def is_over(self) -> bool:
        """Is it time to stop altogether?"""
        if not self.stopped:
            over = self.clock is not None and self.clock() >= self.until
            self.stopped = over or (self.cancelled is not None and self.cancelled())
        return self.stopped

    def share(self, part: float) -> Budget:
        """A budget of its own for one option of several: this part of what others have left of a menu's work."""
        if self._shared is not None:
            self._menu -= sum([limit.used() for limit in self._shared._limits])
        found = Budget(self.ways, max(1, min(self.work, int(self._menu * part))), self.samples, None, 0.0, self.cancelled)
        self._shared = found
        found.clock, found.until = self.clock, self.until
        return found

    def limit(self, part: float) -> Limit:
        """What one stage of it may take: this part of the work."""
        found = Limit(self, int(self.work * part))
        self._limits.append(found)
        return found


def counted_budget(ways: int) -> Budget:
    """A budget without a clock: so many ways, and of everything else no more than goes with them."""
    return Budget(ways, min(USUAL_WORK, 40 * ways), min(MOST_SAMPLES, max(LEAST_SAMPLES, ways)))


class Limit:
    """Counts down while the rules run, and leaves them with `Spent`."""

    def __init__(self, budget: Budget, work: int) -> None:
        self.budget = budget
        self.work = work
        self.whole = work
        self.battle_cost = 1
        """What it costs to copy the battle, or to choose in it: the number of combatants that whoever asks knows of."""
        self.unseen: set[str] = set()
        """Those whom that seat knows nothing of, by id: what they do costs nothing, or the number of samples would tell of them."""
        self._due = OFTEN
        self._due_unseen = OFTEN

    def spend(self, cost: int) -> None:
        """So much work is done; raises `Spent` where it was too much."""
        self.work -= cost
        self._due -= cost
        if self._due < 0:
            self._due = OFTEN
            self._look()

    def spend_for(self, who: str, cost: int) -> None:
        """The same for something that this combatant does. Of one unseen, only the time it takes counts."""
        if who not in self.unseen:
            self.spend(cost)
            return
        self._due_unseen -= cost
        if self._due_unseen < 0:
            self._due_unseen = OFTEN
            self._look_at_clock()

    def allow(self, more: int) -> None:
        self.work += more
        self.whole += more

    def used(self) -> int:
        return self.whole - self.work

    def _look(self) -> None:
        if self.work < 0:
            raise Spent()
        self._look_at_clock()

    def _look_at_clock(self) -> None:
        if self.budget.is_over():
            raise Spent()


COMPILED: Final = hasattr(Limit, "__mypyc_attrs__")
