"""What ./play does: set up what playing needs, start at once, and leave the rest to a process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tools.building import (
    LOG,
    WHOLE,
    can_compile,
    compile_package,
    compiled_environment,
    compiled_now,
    is_built,
    source_fingerprint,
)
from tools.environment import PYTHON, environment_is_ready, install_node, make_environment
from tools.page import DIST, build_page, npm_command, page_is_wanted
from tools.setting import BUILD, ROOT, Failed, moving, name_of, only_one, say

BEHIND = BUILD / "behind.log"
FAILED = BUILD / "behind-failed"
FIRST = "riposte"
"""The system of the encounter that ./play opens when nothing is said."""


def play(words: list[str]) -> int:
    """Start Quintain on these words: a command of its own, an encounter for the terminal, or nothing for the page."""
    make_environment("play")
    command = as_command(words)
    if command[:1] in ([], ["serve"]):
        command = with_page(command)
    fingerprint = source_fingerprint()
    compiled = compiled_now(fingerprint)
    if not (environment_is_ready("lab") and (is_built(fingerprint) or not can_compile())):
        go_on_behind(wanted_system(words))
    if compiled != WHOLE:
        say(how_it_runs(compiled, fingerprint))
    environment = {
        **compiled_environment(compiled),
        "QUINTAIN_SAID": "1", "QUINTAIN_BEHIND": f"{fingerprint}:{BUILD}", "QUINTAIN_PAGE": str(DIST),
    }  # fmt: skip
    run = [str(PYTHON), "-m", "quintain", *command]
    if os.name != "nt":
        sys.stderr.flush()
        # heard again once Quintain can answer (quintain.start): while Python itself starts, it would tell of them in its own words
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        os.execve(run[0], run, environment)
    return subprocess.call(run, env=environment)


def with_page(command: list[str]) -> list[str]:
    """The page, built if need be; where that cannot be done, the terminal instead, and why."""
    if page_is_wanted():
        missing = make_page()
        if missing and not (DIST / "index.html").is_file():
            say(f"{missing}. So {'only programs can use the server' if command else 'the fight is in the terminal'}.")
            return command or ["play"]
        if missing:
            say(f"{missing}; this is an older one.")
    return command


def make_page() -> str:
    with only_one("page-lock", wait="waiting for the page that another start builds"):
        if not page_is_wanted():
            return ""
        with moving("building the page"):
            if not npm_command():
                install_node()
            return build_page()


def how_it_runs(compiled: Path | None, fingerprint: str) -> str:
    """One line: what is not compiled, and what is being done about it."""
    if not can_compile():
        return "it runs as plain Python, slower in forecasts: there is no C compiler here, or QUINTAIN_PURE is set."
    if is_built(fingerprint):
        why = (WHOLE / "quintain" / "_build_note.txt").read_text(encoding="utf-8").strip()
        return f"it runs as plain Python, slower in forecasts: {why} ({name_of(LOG)})."
    if FAILED.exists():
        return f"it runs as plain Python: compiling failed last time ({name_of(BEHIND)} says why) and is tried again behind."
    what = "the other rule systems are" if compiled else "it runs as plain Python while the rules are"
    return f"{what} being compiled behind; the next start and the next forecast use what is ready."


def as_command(words: list[str]) -> list[str]:
    """`./play` is the page, `./play ENCOUNTER` that one in the terminal, `./play forecast ...` any command of quintain."""
    if not words:
        return []
    if words[0] == "terminal":
        return ["play", *words[1:]]
    if "/" in words[0] or "." in words[0] or (words[0].startswith("-") and words[0] not in ("--help", "-h", "--version")):
        return ["play", *words]
    return words


def wanted_system(words: list[str]) -> str:
    """The system of the shipped encounter that is named, if one is."""
    for word in words:
        system = word.split("/")[0]
        if "/" in word and (ROOT / "src" / "quintain" / "systems" / system / "content").is_dir():
            return system
    return FIRST


def go_on_behind(system: str) -> None:
    """Let a process of low priority do the rest: it outlives this one and writes to its log."""
    with only_one("behind-lock") as mine:
        if not mine:
            return
    with open(BEHIND, "w", encoding="utf-8") as log:
        subprocess.Popen(
            [str(PYTHON), str(ROOT / "tools"), "finish", system],
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT, start_new_session=True,
        )  # fmt: skip


def finish(systems: list[str]) -> int:
    """The lab's packages, then compiled: the wanted system, then all. One process at a time does this."""
    with only_one("behind-lock") as mine:
        if not mine:
            return 0
        if hasattr(os, "nice"):
            os.nice(19)
        try:
            make_environment("lab")
            for system in (*systems, "") if can_compile() else ():
                compile_package(system)
        except Failed:
            FAILED.touch()
            raise
        FAILED.unlink(missing_ok=True)
    return 0
