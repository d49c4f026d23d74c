"""Everything that rewrites the past, at once and from two servers over one database: each is done once or refused in a sentence,
both servers come to the same, and what the database holds leads there too."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from quintain.engine import GM, Session
from quintain.systems import system, system_names
from quintain.table import rows
from quintain.table.errors import Problem
from quintain.table.hall import Hall
from quintain.table.play import Table
from quintain.table.sqlite import SqliteBackend
from quintain.table.starting import Start, encounter_of
from quintain.table.store import Store
from tests.support import many

SEATS = (GM, "Ann")


def plain(data: object) -> Any:
    return json.loads(json.dumps(data))


async def opened(hall: Hall, name: str, seed: int) -> Table:
    start = Start(encounter_of(system(name).standard), "", ["Ann"], False, "person", {"undo": "anyone"}, str(seed))
    return (await hall.create(start, start.session()))[0]


async def tried(table: Table, seat: str, rng: random.Random, number: int) -> int:
    """One thing that somebody does who has seen what there was a moment ago; the version that it made, 0 where it was refused."""
    async with table.lock:
        session = await table.ready()
        seen = table.cursor(session, seat).number
    entries = session.fight.entries
    asked = [one for one in session.fight.questions if one.options and session.id_of(seat, one.id)]
    commands: list[dict[str, Any]] = [
        {"do": "undo"}, {"do": "undo", "fresh": True}, {"do": "redo"}, {"do": "redo"},
        {"do": "rule", "ruling": "note", "args": {"text": f"note {number}", "secret": rng.random() < 0.5}},
        {"do": "fork"}, {"do": "hold", "on": rng.random() < 0.5},
    ]  # fmt: skip
    rolled = [place for place, entry in enumerate(entries) if entry.do == "roll"]
    if rolled:
        place = rng.choice(rolled)
        commands.append({"do": "amend", "entry": place, "faces": [max(1, face - 1) for face in entries[place].faces]})
    if session.fight.left:
        commands.append({"do": "redo", "branch": rng.randrange(len(session.fight.left))})
    if asked:
        one = rng.choice(asked)
        commands += [{"do": "answer", "question": session.id_of(seat, one.id), "option": rng.choice(one.options).id}] * 8
    command = rng.choice(commands)
    await asyncio.sleep(rng.random() * 0.004)
    try:
        await table.do(seat, command, seen if rng.random() < 0.7 else None, f"{seat} {number}")
    except Problem as no:
        said = f"{no.kind}: {no}"
    else:
        return 0 if command["do"] == "fork" else 1
    assert not said.startswith("unavailable") and "Please report it" not in said, (command, said)
    return 0


async def raced(folder: Path, name: str, seed: int, rounds: int) -> int:
    """Two servers, four people at once; returns how much was done."""
    stores = [Store(SqliteBackend(folder / "quintain.sqlite")) for _ in range(2)]
    halls = [Hall(store) for store in stores]
    first = await opened(halls[0], name, seed)
    tables = [first, await halls[1].table(first.id)]
    rng, done = random.Random(f"{name} {seed}"), 0
    for number in range(rounds):
        people = [(table, seat, f"{number}") for table in tables for seat in SEATS]
        done += sum(
            await asyncio.gather(*[
                tried(table, seat, random.Random(rng.random()), number * 10 + place) for place, (table, seat, _) in enumerate(people)
            ])
        )  # fmt: skip
        for table in tables:
            await table.follow()
        sessions = [await table.ready() for table in tables]
        ops = await rows.read_ops(stores[0], first.id, 0, 0)
        assert [op["version"] for op in ops] == list(range(1, len(ops) + 1))
        kept = Session.restore(sessions[0].fight.system, ops)
        for seat in SEATS:
            views = [plain(session.view(seat)) for session in (kept, *sessions)]
            assert views[0] == views[1] == views[2], f"{seat} sees another fight at another server"
        assert len(ops) == done + 1, "something was done twice, or not at all"
    for store in stores:
        await store.close()
    return done


@pytest.mark.parametrize("name", system_names())
def test_the_past_rewritten_from_two_servers_at_once_stays_one_past(tmp_path: Path, name: str) -> None:
    for seed in range(many(1, 40)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert asyncio.run(raced(folder, name, seed, many(6, 60))) > 3
