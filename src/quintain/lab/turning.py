"""Turning points of a fight in words: which die or which choice moved the chance to win, and what was told of it."""

from __future__ import annotations

from itertools import pairwise

from quintain.engine import Event, Fight
from quintain.engine.view import event_view
from quintain.lab.curve import FRESH, MOVING, Figure, Point, Sampler, chance_of, change_of
from quintain.lab.onward import Request
from quintain.lab.retold import Retold, Thrown
from quintain.lab.review_data import TurningPoint
from quintain.lab.run import Watch

MOST = 6
"""At most so many turning points are named."""
LEAST = 0.05
PROOF = 240
"""Fights on fresh dice from either end of what seems to have moved the chance."""
LOOKS = 80
"""Fights after each die of a step, to see which of them may have moved the chance."""
LIKELY = 4
"""So many of them are put to the proof."""
MOST_DICE = 24
"""Of longer steps so many places are looked at, evenly spread."""
LONGEST = 140


class Turn:
    """A step over which the chance to win moved clearly."""

    def __init__(self, before: Point, after: Point) -> None:
        self.before = before
        self.after = after
        self.events: list[Event] = []
        self.alone = True
        """Did what these events tell move it by half of the whole and more?"""

    @property
    def move(self) -> float:
        return self.after.figure.value - self.before.figure.value

    def what(self, seat: str) -> str:
        """What was told of it, as far as this seat may hear it."""
        told: list[str] = []
        for event in self.events:
            shown = event_view(event, seat)
            if shown is not None and str(shown.get("text", "")) not in told:
                told.append(str(shown["text"]).rstrip("."))
        said = "; ".join(told) or self.before.label
        said = said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"
        return said if self.alone else f"{said}, among other things"

    def as_data(self, seat: str) -> TurningPoint:
        what = self.what(seat)
        before, after = self.before.estimate.value, self.after.estimate.value
        return {
            "joint": self.before.joint, "entry": self.before.entry, "round": self.round, "before": before, "after": after,
            "what": what, "sentence": f"Round {self.round}: {what}, {100 * before:.0f} to {100 * after:.0f} %",
        }  # fmt: skip

    @property
    def round(self) -> int:
        return max(self.before.round, self.after.round if self.after.won is None else self.before.round)


def turns_of(sampler: Sampler, points: list[Point], watch: Watch) -> list[Turn]:
    """The steps over which the chance moved most, in the order of the fight.

    Of many steps some seem to move it by chance alone, so each is put to the proof: on fresh dice it must move as clearly again.
    """
    seeming = [Turn(before, after) for before, after in pairwise(points) if _turns(change_of(before, after))]
    seeming = sorted(seeming, key=lambda turn: -abs(turn.move))[: sampler.room(2 * MOST)]
    found = []
    for turn, again in zip(seeming, _moves(sampler, [(turn.before, turn.after) for turn in seeming], watch), strict=True):
        if _turns(again) and again.value * turn.move > 0:
            found.append(turn)
    return sorted(found[:MOST], key=lambda turn: turn.before.entry)


def _turns(move: Figure) -> bool:
    return abs(move.value) >= LEAST and move.clear


def _moves(sampler: Sampler, spans: list[tuple[Point, Point]], watch: Watch) -> list[Figure]:
    """By how much the chance moves from one place to another, on fresh dice."""
    chances = iter(_chances(sampler, [point for span in spans for point in span], FRESH, PROOF, watch))
    return [next(chances).times(-1) + next(chances) for _ in spans]


def _chances(sampler: Sampler, points: list[Point], first: int, count: int, watch: Watch) -> list[Figure]:
    wanted = [Request(point.joint, point.entry, (), first, count) for point in points if point.won is None]
    ends = iter(sampler.ends(wanted, watch))
    watch.at(1.0)
    return [chance_of(next(ends)) if point.won is None else point.figure for point in points]


def name_turns(sampler: Sampler, fight: Fight, turns: list[Turn], retold: Retold, watch: Watch) -> None:
    """Look after each die and each answer of a turning step which of them moved the chance most, and keep what was told of that.

    Answers that the tactic would have given move nothing, so they are not looked at. What seems to have moved the chance most is
    looked at again on fresh dice.
    """
    expected, thrown = retold.expected, {one.entry: one for one in retold.thrown}
    places = [_places(fight, turn, expected) for turn in turns]
    looked = iter(_chances(sampler, [place for some in places for place in some], 0, LOOKS, watch.part(0.0, 0.5)))
    likely: list[list[tuple[Point, Point]]] = []
    for turn, some in zip(turns, places, strict=True):
        moves = [turn.move * (after.value - before.value) for before, after in pairwise([next(looked) for _ in some])]
        strongest = sorted(range(len(moves)), key=lambda at: -moves[at])[:LIKELY]
        likely.append([(some[at], some[at + 1]) for at in strongest])
    proved = iter(_moves(sampler, [span for spans in likely for span in spans], watch.part(0.5, 1.0)))
    for turn, some, spans in zip(turns, places, likely, strict=True):
        moved = [turn.move * next(proved).value for _ in spans]
        after = spans[moved.index(max(moved))][1] if spans else turn.after
        turn.alone = not moved or 2 * max(moved) >= turn.move**2
        last = next((place.entry for place in some if place.entry > after.entry), turn.after.entry + 1)
        turn.events = told_of(fight, thrown.get(after.entry - 1), after.entry, last, turn.after.entry + 1)


def told_of(fight: Fight, thrown: Thrown | None, first: int, last: int, end: int) -> list[Event]:
    """What was told of a die, or of an answer, before the next one. Where several dice are thrown before any of them is told: of what
    is told after them all, what is about whoever threw this one."""
    near, later = told_between(fight, first, last), told_between(fight, first, end)
    together = near or [event for event in later if event.entry == later[0].entry]
    if thrown is not None:
        theirs = [event for event in together if thrown.who in event.who]
        theirs = [event for event in theirs if event.verdict] or theirs
        theirs = [event for event in theirs if event.who[0] == thrown.who] or theirs
        if theirs:
            return ([event for event in theirs if thrown.shown_in(event)] or theirs)[:2]
    return near[:2] or later[:1]


def told_between(fight: Fight, first: int, last: int) -> list[Event]:
    """What was told of somebody once so many entries of the record had been read, before it were as many as `last`; from what was
    decided by dice on, where anything was. Arithmetic that decides nothing is left out."""
    told = [event for event in fight.told if first <= event.entry < last and event.who and (event.verdict or not event.math)]
    decided = next((at for at, event in enumerate(told) if event.verdict), 0)
    return told[decided:]


def _places(fight: Fight, turn: Turn, expected: set[int]) -> list[Point]:
    """The start of a step, and right after each of its dice, rulings and unexpected answers; the last is its end."""
    before, after = turn.before, turn.after
    open_entries = (at for at in range(before.entry, after.entry) if at not in expected)
    stops = [at + 1 for at in open_entries if fight.written[at].do in MOVING]
    if len(stops) > MOST_DICE:
        stops = [stops[round(step * (len(stops) - 1) / (MOST_DICE - 1))] for step in range(MOST_DICE)]
    between = [Point(before.joint, stop, before.round, before.label, None) for stop in stops[:-1]]
    end = Point(after.joint, stops[-1] if stops else after.entry, after.round, after.label, after.won)
    return [before, *between, end]
