"""How large an encounter may be, so that every question of its fight is answered in time: said before anything is built."""

from __future__ import annotations

from math import isfinite
from typing import Final

from quintain.engine.record import plain_size, why_not_signs
from quintain.engine.room import MOST_COMBATANTS, combatants, ground_too_large, long_ids
from quintain.library.problems import Path, shown
from quintain.library.text import DEEPEST, MOST_DIGITS

MOST_CHARACTERS: Final = 700_000
"""Of a whole encounter: its fight's record holds it, and must be read again from a file (`text.LARGEST`, `recorded.MOST_WRITTEN`)."""
MOST_VALUES, MOST_WRITTEN_OUT = 20_000, 60_000
"""So many figures and words all stat blocks of a file hold, and with every block counted wherever it is used. The slowest take a
second or so to check."""


def too_large(data: dict[str, object]) -> list[tuple[Path, str]]:
    """What of an encounter is beyond these bounds, each with where it stands and what would be right."""
    found: list[tuple[Path, str]] = []
    later = waves(data)
    for name, count in (("combatants", combatants(data.get("combatants"))), ("waves", sum(map(combatants, later)))):
        if count > MOST_COMBATANTS:
            found.append(((name,), f"there are {count:,} combatants; a fight holds at most {MOST_COMBATANTS}"))
    found.extend([(("combatants", *path), what) for path, what in long_ids(data.get("combatants"))])
    for place, rows in enumerate(later):
        found.extend([(("waves", place, "combatants", *path), what) for path, what in long_ids(rows)])
    found.extend(ground_too_large(data))
    for place, row in enumerate(listed(data.get("battles"))):
        if isinstance(row, dict):
            found.extend([(("battles", place, *path), what) for path, what in ground_too_large(row)])
    found = found or unreadable(data, ())[:1]
    size = plain_size(data) if not found else 0
    if size > MOST_CHARACTERS:
        what = f"the encounter takes {size:,} characters; at most {MOST_CHARACTERS:,}, so that its record can be read again"
        found.append(((), what))
    return found


def too_much(data: dict[str, object]) -> list[tuple[Path, str]]:
    """What of a file's stat blocks would take too long to check. What was played once was not too much."""
    blocks = data.get("blocks")
    own = {name: values(block) for name, block in blocks.items()} if isinstance(blocks, dict) else {}
    once, written_out = sum(own.values()), 0
    for rows in (data.get("combatants"), *waves(data)):
        for row in listed(rows):
            once += values(row)
            used = row.get("use") if isinstance(row, dict) else None
            written_out += combatants([row]) * (values(row) + (own.get(used, 0) if isinstance(used, str) else 0))
    if once <= MOST_VALUES and written_out <= MOST_WRITTEN_OUT:
        return []
    where = "blocks" if sum(own.values()) > MOST_VALUES / 2 else "combatants"
    if once > MOST_VALUES:
        return [((where,), f"the stat blocks hold {once:,} figures and words; at most {MOST_VALUES:,} are checked in time")]
    what = f"with each stat block wherever it is used there are {written_out:,} figures and words; at most {MOST_WRITTEN_OUT:,}"
    return [((where,), f"{what} are checked in time")]


def values(data: object) -> int:
    """How many figures, words and groups of them this holds."""
    count, left = 0, [data]
    while left:
        part = left.pop()
        count += 1
        left.extend(part.values() if isinstance(part, dict) else part if isinstance(part, list) else ())
    return count


def waves(data: dict[str, object]) -> list[object]:
    """The rows of those who come later, wave by wave."""
    return [row.get("combatants") for row in listed(data.get("waves")) if isinstance(row, dict)]


def listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def unreadable(data: object, path: Path) -> list[tuple[Path, str]]:
    """What cannot be written to a file and read again as the same. Files hold no such thing; whoever hands over data may."""
    if len(path) > DEEPEST:
        return [(path, f"this is nested too deeply; at most {DEEPEST} levels are read")]
    if isinstance(data, dict):
        odd = [(path, "a field's name is a text") for name in data if not isinstance(name, str) or why_not_signs(name)]
        return odd or [found for name, part in data.items() for found in unreadable(part, (*path, name))]
    if isinstance(data, (list, tuple)):
        return [found for place, part in enumerate(data) for found in unreadable(part, (*path, place))]
    if isinstance(data, str):
        why = why_not_signs(data)
        return [(path, why)] if why else []
    if data is None or (isinstance(data, int) and abs(data) < 10**MOST_DIGITS) or (isinstance(data, float) and isfinite(data)):
        return []
    return [(path, f"{shown(data)[:40]} is neither a text nor a figure of at most {MOST_DIGITS} digits")]
