"""Keeping the garbage collector out of the way.

Hundreds of tables are millions of objects that live for hours. A full collection looks at every one of them while everybody waits, and
finds nothing. So what has lived for a while is set aside, and only looked through again after many tables have left memory.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 20_000, 20, 50
MANY_LEFT = 20


class Collector:
    """Settles the collector of a process that does nothing but serve."""

    def __init__(self) -> None:
        self.left = 0
        """How many tables had left memory when everything was last looked through."""
        gc.set_threshold(YOUNG, MIDDLE, OLD)

    def settle(self, left: int) -> None:
        """Called now and then with the number of tables that have left memory so far."""
        if left - self.left >= MANY_LEFT:
            self.left = left
            gc.unfreeze()
        gc.collect()
        gc.freeze()
