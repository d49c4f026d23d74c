"""The README's session is true."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_readmes_session_runs_as_printed() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_two_commands_stand_alone_on_their_lines() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert "    ./play" in lines and "    ./test" in lines
    assert (README.parent / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("/../test\"")
