"""The lab at the table: forecasts and the rest as jobs, with progress and cancel; odds of what can be chosen now."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintain.engine import GM, Refusal
from quintain.table.answers import Json
from quintain.table.errors import Problem, problem_of
from quintain.table.play import Table
from quintain.table.service import address_of, seated, service_of
from quintain.table.shapes import AskOdds, LabJob, WatchFight

router = APIRouter()


@router.post("/api/lab", status_code=202)
async def start(request: Request, body: LabJob) -> Response:
    """Start a job. Ask for it by its id."""
    service = service_of(request)
    service.works.take(address_of(request))
    asked = {name: value for name, value in body.model_dump().items() if value is not None and name not in ("kind", "table")}
    owner = address_of(request)
    if body.table is not None:
        table, seat = await seated(request, body.table)
        asked["record"] = await record_of(table, seat, body.kind in ("review", "what_if"))
        asked["seat"] = seat
        owner = table.id
    if not any(name in asked for name in ("encounter", "encounters", "record")):
        raise Problem("malformed", "Say of what: an encounter, a table or a record.")
    if body.kind in ("sweep", "tune") and not body.changes:
        raise Problem("malformed", f"{body.kind} needs changes, such as levy.hp=15..30.")
    job = await service.jobs.submit(body.kind, asked, owner)
    return Json(job.as_data(), 202)


async def record_of(table: Table, seat: str, review: bool) -> dict[str, Any]:
    """A table's fight as it stands, which holds every secret: for the GM, for one person alone, and for a review after the end."""
    async with table.lock:
        session = await table.ready()
        over = session.fight.outcome is not None
        if table.role(seat) != "gm" and not table.row.alone and not (review and over):
            raise Problem("not_yours", "While the fight goes on this is for the GM: it would tell what is hidden.")
        return dict(session.record(GM))


@router.get("/api/lab/{job}")
async def job(request: Request, job: str) -> Response:
    """How far a job is, and its result when it is done."""
    return Json(service_of(request).jobs.get(job).as_data())


@router.delete("/api/lab/{job}")
async def cancel(request: Request, job: str) -> Response:
    """Cancel a job."""
    return Json(service_of(request).jobs.cancel(job).as_data())


@router.post("/api/lab/{job}/watch")
async def watch(request: Request, job: str, body: WatchFight) -> Response:
    """The record of one fight of a forecast, to be replayed."""
    service = service_of(request)
    service.works.take(address_of(request))
    found = service.jobs.get(job)
    if found.kind != "forecast" or not found.line:
        raise Problem("illegal", "Only fights of a forecast can be watched, as long as it is there.")
    asked = {**found.asked(), "fight": body.fight}
    watched = await service.jobs.submit("watch", asked, address_of(request))
    await watched.done.wait()
    if watched.state != "done":
        raise Problem("illegal", watched.error or "This was broken off.")
    return Json(watched.result)


@router.post("/api/tables/{t}/odds")
async def odds(request: Request, t: str, body: AskOdds) -> Response:
    """The odds of options at an open question of this seat's, as the seat may know them."""
    table, seat = await seated(request, t)
    service = service_of(request)
    service.works.take(f"{t}/{seat}")
    asked = await odds_asked(table, seat, body)
    return Json(await service.jobs.result("odds", asked, f"{t}/{seat}"))


async def odds_asked(table: Table, seat: str, body: AskOdds) -> dict[str, Any]:
    """What the worker needs to know for odds."""
    async with table.lock:
        session = await table.ready()
        try:
            question = session.question(seat, body.question)
            record = dict(session.record(GM))
        except Refusal as no:
            raise problem_of(no) from None
        return {
            "record": record, "key": f"{table.id}/{table.row.fight}/{session.version}", "question": question, "options": body.options,
            "seat": seat, "knowledge": session.agreed.knowledge, "seconds": body.budget_ms / 1000, "assume": body.assume,
            "after": body.after,
        }  # fmt: skip
