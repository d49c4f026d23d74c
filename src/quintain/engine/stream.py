"""Where faces come from: a numbered stream drawn from a seed, or a list that somebody wrote down."""

from __future__ import annotations

import hashlib

from mypy_extensions import i64, mypyc_attr

from quintain.engine.refusal import Malformed

ALGORITHM = "quintain-mix-1"


@mypyc_attr(allow_interpreted_subclasses=True)
class Faces:
    """Something that shows one face after another."""

    def face(self, sides: int, low: int) -> int:
        """One face of a die with `sides` faces, the lowest of them being `low`."""
        raise NotImplementedError


class Stream(Faces):
    """Numbered draws from a seed: the face drawn at a number depends on the seed and that number only.

    The arithmetic stays below 2**63, so that compiled and interpreted runs agree to the bit.
    """

    def __init__(self, seed: str, number: int = 0) -> None:
        digest = hashlib.sha256(f"{ALGORITHM}:{seed}".encode()).digest()
        self.seed = seed
        self.number = number
        self._a: i64 = int.from_bytes(digest[0:4], "big")
        self._b: i64 = int.from_bytes(digest[4:8], "big")
        self._c: i64 = int.from_bytes(digest[8:12], "big")
        self._d: i64 = int.from_bytes(digest[12:16], "big")

    def face(self, sides: int, low: int) -> int:
        number: i64 = self.number
        self.number = int(number + 1)
        span: i64 = sides
        return int((self._mix(number) * span) >> 32) + low

    def _mix(self, number: i64) -> i64:
        """Thirty-two well stirred bits for a number: two keyed rounds of multiply and fold."""
        mask: i64 = 0xFFFFFFFF
        x: i64 = (number * 0x3C6EF372 + self._a) & mask
        x ^= x >> 16
        x = (x * 0x7FEB352D) & mask
        x ^= (x >> 15) ^ self._b
        x = (x * 0x45D9F3B5) & mask
        x ^= (x >> 16) ^ self._c
        x = (x * 0x7FEB352D + 0x1B873593) & mask
        x ^= (x >> 15) ^ self._d
        x = (x * 0x2C1B3C6D) & mask
        x ^= x >> 16
        x = (x * 0x297A2D39) & mask
        x ^= x >> 15
        return x

    def jump(self, to: int) -> None:
        """Go on drawing at a far-away number: fresh dice from the same seed."""
        self.number = to


@mypyc_attr(allow_interpreted_subclasses=True)
class Written(Faces):
    """Faces that somebody wrote down: typed in, scripted, or kept in a record."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces
        self.used = 0

    def face(self, sides: int, low: int) -> int:
        if self.used >= len(self.faces):
            raise Malformed(f"{len(self.faces)} faces were given and more are needed: the next is a d{sides}.")
        shown = self.faces[self.used]
        if shown < low or shown >= low + sides:
            raise Malformed(f"{shown} is not a face of this die: it shows {low} to {low + sides - 1}.")
        self.used += 1
        return shown


def commitment(seed: str) -> str:
    """What is shown before the fight, so that the seed shown after it can be checked."""
    return hashlib.sha256(f"quintain-seed:{seed}".encode()).hexdigest()
