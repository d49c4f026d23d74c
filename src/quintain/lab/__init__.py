"""The lab: is this fight fair, and what would change it?"""

from quintain.lab import display
from quintain.lab.chart import chart
from quintain.lab.compare import Comparison, compare
from quintain.lab.difficulty import Difficulty, difficulty
from quintain.lab.farsighted import Farsighted
from quintain.lab.finding import Finding
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

Finding.display = display
