"""The intervals are those of the books, and cover what they promise."""

from __future__ import annotations

import random
from math import comb
from statistics import NormalDist

import pytest

from quintain.lab.intervals import (
    Estimate,
    Z,
    clear_among,
    mean,
    mean_of,
    paired_shares,
    proportion,
    quantile,
    unpaired_shares,
)
from tests.support import many


def test_wilson_interval_of_five_in_ten() -> None:
    found = proportion(5, 10)
    # (p + z^2/2n) / (1 + z^2/n) = 0.5; half width 1.96 * sqrt(0.025 + 0.0096) / 1.384 = 0.2634
    assert found.low == pytest.approx(0.2366, abs=1e-4) and found.high == pytest.approx(0.7634, abs=1e-4)
    assert str(found) == "50.0 % (23.7 to 76.3 %, n = 10)"


def test_wilson_interval_keeps_to_the_ends() -> None:
    assert proportion(0, 50).low == 0.0 and 0 < proportion(0, 50).high < 0.1
    assert proportion(50, 50).high == 1.0 and 0.9 < proportion(50, 50).low < 1
    assert (proportion(0, 0).low, proportion(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize("p", [0.05, 0.3, 0.5, 0.9])
def test_wilson_interval_covers_about_95_in_100(p: float) -> None:
    n = 200
    # The exact coverage: the weight of all counts whose interval holds p.
    covered = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if not proportion(k, n).excludes(p))
    assert 0.93 < covered < 0.97


def test_mean_and_its_interval() -> None:
    found = mean(total=10, squares=30, n=4)  # 1, 2, 3, 4: mean 2.5, variance 5/3
    assert found.value == 2.5
    assert found.half == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5, abs=1e-3)
    assert mean(3, 9, 1).half == 0.0


def test_paired_difference_counts_only_fights_that_differ() -> None:
    found = paired_shares(both=500, only_first=10, only_second=40, n=1000)
    assert found.value == pytest.approx(0.03)
    # standard error about sqrt(50) / 1000 = 0.0071
    assert found.half == pytest.approx(1.96 * 0.0071, rel=0.05)
    assert found.half < unpaired_shares(510, 1000, 540, 1000).half
    assert unpaired_shares(5_100, 10_000, 270, 500).half < unpaired_shares(255, 500, 270, 500).half


def test_no_differing_fight_is_no_proof_of_no_difference() -> None:
    found = paired_shares(both=50, only_first=0, only_second=0, n=100)
    assert found.value == 0.0 and found.low < 0.0 < found.high


def test_quantiles_of_a_histogram() -> None:
    assert quantile({1: 5, 2: 4, 9: 1}, 0.5) == 1 and quantile({1: 5, 2: 4, 9: 1}, 0.9) == 2
    assert quantile({1: 5, 2: 4, 9: 1}, 1.0) == 9


def test_an_exact_figure_says_so() -> None:
    assert str(Estimate(0.5, 0.5, 0.5, 0, share=True, exact=True)) == "50.0 % (exact)"
    assert Estimate(0.5, 0.5, 0.5, 0, exact=True).as_data() == {"value": 0.5, "kind": "exact"}


def _difference(chance: float) -> Estimate:
    """A difference that would come out by chance this often if there were none: its middle lies so many deviations from 0."""
    away = NormalDist().inv_cdf(1 - chance / 2)
    return Estimate(away, away - Z, away + Z, 100)


def test_of_many_differences_only_those_are_clear_that_chance_does_not_explain() -> None:
    # The limits are 1/4, 2/4, 3/4 and 4/4 of 5 %. 4 % alone would do; as the third of four it would have to stay below 3.75 %.
    chances = [0.04, 0.01, 0.2, 0.02]
    assert [_difference(chance).excludes(0.0) for chance in chances] == [True, True, False, True]
    assert clear_among([_difference(chance) for chance in chances]) == [False, True, False, True]
    assert clear_among([_difference(0.04)]) == [True]
    assert clear_among([]) == []


def test_a_smaller_chance_below_its_limit_carries_those_before_it() -> None:
    # 3 % is above its own limit of 2.5 %, but the second stands below 5 %: both are clear.
    assert clear_among([_difference(0.03), _difference(0.045)]) == [True, True]


def test_where_nothing_differs_hardly_ever_anything_is_called_clear() -> None:
    rng = random.Random(5)
    wrong = 0
    for _ in range(200):
        many = [Estimate(x, x - Z, x + Z, 100) for x in (rng.gauss(0, 1) for _ in range(50))]
        wrong += any(clear_among(many))
        assert sum(clear_among(many)) <= sum(one.excludes(0.0) for one in many)
    assert wrong <= 24  # 5 % of 200 are 10, deviation 3.1; each interval by itself would call one of 50 clear in 92 % of them


def test_a_difference_of_nothing_is_never_clear() -> None:
    assert clear_among([Estimate(0.0, 0.0, 0.0, 10), Estimate(1.0, 1.0, 1.0, 10)]) == [False, True]


@pytest.mark.parametrize("rare", [0.003, 0.01, 0.05, 0.4])
@pytest.mark.parametrize("from_top", [False, True])
def test_intervals_of_means_that_hang_on_rare_events_cover(rare: float, from_top: bool) -> None:
    """Hit points left of somebody who nearly always falls, or is nearly never hurt: 500 fights, 1 to 30 points in a few of them."""
    rng = random.Random(f"{rare}:{from_top}")
    repeats, n = many(400, 2_000), 500
    true = 15.5 * rare
    covered = 0
    for _ in range(repeats):
        seen: dict[float, int] = {}
        for _ in range(n):
            if rng.random() < rare:
                points = rng.randint(1, 30)
                seen[30 - points if from_top else points] = seen.get(30 - points if from_top else points, 0) + 1
        seen[30 if from_top else 0] = seen.get(30 if from_top else 0, 0) + n - sum(seen.values())
        found = mean_of(seen, n, 0, 30)
        covered += not found.excludes(30 - true if from_top else true)
    assert covered >= 0.92 * repeats  # the normal interval covers 54 % to 80 % of the rarest two


def test_a_figure_that_was_always_the_same_is_not_certain() -> None:
    always = mean_of({0: 1_000}, 1_000, 0, 40)
    assert always.value == 0.0 == always.low and 0.1 < always.high < 0.2
    full = mean_of({40: 1_000}, 1_000, 0, 40)
    assert full.high == 40.0 and 39.8 < full.low < 39.9
