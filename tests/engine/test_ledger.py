"""Whatever becomes of a fight's story, the lines of each seat that still hold are that story as the seat may know it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from quintain.engine import GM
from quintain.engine.event import Event, event_from
from quintain.engine.ledger import Ledger
from quintain.engine.seat import NOBODY
from quintain.engine.view import event_view
from tests.support import many

SEATS = (GM, "ann", "ben", "wall")
RUNNERS = (["ann"], ["ben"], ["ann+ben", GM], ["players"])
OURS = ("gm hears that it changed", "others hear that it changed")


def eyes(seat: str) -> str:
    return NOBODY if seat == "wall" else seat


def something(dicey: random.Random, kind: str = "") -> Event:
    """An event that all are told, or some, or some in other words, or the GM alone."""
    audience = dicey.choice(["all", "all", "gm", "seat:ann", "seat:ann+ben", "side:heroes"])
    event = Event(
        kind or dicey.choice(["hit", "move", "ruling"]), str(dicey.randrange(4)), audience=audience, math=[("x", dicey.randrange(2))],
        public=dicey.choice(["", "something"]) if audience != "all" else "", math_for=dicey.choice(["all", "gm", "seat:ben"]),
    )  # fmt: skip
    if audience == "side:heroes":
        event.runners[audience] = dicey.choice(RUNNERS)
    event.cause = dicey.randrange(4) == 0
    event.settle()
    return event


def gone_on(dicey: random.Random, story: list[Event]) -> list[Event]:
    """The story with something more, or changed from some place on."""
    if not story or dicey.randrange(5) < 2:
        return story + [something(dicey) for _ in range(dicey.randrange(4))]
    at, way = dicey.randrange(len(story)), dicey.randrange(4)
    rest = [event_from(event.kept_data()) for event in story[at:]]
    if way == 0:
        rest = [event for event in rest if event.audience != "gm" or event.public or dicey.randrange(2)]
    elif way == 1:
        rest = [something(dicey), *rest]
    elif way == 2:
        rest = [something(dicey) if dicey.randrange(3) == 0 else event for event in rest]
    else:
        rest = rest[: dicey.randrange(len(rest) + 1)]
    if dicey.randrange(2):
        rest.insert(dicey.randrange(len(rest) + 1), something(dicey, "undone"))
    return story[:at] + rest


def as_told(line: Any) -> str:
    """A line without its number and those it names."""
    return json.dumps({name: part for name, part in line.items() if name not in ("number", "cause", "takes_back")}, sort_keys=True)


def known(story: list[Event], seat: str) -> list[str]:
    return [as_told(line) for line in [event_view(event, eyes(seat)) for event in story] if line is not None]


def read_again(ledger: Ledger) -> Ledger:
    again = Ledger()
    again.watchers = ["wall"]
    again.add_kept(json.loads(ledger.kept(0, len(ledger.told))))
    again.standing = ledger.standing[:]
    return again


@pytest.mark.parametrize("seed", range(many(120, 20_000)))
def test_the_lines_that_hold_are_the_story_as_each_seat_may_know_it(seed: int) -> None:
    dicey, story, ledger = random.Random(seed), list[Event](), Ledger()
    ledger.watchers = ["wall"]
    lines: dict[str, list[Any]] = {seat: [] for seat in SEATS}
    for _ in range(dicey.randrange(3, 12)):
        before, story = story, gone_on(dicey, story)
        ledger.follow(before, story, *OURS)
        for seat in SEATS:
            had, lines[seat] = lines[seat], list(ledger.lines(seat))
            now, gone = lines[seat], ledger.taken_back(seat)
            assert now[: len(had)] == had, "what was told never changes"
            assert gone == sorted({number for line in now for number in line.get("takes_back", [])}), "what is gone is said"
            holds = [line for line in now if line["number"] not in gone and line["text"] not in OURS]
            assert [as_told(line) for line in holds] == known(story, seat)
            if seat != GM and known(before, seat) == known(story, seat):
                assert now == had, "what changed for others is silent"
        if dicey.randrange(4) == 0:
            ledger = read_again(ledger)
            assert {seat: ledger.lines(seat) for seat in SEATS} == lines
