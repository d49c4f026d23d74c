"""What a standing in the middle of a fight is worth: learned from imagined fights that were played to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from quintain.engine import Battle, OnwardReading, System, Tactics
from quintain.engine.drive import next_joint
from quintain.engine.remains import health_of, margin_of

LEFT_WEIGHS = 0.5
"""What is left of the sides counts this much beside who wins: enough to choose by where the winner is certain."""
RIDGE = 30.0
"""How strongly weights that few fights speak for are held near nothing."""
LEAST_ROWS = 100
"""Fewer standings than these teach nothing: such fights are so short that they are better imagined to their end."""
MOST_LEARNING = 1_500_000
"""So much is imagined at most to learn from: 300 fights of ten combatants are well below it."""
HEALTH = ("up", "hp", "of")
"""Figures of `System.left` that make up a unit's health; the others stand for themselves."""

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


def result_of(system: System, battle: Battle, side: str) -> float:
    """How a fight went for a side: won 1, drawn or undecided 1/2, lost 0; and what is left of either side."""
    margin = margin_of(system, battle, system.left(battle), side)
    outcome = battle.outcome
    won = 0.5 if outcome is None or not outcome.winner else 1.0 if outcome.winner == side else 0.0
    return won + LEFT_WEIGHS * margin


class Work:
    """How much has been imagined: joints, each counted once for every combatant who is there.

    Counted and not timed, so that the same question is thought through alike on every machine.
    """

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self, battle: Battle) -> None:
        self.left -= len(battle.units)

    def is_over(self) -> bool:
        return self.left <= 0


class Figures:
    """A standing as a row of numbers, always in the same order: each unit's health, what else it has left, who is ahead, the round.

    Each number comes once more, multiplied by who is ahead: what a unit is worth depends on how the fight stands.
    """

    def __init__(self, system: System, battle: Battle, side: str) -> None:
        self._system = system
        self._side = side
        self._places = {unit.id: 2 + 2 * place for place, unit in enumerate(battle.units)}
        self._further: dict[tuple[str, str], int] = {}
        self._width = 2 + 2 * len(battle.units)
        for unit, figures in system.left(battle).items():
            for name, value in figures.items():
                if name not in HEALTH and isinstance(value, int | float):
                    self._further[unit, name] = self._width
                    self._width += 1

    def of(self, battle: Battle) -> list[float]:
        system, further = self._system, self._further
        row = [0.0] * self._width
        ours, theirs, friends, foes = 0.0, 0.0, 0, 0
        for id, figures in system.left(battle).items():
            unit = battle.find(id)
            health = health_of(system, battle, unit, figures)
            if unit is not None and unit.side == self._side:
                ours += health
                friends += 1
            else:
                theirs += health
                foes += 1
            place = self._places.get(id, 0)
            if place:
                row[place] = health
                row[place + 1] = 1.0 if figures.get("up", False) else 0.0
            for name, value in figures.items():
                column = further.get((id, name), 0)
                if column and isinstance(value, int | float):
                    row[column] = float(value)
        ahead = (ours / friends if friends else 0.0) - (theirs / foes if foes else 0.0)
        row[0], row[1] = ahead, battle.round / 10
        return row + [ahead * figure for figure in row]


class Worth:
    """A judgement of standings at the start of a round: a ridge regression on how fights that passed through such standings ended.

    So it knows, for this very encounter, that a captain counts for more than a runner, and what a healer's last spell is worth.
    """

    def __init__(self, system: System, start: Battle, side: str, tactics: Tactics, seed: str, fights: int) -> None:
        self._figures = Figures(system, start, side)
        self._units = [unit.id for unit in start.units]
        rows: list[list[float]] = []
        ends: list[float] = []
        work, imagined = Work(MOST_LEARNING), 0
        while imagined < fights and not work.is_over():
            before = len(rows)
            end = self._fight(system, start, tactics, f"{seed}:{imagined}", rows, work)
            ends += [result_of(system, end, side)] * (len(rows) - before)
            imagined += 1
        self._weights: Floats | list[float] = [0.0]
        self._base = 0.5
        self.ready = len(rows) >= LEAST_ROWS
        """Has it seen enough to judge by?"""
        self.half_way = max(2, round(len(rows) / max(1, 2 * imagined)))
        """How many rounds make half a fight: looking farther than that, luck hides what an answer was good for."""
        if self.ready:
            self._fit(rows, ends)

    def fits(self, battle: Battle) -> bool:
        """Are the same units there still? Newcomers would be worth nothing to it."""
        return self._units == [unit.id for unit in battle.units]

    def of(self, battle: Battle) -> float:
        """What may be expected of this standing, as `result_of` counts it."""
        import numpy as np  # here and below: a quarter of the lab's start, for whoever thinks ahead only

        return self._base + float(np.dot(self._figures.of(battle), self._weights))

    def _fight(self, system: System, start: Battle, tactics: Tactics, seed: str, rows: list[list[float]], work: Work) -> Battle:
        reading = OnwardReading(system, [], 0, {}, tactics)
        reading.begin(seed)
        battle = start.copy()
        battle.read_by(reading)
        at = battle.round
        while next_joint(system, battle):
            work.spend(battle)
            if battle.outcome is None and battle.round != at:
                at = battle.round
                rows.append(self._figures.of(battle))
        return battle

    def _fit(self, standings: list[list[float]], results: list[float]) -> None:
        import numpy as np

        rows, ends = np.array(standings), np.array(results)
        middle, spread = rows.mean(axis=0), rows.std(axis=0)
        kept = spread > 1e-9
        scaled = (rows[:, kept] - middle[kept]) / spread[kept]
        square = scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1])
        weights = np.zeros(rows.shape[1])
        weights[kept] = np.linalg.solve(square, scaled.T @ (ends - ends.mean())) / spread[kept]
        self._weights = weights
        self._base = float(ends.mean() - middle @ weights)
