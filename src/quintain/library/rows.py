"""Rows of combatants as authors write them, the same for every system: `count` of some alike, and ids where none is given.

A row without an id gets the name of the stat block it uses; where that is taken, with a number.
`count: 3` stands for three rows, numbered from 1; on squares the further ones stand on the nearest squares that nobody else takes.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable

from quintain.engine import Malformed, Refusal

Row = dict[str, object]
MOST = 40
MOST_TRIED = 4_000
"""So many combatants are built at most, while places are looked for."""
AROUND = 6
"""How far from the square that is given one of several alike may stand."""


def needs_expanding(rows: object) -> bool:
    """Does a row stand for several, or leave its id to be found?"""
    return isinstance(rows, list) and any(isinstance(row, dict) and ("count" in row or _unnamed(row)) for row in rows)


def named_twice(rows: object) -> tuple[tuple[str | int, ...], str] | None:
    """The first row that gives itself an id that another has given itself, and that id."""
    taken: set[str] = set()
    for place, row in enumerate(rows if isinstance(rows, list) else []):
        id = row.get("id") if isinstance(row, dict) else None
        if isinstance(id, str) and id and id in taken:
            return ("combatants", place, "id"), id
        taken |= {id} if isinstance(id, str) else set()
    return None


def expanded(
    rows: list[object], names: dict[str, str], fits: Callable[[list[object]], bool]
) -> tuple[list[object], list[int]]:
    """The rows one by one, with their ids, and from which row of the file each comes.

    `names` are those of stat blocks; `fits` says whether all these can stand where they are said to.
    """
    found: list[object] = []
    origins: list[int] = []
    room = Room(fits)
    taken = {str(row["id"]) for row in rows if isinstance(row, dict) and row.get("id") and row.get("count", 1) == 1}
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            found.append(row)
            origins.append(place)
            continue
        for number, one in enumerate(_alike(row, place, names), 1):
            if "count" in row:
                one["id"] = _numbered(_base(row), number, taken)
            elif _unnamed(row):
                base = _base(row)
                one["id"] = _free(base, taken)
                name = names.get(str(row["use"]))
                if one["id"] != base and name and not row.get("name"):
                    one["name"] = f"{name} {str(one['id']).removeprefix(f'{base}-')}"
            if one.get("id"):
                taken.add(str(one["id"]))
            found.append(one)
            origins.append(place)
        room.find(found, origins.count(place) - 1, _alone(rows[place + 1 :]), place)
    return found, origins


def _unnamed(row: Row) -> bool:
    """Is a stat block used under no id of its own?"""
    return not row.get("id") and isinstance(row.get("use"), str)


def _alone(rows: list[object]) -> list[object]:
    """Rows yet to be written out, each for one combatant and with an id that nobody else has."""
    found: list[object] = []
    for place, row in enumerate(rows):
        alone = {name: value for name, value in row.items() if name != "count"} if isinstance(row, dict) else row
        found.append({**alone, "id": alone.get("id") or f"yet-to-come-{place}"} if isinstance(alone, dict) else alone)
    return found


def _alike(row: Row, place: int, names: dict[str, str]) -> list[Row]:
    """So many copies as the row counts."""
    count = row.get("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST:
        raise Malformed(f"count is a whole number from 1 to {MOST}, not {count!r}.", ("combatants", place, "count"))
    found = []
    for number in range(1, count + 1):
        one = copy.deepcopy({name: value for name, value in row.items() if name != "count"})
        name = row.get("name") or names.get(str(row.get("use")))
        if isinstance(name, str) and "count" in row:
            one["name"] = f"{name} {number}"
        found.append(one)
    return found


def _base(row: Row) -> str:
    """What a row is called after: its id, the stat block it uses, or its name."""
    block = row.get("block")
    for name in (row.get("id"), row.get("use"), row.get("name"), block.get("name") if isinstance(block, dict) else None):
        if isinstance(name, str) and name:
            return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    return ""


def _numbered(base: str, number: int, taken: set[str]) -> str:
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"


def _free(base: str, taken: set[str]) -> str:
    return base if base not in taken else _numbered(base, 2, taken)


class Room:
    """Finds places on squares for those of a row of several who are given none of their own."""

    def __init__(self, fits: Callable[[list[object]], bool]) -> None:
        self.fits = fits
        self.tried = 0
        """Combatants built so far, to see whether they can stand so."""

    def find(self, found: list[object], count: int, rest: list[object], place: int) -> None:
        """The last `count` of `found` stand on the nearest squares that nobody else takes and where the rules let them stand."""
        stood, waiting = found[: len(found) - count], found[len(found) - count :]
        first = stood[-1] if count else None
        at = first.get("at") if isinstance(first, dict) else None
        if not (isinstance(at, list) and len(at) == 2 and all(isinstance(part, int) for part in at)):
            return
        x, y = at
        taken = {tuple(row["at"]) for row in [*stood, *rest] if isinstance(row, dict) and isinstance(row.get("at"), list)}
        around = [(x + dx, y + dy) for dx in range(-AROUND, AROUND + 1) for dy in range(-AROUND, AROUND + 1)]
        free = sorted(around, key=lambda spot: (abs(spot[0] - x) + abs(spot[1] - y), spot))
        free = [spot for spot in free if spot not in taken and min(spot) >= 0]
        if not self._fit([*stood, *rest]):
            return  # whatever is wrong is something else: that is said when all are built
        size = count
        while waiting:  # as many at once as can be: where they cannot, the half of them, and at last one, who cannot stand there
            size = min(size, len(waiting), len(free))
            if not size or self.tried > MOST_TRIED:
                what = f"no room is found around {x},{y} for so many alike: give them places (`at`) of their own."
                raise Malformed(what, ("combatants", place, "count"))
            for one, spot in zip(waiting[:size], free, strict=False):
                assert isinstance(one, dict)
                one["at"] = list(spot)
            if self._fit([*stood, *waiting[:size], *rest]):
                stood, waiting, free, size = [*stood, *waiting[:size]], waiting[size:], free[size:], 2 * size
            elif size > 1:
                size //= 2
            else:
                free = free[1:]

    def _fit(self, rows: list[object]) -> bool:
        self.tried += len(rows)
        return self.fits(rows)


def possible(build: Callable[[], object]) -> bool:
    """Can this be built?"""
    try:
        build()
    except (Refusal, ValueError):
        return False
    return True
