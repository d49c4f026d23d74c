"""What is the best anybody can do in `clash/spines`? Every pair of declarations in every state, exactly: python docs/lab/spines.py

Prints the chance to get out in time under `careful` and under the best possible play. They are equal, so no tactic can win more often.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import quintain as q
from quintain.engine import Battle, OnwardReading, Option, Question, Tactic, Tactics
from quintain.engine.drive import next_joint
from quintain.engine.exact import ExactReading, Position, leaves_from
from quintain.engine.solve import solve


class Told(Tactic):
    """Declares what it is told to, and remembers what could have been declared."""

    def __init__(self) -> None:
        super().__init__("told", 2)
        self.picks: dict[str, str] = {}
        self.open: dict[str, list[str]] = {}

    def answer(self, question: Question) -> Option:
        assert question.about == "declare"
        self.open[question.who] = [option.id() for option in question.options()]
        told = question.find(self.picks.get(question.who, ""))
        return told if told is not None else question.choose(self)


class Best:
    def __init__(self) -> None:
        self.system = q.sample("clash/spines").system
        self._told = Told()
        self._tactics = Tactics(self.system, {"*": "careful"})
        self._tactics.by_side["party"] = self._told
        self.known: dict[tuple[object, ...], Fraction] = {}

    def wins(self, battle: Battle) -> Fraction:
        if battle.outcome is not None:
            return Fraction(1 if battle.outcome.winner == "party" else 0)
        key = (battle.begun, battle.round, battle.key())
        if key not in self.known:
            self.known[key] = max(self._after(battle, picks) for picks in self._choices(battle))
        return self.known[key]

    def _choices(self, battle: Battle) -> list[dict[str, str]]:
        """Everything the party could declare together."""
        self._told.picks, self._told.open = {}, {}
        twin = battle.copy()
        twin.read_by(OnwardReading(self.system, [], 0, {}, self._tactics))
        next_joint(self.system, twin)
        asked = dict(self._told.open)
        return [dict(zip(asked, picks, strict=True)) for picks in product(*asked.values())]

    def _after(self, battle: Battle, picks: dict[str, str]) -> Fraction:
        self._told.picks = picks
        leaves = list(leaves_from(self.system, ExactReading(self.system, self._tactics), Position(battle, [], {})))
        merged: dict[tuple[object, ...], tuple[Battle, Fraction]] = {}
        for leaf in leaves:
            over = leaf.battle.outcome
            key = ("over", over.winner) if over is not None else leaf.battle.key()
            merged[key] = (leaf.battle, merged.get(key, (leaf.battle, Fraction(0)))[1] + Fraction(leaf.over, leaf.under))
        return sum((weight * self.wins(after) for after, weight in merged.values()), Fraction(0))


def main() -> None:
    spines = q.sample("clash/spines")
    careful = solve(spines.system, spines.battle(), {"*": "careful"}, within=14).wins("party")
    best = Best()
    most = best.wins(spines.battle())
    print(f"careful: {careful} = {float(careful):.6f}; best possible: {most} = {float(most):.6f}, of {len(best.known):,} states.")


if __name__ == "__main__":
    main()
