"""The GM's word while something is asked or thrown: what it makes pointless falls away, what was read before is read again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Automation
from quintain.library.encounters import fight_of, from_data, play
from tests.support import clause
from tests.systems.toughness.scene import REROLL, Scene, duel, enter, foe, one, typed

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


@clause("TO-84", "TO-20")
@pytest.mark.parametrize("free", ["end", "drop", "yield"])
def test_a_free_action_neither_pushes_nor_uses_up_what_the_gm_has_ruled(free: str) -> None:
    scene = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [9, 0]))
    scene.rule("pushing", who="ann", pushes=True)
    shown = scene.fight.view("gm")["questions"][0]["options"]
    warned = {option["id"] for option in shown if option["warnings"]}
    assert "item" in warned and free not in warned
    scene.do(free)
    assert (scene.states("ann"), scene.of("ann").push_word) == (["Disabled"], 1)
    scene.check_done()


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
