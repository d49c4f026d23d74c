"""What every request passes first: host, origin, size, and the headers that every answer carries."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quintain.table.errors import Problem
from quintain.table.rows import packed
from quintain.table.service import counted_as, service_at

SMALL = 64_000
LARGE = 4_000_000
LARGEST = 20_000_000
MOST_VALUES, MOST_IMPORTED = 400_000, 2_000_000
"""So many values a body holds, and a table's file: by its commas and brackets, which are counted far sooner than it is read. Four
million bytes of brackets take a third of a second to read and a hundred million bytes to hold, and everybody else waits meanwhile."""
LARGE_PATHS = ("/api/tables", "/api/play", "/api/check", "/api/import", "/api/replay", "/api/fair", "/api/lab", "/api/encounters")
"""Addresses that take encounters and records; everything else is small."""

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
WITH_TLS = {"cross-origin-opener-policy": "same-origin"}
"""What browsers heed over TLS only; on a phone at home they would complain of it."""


def is_own_host(host: str, public: str) -> bool:
    """Is this a name this server may be called by? Others are somebody's trick with the name service."""
    name = (urlsplit(f"//{host}").hostname or "").lower()
    if public and name == (urlsplit(public).hostname or "").lower():
        return True
    if name in ("localhost", "testserver", socket.gethostname().lower()) or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(headers: Headers, public: str) -> bool:
    """Does this come from our own page? Programs send no origin and carry no cookie by accident."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https"):
        return False
    return parts.netloc.lower() in (headers.get("host", "").lower(), urlsplit(public).netloc.lower() if public else "")


class Gate:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, public: str = "") -> None:
        self.app = app
        self.public = public
        self.headers = {**HEADERS, **(WITH_TLS if public.startswith("https:") else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self.refused(scope, headers)
        if scope["type"] == "websocket":
            if problem is not None:
                await send({"type": "websocket.close", "code": 1008, "reason": problem.text})
                return
            await self.app(scope, receive, send)
            return
        await self.http(scope, receive, send, headers, problem)

    def refused(self, scope: Scope, headers: Headers) -> Problem | None:
        try:
            own = is_own_host(headers.get("host", ""), self.public)
        except ValueError:
            own = False
        if not own:
            return Problem("not_yours", "This server does not go by that name; start it with --public and its address.")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not is_own_origin(headers, self.public):
            return Problem("not_yours", "This comes from another site.")
        return None

    async def http(self, scope: Scope, receive: Receive, send: Send, headers: Headers, problem: Problem | None) -> None:
        path = scope["path"]
        most = LARGEST if path == "/api/import" else LARGE if path.startswith(LARGE_PATHS) and "/tables/" not in path else SMALL
        if path.endswith("/fights"):
            most = LARGE
        most_values = MOST_IMPORTED if most == LARGEST else MOST_VALUES
        got = values = held = 0
        whose = scope["client"][0] if scope["client"] else ""

        async def counted() -> Message:
            nonlocal got, values, held
            message = await receive()
            if message["type"] == "http.request":
                body = message.get("body", b"")
                got += len(body)
                values += sum(map(body.count, (b",", b"[", b"{")))
                try:
                    if got > most:
                        raise Problem("large", f"This is too large: at most {most:,} bytes.")
                    if values > most_values:
                        raise Problem("large", f"This holds too much: at most {most_values:,} values.")
                    if most > SMALL:
                        service.uploads.take(whose or "unknown", len(body))
                        service.held.enter(whose, len(body))
                        held += len(body)
                except Problem as no:
                    scope["refused"] = no
                    raise
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    found.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    found.setdefault("cache-control", "no-store")
            await send(message)

        length = headers.get("content-length", "0")
        if problem is None and (not length.isdigit() or int(length[:15]) > most):
            problem = Problem("large", f"This is too large: at most {most:,} bytes.")
        if problem is not None:
            await answer(with_headers, problem)
            return
        service = service_at(scope["app"])
        try:
            with service.open.one(counted_as(scope["client"])):
                await self.app(scope, counted, with_headers)
        except Problem as no:
            await answer(with_headers, no)
        finally:
            service.held.leave(whose, held)


async def answer(send: Send, problem: Problem) -> None:
    body = packed(problem.as_data())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if problem.after:
        headers.append((b"retry-after", str(problem.after).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
