"""Conflicting actions (3.11)."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Illegal
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, line, npc, pc

IDOL: Data = {"id": "idol", "name": "Idol", "at": "b", "portable": True}


def race(units: list[Data], dice: list[int], **more: Any) -> Scene:
    return Scene(units, dice, objects=[IDOL], **line("abc"), **more)


@clause("CL-76")
def test_the_highest_score_gets_the_idol_and_the_rest_of_each_action_stands() -> None:
    scene = race([pc("hero"), npc("thief", "c", 16)], [17])
    scene.round(hero="improvise/b=take@idol", thief="improvise/b=take@idol")
    assert scene.zone("hero") == scene.zone("thief") == "b"
    assert scene.unit("idol").holder == scene.battle.at("hero")
    check_done(scene)


@clause("CL-77")
def test_claims_on_one_object_conflict_by_themselves_other_things_by_the_gms_word() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug")], [15, 12, 1], hold=True)
    scene.intents(thug="defend").go()
    scene.fight.answer(scene.ask("ana"), "prepare")
    scene.fight.answer(scene.ask("bo"), "prepare")
    assert scene.fight.questions[0].about == "hold"
    scene.fight.rule("conflict", units=["ana", "bo"], about="the one quiet corner")
    scene.go()
    assert (scene.unit("ana").prepared, scene.unit("bo").prepared) == (3, 0)  # 15 before 12
    scene.fight.script_faces.pop()
    check_done(scene)
    # Attacks never conflict with each other.
    scene = Scene([pc("ana"), pc("bo"), npc("gnat", kind="peon"), npc("rest", "e")], [10, 10], hold=True)
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "standing_attack@gnat")
    scene.fight.answer(scene.ask("bo"), "standing_attack@gnat")
    with pytest.raises(Illegal, match="never conflict"):
        scene.fight.rule("conflict", units=["ana", "bo"])
    scene.go()
    assert len(scene.bands()) == 2
    check_done(scene)


@clause("CL-77")
def test_the_gm_may_name_the_winner_and_the_way_that_only_one_can_take() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [18, 3], hold=True)
    scene.intents().go()
    scene.fight.answer(scene.ask("ana"), "move_far/b/c")
    scene.fight.answer(scene.ask("bo"), "move_far/b")
    scene.fight.rule("conflict", units=["ana", "bo"], about="the plank", way=True, winner="bo")
    scene.go()
    assert (scene.zone("ana"), scene.zone("bo")) == ("a", "b")
    check_done(scene)


@clause("CL-78")
def test_lent_scores_do_not_count_in_a_conflict() -> None:
    # Ana takes with 10; Cy covers her with 20 + 5 = 25; the thief's 16 wins all the same.
    scene = race([pc("ana", "b"), pc("cy", "b"), npc("thief", "b", 16)], [10, 20])
    scene.round(ana="improvise=take@idol", cy="cover@ana", thief="improvise=take@idol")
    assert scene.unit("idol").holder == scene.battle.at("thief")
    check_done(scene)


@clause("CL-78")
@pytest.mark.parametrize(("rule", "winner"), [("pc_first", "hero"), ("npc_first", "thief"), ("nobody", "")])
def test_ties_go_by_the_tables_rule(rule: str, winner: str) -> None:
    scene = race([pc("hero", "b"), npc("thief", "b", 16)], [16], options={"conflict_tie": rule})
    scene.round(hero="improvise=take@idol", thief="improvise=take@idol")
    assert scene.unit("idol").holder == (scene.battle.at(winner) if winner else -1)
    check_done(scene)


@clause("CL-78")
def test_tied_players_roll_off_until_one_is_ahead() -> None:
    # Both 12; roll-off 7 and 7, then 3 and 9.
    scene = race([pc("ana", "b"), pc("bo", "b"), npc("thug", "c")], [12, 12, 7, 7, 3, 9])
    scene.round(ana="improvise=take@idol", bo="improvise=take@idol")
    assert scene.unit("idol").holder == scene.battle.at("bo")
    check_done(scene)


@clause("CL-78")
@pytest.mark.parametrize("rule", ["pc_first", "gm"])
def test_between_npcs_the_gm_breaks_the_tie(rule: str) -> None:
    scene = race([pc("ana"), npc("one", "b", 15), npc("two", "b", 15)], [4], options={"conflict_tie": rule})
    scene.declare(one="improvise=take@idol", two="improvise=take@idol")
    assert scene.open_ids() == ["tie:#1"]
    scene.fight.answer("tie:#1", "two")
    assert scene.unit("idol").holder == scene.battle.at("two")
    check_done(scene)


@clause("CL-76")
def test_who_loses_what_it_carries_still_does_what_it_declared() -> None:
    idol = {"id": "idol", "at": "a", "portable": True, "holder": "ana"}
    scene = Scene([pc("ana"), npc("thief", score=18)], [11, 4], objects=[idol])
    scene.round(ana="standing_attack@thief", thief="improvise=take@idol")
    # Ana 14 against 18: the idol is lost, the attack is a Glancing Hit.
    assert scene.unit("idol").holder == scene.battle.at("thief")
    assert scene.bands() == {("ana", "thief"): "Glancing Hit"} and scene.unit("thief").health == 14
    check_done(scene)


@clause("CL-76")
def test_what_is_put_down_is_not_defended() -> None:
    idol = {"id": "idol", "at": "a", "portable": True, "holder": "ana"}
    scene = Scene([pc("ana"), npc("thief", score=3)], [11], objects=[idol])
    scene.round(ana="improvise=drop@idol", thief="improvise=take@idol")
    assert scene.unit("idol").holder == scene.battle.at("thief")
    check_done(scene)


@clause("CL-76")
def test_who_loses_the_way_still_attacks_from_where_it_stands() -> None:
    scene = Scene([pc("ana"), npc("thug", score=17)], [14, 5], hold=True)
    scene.intents(thug="move_far/b").go()
    scene.fight.rule("conflict", units=["ana", "thug"], way=True, about="door")
    scene.fight.answer(scene.ask("ana"), "move_and_attack/b@thug")
    scene.go()
    # Ana 14 loses the door to 17 and strikes the thug in a, which it leaves: Glancing.
    assert scene.zone("ana") == "a" and scene.zone("thug") == "b"
    assert scene.bands() == {("ana", "thug"): "Glancing Hit"}
    check_done(scene)


@clause("CL-78")
def test_who_rolls_off_is_asked_in_roster_order_whoever_holds_the_thing() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [10, 10, 18, 3], objects=[{**IDOL, "at": "a", "holder": "ana"}])
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


@clause("CL-76")
def test_a_coverer_who_loses_a_conflict_lends_nothing_but_still_defends_itself() -> None:
    """Bo's Cover loses to the thug: Ana has 5 against 14; Bo's own 20 still stands against the other one."""
    scene = Scene([pc("ana"), pc("bo"), npc("thug"), npc("other", score=12)], [5, 15, 1, 1, 1]).intents(
        thug="standing_attack@ana", other="standing_attack@bo"
    )
    scene.fight.rule("conflict", units=["bo", "thug"], winner="thug")
    scene.declare(bo="cover@ana")
    assert scene.bands() == {("thug", "ana"): "Full Hit", ("other", "bo"): "Glancing Hit"}
    check_done(scene)


@clause("CL-76", "CL-80", "CL-16", "CL-08")
@pytest.mark.parametrize(
    ("idol", "deed", "word", "named"),
    [
        ({}, "improvise/b=take@idol", {}, "CL-76"),
        ({"at": "c"}, "improvise/b=take@idol", {}, "CL-80"),
        ({"check": True, "cs": 29}, "improvise/b=take@idol", {}, "CL-16"),
        ({}, "move_far/b", {"zone": "a", "to": "b", "blocks_move": True}, "CL-08"),
    ],
)
def test_what_comes_to_nothing_names_the_clause_it_follows_from(idol: Data, deed: str, word: Data, named: str) -> None:
    scene = Scene([pc("ana"), npc("thief", "b", 30)], objects=[{**IDOL, **idol}], **line("abc"))
    scene.intents(thief="improvise=take@idol" if "at" not in idol else "nothing")
    scene.fight.type_dice("*")
    scene.fight.answer(scene.ask("ana"), deed)
    if word:
        scene.fight.rule_with("edge", word)
    scene.fight.enter(scene.fight.questions[0].id, [10])
    found = [event for event in scene.fight.events if event.kind in ("lost", "stopped") and event.who[0] == "ana"]
    assert [event.clause for event in found] == [named]


@clause("CL-78", "CL-80")
@pytest.mark.parametrize("way", [False, True])
def test_a_tie_that_nobody_wins_is_told_as_one(way: bool) -> None:
    people = [pc("ana", "b"), pc("bo", "b"), npc("thug", "a")]
    scene = race(people, [12, 12], hold=True, options={"conflict_tie": "nobody"}).intents().go()
    declared = "move_far/c" if way else "improvise=take@idol"
    scene.declare(ana=declared, bo=declared)
    if way:
        scene.fight.rule("conflict", units=["ana", "bo"], about="the way", way=True)
    scene.go()
    why = "Ana does not get through" if way else "Ana's action comes to nothing"
    assert scene.events("stopped" if way else "lost")[0].text == f"{why}: all were equally fast."
    check_done(scene)


@clause("CL-77", "CL-104")
@pytest.mark.parametrize(("holder", "about"), [("", "idol"), ("", "the idol"), ("thief", "idol"), ("thief", "the idol")])
@pytest.mark.parametrize(("winner", "score"), [("thief", 10), ("ana", 30)])
def test_whoever_the_gm_lets_win_a_conflict_over_an_object_has_it(winner: str, score: int, holder: str, about: str) -> None:
    """Whatever the scores say: Ana has 18."""
    idol = {**IDOL, "at": "a", "holder": holder}
    thief = "defend" if holder else "improvise=take@idol"
    scene = Scene([pc("ana"), npc("thief", score=score), npc("rest", "e")], [18], objects=[idol], hold=True).declare(thief=thief)
    scene.go().declare(ana="improvise=take@idol")
    scene.fight.rule("conflict", units=["ana", "thief"], about=about, winner=winner)
    scene.go()
    assert scene.unit("idol").holder == scene.battle.at(winner)
    loser = "Ana" if winner == "thief" else "Thief"
    lost = [f"{loser}'s action comes to nothing: {winner.capitalize()} was faster."]
    keeps_its_action = winner == "ana" and holder and about == "idol"  # It loses what it holds, and defends all the same.
    assert [event.text for event in scene.events("lost")] == ([] if keeps_its_action else lost)
    check_done(scene)


@clause("CL-80")
def test_nobody_loses_a_declared_conflict_to_one_whose_place_keeps_it_out() -> None:
    scene = Scene([pc("ana"), npc("thief", "e", 25), npc("rest", "e")], [18], objects=[IDOL], hold=True)
    scene.declare(thief="improvise/d=take@idol").go().declare(ana="improvise/b=take@idol")
    scene.fight.rule("conflict", units=["ana", "thief"], about="idol")
    scene.go()
    assert scene.unit("idol").holder == 0
    assert [event.text for event in scene.events("lost")] == ["Thief's action comes to nothing: Idol is out of reach."]
    check_done(scene)


@clause("CL-76", "CL-104")
def test_nothing_is_told_of_a_conflict_of_one_who_is_gone() -> None:
    take = "improvise=take@idol"
    units = [pc("ana"), pc("bo"), npc("thief", score=30), npc("rest", "e")]
    scene = Scene(units, [18, 12], objects=[{**IDOL, "at": "a"}], hold=True).declare(thief=take).go().declare(ana=take, bo=take)
    scene.fight.rule("conflict", units=["ana", "bo", "thief"], about="idol")
    scene.fight.rule("remove", who="thief")
    scene.go()
    assert [event.who for event in scene.events("lost")] == [["bo"]]
    assert [event.text for event in scene.events("conflict")] == ["Ana is first at Idol."]
    check_done(scene)


@clause("CL-78", "CL-87")
def test_a_roll_off_that_was_thrown_stays_when_one_of_those_tied_is_gone() -> None:
    take = "improvise=take@idol"
    scene = Scene([pc("ana"), pc("bo"), pc("cy"), npc("thug", "e")], objects=[{**IDOL, "at": "a"}])
    scene.fight.type_dice("*")
    scene.declare(ana=take, bo=take, cy=take)
    for faces in (10, 10, 10, 5):
        scene.fight.enter(scene.fight.questions[0].id, [faces])
    assert scene.open_ids() == ["roll-off:bo#1"]
    scene.fight.rule("remove", who="bo")
    assert scene.open_ids() == ["roll-off:cy#1"], "Ana has thrown her 5 already"
    scene.fight.enter("roll-off:cy#1", [7])
    assert scene.unit("idol").holder == 2
    check_replays(scene.fight)


@clause("CL-89", "CL-104")
def test_what_the_gm_has_handed_over_meanwhile_is_not_taken_once_more() -> None:
    scene = Scene([pc("ana"), npc("rest", "e")], [18], objects=[{**IDOL, "at": "a"}], hold=True).declare().go()
    scene.declare(ana="improvise=take@idol")
    scene.fight.rule("hand", who="idol", to="ana")
    scene.go()
    assert scene.unit("idol").holder == 0 and scene.events("object") == []
    check_done(scene)


@clause("CL-76", "CL-77")
def test_whom_the_gm_lets_lose_what_it_holds_still_does_what_it_declared() -> None:
    idol = {**IDOL, "at": "a", "holder": "ana"}
    scene = Scene([pc("ana"), npc("thief", score=3), npc("rest", "e")], [15, 2, 3], objects=[idol], hold=True)
    scene.declare(thief="improvise=take@idol").go().declare(ana="standing_attack@thief")
    scene.fight.rule("conflict", units=["ana", "thief"], about="idol", winner="thief")
    scene.go()
    assert scene.unit("idol").holder == scene.battle.at("thief") and scene.unit("thief").health == 13
    assert scene.events("lost") == []
    check_done(scene)


@clause("CL-76", "CL-77")
@pytest.mark.parametrize(("score", "holder"), [(30, "thief"), (3, "ana")])
def test_whoever_works_what_it_holds_does_so_only_if_it_keeps_it(score: int, holder: str) -> None:
    key = {"id": "key", "name": "Key", "at": "a", "portable": True, "gate": ["a", "b"], "holder": "ana"}
    scene = Scene([pc("ana"), npc("thief", score=score), npc("rest", "e")], [15], objects=[key])
    scene.round(ana="improvise=use@key", thief="improvise=take@key")
    passage = scene.battle.field.passage(0, 1)
    assert scene.unit("key").holder == scene.battle.at(holder)
    assert passage is not None and passage.blocks_move == (holder == "ana")
    check_done(scene)
