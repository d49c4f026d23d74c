"""A board of square cells: neighbours, distances, what can be reached for how much, and by which way.

A cell is one integer, `y * width + x`, counted from 0 at the top left. A `Grid` knows only its shape. What lies on it
is passed to each question as lists with one integer per cell:

- `enter`: what it costs to step into the cell; 0 or less means that nobody gets in (walls, foes in the way);
- `leave`: what stepping out of the cell costs on top (0 where nothing);
- `no_stop`: not 0 where one may pass but not stay (a friend's cell).

Three ways of stepping and of counting distance share their names: ORTHOGONAL (no diagonals), DIAGONAL (a diagonal step
counts as one) and ALTERNATING (every second diagonal of a way counts twice: 5-10-5). Unless `cut_corners` is true,
a diagonal step needs both cells beside it to be enterable.

Something larger than one cell (`size` 2 is 2 x 2) is placed by its top left cell; it pays for the dearest cell it
covers, fits only where all of them can be entered, and may stop only where it may stop on all.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.space.alike import Alike

ORTHOGONAL: Final = 0
DIAGONAL: Final = 1
ALTERNATING: Final = 2

UNREACHED: Final = -1
FAR: Final = 100_000
"""The budget of a search that is given none; a step dearer than this is never taken."""
SHORT: Final = 60
"""Searches without diagonals up to this budget keep one bucket per cost: the common turn, and much the fastest."""
HOPELESS: Final = -1.0e9
"""The merit of a cell that is not to be chosen."""
CLEARLY: Final = 0.001
"""Merits nearer to each other than this are both looked at."""


@final
class Grid:
    """The shape of a board of `width` x `height` cells."""

    def __init__(self, width: int, height: int) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a grid needs at least one cell, not {width} x {height}")
        self.width: int = width
        self.height: int = height
        self.cells: int = width * height
        self.straight: list[list[int]] = []
        """Per cell its orthogonal neighbours, in the order up, left, right, down."""
        self.slanted: list[list[int]] = []
        """Per cell its diagonal neighbours, from the top left on."""
        for y in range(height):
            for x in range(width):
                self.straight.append(self._existing(x, y, [(0, -1), (-1, 0), (1, 0), (0, 1)]))
                self.slanted.append(self._existing(x, y, [(-1, -1), (1, -1), (-1, 1), (1, 1)]))

    def _existing(self, x: int, y: int, offsets: list[tuple[int, int]]) -> list[int]:
        return [self.at(x + dx, y + dy) for dx, dy in offsets if self.contains(x + dx, y + dy)]

    def at(self, x: int, y: int) -> int:
        return y * self.width + x

    def x(self, cell: int) -> int:
        return cell % self.width

    def y(self, cell: int) -> int:
        return cell // self.width

    def contains(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def neighbours(self, cell: int, metric: int = ORTHOGONAL) -> list[int]:
        """The cells at distance 1."""
        if metric == ORTHOGONAL:
            return list(self.straight[cell])
        return self.straight[cell] + self.slanted[cell]

    def distance(self, a: int, b: int, metric: int = ORTHOGONAL) -> int:
        width: i64 = self.width
        i: i64 = a
        j: i64 = b
        dx: i64 = i % width - j % width
        dy: i64 = i // width - j // width
        return steps_between(dx, dy, metric)

    def gap(self, a: int, b: int, metric: int = ORTHOGONAL, size_a: int = 1, size_b: int = 1) -> int:
        """The distance between the nearest cells of two footprints placed at `a` and `b`; 0 when they overlap."""
        dx = _gap_on_axis(self.x(a), size_a, self.x(b), size_b)
        dy = _gap_on_axis(self.y(a), size_a, self.y(b), size_b)
        return steps_between(dx, dy, metric)

    def within(self, cell: int, distance: int, metric: int = ORTHOGONAL) -> list[int]:
        """All cells at most `distance` away, `cell` included, in reading order."""
        x = self.x(cell)
        y = self.y(cell)
        found: list[int] = []
        for row in range(max(0, y - distance), min(self.height, y + distance + 1)):
            for column in range(max(0, x - distance), min(self.width, x + distance + 1)):
                if steps_between(column - x, row - y, metric) <= distance:
                    found.append(row * self.width + column)
        return found

    def rectangle(self, x: int, y: int, width: int, height: int) -> list[int]:
        """The cells of a rectangle whose top left is (x, y), as far as they are on the board."""
        columns = range(max(0, x), min(self.width, x + width))
        return [self.at(column, row) for row in range(max(0, y), min(self.height, y + height)) for column in columns]

    def covered(self, cell: int, size: int) -> list[int]:
        """The cells under a footprint of `size` x `size` placed at `cell`; none if it does not fit on the board."""
        if self.x(cell) + size > self.width or self.y(cell) + size > self.height:
            return []
        return self.rectangle(self.x(cell), self.y(cell), size, size)

    def nearest(self, cell: int, allowed: list[int], metric: int = ORTHOGONAL) -> int:
        """The nearest cell whose entry in `allowed` is not 0, `cell` itself first; ties in reading order. -1 if none."""
        best = UNREACHED
        least = 0
        for other in range(self.cells):
            if allowed[other] == 0:
                continue
            distance = self.distance(cell, other, metric)
            if best == UNREACHED or distance < least:
                best = other
                least = distance
        return best

    def enter_as(self, enter: list[int], size: int) -> list[int]:
        """What `enter` becomes for a footprint: the dearest cell counts, and 0 where any cell is shut or missing."""
        if size == 1:
            return enter
        widened: list[int] = []
        for cell in range(self.cells):
            dearest = 0
            for part in self.covered(cell, size):
                if enter[part] <= 0:
                    dearest = 0
                    break
                dearest = max(dearest, enter[part])
            widened.append(dearest)
        return widened

    def highest_under(self, values: list[int], size: int) -> list[int]:
        """Per cell the highest entry of `values` under a footprint placed there (for `leave` and `no_stop`)."""
        if size == 1:
            return values
        return [max([values[part] for part in self.covered(cell, size)], default=0) for cell in range(self.cells)]


_grids: Final[Alike[Grid]] = Alike()


def grid_of(width: int, height: int) -> Grid:
    """The grid of this shape."""
    shape = (width, height)
    return _grids.find(shape) or _grids.keep(shape, Grid(width, height), width * height)


@final
class Reach:
    """What a search found: per cell the least cost to get there (-1: not at all) and the way."""

    def __init__(self, grid: Grid, start: int, layers: int, no_stop: list[int] | None) -> None:
        self.grid: Grid = grid
        self.start: int = start
        self.cost: list[int] = [UNREACHED] * grid.cells
        self.no_stop: list[int] | None = no_stop
        self._stops: list[int] | None = None
        # With alternating diagonals the way there matters: a place is a cell with 0 or 1 odd diagonals behind it.
        self._layers: int = layers
        self._places: list[int] = [UNREACHED] * grid.cells if layers > 1 else self.cost
        self._before: list[int] = [UNREACHED] * (grid.cells * layers)

    def reached(self, cell: int) -> bool:
        return self.cost[cell] != UNREACHED

    def may_stop(self, cell: int) -> bool:
        """Whether one gets there and may stay; staying at the start is always allowed."""
        if self.cost[cell] == UNREACHED:
            return False
        return cell == self.start or self.no_stop is None or self.no_stop[cell] == 0

    def stops(self) -> list[int]:
        """Every cell where one gets to and may stay, the start included, in reading order. Not to be changed."""
        found = self._stops
        if found is None:
            found = [cell for cell, cost in enumerate(self.cost) if cost >= 0 and self.may_stop(cell)]
            self._stops = found
        return found

    def parent(self, cell: int) -> int:
        """The cell before `cell` on a cheapest way there; -1 for the start and for what is not reached."""
        place = self._place(cell)
        if place == UNREACHED or self._before[place] == UNREACHED:
            return UNREACHED
        return self._before[place] // self._layers

    def _place(self, cell: int) -> int:
        """The place by which the cell was reached for least; with one layer that is the cell."""
        if self._layers > 1:
            return self._places[cell]
        return cell if self.cost[cell] != UNREACHED else UNREACHED

    def path(self, cell: int) -> list[int]:
        """The cells entered one by one on a cheapest way to `cell`; empty for the start and for what is not reached."""
        steps: list[int] = []
        place = self._place(cell)
        while place != UNREACHED and self._before[place] != UNREACHED:
            steps.append(place // self._layers)
            place = self._before[place]
        steps.reverse()
        return steps


def steps_between(dx: i64, dy: i64, metric: int) -> int:
    """The distance of two cells that are dx columns and dy rows apart."""
    if dx < 0:
        dx = -dx
    if dy < 0:
        dy = -dy
    if metric == ORTHOGONAL:
        return dx + dy
    longer: i64 = max(dx, dy)
    if metric == DIAGONAL:
        return longer
    shorter: i64 = dx + dy - longer
    return longer + shorter // 2


def _gap_on_axis(a: int, size_a: int, b: int, size_b: int) -> int:
    if a + size_a <= b:
        return b - (a + size_a - 1)
    if b + size_b <= a:
        return a - (b + size_b - 1)
    return 0


def reach(
    grid: Grid,
    start: int,
    budget: int,
    enter: list[int],
    metric: int = ORTHOGONAL,
    cut_corners: bool = False,
    leave: list[int] | None = None,
    no_stop: list[int] | None = None,
    size: int = 1,
) -> Reach:
    """Everything one gets to from `start` for at most `budget`, each at its least cost.

    The cells behind `enter` must not count the mover itself as being in its own way.
    """
    if size > 1:
        enter = grid.enter_as(enter, size)
        if leave is not None:
            leave = grid.highest_under(leave, size)
        if no_stop is not None:
            no_stop = grid.highest_under(no_stop, size)
    found = Reach(grid, start, 2 if metric == ALTERNATING else 1, no_stop)
    if metric == ORTHOGONAL and budget <= SHORT:
        _spread_straight(found, budget, enter, leave)
    elif metric == DIAGONAL and cut_corners and leave is None and budget <= SHORT:
        _spread_diagonal(found, budget, enter)
    else:
        _spread(found, budget, enter, metric, cut_corners, leave)
    return found


def path_cost(
    grid: Grid,
    start: int,
    path: list[int],
    enter: list[int],
    metric: int = ORTHOGONAL,
    cut_corners: bool = False,
    leave: list[int] | None = None,
    size: int = 1,
) -> int:
    """What walking `path` (the cells entered, in order) costs; -1 when one of its steps is not possible."""
    enter = grid.enter_as(enter, size)
    if leave is not None:
        leave = grid.highest_under(leave, size)
    total = 0
    odd = False
    here = start
    for cell in path:
        slanted = cell in grid.slanted[here]
        if enter[cell] <= 0 or not (slanted or cell in grid.straight[here]):
            return UNREACHED
        if slanted and (metric == ORTHOGONAL or not (cut_corners or sides_open(grid, here, cell, enter))):
            return UNREACHED
        times = 2 if slanted and odd and metric == ALTERNATING else 1
        total += enter[cell] * times + (0 if leave is None else leave[here])
        odd = odd != slanted
        here = cell
    return total


def sides_open(grid: Grid, a: int, b: int, enter: list[int]) -> bool:
    """Whether both cells beside the diagonal step from a to b can be entered."""
    width: i64 = grid.width
    i: i64 = a
    j: i64 = b
    row: i64 = i - i % width
    other_row: i64 = j - j % width
    return enter[row + j % width] > 0 and enter[other_row + i % width] > 0


def costs_to(
    grid: Grid,
    goals: list[int],
    enter: list[int],
    metric: int = ORTHOGONAL,
    cut_corners: bool = False,
    leave: list[int] | None = None,
) -> list[int]:
    """Per cell the least cost of a way from it to the nearest goal; -1 where there is none.

    Meant for choosing where to go: a goal that cannot be entered itself (a foe stands there) counts as costing 1.
    Diagonals count once, also with ALTERNATING.
    """
    cost: list[int] = [UNREACHED] * grid.cells
    # Walked backwards: from a cell to those one can come from, paying for the cell itself and for leaving the other.
    if metric != ORTHOGONAL and cut_corners and leave is None:
        _costs_diagonal(grid, goals, enter, 1, max(1, max(enter)), cost, None, 0.0, 0.0)
        return cost
    open_goals = list(enter)
    for goal in goals:
        open_goals[goal] = max(1, enter[goal])
    queue = _Buckets(_longest_step(open_goals, leave, FAR, 1))
    for goal in goals:
        if cost[goal] != 0:
            cost[goal] = 0
            queue.put(goal, 0)
    cell = queue.take()
    while cell >= 0:
        price = queue.now + open_goals[cell]
        if cost[cell] == queue.now:
            _costs_step(grid.straight[cell], price, cost, enter, leave, queue)
            if metric != ORTHOGONAL:
                around = grid.slanted[cell]
                if not cut_corners:
                    around = [other for other in around if sides_open(grid, cell, other, enter)]
                _costs_step(around, price, cost, enter, leave, queue)
        cell = queue.take()
    return cost


def costs_for_the_best(
    grid: Grid, goals: list[int], enter: list[int], unit: int, dearest: int, merits: list[float], most: float, a_step: float
) -> list[int]:
    """`costs_to` with diagonals that may cut corners, in steps of `unit` up to `dearest`, only as far as it takes to find the best
    cell: the one whose merit (of which there is none above `most`) less `a_step` for each step of its way is highest."""
    cost: list[int] = [UNREACHED] * grid.cells
    _costs_diagonal(grid, goals, enter, unit, dearest // unit, cost, merits, most, a_step)
    return cost


def _costs_diagonal(
    grid: Grid, goals: list[int], enter: list[int], unit: int, longest: int, cost: list[int], merits: list[float] | None,
    most: float, a_step: float,
) -> None:  # fmt: skip
    """The search of `costs_to` with diagonals that may cut corners, written out in one piece."""
    one: i64 = unit
    ring: i64 = longest + 1
    buckets: list[list[int]] = [[] for _ in range(int(ring))]
    waiting: i64 = 0
    for goal in goals:
        if cost[goal] != 0:
            cost[goal] = 0
            buckets[0].append(goal)
            waiting += 1
    now: i64 = 0
    far: i64 = FAR
    best, bound = HOPELESS, most + CLEARLY
    while waiting > 0:
        if best > bound:
            # Whatever is found from here on is worth less.
            return
        bucket = buckets[now % ring]
        for cell in bucket:
            waiting -= 1
            reached: i64 = cost[cell]
            if reached != now:
                continue
            if merits is not None:
                worth = merits[cell] - a_step * int(now)
                if worth > best:
                    best = worth
            price: i64 = enter[cell]
            price //= one
            total: i64 = now + max(1, price)
            if total > far:
                continue
            around = grid.straight[cell]
            for turn in range(2):
                for other in around:
                    known: i64 = cost[other]
                    if (known < 0 or total < known) and enter[other] > 0:
                        cost[other] = total
                        buckets[total % ring].append(other)
                        waiting += 1
                if turn == 0:
                    around = grid.slanted[cell]
        bucket.clear()
        now += 1
        bound -= a_step


def _costs_step(
    around: list[int], price: int, cost: list[int], enter: list[int], leave: list[int] | None, queue: _Buckets
) -> None:
    for other in around:
        total = price if leave is None else price + leave[other]
        if enter[other] > 0 and total <= FAR and (cost[other] == UNREACHED or total < cost[other]):
            cost[other] = total
            queue.put(other, total)


@final
class _Buckets:
    """A queue of places by integer cost, for searches whose steps cost at most `longest`."""

    def __init__(self, longest: int) -> None:
        self.now: int = 0
        self._ring: i64 = longest + 1
        self._buckets: list[list[int]] = [[] for _ in range(longest + 1)]
        self._read: i64 = 0
        self._waiting: i64 = 0

    def put(self, place: int, cost: int) -> None:
        at: i64 = cost
        self._buckets[at % self._ring].append(place)
        self._waiting += 1

    def take(self) -> int:
        """The next place in order of cost, and within one cost in order of arrival; -1 when there is none."""
        if self._waiting == 0:
            return -1
        at: i64 = self.now
        bucket = self._buckets[at % self._ring]
        while self._read >= len(bucket):
            bucket.clear()
            self._read = 0
            at += 1
            bucket = self._buckets[at % self._ring]
        self.now = at
        place = bucket[self._read]
        self._read += 1
        self._waiting -= 1
        return place


def _longest_step(enter: list[int], leave: list[int] | None, budget: int, times: int) -> int:
    """The dearest step worth storing: nothing above the budget is ever queued."""
    longest = max(enter) * times
    if leave is not None:
        longest += max(leave)
    return max(1, min(longest, budget))


def _spread_straight(found: Reach, budget: int, enter: list[int], leave: list[int] | None) -> None:
    """`_spread` without diagonals, written out in one piece: the same order, the same ways, a fraction of the time."""
    cost = found.cost
    before = found._before
    straight = found.grid.straight
    most: i64 = budget
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    spent: i64 = 0
    if most >= 0:
        buckets[0].append(found.start)
    cost[found.start] = 0
    while spent <= most:
        bucket = buckets[spent]
        read: i64 = 0
        while read < len(bucket):
            cell: i64 = bucket[read]
            read += 1
            reached: i64 = cost[cell]
            if reached != spent:
                continue
            onward: i64 = spent
            if leave is not None:
                onward += leave[cell]
            for other in straight[cell]:
                price: i64 = enter[other]
                total: i64 = onward + price
                if price <= 0 or total > most:
                    continue
                known: i64 = cost[other]
                if known < 0 or total < known:
                    cost[other] = total
                    before[other] = cell
                    buckets[total].append(other)
        spent += 1


def _spread_diagonal(found: Reach, budget: int, enter: list[int]) -> None:
    """`_spread` with diagonals at the same price that may cut corners, written out in one piece."""
    cost = found.cost
    before = found._before
    grid = found.grid
    most: i64 = budget
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    spent: i64 = 0
    if most >= 0:
        buckets[0].append(found.start)
    cost[found.start] = 0
    # Every step costs something: from where the whole budget is spent there is none.
    while spent < most:
        bucket = buckets[spent]
        read: i64 = 0
        while read < len(bucket):
            cell: i64 = bucket[read]
            read += 1
            reached: i64 = cost[cell]
            if reached != spent:
                continue
            around = grid.straight[cell]
            for turn in range(2):
                for other in around:
                    known: i64 = cost[other]
                    if 0 <= known <= spent:
                        continue
                    price: i64 = enter[other]
                    total: i64 = spent + price
                    if price <= 0 or total > most:
                        continue
                    if known < 0 or total < known:
                        cost[other] = total
                        before[other] = cell
                        buckets[total].append(other)
                if turn == 0:
                    around = grid.slanted[cell]
        spent += 1


def _spread(
    found: Reach, budget: int, enter: list[int], metric: int, cut_corners: bool, leave: list[int] | None
) -> None:
    grid = found.grid
    layers: i64 = found._layers
    diagonal = metric != ORTHOGONAL
    cost: list[int] = found.cost if layers == 1 else [UNREACHED] * (grid.cells * 2)
    queue = _Buckets(_longest_step(enter, leave, budget, found._layers))
    place: i64 = found.start * layers
    cost[place] = 0
    queue.put(place, 0)
    place = queue.take()
    while place >= 0:
        spent: i64 = queue.now
        if cost[place] == spent:
            cell: i64 = place // layers
            odd: i64 = place % layers
            if layers > 1 and found._places[cell] == UNREACHED:
                found._places[cell] = place
                found.cost[cell] = spent
            if leave is not None:
                spent += leave[cell]
            _relax(grid.straight[cell], place, spent, 1, layers, odd, budget, enter, cost, found._before, queue)
            if diagonal:
                around = grid.slanted[cell]
                if not cut_corners:
                    around = [other for other in around if sides_open(grid, cell, other, enter)]
                turned: i64 = 1 - odd if layers == 2 else 0
                _relax(around, place, spent, 1 + odd, layers, turned, budget, enter, cost, found._before, queue)
        place = queue.take()


def _relax(
    around: list[int],
    place: i64,
    spent: i64,
    times: i64,
    layers: i64,
    odd: i64,
    budget: i64,
    enter: list[int],
    cost: list[int],
    before: list[int],
    queue: _Buckets,
) -> None:
    """Try the step from `place` into each cell around it, each costing `times` its price; keep what is cheaper."""
    for other in around:
        price: i64 = enter[other]
        if price <= 0:
            continue
        total: i64 = spent + price * times
        if total > budget:
            continue
        there: i64 = other
        there = there * layers + odd
        known: i64 = cost[there]
        if known < 0 or total < known:
            cost[there] = total
            before[there] = place
            queue.put(there, total)
