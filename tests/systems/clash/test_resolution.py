"""Resolution in its fixed order (3.12)."""

from __future__ import annotations

import pytest

from quintain.systems.clash.resolve import compare
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, check_done, held, line, npc, pc


@clause("CL-79")
def test_true_intents_are_revealed_and_every_score_fixed_first() -> None:
    scene = Scene([pc("ana"), npc("thug"), npc("gnat", "b", None, "peon")], [9, 1, 1])
    scene.round(thug="standing_attack@ana~seems~defend")
    kinds = [event.kind for event in scene.fight.events if event.round == 1]
    assert kinds.index("score") < kinds.index("attack")
    revealed = {event.who[0]: event.data["declared"] for event in scene.events("score")}
    assert revealed == {"ana": "nothing", "thug": "standing_attack@ana~seems~defend", "gnat": "nothing"}
    assert scene.scores() == {"ana": 9, "thug": 14, "gnat": 14}
    check_done(scene)


@clause("CL-80")
def test_each_unit_has_a_start_passed_end_and_strike_zone() -> None:
    scene = Scene([pc("ana"), pc("bo"), pc("cy"), npc("thug", "b")], [10, 10, 10, 1, 1], hold=True)
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "move_far/b/c")
    scene.fight.answer(scene.ask("bo"), "move_to_attack/b@thug")
    scene.fight.answer(scene.ask("cy"), "move_and_attack@thug/b")
    names = "abcde"
    found = {}
    for id in ("ana", "bo", "cy"):
        turn = scene.turn(id)
        way = "".join(names[place.zone] for place in [turn.start, *turn.passed, turn.end])
        found[id] = (way, names[turn.strike.zone])
    assert found == {"ana": ("abc", "c"), "bo": ("ab", "b"), "cy": ("ab", "a")}
    assert scene.zone("ana") == "a"  # nothing is written yet
    scene.go()
    assert scene.zone("ana") == "c"
    scene.fight.script_faces.pop()
    check_done(scene)


@clause("CL-81")
def test_reach_cover_defence_and_band_are_found_for_each_attack_before_dice() -> None:
    scene = Scene([pc("ana"), pc("cy"), npc("thug", score=16), npc("far", "c")], [9, 15, 5], hold=True)
    scene.intents(thug="standing_attack@ana", far="standing_attack@ana").go()
    scene.fight.answer(scene.ask("ana"), "nothing")
    scene.fight.answer(scene.ask("cy"), "cover@ana")
    scene.fight.answer("lent:ana#1", "yes")
    assert scene.battle.now is not None
    found = [(s.reaches, s.lenders, s.lender, s.band, s.dice) for s in scene.battle.now.strikes]
    # The thug: reach, Cy lends 20, Glancing, one die. The far one has no reach.
    assert found == [(True, [1], 1, 1, 1), (False, [], -1, 0, 0)]
    scene.go()
    check_done(scene)


@clause("CL-82")
def test_damage_comes_before_recovery_before_progress() -> None:
    feat = {"id": "dig", "kind": "effort", "goal": 30, "cs": 10}
    scene = Scene([pc("ana", health=5), pc("bo"), pc("cy"), npc("thug")], [11, 11, 11, 1, 2, 6, 3, 4], feats=[feat])
    scene.round(ana="recover", bo="improvise=feat:dig", cy="standing_attack@thug")
    rolls = [entry.at.split(":")[0] for entry in scene.fight.entries if entry.do == "roll"]
    assert rolls == ["score", "score", "score", "damage", "recover", "progress"]
    assert (scene.unit("thug").health, scene.unit("ana").health, scene.battle.feats[0].progress) == (15, 11, 7)
    check_done(scene)


@clause("CL-83")
def test_consequences_are_written_together_then_states_timers_modifiers_and_the_end() -> None:
    timer = {"id": "bell", "rounds": 3}
    scene = Scene([pc("ana", health=1), npc("thug", health=1)], [11, 1, 1, 1, 1], timers=[timer])
    scene.fight.rule("modifier", who="thug", value=0, reason="watched")
    scene.round(ana="standing_attack@thug", thug="standing_attack@ana")
    kinds = [event.kind for event in scene.fight.events]
    last = [kind for kind in kinds if kind in ("attack", "state", "timer")]
    assert last == ["attack", "attack", "state", "state", "timer", "state"]  # the last: Ana wakes when all is over
    assert scene.unit("thug").mods == [] and scene.battle.timers[0].left == 2
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "draw"
    check_done(scene)


@clause("CL-84")
def test_a_target_is_met_wherever_it_is_at_some_moment_of_the_round() -> None:
    # The thug in b strikes Ana who flees b -> c: possible, with Flee's bands: 14 against 13 + 2 = 15, Glancing.
    scene = Scene([pc("ana", "b"), npc("thug", "b")], [13, 2])
    scene.round(ana="flee/c", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Glancing Hit"} and scene.zone("ana") == "c"
    check_done(scene)
    # Ana in a and the thug in b change places to attack each other: 13 + 1 = 14 against 14, both Full.
    scene = Scene([pc("ana"), npc("thug", "b")], [13, 1, 1, 1, 1])
    scene.round(ana="move_to_attack/b@thug", thug="move_to_attack/a@ana")
    assert scene.bands() == {("ana", "thug"): "Full Hit", ("thug", "ana"): "Full Hit"}
    assert (scene.zone("ana"), scene.zone("thug")) == ("b", "a")
    check_done(scene)
    # Passing through counts too: the thug walks a -> b -> c past Bo in b.
    scene = Scene([pc("bo", "b"), npc("gnat", "a", kind="peon"), npc("rest", "e")], [10])
    scene.round(bo="standing_attack@gnat", gnat="move_far/b/c")
    assert scene.bands() == {("bo", "gnat"): "Glancing Hit"}
    check_done(scene)


@clause("CL-85")
def test_an_attack_without_reach_is_lost_and_its_score_still_defends() -> None:
    scene = Scene([pc("ana"), npc("far", "c"), npc("near")], [11, 1, 1])
    scene.round(ana="standing_attack@far", near="standing_attack@ana")
    # Not redirected at the near one; her 14 defends: 14 against 14 is Full.
    assert scene.bands() == {("ana", "far"): "no reach", ("near", "ana"): "Full Hit"}
    assert scene.unit("near").health == 18
    check_done(scene)


@clause("CL-86")
def test_a_target_out_of_reach_may_be_declared() -> None:
    scene = Scene([pc("ana"), npc("thug", "b"), npc("far", "c")], [11, 1, 1])
    scene.intents(thug="move_far/a")
    labels = {option.id: option.label for option in scene.fight.questions[0].options}
    assert labels["standing_attack@thug"] == "Standing Attack: Thug (if it comes as announced)"
    assert labels["standing_attack@far"] == "Standing Attack: Far (out of reach now)"  # a warning, not a refusal
    scene.fight.answer(scene.ask("ana"), "standing_attack@thug")
    assert scene.bands() == {("ana", "thug"): "Full Hit"}  # it came closer, as announced
    check_done(scene)


@clause("CL-87")
def test_a_change_before_writing_compares_again_with_the_dice_there_are() -> None:
    # Ana 11 + 3 = 14 against 15: Glancing, one die: 4. The GM lowers the score to 14: Full, one more die is thrown: 6.
    scene = Scene([pc("ana"), npc("thug", score=15)], [11, 4, 6], hold=True)
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "standing_attack@thug")
    assert scene.fight.script_left == [6]
    scene.fight.rule("score", who="thug", value=14)
    assert scene.fight.script_left == []
    # Up to 16 again: Glancing reads the first die; the second stays aside. Down to 14 once more: both, none thrown anew.
    scene.fight.rule("score", who="thug", value=16)
    scene.fight.rule("cs", value=15)
    scene.go()
    assert scene.unit("thug").health == 18 - 4
    check_done(scene)
    scene.fight.undo()
    scene.fight.rule("score", who="thug", value=13)
    scene.go()
    assert scene.unit("thug").health == 18 - 10
    check_done(scene)


@clause("CL-87")
def test_a_miss_keeps_its_dice_aside_and_answers_already_given_stay() -> None:
    scene = Scene([pc("ana"), pc("cy"), npc("thug", score=16)], [9, 15, 5], hold=True)
    scene.intents(thug="standing_attack@ana").go()
    scene.fight.answer(scene.ask("ana"), "nothing")
    scene.fight.answer(scene.ask("cy"), "cover@ana")
    scene.fight.answer("lent:ana#1", "yes")
    scene.fight.rule("score", who="thug", value=10)  # 10 against 20: a Miss; Ana is not asked again
    assert scene.fight.questions[0].about == "hold"
    scene.go()
    assert scene.unit("ana").health == 16
    check_done(scene)


@clause("CL-115")
@pytest.mark.parametrize(("coverer", "covers"), [("b", True), ("c", True), ("d", False)])
def test_a_missile_lands_in_the_first_zone_of_the_target_within_range(coverer: str, covers: bool) -> None:
    # Archer (range 2) in a, ally d -> c -> b: the shot lands in c. Ally 5, coverer 15 + 5 = 20, archer 16.
    dice = [1] if covers else [1, 1]
    scene = Scene(
        [pc("ally", "d"), pc("cy", coverer), npc("bow", "a", 16, attack=RANGED)], [5, 15, *dice], **line("abcd")
    )
    scene.round(ally="move_far/c/b", cy="cover@ally", bow="standing_attack@ally")
    assert scene.bands() == {("bow", "ally"): "Glancing Hit" if covers else "Full Hit"}
    check_done(scene)


@clause("CL-115")
def test_a_blow_lands_in_the_attackers_strike_zone() -> None:
    # Ana flees b -> c; the thug strikes in b. Cy in b covers her there, Dan in c would not.
    for at, band, dice in (("b", "Miss", []), ("c", "Full Hit", [1, 1])):
        scene = Scene([pc("ana", "b"), pc("cy", at), npc("thug", "b", 16)], [9, 15, *dice])
        scene.round(ana="flee/c", cy="cover@ana", thug="standing_attack@ana")
        assert scene.bands() == {("thug", "ana"): band}  # lent 20 against 16 beats it by 3: a Miss with Flee
        check_done(scene)


@clause("CL-27", "CL-87")
def test_comparing_changes_nothing_but_the_rounds_own_notes() -> None:
    scene = Scene([pc("ana"), npc("thug")], [11, 4, 6, 1, 1], hold=True)
    scene.intents(thug="standing_attack@ana").go()
    scene.fight.answer(scene.ask("ana"), "standing_attack@thug")
    key = scene.battle.key()
    compare(scene.battle)
    assert scene.battle.key() == key and scene.unit("thug").health == scene.unit("thug").max_health
    scene.go()
    assert (scene.unit("thug").health, scene.unit("ana").health) == (8, 14)
    check_done(scene)


@clause("CL-86")
def test_what_is_out_of_reach_is_listed_last_and_ways_read_well() -> None:
    scene = Scene([pc("ana", [0, 0]), pc("bo", [4, 0]), npc("far", [35, 0]), npc("thug", [20, 0])], feet=True).intents()
    options = [(option.id, option.label) for option in scene.fight.questions[0].options]
    assert options[0] == ("move_to_attack/by=thug@thug", "Move to Attack: Thug, going there")
    assert options[-1][1].endswith("(out of reach now)")
    labels = dict(options)
    fleeing = "Flee, going beside Bo (d20 + 2)"
    assert (labels["move_far/by=far"], labels["flee/by=bo"]) == ("Move Far beside Far", fleeing)


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


@clause("CL-84", "CL-115")
def test_a_target_can_be_met_in_a_zone_it_only_passes() -> None:
    people = [pc("ana"), npc("thug", "b", score=30), npc("archer", "e", score=30, attack={**RANGED, "range": 3})]
    scene = Scene(people, [1, 1, 1, 1, 1]).round(ana="move_far/b/c", thug="standing_attack@ana", archer="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Full Hit", ("archer", "ana"): "Full Hit"} and scene.unit("ana").health == 12
    check_done(scene)


@clause("CL-84", "CL-86")
@pytest.mark.parametrize(("rule", "far"), [("any", False), ("start", True), ("end", True)])
def test_an_attack_on_one_who_says_that_it_passes_by_is_offered_as_one_that_reaches(rule: str, far: bool) -> None:
    scene = Scene([pc("ana", "c"), npc("thug", "b"), npc("rest", "e")], options={"moving_target_reach": rule})
    scene.intents(thug="move_far/c/d")
    labels = {option.id: option.label for option in scene.fight.questions[0].options}
    assert ("out of reach" in labels["standing_attack@thug"]) == far
