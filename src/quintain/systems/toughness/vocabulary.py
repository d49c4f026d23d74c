"""The words and numbers by which sheets say what something is, and what the GM adds to a score."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness.clock import time_left

MELEE: Final = 0
THROWN: Final = 1
MISSILE: Final = 2
GRAPPLE: Final = 3
POWER: Final = 4
FORMS: Final = ("melee", "thrown", "missile", "grapple", "power")

ATTACK_POWER: Final = 0
SAVE_POWER: Final = 1
AREA_POWER: Final = 2
MENDING: Final = 3
POWER_KINDS: Final = ("attack", "save", "area", "mend")

USUAL_CRITICAL: Final = -1
"""A weapon that says nothing about its critical bonus uses the table's (TO-52)."""

SLOTS: Final = (
    "melee", "ranged", "grapple", "defense", "dodge", "parry", "toughness", "fort", "ref", "will", "initiative", "damage",
    "threat", "medicine", "recovery",
)  # fmt: skip
"""Where a feat, a piece of gear or the GM's word can add something (TO-44, TO-56)."""

ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")

NONE: Final = 0
FIRST: Final = 1
SECOND: Final = 2
THIRD: Final = 3
FOURTH: Final = 4
BEYOND: Final = 5
"""The degrees of a failed Toughness save, and so of the states on either track (TO-67, TO-68); beyond the last lies death (TO-87)."""

FAILED_BY: Final = (20, 15, 10, 5, 1)
"""TO-67, TO-70: a Toughness save is failed by 20 or more (which kills, where it is lethal), by 15, by 10, by 5, by 1 ..."""
DEGREES: Final = (FOURTH, FOURTH, THIRD, SECOND, FIRST, NONE)
"""... and so is of this degree; of none where it is made."""
BY_20: Final = 0

DODGE: Final = "dodge"
PARRY: Final = "parry"

FREE: Final = 0
MOVE: Final = 1
STANDARD: Final = 2
FULL: Final = 3
"""What an act takes of a turn (TO-10)."""

HOLD: Final = "hold"
LETHAL_INTENT: Final = "lethal"
SUBDUAL_INTENT: Final = "subdual"

HEROES: Final = "heroes"

EMPTY_HANDED: Final = -1
NO_PLACE: Final = 0
"""The number of a weapon, and the place in the order, of one who has none."""


@final
class Modifier:
    """Something the GM gives to a slot: for one roll, until a time, or until it is lifted (TO-56)."""

    def __init__(self, slot: str, amount: int, until: int, once: bool) -> None:
        self.slot: Final[str] = slot
        self.amount: Final[int] = amount
        self.until: Final[int] = until
        self.once: Final[bool] = once

    def key(self, now: int) -> tuple[object, ...]:
        return (self.slot, self.amount, time_left(self.until, now), self.once)
