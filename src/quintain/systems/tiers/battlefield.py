"""The ground: 5' squares with terrain, distances between footprints, straight lines and what stands in them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.space.grid import ALTERNATING, DIAGONAL, grid_of, steps_between
from quintain.systems.tiers.stat_block import Rider

# Terrain of a square, as bits.
DIFFICULT: Final = 1
IMPASSABLE: Final = 2
SOFT: Final = 4
HARD: Final = 8
WALL: Final = 16
HAZARD: Final = 32
EXIT: Final = 64
TANK: Final = 128
TERRAINS: Final = {
    "difficult": DIFFICULT, "impassable": IMPASSABLE, "soft cover": SOFT, "hard cover": HARD, "wall": WALL, "hazard": HAZARD,
    "exit": EXIT, "tank": TANK,
}  # fmt: skip
CLOSED: Final = IMPASSABLE | WALL
DEAREST_STEP: Final = 2
"""Stepping into difficult terrain takes as much of a Stride as so many steps of 5'."""

# What a line between two places meets, as bits.
BLOCKED: Final = 1
CONCEALING: Final = 2
SHELTERING: Final = 4
LINES: Final = 8


@final
class Battlemap:
    """Shape and terrain of the battlefield. Never changed in place: other terrain is another Battlemap."""

    def __init__(self, width: int, height: int, terrain: list[int], hazard: Rider | None, alternating: bool = False) -> None:
        self.grid = grid_of(width, height)
        self.alternating = alternating
        """Every second diagonal counts 10' (`diagonals: alternate`)."""
        self.metric = ALTERNATING if alternating else DIAGONAL
        self.width = width
        self.height = height
        self.terrain = terrain
        self.hazard = hazard
        """What a hazard square inflicts on whoever enters it."""
        bits = 0
        for square in terrain:
            bits |= square
        self.has_cover = bits & (SOFT | HARD | WALL) != 0
        self.has_closed = bits & CLOSED != 0
        self.has_wall = bits & WALL != 0
        self.has_exit = bits & EXIT != 0
        self.has_tank = bits & TANK != 0
        self.has_hazard = bits & HAZARD != 0
        self.soaked: Battlemap | None = None
        """What becomes of it when the tank bursts, once that has happened."""
        self._lines: list[list[int] | None] = [None] * (4 * width * height)
        """What `line` found, by where it starts and the sizes at both ends, then by where it ends."""
        self._walled: dict[int, bool] = {}
        self._prices: dict[int, list[int]] = {}

    def changed(self, squares: list[int], add: int, remove: int) -> Battlemap:
        """The same field with these squares' terrain changed."""
        terrain = list(self.terrain)
        for square in squares:
            terrain[square] = (terrain[square] & ~remove) | add
        return Battlemap(self.width, self.height, terrain, self.hazard, self.alternating)

    def inside(self, x: int, y: int, size: int) -> bool:
        return x >= 0 and y >= 0 and x + size <= self.width and y + size <= self.height

    def under(self, x: int, y: int, size: int) -> int:
        """The terrain under a footprint, all bits together."""
        if size == 1:
            return self.terrain[y * self.width + x]
        bits = 0
        for row in range(y, y + size):
            for column in range(x, x + size):
                bits |= self.terrain[row * self.width + column]
        return bits

    def enterable(self, x: int, y: int, size: int) -> bool:
        """TI-80: on the board and nowhere closed."""
        return self.inside(x, y, size) and not self.under(x, y, size) & CLOSED

    def step_cost(self, x: int, y: int, size: int) -> int:
        """As how many steps of 5' stepping there counts (TI-80)."""
        return DEAREST_STEP if self.under(x, y, size) & DIFFICULT else 1

    def squares_of_step(self, slanted: bool, odd: bool) -> int:
        """As how many squares of distance a step counts, `odd` after an odd number of diagonals on this way."""
        return 2 if slanted and odd and self.alternating else 1

    def feet(self, ax: i64, ay: i64, asize: i64, bx: i64, by: i64, bsize: i64) -> int:
        """Distance between nearest squares of two footprints, as this table counts diagonals."""
        if not self.alternating:
            return feet_between(ax, ay, asize, bx, by, bsize)
        return 5 * steps_between(gap(ax, asize, bx, bsize), gap(ay, asize, by, bsize), ALTERNATING)

    def prices(self, size: int) -> list[int]:
        """Per square the `step_cost` of a footprint with its top left there; 0: closed. Not to be changed."""
        found = self._prices.get(size)
        if found is None:
            found = []
            for y in range(self.height):
                for x in range(self.width):
                    found.append(self.step_cost(x, y, size) if self.enterable(x, y, size) else 0)
            self._prices[size] = found
        return found

    def line(self, ax: int, ay: int, asize: int, bx: int, by: int, bsize: int) -> int:
        """What lies in the straight line from centre to centre, outside both footprints; see the bits above.

        A soft-cover square under the target conceals it too. Touching only a corner or an edge does not count.
        """
        if not self.has_cover:
            return 0
        if ax >= self.width or ay >= self.height:
            return self._line(ax, ay, asize, bx, by, bsize)  # an area's centre beyond the edge
        start = (ay * self.width + ax) * 4 + asize * 2 + bsize - 3
        known = self._lines[start]
        if known is None:
            known = self._lines[start] = [-1] * (self.width * self.height)
        end = by * self.width + bx
        found = known[end]
        if found < 0:
            found = known[end] = self._line(ax, ay, asize, bx, by, bsize)
        return found

    def walled(self, x1: int, y1: int, x2: int, y2: int) -> bool:
        """Does the straight line between two points (in doubled coordinates) pass through a wall?"""
        key = ((x1 * 1024 + y1) * 1024 + x2) * 1024 + y2
        found = self._walled.get(key)
        if found is None:
            found = self._walled[key] = bool(self._met(x1, y1, x2, y2, WALL))
        return found

    def _met(self, x1: int, y1: int, x2: int, y2: int, mask: int) -> list[tuple[int, int]]:
        """Columns and rows of the squares of this terrain whose inside the line between two points (doubled) passes through."""
        found: list[tuple[int, int]] = []
        for row in range(min(y1, y2) // 2, min(self.height, (max(y1, y2) + 1) // 2)):
            for column in range(min(x1, x2) // 2, min(self.width, (max(x1, x2) + 1) // 2)):
                if self.terrain[row * self.width + column] & mask and crosses(x1, y1, x2, y2, 2 * column, 2 * row):
                    found.append((column, row))
        return found

    def _line(self, ax: int, ay: int, asize: int, bx: int, by: int, bsize: int) -> int:
        met = CONCEALING if self.under(bx, by, bsize) & SOFT else 0
        # Twice the coordinates, so that centres of both sizes are whole numbers.
        for column, row in self._met(2 * ax + asize, 2 * ay + asize, 2 * bx + bsize, 2 * by + bsize, SOFT | HARD | WALL):
            if _covers(ax, ay, asize, column, row) or _covers(bx, by, bsize, column, row):
                continue
            square = self.terrain[row * self.width + column]
            if square & WALL:
                met |= BLOCKED
            if square & SOFT:
                met |= CONCEALING
            if square & HARD:
                met |= SHELTERING
        return met


def _covers(x: int, y: int, size: int, column: int, row: int) -> bool:
    return x <= column < x + size and y <= row < y + size


def crosses(x1: int, y1: int, x2: int, y2: int, left: int, top: int) -> bool:
    """Does the segment pass through the inside of the square of side 2 at (left, top)? Whole numbers throughout.

    The part of the segment inside the column, and the part inside the row, are intervals of its length; both are open,
    and the square's inside is met when they overlap.
    """
    dx, dy = x2 - x1, y2 - y1
    low_x, high_x, scale_x = _interval(x1, dx, left)
    low_y, high_y, scale_y = _interval(y1, dy, top)
    if scale_x < 0 or scale_y < 0:
        return False
    low = max(low_x * scale_y, low_y * scale_x, 0)
    high = min(high_x * scale_y, high_y * scale_x, scale_x * scale_y)
    return low < high


def _interval(start: int, delta: int, edge: int) -> tuple[int, int, int]:
    """Where start + t * delta lies strictly between edge and edge + 2, as low/scale to high/scale; scale -1: nowhere."""
    if delta == 0:
        return (0, 1, 1) if edge < start < edge + 2 else (0, 0, -1)
    if delta > 0:
        return edge - start, edge + 2 - start, delta
    return start - edge - 2, start - edge, -delta


def gap(a: i64, asize: i64, b: i64, bsize: i64) -> i64:
    """Squares between two stretches on one axis: 0 where they overlap, 1 where they touch."""
    if b >= a + asize:
        return b - a - asize + 1
    if a >= b + bsize:
        return a - b - bsize + 1
    return 0


def feet_between(ax: i64, ay: i64, asize: i64, bx: i64, by: i64, bsize: i64) -> int:
    """Distance between nearest squares, a diagonal counting as 5'; neighbours are 5' apart. What a table counts: `Battlemap.feet`."""
    # `gap` twice, written out: nothing is asked more often.
    across: i64 = bx - ax - asize + 1
    if across <= 0:
        across = max(0, ax - bx - bsize + 1)
    down: i64 = by - ay - asize + 1
    if down <= 0:
        down = max(0, ay - by - bsize + 1)
    return 5 * down if down > across else 5 * across
