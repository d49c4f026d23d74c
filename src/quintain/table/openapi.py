"""The OpenAPI document: every address with what it takes, what it answers, and how it refuses."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from quintain.engine.protocol import View
from quintain.engine.protocol_forms import ClauseText
from quintain.table import answers_shapes as shapes
from quintain.table import examples
from quintain.table.schemas import REF, Schemas

Data = dict[str, Any]

ANSWERS: dict[tuple[str, str], tuple[int, Any]] = {
    ("get", "/api/systems"): (200, list[shapes.SystemInfo]),
    ("post", "/api/tables"): (201, shapes.Opened),
    ("post", "/api/play"): (201, shapes.Opened),
    ("post", "/api/enter"): (200, shapes.Entered),
    ("get", "/api/tables/{t}"): (200, shapes.TableInfo),
    ("get", "/api/tables/{t}/view"): (200, View),
    ("post", "/api/tables/{t}/commands"): (200, shapes.Receipt),
    ("patch", "/api/tables/{t}/settings"): (200, shapes.Changed),
    ("post", "/api/tables/{t}/seats"): (201, shapes.Link),
    ("post", "/api/tables/{t}/seats/{seat}/renew"): (200, shapes.Link),
    ("post", "/api/tables/{t}/seats/{seat}/units"): (200, shapes.Done),
    ("delete", "/api/tables/{t}/seats/{seat}"): (200, shapes.Done),
    ("post", "/api/tables/{t}/leave"): (200, shapes.Done),
    ("post", "/api/tables/{t}/fights"): (201, shapes.FightInfo),
    ("get", "/api/tables/{t}/fights/{fight}/record"): (200, dict[str, Any]),
    ("post", "/api/tables/{t}/fork"): (201, shapes.Opened),
    ("get", "/api/tables/{t}/export"): (200, dict[str, Any]),
    ("post", "/api/import"): (201, shapes.Opened),
    ("post", "/api/tables/{t}/odds"): (200, shapes.OddsAnswer),
    ("post", "/api/lab"): (202, shapes.JobInfo),
    ("get", "/api/lab/{job}"): (200, shapes.JobInfo),
    ("delete", "/api/lab/{job}"): (200, shapes.JobInfo),
    ("post", "/api/lab/{job}/watch"): (200, shapes.Record),
    ("get", "/api/encounters/{system}/{name}"): (200, dict[str, Any]),
    ("post", "/api/check"): (200, shapes.Checked),
    ("get", "/api/systems/{system}/forms"): (200, dict[str, Any]),
    ("get", "/api/systems/{system}/combatants"): (200, dict[str, Any]),
    ("post", "/api/import/bestiary"): (200, shapes.Blocks),
    ("post", "/api/replay"): (201, shapes.ReplayInfo),
    ("get", "/api/replay/{id}/view"): (200, View),
    ("post", "/api/fair"): (200, shapes.Fair),
    ("get", "/api/rules/{system}"): (200, list[ClauseText]),
    ("get", "/api/rules/{system}/{clause}"): (200, ClauseText),
    ("get", "/health"): (200, shapes.Done),
    ("get", "/ready"): (200, shapes.Done),
}
TEXTS = {("post", "/api/encounters/export"): "application/yaml", ("get", "/metrics"): "text/plain"}
"""Addresses that answer with text."""
REFUSALS = {
    "400": "It cannot be read.",
    "401": "You have no seat here.",
    "403": "It is not yours to do.",
    "404": "There is no such thing.",
    "405": "Not in this way.",
    "409": "It cannot be done as things are.",
    "413": "It is too large.",
    "429": "Too often, or too much at once.",
    "503": "It cannot be kept now; try again.",
}
EXAMPLES: dict[str, Data] = {
    "Receipt": {"version": 1794807183809002, "events": [14, 15], "said": "", "repeated": False},
    "Error": {"error": {"kind": "stale", "text": "that question is not open any more; open for you now: q4."}},
    "Entered": {"table": "k3v0d8a1zq7m", "seat": "Ann", "role": "player"},
    "Done": {"ok": True},
    "CommandFrame": {
        "type": "command", "id": "5f0c", "version": 1794807183809001,
        "command": {"do": "answer", "question": "q3", "option": "engage:vail"},
    },
    "HelloFrame": {"type": "hello", "since": None},
    "JobInfo": {"job": "h2Jq...", "kind": "forecast", "state": "running", "progress": 0.25},
    "Fair": {"ok": True, "rolls": 41, "drawn": 41, "doubts": []},
}  # fmt: skip


def document(app: FastAPI) -> Data:
    """The whole document; made once."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schemas = Schemas()
        for where, (status, shape) in ANSWERS.items():
            _answer(found, where, status, schemas.of(shape))
        for where, kind in TEXTS.items():
            _answer(found, where, 200, {"type": "string"} if kind == "text/plain" else {}, kind)
        schemas.of(shapes.Error)
        known = found.setdefault("components", {}).setdefault("schemas", {})
        frames = {"ClientFrame": schemas.of(shapes.ClientFrame), "ServerFrame": schemas.of(shapes.ServerFrame)}
        known.update({**schemas.known, **frames})
        for name, example in EXAMPLES.items():
            if name in known:
                known[name]["example"] = example
        for unused in ("HTTPValidationError", "ValidationError"):
            known.pop(unused, None)
        for operations in found["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("422", None)
        found["components"]["securitySchemes"] = {
            "seat": {"type": "apiKey", "in": "cookie", "name": "q_{table}", "description": "set by POST /api/enter"}
        }
        app.openapi_schema = found
    return app.openapi_schema


def _answer(found: Data, where: tuple[str, str], status: int, schema: Data, kind: str = "application/json") -> None:
    method, path = where
    operation = found["paths"].get(path, {}).get(method)
    if operation is None:
        return
    refusal = {"application/json": {"schema": {"$ref": f"{REF}Error"}}}
    example = examples.ANSWERS.get(schema.get("$ref", "").rsplit("/", 1)[-1])
    shown = {"schema": schema} if example is None else {"schema": schema, "example": example}
    responses: Data = {str(status): {"description": "Done.", "content": {kind: shown}}}
    if where in examples.REQUESTS:
        operation["requestBody"]["content"]["application/json"]["example"] = examples.REQUESTS[where]
    for code, text in REFUSALS.items():
        responses[code] = {"description": text, "content": refusal}
    if path == "/ready":
        responses["503"]["content"] = {"application/json": {"schema": schema}}
    operation["responses"] = responses
    if "{t}" in path:
        operation["security"] = [{"seat": []}]
