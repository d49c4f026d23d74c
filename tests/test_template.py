"""A sixth system, from outside the package: the template passes the conformance suite, and a fault planted in it is seen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quintain.engine import Unavailable
from quintain.systems import enrol
from tests.support import LONG, many

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = ROOT / "docs" / "template"


def conformance(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`pytest tests/conformance --system brawl` with the system's folder on the path."""
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", ""), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/conformance", "--system", "brawl", *words],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": path, LONG: ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_template_passes_the_conformance_suite() -> None:
    run = conformance(TEMPLATE, "-k", "brawl")
    assert run.returncode == 0, run.stdout[-3000:]
    passed = int(run.stdout.split(" passed")[0].split()[-1])
    assert passed >= 40


def test_the_template_is_short() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TEMPLATE.rglob("*.*") if path.suffix in (".py", ".md", ".yaml")]
    assert 100 < sum(len(text.splitlines()) for text in texts) < 300


FAULTS = [
    ("sheet.py", "        self.copy_common(other)\n        return other", "        return other", "test_a_copy"),
    ("sheet.py", "other.turn = self.turn", "other.turn = 0", "test_a_copy"),
    ("system.py", 'return GM if stat.name == "skill" and', 'return GM if stat.name == "none" and', "secrets"),
    ("flow.py", "and unit.is_present():", "or unit.is_present():", "rulings"),
]
"""File, line, what stands there instead, and the tests that must see it."""


@pytest.mark.parametrize(("file", "line", "fault", "tests"), FAULTS[: many(1, 9)])
def test_a_fault_in_it_is_seen(tmp_path: Path, file: str, line: str, fault: str, tests: str) -> None:
    shutil.copytree(TEMPLATE, tmp_path / "faulty")
    source = tmp_path / "faulty" / "brawl" / file
    text = source.read_text(encoding="utf-8")
    assert text.count(line) >= 1
    source.write_text(text.replace(line, fault, 1), encoding="utf-8")
    run = conformance(tmp_path / "faulty", "-x", "-k", f"brawl and {tests}")
    assert run.returncode == 1, run.stdout[-2000:]


def test_only_a_system_with_a_name_of_its_own_is_enrolled() -> None:
    with pytest.raises(Unavailable, match="another name"):
        enrol("quintain.systems.clash")
    with pytest.raises(Unavailable, match="exports no SYSTEM"):
        enrol("quintain.engine.dice")
