"""Moments of the whole field: somebody sets out, comes, leaves; the company a trait needs; heads that grow. Scripted dice."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from quintain.systems.escalation.file_format.block_files import stat_block
from quintain.systems.escalation.play.sentences_occasions import occasion_text
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import DYING, SLAIN
from quintain.systems.escalation.traits.occasions import OccasionQuestion
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, HURT, Scene, dummy, pc, row

GATE = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]


@clause("ES-30")
def test_whoever_sets_out_may_be_stopped_by_one_who_waits_for_that() -> None:
    mire = row("enemy_moves", {"roll_save": {"difficulty": 11, "failure": [{"inflict": "stuck", "until": "save"}]}}, within="nearby")
    scene = Scene([pc("ann"), pc("bob", initiative=4), dummy(occasions=mire)], [20, 10, 1], zones=GATE)
    scene.do("move/zone:gate", 5)  # the save fails: stuck, and she has not moved
    assert (scene.get("ann").zone, scene.get("ann").conditions) == (0, b.STUCK)
    scene.end_turn(12)  # her save at the end of the turn succeeds
    scene.do("move/zone:gate", 11)  # Bob's save succeeds: he goes
    assert scene.get("bob").zone == 1
    scene.check_clean()


@clause("ES-30")
def test_a_move_out_of_its_sight_sets_nothing_off() -> None:
    scene = Scene([pc("ann", zone="gate"), dummy(occasions=row("enemy_moves", HURT, within="nearby"))], [20, 1], zones=GATE)
    scene.do("move/zone:yard")
    assert scene.hp("ann") == 40
    scene.check_clean()


SHOT = {"name": "Shot", "kind": "ranged", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}


@clause("ES-30", "ES-54")
def test_a_shot_just_before_contact_is_made_from_outside_the_melee_and_may_end_the_move() -> None:
    """Shot +8 against AC 18: 10 hits. The archer is free when it shoots, so the shot draws nothing from Bob either."""
    swift = row("enemy_comes", {"attack": "Shot", "at": "same"}, needs=["free"], chance="d20 11+", asks=True)
    people = [pc("ann", hp=5), pc("bob", initiative=4), dummy(attacks=[SHOT], occasions=swift)]
    scene = Scene(people, [20, 10, 1])
    scene.do("move/engage:dummy")
    assert scene.now == "occasion dummy"
    scene.do("yes", 11, 10)  # the d20 of the trait shows 11, the attack 10: 5 damage drop Ann before she arrives
    assert scene.get("ann").state == DYING
    assert scene.get("dummy").engaged == 0
    scene.do("move/engage:dummy")
    scene.do("yes", 10)  # no shot: Bob arrives
    assert scene.get("dummy").engaged == scene.get("bob").bit
    scene.check_clean()


@clause("ES-165")
def test_it_slips_out_of_a_melee_that_an_ally_joins() -> None:
    split = row("ally_engages", {"pop_free": "self"}, asks=True)
    people = [pc("ann", initiative=-5), dummy("archer", occasions=split, engaged=["ann"]), dummy("brute", initiative=9)]
    scene = Scene(people, [1, 10, 20])
    assert scene.now == "turn brute"
    scene.do("move/engage:ann")
    scene.do("yes")
    assert scene.get("archer").engaged == 0
    assert scene.get("ann").engaged == scene.get("brute").bit
    scene.check_clean()


@clause("ES-56", "ES-57")
def test_whoever_disengages_goes_first_and_is_followed_then() -> None:
    tenacious = row("enemy_disengages", {"chase": True}, save=11, asks=True)
    people = [pc("ann", engaged=["dummy"], initiative=9), dummy(occasions=tenacious), pc("bob", initiative=4)]
    scene = Scene(people, [20, 1, 10], zones=GATE)
    scene.do("disengage", 11)
    assert scene.now == "go on ann"
    scene.do("beside:bob")
    assert scene.get("ann").engaged == 0
    scene.do("yes", 11)  # the save succeeds: it comes after her
    assert scene.get("dummy").engaged == scene.get("ann").bit
    scene.check_clean()


def test_it_follows_nobody_into_another_zone_and_stays_where_its_save_fails() -> None:
    tenacious = row("enemy_disengages", {"chase": True}, save=11, asks=True)
    people = [pc("ann", engaged=["dummy"], initiative=9), dummy(occasions=tenacious)]
    for answers in (["zone:gate"], ["stay"]):
        scene = Scene(people, [20, 1], zones=GATE)
        scene.do("disengage", 11)
        scene.do(answers[0])
        scene.do("yes", 11 if answers[0] == "zone:gate" else 10)
        assert scene.get("dummy").engaged == 0
        scene.check_clean()


@pytest.mark.parametrize(
    ("needs", "harm"),
    [
        (["allies 2+ called hound"], 4), (["allies 3+ called hound"], 0), (["allies 2+ called toad"], 0), (["allies 2+"], 4),
        (["enemies 0 dazed"], 4), (["enemies 0"], 0), (["enemies 1+ hp 40-"], 4), (["enemies 1+ hp 39-"], 0), (["outnumber"], 4),
        (["outnumber hound"], 4), (["outnumber toad"], 0), (["last"], 0), (["hurt"], 0), (["unseen"], 0),
    ],
)  # fmt: skip
def test_a_trait_may_need_company_or_the_lack_of_it(needs: list[str], harm: int) -> None:
    """Three hounds against Ann and Bob, all unhurt and in plain sight."""
    aura = row("enemy_turn_start", HURT, needs=needs, once="round", shared=True)
    hounds = [dummy(each, name="Mud hound", occasions=aura) for each in ("one", "two", "three")]
    scene = Scene([pc("ann"), pc("bob", initiative=4), *hounds], [20, 10, 1])
    # all three have the trait, but share its uses: it comes once
    assert (scene.now, scene.hp("ann")) == ("turn ann", 40 - harm)
    scene.check_clean()


@clause("ES-171")
def test_of_a_mob_only_the_last_bursts_and_only_once() -> None:
    burst = row("drops", {"damage": 6, "on": "each_engaged"}, needs=["last"], once="battle", shared=True)
    mob = {**dummy("imp", category="mook", hp=4, occasions=burst), "count": 3}
    scene = Scene([pc("ann"), mob], [20, 1])
    imps = [each.id for each in scene.battle.fighters if each.id != "ann"]
    scene.do(f"move/engage:{imps[0]}")
    scene.do(f"use:0:{imps[0]}", 12)  # 10 damage: two fall, one of four hit points is left with 2
    assert scene.hp("ann") == 40
    scene.end_turn()
    while scene.now != "turn ann":
        scene.end_turn()
    last = next(each for each in imps if scene.get(each).state != SLAIN)
    scene.do(f"move/engage:{last}")
    scene.do(f"use:0:{last}", 12)
    assert scene.hp("ann") == 34
    scene.check_clean()


@clause("ES-36")
def test_a_trait_may_wait_for_the_die_to_rise() -> None:
    scene = Scene([pc("ann"), dummy(occasions=row("escalation_rises", {"damage": 4, "on": "each_nearby"}))], [20, 1])
    scene.end_turn()
    scene.end_turn()
    assert (scene.battle.escalation, scene.hp("ann")) == (1, 36)
    scene.rule("set_escalation", value=0)
    assert scene.hp("ann") == 36
    scene.check_clean()


@clause("ES-117", "ES-169")
def test_a_head_grows_when_it_is_staggered_and_another_the_second_time() -> None:
    """80 hp, then 40 + 30 = 70, then 35 + 30: staggered at 40, at 35, and then no more."""
    bite = {"name": "Bite", "bonus": 8, "defence": "AC", "attacks": 2, "hit": [{"damage": 1}]}
    grow: list[dict[str, object]] = [{"fresh_hp": 30, "on": "self"}, {"more_attacks": "Bite", "on": "self", "until": "end of battle"}]
    heads = [
        {"name": "Third head", "when": "staggered", "nth": 1, "effects": grow},
        {"name": "Fourth head", "when": "staggered", "nth": 2, "effects": grow},
    ]
    smash = {"name": "Smash", "bonus": 20, "defence": "AC", "hit": [{"damage": 40}]}
    small = {"name": "Tap", "bonus": 20, "defence": "AC", "hit": [{"damage": 35}]}
    scene = Scene([pc("ann", attacks=[smash, small], engaged=["dummy"]), dummy(hp=80, attacks=[bite], occasions=heads)], [20, 1])
    scene.do("use:0:dummy", 10)
    assert (scene.hp("dummy"), scene.get("dummy").max_hp) == (70, 70)
    scene.end_turn()
    scene.do("use:0:ann", 2, 2, 2)  # three bites now, all missing
    scene.end_turn()
    scene.do("use:1:dummy", 10)
    assert (scene.hp("dummy"), scene.get("dummy").max_hp) == (65, 65)
    scene.end_turn()
    scene.do("use:0:ann", 2, 2, 2, 2)
    scene.end_turn()
    scene.do("use:0:dummy", 10)  # 65 - 40: staggered for the third time, and nothing grows
    assert (scene.hp("dummy"), scene.get("dummy").max_hp) == (25, 65)
    scene.check_clean()


def test_splinters_find_so_many_at_random_that_were_not_in_its_melee() -> None:
    burst = row(
        "drops", {"damage": 6, "on": "each_engaged"},
        {"damage": 6, "on": "random_nearby", "count": "1d2", "among": "not_engaged_with_it"},
    )  # fmt: skip
    people = [pc("ann", engaged=["dummy"]), pc("bob", initiative=4), pc("cyd", initiative=3), dummy(hp=10, occasions=burst)]
    scene = Scene(people, [20, 10, 9, 1])
    scene.do("use:0:dummy", 12)
    scene.do("slay", 1, 2)  # it falls; one of two, the second: Cyd
    assert [scene.hp(each) for each in ("ann", "bob", "cyd")] == [34, 40, 34]
    scene.check_clean()


@clause("ES-155")
def test_an_additional_use_is_one_more_even_where_none_is_spent() -> None:
    breath = {"name": "Breath", "bonus": 8, "defence": "PD", "kind": "close", "usage": "1/battle", "hit": [{"damage": 1}]}
    more = row("staggered", {"regain": "Breath", "extra": 1})
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(hp=20, attacks=[breath], occasions=more)], [20, 1])
    scene.do("use:0:dummy", 12)  # 10 of 20: staggered
    scene.end_turn()
    scene.do("use:0:ann", 2)
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 2)
    scene.end_turn()
    scene.end_turn()
    assert "use:0:ann" not in scene.options
    scene.check_clean()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"needs": ["allies two"]}, "counts nobody"), ({"shared": True}, "wants a once"),
        ({"when": "attacking", "nth": 2}, "neither shared nor counted"),
        ({"needs": ["enemies 0 purple"]}, "says nothing about a target"),
    ],
)  # fmt: skip
def test_nonsense_about_company_is_refused_with_what_would_be_right(fields: dict[str, object], said: str) -> None:
    occasion = {"name": "Trait", "when": "turn_start", "effects": [HURT], **fields}
    with pytest.raises(ValidationError, match=said):
        stat_block({**DUMMY, "occasions": [occasion]})


def test_a_trait_of_the_field_is_told_in_a_sentence() -> None:
    occasions: list[dict[str, object]] = [
        {"name": "One", "when": "enemy_moves", "once": "round", "times": 2, "effects": [HURT]},
        {"name": "Two", "when": "drops", "needs": ["last", "allies 2+ called hound"], "nth": 2,
         "effects": [{**HURT, "on": "all_foes"}]},
    ]
    block = stat_block({**DUMMY, "occasions": occasions})
    assert [occasion_text(each) for each in block.occasions] == [
        "When an enemy sets out to move, 2 times per round: 4 damage.",
        "When it drops, if it is the last of them and with 2 or more allies (hound), only time 2 that this happens: "
        "all its enemies: 4 damage.",
    ]


@clause("ES-59")
def test_an_attack_that_cannot_be_used_now_is_no_opportunity_attack_either() -> None:
    bite = {"name": "Bite", "bonus": 8, "defence": "AC", "needs": ["escalation_odd"], "hit": [{"damage": 5}]}
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[bite])], [20, 1], zones=GATE)
    scene.do("move/zone:gate")  # the die shows 0: nobody strikes at her
    assert (scene.get("ann").zone, scene.hp("ann")) == (1, 40)
    scene.check_clean()


@clause("ES-30", "ES-159")
def test_whoever_gives_up_its_attacks_to_shake_off_effects_does_so_even_stunned() -> None:
    resolve = row(
        "turn_start", {"shake_off": "save_each", "on": "self"}, {"inflict": "no_attack", "on": "self", "until": "end of turn"},
        asks=True, unhindered=True,
    )  # fmt: skip
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=resolve)], [20, 1])
    scene.rule("mishap", who="dummy", condition="stunned", until="save")
    scene.end_turn()
    scene.do("yes", 11)
    assert scene.get("dummy").conditions == b.NO_ATTACK
    assert scene.now == "turn dummy"
    assert "use:0:ann" not in scene.options
    scene.end_turn()
    assert scene.get("dummy").conditions == 0
    scene.check_clean()


def test_the_machine_gives_up_its_attacks_only_where_it_has_none_anyway() -> None:
    resolve = row(
        "turn_start", {"shake_off": "save_each", "on": "self"}, {"inflict": "no_attack", "on": "self", "until": "end of turn"},
        asks=True, unhindered=True,
    )  # fmt: skip
    scene = Scene([pc("ann"), dummy(occasions=resolve)], [20, 1])
    scene.end_turn()
    dummy_, steady = scene.get("dummy"), scene.fight.system.tactic("steady")
    question = OccasionQuestion(scene.battle, dummy_, dummy_.block.occasions[0], dummy_)
    assert question.choose(steady).id() == "no"
    dummy_.conditions = b.STUNNED
    assert question.choose(steady).id() == "yes"
