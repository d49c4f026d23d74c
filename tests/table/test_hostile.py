"""Bad input and hostile clients: a clear 4xx or close code, nothing lost, nobody else harmed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from quintain.table.client import Server, ServiceError
from quintain.table.play import Table
from tests.support import many
from tests.table.running import SERVED, serving
from tests.table.test_load import wrong
from tests.table.test_seats import raw
from tests.table.twisted import tried
from tools.bench_table import Found, load, open_tables
from tools.bench_table import Server as BenchServer

DEEP = "[" * 100_000 + "]" * 100_000
WRONG_BODIES = [
    b"", b"{", b"null", b"[]", b'"text"', b"12", b"{}", DEEP.encode(), b'{"a":' * 5_000 + b"1" + b"}" * 5_000, b"\xff\xfe",
    b'{"encounter": 1}',
    b'{"encounter": "riposte/ferry", "surprise": 1}', b'{"encounter": "../../etc/passwd"}', b'{"encounter": {"system": "riposte"}}',
    b'{"encounter": "riposte/ferry", "seats": ["gm"]}', b'{"encounter": "riposte/ferry", "seats": ["a", "A"]}',
    b'{"encounter": "riposte/ferry", "seats": ["<b>"]}', b'{"encounter": "riposte/ferry", "gm": "nobody"}',
    b'{"encounter": "riposte/ferry", "settings": {"seconds": 1e99}}', b'{"encounter": "riposte/ferry", "settings": {"seconds": -1}}',
    b'{"encounter": {"system": "riposte", "combatants": ' + b"[" * 60 + b"]" * 60 + b"}}",
    b'{"encounter": {"system": "nothing", "combatants": []}}',
]  # fmt: skip


@pytest.mark.parametrize("body", WRONG_BODIES, ids=range(len(WRONG_BODIES)))
def test_a_body_that_cannot_be_used_gets_a_sentence(address: str, body: bytes) -> None:
    status, _, answer = raw(address, "POST", "/api/tables", body)
    error = json.loads(answer)["error"]
    assert 400 <= status < 500 and error["kind"] and len(error["text"]) > 5


@pytest.mark.parametrize("path", ["/api/check", "/api/fair", "/api/replay", "/api/lab", "/api/import"])
def test_files_that_are_none_get_a_sentence(address: str, path: str) -> None:
    for body in (b"{}", b"[1]", b'{"record": {}}', b'{"encounter": "a: [1, 2"}', b'{"record": {"quintain": 1, "entries": "x"}}',
                 b'{"kind": "forecast"}', b'{"quintain_table": 1}', b'{"encounter": "' + b"[" * 500 + b'"}'):  # fmt: skip
        status, _, answer = raw(address, "POST", path, body)
        assert status in (200, 202, 400, 409, 422), (body, answer)


def test_what_is_too_large_is_refused_before_it_is_read(address: str) -> None:
    for path, size in (("/api/enter", 70_000), ("/api/tables", 5_000_000)):
        status, _, answer = raw(address, "POST", path, b"x" * size)
        assert status == 413 and json.loads(answer)["error"]["kind"] == "large"
    status, _, answer = raw(address, "POST", "/api/play", b"x" * 70_000)  # as large as a table's encounter may be
    assert status != 413, answer
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), 10) as wire:  # chunked, without saying how much
        wire.sendall(b"POST /api/enter HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n")
        wire.sendall(b"transfer-encoding: chunked\r\n\r\n")
        for _ in range(20):
            wire.sendall(b"2000\r\n" + b"y" * 8192 + b"\r\n")
        wire.sendall(b"0\r\n\r\n")
        assert b"413" in wire.recv(200)


def test_a_body_of_nothing_but_brackets_is_refused_before_it_is_read(address: str) -> None:
    """Four million bytes of them took a third of a second to read, and a hundred million bytes for each job that waited."""
    hollow = b"[" + b",".join([b"[]"] * 1_300_000) + b"]"
    for path in ("/api/tables", "/api/check", "/api/lab", "/api/replay", "/api/import"):
        status, _, answer = raw(address, "POST", path, b'{"kind": "forecast", "encounter": ' + hollow + b"}")
        assert (status, json.loads(answer)["error"]["kind"]) == (413, "large") and b"values" in answer, (path, answer)


def test_whoever_sends_file_after_file_waits_and_others_do_not(strict_address: str) -> None:
    uploads = SERVED[strict_address].state.service.uploads
    uploads.most, uploads.per_second = 300_000, 10.0
    body = json.dumps({"encounter": "x" * 120_000}).encode()
    assert [raw(strict_address, "POST", "/api/check", body)[0] for _ in range(2)] == [200, 200]
    status, headers, answer = raw(strict_address, "POST", "/api/check", body)
    assert (status, json.loads(answer)["error"]["kind"]) == (429, "limited") and int(headers["retry-after"]) > 1_000
    seat = Server(strict_address).play("clash/spines")  # commands are no files
    question = seat.wait()
    assert question is not None and seat.answer(question["id"], question["options"][0]["id"])
    seat.close()


def test_a_large_file_counts_for_several_tables(strict_address: str) -> None:
    """Reading it takes a while, in which everybody else's turns come later."""
    data = Server(strict_address).call("GET", "/api/encounters/escalation/toll")
    creations = SERVED[strict_address].state.service.creations
    creations.most, creations.per_second = 4.0, 0.001
    assert raw(strict_address, "POST", "/api/play", b"{}")[0] == 201
    data["blocks"]["vessa"]["attacks"][2]["hit"] = [{"damage": "5d8+4"}] * 1_500
    found = [raw(strict_address, "POST", "/api/tables", json.dumps({"encounter": data}).encode())[0] for _ in range(2)]
    assert found == [201, 429]
    deep = b'{"encounter": {"system": "clash", "zones": ' + b"[" * 800 + b"]" * 800 + b"}}"
    assert raw(strict_address, "POST", "/api/tables", deep)[0] in (400, 409, 429)


FRAMES: list[Any] = [
    "", "{", "[]", "null", "1e999", DEEP[:60_000], '{"type": "dance"}', '{"type": "command"}', '{"type": "command", "id": 3}',
    '{"type": "command", "id": "a", "version": -1, "command": {}}', '{"type": "command", "id": "a", "version": 1e99, "command": {}}',
    '{"type": "command", "id": "a", "version": 0, "command": {"do": "explode"}}',
    '{"type": "command", "id": "b", "version": 0, "command": {"do": "answer", "question": "q1", "option": "9999999d9999999"}}',
    '{"type": "command", "id": "c", "version": 0, "command": {"do": "answer", "question": "q99999999999999999999", "option": ""}}',
    '{"type": "command", "id": "d", "version": 0, "command": {"do": "enter", "question": "q1", "faces": [99999999999999999999999]}}',
    '{"type": "command", "id": "e", "version": 0, "command": {"do": "undo", "to": 99999999999999}}',
    '{"type": "command", "id": "' + "k" * 100 + '", "version": 0, "command": {"do": "undo"}}',
    '{"type": "odds"}', '{"type": "odds", "id": "x", "question": "q99", "options": null}', '{"type": "winning", "on": true}',
    '{"type": "hello", "since": "x"}', '{"type": "hello", "since": -5}', '{"type": "hello", "since": 99999999999999999999999}',
    b"\x00\xff",
]  # fmt: skip


def test_frames_that_cannot_be_used_are_refused_and_the_socket_lives(server: Server, address: str) -> None:
    seat, faults = server.play("riposte/ferry"), Table.faults
    before = seat.call("GET", "/view")
    headers = {"cookie": server.cookie_header()}
    with connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers, max_size=None) as wire:
        for frame in FRAMES:
            wire.send(frame)
            wire.send('{"type": "ping"}')
            kinds = []
            while "pong" not in kinds:
                kinds.append(json.loads(wire.recv(5))["type"])
            assert set(kinds) <= {"pong", "refused", "view", "current", "presence", "timer"}, (frame, kinds)
    assert seat.call("GET", "/view") == before
    assert Table.faults == faults


def say_and_listen(wire: ClientConnection, text: str) -> None:
    """Until the socket closes: while the text is still being sent, or after."""
    wire.send(text)
    while True:
        wire.recv(5)


def test_a_huge_frame_closes_the_socket(server: Server, address: str) -> None:
    huge_frame_refused(server, address)


def huge_frame_refused(server: Server, address: str) -> None:
    seat = server.play("riposte/ferry")
    headers = {"cookie": server.cookie_header()}
    with connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers) as wire:
        began = time.monotonic()
        try:
            say_and_listen(wire, "x" * 1_048_576)
        except (ConnectionClosed, TimeoutError) as closed:
            code = closed.rcvd.code if isinstance(closed, ConnectionClosed) and closed.rcvd is not None else 0
            assert code in (1009, 4003), "a huge frame was not refused"
            assert time.monotonic() - began < many(20, 1), "it took too long"


def test_whoever_sends_a_frame_that_is_too_large_is_told_so(server: Server, address: str) -> None:
    seat = server.play("clash/spines")
    headers = {"cookie": server.cookie_header()}
    for _ in range(5):
        with connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers) as wire:
            wire.send("x" * 66_000)
            assert json.loads(wire.recv(5)) == {"type": "bye", "why": "This frame is too large: at most 64,000 bytes."}
            with pytest.raises(ConnectionClosed) as closed:
                wire.recv(5)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4003


def test_too_many_frames_close_the_socket_and_nobody_else_suffers(strict_address: str) -> None:
    address, server = strict_address, Server(strict_address)
    other = Server(address).play("clash/spines")
    seat = server.play("riposte/ferry")
    headers = {"cookie": server.cookie_header()}
    code = 0
    with connect(f"ws{address[4:]}/api/tables/{seat.table}/live", additional_headers=headers) as wire:
        try:
            for _ in range(2_000):
                wire.send('{"type": "ping"}')
            while True:
                wire.recv(5)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 0
    assert code in (4003, 0)
    question = other.wait()
    assert question is not None
    assert other.answer(question["id"], question["options"][0]["id"])["repeated"] is False
    other.close()


def storm(address: str, table: str, cookie: str) -> None:
    """A thousand frames a second of every kind that is refused at once; thrown out it comes again, and says so, until it is killed."""
    where, headers = f"ws{address[4:]}/api/tables/{table}/live", {"cookie": cookie}
    frames = [frame for frame in FRAMES if not any(word in str(frame) for word in ("hello", "command", "odds"))]  # those have to wait
    began, sent = time.monotonic(), 0
    while True:
        with (
            contextlib.suppress(ConnectionClosed, OSError, InvalidStatus),
            connect(where, additional_headers=headers, max_queue=None, close_timeout=0) as wire,
        ):
            while True:
                wire.send(frames[sent % len(frames)])
                sent += 1
                time.sleep(max(0.0, began + sent / 1000 - time.monotonic()))
        print(sent, flush=True)


async def stormed(
    folder: Path, tables: int, rate: float, seconds: float, limits: str = "usual", patience: float = 60.0
) -> tuple[Found, Found, int]:
    """Others play without a hostile client, and beside one."""
    process = BenchServer(str(folder), plain=True, preload=False, limits=limits)
    try:
        server = Server(process.address)
        seat = server.play("riposte/ferry")
        opened = await open_tables(process.address, 0, tables, 3, "clash/spines")
        alone = await load(process, opened, rate, seconds)
        words = f"from tests.table.test_hostile import storm; storm({process.address!r}, {seat.table!r}, {server.cookie_header()!r})"
        hostile = await asyncio.create_subprocess_exec(sys.executable, "-c", words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert hostile.stdout is not None
        try:
            await asyncio.wait_for(hostile.stdout.readline(), patience)
        except TimeoutError:
            hostile.kill()
            raise AssertionError("whoever floods the server is never thrown out") from None
        beside = await load(process, opened, rate, seconds)
        hostile.kill()
        said = (await hostile.communicate())[0].split()
        return alone, beside, int(said[-1]) if said else 1
    finally:
        process.stop()


def test_others_play_on_beside_one_who_floods_the_server(tmp_path: Path) -> None:
    alone, beside, _ = asyncio.run(stormed(tmp_path, many(3, 20), many(20, 40), many(1, 60)))
    assert not wrong(alone) and not wrong(beside) and len(beside.times) > len(alone.times) / 2, (str(alone), str(beside))
    if many(0, 1):
        assert beside.ms(0.99) < 2 * alone.ms(0.99), (str(alone), str(beside))


def test_a_slow_reader_is_left_behind_and_gets_a_whole_view(server: Server, address: str) -> None:
    gm, links = server.open("riposte/ferry", seats=["Ann"])
    lazy = Server(address).enter(links["Ann"])
    lazy.follow()
    for n in range(90):  # nobody reads at Ann's
        gm.rule("note", text=f"note {n} " + "x" * 2000)
    lazy.wait_until(lambda view: any("note 89" in line["text"] for line in view["log"]), 30)
    assert {**lazy.view, "version": 0} == {**lazy.call("GET", "/view"), "version": 0}
    gm.close()
    lazy.close()


def test_who_sat_at_many_tables_joins_another_and_too_long_a_header_is_refused(server: Server) -> None:
    """A browser sends the cookies of all tables; a handshake that cannot be read is answered all the same."""
    seat = server.play("clash/spines")
    server.cookies |= {f"__Host-q_{number:010}": "x" * 40 for number in range(200)}
    seat.follow()
    assert seat.wait()
    seat.close()
    address = f"ws{server.address[4:]}/api/tables/{seat.table}/live"
    with pytest.raises(InvalidStatus) as no:
        connect(address, additional_headers={"cookie": "x" * 40_000}, open_timeout=60)
    assert no.value.response.status_code == 431


# -- random commands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encounter", ["clash/standard", "tiers/standard", "riposte/ferry", "toughness/standard", "escalation/toll"])
def test_no_command_breaks_the_table(tmp_path: Path, encounter: str) -> None:
    """Tables of a thousand commands each: what is told of a fight grows with it, and so does the price of looking."""
    rng, left, done = random.Random(encounter), many(60, 40_000), 0
    with serving(tmp_path, limits="none") as address:
        while left:
            server = Server(address)
            gm, links = server.open(encounter, seats=["Ann"], seed=str(left))
            ann = Server(address).enter(links["Ann"])
            times = min(left, 1_000)
            done += tried([gm, ann], rng, times)
            left -= times
            gm.close()
            ann.close()
    assert done > many(60, 40_000) / 10, "hardly anything was carried out: what was tried is not almost right"


def test_a_record_that_is_full_takes_no_more_and_says_how_to_go_on(server: Server) -> None:
    """It was answered as something that is not there."""
    gm, _ = server.open("clash/spines", seats=["Ann"])

    def fill() -> None:
        for number in range(300):
            gm.call("POST", "/commands", {"key": f"k{number}", "version": 0, "command": note("x" * 4_900)})

    with pytest.raises(ServiceError, match="record of this fight is full: take something back, or export it") as no:
        fill()
    assert (no.value.status, no.value.kind) == (409, "full")
    before = gm.call("GET", "/view")
    with pytest.raises(ServiceError) as again:
        gm.do(note("x" * 4_900))  # the same over the socket
    assert again.value.kind == "full" and gm.call("GET", "/view") == before
    gm.do({"do": "undo"})
    gm.do(note("There is room again."))
    gm.close()


def note(text: str) -> dict[str, Any]:
    return {"do": "rule", "ruling": "note", "args": {"text": text}}
