"""Bonuses: what a stat block says of itself for as long as something is so, as plain data rows.

`file_format/bonus_building.py` makes rows of a file's text, `traits/bonuses.py` says whether a row holds and what it comes to.
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.fields_blocks import StandingTraits
from quintain.systems.escalation.printed import vocabulary as b

STANDING: Final = (*b.MODIFIERS, *b.MORE_FIGURES)
"""What a bonus touches."""


@final
class Standing(StandingTraits):
    """Something that holds as long as its conditions do: bonuses, resistance, slipping away, the die; for itself or for others."""

    def wards(self) -> bool:
        """Does it change what attacks do to the creature, besides its defences?"""
        turns = self.resist or self.misses_on or self.ignores_on or self.miss_chance or self.miss_chance_times
        return bool(turns) or self.spares_misses


NO_WARDS: Final[list[Standing]] = []
"""Nothing stands between an attack and its target. Shared, so never added to."""
