"""A chart of anything: of an encounter its forecast, of a fight the chance to win along it, of results and odds their own."""

from __future__ import annotations

from typing import Any

from quintain.engine import Fight, Odds
from quintain.lab.forecast import forecast
from quintain.lab.review import review
from quintain.library.encounters import Encounter

FIGHTS = 400


def chart(what: Any, fights: int = FIGHTS, processes: int | None = None) -> Any:
    """An Altair chart. Encounters are forecast with `fights` fights; a fight is followed with a tenth of them from every joint."""
    if isinstance(what, Encounter):
        return forecast(what, fights, band=False, processes=processes).chart()
    if isinstance(what, Fight):
        return review(what, fights=max(1, fights // 10), curve_only=True, processes=processes).chart()
    if isinstance(what, Odds):
        from quintain.lab.plots import odds_chart

        return odds_chart(what)
    return what.chart()
