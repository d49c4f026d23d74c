"""Rows of stat blocks beyond the plain ones: saves that harden, modifiers that pile up or count between two only, dice that are
read off, effects tied to other things, pushes, attacks by allies, filters."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import crit_floor, defence_against, escalation_bonus
from quintain.systems.escalation.rules.sheet import DYING
from tests.support import clause
from tests.systems.escalation.fiend import Row, attack, fiend, rider, scene
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, pc

# -- saves -------------------------------------------------------------------------------------------------------------


@clause("ES-157")
def test_a_rider_hardens_the_save_of_its_own_attack() -> None:
    venom = attack("Venom", hit=[{"ongoing": 5}], riders=[rider("natural even hit", {"harden": 16})])
    odd = scene(venom)
    odd.do("use:0:ann", 11)
    assert odd.get("ann").lasting[0].save == 11
    even = scene(venom)
    even.do("use:0:ann", 12)
    assert even.get("ann").lasting[0].save == 16
    even.end_turn()
    even.end_turn(15)  # 5 damage, and 15 is no longer enough
    assert (even.hp("ann"), len(even.get("ann").lasting)) == (35, 1)
    even.check_clean()


@clause("ES-157")
def test_past_twenty_no_save_helps_while_the_source_is_up() -> None:
    grip = attack("Grip", hit=[{"ongoing": 5}], riders=[rider("natural 16+ hit", {"harden": 21})])
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(grip), dummy("other", initiative=-9)], [10, 5, 1, 1])
    found.do("use:0:ann", 16)
    found.end_turn()
    found.end_turn()  # 5 damage and no die at all
    assert found.hp("ann") == 35
    found.rule("set", who="fiend", stat="hp", value=0)
    assert found.get("ann").lasting == []


@clause("ES-158")
def test_ongoing_damage_may_be_rolled_once_when_it_begins() -> None:
    burn = attack("Burn", hit=[{"ongoing": "2d6", "type": "fire"}])
    found = scene(burn)
    found.do("use:0:ann", 11, 3, 6)
    assert found.get("ann").lasting[0].ongoing == 9
    found.end_turn()
    found.end_turn(2)
    assert found.hp("ann") == 31
    found.check_clean()


# -- modifiers ---------------------------------------------------------------------------------------------------------


@clause("ES-104")
def test_cumulative_modifiers_pile_up_to_their_limit_and_plain_ones_count_once() -> None:
    rage = {"modifier": {"attack": 1}, "on": "self", "until": "end of battle"}

    def bonus(times: int, **more: object) -> int:
        found = scene(attack("Rage", hit=[{**rage, **more}], attacks=times))
        found.do("use:0:ann", *[11] * times)
        found.check_clean()
        return found.get("fiend").modifiers[b.ON_ATTACK]

    assert [bonus(times, cumulative=True, most=2) for times in (1, 2, 3)] == [1, 2, 2]
    assert bonus(3, cumulative=True) == 3
    assert bonus(3) == 1


@clause("ES-104")
def test_modifiers_may_count_between_two_only() -> None:
    mark = attack("Mark", hit=[{"modifier": {"attack": -4, "ac": -2}, "versus": "source", "until": "end of battle"}])
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(mark), dummy("other")], [10, 5, 1, 1])
    found.do("use:0:ann", 11)
    ann, fiend_, other = found.get("ann"), found.get("fiend"), found.get("other")
    sword = ann.block.powers[0]
    assert attack_bonus(found.battle, ann, sword, fiend_, 0) == 7 - 4
    assert attack_bonus(found.battle, ann, sword, other, 0) == 7
    assert defence_against(found.battle, ann, fiend_.block.powers[0], fiend_) == 16
    assert defence_against(found.battle, ann, other.block.powers[0], other) == 18
    assert ann.modifiers[b.ON_ATTACK] == 0
    found.check_clean()


@clause("ES-104")
def test_allies_may_gain_against_the_target_only() -> None:
    call = attack(
        "Call", hit=[{"modifier": {"attack": 2}, "on": "each_ally", "versus": "target", "until": "start of own next turn"}]
    )
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(call), dummy("other")], [10, 5, 1, 1])
    found.do("use:0:ann", 11)
    other = found.get("other")
    swat = other.block.powers[0]
    assert attack_bonus(found.battle, other, swat, found.get("ann"), 0) == 10
    assert attack_bonus(found.battle, other, swat, found.get("bob"), 0) == 8
    found.end_turn()
    found.until("turn fiend")
    assert attack_bonus(found.battle, found.get("other"), swat, found.get("ann"), 0) == 8
    found.check_clean()


@clause("ES-159", "ES-164")
def test_vulnerable_to_one_enemy_a_damage_type_or_a_kind_of_creature() -> None:
    jinx = attack("Jinx", hit=[{"inflict": ["vulnerable"], "versus": "source", "until": "end of battle"}])
    found = Scene([pc("ann"), fiend(jinx), dummy("other")], [10, 1, 1])
    found.do("use:0:ann", 11)
    ann, fiend_, other = found.get("ann"), found.get("fiend"), found.get("other")
    assert crit_floor(found.battle, fiend_, fiend_.block.powers[0], ann) == 18
    assert crit_floor(found.battle, other, other.block.powers[0], ann) == 20
    for word, floor in (("fire", 18), ("undead", 18), ("cold", 20)):
        oil = attack("Oil", hit=[{"vulnerable_to": word, "until": "end of battle"}])
        lit = Scene([pc("ann"), fiend(oil, type="undead"), dummy("other")], [10, 1, 1])
        lit.do("use:0:ann", 11)
        spark = lit.get("fiend").block.powers[0]
        spark.damage_type = "fire"
        assert crit_floor(lit.battle, lit.get("fiend"), spark, lit.get("ann")) == floor


@clause("ES-104")
def test_a_modifier_may_count_for_one_attack_only() -> None:
    found = scene(
        attack("Howl", hit=[{"modifier": {"attack": 3}, "with": "Bite", "on": "self", "until": "end of battle"}]),
        attack("Bite"),
    )
    found.do("use:0:ann", 11)
    fiend_, ann = found.get("fiend"), found.get("ann")
    assert attack_bonus(found.battle, fiend_, fiend_.block.powers[0], ann, 0) == 30
    assert attack_bonus(found.battle, fiend_, fiend_.block.powers[1], ann, 0) == 33
    found.check_clean()


# -- ends --------------------------------------------------------------------------------------------------------------


@clause("ES-34")
def test_what_lasts_while_the_ongoing_damage_does_ends_with_it() -> None:
    acid = attack("Acid", hit=[{"ongoing": 5}, {"inflict": "weakened", "until": "while ongoing"}])
    found = scene(acid)
    found.do("use:0:ann", 11)
    found.end_turn()
    assert found.get("ann").conditions & b.WEAKENED
    found.end_turn(11)
    assert found.get("ann").lasting == []
    found.check_clean()


@clause("ES-34")
def test_what_lasts_as_long_as_the_rest_of_an_attack_ends_with_the_last_of_it() -> None:
    hex_ = attack("Hex", hit=[{"inflict": "dazed"}, {"inflict": "no_recovery", "until": "while affected"}])
    found = scene(hex_)
    found.do("use:0:ann", 11)
    found.end_turn()
    assert "no recoveries" in found.why_not("rally")
    found.end_turn(11)
    assert found.get("ann").lasting == []
    found.check_clean()


@clause("ES-34")
def test_what_lasts_until_the_source_is_down_ends_when_it_falls() -> None:
    lock = attack("Lock", hit=[{"inflict": "stuck", "until": "source drops"}])
    found = Scene([pc("ann", engaged=["fiend"]), fiend(lock, hp=5), dummy("other", initiative=-9)], [10, 1, 1])
    found.do("use:0:ann", 11)
    found.end_turn()
    assert "stuck" in found.why_not("disengage")
    found.do("use:0:fiend", 15)
    found.do("slay")
    assert found.get("ann").lasting == []
    found.check_clean()


@clause("ES-34")
def test_what_lasts_to_the_next_attack_is_gone_after_it_hit_or_miss() -> None:
    feint = attack("Feint", hit=[{"modifier": {"attack": -5}, "until": "next attack"}])
    found = Scene([pc("ann", engaged=["fiend"]), fiend(feint)], [10, 1])
    found.do("use:0:ann", 11)
    found.end_turn()
    assert attack_bonus(found.battle, found.get("ann"), found.get("ann").block.powers[0], found.get("fiend"), 0) == 2
    found.do("use:0:fiend", 15)  # 15 + 2 = 17 misses AC 18: 3 miss damage
    assert (found.hp("fiend"), found.get("ann").lasting) == (97, [])
    found.check_clean()


@clause("ES-34")
def test_what_lasts_to_the_end_of_the_turn_going_on_ends_with_it() -> None:
    dash = attack("Dash", hit=[{"modifier": {"defences": -2}, "until": "end of turn"}])
    found = scene(dash)
    found.do("use:0:ann", 11)
    assert found.get("ann").modifiers[b.ON_AC] == -2
    found.end_turn()
    assert (found.now, found.get("ann").lasting) == ("turn ann", [])
    found.check_clean()


# -- conditions --------------------------------------------------------------------------------------------------------


@clause("ES-159")
def test_further_conditions_bar_what_they_name() -> None:
    ray = {"name": "Ray", "kind": "ranged", "spell": True, "bonus": 5, "defence": "PD", "hit": [{"damage": 1}]}
    bow = {"name": "Bow", "kind": "ranged", "bonus": 5, "defence": "AC", "hit": [{"damage": 1}]}
    ann = pc("ann", attacks=[attack("Sword"), ray, bow])
    for condition, barred, open_ in (("no_spells", "use:1:fiend", "use:2:fiend"), ("no_ranged", "use:2:fiend", "use:0:fiend")):
        found = Scene([ann, fiend(attack("Curse", hit=[{"inflict": condition}]))], [10, 1])
        found.do("use:0:ann", 11)
        found.end_turn()
        assert barred not in found.options
        assert open_ in found.options
    stone = Scene([ann, pc("bob", initiative=0), fiend(attack("Stone", hit=[{"inflict": "no_actions"}]))], [10, 5, 1])
    stone.do("use:0:ann", 11)
    assert stone.get("ann").conditions == b.NO_ACTIONS
    assert defence_against(stone.battle, stone.get("ann"), stone.get("fiend").block.powers[0], stone.get("fiend")) == 18  # no -4
    stone.end_turn(3)  # no turn for Ann, only her save
    assert stone.now == "turn bob"
    stone.check_clean()


@clause("ES-38")
def test_a_monster_may_come_to_use_the_escalation_die() -> None:
    found = scene(attack("Frenzy", hit=[{"inflict": "escalates", "on": "self", "until": "end of battle"}]))
    found.rule("set_escalation", value=3)
    assert escalation_bonus(found.battle, found.get("fiend")) == 0
    found.do("use:0:ann", 11)
    assert escalation_bonus(found.battle, found.get("fiend")) == 3
    found.check_clean()


@clause("ES-113")
def test_who_cannot_use_recoveries_is_not_woken_by_a_death_save() -> None:
    found = scene(attack("Wither", hit=[{"inflict": "no_recovery", "until": "end of battle"}]))
    found.do("use:0:ann", 11)
    found.rule("set", who="ann", stat="hp", value=-3)
    found.end_turn(17)
    assert (found.get("ann").state, found.get("ann").recoveries) == (DYING, 8)
    found.check_clean()


# -- deeds -------------------------------------------------------------------------------------------------------------


@clause("ES-165")
def test_a_push_ends_the_melee_and_may_send_the_target_faraway() -> None:
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    for where, zone in (("nearby", 0), ("faraway", 1)):
        people = [pc("ann"), fiend(attack("Shove", hit=[{"push": where}])), dummy("other", engaged=["ann"])]
        found = Scene(people, [10, 1, 1], zones=zones)
        found.do("use:0:ann", 11)
        ann = found.get("ann")
        assert (ann.zone, ann.engaged == 0) == (zone, where == "faraway")
        assert not ann.engaged & found.get("fiend").bit
        found.check_clean()


@clause("ES-05")
def test_an_effect_may_move_somebody_down_the_order() -> None:
    found = scene(attack("Stagger", hit=[{"initiative": "-2d6"}]))
    assert found.order == ["fiend", "ann", "bob"]  # 31, 15, 5
    found.do("use:0:ann", 11, 6, 5)  # 15 - 11 = 4
    assert (found.order, found.get("ann").initiative) == (["fiend", "bob", "ann"], 4)
    found.check_clean()


@clause("ES-169", "ES-170")
def test_a_rider_may_let_an_ally_attack_the_same_target() -> None:
    call = attack("Call", riders=[rider("natural even hit", {"attack": "basic", "on": "ally", "at": "same"})])
    people = [pc("ann"), fiend(call), dummy("near", engaged=["ann"]), dummy("far")]
    found = Scene(people, [10, 1, 1, 1])
    found.do("use:0:ann", 12)
    assert found.options == ["near", "nobody"]  # the other is not engaged with Ann
    found.do("near", 15)
    assert found.hp("ann") == 40 - 1 - 5
    found.check_clean()


@clause("ES-170")
def test_damage_may_be_read_off_the_die_or_the_roll() -> None:
    found = scene(attack("Surge", hit=[{"damage": "escalation"}, {"extra_damage": "natural"}]))
    found.rule("set_escalation", value=4)
    found.do("use:0:ann", 13)
    assert found.hp("ann") == 40 - 4 - 13
    found.check_clean()


@clause("ES-170")
def test_filters_may_be_negated_or_look_at_hit_points_types_and_ongoing_damage() -> None:
    def dealt(filter_: str, **figures: object) -> int:
        hit = [{"damage": 1}, {"extra_damage": 10, "against": filter_}]
        found = Scene([pc("ann", **figures), fiend(attack("Claw", hit=hit))], [10, 1])
        found.do("use:0:ann", 11)
        return found.get("ann").max_hp - found.hp("ann")

    assert (dealt("hp 40-"), dealt("hp 39-")) == (11, 1)
    assert (dealt("not_staggered"), dealt("not_free")) == (11, 11)
    assert (dealt("type humanoid"), dealt("type beast"), dealt("not_type beast")) == (11, 1, 11)
    assert (dealt("ongoing fire"), dealt("not_ongoing")) == (1, 11)
    with pytest.raises(Refusal, match="says nothing about a target"):
        dealt("purple")


@clause("ES-30")
def test_an_answer_may_wait_for_certain_rolls() -> None:
    counter = {
        "name": "Counter", "action": "free", "trigger": "self_missed", "natural": "odd", "bonus": 30, "defence": "AC",
        "hit": [{"damage": 7}],
    }  # fmt: skip
    found = Scene([pc("ann", engaged=["fiend"], powers=[counter]), fiend(attack("Swing", bonus=0))], [10, 1])
    found.do("use:0:ann", 4)
    assert found.now == "turn fiend"  # missed with an even roll: nothing
    found.end_turn()
    found.end_turn()
    found.do("use:0:ann", 5)
    assert found.now == "triggered ann"
    found.check_clean()


@clause("ES-170")
def test_the_struck_may_have_to_choose() -> None:
    choice: Row = {"choose": {"by": "target", "options": [[{"damage": 15}], [{"damage": 5}, {"inflict": "vulnerable"}]]}}
    found = scene(attack("Bargain", hit=[choice]))
    found.do("use:0:ann", 11)
    assert (found.now, found.options) == ("choose ann", ["1", "2"])
    assert "vulnerable" in found.asked.options[1].label
    found.do("2")
    assert (found.hp("ann"), found.get("ann").conditions) == (35, b.VULNERABLE)
    found.check_clean()


@clause("ES-169")
def test_a_chain_of_granted_attacks_has_its_length() -> None:
    def struck(chain: object) -> int:
        again = rider("natural even hit", {"attack": "Flurry", "chain": chain})
        found = scene(attack("Flurry", riders=[again]))
        found.do("use:0:ann", 2, 2, 2, 2, 2, 2, 2)
        while found.now == "aim fiend":
            found.do("at:ann")
        return 40 - found.hp("ann")

    assert (struck(False), struck(1), struck(2)) == (2, 2, 3)  # the first attack, then so many more


@clause("ES-155")
def test_some_powers_are_never_used_two_turns_in_a_row() -> None:
    breath = attack("Breath", needs=["not_last_turn"])
    found = scene(breath, attack("Claw"))
    found.do("use:0:ann", 11)
    for _ in range(3):
        found.end_turn()
    assert found.now == "turn fiend"
    assert "two turns in a row" in found.why_not("use:0:ann")
    found.do("use:1:ann", 11)
    for _ in range(3):
        found.end_turn()
    assert "use:0:ann" in found.options
    found.check_clean()


@clause("ES-161")
def test_a_grab_may_need_a_free_hand() -> None:
    def held(word: object) -> int:
        claw = attack("Claw", hit=[{"grab": word}], attacks=2, different_targets=True)
        people = [pc("ann"), pc("bob", initiative=0, engaged=["fiend"]), fiend(claw)]
        found = Scene(people, [10, 5, 1])
        found.do("use:0:ann", 11, 11)
        return [each.grabber >= 0 for each in found.battle.fighters].count(True)

    assert (held(True), held("one")) == (2, 1)


def test_rows_that_make_no_sense_are_refused_in_words() -> None:
    for row, words in (
        ({"harden": 30}, "at most 21"),
        ({"push": "away"}, "nearby"),
        ({"choose": {"options": [[{"damage": 1}]]}}, "at least 2"),
        ({"attack": "Bite", "chain": -2}, "chain is true, false or a number"),
    ):
        block = {**dummy()["block"], "attacks": [attack("Odd", hit=[row])]}  # type: ignore[dict-item]
        with pytest.raises(Refusal, match=words):
            from_data({"system": "escalation", "combatants": [pc("ann"), {"id": "x", "block": block}]})


@clause("ES-159")
def test_some_effects_bar_attacks_on_one_enemy_or_disengaging() -> None:
    awe = attack("Awe", hit=[{"inflict": "no_attack", "versus": "source"}, {"inflict": "no_disengage"}])
    found = Scene([pc("ann"), fiend(awe), dummy("other", engaged=["ann"])], [10, 1, 1])
    found.do("use:0:ann", 11)
    found.end_turn()
    found.until("turn ann")
    assert "use:0:other" in found.options
    assert "may not be attacked" in found.why_not("use:0:fiend")
    assert "no disengaging" in found.why_not("disengage")
    calm = Scene([pc("ann"), fiend(attack("Calm", hit=[{"inflict": "no_attack"}]))], [10, 1])
    calm.do("use:0:ann", 11)
    calm.end_turn()
    assert "no attacks for now" in calm.why_not("use:0:fiend")


@clause("ES-30")
def test_an_answer_may_come_to_any_attack_hit_or_miss() -> None:
    spit = {
        "name": "Spit", "action": "free", "trigger": "self_attacked", "natural": "odd", "bonus": 30, "defence": "AC",
        "hit": [{"damage": 7}],
    }  # fmt: skip
    for face, asked in ((3, True), (15, True), (4, False), (16, False)):
        found = Scene([pc("ann", engaged=["foe"]), dummy("foe", powers=[spit])], [20, 1])
        found.do("use:0:foe", face)
        assert (found.now == "triggered foe") == asked


# -- attacks the GM calls for, and further needs ---------------------------------------------------------------------------


WAITS = {"name": "Geyser", "kind": "close", "bonus": 30, "defence": "PD", "needs": ["granted"], "hit": [{"damage": 6}]}


@clause("ES-141", "ES-169")
def test_the_gm_calls_for_an_attack_that_waits() -> None:
    found = scene(attack("Claw"), WAITS)
    assert "only when something sets it off" in found.why_not("use:1:ann")
    found.rule("call_attack", who="fiend", attack="geyser")
    assert "use:1:ann" in found.options
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 34
    assert "use:1:ann" not in found.options  # once
    found.end_turn()
    assert found.now == "turn ann"
    found.rule("call_attack", who="fiend", attack="Geyser")  # out of its turn: at once, at whom it chooses
    assert (found.now, found.options) == ("aim fiend", ["at:ann", "at:bob"])
    found.do("at:bob", 11)
    assert (found.now, found.hp("bob")) == ("turn ann", 34)
    found.check_clean()


@clause("ES-141")
def test_a_called_attack_is_gone_with_the_turn_and_bad_calls_are_refused() -> None:
    found = scene(attack("Claw"), WAITS)
    found.rule("call_attack", who="fiend", attack="Geyser")
    for _ in range(3):
        found.end_turn()
    assert found.now == "turn fiend"
    assert "only when something sets it off" in found.why_not("use:1:ann")
    for name, words in (("Claw", "does not wait"), ("Bite", "there is Geyser")):
        with pytest.raises(Refusal, match=words):
            found.rule("call_attack", who="fiend", attack=name)
    found.check_clean()


@clause("ES-170")
def test_a_rider_may_need_a_second_hit_on_the_same_target_this_turn() -> None:
    claws = attack("Claws", attacks=2, riders=[rider("hit", {"grab": True}, needs=["second_hit"])])
    once = scene(claws, people=[pc("ann"), pc("bob", initiative=0, engaged=["fiend"])])
    once.do("use:0:ann", 11)
    assert once.get("ann").grabber == -1
    once.do("at:bob", 11)
    assert [once.get(each).grabber for each in ("ann", "bob")] == [-1, -1]
    twice = scene(claws)
    twice.do("use:0:ann", 11, 11)
    assert twice.get("ann").grabber == twice.get("fiend").number
    twice.check_clean()


@clause("ES-170")
def test_a_rider_may_read_the_roll_against_an_ability_score() -> None:
    def stuck(face: int, con: int) -> bool:
        venom = attack("Venom", riders=[rider("natural above con hit", {"inflict": "stuck"})])
        found = scene(venom, people=[pc("ann", scores={"con": con}), pc("bob", initiative=0)])
        found.do("use:0:ann", face)
        found.check_clean()
        return bool(found.get("ann").conditions & b.STUCK)

    assert [stuck(13, 12), stuck(12, 12), stuck(13, 16), stuck(17, 16)] == [True, False, False, True]


@clause("ES-173")
def test_shared_uses_may_grow_with_the_number_of_the_block() -> None:
    hymn: Row = {
        "name": "Hymn", "kind": "close", "action": "quick", "usage": "1/battle", "group_per": 2, "targets": {"who": "self"},
        "hit": [{"temp_hp": 1}],
    }  # fmt: skip
    for many, uses in ((2, 1), (3, 2)):
        found = Scene([pc("ann"), dummy("monk", powers=[hymn], initiative=30, count=many)], [10, 1])
        sung = 0
        for _ in range(many):
            if "use:1" in found.options:
                found.do("use:1")
                sung += 1
            found.end_turn()
        assert sung == uses


@clause("ES-155")
def test_uses_may_be_rolled_when_the_battle_begins() -> None:
    spit = attack("Spit", usage="1d3/battle", action="quick")
    found = Scene([pc("ann"), fiend(spit)], [2, 10, 1])  # the d3 shows 2, then initiative
    found.do("use:0:ann", 11)
    found.do("use:0:ann", 11)
    assert "used up for this battle" in found.why_not("use:0:ann")
    found.check_clean()


@clause("ES-170")
def test_a_rider_may_need_a_charge_at_somebody_new() -> None:
    gore = attack("Gore", riders=[rider("hit", {"extra_damage": 5}, needs=["charged"])])
    people = [pc("ann"), pc("bob", initiative=0), dummy("bull", attacks=[gore], initiative=30)]
    found = Scene(people, [10, 5, 1])
    found.do("move/engage:ann")
    found.do("use:0:ann", 11)
    assert found.hp("ann") == 34
    for _ in range(3):
        found.end_turn()
    found.do("use:0:ann", 11)  # still engaged, no charge
    assert found.hp("ann") == 33
    found.check_clean()


@clause("ES-157")
def test_each_further_failed_save_may_do_something_else() -> None:
    steps: list[list[Row]] = [[{"damage": 3}], [{"inflict": "stuck", "until": "end of battle"}]]
    found = scene(attack("Stone gaze", hit=[{"inflict": "dazed", "failed_saves": steps}]))
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(2)  # the first failure: 3 damage
    assert (found.hp("ann"), bool(found.get("ann").conditions & b.STUCK)) == (37, False)
    found.end_turn()
    found.end_turn()
    found.end_turn(2)  # the second: stuck
    assert (found.hp("ann"), bool(found.get("ann").conditions & b.STUCK)) == (37, True)
    found.end_turn()
    found.end_turn()
    found.end_turn(2)  # the third: nothing more
    assert len(found.get("ann").lasting) == 2
    found.check_clean()
