"""A ruling while a die is awaited, a result is held or a question is open: what is left of the act, and what is told (TOR-70)."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Illegal
from tests.support import clause
from tests.systems.toughness.scene import REROLL, Scene, duel, enter, foe, held, let_stand, one, typed

HUSH = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
DART = {"name": "Dart", "kind": "attack", "range_ft": 100, "damage": 3}
MEND = {"key": "mend", "name": "Mend", "kind": "mend", "range_ft": 5}
BURST = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 10, "save": "ref", "damage": 4}
OUT: Any = [
    ("mark", {"who": "ann", "state": "Unconscious"}),
    ("set", {"who": "ann", "stat": "bound", "value": True}),
    ("set", {"who": "rat", "stat": "escaped", "value": True}),
    ("mark", {"who": "rat", "state": "Dead"}),
]
"""The striker out of it, or the target gone."""


# -- the attack ----------------------------------------------------------------------------------------------------


@clause("TO-47", "TO-23")
@pytest.mark.parametrize(("name", "args"), OUT)
def test_an_attack_that_a_ruling_takes_away_before_its_die_is_told_as_lost(name: str, args: dict[str, Any]) -> None:
    scene = typed(duel(), "ann")
    scene.do("attack:sword:rat:lethal")
    scene.rule(name, **args)
    assert (scene.texts("attack"), scene.texts("lost")) == ([], ["Ann's attack on Rat comes to nothing."])
    scene.check_done()


@clause("TO-47", "TO-115")
@pytest.mark.parametrize(("name", "args"), OUT)
def test_a_held_attack_goes_with_whoever_made_it_or_whom_it_was_meant_for(name: str, args: dict[str, Any]) -> None:
    scene = held(duel())
    scene.next_dice(15)
    scene.do("attack:sword:rat:lethal")
    scene.rule(name, **args)
    let_stand(scene)
    assert (scene.texts("attack"), scene.texts("toughness")) == ([], [])
    assert scene.texts("lost") == ["Ann's attack on Rat comes to nothing."]
    scene.check_done()


@clause("TO-51", "TO-53")
@pytest.mark.parametrize(("name", "args"), OUT)
def test_a_hit_whose_confirmation_a_ruling_takes_away_is_told_as_lost(name: str, args: dict[str, Any]) -> None:
    scene = typed(duel(), "ann", "rat")
    scene.do("attack:sword:rat:lethal")
    enter(scene, 20)
    assert scene.fight.questions[0].id.startswith("confirmation:ann")
    scene.rule(name, **args)
    assert (scene.texts("confirmation"), scene.texts("toughness")) == ([], [])
    assert scene.texts("lost") == ["Ann's attack on Rat comes to nothing."]
    scene.check_done()


@clause("TO-66", "TO-115")
@pytest.mark.parametrize(("name", "args"), OUT[2:])
def test_nobody_who_is_gone_is_marked_by_a_save_that_was_held(name: str, args: dict[str, Any]) -> None:
    # 15 + 1 hits 11; 2 against 18 would be missed by 16.
    scene = held(duel())
    scene.next_dice(15, 2)
    scene.do("attack:sword:rat:lethal")
    scene.do("go")
    scene.rule(name, **args)
    let_stand(scene)
    assert (scene.texts("toughness"), scene.states("rat")) == ([], ["Dead"] if name == "mark" else [])
    scene.check_done()


@clause("TO-54", "TO-17")
def test_whoever_drops_its_weapon_while_another_may_interrupt_strikes_nobody() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0]))
    scene.do("prepare:attack:item")
    scene.do("end")
    scene.do("attack:sword:rat:lethal", "turn of ann")
    scene.rule("react", who="ann", act="drop")
    scene.do("no", "prepared of rat")
    assert (scene.texts("attack"), scene.texts("lost")) == ([], ["Ann's attack on Rat comes to nothing."])
    scene.check_done()


@clause("TO-58", "TO-115")
def test_a_finishing_blow_that_is_ruled_out_before_it_falls_is_told_as_lost() -> None:
    scene = Scene(foe("rat", [1, 1]), one("ann", [0, 0]), foe("cat", [1, 0], state={"unconscious": True}))
    scene.do("prepare:attack:item")
    scene.do("end")
    scene.do("finish:sword:cat:lethal", "turn of ann")
    scene.rule("no_finishing", who="cat")
    scene.do("no", "prepared of rat")
    assert [(one.text, one.clause) for one in scene.fight.events if one.kind == "lost"] == [
        ("Ann's attack on Cat comes to nothing.", "TO-58")
    ]
    scene.check_done()


@clause("TO-51", "TO-52")
def test_what_is_given_while_the_confirmation_is_awaited_counts_for_it() -> None:
    # 19 + 1 hits and threatens; 8 + 1 + 2 = 11 confirms: 15 + 3 + 3 = 21. Natural 20 is 20: missed by 1.
    scene = typed(duel(weapons=[{"name": "sword", "damage": 3, "threat": 19}]), "ann", "rat")
    scene.do("attack:sword:rat:lethal")
    enter(scene, 19)
    scene.rule("modify", who="ann", slot="melee", amount=2)
    enter(scene, 8)
    enter(scene, 20)
    assert scene.texts("toughness") == ["Toughness of Rat: 20 + 0 = 20 against 21: first degree."]
    assert scene.states("rat") == ["Hurt", "Bruised"]
    scene.check_done()


@clause("TO-51", "TO-115")
def test_a_confirmation_is_held_like_the_attack_and_judged_again() -> None:
    # 20 hits and threatens; 15 + 1 = 16 would confirm against 11, and does not against 20: 15 + 3 = 18, missed by 16.
    scene = held(duel())
    scene.next_dice(20, 15, 2)
    scene.do("attack:sword:rat:lethal")
    scene.do("go")
    assert scene.fight.questions[0].id == "hold:confirmation#1"
    scene.rule("modify", who="rat", slot="defense", amount=9)
    let_stand(scene)
    assert [event.verdict for event in scene.fight.events if event.kind == "confirmation"] == ["an ordinary hit"]
    assert scene.texts("toughness") == ["Toughness of Rat: 2 + 0 = 2 against 18: fourth degree."]
    scene.check_done()


@clause("TO-108")
@pytest.mark.parametrize(("name", "args"), [("remove", {"who": "rat"}), *OUT])
def test_no_point_is_asked_for_an_attack_that_has_come_to_nothing(name: str, args: dict[str, Any]) -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=2), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0]), options=REROLL, dice=[15]
    )
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "reroll of ann"
    scene.rule(name, **args)
    assert scene.asked.startswith("turn of")
    assert (scene.of("ann").conviction, scene.texts("attack")) == (2, [])
    scene.check_done()


@clause("TO-108", "TO-106")
def test_a_point_spent_to_roll_again_is_told_though_that_die_is_taken_away() -> None:
    rows = [one("ann", [0, 0], conviction=2), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0])]
    scene = typed(Scene(*rows, options=REROLL), "ann")
    scene.do("attack:sword:rat:lethal")
    enter(scene, 3)
    scene.do("yes", "reroll of ann")
    scene.rule("mark", who="rat", state="Dead")
    assert (scene.of("ann").conviction, scene.asked) == (1, "turn of ann")
    assert scene.texts("conviction") == ["Ann spends Conviction to roll again for attack."]
    assert scene.texts("lost") == ["Ann's attack on Rat comes to nothing."]
    scene.check_done()


# -- powers, hazards, saves ----------------------------------------------------------------------------------------


@clause("TO-104")
def test_nobody_who_is_gone_makes_or_fails_a_save_that_was_held() -> None:
    scene = held(duel(powers=[HUSH]))
    scene.next_dice(2)
    scene.do("power:hush:rat")
    scene.rule("set", who="rat", stat="escaped", value=True)
    let_stand(scene)
    assert (scene.texts("save"), scene.states("rat")) == ([], [])
    scene.check_done()


@clause("TO-101", "TO-108")
def test_no_point_is_asked_for_a_save_of_one_who_is_gone() -> None:
    scene = Scene(one("ann", [0, 0], conviction=2), one("bob", [9, 4]), foe("rat", [1, 0]), options=REROLL, dice=[15])
    scene.rule("save", who="ann", save="ref", dc=25)
    assert scene.asked == "reroll of ann"
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert scene.texts("save") == [] and scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-103", "TO-54")
def test_a_power_whose_target_is_moved_behind_a_wall_before_the_die_is_not_rolled() -> None:
    wall = ["....#..............."] * 4 + ["." * 20]
    scene = typed(Scene(one("ann", [0, 0], powers=[DART]), foe("rat", [3, 0]), map=wall), "ann")
    scene.do("power:dart:rat")
    scene.rule("move", who="rat", to="6,0")
    assert scene.asked == "turn of ann"
    assert scene.texts("lost") == ["Ann's attack on Rat comes to nothing."]
    scene.check_done()


@clause("TO-17", "TO-103", "TO-121")
@pytest.mark.parametrize(("power", "whom", "moved"), [(MEND, "bob", "bob"), ({**DART, "range_ft": 20}, "rat", "rat")])
def test_a_power_out_of_range_after_an_interruption_is_told_as_lost(power: dict[str, Any], whom: str, moved: str) -> None:
    bob = one("bob", [1, 0], conviction=0, state={"staggered": True})
    scene = Scene(foe("rat", [3, 0]), one("ann", [0, 0], powers=[power]), bob)
    scene.do("prepare:power:item")
    scene.do("end")
    scene.do(f"power:{power['name'].lower()}:{whom}", "turn of ann")
    scene.rule("move", who=moved, to="15,4")
    scene.do("no", "prepared of rat")
    assert scene.texts("lost") == [f"Ann's {power['name']} comes to nothing."]
    assert scene.texts("recovery") + scene.texts("attack") == []
    scene.check_done()


@clause("TO-100", "TO-105")
def test_whoever_leaves_in_the_middle_of_an_area_is_asked_for_nothing_more() -> None:
    scene = typed(
        Scene(
            foe("rat", [9, 0], powers=[BURST]), one("ann", [0, 0], state={"hurt": [5]}, conviction=2), one("bob", [1, 0]),
        ),
        "*",
    )  # fmt: skip
    scene.do("power:burst:@0,0")
    assert scene.fight.questions[0].id.startswith("ref:ann")
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert scene.fight.questions[0].id.startswith("ref:bob")
    scene.check_done()


@clause("TO-102", "TO-86")
def test_the_dead_meet_no_second_hazard_on_the_same_square() -> None:
    # 2 against 15 + 30 is missed by 43.
    fire = {"name": "fire", "squares": [[1, 0]], "damage": 30, "kind": "lethal"}
    acid = {"name": "acid", "squares": [[1, 0]], "damage": 5, "save": "ref", "dc": 10, "kind": "lethal"}
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [9, 0]), dice=[2], hazards=[fire, acid])
    scene.do("move:@1,0")
    assert scene.of("ann").dead and scene.texts("hazard") == ["Ann gets into fire."]
    scene.check_done()


# -- first aid, recovery, dying ------------------------------------------------------------------------------------


@clause("TO-98", "TO-115")
@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("mark", {"who": "bob", "state": "Dead"}), ("clear", {"who": "bob", "state": "Dying"}),
        ("mark", {"who": "ann", "state": "Unconscious"}), ("move", {"who": "bob", "to": "9,4"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("when", ["awaited", "held"])
def test_first_aid_that_a_ruling_makes_pointless_is_told_as_lost(when: str, name: str, args: dict[str, Any]) -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [1, 0], state={"dying": True}), one("eve", [5, 4]), foe("rat", [9, 0]))
    if when == "held":
        held(scene).next_dice(19)
    else:
        typed(scene, "ann")
    scene.do("aid:bob")
    scene.rule(name, **args)
    let_stand(scene)
    assert (scene.texts("aid"), scene.texts("lost")) == ([], ["Ann's first aid for Bob comes to nothing."])
    scene.check_done()


@clause("TO-90", "TO-115")
def test_a_held_recovery_of_what_is_gone_already_is_not_told() -> None:
    staggered = {"staggered": True, "subdual_check": 0}
    scene = held(Scene(foe("rat", [9, 0]), one("ann", [0, 0], conviction=0, state=staggered), dice=[15]))
    scene.do("end")
    scene.rule("clear", who="ann", state="Staggered")
    let_stand(scene)
    assert scene.texts("recovery") == [] and scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-86", "TO-94")
def test_a_held_dying_check_does_not_bring_the_dead_back() -> None:
    # 19 + 1 would have saved her by 10.
    ann = one("ann", [0, 0], conviction=0, abilities={"con": 1}, state={"dying": True})
    scene = held(Scene(foe("rat", [9, 0]), ann, one("bob", [5, 4]), dice=[19]))
    scene.do("end")
    scene.rule("mark", who="ann", state="Dead")
    let_stand(scene)
    assert scene.of("ann").dead and scene.texts("dying") == [] and scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-07", "TO-92")
@pytest.mark.parametrize("when", ["own_turn", "round_start"])
def test_whoever_is_taken_off_the_field_dying_has_no_check_while_the_fight_goes_on(when: str) -> None:
    # Only once the rat has fallen too: 5 against 10.
    rows = [one("bob", [5, 4]), one("ann", [0, 0], conviction=0, state={"dying": True}), foe("rat", [9, 0])]
    scene = Scene(*rows, options={"dying_when": when})
    scene.rule("set", who="ann", stat="escaped", value=True)
    for who in ("bob", "rat", "bob"):
        assert scene.asked == f"turn of {who}"
        scene.end_turns()
    assert (scene.texts("dying"), scene.fray.round) == ([], 2)
    scene.next_dice(5)
    scene.rule("mark", who="rat", state="Dead")
    assert scene.of("ann").dead and len(scene.texts("dying")) == 1
    scene.check_done()


@clause("TO-07", "TO-112")
def test_whoever_is_taken_off_the_field_dying_still_rolls_to_its_end() -> None:
    # The rat falls by the GM's word, the fight is over; Ann, dying and away, rolls 5 against 10 and is dead.
    scene = Scene(one("bob", [5, 4]), one("ann", [0, 0], conviction=0, state={"dying": True}), foe("rat", [9, 0]))
    scene.rule("set", who="ann", stat="escaped", value=True)
    typed(scene, "ann", "rat")
    scene.rule("mark", who="rat", state="Dying")
    enter(scene, 5)
    enter(scene, 5)
    assert (scene.of("ann").dead, scene.of("rat").dead, scene.winner) == (True, True, "heroes")
    scene.check_done()


# -- falls and owed turns ------------------------------------------------------------------------------------------


@clause("TO-17", "TO-122", "TO-115")
def test_a_prepared_action_answers_a_fall_by_being_bound() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [1, 0]), foe("rat", [9, 0]))
    scene.do("prepare:fall:item")
    scene.rule("set", who="bob", stat="bound", value=True)
    scene.do("no", "prepared of ann")
    scene.check_done()


@clause("TO-17", "TO-95", "TO-97")
@pytest.mark.parametrize("how", ["turn", "round", "time"])
def test_a_prepared_action_answers_a_death_by_a_failed_check(how: str) -> None:
    """TOR-69: whatever caused it. Bob dies of 2 against 10 at his turn, as the round begins, or while the GM lets time pass."""
    options = {"dying_when": "round_start"} if how == "round" else {}
    bob = one("bob", [1, 0], conviction=0, state={"dying": True})
    scene = Scene(foe("rat", [9, 0]), one("ann", [0, 0]), bob, options=options, dice=[2])
    scene.do("end")
    scene.do("prepare:fall:item", "turn of ann")
    if how == "time":
        scene.rule("pass_time", amount=1, unit="rounds")
    else:
        scene.do("end", "turn of ann")
    assert scene.of("bob").dead
    scene.do("yes", "prepared of ann")
    assert scene.texts("item") == ["Ann uses an item."]
    scene.check_done()


@clause("TO-77", "TO-14")
def test_whoever_is_dazed_after_its_full_round_owes_the_next_turn_as_well() -> None:
    # All out: 19 + 2 hits, 1 against 18 fells the rat. The cat answers the fall: 19 + 1 hits, 11 against 18 is missed by 7.
    scene = Scene(foe("cat", [1, 1]), foe("rat", [1, 0]), one("ann", [0, 0]), one("bob", [9, 4]), dice=[19, 1, 19, 11])
    scene.do("prepare:fall:attack:sword", "turn of cat")
    scene.end_turns(2)
    scene.do("fullout:1:sword:rat:lethal", "turn of ann")
    scene.do("yes", "prepared of cat")
    assert (scene.states("ann"), scene.of("ann").owes, scene.asked) == (["Wounded", "Dazed"], 1, "turn of bob")
    scene.check_done()


@clause("TO-100")
def test_the_shield_is_refused_once_the_die_has_fallen_and_is_held() -> None:
    ann = one("ann", [0, 0], conviction=2, state={"hurt": [5]})
    scene = held(Scene(foe("rat", [1, 0]), ann, one("bob", [9, 4]), dice=[15, 10]))
    scene.do("attack:sword:ann:lethal")
    scene.do("go")
    scene.do("no", "shield of ann")
    with pytest.raises(Illegal, match="has fallen"):
        scene.rule("react", who="ann", act="shield")
    let_stand(scene)
    scene.check_done()


# -- on the way, in an area, in the aftermath ----------------------------------------------------------------------


@clause("TO-19", "TO-115")
def test_a_square_that_the_gm_puts_somebody_on_while_a_hazard_is_met_on_the_way_is_taken() -> None:
    everywhere = [[2, y] for y in range(5)]
    fire = {"name": "fire", "squares": everywhere, "save": "ref", "dc": 10, "damage": 1, "success": "negates"}
    scene = typed(Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [9, 0]), hazards=[fire]), "ann")
    scene.do("move:@4,0")
    assert scene.fight.questions[0].id.startswith("ref:ann")
    scene.rule("move", who="bob", to=[4, 0])
    enter(scene, 19)
    assert (scene.of("ann").cell, scene.of("bob").cell) == (3, 4)
    assert scene.texts("stopped") == ["Ann gets no further: beside Bob."]
    scene.check_done()


@clause("TO-105")
@pytest.mark.parametrize("by_gm", [False, True])
def test_whoever_is_moved_out_of_an_area_before_its_own_save_is_spared(by_gm: bool) -> None:
    scene = typed(Scene(one("ann", [0, 0], powers=[BURST]), foe("rat", [5, 0]), foe("cat", [6, 0])), "rat", "cat")
    scene.rule("set", who="cat", stat="yielded", value=True)
    if by_gm:
        scene.rule("blast", at="5,0", radius_ft=10, save="ref", dc=10, damage=4)
    else:
        scene.do("power:burst:@5,0")
    assert scene.fight.questions[0].id.startswith("ref:rat")
    scene.rule("move", who="cat", to=[19, 4])
    enter(scene, 20)
    enter(scene, 20)
    assert (scene.asked, scene.of("cat").yielded) == ("turn of ann", True)
    assert len(scene.texts("save")) == 1
    scene.check_done()


@clause("TO-112")
def test_whoever_is_marked_dying_after_the_fight_rolls_to_its_end_like_the_others() -> None:
    scene = Scene(one("ann", [0, 0], conviction=0), one("bob", [0, 4], conviction=2), foe("rat", [1, 0]))
    scene.rule("mark", who="bob", state="Hurt")
    scene.rule("mark", who="rat", state="Dead")
    assert scene.asked == "heart of bob"
    scene.next_dice(9, 4)
    scene.rule("mark", who="ann", state="Dying")
    scene.do("no")
    assert (scene.asked, scene.states("ann")) == ("nothing", ["Dead"])
    scene.check_done()


# -- points and dice -----------------------------------------------------------------------------------------------


@clause("TO-106", "TO-107")
@pytest.mark.parametrize("scope", ["recovery", "any_own_d20"])
def test_a_point_taken_away_while_the_die_is_awaited_is_none_that_was_spent_on_it(scope: str) -> None:
    rows = [one("ann", [0, 0], conviction=3), one("bob", [0, 4]), foe("rat", [9, 0])]
    scene = typed(Scene(*rows, options={"conviction_when": "after", "conviction_scope": scope}), "ann")
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    assert scene.fight.questions[0].id.startswith("dying:ann")
    scene.rule("award", who="ann", points=-1)
    enter(scene, 3)
    scene.do("yes", "floor of ann")
    assert (scene.of("ann").conviction, scene.of("ann").dying_dc) == (1, 11)
    scene.check_done()


@clause("TO-106", "TO-108")
def test_a_point_given_back_after_a_second_throw_is_none_for_the_same_roll() -> None:
    options = {"conviction_when": "after", **REROLL}
    scene = typed(Scene(one("ann", [0, 0], conviction=1), one("bob", [0, 4]), foe("rat", [9, 0]), options=options), "ann")
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    enter(scene, 3)
    scene.do("yes", "reroll of ann")
    scene.rule("award", who="ann", points=1)
    enter(scene, 15)
    assert scene.texts("dying") == ["Ann is dying: 15 + 0 = 15 against 10: holding on."]
    scene.check_done()


@clause("TO-51")
@pytest.mark.parametrize(("name", "args"), [("move", {"who": "rat", "to": [9, 4]}), ("react", {"who": "ann", "act": "drop"})])
def test_a_threat_is_confirmed_wherever_the_two_are_by_then_as_the_hit_stands(name: str, args: dict[str, Any]) -> None:
    scene = typed(duel(), "ann", "rat")
    scene.do("attack:sword:rat:lethal")
    enter(scene, 20)
    scene.rule(name, **args)
    assert scene.fight.questions[0].id.startswith("confirmation:ann")
    enter(scene, 10)
    enter(scene, 20)
    assert scene.texts("toughness") == ["Toughness of Rat: 20 + 0 = 20 against 21: first degree."]
    scene.check_done()


@clause("TO-60", "TO-63")
def test_a_hold_that_is_out_of_reach_before_both_dice_count_is_told_as_lost() -> None:
    rows = [one("ann", [0, 0], conviction=0), one("bob", [0, 4]), foe("rat", [1, 0], conviction=1)]
    scene = Scene(*rows, options=REROLL, dice=[19, 15, 2])
    scene.do("hold:rat")
    assert scene.asked == "reroll of rat"
    scene.rule("move", who="rat", to=[9, 4])
    assert (scene.asked, scene.texts("lost")) == ("turn of ann", ["Ann's struggle with Rat comes to nothing."])
    assert (scene.of("ann").holding, scene.of("rat").conviction, scene.texts("opposed")) == ("", 1, [])
    scene.check_done()


@clause("TO-17")
def test_nobody_is_asked_to_answer_what_one_who_is_felled_by_then_was_about_to_do() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [1, 1]), foe("cat", [0, 0]), one("bob", [0, 1]))
    scene.end_turns(1)
    scene.do("prepare:attack:item")
    scene.end_turns(1)
    scene.do("attack:sword:bob:lethal", "turn of cat")
    assert scene.asked == "prepared of ann"
    scene.rule("mark", who="cat", state="Unconscious")
    assert (scene.asked, scene.of("ann").prepared) == ("turn of bob", "attack:item")
    scene.check_done()


@clause("TO-92")
def test_no_point_is_asked_for_against_a_check_that_is_not_made_any_more() -> None:
    rows = [one("ann", [0, 0], conviction=1), one("bob", [0, 4]), foe("rat", [9, 0])]
    scene = Scene(*rows, options={"conviction_extra": ["escape_death"]})
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    assert scene.asked == "escape death of ann"
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert (scene.asked, scene.of("ann").dying) == ("turn of bob", True)
    scene.check_done()
