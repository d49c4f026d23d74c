"""Exact odds through damage, Soak and wounds: against brute force, against sampling, and what is cut."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import sqrt

import pytest

from quintain.engine import Fight
from quintain.engine.record import Entry
from quintain.engine.sample import OnwardReading, Tactics
from quintain.odds import odds
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sheet import Creature
from tests.systems.tiers.scene import Row, begin, foe, hit, person, stances, to_turn, who

MILLIONTH = Fraction(1, 1_000_000)


def chances(number: int) -> list[Fraction]:
    """How likely 2d20 best and 2d8 best, exploding, are to give each critical multiplier against a number, misses left out."""
    table = BOX.pool(2, 2, 8).table()

    def reach(least: int) -> Fraction:
        return Fraction(sum(table.weight(row) for row in range(table.size) if table.totals[row] >= least), table.whole)

    return [reach(number + 10 * step) - reach(number + 10 * step + 10) for step in range(12)]


def sums(count: int, sides: int) -> dict[int, Fraction]:
    found = {0: Fraction(1)}
    for _ in range(count):
        grown: dict[int, Fraction] = {}
        for total, chance in found.items():
            for face in range(1, sides + 1):
                grown[total + face] = grown.get(total + face, Fraction(0)) + chance / sides
        found = grown
    return found


def test_hit_points_after_a_plain_attack_are_those_of_brute_force() -> None:
    """Skirmish 2 with a sword: (1 + steps)d8 + BODY d8 on a foe of 200 HP, which nothing else touches."""
    fight = begin([person("ann", (5, 5), stress=0), foe("bob", (6, 5), hp=200)])
    to_turn(fight, "ann")
    found = odds(fight, "attack:sword:skirmish:@bob")
    expected: dict[str, Fraction] = {}
    hit = Fraction(0)
    for step, chance in enumerate(chances(17)):
        hit += chance
        for total, share in sums(2 + step, 8).items():
            fate = f"{200 - total} HP"
            expected[fate] = expected.get(fate, Fraction(0)) + chance * share
    expected["200 HP"] = 1 - hit
    assert found.cut < MILLIONTH
    shown = found.of("Bob")
    assert sum(shown.values()) >= 1 - MILLIONTH
    for fate, chance in expected.items():
        assert abs(shown.get(fate, Fraction(0)) - chance) <= found.cut + MILLIONTH / 1000, fate
    assert abs(found.chances["hit"] - hit) < MILLIONTH


def test_odds_go_through_soak_and_wounds() -> None:
    """One hit of d4 without Soak and one with: the steady target marks a box at 10 or more, and wounds only come with a hit."""
    cut: Row = {"name": "Cut", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": [{"wound": "slowed"}]}
    fight = begin([person("ann", (5, 5), soak=2, stress=0, hp=200), foe("bob", (6, 5), powers=[cut])])
    stances(fight)
    found = odds(fight, "power:0:sword:@ann")
    shown = found.of("Ann")
    assert found.cut < MILLIONTH
    hit = sum(chances(17), Fraction(0))
    slowed = sum((chance for fate, chance in shown.items() if "slowed" in fate), Fraction(0))
    # She marks a box against slowed, unless the damage has taken both: 20 or more.
    assert 0 < slowed < hit / 4
    untouched = shown["200 HP"]
    assert abs(untouched - (1 - hit)) < MILLIONTH


@pytest.mark.parametrize("parrying", [False, True])
def test_odds_agree_with_sampling_within_five_sigma(parrying: bool) -> None:
    """Ann may resist, and parry: the exact chance that she stays unhurt against 1,500 sampled attacks."""
    power: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    fight = begin([person("ann", (5, 5), hp=14, max_hp=40, powers=[power] if parrying else []), foe("bob", (6, 5))])
    stances(fight)
    exact = odds(fight, "attack:sword:skirmish:@ann")
    assert exact.cut < MILLIONTH
    unhurt = float(sum((chance for fate, chance in exact.of("Ann").items() if fate.startswith("14 HP")), Fraction(0)))
    tries = 1500
    seen = sum(sampled(fight, number) for number in range(tries))
    sigma = sqrt(unhurt * (1 - unhurt) / tries)
    assert abs(seen / tries - unhurt) < 5 * sigma


class Stop(Exception):
    pass


class OneAttack(OnwardReading):
    """Goes on with sampled dice from here, and stops when the Act is done."""

    def reached(self, battle: object, place: str) -> None:
        if place == "action" and not self.feeding:
            raise Stop


def sampled(fight: Fight, number: int) -> bool:
    """Does Ann come out of one sampled attack unhurt?"""
    joint = fight.checkpoints[-1]
    entries = [*fight.entries[joint.position :], Entry("answer", fight.questions[0].id, "attack:sword:skirmish:@ann", "gm")]
    reading = OneAttack(fight.system, entries, 0, dict(joint.counts), Tactics(fight.system, {"*": "steady"}))
    reading.begin(f"attack {number}")
    battle = joint.battle.copy()
    battle.read_by(reading)
    with suppress(Stop):
        fight.system.step(battle)
    ann = battle.find("ann")
    assert isinstance(ann, Creature)
    return ann.hp == 14


def test_a_player_is_shown_a_range_narrowed_by_the_rolls_so_far() -> None:
    """Bob's Iron is secret. A miss with 10 + 2 = 12 and a hit with 15 + 7 = 22 leave 13 to 22."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [10, 2, 2, 1, 15, 2, 7, 1, 1, 1])
    fight.rule("hand_over", who="ann", to="ann")
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    hit(fight, "ann", "bob")
    assert who(fight, "bob").learned == {"Iron": (13, 22)}
    to_turn(fight, "ann")
    shown = odds(fight, "attack:sword:skirmish:@bob", seat="ann")
    assert shown.outcomes == {} and shown.unknown == ["Bob's Defenses, HP and Soak"]


def test_a_push_is_assumed_only_where_somebody_wants_it_and_then_said() -> None:
    fight = begin([person("ann", (5, 5), stress=10), foe("bob", (6, 5), hp=200)])
    to_turn(fight, "ann")
    plain = odds(fight, "attack:sword:skirmish:@bob")
    pushed = odds(fight, "attack:sword:skirmish:@bob", assume={"push": True})
    table = BOX.pool(2, 2, 8).table()
    hits = Fraction(sum(table.weight(row) for row in range(table.size) if table.totals[row] >= 17), table.whole)
    # Exactly that of the dice, though light ways of the damage are cut; and what is sure stays sure.
    assert plain.cut > 0 and plain.chances["hit"] == hits < pushed.chances["hit"] and plain.chances["use:sword"] == 1
    assert [(row.id, row.on) for row in plain.assumed if row.id == "push:ann"] == [("push:ann", False)]
    assert [(row.id, row.on) for row in pushed.assumed if row.id == "push:ann"] == [("push:ann", True)]
    assert ("costs 1 Stress", Fraction(1)) in [(row.label, row.high) for row in pushed.back]
