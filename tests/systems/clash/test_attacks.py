"""Attacks and damage by class (3.8, 3.9)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, view
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, check_done, line, npc, pc

DUEL = [(8, "Miss", "Full Hit"), (9, "Glancing Hit", "Full Hit"), (18, "Full Hit", "Full Hit"), (19, "Full Hit", "Glancing Hit")]
DICE = {"Miss": 0, "Glancing Hit": 1, "Full Hit": 2}


@clause("CL-52")
def test_a_basic_attack_deals_2d6_or_1d6_without_attributes() -> None:
    scene = Scene([pc("ana", might=4), pc("bo", might=4), npc("thug", score=15)], [10, 5, 6, 6, 6])
    scene.round(ana="standing_attack@thug", bo="standing_attack@thug")
    assert scene.unit("thug").health == 18 - 12 - 6  # 17 Full: 6 + 6, 12 Glancing: 6; Might 4 adds nothing
    check_done(scene)


@clause("CL-53")
def test_the_defending_score_is_the_own_one_a_better_lent_one_or_the_challenge_score() -> None:
    down = {"state": "incapacitated", "health": 0}
    units = [pc("ana"), pc("bo"), pc("cy", **down), pc("dan"), npc("x", score=15), npc("y", score=13), npc("z", score=14)]
    # Ana idle 4, Dan covers Bo with 12 + 5 = 17; Bo idle 16 (own is lower); Cy lies idle: CS 14.
    scene = Scene(units, [4, 16, 12, 1, 1, 1])  # no dice against Cy
    scene.round(dan="cover@bo", x="standing_attack@ana", y="standing_attack@bo", z="standing_attack@cy")
    math = {event.data["target"]: event.math for event in scene.events("attack")}
    assert math == {
        "ana": [("X", 15), ("Ana", 4)],
        "bo": [("Y", 13), ("Dan", 17)],
        "cy": [("Z", 14), ("Challenge Score", 14)],
    }
    check_done(scene)


@clause("CL-54")
def test_the_margin_is_defence_less_attack() -> None:
    # Margin 9 is the last Glancing Hit, 10 the first Miss.
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=22, kind="peon")], [10, 9])
    scene.round(ana="standing_attack@thug", bo="standing_attack@thug")
    assert scene.bands() == {("ana", "thug"): "Glancing Hit", ("bo", "thug"): "Miss"}
    check_done(scene)


@clause("CL-55")
@pytest.mark.parametrize(
    ("doing", "bands"),
    [
        ("nothing", {0: "Full Hit", 1: "Glancing Hit", 9: "Glancing Hit", 10: "Miss"}),
        ("flee", {0: "Full Hit", 1: "Glancing Hit", 2: "Glancing Hit", 3: "Miss"}),
        ("defend", {0: "Full Hit", 1: "Miss", 9: "Miss", 10: "Miss"}),
    ],
)
def test_the_band_depends_on_margin_and_on_what_the_target_does(doing: str, bands: dict[int, str]) -> None:
    for margin, band in bands.items():
        # An NPC of 20 attacked with d20 + 3: 17 - margin makes that margin. Peons need no damage dice.
        scene = Scene([pc("ana"), npc("thug", score=20, kind="peon")], [17 - margin])
        scene.round(ana="standing_attack@thug", thug=doing)
        assert scene.bands() == {("ana", "thug"): band}, margin
        check_done(scene)


@clause("CL-56")
def test_equal_scores_are_a_full_hit_both_ways() -> None:
    scene = Scene([pc("ana"), npc("thug", score=15)], [12, 1, 1, 2, 2])
    scene.round(ana="standing_attack@thug", thug="standing_attack@ana")
    assert set(scene.bands().values()) == {"Full Hit"} and len(scene.bands()) == 2
    check_done(scene)


HINDER = {"name": "Bell-Ringer", "cost": 1, "hinder": 3}


@clause("CL-57")
@pytest.mark.parametrize(("face", "band", "later"), [(11, "Full Hit", 11), (10, "Glancing Hit", 14), (1, "Miss", 14)])
def test_only_a_full_hit_triggers_the_effects_of_an_ability(face: int, band: str, later: int) -> None:
    # Against AS 14 with +3: 14 Full, 13 Glancing, 4 Miss by 10. Hinder 3 bites in the next round only.
    scene = Scene([pc("ana", abilities=[HINDER]), npc("thug")], [face] + [1] * DICE[band])
    scene.round(ana="standing_attack+bell-ringer@thug")
    assert scene.bands() == {("ana", "thug"): band} and scene.scores()["thug"] == 14
    scene.script(1).round()
    assert scene.scores()["thug"] == later
    scene.script(1).round()
    assert scene.scores()["thug"] == 14
    check_done(scene)


@clause("CL-57")
def test_pin_step_and_shift_follow_a_full_hit() -> None:
    nail, stitch = {"name": "Nail Down", "pin": True}, {"name": "Red Stitch", "full": "3d6", "step": True}
    shove = {"name": "Shove", "shift": 1}
    units = [pc("ana", abilities=[nail]), pc("bo", abilities=[stitch]), pc("cy", abilities=[shove]), npc("x"), npc("y"), npc("z")]
    scene = Scene(units, [15, 15, 15, 1, 1, 1, 1, 1, 1, 1])
    scene.round(ana="standing_attack+nail-down@x", bo="standing_attack+red-stitch@y/b", cy="standing_attack+shove@z/b")
    assert (scene.zone("bo"), scene.zone("y"), scene.zone("z")) == ("b", "a", "b") and scene.unit("y").health == 15
    assert not any("/" in option for option in scene.options("x"))  # pinned: no movement is offered
    check_done(scene)


@clause("CL-58")
def test_an_ability_may_bring_its_own_dice_for_either_band() -> None:
    ability = {"name": "Red Stitch", "full": "3d6", "glancing": "1d6"}
    scene = Scene([pc("ana", abilities=[ability]), pc("bo", abilities=[{"name": "Plain"}]), npc("thug")], [11, 11, 1, 2, 3, 4, 4])
    scene.round(ana="standing_attack+red-stitch@thug", bo="standing_attack+plain@thug")
    assert scene.unit("thug").health == 18 - 6 - 8
    check_done(scene)


@clause("CL-59")
@pytest.mark.parametrize(("score", "hero", "villain"), [*DUEL, (28, "Full Hit", "Miss")])
def test_the_duel_against_a_fixed_18_comes_out_as_in_the_book(score: int, hero: str, villain: str) -> None:
    # The hero's 8, 9, 18, 19 and 28: d20 + Might 4 + 3, or with the GM's modifier where a d20 does not reach.
    face = min(20, score - 7)
    scene = Scene([pc("hero", might=4), npc("villain", score=18)], [face] + [1] * (DICE[hero] + DICE[villain]))
    if score - 7 != face:
        scene.fight.rule("modifier", who="hero", value=score - 7 - face, reason="destiny")
    scene.round(hero="standing_attack@villain", villain="standing_attack@hero")
    assert scene.scores() == {"hero": score, "villain": 18}
    assert scene.bands() == {("hero", "villain"): hero, ("villain", "hero"): villain}
    check_done(scene)


@clause("CL-59")
@pytest.mark.parametrize(("face", "villain"), [(16, "Glancing Hit"), (17, "Miss")])
def test_two_who_attack_each_other_are_two_comparisons(face: int, villain: str) -> None:
    # Hero 23: the villain's 14 is 9 below, Glancing. Hero 24: 10 below, a Miss.
    scene = Scene([pc("hero", might=4), npc("villain")], [face] + [1] * (2 + DICE[villain]))
    scene.round(hero="standing_attack@villain", villain="standing_attack@hero")
    assert scene.bands() == {("hero", "villain"): "Full Hit", ("villain", "hero"): villain}
    check_done(scene)


@clause("CL-60")
def test_an_attack_on_several_compares_and_rolls_for_each() -> None:
    oar = {"name": "Long Oar", "targets": "all_enemies_in_strike_zone"}
    units = [pc("ana"), pc("bo"), pc("cy"), pc("far", "b"), npc("king", score=19, abilities=[oar])]
    # Ana 18: margin -1, Full 2d6. Bo 20 + 2: margin 3 Glancing if not defending; he defends: Miss. Cy 20 idle: Glancing.
    scene = Scene(units, [18, 20, 20, 1, 5, 6, 2])
    scene.round(bo="defend", king="standing_attack+long-oar")
    assert scene.bands() == {("king", "ana"): "Full Hit", ("king", "bo"): "Miss", ("king", "cy"): "Glancing Hit"}
    assert [scene.unit(id).health for id in ("ana", "bo", "cy", "far")] == [5, 16, 14, 16]
    check_done(scene)


@clause("CL-61")
def test_ranged_needs_range_and_sight_at_resolution() -> None:
    wall = {"between": ["b", "c"], "blocks_sight": True}
    edges = [["a", "b"], wall, ["c", "d"]]
    units = [pc("ana", "b", attack=RANGED), pc("bo", "a", attack={**RANGED, "range": 1}), npc("near", "a"), npc("behind", "c")]
    scene = Scene(units, [11, 11, 1, 1], edges=edges)
    scene.round(ana="standing_attack@behind", bo="standing_attack@near")
    assert scene.bands() == {("ana", "behind"): "no reach", ("bo", "near"): "Full Hit"}  # the own zone is in range
    check_done(scene)
    scene = Scene([pc("bo", "a", attack={**RANGED, "range": 1}), npc("far", "c")], [11])
    assert scene.round(bo="standing_attack@far").bands() == {("bo", "far"): "no reach"}
    check_done(scene)


@clause("CL-62")
@pytest.mark.parametrize(("face", "state"), [(11, "defeated"), (2, "defeated"), (1, "active")])
def test_any_hit_ends_a_peon(face: int, state: str) -> None:
    # +3 against 14: 14 Full, 5 Glancing by 9, 4 Miss by 10.
    scene = Scene([pc("ana"), npc("gnat", kind="peon"), npc("rest", "e")], [face]).round(ana="standing_attack@gnat")
    assert scene.unit("gnat").state == state
    check_done(scene)


@clause("CL-63")
def test_a_grunt_falls_to_one_full_hit_or_two_glancing_ones_rounds_apart() -> None:
    units = [pc("ana"), pc("bo"), npc("grunt", kind="grunt"), npc("other", kind="grunt"), npc("rest", "e")]
    scene = Scene(units, [11, 10]).round(ana="standing_attack@grunt", bo="standing_attack@other")
    assert scene.unit("grunt").state == "defeated" and scene.unit("other").marks == 1
    assert shown_marks(scene, "other") == (1, 2)
    scene.script(1, 1).round()
    scene.script(10, 1).round(ana="standing_attack@other")
    assert scene.unit("other").state == "defeated"
    check_done(scene)
    scene = Scene(units, [10, 10]).round(ana="standing_attack@grunt", bo="standing_attack@grunt")
    assert scene.unit("grunt").state == "defeated"  # two Glancing Hits in one round
    check_done(scene)


def shown_marks(scene: Scene, id: str) -> tuple[object, object]:
    (marks,) = next(unit["vitals"] for unit in view(scene.fight, "somebody")["units"] if unit["id"] == id)
    return marks["value"], marks["most"]


@clause("CL-64")
def test_a_foe_has_health_and_players_see_a_bar_without_figures() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug", max_health=24)], [11, 1, 1]).round(ana="standing_attack@thug")
    assert scene.unit("thug").health == 22
    thug = next(unit for unit in view(scene.fight, "ann")["units"] if unit["id"] == "thug")
    (bar,) = thug["vitals"]
    assert (bar["label"], bar["value"], bar["most"]) == ("Health, tenths", 10, 10)  # ceil(220 / 24) = 10
    assert "22" not in str(thug)
    check_done(scene)


@clause("CL-65")
def test_no_damage_dice_fall_on_peons_grunts_and_the_unbreakable() -> None:
    units = [pc("ana"), pc("bo"), pc("cy"), npc("gnat", kind="peon"), npc("grunt", kind="grunt"), npc("rest", "e")]
    scene = Scene(units, [20, 20, 20], objects=[{"id": "rock", "at": "a"}])
    scene.round(ana="standing_attack@gnat", bo="standing_attack@grunt", cy="standing_attack@rock")
    assert set(scene.bands().values()) == {"Full Hit"} and scene.unit("rock").state == "active"
    check_done(scene)


@clause("CL-66")
@pytest.mark.parametrize("kind", ["peon", "grunt", "foe"])
def test_every_class_of_npc_deals_the_same_dice_and_the_gm_rolls(kind: str) -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("x", kind=kind), npc("y", kind=kind)], [14, 15, 3, 4, 5])
    scene.round(x="standing_attack@ana", y="standing_attack@bo")
    assert scene.unit("ana").health == 9 and scene.unit("bo").health == 11
    assert [entry.at for entry in scene.fight.entries if entry.do == "roll"][2:] == ["damage:x#1", "damage:y#1"]
    assert scene.battle.controller_of("x") == "gm"
    check_done(scene)


@clause("CL-67")
@pytest.mark.parametrize(("face", "state"), [(10, "active"), (11, "defeated")])
def test_a_defended_glancing_hit_costs_no_mark(face: int, state: str) -> None:
    # A Peon of 14 defends: 13 misses, 14 is a Full Hit.
    scene = Scene([pc("ana"), npc("gnat", kind="peon"), npc("rest", "e")], [face])
    scene.round(ana="standing_attack@gnat", gnat="defend")
    assert scene.unit("gnat").state == state
    check_done(scene)


@clause("CL-84")
def test_tables_may_count_only_where_a_target_starts_or_ends() -> None:
    for rule, band in (("start", "Glancing Hit"), ("end", "no reach")):
        scene = Scene([pc("ana"), npc("gnat", "a", kind="peon")], [10], options={"moving_target_reach": rule}, **line("ab"))
        scene.round(ana="standing_attack@gnat", gnat="flee/b")
        assert scene.bands()[("ana", "gnat")] == ("Glancing Hit" if band == "Glancing Hit" else band)
        check_done(scene)


@clause("CL-08")
def test_the_step_after_an_attack_needs_the_check_of_its_edge() -> None:
    stitch = {"name": "Red Stitch", "id": "stitch", "step": True}
    field = line()
    field["edges"][0] = {"between": ["a", "b"], "needs_check": True, "cs": 20}
    for die, ends in ((16, "a"), (17, "b")):  # 19 and 20 with the +3 of a Standing Attack
        scene = Scene([pc("ana", abilities=[stitch]), npc("thug")], [die, 1, 1], **field)
        scene.round(ana="standing_attack+stitch@thug/b")
        assert scene.bands() == {("ana", "thug"): "Full Hit"} and scene.zone("ana") == ends
        check_done(scene)


@clause("CL-57")
def test_an_ability_on_a_moving_attack_moves_first_and_shifts_what_it_hits() -> None:
    rush = {"name": "Rush", "id": "rush", "shift": 1, "base": "move_to_attack"}
    idol = {"id": "idol", "at": "b", "portable": True, "holder": "thug"}
    scene = Scene([pc("ana", abilities=[rush]), npc("thug", "b")], [13, 1, 1], objects=[idol])
    scene.round(ana="move_to_attack+rush/b@thug")
    # 13 + 1 meets 14; the thug is pushed on, and takes along what it carries.
    assert (scene.zone("ana"), scene.zone("thug"), scene.zone("idol")) == ("b", "c", "c")
    check_done(scene)


@clause("CL-57")
def test_nobody_is_shifted_off_a_map_in_feet() -> None:
    shove = {"name": "Shove", "id": "shove", "shift": 1}
    scene = Scene([pc("ana", [30, 10], abilities=[shove]), npc("thug", [38, 10])], [18, 1, 1], feet=True, size=[40, 20])
    scene.round(ana="standing_attack+shove@thug")
    assert scene.at("thug") == (40, 10)
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


@clause("CL-64")
@pytest.mark.parametrize(("face", "seen"), [(2, (15, 999)), (3, (7, 15)), (11, (15, 23)), (12, (-999, 15))])
def test_what_a_band_tells_of_a_hidden_score_is_exactly_that(face: int, seen: tuple[int, int]) -> None:
    """AS d20 + 3 against 15: a Miss with 5 says 15 or more, a Glancing Hit 1 to 9 above, a Full Hit with 15 says 15 or less."""
    scene = Scene([pc("ana"), npc("thug", score=15)], [face] + [1] * (0 if face == 2 else 1 if face < 12 else 2))
    scene.round(ana="standing_attack@thug")
    assert scene.unit("thug").learned["score"] == seen
    check_done(scene)


@clause("CL-14", "CL-57")
def test_a_step_into_a_zone_of_a_mixed_map_ends_at_its_anchor() -> None:
    wheel: Data = {"id": "wheel", "anchor": [20, 30], "radius": 10}
    stitch: Data = {"name": "Stitch", "base": "standing_attack", "step": True}
    people = [pc("ana", [20, 5], abilities=[stitch]), npc("thug", [20, 0]), npc("rest", [90, 90])]
    scene = Scene(people, [12, 1, 1], feet=True, options={"zone_mode": "mixed"}, zones=[wheel])
    scene.round(ana="standing_attack+stitch@thug/wheel")  # 12 + 3 against 14
    assert scene.zone("ana") == "wheel" and scene.at("ana") == (20, 30)
    check_done(scene)


@clause("CL-25", "CL-60")
@pytest.mark.parametrize(("base", "zone"), [("standing_attack", "a"), ("move_and_attack", "c")])
def test_movement_after_an_attack_on_all_is_declared_too(base: str, zone: str) -> None:
    whirl: Data = {"name": "Whirl", "base": base, "targets": "all_enemies_in_strike_zone", "step": base == "standing_attack"}
    scene = Scene([pc("ana", "b", abilities=[whirl]), npc("thug", "b"), npc("rest", "e")], [14, 1, 1]).intents()
    offered = [option for option in scene.options("ana") if "whirl" in option]
    for option in offered:
        scene.fight.answer(scene.ask("ana"), option)  # what is offered is accepted
        scene.fight.undo()
    scene.declare(ana=f"{base}+whirl@/{zone}")
    assert scene.zone("ana") == zone and scene.bands()["ana", "thug"] == "Full Hit"  # at least 14 against 14, where it stood
    check_done(scene)
