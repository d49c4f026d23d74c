"""The GM's word while a price is asked, or on the way to whom an attack is aimed at."""

from __future__ import annotations

import pytest

from quintain.engine import Fight
from quintain.systems.tiers.vocabulary import DEAD, UNCONSCIOUS
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    Words,
    about,
    answer,
    arena,
    asked,
    at,
    awaited,
    begin,
    end_of,
    finish,
    foe,
    hit,
    hp,
    let_stand,
    needed,
    offered,
    person,
    rule,
    settle,
    texts,
    throw,
    to_turn,
    typed,
    who,
    wounds,
)

# -- while a price is asked, or on the way ------------------------------------------------------------------------------

SMITE: Row = {"name": "Smite", "kind": "melee", "action": "Skirmish", "damage": "weapon", "stress": 2}
MEND: Row = {"name": "Mend", "form": "heal", "within": 30, "stress": 2, "quality": 3}
KNIFE: Row = {"name": "knife", "die": 6, "melee": 5, "tags": ["agile"]}


@clause("TI-108")
def test_whoever_is_stunned_while_the_price_of_its_power_is_asked_strikes_no_more() -> None:
    fight = begin([person("ann", (0, 0), beacon=1, powers=[SMITE]), person("cat", (9, 8)), foe("bob", (1, 0))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:sword:@bob")
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="stunned")
    answer(fight, "stress")
    end_of(fight, "Ann is stunned")


@clause("TI-44", "TI-108", "TI-104")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("wound", {"who": "ann", "wound": "stunned"}), "Ann is stunned"),
        (("wound", {"who": "ann", "wound": "Incapacitated"}), "Ann is Incapacitated"),
        (("move", {"who": "cat", "to": [19, 0]}), "Cat is farther than 30'"),
    ],
)
def test_a_power_that_cannot_be_used_any_more_once_it_is_paid_for_comes_to_nothing(words: Words, why: str) -> None:
    fight = begin([person("ann", (0, 0), beacon=1, powers=[MEND]), person("cat", (1, 1), hp=10, max_hp=40), foe("bob", (9, 8))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@cat")
    rule(fight, words)
    answer(fight, "stress")
    assert texts(fight.events, "lost") == [f"Ann's Mend comes to nothing: {why}."] and hp(fight, "cat") == [10]
    check_replays(fight)


@clause("TI-108", "TI-44")
def test_the_second_blade_does_not_strike_where_its_wielder_is_stunned_after_the_first() -> None:
    twin: Row = {"name": "Twin", "form": "twin", "action": "Finesse"}
    knives = [{**KNIFE, "id": "left"}, {**KNIFE, "id": "right"}]
    fight = begin([person("ann", (0, 0), powers=[twin], items=knives), foe("bob", (1, 0)), foe("dan", (9, 9))], [15, 3, 5, 2, 1])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:finesse:@bob")
    while about(fight) != "second blade":
        answer(fight, "no")
    fight.rule("wound", who="ann", wound="stunned")
    assert about(fight) == "end of turn" and hp(fight, "bob") == [37]
    check_replays(fight)


@clause("TI-45", "TI-104")
def test_aid_ahead_comes_to_nothing_where_the_aider_is_out_before_it_is_paid_for() -> None:
    fight = begin([person("ann", (0, 0), beacon=1, stress=1), person("cat", (1, 1)), foe("bob", (9, 8))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="stress", value=1)
    fight.order("ann", "price", "ask")
    answer(fight, "aid:@cat")
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="Incapacitated")
    answer(fight, "beacon")
    assert texts(fight.events, "lost") == ["Ann's Aid comes to nothing: Ann is Incapacitated."] and who(fight, "cat").aided_by < 0
    check_replays(fight)


@clause("TI-35", "TI-108")
def test_an_act_of_one_who_is_down_before_it_is_paid_for_is_not_done() -> None:
    ann = person("ann", (0, 0), beacon=1, stress=1, items=[], effects=[{"wound": "stunned"}, {"wound": "downed"}])
    fight = begin([ann, person("cat", (1, 1)), foe("bob", (9, 8))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="stress", value=1)
    fight.order("ann", "price", "ask")
    answer(fight, "stand")
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="Incapacitated")
    answer(fight, "beacon")
    assert texts(fight.events, "lost") == ["Ann's Act comes to nothing: Ann is Incapacitated."] and "downed" in wounds(fight, "ann")
    check_replays(fight)


@clause("TI-109", "TI-79")
def test_whoever_is_moved_while_the_price_of_approaching_is_asked_does_not_walk_the_way_from_elsewhere() -> None:
    ann = person("ann", (0, 0), beacon=1, stress=1, effects=[{"wound": "terrified", "source": 1}])
    fight = begin([ann, foe("bob", (8, 0))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="stress", value=1)
    fight.order("ann", "price", "ask")
    answer(fight, "advance:4,0")
    assert asked(fight) == "price:ann"
    fight.rule("move", who="ann", to=[0, 9])
    answer(fight, "beacon")
    assert at(fight, "ann") == (0, 9)
    check_replays(fight)


@clause("TI-109", "TI-79")
@pytest.mark.parametrize(
    ("words", "end"),
    [
        (("wound", {"who": "ann", "wound": "terrified", "source": "dan"}), (1, 0)),
        (("wound", {"who": "ann", "wound": "terrified", "source": "bob"}), (6, 0)),
        (("set", {"who": "ann", "stat": "stride", "value": 10}), (3, 0)),
        (("set", {"who": "ann", "stat": "stride", "value": 40}), (6, 0)),
    ],
)
def test_a_way_is_walked_as_far_as_it_leads_by_then(words: Words, end: tuple[int, int]) -> None:
    fight = begin([person("ann", (1, 0)), foe("bob", (0, 0)), foe("dan", (12, 0))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:6,0")
    assert asked(fight) == "strike:bob"
    rule(fight, words)
    answer(fight, "no")
    assert at(fight, "ann") == end
    check_replays(fight)


@clause("TI-51")
@pytest.mark.parametrize("words", [
    ("wound", {"who": "ann", "wound": "rooted"}), ("wound", {"who": "ann", "wound": "downed"}), ("move", {"who": "ann", "to": [0, 1]}),
])  # fmt: skip
def test_nobody_strikes_at_a_step_that_is_not_taken_any_more(words: Words) -> None:
    fight = begin([person("ann", (1, 0)), foe("bob", (0, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:4,0")
    assert asked(fight) == "strike:bob"
    rule(fight, words)
    assert about(fight) != "strike"
    check_replays(fight)


@clause("TI-80", "TI-51")
def test_whoever_stops_in_the_middle_of_a_friend_finds_room_though_its_own_place_is_taken_by_then() -> None:
    spear: Row = {"id": "spear", "name": "spear", "die": 8, "melee": 10}
    people = [person("ann", (0, 0)), person("cat", (1, 0)), person("eve", (9, 9)), foe("bob", (3, 0), items=[spear])]
    fight = begin(people)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:1,0:2,1")
    assert asked(fight) == "strike:bob" and at(fight, "ann") == (1, 0)
    fight.rule("move", who="eve", to=[0, 0])
    fight.rule("wound", who="ann", wound="rooted")
    answer(fight, "no")
    assert at(fight, "ann") == (0, 1)
    check_replays(fight)


@clause("TI-54", "TI-46")
def test_what_is_not_thrown_or_shot_any_more_stays_in_hand_and_loaded() -> None:
    for item, left in (("dagger", ["dagger"]), ("light crossbow", ["light crossbow"])):
        fight = typed([person("ann", (0, 0), items=[item]), person("cat", (9, 8)), foe("bob", (3, 0)), foe("dan", (19, 11))])
        to_turn(fight, "ann", ("ann",))
        answer(fight, next(id for id in offered(fight) if id.endswith("@bob:ranged")))
        let_stand(fight)
        rule(fight, ("wound", {"who": "ann", "wound": "Incapacitated"}))
        assert ([held.name for held in who(fight, "ann").held], who(fight, "ann").unloaded) == (left, [])
        check_replays(fight)


@clause("TI-113")
def test_a_wound_that_the_gm_changes_while_the_price_of_shaking_it_off_is_asked_is_lowered_as_it_is_by_then() -> None:
    ann = person("ann", (0, 0), beacon=1, effects=[{"wound": "burning", "level": 4}])
    fight = begin([ann, foe("bob", (9, 8))], [1, 19, 3, 2], options={"wound_resist": "stress"})
    to_turn(fight, "ann", ("ann",))
    answer(fight, next(id for id in offered(fight) if id.startswith("resist:burning")))
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="burning", severity=2, exactly=True)
    answer(fight, "stress")
    assert wounds(fight, "ann") == {"burning": 1}
    check_replays(fight)


@clause("TI-140")
def test_whose_beacon_point_the_gm_takes_at_the_last_moment_dies_unasked() -> None:
    fight = begin([person("ann", (1, 0), hp=1, max_hp=40, beacon=1), person("cat", (5, 5)), foe("bob", (0, 0))], [15, 3, 5, 2, 5, 5])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while about(fight) != "beacon":
        answer(fight, "take" if about(fight) in ("damage", "wound") else "no")
    fight.rule("beacon", who="ann", points=-1)
    assert about(fight) != "beacon" and who(fight, "ann").status == DEAD
    finish(fight)


@clause("TI-35", "TI-104")
@pytest.mark.parametrize("beacon", [0, 1])
def test_whoever_is_incapacitated_in_its_turn_is_asked_for_no_further_act_and_goes_nowhere(beacon: int) -> None:
    """No Beacon Point buys it an Act, and it does not leave by the exit it lies on; the roll at the end of the turn is its own."""
    ground = {"rows": ["x" + "." * 19] + ["." * 20] * 11, "legend": {"x": ["exit"]}}
    fight = begin([person("ann", (0, 0), beacon=beacon), person("cat", (5, 5)), foe("bob", (9, 9))], map=ground)
    to_turn(fight, "ann", ("ann",))
    assert "leave" in offered(fight)
    fight.rule("wound", who="ann", wound="Incapacitated")
    assert asked(fight) == "end of turn:ann"
    check_replays(fight)


@clause("TI-35")
def test_nobody_whose_acts_the_gm_takes_away_is_asked_for_one() -> None:
    fight = begin([person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="acts_used", value=2)
    assert asked(fight) == "act:bob"
    check_replays(fight)


@clause("TI-36", "TI-142")
def test_whoever_lies_unconscious_by_then_is_not_asked_what_to_shake_off() -> None:
    fight = begin([person("ann", (0, 0), effects=[{"wound": "burning"}]), person("cat", (5, 5)), foe("bob", (9, 9))], [1])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "stop")
    assert asked(fight) == "end of turn:ann"
    fight.rule("set", who="ann", stat="hp", value=0)
    assert asked(fight) == "act:bob"
    check_replays(fight)


@clause("TI-39", "TI-104")
@pytest.mark.parametrize(("wound", "why"), [("Incapacitated", "Incapacitated"), ("stunned", "stunned")])
def test_the_dice_of_an_act_against_a_wound_fall_away_with_whoever_cannot_act(wound: str, why: str) -> None:
    """At the end of the turn the same roll is free, and thrown."""
    fight = typed([person("ann", (0, 0), effects=[{"wound": "Distracted"}]), person("cat", (5, 5)), foe("bob", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "resist:Distracted.-1.-1")
    assert awaited(fight) == "ann shake off 3d20 best!"
    fight.rule("wound", who="ann", wound=wound)
    assert texts(fight.events, "lost") == [f"Ann's shaking off comes to nothing: Ann is {why}."]
    assert asked(fight) == "end of turn:ann"
    answer(fight, "Distracted.-1.-1")
    assert awaited(fight) == "ann shake off 3d20 best!"
    check_replays(fight)


@clause("TI-88", "TI-51")
@pytest.mark.parametrize("wound", ["downed", "slowed"])
def test_nobody_strikes_in_passing_who_does_not_threaten_any_more(wound: str) -> None:
    fight = begin([person("ann", (5, 5)), person("cat", (15, 5)), foe("bob", (6, 5))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:3,5")
    assert asked(fight) == "strike:bob"
    fight.rule("wound", who="bob", wound=wound)
    assert about(fight) != "strike" and at(fight, "ann") == (3, 5)
    check_replays(fight)


@clause("TI-51")
def test_whoever_comes_threatening_by_then_is_not_struck_at() -> None:
    """Ann, stunned, has paid to walk and threatens nobody; her stun ends while Bob is asked."""
    fight = begin([person("ann", (3, 5), effects=[{"wound": "stunned"}]), person("cat", (15, 5)), foe("bob", (6, 5))])
    to_turn(fight, "ann")
    answer(fight, "advance:5,5")
    assert asked(fight) == "strike:bob"
    fight.rule("end_wound", who="ann", wound="stunned")
    assert about(fight) != "strike" and at(fight, "ann") == (5, 5)
    check_replays(fight)


@clause("TI-62", "TI-146")
def test_a_position_said_after_the_roll_is_for_the_next_attack() -> None:
    """Bob's 17 is met; while the damage is awaited the GM calls the next one desperate, and that is Ann's second: 22."""
    fight = typed([person("ann", (0, 0)), person("cat", (15, 5)), foe("bob", (1, 0))])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 14, 5, 4])
    let_stand(fight)
    assert awaited(fight) == "ann damage 1d8 + 1d8"
    fight.rule("position", position="desperate")
    throw(fight, 1, 1)
    assert arena(fight).position == 2
    seen = len(fight.events)
    answer(fight, "attack:sword:skirmish:@bob")
    let_stand(fight)
    throw(fight, 15, 14, 5, 4)
    assert needed(fight.events[seen:]) == 22 and arena(fight).position == 1
    check_replays(fight)


@clause("TI-62", "TI-146")
def test_a_position_said_while_an_answer_in_kind_is_asked_is_not_lost_where_none_is_given() -> None:
    power: Row = {"name": "Answer in Kind", "form": "counter", "react": True, "stress": 1}
    people = [person("ann", (5, 5), stress=0), foe("bob", (6, 5), powers=[power], stress=3)]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 15, 2, 7, 1])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    while about(fight) != "answer":
        answer(fight, "no" if about(fight) != "damage" else "take")
    fight.rule("position", position="controlled")
    answer(fight, "no")
    assert arena(fight).position == 0
    assert needed(hit(fight, "ann", "bob", {"answer": "no"})) == 12
    check_replays(fight)


@clause("TI-148", "TI-109", "TI-146")
def test_a_severity_set_by_word_changes_the_wound_of_that_source_only() -> None:
    fight = begin([person("ann", (0, 0)), foe("bob", (9, 9)), foe("dan", (8, 9))])
    for source, severity in (("bob", 3), ("dan", 2)):
        fight.rule("wound", who="ann", wound="terrified", source=source, severity=severity)
    fight.rule("wound", who="ann", wound="terrified", source="bob", severity=1, exactly=True)
    assert sorted((mark.source, mark.level) for mark in who(fight, "ann").wounds) == [(1, 1), (2, 2)]
    check_replays(fight)


@clause("TI-103", "TI-148")
def test_of_two_goads_by_the_same_the_graver_stays_and_another_takes_its_place() -> None:
    fight = begin([person("ann", (0, 0)), foe("bob", (9, 9)), foe("dan", (8, 9))])
    for source, severity, left in (("bob", 3, (1, 3)), ("bob", 1, (1, 3)), ("dan", 1, (2, 1))):
        fight.rule("wound", who="ann", wound="goaded", source=source, severity=severity)
        assert [(mark.source, mark.level) for mark in who(fight, "ann").wounds] == [left]
    check_replays(fight)


def slammed() -> Fight:
    """Ann slams Bob 20' towards a wall after 15: 15 + 4 against Iron 17; a d10 is awaited."""
    slam: Row = {"name": "Slam", "kind": "melee", "action": "Skirmish", "wounds": [{"wound": "Slammed", "feet": 20}]}
    ground = {"rows": ["." * 20] * 5 + ["." * 10 + "#" + "." * 9] + ["." * 20] * 6, "legend": {"#": ["wall"]}}
    fight = typed([person("ann", (5, 5), powers=[slam]), person("cat", (0, 0)), foe("bob", (6, 5))], map=ground)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@bob")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 9, 4, 3])
    settle(fight, {"heading": "east"})
    return fight


@clause("TI-125", "TI-73")
def test_no_collision_dice_are_thrown_against_one_who_lies_unconscious_by_then() -> None:
    fight = slammed()
    assert awaited(fight) == "ann collision 1d10" and at(fight, "bob") == (9, 5)
    fight.rule("fate", **{"who": "bob", "is": "dying"})
    assert awaited(fight) == "" and who(fight, "bob").status == UNCONSCIOUS
    check_replays(fight)


@clause("TI-82", "TI-73")
def test_whoever_lies_unconscious_on_the_way_it_is_pushed_is_pushed_no_further() -> None:
    shove: Row = {"name": "Shove", "kind": "melee", "action": "Skirmish", "wounds": [{"wound": "pushed", "feet": 20}]}
    ground = {
        "rows": ["." * 20] * 5 + ["." * 8 + "!" + "." * 11] + ["." * 20] * 6, "legend": {"!": ["hazard"]},
        "hazard": {"wound": "burning", "severity": 2},
    }  # fmt: skip
    people = [person("ann", (5, 5), powers=[shove]), person("cat", (0, 0)), foe("bob", (6, 5), stress=5)]
    fight = begin(people, [15, 9, 4, 3], map=ground)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@bob")
    while about(fight) != "wound" or "burning" not in fight.questions[0].title:
        answer(fight, {"heading": "east", "wound": "take"}.get(about(fight), "no"))
    assert at(fight, "bob") == (8, 5)
    fight.rule("fate", **{"who": "bob", "is": "dying"})
    settle(fight)
    assert at(fight, "bob") == (8, 5)
    check_replays(fight)


@clause("TI-17", "TI-20")
def test_a_survey_that_has_failed_surprises_nobody_where_nobody_lies_in_wait_any_more() -> None:
    people = [person("ann", (5, 5), beacon=1, stress=0), foe("bob", (15, 5), lurking=True)]
    fight = begin(people, [15, 9, 2, 2, 1, 2, 1, 1])
    answer(fight, "roll")
    answer(fight, "no")
    assert asked(fight) == "redo:ann"
    fight.rule("ambush", who="bob", on=False)
    assert asked(fight) == "stance:ann" and not who(fight, "ann").surprised
    assert "Ann's Survey roll comes to nothing: there is nobody to notice." in texts(fight.events, "lost")
    check_replays(fight)


@clause("TI-54", "TI-44")
def test_an_area_that_takes_nobody_by_the_time_it_is_paid_for_comes_to_nothing_and_says_so() -> None:
    burst: Row = {
        "name": "Fire", "kind": "area", "square": 10, "within": 60, "action": "Utter", "damage": "power", "die": 6, "stress": 2,
        "energy": ["Thermal"],
    }  # fmt: skip
    fight = begin([person("ann", (0, 0), powers=[burst], beacon=1), person("cat", (0, 9)), foe("bob", (9, 5))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:9,5")
    assert asked(fight) == "price:ann"
    fight.rule("move", who="bob", to=[19, 11])
    answer(fight, "stress")
    assert texts(fight.events, "lost") == ["Ann's Fire comes to nothing: nobody is there."]
    check_replays(fight)


@clause("TI-52", "TI-56")
@pytest.mark.parametrize("defenses", [["Iron"], ["Iron", "Grit"]])
def test_a_parry_is_measured_by_the_defense_that_was_hit_whatever_the_gm_says_since(defenses: list[str]) -> None:
    """Bob's 18 beats Iron 17; Fortified by the GM while her die is awaited, Ann still needs more than 18 to turn it."""
    power: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    blow: Row = {"name": "Blow", "kind": "melee", "action": "Skirmish", "damage": "weapon", "defenses": defenses}
    fight = typed([person("ann", (5, 5), powers=[power]), foe("bob", (6, 5), powers=[blow], beacon=0)])
    to_turn(fight, "bob")
    answer(fight, "power:0:sword:@ann")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [14, 9, 4, 3])
    while about(fight) != "hit":
        answer(fight, "no")
    answer(fight, "parry:0:skirmish")
    let_stand(fight)
    assert awaited(fight) == "ann parry 2d20 best! + 2d8 best!"
    fight.rule("boon", who="ann", boon="Fortified", defense="Iron")
    throw(fight, 9, 8, 1, 2)
    assert awaited(fight) == "bob damage 1d8 + 1d8"
    check_replays(fight)


@clause("TI-70", "TI-52")
def test_no_parry_is_thrown_against_what_its_maker_is_immune_to_by_then() -> None:
    power: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    fight = typed([person("ann", (5, 5), powers=[power]), foe("bob", (6, 5))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [14, 9, 4, 3])
    settle(fight, {"hit": "parry:0:skirmish"})
    assert awaited(fight) == "ann parry 2d20 best! + 2d8 best!"
    fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
    assert awaited(fight) == "" and hp(fight, "ann") == [40]
    assert texts(fight.events, "lost") == ["Ann's Turn the Blade comes to nothing: there is nothing to turn aside."]
    check_replays(fight)


@clause("TI-73")
def test_the_log_says_why_the_wounds_of_a_hit_whose_maker_is_down_do_not_land() -> None:
    for wounds_listed, told in (([{"wound": "Slammed", "feet": 20}], True), ([], False)):
        blow: Row = {"name": "Blow", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": wounds_listed}
        people = [person("ann", (5, 5), powers=[blow]), person("cat", (0, 0)), foe("bob", (6, 5), soak=1)]
        fight = begin(people, [15, 9, 4, 3, 2, 2])
        to_turn(fight, "ann", ("ann",))
        answer(fight, "power:0:sword:@bob")
        while about(fight) != "damage":
            answer(fight, "no")
        fight.rule("set", who="ann", stat="hp", value=0)
        answer(fight, "take")
        said = ["Ann's hit on Bob comes to nothing: nothing more comes of it with its maker down."] if told else []
        assert texts(fight.events, "lost") == said and hp(fight, "bob") == [36]
        check_replays(fight)


@clause("TI-34", "TI-143")
def test_whoever_is_woken_between_two_ticks_and_drops_at_the_second_loses_the_turn() -> None:
    """Dying, Bob is given 5 HP while his blood is awaited: 3 of it, then 3 of fire; he does not regenerate."""
    ticks = [{"wound": "bleeding", "level": 2}, {"wound": "burning", "level": 2}, {"boon": "regenerating", "level": 1}]
    bob = foe("bob", (9, 5), hp=0, max_hp=20, status="unconscious", dying=True, effects=ticks)
    fight = typed([person("ann", (5, 5)), bob, foe("dan", (12, 9))], options={"npc_zero_hp": "unconscious"})
    while not awaited(fight):
        answer(fight, "cautious")
    assert awaited(fight) == "bob bleeding 1d6"
    fight.rule("set", who="bob", stat="hp", value=5)
    throw(fight, 3)
    assert awaited(fight) == "bob burning 1d6" and hp(fight, "bob") == [2]
    throw(fight, 3)
    assert who(fight, "bob").status == UNCONSCIOUS and asked(fight) == "act:dan"
    check_replays(fight)
