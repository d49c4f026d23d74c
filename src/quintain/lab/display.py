"""How answers of every kind are shown: as text, as a page or a part of one, as a chart. Altair is loaded where something is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quintain.lab.finding import Finding

if TYPE_CHECKING:
    from rich.console import RenderableType

Kinds = dict[type[Finding], Callable[[Any], Any]]


def view(found: Finding) -> RenderableType:
    """For the terminal."""
    from quintain.lab import review_text, text

    shown: RenderableType = _shown(found, text.VIEWS | review_text.VIEWS)
    return shown


def text(found: Finding) -> str:
    from quintain.lab.text import as_text

    return as_text(view(found))


def fragment(found: Finding) -> str:
    """For a notebook's cell."""
    from quintain.lab import report, review_report

    return report.fragment(_shown(found, report.BODIES | review_report.BODIES))


def page(found: Finding) -> str:
    """A page of its own, complete in one file."""
    from quintain.lab import report, review_report

    whole: str = _shown(found, report.PAGES | review_report.PAGES)
    return whole


def chart(found: Finding) -> Any:
    from quintain.lab import plots, review_report

    return _shown(found, plots.CHARTS | review_report.CHARTS)


def _shown(found: Finding, kinds: Kinds) -> Any:
    return kinds[type(found)](found)
