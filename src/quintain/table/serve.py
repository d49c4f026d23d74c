"""Start the server: on this machine with a file, or as a hosted service."""

from __future__ import annotations

import contextlib
import logging
import resource
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from typing import Any

import uvicorn
from fastapi import FastAPI
from websockets import http11

from quintain.engine import Unavailable
from quintain.table.app import backend_of, make_app
from quintain.table.config import Config, config_from
from quintain.table.connections import Connection, Door, Request, Wired
from quintain.table.limits import AtOnce
from quintain.table.service import lan_address, service_at
from quintain.table.store import Backend, StoreDown

TURN = 0.001
"""Seconds that the event loop may keep the thread waiting that writes: a commit needs several turns, and somebody waits for it."""
LONGEST_LINE = 32_000
"""Bytes of a header of a handshake: a browser sends the cookies of all tables it ever sat at, up to some 180."""
MOST_CONNECTIONS, MOST_OF_ONE = 20_000, 500
"""So many connections in all, and of one address: a household or a club behind one has many phones."""
KEPT_FREE = 100
"""Of the files that the process may have open: for the database, the workers and the log."""
WIDEST_FRAME = 70_000
"""Bytes; wider frames are refused before they are read. Those just below are refused in a sentence (`api_live`)."""


def main(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    data: str | None = None,
    open_browser: bool = True,
    config_file: str = "",
    **more: Any,
) -> int:
    """Serve until stopped (Ctrl+C or SIGTERM). Whatever is left out comes from the file, the environment or the defaults."""
    config = config_from(config_file, host=host, port=port, database=database, data=data, **more)
    config.own_process = True
    sys.setswitchinterval(TURN)
    _open_more()
    config.announce = config.announce or (not config.database and not config.public)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    _check_free(config)
    server = Stoppable(uvicorn_config(config, _opened(config)))
    here = f"http://127.0.0.1:{config.port}/"
    announce(config, here)
    if open_browser:
        threading.Thread(target=_open_when_up, args=(server, here), daemon=True).start()
    server.run()
    return 0 if server.started else 1


def _check_free(config: Config) -> None:
    """Say in a sentence that somebody else listens there already."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise Unavailable(f"port {config.port} of {config.host} cannot be used ({why}): choose another with --port.") from None


def _opened(config: Config) -> Backend:
    """The database that the configuration names; where it cannot be opened, a sentence says why."""
    try:
        return backend_of(config)
    except StoreDown as down:
        why = str(down.__cause__).strip().split("\n")[0] if down.__cause__ is not None else ""
        raise Unavailable(f"{down} {why}".strip()) from None


def _open_more() -> None:
    """As many files may be open as the system allows: each connection is one, and many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + KEPT_FREE if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS + KEPT_FREE)
    if soft != resource.RLIM_INFINITY and wanted > soft:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Stoppable(uvicorn.Server):
    """Stops at SIGTERM or Ctrl+C after everything asked for is done, and then ends well instead of by the signal."""

    async def on_tick(self, counter: int) -> bool:
        assert isinstance(self.config, Wired)
        self.config.door.look(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        assert isinstance(self.config.app, FastAPI)
        await service_at(self.config.app).hall.close()  # after this the connections are cut
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def uvicorn_config(config: Config, backend: Backend | None = None) -> Wired:
    http11.MAX_LINE_LENGTH = max(http11.MAX_LINE_LENGTH, LONGEST_LINE)
    found = Wired(
        make_app(config, backend), host=config.host, port=config.port, log_level="warning", access_log=False, ws_max_size=WIDEST_FRAME,
        ws_ping_interval=20, ws_ping_timeout=20, timeout_graceful_shutdown=5, server_header=False,
        http=Request, ws=Connection, ws_per_message_deflate=False,
        proxy_headers=bool(config.public), backlog=2048,
    )  # fmt: skip
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    most = MOST_CONNECTIONS if files == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, max(KEPT_FREE, files - KEPT_FREE))
    each = MOST_OF_ONE if config.limits == "usual" else float("inf")
    carriers = ["127.0.0.1", "::1"]
    if config.public:
        carriers += [found.forwarded_allow_ips] if isinstance(found.forwarded_allow_ips, str) else found.forwarded_allow_ips
    found.door = Door(AtOnce("connections", each, most), ",".join(carriers))
    return found


def backup(to: str, database: str | None = None, data: str | None = None, config_file: str = "") -> int:
    """Copy everything into one file, while the server may be running."""
    config = config_from(config_file, database=database, data=data)
    if not config.database and not (config.folder() / "quintain.sqlite").is_file():
        raise Unavailable(f"there is no database in {config.folder()}.")
    backend = _opened(config)
    try:
        backend.backup(to)
    except StoreDown as down:
        raise Unavailable(str(down)) from None
    finally:
        backend.close()
    print(f"Everything is in {to}.")
    return 0


def announce(config: Config, here: str) -> None:
    print(f"Quintain is at {here}{f', for people at {config.public}' if config.public else ''}", flush=True)
    lan = lan_address() if config.host in ("0.0.0.0", "::") else ""
    if lan:
        print(
            f"In this network: http://{lan}:{config.port}/ . Phones join by the links and QR codes of a table.\n"
            "The connection is not encrypted: whoever can listen in on this network can read along. Keep to this machine with "
            "--host 127.0.0.1.",
            flush=True,
        )


def _open_when_up(server: uvicorn.Server, address: str) -> None:
    for _ in range(100):
        if server.started:
            webbrowser.open(address)
            return
        time.sleep(0.1)
