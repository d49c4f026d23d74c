"""Straight lines over a grid, from the centre of one cell to the centre of another.

Two readings of "between": `crossed` names the cells whose inside the line passes through (touching only a corner does
not count); `touched` adds the two cells that a line through their shared corner touches. Exact, in whole numbers.
"""

from __future__ import annotations

from mypy_extensions import i64

from quintain.space.grid import Grid


def crossed(grid: Grid, a: int, b: int) -> list[int]:
    """The cells strictly between a and b whose inside the line passes through, in order from a."""
    return _line(grid, a, b, False)


def touched(grid: Grid, a: int, b: int) -> list[int]:
    """The cells strictly between a and b that the line passes through or touches at a corner, in order from a."""
    return _line(grid, a, b, True)


def sees(grid: Grid, a: int, b: int, opaque: list[int], corners_block: bool = False) -> bool:
    """Whether no cell strictly between a and b has an entry in `opaque` other than 0."""
    return first_on_line(grid, a, b, opaque, corners_block) < 0


def first_on_line(grid: Grid, a: int, b: int, stops: list[int], corners_count: bool = False) -> int:
    """The first cell strictly between a and b whose entry in `stops` is not 0; -1 if none."""
    for cell in _line(grid, a, b, corners_count):
        if stops[cell] != 0:
            return cell
    return -1


def _line(grid: Grid, a: int, b: int, corners: bool) -> list[int]:
    width: i64 = grid.width
    here: i64 = a
    goal: i64 = b
    dx: i64 = goal % width - here % width
    dy: i64 = goal // width - here // width
    right: i64 = 1 if dx > 0 else -1
    down: i64 = width if dy > 0 else -width
    columns: i64 = dx * right
    rows: i64 = dy if dy > 0 else -dy
    between: list[int] = []
    across: i64 = 0
    along: i64 = 0
    while here != goal:
        # The next column border is met at (1 + 2 * across) / (2 * columns) of the way, the next row border likewise.
        ahead: i64 = (1 + 2 * across) * rows - (1 + 2 * along) * columns
        if ahead == 0 and corners:
            between.append(here + right)
            between.append(here + down)
        if ahead <= 0:
            here += right
            across += 1
        if ahead >= 0:
            here += down
            along += 1
        if here != goal:
            between.append(here)
    return between
