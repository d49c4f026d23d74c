"""One open socket of a seat: what waits to be sent, and what becomes of a reader that is too slow."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

MOST_WAITING = 64
"""Frames; where more pile up they are dropped and one whole view is sent instead."""
MOST_BYTES = 2_000_000
SLOWEST = 20.0
"""Seconds that one frame may take to leave before the socket is closed."""

_encode = msgspec.json.Encoder().encode

ANSWERS = (b'{"type":"receipt"', b'{"type":"refused"')
"""Frames that somebody waits for: they are kept when others are dropped."""
GONE = 4001
"""Close code: the seat was taken away or its link renewed."""
SLOW = 4002
HOSTILE = 4003
STOPPING = 1012
AGAIN = 1013
"""Close code: not now; come again."""
AT_ONCE = "quintain.at_once"
"""Under this name our own connections offer to send a frame without a task being woken for it (`serve.Connection`)."""


def frame(type: str, **parts: object) -> bytes:
    return _encode({"type": type, **parts})


def never(data: bytes) -> bool:
    """Of a wire over which nothing can be sent but by waiting for it."""
    return False


class Wire(Protocol):
    """The part of a WebSocket that is needed for sending."""

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class Socket:
    """A connection of a seat. `number` is that of the last view or changes queued for it; -1 while it has nothing.

    `at_once` sends a frame where the wire is ready to take it, which is how it nearly always is; False where it is not. Only then
    frames queue up, and a task sends them one after the other.
    """

    def __init__(self, wire: Wire, seat: str, role: str, cookie: str = "", at_once: Callable[[bytes], bool] = never) -> None:
        self.wire = wire
        self.at_once = at_once
        self.seat = seat
        self.role = role
        self.cookie = cookie
        """The hash of the cookie that it was opened with."""
        self.number = -1
        self.waiting: deque[bytes] = deque()
        self.leaving = False
        """A frame that was queued is on its way, and later ones wait behind it."""
        self.fresh: Callable[[], bytes | None] = lambda: None
        """Makes a whole view for it; None where there is none to be had now."""
        self.bytes = 0
        self.wake = asyncio.Event()
        self.behind = False
        """Frames were dropped: it must have a whole view."""
        self.tasks: set[asyncio.Task[None]] = set()
        """What is being worked out for it."""
        self.watching: set[asyncio.Task[None]] = set()
        self.closing: tuple[int, str] | None = None

    def send(self, data: bytes) -> None:
        """Send a frame, or queue it; never waits. For one who reads too slowly, what is not an answer gives way to one whole view."""
        if self.closing is not None or (not self.waiting and not self.leaving and self.at_once(data)):
            return
        if len(self.waiting) >= MOST_WAITING or self.bytes > MOST_BYTES:
            self._catch_up(data)
            return
        self.waiting.append(data)
        self.bytes += len(data)
        self.wake.set()

    def _catch_up(self, data: bytes) -> None:
        kept = [one for one in [*self.waiting, data] if one.startswith(ANSWERS)][-MOST_WAITING // 2 :]
        whole = self.fresh()
        self.behind = whole is None
        kept += [whole] if whole is not None else []
        self.waiting = deque(kept)
        self.bytes = sum(len(one) for one in kept)
        self.wake.set()

    def close(self, code: int, why: str) -> None:
        """Send nothing that is not already on its way, say why, and close."""
        if self.closing is None:
            self.closing = (code, why)
            self.waiting.clear()
            self.waiting.append(frame("bye", why=why))
            self.wake.set()

    async def pump(self) -> None:
        """Send what is queued until the socket closes. Run as one task for each socket."""
        try:
            while True:
                while self.waiting:
                    data = self.waiting.popleft()
                    self.bytes -= len(data)
                    self.leaving = True
                    async with asyncio.timeout(SLOWEST):
                        await self.wire.send_text(data.decode())
                    self.leaving = False
                if self.closing is not None:
                    await self.wire.close(*self.closing)
                    return
                self.wake.clear()
                await self.wake.wait()
        except TimeoutError:
            self.closing = (SLOW, "This connection is too slow; connect again.")
            with contextlib.suppress(Exception):  # by now it may be gone altogether
                await self.wire.close(*self.closing)
        except Exception:  # the other end is gone: the reader of this socket notices and tidies up
            self.closing = self.closing or (1006, "gone")
