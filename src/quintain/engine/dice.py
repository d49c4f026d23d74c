"""What is thrown: each kind of dice can be thrown, read and laid out as one exact table of integer weights."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from quintain.engine.refusal import Malformed
from quintain.engine.stream import Faces, Written


class Table:
    """Everything a throw can come to, by rising total, with running sums of integer weights.

    A row is a total, a natural face and a flag. An `open` table ends in a row that means "at least this much".
    """

    def __init__(self, rows: list[tuple[int, int, int, int]], open_end: bool = False) -> None:
        rows = sorted(rows)
        self.totals = [row[0] for row in rows]
        self.naturals = [row[1] for row in rows]
        self.flags = [row[2] for row in rows]
        self.sums = [0]
        for row in rows:
            self.sums.append(self.sums[-1] + row[3])
        self.size = len(rows)
        self.open_end = open_end

    def weight(self, row: int) -> int:
        return self.sums[row + 1] - self.sums[row]

    @property
    def whole(self) -> int:
        return self.sums[-1]


class Asking(Faces):
    """Notes which dice a throw asks for. So many of the first show their highest face, the others their lowest."""

    def __init__(self, highest: int = 0) -> None:
        self.highest = highest
        self.sides: list[int] = []
        self.low = 1

    def face(self, sides: int, low: int) -> int:
        self.sides.append(sides)
        self.low = low
        return low + sides - 1 if len(self.sides) <= self.highest else low


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A kind of throw. Immutable; make one and share it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._table: Table | None = None

    def throw(self, source: Faces) -> list[int]:
        """The faces, in the order in which they are thrown."""
        raise NotImplementedError

    def total(self, faces: list[int]) -> int:
        total = 0
        for face in faces:
            total += face
        return total

    def natural(self, faces: list[int]) -> int:
        return faces[0] if faces else 0

    def flag(self, faces: list[int]) -> bool:
        return False

    def make_table(self) -> Table:
        raise NotImplementedError

    def table(self) -> Table:
        if self._table is None:
            self._table = self.make_table()
        return self._table

    def asked_for(self) -> Dice:
        """The dice that people are asked for where they throw these by hand: those that what they know of calls for."""
        return self

    def completed(self, faces: list[int], source: Faces) -> list[int]:
        """What these dice show where those `asked_for` show such faces; what only the unseen brings is thrown from `source`."""
        return faces

    def faces_of(self) -> list[int]:
        """How many sides each die has, for whoever types them in."""
        asked = Asking()
        self.throw(asked)
        return asked.sides

    def lowest(self) -> int:
        """The lowest face: 0 for a percentile die that reads 0 to 99."""
        asked = Asking()
        self.throw(asked)
        return asked.low

    def goes_on(self) -> bool:
        """May more faces follow (dice that explode)?"""
        plain = len(self.faces_of())
        asked = Asking(plain)
        self.throw(asked)
        return len(asked.sides) > plain

    def check(self, faces: list[int]) -> None:
        """Refuse faces that this throw could not have shown."""
        written = Written(faces)
        self.throw(written)
        if written.used != len(faces):
            raise Malformed(f"{self.name} takes {written.used} faces here, and {len(faces)} were given.")


class Die(Dice):
    """One die. `low` is its lowest face: 0 for a percentile die that reads 0 to 99."""

    def __init__(self, sides: int, low: int = 1, name: str = "") -> None:
        super().__init__(name or f"d{sides}")
        self.sides = sides
        self.low = low

    def throw(self, source: Faces) -> list[int]:
        return [source.face(self.sides, self.low)]

    def total(self, faces: list[int]) -> int:
        return faces[0]

    def make_table(self) -> Table:
        return Table([(face, face, 0, 1) for face in range(self.low, self.low + self.sides)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Handful(Dice):
    """Several dice added up, in groups of one size: `Handful([(3, 8), (1, 4)])` is 3d8 + 1d4."""

    def __init__(self, groups: list[tuple[int, int]], name: str = "") -> None:
        groups = [(count, sides) for count, sides in groups if count > 0]
        super().__init__(name or " + ".join(f"{count}d{sides}" for count, sides in groups) or "no dice")
        self.groups = groups

    def throw(self, source: Faces) -> list[int]:
        faces: list[int] = []
        for count, sides in self.groups:
            for _ in range(count):
                faces.append(source.face(sides, 1))
        return faces

    def make_table(self) -> Table:
        weights: dict[int, int] = {0: 1}
        for count, sides in self.groups:
            for _ in range(count):
                weights = _add(weights, dict.fromkeys(range(1, sides + 1), 1))
        return Table([(total, 0, 0, weight) for total, weight in weights.items()])


class Keep(Dice):
    """Some dice of one size of which the best (or the worst) is kept; the kept one may explode on its top face.

    The faces are the pool from left to right, then the chain. The flag says that a 1 was among the pool.
    """

    def __init__(self, count: int, sides: int, best: bool = True, explode: bool = True, chain: int = 0) -> None:
        super().__init__(f"{count}d{sides} {'best' if best else 'worst'}{'!' if explode else ''}")
        self.count = count
        self.sides = sides
        self.best = best
        self.explode = explode
        self.chain = chain or _chain_length(sides)

    def throw(self, source: Faces) -> list[int]:
        faces = [source.face(self.sides, 1) for _ in range(self.count)]
        if self.explode and faces and self.kept(faces) == self.sides:
            while True:
                more = source.face(self.sides, 1)
                faces.append(more)
                if more != self.sides:
                    break
        return faces

    def kept(self, faces: list[int]) -> int:
        pool = faces[: self.count]
        return max(pool) if self.best else min(pool)

    def total(self, faces: list[int]) -> int:
        return self.kept(faces) + sum(faces[self.count :]) if faces else 0

    def natural(self, faces: list[int]) -> int:
        return self.kept(faces) if faces else 0

    def flag(self, faces: list[int]) -> bool:
        return 1 in faces[: self.count]

    def make_table(self) -> Table:
        if self.count == 0:
            return Table([(0, 0, 0, 1)])
        rows: list[tuple[int, int, int, int]] = []
        scale = self.sides**self.chain if self.explode else 1
        for face in range(1, self.sides + 1):
            plain, flagged = self._pool_weights(face)
            for flag, weight in ((0, plain), (1, flagged)):
                if weight == 0:
                    continue
                if not self.explode or face < self.sides:
                    rows.append((face, face, flag, weight * scale))
                else:
                    rows.extend(self._chain_rows(flag, weight))
        return Table(rows, open_end=self.explode)

    def _pool_weights(self, face: int) -> tuple[int, int]:
        """How many pools keep this face: without any 1 among them, and with one."""
        n, s = self.count, self.sides
        if self.best:
            every = face**n - (face - 1) ** n
            plain = (face - 1) ** n - (face - 2) ** n if face >= 2 else 0
            return plain, every - plain
        every = (s - face + 1) ** n - (s - face) ** n
        return (0, every) if face == 1 else (every, 0)

    def _chain_rows(self, flag: int, weight: int) -> list[tuple[int, int, int, int]]:
        """The kept top face and its chain, followed `chain` dice far; the last row is open."""
        rows: list[tuple[int, int, int, int]] = []
        s = self.sides
        for depth in range(1, self.chain + 1):
            for face in range(1, s):
                rows.append((s * depth + face, s, flag, weight * s ** (self.chain - depth)))
        rows.append((s * (self.chain + 1) + 1, s, flag, weight))
        return rows


class Pools(Dice):
    """Several keep-one pools added up. Natural face and flag are those of the first pool."""

    def __init__(self, pools: list[Keep]) -> None:
        super().__init__(" + ".join(pool.name for pool in pools if pool.count) or "no dice")
        self.pools = pools

    def throw(self, source: Faces) -> list[int]:
        faces: list[int] = []
        for pool in self.pools:
            faces.extend(pool.throw(source))
        return faces

    def split(self, faces: list[int]) -> list[list[int]]:
        """The faces of each pool, chains included."""
        written = Written(faces)
        return [pool.throw(written) for pool in self.pools]

    def total(self, faces: list[int]) -> int:
        parts = self.split(faces)
        total = 0
        for place, pool in enumerate(self.pools):
            total += pool.total(parts[place])
        return total

    def natural(self, faces: list[int]) -> int:
        return self.pools[0].natural(self.split(faces)[0]) if self.pools else 0

    def flag(self, faces: list[int]) -> bool:
        return bool(self.pools) and self.pools[0].flag(faces)

    def make_table(self) -> Table:
        if not self.pools:
            return Table([(0, 0, 0, 1)])
        first = self.pools[0].table()
        plain, flagged = _by_total(first, 0), _by_total(first, 1)
        open_end = first.open_end
        for pool in self.pools[1:]:
            table = pool.table()
            open_end = open_end or table.open_end
            more = _summed(_by_total(table, 0), _by_total(table, 1))
            plain, flagged = _spread(plain, more), _spread(flagged, more)
        rows = [(total, 0, 0, weight) for total, weight in enumerate(plain) if weight]
        return Table(rows + [(total, 0, 1, weight) for total, weight in enumerate(flagged) if weight], open_end)


def _by_total(table: Table, flag: int) -> list[int]:
    """Per total from 0 up the weight of the rows with this flag."""
    weights = [0] * (table.totals[-1] + 1)
    for row in range(table.size):
        if table.flags[row] == flag:
            weights[table.totals[row]] += table.weight(row)
    return weights


def _summed(left: list[int], right: list[int]) -> list[int]:
    return [a + b for a, b in zip(left, right, strict=True)]


def _spread(left: list[int], right: list[int]) -> list[int]:
    """The weights of the sum of two throws: all products at once, as those of two long numbers whose digits the weights are."""
    width = (sum(left) * sum(right)).bit_length() // 8 + 1
    size = len(left) + len(right) - 1
    found = (_one_number(left, width) * _one_number(right, width)).to_bytes(width * size, "little")
    return [int.from_bytes(found[at : at + width], "little") for at in range(0, width * size, width)]


def _one_number(weights: list[int], width: int) -> int:
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def _chain_length(sides: int) -> int:
    """How many chain dice to follow so that less than one throw in ten million goes on unread."""
    length = 1
    while sides**length < 10_000_000:
        length += 1
    return length


def _add(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    summed: dict[int, int] = {}
    for a, weight_a in left.items():
        for b, weight_b in right.items():
            summed[a + b] = summed.get(a + b, 0) + weight_a * weight_b
    return summed


D4: Final = Die(4)
D6: Final = Die(6)
D8: Final = Die(8)
D10: Final = Die(10)
D12: Final = Die(12)
D20: Final = Die(20)
PERCENT: Final = Die(100, 0, "d%")
