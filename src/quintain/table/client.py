"""A client for programs that play a seat: list my options, with their odds; answer; wait for my next question.

    server = Server("http://127.0.0.1:8765")
    seat = server.play("riposte/ferry")          # or server.enter(LINK)
    while question := seat.wait():
        seat.answer(question["id"], question["options"][0]["id"])

It blocks; each seat has one socket, read whenever something is waited for. A lost connection is taken up again where it broke off,
and a command that was on its way is sent again with the same key, so that it is carried out once. Where the server stays away, a
ConnectionError says so; what it refuses is a ServiceError; what does not come in time is a TimeoutError.
"""

from __future__ import annotations

import http.client
import json
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

Data = dict[str, Any]
GONE = 4001
AGAIN = 1013
PAUSE = 0.3
"""Seconds until whoever cannot be served now comes again."""
TRIES = 8
PATIENCE = 30.0
"""So many seconds a server has for an answer, where nothing else is said."""


class ServiceError(Exception):
    """The service said no: `kind` (stale, illegal, not_yours, malformed, over, missing, limited, busy, unavailable, entry) and why."""

    def __init__(self, status: int, kind: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.kind = kind


class Server:
    """A server by its address. Keeps the cookies of the tables that were entered."""

    def __init__(self, address: str, timeout: float = 0.0) -> None:
        self.address = address.rstrip("/")
        self.timeout = timeout or PATIENCE
        self.cookies: dict[str, str] = {}

    def call(self, method: str, path: str, body: object = None) -> Any:
        """One request; what the service refuses is a ServiceError."""
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout)
        headers = {"cookie": self.cookie_header()} if self.cookies else {}
        data = None
        if body is not None:
            data, headers["content-type"] = json.dumps(body), "application/json"
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                for cookie in SimpleCookie(value).values():
                    self.cookies[cookie.key] = cookie.value
        found = json.loads(text) if text else None
        if answer.status >= 400:
            error = found.get("error", {}) if isinstance(found, dict) else {}
            raise ServiceError(answer.status, error.get("kind", "unavailable"), error.get("text", str(found)[:200]))
        return found

    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items() if value)

    def systems(self) -> list[Data]:
        found: list[Data] = self.call("GET", "/api/systems")
        return found

    def play(self, encounter: str | Data | None = None) -> Seat:
        """One person against the machine."""
        opened = self.call("POST", "/api/play", {"encounter": encounter} if encounter is not None else {})
        return Seat(self, opened["table"], opened["seat"], opened["role"])

    def open(self, encounter: str | Data, **more: Any) -> tuple[Seat, dict[str, str]]:
        """A table with seats: the GM's seat, and the link of every other."""
        opened = self.call("POST", "/api/tables", {"encounter": encounter, **more})
        links = {link["seat"]: link["url"] for link in opened["links"]}
        return Seat(self, opened["table"], opened["seat"], opened["role"]), links

    def enter(self, link: str) -> Seat:
        """Take a seat by its link."""
        entered = self.call("POST", "/api/enter", {"token": link.rsplit("/", 1)[-1]})
        return Seat(self, entered["table"], entered["seat"], entered["role"])


class Seat:
    """A seat at a table."""

    def __init__(self, server: Server, table: str, name: str, role: str) -> None:
        self.server = server
        self.table = table
        self.name = name
        self.role = role
        self.view: Data = {}
        self.presence: list[Data] = []
        self.frames = 0
        self._socket: ClientConnection | None = None
        self._open = ExitStack()

    # -- looking ---------------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return int(self.view.get("version", -1))

    @property
    def over(self) -> bool:
        return "outcome" in self.view

    def questions(self) -> list[Data]:
        """The open questions that this seat may answer."""
        return [question for question in self.view.get("questions", []) if question.get("yours")]

    def call(self, method: str, path: str, body: object = None) -> Any:
        return self.server.call(method, f"/api/tables/{self.table}{path}", body)

    # -- acting ----------------------------------------------------------------------------------------------------------

    def answer(self, question: str, option: str, **more: Any) -> Data:
        return self.do({"do": "answer", "question": question, "option": option, **more})

    def rule(self, ruling: str, **args: Any) -> Data:
        return self.do({"do": "rule", "ruling": ruling, "args": args})

    def do(self, command: Data, key: str = "") -> Data:
        """Carry out a command; returns its receipt once it is durable. Sent again after a lost connection, under the same key."""
        key = key or secrets.token_hex(8)
        self.follow()
        frame = {"type": "command", "id": key, "version": self.version, "command": command}
        receipt: Data = self._asked(frame, "receipt")["receipt"]
        return receipt

    def odds(self, question: str, options: list[str] | None = None) -> Data:
        """The odds of options (all, if none are named), by option id."""
        found: Data = self.call("POST", "/odds", {"question": question, "options": options})["odds"]
        return found

    def wait(self, timeout: float = 60.0) -> Data | None:
        """My next question that I have not answered; None when the fight is over. TimeoutError where nothing comes."""
        self.follow()
        until = time.monotonic() + timeout
        while not self.over:
            mine = [question for question in self.questions() if not question.get("declared")]
            if mine:
                return mine[0]
            self._read(until)
        return None

    def wait_until(self, seen: Callable[[Data], bool], timeout: float = 0.0) -> None:
        """Read on until the view is as wanted."""
        self.follow()
        until = time.monotonic() + (timeout or PATIENCE)
        while not seen(self.view):
            self._read(until)

    # -- the socket ------------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Open the socket if it is not open, and be up to date."""
        if self._socket is None:
            self._connect()
            until = time.monotonic() + self.server.timeout
            while self.version < 0:
                self._read(until)

    def close(self) -> None:
        self._socket = None
        self._open.close()

    def _connect(self) -> None:
        address = f"ws{self.server.address[4:]}/api/tables/{self.table}/live"
        for turn in range(TRIES):
            try:
                headers = {"cookie": self.server.cookie_header()}
                socket = self._open.enter_context(connect(address, additional_headers=headers, max_size=None, compression=None))
                socket.send(json.dumps({"type": "hello", "since": self.version if self.version >= 0 else None}))
                self._socket = socket
                return
            except (OSError, InvalidHandshake, ConnectionClosed) as no:
                _check_not_gone(no)
                if turn == TRIES - 1:
                    raise ConnectionError(f"the server at {self.server.address} cannot be reached: {no}") from None
                time.sleep(min(2.0, 0.1 * 2**turn))

    def _asked(self, frame: Data, wanted: str) -> Data:
        for _ in range(TRIES):
            try:
                if self._socket is None:
                    self._connect()
                wire = self._socket
                assert wire is not None
                wire.send(json.dumps(frame))
                while self._socket is wire:  # over another it is sent again
                    got = self._read(time.monotonic() + self.server.timeout)
                    if got.get("id") != frame["id"]:
                        continue
                    if got["type"] == "refused":
                        raise ServiceError(0, got["error"]["kind"], got["error"]["text"])
                    if got["type"] == wanted:
                        return got
            except ConnectionClosed as closed:
                self._lost(closed)
        raise ConnectionError("the connection was lost again and again.")

    def _read(self, until: float) -> Data:
        """One frame, taken into the view."""
        while True:
            if self._socket is None:
                self._connect()
            assert self._socket is not None
            try:
                got: Data = json.loads(self._socket.recv(max(0.0, until - time.monotonic())))
            except ConnectionClosed as closed:
                self._lost(closed)
                if time.monotonic() > until:
                    raise TimeoutError("the server does not let anybody follow now.") from None
                continue
            self.frames += 1
            if got["type"] == "view":
                self.view = got["view"]
            elif got["type"] == "changes":
                self.view = changed(self.view, got["changes"])
            elif got["type"] == "presence":
                self.presence = got["seats"]
            return got

    def _lost(self, closed: ConnectionClosed) -> None:
        self.close()
        _check_not_gone(closed)
        if closed.rcvd is not None and closed.rcvd.code == AGAIN:
            time.sleep(PAUSE)


def _check_not_gone(no: Exception) -> None:
    """Where a connection closed because there is no such seat, coming again is no use."""
    if isinstance(no, ConnectionClosed) and no.rcvd is not None and no.rcvd.code == GONE:
        raise ServiceError(401, "entry", no.rcvd.reason) from None


def changed(view: Data, changes: Data) -> Data:
    """A view with changes worked in, as a whole view would be now; a part that is null is there no longer."""
    found = {**view, **{name: part for name, part in changes["view"].items() if name != "units"}}
    if "questions_from" in changes:
        fresh = iter(changes["view"]["questions"])
        found["questions"] = [next(fresh) if place < 0 else view["questions"][place] for place in changes["questions_from"]]
    if "history_from" in changes:
        found["history"] = [*view.get("history", [])[: changes["history_from"]], *changes["view"]["history"]]
    new = {unit["id"]: unit for unit in changes["view"].get("units", [])}
    kept = [new.pop(unit["id"], unit) for unit in view["units"] if unit["id"] not in changes["gone"]]
    found["units"] = [*kept, *new.values()]
    found["log"] = view["log"] + changes["events"]
    found["taken_back"] = sorted({*view["taken_back"], *changes["taken_back"]})
    found["version"] = changes["version"]
    return {name: part for name, part in found.items() if part is not None}
