"""Riders that look at the other attacks of an act, at the number of targets or at earlier hits; choices in a hit line; tables;
attacks unlocked for later; rows for some of the others."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import HAS_QUICK, HAS_STANDARD
from tests.support import clause
from tests.systems.escalation.fiend import Row, attack, fiend, rider, scene
from tests.systems.escalation.scene import Scene, dummy, pc

BATTLE: Row = {"until": "end of battle"}


def claws(*riders: Row, times: int = 2) -> Row:
    return attack("Claws", bonus=8, attacks=times, hit=[{"damage": 1}], riders=list(riders))


@clause("ES-169", "ES-170")
def test_a_rider_may_need_that_all_attacks_of_the_act_hit_or_miss() -> None:
    both = rider("hit", {"damage": 10}, needs=["all_hit"])
    none = rider("miss", {"modifier": {"attack": 1}, "on": "self", "cumulative": True, **BATTLE}, needs=["all_missed"])
    for dice, hp, bonus in (([15, 15], 28, 0), ([15, 3], 39, 0), ([3, 15], 39, 0), ([3, 3], 40, 1)):
        found = scene(claws(both, none))
        found.do("use:0:ann", *dice)
        assert (found.hp("ann"), found.get("fiend").modifiers[b.ON_ATTACK]) == (hp, bonus), dice
        found.check_clean()


@clause("ES-169", "ES-170")
def test_a_rider_may_need_the_first_attack_of_the_act() -> None:
    first = rider("natural even", {"damage": 5, "on": "self"}, needs=["first_attack"])
    for dice, hp in (([12, 11], 95), ([11, 12], 100)):
        found = scene(claws(first))
        found.do("use:0:ann", *dice)
        assert found.hp("fiend") == hp
        found.check_clean()


@clause("ES-170")
def test_how_many_targets_a_breath_has_may_matter() -> None:
    breath = attack(
        "Breath", kind="close", targets={"count": 2, "range": "nearby", "up_to": True},
        hit=[{"damage": 3, "against": "not_single"}, {"damage": 20, "against": "single"}],
        riders=[rider("natural even hit", {"damage": 1}, needs=["several"])],
    )  # fmt: skip
    found = scene(breath)
    found.do("use:0")
    found.do("at:ann")
    found.do("at:bob", 12, 11)
    assert (found.hp("ann"), found.hp("bob")) == (40 - 3 - 1, 40 - 3)
    found.check_clean()
    alone = scene(breath)
    alone.do("use:0")
    alone.do("at:ann")
    alone.do("at:", 12)
    assert (alone.hp("ann"), alone.hp("bob")) == (20, 40)
    alone.check_clean()


@clause("ES-170")
def test_earlier_attacks_and_hits_are_remembered() -> None:
    fists = attack("Fists", hit=[{"damage": 2}, {"extra_damage": 4, "against": "not_attacked"}])
    found = scene(fists)
    found.do("use:0:ann", 11)
    for _ in range(3):
        found.end_turn()
    found.do("use:0:ann", 11)
    assert found.hp("ann") == 40 - 6 - 2
    found.check_clean()
    mark = attack("Mark", attacks=3, hit=[{"damage": 1}, {"inflict": "no_recovery", "against": "hit by mark 2 times", **BATTLE}])
    twice = scene(mark)
    twice.do("use:0:ann", 11, 11, 1)
    assert not twice.get("ann").conditions & b.NO_RECOVERY, "the second hit is counted after it is dealt"
    thrice = scene(mark)
    thrice.do("use:0:ann", 11, 11, 11)
    assert thrice.get("ann").conditions & b.NO_RECOVERY
    assert thrice.get("ann").hits_taken == {"mark": 3}
    thrice.check_clean()


@clause("ES-66")
def test_filters_of_size_company_and_order() -> None:
    people: list[object] = [pc("ann"), pc("bob", initiative=0)]
    cases: list[tuple[str, dict[str, object], bool]] = [
        ("smaller", {"category": "large"}, True), ("smaller", {}, False), ("large", {}, False), ("slower", {}, True),
        ("sole", {}, True), ("outnumbered", {}, False), ("md 14-", {}, True), ("md 13-", {}, False), ("called ann", {}, True),
        ("called dummies", {}, False), ("beset 1", {}, True), ("beset 2", {}, False), ("beset 1 by fiend", {}, True),
        ("not_beset 1 by wolf", {}, True), ("under sneer", {}, False), ("marked hunted", {}, False),
    ]  # fmt: skip
    for word, figures, fits in cases:
        found = scene(attack("Hit", hit=[{"damage": 7, "against": word}]), people=people, **figures)
        found.do("use:0:ann", 11)
        assert found.hp("ann") == (33 if fits else 40), word
        found.check_clean()


@clause("ES-92", "ES-93")
def test_what_is_chosen_of_a_hit_line_is_doubled_by_a_crit() -> None:
    ways = [[{"damage": 9}], [{"damage": 4}, {"inflict": "stunned"}]]
    below = attack("Below", hit=[{"choose": {"by": "attacker", "options": ways}}])
    for die, pick, hp, stunned in ((11, "1", 31, False), (20, "1", 22, False), (11, "2", 36, True), (20, "2", 32, True)):
        found = scene(below)
        found.do("use:0:ann", die)
        assert found.now == "choose fiend"
        assert [option.label for option in found.asked.options] == ["9 damage", "4 damage; stunned"]
        found.do(pick)
        assert (found.hp("ann"), bool(found.get("ann").conditions & b.STUNNED)) == (hp, stunned)
        found.check_clean()


@clause("ES-170")
def test_whoever_is_struck_may_choose_and_the_machine_takes_what_hurts_least() -> None:
    loss = [[{"recoveries": -1}], [{"damage": 30}]]
    drain = attack("Drain", hit=[{"damage": 2}, {"choose": {"by": "target", "options": loss}}])
    found = scene(drain, people=[pc("ann", recoveries=3), pc("bob", initiative=0)])
    found.do("use:0:ann", 11)
    assert found.now == "choose ann"
    assert found.asked.options[0].label == "loses 1 recovery"
    found.do("1")
    assert (found.hp("ann"), found.get("ann").recoveries) == (38, 2)
    found.check_clean()


@clause("ES-170")
def test_a_die_of_its_own_picks_what_happens() -> None:
    flask = attack("Flask", hit=[{"damage": 3}, {"table": {"dice": "1d4", "results": {
        "1-2": [{"ongoing": 3, "type": "acid"}], "3": [{"inflict": "stuck"}], "4+": [{"damage": 5, "on": "all_foes"}],
    }}}])  # fmt: skip
    for face, hp, lasting in ((1, 37, 1), (3, 37, 1), (4, 32, 0)):
        found = scene(flask)
        found.do("use:0:ann", 11, face)
        assert (found.hp("ann"), len(found.get("ann").lasting)) == (hp, lasting)
        found.check_clean()


@clause("ES-27", "ES-170")
def test_a_bite_may_be_opened_up_for_the_next_turn_against_the_one_that_was_hit() -> None:
    hold = attack("Hold", riders=[
        rider("natural even hit", {"unlocks": "bite", "on": "self", "versus": "target", "until": "end of own next turn"}),
    ])  # fmt: skip
    bite = attack("Bite", needs=["granted"], hit=[{"damage": 15}])
    people = [pc("ann"), pc("bob", initiative=0), dummy("fiend", attacks=[hold, bite], initiative=30, engaged=["ann", "bob"])]
    found = Scene(people, [10, 5, 1])
    found.do("use:0:ann", 12)
    assert not any(option.startswith("use:1") for option in found.options), "not on this turn"
    for _ in range(3):
        found.end_turn()
    assert "use:1:ann" in found.options and "use:1:bob" not in found.options
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 24
    for _ in range(3):
        found.end_turn()
    assert not any(option.startswith("use:1") for option in found.options)
    found.check_clean()


@clause("ES-56")
def test_a_disengage_check_as_a_free_action() -> None:
    shot = attack("Hop", riders=[rider("natural 16+", {"slip_away": True, "on": "self"})])
    found = scene(shot)
    found.do("use:0:ann", 16, 11)  # the attack, then the check
    assert found.get("fiend").engaged == 0
    assert found.now == "go on fiend"
    found.do("stay")
    found.check_clean()


@clause("ES-27")
def test_a_second_move_may_cost_the_quick_action_and_a_second_standard_action_is_given() -> None:
    swoop = attack("Swoop", riders=[rider("natural even", {"free_move": "self", "action": "quick"}), rider(
        "natural 5/10/15/20", {"more_actions": "standard", "on": "self"}, once="turn"
    )])  # fmt: skip
    found = scene(swoop)
    found.do("use:0:ann", 12)
    assert found.now == "free move fiend"
    found.do("stay")
    assert not found.get("fiend").actions & HAS_QUICK
    again = scene(swoop)
    again.do("use:0:ann", 15)
    assert again.get("fiend").actions & HAS_STANDARD
    again.do("use:0:ann", 15)
    assert not again.get("fiend").actions & HAS_STANDARD, "once per turn"
    found.check_clean()
    again.check_clean()


@clause("ES-170")
def test_a_chain_of_attacks_may_grow_worse_and_a_granted_one_may_be_halved() -> None:
    shaft = attack("Shaft", bonus=4, riders=[rider("natural even hit", {"attack": "Shaft", "extra": -2, "chain": 2, "at": "any"})])
    found = Scene([pc("ann"), fiend(shaft)], [10, 1])
    found.do("use:0:ann", 14, 16, 18)  # 18, 18 (-2), 18 (-4) against AC 18: all hit
    assert found.hp("ann") == 37
    found.check_clean()
    order = attack("Order", riders=[rider("hit", {"attack": "basic", "on": "ally", "at": "same", "halved": True})])
    people = [pc("ann"), fiend(order), dummy("other", engaged=["ann"])]
    half = Scene(people, [10, 1, 1])
    half.do("use:0:ann", 11)
    half.do("other", 19)  # half of 5, rounded down
    assert half.hp("ann") == 40 - 1 - 2
    half.check_clean()


@clause("ES-170")
def test_a_row_may_be_for_allies_of_one_name_and_for_several() -> None:
    call = attack("Call", riders=[rider("hit", {"temp_hp": 4, "on": "ally", "among": "called wolf", "count": 2})])
    wolves = [dummy(f"wolf-{place}", name="Wolf", initiative=-9) for place in (1, 2, 3)]
    found = Scene([pc("ann"), fiend(call), *wolves, dummy("bear", name="Bear", initiative=-9)], [10, 1, 1, 1])
    found.do("use:0:ann", 11)
    assert found.options == ["wolf-1", "wolf-2", "wolf-3", "nobody"]
    found.do("wolf-3")
    assert found.options == ["wolf-1", "wolf-2", "nobody"]
    found.do("wolf-1")
    assert [found.get(f"wolf-{place}").temp_hp for place in (1, 2, 3)] == [4, 0, 4]
    found.check_clean()
    cheer = attack("Cheer", riders=[rider("hit", {"temp_hp": 3, "on": "all_allies", "among": "called wolf"})])
    loud = Scene([pc("ann"), fiend(cheer), *wolves], [10, 1, 1])
    loud.do("use:0:ann", 11)
    assert [loud.get(id).temp_hp for id in ("wolf-1", "wolf-2", "wolf-3", "fiend")] == [3, 3, 3, 0]
    loud.check_clean()


@clause("ES-159")
def test_the_struck_may_be_made_to_strike_a_friend() -> None:
    strings = attack("Strings", kind="close", hit=[{"compel": "basic"}])
    found = scene(strings, people=[pc("ann"), pc("bob", initiative=0), pc("cid", initiative=0)])
    found.do("use:0:ann", 11)
    assert (found.now, found.options) == ("compel fiend", ["bob", "cid"])
    found.do("cid", 12)  # 12 + 7 against AC 18
    assert (found.hp("cid"), found.hp("bob")) == (30, 40)
    found.check_clean()


@clause("ES-155")
def test_an_attack_may_wait_until_its_last_victim_has_saved_or_need_a_move_action() -> None:
    fire = attack("Dark fire", needs=["nobody_under"], hit=[{"inflict": "weakened"}])
    found = scene(fire)
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(2)
    found.end_turn()
    assert "somebody still suffers" in found.why_not("use:0:ann")
    found.end_turn()
    found.end_turn(12)
    found.end_turn()
    assert "use:0:ann" in found.options
    found.check_clean()
    pounce = attack("Pounce", needs=["has_move"])
    leap = scene(pounce)
    assert "use:0:ann" in leap.options
    leap.do("move/away")
    assert leap.options and "use:0:ann" not in leap.options


@clause("ES-92", "ES-170")
def test_what_a_table_in_a_hit_line_deals_is_doubled_by_a_crit_and_dice_may_be_multiplied() -> None:
    ray = attack("Ray", hit=[{"table": {"dice": "1d2", "results": {"1": [{"damage": "1d4x3"}], "2": [{"damage": 5}]}}}])
    for dice, hp in (([11, 1, 2], 34), ([20, 1, 2], 28), ([20, 2], 30)):
        found = scene(ray)
        found.do("use:0:ann", *dice)
        assert found.hp("ann") == hp, dice
        found.check_clean()


@clause("ES-170")
def test_a_granted_attack_may_reach_further_and_so_may_the_next_of_an_act() -> None:
    echo = attack("Echo", riders=[rider("natural even hit", {"attack": "Echo", "at": "other", "reach": True})])
    found = scene(echo)
    found.do("use:0:ann", 12, 11)
    assert (found.hp("ann"), found.hp("bob")) == (39, 39)
    found.check_clean()
    heads = attack(
        "Heads", attacks=2,
        riders=[rider("natural even", {"reaches": "heads", "on": "self", "until": "end of turn", "ends_when": ["attacks"]})],
    )  # fmt: skip
    snap = scene(heads)
    snap.do("use:0:ann", 12)
    assert snap.options == ["at:ann", "at:bob"]
    snap.do("at:bob", 11)
    assert (snap.hp("bob"), snap.get("fiend").lasting) == (39, [])
    snap.check_clean()


@clause("ES-165")
def test_the_target_may_be_handed_over_to_an_ally() -> None:
    rod = attack("Rod", riders=[rider("natural even", {"engage": "ally"})])
    found = Scene([pc("ann"), fiend(rod), dummy("other")], [10, 1, 1])
    found.do("use:0:ann", 12)
    found.do("other")
    assert found.get("ann").engaged & found.get("other").bit
    found.check_clean()


@clause("ES-173")
def test_one_use_a_round_may_be_shared_by_all_of_a_block() -> None:
    dive = attack("Dive", kind="close", usage="1/round", group_uses=True)
    found = Scene([pc("ann"), dummy("bat", attacks=[dive, attack("Nip")], initiative=30, count=2)], [10, 1])
    first = found.now.split(" ")[1]
    found.do("use:0:ann", 11)
    found.end_turn()
    assert found.now != f"turn {first}" and found.now.startswith("turn bat")
    assert "used this round" in found.why_not("use:0:ann")
    found.check_clean()


@clause("ES-173")
def test_an_ally_may_regain_a_power_it_has_used() -> None:
    jest = attack("Jest", riders=[rider("natural 18+", {"regain": "any", "on": "ally"})])
    once = attack("Once", usage="1/battle")
    found = Scene([pc("ann"), fiend(jest), dummy("other", attacks=[once, attack("Nip")], initiative=29, engaged=["ann"])], [10, 1, 1])
    found.end_turn()
    found.do("use:0:ann", 11)
    found.end_turn()
    found.until("turn fiend")
    found.do("use:0:ann", 18)
    found.do("other")
    assert found.get("other").used[0] == 0
    found.check_clean()


@clause("ES-89", "ES-170")
def test_the_same_roll_may_count_against_further_enemies() -> None:
    eye = attack("Eye", kind="close", bonus=8, hit=[{"damage": 4}], riders=[
        rider("natural 16+", {"also_at": 1}), rider("natural 18+", {"also_at": 1}),
    ])  # fmt: skip
    people: list[object] = [pc("ann"), pc("bob", initiative=0, ac=30), pc("cid", initiative=0)]
    found = Scene([*people, dummy("fiend", attacks=[eye], initiative=30)], [10, 5, 5, 1])
    found.do("use:0:ann", 16)
    assert found.options == ["bob", "cid"]
    found.do("bob")  # 16 + 8 misses AC 30
    assert [found.hp(id) for id in ("ann", "bob", "cid")] == [36, 40, 40]
    found.check_clean()
    high = Scene([*people, dummy("fiend", attacks=[eye], initiative=30)], [10, 5, 5, 1])
    high.do("use:0:ann", 18)
    high.do("cid")  # and then nobody is left but Bob
    assert [high.hp(id) for id in ("ann", "bob", "cid")] == [36, 40, 36]
    high.check_clean()


@clause("ES-113")
def test_a_recovery_may_need_a_save_first() -> None:
    brand = attack("Brand", hit=[{"recovery_save": 11, **BATTLE}])
    for die, left in ((10, 3), (11, 2)):
        found = scene(brand, people=[pc("ann", recoveries=3), pc("bob", initiative=0)])
        found.do("use:0:ann", 11)
        found.end_turn()
        found.do("rally", *([die] if die < 11 else [die, 1, 1, 1]))
        assert found.get("ann").recoveries == left
        found.check_clean()


@clause("ES-104")
def test_a_row_may_be_for_everybody_whom_the_attack_hit() -> None:
    hymn = attack(
        "Hymn", kind="close", bonus=8, targets={"count": "all", "range": "nearby"},
        riders=[rider("hit", {"modifier": {"save": -2}, "on": "each_hit", **BATTLE}, once="turn", needs=["several_hit"])],
    )  # fmt: skip
    people: list[object] = [pc("ann"), pc("bob", initiative=0), pc("cid", initiative=0)]
    found = Scene([*people, dummy("fiend", attacks=[hymn], initiative=30)], [10, 5, 5, 1])
    found.do("use:0", 11, 3, 12)  # Ann and Cid
    assert [found.get(id).modifiers[b.ON_SAVE] for id in ("ann", "bob", "cid")] == [-2, 0, -2]
    found.check_clean()
    alone = Scene([*people, dummy("fiend", attacks=[hymn], initiative=30)], [10, 5, 5, 1])
    alone.do("use:0", 11, 3, 3)
    assert alone.get("ann").modifiers[b.ON_SAVE] == 0, "only one was hit"
    alone.check_clean()


@clause("ES-165")
def test_an_ally_may_pop_free_of_the_target() -> None:
    horns = attack("Horns", hit=[{"damage": 1}, {"pop_free": "ally_from_target"}])
    found = Scene([pc("ann"), fiend(horns), dummy("other", engaged=["ann"])], [10, 1, 1])
    found.do("use:0:ann", 11)
    found.do("other")
    assert not found.get("ann").engaged & found.get("other").bit
    assert found.get("ann").engaged & found.get("fiend").bit
    found.check_clean()
