"""What a fight is judged by: who wins, who is down or dead, what is left, what was spent, how long it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quintain.engine import Malformed
from quintain.engine.remains import Left
from quintain.lab.intervals import Estimate, Z, mean_of, paired_shares, proportion
from quintain.library.problems import did_you_mean

if TYPE_CHECKING:
    from quintain.lab.tally import Tally

WIN, LOSS, DRAW, UNRESOLVED = 0, 1, 2, 3
RESULTS = ("win", "loss", "draw", "unresolved")

SHARES = {
    "wins": "wins",
    "losses": "losses",
    "draws": "draws",
    "down": "somebody of the party is down at the end",
    "death": "somebody of the party dies",
}
MEANS = {
    "left": "health the party has left, %",
    "rounds": "rounds",
    "margin": "what the party has left less what the others have left, %",
    "spent": "resources the party has spent",
}
NAMES = (*SHARES, *MEANS, "left.FIGURE", "spent.FIGURE")
"""By what fights can be judged, as it is written."""
PERCENT = ("left", "margin")
BOUNDS = {"left": (0.0, 100.0), "margin": (-100.0, 100.0)}
NOT_SPENT = ("up", "hp", "of", "dead")
"""Figures of `System.left` that are no resource: nobody chooses to spend them."""


class Measure:
    """One figure of every fight. Of a `share` it is 1 or 0: what counts is in how many fights it is so."""

    def __init__(self, name: str) -> None:
        kind, _, figure = name.partition(".")
        if name not in SHARES and name not in MEANS and not (kind in ("left", "spent") and figure):
            hint = did_you_mean(name, list(NAMES))
            raise Malformed(f"fights are not measured by {name!r}: there are {', '.join(NAMES)}. {hint}".rstrip())
        self.name = name
        self.figure = figure
        self.share = name in SHARES

    @property
    def words(self) -> str:
        """What it is, for a heading."""
        if self.figure:
            return f"{self.figure} the party has {'left' if self.name.startswith('left.') else 'spent'}"
        return SHARES.get(self.name) or MEANS[self.name]

    @property
    def kept(self) -> bool:
        """Is it among what every tally keeps, so that it need not be asked for beforehand?"""
        return not self.figure and self.name != "spent"

    @property
    def percent(self) -> bool:
        """Shown in percent or percentage points?"""
        return self.share or self.name in PERCENT

    def values(self, tally: Tally) -> Sequence[float]:
        """The figure of every fight, in their order."""
        codes = {"wins": WIN, "losses": LOSS, "draws": DRAW}
        if self.name in codes:
            wanted = codes[self.name]
            return [1 if code == wanted else 0 for code in tally.codes]
        if self.name == "down":
            return [1 if count else 0 for count in tally.downs]
        if self.name == "death":
            return [1 if count else 0 for count in tally.deaths]
        if self.name == "left":
            return [100 * part for part in tally.healths]
        if self.name == "margin":
            return [100 * part for part in tally.margins]
        if self.name == "rounds":
            return tally.rounds
        return tally.further[self.name]

    def of(self, tally: Tally, z: float = Z) -> Estimate:
        """The share of fights, or the mean per fight."""
        if self.name in ("wins", "losses", "draws"):
            return proportion(tally.results[{"wins": WIN, "losses": LOSS, "draws": DRAW}[self.name]], tally.n, z)
        values = self.values(tally)
        if self.share:
            return proportion(int(sum(values)), tally.n, z)
        low, high = BOUNDS.get(self.name, (None, None))
        return mean_of(Counter(values), tally.n, low, high, z)

    def difference(self, first: Tally, other: Tally) -> Estimate:
        """Other less first, fight by fight on the same dice. Both have the same fights."""
        before, after = self.values(first), self.values(other)
        if not self.share:
            return mean_of(Counter(b - a for a, b in zip(before, after, strict=True)), first.n)
        pairs = Counter(zip(before, after, strict=True))
        return paired_shares(pairs[1, 1], pairs[1, 0], pairs[0, 1], first.n)

    def said(self, figure: Estimate) -> str:
        """A figure of this kind with its interval."""
        unit = " %" if self.percent else ""
        scale = 100 if self.share else 1
        return f"{scale * figure.value:.1f}{unit} ({scale * figure.low:.1f} to {scale * figure.high:.1f}{unit})"

    def points(self, difference: Estimate) -> str:
        """A difference of this kind with its interval, in points where it is one of percentages."""
        scale = 100 if self.share else 1
        return f"{scale * difference.value:+.1f} ({scale * difference.low:+.1f} to {scale * difference.high:+.1f})"

    def target(self, text: str) -> float:
        """A value to reach as written: 70% or 0.7 of a share, 25% of what is left, 4.5 rounds."""
        written = text.strip()
        try:
            number = float(written.removesuffix("%"))
        except ValueError:
            raise Malformed(f"{text!r} is no figure for {self.name}: write {'70% or 0.7' if self.share else '4.5'}.") from None
        return number / 100 if self.share and written.endswith("%") else number


def measures_from(names: Sequence[str | Measure]) -> list[Measure]:
    return [name if isinstance(name, Measure) else Measure(name) for name in names]


def sum_of(left: Left, ids: list[str], figure: str) -> float:
    """A figure of the party's, added up."""
    return sum(float(value) for id in ids if isinstance(value := left.get(id, {}).get(figure), int | float))


def spent_of(before: Left, after: Left, ids: list[str], figure: str) -> float:
    """How much of a figure, or of every resource, the party has used up."""
    if figure:
        return sum_of(before, ids, figure) - sum_of(after, ids, figure)
    names = dict.fromkeys(name for id in ids for name in before.get(id, {}) if name not in NOT_SPENT)
    return sum(max(0.0, sum_of(before, ids, name) - sum_of(after, ids, name)) for name in names)
