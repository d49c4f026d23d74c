"""A proxy that ends TLS, as one stands before a hosted table, and a certificate of its own making."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.table.running import free_port

HOST = "table.example"
"""Under this name the proxy is known; it stands for an address of the internet."""


def why_not() -> str:
    """What keeps it from running here; empty if nothing does."""
    return "" if shutil.which("openssl") else "there is no openssl here to make a certificate with (Debian: apt install openssl)"


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that signs itself, good for two days, and its key."""
    folder.mkdir(exist_ok=True)
    made, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(made)],
        check=True, capture_output=True,
    )  # fmt: skip
    return made, key


class Proxy:
    """Takes TLS connections, and passes each request on over plain HTTP with the sender's address added to X-Forwarded-For."""

    def __init__(self, behind: int, source: str = "127.0.0.1") -> None:
        self.behind = behind
        """The port of the service."""
        self.source = source
        """The address from which the service is reached: the proxy's own."""
        self.port = free_port()
        self.forwards = True
        """Does it say whose request it passes on?"""

    @property
    def address(self) -> str:
        return f"https://{HOST}:{self.port}"

    async def serve(self, context: ssl.SSLContext, started: threading.Event) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, problem: None)  # whoever hangs up in the middle of TLS
        self.stop = (asyncio.get_running_loop(), asyncio.Event())
        server = await asyncio.start_server(self.taken, "127.0.0.1", self.port, ssl=context)
        started.set()
        await self.stop[1].wait()
        server.close()

    async def taken(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError), contextlib.ExitStack() as wires:
            wires.callback(writer.transport.abort)
            head = await reader.readuntil(b"\r\n\r\n")
            back, forth = await asyncio.open_connection("127.0.0.1", self.behind, local_addr=(self.source, 0))
            wires.callback(forth.transport.abort)
            forth.write(self.passed_on(head, writer.get_extra_info("peername")[0]))
            ways = [asyncio.ensure_future(copied(reader, forth)), asyncio.ensure_future(copied(back, writer))]
            wires.callback(ways[0].cancel)
            await ways[1]  # the answer is over, or the service has closed
            with contextlib.suppress(ssl.SSLError):
                writer.close()
                await writer.wait_closed()

    def passed_on(self, head: bytes, sender: str) -> bytes:
        """The same request with the sender's address behind those it names already, and one request for each connection."""
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        named = [line.split(":", 1)[1].strip() for line in lines if line.lower().startswith("x-forwarded-for:")]
        upgrade = any(line.lower().startswith("upgrade:") for line in lines)
        dropped = ("x-forwarded-for:", "x-forwarded-proto:", *(() if upgrade else ("connection:",)))
        kept = [line for line in lines if not line.lower().startswith(dropped)]
        kept += [] if upgrade else ["connection: close"]
        if self.forwards:
            kept += [f"x-forwarded-for: {', '.join([*named, sender])}", "x-forwarded-proto: https"]
        return "\r\n".join([first, *kept, "", ""]).encode("latin-1")


async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()


@contextlib.contextmanager
def proxied(proxy: Proxy, folder: Path) -> Iterator[Path]:
    """The proxy in a thread of this process; yields its certificate."""
    made, key = certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made, key)
    started = threading.Event()
    thread = threading.Thread(target=asyncio.run, args=(proxy.serve(context, started),), daemon=True)
    thread.start()
    assert started.wait(20)
    try:
        yield made
    finally:
        loop, stop = proxy.stop
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)
