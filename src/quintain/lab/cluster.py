"""Many machines: chunks of fights on a Dask cluster.

The scheduler runs a chunk again when the worker that had it dies; chunks are merged here, each once and in order, so no fight is
lost or counted twice whatever happens to workers.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from quintain._build import VERSION
from quintain.engine import Malformed, Unavailable
from quintain.systems import system, system_names

RETRIES = 10
SECONDS_TO_CONNECT = 10
MOST_TO_A_TASK = 50
T = TypeVar("T")


class OnCluster:
    """Chunks run by the workers of a cluster; twice as many are on their way as can run at once."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._threads: int = max(1, sum(client.nthreads().values()))
        self.at_once = 2 * self._threads

    def to_a_task(self, chunks: int) -> int:
        """A scheduler takes some thousand tasks a second; with eight tasks to a thread all stay busy to the end."""
        return max(1, min(MOST_TO_A_TASK, chunks // (8 * self._threads)))

    def submit(self, work: Callable[..., T], *args: Any) -> Future[T]:
        # A key of its own for every task of every run: equal tasks of two runs are not mistaken for each other's results.
        return _Waiting(self._client.submit(work, *args, pure=False, retries=RETRIES))


class _Waiting(Future[T]):
    """A Dask future with the face of an ordinary one."""

    def __init__(self, future: Any) -> None:
        super().__init__()
        self._future = future

    def result(self, timeout: float | None = None) -> T:
        found: T = self._future.result(timeout)
        return found

    def cancel(self) -> bool:
        self._future.cancel()
        return True


@contextmanager
def on_cluster(address: str) -> Iterator[OnCluster]:
    """The cluster at this address, for as long as it is needed."""
    try:
        import distributed
    except ImportError:
        raise Unavailable("a cluster needs dask.distributed: install quintain[cluster] here and on every worker.") from None
    _check_answers(address)
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except ValueError as problem:
        raise Malformed(f"{address!r} is no address of a Dask scheduler, such as tcp://10.0.0.1:8786: {problem}") from None
    except OSError as problem:
        raise Unavailable(f"no Dask scheduler answers at {address}: {problem}. Start one with: dask scheduler") from None
    try:
        _check_workers(client)
        yield OnCluster(client)
    finally:
        client.close()


def _check_answers(address: str) -> None:
    """Somebody listens there. Dask's own client would try on and on, and again when the command ends."""
    match = re.fullmatch(r"(?:(?:tcp|tls)://)?([^:/\s]+|\[[^\]]+\]):(\d{1,5})", address)
    if match is None:
        if re.match(r"(tcp|tls)://|[^:]*$", address):
            raise Malformed(f"{address!r} is no address of a Dask scheduler: write it like tcp://10.0.0.1:8786.")
        return
    try:
        socket.create_connection((match[1].strip("[]"), int(match[2])), SECONDS_TO_CONNECT).close()
    except (OSError, OverflowError) as problem:
        raise Unavailable(f"no Dask scheduler answers at {address}: {problem}. Start one with: dask scheduler") from None


def _check_workers(client: Any) -> None:
    """Every worker has the same Quintain, or fights would differ from worker to worker."""
    if not client.nthreads():
        raise Unavailable("the cluster has no workers: start some with: dask worker ADDRESS --nthreads 1 --nworkers auto")
    try:
        versions = client.run(rules_here)
    except ImportError:
        raise Unavailable("a worker of the cluster cannot import quintain: install the same version on every worker.") from None
    others = sorted({there for there in versions.values() if there != rules_here()})
    if others:
        raise Unavailable(f"workers of the cluster run {others[0]}, and this is {rules_here()}: install the same on all.")


def rules_here() -> str:
    """The version of Quintain and of every rule system."""
    return f"quintain {VERSION} ({', '.join(f'{name} {system(name).version}' for name in system_names())})"
