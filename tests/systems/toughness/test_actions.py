"""Actions (TO-10..TO-23)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, Refusal
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.defense import defense, guard_value
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.vocabulary import DODGE, MELEE, PARRY
from tests.support import clause
from tests.systems.toughness.scene import BOW, SWORD, Scene, foe, one

WITH_EXIT = [">" + "." * 9] * 3

HIT = Weapon("sword", "sword", 3, MELEE, True)
EIGHTEEN = {
    "abilities": {"str": 3, "dex": 1}, "roles": [{"role": "warrior", "level": 4}], "can_parry": True,
    "feats": [{"slot": "defense", "amount": 1}, {"slot": "melee", "amount": 1}],
}  # fmt: skip
"""Melee +6; Defense 18 with Parry 3."""


def kinds(scene: Scene) -> set[str]:
    return {option.split(":")[0] for option in scene.options()}


@clause("TO-10")
def test_a_turn_holds_a_standard_and_a_move_in_either_order_or_two_moves() -> None:
    move_attack = Scene(one("ann", [0, 0]), foe("rat", [3, 0]), dice=[2])
    move_attack.do("move:@2,0")
    move_attack.do("attack:sword:rat:lethal", "turn of ann")
    assert move_attack.asked == "turn of rat"
    attack_move = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[2])
    attack_move.do("attack:sword:rat:lethal")
    assert "standard action of this turn is used" in attack_move.refused("attack:sword:rat:lethal")
    attack_move.do("move:@0,2", "turn of ann")
    assert attack_move.asked == "turn of rat"
    two_moves = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    two_moves.do("move:@2,0")
    two_moves.do("move:@4,0", "turn of ann")
    assert two_moves.asked == "turn of rat"
    move_attack.check_done()
    attack_move.check_done()
    two_moves.check_done()


@clause("TO-10", "TO-12")
def test_a_full_round_action_fills_the_turn_and_needs_all_of_it() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[2])
    scene.do("charge:sword:rat:lethal")
    assert scene.asked == "turn of rat"  # no move after a charge
    moved = Scene(one("ann", [0, 0]), foe("rat", [9, 0], state={"unconscious": True}), foe("cat", [8, 0]))
    moved.do("move:@1,0")
    for act in ("charge:sword:cat:lethal", "fullout:2:sword:cat:lethal", "retreat", "task", "finish:sword:rat:lethal", "bind"):
        assert "needs the whole turn" in moved.refused(act), act
    scene.check_done()


@clause("TO-11")
def test_a_standard_action_may_become_a_move_and_a_move_never_a_standard() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.do("handle")
    scene.do("handle", "turn of ann")  # the standard action given up
    assert scene.asked == "turn of rat"
    other = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    other.do("total")
    assert "standard action of this turn is used" in other.refused("item")
    other.do("handle", "turn of ann")
    assert other.asked == "turn of rat"
    other.check_done()


@clause("TO-12")
def test_anything_the_gm_rules_to_need_the_whole_round_is_a_full_round_action() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    assert "task" in scene.options()
    scene.do("task")
    assert scene.asked == "turn of rat"
    scene.check_done()


@clause("TO-13")
def test_a_charge_adds_two_and_costs_two_defense_until_the_next_turn_starts() -> None:
    # Melee +6 charging, die 9: 17. Own Defense 18 becomes 16.
    scene = Scene(one("ann", [0, 0], **EIGHTEEN), foe("rat", [5, 0], abilities={"dex": 6}), dice=[9, 20])
    scene.do("charge:sword:rat:lethal")
    assert scene.texts("attack")[0] == "Ann attacks Rat with sword (charging): 9 + 8 = 17 against Defense 17: hit."
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, PARRY) == 16
    assert scene.fray.ground.spot(scene.of("ann").cell) == "4,0"
    scene.end_turns()
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, PARRY) == 18
    scene.check_done()


@clause("TO-13")
def test_the_charge_bonus_counts_for_the_confirmation_too() -> None:
    # Defense 17 (DEX 6). Confirmation 9 + 8 = 17 confirms, which melee +6 alone would not.
    scene = Scene(one("ann", [0, 0], **EIGHTEEN), foe("rat", [5, 0], abilities={"dex": 6}), dice=[20, 9, 20])
    scene.do("charge:sword:rat:lethal")
    assert scene.texts("confirmation")[0].endswith("9 + 8 = 17 against Defense 17: a critical hit.")
    scene.check_done()


@clause("TO-13")
def test_a_charge_needs_a_straight_free_run_of_ten_feet_up_to_twice_the_speed() -> None:
    rows = ["." * 20] * 4 + ["....#..............."]
    scene = Scene(
        one("ann", [0, 4]), one("bob", [5, 2]),
        foe("near", [2, 4]), foe("far", [14, 0]), foe("walled", [9, 4]), foe("behind", [10, 0]), map=rows,
    )  # fmt: skip
    assert "no straight free run" in scene.refused("charge:sword:near:lethal")  # one step of 5 ft only
    assert "no straight free run" in scene.refused("charge:sword:far:lethal")  # 65 ft with speed 30
    assert "no straight free run" in scene.refused("charge:sword:walled:lethal")
    assert "no straight free run" in scene.refused("charge:sword:behind:lethal")  # Bob stands on the line
    bows = Scene(one("ann", [0, 4], weapons=[BOW]), foe("rat", [9, 4]))
    assert "melee or grapple" in bows.refused("charge:bow:rat:lethal")
    bows.check_done()


@clause("TO-13")
def test_a_charge_may_end_in_a_hold() -> None:
    # Grapple +1 + 2: 10 + 3 = 13 against 11; opposed 15 + 1 to 5 + 1.
    scene = Scene(one("ann", [0, 0]), foe("rat", [5, 0]), dice=[10, 15, 5])
    scene.do("charge:hold:rat")
    assert scene.of("rat").held_by == "ann"
    scene.check_done()


@clause("TO-14")
def test_a_full_out_attack_trades_defense_for_attack() -> None:
    # Melee +6, X = 4, die 7: 17. Defense 18 becomes 14.
    scene = Scene(one("ann", [0, 0], **EIGHTEEN), foe("rat", [1, 0], abilities={"dex": 6}), dice=[7, 20])
    scene.do("fullout:4:sword:rat:lethal")
    assert scene.texts("attack")[0] == "Ann attacks Rat with sword (all out): 7 + 10 = 17 against Defense 17: hit."
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, PARRY) == 14
    assert scene.asked == "turn of rat"  # no movement with it
    other = Scene(one("ann", [0, 0]), foe("rat", [1, 0]))
    assert "adds 1 to 5" in other.refused("fullout:6:sword:rat:lethal")
    assert "adds 1 to 5" in other.refused("fullout:0:sword:rat:lethal")
    scene.check_done()


@clause("TO-15")
def test_a_retreat_goes_twice_the_speed_never_nearer_to_a_foe_and_adds_two_defense() -> None:
    scene = Scene(one("ann", [14, 2]), foe("rat", [17, 2]))
    assert "keep away" in scene.refused("retreat:@19,2")  # past the foe
    assert "keep away" in scene.refused("retreat:@15,2")  # a step nearer
    assert "keep away" in scene.refused("retreat:@1,2")  # 65 ft
    before = defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE)
    scene.do("retreat:@2,2")  # 60 ft
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == before + 2
    assert scene.asked == "turn of rat"
    scene.end_turns()
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == before
    scene.check_done()


@clause("TO-15")
def test_a_retreat_that_reaches_an_exit_is_an_escape() -> None:
    scene = Scene(one("ann", [5, 0]), one("bob", [0, 4]), foe("rat", [6, 0]), exits=[[0, 0]])
    scene.do("retreat")
    assert "retreat:@0,0" in scene.options()
    scene.do("retreat:@0,0", "where of ann")
    assert scene.of("ann").escaped and scene.asked == "turn of bob"
    assert "ann" not in [fighter.id for fighter in turn_order(scene.fray)]
    scene.check_done()


@clause("TO-16")
def test_standard_actions_are_what_the_book_lists_and_each_uses_the_standard_action() -> None:
    scene = Scene(
        one("ann", [1, 1], powers=[{"name": "Dart", "kind": "attack", "range_ft": 60, "damage": 2}]),
        one("bob", [0, 1], state={"dying": True}, conviction=0), foe("rat", [2, 1]),
    )  # fmt: skip
    standard = {"attack", "defensive", "power", "hold", "item", "prepare", "total", "aid"}
    assert standard <= kinds(scene)
    scene.do("item")
    assert not standard & kinds(scene)
    scene.check_done()


@clause("TO-17")
def test_a_prepared_action_comes_just_before_what_set_it_off_and_moves_its_place() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [9, 0]), foe("cat", [9, 4]), dice=[15, 20])
    scene.do("prepare:approach:attack:sword")
    scene.end_turns(2)  # Ann's move, Bob
    scene.do("move:@5,0", "turn of rat")
    scene.do("move:@1,0", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.texts("attack") == ["Ann attacks Rat with sword (prepared): 15 + 1 = 16 against Defense 11: hit."]
    assert [fighter.id for fighter in turn_order(scene.fray)] == ["bob", "ann", "rat", "cat"]
    assert scene.asked == "turn of cat"  # Rat had used both moves
    scene.check_done()


@clause("TO-17")
def test_a_prepared_attack_may_fell_the_attacker_before_its_blow() -> None:
    scene = Scene(one("ann", [1, 0]), one("bob", [0, 0]), foe("rat", [1, 1]), foe("cat", [9, 4]), dice=[15, 1])
    scene.do("prepare:attack:attack:sword")
    scene.end_turns(2)
    scene.do("attack:sword:bob:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")  # missed by 17: Rat falls and never strikes
    assert scene.of("rat").unconscious
    assert [text.split(" attacks")[0] for text in scene.texts("attack")] == ["Ann"]
    scene.check_done()


@clause("TO-17")
def test_what_is_not_set_off_lapses_when_the_next_turn_starts_and_may_be_let_pass() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.do("prepare:approach:attack:sword")
    scene.end_turns(2)
    assert scene.asked == "turn of ann" and scene.of("ann").prepared == ""
    scene.do("prepare:move:total")
    scene.end_turns()
    scene.do("move:@8,0", "turn of rat")
    scene.do("no", "prepared of ann")
    assert scene.of("ann").stance_guard == 0
    scene.check_done()


@clause("TO-17")
def test_a_prepared_move_asks_where_to_and_a_trigger_may_name_one_foe() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 4]))
    scene.do("prepare:move@cat:move")
    scene.end_turns()
    scene.do("move:@8,0", "turn of rat")  # not the one named
    scene.end_turns()
    scene.do("move:@8,4", "turn of cat")
    scene.do("yes", "prepared of ann")
    scene.do("move:@0,3", "where of ann")
    assert scene.fray.ground.spot(scene.of("ann").cell) == "0,3"
    scene.check_done()


@clause("TO-18")
def test_total_defense_adds_four_to_dodge_and_parry_and_a_defensive_attack_two() -> None:
    scene = Scene(one("ann", [0, 0], **EIGHTEEN), foe("rat", [1, 0]), dice=[10, 20])
    scene.do("total")
    ann, rat = scene.of("ann"), scene.of("rat")
    assert (guard_value(ann, DODGE), guard_value(ann, PARRY)) == (5, 7)
    assert defense(scene.fray, ann, rat, HIT, PARRY) == 22
    scene.end_turns(2)
    scene.do("defensive:sword:rat:lethal", "turn of ann")  # 10 + 6 - 4 = 12 against 11
    assert "10 + 2 = 12" in scene.texts("attack")[0]
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, PARRY) == 20
    scene.check_done()


@clause("TO-18")
def test_both_are_lost_while_dodge_and_parry_are_lost() -> None:
    scene = Scene(one("ann", [0, 0], **EIGHTEEN), foe("rat", [1, 0]))
    scene.do("total")
    scene.rule("mark", who="ann", state="Wounded")
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, PARRY) == 18 - 3 - 2


@clause("TO-19")
def test_move_actions_change_place_or_position_or_handle_an_object() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[SWORD, BOW], state={"prone": True}), foe("rat", [9, 0]))
    assert "prone: stand up first" in scene.refused("move:@1,0")
    scene.do("stand")
    scene.do("draw:bow", "turn of ann")
    held = scene.of("ann").weapon_in_hand()
    assert held is not None and held.key == "bow" and not scene.of("ann").prone
    scene.end_turns()
    scene.do("drop", "turn of ann")
    scene.do("pickup", "turn of ann")
    assert scene.of("ann").weapon_in_hand() is not None
    assert "within 30 ft" in scene.refused("move:@7,0")
    scene.do("move:@6,0", "turn of ann")
    assert scene.asked == "turn of rat"
    scene.check_done()


@clause("TO-20")
def test_free_actions_come_on_top_without_a_limit() -> None:
    scene = Scene(one("ann", [0, 0], conviction=3, state={"hurt": [9]}), foe("rat", [9, 0]))
    scene.do("shield")
    scene.do("drop", "turn of ann")
    scene.do("total", "turn of ann")
    scene.do("pickup", "turn of ann")
    assert scene.asked == "turn of rat"
    assert scene.of("ann").conviction == 2 and scene.of("ann").hurt == []
    scene.end_turns()
    scene.do("yield", "turn of ann")
    assert scene.of("ann").yielded
    scene.check_done()


@clause("TO-22")
def test_the_gm_refuses_or_allows_a_particular_reaction() -> None:
    refused = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    refused.do("prepare:approach:attack:sword")
    refused.end_turns()
    refused.rule("reactions", who="ann", allowed=False)
    refused.do("move:@5,0", "turn of rat")
    refused.do("move:@1,0", "turn of rat")
    assert refused.asked == "turn of ann"  # nobody asked Ann
    allowed = Scene(one("ann", [0, 0], conviction=1, state={"hurt": [9, 9]}), foe("rat", [9, 0]))
    allowed.end_turns()
    allowed.rule("react", who="ann", act="shield")  # on Rat's turn
    assert (allowed.of("ann").hurt, allowed.of("ann").conviction) == ([], 0)
    allowed.rule("react", who="ann", act="drop")
    assert allowed.of("ann").weapon_in_hand() is None
    refused.check_done()
    allowed.check_done()


@clause("TO-22")
def test_the_gm_may_refuse_a_reaction_while_its_question_is_open() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [5, 0]))
    scene.do("prepare:approach:attack:sword")
    scene.end_turns()
    scene.do("move:@1,0", "turn of rat")
    assert scene.asked == "prepared of ann"
    scene.rule("reactions", who="ann", allowed=False)
    assert scene.asked == "turn of rat"
    assert scene.texts("attack") == []
    scene.check_done()


@clause("TO-23")
def test_the_helpless_do_nothing_and_who_owes_a_turn_loses_what_it_prepared() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"hurt": [9]}), foe("rat", [9, 0]), foe("cat", [9, 4]))
    scene.do("prepare:move:attack:sword")
    scene.end_turns()
    scene.rule("mark", who="ann", state="Dazed")
    assert scene.of("ann").prepared == ""
    scene.do("move:@8,0", "turn of rat")
    assert scene.asked == "turn of rat"
    with pytest.raises(Refusal, match="owes a turn"):
        scene.rule("react", who="ann", act="drop")
    scene.rule("react", who="ann", act="shield")  # Conviction is still possible
    assert scene.of("ann").hurt == []
    scene.rule("mark", who="cat", state="Unconscious")
    with pytest.raises(Refusal, match="cannot act"):
        scene.rule("react", who="cat", act="yield")
    scene.end_turns()
    assert scene.asked == "turn of rat"  # Cat is helpless, Ann's turn is forfeited
    scene.check_done()


@clause("TO-15", "TO-63")
def test_whoever_escapes_lets_go_of_whom_it_held() -> None:
    # One step beside the held one leads to the exit without leaving its reach. Hold: 20 hits, 20 beats 1.
    rows = [one("ann", [1, 1]), foe("rat", [1, 0], state={"staggered": True}), foe("cat", [9, 2]), one("bob", [8, 0])]
    scene = Scene(*rows, dice=[20, 20, 1], map=WITH_EXIT)
    scene.do("hold:rat")
    scene.rule("mark", who="rat", state="Unconscious")
    scene.do("end")
    scene.end_turns(2)
    assert scene.of("rat").held_by == "ann"
    scene.do("retreat:@0,1", expect="turn of ann")
    assert scene.of("ann").escaped and scene.of("ann").holding == "" and scene.of("rat").held_by == ""
    scene.check_done()


@clause("TO-23", "TO-100")
def test_the_helpless_cannot_use_the_shield() -> None:
    # 19 + 1 hits the helpless; no question comes before the save: 20 is made against 18, less one Hurt mark.
    scene = Scene(
        one("ann", [0, 0]), foe("rat", [1, 0], conviction=2, state={"unconscious": True, "hurt": [5]}), foe("cat", [9, 2]),
        dice=[19, 20],
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "turn of ann" and scene.of("rat").conviction == 2 and len(scene.of("rat").hurt) == 1
    scene.check_done()


@clause("TO-13")
def test_a_long_weapon_charges_from_fifteen_feet_by_going_nearer_than_it_must() -> None:
    # Reach 10 ft: at 15 ft one step would do, but a charge has 10 ft at least.
    spear = {"name": "spear", "damage": 3, "reach_ft": 10}
    scene = Scene(one("ann", [0, 0], weapons=[spear]), foe("rat", [3, 0]), dice=[15, 20])
    scene.do("charge:spear:rat:lethal")
    assert scene.fray.ground.spot(scene.of("ann").cell) == "2,0"
    assert "15 + 3 = 18" in scene.texts("attack")[0]
    near = Scene(one("ann", [0, 0], weapons=[spear]), foe("rat", [2, 0]))
    assert "no straight free run" in near.refused("charge:spear:rat:lethal")  # 10 ft away: there is no room for the run
    scene.check_done()


@clause("TO-15", "TO-19")
def test_a_retreat_crosses_difficult_ground_at_its_price() -> None:
    # The fence beside Ann costs two squares of movement.
    rows = ["..=................."] * 3
    scene = Scene(one("ann", [3, 1]), foe("rat", [5, 1]), map=rows)
    scene.do("retreat")
    assert {"retreat:@2,1", "retreat:@1,1", "retreat:@0,1"} <= set(scene.options())
    slow = Scene(one("ann", [3, 1], speed_ft=5), foe("rat", [5, 1]), map=rows)
    slow.do("retreat")
    assert "retreat:@2,1" in slow.options() and "retreat:@1,1" not in slow.options()  # two squares' worth: the fence alone
    scene.check_done()


@clause("TO-15")
def test_the_ways_of_a_retreat_are_found_by_one_search() -> None:
    """And shown as they are walked: with sixty on either side a search for each square took half a second."""
    scene = Scene(one("ann", [5, 2]), foe("rat", [7, 2]), map=["................"] * 5)
    scene.do("retreat")
    question = scene.fight.questions[0].question
    assert question is not None
    ways = {option.id(): option.way for option in question.options() if isinstance(option, Act) and option.cell >= 0}
    assert len(ways) > 10 and all(ways.values())
    shown = {option["id"]: option.get("path") for option in scene.fight.view("gm")["questions"][0]["options"]}
    assert shown["retreat:@3,2"] == [[4, 2], [3, 2]]
    scene.check_done()


@clause("TO-15")
def test_whoever_stands_on_a_way_out_may_retreat_from_there() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [5, 4]), foe("rat", [1, 0]), exits=[[0, 0]])
    assert "retreat:@0,0" not in scene.options()  # asked next
    scene.do("retreat")
    scene.do("retreat:@0,0", "where of ann")
    assert scene.of("ann").escaped and scene.asked == "turn of bob"
    inside = Scene(one("ann", [1, 1]), foe("rat", [2, 1]), exits=[[0, 0]])
    assert "keep away" in inside.refused("retreat:@1,1")
    scene.check_done()


@clause("TO-20", "TO-19")
def test_what_is_part_of_the_body_is_not_dropped() -> None:
    scene = Scene(one("boar", [0, 0], weapons=[{"name": "tusks", "natural": True}]), foe("rat", [9, 0]))
    assert "nothing in hand" in scene.refused("drop")
    with pytest.raises(Illegal, match="nothing in hand"):
        scene.rule("react", who="boar", act="drop")
