"""The standard actions (3.7)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, check_done, line, npc, pc


@clause("CL-34")
def test_move_far_moves_two_and_its_score_still_defends() -> None:
    # Finesse 2 + d20 12 = 14 against the archer's 14: Full, 2d6 = 1 + 1.
    scene = Scene([pc("ana", finesse=2), npc("bow", "b", attack=RANGED)], [12, 1, 1])
    scene.round(ana="move_far/b/c", bow="standing_attack@ana")
    assert scene.zone("ana") == "c" and scene.scores()["ana"] == 14 and scene.unit("ana").health == 14
    check_done(scene)


@clause("CL-35")
def test_move_to_attack_moves_then_strikes_in_melee_only() -> None:
    # 12 + 1 = 13 against 14: Glancing.
    scene = Scene([pc("ana"), pc("bow", attack=RANGED), npc("thug", "b")], [12, 1, 3])
    scene.intents()
    with pytest.raises(Illegal, match="melee attacks only"):
        scene.fight.answer(scene.ask("bow"), "move_to_attack/b@thug")
    with pytest.raises(Illegal, match="before the attack"):
        scene.fight.answer(scene.ask("ana"), "move_to_attack@thug/b")
    scene.round(ana="move_to_attack/b@thug")
    assert scene.scores()["ana"] == 13 and scene.zone("ana") == "b" and scene.unit("thug").health == 15
    check_done(scene)


@clause("CL-36")
@pytest.mark.parametrize(("declared", "reach"), [("move_and_attack/b@thug", "no reach"), ("move_and_attack@thug/b", "Full Hit")])
def test_move_and_attack_goes_either_way_round_and_the_order_matters(declared: str, reach: str) -> None:
    # 14 + 0 against 14. The thug is in a and stays there: only the blow before the move meets it.
    scene = Scene([pc("ana"), npc("thug")], [14] + ([2, 2] if reach == "Full Hit" else []))
    scene.round(ana=declared)
    assert scene.bands() == {("ana", "thug"): reach} and scene.zone("ana") == "b" and scene.scores()["ana"] == 14
    check_done(scene)


@clause("CL-37")
def test_standing_attack_strikes_without_moving_near_or_far() -> None:
    scene = Scene([pc("ana"), pc("bow", attack=RANGED), npc("near"), npc("far", "c")], [11, 10, 1, 2, 6])
    scene.intents()
    with pytest.raises(Illegal, match="no movement"):
        scene.fight.answer(scene.ask("ana"), "standing_attack/b@near")
    scene.round(ana="standing_attack@near", bow="standing_attack@far")
    # 11 + 3 = 14 Full for 1 + 2; 10 + 3 = 13 Glancing for 6, at two zones.
    assert scene.unit("near").health == 15 and scene.unit("far").health == 12
    check_done(scene)


@clause("CL-38")
@pytest.mark.parametrize(("attack", "band"), [(14, "Miss"), (15, "Full Hit")])
def test_defend_turns_glancing_hits_into_misses_and_leaves_full_hits(attack: int, band: str) -> None:
    # Defender 13 + 2 = 15.
    scene = Scene([pc("ana"), npc("thug", score=attack)], [13] + ([1, 1] if band == "Full Hit" else []))
    scene.round(ana="defend", thug="standing_attack@ana")
    assert scene.scores()["ana"] == 15 and scene.bands() == {("thug", "ana"): band}
    check_done(scene)


@clause("CL-39")
def test_cover_lends_the_coverers_score_and_damage_stays_with_the_covered() -> None:
    # Ana 9 (idle), Cy 15 + 5 = 20, thug 16: margin 4, a Glancing Hit instead of a Full one; 1d6 = 5 on Ana.
    scene = Scene([pc("ana"), pc("cy"), npc("thug", score=16)], [9, 15, 5])
    scene.round(cy="cover@ana", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Glancing Hit"}
    assert (scene.unit("ana").health, scene.unit("cy").health) == (11, 16)
    assert "defends with Cy's score" in scene.events("attack")[0].text
    check_done(scene)


@clause("CL-39")
def test_a_covered_player_may_decline_the_lent_score() -> None:
    scene = Scene([pc("ana"), pc("cy"), npc("thug", score=16)], [9, 15, 5, 4])
    scene.declare(cy="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["lent:ana#1"]
    scene.fight.answer("lent:ana#1", "no")
    assert scene.bands() == {("thug", "ana"): "Full Hit"} and scene.unit("ana").health == 7  # 16 against 9: 2d6 = 5 + 4
    check_done(scene)


@clause("CL-40")
def test_against_melee_the_coverer_must_be_where_the_blow_lands() -> None:
    # Cy in b cannot cover Ana in a: 16 against 9 is Full.
    scene = Scene([pc("ana"), pc("cy", "b"), npc("thug", score=16)], [9, 15, 1, 1])
    scene.round(cy="cover@ana", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Full Hit"}
    check_done(scene)
    # On a fluid map: within 10 feet of the target. 11 feet is too far, 10 is not.
    for away, band, dice in ((11, "Full Hit", [1, 1]), (10, "Glancing Hit", [1])):
        scene = Scene([pc("ana", [0, 0]), pc("cy", [0, away]), npc("thug", [5, 0], 16)], [9, 15, *dice], feet=True)
        scene.round(cy="cover@ana", thug="standing_attack@ana")
        assert scene.bands() == {("thug", "ana"): band}
        check_done(scene)


@clause("CL-41")
@pytest.mark.parametrize(("cover_at", "west", "east"), [("c", True, True), ("b", True, False), ("a", False, False)])
def test_against_missiles_the_coverer_must_be_between(cover_at: str, west: bool, east: bool) -> None:
    # Ana (9) in c, archers of 16 and range 2 in a and e; Cy covers with 15 + 5 = 20.
    bands = ["Glancing Hit" if covered else "Full Hit" for covered in (west, east)]
    dice = [1 if covered else 2 for covered in (west, east)]
    bow: Data = {"attack": RANGED}
    scene = Scene(
        [pc("ana", "c"), pc("cy", cover_at), npc("west", "a", 16, **bow), npc("east", "e", 16, **bow)],
        [9, 15] + [1] * sum(dice),
    )
    scene.round(cy="cover@ana", west="standing_attack@ana", east="standing_attack@ana")
    assert scene.bands() == {("west", "ana"): bands[0], ("east", "ana"): bands[1]}
    check_done(scene)


@clause("CL-41")
def test_on_a_fluid_map_between_is_a_detour_of_at_most_ten_feet() -> None:
    # Archer at 0, Ana at 40 on one line. Cy at (20, 10): 2 x sqrt(500) = 44.7, detour 4.7. At (20, 20): 56.6, detour 16.6.
    for y, band, dice in ((10, "Glancing Hit", [1]), (20, "Full Hit", [1, 1])):
        bow = npc("bow", [0, 0], 16, attack=RANGED)
        scene = Scene([pc("ana", [40, 0]), pc("cy", [20, y]), bow], [9, 15, *dice], feet=True)
        scene.round(cy="cover@ana", bow="standing_attack@ana")
        assert scene.bands() == {("bow", "ana"): band}
        check_done(scene)


@clause("CL-41")
@pytest.mark.parametrize(("rule", "inside", "at_attacker"), [("strict", False, False), ("inclusive", True, True)])
def test_other_tables_draw_between_otherwise(rule: str, inside: bool, at_attacker: bool) -> None:
    from quintain.systems.clash.zones import Place

    field = Scene([pc("ana"), npc("thug")]).battle.field
    assert field.between(Place(0), Place(1), Place(2), rule)
    assert field.between(Place(0), Place(2), Place(2), rule) == inside
    assert field.between(Place(0), Place(0), Place(2), rule) == at_attacker


@clause("CL-42")
def test_a_lent_score_only_defends_and_bands_follow_the_covered_unit() -> None:
    # Ana flees with 3 + 2 = 5; Cy lends 15 + 5 = 20; thug 17 misses: margin 3 with Flee. Cy himself: 20 against 25, Full.
    scene = Scene([pc("ana"), pc("cy"), npc("thug", score=17), npc("oaf", score=25)], [3, 15, 1, 1])
    scene.round(ana="flee", cy="cover@ana", thug="standing_attack@ana", oaf="standing_attack@cy")
    assert scene.bands() == {("thug", "ana"): "Miss", ("oaf", "cy"): "Full Hit"}
    check_done(scene)
    # Covered and attacking: Ana strikes with her own 3 + 3 = 6 against 17, a Miss by 11.
    scene = Scene([pc("ana"), pc("cy"), npc("thug", score=17)], [3, 15, 1])
    scene.round(ana="standing_attack@thug", cy="cover@ana", thug="standing_attack@ana")
    assert scene.bands() == {("ana", "thug"): "Miss", ("thug", "ana"): "Glancing Hit"}
    check_done(scene)


@clause("CL-42")
def test_tables_may_let_cover_defend_or_take_the_damage() -> None:
    units = [pc("ana"), pc("cy"), npc("thug", score=16)]
    scene = Scene(units, [9, 15], options={"cover_grants_defend": True})
    scene.round(cy="cover@ana", thug="standing_attack@ana")  # margin 4: Glancing, which Defend makes a Miss
    assert scene.bands() == {("thug", "ana"): "Miss"}
    check_done(scene)
    scene = Scene(units, [9, 15, 6], options={"cover_takes_damage": "coverer"})
    scene.round(cy="cover@ana", thug="standing_attack@ana")
    assert (scene.unit("ana").health, scene.unit("cy").health) == (16, 10)
    check_done(scene)


@clause("CL-43")
def test_only_own_scores_are_lent_the_best_counts_and_cover_may_be_mutual() -> None:
    # a 17 + 5 = 22 covers b; b 3 + 5 = 8 covers c; c is idle with 5. Attacks of 15: c has 8 (Full), b has 22 (Glancing).
    scene = Scene([pc("a1"), pc("b1"), pc("c1"), npc("x", score=15), npc("y", score=15)], [17, 3, 5, 2, 1, 1])
    scene.round(a1="cover@b1", b1="cover@c1", x="standing_attack@b1", y="standing_attack@c1")
    assert scene.bands() == {("x", "b1"): "Glancing Hit", ("y", "c1"): "Full Hit"}
    check_done(scene)
    # Mutual: 3 + 5 = 8 and 17 + 5 = 22; an attack of 15 on the weaker is Glancing. A third coverer with 6 + 5 = 11 adds nothing.
    scene = Scene([pc("a1"), pc("b1"), pc("c1"), npc("x", score=15)], [3, 17, 6, 4])
    scene.round(a1="cover@b1", b1="cover@a1", c1="cover@a1", x="standing_attack@a1")
    assert scene.bands() == {("x", "a1"): "Glancing Hit"}
    check_done(scene)


@clause("CL-44")
@pytest.mark.parametrize(("attack", "band", "dice"), [(14, "Miss", []), (15, "Glancing Hit", [1]), (17, "Full Hit", [1, 1])])
def test_flee_makes_attacks_beaten_by_three_miss(attack: int, band: str, dice: list[int]) -> None:
    # Flee: 15 + 2 = 17. Leaving the zone alone dodges nothing.
    scene = Scene([pc("ana"), npc("thug", score=attack)], [15, *dice])
    scene.round(ana="flee/b", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): band} and scene.zone("ana") == "b"
    check_done(scene)


@clause("CL-45")
def test_recover_spends_a_surge_heals_d6_and_a_six_gives_ardor() -> None:
    ana = pc("ana", might=3, spirit=2, health=10, ardor=0)  # 22 Health, 3 Surges
    scene = Scene([ana, npc("thug", "e")], [1, 6]).round(ana="recover")
    unit = scene.unit("ana")
    assert (unit.health, unit.surges, unit.ardor, scene.scores()["ana"]) == (16, 2, 1, 5)  # 1 + Spirit 2 + 2
    check_done(scene)


@clause("CL-46")
def test_revive_needs_the_challenge_score_and_a_surge_adds_its_die() -> None:
    down = {"state": "incapacitated", "health": 0, "spirit": 1}
    # Spirit 1 + d20 9 + Surge die 4 = 14 meets CS 14; heal die 5.
    scene = Scene([pc("ana", **down), pc("bo", "e"), npc("thug", "e")], [9, 4, 1, 5]).round(ana="revive+surge")
    assert (scene.unit("ana").state, scene.unit("ana").health, scene.unit("ana").surges) == ("active", 5, 1)
    check_done(scene)
    # Without the Surge: 10, fails; a Surge committed to a failure is gone.
    scene = Scene([pc("ana", **down), pc("bo", "e"), npc("thug", "e")], [9, 1]).round(ana="revive")
    assert (scene.unit("ana").state, scene.unit("ana").surges) == ("incapacitated", 2)
    scene.script(1, 1, 1).round(ana="revive+surge")
    assert (scene.unit("ana").state, scene.unit("ana").surges) == ("incapacitated", 1)
    check_done(scene)


@clause("CL-46")
def test_the_zone_of_the_fallen_sets_the_score_to_meet() -> None:
    down = {"state": "incapacitated", "health": 0}
    scene = Scene([pc("ana", "b", **down), pc("bo", "e"), npc("thug", "e")], [10, 1, 3], **line("abcde", b=10))
    scene.round(ana="revive")
    assert scene.unit("ana").health == 3
    check_done(scene)


@clause("CL-47")
def test_a_natural_20_heals_another_die_and_sixes_give_no_ardor() -> None:
    down = {"state": "incapacitated", "health": 0, "ardor": 0}
    scene = Scene([pc("ana", **down), pc("bo", "e"), npc("thug", "e")], [20, 1, 6, 6]).round(ana="revive")
    assert scene.unit("ana").health == 12 and scene.unit("ana").ardor == 0
    check_done(scene)
    # Natural 20 below a CS of 25 fails, unless the table lets it succeed.
    for options, health, dice in (({}, 0, []), ({"nat20_revive": "auto_success"}, 5, [2, 3])):
        scene = Scene([pc("ana", **down), pc("bo", "e"), npc("thug", "e")], [20, 1, *dice], challenge_score=25, options=options)
        assert scene.round(ana="revive").unit("ana").health == health
        check_done(scene)


@clause("CL-48")
def test_tend_lends_the_tenders_score_to_a_revive_in_the_zone() -> None:
    down = {"state": "incapacitated", "health": 0}
    scene = Scene([pc("ana", **down), pc("bo", wits=3), pc("cy", "b"), npc("thug", "e")], [8, 12, 5, 4])
    scene.intents()
    with pytest.raises(Illegal, match="another zone"):
        scene.fight.answer(scene.ask("cy"), "tend@ana")
    with pytest.raises(Illegal, match="not incapacitated"):
        scene.fight.answer(scene.ask("bo"), "tend@cy")
    # Ana 8, Bo 12 + Wits 3 = 15 against CS 14.
    scene.round(ana="revive", bo="tend@ana")
    assert scene.unit("ana").health == 4
    check_done(scene)


@clause("CL-48")
def test_the_best_tender_counts_and_the_fallen_may_decline() -> None:
    down = {"state": "incapacitated", "health": 0}
    units = [pc("ana", **down), pc("bo"), pc("cy"), npc("thug", "e")]
    scene = Scene(units, [8, 6, 20, 2, 3]).round(ana="revive", bo="tend@ana", cy="tend@ana")
    assert scene.unit("ana").health == 5  # Cy's natural 20 is behind the score used: 2d6 = 2 + 3
    check_done(scene)
    scene = Scene(units, [8, 6, 20]).declare(ana="revive", bo="tend@ana", cy="tend@ana")
    scene.fight.answer("lent:ana#1", "no")
    assert scene.unit("ana").state == "incapacitated"
    check_done(scene)


@clause("CL-49")
def test_tend_does_nothing_for_one_who_does_not_revive_and_defends_only_the_tender() -> None:
    down = {"state": "incapacitated", "health": 0}
    scene = Scene([pc("ana", **down), pc("bo", wits=3), npc("thug", score=15)], [12, 1, 1])
    # Bo 15 defends himself: 15 against 15 is Full, 2d6. Ana lies idle.
    scene.round(bo="tend@ana", thug="standing_attack@bo")
    assert scene.unit("ana").state == "incapacitated" and scene.unit("bo").health == 14
    check_done(scene)
    scene = Scene([pc("ana", **down), pc("bo"), npc("thug", "e")], [8, 15, 6]).round(ana="revive", bo="tend@ana")
    assert scene.unit("ana").health == 6  # 8 would fail, 15 meets 14
    check_done(scene)


@clause("CL-50")
def test_prepare_gives_three_in_the_next_round_once_and_never_six() -> None:
    scene = Scene([pc("ana", wits=1), npc("thug", "e")], [10, 10, 10, 10])
    scene.round(ana="prepare")
    assert scene.scores()["ana"] == 11
    scene.round(ana="prepare")
    assert scene.scores()["ana"] == 14
    scene.round(ana="defend")
    assert scene.scores()["ana"] == 15  # 10 + 2 + 3
    scene.round(ana="defend")
    assert scene.scores()["ana"] == 12
    check_done(scene)


@clause("CL-50")
def test_what_one_prepared_who_fell_is_gone_when_the_gm_wakes_it_rounds_later() -> None:
    scene = Scene([pc("ana"), npc("gnat", kind="peon", score=12), npc("thug", "e")], [10, 10, 10])
    scene.round(ana="standing_attack@gnat", gnat="prepare")  # 13 against 12
    assert scene.unit("gnat").state == "defeated" and scene.unit("gnat").prepared == 3
    scene.round().fight.rule("state", who="gnat", state="active")
    assert scene.unit("gnat").prepared == 0
    scene.round().round()  # thug and gnat are asked one after the other
    assert scene.scores()["gnat"] == 12
    check_done(scene)


@clause("CL-51")
def test_improvise_is_anything_else_with_the_gms_bonus() -> None:
    scene = Scene([pc("ana"), npc("thug")], [10])
    scene.intents()
    scene.fight.rule("modifier", who="ana", value=4, action="improvise", reason="a good idea")
    assert "improvise" in scene.options("ana")
    scene.fight.answer(scene.ask("ana"), "improvise/b@thug")  # up to one zone goes with it
    assert scene.scores()["ana"] == 14 and scene.unit("thug").health == 18 and scene.zone("ana") == "b"
    check_done(scene)


@clause("CL-51", "CL-16")
@pytest.mark.parametrize(("face", "said"), [(12, "Ana meets"), (11, "Ana falls short of")])
def test_improvise_may_be_aimed_at_an_object_or_a_hazard_and_meets_its_score_or_not(face: int, said: str) -> None:
    pit, vase = {"id": "pit", "name": "Pit", "at": "a", "cs": 12}, {"id": "vase", "name": "Vase", "at": "a", "cs": 12}
    for aim in ("pit", "vase"):
        scene = Scene([pc("ana"), npc("thug", "e")], [face], hazards=[pit], objects=[vase])
        scene.round(ana=f"improvise@{aim}")
        assert scene.events("met")[0].text == f"{said} the challenge of {aim.capitalize()} ({face} against 12)."
        check_done(scene)
    with pytest.raises(Illegal, match="met, not attacked"):
        scene.intents().fight.answer(scene.ask("ana"), "standing_attack@pit")


@clause("CL-48")
def test_the_question_about_a_lent_score_says_what_it_is_for() -> None:
    down = {"state": "incapacitated", "health": 0}
    units = [pc("ana", **down), pc("bo"), pc("cy"), npc("thug")]
    titles = []
    for ana, bo, cy in ((5, "tend@ana", "defend"), (14, "defend", "cover@ana"), (5, "tend@ana", "cover@ana")):
        scene = Scene(units, [ana, 14, 15]).declare(ana="revive", bo=bo, cy=cy, thug="standing_attack@ana")
        titles.append(scene.fight.questions[0].title.split(":")[0])
    assert titles == ["Ana is tended", "Ana is covered", "Ana is tended and covered"]


IDOL: Data = {"id": "idol", "at": "a", "portable": True}


DOWN: Data = {"state": "incapacitated", "health": 0}


@clause("CL-51")
def test_what_is_put_down_lies_where_its_bearer_went() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [10, 10], objects=[{**IDOL, "holder": "ana"}])
    scene.round(ana="improvise/b=drop@idol")
    assert (scene.zone("ana"), scene.zone("idol")) == ("b", "b")
    scene.round(ana="improvise=take@idol/c")  # taken in b, then carried on
    assert (scene.zone("ana"), scene.zone("idol"), scene.unit("idol").holder) == ("c", "c", 0)
    check_done(scene)


@clause("CL-39", "CL-79")
def test_who_is_asked_about_a_lent_score_has_seen_the_scores_and_the_truth() -> None:
    people = [pc("ana"), pc("bo"), npc("thug", score=16)]
    scene = Scene(people, [9, 10, 4, 4]).declare(bo="cover@ana", thug="standing_attack@ana~seems~defend")
    (asked,) = scene.fight.questions
    assert asked.title == "Ana is covered: defend with the coverer's score where it is higher? (Ana has 9, Bo 15)"
    assert asked.question is not None
    assert asked.question.stakes() == [{"text": "Bo covers with 15: +6 to your 9", "kind": "good"}]
    assert [event.text for event in scene.events("score")][2] == "Thug stands and attacks Ana."
    scene.fight.answer(asked.id, "no")
    assert scene.bands() == {("thug", "ana"): "Full Hit"} and scene.unit("ana").health == 8
    check_done(scene)


@clause("CL-39", "CL-48")
def test_nobody_is_asked_about_a_score_that_everybody_sees_to_be_no_higher() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=16)], [16, 10, 1, 1]).declare(bo="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.bands() == {("thug", "ana"): "Full Hit"}  # 16 against 16 and 15
    check_done(scene)
    scene = Scene([pc("ana", state="incapacitated", health=0), pc("bo"), npc("thug", "e")], [15, 14, 3])
    scene.declare(ana="revive", bo="tend@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.unit("ana").health == 3
    check_done(scene)
    people = [pc("ana"), npc("clerk", side="party", score=3), npc("thug", score=16)]  # an NPC's score is not known, so one is asked
    scene = Scene(people, [16]).declare(clerk="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["lent:ana#1"]
    assert scene.fight.questions[0].title.endswith("where it is higher? (Ana has 16)")


@clause("CL-41")
@pytest.mark.parametrize(("y", "band"), [(15, "Glancing Hit"), (15.1, "Full Hit")])
def test_on_maps_in_feet_a_detour_of_ten_feet_is_still_between(y: float, band: str) -> None:
    """Shooter and target 40 feet apart, the coverer over the middle: twice the root of 400 + 225 is 50."""
    people = [pc("ana", [40, 0]), pc("bo", [20, y]), npc("archer", [0, 0], score=16, attack=RANGED)]
    scene = Scene(people, [1, 15] + [1] * (1 if band == "Glancing Hit" else 2), feet=True)
    scene.round(bo="cover@ana", archer="standing_attack@ana")
    assert scene.bands() == {("archer", "ana"): band}
    check_done(scene)


@clause("CL-39")
def test_an_equal_lent_score_is_not_asked_about() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=15)], [15, 10, 1, 1]).declare(bo="cover@ana", thug="standing_attack@ana")
    assert scene.open_ids() == ["intent:thug#2"] and scene.scores()["ana"] == scene.scores()["bo"] == 15
    assert scene.bands() == {("thug", "ana"): "Full Hit"}
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


@clause("CL-48", "CL-39")
@pytest.mark.parametrize(
    ("ana", "bo", "faces", "asked"),
    [
        ("revive", "tend@ana", [18, 19, 2], []),  # up by herself
        ("revive", "tend@ana", [3, 5], []),  # down with either
        ("revive", "tend@ana", [3, 18], ["lent:ana#1"]),
        ("revive", "tend@ana", [18, 20], ["lent:ana#1"]),  # a natural 20 would bring more
        ("nothing", "cover@ana", [13], []),  # no harm comes to one who lies there
    ],
)
def test_nobody_is_asked_about_a_lent_score_that_changes_nothing(ana: str, bo: str, faces: list[int], asked: list[str]) -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=14), npc("rest", "e")], faces)
    scene.declare(ana=ana, bo=bo, thug="standing_attack@ana" if ana == "nothing" else "nothing")
    assert [id for id in scene.open_ids() if id.startswith("lent")] == asked
    check_done(scene)


@clause("CL-48", "CL-87")
def test_who_was_not_asked_about_a_lent_score_is_asked_when_a_ruling_makes_it_matter() -> None:
    """Up by herself with 18 against 14; with 10 less only by Bo's 19, which she may decline."""
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("rest", "e")], [18, 19, 2], hold=True).declare().go()
    scene.declare(ana="revive", bo="tend@ana")
    assert scene.open_ids() == ["hold:consequences#1"]
    scene.fight.rule("note", text="rain")
    assert scene.open_ids() == ["hold:consequences#2"]
    scene.fight.rule("modifier", who="ana", value=-10)
    assert scene.open_ids() == ["lent:ana#2"]
    scene.fight.answer("lent:ana#2", "no")
    scene.go()
    assert scene.unit("ana").state == "incapacitated"
    check_done(scene)
