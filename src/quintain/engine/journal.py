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
_encode = json.JSONEncoder(separators=(",", ":")).encode


def text_of(row: object) -> bytes:
    """Plain data as the text that is kept of it."""
    return _encode(row).encode()


def text_with(row: bytes, more: bytes) -> bytes:
    """The text of a mapping with that of another put behind it; neither is empty."""
    return row[:-1] + b"," + more[1:]


class Packed:
    """Rows of plain data, only ever added to; the first is number 0."""

    def __init__(self) -> None:
        self._large: list[bytes] = []
        self._small: list[bytes] = []
        self._loose: list[bytes] = []
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def add(self, row: bytes) -> None:
        """One more row, as its text (`text_of`)."""
        self.count += 1
        self._loose.append(row)
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
        return _rows(b",".join(self.texts_since(place)))

    def texts_since(self, place: int) -> list[bytes]:
        """The same, as their texts."""
        found: list[bytes] = []
        at = max(0, place)
        loose = self.count - len(self._loose)
        while at < loose:
            first, rows = self.around(at)
            found.extend([text_of(row) for row in rows[at - first :]])
            at = first + len(rows)
        return found + self._loose[at - loose :]


def _rows(text: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(b"[" + text + b"]")
    return found


class Told:
    """Events in the order in which they were told. An old one is made again when it is asked for, without its number in the fight."""

    def __init__(self) -> None:
        self._packed = Packed()
        self._newest: list[Event] = []
        self._texts: list[bytes] = []
        """Those of the first of the newest, which are written down before they are packed."""
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

    def text(self, place: int) -> bytes:
        """The text that is kept of an event."""
        packed = self._packed.count
        if place < packed:
            return text_of(self[place].kept_data())
        for event in self._newest[len(self._texts) : place - packed + 1]:
            self._texts.append(text_of(event.kept_data()))
        return self._texts[place - packed]

    def forget(self, start: int) -> None:
        """Whatever was told from this place on, since the last `pack`, was not."""
        del self._newest[start - self._packed.count :]
        del self._texts[start - self._packed.count :]
        self.count = start

    def pack(self) -> None:
        """What has been told will not be forgotten any more."""
        self._opened = []
        old = max(0, min(self._settled - self._packed.count, len(self._newest) - FEW))
        if old:
            self.text(self._packed.count + old - 1)
            for text in self._texts[:old]:
                self._packed.add(text)
            del self._newest[:old], self._texts[:old]
        self._settled = self.count
