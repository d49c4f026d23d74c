"""The switches of the book: those that are offered do what their row says, the others are refused."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from quintain.engine import Illegal
from quintain.systems.clash.switches import DECLARED
from tests.support import clause
from tests.systems.clash.arena import RANGED, Scene, check_done, npc, pc

DOWN: dict[str, object] = {"state": "incapacitated", "health": 0}
BOOK = [
    "attribute_mode", "conflict_tie", "cover_between", "cover_grants_defend", "cover_takes_damage", "death_rule", "declarations",
    "effort_bands", "effort_shared", "fluid_adjacent_limit", "fluid_grouping", "foe_at_zero",
    "incapacitated_defence", "interact_cost", "max_rounds", "moving_target_reach", "mutual_fall", "nat20_revive",
    "npc_action_bonus", "npc_default_zone", "npc_intent_lock", "npc_score_lock", "prepare_if_dropped",
    "ranged_default_range", "revive_damage", "same_round_healing", "show_npc_scores", "side_beaten", "tend_nat20", "tend_surge",
    "zone_mode", "feat_partial_margin",
]  # fmt: skip


def test_every_switch_of_the_book_is_known_and_no_other() -> None:
    assert sorted(one.name for one in DECLARED) == sorted(BOOK)


@pytest.mark.parametrize("name", sorted(one.name for one in DECLARED))
def test_a_value_nobody_plays_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ValidationError, match=f"{name} is .*, not 'sideways'"):
        Scene([pc("ana"), npc("thug")], options={name: "sideways"})


def test_an_unknown_switch_is_refused() -> None:
    with pytest.raises(ValidationError, match="no switch called"):
        Scene([pc("ana"), npc("thug")], options={"gravity": "off"})


@clause("CL-50")
@pytest.mark.parametrize(("rule", "prepared"), [("keep", 3), ("lose", 0)])
def test_prepare_if_dropped(rule: str, prepared: int) -> None:
    scene = Scene([pc("ana", health=1), pc("bo"), npc("thug")], [5, 5, 1, 1], options={"prepare_if_dropped": rule})
    scene.round(ana="prepare", thug="standing_attack@ana")
    assert scene.unit("ana").state == "incapacitated" and scene.unit("ana").prepared == prepared
    check_done(scene)


@clause("CL-47", "CL-48")
@pytest.mark.parametrize(("rule", "own", "tender", "dice"), [
    ("score_used", 10, 20, 2), ("own_only", 10, 20, 1), ("either", 10, 20, 2),
    ("score_used", 20, 20, 2), ("own_only", 20, 20, 2), ("score_used", 16, 18, 1),
])  # fmt: skip
def test_tend_nat20(rule: str, own: int, tender: int, dice: int) -> None:
    units = [pc("ana", **DOWN), pc("bo", wits=1), npc("thug", "e")]
    scene = Scene(units, [own, tender] + [1] * dice, options={"tend_nat20": rule})
    scene.round(ana="revive", bo="tend@ana")
    assert scene.unit("ana").health == dice
    check_done(scene)


def test_death_on_the_third_fall() -> None:
    scene = Scene([pc("ana", health=1, falls=2), pc("bo"), npc("thug")], [5, 5, 1, 1], options={"death_rule": "third_down"})
    scene.round(thug="standing_attack@ana")
    assert scene.unit("ana").state == "dead"
    check_done(scene)


IDOL: dict[str, object] = {"id": "idol", "at": "a", "portable": True}
FREE: dict[str, object] = {"interact_cost": "free_once"}


@clause("CL-04", "CL-89")
def test_interact_cost_free_once_lets_an_object_be_handled_beside_the_action() -> None:
    # Ana 11 + 3 meets the thug's 14 in full and takes the idol besides.
    scene = Scene([pc("ana"), npc("thug")], [11, 2, 3], objects=[IDOL], options=FREE).intents()
    assert "standing_attack@thug&take@idol" in scene.options("ana")
    scene.round(ana="standing_attack@thug&take@idol")
    assert scene.unit("idol").holder == 0 and scene.unit("thug").health == 13
    assert [event.text for event in scene.events("object")] == ["Ana takes idol."]
    check_done(scene)


@clause("CL-04")
def test_handling_takes_the_action_where_the_table_does_not_make_it_free() -> None:
    scene = Scene([pc("ana"), npc("thug")], objects=[IDOL]).intents()
    assert not any("&" in option for option in scene.options("ana"))
    with pytest.raises(Illegal, match="takes the action"):
        scene.fight.answer(scene.ask("ana"), "standing_attack@thug&take@idol")


@clause("CL-76")
def test_who_is_too_slow_for_an_object_beside_the_action_still_acts() -> None:
    # Ana 5 + 3 = 8 loses the idol to the thug's 14, and her attack is a Glancing Hit all the same.
    scene = Scene([pc("ana"), npc("thug"), npc("rat", score=10)], [5, 4], objects=[IDOL], options=FREE)
    scene.round(ana="standing_attack@rat&take@idol", thug="improvise=take@idol")
    assert scene.unit("idol").holder == 1 and scene.bands() == {("ana", "rat"): "Glancing Hit"}
    assert [event.text for event in scene.events("lost")] == ["Ana does not get hold of it: Thug was faster."]
    check_done(scene)


@clause("CL-12")
@pytest.mark.parametrize(("rule", "band"), [("pairwise", "no reach"), ("cluster", "Full Hit")])
def test_fluid_grouping(rule: str, band: str) -> None:
    # Ana at 0, Bo at 9, the thug at 18 feet: a chain of neighbours.
    units = [pc("ana", [0, 0]), pc("bo", [9, 0]), npc("thug", [18, 0]), npc("far", [60, 0])]
    scene = Scene(units, [11, 1] + ([1, 1] if band == "Full Hit" else []), feet=True, options={"fluid_grouping": rule})
    assert scene.round(ana="standing_attack@thug").bands() == {("ana", "thug"): band}
    check_done(scene)


@clause("CL-61")
@pytest.mark.parametrize(("rule", "band"), [(2, "no reach"), (4, "Full Hit"), ("sight", "Full Hit")])
def test_ranged_default_range(rule: object, band: str) -> None:
    units = [pc("ana", attack=RANGED), npc("far", "e")]
    scene = Scene(units, [11] + ([1, 1] if band == "Full Hit" else []), options={"ranged_default_range": rule})
    assert scene.round(ana="standing_attack@far").bands() == {("ana", "far"): band}
    check_done(scene)
