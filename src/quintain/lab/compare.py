"""Comparing encounters, variants or tactics on the same dice."""

from __future__ import annotations

from collections.abc import Sequence

from quintain.engine import Fight, Malformed
from quintain.lab.forecast import Forecast, checked_fights, forecast_of
from quintain.lab.intervals import Estimate, mean, paired_shares
from quintain.lab.run import Progress, Runner, runner
from quintain.lab.setting import WIN, Setting, setting_of
from quintain.lab.tally import Tally
from quintain.library.encounters import Encounter


class Difference:
    """How one forecast differs from the first, measured fight by fight on the same dice."""

    def __init__(self, first: Forecast, other: Forecast, first_name: str, other_name: str) -> None:
        n = min(first.fights, other.fights)
        self.first = first
        self.other = other
        self.first_name = first_name
        self.other_name = other_name
        self.wins: Estimate = _wins(first.tally, other.tally, n)
        self.rounds: Estimate = _paired_mean(first.tally.rounds[:n], other.tally.rounds[:n])
        self.margin: Estimate = _paired_mean(first.tally.margins[:n], other.tally.margins[:n])

    @property
    def clear(self) -> bool:
        """Does the interval of the difference exclude zero?"""
        return self.wins.excludes(0.0)

    @property
    def sentence(self) -> str:
        points = 100 * self.wins.value
        low, high = 100 * self.wins.low, 100 * self.wins.high
        party = self.first.party if self.first.party == self.other.party else "players' side"
        sure = f"between {low:+.1f} and {high:+.1f} percentage points, {self.wins.n:,} fights on the same dice"
        if not self.clear:
            return f"{self.other_name}: no clear difference for the {party} ({points:+.1f} points; {sure})."
        word = "more" if points > 0 else "fewer"
        return f"{self.other_name}: the {party} win {abs(points):.1f} in 100 fights {word} than with {self.first_name} ({sure})."

    def as_data(self) -> dict[str, object]:
        return {
            "name": self.other_name,
            "against": self.first_name,
            "wins": self.wins.as_data(),
            "rounds": self.rounds.as_data(),
            "clear": self.clear,
            "sentence": self.sentence,
        }


class Comparison:
    """Two or more forecasts on the same dice, and how each differs from the first."""

    def __init__(self, forecasts: list[Forecast], names: list[str]) -> None:
        self.forecasts = forecasts
        self.names = names
        self.differences: list[Difference] = [
            Difference(forecasts[0], other, names[0], name) for other, name in zip(forecasts[1:], names[1:], strict=True)
        ]

    @property
    def sentence(self) -> str:
        return " ".join(difference.sentence for difference in self.differences)

    def as_data(self) -> dict[str, object]:
        return {
            "forecasts": [{"name": name, **one.as_data()} for name, one in zip(self.names, self.forecasts, strict=True)],
            "differences": [difference.as_data() for difference in self.differences],
        }

    def __repr__(self) -> str:
        return f"<Comparison: {self.sentence}>"

    def __str__(self) -> str:
        from quintain.lab.text import comparison_text

        return comparison_text(self)

    def _repr_html_(self) -> str:
        from quintain.lab.report import comparison_fragment

        return comparison_fragment(self)

    def save(self, path: str) -> None:
        """Write it to a file; its ending says how: .html, .svg, .png, .json or .csv."""
        from quintain.lab.export import save_comparison

        save_comparison(self, path)


def compare(
    *what: Encounter | Fight,
    fights: int = 10_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] | Sequence[str | dict[str, str]] = "steady",
    names: Sequence[str] = (),
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    runs: Runner | None = None,
) -> Comparison:
    """Forecast each on the same dice. One encounter with several `tactics` compares those tactics."""
    checked_fights(fights)
    if isinstance(tactics, str | dict):
        each = [tactics] * len(what)
        starts = list(what)
    else:
        each = list(tactics)
        starts = list(what) * len(each) if len(what) == 1 else list(what)
    if len(starts) < 2 or len(each) != len(starts):
        raise Malformed("compare takes two or more encounters, or one encounter and two or more tactics.")
    settings = [setting_of(start, tactic, seed) for start, tactic in zip(starts, each, strict=True)]
    named = list(names) or _names(settings)
    if len(named) != len(settings):
        raise Malformed(f"{len(settings)} encounters are compared and {len(named)} names were given.")
    return compare_settings(settings, named, fights, processes, cluster, progress, runs)


def compare_settings(
    settings: list[Setting],
    names: list[str],
    fights: int,
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    runs: Runner | None = None,
) -> Comparison:
    if runs is not None:
        return Comparison([forecast_of(one, fights, progress=progress, runs=runs) for one in settings], names)
    with runner(processes, cluster) as started:
        return Comparison([forecast_of(one, fights, progress=progress, runs=started) for one in settings], names)


def _names(settings: list[Setting]) -> list[str]:
    """The encounters' names, or where those are the same, what tells them apart."""
    names = [setting.encounter.name for setting in settings]
    if len(set(names)) == len(names):
        return names
    tactics = [", ".join(f"{side} {name}" for side, name in one.tactics.items() if side != "*") for one in settings]
    if len(set(tactics)) == len(tactics):
        return tactics
    return [f"{name} ({number})" for number, name in enumerate(names, 1)]


def _wins(first: Tally, other: Tally, n: int) -> Estimate:
    both = only_first = only_other = 0
    for a, b in zip(first.codes[:n], other.codes[:n], strict=True):
        if a == WIN and b == WIN:
            both += 1
        elif a == WIN:
            only_first += 1
        elif b == WIN:
            only_other += 1
    return paired_shares(both, only_first, only_other, n)


def _paired_mean(first: Sequence[float], other: Sequence[float]) -> Estimate:
    total = squares = 0.0
    for a, b in zip(first, other, strict=True):
        total += b - a
        squares += (b - a) * (b - a)
    return mean(total, squares, len(first))
