"""What all tests share."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from quintain.engine import Fight
from quintain.engine.viewer import Viewer, known_stats
from quintain.library.encounters import fight_of

LONG = "QUINTAIN_LONG"
OUTSIDE = "QUINTAIN_TESTED_SYSTEM"
"""The module of a system of another package that alone is put through the conformance suite (`pytest --system MODULE`)."""


def clause(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rule-book clauses it shows: `@clause("RI-07")`, or several ids."""
    return pytest.mark.clause(*ids)


def stats_of(fight: Fight, seat: str, id: str) -> dict[str, Any]:
    """Every stat of a unit that this seat may read, by name; a unit it knows nothing of has none."""
    viewer = Viewer(fight.system, fight.battle, seat.removeprefix("seat:"))
    unit = fight.battle.find(id)
    assert unit is not None and viewer.sees(id)
    return known_stats(viewer, unit)


def many(short: int, long: int) -> int:
    """How much of something to try: a share that takes seconds, or with `pytest --long` the whole that was promised.

    QUINTAIN_LONG=0.01 in the environment tries a hundredth of the whole, but never less than the usual share.
    """
    share = float(os.environ.get(LONG) or 0)
    return max(short, int(long * share)) if 0 < share < 1 else long if share else short


def awaited(fight: Fight) -> str:
    """Whose die is awaited, and what for: "ann attack"; "" where none is."""
    pending = fight.questions[0].pending if fight.questions else None
    return f"{pending.who} {pending.what}" if pending is not None else ""


def check_replays(fight: Fight) -> None:
    """Through JSON and back, the record leads to the same events, state and open questions, with the dice that its seed draws."""
    record = json.loads(json.dumps(fight.record))
    again = fight_of(record)
    assert [event.as_data() for event in again.events] == [event.as_data() for event in fight.events]
    assert [asked.id for asked in again.questions] == [asked.id for asked in fight.questions]
    assert again.battle.key() == fight.battle.key()
    assert json.loads(json.dumps(again.record)) == record
    assert again.doubts == []


def check_done(fight: Fight) -> None:
    """No die of the script is left over, none was thrown beyond it, and the record replays to the same end."""
    assert fight.script_left == []
    assert [(entry.at, entry.faces) for entry in fight.entries if entry.do == "roll" and entry.by == "seed"] == []
    check_replays(fight)
