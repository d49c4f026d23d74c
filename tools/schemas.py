"""Write the JSON Schemas of all systems' files and of the protocol to docs/schema, the protocol's tables to docs/protocol.md, and
the tables of switches to docs/rules.

    .venv/bin/python tools/schemas.py
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import quintain.systems
from quintain.library.forms import with_switch_table
from quintain.library.protocol import protocol_text, with_tables
from quintain.library.records import RecordModel
from quintain.library.schema import schema_files, schema_text
from quintain.systems import system as system_named
from quintain.systems import system_names

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schema"
RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"


def current_schemas() -> dict[str, str]:
    """Every schema as it should stand in docs/schema, by file name."""
    found: dict[str, str] = {
        "record.json": schema_text(RecordModel, "Quintain record"),
        "protocol.json": protocol_text(),
    }
    for module in pkgutil.iter_modules(quintain.systems.__path__):
        if module.ispkg:
            files = importlib.import_module(f"quintain.systems.{module.name}.files")
            found.update(schema_files(module.name, files.MODELS))
    return found


def current_rules() -> dict[Path, str]:
    """The rules reference of every system that declares its switches, with their table as it should stand."""
    found: dict[Path, str] = {}
    for name in system_names():
        declared = system_named(name).switches
        if declared:
            page = RULES / f"{name}.md"
            found[page] = with_switch_table(page.read_text(encoding="utf-8"), declared)
    return found


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    schemas = current_schemas()
    for old in FOLDER.glob("*.json"):
        if old.name not in schemas:
            old.unlink()
    for name, text in schemas.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/schema/{name}")
    for path, text in current_rules().items():
        path.write_text(text, encoding="utf-8")
        print(f"docs/rules/{path.name}")
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print("docs/protocol.md")


if __name__ == "__main__":
    main()
