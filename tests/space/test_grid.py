"""The grid against brute force, and the properties any distance and any search must have."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.space.grid import (
    ALTERNATING,
    DIAGONAL,
    FAR,
    HOPELESS,
    ORTHOGONAL,
    UNREACHED,
    Grid,
    costs_for_the_best,
    costs_to,
    path_cost,
    reach,
    sides_open,
    steps_between,
)

METRICS = st.sampled_from([ORTHOGONAL, DIAGONAL, ALTERNATING])
OFFSETS = st.integers(-30, 30)


class Board:
    """A drawn grid with everything a search may be given."""

    def __init__(self, grid: Grid, enter: list[int], leave: list[int], start: int, goal: int) -> None:
        self.grid, self.enter, self.leave, self.start, self.goal = grid, enter, leave, start, goal

    def __repr__(self) -> str:
        shape = f"{self.grid.width} x {self.grid.height}"
        return f"Board({shape}, enter={self.enter}, leave={self.leave}, {self.start} -> {self.goal})"


@st.composite
def boards(draw: st.DrawFn, largest: int = 6) -> Board:
    grid = Grid(draw(st.integers(1, largest)), draw(st.integers(1, largest)))
    cells = grid.cells
    enter = draw(st.lists(st.sampled_from([1, 1, 1, 2, 3, 7, 0, -1]), min_size=cells, max_size=cells))
    leave = draw(st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=cells, max_size=cells))
    return Board(grid, enter, leave, draw(st.integers(0, cells - 1)), draw(st.integers(0, cells - 1)))


def cheapest_by_brute_force(board: Board, metric: int, cut_corners: bool, leave: list[int] | None) -> list[int]:
    """Least costs by relaxing every step of every (cell, odd diagonals) until nothing changes."""
    grid = board.grid
    best: dict[tuple[int, bool], int] = {(board.start, False): 0}
    changed = True
    while changed:
        changed = False
        for (cell, odd), cost in list(best.items()):
            for other in range(grid.cells):
                dx, dy = abs(grid.x(cell) - grid.x(other)), abs(grid.y(cell) - grid.y(other))
                slanted = dx == dy == 1
                if board.enter[other] <= 0 or not (dx + dy == 1 or (slanted and metric != ORTHOGONAL)):
                    continue
                beside = [grid.at(grid.x(cell), grid.y(other)), grid.at(grid.x(other), grid.y(cell))]
                if slanted and not cut_corners and any(board.enter[side] <= 0 for side in beside):
                    continue
                times = 2 if slanted and odd and metric == ALTERNATING else 1
                total = cost + board.enter[other] * times + (leave[cell] if leave else 0)
                place = (other, odd != slanted)
                if total < best.get(place, total + 1):
                    best[place] = total
                    changed = True
    least = [UNREACHED] * grid.cells
    for (cell, _), cost in best.items():
        if least[cell] == UNREACHED or cost < least[cell]:
            least[cell] = cost
    return least


def test_cells_are_numbered_in_reading_order() -> None:
    grid = Grid(4, 3)
    assert [grid.at(0, 0), grid.at(3, 0), grid.at(0, 1), grid.at(3, 2)] == [0, 3, 4, 11]
    assert (grid.x(11), grid.y(11)) == (3, 2)
    assert not grid.contains(4, 0)
    assert not grid.contains(0, -1)


def test_a_grid_without_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one cell, not 0 x 3"):
        Grid(0, 3)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [(ORTHOGONAL, 7), (DIAGONAL, 4), (ALTERNATING, 5)],  # 4 across, 3 down: 4 + 3; max; 4 + 3 // 2
)
def test_each_metric_counts_in_its_own_way(metric: int, expected: int) -> None:
    grid = Grid(10, 10)
    assert grid.distance(grid.at(1, 1), grid.at(5, 4), metric) == expected


@given(OFFSETS, OFFSETS, METRICS)
def test_distance_is_symmetric_and_zero_only_at_home(dx: int, dy: int, metric: int) -> None:
    assert steps_between(dx, dy, metric) == steps_between(-dx, -dy, metric) == steps_between(dy, dx, metric)
    assert (steps_between(dx, dy, metric) == 0) == (dx == dy == 0)


@given(OFFSETS, OFFSETS, OFFSETS, OFFSETS, METRICS)
def test_a_detour_is_never_shorter(ax: int, ay: int, bx: int, by: int, metric: int) -> None:
    # Counting every second diagonal twice starts afresh on each leg, so two legs may save one step at most.
    saved = 1 if metric == ALTERNATING else 0
    direct = steps_between(ax + bx, ay + by, metric)
    assert direct <= steps_between(ax, ay, metric) + steps_between(bx, by, metric) + saved


@given(boards(), METRICS)
def test_on_open_ground_reach_costs_the_distance(board: Board, metric: int) -> None:
    grid = board.grid
    found = reach(grid, board.start, 100, [1] * grid.cells, metric)
    assert found.cost == [grid.distance(board.start, cell, metric) for cell in range(grid.cells)]


@given(boards(5), METRICS, st.booleans(), st.booleans(), st.integers(0, 12))
def test_reach_equals_brute_force(board: Board, metric: int, cut: bool, extra: bool, budget: int) -> None:
    leave = board.leave if extra else None
    found = reach(board.grid, board.start, budget, board.enter, metric, cut, leave)
    least = cheapest_by_brute_force(board, metric, cut, leave)
    assert found.cost == [cost if cost <= budget else UNREACHED for cost in least]


@given(boards(), METRICS, st.booleans(), st.booleans())
def test_the_path_costs_what_reach_says(board: Board, metric: int, cut: bool, extra: bool) -> None:
    leave = board.leave if extra else None
    found = reach(board.grid, board.start, 1000, board.enter, metric, cut, leave)
    for cell in range(board.grid.cells):
        path = found.path(cell)
        if found.reached(cell):
            assert path_cost(board.grid, board.start, path, board.enter, metric, cut, leave) == found.cost[cell]
            assert [board.start, *path][-1] == cell
            assert found.parent(cell) == ([UNREACHED, board.start, *path][-2] if path else UNREACHED)
        else:
            assert path == []


@given(boards(), st.sampled_from([ORTHOGONAL, DIAGONAL]), st.booleans(), st.booleans())
def test_costs_to_a_goal_agree_with_the_searches_from_each_cell(board: Board, metric: int, cut: bool, extra: bool) -> None:
    leave = board.leave if extra else None
    enter = list(board.enter)
    enter[board.goal] = max(1, enter[board.goal])
    costs = costs_to(board.grid, [board.goal], enter, metric, cut, leave)
    for cell in range(board.grid.cells):
        if enter[cell] > 0:
            assert costs[cell] == reach(board.grid, cell, FAR, enter, metric, cut, leave).cost[board.goal]


def test_costs_lead_up_to_a_goal_somebody_stands_on() -> None:
    grid = Grid(4, 1)
    assert costs_to(grid, [3], [1, 2, 1, 0]) == [4, 2, 1, 0]  # 2 + 1 + 1 for the goal; the start itself is not paid
    assert costs_to(grid, [3], [1, 0, 1, 0]) == [UNREACHED, UNREACHED, 1, 0]


@given(boards(), METRICS)
def test_a_larger_budget_never_loses_a_cell(board: Board, metric: int) -> None:
    small = reach(board.grid, board.start, 4, board.enter, metric)
    large = reach(board.grid, board.start, 9, board.enter, metric)
    for cell in range(board.grid.cells):
        assert not small.reached(cell) or large.cost[cell] == small.cost[cell]


def test_costs_walls_and_the_price_of_leaving_add_up() -> None:
    grid = Grid(3, 2)
    enter = [1, 2, 1,
             1, 0, 1]  # fmt: skip
    leave = [1, 0, 0, 0, 0, 0]
    found = reach(grid, 0, 5, enter, leave=leave)
    # (1,0): leave 1 + enter 2 = 3; (2,0): + 1 = 4; (2,1): + 1 = 5; (0,1): leave 1 + enter 1 = 2; the wall: never.
    assert found.cost == [0, 3, 4, 2, UNREACHED, 5]
    assert found.path(5) == [1, 2, 5]


def test_one_may_pass_but_not_stop_where_a_friend_stands() -> None:
    found = reach(Grid(3, 1), 0, 2, [1, 1, 1], no_stop=[1, 1, 0])
    assert found.reached(1)
    assert found.stops() == [0, 2]


def test_a_diagonal_step_past_a_wall_needs_leave_to_cut_corners() -> None:
    grid = Grid(2, 2)
    enter = [1, 0, 1, 1]
    assert not sides_open(grid, 0, 3, enter)
    assert reach(grid, 0, 9, enter, DIAGONAL).cost[3] == 2
    assert reach(grid, 0, 9, enter, DIAGONAL, cut_corners=True).cost[3] == 1
    assert path_cost(grid, 0, [3], enter, DIAGONAL) == UNREACHED


def test_every_second_diagonal_costs_twice_and_straight_steps_between_do_not_reset_it() -> None:
    grid = Grid(4, 4)
    found = reach(grid, 0, 99, [5] * 16, ALTERNATING)
    assert [found.cost[grid.at(n, n)] for n in range(4)] == [0, 5, 15, 20]  # 5, 5 + 10, 5 + 10 + 5
    straight_between = [grid.at(1, 1), grid.at(2, 1), grid.at(3, 2)]
    assert path_cost(grid, 0, straight_between, [5] * 16, ALTERNATING) == 5 + 5 + 10


def test_a_path_with_an_impossible_step_has_no_cost() -> None:
    grid = Grid(3, 3)
    assert path_cost(grid, 0, [2], [1] * 9) == UNREACHED
    assert path_cost(grid, 0, [4], [1] * 9) == UNREACHED
    assert path_cost(grid, 0, [1, 4], [1, 1, 1, 1, 0, 1, 1, 1, 1]) == UNREACHED
    assert path_cost(grid, 0, [], [0] * 9) == 0


def test_something_two_cells_wide_needs_room_and_pays_the_dearest_cell() -> None:
    grid = Grid(5, 3)
    enter = [1, 1, 1, 3, 1,
             1, 1, 1, 1, 1,
             1, 1, 0, 1, 1]  # fmt: skip
    found = reach(grid, 0, 99, enter, size=2)
    # Placed by its top left cell: in the upper two rows it slides right, 1, 3 and 3; the wall and the edges stop it below.
    assert found.cost[:5] == [0, 1, 4, 7, UNREACHED]
    assert found.cost[5:10] == [1, UNREACHED, UNREACHED, 8, UNREACHED]
    assert found.cost[10:] == [UNREACHED] * 5
    assert grid.covered(8, 2) == [8, 9, 13, 14]


@given(boards(), METRICS, st.booleans())
def test_a_large_footprint_walks_only_where_all_its_cells_may(board: Board, metric: int, cut: bool) -> None:
    found = reach(board.grid, board.start, 50, board.enter, metric, cut, board.leave, size=2)
    for cell in range(board.grid.cells):
        if cell != board.start and found.reached(cell):
            covered = board.grid.covered(cell, 2)
            assert len(covered) == 4
            assert all(board.enter[part] > 0 for part in covered)
            path = found.path(cell)
            assert path_cost(board.grid, board.start, path, board.enter, metric, cut, board.leave, 2) == found.cost[cell]


@given(boards(), METRICS, st.integers(1, 3), st.integers(1, 3))
def test_the_gap_between_footprints_is_that_of_their_nearest_cells(
    board: Board, metric: int, size_a: int, size_b: int
) -> None:
    grid = board.grid
    a, b = grid.covered(board.start, size_a), grid.covered(board.goal, size_b)
    if a and b:
        nearest = min(grid.distance(one, other, metric) for one in a for other in b)
        assert grid.gap(board.start, board.goal, metric, size_a, size_b) == nearest


@given(boards(), METRICS, st.integers(0, 5))
def test_within_is_the_distance_asked_of_every_cell(board: Board, metric: int, distance: int) -> None:
    grid = board.grid
    expected = [cell for cell in range(grid.cells) if grid.distance(board.start, cell, metric) <= distance]
    assert grid.within(board.start, distance, metric) == expected
    if distance == 1:
        assert sorted([*grid.neighbours(board.start, metric), board.start]) == expected


def test_a_rectangle_is_clipped_to_the_board() -> None:
    assert Grid(3, 3).rectangle(-1, 1, 3, 9) == [3, 4, 6, 7]


@given(boards(), METRICS)
def test_the_nearest_allowed_cell_is_nearest_and_ties_go_in_reading_order(board: Board, metric: int) -> None:
    grid = board.grid
    allowed = [1 if cost == 1 else 0 for cost in board.enter]
    expected = min(
        (cell for cell in range(grid.cells) if allowed[cell]),
        key=lambda cell: (grid.distance(board.start, cell, metric), cell),
        default=UNREACHED,
    )
    assert grid.nearest(board.start, allowed, metric) == expected


@given(boards(), st.integers(0, 12))
def test_a_short_search_finds_what_a_long_one_finds_within_its_budget(board: Board, budget: int) -> None:
    """Short searches without diagonals take a faster way through the code; costs and ways must be the same."""
    short = reach(board.grid, board.start, budget, board.enter)
    long = reach(board.grid, board.start, 1000, board.enter)
    for cell in range(board.grid.cells):
        within = long.cost[cell] if long.cost[cell] <= budget else UNREACHED
        assert short.cost[cell] == within
        if within != UNREACHED:
            assert short.path(cell) == long.path(cell)


def test_short_diagonal_searches_find_the_same_ways_as_the_general_one() -> None:
    # Leaving costs of nothing change nothing, but send the search down the general path.
    dice = Random(5)
    for _ in range(200):
        grid = Grid(dice.randint(1, 9), dice.randint(1, 9))
        enter = [dice.choice([0, 3, 5, 5, 5, 10]) for _ in range(grid.cells)]
        start, budget = dice.randrange(grid.cells), dice.choice([0, 5, 12, 25, 60])
        quick = reach(grid, start, budget, enter, DIAGONAL, True)
        slow = reach(grid, start, budget, enter, DIAGONAL, True, [0] * grid.cells)
        assert quick.cost == slow.cost
        assert [quick.path(cell) for cell in range(grid.cells)] == [slow.path(cell) for cell in range(grid.cells)]
        goals = [dice.randrange(grid.cells) for _ in range(2)]
        assert costs_to(grid, goals, enter, DIAGONAL, True) == costs_to(grid, goals, enter, DIAGONAL, True, [0] * grid.cells)


def test_the_search_for_the_best_cell_ends_early_and_leads_to_the_same_cell() -> None:
    random = Random(17)
    shorter = 0
    for _ in range(60):
        grid = Grid(9, 7)
        enter = [random.choice((0, 5, 5, 5, 10)) for _ in range(grid.cells)]
        goals = random.sample(range(grid.cells), 2)
        near = reach(grid, random.randrange(grid.cells), 15, enter, DIAGONAL, True).stops()
        merits = [HOPELESS] * grid.cells
        for cell in near:
            merits[cell] = random.choice((0.0, 0.0, 0.3, 1.0)) - random.randrange(6) * 0.005
        whole = costs_to(grid, goals, [price // 5 for price in enter], DIAGONAL, True)
        asked = costs_for_the_best(grid, goals, enter, 5, 10, merits, max(merits), 0.1)
        worths = [[merits[cell] - 0.1 * (steps[cell] if steps[cell] >= 0 else 400) for cell in near] for steps in (whole, asked)]
        assert max(worths[0]) == max(worths[1]) and worths[0].index(max(worths[0])) == worths[1].index(max(worths[1]))
        shorter += asked.count(UNREACHED) > whole.count(UNREACHED)
    assert shorter > 30
