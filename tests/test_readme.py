"""What the README and docs/README.md say is true: sessions, commands, links and pictures."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from quintain.cli import ELSEWHERE
from tools.playing import as_command

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
INDEX = ROOT / "docs" / "README.md"
TWO = ["./play", "./test"]


def commands() -> list[str]:
    """The lines of the README that are commands of their own."""
    lines = re.sub(r"```.*?```", "", README.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines()
    return [line.strip() for line in lines if line.startswith("    ")]


def test_the_readmes_session_runs_as_printed() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_two_commands_stand_alone_on_their_lines_and_come_first() -> None:
    assert commands()[:2] == TWO
    assert all(os.access(ROOT / name, os.X_OK) for name in TWO)
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("/../test\"")


@pytest.mark.parametrize("line", [line for line in commands() if line not in TWO])
def test_every_other_command_runs_as_written(line: str, tmp_path: Path) -> None:
    program, *words = shlex.split(line)
    assert program == "./play"
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "COLUMNS": "100"}
    command = [sys.executable, "-m", "quintain", *as_command(words)]
    run = subprocess.run(command, input="1\nundo\nquit\n", capture_output=True, text=True, env=env, timeout=600, check=False)
    assert run.returncode == 0, run.stderr
    assert "Ferry Landing" in run.stdout


def test_the_table_of_commands_names_every_command_and_no_other() -> None:
    rows = README.read_text(encoding="utf-8").split("## The commands")[1]
    first = "\n".join(row.split("|")[1] for row in rows.splitlines() if row.startswith("| `"))
    named = set(re.findall(r"`(?:quintain )?([a-z]+)(?= |`)", first))
    there = {"play", "samples", "check", "replay", "schema", *[name for part in ELSEWHERE.values() for name in part]}
    assert named - {"quintain"} == there


@pytest.mark.parametrize("page", [README, INDEX], ids=["README.md", "docs/README.md"])
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)|src(?:set)?=\"([^\"]+)\"", page.read_text(encoding="utf-8"))
    for target in {one or other for one, other in targets}:
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_index_of_the_docs_names_every_page_and_every_folder_of_the_clone() -> None:
    text = INDEX.read_text(encoding="utf-8")
    pages = {path.name for path in INDEX.parent.glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"({page})" not in text} == set()
    assert {path.name for path in (INDEX.parent / "rules").glob("*.md") if f"(rules/{path.name})" not in text} == set()
    assert {folder for folder in ("src/quintain", "web", "tests", "tools") if f"`{folder}`" not in text} == set()
