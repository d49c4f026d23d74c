"""What is sent over a socket: at once where the wire is ready, in order where it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import CLOSING, OPEN

from quintain.table.connections import Connection, text_frame
from quintain.table.live import MOST_WAITING, Socket, frame


class Wire:
    """A wire that is ready or not, and notes what leaves over it and how."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.left: list[tuple[str, bytes]] = []

    def at_once(self, data: bytes) -> bool:
        if self.ready.is_set():
            self.left.append(("at once", data))
        return self.ready.is_set()

    async def send_text(self, data: str) -> None:
        await self.ready.wait()
        await asyncio.sleep(0)  # the task goes on only after others had their turn
        self.left.append(("in turn", data.encode()))

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.left.append(("closed", str(code).encode()))


def with_socket(what: Callable[[Socket, Wire], Awaitable[None]]) -> list[tuple[str, bytes]]:
    async def run() -> list[tuple[str, bytes]]:
        wire = Wire()
        socket = Socket(wire, "Ann", "player", at_once=wire.at_once)
        pump = asyncio.create_task(socket.pump())
        await asyncio.sleep(0)
        await what(socket, wire)
        for _ in range(20):
            await asyncio.sleep(0)
        pump.cancel()
        return wire.left

    return asyncio.run(run())


def test_where_the_wire_is_ready_no_task_is_woken() -> None:
    async def sent(socket: Socket, wire: Wire) -> None:
        wire.ready.set()
        socket.send(b"1")
        socket.send(b"2")
        assert wire.left == [("at once", b"1"), ("at once", b"2")]
        assert not socket.waiting and not socket.wake.is_set()

    assert len(with_socket(sent)) == 2


def test_no_frame_overtakes_one_that_is_on_its_way() -> None:
    async def sent(socket: Socket, wire: Wire) -> None:
        socket.send(b"1")
        await asyncio.sleep(0)  # the task has taken it, and waits for the wire
        assert not socket.waiting
        wire.ready.set()
        socket.send(b"2")  # the wire is ready, but the first has not left
        socket.send(b"3")

    assert [data for _, data in with_socket(sent)] == [b"1", b"2", b"3"]


def test_once_all_that_waited_has_left_frames_leave_at_once_again() -> None:
    async def sent(socket: Socket, wire: Wire) -> None:
        socket.send(b"1")
        wire.ready.set()
        for _ in range(20):
            await asyncio.sleep(0)
        socket.send(b"2")

    assert with_socket(sent) == [("in turn", b"1"), ("at once", b"2")]


def test_what_piles_up_before_a_slow_reader_gives_way_to_one_view() -> None:
    async def sent(socket: Socket, wire: Wire) -> None:
        socket.fresh = lambda: b"whole"
        for number in range(MOST_WAITING + 1):
            socket.send(b"%d" % number)
        socket.send(frame("receipt", id="1"))
        wire.ready.set()

    assert [data for _, data in with_socket(sent)] == [b"whole", frame("receipt", id="1")]


def test_after_a_goodbye_nothing_leaves() -> None:
    async def sent(socket: Socket, wire: Wire) -> None:
        wire.ready.set()
        socket.close(4001, "Gone.")
        socket.send(b"late")

    left = with_socket(sent)
    assert [how for how, _ in left] == ["in turn", "closed"] and b"Gone." in left[0][1]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False)


def test_a_connection_sends_at_once_only_while_it_is_open_and_its_buffer_has_room() -> None:
    """The conditions of `uvicorn`'s own `send`, each of them alone."""

    class Transport:
        closing = False
        written = b""

        def is_closing(self) -> bool:
            return self.closing

        def write(self, data: bytes) -> None:
            self.written += data

    async def run() -> None:
        config = uvicorn.Config(lambda scope, receive, send: None, ws=Connection)
        config.load()
        connection = Connection(config, ServerState(), {})
        transport = Transport()
        connection.transport = transport  # type: ignore[assignment]
        connection.conn.state = OPEN
        assert connection.send_at_once("nö".encode()) and transport.written == b"\x81\x03n\xc3\xb6"
        connection.pause_writing()
        assert not connection.send_at_once(b"1")
        connection.resume_writing()
        transport.closing = True
        assert not connection.send_at_once(b"2")
        transport.closing = False
        connection.disconnected = True
        assert not connection.send_at_once(b"3")
        connection.disconnected = False
        connection.conn.state = CLOSING
        assert not connection.send_at_once(b"4")
        assert transport.written == b"\x81\x03n\xc3\xb6"

    asyncio.run(run())
