"""Comparing encounters, variants or tactics on the same dice."""

from __future__ import annotations

from collections.abc import Sequence

from quintain.engine import Fight, Malformed
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast, checked_fights
from quintain.lab.intervals import Estimate
from quintain.lab.measure import Measure, measures_from
from quintain.lab.run import Cancelled, Counted, Progress, Watch, run_together, runner
from quintain.lab.setting import Setting, setting_of
from quintain.library.encounters import Encounter

ALWAYS = ("wins", "down", "death", "left", "rounds")
"""What every comparison looks at: the same wins may be bought with more of the party down."""


class Difference:
    """How one forecast differs from the first, measured fight by fight on the same dice."""

    def __init__(self, first: Forecast, other: Forecast, first_name: str, other_name: str, measures: Sequence[Measure] = ()) -> None:
        if first.fights != other.fights:
            raise ValueError(f"{first.fights} fights cannot be compared with {other.fights}: the same ones are needed")
        self.first = first
        self.other = other
        self.first_name = first_name
        self.other_name = other_name
        self.measures: dict[str, Measure] = {one.name: one for one in [*measures_from(ALWAYS), *measures]}
        self.by: dict[str, Estimate] = {name: one.difference(first.tally, other.tally) for name, one in self.measures.items()}
        self.margin: Estimate = Measure("margin").difference(first.tally, other.tally)

    @property
    def wins(self) -> Estimate:
        return self.by["wins"]

    @property
    def rounds(self) -> Estimate:
        return self.by["rounds"]

    @property
    def clear(self) -> bool:
        """Does the interval of the difference in wins exclude zero?"""
        return self.wins.excludes(0.0)

    @property
    def sentence(self) -> str:
        points = 100 * self.wins.value
        low, high = 100 * self.wins.low, 100 * self.wins.high
        party = self.first.party if self.first.party == self.other.party else "players' side"
        sure = f"between {low:+.1f} and {high:+.1f} percentage points, {self.wins.n:,} fights on the same dice"
        if self.clear:
            word = "more" if points > 0 else "fewer"
            said = f"{self.other_name}: the {party} win {abs(points):.1f} in 100 fights {word} than with {self.first_name} ({sure})."
        else:
            said = f"{self.other_name}: no clear difference in wins for the {party} ({points:+.1f} points; {sure})."
        return f"{said}{self._besides()}"

    def _besides(self) -> str:
        """What else is clearly otherwise."""
        told = [
            f"{one.words} {one.points(self.by[name])}{' points' if one.percent else ''}"
            for name, one in self.measures.items()
            if name != "wins" and self.by[name].excludes(0.0)
        ]
        return f" {'Also clear' if self.clear else 'But clear'}: {'; '.join(told)}." if told else ""

    def as_data(self) -> dict[str, object]:
        return {
            "name": self.other_name,
            "against": self.first_name,
            "wins": self.wins.as_data(),
            "rounds": self.rounds.as_data(),
            "by": {name: figure.as_data() for name, figure in self.by.items()},
            "clear": self.clear,
            "sentence": self.sentence,
        }


class Comparison(Finding):
    """Two or more forecasts on the same dice, and how each differs from the first."""

    def __init__(self, forecasts: list[Forecast], names: list[str], measures: Sequence[Measure] = ()) -> None:
        self.forecasts = forecasts
        self.names = names
        self.measures: list[Measure] = [*measures_from(ALWAYS), *(one for one in measures if one.name not in ALWAYS)]
        self.differences: list[Difference] = [
            Difference(forecasts[0], other, names[0], name, measures) for other, name in zip(forecasts[1:], names[1:], strict=True)
        ]

    @property
    def unfinished(self) -> bool:
        return self.forecasts[0].unfinished

    @property
    def sentence(self) -> str:
        said = " ".join(difference.sentence for difference in self.differences)
        one = self.forecasts[0]
        return f"Interrupted: {one.fights:,} of {one.asked:,} fights of each are counted. {said}" if self.unfinished else said

    def as_data(self) -> dict[str, object]:
        return {
            "unfinished": self.unfinished,
            "command": self.command,
            "sentence": self.sentence,
            "forecasts": [{"name": name, **one.as_data()} for name, one in zip(self.names, self.forecasts, strict=True)],
            "differences": [difference.as_data() for difference in self.differences],
        }

    def rows(self) -> Rows:
        rows: Rows = []
        for place, (name, one) in enumerate(zip(self.names, self.forecasts, strict=True)):
            row: dict[str, object] = {"name": name, "fights": one.fights}
            for measure in self.measures:
                row |= measure.of(one.tally).columns(measure.name)
                if place:
                    row |= self.differences[place - 1].by[measure.name].columns(f"{measure.name}_difference")
            rows.append(row)
        return rows


def compare(
    *what: Encounter | Fight,
    fights: int = 10_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] | Sequence[str | dict[str, str]] = "steady",
    names: Sequence[str] = (),
    measures: Sequence[str | Measure] = (),
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    counted: Counted | None = None,
) -> Comparison:
    """Forecast each on the same dice. One encounter with several `tactics` compares those tactics.

    Wins, who is down or dead, health left and rounds are always compared; `measures` names more ("spent", "left.recoveries").
    Stopped early, by Ctrl-C or `cancelled`, all have the same number of fights.
    """
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
    if len(set(named)) != len(named):
        raise Malformed(f"each of those compared needs a name of its own, and two are called {max(named, key=named.count)!r}.")
    further = measures_from(measures)
    for setting in settings:
        setting.further = [one.name for one in further if not one.kept]
    with runner(processes, cluster) as started:
        tallies, stopped = run_together(settings, fights, started, Watch(progress, cancelled), counted)
    found = [Forecast(setting, tally, fights, stopped) for setting, tally in zip(settings, tallies, strict=True)]
    return Comparison(found, named, further)


def _names(settings: list[Setting]) -> list[str]:
    """The encounters' names, or where those are the same, what tells them apart."""
    names = [setting.encounter.name for setting in settings]
    if len(set(names)) == len(names):
        return names
    tactics = [", ".join(f"{side} {name}" for side, name in one.tactics.items() if side != "*") for one in settings]
    if len(set(tactics)) == len(tactics):
        return tactics
    return [f"{name} ({number})" for number, name in enumerate(names, 1)]
