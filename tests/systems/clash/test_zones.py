"""The field: fixed, fluid and mixed zones (3.1, 3.2)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, Refusal
from quintain.systems.clash.zones import Field, Place, Zone
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, check_done, line, npc, pc

FLUID = Field("fluid", [], [])


def feet(a: float, b: float) -> int:
    return FLUID.apart(Place(-1, a, 0.0), Place(-1, b, 0.0))


@clause("CL-01")
@pytest.mark.parametrize("mode", ["fixed", "fluid", "mixed"])
def test_a_map_is_fixed_fluid_or_mixed_and_everything_on_it_has_a_place(mode: str) -> None:
    at: object = "a" if mode == "fixed" else [5, 5]
    field: Data = {}
    if mode == "mixed":
        field = {"zones": [{"id": "helm", "anchor": [50, 5]}], "edges": []}
    chest = {"id": "chest", "at": at}
    scene = Scene(
        [pc("ana", at), npc("thug", at)], feet=mode != "fixed", objects=[chest], options={"zone_mode": mode}, **field
    )
    assert scene.battle.field.mode == mode
    for id in ("ana", "thug", "chest"):
        if mode == "fixed":
            assert scene.zone(id) == "a" and scene.at(id) == (0.0, 0.0)  # nothing finer than the zone is kept
        else:
            assert scene.unit(id).zone == -1 and scene.at(id) == (5.0, 5.0)


@clause("CL-02")
def test_melee_reaches_everybody_in_the_own_zone_and_nobody_outside() -> None:
    # d20 10 + 3 = 13 against 14: glancing, a Peon falls. The second Peon is one zone off.
    scene = Scene([pc("ana"), pc("bo"), npc("near", "a", kind="peon"), npc("far", "b", kind="peon")], [10, 10])
    scene.round(ana="standing_attack@near", bo="standing_attack@far")
    assert scene.bands() == {("ana", "near"): "Glancing Hit", ("bo", "far"): "no reach"}
    check_done(scene)


@clause("CL-03")
def test_nobody_blocks_anybody_and_leaving_provokes_nothing() -> None:
    # Ana walks past two thugs who do nothing and strikes the third behind them: 18 + 1 = 19 against 14, 2d6 = 2 + 3.
    scene = Scene([pc("ana"), npc("one"), npc("two"), npc("back", "b")], [18, 2, 3])
    scene.round(ana="move_to_attack/b@back")
    assert scene.bands() == {("ana", "back"): "Full Hit"} and scene.unit("ana").health == 16
    assert scene.unit("back").health == 13
    check_done(scene)


@clause("CL-04")
def test_things_in_the_own_zone_are_handled_without_movement() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [7], objects=[{"id": "idol", "at": "a", "portable": True}])
    scene.round(ana="improvise=take@idol")
    assert scene.unit("idol").holder == scene.battle.at("ana") and scene.zone("ana") == "a"
    check_done(scene)


@clause("CL-05")
def test_an_adjacent_zone_costs_one_unit() -> None:
    field = Scene([pc("ana"), npc("thug")]).battle.field
    assert [field.apart(Place(0), Place(zone)) for zone in range(5)] == [0, 1, 2, 3, 4]


@clause("CL-06")
def test_from_a_move_and_attack_reaches_b_move_far_c_and_nothing_d() -> None:
    scene = Scene([pc("ana"), npc("thug", "d")], **line("abcd"))
    scene.fight.answer(scene.ask("thug"), "nothing")
    ends = {option.split("/")[-1] for option in scene.options("ana") if option.startswith("move_far")}
    assert ends == {"b", "c"}
    for wrong in ("move_far/b/c/d", "move_to_attack/b/c@thug", "flee/b/c"):
        with pytest.raises(Illegal, match="the movement is"):
            scene.fight.answer(scene.ask("ana"), wrong)
    # The GM grants Ana one more, this round.
    scene.fight.rule("movement", who="ana", extra=1)
    scene.script(5)
    scene.fight.answer(scene.ask("ana"), "move_far/b/c/d")
    assert scene.zone("ana") == "d"
    check_done(scene)


@clause("CL-07")
def test_fixed_zones_are_shown_to_all_by_name_and_border() -> None:
    from quintain.engine import view

    scene = Scene([pc("ana", controller="ann"), npc("thug")], zones=[{"id": "a", "name": "Ford"}, {"id": "b"}], edges=[["a", "b"]])
    board = view(scene.fight, "ann")["board"]
    assert board["kind"] == "zones" and [place["name"] for place in board["places"]] == ["Ford", "b"]
    assert [way["between"] for way in board["ways"]] == [["a", "b"]]


@clause("CL-08")
def test_a_checked_edge_stops_whoever_falls_short_and_a_shut_one_everybody() -> None:
    edges = [
        {"between": ["a", "b"], "needs_check": True},
        {"between": ["b", "c"], "needs_check": True, "cs": 9},
        {"between": ["a", "d"], "blocks_move": True},
    ]
    zones = [{"id": "a"}, {"id": "b", "cs": 12}, {"id": "c", "cs": 20}, {"id": "d"}]
    scene = Scene([pc("ana"), npc("thug", "c")], zones=zones, edges=edges)
    with pytest.raises(Illegal, match="shut"):
        scene.intents().fight.answer(scene.ask("ana"), "move_far/d")
    # The edge a-b takes the CS of the zone entered (12), b-c its own (9). Ana 12 passes both, Bo 11 stays in a.
    # Cy has 10 + 1 = 11 on Move to Attack: stopped in a, and the attack from there has no reach.
    scene = Scene([pc("ana"), pc("bo"), pc("cy"), npc("thug", "b")], [12, 11, 10], zones=zones, edges=edges)
    scene.round(ana="move_far/b/c", bo="move_far/b/c", cy="move_to_attack/b@thug")
    assert [scene.zone(id) for id in ("ana", "bo", "cy")] == ["c", "a", "a"]
    assert scene.bands() == {("cy", "thug"): "no reach"}
    assert len(scene.events("stopped")) == 2
    check_done(scene)


@clause("CL-09", "CL-10")
def test_ten_feet_is_one_zone_and_less_than_thirty_adjacent() -> None:
    assert [feet(0, d) for d in (0, 10, 10.5, 29, 29.9)] == [0, 0, 1, 1, 1]
    assert feet(0, 30) == 2
    inclusive = Field("fluid", [], [], inclusive=True)
    assert inclusive.apart(Place(-1, 0, 0), Place(-1, 30, 0)) == 1  # fluid_adjacent_limit: inclusive


@clause("CL-11")
def test_zone_distance_in_feet_grows_by_one_each_twenty() -> None:
    # floor((d - 10) / 20) + 1
    assert [feet(0, d) for d in (29, 30, 49, 50)] == [1, 2, 2, 3]


@clause("CL-12")
def test_sharing_a_zone_is_not_transitive() -> None:
    assert feet(0, 9) == 0 and feet(9, 18) == 0 and feet(0, 18) == 1


@clause("CL-13")
def test_a_fluid_mover_ends_beside_a_unit_or_on_a_point_that_reaches_nobody_new() -> None:
    scene = Scene([pc("ana", [0, 0]), npc("thug", [35, 0])], [4], feet=True)
    scene.fight.answer(scene.ask("thug"), "nothing")
    with pytest.raises(Illegal, match="stands within 10 feet"):
        scene.fight.answer(scene.ask("ana"), "flee/27,0")  # 8 feet from a unit at zone distance 2
    with pytest.raises(Illegal, match="2 zones away"):
        scene.fight.answer(scene.ask("ana"), "flee/by=thug")
    scene.fight.answer(scene.ask("ana"), "flee/24,0")  # 11 feet away: allowed
    assert scene.at("ana") == (24.0, 0.0)
    check_done(scene)
    scene = Scene([pc("ana", [0, 0]), npc("thug", [35, 0])], [4], feet=True)
    scene.round(ana="move_far/by=thug")
    assert scene.at("ana") == (30.0, 0.0)  # five feet short of it on the straight line
    check_done(scene)


@clause("CL-14")
def test_a_fixed_zone_on_a_mixed_map_is_a_matter_of_in_or_out() -> None:
    helm, bow = Zone("helm", "Helm"), Zone("bow", "Bow")
    helm.x, helm.y, bow.x, bow.y = 50.0, 15.0, 10.0, 15.0
    field = Field("mixed", [helm, bow], [])
    inside, other_side = Place(0, 44.0, 15.0), Place(0, 59.0, 15.0)
    outside = Place(-1, 41.0, 15.0)
    assert field.apart(inside, other_side) == 0  # 15 feet apart, but both at the helm
    assert field.apart(outside, inside) == 1  # 3 feet apart, but a border lies between
    assert not field.together(outside, inside)
    assert field.apart(Place(-1, 21.0, 15.0), inside) == 1  # 29 feet from the anchor
    assert field.apart(Place(-1, 20.0, 15.0), inside) == 2  # 30 feet from the anchor
    assert field.apart(Place(0, 0.0, 0.0), Place(1, 0.0, 0.0)) == 2  # anchors 40 feet apart: floor(30 / 20) + 1
    scene = Scene(
        [pc("ana", [45, 15]), npc("thug", "helm")],
        [15],
        feet=True,
        options={"zone_mode": "mixed"},
        zones=[{"id": "helm", "anchor": [50, 15], "cs": 15}],
    )
    with pytest.raises(Refusal, match="no movement"):
        scene.intents().fight.answer(scene.ask("ana"), "standing_attack/helm@thug")
    scene.fight.answer(scene.ask("ana"), "flee/helm")
    assert scene.zone("ana") == "helm"
    check_done(scene)


@clause("CL-02", "CL-84")
def test_on_fluid_maps_melee_reaches_start_and_end_point_of_the_target() -> None:
    # Thug stands 8 feet off and runs 30 feet away: Ana's Standing Attack 11 + 3 = 14 meets AS 14, 2d6 = 1 + 1.
    scene = Scene([pc("ana", [0, 0]), npc("thug", [8, 0]), npc("bow", [49, 0], attack=RANGED)], [11, 1, 1, 1, 1], feet=True)
    scene.round(ana="standing_attack@thug", thug="move_far/38,0", bow="standing_attack@ana")
    # The bow is 49 feet off, zone distance 2, within range 2: 14 against Ana's 14 is a Full Hit, 2d6 = 1 + 1.
    assert scene.bands() == {("ana", "thug"): "Full Hit", ("bow", "ana"): "Full Hit"}
    assert scene.at("thug") == (38.0, 0.0) and scene.unit("ana").health == 14
    check_done(scene)


@clause("CL-07", "CL-08")
def test_the_map_says_which_borders_are_shut_and_which_take_a_check() -> None:
    from quintain.engine import view

    edges = [{"between": ["a", "b"], "needs_check": True}, {"between": ["b", "c"], "blocks_move": True}]
    zones = [{"id": "a"}, {"id": "b", "name": "Span", "cs": 16}, {"id": "c", "name": "Bank"}]
    board = view(Scene([pc("ana", controller="ann"), npc("thug")], zones=zones, edges=edges).fight, "ann")["board"]
    assert board["kind"] == "zones"
    assert [(way["label"], way["barred"]) for way in board["ways"]] == [("16 to cross", False), ("", True)]
    notes = [place["note"] for place in board["places"]]
    assert notes == ["16 to reach Span", "CS 16, no way to Bank, 14 to reach a", "no way to Span"]


@clause("CL-13")
def test_a_free_point_cannot_be_used_to_reach_an_object_that_was_out_of_reach() -> None:
    people = [pc("ana", [0, 0]), npc("thug", [100, 0])]
    scene = Scene(people, [10], feet=True, objects=[{"id": "idol", "at": [35, 0], "portable": True}]).intents()
    with pytest.raises(Illegal, match="idol, out of reach, stands within 10 feet"):
        scene.fight.answer(scene.ask("ana"), "improvise/27,0=take@idol")
    scene.fight.answer(scene.ask("ana"), "improvise/24,0")  # 11 feet from it
    assert scene.at("ana") == (24, 0)
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


STEP: Data = {"id": "stitch", "name": "Stitch", "step": True}


@clause("CL-13", "CL-87")
@pytest.mark.parametrize(
    ("declared", "who", "to", "at"),
    [
        ("move_to_attack/by=thug@thug", "thug", [200, 0], (0, 0)),
        ("move_to_attack/by=thug@thug", "thug", [28, 0], (23, 0)),
        ("move_far/0,45", "ana", [300, 0], (300, 0)),
    ],
)
def test_nobody_moves_farther_than_it_can_because_a_ruling_has_moved_somebody(
    declared: str, who: str, to: list[int], at: tuple[float, float]
) -> None:
    scene = Scene([pc("ana", [0, 0]), npc("thug", [25, 0]), npc("rest", [400, 0])], [10, 3], feet=True, hold=True)
    scene.declare().go().declare(ana=declared)
    scene.fight.rule("move", who=who, to=to)
    while scene.battle.round == 1:
        scene.go()
    assert scene.at("ana") == at
    assert [event.clause for event in scene.events("stopped")] == ([] if at == (23, 0) else ["CL-08"])


@clause("CL-13", "CL-05")
@pytest.mark.parametrize(("away", "at"), [("move_far/60,0", (0, 0)), ("defend", (15, 0))])
def test_a_step_after_the_attack_is_one_zone_by_where_its_goal_has_gone(away: str, at: tuple[float, float]) -> None:
    people = [pc("ana", [0, 0], abilities=[STEP], might=4), pc("bo", [20, 0]), npc("thug", [5, 0], 5), npc("rest", [400, 0])]
    scene = Scene(people, [15, 10, 1, 1], feet=True).round(ana="standing_attack+stitch@thug/by=bo", bo=away)
    assert scene.at("ana") == at
    check_done(scene)


@clause("CL-13", "CL-104")
def test_a_way_that_the_gm_insists_on_is_gone_on_a_map_in_feet_too() -> None:
    scene = Scene([pc("ana", [0, 0]), npc("thug", [25, 0])], [10], feet=True)
    scene.fight.automatic.level = "assist"
    scene.intents().fight.answer(scene.ask("ana"), "move_far/0,150", by="gm", insist=True)
    assert scene.at("ana") == (0, 150)
    check_done(scene)


@clause("CL-08", "CL-57")
def test_a_step_that_fails_its_check_is_said_to() -> None:
    edges: list[object] = [{"between": ["a", "b"], "needs_check": True, "cs": 30}, ["b", "c"], ["c", "d"], ["d", "e"]]
    scene = Scene([pc("ana", abilities=[STEP]), npc("thug", score=3), npc("rest", "e")], [15, 1, 1], edges=edges)
    scene.round(ana="standing_attack+stitch@thug/b")
    assert scene.zone("ana") == "a"
    assert [event.text for event in scene.events("stopped")] == ["Ana does not get through: short of 30 for the way into b."]
    check_done(scene)
