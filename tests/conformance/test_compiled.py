"""Compiled equals interpreted, whatever the order of hashing: the same seeds give the same events, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, encounter
from tests.support import OUTSIDE, many

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ROOT / "build" / "compiled"
STANDARD = many(40, 10_000)
OTHERS = many(12, 3_000)


def digests(counts: dict[str, int], path: Path, hashing: str) -> dict[str, object]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digest", "0", *(f"{name}={count}" for name, count in counts.items())],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": hashing}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, object] = json.loads(run.stdout)
    return found


@pytest.mark.skipif(bool(os.environ.get(OUTSIDE)), reason="a system from outside is not among what is compiled")
@pytest.mark.skipif(not (COMPILED / "quintain").is_dir(), reason="there is no compiled build (no C compiler here)")
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_seeds_give_the_same_events_compiled_or_not_and_in_any_order_of_hashing(system: str) -> None:
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/")]
    counts = {name: STANDARD if name == encounter(name).system.standard else OTHERS for name in names}
    plain, fast = digests(counts, ROOT / "src", "1"), digests(counts, COMPILED, "2024")
    assert plain.pop("compiled") is False
    assert fast.pop("compiled") is True
    assert plain == fast and list(plain) == names
