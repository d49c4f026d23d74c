"""The garbage collector looks through everything only where nobody plays."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from quintain.systems import system, system_names
from quintain.table.api_campaign import begin
from quintain.table.hall import Hall
from quintain.table.memory import MANY_LEFT, NEVER, TOO_MANY_LEFT, Collector, nothing_old
from quintain.table.sqlite import SqliteBackend
from quintain.table.starting import Start, encounter_of
from quintain.table.store import Store
from quintain.table.worker import Worker


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


def test_what_must_be_done_in_time_meets_no_full_collection(full: list[int]) -> None:
    gc.set_threshold(50, 1, 1)  # as if everything were due at once
    with nothing_old():
        full.clear()
        kept = [[[number]] for number in range(50_000)]
        during = len(full)
    assert during == 0 and gc.get_threshold() == (50, 1, 1)
    kept = [[[number]] for number in range(50_000)]
    assert full and kept


@pytest.mark.parametrize("kind", ["odds", "forecast"])
def test_a_worker_lets_none_fall_into_odds(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thresholds: list[tuple[int, int, int]] = []
    before = gc.get_threshold()

    def noted(id: str, kind: str, asked: dict[str, object]) -> None:
        thresholds.append(gc.get_threshold())
        sys.exit()

    worker = Worker.__new__(Worker)
    worker.jobs = SimpleQueue()
    worker.jobs.put({"job": "1", "kind": kind, "asked": {}})
    monkeypatch.setattr(worker, "read_on", lambda: None)
    monkeypatch.setattr(worker, "carry_out", noted)
    with pytest.raises(SystemExit):
        worker.run()
    assert gc.get_threshold() == before
    assert (thresholds[0][2] == NEVER) == (kind == "odds")


@pytest.mark.parametrize("name", system_names())
def test_a_fight_that_another_follows_leaves_memory_without_the_collector(name: str, tmp_path: Path) -> None:
    """Where somebody always plays, everything is looked through once an hour: what an ended fight leaves behind would pile up."""

    async def left_behind() -> int:
        store = Store(SqliteBackend(tmp_path / "quintain.sqlite"))
        wanted = encounter_of(system(name).standard)
        start = Start(wanted, "", ["Ann"], False, "person", {}, "1")
        table, _, _ = await Hall(store).create(start, start.session())
        for number in range(3):
            assert table.session is not None
            id = (await table.view("gm"))["questions"][0]["id"]
            option = table.session.fight.questions[0].options[0].id
            await table.do("gm", {"do": "answer", "question": id, "option": option}, None, str(number))
            await table.view("Ann")
        gc.collect()
        gc.disable()
        try:
            await begin(table, wanted)
            return gc.collect()
        finally:
            gc.enable()
            await store.close()

    assert asyncio.run(left_behind()) < 100
