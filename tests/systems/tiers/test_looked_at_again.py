"""What was read, listed or paid before something was asked or thrown is looked at again once the answer or the dice are there.

Figures as in `scene.py`: 15 + 5 = 20 against Iron 17 hits.
"""

from __future__ import annotations

import pytest

from quintain.engine import Fight
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    about,
    act,
    answer,
    asked,
    at,
    awaited,
    begin,
    boons,
    finish,
    foe,
    hp,
    let_stand,
    offered,
    person,
    settle,
    stances,
    texts,
    throw,
    to_turn,
    typed,
    who,
    wounds,
)

Words = dict[str, object]


def struck_by(power: Row, **ann: object) -> Fight:
    """Bob hits Ann with a power that deals no damage, and she is asked about its wound."""
    blow: Row = {"name": "Blow", "kind": "melee", "action": "Skirmish", "damage": "none", **power}
    people = [person("ann", (5, 5), soak=2, **ann), person("cat", (9, 9)), foe("bob", (6, 5), powers=[blow]), foe("dan", (15, 9))]  # type: ignore[arg-type]
    fight = begin(people, [15, 9, 4, 3, 5])
    to_turn(fight, "bob")
    answer(fight, "power:0:@ann")
    while about(fight) not in ("wound", "heading", "act"):
        answer(fight, "no")
    return fight


# -- surprise ------------------------------------------------------------------------------------------------------------


def lurking(**ann: object) -> Fight:
    """Two foes lie in wait, and the dice decide whether Ann notices."""
    people = [person("ann", (0, 0), awareness="roll", **ann), foe("bob", (9, 0), lurking=True), foe("dan", (9, 9), lurking=True)]  # type: ignore[arg-type]
    fight = typed(people)
    answer(fight, "roll")
    let_stand(fight)
    return fight


@clause("TI-17")
def test_the_number_to_notice_is_that_of_those_who_still_lie_in_wait_when_the_die_falls() -> None:
    """Bob's 19 + 2 would not be noticed by 5 + 1, Dan's 2 + 1 is; with nobody left nothing is thrown."""
    fight = lurking()
    throw(fight, 19, 2, 7, 2)
    throw(fight, 2, 2, 1, 1)
    assert awaited(fight).startswith("ann survey")
    fight.rule("remove", who="bob")
    throw(fight, 5, 2, 1, 1)
    assert not who(fight, "ann").surprised
    check_replays(fight)
    fight = lurking()
    throw(fight, 19, 2, 7, 2)
    throw(fight, 2, 2, 1, 1)
    fight.rule("ambush", who="bob", on=False)
    fight.rule("remove", who="dan")
    assert awaited(fight) == "" and about(fight) == "stance" and not who(fight, "ann").surprised
    check_replays(fight)


@clause("TI-17")
def test_whoever_lies_in_wait_no_more_rolls_no_prowl_and_nobody_does_where_nobody_is_left_to_notice() -> None:
    fight = lurking()
    assert awaited(fight).startswith("bob prowl")
    fight.rule("ambush", who="bob", on=False)
    assert awaited(fight).startswith("dan prowl")
    fight.rule("surprise", who="ann")
    assert awaited(fight) == "" and who(fight, "ann").surprised and who(fight, "dan").ambushing and not who(fight, "bob").ambushing
    check_replays(fight)


@clause("TI-16", "TI-146")
def test_the_gms_word_on_surprise_needs_no_question_and_no_die() -> None:
    people = [person("ann", (0, 0), awareness="roll"), person("cat", (0, 3)), person("eve", (0, 6)), foe("bob", (9, 0), lurking=True)]
    fight = typed(people)
    fight.rule("surprise", who="cat")
    answer(fight, "roll")
    assert asked(fight) == "awareness:eve", "Cat is Surprised already"
    answer(fight, "aware")
    throw(fight, 10, 2, 3, 2)
    assert awaited(fight).startswith("ann survey")
    fight.rule("surprise", who="ann")
    assert awaited(fight) == "" and [who(fight, id).surprised for id in ("ann", "cat", "eve")] == [True, True, False]
    check_replays(fight)


@clause("TI-16")
def test_nobody_is_asked_about_where_nobody_lies_in_wait_any_more_nor_who_does_so_by_now() -> None:
    people = [person("ann", (0, 0)), person("cat", (0, 3)), person("eve", (0, 6)), foe("bob", (9, 0), lurking=True)]
    fight = begin(people)
    assert asked(fight) == "awareness:ann"
    fight.rule("ambush", who="cat")
    answer(fight, "aware")
    assert asked(fight) == "awareness:eve"
    fight.rule("ambush", who="bob", on=False)
    assert asked(fight) == "awareness:bob", "whom Cat lies in wait for"
    check_replays(fight)


# -- rolls that come to nothing ------------------------------------------------------------------------------------------


@clause("TI-86")
def test_a_target_may_not_react_to_whoever_is_hidden_from_it_when_the_dice_fall() -> None:
    """The third d20 that Hidden gives, and no resisting, go together."""
    fight = typed([person("ann", (5, 5)), person("cat", (9, 9)), foe("bob", (6, 5)), foe("dan", (15, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    fight.rule("pair", who="bob", to="ann", what="hidden", **{"is": "yes"})
    assert awaited(fight) == "bob attack 3d20 best! + 2d8 best!"
    throw(fight, 15, 3, 2, 5, 2)
    fight.enter(fight.questions[0].id, [5, 5])
    assert about(fight) != "damage" and hp(fight, "ann") == [30]
    check_replays(fight)


@clause("TI-93", "TI-97")
@pytest.mark.parametrize("question", ["push", "before roll", ""])
def test_what_wholly_depends_on_a_sense_that_is_lost_in_the_middle_is_not_thrown(question: str) -> None:
    glare: Row = {
        "name": "Glare", "range": 30, "action": "Hunt", "damage": "power", "die": 6, "energy": ["Radiant"], "senses": ["wholly sight"],
    }  # fmt: skip
    fight = typed([person("ann", (0, 0), powers=[glare]), person("cat", (9, 9)), foe("bob", (3, 0)), foe("dan", (15, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@bob")
    while about(fight) != question and not awaited(fight):
        answer(fight, "no")
    fight.rule("wound", who="ann", wound="blinded")
    assert awaited(fight) == "" and about(fight) == "end of turn"
    assert texts(fight.events, "lost") == ["Ann's attack on Bob comes to nothing: it depends on a sense that is lost."]
    check_replays(fight)


@clause("TI-97", "TI-47")
def test_a_task_that_wholly_depends_on_a_sense_is_not_rolled_without_it() -> None:
    fight = typed([person("ann", (0, 0)), person("cat", (9, 9)), foe("bob", (9, 0))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("improvise", who="ann", what="Listen", action="Survey")
    fight.rule("senses", what="Listen", depends_on="wholly sound")
    answer(fight, "other:0")
    let_stand(fight)
    assert awaited(fight).startswith("ann improvised")
    fight.rule("wound", who="ann", wound="deafened")
    assert awaited(fight) == "" and texts(fight.events, "lost") == [
        "Ann's Survey roll comes to nothing: it depends on a sense that is lost."
    ]
    check_replays(fight)


@clause("TI-57", "TI-147", "TI-44", "TI-52")
def test_nobody_is_asked_to_push_for_a_roll_that_is_lost() -> None:
    gate: Row = {"name": "gate", "size": 4, "actions": ["Skirmish"], "at": [1, 1]}
    slip: Row = {"name": "Slip", "form": "hide", "rounds": 2}
    words: list[tuple[str, str, Words]] = [
        ("objective:skirmish:gate", "close", {"name": "gate"}), ("power:0", "move", {"who": "bob", "to": [1, 0]}),
    ]  # fmt: skip
    for option, ruling, named in words:
        people = [person("ann", (0, 0), powers=[slip]), person("cat", (5, 5)), foe("bob", (9, 0))]
        fight = typed(people, clocks=[gate])
        to_turn(fight, "ann", ("ann",))
        answer(fight, option)
        assert asked(fight) == "push:ann"
        fight.rule(ruling, **named)
        assert about(fight) == "act" and len(texts(fight.events, "lost")) == 1 and who(fight, "ann").stress == 0
        check_replays(fight)


@clause("TI-52")
def test_a_parry_of_a_blow_that_is_gone_is_neither_pushed_nor_thrown_and_the_log_says_so() -> None:
    parry: Row = {"name": "Turn", "form": "parry", "react": True, "stress": 2}
    fight = typed([person("ann", (1, 1), powers=[parry], beacon=2), person("cat", (9, 5)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    answer(fight, "parry:0:skirmish")
    assert asked(fight) == "price:ann"
    fight.rule("remove", who="bob")
    answer(fight, "stress")
    assert about(fight) == "act" and awaited(fight) == ""
    assert texts(fight.events, "lost") == [
        "Ann's Turn comes to nothing: there is nothing to turn aside.", "Bob's attack on Ann comes to nothing: Bob is gone.",
    ]  # fmt: skip
    check_replays(fight)


@clause("TI-66", "TI-67", "TI-70")
def test_a_push_for_damage_is_asked_for_only_where_one_die_more_is_thrown() -> None:
    """Not against one who is Immune by then, nor by one so weakened that no Effect die is left either way."""
    words: list[tuple[str, Words, str]] = [
        ("boon", {"who": "bob", "boon": "Immune", "energy": "Kinetic"}, ""),
        ("wound", {"who": "ann", "wound": "Weakened", "severity": 3}, "ann damage 1d8"),
    ]
    for word, named, left in words:
        fight = typed([person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))])
        to_turn(fight, "ann", ("ann",))
        answer(fight, "attack:sword:skirmish:@bob")
        let_stand(fight)
        fight.enter(fight.questions[0].id, [15, 3, 5, 2])
        assert asked(fight) == "push damage:ann"
        fight.rule(word, **named)
        assert about(fight) != "push damage" and awaited(fight) == left
        check_replays(fight)


@clause("TI-70", "TI-114")
def test_nothing_is_thrown_to_resist_what_cannot_harm_any_more() -> None:
    fight = typed([person("ann", (1, 1)), person("cat", (9, 5)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    throw(fight, 15, 3, 5, 2)
    fight.enter(fight.questions[0].id, [5, 6])
    answer(fight, "resist")
    assert awaited(fight).startswith("ann resistance")
    fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
    assert awaited(fight) == "" and hp(fight, "ann") == [40] and who(fight, "ann").stress == 0
    assert texts(fight.events, "lost") == ["Ann's resistance comes to nothing: there is nothing to resist."]
    check_replays(fight)


@clause("TI-45")
def test_an_aid_given_ahead_is_there_still_where_the_roll_it_would_have_helped_was_never_thrown() -> None:
    people = [person("ann", (0, 0)), person("cat", (1, 1)), foe("bob", (1, 0)), foe("dan", (0, 1))]
    fight = typed(people)
    to_turn(fight, "cat")
    act(fight, "aid:@ann")
    to_turn(fight, "ann")
    for gone in ("bob", ""):
        answer(fight, f"attack:sword:skirmish:@{gone or 'dan'}")
        let_stand(fight)
        assert awaited(fight) == "ann attack 3d20 best! + 2d8 best!"
        if gone:
            fight.rule("remove", who=gone)
    throw(fight, 2, 2, 2, 1, 1)
    assert who(fight, "ann").aided_by < 0
    check_replays(fight)


@clause("TI-86", "TI-128")
def test_whose_attack_was_lost_before_its_dice_has_not_attacked_and_stays_hidden() -> None:
    people = [person("ann", (0, 0), effects=[{"boon": "Hidden"}]), person("cat", (9, 9)), foe("bob", (1, 0)), foe("dan", (15, 9))]
    fight = typed(people)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:sword:skirmish:@bob")
    let_stand(fight)
    assert awaited(fight) == "ann attack 3d20 best! + 2d8 best!"
    fight.rule("remove", who="bob")
    assert boons(fight, "ann") == {"Hidden": 5}
    check_replays(fight)


# -- what a hit does -----------------------------------------------------------------------------------------------------


@clause("TI-73")
@pytest.mark.parametrize("fallen", ["ann", "bob"])
@pytest.mark.parametrize("wound", ["stunned", "pushed"])
def test_a_wound_that_is_asked_about_needs_maker_and_target_up_when_it_lands(fallen: str, wound: str) -> None:
    fight = struck_by({"wounds": [{"wound": wound, "feet": 10 if wound == "pushed" else 0}]})
    assert asked(fight) == "wound:ann"
    fight.rule("set", who=fallen, stat="hp", value=0)
    assert about(fight) not in ("wound", "heading") and wounds(fight, "ann") == {} and at(fight, "ann") == (5, 5)
    check_replays(fight)


@clause("TI-103", "TI-73")
def test_nobody_is_goaded_by_one_who_is_gone_before_the_goad_lands() -> None:
    fight = struck_by({"wounds": [{"wound": "goaded"}]})
    assert asked(fight) == "wound:ann"
    fight.rule("remove", who="bob")
    assert about(fight) != "wound" and wounds(fight, "ann") == {}
    check_replays(fight)


@clause("TI-82", "TI-73")
def test_nobody_is_pushed_any_way_by_one_who_is_down_before_the_way_is_chosen() -> None:
    fight = struck_by({"wounds": [{"wound": "pushed", "feet": 20}]})
    answer(fight, "take")
    assert asked(fight) == "heading:bob"
    fight.rule("fate", who="bob", **{"is": "dying"})
    assert about(fight) != "heading" and at(fight, "ann") == (5, 5)
    check_replays(fight)


@clause("TI-70", "TI-102")
def test_nobody_names_a_defense_of_one_who_is_immune_by_then() -> None:
    blow: Row = {"name": "Blow", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": [{"wound": "Exposed"}]}
    people = [person("ann", (0, 0), powers=[blow]), person("cat", (5, 5)), foe("bob", (1, 0), soak=1), foe("dan", (9, 9))]
    for moment in ("damage", "name"):
        fight = typed(people)
        to_turn(fight, "ann", ("ann",))
        answer(fight, "power:0:sword:@bob")
        let_stand(fight)
        throw(fight, 15, 3, 5, 2)
        fight.enter(fight.questions[0].id, [5, 5])
        if moment == "name":
            answer(fight, "take")
        assert about(fight) == moment
        fight.rule("boon", who="bob", boon="Immune", energy="Kinetic")
        assert about(fight) == "next" and wounds(fight, "bob") == {}
        check_replays(fight)


@clause("TI-52", "TI-136")
def test_a_ward_that_is_paid_for_when_its_ally_is_gone_comes_to_nothing() -> None:
    sign: Row = {"name": "Sign", "form": "ward", "react": True, "stress": 2, "within": 30, "rounds": 1}
    people = [person("ann", (1, 1), powers=[sign], beacon=2), person("cat", (2, 2)), foe("bob", (3, 2)), foe("dan", (9, 9))]
    fight = begin(people)
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@cat")
    answer(fight, "ward:0:kinetic")
    assert asked(fight) == "price:ann"
    fight.rule("remove", who="cat")
    answer(fight, "stress")
    assert boons(fight, "cat") == {} and "Ann's Sign comes to nothing: Cat is gone." in texts(fight.events, "lost")
    check_replays(fight)


@clause("TI-70", "TI-113", "TI-114", "TI-48")
@pytest.mark.parametrize("resists", [True, False])
def test_a_failure_that_was_to_be_thrown_again_costs_and_says_nothing_where_its_reason_is_gone(resists: bool) -> None:
    """The failed roll would cost Ann 4 Stress, or leave her slowed; while she may throw it again the GM takes the reason away."""
    people = [person("ann", (1, 1), beacon=1, effects=[{"wound": "slowed"}]), person("cat", (9, 5)), foe("bob", (2, 1))]
    fight = typed(people)
    if resists:
        to_turn(fight, "bob")
        answer(fight, "attack:sword:skirmish:@ann")
        let_stand(fight)
        throw(fight, 15, 3, 5, 2)
        fight.enter(fight.questions[0].id, [5, 6])
        answer(fight, "resist")
        fight.enter(fight.questions[0].id, [2, 3, 1])
        assert asked(fight) == "redo:ann"
        fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
    else:
        to_turn(fight, "ann")
        answer(fight, "stop")
        answer(fight, fight.questions[0].options[0].id)
        fight.enter(fight.questions[0].id, [2, 3, 4])
        assert asked(fight) == "redo:ann"
        fight.rule("end_wound", who="ann", wound="slowed")
    assert about(fight) == "act" and who(fight, "ann").stress == 0 and hp(fight, "ann") == [40]
    assert texts(fight.events, "resist") == [] and len(texts(fight.events, "lost")) == 1
    check_replays(fight)


@clause("TI-50", "TI-52", "TI-70")
def test_nobody_is_asked_to_turn_aside_or_to_take_what_its_target_is_immune_to_by_then() -> None:
    parry: Row = {"name": "Turn", "form": "parry", "react": True}
    for parries in (True, False):
        ann = person("ann", (1, 1), powers=[parry] if parries else [])
        fight = typed([ann, person("cat", (1, 2)), foe("bob", (2, 1)), foe("dan", (9, 9))])
        to_turn(fight, "bob")
        answer(fight, "attack:sword:skirmish:@ann")
        let_stand(fight)
        fight.enter(fight.questions[0].id, [15, 3, 5, 2])
        assert asked(fight) == ("hit:ann" if parries else "hit:cat")
        fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
        assert asked(fight) == "act:bob" and awaited(fight) == "" and hp(fight, "ann", "cat") == [40, 40]
        check_replays(fight)


@clause("TI-65", "TI-98")
def test_no_wound_is_taken_for_critical_dice_that_cannot_be_thrown_any_more() -> None:
    people = [person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))]
    fight = typed(people, options={"crit_wound": "on"})
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:sword:skirmish:@bob")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [19, 3, 8, 2, 2])
    assert asked(fight) == "critical:ann"
    fight.rule("disarm", who="ann")
    assert about(fight) == "next"
    assert texts(fight.events, "lost") == ["Ann's attack on Bob comes to nothing: Ann no longer holds sword."]
    check_replays(fight)


@clause("TI-98")
def test_whoever_has_one_thing_in_hand_loses_that_and_nobody_is_asked_which() -> None:
    for items, asks in ((["sword"], False), (["sword", "dagger"], True)):
        strike: Row = {"name": "Strike", "kind": "melee", "action": "Skirmish", "wounds": [{"wound": "disarmed"}]}
        people = [person("ann", (0, 0), powers=[strike]), person("cat", (5, 5)), foe("bob", (1, 0), items=items), foe("dan", (9, 9))]
        fight = typed(people)
        to_turn(fight, "ann", ("ann",))
        answer(fight, "power:0:@bob")
        let_stand(fight)
        fight.enter(fight.questions[0].id, [15, 3, 5, 2])
        assert (asked(fight) == "name:ann") == asks
        if not asks:
            assert who(fight, "bob").held == []
        check_replays(fight)


@clause("TI-112", "TI-113", "TI-116")
def test_stress_and_steps_of_wounds_are_told_by_the_clause_that_sets_them() -> None:
    people = [person("ann", (5, 5), effects=[{"wound": "slowed"}]), foe("bob", (6, 5))]
    fight = begin(people, [15, 9, 4, 3, 8, 7, 2, 3, 4, 12, 3, 4])
    to_turn(fight, "bob")
    act(fight, "attack:sword:skirmish:@ann", {"damage": "resist"})
    to_turn(fight, "ann")
    answer(fight, "stop")
    answer(fight, fight.questions[0].options[0].id)
    told = {event.text: event.clause for event in fight.events}
    assert told["Ann takes 4 Stress: resisting."] == "TI-116" and told["Ann: slowed down to 1 (resisted)."] == "TI-113"
    finish(fight)


# -- on the way ----------------------------------------------------------------------------------------------------------

FIRE: Row = {
    "rows": [".." + "f" + "." * 17, *["." * 20] * 11], "legend": {"f": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2},
}  # fmt: skip


@clause("TI-79", "TI-80")
def test_whoever_is_moved_while_the_fire_on_its_way_is_asked_about_does_not_go_on_from_elsewhere() -> None:
    fight = begin([person("ann", (0, 0), soak=2), foe("bob", (15, 9))], map=FIRE)
    fight.rule("armor", who="ann", suits="yes")
    to_turn(fight, "ann")
    answer(fight, "advance:1,0:2,0:3,0:4,0")
    assert asked(fight) == "wound:ann" and at(fight, "ann") == (2, 0)
    fight.rule("move", who="ann", to=[10, 10])
    answer(fight, "take")
    assert at(fight, "ann") == (10, 10) and texts(fight.events, "move") == ["Ann advances 10', now 25' from Bob."]
    check_replays(fight)


@clause("TI-82")
def test_whoever_is_moved_while_the_fire_it_is_pushed_into_is_asked_about_is_pushed_no_further() -> None:
    ground: Row = {**FIRE, "rows": ["." * 20] * 5 + ["...f" + "." * 16] + ["." * 20] * 6}
    pushed: Row = {"wound": "pushed", "feet": 20}
    shove: Row = {"name": "Shove", "kind": "melee", "action": "Skirmish", "damage": "none", "wounds": [pushed]}
    people = [person("ann", (4, 5), soak=2), person("cat", (9, 9)), foe("bob", (5, 5), powers=[shove]), foe("dan", (15, 9))]
    fight = begin(people, [15, 9, 4, 3], map=ground)
    fight.rule("armor", who="ann", suits="yes")
    to_turn(fight, "bob")
    answer(fight, "power:0:@ann")
    while about(fight) != "heading":
        answer(fight, "take" if about(fight) == "wound" else "no")
    answer(fight, "west")
    assert asked(fight) == "wound:ann" and at(fight, "ann") == (3, 5)
    fight.rule("move", who="ann", to=[10, 10])
    answer(fight, "take")
    assert at(fight, "ann") == (10, 10)
    check_replays(fight)


@clause("TI-51", "TI-96")
def test_nobody_strikes_in_passing_at_one_who_is_no_enemy_by_then() -> None:
    fight = begin([person("ann", (5, 5)), person("cat", (15, 8)), foe("bob", (6, 5)), foe("dan", (16, 3))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:3,5")
    assert asked(fight) == "strike:bob"
    fight.rule("wound", who="ann", wound="charmed", source="dan")
    assert about(fight) != "strike" and at(fight, "ann") == (3, 5)
    check_replays(fight)


# -- the round -----------------------------------------------------------------------------------------------------------


@clause("TI-26")
def test_of_two_the_one_who_is_left_goes_next_unasked() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (12, 5)), foe("dan", (15, 5))])
    stances(fight)
    assert offered(fight) == ["next:@bob", "next:@dan"]
    fight.rule("remove", who="dan")
    assert asked(fight) == "act:bob"
    check_replays(fight)


@clause("TI-33", "TI-15")
def test_a_leader_who_is_not_winded_any_more_offers_no_ceasefire_until_it_is_again() -> None:
    goal: Row = {"kind": "ceasefire", "side": "foes", "who": "bob"}
    fight = begin([person("ann", (5, 5)), foe("bob", (12, 5), hp=20), foe("dan", (15, 5))], goals=[goal])
    fight.rule("set", who="bob", stat="max_hp", value=40)
    to_turn(fight, "bob")
    answer(fight, "stop")
    assert asked(fight) == "offer truce:"
    fight.rule("set", who="bob", stat="hp", value=40)
    assert asked(fight) == "act:dan"
    fight.rule("set", who="bob", stat="hp", value=20)
    answer(fight, "stop")
    assert asked(fight) == "offer truce:"
    answer(fight, "no")
    settle(fight)
    assert about(fight) == "act"
    check_replays(fight)


@clause("TI-36", "TI-149")
def test_nothing_runs_out_for_one_who_is_gone_at_the_end_of_its_turn() -> None:
    people = [person("ann", (0, 0), effects=[{"wound": "Distracted", "rounds": 1}]), person("cat", (5, 5)), foe("bob", (9, 0))]
    fight = begin(people)
    to_turn(fight, "ann")
    answer(fight, "stop")
    assert asked(fight) == "end of turn:ann"
    fight.rule("remove", who="ann")
    assert texts(fight.events, "wound") == []
    check_replays(fight)


@clause("TI-21", "TI-31", "TI-146")
def test_a_stance_that_the_gm_sets_in_an_extra_turn_of_ambush_stands() -> None:
    bob = foe("bob", (12, 5), awareness="surprised")
    people = [person("ann", (5, 5), lurking=True), person("cat", (5, 8)), bob, foe("dan", (15, 5))]
    fight = begin(people, options={"ambush_turn": "extra"})
    while about(fight) == "awareness":
        answer(fight, "surprised")
    stances(fight)
    assert asked(fight) == "act:ann"
    fight.rule("set", who="ann", stat="stance", value="Rash")
    answer(fight, "stop")
    assert asked(fight) == "act:ann" and fight.questions[0].title == "Ann's turn: 1 Act left."
    finish(fight)
