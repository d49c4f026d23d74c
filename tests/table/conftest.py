from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quintain.table import client
from quintain.table.client import Server
from tests.table.postgres import PostgresServer, postgres_server
from tests.table.running import serving

client.PATIENCE = 180.0
"""No test here is about being quick: on a busy machine everything comes late."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for a module, which lets everybody ask as often as they like: tests ask more often than people."""
    folder: Path = tmp_path_factory.mktemp("table")
    with serving(folder, limits="none") as found:
        yield found


@pytest.fixture
def strict_address(tmp_path: Path) -> Iterator[str]:
    """A server of the test's own with the usual limits; its database is in `tmp_path`."""
    with serving(tmp_path) as found:
        yield found


@pytest.fixture
def server(address: str) -> Server:
    return Server(address)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as found:
        yield found
