"""Before a table: what can be played, opening a table, entering by a link; and how the server is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import Response

from quintain.library.bounds import values
from quintain.table.answers import Json
from quintain.table.errors import Problem
from quintain.table.metrics import text
from quintain.table.play import Table
from quintain.table.service import address_of, cookie_header, is_local, service_of
from quintain.table.shapes import Enter, NewTable, PlayNow
from quintain.table.starting import DEFAULT_ENCOUNTER, Start, encounter_of

router = APIRouter()


@router.get("/api/systems")
async def systems(request: Request) -> Response:
    """The rule systems with their shipped encounters."""
    return Response(await service_of(request).catalogue.get(), media_type="application/json")


def link(request: Request, seat: str, role: str, secret: str) -> dict[str, Any]:
    """A seat's link: the secret stands behind the #, which no browser sends to a server."""
    url = f"{service_of(request).base(request)}/#/join/{secret}"
    return {"seat": seat, "role": role, "url": url, "qr": segno.make(url, error="m").svg_inline(scale=4, border=2)}


VALUES_OF_ONE = 3_000
"""A file of so many figures and words costs as much as a table more."""


def cost_of(encounter: object) -> int:
    """How many tables a new fight counts for: a large file takes longer to read than most."""
    return min(10, 1 + values(encounter) // VALUES_OF_ONE)


def may_create(request: Request, cost: int = 1) -> None:
    """Refuse a new table where this server opens none for strangers, or too many already."""
    service = service_of(request)
    if service.config.creating == "local" and not is_local(request):
        raise Problem("not_yours", "Tables are opened on the machine that runs the server.")
    service.creations.take(address_of(request), cost)


async def open_table(request: Request, encounter: object, begin: Callable[[], Start]) -> Response:
    """A new table. Its encounter is read in a thread: a system that is used for the first time takes a while to load."""
    service = service_of(request)
    may_create(request, cost_of(encounter))
    start = await asyncio.to_thread(begin)
    session = await asyncio.to_thread(start.session)
    return await opened(request, *await service.hall.create(start, session), start.creator)


async def opened(request: Request, table: Table, invites: dict[str, str], cookie: str, owner: str) -> Response:
    """What whoever opened a table is told. Drawing the codes takes some milliseconds each, in which others play on."""
    seats = list(table.seats.values())
    links = await asyncio.to_thread(lambda: [link(request, seat.seat, seat.role, invites[seat.seat]) for seat in seats])
    data = {
        "table": table.id, "seat": owner, "role": table.role(owner), "links": [one for one in links if one["role"] != "gm"],
        "gm": next((one for one in links if one["role"] == "gm"), None),
    }  # fmt: skip
    return Json(data, 201, {"set-cookie": cookie_header(request, table.id, cookie)})


@router.post("/api/tables", status_code=201)
async def create(request: Request, body: NewTable) -> Response:
    """Open a table. The browser that asks is entered at once: as the GM, or with `alone` as the one player."""
    def start() -> Start:
        given = body.settings.given()
        return Start(encounter_of(body.encounter), body.name, body.seats, body.alone, body.gm, given, body.seed)

    return await open_table(request, body.encounter, start)


@router.post("/api/play", status_code=201)
async def play(request: Request, body: PlayNow) -> Response:
    """Play at once: one person with the whole party against the machine."""

    def start() -> Start:
        return Start(encounter_of(body.encounter or DEFAULT_ENCOUNTER), "", None, True, "person", {}, "")

    return await open_table(request, body.encounter, start)


@router.post("/api/enter")
async def enter(request: Request, body: Enter) -> Response:
    """Exchange the secret of a link for a cookie."""
    service = service_of(request)
    service.misses.check(address_of(request))
    entered = await service.hall.enter(body.token)
    if entered is None:
        service.misses.spend(address_of(request))
        raise Problem("entry", "This link is not good, or no longer: ask for a new one.")
    entry, cookie = entered
    table = await service.hall.table(entry.table)
    data = {"table": entry.table, "seat": entry.seat, "role": table.role(entry.seat)}
    return Json(data, 200, {"set-cookie": cookie_header(request, entry.table, cookie)})


@router.get("/health")
async def health() -> Response:
    """The process runs."""
    return Json({"ok": True})


@router.get("/ready")
async def ready(request: Request) -> Response:
    """The database answers."""
    service = service_of(request)
    try:
        await service.store.read("SELECT 1")
    except Exception:
        return Json({"ok": False, "why": service.store.problem or "the database does not answer."}, 503)
    return Json({"ok": not service.store.problem, "why": service.store.problem}, 503 if service.store.problem else 200)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus; from this machine, unless the server is told otherwise."""
    service = service_of(request)
    if service.config.metrics != "anyone" and not is_local(request):
        raise Problem("not_yours", "Figures are for this machine; see the setting metrics.")
    return Response(text(service), media_type="text/plain; version=0.0.4")
