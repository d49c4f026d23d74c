"""Keeping the fight in progress: written whole, synced, under a name of its own, and never over somebody else's."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from quintain.engine import Fight
from quintain.library.text import LARGEST_YAML, as_yaml

LAST = "last"
"""Says which fight was kept last: --resume goes on with that one."""
ENDING = ".fight.json"


def state_folder() -> Path:
    """Where fights in progress are kept, each in a file of its own."""
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "quintain"


def kept_place() -> Path:
    """The fight kept last; where none is, the place where one would be."""
    folder = state_folder()
    try:
        named = folder / (folder / LAST).read_text(encoding="utf-8").strip()
        if named.is_file():
            return named
    except (OSError, ValueError):
        pass
    kept = sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
    return kept[-1] if kept else folder / f"last{ENDING}"


def fresh_place() -> Path:
    """A place for a new fight, where no other is kept."""
    return state_folder() / f"{secrets.token_hex(6)}{ENDING}"


def written(data: Mapping[str, object], path: Path) -> None:
    """Data as a file, JSON or YAML by its name; replaced as a whole and synced, so that a power cut leaves the old or the new."""
    text = json.dumps(data)
    if path.suffix != ".json" and len(text) < LARGEST_YAML // 2:
        # Larger ones stay JSON, which every YAML file may hold, so that they are read again quickly.
        text = as_yaml(dict(data))
    written_text(text, path)


def written_text(text: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with draft.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The new name itself is on the disk too; where the system cannot, that is no failure."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    except OSError:
        pass
    finally:
        os.close(opened)


class Kept:
    """The file of one fight in progress. Two terminals never share one: who comes second keeps the fight under a new name."""

    def __init__(self, fight: Fight, path: Path) -> None:
        self.fight = fight
        self.path = path
        self._lock = -1
        self._last = ""
        self._claim()

    def _claim(self) -> None:
        """Take this file for oneself, or another where somebody has it open."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.path.with_name(f".{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
            if not is_ours(self._lock):
                os.close(self._lock)
                self._lock = -1
                self.path = self.path.with_name(f"{secrets.token_hex(6)}{ENDING}")
                self._claim()
        except OSError:
            # It cannot be written at all: keeping it will say so.
            return

    def __del__(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)

    def keep(self) -> None:
        """Write the fight down, if anything has happened since."""
        text = json.dumps(self.fight.record)
        if text == self._last:
            return
        written(self.fight.record, self.path)
        written_text(self.path.name, self.path.with_name(LAST))
        self._last = text


def is_ours(lock: int) -> bool:
    """Whether nobody else holds this lock; it is given back when the process ends. Where a disk has no locks, nobody holds one."""
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass
    return True
