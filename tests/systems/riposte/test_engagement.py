"""Chapters B and C: the engagement, range and weapons."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal
from quintain.engine.system import stat_named
from quintain.systems.riposte import SYSTEM
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    field,
    finish,
    foe,
    hp,
    offered,
    person,
    place,
    slots,
    strikes,
    thrown,
    turn,
    who,
)


@clause("RI-14")
def test_an_engagement_is_declared_on_ones_turn_against_a_legal_target_in_range() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [1, 0]), foe("dan", [3, 0])]
    fight = begin(people, [99, 99])
    answer(fight, "ann")
    for deed, why in (
        ("engage:dan", "3 away and blade reaches 1"),
        ("engage:cat", "is a friend"),
        ("engage:ann", "is a friend"),
    ):
        with pytest.raises(Illegal, match=why):
            answer(fight, deed)
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R"] and who(fight, "ann").acted
    finish(fight)


@clause("RI-15", "RI-16", "RI-17")
def test_attack_riposte_follow_through_attacks_follow_through_ripostes_in_this_order() -> None:
    # Both have a home-made follow-through, so that all four slots are filled; each is one strike.
    extra = {"name": "again", "follow_throughs": [{"slot": "attack"}, {"slot": "riposte"}]}
    fight = begin([person("ann", [0, 0], traits=[extra]), foe("bob", [1, 0], traits=[extra])], [99] * 4)
    turn(fight, "ann", "engage:bob")
    assert [strike[:2] for strike in strikes(fight)] == [
        ("ann", "attack"),
        ("bob", "riposte"),
        ("ann", "follow-through attack"),
        ("bob", "follow-through riposte"),
    ]
    finish(fight)


@clause("RI-16")
def test_the_declarer_strikes_once_however_fast() -> None:
    fight = begin([person("ann", [0, 0], spd=8), foe("bob", [1, 0])], [99, 99])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-17")
def test_a_riposte_is_automatic_unless_the_switch_lets_the_defender_decline() -> None:
    people = [person("ann", [0, 0]), foe("bob", [1, 0])]
    fight = begin(people, [99, 99])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R"]
    finish(fight)
    fight = begin(people, [99], options={"riposte.choice": "optional"})
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "riposte:bob" and fight.questions[0].controller == "gm"
    answer(fight, "no")
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-18")
def test_a_riposte_is_a_strike_with_the_parties_exchanged() -> None:
    # Bob strikes back with his own figures against ann's on her own ground: 70 - (15 + 10 for Light) = 45; 12 - (4 + 1) = 7.
    ann = person("ann", [0, 0], dodge=15, defense=4)
    bob = foe("bob", [1, 0], might=12, accuracy=70)
    fight = begin([ann, bob], [99, 44], ["l......."] * 2)
    turn(fight, "ann", "engage:bob")
    event = [event for event in fight.events if event.kind == "strike"][-1]
    assert event.data["hit_chance"] == 45 and strikes(fight)[1] == ("bob", "riposte", "hit", 7)
    finish(fight)


@clause("RI-19")
def test_out_of_reach_there_is_nothing_back_and_the_attacker_goes_on() -> None:
    # A bow at distance 2 against a sword, attacker 5 faster: attack and follow-through attack.
    ann = person("ann", [0, 0], spd=10, weapons=[blade(2)])
    fight = begin([ann, foe("bob", [2, 0])], [99, 99])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "FA"]
    finish(fight)
    # A fast defender out of reach has no follow-through riposte either (R15).
    ann = person("ann", [0, 0], weapons=[blade(2)])
    fight = begin([ann, foe("bob", [2, 0], spd=20)], [99])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-20")
@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [(4, 1, ["A", "R"]), (8, 4, ["A", "R", "FA"]), (7, 4, ["A", "R"]), (20, 4, ["A", "R", "FA"])],
)
def test_four_more_speed_gives_one_follow_through_and_never_two(mine: int, theirs: int, expected: list[str]) -> None:
    fight = begin([person("ann", [0, 0], spd=mine), foe("bob", [1, 0], spd=theirs)], [99] * len(expected))
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == expected
    finish(fight)


@clause("RI-21")
def test_the_speed_test_is_the_same_in_both_roles() -> None:
    people = [person("ann", [0, 0], spd=4), foe("bob", [1, 0], spd=8)]
    fight = begin(people, [99] * 6)
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R", "FR"]
    turn(fight, "bob", "engage:ann")
    assert slots(fight)[3:] == ["A", "R", "FA"]
    finish(fight)


@clause("RI-22")
def test_traits_grant_follow_throughs_to_the_slower_party_and_add_up() -> None:
    again = {"name": "again", "follow_throughs": [{"slot": "attack", "count": 2}]}
    fight = begin([person("ann", [0, 0], spd=1, traits=[again]), foe("bob", [1, 0], spd=8)], [99] * 5)
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R", "FA", "FA", "FR"]
    finish(fight)
    # One by speed and two by the trait.
    fight = begin([person("ann", [0, 0], spd=9, traits=[again]), foe("bob", [1, 0])], [99] * 5)
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R", "FA", "FA", "FA"]
    finish(fight)


@clause("RI-23")
def test_all_follow_throughs_of_one_party_are_rolled_in_a_row() -> None:
    twice = {"name": "twice", "follow_throughs": [{"slot": "attack", "count": 2}]}
    once = {"name": "once", "follow_throughs": [{"slot": "riposte"}]}
    fight = begin([person("ann", [0, 0], traits=[twice]), foe("bob", [1, 0], traits=[once])], [99] * 5)
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R", "FA", "FA", "FR"]
    finish(fight)


@clause("RI-24")
@pytest.mark.parametrize(("attack", "riposte"), [(0, 0), (0, 99), (99, 0), (99, 99)])
def test_the_follow_through_comes_whether_or_not_anything_hit(attack: int, riposte: int) -> None:
    fight = begin([person("ann", [0, 0], spd=9), foe("bob", [1, 0])], [attack, riposte, 99])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R", "FA"]
    finish(fight)


@clause("RI-25")
def test_nothing_comes_after_somebody_drops_and_no_die_is_used() -> None:
    people = [person("ann", [0, 0], spd=9), foe("bob", [1, 0], now=7), foe("dan", [7, 3])]
    fight = begin(people, [0])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert slots(fight) == ["A"] and thrown(fight) == [0]
    finish(fight)
    # The rest of a row falls away too: of three follow-throughs the first drops bob.
    again = {"name": "again", "follow_throughs": [{"slot": "attack", "count": 3}]}
    people = [person("ann", [0, 0], traits=[again]), foe("bob", [1, 0], now=7), foe("dan", [7, 3])]
    fight = begin(people, [99, 99, 0])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert slots(fight) == ["A", "R", "FA"]
    finish(fight)


@clause("RI-26")
def test_an_attacker_dropped_by_the_riposte_loses_the_rest_and_its_turn() -> None:
    people = [person("ann", [0, 0], spd=9, now=7), person("cat", [0, 3]), foe("bob", [1, 0])]
    fight = begin(people, [99, 0])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R"] and who(fight, "ann").status == "fallen"
    assert who(fight, "ann").acted and who(fight, "ann").turn_over
    assert asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-27")
def test_counts_and_order_are_fixed_at_declaration() -> None:
    # Ann is 4 faster when she declares; a ruling slows her down before the riposte: her follow-through stays.
    fight = begin([person("ann", [0, 0], spd=9), foe("bob", [1, 0])])
    fight.type_dice("*")
    turn(fight, "ann", "engage:bob")
    fight.enter(fight.questions[0].id, [99])
    fight.rule("set", who="ann", stat="SPD", value=1)
    fight.enter(fight.questions[0].id, [99])
    fight.enter(fight.questions[0].id, [99])
    assert slots(fight) == ["A", "R", "FA"]


@clause("RI-28")
def test_a_defender_ripostes_in_every_engagement_before_and_after_its_own_turn() -> None:
    people = [person("ann", [0, 0]), person("cat", [2, 0]), foe("bob", [1, 0], hp=40)]
    fight = begin(people, [99] * 8)
    turn(fight, "ann", "engage:bob")
    turn(fight, "cat", "engage:bob")
    assert slots(fight) == ["A", "R", "A", "R"]
    turn(fight, "bob", "engage:ann")
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R"] * 4
    finish(fight)


@clause("RI-29")
def test_the_end_of_the_engagement_ends_the_declarers_turn() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 2]), foe("bob", [2, 0])]
    fight = begin(people, [99, 99])
    turn(fight, "ann", "engage:bob@1,0")
    assert who(fight, "ann").turn_over and who(fight, "ann").movement == 0
    assert asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-30")
def test_modifiers_limited_to_a_role_count_for_the_whole_engagement_in_that_role() -> None:
    # +1 SPD when attacking, SPD 7 against 4: a follow-through as attacker, none when engaged.
    quick = {"name": "quick", "modifiers": [{"stat": "SPD", "amount": 1, "scope": "attack"}]}
    people = [person("ann", [0, 0], spd=7, traits=[quick]), foe("bob", [1, 0], spd=4)]
    fight = begin(people, [99] * 5)
    turn(fight, "ann", "engage:bob")
    turn(fight, "bob", "engage:ann")
    assert slots(fight) == ["A", "R", "FA", "A", "R"]
    finish(fight)
    # +5 Defense when riposting counts against the attack and against the follow-through attack, not when she attacks.
    firm = {"name": "firm", "modifiers": [{"stat": "Defense", "amount": 5, "scope": "riposte"}]}
    people = [person("ann", [0, 0], traits=[firm]), foe("bob", [1, 0], spd=9)]
    fight = begin(people, [99, 0, 0, 0, 99, 0])
    turn(fight, "ann", "engage:bob")
    turn(fight, "bob", "engage:ann")
    # As attacker ann takes 7 per riposte, as defender 10 - 8 = 2 per strike: 20 - 7 - 7 - 2 - 2.
    assert slots(fight) == ["A", "R", "FR", "A", "R", "FA"] and hp(fight, "ann") == [2]
    finish(fight)


@clause("RI-30")
def test_outside_an_engagement_modifiers_limited_to_a_role_do_not_count() -> None:
    staff: dict[str, object] = {"name": "staff", "range": [1], "heals": True}
    traits: list[object] = ["Practiced Aggression (STR)", "Elegant Riposte (DEX)"]
    ann = person("ann", [0, 0], level=20, traits=traits, stats={"STR": 12, "DEX": 12}, weapons=[staff])
    people = [ann, person("cat", [0, 1], now=5), foe("bob", [7, 0], mov=0)]
    # Level 20 gives each skill + 2: STR 14 when attacking, DEX 14 when engaged, and a Might of 10 + 2 when attacking.
    fight = begin(people, [62], tasks=[{"id": "talk", "label": "talk", "hp": 5}])
    shown = {stat: SYSTEM.read_stat(fight.battle, who(fight, "ann"), stat_named(SYSTEM, stat)) for stat in ("STR", "DEX", "Might")}
    assert shown == {"STR": 12, "DEX": 12, "Might": 10}
    # A check with STR: 62 is not below 50 + 12, though it is below 50 + 14.
    turn(fight, "ann", "check:talk:STR")
    assert field(fight).tasks[0].left == 5
    finish(fight)
    # Mending gives 10, not 12.
    fight = begin(people)
    turn(fight, "ann", "heal:cat")
    assert hp(fight, "cat") == [15]
    finish(fight)


@clause("RI-31")
def test_the_worked_case_of_the_book() -> None:
    ann = person("ann", [0, 0], might=19, accuracy=121, critical=11, dodge=40, avoid=10, defense=6, spd=15, hp=25)
    bob = foe("bob", [1, 0], might=21, accuracy=100, critical=4, dodge=16, avoid=4, defense=6, spd=6, hp=26)
    fight = begin([ann, bob, foe("dan", [7, 3])], [50, 59, 6])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    # 105 / 7 / 13: 50 hits, bob 26 - 13 = 13. 60 / 0 / 15: 59 hits, ann 25 - 15 = 10. 06 is below 7: 39, bob 0.
    assert strikes(fight) == [
        ("ann", "attack", "hit", 13),
        ("bob", "riposte", "hit", 15),
        ("ann", "follow-through attack", "crit", 39),
    ]
    assert hp(fight, "ann", "bob") == [10, 0] and len(thrown(fight)) == 3
    finish(fight)


# -- range and weapons -------------------------------------------------------------------------------------------------


@clause("RI-32")
def test_distance_is_columns_plus_rows() -> None:
    people = [person("ann", [2, 1], weapons=[blade(2)]), foe("bob", [3, 2])]
    fight = begin(people, [99])
    assert field(fight).ground.distance(who(fight, "ann").place, who(fight, "bob").place) == 2
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A"]
    finish(fight)
    # With the switch a diagonal counts 1.
    fight = begin([person("ann", [2, 1]), foe("bob", [3, 2])], [99, 99], options={"grid.metric": "diagonal"})
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-33")
def test_a_weapon_supports_the_distances_in_its_set_and_no_other() -> None:
    people = [person("ann", [0, 0], weapons=[blade(2)], mov=0), foe("bob", [1, 0])]
    fight = begin(people, [99])
    with pytest.raises(Illegal, match="1 away and blade reaches 2"):
        answer(fight, "engage:bob")
    answer(fight, "wait")
    # Neither does a bow riposte at 1.
    turn(fight, "bob", "engage:ann")
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-33")
def test_by_the_switch_a_wall_on_the_straight_line_between_them_stops_an_engagement() -> None:
    people = [person("ann", [0, 0], weapons=[blade(2)], mov=1), foe("bob", [2, 0], mov=0)]
    rows = [".#......", "........"]
    # Without the switch a bow shoots over the wall (R22).
    fight = begin(people, [99], rows)
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A"]
    finish(fight)
    # With it, neither a person nor a tactic does; from (0,1) bob is 3 away, so ann has nobody to engage.
    fight = begin(people, [], rows, options={"grid.line_of_sight": "on"})
    with pytest.raises(Illegal, match="a wall stands between it and Bob"):
        answer(fight, "engage:bob")
    assert not any(option.startswith("engage") for option in offered(fight))
    fight.automate("heroes", "steady")
    assert slots(fight) == []
    # An object is no wall, and a line that only touches the wall's corner is free: (0,0) to (1,1) passes between.
    fight = begin(people, [99], [".o......", "........"], options={"grid.line_of_sight": "on"})
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A"]
    finish(fight)
    people = [person("ann", [0, 0], weapons=[blade(2)]), foe("bob", [1, 1], mov=0)]
    fight = begin(people, [99], rows, options={"grid.line_of_sight": "on"})
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-14", "RI-45")
def test_where_sight_counts_the_nearest_square_from_which_the_target_is_seen_is_offered() -> None:
    # From (3,0), two squares from bob at (3,2), the wall at (3,1) hides him; from (2,1), two steps away, nothing does.
    people = [person("ann", [3, 0], weapons=[blade(2)]), foe("bob", [3, 2]), foe("dan", [7, 3])]
    rows = ["........", "...#....", "........", "........"]
    fight = begin(people, [99], rows, options={"grid.line_of_sight": "on"})
    assert [option for option in offered(fight) if option.startswith("engage:bob")] == ["engage:bob@2,1"]
    turn(fight, "ann", "engage:bob@2,1")
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-14")
@pytest.mark.parametrize(("sight", "struck"), [("off", True), ("on", False)])
def test_squares_that_are_not_seen_are_not_marked_as_in_reach_of_a_weapon(sight: str, struck: bool) -> None:
    people = [person("ann", [3, 0], weapons=[blade(2)], mov=0), foe("bob", [7, 3])]
    fight = begin(people, [], ["........", "...#....", "........", "........"], options={"grid.line_of_sight": sight})
    asked_now = fight.questions[0].question
    assert asked_now is not None and ([3, 2, 2] in asked_now.reach()) is struck


@clause("RI-34")
@pytest.mark.parametrize(("deed", "expected"), [("engage:bob", ["A"]), ("engage:bob@1,0", ["A", "R"])])
def test_the_attackers_position_fixes_the_distance_of_attack_and_riposte(deed: str, expected: list[str]) -> None:
    people = [person("ann", [0, 0], weapons=[blade(1, 2)]), foe("bob", [2, 0])]
    fight = begin(people, [99] * len(expected))
    turn(fight, "ann", deed)
    assert slots(fight) == expected
    finish(fight)


@clause("RI-35", "RI-57")
def test_changing_weapons_is_free_on_ones_turn_and_the_last_one_ripostes() -> None:
    knife, bow = blade(name="knife"), blade(2, name="bow")
    people = [person("ann", [0, 0], weapons=[knife, bow]), foe("bob", [2, 0], weapons=[blade(1, 2)])]
    fight = begin(people, [99, 99])
    turn(fight, "ann", "equip/1", "equip/0", "equip/1")
    assert not who(fight, "ann").acted and who(fight, "ann").movement == 5
    answer(fight, "wait")
    # Attacked at distance 2 she ripostes with the bow; at distance 1 she could not.
    turn(fight, "bob", "engage:ann")
    assert slots(fight) == ["A", "R"]
    fight.add_script([99])
    turn(fight, "ann", "wait")
    turn(fight, "bob", "engage:ann@1,0")
    assert slots(fight) == ["A", "R", "A"]
    finish(fight)


@clause("RI-35")
def test_the_switch_lets_a_defender_change_once_when_an_attack_is_declared() -> None:
    knife, bow = blade(name="knife"), blade(2, name="bow")
    people = [person("ann", [0, 0], weapons=[blade(2)]), foe("bob", [2, 0], weapons=[knife, bow])]
    fight = begin(people, [99, 99], options={"weapon.switch": "any_time"})
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "switch:bob"
    answer(fight, "1")
    assert slots(fight) == ["A", "R"] and who(fight, "bob").weapon == 1
    finish(fight)


@clause("RI-35")
def test_by_that_switch_empty_hands_may_take_up_their_only_weapon() -> None:
    people = [person("ann", [0, 0]), foe("bob", [1, 0], weapon=-1)]
    fight = begin(people, [99, 99], options={"weapon.switch": "any_time"})
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "switch:bob"
    answer(fight, "0")
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-36")
def test_empty_hands_neither_engage_nor_riposte_but_defend() -> None:
    # By formula: CON 4 and LUK 3, SPD 5 give Defense 4, Dodge 2 x 5 + 3 = 13; the shield's parts are gone.
    shield = blade(name="shield", defense=6, dodge=7)
    bob = foe("bob", [1, 0], stats={"CON": 4, "LUK": 3}, weapons=[shield])
    block = bob["block"]
    assert isinstance(block, dict)
    block["calculated"] = {}
    fight = begin([person("ann", [0, 0]), bob], [46])
    assert who(fight, "bob").figures(1).defense == 10 and who(fight, "bob").figures(1).dodge == 20
    fight.rule("set", who="bob", stat="weapon", value=-1)
    turn(fight, "ann", "engage:bob")
    # 60 - 13 = 47: 46 hits for 10 - 4 = 6; nothing comes back.
    assert strikes(fight) == [("ann", "attack", "hit", 6)]
    assert not any(option.startswith("engage:ann") and "/" not in option for option in offered(fight))
    with pytest.raises(Illegal, match="no weapon is in hand"):
        answer(fight, "engage:ann")
    assert place(fight, "bob") == "(1,0)"
    finish(fight)
