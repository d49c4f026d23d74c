"""Since when somebody is in a condition: noted at the joints of a fight that people look at, told in the rows of its conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.viewer import Viewer

if TYPE_CHECKING:
    from quintain.engine.protocol_units import Condition
    from quintain.engine.system import System

Rounds = dict[str, list[int]]
"""The rounds in which conditions of a kind began, by the kind, the oldest first; 0: they were brought along."""


def note_conditions(system: System, battle: Battle) -> None:
    """What is new since the last joint began in this round; what is over is forgotten."""
    viewer = Viewer(system, battle, GM)
    noted: dict[str, Rounds] = {}
    for unit in battle.units:
        viewer.look_at(unit)
        rows = system.conditions(battle, unit, viewer)
        if rows:
            before = battle.began.get(unit.id, {})
            found = _rounds(rows, before, battle.round if battle.begun else 0)
            noted[unit.id] = before if found == before else found
    if noted != battle.began:
        battle.began = noted


def _rounds(rows: list[Condition], before: Rounds, now: int) -> Rounds:
    counts: dict[str, int] = {}
    for row in rows:
        kind = kind_of(row)
        counts[kind] = counts.get(kind, 0) + 1
    return {kind: _kept(before.get(kind, []), count, now) for kind, count in counts.items()}


def _kept(known: list[int], count: int, now: int) -> list[int]:
    """Of several of a kind the oldest ends first."""
    return known[len(known) - count :] if len(known) >= count else known + [now] * (count - len(known))


def with_since(battle: Battle, unit: Unit, rows: list[Condition]) -> list[Condition]:
    """The rows, those whose book does not say it with since when; what is not noted yet began in this round."""
    known = battle.began.get(unit.id, {})
    told: dict[str, int] = {}
    for row in rows:
        kind = kind_of(row)
        number = told.get(kind, 0)
        told[kind] = number + 1
        if "since" not in row:
            rounds = known.get(kind, [])
            row["since"] = in_words(rounds[number] if number < len(rounds) else battle.round)
    return rows


def in_words(number: int) -> str:
    return f"round {number}" if number > 0 else "the start"


def kind_of(row: Condition) -> str:
    """What a condition is called while it lasts, without the numbers in its id and its name."""
    return f"{row['id'].rstrip('0123456789:')} {row['name'].rstrip('0123456789 ')}"
