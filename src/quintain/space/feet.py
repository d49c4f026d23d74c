"""Points in feet on an open floor, without squares. Coordinates are plain (x, y) figures, whole or not."""

from __future__ import annotations

from math import sqrt


def feet_between(ax: float, ay: float, bx: float, by: float) -> float:
    dx = bx - ax
    dy = by - ay
    return sqrt(dx * dx + dy * dy)


def detour(ax: float, ay: float, cx: float, cy: float, bx: float, by: float) -> float:
    """How much longer the way from a to b becomes by going through c; 0 when c lies on the straight line."""
    return max(0.0, feet_between(ax, ay, cx, cy) + feet_between(cx, cy, bx, by) - feet_between(ax, ay, bx, by))


def point_toward(ax: float, ay: float, bx: float, by: float, feet: float) -> tuple[float, float]:
    """The point `feet` along the straight way from a to b, never past b and never behind a."""
    whole = feet_between(ax, ay, bx, by)
    if feet >= whole:
        return bx, by
    if feet <= 0:
        return ax, ay
    part = feet / whole
    return ax + (bx - ax) * part, ay + (by - ay) * part


def point_short_of(ax: float, ay: float, bx: float, by: float, feet: float) -> tuple[float, float]:
    """The point on the straight way from a to b that is `feet` before b; a itself when it is nearer than that."""
    return point_toward(ax, ay, bx, by, feet_between(ax, ay, bx, by) - feet)
