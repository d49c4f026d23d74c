"""The battlefield: 5-foot squares, what they are made of, exits and hazards (TO-15, TO-54, TO-102)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.space.alike import Alike
from quintain.space.grid import DIAGONAL, Grid, costs_to, grid_of

SQUARE_FT: Final = 5
NOWHERE: Final = -1


def is_count(text: str) -> bool:
    """Is this a whole number as people type it? Neither superscripts nor a thousand digits are."""
    return text.isascii() and text.isdigit() and len(text) < 7


@final
class Terrain:
    """A kind of square: what entering costs (0: nobody gets in) and whether one sees through it."""

    def __init__(self, name: str, enter: int, opaque: bool) -> None:
        self.name: Final[str] = name
        self.enter: Final[int] = enter
        self.opaque: Final[bool] = opaque


TERRAINS: Final[dict[str, Terrain]] = {
    ".": Terrain("normal", 1, False),
    "#": Terrain("wall", 0, True),
    "o": Terrain("pillar", 0, True),
    "~": Terrain("water", 0, False),
    "=": Terrain("difficult (fence)", 2, False),
    ":": Terrain("difficult (rubble)", 2, False),
    ">": Terrain("exit", 1, False),
    "^": Terrain("pit", 1, False),
}


@final
class Ground:
    """The squares themselves. Shared between copies."""

    def __init__(self, rows: list[str]) -> None:
        width = max([len(row) for row in rows])
        self.rows: Final[list[str]] = [row + "." * (width - len(row)) for row in rows]
        self.grid: Final[Grid] = grid_of(width, len(rows))
        self.signs: Final[str] = "".join(self.rows)
        self.enter: Final[list[int]] = [TERRAINS[sign].enter for sign in self.signs]
        self.opaque: Final[list[int]] = [1 if TERRAINS[sign].opaque else 0 for sign in self.signs]
        self.has_opaque: Final[bool] = 1 in self.opaque
        self._walks: Final[dict[int, list[int]]] = {}
        self.is_plain: Final[bool] = max(self.enter) == 1 and min(self.enter) == 1

    def walk_to(self, goal: int) -> list[int]:
        """Per square how many squares it is to this one: as the crow flies on open ground, else by walking; -1 for no way.

        Follows from the squares alone, so it is worked out once for each goal.
        """
        known = self._walks.get(goal)
        if known is None:
            if self.is_plain:
                known = [self.feet(cell, goal) // SQUARE_FT for cell in range(self.grid.cells)]
            else:
                known = costs_to(self.grid, [goal], self.enter, DIAGONAL, True)
            self._walks[goal] = known
        return known

    def exits(self) -> list[int]:
        return [cell for cell in range(self.grid.cells) if self.signs[cell] == ">"]

    def feet(self, a: int, b: int) -> int:
        """The distance of two squares in feet; a diagonal step counts as one square."""
        width: i64 = self.grid.width
        i: i64 = a
        j: i64 = b
        dx: i64 = i % width - j % width
        dy: i64 = i // width - j // width
        if dx < 0:
            dx = -dx
        if dy < 0:
            dy = -dy
        return SQUARE_FT * (max(dx, dy))

    def xy(self, cell: int) -> list[int]:
        """A square by its coordinates, for files and screens."""
        return [cell % self.grid.width, cell // self.grid.width]

    def spot(self, cell: int) -> str:
        """The same for option ids and sentences."""
        return f"{cell % self.grid.width},{cell // self.grid.width}"

    def cell(self, spot: str) -> int:
        """The square with these coordinates; NOWHERE where the text means none."""
        parts = spot.split(",")
        if len(parts) != 2 or not is_count(parts[0]) or not is_count(parts[1]):
            return NOWHERE
        x, y = int(parts[0]), int(parts[1])
        return self.grid.at(x, y) if self.grid.contains(x, y) else NOWHERE


_grounds: Final[Alike[Ground]] = Alike()


def ground_of(rows: list[str]) -> Ground:
    """The ground that these rows draw."""
    drawn = tuple(rows)
    known = _grounds.find(drawn)
    if known is None:
        ground = Ground(rows)
        known = _grounds.keep(drawn, ground, ground.grid.cells)
    return known
