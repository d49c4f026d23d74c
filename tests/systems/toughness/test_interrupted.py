"""What an interruption or a ruling in mid-act does to the act: seized walkers, closed ways, lost turns, clocks that stay."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Illegal, Refusal
from quintain.systems.toughness.clock import MINUTE, ROUND
from tests.support import clause
from tests.systems.toughness.scene import Scene, enter, foe, one, typed

WRESTLER = {"feats": [{"slot": "grapple", "amount": 9}]}


def at(scene: Scene, id: str) -> str:
    return scene.fray.ground.spot(scene.of(id).cell)


@clause("TO-17", "TO-61")
def test_whoever_is_seized_on_the_way_stops_there() -> None:
    # Attack 19 + 10 hits, opposed 15 + 10 beats 1 + 1: the rat is held where it came within reach, with speed 0.
    scene = Scene(one("ann", [5, 2], **WRESTLER), foe("rat", [8, 2]), dice=[19, 15, 1])
    scene.do("prepare:approach:hold")
    scene.do("end")
    scene.do("move:@4,1", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.of("rat").held_by == "ann"
    assert at(scene, "rat") == "6,2"
    assert "move:@7,2" not in scene.options()
    scene.check_done()


@clause("TO-13", "TO-61")
def test_a_charger_seized_by_another_does_not_reach_its_target() -> None:
    scene = Scene(one("ann", [5, 3], **WRESTLER), one("dan", [2, 2]), foe("rat", [10, 2]), dice=[19, 15, 1])
    scene.do("prepare:approach:hold")
    scene.do("end")
    scene.do("end")
    scene.do("charge:sword:dan:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.texts("attack") == ["Ann attacks Rat with bare hands (prepared): 19 + 10 = 29 against Defense 9: hit."]
    assert at(scene, "rat") == "6,2"
    assert scene.texts("lost") == ["Rat's charge at Dan comes to nothing."]
    scene.check_done()


@clause("TO-13", "TO-61")
def test_a_charger_seized_by_its_own_target_still_strikes_it() -> None:
    # Melee +1, charge +2, die 9: 12 against the holder's Defense 11.
    scene = Scene(one("ann", [5, 2], **WRESTLER), foe("rat", [9, 2]), dice=[19, 15, 1, 9, 20])
    scene.do("prepare:approach:hold")
    scene.do("end")
    scene.do("charge:sword:ann:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.of("rat").held_by == "ann"
    assert scene.texts("attack")[-1] == "Rat attacks Ann with sword (charging): 9 + 3 = 12 against Defense 11: hit."
    scene.check_done()


@clause("TO-61")
def test_an_attacker_seized_before_its_blow_may_strike_the_holder_only() -> None:
    scene = Scene(one("ann", [5, 2], **WRESTLER), one("dan", [6, 3]), foe("rat", [6, 2]), dice=[19, 15, 1])
    scene.do("prepare:attack:hold")
    scene.do("end")
    scene.do("end")
    scene.do("attack:sword:dan:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert [text for text in scene.texts("attack") if text.startswith("Rat")] == []
    assert scene.fray.standard_used
    scene.check_done()


@clause("TO-17", "TO-19")
def test_a_way_closed_by_a_reaction_is_walked_as_far_as_it_is_free() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [9, 2]))
    scene.do("prepare:move:move")
    scene.do("end")
    scene.do("move:@6,2", "turn of rat")
    scene.do("yes", "prepared of ann")
    scene.do("move:@6,2", "where of ann")
    assert (at(scene, "ann"), at(scene, "rat")) == ("6,2", "7,2")
    assert scene.texts("stopped") == ["Rat gets no further: beside Ann."]
    assert [event.data for event in scene.fight.events if event.kind == "stopped"] == [{"at": [7, 2]}]
    scene.check_done()


@clause("TO-17")
def test_nobody_is_asked_to_answer_an_attack_whose_maker_is_felled() -> None:
    # Ann's prepared blow: 10 + 1 hits Defense 11; Toughness 2 against 18 misses by 16: Unconscious and Dying.
    scene = Scene(one("ann", [5, 2]), one("dan", [6, 3]), foe("rat", [6, 2]), foe("cat", [15, 4]), dice=[10, 2])
    for _ in range(2):
        scene.do("prepare:attack:attack:sword")
        scene.do("end")
    scene.do("attack:sword:dan:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.states("rat") == ["Dying", "Unconscious"]
    assert scene.asked == "turn of cat"
    assert scene.of("dan").prepared == "attack:attack:sword"
    scene.check_done()


@clause("TO-23")
def test_whoever_is_dazed_before_its_own_reaction_does_not_carry_it_out() -> None:
    # The rat charges at Dan, Ann's prepared blow comes first, and the cat has prepared for Ann's: 15 + 1 hits, 10 against 18 dazes.
    scene = Scene(
        one("ann", [5, 2]), one("dan", [4, 3]), foe("cat", [4, 1]), foe("rat", [5, 3]), dice=[15, 10],
    )  # fmt: skip
    scene.do("prepare:attack:attack:sword")
    scene.do("end")
    scene.do("end")
    scene.do("prepare:attack@ann:attack:sword", "turn of cat")
    scene.do("end")
    scene.do("attack:sword:dan:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    scene.next_dice(1)
    scene.do("yes", "prepared of cat")
    assert scene.states("ann") == ["Wounded", "Dazed"]
    assert [text.split(":")[0] for text in scene.texts("attack")] == [
        "Cat attacks Ann with sword (prepared)", "Rat attacks Dan with sword",
    ]  # fmt: skip
    scene.check_done()


@clause("TO-22", "TO-100", "TO-115")
def test_where_the_gm_refuses_reactions_the_shield_is_not_offered_after_a_hit() -> None:
    scene = Scene(one("ann", [5, 2], conviction=2), foe("rat", [6, 2]), dice=[15, 20])
    scene.rule("mark", who="ann", state="Hurt")
    scene.do("end")
    scene.rule("reactions", who="ann", allowed=False)
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "turn of rat"
    assert scene.of("ann").conviction == 2
    scene.check_done()


@clause("TO-22", "TO-100")
def test_refusing_reactions_while_the_shield_is_asked_takes_the_question_back() -> None:
    scene = Scene(one("ann", [5, 2], conviction=2), foe("rat", [6, 2]), dice=[15, 20])
    scene.rule("mark", who="ann", state="Hurt")
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "shield of ann"
    scene.rule("reactions", who="ann", allowed=False)
    assert scene.asked == "turn of rat"
    assert scene.states("ann") == ["Hurt"]
    scene.check_done()


@clause("TO-77", "TO-115")
def test_an_attacker_dazed_by_the_gm_while_its_target_chooses_a_guard_strikes_no_more() -> None:
    parrying = {"can_parry": True, "abilities": {"str": 2}}
    scene = Scene(one("ann", [5, 2], **parrying), foe("rat", [6, 2]))
    scene.fight.order("*", "guard", "ask")
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "guard of ann"
    scene.rule("mark", who="rat", state="Dazed")
    assert (scene.texts("attack"), scene.texts("lost")) == ([], ["Rat's attack on Ann comes to nothing."])
    assert scene.of("rat").owes == 0  # no action was completed: the rest of the turn pays
    assert scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-60", "TO-63")
def test_whoever_is_taken_away_between_the_dice_of_a_hold_is_not_held() -> None:
    again = {"conviction_extra": ["reroll"]}
    scene = Scene(one("ann", [5, 2], conviction=2, **WRESTLER), foe("rat", [6, 2]), options=again, dice=[15, 15])
    scene.do("hold:rat")
    scene.do("no", "reroll of ann")
    assert scene.asked == "reroll of ann"
    scene.rule("move", who="rat", to="15,2")
    assert scene.asked == "turn of ann"
    assert scene.of("rat").held_by == ""
    assert scene.of("ann").holding == ""
    scene.check_done()


@clause("TO-90", "TO-115")
def test_clearing_a_lesser_mark_leaves_the_check_of_the_worse_one_where_it_was() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2]))
    for state in ("Wounded", "Disabled", "Staggered", "Unconscious"):
        scene.rule("mark", who="rat", state=state)
    rat = scene.of("rat")
    lethal, subdual = rat.lethal_check, rat.subdual_check
    scene.rule("mark", who="rat", state="Bruised")
    scene.rule("pass_time", amount=2, unit="rounds")
    scene.rule("clear", who="rat", state="Wounded")
    scene.rule("clear", who="rat", state="Staggered")
    assert (scene.of("rat").lethal_check, scene.of("rat").subdual_check) == (lethal, subdual)
    scene.check_done()


@clause("TO-91", "TO-115")
def test_clearing_the_worst_state_starts_the_interval_of_the_next() -> None:
    # A third fighter keeps the fight open while the rat lies unconscious.
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2]), foe("cat", [16, 2]))
    scene.rule("mark", who="rat", state="Staggered")
    scene.rule("mark", who="rat", state="Unconscious")
    scene.rule("pass_time", amount=3, unit="rounds")
    scene.rule("clear", who="rat", state="Unconscious")
    assert scene.of("rat").subdual_check == scene.fray.now + MINUTE
    assert scene.rounds_until(scene.of("rat").subdual_check) == MINUTE // ROUND
    scene.check_done()


@clause("TO-109", "TO-115")
def test_conviction_above_the_maximum_can_be_taken_away_without_insisting() -> None:
    scene = Scene(one("ann", [5, 2], conviction=2, controller="ann"), one("bob", [5, 4], controller="bob"), foe("rat", [6, 2]))
    scene.rule("award", who="ann", points=5, insist=True)
    scene.rule("award", who="ann", points=-1)
    assert scene.of("ann").conviction == 6
    assert scene.texts("ruling")[-1] == "The GM takes from Ann 1 Conviction."
    log = [str(line["text"]) for line in scene.fight.view("seat:bob")["log"]]
    assert not any("Conviction" in text for text in log)  # her points are hers and the GM's to know
    own = [str(line["text"]) for line in scene.fight.view("seat:ann")["log"]]
    assert "The GM awards Ann 5 Conviction." in own
    scene.check_done()


@clause("TO-77")
def test_no_turn_can_be_laid_on_those_who_are_down() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2], state={"unconscious": True}), foe("cat", [9, 2]))
    before = scene.fight.battle.key()
    with pytest.raises(Illegal, match="owes no turn"):
        scene.rule("set", who="rat", stat="owes_turn", value=True)
    assert scene.fight.battle.key() == before
    scene.check_done()


@clause("TO-20", "TO-22")
def test_a_reaction_that_would_do_nothing_is_refused() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2]))
    for act, word in (("release", "holds nobody"), ("heart", "when the fight is over")):
        with pytest.raises(Illegal, match=word):
            scene.rule("react", who="ann", act=act)
    scene.rule("react", who="ann", act="drop")
    assert scene.of("ann").weapon_in_hand() is None
    scene.check_done()


@clause("TO-90", "TO-97")
def test_time_that_passes_while_a_check_is_asked_leaves_no_check_without_a_state() -> None:
    # The rat's floor is asked; the GM lets minutes pass, the check of that time (15) lifts Staggered; the asked one is not rolled.
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2], conviction=2, state={"staggered": True, "subdual_check": 0}))
    scene.do("end")
    assert scene.asked == "floor of rat"
    scene.next_dice(15)
    scene.rule("pass_time", amount=2, unit="minutes")
    while scene.asked == "floor of rat":
        scene.do("no")
    assert scene.states("rat") == []
    assert scene.of("rat").subdual_check == 0
    scene.check_done()


@pytest.mark.parametrize("number", ["\u00b2", "\u0663", "9" * 5000, "-1", "1.5", ""])
def test_what_is_no_plain_number_is_refused_in_squares_and_bonuses(number: str) -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2]))
    for option in (f"fullout:{number}:sword:rat:lethal", f"move:@{number},2", f"retreat:@1,{number}", f"power:none:@{number},1"):
        assert scene.refused(option)
    with pytest.raises(Refusal):
        scene.rule("exit", at=f"{number},2")
    scene.check_done()


@clause("TO-37", "TO-78")
def test_a_defender_exposed_while_choosing_a_guard_has_nothing_left_to_choose() -> None:
    # Parry 2 is lost and 2 more: 10 + 1 - 2 = 9; the rat's 7 + 1 misses, where it would have missed 13 too.
    parrying = {"can_parry": True, "abilities": {"str": 2}}
    scene = Scene(one("ann", [5, 2], **parrying), foe("rat", [6, 2]), dice=[7])
    scene.fight.order("*", "guard", "ask")
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "guard of ann"
    scene.rule("mark", who="ann", state="Wounded")
    assert scene.texts("attack") == ["Rat attacks Ann with sword: 7 + 1 = 8 against Defense 9: miss."]
    scene.check_done()


@clause("TO-38", "TO-78")
def test_of_two_lost_guards_the_less_harmful_stays_when_the_gm_exposes_the_defender() -> None:
    # Dodge -2 and Parry 1: lost, the better of -2 and 0 counts: 10 + 1 - 2 + 0 = 9, not 7.
    clumsy = {"can_parry": True, "abilities": {"dex": -2, "str": 1}}
    scene = Scene(one("ann", [5, 2], **clumsy), foe("rat", [6, 2]), dice=[7])
    scene.fight.order("*", "guard", "ask")
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "guard of ann"
    scene.rule("mark", who="ann", state="Wounded")
    assert scene.texts("attack") == ["Rat attacks Ann with sword: 7 + 1 = 8 against Defense 9: miss."]
    scene.check_done()


def test_closed_options_say_each_thing_once_and_nothing_that_nobody_would_try() -> None:
    scene = Scene(one("ann", [5, 2], conviction=2), foe("rat", [9, 2]), foe("cat", [6, 2], state={"unconscious": True}))
    labels = [label for label, _why in scene.fight.questions[0].closed]
    assert "Attack Rat with sword" in labels and "Take hold of Rat" in labels
    assert not [label for label in labels if "to subdue" in label or "Stand up" in label or "bare hands" in label]
    assert not [label for label in labels if "Conviction" in label or "Tie up" in label or "Break out" in label]
    scene.rule("mark", who="ann", state="Hurt")
    scene.rule("award", who="ann", points=-2)
    closed = dict(scene.fight.questions[0].closed)
    assert closed["Spend Conviction: wipe Bruised and Hurt"] == "no Conviction is left"


@clause("TO-17", "TO-46")
def test_a_prepared_attack_may_be_meant_to_capture() -> None:
    # 15 + 1 hits 11; the save of 11 against 18 is missed by 7: Dazed alone, no wound.
    scene = Scene(one("ann", [0, 0]), foe("rat", [5, 0]), dice=[15, 11])
    assert "prepare:approach:attack:sword:subdual" in scene.options()
    assert "always subdual" in scene.refused("prepare:approach:attack:bare:lethal")
    assert "lethal or subdual" in scene.refused("prepare:approach:attack:sword:kindly")
    scene.do("prepare:approach:attack:sword:subdual")
    scene.end_turns()
    scene.do("move:@1,0", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.states("rat") == ["Dazed"]
    scene.check_done()


@clause("TO-17")
@pytest.mark.parametrize("cause", ["hazard", "save", "blast"])
def test_prepared_first_aid_answers_a_fall_whatever_caused_it(cause: str) -> None:
    """TOR-69: Bob prepares first aid for a fall. Ann is felled by the fire she stands in, or by a save or a blast of the GM's."""
    fire: list[dict[str, Any]] = [{"name": "fire", "squares": [[1, 0]], "damage": 1, "kind": "lethal"}] if cause == "hazard" else []
    dice = [1, 20] if cause != "blast" else [1, 1, 20]
    scene = Scene(one("bob", [0, 0]), one("ann", [1, 0]), foe("rat", [9, 0]), dice=dice, hazards=fire)
    scene.do(next(id for id in scene.options() if id.startswith("prepare") and "fall" in id and "aid" in id))
    if cause == "save":
        scene.rule("save", who="ann", save="toughness", dc=16)
    elif cause == "blast":
        scene.rule("blast", at="3,0", radius_ft=10, save="ref", dc=30, damage=1)
    else:
        scene.do("end")
    assert scene.asked == "prepared of bob"
    scene.do("yes")
    assert scene.texts("aid") != [] and not scene.of("ann").dying
    scene.check_done()


@clause("TO-100")
def test_the_shield_may_be_used_until_the_toughness_die_has_fallen() -> None:
    """TOR-70: the die is awaited, so Ann may still wipe her Hurt mark: Toughness +0 instead of -1."""
    ann = one("ann", [0, 0], conviction=2, state={"hurt": [5]})
    scene = Scene(foe("rat", [1, 0]), ann, one("bob", [9, 4]))
    scene.fight.type_dice("ann")
    scene.next_dice(19)
    scene.do("attack:sword:ann:lethal")
    if scene.asked == "shield of ann":
        scene.do("no")
    assert scene.fight.questions[0].id.startswith("toughness:ann")
    scene.rule("react", who="ann", act="shield")
    assert scene.of("ann").hurt == [] and scene.of("ann").conviction == 1


@clause("TO-17", "TO-23")
def test_an_attack_lost_to_an_interruption_is_told() -> None:
    """Ann prepares to strike whoever attacks her side; the rat, felled by 20 + 20 (confirmed) and a save of 1, attacks nobody."""
    scene = Scene(one("ann", [0, 0]), one("bob", [2, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[20, 20, 1])
    scene.do("prepare:attack:attack:sword", "turn of ann")
    scene.do("end", "turn of ann")
    scene.do("end", "turn of bob")
    scene.do("attack:sword:bob:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.texts("lost") == ["Rat's attack on Bob comes to nothing."]


# -- dice and questions that a ruling has made pointless (TOR-70) ------------------------------------------------------


@clause("TO-60", "TO-47")
@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize(
    ("name", "args"),
    [("remove", {"who": "rat"}), ("move", {"who": "rat", "to": "15,2"}), ("mark", {"who": "ann", "state": "Unconscious"})],
)
def test_no_die_of_an_opposed_grapple_is_asked_for_once_it_is_pointless(second: bool, name: str, args: dict[str, Any]) -> None:
    who = [one("ann", [5, 2], **WRESTLER), one("bob", [1, 1]), foe("rat", [6, 2]), foe("cat", [18, 2])]
    scene = typed(Scene(*who), "ann", "rat")
    scene.do("hold:rat")
    for face in (19, 15) if second else (19,):
        enter(scene, face)
    assert scene.asked == ("roll of rat" if second else "roll of ann")
    scene.rule(name, **args)
    assert scene.asked == ("turn of bob" if name == "mark" else "turn of ann")
    assert (scene.texts("opposed"), scene.texts("lost")) == ([], ["Ann's struggle with Rat comes to nothing."])


@clause("TO-62")
def test_whoever_is_helpless_still_rolls_against_its_holder() -> None:
    scene = Scene(one("ann", [5, 2], **WRESTLER), foe("rat", [6, 2]), foe("cat", [18, 2]), dice=[19, 15, 1])
    scene.do("hold:rat")
    scene.end_turns(3)
    scene.rule("mark", who="rat", state="Unconscious")
    typed(scene, "rat")
    scene.next_dice(10)
    scene.do("pin")
    assert scene.asked == "roll of rat"
    scene.rule("note", text="the rat is limp")
    enter(scene, 5)
    assert scene.of("rat").pinned


@clause("TO-47", "TO-54")
@pytest.mark.parametrize(("name", "args"), [("react", {"who": "ann", "act": "drop"}), ("move", {"who": "rat", "to": "15,2"})])
def test_an_attack_whose_weapon_is_dropped_or_out_of_reach_before_its_die_is_not_rolled(name: str, args: dict[str, Any]) -> None:
    scene = typed(Scene(one("ann", [5, 2]), foe("rat", [6, 2])), "ann")
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "roll of ann"
    scene.rule(name, **args)
    assert scene.asked == "turn of ann"
    assert scene.texts("attack") == []
    assert scene.fray.standard_used


@clause("TO-37")
def test_dodge_or_parry_is_not_asked_of_one_whose_weapon_is_gone_by_then() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [6, 2], can_parry=True), dice=[3])
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "guard of rat"
    scene.rule("react", who="rat", act="drop")
    assert scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-90", "TO-107")
@pytest.mark.parametrize("conviction", [0, 2])
def test_a_check_against_a_state_that_is_gone_is_neither_asked_about_nor_rolled(conviction: int) -> None:
    staggered = {"staggered": True, "subdual_check": 0}
    scene = typed(Scene(foe("rat", [10, 2]), one("ann", [5, 2], conviction=conviction, state=staggered)), "ann")
    scene.do("end")
    assert scene.asked == ("floor of ann" if conviction else "roll of ann")
    scene.rule("clear", who="ann", state="Staggered")
    assert scene.asked == "turn of ann"
    assert scene.of("ann").conviction == conviction


@clause("TO-92", "TO-107")
def test_nobody_who_is_no_longer_dying_is_asked_to_spend_on_the_check() -> None:
    scene = Scene(foe("rat", [10, 2]), one("bob", [1, 1]), one("ann", [5, 2], conviction=2, state={"dying": True}))
    scene.end_turns(2)
    assert scene.asked == "floor of ann"
    scene.rule("clear", who="ann", state="Dying")
    assert scene.asked == "turn of ann"


@clause("TO-106")
@pytest.mark.parametrize("state", [{"dying": True}, {"staggered": True, "subdual_check": 0}])
def test_a_die_rolled_again_for_conviction_is_not_lifted_for_a_second_point(state: dict[str, Any]) -> None:
    options = {"conviction_extra": ["reroll"], "conviction_when": "after"}
    ann = one("ann", [5, 2], conviction=3, abilities={"con": -5}, state=state)
    scene = Scene(foe("rat", [10, 2]), one("bob", [1, 1]), ann, options=options, dice=[2, 1])
    scene.end_turns(2)
    scene.do("yes", "reroll of ann")
    assert scene.asked == ("turn of rat" if "dying" in state else "turn of ann")
    assert (scene.of("ann").conviction, scene.of("ann").dead) == (2, "dying" in state)


@clause("TO-56")
def test_what_was_given_for_one_roll_stays_where_that_roll_was_never_made() -> None:
    scene = typed(Scene(one("ann", [5, 2]), foe("rat", [6, 2]), foe("cat", [18, 2])), "ann")
    scene.rule("modify", who="ann", slot="melee", amount=5, once=True)
    scene.do("attack:sword:rat:lethal")
    scene.rule("set", who="rat", stat="escaped", value=True)
    assert scene.of("ann").modifier("melee") == 5


@clause("TO-77", "TO-19")
def test_whoever_loses_its_turn_while_it_is_asked_where_to_go_goes_nowhere() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [9, 2]))
    scene.do("move")
    assert scene.asked == "where of ann"
    scene.rule("mark", who="ann", state="Dazed")
    assert scene.asked == "turn of rat"
    assert at(scene, "ann") == "5,2"
    scene.check_done()


@clause("TO-21", "TO-23")
def test_whoever_owes_a_turn_by_then_is_not_asked_to_step_in() -> None:
    scene = Scene(one("ann", [5, 2]), foe("rat", [9, 2]), foe("cat", [12, 2]))
    scene.do("delay")
    scene.do("end", "turn of rat")
    assert scene.asked == "step in of ann"
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    assert scene.asked == "turn of cat"


@clause("TO-121")
def test_where_one_track_is_cleared_while_the_ally_is_asked_the_other_is_mended() -> None:
    mend = {"key": "mend", "name": "Mend", "kind": "mend", "range_ft": 5}
    bob = one("bob", [6, 2], conviction=0, state={"staggered": True, "wounded": 1})
    scene = Scene(one("ann", [5, 2], powers=[mend]), bob, foe("cat", [18, 2]), dice=[10])
    scene.do("power:mend:bob")
    assert scene.asked == "track of bob"
    scene.rule("clear", who="bob", state="Wounded")
    assert scene.states("bob") == []
    scene.check_done()


@clause("TO-98")
def test_first_aid_needs_the_patient_in_reach_when_the_die_falls() -> None:
    scene = typed(Scene(one("ann", [5, 2]), one("bob", [6, 2], state={"dying": True}), foe("cat", [18, 2])), "ann")
    scene.do("aid:bob")
    assert scene.asked == "roll of ann"
    scene.rule("move", who="ann", to="0,0")
    assert scene.asked == "turn of ann"
