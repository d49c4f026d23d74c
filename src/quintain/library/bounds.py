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
