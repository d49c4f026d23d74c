"""The service as one application: its parts, when they start and stop, and how what goes wrong is said."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from quintain.engine import Refusal
from quintain.table import api_campaign, api_files, api_lab, api_live, api_start, api_table
from quintain.table.answers import Json
from quintain.table.catalogue import read_ahead
from quintain.table.config import Config
from quintain.table.errors import Problem, problem_of
from quintain.table.gate import Gate
from quintain.table.hall import SILENT, Hall
from quintain.table.memory import Collector
from quintain.table.openapi import document
from quintain.table.page import Page
from quintain.table.service import Service
from quintain.table.shapes import NAMES
from quintain.table.store import Backend, Store, StoreDown

log = logging.getLogger("quintain.table")
ASIDE = 2
"""So many things are worked out at once in threads beside the loop (a fight begins, a table is read): each of them shares Python with
the loop, which waits for all of them in turn before it goes on."""


def backend_of(config: Config) -> Backend:
    if config.database:
        try:
            from quintain.table.postgres import PostgresBackend
        except ImportError:
            raise StoreDown("PostgreSQL needs the package psycopg: pip install 'quintain[postgres]'.") from None
        return PostgresBackend(config.database)
    from quintain.table.sqlite import SqliteBackend

    try:
        config.folder().mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreDown(f"the folder {config.folder()} cannot be used ({problem.strerror}).") from None
    return SqliteBackend(config.folder() / "quintain.sqlite")


def make_app(config: Config, backend: Backend | None = None) -> FastAPI:
    """The application; given no backend it opens the database that the configuration names."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(ASIDE, "quintain-aside"))
        store = Store(backend or backend_of(config))
        service = Service(config, store, Hall(store, config.idle))
        app.state.service = service
        service.hall.listen()
        await _announce(service)
        if config.preload:
            service.loading = asyncio.ensure_future(_read_ahead(service))
        tasks = [asyncio.create_task(_tidy(service)), asyncio.create_task(_beat(service))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            if service.loading is not None:
                service.loading.cancel()
            await service.jobs.stop()
            await store.close()

    app = FastAPI(
        title="Quintain", version="1", summary="The table as a service", lifespan=lifespan, docs_url=None, redoc_url=None
    )
    page = Page()
    for part in (api_start, api_table, api_live, api_lab, api_files, api_campaign):
        app.include_router(part.router)

    @app.get("/{rest:path}", include_in_schema=False)
    async def everything_else(rest: str, request: Request) -> Response:
        if rest.startswith("api/"):
            raise Problem("missing", "There is no such address.")
        return page.answer(request)

    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    app.add_middleware(Gate, public=config.public)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    return app


async def _announce(service: Service) -> None:
    """On this machine: the GM's link of the table that was opened last, to go on with it."""
    if not service.config.announce:
        return
    found = await service.hall.latest()
    if found is not None:
        row, secret = found
        print(f"Go on with {row.name!r}: http://127.0.0.1:{service.config.port}/#/join/{secret}", flush=True)


async def _read_ahead(service: Service) -> None:
    """What the first visitor asks for, and what the first table needs."""
    try:
        await service.catalogue.get()
        await asyncio.to_thread(read_ahead)
    except Problem as no:  # whoever asks for it tries again
        log.warning("the rule systems could not be read ahead: %s", no.text)


async def _tidy(service: Service) -> None:
    collector = Collector() if service.config.own_process else None
    while True:
        await asyncio.sleep(max(0.2, service.config.idle / 4))
        service.hall.tidy()
        if collector is not None:
            collector.settle(service.hall.left, service.metrics.commands.count)


async def _beat(service: Service) -> None:
    while True:
        await asyncio.sleep(SILENT / 3)
        service.hall.beat()


def _problem(request: Request, no: Any) -> Response:
    assert isinstance(no, Problem)
    service: Service = request.app.state.service
    service.metrics.refuse(no.kind)
    headers = {"retry-after": str(no.after)} if no.after else {}
    return Json(no.as_data(), no.status, headers)


def _refusal(request: Request, no: Any) -> Response:
    return _problem(request, problem_of(no))


def _malformed(request: Request, no: Any) -> Response:
    """What was sent cannot be read: where, and what would be right."""
    said = []
    for error in no.errors()[:5]:
        where = ".".join(str(part) for part in error["loc"] if part != "body")
        text = NAMES if error["type"] == "string_pattern_mismatch" else str(error["msg"])
        said.append(f"{where}: {text}" if where else text)
    return _problem(request, Problem("malformed", "; ".join(said)[:500] or "This cannot be read."))


def _http(request: Request, no: Any) -> Response:
    if "refused" in request.scope:  # by the gate, while the body was read
        return _problem(request, request.scope["refused"])
    kinds = {400: "malformed", 404: "missing", 405: "missing"}
    kind = kinds.get(no.status_code, "malformed")
    text = {"missing": "There is no such address."}.get(kind, "This cannot be read as JSON.")
    return Json(Problem(kind, text).as_data(), no.status_code, dict(no.headers or {}))
