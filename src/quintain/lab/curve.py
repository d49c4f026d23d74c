"""The chance to win along a fight: sampled onward from every joint, with more fights where it moves."""

from __future__ import annotations

import pickle
from bisect import bisect_left
from collections.abc import Iterator
from math import inf, sqrt

from quintain.engine import Fight
from quintain.lab.intervals import Estimate, Z, proportion
from quintain.lab.onward import Ends, Packed, Request, Told, batches, ends_of
from quintain.lab.review_data import CurvePoint, Share
from quintain.lab.run import Runner, Watch, in_order
from quintain.library.encounters import Encounter

FIGHTS = 60
"""So many fights from every joint at first."""
MORE = ((0.05, 140), (0.09, 200))
"""Where the chance moves by so much to a neighbour, so many fights more; twice over."""
MOST_LOOKS = 5_000
MOST_MORE = 3_000
"""Of long fights, so many fights in all for the first look, and each time for where the chance moves most."""
MOVING = ("roll", "answer", "rule")
"""Entries of a record that can move the chance."""
FRESH = 100_000
"""From this number on fights are drawn for a proof: dice that had no part in finding what is proved."""
LONG = 250
"""Answers and rolls of a fight to which these bounds are measured. A fight of more takes as much longer to play onward, and gets as
many fewer: counted and not timed, so that a review is the same on every machine."""


class Figure:
    """A figure with its variance, so that several can be added up."""

    def __init__(self, value: float = 0.0, variance: float = 0.0, n: int = 0, most: float = inf) -> None:
        self.value = value
        self.variance = variance
        self.n = n
        self.most = most
        """How far from zero it can be at all: the difference of two chances is never more than 1, a sum of such may be."""

    @property
    def low(self) -> float:
        return max(-self.most, self.value - Z * sqrt(self.variance))

    @property
    def high(self) -> float:
        return min(self.most, self.value + Z * sqrt(self.variance))

    @property
    def clear(self) -> bool:
        """Is it clear of zero?"""
        return self.low > 0 or self.high < 0

    def __add__(self, other: Figure) -> Figure:
        return Figure(self.value + other.value, self.variance + other.variance, max(self.n, other.n))

    def __sub__(self, other: Figure) -> Figure:
        return Figure(self.value - other.value, self.variance + other.variance, max(self.n, other.n))

    def times(self, sign: int) -> Figure:
        return Figure(sign * self.value, self.variance, self.n, self.most)

    def share(self) -> Share:
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}

    def points(self) -> str:
        """As percentage points with the interval: "-25 (-31 to -19)"."""
        return f"{100 * self.value:+.0f} ({100 * self.low:+.0f} to {100 * self.high:+.0f})"


def paired(first: Ends, other: Ends) -> Figure:
    """Other less first, on the same dice."""
    n = min(len(first.wins), len(other.wins))
    if n == 0:
        return Figure(0.0, 1.0, 0, 1.0)
    more = sum(1 for a, b in zip(first.wins, other.wins, strict=False) if b > a)
    fewer = sum(1 for a, b in zip(first.wins, other.wins, strict=False) if b < a)
    # Half a fight is added to either kind, or few fights that all end alike would seem to be certain.
    spread = (more + fewer + 1.0 - (more - fewer) ** 2 / (n + 2)) / (n + 2) ** 2
    return Figure((more - fewer) / n, max(0.0, spread), n, 1.0)


def chance_of(ends: Ends) -> Figure:
    """The chance to win by these fights."""
    return _chance(sum(ends.wins), len(ends.wins))


def _chance(won: int, n: int) -> Figure:
    """The variance is taken with two more fights of either kind, so that it is never nothing."""
    if not n:
        return Figure(0.5, 0.25, 0)
    p = (won + 2) / (n + 4)
    return Figure(won / n, p * (1 - p) / (n + 4), n)


def change_of(before: Point, after: Point) -> Figure:
    """By how much the chance moved from one point to another."""
    if after.same_as is not None and after.same_as is (before.same_as or before):
        return Figure()
    moved = after.figure - before.figure
    return Figure(moved.value, moved.variance, moved.n, 1.0)


def share_of(chance: Estimate) -> Share:
    """A chance as data, with an interval that stays between 0 and 1."""
    return {"value": chance.value, "low": chance.low, "high": chance.high, "n": chance.n}


def sum_of(figures: Iterator[Figure] | list[Figure]) -> Figure:
    whole = Figure()
    for figure in figures:
        whole = whole + figure
    return whole


class Point:
    """A joint of the fight, or where it stands now."""

    def __init__(self, joint: int, entry: int, round: int, label: str, won: bool | None) -> None:
        self.joint = joint
        self.entry = entry
        self.round = round
        self.label = label
        self.won = won
        """How it ended, where it is over here."""
        self.same_as: Point | None = None
        """An earlier joint at which everything stood alike, or since which nothing happened but what the tactic would have done
        anyway, without a die: the chance is the same."""
        self._hits = 0
        self._n = 0

    def add(self, ends: Ends) -> None:
        self._hits += sum(ends.wins)
        self._n += len(ends.wins)

    @property
    def n(self) -> int:
        return self.same_as.n if self.same_as is not None else self._n

    @property
    def estimate(self) -> Estimate:
        if self.same_as is not None:
            return self.same_as.estimate
        if self.won is not None:
            return Estimate(float(self.won), float(self.won), float(self.won), 0, share=True, exact=True)
        return proportion(self._hits, self._n)

    @property
    def figure(self) -> Figure:
        """The same as something to add up."""
        if self.same_as is not None:
            return self.same_as.figure
        if self.won is not None:
            return Figure(float(self.won), 0.0, 0)
        return _chance(self._hits, self._n)

    def as_data(self) -> CurvePoint:
        one = self.estimate
        return {
            "joint": self.joint, "entry": self.entry, "round": self.round, "label": self.label,
            "win": one.value, "low": one.low, "high": one.high, "n": one.n,
        }  # fmt: skip


class Sampler:
    """Samples onward from places of one fight, in as many processes as there are."""

    def __init__(self, encounter: Encounter, fight: Fight, tactic: str, party: str, seed: str, runs: Runner, watch: Watch) -> None:
        self._blob = pickle.dumps(Packed(encounter, fight.record, tactic, party, seed))
        self._runs = runs
        self.watch = watch
        self.fights = 0
        self._room = min(1.0, LONG / max(1, len(fight.written)))

    def room(self, most: float) -> int:
        """So many fights, or choices, at most; fewer where each is long."""
        return max(1, round(most * self._room))

    def ends(self, requests: list[Request], watch: Watch | None = None) -> list[Ends]:
        """What came of each request, in their order."""
        return list(self.each(requests, watch))

    def each(self, requests: list[Request], watch: Watch | None = None) -> Iterator[Ends]:
        """The same as it comes in: what is interrupted has what came until then."""
        groups = batches(requests)
        watch = watch or Watch()
        for number, part in enumerate(in_order(((ends_of, (self._blob, group)) for group in groups), self._runs, self.watch), 1):
            self.fights += sum(len(one.wins) for one in part)
            yield from part
            watch.at(number / len(groups))

    def weighed(self, joint: int, stop: int, told: list[tuple[Told, ...]], first: int, count: int) -> list[Request]:
        """Requests that set options beside each other on the same dice."""
        return [Request(joint, stop, one, first, count, by_name=True) for one in told]


def points_of(fight: Fight, party: str, expected: set[int], since: int = 0) -> list[Point]:
    """Every joint from number `since` on, and where the fight stands now if it is in the middle of a step. `expected` are the answers,
    by their place in the record, that the tactic would have given."""
    fight = fight.unthinned()
    open_entries = [at for at, entry in enumerate(fight.written) if entry.do in MOVING and at not in expected]
    found: list[Point] = []
    alike: dict[object, Point] = {}
    for number, joint in enumerate(fight.checkpoints[since:], since):
        battle = joint.battle
        over = battle.outcome
        won = (over.winner == party) if over is not None else None
        label = fight.system.heading(battle) if battle.begun else "the start"
        point = Point(number, joint.position, battle.round, label if over is None else "the end", won)
        if won is None and battle.begun:
            key = (battle.round, battle.key())
            point.same_as = alike.get(key)
            if point.same_as is None and found and not _between(open_entries, found[-1].entry, point.entry):
                point.same_as = found[-1].same_as or found[-1]
            alike.setdefault(key, point.same_as or point)
        found.append(point)
    if fight.outcome is None and fight.checkpoints[-1].position < len(fight.written):
        battle = fight.battle
        found.append(Point(len(fight.checkpoints) - 1, len(fight.written), battle.round, "now", None))
    return found


def _between(places: list[int], first: int, last: int) -> bool:
    return bisect_left(places, first) < bisect_left(places, last)


def fill(sampler: Sampler, points: list[Point], fights: int, watch: Watch) -> None:
    """Sample the curve: a look at every joint, then more where it moves."""
    scale = max(1.0, fights / FIGHTS)
    first = max(min(fights, 12), min(fights, sampler.room(MOST_LOOKS * scale) // len(points)))
    _more(sampler, points, first, watch.part(0.0, 0.5))
    for number, (least, each) in enumerate(MORE, 1):
        more = max(1, each * fights // FIGHTS)
        moves = {at: _moves(points, at) for at in range(len(points))}
        moving = sorted((at for at in moves if moves[at] >= least), key=lambda at: (-moves[at], at))
        wanted = sorted(moving[: max(1, sampler.room(MOST_MORE * scale) // more)])
        _more(sampler, [points[at] for at in wanted], more, watch.part(0.25 + 0.25 * number, 0.5 + 0.25 * number))


def _moves(points: list[Point], at: int) -> float:
    here = points[at].figure.value
    return max(abs(points[beside].figure.value - here) for beside in (at - 1, at + 1) if 0 <= beside < len(points))


def _more(sampler: Sampler, wanted: list[Point], fights: int, watch: Watch) -> None:
    open_points = [point for point in spread(wanted) if point.won is None and point.same_as is None]
    start = {id(point): point.n for point in open_points}
    requests: list[Request] = []
    owners: list[Point] = []
    for point in open_points:
        for first in range(start[id(point)], start[id(point)] + fights, 60):
            requests.append(Request(point.joint, point.entry, (), first, min(60, start[id(point)] + fights - first)))
            owners.append(point)
    for point, ends in zip(owners, sampler.each(requests, watch), strict=True):
        point.add(ends)


def spread(points: list[Point]) -> list[Point]:
    """The last one, the first, the one in the middle, those at the quarters and so on: wherever it is cut off, the whole is seen."""
    width = len(points).bit_length()
    order = sorted(range(len(points)), key=lambda at: (at + 1 < len(points), f"{at:0{width}b}"[::-1]))
    return [points[at] for at in order]
