"""Seats and links: who gets in, who is sent away, and that nobody acts or reads beyond their role."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from quintain.table.api_start import router as start_router
from quintain.table.client import Seat, Server, ServiceError
from quintain.table.gate import CONTENT_POLICY
from quintain.table.secrets import BITS, hash_of, is_secret, new_secret
from quintain.table.sqlite import SqliteBackend
from tests.support import many
from tests.table.running import serving


@pytest.fixture
def table(server: Server, address: str) -> Iterator[dict[str, Seat]]:
    """A table with a GM, two players and a spectator, each with their own cookies."""
    gm, links = server.open("riposte/ferry", seats=["Ann", "Bob"])
    links["Eve"] = gm.call("POST", "/seats", {"seat": "Eve", "role": "spectator"})["url"]
    seats = {"gm": gm, **{name: Server(address).enter(link) for name, link in links.items()}}
    yield seats
    for seat in seats.values():
        seat.close()


def raw(address: str, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, {"content-type": "application/json", **named})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


def test_secrets_are_long_random_and_stored_hashed(tmp_path: Path) -> None:
    assert BITS >= 128
    stored_hashed(tmp_path)


def stored_hashed(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        server = Server(address)
        gm, links = server.open("riposte/ferry")
        secrets = [link.rsplit("/", 1)[-1] for link in links.values()] + list(server.cookies.values())
        gm.close()
    assert all(is_secret(secret) for secret in secrets) and len(set(secrets)) == len(secrets)
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(secret.encode() in stored for secret in secrets), "a secret is stored as it is"
    assert all(hash_of(secret).encode() in stored for secret in secrets)


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(address: str) -> None:
    status, headers, body = raw(address, "POST", "/api/play", b"{}")
    assert status == 201
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie
    assert cookie.startswith(f"q_{json.loads(body)['table']}=")


def test_with_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    with serving(tmp_path, public="https://table.example") as address:
        _, headers, body = raw(address, "POST", "/api/play", b"{}", host="table.example", origin="https://table.example")
        opened = json.loads(body)
    assert headers["set-cookie"].startswith(f"__Host-q_{opened['table']}=") and "Secure" in headers["set-cookie"]
    assert opened["links"][0]["url"].startswith("https://table.example/#/join/")


def test_every_answer_carries_the_security_headers(address: str) -> None:
    for path in ("/", "/api/systems", "/api/nowhere", "/health"):
        _, headers, _ = raw(address, "GET", path)
        assert headers["content-security-policy"] == CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    script = re.search(r"script-src ([^;]*)", CONTENT_POLICY)
    assert script is not None and script.group(1) == "'self'"
    assert "frame-ancestors 'none'" in CONTENT_POLICY


def test_nothing_changes_by_get(address: str, server: Server) -> None:
    _, links = server.open("riposte/ferry", seats=["Ann"])
    secret = links["Ann"].rsplit("/", 1)[-1]
    assert "#" in links["Ann"], "the secret stands where no server sees it"
    status, headers, _ = raw(address, "GET", f"/api/enter?token={secret}")
    assert status in (404, 405) and "set-cookie" not in headers
    assert Server(address).enter(links["Ann"]).name == "Ann"
    changing = {"POST", "PATCH", "DELETE"}
    assert all(getattr(route, "methods", set()) <= {"GET", "HEAD"} or getattr(route, "methods", set()) <= changing
               for route in start_router.routes)  # fmt: skip


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null", "file://", "http://127.0.0.1.evil.example"])
def test_a_foreign_origin_is_refused(address: str, server: Server, origin: str) -> None:
    refused_origin(address, server, origin)


def refused_origin(address: str, server: Server, origin: str) -> None:
    seat = server.play()
    for path, body in (("/api/play", "{}"), (f"/api/tables/{seat.table}/commands", "{}"), ("/api/enter", '{"token": "x"}')):
        status, _, _ = raw(address, "POST", path, body.encode(), origin=origin, cookie=server.cookie_header())
        assert status == 403, "a foreign origin was let in"
    socket = f"ws{address[4:]}/api/tables/{seat.table}/live"
    cookie = {"cookie": server.cookie_header()}
    with pytest.raises(InvalidStatus) as no, connect(socket, additional_headers=cookie, origin=Origin(origin)):
        pass
    assert no.value.response.status_code == 403
    with connect(socket, additional_headers=cookie, origin=Origin(address)) as fine:
        fine.send('{"type": "ping"}')
        assert json.loads(fine.recv())["type"] == "pong"


def test_a_foreign_host_name_is_refused(address: str) -> None:
    assert raw(address, "GET", "/api/systems", host="rebound.example")[0] == 403


def test_guessing_is_stopped_after_ten_misses(strict_address: str) -> None:
    guessing_stopped(strict_address)


def guessing_stopped(address: str) -> None:
    answers = [raw(address, "POST", "/api/enter", json.dumps({"token": new_secret()}).encode())[0] for _ in range(14)]
    assert answers[:10] == [401] * 10
    assert answers[10:] == [429] * 4, "guessing goes on"
    _, headers, _ = raw(address, "POST", "/api/enter", b'{"token": "x"}')
    assert int(headers["retry-after"]) > 0


def test_whoever_sits_there_plays_on_beside_one_who_guesses_at_the_same_address(strict_address: str) -> None:
    """A household shares an address, and a proxy that is not named has everybody's."""
    seat = Server(strict_address).play("clash/spines")
    question = seat.wait()
    guessing_stopped(strict_address)
    assert question is not None and seat.answer(question["id"], question["options"][0]["id"])
    seat.close()
    assert seat.wait() is not None and seat.call("GET", "/view")["units"]
    stranger = Seat(Server(strict_address), seat.table, "you", "player")
    stranger.server.cookies = {f"q_{seat.table}": new_secret()}
    with pytest.raises(ServiceError) as no:
        stranger.call("GET", "/view")
    assert no.value.status == 429
    seat.close()


def test_an_expired_link_is_refused(strict_address: str, tmp_path: Path) -> None:
    _, links = Server(strict_address).open("riposte/ferry", seats=["Ann"])
    other = SqliteBackend(tmp_path / "quintain.sqlite")
    assert other.writing is not None
    row = other.read("SELECT expires FROM secrets WHERE hash = ?", (hash_of(links["Ann"].rsplit("/", 1)[-1]),))[0]
    assert isinstance(row[0], int) and abs(row[0] - time.time() - 72 * 3600) < 60, "72 hours by default"
    other.writing.execute("UPDATE secrets SET expires = 1 WHERE kind = 'invite'")
    other.close()
    with pytest.raises(ServiceError) as no:
        Server(strict_address).enter(links["Ann"])
    assert no.value.status == 401


def gone(seat: Seat, patience: float = 20.0) -> None:
    """Its socket closes, and no frame of the fight comes before that."""
    assert seat._socket is not None
    began = time.monotonic()
    told: list[str] = []
    code = 0
    while not code:
        try:
            told.append(json.loads(seat._socket.recv(patience))["type"])
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
        except TimeoutError:
            raise AssertionError("whoever was sent away is still here") from None
    assert code == 4001
    assert time.monotonic() - began < many(20, 1), "it took too long"
    assert not {"view", "changes"} & set(told), "it was told something after it was sent away"


def drained(seat: Seat) -> None:
    seat.follow()
    with contextlib.suppress(TimeoutError):
        while True:
            seat._read(time.monotonic() + 0.3)


def test_a_renewed_link_sends_the_old_one_away(table: dict[str, Seat], address: str) -> None:
    drained(table["Ann"])
    link = table["gm"].call("POST", "/seats/Ann/renew", {})["url"]
    gone(table["Ann"])
    with pytest.raises(ServiceError) as no:
        table["Ann"].call("GET", "/view")
    assert no.value.status == 401
    again = Server(address).enter(link)
    again.follow()
    assert again.name == "Ann"
    again.close()


@pytest.mark.parametrize("how", ["renew", "remove", "leave"])
def test_a_socket_that_has_said_nothing_yet_goes_with_its_seat(table: dict[str, Seat], address: str, how: str) -> None:
    ann = table["Ann"]
    headers = {"cookie": ann.server.cookie_header()}
    with connect(f"ws{address[4:]}/api/tables/{ann.table}/live", additional_headers=headers) as wire:
        wire.send('{"type": "ping"}')
        assert json.loads(wire.recv(20))["type"] == "pong"
        match how:
            case "renew":
                table["gm"].call("POST", "/seats/Ann/renew", {})
            case "remove":
                table["gm"].call("DELETE", "/seats/Ann")
            case "leave":
                ann.call("POST", "/leave")
        with contextlib.suppress(ConnectionClosed):
            wire.send('{"type": "hello", "since": null}')
        assert json.loads(wire.recv(20))["type"] == "bye"
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(20)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4001


def test_who_leaves_takes_along_whoever_looks_on_by_a_copy_of_the_cookie(table: dict[str, Seat], address: str) -> None:
    bob = table["Bob"]
    copied, another = Server(address), Server(address)
    copied.cookies = dict(bob.server.cookies)
    other = Seat(copied, bob.table, "Bob", "player")
    drained(other)
    bob.call("POST", "/leave")
    gone(other)
    another.cookies = dict(table["Ann"].server.cookies)
    drained(table["Ann"])


def test_a_removed_player_hears_nothing_more(table: dict[str, Seat]) -> None:
    drained(table["Bob"])
    table["gm"].call("DELETE", "/seats/Bob")
    gone(table["Bob"])
    table["gm"].follow()
    assert {unit["controller"] for unit in table["gm"].view["units"] if unit["id"] in ("tamsin", "ivo")} == {"gm"}
    with pytest.raises(ServiceError):
        table["Bob"].call("GET", "")


def test_a_player_is_replaced_by_a_tactic_and_back(table: dict[str, Seat]) -> None:
    gm = table["gm"]
    gm.do({"do": "automate", "who": "Ann", "tactic": "steady"})
    assert next(seat for seat in gm.call("GET", "")["seats"] if seat["seat"] == "Ann")["auto"] == "steady"
    gm.do({"do": "automate", "who": "Ann", "tactic": ""})
    assert "auto" not in next(seat for seat in gm.call("GET", "")["seats"] if seat["seat"] == "Ann")


def test_a_seat_is_handed_over(table: dict[str, Seat]) -> None:
    table["gm"].call("POST", "/seats/Ann/units", {"units": ["tamsin"]})
    table["Ann"].follow()
    assert {unit["id"] for unit in table["Ann"].view["units"] if unit["yours"]} == {"odalys", "wren", "tamsin"}


def test_who_runs_whom_is_told_as_it_is_now(table: dict[str, Seat]) -> None:
    gm, bob = table["gm"], table["Bob"]
    bob.follow()
    gm.call("POST", "/seats/Ann/units", {"units": ["tamsin"]})
    gm.do({"do": "automate", "who": "Ann", "tactic": "steady"})
    while True:
        told = {seat["seat"]: seat for seat in bob.presence}
        if told and told["Ann"]["units"] == ["odalys", "tamsin", "wren"] and told["Bob"]["units"] == ["ivo"] and "auto" in told["Ann"]:
            break
        bob._read(time.monotonic() + 20)
    gm.rule("hide", who="levy")
    gm.call("POST", "/seats/Ann/units", {"units": ["levy"]})
    for seat in (gm, bob):
        assert "levy" not in str(seat.call("GET", "")["seats"]), "a hidden one is told to everybody"


def test_combatants_are_handed_over_all_or_none(table: dict[str, Seat]) -> None:
    gm = table["gm"]
    before = gm.call("GET", "/export")
    refused = [
        ("/seats/Ann/units", {"units": ["tamsin", "nobody"]}, 404), ("/seats", {"seat": "Cid", "units": ["tamsin", "nobody"]}, 404),
        ("/seats", {"seat": "Cid", "role": "spectator", "units": ["tamsin"]}, 409),
    ]  # fmt: skip
    for path, body, status in refused:
        with pytest.raises(ServiceError) as no:
            gm.call("POST", path, body)
        assert no.value.status == status and str(no.value).endswith(".")
        assert gm.call("GET", "/export") == before, "a part of it was done"
    assert gm.call("POST", "/seats", {"seat": "Cid", "units": ["tamsin"]})["seat"] == "Cid"


def test_nobody_takes_away_the_seat_they_sit_on(server: Server, table: dict[str, Seat]) -> None:
    for seat in (server.play("clash/spines"), table["gm"]):
        with pytest.raises(ServiceError, match="Your own seat stays"):
            seat.call("DELETE", f"/seats/{seat.name}")
        assert seat.call("GET", "/view")["seat"] == seat.name


@pytest.mark.parametrize("settings", [{"seats": []}, {"seats": ["Ann", "Bob", "Zed"]}, {"watchers": ["Eve", "Bob"]}])
def test_who_sits_at_the_table_is_no_setting(table: dict[str, Seat], settings: dict[str, Any]) -> None:
    gm, before = table["gm"], table["gm"].call("GET", "/export")
    for tried in (lambda: gm.do({"do": "settings", "settings": settings}), lambda: gm.call("PATCH", "/settings", settings)):
        with pytest.raises(ServiceError) as no:
            tried()
        assert no.value.kind in ("illegal", "malformed")
    assert gm.call("GET", "/export") == before
    assert table["Ann"].call("GET", "/view")["seat"] == "Ann"


def test_a_name_that_cannot_be_is_said_in_words(table: dict[str, Seat]) -> None:
    with pytest.raises(ServiceError, match="letters, figures, spaces"):
        table["gm"].call("POST", "/seats", {"seat": "Ann & Bob"})


def test_who_renews_their_own_link_stays(table: dict[str, Seat], address: str) -> None:
    gm = table["gm"]
    copied = Server(address)
    copied.cookies = dict(gm.server.cookies)
    link = gm.call("POST", "/seats/gm/renew", {})["url"]
    assert gm.call("GET", "")["you"] == {"seat": "gm", "role": "gm"}
    with pytest.raises(ServiceError):
        Seat(copied, gm.table, "gm", "gm").call("GET", "")
    assert Server(address).enter(link).role == "gm"


def test_who_renews_their_own_link_follows_on(table: dict[str, Seat], address: str) -> None:
    gm = table["gm"]
    thief = Server(address)
    thief.cookies = dict(gm.server.cookies)
    watching = Seat(thief, gm.table, "gm", "gm")
    drained(gm)
    drained(watching)
    gm.call("POST", "/seats/gm/renew", {})
    gm.rule("note", text="Still here.")
    gm.wait_until(lambda view: any(line["text"] == "Still here." for line in view["log"]), 20)
    with pytest.raises(ServiceError) as no:
        watching.wait_until(lambda view: any(line["text"] == "Still here." for line in view["log"]), 20)
    assert no.value.kind == "entry"


def test_a_cookie_is_worth_nothing_once_its_browser_left(table: dict[str, Seat], address: str) -> None:
    bob = table["Bob"]
    copied = Server(address)
    copied.cookies = dict(bob.server.cookies)
    assert bob.call("POST", "/leave") == {"ok": True}
    with pytest.raises(ServiceError) as no:
        Seat(copied, bob.table, "Bob", "player").call("GET", "/view")
    assert no.value.status == 401


# -- who may do what ---------------------------------------------------------------------------------------------------

ENCOUNTER = {"encounter": "riposte/cellar"}
REQUESTS: list[tuple[str, str, Any, set[str]]] = [
    ("GET", "", None, {"gm", "player", "spectator"}),
    ("GET", "/view", None, {"gm", "player", "spectator"}),
    ("GET", "/view?as=Bob", None, {"gm"}),
    ("PATCH", "/settings", {"seconds": 0}, {"gm"}),
    ("POST", "/seats", {"seat": "Zed"}, {"gm"}),
    ("POST", "/seats/Bob/renew", {}, {"gm"}),
    ("POST", "/seats/Ann/units", {"units": []}, {"gm"}),
    ("DELETE", "/seats/Bob", None, {"gm"}),
    ("POST", "/fights", ENCOUNTER, {"gm"}),
    ("GET", "/fights/0/record", None, {"gm"}),
    ("GET", "/export", None, {"gm"}),
    ("POST", "/fork", None, {"gm"}),
]
COMMANDS: list[tuple[dict[str, Any], set[str]]] = [
    ({"do": "rule", "ruling": "note", "args": {"text": "x"}}, {"gm"}),
    ({"do": "amend", "entry": 0, "value": "x"}, {"gm"}),
    ({"do": "redo"}, {"gm"}),
    ({"do": "agree", "proposal": 1}, {"gm"}),
    ({"do": "decline", "proposal": 1}, {"gm"}),
    ({"do": "settings", "settings": {"undo": "anyone"}}, {"gm"}),
    ({"do": "level", "level": "board"}, {"gm"}),
    ({"do": "hold", "on": True}, {"gm"}),
    ({"do": "fork"}, {"gm"}),
    ({"do": "automate", "who": "Bob", "tactic": "steady"}, {"gm"}),
    ({"do": "hand_over", "who": "tamsin", "to": "Ann"}, {"gm"}),
    ({"do": "order", "who": "tamsin", "about": "retreat", "order": "never"}, {"gm"}),
    ({"do": "automate", "who": "Ann", "tactic": "steady"}, {"gm", "player"}),
    ({"do": "undo"}, {"gm", "player"}),
]


def test_every_address_of_a_table_is_in_the_matrix(address: str) -> None:
    document = json.loads(raw(address, "GET", "/openapi.json")[2])
    known = {path.replace("{t}", "").removeprefix("/api/tables/") for path in document["paths"] if "{t}" in path}
    fields = {"{seat}": r"[^/]+", "{fight}": r"\d+"}
    covered = [path.split("?")[0] for _, path, _, _ in REQUESTS] + ["/commands", "/odds", "/leave"]
    for path in known:
        pattern = path
        for field, stands_for in fields.items():
            pattern = pattern.replace(field, stands_for)
        assert any(re.fullmatch(pattern, one) for one in covered), f"{path} is not in the matrix of who may do what"


@pytest.mark.parametrize("who", ["gm", "Ann", "Eve"])
def test_nobody_asks_beyond_their_role(table: dict[str, Seat], who: str) -> None:
    asks_within_role(table, who)


def asks_within_role(table: dict[str, Seat], who: str) -> None:
    seat = table[who]
    before = table["gm"].call("GET", "/export")
    for method, path, body, allowed in REQUESTS:
        if seat.role in allowed and method != "GET":
            continue  # what the GM may is shown elsewhere; here nothing may change
        status = 200
        try:
            seat.call(method, path, body)
        except ServiceError as no:
            status = no.status
        assert (status == 200) == (seat.role in allowed), f"{who} {method} {path}: {status}"
        assert seat.role in allowed or status == 403, f"{who} {method} {path}: {status}"
    assert table["gm"].call("GET", "/export") == before


@pytest.mark.parametrize("who", ["Ann", "Eve"])
def test_nobody_commands_beyond_their_role(table: dict[str, Seat], who: str) -> None:
    seat = table[who]
    before = table["gm"].call("GET", "/export")
    for place, (command, allowed) in enumerate(COMMANDS):
        if seat.role in allowed:
            continue
        body = {"key": f"k{place}", "version": 0, "command": command}
        with pytest.raises(ServiceError) as no:
            seat.call("POST", "/commands", body)
        assert no.value.status == 403, f"{who} {command}: {no.value}"
        with pytest.raises(ServiceError) as again:
            seat.do(command)
        assert again.value.kind == "not_yours"
    assert table["gm"].call("GET", "/export") == before


def test_another_tables_cookie_opens_nothing(address: str, server: Server) -> None:
    swapped_ids_refused(address, server)


def swapped_ids_refused(address: str, server: Server) -> None:
    first, other = server.play(), Server(address).play()
    swapped = Server(address)
    swapped.cookies = {f"q_{other.table}": next(iter(server.cookies.values()))}
    tried = [(swapped, other.table), (server, other.table), (server, "nowhere")]
    for seat in [Seat(whose, table, "you", "player") for whose, table in tried]:
        try:
            seat.call("GET", "/view")
        except ServiceError as no:
            assert (no.status, str(no)) == (401, "You have no seat at this table: open the link you were given.")  # noqa: PT017
        else:
            raise AssertionError("another table's cookie opened this one")
    assert first.call("GET", "/view")


def test_no_seat_of_one_table_is_one_of_another(address: str) -> None:
    """Every role of one table asks for everything of another, under its own cookie's name and under the other's."""
    rng = random.Random(7)
    tables = []
    for _ in range(3):
        gm, links = Server(address).open("clash/spines", seats=["Ann"])
        tables.append([gm, Server(address).enter(links["Ann"])])
    before = [gm.call("GET", "/export") for gm, _ in tables]
    for _ in range(many(30, 10_000)):
        mine, theirs = rng.sample(tables, 2)
        seat, other = rng.choice(mine), theirs[0]
        thief = Server(address)
        name = rng.choice([seat.table, other.table])
        thief.cookies = {f"q_{name}": next(iter(seat.server.cookies.values()))}
        method, path, body, _ = rng.choice(REQUESTS)
        with pytest.raises(ServiceError) as no:
            Seat(thief, other.table, seat.name, seat.role).call(method, path, body)
        assert no.value.status == 401, f"{method} {path}"
    assert [gm.call("GET", "/export") for gm, _ in tables] == before


def test_no_secret_is_logged(
    address: str, server: Server, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    assert not logged_secrets(address, server, caplog, capfd)


def logged_secrets(
    address: str, server: Server, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> list[str]:
    """Enter, look and err; which secrets stand in the log or were printed."""
    with caplog.at_level(logging.DEBUG):
        _, links = server.open("riposte/ferry", seats=["Ann"])
        Server(address).enter(links["Ann"]).call("GET", "/view")
        with pytest.raises(ServiceError):
            Server(address).enter(links["Ann"][:-3])
    said = caplog.text + "".join(capfd.readouterr())
    return [secret for secret in [links["Ann"].rsplit("/", 1)[-1], *server.cookies.values()] if secret in said]
