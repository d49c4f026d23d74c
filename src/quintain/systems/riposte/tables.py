"""What tactics have worked out about pairs of fighters, kept for all fights of one encounter.

Every entry is a pure function of its key, so sharing it between fights changes no result. A ruling may change what a
key stands for; after one, the fight gets tables of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from quintain.systems.riposte.exchange import Exchange


@final
class Tables:
    """Exchanges by packed integer key; see `exchange.weighed`."""

    def __init__(self) -> None:
        self.exchanges: dict[int, Exchange] = {}
