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
Progress = Callable[[Tally], None]
Enough = Callable[[Tally], bool]



class _Kept(threading.local):
    """What each thread of a worker has made ready; a stage runs one fight at a time."""

    def __init__(self) -> None:
        self.stages: dict[bytes, Stage] = {}


_kept = _Kept()


def run_chunk(blob: bytes, first: int, count: int, rows: bool = False) -> Tally:
    """Some fights of a packed setting. What it unpacked last it keeps, since chunks of one setting follow each other."""
    stages = _kept.stages
    stage = stages.get(blob)
    if stage is None:
        if len(stages) >= 64:
            stages.clear()
        stage = stages[blob] = Stage(unpacked(blob))
    return count_fights(stage, first, count, rows)


class Runner(Protocol):
    """Something that runs chunks."""

    at_once: int

    def submit(self, blob: bytes, first: int, count: int, rows: bool) -> Future[Tally]: ...


class Here:
    """One chunk after the other, in this process."""

    at_once = 1

    def submit(self, blob: bytes, first: int, count: int, rows: bool) -> Future[Tally]:
        done: Future[Tally] = Future()
        done.set_result(run_chunk(blob, first, count, rows))
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

    def submit(self, blob: bytes, first: int, count: int, rows: bool) -> Future[Tally]:
        try:
            return self._pool.submit(run_chunk, blob, first, count, rows)
        except BrokenProcessPool:
            self._pool = self._started()
            return self._pool.submit(run_chunk, blob, first, count, rows)

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
    blob = setting.packed()
    size = THOUGHTFUL_CHUNK if setting.thinking else CHUNK
    chunks = [(first, min(size, fights - first + 1)) for first in range(1, fights + 1, size)]
    whole = Tally()
    if rows:
        whole.rows = []
    waiting: list[tuple[int, int, Future[Tally]]] = []
    place = 0
    try:
        while place < len(chunks) or waiting:
            while place < len(chunks) and len(waiting) < runs.at_once:
                first, count = chunks[place]
                waiting.append((first, count, runs.submit(blob, first, count, rows)))
                place += 1
            first, count, future = waiting.pop(0)
            whole.merge(_result(runs, blob, first, count, rows, future))
            if progress is not None:
                progress(whole)
            if enough is not None and enough(whole):
                return whole, "enough"
    except KeyboardInterrupt:
        if whole.n == 0:
            raise
        return whole, "interrupted"
    finally:
        for _, _, future in waiting:
            future.cancel()
    return whole, "done"


def _result(runs: Runner, blob: bytes, first: int, count: int, rows: bool, future: Future[Tally]) -> Tally:
    """The chunk's tally; where the process that ran it died, the same fights again."""
    for _ in range(3):
        try:
            return future.result()
        except BrokenProcessPool:
            future = runs.submit(blob, first, count, rows)
    raise RuleError(f"the processes that ran fights {first} to {first + count - 1} died three times over: too little memory?")
