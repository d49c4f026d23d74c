"""Position, movement and melee, targeting, flying (chapters G, H, I and K)."""

from __future__ import annotations

from quintain.systems.escalation.rules import positions
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc, person

BANKS = [
    {"name": "bank", "links": ["bridge"]},
    {"name": "bridge", "links": ["far bank"]},
    {"name": "far bank"},
]


@clause("ES-42")
def test_position_is_a_zone_and_a_melee_and_nothing_else() -> None:
    scene = Scene(
        [person("odrun", engaged=["hound"]), person("caul", behind=["vessa"]), "vessa", "hound"], [20, 3, 2, 1]
    )
    shown = scene.fight.view("gm")["board"]
    assert shown["kind"] == "groups"
    (field,) = [place for place in shown["places"] if place["id"] == "field"]
    assert field["groups"] == [["odrun", "hound"]] and shown["engaged"] == [["odrun", "hound"]]
    assert field["units"] == ["odrun", "caul", "vessa", "hound"]
    assert field["behind"] == [["caul", "vessa"]]
    assert not any("at" in place for place in shown["places"])  # no coordinates


@clause("ES-43", "ES-50", "ES-51")
def test_one_move_reaches_anybody_in_the_zone_and_draws_nothing() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy()], [20, 10, 1])
    scene.do("move/engage:dummy")
    assert scene.now == "turn ann"  # nobody was asked to strike
    assert scene.get("ann").engaged == scene.get("dummy").bit
    assert scene.get("dummy").engaged == scene.get("ann").bit
    scene.check_clean()


@clause("ES-44")
def test_faraway_is_one_move_per_zone_and_one_to_engage() -> None:
    scene = Scene([pc("ann", zone="bank"), dummy(zone="far bank")], [20, 1], zones=BANKS)
    assert "faraway" in scene.why_not("move/engage:dummy")
    assert "not a neighbouring zone" in scene.why_not("move/zone:far bank")
    scene.do("move/zone:bridge")
    scene.do("move/zone:far bank")
    scene.until("turn dummy")
    scene.end_turn()
    scene.do("move/engage:dummy")  # the third move
    assert scene.get("ann").engaged
    scene.check_clean()


@clause("ES-45")
def test_going_faraway_needs_room_and_the_gm_says_so() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    assert "there is no room" in scene.why_not("move/zone:rear")
    scene.rule("has_room", zone="rear")
    scene.do("move/zone:rear")
    assert scene.zone_of("ann") == "rear"
    assert not positions.nearby(scene.get("ann"), scene.get("dummy"))
    scene.check_clean()


@clause("ES-46")
def test_engagement_is_mutual_and_everyone_else_is_free() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob"), dummy()], [20, 10, 1])
    assert not positions.is_free(scene.battle, scene.get("ann"))
    assert not positions.is_free(scene.battle, scene.get("dummy"))
    assert positions.is_free(scene.battle, scene.get("bob"))
    scene.rule("set_zone", who="dummy", zone="rear")
    assert positions.is_free(scene.battle, scene.get("ann"))


@clause("ES-47")
def test_allies_engaged_with_the_same_enemy_are_next_to_each_other() -> None:
    scene = Scene(
        [person("odrun", engaged=["drudge"]), person("vessa", engaged=["drudge"]), "caul", "drudge"], [20, 3, 2, 1]
    )
    odrun, vessa, caul = scene.get("odrun"), scene.get("vessa"), scene.get("caul")
    assert positions.next_to(odrun, vessa)
    assert not positions.next_to(odrun, caul)
    scene.until("turn caul")
    scene.do("move/beside:odrun")  # free allies, once one has come to the other
    assert positions.next_to(scene.get("caul"), scene.get("odrun"))
    assert not positions.next_to(scene.get("caul"), scene.get("vessa"))


@clause("ES-48")
def test_standing_behind_ends_when_either_moves_or_the_one_behind_is_engaged() -> None:
    scene = Scene(
        [pc("ann"), pc("bob", behind=["ann"]), pc("cid", behind=["ann"]), dummy(initiative=9)], [20, 2, 1, 10]
    )
    assert scene.get("bob").behind == scene.get("ann").bit
    scene.end_turn()
    scene.do("move/engage:bob")  # past Ann, who may step in
    scene.do("no")
    assert scene.get("bob").behind == 0  # engaged
    assert scene.get("cid").behind == scene.get("ann").bit
    scene.until("turn ann")
    scene.do("move/beside:bob")
    assert scene.get("cid").behind == 0  # Ann has moved
    scene.check_clean()


@clause("ES-49")
def test_the_engaged_are_nearby_all_and_leave_melee_before_going_faraway() -> None:
    scene = Scene(
        [pc("ann", zone="bridge", engaged=["dummy"]), dummy(zone="bridge"), dummy("far", zone="bridge")],
        [20, 1, 1],
        zones=BANKS,
    )
    assert positions.nearby(scene.get("ann"), scene.get("far"))
    scene.do("move/zone:bank")
    assert scene.now == "opportunity dummy"  # leaving costs something first
    scene.do("no")
    assert scene.zone_of("ann") == "bank"
    assert scene.get("ann").engaged == 0
    scene.check_clean()


@clause("ES-52")
def test_melee_needs_engagement_except_against_the_unconscious() -> None:
    scene = Scene([person("odrun"), "hound"], [20, 1])
    assert "not engaged with it" in scene.why_not("use:0:hound")
    scene.do("move/engage:hound")
    assert "use:0:hound" in scene.options
    scene.rule("set", who="odrun", stat="hp", value=-1)  # he falls; the hound counts as free, and may still bite
    assert scene.now == "over"

    down = Scene([pc("ann", engaged=["dummy"]), pc("bob"), dummy(initiative=20)], [1, 2, 20])
    down.rule("set", who="ann", stat="hp", value=-1)
    assert positions.is_free(down.battle, down.get("dummy"))
    assert "use:0:ann" in down.options
    down.do("move/engage:bob")  # and it may walk off
    assert down.now == "turn dummy"
    down.check_clean()


@clause("ES-53")
def test_a_shot_in_melee_draws_from_those_it_is_not_aimed_at() -> None:
    scene = Scene(
        [person("vessa", engaged=["hound-a", "hound-b"]), person("hound-a"), person("hound-b"), "odrun"], [20, 10, 1]
    )
    scene.do("use:1:hound-a")
    assert scene.now == "opportunity hound-b"
    scene.do("no", 2)  # the knife misses with 2
    assert scene.now == "turn vessa"  # hound A was not asked
    scene.until("turn odrun")
    scene.do("use:1:hound-a", 5)  # a free creature draws nothing by shooting (5 misses)
    assert scene.now == "turn odrun"
    scene.check_clean()


@clause("ES-54")
def test_a_spell_in_melee_draws_from_everyone_unless_close() -> None:
    scene = Scene([person("caul", engaged=["hound-a", "hound-b"]), person("hound-a"), person("hound-b")], [20, 1])
    scene.do("use:2:hound-a")  # Cinder Lance at A
    assert scene.now == "opportunity hound-a"
    scene.do("no")
    assert scene.now == "opportunity hound-b"
    scene.do("no", 2)
    scene.rule("set_zone", who="caul", zone="field")
    scene.end_turn()
    scene.until("turn caul")
    scene.do("use:4:hound-a", 2)  # Knockback Rune is close-quarters: nobody is asked; it misses, and he takes 3
    assert scene.now == "turn caul"
    assert scene.hp("caul") == 32
    scene.check_clean()


@clause("ES-55")
def test_walking_away_draws_from_each_enemy_left() -> None:
    scene = Scene([pc("ann", engaged=["a", "b"]), dummy("a"), dummy("b")], [20, 2, 1])
    scene.do("move/away")
    assert scene.now == "opportunity a"
    scene.do("yes", 2)
    assert scene.now == "opportunity b"
    scene.do("no")
    assert positions.is_free(scene.battle, scene.get("ann"))
    scene.check_clean()


@clause("ES-56")
def test_a_disengage_check_is_11_with_one_off_per_foe_past_the_first() -> None:
    def leaving(die: int) -> bool:
        scene = Scene([pc("ann", engaged=["a", "b", "c"]), dummy("a"), dummy("b"), dummy("c")], [20, 3, 2, 1])
        scene.do("disengage", die)
        free = positions.is_free(scene.battle, scene.get("ann"))
        if free:
            scene.do("stay")
        scene.check_clean()
        return free

    assert leaving(13)  # 13 - 2 = 11
    assert not leaving(12)


@clause("ES-57")
def test_success_ends_the_engagements_and_gives_a_normal_move() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob"), dummy(), dummy("other")], [20, 10, 1, 1])
    scene.do("disengage", 11)
    assert scene.now == "go on ann"
    assert positions.is_free(scene.battle, scene.get("ann"))
    scene.do("engage:other")
    assert scene.get("ann").engaged == scene.get("other").bit
    assert "opportunity" not in [event.kind for event in scene.fight.events]
    assert scene.get("ann").actions == 5  # one move action for both
    scene.check_clean()


@clause("ES-58")
def test_failure_costs_the_move_action_and_nothing_else() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1])
    scene.do("disengage", 10)
    assert scene.get("ann").engaged
    assert scene.get("ann").actions == 5
    assert scene.now == "turn ann"
    scene.do("disengage", 12)  # once more, with the standard action as a move
    scene.do("stay")
    assert scene.get("ann").actions == 4
    scene.check_clean()

    strict = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1], options={"retry_disengage": "off"})
    strict.do("disengage", 10)
    assert "failed once this turn already" in strict.why_not("disengage")


@clause("ES-59", "ES-100")
def test_an_opportunity_attack_is_one_basic_melee_attack_without_flexible_attacks() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), dummy(initiative=20)], [1, 20])
    scene.do("move/away")
    scene.do("yes", 16, 1, 1, 1)  # natural 16, a hit: Hard Edge would fit, but is not offered
    assert scene.now == "turn dummy"
    assert scene.hp("dummy") == 100 - 7
    marshal = Scene([pc("ann", engaged=["ossk"]), person("ossk")], [20, 1])
    marshal.do("move/away")
    marshal.do("yes", 2)  # one roll, not two
    assert marshal.now == "turn ann"
    marshal.check_clean()
    scene.check_clean()


@clause("ES-60")
def test_an_opportunity_attack_that_fells_the_mover_stops_the_act() -> None:
    scene = Scene([person("vessa", engaged=["hound"], start={"hp": 6}), "odrun", "hound"], [20, 1, 1])
    scene.do("move/away")
    scene.do("yes", 11)  # 11 + 8 = 19 hits AC 17 for 10; Twist Aside may turn it, but it is her own turn
    assert scene.hp("vessa") == -4
    assert scene.get("vessa").state == 1
    assert scene.get("vessa").engaged == scene.get("hound").bit  # she stays where she was
    scene.check_clean()


@clause("ES-61")
def test_the_engaged_do_not_intercept() -> None:
    scene = Scene(
        [pc("ann", engaged=["a"]), pc("bob", behind=["ann"]), dummy("a"), dummy("b", initiative=20)], [1, 2, 3, 20]
    )
    scene.do("move/engage:bob")  # past Ann, who is engaged
    assert scene.now == "turn b"
    assert scene.get("bob").engaged == scene.get("b").bit
    scene.check_clean()


@clause("ES-62", "ES-63", "ES-64")
def test_a_free_ally_in_front_may_step_in_the_way() -> None:
    scene = Scene([pc("ann"), pc("bob", behind=["ann"]), dummy(initiative=20)], [1, 2, 20])
    scene.do("move/engage:bob")
    assert scene.now == "intercept ann"
    scene.do("yes")
    assert scene.get("dummy").engaged == scene.get("ann").bit
    assert scene.get("bob").engaged == 0  # the goal is not reached
    assert scene.get("dummy").actions == 5  # the move is spent
    assert scene.hp("dummy") == 100  # and no attack came with it
    far = Scene(
        [pc("ann", zone="bank"), pc("bob", zone="bridge"), dummy(initiative=20, zone="bridge")],
        [1, 2, 20],
        zones=BANKS,
        options={"intercept_scope": "any_free"},
    )
    far.do("move/engage:bob")  # Ann is not nearby: she cannot step in
    assert far.now == "turn dummy"
    scene.check_clean()


@clause("ES-65")
def test_the_gm_says_what_counts_as_going_past() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy(initiative=20)], [1, 2, 20])
    scene.rule("rule_past", mover="dummy", defender="ann", past=True)  # Bob stands behind nobody
    scene.do("move/engage:bob")
    assert scene.now == "intercept ann"
    covered = Scene([pc("ann"), pc("bob", behind=["ann"]), dummy(initiative=20)], [1, 2, 20])
    covered.rule("rule_past", mover="dummy", defender="ann", past=False)
    covered.do("move/engage:bob")
    assert covered.now == "turn dummy"


# -- targeting -------------------------------------------------------------------------------------------------------------


@clause("ES-66")
def test_legal_targets_and_their_category_are_shown() -> None:
    scene = Scene([person("odrun", engaged=["drudge"]), "drudge", "jackal"], [20, 1, 1])
    labels = {option.id: option.label for option in scene.asked.options}
    assert labels["use:0:drudge"] == "Longsword (flexible): Furnace drudge (large)"
    assert "use:0:jackal" not in labels
    assert labels["use:1:jackal"].endswith("(mook)")
    scene.rule("legal_target", target="drudge", legal=False)
    assert "the GM rules it out" in scene.why_not("use:0:drudge")
    assert any(shut[0].startswith("Unarmed") for shut in scene.asked.closed)


@clause("ES-67")
def test_a_group_is_an_unbroken_run_of_the_line() -> None:
    foes: list[str | dict[str, object]] = [dummy(name) for name in "abcd"]
    scene = Scene(["caul", *foes], [20, 4, 3, 2, 1])
    scene.do("use:3", 3)  # Scatterglass, 1d3 shows 3
    assert scene.options == ["at:a+b+c", "at:b+c+d"]
    assert "not an option" in scene.why_not("at:a+b+d")
    scene.do("at:b+c+d", 2, 2, 2, 2, 2, 2)  # three d20 that miss, and the dice for half damage: 6 // 2
    assert [scene.hp(name) for name in "abcd"] == [100, 97, 97, 97]
    scene.check_clean()


@clause("ES-68")
def test_several_targets_not_in_a_group_are_free_picks() -> None:
    bolts = {
        "name": "Bolts", "kind": "ranged", "bonus": 7, "defence": "PD", "targets": {"count": 2}, "hit": [{"damage": 5}],
    }  # fmt: skip
    foes: list[str | dict[str, object]] = [dummy(name) for name in "abcd"]
    scene = Scene([pc("ann", attacks=[bolts]), *foes], [20, 4, 3, 2, 1])
    scene.do("use:0")
    assert scene.options == ["at:a", "at:b", "at:c", "at:d"]
    scene.do("at:a")
    scene.do("at:d", 15, 15)
    assert [scene.hp(name) for name in "abcd"] == [95, 100, 100, 95]
    scene.check_clean()


@clause("ES-69")
def test_a_nearby_ally_is_not_oneself_unless_stated() -> None:
    scene = Scene(["ilse", "odrun", "hound"], [20, 1, 1])
    assert "use:5:odrun" in scene.options  # Psalm of Iron: one nearby ally
    assert "not on oneself" in scene.why_not("use:5:ilse")
    assert "use:4:ilse" in scene.options  # Mend: she or a nearby ally


@clause("ES-70")
def test_a_limit_in_hit_points_looks_at_current_ones() -> None:
    scene = Scene(["caul", "hound"], [20, 1])
    assert "too many hit points" in scene.why_not("use:5:hound")
    scene.rule("set", who="hound", stat="hp", value=24)
    assert "use:5:hound" in scene.options  # 24 of 44, for "24 hp or fewer"
    scene.rule("set", who="hound", stat="hp", value=25)
    assert "use:5:hound" not in scene.options


# -- flying ----------------------------------------------------------------------------------------------------------------


@clause("ES-76", "ES-77")
def test_only_the_airborne_can_stop_a_flyer_where_there_is_head_room() -> None:
    people = [pc("ann"), pc("wing", flies=True), pc("bob", behind=["ann", "wing"]), dummy(initiative=20, flies=True)]
    scene = Scene(people, [1, 2, 3, 20])
    scene.do("move/engage:bob")
    assert scene.now == "intercept wing"  # not Ann on the ground
    scene.do("no")
    assert scene.get("bob").engaged == scene.get("dummy").bit
    low = Scene(people, [1, 2, 3, 20])
    low.rule("has_room", zone="field", head_room=False)
    low.do("move/engage:bob")
    asked = [low.now]
    low.do("no")
    asked.append(low.now)
    assert sorted(asked) == ["intercept ann", "intercept wing"]


@clause("ES-78")
def test_a_flyer_in_melee_disengages_and_draws_like_anyone() -> None:
    scene = Scene([pc("wing", flies=True, engaged=["dummy"]), dummy()], [20, 1])
    scene.do("move/away")
    assert scene.now == "opportunity dummy"
    scene.do("no")
    assert positions.is_free(scene.battle, scene.get("wing"))
    scene.check_clean()


@clause("ES-79")
def test_a_swoop_strikes_in_passing_at_minus_two() -> None:
    scene = Scene([pc("wing", flies=True), dummy(flies=True, ac=19)], [20, 1])
    scene.do("swoop:0:dummy", 14)  # 14 + 7 - 2 = 19 against AC 19
    assert scene.hp("dummy") == 90
    assert scene.get("wing").engaged == 0
    assert scene.get("wing").actions == 4  # a move and a standard action
    grounded = Scene([pc("wing", flies=True), dummy()], [20, 1])
    assert "both must be in the air" in grounded.why_not("swoop:0:dummy")
    scene.check_clean()


# -- rulings on the chapter ----------------------------------------------------------------------------------------------


@clause("ES-51")
def test_engaging_takes_in_allies_next_to_the_foe() -> None:
    scene = Scene([pc("ann"), pc("bob", engaged=["a", "b"]), dummy("a"), dummy("b"), dummy("c")], [20, 5, 3, 2, 1])
    assert "is not next to" in scene.why_not("move/engage:a+c")
    scene.do("move/engage:a+b")  # A and B share an enemy, Bob
    assert scene.get("ann").engaged == scene.get("a").bit | scene.get("b").bit
    scene.check_clean()


@clause("ES-56")
def test_sticky_and_slippery_fighters_change_the_check() -> None:
    scene = Scene([person("odrun", engaged=["slinger"]), person("slinger")], [1, 20])
    scene.do("disengage", 9)  # 9 + 5 (slippery) - 3 (sticky guard) = 11
    assert scene.now == "go on slinger"
    scene.do("stay")
    scene.check_clean()


@clause("ES-55", "ES-56")
def test_disengaging_from_one_of_two_lets_the_other_strike_on_the_way_out() -> None:
    scene = Scene([pc("ann", engaged=["a", "b"]), dummy("a"), dummy("b")], [20, 2, 1])
    scene.do("disengage:a", 11)  # one foe chosen: no penalty
    scene.do("away")
    assert scene.now == "opportunity b"
    scene.do("no")
    assert positions.is_free(scene.battle, scene.get("ann"))
    scene.check_clean()


@clause("ES-56")
def test_disengaging_from_two_of_three_counts_those_two() -> None:
    scene = Scene([pc("ann", engaged=["a", "b", "c"]), dummy("a"), dummy("b"), dummy("c")], [20, 3, 2, 1])
    assert "disengage:a+c" in scene.options
    assert "not engaged with it" in scene.why_not("disengage:a+nobody")
    scene.do("disengage:a+c", 12)  # 12 - 1 = 11; for all three it would have been 10
    scene.do("away")
    assert scene.now == "opportunity b"
    scene.do("no")
    assert positions.is_free(scene.battle, scene.get("ann"))
    scene.check_clean()


@clause("ES-67")
def test_a_run_of_the_line_holds_nobody_who_is_no_legal_target() -> None:
    foes: list[str | dict[str, object]] = [dummy(name) for name in "abcd"]
    scene = Scene(["caul", *foes], [20, 4, 3, 2, 1])
    scene.rule("legal_target", target="b", legal=False)
    scene.do("use:3", 3)  # Scatterglass, 1d3 shows 3, but B breaks the line: at most two in a row are left
    assert scene.options == ["at:c+d"]


@clause("ES-64")
def test_the_marshal_bars_the_way_while_engaged_once_a_round() -> None:
    scene = Scene(
        [pc("ann", engaged=["ossk"]), pc("bob"), person("ossk"), dummy("cleric", behind=["ossk"])], [20, 10, 1, 1]
    )
    scene.end_turn()
    scene.do("move/engage:cleric")
    assert scene.now == "intercept ossk"
    scene.do("yes")
    assert scene.get("ossk").engaged == scene.get("bob").bit  # popped free of Ann first
    assert scene.get("ann").engaged == 0
    scene.check_clean()
