"""The garbage collector looks through everything only where nobody plays."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from quintain.engine import GM, Refusal
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


def test_while_people_play_nothing_is_looked_through(full: list[int]) -> None:
    collector = Collector()
    before = [one["collections"] for one in gc.get_stats()]
    kept = [[number] for number in range(400_000)]
    collector.settle(0, 1)
    collector.settle(MANY_LEFT, 2)
    assert not full and len(kept) == 400_000
    assert [one["collections"] for one in gc.get_stats()] == before


def test_where_much_piles_up_everything_is_looked_through_whoever_plays(full: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintain.table.memory.TOO_MANY_NEW", 300_000)
    collector = Collector()
    kept = [[number] for number in range(200_000)]
    collector.settle(0, 1)
    assert not full
    kept += [[number] for number in range(200_000)]
    collector.settle(0, 2)
    assert len(full) == 1
    collector.settle(0, 3)
    assert len(full) == 1 and len(kept) == 400_000


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
def test_whatever_is_done_in_a_fight_leaves_nothing_to_the_collector(name: str) -> None:
    """It does not run while people play: answers, refusals and what is taken back must not pile up."""
    session = Start(encounter_of(system(name).standard), "", ["Ann"], False, "person", {}, "1").session()

    def answered() -> bool:
        if not session.fight.questions:
            return False
        asked = session.fight.questions[0]
        id = session.id_of(GM, asked.id)
        return tried({"do": "answer", "question": id, "option": asked.options[-1].id if asked.options else "go"})

    def tried(command: dict[str, object]) -> bool:
        done = True
        try:
            session.do(GM, command)
        except Refusal:
            done = False
        for seat in (GM, "Ann"):
            session.view(seat)
        return done

    assert all(answered() for _ in range(3))
    gc.collect()
    gc.disable()
    try:
        assert all(answered() for _ in range(10))
        who = session.fight.battle.units[0].id
        for _ in range(3):
            assert not tried({"do": "rule", "ruling": "nonsense", "args": {}})
            assert not tried({"do": "rule", "ruling": "set", "args": {"who": who, "stat": "nonsense", "value": 1}})
            assert tried({"do": "rule", "ruling": "note", "args": {"text": "Look."}})
            assert tried({"do": "undo"}) and tried({"do": "undo"}) and tried({"do": "redo"}) and answered()
            assert tried({"do": "automate", "who": GM, "tactic": "steady"}) and tried({"do": "automate", "who": GM, "tactic": ""})
        first = next(place for place, entry in enumerate(session.fight.entries) if entry.do == "answer")
        tried({"do": "amend", "entry": first, "value": session.fight.entries[first].value})
        assert gc.collect() == 0
    finally:
        gc.enable()


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
