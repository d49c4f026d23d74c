"""The search behind tuning: along one range, then over combinations of several, for values at which a measure meets its target.

All values are tried on the same dice, so a measure hardly wobbles between neighbours. A quick look stops as soon as it is clear on
which side of the target a value lies. Wherever neighbours on a coarse scan lie on two sides of the target, the span between them is
halved.
"""

from __future__ import annotations

from itertools import pairwise, product

from quintain.engine import Refusal
from quintain.lab.forecast import Forecast
from quintain.lab.intervals import Estimate
from quintain.lab.measure import Measure
from quintain.lab.parameter import Parameter, whole_numbers
from quintain.lab.run import Runner, Stopped, Watch, run
from quintain.lab.setting import setting_of
from quintain.lab.tally import Tally
from quintain.library.encounters import Encounter

SCAN = 7
"""So many values of a range are looked at first."""
MOST_CROSSINGS = 3
"""At most so many places along a range where the target is crossed are followed up."""
GRID = {2: 4, 3: 3}
"""How many values of each range a scan of combinations looks at, by the number of ranges; of more than three, the strongest three."""
MOST_EDGES = 5
CERTAIN = 4.0
"""A quick look stops when the target is this many standard errors away, since it is looked at many times."""
Point = tuple[int | None, ...]
"""A value for each parameter; None where the encounter is left as it is."""


class Try:
    """One combination of values that was tried."""

    def __init__(self, point: Point, forecast: Forecast, measure: Measure) -> None:
        self.point = point
        self.forecast = forecast
        self.figure: Estimate = measure.of(forecast.tally)


class Line:
    """What was found along one range, everything else being as in `base`."""

    def __init__(self, axis: int, base: Point) -> None:
        self.axis = axis
        self.base = base
        self.crossings: list[tuple[int, int]] = []
        """Neighbouring values between which the target is crossed."""
        self.turns = False
        """Does the measure clearly go up in one place and down in another?"""

    def point(self, value: int) -> Point:
        return (*self.base[: self.axis], value, *self.base[self.axis + 1 :])


class Search:
    """Looks for values at which the measure meets its target."""

    def __init__(
        self,
        encounter: Encounter,
        parameters: list[Parameter],
        measure: Measure,
        target: float,
        fights: int,
        seed: str | int,
        tactics: str | dict[str, str],
        runs: Runner,
        watch: Watch,
    ) -> None:
        self.encounter = encounter
        self.parameters = parameters
        self.values: list[list[int]] = [whole_numbers(one) for one in parameters]
        self.now: list[object] = [one.now(encounter) for one in parameters]
        self.measure = measure
        self.target = target
        self.fights = fights
        self.seed = seed
        self.tactics = tactics
        self.runs = runs
        self.watch = watch
        self.tries: dict[Point, Try] = {}
        self.refused: dict[Point, str] = {}
        self.spent = 0
        self._planned = 0
        self._done = 0

    # -- trying ----------------------------------------------------------------------------------------------------------

    def plan(self, looks: int) -> None:
        """So many more looks are to come at most."""
        self._planned += looks

    def look(self, point: Point, quick: bool = True) -> Try | None:
        """Forecast one combination; None where it cannot be built."""
        known = self.tries.get(point)
        if point in self.refused or (known is not None and (quick or known.forecast.fights >= self.fights)):
            self._step()
            return known
        try:
            setting = setting_of(self._built(point), self.tactics, self.seed)
        except Refusal as no:
            self.refused[point] = no.sentence
            self._step()
            return None
        setting.further = [] if self.measure.kept else [self.measure.name]
        tally, stopped = run(setting, self.fights, self.runs, self._clear if quick else None, Watch(cancelled=self._wanted))
        if stopped == "interrupted":
            raise Stopped("in the middle of a value")
        self.spent += tally.n
        found = self.tries[point] = Try(point, Forecast(setting, tally, self.fights, stopped), self.measure)
        self._step()
        return found

    def fresh(self, point: Point) -> Forecast:
        """The same combination on dice that had no part in choosing it."""
        setting = setting_of(self._built(point), self.tactics, f"{self.seed}:fresh")
        setting.further = [] if self.measure.kept else [self.measure.name]
        tally, stopped = run(setting, self.fights, self.runs, None, Watch(cancelled=self._wanted))
        if stopped == "interrupted":
            raise Stopped("in the middle of the proof")
        self.spent += tally.n
        self._step()
        return Forecast(setting, tally, self.fights, stopped)

    def gap(self, found: Try) -> float:
        return found.figure.value - self.target

    def change(self, point: Point) -> float:
        """How far a combination is from what is there now: the parameters changed, then how far along their ranges."""
        far = 0.0
        for value, values, now in zip(point, self.values, self.now, strict=True):
            if value is not None and value != now:
                start = now if isinstance(now, int) else values[0]
                far += 1.0 + abs(value - start) / max(1, values[-1] - values[0])
        return far

    def _built(self, point: Point) -> Encounter:
        changed = self.encounter
        for parameter, value in zip(self.parameters, point, strict=True):
            if value is not None:
                changed = parameter.applied(changed, value)
        return changed

    def _clear(self, tally: Tally) -> bool:
        return self.measure.of(tally, CERTAIN).excludes(self.target)

    def _wanted(self) -> bool:
        self.watch.check()
        return False

    def _step(self) -> None:
        self._done += 1
        self.watch.at(0.99 * self._done / max(self._planned, self._done))

    # -- along one range -------------------------------------------------------------------------------------------------

    def along(self, axis: int, base: Point) -> Line:
        """Scan a range, then halve every span in which the target is crossed."""
        line = Line(axis, base)
        values = self.values[axis]
        places = sorted({round(step * (len(values) - 1) / (SCAN - 1)) for step in range(SCAN)})
        self.plan(len(places) + len(values).bit_length())
        seen = [(place, found) for place in places if (found := self.look(line.point(values[place]))) is not None]
        ups = any(a.figure.high < b.figure.low for (_, a), (_, b) in pairwise(seen))
        downs = any(a.figure.low > b.figure.high for (_, a), (_, b) in pairwise(seen))
        line.turns = ups and downs
        spans = [(a, b) for (a, left), (b, right) in pairwise(seen) if self.gap(left) * self.gap(right) <= 0]
        now = self.now[axis]
        start = now if isinstance(now, int) else values[0]
        spans.sort(key=lambda span: abs((values[span[0]] + values[span[1]]) / 2 - start))
        for low, high in spans[:MOST_CROSSINGS]:
            line.crossings.append(self.halved(line, low, high))
        return line

    def halved(self, line: Line, low: int, high: int) -> tuple[int, int]:
        """Between two places of a range on two sides of the target: the neighbours between which it is crossed."""
        values = self.values[line.axis]
        while high - low > 1:
            middle = (low + high) // 2
            found, left = self.look(line.point(values[middle])), self.tries[line.point(values[low])]
            if found is None:
                break
            low, high = (middle, high) if self.gap(found) * self.gap(left) > 0 else (low, middle)
        return values[low], values[high]

    def alike(self, line: Line, value: int) -> tuple[int, int] | None:
        """From which value to which around this one the target cannot be told from what is measured; None where it can be at once."""
        best = self.look(line.point(value), quick=False)
        if best is None or best.figure.excludes(self.target):
            return None
        values = self.values[line.axis]
        ends = [values.index(value)] * 2
        for side, towards in enumerate((-1, 1)):
            inside, step = ends[side], 1
            outside = inside
            while 0 <= outside + towards * step < len(values):
                outside += towards * step
                step *= 2
                if not self._alike(line, values[outside]):
                    break
                inside = outside
            else:
                outside = -1 if towards < 0 else len(values)
            while abs(outside - inside) > 1:
                middle = (outside + inside) // 2
                inside, outside = (middle, outside) if self._alike(line, values[middle]) else (inside, middle)
            ends[side] = inside
        return values[ends[0]], values[ends[1]]

    def _alike(self, line: Line, value: int) -> bool:
        self.plan(1)
        found = self.look(line.point(value))
        return found is not None and not found.figure.excludes(self.target)

    # -- combinations ----------------------------------------------------------------------------------------------------

    def strongest(self) -> list[int]:
        """The axes along which the measure moves most, at most three."""
        spans: dict[int, float] = {}
        for axis in range(len(self.parameters)):
            found = [one.figure.value for point, one in self.tries.items() if self._only(point, axis)]
            spans[axis] = max(found) - min(found) if found else 0.0
        return sorted(sorted(spans, key=lambda axis: -spans[axis])[:3])

    def _only(self, point: Point, axis: int) -> bool:
        return all(value is None for place, value in enumerate(point) if place != axis)

    def combined(self) -> list[Line]:
        """Scan combinations of the strongest ranges; the lines along which the target is crossed, the smallest change first."""
        axes = self.strongest()
        places = []
        for axis in axes:
            last, each = len(self.values[axis]) - 1, GRID[len(axes)]
            places.append(sorted({round(step * last / (each - 1)) for step in range(each)}))
        self.plan(len(list(product(*places))) + MOST_EDGES * 4)
        grid = {spot: self.look(self._at(axes, spot)) for spot in product(*places)}
        edges: list[tuple[float, Line, int, int]] = []
        for spot, left in grid.items():
            for number, axis in enumerate(axes):
                after = [place for place in places[number] if place > spot[number]]
                if not after or left is None:
                    continue
                other = (*spot[:number], after[0], *spot[number + 1 :])
                right = grid[other]
                if right is not None and self.gap(left) * self.gap(right) <= 0:
                    far = min(self.change(left.point), self.change(right.point))
                    edges.append((far, Line(axis, left.point), spot[number], after[0]))
        edges.sort(key=lambda edge: edge[0])
        found = []
        for _, line, low, high in edges[:MOST_EDGES]:
            line.crossings.append(self.halved(line, low, high))
            found.append(line)
        return found

    def _at(self, axes: list[int], spot: tuple[int, ...]) -> Point:
        point: list[int | None] = [None] * len(self.parameters)
        for axis, place in zip(axes, spot, strict=True):
            point[axis] = self.values[axis][place]
        return tuple(point)


