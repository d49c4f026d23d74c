"""A ruling while a die is awaited, a result is held or a question is open: what is left of the act, and what is told (TOR-70)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Automation, Illegal
from quintain.library.encounters import fight_of, from_data, play
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

HUSH = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
DART = {"name": "Dart", "kind": "attack", "range_ft": 100, "damage": 3}
MEND = {"key": "mend", "name": "Mend", "kind": "mend", "range_ft": 5}
BURST = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 10, "save": "ref", "damage": 4}
REROLL = {"conviction_extra": ["reroll"]}
OUT: Any = [
    ("mark", {"who": "ann", "state": "Unconscious"}),
    ("set", {"who": "ann", "stat": "bound", "value": True}),
    ("set", {"who": "rat", "stat": "escaped", "value": True}),
    ("mark", {"who": "rat", "state": "Dead"}),
]
"""The striker out of it, or the target gone."""


def typed(scene: Scene, *ids: str) -> Scene:
    for id in ids:
        scene.fight.type_dice(id)
    return scene


def held(scene: Scene) -> Scene:
    scene.fight.hold_results()
    return scene


def enter(scene: Scene, face: int) -> None:
    scene.fight.enter(scene.fight.questions[0].id, [face])


def let_stand(scene: Scene) -> None:
    while scene.asked.startswith("hold"):
        scene.do("go")


def duel(**ann: Any) -> Scene:
    return Scene(one("ann", [0, 0], **ann), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0]))


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


# -- what a ruling makes pointless is not asked for any more -------------------------------------------------------


@clause("TO-37", "TO-23", "TO-54")
@pytest.mark.parametrize(
    ("name", "args", "clause_told"),
    [
        ("set", {"who": "rat", "stat": "yielded", "value": True}, "TO-23"),
        ("mark", {"who": "rat", "state": "Dazed"}, "TO-23"),
        ("react", {"who": "rat", "act": "drop"}, "TO-54"),
        ("move", {"who": "rat", "to": "9,4"}, "TO-54"),
        ("move", {"who": "ann", "to": "9,4"}, "TO-54"),
    ],
)
def test_nobody_chooses_a_guard_against_an_attack_that_is_not_made_any_more(
    name: str, args: dict[str, Any], clause_told: str
) -> None:
    scene = Scene(foe("rat", [1, 0]), foe("cat", [9, 0]), one("ann", [0, 0], can_parry=True))
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "guard of ann"
    scene.rule(name, **args)
    assert not scene.asked.startswith("guard") and scene.texts("attack") == []
    lost = [event for event in scene.fight.events if event.kind == "lost"]
    assert [(event.text, event.clause) for event in lost] == [("Rat's attack on Ann comes to nothing.", clause_told)]
    scene.check_done()


@clause("TO-100", "TO-115")
def test_nobody_who_has_left_is_asked_for_the_shield_sign() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=2, state={"hurt": [5]}), one("bob", [0, 4]), dice=[15])
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "shield of ann"
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert (scene.asked, scene.of("ann").conviction, scene.texts("toughness")) == ("turn of rat", 2, [])
    scene.check_done()


WRESTLING: Any = {"state": {"held_by": "ann"}}


@clause("TO-63", "TO-62")
@pytest.mark.parametrize(
    ("act", "name", "args"),
    [
        ("pin", "react", {"who": "ann", "act": "release"}),
        ("pin", "side", {"who": "rat", "side": "heroes"}),
        ("blow", "react", {"who": "ann", "act": "release"}),
    ],
)
def test_no_die_is_awaited_for_a_hold_that_is_gone(act: str, name: str, args: dict[str, Any]) -> None:
    scene = typed(Scene(one("ann", [0, 0]), foe("rat", [1, 0], **WRESTLING), foe("cat", [9, 0])), "ann", "rat")
    scene.do(act)
    assert scene.fight.questions[0].id == "grapple:ann#1"
    scene.rule(name, **args)
    assert (scene.texts("opposed"), scene.texts("lost")) == ([], ["Ann's struggle with Rat comes to nothing."])
    assert scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-60", "TO-63")
@pytest.mark.parametrize("first", [True, False])
def test_one_who_owes_a_turn_by_then_takes_hold_of_nobody(first: bool) -> None:
    scene = typed(Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0])), "ann", "rat")
    scene.do("hold:rat")
    enter(scene, 15)
    if not first:
        enter(scene, 12)
    assert scene.fight.questions[0].id == ("grapple:ann#1" if first else "grapple:rat#1")
    scene.rule("mark", who="ann", state="Dazed")
    assert (scene.texts("opposed"), scene.texts("lost")) == ([], ["Ann's struggle with Rat comes to nothing."])
    assert (scene.of("ann").holding, scene.asked) == ("", "turn of rat")
    scene.check_done()


@clause("TO-63", "TO-106")
@pytest.mark.parametrize("state", ["Unconscious", "Dead"])
def test_no_point_is_asked_for_in_a_struggle_whose_initiator_is_out(state: str) -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [1, 0], conviction=1), options=REROLL, dice=[15, 9, 4])
    scene.do("hold:rat")
    while scene.asked != "reroll of rat":
        scene.do("no")
    scene.rule("mark", who="ann", state=state)
    assert (scene.of("rat").conviction, scene.texts("opposed"), scene.asked) == (1, [], "turn of bob")
    scene.check_done()


@clause("TO-08", "TO-07")
def test_no_initiative_is_awaited_of_a_newcomer_who_is_dead_by_then() -> None:
    scene = duel()
    scene.fight.type_dice("*")
    scene.rule("add", unit=foe("dog", [5, 0]))
    assert scene.fight.questions[0].id == "initiative:dog#1"
    scene.rule("mark", who="dog", state="Dead")
    assert (scene.texts("initiative"), scene.asked) == ([], "turn of ann")
    scene.check_done()


@clause("TO-08", "TO-106")
@pytest.mark.parametrize(("name", "args"), [("remove", {}), ("set", {"stat": "escaped", "value": True})])
def test_no_initiative_is_told_of_a_newcomer_who_is_gone_by_then(name: str, args: dict[str, Any]) -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[4], options=REROLL)
    scene.rule("add", unit=foe("dog", [5, 0], conviction=1))
    assert scene.asked == "reroll of dog"
    scene.rule(name, who="dog", **args)
    assert (scene.texts("initiative"), scene.asked) == ([], "turn of ann")
    scene.check_done()


@clause("TO-37", "TO-54")
def test_an_older_record_in_which_a_pointless_question_was_ruled_at_again_and_answered_loads() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], can_parry=True))
    scene.do("attack:sword:ann:lethal")
    record: Any = json.loads(json.dumps(scene.fight.record))
    at, attack = "guard:ann#1", "attack:rat#1"
    record["entries"] += [
        {"do": "rule", "at": at, "value": "move", "args": {"who": "rat", "to": "9,4"}, "by": "gm"},
        {"do": "rule", "at": at, "value": "note", "args": {"text": "far away"}, "by": "gm"},
        {"do": "answer", "at": at, "value": "dodge", "by": "players"},
        {"do": "withdrawn", "at": attack, "by": "engine"},
    ]
    again = fight_of(record)
    assert [event.text for event in again.events if event.kind == "lost"] == ["Rat's attack on Ann comes to nothing."]
    assert [asked.id for asked in again.questions] == ["turn:rat#2"]


# -- what was read before the word -----------------------------------------------------------------------------------


@clause("TO-37", "TO-54")
def test_whoever_drops_its_weapon_after_choosing_to_parry_dodges() -> None:
    # 13 + 1 = 14 against 11 + Dodge 3 = 14; Parry 5 would have turned it.
    bob = one("bob", [0, 0], can_parry=True, abilities={"str": 5, "dex": 3})
    scene = typed(Scene(foe("rat", [1, 0]), bob, one("cat", [9, 0])), "rat")
    scene.do("attack:sword:bob:lethal")
    scene.rule("react", who="bob", act="drop")
    scene.next_dice(4)
    enter(scene, 13)
    attack = next(event for event in scene.fight.events if event.kind == "attack")
    assert attack.verdict == "hit" and ("Defense: dodge", 3) in attack.math
    scene.check_done()


@clause("TO-88", "TO-90")
@pytest.mark.parametrize("conviction", [0, 1])
def test_no_check_is_made_against_a_state_that_a_worse_one_keeps_in_place_by_then(conviction: int) -> None:
    bob = one("bob", [0, 0], conviction=conviction, state={"wounded": 1, "lethal_check": 0})
    scene = typed(Scene(foe("rat", [9, 0]), bob, one("cat", [9, 3])), "bob")
    scene.do("end")
    assert scene.fight.questions[0].id == ("floor:bob#1" if conviction else "recovery:bob#1")
    scene.rule("mark", who="bob", state="Disabled")
    assert (scene.texts("recovery"), scene.states("bob"), scene.asked) == ([], ["Disabled", "Wounded"], "turn of cat")
    assert scene.of("bob").conviction == conviction
    scene.check_done()


@clause("TO-117", "TO-19")
def test_whoever_is_thrown_down_while_it_is_asked_where_to_go_goes_nowhere() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [9, 2]))
    scene.do("move")
    scene.rule("set", who="ann", stat="prone", value=True)
    assert (scene.asked, scene.of("ann").cell) == ("turn of ann", scene.fray.ground.cell("5,2"))
    assert "prone" in scene.refused("move:@6,2")
    scene.check_done()


@clause("TO-04", "TO-07", "TO-86")
@pytest.mark.parametrize("who", ["ann", "rat"])
@pytest.mark.parametrize(
    ("name", "args"), [("mark", {"state": "Dead"}), ("set", {"stat": "escaped", "value": True}), ("remove", {})]
)
def test_no_roll_off_is_awaited_where_one_of_two_is_out_by_then(who: str, name: str, args: dict[str, Any]) -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]), one("bob", [9, 4]), roll=True)
    by_hand = Automation()
    by_hand.typed = ["*"]
    fight = play(from_data(scene.fight.record["encounter"]), seed="level", automation=by_hand)
    for face in (10, 10, 5, 4):
        fight.enter(fight.questions[0].id, [face])
    assert fight.questions[0].id == "roll-off:ann#1"
    fight.rule_with(name, {"who": who, **args})
    assert [asked.id for asked in fight.questions] == [f"turn:{'rat' if who == 'ann' else 'ann'}#1"]
    assert not [event for event in fight.events if event.text.startswith("Roll-off")]


@clause("TO-56", "TO-50")
def test_a_threat_given_for_one_roll_is_gone_after_it() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[17, 12, 20])
    scene.rule("modify", who="ann", slot="threat", amount=3, once=True)
    scene.do("attack:sword:rat:lethal")
    assert scene.texts("confirmation") == ["Ann threatens a critical hit on Rat: 12 + 1 = 13 against Defense 11: a critical hit."]
    assert scene.of("ann").modifiers == []


@clause("TO-84", "TO-115")
def test_an_act_ruled_harmless_before_its_turn_does_not_push() -> None:
    bob = one("bob", [0, 2], state={"disabled": True})
    scene = Scene(one("ann", [0, 0]), bob, foe("rat", [1, 2]), dice=[2, 2])
    scene.rule("pushing", who="bob", pushes=False)
    scene.end_turns()
    scene.do("attack:sword:rat:lethal", "turn of bob")
    assert scene.states("bob") == ["Disabled"]
    scene.end_turns(3)
    scene.do("attack:sword:rat:lethal", "turn of bob")
    assert scene.states("bob") == ["Dying", "Disabled"]
    scene.check_done()


@clause("TO-84")
def test_an_act_ruled_pushing_is_the_next_one_and_no_later_one() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[2, 2])
    scene.rule("pushing", who="ann", pushes=True)
    scene.do("attack:sword:rat:lethal")
    scene.rule("mark", who="ann", state="Disabled")
    scene.end_turns(2)
    assert (scene.asked, scene.states("ann")) == ("turn of ann", ["Disabled"])
    scene.do("total")
    assert scene.states("ann") == ["Disabled"]


@clause("TO-17")
def test_a_fall_by_the_gms_word_in_the_middle_of_an_act_is_answered_once() -> None:
    scene = typed(Scene(foe("rat", [1, 0]), one("cat", [0, 1]), one("bob", [0, 0])), "rat")
    scene.do("end")
    scene.do("prepare:fall:aid")
    scene.end_turns(2)
    scene.do("attack:sword:bob:lethal", "turn of rat")
    scene.rule("mark", who="bob", state="Dying")
    scene.do("no", "prepared of cat")
    enter(scene, 2)
    assert (scene.asked, scene.of("cat").prepared) == ("turn of rat", "fall:aid")
    scene.rule("clear", who="bob", state="Dying")
    scene.rule("mark", who="bob", state="Dying")
    assert scene.asked == "prepared of cat", "he has fallen once more"
    scene.check_done()


@clause("TO-54", "TO-115")
def test_nobody_strikes_one_who_is_on_its_own_side_by_then() -> None:
    scene = typed(duel(), "ann", "rat")
    scene.do("attack:sword:rat:lethal")
    scene.rule("side", who="rat", side="heroes")
    assert (scene.texts("attack"), scene.texts("lost")) == ([], ["Ann's attack on Rat comes to nothing."])
    scene.check_done()
    reacting = Scene(foe("rat", [1, 0]), one("ann", [0, 0]), foe("cat", [9, 0]))
    reacting.do("prepare:attack@ann:item")
    reacting.end_turns(1)
    reacting.do("attack:sword:rat:lethal", "turn of ann")
    reacting.rule("side", who="rat", side="heroes")
    if reacting.asked == "prepared of rat":
        reacting.do("no")
    assert (reacting.texts("attack"), reacting.texts("lost")) == ([], ["Ann's attack on Rat comes to nothing."])
    reacting.check_done()


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
