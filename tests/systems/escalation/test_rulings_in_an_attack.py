"""The GM's word between a question or a die of an attack or a move and what follows from it."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.systems.escalation.scene import BOW, SELF, YARD, Scene, dummy, open_id, pc, person, row, throw, typed

# -- attacks ---------------------------------------------------------------------------------------------------------------


@clause("ES-43", "ES-60")
def test_who_is_moved_away_while_an_opening_is_struck_at_is_not_reached() -> None:
    """Ann's spell at the one draws a blow of the other; the one is moved to the gate before it falls."""
    ray = {
        "name": "Ray", "kind": "ranged", "spell": True, "bonus": 9, "defence": "PD", "hit": [{"damage": 7}],
        "targets": {"range": "nearby"},
    }  # fmt: skip
    people = [
        pc("ann", initiative=20, zone="yard", attacks=[ray]), dummy("one", zone="yard"),
        dummy("two", zone="yard", engaged=["ann"]),
    ]  # fmt: skip
    scene = typed(people, [20, 1, 1], zones=YARD)
    scene.do("use:0:one")
    assert scene.now == "opportunity two"
    scene.rule("set_zone", who="one", zone="gate")
    scene.do("no")
    assert scene.now == "turn ann" and scene.hp("one") == 100
    assert scene.texts().count("Dummy one is out of reach of Ray by now.") == 1
    scene.check_clean()


@clause("ES-43", "ES-30")
def test_who_is_moved_away_while_one_who_saw_it_coming_is_asked_is_not_reached() -> None:
    lash = row("enemy_aims", {"damage": 1}, kinds=["ranged"], asks=True)
    ray = {"name": "Ray", "kind": "ranged", "bonus": 9, "defence": "PD", "hit": [{"damage": 7}], "targets": {"range": "nearby"}}
    people = [
        pc("ann", initiative=20, zone="yard", attacks=[ray]), dummy("one", zone="yard"),
        dummy("two", zone="yard", occasions=lash),
    ]  # fmt: skip
    scene = typed(people, [20, 1, 1], zones=YARD)
    scene.do("use:0:one")
    assert scene.now == "occasion two"
    scene.rule("set_zone", who="one", zone="gate")
    scene.do("no")
    assert scene.now == "turn ann" and scene.hp("one") == 100


@clause("ES-108", "ES-43")
def test_an_unrolled_attack_does_not_follow_the_invisible_who_are_moved_away() -> None:
    dart = {"name": "Dart", "kind": "ranged", "targets": {"range": "nearby"}, "hit": [{"damage": 7}]}
    scene = typed(
        [pc("ann", initiative=20, zone="yard", powers=[dart]), dummy("one", zone="yard"), dummy("two", zone="yard")],
        [20, 1, 1], zones=YARD,
    )  # fmt: skip
    scene.rule("condition", who="one", condition="invisible", until="end of battle")
    scene.do("use:1:one")
    assert open_id(scene) == "unseen target:ann#1"
    scene.rule("set_zone", who="one", zone="gate")
    assert scene.now == "turn ann" and scene.hp("one") == 100


@clause("ES-89", "ES-103")
def test_a_roll_that_is_kept_is_compared_with_the_defence_of_now() -> None:
    scene = Scene([pc("ann", initiative=20, two_weapons=True, engaged=["dummy"]), dummy(ac=12)], [20, 1])
    scene.do("use:0:dummy", 2)
    assert scene.now == "reroll ann"
    scene.rule("set", who="dummy", stat="ac", value=9)
    scene.do("no")
    assert scene.hp("dummy") == 90  # 2 + 7 reaches 9
    scene.check_clean()


@clause("ES-108")
def test_no_images_are_looked_for_around_one_who_is_gone() -> None:
    images = {"name": "Images", **SELF, "hit": [{"images": 11, "on": "self", "until": "end of battle"}]}
    scene = typed([pc("ann"), dummy(powers=[images], initiative=30, engaged=["ann"]), dummy("other")], [10, 10, 1])
    scene.do("use:1")
    scene.end_turn()
    scene.fight.hold_results(True)
    scene.do("use:0:dummy", 15)
    assert scene.now.startswith("hold")
    scene.rule("remove", who="dummy")
    assert scene.now == "turn ann"


@clause("ES-98")
def test_no_flexible_attack_goes_at_one_who_is_gone() -> None:
    scene = Scene(["odrun", dummy(engaged=["odrun"]), dummy("other")], [20, 1, 1])
    scene.fight.hold_results(True)
    scene.do("use:0:dummy", 16)
    assert scene.now.startswith("hold")
    scene.rule("remove", who="dummy")
    assert scene.now == "turn odrun"


@clause("ES-89")
def test_an_attack_rolled_again_and_then_turned_on_another_goes_by_the_second_roll() -> None:
    again = {"name": "Foresight", "action": "interrupt", "trigger": "self_hit", "targets": {"who": "self"}, "hit": [{"reroll": 0}]}
    step = {
        "name": "Step in", "action": "interrupt", "trigger": "ally_hit", "within": "nearby", "targets": {"who": "ally"},
        "hit": [{"redirect": {"to": "self"}}],
    }  # fmt: skip
    foes = [dummy("one", powers=[again], engaged=["ann"]), dummy("two", powers=[step], ac=26)]
    scene = Scene([pc("ann", initiative=30), *foes], [20, 10, 5])
    scene.do("use:0:one", 20)
    assert scene.now == "interrupt one"
    scene.do("yes", 12)
    assert scene.now == "interrupt two"
    scene.do("yes")
    assert (scene.hp("one"), scene.hp("two")) == (100, 97)  # 12 + 7 misses 26
    scene.check_clean()


@clause("ES-95", "ES-112")
def test_a_price_is_not_rolled_for_one_who_is_gone() -> None:
    pay = {
        "name": "Again", "action": "free", "usage": "1/round", "trigger": "self_misses", "targets": {"who": "self"},
        "hit": [{"damage": "1d6", "on": "self"}, {"reroll": 0}],
    }  # fmt: skip
    scene = typed([pc("ann", initiative=30, powers=[pay], engaged=["dummy"]), pc("bob"), dummy()], [20, 10, 5])
    scene.do("use:0:dummy", 2)
    assert scene.now == "interrupt ann"
    scene.do("yes")
    assert open_id(scene) == "damage:ann#1"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"


@clause("ES-109")
def test_no_die_of_damage_is_awaited_for_somebody_who_is_gone() -> None:
    nova = {"name": "Nova", **SELF, "hit": [{"damage": "1d6", "on": "each_nearby"}]}
    scene = typed([pc("ann", initiative=30, powers=[nova]), dummy("one"), dummy("two"), dummy("three")], [20, 10, 5, 5])
    scene.do("use:1")
    assert open_id(scene) == "damage:ann#1"
    scene.rule("remove", who="one")
    assert open_id(scene) == "damage:ann#2"
    scene.rule("remove", who="two")
    assert open_id(scene) == "damage:ann#3"
    scene.fight.enter(scene.asked.id, [4])
    assert scene.now == "turn ann" and scene.hp("three") == 96


@clause("ES-158")
def test_nothing_begins_on_one_who_is_gone_while_its_dice_are_thrown() -> None:
    burn = {"name": "Burn", **SELF, "hit": [{"ongoing": "1d6", "on": "each_nearby"}]}
    scene = typed([pc("ann", initiative=30, powers=[burn]), dummy("one"), dummy("two")], [20, 10, 5])
    scene.do("use:1")
    assert open_id(scene) == "ongoing damage:ann#1"
    scene.rule("remove", who="one")
    assert open_id(scene) == "ongoing damage:ann#2"
    scene.rule("remove", who="two")
    assert not scene.get("one").lasting and not scene.get("two").lasting
    assert not [event for event in scene.fight.events if event.kind == "effect"]


@clause("ES-169")
def test_how_many_attacks_are_made_is_not_rolled_for_one_who_is_down() -> None:
    flurry = {"name": "Flurry", "bonus": 8, "defence": "AC", "attacks": "1d3", "hit": [{"damage": 4}]}
    scene = typed([pc("ann", attacks=[flurry], initiative=30, engaged=["dummy"]), pc("bob"), dummy()], [20, 10, 5])
    scene.do("use:0:dummy")
    assert open_id(scene) == "attacks:ann#1"
    scene.rule("set", who="ann", stat="hp", value=-1)
    assert scene.now == "turn bob"


@clause("ES-67")
def test_how_many_targets_there_are_is_not_rolled_for_one_who_is_down() -> None:
    spray = {
        "name": "Spray", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": 4}],
        "targets": {"range": "nearby", "count": "1d3"},
    }  # fmt: skip
    scene = typed([pc("ann", attacks=[spray], initiative=30), pc("bob"), dummy("one"), dummy("two")], [20, 10, 5, 5])
    scene.do("use:0")
    assert open_id(scene) == "targets:ann#1"
    scene.rule("set", who="ann", stat="hp", value=-1)
    assert scene.now == "turn bob"


@clause("ES-60")
def test_who_is_stunned_while_its_opening_is_weighed_does_not_go_on() -> None:
    scene = Scene([pc("ann", initiative=30, attacks=[BOW], engaged=["one"]), dummy("one"), dummy("two")], [20, 10, 5])
    scene.do("use:0:two")
    assert scene.now == "opportunity one"
    scene.rule("condition", who="ann", condition="stunned")
    scene.do("no")
    assert scene.hp("two") == 100 and "attack:ann" not in "".join([entry.at for entry in scene.fight.entries])


# -- moves -----------------------------------------------------------------------------------------------------------------


def ruled_past(**more: object) -> Scene:
    scene = Scene(
        [pc("ann", zone="yard"), pc("bob", zone="yard"), dummy(initiative=20, zone="yard", **more), dummy("other", zone="yard")],
        [1, 1, 20, 1], zones=YARD,
    )  # fmt: skip
    scene.rule("rule_past", mover="dummy", defender="ann", past=True)
    return scene


@clause("ES-65")
@pytest.mark.parametrize("down", ["remove", "stuck", "hp"])
def test_who_is_gone_or_held_while_one_is_asked_to_step_in_goes_nowhere(down: str) -> None:
    """R-80."""
    scene = ruled_past()
    scene.do("move/zone:gate")
    assert scene.now == "intercept ann"
    if down == "remove":
        scene.rule("remove", who="dummy")
    elif down == "hp":
        scene.rule("set", who="dummy", stat="hp", value=0)
    else:
        scene.rule("condition", who="dummy", condition="stuck")
        scene.do("no")
    assert scene.zone_of("dummy") == "yard"
    assert not [event for event in scene.fight.events if event.kind == "move"]


@clause("ES-51", "ES-159")
def test_who_becomes_stuck_while_one_is_asked_to_step_in_does_not_engage() -> None:
    people = [pc("bob"), pc("cid", behind=["bob"]), pc("dan"), dummy(initiative=30), dummy("other", initiative=-20)]
    scene = Scene(people, [3, 2, 1, 1, 1])
    scene.do("move/engage:cid")
    assert scene.now == "intercept bob"
    scene.rule("condition", who="dummy", condition="stuck")
    scene.do("no")
    assert not scene.get("dummy").engaged


@clause("ES-161")
@pytest.mark.parametrize(
    "ruling", [("set", {"who": "drudge", "stat": "hp", "value": 0}), ("set_zone", {"who": "ann", "zone": "gate"})],
)  # fmt: skip
def test_who_drags_somebody_along_and_falls_or_loses_them_on_the_way_holds_nobody(ruling: tuple[str, dict[str, object]]) -> None:
    people = [
        pc("ann", zone="yard"), pc("bob", zone="yard"), pc("cid", zone="yard", behind=["bob"]), person("drudge", zone="yard"),
        dummy("other", zone="yard"),
    ]  # fmt: skip
    scene = Scene(people, [1, 1, 1, 20, 1], zones=YARD)
    scene.until("turn drudge")
    scene.do("move/engage:ann")
    scene.do("use:0:ann", 18)
    assert scene.get("ann").grabber == scene.get("drudge").number
    scene.end_turn()
    scene.until("turn drudge")
    scene.do("move/engage:cid")
    while scene.now.startswith("opportunity"):
        scene.do("no")
    assert scene.now == "intercept bob"
    scene.rule(ruling[0], **ruling[1])
    if scene.now.startswith("intercept"):
        scene.do("no")
    assert scene.get("ann").grabber < 0 and not scene.get("ann").engaged


@clause("ES-56")
def test_no_check_is_rolled_to_get_away_from_one_who_is_gone_though_others_are_there() -> None:
    """R-26."""
    people = [pc("ann", initiative=20, engaged=["one", "two", "three"]), pc("bob"), dummy("one"), dummy("two"), dummy("three")]
    scene = typed(people, [20, 2, 1, 1, 1])
    scene.do("disengage:one")
    assert open_id(scene) == "disengage:ann#1"
    scene.rule("remove", who="one")
    assert scene.now == "go on ann"


@clause("ES-57", "ES-159")
def test_nobody_stuck_is_asked_where_to_go() -> None:
    people = [pc("ann", initiative=20, engaged=["one"]), pc("bob"), dummy("one"), dummy("two")]
    scene = Scene(people, [20, 2, 1, 1])
    scene.do("disengage", 15)
    assert scene.now == "go on ann"
    scene.rule("condition", who="ann", condition="stuck")
    assert scene.now == "turn ann"


@clause("ES-159", "ES-165")
def test_the_stuck_teleport_though_somebody_waits_for_moves() -> None:
    hop = {"name": "Hop", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"teleport": "self"}]}
    lurks = row("enemy_moves", {"damage": 4})
    scene = Scene([pc("ann", initiative=20, powers=[hop], zone="yard"), dummy(occasions=lurks, zone="yard")], [20, 1], zones=YARD)
    scene.rule("condition", who="ann", condition="stuck")
    scene.do("use:1")
    assert scene.now == "teleport ann"
    scene.do("zone:gate")
    assert scene.zone_of("ann") == "gate"
    scene.check_clean()


@clause("ES-44")
def test_a_rush_goes_nowhere_once_its_goal_is_gone() -> None:
    leap = {"name": "Leap", "kind": "close", "action": "move", "hit": [{"rush": True}], "targets": {"range": "faraway"}}
    people = [
        pc("ann", initiative=20, powers=[leap], zone="yard", engaged=["one"]), pc("bob", zone="yard"),
        dummy("one", zone="yard"), dummy("two", zone="gate"), dummy("three", zone="gate"),
    ]  # fmt: skip
    scene = Scene(people, [20, 2, 1, 1, 1], zones=YARD)
    scene.do("use:1:two")
    assert scene.now == "opportunity one"
    scene.rule("remove", who="two")
    scene.do("no")
    assert scene.zone_of("ann") == "yard"


@clause("ES-27", "ES-170")
def test_another_attack_for_a_quick_action_costs_none_where_nobody_is_left_to_make_it_at() -> None:
    again = {"when": "hit", "name": "Again", "effects": [{"attack": "Sword", "action": "quick"}]}
    sword = {"name": "Sword", "bonus": 30, "defence": "AC", "hit": [{"damage": 100}], "riders": [again]}
    foes = [dummy("one", engaged=["ann"]), dummy("two"), dummy("three", engaged=["bob"])]
    scene = Scene([pc("ann", initiative=30, attacks=[sword]), pc("bob"), *foes], [10, 10, 1, 1, 1])
    scene.do("use:0:one", 10)
    if scene.now == "spare ann":
        scene.do("slay")
    assert scene.now == "turn ann" and scene.get("ann").actions & 4


@clause("ES-43", "ES-88")
def test_who_is_moved_away_while_the_other_targets_are_named_is_none() -> None:
    bolts = {
        "name": "Bolts", "kind": "ranged", "bonus": 30, "defence": "PD", "targets": {"range": "nearby", "count": 2},
        "hit": [{"damage": 7}],
    }  # fmt: skip
    foes = [dummy(name, zone="yard") for name in ("one", "two", "three")]
    scene = Scene([pc("ann", initiative=20, zone="yard", attacks=[bolts]), *foes], [20, 1, 1, 1], zones=YARD)
    scene.do("use:0")
    scene.do("at:one")
    scene.rule("set_zone", who="one", zone="gate")
    scene.do("at:two", 10)
    assert [scene.hp(id) for id in ("one", "two", "three")] == [100, 93, 100]
    scene.check_clean()


@clause("ES-43", "ES-169")
def test_who_is_moved_away_while_it_is_rolled_how_many_attacks_there_are_is_not_struck() -> None:
    volley = {
        "name": "Volley", "kind": "ranged", "bonus": 30, "defence": "PD", "attacks": "1d3", "targets": {"range": "nearby"},
        "hit": [{"damage": 7}],
    }  # fmt: skip
    foes = [dummy(name, zone="yard") for name in ("one", "two")]
    scene = typed([pc("ann", initiative=20, zone="yard", attacks=[volley]), *foes], [20, 1, 1], zones=YARD)
    scene.do("use:0:one")
    assert open_id(scene) == "attacks:ann#1"
    scene.rule("set_zone", who="one", zone="gate")
    scene.fight.enter(scene.asked.id, [1])
    scene.fight.enter(scene.asked.id, [10])
    assert (scene.hp("one"), scene.hp("two")) == (100, 93)


# -- whom an attack still reaches ------------------------------------------------------------------------------------------

ANYBODYS_RULING = pytest.mark.parametrize(("ruling", "more"), [("remove", {}), ("set_zone", {"zone": "gate"})])


def yard(*people: dict[str, object]) -> Scene:
    """Ann is first, before all others; everybody is in the yard, and whatever falls is typed."""
    there = [{**each, "zone": "yard"} for each in people]
    return typed(there, [20, *[1 for _ in people[1:]]], zones=YARD)


EYE: dict[str, object] = {
    "name": "Eye", "kind": "close", "bonus": 8, "defence": "PD", "targets": {"range": "nearby"}, "hit": [{"damage": "1d6"}],
    "riders": [{"when": "natural 16+", "effects": [{"also_at": 1}]}],
}  # fmt: skip


@clause("ES-43", "ES-89")
@ANYBODYS_RULING
def test_a_roll_counts_against_no_further_enemy_who_is_gone_or_moved_away_while_it_is_held(
    ruling: str, more: dict[str, object]
) -> None:  # fmt: skip
    scene = yard(pc("ann", attacks=[EYE]), dummy("one"), dummy("two"))
    scene.fight.hold_results(True)
    scene.do("use:0:one")
    throw(scene, 16)
    scene.do("go")
    assert scene.now.startswith("hold")
    scene.rule(ruling, who="two", **more)
    throw(scene, 4)
    assert (scene.hp("one"), scene.hp("two")) == (96, 100)
    scene.check_clean()


@clause("ES-43", "ES-106")
def test_a_stray_shot_does_not_follow_a_friend_who_is_moved_away() -> None:
    bow = {**BOW, "targets": {"range": "nearby"}}
    scene = yard(pc("ann", attacks=[bow]), pc("bob", engaged=["dummy"]), dummy())
    scene.do("use:0:dummy")
    throw(scene, 1)
    assert open_id(scene) == "attack:ann#2"
    scene.rule("set_zone", who="bob", zone="gate")
    assert (scene.now, scene.hp("bob")) == ("turn ann", 40)


@clause("ES-43", "ES-103")
@ANYBODYS_RULING
def test_nobody_is_asked_to_roll_again_at_one_who_is_gone_or_moved_away(ruling: str, more: dict[str, object]) -> None:
    scene = yard(pc("ann", two_weapons=True, engaged=["dummy"]), dummy(), dummy("other"))
    scene.do("use:0:dummy")
    throw(scene, 2)
    assert scene.now == "reroll ann"
    scene.rule(ruling, who="dummy", **more)
    assert (scene.now, scene.hp("dummy")) == ("turn ann", 100)


@clause("ES-30", "ES-43")
@ANYBODYS_RULING
def test_no_price_is_paid_to_roll_a_miss_again_at_one_who_is_gone_or_moved_away(ruling: str, more: dict[str, object]) -> None:
    pay = {
        "name": "Again", "action": "free", "trigger": "self_misses", "targets": {"who": "self"},
        "hit": [{"damage": "1d6", "on": "self"}, {"reroll": 0}],
    }  # fmt: skip
    scene = yard(pc("ann", powers=[pay], engaged=["dummy"]), dummy(), dummy("other"))
    scene.do("use:0:dummy")
    throw(scene, 5)
    assert scene.now == "interrupt ann"
    scene.rule(ruling, who="dummy", **more)
    assert (scene.now, scene.hp("ann")) == ("turn ann", 40)


@clause("ES-163")
def test_what_the_gm_has_ended_takes_no_edge_off_a_blow() -> None:
    guard = row("battle_start", {"blunts": "bearer", "rest_on": "called goblin", "on": "self", "until": "end of battle"})
    goblins = [dummy("b", name="Goblin sneak"), dummy("c", name="Goblin thief")]
    scene = yard(pc("ann", engaged=["a"]), dummy("a", occasions=guard), *goblins)
    scene.do("use:0:a")
    throw(scene, 15)
    assert scene.now == "ally a"
    scene.rule("end_condition", who="a", condition="Trait")
    scene.do("b")
    assert (scene.hp("a"), scene.hp("b")) == (90, 100)


@clause("ES-88")
@pytest.mark.parametrize("open_one", [
    {"choose": {"by": "attacker", "options": [[{"damage": 4, "type": "fire"}], [{"damage": 6}]]}},
    {"table": {"dice": "1d4", "results": {"1-2": [{"damage": 3}], "3-4": [{"damage": 5}]}}},
    {"damage": "1d6"}, {"damage": 1, "against": "type beast"},
])  # fmt: skip
def test_nothing_is_asked_or_thrown_that_would_touch_only_one_who_is_gone(open_one: dict[str, object]) -> None:
    blast = {
        "name": "Blast", "kind": "close", "bonus": 8, "defence": "PD", "targets": {"range": "nearby", "count": "all"},
        "hit": [open_one, {"extra_damage": "1d8", "against": "type beast"}],
    }  # fmt: skip
    scene = yard(pc("ann", attacks=[blast]), dummy("one", type="beast"), dummy("two", pd=40))
    scene.do("use:0")
    throw(scene, 15)
    scene.rule("remove", who="one")
    throw(scene, 15)  # misses the other
    assert scene.now == "turn ann"


@clause("ES-88")
def test_extra_dice_against_some_are_not_thrown_where_only_others_are_left() -> None:
    blast = {
        "name": "Blast", "kind": "close", "bonus": 8, "defence": "PD", "targets": {"range": "nearby", "count": "all"},
        "hit": [{"damage": 2}, {"extra_damage": "1d8", "against": "type beast"}],
    }  # fmt: skip
    scene = yard(pc("ann", attacks=[blast]), dummy("one", type="beast"), dummy("two"))
    scene.do("use:0")
    throw(scene, 18)
    scene.rule("remove", who="one")
    throw(scene, 18)
    assert (scene.now, scene.hp("two")) == ("turn ann", 98)


@clause("ES-43", "ES-88")
def test_what_needs_no_roll_does_not_reach_whoever_is_moved_away_before_it_falls() -> None:
    """The damage of Ann's wave is thrown, then the die of the first one's resistance is awaited."""
    fire = {"damage": "1d8", "type": "fire"}
    wave = {"name": "Wave", "kind": "close", "targets": {"range": "nearby", "count": "all"}, "hit": [fire]}
    scene = yard(pc("ann", powers=[wave]), dummy("one", resist={"fire": 12}), dummy("two"))
    scene.do("use:1")
    throw(scene, 7)
    assert open_id(scene) == "resistance:one#1"
    scene.rule("set_zone", who="two", zone="gate")
    throw(scene, 15)
    assert (scene.hp("one"), scene.hp("two")) == (93, 100)
    assert "Dummy two is out of reach of Wave by now." in scene.texts()
    scene.check_clean()


@clause("ES-43")
def test_no_damage_is_thrown_for_what_needs_no_roll_once_all_are_moved_away() -> None:
    wave = {"name": "Wave", "kind": "close", "targets": {"range": "nearby", "count": "all"}, "hit": [{"damage": "1d8"}]}
    scene = yard(pc("ann", powers=[wave]), dummy("one"), dummy("two"))
    scene.do("use:1")
    scene.rule("set_zone", who="one", zone="gate")
    assert open_id(scene) == "damage:ann#1"
    scene.rule("set_zone", who="two", zone="gate")
    assert (scene.now, scene.hp("one"), scene.hp("two")) == ("turn ann", 100, 100)


@clause("ES-31", "ES-43")
@pytest.mark.parametrize("who", ["a", "b"])
def test_nobody_steps_into_a_blow_who_is_moved_away_while_the_save_for_it_is_awaited(who: str) -> None:
    step = {
        "name": "Step", "action": "free", "trigger": "ally_hit", "targets": {"who": "self"}, "within": "nearby",
        "hit": [{"redirect": {"to": "self", "save": 6}}],
    }  # fmt: skip
    scene = yard(pc("ann", attacks=[{**BOW, "bonus": 30}]), dummy("a"), dummy("b", powers=[step]))
    scene.do("use:0:a")
    throw(scene, 15)
    scene.do("yes")
    assert open_id(scene) == "save:b#1"
    scene.rule("set_zone", who=who, zone="gate")
    assert (scene.now, scene.hp("a"), scene.hp("b")) == ("turn ann", 93, 100)


@clause("ES-31", "ES-43")
def test_nobody_is_thrust_into_a_blow_who_is_moved_away_while_its_save_is_awaited() -> None:
    thrust = {
        "name": "Thrust", "action": "free", "trigger": "self_hit", "targets": {"who": "self"},
        "hit": [{"redirect": {"to": "one_engaged", "save": 11}}],
    }  # fmt: skip
    scene = yard(pc("ann", engaged=["dummy"]), pc("bob", engaged=["dummy"]), dummy(powers=[thrust]))
    scene.do("use:0:dummy")
    throw(scene, 15)
    scene.do("yes")
    assert open_id(scene) == "save:bob#1"
    scene.rule("set_zone", who="bob", zone="gate")
    assert (scene.now, scene.hp("bob"), scene.hp("dummy")) == ("turn ann", 40, 90)


@clause("ES-43")
def test_who_is_drawn_by_lot_and_moved_away_while_another_is_drawn_is_no_target() -> None:
    bolts = {
        "name": "Bolts", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": 2}],
        "targets": {"range": "nearby", "count": 2, "random": True},
    }  # fmt: skip
    scene = yard(pc("ann", attacks=[bolts]), dummy("one"), dummy("two"), dummy("three"))
    scene.do("use:0")
    throw(scene, 1)
    assert open_id(scene) == "random target:ann#2"
    scene.rule("set_zone", who="one", zone="gate")
    throw(scene, 1, 18)
    assert [scene.hp(each) for each in ("one", "two", "three")] == [100, 98, 100]


@clause("ES-30")
def test_whoever_is_harmed_answers_it_though_the_gm_has_healed_it_meanwhile() -> None:
    bolt = {"name": "Bolt", "kind": "close", "hit": [{"damage": 10, "type": "fire"}], "targets": {"range": "nearby"}}
    spite = {"name": "Spite", "action": "free", "trigger": "self_damaged", "targets": {"who": "self"}, "hit": [{"heal": 1}]}
    scene = yard(pc("ann", powers=[bolt]), dummy(powers=[spite], resist={"fire": 12}), dummy("other"))
    scene.rule("set", who="dummy", stat="hp", value=50)
    scene.do("use:1:dummy")
    assert open_id(scene) == "resistance:dummy#1"
    scene.rule("set", who="dummy", stat="hp", value=80)
    throw(scene, 15)
    assert (scene.now, scene.hp("dummy")) == ("triggered dummy", 70)
