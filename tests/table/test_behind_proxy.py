"""A hosted table: a proxy with TLS stands before it, and what holds on the way from a browser to the service holds through it."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from quintain.table.client import Server
from quintain.table.config import Config
from quintain.table.secrets import new_secret
from quintain.table.serve import announce
from tests.table.proxy import HOST, Proxy, proxied, why_not
from tests.table.running import SERVED, serving

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


class Hosted:
    """A service, the proxy before it, and the way to both."""

    def __init__(self, proxy: Proxy, behind: str, certificate: Path) -> None:
        self.proxy = proxy
        self.behind = behind
        self.trust = ssl.create_default_context(cafile=str(certificate))

    def ask(self, method: str, path: str, body: object = None, source: str = "127.0.0.1", **headers: str) -> tuple[int, Any, Any]:
        """A request over TLS from this address: status, headers, answer."""
        wire = http.client.HTTPSConnection(HOST, self.proxy.port, timeout=60, context=self.trust, source_address=(source, 0))
        return answered(wire, method, path, body, headers)

    def straight(self, method: str, path: str, body: object = None, source: str = "127.0.0.1", **headers: str) -> tuple[int, Any, Any]:
        """The same past the proxy."""
        wire = http.client.HTTPConnection("127.0.0.1", self.proxy.behind, timeout=60, source_address=(source, 0))
        return answered(wire, method, path, body, headers)

    def guess(self, source: str, **headers: str) -> int:
        return self.ask("POST", "/api/enter", {"token": new_secret()}, source, **headers)[0]


def answered(wire: http.client.HTTPConnection, method: str, path: str, body: object, headers: dict[str, str]) -> tuple[int, Any, Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    wire.request(method, path, None if body is None else json.dumps(body), {"content-type": "application/json", **named})
    got = wire.getresponse()
    text = got.read()
    found = got.status, got.headers, json.loads(text) if text.startswith((b"{", b"[")) else text
    wire.close()
    return found


@pytest.fixture
def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    found = socket.getaddrinfo

    def looked_up(host: Any, *more: Any, **named: Any) -> Any:
        return found("127.0.0.1" if host == HOST else host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    proxy = Proxy(0)
    with serving(tmp_path / "data", public=proxy.address) as behind:
        proxy.behind = int(behind.rsplit(":", 1)[1])
        with proxied(proxy, tmp_path / "tls") as certificate:
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            yield Hosted(proxy, behind, certificate)


def test_an_evening_through_the_proxy(hosted: Hosted) -> None:
    """Links with the public address, entered and played over TLS by the shipped client."""
    gm, links = Server(hosted.proxy.address).open("clash/spines", seats=["Ann"], gm="steady")
    assert links["Ann"].startswith(f"{hosted.proxy.address}/#/join/")
    ann = Server(hosted.proxy.address).enter(links["Ann"])
    for _ in range(3):
        question = ann.wait()
        assert question is not None
        assert not ann.answer(question["id"], question["options"][0]["id"])["repeated"]
    assert ann.view["seat"] == "Ann" and list(ann.server.cookies) == [f"__Host-q_{ann.table}"]
    assert gm.call("POST", "/seats/Ann/renew", {})["url"].startswith(f"{hosted.proxy.address}/#/join/")
    for seat in (gm, ann):
        seat.close()


def test_the_cookie_is_bound_to_the_host_and_to_tls(hosted: Hosted) -> None:
    status, headers, opened = hosted.ask("POST", "/api/play", {}, origin=hosted.proxy.address)
    assert status == 201
    name, *marks = headers["set-cookie"].split("; ")
    assert name.startswith(f"__Host-q_{opened['table']}=")
    assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= set(marks) and not any(one.startswith("Domain") for one in marks)
    assert headers["x-content-type-options"] == "nosniff" and headers["cross-origin-opener-policy"] == "same-origin"
    assert "script-src 'self'" in headers["content-security-policy"]
    plain = name.removeprefix("__Host-")
    assert hosted.ask("GET", f"/api/tables/{opened['table']}", cookie=name)[0] == 200
    assert hosted.ask("GET", f"/api/tables/{opened['table']}", cookie=plain)[0] == 401, "a cookie that plain HTTP could have set"


def test_the_public_origin_is_let_in_and_no_other(hosted: Hosted) -> None:
    server = Server(hosted.proxy.address)
    seat = server.play("clash/spines")
    where = f"wss://{HOST}:{hosted.proxy.port}/api/tables/{seat.table}/live"
    given: dict[str, Any] = {"additional_headers": {"cookie": server.cookie_header()}}
    with connect(where, origin=Origin(hosted.proxy.address), **given) as wire:
        wire.send('{"type": "hello", "since": null}')
        assert json.loads(wire.recv(20))["type"] == "view"
    for origin in (f"http://{HOST}:{hosted.proxy.port}x", "https://evil.example", f"https://{HOST}", f"https://evil.{HOST}", "null"):
        with pytest.raises(InvalidStatus) as no, connect(where, origin=Origin(origin), **given):
            pass
        assert no.value.response.status_code == 403, origin
        assert hosted.ask("POST", "/api/play", {}, origin=origin)[0] == 403, origin
    assert hosted.ask("GET", "/api/systems", host="other.example")[0] == 403


def test_guesses_are_counted_by_person_and_not_by_proxy(hosted: Hosted) -> None:
    """One guesses until they wait; whoever else comes by the same proxy does not, and what the guesser claims to be helps nothing."""
    assert [hosted.guess("127.0.0.2") for _ in range(12)] == [401] * 10 + [429] * 2
    assert hosted.guess("127.0.0.3") == 401, "others wait along"
    for forged in ("9.9.9.9", "127.0.0.1", "10.0.0.1, 9.9.9.9", "127.0.0.3", "::1", "x" * 300, ","):
        assert hosted.guess("127.0.0.2", x_forwarded_for=forged) == 429, forged
    for name in ("x_real_ip", "forwarded", "x_client_ip", "cf_connecting_ip"):
        assert hosted.guess("127.0.0.2", **{name: "for=9.9.9.9" if name == "forwarded" else "9.9.9.9"}) == 429


def test_what_somebody_who_is_no_proxy_says_of_addresses_is_not_believed(hosted: Hosted) -> None:
    token = {"token": new_secret()}
    told = [
        hosted.straight("POST", "/api/enter", token, "127.0.0.9", x_forwarded_for=f"9.9.9.{number}", x_forwarded_proto="https")[0]
        for number in range(12)
    ]
    assert told == [401] * 10 + [429] * 2
    assert not SERVED[hosted.behind].state.service.misses.known.get("9.9.9.1")


def test_figures_and_the_like_are_for_the_machine_itself(hosted: Hosted) -> None:
    assert hosted.straight("GET", "/metrics")[0] == 200
    assert hosted.ask("GET", "/metrics", source="127.0.0.2")[0] == 403
    assert hosted.ask("GET", "/metrics", source="127.0.0.2", x_forwarded_for="127.0.0.1")[0] == 403
    hosted.proxy.forwards = False  # one that was set up without saying whose requests it brings
    assert hosted.ask("GET", "/metrics", source="127.0.0.2")[0] == 403


def test_sockets_are_counted_by_person_and_not_by_proxy(hosted: Hosted) -> None:
    service = SERVED[hosted.behind].state.service
    service.open.each = 2
    server = Server(hosted.proxy.address)
    seat = server.play("clash/spines")
    where = f"wss://{HOST}:{hosted.proxy.port}/api/tables/{seat.table}/live"

    def following(source: str) -> Any:
        return connect(where, additional_headers={"cookie": server.cookie_header()}, source_address=(source, 0))

    with following("127.0.0.2") as one, following("127.0.0.2") as two, following("127.0.0.3") as other:
        for wire in (one, two, other):
            wire.send('{"type": "ping"}')
            assert json.loads(wire.recv(20))["type"] == "pong"
        with following("127.0.0.2") as third:
            assert "at once" in json.loads(third.recv(20))["why"]


def test_what_is_printed_names_the_public_address(capsys: pytest.CaptureFixture[str]) -> None:
    announce(Config(host="127.0.0.1", public="https://table.example"), "http://127.0.0.1:8765/")
    assert capsys.readouterr().out == "Quintain is at http://127.0.0.1:8765/, for people at https://table.example\n"
