"""Occasions of harm: whoever is staggered, drops, is hurt or healed, and those who watch it, each played with scripted dice."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import SLAIN
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc, row


@clause("ES-117", "ES-30")
def test_the_first_time_it_is_staggered_counts_once_and_after_the_blow() -> None:
    cloud = row(
        "staggered",
        {"roll_save": {"failure": [{"inflict": "confused", "until": "save"}]}, "on": "each_nearby"},
        once="battle",
    )
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob", initiative=4), dummy(hp=20, occasions=cloud)], [20, 10, 1])
    scene.do("use:0:dummy", 15, 5, 11)  # 10 of 20: staggered; Ann's save fails with 5, Bob's succeeds with 11
    assert [scene.get(each).conditions for each in ("ann", "bob")] == [b.CONFUSED, 0]
    scene.check_clean()


@clause("ES-109")
def test_whoever_drops_bursts_among_those_it_was_engaged_with() -> None:
    burst = row("drops", {"damage": "1d6", "on": "each_engaged"}, {"damage": 2, "on": "each_creature"})
    people = [
        pc("ann", engaged=["dummy"]),
        pc("bob", initiative=4),
        dummy(hp=5, occasions=burst),
        dummy("two", initiative=-5),
    ]
    scene = Scene(people, [20, 10, 1, 1])
    scene.do("use:0:dummy", 15)
    scene.do("slay", 6)
    # Ann: 6 and 2; Bob and the other dummy 2 each.
    assert [scene.hp(each) for each in ("ann", "bob", "two")] == [32, 38, 98]
    assert (scene.get("dummy").state, scene.get("dummy").engaged) == (SLAIN, 0)
    scene.check_clean()


@pytest.mark.parametrize(("face", "left"), [(16, 37), (15, 40)])
def test_a_death_burst_may_hang_on_the_roll_that_killed(face: int, left: int) -> None:
    burst = row("drops", {"damage": 3, "on": "each_nearby"}, roll="natural even")
    people = [pc("ann", engaged=["dummy"]), dummy(hp=5, occasions=burst), dummy("two")]
    scene = Scene(people, [20, 1, 1])
    scene.do("use:0:dummy", face)
    scene.do("slay")
    assert scene.hp("ann") == left
    scene.check_clean()


@clause("ES-109")
def test_a_death_burst_by_ongoing_damage_may_end_the_battle_for_both() -> None:
    burst = row("drops", {"damage": 7, "on": "each_engaged"})
    scene = Scene([pc("ann", hp=7, engaged=["dummy"]), dummy(hp=5, occasions=burst)], [1, 20])
    scene.rule("mishap", who="dummy", ongoing=5)
    scene.end_turn()
    assert scene.fight.outcome is not None
    assert scene.fight.outcome.result == "draw"


def test_its_last_attack_is_made_before_it_falls() -> None:
    last = row("drops", {"attack": "Swat", "at": "same"}, asks=True)
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(hp=5, occasions=last), dummy("two")], [20, 1, 1])
    scene.do("use:0:dummy", 15)
    scene.do("slay")
    assert scene.now == "occasion dummy"
    scene.do("yes", 10)  # 10 + 8 = 18 hits AC 18
    assert scene.hp("ann") == 35
    assert scene.get("dummy").state == SLAIN
    scene.check_clean()


@clause("ES-109")
def test_those_who_watch_answer_when_an_ally_or_an_enemy_falls_or_is_staggered() -> None:
    rage = [
        *row(
            "ally_drops",
            {"modifier": {"damage": 1}, "cumulative": True, "most": 4, "until": "end of battle", "on": "self"},
        ),
        {"name": "Glee", "when": "enemy_staggered", "effects": [{"heal": 5, "on": "self"}]},
        {"name": "Feast", "when": "fells_enemy", "effects": [{"heal": 7, "on": "self"}]},
        {"name": "Wolfish", "when": "staggers_enemy", "effects": [{"temp_hp": 3, "on": "self"}]},
    ]
    people = [
        pc("ann", hp=10, engaged=["a", "b"]),
        pc("bob", initiative=4),
        dummy("a", hp=5),
        dummy("b", initiative=-5, occasions=rage),
    ]
    scene = Scene(people, [20, 10, 10, 1])
    scene.do("use:0:a", 15)
    scene.do("slay")
    assert scene.get("b").modifiers[b.ON_DAMAGE] == 1
    scene.rule("set", who="b", stat="hp", value=50)
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 15)  # 5 + 1: 4 of 10 left, staggered: 5 hp, and 3 temporary
    assert (scene.hp("b"), scene.get("b").temp_hp) == (55, 3)
    scene.end_turn()
    scene.until("turn b")
    scene.do("use:0:ann", 15)  # she drops: 7 hp
    assert scene.hp("b") == 62
    scene.check_clean()


def test_an_enemy_that_drops_an_ally_that_is_staggered_and_being_healed_are_moments() -> None:
    watch = [
        *row("enemy_drops", {"heal": 6, "on": "self"}),
        {"name": "Pity", "when": "ally_staggered", "effects": [{"modifier": {"attack": 2}, "until": "end of battle", "on": "self"}]},
        {"name": "Bloom", "when": "healed", "least": 6, "effects": [{"temp_hp": 4, "on": "self"}]},
    ]
    people = [pc("ann", hp=20, engaged=["a"]), pc("bob", initiative=4), dummy("a", hp=20), dummy("b", initiative=-5, occasions=watch)]
    scene = Scene(people, [20, 10, 10, 1])
    scene.rule("set", who="b", stat="hp", value=50)
    scene.do("use:0:a", 15)  # 10 of 20: staggered
    assert scene.get("b").modifiers[b.ON_ATTACK] == 2
    scene.end_turn()
    scene.end_turn()
    scene.rule("set", who="ann", stat="hp", value=5)
    scene.do("use:0:ann", 15)  # she drops: 6 hp, which set off 4 temporary ones
    assert (scene.hp("b"), scene.get("b").temp_hp) == (56, 4)
    scene.check_clean()


@clause("ES-157")
def test_a_save_failed_or_made_sets_off_what_waits_for_it() -> None:
    own = [
        *row("failed_save", {"damage": "1d8", "type": "psychic", "on": "self"}),
        {"name": "Pride", "when": "made_save", "effects": [{"heal": 2, "on": "self"}]},
    ]
    scene = Scene([pc("ann"), dummy(occasions=own)], [1, 20])
    scene.rule("mishap", who="dummy", condition="dazed", until="save")
    scene.end_turn(5, 7)  # the save fails with 5; 1d8 shows 7
    assert scene.hp("dummy") == 93
    scene.end_turn()
    scene.end_turn(11)
    assert scene.hp("dummy") == 95
    scene.check_clean()


def test_damage_of_a_type_and_an_amount_and_healing_set_off_what_waits_for_them() -> None:
    lance = {"name": "Lance", "bonus": 7, "defence": "AC", "hit": [{"damage": 10, "type": "fire"}]}
    own = [
        *row("damaged", {"modifier": {"attack": 2}, "until": "end of battle", "on": "self"}, types=["fire"], least=10),
        {"name": "Cold", "when": "damaged", "types": ["cold"], "effects": [{"damage": 50, "on": "self"}]},
        {"name": "Bloom", "when": "healed", "effects": [{"temp_hp": 4, "on": "self"}]},
    ]
    scene = Scene([pc("ann", attacks=[lance], engaged=["dummy"]), dummy(occasions=own)], [20, 1])
    scene.do("use:0:dummy", 15)
    assert (scene.hp("dummy"), scene.get("dummy").modifiers[b.ON_ATTACK]) == (90, 2)
    scene.check_clean()
