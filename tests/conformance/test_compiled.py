"""Compiled equals interpreted, whatever the order of hashing: the same seeds give the same events, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, encounter
from tests.support import OUTSIDE, many

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ROOT / "build" / "compiled"
STANDARD = many(40, 10_000)
OTHERS = many(12, 3_000)


def printed(path: Path, hashing: str, module: str, *words: str) -> dict[str, Any]:
    """What one of the programs of this folder prints, on this build and with this order of hashing."""
    run = subprocess.run(
        [sys.executable, "-m", f"tests.conformance.{module}", *words],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": hashing}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, Any] = json.loads(run.stdout)
    return found


outside = pytest.mark.skipif(bool(os.environ.get(OUTSIDE)), reason="a system from outside is not among what is compiled")
not_compiled = pytest.mark.skipif(not (COMPILED / "quintain").is_dir(), reason="there is no compiled build (no C compiler here)")


@outside
@not_compiled
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_seeds_give_the_same_events_compiled_or_not_and_in_any_order_of_hashing(system: str) -> None:
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/")]
    counts = {name: STANDARD if name == encounter(name).system.standard else OTHERS for name in names}
    wanted = ["0", *(f"{name}={count}" for name, count in counts.items())]
    plain, fast = printed(ROOT / "src", "1", "digest", *wanted), printed(COMPILED, "2024", "digest", *wanted)
    assert plain.pop("compiled") is False
    assert fast.pop("compiled") is True
    assert plain == fast and list(plain) == names


@outside
@not_compiled
@pytest.mark.parametrize("system", SYSTEMS)
def test_wrong_types_are_refused_in_the_same_words_compiled_or_not(system: str) -> None:
    plain, fast = (printed(path, "1", "wrong_types", system) for path in (ROOT / "src", COMPILED))
    assert (plain["compiled"], fast["compiled"]) == (False, True)
    differing = {what: (said, fast["answers"][what]) for what, said in plain["answers"].items() if fast["answers"][what] != said}
    assert not differing and len(plain["answers"]) > 3_000
