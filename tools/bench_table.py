"""Load on the table service: real sockets on loopback, real fights of all five systems, every answer durable.

    python -m tools.bench_table                     200 tables of 6 seats at 100 and 400 answers a second, 30 s each
    python -m tools.bench_table --all               the same, and growth, the lab beside it, idle tables: about 8 minutes

Options: --tables, --seats, --rates 100,400, --seconds, --growth (memory with 1, 50, 200, 1,000 tables), --lab (answers at other tables
while four forecasts of the slowest shipped encounter run), --idle (tables leave memory and come back), --database URL, --plain (do not
use the compiled build in build/compiled).

The load generator runs on the same machine. For each answer: the time from sending it until the last seat of its table has its update
and the receipt is there. CPU per answer is the server's own, so it means something on a busy machine too; the times do not. A
calibration loop says how fast this machine is today. The last lines say which targets were met.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quintain.table.memory import nothing_old

ENCOUNTERS = ["clash/standard", "tiers/standard", "riposte/ferry", "toughness/standard", "escalation/toll"]
SLOWEST = "escalation/day"
"""Of the shipped encounters, the one whose sampled fights take longest."""
GROWTH = (1, 50, 200, 1000)


# -- what the generator reads of a frame ---------------------------------------------------------------------------------


class Option(msgspec.Struct):
    id: str


class Question(msgspec.Struct):
    id: str
    yours: bool = False
    declared: bool = False
    options: list[Option] = []


class Parts(msgspec.Struct):
    """Of a view or of changes, what matters for answering; the rest is skipped."""

    version: int = -1
    questions: list[Question] | None = None
    outcome: msgspec.Raw = msgspec.Raw()


class Changes(msgspec.Struct):
    version: int
    since: int
    view: Parts
    questions_from: list[int] | None = None


class Frame(msgspec.Struct):
    type: str
    view: Parts | None = None
    changes: Changes | None = None
    error: dict[str, str] = {}


decode = msgspec.json.Decoder(Frame).decode


def calibration() -> float:
    """Millions of small steps of Python a second."""
    began, total = time.perf_counter(), 0
    for number in range(2_000_000):
        total += number & 3
    return 2 / (time.perf_counter() - began)


# -- the server ----------------------------------------------------------------------------------------------------------


class Server:
    """The server as a process of its own; compiled, where this checkout was compiled."""

    def __init__(
        self, folder: str, database: str = "", plain: bool = False, idle: int = 60, before: str = "", preload: bool = True,
        limits: str = "none",
    ) -> None:
        """`before`: code that the process runs first, for planted faults."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        settings = f"host='127.0.0.1', port={self.port}, data={folder!r}, database={database!r}, idle={idle}"
        settings += f", preload={preload}, limits={limits!r}"
        code = f"{before}\nfrom quintain.table.serve import main\nraise SystemExit(main({settings}, open_browser=False))"
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, env=environment(plain))
        until = time.monotonic() + 120
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/{'api/systems' if preload else 'ready'}", timeout=120) as answer:
                    answer.read()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise SystemExit("the server did not start.") from None
                time.sleep(0.1)

    def metrics(self) -> str:
        with urllib.request.urlopen(f"{self.address}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    def metric(self, name: str) -> float:
        found = re.search(rf"^{name} (\S+)$", self.metrics(), re.MULTILINE)
        return float(found.group(1)) if found else 0.0

    def how_built(self) -> str:
        found = re.search(r'quintain_build\{how="([^"]*)"', self.metrics())
        return found.group(1) if found else ""

    def memory(self) -> float:
        """Megabytes of the server process."""
        return kilobytes(self.process.pid, "status", "VmRSS") / 1024

    def memory_with_workers(self) -> float:
        """Megabytes of the server and its worker processes, what they share counted once."""
        return sum(kilobytes(pid, "smaps_rollup", "Pss") for pid in [self.process.pid, *children(self.process.pid)]) / 1024

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def settled(self) -> float:
        """Wait until it has read ahead what it wants to, and say its memory then."""
        before = -1.0
        while self.cpu() - before > 0.05:
            before = self.cpu()
            await asyncio.sleep(1.5)
        return self.memory()

    def files(self) -> int:
        """How many files and sockets it holds open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def environment(plain: bool) -> dict[str, str]:
    if plain:
        return dict(os.environ)
    from tools.building import compiled_environment, compiled_now, source_fingerprint

    return compiled_environment(compiled_now(source_fingerprint()))


def kilobytes(pid: int, file: str, what: str) -> int:
    try:
        found = re.search(rf"{what}:\s+(\d+)", Path(f"/proc/{pid}/{file}").read_text(encoding="ascii"))
    except OSError:
        return 0
    return int(found.group(1)) if found else 0


def children(pid: int) -> list[int]:
    found = [int(text) for task in Path(f"/proc/{pid}/task").iterdir() for text in (task / "children").read_text().split()]
    return [*found, *(below for one in found for below in children(one))]


# -- tables of the load --------------------------------------------------------------------------------------------------


class Seat:
    def __init__(self, table: Table, name: str, cookie: str) -> None:
        self.table = table
        self.name = name
        self.cookie = cookie
        self.version = -1
        self.wholes = 0
        """How many whole views it was sent."""
        self.shown: list[Question] = []
        """All open questions, as this seat was told."""
        self.questions: list[Question] = []
        """Those that it may answer."""
        self.over = False
        self.wire: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def join(self, address: str) -> None:
        self.wire = await connect(
            f"ws{address[4:]}/api/tables/{self.table.id}/live", additional_headers={"cookie": self.cookie}, max_size=None,
            compression=None, ping_interval=None, open_timeout=120,
        )  # fmt: skip
        await self.wire.send('{"type":"hello","since":null}')
        self.task = asyncio.create_task(self.read())

    async def leave(self) -> None:
        if self.wire is not None:
            await self.wire.close()

    async def read(self) -> None:
        assert self.wire is not None
        try:
            async for text in self.wire:
                self.heard(decode(text), len(text))
        except ConnectionClosed:
            self.table.lost += 1

    def heard(self, got: Frame, size: int) -> None:
        table = self.table
        if got.view is not None:
            self.version = got.view.version
            self.wholes += 1
            self.take(got.view, None, whole=True)
        elif got.changes is not None:
            table.gaps += got.changes.since != self.version
            self.version = got.changes.version
            self.take(got.changes.view, got.changes.questions_from, whole=False)
        elif got.type == "receipt":
            table.due -= 1
        elif got.type == "refused":
            table.due -= 1
            table.refused.append(got.error.get("text", ""))
        else:
            return
        table.last = time.perf_counter()
        table.frames += 1
        table.bytes += size

    def take(self, parts: Parts, kept: list[int] | None, whole: bool) -> None:
        """`kept`: of many questions, for each its place among those before, or -1 where it is among those that were sent."""
        if whole or parts.questions is not None:
            sent = iter(parts.questions or [])
            before = self.shown
            self.shown = list(sent) if kept is None else [before[place] if place >= 0 else next(sent) for place in kept]
            self.questions = [one for one in self.shown if one.yours and not one.declared and one.options]
        outcome = bytes(parts.outcome)
        if whole or outcome:
            self.over = outcome not in (b"", b"null")


class Table:
    """One table of the load: its seats, and the answer under way."""

    def __init__(self, id: str, encounter: str, seed: int) -> None:
        self.id = id
        self.encounter = encounter
        self.seats: list[Seat] = []
        self.rng = random.Random(seed)
        self.sent = 0.0
        self.last = 0.0
        self.due = 0
        """Commands under way: neither carried out nor refused so far."""
        self.keys = 0
        self.frames = 0
        self.bytes = 0
        self.gaps = 0
        self.lost = 0
        self.fights = 1
        self.beginning: asyncio.Task[None] | None = None
        self.refused: list[str] = []
        self.times: list[tuple[float, float]] = []
        """For each answer when it was sent, and how long it took."""

    def is_free(self) -> bool:
        return not self.due and (self.beginning is None or self.beginning.done())

    def settle(self) -> None:
        """The answer before is done: note how long it took until the last seat had it."""
        if self.sent:
            self.times.append((self.sent, self.last - self.sent))
            self.sent = 0.0

    async def answer(self, address: str) -> bool:
        if not self.is_free():
            return False  # the one before is still under way
        self.settle()
        if self.seats[0].over:
            self.beginning = asyncio.create_task(self.begin(address))
            return False
        # The GM may answer everything: let players speak for themselves where they are asked.
        asked = [(seat, question) for seat in self.seats[1:] for question in seat.questions]
        asked = asked or [(self.seats[0], question) for question in self.seats[0].questions]
        if not asked:
            return False
        seat, question = self.rng.choice(asked)
        self.due += 1
        self.keys += 1
        command = {"do": "answer", "question": question.id, "option": self.rng.choice(question.options).id}
        frame = {"type": "command", "id": f"{self.id}{self.keys}", "version": seat.version, "command": command}
        assert seat.wire is not None
        self.sent = self.last = time.perf_counter()
        await seat.wire.send(json.dumps(frame))
        return True

    async def finish(self) -> None:
        """The GM ends the fight; the next answer begins another."""
        self.due += 1
        self.keys += 1
        result = "ceasefire" if self.encounter.startswith("tiers/") else "draw"
        command = {"do": "rule", "ruling": "end", "args": {"result": result, "why": "Enough."}}
        frame = {"type": "command", "id": f"{self.id}{self.keys}", "version": self.seats[0].version, "command": command}
        assert self.seats[0].wire is not None
        await self.seats[0].wire.send(json.dumps(frame))

    async def begin(self, address: str) -> None:
        """The fight is over: the next one, which may be over by the time anybody looks."""
        before = self.seats[0].wholes
        async with httpx.AsyncClient(timeout=120, verify=False) as client:  # reading certificates would hold up all tables for 15 ms
            headers = {"cookie": self.seats[0].cookie}
            body = {"encounter": self.encounter}
            (await client.post(f"{address}/api/tables/{self.id}/fights", json=body, headers=headers)).raise_for_status()
        self.fights += 1
        while self.seats[0].wholes == before:
            await asyncio.sleep(0.02)


async def opened(client: httpx.AsyncClient, address: str, number: int, seats: int, encounter: str = "") -> Table:
    encounter = encounter or ENCOUNTERS[number % len(ENCOUNTERS)]
    names = [f"P{n}" for n in range(min(4, seats - 1))]
    answer = await client.post(f"{address}/api/tables", json={"encounter": encounter, "seats": names, "seed": str(number)})
    data = answer.json()
    table = Table(data["table"], encounter, number)
    cookie = answer.headers["set-cookie"].split(";")[0]
    table.seats.append(Seat(table, "gm", cookie))
    links = [(link["seat"], link["url"]) for link in data["links"]]
    for extra in range(seats - 1 - len(names)):
        client.cookies.clear()
        made = await client.post(
            f"{address}/api/tables/{table.id}/seats", json={"seat": f"S{extra}", "role": "spectator"}, headers={"cookie": cookie}
        )
        links.append((f"S{extra}", made.json()["url"]))
    for name, link in links:
        client.cookies.clear()
        entered = await client.post(f"{address}/api/enter", json={"token": link.rsplit("/", 1)[-1]})
        table.seats.append(Seat(table, name, entered.headers["set-cookie"].split(";")[0]))
    client.cookies.clear()
    for seat in table.seats:
        await seat.join(address)
    return table


async def open_tables(address: str, first: int, count: int, seats: int, encounter: str = "") -> list[Table]:
    async with httpx.AsyncClient(timeout=120) as client:
        return [await opened(client, address, number, seats, encounter) for number in range(first, first + count)]


def slowest(given: list[tuple[float, float]]) -> float:
    took = sorted(one for _, one in given)
    return 1000 * took[len(took) * 99 // 100] if took else 0.0


class Found:
    """What a load found."""

    def __init__(self, tables: list[Table], seconds: float, cpu: float) -> None:
        given = sorted(one for table in tables for one in table.times)
        self.times = sorted(took for _, took in given)
        self.course = [slowest(given[tenth * len(given) // 10 : (tenth + 1) * len(given) // 10]) for tenth in range(10)]
        """For each tenth of the run the 99th of 100, in milliseconds: does it tire?"""
        self.refused = [text for table in tables for text in table.refused]
        self.gaps = sum(table.gaps for table in tables)
        self.lost = sum(table.lost for table in tables)
        self.frames = sum(table.frames for table in tables)
        self.bytes = sum(table.bytes for table in tables)
        self.fights = sum(table.fights for table in tables)
        self.late = sum(1 for table in tables if not table.is_free())
        self.seconds = seconds
        self.cpu = cpu

    def ms(self, share: float) -> float:
        return 1000 * self.times[min(len(self.times) - 1, int(len(self.times) * share))] if self.times else 0.0

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu / max(1, len(self.times))

    def __str__(self) -> str:
        n = max(1, len(self.times))
        wrong = f"; REFUSED {len(self.refused)}: {self.refused[0][:80]}" if self.refused else ""
        wrong += f"; GAPS {self.gaps}" if self.gaps else ""
        wrong += f"; LOST {self.lost} sockets" if self.lost else ""
        wrong += f"; UNANSWERED {self.late}" if self.late else ""
        return (
            f"{len(self.times) / self.seconds:6.1f}/s  p50 {self.ms(0.5):6.1f}  p95 {self.ms(0.95):6.1f}  p99 {self.ms(0.99):6.1f}"
            f"  max {self.ms(1):6.1f} ms  server {self.cpu_ms:5.2f} ms CPU an answer, {100 * self.cpu / self.seconds:3.0f} % of a core"
            f"  {self.frames / n:.1f} frames of {self.bytes / max(1, self.frames) / 1000:.1f} kB{wrong}"
        )


async def load(server: Server, tables: list[Table], rate: float, seconds: float, patience: float = 15) -> Found:
    """Answers at an even rate over all tables, each the next that is free to answer; `patience`: how long the last are waited for."""
    with nothing_old():  # a full collection here would hold up everybody for 50 ms, and be taken for the server's
        return await _load(server, tables, rate, seconds, patience)


async def _load(server: Server, tables: list[Table], rate: float, seconds: float, patience: float) -> Found:
    for table in tables:
        table.times, table.frames, table.bytes, table.refused, table.gaps = [], 0, 0, [], 0
    before = server.cpu()
    began, given = time.perf_counter(), 0
    order = list(tables)
    random.Random(1).shuffle(order)
    place = 0
    while (now := time.perf_counter() - began) < seconds:
        if given >= int(now * rate):
            await asyncio.sleep(max(0.0005, (given + 1) / rate - now))
            continue
        for _ in range(len(order)):
            place = (place + 1) % len(order)
            if await order[place].answer(server.address):
                given += 1
                break
        else:
            await asyncio.sleep(0.005)
    until = time.perf_counter() + patience
    while time.perf_counter() < until and any(not table.is_free() for table in tables):
        await asyncio.sleep(0.1)
    cpu = server.cpu() - before
    await asyncio.sleep(0.3)
    for table in tables:
        table.settle()
    return Found(tables, seconds, cpu)


# -- what is measured ------------------------------------------------------------------------------------------------------


class Targets:
    """What is to be reached, and whether it was."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, bool]] = []

    def add(self, what: str, found: str, met: bool) -> None:
        self.rows.append((what, found, met))

    def show(self) -> None:
        print()
        for what, found, met in self.rows:
            print(f"{'met   ' if met else 'MISSED'}  {what:72} {found}")


async def measure_load(server: Server, arguments: argparse.Namespace, targets: Targets) -> list[Table]:
    empty = await server.settled()
    print(f"{server.how_built()} Alone, all rules loaded: {empty:.0f} MB")
    tables = await open_tables(server.address, 0, arguments.tables, arguments.seats)
    await asyncio.sleep(1)
    held = server.memory()
    print(f"{len(tables)} tables of {arguments.seats} seats: {held:.0f} MB, {1000 * (held - empty) / len(tables):.0f} kB a table")
    for rate in [float(one) for one in arguments.rates.split(",")]:
        found = await load(server, tables, rate, arguments.seconds)
        memory = server.memory()
        print(f"{rate:5.0f} a second: {found}; {memory:.0f} MB; {found.fights} fights; p99 by tenths of the run:"
              f" {' '.join(f'{ms:.0f}' for ms in found.course)} ms", flush=True)  # fmt: skip
        right = not (found.refused or found.gaps or found.lost or found.late)
        targets.add(f"no error at {rate:.0f} answers a second", "none" if right else "see above", right)
        reached = len(found.times) / found.seconds >= 0.98 * rate
        if rate <= 100:
            what = f"p99 < 100 ms at {len(tables)} tables, {rate:.0f} a second"
            targets.add(what, f"{found.ms(0.99):.1f} ms", found.ms(0.99) < 100 and reached)
        else:
            targets.add(f"{rate:.0f} answers a second carried (promise 9: p99 < 50 ms, max < 500 ms)",
                        f"{len(found.times) / found.seconds:.0f}/s, p99 {found.ms(0.99):.1f}, max {found.ms(1):.0f} ms",
                        reached and found.ms(0.99) < 50 and found.ms(1) < 500)  # fmt: skip
        targets.add(f"below 400 MB with {len(tables)} tables", f"{memory:.0f} MB", memory < 400)
    return tables


async def measure_growth(arguments: argparse.Namespace, targets: Targets) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, arguments.database, arguments.plain)
        try:
            empty = await server.settled()
            print(f"growth: {empty:.0f} MB without a table")
            tables: list[Table] = []
            for count in GROWTH:
                tables += await open_tables(server.address, len(tables), count - len(tables), arguments.seats)
                await asyncio.sleep(1)
                found = await load(server, tables, 100, min(10.0, arguments.seconds))
                held = server.memory()
                print(f"{count:5} tables: {held:5.0f} MB, {1000 * (held - empty) / count:5.0f} kB a table  {found}", flush=True)
                if count == 200:
                    targets.add("below 400 MB with 200 tables while playing", f"{held:.0f} MB", held < 400)
        finally:
            server.stop()


async def measure_lab(server: Server, tables: list[Table], arguments: argparse.Namespace, targets: Targets) -> None:
    """Answers at twenty tables without and with four forecasts of the slowest encounter running."""
    labs = await open_tables(server.address, 5000, 4, 2, SLOWEST)
    alone = await load(server, tables[:20], 20, arguments.seconds)
    print(f"lab idle:    {alone}")
    async with httpx.AsyncClient(timeout=120) as client:
        jobs = []
        for table in labs:
            body = {"kind": "forecast", "table": table.id, "fights": 100_000}
            made = await client.post(f"{server.address}/api/lab", json=body, headers={"cookie": table.seats[0].cookie})
            jobs.append(made.json()["job"])
        while max([(await client.get(f"{server.address}/api/lab/{job}")).json()["progress"] for job in jobs]) == 0:
            await asyncio.sleep(0.2)
        beside = await load(server, tables[:20], 20, arguments.seconds)
        print(f"beside four: {beside}; {server.memory_with_workers():.0f} MB with its worker processes")
        states = [(await client.get(f"{server.address}/api/lab/{job}")).json()["state"] for job in jobs]
        for job in jobs:
            await client.delete(f"{server.address}/api/lab/{job}")
    ratio = beside.ms(0.99) / max(0.1, alone.ms(0.99))
    both = f"{alone.ms(0.99):.1f} -> {beside.ms(0.99):.1f} ms ({ratio:.2f}x)"
    targets.add("p99 beside four forecasts at most twice", both, ratio <= 2)
    targets.add("the forecasts really ran meanwhile", ", ".join(states), states.count("running") == 4)
    for table in labs:
        for seat in table.seats:
            await seat.leave()


async def measure_idle(arguments: argparse.Namespace, targets: Targets) -> None:
    """Tables nobody looks at leave memory; how long the first look takes then."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, arguments.database, arguments.plain, idle=2)
        try:
            tables = await open_tables(server.address, 0, min(50, arguments.tables), 3)
            await load(server, tables, 2 * len(tables), min(20.0, arguments.seconds))
            full = server.memory()
            for table in tables:
                for seat in table.seats:
                    await seat.leave()
            until = time.monotonic() + 60
            while server.metric("quintain_tables_loaded") and time.monotonic() < until:
                await asyncio.sleep(0.5)
            await asyncio.sleep(3)
            left = server.memory()
            took = []
            async with httpx.AsyncClient(timeout=60) as client:
                for table in tables:
                    began = time.perf_counter()
                    headers = {"cookie": table.seats[0].cookie}
                    (await client.get(f"{server.address}/api/tables/{table.id}/view", headers=headers)).raise_for_status()
                    took.append(1000 * (time.perf_counter() - began))
            print(f"idle: {len(tables)} tables with about 40 answers each {full:.0f} MB, after they left {left:.0f} MB;"
                  f" back in {statistics.median(took):.0f} ms, at most {max(took):.0f} ms")  # fmt: skip
            targets.add("tables nobody looks at come back in under 100 ms", f"at most {max(took):.0f} ms", max(took) < 100)
        finally:
            server.stop()


async def run(arguments: argparse.Namespace) -> None:
    targets = Targets()
    print(f"calibration: {calibration():.1f} million steps a second; load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, arguments.database, arguments.plain)
        try:
            tables = await measure_load(server, arguments, targets)
            if arguments.lab or arguments.all:
                await measure_lab(server, tables, arguments, targets)
        finally:
            server.stop()
    if arguments.growth or arguments.all:
        await measure_growth(arguments, targets)
    if arguments.idle or arguments.all:
        await measure_idle(arguments, targets)
    targets.show()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--rates", default="100,400")
    parser.add_argument("--seconds", type=float, default=30)
    for option in ("growth", "lab", "idle", "all", "plain"):
        parser.add_argument(f"--{option}", action="store_true")
    parser.add_argument("--database", default="")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
