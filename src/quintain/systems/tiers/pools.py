"""The dice of part A: two keep-one pools that explode, plain handfuls, and the chances tactics read off them."""

from __future__ import annotations

from typing import Final

from quintain.engine.dice import Dice, Handful, Keep, Pools, Table
from quintain.engine.stream import Faces

LONGEST: Final = 200
"""Totals beyond this are never asked for by a tactic."""


class PoolDice(Dice):
    """A d20 pool and an attribute pool, one die kept of each, both exploding (TI-01 to TI-04).

    Faces in the order of the book: d20 pool, d20 chain, attribute pool, attribute chain. The flag says that the d20 pool
    shows a 1 (TI-07). A pool of no dice adds nothing.
    """

    def __init__(self, d20s: int, best: bool, dice: int, sides: int, best_die: bool) -> None:
        attribute = f" + {dice}d{sides} {'best' if best_die else 'worst'}!" if dice else ""
        super().__init__(f"{d20s}d20 {'best' if best else 'worst'}!{attribute}")
        self.d20s = d20s
        self.best = best
        self.dice = dice
        self.sides = sides
        self.best_die = best_die
        self.chances: list[float] = []
        """Per number the chance of reaching it; empty until a tactic asks."""
        self.seen: PoolDice | None = None
        """The dice without what only the unseen brings, where those are others."""

    def asked_for(self) -> Dice:
        return self if self.seen is None else self.seen

    def completed(self, faces: list[int], source: Faces) -> list[int]:
        """As many of the d20s as are thrown, any of them, or more of them; a chain that none of them began is begun here."""
        if self.seen is None:
            return faces
        attribute = self.seen.split(faces)[2]
        d20s, chain = faces[: self.seen.d20s], faces[self.seen.d20s : attribute]
        while len(d20s) > self.d20s:
            del d20s[source.face(len(d20s), 1) - 1]
        while len(d20s) < self.d20s:
            d20s.append(source.face(20, 1))
        if _kept(d20s, 0, len(d20s), self.best) != 20:
            chain = []
        elif not chain:
            _go_on(source, chain, 20)
        return [*d20s, *chain, *faces[attribute:]]

    def throw(self, source: Faces) -> list[int]:
        faces: list[int] = []
        _throw_pool(source, faces, self.d20s, 20, self.best)
        if self.dice:
            _throw_pool(source, faces, self.dice, self.sides, self.best_die)
        return faces

    def split(self, faces: list[int]) -> tuple[int, int, int]:
        """Kept d20 with its chain, kept attribute die with its chain, and the place where the attribute pool begins."""
        at = 0
        first, at = _read_pool(faces, at, self.d20s, 20, self.best)
        middle = at
        second = 0
        if self.dice:
            second, at = _read_pool(faces, at, self.dice, self.sides, self.best_die)
        return first, second, middle

    def total(self, faces: list[int]) -> int:
        first, second, _ = self.split(faces)
        return first + second

    def natural(self, faces: list[int]) -> int:
        return _kept(faces, 0, self.d20s, self.best)

    def flag(self, faces: list[int]) -> bool:
        return 1 in faces[: self.d20s]

    def make_table(self) -> Table:
        pools = [Keep(self.d20s, 20, self.best)]
        if self.dice:
            pools.append(Keep(self.dice, self.sides, self.best_die))
        return Pools(pools).table()


def _kept(faces: list[int], start: int, count: int, best: bool) -> int:
    kept = faces[start]
    for place in range(start + 1, start + count):
        face = faces[place]
        if (face > kept) if best else (face < kept):
            kept = face
    return kept


def _throw_pool(source: Faces, faces: list[int], count: int, sides: int, best: bool) -> None:
    start = len(faces)
    for _ in range(count):
        faces.append(source.face(sides, 1))
    if _kept(faces, start, count, best) == sides:
        _go_on(source, faces, sides)


def _go_on(source: Faces, faces: list[int], sides: int) -> None:
    """A die that shows its highest face is thrown again, and so on."""
    while True:
        more = source.face(sides, 1)
        faces.append(more)
        if more != sides:
            return


def _read_pool(faces: list[int], start: int, count: int, sides: int, best: bool) -> tuple[int, int]:
    """What this pool came to, chain included, and where the next one begins."""
    total = _kept(faces, start, count, best)
    at = start + count
    if total == sides:
        while True:
            more = faces[at]
            at += 1
            total += more
            if more != sides:
                break
    return total, at


class EffectDice(Handful):
    """Effect dice and perhaps one attribute die, summed (TI-09)."""

    def __init__(self, groups: list[tuple[int, int]]) -> None:
        super().__init__(groups)
        self.chances: list[float] = []
        """Per number the chance of reaching it; empty until a tactic asks."""


class Box:
    """Dice of every kind that was needed so far. They never change, so everybody shares them."""

    def __init__(self) -> None:
        self._pools: list[PoolDice | None] = []
        self._handfuls: list[EffectDice | None] = []
        self._beside_unseen: dict[tuple[str, str], PoolDice] = {}

    def pool(self, tier: int, rating: int, sides: int, deeper: bool = False) -> PoolDice:
        """TI-01, TI-03, TI-04: the dice of an effective Tier, an Action Rating and an attribute die (0: none)."""
        d20s, best = (tier, True) if tier > 0 else (2 - tier if deeper else 2, False)
        dice, best_die = (rating, True) if rating > 0 else (2, False)
        if sides == 0:
            dice = 0
        place = (((d20s * 2 + best) * 8 + dice) * 2 + best_die) * 16 + sides
        while place >= len(self._pools):
            self._pools.extend([None] * 1024)
        found = self._pools[place]
        if found is None:
            found = self._pools[place] = PoolDice(d20s, best, dice, sides, best_die)
        return found

    def pool_seen_as(self, dice: PoolDice, seen: PoolDice) -> PoolDice:
        """The same dice, of which people who throw by hand are asked for others: those that they know of."""
        if dice is seen:
            return dice
        found = self._beside_unseen.get((dice.name, seen.name))
        if found is None:
            found = PoolDice(dice.d20s, dice.best, dice.dice, dice.sides, dice.best_die)
            found.seen = seen
            self._beside_unseen[(dice.name, seen.name)] = found
        return found

    def handful(self, count: int, sides: int, extra: int = 0) -> EffectDice:
        """TI-09: so many Effect dice, and one further die of `extra` sides; nothing explodes."""
        place = (count * 16 + sides) * 16 + extra
        while place >= len(self._handfuls):
            self._handfuls.extend([None] * 1024)
        found = self._handfuls[place]
        if found is None:
            found = self._handfuls[place] = EffectDice([(count, sides), (1, extra)] if extra else [(count, sides)])
        return found

    def chance(self, dice: PoolDice, number: int) -> float:
        """How likely this throw is to reach a number, for tactics."""
        if not dice.chances:
            dice.chances = chances_of(dice.table())
        return _chance(dice.chances, number)

    def at_least(self, dice: EffectDice, number: int) -> float:
        """How likely a plain sum is to reach a number, for tactics."""
        if not dice.chances:
            dice.chances = chances_of(dice.table())
        return _chance(dice.chances, number)


def _chance(row: list[float], number: int) -> float:
    if number <= 0:
        return 1.0
    return row[number] if number < len(row) else 0.0


def chances_of(table: Table) -> list[float]:
    """Per number from 0 up, the chance of reaching it."""
    whole = float(table.whole)
    row: list[float] = []
    place = 0
    for number in range(LONGEST):
        while place < table.size and table.totals[place] < number:
            place += 1
        row.append((table.whole - table.sums[place]) / whole)
    return row


BOX: Final = Box()
