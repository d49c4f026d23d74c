"""A table's own addresses: what it is, its seats and settings, its fight, and commands."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from quintain.engine.protocol_forms import RulingForm
from quintain.library.forms import ruling_forms
from quintain.table.answers import Json
from quintain.table.api_start import link
from quintain.table.errors import Problem
from quintain.table.play import Table
from quintain.table.rows import SeatRow
from quintain.table.service import cookie_header, cookie_name, seated, seated_gm, service_of
from quintain.table.shapes import Command, NewSeat, Renew, Settings

router = APIRouter(prefix="/api/tables/{t}")


@router.get("")
async def info(request: Request, t: str) -> Response:
    """The table as whoever asks may know it."""
    table, seat = await seated(request, t)
    data = await table.info(seat)
    if table.role(seat) == "gm":
        data["rulings"] = await rulings(table)
        data["lan"] = service_of(request).base(request)
    return Json(data)


async def rulings(table: Table) -> list[RulingForm]:
    """What the GM may rule, as forms with this fight's people and places as choices."""
    async with table.lock:
        session = await table.ready()
        return ruling_forms(session.fight.system, session.fight.battle)


@router.get("/view")
async def view(request: Request, t: str, eyes: Annotated[str, Query(alias="as", max_length=60)] = "") -> Response:
    """The fight as this seat may see it; the GM may look through another seat's eyes (`as`)."""
    table, seat = await seated(request, t)
    wanted = eyes or seat
    if wanted != seat:
        if table.role(seat) != "gm":
            raise Problem("not_yours", "Only the GM may look through other eyes.")
        if wanted not in table.seats:
            raise Problem("missing", f"There is no seat called {wanted[:40]!r}.")
    service_of(request).looks.take(f"{t}/{seat}")
    return Json(await table.view(wanted))


@router.post("/commands")
async def command(request: Request, t: str, body: Command) -> Response:
    """Carry out a command of this seat. The answer comes when it is durable."""
    table, seat = await seated(request, t)
    may_act(table, seat)
    service = service_of(request)
    service.commands.take(f"{t}/{seat}")
    began = time.perf_counter()
    receipt = await table.do(seat, body.command, body.version, body.key)
    service.metrics.commands.add(time.perf_counter() - began)
    return Json(receipt)


def may_act(table: Table, seat: str) -> None:
    if table.role(seat) not in ("gm", "player"):
        raise Problem("not_yours", "This seat only looks on.")


@router.patch("/settings")
async def settings(request: Request, t: str, body: Settings) -> Response:
    """Change how the table plays."""
    table = await seated_gm(request, t)
    return Json({"settings": await service_of(request).hall.change(table, body.given())})


@router.post("/seats", status_code=201)
async def new_seat(request: Request, t: str, body: NewSeat) -> Response:
    """A further seat, with its link."""
    table = await seated_gm(request, t)
    service = service_of(request)
    seat = SeatRow(body.seat, body.role, body.units)
    secret = await service.hall.put_seat(table, seat)
    table.tell_presence()
    return Json(link(request, seat.seat, seat.role, secret), 201)


def known(table: Table, seat: str) -> SeatRow:
    found = table.seats.get(seat)
    if found is None:
        raise Problem("missing", f"There is no seat called {seat[:40]!r}.")
    return found


@router.post("/seats/{seat}/renew")
async def renew(request: Request, t: str, seat: str, body: Renew | None = None) -> Response:
    """A new link for a seat; the old one and whoever came by it are out."""
    table = await seated_gm(request, t)
    service = service_of(request)
    found = known(table, seat)
    _, own = await seated(request, t)
    secret = await service.hall.invite(table, seat, body.hours if body is not None else 72, seat == own)
    entered = await service.hall.enter(secret) if seat == own else None  # whoever renews their own link stays
    headers = {"set-cookie": cookie_header(request, t, entered[1])} if entered is not None else {}
    return Json(link(request, seat, found.role, secret), 200, headers)


@router.delete("/seats/{seat}")
async def drop_seat(request: Request, t: str, seat: str) -> Response:
    """Take a seat away; its sockets close at once."""
    table = await seated_gm(request, t)
    _, own = await seated(request, t)
    if known(table, seat).role == "gm" or seat == own:
        raise Problem("illegal", "Your own seat stays, and so does the GM's.")
    await service_of(request).hall.drop_seat(table, seat)
    table.tell_presence()
    return Json({"ok": True})


@router.post("/leave")
async def leave(request: Request, t: str) -> Response:
    """Forget this browser's cookie of the table; whoever has a copy of it is out as well."""
    table, seat = await seated(request, t)
    await service_of(request).hall.leave(table, seat, request.cookies[cookie_name(request, t)])
    return Json({"ok": True}, 200, {"set-cookie": cookie_header(request, t, "")})
