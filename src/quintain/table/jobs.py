"""Work that would hold the table up: given to worker processes, with quotas, progress and cancel."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec

from quintain._build import child_environment
from quintain.table.errors import Problem

log = logging.getLogger("quintain.jobs")
MOST_WAITING = 64
MOST_OF_ONE = 16
"""Jobs of one table, or of one address, that run or wait at a time: several people at home share an address, each with a page or two
that counts up to three things. What keeps one from holding up the others is whose turn it is, not this."""
MOST_BYTES = 16_000_000
"""Of what these are to be worked out from."""
KEPT = 300
MOST_KEPT_BYTES = 32_000_000
"""So many jobs are remembered, and so much of what forecasts were made from, whose fights can be watched."""
PATIENCE = 1.0
"""Seconds that a worker has to give up a job that is no longer wanted, before it is ended and another started."""
IDLE = 60.0
"""Seconds without a job after which a worker process ends, and its memory is free for others."""
QUICK = ("odds", "check", "written", "replay", "replay_view", "fair", "bestiary", "table", "shipped")
"""What people wait for, apart from the lab."""
QUICKLY = 20.0
"""Seconds that something short may take, from when a worker begins with it."""
BEGINNING = 60.0
"""Seconds that it may wait for a worker, one that has yet to load the rules included."""
LARGEST_ANSWER = 64 * 1024 * 1024


class Job:
    """One piece of work. `told` is called with partial results as they come."""

    def __init__(self, kind: str, asked: dict[str, Any], owner: str, told: Callable[[dict[str, Any]], None] | None) -> None:
        self.id = secrets.token_urlsafe(16)
        self.kind = kind
        try:
            self.line = msgspec.json.encode({"job": self.id, "kind": kind, "asked": asked}) + b"\n"
        except (ValueError, OverflowError, RecursionError, TypeError):
            raise Problem("malformed", "This holds a number too large, a sign that is none, or is nested too deep.") from None
        self.owner = owner
        self.told = told
        self.state = "running"
        self.progress = 0.0
        self.result: Any = None
        self.error = ""
        self.made = time.time()
        self.begun: asyncio.Event = asyncio.Event()
        self.done: asyncio.Event = asyncio.Event()

    def as_data(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"job": self.id, "kind": self.kind, "state": self.state, "progress": round(self.progress, 3)}
        if self.state == "done":
            shown["result"] = self.result
        if self.error:
            shown["error"] = self.error
        return shown

    def asked(self) -> dict[str, Any]:
        """What it was to be worked out from, as long as that is kept."""
        asked: dict[str, Any] = msgspec.json.decode(self.line)["asked"]
        return asked

    def finish(self, state: str, result: Any = None, error: str = "") -> None:
        if self.state == "running":
            self.state, self.result, self.error = state, result, error
            self.progress = 1.0 if state == "done" else self.progress
            if self.kind != "forecast" or state == "failed":  # else its fights can be watched
                self.line = b""
            self.begun.set()
            self.done.set()


class Lane:
    """Some worker processes and the jobs that wait for them."""

    def __init__(self, workers: int, niceness: int) -> None:
        self.workers = workers
        self.niceness = niceness
        self.waiting: deque[Job] = deque()
        self.running: dict[int, Job] = {}
        self.served: dict[str, int] = {}
        """When everybody whose jobs wait was last served, counted in jobs."""
        self.tasks: list[asyncio.Task[None]] = []
        self.wake = asyncio.Condition()
        self.stopped = False

    async def put(self, job: Job) -> None:
        if sum(1 for one in self.waiting if one.state == "running") >= MOST_WAITING:
            raise Problem("busy", "Too much is being worked out already; try again in a while.", 5)
        if not self.tasks:
            self.tasks = [asyncio.create_task(self._serve(place)) for place in range(self.workers)]
        self.waiting.append(job)
        async with self.wake:
            self.wake.notify()

    async def _serve(self, place: int) -> None:
        """One job after the other, in a worker process that is begun when there is a job and ended when there is none for long."""
        while not self.stopped:
            await self._waited(None)
            environment = child_environment()
            beginning = asyncio.ensure_future(self.begin(environment))
            try:
                process = await asyncio.shield(beginning)
                alive = True
                while alive and not self.stopped and await self._waited(IDLE):
                    if child_environment() != environment:
                        break  # the rules were compiled meanwhile: another process uses that
                    job = self.next_job()
                    if job is None:
                        continue
                    self.running[place] = job
                    try:
                        alive = await self._carry(process, job)
                    except Exception:  # whatever it was: the next job gets a worker
                        log.exception("a job of kind %s was given up", job.kind)
                        job.finish("failed", error="This could not be worked out.")
                        alive = False
                    self.running.pop(place, None)
            finally:
                self.running.pop(place, None)
                process = await beginning  # also where the server stops while it begins: no process is left behind
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def begin(self, environment: dict[str, str]) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "quintain.table.worker", str(self.niceness), env=environment,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LARGEST_ANSWER,
        )  # fmt: skip

    def next_job(self) -> Job | None:
        """The next job: of whoever has least under way, among those of whoever was served longest ago, then the oldest."""
        self.waiting = deque([job for job in self.waiting if job.state == "running"])
        if not self.waiting:
            return None
        under_way = Counter([job.owner for job in self.running.values()])
        job = min(self.waiting, key=lambda one: (under_way[one.owner], self.served.get(one.owner, 0)))
        self.waiting.remove(job)
        latest = max(self.served.values(), default=0)
        self.served = {owner: self.served.get(owner, 0) for owner in {one.owner for one in self.waiting}}
        self.served[job.owner] = latest + 1
        return job

    async def _waited(self, seconds: float | None) -> bool:
        """Wait for a job; False where none came in time."""
        try:
            async with asyncio.timeout(seconds), self.wake:
                while not self.waiting:
                    await self.wake.wait()
        except TimeoutError:
            return False
        return True

    async def _carry(self, process: asyncio.subprocess.Process, job: Job) -> bool:
        """Give a job to the process; False where the process is no longer to be used."""
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(job.line)
            await process.stdin.drain()
            dropped = asyncio.create_task(job.done.wait())
            try:
                while True:
                    reading = asyncio.create_task(process.stdout.readline())
                    await asyncio.wait({reading, dropped}, return_when=asyncio.FIRST_COMPLETED)
                    if not reading.done():
                        return await self._give_up(process, job, reading)
                    line = reading.result()
                    if not line:
                        job.finish("failed", error="The process that worked on this ended; try again.")
                        return False
                    if self._heard(job, msgspec.json.decode(line)):
                        return True
            finally:
                dropped.cancel()
        except (OSError, ValueError, msgspec.DecodeError):
            job.finish("failed", error="The process that worked on this ended; try again.")
            return False

    async def _give_up(self, process: asyncio.subprocess.Process, job: Job, reading: asyncio.Task[bytes]) -> bool:
        """The job is not wanted any more: ask the worker to stop; where it does not soon, end it."""
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode({"cancel": job.id}) + b"\n")
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    line = await reading
                    got = msgspec.json.decode(line) if line else {"error": ""}
                    if "result" in got or "error" in got:
                        return bool(line)
                    reading = asyncio.create_task(process.stdout.readline())
        except TimeoutError:
            return False

    def _heard(self, job: Job, got: dict[str, Any]) -> bool:
        job.begun.set()
        if "progress" in got:
            job.progress = got["progress"]
        elif "partial" in got:
            if job.told is not None:
                job.told(got["partial"])
        elif "result" in got:
            job.finish("done", got["result"])
            return True
        elif "error" in got:
            job.finish("failed", error=got["error"]["text"])
            return True
        return False

    async def stop(self) -> None:
        self.stopped = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Jobs:
    """All jobs of a server process: odds in one lane, so that they never wait behind a forecast, the lab in another."""

    def __init__(self, workers: int) -> None:
        self.quick = Lane(1, 5)
        self.slow = Lane(max(1, workers), 19)
        self.known: OrderedDict[str, Job] = OrderedDict()

    async def submit(
        self, kind: str, asked: dict[str, Any], owner: str, told: Callable[[dict[str, Any]], None] | None = None
    ) -> Job:
        job = Job(kind, asked, owner, told)
        of_one = [one for one in self.known.values() if one.owner == owner and one.state == "running"]
        too_many = kind not in QUICK and sum(1 for one in of_one if one.kind not in QUICK) >= MOST_OF_ONE
        if too_many or len(job.line) + sum(len(one.line) for one in of_one) > MOST_BYTES:
            raise Problem("busy", "Several things are being worked out for you already; wait for one, or cancel it.", 5)
        self.known[job.id] = job
        while len(self.known) > KEPT:
            _, oldest = self.known.popitem(last=False)
            oldest.finish("cancelled")
        done = [one for one in self.known.values() if one.state != "running"]
        held = sum(len(one.line) for one in done)
        for one in done:
            if held > MOST_KEPT_BYTES:
                held -= len(one.line)
                del self.known[one.id]
        await (self.quick if kind in QUICK else self.slow).put(job)
        return job

    async def result(self, kind: str, asked: dict[str, Any], owner: str, seconds: float = QUICKLY) -> Any:
        """The result of something short; a refusal is a Problem, and so is what takes too long."""
        job = await self.submit(kind, asked, owner)
        try:
            async with asyncio.timeout(BEGINNING):
                await job.begun.wait()
            async with asyncio.timeout(seconds):
                await job.done.wait()
        except TimeoutError:
            job.finish("cancelled")
            raise Problem("busy", "This took too long.", 5) from None
        finally:
            self.forget(job)
        if job.state != "done":
            raise Problem("illegal", job.error or "This was broken off.")
        return job.result

    def running(self) -> int:
        return sum(1 for job in self.known.values() if job.state == "running")

    def forget(self, job: Job) -> None:
        """Whoever asked is served or gone: stop it if it still runs."""
        self.known.pop(job.id, None)
        job.finish("cancelled")

    def get(self, id: str) -> Job:
        job = self.known.get(id)
        if job is None:
            raise Problem("missing", "There is no such job, or it was long ago.")
        return job

    def cancel(self, id: str) -> Job:
        job = self.get(id)
        job.finish("cancelled")
        return job

    async def stop(self) -> None:
        for job in self.known.values():
            job.finish("cancelled")
        await asyncio.gather(self.quick.stop(), self.slow.stop())
