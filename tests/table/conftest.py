from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quintain.table.client import Server
from tests.table.postgres import PostgresServer, postgres_server
from tests.table.running import serving


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as found:
        yield found


@pytest.fixture
def server(address: str) -> Server:
    return Server(address)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as found:
        yield found
