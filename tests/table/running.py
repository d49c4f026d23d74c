"""A real server for tests: its own process or a thread, a real port, a folder of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from fastapi import FastAPI

from quintain.table.app import make_app
from quintain.table.client import Seat, Server
from quintain.table.config import Config
from quintain.table.serve import Stoppable, uvicorn_config

SERVED: dict[str, FastAPI] = {}
"""By address, what is served by threads of this process."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(folder: Path, backend: Any = None, **settings: Any) -> Iterator[str]:
    """A server in a thread of this process; yields its address."""
    config = Config(host="127.0.0.1", port=free_port(), data=str(folder), **{"preload": False, **settings})
    made = uvicorn_config(config)
    if backend is not None:
        made.app = make_app(config, backend)
    server = Stoppable(made)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{config.port}"
    SERVED[address] = cast("FastAPI", made.app)
    until = time.monotonic() + 20
    while not server.started:
        if time.monotonic() > until or not thread.is_alive():
            raise AssertionError("the server did not start.")
        time.sleep(0.01)
    try:
        yield address
    finally:
        del SERVED[address]
        server.should_exit = True
        thread.join(20)


def alone(server: Server, encounter: str, seed: str = "1") -> Seat:
    """One person against the machine, with the same dice in every run."""
    return server.open(encounter, alone=True, seed=seed)[0]


class Process:
    """A server process that can be killed."""

    def __init__(self, folder: Path, database: str = "", port: int = 0) -> None:
        self.folder = folder
        self.database = database
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> float:
        """Start, wait until it is ready, and say how long that took."""
        began = time.monotonic()
        where = f"host='127.0.0.1', port={self.port}, data={str(self.folder)!r}, database={self.database!r}"
        call = f"main({where}, open_browser=False, preload=False)"
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from quintain.table.serve import main; raise SystemExit({call})"],
            stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )  # fmt: skip
        while not self.is_ready():
            assert self.process.poll() is None, "the server process ended"
            assert time.monotonic() < began + 120, "the server process did not get ready"
            time.sleep(0.02)
        return time.monotonic() - began

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError, urllib.error.URLError), urllib.request.urlopen(f"{self.address}/ready", timeout=1) as got:
            return bool(got.status == 200)
        return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)
