"""The ground a fight stands on: squares with terrain, blockers and exits, or named zones with links (chapters E and J).

A place is one integer: a square's cell number, or a zone's number. A `Ground` never changes; the GM's word makes a new
one (`changed`), so that copies of a fight may share it.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from quintain.space.grid import DIAGONAL, ORTHOGONAL, Grid, costs_to
from quintain.space.sight import sees
from quintain.space.zones import Zones
from quintain.systems.riposte import vocabulary as v


@final
class Square:
    """What the map says about one square or zone."""

    def __init__(self, terrain: int = v.BASIC, cost: int = 0, blocker: int = v.OPEN, roofed: bool = False) -> None:
        self.terrain: int = terrain
        self.cost: int = cost or v.ENTRY_COST[terrain]
        self.blocker: int = blocker
        self.roofed: bool = roofed

    def letter(self) -> str:
        if self.blocker == v.WALL:
            return v.ROOFED_LETTER if self.roofed else v.WALL_LETTER
        if self.blocker == v.OBJECT:
            return v.OBJECT_LETTER
        return str(min(self.cost, 9)) if self.terrain == v.DIFFICULT else v.SQUARE_LETTERS[self.terrain]

    def letter_says_all(self) -> bool:
        """Whether its letter says all about it."""
        if self.blocker:
            return self.terrain == v.BASIC and (self.blocker == v.WALL or not self.roofed)
        return not self.roofed and self.cost <= 9

    def sign(self) -> str:
        """What tells it from every other kind of square: its letter, or all that a letter cannot say."""
        if self.letter_says_all():
            return self.letter()
        return f"<{self.terrain} {self.cost} {self.blocker}{' roofed' if self.roofed else ''}>"


@final
class Ground:
    """A battlefield as laid out: squares if `grid` is given, zones if `zones` is."""

    def __init__(
        self, grid: Grid | None, zones: Zones | None, squares: list[Square], exits: list[int], box: list[int], no_hover: list[int],
        diagonal: bool = False,
    ) -> None:  # fmt: skip
        self.grid: Grid | None = grid
        self.zones: Zones | None = zones
        self.squares: list[Square] = squares
        self.exits: list[int] = exits
        self.box: list[int] = box
        """Where the players may place their characters (RI-77, RI-102)."""
        self.no_hover: list[int] = no_hover
        """Squares over which the GM forbids hovering (RI-54)."""
        self.metric: int = DIAGONAL if diagonal else ORTHOGONAL
        self.is_grid: bool = grid is not None
        self.walk: list[int] = [0 if square.blocker else square.cost for square in squares]
        """What it costs to walk in; 0 where nobody without Flight gets in (RI-45, RI-52)."""
        self.fly: list[int] = [1 if self.may_hover(place) else 0 for place in range(len(squares))]
        """What it costs to fly in: 1 anywhere but a roofed wall (RI-50, RI-53, RI-54)."""
        self.cover: list[int] = [
            v.BASIC if square.blocker or square.terrain == v.DIFFICULT else square.terrain for square in squares
        ]
        """The terrain whose bonuses count here, Basic where none do (RI-47, RI-53)."""
        self.walls: list[int] = [1 if square.blocker == v.WALL else 0 for square in squares]
        """1 where nobody sees through (R22)."""
        links = [(edge.a, edge.b) for edge in zones.edges] if zones is not None else []
        self.signs: list[str] = [square.sign() for square in squares]
        self.signature: str = "".join(self.signs) + f"{exits}{box}{no_hover}{links}"
        """What tells one state of the ground from another within a fight."""
        self.is_exit: list[int] = [0] * len(squares)
        for place in exits:
            self.is_exit[place] = 1
        self.columns: list[int] = [grid.x(place) for place in range(len(squares))] if grid is not None else []
        self.lines: list[int] = [grid.y(place) for place in range(len(squares))] if grid is not None else []
        self.rings: list[list[list[int]]] = [[] for _ in squares]
        """Per square the squares at distance 0, 1, 2 ...: filled as far as was asked for."""
        self._walked: list[list[int]] = [[] for _ in squares]
        self._flown: list[list[int]] = [[] for _ in squares]

    def may_hover(self, place: int) -> bool:
        """Over a blocker a flier hovers, unless there is a roof or the GM forbids it; elsewhere it just is (RI-53, RI-54)."""
        square = self.squares[place]
        return square.blocker == v.OPEN or (not (square.blocker == v.WALL and square.roofed) and place not in self.no_hover)

    def distance(self, a: int, b: int) -> int:
        """RI-32."""
        assert self.grid is not None
        return self.grid.distance(a, b, self.metric)

    def within(self, place: int, other: int, distances: list[int]) -> bool:
        """Is the other square at one of these distances? Of zones, is it the same (RI-94)?"""
        return place == other if self.grid is None else self.distance(place, other) in distances

    def ring(self, place: int, distance: int) -> list[int]:
        """The squares exactly so far from a square."""
        assert self.grid is not None
        if distance >= self.grid.width + self.grid.height:
            return []
        rings = self.rings[place]
        while len(rings) <= distance:
            rings.append(self._make_ring(place, len(rings)))
        return rings[distance]

    def _make_ring(self, place: int, distance: int) -> list[int]:
        """Nobody is so far off who is further away along a row or a column."""
        assert self.grid is not None
        x, y = self.grid.x(place), self.grid.y(place)
        near: list[int] = []
        for line in range(max(0, y - distance), min(self.grid.height, y + distance + 1)):
            for column in range(max(0, x - distance), min(self.grid.width, x + distance + 1)):
                cell = self.grid.at(column, line)
                if self.distance(place, cell) == distance:
                    near.append(cell)
        return near

    def steps(self, a: int, b: int) -> int:
        """How far apart two places are as the crow flies: squares, or links between zones."""
        if self.grid is not None:
            return self.grid.distance(a, b, self.metric)
        return self.way_left(b, a, False)

    def nearest_of(self, place: int, others: list[int]) -> int:
        """How far the nearest of these places is, as `steps` counts; 1000 where there is none."""
        least: i64 = 1000
        if self.grid is None or self.metric != ORTHOGONAL:
            for other in others:
                least = min(least, self.steps(place, other))
            return least
        columns = self.columns
        lines = self.lines
        x: i64 = columns[place]
        y: i64 = lines[place]
        for other in others:
            dx: i64 = columns[other] - x
            dy: i64 = lines[other] - y
            away: i64 = (dx if dx >= 0 else -dx) + (dy if dy >= 0 else -dy)
            if away < least:
                least = away
        return least

    def way_left(self, goal: int, place: int, flight: bool) -> int:
        """What the way from a place to a goal costs when nobody stands in it; -1 where there is none."""
        return self.ways_to(goal, flight)[place]

    def ways_to(self, goal: int, flight: bool) -> list[int]:
        """What the way to a goal costs from each place. In zones, the number of links. Worked out once per goal."""
        ways = self._flown if flight else self._walked
        left = ways[goal]
        if not left:
            if self.zones is not None:
                left = self.zones.distances(goal)
            else:
                assert self.grid is not None
                left = costs_to(self.grid, [goal], self.fly if flight else self.walk, self.metric, True)
            ways[goal] = left
        return left

    def in_sight(self, a: int, b: int) -> bool:
        """Whether no wall lies on the straight line between two squares (R22)."""
        assert self.grid is not None
        return sees(self.grid, a, b, self.walls)

    def linked(self, place: int) -> list[int]:
        """The zones one link away (RI-95)."""
        assert self.zones is not None
        return self.zones.neighbours(place)

    def name(self, place: int) -> str:
        """A place in words: "(8,3)" or "Wine Vault"."""
        if place == v.NOWHERE:
            return "nowhere"
        if self.zones is not None:
            return self.zones.names[place]
        assert self.grid is not None
        return f"({self.grid.x(place)},{self.grid.y(place)})"

    def spot(self, place: int) -> list[int]:
        """A square as data: its column and its row."""
        return [self.columns[place], self.lines[place]]

    def short_name(self, place: int) -> str:
        """A place as option ids write it: "8,3", or a zone's name as it is."""
        return self.name(place) if self.grid is None else self.name(place).strip("()")

    def find(self, text: str) -> int:
        """The place that `text` names, as `name` writes it or as "8,3"; NOWHERE if there is none."""
        if self.zones is not None:
            wanted = text.strip().lower()
            for number, name in enumerate(self.zones.names):
                if name.lower() == wanted:
                    return number
            return v.NOWHERE
        parts = text.strip().strip("()").split(",")
        if self.grid is None or len(parts) != 2 or not (_is_number(parts[0]) and _is_number(parts[1])):
            return v.NOWHERE
        x, y = int(parts[0]), int(parts[1])
        return self.grid.at(x, y) if self.grid.contains(x, y) else v.NOWHERE

    def ground_word(self, place: int) -> str:
        """What lies there, in words: "Heavy", "wall", "Difficult (4)"."""
        square = self.squares[place]
        if square.blocker:
            return v.BLOCKER_NAMES[square.blocker]
        if square.terrain == v.DIFFICULT:
            return f"Difficult ({square.cost})"
        return v.TERRAIN_NAMES[square.terrain]

    def changed(
        self, squares: dict[int, Square] | None = None, exits: list[int] | None = None, box: list[int] | None = None,
        no_hover: list[int] | None = None, zones: Zones | None = None,
    ) -> Ground:  # fmt: skip
        """The same ground with something about it changed by the GM (RI-117)."""
        now = squares or {}
        return Ground(
            self.grid,
            zones if zones is not None else self.zones,
            [now.get(place, square) for place, square in enumerate(self.squares)],
            self.exits if exits is None else exits,
            self.box if box is None else box,
            self.no_hover if no_hover is None else no_hover,
            self.metric == DIAGONAL,
        )


def _is_number(text: str) -> bool:
    return text.strip().isdecimal() and len(text) < 10


def place_data(ground: Ground, place: int) -> object:
    """A place as data: column and row, or a zone's name."""
    return ground.spot(place) if ground.is_grid else ground.name(place)
