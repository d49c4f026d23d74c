"""What setting up shows and keeps: one moving line, a log for the chatter of the tools, one caller at a time."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
WIDTH = 100


class Failed(Exception):
    """Setting up cannot go on; the sentence says what is missing."""


def say(text: str) -> None:
    print(f"quintain: {text}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def moving(text: str) -> Iterator[None]:
    """Show what is being done now and for how long: a line that moves on a terminal, one that stands elsewhere."""
    if not sys.stderr.isatty():
        say(text)
        yield
        return
    over = threading.Event()
    start = time.monotonic()

    def turn() -> None:
        for sign in _signs():
            print(f"\r{sign} {text} ({time.monotonic() - start:.0f} s)"[:WIDTH], end="", file=sys.stderr, flush=True)
            if over.wait(0.12):
                break
        print("\r" + " " * WIDTH + "\r", end="", file=sys.stderr, flush=True)

    thread = threading.Thread(target=turn, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _signs() -> Iterator[str]:
    while True:
        yield from "|/-\\"


def make_build_folder() -> None:
    try:
        BUILD.mkdir(exist_ok=True)
        with open(BUILD / "lock", "a", encoding="utf-8"):
            pass
    except OSError as problem:
        raise Failed(f"{ROOT} cannot be written to ({problem.strerror}): put the clone where you may write.") from None


@contextlib.contextmanager
def only_one(what: str, wait: str = "") -> Iterator[bool]:
    """One caller at a time. A second one waits, shown `wait`; without that text it is told False and may leave it."""
    make_build_folder()
    with open(BUILD / what, "a", encoding="utf-8") as lock:
        try:
            import fcntl
        except ImportError:
            yield True
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if not wait:
                yield False
                return
            with moving(wait):
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield True


def run(command: Sequence[str | Path], log: Path, environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> bool:
    """Run a tool; what it prints goes to the log."""
    with open(log, "a", encoding="utf-8") as written:
        print(f"\n$ {' '.join(str(word) for word in command)}", file=written, flush=True)
        with contextlib.suppress(OSError):
            return subprocess.call(
                command, stdin=subprocess.DEVNULL, stdout=written, stderr=subprocess.STDOUT, env=environment, cwd=folder
            ) == 0  # fmt: skip
    return False


def replace_file(path: Path, text: str) -> None:
    """Write a small file so that nobody ever sees half of it."""
    new = path.with_name(f"{path.name}-{os.getpid()}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def name_of(path: Path) -> str:
    """A path as somebody in the clone would type it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
