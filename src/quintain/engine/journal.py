"""What a session keeps of its past, kept small: all but the newest is packed, much together, since one thing resembles the next."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any, Final

from quintain.engine.event import Event, event_from

FEW: Final = 16
MANY: Final = 128
"""So many rows are packed together when they are rather new, and when they are old."""


class Packed:
    """Rows of plain data, only ever added to; the first is number 0."""

    def __init__(self) -> None:
        self._large: list[bytes] = []
        self._small: list[bytes] = []
        self._loose: list[bytes] = []
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def add(self, row: dict[str, Any]) -> None:
        self.count += 1
        self._loose.append(json.dumps(row, separators=(",", ":")).encode())
        if len(self._loose) == FEW:
            self._small.append(zlib.compress(b",".join(self._loose), 6))
            self._loose = []
        if len(self._small) * FEW == MANY:
            self._large.append(zlib.compress(b",".join([zlib.decompress(pack) for pack in self._small]), 6))
            self._small = []

    def around(self, place: int) -> tuple[int, list[dict[str, Any]]]:
        """The rows that are kept together with this one, shared with nobody, and the number of the first of them."""
        first = MANY * (place // MANY)
        if first < MANY * len(self._large):
            return (first, _rows(zlib.decompress(self._large[place // MANY])))
        first = MANY * len(self._large)
        pack = (place - first) // FEW
        if pack < len(self._small):
            return (first + FEW * pack, _rows(zlib.decompress(self._small[pack])))
        return (first + FEW * len(self._small), _rows(b",".join(self._loose)))

    def since(self, place: int) -> list[dict[str, Any]]:
        """The rows from this number on."""
        found: list[dict[str, Any]] = []
        at = max(0, place)
        loose = self.count - len(self._loose)
        if at >= loose:
            return _rows(b",".join(self._loose[at - loose :]))
        while at < len(self):
            first, rows = self.around(at)
            found.extend(rows[at - first :])
            at = first + len(rows)
        return found


def _rows(text: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(b"[" + text + b"]")
    return found


class Told:
    """Events in the order in which they were told. An old one is made again when it is asked for, without its number in the fight."""

    def __init__(self) -> None:
        self._packed = Packed()
        self._newest: list[Event] = []
        self._opened: list[Event] = []
        """The packed events that were asked for last."""
        self._opened_at = 0
        """The place of the first of them."""
        self.count = 0
        self._settled = 0
        """How many had been told before the last operation: what it told is about to be read by everybody."""

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, place: int) -> Event:
        packed = self._packed.count
        if place >= packed:
            return self._newest[place - packed]
        if not self._opened_at <= place < self._opened_at + len(self._opened):
            self._opened_at, rows = self._packed.around(place)
            self._opened = [event_from(row) for row in rows]
        return self._opened[place - self._opened_at]

    def __iter__(self) -> Iterator[Event]:
        for place in range(len(self)):
            yield self[place]

    def append(self, event: Event) -> None:
        self._newest.append(event)
        self.count += 1

    def forget(self, start: int) -> None:
        """Whatever was told from this place on, since the last `pack`, was not."""
        del self._newest[start - self._packed.count :]
        self.count = start

    def pack(self) -> None:
        """What has been told will not be forgotten any more."""
        self._opened = []
        old = max(0, min(self._settled - self._packed.count, len(self._newest) - FEW))
        for event in self._newest[:old]:
            self._packed.add(event.kept_data())
        del self._newest[:old]
        self._settled = self.count
