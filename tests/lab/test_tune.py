"""Tuning, on a system whose answers are known: d6 + bonus against d6, the higher throw wins."""

from __future__ import annotations

import pytest

from quintain.engine import Malformed, Unavailable
from quintain.lab import tune, variant
from quintain.lab.intervals import unpaired_shares
from quintain.lab.parameter import Parameter
from quintain.library.encounters import Encounter
from tests.lab.conftest import duel, two_a_side


class Wave(Parameter):
    """A figure that does not simply help or harm: its values stand for these bonuses, one after the other."""

    def __init__(self, bonuses: list[int]) -> None:
        super().__init__("ann.wave", list(range(len(bonuses))))
        self.bonuses = bonuses

    def applied(self, encounter: Encounter, value: object) -> Encounter:
        assert isinstance(value, int)
        return variant(encounter, set={"ann.bonus": self.bonuses[value]})

    def now(self, encounter: Encounter) -> object:
        return 0


def test_tuning_finds_the_value_whose_odds_are_known() -> None:
    # wins of 36: bonus 0: 15, 1: 21, 2: 26, 3: 30, 4: 33, 5: 35, 6: 36
    found = tune(duel(), "ann.bonus=-6..6", wins=0.72, fights=2_000, processes=1)
    assert found.best.point == (2,) and found.reached and found.alike == (2, 2)
    assert "ann.bonus = 2 (was 0)" in found.sentence and "1 gives" in found.sentence and "3 gives" in found.sentence
    assert "confirmed on fresh dice" in found.sentence and not found.figure.excludes(26 / 36)
    assert found.fights < 13 * 2_000 * 3 / 4 and not found.others and not found.turning


def test_the_answer_is_confirmed_on_dice_that_did_not_choose_it() -> None:
    found = tune(duel(), "ann.bonus=-6..6", wins=0.72, fights=400, processes=1)
    assert found.confirmed is not None and found.confirmed.seed == "1:fresh" and found.best.forecast.seed == "1"
    assert found.figure.value == found.confirmed.wins.value


def test_values_that_cannot_be_told_apart_are_said() -> None:
    found = tune(duel(), Wave([0] * 5 + [2] * 9 + [6] * 5), wins=0.72, fights=1_000, processes=1)
    assert found.alike == (5, 13) and "ann.wave 5 to 13 cannot be told apart" in found.sentence
    assert found.as_data()["cannot be told apart"] == {"parameter": "ann.wave", "from": 5, "to": 13}


def test_a_curve_that_crosses_the_target_three_times_has_three_answers() -> None:
    found = tune(duel(), Wave([-2, 0, 2, 4, 6, 4, 2, 0, -2, 0, 2, 4, 6]), wins=0.72, fights=1_000, processes=1)
    assert found.reached and found.turning == ["ann.wave"]
    answers = {found.best.point[0], *(point[0] for point in found.others)}
    assert answers == {2, 6, 10}
    assert "goes up and down" in found.sentence and "several answers exist" in found.sentence


def test_two_changes_at_once_reach_what_neither_does_alone() -> None:
    # alone 21 of 36, together 26
    found = tune(duel(), "ann.bonus=0..1", "cid.bonus=-1..0", wins=0.72, fights=1_500, processes=1)
    assert found.reached and found.best.point == (1, -1)
    assert "ann.bonus = 1 (was 0) and cid.bonus = -1 (was 0)" in found.sentence


def test_one_change_is_preferred_to_two() -> None:
    found = tune(duel(), "ann.bonus=0..3", "cid.bonus=-3..0", wins=0.72, fights=1_000, processes=1)
    assert found.reached and len(found.changes) == 1
    assert [point for point in found.others if None in point], "the other parameter alone would do as well"


def test_tuning_says_when_it_cannot_be_reached() -> None:
    found = tune(duel(), "ann.bonus=4..6", wins=0.5, fights=400, processes=1)
    assert not found.reached and found.best.point == (4,)
    assert found.sentence.startswith("50 % cannot be reached by what may be changed, alone or together. Nearest: ann.bonus = 4")
    assert "Allow ann.bonus below 4" in found.sentence


def test_what_is_allowed_already_is_not_advised() -> None:
    # 21 of 36 is 58 %, 26 is 72 %: nothing between
    found = tune(duel(), "ann.bonus=0..3", wins=0.65, within=0.01, fights=2_000, processes=1)
    assert not found.reached and "jump over it: allow another figure" in found.sentence and "hit points" not in found.sentence


def test_what_moves_nothing_is_not_advised_further() -> None:
    found = tune(duel(), "ann.bonus=0..3", measure="rounds", target=3.0, fights=50, processes=1)
    assert not found.reached and "What may be changed hardly moves it. Allow ann.bonus below 0, or something else" in found.sentence
    best = found.tries[(1,)]
    found.chosen = best  # in the middle of what was tried
    assert found.sentence.endswith("What may be changed hardly moves it. Allow something else to change as well.")


def test_what_clearly_moves_it_is_not_said_hardly_to() -> None:
    # 15 and 21 of 36: the intervals touch, the difference is clear all the same
    found = tune(duel(), "ann.bonus=0..1", wins=0.95, fights=100, processes=1)
    low, high = sorted((one.figure for one in found.tries.values()), key=lambda one: one.value)
    assert low.high > high.low and unpaired_shares(round(low.value * low.n), low.n, round(high.value * high.n), high.n).excludes(0.0)
    assert not found.reached and found.sentence.endswith("Allow ann.bonus above 1, or something else to change as well.")
    assert "hardly" not in found.sentence


def test_other_targets_than_wins() -> None:
    found = tune(two_a_side(), "cid.heart=2..20", measure="rounds", target=6.0, within=0.3, fights=400, processes=1)
    assert found.reached and abs(found.figure.value - 6.0) < 1.0 and "rounds" in found.sentence
    down = tune(two_a_side(), "cid.heart=2..12", measure="down", target=0.5, fights=400, processes=1)
    assert "somebody of the party is down at the end" in down.sentence


def test_interrupted_it_shows_what_was_tried_as_unfinished() -> None:
    told: list[float] = []

    def stop(done: float) -> None:
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    found = tune(duel(), "ann.bonus=-6..6", wins=0.72, fights=400, processes=1, progress=stop)
    assert found.unfinished and len(found.tries) == 3 and found.sentence.startswith("Interrupted: 3 values were tried.")
    assert found.as_data()["unfinished"] is True and str(found).startswith("Interrupted")


def test_progress_has_an_end() -> None:
    told: list[float] = []
    tune(duel(), "ann.bonus=-6..6", "cid.bonus=-2..2", wins=0.9, fights=200, processes=1, progress=told.append)
    assert told == sorted(told) and told[-1] == 1.0


@pytest.mark.parametrize(
    ("changes", "wins", "said"),
    [
        ([], 0.5, "say what may be changed"),
        (["ann.bonus=0..3"], 1.5, "between 0 and 100 %"),
        (["option.x=a,b"], 0.5, "range of whole numbers"),
        (["ann.bonus=0..3", "ann.bonus=1..2"], 0.5, "named once"),
        (["ann.bonus=20..30"], 0.5, "no value of ann.bonus can be built"),
    ],
)
def test_tuning_what_makes_no_sense_gets_a_sentence(changes: list[str], wins: float, said: str) -> None:
    with pytest.raises((Malformed, Unavailable), match=said):
        tune(duel(), *changes, wins=wins, fights=50, processes=1)


def test_where_it_is_there_already_that_is_said() -> None:
    found = tune(duel(), "ann.bonus=-6..6", wins=0.42, fights=1_000, processes=1)
    assert found.reached and found.sentence.startswith("ann.bonus = 0 (as it is): the us win 4")
