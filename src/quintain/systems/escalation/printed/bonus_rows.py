"""Bonuses: what a stat block says of itself for as long as something is so, as plain data rows.

`file_format/bonus_building.py` makes rows of a file's text, `traits/bonuses.py` says whether a row holds and what it comes to.
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NO_NEEDS, Filter, Needs

STANDING: Final = (*b.MODIFIERS, *b.MORE_FIGURES)
"""What a bonus touches."""


@final
class Standing:
    """Something that holds as long as its conditions do: bonuses, resistance, slipping away, the die; for itself or for others."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        self.values: list[int] = [0] * len(STANDING)
        self.times: list[int] = [0] * len(STANDING)
        """How often the escalation die is added to each value."""
        self.touches: int = 0
        """Which figures it changes, as bits."""
        self.needs: Needs = NO_NEEDS
        self.company: list[Filter] = []
        """It holds only while an ally that is all of this is nearby."""
        self.for_: int = b.FOR_SELF
        self.whom: list[Filter] = []
        """Of those it is for, only who is all of this."""
        self.against: list[Filter] = []
        self.kinds: int = 7
        self.defences: int = 7
        self.attacks: list[str] = []
        self.opportunity: bool = False
        self.spell: bool = False
        self.weapon: bool = False
        self.limited: bool = False
        self.at_will: bool = False
        self.magic: bool = False
        """Only attacks of these kinds, against these defences, of these names, and so on."""
        self.types: list[str] = []
        self.except_types: list[str] = []
        self.per: int = 0
        self.counting: list[Filter] = []
        self.most: int = 0
        self.resist: int = 0
        self.misses_on: int = 0
        self.ignores_on: int = 0
        """The natural rolls with which attacks miss it, or do nothing at all to it."""
        self.miss_chance: int = 0
        self.miss_chance_times: int = 0
        """In twentieths: how likely attacks miss it before any roll."""
        self.spares_misses: bool = False
        """Misses deal it no damage."""
        self.vulnerable: bool = False
        """Whom it is for is vulnerable (ES-159)."""
        self.shrugs: int = 0
        """Damage of so much or less at once is none."""
        self.absorbs: int = 0
        """So much of the damage dealt to it on each turn is none."""
        self.dazes: bool = False
        """Those it is for are dazed as long as it holds."""
        self.slays_on_crit: bool = False
        self.triple_on_crit: bool = False
        self.escalates: bool = False
        self.no_escalation: bool = False
        self.slips: int = 0

    def wards(self) -> bool:
        """Does it change what attacks do to the creature, besides its defences?"""
        turns = self.resist or self.misses_on or self.ignores_on or self.miss_chance or self.miss_chance_times
        return bool(turns) or self.spares_misses


NO_WARDS: Final[list[Standing]] = []
"""Nothing stands between an attack and its target. Shared, so never added to."""
