"""Turning points of a fight in words: which die or which choice moved the chance to win, and what was told of it."""

from __future__ import annotations

from itertools import pairwise

from quintain.engine import Event, Fight
from quintain.engine.view import event_view
from quintain.lab.curve import Point, Sampler
from quintain.lab.onward import Request
from quintain.lab.review_data import TurningPoint
from quintain.lab.run import Watch

MOST = 6
"""At most so many turning points are named."""
LEAST = 0.05
LOOKS = 40
"""Fights after each die of a step, to see which of them moved the chance."""
MOST_DICE = 24
"""Of longer steps so many places are looked at, evenly spread."""
LONGEST = 140


class Turn:
    """A step over which the chance to win moved clearly."""

    def __init__(self, before: Point, after: Point) -> None:
        self.before = before
        self.after = after
        self.events: list[Event] = []

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
        return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"

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


def turns_of(points: list[Point]) -> list[Turn]:
    """The steps over which the chance moved most, as far as that is clear of chance, in the order of the fight."""
    found = []
    for before, after in pairwise(points):
        move = after.figure - before.figure
        if abs(move.value) >= LEAST and move.clear:
            found.append(Turn(before, after))
    strongest = sorted(found, key=lambda turn: -abs(turn.move))[:MOST]
    return sorted(strongest, key=lambda turn: turn.before.entry)


def name_turns(sampler: Sampler, fight: Fight, turns: list[Turn], watch: Watch) -> None:
    """Look after each die and each answer of a turning step which of them moved the chance most, and keep what was told of that."""
    requests: list[Request] = []
    places: list[list[int]] = []
    for turn in turns:
        stops = _stops(fight, turn)
        places.append(stops)
        requests += [Request(turn.before.joint, stop, (), 0, LOOKS) for stop in stops[:-1]]
    found = iter(sampler.ends(requests, watch))
    for turn, stops in zip(turns, places, strict=True):
        values = [turn.before.figure.value]
        for _ in stops[:-1]:
            ends = next(found)
            values.append(sum(ends.wins) / len(ends.wins) if len(ends.wins) else values[-1])
        values.append(turn.after.figure.value)
        sign = 1 if turn.move > 0 else -1
        moves = [sign * (b - a) for a, b in pairwise(values)]
        best = moves.index(max(moves)) if moves else 0
        first = stops[best] if stops else turn.before.entry
        last = stops[best + 1] if best + 1 < len(stops) else turn.after.entry + 1
        turn.events = told_between(fight, first, max(last, first + 1))[:2] or told_between(fight, first, turn.after.entry + 1)[:1]
    watch.at(1.0)


def told_between(fight: Fight, first: int, last: int) -> list[Event]:
    """What was told once so many entries of the record had been read, before it were as many as `last`."""
    return [event for event in fight.events if first <= event.entry < last]


def _stops(fight: Fight, turn: Turn) -> list[int]:
    """Places of the record right after each die and each answer of a step; the last is its end."""
    first, last = turn.before.entry, turn.after.entry
    stops = [place + 1 for place in range(first, last) if fight.entries[place].do in ("roll", "answer", "rule")]
    if len(stops) > MOST_DICE:
        stops = [stops[round(step * (len(stops) - 1) / (MOST_DICE - 1))] for step in range(MOST_DICE)]
    return sorted(set(stops))
