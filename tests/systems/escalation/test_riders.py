"""Riders with narrower labels: once for each target, the second time in a turn, a roll that beats another defence, hits on friends;
attacks that stray, cost a use, leave an opening; effects that count failures or end with their source."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.systems.escalation.file_format.block_files import stat_block
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import crit_floor
from tests.support import clause
from tests.systems.escalation.fiend import Row, attack, fiend, rider, scene
from tests.systems.escalation.scene import Scene, dummy, hp_odds, odds, pc

BATTLE: Row = {"until": "end of battle"}


@clause("ES-170")
def test_a_rider_may_fire_once_for_each_target() -> None:
    breath = attack(
        "Breath", kind="close", targets={"count": 2, "range": "nearby"},
        riders=[rider("natural even hit", {"damage": 5}, once="target", name="Sting")],
    )  # fmt: skip
    found = scene(breath)
    found.do("use:0", 12, 11)  # even against Ann, odd against Bob
    assert (found.hp("ann"), found.hp("bob")) == (40 - 1 - 5, 40 - 1)
    assert found.get("fiend").riders_used == ["0:Sting@ann"]
    for _ in range(3):
        found.end_turn()
    found.do("use:0", 12, 12)  # Ann has had it, in this battle; Bob has not
    assert (found.hp("ann"), found.hp("bob")) == (40 - 7, 40 - 1 - 6)
    found.check_clean()


@clause("ES-170")
def test_a_rider_may_wait_for_the_second_time_in_a_turn() -> None:
    second = rider("natural 11+", {"damage": 7}, once="turn", nth=2, name="Second")
    for dice, hp in (([12, 13, 14], 40 - 3 - 7), ([12, 3, 14], 40 - 3 - 7), ([12, 3, 4], 40 - 3)):
        found = scene(attack("Claws", attacks=3, riders=[second]))
        found.do("use:0:ann", *dice)
        assert found.hp("ann") == hp, dice
        found.check_clean()


def test_what_is_counted_needs_a_span() -> None:
    with pytest.raises(ValueError, match="nth counts the times within a turn, a round or the battle"):
        stat_block({**STRANGE, "attacks": [attack("Claws", riders=[rider("hit", {"damage": 1}, nth=2)])]})


STRANGE: Row = {"name": "Strange", "level": 1, "initiative": 0, "ac": 10, "pd": 10, "md": 10, "hp": 10}


@clause("ES-89", "ES-170")
def test_a_rider_may_ask_whether_the_roll_beats_another_defence() -> None:
    lance = attack("Lance", bonus=5, hit=[{"damage": 1}], riders=[rider("beats MD", {"ongoing": 6}, name="Soul")])
    for roll, hp, burning in ((13, 39, 1), (9, 40, 1), (8, 40, 0)):  # AC 18 needs 13, MD 14 needs 9
        found = scene(lance)
        found.do("use:0:ann", roll)
        assert (found.hp("ann"), len(found.get("ann").lasting)) == (hp, burning), roll
        found.check_clean()


@clause("ES-169", "ES-170")
def test_both_attacks_may_have_to_hit_different_targets() -> None:
    both = rider("hit", {"damage": 10}, needs=["all_hit", "new_hit"])
    for second, hp in (("at:bob", 40 - 11), ("at:ann", 40)):
        found = Scene(
            [pc("ann"), pc("bob", initiative=0), dummy("fiend", attacks=[attack("Fists", attacks=2, riders=[both])], initiative=30,
             engaged=["ann", "bob"])], [10, 5, 1],
        )  # fmt: skip
        found.do("use:0:ann", 12)
        found.do(second, 12)
        assert found.hp("bob") == hp
        found.check_clean()


@clause("ES-170")
def test_a_row_may_be_for_friends_that_were_hit() -> None:
    whip = attack(
        "Whip", kind="close", defence="MD", targets={"count": 1, "range": "nearby", "who": "creature"},
        hit=[{"damage": 9}, {"heal": 6, "against": "ally called hound"}, {"damage": 4, "on": "self", "against": "not_ally"}],
    )  # fmt: skip
    people = [pc("ann"), fiend(whip), dummy("hound-a"), dummy("mule")]
    for whom, hp, own in (("hound-a", 97, 100), ("mule", 91, 100), ("ann", 31, 96)):
        rows = [{**one, "block": {**one["block"], "name": "Hound"}} if one["id"] == "hound-a" else one for one in people]  # type: ignore[dict-item]
        found = Scene(rows, [10, 1, 1, 1])
        found.do(f"use:0:{whom}", 12)
        assert (found.hp(whom), found.hp("fiend")) == (hp, own)
        found.check_clean()


@clause("ES-94")
def test_a_bonus_may_count_against_whomever_one_has_come_at() -> None:
    lance = attack("Lance", bonus=8)
    rush = {"name": "Rush", "crit": 2, "against": "rushed", "with": ["Lance"]}
    found = Scene([pc("ann"), dummy("fiend", attacks=[lance], initiative=30, bonuses=[rush])], [10, 1])
    user, power = found.get("fiend"), found.get("fiend").block.powers[0]
    assert crit_floor(found.battle, user, power, found.get("ann")) == 20
    found.do("move/engage:ann")
    assert crit_floor(found.battle, user, power, found.get("ann")) == 18
    met = scene(lance, bonuses=[rush])  # engaged with Ann from the start
    assert crit_floor(met.battle, met.get("fiend"), met.get("fiend").block.powers[0], met.get("ann")) == 20


@clause("ES-106")
def test_some_rolls_send_the_attack_at_a_random_creature_nearby() -> None:
    bow = attack(
        "Bow", kind="ranged", bonus=8, strays="1-5",
        riders=[rider("natural 1-5", {"damage": 3, "on": "self"}, needs=["strayed"], name="Fury")],
    )  # fmt: skip

    def stage() -> Scene:
        return Scene([pc("ann"), pc("bob", initiative=0), dummy("fiend", attacks=[bow], initiative=30), dummy("mate")], [10, 5, 1, 1])

    found = stage()
    found.do("use:0:ann", 4, 2, 15)  # a 4 goes astray: the second of Ann, Bob and the mate, rolled again
    assert (found.hp("ann"), found.hp("bob"), found.hp("fiend")) == (40, 39, 100)
    found.check_clean()
    again = stage()
    again.do("use:0:ann", 4, 3, 5)  # ... at the mate, and a 5 once more: no third roll, but 3 damage
    assert (again.hp("mate"), again.hp("fiend")) == (100, 97)
    again.check_clean()


@clause("ES-59")
def test_a_clumsy_attack_leaves_an_opening() -> None:
    slap = attack("Slap", bonus=8, riders=[rider("natural 1-3", {"opening": True})])
    found = scene(slap)
    found.do("use:0:ann", 3)
    assert found.now == "opportunity ann"
    found.do("yes", 15)
    assert found.hp("fiend") == 90
    found.check_clean()
    steady = scene(slap)
    steady.do("use:0:ann", 4)
    assert steady.hp("fiend") == 100
    steady.check_clean()


@clause("ES-155", "ES-170")
def test_a_granted_power_may_cost_one_of_its_uses() -> None:
    healing: Row = {"heal": 20, "on": "self"}
    vigor: Row = {"name": "Vigor", "kind": "close", "usage": "1/battle", "targets": {"who": "self"}, "hit": [healing]}
    blade = attack("Blade", riders=[rider("hit", {"attack": "Vigor", "spends": True})])
    found = scene(blade, powers=[vigor])
    found.rule("set", who="fiend", stat="hp", value=50)
    found.do("use:0:ann", 12)
    assert (found.hp("fiend"), found.get("fiend").used[1]) == (70, 1)
    for _ in range(3):
        found.end_turn()
    found.do("use:0:ann", 12)  # nothing is left of it
    assert (found.hp("fiend"), found.get("fiend").used[1]) == (70, 1)
    found.check_clean()


@clause("ES-170")
def test_damage_may_fall_on_random_creatures_of_either_side() -> None:
    squeal = attack("Squeal", hit=[{"damage": 4, "on": "random_creature", "count": 2, "among": "not_called imp"}])
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(squeal), dummy("imp", name="Imp"), dummy("mule")], [10, 5, 1, 1, 1])
    found.do("use:0:ann", 12, 3, 2)  # of Ann, Bob and the mule the third, then of the others the second
    assert (found.hp("ann"), found.hp("bob"), found.hp("imp"), found.hp("mule")) == (40, 36, 100, 96)
    found.check_clean()


@clause("ES-56")
def test_an_effect_may_bite_whoever_disengages_from_its_source() -> None:
    hook = attack("Hook", hit=[{"each_time": {"when": "disengages from source", "effects": [{"damage": 8}], "once": True}, **BATTLE}])
    for roll, hp in ((15, 32), (5, 40)):
        found = scene(hook)
        found.do("use:0:ann", 12)
        found.end_turn()
        found.do("disengage", roll)
        assert found.hp("ann") == hp
        found.check_clean()


@clause("ES-157")
def test_the_save_that_ends_it_may_hurt_for_every_failure() -> None:
    dream = attack("Dream", hit=[{"inflict": "dazed", "until": "save", "after_save": [{"damage": "failures x10", "type": "psychic"}]}])
    found = scene(dream, people=[pc("ann", hp=60), pc("bob", initiative=0)])
    found.do("use:0:ann", 12)
    found.end_turn()
    found.end_turn(5)
    found.end_turn()
    found.end_turn()
    found.end_turn(6)
    assert found.hp("ann") == 60
    found.end_turn()
    found.end_turn()
    found.end_turn(11)  # two failures, then a success
    assert (found.hp("ann"), found.get("ann").lasting) == (40, [])
    found.check_clean()


@clause("ES-159")
def test_an_effect_may_end_early_when_its_source_drops() -> None:
    hush = attack("Hush", hit=[{"inflict": "no_spells", "until": "end of target's next turn", "ends_when": ["source drops"]}])
    found = Scene([pc("ann"), pc("bob", initiative=0), fiend(hush), dummy("other", initiative=-9)], [10, 5, 1, 1])
    found.do("use:0:ann", 12)
    assert found.get("ann").conditions & b.NO_SPELLS
    found.rule("set", who="fiend", stat="hp", value=0)
    assert not found.get("ann").conditions & b.NO_SPELLS


@clause("ES-170")
def test_what_an_effect_grants_its_source_is_made_at_once() -> None:
    answer: Row = {"when": "attacks source", "effects": [{"attack": "Glare", "at": "same"}]}
    lasting: Row = {"each_time": answer, "ends_when": ["attacks"], **BATTLE}
    glare = attack("Glare", kind="close", targets={"range": "nearby"}, hit=[lasting])
    found = scene(glare, attack("Swat"))
    found.do("use:0:ann", 12)
    found.end_turn()
    found.do("use:0:fiend", 15, 12)  # Ann's sword, and the answer
    assert len(found.get("ann").lasting) == 1  # the old one is over, the answer has put a new one on her
    found.check_clean()


@clause("ES-170")
def test_a_power_may_need_the_first_round_a_free_start_or_foes_in_good_order() -> None:
    named = {
        "first_round": "only in the first round", "started_free": "only on a turn begun free",
        "hp 101+": "it would cost too much", "enemies 0 dazed": "only without enemies (dazed)",
    }  # fmt: skip
    powers = [attack(f"A{place}", needs=[need], targets={"range": "nearby"}, kind="close") for place, need in enumerate(named)]
    daze = attack("Daze", hit=[{"inflict": "dazed", "until": "end of battle"}])
    found = scene(*powers, daze)
    offered = found.options
    assert "use:0:ann" in offered and "use:3:ann" in offered
    assert "use:1:ann" not in offered and "use:2:ann" not in offered
    found.do("use:4:ann", 12)
    for _ in range(3):
        found.end_turn()
    assert "use:0:ann" not in found.options and "use:3:ann" not in found.options


@clause("ES-30")
def test_a_power_may_answer_some_kinds_of_attack_and_some_attackers_only() -> None:
    sting = attack(
        "Sting", kind="close", action="free", trigger="self_attacked", targets={"range": "nearby", "filter": "not_engaged_with_it"},
        answers=["ranged"],
    )  # fmt: skip
    bow = {"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    people = [pc("ann", attacks=[sword, bow], initiative=20), pc("bob", attacks=[sword, bow])]
    found = Scene([*people, dummy("fiend", attacks=[sting], engaged=["ann"])], [10, 10, 1])
    found.do("use:0:fiend", 15)
    assert found.now == "turn ann"  # a sword is not what it waits for
    found.end_turn()
    found.do("use:1:fiend", 15)
    assert found.now == "triggered fiend"
    found.do("yes", 12)
    assert found.hp("bob") == 39
    found.check_clean()


@clause("ES-170")
def test_damage_may_be_counted_by_recoveries_or_by_those_around_the_target() -> None:
    drain = attack("Drain", hit=[{"damage": 1}], riders=[rider("natural odd hit", {"damage": "1d6", "per": "recovery"})])
    found = scene(drain, people=[pc("ann", recoveries=2), pc("bob", initiative=0)])
    found.do("use:0:ann", 11, 3, 4)  # two recoveries: 2d6
    assert found.hp("ann") == 40 - 1 - 7
    found.check_clean()
    spent = scene(drain, people=[pc("ann", recoveries=0), pc("bob", initiative=0)])
    spent.do("use:0:ann", 11)  # none left: no die at all
    assert spent.hp("ann") == 39
    spent.check_clean()
    gnaw = attack("Gnaw", hit=[{"damage": 1}], riders=[rider("hit", {"damage": 2, "per": "besetter hound"})])
    beset = Scene(
        [pc("ann"), fiend(gnaw, name="Fiend"), dummy("a", name="Hound", engaged=["ann"]), dummy("b", name="Hound", engaged=["ann"]),
         dummy("c", name="Mule", engaged=["ann"])], [10, 1, 1, 1],
    )  # fmt: skip
    beset.do("use:0:ann", 11)
    assert beset.hp("ann") == 40 - 1 - 2 * 2
    beset.check_clean()


def test_only_damage_is_counted_by_something() -> None:
    wrong: list[tuple[Row, str]] = [
        ({"heal": 3, "per": "recovery"}, "per counts damage"), ({"damage": 3, "per": "moons"}, "nothing to count damage by"),
    ]  # fmt: skip
    for row, said in wrong:
        with pytest.raises(ValueError, match=said):
            stat_block({**STRANGE, "attacks": [attack("Drain", hit=[row])]})


@clause("ES-170", "ES-36")
def test_granted_attacks_may_go_on_as_long_as_the_die_is_high() -> None:
    hooks = attack("Hooks", riders=[rider("natural 16+", {"attack": "Hooks", "chain": "escalation"})])
    for die, rolls in ((0, 1), (1, 2), (3, 4)):
        found = scene(hooks)
        if die:
            found.rule("set_escalation", value=die)
        found.do("use:0:ann", *[16] * rolls)  # one attack more than the die shows
        assert found.hp("ann") == 40 - rolls
        found.check_clean()


@clause("ES-157")
def test_a_penalty_may_grow_with_every_failed_save_and_end_with_the_last() -> None:
    rolls: Row = {"attack": -1, "save": -1}
    more: Row = {"modifier": rolls, "cumulative": True, "until": "while affected"}
    found = scene(attack("Burrow", hit=[{"modifier": rolls, "until": "save", "each_failed_save": [more]}]))
    found.do("use:0:ann", 12)
    found.end_turn()
    found.end_turn(11)  # 11 - 1 is not enough
    assert found.get("ann").modifiers[b.ON_ATTACK] == -2
    found.end_turn()
    found.end_turn()
    found.end_turn(12)  # 12 - 2 is not
    assert found.get("ann").modifiers[b.ON_ATTACK] == -3
    found.end_turn()
    found.end_turn()
    found.end_turn(14)  # 14 - 3 is, and all of it is over
    assert (found.get("ann").modifiers[b.ON_ATTACK], found.get("ann").lasting) == (0, [])
    found.check_clean()


@clause("ES-170")
def test_a_row_may_need_that_no_friend_is_affected() -> None:
    chant = attack("Chant", riders=[rider("hit", {"damage": 5, "against": "not_friends_affected"})])
    daze: Row = {"name": "Daze", "bonus": 30, "defence": "AC", "hit": [{"inflict": "dazed", "until": "save"}]}
    for dazed, hp in ((False, 34), (True, 39)):
        ann = pc("ann", initiative=40, attacks=[daze])
        found = Scene([ann, fiend(chant), dummy("mate", engaged=["ann"])], [10, 1, 1])
        if dazed:
            found.do("use:0:mate", 12)
        found.end_turn()
        found.do("use:0:ann", 12)
        assert found.hp("ann") == hp
        found.check_clean()


def test_the_exact_reading_keeps_the_faces_apart_on_which_another_defence_is_beaten() -> None:
    lance: Row = {
        "name": "Lance", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "riders": [rider("beats MD", {"damage": 5})],
    }  # fmt: skip
    found = Scene([pc("ann", attacks=[lance], initiative=30, engaged=["foe"]), dummy("foe")], [10, 1])
    shown = hp_odds(odds(found, "use:0:foe"), "Dummy foe")
    # AC 18 needs 11, MD 14 needs 7: 1 to 6 nothing, 7 to 10 the 5 alone, 11 to 19 both, 20 twice 10 and the 5
    assert shown == {100: Fraction(6, 20), 95: Fraction(4, 20), 85: Fraction(9, 20), 75: Fraction(1, 20)}


def test_the_exact_reading_follows_an_attack_that_strays() -> None:
    bow: Row = {"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "strays": "1-5", "hit": [{"damage": 10}]}
    found = Scene([pc("ann", attacks=[bow], initiative=30), dummy("foe"), dummy("mate")], [10, 1, 1])
    shown = hp_odds(odds(found, "use:0:foe"), "Dummy foe")
    again = Fraction(5, 20) * Fraction(1, 2)  # it strays, and comes back at the foe, one of two creatures nearby
    assert shown[90] == Fraction(9, 20) + again * Fraction(9, 20)
    assert shown[80] == Fraction(1, 20) + again * Fraction(1, 20)
