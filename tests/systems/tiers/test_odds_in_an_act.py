"""Odds at the questions in the middle of an act: what a Push, an Aid, a second throw, a parry or resisting is worth.

Everybody has Tier 2; Ann's Skirmish is 3 with BODY d8, so that her attack throws 2d20 and 3d8. The expected shares are counted here,
pool by pool, without the tables of the rules.
"""

from __future__ import annotations

from fractions import Fraction

from quintain.engine import Budget, Fight
from quintain.engine.menu import menu_odds
from tests.support import clause
from tests.systems.tiers.scene import Row, about, answer, asked, begin, foe, person, to_turn


def best_of(count: int, sides: int) -> dict[int, Fraction]:
    """Shares of the best of so many dice, its chain cut after two more (TI-02)."""
    found: dict[int, Fraction] = {}
    for face in range(1, sides + 1):
        share = Fraction(face**count - (face - 1) ** count, sides**count)
        if face < sides:
            found[face] = share
            continue
        for second in range(1, sides + 1):
            for third in range(1, sides + 1) if second == sides else [0]:
                total = face + second + third
                weight = share / sides / (sides if second == sides else 1)
                found[total] = found.get(total, Fraction(0)) + weight
    return found


def reach(d20s: int, dice: int, sides: int, number: int) -> float:
    """The chance of a pool to reach a number below 40 (TI-01)."""
    first, second = best_of(d20s, 20), best_of(dice, sides) if dice else {0: Fraction(1)}
    return float(sum(a * b for one, a in first.items() for two, b in second.items() if one + two >= number))


def near(a: float, b: float) -> bool:
    return abs(a - b) < 1e-4


def shown(fight: Fight, seat: str, name: str) -> dict[str, tuple[float, float]]:
    """By option, the range of this chance as this seat is shown it."""
    found: dict[str, tuple[float, float]] = {}
    for row in menu_odds(fight, fight.questions[0].id, seat, Budget()):
        data = row.as_data()["odds"]
        for chance in data["chances"] if isinstance(data, dict) else []:
            if chance["label"] == name:
                found[row.option] = (chance["low"], chance["high"])
    return found


def pressing(**ann: object) -> Fight:
    people = [person("ann", (5, 5), ratings={"skirmish": 3}, **ann), person("dee", (4, 4)), foe("bob", (6, 5))]  # type: ignore[arg-type]
    fight = to_turn(begin(people, [3, 2, 1, 1, 1, 1]), "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    return fight


@clause("TI-57", "TI-01")
def test_a_push_shows_the_chance_to_hit_with_and_without_it() -> None:
    """Iron 17: 329877 of 409600 as it is, which is the book's own example; one d20 more with the Push."""
    fight = pressing()
    assert asked(fight) == "push:ann"
    true = shown(fight, "gm", "hit")
    assert near(true["no"][0], 329877 / 409600) and near(true["no"][0], reach(2, 3, 8, 17))
    assert near(true["yes"][0], reach(3, 3, 8, 17))
    players = shown(fight, "players", "hit")
    for option, (low, high) in players.items():
        assert low <= true[option][0] <= high and low < high, "of Bob's Iron a player knows nothing yet"
    assert players["yes"][1] > players["no"][1]


@clause("TI-48")
def test_aid_shows_the_chance_of_whoever_is_aided() -> None:
    """One d20 more; the second throw is a choice of its own, with odds of its own when it comes."""
    fight = pressing()
    answer(fight, "no")
    assert asked(fight) == "before roll:dee"
    true = shown(fight, "gm", "hit")
    assert near(true["no"][0], reach(2, 3, 8, 17)) and near(true["aid"][0], reach(3, 3, 8, 17))
    assert set(shown(fight, "players", "hit")) == {"no", "aid"}


@clause("TI-48", "TI-121")
def test_a_second_throw_shows_its_chance() -> None:
    fight = pressing(beacon=1)
    while about(fight) != "redo":
        answer(fight, "no")
    true = shown(fight, "gm", "hit")
    assert set(true) == {"beacon"} and near(true["beacon"][0], reach(3, 3, 8, 17))


@clause("TI-52")
def test_a_parry_shows_how_likely_it_turns_the_blow_and_nothing_of_what_the_blow_would_do() -> None:
    """Bob's 15 + 5 = 20 against Iron 17: Ann has to roll above 20, with Skirmish 2 or Finesse 1."""
    parry: Row = {"name": "Turn", "form": "parry", "react": True}
    fight = begin([person("ann", (5, 5), powers=[parry]), foe("bob", (6, 5))], [15, 3, 5, 2])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "hit:ann"
    for seat in ("gm", "players"):
        saved = shown(fight, seat, "saved")
        assert near(saved["parry:0:skirmish"][0], reach(2, 2, 8, 21)) and near(saved["parry:0:finesse"][0], reach(2, 1, 8, 21))
    (row,) = [row for row in menu_odds(fight, fight.questions[0].id, "players", Budget()) if row.option == "parry:0:skirmish"]
    assert row.odds is not None and row.odds.as_data()["fates"] == [] and row.odds.as_data()["unknown"] == ["what the blow would do"]


@clause("TI-52")
def test_where_the_gm_rolls_behind_a_screen_a_parry_shows_nothing() -> None:
    parry: Row = {"name": "Turn", "form": "parry", "react": True}
    fight = begin([person("ann", (5, 5), powers=[parry]), foe("bob", (6, 5))], [15, 3, 5, 2], options={"gm_rolls": "hidden"})
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "hit:ann" and shown(fight, "players", "saved") == {}


@clause("TI-114", "TI-116")
def test_resisting_shows_how_likely_it_is_cheap() -> None:
    """Against the attack's 20 with 2d20 and the d8 of BODY."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [15, 3, 5, 2, 4, 4])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "damage:ann"
    for seat in ("gm", "players"):
        assert near(shown(fight, seat, "success")["resist"][0], reach(2, 1, 8, 20))


@clause("TI-36", "TI-113", "TI-39")
def test_shaking_off_shows_its_chance_at_the_end_of_a_turn_and_as_an_act() -> None:
    """3d20 against 12: 1 - (11/20) cubed."""
    fight = begin([person("ann", (5, 5), effects=[{"wound": "burning", "level": 1}]), foe("bob", (15, 5))], [1])
    to_turn(fight, "ann")
    as_act = shown(fight, "players", "better")
    assert [near(low, 1 - (11 / 20) ** 3) for low, _ in as_act.values()] == [True]
    answer(fight, "stop")
    assert about(fight) == "end of turn"
    at_end = shown(fight, "players", "better")
    assert [near(low, 1 - (11 / 20) ** 3) for low, _ in at_end.values()] == [True]


@clause("TI-147", "TI-39")
def test_working_at_an_objective_shows_its_chance() -> None:
    """Risky: 10 + encounter Tier 2, with 2d20 and Skirmish 2."""
    gate: Row = {"name": "gate", "size": 4, "actions": ["Skirmish"]}
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], clocks=[gate])
    to_turn(fight, "ann")
    found = shown(fight, "players", "success")
    assert near(found["objective:skirmish:gate"][0], reach(2, 2, 8, 12))
