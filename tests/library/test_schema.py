"""What is published for editors is what the files are checked with."""

from __future__ import annotations

import json

from pydantic import BaseModel

from quintain.library.schema import schema_files
from tools.schemas import FOLDER, current_rules, current_schemas


class Arm(BaseModel):
    might: int


class Block(BaseModel):
    hp: int
    arm: Arm


def test_the_published_schemas_are_current() -> None:
    published = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    assert published == current_schemas(), "run: .venv/bin/python tools/schemas.py"


def test_the_tables_of_switches_are_those_that_the_systems_declare() -> None:
    for path, text in current_rules().items():
        assert path.read_text(encoding="utf-8") == text, "run: .venv/bin/python tools/schemas.py"


def test_stat_blocks_are_described_as_a_file_of_several_by_name() -> None:
    files = schema_files("tilt", {"encounter": Arm, "combatant": Block})
    assert sorted(files) == ["tilt-combatants.json", "tilt-encounter.json"]
    combatants = json.loads(files["tilt-combatants.json"])
    assert combatants["additionalProperties"]["required"] == ["hp", "arm"]
    assert "Arm" in combatants["$defs"]
    assert json.loads(files["tilt-encounter.json"])["title"] == "tilt encounter"
