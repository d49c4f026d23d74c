"""Acknowledged means durable: through power cuts, full disks and failing ones."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw
import pytest

from quintain.engine.session import Session
from quintain.systems import system
from quintain.table import rows
from quintain.table.errors import Problem
from quintain.table.hall import Hall
from quintain.table.play import Table
from quintain.table.rows import FightRow
from quintain.table.sqlite import SqliteBackend
from quintain.table.starting import Start, encounter_of
from quintain.table.store import Conflict, Row, Statement, Store, StoreDown, Value, Write
from tests.support import many
from tests.table.lossy import LossyLayer, put_files

_names = itertools.count()
FILE = "quintain.sqlite"
AFTERWARDS = 10
"""So many commands of each table show that it goes on once the disk is well again."""
AT_ONCE = 16
"""So many failing disks are tried side by side."""


async def a_table(hall: Hall, seed: str) -> Table:
    start = Start(encounter_of("clash/spines"), "", None, True, "person", {}, seed)
    table, _, _ = await hall.create(start, start.session())
    return table


async def one_command(table: Table, rng: random.Random) -> None:
    """Answer or take back: whatever is possible."""
    async with table.lock:
        session = await table.ready()
    asked = [question for question in session.fight.questions if session.id_of("you", question.id)]
    command = {"do": "undo"}
    if rng.random() >= 0.15 and asked:
        question = rng.choice(asked)
        command = {"do": "answer", "question": session.id_of("you", question.id), "option": rng.choice(question.options).id}
    await table.do("you", command, None, rows.packed(rng.random()).decode())


async def played(store: Store, layer: LossyLayer, commands: int, seed: int) -> dict[str, Table]:
    """Two tables at once; `layer.acked` grows with every acknowledged command."""
    hall = Hall(store)
    tables = [await a_table(hall, f"{seed}-{n}") for n in range(2)]
    layer.acked.extend((table.id, table.stored) for table in tables)

    async def play(table: Table, rng: random.Random) -> None:
        after = 0
        for _ in range(commands):
            try:
                await one_command(table, rng)
            except Problem as no:
                if no.kind == "unavailable":
                    continue
            layer.acked.append((table.id, table.stored))
            after += 0 <= layer.fail_to <= layer.calls
            if after == AFTERWARDS:
                return

    await asyncio.gather(*(play(table, random.Random(f"{seed}/{n}")) for n, table in enumerate(tables)))
    return {table.id: table for table in tables}


def stored_ops(folder: Path, table: str) -> list[Any]:
    backend = SqliteBackend(folder / FILE)
    found = backend.read("SELECT n, data FROM ops WHERE table_id = ? ORDER BY n", (table,))
    backend.close()
    assert [row[0] for row in found] == list(range(len(found))), "the operations have a gap"
    return [rows.unpacked(row[1]) for row in found]


async def cut_power(tmp_path: Path, cuts: int, seed: int, synchronous: str) -> tuple[int, int]:
    """Play, cutting the power at random calls; how many cuts were made, and how many lost something acknowledged."""
    rng = random.Random(seed)
    folder = tmp_path / f"{synchronous}{seed}"
    folder.mkdir()
    layer = LossyLayer(f"lossy{next(_names)}")
    layer.cuts = {rng.randrange(40, 600) for _ in range(cuts)}
    store = Store(SqliteBackend(folder / FILE, layer.layer, synchronous))
    tables = await played(store, layer, 60, seed)
    whole = {id: (await tables[id].ready()).journal for id in tables}
    await store.close()
    layer.unregister()
    lost = 0
    for number, (files, acked) in enumerate(layer.taken):
        after = folder / str(number)
        put_files(after, files, rng)
        promised = dict(sorted(layer.acked[:acked], key=lambda one: one[1]))
        for id, count in promised.items():
            try:
                ops = stored_ops(after, id)
            except Exception:
                ops = []
            if len(ops) < count or ops != whole[id][: len(ops)]:
                lost += 1
                break
            Session.restore(system("clash"), ops)
    return len(layer.taken), lost


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path) -> None:
    made = lost = 0
    for seed in range(many(2, 60)):
        cuts, gone = asyncio.run(cut_power(tmp_path, 10, seed, "FULL"))
        made, lost = made + cuts, lost + gone
    assert made >= many(10, 500)
    assert lost == 0


def test_the_power_cut_test_notices_a_store_that_does_not_sync(tmp_path: Path) -> None:
    lost = 0
    for seed in range(many(2, 20)):
        lost += asyncio.run(cut_power(tmp_path, 10, seed, "NORMAL"))[1]
    assert lost > 0


async def with_failure(
    tmp_path: Path, at: int, calls: int, failure: type[apsw.Error], commands: int, backend: type[SqliteBackend] = SqliteBackend
) -> int:
    """Let the disk fail at call `at` for `calls` calls; everything acknowledged is there in the end. Returns the calls made.

    `commands`: of both tables together.
    """
    folder = tmp_path / f"{failure.__name__}{at}-{calls}"
    folder.mkdir()
    layer = LossyLayer(f"lossy{next(_names)}")
    store = Store(backend(folder / FILE, layer.layer))
    begin = layer.calls + 60  # the tables are there by then
    layer.failure = failure
    layer.fail_from, layer.fail_to = (begin + at, begin + at + calls) if calls else (-1, -1)
    try:
        tables = await played(store, layer, commands // 2, 7)
    except Problem:  # the very table could not be made
        tables = {}
    promised = dict(sorted(layer.acked, key=lambda one: one[1]))
    if calls:
        layer.fail_from = layer.fail_to = -1
        for table in tables.values():
            view = await table.view("you")  # space is back: it goes on
            assert view["units"]
    await store.close()
    layer.unregister()
    for id, count in promised.items():
        ops = stored_ops(folder, id)
        assert len(ops) >= count, "something acknowledged is gone"
        Session.restore(system("clash"), ops)
    shutil.rmtree(folder)
    return layer.calls


@pytest.mark.parametrize("failure", [apsw.FullError, apsw.IOError])
def test_a_failing_disk_stops_acknowledging_and_recovers(tmp_path: Path, failure: type[apsw.Error]) -> None:
    commands = many(30, 200)

    async def tried(places: Sequence[int]) -> None:
        """Several disks at once: each command mostly waits for its turn between the loop and the thread that writes."""
        await asyncio.gather(*(with_failure(tmp_path, at, 1 + at % 5, failure, commands) for at in places))

    calls = asyncio.run(with_failure(tmp_path, 0, 0, failure, commands))
    assert calls > commands
    places = range(0, calls, many(41, 1))
    for first in range(0, len(places), AT_ONCE):
        asyncio.run(tried(places[first : first + AT_ONCE]))


class Careless(SqliteBackend):
    """Says that all is well whatever the disk says."""

    def commit(self, writes: list[Write]) -> list[Exception | None]:
        try:
            return super().commit(writes)
        except StoreDown:
            return [None] * len(writes)


def test_the_test_of_failing_disks_notices_a_store_that_acknowledges_all_the_same(tmp_path: Path) -> None:
    async def several() -> None:
        for at in range(0, 200, 17):
            await with_failure(tmp_path, at, 5, apsw.IOError, 30, Careless)

    with pytest.raises(AssertionError, match=r"is gone|have a gap"):
        asyncio.run(several())


def test_of_writes_committed_together_only_the_one_in_conflict_is_left_out(tmp_path: Path) -> None:
    async def run() -> None:
        backend = SqliteBackend(tmp_path / FILE)
        store = Store(backend)
        await store.write([rows.put_op("t", 0, 1, "first")])
        results: list[BaseException | None] = list(await asyncio.gather(
            store.write([rows.put_op("t", 0, 2, "second")]),
            store.write([rows.put_op("u", 0, 9, "x"), rows.put_op("t", 0, 1, "again")]),
            store.write([rows.put_op("t", 0, 3, "third")]), return_exceptions=True,
        ))  # fmt: skip
        assert [type(one) for one in results] == [type(None), Conflict, type(None)]
        kept = backend.read("SELECT table_id, n, data FROM ops ORDER BY n", ())
        assert [(row[0], row[1], rows.unpacked(row[2])) for row in kept] == [("t", 1, "first"), ("t", 2, "second"), ("t", 3, "third")]
        await store.close()

    asyncio.run(run())


def test_answers_committed_together_are_one_statement_and_what_else_is_written_one_transaction(tmp_path: Path) -> None:
    """At each statement the thread that writes waits until the busy loop lets it go on."""
    backend = SqliteBackend(tmp_path / FILE)
    said: list[str] = []
    assert backend.writing is not None

    def note(cursor: object, sql: str, values: object) -> bool:
        said.append(sql.split()[0])
        return True

    backend.writing.exec_trace = note
    loop = asyncio.new_event_loop()

    def write(*statements: Statement) -> Write:
        return Write(list(statements), "", loop.create_future())

    answers = [write(rows.put_op("t", 0, n, n)) for n in range(3)]
    assert backend.commit(answers) == [None, None, None] and said == ["INSERT"]
    said.clear()
    fight = FightRow(0, "first", "clash", "1")
    last = write(rows.put_op("t", 0, 3, 3), rows.put_result("t", fight))
    assert backend.commit([last, write(rows.put_op("u", 0, 0, 0))]) == [None, None]
    assert said == ["BEGIN", "INSERT", "UPDATE", "INSERT", "COMMIT"]
    said.clear()
    assert backend.commit([write(), write()]) == [None, None] and said == ["BEGIN", "COMMIT"]
    assert backend.read("SELECT count(*) FROM ops", ()) == [(5,)]
    backend.close()
    loop.close()


class Unreadable(SqliteBackend):
    """Cannot be asked."""

    def read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        raise StoreDown("the database is away.")


def test_who_only_looks_is_not_told_that_something_was_not_kept(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(Unreadable(tmp_path / FILE))
        with pytest.raises(Problem, match=r"^This cannot be read now: the database is away\.$"):
            await Hall(store).table("t")
        await store.close()

    asyncio.run(run())


def test_nothing_is_acknowledged_while_the_disk_fails(tmp_path: Path) -> None:
    async def run() -> None:
        layer = LossyLayer(f"lossy{next(_names)}")
        store = Store(SqliteBackend(tmp_path / FILE, layer.layer))
        table = await a_table(Hall(store), "1")
        layer.failure = apsw.IOError
        layer.fail_from, layer.fail_to = layer.calls, 10**9
        refused = 0
        for n in range(10):
            try:
                await one_command(table, random.Random(n))
            except Problem as no:
                refused += no.kind == "unavailable"
        assert refused == 10
        layer.fail_from = layer.fail_to = -1
        await one_command(table, random.Random(3))
        assert table.stored == 2
        await store.close()
        layer.unregister()

    asyncio.run(run())
