"""Live play over sockets that break: resumed without a gap or a repeat; commands carried out once; undo by proposal; time limits."""

from __future__ import annotations

import contextlib
import json
import random
import time
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from quintain.library.encounters import sample
from quintain.systems import system, system_names
from quintain.table.client import Seat, Server, ServiceError, changed
from quintain.table.sqlite import SqliteBackend
from quintain.table.store import Row, StoreDown, Value
from tests.support import clause, many
from tests.table.running import alone, serving


class Watched(Seat):
    """A seat that checks the numbers of everything it is sent."""

    def _read(self, until: float) -> dict[str, Any]:
        before = self.version
        got = super()._read(until)
        if got["type"] == "changes":
            assert got["changes"]["since"] == before, "a gap or a repeat"
            assert got["changes"]["version"] > before
            numbers = [line["number"] for line in self.view["log"]]
            assert numbers == list(range(1, len(numbers) + 1)), "the log has a gap or a repeat"
        return got


def watched(seat: Seat) -> Watched:
    return Watched(seat.server, seat.table, seat.name, seat.role)


def cut(seat: Seat) -> None:
    """The connection breaks without a word."""
    if seat._socket is not None:
        seat._socket.socket.close()


@pytest.mark.parametrize("name", system_names())
def test_a_broken_connection_is_resumed_exactly(server: Server, address: str, name: str) -> None:
    took = resumed(server, address, name, many(15, 2_000))
    if many(0, 1):
        assert took[int(len(took) * 0.99)] < 0.25, "the 99th of 100 takes too long"


def resumed(server: Server, address: str, name: str, times: int, patience: float = 30.0) -> list[float]:
    """Play on while a player's connection breaks; each time it must come back exactly. How long that took, sorted."""
    gm, links = server.open(system(name).standard, seats=["Ann", "Bob"], seed="1")
    ann = watched(Server(address).enter(links["Ann"]))
    rng = random.Random(name)
    ann.follow()
    took: list[float] = []
    for _ in range(times):
        acting = gm
        acting.follow()
        question = gm.wait(5)
        if question is None:
            gm.do({"do": "undo"})
            continue
        if rng.random() < 0.5:
            cut(ann)
        if rng.random() < 0.15 and gm.view["can_undo"] and gm.view["log"]:
            try:
                gm.do({"do": "undo"})
            except ServiceError as no:
                assert no.kind == "missing"  # noqa: PT017
        else:
            try:
                gm.answer(question["id"], rng.choice(question["options"])["id"])
            except ServiceError as no:
                assert no.kind == "illegal"  # noqa: PT017
        fresh = ann.call("GET", "/view")
        ann.close()
        began = time.monotonic()
        ann.follow()
        ann.wait_until(lambda view, fresh=fresh: view["version"] >= fresh["version"], patience)  # type: ignore[misc]
        took.append(time.monotonic() - began)
        assert ann.view == fresh, "what it has is not what a fresh view shows"
    gm.close()
    ann.close()
    return sorted(took)


def test_the_check_of_numbers_notices_a_gap(server: Server) -> None:
    seat = watched(alone(server, "clash/spines"))
    question = seat.wait()
    assert question is not None
    seat.answer(question["id"], question["options"][0]["id"])
    seat.view["version"] -= 1
    question = seat.wait()
    assert question is not None
    with pytest.raises(AssertionError, match="gap"):
        seat.answer(question["id"], question["options"][0]["id"])
    seat._open.close()


def test_after_a_restart_a_seat_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        seat = alone(Server(address), "clash/spines")
        question = seat.wait()
        assert question is not None
        command = {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]}
        receipt = seat.do(command, "first")
        before = seat.call("GET", "/view")
        seat.close()
    with serving(tmp_path) as address:
        again = Seat(Server(address), seat.table, seat.name, seat.role)
        again.server.cookies = seat.server.cookies
        again.view = before
        repeated = again.do(command, "first")
        assert repeated["repeated"] and repeated["events"] == receipt["events"]
        again.wait_until(lambda view: view["version"] != before["version"])
        assert {**again.view, "version": 0} == {**before, "version": 0}
        again.close()


def test_a_command_sent_again_and_again_is_carried_out_once(address: str) -> None:
    seat, left = alone(Server(address), "clash/spines"), many(8, 20_000)
    left -= sent_again(seat, left)
    while left:  # the fight is over: another
        seat.close()
        seat = alone(Server(address), "clash/spines")
        left -= sent_again(seat, left)
    with pytest.raises(ServiceError) as no:
        seat.do({"do": "redo"}, "k0")
    assert no.value.kind == "malformed"
    seat.close()


def sent_again(seat: Seat, times: int) -> int:
    """Every command five times over connections that break: carried out once, the same receipt for all. How many there were."""
    rng = random.Random(seat.table)
    for number in range(times):
        question = seat.wait()
        if question is None:
            return number
        command = {"do": "answer", "question": question["id"], "option": rng.choice(question["options"])["id"]}
        receipts = []
        for turn in range(5):
            if turn in (1, 3):
                cut(seat)
            receipts.append(seat.do(command, f"k{number}"))
        assert [receipt["repeated"] for receipt in receipts] == [False, True, True, True, True], "carried out again"
        assert len({json.dumps(receipt["events"]) for receipt in receipts}) == 1
    return times


def test_a_command_that_was_lost_on_the_way_is_sent_again(server: Server) -> None:
    seat = alone(server, "clash/spines")
    question = seat.wait()
    assert question is not None and seat._socket is not None
    seat._socket = cast("Any", Broken(seat._socket))
    seat.server.timeout = 20.0
    assert seat.answer(question["id"], question["options"][0]["id"])["repeated"] is False
    seat.close()


class Broken:
    """A connection that breaks with the first frame that is sent: it never arrives."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire

    def send(self, text: str) -> None:
        self.wire.close()

    def recv(self, timeout: float) -> str | bytes:
        return self.wire.recv(timeout)


def test_a_stale_command_is_refused_with_a_sentence(server: Server) -> None:
    seat = alone(server, "clash/spines")
    question = seat.wait()
    assert question is not None
    old = seat.version
    seat.answer(question["id"], question["options"][0]["id"])
    with pytest.raises(ServiceError) as no:
        seat.call("POST", "/commands", {"key": "u", "version": old, "command": {"do": "undo"}})
    assert (no.value.status, no.value.kind) == (409, "stale")
    seat.close()


def test_a_players_undo_waits_for_the_gm(server: Server, address: str) -> None:
    gm, links = server.open("clash/spines", seats=["Ann"], gm="steady")
    ann = Server(address).enter(links["Ann"])
    question = ann.wait()
    assert question is not None
    ann.answer(question["id"], question["options"][0]["id"])
    said = ann.do({"do": "undo"})["said"]
    assert "GM" in said
    gm.wait_until(lambda view: bool(view["proposals"]))
    assert gm.view["proposals"][0]["seat"] == "Ann"
    gm.do({"do": "agree", "proposal": gm.view["proposals"][0]["proposal"]})
    ann.wait_until(lambda view: not any(question.get("declared") for question in view["questions"]))
    gm.close()
    ann.close()


def test_who_does_not_answer_in_time_is_answered_for(server: Server) -> None:
    seat = alone(server, "riposte/ferry")
    seat.follow()
    before = seat.version
    seat.call("PATCH", "/settings", {"seconds": 1})
    seat.wait_until(lambda view: view["version"] > before + 1, 10)
    timers: list[dict[str, Any]] = []
    while not timers:
        got = seat._read(time.monotonic() + 5)
        timers = [got] if got["type"] == "timer" else []
    assert timers[0]["of"] == 1 and 0 <= timers[0]["left"] <= 1
    seat.call("PATCH", "/settings", {"seconds": 0})
    seat.close()


@clause("TI-28")
def test_where_the_book_limits_the_time_for_stances_an_npc_acts_when_it_is_over(server: Server) -> None:
    encounter = sample("tiers/standard").data | {"options": {"decision_timer": 1}}
    gm, links = server.open(encounter, seats=["Ann"], seed="1")
    ann = Server(server.address).enter(links["Ann"])
    ann.follow()
    ann.wait_until(lambda view: any(line["kind"] == "hurry" for line in view["log"]), 20)
    assert not any(line["kind"] == "stance" for line in ann.view["log"]), "nobody was answered for"
    gm.close()
    ann.close()


def test_a_shorter_limit_holds_for_what_is_asked_already(server: Server) -> None:
    seat = alone(server, "riposte/ferry")
    seat.call("PATCH", "/settings", {"seconds": 3600})
    seat.follow()
    before = seat.version
    seat.call("PATCH", "/settings", {"seconds": 1})
    seat.wait_until(lambda view: view["version"] > before + 1)
    assert seat.version > before + 1, "nobody was answered for"
    seat.call("PATCH", "/settings", {"seconds": 0})
    seat.close()


class Away(SqliteBackend):
    """Cannot be asked while it is away."""

    away = False

    def read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        if self.away:
            raise StoreDown("the database is away.")
        return super().read(sql, values)


@pytest.mark.parametrize("says_hello", [False, True])
def test_who_comes_while_the_database_is_away_is_told_to_come_again(tmp_path: Path, says_hello: bool) -> None:
    """Whether nobody can tell who it is, or only the fight cannot be read."""
    with serving(tmp_path) as address:
        seat = alone(Server(address), "clash/spines")
    backend = Away(tmp_path / "quintain.sqlite")
    with serving(tmp_path, backend) as address:
        seat.server.address = address
        headers = {"cookie": seat.server.cookie_header()}
        with contextlib.ExitStack() as wires:
            def opened() -> ClientConnection:
                return wires.enter_context(connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers))

            wire = opened() if says_hello else None
            if wire is not None:
                wire.send('{"type": "ping"}')
                assert json.loads(wire.recv(20))["type"] == "pong"
            backend.away = True
            wire = wire or opened()
            with contextlib.suppress(ConnectionClosed):
                wire.send('{"type": "hello", "since": null}')
            assert json.loads(wire.recv(20)) == {"type": "bye", "why": "This cannot be read now: the database is away."}
            with pytest.raises(ConnectionClosed) as closed:
                wire.recv(20)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        seat.server.timeout = 1.0
        with pytest.raises((TimeoutError, ConnectionError)):
            seat.follow()
        backend.away = False
        assert seat.wait(20)
        seat.close()


def test_presence_is_told(server: Server, address: str) -> None:
    gm, links = server.open("riposte/ferry", seats=["Ann"])
    gm.follow()
    ann = Server(address).enter(links["Ann"])
    ann.follow()
    while not any(seat["seat"] == "Ann" and seat["present"] for seat in gm.presence):
        gm._read(time.monotonic() + 5)
    ann.close()
    while any(seat["seat"] == "Ann" and seat["present"] for seat in gm.presence):
        gm._read(time.monotonic() + 5)
    assert next(seat for seat in gm.presence if seat["seat"] == "Ann")["left_seconds"] < 60
    gm.close()


def test_tables_nobody_looks_at_leave_memory_and_come_back(tmp_path: Path) -> None:
    with serving(tmp_path, idle=1) as address:
        seat = alone(Server(address), "riposte/ferry")
        for _ in range(10):
            question = seat.wait()
            assert question is not None
            seat.answer(question["id"], question["options"][-1]["id"])
        before = seat.call("GET", "/view")
        seat.close()
        until = time.monotonic() + 15
        while "quintain_tables_loaded 0" not in metrics(address):
            assert time.monotonic() < until
            time.sleep(0.1)
        after = seat.call("GET", "/view")
        assert {**after, "version": 0} == {**before, "version": 0}


def metrics(address: str) -> str:
    import urllib.request

    with urllib.request.urlopen(f"{address}/metrics") as answer:
        return str(answer.read().decode())


def test_changes_work_into_a_view() -> None:
    units = [{"id": "a", "hp": 1}, {"id": "b"}]
    view = {"version": 1, "units": units, "log": [{"number": 1}], "round": 1, "outcome": {}, "taken_back": []}
    changes = {
        "version": 2, "since": 1, "events": [{"number": 2}], "taken_back": [1], "gone": ["b"],
        "view": {"round": 2, "outcome": None, "units": [{"id": "a", "hp": 0}, {"id": "c"}]},
    }  # fmt: skip
    now = {"version": 2, "units": [{"id": "a", "hp": 0}, {"id": "c"}], "log": [{"number": 1}, {"number": 2}], "round": 2}
    assert changed(view, changes) == {**now, "taken_back": [1]}
