"""Running many fights: in this process, in several, or on a cluster; always counted in their own order.

Fights come in chunks of fixed size. Whoever runs a chunk, and in whatever order chunks come back, they are merged from the first on,
and whether to stop early is decided after each chunk in that order: so the result depends on the seed alone.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_all_start_methods, get_context
from typing import Protocol

from quintain.engine import Malformed, RuleError
from quintain.lab.setting import Setting, Stage, unpacked
from quintain.lab.tally import Tally, count_fights

CHUNK = 200
THOUGHTFUL_CHUNK = 5
"""Fights in which a tactic thinks ahead take a thousand times as long."""
MOST_PROCESSES = 512
Chunk = tuple[int, int]
"""The number of its first fight, and how many."""
Progress = Callable[[Tally], None]
Enough = Callable[[Tally], bool]



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

    def submit(self, blob: bytes, chunks: list[Chunk], rows: bool) -> Future[list[Tally]]: ...


class Here:
    """One chunk after the other, in this process."""

    at_once = 1

    def to_a_task(self, chunks: int) -> int:
        return 1

    def submit(self, blob: bytes, chunks: list[Chunk], rows: bool) -> Future[list[Tally]]:
        done: Future[list[Tally]] = Future()
        done.set_result(run_chunks(blob, chunks, rows))
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
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=_leave_interrupts_to_the_parent)

    def to_a_task(self, chunks: int) -> int:
        return 1

    def submit(self, blob: bytes, chunks: list[Chunk], rows: bool) -> Future[list[Tally]]:
        try:
            return self._pool.submit(run_chunks, blob, chunks, rows)
        except BrokenProcessPool:
            self._pool = self._started()
            return self._pool.submit(run_chunks, blob, chunks, rows)

    def close(self) -> None:
        """Stop at once: what is still being sampled is not wanted any more."""
        for worker in active_children():
            if worker not in self._others:
                worker.terminate()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
    progress: Progress | None = None,
    rows: bool = False,
) -> tuple[Tally, str]:
    """All fights, or as many as it takes; and why it stopped: "done", "enough" or "interrupted"."""
    whole = _empty(rows)
    try:
        for _, tallies in _in_order([setting], fights, runs, rows):
            for tally in tallies:
                whole.merge(tally)
                if progress is not None:
                    progress(whole)
                if enough is not None and enough(whole):
                    return whole, "enough"
    except KeyboardInterrupt:
        if whole.n == 0:
            raise
        return whole, "interrupted"
    return whole, "done"


def run_many(settings: list[Setting], fights: int, runs: Runner) -> Iterator[tuple[int, Tally]]:
    """The same fights of several settings, all at once as far as there is room; each setting in its turn with its place."""
    whole = _empty(False)
    for place, tallies in _in_order(settings, fights, runs, False):
        for tally in tallies:
            whole.merge(tally)
        if whole.n == fights:
            yield place, whole
            whole = _empty(False)


def _empty(rows: bool) -> Tally:
    whole = Tally()
    if rows:
        whole.rows = []
    return whole


def _in_order(settings: list[Setting], fights: int, runs: Runner, rows: bool) -> Iterator[tuple[int, list[Tally]]]:
    """The chunks of all settings, some of them running ahead, in order: the place of the setting and some tallies of it."""
    tasks = list(_tasks(settings, fights, runs))
    waiting: list[tuple[int, bytes, list[Chunk], Future[list[Tally]]]] = []
    at = 0
    try:
        while at < len(tasks) or waiting:
            while at < len(tasks) and len(waiting) < runs.at_once:
                place, blob, chunks = tasks[at]
                waiting.append((place, blob, chunks, runs.submit(blob, chunks, rows)))
                at += 1
            place, blob, chunks, future = waiting.pop(0)
            yield place, _result(runs, blob, chunks, rows, future)
    finally:
        for *_, future in waiting:
            future.cancel()


def _tasks(settings: list[Setting], fights: int, runs: Runner) -> Iterator[tuple[int, bytes, list[Chunk]]]:
    size = THOUGHTFUL_CHUNK if any(setting.thinking for setting in settings) else CHUNK
    chunks = [(first, min(size, fights - first + 1)) for first in range(1, fights + 1, size)]
    each = runs.to_a_task(len(chunks) * len(settings))
    for place, setting in enumerate(settings):
        blob = setting.packed()
        for at in range(0, len(chunks), each):
            yield place, blob, chunks[at : at + each]


def _result(runs: Runner, blob: bytes, task: list[Chunk], rows: bool, future: Future[list[Tally]]) -> list[Tally]:
    """The tallies of some chunks; where the process that ran them died, the same fights again."""
    for _ in range(3):
        try:
            return future.result()
        except BrokenProcessPool:
            future = runs.submit(blob, task, rows)
    raise RuleError(f"the processes that ran fights {task[0][0]} on died three times over: too little memory?")
