"""Where two or three rules meet, and the GM's word at odd moments."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, Malformed, Refusal
from quintain.systems.clash import SYSTEM
from quintain.systems.clash.sheet import ClashBattle
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, check_done, npc, pc

IDOL: Data = {"id": "idol", "at": "a", "portable": True}


def held(scene: Scene, **picks: str) -> Scene:
    """A round up to the moment before its consequences are written."""
    scene.declare(**picks).go().declare(**picks)
    assert scene.open_ids() == ["hold:consequences#1"]
    return scene


@clause("CL-13")
def test_a_free_point_cannot_be_used_to_reach_an_object_that_was_out_of_reach() -> None:
    people = [pc("ana", [0, 0]), npc("thug", [100, 0])]
    scene = Scene(people, [10], feet=True, objects=[{"id": "idol", "at": [35, 0], "portable": True}]).intents()
    with pytest.raises(Illegal, match="idol, out of reach, stands within 10 feet"):
        scene.fight.answer(scene.ask("ana"), "improvise/27,0=take@idol")
    scene.fight.answer(scene.ask("ana"), "improvise/24,0")  # 11 feet from it
    assert scene.at("ana") == (24, 0)
    check_done(scene)


@clause("CL-78")
def test_who_rolls_off_is_asked_in_roster_order_whoever_holds_the_thing() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [10, 10, 18, 3], objects=[{**IDOL, "holder": "ana"}])
    scene.round(bo="improvise=take@idol")  # 10 against 10; Ana rolls 18 first, and keeps it
    rolled = [(entry.at, entry.faces) for entry in scene.fight.entries if entry.at.startswith("roll-off")]
    assert rolled == [("roll-off:ana#1", [18]), ("roll-off:bo#1", [3])] and scene.unit("idol").holder == 0
    check_done(scene)


@clause("CL-78")
def test_those_in_a_conflict_roll_off_in_roster_order_however_the_gm_names_them() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [10, 10, 3, 18]).intents()
    scene.fight.rule("conflict", units=["bo", "ana"], about="the rope")
    scene.declare(ana="prepare", bo="prepare")
    assert scene.unit("bo").prepared == 3 and scene.unit("ana").prepared == 0
    check_done(scene)


@clause("CL-87")
def test_healing_that_no_longer_reaches_its_ally_is_not_written() -> None:
    kindle: Data = {"name": "Kindle", "base": "improvise", "targets": "ally_in_zone", "heal": 1, "cost": 1}
    scene = Scene([pc("mi", abilities=[kindle]), pc("ana", health=5), npc("thug", "e")], [10, 10, 4], hold=True)
    held(scene, mi="improvise+kindle@ana")
    scene.fight.rule("move", who="ana", to="d")
    scene.go()
    assert scene.unit("ana").health == 5 and scene.unit("mi").ardor == 1
    check_done(scene)


@clause("CL-87")
def test_comparing_again_leads_to_the_same_where_scores_follow_the_zone_reached() -> None:
    """From a (CS 16) over a check of 14 to b (CS 10): passed with 16, then 10, and once more after a ruling on something else."""
    zones = [{"id": "a", "cs": 16}, {"id": "b", "cs": 10}, {"id": "c"}]
    edges = [{"between": ["a", "b"], "needs_check": True, "cs": 14}, ["b", "c"]]
    scene = Scene(
        [pc("ana", "c"), npc("gnat", "a", score=None, kind="peon")], [10], hold=True, zones=zones, edges=edges,
        options={"npc_default_zone": "end"},
    )  # fmt: skip
    held(scene, gnat="flee/b")
    scene.fight.rule("note", text="nothing of weight")
    assert scene.scores()["gnat"] == 10
    scene.go()
    assert scene.zone("gnat") == "b"
    check_done(scene)


@clause("CL-115")
def test_an_attack_ruled_possible_that_was_so_anyway_lands_where_it_would() -> None:
    """The shot from a (range 2) at somebody going d, c, b lands in c, so that a coverer in d is no help."""
    people = [pc("ana", "d"), pc("bo", "d"), npc("archer", "a", score=12, attack=RANGED)]
    scene = Scene(people, [1, 18, 1, 1]).intents(archer="standing_attack@ana")
    scene.fight.rule("attack", who="archer", target="ana")
    scene.declare(ana="move_far/c/b", bo="cover@ana")
    assert scene.bands() == {("archer", "ana"): "Full Hit"} and scene.unit("ana").health == 14
    check_done(scene)


@clause("CL-104")
def test_the_gm_may_rule_that_an_attack_on_all_reaches_somebody_more_or_not() -> None:
    oar: Data = {"name": "Oar", "targets": "all_enemies_in_strike_zone"}
    scene = Scene([pc("ana"), pc("bo"), pc("cy", "c"), npc("king", score=30, abilities=[oar])], [1, 1, 1, 1, 1, 2, 2])
    scene.intents(king="standing_attack+oar")
    scene.fight.rule("attack", who="king", target="cy")
    scene.fight.rule("attack", who="king", target="bo", possible=False)
    scene.declare()
    assert scene.bands() == {("king", "ana"): "Full Hit", ("king", "bo"): "no reach", ("king", "cy"): "Full Hit"}
    assert [scene.unit(id).health for id in ("ana", "bo", "cy")] == [14, 16, 12]
    check_done(scene)


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


@clause("CL-51")
def test_what_is_put_down_lies_where_its_bearer_went() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [10, 10], objects=[{**IDOL, "holder": "ana"}])
    scene.round(ana="improvise/b=drop@idol")
    assert (scene.zone("ana"), scene.zone("idol")) == ("b", "b")
    scene.round(ana="improvise=take@idol/c")  # taken in b, then carried on
    assert (scene.zone("ana"), scene.zone("idol"), scene.unit("idol").holder) == ("c", "c", 0)
    check_done(scene)


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


@clause("CL-104")
def test_whom_the_gm_takes_out_after_the_dice_does_nothing_more() -> None:
    scene = Scene([pc("ana"), pc("bo", "e"), npc("thug", health=5)], [15, 1, 3, 4], hold=True)
    held(scene, ana="standing_attack@thug")
    scene.fight.rule("state", who="ana", state="dead")
    scene.go()
    assert scene.bands() == {} and scene.unit("thug").health == 5


@clause("CL-20")
@pytest.mark.parametrize(
    ("ruling", "args"), [("set", {"stat": "score", "value": 30}), ("modifier", {"value": 5}), ("score", {}), ("roll_score", {})]
)
def test_a_locked_score_cannot_be_changed_by_any_command(ruling: str, args: Data) -> None:
    scene = Scene([pc("ana"), npc("thug")], [15], hold=True, options={"npc_score_lock": "after_declaration"})
    held(scene)
    with pytest.raises(Illegal, match="npc_score_lock"):
        scene.fight.rule(ruling, who="thug", **args)
    scene.fight.rule("modifier", who="ana", value=5)  # a player's unit has no fixed score to lock
    assert scene.scores() == {"ana": 20, "thug": 14}


@clause("CL-105")
def test_a_score_set_for_good_ends_one_for_this_round_by_whatever_command() -> None:
    scene = Scene([pc("ana"), npc("thug")], [15])
    scene.fight.rule("score", who="thug", value=20, this_round=True)
    scene.fight.rule("set", who="thug", stat="score", value=30)
    assert scene.round().unit("thug").score == 30
    check_done(scene)


@clause("CL-16", "CL-51")
@pytest.mark.parametrize(("face", "said"), [(16, "meets"), (15, "falls short of")])
def test_improvising_on_nothing_is_held_against_the_cs_of_the_place(face: int, said: str) -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [face], zones=[{"id": name, "cs": 16} for name in "abcde"])
    scene.round(ana="improvise/b")
    assert [event.text for event in scene.events("met")] == [f"Ana {said} the challenge of b ({face} against 16)."]
    check_done(scene)


@clause("CL-104")
def test_a_way_the_gm_waves_through_is_gone() -> None:
    edges = [{"between": ["a", "b"], "blocks_move": True}, ["b", "c"]]
    scene = Scene([pc("ana"), npc("thug", "c")], [15], zones=[{"id": name} for name in "abc"], edges=edges).intents()
    with pytest.raises(Illegal, match="shut"):
        scene.fight.answer(scene.ask("ana"), "move_far/b")
    scene.fight.rule("wave_through", who="ana", declaration="move_far/b")
    scene.fight.answer(scene.ask("ana"), "move_far/b")
    assert scene.zone("ana") == "b"
    check_done(scene)


@clause("CL-94")
def test_the_gm_may_call_a_failure_of_the_past_round_partial() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [5], feats=[{"id": "leap", "cs": 15}]).round(ana="improvise=feat:leap")
    feat = scene.battle.feat("leap")
    assert feat is not None and not feat.partial
    scene.fight.rule("partial", feat="leap", past=True)
    feat = scene.battle.feat("leap")
    assert feat is not None and feat.partial and not feat.done
    check_done(scene)


@clause("CL-104")
@pytest.mark.parametrize(
    ("ruling", "args"),
    [
        ("hurt", {"who": "ana", "amount": -5}), ("heal", {"who": "ana", "amount": -1}), ("score", {"who": "thug", "value": 10**9}),
        ("cs", {"value": 100}), ("cs", {"zone": "b", "value": -51}), ("modifier", {"who": "ana", "value": 1000}),
        ("modifier", {"who": "idol", "value": 1}), ("movement", {"who": "ana", "extra": 99}), ("timer", {"timer": "t", "rounds": 0}),
        ("timer", {"timer": "A b", "rounds": 3}), ("waive", {"feat": "leap", "who": "ana", "rounds": 0}),
        ("edge", {"zone": "a", "to": "c", "cs": 500}), ("draw_zone", {"zone": "z", "joins": ["a"], "cs": 500}),
        ("merge_zones", {"zone": "a", "into": "out"}), ("true_intent", {"who": "thug", "intent": "defend~seems~flee"}),
        ("set", {"who": "ana", "stat": "max_health", "value": 0}), ("roll_score", {"who": "thug", "bonus": 10**9}),
    ],
)  # fmt: skip
def test_figures_that_no_file_could_hold_are_refused(ruling: str, args: Data) -> None:
    zones = [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "out", "outside": True}]
    edges = [["a", "b"], ["b", "c"], ["c", "out"]]
    scene = Scene([pc("ana"), npc("thug")], objects=[IDOL], feats=[{"id": "leap"}], zones=zones, edges=edges).intents()
    before = scene.battle.key()
    with pytest.raises(Refusal):
        scene.fight.rule(ruling, **args)
    assert scene.battle.key() == before


@clause("CL-104")
def test_checks_of_a_zone_that_is_merged_away_end_so_that_the_fight_can_be_written_down() -> None:
    scene = Scene([pc("ana"), npc("thug")], [15])
    for check in ("zone:b", "edge:b-c", "edge:d-e"):
        scene.fight.rule("modifier", check=check, value=2, lasting=True)
    scene.fight.rule("merge_zones", zone="b", into="a")
    scene.round()
    again = SYSTEM.build(scene.fight.export())
    assert isinstance(again, ClashBattle) and again.checks == scene.battle.checks == {"edge:d-e": 2}
    check_done(scene)


def test_a_true_intent_says_only_what_is_true() -> None:
    scene = Scene([pc("ana"), npc("thug")]).intents(thug="defend")
    with pytest.raises(Malformed, match="state_intent"):
        scene.fight.rule("true_intent", who="thug", intent="standing_attack@ana~seems~defend")


@clause("CL-39", "CL-79")
def test_who_is_asked_about_a_lent_score_has_seen_the_scores_and_the_truth() -> None:
    people = [pc("ana"), pc("bo"), npc("thug", score=16)]
    scene = Scene(people, [9, 10, 4, 4]).declare(bo="cover@ana", thug="standing_attack@ana~seems~defend")
    (asked,) = scene.fight.questions
    assert asked.title == "Ana is covered: defend with the coverer's score where it is higher? (Ana has 9, Bo 15)"
    assert asked.question is not None
    assert asked.question.stakes() == [{"text": "Bo covers with 15: +6 to your 9", "kind": "good"}]
    assert [event.text for event in scene.events("score")][2] == "Thug has 16: Standing Attack: Ana."
    scene.fight.answer(asked.id, "no")
    assert scene.bands() == {("thug", "ana"): "Full Hit"} and scene.unit("ana").health == 8
    check_done(scene)


@clause("CL-39", "CL-48")
def test_nobody_is_asked_about_a_score_that_everybody_sees_to_be_no_higher() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=16)], [16, 10, 1, 1]).declare(bo="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.bands() == {("thug", "ana"): "Full Hit"}  # 16 against 16 and 15
    check_done(scene)
    scene = Scene([pc("ana", state="incapacitated", health=0), pc("bo"), npc("thug", "e")], [15, 14, 3])
    scene.declare(ana="revive", bo="tend@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.unit("ana").health == 3
    check_done(scene)
    people = [pc("ana"), npc("clerk", side="party", score=3), npc("thug", score=16)]  # an NPC's score is not known, so one is asked
    scene = Scene(people, [16]).declare(clerk="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["lent:ana#1"]
    assert scene.fight.questions[0].title.endswith("where it is higher? (Ana has 16)")


@clause("CL-73")
def test_where_a_full_hit_kills_the_fallen_it_kills_one_about_to_get_up_too() -> None:
    down = pc("ana", state="incapacitated", health=0)
    scene = Scene([down, pc("bo"), npc("thug", score=20)], [15, 5, 1, 1, 6], options={"death_rule": "full_hit"})
    scene.round(ana="revive", thug="standing_attack@ana")
    assert scene.unit("ana").state == "dead" and scene.unit("ana").health == 0
    check_done(scene)


@clause("CL-97")
def test_whoever_works_for_oneself_is_told_the_own_progress() -> None:
    feat = {"id": "dig", "name": "Digging", "kind": "effort", "goal": 8}
    scene = Scene([pc("ana"), pc("bo")], [14, 14, 3, 3, 2, 2], feats=[feat], options={"effort_shared": False})
    scene.round(ana="improvise=feat:dig", bo="improvise=feat:dig")
    assert [event.text[-7:] for event in scene.events("progress")] == ["6 of 8.", "4 of 8."]
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


@clause("CL-57")
def test_one_instance_of_an_ability_counts_the_worst_and_different_ones_add_up() -> None:
    """Bell 3 and Bell 5 are one penalty of 5, a Gong of 2 adds to it: 20 - 7 in the next round, 20 again after it (R-72)."""
    abilities: list[Data] = [{"name": "Bell", "hinder": 3}, {"name": "Bell", "hinder": 5}, {"name": "Gong", "hinder": 2}]
    people = [pc(id, abilities=[row]) for id, row in zip(("ana", "bo", "cy"), abilities, strict=True)]
    scene = Scene([*people, npc("thug", score=20, max_health=200)], [17, 17, 17] + [1] * 6 + [1] * 6)
    scene.round(ana="standing_attack+bell@thug", bo="standing_attack+bell@thug", cy="standing_attack+gong@thug")
    assert scene.scores()["thug"] == 20
    assert scene.round().scores()["thug"] == 13
    assert scene.round().scores()["thug"] == 20
    check_done(scene)


@clause("CL-41")
@pytest.mark.parametrize(("y", "band"), [(15, "Glancing Hit"), (15.1, "Full Hit")])
def test_on_maps_in_feet_a_detour_of_ten_feet_is_still_between(y: float, band: str) -> None:
    """Shooter and target 40 feet apart, the coverer over the middle: twice the root of 400 + 225 is 50."""
    people = [pc("ana", [40, 0]), pc("bo", [20, y]), npc("archer", [0, 0], score=16, attack=RANGED)]
    scene = Scene(people, [1, 15] + [1] * (1 if band == "Glancing Hit" else 2), feet=True)
    scene.round(bo="cover@ana", archer="standing_attack@ana")
    assert scene.bands() == {("archer", "ana"): band}
    check_done(scene)


@clause("CL-33")
def test_a_modifier_of_a_zone_is_for_those_who_begin_the_round_in_it() -> None:
    scene = Scene([pc("ana"), pc("bo", "b"), npc("thug", "b"), npc("far", "e")], [10, 10, 10, 10])
    scene.fight.rule("modifier", zone="b", value=-4, reason="smoke")
    scene.round(bo="prepare", ana="move_far/b")
    assert scene.scores() == {"ana": 10, "bo": 6, "thug": 10, "far": 14}
    assert scene.round().scores() == {"ana": 10, "bo": 13, "thug": 14, "far": 14}  # for that round only; Bo has prepared
    check_done(scene)


@clause("CL-33")
def test_a_modifier_for_one_action_is_for_that_action_only() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [10, 10, 10, 10]).intents()
    for who in ("ana", "bo"):
        scene.fight.rule("modifier", who=who, value=3, action="prepare", lasting=True)
    scene.declare(ana="prepare", bo="defend")
    assert (scene.scores()["ana"], scene.scores()["bo"]) == (13, 12)
    scene.round(ana="nothing", bo="prepare")
    assert (scene.scores()["ana"], scene.scores()["bo"]) == (13, 13)  # Prepared counts, the modifier does not
    check_done(scene)


@clause("CL-39")
def test_an_equal_lent_score_is_not_asked_about() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=15)], [15, 10, 1, 1]).declare(bo="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.scores()["ana"] == scene.scores()["bo"] == 15
    assert scene.bands() == {("thug", "ana"): "Full Hit"}
    check_done(scene)


@clause("CL-57")
def test_the_step_of_an_ability_comes_after_the_attack_and_only_with_a_full_hit() -> None:
    stitch: Data = {"name": "Stitch", "step": True}
    for face, zone in ((11, "b"), (10, "a")):
        scene = Scene([pc("ana", abilities=[stitch]), npc("thug")], [face, 1] + [1] * (face == 11)).intents()
        with pytest.raises(Illegal, match="the step comes after the attack"):
            scene.fight.answer(scene.ask("ana"), "standing_attack+stitch/b@thug")
        scene.declare(ana="standing_attack+stitch@thug/b")
        assert scene.zone("ana") == zone
        check_done(scene)


@clause("CL-105")
def test_of_several_changes_for_this_round_what_was_before_them_comes_back() -> None:
    scene = Scene([pc("ana"), npc("thug")], [10])
    for value in (20, 25):
        scene.fight.rule("score", who="thug", value=value, this_round=True)
        scene.fight.rule("cs", value=value, this_round=True)
        scene.fight.rule("cs", zone="a", value=value, this_round=True)
        scene.fight.rule("modifier", check="zone:a", value=value - 18)
    scene.round()
    assert scene.scores()["thug"] == 25 and scene.unit("thug").score == 14 and scene.battle.cs == 14
    assert not scene.battle.field.zones[0].has_cs and scene.battle.checks == {}
    check_done(scene)


@clause("CL-64")
@pytest.mark.parametrize(("face", "seen"), [(2, (15, 999)), (3, (7, 15)), (11, (15, 23)), (12, (-999, 15))])
def test_what_a_band_tells_of_a_hidden_score_is_exactly_that(face: int, seen: tuple[int, int]) -> None:
    """AS d20 + 3 against 15: a Miss with 5 says 15 or more, a Glancing Hit 1 to 9 above, a Full Hit with 15 says 15 or less."""
    scene = Scene([pc("ana"), npc("thug", score=15)], [face] + [1] * (0 if face == 2 else 1 if face < 12 else 2))
    scene.round(ana="standing_attack@thug")
    assert scene.unit("thug").learned["score"] == seen
    check_done(scene)


@clause("CL-102", "CL-103")
def test_a_feat_may_stop_a_timer_which_then_brings_nothing() -> None:
    bomb = {"id": "bomb", "rounds": 2, "strike": 30, "full": "2d6", "glancing": "1d6", "result": "defeat"}
    scene = Scene([pc("ana")], [14, 14, 1, 1], feats=[{"id": "cut", "cs": 14, "stops": "bomb"}], timers=[bomb])
    scene.round().round(ana="improvise=feat:cut").round().round()  # in time: in the very last round
    assert scene.result == "" and scene.unit("ana").health == 16 and scene.battle.timers[0].left == 1
    check_done(scene)
