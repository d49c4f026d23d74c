"""The GM's word between a question or a die of an attack or a move and what follows from it."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.systems.escalation.scene import BOW, SELF, YARD, Scene, dummy, open_id, pc, person, row, typed

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
