"""Scenes that once broke a clause, or were never played: figures read late, order edits, odd weapons, odd ground."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data
from quintain.systems.toughness.blocks import MELEE, Weapon
from quintain.systems.toughness.clock import DAY, MINUTE, ROUND
from quintain.systems.toughness.conditions import suffer
from quintain.systems.toughness.defense import DODGE, defense, threat_of
from quintain.systems.toughness.order import turn_order
from tests.support import clause
from tests.systems.toughness.scene import CUDGEL, SWORD, Scene, foe, one

HIT = Weapon("sword", "sword", 3, MELEE, True)


def order(scene: Scene) -> list[str]:
    return [fighter.id for fighter in turn_order(scene.fray)]


# -- the order -----------------------------------------------------------------------------------------------------


@clause("TO-02", "TO-115")
def test_whoever_the_gm_moves_to_a_later_place_after_its_turn_has_no_second_turn() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 4]))
    scene.end_turns()
    scene.rule("place", who="ann", next_to="cat", behind=True)
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round, order(scene)) == ("turn of rat", 2, ["rat", "cat", "ann"])
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of ann", 2)
    scene.check_done()


@clause("TO-02", "TO-115")
def test_whoever_is_moved_in_its_own_turn_goes_on_and_is_not_asked_again() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.rule("set", who="ann", stat="initiative", value=1)
    assert scene.asked == "turn of ann" and order(scene) == ["rat", "ann"]
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of rat", 2)
    scene.check_done()


@clause("TO-21")
def test_two_who_wait_are_asked_in_the_order_of_their_places_and_stand_one_behind_the_other() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 2]), foe("rat", [9, 0]), foe("cat", [9, 4]))
    scene.do("delay", "turn of ann")
    scene.do("delay", "turn of bob")  # Ann is asked after Bob's turn, which he gave up as well
    scene.do("no", "step in of ann")
    scene.end_turns()
    scene.do("no", "step in of ann")
    scene.do("yes", "step in of bob")
    scene.end_turns()
    scene.do("yes", "step in of ann")  # directly after Bob's turn
    scene.end_turns()
    assert order(scene) == ["rat", "bob", "ann", "cat"] and scene.asked == "turn of cat"
    scene.check_done()


@clause("TO-21", "TO-79")
def test_what_ends_at_the_old_place_of_one_who_waited_still_ends_there() -> None:
    # Ann exposes Rat at place 20 of round 1 and delays in round 2: it ends there though she acts at the end.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[19, 11])
    scene.do("attack:sword:rat:lethal")  # missed by 7: Wounded, exposed until place 20 of round 2
    scene.end_turns(2)
    assert scene.asked == "turn of ann" and scene.of("rat").exposed_until == 0  # just before she acts
    scene.do("delay")
    assert scene.asked == "turn of rat"
    scene.check_done()


@clause("TO-06", "TO-122")
def test_an_owed_turn_is_paid_while_bound_too() -> None:
    scene = Scene(one("ann", [0, 0], state={"bound": True, "owes_turn": True}), one("bob", [0, 1]), foe("rat", [9, 0]))
    assert scene.of("ann").owes == 0 and scene.asked == "turn of bob" and scene.texts("forfeit") == []
    scene.do("untie:ann")
    scene.end_turns()
    assert scene.asked == "turn of ann"  # nothing is owed any more
    scene.check_done()


@clause("TO-23", "TO-63", "TO-115")
def test_a_turn_owed_by_the_gms_word_ends_holds_and_preparations_like_any_other() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[15, 20, 1])
    scene.do("hold:rat")
    scene.end_turns()
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    assert scene.of("rat").held_by == "" and scene.of("ann").holding == ""
    scene.do("prepare:move:total", "turn of rat")
    scene.rule("set", who="rat", stat="owes_turn", value=True)
    assert scene.of("rat").prepared == ""
    scene.check_done()


# -- charging, retreating ------------------------------------------------------------------------------------------


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
def test_whoever_stands_on_a_way_out_may_retreat_from_there() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [5, 4]), foe("rat", [1, 0]), exits=[[0, 0]])
    assert "retreat:@0,0" not in scene.options()  # asked next
    scene.do("retreat")
    scene.do("retreat:@0,0", "where of ann")
    assert scene.of("ann").escaped and scene.asked == "turn of bob"
    inside = Scene(one("ann", [1, 1]), foe("rat", [2, 1]), exits=[[0, 0]])
    assert "keep away" in inside.refused("retreat:@1,1")
    scene.check_done()


# -- attack and damage ---------------------------------------------------------------------------------------------


@clause("TO-46")
def test_to_take_hold_is_no_manner_of_striking() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [5, 0]))
    for act in ("attack:hold:rat:lethal", "fullout:2:hold:rat:lethal", "defensive:hold:rat:subdual", "finish:hold:rat:lethal"):
        assert "act of its own" in scene.refused(act)


@clause("TO-48", "TO-50")
def test_a_natural_twenty_threatens_whatever_makes_threats_rarer() -> None:
    scene = Scene(one("ann", [0, 0], feats=[{"slot": "threat", "amount": -3}]), foe("rat", [1, 0]), dice=[20, 2, 20])
    assert threat_of(scene.fray, scene.of("ann"), scene.of("rat"), HIT) == 20
    scene.do("attack:sword:rat:lethal")
    assert len(scene.texts("confirmation")) == 1
    scene.check_done()


@clause("TO-38", "TO-44")
def test_what_the_gm_takes_from_dodge_stays_when_dodge_is_lost() -> None:
    # Dodge 2 - 5 = -3 by the GM's word: lost, the term stays -3; a bonus would go like any other.
    scene = Scene(one("ann", [0, 0], abilities={"dex": 2}, surprised=True), one("bob", [0, 4]), foe("rat", [1, 0]))
    ann, rat = scene.of("ann"), scene.of("rat")
    assert defense(scene.fray, ann, rat, HIT, DODGE) == 11
    scene.rule("modify", who="ann", slot="dodge", amount=-5)
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 8
    scene.rule("lift", who="ann")
    scene.rule("modify", who="ann", slot="dodge", amount=5)
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 11


@clause("TO-56")
@pytest.mark.parametrize("slot", ["defense", "dodge"])
def test_what_is_given_for_one_roll_to_the_target_is_gone_after_it(slot: str) -> None:
    # +9 makes Defense 20: 15 + 1 misses; afterwards 11 again.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15])
    scene.rule("modify", who="rat", slot=slot, amount=9, once=True)
    scene.do("attack:sword:rat:lethal")
    assert scene.texts("attack")[0].endswith("against Defense 20: miss.") and scene.of("rat").modifiers == []
    scene.check_done()


@clause("TO-65", "TO-100", "TO-115")
def test_the_damage_bonus_is_read_when_the_save_is_rolled() -> None:
    # While the shield is asked about, the GM gives the striker +4: Difficulty 15 + 3 + 4.
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=2, state={"hurt": [9]}), dice=[15, 20])
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "shield of ann"
    scene.rule("modify", who="rat", slot="damage", amount=4)
    scene.do("no")
    assert "20 - 1 = 19 against 22: first degree" in scene.texts("toughness")[0]
    scene.check_done()


@clause("TO-58", "TO-07")
def test_a_finishing_blow_is_told_and_brings_a_yielded_one_back_into_the_count() -> None:
    rat = foe("rat", [1, 0], state={"unconscious": True, "yielded": True})
    scene = Scene(one("ann", [0, 0]), rat, foe("cat", [9, 0]), dice=[20])
    scene.do("finish:sword:rat:lethal")
    assert scene.texts("finish") == ["Ann deals Rat a finishing blow with sword."] and not scene.of("rat").yielded
    scene.check_done()


@clause("TO-69", "TO-87", "TO-88")
def test_both_tracks_at_once_hit_after_hit() -> None:
    # Difficulty 18 each time; lethal marks count 1 each against the next save.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]))
    seen = []
    for degree in (1, 2, 3, 3, 3):
        suffer(scene.fray, scene.of("rat"), degree, True)
        seen.append(scene.states("rat"))
    assert seen == [
        ["Hurt", "Bruised"],
        ["Wounded", "Dazed", "Hurt", "Bruised"],
        ["Disabled", "Staggered", "Wounded", "Dazed", "Hurt", "Bruised"],
        ["Dying", "Unconscious", "Disabled", "Staggered", "Wounded", "Dazed", "Hurt", "Bruised"],
        ["Dead"],  # the subdual half stays at Unconscious, the lethal half climbs past Dying
    ]


@clause("TO-77", "TO-80", "TO-82")
def test_the_two_halves_of_one_blow_cost_one_turn_and_one_exposure() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 8])
    scene.do("attack:sword:rat:lethal")  # missed by 10
    rat = scene.of("rat")
    assert (rat.owes, rat.exposed_until - scene.fray.now) == (1, ROUND)
    assert (rat.subdual_check - scene.fray.now, rat.lethal_check - scene.fray.now) == (MINUTE, DAY)
    assert defense(scene.fray, rat, scene.of("ann"), HIT, DODGE) == 11 - 2
    scene.check_done()


@clause("TO-88")
def test_a_younger_bruise_ends_before_an_older_daze_only_when_that_is_gone() -> None:
    # Bruised runs 2 rounds, Dazed 5, Hurt 3 under a wound: in round 4 nothing has gone, in round 6 Dazed takes Bruised along.
    state = {"bruised": [2], "dazed": [5], "hurt": [3], "wounded": 1}
    scene = Scene(one("ann", [0, 0], state=state), foe("rat", [9, 0]))
    while scene.fray.round < 4:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded", "Dazed", "Hurt", "Bruised"]
    while scene.fray.round < 6:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded", "Hurt"]
    scene.rule("clear", who="ann", state="Wounded")
    assert scene.states("ann") == []
    scene.check_done()


@clause("TO-102")
def test_a_damage_bonus_below_zero_is_not_raised_by_halving() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[15, 20])
    scene.rule("save", who="ann", save="ref", dc=15, damage=-3, success="reduces")
    assert "against 12" in scene.texts("toughness")[0]
    scene.check_done()


# -- recovery ------------------------------------------------------------------------------------------------------


@clause("TO-44", "TO-90")
def test_a_feat_for_recovery_counts() -> None:
    feats = [{"slot": "recovery", "amount": 3}]
    state = {"staggered": True, "subdual_check": 0}
    scene = Scene(one("ann", [0, 0], feats=feats, conviction=0, state=state), foe("rat", [9, 0]), dice=[7])
    assert scene.states("ann") == []
    scene.check_done()


@clause("TO-94", "TO-107")
def test_a_floor_on_the_die_may_be_enough_to_be_saved() -> None:
    # CON +10 with the floor on the die: 10 + 10 = 20 against 10, made by 10, whatever the die shows.
    scene = Scene(
        one("ann", [0, 0], abilities={"con": 10}, conviction=1, state={"dying": True}), one("bob", [0, 4]), foe("rat", [9, 0]),
        options={"conviction_floor": "die"}, dice=[2],
    )  # fmt: skip
    scene.do("yes", "floor of ann")
    assert scene.states("ann") == ["Unconscious", "Disabled"]
    scene.check_done()


@clause("TO-97")
def test_time_let_pass_within_time_let_pass_adds_up() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"staggered": True}), foe("rat", [9, 0]), dice=[5, 12])
    scene.rule("pass_time", amount=1, unit="minutes")
    assert scene.asked == "floor of ann"
    scene.rule("pass_time", amount=1, unit="hours")
    while scene.asked.startswith("floor"):
        scene.do("no")
    assert scene.asked == "turn of ann" and scene.fray.later >= 600  # the clock never goes back
    scene.check_done()


@clause("TO-104", "TO-115")
def test_nobody_saves_who_was_taken_out_while_a_prepared_answer_was_asked_for() -> None:
    hush = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
    scene = Scene(
        foe("rat", [1, 0]), one("ann", [0, 0], powers=[hush]), foe("cat", [5, 0]), foe("dog", [9, 4])
    )
    scene.do("prepare:power:attack:sword")
    scene.end_turns()
    scene.do("power:hush:cat", "turn of ann")
    assert scene.asked == "prepared of rat"
    scene.rule("remove", who="cat")
    scene.do("no")
    assert scene.texts("save") == [] and scene.asked == "turn of ann"
    scene.check_done()


# -- content files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"weapons": [SWORD, {**SWORD, "damage": 5}]}, "two weapons"),
        ({"weapons": [{"name": "Hold", "damage": 1}]}, "another key"),
        ({"weapons": [{"name": "x", "key": "bare"}]}, "another key"),
        ({"weapons": [{"name": "x", "damage": 10**9}]}, "at most 1000"),
        ({"weapons": [{"name": "x", "crit_bonus": -1}]}, "at least 0"),
        ({"powers": [{"name": "x", "kind": "mend"}, {"name": "X", "kind": "mend"}]}, "two powers"),
        ({"speed_ft": 7}, "multiple of 5"),
        ({"bcb": -1}, "at least 0"),
        ({"feats": [{"slot": "luck", "amount": 1}]}, "slot"),
        ({"state": {"held_by": "nobody"}}, "hand free"),
        ({"state": {"held_by": "ann"}}, "hand free"),
        ({"state": {"in_hand": "axe"}}, "no weapon with the key"),
        ({"state": {"prepared": "dance"}}, "a trigger is"),
        ({"state": {"hurt": [[1, 2, 3]]}}, "hurt"),
        ({"state": {"hurt": [-1]}}, "hurt"),
        ({"state": {"place": 2}}, "somebody else has it"),
    ],
)
def test_a_strange_combatant_is_refused_with_a_sentence(change: dict[str, Any], why: str) -> None:
    rows = [foe("rat", [9, 0], state={"place": 2}), one("ann", [0, 0], **change)]
    data = {"system": "toughness", "name": "x", "map": ["." * 20], "round": 2, "combatants": rows}
    with pytest.raises(Refusal, match=why):
        from_data(data).battle()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"map": ["." * 300] * 300}, "at most 10,000 in all"),
        ({"map": [""]}, "no square"),
        ({"map": ["?"]}, "no sign"),
        ({"hazards": [{"name": "pit", "sign": "^"}]}, "covers no square"),
        ({"hazards": [{"name": "pit", "squares": [[99, 0]]}]}, "not on the map"),
        ({"options": {"round_cap": 10**9}}, "round_cap"),
        ({"options": {"crit_default": True}}, "crit_default"),
        ({"options": {"conviction_extra": "push"}}, "conviction_extra"),
        ({"exits": [[0, 9]]}, "not on the map"),
        ({"round": -1}, "round"),
        ({"blocks": {"a:b": {"name": "Odd"}}, "combatants": [{"use": "a:b", "side": "", "at": [0, 0]}]}, "side"),
    ],
)
def test_a_strange_encounter_is_refused_with_a_sentence(change: dict[str, Any], why: str) -> None:
    data = {"system": "toughness", "name": "x", "map": ["." * 20], "combatants": [one("ann", [0, 0]), foe("rat", [9, 0])], **change}
    with pytest.raises(Refusal, match=why):
        from_data(data).battle()


def test_a_stat_block_with_an_odd_name_gets_an_id_that_can_be_typed() -> None:
    data = {
        "system": "toughness", "name": "x", "map": ["." * 20], "blocks": {"a:b @c": {"name": "Odd"}},
        "combatants": [{"use": "a:b @c", "side": "foes", "at": [5, 0]}, one("ann", [0, 0], weapons=[CUDGEL])],
    }  # fmt: skip
    assert [unit.id for unit in from_data(data).battle().units] == ["a-b-c", "ann"]
