"""The connections of people and programs: how long a request may take to come, how many there may be, and how a frame leaves.

A connection that says nothing, or a byte now and then, costs whoever opens it nothing, and the server memory and a socket: it is given
up after a while, as is one whose other end does not take what was sent. Who has a slow line is not hurried as long as it moves.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from struct import pack
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import http11
from websockets.protocol import State

from quintain.table.errors import Problem
from quintain.table.gate import HEADERS
from quintain.table.limits import AtOnce
from quintain.table.live import AT_ONCE
from quintain.table.rows import packed

PATIENCE = 20.0
"""Seconds that the head of a request may take to come, and that a body may rest meanwhile."""
SLOWEST_BODY = 500
"""Bytes a second: on the whole a body comes faster than this."""
MOST_HEAD = 64_000
"""Bytes of a request beside its body: address, headers, and what chunks need."""
STUCK = 30.0
"""Seconds for which the other end may take nothing of what was sent to it."""
MOST_PINGS = 100
"""Pings of one WebSocket between two looks at it."""
EVERY = 2.0
"""Seconds between two looks at all connections."""
NEVER = float("inf")
WHOLE_TEXT = 0x81
"""The first byte of a frame that is a text and not continued."""
SWITCHING = 101
"""The status by which HTTP goes over to a WebSocket."""


class Door:
    """All connections of a server: so many in all and from each address, and none for ever that does not move."""

    def __init__(self, most: AtOnce, carriers: str) -> None:
        self.most = most
        self.carriers = ProxyHeadersMiddleware(_nothing, carriers).trusted_hosts
        """Machines that bring other people's requests: by them connections are not counted, but those of the people they name."""
        self.unsent: dict[Any, tuple[int, float]] = {}
        """By connection, how much the other end has not taken yet, and since when it took nothing."""
        self.looked = 0.0

    def enter(self, client: tuple[str, int] | None) -> str:
        """Count a connection of this client, or refuse it; under which name it is counted."""
        whose = client[0] if client is not None and client[0] not in self.carriers else ""
        self.most.enter(whose)
        return whose

    def look(self, connections: Iterable[Any]) -> None:
        """Give up what does not move. Called often, it looks now and then."""
        now = time.monotonic()
        if now - self.looked < EVERY:
            return
        self.looked = now
        unsent: dict[Any, tuple[int, float]] = {}
        for one in list(connections):
            one.look(now)
            size = one.transport.get_write_buffer_size()
            if size or one.transport.is_closing():
                before, since = self.unsent.get(one, (0, now))
                unsent[one] = (size, since if size >= before else now)
                if now - unsent[one][1] > STUCK:
                    one.transport.abort()
        self.unsent = unsent


async def _nothing(*_: Any) -> None:
    """Stands for an application where one must be named."""


class Wired(uvicorn.Config):
    """What every connection of a server can reach."""

    door: Door


def door_of(config: uvicorn.Config) -> Door:
    assert isinstance(config, Wired)
    return config.door


class Request(HttpToolsProtocol):
    """A connection over which requests come: each within a time and a size, and refused in the shape that every refusal has."""

    due = NEVER
    """When the next part of a request must have come; NEVER while a whole one is being answered."""
    beside = 0
    """Bytes of this request beside its body."""
    got = 0
    """Bytes of its body."""
    counted: str | None = None
    """Under which address it is counted."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.unanswered: deque[Any] = deque()
        """Requests that came one after the other without waiting."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.due = time.monotonic() + PATIENCE
        try:
            self.counted = door_of(self.config).enter(self.client)
        except Problem as no:
            self.refuse(no.status, no)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for one in self.unanswered:  # the base knows of the last one only, and the others would be written into nothing
            one.disconnected = True
            one.message_event.set()
        if self.counted is not None:
            door_of(self.config).most.leave(self.counted)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.due == NEVER and self.cycle is not None and self.cycle.response_complete:
            self.due = time.monotonic() + PATIENCE  # empty lines between two requests begin none
        self.beside += len(data)
        super().data_received(data)
        if self.beside > MOST_HEAD + self.got and not self.transport.is_closing():
            self.refuse(431, Problem("large", f"The head of this request is too large: at most {MOST_HEAD:,} bytes."))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.due = time.monotonic() + PATIENCE
        self.beside = self.got = 0

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        while self.unanswered and self.unanswered[0].response_complete:
            self.unanswered.popleft()
        if self.cycle is not None:
            self.unanswered.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self.got += len(body)
        self.beside -= len(body)
        self.due = min(self.due + len(body) / SLOWEST_BODY, time.monotonic() + PATIENCE)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.due = NEVER

    def handle_websocket_upgrade(self) -> None:
        counted, self.counted = self.counted, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        assert isinstance(protocol, Connection)
        protocol.counted = counted

    def look(self, now: float) -> None:
        if self.due != NEVER and self.flow.read_paused:
            self.due = now + PATIENCE  # it is we who do not read on
        elif now > self.due and not self.transport.is_closing():
            self.refuse(408, Problem("malformed", "This request did not come to its end in time."))

    def shutdown(self) -> None:
        """The server stops: for the rest of a body it does not wait."""
        if self.due != NEVER and self.cycle is not None and not self.cycle.response_complete:
            self.refuse(503, Problem("unavailable", "The server is stopping; it will be back."))
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        self.refuse(400, Problem("malformed", "This cannot be read as HTTP."))

    def refuse(self, status: int, no: Problem) -> None:
        """Say no and close. In the middle of an answer nothing can be said."""
        asked = self.cycle
        if asked is None or asked.response_complete or not asked.response_started:
            body = packed(no.as_data())
            headers = {**HEADERS, "content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
            if no.after:
                headers["retry-after"] = str(no.after)
            lines = [f"HTTP/1.1 {status} {no.kind}", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
            self.transport.write("\r\n".join(lines).encode() + body)
        if asked is not None and not asked.response_complete:
            asked.disconnected = True
            asked.message_event.set()
        self.transport.close()


def text_frame(data: bytes) -> bytes:
    """A text as one frame of a server's, unmasked and uncompressed (RFC 6455, 5.2). `websockets` takes five times as long for it."""
    size = len(data)
    if size < 126:
        return pack("!BB", WHOLE_TEXT, size) + data
    return (pack("!BBH", WHOLE_TEXT, 126, size) if size < 2**16 else pack("!BBQ", WHOLE_TEXT, 127, size)) + data


class Connection(WebSocketsSansIOProtocol):
    """A WebSocket that sends a frame at once where it can, and says no to a handshake that it cannot read, instead of nothing."""

    counted: str | None = None
    """Under which address it is counted."""
    pings = 0
    """How many came since it was looked at."""

    def handle_connect(self, event: http11.Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[AT_ONCE] = self.send_at_once

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.counted is not None:
            door_of(self.config).most.leave(self.counted)

    def look(self, now: float) -> None:
        self.pings = 0

    def handle_ping(self) -> None:
        """Answer, but not one who takes no answers, or asks without end: what is owed to them would pile up."""
        self.pings += 1
        if self.pings > MOST_PINGS:
            self.transport.abort()
        elif self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_at_once(self, data: bytes) -> bool:
        """Send a text; False where the connection is not ready for it, or is gone."""
        if not self.writable.is_set() or self.disconnected or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.transport.write(text_frame(data))
        return True

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
