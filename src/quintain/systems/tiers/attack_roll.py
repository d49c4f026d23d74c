"""What passes from step to step of an attack: the dice being thrown, the hit that was judged, where a threat comes from."""

from __future__ import annotations

from typing import final

from quintain.engine.roll import Roll
from quintain.systems.tiers.attack import Attack, Terms
from quintain.systems.tiers.pools import PoolDice
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Rider
from quintain.systems.tiers.vocabulary import NONE


@final
class Throw:
    """A roll being made: what went into it, and the dice once they lie."""

    def __init__(self, roller: Creature, what: str, rating: int, sides: int) -> None:
        self.roller = roller
        self.what = what
        self.rating = rating
        self.sides = sides
        self.pushed = False
        self.aider = NONE
        self.beacon = False
        self.again = False
        """The Aid's second throw has been taken."""
        self.price = 0
        """The Stress it costs as it is, for whoever may throw again."""
        self.number = 0
        """What it has to reach, where whoever rolls may know; 0 where not."""
        self.terms: Terms | None = None
        self.dice: PoolDice | None = None
        self.roll: Roll | None = None


@final
class Hit:
    """An attack that struck: against whom, on which Defenses and how well, and who has Reacted to it."""

    def __init__(self, attack: Attack, target: Creature, roll: Roll, unseen: bool) -> None:
        self.attack = attack
        self.target = target
        self.roll = roll
        self.unseen = unseen
        self.numbers: list[int] = []
        self.struck: list[bool] = []
        self.raised = 0
        """What a parry raised the Defenses to; 0: nothing."""
        self.steps = -1
        """Critical steps, where a parry has settled them already."""
        self.reacted: list[int] = []
        self.interposed = False
        self.pushed = False
        """Its attacker pushed for the roll."""
        self.critical: Rider | None = None
        """The wound taken instead of critical dice, where the table plays so."""

    def is_hit(self) -> bool:
        return True in self.struck


@final
class Threat:
    """Where a consequence comes from, as far as answering it goes."""

    def __init__(self, source: int, defense: int, roll: Roll | None, unseen: bool, suits: bool) -> None:
        self.source = source
        self.defense = defense
        """The Defense that was beaten: it names the attribute that resists."""
        self.roll = roll
        """The attack roll, whose total is what a Resistance Roll meets; None where there was none."""
        self.unseen = unseen
        """The target may not React: the attacker was Hidden from it (TI-86)."""
        self.suits = suits
        """Does armor help against it by the book (TI-74, TI-R23)?"""
