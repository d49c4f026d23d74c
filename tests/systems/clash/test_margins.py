"""More places where rules meet: each of these went unnoticed when the rule behind it was changed on purpose."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, check_done, npc, pc

DOWN: Data = {"state": "incapacitated", "health": 0}


@clause("CL-108")
def test_an_ability_with_a_rhythm_is_closed_in_the_other_rounds() -> None:
    oar: Data = {"name": "Oar", "rhythm": "even"}
    scene = Scene([pc("ana"), npc("king", score=5, abilities=[oar])], [20, 20])
    with pytest.raises(Illegal, match="even rounds only"):
        scene.fight.answer(scene.ask("king"), "standing_attack+oar@ana")
    scene.round(king="defend").round(king="standing_attack+oar@ana")
    assert scene.bands() == {("king", "ana"): "Miss"}
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


@clause("CL-104")
@pytest.mark.parametrize("state", ["dead", "gone"])
def test_healing_by_the_gms_word_wakes_nobody_who_is_dead_or_gone(state: str) -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug")])
    scene.fight.rule("state", who="ana", state=state)
    scene.fight.rule("hurt", who="ana", amount=3)
    scene.fight.rule("heal", who="ana", amount=2)
    assert scene.unit("ana").state == state and scene.unit("ana").health == 15


@clause("CL-75", "CL-113")
def test_who_falls_on_the_way_out_is_gone_all_the_same() -> None:
    place: Data = {"zones": [{"id": "a"}, {"id": "out", "outside": True}], "edges": [["a", "out"]]}
    scene = Scene([pc("ana", health=2), pc("bo"), npc("thug", score=20)], [5, 5, 3, 3], **place)
    scene.round(ana="flee/out", thug="standing_attack@ana")
    assert scene.unit("ana").state == "gone" and scene.unit("ana").health == 0
    assert scene.open_ids() == ["intent:thug#2"]  # and takes no part any more
    check_done(scene)


@clause("CL-08", "CL-16")
@pytest.mark.parametrize(("face", "zone"), [(11, "a"), (12, "b")])
def test_the_gms_modifier_of_an_edge_counts_for_its_check(face: int, zone: str) -> None:
    """CS 10 and 2 more from the GM, whichever way round the edge is named."""
    edges = [{"between": ["a", "b"], "needs_check": True, "cs": 10}]
    scene = Scene([pc("ana"), npc("thug", "b")], [face], zones=[{"id": "a"}, {"id": "b"}], edges=edges)
    scene.fight.rule("modifier", check="edge:b-a", value=2)
    scene.round(ana="move_far/b")
    assert scene.zone("ana") == zone
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


@clause("CL-73", "CL-17")
@pytest.mark.parametrize(("score", "band"), [(15, "Glancing Hit"), (16, "Full Hit")])
def test_one_who_lies_idle_is_attacked_against_the_cs_of_its_zone(score: int, band: str) -> None:
    zones = [{"id": name, **({"cs": 16} if name == "a" else {})} for name in "abcde"]
    scene = Scene([pc("ana", **DOWN), pc("bo", "e"), npc("thug", score=score)], [10], zones=zones)
    scene.round(thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): band}
    check_done(scene)


@clause("CL-48", "CL-87")
def test_a_tender_whom_the_gm_moves_away_helps_no_more() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", "e")], [5, 15, 4], hold=True)
    scene.declare().go().declare(ana="revive", bo="tend@ana")
    scene.fight.answer("lent:ana#1", "yes")
    assert scene.open_ids() == ["hold:consequences#1"]
    scene.fight.rule("move", who="bo", to="c")
    scene.go()
    assert scene.unit("ana").state == "incapacitated"  # 5 of its own against 14; the die for 15 stays aside
    check_done(scene)


@clause("CL-84", "CL-115")
def test_a_target_can_be_met_in_a_zone_it_only_passes() -> None:
    people = [pc("ana"), npc("thug", "b", score=30), npc("archer", "e", score=30, attack={**RANGED, "range": 3})]
    scene = Scene(people, [1, 1, 1, 1, 1]).round(ana="move_far/b/c", thug="standing_attack@ana", archer="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Full Hit", ("archer", "ana"): "Full Hit"} and scene.unit("ana").health == 12
    check_done(scene)
