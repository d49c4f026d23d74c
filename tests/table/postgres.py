"""A PostgreSQL server of the tests' own: in a temporary folder, by an unprivileged user, without any set-up of the machine."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.table.running import free_port

WITHOUT = "QUINTAIN_TESTS_WITHOUT"


def programs() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps them out of the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def as_nobody_special() -> list[str]:
    """PostgreSQL does not run as root: the words before a command that run it as somebody else."""
    if os.geteuid() != 0:
        return []
    names = [entry.pw_name for entry in pwd.getpwall()]
    user = next(name for name in ("postgres", "nobody") if name in names)
    return ["setpriv", f"--reuid={user}", "--regid=nogroup", "--clear-groups"]


@contextlib.contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    bin = programs()
    if bin is None:
        if "postgres" in os.environ.get(WITHOUT, ""):
            pytest.skip("PostgreSQL is left out by wish")
        pytest.fail(
            f"PostgreSQL's server is not here: apt install postgresql, or leave these tests out with {WITHOUT}=postgres.",
            pytrace=False,
        )
    folder = Path(tempfile.mkdtemp(prefix="quintain-pg-"))
    server = PostgresServer(bin, folder)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


class PostgresServer:
    def __init__(self, bin: Path, folder: Path) -> None:
        self.bin = bin
        self.folder = folder
        self.port = free_port()
        self.before = as_nobody_special()
        self.process: subprocess.Popen[bytes] | None = None
        self.bases = 0

    def run(self, *command: str) -> None:
        subprocess.run([*self.before, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def create(self) -> None:
        os.chmod(self.folder, 0o777)
        self.run(str(self.bin / "initdb"), "-D", str(self.folder / "data"), "-U", "quintain", "-A", "trust", "-E", "UTF8")

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*self.before, str(self.bin / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port),
             "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}", "-c", "max_connections=60"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip
        for _ in range(300):
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
                return
            assert self.process.poll() is None, "PostgreSQL ended at once"
            import time

            time.sleep(0.1)
        raise AssertionError("PostgreSQL did not start")

    def stop(self, signal: str = "INT") -> None:
        if self.process is not None and self.process.poll() is None:
            subprocess.run(["kill", f"-{signal}", str(self.process.pid)], check=False)
            self.process.wait(30)

    def signal_all(self, number: int) -> None:
        """Send a signal to the server and the processes of its connections."""
        assert self.process is not None
        below = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii").split()
        for pid in [self.process.pid, *[int(one) for one in below]]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def address(self, base: str) -> str:
        return f"postgresql://quintain@127.0.0.1:{self.port}/{base}"

    def new_base(self) -> str:
        """The address of a fresh database."""
        self.bases += 1
        name = f"base{self.bases}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)
