"""Powers that cost an action or hit points: a way into melee, attacks joined into one, help for allies; and what stands always."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import tactics
from tests.support import clause
from tests.systems.escalation.fiend import Row, own
from tests.systems.escalation.fiend import gifted as fiend
from tests.systems.escalation.fiend import gifted_scene as scene
from tests.systems.escalation.scene import Scene, dummy, pc

STEADY = Tactic("steady", 1)
SWAT: Row = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}


def chosen(found: Scene, who: str = "fiend") -> str:
    return tactics.choose_turn(found.battle, found.get(who), STEADY).id()


LEAP: Row = {
    "name": "Leap", "action": "move", "usage": "1/battle", "hit": [{"rush": True}],
    "targets": {"range": "faraway", "filter": "not_engaged_with_it"},
}  # fmt: skip


def far_scene(*powers: Row, **figures: object) -> Scene:
    """Ann and Bob stand on the wall, the fiend on the field."""
    people = [pc("ann", zone="wall"), pc("bob", zone="wall", initiative=0), fiend(*powers, **{"engaged": [], **figures})]
    return Scene(people, [10, 5, 1], zones=[{"name": "field", "links": ["wall"]}, {"name": "wall"}])


@clause("ES-44", "ES-51")
def test_a_leap_engages_somebody_faraway_with_one_move_and_the_blow_follows() -> None:
    found = far_scene(LEAP)
    option = chosen(found)
    assert option.startswith("use:1:")  # the two are alike, and a plain move would only reach their zone
    found.do("use:1:ann")
    assert (found.get("fiend").engaged, found.get("fiend").zone) == (found.get("ann").bit, found.get("ann").zone)
    assert found.why_not("use:1:bob") != ""
    found.do("use:0:ann", 10)  # 18 against AC 18
    assert found.hp("ann") == 35
    found.check_clean()


@clause("ES-55", "ES-62")
def test_a_leap_out_of_melee_draws_from_those_left_and_can_be_stopped() -> None:
    found = Scene(
        [pc("ann"), pc("bob", initiative=0), pc("cid", initiative=-5, behind=["bob"]), fiend(LEAP)], [10, 5, 1, 3]
    )
    assert chosen(found) != "use:1:cid"  # it would be struck at for it
    found.do("use:1:cid")
    assert found.now == "opportunity ann"
    found.do("yes", 11)  # 18 against AC 18: 10 damage
    assert found.hp("fiend") == 90
    assert found.now == "intercept bob"
    found.do("yes")
    assert found.get("fiend").engaged == found.get("bob").bit
    found.check_clean()


@clause("ES-165", "ES-44")
def test_popping_free_first_a_rush_draws_nothing() -> None:
    rush = {**LEAP, "hit": [{"pop_free": "self"}, {"rush": True}]}
    found = scene(rush)
    found.rule("set", who="bob", stat="hp", value=4)
    assert chosen(found) == "use:1:bob"  # one blow fells him
    found.do("use:1:bob")
    assert (found.now, found.get("fiend").engaged) == ("turn fiend", found.get("bob").bit)
    found.check_clean()


@clause("ES-51")
def test_the_machine_keeps_a_leap_where_a_plain_move_will_do() -> None:
    found = scene(LEAP, engaged=[])
    assert chosen(found).startswith("move/engage:")


@clause("ES-29", "ES-165")
def test_an_attack_may_go_at_everybody_it_has_popped_free_of() -> None:
    breath = {"name": "Breath", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": 9}], "targets": {"range": "nearby"}}
    spiral = own("Spiral", {"pop_free": "self"}, {"attack": "Breath", "at": "left"})
    found = Scene(
        [pc("ann"), pc("bob", initiative=0), pc("cid", initiative=-5), fiend(spiral, attacks=[SWAT, breath], engaged=["ann", "bob"])],
        [10, 5, 1, 3],
    )  # fmt: skip
    found.rule("refuse_free")  # a quick action was paid: nothing of it is free
    assert chosen(found) == "use:2"
    found.do("use:2", 8, 7)  # 16 and 15 against PD 16
    assert (found.hp("ann"), found.hp("bob"), found.hp("cid")) == (31, 40, 40)
    assert found.get("fiend").engaged == 0
    found.check_clean()


@clause("ES-27", "ES-169")
def test_one_standard_action_may_be_two_different_attacks_at_the_same_enemy() -> None:
    hoof = {"name": "Hoof", "bonus": 6, "defence": "PD", "hit": [{"damage": 3}]}
    twice: Row = {"attack": "Hoof", "at": "same", "times": 2}
    both: Row = {"name": "Both", "action": "standard", "hit": [twice, {"attack": "Swat", "at": "same"}]}
    found = scene(both, attacks=[SWAT, hoof], engaged=["ann", "bob"])
    assert chosen(found) == "use:2:ann"  # together they are worth more than Swat alone
    found.do("use:2:ann", 10, 2, 10)  # 16 and 8 against PD 16, then 18 against AC 18
    assert (found.hp("ann"), found.hp("bob")) == (40 - 3 - 5, 40)
    assert "no standard action" in found.why_not("use:0:ann")
    found.check_clean()


@clause("ES-69", "ES-27")
@pytest.mark.parametrize(("damage", "option"), [(5, "use:0:ann"), (30, "use:1")])
def test_a_commander_lets_an_ally_strike_where_that_is_worth_more_than_its_own_blow(damage: int, option: str) -> None:
    spur = own("Spur", {"attack": "basic", "on": "ally", "among": "resists fire"}, action="standard", usage="at-will")
    brute = dummy("brute", resist={"fire": 16}, engaged=["bob"], attacks=[{**SWAT, "hit": [{"damage": damage}]}])
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(spur), brute, dummy("clerk", engaged=["ann"])], [10, 5, 1, 1, 1])
    assert chosen(found) == option
    found.do("use:1")
    assert found.options == ["brute", "nobody"]
    found.do("brute", 10)
    assert found.hp("bob") == 40 - damage
    found.check_clean()


@clause("ES-158")
def test_hit_points_may_buy_the_end_of_one_effect_and_the_machine_buys_what_is_worth_it() -> None:
    shed = own("Shed", {"damage": 4, "on": "self"}, {"shake_off": "one", "on": "self"}, action="free", usage="1/round")
    burn = {"name": "Burn", "bonus": 30, "defence": "AC", "hit": [{"ongoing": 1, "type": "fire"}]}
    daze = {"name": "Daze", "bonus": 30, "defence": "AC", "hit": [{"inflict": "dazed"}]}
    found = Scene([pc("ann", initiative=40, attacks=[burn, daze]), pc("bob", initiative=0), fiend(shed)], [10, 5, 1])
    found.do("use:0:fiend", 5)
    found.end_turn()
    assert chosen(found) != "use:1"  # 4 hit points for 1 a turn
    found.do("use:1")
    assert (found.hp("fiend"), found.get("fiend").lasting) == (96, [])
    found.end_turn()
    found.until("turn ann")
    found.do("use:0:fiend", 5)
    found.rule("mishap", who="fiend", condition="dazed")
    found.end_turn()
    assert chosen(found) == "use:1"
    found.do("use:1")
    assert found.now == "end effect fiend"
    found.do("1")
    assert [each.conditions for each in found.get("fiend").lasting] == [1]
    found.check_clean()


@clause("ES-56")
def test_a_failed_disengage_check_may_be_bought_back_and_odds_know_it() -> None:
    effects = [{"damage": "1d4", "on": "self"}, {"get_away": True}]
    scuttle = {"name": "Scuttle", "when": "fails_disengage", "asks": True, "effects": effects}
    found = scene(occasions=[scuttle])
    assert found.fight.odds(found.asked.id, "disengage").chances["success"] == 1
    found.do("disengage", 5)
    assert found.now == "occasion fiend"
    found.do("yes", 3)
    assert (found.hp("fiend"), found.get("fiend").engaged, found.now) == (97, 0, "go on fiend")
    found.do("stay")
    found.check_clean()


@clause("ES-89", "ES-30")
def test_a_miss_may_be_rolled_again_at_a_price_once_a_round_and_odds_know_it() -> None:
    again: Row = {"name": "Again", "action": "free", "usage": "1/round", "trigger": "self_misses", "targets": {"who": "self"},
             "hit": [{"damage": 2, "on": "self"}, {"reroll": 0}]}  # fmt: skip
    found = scene(again, attacks=[{**SWAT, "hit": [{"damage": 20}]}])
    shown = found.fight.odds(found.asked.id, "use:0:ann").chances["hit"]
    assert shown == 1 - Fraction(9, 20) ** 2  # 10 to 20 hit
    dear: Row = {**again, "hit": [{"damage": "5d10", "on": "self"}, {"reroll": 0}]}
    costly = scene(dear, attacks=[{**SWAT, "hit": [{"damage": 39}]}], hp=400)
    odds = costly.fight.odds(costly.asked.id, "use:0:ann")
    assert odds.chances["hit"] == shown and odds.leaves < 20  # what it pays does not matter to Ann
    found.do("use:0:ann", 4)
    assert found.now == "interrupt fiend"
    found.do("yes", 10)
    assert (found.hp("fiend"), found.hp("ann")) == (98, 20)
    found.check_clean()


@clause("ES-30", "ES-37")
def test_only_spells_may_have_to_be_rolled_again_without_the_die() -> None:
    ward: Row = {"name": "Ward", "action": "free", "usage": "3/battle", "trigger": "self_hit", "answers": ["spell"],
            "hit": [{"reroll": 0, "without_die": True}]}  # fmt: skip
    bolt = {"name": "Bolt", "kind": "ranged", "spell": True, "bonus": 7, "defence": "PD", "hit": [{"damage": 30}],
            "targets": {"range": "nearby"}}  # fmt: skip
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    found = Scene([pc("ann", attacks=[sword, bolt]), pc("bob", initiative=0), fiend(ward, engaged=[])], [10, 5, 1])
    found.rule("set_escalation", value=3)
    found.until("turn ann")
    found.do("use:1:fiend", 8)  # 8 + 7 + 3 = 18 against PD 16
    assert found.now == "interrupt fiend"
    found.do("yes", 8)  # 8 + 7 = 15 misses
    assert found.hp("fiend") == 100
    found.end_turn()
    found.do("move/engage:fiend")
    found.check_clean()
    blade = Scene([pc("ann"), pc("bob", initiative=0), fiend(ward)], [10, 5, 1])
    blade.until("turn ann")
    blade.do("use:0:fiend", 11)
    assert (blade.now, blade.hp("fiend")) == ("turn ann", 90)


@clause("ES-54", "ES-166")
def test_a_quick_power_frightens_each_engaged_enemy_with_few_hit_points() -> None:
    glare: Row = {
        "name": "Glare", "kind": "close", "action": "quick", "usage": "2/battle",
        "targets": {"count": "all", "range": "engaged", "hp_or_fewer": 30},
        "hit": [{"inflict": ["fear"], "until": "end of target's next turn"}],
    }  # fmt: skip
    found = scene(glare, engaged=["ann", "bob"])
    assert chosen(found) == "use:0:ann"  # both have more than 30
    found.rule("set", who="bob", stat="hp", value=30)
    assert chosen(found) == "use:1"
    found.do("use:1")
    assert [bool(found.get(name).lasting) for name in ("ann", "bob")] == [False, True]
    found.check_clean()


@clause("ES-27")
def test_whoever_gives_up_its_turn_may_rouse_lesser_allies_who_act_twice() -> None:
    rouse = own(
        "Rouse", {"more_actions": "standard", "on": "ally", "count": "1d4", "among": "lower_level"},
        {"inflict": "no_actions", "on": "self", "until": "end of turn"}, action="standard", needs=["fresh"],
    )  # fmt: skip
    thralls = [dummy(name, level=1, initiative=20, engaged=["ann"]) for name in ("one", "two")]
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(rouse), *thralls], [10, 5, 1, 1, 1])
    assert chosen(found) == "use:1"
    found.do("use:1", 1)  # one ally
    assert found.options == ["one", "two", "nobody"]
    found.do("two")
    found.until("turn two")
    assert found.get("fiend").lasting == []
    found.do("use:0:ann", 10)
    found.do("use:0:ann", 10)
    assert found.hp("ann") == 30
    assert "no standard action" in found.why_not("use:0:ann")
    found.end_turn()
    assert found.get("two").spare == 0
    found.check_clean()
    tired = Scene([pc("ann"), pc("bob", initiative=0), fiend(rouse, engaged=[]), *thralls], [10, 5, 1, 1, 1])
    tired.do("move/beside:one")
    assert "all actions" in tired.why_not("use:1")


# -- what stands always --------------------------------------------------------------------------------------------------


@clause("ES-109")
def test_the_first_damage_of_each_turn_may_be_ignored() -> None:
    found = scene(bonuses=[{"name": "Thick hide", "absorbs": 4}])
    found.end_turn()
    found.do("use:0:fiend", 10)  # misses: 3 of 4
    assert found.hp("fiend") == 100
    found.rule("mishap", who="fiend", damage=5)  # 1 left to ignore
    assert found.hp("fiend") == 96
    found.end_turn()
    found.rule("mishap", who="fiend", damage=5)
    assert found.hp("fiend") == 95
    found.check_clean()


@clause("ES-159")
def test_mere_presence_may_daze_the_engaged_of_most_kinds() -> None:
    vapour = {"name": "Vapours", "dazes": True, "for": "engaged", "whom": ["not_type undead", "not_type plant"]}
    found = Scene([pc("ann"), pc("bob", initiative=0, type="undead"), fiend(bonuses=[vapour], engaged=["ann", "bob"])], [10, 5, 1])
    found.end_turn()
    found.do("use:0:fiend", 14)  # 14 + 7 - 4 = 17 against 18
    assert found.hp("fiend") == 97
    found.end_turn()
    found.do("use:0:fiend", 11)  # 18, undazed
    assert found.hp("fiend") == 87
    assert any("dazed" in str(event.as_data()) for event in found.fight.events)
    found.check_clean()


@clause("ES-171")
def test_a_bonus_may_count_the_mobs_of_a_kind() -> None:
    ghost: Row = {"name": "Wisp", "category": "mook", "hp": 5, "initiative": 30, "bonuses": [
        {"name": "Mobs", "attack": 1, "damage": 5, "per": "mob", "counting": ["called wisp"]}]}  # fmt: skip
    people = [pc("ann"), dummy("wisp", **{**ghost, "count": 2, "engaged": ["ann"]}), dummy("other", category="mook", hp=5)]
    found = Scene(people, [10, 5, 1])
    found.do("use:0:ann", 9)  # 9 + 8 + 1 = 18; 5 + 5
    assert found.hp("ann") == 30
    found.check_clean()


@clause("ES-76", "ES-34")
def test_whoever_pays_for_flying_lands_with_a_move_it_has_no_other_use_for() -> None:
    tiring = {"name": "Tiring", "when": "turn_end", "needs": ["airborne"], "effects": [{"damage": 6, "on": "self"}]}
    found = scene(flies=True, occasions=[tiring])
    assert chosen(found) == "use:0:ann"
    found.do("use:0:ann", 2)
    assert chosen(found) == "move/land"
    aloft = scene(flies=True, occasions=[tiring])
    aloft.end_turn()
    assert aloft.hp("fiend") == 94
    found.do("move/land")
    found.end_turn()
    assert found.hp("fiend") == 100
    found.check_clean()


@clause("ES-108")
def test_images_are_struck_in_its_place_until_one_is_and_odds_know_it() -> None:
    images = own("Images", {"damage": 8, "on": "self", "against": "staggered"}, {"images": 11, "on": "self", "until": "end of battle"},
                 action="move", usage="at-will")  # fmt: skip
    found = scene(images)
    assert chosen(found) == "use:1"
    found.do("use:1")
    assert (found.hp("fiend"), chosen(found)) == (100, "use:0:ann")  # unhurt, so it pays nothing; and it has them now
    found.end_turn()
    fates = found.fight.odds(found.asked.id, "use:0:fiend").of("Dummy fiend")
    assert fates["100 hp"] == Fraction(10, 20) * Fraction(1, 2)  # 11 to 20 hit, and half of those find an image
    found.do("use:0:fiend", 15, 11)  # a hit, and found
    assert found.hp("fiend") == 90
    found.end_turn()
    found.do("move/engage:fiend")
    found.do("use:0:fiend", 15, 10)  # one of the images: no miss damage either
    assert (found.hp("fiend"), found.get("fiend").lasting) == (90, [])
    found.end_turn()
    found.rule("set", who="fiend", stat="hp", value=50)
    found.do("use:1")
    assert found.hp("fiend") == 42
    found.check_clean()


@clause("ES-30")
def test_a_state_it_begins_with_can_be_given_up_for_an_attack() -> None:
    cloak = {"name": "Cloak", "when": "battle_start", "effects": [{"mark": "cloaked", "on": "self", "until": "end of battle"}]}
    drop = own("Drop", {"unmark": "cloaked", "on": "self"}, {"attack": "Swat"}, usage="at-will", needs=["marked cloaked"])
    found = scene(drop, occasions=[cloak])
    assert chosen(found) == "use:1"
    found.do("use:1", 10)
    assert (found.hp("ann"), found.get("fiend").lasting) == (35, [])
    assert "only while cloaked" in found.why_not("use:1")
    found.check_clean()


@clause("ES-26")
@pytest.mark.parametrize(("rolled", "confused"), [(12, True), (11, False)])
def test_enough_damage_at_once_may_bring_more(rolled: int, confused: bool) -> None:
    aura = {"name": "Aura", "when": "enemy_turn_start", "within": "engaged", "effects": [
        {"damage": "1d20", "enough": 12, "then": [{"inflict": "confused", "until": "start of target's next turn"}]}]}  # fmt: skip
    found = scene(occasions=[aura])
    found.end_turn(rolled)
    assert (found.hp("ann"), bool(found.get("ann").lasting)) == (40 - rolled, confused)
    found.check_clean()
