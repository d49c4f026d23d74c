"""The exact reading against brute force, and whole fights solved."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from quintain.engine import (
    D6,
    D20,
    Battle,
    Dice,
    Die,
    ExactReading,
    Fight,
    Handful,
    Keep,
    Pools,
    Position,
    RuleError,
    SampleReading,
    Tactics,
    Unavailable,
    added,
    contest,
    leaves_from,
    option_odds,
    sample_fight,
    solve,
)
from quintain.engine.stream import Written
from quintain.systems.clash.scores import SURGED
from quintain.systems.tiers.pools import PoolDice
from tests.brute import ScriptReading, every_way
from tests.engine.tilt import DUEL, SYSTEM, TWO_A_SIDE, Tilt, TiltSystem


class Scene(TiltSystem):
    """A system whose only step is a piece of rule text under test."""

    def step(self, battle: Battle) -> None:
        raise NotImplementedError


def spread(dice: Dice) -> dict[int, Fraction]:
    table = dice.table()
    found: dict[int, Fraction] = {}
    for row in range(table.size):
        found[table.totals[row]] = found.get(table.totals[row], Fraction(0)) + Fraction(table.weight(row), table.whole)
    return found


def brute(dice: Dice, faces: list[int]) -> dict[int, Fraction]:
    """Every sequence of faces of plain dice, read by the dice's own reading."""
    found: dict[int, Fraction] = {}
    share = Fraction(1)
    for sides in faces:
        share /= sides
    for shown in product(*(range(1, sides + 1) for sides in faces)):
        total = dice.total(list(shown))
        found[total] = found.get(total, Fraction(0)) + share
    return found


@pytest.mark.parametrize("groups", [[(1, 6)], [(2, 6)], [(3, 4)], [(2, 6), (1, 8)]])
def test_a_handful_is_laid_out_exactly(groups: list[tuple[int, int]]) -> None:
    dice = Handful(groups)
    assert spread(dice) == brute(dice, [sides for count, sides in groups for _ in range(count)])


@pytest.mark.parametrize(("count", "sides", "best"), [(1, 6, True), (3, 6, True), (2, 8, False), (4, 4, True), (2, 20, False)])
def test_keeping_one_die_is_laid_out_exactly(count: int, sides: int, best: bool) -> None:
    dice = Keep(count, sides, best, explode=False)
    assert spread(dice) == brute(dice, [sides] * count)
    flagged = sum(dice.table().weight(row) for row in range(dice.table().size) if dice.table().flags[row])
    assert Fraction(flagged, dice.table().whole) == 1 - Fraction(sides - 1, sides) ** count


def test_an_exploding_pool_is_laid_out_exactly_up_to_its_open_end() -> None:
    # Best of two d4, the kept one exploding: by hand, P(kept = 4) = 1 - (3/4)^2 = 7/16; then a chain.
    dice = Keep(2, 4)
    chances = spread(dice)
    assert chances[3] == Fraction(9 - 4, 16) and 4 not in chances
    assert chances[5] == Fraction(7, 16) * Fraction(1, 4)
    assert chances[9] == Fraction(7, 16) * Fraction(1, 16)
    assert sum(chances.values()) == 1
    assert chances[max(chances)] < Fraction(1, 1_000_000)


def test_two_pools_agree_with_the_published_chance() -> None:
    # Two d20 and three d8, both kept dice exploding, reach 17 with 329877/409600.
    table = Pools([Keep(2, 20), Keep(3, 8)]).table()
    reached = sum(table.weight(row) for row in range(table.size) if table.totals[row] >= 17)
    assert Fraction(reached, table.whole) == Fraction(329877, 409600)


def test_pools_read_faces_pool_by_pool_with_their_chains() -> None:
    pools = Pools([Keep(2, 20), Keep(1, 8)])
    written = Written([20, 20, 6, 8, 8, 3])
    faces = pools.throw(written)
    assert faces == [20, 20, 6, 8, 8, 3] and pools.total(faces) == 45
    assert pools.flag([1, 9, 3]) and not pools.flag([2, 9, 1])


def questions(battle: Tilt, name: str) -> int:
    """A piece of rule text per name; returns a number that stands for what happened."""
    if name == "bands":
        roll = battle.roll("ann", "x", D20)
        band = roll.band([5, 12, 20])
        return band * 10 + (1 if roll.natural_even() else 0)
    if name == "narrowing":
        roll = battle.roll("ann", "x", D20)
        if roll.at_least(11):
            return roll.total() if roll.at_least(18) else 100
        return 200 if roll.natural_is(1) else 300
    if name == "contest":
        return contest(battle.roll("ann", "x", D20), battle.roll("cid", "x", D6), [0, 5])
    if name == "sum":
        both = added([battle.roll("ann", "x", D6), battle.roll("ann", "y", D20)])
        return both.band([7, 19])
    first = battle.roll("ann", "x", Die(6))
    return first.total() * 100 + battle.roll("ann", "y", Die(first.total() + 1)).total()


CASES = {"bands": [20], "narrowing": [20], "contest": [20, 6], "sum": [6, 20], "nested": [6, 7]}


@pytest.mark.parametrize("name", sorted(CASES))
def test_exact_equals_brute_force_over_all_dice(name: str) -> None:
    found: dict[int, Fraction] = {}

    class Case(Scene):
        def step(self, battle: Battle) -> None:
            assert isinstance(battle, Tilt)
            battle.aims = {"result": str(questions(battle, name))}

    system = Case()
    start = system.build(DUEL)
    start.begun = True
    reading = ExactReading(system, Tactics(system, {}))
    for leaf in leaves_from(system, reading, Position(start, [], {})):
        assert isinstance(leaf.battle, Tilt)
        value = int(leaf.battle.aims["result"])
        found[value] = found.get(value, Fraction(0)) + Fraction(leaf.over, leaf.under)
    assert sum(found.values()) == 1
    assert found == brute_case(system, name)


def brute_case(system: Scene, name: str) -> dict[int, Fraction]:
    """The same text played with every sequence of faces."""

    def play(faces: list[int]) -> int:
        start = system.build(DUEL)
        start.begun = True
        start.read_by(ScriptReading(Tactics(system, {}), faces))
        assert isinstance(start, Tilt)
        return questions(start, name)

    return every_way(play)


def test_a_roll_that_went_into_a_sum_cannot_be_questioned_in_any_reading() -> None:
    start = SYSTEM.build(DUEL)
    reading = SampleReading(Tactics(SYSTEM, {}))
    start.read_by(reading)
    part = start.roll("ann", "x", D6)
    added([part, start.roll("ann", "y", D6)])
    with pytest.raises(RuleError):
        part.total()


def duel_at_strike() -> Fight:
    fight = Fight(SYSTEM, SYSTEM.build(DUEL), DUEL, "odds")
    fight.answer("aim:ann#1", "ride:cid")
    fight.answer("aim:cid#1", "ride:ann")
    return fight


def test_the_odds_of_an_option_sum_to_one_and_are_those_of_the_dice() -> None:
    fight = duel_at_strike()
    (asked,) = fight.questions
    assert asked.question is not None
    joint = fight.checkpoints[-1]
    start = Position(joint.battle, fight.entries[joint.position :], joint.counts)
    state = random.getstate()
    for pick, need in (("no", 3), ("yes", 5)):
        option = asked.question.find(pick)
        assert option is not None
        odds = option_odds(SYSTEM, start, asked.id, asked.question, option, {})
        hit = Fraction(7 - need, 6)
        assert sum(odds.outcomes.values()) == 1 and odds.cut == 0
        # heart 3: d4 of 3 or 4 drops Cid.
        assert odds.of("cid") == {"3 heart": 1 - hit, "2 heart": hit / 4, "1 heart": hit / 4, "0 heart": hit / 2}
        assert odds.chances["hit:ann"] == hit and odds.chances["drop:ann"] == hit / 2
    assert random.getstate() == state


def test_light_branches_are_cut_and_the_answer_says_how_much() -> None:
    fight = duel_at_strike()
    (asked,) = fight.questions
    joint = fight.checkpoints[-1]
    start = Position(joint.battle, fight.entries[joint.position :], joint.counts)
    assert asked.question is not None
    option = asked.question.find("yes")
    assert option is not None
    odds = option_odds(SYSTEM, start, asked.id, asked.question, option, {}, cut_below=0.4)
    assert odds.cut == Fraction(1, 3) and sum(odds.outcomes.values()) + odds.cut == 1  # the hit: 5 or 6 on a d6


def test_a_duel_to_the_death_is_solved_by_merging_equal_states() -> None:
    battle = SYSTEM.build(DUEL)
    solution = solve(SYSTEM, battle, {"*": "steady"})
    assert sum(solution.endings.values()) == 1
    assert solution.states < 200
    exact = float(solution.wins("red"))
    reading = SampleReading(Tactics(SYSTEM, {"*": "steady"}))
    fights = 4000
    won = 0
    for number in range(fights):
        outcome = sample_fight(SYSTEM, battle, reading, f"solve:{number}").outcome
        assert outcome is not None
        won += outcome.winner == "red"
    sigma = (exact * (1 - exact) / fights) ** 0.5
    assert abs(won / fights - exact) < 4 * sigma


def test_a_horizon_counts_what_is_not_decided() -> None:
    solution = solve(SYSTEM, SYSTEM.build(DUEL), {"*": "steady"}, within=4)
    assert sum(solution.endings.values()) == 1 and ("undecided", "") in solution.endings


def test_too_many_states_are_answered_with_a_sentence() -> None:
    with pytest.raises(Unavailable, match="sample"):
        solve(SYSTEM, SYSTEM.build(TWO_A_SIDE), {"*": "steady"}, most_states=50)


@pytest.mark.parametrize(
    ("dice", "sides", "low", "more"),
    [
        (D20, [20], 1, False), (Die(100, 0, "d%"), [100], 0, False), (Handful([(2, 6), (1, 8)]), [6, 6, 8], 1, False),
        (Keep(3, 20), [20, 20, 20], 1, True), (Keep(2, 8, best=False, explode=False), [8, 8], 1, False),
        (Pools([Keep(2, 20), Keep(1, 6)]), [20, 20, 6], 1, True), (PoolDice(3, True, 2, 10, True), [20, 20, 20, 10, 10], 1, True),
        (PoolDice(2, False, 0, 0, True), [20, 20], 1, True), (SURGED, [20, 6], 1, False),
    ],
)  # fmt: skip
def test_every_kind_of_dice_says_what_is_typed_in(dice: Dice, sides: list[int], low: int, more: bool) -> None:
    assert (dice.faces_of(), dice.lowest(), dice.goes_on()) == (sides, low, more)
    dice.check([low] * len(sides))
