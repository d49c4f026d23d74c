"""The embedded database: one SQLite file through APSW, write-ahead log, synchronous=FULL.

`FULL` is what makes a commit survive a power cut: with `NORMAL` the log is not synced at every commit.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import apsw

from quintain.table.store import MIGRATIONS, Conflict, Row, Statement, StoreDown, Value, Write, make_private

CACHE_KB = 4_000


class SqliteBackend:
    """One file. `vfs` names another file layer, and `synchronous` another care, for tests that cut the power.

    A file layer written in Python has no memory to share between connections: then one connection does everything.
    """

    shared = False

    def __init__(self, path: str | Path, vfs: str = "", synchronous: str = "FULL") -> None:
        self.path = str(path)
        self.called = self.path
        """How it is spoken of: where it lies concerns whoever starts the server, not those who play."""
        self.vfs = vfs
        self.synchronous = synchronous
        self.lock = threading.RLock()
        self.writing: apsw.Connection | None = None
        self.reading: apsw.Connection | None = None
        if not vfs:
            make_private(self.path)
        self.writing = self._opened()
        _migrate(self.writing)
        self.called = "the database"

    def _opened(self) -> apsw.Connection:
        try:
            connection = apsw.Connection(self.path, vfs=self.vfs or None)
            connection.set_busy_timeout(5000)
            if self.vfs:
                connection.pragma("locking_mode", "exclusive")
            mode = connection.pragma("journal_mode", "wal")
            if mode != "wal":
                raise StoreDown(f"{self.called} cannot be written with a write-ahead log ({mode}).")
            connection.pragma("synchronous", self.synchronous)
            connection.pragma("cache_size", -CACHE_KB)
            connection.pragma("foreign_keys", 1)
        except apsw.Error as problem:
            raise StoreDown(_sentence(self.called, problem)) from None
        return connection

    def commit(self, writes: list[Write]) -> list[Exception | None]:
        with self.lock if self.vfs else contextlib.nullcontext():
            return self._commit(writes)

    def _commit(self, writes: list[Write]) -> list[Exception | None]:
        if self.writing is None:
            self.writing = self._again()
        connection = self.writing
        try:
            return _at_once(connection, writes) or _one_by_one(connection, writes)
        except apsw.Error as problem:
            self._give_up()
            raise StoreDown(_sentence(self.called, problem)) from None

    def _again(self) -> apsw.Connection:
        """A new connection after a failure. What the log holds is first written into the file and synced there, so that nothing
        acknowledged from now on stands in a log behind pages that never reached the disk."""
        connection = self._opened()
        try:
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error as problem:
            with contextlib.suppress(apsw.Error):
                connection.close(True)
            raise StoreDown(_sentence(self.called, problem)) from None
        return connection

    def _give_up(self) -> None:
        with self.lock:
            for connection in (self.writing, self.reading):
                if connection is not None:
                    with contextlib.suppress(apsw.Error):
                        connection.close(True)
            self.writing = self.reading = None

    def read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        with self.lock:
            try:
                return [tuple(row) for row in self._reader().execute(sql, values)]
            except apsw.Error as problem:
                raise StoreDown(_sentence(self.called, problem)) from None

    def _reader(self) -> apsw.Connection:
        if self.vfs:
            if self.writing is None:
                self.writing = self._again()
            return self.writing
        if self.reading is None:
            self.reading = self._opened()
        return self.reading

    def backup(self, path: str) -> None:
        """SQLite's own online backup: a consistent copy, while the writer goes on."""
        with self.lock:
            make_private(path)
            try:
                target = apsw.Connection(path)
                with target.backup("main", self._reader(), "main") as copy:
                    copy.step()
                target.pragma("journal_mode", "delete")
                target.close()
            except apsw.Error as problem:
                raise StoreDown(_sentence(path, problem)) from None

    def listen(self, told: Callable[[str], None]) -> None:
        """Nobody else writes to an embedded database."""

    def close(self) -> None:
        self._give_up()


def _at_once(connection: apsw.Connection, writes: list[Write]) -> list[Exception | None]:
    """All writes together, which is how it nearly always goes; nothing where one of them is in conflict."""
    statements = [statement for write in writes for statement in write.statements]
    as_one = _as_one(statements)
    if as_one is not None:
        try:
            connection.execute(*as_one)
        except apsw.ConstraintError:
            return []
        return [None] * len(writes)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql, values in statements:
            connection.execute(sql, values)
    except apsw.ConstraintError:
        connection.execute("ROLLBACK")
        return []
    connection.execute("COMMIT")
    return [None] * len(writes)


def _as_one(statements: list[Statement]) -> Statement | None:
    """New rows of one kind, which is what answers are, as one statement: it is a transaction of its own. None where they are others.

    With each statement this thread lets go of Python and waits until the loop, which is busy, gives it back.
    """
    sql = statements[0][0] if statements else ""
    if not (sql.startswith("INSERT") and sql.endswith("?)")) or any(other != sql for other, _ in statements):
        return None
    row = sql[sql.rindex("(") :]
    return ", ".join([sql, *[row] * (len(statements) - 1)]), tuple(value for _, values in statements for value in values)


def _one_by_one(connection: apsw.Connection, writes: list[Write]) -> list[Exception | None]:
    """In one transaction still, but a write that is in conflict is left out."""
    connection.execute("BEGIN IMMEDIATE")
    results = [_carried_out(connection, write) for write in writes]
    connection.execute("COMMIT")
    return results


def _carried_out(connection: apsw.Connection, write: Write) -> Exception | None:
    connection.execute("SAVEPOINT one")
    try:
        for sql, values in write.statements:
            connection.execute(sql, values)
    except apsw.ConstraintError:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return Conflict("somebody else was first.")
    connection.execute("RELEASE one")
    return None


def _migrate(connection: apsw.Connection) -> None:
    try:
        if _layout(connection) == len(MIGRATIONS):
            return  # nothing is written then: a server may be writing just now
        connection.execute("BEGIN IMMEDIATE")
        try:
            for step in MIGRATIONS[_layout(connection) :]:
                for sql in step:
                    connection.execute(sql)
            connection.pragma("user_version", len(MIGRATIONS))
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
    except apsw.Error as problem:
        raise StoreDown(_sentence("the database", problem)) from None


def _layout(connection: apsw.Connection) -> int:
    """How far the database has been brought."""
    at = int(connection.pragma("user_version"))
    if at > len(MIGRATIONS):
        raise StoreDown(f"this database was written by a newer version of Quintain (layout {at}); update Quintain.")
    return at


def _sentence(path: str, problem: apsw.Error) -> str:
    if isinstance(problem, apsw.NotADBError):
        return f"{path} is another kind of file, not a database."
    if isinstance(problem, apsw.FullError):
        return f"the disk is full: {path} cannot be written. Make room; play goes on by itself then."
    return f"{path} cannot be used now ({type(problem).__name__}: {problem})."
