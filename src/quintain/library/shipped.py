"""The encounters that come with the systems: their names and headings, read without building them."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypedDict

import yaml

from quintain.engine.given import given
from quintain.engine.refusal import Unavailable
from quintain.systems import SHIPPED, is_system, system_module, system_names

TEMPLATE = "new.yaml"
"""What `quintain new` writes."""
_HEADING = re.compile(r"^(?:name|summary):.*\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)


def samples(system_name: object = "") -> list[str]:
    """The names of the shipped encounters: "riposte/ferry" and so on."""
    wanted = given(system_name, str, "a system")
    names: list[str] = []
    for name in [wanted] if wanted else system_names():
        folder = content(name)
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else []:
            if is_encounter(entry):
                names.append(f"{name}/{entry.name.removesuffix('.yaml')}")
    return names


def heading(sample: str) -> tuple[str, str]:
    """The title and the summary of a shipped encounter."""
    system_name, file = sample.split("/", 1)
    text = content(system_name).joinpath(f"{file}.yaml").read_text(encoding="utf-8") + "\n"
    found = _read("".join(_HEADING.findall(text))) or {}
    return str(found.get("name", file)), str(found.get("summary", "")).strip()


def is_encounter(entry: Traversable) -> bool:
    """Of the files in a content folder, those that name their system are encounters; not the one that new ones are made from."""
    if not entry.name.endswith(".yaml") or entry.name == TEMPLATE:
        return False
    return re.search(r"^system:", entry.read_text(encoding="utf-8"), re.MULTILINE) is not None


def content(system_name: str) -> Traversable:
    """A system's content folder; of the shipped ones without importing their rules."""
    if system_name in SHIPPED:
        return files("quintain.systems").joinpath(system_name, "content")
    return files(system_module(system_name)).joinpath("content")


class Measured(TypedDict):
    """What was measured of a shipped encounter: low, figure and high of each share of fights."""

    win: list[float]
    falls: list[float]
    dies: list[float]
    n: int
    word: str
    budget: str


MEASURED = "difficulty.yaml"
"""Made by tools/difficulty.py, one for each system."""


def measured(sample: str) -> Measured:
    """How hard a shipped encounter is, as it was measured; a refusal where it never was."""
    system_name, _, name = sample.partition("/")
    rows = _measured(system_name) if is_system(system_name) else {}
    if name not in rows:
        raise Unavailable(f"{sample!r} was not measured: `quintain forecast {sample}` does it now.")
    return rows[name]


@cache
def _measured(system_name: str) -> dict[str, Measured]:
    path = content(system_name).joinpath(MEASURED)
    rows: dict[str, Measured] = _read(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return rows


def _read(text: str) -> Any:
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
