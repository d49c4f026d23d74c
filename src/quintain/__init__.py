"""Run, play and balance tabletop-RPG combats under five rule systems, each written once and read three ways."""

from quintain._build import compiled, how_built
from quintain.engine import Fight, Odds, Refusal, view
from quintain.lab import compare, forecast, rank, spread, sweep, tune, variant
from quintain.library.encounters import Encounter, fight_of, from_data, load, play, resume, sample, samples
from quintain.odds import odds

__version__ = "0.1.0"
__all__ = [
    "Encounter", "Fight", "Odds", "Refusal", "compare", "compiled", "fight_of", "forecast", "from_data", "how_built", "load",
    "odds", "play", "rank", "resume", "sample", "samples", "spread", "sweep", "tune", "variant", "view",
]  # fmt: skip
