"""The shipped bot plays a seat through the service alone."""

from __future__ import annotations

import pytest

from quintain.systems import system, system_names
from quintain.table.bot import by_odds, play
from quintain.table.client import Server
from tests.support import many
from tests.table.running import alone


@pytest.mark.parametrize("name", system_names())
def test_the_bot_plays_every_system(server: Server, name: str) -> None:
    seat = alone(server, system(name).standard)
    said: list[str] = []
    given = play(seat, lambda seat, question: str(question["options"][0]["id"]), many(10, 3_000), said.append)
    assert given and said
    seat.close()


def test_the_bot_reads_the_odds(server: Server) -> None:
    seat = alone(server, "riposte/ferry")
    assert play(seat, by_odds, many(6, 100)) == many(6, 100)
    seat.close()
