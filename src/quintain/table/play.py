"""A table in memory: its seats, the fight being played, and the sockets that follow it.

One command at a time: it is carried out in memory, written down, and only when that is durable told to anybody. Where it cannot
be written, the fight in memory is thrown away and read again from the store: what nobody was told has not happened.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from quintain.engine import GM, Refusal
from quintain.library.encounters import Encounter, from_data
from quintain.table import rows
from quintain.table.errors import Problem, problem_of
from quintain.table.live import GONE, Socket, frame
from quintain.table.rows import SeatRow, TableRow
from quintain.table.standin import Session, restore, start
from quintain.table.store import Conflict, Store, StoreDown

MOST_TRIES = 5
"""So often a command is tried again where another process was first."""


class Table:
    """One table."""

    def __init__(self, store: Store, row: TableRow, seats: list[SeatRow]) -> None:
        self.store = store
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self.lock = asyncio.Lock()
        self.sockets: dict[str, set[Socket]] = {}
        self.seen: dict[str, float] = {}
        """When each seat that is not here was here last."""
        self.encounter: Encounter | None = None
        self.session: Session | None = None
        self.stored = 0
        self.used = time.monotonic()

    @property
    def id(self) -> str:
        return self.row.id

    # -- the fight -------------------------------------------------------------------------------------------------------

    async def ready(self) -> Session:
        """The fight being played, from the store where it is not in memory. Called with the lock held."""
        if self.session is None:
            try:
                heads = dict(await rows.read_fights(self.store, self.id))
                ops = await rows.read_ops(self.store, self.id, self.row.fight)
            except StoreDown as down:
                raise Problem("unavailable", f"The fight cannot be read now: {down}") from None
            head = heads[self.row.fight]
            if self.encounter is None:
                self.encounter = from_data(head["encounter"], head["name"])
            if ops:
                self.session = restore(head, self.encounter, ops)
            else:
                self.session = start(self.encounter, head["seed"], head["settings"], head["auto"])
            self.stored = len(ops)
        return self.session

    async def do(self, seat: str, command: dict[str, Any], version: int, key: str) -> dict[str, Any]:
        """Carry out a command of a seat, durably; everybody is told. Refused: nothing has changed."""
        return await asyncio.shield(asyncio.ensure_future(self._do(seat, command, version, key)))

    async def _do(self, seat: str, command: dict[str, Any], version: int, key: str) -> dict[str, Any]:
        async with self.lock:
            self.used = time.monotonic()
            for _ in range(MOST_TRIES):
                session = await self.ready()
                try:
                    receipt = session.do(seat, command, version, key)
                except Refusal as no:
                    raise problem_of(no) from None
                if await self._kept(session):
                    self.publish()
                    return receipt
            raise Problem("busy", "Somebody else was faster several times over; try again.")

    async def _kept(self, session: Session) -> bool:
        """Write down what is new. False: another process was first, and the fight must be read again."""
        new = session.journal[self.stored :]
        if not new:
            return True
        statements = [rows.put_op(self.id, self.row.fight, self.stored + place, op) for place, op in enumerate(new)]
        try:
            await self.store.write(statements, f"fight {self.id}")
        except Conflict:
            self.session = None
            return False
        except StoreDown as down:
            self.session = None
            raise Problem("unavailable", f"This cannot be kept now, so it was not done: {down}") from None
        self.stored = len(session.journal)
        return True

    async def view(self, seat: str) -> dict[str, Any]:
        async with self.lock:
            self.used = time.monotonic()
            session = await self.ready()
            return session.view(seat, self.role(seat))

    def role(self, seat: str) -> str:
        found = self.seats.get(seat)
        if found is None:
            raise Problem("entry", "This seat is no longer at the table.")
        return found.role

    # -- sockets ---------------------------------------------------------------------------------------------------------

    async def join(self, socket: Socket, since: int | None) -> None:
        """Bring a socket up to date, and let it follow from here on."""
        async with self.lock:
            session = await self.ready()
            self._update(session, socket, since)
            self.sockets.setdefault(socket.seat, set()).add(socket)
        self.tell_presence()

    def part(self, socket: Socket) -> None:
        here = self.sockets.get(socket.seat)
        if here is not None:
            here.discard(socket)
            if not here:
                del self.sockets[socket.seat]
                self.seen[socket.seat] = time.monotonic()
                self.tell_presence()
        self.used = time.monotonic()

    def publish(self) -> None:
        """Tell every socket what is new for its seat."""
        if self.session is None:
            return
        for seat, sockets in self.sockets.items():
            made: dict[int, bytes] = {}
            for socket in sockets:
                if socket.behind or socket.version < 0:
                    self._update(self.session, socket, None)
                    continue
                since = socket.version
                if since not in made:
                    made[since] = self._changes(self.session, seat, since)
                socket.version = self.session.version
                socket.send(made[since])

    def _update(self, session: Session, socket: Socket, since: int | None) -> None:
        socket.behind = False
        if since is not None and 0 <= since <= session.version:
            socket.send(self._changes(session, socket.seat, since))
        else:
            socket.send(frame("view", view=session.view(socket.seat, self.role(socket.seat))))
        socket.version = session.version

    def _changes(self, session: Session, seat: str, since: int) -> bytes:
        changes = session.changes(seat, since)
        if changes["whole"]:
            return frame("view", view=session.view(seat, self.role(seat)))
        return frame("changes", changes=changes)

    def tell_presence(self) -> None:
        data = frame("presence", seats=self.presence())
        for sockets in self.sockets.values():
            for socket in sockets:
                socket.send(data)

    def presence(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for seat in self.seats.values():
            row: dict[str, Any] = {"seat": seat.seat, "role": seat.role, "present": seat.seat in self.sockets, "units": seat.units}
            if seat.seat not in self.sockets and seat.seat in self.seen:
                row["left_seconds"] = int(time.monotonic() - self.seen[seat.seat])
            if seat.auto:
                row["auto"] = seat.auto
            found.append(row)
        return found

    def send_away(self, seat: str) -> None:
        """Close the sockets of a seat whose link is gone, at once and before any later frame."""
        for socket in list(self.sockets.get(seat, ())):
            socket.close(GONE, "Your link was renewed or your seat was taken away: ask for a new link.")

    def leave(self) -> None:
        self.session = None

    # -- what everybody may know -----------------------------------------------------------------------------------------

    def info(self, seat: str) -> dict[str, Any]:
        return {
            "table": self.id, "name": self.row.name, "system": self.row.system, "seats": self.presence(),
            "settings": self.row.settings, "you": {"seat": seat, "role": self.role(seat)}, "alone": self.row.alone,
            "fight": self.row.fight,
        }  # fmt: skip


def is_gm(table: Table, seat: str) -> bool:
    return seat == GM and table.role(seat) == "gm"
