"""Time limits, so that nobody stalls the table: who is asked and does not answer in time is answered for by a tactic; where the book
has a limit of its own, what the book says then is done in the GM's name."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from quintain.engine import GM, Refusal
from quintain.engine.asked import OpenQuestion
from quintain.engine.battle import PLAYERS
from quintain.engine.session import Session
from quintain.table.errors import Problem
from quintain.table.live import Socket, frame

if TYPE_CHECKING:
    from quintain.table.play import Table

TACTIC = "steady"
AGAIN = 1.0
"""Seconds until an answer that could not be kept is tried again."""


class Clock:
    """The time limit of one table's open questions. The GM has no limit, and neither has a die that somebody throws by hand.

    Each seat has a time of its own: what others are asked, of whom it may know nothing, does not begin it anew.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.asked: dict[str, str] = {}
        """The questions that the running time is for: their ids, by the seat asked."""
        self.ends: dict[str, float] = {}
        """When the time of each of these is over."""
        self.until = 0.0
        """The first of those."""
        self.of = 0
        """The limit, in seconds, by which the running time was begun."""
        self.task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Something happened: start the time anew of whoever is asked something else now; by the book, everybody's."""
        session = self.table.session
        by_book = limit_of_the_book(session) if session is not None else 0
        seconds = (by_book or self.table.row.seconds) if session is not None else 0
        asked = waiting(session) if session is not None and seconds else {}
        if asked == self.asked and (not asked or (self.task is not None and self.of == seconds)):
            return
        running = self.ends if self.of == seconds and not by_book else {}
        kept = {seat: running[seat] for seat, question in asked.items() if seat in running and self.asked.get(seat) == question}
        self.stop()
        self.of = seconds
        if asked:
            over = time.monotonic() + seconds
            self._begin(asked, {seat: kept.get(seat, over) for seat in asked})
            for sockets in self.table.sockets.values():
                for socket in sockets:
                    if socket.seat not in kept:
                        self.tell(socket)

    def _begin(self, asked: dict[str, str], ends: dict[str, float]) -> None:
        self.asked, self.ends, self.until = asked, ends, min(ends.values())
        self.task = asyncio.get_running_loop().create_task(self._run(self.until))

    def tell(self, socket: Socket) -> None:
        """How much time is left, to whoever is asked and to the GM."""
        if self.task is None:
            return
        for seat, question in self.asked.items():
            if socket.seat in (seat, GM):
                left = max(0.0, round(self.ends[seat] - time.monotonic(), 1))
                own = question if socket.seat == seat else ""
                socket.send(frame("timer", question=own, seat=seat, left=left, of=self.of))

    def stop(self) -> None:
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()
        self.task = None
        self.asked, self.ends = {}, {}

    async def _run(self, until: float) -> None:
        await asyncio.sleep(max(0.0, until - time.monotonic()))
        async with self.table.lock:
            if self.until != until:
                return
            asked, ends, self.task = self.asked, self.ends, None
            over = [seat for seat in asked if ends[seat] <= until]
            self.asked = {seat: question for seat, question in asked.items() if seat not in over}
            if not await self._goes_on_by_the_book(until):
                for seat, question in [(seat, asked[seat]) for seat in over]:
                    with contextlib.suppress(Problem, Refusal):  # gone or answered meanwhile, or it cannot be kept now
                        command = automatic(await self.table.ready(), seat, question)
                        if command is not None:
                            await self.table.carry_out(seat, command, None, f"clock {question}")
            self.look()
            if self.table.session is None:  # the database is away: whoever is asked is answered for when it is back
                self.stop()
                self._begin(asked, {**ends, **dict.fromkeys(over, time.monotonic() + AGAIN)})

    async def _goes_on_by_the_book(self, until: float) -> bool:
        """Do what the book says when its own limit is over; False: there is no such limit, or nothing that could be done."""
        with contextlib.suppress(Problem):
            session = await self.table.ready()
            if limit_of_the_book(session):
                command = by_the_book(session)
                if command is not None:
                    await self.table.carry_out(GM, command, None, f"clock {until}")
                return command is not None or not self.table.row.seconds
        return False


def limit_of_the_book(session: Session) -> int:
    """The seconds that the book gives for what is asked now; 0: it sets no limit."""
    fight = session.fight
    return max((fight.system.seconds_for(fight.battle, one.question.about) for one in fight.questions if one.question), default=0)


def by_the_book(session: Session) -> dict[str, object] | None:
    """The GM's command by which the book goes on without the answers that it waits for."""
    fight = session.fight
    for asked in fight.questions:
        if asked.question is not None:
            ruling, who = fight.system.when_time_is_up(fight.battle, asked.question.about)
            if ruling:
                return {"do": "rule", "ruling": ruling, "args": {"who": who}}
    return None


def waiting(session: Session) -> dict[str, str]:
    """Which players are asked something they can simply choose: by seat, the id of the first question it is asked."""
    found: dict[str, str] = {}
    for asked in session.fight.questions:
        if asked.question is None or asked.picked or asked.controller == GM:
            continue
        seat = seat_for(session, asked)
        if seat and seat not in found:
            id = session.id_of(seat, asked.id)
            if id:
                found[seat] = id
    return found


def seat_for(session: Session, asked: OpenQuestion) -> str:
    """The seat that a question is put to first."""
    seats = session.agreed.speakers or session.agreed.seats
    names = seats if PLAYERS in asked.controller.split("+") else asked.controller.split("+")
    return next((name for name in names if name in session.agreed.seats), "")


def automatic(session: Session, seat: str, question: str) -> dict[str, object] | None:
    """The command by which a tactic answers for a seat; None where the question is gone."""
    name = session.question(seat, question)
    for asked in session.fight.questions:
        if asked.id == name and asked.question is not None and not asked.picked:
            tactic = session.fight.system.tactic(TACTIC)
            tactic.begin(f"{session.fight.commitment}:{session.version}")
            wanted = tactic.answer(asked.question).id()
            offered = [option.id for option in asked.shown()]
            option = wanted if wanted in offered or not offered else offered[0]
            return {"do": "answer", "question": question, "option": option}
    return None
