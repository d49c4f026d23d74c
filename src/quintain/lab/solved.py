"""Small fights are solved exactly beside being sampled: every way the dice can fall, equal states merged."""

from __future__ import annotations

from fractions import Fraction

from quintain.engine import Refusal, RuleError, solve
from quintain.lab.intervals import Estimate
from quintain.lab.measure import DRAW, LOSS, UNRESOLVED, WIN
from quintain.lab.setting import Stage

MOST_UNITS = 3
"""Only so few combatants are worth the attempt: more have too many states."""
MOST_STATES = 150
MOST_WAYS = 1_500
"""At most so many ways through all states, so that an attempt that fails costs a second or two."""
CHANCE_TACTICS = ("random", "farsighted")
"""Tactics that throw dice of their own, under which a fight has no exact answer."""


class Solved:
    """How a fight ends for the party, exactly, under the tactics of the forecast."""

    def __init__(self, shares: list[Fraction], states: int) -> None:
        self.shares = shares
        """By win, loss, draw and unresolved."""
        self.states = states

    def share(self, code: int) -> Estimate:
        value = float(self.shares[code])
        return Estimate(value, value, value, 0, share=True, exact=True)

    @property
    def sentence(self) -> str:
        named = ((WIN, "wins"), (LOSS, "losses"), (DRAW, "draws"))
        parts = [f"{name} {self.share(code).shown}" for code, name in named if self.shares[code] or code in (WIN, LOSS)]
        return f"Solved exactly: {', '.join(parts)} (every way the dice can fall, {self.states} states)."

    def as_data(self) -> dict[str, object]:
        named = {"wins": WIN, "losses": LOSS, "draws": DRAW, "unresolved": UNRESOLVED}
        return {**{name: self.share(code).as_data() for name, code in named.items()}, "states": self.states}


def solved(stage: Stage) -> Solved | None:
    """The exact result, or None where the fight is too large for it or under way."""
    setting = stage.setting
    if setting.record is not None or len(stage.template.units) > MOST_UNITS:
        return None
    if any(name in CHANCE_TACTICS for name in setting.tactics.values()):
        return None
    try:
        found = solve(stage.system, stage.template, dict(setting.tactics), MOST_STATES, most_ways=MOST_WAYS)
    except (Refusal, RuleError):
        return None
    shares = [Fraction(0)] * 4
    for (result, winner), chance in found.endings.items():
        shares[setting.code_of(result, winner)] += chance
    return Solved(shares, found.states)
