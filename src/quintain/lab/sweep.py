"""Sweeps: one or two things varied over ranges, every point on the same dice."""

from __future__ import annotations

from collections.abc import Callable

from quintain.engine import Malformed, Refusal, Unavailable
from quintain.engine.tactic import FURTHER
from quintain.lab.forecast import Forecast, checked_fights
from quintain.lab.parameter import Parameter, parameter_from
from quintain.lab.run import Runner, run_many, runner
from quintain.lab.setting import Setting, setting_of
from quintain.library.encounters import Encounter

Point = tuple[object, ...]
Done = Callable[[Point, Forecast], None]


class Sweep:
    """A forecast for each point, and the points that could not be built, with the reason."""

    def __init__(self, encounter: Encounter, axes: list[str], values: list[list[object]]) -> None:
        self.encounter = encounter
        self.axes = axes
        self.values = values
        self.points: dict[Point, Forecast] = {}
        self.refused: dict[Point, str] = {}

    @property
    def party(self) -> str:
        return next(iter(self.points.values())).party

    @property
    def fights(self) -> int:
        """Fights per point."""
        return next(iter(self.points.values())).fights

    def rows(self) -> list[dict[str, object]]:
        """One mapping per point, tidy."""
        found: list[dict[str, object]] = []
        for point, one in self.points.items():
            row: dict[str, object] = dict(zip(self.axes, point, strict=True))
            row |= {
                "wins": one.wins.value,
                "wins_low": one.wins.low,
                "wins_high": one.wins.high,
                "losses": one.losses.value,
                "draws": one.draws.value,
                "unresolved": one.unresolved.value,
                "rounds": one.length.mean.value,
                "fights": one.fights,
            }
            found.append(row)
        return found

    @property
    def sentence(self) -> str:
        best = max(self.points.items(), key=lambda pair: pair[1].wins.value)
        worst = min(self.points.items(), key=lambda pair: pair[1].wins.value)
        return (
            f"The {self.party} win from {worst[1].wins.shown} ({self._said(worst[0])}) to {best[1].wins.shown} "
            f"({self._said(best[0])}); {self.fights:,} fights on the same dice at each of {len(self.points)} points."
        )

    def _said(self, point: Point) -> str:
        return ", ".join(f"{axis} {value}" for axis, value in zip(self.axes, point, strict=True))

    def as_data(self) -> dict[str, object]:
        return {
            "encounter": self.encounter.name,
            "axes": self.axes,
            "points": self.rows(),
            "refused": [{"at": list(point), "why": why} for point, why in self.refused.items()],
        }

    def __repr__(self) -> str:
        return f"<Sweep: {self.sentence}>"

    def __str__(self) -> str:
        from quintain.lab.text import sweep_text

        return sweep_text(self)

    def _repr_html_(self) -> str:
        from quintain.lab.report import sweep_fragment

        return sweep_fragment(self)

    def save(self, path: str) -> None:
        """Write it to a file; its ending says how: .html, .svg, .png, .json, .csv or .parquet."""
        from quintain.lab.export import save_sweep

        save_sweep(self, path)


def sweep(
    encounter: Encounter,
    *parameters: Parameter | str,
    fights: int = 2_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] = "steady",
    processes: int | None = None,
    cluster: str = "",
    done: Done | None = None,
    runs: Runner | None = None,
) -> Sweep:
    """Forecast an encounter at every point of one or two ranges: `sweep(enc, "levy.hp=15..30:5", "levy=2..6")`."""
    checked_fights(fights)
    varied = [parameter_from(one) if isinstance(one, str) else one for one in parameters]
    if not 1 <= len(varied) <= 2:
        raise Malformed("a sweep varies one or two things, such as levy.hp=10..30 and levy=1..6.")
    result = Sweep(encounter, [one.label for one in varied], [one.values for one in varied])
    settings: dict[Point, Setting] = {}
    for point in _points(varied):
        try:
            changed = encounter
            for parameter, value in zip(varied, point, strict=True):
                changed = parameter.applied(changed, value)
            settings[point] = setting_of(changed, tactics, seed)
        except Refusal as no:
            result.refused[point] = no.sentence
    if not settings:
        raise Unavailable(f"none of these points can be built. {next(iter(result.refused.values()))}")
    return _filled(result, settings, fights, processes, cluster, done, runs)


def spread(
    encounter: Encounter,
    tactics: list[str] | None = None,
    fights: int = 2_000,
    seed: str | int = 1,
    processes: int | None = None,
    cluster: str = "",
    done: Done | None = None,
    runs: Runner | None = None,
) -> Sweep:
    """The spread over tactics: the party's against everybody else's, on the same dice."""
    checked_fights(fights)
    names = tactics or [name for name in encounter.system.tactic_names() if name not in FURTHER]
    party = encounter.system.party
    result = Sweep(encounter, [f"{party} play", "the others play"], [list(names), list(names)])
    settings: dict[Point, Setting] = {
        (ours, theirs): setting_of(encounter, {party: ours, "*": theirs}, seed) for ours in names for theirs in names
    }
    return _filled(result, settings, fights, processes, cluster, done, runs)


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
    done: Done | None,
    runs: Runner | None,
) -> Sweep:
    """Every point forecast; interrupted, what is done is kept."""
    try:
        if runs is not None:
            _fill(result, settings, fights, runs, done)
        else:
            with runner(processes, cluster) as started:
                _fill(result, settings, fights, started, done)
    except KeyboardInterrupt:
        if not result.points:
            raise
    return result


def _fill(result: Sweep, settings: dict[Point, Setting], fights: int, runs: Runner, done: Done | None) -> None:
    points, waiting = list(settings), list(settings.values())
    for place, tally in run_many(waiting, fights, runs):
        one = result.points[points[place]] = Forecast(waiting[place], tally, fights, "done")
        if done is not None:
            done(points[place], one)
