"""What tactics have worked out, kept for all fights of one encounter: exchanges between fighters, and who can go where.

Every entry is a pure function of its key, so sharing it between fights changes no result. A ruling may change what a
key stands for; after one, the fight gets tables of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from quintain.systems.riposte.movement import Range

MOST_RANGES: Final = 4000
FEW_RANGES: Final = 8
FEW_WORTHS: Final = 200
"""A fight that people play keeps no more from one answer to the next."""


@final
class Tables:
    """Figures by packed integer key; see `tactics_expected_harm.packed`."""

    def __init__(self) -> None:
        self.worth: dict[int, float] = {}
        self.ways: dict[int, list[tuple[int, float]]] = {}
        """What one strike promises where nobody's figures go by health; see `tactics_expected_harm.ways_of`."""


@final
class Ranges:
    """Where a fighter can get to, by who stands where; see `movement.range_of`. Made anew when stances or ground change."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, ...], Range] = {}
