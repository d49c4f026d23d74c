"""Objects and hazards (3.13)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, view
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, line, npc, pc


@clause("CL-88")
@pytest.mark.parametrize(
    ("durability", "dice", "state"),
    [("peon", [], "defeated"), ("grunt", [], "active"), (4, [5], "defeated"), (9, [5], "active"), ("unbreakable", [], "active")],
)
def test_an_object_meets_attacks_with_its_challenge_score_and_breaks_by_durability(
    durability: object, dice: list[int], state: str
) -> None:
    # 10 + 3 = 13 against CS 15: a Glancing Hit.
    crate = {"id": "crate", "at": "a", "cs": 15, "durability": durability}
    scene = Scene([pc("ana"), npc("thug", "e")], [10, *dice], objects=[crate]).round(ana="standing_attack@crate")
    assert scene.bands() == {("ana", "crate"): "Glancing Hit"} and scene.unit("crate").state == state
    if durability == "grunt":
        assert scene.unit("crate").marks == 1
    check_done(scene)


@clause("CL-89")
def test_an_object_is_handled_without_a_roll_unless_two_want_it() -> None:
    edges = [["a", "b"], ["b", "c"]]
    winch = {"id": "winch", "at": "a", "cs": 20, "gate": ["b", "c"]}
    scene = Scene([pc("ana"), npc("thug", "c")], [1], objects=[winch], zones=line("abc")["zones"], edges=edges)
    scene.round(ana="improvise=use@winch")  # the score 1 does not matter
    assert scene.unit("winch").used_by == "party"
    scene.intents()
    with pytest.raises(Illegal, match="shut"):
        scene.fight.answer(scene.ask("ana"), "move_far/b/c")
    check_done(scene)


@clause("CL-89")
def test_what_is_taken_can_be_put_down_and_a_holder_defends_its_hold() -> None:
    idol = {"id": "idol", "at": "a", "portable": True, "holder": "ana"}
    scene = Scene([pc("ana"), npc("thief", score=12)], [13, 11, 5], objects=[idol])
    scene.round(ana="defend", thief="improvise=take@idol")  # 15 against 12
    assert scene.unit("idol").holder == scene.battle.at("ana")
    scene.round(ana="improvise=drop@idol")
    assert scene.unit("idol").holder == -1 and scene.zone("idol") == "a"
    scene.round(thief="improvise=take@idol")
    assert scene.unit("idol").holder == scene.battle.at("thief")
    check_done(scene)


@clause("CL-16", "CL-89")
@pytest.mark.parametrize(("face", "taken"), [(12, True), (11, False)])
def test_the_gm_may_ask_for_a_check_from_whoever_handles_an_object(face: int, taken: bool) -> None:
    idol = {"id": "idol", "name": "Idol", "at": "a", "cs": 12, "portable": True}
    scene = Scene([pc("ana"), npc("thug", "e")], [face], objects=[idol])
    scene.fight.rule("check", who="idol")
    scene.round(ana="improvise=take@idol")
    assert (scene.unit("idol").holder == scene.battle.at("ana")) == taken
    check_done(scene)


@clause("CL-90")
def test_a_covered_object_has_the_higher_of_its_score_and_the_coverers() -> None:
    vase = {"id": "vase", "at": "a", "cs": 10, "durability": "peon"}
    # Cy 15 + 5 = 20 covers; the thug's 10 misses by 10. With 2 + 5 = 7 the CS of 10 counts: a Full Hit.
    for face, state in ((15, "active"), (2, "defeated")):
        scene = Scene([pc("cy"), npc("thug", score=10)], [face], objects=[vase])
        scene.round(cy="cover@vase", thug="standing_attack@vase")
        assert scene.unit("vase").state == state
        check_done(scene)


@clause("CL-91")
def test_a_hazard_with_dice_strikes_everybody_in_its_zone_after_movement() -> None:
    fire = {"id": "fire", "name": "Fire", "at": "b", "cs": 15, "full": "2d6", "glancing": "1d6"}
    units = [pc("ana"), pc("bo", "b"), pc("cy", "b"), npc("thug", "b", 25, "grunt"), npc("rest", "e")]
    # Ana walks in with 15 (Full), Bo stays with 16 (Glancing), Cy flees out with any score. The Grunt of 25: a Miss by 10.
    scene = Scene(units, [15, 16, 1, 3, 4, 2], hazards=[fire])
    scene.round(ana="move_far/b", cy="flee/c")
    assert scene.bands() == {("fire", "ana"): "Full Hit", ("fire", "bo"): "Glancing Hit", ("fire", "thug"): "Miss"}
    assert [scene.unit(id).health for id in ("ana", "bo", "cy")] == [9, 14, 16]
    check_done(scene)


@clause("CL-91")
def test_a_hazard_without_dice_is_only_a_score_to_meet_and_a_hidden_one_is_the_gms() -> None:
    pit = {"id": "pit", "at": "a", "cs": 12, "hidden": True}
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e")], [5], hazards=[pit]).round()
    assert scene.bands() == {} and scene.unit("ana").health == 16
    assert "pit" not in str(view(scene.fight, "ann")) and "pit" in str(view(scene.fight, "gm"))
    check_done(scene)


@clause("CL-89", "CL-104")
def test_the_gm_hands_an_object_over_takes_it_away_and_has_it_put_down() -> None:
    idol = {"id": "idol", "name": "Idol", "at": "c", "portable": True}
    scene = Scene([pc("ana"), pc("bo", "b"), npc("thug", "e")], objects=[idol, {"id": "door", "at": "a"}]).intents()
    scene.fight.rule("hand", who="idol", to="ana")
    assert (scene.unit("idol").holder, scene.zone("idol")) == (scene.battle.at("ana"), "a")
    scene.fight.rule("hand", who="idol", to="bo")
    assert (scene.unit("idol").holder, scene.zone("idol")) == (scene.battle.at("bo"), "b")
    assert scene.events("ruling")[-1].text == "The GM gives Idol to Bo (before: Ana)."
    scene.fight.rule("hand", who="idol")
    assert (scene.unit("idol").holder, scene.zone("idol")) == (-1, "b")
    before = scene.fight.record
    refused = [
        ({"who": "door", "to": "ana"}, "cannot be carried"), ({"who": "ana", "to": "bo"}, "cannot be carried"),
        ({"who": "idol"}, "nobody carries Idol"), ({"who": "idol", "to": "door"}, "in no state to carry"),
    ]  # fmt: skip
    for args, why in refused:
        with pytest.raises(Illegal, match=why):
            scene.fight.rule_with("hand", dict(args))
        assert scene.fight.record == before
    # What is handed over while all declare is in hand when they act: Bo carries it on.
    scene.fight.rule("hand", who="idol", to="bo")
    scene.script(10, 10).round(bo="move_far/c/d")
    assert scene.zone("idol") == "d"
    check_done(scene)


def test_handing_something_to_somebody_hidden_is_told_to_the_gm_alone() -> None:
    idol = {"id": "idol", "name": "Idol", "at": "a", "portable": True}
    scene = Scene([pc("ana", controller="ann"), npc("lurker", "b", hidden=True), npc("thug", "e")], objects=[idol])
    scene.fight.rule("hand", who="idol", to="lurker")
    assert scene.events("ruling")[-1].audience == "gm"


@clause("CL-76", "CL-89")
def test_what_is_taken_from_one_who_puts_it_down_at_the_same_moment_is_not_put_down() -> None:
    idol = [{"id": "idol", "portable": True, "at": "a", "holder": "thug"}]
    scene = Scene([pc("ana"), npc("thug"), npc("far", "e")], [10], objects=idol)
    scene.round(ana="improvise=take@idol", thug="improvise=drop@idol")
    assert scene.unit("idol").holder == 0
    assert [event.text for event in scene.events("object")] == ["Ana takes idol from Thug."]
    check_done(scene)


@clause("CL-89")
def test_an_object_without_a_gate_is_worked_all_the_same() -> None:
    scene = Scene([pc("ana"), npc("far", "e")], [10], objects=[{"id": "bell", "at": "a"}])
    scene.round(ana="improvise=use@bell")
    assert scene.unit("bell").used_by == "party"
    assert [event.text for event in scene.events("object")] == ["Ana works bell."]
    check_done(scene)


@clause("CL-105", "CL-33")
def test_a_modifier_for_two_rounds_counts_in_both_and_in_no_third() -> None:
    mods = [{"value": 4, "reason": "blessed", "rounds": 2}]
    scene = Scene([pc("ana", modifiers=mods), npc("far", "e")], [10, 10, 10])
    found = [scene.round().scores()["ana"] for _ in range(3)]
    assert found == [14, 14, 10]
    check_done(scene)


@clause("CL-88")
@pytest.mark.parametrize(("durability", "dice"), [("grunt", [11]), (8, [11, 3])])
def test_what_is_left_of_an_object_names_the_clause_of_objects(durability: object, dice: list[int]) -> None:
    door: Data = {"id": "door", "name": "Door", "at": "a", "cs": 15, "durability": durability}
    scene = Scene([pc("ana"), npc("thug", "e")], dice, objects=[door]).round(ana="standing_attack@door")  # 14 against 15
    (event,) = [event for event in scene.events("state") if event.who == ["door"]]
    assert event.clause == "CL-88"
    check_done(scene)
