"""A worker process: takes jobs as lines of JSON on its input, answers with lines on its output, one job at a time.

In: {"job", "kind", "asked"} or {"cancel": job}. Out: {"job", "progress"}, {"job", "partial"}, {"job", "result"} or {"job", "error"}.
It gives way to everything else on the machine, and ends when its input does.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
import time
from typing import Any

import msgspec

from quintain.engine import Refusal
from quintain.systems import system, system_names
from quintain.table.memory import nothing_old, read_once
from quintain.table.work import KINDS, Watch

GIVING_WAY = 19
RARELY = 0.1
"""Seconds between two words on how far a job is."""


class Worker:
    def __init__(self) -> None:
        self.out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # whatever prints must not disturb the line
        self.jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.dropped: set[str] = set()
        self.told = 0.0

    def read_on(self) -> None:
        for line in sys.stdin.buffer:
            got = msgspec.json.decode(line)
            if "cancel" in got:
                self.dropped.add(got["cancel"])
            else:
                self.jobs.put(got)
        os._exit(0)

    def send(self, **parts: Any) -> None:
        try:
            self.out.write(msgspec.json.encode(parts) + b"\n")
            self.out.flush()
        except BrokenPipeError:  # the server was killed: nobody waits for this any more
            os._exit(0)

    def run(self) -> None:
        threading.Thread(target=self.read_on, daemon=True).start()
        while True:
            job = self.jobs.get()
            with nothing_old() if job["kind"] == "odds" else contextlib.nullcontext():
                self.carry_out(job["job"], job["kind"], job["asked"])

    def carry_out(self, id: str, kind: str, asked: dict[str, Any]) -> None:
        def tell(parts: dict[str, Any]) -> None:
            if "partial" in parts or time.monotonic() - self.told > RARELY:
                self.told = time.monotonic()
                self.send(job=id, **parts)

        try:
            load(asked)
            self.send(job=id, progress=0.0)  # the rules are loaded: from here on its time counts
            result = KINDS[kind](asked, Watch(tell, lambda: id in self.dropped))
            self.send(job=id, result=result)
        except Refusal as no:
            self.send(job=id, error={"kind": "illegal", "text": str(no).encode(errors="replace").decode()})
        except Exception as problem:
            self.send(job=id, error={"kind": "illegal", "text": f"this could not be worked out ({type(problem).__name__})."})
            print(f"worker: {kind}: {problem!r}", file=sys.stderr)
        self.dropped.discard(id)


loaded: set[str] = set()
"""The rules that this process has."""


def load(asked: dict[str, Any]) -> None:
    """Load the rules that a job is about, where it says so."""
    for about in (asked.get("record"), asked.get("encounter")):
        name = about.get("system") if isinstance(about, dict) else about.split("/")[0] if isinstance(about, str) else None
        if isinstance(name, str) and name in system_names() and name not in loaded:
            system(name)
            loaded.add(name)
            read_once()


def give_way(niceness: int) -> None:
    """Let everything else on the machine go first, as far as the system knows how."""
    with contextlib.suppress(OSError):
        os.nice(niceness)
    if niceness >= GIVING_WAY:
        with contextlib.suppress(OSError, AttributeError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(int(sys.argv[1]) if len(sys.argv) > 1 else GIVING_WAY)
    Worker().run()


if __name__ == "__main__":
    main()
