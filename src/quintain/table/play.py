"""A table in memory: its seats, the fight being played, and the sockets that follow it.

One command at a time: it is carried out in memory, written down, and only when that is durable told to anybody. Where it cannot
be written, the fight in memory is thrown away and read again from the store: what nobody was told has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

from msgspec import Raw

from quintain.engine import GM, Refusal
from quintain.engine.seat import NOBODY
from quintain.engine.session import Session
from quintain.engine.viewer import visible_units
from quintain.systems import system
from quintain.table import rows
from quintain.table.clock import Clock
from quintain.table.cursor import Cursor, first_number
from quintain.table.errors import Problem, not_kept, not_read, problem_of
from quintain.table.live import GONE, Socket, frame
from quintain.table.rows import FightRow, SeatRow, TableRow
from quintain.table.store import Conflict, Statement, Store, StoreDown

log = logging.getLogger("quintain.table")
MOST_SOCKETS = 24
"""So many open pages and programs one seat may have."""
SEATED = {"seats", "watchers"}
"""Settings of the session that follow from the seats of the table."""
SENT_AWAY = "Your link was renewed or your seat was taken away: ask for a new link."
BREATH = 0.05
"""Seconds between two stretches of automatic play that goes on by itself."""
MOST_TRIES = 5
"""So often a command is tried again where another process was first."""
Found = TypeVar("Found")


class Table:
    """One table."""

    faults = 0
    """How often the rules failed instead of refusing, in this process: each one a defect."""

    def __init__(self, store: Store, row: TableRow, seats: list[SeatRow], fights: list[FightRow]) -> None:
        self.store = store
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self.fights = {fight.fight: fight for fight in fights}
        self.lock = asyncio.Lock()
        self.open: set[Socket] = set()
        """All connections, those too that have not said hello yet."""
        self.sockets: dict[str, set[Socket]] = {}
        """By seat, those that follow the fight."""
        self.seen: dict[str, float] = {}
        """When each seat that is not here was here last."""
        self.session: Session | None = None
        self.cursors: dict[str, Cursor] = {}
        self.first = 0
        self.stored = 0
        """How many operations of the fight are in the store."""
        self.elsewhere: dict[str, tuple[list[str], float]] = {}
        """By server process, who is here by way of that one, and until when that holds if nothing more is heard of it."""
        self.announce: Callable[[], None] = lambda: None
        """Tells other processes who is here by way of this one."""
        self.used = time.monotonic()
        self.clock = Clock(self)
        self.runs: dict[str, tuple[list[str], str]] = {}
        """What everybody was last told of who runs whom."""
        self.going: asyncio.Task[None] | None = None
        """Has automatic play go on that waits and that nobody here is asked about."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def fight(self) -> FightRow:
        return self.fights[self.row.fight]

    # -- the fight -------------------------------------------------------------------------------------------------------

    async def ready(self) -> Session:
        """The fight being played, from the store where it is not in memory. Called with the lock held."""
        if self.session is None:
            self.take(await self.read(self.row.fight))
            if self.sockets:  # what was written elsewhere, or kept after all, nobody here was told
                self.publish()
        assert self.session is not None
        return self.session

    async def read(self, fight: int) -> Session:
        """A fight of this table from the store."""
        try:
            ops = await rows.read_ops(self.store, self.id, fight)
        except StoreDown as down:
            raise not_read(down) from None
        try:
            return await asyncio.to_thread(Session.restore, system(self.fights[fight].system), ops)
        except Refusal as no:
            made = self.fights[fight].rules
            raise Problem("illegal", f"This fight was played by rules {made} and does not fit those of today: {no}") from None

    def take(self, session: Session) -> None:
        """Go on with this session: every seat's numbers begin anew, with a whole view."""
        if self.session is not None:
            self.session.let_go()  # the fight before: nobody will look at it again, and it goes without the collector
        self.session = session
        self.stored = session.version
        self.first = first_number()
        self.cursors = {}
        for sockets in self.sockets.values():
            for socket in sockets:
                socket.behind = True
        self._go_on_soon()

    def cursor(self, session: Session, seat: str) -> Cursor:
        found = self.cursors.get(seat)
        if found is None:
            found = self.cursors[seat] = Cursor(self.first, session.version)
        return found

    async def do(self, seat: str, command: dict[str, Any], number: int | None, key: str) -> dict[str, Any]:
        """Carry out a command of a seat, durably; everybody is told. Refused: nothing has changed."""
        settings = command.get("settings")
        if command.get("do") == "settings" and isinstance(settings, dict) and not SEATED.isdisjoint(settings):
            raise Problem("illegal", "Seats come and go by their own addresses, with their links: POST and DELETE of .../seats.")
        return await unbroken(self._do(seat, command, number, key))

    async def _do(self, seat: str, command: dict[str, Any], number: int | None, key: str) -> dict[str, Any]:
        async with self.lock:
            self.used = time.monotonic()
            receipt = await self.carry_out(seat, command, number, key)
            session = await self.ready()
            receipt["version"] = self.cursor(session, seat).number
            return receipt

    async def carry_out(
        self, seat: str, command: dict[str, Any], number: int | None, key: str, more: list[Statement] | None = None, notice: str = ""
    ) -> dict[str, Any]:
        """The same with the lock held; `more` is written in the same breath. `notice`: what other processes are told."""
        for _ in range(MOST_TRIES):
            session = await self.ready()
            version = self._version(session, seat, number)
            try:
                receipt = session.do(seat, command, version, key)
            except Refusal as no:
                raise problem_of(no) from None
            except Exception:
                Table.faults += 1
                log.exception("table %s: the rules failed at %s", self.id, str(command.get("do"))[:20])
                raise Problem("illegal", "The rules failed at this; nothing was changed. Please report it.") from None
            if await self.keep(session, more or [], notice or f"fight {self.id}"):
                self.publish()
                return dict(receipt.as_data())
        raise Problem("busy", "Somebody else was faster several times over; try again.")

    def _version(self, session: Session, seat: str, number: int | None) -> int | None:
        """The session's version for a seat's number; of one that is not known any more, the very first."""
        if number is None:
            return None
        since = self.cursor(session, seat).since(number)
        return since if since is not None else 1

    async def keep(self, session: Session, more: list[Statement], notice: str) -> bool:
        """Write down what is new. False: another process was first, and the fight has been read again."""
        fight, result = self.fight, session.over
        ended = fight if fight.result == result else replace(fight, result=result)
        try:
            new = session.texts_since(self.stored)
            statements = [rows.put_op(self.id, fight.fight, self.stored + place, Raw(op)) for place, op in enumerate(new)]
            statements += [rows.put_result(self.id, ended)] if ended is not fight else []
            statements += more
            if not statements:
                return True
            await self.store.write(statements, notice)
        except Conflict:
            self.session = None
            return False
        except StoreDown as down:
            self.session = None
            raise not_kept(down) from None
        except Exception:  # it cannot be written down at all: then it has not happened
            self.session = None
            Table.faults += 1
            log.exception("table %s: an operation cannot be written down", self.id)
            raise Problem("illegal", "This cannot be written down, so it was not done. Please report it.") from None
        self.stored = session.version
        self.fights[fight.fight] = ended
        return True

    async def follow(self) -> None:
        """Another process has written: catch up and tell our sockets."""
        async with self.lock:
            if self.session is None:
                if self.sockets:
                    await self.ready()
                return
            try:
                ops = await rows.read_ops(self.store, self.id, self.row.fight, self.stored)
            except StoreDown:
                self.session = None
                return
            for op in ops:
                if not repeated(self.session, op):
                    self.take(await self.read(self.row.fight))
                    break
                self.stored = self.session.version
            if ops:
                self.publish()

    async def view(self, seat: str) -> dict[str, Any]:
        """The fight as this seat may see it, under the seat's number: to be read at once, the next command makes another."""
        async with self.lock:
            self.used = time.monotonic()
            session = await self.ready()
            return self._view(session, seat)

    def _view(self, session: Session, seat: str) -> dict[str, Any]:
        shown: dict[str, Any] = {**session.view(seat, shared=True)}
        cursor = self.cursor(session, seat)
        if cursor.looked != session.version and cursor.between(session, seat, cursor.versions[cursor.number]) is not None:
            cursor.step(session.version)
        cursor.looked = session.version
        shown["version"] = cursor.number
        shown["role"] = self.role(seat)
        return shown

    def role(self, seat: str) -> str:
        found = self.seats.get(seat)
        if found is None:
            raise Problem("entry", "This seat is no longer at the table.")
        return found.role

    async def give(self, seat: str, units: list[str]) -> None:
        """Let a seat run these combatants from now on, all of them or none. Called with the lock held."""
        await self.check_units(units)
        for unit in units:
            await self.carry_out(GM, {"do": "hand_over", "who": unit, "to": seat}, None, "")

    async def check_units(self, units: list[str]) -> None:
        """Refuse what names nobody of this fight."""
        battle = (await self.ready()).fight.battle
        for unit in units:
            if battle.find(unit) is None:
                there = ", ".join(one.id for one in battle.units)
                raise Problem("missing", f"Nobody here is called {unit[:40]!r}: there are {there[:400]}.")

    # -- sockets ---------------------------------------------------------------------------------------------------------

    def arrive(self, socket: Socket) -> None:
        """A connection of a seat; from here on it is closed when the seat is taken away."""
        if sum(one.seat == socket.seat for one in self.open) >= MOST_SOCKETS:
            raise Problem("busy", f"This seat is open {MOST_SOCKETS} times already: close some.", 5)
        self.open.add(socket)

    async def join(self, socket: Socket, since: int | None) -> None:
        """Bring a socket up to date, and let it follow from here on."""
        async with self.lock:
            self.used = time.monotonic()
            session = await self.ready()
            if socket.closing is not None:
                raise Problem("entry", SENT_AWAY)
            new = socket.seat not in self.sockets
            socket.fresh = lambda: self._fresh(socket)
            self._update(session, socket, since)
            self.sockets.setdefault(socket.seat, set()).add(socket)
            self.clock.look()
            self.clock.tell(socket)
        if new:
            self.tell_presence()
            self.announce()
        else:
            socket.send(frame("presence", seats=self.presence()))

    def _fresh(self, socket: Socket) -> bytes | None:
        """A whole view for a socket that lost frames; None while something is being written, which nobody may know of yet."""
        session = self.session
        if session is None or session.version != self.stored or not self._sits(session, socket.seat):
            return None
        whole = frame("view", view=self._view(session, socket.seat))
        socket.number = self.cursor(session, socket.seat).number
        return whole

    def part(self, socket: Socket) -> None:
        self.open.discard(socket)
        here = self.sockets.get(socket.seat)
        if here is not None:
            here.discard(socket)
            if not here:
                del self.sockets[socket.seat]
                self.seen[socket.seat] = time.monotonic()
                self.tell_presence()
                self.announce()
        self.used = time.monotonic()

    def publish(self) -> None:
        """Tell every socket what is new for its seat."""
        session = self.session
        if session is None:
            return
        runs = self._runs(session)
        if runs != self.runs:
            self.runs = runs
            self.tell_presence()
        for seat, sockets in self.sockets.items():
            if not self._sits(session, seat):
                continue  # its seat was just taken away; its sockets are about to close
            try:
                self._tell_seat(session, seat, sockets)
            except Exception:  # one seat's view cannot be made: the others are told all the same, and what was done is done
                Table.faults += 1
                log.exception("table %s: the view of a %s failed", self.id, self.seats[seat].role if seat in self.seats else "seat")
                for socket in sockets:
                    socket.behind = True
        self.clock.look()
        self._go_on_soon()

    def _go_on_soon(self) -> None:
        """Where a tactic plays the GM and has answered as much as one command may lead to: go on after others had their turn."""
        session = self.session
        if session is not None and session.fight.automatic.resting and self.row.gm != "person" and self.going is None:
            self.going = asyncio.get_running_loop().create_task(self._go_on())

    async def _go_on(self) -> None:
        await asyncio.sleep(BREATH)
        async with self.lock:
            self.going = None
            auto = self.session.fight.automatic.auto if self.session is not None and self.session.fight.automatic.resting else {}
            for who, tactic in list(auto.items())[:1]:
                with contextlib.suppress(Problem):
                    await self.carry_out(GM, {"do": "automate", "who": who, "tactic": tactic}, None, "")

    def _sits(self, session: Session, seat: str) -> bool:
        return seat == GM or seat in session.agreed.seats or seat in session.agreed.watchers

    def _tell_seat(self, session: Session, seat: str, sockets: set[Socket]) -> None:
        cursor = self.cursor(session, seat)
        before = cursor.number
        found = cursor.advance(session, seat)
        data = frame("changes", changes=found) if found is not None and not found["whole"] else None
        whole = None
        for socket in sockets:
            if socket.behind or (found is not None and (data is None or socket.number != before)):
                whole = whole or frame("view", view=self._view(session, seat))
                socket.behind = False
                socket.send(whole)
            elif data is not None:
                socket.send(data)
            socket.number = cursor.number

    def _update(self, session: Session, socket: Socket, since: int | None) -> None:
        """What this socket lacks: nothing, the changes since a number it has, or the whole view."""
        socket.behind = False
        seat = socket.seat
        cursor = self.cursor(session, seat)
        version = cursor.since(since) if since is not None else None
        found = cursor.between(session, seat, version) if version is not None else None
        if version is None or (found is not None and found["whole"]):
            socket.send(frame("view", view=self._view(session, seat)))
        else:
            cursor.advance(session, seat)
            if found is not None:
                found["version"], found["since"] = cursor.number, since
                socket.send(frame("changes", changes=found))
            else:
                socket.send(frame("current", version=cursor.number))
        socket.number = cursor.number

    def tell_presence(self) -> None:
        self.tell(frame("presence", seats=self.presence()))

    def tell(self, data: bytes) -> None:
        for sockets in self.sockets.values():
            for socket in sockets:
                socket.send(data)

    def heard_of(self, process: str, seats: list[str], until: float) -> None:
        """Another process says who is here by way of it."""
        before = self.here()
        self.elsewhere[process] = (seats, until)
        self.look_round(before)

    def look_round(self, before: set[str] | None = None) -> None:
        """Forget of which processes nothing was heard for too long; everybody is told where it makes a difference."""
        before, now = self.here() if before is None else before, time.monotonic()
        self.elsewhere = {process: told for process, told in self.elsewhere.items() if told[0] and told[1] > now}
        if self.here() != before:
            self.seen.update(dict.fromkeys(before - self.here(), now))
            self.tell_presence()

    def here(self) -> set[str]:
        """Which seats somebody has open, at any process."""
        return {*self.sockets, *(seat for seats, _ in self.elsewhere.values() for seat in seats)}

    def presence(self) -> list[dict[str, Any]]:
        auto = self.session.fight.automatic.auto if self.session is not None else {}
        runs = self._runs(self.session) if self.session is not None else {}
        found: list[dict[str, Any]] = []
        here = self.here()
        for seat in self.seats.values():
            units = runs[seat.seat][0] if seat.seat in runs else seat.units
            row: dict[str, Any] = {"seat": seat.seat, "role": seat.role, "present": seat.seat in here, "units": units}
            if seat.seat not in here and seat.seat in self.seen:
                row["left_seconds"] = int(time.monotonic() - self.seen[seat.seat])
            if seat.seat in auto:
                row["auto"] = auto[seat.seat]
            found.append(row)
        return found

    def _runs(self, session: Session) -> dict[str, tuple[list[str], str]]:
        """By player: whom they run, as far as everybody may know of them, and the tactic that plays for them."""
        fight = session.fight
        seen = set(visible_units(fight.system, fight.battle, NOBODY))
        names = [(unit.id, unit.controller.split("+")) for unit in fight.battle.units if unit.id in seen]
        players = [seat.seat for seat in self.seats.values() if seat.role == "player"]
        return {seat: ([id for id, owners in names if seat in owners], fight.automatic.auto.get(seat, "")) for seat in players}

    def send_away(self, seat: str, cookie: str = "", code: int = GONE) -> None:
        """Close the sockets of a seat whose link is gone, at once and before any later frame; `cookie`: only those opened with it."""
        why = SENT_AWAY if code == GONE else "Your link was renewed: connect again."
        for socket in [one for one in self.open if one.seat == seat and cookie in ("", one.cookie)]:
            socket.close(code, why)
            self.part(socket)

    def leave(self) -> None:
        """Out of memory: only the store knows it now."""
        if self.session is not None:
            self.session.let_go()
        self.session = None
        self.clock.stop()
        if self.going is not None:
            self.going.cancel()
            self.going = None

    # -- what everybody may know -----------------------------------------------------------------------------------------

    async def info(self, seat: str) -> dict[str, Any]:
        async with self.lock:
            session = await self.ready()
            fights = [fight_info(one) for one in self.fights.values()]
            return {
                "table": self.id, "name": self.row.name, "system": self.row.system, "seats": self.presence(),
                "settings": self.settings(session), "fights": fights, "fight": self.row.fight, "alone": self.row.alone,
                "forked": self.row.forked, "you": {"seat": seat, "role": self.role(seat)},
            }  # fmt: skip

    def settings(self, session: Session) -> dict[str, Any]:
        """How the table plays: what the session knows of it, and the time limit."""
        known = {name: value for name, value in session.agreed.as_data().items() if name not in ("seats", "watchers", "speakers")}
        return {**known, "seconds": self.row.seconds}


def fight_info(fight: FightRow) -> dict[str, Any]:
    """A fight of the archive; where it was begun by other rules than today's, a remark says so."""
    now = system(fight.system).version
    note = f"Begun with rules {fight.rules}; replayed with those of today, {now}." if fight.rules != now else ""
    state = "over" if fight.result else "running"
    return {"id": fight.fight, "name": fight.name, "state": state, "result": fight.result, "rules": fight.rules, "note": note}


def repeated(session: Session, op: dict[str, Any]) -> bool:
    """Carry out an operation of another process again. False where that does not come out the same."""
    try:
        session.do(op["seat"], op["command"], None, op["key"])
    except (Refusal, KeyError):
        return False
    return session.version == op["version"] and session.ops_since(op["version"] - 1) == [op]


async def unbroken(work: Awaitable[Found]) -> Found:
    """Finish this even where whoever waits for it is gone."""
    return await asyncio.shield(asyncio.ensure_future(work))
