"""The garbage collector looks through everything only where nobody plays."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from quintain.table.memory import MANY_LEFT, TOO_MANY_LEFT, Collector


@pytest.fixture
def full() -> Iterator[list[int]]:
    """The full collections, as they come."""
    seen: list[int] = []

    def told(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            seen.append(1)

    before = gc.get_threshold()
    gc.collect()
    gc.callbacks.append(told)
    yield seen
    gc.callbacks.remove(told)
    gc.set_threshold(*before)


def test_while_people_play_new_objects_alone_are_looked_through(full: list[int]) -> None:
    collector = Collector()
    kept = [[number] for number in range(400_000)]
    collector.settle(0, 1)
    collector.settle(MANY_LEFT, 2)
    assert not full and len(kept) == 400_000


def test_tables_that_left_are_looked_through_once_it_is_quiet_or_they_are_very_many(full: list[int]) -> None:
    collector = Collector()
    collector.settle(MANY_LEFT, 7)
    assert not full
    collector.settle(MANY_LEFT, 7)
    collector.settle(MANY_LEFT, 7)
    assert len(full) == 1
    collector.settle(MANY_LEFT + TOO_MANY_LEFT, 8)
    assert len(full) == 2
