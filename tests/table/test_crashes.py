"""Killing the server at any instant loses no acknowledged command, doubles none, and leaves no gap."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from quintain.engine import Unavailable
from quintain.engine.session import Session
from quintain.systems import system
from quintain.table.client import Seat, Server, ServiceError
from quintain.table.rows import unpacked
from quintain.table.serve import main
from quintain.table.sqlite import SqliteBackend
from tests.support import many
from tests.table.postgres import PostgresServer
from tests.table.running import Process


class Player(threading.Thread):
    """Plays one table as fast as it can and remembers which keys were acknowledged."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(daemon=True)
        self.server = Server(address, timeout=8)
        self.seat = self.server.play("clash/spines")
        self.rng = random.Random(number)
        self.acked: list[str] = []
        self.stopping = False
        self.wrong: list[str] = []

    def run(self) -> None:
        number = 0
        while not self.stopping:
            number += 1
            try:
                self.one(f"{self.seat.table}-{number}")
            except (ServiceError, OSError, TimeoutError, ConnectionError) as no:
                if isinstance(no, ServiceError) and no.kind in ("entry", "malformed"):
                    self.wrong.append(str(no))
                    return
                time.sleep(0.05)

    def one(self, key: str) -> None:
        question = self.seat.wait(5)
        if question is None or self.rng.random() < 0.1:
            self.seat.do({"do": "undo"}, key)
        else:
            self.seat.do({"do": "answer", "question": question["id"], "option": self.rng.choice(question["options"])["id"]}, key)
        self.acked.append(key)


def keys_of(ops: list[Any]) -> list[str]:
    return [op["key"] for op in ops[1:]]


def read_sqlite(folder: Path, table: str) -> list[Any]:
    backend = SqliteBackend(folder / "quintain.sqlite")
    found = backend.read("SELECT n, data FROM ops WHERE table_id = ? ORDER BY n", (table,))
    backend.close()
    assert [row[0] for row in found] == list(range(len(found))), "a gap"
    return [unpacked(row[1]) for row in found]


def kill_often(process: Process, players: list[Player], kills: int, rng: random.Random) -> list[float]:
    started: list[float] = []
    for player in players:
        player.start()
    for _ in range(kills):
        time.sleep(rng.uniform(0.2, 1.0))
        process.kill()
        started.append(process.start())
    time.sleep(0.5)
    for player in players:
        player.stopping = True
    for player in players:
        player.join(30)
        player.seat.close()
        assert not player.wrong
        assert player.acked
    return started


def check(players: list[Player], read: Any) -> None:
    for player in players:
        ops = read(player.seat.table)
        keys = keys_of(ops)
        assert len(set(keys)) == len(keys), "a command was carried out twice"
        assert not set(player.acked) - set(keys), "an acknowledged command is gone"
        Session.restore(system("clash"), ops)


def test_killing_the_server_loses_nothing(tmp_path: Path) -> None:
    process = Process(tmp_path)
    players = [Player(process.address, number) for number in range(3)]
    started = kill_often(process, players, many(3, 1000), random.Random(1))
    assert process.stop() == 0
    check(players, lambda table: read_sqlite(tmp_path, table))
    assert started


def test_the_kill_test_notices_a_lost_and_a_doubled_command() -> None:
    player = Player.__new__(Player)
    player.acked = ["a", "b"]
    player.seat = Seat(Server("http://x"), "t", "you", "player")
    with pytest.raises(AssertionError, match="gone"):
        check([player], lambda table: [{}, {"key": "a"}])
    with pytest.raises(AssertionError, match="twice"):
        check([player], lambda table: [{}, {"key": "a"}, {"key": "b"}, {"key": "a"}])


def test_killing_the_server_on_postgresql_loses_nothing(tmp_path: Path, postgres: PostgresServer) -> None:
    import psycopg

    base = postgres.new_base()
    process = Process(tmp_path, base)
    players = [Player(process.address, number) for number in range(2)]
    kill_often(process, players, many(2, 200), random.Random(2))
    assert process.stop() == 0

    def read(table: str) -> list[Any]:
        with psycopg.connect(base) as connection:
            found = connection.execute("SELECT n, data FROM ops WHERE table_id = %s ORDER BY n", (table,)).fetchall()
        assert [row[0] for row in found] == list(range(len(found))), "a gap"
        return [unpacked(row[1]) for row in found]

    check(players, read)


def test_many_stored_fights_do_not_hold_up_the_start(tmp_path: Path) -> None:
    """Ready within seconds however much is stored: nothing is read before somebody asks for it."""
    process = Process(tmp_path)
    seat = Server(process.address).play("clash/spines")
    assert process.stop() == 0
    fill(tmp_path, seat.table, many(400, 10_000))
    took = process.start()
    again = Server(process.address)
    again.cookies = seat.server.cookies
    assert Seat(again, seat.table, "you", "player").call("GET", "/view")["units"]
    used = sum(os.times()[2:4])
    assert process.stop() == 0
    cpu = sum(os.times()[2:4]) - used
    assert cpu < 6, f"{cpu:.1f} seconds of processor time to start and show a table"
    assert took < many(120, 3), f"{took:.1f} s to get ready"


def fill(folder: Path, table: str, copies: int) -> None:
    """The same table many times over, each with a fight."""
    backend = SqliteBackend(folder / "quintain.sqlite")
    assert backend.writing is not None
    with backend.writing:
        for number in range(copies):
            id = f"copy{number:08}"
            backend.writing.execute("INSERT INTO tables SELECT ?, data, touched - ? FROM tables WHERE id = ?", (id, number + 1, table))
            for kind, rest in (("seats", "seat, data"), ("fights", "fight, head"), ("ops", "fight, n, data")):
                backend.writing.execute(f"INSERT INTO {kind} SELECT ?, {rest} FROM {kind} WHERE table_id = ?", (id, table))
    backend.close()


def test_stopping_by_sigterm_loses_nothing_and_says_so(tmp_path: Path) -> None:
    process = Process(tmp_path)
    player = Player(process.address, 5)
    player.start()
    time.sleep(1)
    assert process.stop() == 0
    player.stopping = True
    player.join(40)
    player.seat.close()
    check([player], lambda table: read_sqlite(tmp_path, table))


def test_a_port_in_use_is_said_in_a_sentence(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(Unavailable, match="choose another with --port"):
            main(host="127.0.0.1", port=taken.getsockname()[1], data=str(tmp_path), open_browser=False)
