"""What every part of the service can reach, and who is asking."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from quintain.table.catalogue import Catalogue
from quintain.table.config import Config
from quintain.table.errors import Problem
from quintain.table.hall import Hall
from quintain.table.jobs import Jobs
from quintain.table.limits import AtOnce, Rate
from quintain.table.metrics import Metrics
from quintain.table.play import Table
from quintain.table.rows import COOKIE_DAYS
from quintain.table.secrets import COOKIE
from quintain.table.store import Store

NO_SEAT = "You have no seat at this table: open the link you were given."


class Service:
    """One running server process."""

    def __init__(self, config: Config, store: Store, hall: Hall) -> None:
        self.config = config
        self.store = store
        self.hall = hall
        self.misses = Rate("wrong links", 10, 10 / 60)
        self.creations = Rate("new tables", 30, 0.5)
        self.commands = Rate("commands", 60, 30)
        self.frames = Rate("frames", 1000, 300)
        self.works = Rate("requests", 60, 5)
        self.looks = Rate("whole views", 60, 6)
        self.uploads = Rate("bytes of files", 60e6, 1e6)
        self.open = AtOnce("requests and sockets from your address", 500)
        self.held = AtOnce("bytes of files", 60e6, 200e6)
        """Of bodies that are still coming, or being worked on."""
        if config.limits == "none":
            self.open.each = self.held.each = float("inf")
            for rate in (self.misses, self.creations, self.commands, self.frames, self.works, self.looks, self.uploads):
                rate.most = rate.per_second = 1e12
        self.jobs = Jobs(config.workers)
        self.metrics = Metrics()
        self.catalogue = Catalogue(self.jobs, config.folder() if not config.database or config.data else None)
        self.loading: asyncio.Future[None] | None = None
        """The rule systems being read ahead."""

    def base(self, request: HTTPConnection) -> str:
        """The address that links begin with: as people reach it, and from this machine itself as the network does."""
        if self.config.public:
            return self.config.public.rstrip("/")
        host = request.headers.get("host", "")
        name = host.rsplit(":", 1)[0]
        if name in ("localhost", "127.0.0.1", "[::1]") and self.config.host in ("0.0.0.0", "::"):
            lan = lan_address()
            if lan:
                return f"http://{lan}:{request.url.port or 80}"
        return f"{request.url.scheme.replace('ws', 'http')}://{host}"


HERE = ("127.0.0.1", "::1", "testclient", "unknown")
"""Addresses of this machine itself."""


def service_of(request: HTTPConnection) -> Service:
    return service_at(request.app)


def service_at(app: FastAPI) -> Service:
    service: Service = app.state.service
    return service


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else "unknown"


def is_local(request: HTTPConnection) -> bool:
    """Does this come from this machine itself? What a proxy on it brings, under the name that people know, does not."""
    public = urlsplit(service_of(request).config.public).netloc.lower()
    return address_of(request) in HERE and (not public or request.headers.get("host", "").lower() != public)


def counted_as(client: Sequence[Any] | None) -> str:
    """Under which name open requests are counted: those of this machine under none, since a proxy on it may bring everybody's."""
    return str(client[0]) if client and client[0] not in HERE else ""


def lan_address() -> str:
    """This machine's address in the home network; "" where it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found


# -- cookies -----------------------------------------------------------------------------------------------------------


def is_secure(request: HTTPConnection) -> bool:
    service = service_of(request)
    return service.config.public.startswith("https:") or request.url.scheme in ("https", "wss")


def cookie_name(request: HTTPConnection, table: str) -> str:
    return f"__Host-q_{table}" if is_secure(request) else f"q_{table}"


def cookie_header(request: HTTPConnection, table: str, secret: str) -> str:
    age = COOKIE_DAYS * 24 * 3600 if secret else 0
    secure = "; Secure" if is_secure(request) else ""
    return f"{cookie_name(request, table)}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}"


async def seated(request: HTTPConnection, table: str) -> tuple[Table, str]:
    """The table and the seat of whoever asks. Nobody learns from the refusal whether there is such a table."""
    service = service_of(request)
    secret = request.cookies.get(cookie_name(request, table))
    if secret is None:
        raise Problem("entry", NO_SEAT)
    entry = service.hall.remembered(secret)
    if entry is None:  # whoever sits here already is not held up by others at the same address who guess
        service.misses.check(address_of(request))
        entry = await service.hall.entry(secret, COOKIE)
    if entry is None or entry.table != table:
        service.misses.spend(address_of(request))
        raise Problem("entry", NO_SEAT)
    found = await service.hall.table(table)
    if entry.seat not in found.seats:
        raise Problem("entry", NO_SEAT)
    return found, entry.seat


async def seated_gm(request: HTTPConnection, table: str) -> Table:
    found, seat = await seated(request, table)
    if found.role(seat) != "gm" and not found.row.alone:
        raise Problem("not_yours", "Only the GM may do this.")
    return found
