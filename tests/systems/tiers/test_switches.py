"""Every switch the software offers does what its row says; what is not offered is refused."""

from __future__ import annotations

import pytest

from quintain.engine import Fight
from quintain.library.forms import switches_of
from quintain.library.problems import FileProblem
from quintain.systems.tiers.situation import is_flanking
from quintain.systems.tiers.switches import DECLARED, Switches
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    arena,
    asked,
    at,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    needed,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
    wounds,
)


def test_a_value_that_is_not_offered_is_refused_with_a_sentence() -> None:
    for options in ({"zero_hp": "maybe"}, {"crit_wound": "maybe"}, {"diagonals": "free"}, {"resist_amount": -1}):
        with pytest.raises(FileProblem) as caught:
            begin([person("ann", (5, 5)), foe("bob", (6, 5))], options=options)
        assert "options" in str(caught.value)


def strike(
    options: Row, dice: list[int], answers: dict[str, str] | None = None, ann: Row | None = None, bob: Row | None = None
) -> Fight:
    """Ann strikes Bob, or with `swap` in answers Bob strikes Ann, under these options."""
    people = [person("ann", (5, 5), **(ann or {})), foe("bob", (6, 5), **(bob or {}))]  # type: ignore[arg-type]
    fight = begin(people, dice, options=options)
    wanted = dict(answers or {})
    if wanted.pop("swap", ""):
        stances(fight)
        hit(fight, "bob", "ann", wanted)
    else:
        to_turn(fight, "ann")
        hit(fight, "ann", "bob", wanted)
    finish(fight)
    return fight


def test_deep_penalty_throws_more_dice_below_0() -> None:
    """Tier 1, Distracted and blinded: -1. flat 2d20, deeper 2 + 1 = 3d20, the lowest."""
    ann: Row = {"tier": 1, "effects": [{"wound": "Distracted"}, {"wound": "blinded"}]}
    for word, count in (("flat", 2), ("deeper", 3)):
        fight = strike({"deep_penalty": word}, [2] * count + [1, 1], ann=ann)
        assert dice_thrown(fight, "attack") == [f"{count}d20 worst! + 2d8 best!"]


def test_adjacent_shot_may_be_penalised() -> None:
    for word, count in (("exempt", 2), ("penalised", 1)):
        people = [person("ann", (5, 5), items=["longbow"]), foe("bob", (6, 5))]
        fight = begin(people, [2] * count + [1, 1], options={"adjacent_shot": word})
        to_turn(fight, "ann")
        hit(fight, "ann", "bob", weapon="longbow:hunt")
        assert dice_thrown(fight, "attack") == [f"{count}d20 best! + 2d6 best!"]
        finish(fight)


def test_a_cap_on_defense_bonuses() -> None:
    """Concealed and Sheltered would be +10."""
    bob: Row = {"effects": [{"boon": "Concealed"}, {"boon": "Sheltered"}]}
    for cap, number in ((0, 27), (5, 22)):
        fight = strike({"defense_bonus_cap": cap}, [2, 2, 1, 1], bob=bob)
        assert any(event.kind == "defense" and f"needed {number}" in event.text for event in fight.events)


def test_fixed_severity_clear_ends_a_fixed_wound_at_once_and_lowers_a_graded_one() -> None:
    effects = [{"wound": "stunned"}, {"wound": "Weakened", "level": 3}]
    people = [person("ann", (5, 5), effects=effects), foe("bob", (15, 5))]
    fight = begin(people, [12, 1, 1, 12, 1, 1], options={"fixed_severity": "clear"})
    to_turn(fight, "ann")
    act(fight, "resist:stunned.-1.-1")
    act(fight, "resist:Weakened.-1.-1")
    assert wounds(fight, "ann") == {"Weakened": 2}
    finish(fight)


def test_flank_angle_180_wants_straight_lines() -> None:
    people = [person("ann", (5, 5)), person("dee", (7, 4)), foe("bob", (6, 5))]
    for angle, flanks in ((135, True), (180, False)):
        fight = begin(people, options={"flank_angle": angle})
        assert is_flanking(arena(fight), who(fight, "ann"), who(fight, "bob")) is flanks


def test_forced_movement_may_pay_for_difficult_ground() -> None:
    """Pushed 15' over two difficult squares: free 3 squares, costs 1 (10' + 5' left is not enough for the second)."""
    rows = ["............"] * 5 + [".......~~..."] + ["............"] * 3
    shove: Row = {"name": "Shove", "kind": "melee", "within": 5, "action": "Skirmish", "wounds": [{"wound": "pushed", "feet": 15}]}
    for word, x in (("free", 9), ("costs", 7)):
        ground: Row = {"rows": rows, "legend": {"~": ["difficult"]}}
        people = [person("ann", (5, 5), powers=[shove]), foe("bob", (6, 5))]
        fight = begin(people, [15, 2, 7, 1], map=ground, options={"forced_difficult": word})
        to_turn(fight, "ann")
        act(fight, "power:0:@bob")
        assert at(fight, "bob") == (x, 5)


def test_half_damage_may_be_rounded_down() -> None:
    bob: Row = {"traits": [{"boon": "Resistant", "energy": "Kinetic"}]}
    for word, left in (("up", 37), ("down", 38)):
        assert hp(strike({"half_damage_round": word}, [15, 2, 7, 1, 2, 3], bob=bob), "bob") == [left]


def test_healing_may_be_one_die() -> None:
    mend: Row = {"name": "Mend", "form": "heal", "within": 30, "quality": 3}
    people = [person("ann", (5, 5), powers=[mend]), person("dee", (7, 5), hp=20, max_hp=40), foe("bob", (15, 5))]
    fight = begin(people, [5], options={"healing_dice": "one"})
    to_turn(fight, "ann")
    act(fight, "power:0:@dee")
    assert hp(fight, "dee") == [25]
    finish(fight)


def test_hidden_may_outlast_an_attack() -> None:
    fight = strike({"hidden_after_attack": "stays"}, [2, 2, 2, 1, 1], {"swap": "yes"}, bob={"hiding": True})
    assert boons(fight, "bob") == {"Hidden": 5}


def test_areas_may_spare_the_hidden() -> None:
    blast: Row = {"name": "Blast", "kind": "area", "square": 10, "within": 30, "action": "Skirmish"}
    for word, rolls in (("hit", 2), ("immune", 1)):
        people = [person("ann", (5, 5), powers=[blast]), foe("bob", (8, 5)), foe("cat", (9, 5), hiding=True)]
        fight = begin(people, [2, 2, 1, 1] * rolls, options={"hidden_vs_area": word})
        to_turn(fight, "ann")
        act(fight, "power:0:8,5")
        assert len(dice_thrown(fight, "attack")) == rolls
        finish(fight)


def test_the_incapacitated_may_be_allowed_to_react() -> None:
    for word, asks in (("no", False), ("yes", True)):
        people = [person("ann", (5, 5), effects=[{"wound": "Incapacitated"}]), foe("bob", (6, 5))]
        # 5 + 1 = 6 meets the Defense of 6 without a critical step.
        fight = begin(people, [5, 2, 1, 1, 1, 1], options={"incapacitated_react": word})
        stances(fight)
        answer(fight, "attack:sword:skirmish:@ann")
        assert (asked(fight) == "damage:ann") is asks


def test_npcs_without_stress_may_resist_by_a_free_test() -> None:
    """Ann: 10 + 7 = 17, damage 8 + 8. Bob resists: 16 + 1 = 17 works and costs nothing; 15 + 1 does not."""
    for first, left in ((16, 34), (15, 24)):
        fight = strike({"npc_resist": "free_test"}, [10, 2, 7, 1, 8, 8, first, 2, 1], {"damage:bob": "resist"})
        assert hp(fight, "bob") == [left] and who(fight, "bob").stress == 0


def test_reacts_on_the_own_turn_may_be_allowed() -> None:
    for word, asks in (("no", False), ("yes", True)):
        fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [10, 2, 7, 1, 2, 2], options={"react_own_turn": word})
        to_turn(fight, "ann")
        answer(fight, "advance:2,5")
        answer(fight, "strike:sword:skirmish")
        assert (asked(fight) == "damage:ann") is asks


def test_resisting_may_take_another_amount_off() -> None:
    fight = strike({"resist_amount": 3}, [10, 2, 7, 1, 8, 8, 18, 2, 1], {"swap": "yes", "damage:ann": "resist"})
    assert hp(fight, "ann") == [27]


def test_the_same_wound_may_add_up_to_5() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], options={"same_wound": "add"})
    for expected in (3, 5):
        fight.rule("wound", who="bob", wound="burning", severity=3)
        assert wounds(fight, "bob") == {"burning": expected}


def test_sickened_may_weaken_by_its_severity_and_weakened_may_take_points() -> None:
    """Skirmish 3 with sickened 3: 2 - 1 = 1 die, or 2 - 3 = 0. flat: 2d8 + d8 less 1 point."""
    ann: Row = {"ratings": {"skirmish": 3}, "effects": [{"wound": "sickened", "level": 3}]}
    assert dice_thrown(strike({"sickened_weakened": "severity"}, [15, 7, 1, 1, 4], ann=ann), "damage") == ["1d8"]
    fight = strike({"weakened_mode": "flat"}, [15, 7, 1, 1, 4, 4, 4], ann=ann)
    assert dice_thrown(fight, "damage") == ["2d8 + 1d8"] and hp(fight, "bob") == [29]


def test_a_slam_may_count_its_full_distance() -> None:
    """Slammed 20' into a wall after 5': 2d10."""
    slam: Row = {"name": "Slam", "kind": "melee", "within": 5, "action": "Skirmish", "wounds": [{"wound": "Slammed", "feet": 20}]}
    rows = ["............"] * 5 + ["........#..."] + ["............"] * 3
    people = [person("ann", (5, 5), powers=[slam]), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1, 3, 4], map={"rows": rows, "legend": {"#": ["wall"]}}, options={"slam_distance": "full"})
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert hp(fight, "bob") == [33]
    finish(fight)


def test_armor_may_help_against_any_attack_or_any_damage() -> None:
    hex_: Row = {
        "name": "Hex", "range": 30, "action": "Skirmish", "defenses": ["Grit"], "damage": "power", "die": 4, "energy": ["Psychic"],
    }  # fmt: skip
    people = [person("ann", (5, 5), soak=3, stress=0), foe("bob", (9, 5), powers=[hex_])]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 1], options={"soak_scope": "any_attack"})
    stances(fight)
    act(fight, "power:0:@ann", {"damage": "soak:1"})
    assert hp(fight, "ann") == [40]
    burning = person("ann", (5, 5), soak=3, stress=0, effects=[{"wound": "burning", "level": 1}])
    fight = begin([burning, foe("bob", (9, 5))], [4], options={"soak_scope": "any_damage"})
    stances(fight)
    answer(fight, "stop")
    assert asked(fight) == "damage:ann"
    answer(fight, "soak:1")
    assert hp(fight, "ann") == [40]


def test_the_worst_lurker_may_count() -> None:
    """Prowl 19 and 12; Survey 12 notices the worse one."""
    people = [
        person("ann", (5, 5), ratings={"survey": 1}, awareness="roll"),
        foe("bob", (9, 5), ratings={"prowl": 1}, lurking=True),
        foe("cat", (9, 7), ratings={"prowl": 1}, lurking=True),
    ]
    fight = begin(people, [15, 3, 4, 10, 2, 2, 10, 2, 2], options={"surprise_target": "worst"})
    answer(fight, "roll")
    settle(fight)
    assert not who(fight, "ann").surprised
    finish(fight)


def test_regeneration_may_come_before_the_ticks() -> None:
    """2 HP, bleeding d4 shows 3, regenerating 1 + 2: first to 5, then to 2; the other way round it would be death."""
    effects = [{"wound": "bleeding", "level": 1}, {"boon": "regenerating", "level": 1}]
    for word, left, status in (("heal_first", 2, 0), ("damage_first", 0, 2)):
        people = [person("ann", (5, 5)), foe("bob", (15, 5), hp=2, max_hp=40, effects=effects), foe("cat", (15, 7))]
        fight = begin(people, [3], options={"tick_order": word})
        to_turn(fight, "ann")
        assert (who(fight, "bob").hp, who(fight, "bob").status) == (left, status)


def test_touch_may_count_as_melee() -> None:
    touch: Row = {"name": "Touch", "kind": "touch", "within": 5, "action": "Skirmish"}
    for word, number in ((False, 22), (True, 17)):
        fight = begin([person("ann", (5, 5), powers=[touch]), foe("bob", (6, 5))], [2, 2, 1, 1], options={"touch_is_melee": word})
        to_turn(fight, "ann")
        assert needed(act(fight, "power:0:@bob")) == number


def test_wounds_may_be_shaken_off_without_a_roll_or_for_stress() -> None:
    """auto: no dice. stress: 11 v 12 fails and costs 4, but works."""
    for word, dice, stress in (("auto", [], 0), ("stress", [11, 3, 3], 4)):
        people = [person("ann", (5, 5), effects=[{"wound": "rooted"}]), foe("bob", (15, 5))]
        fight = begin(people, dice, options={"wound_resist": word})
        to_turn(fight, "ann")
        act(fight, "resist:rooted.-1.-1")
        assert wounds(fight, "ann") == {"rooted": 2} and who(fight, "ann").stress == stress
        finish(fight)


def test_the_number_against_wounds_may_be_the_sources_or_11() -> None:
    """Bob has Tier 5: 15. 11 does with "11", not with 12 (own)."""
    for word, face, works in (("source", 14, False), ("source", 15, True), ("11", 11, True), ("own", 11, False)):
        people = [person("ann", (5, 5), effects=[{"wound": "rooted", "source": 1}]), foe("bob", (15, 5), tier=5)]
        fight = begin(people, [face, 1, 1], options={"wound_tn": word})
        to_turn(fight, "ann")
        act(fight, "resist:rooted.1.-1")
        assert (wounds(fight, "ann") == {"rooted": 2}) is works


def test_a_beacon_start_and_hidden_rolls_are_read() -> None:
    people = [person("ann", (5, 5)), foe("bob", (6, 5))]
    block = people[0]["block"]
    assert isinstance(block, dict)
    del block["beacon"]
    fight = begin(people, options={"beacon_start": 3})
    assert who(fight, "ann").beacon == 3
    to_turn(fight, "ann")
    assert "beacon:act" in offered(fight)


def test_every_switch_is_read_under_the_name_it_is_declared_by_and_says_what_it_does() -> None:
    chosen: Row = {one.name: list(one.values)[-1] for one in DECLARED if one.kind == "text"}
    chosen |= {"beacon_start": 3, "flank_angle": 180, "touch_is_melee": True}
    set_so = Switches(chosen)
    assert {name: getattr(set_so, name) for name in chosen} == chosen
    assert [one.name for one in DECLARED if not one.doc or "" in one.values.values()] == []
    for row in switches_of("tiers"):
        assert row["doc"] and all(words for _, words in row["choices"])
        for value, _ in row["choices"]:
            begin([person("ann", (1, 1)), foe("bob", (5, 5))], options={row["name"]: value})


@pytest.mark.parametrize(("name", "written"), [("defense_bonus_cap", "none"), ("decision_timer", "off"), ("decision_timer", False)])
def test_none_and_off_are_written_as_the_book_writes_them(name: str, written: object) -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], options={name: written})
    assert getattr(arena(fight).switches, name) == 0
