"""What follows from a system's declarations is what stands in the sources and in docs."""

from __future__ import annotations

from quintain.engine.declare import BOOL, Field, Record
from tools.generate import generated, sheet_class


def test_the_generated_files_are_current() -> None:
    for path, text in generated().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run .venv/bin/python tools/generate.py"


def test_a_declared_field_is_constructed_copied_and_compared() -> None:
    text = sheet_class(Record("Sheet", "Unit", "id: str", [Field("shaken", BOOL, "shaken?"), Field("dazed", BOOL, "dazed?", key="")]))
    assert "self.shaken: bool = False" in text and "other.dazed = self.dazed" in text
    assert "(1 if self.shaken else 0)" in text and "self.dazed else" not in text
