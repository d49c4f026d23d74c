"""How large a fight and its ground may be, so that every question of it is answered in time: said before anything is built."""

from __future__ import annotations

from typing import Final

MOST_COMBATANTS: Final = 250
LONGEST_ID: Final = 80
"""Of a combatant: options are named by it, some by several, and an answer of more than 2,000 characters is not looked at."""
MOST_SQUARES: Final = 10_000
MOST_ACROSS: Final = 200
MOST_ZONES: Final = 200
MOST_EDGES: Final = 1_000
"""Between zones: so many that each can have ten."""
MOST_BOX: Final = 400
"""Squares of a deployment box."""


def ground_too_large(data: dict[str, object]) -> list[tuple[tuple[str | int, ...], str]]:
    """What of the ground that these fields of an encounter describe is beyond these bounds, each with where it stands and what would
    be right."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    width, height = size_of(data.get("map"))
    if width > MOST_ACROSS or height > MOST_ACROSS or width * height > MOST_SQUARES:
        what = f"the map has {width} x {height} squares; at most {MOST_SQUARES:,} in all, and {MOST_ACROSS} across or down"
        found.append((("map",), what))
    box = box_squares(data.get("box"))
    if box > MOST_BOX:
        found.append((("box",), f"the deployment box has {box:,} squares; at most {MOST_BOX}"))
    zones = data.get("zones")
    if isinstance(zones, (list, dict)) and len(zones) > MOST_ZONES:
        found.append((("zones",), f"there are {len(zones):,} zones; at most {MOST_ZONES}"))
    edges = data.get("edges")
    if isinstance(edges, list) and len(edges) > MOST_EDGES:
        found.append((("edges",), f"there are {len(edges):,} edges; at most {MOST_EDGES:,}"))
    return found


def combatants(rows: object) -> int:
    """How many combatants the rows of an encounter stand for."""
    if not isinstance(rows, list):
        return 0
    count = 0
    for row in rows:
        times = row.get("count", 1) if isinstance(row, dict) else 1
        count += times if isinstance(times, int) and not isinstance(times, bool) and times > 0 else 1
    return count


def long_ids(rows: object) -> list[tuple[tuple[str | int, ...], str]]:
    """Which of the rows of an encounter give a combatant a longer id than can be."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for place, row in enumerate(rows if isinstance(rows, list) else []):
        id = row.get("id") if isinstance(row, dict) else None
        if isinstance(id, str) and len(id) > LONGEST_ID:
            found.append(((place, "id"), f"this id has {len(id):,} characters; at most {LONGEST_ID}"))
    return found


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
