"""The tables that somebody looks at, in memory; the others wait in the store and are back at the first request."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from quintain.engine import GM
from quintain.engine.session import Session
from quintain.table import rows
from quintain.table.errors import Problem, not_kept, not_read
from quintain.table.live import AGAIN, GONE, STOPPING, frame
from quintain.table.play import Table
from quintain.table.rows import Entry, FightRow, SeatRow, TableRow, unpacked
from quintain.table.secrets import COOKIE, INVITE, hash_of, is_secret, new_id, new_secret, same
from quintain.table.starting import Start
from quintain.table.store import Statement, Store, StoreDown

GOODBYE = 1.0
"""Seconds that everybody has to hear that the server stops."""
SILENT = 45.0
"""Seconds after which a process that says nothing of who is here counts as gone."""
MOST_ENTRIES = 20_000
"""So many cookies are remembered; others are looked up."""


class Hall:
    """All tables of one server process."""

    def __init__(self, store: Store, idle: float = 60.0) -> None:
        self.store = store
        self.idle = idle
        """Seconds after which a table nobody looks at leaves memory."""
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Future[Table]] = {}
        self.entries: OrderedDict[str, Entry] = OrderedDict()
        self.following: set[asyncio.Future[None]] = set()
        self.loaded = 0
        self.left = 0
        self.process = secrets.token_hex(4)
        """Marks what this process says of who is here."""

    # -- tables ----------------------------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """This table, from the store if it is not in memory."""
        found = self.tables.get(id)
        if found is not None:
            found.used = time.monotonic()
            return found
        waiting = self.loading.get(id)
        if waiting is not None:
            return await asyncio.shield(waiting)
        waiting = self.loading[id] = asyncio.get_running_loop().create_future()
        try:
            table = await self._read(id)
            self._keep(table)
            self._say(f"who {id}")
            waiting.set_result(table)
            return table
        except BaseException as problem:
            waiting.set_exception(problem)
            waiting.exception()
            raise
        finally:
            del self.loading[id]

    async def _read(self, id: str) -> Table:
        try:
            row = await rows.read_table(self.store, id)
            seats = await rows.read_seats(self.store, id)
            fights = await rows.read_fights(self.store, id)
        except StoreDown as down:
            raise not_read(down) from None
        if row is None:
            raise Problem("missing", "There is no such table.")
        self.loaded += 1
        return Table(self.store, row, seats, fights)

    async def create(self, start: Start, session: Session) -> tuple[Table, dict[str, str], str]:
        """A new table with its first fight: the table, a secret for each seat's link, and the creator's cookie."""
        name = start.encounter.system_name
        row = TableRow("", start.name, name, start.seconds, 0, 0, start.alone, start.gm)
        fight = FightRow(0, start.encounter.name, name, start.encounter.system.version)
        made = await self.put(row, start.seats, [(fight, session.journal)], start.creator)
        made[0].take(session)
        return made

    async def put(
        self, row: TableRow, seats: list[SeatRow], fights: Sequence[tuple[FightRow, list[dict[str, Any]]]], owner: str
    ) -> tuple[Table, dict[str, str], str]:
        """Write down a new table with its seats and fights, under a new name and with new secrets."""
        row.id, row.created = new_id(), rows.now()
        seats = [replace(seat, place=place) for place, seat in enumerate(seats)]
        invites = {seat.seat: new_secret() for seat in seats}
        cookie = new_secret()
        statements: list[Statement] = [rows.put_table(row)]
        for fight, ops in fights:
            statements.append(rows.put_fight(row.id, fight))
            statements += [rows.put_op(row.id, fight.fight, place, op) for place, op in enumerate(ops)]
        statements += [rows.put_seat(row.id, seat) for seat in seats]
        statements += [rows.put_secret(secret, row.id, seat, INVITE) for seat, secret in invites.items()]
        statements.append(rows.put_secret(cookie, row.id, owner, COOKIE))
        await self.write(statements)
        table = Table(self.store, row, seats, [fight for fight, _ in fights])
        self._keep(table)
        return table, invites, cookie

    def _keep(self, table: Table) -> None:
        self.tables[table.id] = table
        table.announce = lambda: self._say(f"here {table.id} {self.process} {rows.packed(sorted(table.sockets)).decode()}")

    async def latest(self) -> tuple[TableRow, str] | None:
        """The table that was opened last, with a new link for its owner; older links stay good."""
        found = await self.store.read("SELECT data FROM tables ORDER BY touched DESC LIMIT 1")
        if not found:
            return None
        row = rows.table_from(found[0])
        seats = await rows.read_seats(self.store, row.id)
        seat = next((one.seat for one in seats if one.role == "gm" or row.alone), "")
        if not seat:
            return None
        secret = new_secret()
        await self.write([rows.drop_expired(), rows.put_secret(secret, row.id, seat, INVITE)])
        return row, secret

    async def write(self, statements: list[Statement], notice: str = "") -> None:
        try:
            await self.store.write(statements, notice)
        except StoreDown as down:
            raise not_kept(down) from None

    async def close(self) -> None:
        """Say goodbye to everybody who looks on, and let them hear it."""
        for table in self.tables.values():
            for socket in table.open:
                socket.close(STOPPING, "The server is stopping; it will be back.")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while any(table.open for table in self.tables.values()):
                    await asyncio.sleep(0.01)

    def tidy(self) -> None:
        """Let tables leave memory that nobody has looked at for a while."""
        limit = time.monotonic() - self.idle
        for id, table in list(self.tables.items()):
            if table.used < limit and not table.sockets and not table.lock.locked():
                table.leave()
                del self.tables[id]
                self.forget_entries({id})
                self.left += 1

    # -- seats -----------------------------------------------------------------------------------------------------------

    def remembered(self, secret: str) -> Entry | None:
        """What this cookie opens, if somebody came by it not long ago and it is still good."""
        known = self.entries.get(hash_of(secret)) if is_secret(secret) else None
        return known if known is not None and known.expires >= rows.now() else None

    async def entry(self, secret: object, kind: str) -> Entry | None:
        """What this secret opens, if it is one of ours and still good."""
        if not isinstance(secret, str) or not is_secret(secret):
            return None
        known = self.remembered(secret)
        if known is not None and known.kind == kind:
            return known
        try:
            found = await rows.read_secret(self.store, secret)
        except StoreDown as down:
            raise not_read(down) from None
        if found is None or found.kind != kind or not same(secret, found.hash):
            return None
        if kind == COOKIE:
            self.entries[found.hash] = found
            while len(self.entries) > MOST_ENTRIES:
                self.entries.popitem(last=False)
        return found

    async def enter(self, token: object) -> tuple[Entry, str] | None:
        """Exchange an invitation for a cookie."""
        entry = await self.entry(token, INVITE)
        if entry is None:
            return None
        cookie = new_secret()
        await self.write([rows.put_secret(cookie, entry.table, entry.seat, COOKIE)])
        return entry, cookie

    async def invite(self, table: Table, seat: str, hours: float = rows.INVITE_HOURS, own: bool = False) -> str:
        """A new link for a seat; older ones and whoever sits there by them are sent away. `own`: those whose link it is come again."""
        secret = new_secret()
        expires = rows.now() + int(hours * rows.HOUR)
        await self.write(
            [rows.drop_secrets(table.id, seat), rows.put_secret(secret, table.id, seat, INVITE, expires)],
            f"{'own' if own else 'seat'} {table.id} {seat}",
        )
        self.forget(table.id, seat, AGAIN if own else GONE)
        return secret

    async def leave(self, table: Table, seat: str, secret: str) -> None:
        """Whoever came by this cookie goes, sockets included: nobody comes by it again."""
        await self.write([rows.drop_secret(secret)], f"seat {table.id} {seat}")
        self.entries.pop(hash_of(secret), None)
        table.send_away(seat, hash_of(secret))

    def forget_entries(self, tables: set[str], seat: str = "") -> None:
        """Look up anew who may enter these tables."""
        for hash, entry in list(self.entries.items()):
            if entry.table in tables and seat in ("", entry.seat):
                del self.entries[hash]

    def forget(self, table: str, seat: str, code: int = GONE) -> None:
        """The secrets of this seat are gone: remember none of them, and close its sockets."""
        self.forget_entries({table}, seat)
        found = self.tables.get(table)
        if found is not None:
            found.send_away(seat, code=code)

    async def put_seat(self, table: Table, seat: SeatRow) -> str:
        """A new seat and the secret of its link."""
        async with table.lock:
            if seat.seat.casefold() in (name.casefold() for name in table.seats):
                raise Problem("illegal", f"There is a seat called {seat.seat} already.")
            if seat.units and seat.role != "player":
                raise Problem("illegal", "A seat that only looks on runs nobody.")
            await table.check_units(seat.units)
            seat.place = 1 + max(one.place for one in table.seats.values())
            secret = new_secret()
            more = [rows.put_seat(table.id, seat), rows.put_secret(secret, table.id, seat.seat, INVITE)]
            await self._agreed(table, {**table.seats, seat.seat: seat}, more)
            table.seats[seat.seat] = seat
            await table.give(seat.seat, seat.units)
        return secret

    async def drop_seat(self, table: Table, seat: str) -> None:
        """Take a seat away. Whoever it ran is the GM's from then on."""
        async with table.lock:
            left = {name: row for name, row in table.seats.items() if name != seat}
            await self._agreed(table, left, [rows.drop_seat(table.id, seat), rows.drop_secrets(table.id, seat)])
            table.seats = left
            self.forget(table.id, seat)
            session = await table.ready()
            for unit in session.fight.battle.units:
                if seat in unit.controller.split("+"):
                    others = [name for name in unit.controller.split("+") if name != seat]
                    await table.carry_out(GM, {"do": "hand_over", "who": unit.id, "to": "+".join(others) or GM}, None, "")

    async def _agreed(self, table: Table, seats: dict[str, SeatRow], more: list[Statement]) -> None:
        """Tell the session who sits at the table, and write both down together."""
        players = [seat.seat for seat in seats.values() if seat.role == "player"]
        watchers = [seat.seat for seat in seats.values() if seat.role not in ("player", "gm")]
        command = {"do": "settings", "settings": {"seats": players, "watchers": watchers, "speakers": []}}
        await table.carry_out(GM, command, None, "", more, f"table {table.id}")

    # -- other processes -------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Hear what other processes on the same database write."""
        loop = asyncio.get_running_loop()

        def told(notice: str) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._heard, notice)

        self.store.backend.listen(told)

    def _say(self, notice: str) -> None:
        """Tell the other processes; nobody waits for it."""
        if self.store.backend.shared:
            self.following.add(task := asyncio.ensure_future(self.store.tell(notice)))
            task.add_done_callback(self.following.discard)

    def beat(self) -> None:
        """Called now and then: who is here goes on being here as long as that is said again."""
        for table in self.tables.values():
            table.look_round()
            if table.sockets:
                table.announce()

    def _heard(self, notice: str) -> None:
        kind, _, rest = notice.partition(" ")
        if kind in ("who", "here"):
            name, _, said = rest.partition(" ")
            table = self.tables.get(name)
            if table is not None and kind == "who" and table.sockets:
                table.announce()
            elif table is not None and kind == "here":
                process, _, seats = said.partition(" ")
                table.heard_of(process, unpacked(seats.encode()), time.monotonic() + SILENT)
            return
        names = list(self.tables) if kind == "again" else [rest.split(" ")[0]]
        if kind != "fight":
            # Of tables in memory it is looked up now who was sent away; of others when somebody asks.
            known = {entry.table for entry in self.entries.values()} if kind == "again" else set(names)
            self.forget_entries(known - set(self.tables))
        for name in names:
            if name in self.tables:
                self.following.add(task := asyncio.ensure_future(self._follow(kind, name)))
                task.add_done_callback(self.following.discard)

    async def _follow(self, kind: str, name: str) -> None:
        """Bring a table in memory up to what another process wrote: its seats and settings, then its fight."""
        table = self.tables.get(name)
        if table is None:
            return
        try:
            if kind != "fight":
                async with table.lock:
                    row = await rows.read_table(self.store, name)
                    seats = await rows.read_seats(self.store, name)
                    fights = await rows.read_fights(self.store, name)
                    if row is None:
                        return
                    gone = [seat for seat in table.seats if seat not in {one.seat for one in seats}]
                    if row.fight != table.row.fight:
                        table.session = None
                    table.row, table.seats = row, {seat.seat: seat for seat in seats}
                    table.fights = {fight.fight: fight for fight in fights}
                for seat in gone:
                    self.forget(name, seat)
                await self._check_secrets(table, AGAIN if kind == "own" else GONE)
                table.tell(frame("table"))
            await table.follow()
        except (StoreDown, Problem):
            table.session = None

    async def _check_secrets(self, table: Table, code: int) -> None:
        """Forget cookies that another process has revoked, and close the sockets that were opened with them."""
        known = {hash: entry.seat for hash, entry in self.entries.items() if entry.table == table.id}
        known.update({socket.cookie: socket.seat for socket in table.open})
        for hash, seat in known.items():
            if not await self.store.read("SELECT 1 FROM secrets WHERE hash = ?", hash):
                self.entries.pop(hash, None)
                table.send_away(seat, hash, code)

    async def change(self, table: Table, settings: dict[str, Any]) -> dict[str, Any]:
        """Other settings of a table; returns all as they are then."""
        async with table.lock:
            before = table.row.seconds
            more: list[Statement] = []
            if "seconds" in settings:
                table.row.seconds = settings["seconds"]
                more.append(rows.put_table(table.row))
            given = {name: value for name, value in settings.items() if name != "seconds"}
            try:
                await table.carry_out(GM, {"do": "settings", "settings": given}, None, "", more, f"table {table.id}")
            except Problem:
                table.row.seconds = before
                raise
            table.clock.look()
            return table.settings(await table.ready())
