"""Many tables at once, and for a long time: every answer reaches every seat, at a bounded price, and nothing piles up.

Small here: on a busy machine times mean little, so the price is processor time. `--long` tries what was promised, by the clock:
200 tables of 6 seats at 400 answers a second for ten minutes, then fifty tables for QUINTAIN_SOAK_HOURS (a third of an hour if unset).
`tools/bench_table.py` has the same load with more figures.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from pathlib import Path
from typing import cast

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection

from quintain.table.app import ASIDE, make_app
from quintain.table.config import Config
from tests.support import many
from tools.bench_table import Found, Frame, Option, Parts, Question, Seat, Server, Table, load, open_tables

DEAREST = 80.0
"""Milliseconds of processor time an answer may cost the server in plain Python on a slow, busy machine: several times the usual."""

SLOW = """
import time
from quintain.table.play import Table
publish = Table.publish
def slowly(self):
    until = time.thread_time() + 0.12
    while time.thread_time() < until:
        pass
    publish(self)
Table.publish = slowly
"""
DROPPING = """
from quintain.table.live import Socket
send = Socket.send
def dropping(self, data):
    self.told = getattr(self, "told", 0) + 1
    if not (self.seat == "P1" and self.told % 3 == 0 and data.startswith(b'{"type":"changes"')):
        send(self, data)
Socket.send = dropping
"""
LEAKING = """
from quintain.table.play import Table
publish = Table.publish
kept = []
def leaking(self):
    kept.append((bytes(range(250)) * 2000, open("/dev/null")))
    publish(self)
Table.publish = leaking
"""


# -- promise 9 -----------------------------------------------------------------------------------------------------------


async def loaded(folder: Path, tables: int, rate: float, seconds: float, before: str = "") -> tuple[Found, float]:
    server = Server(str(folder), plain=True, before=before, preload=bool(many(0, 1)))
    try:
        opened = await open_tables(server.address, 0, tables, 6, "clash/spines" if before else "")
        return await load(server, opened, rate, seconds), server.memory()
    finally:
        server.stop()


def wrong(found: Found) -> list[str]:
    """What may not be, however slow the machine is."""
    what = {"refused": found.refused, "gaps": found.gaps, "lost sockets": found.lost, "never answered": found.late}
    said = [f"{name}: {value}" for name, value in what.items() if value]
    return [*said, *(["too dear"] if found.cpu_ms > DEAREST else [])]


def test_every_answer_of_many_tables_reaches_every_seat(tmp_path: Path) -> None:
    found, memory = asyncio.run(loaded(tmp_path, many(5, 200), many(10, 400), many(4, 600)))
    assert not wrong(found) and len(found.times) > many(5, 200_000)
    assert memory < 400
    if many(0, 1):
        assert found.ms(0.99) < 50 and found.ms(1) < 500, str(found)


@pytest.mark.parametrize(("fault", "noticed"), [(SLOW, "too dear"), (DROPPING, "gaps")])
def test_the_load_notices_a_slow_server_and_a_lost_frame(tmp_path: Path, fault: str, noticed: str) -> None:
    found, _ = asyncio.run(loaded(tmp_path, 4, 20, 1.5, fault))
    assert any(text.startswith(noticed) for text in wrong(found)), (wrong(found), str(found))


class Idle(Server):
    """No process at all: nobody answers."""

    def __init__(self) -> None:
        self.address = ""

    def cpu(self) -> float:
        return 0.0


class Silent:
    """A wire at whose other end nobody is."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send(self, text: str) -> None:
        self.sent.append(text)


def test_a_load_that_follows_another_waits_for_what_is_under_way() -> None:
    """The ruling that ends a fight is neither carried out nor refused yet: until then its table is not asked for more."""
    table = Table("t", "clash/spines", 1)
    seat, wire = Seat(table, "gm", ""), Silent()
    seat.wire = cast("ClientConnection", wire)
    seat.questions = [Question("q1", True, False, [Option("a")])]
    table.seats.append(seat)

    async def run() -> list[int]:
        await table.finish()
        sent = []
        for _ in range(2):
            await load(Idle(), [table], 50, 0.1, patience=0)
            sent.append(len(wire.sent))
            seat.heard(Frame("receipt"), 0)
        return sent

    assert asyncio.run(run()) == [1, 2]


def test_a_fight_that_is_over_as_soon_as_it_began_holds_the_load_up_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("t", "clash/spines", 1)
    table.seats.append(Seat(table, "gm", ""))
    table.seats[0].over = True

    async def posted(*_: object, **__: object) -> httpx.Response:
        table.seats[0].heard(Frame("view", view=Parts(outcome=msgspec.Raw(b"{}"))), 0)
        return httpx.Response(201, request=httpx.Request("POST", "http://t"))

    async def run() -> None:
        async with asyncio.timeout(5):
            await table.begin("http://t")

    monkeypatch.setattr(httpx.AsyncClient, "post", posted)
    asyncio.run(run())
    assert table.fights == 2


def test_of_what_is_worked_out_beside_the_loop_only_a_little_is_at_once(tmp_path: Path) -> None:
    """However many fights begin together: whoever works in a thread shares Python with the loop."""
    under_way: list[int] = [0]
    seen: list[int] = []

    def work() -> None:
        under_way[0] += 1
        seen.append(under_way[0])
        time.sleep(0.05)
        under_way[0] -= 1

    async def run() -> None:
        app = make_app(Config(data=str(tmp_path), preload=False))
        async with app.router.lifespan_context(app):
            await asyncio.gather(*(asyncio.to_thread(work) for _ in range(9)))

    asyncio.run(run())
    assert max(seen) <= ASIDE


# -- promise 10 ----------------------------------------------------------------------------------------------------------


class Soak:
    """Memory, open files and times, phase by phase, while fights begin and end."""

    def __init__(self) -> None:
        self.memory: list[float] = []
        self.files: list[int] = []
        self.slow: list[float] = []
        self.answers: list[int] = []
        self.errors: list[str] = []

    def tired(self, phases: int) -> list[str]:
        """What grew, from the middle of the run on; `phases`: how many are left out for warming up."""
        said = list(self.errors)
        memory, answers = self.memory[phases:], self.answers[phases + 1 :]
        grown = 1000 * (memory[-1] - memory[0]) / max(1, sum(answers))
        if many(0, 1):
            slope = statistics.linear_regression(range(len(memory)), memory).slope * len(memory)
            said += [f"memory grew by {slope:.0f} MB"] if slope > 0.05 * memory[0] else []
            third = len(self.slow) // 3
            early, late = statistics.median(self.slow[:third]), statistics.median(self.slow[-third:])
            said += [f"p99 went from {early:.0f} to {late:.0f} ms"] if late > 1.2 * early else []
        elif grown > 100:
            said.append(f"memory grew by {grown:.0f} kB an answer")
        if max(self.files[phases:]) > self.files[phases] + 2:
            said.append(f"open files went from {self.files[phases]} to {max(self.files[phases:])}")
        return said


async def soaked(folder: Path, tables: int, rate: float, phase: float, phases: int, before: str = "") -> Soak:
    server = Server(str(folder), plain=True, before=before, preload=bool(many(0, 1)))
    soak = Soak()
    try:
        opened: list[Table] = await open_tables(server.address, 0, tables, 4, "" if many(0, 1) else "clash/spines")
        for number in range(phases):
            found = await load(server, opened, rate, phase)
            soak.errors += [text for text in wrong(found) if "dear" not in text]
            soak.answers.append(len(found.times))
            soak.slow.append(found.ms(0.99))
            for table in opened[number % 3 :: 3]:
                await table.finish()
            await asyncio.sleep(0.5)
            soak.memory.append(server.memory())
            soak.files.append(server.files())
        assert sum(table.fights for table in opened) > len(opened), "no fight ended"
        return soak
    finally:
        server.stop()


def hours() -> float:
    return float(os.environ.get("QUINTAIN_SOAK_HOURS", "0.33"))


def test_it_does_not_tire(tmp_path: Path) -> None:
    phases = many(4, max(8, int(hours() * 60)))
    soak = asyncio.run(soaked(tmp_path, many(4, 50), many(15, 20), many(1, 60), phases))
    assert not soak.tired(many(1, phases // 4)), vars(soak)


def test_the_soak_notices_what_piles_up(tmp_path: Path) -> None:
    said = asyncio.run(soaked(tmp_path, 3, 20, 1, 3, LEAKING)).tired(1)
    assert any("memory" in text for text in said) and any("files" in text for text in said), said
