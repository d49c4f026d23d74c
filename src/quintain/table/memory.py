"""Keeping the garbage collector out of the way.

Hundreds of tables are millions of objects that live for hours. A full collection looks at every one of them while everybody waits, and
finds next to nothing: what an answer replaces goes by itself (`engine.history.whole`), and so does a table that leaves memory
(`Session.let_go`). So only what is new is looked through as play goes on, a little at a time; everything is where nobody is playing,
and where many tables have left in spite of that.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 300
"""After so many new objects, less those that went, the new ones are looked through, each of them once. Where answers replace what was
there, ten times as many are new by then: with 2,000 everybody waited for 10 ms and more, as often as not in the middle of a view."""
SOMETIMES = 10
NEVER = 1_000_000
MANY_LEFT, TOO_MANY_LEFT = 20, 2_000
LONG, TOO_LONG = 300.0, 3600.0
"""After so many tables left, or seconds went by, everything is looked through: where nobody plays, and where they always do."""


class Collector:
    """Settles the collector of a process that does nothing but serve."""

    def __init__(self) -> None:
        self.left = 0
        """How many tables had left memory when everything was last looked through."""
        self.last = time.monotonic()
        self.done = 0
        """How many commands had been carried out when this was last asked."""
        gc.set_threshold(YOUNG, NEVER, NEVER)

    def settle(self, left: int, done: int) -> None:
        """Called now and then with the numbers of tables that have left memory, and of commands, so far."""
        quiet, self.done = done == self.done, done
        many, long = (MANY_LEFT, LONG) if quiet else (TOO_MANY_LEFT, TOO_LONG)
        if left - self.left >= many or time.monotonic() - self.last >= long:
            gc.collect()
            self.left, self.last = left, time.monotonic()


@contextmanager
def nothing_old() -> Iterator[None]:
    """While something must be done in time: what has been there for long is not looked through."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, SOMETIMES, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def read_once() -> None:
    """In a process that works on one thing after the other: what is loaded by now stays, and need not be looked through again."""
    gc.collect()
    gc.freeze()
