"""Skill challenges (3.14), inside a fight and outside one."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal
from quintain.systems.clash.actions import Declare
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, line, npc, pc

LEAP: Data = {"id": "leap", "name": "Leap", "kind": "skill", "cs": 14}


def dig(goal: int = 12, **more: object) -> Data:
    return {"id": "dig", "name": "Dig", "kind": "effort", "cs": 15, "goal": goal, **more}


@clause("CL-92")
def test_a_feat_in_a_fight_is_an_improvised_action_whose_total_is_the_score_of_the_round() -> None:
    feat = {**LEAP, "attribute": "finesse"}
    # 10 + Finesse 3 = 13 fails CS 14, and defends: 14 against 13 is Full, 2d6.
    scene = Scene([pc("ana", finesse=3), npc("thug")], [10, 1, 1], feats=[feat])
    scene.round(ana="improvise=feat:leap", thug="standing_attack@ana")
    assert scene.scores()["ana"] == 13 and not scene.battle.feats[0].done and scene.unit("ana").health == 14
    check_done(scene)
    # An NPC uses its AS instead of a roll: 12 against CS 15 brings 1d6.
    scene = Scene([pc("ana", "e"), npc("clerk", score=12)], [1, 4], feats=[dig()]).round(clerk="improvise=feat:dig")
    assert scene.battle.feats[0].progress == 4
    check_done(scene)


@clause("CL-92")
def test_the_gm_sets_up_a_feat_in_the_middle_of_a_fight() -> None:
    scene = Scene([pc("ana", "b", wits=2), npc("thug", "e")], [12, 3, 3])
    scene.fight.rule("feat", feat="pick", name="Pick the lock", kind="effort", cs=14, goal=6, attribute="wits", zone="b")
    scene.round(ana="improvise=feat:pick")  # 12 + Wits 2 meets 14: 2d6 = 3 + 3
    assert scene.battle.feats[0].done
    check_done(scene)


@clause("CL-93")
@pytest.mark.parametrize(("face", "done"), [(14, True), (13, False)])
def test_a_feat_of_skill_passes_at_its_score(face: int, done: bool) -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [face], feats=[LEAP]).round(ana="improvise=feat:leap")
    assert scene.battle.feats[0].done == done and not scene.battle.feats[0].partial
    check_done(scene)


@clause("CL-94")
@pytest.mark.parametrize(("margin", "face", "partial"), [(0, 13, False), (2, 13, True), (2, 12, True), (2, 11, False)])
def test_failing_by_little_is_partial_where_the_table_plays_it_so(margin: int, face: int, partial: bool) -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [face], feats=[LEAP], options={"feat_partial_margin": margin})
    scene.round(ana="improvise=feat:leap")
    assert scene.battle.feats[0].partial == partial and not scene.battle.feats[0].done
    check_done(scene)


@clause("CL-94")
def test_the_gm_may_call_a_failure_a_partial_success() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [3], feats=[LEAP], hold=True)
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "improvise=feat:leap")
    scene.fight.rule("partial", feat="leap")
    scene.go()
    assert scene.battle.feats[0].partial and not scene.battle.feats[0].done
    check_done(scene)


@clause("CL-95")
def test_a_failed_feat_may_be_tried_again_unless_the_gm_closes_it() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [3, 14], feats=[LEAP])
    scene.round(ana="improvise=feat:leap")
    scene.fight.rule("feat", feat="leap", closed=True)
    scene.intents()
    with pytest.raises(Illegal, match="no further try"):
        scene.fight.answer(scene.ask("ana"), "improvise=feat:leap")
    scene.fight.rule("feat", feat="leap", closed=False)
    scene.fight.answer(scene.ask("ana"), "improvise=feat:leap")
    assert scene.battle.feats[0].done  # the first failure changed nothing about the second try
    check_done(scene)


@clause("CL-96")
@pytest.mark.parametrize(("face", "dice"), [(15, [2, 3]), (6, [5]), (5, [])])
def test_effort_brings_two_dice_one_or_none_by_the_same_bands(face: int, dice: list[int]) -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [face, *dice], feats=[dig(progress=2)]).round(ana="improvise=feat:dig")
    assert scene.battle.feats[0].progress == 2 + sum(dice)
    check_done(scene)


@clause("CL-96")
@pytest.mark.parametrize(("rule", "face", "dice"), [("success_only", 14, []), ("always", 1, [4])])
def test_other_tables_read_a_failed_effort_otherwise(rule: str, face: int, dice: list[int]) -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [face, *dice], feats=[dig()], options={"effort_bands": rule})
    assert scene.round(ana="improvise=feat:dig").battle.feats[0].progress == sum(dice)
    check_done(scene)


@clause("CL-97")
def test_progress_adds_up_is_never_lost_and_completes_at_the_goal() -> None:
    # Goal 12, so far 5: a bad try changes nothing, then 3 + 4 makes exactly 12.
    goals = [{"feat": "dig", "result": "done", "winner": "party"}]
    scene = Scene([pc("ana"), npc("thug", "e")], [2, 15, 3, 4], feats=[dig(progress=5)], goals=goals)
    assert scene.round(ana="improvise=feat:dig").battle.feats[0].progress == 5
    scene.round(ana="improvise=feat:dig")
    assert scene.battle.feats[0].done and scene.battle.feats[0].progress == 12
    assert scene.fight.outcome is not None and scene.fight.outcome.why == "Dig is done"
    check_done(scene)


@clause("CL-97")
def test_several_share_one_total_unless_the_table_keeps_them_apart() -> None:
    for shared, progress in ((True, 9), (False, 5)):
        scene = Scene(
            [pc("ana"), pc("bo"), npc("thug", "e")], [7, 8, 4, 5], feats=[dig(20)], options={"effort_shared": shared}
        )
        scene.round(ana="improvise=feat:dig", bo="improvise=feat:dig")
        assert scene.battle.feats[0].progress == progress
        check_done(scene)


@clause("CL-98")
def test_the_deciphering_example_comes_out_as_in_the_book() -> None:
    feat = {"id": "read", "name": "Decipher", "kind": "effort", "cs": 14, "goal": 10, "bonus": {"doc": 5}}
    # d20 12, 6, 15 with +5: 17, 11, 20; progress 2d6 = 7, 1d6 = 2, 2d6 = 10; running 7, 9, 19.
    scene = Scene([pc("doc")], [12, 3, 4, 6, 2, 15, 4, 6], feats=[feat])
    running = []
    for _ in range(3):
        scene.round(doc="improvise=feat:read")
        running.append((scene.scores()["doc"], scene.battle.feats[0].progress, scene.battle.feats[0].done))
    assert running == [(17, 7, False), (11, 9, False), (20, 19, True)]
    check_done(scene)


@clause("CL-99")
def test_a_players_argument_may_turn_a_penalty_into_a_bonus() -> None:
    feat = {"id": "read", "kind": "effort", "cs": 14, "goal": 10, "bonus": {"doc": 4}}
    scene = Scene([pc("doc")], [12, 3, 4], feats=[feat])
    scene.fight.rule("modifier", who="doc", value=-2, action="feat:read", reason="spines")
    scene.fight.rule("clear_modifiers", who="doc")
    scene.fight.rule("modifier", who="doc", value=1, action="feat:read", reason="has seen worse")
    scene.round(doc="improvise=feat:read")
    assert scene.scores()["doc"] == 12 + 4 + 1
    check_done(scene)


@clause("CL-100")
def test_a_waived_roll_succeeds_after_its_rounds_while_the_unit_is_busy() -> None:
    scene = Scene([pc("ana"), npc("thug")], [4, 15, 9, 1, 1], feats=[LEAP])
    scene.fight.rule("waive", feat="leap", who="ana", rounds=3)
    scene.round(ana="improvise=feat:leap")
    assert scene.unit("ana").busy == 2 and scene.battle.feats[0].progress == 0
    scene.intents()
    with pytest.raises(Illegal, match="busy for 2 more rounds"):
        scene.fight.answer(scene.ask("ana"), "defend")
    assert scene.options("ana") == ["improvise=feat:leap"]
    scene.round(ana="improvise=feat:leap")
    assert scene.unit("ana").busy == 1
    scene.round(ana="improvise=feat:leap", thug="standing_attack@ana")  # 9 defends: 14 is a Full Hit
    assert scene.battle.feats[0].done and scene.unit("ana").busy == 0 and scene.unit("ana").health == 14
    check_done(scene)


@clause("CL-101")
def test_a_contest_is_a_conflict_that_the_highest_total_wins() -> None:
    scene = Scene([pc("ana", finesse=3), pc("bo")], [10, 12], hold=True)
    scene.go()
    scene.fight.answer(scene.ask("ana"), "improvise")
    scene.fight.answer(scene.ask("bo"), "improvise")
    scene.fight.rule("modifier", who="ana", value=3, reason="a better eye")
    scene.fight.rule("conflict", units=["ana", "bo"], about="the archery prize")
    scene.go()
    assert scene.events("conflict")[-1].text == "Ana is first at the archery prize."  # 13 against 12
    check_done(scene)


@clause("CL-100")
def test_who_falls_while_busy_can_still_revive() -> None:
    lift = {"id": "lift", "name": "Lift", "kind": "skill", "waived": {"ana": 3}}
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [1, 1, 1, 1], feats=[lift])
    scene.round(ana="improvise=feat:lift")
    scene.intents()
    assert scene.options("ana") == ["improvise=feat:lift"]
    scene.fight.rule("hurt", who="ana", amount=30)
    assert scene.options("ana") == ["revive", "revive+surge", "nothing"]
    scene.round(ana="revive")
    assert scene.unit("ana").state == "incapacitated" and not scene.battle.feats[0].done
    check_done(scene)


@clause("CL-100")
def test_who_is_busy_works_on_while_the_player_is_away() -> None:
    lift = {"id": "lift", "name": "Lift", "kind": "skill", "waived": {"ana": 2}}
    scene = Scene([pc("ana"), npc("thug")], [1], feats=[lift]).round(ana="improvise=feat:lift")
    assert Declare(scene.battle, 0).standing("never") == "improvise=feat:lift"


@clause("CL-94")
def test_the_gm_may_call_a_failure_of_the_past_round_partial() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [5], feats=[{"id": "leap", "cs": 15}]).round(ana="improvise=feat:leap")
    feat = scene.battle.feat("leap")
    assert feat is not None and not feat.partial
    scene.fight.rule("partial", feat="leap", past=True)
    feat = scene.battle.feat("leap")
    assert feat is not None and feat.partial and not feat.done
    check_done(scene)


@clause("CL-97")
def test_whoever_works_for_oneself_is_told_the_own_progress() -> None:
    feat = {"id": "dig", "name": "Digging", "kind": "effort", "goal": 8}
    scene = Scene([pc("ana"), pc("bo")], [14, 14, 3, 3, 2, 2], feats=[feat], options={"effort_shared": False})
    scene.round(ana="improvise=feat:dig", bo="improvise=feat:dig")
    assert [event.text[-7:] for event in scene.events("progress")] == ["6 of 8.", "4 of 8."]
    check_done(scene)


@clause("CL-92")
def test_work_that_needs_a_thing_stops_while_an_enemy_holds_it() -> None:
    book: Data = {"id": "book", "name": "Book", "at": "a", "portable": True, "holder": "thug"}
    read: Data = {"id": "read", "thing": "book"}
    scene = Scene([pc("ana"), npc("thug")], objects=[book], feats=[read]).intents()
    with pytest.raises(Illegal, match="Book is not at hand"):
        scene.fight.answer(scene.ask("ana"), "improvise=feat:read")
    scene = Scene([pc("ana"), pc("bo"), npc("thug")], [14, 1], objects=[{**book, "holder": "bo"}], feats=[read])
    scene.round(ana="improvise=feat:read")  # in a friend's hands it is at hand
    assert scene.battle.feats[0].done
    check_done(scene)


@clause("CL-17", "CL-92")
@pytest.mark.parametrize(("declared", "needed"), [("improvise/b=feat:leap", 16), ("improvise=feat:hum", 14)])
def test_a_button_says_the_score_of_the_place_where_the_work_is_done(declared: str, needed: int) -> None:
    feats = [{"id": "leap", "name": "Leap", "at": "b"}, {"id": "hum", "name": "Hum"}]
    scene = Scene([pc("ana"), npc("thug", "e")], [needed], feats=feats, **line("abcde", b=16)).intents()
    label = next(option.label for option in scene.fight.questions[0].options if option.id == declared)
    assert label.endswith(f"(against {needed})")
    scene.declare(ana=declared)
    assert scene.events("feat")[0].text.endswith(f"{needed} against {needed}, done.")
    check_done(scene)


@clause("CL-104", "CL-95")
def test_a_change_of_a_feat_is_told_with_what_was_and_what_is() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], feats=[{"id": "leap", "name": "Leap", "cs": 15}])
    scene.fight.rule("feat", feat="leap", closed=True, attribute="finesse", zone="b")
    assert scene.events("ruling")[-1].text == "The GM changes Leap from CS 15 to CS 15, Finesse, in b, no further try."
    scene.fight.rule("feat", feat="dig", kind="effort", goal=8)
    assert scene.events("ruling")[-1].text == "The GM sets up dig (CS of the place, 0 of 8)."


@clause("CL-103", "CL-104")
def test_a_change_of_a_timer_says_what_it_is_by_now() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], timers=[{"id": "fuse", "name": "Fuse", "rounds": 3}])
    scene.fight.rule("timer", timer="fuse", hidden=True, stopped=True, result="defeat")
    event = scene.events("ruling")[-1]
    assert (event.text, event.audience) == ("The GM sets Fuse from 3 to 3 rounds (stopped, for the GM only, then: defeat).", "gm")
