"""Running many fights, and some of them in another setting as well, on the same processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from quintain.lab.run import (
    CHUNK,
    INTERRUPTS,
    SMALL_CHUNK,
    Chunk,
    Counted,
    Enough,
    Runner,
    Watch,
    empty_tally,
    nothing_known,
    result_of,
    run_chunks,
)
from quintain.lab.setting import Setting
from quintain.lab.tally import Tally

LEAST_CHUNK = 20
Call = tuple[Callable[..., list[Tally]], tuple[Any, ...]]
Expected = Callable[[Tally], int]
"""Says how many fights will probably be enough."""


class Beside:
    """Some of the fights of a run in another setting as well: how many follows from how many the run has."""

    def __init__(self, setting: Setting, fights: Callable[[int], int]) -> None:
        self.fights = fights
        self.tally = empty_tally(False)
        self._blob = setting.packed()
        self._begun = 0

    def call(self, of: int, size: int, part: bool) -> Call | None:
        """The next so many of those that a run of at least so many fights wants, or the rest where a `part` will do."""
        size = min(size, self.fights(of) - self._begun) if part else size
        if size <= 0 or self._begun + size > self.fights(of):
            return None
        first, self._begun = self._begun + 1, self._begun + size
        return run_chunks, (self._blob, [(first, size)])


def run_with(
    setting: Setting,
    beside: Beside,
    fights: int,
    runs: Runner,
    enough: Enough | None = None,
    expected: Expected | None = None,
    watch: Watch | None = None,
    rows: bool = False,
    counted: Counted | None = None,
) -> tuple[Tally, str]:
    """Like `run`, with some of the fights in another setting beside them, on the same processes.

    These begin when as many of the run's own as will probably be enough are on their way, so that no process waits at the end and
    hardly a fight is played that is not counted. What is played when depends on the machine, what is counted does not.
    """
    whole, stopped, begun, blob = empty_tally(rows), "", 0, setting.packed()
    chunk = CHUNK if enough is None else SMALL_CHUNK
    each = runs.to_a_task(-(-fights // chunk))
    watch = watch or Watch()
    waiting: list[tuple[bool, Call, Future[list[Tally]]]] = []

    def next_call() -> tuple[bool, Call] | None:
        nonlocal begun
        if stopped:
            share = -(-2 * (beside.fights(whole.n) - beside.tally.n) // runs.at_once)
            rest = beside.call(whole.n, min(chunk, max(LEAST_CHUNK, share)), part=True)
            return None if rest is None else (True, rest)
        if begun >= (fights if expected is None or not whole.n else expected(whole)):
            other = beside.call(whole.n, chunk, part=False)
            if other is not None:
                return True, other
        chunks: list[Chunk] = []
        while begun < fights and len(chunks) < each:
            chunks.append((begun + 1, min(chunk, fights - begun)))
            begun += chunks[-1][1]
        return (False, (run_chunks, (blob, chunks, rows))) if chunks else None

    try:
        while True:
            watch.check()
            while len(waiting) < runs.at_once and (found := next_call()) is not None:
                other, call = found
                waiting.append((other, call, runs.submit(call[0], *call[1])))
            if not waiting:
                return whole, stopped
            other, call, future = waiting.pop(0)
            for tally in result_of(runs, call[0], call[1], future):
                if other:
                    beside.tally.merge(tally)
                elif not stopped:
                    whole.merge(tally)
                    if counted is not None:
                        counted(whole)
                    stopped = "enough" if enough is not None and enough(whole) else "done" if whole.n == fights else ""
            watch.at((whole.n + beside.tally.n) / (fights + beside.fights(fights)))
            if stopped:
                for late in [one for one in waiting if not one[0] and one[2].cancel()]:
                    waiting.remove(late)
    except INTERRUPTS as why:
        if whole.n == 0:
            raise nothing_known(why) from None
        return whole, stopped or "interrupted"
    finally:
        for *_, future in waiting:
            future.cancel()
