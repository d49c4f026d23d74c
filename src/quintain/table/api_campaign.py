"""Fights of a table one after the other, its archive of records, forks, and the whole table as one file."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintain.engine import GM
from quintain.table import rows
from quintain.table.answers import Json
from quintain.table.api_start import cost_of, may_create, opened
from quintain.table.api_table import known
from quintain.table.campaign import Imported, exported, forked, next_session
from quintain.table.errors import Problem, not_kept, not_read
from quintain.table.live import frame
from quintain.table.play import Table, fight_info, unbroken
from quintain.table.rows import FightRow
from quintain.table.service import address_of, seated, seated_gm, service_of
from quintain.table.shapes import Data, NewFight, Units
from quintain.table.starting import encounter_of
from quintain.table.store import Conflict, StoreDown

router = APIRouter()


@router.post("/api/tables/{t}/fights", status_code=201)
async def next_fight(request: Request, t: str, body: NewFight) -> Response:
    """The table's next fight: the same people, as the last fight left them."""
    table = await seated_gm(request, t)
    service_of(request).creations.take(address_of(request), cost_of(body.encounter))
    wanted = await asyncio.to_thread(encounter_of, body.encounter)
    fight, said = await unbroken(begin(table, wanted, body.after))
    table.tell(frame("table"))
    info = fight_info(fight)
    return Json({**info, "note": said or info["note"]}, 201)


async def begin(table: Table, wanted: Any, after: int | None = None) -> tuple[FightRow, str]:
    async with table.lock:
        if after is not None and after != table.row.fight:
            raise Problem("stale", "Another fight has begun at this table since: look again.")
        session, said = await asyncio.to_thread(next_session, await table.ready(), wanted, table.seats, table.row.gm)
        number = max(table.fights) + 1
        fight = FightRow(number, wanted.name, wanted.system_name, wanted.system.version)
        before = (table.row.fight, table.row.system)
        table.row.fight, table.row.system = number, wanted.system_name
        statements = [rows.put_fight(table.id, fight), rows.put_table(table.row)]
        statements += [rows.put_op(table.id, number, place, op) for place, op in enumerate(session.journal)]
        try:
            await table.store.write(statements, f"table {table.id}")
        except Conflict:
            table.row.fight, table.row.system = before
            raise Problem("stale", "Somebody else began the next fight just now: look again.") from None
        except StoreDown as down:
            table.row.fight, table.row.system = before
            raise not_kept(down) from None
        table.fights[number] = fight
        table.take(session)
        table.publish()
        return fight, said


@router.get("/api/tables/{t}/fights/{fight}/record")
async def record(request: Request, t: str, fight: int) -> Response:
    """The record of a fight: for the GM, and for everybody at the table once it is over."""
    table, seat = await seated(request, t)
    service_of(request).works.take(f"{t}/{seat}")
    async with table.lock:
        if fight not in table.fights:
            raise Problem("missing", "This table has no such fight.")
        session = await table.ready() if fight == table.row.fight else await table.read(fight)
        if table.role(seat) != "gm" and session.fight.outcome is None:
            raise Problem("not_yours", "While the fight goes on its record is for the GM: it holds every secret.")
        return Json(session.record(GM))


@router.post("/api/tables/{t}/fork", status_code=201)
async def fork(request: Request, t: str) -> Response:
    """A new table that has come the same way so far, with new links."""
    table = await seated_gm(request, t)
    service = service_of(request)
    may_create(request)
    async with table.lock:
        session = await asyncio.to_thread(forked, await table.ready())
    fight = FightRow(0, table.fight.name, table.fight.system, table.fight.rules, table.fight.result)
    name = f"{table.row.name[:70]} (fork)"
    row = rows.TableRow("", name, fight.system, table.row.seconds, 0, 0, table.row.alone, table.row.gm, True)
    owner = GM if not table.row.alone else next(iter(table.seats))
    made = await service.hall.put(row, list(table.seats.values()), [(fight, session.journal)], owner)
    return await opened(request, *made, owner)


@router.get("/api/tables/{t}/export")
async def export(request: Request, t: str) -> Response:
    """The whole table as one file: every fight with everything that was done."""
    table = await seated_gm(request, t)
    service_of(request).works.take(f"{t}/export")
    async with table.lock:
        try:
            fights = [(fight, await rows.read_ops(table.store, table.id, fight.fight)) for fight in table.fights.values()]
        except StoreDown as down:
            raise not_read(down) from None
        data = exported(table.row, list(table.seats.values()), fights)
    name = f'attachment; filename="{table.id}.quintain.json"'
    return Json(data, 200, {"content-disposition": name})


@router.post("/api/import", status_code=201)
async def import_table(request: Request, body: Data) -> Response:
    """A table again from its file, with new links. Whoever brings it is its GM."""
    service = service_of(request)
    may_create(request)
    imported = Imported(body)
    await service.jobs.result("table", {"file": body}, address_of(request))
    row = rows.TableRow(
        "", imported.name, imported.system, imported.seconds, imported.fight, 0, imported.alone, imported.gm, imported.forked
    )  # fmt: skip
    made = await service.hall.put(row, imported.seats, imported.fights, imported.owner)
    return await opened(request, *made, imported.owner)


@router.post("/api/tables/{t}/seats/{seat}/units")
async def hand_over(request: Request, t: str, seat: str, body: Units) -> Response:
    """Let this seat run these combatants from now on."""
    table = await seated_gm(request, t)
    if known(table, seat).role not in ("player", "gm"):
        raise Problem("illegal", "This seat only looks on.")
    async with table.lock:
        await table.give(seat, body.units)
    return Json({"ok": True})
