"""Health, incapacitation, getting up (3.10)."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Illegal, view
from quintain.library.encounters import fight_of
from quintain.systems.clash import SYSTEM
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, awaited, check_done, held, npc, pc, throw

DOWN: Data = {"state": "incapacitated", "health": 0}


@clause("CL-68")
def test_health_stays_between_zero_and_its_maximum() -> None:
    scene = Scene([pc("ana", health=3), pc("bo", health=15), npc("thug")], [1, 1, 6, 6, 6])
    scene.round(bo="recover", thug="standing_attack@ana")
    assert scene.unit("ana").health == 0 and scene.unit("bo").health == 16  # 3 - 12; 15 + 6 of 16
    check_done(scene)


@clause("CL-69")
def test_a_pc_at_zero_is_incapacitated_from_then_on() -> None:
    scene = Scene([pc("ana", health=2), pc("bo"), npc("thug")], [1, 1, 1, 1]).round(thug="standing_attack@ana")
    assert scene.unit("ana").state == "incapacitated"
    scene.fight.answer(scene.ask("thug"), "nothing")
    assert scene.options("ana") == ["revive", "revive+surge", "nothing"]
    check_done(scene)


@clause("CL-70")
def test_recover_and_revive_are_never_both_open() -> None:
    scene = Scene([pc("ana", health=5), pc("bo", **DOWN), npc("thug", "e")])
    scene.fight.answer(scene.ask("thug"), "nothing")
    assert "recover" in scene.options("ana") and not any("revive" in option for option in scene.options("ana"))
    assert "recover" not in scene.options("bo") and "revive" in scene.options("bo")
    declare = scene.fight.questions[0].question
    assert declare is not None
    revive = declare.find("revive")
    assert revive is not None and "incapacitated" in declare.why_not(revive)


@clause("CL-71")
@pytest.mark.parametrize(
    ("options", "health", "after"),
    [
        ({}, 4, 2),  # 4 + 5 - 7
        ({}, 17, 15),  # 17 + 5 - 7 of 18
        ({"same_round_healing": "heal_first"}, 17, 11),  # min(18, 22) - 7
        ({"same_round_healing": "damage_first"}, 4, 0),  # 4 - 7 is 0 and gets nothing
        ({"same_round_healing": "damage_first"}, 9, 7),
    ],
)
def test_damage_and_healing_of_a_round_are_netted(options: Data, health: int, after: int) -> None:
    scene = Scene([pc("ana", might=1, health=health), pc("bo"), npc("thug")], [1, 1, 3, 4, 5], options=options)
    scene.round(ana="recover", thug="standing_attack@ana")
    assert scene.unit("ana").health == after
    assert scene.unit("ana").state == ("active" if after else "incapacitated")
    check_done(scene)


@clause("CL-72")
@pytest.mark.parametrize(("dice", "heal", "after"), [([3, 4], 4, 0), ([1, 1], 6, 4)])
def test_one_who_revives_and_is_hit_is_netted_from_zero(dice: list[int], heal: int, after: int) -> None:
    # Revive 14 + 0 = 14 meets CS 14; the thug's 14 against 14 is a Full Hit.
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug")], [14, 1, *dice, heal])
    scene.round(ana="revive", thug="standing_attack@ana")
    assert scene.unit("ana").health == after
    assert scene.unit("ana").state == ("active" if after else "incapacitated")
    check_done(scene)


@clause("CL-73")
def test_one_who_revives_defends_with_its_own_score_and_one_who_lies_idle_with_the_challenge_score() -> None:
    # Ana revives with 10, Cy tends with 20: she gets up with 20, but the thug's 12 meets her own 10: Full.
    scene = Scene([pc("ana", **DOWN), pc("cy"), npc("thug", score=12)], [10, 19, 1, 1, 6])
    scene.round(ana="revive", cy="tend@ana", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Full Hit"} and scene.unit("ana").health == 4
    check_done(scene)
    # Idle: 12 against CS 14 is Glancing; damage on 0 does nothing more, so no dice are thrown for it.
    scene = Scene([pc("ana", **DOWN), pc("cy"), npc("thug", score=12)], [10]).round(thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Glancing Hit"}
    assert (scene.unit("ana").health, scene.unit("ana").state) == (0, "incapacitated")
    check_done(scene)


@clause("CL-73")
@pytest.mark.parametrize(("rule", "band"), [("challenge_score", "Glancing Hit"), ("helpless", "Full Hit")])
def test_tables_may_defend_the_fallen_otherwise(rule: str, band: str) -> None:
    # Revive 3 fails, so no damage dice are thrown; own score 3 would be Full. CS 14 against 12: Glancing. Helpless: Full.
    options: Data = {"incapacitated_defence": rule}
    scene = Scene([pc("ana", **DOWN), pc("cy"), npc("thug", score=12)], [3, 10], options=options)
    scene.round(ana="revive", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): band}
    check_done(scene)


@clause("CL-74")
@pytest.mark.parametrize("state", ["defeated", "incapacitated"])
def test_a_foe_at_zero_is_defeated_unless_the_table_lets_it_lie(state: str) -> None:
    scene = Scene([pc("ana"), npc("thug", health=2), npc("rest", "e")], [11, 1, 1], options={"foe_at_zero": state})
    scene.round(ana="standing_attack@thug")
    assert scene.unit("thug").state == state
    check_done(scene)


@clause("CL-75")
def test_whoever_falls_in_a_round_completes_it() -> None:
    # Ana (5 Health) 11 + 3 = 14 and the thug (6 Health) 14 hit each other in full for 9 and 8: both drop together.
    scene = Scene([pc("ana", health=5), npc("thug", health=6)], [11, 4, 5, 4, 4])
    scene.round(ana="standing_attack@thug", thug="standing_attack@ana")
    states = [event.text for event in scene.events("state")]
    assert states[:2] == ["Ana is incapacitated.", "Thug is defeated."] and scene.result == "draw"
    check_done(scene)
    # Falling, she still arrives, covers and wins the race.
    idol = [{"id": "idol", "at": "b", "portable": True}]
    scene = Scene([pc("ana", health=1), pc("bo"), npc("thug")], [10, 10, 1, 1], objects=idol)
    scene.round(ana="improvise/b=take@idol", thug="standing_attack@ana")
    assert scene.zone("ana") == "b" and scene.unit("ana").state == "incapacitated"
    assert scene.zone("idol") == "b" and scene.unit("idol").holder == 0  # falling, she still holds it
    assert [event.text for event in scene.events("object")] == ["Ana takes idol."]
    check_done(scene)


@clause("CL-104")
@pytest.mark.parametrize(("rule", "state"), [("none", "incapacitated"), ("full_hit", "dead")])
def test_the_fallen_die_only_where_the_table_plays_it_so(rule: str, state: str) -> None:
    scene = Scene([pc("ana", **DOWN), pc("cy"), npc("thug", score=15)], [10], options={"death_rule": rule})
    assert scene.round(thug="standing_attack@ana").unit("ana").state == state
    check_done(scene)


@clause("CL-48")
def test_a_tended_player_is_told_what_the_tenders_score_would_change() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", "e")], [2, 18, 3]).declare(ana="revive", bo="tend@ana")
    (asked,) = [one for one in scene.fight.questions if one.about == "lent"]
    assert asked.question is not None
    (stake,) = asked.question.stakes()
    assert stake["text"].startswith("Bo tends with ") and stake["text"].endswith("you stay down") and ": you get up;" in stake["text"]


@clause("CL-69")
def test_a_screen_is_told_since_when_somebody_lies_there() -> None:
    scene = Scene([pc("ana", health=2), pc("bo"), npc("thug")], [1, 1, 1, 1]).round(thug="standing_attack@ana")
    (row,) = [row for unit in view(scene.fight, "gm")["units"] for row in unit["conditions"] if row["id"] == "incapacitated"]
    assert row["since"] == "round 1"


IDOL: Data = {"id": "idol", "at": "a", "portable": True}


@clause("CL-47")
def test_where_a_natural_20_wakes_by_itself_it_heals_twice_though_a_tender_has_more() -> None:
    down = pc("ana", state="incapacitated", health=0)
    rules = {"nat20_revive": "auto_success"}
    scene = Scene([down, pc("bo", wits=4), npc("thug", "e")], [20, 19, 2, 3], challenge_score=40, options=rules)
    scene.round(ana="revive", bo="tend@ana")  # 20 and 23 against 40
    assert scene.unit("ana").health == 5
    check_done(scene)


@clause("CL-46")
def test_a_surge_is_committed_to_a_revive_and_to_nothing_else() -> None:
    scene = Scene([pc("ana"), npc("thug")]).intents()
    for text in ("standing_attack+surge@thug", "recover+surge", "defend+surge"):
        with pytest.raises(Illegal, match="revive only"):
            scene.fight.answer(scene.ask("ana"), text)


@clause("CL-75", "CL-112")
def test_a_raider_who_falls_on_the_way_out_has_carried_its_booty_off_all_the_same() -> None:
    place: Data = {"zones": [{"id": "a"}, {"id": "out", "outside": True}], "edges": [["a", "out"]]}
    goal = {"object": "idol", "result": "defeat", "winner": "enemy"}
    people = [pc("ana"), npc("raider", kind="peon", score=5), npc("rest")]
    scene = Scene(people, [10], objects=[{**IDOL, "holder": "raider"}], goals=[goal], **place)
    scene.round(ana="standing_attack@raider", raider="move_far/out")
    assert scene.result == "defeat" and scene.unit("raider").state == "defeated" and scene.unit("idol").state == "gone"
    check_done(scene)


@clause("CL-75")
@pytest.mark.parametrize("by", ["hurt", "set"])
def test_whom_the_gm_hurts_after_the_dice_still_completes_the_round(by: str) -> None:
    scene = Scene([pc("ana", health=3), pc("bo", "e"), npc("thug", health=5)], [15, 1, 3, 4], hold=True)
    held(scene, ana="standing_attack@thug")
    scene.fight.rule("hurt", who="ana", amount=3) if by == "hurt" else scene.fight.rule("set", who="ana", stat="health", value=0)
    scene.go()
    assert scene.unit("ana").state == "active" and scene.unit("ana").woken  # down, and awake again after the fight
    assert scene.unit("thug").state == "defeated" and scene.result == "victory"
    check_done(scene)


@clause("CL-73")
def test_where_a_full_hit_kills_the_fallen_it_kills_one_about_to_get_up_too() -> None:
    down = pc("ana", state="incapacitated", health=0)
    for older, dice in (({}, []), ({"revive_damage": "all"}, [1, 1, 6])):  # No dice for what they cannot change.
        scene = Scene([down, pc("bo"), npc("thug", score=20)], [15, 5, *dice], options={"death_rule": "full_hit", **older})
        scene.round(ana="revive", thug="standing_attack@ana")
        assert scene.unit("ana").state == "dead" and scene.unit("ana").health == 0
        check_done(scene)


@clause("CL-47", "CL-48")
@pytest.mark.parametrize(("own", "tender", "dice"), [(16, 20, 2), (20, 16, 2), (16, 16, 1)])
def test_of_equal_scores_the_own_one_counts_unless_only_the_tenders_die_is_a_20(own: int, tender: int, dice: int) -> None:
    """Both have 20: 16 + 4, or a natural 20 with nothing added (R-37)."""
    down = pc("ana", state="incapacitated", health=0, spirit=4 if own == 16 else 0)
    scene = Scene([down, pc("bo", wits=4 if tender == 16 else 0), npc("thug", "e")], [own, tender] + [1] * dice)
    scene.round(ana="revive", bo="tend@ana")
    assert scene.scores()["ana"] == scene.scores()["bo"] == 20 and scene.unit("ana").health == dice
    check_done(scene)


@clause("CL-75", "CL-113")
def test_who_falls_on_the_way_out_is_gone_all_the_same() -> None:
    place: Data = {"zones": [{"id": "a"}, {"id": "out", "outside": True}], "edges": [["a", "out"]]}
    scene = Scene([pc("ana", health=2), pc("bo"), npc("thug", score=20)], [5, 5, 3, 3], **place)
    scene.round(ana="flee/out", thug="standing_attack@ana")
    assert scene.unit("ana").state == "gone" and scene.unit("ana").health == 0
    assert scene.open_ids() == ["intent:thug#2"]  # and takes no part any more
    check_done(scene)


@clause("CL-73", "CL-17")
@pytest.mark.parametrize(("score", "band"), [(15, "Glancing Hit"), (16, "Full Hit")])
def test_one_who_lies_idle_is_attacked_against_the_cs_of_its_zone(score: int, band: str) -> None:
    zones = [{"id": name, **({"cs": 16} if name == "a" else {})} for name in "abcde"]
    scene = Scene([pc("ana", **DOWN), pc("bo", "e"), npc("thug", score=score)], [10], zones=zones)
    scene.round(thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): band}
    check_done(scene)


@clause("CL-72")
def test_who_comes_to_and_is_struck_down_in_the_same_round_is_told_to_lie_there_again() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo", "e"), npc("thug", score=20)], [15, 1, 3, 4, 4]).round(
        ana="revive", thug="standing_attack@ana"
    )
    # 15 meets 14 and heals 4; the blow of 20 against 15 deals 3 + 4: 0 + 4 - 7.
    told = [event.text for event in scene.fight.events if event.kind in ("revive", "state") and event.who == ["ana"]]
    assert told == ["Ana comes to and gains 4.", "Ana is incapacitated."]
    assert scene.unit("ana").health == 0
    check_done(scene)


@clause("CL-73")
@pytest.mark.parametrize("rule", ["full_hit", "third_down"])
def test_who_dies_by_the_tables_rule_is_told_so_by_its_clause(rule: str) -> None:
    ana, dice = (pc("ana", **DOWN), [1]) if rule == "full_hit" else (pc("ana", health=1, falls=2), [1, 1, 2, 3])
    scene = Scene([ana, pc("bo", "e"), npc("thug", score=30)], dice, options={"death_rule": rule})
    scene.round(thug="standing_attack@ana")
    (event,) = [event for event in scene.events("state") if event.who == ["ana"]]
    assert (event.text, event.clause) == ("Ana is dead.", "CL-73")
    check_done(scene)


@clause("CL-46", "CL-16")
def test_a_button_says_which_score_gets_one_up_with_the_gms_modifier() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", "e")], [15]).intents()
    scene.fight.rule("modifier", check="revive:ana", value=2)
    (asked,) = [asked for asked in scene.fight.questions if asked.who == "ana"]
    assert asked.options[0].label == "Revive (16 gets you up)"
    scene.declare(ana="revive")
    assert scene.unit("ana").state == "incapacitated"  # 15 of 16


KINDLE: Data = {"name": "Kindle", "cost": 1, "base": "improvise", "targets": "ally_in_zone", "heal": 1}


@clause("CL-62", "CL-68")
def test_one_without_health_cannot_be_healed_and_no_die_is_thrown_for_it() -> None:
    clerk = npc("clerk", kind="peon", side="party")
    scene = Scene([pc("ana", abilities=[KINDLE]), clerk, pc("bo"), npc("thug", "e")], [10, 10]).intents()
    assert [option for option in scene.options("ana") if "kindle" in option] == ["improvise+kindle@bo"]
    with pytest.raises(Illegal, match="Clerk has no Health"):
        scene.fight.answer(scene.ask("ana"), "improvise+kindle@clerk")
    scene = Scene([pc("ana", abilities=[KINDLE]), pc("bo"), npc("thug", "e")], [10, 10, 3], hold=True).intents().go()
    scene.declare(ana="improvise+kindle@bo")
    scene.fight.rule("class", who="bo", to="peon")  # after the die was thrown
    scene.go()
    assert scene.events("heal") == []
    assert scene.events("lost")[0].text == "Ana uses Kindle to no avail: Bo is not one who has Health."


@clause("CL-46", "CL-71")
def test_whom_the_gms_word_wakes_in_the_round_is_not_said_to_lie_on() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo", "e"), npc("thug", "e")], [10, 10], hold=True).intents().go()
    scene.declare(ana="revive").fight.rule("heal", who="ana", amount=3)
    scene.go()  # 10 of 14: the check fails, 0 + 3 by word
    assert scene.events("revive") == [] and (scene.unit("ana").state, scene.unit("ana").health) == ("active", 3)
    check_done(scene)


@clause("CL-39", "CL-73")
def test_nobody_is_asked_about_cover_for_one_whom_every_attack_hits_fully() -> None:
    people = [pc("ana", **DOWN), pc("bo"), npc("thug", score=1)]
    scene = Scene(people, [14, 10, 3, 3, 6], options={"incapacitated_defence": "helpless"})
    scene.declare(ana="revive", bo="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.bands() == {("thug", "ana"): "Full Hit"}
    check_done(scene)


@clause("CL-39", "CL-73")
@pytest.mark.parametrize(("bo", "asked"), [(9, []), (10, ["lent:ana#1"])])
def test_cover_for_one_whom_the_challenge_score_defends_is_asked_about_only_above_it(bo: int, asked: list[str]) -> None:
    people = [pc("ana", **DOWN), pc("bo"), npc("thug", score=1)]
    scene = Scene(people, [14, bo, 6], options={"incapacitated_defence": "challenge_score"})
    scene.declare(ana="revive", bo="cover@ana", thug="standing_attack@ana")
    assert [id for id in scene.open_ids() if id.startswith("lent")] == asked


@clause("CL-104", "CL-70")
@pytest.mark.parametrize("way", ["class", "set"])
def test_a_class_with_marks_leaves_nobody_incapacitated(way: str) -> None:
    """R-47; what the fight can be taken up from again says so too."""
    scene = Scene([pc("ana", state="incapacitated", health=0), pc("bo"), npc("thug")])
    if way == "class":
        scene.fight.rule("class", who="ana", to="grunt")
    else:
        scene.fight.rule("set", who="ana", stat="unit_class", value="grunt")
    assert (scene.unit("ana").state, scene.unit("ana").marks) == ("defeated", 0)
    SYSTEM.build(SYSTEM.export(scene.battle))


@clause("CL-104", "CL-64")
@pytest.mark.parametrize("most", [None, 24])
def test_whoever_becomes_a_foe_has_health_and_goes_on(most: int | None) -> None:
    scene = Scene([pc("ana"), npc("thug", kind="grunt", **({"max_health": most} if most else {})), npc("rest", "e")], [10])
    scene.fight.rule("class", who="thug", to="foe")
    scene.round()
    assert (scene.unit("thug").state, scene.unit("thug").health) == ("active", most or 18)
    check_done(scene)


@clause("CL-62", "CL-104")
def test_a_peon_has_one_mark_whatever_the_gm_sets() -> None:
    scene = Scene([pc("ana"), npc("gnat", kind="peon"), npc("rest", "e")], [10])
    scene.fight.rule("set", who="gnat", stat="marks", value=2)
    assert scene.unit("gnat").marks == 1
    assert scene.round(ana="standing_attack@gnat").unit("gnat").state == "defeated"  # 13 against 14: Glancing
    check_done(scene)


# -- damage dice at those who lie there (R-79) ----------------------------------------------------------------------------

REVIVES: Data = {"ana": "revive", "thug": "standing_attack@ana"}


@clause("CL-73", "CL-46")
@pytest.mark.parametrize(("die", "dice", "health"), [(13, [], 0), (14, [1, 2, 5], 2)])
def test_damage_dice_are_thrown_at_one_who_tries_to_get_up_only_if_it_does(die: int, dice: list[int], health: int) -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=30)], [die, 1, *dice]).round(**REVIVES)
    assert scene.bands() == {("thug", "ana"): "Full Hit"} and scene.unit("ana").health == health
    check_done(scene)


@clause("CL-73", "CL-87")
def test_damage_dice_fall_away_when_the_gms_word_keeps_one_from_getting_up_and_are_thrown_when_it_helps() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=30)])
    scene.fight.type_dice("*")
    scene.declare(**REVIVES)
    throw(scene, 14)
    throw(scene, 1)
    assert awaited(scene) == "thug damage 2d6"
    scene.fight.rule("modifier", check="revive:ana", value=1)
    assert awaited(scene) == "" and scene.battle.round == 2 and scene.unit("ana").state == "incapacitated"
    check_replays(scene.fight)
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=30)], hold=True)
    scene.declare(**REVIVES).go()
    scene.fight.type_dice("*")
    scene.declare(**REVIVES)
    throw(scene, 12)
    throw(scene, 1)
    assert scene.open_ids() == ["hold:consequences#1"]
    scene.fight.rule("cs", value=12)
    assert awaited(scene) == "thug damage 2d6"
    check_replays(scene.fight)


@clause("CL-73")
def test_a_table_may_throw_damage_dice_at_whoever_tries_to_get_up_and_older_records_do() -> None:
    units = [pc("ana", **DOWN), pc("bo"), npc("thug", score=30)]
    scene = Scene(units, [5, 1, 3, 4], options={"revive_damage": "all"}).round(**REVIVES)
    assert scene.events("attack")[0].text == "Thug attacks Ana: Full Hit for 7." and scene.unit("ana").health == 0
    check_done(scene)
    older = json.loads(json.dumps(scene.fight.record))
    older["rules"], older["encounter"]["options"] = "5", {}
    again = fight_of(older)
    assert [event.text for event in again.events] == [event.text for event in scene.fight.events] and again.doubts == []


@clause("CL-39", "CL-73")
@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ({}, []),
        ({"options": {"death_rule": "full_hit"}}, ["lent:ana#1"]),
        ({"options": {"cover_takes_damage": "coverer"}}, ["lent:ana#1"]),
        ({"options": {"revive_damage": "all"}}, ["lent:ana#1"]),
        ({"cs": 3}, ["lent:ana#1"]),
    ],
)
def test_nobody_is_asked_about_cover_who_all_know_will_stay_down(more: Data, asked: list[str]) -> None:
    more = {**more}
    zones = [{"id": name, "cs": more.pop("cs", 14)} for name in "abcde"]
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=13)], [3, 15, 1, 1, 1], zones=zones, **more)
    scene.declare(**REVIVES, bo="cover@ana")
    assert [id for id in scene.open_ids() if id.startswith("lent")] == asked


@clause("CL-39", "CL-73")
def test_whom_a_ruling_may_get_up_after_all_is_asked_about_cover_then() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=30)], [3, 15], hold=True)
    scene.declare(**REVIVES, bo="cover@ana").go().declare(**REVIVES, bo="cover@ana")
    assert scene.open_ids() == ["hold:consequences#1"]
    scene.fight.rule("modifier", check="revive:ana", value=-11)
    assert scene.open_ids() == ["lent:ana#2"]


@clause("CL-47", "CL-31")
def test_a_natural_20_counts_only_behind_the_score_that_is_used() -> None:
    """Ana has thrown a 20 and is the GM's by now: it is the CS that gets her up, and that shows no 20."""
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", "e")], hold=True)
    scene.declare().go()
    scene.fight.type_dice("*")
    scene.declare(ana="revive")
    throw(scene, 20)
    throw(scene, 10)
    assert awaited(scene) == "ana revive 2d6"
    scene.fight.rule("set", who="ana", stat="control", value="gm")
    assert awaited(scene) == "ana revive 1d6"
    check_replays(scene.fight)


@clause("CL-73", "CL-87")
def test_an_attack_whose_dice_fell_away_is_told_without_damage() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=30)])
    scene.fight.type_dice("*")
    scene.declare(**REVIVES)
    throw(scene, 14)
    throw(scene, 1)
    assert awaited(scene) == "thug damage 2d6"
    scene.fight.rule("cs", value=20)
    assert [event.text for event in scene.events("attack")] == ["Thug attacks Ana: Full Hit."]


@clause("CL-39")
@pytest.mark.parametrize(
    ("own", "lent", "options", "asked"),
    [
        (5, 13, {"show_npc_scores": "yes"}, []),  # 5 or 18 against 20: a Full Hit with either
        (5, 16, {"show_npc_scores": "yes"}, ["lent:ana#1"]),
        (5, 13, {}, ["lent:ana#1"]),  # nobody knows that it is 20
        (5, 13, {"show_npc_scores": "yes", "cover_takes_damage": "coverer"}, ["lent:ana#1"]),
    ],
)
def test_nobody_is_asked_about_cover_where_all_know_the_hits_to_be_alike(own: int, lent: int, options: Data, asked: list[str]) -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=20)], [own, lent, 1, 1], options=options)
    scene.declare(bo="cover@ana", thug="standing_attack@ana")
    assert [id for id in scene.open_ids() if id.startswith("lent")] == asked


@clause("CL-48")
@pytest.mark.parametrize(("score", "asked"), [(13, []), (14, ["lent:ana#1"])])
def test_nobody_is_asked_about_a_tender_of_the_gms_whose_score_all_know_to_bring_nothing(score: int, asked: list[str]) -> None:
    units = [pc("ana", **DOWN), pc("bo"), npc("clerk", score=score, side="party"), npc("thug", "e")]
    scene = Scene(units, [3, 10], options={"show_npc_scores": "yes"}).declare(ana="revive", clerk="tend@ana")
    assert [id for id in scene.open_ids() if id.startswith("lent")] == asked


@clause("CL-39", "CL-73")
def test_a_hidden_attackers_ability_does_not_show_in_what_is_asked() -> None:
    bell = {"id": "bell", "name": "Bell", "base": "standing_attack", "hinder": 3}
    for hidden in (False, True):
        units = [pc("ana", **DOWN), pc("bo"), npc("thug", score=13), npc("lurker", score=13, abilities=[bell], hidden=hidden)]
        scene = Scene(units, [3, 15]).declare(**REVIVES, bo="cover@ana", lurker="standing_attack+bell@ana")
        assert [id for id in scene.open_ids() if id.startswith("lent")] == ([] if hidden else ["lent:ana#1"])
