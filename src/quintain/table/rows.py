"""What stands in the database, and the statements that read and write it."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec

from quintain.table.secrets import INVITE, hash_of
from quintain.table.store import Row, Statement, Store

HOUR = 3600
INVITE_HOURS = 72
COOKIE_DAYS = 90

_encode = msgspec.json.Encoder().encode


def now() -> int:
    return int(time.time())


def packed(data: object) -> bytes:
    return _encode(data)


def unpacked(data: object) -> Any:
    assert isinstance(data, bytes | bytearray | memoryview)
    return msgspec.json.decode(bytes(data))


@dataclass
class TableRow:
    """A table: its name, system and time limit, and which of its fights is being played."""

    id: str
    name: str
    system: str
    seconds: int = 0
    """Time limit for a decision; 0 for none. The other settings are the session's."""
    fight: int = 0
    created: int = 0
    alone: bool = False
    gm: str = "person"
    """Who runs the GM's side: "person" or a tactic."""
    forked: bool = False


@dataclass
class FightRow:
    """One fight of a table; what was done in it is in its operations."""

    fight: int
    name: str
    system: str
    rules: str
    """The version of the rules it was begun with."""
    result: str = ""
    """How it ended; "" while it runs."""


@dataclass
class SeatRow:
    """A seat: "gm", a player's name, a spectator or a shared screen."""

    seat: str
    role: str
    units: list[str] = field(default_factory=list)
    """Whom it was given when it was made."""
    place: int = 0
    """Where it stands among the others: in the order in which they were made."""


def table_from(row: Row) -> TableRow:
    return TableRow(**unpacked(row[0]))


def seat_from(row: Row) -> SeatRow:
    return SeatRow(**unpacked(row[0]))


# -- writing -----------------------------------------------------------------------------------------------------------


def put_table(table: TableRow) -> Statement:
    return (
        "INSERT INTO tables (id, data, touched) VALUES (?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET data = excluded.data, touched = excluded.touched",
        (table.id, packed(asdict(table)), now()),
    )


def put_seat(table: str, seat: SeatRow) -> Statement:
    return (
        "INSERT INTO seats (table_id, seat, data) VALUES (?, ?, ?)"
        " ON CONFLICT (table_id, seat) DO UPDATE SET data = excluded.data",
        (table, seat.seat, packed(asdict(seat))),
    )


def drop_seat(table: str, seat: str) -> Statement:
    return ("DELETE FROM seats WHERE table_id = ? AND seat = ?", (table, seat))


def put_secret(secret: str, table: str, seat: str, kind: str, expires: int = 0) -> Statement:
    """An invitation or a cookie: only the hash is kept. `expires` in seconds since 1970; left out, the usual time."""
    usual = now() + (INVITE_HOURS * HOUR if kind == INVITE else COOKIE_DAYS * 24 * HOUR)
    return (
        "INSERT INTO secrets (hash, table_id, seat, kind, expires) VALUES (?, ?, ?, ?, ?)",
        (hash_of(secret), table, seat, kind, expires or usual),
    )


def drop_secrets(table: str, seat: str, kind: str = "") -> Statement:
    if kind:
        return ("DELETE FROM secrets WHERE table_id = ? AND seat = ? AND kind = ?", (table, seat, kind))
    return ("DELETE FROM secrets WHERE table_id = ? AND seat = ?", (table, seat))


def drop_secret(secret: str) -> Statement:
    return ("DELETE FROM secrets WHERE hash = ?", (hash_of(secret),))


def drop_expired() -> Statement:
    return ("DELETE FROM secrets WHERE expires < ?", (now(),))


def put_fight(table: str, fight: FightRow) -> Statement:
    return ("INSERT INTO fights (table_id, fight, head) VALUES (?, ?, ?)", (table, fight.fight, packed(asdict(fight))))


def put_result(table: str, fight: FightRow) -> Statement:
    return ("UPDATE fights SET head = ? WHERE table_id = ? AND fight = ?", (packed(asdict(fight)), table, fight.fight))


def put_op(table: str, fight: int, n: int, op: object) -> Statement:
    return ("INSERT INTO ops (table_id, fight, n, data) VALUES (?, ?, ?, ?)", (table, fight, n, packed(op)))


# -- reading -----------------------------------------------------------------------------------------------------------


async def read_table(store: Store, table: str) -> TableRow | None:
    rows = await store.read("SELECT data FROM tables WHERE id = ?", table)
    return table_from(rows[0]) if rows else None


async def read_seats(store: Store, table: str) -> list[SeatRow]:
    found = [seat_from(row) for row in await store.read("SELECT data FROM seats WHERE table_id = ? ORDER BY seat", table)]
    return sorted(found, key=lambda seat: seat.place)


async def read_fights(store: Store, table: str) -> list[FightRow]:
    rows = await store.read("SELECT head FROM fights WHERE table_id = ? ORDER BY fight", table)
    return [FightRow(**unpacked(row[0])) for row in rows]


async def read_ops(store: Store, table: str, fight: int, since: int = 0) -> list[Any]:
    rows = await store.read("SELECT data FROM ops WHERE table_id = ? AND fight = ? AND n >= ? ORDER BY n", table, fight, since)
    return [unpacked(row[0]) for row in rows]


@dataclass(frozen=True)
class Entry:
    """What a secret opens."""

    table: str
    seat: str
    kind: str
    hash: str
    expires: int


async def read_secret(store: Store, secret: str) -> Entry | None:
    rows = await store.read(
        "SELECT hash, table_id, seat, kind, expires FROM secrets WHERE hash = ? AND expires >= ?", hash_of(secret), now()
    )
    if not rows:
        return None
    found, table, seat, kind, expires = rows[0]
    return Entry(str(table), str(seat), str(kind), str(found), int(str(expires)))
