"""What the GM's word or an interruption leaves nothing of: no die is awaited for it, nobody is asked, it is told as lost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quintain.engine import Automation, Fight, Illegal
from quintain.library.encounters import from_data, play
from quintain.systems.toughness.odds import dying_fate
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

HUSH = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
BURST = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 10, "save": "ref", "damage": 4}
MEND = {"key": "mend", "name": "Mend", "kind": "mend", "range_ft": 5}
WRESTLER: Any = {"feats": [{"slot": "grapple", "amount": 9}]}
HELD: Any = {"state": {"held_by": "ann"}}
REROLL = {"conviction_extra": ["reroll"]}


def fire(*squares: list[int], name: str = "fire") -> dict[str, Any]:
    return {"name": name, "squares": list(squares), "save": "ref", "dc": 10, "damage": 1, "success": "negates"}


def typed(scene: Scene, *ids: str) -> Scene:
    for id in ids:
        scene.fight.type_dice(id)
    return scene


def awaited(scene: Scene) -> str:
    return scene.fight.questions[0].id


def enter(scene: Scene, face: int) -> None:
    scene.fight.enter(awaited(scene), [face])


# -- the order -----------------------------------------------------------------------------------------------------------


def from_the_start(*rows: dict[str, Any]) -> Fight:
    """A fight that waits for the first die of initiative, all of them typed in."""
    scene, by_hand = Scene(*rows, roll=True), Automation()
    by_hand.typed = ["*"]
    return play(from_data(scene.fight.record["encounter"]), seed="order", automation=by_hand)


def asked(fight: Fight) -> list[str]:
    return [one.id for one in fight.questions]


@clause("TO-03", "TO-115")
def test_initiative_that_the_gm_sets_while_its_die_is_awaited_stands() -> None:
    fight = from_the_start(one("ann", [0, 0]), foe("rat", [1, 0]))
    assert asked(fight) == ["initiative:ann#1"]
    fight.rule_with("set", {"who": "ann", "stat": "initiative", "value": 25})
    assert asked(fight) == ["initiative:rat#1"]
    fight.enter("initiative:rat#1", [20])
    assert asked(fight) == ["turn:ann#1"]


@clause("TO-04", "TO-115")
def test_no_roll_off_is_awaited_of_those_who_are_level_no_more() -> None:
    fight = from_the_start(one("ann", [0, 0]), foe("rat", [1, 0]))
    for face in (10, 10):
        fight.enter(fight.questions[0].id, [face])
    assert asked(fight) == ["roll-off:ann#1"]
    fight.rule_with("set", {"who": "rat", "stat": "initiative", "value": 15})
    assert asked(fight) == ["turn:rat#1"]
    assert not [event for event in fight.events if event.text.startswith("Roll-off")]


@clause("TO-08", "TO-03")
def test_whoever_joins_while_a_roll_off_is_awaited_rolls_initiative() -> None:
    fight = from_the_start(one("ann", [0, 0]), foe("rat", [1, 0]))
    for face in (10, 10):
        fight.enter(fight.questions[0].id, [face])
    fight.rule_with("add", {"unit": foe("dog", [5, 0])})
    for key, face in (("roll-off:ann#1", 5), ("roll-off:rat#1", 9), ("initiative:dog#1", 18)):
        assert asked(fight) == [key]
        fight.enter(key, [face])
    assert asked(fight) == ["turn:dog#1"]


# -- the turn ------------------------------------------------------------------------------------------------------------


@clause("TO-77", "TO-102")
def test_no_forfeited_turn_is_told_of_one_who_is_taken_out_as_it_begins() -> None:
    scene = typed(Scene(foe("rat", [9, 0]), one("ann", [0, 0]), one("bob", [0, 4]), hazards=[fire([0, 0])]), "ann")
    scene.rule("mark", who="ann", state="Dazed")
    scene.end_turns()
    assert awaited(scene) == "ref:ann#1"
    scene.rule("remove", who="ann")
    assert (scene.asked, scene.texts("forfeit")) == ("turn of bob", [])
    scene.check_done()


@clause("TO-102", "TO-115")
@pytest.mark.parametrize("walking", [False, True])
def test_whoever_is_moved_off_a_square_meets_no_second_hazard_there(walking: bool) -> None:
    hazards = [fire([1, 0]), fire([1, 0], name="acid")]
    start = [0, 0] if walking else [1, 0]
    scene = typed(Scene(foe("rat", [9, 0]), one("ann", start), one("bob", [0, 4]), hazards=hazards), "ann")
    scene.end_turns()
    if walking:
        scene.do("move:@1,0", "turn of ann")
    assert awaited(scene) == "ref:ann#1"
    scene.rule("move", who="ann", to=[5, 3])
    enter(scene, 15)
    assert (scene.asked, scene.texts("hazard")) == ("turn of ann", ["Ann gets into fire."])
    scene.check_done()


@clause("TO-05", "TO-08")
def test_a_newcomer_does_not_go_on_with_the_turn_of_one_who_bore_its_name() -> None:
    scene = typed(Scene(one("ann", [0, 0], powers=[BURST]), one("bob", [0, 4]), foe("rat", [5, 0]), foe("cat", [9, 4])), "rat")
    scene.do("power:burst:@5,0")
    assert awaited(scene) == "ref:rat#1"
    scene.rule("remove", who="ann")
    scene.rule("add", unit=one("ann", [1, 1], initiative=3))
    while scene.asked == "roll of rat":
        enter(scene, 20)
    for who in ("bob", "rat", "cat", "ann"):
        assert scene.asked == f"turn of {who}"
        scene.end_turns()
    scene.check_done()


@clause("TO-77")
def test_where_debts_add_up_the_forfeited_turn_itself_does_not_pay_for_a_blow_in_it() -> None:
    # 18 - 1 against 15 + 9 is missed by 7: Dazed once more as the turn begins that the first daze costs.
    pit = {"name": "pit", "squares": [[0, 0]], "damage": 9, "kind": "subdual"}
    rows = [foe("rat", [9, 0]), one("ann", [0, 0]), one("bob", [0, 4])]
    scene = Scene(*rows, hazards=[pit], options={"lost_turns": "cumulative"}, dice=[18])
    scene.rule("mark", who="ann", state="Dazed")
    scene.end_turns()
    assert (scene.states("ann"), scene.of("ann").owes, scene.asked) == (["Dazed x2"], 1, "turn of bob")
    scene.check_done()


@clause("TO-19", "TO-15", "TO-117")
@pytest.mark.parametrize(("act", "told"), [("move", "TO-19"), ("retreat", "TO-15")])
def test_a_walk_that_comes_to_nothing_before_it_is_known_where_to_is_told_as_lost(act: str, told: str) -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [9, 2]))
    scene.do(act)
    scene.rule("set", who="ann", stat="prone", value=True)
    lost = [(event.text, event.clause) for event in scene.fight.events if event.kind == "lost"]
    assert lost == [(f"Ann's {act} comes to nothing.", told)]
    scene.check_done()


@clause("TO-19", "TO-15", "TO-61")
@pytest.mark.parametrize("act", ["move", "retreat"])
def test_whoever_is_seized_while_it_is_asked_where_to_go_goes_nowhere(act: str) -> None:
    scene = Scene(one("bob", [5, 1], **WRESTLER), foe("rat", [5, 0]), foe("cat", [9, 4]), dice=[19, 15, 1])
    scene.do("prepare:word:hold@rat")
    scene.end_turns()
    scene.do(act, "turn of rat")
    scene.rule("trigger", who="bob")
    scene.do("yes", "prepared of bob")
    lost = [(event.text, event.clause) for event in scene.fight.events if event.kind == "lost"]
    assert (scene.of("rat").held_by, lost) == ("bob", [(f"Rat's {act} comes to nothing.", "TO-61")])
    assert scene.asked == ("turn of rat" if act == "move" else "turn of cat")
    scene.check_done()


@clause("TO-15", "TO-19")
def test_whoever_is_taken_off_the_field_on_the_way_is_not_told_to_get_no_further() -> None:
    hazards = [fire(*[[2, y] for y in range(5)])]
    scene = typed(Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [9, 0]), hazards=hazards), "ann")
    scene.do("move:@4,0")
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert (scene.asked, scene.texts("stopped")) == ("turn of bob", [])
    scene.check_done()


@clause("TO-15", "TO-115")
def test_nobody_comes_back_onto_a_square_where_somebody_stands_by_now() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [1, 0]), foe("rat", [9, 0]))
    scene.rule("set", who="bob", stat="escaped", value=True)
    scene.do("move:@1,0")
    with pytest.raises(Illegal, match="Ann stands where Bob was"):
        scene.rule("set", who="bob", stat="escaped", value=False)
    scene.rule("move", who="bob", to=[3, 0])
    scene.rule("set", who="bob", stat="escaped", value=False)
    scene.rule("mark", who="bob", state="Dead")
    scene.rule("move", who="ann", to=[3, 0])
    with pytest.raises(Illegal, match="Ann stands where Bob was"):
        scene.rule("clear", who="bob", state="Dead")
    scene.check_done()


# -- holds ---------------------------------------------------------------------------------------------------------------


@clause("TO-62", "TO-63", "TO-106")
@pytest.mark.parametrize("act", ["pin", "blow", "bind"])
def test_no_point_is_asked_for_a_struggle_within_a_hold_that_is_gone(act: str) -> None:
    pinned: Any = {"state": {"held_by": "ann", "pinned": act == "bind"}}
    rows = [one("ann", [0, 0], conviction=2), foe("rat", [1, 0], **pinned), foe("cat", [9, 0])]
    scene = typed(Scene(*rows, options=REROLL), "ann")
    scene.do(act)
    enter(scene, 20)
    assert scene.asked == "reroll of ann"
    scene.rule("react", who="ann", act="release")
    assert not scene.asked.startswith("reroll") and scene.texts("lost") == ["Ann's struggle with Rat comes to nothing."]
    assert (scene.of("ann").conviction, scene.texts("opposed")) == (2, [])
    scene.check_done()


@clause("TO-62", "TO-17")
def test_a_pin_whose_hold_is_let_go_in_an_interruption_is_told_as_lost() -> None:
    scene = Scene(foe("cat", [9, 0]), one("ann", [0, 0]), foe("rat", [1, 0], **HELD))
    scene.do("prepare:attack@ann:item")
    scene.end_turns()
    scene.do("pin", "turn of ann")
    scene.rule("react", who="ann", act="release")
    scene.do("no", "prepared of cat")
    lost = [(event.text, event.clause) for event in scene.fight.events if event.kind == "lost"]
    assert lost == [("Ann's grip on Rat comes to nothing.", "TO-63")]
    scene.check_done()


@clause("TO-60", "TO-17")
@pytest.mark.parametrize("how", ["hold:rat", "charge:hold:rat"])
def test_whoever_is_held_by_another_before_the_grip_is_not_taken_from_its_holder(how: str) -> None:
    # Bob's own hold comes first: 19 + 10 hits, 15 + 10 beats 1 + 1.
    at = [0, 0] if how == "hold:rat" else [4, 0]
    rows = [one("bob", [at[0] + 2, 0], **WRESTLER), one("ann", [0, 0], **WRESTLER), foe("rat", [at[0] + 1, 0]), foe("cat", [9, 4])]
    scene = Scene(*rows, dice=[19, 15, 1])
    scene.do("prepare:attack@ann:hold@rat")
    scene.end_turns()
    scene.do(how, "turn of ann")
    scene.do("yes", "prepared of bob")
    assert (scene.of("rat").held_by, scene.of("ann").holding, len(scene.texts("lost"))) == ("bob", "", 1)
    scene.check_done()


@clause("TO-60", "TO-115")
def test_no_die_to_hold_is_awaited_against_one_whom_another_holds_by_then() -> None:
    rows = [one("bob", [2, 0], **WRESTLER), one("ann", [0, 0], **WRESTLER), foe("rat", [1, 0]), foe("cat", [9, 4])]
    scene = typed(Scene(*rows), "ann")
    scene.do("prepare:word:hold@rat")
    scene.end_turns()
    scene.do("hold:rat", "turn of ann")
    scene.next_dice(19, 15, 1)
    scene.rule("trigger", who="bob")
    scene.do("yes", "prepared of bob")
    assert (scene.of("rat").held_by, scene.asked) == ("bob", "turn of ann")
    assert scene.texts("lost") == ["Ann's attack on Rat comes to nothing."]


@clause("TO-60", "TO-63")
def test_no_die_to_hold_is_awaited_of_one_who_has_lost_its_turn_by_then() -> None:
    scene = typed(Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0])), "ann")
    scene.do("hold:rat")
    scene.rule("mark", who="ann", state="Dazed")
    lost = [(event.text, event.clause) for event in scene.fight.events if event.kind == "lost"]
    assert (lost, scene.asked) == ([("Ann's attack on Rat comes to nothing.", "TO-23")], "turn of rat")
    scene.check_done()


@clause("TO-60", "TO-63")
def test_nobody_who_owes_a_turn_by_the_gms_word_takes_hold() -> None:
    scene = typed(Scene(one("ann", [0, 0], **WRESTLER), foe("rat", [1, 0]), foe("cat", [9, 0])), "ann", "rat")
    scene.do("hold:rat")
    enter(scene, 19)
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    assert (scene.of("ann").holding, scene.texts("lost")) == ("", ["Ann's struggle with Rat comes to nothing."])
    assert (scene.asked, scene.of("ann").owes) == ("turn of ann", 1)
    scene.check_done()


@clause("TO-60", "TO-115")
def test_nobody_takes_hold_of_one_who_is_on_its_own_side_by_then() -> None:
    scene = typed(Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0])), "ann", "rat")
    scene.do("hold:rat")
    enter(scene, 19)
    scene.rule("side", who="rat", side="heroes")
    assert (scene.asked, scene.of("rat").held_by) == ("turn of ann", "")
    assert scene.texts("lost") == ["Ann's struggle with Rat comes to nothing."]
    scene.check_done()


@clause("TO-61", "TO-115")
def test_whoever_is_seized_while_its_die_is_awaited_strikes_at_nobody_but_the_holder() -> None:
    rows = [one("bob", [2, 0], **WRESTLER), foe("rat", [1, 0]), one("ann", [0, 0]), foe("cat", [9, 4])]
    scene = typed(Scene(*rows), "rat")
    scene.do("prepare:word:hold@rat")
    scene.end_turns()
    scene.do("attack:sword:ann:lethal", "turn of rat")
    scene.next_dice(19, 15, 1)
    scene.rule("trigger", who="bob")
    scene.do("yes", "prepared of bob")
    lost = [(event.text, event.clause) for event in scene.fight.events if event.kind == "lost"]
    assert (lost, scene.asked) == ([("Rat's attack on Ann comes to nothing.", "TO-61")], "turn of rat")


# -- interruptions -------------------------------------------------------------------------------------------------------


@clause("TO-13", "TO-17")
def test_nobody_answers_the_blow_of_a_charge_whose_target_is_not_there_any_more() -> None:
    hazards = [fire(*[[2, y] for y in range(5)])]
    scene = typed(Scene(foe("cat", [9, 2]), one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [5, 0]), hazards=hazards), "ann")
    scene.do("prepare:attack@ann:item")
    scene.end_turns()
    scene.do("charge:sword:rat:lethal", "turn of ann")
    scene.rule("move", who="rat", to=[9, 4])
    enter(scene, 15)
    assert (scene.asked, scene.texts("lost")) == ("turn of bob", ["Ann's charge at Rat comes to nothing."])
    scene.check_done()


@clause("TO-17", "TO-115")
def test_nobody_answers_what_one_of_its_own_side_does_by_then() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0]), foe("cat", [9, 0]), one("bob", [2, 0]))
    scene.do("prepare:attack:item")
    scene.end_turns()
    scene.do("attack:sword:rat:lethal", "turn of ann")
    assert scene.asked == "prepared of rat"
    scene.rule("side", who="rat", side="heroes")
    assert (scene.asked, scene.texts("lost")) == ("turn of ann", ["Ann's attack on Rat comes to nothing."])
    scene.check_done()


# -- saves and checks ----------------------------------------------------------------------------------------------------


@clause("TO-104", "TO-115")
@pytest.mark.parametrize("power", [HUSH, BURST])
def test_the_difficulty_of_a_power_is_as_it_stands_when_the_save_is_made(power: dict[str, Any]) -> None:
    # 10 + Wisdom 5: 12 fails.
    scene = typed(Scene(one("ann", [0, 0], powers=[power]), foe("rat", [5, 0]), foe("cat", [9, 4])), "rat")
    scene.do("power:hush:rat" if power is HUSH else "power:burst:@5,0")
    scene.rule("set", who="ann", stat="wis", value=5)
    enter(scene, 12)
    assert scene.texts("save")[0].endswith(f"against {power['name']}: 12 + 0 = 12 against 15: failed.")


@clause("TO-07", "TO-90")
@pytest.mark.parametrize("cause", ["turn", "mend", "mend asked"])
def test_no_recovery_die_is_awaited_of_one_whom_the_gm_takes_off_the_field(cause: str) -> None:
    state: dict[str, Any] = {"staggered": True, "subdual_check": 0 if cause == "turn" else 9}
    if cause == "mend asked":
        state["wounded"] = 1
    scene = typed(Scene(one("ann", [0, 0], powers=[MEND]), one("bob", [1, 0], conviction=0, state=state), foe("rat", [9, 0])), "bob")
    scene.do("end" if cause == "turn" else "power:mend:bob")
    assert awaited(scene) == ("track:bob#1" if cause == "mend asked" else "recovery:bob#1")
    scene.rule("set", who="bob", stat="escaped", value=True)
    assert (scene.asked, scene.texts("recovery")) == ("turn of rat" if cause == "turn" else "turn of ann", [])
    scene.check_done()


@clause("TO-90", "TO-97")
def test_a_check_that_is_awaited_is_not_made_once_more_by_time_that_passes() -> None:
    state = {"staggered": True, "subdual_check": 0}
    scene = typed(Scene(foe("rat", [9, 0]), one("ann", [0, 0], conviction=0, state=state)), "ann")
    scene.end_turns()
    assert awaited(scene) == "recovery:ann#1"
    scene.rule("pass_time", amount=1, unit="rounds")
    enter(scene, 3)
    assert (scene.asked, len(scene.texts("recovery")), scene.rounds_until(scene.of("ann").subdual_check)) == ("turn of ann", 1, 9)
    scene.check_done()


@clause("TO-121", "TO-115")
def test_mending_is_for_what_is_the_worst_when_the_die_falls() -> None:
    rows = [one("ann", [0, 0], powers=[MEND]), one("bob", [1, 0], conviction=0, state={"staggered": True}), foe("rat", [9, 0])]
    scene = typed(Scene(*rows), "bob")
    scene.do("power:mend:bob")
    assert awaited(scene) == "recovery:bob#1"
    scene.rule("mark", who="bob", state="Unconscious")
    assert awaited(scene) == "recovery:bob#2"
    enter(scene, 12)
    assert scene.texts("recovery") == ["Bob tries to recover from Unconscious: 12 + 0 = 12 against 10: recovered."]
    assert scene.states("bob") == ["Staggered"]
    scene.check_done()


@clause("TO-98", "TO-115")
def test_no_first_aid_is_rolled_for_one_who_is_on_the_other_side_by_then() -> None:
    rows = [one("ann", [0, 0]), one("bob", [1, 0], state={"dying": True}), one("eve", [5, 4]), foe("rat", [9, 0])]
    scene = typed(Scene(*rows), "ann")
    scene.do("aid:bob")
    scene.rule("side", who="bob", side="foes")
    assert (scene.asked, scene.texts("lost")) == ("turn of ann", ["Ann's first aid for Bob comes to nothing."])
    scene.check_done()


@clause("TO-104", "TO-121")
@pytest.mark.parametrize("power", ["hush:rat", "mend:bob"])
def test_a_power_on_one_who_is_gone_by_then_is_told_to_come_to_nothing(power: str) -> None:
    bob = one("bob", [1, 0], conviction=0, state={"staggered": True})
    scene = typed(Scene(one("ann", [0, 0], powers=[HUSH, MEND]), bob, foe("rat", [5, 0]), foe("cat", [9, 0])), "bob", "rat")
    scene.do(f"power:{power}")
    scene.rule("set", who=power.split(":")[1], stat="escaped", value=True)
    name, clause_told = ("Hush", "TO-104") if power == "hush:rat" else ("Mend", "TO-121")
    lost = [(event.text, event.clause) for event in scene.fight.events if event.kind == "lost"]
    assert (lost, scene.asked) == ([(f"Ann's {name} comes to nothing.", clause_told)], "turn of ann")
    scene.check_done()


@clause("TO-07", "TO-90")
def test_no_recovery_die_is_awaited_of_one_who_has_yielded_by_then() -> None:
    state = {"staggered": True, "subdual_check": 0}
    scene = typed(Scene(foe("rat", [9, 0]), one("ann", [0, 0], conviction=0, state=state), one("bob", [0, 4])), "ann")
    scene.end_turns()
    scene.rule("set", who="ann", stat="yielded", value=True)
    assert (scene.asked, scene.states("ann"), scene.texts("recovery")) == ("turn of bob", ["Staggered"], [])
    scene.check_done()


@clause("TO-97", "TO-90")
@pytest.mark.parametrize("stat", ["escaped", "yielded"])
def test_whoever_leaves_while_time_passes_makes_the_check_that_is_awaited(stat: str) -> None:
    rows = [one("ann", [0, 0]), one("bob", [1, 0], conviction=0, state={"staggered": True}), foe("rat", [9, 0])]
    scene = typed(Scene(*rows), "bob")
    scene.rule("pass_time", amount=1, unit="minutes")
    scene.rule("set", who="bob", stat=stat, value=True)
    assert awaited(scene) == "recovery:bob#1"
    enter(scene, 15)
    assert (scene.states("bob"), scene.asked) == ([], "turn of ann")
    scene.check_done()


@clause("TO-92", "TO-97")
@pytest.mark.parametrize("cause", ["turn", "time"])
def test_no_dying_die_is_awaited_of_one_who_leaves_before_it_falls_until_the_fight_is_over(cause: str) -> None:
    rows = [foe("rat", [9, 0]), one("ann", [0, 0]), one("bob", [0, 4], conviction=0, state={"dying": True})]
    scene = typed(Scene(*rows), "bob")
    if cause == "turn":
        scene.end_turns(2)
    else:
        scene.rule("pass_time", amount=2, unit="rounds")
    assert awaited(scene) == "dying:bob#1"
    scene.rule("set", who="bob", stat="escaped", value=True)
    assert (scene.asked, scene.states("bob")) == ("turn of rat", ["Dying"])
    assert dying_fate(scene.fight.system, scene.fray, "bob")["dead"] == Fraction(19, 20)
    scene.rule("pass_time", amount=1, unit="hours")
    assert (scene.asked, scene.texts("dying")) == ("turn of rat", [])
    scene.do("yield")
    assert awaited(scene).startswith("dying:bob")
    enter(scene, 5)
    assert scene.of("bob").dead
    scene.check_done()


@clause("TO-97", "TO-90")
def test_whoever_has_left_still_recovers_as_time_passes() -> None:
    state = {"staggered": True}
    scene = Scene(one("ann", [0, 0]), one("bob", [1, 0], conviction=0, state=state), foe("rat", [9, 0]), dice=[12])
    scene.rule("set", who="bob", stat="escaped", value=True)
    scene.rule("pass_time", amount=1, unit="minutes")
    assert (scene.states("bob"), len(scene.texts("recovery"))) == ([], 1)
    scene.check_done()


@clause("TO-106", "TO-107")
@pytest.mark.parametrize(
    ("name", "args"), [("modify", {"slot": "recovery", "amount": 5}), ("set", {"stat": "dying_dc", "value": 15})]
)  # fmt: skip
def test_no_point_is_asked_for_a_check_that_it_cannot_change_any_more(name: str, args: dict[str, Any]) -> None:
    # 5 fails against 10; it is made with 5 more, and against 15 a total of 10 fails too.
    rows = [one("ann", [0, 0], conviction=2), one("bob", [0, 4]), foe("rat", [9, 0])]
    scene = typed(Scene(*rows, options={"conviction_when": "after"}), "ann")
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    enter(scene, 5)
    assert scene.asked == "floor of ann"
    scene.rule(name, who="ann", **args)
    assert (scene.asked, scene.of("ann").conviction) == ("turn of bob", 2)
    assert scene.of("ann").dead == (name == "set")
    scene.check_done()


# -- the attack ----------------------------------------------------------------------------------------------------------


@clause("TO-51", "TO-106")
def test_a_confirmation_is_a_roll_of_its_own_for_conviction() -> None:
    # The attack is thrown again for a point: 3, then 20. The confirmation shows 5, and a point lifts 5 + 1 to 10: not 11.
    options = {"conviction_when": "after", "conviction_scope": "any_own_d20", **REROLL}
    scene = Scene(one("ann", [0, 0], conviction=5), one("bob", [0, 4]), foe("rat", [1, 0]), options=options, dice=[3, 20, 5, 20])
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "reroll of ann")
    scene.do("no", "reroll of ann")
    scene.do("yes", "floor of ann")
    assert scene.of("ann").conviction == 3
    scene.check_done()


@clause("TO-108", "TO-54")
def test_a_die_thrown_again_is_awaited_wherever_the_two_are_by_then() -> None:
    # The first die stands: 3 would miss, 15 hits.
    scene = Scene(one("ann", [0, 0], conviction=5), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0]), options=REROLL)
    typed(scene, "ann", "rat").do("attack:sword:rat:lethal")
    enter(scene, 3)
    scene.do("yes", "reroll of ann")
    scene.rule("move", who="rat", to=[9, 4])
    assert awaited(scene) == "attack:ann#2"
    enter(scene, 15)
    assert awaited(scene) == "toughness:rat#1"
    scene.check_done()


@clause("TO-37", "TO-78")
def test_whoever_has_its_guard_back_while_the_die_is_awaited_uses_the_higher_one() -> None:
    # 10 + 1 + Parry 5 - 2 = 14: 12 + 1 misses, where Dodge 0 would not have turned it.
    ann = one("ann", [0, 0], can_parry=True, abilities={"str": 5}, conviction=1, state={"exposed": True})
    scene = typed(Scene(foe("rat", [1, 0]), ann, foe("cat", [9, 0]), options={"conviction_extra": ["keep_dodge"]}), "rat")
    scene.do("attack:sword:ann:lethal")
    scene.rule("react", who="ann", act="keepdodge")
    enter(scene, 12)
    assert scene.texts("attack") == ["Rat attacks Ann with sword: 12 + 1 = 13 against Defense 14: miss."]
    scene.check_done()


@clause("TO-89")
def test_a_subdual_blow_that_passes_to_the_other_track_names_its_own_clause() -> None:
    rows = [one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [1, 0], state={"unconscious": True}), foe("cat", [9, 0])]
    scene = Scene(*rows, dice=[15, 1])
    scene.do("attack:sword:rat:subdual")
    told = [(event.text, event.clause) for event in scene.fight.events if event.kind == "roll-over"]
    assert told == [("Rat is Unconscious already: it counts as Dying.", "TO-89")]
    scene.check_done()
