"""Compiled equals interpreted: the same seeds give the same events, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.enrolled import ENCOUNTERS, encounter
from tests.support import OUTSIDE, many

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ROOT / "build" / "compiled"
STANDARD = many(60, 10_000)
OTHERS = many(12, 3_000)


def digests(name: str, path: Path, count: int) -> dict[str, object]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digest", "0", str(count), name],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, object] = json.loads(run.stdout)
    return found


@pytest.mark.skipif(bool(os.environ.get(OUTSIDE)), reason="a system from outside is not among what is compiled")
@pytest.mark.skipif(not (COMPILED / "quintain").is_dir(), reason="there is no compiled build (no C compiler here)")
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_the_same_seeds_give_the_same_events_compiled_or_not(name: str) -> None:
    system = encounter(name).system
    count = STANDARD if name == system.standard else OTHERS
    plain, fast = digests(name, ROOT / "src", count), digests(name, COMPILED, count)
    assert plain.pop("compiled") is False
    assert fast.pop("compiled") is True
    assert plain == fast
