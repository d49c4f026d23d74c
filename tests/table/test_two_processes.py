"""Two server processes on one PostgreSQL: the same table at once, in step; either may be killed."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from quintain.table.client import Seat, Server, ServiceError
from quintain.table.hall import Hall
from quintain.table.postgres import PostgresBackend
from quintain.table.sqlite import SqliteBackend
from quintain.table.store import Store
from tests.support import many
from tests.table.postgres import PostgresServer
from tests.table.running import Process, alone, serving
from tests.table.test_durability import a_table


def at(seat: Seat, address: str) -> Seat:
    """The same seat at another process."""
    server = Server(address)
    server.cookies = dict(seat.server.cookies)
    return Seat(server, seat.table, seat.name, seat.role)


def plain(view: dict[str, object]) -> dict[str, object]:
    return {name: part for name, part in view.items() if name != "version"}


def go_on(seat: Seat, rng: random.Random) -> None:
    """Answer what is asked next; a fight that is over is not over yet."""
    question = seat.wait()
    if question is None:
        seat.do({"do": "undo"})
    else:
        seat.answer(question["id"], rng.choice(question["options"])["id"])


def test_two_processes_serve_one_table_in_step(tmp_path: Path, postgres: PostgresServer) -> None:
    base = postgres.new_base()
    first, second = Process(tmp_path, base), Process(tmp_path, base)
    try:
        here = alone(Server(first.address), "clash/spines")
        there = at(here, second.address)
        rng = random.Random(4)
        there.follow()
        for turn in range(many(12, 400)):
            acting, looking = (here, there) if turn % 2 else (there, here)
            line = len(looking.view.get("log", []))
            go_on(acting, rng)
            want = plain(acting.view)  # a declaration changes what is asked and adds no line
            looking.wait_until(lambda view, want=want: plain(view) == want)  # type: ignore[misc]
            assert len(looking.view["log"]) >= line
        assert plain(here.call("GET", "/view")) == plain(there.call("GET", "/view"))
        first.kill()
        go_on(there, rng)
        first.start()
        again = at(here, first.address)
        again.follow()
        assert plain(again.view) == plain(there.view)
        for seat in (again, there):
            seat.close()
        here._open.close()
    finally:
        first.stop()
        second.stop()


def test_two_people_acting_at_once_at_two_processes_both_get_a_clear_answer(tmp_path: Path, postgres: PostgresServer) -> None:
    base = postgres.new_base()
    first, second = Process(tmp_path, base), Process(tmp_path, base)
    try:
        gm, links = Server(first.address).open("riposte/ferry", seats=["Ann"])
        ann = Server(second.address).enter(links["Ann"])
        for turn in range(many(5, 100)):
            gm.follow()
            ann.follow()
            for seat, text in ((gm, f"gm {turn}"), (ann, "")):
                note = {"do": "rule", "ruling": "note", "args": {"text": text}}
                command = note if text else {"do": "automate", "who": "Ann", "tactic": ""}
                body = {"key": f"{seat.name}{turn}", "version": seat.version, "command": command}
                assert seat.call("POST", "/commands", body)["repeated"] is False
        ops = gm.call("GET", "/export")["fights"][0]["ops"]
        assert [op["version"] for op in ops] == list(range(1, len(ops) + 1))
        gm.call("DELETE", "/seats/Ann")
        began = time.monotonic()
        while time.monotonic() < began + 3:
            try:
                ann.call("GET", "/view")
            except ServiceError as no:
                assert no.status == 401  # noqa: PT017
                break
            time.sleep(0.02)
        assert time.monotonic() - began < 1.5
        gm.close()
        ann.close()
    finally:
        first.stop()
        second.stop()


def test_who_sits_at_one_process_is_shown_the_fight_that_is_begun_at_the_other(tmp_path: Path, postgres: PostgresServer) -> None:
    base = postgres.new_base()
    with serving(tmp_path, PostgresBackend(base)) as here, serving(tmp_path, PostgresBackend(base)) as there:
        gm, links = Server(here).open("clash/spines", seats=["Ann"])
        ann = Server(there).enter(links["Ann"])
        ann.follow()
        gm.rule("end", result="draw")
        ann.wait_until(lambda view: "outcome" in view)
        gm.call("POST", "/fights", {"encounter": "clash/standard"})
        ann.wait_until(lambda view: "outcome" not in view, 20)
        assert plain(ann.view) == plain(ann.call("GET", "/view"))
        ann.close()
        gm.close()


def test_whoever_leaves_at_one_process_is_gone_from_the_other(tmp_path: Path, postgres: PostgresServer) -> None:
    base = postgres.new_base()
    with serving(tmp_path, PostgresBackend(base)) as here, serving(tmp_path, PostgresBackend(base)) as there:
        gm, links = Server(here).open("clash/spines", seats=["Ann"])
        ann = Server(there).enter(links["Ann"])
        copied = at(ann, there)
        again = Server(there).enter(links["Ann"])
        copied.follow()
        again.follow()
        at(ann, here).call("POST", "/leave")
        with pytest.raises(ServiceError) as no:
            copied.wait_until(lambda view: False, 20)
        assert no.value.kind == "entry"
        gm.rule("note", text="Who is left?")
        again.wait_until(lambda view: any(line["text"] == "Who is left?" for line in view["log"]))
        again.close()
        gm.close()


def test_a_lost_database_is_said_and_comes_back(tmp_path: Path) -> None:
    from tests.table.postgres import postgres_server

    with postgres_server() as own:
        process = Process(tmp_path, own.new_base())
        try:
            seat = alone(Server(process.address), "clash/spines")
            question = seat.wait()
            assert question is not None
            own.stop("QUIT")
            command = {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]}
            body = {"key": "k", "version": seat.version, "command": command}
            with pytest.raises(ServiceError) as no:
                seat.call("POST", "/commands", body)
            assert no.value.status == 503 and no.value.kind == "unavailable"
            assert not process.is_ready()
            own.start()
            until = time.monotonic() + 20
            while True:
                try:
                    receipt = seat.call("POST", "/commands", body)
                    break
                except ServiceError:
                    assert time.monotonic() < until
                    time.sleep(0.3)
            assert receipt["events"] is not None
            seat.close()
        finally:
            process.stop()


def test_who_was_here_by_a_process_that_is_gone_is_not_here_any_more(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(SqliteBackend(tmp_path / "quintain.sqlite"))
        table = await a_table(Hall(store), "1")
        table.heard_of("another", ["you"], time.monotonic() + 0.05)
        assert table.presence()[0]["present"]
        await asyncio.sleep(0.1)
        table.look_round()
        assert not table.presence()[0]["present"] and table.presence()[0]["left_seconds"] == 0
        await store.close()

    asyncio.run(run())
