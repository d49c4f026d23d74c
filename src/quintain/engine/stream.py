"""Where faces come from: a numbered stream drawn from a seed, or a list that somebody wrote down.

The generator is Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as easy as
1, 2, 3", 2011). Anybody can check a die: see `Stream`. Records of the generator before it (`MixStream`) still replay.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64, mypyc_attr

from quintain.engine.refusal import Malformed

ALGORITHM: Final = "philox4x32-10/1"
MIX: Final = "quintain-mix-1"
"""The generator of earlier records."""
Words = tuple[i64, i64, i64, i64]
"""A block of the generator."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Faces:
    """Something that shows one face after another."""

    def face(self, sides: int, low: int) -> int:
        """One face of a die with `sides` faces, the lowest of them being `low`."""
        raise NotImplementedError


class Numbered(Faces):
    """Numbered draws: the face drawn at a number depends on the seed and that number only."""

    def __init__(self, seed: str, number: int) -> None:
        self.seed = seed
        self.number = number

    def jump(self, to: int) -> None:
        """Go on drawing at a far-away number: fresh dice from the same seed."""
        self.number = to


class Stream(Numbered):
    """The dice of a seed, by Philox4x32-10.

    SHA-256 of "philox4x32-10/1:SEED" gives eight words of 32 bits, the highest first: the first two are the key, the next two the
    third and fourth word of the counter. Number n is word n mod 4 of the block whose counter begins with n div 4, its lower 32 bits
    first. A word w shows face w mod `sides`, unless w lies in the last, incomplete run of `sides` below 2**32: then the same word of
    the same block is drawn again with 65536 added to the second word of the counter, as often as it takes. So each face is exactly
    as likely as any other.

    The arithmetic stays below 2**63, so that compiled and interpreted runs agree to the bit.
    """

    def __init__(self, seed: str, number: int = 0) -> None:
        super().__init__(seed, number)
        digest = hashlib.sha256(f"{ALGORITHM}:{seed}".encode()).digest()
        self._key: i64 = int.from_bytes(digest[0:4], "big")
        self._other_key: i64 = int.from_bytes(digest[4:8], "big")
        self._third: i64 = int.from_bytes(digest[8:12], "big")
        self._fourth: i64 = int.from_bytes(digest[12:16], "big")
        self._block: i64 = -1
        self._words: Words = (0, 0, 0, 0)

    def face(self, sides: int, low: int) -> int:
        number: i64 = self.number
        self.number = int(number + 1)
        if number >> 2 != self._block:
            self._block = number >> 2
            self._words = self._drawn(self._block, 0)
        span: i64 = sides
        if span < 2:
            return low
        word: i64 = _one_of(self._words, number & 3)
        shown: i64 = word % span
        # 2**32 - span is the highest word at which a complete run of faces can begin.
        if word - shown > 0x100000000 - span:
            shown = self._drawn_again(number, span)
        return int(shown) + low

    def _drawn_again(self, number: i64, span: i64) -> i64:
        """The face of a number whose first word was of no use."""
        attempt: i64 = 1
        while True:
            word: i64 = _one_of(self._drawn(number >> 2, attempt), number & 3)
            shown: i64 = word % span
            if word - shown <= 0x100000000 - span:
                return shown
            attempt += 1

    def _drawn(self, block: i64, attempt: i64) -> Words:
        return philox(
            block & 0xFFFFFFFF, (block >> 32) + (attempt << 16), self._third, self._fourth, self._key, self._other_key
        )  # fmt: skip


def _one_of(words: Words, place: i64) -> i64:
    if place < 2:
        return words[0] if place == 0 else words[1]
    return words[2] if place == 2 else words[3]


def philox(a: i64, b: i64, c: i64, d: i64, key: i64, other_key: i64) -> Words:
    """Philox4x32-10: ten rounds over a counter of four words with a key of two. Products of 32 bits are made in two halves."""
    mask: i64 = 0xFFFFFFFF
    half: i64 = 0xFFFF
    left: i64 = 0
    right: i64 = 0
    high_left: i64 = 0
    high_right: i64 = 0
    for _ in range(10):
        left = a * 0x1F53
        high_left = a * 0xD251 + (left >> 16)
        right = c * 0x8D57
        high_right = c * 0xCD9E + (right >> 16)
        a = (high_right >> 16) ^ b ^ key
        c = (high_left >> 16) ^ d ^ other_key
        b = ((high_right & half) << 16) | (right & half)
        d = ((high_left & half) << 16) | (left & half)
        key = (key + 0x9E3779B9) & mask
        other_key = (other_key + 0xBB67AE85) & mask
    return a, b, c, d


class MixStream(Numbered):
    """The dice of records whose algorithm is "quintain-mix-1": they replay and are checked as they were drawn."""

    def __init__(self, seed: str, number: int = 0) -> None:
        super().__init__(seed, number)
        digest = hashlib.sha256(f"{MIX}:{seed}".encode()).digest()
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


def commitment(seed: str, salt: str = "", algorithm: str = ALGORITHM) -> str:
    """What is shown before the fight, so that the seed shown after it can be checked.

    The salt, shown with the seed, keeps a short seed from being found by trying. Earlier records have none.
    """
    text = f"quintain-seed:{seed}" if algorithm == MIX else f"quintain-seed:{salt}:{seed}"
    return hashlib.sha256(text.encode()).hexdigest()


class Seeds:
    """The seeds of a fight: the one it began with, and a new one for each time it went on after a seed had been shown."""

    def __init__(self, value: str, salt: str = "", algorithm: str = ALGORITHM) -> None:
        self.algorithm = algorithm
        self.values = [value]
        self.salts = [salt]
        self.shown = 0
        """How many of them people have been shown, at an end of the fight."""
        self.fresh = 0
        """How often other dice were wanted so far, taken back or not."""
        self.hashes: list[str] = []
        """The commitments that were asked for."""

    def copy(self) -> Seeds:
        twin = Seeds(self.values[0], self.salts[0], self.algorithm)
        twin.values = list(self.values)
        twin.salts = list(self.salts)
        twin.hashes = list(self.hashes)
        twin.shown = self.shown
        twin.fresh = self.fresh
        return twin

    def add(self, value: str, salt: str) -> int:
        """One more seed; returns its place."""
        self.values.append(value)
        self.salts.append(salt)
        return len(self.values) - 1

    def commitment(self, place: int) -> str:
        """Worked out once: every seat is shown it with every change."""
        while len(self.hashes) <= place:
            known = len(self.hashes)
            self.hashes.append(commitment(self.values[known], self.salts[known], self.algorithm))
        return self.hashes[place]

    def stream(self, place: int, number: int) -> Numbered:
        """The dice of one of the seeds, from a number on."""
        if self.algorithm == MIX:
            return MixStream(self.values[place], number)
        return Stream(self.values[place], number)

    def as_data(self) -> dict[str, object]:
        shown: dict[str, object] = {"algorithm": self.algorithm, "hash": self.commitment(0), "value": self.values[0]}
        if self.salts[0]:
            shown["salt"] = self.salts[0]
        if self.fresh:
            shown["fresh"] = self.fresh
        if self.shown:
            shown["shown"] = self.shown
        if len(self.values) > 1:
            more = zip(self.values[1:], self.salts[1:], strict=True)
            shown["more"] = [{"value": value, "salt": salt} for value, salt in more]
        return shown


def seeds_from(data: object) -> Seeds:
    """The seeds of a record, read and checked."""
    if not isinstance(data, dict):
        raise Malformed("the seed of a record is a mapping with algorithm, hash and value.")
    algorithm = data.get("algorithm")
    if algorithm != ALGORITHM and algorithm != MIX:
        raise Malformed(f"this record draws its dice by {str(algorithm)[:60]!r}; known here are {ALGORITHM} and {MIX}.")
    seeds = Seeds(_text(data, "value"), _text(data, "salt", ""), str(algorithm))
    if not seeds.values[0]:
        raise Malformed("the seed of this record is missing.")
    if data.get("hash", seeds.commitment(0)) != seeds.commitment(0):
        raise Malformed("the seed of this record is not the one whose hash was shown before the fight.")
    more = data.get("more") or []
    if not isinstance(more, list):
        raise Malformed("more of a seed is a list of seeds.")
    for one in more:
        if not isinstance(one, dict):
            raise Malformed("each further seed of a record is a mapping with value and salt.")
        seeds.add(_text(one, "value"), _text(one, "salt", ""))
    seeds.fresh = _count(data, "fresh")
    seeds.shown = min(_count(data, "shown"), len(seeds.values))
    return seeds


def _text(data: dict[str, object], name: str, default: str | None = None) -> str:
    value = data.get(name, default)
    if not isinstance(value, str):
        raise Malformed("the seed of this record is missing." if name == "value" else f"{name} of a seed is a text.")
    return value


def _count(data: dict[str, object], name: str) -> int:
    value = data.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0 or value > 1_000_000:
        raise Malformed(f"{name} of a seed is a whole number from 0 to 1000000.")
    return value
