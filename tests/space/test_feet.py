"""Points in feet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.space.feet import detour, feet_between, point_short_of, point_toward

FIGURES = st.floats(-500, 500, allow_nan=False)
WHOLE = st.integers(-500, 500)


def test_distance_is_straight() -> None:
    assert feet_between(0, 0, 3, 4) == 5


@given(WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE)
def test_distance_is_symmetric_and_a_detour_never_shorter(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> None:
    assert feet_between(ax, ay, bx, by) == feet_between(bx, by, ax, ay)
    direct = feet_between(ax, ay, bx, by)
    around = feet_between(ax, ay, cx, cy) + feet_between(cx, cy, bx, by)
    assert direct <= around + 1e-9
    assert detour(ax, ay, cx, cy, bx, by) == pytest.approx(around - direct, abs=1e-9)


@given(FIGURES, FIGURES, FIGURES, FIGURES, st.floats(0, 2000))
def test_going_toward_a_point_covers_the_feet_and_never_overshoots(
    ax: float, ay: float, bx: float, by: float, feet: float
) -> None:
    x, y = point_toward(ax, ay, bx, by, feet)
    whole = feet_between(ax, ay, bx, by)
    assert feet_between(ax, ay, x, y) == pytest.approx(min(feet, whole), abs=1e-6)
    assert feet_between(x, y, bx, by) == pytest.approx(max(0.0, whole - feet), abs=1e-6)


def test_stopping_short_leaves_the_gap() -> None:
    assert point_short_of(0, 0, 30, 40, 10) == (24, 32)  # 50 feet apart: 40 of them walked, four fifths of the way
    assert point_short_of(0, 0, 3, 4, 10) == (0, 0)
    assert point_toward(1, 2, 9, 9, -5) == (1, 2)
