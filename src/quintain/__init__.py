"""Run, play and balance tabletop-RPG combats under five rule systems, each written once and read three ways."""

from __future__ import annotations

from quintain._lazily import lazily

TYPE_CHECKING = False  # as typing has it, whose import would be most of a command's first moments, when an interrupt is not yet heard
if TYPE_CHECKING:
    from quintain._build import __version__, compiled, how_built
    from quintain.engine import Fight, Odds, Refusal, view
    from quintain.lab import chart, compare, difficulty, forecast, rank, review, spread, sweep, tune, variant
    from quintain.library.encounters import Encounter, fight_of, from_data, load, play, resume, sample
    from quintain.library.shipped import samples
    from quintain.odds import odds

__all__ = [
    "Encounter", "Fight", "Odds", "Refusal", "__version__", "chart", "compare", "compiled", "difficulty", "fight_of", "forecast",
    "from_data", "how_built", "load", "odds", "play", "rank", "resume", "review", "sample",
    "samples", "spread", "sweep", "tune", "variant", "view",
]  # fmt: skip
_HOMES = {
    "quintain._build": ("__version__", "compiled", "how_built"),
    "quintain.engine": ("Fight", "Odds", "Refusal", "view"),
    "quintain.lab": ("chart", "compare", "difficulty", "forecast", "rank", "review", "spread", "sweep", "tune", "variant"),
    "quintain.library.encounters": ("Encounter", "fight_of", "from_data", "load", "play", "resume", "sample"),
    "quintain.library.shipped": ("samples",),
    "quintain.odds": ("odds",),
}
lazily(__name__, _HOMES)
