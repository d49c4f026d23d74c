"""The lab: is this fight fair, and what would change it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain._lazily import lazily
from quintain.engine import Tactic
from quintain.engine.tactic import FURTHER
from quintain.lab import display
from quintain.lab.finding import Finding

if TYPE_CHECKING:
    from quintain.lab.chart import chart
    from quintain.lab.compare import Comparison, compare
    from quintain.lab.difficulty import Difficulty, difficulty
    from quintain.lab.farsighted import Farsighted
    from quintain.lab.forecast import Forecast, forecast
    from quintain.lab.intervals import Estimate
    from quintain.lab.rank import Ranking, rank
    from quintain.lab.review import Review, review
    from quintain.lab.sweep import Sweep, spread, sweep
    from quintain.lab.tune import Tuning, tune
    from quintain.lab.variant import variant

__all__ = [
    "Comparison", "Difficulty", "Estimate", "Farsighted", "Forecast", "Ranking", "Review", "Sweep", "Tuning", "chart",
    "compare", "difficulty", "forecast", "rank", "review", "spread", "sweep", "tune", "variant",
]  # fmt: skip
_HOMES = {
    "quintain.lab.chart": ("chart",),
    "quintain.lab.compare": ("Comparison", "compare"),
    "quintain.lab.difficulty": ("Difficulty", "difficulty"),
    "quintain.lab.farsighted": ("Farsighted",),
    "quintain.lab.forecast": ("Forecast", "forecast"),
    "quintain.lab.intervals": ("Estimate",),
    "quintain.lab.rank": ("Ranking", "rank"),
    "quintain.lab.review": ("Review", "review"),
    "quintain.lab.sweep": ("Sweep", "spread", "sweep"),
    "quintain.lab.tune": ("Tuning", "tune"),
    "quintain.lab.variant": ("variant",),
}
lazily(__name__, _HOMES)
Finding.display = display


def _farsighted() -> Tactic:
    from quintain.lab.farsighted import Farsighted

    return Farsighted()


FURTHER["farsighted"] = _farsighted
