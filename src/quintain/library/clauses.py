"""The rules reference, clause by clause: what the ids in the log stand for."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from quintain.engine import Unavailable
from quintain.engine.protocol_forms import ClauseText
from quintain.systems import SHIPPED, system_module, system_names

CLAUSE = re.compile(r"^[-*] \*\*([A-Z]{2}-\d+)\*\*\s*")


def pages() -> list[str]:
    """The text of every page of the reference; systems of other packages keep theirs in `rules.md` beside their code."""
    others = [files(system_module(name)).joinpath("rules.md") for name in system_names() if name not in SHIPPED]
    return [*_shipped_pages(), *(page.read_text(encoding="utf-8") for page in others if page.is_file())]


def _shipped_pages() -> list[str]:
    """Packed with the package, or beside the sources."""
    packed = files("quintain").joinpath("rules")
    if packed.is_dir():
        entries = sorted(packed.iterdir(), key=lambda entry: entry.name)
        return [entry.read_text(encoding="utf-8") for entry in entries if entry.name.endswith(".md")]
    beside = Path(__file__).resolve().parents[3] / "docs" / "rules"
    return [page.read_text(encoding="utf-8") for page in sorted(beside.glob("*.md"))]


@lru_cache(maxsize=16)
def clauses_of(system: str) -> list[ClauseText]:
    """Every clause of one system's reference, in its order, with the chapter it stands in."""
    found: list[ClauseText] = []
    chapter = ""
    for page in pages():
        lines = page.splitlines()
        if not lines or system not in lines[0].lower():
            continue
        for place, line in enumerate(lines):
            clause = CLAUSE.match(line)
            if line.startswith("#"):
                chapter = line.lstrip("# ").strip()
            elif clause:
                text = " ".join([line[clause.end() :], *_continued(lines[place + 1 :])]).strip()
                found.append({"id": clause.group(1), "chapter": chapter, "text": text})
    return found


def clause_text(id: str) -> str:
    """What a clause says."""
    wanted = id.strip().strip("[]").upper()
    for page in pages():
        lines = page.splitlines()
        for place, line in enumerate(lines):
            found = CLAUSE.match(line)
            if found and found.group(1) == wanted:
                return " ".join([line[found.end() :], *_continued(lines[place + 1 :])]).strip()
    raise Unavailable(f"there is no clause {wanted}; ids look like RI-07.")


def _continued(lines: list[str]) -> list[str]:
    """The lines that still belong to a clause: indented ones, up to the next bullet or blank line."""
    found: list[str] = []
    for line in lines:
        if not line.startswith(" ") or not line.strip():
            break
        found.append(line.strip())
    return found
