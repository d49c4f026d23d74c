"""A hosted database: PostgreSQL through psycopg. Several server processes may use it at once and hear of each other's writes.

Every write names what it concerns (`Write.notice`); with the commit it goes out by NOTIFY, and every process listens. Two processes
that write the same row are told apart by its primary key: the second gets a Conflict, reads what the first wrote, and tries again.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable
from functools import lru_cache

import psycopg

from quintain.table.store import MIGRATIONS, Conflict, Row, StoreDown, Value, Write, make_private

CHANNEL = "quintain"
TIMEOUT = 5
LOCK = 7_105_001
"""A number of our own for the lock under which the layout is brought up to date."""


class PostgresBackend:
    """One PostgreSQL database."""

    shared = True

    def __init__(self, address: str) -> None:
        self.address = address
        self.lock = threading.Lock()
        self.writing: psycopg.Connection | None = None
        self.reading: psycopg.Connection | None = None
        self.told: Callable[[str], None] | None = None
        self.closed = False
        self.process = f"{os.getpid()}-{time.time_ns():x}"
        """Marks our own notices, which we need not hear."""
        self.writing = self._opened(False)
        self._migrate(self.writing)

    def _opened(self, autocommit: bool) -> psycopg.Connection:
        try:
            connection = psycopg.connect(
                self.address, autocommit=autocommit, connect_timeout=TIMEOUT, application_name="quintain",
                options="-c synchronous_commit=on -c statement_timeout=10000 -c lock_timeout=5000",
                keepalives_idle=5, keepalives_interval=2, keepalives_count=3,
            )  # fmt: skip
        except psycopg.ProgrammingError:
            raise StoreDown("the database's address is none of PostgreSQL's: postgresql://user@host/name.") from None
        except psycopg.Error as problem:
            raise StoreDown("the database cannot be reached.") from problem
        return connection

    def commit(self, writes: list[Write]) -> list[Exception | None]:
        if self.writing is None or self.writing.closed:
            self.writing = self._opened(False)
        # Always in the same order, so that two processes never wait for each other in a circle.
        order = sorted(range(len(writes)), key=lambda place: _first_key(writes[place]))
        results: list[Exception | None] = [None] * len(writes)
        try:
            with self.writing.transaction():
                for place in order:
                    results[place] = self._carried_out(self.writing, writes[place])
        except psycopg.Error as problem:
            self._drop_writer()
            raise StoreDown(_sentence(problem)) from None
        return results

    def _carried_out(self, connection: psycopg.Connection, write: Write) -> Exception | None:
        try:
            with connection.transaction():
                for sql, values in write.statements:
                    connection.execute(_ours(sql), values)
                if write.notice:
                    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.process} {write.notice}"))
        except psycopg.errors.UniqueViolation:
            return Conflict("somebody else was first.")
        return None

    def _drop_writer(self) -> None:
        if self.writing is not None:
            with contextlib.suppress(psycopg.Error):
                self.writing.close()
            self.writing = None

    def read(self, sql: str, values: tuple[Value, ...]) -> list[Row]:
        with self.lock:
            for last in (False, True):
                if self.reading is None or self.reading.closed:
                    self.reading = self._opened(True)
                try:
                    return list(self.reading.execute(_ours(sql), values).fetchall())
                except psycopg.OperationalError as problem:
                    self.reading.close()
                    if last:
                        raise StoreDown(_sentence(problem)) from None
                except psycopg.Error as problem:
                    raise StoreDown(_sentence(problem)) from None
        raise StoreDown("the database cannot be reached.")

    def backup(self, path: str) -> None:
        """By pg_dump, as PostgreSQL's manual has it."""
        make_private(path)
        try:
            subprocess.run(["pg_dump", "--file", path, self.address], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            raise StoreDown("pg_dump is needed for a backup of PostgreSQL, and could not be run.") from None

    def listen(self, told: Callable[[str], None]) -> None:
        self.told = told
        threading.Thread(target=self._listen_on, name="quintain-listen", daemon=True).start()

    def _listen_on(self) -> None:
        assert self.told is not None
        while not self.closed:
            try:
                with self._opened(True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.told("again")  # whatever was said meanwhile was not heard
                    while not self.closed:
                        for notice in connection.notifies(timeout=1.0):
                            sender, _, text = notice.payload.partition(" ")
                            if sender != self.process:
                                self.told(text)
            except (psycopg.Error, StoreDown):
                time.sleep(0.3)

    def close(self) -> None:
        self.closed = True
        self._drop_writer()
        with self.lock:
            if self.reading is not None:
                self.reading.close()

    def _migrate(self, connection: psycopg.Connection) -> None:
        try:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                connection.execute("CREATE TABLE IF NOT EXISTS layout (version BIGINT NOT NULL)")
                row = connection.execute("SELECT max(version) FROM layout").fetchone()
                at = int(row[0]) if row is not None and row[0] is not None else 0
                if at > len(MIGRATIONS):
                    raise StoreDown(f"this database was written by a newer version of Quintain (layout {at}); update Quintain.")
                for step in MIGRATIONS[at:]:
                    for sql in step:
                        connection.execute(sql.replace("BLOB", "BYTEA").encode())
                if at < len(MIGRATIONS):
                    connection.execute("INSERT INTO layout (version) VALUES (%s)", (len(MIGRATIONS),))
        except psycopg.Error as problem:
            raise StoreDown(_sentence(problem)) from None


@lru_cache(maxsize=256)
def _ours(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def _first_key(write: Write) -> tuple[str, ...]:
    return tuple(str(value) for value in write.statements[0][1][:3]) if write.statements else ()


def _sentence(problem: psycopg.Error) -> str:
    if isinstance(problem, psycopg.errors.DiskFull):
        return "the database's disk is full. Make room; play goes on by itself then."
    return f"the database cannot be used now ({type(problem).__name__})."
