"""Settings of the whole suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from quintain._build import compiled, how_built
from tests.support import LONG, OUTSIDE

# Deadlines would make the suite fail on a busy machine; what a test tries is the same in every run.
settings.register_profile(
    "quintain", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("quintain")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--system", default="", help="run tests/conformance on this system alone: the module that exports its SYSTEM")
    parser.addoption("--long", action="store_true", help="try everything that is promised, not a share of it: takes hours")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        os.environ[LONG] = "1"
    if config.getoption("--system"):
        os.environ[OUTSIDE] = config.getoption("--system")
    if os.environ.get("QUINTAIN_TESTS") == "compiled" and not compiled():
        raise pytest.UsageError(f"these tests were to run compiled, but {how_built()}")


def pytest_report_header() -> str:
    return how_built()
