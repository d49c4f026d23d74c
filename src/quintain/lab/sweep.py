"""Sweeps: one or two things varied over ranges, every point on the same dice."""

from __future__ import annotations

from collections.abc import Sequence

from quintain.engine import Malformed, Refusal, Unavailable
from quintain.engine.tactic import FURTHER
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast, checked_fights
from quintain.lab.measure import Measure, measures_from
from quintain.lab.parameter import Parameter, parameter_from
from quintain.lab.run import INTERRUPTS, Cancelled, Progress, Runner, Watch, nothing_known, run_many, runner
from quintain.lab.setting import Setting, setting_of
from quintain.library.encounters import Encounter

Point = tuple[object, ...]


class Sweep(Finding):
    """A forecast for each point, and the points that could not be built, with the reason."""

    def __init__(self, encounter: Encounter, axes: list[str], values: list[list[object]]) -> None:
        self.encounter = encounter
        self.axes = axes
        self.values = values
        self.points: dict[Point, Forecast] = {}
        self.refused: dict[Point, str] = {}
        self.wanted = 0
        """How many points there are to forecast; fewer are there where it was interrupted."""
        self.measures: list[Measure] = [Measure("wins")]
        """What is shown of every point; the first is drawn."""

    @property
    def unfinished(self) -> bool:
        return len(self.points) < self.wanted

    @property
    def party(self) -> str:
        return next(iter(self.points.values())).party

    @property
    def fights(self) -> int:
        """Fights per point."""
        return next(iter(self.points.values())).fights

    def rows(self) -> Rows:
        """One mapping per point, tidy."""
        found: Rows = []
        for point, one in self.points.items():
            row: dict[str, object] = dict(zip(self.axes, point, strict=True))
            row |= {
                **one.wins.columns("wins"),
                "losses": one.losses.value,
                "draws": one.draws.value,
                "unresolved": one.unresolved.value,
                "rounds": one.length.mean.value,
                "fights": one.fights,
            }
            for measure in self.measures:
                if measure.name != "wins":
                    row |= measure.of(one.tally).columns(measure.name)
            found.append(row)
        return found

    @property
    def sentence(self) -> str:
        return f"{self._interrupted()}{' '.join(self._extent(measure) for measure in self.measures)} {self._basis()}"

    def _extent(self, measure: Measure) -> str:
        """From where to where a measure goes."""
        figures = {point: measure.of(one.tally) for point, one in self.points.items()}
        best, worst = max(figures, key=lambda point: figures[point].value), min(figures, key=lambda point: figures[point].value)
        low, high = measure.said(figures[worst]), measure.said(figures[best])
        what = f"The {self.party} win" if measure.name == "wins" else f"{measure.words[:1].upper()}{measure.words[1:]}:"
        if best == worst:
            return f"{what} {low} at every point."
        return f"{what} from {low} at {self._said(worst)} to {high} at {self._said(best)}."

    def _basis(self) -> str:
        return f"{self.fights:,} fights on the same dice at each of {len(self.points)} points."

    def _interrupted(self) -> str:
        return f"Interrupted: {len(self.points)} of {self.wanted} points are done. " if self.unfinished else ""

    def _said(self, point: Point) -> str:
        return ", ".join(f"{axis} {value}" for axis, value in zip(self.axes, point, strict=True))

    def as_data(self) -> dict[str, object]:
        return {
            "encounter": self.encounter.name,
            "unfinished": self.unfinished,
            "command": self.command,
            "sentence": self.sentence,
            "axes": self.axes,
            "points": self.rows(),
            "refused": [{"at": list(point), "why": why} for point, why in self.refused.items()],
        }


def sweep(
    encounter: Encounter,
    *parameters: Parameter | str,
    fights: int = 2_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] = "steady",
    measures: Sequence[str | Measure] = ("wins",),
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Sweep:
    """Forecast an encounter at every point of one or two ranges: `sweep(enc, "levy.hp=15..30:5", "levy=2..6")`.

    `measures` says by what the points are judged (`measure.NAMES`); the first is drawn.
    """
    checked_fights(fights)
    varied = [parameter_from(one) if isinstance(one, str) else one for one in parameters]
    if not 1 <= len(varied) <= 2:
        raise Malformed("a sweep varies one or two things, such as levy.hp=10..30 and levy=1..6.")
    result = Sweep(encounter, [one.label for one in varied], [one.values for one in varied])
    result.measures = measures_from(measures) or result.measures
    further = [one.name for one in result.measures if not one.kept]
    settings: dict[Point, Setting] = {}
    for point in _points(varied):
        try:
            changed = encounter
            for parameter, value in zip(varied, point, strict=True):
                changed = parameter.applied(changed, value)
            settings[point] = setting_of(changed, tactics, seed)
            settings[point].further = further
        except Refusal as no:
            result.refused[point] = no.sentence
    if not settings:
        raise Unavailable(f"none of these points can be built. {next(iter(result.refused.values()))}")
    return _filled(result, settings, fights, processes, cluster, Watch(progress, cancelled))


def spread(
    encounter: Encounter,
    tactics: list[str] | None = None,
    fights: int = 2_000,
    seed: str | int = 1,
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    measures: Sequence[str | Measure] = ("wins",),
) -> Sweep:
    """The spread over tactics: the party's against everybody else's, on the same dice."""
    checked_fights(fights)
    names = tactics or [name for name in encounter.system.tactic_names() if name not in FURTHER]
    party = encounter.system.party
    result = Sweep(encounter, [f"{party} play", "the others play"], [list(names), list(names)])
    result.measures = measures_from(measures) or result.measures
    settings: dict[Point, Setting] = {
        (ours, theirs): setting_of(encounter, {party: ours, "*": theirs}, seed) for ours in names for theirs in names
    }
    for setting in settings.values():
        setting.further = [one.name for one in result.measures if not one.kept]
    return _filled(result, settings, fights, processes, cluster, Watch(progress, cancelled))


def _points(parameters: list[Parameter]) -> list[Point]:
    if len(parameters) == 1:
        return [(value,) for value in parameters[0].values]
    return [(a, b) for a in parameters[0].values for b in parameters[1].values]


def _filled(
    result: Sweep,
    settings: dict[Point, Setting],
    fights: int,
    processes: int | None,
    cluster: str,
    watch: Watch,
) -> Sweep:
    """Every point forecast; interrupted, what is done is kept."""
    result.wanted = len(settings)
    try:
        with runner(processes, cluster) as started:
            _fill(result, settings, fights, started, watch)
    except INTERRUPTS as why:
        if not result.points:
            raise nothing_known(why) from None
    return result


def _fill(result: Sweep, settings: dict[Point, Setting], fights: int, runs: Runner, watch: Watch) -> None:
    points, waiting = list(settings), list(settings.values())
    for place, tally in run_many(waiting, fights, runs, watch):
        result.points[points[place]] = Forecast(waiting[place], tally, fights, "done")
