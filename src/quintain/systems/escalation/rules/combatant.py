"""What a combatant is made of before its figures: who it is, and its stat block."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Unit
from quintain.systems.escalation.printed.stat_block import Block


@mypyc_attr(allow_interpreted_subclasses=True)
class Combatant(Unit):
    """Who it is; known by its number, the place in `battle.units`, or by the bit of that number."""

    def __init__(self, id: str, name: str, side: str, controller: str, block: Block, number: int) -> None:
        super().__init__(id, name, side, controller)
        self.block: Block = block
        self.number: int = number
        self.bit: int = 1 << number
