"""Odd corners of damage, wounds and Stress (parts I, J, M, N), and exact odds through them against plain enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.odds import odds
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    asked,
    begin,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    needed,
    offered,
    person,
    stances,
    to_turn,
    who,
    wounds,
)

MILLIONTH = Fraction(1, 1_000_000)


@clause("TI-90", "TI-129", "TI-87")
def test_the_gms_word_against_shelter_takes_the_5_and_the_halving_of_the_boon_away() -> None:
    """Bob has the boon, but not from Ann, says the GM: 17, and 3 + 4 whole. From Dee it holds: 22."""
    people = [person("ann", (5, 5)), person("dee", (7, 5)), foe("bob", (6, 5), effects=[{"boon": "Sheltered"}])]
    fight = begin(people, [15, 2, 2, 7, 1, 3, 4, 2, 2, 2, 1, 1])
    to_turn(fight, "ann")
    fight.rule("pair", who="bob", to="ann", what="sheltered", **{"is": "no"})
    assert needed(hit(fight, "ann", "bob")) == 17 and hp(fight, "bob") == [33]
    to_turn(fight, "dee")
    assert needed(hit(fight, "dee", "bob")) == 22
    finish(fight)


@clause("TI-73")
def test_a_hit_on_somebody_who_lies_already_carries_no_wounds() -> None:
    """Ann lies stable at 0 HP; Bob's blow (6 meets 6) deals 1 + 1 and would bleed: she pays with a Beacon Point and does not."""
    cut: Row = {"name": "Cut", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": [{"wound": "bleeding"}]}
    lying = person("ann", (5, 5), hp=0, max_hp=40, status="unconscious", beacon=1)
    fight = begin([lying, person("dee", (1, 1)), foe("bob", (6, 5), powers=[cut])], [5, 2, 1, 1, 1, 1])
    stances(fight)
    answer(fight, "power:0:sword:@ann")
    answer(fight, "beacon")
    assert asked(fight) == "act:bob" and wounds(fight, "ann") == {} and who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-94", "TI-129")
def test_the_boon_sheltered_halves_burning_and_half_of_1_rounded_down_asks_nothing() -> None:
    """Burning 2: 5 becomes 3. Rounded down 1 becomes 0, and nobody is asked about no damage."""
    burning = [{"wound": "burning", "level": 2}, {"boon": "Sheltered"}]
    for face, rounding, left in ((5, "up", 37), (1, "down", 40)):
        options = {"half_damage_round": rounding, "soak_scope": "any_damage"}
        fight = begin([person("ann", (5, 5), effects=burning, soak=2), foe("bob", (15, 5))], [face], options=options)
        stances(fight)
        answer(fight, "stop")
        if rounding == "up":
            assert asked(fight) == "damage:ann" and offered(fight) == ["take", "soak:1"]
            answer(fight, "take")
        assert asked(fight) == "act:ann" and hp(fight, "ann") == [left]
        finish(fight)


@clause("TI-118", "TI-121")
@pytest.mark.parametrize(("choice", "left", "beacon"), [("beacon", 34, 0), ("no", 24, 1)])
def test_with_overstress_refused_a_beacon_point_may_still_cover_the_price(choice: str, left: int, beacon: int) -> None:
    """9 of 10 boxes taken, price 4 (14 + 9 = 23 against 24): covered it works, not covered there is neither Stress nor effect."""
    people = [person("ann", (5, 5), beacon=1), foe("bob", (6, 5))]
    people[0]["stress"] = 9
    fight = begin(people, [17, 2, 7, 1, 8, 8, 14, 9, 8, 1], options={"overstress": "refuse"})
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    answer(fight, "resist")
    assert asked(fight) == "redo:ann"
    answer(fight, "no")
    assert asked(fight) == "price:ann" and offered(fight) == ["no", "beacon"]
    answer(fight, choice)
    ann = who(fight, "ann")
    assert (ann.hp, ann.stress, ann.beacon) == (left, 9, beacon)
    finish(fight)


@clause("TI-96")
def test_the_charmed_are_neither_blinked_into_fire_nor_caught_in_their_own_blast() -> None:
    rows = ["............"] * 4 + ["...h........"] + ["............"] * 5
    ground: Row = {"rows": rows, "legend": {"h": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2}}
    powers: list[Row] = [
        {"name": "Blink", "form": "teleport", "within": 20},
        {"name": "Blast", "kind": "area", "square": 10, "within": 30, "action": "Hunt"},
    ]
    for wound, free in (("charmed", False), ("dominated", True)):
        bob = foe("bob", (5, 5), powers=powers, effects=[{"wound": wound, "source": 0}])
        people = [person("ann", (1, 1)), bob, foe("cat", (6, 5))]
        fight = begin(people, map=ground)
        stances(fight)
        answer(fight, "next:@bob")
        ids = offered(fight)
        assert "power:0:2,4" in ids and ("power:0:3,4" in ids) is free
        assert "power:1:6,5" in ids and ("power:1:5,5" in ids) is free


@clause("TI-93")
def test_the_blinded_survey_an_objective_at_a_tier_less_and_not_what_needs_no_eyes() -> None:
    clock: Row = {"name": "tracks", "size": 4, "actions": ["Survey", "Craft"]}
    people = [person("ann", (5, 5), ratings={"survey": 1, "craft": 1}, effects=[{"wound": "blinded"}]), foe("bob", (15, 5))]
    fight = begin(people, [2, 1, 2, 2, 1], clocks=[clock])
    to_turn(fight, "ann")
    act(fight, "objective:survey:tracks")
    act(fight, "objective:craft:tracks")
    assert dice_thrown(fight, "objective") == ["1d20 best! + 1d6 best!", "2d20 best! + 1d6 best!"]
    finish(fight)


@clause("TI-94")
def test_whoever_is_set_on_fire_in_the_tank_does_not_burn_at_the_next_turn() -> None:
    rows = ["t..........."] + ["............"] * 5
    fight = begin([person("ann", (0, 0)), foe("bob", (9, 5))], map={"rows": rows, "legend": {"t": ["tank"]}})
    stances(fight)
    fight.rule("wound", who="ann", wound="burning", severity=3)
    answer(fight, "stop")
    assert asked(fight) == "act:ann" and wounds(fight, "ann") == {} and hp(fight, "ann") == [40]
    finish(fight)


@clause("TI-103", "TI-33")
def test_a_goad_ends_when_the_goader_leaves_the_battlefield() -> None:
    rows = ["e..........."] + ["............"] * 5
    fight = begin([person("ann", (0, 0)), person("dee", (5, 5)), foe("bob", (9, 5))], map={"rows": rows, "legend": {"e": ["exit"]}})
    to_turn(fight, "ann")
    fight.rule("wound", who="bob", wound="goaded", source="ann")
    act(fight, "leave")
    assert wounds(fight, "bob") == {}


# -- odds against plain enumeration --------------------------------------------------------------------------------------


def kept(count: int, sides: int, links: int = 14) -> dict[int, Fraction]:
    """The best of some dice, thrown on from its top face up to `links` times; what lies beyond is less than 1 in 10 ** 12."""
    found: dict[int, Fraction] = {}
    for best in range(1, sides):
        found[best] = Fraction(best**count - (best - 1) ** count, sides**count)
    top = 1 - sum(found.values(), Fraction(0))
    total = sides
    for _ in range(links):
        for face in range(1, sides):
            found[total + face] = found.get(total + face, Fraction(0)) + top / sides
        top /= sides
        total += sides
    return found


def plus(a: dict[int, Fraction], b: dict[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for x, p in a.items():
        for y, q in b.items():
            found[x + y] = found.get(x + y, Fraction(0)) + p * q
    return found


def blows(number: int) -> dict[int, Fraction]:
    """Damage of a sword in the hand of Skirmish 2, BODY d8: 2d20 and 2d8 against a number, (1 + steps)d8 + d8; 0: a miss."""
    steps: dict[int, Fraction] = {}
    for total, chance in plus(kept(2, 20, 10), kept(2, 8)).items():
        step = (total - number) // 10 if total >= number else -1
        steps[step] = steps.get(step, Fraction(0)) + chance
    die = {face: Fraction(1, 8) for face in range(1, 9)}
    found: dict[int, Fraction] = {0: steps.pop(-1)}
    thrown = plus(die, die)
    for step in range(14):
        for damage, chance in thrown.items():
            found[damage] = found.get(damage, Fraction(0)) + chance * steps.get(step, Fraction(0))
        thrown = plus(thrown, die)
    return found


def assert_same(shown: dict[str, Fraction], expected: dict[str, Fraction], cut: Fraction) -> None:
    assert cut < MILLIONTH and abs(1 - sum(shown.values(), Fraction(0))) < MILLIONTH
    for fate in {*shown, *expected}:
        assert abs(shown.get(fate, Fraction(0)) - expected.get(fate, Fraction(0))) < MILLIONTH, fate


def test_odds_through_soak_and_a_wound_are_those_of_enumeration() -> None:
    """Ann (2 boxes, no Stress) marks a box for every full 10 damage, and one against slowed if any is left."""
    cut: Row = {"name": "Cut", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": [{"wound": "slowed"}]}
    fight = begin([person("ann", (5, 5), soak=2, stress=0, hp=200), foe("bob", (6, 5), powers=[cut])])
    stances(fight)
    found = odds(fight, "power:0:sword:@ann")
    expected: dict[str, Fraction] = {}
    for damage, chance in blows(17).items():
        boxes = min(2, damage // 10)
        wound = ", slowed 2" if damage and boxes == 2 else ""
        marked = boxes + (1 if damage and boxes < 2 else 0)
        fate = f"{200 - max(0, damage - 10 * boxes)} HP{wound}" + (f", {marked} Soak" if marked else "")
        expected[fate] = expected.get(fate, Fraction(0)) + chance
    assert_same(found.of("Ann"), expected, found.cut)


def test_odds_through_a_resistance_roll_and_death_are_those_of_enumeration() -> None:
    """Ann has 14 HP and 10 free boxes of Stress: she resists what would drop her where 10 less would not."""
    fight = begin([person("ann", (5, 5), hp=14, max_hp=40), person("dee", (1, 1)), foe("bob", (6, 5))])
    stances(fight)
    found = odds(fight, "attack:sword:skirmish:@ann")
    expected: dict[str, Fraction] = {}
    for damage, chance in blows(17).items():
        left = 14 - damage if damage < 14 else 14 - damage + 10
        fate = f"{left} HP" if left > 0 else "dead"
        expected[fate] = expected.get(fate, Fraction(0)) + chance
    assert_same(found.of("Ann"), expected, found.cut)
    assert abs(found.chances["hit"] - (1 - blows(17)[0])) < MILLIONTH


def test_odds_through_types_are_those_of_enumeration() -> None:
    """Bob, Resistant Kinetic: half of what is thrown, rounded up."""
    bob = foe("bob", (6, 5), hp=200, traits=[{"boon": "Resistant", "energy": "Kinetic"}])
    fight = begin([person("ann", (5, 5), stress=0), bob])
    to_turn(fight, "ann")
    found = odds(fight, "attack:sword:skirmish:@bob")
    expected: dict[str, Fraction] = {}
    for damage, chance in blows(17).items():
        fate = f"{200 - (damage + 1) // 2} HP"
        expected[fate] = expected.get(fate, Fraction(0)) + chance
    assert_same(found.of("Bob"), expected, found.cut)


def test_odds_through_a_slam_against_a_wall_are_those_of_enumeration() -> None:
    """Bob, Resistant Kinetic, is slammed 20' into a wall after 10': half of a d10, rounded up."""
    slam: Row = {"name": "Slam", "kind": "melee", "within": 5, "action": "Skirmish", "wounds": [{"wound": "Slammed", "feet": 20}]}
    rows = ["............"] * 5 + [".........#.."] + ["............"] * 4
    bob = foe("bob", (6, 5), traits=[{"boon": "Resistant", "energy": "Kinetic"}])
    fight = begin([person("ann", (5, 5), stress=0, powers=[slam]), bob], map={"rows": rows, "legend": {"#": ["wall"]}})
    to_turn(fight, "ann")
    found = odds(fight, "power:0:@bob")
    miss = blows(17)[0]
    expected = {"40 HP": miss, **{f"{40 - lost} HP, moved 10'": (1 - miss) / 5 for lost in range(1, 6)}}
    assert_same(found.of("Bob"), expected, found.cut)
