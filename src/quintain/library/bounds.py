"""How large an encounter may be, so that every question of its fight is answered in time: said before anything is built."""

from __future__ import annotations

from math import isfinite
from typing import Final

from quintain.engine.record import plain_size, why_not_signs
from quintain.library.problems import Path, shown
from quintain.library.text import DEEPEST, MOST_DIGITS

MOST_COMBATANTS: Final = 250
MOST_SQUARES: Final = 10_000
MOST_ACROSS: Final = 200
MOST_BOX: Final = 400
"""Squares of a deployment box."""
MOST_CHARACTERS: Final = 700_000
"""Of a whole encounter: its fight's record holds it, and must be read again from a file (`text.LARGEST`, `recorded.MOST_WRITTEN`)."""


def too_large(data: dict[str, object]) -> list[tuple[Path, str]]:
    """What of an encounter is beyond these bounds, each with where it stands and what would be right."""
    found: list[tuple[Path, str]] = []
    rows = data.get("combatants")
    count = combatants(rows)
    if count > MOST_COMBATANTS:
        found.append((("combatants",), f"there are {count:,} combatants; a fight holds at most {MOST_COMBATANTS}"))
    width, height = size_of(data.get("map"))
    if width > MOST_ACROSS or height > MOST_ACROSS or width * height > MOST_SQUARES:
        what = f"the map has {width} x {height} squares; at most {MOST_SQUARES:,} in all, and {MOST_ACROSS} across or down"
        found.append((("map",), what))
    box = box_squares(data.get("box"))
    if box > MOST_BOX:
        found.append((("box",), f"the deployment box has {box:,} squares; at most {MOST_BOX}"))
    found = found or unreadable(data, ())[:1]
    size = plain_size(data) if not found else 0
    if size > MOST_CHARACTERS:
        what = f"the encounter takes {size:,} characters; at most {MOST_CHARACTERS:,}, so that its record can be read again"
        found.append(((), what))
    return found


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


def combatants(rows: object) -> int:
    """How many combatants the rows of an encounter stand for."""
    if not isinstance(rows, list):
        return 0
    count = 0
    for row in rows:
        times = row.get("count", 1) if isinstance(row, dict) else 1
        count += times if isinstance(times, int) and not isinstance(times, bool) and times > 0 else 1
    return count


def size_of(map: object) -> tuple[int, int]:
    """Width and height of a map of squares, drawn or given; 0 where it has none."""
    if isinstance(map, dict):
        drawn = map.get("rows")
        if isinstance(drawn, list):
            return size_of(drawn)
        width, height = map.get("width"), map.get("height")
        return (width, height) if isinstance(width, int) and isinstance(height, int) else (0, 0)
    if isinstance(map, list):
        return max([len(row) for row in map if isinstance(row, str)], default=0), len(map)
    return 0, 0


def box_squares(box: object) -> int:
    """How many squares a deployment box has, by its corners or by its list."""
    if isinstance(box, list):
        return len(box)
    if not isinstance(box, dict):
        return 0
    one, other = box.get("from"), box.get("to")
    if not (isinstance(one, list) and isinstance(other, list) and len(one) == len(other) == 2):
        return 0
    sides = [abs(a - b) + 1 for a, b in zip(one, other, strict=True) if isinstance(a, int) and isinstance(b, int)]
    return sides[0] * sides[1] if len(sides) == 2 else 0
