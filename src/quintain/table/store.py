"""Where tables are kept: one small interface for both databases, and the thread that writes.

A write is a list of statements that are carried out together or not at all; it is *durable* when `write` returns. All writes go
through one thread, which commits everything that has queued up meanwhile in one transaction (group commit), so that many tables
share the price of one sync. A failed commit acknowledges nothing: everybody waiting gets `StoreDown`, the connection is given
up, and the next write starts with a new one.

Statements are written once, in the SQL that SQLite and PostgreSQL share, with `?` for values.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

log = logging.getLogger("quintain.table")
Value = str | int | bytes | None
Statement = tuple[str, tuple[Value, ...]]
Row = tuple[Value, ...]

MOST_IN_A_COMMIT = 256
PATIENCE = 30.0
"""Seconds after which a database that does not answer counts as gone. What it does after all is found when it is read again."""


class Conflict(Exception):
    """A row with this key is there already: somebody else was first."""


class StoreDown(Exception):
    """The database cannot be used now: full, failing or gone. Nothing of the write is there as far as anybody was told."""


class Write:
    """One write that waits to be committed. `notice`: what other processes on the same database are told about it."""

    def __init__(self, statements: list[Statement], notice: str, done: asyncio.Future[None]) -> None:
        self.statements = statements
        self.notice = notice
        self.done = done


class Backend(Protocol):
    """One kind of database. Used by one thread for writing and by another for reading."""

    shared: bool
    """Whether other processes may use it at the same time."""

    def commit(self, writes: list[Write]) -> list[Exception | None]:
        """Carry out these writes in one transaction: for each nothing, or its Conflict. StoreDown where the commit failed."""
        ...

    def read(self, sql: str, values: tuple[Value, ...]) -> list[Row]: ...

    def backup(self, path: str) -> None:
        """A copy of everything in the file `path`, while others go on writing."""
        ...

    def listen(self, told: Callable[[str], None]) -> None:
        """Call `told` with the notice of every write of another process; from whichever thread."""
        ...

    def close(self) -> None: ...


class Store:
    """The database as the event loop uses it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.loop = asyncio.get_running_loop()
        self.waiting: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self.reader = ThreadPoolExecutor(1, "quintain-read")
        self.writer = threading.Thread(target=self._write_on, name="quintain-write", daemon=True)
        self.writer.start()
        self.problem = ""
        """Why the last write failed; "" while all is well."""
        self.commits = 0
        self.writes = 0
        self.closed = False

    async def write(self, statements: list[Statement], notice: str = "") -> None:
        """Carry these statements out together, durably. Raises Conflict or StoreDown, and then none of them was."""
        if self.closed:
            raise StoreDown("the server is stopping.")
        done: asyncio.Future[None] = self.loop.create_future()
        self.waiting.put(Write(statements, notice, done))
        try:
            async with asyncio.timeout(PATIENCE):
                await done
        except TimeoutError:
            raise StoreDown("the database does not answer.") from None

    async def tell(self, notice: str) -> None:
        """Say something to the other processes on the same database, as far as it can be said now."""
        if self.backend.shared:
            with contextlib.suppress(StoreDown):
                await self.write([], notice)

    async def read(self, sql: str, *values: Value) -> list[Row]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.loop.run_in_executor(self.reader, self.backend.read, sql, values)
        except TimeoutError:
            raise StoreDown("the database does not answer.") from None

    async def backup(self, path: str) -> None:
        await self.loop.run_in_executor(self.reader, self.backend.backup, path)

    async def close(self) -> None:
        """Finish what was asked for, then let go of the database."""
        self.closed = True
        self.waiting.put(None)
        await asyncio.to_thread(self.writer.join, PATIENCE)
        self.reader.shutdown(wait=False)
        self.backend.close()

    def _write_on(self) -> None:
        while True:
            first = self.waiting.get()
            if first is None:
                return
            batch, last = [first], False
            with contextlib.suppress(queue.Empty):
                while len(batch) < MOST_IN_A_COMMIT:
                    more = self.waiting.get_nowait()
                    if more is None:
                        last = True
                        break
                    batch.append(more)
            batch = [write for write in batch if not write.done.cancelled()]  # whom nobody waits for any more
            if not batch and not last:
                continue
            try:
                results = self.backend.commit(batch) if batch else []
                self.problem = ""
            except StoreDown as down:
                if not self.problem:
                    log.warning("nothing can be written now: %s", down)
                self.problem = str(down)
                results = [down] * len(batch)
            except Exception as problem:
                self.problem = f"the database refused: {type(problem).__name__}."
                results = [StoreDown(self.problem)] * len(batch)
            self.commits += 1
            self.writes += len(batch)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self.loop.call_soon_threadsafe(_tell, batch, results)
            if last:
                return


def make_private(path: str) -> None:
    """A new file that only its owner reads: it holds what is hidden in every fight."""
    with contextlib.suppress(OSError):  # whoever writes it says why
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _tell(batch: list[Write], results: list[Exception | None]) -> None:
    for write, result in zip(batch, results, strict=True):
        if write.done.done():
            continue
        if result is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(result)


# -- the layout, in steps that are never changed once released -------------------------------------------------------------------

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE tables (id TEXT PRIMARY KEY, data BLOB NOT NULL, touched BIGINT NOT NULL)",
        "CREATE TABLE seats (table_id TEXT NOT NULL, seat TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (table_id, seat))",
        "CREATE TABLE secrets (hash TEXT PRIMARY KEY, table_id TEXT NOT NULL, seat TEXT NOT NULL, kind TEXT NOT NULL,"
        " expires BIGINT NOT NULL)",
        "CREATE INDEX secrets_of ON secrets (table_id, seat)",
        "CREATE TABLE fights (table_id TEXT NOT NULL, fight BIGINT NOT NULL, head BLOB NOT NULL, PRIMARY KEY (table_id, fight))",
        "CREATE TABLE ops (table_id TEXT NOT NULL, fight BIGINT NOT NULL, n BIGINT NOT NULL, data BLOB NOT NULL,"
        " PRIMARY KEY (table_id, fight, n))",
    ),
)
"""Each step brings the database from one version to the next; `BLOB` is written `BYTEA` for PostgreSQL."""
