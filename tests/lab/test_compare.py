"""Comparing, sweeping, tuning and ranking, on systems whose answers are known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import quintain as q
from quintain.engine import Malformed, Unavailable
from quintain.lab import compare, forecast, rank, spread, sweep, variant
from quintain.lab.intervals import unpaired_shares
from quintain.lab.parameter import Parameter, parameter_from
from quintain.lab.tally import Tally
from tests.lab.conftest import duel, two_a_side


def test_common_random_numbers_give_a_narrower_difference() -> None:
    enc = two_a_side()
    found = compare(enc, variant(enc, set={"cid.heart": 7}), fights=1_000, processes=1).differences[0]
    first, other = found.first.tally, found.other.tally
    apart = unpaired_shares(first.results[0], 1_000, other.results[0], 1_000)
    assert found.wins.value == pytest.approx(apart.value)
    assert found.wins.half < 0.75 * apart.half
    assert found.clear and found.wins.value < 0


def test_the_difference_of_known_odds_is_covered() -> None:
    found = compare(duel(0), duel(1), fights=4_000, processes=1, names=["even", "one ahead"]).differences[0]
    # 15 of 36 ways against 21 of 36
    assert not found.wins.excludes(6 / 36) and found.clear
    assert found.sentence.startswith("one ahead: the us win 1") and "more than with even" in found.sentence


def test_no_difference_is_said_to_be_unclear() -> None:
    found = compare(duel(0), duel(0), fights=500, processes=1)
    assert found.names == ["One throw (1)", "One throw (2)"]
    assert "no clear difference" in found.sentence and not found.differences[0].clear


def test_tactics_of_one_encounter_can_be_compared() -> None:
    found = compare(duel(), tactics=["steady", {"us": "random", "*": "steady"}], fights=1_000, processes=1)
    assert found.names == ["us steady, them steady", "us random, them steady"]
    # at random the party is bold in half of the fights, which adds 3: 15 or 30 of 36 ways, 22.5 of 36 on the whole
    assert not found.forecasts[1].wins.excludes(22.5 / 36) and found.differences[0].clear


def test_an_interrupted_comparison_has_the_same_fights_of_each() -> None:
    def stop(tally: Tally) -> None:
        if tally.n >= 400:
            raise KeyboardInterrupt

    found = compare(duel(0), duel(1), duel(2), names=["a", "b", "c"], fights=5_000, processes=1, counted=stop)
    assert {one.fights for one in found.forecasts} == {400} and found.unfinished
    assert str(found).startswith("Interrupted: 400 of 5,000") and found.as_data()["unfinished"] is True


def test_the_same_wins_do_not_hide_that_the_party_is_worse_off() -> None:
    enc = two_a_side()
    easy = variant(enc, set={"cid.heart": 1, "dan.heart": 1, "ann.skill": 9, "bob.skill": 9, "ann.heart": 40, "bob.heart": 40})
    found = compare(easy, variant(easy, set={"cid.heart": 8}), fights=600, processes=1, names=["easy", "longer"]).differences[0]
    assert not found.clear and found.by["rounds"].excludes(0.0)
    assert "no clear difference in wins" in found.sentence and "But clear:" in found.sentence and "rounds +" in found.sentence


def test_names_are_told_apart() -> None:
    with pytest.raises(Malformed, match="a name of its own"):
        compare(duel(0), duel(1), names=["x", "x"], fights=10, processes=1)


def test_comparing_needs_two() -> None:
    with pytest.raises(Malformed, match="two or more"):
        compare(duel(), fights=10)
    with pytest.raises(Malformed, match="2 encounters are compared and 1 names"):
        compare(duel(), duel(), names=["one"], fights=10)


# -- sweep ------------------------------------------------------------------------------------------------------------------


def test_a_sweep_over_known_odds() -> None:
    found = sweep(duel(), "ann.bonus=0..5", fights=1_000, processes=1)
    for (bonus,), one in found.points.items():
        assert isinstance(bonus, int)
        ways = sum(1 for a in range(1, 7) for b in range(1, 7) if a + bonus > b)
        assert abs(one.wins.value - ways / 36) < 2 * max(one.wins.half, 0.004)
    assert [row["ann.bonus"] for row in found.rows()] == [0, 1, 2, 3, 4, 5]
    assert "at each of 6 points" in found.sentence
    assert "at every point" in sweep(duel(), "ann.bonus=6..7", fights=50, processes=1).sentence, "where nothing changes, that is said"


def test_a_sweep_in_two_directions_and_points_that_cannot_be() -> None:
    found = sweep(duel(), "ann.bonus=0,11", "cid.bonus=0..1", fights=50, processes=1)
    assert set(found.points) == {(0, 0), (0, 1)} and set(found.refused) == {(11, 0), (11, 1)}
    assert "must lie between" in next(iter(found.refused.values()))
    with pytest.raises(Unavailable, match="none of these points"):
        sweep(duel(), "ann.bonus=11..12", fights=50, processes=1)


def test_the_spread_over_tactics() -> None:
    found = spread(duel(), ["steady", "random"], fights=200, processes=1)
    assert set(found.points) == {(a, b) for a in ("steady", "random") for b in ("steady", "random")}
    assert found.axes == ["us play", "the others play"]
    by_rounds = spread(duel(), ["steady"], fights=20, processes=1, measures=["rounds", "spent"])
    assert "ounds" in by_rounds.sentence and {"rounds", "spent"} <= set(by_rounds.rows()[0])


@pytest.mark.parametrize(
    ("words", "values"), [("levy.hp=1..3", [1, 2, 3]), ("levy=2..6:2", [2, 4, 6]), ("option.x=a,true,3", ["a", True, 3])]
)
def test_parameters_as_written(words: str, values: list[object]) -> None:
    assert parameter_from(words).values == values


@pytest.mark.parametrize("words", ["levy.hp", "levy.hp=", "=3", "levy.hp=5..1", "levy.hp=1..5000"])
def test_parameters_that_say_nothing_get_a_sentence(words: str) -> None:
    with pytest.raises(Malformed):
        parameter_from(words)


def test_a_parameter_knows_what_is_there_now() -> None:
    assert Parameter("ann.heart", [1]).now(two_a_side()) == 6
    assert Parameter("red", [1]).now(two_a_side()) == 2 and Parameter("red", [1]).label == "number of red"


# -- rank -------------------------------------------------------------------------------------------------------------------


def test_ranking_puts_what_matters_first() -> None:
    found = rank(two_a_side(), fights=300, processes=1)
    strongest, weakest = found.levers[0], found.levers[-1]
    assert strongest.what == "skill" and strongest.clear
    assert weakest.what == "secret" and not weakest.clear and weakest.wins.value == 0.0
    assert "moves the wins of the red most" in found.sentence


def test_sweeps_and_rankings_do_not_depend_on_the_processes() -> None:
    enc = q.sample("riposte/cellar")
    one, two = (sweep(enc, "odalys.hp=10,20", fights=205, processes=count) for count in (1, 2))
    assert one.as_data() == two.as_data() and list(one.points) == [(10,), (20,)]
    alone = forecast(variant(enc, set={"odalys.hp": 20}), 205, processes=1)
    assert one.points[20,].tally.margins == alone.tally.margins
    first, second = (rank(enc, who="odalys", fights=5, processes=count, abilities=False) for count in (1, 2))
    assert first.as_data() == second.as_data() and set(first.by_combatant()) == {"odalys"}


def interrupted_at(share: float) -> Callable[[float], None]:
    """Told how far the work is, somebody presses Ctrl-C."""

    def progress(done: float) -> None:
        if done >= share:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_sweep_keeps_the_points_that_are_done() -> None:
    found = sweep(q.sample("riposte/cellar"), "odalys.hp=10,20,30", fights=10, processes=1, progress=interrupted_at(0.7))
    assert list(found.points) == [(10,), (20,)] and "at each of 2 points" in found.sentence
    assert found.unfinished and found.sentence.startswith("Interrupted: 2 of 3 points") and found.as_data()["unfinished"] is True
    assert str(found).startswith("Interrupted: 2 of 3 points are done.")


def test_an_interrupted_ranking_shows_what_it_has_as_unfinished() -> None:
    found = rank(two_a_side(), fights=100, processes=1, progress=interrupted_at(0.2))
    assert found.unfinished and 0 < found.tried < found.wanted
    assert found.sentence.startswith(f"Interrupted: {found.tried} of {found.wanted}") and found.as_data()["unfinished"] is True


def test_ranking_by_something_else_than_wins() -> None:
    found = rank(two_a_side(), fights=300, processes=1, measure="rounds")
    assert found.levers[0].moved is found.levers[0].effect.by["rounds"] and "moves rounds most" in found.sentence
    with pytest.raises(Malformed, match="not measured by 'glory'"):
        rank(two_a_side(), fights=10, processes=1, measure="glory")


def test_work_can_be_cancelled_and_tells_how_far_it_is() -> None:
    told: list[float] = []
    found = sweep(
        duel(), "ann.bonus=0..5", fights=400, processes=1, progress=told.append, cancelled=lambda: bool(told and told[-1] > 0.4)
    )
    assert found.unfinished and 0 < len(found.points) < 6 and told == sorted(told)
    with pytest.raises(Unavailable, match="stopped before anything was known"):
        compare(duel(0), duel(1), names=["a", "b"], fights=400, processes=1, cancelled=lambda: True)


def test_ranking_one_side_only() -> None:
    found = rank(two_a_side(), who="blue", fights=100, processes=1)
    assert {one.who for one in found.levers} == {"cid", "dan"}
    assert all(one.wins.value <= 0 for one in found.levers if one.what == "heart")
