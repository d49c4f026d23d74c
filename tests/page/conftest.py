"""A running service with the built page, and a real browser. Without a browser or a built page these tests are skipped, and say so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.running import CHROMIUM, Service, build, why_not


@pytest.fixture(scope="session")
def page_built() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    build()


@pytest.fixture(scope="package")
def browser(page_built: None) -> Iterator[Browser]:
    """For the tests of this folder only: while it is open an event loop runs, and no other test could start one of its own."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def shared(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests that do not stop it."""
    with Service(tmp_path_factory.mktemp("shared")) as found:
        yield found


@pytest.fixture(scope="module")
def service(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for the tests of a module that stop it and start it again."""
    with Service(tmp_path_factory.mktemp("stopped"), warm=False) as found:
        yield found
