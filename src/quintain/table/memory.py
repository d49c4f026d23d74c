"""Keeping the garbage collector out of the way.

Hundreds of tables are millions of objects that live for hours. A full collection looks at every one of them while everybody waits, and
finds next to nothing: what an answer, a refusal or a taking back replaces goes by itself (`engine.history.whole`), and so does a table
that leaves memory (`Session.let_go`). What is new is no better: an answer makes a few thousand objects, nearly all of which stand
until the table's next answer, so that looking through them took a twentieth of a busy server's time. So nothing is looked through as
play goes on. Everything is where nobody is playing, and where so many tables have left, or so much has come, in spite of that: a page
that connects leaves some 4 kB behind which nothing but the collector finds.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG = 300
"""In a process that works on one thing: after so many new objects, less those that went, the new ones are looked through."""
SOMETIMES = 10
NEVER = 1_000_000
MANY_LEFT, TOO_MANY_LEFT = 20, 2_000
LONG, TOO_LONG = 300.0, 3600.0
"""After so many tables left, or seconds went by, everything is looked through: where nobody plays, and where they always do."""
TOO_MANY_NEW = 10_000_000
"""So many objects more than when everything was last looked through, about 1 GB: it is time, whoever plays."""


class Collector:
    """Settles the collector of a process that does nothing but serve."""

    def __init__(self) -> None:
        self.left = 0
        """How many tables had left memory when everything was last looked through."""
        self.last = time.monotonic()
        self.done = 0
        """How many commands had been carried out when this was last asked."""
        gc.set_threshold(0)

    def settle(self, left: int, done: int) -> None:
        """Called now and then with the numbers of tables that have left memory, and of commands, so far."""
        quiet, self.done = done == self.done, done
        many, long = (MANY_LEFT, LONG) if quiet else (TOO_MANY_LEFT, TOO_LONG)
        if left - self.left >= many or time.monotonic() - self.last >= long or gc.get_count()[0] >= TOO_MANY_NEW:
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
