"""A file layer below SQLite that can lose what was not synced, and fail where it is told to."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import apsw


class Writes:
    """What happened to one file: what is surely on the disk, and what was written since."""

    def __init__(self) -> None:
        self.durable = bytearray()
        self.since: list[tuple[str, int, bytes]] = []

    def after_cut(self, rng: random.Random) -> bytes:
        """The file after a power cut: of the unsynced writes any may be there or not, in any order, and one may be torn."""
        disk = bytearray(self.durable)
        kept = [one for one in self.since if rng.random() < rng.choice((0.0, 0.5, 1.0))]
        rng.shuffle(kept)
        if kept and rng.random() < 0.5:
            what, offset, data = kept[-1]
            kept[-1] = (what, offset, data[: rng.randrange(len(data) + 1)] if what == "write" else data)
        for what, offset, data in kept:
            apply(disk, what, offset, data)
        return bytes(disk)

    def sync(self) -> None:
        for what, offset, data in self.since:
            apply(self.durable, what, offset, data)
        self.since = []


def apply(disk: bytearray, what: str, offset: int, data: bytes) -> None:
    if what == "truncate":
        del disk[offset:]
        return
    if len(disk) < offset + len(data):
        disk.extend(bytes(offset + len(data) - len(disk)))
    disk[offset : offset + len(data)] = data


class LossyLayer(apsw.VFS):
    """Passes everything on to the real files and remembers which of it was synced.

    `cuts`: at these calls (of write, truncate and sync together) the state of the disk is kept, as a power cut would find it.
    `fail_from` and `fail_to`: calls in this span fail with `failure`.
    """

    def __init__(self, name: str) -> None:
        self.layer = name
        self.files: dict[str, Writes] = {}
        self.calls = 0
        self.cuts: set[int] = set()
        self.taken: list[tuple[dict[str, Writes], int]] = []
        self.acked: list[Any] = []
        self.fail_from = self.fail_to = -1
        self.failure: type[apsw.Error] = apsw.FullError
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> LossyFile:
        return LossyFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.files.pop(Path(filename).name, None)
        super().xDelete(filename, syncdir)

    def called(self) -> None:
        self.calls += 1
        if self.calls in self.cuts:
            copied: dict[str, Writes] = {}
            for name, writes in self.files.items():
                copied[name] = Writes()
                copied[name].durable, copied[name].since = bytearray(writes.durable), list(writes.since)
            self.taken.append((copied, len(self.acked)))
        if self.fail_from <= self.calls < self.fail_to:
            raise self.failure("injected")


class LossyFile(apsw.VFSFile):
    def __init__(self, layer: LossyLayer, name: Any, flags: list[int]) -> None:
        filename = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self.layer = layer
        self.writes = layer.files.setdefault(Path(filename).name, Writes())
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.layer.called()
        self.writes.since.append(("write", offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self.layer.called()
        self.writes.since.append(("truncate", newsize, b""))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        """On the disk from here on, as far as this layer goes; the real one need not wait for it."""
        self.layer.called()
        self.writes.sync()


def put_files(folder: Path, files: dict[str, Writes], rng: random.Random) -> None:
    """What a power cut leaves, as files in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, writes in files.items():
        if not name.endswith("-shm"):
            (folder / name).write_bytes(writes.after_cut(rng))
