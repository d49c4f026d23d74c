"""The protocol as documents: one JSON Schema of everything a seat can be sent, and the tables of docs/protocol.md."""

from __future__ import annotations

import ast
import inspect
import json
from typing import Any

from pydantic import TypeAdapter

from quintain.engine import protocol, protocol_board, protocol_forms, protocol_odds, protocol_questions, protocol_units
from quintain.library.schema import DIALECT

MODULES = (protocol_board, protocol_units, protocol_questions, protocol, protocol_forms, protocol_odds)
START, END = "<!-- shapes: made by tools/schemas.py -->", "<!-- end of shapes -->"


class Shape:
    """One shape: its name, what it is, and its keys with type and meaning."""

    def __init__(self, name: str, doc: str, keys: list[tuple[str, str, bool, str]]) -> None:
        self.name = name
        self.doc = doc
        self.keys = keys
        """Name, type as written, whether it may be absent, meaning."""


def shapes() -> list[Shape]:
    """Every shape in the order in which it is declared, read from the sources: their docstrings are the documentation."""
    return [shape for _, shape in _placed()]


def _placed() -> list[tuple[Any, Shape]]:
    """The same, each with its module."""
    return [(module, shape) for module in MODULES for shape in _shapes_in(inspect.getsource(module))]


def _shapes_in(source: str) -> list[Shape]:
    found: list[Shape] = []
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        keys: list[tuple[str, str, bool, str]] = []
        for place, line in enumerate(node.body):
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                written = ast.unparse(line.annotation)
                absent = written.startswith("NotRequired[")
                if absent:
                    written = written[len("NotRequired[") : -1]
                keys.append((line.target.id, written, absent, _doc_after(node.body, place)))
        found.append(Shape(node.name, ast.get_docstring(node) or "", keys))
    return found


def _doc_after(body: list[ast.stmt], place: int) -> str:
    if place + 1 < len(body):
        line = body[place + 1]
        if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str):
            return " ".join(line.value.value.split())
    return ""


def protocol_schema() -> dict[str, Any]:
    """A JSON Schema whose definitions are the shapes; its root is a `View`."""
    placed = _placed()
    types = [getattr(module, shape.name) for module, shape in placed]
    adapters = [(shape.__name__, "serialization", TypeAdapter(shape)) for shape in types]
    _, schema = TypeAdapter.json_schemas([(name, "serialization", adapter) for name, _, adapter in adapters])
    definitions: dict[str, Any] = schema["$defs"]
    described = {shape.name: shape for _, shape in placed}
    for name, definition in definitions.items():
        shape = described.get(name)
        if shape is None:
            continue
        definition["description"] = shape.doc
        for key, _, _, doc in shape.keys:
            if doc and key in definition.get("properties", {}):
                definition["properties"][key]["description"] = doc
    return {"$schema": DIALECT, "title": "Quintain protocol", "$ref": "#/$defs/View", "$defs": dict(sorted(definitions.items()))}


def protocol_text() -> str:
    return json.dumps(protocol_schema(), indent=2, ensure_ascii=False) + "\n"


def tables() -> str:
    """The shapes as Markdown, for docs/protocol.md."""
    lines: list[str] = []
    for shape in shapes():
        lines += [f"### {shape.name}", "", *shape.doc.splitlines(), ""]
        lines += ["| key | type | may be absent | meaning |", "| --- | --- | --- | --- |"]
        for key, written, absent, doc in shape.keys:
            said = doc.replace("|", "\\|")
            kind = written.replace("|", "\\|").replace("'", '"')
            lines.append(f"| `{key}` | `{kind}` | {'yes' if absent else ''} | {said} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def with_tables(page: str) -> str:
    """A page with its tables brought up to date."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{tables()}\n{END}{after}"


