"""What was tried to break the service, each as a test: nothing is lost, nobody else is harmed, and it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import signal
import time
from pathlib import Path
from typing import Any

import apsw
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from quintain.table import cursor, rows
from quintain.table.client import Server, ServiceError
from quintain.table.hall import Hall
from quintain.table.live import MOST_WAITING, Socket
from quintain.table.play import MOST_SOCKETS, Table
from quintain.table.postgres import PostgresBackend
from quintain.table.secrets import COOKIE
from quintain.table.sqlite import SqliteBackend
from quintain.table.starting import Start, encounter_of
from quintain.table.store import Store
from tests.support import many
from tests.table.lossy import LossyLayer
from tests.table.postgres import PostgresServer
from tests.table.running import alone, serving
from tests.table.test_seats import raw
from tools.bench_table import Server as BenchServer

_names = itertools.count()

# -- what a worker cannot be sent ----------------------------------------------------------------------------------------

UNSENDABLE = [
    b'{"encounter": {"system": "riposte", "x": %s}}' % (b"9" * 60), b'{"encounter": "\\ud800"}',
    b'{"encounter": {"a": ' + b"[" * 900 + b"]" * 900 + b"}}",
]  # fmt: skip


def test_what_cannot_be_sent_to_a_worker_is_refused_and_the_worker_lives(server: Server, address: str) -> None:
    for body in UNSENDABLE:
        status, _, answer = raw(address, "POST", "/api/check", body)
        found = json.loads(answer)
        assert (status == 400 and found["error"]["kind"] == "malformed") or (status == 200 and not found["ok"]), answer
    assert not server.call("POST", "/api/check", {"encounter": "system: riposte\n"})["ok"]


def test_files_are_read_and_written_by_workers_never_while_a_table_waits() -> None:
    """Writing YAML of a file within bounds took seconds in the server itself, and every table waited."""
    folder = Path(rows.__file__).parent
    for path in sorted(folder.glob("*.py")):
        if path.name not in ("work.py", "catalogue.py"):
            assert "import yaml" not in path.read_text(encoding="utf-8"), f"{path.name} reads or writes YAML in the event loop"


# -- readers -------------------------------------------------------------------------------------------------------------


class Stuck:
    """A wire that nobody reads until it is let go."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.sent: list[dict[str, Any]] = []

    async def send_text(self, data: str) -> None:
        await self.free.wait()
        self.sent.append(json.loads(data))

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        pass


async def opened(hall: Hall, encounter: str = "clash/spines") -> Table:
    start = Start(encounter_of(encounter), "", ["Ann"], False, "person", {}, "1")
    return (await hall.create(start, start.session()))[0]


def test_one_who_reads_too_slowly_has_no_gap_and_loses_no_receipt(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(SqliteBackend(tmp_path / "quintain.sqlite"))
        table = await opened(Hall(store))
        wire = Stuck()
        socket = Socket(wire, "gm", "gm")
        pump = asyncio.create_task(socket.pump())
        await table.join(socket, None)
        for number in range(MOST_WAITING + 20):
            command = {"do": "rule", "ruling": "note", "args": {"text": f"note {number}"}}
            await table.do("gm", command, None, f"k{number}")
            if number == 3:
                socket.send(b'{"type":"receipt","id":"k3"}')
        assert len(socket.waiting) <= MOST_WAITING + 1
        wire.free.set()
        while socket.waiting:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        number = -1
        for frame in wire.sent:
            if frame["type"] == "view":
                number = frame["view"]["version"]
            elif frame["type"] == "changes":
                assert frame["changes"]["since"] == number, "a gap"
                number = frame["changes"]["version"]
        assert number == (await table.view("gm"))["version"]
        assert [frame["id"] for frame in wire.sent if frame["type"] == "receipt"] == ["k3"]
        pump.cancel()
        await store.close()

    asyncio.run(run())


def test_nobody_is_told_what_is_not_durable_yet(tmp_path: Path) -> None:
    """A whole view for somebody who fell behind is not made in the middle of a write."""

    async def run() -> None:
        store = Store(SqliteBackend(tmp_path / "quintain.sqlite"))
        table = await opened(Hall(store))
        socket = Socket(Stuck(), "gm", "gm")
        await table.join(socket, None)
        assert socket.fresh() is not None
        session = await table.ready()
        session.do("gm", {"do": "rule", "ruling": "note", "args": {"text": "not yet"}}, None, "")
        assert socket.fresh() is None
        await store.close()

    asyncio.run(run())


def test_asking_for_whole_views_again_and_again_slows_only_oneself_down(strict_address: str) -> None:
    address, server = strict_address, Server(strict_address)
    seat = server.play("clash/spines")
    headers = {"cookie": server.cookie_header()}
    with connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers, max_size=None) as wire:
        for _ in range(300):
            wire.send('{"type": "hello", "since": null}')
        other = Server(address).play("clash/spines")
        question = other.wait()
        assert question is not None
        other.answer(question["id"], question["options"][0]["id"])
        other.close()
        views, until = 0, time.monotonic() + 2
        while time.monotonic() < until:
            try:
                views += json.loads(wire.recv(0.2))["type"] == "view"
            except TimeoutError:
                continue
        assert 0 < views < 120
    statuses = {raw(address, "GET", f"/api/tables/{seat.table}/view", cookie=server.cookie_header())[0] for _ in range(80)}
    assert 429 in statuses


def test_a_seat_is_open_only_so_often(server: Server, address: str) -> None:
    seat = server.play("clash/spines")
    headers = {"cookie": server.cookie_header()}
    with contextlib.ExitStack() as wires:
        for number in range(MOST_SOCKETS + 1):
            wire = wires.enter_context(
                connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers, max_size=None)
            )
            if number == MOST_SOCKETS:
                break
            wire.send('{"type": "ping"}')  # who says nothing else counts as well
            assert json.loads(wire.recv(20))["type"] == "pong"
        assert json.loads(wire.recv(20)) == {"type": "bye", "why": f"This seat is open {MOST_SOCKETS} times already: close some."}
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(20)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013


HOSTILE = [
    "x" * 69_000, "[" * 30_000 + "]" * 30_000, '{"type": "command", "id": "a", "version": 0, "command": {"do": "dance"}}',
    '{"type": "command", "id": "b", "version": 0, "command": {"do": "answer", "question": "q1", "option": "9999999d9999999"}}',
    '{"type": "command", "id": "c", "version": 0, "command": {"do": "rule", "ruling": "note", "args": {"text": "' + "y" * 60_000
    + '"}}}',
    '{"type": "odds", "id": "x", "question": "q99999999", "options": null}',
]  # fmt: skip


def test_a_hostile_frame_costs_the_server_little(tmp_path: Path) -> None:
    """Less than 20 ms of processor time each, and at another table every answer is given meanwhile."""
    process = BenchServer(str(tmp_path), plain=True, preload=False)
    try:
        server, other = Server(process.address), Server(process.address).play("clash/spines")
        seat = server.play("clash/spines")
        headers = {"cookie": server.cookie_header()}
        assert other.wait() is not None
        count, before = 0, process.cpu()
        for _ in range(many(5, 200)):
            with connect(f"ws{process.address[4:]}/api/tables/{seat.table}/live", additional_headers=headers, max_size=None) as wire:
                for text in HOSTILE[1:]:
                    wire.send(text)
                    assert json.loads(wire.recv(20))["type"] == "refused"
                    count += 1
                wire.send(HOSTILE[0])
                with pytest.raises(ConnectionClosed):
                    raise_when_closed(wire)
                count += 1
        each = 1000 * (process.cpu() - before) / count
        question = other.wait()
        assert question is not None and other.answer(question["id"], question["options"][0]["id"])
        other.close()
    finally:
        process.stop()
    assert each < 20, f"{each:.1f} ms each"


def raise_when_closed(wire: ClientConnection) -> None:
    while True:
        wire.recv(20)


# -- defects in one place --------------------------------------------------------------------------------------------------


def test_a_view_that_cannot_be_made_harms_nobody_else(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gm, links = server.open("clash/spines", seats=["Ann", "Bob"])
    ann, bob = Server(address).enter(links["Ann"]), Server(address).enter(links["Bob"])
    for seat in (gm, ann, bob):
        seat.follow()
    advance = cursor.Cursor.advance

    def failing(self: cursor.Cursor, session: Any, seat: str) -> Any:
        if seat == "Ann":
            raise RuntimeError("planted")
        return advance(self, session, seat)

    faults = Table.faults
    monkeypatch.setattr(cursor.Cursor, "advance", failing)
    gm.rule("note", text="Hear me.")
    bob.wait_until(lambda view: any("Hear me." in line["text"] for line in view["log"]))
    assert Table.faults > faults
    monkeypatch.undo()
    monkeypatch.setattr(Table, "faults", faults)
    gm.rule("note", text="Again.")
    for said in ("Hear me.", "Again."):
        ann.wait_until(lambda view, said=said: any(said in line["text"] for line in view["log"]))  # type: ignore[misc]
    for seat in (gm, ann, bob):
        seat.close()


def test_what_cannot_be_written_down_has_not_happened(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    gm, _ = server.open("clash/spines", seats=["Ann"])
    gm.follow()
    before, faults = gm.call("GET", "/view"), Table.faults

    def broken(*_: Any) -> Any:
        raise OverflowError("planted")

    monkeypatch.setattr(rows, "put_op", broken)
    with pytest.raises(ServiceError, match="cannot be written down"):
        gm.rule("note", text="lost")
    monkeypatch.undo()
    monkeypatch.setattr(Table, "faults", faults)
    assert {**gm.call("GET", "/view"), "version": 0} == {**before, "version": 0}
    gm.rule("note", text="kept")
    assert [line["text"] for line in gm.call("GET", "/view")["log"]][-1].endswith("kept")
    gm.close()


def test_a_secret_revoked_elsewhere_is_not_remembered_for_a_table_out_of_memory(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(SqliteBackend(tmp_path / "quintain.sqlite"))
        hall = Hall(store, idle=-1)
        start = Start(encounter_of("clash/spines"), "", ["Ann"], False, "person", {}, "1")
        table, _, cookie = await hall.create(start, start.session())
        assert await hall.entry(cookie, COOKIE) is not None
        hall.tidy()
        assert not hall.tables and not hall.entries, "a table that leaves takes its cookies along"
        assert await hall.entry(cookie, COOKIE) is not None
        await store.write([rows.drop_secrets(table.id, "gm")])  # another process does this, and says so:
        hall._heard(f"seat {table.id} gm")
        assert await hall.entry(cookie, COOKIE) is None
        await store.close()

    asyncio.run(run())


# -- disks and databases -------------------------------------------------------------------------------------------------


def test_a_full_disk_is_said_to_players_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    layer = LossyLayer(f"attack{next(_names)}")
    backend = SqliteBackend(tmp_path / "quintain.sqlite", layer.layer)
    with serving(tmp_path, backend) as address:
        seat = alone(Server(address), "clash/spines")
        question = seat.wait()
        assert question is not None
        command = {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]}
        layer.failure, layer.fail_from, layer.fail_to = apsw.FullError, layer.calls, 10**9
        for _ in range(3):
            with pytest.raises(ServiceError, match="full") as no:
                seat.do(command, "k")
            assert no.value.kind == "unavailable" and str(tmp_path) not in str(no.value), "where it lies is not for players"
        assert raw(address, "GET", "/ready")[0] == 503 and raw(address, "GET", "/health")[0] == 200
        layer.fail_from = layer.fail_to = -1
        assert seat.do(command, "k")["repeated"] is False
        assert seat.do(command, "k")["repeated"] is True
        assert raw(address, "GET", "/ready")[0] == 200
        seat.close()
    layer.unregister()


def test_a_database_that_hangs_is_said_and_play_goes_on_when_it_answers(
    tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quintain.table.store.PATIENCE", 1.5)
    with serving(tmp_path, PostgresBackend(postgres.new_base())) as address:
        seat = alone(Server(address), "clash/spines")
        question = seat.wait()
        assert question is not None
        command = {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]}
        postgres.signal_all(signal.SIGSTOP)
        try:
            with pytest.raises(ServiceError, match="does not answer") as no:
                seat.do(command, "k")
            assert no.value.kind == "unavailable"
        finally:
            postgres.signal_all(signal.SIGCONT)
        monkeypatch.undo()
        until = time.monotonic() + 30
        while True:
            try:
                seat.do(command, "k")
                break
            except ServiceError as again:
                assert again.kind == "unavailable" and time.monotonic() < until  # noqa: PT017
                time.sleep(0.2)
        assert seat.do(command, "k")["repeated"]
        seat.close()
