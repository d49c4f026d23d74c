"""What attack lines of imported monsters want of the rules: damage that is counted, effects bound to a grab or a turn, ways out by an
action, second clauses of targets, two ways to make one attack."""

from __future__ import annotations

import pytest

from quintain.library.problems import FileProblem
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import crit_floor
from tests.support import clause
from tests.systems.escalation.fiend import Row, attack, fiend, rider, scene
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, pc, taken_up

BATTLE: Row = {"until": "end of battle"}


# -- counted damage ----------------------------------------------------------------------------------------------------


@clause("ES-169")
def test_damage_for_each_ally_on_the_target_is_rolled_in_one_throw_up_to_its_limit() -> None:
    more: Row = {"extra_damage": "1d4", "for_each": "ally_on_target", "counting": "called mob", "most": 2}
    knife = attack("Knife", hit=[{"damage": 4}, more])
    mates = [dummy(f"mate{n}", name="Mob mate", engaged=["ann"]) for n in range(3)]
    stranger = dummy("stranger", name="Wanderer", engaged=["ann"])
    for people, dice, lost in (([*mates, stranger], [2, 3], 9), (mates[:1], [3], 7), ([stranger], [], 4)):
        blocks = {str(each["block"]["name"]) for each in people}  # type: ignore[index]
        found = Scene([pc("ann"), fiend(knife), *people], [10, 1, *[1 for _ in blocks]])
        found.do("use:0:ann", 11, *dice)
        assert found.hp("ann") == 40 - lost  # 4, and 1d4 for each of the mob, two at most
        found.check_clean()


@clause("ES-169")
def test_damage_for_each_creature_hit_before_grows_with_them() -> None:
    burst = attack("Burst", action="quick", hit=[{"damage": 5, "for_each": "creature_hit", "most": 3}])
    jab = attack("Jab", targets={"range": "nearby"})
    found = scene(jab, burst)
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 39  # nobody hit before: a hit deals 1 at least
    found.end_turn()
    found.until("turn fiend")
    found.do("use:0:bob", 11)
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 39 - 10  # Ann herself and Bob
    assert found.get("bob").hits_taken == {"@fiend": 1}
    found.check_clean()


@clause("ES-169")
def test_a_filter_asks_how_often_this_very_creature_has_hit_somebody() -> None:
    steal = attack("Steal", targets={"filter": "hit by source 2 times"}, hit=[{"damage": 7}])
    found = scene(attack("Jab", action="free"), steal)
    found.do("use:0:ann", 11)
    assert "use:1:ann" not in found.options
    found.do("use:0:ann", 11)
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 40 - 2 - 7
    found.check_clean()


# -- bound to a turn, a round, a grab ----------------------------------------------------------------------------------


@clause("ES-161")
def test_harm_at_the_start_of_each_turn_lasts_as_long_as_the_grab() -> None:
    squeeze: Row = {"each_time": {"when": "turn starts", "effects": [{"damage": 9}]}, "until": "while grabbed"}
    coil = attack("Coil", hit=[{"grab": True}, squeeze])
    found = scene(coil)
    found.do("use:0:ann", 11)
    assert found.hp("ann") == 40
    found.end_turn()
    assert (found.now, found.hp("ann")) == ("turn ann", 31)
    found.until("turn fiend")
    found.do("release:ann")
    assert found.get("ann").lasting == []
    found.until("turn ann")
    assert found.hp("ann") == 31
    found.check_clean()


@clause("ES-26")
def test_something_waits_for_the_start_of_the_targets_next_turn_and_happens_once() -> None:
    arcs: Row = {"damage": 4, "on": "allies_of_target", "count": "1d6"}
    waits: Row = {"when": "turn starts", "once": True, "effects": [arcs]}
    breath = attack("Breath", hit=[{"each_time": waits, "until": "end of target's next turn"}])
    found = scene(breath)
    found.do("use:0:ann", 11)
    found.end_turn(3)  # three allies, but there is only Bob
    assert (found.hp("ann"), found.hp("bob")) == (40, 36)
    assert found.get("ann").lasting == []
    found.check_clean()


@clause("ES-08")
def test_a_chill_slows_its_bearer_at_the_start_of_each_round() -> None:
    chill = attack("Chill", hit=[{"each_time": {"when": "round starts", "effects": [{"initiative": "-2d6"}]}, "until": "save"}])
    found = scene(chill)
    found.do("use:0:ann", 11)
    found.end_turn()
    assert found.get("ann").initiative == 15
    found.end_turn(2)  # her save
    found.end_turn(6, 5)  # Bob's turn ends, and the round with it
    assert found.get("ann").initiative == 4
    assert found.order == ["fiend", "bob", "ann"]
    found.check_clean()


@clause("ES-112")
def test_a_crushed_arm_is_well_again_at_full_hit_points() -> None:
    crush = attack("Crush", hit=[{"damage": 9}, {"inflict": "weakened", **BATTLE, "ends_when": ["whole"]}])
    mend: Row = {"name": "Mend", "action": "quick", "targets": {"who": "ally_or_self"}, "hit": [{"heal": 5}]}
    found = scene(crush, people=[pc("ann", powers=[mend]), pc("bob", initiative=0)])
    found.do("use:0:ann", 11)
    found.end_turn()
    found.do("use:1:ann")
    assert found.get("ann").conditions & b.WEAKENED
    found.do("use:1:ann")
    assert (found.hp("ann"), found.get("ann").lasting) == (40, [])
    found.check_clean()


@clause("ES-158")
def test_ongoing_damage_may_follow_the_escalation_die() -> None:
    flame = attack("Flame", hit=[{"ongoing": "escalation x7", "follows": 7, "until": "save"}])
    found = scene(flame)
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(2)  # round 1: the die is 0
    assert found.hp("ann") == 40
    found.until("turn ann")
    found.end_turn(2)
    assert found.hp("ann") == 33  # round 2: 1 x 7
    found.until("turn ann")
    found.end_turn(11)
    assert (found.hp("ann"), found.get("ann").lasting) == (19, [])  # round 3: 2 x 7, and she saves
    found.check_clean()


@clause("ES-157")
def test_a_failed_save_may_hurt_by_the_escalation_die() -> None:
    ossify = attack("Ossify", hit=[{"inflict": "stuck", "until": "save", "each_failed_save": [{"damage": "escalation x2"}]}])
    found = scene(ossify)
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(2)
    assert found.hp("ann") == 40
    found.until("turn ann")
    found.end_turn(2)
    assert found.hp("ann") == 38
    found.check_clean()


# -- ways out ----------------------------------------------------------------------------------------------------------


@clause("ES-27")
def test_an_arrow_is_pulled_out_by_a_quick_action_and_that_has_its_price() -> None:
    way_out: Row = {"action": "quick", "effects": [{"ongoing": 10, "until": "save"}]}
    arrow = attack("Arrow", hit=[{"inflict": "dazed", **BATTLE, "ends_by": way_out}])
    found = scene(arrow)
    found.do("use:0:ann", 11)
    found.end_turn()
    assert "break:0:ann" in found.options
    assert any("or its own quick action" in text for text in found.texts())
    found.do("break:0:ann")
    assert not found.get("ann").conditions & b.DAZED
    assert not found.get("ann").actions & 4  # the quick action is spent
    found.end_turn(11)
    assert found.hp("ann") == 30
    found.check_clean()


@clause("ES-27")
def test_a_sleeper_is_woken_by_an_ally_next_to_it_only() -> None:
    lull = attack("Lull", hit=[{"inflict": "helpless", "until": "hard save", "ends_by": {"action": "standard", "who": "ally"}}])
    found = scene(lull, people=[pc("ann"), pc("bob", initiative=0)])
    found.do("use:0:ann", 11)
    found.end_turn(2)  # Ann's save
    assert found.now == "turn bob"
    assert "next to" in found.why_not("break:0:ann")
    found.do("move/beside:ann")
    found.do("break:0:ann")
    assert found.get("ann").conditions == 0
    assert "nothing to end" in found.why_not("break:0:ann")
    found.check_clean()


@clause("ES-159")
def test_what_is_held_by_an_attack_ends_when_it_is_made_again() -> None:
    chain = attack("Chain", targets={"range": "nearby"}, hit=[{"inflict": "stuck", "until": "save", "ends_when": ["source again"]}])
    found = scene(chain)
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(2)
    found.until("turn fiend")
    found.do("use:0:bob", 11)
    assert found.get("ann").lasting == []
    assert found.get("bob").conditions & b.STUCK
    found.check_clean()


# -- stronger blows ----------------------------------------------------------------------------------------------------


@clause("ES-89")
def test_the_next_attack_on_the_target_deals_extra_dice_once() -> None:
    feint = attack("Feint", action="quick", hit=[
        {"exposes": {"damage": "1d12"}, "by": "source", "until": "end of turn", "ends_when": ["attacked by source"]}])  # fmt: skip
    found = scene(feint, attack("Stab", action="free", hit=[{"damage": 3}]))
    found.do("use:0:ann", 11)
    assert len(found.get("ann").lasting) == 1  # the feint itself does not use it up
    found.do("use:1:ann", 11, 8)
    assert (found.hp("ann"), found.get("ann").lasting) == (29, [])
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 26
    found.check_clean()


@clause("ES-89")
def test_an_ally_deals_more_with_its_hits_for_a_turn() -> None:
    flute = attack("Flute", hit=[{"deals": "1d6", "on": "ally", "among": "called mate", "until": "end of target's next turn"}])
    found = Scene([pc("ann"), fiend(flute), dummy("mate", initiative=20, engaged=["ann"])], [10, 1, 1])
    found.do("use:0:ann", 11)
    found.do("mate")
    found.end_turn()
    assert found.now == "turn mate"
    found.do("use:0:ann", 15, 6)
    assert found.hp("ann") == 40 - 5 - 6
    found.end_turn()
    assert found.get("mate").lasting == []
    found.check_clean()


@clause("ES-92")
def test_an_attack_may_say_what_its_crit_deals_in_all() -> None:
    thrust = attack("Thrust", hit=[{"damage": 15}], crit_total=20)
    found = scene(thrust)
    found.do("use:0:ann", 20)
    assert found.hp("ann") == 20  # not twice 15
    found.check_clean()


@clause("ES-37")
def test_the_escalation_die_may_be_lost_for_weapons_only() -> None:
    spark: Row = {"name": "Spark", "bonus": 7, "defence": "PD", "spell": True, "kind": "close", "hit": [{"damage": 1}]}
    orders = attack("Orders", hit=[{"inflict": "no_weapon_die", "until": "hard save"}])
    sword: Row = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    found = scene(orders, people=[pc("ann", attacks=[sword, spark]), pc("bob", initiative=0)])
    found.do("use:0:ann", 11)
    found.rule("set_escalation", value=3)
    ann, foe = found.get("ann"), found.get("fiend")
    assert [attack_bonus(found.battle, ann, power, foe, 0) for power in ann.block.powers[:2]] == [7, 10]
    found.check_clean()


@clause("ES-164")
def test_vulnerable_to_weapons_means_whatever_is_no_spell() -> None:
    found = scene(attack("Flask", hit=[{"vulnerable_to": "weapon", "until": "save"}]), attack("Hex", spell=True))
    found.do("use:0:ann", 11)
    fiend_, ann = found.get("fiend"), found.get("ann")
    assert crit_floor(found.battle, fiend_, fiend_.block.powers[0], ann) == 18
    assert crit_floor(found.battle, fiend_, fiend_.block.powers[1], ann) == 20
    found.check_clean()


# -- more of the same --------------------------------------------------------------------------------------------------


@clause("ES-117")
def test_an_attack_follows_where_this_very_attack_staggers_its_target() -> None:
    again: Row = {"attack": "Blast", "at": "other", "against": "just_staggered"}
    blast = attack("Blast", targets={"range": "nearby"}, hit=[{"damage": 13}, again])
    found = scene(blast)
    found.do("use:0:ann", 11)
    assert (found.hp("ann"), found.hp("bob")) == (27, 40)
    found.end_turn()
    found.until("turn fiend")
    found.do("use:0:ann", 11, 11)
    assert (found.hp("ann"), found.hp("bob")) == (14, 27)  # 14 of 40 is staggered: Bob is next
    found.end_turn()
    found.until("turn fiend")
    found.do("use:0:ann", 11)
    assert (found.hp("ann"), found.hp("bob")) == (1, 27)  # staggered before: nothing follows
    found.check_clean()


@clause("ES-170")
def test_a_chain_of_attacks_goes_at_nobody_twice() -> None:
    again: Row = {"attack": "Arrow", "at": "new", "chain": True}
    arrow = attack("Arrow", kind="ranged", targets={"range": "nearby"}, hit=[{"damage": 4}, again])
    archer = dummy("fiend", attacks=[arrow], initiative=30)
    found = Scene([pc("ann"), pc("bob", initiative=0), pc("cyd", initiative=-2), archer], [10, 5, 3, 1])
    found.do("use:0:ann", 11)
    assert found.options == ["at:bob", "at:cyd"]
    found.do("at:bob", 11, 11)
    assert (found.hp("ann"), found.hp("bob"), found.hp("cyd")) == (36, 36, 36)
    assert found.now == "turn fiend"
    found.check_clean()


@clause("ES-157")
def test_saves_against_any_ongoing_damage_can_be_hardened() -> None:
    wail = attack("Wail", action="quick", hit=[{"harden": 16, "hardens": "ongoing", "against": "ongoing"}])
    found = scene(attack("Venom", hit=[{"ongoing": 5}, {"inflict": "dazed", "until": "save"}]), wail)
    found.do("use:0:ann", 11)
    found.do("use:1:ann", 11)
    assert [each.save for each in found.get("ann").lasting] == [16, 11]
    found.check_clean()


@clause("ES-51")
def test_whoever_may_not_engage_may_still_move() -> None:
    for by, barred in (("", True), ("wasp", False), ("dummy", True)):
        word: Row = {"by": by} if by else {}
        kept_off: Row = {"inflict": "no_engage", "until": "end of target's next turn", **word}
        dread = attack("Dread", targets={"range": "nearby"}, hit=[kept_off])
        found = Scene([pc("ann"), pc("bob", initiative=0), fiend(dread)], [10, 5, 1])
        found.do("use:0:bob", 11)
        found.until("turn bob")
        assert ("no engaging" in found.why_not("move/engage:fiend")) is barred
        assert found.why_not("move/behind:ann") == ""
        found.check_clean()


@clause("ES-165")
def test_an_ally_of_the_attacker_pops_free_of_everybody() -> None:
    axe = attack("Axe", hit=[{"pop_free": "ally"}])
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(axe), dummy("mate", engaged=["ann", "bob"])], [10, 5, 1, 1])
    found.do("use:0:ann", 11)
    found.do("mate")
    assert found.get("mate").engaged == 0
    found.check_clean()


@clause("ES-155")
def test_a_use_more_is_given_even_where_none_is_spent() -> None:
    web = attack("Web", usage="1/battle", action="free")
    found = scene(attack("Dagger", hit=[{"regain": "Web", "extra": 1}]), web)
    found.do("use:0:ann", 11)
    found.do("use:1:ann", 11)
    found.do("use:1:ann", 11)
    assert "used up" in found.why_not("use:1:ann")
    found.check_clean()


# -- targets -----------------------------------------------------------------------------------------------------------


@clause("ES-66")
def test_a_second_clause_brings_further_targets() -> None:
    whirl = attack("Whirl", kind="close", targets={"count": "all", "range": "engaged", "also": {"count": 1, "range": "nearby"}})
    found = Scene([pc("ann"), pc("bob", initiative=0), pc("cyd", initiative=-2), fiend(whirl)], [10, 5, 3, 1])
    found.do("use:0")
    assert found.options == ["at:bob", "at:cyd"]
    found.do("at:cyd", 11, 11)
    assert (found.hp("ann"), found.hp("bob"), found.hp("cyd")) == (39, 40, 39)
    found.check_clean()


@clause("ES-66")
def test_allies_engaged_with_the_targets_are_targets_too() -> None:
    fire = attack("Fire", kind="close", targets={"count": 1, "range": "nearby", "and_engaged": True}, hit=[{"damage": 9}])
    burner = dummy("fiend", attacks=[fire], initiative=30)
    found = Scene([pc("ann"), pc("bob", initiative=0), burner, dummy("mate", engaged=["bob"])], [10, 5, 1, 1])
    found.do("use:0")
    found.do("at:bob", 11, 11)
    assert (found.hp("bob"), found.hp("mate"), found.hp("ann")) == (31, 91, 40)
    found.check_clean()


@clause("ES-70")
def test_only_whoever_stands_out_can_be_aimed_at() -> None:
    for foremost, wanted in (("lowest_hp", ["bob"]), ("highest_md", ["ann"]), ("highest_ac", ["ann", "bob"])):
        curse = attack("Curse", kind="close", targets={"range": "nearby", "foremost": foremost})
        found = scene(curse, people=[pc("ann", md=17), pc("bob", initiative=0, hp=30)])
        assert [option for option in found.options if option.startswith("use:0")] == [f"use:0:{one}" for one in wanted]
        found.check_clean()


@clause("ES-155")
def test_two_ways_to_make_an_attack_share_its_uses() -> None:
    breath = attack("Breath", usage="1/battle", action="free", kind="close", targets={"range": "nearby"})
    wide = {**breath, "name": "Breath (all)", "targets": {"count": "all", "range": "nearby"}, "uses_of": "Breath"}
    found = scene(breath, wide)
    assert {"use:0:ann", "use:1"} <= set(found.options)
    found.do("use:1", 11, 11)
    assert "used up" in found.why_not("use:0:ann")
    with pytest.raises(FileProblem, match="shares the uses of 'Roar', which is no attack"):
        scene({**breath, "uses_of": "Roar"})
    found.check_clean()


@clause("ES-163")
def test_the_attacker_picks_a_damage_type_and_half_of_it_is_dealt_by_a_miss() -> None:
    kinds = ["fire", "cold"]
    breath = attack("Breath", bonus=8, miss=[{"damage": "half"}], hit=[
        {"choose": {"by": "attacker", "options": [[{"damage": 20, "type": kind}] for kind in kinds]}}])  # fmt: skip
    found = scene(breath, people=[pc("ann", immune=["fire"]), pc("bob", initiative=0)])
    found.do("use:0:ann", 15)
    found.do("2")
    assert found.hp("ann") == 20
    missed = scene(breath)
    missed.do("use:0:ann", 2)
    assert missed.hp("ann") == 30
    found.check_clean()
    missed.check_clean()


@clause("ES-170")
def test_a_plain_granted_attack_sets_off_no_riders() -> None:
    drum = attack("Drum", hit=[{"attack": "basic", "on": "ally", "plain": True}])
    mace = attack("Mace", hit=[{"damage": 5}], riders=[rider("hit", {"extra_damage": 20})])
    found = Scene([pc("ann"), fiend(drum), dummy("mate", attacks=[mace], engaged=["ann"])], [10, 1, 1])
    found.do("use:0:ann", 11)
    found.do("mate", 11)
    assert found.hp("ann") == 35
    found.check_clean()


def test_what_lasts_in_these_ways_is_taken_along_and_taken_up_again() -> None:
    arrow = attack("Arrow", hit=[
        {"inflict": "dazed", **BATTLE, "ends_by": {"action": "quick", "effects": [{"ongoing": 10, "until": "save"}]}},
        {"ongoing": "escalation x7", "follows": 7, "until": "save"},
        {"deals": "1d6", "on": "self", **BATTLE},
    ])  # fmt: skip
    found = scene(arrow)
    found.do("use:0:ann", 11)
    found.end_turn()
    again = taken_up(found)
    assert [each.effect.written for each in again.get("ann").lasting] == [each.effect.written for each in found.get("ann").lasting]
    assert again.get("fiend").lasting[0].effect.deals.text() == "1d6"
