"""The lab at the table: worker processes with progress, cancel and quotas; odds as a seat may know them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from typing import Any

import pytest

from quintain.engine import GM, view
from quintain.lab.difficulty import WORDS
from quintain.library.encounters import play, sample
from quintain.library.text import read_text
from quintain.systems import system, system_names
from quintain.table import work
from quintain.table.client import Seat, Server, ServiceError
from quintain.table.errors import Problem
from quintain.table.jobs import MOST_OF_ONE, Job, Jobs, Lane
from tests.table.running import alone
from tests.table.test_seats import raw


def finished(server: Server, job: dict[str, Any], seconds: float = 60) -> dict[str, Any]:
    until = time.monotonic() + seconds
    while True:
        found: dict[str, Any] = server.call("GET", f"/api/lab/{job['job']}")
        if found["state"] != "running":
            return found
        assert time.monotonic() < until, "the job did not end"
        time.sleep(0.05)


def asked_with_dice(seat: Seat) -> tuple[dict[str, Any], list[str]]:
    """Play on to a question with options that lead to dice."""
    for _ in range(30):
        question = seat.wait()
        assert question is not None
        weighing = [option["id"] for option in question["options"] if option["dice"]]
        if weighing:
            return question, weighing
        last = [option["id"] for option in question["options"] if option["kind"] == "pass" or "start" in option["id"]]
        seat.answer(question["id"], (last or [question["options"][-1]["id"]])[0])
    raise AssertionError("nothing leads to dice")


def test_a_forecast_is_a_job_and_its_fights_can_be_watched(server: Server) -> None:
    job = server.call("POST", "/api/lab", {"kind": "forecast", "encounter": "riposte/ferry", "fights": 60, "seed": 3})
    assert job["state"] == "running"
    found = finished(server, job)
    assert found["state"] == "done" and found["progress"] == 1
    assert found["result"]["fights"] == 60
    assert found["result"]["difficulty"] in WORDS
    lasting = found["result"]["lasting"]
    assert set(lasting) == {length for length, n in found["result"]["length"]["histogram"].items() if n}
    record = server.call("POST", f"/api/lab/{job['job']}/watch", {"fight": 7})["record"]
    opened = server.call("POST", "/api/replay", {"record": record})
    assert opened["frames"] > 10 and opened["rounds"][0]["round"] == 1
    for at in (0, opened["frames"] // 2, opened["frames"] - 1):
        view = server.call("GET", f"/api/replay/{opened['replay']}/view?at={at}")
        assert view["system"] == "riposte" and view["at"] == at
    assert "outcome" in view
    assert server.call("POST", "/api/fair", {"record": record})["ok"]


def test_a_job_is_cancelled_at_once(server: Server) -> None:
    took: list[float] = []
    while not took or (min(took) >= 1 and len(took) < 3):  # a busy machine may be late once
        job = server.call("POST", "/api/lab", {"kind": "forecast", "encounter": "escalation/toll", "fights": 100_000})
        time.sleep(1)
        began = time.monotonic()
        assert server.call("DELETE", f"/api/lab/{job['job']}")["state"] == "cancelled"
        took.append(time.monotonic() - began)
    assert min(took) < 1
    after = server.call("POST", "/api/lab", {"kind": "forecast", "encounter": "riposte/ferry", "fights": 5})
    assert finished(server, after)["state"] == "done", "the worker is free again"


def test_one_table_gets_only_so_much_of_the_lab(server: Server) -> None:
    body = {"kind": "forecast", "encounter": "escalation/toll", "fights": 100_000}
    jobs = [server.call("POST", "/api/lab", body) for _ in range(MOST_OF_ONE)]
    with pytest.raises(ServiceError) as no:
        server.call("POST", "/api/lab", body)
    assert (no.value.status, no.value.kind) == (429, "busy")
    for job in jobs:
        server.call("DELETE", f"/api/lab/{job['job']}")


def test_what_jobs_are_worked_out_from_is_held_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """As text, so much of each owner's at a time; of forecasts that are done as long as there is room, of those that failed never."""
    monkeypatch.setattr("quintain.table.jobs.MOST_BYTES", 10_000)
    monkeypatch.setattr("quintain.table.jobs.MOST_KEPT_BYTES", 8_000)

    async def run() -> None:
        jobs = Jobs(1)
        asked = {"encounter": {"name": "x" * 3_000}}
        mine = [await jobs.submit("forecast", asked, "me") for _ in range(3)]
        with pytest.raises(Problem, match="already"):
            await jobs.submit("forecast", asked, "me")
        await jobs.submit("forecast", asked, "you")
        assert mine[0].asked() == asked
        mine[0].finish("failed", error="no")
        assert not mine[0].line
        for job in mine[1:]:
            job.finish("done", {})
        last = await jobs.submit("forecast", asked, "me")
        assert mine[1].id in jobs.known, "two of them are within bounds"
        last.finish("done", {})
        await jobs.submit("forecast", asked, "me")
        assert mine[1].id not in jobs.known and mine[2].asked() == asked
        await jobs.stop()

    asyncio.run(run())


def test_who_saves_an_encounter_does_not_wait_behind_the_lab() -> None:
    async def run() -> bool:
        jobs = Jobs(1)
        job = await jobs.submit("written", {"encounter": {}}, "me")
        quick = job in jobs.quick.waiting
        await jobs.stop()
        return quick

    assert asyncio.run(run())


def test_whoever_asks_for_much_does_not_hold_up_the_others() -> None:
    """One worker, seven jobs of one household before those of two others: everybody has a turn; what was cancelled takes none."""
    lane = Lane(1, 0)
    jobs = [Job("forecast", {}, owner, None) for owner in ["home"] * 7 + ["mill", "ferry", "mill"]]
    lane.waiting.extend(jobs)
    jobs[0].finish("cancelled")
    taken: list[str] = []
    while (job := lane.next_job()) is not None:
        taken.append(job.owner)
    assert taken == ["home", "mill", "ferry", "home", "mill", "home", "home", "home", "home"]


def test_a_worker_whose_server_was_killed_ends_without_a_word() -> None:
    command = [sys.executable, "-m", "quintain.table.worker", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
        assert worker.stdin is not None and worker.stdout is not None and worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(json.dumps({"job": "a", "kind": "shipped", "asked": {"what": "rules", "of": "clash"}}).encode() + b"\n")
        worker.stdin.flush()
        assert (worker.wait(60), worker.stderr.read()) == (0, b"")


def test_a_worker_that_begins_as_the_server_stops_is_ended() -> None:
    made: list[asyncio.subprocess.Process] = []

    class Slow(Lane):
        async def begin(self, environment: dict[str, str]) -> asyncio.subprocess.Process:
            made.append(await super().begin(environment))
            await asyncio.sleep(0.3)
            return made[0]

    async def stopped_at_once() -> None:
        lane = Slow(1, 5)
        await lane.put(Job("check", {"text": "{}"}, "somebody", None))
        while not made:
            await asyncio.sleep(0.01)
        await lane.stop()

    asyncio.run(stopped_at_once())
    assert made[0].returncode is not None


def test_what_is_hidden_is_not_forecast_for_players(server: Server, address: str) -> None:
    gm, links = server.open("riposte/ferry", seats=["Ann"])
    ann = Server(address).enter(links["Ann"])
    for kind in ("forecast", "review", "what_if"):
        with pytest.raises(ServiceError) as no:
            ann.server.call("POST", "/api/lab", {"kind": kind, "table": gm.table})
        assert no.value.status == 403
    job = server.call("POST", "/api/lab", {"kind": "forecast", "table": gm.table, "fights": 10})
    assert finished(server, job)["state"] == "done"
    assert server.call("POST", f"/api/lab/{job['job']}/watch", {"fight": 3})["record"]["entries"]


def test_another_roll_of_a_fight_is_tried_out(server: Server) -> None:
    job = server.call("POST", "/api/lab", {"kind": "forecast", "encounter": "riposte/cellar", "fights": 1})
    finished(server, job)
    record = server.call("POST", f"/api/lab/{job['job']}/watch", {"fight": 1})["record"]
    at, roll = next((at, entry) for at, entry in enumerate(record["entries"]) if entry["do"] == "roll")
    asked = {"kind": "what_if", "record": record, "at": at, "faces": [99 - roll["faces"][0]]}
    found = finished(server, server.call("POST", "/api/lab", asked))
    assert found["state"] == "done", found.get("error")
    told = found["result"]
    assert told["entry"] == at and told["curve"] and told["other"]["low"] <= told["other"]["value"] <= told["other"]["high"]
    wrong = finished(server, server.call("POST", "/api/lab", {"kind": "what_if", "record": record, "at": at}))
    assert wrong["state"] == "failed" and "other faces" in wrong["error"], wrong


def test_a_job_that_cannot_be_done_says_why(server: Server) -> None:
    job = server.call("POST", "/api/lab", {"kind": "tune", "encounter": "riposte/ferry", "changes": ["nobody.hp=1..2"]})
    found = finished(server, job)
    assert found["state"] == "failed" and "nobody" in found["error"]


@pytest.mark.parametrize("name", system_names())
def test_odds_of_what_can_be_chosen(server: Server, name: str) -> None:
    seat = alone(server, system(name).standard)
    question, weighing = asked_with_dice(seat)
    found = seat.call("POST", "/odds", {"question": question["id"], "options": weighing[:4]})
    assert set(found["odds"]) | set(found["left_out"]) == set(weighing[:4])
    for odds in found["odds"].values():
        assert {"exact", "headline", "bar", "note"} <= set(odds)
        assert not odds["bar"] or abs(sum(part["share"] for part in odds["bar"]) - 1) < 1e-6
    with pytest.raises(ServiceError) as no:
        seat.odds("q999")
    assert no.value.kind == "stale"
    seat.close()


def test_odds_after_a_move_are_of_every_attack_that_it_opens() -> None:
    fight = play(sample("tiers/standard"), seed="after")
    opened: list[str] = []
    for _ in range(40):
        asked = fight.questions[0]
        squares = [one["id"] for one in view(fight, GM)["questions"][0]["options"] if one["kind"] == "square"]
        opened = [one.id for square in squares[:1] for one in fight.opens(asked.id, [square])]
        if opened:
            break
        assert asked.question is not None
        fight.answer(asked.id, asked.question.choose(fight.system.tactic("steady")).id())
    told: list[dict[str, Any]] = []
    wanted = {
        "record": fight.record, "question": asked.id, "options": None, "seat": GM, "knowledge": "open", "seconds": 3.0,
        "after": squares[:1],
    }  # fmt: skip
    found = work.odds(wanted, work.Watch(told.append, lambda: False))
    assert opened and sorted([*found["odds"], *found["left_out"]]) == sorted(opened)
    assert all(odds["label"] and odds["targets"] for odds in found["odds"].values()) and len(told) == len(found["odds"])


def test_odds_come_over_the_socket_as_they_are_worked_out(server: Server) -> None:
    seat = alone(server, "riposte/ferry")
    question, _ = asked_with_dice(seat)
    assert seat._socket is not None
    seat._socket.send(f'{{"type": "odds", "id": "o", "question": "{question["id"]}", "options": null}}')
    parts: list[dict[str, Any]] = []
    while not parts or not parts[-1]["done"]:
        got = seat._read(time.monotonic() + 20)
        if got["type"] == "odds":
            parts.append(got)
    gathered = {option for part in parts[:-1] for option in part["odds"]}
    assert gathered == set(parts[-1]["odds"]) and gathered
    seat.close()


def test_only_the_gm_is_told_who_is_winning(server: Server, address: str) -> None:
    gm, links = server.open("riposte/ferry", seats=["Ann"], gm="steady")
    ann = Server(address).enter(links["Ann"])
    for seat in (gm, ann):
        seat.follow()
        assert seat._socket is not None
        seat._socket.send('{"type": "winning", "on": true}')
    got: dict[str, Any] = {"type": ""}
    while got["type"] not in ("forecast", "refused"):
        got = gm._read(time.monotonic() + 30)
    assert 0 <= got["low"] <= got["win"] <= got["high"] <= 1
    assert got["n"] < 200, "the first figure is told before all fights are played"
    assert abs(got["win"] + got["draw"] + got["loss"] - 1) < 1e-9
    answer: dict[str, Any] = {"type": ""}
    while answer["type"] not in ("forecast", "refused"):
        answer = ann._read(time.monotonic() + 30)
    assert answer["type"] == "refused"
    gm.close()
    ann.close()


def test_files_and_rules_are_there(server: Server) -> None:
    names = [one["name"] for one in server.systems()]
    assert sorted(names) == sorted(system_names())
    for name in names:
        clauses = server.call("GET", f"/api/rules/{name}")
        assert len(clauses) > 50
        assert server.call("GET", f"/api/rules/{name}/{clauses[3]['id']}") == clauses[3]
        assert server.call("GET", f"/api/systems/{name}/combatants")
        assert "properties" in server.call("GET", f"/api/systems/{name}/forms")["encounter"]
    data = server.call("GET", "/api/encounters/riposte/ferry")
    assert server.call("POST", "/api/check", {"encounter": data})["ok"]
    data["combatants"][0]["hp"] = "many"
    wrong = server.call("POST", "/api/check", {"encounter": data})
    assert not wrong["ok"] and wrong["problems"][0]["path"][:2] == ["combatants", 0]
    text = "system: riposte\ncombatants:\n  - use: nobody\n"
    assert server.call("POST", "/api/check", {"encounter": text})["problems"][0]["line"] >= 1


def test_a_live_fight_says_what_can_be_varied_and_is_swept_and_tuned(server: Server, address: str) -> None:
    gm, links = server.open("riposte/cellar", seats=["Ann"])
    ann = Server(address).enter(links["Ann"])
    with pytest.raises(ServiceError) as no:
        ann.server.call("POST", "/api/check", {"table": gm.table})
    assert no.value.status == 403
    found = server.call("POST", "/api/check", {"table": gm.table})
    who, figures = next(iter(found["figures"].items()))
    assert found["ok"] and figures["hp"] > 0 and found["data"]["combatants"] and found["view"]["units"]
    change = f"{who}.hp={figures['hp']}..{figures['hp'] + 1}"
    swept = finished(server, server.call("POST", "/api/lab", {"kind": "sweep", "table": gm.table, "changes": [change], "fights": 5}))
    assert len(swept["result"]["points"]) == 2, swept
    tuning = {"kind": "tune", "table": gm.table, "changes": [change], "fights": 5, "wins": 0.5}
    assert finished(server, server.call("POST", "/api/lab", tuning))["state"] == "done"
    with pytest.raises(ServiceError) as no:
        server.call("POST", "/api/check", {})
    assert no.value.kind == "malformed"


def test_a_saved_encounter_is_read_as_the_same_data(address: str) -> None:
    """Words that look like figures are quoted in the file."""
    data = {"system": "riposte", "name": "1e5", "summary": "0o17", "options": {"no": "NaN"}}
    status, _, text = raw(address, "POST", "/api/encounters/export", json.dumps({"encounter": data}).encode())
    assert status == 200 and read_text(text.decode()).data == data
