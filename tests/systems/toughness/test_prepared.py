"""Prepared actions: every standard and move action, every trigger, and where they stand in the order (TO-17)."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.preparations import TRIGGERS
from tests.support import clause
from tests.systems.toughness.scene import BOW, SWORD, Scene, foe, one

MEND = {"name": "Mend", "kind": "mend", "range_ft": 5, "uses": 2}
BURST = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 5, "save": "ref", "damage": 4, "uses": 1}
HUSH = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
DART = {"name": "Dart", "kind": "attack", "range_ft": 100, "damage": 3}


def order(scene: Scene) -> list[str]:
    return [fighter.id for fighter in turn_order(scene.fray)]


def waiting(plan: str, dice: list[int] | None = None, at: list[int] | None = None, **ann: Any) -> Scene:
    """Ann prepares this and ends her turn; Bob beside her does nothing; it is the turn of Rat, nine squares away or at `at`."""
    scene = Scene(
        one("ann", [0, 0], conviction=0, **ann), one("bob", [0, 1], conviction=0), foe("rat", at or [9, 0]), foe("cat", [19, 4]),
        dice=dice or [],
    )  # fmt: skip
    scene.do(f"prepare:{plan}", "turn of ann")
    scene.end_turns(2)
    assert scene.asked == "turn of rat"
    return scene


@clause("TO-17", "TO-98")
def test_first_aid_is_prepared_for_the_fall_of_an_ally_and_given_at_once() -> None:
    # Rat: 15 + 1 hits 11; Bob's save of 1 against 18 is missed by 17: Unconscious and Dying. Ann: 11 + 4 = 15 saves him.
    scene = waiting("fall:aid", [15, 1, 11], [1, 1], medicine=4)
    scene.do("attack:sword:bob:lethal")
    assert scene.states("bob") == ["Dying", "Unconscious"]
    scene.do("yes", "prepared of ann")
    assert scene.states("bob") == ["Unconscious", "Disabled"]
    assert scene.texts("aid") == ["Ann gives first aid to Bob: 11 + 4 = 15 against 15: saved."]
    assert order(scene) == ["bob", "ann", "rat", "cat"]  # directly ahead of Rat, who brought the fall about
    assert scene.asked == "turn of rat"  # its move is left
    scene.check_done()


@clause("TO-17")
def test_a_fall_that_is_not_the_one_named_sets_nothing_off() -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=0), one("bob", [0, 1], conviction=0), one("eve", [1, 0], conviction=0),
        foe("rat", [1, 1]), foe("cat", [2, 1]), dice=[15, 1, 15, 1],
    )  # fmt: skip
    scene.do("prepare:fall@eve:aid")
    scene.end_turns(3)
    scene.do("attack:sword:bob:lethal", "turn of rat")
    scene.do("end", "turn of rat")  # nobody asked Ann
    scene.do("attack:sword:eve:lethal", "turn of cat")
    scene.do("no", "prepared of ann")
    assert scene.of("ann").prepared == "fall@eve:aid"  # let pass, it waits on until her next turn
    scene.check_done()


@clause("TO-17")
def test_a_fall_may_be_answered_with_a_blow_at_whoever_brought_it_about() -> None:
    # Bob falls (missed by 17). Ann strikes Rat: 15 + 1 hits 11, saved by 20.
    scene = waiting("fall:attack:sword", [15, 1, 15, 20], [1, 1])
    scene.do("attack:sword:bob:lethal")
    scene.do("yes", "prepared of ann")
    assert scene.texts("attack")[-1].startswith("Ann attacks Rat with sword (prepared)")
    scene.check_done()


@clause("TO-17", "TO-105")
def test_the_fall_of_one_in_the_middle_of_an_area_is_answered_once_the_area_is_done() -> None:
    # Burst on Bob and Ann: 13 is the difficulty of an adept 2 with WIS 2. Both fail; Bob falls (1), Ann is unhurt (20).
    adept = {"roles": [{"role": "adept", "level": 2}], "abilities": {"wis": 2}}
    scene = Scene(
        one("ann", [0, 0], conviction=0, medicine=4), one("bob", [0, 1], conviction=0),
        foe("rat", [9, 0], **adept, powers=[{**BURST, "damage": 5}]), dice=[2, 20, 2, 1, 15],
    )  # fmt: skip
    scene.do("prepare:fall:aid")
    scene.end_turns(2)
    scene.do("power:burst:@0,1", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.states("bob") == ["Unconscious", "Disabled"] and scene.states("ann") == []
    scene.check_done()


@clause("TO-17")
@pytest.mark.parametrize("plan", ["move:item", "move:handle", "word:item"])
def test_an_item_or_an_object_may_be_prepared(plan: str) -> None:
    scene = waiting(plan)
    if plan.startswith("word"):
        scene.rule("trigger", who="ann")
    else:
        scene.do("move:@8,0")
    scene.do("yes", "prepared of ann")
    assert len(scene.texts("item")) + len(scene.texts("handle")) == 1
    assert scene.of("ann").prepared == ""
    scene.check_done()


@clause("TO-17", "TO-19")
def test_standing_up_drawing_and_picking_up_may_be_prepared() -> None:
    for plan, state in (("move:stand", {"prone": True}), ("move:draw:bow", {}), ("move:pickup", {})):
        scene = Scene(one("ann", [0, 0], weapons=[SWORD, BOW], state=state), foe("rat", [9, 0]))
        if plan == "move:pickup":
            scene.do("drop")
        assert f"prepare:{plan}" in scene.options()
        scene.do(f"prepare:{plan}", "turn of ann")
        scene.end_turns()
        scene.do("move:@8,0", "turn of rat")
        scene.do("yes", "prepared of ann")
        ann = scene.of("ann")
        held = ann.weapon_in_hand()
        assert not ann.prone and held is not None and held.key == ("bow" if "draw" in plan else "sword")
        scene.check_done()


@clause("TO-17", "TO-121")
def test_mending_may_be_prepared_for_a_named_ally_or_for_whoever_falls() -> None:
    # Bob: a subdual blow missed by 16 knocks him out; Ann mends, CON +0, die 10.
    scene = waiting("fall:power:mend", [15, 2, 10], [1, 1], powers=[MEND])
    scene.do("attack:sword:bob:subdual")
    scene.do("yes", "prepared of ann")
    assert scene.states("bob") == [] and scene.of("ann").used == [1]
    named = Scene(
        one("ann", [0, 0], powers=[MEND]), one("bob", [0, 1], conviction=0, state={"staggered": True}), foe("rat", [9, 0]), dice=[10]
    )
    assert "for which ally" in named.refused("prepare:move:power:mend")
    named.do("prepare:move:power:mend@bob")
    named.end_turns(2)
    named.do("move:@8,0", "turn of rat")
    named.do("yes", "prepared of ann")
    assert named.states("bob") == []
    scene.check_done()
    named.check_done()


@clause("TO-17", "TO-104", "TO-105")
def test_powers_of_every_kind_may_be_prepared() -> None:
    adept: dict[str, Any] = {"roles": [{"role": "adept", "level": 2}]}
    # Hush: Will 0 against 11, die 10 fails: Dazed in its move, before anything was done: the rest of the turn is lost, the debt paid.
    hush = waiting("move:power:hush", [10], **adept, powers=[HUSH])
    hush.do("move:@8,0")
    hush.do("yes", "prepared of ann")
    assert hush.states("rat") == ["Dazed"] and hush.of("rat").owes == 0 and hush.asked == "turn of cat"
    # Burst about the one who set it off: both dice.
    burst = waiting("move:power:burst", [20, 20], **adept, powers=[BURST])
    burst.do("move:@8,0")
    burst.do("yes", "prepared of ann")
    assert [entry.at.split("#")[0] for entry in burst.fight.entries if entry.do == "roll"] == ["ref:rat", "toughness:rat"]
    # Dart at somebody else than who set it off.
    dart = waiting("move:power:dart@cat", [1], **adept, powers=[DART])
    dart.do("move:@8,0")
    dart.do("yes", "prepared of ann")
    assert dart.texts("attack")[0].startswith("Ann attacks Cat with Dart")
    for scene in (hush, burst, dart):
        scene.check_done()


@clause("TO-17", "TO-62", "TO-63")
def test_grappling_may_be_prepared() -> None:
    # Ann holds Rat (15 hits, 15 + 5 to 10 + 1), then prepares to pin it when Cat moves: 12 + 5 to 10 + 1.
    strong = {"abilities": {"str": 4}}
    scene = Scene(one("ann", [0, 0], **strong), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[15, 15, 10, 12, 10])
    assert "holds nobody" in scene.refused("prepare:move@cat:pin")
    scene.do("hold:rat")
    scene.end_turns(3)
    scene.do("prepare:move@cat:pin", "turn of ann")
    scene.end_turns(2)
    scene.do("move:@8,4", "turn of cat")
    scene.do("yes", "prepared of ann")
    assert scene.of("rat").pinned
    # Whoever has prepared to break out and is held meanwhile does so when somebody else moves: 20 + 1 to 1 + 5.
    free = Scene(foe("rat", [1, 0]), one("ann", [0, 0], **strong), foe("cat", [9, 4]), dice=[15, 15, 10, 20, 1])
    free.do("prepare:move@cat:escape", "turn of rat")
    free.end_turns()
    free.do("hold:rat", "turn of ann")
    free.end_turns()
    free.do("move:@8,4", "turn of cat")
    free.do("yes", "prepared of rat")
    assert free.of("rat").held_by == ""
    scene.check_done()
    free.check_done()


@clause("TO-17", "TO-18")
def test_a_defensive_attack_may_be_prepared_with_both_its_sides() -> None:
    # 14 + 1 - 4 = 11 hits; Dodge +2 until Ann's next turn.
    scene = waiting("approach:defensive:sword", [14, 20], [5, 0])
    scene.do("move:@1,0")
    scene.do("yes", "prepared of ann")
    assert "14 - 3 = 11 against Defense 11: hit" in scene.texts("attack")[0]
    assert scene.of("ann").stance_guard == 2
    scene.check_done()


@clause("TO-17")
def test_a_preparation_may_be_prepared_once_over() -> None:
    scene = waiting("move:prepare:attack:attack:sword", [15, 20], [3, 1])
    scene.do("move:@1,1")
    scene.do("yes", "prepared of ann")
    assert scene.of("ann").prepared == "attack:attack:sword"
    scene.do("attack:sword:bob:lethal", "turn of rat")
    scene.do("no", "prepared of ann")
    again = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    assert "cannot be prepared" in again.refused("prepare:move:prepare:move:prepare:move:total")


@clause("TO-17")
def test_a_trigger_may_be_what_an_ally_does() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 2]), foe("rat", [1, 0]), foe("cat", [19, 4]), dice=[15, 20])
    assert "against whom" in scene.refused("prepare:move@bob:attack:sword")
    scene.do("prepare:move@bob:attack:sword@rat")
    scene.end_turns()
    scene.do("move:@0,4", "turn of bob")
    scene.do("yes", "prepared of ann")
    assert scene.texts("attack")[0].startswith("Ann attacks Rat")
    assert order(scene) == ["ann", "bob", "rat", "cat"]  # ahead of Bob, where she stood already
    scene.check_done()


@clause("TO-17")
def test_what_one_prepared_action_does_may_set_off_another() -> None:
    # Rat prepares to strike when Ann moves; Bob prepares to strike when Rat attacks his side. Bob's blow comes first of all.
    scene = Scene(
        foe("rat", [1, 0]), one("bob", [2, 0]), one("ann", [0, 0]), foe("cat", [19, 4]), dice=[15, 1]
    )
    scene.do("prepare:move:attack:sword", "turn of rat")
    scene.end_turns()
    scene.do("prepare:attack:attack:sword", "turn of bob")
    scene.end_turns()
    scene.do("move:@0,3", "turn of ann")
    scene.do("yes", "prepared of rat")
    scene.do("yes", "prepared of bob")  # missed by 17: Rat falls before it strikes
    assert scene.of("rat").helpless and [text.split()[0] for text in scene.texts("attack")] == ["Bob"]
    assert scene.fray.ground.spot(scene.of("ann").cell) == "0,3"  # her move goes on
    assert order(scene) == ["bob", "rat", "ann", "cat"]
    scene.check_done()


@clause("TO-17", "TO-102")
def test_a_prepared_move_meets_hazards_and_may_be_answered() -> None:
    pit = {"name": "the pit", "squares": [[0, 1]], "save": "ref", "dc": 14, "damage": 4}
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), hazards=[pit], dice=[2, 20])
    scene.do("prepare:move:move")
    scene.end_turns()
    scene.do("move:@8,0", "turn of rat")
    scene.do("yes", "prepared of ann")
    scene.do("move:@0,1", "where of ann")
    assert scene.texts("hazard") == ["Ann gets into the pit."]
    scene.check_done()


@clause("TO-17")
def test_fired_in_the_next_round_before_the_own_turn_the_new_place_counts_for_that_round() -> None:
    # Order rat, ann. Ann prepares in round 1; Rat sets it off in round 2, before her turn: she stands ahead of Rat from now on.
    scene = Scene(foe("rat", [9, 0]), one("ann", [0, 0]), foe("cat", [19, 4]))
    scene.end_turns()
    scene.do("prepare:move@rat:total", "turn of ann")
    scene.end_turns(2)
    scene.do("move:@8,0", "turn of rat")
    scene.do("yes", "prepared of ann")
    scene.end_turns()
    assert (scene.asked, scene.fray.round) == ("turn of cat", 2)
    scene.end_turns()
    assert (scene.asked, scene.fray.round) == ("turn of ann", 3) and scene.of("ann").stance_guard == 0
    scene.check_done()


@clause("TO-17", "TO-22", "TO-115")
def test_the_gm_says_when_a_trigger_of_the_story_has_come_and_only_for_what_can_be_done() -> None:
    scene = waiting("word:attack:sword", [15, 20], [1, 0])
    with pytest.raises(Refusal, match="prepared nothing"):
        scene.rule("trigger", who="bob")
    with pytest.raises(Refusal, match="cannot do now"):
        scene.rule("trigger", who="ann", cause="cat")  # out of reach
    scene.rule("trigger", who="ann", cause="rat")
    scene.do("yes", "prepared of ann")
    assert scene.texts("attack")[0].startswith("Ann attacks Rat") and scene.asked == "turn of rat"
    assert order(scene) == ["bob", "ann", "rat", "cat"]
    scene.check_done()


@clause("TO-02", "TO-17")
def test_whoever_is_moved_ahead_of_somebody_later_in_the_round_has_no_second_turn() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [19, 4]))
    scene.do("prepare:word:total")
    scene.end_turns()
    scene.rule("trigger", who="ann", cause="cat")  # on Rat's turn; Cat is still to come
    scene.do("yes", "prepared of ann")
    assert order(scene) == ["rat", "ann", "cat"]
    scene.end_turns()
    assert (scene.asked, scene.fray.round) == ("turn of cat", 1)
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of ann", 2)
    scene.check_done()


@clause("TO-17", "TO-84")
def test_prepared_first_aid_and_items_do_not_push_and_a_prepared_power_does() -> None:
    for plan, dying in (("move:item", False), ("move:total", False), ("move:stand", False), ("move:power:dart", True)):
        state = {"disabled": True, "prone": True}
        scene = Scene(
            one("ann", [0, 0], state=state, powers=[DART], conviction=0), one("bob", [0, 4]), foe("rat", [9, 0]),
            dice=[1] if dying else [],
        )  # fmt: skip
        scene.do(f"prepare:{plan}")
        scene.end_turns(2)
        scene.do("handle", "turn of rat")
        scene.do("move:@8,0", "turn of rat")  # Rat's own second move is not Ann's
        scene.do("yes", "prepared of ann")
        assert scene.of("ann").dying == dying, plan
        scene.check_done()


@clause("TO-17")
@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("dance:total", "a trigger is"),
        ("move:charge", "only standard and move"),
        ("move:fullout:sword", "only standard and move"),
        ("move:end", "only standard and move"),
        ("move@nobody:total", "nobody by that name"),
        ("move@ann:total", "nobody by that name"),
        ("word@rat:total", "nobody by that name"),
        ("move:attack:axe", "not in hand"),
        ("move:attack:sword:kindly", "lethal or subdual"),
        ("move:attack:sword@bob", "same side"),
        ("move:power:dart", "no such power"),
        ("move:draw:axe", "no such weapon"),
        ("move:total:sword", "cannot be prepared"),
        ("move:item@bob", "cannot be prepared"),
        ("move:aid", "for which ally"),
        ("move:aid@rat", "help goes to an ally"),
        ("move:aid@ann", "help goes to an ally"),
        ("move:", "only standard and move"),
    ],
)
def test_what_cannot_be_prepared_is_refused_with_the_reason(plan: str, why: str) -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 1]), foe("rat", [9, 0]))
    assert why in scene.refused(f"prepare:{plan}")


@clause("TO-17")
def test_every_listed_preparation_is_legal_and_says_what_it_is() -> None:
    scene = Scene(
        one("ann", [0, 0], weapons=[SWORD, BOW], powers=[MEND, BURST, HUSH, DART], state={"prone": True}), foe("rat", [9, 0])
    )
    listed = [option for option in scene.fight.questions[0].options if option.id.startswith("prepare:")]
    assert {option.id.split(":")[1] for option in listed} == set(TRIGGERS)
    assert {option.id.split(":")[2] for option in listed} == {
        "attack", "power", "hold", "total", "move", "item", "handle", "stand", "draw", "aid",
    }  # fmt: skip
    labels = {option.id: option.label for option in listed}
    assert labels["prepare:fall:aid"] == "Prepare: give first aid when an ally falls"
    assert labels["prepare:word:item"] == "Prepare: use an item when the GM says that its moment has come"
    assert len(set(labels.values())) == len(labels)


@clause("TO-17", "TO-115")
def test_a_ruling_that_makes_the_prepared_action_impossible_withdraws_its_question() -> None:
    scene = waiting("approach:attack:sword", None, [5, 0])
    scene.do("move:@1,0")
    assert scene.asked == "prepared of ann"
    scene.rule("move", who="rat", to=[12, 0])
    assert scene.asked == "turn of rat" and scene.of("ann").prepared != "" and scene.texts("attack") == []
    scene.check_done()


@clause("TO-17")
def test_whoever_lets_a_fall_pass_that_a_prepared_action_brought_about_is_not_asked_again() -> None:
    # Ann's blow hits for a natural 20, confirmed; 1 + 0 against 21 is missed by 20.
    scene = Scene(one("ann", [2, 0]), one("cat", [0, 1]), foe("rat", [1, 0]), foe("dog", [9, 0]), dice=[20, 19, 1])
    scene.do("prepare:attack:attack:sword")
    scene.do("end")
    scene.do("prepare:fall@rat:item")
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.states("rat") == ["Dead"]
    scene.do("no", "prepared of cat")
    assert scene.asked == "turn of dog"
    scene.check_done()
