"""The operations of a session, kept small: all but the newest are packed, many together, since one much resembles the next."""

from __future__ import annotations

import json
import zlib
from typing import Any, Final

TOGETHER: Final = 16


class Journal:
    """Operations in the order in which they were carried out; the first is number 0. Only ever added to."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        """Each `TOGETHER` of them."""
        self._newest: list[bytes] = []

    def add(self, operation: dict[str, Any]) -> None:
        self._newest.append(json.dumps(operation, separators=(",", ":")).encode())
        if len(self._newest) == TOGETHER:
            self._packed.append(zlib.compress(b"[" + b",".join(self._newest) + b"]", 6))
            self._newest = []

    def since(self, number: int) -> list[dict[str, Any]]:
        """The operations from this number on, as plain data that shares nothing with the journal."""
        found: list[dict[str, Any]] = []
        first = max(0, number)
        for place in range(first // TOGETHER, len(self._packed)):
            found.extend(json.loads(zlib.decompress(self._packed[place])))
        found.extend([json.loads(line) for line in self._newest])
        return found[first - min(first // TOGETHER, len(self._packed)) * TOGETHER :]
