"""Resources and the end of a fight (3.16, 3.17)."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Illegal, Unavailable
from quintain.systems.clash.switches import Switches
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, line, npc, pc

DOWN: Data = {"state": "incapacitated", "health": 0}
BLOW: Data = {"name": "Blow", "cost": 1}


@clause("CL-107")
def test_what_is_declared_and_confirmed_is_spent_whatever_comes_of_it() -> None:
    scene = Scene([pc("ana", abilities=[BLOW]), pc("bo", **DOWN), npc("far", "e")], [20, 1, 1])
    scene.intents()
    scene.fight.answer(scene.ask("ana"), "standing_attack+blow@far")
    assert scene.unit("ana").ardor == 2  # not before the last declaration is in
    scene.fight.answer(scene.ask("bo"), "revive+surge")
    assert scene.bands() == {("ana", "far"): "no reach"} and scene.unit("ana").ardor == 1
    assert scene.unit("bo").surges == 0 and scene.unit("bo").state == "incapacitated"
    check_done(scene)


@clause("CL-108")
def test_without_surges_and_ardor_their_uses_are_closed_and_pools_stay_in_bounds() -> None:
    scene = Scene([pc("ana", surges=0, ardor=0, abilities=[BLOW]), pc("bo", surges=0, **DOWN), pc("cy", health=4), npc("thug")])
    scene.intents()
    assert scene.options("bo") == ["revive", "nothing"]
    assert not any(option.startswith(("recover", "standing_attack+")) for option in scene.options("ana"))
    for wrong, why in (("recover", "none is left"), ("standing_attack+blow@thug", "costs 1 Ardor")):
        with pytest.raises(Illegal, match=why):
            scene.fight.answer(scene.ask("ana"), wrong)
    scene.script(1, 1, 6)
    scene.round(cy="recover")  # a 6 at full Ardor: the gain is lost
    assert scene.unit("cy").ardor == 2
    check_done(scene)


@clause("CL-109")
def test_recover_at_full_health_is_legal_for_the_sake_of_ardor() -> None:
    scene = Scene([pc("ana", ardor=1), npc("thug", "e")], [1, 6]).round(ana="recover")
    assert (scene.unit("ana").health, scene.unit("ana").ardor, scene.unit("ana").surges) == (16, 2, 0)
    check_done(scene)


@clause("CL-110")
def test_pools_refill_between_encounters_only() -> None:
    scene = Scene([pc("ana", surges=0, health=5), pc("bo", **DOWN), npc("gnat", kind="peon")], [10])
    scene.round(ana="standing_attack@gnat")
    assert scene.fight.outcome is not None
    # Afterwards the fallen wake with 1 Health; nothing else comes back without a rest.
    assert (scene.unit("ana").health, scene.unit("ana").surges) == (5, 0)
    assert (scene.unit("bo").state, scene.unit("bo").health) == ("active", 1)
    scene.fight.rule("rest")
    assert (scene.unit("ana").health, scene.unit("ana").surges, scene.unit("bo").health) == (16, 1, 16)
    check_done(scene)
    scene = Scene([pc("ana"), npc("thug")])
    with pytest.raises(Illegal, match="between encounters"):
        scene.fight.rule("rest")


@clause("CL-111")
@pytest.mark.parametrize(
    ("ana", "thug", "result", "winner"), [(16, 1, "victory", "party"), (1, 18, "defeat", "enemy"), (1, 1, "draw", "")]
)
def test_a_side_without_an_active_unit_is_beaten(ana: int, thug: int, result: str, winner: str) -> None:
    scene = Scene([pc("ana", health=ana), npc("thug", health=thug)], [11, 1, 1, 1, 1])
    scene.round(ana="standing_attack@thug", thug="standing_attack@ana")
    assert scene.fight.outcome is not None
    assert (scene.fight.outcome.result, scene.fight.outcome.winner) == (result, winner)
    check_done(scene)


@clause("CL-111")
def test_tables_may_count_those_who_can_revive_and_decide_mutual_falls() -> None:
    scene = Scene([pc("ana", health=1), npc("thug")], [1, 1, 1], options={"side_beaten": "none_can_revive"})
    assert scene.round(thug="standing_attack@ana").fight.outcome is None
    for rule, winner in (("party_wins", "party"), ("party_loses", "enemy")):
        scene = Scene([pc("ana", health=1), npc("thug", health=1)], [11, 1, 1, 1, 1], options={"mutual_fall": rule})
        scene.round(ana="standing_attack@thug", thug="standing_attack@ana")
        assert scene.fight.outcome is not None and scene.fight.outcome.winner == winner


@clause("CL-112")
def test_goals_end_a_fight_early() -> None:
    feat = {"id": "leap", "name": "Leap", "cs": 5}
    idol = {"id": "idol", "name": "Idol", "at": "a", "portable": True, "holder": "ana"}
    goals = [
        {"feat": "leap", "result": "leapt", "winner": "party"},
        {"object": "idol", "result": "stolen", "winner": "party"},
        {"unit": "boss", "result": "beheaded", "winner": "party"},
    ]
    zones = [{"id": "a"}, {"id": "b"}, {"id": "out", "outside": True}]
    more: Data = {"feats": [feat], "objects": [idol], "goals": goals, "zones": zones, "edges": [["a", "b"], ["a", "out"]]}
    cases = {
        "improvise=feat:leap": ([10], "leapt"),
        "flee/out": ([10], "stolen"),
        "standing_attack@boss": ([20, 6, 6], "beheaded"),
    }
    for declared, (dice, result) in cases.items():
        scene = Scene([pc("ana"), pc("bo", "b", state="gone"), npc("boss", health=9), npc("thug", "b")], dice, **more)
        scene.round(ana=declared)
        assert scene.fight.outcome is not None and scene.fight.outcome.result == result
        check_done(scene)
    timer = {"id": "bell", "rounds": 1, "result": "late", "winner": "enemy"}
    scene = Scene([pc("ana"), npc("thug")], [1], timers=[timer]).round()
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "late"


@clause("CL-113")
def test_whoever_leaves_by_an_exit_is_gone() -> None:
    zones = [*line("ab")["zones"], {"id": "out", "outside": True}]
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "b")], [5, 5], zones=zones, edges=[["a", "b"], ["a", "out"]])
    scene.round(ana="move_far/out")
    assert scene.unit("ana").state == "gone" and scene.fight.outcome is None
    scene.intents()
    assert [asked.who for asked in scene.fight.questions] == ["bo"]
    check_done(scene)


@clause("CL-114")
def test_a_fight_stops_after_the_cap_on_rounds() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [1, 1, 1], options={"max_rounds": 3})
    for _ in range(3):
        assert scene.result == ""
        scene.round()
    assert scene.result == "stalemate"
    check_done(scene)
    assert Switches({}).max_rounds == 50


@clause("CL-116")
def test_a_challenge_with_one_side_does_not_end_because_it_is_alone() -> None:
    timer = {"id": "spines", "rounds": 6, "result": "defeat"}
    scene = Scene([pc("ana"), pc("bo")], [1] * 4, timers=[timer]).round().round()
    assert scene.result == "" and scene.battle.round == 3
    scene.fight.rule("state", who="bo", state="gone")
    scene.fight.rule("hurt", who="ana", amount=99)
    scene.round()
    assert scene.result == "defeat"  # nobody is left
    check_done(scene)


@clause("CL-108")
def test_an_ability_with_a_rhythm_is_closed_in_the_other_rounds() -> None:
    oar: Data = {"name": "Oar", "rhythm": "even"}
    scene = Scene([pc("ana"), npc("king", score=5, abilities=[oar])], [20, 20])
    with pytest.raises(Illegal, match="even rounds only"):
        scene.fight.answer(scene.ask("king"), "standing_attack+oar@ana")
    scene.round(king="defend").round(king="standing_attack+oar@ana")
    assert scene.bands() == {("king", "ana"): "Miss"}
    check_done(scene)


ROCKS: Data = {"id": "rocks", "name": "Rocks", "rounds": 1, "strike": 30, "full": "2d6", "glancing": "1d6"}


def struck(*timers: Data, **more: Any) -> Scene:
    """The rocks strike, and the damage die against Ana is awaited."""
    scene = Scene([pc("ana"), pc("bo"), npc("thug", kind="peon", score=40)], timers=[ROCKS, *timers], **more)
    scene.fight.type_dice("gm")
    return scene.declare()


@clause("CL-102", "CL-103")
def test_a_timer_deleted_while_another_strikes_is_heard_no_more() -> None:
    scene = struck({"id": "bell", "name": "Bell", "rounds": 3, "result": "defeat"})
    scene.fight.rule("delete_timer", timer="bell")
    while scene.battle.round == 1:
        scene.fight.enter(scene.fight.questions[0].id, [1, 1])
    assert [event.text for event in scene.events("timer")] == ["Rocks has run out."]
    check_replays(scene.fight)


@clause("CL-83", "CL-104")
@pytest.mark.parametrize(
    ("word", "args"),
    [
        ("true_intent", {"who": "thug", "intent": "defend"}), ("state_intent", {"who": "thug", "intent": "defend"}),
        ("void", {"who": "bo"}), ("conflict", {"units": ["ana", "bo"]}), ("attack", {"who": "thug", "target": "ana"}),
    ],
)  # fmt: skip
def test_nothing_is_ruled_on_what_a_round_has_brought_already(word: str, args: Data) -> None:
    scene = struck()
    with pytest.raises(Unavailable, match="what this round brings is written already"):
        scene.fight.rule_with(word, args)


@clause("CL-94")
def test_a_failure_of_a_round_that_is_written_is_called_partial_in_that_very_try() -> None:
    scene = struck(feats=[{"id": "leap", "name": "Leap", "cs": 40}])
    scene.fight.rule("partial", feat="leap")
    assert scene.battle.feats[0].partial


@clause("CL-103")
def test_a_timer_that_a_feat_has_stopped_runs_again_by_the_gms_word() -> None:
    bomb = {"id": "bomb", "name": "Bomb", "rounds": 9, "result": "defeat"}
    scene = Scene([pc("ana"), npc("thug", "e")], [14, 1, 1], feats=[{"id": "cut", "cs": 14, "stops": "bomb"}], timers=[bomb])
    scene.round(ana="improvise=feat:cut")
    assert scene.battle.timers[0].left == 9
    scene.fight.rule("timer", timer="bomb", stopped=False)
    assert scene.round().round().battle.timers[0].left == 7
    check_done(scene)


@clause("CL-97", "CL-103")
def test_a_feat_that_is_done_by_the_gms_word_stops_its_timer_at_once() -> None:
    bomb = {"id": "bomb", "name": "Bomb", "rounds": 1, "result": "defeat"}
    scene = Scene([pc("ana"), npc("thug", "e")], [5], feats=[{"id": "cut", "cs": 14, "stops": "bomb"}], timers=[bomb])
    scene.fight.rule("feat", feat="cut", done=True)
    assert scene.round().result == "" and scene.battle.timers[0].left == 1
    check_done(scene)


@clause("CL-83", "CL-111")
def test_a_timer_that_comes_too_late_is_not_heard() -> None:
    bell = {"id": "bell", "name": "Bell", "rounds": 1, "result": "defeat", "text": "The bell tolls: all is lost."}
    fuse = {"id": "fuse", "name": "Fuse", "rounds": 3}
    scene = Scene([pc("ana"), npc("thug", kind="peon")], [15], timers=[bell, fuse]).round(ana="standing_attack@thug")
    assert scene.result == "victory" and [event.text for event in scene.events("timer")] == ["Fuse: 2 rounds left."]
    check_done(scene)


@clause("CL-113", "CL-104")
def test_whoever_has_left_the_map_is_brought_back_onto_it() -> None:
    zones = [*line("ab")["zones"], {"id": "out", "outside": True}]
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "b")], [5, 5, 5, 5], zones=zones, edges=[["a", "b"], ["a", "out"]])
    scene.round(ana="move_far/out")
    with pytest.raises(Illegal, match="off the map: move it onto the map first"):
        scene.fight.rule("state", who="ana", state="active")
    scene.fight.rule("move", who="ana", to="b")
    scene.fight.rule("state", who="ana", state="active")
    scene.round(ana="defend")
    assert (scene.unit("ana").state, scene.zone("ana")) == ("active", "b") and scene.scores()["ana"] == 7
    check_done(scene)
