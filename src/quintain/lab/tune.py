"""Tuning: reach a target by changing what the user allows, with few fights, and say how sure the answer is.

Each change is tried alone; where none reaches the target, combinations are searched. The answer is measured once more on dice that had
no part in choosing it.
"""

from __future__ import annotations

from math import hypot

from quintain.engine import Malformed, Unavailable
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast, checked_fights
from quintain.lab.intervals import Estimate
from quintain.lab.measure import Measure
from quintain.lab.parameter import Parameter, parameter_from, whole_numbers
from quintain.lab.run import INTERRUPTS, Cancelled, Progress, Watch, nothing_known, runner
from quintain.lab.search import Line, Point, Search, Try
from quintain.library.encounters import Encounter

MOST_NAMED = 4
"""At most so many other answers are named in the sentence."""


class Tuning(Finding):
    """What reaches the target best, what else would, and everything that was tried."""

    def __init__(self, search: Search, within: float) -> None:
        self.encounter = search.encounter
        self.parameters = search.parameters
        self.measure = search.measure
        self.target = search.target
        self.within = within
        self.now = search.now
        self.tries: dict[Point, Try] = search.tries
        """Everything that was tried, by the value of each parameter; None where it was left as it is."""
        self.chosen: Try | None = None
        self.axis = 0
        """Along which parameter the chosen values were settled last."""
        self.alike: tuple[int, int] | None = None
        """From which value of that parameter to which the target cannot be told from what is measured."""
        self.others: list[Point] = []
        """Other answers that reach the target as well."""
        self.turning: list[str] = []
        """Along which parameters the measure goes up and down, so that several answers may exist."""
        self.confirmed: Forecast | None = None
        """The chosen values on dice that had no part in choosing them."""
        self.fights = 0

    # -- the answer ------------------------------------------------------------------------------------------------------

    @property
    def best(self) -> Try:
        if self.chosen is None:
            return min(self.tries.values(), key=lambda one: abs(one.figure.value - self.target))
        return self.chosen

    @property
    def figure(self) -> Estimate:
        """The measure at the answer: as confirmed, or where it did not come to that, as found."""
        return self.measure.of(self.confirmed.tally) if self.confirmed is not None else self.best.figure

    @property
    def wins(self) -> Estimate:
        """The wins at the answer."""
        return (self.confirmed or self.best.forecast).wins

    @property
    def reached(self) -> bool:
        """Is it near enough, as far as can be told? Only what is clearly farther away than `within` is not."""
        return self.figure.low <= self.target + self.within and self.figure.high >= self.target - self.within

    @property
    def changes(self) -> list[tuple[Parameter, int, object]]:
        """What to change: the parameter, its value, and what it was."""
        return [
            (parameter, value, now)
            for parameter, value, now in zip(self.parameters, self.best.point, self.now, strict=True)
            if value is not None
        ]

    def neighbours(self) -> list[Try]:
        """The nearest values below and above the answer that were tried, all else being equal."""
        line = self.along()
        place = [one.point for one in line].index(self.best.point)
        return [line[at] for at in (place - 1, place + 1) if 0 <= at < len(line)]

    def along(self) -> list[Try]:
        """What was tried along the parameter that was settled last, all else being as in the answer, in order."""
        best = self.best.point
        same = [
            one
            for point, one in self.tries.items()
            if all(a == b for at, (a, b) in enumerate(zip(point, best, strict=True)) if at != self.axis)
            and point[self.axis] is not None
        ]
        return sorted(same, key=lambda one: one.point[self.axis] or 0)

    def named(self, point: Point, was: bool = False) -> str:
        """A combination in words, with what it `was` if wanted."""
        told = []
        for one, value, now in zip(self.parameters, point, self.now, strict=True):
            if value is not None:
                beside = " (as it is)" if value == now else f" (was {now})" if was and now is not None else ""
                told.append(f"{one.label} = {value}{beside}")
        return " and ".join(told) or "as it is"

    @property
    def wanted(self) -> str:
        """The target in words: "70 % wins"."""
        number = 100 * self.target if self.measure.share else self.target
        return f"{number:g}{' %' if self.measure.percent else ''} {'' if self.measure.name == 'wins' else self.measure.name}".strip()

    @property
    def sentence(self) -> str:
        said = f"{self.named(self.best.point, was=True)}: {self._figure(self.figure)}"
        if self.confirmed is not None:
            said += ", confirmed on fresh dice"
        if self.unfinished:
            return f"Interrupted: {len(self.tries)} values were tried. So far nearest to {self.wanted}: {said}."
        parts = [f"{said}."] if self.reached else [f"{self.wanted} cannot be reached by what may be changed, alone or together."]
        parts += [] if self.reached else [f"Nearest: {said}."]
        parts += [self._apart(), self._more(), "" if self.reached else self._advice()]
        return " ".join(part for part in parts if part)

    def _figure(self, figure: Estimate) -> str:
        said, n = self.measure.said(figure), f"n = {figure.n:,}"
        with_n = f"{said[:-1]}, {n})"
        return f"the {self.best.forecast.party} win {with_n}" if self.measure.name == "wins" else f"{self.measure.words} {with_n}"

    def _apart(self) -> str:
        """Which values cannot be told apart, and what lies beside them."""
        name = self.parameters[self.axis].label
        parts = []
        if self.alike is not None and self.alike[0] != self.alike[1]:
            parts.append(f"{name} {self.alike[0]} to {self.alike[1]} cannot be told apart")
        first, last = self.alike or (self.best.point[self.axis], self.best.point[self.axis])
        line = self.along()
        below = [one for one in line if first is not None and (one.point[self.axis] or 0) < first]
        above = [one for one in line if last is not None and (one.point[self.axis] or 0) > last]
        sides = [*below[-1:], *above[:1]]
        parts += [f"{one.point[self.axis]} gives {self.measure.said(one.figure).split(' (')[0]}" for one in sides]
        return f"{'; '.join(parts)}." if parts else ""

    def _more(self) -> str:
        parts = [f"Along {name} the measure goes up and down" for name in self.turning]
        if self.others:
            shown = [self.named(point) for point in self.others[:MOST_NAMED]]
            parts.append(f"{'several answers exist' if parts else 'Other answers exist'}: {', or '.join(shown)} as well")
        return f"{': '.join(parts)}." if parts else ""

    def _advice(self) -> str:
        """What to allow so that the target comes nearer; only what is not allowed already."""
        figures = sorted((one.figure for one in self.tries.values()), key=lambda one: one.value)
        low, high = figures[0], figures[-1]
        moved = "" if high.value - low.value > hypot(low.half, high.half) else "What may be changed hardly moves it. "
        one_side = low.value > self.target or high.value < self.target
        told = []
        for parameter, value, _ in self.changes:
            values = whole_numbers(parameter)
            if value in (values[0], values[-1]):
                told.append(f"{parameter.name} {'below' if value == values[0] else 'above'} {value}")
        if told:
            return f"{moved}Allow {' and '.join(told)}, or something else to change as well."
        if one_side:
            return f"{moved or 'All that was tried lies on one side of it. '}Allow something else to change as well."
        if all(parameter.is_number_of for parameter in self.parameters):
            return "Neighbouring numbers jump over it: allow something finer to change as well, such as a figure of theirs."
        return "Neighbouring values jump over it: allow another figure to change as well."

    # -- showing -----------------------------------------------------------------------------------------------------------

    def rows(self) -> Rows:
        names = [one.name for one in self.parameters]
        return [
            {**dict(zip(names, point, strict=True)), **one.figure.columns(self.measure.name), "fights": one.figure.n}
            for point, one in self.tries.items()
        ]

    def as_data(self) -> dict[str, object]:
        names = [one.name for one in self.parameters]
        return {
            "encounter": self.encounter.name,
            "measure": self.measure.name,
            "target": self.target,
            "reached": self.reached,
            "unfinished": self.unfinished,
            "command": self.command,
            "changes": [{"parameter": one.name, "value": value, "was": now} for one, value, now in self.changes],
            "figure": self.figure.as_data(),
            "confirmed": self.confirmed is not None,
            "cannot be told apart": (
                {"parameter": names[self.axis], "from": self.alike[0], "to": self.alike[1]} if self.alike is not None else None
            ),
            "not monotone along": list(self.turning),
            "others": [dict(zip(names, point, strict=True)) for point in self.others],
            "tried": [
                {"values": dict(zip(names, point, strict=True)), "figure": one.figure.as_data()} for point, one in self.tries.items()
            ],
            "fights": self.fights,
            "sentence": self.sentence,
        }


def tune(
    encounter: Encounter,
    *changes: Parameter | str,
    wins: float = 0.7,
    measure: str | Measure = "wins",
    target: float | None = None,
    within: float = 0.02,
    fights: int = 4_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] = "steady",
    processes: int | None = None,
    cluster: str = "",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Tuning:
    """Reach a share of wins by changing what `changes` allow: `tune(enc, "levy=2..8", "levy.hp=15..30", wins=0.7)`.

    Or any other measure: `tune(enc, "levy.hp=15..30", measure="down", target=0.5)` for somebody down in half of the fights.
    Each change is tried alone; where none comes within `within` of the target, combinations of them are searched.
    """
    checked_fights(fights)
    judged = Measure(measure) if isinstance(measure, str) else measure
    wanted = wins if target is None else target
    if judged.share and not 0 < wanted < 1:
        raise Malformed("the share of wins to reach lies between 0 and 100 %, such as 70 %.")
    if not 0 <= within < 0.5:
        raise Malformed("how near is near enough is a share from 0 to 50 %, such as 2 %.")
    allowed = [parameter_from(one) if isinstance(one, str) else one for one in changes]
    if not allowed:
        raise Malformed("say what may be changed: levy=1..6 for how many, levy.hp=10..30 for a figure.")
    if len({one.name for one in allowed}) < len(allowed):
        raise Malformed("each thing that may be changed is named once.")
    for one in allowed:
        whole_numbers(one)
    watch = Watch(progress, cancelled)
    with runner(processes, cluster) as started:
        search = Search(encounter, allowed, judged, wanted, fights, seed, tactics, started, watch)
        return _tuned(search, within if judged.share else 100 * within if judged.percent else within)


def _tuned(search: Search, within: float) -> Tuning:
    result = Tuning(search, within)
    try:
        _find(search, result)
    except INTERRUPTS as why:
        if not search.tries:
            raise nothing_known(why) from None
        result.cut_short = True
    result.fights = search.spent
    search.watch.at(1.0)
    return result


def _find(search: Search, result: Tuning) -> None:
    nothing: Point = (None,) * len(search.parameters)
    lines = [search.along(axis, nothing) for axis in range(len(search.parameters))]
    if not search.tries:
        why = next(iter(search.refused.values()), "")
        raise Unavailable(f"no value of {search.parameters[0].name} can be built. {why}")
    result.turning = [search.parameters[line.axis].label for line in lines if line.turns]
    _settle(search, result, lines)
    if not result.reached and len(search.parameters) > 1:
        found = search.combined()
        _settle(search, result, [*lines, *found])
    line = Line(result.axis, result.best.point)
    value = result.best.point[result.axis]
    if value is not None:
        search.plan(2)
        result.alike = search.alike(line, value)
        for beside in _beside(search, result.axis, value):
            search.look(line.point(beside))
    result.others = _others(search, result, lines)
    search.plan(1)
    result.confirmed = search.fresh(result.best.point)


def _settle(search: Search, result: Tuning, lines: list[Line]) -> None:
    """Of the values beside every crossing, and the nearest of all, measured in full, the best."""
    candidates = {line.point(value): line.axis for line in lines for crossing in line.crossings for value in crossing}
    nearest = min(search.tries.values(), key=lambda one: abs(search.gap(one)))
    changed = [at for at, value in enumerate(nearest.point) if value is not None]
    candidates.setdefault(nearest.point, changed[-1] if changed else 0)
    search.plan(len(candidates))
    measured = [found for point in candidates if (found := search.look(point, quick=False)) is not None]
    near = max(result.within, min(abs(search.gap(one)) for one in measured))
    good = [one for one in measured if abs(search.gap(one)) <= near]
    result.chosen = min(good, key=lambda one: (round(search.change(one.point)), abs(search.gap(one)), one.point[0] or 0))
    result.axis = candidates[result.chosen.point]


def _beside(search: Search, axis: int, value: int) -> list[int]:
    values = search.values[axis]
    place = values.index(value)
    return [values[at] for at in (place - 1, place + 1) if 0 <= at < len(values)]


def _others(search: Search, result: Tuning, lines: list[Line]) -> list[Point]:
    """Other places where the target is met: crossings elsewhere along a range, or along another one."""
    found: list[Point] = []
    for line in lines:
        for crossing in line.crossings:
            ends = [search.tries[line.point(value)] for value in crossing]
            best = min(ends, key=lambda one: abs(search.gap(one)))
            value = best.point[line.axis] or 0
            mine = line.axis == result.axis and result.alike is not None and result.alike[0] <= value <= result.alike[1]
            meets = abs(search.gap(best)) <= max(result.within, best.figure.half)
            if meets and not mine and all(result.best is not one for one in ends):
                found.append(best.point)
    return found
