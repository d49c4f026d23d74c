"""Every sequence of faces, without the exact reading: whoever runs out of written faces says which die is next."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from quintain.engine import Battle, Dice, Roll, SampleReading, Tactics
from quintain.engine.stream import Written

T = TypeVar("T")


class NeedFace(Exception):
    def __init__(self, sides: int) -> None:
        self.sides = sides


class Script(Written):
    def face(self, sides: int, low: int) -> int:
        if self.used >= len(self.faces):
            raise NeedFace(sides)
        return super().face(sides, low)


class ScriptReading(SampleReading):
    """Throws written faces."""

    def __init__(self, tactics: Tactics, faces: list[int]) -> None:
        super().__init__(tactics)
        self.script = Script(faces)

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        faces = dice.throw(self.script)
        roll = Roll(self, dice.total(faces), dice.natural(faces), dice.flag(faces))
        roll.faces = faces
        return roll


def every_way(play: Callable[[list[int]], T]) -> dict[T, Fraction]:
    """What comes of it, with its chance, however the dice fall; `play` leaves with `NeedFace` where faces are missing."""
    found: dict[T, Fraction] = {}
    waiting: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while waiting:
        faces, share = waiting.pop()
        try:
            what = play(faces)
        except NeedFace as need:
            waiting.extend([([*faces, face], share / need.sides) for face in range(1, need.sides + 1)])
            continue
        found[what] = found.get(what, Fraction(0)) + share
    return found
