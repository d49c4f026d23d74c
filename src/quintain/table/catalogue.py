"""What comes with the systems: their encounters, stat blocks, forms and rules reference, and all of it on one page to choose from.

Reading that takes up to seconds, so a worker process does it, once for each state of the sources: what it found is kept in memory, and
the page to choose from in a file beside the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from quintain._build import VERSION
from quintain.engine import Refusal
from quintain.engine.battle import GM, PLAYERS
from quintain.engine.viewer import Viewer
from quintain.library.clauses import clauses_of
from quintain.library.encounters import blocks, models
from quintain.library.forms import switches_of
from quintain.library.shipped import measured, samples
from quintain.systems import system, system_names
from quintain.table.jobs import Jobs
from quintain.table.rows import packed
from quintain.table.starting import shipped

log = logging.getLogger("quintain.table")
LONGEST = 120.0


class Catalogue:
    """Answers that never change while the server runs, worked out when they are first asked for."""

    def __init__(self, jobs: Jobs, folder: Path | None) -> None:
        self.jobs = jobs
        self.folder = folder
        """Where what can be played is kept over restarts; None: nowhere."""
        self.known: dict[tuple[str, str], bytes] = {}
        self.working: dict[tuple[str, str], asyncio.Future[bytes]] = {}

    async def get(self, what: str = "systems", of: str = "") -> bytes:
        """One of `ANSWERS`, as JSON. Whoever asks while it is being worked out waits for the same."""
        key = (what, of)
        if key not in self.known:
            working = self.working.get(key)
            if working is None:
                working = self.working[key] = asyncio.ensure_future(self._found(what, of))
                working.add_done_callback(lambda _: self.working.pop(key, None))
            self.known[key] = await asyncio.shield(working)
        return self.known[key]

    async def _found(self, what: str, of: str) -> bytes:
        file = None
        if what == "systems" and self.folder is not None:
            file = self.folder / f"systems-{await asyncio.to_thread(fingerprint)}.json"
            with contextlib.suppress(OSError, msgspec.DecodeError):
                kept = file.read_bytes()
                if isinstance(msgspec.json.decode(kept), list):
                    return kept
        found = packed(await self.jobs.result("shipped", {"what": what, "of": of}, "catalogue", LONGEST))
        if file is not None:
            with contextlib.suppress(OSError):
                for old in file.parent.glob("systems-*.json"):
                    old.unlink()
                fresh = file.with_suffix(".new")
                fresh.write_bytes(found)
                fresh.replace(file)
        return found


def fingerprint() -> str:
    """One fingerprint for this copy of Quintain and every system there is: another file, size or time makes another."""
    root = Path(__file__).parents[1]
    known = hashlib.sha256(f"{VERSION} {' '.join(system_names())}".encode())
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".so", ".pyd", ".yaml"):
            about = path.stat()
            known.update(f"{path.relative_to(root)} {about.st_size} {about.st_mtime_ns}\n".encode())
    return known.hexdigest()[:24]


def systems_data() -> list[dict[str, Any]]:
    return [system_data(name) for name in system_names()]


def system_data(name: str) -> dict[str, Any]:
    found = system(name)
    encounters = [data for data in (encounter_data(id) for id in samples(name)) if data is not None]
    board = encounters[0]["board"] if encounters else "grid"
    return {
        "name": name, "title": found.title, "sentence": "", "board": board, "steps": [], "words": [],
        "encounters": encounters, "tactics": found.tactic_names(), "switches": switches_of(name),
    }  # fmt: skip


def encounter_data(id: str) -> dict[str, Any] | None:
    """What the start page says of a shipped encounter; None, and a line in the log, where its file cannot be read."""
    try:
        encounter = shipped(id)
    except Refusal as no:
        log.error("the shipped encounter %s cannot be read: %s", id, no)
        return None
    battle = encounter.battle()
    party = [unit for unit in battle.units if unit.controller == PLAYERS]
    kind = encounter.system.board(battle, Viewer(encounter.system, battle, GM))["kind"]
    found: dict[str, Any] = {
        "id": id, "name": encounter.name, "summary": encounter.summary, "party": len(party), "foes": len(battle.units) - len(party),
        "budget": encounter.system.budget(battle), "board": kind,
    }  # fmt: skip
    with contextlib.suppress(Refusal):
        row = measured(id)
        found["difficulty"] = {"word": row["word"], "win": row["win"][::2], "falls": row["falls"][::2]}
    return found


def forms_of(name: str) -> dict[str, Any]:
    """The JSON Schemas of a system's encounters and stat blocks."""
    return {kind: model.model_json_schema() for kind, model in models(name).items()}


def encounter_of(id: str) -> dict[str, Any]:
    """A shipped encounter as data, with every stat block written out."""
    found: dict[str, Any] = shipped(id).data
    return found


ANSWERS: dict[str, Callable[[str], Any]] = {
    "systems": lambda _: systems_data(), "forms": forms_of, "combatants": blocks, "rules": clauses_of, "encounter": encounter_of,
}  # fmt: skip
"""What a worker is asked for, and of which system or encounter."""


def read_ahead() -> None:
    """Load every system and build one encounter of each, so that the first table opens at once."""
    for name in system_names():
        with contextlib.suppress(Refusal):
            shipped(system(name).standard)
