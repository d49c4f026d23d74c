"""Records of fights as earlier versions wrote them: what people have saved must go on opening, and lead to the same.

One file for each version, named by its day. `write.py` makes one with the version that is on the path; `keep.py` keeps those of it
that stand today, with what they lead to. Where a rule of a book changes, and with it what some of them lead to, `keep.py` says which.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

from quintain.engine import Fight
from quintain.library.encounters import fight_of

FOLDER = Path(__file__).parent


def kept() -> list[str]:
    """The versions of which records are kept."""
    return sorted(path.name.removesuffix(".json.xz") for path in FOLDER.glob("*.json.xz"))


def read(name: str) -> list[dict[str, Any]]:
    """The records of a version: `record`, and the `hash` of what it leads to, told by these `stats`."""
    data = json.loads(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()))
    rows: list[dict[str, Any]] = data["records"]
    for row in rows:
        row["record"]["encounter"] = data["encounters"][row.pop("encounter")]
        row["stats"] = data["stats"][row["record"]["system"]]
    return rows


def opened(record: dict[str, Any]) -> Fight:
    return fight_of(json.loads(json.dumps(record)))


def stats_of(fight: Fight) -> list[str]:
    """The figures of this system by which its records are judged."""
    return sorted(stat.name for stat in fight.system.unit_stats if stat.settable and stat.kind == "int")


def hash_of(fight: Fight, stats: list[str]) -> str:
    """What a record leads to, in short: what is asked, how it ended, and these figures of everybody. Not how it is told."""
    system, battle = fight.system, fight.battle
    wanted = {stat.name: stat for stat in system.unit_stats if stat.name in stats}
    figures = [[unit.id, *[system.read_stat(battle, unit, wanted[name]) for name in stats]] for unit in battle.units]
    entries = [entry.as_data() for entry in fight.entries]
    led = [entries, [asked.id for asked in fight.questions], standing(fight), figures]
    return hashlib.sha256(json.dumps(led, sort_keys=True).encode()).hexdigest()[:32]


def standing(fight: Fight) -> list[object]:
    """How a fight stands, in terms that every version has."""
    present = sorted(unit.id for unit in fight.battle.units if unit.is_present())
    over = fight.outcome
    return [fight.battle.round, present, [over.result, over.winner] if over is not None else [], len(fight.entries)]
