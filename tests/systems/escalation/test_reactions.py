"""Powers that answer being staggered or dropping, attacks that riders grant, and what lies on whom at the same time."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import defence_of
from quintain.systems.escalation.rules.sheet import SLAIN, UP
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc

BURST = {
    "name": "Burst", "kind": "close", "action": "free", "trigger": "self_drops",
    "targets": {"count": "all", "range": "engaged"}, "hit": [{"damage": 7}],
}  # fmt: skip
LASH = {
    "name": "Lash out", "action": "free", "usage": "1/battle", "trigger": "self_staggered", "bonus": 8, "defence": "AC",
    "hit": [{"damage": 6}],
}  # fmt: skip


@clause("ES-30", "ES-117")
def test_a_power_set_off_by_being_staggered_is_used_once_the_blow_is_resolved() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(hp=20, powers=[LASH])], [20, 1])
    scene.do("use:0:dummy", 15)  # 15 + 7 = 22 hits AC 18: 10 damage, 10 of 20 is half
    assert scene.now == "triggered dummy"
    scene.do("yes", 10)  # 10 + 8 = 18 hits AC 18: 6
    assert (scene.hp("dummy"), scene.hp("ann")) == (10, 34)
    scene.rule("set", who="dummy", stat="hp", value=20)
    scene.end_turn()
    scene.until("turn ann")
    scene.do("use:0:dummy", 15)
    assert scene.now == "turn ann"  # its one use is gone
    scene.check_clean()


@clause("ES-30", "ES-109")
def test_whoever_drops_answers_as_its_last_act_those_it_was_engaged_with() -> None:
    people = [pc("ann", engaged=["dummy"]), pc("bob", engaged=["dummy"]), pc("cid"), dummy(hp=5, powers=[BURST]), dummy("two")]
    scene = Scene(people, [20, 10, 9, 1, 1])
    scene.do("use:0:dummy", 15)
    scene.do("slay")
    assert scene.now == "triggered dummy"
    scene.do("yes")
    assert [scene.hp(each) for each in ("ann", "bob", "cid")] == [33, 33, 40]  # 7 each; Cid was not in melee with it
    assert (scene.get("dummy").state, scene.get("dummy").engaged, scene.get("ann").engaged) == (SLAIN, 0, 0)
    scene.check_clean()


@clause("ES-34", "ES-109")
def test_ongoing_damage_sets_off_what_answers_dropping_and_both_sides_may_fall_together() -> None:
    scene = Scene([pc("ann", hp=7, engaged=["dummy"]), dummy(hp=5, powers=[BURST])], [1, 20])
    scene.rule("mishap", who="dummy", ongoing=5)
    scene.end_turn()  # 5 ongoing at the end of its turn: slain, and it bursts for 7
    scene.do("yes")
    assert scene.get("dummy").state == SLAIN
    assert scene.hp("ann") == 0
    assert scene.fight.outcome is not None
    assert scene.fight.outcome.result == "draw"  # decided once the act is fully resolved


GRANTS = {
    "name": "Claw", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}],
    "riders": [{"when": "natural even hit", "name": "Again", "effects": [{"attack": "Bite", "at": "other"}]}],
}  # fmt: skip


@clause("ES-170")
def test_an_attack_granted_against_another_creature_cannot_go_at_the_same_one() -> None:
    bite = {"name": "Bite", "bonus": 8, "defence": "AC", "hit": [{"damage": 9}]}
    people = [pc("ann"), pc("bob"), pc("cid"), dummy(attacks=[GRANTS, bite], engaged=["ann", "bob", "cid"])]
    scene = Scene(people, [1, 1, 1, 20])
    scene.do("use:0:ann", 12)  # 12 + 8 = 20 hits, and even
    assert scene.now == "aim dummy"
    assert scene.options == ["at:bob", "at:cid"]
    scene.do("at:bob", 11)
    assert [scene.hp(each) for each in ("ann", "bob", "cid")] == [35, 31, 40]
    scene.check_clean()


@clause("ES-104")
def test_a_modifier_on_one_roll_leaves_one_on_another_alone() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    scene.rule("modifier", who="ann", on="attack", value=2, name="light")
    scene.rule("modifier", who="ann", on="ac", value=-2, name="light")
    assert scene.get("ann").modifiers[b.ON_ATTACK] == 2
    assert defence_of(scene.get("ann"), b.AC) == 16  # 18 - 2
    scene.rule("modifier", who="ann", on="attack", value=1, name="light")  # the same circumstances judged anew
    assert scene.get("ann").modifiers[b.ON_ATTACK] == 1
    scene.check_clean()


@clause("ES-159")
def test_immunity_to_one_condition_leaves_the_rest_of_an_effect() -> None:
    hit = [{"damage": 1}, {"inflict": ["dazed", "vulnerable"]}]
    sting = {"name": "Sting", "bonus": 8, "defence": "AC", "hit": hit}
    scene = Scene([pc("ann", attacks=[sting], engaged=["dummy"]), dummy(immune_conditions=["dazed"])], [20, 1])
    scene.do("use:0:dummy", 15)
    (effect,) = scene.get("dummy").lasting
    assert effect.conditions == b.VULNERABLE
    assert scene.get("dummy").conditions == b.VULNERABLE
    scene.check_clean()


@clause("ES-83")
def test_a_grant_before_the_givers_place_lasts_to_that_place_in_the_next_round() -> None:
    # Ann 15, Vessa 12, Bob 11: Vessa is dead, and the GM grants on Ann's turn in round 1 for one round.
    scene = Scene([pc("vessa", initiative=9), pc("ann"), pc("bob", initiative=1), dummy()], [3, 10, 10, 1])
    scene.rule("set", who="vessa", stat="state", value="dead")
    scene.rule("grant_spirit", giver="vessa", ally="bob", stat="attack", bonus=1, rounds=1)
    scene.until("turn bob")
    assert scene.get("bob").modifiers[b.ON_ATTACK] == 1  # past count 12 of round 1
    scene.until("turn ann")
    assert scene.get("bob").modifiers[b.ON_ATTACK] == 1
    scene.until("turn bob")
    assert scene.get("bob").modifiers[b.ON_ATTACK] == 0  # count 12 of round 2 has passed
    assert scene.get("bob").state == UP
    scene.check_clean()


@clause("ES-106", "ES-30")
def test_whoever_a_stray_shot_finds_may_still_use_an_interrupt() -> None:
    twist = {
        "name": "Twist", "kind": "close", "action": "interrupt", "trigger": "self_hit", "versus": ["AC"],
        "targets": {"who": "self"}, "hit": [{"defence": {"ac": 4}}],
    }  # fmt: skip
    bow = {
        "name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "targets": {"range": "nearby"}, "hit": [{"damage": 10}],
    }  # fmt: skip
    scene = Scene([pc("ann", attacks=[bow]), pc("bob", powers=[twist], engaged=["dummy"]), dummy()], [20, 1, 2])
    scene.do("use:0:dummy", 1, 12)  # natural 1: again, at Bob: 12 + 7 = 19 against AC 18
    assert scene.now == "interrupt bob"
    scene.do("yes")  # 19 against 22
    assert scene.hp("bob") == 40
    scene.check_clean()


@clause("ES-96")
def test_half_damage_of_two_types_is_rounded_down_once() -> None:
    hit = [{"damage": 5, "type": "fire"}, {"damage": 5, "type": "cold"}]
    breath = {"name": "Breath", "kind": "close", "bonus": 7, "defence": "PD", "targets": {"range": "nearby"}, "hit": hit}
    scene = Scene([pc("ann", attacks=[{**breath, "miss": [{"damage": "half"}]}]), dummy()], [20, 1])
    scene.do("use:0:dummy", 5)  # 12 against PD 16: a miss, half of 10
    assert scene.hp("dummy") == 95
    scene.check_clean()
