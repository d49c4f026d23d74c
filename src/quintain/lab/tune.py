"""Tuning: reach a target by changing what the user allows, with few fights, and say how sure the answer is.

All values are tried on the same dice, so the share of wins hardly wobbles between neighbours. A coarse scan finds between which values
the target lies; halving that span finds the value; then it and its neighbours are measured with all fights.
"""

from __future__ import annotations

from itertools import pairwise

from quintain.engine import Malformed, Refusal, Unavailable
from quintain.lab.forecast import Forecast, checked_fights
from quintain.lab.intervals import Estimate, proportion
from quintain.lab.parameter import Parameter, parameter_from, whole_numbers
from quintain.lab.run import Enough, Runner, run, runner
from quintain.lab.setting import WIN, setting_of
from quintain.lab.tally import Tally
from quintain.library.encounters import Encounter

SCAN = 5
REDRAWS = 2_000


class Try:
    """One value that was tried."""

    def __init__(self, value: int, forecast: Forecast) -> None:
        self.value = value
        self.forecast = forecast

    @property
    def wins(self) -> Estimate:
        return self.forecast.wins


class Answer:
    """The best value found for one parameter, alone or on top of an earlier change."""

    def __init__(self, parameter: Parameter, best: Try, tries: dict[int, Try], confidence: float, before: object) -> None:
        self.parameter = parameter
        self.best = best
        self.tries = tries
        self.confidence = confidence
        """How often, when the fights are drawn again, this value still comes nearest of those around it."""
        self.before = before

    @property
    def change(self) -> str:
        was = f" (was {self.before})" if self.before is not None else ""
        return f"{self.parameter.label} = {self.best.value}{was}"

    def neighbours(self) -> list[Try]:
        values = sorted(self.tries)
        place = values.index(self.best.value)
        return [self.tries[values[at]] for at in (place - 1, place + 1) if 0 <= at < len(values)]

    def as_data(self) -> dict[str, object]:
        return {
            "parameter": self.parameter.name,
            "value": self.best.value,
            "was": self.before,
            "wins": self.best.wins.as_data(),
            "confidence": self.confidence,
            "tried": [{"value": v, "wins": one.wins.as_data()} for v, one in sorted(self.tries.items())],
        }


class Tuning:
    """What reaches the target best, and what else was tried."""

    def __init__(self, encounter: Encounter, target: float, within: float) -> None:
        self.encounter = encounter
        self.target = target
        self.within = within
        self.answers: list[Answer] = []
        """The changes to make together, in order; the last one reaches the target best."""
        self.others: list[Answer] = []
        """Other single changes that were tried and came less near."""
        self.fights = 0

    @property
    def best(self) -> Answer:
        return self.answers[-1]

    @property
    def wins(self) -> Estimate:
        return self.best.best.wins

    @property
    def reached(self) -> bool:
        return abs(self.wins.value - self.target) <= max(self.within, self.wins.half)

    @property
    def sentence(self) -> str:
        changes = " and ".join(answer.change for answer in self.answers)
        party = self.best.best.forecast.party
        said = f"{changes}: the {party} win {self.wins.shown} ({self.wins.interval}, n = {self.wins.n:,})"
        if not self.reached:
            return f"{100 * self.target:g} % cannot be reached by what may be changed. Nearest: {said}. {self._advice}"
        sides = [f"{one.value} gives {one.wins.shown}" for one in self.best.neighbours()]
        around = f"; {' and '.join(sides)}" if sides else ""
        sure = f"{100 * self.best.confidence:.0f} % sure that no other value tried comes nearer to {100 * self.target:g} %"
        return f"{said}{around}. {sure}."

    @property
    def _advice(self) -> str:
        """What to allow so that the target comes nearer."""
        ends = [answer.parameter.name for answer in self.answers if answer.best.value in (min(answer.tries), max(answer.tries))]
        if ends:
            return f"Allow {' and '.join(ends)} a wider range, or something else to change as well."
        return "Neighbouring values jump over it: allow something finer to change as well, such as hit points."

    def as_data(self) -> dict[str, object]:
        return {
            "encounter": self.encounter.name,
            "target": self.target,
            "reached": self.reached,
            "changes": [answer.as_data() for answer in self.answers],
            "others": [answer.as_data() for answer in self.others],
            "fights": self.fights,
            "sentence": self.sentence,
        }

    def __repr__(self) -> str:
        return f"<Tuning: {self.sentence}>"

    def __str__(self) -> str:
        from quintain.lab.text import tuning_text

        return tuning_text(self)

    def _repr_html_(self) -> str:
        from quintain.lab.report import tuning_fragment

        return tuning_fragment(self)

    def save(self, path: str) -> None:
        """Write it to a file; its ending says how: .html, .svg, .png, .json or .csv."""
        from quintain.lab.export import save_tuning

        save_tuning(self, path)


def tune(
    encounter: Encounter,
    *changes: Parameter | str,
    wins: float = 0.7,
    within: float = 0.02,
    fights: int = 4_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] = "steady",
    processes: int | None = None,
    cluster: str = "",
    runs: Runner | None = None,
) -> Tuning:
    """Reach a share of wins by changing what `changes` allow: `tune(enc, "levy=2..8", "levy.hp=15..30", wins=0.7)`.

    Each change is tried alone; where none comes within `within` of the target, the nearest is refined by the others.
    """
    checked_fights(fights)
    if not 0 < wins < 1:
        raise Malformed("the share of wins to reach lies between 0 and 100 %, such as 70 %.")
    if not 0 <= within < 0.5:
        raise Malformed("how near is near enough is a share from 0 to 50 %, such as 2 %.")
    allowed = [parameter_from(one) if isinstance(one, str) else one for one in changes]
    if not allowed:
        raise Malformed("say what may be changed: levy=1..6 for how many, levy.hp=10..30 for a figure.")
    for one in allowed:
        whole_numbers(one)
    search = Search(wins, fights, seed, tactics)
    if runs is not None:
        return _tuned(encounter, allowed, within, search, runs)
    with runner(processes, cluster) as started:
        return _tuned(encounter, allowed, within, search, started)


def _tuned(encounter: Encounter, allowed: list[Parameter], within: float, search: Search, runs: Runner) -> Tuning:
    result = Tuning(encounter, search.target, within)
    alone = [search.best(encounter, parameter, runs) for parameter in allowed]
    alone.sort(key=lambda answer: abs(answer.best.wins.value - search.target))
    result.answers, result.others = [alone[0]], alone[1:]
    used = [alone[0].parameter.name]
    while not result.reached and len(used) < len(allowed):
        last = result.best
        changed = last.parameter.applied(_with(encounter, result.answers[:-1]), last.best.value)
        parameter = next(answer.parameter for answer in alone if answer.parameter.name not in used)
        used.append(parameter.name)
        refined = search.best(changed, parameter, runs)
        if abs(refined.best.wins.value - search.target) < abs(last.best.wins.value - search.target):
            result.answers.append(refined)
            result.others = [answer for answer in result.others if answer.parameter.name != parameter.name]
    result.fights = search.spent
    return result


def _with(encounter: Encounter, answers: list[Answer]) -> Encounter:
    for answer in answers:
        encounter = answer.parameter.applied(encounter, answer.best.value)
    return encounter


class Search:
    """Looks for the value of one parameter at which the party wins as often as wanted."""

    def __init__(self, target: float, fights: int, seed: str | int, tactics: str | dict[str, str]) -> None:
        self.target = target
        self.fights = fights
        self.seed = seed
        self.tactics = tactics
        self.spent = 0

    def best(self, encounter: Encounter, parameter: Parameter, runs: Runner) -> Answer:
        values = whole_numbers(parameter)
        tries: dict[int, Try] = {}
        before = parameter.now(encounter)
        places = sorted({round(step * (len(values) - 1) / (SCAN - 1)) for step in range(SCAN)})
        why = ""
        for place in places:
            why = self._try(encounter, parameter, values[place], tries, runs, quick=True) or why
        if not tries:
            raise Unavailable(f"no value of {parameter.name} can be built. {why}")
        low, high = self._span(values, tries, before)
        while high - low > 1:
            middle = (low + high) // 2
            self._try(encounter, parameter, values[middle], tries, runs, quick=True)
            found = tries.get(values[middle])
            if found is None:
                break
            same_side = (found.wins.value > self.target) == (tries[values[low]].wins.value > self.target)
            low, high = (middle, high) if same_side else (low, middle)
        return self._settled(encounter, parameter, values, tries, before, runs)

    def _span(self, values: list[int], tries: dict[int, Try], before: object) -> tuple[int, int]:
        """The scanned neighbours between which the target lies; of several, those nearest to what is there now."""
        places = [place for place, value in enumerate(values) if value in tries]
        spans = [
            (a, b)
            for a, b in pairwise(places)
            if (tries[values[a]].wins.value - self.target) * (tries[values[b]].wins.value - self.target) <= 0
        ]
        if not spans:
            nearest = min(places, key=lambda place: abs(tries[values[place]].wins.value - self.target))
            return nearest, nearest
        now = before if isinstance(before, int) else values[0]
        return min(spans, key=lambda span: abs((values[span[0]] + values[span[1]]) / 2 - now))

    def _try(
        self, encounter: Encounter, parameter: Parameter, value: int, tries: dict[int, Try], runs: Runner, quick: bool
    ) -> str:
        """Forecast one value; a quick look stops once it is clear on which side of the target it lies. Why not, if it cannot be."""
        known = tries.get(value)
        if known is not None and (quick or known.forecast.fights >= self.fights):
            return ""
        try:
            setting = setting_of(parameter.applied(encounter, value), self.tactics, self.seed)
        except Refusal as no:
            return no.sentence
        enough = _clear_of(self.target) if quick else None
        tally, stopped = run(setting, self.fights, runs, enough)
        if stopped == "interrupted":
            raise KeyboardInterrupt
        self.spent += tally.n
        tries[value] = Try(value, Forecast(setting, tally, self.fights, stopped))
        return ""

    def _settled(
        self, encounter: Encounter, parameter: Parameter, values: list[int], tries: dict[int, Try], before: object, runs: Runner
    ) -> Answer:
        """The nearest value and its neighbours measured with all fights, and how sure the choice is."""
        for _ in range(3):
            nearest = min(tries.values(), key=lambda one: (abs(one.wins.value - self.target), one.value))
            place = values.index(nearest.value)
            around = [values[at] for at in (place - 1, place, place + 1) if 0 <= at < len(values)]
            for value in around:
                self._try(encounter, parameter, value, tries, runs, quick=False)
            measured = [tries[value] for value in around if value in tries]
            best = min(measured, key=lambda one: (abs(one.wins.value - self.target), one.value))
            if best.value == nearest.value:
                break
        return Answer(parameter, best, tries, self._confidence(best, measured), before)

    def _confidence(self, best: Try, measured: list[Try]) -> float:
        """Draw the fights again, whole rows across the values tried: how often does the choice stay the same?"""
        if len(measured) == 1:
            return 1.0
        n = min(one.forecast.fights for one in measured)
        patterns: dict[tuple[bool, ...], int] = {}
        for fight in range(n):
            pattern = tuple(one.forecast.tally.codes[fight] == WIN for one in measured)
            patterns[pattern] = patterns.get(pattern, 0) + 1
        from numpy import abs as gap
        from numpy import array
        from numpy.random import default_rng

        drawn = default_rng(list(f"tune:{self.seed}".encode())).multinomial(n, array(list(patterns.values())) / n, REDRAWS)
        gaps = gap(drawn @ array(list(patterns), dtype=int) / n - self.target)
        kept = gaps[:, measured.index(best)] <= gaps.min(axis=1)
        return float(kept.mean())


def _clear_of(target: float) -> Enough:
    """Stop once the target lies well outside the interval (four standard errors, since it is looked at many times)."""

    def enough(tally: Tally) -> bool:
        return proportion(tally.results[WIN], tally.n, 4.0).excludes(target)

    return enough
