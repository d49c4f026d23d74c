"""Two tiny systems made known under their names, so that the lab can use them like any other."""

from __future__ import annotations

import threading
from types import ModuleType

import pytest

import quintain.systems
from quintain.library.encounters import Encounter
from tests.engine import tilt
from tests.lab import throws

TINY = {"tilt": tilt, "throws": throws}


@pytest.fixture(autouse=True)
def _tiny_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = quintain.systems.system_module

    def found(name: str) -> ModuleType:
        return TINY[name] if name in TINY else shipped(name)

    monkeypatch.setattr(quintain.systems, "system_module", found)
    if threading.active_count() > 1:  # beside threads that other tests left, workers are started anew and would not know them
        monkeypatch.setattr("quintain.lab.run.usable_processes", lambda: 1)


def duel(ours: int = 0, theirs: int = 0) -> Encounter:
    """One throw each."""
    return Encounter("throws", throws.data(ours, theirs), "One throw")


def two_a_side() -> Encounter:
    return Encounter("tilt", tilt.TWO_A_SIDE, "Two a side")
