"""Connections that only cost: half-sent requests, heads without end, readers who read nothing, and too many at once."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from quintain.table import connections, serve
from quintain.table.client import Server
from quintain.table.connections import Door
from tests.table.running import SERVED, Process, serving
from tests.table.test_seats import raw

HEAD = b"POST /api/play HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is given up after a second instead of twenty."""
    monkeypatch.setattr(connections, "PATIENCE", 1.0)
    monkeypatch.setattr(connections, "STUCK", 1.0)
    monkeypatch.setattr(connections, "EVERY", 0.1)


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> list[Door]:
    """The door of each server that is started."""
    found: list[Door] = []
    began = Door.__init__

    def noted(self: Door, *given: Any) -> None:
        began(self, *given)
        found.append(self)

    monkeypatch.setattr(Door, "__init__", noted)
    return found


def dial(address: str, source: str = "127.0.0.1") -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname or "", parts.port or 0), 30, (source, 0))


def closed_after(wire: socket.socket, said: bytes, every: float, most: float = 20.0) -> tuple[float, bytes]:
    """Send a little now and then until the server gives up: how long that took, and what it said."""
    began, heard = time.monotonic(), b""
    wire.settimeout(every)
    while time.monotonic() < began + most:
        with contextlib.suppress(TimeoutError):
            try:
                got = wire.recv(4096)
            except ConnectionError:
                got = b""
            if not got:
                return time.monotonic() - began, heard
            heard += got
        with contextlib.suppress(OSError):
            wire.sendall(said)
    raise AssertionError("it is never given up")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b""), (b"", b"\r\n"), (HEAD, b"x-a: b\r\n"), (HEAD + b"x-long: ", b"y"), (b"POST /", b"a"),
        (HEAD + b"content-length: 60000\r\n\r\n", b" "), (HEAD + b"transfer-encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        (HEAD + b"transfer-encoding: chunked\r\n\r\n1;", b"x"),
        (b"GET /health HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60000\r\n\r\n", b" "),
        (b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n", b"\r\n"),
    ],
)  # fmt: skip
def test_a_half_sent_request_is_given_up(quick: None, doors: list[Door], tmp_path: Path, first: bytes, then: bytes) -> None:
    with serving(tmp_path) as address:
        with contextlib.ExitStack() as wires:
            many = [wires.enter_context(dial(address)) for _ in range(20)]
            for wire in many:
                wire.sendall(first)
            took, said = closed_after(many[0], then, 0.1)
            assert took < 10
            if first and not first.startswith(b"GET"):
                head, _, body = said.partition(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 408") and json.loads(body)["error"]["kind"] == "malformed", said
            for wire in many[1:]:
                closed_after(wire, then, 0.1)
        assert raw(address, "GET", "/health")[0] == 200
        emptied(doors)


def emptied(doors: list[Door]) -> None:
    """Of all connections nothing is left."""
    until = time.monotonic() + 20
    while doors[0].most.count:
        assert time.monotonic() < until, "connections are counted that are gone"
        time.sleep(0.05)
    assert not doors[0].most.known


def test_a_slow_upload_that_moves_is_let_through(quick: None, tmp_path: Path) -> None:
    """It takes many times as long as anybody may rest."""
    body = json.dumps({"encounter": "riposte/ferry"}).encode().ljust(4_000)
    with serving(tmp_path) as address, dial(address) as wire:
        wire.sendall(HEAD + b"content-length: 4000\r\n\r\n")
        for place in range(0, 4_000, 200):
            time.sleep(0.2)
            wire.sendall(body[place : place + 200])
        assert wire.recv(100).startswith(b"HTTP/1.1 201")


def test_a_fast_beginning_buys_no_rest(quick: None, tmp_path: Path) -> None:
    with serving(tmp_path) as address, dial(address) as wire:
        wire.sendall(HEAD + b"content-length: 3000000\r\n\r\n" + b" " * 2_000_000)
        took, said = closed_after(wire, b" ", 0.2)
        assert took < 10 and b" 408 " in said


@pytest.mark.parametrize(
    "endless", [b"x-long: " + b"y" * 8_000, b"x-a: b\r\n" * 1_000, b"transfer-encoding: chunked\r\n\r\n1;" + b"x" * 8_000],
)  # fmt: skip
def test_a_head_without_end_is_refused(tmp_path: Path, endless: bytes) -> None:
    """The parser keeps whatever comes: a few of these took all memory there is."""
    with serving(tmp_path) as address, dial(address) as wire:
        wire.sendall(HEAD)
        sent, said = 0, b""
        with contextlib.suppress(ConnectionError):
            while sent < 20_000_000:
                wire.sendall(endless if not sent else endless.rpartition(b"\r\n\r\n")[2])
                sent += len(endless)
        with contextlib.suppress(ConnectionError):
            said = wire.recv(4096)
        assert sent < 20_000_000, "it is taken however long it is"
        assert not said or said.startswith(b"HTTP/1.1 431"), said


@pytest.mark.parametrize("half", [b"", HEAD, HEAD + b"content-length: 100\r\n\r\n{"])
def test_a_half_sent_request_does_not_hold_up_a_stop(tmp_path: Path, capfd: pytest.CaptureFixture[str], half: bytes) -> None:
    """The server waited five seconds for its end, and wrote a page of its insides into the log."""
    process = Process(tmp_path)
    with dial(process.address) as wire:
        wire.sendall(half)
        raw(process.address, "GET", "/health")
        began = time.monotonic()
        assert process.stop() == 0
        assert time.monotonic() - began < 4
        assert b"content-length" not in half or wire.recv(4096).startswith(b"HTTP/1.1 503")
    assert "Traceback" not in capfd.readouterr().err


def test_what_is_no_http_is_refused_like_everything_else(address: str) -> None:
    with dial(address) as wire:
        wire.sendall(b"EHLO mail.example\r\n\r\n")
        head, _, body = wire.recv(4096).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400") and b"nosniff" in head and json.loads(body)["error"]["kind"] == "malformed"


def test_one_who_takes_no_answers_is_given_up(quick: None, doors: list[Door], tmp_path: Path) -> None:
    with serving(tmp_path) as address, dial(address) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(2)
        for _ in range(200):
            wire.sendall(b"GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n")
        while not doors[0].most.count:
            time.sleep(0.01)
        emptied(doors)


def test_who_goes_with_many_requests_unanswered_leaves_no_error(
    doors: list[Door], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path) as address:
        with dial(address) as wire:
            wire.sendall(b"GET /api/nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n" * 500)
            assert wire.recv(100).startswith(b"HTTP/1.1 404")
        emptied(doors)
        assert raw(address, "GET", "/health")[0] == 200
    assert "Traceback" not in capfd.readouterr().err


def test_pings_without_end_are_no_use(quick: None, doors: list[Door], tmp_path: Path) -> None:
    """An answer to each would be kept for somebody who reads none."""
    with serving(tmp_path) as address:
        server = Server(address)
        seat = server.play("clash/spines")
        where = f"ws{address[4:]}/api/tables/{seat.table}/live"
        wire = connect(where, additional_headers={"cookie": server.cookie_header()}, close_timeout=0)
        ping = b"\x89\xfd\0\0\0\0" + b"x" * 125
        with contextlib.suppress(OSError):
            flood(wire.socket, ping * 200)
            raise AssertionError("it takes them for ever")
        wire.socket.close()
        emptied(doors)


def flood(wire: socket.socket, said: bytes) -> None:
    wire.settimeout(20)
    for _ in range(20_000):
        wire.sendall(said)


def test_so_many_connections_of_an_address_and_no_more(monkeypatch: pytest.MonkeyPatch, doors: list[Door], tmp_path: Path) -> None:
    """Others come in, and this machine's own are not counted: a proxy on it brings everybody's."""
    monkeypatch.setattr(serve, "MOST_OF_ONE", 30)
    with serving(tmp_path) as address:
        with contextlib.ExitStack() as wires:
            for _ in range(30):
                wires.enter_context(dial(address, "127.0.0.2"))
            more = wires.enter_context(dial(address, "127.0.0.2"))
            head, _, body = more.recv(4096).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 429") and b"retry-after" in head and json.loads(body)["error"]["kind"] == "busy"
            for source in ("127.0.0.3", *["127.0.0.1"] * 40):
                other = wires.enter_context(dial(address, source))
                other.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
                assert other.recv(4096).startswith(b"HTTP/1.1 200")
        emptied(doors)
        with dial(address, "127.0.0.2") as again:
            again.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert again.recv(4096).startswith(b"HTTP/1.1 200")


def test_sockets_of_an_address_are_counted_and_leave_again(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        service = SERVED[address].state.service
        service.open.each = 2
        server = Server(address)
        seat = server.play("clash/spines")
        where, headers = f"ws{address[4:]}/api/tables/{seat.table}/live", {"cookie": server.cookie_header()}
        given: dict[str, Any] = {"additional_headers": headers, "source_address": ("127.0.0.2", 0)}
        with connect(where, **given) as first, connect(where, **given) as second:
            for wire in (first, second):
                wire.send('{"type": "ping"}')
                assert json.loads(wire.recv(20))["type"] == "pong"
            with connect(where, **given) as third:
                assert "at once" in json.loads(third.recv(20))["why"]
        until = time.monotonic() + 20
        while service.open.count:
            assert time.monotonic() < until, "who left is counted still"
            time.sleep(0.02)
        assert not service.open.known


def test_only_so_much_of_files_is_held_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, limits="none") as address:
        held = SERVED[address].state.service.held
        held.each = 100_000
        with dial(address) as slow:
            slow.sendall(HEAD + b"content-length: 90001\r\n\r\n" + b" " * 90_000)
            until = time.monotonic() + 20
            while held.count < 90_000:
                assert time.monotonic() < until
                time.sleep(0.02)
            status, headers, answer = raw(address, "POST", "/api/check", b" " * 50_000)
            assert (status, json.loads(answer)["error"]["kind"]) == (429, "busy") and int(headers["retry-after"]) > 0
        until = time.monotonic() + 20
        while held.count:
            assert time.monotonic() < until, "what is gone is held"
            time.sleep(0.02)
        assert raw(address, "POST", "/api/check", b'{"encounter": ""}'.ljust(50_000))[0] == 200
