"""Live play: one WebSocket for each open page or program."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from quintain.engine import GM
from quintain.table.api_lab import odds_asked
from quintain.table.api_table import may_act
from quintain.table.errors import Problem
from quintain.table.jobs import Job
from quintain.table.live import AGAIN, AT_ONCE, GONE, HOSTILE, Socket, frame, never
from quintain.table.play import Table
from quintain.table.secrets import hash_of
from quintain.table.service import Service, cookie_name, counted_as, seated, service_of
from quintain.table.shapes import AskOdds

router = APIRouter()
LARGEST_FRAME = 64_000
WINNING_EVERY = 2.0


@router.websocket("/api/tables/{t}/live")
async def live(websocket: WebSocket, t: str) -> None:
    service = service_of(websocket)
    try:
        with service.open.one(counted_as(websocket.client)):
            await followed(service, websocket, t)
    except Problem as no:
        await websocket.accept()
        await websocket.send_text(frame("bye", why=no.text).decode())
        await websocket.close(closes_with(no), no.text[:100])


async def followed(service: Service, websocket: WebSocket, t: str) -> None:
    """Let somebody in who may sit here, and read what they send; refused before anything is accepted."""
    table, seat = await seated(websocket, t)
    cookie, at_once = websocket.cookies[cookie_name(websocket, t)], websocket.scope["extensions"].get(AT_ONCE, never)
    socket = Socket(websocket, seat, table.role(seat), hash_of(cookie), at_once)
    table.arrive(socket)
    pump: asyncio.Task[None] | None = None
    try:
        await websocket.accept()
        pump = asyncio.create_task(socket.pump())
        await read_on(service, table, socket, websocket)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        table.part(socket)
        for task in [*socket.tasks, *socket.watching]:
            task.cancel()
        if pump is not None and socket.closing is None:
            pump.cancel()
        elif pump is not None:
            await pump  # it says why; where this ended before, the connection would just be cut


def closes_with(no: Problem) -> int:
    """The code by which whoever cannot be let in knows whether to come again: a database may be back, a seat is not."""
    return AGAIN if no.kind in ("unavailable", "busy", "limited") else GONE


async def read_on(service: Service, table: Table, socket: Socket, websocket: WebSocket) -> None:
    """Read frames until the socket closes. One frame is answered before the next is read."""
    while socket.closing is None:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or message.get("bytes") or ""
        try:
            if len(text) > LARGEST_FRAME:
                raise Problem("large", f"This frame is too large: at most {LARGEST_FRAME:,} bytes.")
            service.frames.take(f"{table.id}/{socket.seat}")
            data = msgspec.json.decode(text)
        except Problem as no:
            socket.close(HOSTILE, no.text)
            return
        except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError):
            socket.send(frame("refused", id=None, **Problem("malformed", "A frame is one JSON object.").as_data()))
            continue
        await answered(service, table, socket, data)


async def answered(service: Service, table: Table, socket: Socket, data: Any) -> None:
    id = data.get("id") if isinstance(data, dict) else None
    id = id if isinstance(id, str) and len(id) <= 80 else None
    try:
        if not isinstance(data, dict):
            raise Problem("malformed", "A frame is one JSON object with a type.")
        match data.get("type"):
            case "ping":
                socket.send(frame("pong"))
            case "hello":
                # A whole view is dear: whoever asks for one again and again waits, and only they.
                await asyncio.sleep(service.looks.wait(f"{table.id}/{socket.seat}"))
                since = data.get("since")
                await joined(table, socket, since if isinstance(since, int) and not isinstance(since, bool) else None)
            case "command":
                # Who sends more than anybody can decide is slowed down, and only they.
                wait = service.commands.wait(f"{table.id}/{socket.seat}")
                if wait:
                    await asyncio.sleep(wait)
                began = time.perf_counter()
                await carried_out(table, socket, id, data)
                service.metrics.commands.add(time.perf_counter() - began)
            case "odds":
                await odds(service, table, socket, id, data)
            case "winning":
                await winning(service, table, socket, data.get("on") is True)
            case _:
                raise Problem("malformed", "A frame has a type: hello, command, odds, winning or ping.")
    except Problem as no:
        service.metrics.refuse(no.kind)
        socket.send(frame("refused", id=id, **no.as_data()))


async def joined(table: Table, socket: Socket, since: int | None) -> None:
    """Let a socket follow. Whoever cannot be shown anything now is closed, and comes again: nobody would ever tell it of the table."""
    try:
        await table.join(socket, since)
    except Problem as no:
        if no.kind not in ("unavailable", "entry"):
            raise
        socket.close(closes_with(no), no.text)


async def carried_out(table: Table, socket: Socket, id: str | None, data: dict[str, Any]) -> None:
    command, version = data.get("command"), data.get("version")
    if id is None or not id or not isinstance(command, dict) or type(version) is not int or version < 0:
        raise Problem("malformed", "A command frame has an id (a text of at most 80 letters), a version and a command.")
    may_act(table, socket.seat)
    receipt = await table.do(socket.seat, command, version, id)
    socket.send(frame("receipt", id=id, receipt=receipt))


async def odds(service: Service, table: Table, socket: Socket, id: str | None, data: dict[str, Any]) -> None:
    """Odds as they are worked out; the socket goes on reading meanwhile."""
    given = {name: data[name] for name in ("question", "options", "budget_ms", "assume", "after") if name in data}
    try:
        body = AskOdds.model_validate(given)
    except ValidationError as no:
        raise Problem("malformed", f"odds: {no.errors()[0]['msg']}.") from None
    if not id:
        raise Problem("malformed", "A request for odds has an id.")
    asked = await odds_asked(table, socket.seat, body)

    def told(found: dict[str, Any]) -> None:
        socket.send(frame("odds", id=id, odds=found, done=False))

    job = await service.jobs.submit("odds", asked, f"{table.id}/{socket.seat}", told)
    task = asyncio.create_task(_finished(service, job, socket, id))
    socket.tasks.add(task)
    task.add_done_callback(socket.tasks.discard)


async def _finished(service: Service, job: Job, socket: Socket, id: str) -> None:
    try:
        await job.done.wait()
    finally:
        service.jobs.forget(job)
    if job.state == "done":
        socket.send(frame("odds", id=id, odds=job.result["odds"], done=True))
    else:
        socket.send(frame("refused", id=id, **Problem("illegal", job.error or "This was broken off.").as_data()))


async def winning(service: Service, table: Table, socket: Socket, on: bool) -> None:
    """The GM wants to know, or no longer, who is winning."""
    if socket.role != "gm":
        raise Problem("not_yours", "Only the GM may know who is winning.")
    for task in list(socket.watching):
        task.cancel()
    if on:
        task = asyncio.create_task(_tell_winning(service, table, socket))
        socket.watching.add(task)
        task.add_done_callback(socket.watching.discard)


async def _tell_winning(service: Service, table: Table, socket: Socket) -> None:
    told = -1
    while socket.closing is None:
        session = table.session
        if session is not None and session.version != told and session.fight.outcome is None:
            told = session.version
            with contextlib.suppress(Problem):  # too many wait already: later
                await _counted(service, table, socket, told)
        await asyncio.sleep(WINNING_EVERY)


async def _counted(service: Service, table: Table, socket: Socket, version: int) -> None:
    """Count once from where it stands, telling the figure as it gets finer; given up for the next state once a first is told."""
    first = asyncio.Event()

    def tell(found: dict[str, Any]) -> None:
        socket.send(frame("forecast", **found))
        first.set()

    session = table.session
    if session is None:
        return
    job = await service.jobs.submit("winning", {"record": dict(session.record(GM))}, f"winning {table.id}", tell)
    try:
        while not job.done.is_set() and socket.closing is None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(job.done.wait(), 0.5)
            if first.is_set() and (table.session is None or table.session.version != version):
                break
    finally:
        service.jobs.forget(job)
