"""What tactics have worked out about pairs of fighters, kept for all fights of one encounter.

Every entry is a pure function of its key, so sharing it between fights changes no result. A ruling may change what a
key stands for; after one, the fight gets tables of its own.
"""

from __future__ import annotations

from typing import final


@final
class Tables:
    """Figures by packed integer key; see `exchange.packed`."""

    def __init__(self) -> None:
        self.worth: dict[int, float] = {}
