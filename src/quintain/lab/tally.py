"""What is kept of sampled fights: sums and histograms that do not grow with their number, and a few bytes per fight."""

from __future__ import annotations

from array import array

from quintain.engine import Battle, Outcome, Refusal, RuleError, System, Unit
from quintain.lab.setting import RESULTS, Setting, Stage

MOST_WORDS = 30
OTHERS = "others"


class Broken(RuleError):
    """A sampled fight could not be played to its end: a defect of the rules as implemented."""


class Sums:
    """Number, sum and sum of squares of something measured once per fight."""

    __slots__ = ("n", "squares", "total")

    def __init__(self, n: int = 0, total: float = 0.0, squares: float = 0.0) -> None:
        self.n = n
        self.total = total
        self.squares = squares

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Sums) -> None:
        self.n += other.n
        self.total += other.total
        self.squares += other.squares


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
        self.left: dict[tuple[str, str], Sums] = {}
        """What was left, by (unit, figure)."""
        self.states: dict[tuple[str, str, str], int] = {}
        """What was left in words, by (unit, figure, word)."""
        self.words: dict[tuple[str, str], int] = {}
        """How many different words a figure has shown; the rare ones beyond the first few count together."""
        self.yes_no: set[tuple[str, str]] = set()
        """Which figures are yes or no, so that their mean is a share."""
        self.noted: dict[tuple[str, str], Sums] = {}
        """What was noted, by (what, who); n counts the fights in which it happened."""
        self.codes = array("B")
        self.rounds = array("H")
        self.margins = array("f")
        self.rows: list[dict[str, object]] | None = None
        """One mapping per fight, where they were asked for."""

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
        _merge_sums(self.left, other.left)
        _merge_sums(self.noted, other.noted)
        self.codes.extend(other.codes)
        self.rounds.extend(other.rounds)
        self.margins.extend(other.margins)
        if other.rows is not None:
            self.rows = [*(self.rows or []), *other.rows] if self.n > other.n else other.rows

    def add(
        self,
        setting: Setting,
        system: System,
        battle: Battle,
        counts: dict[tuple[str, str], int],
    ) -> None:
        """One fight more."""
        left = system.left(battle)
        code = setting.code(battle.outcome)
        self.n += 1
        self.results[code] += 1
        ending = _ending(battle.outcome)
        self.endings[ending] = self.endings.get(ending, 0) + 1
        self.lengths[battle.round] = self.lengths.get(battle.round, 0) + 1
        for unit, figures in left.items():
            self._add_left(unit, figures)
        for key, amount in counts.items():
            sums = self.noted.get(key)
            if sums is None:
                sums = self.noted[key] = Sums()
            sums.add(amount)
        self.codes.append(code)
        self.rounds.append(min(battle.round, 65_535))
        margin = margin_of(system, battle, left, setting.party)
        self.margins.append(margin)
        if self.rows is not None:
            self.rows.append(_row(self.first + self.n - 1, setting, code, battle, margin, left, counts))

    def _add_left(self, unit: str, figures: dict[str, object]) -> None:
        self.present[unit] = self.present.get(unit, 0) + 1
        for name, value in figures.items():
            if name == "up":
                self.up[unit] = self.up.get(unit, 0) + (1 if value else 0)
            elif isinstance(value, str):
                self._count_word(unit, name, value, 1)
            elif isinstance(value, int | float):
                key = (unit, name)
                if isinstance(value, bool):
                    self.yes_no.add(key)
                sums = self.left.get(key)
                if sums is None:
                    sums = self.left[key] = Sums()
                sums.add(value)

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
    for number in range(first, first + count):
        try:
            battle, counts = stage.run(number)
        except Refusal:
            raise
        except Exception as problem:
            raise Broken(
                f"fight {number} of seed {stage.setting.seed} broke off ({type(problem).__name__}: {problem}). "
                f"This is a defect of the rules as implemented; `watch {number}` shows it."
            ) from problem
        tally.add(stage.setting, stage.system, battle, counts)
    return tally


def health_of(system: System, battle: Battle, unit: Unit | None, figures: dict[str, object]) -> float:
    """How much of a unit is left, from 0 to 1."""
    if not figures.get("up", False):
        return 0.0
    power = system.staying_power(battle, unit) if unit is not None else -1
    if power >= 0:
        return min(1.0, power / 100)
    points, full = figures.get("hp"), figures.get("of")
    if isinstance(points, int | float) and isinstance(full, int | float) and full > 0:
        return max(0.0, min(1.0, points / full))
    return 1.0


def margin_of(system: System, battle: Battle, left: dict[str, dict[str, object]], party: str) -> float:
    """What the party has left less what the others have left, each as a share of whole sides: from -1 to 1."""
    ours, theirs, friends, foes = 0.0, 0.0, 0, 0
    for unit, figures in left.items():
        found = battle.find(unit)
        if found is not None and found.side == party:
            ours += health_of(system, battle, found, figures)
            friends += 1
        else:
            theirs += health_of(system, battle, found, figures)
            foes += 1
    return (ours / friends if friends else 0.0) - (theirs / foes if foes else 0.0)


def _merge_sums(mine: dict[tuple[str, str], Sums], theirs: dict[tuple[str, str], Sums]) -> None:
    for key, sums in theirs.items():
        here = mine.get(key)
        if here is None:
            mine[key] = sums
        else:
            here.merge(sums)


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
    left: dict[str, dict[str, object]],
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
