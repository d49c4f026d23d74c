"""What a fight has left of everybody, in few figures. Worked out after every sampled fight, hence here and compiled."""

from __future__ import annotations

from quintain.engine.battle import Battle, Unit
from quintain.engine.system import System

Left = dict[str, dict[str, object]]
"""What `System.left` says of every unit."""
Alike = dict[tuple[str, tuple[str, ...], tuple[object, ...]], int]
"""How often a unit, by its id, was left with the same figures: their names and their values."""


def count_alike(alike: Alike, left: Left) -> None:
    """One fight more that left everybody so."""
    for unit, figures in left.items():
        state = (unit, tuple(figures), tuple(figures.values()))
        alike[state] = alike.get(state, 0) + 1


def fallen_of(battle: Battle, left: Left, standing: list[str]) -> tuple[int, int]:
    """How many of these are down, and how many of them dead; whoever is gone altogether is down."""
    down = dead = 0
    for id in standing:
        figures = left.get(id)
        if figures is None:
            down += 1 if battle.find(id) is None else 0
        else:
            down += 0 if figures.get("up", False) else 1
            dead += 1 if is_dead(figures) else 0
    return down, dead


def is_dead(figures: dict[str, object]) -> bool:
    return figures.get("dead") is True or figures.get("status") == "dead" or figures.get("state") == "dead"


def health_of(system: System, battle: Battle, unit: Unit | None, figures: dict[str, object]) -> float:
    """How much of a unit is left, from 0 to 1."""
    if not figures.get("up", False):
        return 0.0
    power = system.staying_power(battle, unit) if unit is not None else -1
    if power >= 0:
        return min(1.0, power / 100)
    points, full = figures.get("hp"), figures.get("of")
    if isinstance(points, (int, float)) and isinstance(full, (int, float)) and full > 0:
        return max(0.0, min(1.0, points / full))
    return 1.0


def sides_of(system: System, battle: Battle, left: Left, party: str) -> tuple[float, float]:
    """What the party and what the others have left, each as a share of whole sides."""
    ours, theirs, friends, foes = 0.0, 0.0, 0, 0
    for unit, figures in left.items():
        found = battle.find(unit)
        if found is not None and found.side == party:
            ours += health_of(system, battle, found, figures)
            friends += 1
        else:
            theirs += health_of(system, battle, found, figures)
            foes += 1
    return (ours / friends if friends else 0.0), (theirs / foes if foes else 0.0)


def margin_of(system: System, battle: Battle, left: Left, party: str) -> float:
    """What the party has left less what the others have left, each as a share of whole sides: from -1 to 1."""
    ours, theirs = sides_of(system, battle, left, party)
    return ours - theirs
