"""What a seat is sent as the odds of an option, and as what is at stake in a question: the shapes, declared once.

Shares and chances are fractions of 1. Whatever is here has been reduced to what the seat may know.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Knowledge = Literal["open", "learned", "hidden"]
"""`open`: true figures of visible enemies; `learned`: ranges narrowed by what was seen; `hidden`: no odds against unknown figures."""

Tone = Literal["best", "good", "none", "bad", "unknown"]
"""How a result is for whoever chooses, so that colour need not be guessed from words."""


class ChanceData(TypedDict):
    """How likely something is: exactly (`low` equals `high`), or between two bounds."""

    label: str
    """A word for a button: "hit", "drop", "success"."""
    low: float
    high: float
    plus_minus: NotRequired[float]
    """Where it was sampled: half the width of the 95 % interval around `low` and `high`."""


class BarPart(TypedDict):
    """One part of the bar that shows all results together; the shares add up to 1."""

    label: str
    share: float
    kind: Tone


class FateShare(TypedDict):
    """One thing that may become of it, and how likely."""

    text: str
    """What becomes of it: "12 of 31 hp", "Dying"."""
    share: float


class FateData(TypedDict):
    """What may become of one unit (or task, or object), likeliest first."""

    who: str
    """The unit's id; "" where it is no unit."""
    name: str
    outcomes: list[FateShare]


class BackData(TypedDict):
    """What comes back to whoever acts: the riposte, the free strike, the price of straining."""

    label: str
    """ "you lose 14 hp" """
    share: float
    """How likely; of a range its upper end."""
    low: NotRequired[float]
    """Where it is a range: its lower end."""


class FigureData(TypedDict):
    """What the rule book itself wants shown before an option is taken, of one party."""

    who: str
    rows: list[list[str]]
    """Pairs of a label and a figure: ["hit", "62 %"], ["strikes", "2"]."""


class AssumedData(TypedDict):
    """Something that the odds take for granted and whoever asks can switch: a push, a tending ally, a lent score."""

    id: str
    label: str
    on: bool


class OddsData(TypedDict):
    """The odds of one option, as one seat may know them."""

    exact: bool
    """Every way the dice can fall was counted. False: sampled, or nothing can be said (see `note`)."""
    sampled: NotRequired[int]
    """How many samples stand behind it, where it is not exact."""
    headline: ChanceData | None
    """The one chance for the button; None where there is none worth showing."""
    chances: list[ChanceData]
    bar: list[BarPart]
    fates: list[FateData]
    back: list[BackData]
    figures: list[FigureData]
    assumed: list[AssumedData]
    unknown: list[str]
    """What this seat does not know and the odds hang on, in words: "its Ward: 14 to 18 so far"."""
    cut: float
    """The share of unlikely results that was left out, at most."""
    note: str
    """How it was worked out where that matters, or why there are no figures."""
    label: NotRequired[str]
    """Of an option that opens only once another is taken (asked for with `after`): its words."""
    targets: NotRequired[list[str]]
    """Of such an option: whom it is aimed at."""


class StakeData(TypedDict):
    """What is at stake in a question, or with one option of it, in figures: "18 of 14 hit points: this drops you"."""

    label: str
    kind: Tone


class OptionOdds(TypedDict):
    """One option of a menu with its odds."""

    option: str
    how: Literal["exact", "sampled", "none", "left out"]
    """`none`: there is nothing to be said of it; `left out`: the budget ended before it."""
    odds: OddsData | None


class MenuOdds(TypedDict):
    """The odds of all options of a question, the most interesting first, worked out within one budget."""

    question: str
    options: list[OptionOdds]
