"""What can be played is worked out apart from the tables, once, and kept over restarts."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from quintain.table.catalogue import Catalogue, fingerprint
from quintain.table.errors import Problem
from quintain.table.jobs import Jobs

FOUND = [{"name": "riposte"}]


class Counting:
    """Jobs that only count how often they are asked."""

    def __init__(self, fails: int = 0) -> None:
        self.asked: list[str] = []
        self.fails = fails

    async def result(self, kind: str, asked: dict[str, Any], owner: str, seconds: float) -> Any:
        self.asked.append(kind)
        await asyncio.sleep(0.01)
        if len(self.asked) <= self.fails:
            raise Problem("busy", "This took too long.")
        return FOUND


def catalogue(jobs: Any, folder: Path | None) -> Catalogue:
    return Catalogue(jobs, folder)


def test_many_visitors_wait_for_one_answer(tmp_path: Path) -> None:
    async def run() -> None:
        jobs = Counting()
        found = catalogue(jobs, tmp_path)
        answers = await asyncio.gather(*(found.get() for _ in range(20)))
        assert set(answers) == {b'[{"name":"riposte"}]'} and jobs.asked == ["shipped"]

    asyncio.run(run())


def test_it_is_kept_over_restarts_until_the_sources_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        jobs = Counting()
        await catalogue(jobs, tmp_path).get()
        assert await catalogue(jobs, tmp_path).get() == b'[{"name":"riposte"}]' and len(jobs.asked) == 1
        monkeypatch.setattr("quintain.table.catalogue.fingerprint", lambda: "other")
        await catalogue(jobs, tmp_path).get()
        assert len(jobs.asked) == 2 and [path.name for path in tmp_path.iterdir()] == ["systems-other.json"]

    asyncio.run(run())


@pytest.mark.parametrize("kept", [b"", b"{", b'{"name": 1}'])
def test_a_damaged_file_is_made_anew(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / f"systems-{fingerprint()}.json").write_bytes(kept)
    assert asyncio.run(catalogue(Counting(), tmp_path).get()) == b'[{"name":"riposte"}]'


def test_a_failure_is_not_kept_and_no_folder_is_needed(tmp_path: Path) -> None:
    async def run() -> None:
        found = catalogue(Counting(fails=1), tmp_path / "not" / "there")
        with pytest.raises(Problem):
            await found.get()
        assert await found.get() == b'[{"name":"riposte"}]'

    asyncio.run(run())


def test_the_event_loop_goes_on_while_it_is_worked_out(tmp_path: Path) -> None:
    """The real thing: a worker process reads every shipped encounter; meanwhile the loop is never held up for long."""

    async def run() -> tuple[float, float]:
        jobs = Jobs(1)
        found = catalogue(jobs, tmp_path)
        worst = 0.0
        asked = asyncio.ensure_future(found.get())
        while not asked.done():
            began, used = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0.005)
            # What this thread itself was busy with: others on the machine may take the rest.
            worst = max(worst, time.thread_time() - used)
            assert time.perf_counter() - began < 60
        assert b'"escalation"' in asked.result()
        again = time.perf_counter()
        await found.get()
        again = time.perf_counter() - again
        await jobs.stop()
        return worst, again

    worst, again = asyncio.run(run())
    assert worst < 0.1 and again < 0.05
