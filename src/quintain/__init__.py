"""Run, play and balance tabletop-RPG combats under five rule systems, each written once and read three ways."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

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
"""Where each name comes from: it is fetched when it is first used, so that a command imports only what it needs."""


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            found: object = getattr(importlib.import_module(module), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'quintain' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """`quintain.odds` is the function, also after the module of that name was imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
