"""Load on the table service: real sockets on loopback, real fights of all five systems, every answer durable.

    python tools/bench_table.py [--tables 200] [--seats 6] [--rates 100,400] [--seconds 30] [--growth] [--lab] [--database URL]

The load generator runs on the same machine. For each answer: the time from sending it until the last seat of its table has its update
and the receipt is there. `--growth` measures memory with 1, 50, 200 and 1,000 tables; `--lab` the answers of one table while four
forecasts of the slowest shipped encounter run. A calibration loop says how fast this machine is today.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from quintain.table.client import changed

SYSTEMS = ["clash/standard", "tiers/standard", "riposte/ferry", "toughness/standard", "escalation/toll"]
SLOWEST = "escalation/toll"
decode = msgspec.json.Decoder().decode


def calibration() -> float:
    """Millions of small steps of Python a second."""
    began, total = time.perf_counter(), 0
    for number in range(2_000_000):
        total += number & 3
    return 2 / (time.perf_counter() - began)


class Server:
    """The server as a process of its own."""

    def __init__(self, folder: str, database: str = "") -> None:
        import socket

        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        call = (
            f"main(host='127.0.0.1', port={self.port}, data={folder!r}, database={database!r}, open_browser=False, limits='none')"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from quintain.table.serve import main; main_ = main; {call.replace('main(', 'main_(')}"],
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/api/systems", timeout=60).read()
                return
            except OSError:
                time.sleep(0.1)

    def memory(self) -> float:
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", text)
        return int(found.group(1)) / 1024 if found else 0.0

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Seat:
    def __init__(self, table: Table, cookie: str) -> None:
        self.table = table
        self.cookie = cookie
        self.view: dict[str, Any] = {}
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def join(self, address: str) -> None:
        self.socket = await connect(
            f"ws{address[4:]}/api/tables/{self.table.id}/live", additional_headers={"cookie": self.cookie}, max_size=None,
            compression=None, ping_interval=None, open_timeout=60,
        )  # fmt: skip
        await self.socket.send('{"type":"hello","since":null}')
        self.task = asyncio.create_task(self.read())

    async def read(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            got = decode(text)
            kind = got["type"]
            if kind == "view":
                self.view = got["view"]
            elif kind == "changes":
                self.view = changed(self.view, got["changes"])
            elif kind == "receipt":
                self.table.receipts += 1
            elif kind == "refused":
                self.table.refused.append(got["error"]["text"])
            else:
                continue
            self.table.last = time.perf_counter()
            self.table.frames += 1
            self.table.bytes += len(text)

    def questions(self) -> list[dict[str, Any]]:
        return [one for one in self.view.get("questions", []) if one.get("yours") and not one.get("declared") and one.get("options")]


class Table:
    """One table of the load: its seats, and the answer under way."""

    def __init__(self, id: str, encounter: str, seed: int) -> None:
        self.id = id
        self.encounter = encounter
        self.seats: list[Seat] = []
        self.rng = random.Random(seed)
        self.sent = 0.0
        self.last = 0.0
        self.receipts = 0
        self.commands = 0
        self.frames = 0
        self.bytes = 0
        self.refused: list[str] = []
        self.times: list[float] = []

    def settle(self) -> None:
        """The answer before is done: note how long it took until the last seat had it."""
        if self.sent:
            self.times.append(self.last - self.sent)
            self.sent = 0.0

    async def answer(self) -> bool:
        if self.receipts + len(self.refused) < self.commands:
            return False  # the one before is still under way
        self.settle()
        asked = [(seat, question) for seat in self.seats for question in seat.questions()]
        # The GM may answer everything: let players speak for themselves where they are asked.
        own = [pair for pair in asked if pair[0] is not self.seats[0]] or asked
        if not own:
            return False
        seat, question = self.rng.choice(own)
        option = self.rng.choice(question["options"])
        self.commands += 1
        frame = {
            "type": "command", "id": f"{self.commands}", "version": seat.view["version"],
            "command": {"do": "answer", "question": question["id"], "option": option["id"]},
        }  # fmt: skip
        assert seat.socket is not None
        self.sent = self.last = time.perf_counter()
        await seat.socket.send(json.dumps(frame))
        return True


async def opened(client: httpx.AsyncClient, address: str, number: int, seats: int) -> Table:
    encounter = SYSTEMS[number % len(SYSTEMS)]
    names = [f"P{n}" for n in range(min(4, seats - 1))]
    # A client of its own for each request: its cookies are the seat's.
    answer = await client.post(f"{address}/api/tables", json={"encounter": encounter, "seats": names, "seed": str(number)})
    data = answer.json()
    table = Table(data["table"], encounter, number)
    cookie = answer.headers["set-cookie"].split(";")[0]
    table.seats.append(Seat(table, cookie))
    links = [link["url"] for link in data["links"]]
    for extra in range(seats - 1 - len(names)):
        made = await client.post(
            f"{address}/api/tables/{table.id}/seats", json={"seat": f"S{extra}", "role": "spectator"}, headers={"cookie": cookie}
        )
        links.append(made.json()["url"])
    for link in links:
        entered = await client.post(f"{address}/api/enter", json={"token": link.rsplit("/", 1)[-1]})
        table.seats.append(Seat(table, entered.headers["set-cookie"].split(";")[0]))
    client.cookies.clear()
    for seat in table.seats:
        await seat.join(address)
    return table


async def open_tables(address: str, first: int, count: int, seats: int) -> list[Table]:
    async with httpx.AsyncClient(timeout=60) as client:
        return [await opened(client, address, number, seats) for number in range(first, first + count)]


async def load(tables: list[Table], rate: float, seconds: float) -> dict[str, Any]:
    """Answers at an even rate over all tables, each the next that is free to answer."""
    for table in tables:
        table.times, table.frames, table.bytes = [], 0, 0
    began, given, late = time.perf_counter(), 0, 0
    order = list(tables)
    random.Random(1).shuffle(order)
    place = 0
    while time.perf_counter() - began < seconds:
        due = int((time.perf_counter() - began) * rate)
        if given >= due:
            await asyncio.sleep(max(0.0005, (given + 1) / rate - (time.perf_counter() - began)))
            continue
        for _ in range(len(order)):
            place = (place + 1) % len(order)
            if await order[place].answer():
                given += 1
                break
        else:
            late += 1
            await asyncio.sleep(0.005)
    until = time.perf_counter() + 15
    while time.perf_counter() < until and any(table.receipts + len(table.refused) < table.commands for table in tables):
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)
    for table in tables:
        table.settle()
    times = sorted(took for table in tables for took in table.times)
    refused = [text for table in tables for text in table.refused]

    def share(part: float) -> float:
        return 1000 * times[min(len(times) - 1, int(len(times) * part))]

    return {
        "answers": len(times), "a second": round(len(times) / seconds, 1),
        "p50 ms": round(share(0.5), 1), "p95 ms": round(share(0.95), 1),
        "p99 ms": round(share(0.99), 1), "max ms": round(1000 * times[-1], 1), "frames": sum(table.frames for table in tables),
        "kB a frame": round(sum(table.bytes for table in tables) / max(1, sum(table.frames for table in tables)) / 1000, 1),
        "refused": len(refused), "first refusal": refused[0][:80] if refused else "",
    }  # fmt: skip


async def run(arguments: argparse.Namespace) -> None:
    print(f"calibration: {calibration():.1f} million steps a second")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, arguments.database)
        try:
            empty = server.memory()
            print(f"server alone: {empty:.0f} MB")
            if arguments.growth:
                await growth(server, arguments, empty)
                return
            tables = await open_tables(server.address, 0, arguments.tables, arguments.seats)
            await asyncio.sleep(1)
            held = server.memory()
            each = 1000 * (held - empty) / len(tables)
            print(f"{len(tables)} tables of {arguments.seats} seats: {held:.0f} MB, {each:.0f} kB a table")
            for rate in arguments.rates.split(","):
                before = server.cpu()
                found = await load(tables, float(rate), arguments.seconds)
                busy = (server.cpu() - before) / (arguments.seconds + 1)
                used = f"server {100 * busy:.0f} % of a core, {server.memory():.0f} MB"
                print(f"{rate} answers a second: {json.dumps(found)}; {used}", flush=True)
            if arguments.lab:
                await beside_lab(server, tables[:20], arguments.seconds)
        finally:
            server.stop()


async def growth(server: Server, arguments: argparse.Namespace, empty: float) -> None:
    tables: list[Table] = []
    for count in (1, 50, 200, 1000):
        tables += await open_tables(server.address, len(tables), count - len(tables), arguments.seats)
        await asyncio.sleep(1)
        found = await load(tables, 100, min(10.0, arguments.seconds))
        held = server.memory()
        print(f"{count} tables: {held:.0f} MB, {1000 * (held - empty) / count:.0f} kB a table, p99 {found['p99 ms']} ms", flush=True)


async def beside_lab(server: Server, tables: list[Table], seconds: float) -> None:
    """Answers without and with four forecasts running."""
    alone = await load(tables, 20, seconds)
    async with httpx.AsyncClient(timeout=60) as client:
        body = {"kind": "forecast", "encounter": SLOWEST, "fights": 100_000}
        jobs = [(await client.post(f"{server.address}/api/lab", json=body)).json() for _ in range(4)]
        await asyncio.sleep(2)
        beside = await load(tables, 20, seconds)
        states = [(await client.get(f"{server.address}/api/lab/{job['job']}")).json() for job in jobs]
        for job in jobs:
            await client.delete(f"{server.address}/api/lab/{job['job']}")
    print(f"p99 alone {alone['p99 ms']} ms, beside forecasts {beside['p99 ms']} ms; {[one['state'] for one in states]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--rates", default="100,400")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--lab", action="store_true")
    parser.add_argument("--database", default="")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
