"""The guides to the files of each system are those of the models that check the files."""

from __future__ import annotations

from quintain.library.encounters import models
from tools.guides import FOLDER, UNDER_WAY, guides


def test_the_guides_are_current() -> None:
    for name, text in guides().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, "run: .venv/bin/python tools/guides.py"


def test_what_is_set_apart_as_the_programs_exists() -> None:
    for system, (of_encounter, _) in UNDER_WAY.items():
        assert of_encounter <= set(models(system)["encounter"].model_fields)
