"""Something the GM adds to a score, and the marks of what is not there."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness.clock import time_left

EMPTY_HANDED: Final = -1
NO_PLACE: Final = 0


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
