"""Time limits: each seat's own."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from quintain.engine import GM, Session, settings_from
from quintain.library.encounters import play
from quintain.table.clock import Clock
from tests.conformance.enrolled import encounter


class Ear:
    """A socket that hears."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.heard: list[dict[str, Any]] = []

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))


def test_what_others_are_asked_begins_nobodys_time_anew() -> None:
    """Ben's hero is hidden from ann: how often he is asked, and that he has answered, would show by her clock."""
    fight = play(encounter("clash/standard"), seed="clock", auto={"gm": "steady"})
    session = Session.start(fight, settings_from({"seats": ["ann", "ben"]}))
    for place, hero in enumerate([unit.id for unit in session.fight.battle.units if unit.controller == "players"]):
        session.do(GM, {"do": "hand_over", "who": hero, "to": ("ann", "ben")[place % 2]})
    ears = {seat: Ear(seat) for seat in ("ann", "ben", GM)}
    table: Any = SimpleNamespace(session=session, row=SimpleNamespace(seconds=60), sockets={name: [ear] for name, ear in ears.items()})

    async def played() -> None:
        clock = Clock(table)
        clock.look()
        until, heard = clock.ends["ann"], len(ears["ann"].heard)
        assert heard == 1 and ears["ann"].heard[0]["of"] == 60
        await asyncio.sleep(0.02)
        asked = next(one for one in session.fight.questions if one.controller == "ben")
        session.do("ben", {"do": "answer", "question": session.id_of("ben", asked.id), "option": asked.options[0].id})
        clock.look()
        assert clock.ends["ann"] == until and len(ears["ann"].heard) == heard
        assert clock.ends["ben"] > until and len(ears["ben"].heard) == 2 and len(ears[GM].heard) == 4
        clock.stop()
        assert not clock.asked and not clock.ends

    asyncio.run(played())
