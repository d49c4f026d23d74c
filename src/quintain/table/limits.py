"""How often and how much: buckets that refill, per address, seat or socket; and how much at once."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Iterator

from quintain.table.errors import Problem

MOST_KNOWN = 20_000
"""So many addresses and seats are remembered; the ones not heard of longest are forgotten first."""


class AtOnce:
    """So much at once of each, and in all. Nobody in particular ("") counts in all only."""

    def __init__(self, what: str, each: float, in_all: float = float("inf")) -> None:
        self.what = what
        self.each = each
        self.in_all = in_all
        self.count = 0
        self.known: dict[str, int] = {}

    def enter(self, whose: str, amount: int = 1) -> None:
        """Count so much more, or refuse. What was counted is taken back by `leave`."""
        mine = self.known.get(whose, 0) + amount
        if self.count + amount > self.in_all or (whose and mine > self.each):
            raise Problem("busy", f"Too many {self.what} at once: try again in a moment.", 5)
        self.count += amount
        if whose and mine:
            self.known[whose] = mine

    @contextlib.contextmanager
    def one(self, whose: str) -> Iterator[None]:
        """Count one more for a while."""
        self.enter(whose)
        try:
            yield
        finally:
            self.leave(whose)

    def leave(self, whose: str, amount: int = 1) -> None:
        self.count -= amount
        left = self.known.pop(whose, amount) - amount
        if left:
            self.known[whose] = left


class Rate:
    """At most `most` at once, refilled at `per_second`. `what` ends the sentence "Too many ..."."""

    def __init__(self, what: str, most: float, per_second: float) -> None:
        self.what = what
        self.most = most
        self.per_second = per_second
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, whose: str) -> float:
        left, at = self.known.get(whose, (self.most, 0.0))
        return min(self.most, left + (time.monotonic() - at) * self.per_second)

    def check(self, whose: str, amount: float = 1) -> float:
        """Refuse where so much is not left; takes nothing, and returns what is left."""
        left = self.left(whose)
        if left < amount:
            after = int((amount - left) / self.per_second) + 1
            raise Problem("limited", f"Too many {self.what}: wait a little and try again.", after)
        return left

    def wait(self, whose: str) -> float:
        """Take one, and say for how many seconds whoever asks must wait for it."""
        left = self.left(whose)
        self._note(whose, left - 1)
        return max(0.0, (1 - left) / self.per_second)

    def take(self, whose: str, amount: float = 1) -> None:
        """Take so much, or refuse."""
        self._note(whose, self.check(whose, amount) - amount)

    def spend(self, whose: str) -> None:
        self._note(whose, self.left(whose) - 1)

    def _note(self, whose: str, left: float) -> None:
        self.known[whose] = (left, time.monotonic())
        self.known.move_to_end(whose)
        while len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
