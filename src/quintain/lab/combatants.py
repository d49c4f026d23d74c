"""What a forecast says of length and of every combatant: how often it falls, what it has left, what it deals, takes and uses."""

from __future__ import annotations

from quintain.lab.intervals import Estimate, mean_of, proportion, quantile
from quintain.lab.setting import Stage
from quintain.lab.tally import Histogram, Tally

MEASURES = {"damage": ("damage", "harm"), "marks": ("mark", "marked")}
"""What harm is counted in, and under which names the rules note it for whoever deals it and whoever takes it."""


class Length:
    """How long fights last, in rounds."""

    def __init__(self, histogram: dict[int, int]) -> None:
        self.histogram = dict(sorted(histogram.items()))
        n = sum(histogram.values())
        self.mean: Estimate = mean_of({float(rounds): count for rounds, count in histogram.items()}, n)
        self.median = quantile(histogram, 0.5)
        self.short = quantile(histogram, 0.1)
        self.long = quantile(histogram, 0.9)

    def as_data(self) -> dict[str, object]:
        return {
            "mean": self.mean.as_data(),
            "median": self.median,
            "tenth": self.short,
            "ninetieth": self.long,
            "histogram": {str(rounds): count for rounds, count in self.histogram.items()},
        }


class Combatant:
    """What the fights showed of one combatant. Figures are means per fight unless they are shares of fights."""

    def __init__(self, id: str, name: str, side: str, falls: Estimate | None) -> None:
        self.id = id
        self.name = name
        self.side = side
        self.falls = falls
        """In what share of the fights it took part in it was down at the end; None where it took part in none."""
        self.left: dict[str, Estimate] = {}
        self.states: dict[str, dict[str, Estimate]] = {}
        self.harm: dict[str, tuple[Estimate, Estimate]] = {}
        """What it dealt and what it took, by what harm is counted in: damage, or marks where a book has those."""
        self.used: dict[str, Estimate] = {}
        """Share of fights in which an ability was used at least once."""
        self.uses: dict[str, float] = {}
        self.never: list[str] = []

    @property
    def dealt(self) -> Estimate | None:
        """What it dealt, in the first measure of harm there is."""
        return next((dealt for dealt, _ in self.harm.values()), None)

    @property
    def taken(self) -> Estimate | None:
        return next((taken for _, taken in self.harm.values()), None)

    @property
    def usual_states(self) -> list[tuple[str, Estimate]]:
        """In which states it usually ends, the most frequent first."""
        words = self.states.get("state") or self.states.get("status") or next(iter(self.states.values()), {})
        return sorted(((word, share) for word, share in words.items() if word), key=lambda pair: -pair[1].value)

    def as_data(self) -> dict[str, object]:
        return {
            "id": self.id,
            "name": self.name,
            "side": self.side,
            "falls": self.falls.as_data() if self.falls is not None else None,
            "left": {name: figure.as_data() for name, figure in self.left.items()},
            "states": {name: {word: e.as_data() for word, e in words.items()} for name, words in self.states.items()},
            "dealt": self.dealt.as_data() if self.dealt is not None else None,
            "taken": self.taken.as_data() if self.taken is not None else None,
            "harm": {name: {"dealt": dealt.as_data(), "taken": taken.as_data()} for name, (dealt, taken) in self.harm.items()},
            "used": {name: figure.as_data() for name, figure in self.used.items()},
            "never used": list(self.never),
        }


def folded(histogram: dict[int, int], most: int = 16) -> list[tuple[int, int, int]]:
    """A histogram in at most so many rows: first value, last value, count."""
    if not histogram:
        return []
    low, high = min(histogram), max(histogram)
    width = (high - low) // most + 1
    return [
        (start, start + width - 1, sum(histogram.get(value, 0) for value in range(start, start + width)))
        for start in range(low, high + 1, width)
    ]


def combatants_of(stage: Stage, tally: Tally) -> list[Combatant]:
    """Figures per combatant, in the order of the encounter, newcomers last."""
    units = {unit.id: unit for unit in stage.template.units}
    found: list[Combatant] = []
    for id in [*units, *(id for id in tally.present if id not in units)]:
        there = tally.present.get(id, 0)
        unit = units.get(id)
        if not there and unit is not None and id not in stage.before:
            continue
        one = Combatant(id, unit.name if unit is not None else id, unit.side if unit is not None else "", _falls(tally, id, there))
        for (who, name), seen in tally.left.items():
            if who == id and name != "of":
                one.left[name] = _left(tally, id, name, seen)
        for (who, name, word), count in sorted(tally.states.items()):
            if who == id:
                one.states.setdefault(name, {})[word] = proportion(count, there)
        for name in harms_of(tally):
            dealt, taken = MEASURES[name]
            one.harm[name] = (_noted(tally, dealt, id), _noted(tally, taken, id))
        _count_uses(one, stage, tally)
        found.append(one)
    return found


def harms_of(tally: Tally) -> list[str]:
    """In what harm is counted: damage, marks where a book has no hit points, or both where some have the one and some the other."""
    noted = {what for what, _ in tally.noted}
    return [name for name, (dealt, taken) in MEASURES.items() if dealt in noted or taken in noted] or ["damage"]


def _falls(tally: Tally, id: str, fights: int) -> Estimate | None:
    """In how many of the fights it took part in a unit was no longer up at the end (taken out altogether included)."""
    return proportion(fights - tally.up.get(id, 0), fights) if fights else None


def _left(tally: Tally, id: str, name: str, seen: Histogram) -> Estimate:
    """What is left of something: the share of fights where it is so or not, else the mean."""
    n = sum(seen.values())
    if (id, name) in tally.yes_no:
        return proportion(seen.get(1, 0), n)
    full = max(tally.left.get((id, "of"), {0.0: 0})) if name == "hp" else None
    return mean_of(seen, n, 0.0 if min(seen) >= 0 else None, full)


def _noted(tally: Tally, what: str, who: str) -> Estimate:
    """The mean per fight of something noted; fights in which it did not happen count as 0."""
    return mean_of(tally.noted.get((what, who), {}), tally.n, 0.0)


def _count_uses(one: Combatant, stage: Stage, tally: Tally) -> None:
    for (what, who), seen in sorted(tally.noted.items()):
        if who == one.id and what.startswith("use:"):
            one.used[what[4:]] = proportion(sum(seen.values()), tally.n)
            one.uses[what[4:]] = sum(amount * count for amount, count in seen.items()) / tally.n
    unit = stage.template.find(one.id)
    if unit is not None:
        one.never = [name for name in stage.system.abilities(stage.template, unit) if name not in one.used]
