"""Figures that say how sure they are: each is exact, or sampled with its n and a 95 % interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, sqrt

Z = 1.959963984540054
"""Two-sided 95 %."""


class Estimate:
    """One figure. `share` figures are proportions, shown in percent."""

    def __init__(self, value: float, low: float, high: float, n: int, share: bool = False, exact: bool = False) -> None:
        self.value = value
        self.low = low
        self.high = high
        self.n = n
        self.share = share
        self.exact = exact

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def reach(self) -> float:
        """How far the interval goes from the figure, on the side where it goes farther."""
        return max(self.high - self.value, self.value - self.low)

    def excludes(self, value: float) -> bool:
        """Does the interval leave this value out?"""
        return value < self.low or value > self.high

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"<Estimate {self}>"

    def __str__(self) -> str:
        if self.exact:
            return f"{self._shown(self.value)} (exact)"
        return f"{self._shown(self.value)} ({self.interval}, n = {self.n:,})"

    @property
    def interval(self) -> str:
        """The interval alone: "48.1 to 52.0 %"."""
        unit = " %" if self.share else ""
        return f"{self._bare(self.low)} to {self._bare(self.high)}{unit}"

    @property
    def between(self) -> str:
        """The interval in a sentence: "between 48.1 and 52.0 %"."""
        return f"between {self.interval.replace(' to ', ' and ')}"

    @property
    def shown(self) -> str:
        """The figure alone."""
        return self._shown(self.value)

    def _shown(self, value: float) -> str:
        return f"{self._bare(value)} %" if self.share else self._bare(value)

    def _bare(self, value: float) -> str:
        if self.share:
            return f"{100 * value:.1f}"
        return f"{value:.2f}" if abs(value) < 100 else f"{value:.1f}"

    def columns(self, name: str) -> dict[str, object]:
        """For a row of a table: the figure under this name, and the ends of its interval."""
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}

    def as_data(self) -> dict[str, object]:
        if self.exact:
            return {"value": self.value, "kind": "exact"}
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n, "kind": "sampled"}


def proportion(hits: int, n: int, z: float = Z) -> Estimate:
    """A share with its Wilson interval, which stays sensible at 0 and at n."""
    if n == 0:
        return Estimate(0.0, 0.0, 1.0, 0, share=True)
    low, high = wilson(hits, n, z)
    return Estimate(hits / n, low, high, n, share=True)


def wilson(hits: float, n: int, z: float = Z) -> tuple[float, float]:
    p = hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(max(0.0, p * (1 - p)) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return (0.0 if hits == 0 else max(0.0, middle - half)), (1.0 if hits == n else min(1.0, middle + half))


def mean(total: float, squares: float, n: int, z: float = Z) -> Estimate:
    """A mean with its interval, from a sum and a sum of squares."""
    if n == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    value = total / n
    if n == 1:
        return Estimate(value, value, value, 1)
    variance = max(0.0, (squares - total * total / n) / (n - 1))
    half = z * sqrt(variance / n)
    return Estimate(value, value - half, value + half, n)


def mean_of(histogram: Mapping[float, int], n: int, low: float | None = None, high: float | None = None, z: float = Z) -> Estimate:
    """The mean of n figures with its interval. What is not in the histogram was 0; `low` and `high` are the bounds it cannot pass.

    Where most figures are one and the same and the mean hangs on a few others, an interval from their spread is far too narrow, or
    nothing at all. There the others are read as rare events of a typical size above and below the usual figure, with Wilson's interval
    for how rare, and to the far side as if one more event as large as can be had been seen.
    """
    if n == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    counts = dict(histogram)
    if sum(counts.values()) < n:
        counts[0] = counts.get(0, 0) + n - sum(counts.values())
    least, most = min(counts), max(counts)
    usual = max(counts, key=lambda value: (counts[value], -abs(value)))
    if 2 * counts[usual] < n:
        total = sum(value * count for value, count in counts.items())
        return mean(total, sum(value * value * count for value, count in counts.items()), n, z)
    up = _rare({value - usual: count for value, count in counts.items()}, n, _room(usual, high, most), z)
    down = _rare({usual - value: count for value, count in counts.items()}, n, _room(-usual, None if low is None else -low, -least), z)
    value = usual + up.value - down.value
    below = sqrt((up.value - up.low) ** 2 + (down.high - down.value) ** 2)
    above = sqrt((up.high - up.value) ** 2 + (down.value - down.low) ** 2)
    return Estimate(value, value - below, value + above, n)


def _room(usual: float, bound: float | None, most: float) -> float:
    """How far figures can lie above the usual one: to the bound, or where none is known as far as they were seen to, at least 1."""
    if bound is not None:
        return max(0.0, bound - usual)
    return max(most - usual, 1.0 if usual >= 0 else 0.0)


def _rare(above: Mapping[float, int], n: int, room: float, z: float) -> Estimate:
    """The mean of what lies above 0, most of it being 0."""
    total = sum(value * count for value, count in above.items() if value > 0)
    squares = sum(value * value * count for value, count in above.items() if value > 0)
    if total == 0:
        return Estimate(0.0, 0.0, room * proportion(0, n, z).high, n)
    size = squares / total
    larger = (squares + room * room) / (total + room)
    return Estimate(total / n, size * wilson(total / size, n, z)[0], larger * wilson(total / larger, n, z)[1], n)


def paired_shares(both: int, only_first: int, only_second: int, n: int, z: float = Z) -> Estimate:
    """Second minus first, for two shares measured on the same n fights.

    `only_first` counts fights that only the first won, and so on. With few or no differing fights the plain interval would
    shrink to nothing, so half a fight is added to either kind (Agresti and Min).
    """
    if n == 0:
        return Estimate(0.0, -1.0, 1.0, 0, share=True)
    value = (only_second - only_first) / n
    plus, minus, m = only_second + 0.5, only_first + 0.5, n + 2.0
    middle = (plus - minus) / m
    half = z * sqrt(max(0.0, (plus + minus) - (plus - minus) ** 2 / m)) / m
    return Estimate(value, max(-1.0, min(value, middle - half)), min(1.0, max(value, middle + half)), n, share=True)


def unpaired_shares(first: int, n: int, second: int, m: int, z: float = Z) -> Estimate:
    """Second minus first, for two shares of n and m fights with dice of their own (Newcombe's interval)."""
    a, b = proportion(first, n, z), proportion(second, m, z)
    value = b.value - a.value
    low = value - sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2)
    high = value + sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2)
    return Estimate(value, low, high, min(n, m), share=True)


def clear_among(differences: Sequence[Estimate], wrong: float = 0.05) -> list[bool]:
    """Which of many differences are clear of zero, when so many are looked at that chance alone would make some seem so.

    By Benjamini and Hochberg: of those called clear, no more than one in twenty is expected to be mere chance.
    """
    chances = [_by_chance(one) for one in differences]
    limit = 0.0
    for place, chance in enumerate(sorted(chances), 1):
        if chance <= wrong * place / len(chances):
            limit = chance
    return [chance <= limit and one.excludes(0.0) for one, chance in zip(differences, chances, strict=True)]


def _by_chance(difference: Estimate) -> float:
    """How often a difference this large or larger would come out if there were none, judged by its interval."""
    if difference.half == 0:
        return 1.0 if difference.value == 0 else 0.0
    middle = (difference.low + difference.high) / 2
    return erfc(abs(middle) / difference.half * Z / sqrt(2))


def quantile(histogram: dict[int, int], q: float) -> int:
    """The value below or at which this share of a histogram lies."""
    n = sum(histogram.values())
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= q * n:
            return value
    return 0
