"""Confusion and readied actions, dice of riders that are not thrown, harm by a miss, opportunity attacks, proposals to flee."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Illegal, NotYours
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc

BOW = {"name": "Bow", "kind": "ranged", "bonus": 30, "defence": "AC", "targets": {"range": "faraway"}, "hit": [{"damage": 2}]}


# -- confusion ---------------------------------------------------------------------------------------------------------


def confused_archer(**more: object) -> Scene:
    """A foe with nothing but a bow, engaged with Ann and confused; its ally stands by."""
    people = [pc("ann", engaged=["archer"]), dummy("archer", attacks=[BOW], initiative=30), dummy("friend", initiative=-9)]
    scene = Scene(people, [1, 1, 1], **more)
    assert scene.now == "turn archer"
    return scene


@clause("ES-53", "ES-159")
def test_a_confused_archers_shot_draws_from_the_enemies_engaged_with_it() -> None:
    scene = confused_archer()
    scene.rule("crit_bonus", who="archer", condition="confused")
    scene.do("confused")
    assert scene.now == "opportunity ann"
    scene.do("yes", 15, 10)  # her sword for 10, then the arrow at its friend
    assert (scene.hp("archer"), scene.hp("friend")) == (90, 98)
    scene.check_clean()


@clause("ES-60", "ES-159")
def test_a_confused_archer_felled_by_the_opportunity_does_not_shoot() -> None:
    scene = confused_archer()
    scene.rule("crit_bonus", who="archer", condition="confused")
    scene.rule("set", who="archer", stat="hp", value=5)
    scene.do("confused")
    scene.do("yes", 15)
    scene.do("slay")
    assert scene.hp("friend") == 100
    scene.check_clean()


@clause("ES-19", "ES-20", "ES-159")
def test_a_confused_attack_sets_off_what_was_readied_against_attacks() -> None:
    people = [pc("ann", engaged=["foe"]), dummy("foe", initiative=0, hp=9), dummy("friend", initiative=-9)]
    scene = Scene(people, [10, 1, 1])
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("attacks:foe")
    scene.end_turn()
    scene.rule("crit_bonus", who="foe", condition="confused")
    scene.do("confused")
    assert scene.now == "fire ann"
    scene.do("yes", 15)  # 10 damage before its blow: it falls, and strikes nobody
    scene.do("slay")
    assert scene.hp("friend") == 100
    scene.check_clean()


# -- dice that do not apply are not thrown -------------------------------------------------------------------------------


@clause("ES-170")
def test_the_dice_of_a_rider_are_thrown_only_where_it_applies() -> None:
    def rolled(needs: list[str], *dice: int, **extra: object) -> int:
        rider = {"when": "natural even hit", "needs": needs, "effects": [{"extra_damage": "1d6", **extra}]}
        claw = {"name": "Claw", "bonus": 30, "defence": "AC", "hit": [{"damage": 4}], "riders": [rider]}
        scene = Scene([pc("ann", engaged=["foe"]), dummy("foe", attacks=[claw], initiative=30)], [1, 1])
        scene.do("use:0:ann", 12, *dice)
        scene.check_clean()  # a die that was not thrown would be left over
        return 40 - scene.hp("ann")

    assert rolled([], 5) == 9
    assert rolled(["self_staggered"]) == 4
    assert rolled(["target_staggered"]) == 4
    assert rolled(["escalation_odd"]) == 4
    assert rolled([], against="staggered") == 4
    assert rolled([], 5, against="not_staggered") == 9


@clause("ES-170")
def test_a_rider_that_fires_once_rolls_its_dice_once() -> None:
    rider = {"when": "hit", "once": "turn", "effects": [{"extra_damage": "1d6"}]}
    claw = {"name": "Claw", "bonus": 30, "defence": "AC", "attacks": 2, "hit": [{"damage": 4}], "riders": [rider]}
    scene = Scene([pc("ann", engaged=["foe"]), dummy("foe", attacks=[claw], initiative=30)], [1, 1])
    scene.do("use:0:ann", 11, 6, 11)
    assert scene.hp("ann") == 40 - 10 - 4
    scene.check_clean()


@clause("ES-170")
def test_one_rider_that_fires_once_serves_only_the_first_of_several_targets() -> None:
    rider = {"when": "hit", "once": "turn", "effects": [{"extra_damage": "1d6"}]}
    blast = {
        "name": "Blast", "kind": "close", "bonus": 30, "defence": "AC", "targets": {"count": 2}, "hit": [{"damage": 4}],
        "riders": [rider],
    }  # fmt: skip
    scene = Scene([pc("ann"), pc("bob"), dummy("foe", attacks=[blast], initiative=30)], [1, 1, 1])
    scene.do("use:0", 11, 11, 6)
    assert (scene.hp("ann"), scene.hp("bob")) == (30, 36)
    scene.check_clean()


def test_with_damage_per_target_a_miss_rolls_no_dice() -> None:
    sweep = {
        "name": "Sweep", "kind": "close", "bonus": 9, "defence": "AC", "targets": {"count": 2}, "hit": [{"damage": "1d8"}],
    }  # fmt: skip
    scene = Scene([pc("ann", attacks=[sweep]), dummy("a"), dummy("b")], [20, 2, 1], options={"damage_rolls": "per_target"})
    scene.do("use:0", 2, 15, 6)  # the first is missed: one die for the second only
    assert (scene.hp("a"), scene.hp("b")) == (100, 94)
    scene.check_clean()


# -- answers -------------------------------------------------------------------------------------------------------------


def answering(trigger: str, **figures: object) -> dict[str, object]:
    answer = {
        "name": "Answer", "action": "free", "trigger": trigger, "bonus": 30, "defence": "AC", "hit": [{"damage": 7}],
    }  # fmt: skip
    return dummy("foe", powers=[answer], engaged=["ann"], **figures)


@clause("ES-30")
def test_being_harmed_by_a_miss_sets_off_an_answer_to_harm() -> None:
    scene = Scene([pc("ann"), answering("self_damaged")], [20, 1])
    scene.do("use:0:foe", 5)  # a miss for 3
    assert (scene.hp("foe"), scene.now) == (97, "triggered foe")
    scene.do("yes", 11)
    assert scene.hp("ann") == 33
    scene.check_clean()


@clause("ES-30")
def test_a_blow_that_harms_nobody_sets_off_no_answer_to_harm() -> None:
    for face in (1, 5):  # a fumble; a miss that this one does not mind
        scene = Scene([pc("ann"), answering("self_damaged", no_miss_damage=True)], [20, 1])
        scene.do("use:0:foe", face)
        assert scene.now == "turn ann"
        scene.check_clean()


@clause("ES-30")
def test_an_opportunity_attack_is_answered_too() -> None:
    scene = Scene([pc("ann"), answering("self_attacked", initiative=30)], [1, 1])
    scene.do("move/away")
    scene.do("yes", 5)  # Ann misses for 3
    assert scene.now == "triggered foe"
    scene.do("yes", 11)
    assert (scene.hp("ann"), scene.get("foe").engaged) == (33, 0)
    scene.check_clean()


# -- readied actions and off-turn triggers (R-10) ---------------------------------------------------------------------------


@clause("ES-19", "ES-21")
def test_an_opportunity_attack_sets_off_what_was_readied_and_the_place_goes_ahead_of_whose_turn_it_is() -> None:
    people = [pc("ann", engaged=["foe"], initiative=9), pc("bob", initiative=5), dummy("foe", initiative=-9, hp=9)]
    scene = Scene([*people, dummy("other", initiative=-9)], [10, 5, 1, 1])
    assert scene.order[:2] == ["ann", "bob"]
    scene.end_turn()
    scene.do("ready")
    scene.do("use:1:*")  # Unarmed, in melee; he engages first
    assert scene.now == "trigger bob"
    scene.do("attacks:foe")
    scene.do("move/engage:foe")
    scene.end_turn()
    scene.until("turn ann")
    scene.do("move/away")
    scene.do("yes")  # the foe strikes at Ann: Bob goes first
    assert scene.now == "fire bob"
    scene.do("yes", 20, 3, 3)
    scene.do("slay") if scene.now.startswith("spare") else None
    assert scene.order[0] == "bob"  # ahead of Ann, whose turn it is
    assert scene.get("bob").initiative == scene.get("ann").initiative
    assert scene.hp("ann") == 40
    scene.check_clean()


@clause("ES-19")
def test_stepping_in_the_way_is_a_move_that_can_be_waited_for() -> None:
    people = [pc("ann"), pc("eve", attacks=[BOW], initiative=9), dummy("guard", initiative=-9), dummy("mage", behind=["guard"])]
    scene = Scene(people, [10, 10, 1, 1])
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("moves:guard")
    scene.end_turn()
    assert scene.now == "turn ann"
    scene.do("move/engage:mage")
    scene.do("yes")  # the guard steps in
    assert scene.now == "fire eve"
    scene.do("yes", 11)
    assert scene.hp("guard") == 98
    assert scene.get("ann").engaged == scene.get("guard").bit
    scene.check_clean()


@clause("ES-53", "ES-169")
def test_each_of_several_shots_draws_from_those_it_is_not_aimed_at_but_nobody_strikes_twice() -> None:
    bow = {**BOW, "attacks": 2}
    people = [pc("ann", engaged=["archer"]), pc("bob"), dummy("archer", attacks=[bow], initiative=30)]
    scene = Scene(people, [1, 1, 1])
    scene.do("use:0:ann", 11)  # at Ann: nothing drawn
    assert scene.now == "aim archer"
    scene.do("at:bob")
    assert scene.now == "opportunity ann"  # the second is not aimed at her
    scene.do("yes", 15, 11)
    assert (scene.hp("archer"), scene.hp("bob")) == (90, 38)
    scene.check_clean()

    twice = Scene(people, [1, 1, 1])
    twice.do("use:0:bob")
    twice.do("yes", 15, 11)
    twice.do("at:bob", 11)  # she has struck for this act
    assert twice.now == "turn archer"
    twice.check_clean()


@clause("ES-53")
def test_a_shot_that_a_rider_grants_draws_like_any_other() -> None:
    claw = {
        "name": "Claw", "bonus": 30, "defence": "AC", "hit": [{"damage": 1}],
        "riders": [{"when": "natural even hit", "effects": [{"attack": "Bow", "at": "other"}]}],
    }  # fmt: skip
    scene = Scene([pc("ann"), pc("bob"), dummy("foe", attacks=[claw, BOW], engaged=["ann"], initiative=30)], [1, 1, 1])
    scene.do("use:0:ann", 12)
    assert scene.now == "opportunity ann"
    scene.do("yes", 15, 11)
    assert (scene.hp("foe"), scene.hp("bob")) == (90, 38)
    scene.check_clean()


# -- targets -------------------------------------------------------------------------------------------------------------


@clause("ES-68")
def test_an_attack_on_several_need_not_go_at_those_lying_unconscious() -> None:
    song = {"name": "Song", "kind": "close", "bonus": 30, "defence": "MD", "targets": {"count": "1d3"}, "hit": [{"damage": 2}]}
    people = [pc("ann"), pc("bob"), dummy("foe", attacks=[song], initiative=30)]
    scene = Scene(people, [1, 1, 1])
    scene.rule("set", who="bob", stat="hp", value=-5)
    scene.do("use:0", 3)
    assert scene.options == ["at:ann", "at:bob"]
    scene.do("at:ann")
    assert scene.options == ["at:bob", "at:"]
    scene.do("at:", 11)
    assert (scene.hp("ann"), scene.hp("bob")) == (38, -5)
    scene.check_clean()


@clause("ES-66")
def test_the_gms_word_about_one_attacker_goes_before_one_about_everybody() -> None:
    scene = Scene([pc("ann", engaged=["foe"]), pc("bob", engaged=["foe"]), dummy("foe")], [20, 10, 1])
    scene.rule("legal_target", target="foe", legal=False)
    assert "the GM rules it out" in scene.why_not("use:0:foe")
    scene.rule("legal_target", target="foe", who="ann", legal=True)
    assert "use:0:foe" in scene.options
    scene.check_clean()


@clause("ES-103")
def test_two_weapons_do_not_help_a_fist() -> None:
    people = [pc("ann", engaged=["foe"], two_weapons=True), dummy("foe")]
    scene = Scene(people, [20, 1])
    scene.do("use:1:foe", 2)  # unarmed, a natural 2: no second roll
    assert scene.now == "turn ann"
    scene.check_clean()


@clause("ES-106")
def test_a_fumble_that_the_gm_turns_into_a_hit_does_not_go_astray() -> None:
    scene = Scene([pc("ann", attacks=[BOW]), pc("bob", engaged=["foe"]), dummy("foe")], [20, 10, 1])
    scene.rule("force", who="ann", what="attack", answers={"hit": 1})
    scene.do("use:0:foe", 1)
    assert (scene.hp("foe"), scene.hp("bob")) == (98, 40)
    scene.check_clean()


# -- the turn ------------------------------------------------------------------------------------------------------------


@clause("ES-87", "ES-15")
def test_a_delayed_turn_is_the_same_turn_so_a_failed_save_to_rally_still_bars() -> None:
    scene = Scene([pc("ann", start={"hp": 10}), pc("bob", initiative=0), dummy()], [10, 10, 1])
    scene.do("rally", 4, 4, 4)
    scene.end_turn()
    scene.until("turn ann")
    scene.do("try rally", 3)
    scene.do("delay")
    scene.end_turn()
    scene.do("yes")
    assert scene.now == "turn ann"
    assert "one try per turn" in scene.why_not("try rally")
    scene.check_clean()


@clause("ES-113", "ES-115")
def test_even_half_of_a_poor_recovery_heals_one() -> None:
    weak = {"str": 8, "con": 8, "dex": 8, "int": 8, "wis": 8, "cha": 8}
    scene = Scene([pc("ann", level=1, scores=weak, start={"hp": 5, "recoveries": 0}), dummy()], [20, 1])
    scene.do("rally", 2)  # 2 - 1 = 1, halved 0, but at least 1
    assert (scene.hp("ann"), scene.get("ann").overdraft) == (6, 1)
    scene.check_clean()


@clause("ES-131")
def test_a_wound_at_the_drop_comes_once_in_a_fight_however_often_one_falls() -> None:
    options = {"lasting_wounds": "on", "wound_timing": "at_drop"}
    scene = Scene([pc("ann"), pc("bob"), dummy()], [20, 10, 1], options=options)
    for _ in range(2):
        scene.rule("set", who="ann", stat="hp", value=-2)
        scene.rule("set", who="ann", stat="hp", value=5)
    assert (scene.get("ann").wounds, scene.get("ann").max_hp) == (1, 35)
    scene.rule("end_battle", outcome="victory")
    assert scene.get("ann").wounds == 1
    scene.check_clean()


@clause("ES-161")
def test_a_grabber_that_lies_helpless_holds_nobody() -> None:
    scene = Scene([pc("ann", engaged=["foe"]), dummy("foe", initiative=30, attacks=[
        {"name": "Grab", "bonus": 30, "defence": "AC", "hit": [{"grab": True}]}])], [1, 1])  # fmt: skip
    scene.do("use:0:ann", 11)
    assert scene.get("ann").grabber >= 0
    scene.rule("crit_bonus", who="foe", condition="helpless")
    assert scene.get("ann").grabber == -1


# -- ambush --------------------------------------------------------------------------------------------------------------


def ambush() -> Scene:
    scene = Scene([pc("ann"), dummy("foe")], [10], ambush="foes")
    scene.do("foe")
    assert scene.now == "turn foe"
    return scene


@clause("ES-73")
def test_the_die_goes_up_once_after_an_ambush_however_often_it_is_said() -> None:
    scene = ambush()
    scene.rule("advance_after_ambush")
    assert scene.battle.escalation == 0  # the ambush is not over
    with pytest.raises(Illegal, match="already"):
        scene.rule("advance_after_ambush")
    scene.end_turn(15)  # nothing is asked any more
    assert (scene.now, scene.battle.round, scene.battle.escalation) == ("turn ann", 1, 1)
    with pytest.raises(Illegal, match="already"):
        scene.rule("advance_after_ambush")
    scene.rule("advance_after_ambush", advance=False)
    assert scene.battle.escalation == 0
    scene.rule("advance_after_ambush")
    assert scene.battle.escalation == 1
    scene.check_clean()


@clause("ES-73")
def test_the_gms_answer_after_an_ambush_counts_as_said() -> None:
    scene = ambush()
    scene.end_turn()
    assert (scene.now, scene.asked.controller) == ("advance_after_ambush ", "gm")
    scene.do("yes", 15)
    assert scene.battle.escalation == 1
    with pytest.raises(Illegal, match="already"):
        scene.rule("advance_after_ambush")
    scene.until("turn foe")
    scene.end_turn()
    with pytest.raises(Illegal, match="no ambush just now"):
        scene.rule("advance_after_ambush", advance=False)
    scene.check_clean()


# -- flight --------------------------------------------------------------------------------------------------------------


def two_seats() -> Scene:
    ann, bob = pc("ann"), pc("bob", initiative=0)
    ann["controller"], bob["controller"] = "anna", "bobby"
    return Scene([ann, bob, dummy(initiative=-5)], [10, 10, 10])


@clause("ES-84", "ES-85")
def test_a_player_whose_turn_it_is_not_proposes_flight_without_the_gm() -> None:
    scene = two_seats()
    shown = scene.fight.view("seat:bobby")["questions"]
    assert [offer["id"] for offer in shown[0]["options"]] == ["flee"]
    assert shown[0]["yours"] is False
    with pytest.raises(NotYours):
        scene.fight.answer(scene.asked.id, "end", by="bobby")
    with pytest.raises(NotYours):
        scene.fight.answer(scene.asked.id, "flee", by="cid")  # no player here
    scene.fight.answer(scene.asked.id, "flee", by="bobby")
    assert {question.about for question in scene.fight.questions} == {"flee vote"}
    for question in scene.fight.questions:
        scene.fight.answer(question.id, "yes")
    assert scene.fight.outcome is not None
    assert (scene.fight.outcome.result, scene.battle.campaign_losses) == ("fled", 1)
    scene.check_clean()


@clause("ES-84")
def test_nobody_proposes_flight_in_a_monsters_turn_or_again_after_a_refusal() -> None:
    scene = two_seats()
    scene.fight.answer(scene.asked.id, "flee", by="bobby")
    for question in list(scene.fight.questions):
        scene.fight.answer(question.id, "no")
    assert scene.now == "turn ann"
    assert "offers" not in scene.fight.view("seat:bobby")["questions"][0]
    with pytest.raises(NotYours):
        scene.fight.answer(scene.asked.id, "flee", by="bobby")
    scene.until("turn dummy")
    assert "offers" not in scene.fight.view("seat:bobby")["questions"][0]
    scene.check_clean()


def test_a_die_the_gm_has_fixed_is_no_deed_to_take_back_by_itself() -> None:
    scene = Scene([pc("ann", engaged=["foe"]), dummy("foe")], [20, 1])
    scene.rule("force", who="ann", what="attack", faces=[15])
    scene.do("use:0:foe")
    assert scene.hp("foe") == 90
    scene.fight.undo()
    assert (scene.now, scene.hp("foe")) == ("turn ann", 100)
    scene.fight.redo()
    assert scene.hp("foe") == 90
    scene.check_clean()
