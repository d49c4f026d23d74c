"""Encounters, stat blocks, records and the rules reference: to read, check, edit, replay."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any

from fastapi import APIRouter, Request
from msgspec import Raw
from starlette.responses import Response

from quintain.library.shipped import samples
from quintain.systems import system_names
from quintain.table.answers import Json
from quintain.table.api_lab import record_of
from quintain.table.errors import Problem
from quintain.table.rows import packed, unpacked
from quintain.table.service import address_of, seated, service_of
from quintain.table.shapes import CheckFile, CheckStart, OfRecord, Text

router = APIRouter()
MOST_REPLAYS = 40
MOST_REPLAY_BYTES = 30_000_000


def known_system(name: str) -> str:
    if name not in system_names():
        raise Problem("missing", "There is no such rule system.")
    return name


async def answered(request: Request, what: str, of: str) -> Response:
    """Something that comes with the systems: worked out once, by a worker."""
    return Response(await service_of(request).catalogue.get(what, of), media_type="application/json")


@router.get("/api/encounters/{system}/{name}")
async def encounter(request: Request, system: str, name: str) -> Response:
    """A shipped encounter as data, with every stat block written out."""
    if f"{system}/{name}" not in samples():
        raise Problem("missing", "There is no such shipped encounter.")
    return await answered(request, "encounter", f"{system}/{name}")


@router.post("/api/check")
async def check(request: Request, body: CheckStart) -> Response:
    """What is wrong with an encounter, with its place in the file; of a table's fight, what can be varied from here (for the GM)."""
    service = service_of(request)
    service.works.take(address_of(request))
    given: object = body.encounter
    if body.table is not None:
        table, seat = await seated(request, body.table)
        given = await record_of(table, seat, review=False)
    elif given is None:
        raise Problem("malformed", "Say of what: an encounter or a table.")
    return Json(await service.jobs.result("check", {"encounter": given}, address_of(request)))


@router.post("/api/encounters/export")
async def export(request: Request, body: CheckFile) -> Response:
    """An encounter as the text of a YAML file."""
    if isinstance(body.encounter, str):
        raise Problem("malformed", "Give the data of the encounter.")
    service = service_of(request)
    service.works.take(address_of(request))
    found = await service.jobs.result("written", {"encounter": body.encounter}, address_of(request))
    name = 'attachment; filename="encounter.yaml"'
    return Response(found["text"], media_type="application/yaml", headers={"content-disposition": name})


@router.get("/api/systems/{system}/forms")
async def forms(request: Request, system: str) -> Response:
    """The JSON Schemas of a system's encounters and stat blocks: what a form for them is made from."""
    return await answered(request, "forms", known_system(system))


@router.get("/api/systems/{system}/combatants")
async def combatants(request: Request, system: str) -> Response:
    """The stat blocks that a system ships, by name."""
    return await answered(request, "combatants", known_system(system))


@router.post("/api/import/bestiary")
async def bestiary(request: Request, body: Text) -> Response:
    """Stat blocks out of bestiary pages (escalation): the blocks by id, and what was not understood."""
    service = service_of(request)
    service.works.take(address_of(request))
    return Json(await service.jobs.result("bestiary", {"text": body.text}, address_of(request)))


# -- records -----------------------------------------------------------------------------------------------------------


class Replays:
    """Records that somebody looks at: kept a while, within bounds."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, tuple[bytes, int]] = OrderedDict()
        """By their names the records, as text, which takes a tenth of the room; and how many entries each has."""

    def put(self, record: dict[str, Any]) -> str:
        id = secrets.token_urlsafe(16)
        self.kept[id] = (packed(record), len(record["entries"]))
        while len(self.kept) > MOST_REPLAYS or sum(len(text) for text, _ in self.kept.values()) > MOST_REPLAY_BYTES:
            self.kept.popitem(last=False)
        return id

    def get(self, id: str) -> tuple[bytes, int]:
        found = self.kept.get(id)
        if found is None:
            raise Problem("missing", "This replay is no longer open: open the record again.")
        self.kept.move_to_end(id)
        return found


REPLAYS = Replays()


@router.post("/api/replay", status_code=201)
async def replay(request: Request, body: OfRecord) -> Response:
    """Open a record for looking."""
    service = service_of(request)
    service.works.take(address_of(request))
    found = await service.jobs.result("replay", {"record": body.record}, address_of(request))
    return Json({"replay": REPLAYS.put(body.record), **found}, 201)


@router.get("/api/replay/{id}/view")
async def replay_view(request: Request, id: str, at: int = 0) -> Response:
    """The fight of a record as it stood after `at` entries."""
    record, entries = REPLAYS.get(id)
    if at < 0 or at > entries:
        raise Problem("missing", f"This record has places 0 to {entries}.")
    service = service_of(request)
    return Json(await service.jobs.result("replay_view", {"record": Raw(record), "at": at}, address_of(request)))


@router.post("/api/fair")
async def fair(request: Request, body: OfRecord) -> Response:
    """Are the dice of a record those of its seed?"""
    service = service_of(request)
    service.works.take(address_of(request))
    return Json(await service.jobs.result("fair", {"record": body.record}, address_of(request)))


# -- rules -------------------------------------------------------------------------------------------------------------


@router.get("/api/rules/{system}")
async def rules(request: Request, system: str) -> Response:
    """The rules reference of a system, clause by clause."""
    return await answered(request, "rules", known_system(system))


@router.get("/api/rules/{system}/{clause}")
async def rule(request: Request, system: str, clause: str) -> Response:
    clauses = unpacked(await service_of(request).catalogue.get("rules", known_system(system)))
    found = next((one for one in clauses if one["id"] == clause.upper()), None)
    if found is None:
        raise Problem("missing", "There is no such clause; ids look like RI-07.")
    return Json(found)
