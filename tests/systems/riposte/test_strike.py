"""Chapter A: the die and the strike."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.engine import PERCENT, Malformed, Stream
from quintain.odds import odds
from quintain.systems.riposte.odds import forecast
from quintain.systems.riposte.resolve import percent_die, read_percent
from quintain.systems.riposte.switches import Switches
from tests.support import clause
from tests.systems.riposte.scene import answer, begin, blade, field, finish, foe, hp, person, strikes, thrown, turn, who


def strike_once(roll: int, options: dict[str, object] | None = None, **figures: int) -> list[tuple[object, ...]]:
    """One strike of ann (figures as given) against bob, who cannot riposte."""
    ann = person("ann", [0, 0], **figures)  # type: ignore[arg-type]
    bob = foe("bob", [1, 0], weapons=[], dodge=0, hp=60)
    fight = begin([ann, person("cat", [7, 3]), bob], [roll], options=options or {})
    turn(fight, "ann", "engage:bob")
    finish(fight)
    return strikes(fight)


def result_of(roll: int, options: dict[str, object] | None = None, **figures: int) -> object:
    return strike_once(roll, options, **figures)[0][2]


@clause("RI-01")
def test_a_percentile_die_runs_from_0_to_99_and_is_read_tens_first() -> None:
    plain = Switches({})
    assert read_percent(4, 7, plain) == 47
    assert read_percent(0, 0, plain) == 0
    assert {PERCENT.throw(Stream("faces", number))[0] for number in range(4000)} == set(range(100))
    # Double zero is the best roll: it hits on the least chance there is.
    assert result_of(0, accuracy=1) == "hit"
    with pytest.raises(Malformed, match="0 to 99"):
        strike_once(100)


@clause("RI-01", "RI-02")
def test_with_the_die_from_1_to_100_double_zero_reads_100() -> None:
    house = Switches({"percentile.range": "1-100"})
    assert read_percent(0, 0, house) == 100 and read_percent(4, 7, house) == 47
    with pytest.raises(Malformed, match="1 to 100"):
        percent_die(house).check([0])
    # Below 47 on a die from 1: 1 to 46.
    assert result_of(46, {"percentile.range": "1-100"}, accuracy=47) == "hit"
    assert result_of(47, {"percentile.range": "1-100"}, accuracy=47) == "miss"


@clause("RI-02")
def test_a_test_passes_only_below_the_chance() -> None:
    assert result_of(46, accuracy=47) == "hit"
    assert result_of(47, accuracy=47) == "miss"
    # The switch lets an exact roll pass.
    assert result_of(47, {"percentile.compare": "at_or_below"}, accuracy=47) == "hit"
    assert result_of(48, {"percentile.compare": "at_or_below"}, accuracy=47) == "miss"


@clause("RI-03")
@pytest.mark.parametrize("compare", ["below", "at_or_below"])
@pytest.mark.parametrize(("span", "worst", "best"), [("0-99", 99, 0), ("1-100", 100, 1)])
def test_chances_of_100_always_and_of_0_never_pass_and_the_die_is_still_thrown(
    compare: str, span: str, worst: int, best: int
) -> None:
    options: dict[str, object] = {"percentile.compare": compare, "percentile.range": span}
    assert result_of(worst, options, accuracy=104) == "hit"
    assert result_of(worst, options, accuracy=100) == "hit"
    assert result_of(best, options, accuracy=-3) == "miss"
    assert result_of(best, options, accuracy=0) == "miss"


@clause("RI-04")
def test_hit_chance_is_accuracy_less_dodge_with_the_targets_ground() -> None:
    # 105 - (17 + 20 for Medium) = 68: 67 hits, 68 does not.
    for roll, result in ((67, "hit"), (68, "miss")):
        ann, bob = person("ann", [0, 0], accuracy=105), foe("bob", [1, 0], dodge=17, weapons=[])
        fight = begin([ann, bob], [roll], [".m......"] * 2)
        turn(fight, "ann", "engage:bob")
        assert strikes(fight)[0][2] == result
        event = next(event for event in fight.events if event.kind == "strike")
        assert event.data["hit_chance"] == 68
        assert event.math[:3] == [("Accuracy of Ann", 105), ("Dodge of Bob", -17), ("Medium ground", -20)]
        finish(fight)


@clause("RI-05")
def test_crit_chance_is_signed_and_never_below_zero() -> None:
    # Critical 4 against Avoid 9 is -5: even a 00 is a plain hit.
    fight = begin([person("ann", [0, 0], critical=4), foe("bob", [1, 0], avoid=9, weapons=[])], [0])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "hit", 7)]
    finish(fight)


@clause("RI-06")
@pytest.mark.parametrize(("roll", "result"), [(11, "crit"), (12, "hit"), (79, "hit"), (80, "miss")])
def test_one_die_serves_hit_and_critical(roll: int, result: str) -> None:
    assert result_of(roll, accuracy=80, critical=12) == result


@clause("RI-06")
def test_the_switch_throws_a_second_die_for_the_critical_after_a_hit_only() -> None:
    people = [person("ann", [0, 0], accuracy=80, critical=12), foe("bob", [1, 0], dodge=0, weapons=[], hp=60)]
    for dice, result in (([79, 11], "crit"), ([11, 12], "hit"), ([80], "miss")):
        fight = begin([*people, person("cat", [7, 3])], dice, options={"strike.crit_roll": "separate"})
        turn(fight, "ann", "engage:bob")
        assert strikes(fight)[0][2] == result
        finish(fight)


@clause("RI-07")
def test_a_miss_changes_nothing_even_below_the_crit_chance() -> None:
    fight = begin([person("ann", [0, 0], accuracy=20, critical=25), foe("bob", [1, 0], weapons=[])], [15])
    # Hit 20 - 10 = 10, Crit 25, roll 15.
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "miss", 0)] and hp(fight, "bob") == [20]
    finish(fight)


@clause("RI-08")
@pytest.mark.parametrize(("might", "damage"), [(16, 5), (9, 0)])
def test_a_hit_deals_might_less_defense_never_below_zero(might: int, damage: int) -> None:
    fight = begin([person("ann", [0, 0], might=might), foe("bob", [1, 0], defense=11, weapons=[])], [0])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "hit", damage)] and hp(fight, "bob") == [20 - damage]
    finish(fight)


@clause("RI-08")
@pytest.mark.parametrize(("switch", "damage"), [("resistance", 12 - 4), ("defense", 12 - 7)])
def test_magic_is_met_by_resistance_or_by_the_switch_by_defense(switch: str, damage: int) -> None:
    ann = person("ann", [0, 0], might=12, weapons=[blade(kind="magical")])
    bob = foe("bob", [1, 0], defense=7, resistance=4, weapons=[])
    fight = begin([ann, bob], [0], options={"damage.magic_vs": switch})
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "hit", damage)]
    finish(fight)


@clause("RI-09")
def test_a_critical_hit_deals_three_times_the_damage() -> None:
    # 8 - 3 = 5, three times 15.
    fight = begin([person("ann", [0, 0], might=8, critical=30), foe("bob", [1, 0], weapons=[])], [29])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "crit", 15)] and hp(fight, "bob") == [5]
    finish(fight)


@clause("RI-10")
def test_three_times_nothing_is_nothing_and_still_a_hit() -> None:
    fight = begin([person("ann", [0, 0], might=3, critical=30), foe("bob", [1, 0], weapons=[])], [5])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "crit", 0)] and hp(fight, "bob") == [20]
    finish(fight)


@clause("RI-11")
def test_hp_stop_at_zero() -> None:
    people = [person("ann", [0, 0], might=18), foe("bob", [1, 0], now=4), foe("dan", [7, 3])]
    fight = begin(people, [0])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    # 15 damage on 4 HP.
    assert strikes(fight)[0][3] == 15 and hp(fight, "bob") == [0]
    finish(fight)


@clause("RI-12")
def test_every_strike_reads_its_figures_afresh() -> None:
    # Cornered Strike (STR) at level 30 adds 3 Might below half HP. Bob's first riposte comes at 20 - 7 = 13 of 20 HP: 7 damage.
    # After the follow-through attack he has 6, below half, but he has no strike left; ann attacks again and his riposte deals 10.
    bob = foe("bob", [1, 0], level=30, traits=["Cornered Strike (STR)"], hp=20)
    fight = begin([person("ann", [0, 0], spd=9, hp=40), bob], [0, 0, 0])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight)[1] == ("bob", "riposte", "hit", 7)
    answer(fight, "wait")
    fight.add_script([99, 0, 99])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight)[4] == ("bob", "riposte", "hit", 10)
    finish(fight)


@clause("RI-12")
def test_a_ruling_between_two_strikes_counts_from_the_next_strike_on() -> None:
    fight = begin([person("ann", [0, 0], hp=40), foe("bob", [1, 0])], [])
    fight.type_dice("*")
    turn(fight, "ann", "engage:bob")
    fight.enter(fight.questions[0].id, [0])
    fight.rule("set", who="bob", stat="Might", value=23)
    fight.enter(fight.questions[0].id, [0])
    assert strikes(fight) == [("ann", "attack", "hit", 7), ("bob", "riposte", "hit", 20)]


@clause("RI-12")
def test_the_arithmetic_told_is_that_of_the_strike_and_not_of_what_it_did() -> None:
    # Level 30: below half HP bob's CON and so his Defense is 3 higher; the blow that brings him there meets Defense 3.
    bob = foe("bob", [1, 0], level=30, traits=["Cornered Strike (CON)", "Cornered Strike (SPD)"], now=12, weapons=[])
    fight = begin([person("ann", [0, 0]), bob], [0])
    turn(fight, "ann", "engage:bob")
    event = next(event for event in fight.events if event.kind == "strike")
    # Hit Chance 60 - 10, damage 10 - 3; he has 5 of 20 HP now, and a Defense of 6 and a Dodge of 16 from now on.
    assert event.math == [("Accuracy of Ann", 60), ("Dodge of Bob", -10), ("Might of Ann", 10), ("Defense of Bob", -3)]
    assert hp(fight, "bob") == [5] and who(fight, "bob").figures(1).defense == 6 and who(fight, "bob").figures(1).dodge == 16
    finish(fight)


@clause("RI-13")
def test_before_an_engagement_both_parties_figures_and_exact_odds_are_shown() -> None:
    ann = person("ann", [0, 0], might=19, accuracy=121, critical=11, dodge=40, avoid=10, defense=6, spd=15, hp=25)
    bob = foe("bob", [1, 0], might=21, accuracy=100, critical=4, dodge=16, avoid=4, defense=6, spd=6, hp=26)
    fight = begin([ann, bob])
    shown = forecast(field(fight), who(fight, "ann"), who(fight, "bob"))
    # 121 - 16 = 105 is shown as 100; 4 - 10 is shown as 0.
    assert shown["ann"] == {"hit": 100, "crit": 7, "damage": 13, "strikes": 2, "strikes_back": True}
    assert shown["bob"] == {"hit": 60, "crit": 0, "damage": 15, "strikes": 1, "strikes_back": True}
    found = odds(fight, "engage:bob")
    assert found.figures == shown
    rows = [["hit", "60 %"], ["critical", "0 %"], ["damage", "15"], ["strikes", "1"], ["strikes back", "yes"]]
    assert found.as_data()["figures"][1] == {"who": "bob", "rows": rows}  # type: ignore[index]
    # First attack: 7 % critical for 39, which drops bob (26 HP) at once; else 13, then the riposte (60 %: 15),
    # then the follow-through, which always hits for at least 13 and drops him.
    assert found.outcomes == {
        (("Ann", "25 HP"), ("Bob", "0 HP")): Fraction(7, 100) + Fraction(93, 100) * Fraction(40, 100),
        (("Ann", "10 HP"), ("Bob", "0 HP")): Fraction(93, 100) * Fraction(60, 100),
    }
    assert found.chances["drop"] == 1
    assert thrown(fight) == []


@clause("RI-13")
def test_the_forecast_is_of_the_place_and_the_weapon_the_option_names() -> None:
    # From the Medium square at (1,0) the riposte has 60 - 10 - 20 = 30 % and deals 10 - 3 - 2 = 5; with the bow from (0,0) none comes.
    people = [person("ann", [0, 1], weapons=[blade(name="knife"), blade(2, name="bow")]), foe("bob", [2, 0])]
    fight = begin(people, [], [".m......", "........"])
    near, far = odds(fight, "engage:bob@1,0").figures, odds(fight, "engage:bob/1@0,0", seat="players").figures
    assert near["bob"] == {"hit": 30, "crit": 0, "damage": 5, "strikes": 1, "strikes_back": True}
    assert far["ann"]["strikes"] == 1 and far["bob"]["strikes_back"] is False and far["bob"]["strikes"] == 0
    # Looking moves nobody; and with closed forecasts players are not shown it.
    assert field(fight).ground.name(who(fight, "ann").place) == "(0,1)" and who(fight, "ann").weapon == 0
    closed = begin(people, options={"forecast": "closed"})
    assert odds(closed, "engage:bob@1,0", seat="players").figures == {} and odds(closed, "engage:bob@1,0").figures
