"""A phone at the table: a client written from docs/service.md and the OpenAPI document alone, which holds the server to both.

Everything it is sent must be as documented, without a field that is not, and its numbers must go on without gaps.
"""

from __future__ import annotations

import copy
import http.client
import json
import random
import time
from contextlib import ExitStack, suppress
from functools import cache
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, urlsplit

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from quintain.table.app import make_app
from quintain.table.config import Config

Data = dict[str, Any]
PATIENCE = 60.0


@cache
def documented() -> Data:
    """The OpenAPI document, in which what is not named may not be there."""
    found: Data = copy.deepcopy(make_app(Config(data="unused")).openapi())
    for schema in found["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return found


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": documented()["components"]})


def check(name: str, data: object) -> None:
    """This is what the document says under that name."""
    hold(validator(name), name, data)


def conforms(schema: Data, data: object) -> None:
    """The same for a schema that stands in its place."""
    hold(Draft202012Validator({**schema, "components": documented()["components"]}), "", data)


def hold(against: Draft202012Validator, name: str, data: object) -> None:
    for error in against.iter_errors(data):
        deepest = min(error.context or [error], key=lambda one: -len(one.path))
        raise AssertionError(f"{name}: {list(deepest.absolute_path)}: {deepest.message[:300]}")


def check_answer(method: str, path: str, status: int, data: object) -> None:
    """The answer to a request is one that the document names."""
    for place, operations in documented()["paths"].items():
        parts, asked = place.split("/"), path.split("?")[0].split("/")
        if len(parts) == len(asked) and all(part.startswith("{") or part == got for part, got in zip(parts, asked, strict=True)):
            answers = operations[method.lower()]["responses"]
            assert str(status) in answers, f"{method} {path} answers {status}, which is not documented"
            schema = answers[str(status)]["content"].get("application/json", {}).get("schema", {})
            if "$ref" in schema:
                check(schema["$ref"].rsplit("/", 1)[-1], data)
            return
    raise AssertionError(f"{path} is not documented")


class No(Exception):
    """The server refused."""

    def __init__(self, status: int, error: Data) -> None:
        super().__init__(f"{status} {error['kind']}: {error['text']}")
        self.status, self.kind = status, error["kind"]


class Phone:
    """One browser at one table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies: dict[str, str] = {}
        self.table = self.seat = self.role = ""
        self.wire: ClientConnection | None = None
        self.open_wires = ExitStack()
        self.view: Data = {}
        self.presence: list[Data] = []
        self.told: dict[str, int] = {}
        """How many frames of each type it was sent."""
        self.timer: Data | None = None
        self.answers: dict[str, Data] = {}
        """Receipts and refusals, by the id of what they answer."""
        self.byes: list[str] = []
        self.keys = 0
        self.wholes = 0

    # -- requests ----------------------------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: object = None) -> Any:
        parts = urlsplit(self.address)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "origin": self.address}
        if body is not None:
            headers["content-type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            found = json.loads(answer.read())
        finally:
            connection.close()
        for value in answer.headers.get_all("set-cookie") or []:
            self.cookies.update({cookie.key: cookie.value for cookie in SimpleCookie(value).values()})
        check_answer(method, path, answer.status, found)
        if answer.status >= 400:
            raise No(answer.status, found["error"])
        return found

    def at(self, method: str, path: str, body: object = None) -> Any:
        return self.ask(method, f"/api/tables/{self.table}{path}", body)

    def open(self, encounter: object, seats: list[str], **more: Any) -> dict[str, str]:
        """A table of one's own; the links of the others."""
        found = self.ask("POST", "/api/tables", {"encounter": encounter, "seats": seats, **more})
        self.table, self.seat, self.role = found["table"], found["seat"], found["role"]
        return {link["seat"]: link["url"] for link in found["links"]}

    def enter(self, link: str) -> Phone:
        found = self.ask("POST", "/api/enter", {"token": link.rsplit("/", 1)[-1]})
        self.table, self.seat, self.role = found["table"], found["seat"], found["role"]
        return self

    # -- the socket --------------------------------------------------------------------------------------------------------

    def join(self) -> None:
        """Connect, or connect again, and go on from what it has."""
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "origin": self.address}
        address = f"ws{self.address[4:]}/api/tables/{self.table}/live"
        before = self.told.get("presence", 0)
        self.wire = self.open_wires.enter_context(connect(address, additional_headers=headers, max_size=None, open_timeout=PATIENCE))
        self.wire.send(json.dumps({"type": "hello", "since": self.view.get("version")}))
        self.until(lambda: self.told.get("presence", 0) > before)

    def drop(self) -> None:
        """The connection breaks without a word."""
        assert self.wire is not None
        self.wire.socket.close()
        self.wire = None

    def hear(self, seconds: float = 0.0) -> bool:
        """One frame; False where none comes."""
        assert self.wire is not None
        try:
            text = self.wire.recv(seconds)
        except TimeoutError:
            return False
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            self.wire = None
            if code == 4001:
                raise No(401, {"kind": "entry", "text": "sent away"}) from None
            time.sleep(0.2)
            self.join()
            return True
        frame = json.loads(text)
        self.take(frame)
        return True

    def take(self, frame: Data) -> None:
        kind = frame["type"]
        self.told[kind] = self.told.get(kind, 0) + 1
        if kind not in ("view", "changes") or self.told[kind] % 6 == 1:
            check("ServerFrame" if kind == "refused" else "".join(FRAMES[kind]), frame)
        match kind:
            case "view":
                self.view = frame["view"]
                self.wholes += 1
            case "changes":
                changes = frame["changes"]
                assert changes["since"] == self.view["version"], f"{self.seat}: a gap, {changes['since']} after {self.view['version']}"
                self.view = worked_in(self.view, changes)
                numbers = [line["number"] for line in self.view["log"]]
                assert numbers == list(range(1, len(numbers) + 1)), f"{self.seat}: the log has a gap"
            case "presence":
                self.presence = frame["seats"]
            case "timer":
                self.timer = frame
            case "receipt" | "refused":
                self.answers[str(frame["id"])] = frame
            case "bye":
                self.byes.append(frame["why"])

    def until(self, seen: Any, seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not seen():
            assert time.monotonic() < end, f"{self.seat}: it did not come; told {self.told}"
            self.hear(0.2)

    def quiet(self) -> None:
        """Read what has come."""
        while self.hear(0.05):
            pass

    def caught_up(self) -> None:
        """What it has pieced together is what a fresh view shows."""
        fresh = self.at("GET", "/view")
        self.until(lambda: self.view["version"] >= fresh["version"])
        assert plain(self.view) == plain(fresh), f"{self.seat}: what it has is not what a fresh view shows"

    # -- acting ------------------------------------------------------------------------------------------------------------

    def send(self, frame: Data) -> ClientConnection | None:
        """Returns the connection it was sent over; none where that broke."""
        if self.wire is None:
            self.join()
        assert self.wire is not None
        with suppress(ConnectionClosed):
            self.wire.send(json.dumps(frame))
            return self.wire
        return None

    def do(self, do: str, **more: Any) -> Data:
        """A command over the socket; the receipt."""
        self.keys += 1
        key = f"{self.seat}-{self.keys}-{random.random()}"
        frame = {"type": "command", "id": key, "version": self.view["version"], "command": {"do": do, **more}}
        sent: ClientConnection | None = None
        end = time.monotonic() + PATIENCE
        while key not in self.answers:
            assert time.monotonic() < end, "no receipt"
            if self.wire is None or self.wire is not sent:  # the first time, and after the connection broke
                sent = self.send(frame)
            self.hear(0.5)
        answer = self.answers.pop(key)
        if answer["type"] == "refused":
            raise No(0, answer["error"])
        return dict(answer["receipt"])

    def rule(self, ruling: str, **args: Any) -> Data:
        return self.do("rule", ruling=ruling, args=args)

    def mine(self) -> list[Data]:
        """What this seat is asked and has not answered yet."""
        return [one for one in self.view["questions"] if one.get("yours") and not one.get("declared")]

    def renewed(self, seat: str) -> str:
        return str(self.at("POST", f"/seats/{quote(seat)}/renew", {})["url"])


FRAMES = {
    "view": "ViewFrame", "changes": "ChangesFrame", "current": "CurrentFrame", "receipt": "ReceiptFrame", "odds": "OddsAnswerFrame",
    "presence": "PresenceFrame", "timer": "TimerFrame", "forecast": "WinningFrame", "table": "TableFrame", "pong": "PongFrame",
    "bye": "ByeFrame", "refused": "RefusedFrame",
}  # fmt: skip


def worked_in(view: Data, changes: Data) -> Data:
    """A view with changes worked in, as docs/protocol.md has it."""
    parts = dict(changes["view"])
    units = {unit["id"]: unit for unit in view["units"] if unit["id"] not in changes["gone"]}
    units.update({unit["id"]: unit for unit in parts.pop("units", [])})
    if "questions_from" in changes:
        new = iter(parts["questions"])
        parts["questions"] = [view["questions"][place] if place >= 0 else next(new) for place in changes["questions_from"]]
    if "history_from" in changes:
        parts["history"] = view["history"][: changes["history_from"]] + parts["history"]
    found = {**view, **parts, "units": list(units.values()), "version": changes["version"]}
    found["log"] = view["log"] + changes["events"]
    found["taken_back"] = sorted({*view.get("taken_back", []), *changes["taken_back"]})
    return {name: part for name, part in found.items() if part is not None}


def plain(view: Data) -> Data:
    """Apart from the order of the units, which means nothing, and from how lines are marked that were taken back."""
    log = [{name: part for name, part in line.items() if name != "taken_back"} for line in view["log"]]
    units = sorted(view["units"], key=lambda unit: str(unit["id"]))
    return {**view, "log": log, "units": units, "taken_back": sorted(view.get("taken_back", [])), "version": 0}
