"""Lines between cell centres against exact geometry."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from quintain.space.grid import Grid
from quintain.space.sight import crossed, first_on_line, sees, touched

WIDTH, HEIGHT = 9, 8
GRID = Grid(WIDTH, HEIGHT)
CELLS = st.integers(0, WIDTH * HEIGHT - 1)


def overlap(a: int, b: int, cell: int) -> Fraction | None:
    """How much of the line from a to b lies on the closed square of `cell`, as a part of it; None if they are apart."""
    low, high = Fraction(0), Fraction(1)
    for start, end, corner in (
        (GRID.x(a), GRID.x(b), GRID.x(cell)),
        (GRID.y(a), GRID.y(b), GRID.y(cell)),
    ):
        # Along this axis the line is at start + t * (end - start); the square spans half a cell to both sides.
        if start == end:
            if start != corner:
                return None
            continue
        times = sorted(Fraction(2 * (corner - start) + side, 2 * (end - start)) for side in (-1, 1))
        low, high = max(low, times[0]), min(high, times[1])
    return high - low if high >= low else None


@given(CELLS, CELLS)
def test_crossed_and_touched_are_what_geometry_says(a: int, b: int) -> None:
    parts = {cell: overlap(a, b, cell) for cell in range(GRID.cells) if cell not in (a, b)}
    assert set(crossed(GRID, a, b)) == {cell for cell, part in parts.items() if part is not None and part > 0}
    assert set(touched(GRID, a, b)) == {cell for cell, part in parts.items() if part is not None}


@given(CELLS, CELLS)
def test_a_line_is_the_same_from_both_ends(a: int, b: int) -> None:
    assert crossed(GRID, a, b) == crossed(GRID, b, a)[::-1]
    assert set(touched(GRID, a, b)) == set(touched(GRID, b, a))
    assert len(set(crossed(GRID, a, b))) == len(crossed(GRID, a, b))


@given(CELLS, CELLS, st.lists(st.integers(0, 1), min_size=GRID.cells, max_size=GRID.cells), st.booleans())
def test_sight_is_mutual_and_blocked_by_any_cell_between(a: int, b: int, opaque: list[int], corners: bool) -> None:
    between = touched(GRID, a, b) if corners else crossed(GRID, a, b)
    assert sees(GRID, a, b, opaque, corners) == (not any(opaque[cell] for cell in between))
    assert sees(GRID, a, b, opaque, corners) == sees(GRID, b, a, opaque, corners)


def test_a_pure_diagonal_crosses_only_the_cells_on_it_and_touches_those_beside() -> None:
    grid = Grid(3, 3)
    assert crossed(grid, 0, 8) == [4]
    assert touched(grid, 0, 8) == [1, 3, 4, 5, 7]
    assert sees(grid, 0, 4, [0, 1, 0, 1, 0, 0, 0, 0, 0])
    assert not sees(grid, 0, 4, [0, 1, 0, 0, 0, 0, 0, 0, 0], corners_block=True)


def test_the_first_marked_cell_on_the_line_is_named() -> None:
    grid = Grid(6, 1)
    assert first_on_line(grid, 0, 5, [1, 0, 0, 1, 1, 1]) == 3
    assert first_on_line(grid, 5, 0, [1, 0, 0, 1, 1, 1]) == 4
    assert first_on_line(grid, 0, 5, [1, 0, 0, 0, 0, 1]) == -1
