"""What is kept of sampled fights: sums and histograms that do not grow with their number, and a few bytes per fight."""

from __future__ import annotations

import gc
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from quintain.engine import Battle, Outcome, Refusal, RuleError
from quintain.engine.remains import Alike, Left, count_alike, fallen_of, sides_of
from quintain.lab.measure import RESULTS, spent_of, sum_of
from quintain.lab.setting import Setting, Stage

SELDOM = 50_000
"""After so many new objects that are kept, Python looks for some that only refer to each other."""
MOST_WORDS = 30
OTHERS = "others"
FALLEN, DOWN = ("up",), (False,)
"""The figures of whoever is gone altogether."""


class Broken(RuleError):
    """A sampled fight could not be played to its end: a defect of the rules as implemented."""


Histogram = dict[float, int]
"""In how many fights something had which value."""


class Tally:
    """The fights first .. first + n - 1, counted. Two tallies of neighbouring fights merge into one."""

    def __init__(self, first: int = 1) -> None:
        self.first = first
        self.n = 0
        self.results = [0, 0, 0, 0]
        self.endings: dict[str, int] = {}
        self.lengths: dict[int, int] = {}
        self.present: dict[str, int] = {}
        """In how many fights this unit was there at the end, standing or not."""
        self.up: dict[str, int] = {}
        self.left: dict[tuple[str, str], Histogram] = {}
        """What was left, by (unit, figure)."""
        self.states: dict[tuple[str, str, str], int] = {}
        """What was left in words, by (unit, figure, word)."""
        self.words: dict[tuple[str, str], int] = {}
        """How many different words a figure has shown; the rare ones beyond the first few count together."""
        self.yes_no: set[tuple[str, str]] = set()
        """Which figures are yes or no, so that their mean is a share."""
        self.noted: dict[tuple[str, str], Histogram] = {}
        """What was noted, by (what, who), in those fights in which it happened."""
        self.codes = array("B")
        self.rounds = array("H")
        self.margins = array("f")
        self.healths = array("f")
        """What the party had left, as a share of the whole."""
        self.downs = array("B")
        self.deaths = array("B")
        """How many of the party were down, and dead, at the end."""
        self.further: dict[str, array[float]] = {}
        """What else was asked for, by the names of measures."""
        self.rows: list[dict[str, object]] | None = None
        """One mapping per fight, where they were asked for."""
        self._alike: Alike = {}
        self._notes: Counter[tuple[tuple[str, str], int]] = Counter()
        """How often a unit was left with the same figures, and something was noted as often: `settle` adds them to the rest."""

    def merge(self, other: Tally) -> None:
        if other.first != self.first + self.n:
            raise ValueError(f"fights {other.first} on do not follow fight {self.first + self.n - 1}")
        self.n += other.n
        self.results = [a + b for a, b in zip(self.results, other.results, strict=True)]
        for mine, theirs in ((self.endings, other.endings), (self.present, other.present), (self.up, other.up)):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count
        for rounds, count in other.lengths.items():
            self.lengths[rounds] = self.lengths.get(rounds, 0) + count
        for (unit, name, word), count in other.states.items():
            self._count_word(unit, name, word, count)
        self.yes_no |= other.yes_no
        _merge_histograms(self.left, other.left)
        _merge_histograms(self.noted, other.noted)
        self.codes.extend(other.codes)
        self.rounds.extend(other.rounds)
        self.margins.extend(other.margins)
        self.healths.extend(other.healths)
        self.downs.extend(other.downs)
        self.deaths.extend(other.deaths)
        for measure, values in other.further.items():
            self.further.setdefault(measure, array("f")).extend(values)
        if other.rows is not None:
            self.rows = [*(self.rows or []), *other.rows] if self.n > other.n else other.rows

    def add(self, stage: Stage, battle: Battle, counts: dict[tuple[str, str], int] | None) -> None:
        """One fight more. What was noted in it counts at once, or where it is None with all the others of the stage's reading."""
        setting, system = stage.setting, stage.system
        left = system.left(battle)
        code = setting.code(battle.outcome)
        self.n += 1
        self.results[code] += 1
        ending = _ending(battle.outcome)
        self.endings[ending] = self.endings.get(ending, 0) + 1
        self.lengths[battle.round] = self.lengths.get(battle.round, 0) + 1
        count_alike(self._alike, left)
        if len(left) < len(stage.ids):
            self._add_gone(stage, battle, left)
        if counts is None:
            stage.reading.add_up()
        else:
            self._notes.update(counts.items())
        self.codes.append(code)
        self.rounds.append(min(battle.round, 65_535))
        self._add_party(stage, battle, left)
        if self.rows is not None:
            noted = stage.reading.counts if counts is None else counts
            self.rows.append(_row(self.first + self.n - 1, setting, code, battle, self.margins[-1], left, noted))

    def _add_gone(self, stage: Stage, battle: Battle, left: Left) -> None:
        """Who was there at the start and has been taken out altogether has fallen; who has yet to come, or is a thing, has not."""
        for id in stage.ids:
            if id not in left and battle.find(id) is None:
                self._alike[id, FALLEN, DOWN] = self._alike.get((id, FALLEN, DOWN), 0) + 1

    def settle(self, stage: Stage) -> None:
        """Count what was kept together so far: many fights leave a unit with just the same figures."""
        for (unit, names, values), count in self._alike.items():
            self._add_left(unit, names, values, count)
        for (key, amount), count in self._notes.items():
            seen = self.noted.setdefault(key, {})
            seen[amount] = seen.get(amount, 0) + count
        for key, amounts in stage.reading.added_up().items():
            seen = self.noted.setdefault(key, {})
            for amount, count in amounts.items():
                seen[amount] = seen.get(amount, 0) + count
        self._alike, self._notes = {}, Counter()

    def _add_party(self, stage: Stage, battle: Battle, left: Left) -> None:
        down, dead = fallen_of(battle, left, stage.standing)
        self.downs.append(min(down, 255))
        self.deaths.append(min(dead, 255))
        ours, theirs = sides_of(stage.system, battle, left, stage.setting.party)
        self.healths.append(ours)
        self.margins.append(ours - theirs)
        for one in stage.further:
            if one.name.startswith("left."):
                value = sum_of(left, stage.party, one.figure)
            else:
                value = spent_of(stage.before, left, stage.party, one.figure)
            self.further.setdefault(one.name, array("f")).append(value)

    def _add_left(self, unit: str, names: tuple[str, ...], values: tuple[object, ...], count: int) -> None:
        self.present[unit] = self.present.get(unit, 0) + count
        for name, value in zip(names, values, strict=True):
            if name == "up":
                self.up[unit] = self.up.get(unit, 0) + (count if value else 0)
            elif isinstance(value, str):
                self._count_word(unit, name, value, count)
            elif isinstance(value, int | float):
                key = (unit, name)
                seen = self.left.get(key)
                if seen is None:
                    seen = self.left[key] = {}
                    if isinstance(value, bool):
                        self.yes_no.add(key)
                seen[value] = seen.get(value, 0) + count

    def _count_word(self, unit: str, name: str, word: str, count: int) -> None:
        state = (unit, name, word)
        if state not in self.states:
            if self.words.get((unit, name), 0) >= MOST_WORDS:
                state = (unit, name, OTHERS)
            else:
                self.words[unit, name] = self.words.get((unit, name), 0) + 1
        self.states[state] = self.states.get(state, 0) + count


def count_fights(stage: Stage, first: int, count: int, rows: bool = False) -> Tally:
    """Run some fights one after the other and count them."""
    tally = Tally(first)
    if rows:
        tally.rows = []
    stage.reading.added_up()  # of fights that broke off
    counts: dict[tuple[str, str], int] | None = None
    with seldom_collected():
        for number in range(first, first + count):
            try:
                if stage.plain:
                    battle = stage.run_plain(number)
                else:
                    battle, counts = stage.run(number)
            except Refusal:
                raise
            except Exception as problem:
                raise Broken(
                    f"fight {number} of seed {stage.setting.seed} broke off ({type(problem).__name__}: {problem}). "
                    f"This is a defect of the rules as implemented; `watch {number}` shows it."
                ) from problem
            tally.add(stage, battle, counts)
    tally.settle(stage)
    return tally


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Fights leave hardly anything behind that refers to itself: looking for it after every few hundred objects is wasted."""
    before = gc.get_threshold()
    if before[0] in (0, SELDOM):
        yield  # somebody else has seen to it
        return
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _merge_histograms(mine: dict[tuple[str, str], Histogram], theirs: dict[tuple[str, str], Histogram]) -> None:
    for key, seen in theirs.items():
        here = mine.get(key)
        if here is None:
            mine[key] = dict(seen)
        else:
            for value, count in seen.items():
                here[value] = here.get(value, 0) + count


def _ending(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unresolved"
    return f"{outcome.result}: {outcome.why}" if outcome.why else outcome.result


def _row(
    number: int,
    setting: Setting,
    code: int,
    battle: Battle,
    margin: float,
    left: Left,
    counts: dict[tuple[str, str], int],
) -> dict[str, object]:
    row: dict[str, object] = {
        "fight": number,
        "seed": setting.seed_of(number),
        "party": RESULTS[code],
        "ending": _ending(battle.outcome),
        "rounds": battle.round,
        "margin": round(margin, 6),
    }
    for unit, figures in left.items():
        for name, value in figures.items():
            row[f"{unit}.{name}"] = value
    for (what, who), amount in counts.items():
        row[counted_as(what, who)] = amount
    return row


def counted_as(what: str, who: str) -> str:
    """The name of the column in which something noted is counted."""
    return f"{who}.{what}" if who else what
