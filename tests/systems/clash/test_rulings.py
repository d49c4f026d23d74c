"""Timers and the GM's commands (3.15)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, Malformed, Refusal, Unavailable, view
from quintain.systems.clash import SYSTEM
from quintain.systems.clash.files import encounter
from quintain.systems.clash.sheet import ClashBattle
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, held, npc, pc

FEAT: Data = {"id": "dig", "name": "Dig", "kind": "effort", "cs": 10, "goal": 12}
BELL: Data = {"id": "bell", "name": "Bell", "rounds": 3, "result": "defeat", "text": "The bell tolls."}


@clause("CL-102")
def test_a_timer_drops_after_progress_so_a_goal_in_the_last_round_is_in_time() -> None:
    goals = [{"feat": "dig", "result": "success", "winner": "party"}]
    for last, result in (([10, 6, 6], "success"), ([10, 1, 1], "defeat")):
        scene = Scene([pc("ana")], [1, 3, 10, 1, 1, *last], feats=[FEAT], timers=[BELL], goals=goals)
        # CS 10: totals 1 (1d6 = 3), 10 (2d6 = 2), 10 (2d6): 5 so far, then 17 or 7 of 12.
        for _ in range(3):
            assert scene.result == ""
            scene.round(ana="improvise=feat:dig")
        assert scene.battle.timers[0].left == 0 and scene.result == result
        check_done(scene)


@clause("CL-102")
def test_a_timer_may_strike_everybody_when_it_runs_out() -> None:
    rocks = {"id": "rocks", "name": "Rocks", "rounds": 1, "strike": 18, "full": "2d6", "glancing": "1d6"}
    scene = Scene([pc("ana"), npc("thug", score=20), npc("gnat", score=28, kind="peon")], [18, 1, 2, 5], timers=[rocks])
    scene.round()
    # Ana 18: Full 1 + 2. Thug 20: Glancing 5. Gnat 28: a Miss by 10.
    assert (scene.unit("ana").health, scene.unit("thug").health, scene.unit("gnat").marks) == (13, 13, 1)
    told = [(event.text, event.math, event.dealt) for event in scene.events("attack")]
    assert told == [
        ("Rocks strikes Ana: Full Hit for 3.", [("Rocks", 18), ("Ana", 18)], [("d6", 1), ("d6", 2)]),
        ("Rocks strikes Thug: Glancing Hit.", [("Rocks", 18), ("Thug", 20)], []),
        ("Rocks strikes Gnat: Miss.", [("Rocks", 18), ("Gnat", 28)], []),
    ]
    assert [(event.text, event.math, event.audience) for event in scene.events("damage")] == [
        ("Rocks deals 5 to Thug.", [("d6", 5)], "gm")
    ]
    check_done(scene)


@clause("CL-103")
def test_the_gm_sets_changes_hides_stops_and_deletes_timers() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e")], [1, 1, 1])
    scene.fight.rule("timer", timer="bell", name="Bell", rounds=3, hidden=True)
    assert "Bell" not in str(view(scene.fight, "ann"))
    scene.round()
    assert scene.battle.timers[0].left == 2
    scene.fight.rule("timer", timer="bell", stopped=True, hidden=False)
    scene.round()
    assert scene.battle.timers[0].left == 2 and "Bell" in str(view(scene.fight, "ann"))
    scene.fight.rule("timer", timer="bell", stopped=False, rounds=9)
    scene.round()
    assert scene.battle.timers[0].left == 8
    scene.fight.rule("delete_timer", timer="bell")
    assert scene.battle.timers == []
    with pytest.raises(Unavailable, match="no timer"):
        scene.fight.rule("delete_timer", timer="bell")
    check_done(scene)


def told(scene: Scene) -> str:
    return scene.events("ruling")[-1].text


@clause("CL-104")
def test_units_are_placed_moved_and_removed_by_word() -> None:
    scene = Scene([pc("ana"), npc("thug"), npc("rest", "e")], [1, 1])
    scene.fight.rule("add", unit={"use": "gnatling", "id": "gnat", "side": "enemy", "at": "b"})
    scene.fight.rule("move", who="thug", to="c")
    scene.fight.rule("remove", who="thug")
    assert scene.unit("thug").state == "gone" and scene.zone("gnat") == "b"
    assert scene.open_ids() == ["intent:rest#1"]  # the newcomer takes part from the next round on
    scene.round()
    assert scene.open_ids() == ["intent:rest#2", "intent:gnat#1"]
    with pytest.raises(Unavailable, match="no zone called"):
        scene.fight.rule("move", who="gnat", to="moon")
    scene.fight.script_faces.pop()
    check_done(scene)


@clause("CL-104")
def test_zones_are_drawn_merged_split_and_joined_by_word() -> None:
    scene = Scene([pc("ana"), npc("thug", "b"), npc("rest", "e")])
    scene.fight.rule("draw_zone", zone="attic", name="Attic", joins=["a"], cs=17)
    field = scene.battle.field
    attic = field.zone_named("attic")
    assert field.walk[0][attic] == 1 and field.zones[attic].cs == 17
    scene.fight.rule("merge_zones", zone="b", into="a")
    assert scene.zone("thug") == "a" and scene.battle.field.walk[0][2] == 1  # a is adjacent to c now
    scene.fight.rule("split_zone", zone="a", new="nook", units=["thug"])
    assert scene.zone("thug") == "nook" and scene.battle.field.walk[0][scene.battle.field.zone_named("nook")] == 1
    scene.fight.rule("edge", zone="a", to="c", blocks_move=True)
    assert scene.battle.field.walk[0][2] == 1000
    with pytest.raises(Illegal, match="cannot be used"):
        scene.fight.rule("draw_zone", zone="attic", joins=["a"])
    check_done(scene)


@clause("CL-104")
def test_scores_are_set_cleared_and_rolled_by_word() -> None:
    scene = Scene([pc("ana"), npc("thug", score=15)], [13, 4], objects=[{"id": "door", "at": "a"}])
    scene.fight.rule("score", who="thug")
    assert not scene.unit("thug").scored and told(scene).endswith("from 15 to none.")
    scene.fight.rule("roll_score", who="thug", bonus=4)
    assert scene.unit("thug").score == 17
    scene.fight.rule("score", who="door", value=9)
    assert scene.unit("door").score == 9 and told(scene).endswith("from none to 9.")
    scene.fight.rule("cs", zone="a", value=12)
    scene.fight.rule("cs", zone="a")
    assert not scene.battle.field.zones[0].has_cs
    with pytest.raises(Illegal, match="give a modifier"):
        scene.fight.rule("score", who="ana", value=30)
    scene.round()
    assert scene.scores()["thug"] == 17
    check_done(scene)


@clause("CL-104")
def test_intents_are_stated_and_changed_by_word_even_after_declarations() -> None:
    scene = Scene([pc("ana"), npc("thug")], [9, 2, 2])
    scene.fight.answer(scene.ask("thug"), "defend")
    scene.fight.rule("state_intent", who="thug", intent="flee/b")
    assert "seems to intend: Flee" in scene.events("ruling")[-1].public
    scene.fight.rule("true_intent", who="thug", intent="standing_attack@ana")
    with pytest.raises(Illegal):
        scene.fight.rule("true_intent", who="thug", intent="revive")
    scene.fight.answer(scene.ask("ana"), "nothing")
    assert scene.bands() == {("thug", "ana"): "Full Hit"}
    check_done(scene)
    scene = Scene([pc("ana"), npc("thug")], options={"npc_intent_lock": "locked"})
    scene.fight.answer(scene.ask("thug"), "defend")
    with pytest.raises(Illegal, match="locked"):
        scene.fight.rule("true_intent", who="thug", intent="standing_attack@ana")


@clause("CL-104")
def test_declarations_are_allowed_forbidden_and_voided_by_word() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "d")], [10, 10])
    scene.intents()
    with pytest.raises(Illegal, match="3 zones"):
        scene.fight.answer(scene.ask("ana"), "move_far/b/c/d")
    scene.fight.rule("wave_through", who="ana", declaration="move_far/b/c/d")
    scene.fight.answer(scene.ask("ana"), "move_far/b/c/d")
    scene.fight.rule("forbid", option="prepare", why="no time")
    with pytest.raises(Illegal, match="no time"):
        scene.fight.answer(scene.ask("bo"), "prepare")
    scene.fight.answer(scene.ask("bo"), "defend")
    assert scene.zone("ana") == "d"
    scene.script(10, 10)
    scene.intents(thug="standing_attack@ana")
    scene.fight.rule("void", who="thug")
    scene.fight.answer(scene.ask("ana"), "nothing")
    scene.fight.answer(scene.ask("bo"), "nothing")
    assert scene.bands() == {} and scene.scores()["thug"] == 14
    check_done(scene)


@clause("CL-104")
def test_an_attack_is_ruled_possible_or_impossible() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("near"), npc("far", "d", kind="peon")], [11, 11], hold=True)
    scene.intents().go()
    scene.fight.rule("attack", who="ana", target="near", possible=False)
    scene.fight.rule("attack", who="bo", target="far")
    scene.fight.answer(scene.ask("ana"), "standing_attack@near")
    scene.fight.answer(scene.ask("bo"), "standing_attack@far")
    scene.go()
    assert scene.bands() == {("ana", "near"): "no reach", ("bo", "far"): "Full Hit"}
    check_done(scene)


@clause("CL-104")
def test_health_marks_pools_class_and_state_are_changed_by_word() -> None:
    scene = Scene([pc("ana", spirit=1), npc("grunt", kind="grunt"), npc("thug"), npc("rest", "e")])
    scene.fight.rule("hurt", who="ana", amount=20)
    assert scene.unit("ana").state == "incapacitated" and told(scene).endswith("from 16 to 0.")
    scene.fight.rule("heal", who="ana", amount=3)
    assert (scene.unit("ana").state, scene.unit("ana").health) == ("active", 3)
    scene.fight.rule("hurt", who="grunt")
    scene.fight.rule("heal", who="grunt")
    assert scene.unit("grunt").marks == 2
    scene.fight.rule("pools", who="ana", surges=-1, ardor=9)
    assert (scene.unit("ana").surges, scene.unit("ana").ardor) == (1, 2)
    scene.fight.rule("class", who="thug", to="grunt")
    assert scene.unit("thug").marks == 2
    scene.fight.rule("state", who="thug", state="gone")  # it surrenders
    assert scene.open_ids() == ["intent:grunt#1", "intent:rest#1"]
    scene.fight.rule("state", who="ana", state="dead")
    scene.fight.rule("set", who="grunt", stat="marks", value=0)
    assert scene.unit("grunt").state == "defeated"
    with pytest.raises(Malformed, match="one of"):
        scene.fight.rule("state", who="rest", state="asleep")
    scene.fight.rule("end", result="truce", why="rain")
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "truce"
    check_done(scene)


@clause("CL-104")
def test_every_command_refuses_nonsense_in_a_sentence_and_changes_nothing() -> None:
    scene = Scene([pc("ana"), npc("thug")])
    before = scene.fight.record
    for name, ruling in SYSTEM.rulings.items():
        tries: list[Data] = [{field: ["?"] for field in ruling.fields}, dict.fromkeys(ruling.fields, "nobody"), {"nonsense": 1}]
        for args in tries:
            if not args:
                continue
            with pytest.raises(Refusal) as refused:
                scene.fight.rule_with(name, args)
            assert str(refused.value).endswith(".")
    assert scene.fight.record == before


@clause("CL-105")
def test_a_change_stays_unless_it_is_for_this_round() -> None:
    scene = Scene([pc("ana"), npc("thug"), npc("gnat", "b", None, "peon")], [1, 1])
    scene.fight.rule("score", who="thug", value=20, this_round=True)
    scene.fight.rule("cs", value=16)
    scene.fight.rule("cs", zone="b", value=18, this_round=True)
    scene.round()
    assert scene.scores() == {"ana": 1, "thug": 20, "gnat": 18}
    scene.round()
    assert scene.scores() == {"ana": 1, "thug": 14, "gnat": 16}
    check_done(scene)


@clause("CL-106")
def test_where_the_book_says_generally_a_command_makes_the_exception() -> None:
    # CS as fallback, long moves, pass or fail, earlier attempts: each has its command.
    leap = {"id": "leap", "name": "Leap", "kind": "skill", "cs": 14}
    scene = Scene([pc("ana"), npc("thug", "e", None)], [5, 5], feats=[leap], hold=True)
    scene.fight.rule("score", who="thug", value=11)
    scene.fight.rule("movement", who="ana", extra=1)
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "move_far/b/c/d")
    scene.go()
    assert scene.zone("ana") == "d" and scene.scores()["thug"] == 11
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "improvise=feat:leap")
    scene.fight.rule("partial", feat="leap")
    scene.fight.rule("modifier", value=-9, check="feat:leap", reason="the first try showed how")
    scene.go()
    assert scene.battle.feats[0].done  # 5 meets 14 - 9
    check_done(scene)


@clause("CL-20")
def test_scores_may_be_locked_after_declarations() -> None:
    scene = Scene([pc("ana"), npc("thug")], [1], hold=True, options={"npc_score_lock": "after_declaration"})
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "nothing")
    with pytest.raises(Illegal, match="locked"):
        scene.fight.rule("score", who="thug", value=3)
    assert scene.unit("thug").score == 14


@clause("CL-105")
def test_a_lasting_change_ends_one_for_this_round() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [1])
    scene.fight.rule("score", who="thug", value=20, this_round=True)
    scene.fight.rule("score", who="thug", value=18)
    scene.fight.rule("cs", value=20, this_round=True)
    scene.fight.rule("cs", value=11)
    scene.round()
    assert (scene.unit("thug").score, scene.battle.cs) == (18, 11)
    check_done(scene)


@clause("CL-104")
def test_the_modifier_of_a_check_is_for_this_round_or_until_cleared() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [1, 1], feats=[{"id": "leap", "name": "Leap"}])
    scene.fight.rule("modifier", value=2, check="feat:leap")
    scene.fight.rule("modifier", value=4, check="edge:b-a", lasting=True)
    scene.round()
    assert scene.battle.checks == {"edge:a-b": 4}
    scene.fight.rule("modifier", value=1, check="edge:a-b")
    scene.round()
    assert scene.battle.checks == {"edge:a-b": 4}
    for check in ("feat:none", "object:ana", "zone:moon", "edge:a-e", "luck:ana"):
        with pytest.raises(Refusal):
            scene.fight.rule("modifier", value=2, check=check)
    check_done(scene)


@clause("CL-104")
def test_what_is_carried_goes_where_the_gm_puts_its_bearer() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], objects=[{"id": "idol", "at": "a", "portable": True, "holder": "ana"}])
    scene.fight.rule("move", who="ana", to="c")
    assert scene.zone("idol") == "c"
    scene.fight.rule("split_zone", zone="c", new="nook", units=["ana"])
    assert scene.zone("idol") == "nook"


@clause("CL-104")
def test_zones_are_drawn_split_and_merged_on_maps_in_feet_too() -> None:
    scene = Scene([pc("ana", [18, 0]), npc("thug", [50, 0])], [1], feet=True)
    with pytest.raises(Malformed, match="anchor"):
        scene.fight.rule("draw_zone", zone="hut")
    scene.fight.rule("draw_zone", zone="hut", x=20, y=0)
    assert scene.battle.field.mode == "mixed"
    scene.fight.rule("move", who="ana", to="hut")
    scene.fight.rule("split_zone", zone="hut", new="loft", units=["ana"], x=20, y=5)
    assert scene.zone("ana") == "loft"
    scene.fight.rule("merge_zones", zone="hut", into="loft")
    scene.intents()
    with pytest.raises(Illegal, match="no zone any more"):
        scene.fight.answer(scene.ask("ana"), "move_far/hut")
    scene.fight.answer(scene.ask("ana"), "nothing")
    assert isinstance(SYSTEM.build(scene.fight.export()), ClashBattle)
    check_done(scene)


@clause("CL-104")
def test_an_intent_that_is_not_in_yet_cannot_be_changed() -> None:
    scene = Scene([pc("ana"), npc("one"), npc("two"), npc("gnat", "b", kind="peon")])
    for ruling in ("true_intent", "state_intent"):
        with pytest.raises(Unavailable, match="not all in yet"):
            scene.fight.rule(ruling, who="one", intent="defend")
    with pytest.raises(Illegal, match="never incapacitated"):
        scene.fight.rule("state", who="gnat", state="incapacitated")
    scene.fight.rule("remove", who="two")
    scene.intents()
    with pytest.raises(Illegal, match="takes no part"):
        scene.fight.rule("true_intent", who="two", intent="defend")


@clause("CL-104")
def test_a_border_is_changed_with_old_and_new_told() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")])
    scene.fight.rule("edge", zone="a", to="b", needs_check=True, cs=15)
    assert told(scene).endswith("from open to a check against 15.")
    scene.fight.rule("edge", zone="a", to="c", blocks_sight=True)
    assert told(scene).endswith("from none to no sight.")


@clause("CL-107")
def test_a_true_intent_changed_after_declarations_is_paid_for() -> None:
    scene = Scene([pc("ana"), npc("thug", max_surges=1, health=5)], [1, 4], hold=True)
    scene.intents(thug="defend").go()
    scene.fight.answer(scene.ask("ana"), "nothing")
    scene.fight.rule("true_intent", who="thug", intent="recover")
    scene.go()
    assert (scene.unit("thug").health, scene.unit("thug").surges) == (9, 0)
    check_done(scene)


@clause("CL-104")
def test_what_the_gm_ruled_for_good_is_kept_in_an_export() -> None:
    feats: list[dict[str, object]] = [{"id": "leap", "name": "Leap"}]
    scene = Scene([pc("ana"), npc("thug", "e")], [1], feats=feats, objects=[{"id": "bell", "at": "b"}])
    scene.fight.rule("modifier", value=4, check="edge:b-a", lasting=True)
    scene.fight.rule("modifier", value=-2, zone="c", reason="smoke", lasting=True)
    scene.fight.rule("wave_through", who="ana", declaration="move_far/a/e")
    scene.round()
    again = SYSTEM.build(scene.fight.export())
    assert isinstance(again, ClashBattle)
    assert again.checks == {"edge:a-b": 4}
    ((zone, mod),) = again.zone_mods
    assert (again.field.zones[zone].id, mod.value, mod.reason, mod.rounds) == ("c", -2, "smoke", -1)
    assert list(again.waved) == list(scene.battle.waved) and len(again.waved) == 1
    assert SYSTEM.export(again) == {**scene.fight.export()}
    check_done(scene)


@clause("CL-23")
def test_a_bluff_of_the_first_round_is_kept_while_the_round_is_to_come() -> None:
    data = Scene([pc("ana"), npc("thug", "e", seems="defend")]).fight.export()
    rows = data["combatants"]
    assert isinstance(rows, list)
    assert [row["seems"] for row in rows] == ["", "defend"]


@clause("CL-104")
def test_whoever_the_gm_heals_takes_part_again() -> None:
    scene = Scene([pc("ana"), npc("thug", "e"), npc("rat", "e", kind="grunt")])
    for who in ("thug", "rat"):
        scene.fight.rule("hurt", who=who, amount=18)
        assert scene.unit(who).state == "defeated"
        scene.fight.rule("heal", who=who, amount=1)
        assert scene.unit(who).state == "active"
        if scene.fight.outcome is not None:
            break


@clause("CL-104")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"checks": {"feat:none": 1}}, "none"),
        ({"checks": {"luck": 1}}, "check is"),
        ({"waved": ["nobody:defend"]}, "id of a unit"),
    ],
)
def test_rulings_in_a_file_that_point_nowhere_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        Scene([pc("ana"), npc("thug", "e")], **wrong)  # type: ignore[arg-type]


def test_what_the_gm_may_set_a_file_may_say() -> None:
    for stat, value in (("might", 4), ("max_health", 1000), ("max_surges", 50), ("max_ardor", 50), ("score", 99)):
        scene = Scene([pc("ana"), npc("thug", "e")])
        scene.fight.rule("set", who="thug", stat=stat, value=value)
        with pytest.raises(Malformed, match="must lie between"):
            scene.fight.rule("set", who="thug", stat=stat, value=value + 1)
        assert isinstance(SYSTEM.build(encounter(scene.fight.export(), {})), ClashBattle)


IDOL: Data = {"id": "idol", "at": "a", "portable": True}


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


@clause("CL-104")
def test_whom_the_gm_takes_out_after_the_dice_does_nothing_more() -> None:
    scene = Scene([pc("ana"), pc("bo", "e"), npc("thug", health=5)], [15, 1, 3, 4], hold=True)
    held(scene, ana="standing_attack@thug")
    scene.fight.rule("state", who="ana", state="dead")
    scene.go()
    assert scene.bands() == {} and scene.unit("thug").health == 5


@clause("CL-105")
def test_a_score_set_for_good_ends_one_for_this_round_by_whatever_command() -> None:
    scene = Scene([pc("ana"), npc("thug")], [15])
    scene.fight.rule("score", who="thug", value=20, this_round=True)
    scene.fight.rule("set", who="thug", stat="score", value=30)
    assert scene.round().unit("thug").score == 30
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


@clause("CL-102", "CL-103")
def test_a_feat_may_stop_a_timer_which_then_brings_nothing() -> None:
    bomb = {"id": "bomb", "rounds": 2, "strike": 30, "full": "2d6", "glancing": "1d6", "result": "defeat"}
    scene = Scene([pc("ana")], [14, 14, 1, 1], feats=[{"id": "cut", "cs": 14, "stops": "bomb"}], timers=[bomb])
    scene.round().round(ana="improvise=feat:cut").round().round()  # in time: in the very last round
    assert scene.result == "" and scene.unit("ana").health == 16 and scene.battle.timers[0].left == 1
    check_done(scene)


@clause("CL-104")
@pytest.mark.parametrize("state", ["dead", "gone"])
def test_healing_by_the_gms_word_wakes_nobody_who_is_dead_or_gone(state: str) -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug")])
    scene.fight.rule("state", who="ana", state=state)
    scene.fight.rule("hurt", who="ana", amount=3)
    scene.fight.rule("heal", who="ana", amount=2)
    assert scene.unit("ana").state == state and scene.unit("ana").health == 15


NAIL: Data = {"id": "nail", "name": "Nail", "base": "standing_attack", "pin": True}


@clause("CL-104")
@pytest.mark.parametrize("word", ["allows", "insists"])
@pytest.mark.parametrize("barred", ["pinned", "shut", "not adjacent"])
def test_a_way_that_the_gm_allows_or_insists_on_is_gone_whatever_bars_it(word: str, barred: str) -> None:
    # In round 1 a Full Hit with Nail pins Ana: 1 + 1 of 16 Health.
    edges: list[object] = [{"between": ["a", "b"], "blocks_move": True} if barred == "shut" else ["a", "b"], ["b", "c"]]
    units = [pc("ana"), npc("thug", score=30, abilities=[NAIL])]
    scene = Scene(units, [5, 1, 1] if barred == "pinned" else [], zones=[{"id": name} for name in "abc"], edges=edges)
    scene.fight.automatic.level = "assist"
    if barred == "pinned":
        scene.round(thug="standing_attack+nail@ana")
    scene.script(5)
    way = "move_far/c" if barred == "not adjacent" else "move_far/b"
    scene.intents()
    if word == "allows":
        scene.fight.rule("wave_through", who="ana", declaration=way)
    scene.fight.answer(scene.ask("ana"), way, by="gm", insist=word == "insists")
    assert scene.zone("ana") == way[-1] and scene.events("lost") == []
    check_done(scene)


@clause("CL-104", "CL-105")
def test_a_score_of_this_round_falls_away_though_the_gms_die_for_another_one_does_too() -> None:
    scene = Scene([pc("ana"), npc("thug", score=9), npc("rest", "e")])
    scene.fight.type_dice("*")
    scene.fight.rule("score", who="thug", value=20, this_round=True)
    scene.fight.rule("roll_score", who="thug", bonus=2)
    scene.fight.rule("set", who="thug", stat="control", value="player")
    assert all(asked.pending is None for asked in scene.fight.questions), "a player's unit has no such score"
    assert [change.value for change in scene.battle.reverts] == [9]


@clause("CL-104", "CL-107")
def test_what_an_npc_truly_does_is_all_that_it_pays_for() -> None:
    hex_: Data = {"id": "hex", "name": "Hex", "cost": 1, "hinder": 3}
    units = [pc("ana"), pc("bo"), npc("thug", abilities=[hex_], max_ardor=1, max_surges=1), npc("rest", "e")]
    scene = Scene(units, [10, 10, 1, 1], hold=True).declare(thug="standing_attack+hex@ana").go().declare()
    scene.script(1, 1)
    for intent, left in (("standing_attack+hex@bo", (0, 1)), ("recover", (1, 0)), ("standing_attack@ana", (1, 1))):
        scene.fight.rule("true_intent", who="thug", intent=intent)
        assert (scene.unit("thug").ardor, scene.unit("thug").surges) == left
