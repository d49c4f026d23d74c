"""Running many fights: in this process, in several, or on a cluster; always counted in their own order.

Fights come in chunks of fixed size. Whoever runs a chunk, and in whatever order chunks come back, they are merged from the first on,
and whether to stop early is decided after each chunk in that order: so the result depends on the seed alone.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_all_start_methods, get_context
from typing import Any, Protocol, TypeVar

from quintain.engine import Malformed, RuleError, Unavailable
from quintain.lab.setting import Setting, Stage, unpacked
from quintain.lab.tally import Tally, count_fights

CHUNK = 200
SMALL_CHUNK = 100
"""Where a run may end early, which is decided after each chunk."""
THOUGHTFUL_CHUNK = 5
"""Fights in which a tactic thinks ahead take a thousand times as long."""
MOST_PROCESSES = 512
Chunk = tuple[int, int]
"""The number of its first fight, and how many."""
Progress = Callable[[float], None]
"""Is told what share of the work is done, from 0 to 1."""
Cancelled = Callable[[], bool]
"""Says whether the work is no longer wanted; asked between chunks."""
Counted = Callable[[Tally], None]
"""Is shown what has been counted so far."""
Enough = Callable[[Tally], bool]
"""Says whether enough fights are counted."""
T = TypeVar("T")


class Stopped(Exception):
    """Whoever asked for the work does not want it any more."""


INTERRUPTS = (KeyboardInterrupt, Stopped)
"""How work ends early: by a key, or by the caller's word. What is done is reported as unfinished."""


class Watch:
    """How far a piece of work is, told to whoever watches; and whether they still want it."""

    def __init__(self, progress: Progress | None = None, cancelled: Cancelled | None = None) -> None:
        self._progress = progress
        self._cancelled = cancelled
        self._share = 0.0

    def at(self, share: float) -> None:
        """So much is done; it never goes back."""
        self._share = max(self._share, min(1.0, share))
        if self._progress is not None:
            self._progress(self._share)

    def check(self) -> None:
        """Stop here if the work is no longer wanted."""
        if self._cancelled is not None and self._cancelled():
            raise Stopped("stopped at the caller's word")

    def part(self, first: float, last: float) -> Watch:
        """The same for a part of the work, which is this much of the whole."""
        return Watch(lambda share: self.at(first + share * (last - first)), self._cancelled)


def nothing_known(why: BaseException) -> BaseException:
    """What to raise when work was stopped before there was anything to report."""
    return why if isinstance(why, KeyboardInterrupt) else Unavailable("it was stopped before anything was known.")


class _Kept(threading.local):
    """What each thread of a worker has made ready; a stage runs one fight at a time."""

    def __init__(self) -> None:
        self.stages: dict[bytes, Stage] = {}


_kept = _Kept()


def run_chunks(blob: bytes, chunks: list[Chunk], rows: bool = False) -> list[Tally]:
    """Some chunks of a packed setting. What it unpacked last it keeps, since chunks of one setting follow each other."""
    stages = _kept.stages
    stage = stages.get(blob)
    if stage is None:
        if len(stages) >= 64:
            stages.clear()
        stage = stages[blob] = Stage(unpacked(blob))
    return [count_fights(stage, first, count, rows) for first, count in chunks]


class Runner(Protocol):
    """Something that runs chunks, some of them at once and several to a task where tasks are dear."""

    at_once: int

    def to_a_task(self, chunks: int) -> int: ...

    def submit(self, work: Callable[..., T], *args: Any) -> Future[T]: ...


class Here:
    """One chunk after the other, in this process."""

    at_once = 1

    def to_a_task(self, chunks: int) -> int:
        return 1

    def submit(self, work: Callable[..., T], *args: Any) -> Future[T]:
        done: Future[T] = Future()
        done.set_result(work(*args))
        return done


class Processes:
    """Several processes of this machine. A worker that dies is replaced and its chunk run again."""

    def __init__(self, processes: int) -> None:
        self.at_once = 2 * processes
        self._processes = processes
        self._others = active_children()
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        # Forking is quick and needs no guard in scripts, but is not safe beside running threads.
        fork = "fork" in get_all_start_methods() and threading.active_count() == 1
        context = get_context("fork" if fork else "spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_settle)

    def to_a_task(self, chunks: int) -> int:
        return 1

    def submit(self, work: Callable[..., T], *args: Any) -> Future[T]:
        with _uninterrupted():
            try:
                return self._pool.submit(work, *args)
            except BrokenProcessPool:
                self._pool = self._started()
                return self._pool.submit(work, *args)

    def close(self) -> None:
        """Stop at once: what is still being sampled is not wanted any more."""
        for worker in active_children():
            if worker not in self._others:
                worker.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt waits until the workers are there: one that is being started would tell of it in its own words."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle() -> None:
    """A worker leaves interrupts to the parent, and does not look for garbage among what it was started with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()


def usable_processes() -> int:
    """How many processes can really run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@contextmanager
def runner(processes: int | None = None, cluster: str = "") -> Iterator[Runner]:
    """Where fights run: on a cluster, in several processes, or here."""
    if cluster:
        from quintain.lab.cluster import on_cluster

        with on_cluster(cluster) as found:
            yield found
        return
    wanted = usable_processes() if processes is None else processes
    if wanted < 1:
        raise Malformed("at least one process is needed.")
    if wanted > MOST_PROCESSES:
        raise Malformed(f"at most {MOST_PROCESSES} processes on one machine, not {wanted:,}; a cluster has room for more.")
    if wanted == 1:
        yield Here()
        return
    pool = Processes(wanted)
    try:
        yield pool
    finally:
        pool.close()


def run(
    setting: Setting,
    fights: int,
    runs: Runner,
    enough: Enough | None = None,
    watch: Watch | None = None,
    rows: bool = False,
    counted: Counted | None = None,
) -> tuple[Tally, str]:
    """All fights, or as many as it takes; and why it stopped: "done", "enough" or "interrupted"."""
    whole = empty_tally(rows)
    watch = watch or Watch()
    try:
        for _, tallies in _in_order([setting], fights, runs, rows, watch, chunk=CHUNK if enough is None else SMALL_CHUNK):
            for tally in tallies:
                whole.merge(tally)
                watch.at(whole.n / fights)
                if counted is not None:
                    counted(whole)
                if enough is not None and enough(whole):
                    return whole, "enough"
    except INTERRUPTS as why:
        if whole.n == 0:
            raise nothing_known(why) from None
        return whole, "interrupted"
    return whole, "done"


def run_many(settings: list[Setting], fights: int, runs: Runner, watch: Watch | None = None) -> Iterator[tuple[int, Tally]]:
    """The same fights of several settings, all at once as far as there is room; each setting in its turn with its place."""
    whole = empty_tally(False)
    watch = watch or Watch()
    for place, tallies in _in_order(settings, fights, runs, False, watch):
        for tally in tallies:
            whole.merge(tally)
        watch.at((place + whole.n / fights) / len(settings))
        if whole.n == fights:
            yield place, whole
            whole = empty_tally(False)


def run_together(
    settings: list[Setting], fights: int, runs: Runner, watch: Watch | None = None, counted: Counted | None = None
) -> tuple[list[Tally], str]:
    """The same fights of several settings side by side, chunk by chunk: whenever it stops, all have the same number."""
    wholes = [empty_tally(False) for _ in settings]
    watch = watch or Watch()
    coming: list[list[Tally]] = []
    try:
        for _, tallies in _in_order(settings, fights, runs, False, watch, side_by_side=True):
            coming.append(tallies)
            if len(coming) < len(settings):
                continue
            for whole, parts in zip(wholes, coming, strict=True):
                for tally in parts:
                    whole.merge(tally)
            coming = []
            watch.at(wholes[0].n / fights)
            if counted is not None:
                counted(wholes[0])
    except INTERRUPTS as why:
        if wholes[0].n == 0:
            raise nothing_known(why) from None
        return wholes, "interrupted"
    return wholes, "done"


def empty_tally(rows: bool) -> Tally:
    whole = Tally()
    if rows:
        whole.rows = []
    return whole


def _in_order(
    settings: list[Setting],
    fights: int,
    runs: Runner,
    rows: bool,
    watch: Watch,
    side_by_side: bool = False,
    chunk: int = CHUNK,
) -> Iterator[tuple[int, list[Tally]]]:
    """The chunks of all settings, some of them running ahead, in order: the place of the setting and some tallies of it."""
    tasks = _tasks(settings, fights, runs, side_by_side, chunk)
    calls = ((run_chunks, (blob, chunks, rows)) for _, blob, chunks in tasks)
    places = [place for place, _, _ in tasks]
    for number, tallies in enumerate(in_order(calls, runs, watch)):
        yield places[number], tallies


def in_order(calls: Iterator[tuple[Callable[..., T], tuple[Any, ...]]], runs: Runner, watch: Watch) -> Iterator[T]:
    """What these calls return, in their order, as many running ahead as there is room for."""
    waiting: list[tuple[Callable[..., T], tuple[Any, ...], Future[T]]] = []
    more = True
    try:
        while more or waiting:
            while more and len(waiting) < runs.at_once:
                watch.check()
                call = next(calls, None)
                if call is None:
                    more = False
                else:
                    waiting.append((*call, runs.submit(call[0], *call[1])))
            if waiting:
                watch.check()
                work, args, future = waiting.pop(0)
                yield result_of(runs, work, args, future)
    finally:
        for *_, future in waiting:
            future.cancel()


def _tasks(
    settings: list[Setting], fights: int, runs: Runner, side_by_side: bool, chunk: int
) -> list[tuple[int, bytes, list[Chunk]]]:
    size = THOUGHTFUL_CHUNK if any(setting.thinking for setting in settings) else chunk
    chunks = [(first, min(size, fights - first + 1)) for first in range(1, fights + 1, size)]
    each = runs.to_a_task(len(chunks) * len(settings))
    blobs = [setting.packed() for setting in settings]
    groups = [chunks[at : at + each] for at in range(0, len(chunks), each)]
    if side_by_side:
        return [(place, blob, group) for group in groups for place, blob in enumerate(blobs)]
    return [(place, blob, group) for place, blob in enumerate(blobs) for group in groups]


def result_of(runs: Runner, work: Callable[..., T], args: tuple[Any, ...], future: Future[T]) -> T:
    """What a call returned; where the process that ran it died, the same call again."""
    for _ in range(3):
        try:
            return future.result()
        except BrokenProcessPool:
            future = runs.submit(work, *args)
    raise RuleError("the processes that ran these fights died three times over: too little memory?")
