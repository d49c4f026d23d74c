"""Every promise's test is made to fail once: a fault is planted in the service, and the test must notice it.

Promises 1 and 2 have theirs beside their tests (test_crashes, test_durability), 3 too; 4 and 15 are the engine's (tests/conformance);
9 and 10 have theirs in test_load.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quintain.engine import GM
from quintain.table import api_campaign, api_live, api_table, gate, hall, play, rows, service
from quintain.table.campaign import exported
from quintain.table.client import Seat, Server
from quintain.table.cursor import Cursor
from quintain.table.errors import Problem
from quintain.table.live import Socket
from quintain.table.play import Table
from quintain.table.sqlite import SqliteBackend
from tests.table.running import alone, serving
from tests.table.test_campaign import backed_up, out_and_in_again
from tests.table.test_hostile import huge_frame_refused, stormed
from tests.table.test_live import resumed, sent_again
from tests.table.test_seats import (
    asks_within_role,
    drained,
    gone,
    guessing_stopped,
    logged_secrets,
    refused_origin,
    stored_hashed,
    swapped_ids_refused,
)
from tests.table.test_secrecy import pairs_differ, traces, with_canary
from tests.table.twisted import tried


@pytest.fixture
def table(server: Server, address: str) -> Iterator[dict[str, Seat]]:
    gm, links = server.open("riposte/ferry", seats=["Ann", "Bob"])
    seats = {"gm": gm, **{name: Server(address).enter(link) for name, link in links.items()}}
    yield seats
    for seat in seats.values():
        seat.close()


# -- 5: upgrades and backups -------------------------------------------------------------------------------------------


def test_an_export_that_loses_the_last_operation(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shortened(row: Any, seats: Any, fights: Any) -> Any:
        return exported(row, seats, [(fight, ops[:-1]) for fight, ops in fights])

    monkeypatch.setattr(api_campaign, "exported", shortened)
    with pytest.raises(AssertionError, match="not the same"):
        out_and_in_again(server, address, "clash")


def test_a_backup_that_copies_the_file_without_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SqliteBackend, "backup", lambda self, path: shutil.copyfile(self.path, path))
    with pytest.raises(Exception, match=r"lacks something|You have no seat"):
        backed_up(tmp_path, 1)


# -- 6, 7: reconnecting, repeating -------------------------------------------------------------------------------------


def test_a_frame_that_is_lost_on_the_way(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = Socket.send
    changes = 0

    def lossy(self: Socket, data: bytes) -> None:
        nonlocal changes
        if data.startswith(b'{"type":"changes"') and self.seat == "Ann":
            changes += 1
            if changes % 3 == 2:
                return
        sent(self, data)

    monkeypatch.setattr(Socket, "send", lossy)
    with pytest.raises((AssertionError, TimeoutError)):
        resumed(server, address, "clash", 15, patience=2.0)


def test_a_server_that_forgets_keys(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    carried_out = Table.carry_out

    async def forgetful(self: Table, seat: str, command: Any, number: int | None, key: str, *more: Any) -> Any:
        return await carried_out(self, seat, command, number, "", *more)

    monkeypatch.setattr(Table, "carry_out", forgetful)
    seat = alone(server, "clash/spines")
    with pytest.raises(Exception, match=r"carried out again|not open any more"):
        sent_again(seat, 3)
    seat.close()


# -- 8: secrets --------------------------------------------------------------------------------------------------------


def test_players_who_are_sent_the_gms_changes(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    between = Cursor.between
    monkeypatch.setattr(Cursor, "between", lambda self, session, seat, version: between(self, session, GM, version))
    try:
        noticed = bool(traces(server, address, "clash", 0, 4))
    except IndexError:  # a player's client cannot even follow what was meant for the GM
        noticed = True
    assert noticed


def test_numbers_that_count_what_the_gm_does_in_secret(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    advance = Cursor.advance

    def counting(self: Cursor, session: Any, seat: str) -> Any:
        self.number = self.number + session.version - self.looked  # one for every operation, seen or not
        self.versions[self.number] = self.looked
        return advance(self, session, seat)

    monkeypatch.setattr(Cursor, "advance", counting)
    assert pairs_differ(server, address, with_canary("clash")[0], 5)


# -- 11, 12: commands that break it, hostile clients -------------------------------------------------------------------


def test_a_refused_command_that_leaves_something_behind(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    carried_out = Table.carry_out

    async def untidy(self: Table, seat: str, command: Any, *more: Any) -> Any:
        try:
            return await carried_out(self, seat, command, *more)
        except Problem:
            await carried_out(self, GM, {"do": "rule", "ruling": "note", "args": {"text": "oops"}}, None, "")
            raise

    gm, _ = server.open("clash/spines", seats=["Ann"], seed="1")
    monkeypatch.setattr(Table, "carry_out", untidy)
    with pytest.raises(AssertionError, match="changed something"):
        tried([gm], random.Random(1), 60)


def test_a_command_that_is_a_fault(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    gm, _ = server.open("clash/spines", seats=["Ann"], seed="1")

    def broken(no: Any) -> Any:
        raise RuntimeError("planted")

    monkeypatch.setattr(play, "problem_of", broken)
    with pytest.raises(AssertionError, match=r"a fault"):
        tried([gm], random.Random(1), 60)


def test_a_server_without_a_limit_for_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_live, "LARGEST_FRAME", 10**9)
    monkeypatch.setattr("quintain.table.serve.WIDEST_FRAME", 10**9)
    with serving(tmp_path) as address, pytest.raises(AssertionError, match="was not refused"):
        huge_frame_refused(Server(address), address)


def test_a_server_that_puts_up_with_a_flood(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="never thrown out"):
        asyncio.run(stormed(tmp_path, 1, 5, 0.2, limits="none", patience=4.0))


# -- 13: beyond one's role ---------------------------------------------------------------------------------------------


def test_an_address_that_forgot_to_ask_for_the_role(table: dict[str, Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    async def anybody(request: Any, t: str) -> Table:
        return (await service.seated(request, t))[0]

    monkeypatch.setattr(api_campaign, "seated_gm", anybody)
    with pytest.raises(AssertionError, match="Ann POST /seats/Ann/units: 200"):
        asks_within_role(table, "Ann")
    monkeypatch.undo()
    monkeypatch.setattr(api_table, "seated_gm", anybody)
    with pytest.raises(AssertionError, match="Ann PATCH /settings: 200"):
        asks_within_role(table, "Ann")


def test_a_removed_player_whose_socket_stays_open(table: dict[str, Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "send_away", lambda self, seat, cookie="", code=0: None)
    drained(table["Bob"])
    table["gm"].call("DELETE", "/seats/Bob")
    with pytest.raises(AssertionError, match="still here"):
        gone(table["Bob"], 1.0)


def test_a_cookie_that_is_good_at_every_table(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = hall.Hall.entry

    async def everywhere(self: hall.Hall, secret: object, kind: str) -> Any:
        found = await entry(self, secret, kind)
        return found and Anywhere(found)

    class Anywhere:
        def __init__(self, found: rows.Entry) -> None:
            self.seat = found.seat
            self.table = Same()

    class Same(str):
        def __eq__(self, other: object) -> bool:
            return True

        def __ne__(self, other: object) -> bool:
            return False

        __hash__ = str.__hash__

    monkeypatch.setattr(hall.Hall, "entry", everywhere)
    with pytest.raises(AssertionError, match="another table's cookie"):
        swapped_ids_refused(address, server)


# -- 14: links and secrets ---------------------------------------------------------------------------------------------


def test_secrets_stored_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "hash_of", lambda secret: secret)
    with pytest.raises(AssertionError, match="stored as it is"):
        stored_hashed(tmp_path)


def test_a_gate_that_takes_every_origin(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "is_own_origin", lambda headers, public: True)
    with pytest.raises(AssertionError, match="let in"):
        refused_origin(address, server, "https://evil.example")


def test_guessing_without_a_limit(tmp_path: Path) -> None:
    with serving(tmp_path, limits="none") as address, pytest.raises(AssertionError, match="goes on"):
        guessing_stopped(address)


def test_a_secret_in_the_log(
    server: Server, address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    enter = hall.Hall.enter

    async def talkative(self: hall.Hall, token: object) -> Any:
        play.log.warning("somebody enters by %s", token)
        return await enter(self, token)

    monkeypatch.setattr(hall.Hall, "enter", talkative)
    assert logged_secrets(address, server, caplog, capfd)


def test_these_faults_are_gone_again(server: Server) -> None:
    """The plain service still plays: nothing planted here stays."""
    seat = alone(server, "clash/spines")
    question = seat.wait()
    assert question is not None and seat.answer(question["id"], question["options"][0]["id"])["repeated"] is False
    seat.close()
