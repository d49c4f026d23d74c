"""Occasions of attacks, those on a creature and its own: before the roll, after it, in place of the hit; with scripted dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import DYING
from tests.support import clause
from tests.systems.escalation.scene import HURT, Scene, dummy, hp_odds, odds, pc, row


@pytest.mark.parametrize(
    ("fields", "face", "harm"),
    [
        ({"roll": "miss"}, 5, 4), ({"roll": "miss"}, 15, 0), ({"roll": "natural 1-5"}, 5, 4), ({"roll": "natural 1-5"}, 6, 0),
        ({"roll": "crit"}, 20, 4), ({"roll": "crit"}, 19, 0), ({"kinds": ["ranged"]}, 15, 0), ({"versus": ["AC"]}, 15, 4),
        ({"versus": ["PD", "MD"]}, 15, 0), ({"within": "engaged"}, 15, 4), ({"opportunity": "only"}, 15, 0),
        ({"opportunity": "never"}, 15, 4), ({"against": "level 3-"}, 15, 4), ({"against": "level 2-"}, 15, 0),
        ({"against": "not_resists fire"}, 15, 4), ({"types": ["holy"]}, 15, 0), ({"needs": ["escalation 1+"]}, 15, 0),
        ({"spell": True}, 15, 0), ({"limited": True}, 15, 0), ({"roll": "natural even hit"}, 16, 4),
    ],
)  # fmt: skip
@clause("ES-30")
def test_an_attack_on_it_is_answered_where_the_trait_speaks_of_such_an_attack(
    fields: dict[str, object], face: int, harm: int
) -> None:
    """Sword +7 against AC 18: 11 hits."""
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=row("attacked", HURT, **fields))], [20, 1])
    scene.do("use:0:dummy", face)
    assert scene.hp("ann") == 40 - harm
    scene.check_clean()


@clause("ES-55")
def test_an_opportunity_attack_on_it_is_answered_hit_or_miss() -> None:
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    scene = Scene(
        [pc("ann", engaged=["dummy"]), dummy(occasions=row("attacked", HURT, opportunity="only"))], [1, 20], zones=zones
    )
    scene.do("move/zone:gate")
    scene.do("yes", 5)  # 5 + 7 misses AC 18: 3 miss damage, and 4 for her
    assert (scene.hp("dummy"), scene.hp("ann")) == (97, 36)
    scene.check_clean()


@clause("ES-170")
def test_what_its_own_attacks_set_off_comes_with_any_of_them_and_once_counts_for_all_together() -> None:
    claw = {"name": "Claw", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    bite = {"name": "Bite", "bonus": 8, "defence": "PD", "hit": [{"damage": 5}]}
    more = row("attacking", {"extra_damage": 6}, roll="hit", once="battle")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[claw, bite], occasions=more)], [1, 20])
    scene.do("use:0:ann", 15)  # 5 + 6
    assert scene.hp("ann") == 29
    scene.end_turn()
    scene.end_turn()
    scene.do("use:1:ann", 15)  # the other attack: its 5 only
    assert scene.hp("ann") == 24
    scene.check_clean()


def test_what_an_attack_sets_off_may_hang_on_the_attack_its_target_and_its_result() -> None:
    claw = {"name": "Claw", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    bite = {"name": "Bite", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    more = row(
        "attacking",
        {"inflict": "stunned", "until": "save"},
        roll="natural even hit",
        against="vulnerable",
        **{"with": "Bite"},
    )
    people = [pc("ann", engaged=["dummy"]), dummy(attacks=[claw, bite], occasions=more)]
    scene = Scene(people, [1, 20])
    scene.do("use:1:ann", 16)
    assert scene.get("ann").conditions == 0  # she is not vulnerable
    scene.rule("mishap", who="ann", condition="vulnerable", until="end of battle")
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 16)
    assert scene.get("ann").conditions == b.VULNERABLE  # not the bite
    scene.end_turn()
    scene.end_turn()
    scene.do("use:1:ann", 16)
    assert scene.get("ann").conditions == b.VULNERABLE | b.STUNNED
    scene.check_clean()


@clause("ES-59")
def test_an_opportunity_attack_grants_another_only_where_a_trait_speaks_of_opportunity_attacks() -> None:
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    beard = {"name": "Beard", "bonus": 8, "defence": "PD", "hit": [{"damage": 4}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}],
            "riders": [{"when": "hit", "effects": [{"attack": "Beard", "at": "same"}]}]}  # fmt: skip
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[swat, beard])], [20, 1], zones=zones)
    scene.do("move/zone:gate")
    scene.do("yes", 15)  # the rider grants nothing here
    assert scene.hp("ann") == 35
    more = row("attacking", {"attack": "Beard", "at": "same"}, opportunity="only", roll="hit")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[swat, beard], occasions=more)], [20, 1], zones=zones)
    scene.do("move/zone:gate")
    scene.do("yes", 15, 15)
    assert scene.hp("ann") == 31
    scene.check_clean()


@clause("ES-37")
def test_where_adding_the_escalation_die_has_a_price_the_attacker_says_before_the_roll() -> None:
    price = row("attacked", {"inflict": "hampered", "until": "end of target's next turn"}, escalated=True)
    people = [pc("ann", engaged=["dummy"]), dummy(occasions=price)]
    scene = Scene(people, [20, 1])
    scene.do("use:0:dummy", 10)  # the die shows 0: nothing to choose; 10 + 7 misses AC 18
    assert scene.hp("dummy") == 97
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:dummy")
    assert scene.now == "escalation die ann"
    scene.do("no", 10)  # 17 misses
    assert (scene.hp("dummy"), scene.get("ann").conditions) == (94, 0)
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:dummy")
    scene.do("yes", 9)  # 9 + 7 + 2 = 18 hits
    assert (scene.hp("dummy"), scene.get("ann").conditions) == (84, b.HAMPERED)
    scene.check_clean()


@clause("ES-31")
def test_an_attack_declared_may_be_forestalled_before_its_roll_at_the_price_of_the_interrupt() -> None:
    gaze = row("aimed_at", {"attack": "Swat", "at": "same"}, kinds=["melee"], asks=True, interrupt=True)
    people = [pc("ann", hp=10, engaged=["dummy"]), pc("bob", initiative=4, engaged=["dummy"]), dummy(occasions=gaze)]
    scene = Scene(people, [20, 10, 1])
    scene.do("use:0:dummy")
    assert scene.now == "occasion dummy"
    scene.do("yes", 20)  # a crit for 10: Ann drops, and her attack is never rolled
    assert (scene.get("ann").state, scene.hp("dummy")) == (DYING, 100)
    assert scene.now == "turn bob"
    scene.do("use:0:dummy", 15)  # its interrupt is spent until the end of its next turn
    assert scene.hp("dummy") == 90
    scene.check_clean()


def test_what_comes_after_the_roll_and_before_the_damage_counts_before_it() -> None:
    """At 5 of 100 hp it heals 8 before the 10 damage: 3 are left; after it, it would be slain."""
    mend = row("struck", {"heal": "1d8", "on": "self"}, roll="natural 11-15")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=mend)], [20, 1])
    scene.rule("set", who="dummy", stat="hp", value=5)
    scene.do("use:0:dummy", 15, 8)
    assert scene.hp("dummy") == 3
    scene.check_clean()


def answer(effect: dict[str, object], **more: object) -> list[dict[str, object]]:
    """A power that answers a hit before its damage."""
    base: dict[str, object] = {"name": "Sidestep", "kind": "close", "action": "free", "usage": "1/battle", "trigger": "self_hit"}
    return [{**base, "targets": {"who": "self"}, "hit": [effect], **more}]


@clause("ES-31")
def test_a_hit_may_have_to_be_rolled_again_with_a_penalty_and_the_second_roll_counts() -> None:
    """Sword +7 against AC 18: 15 hits; again 14 - 4 + 7 = 17 misses: the miss damage of 3. Its one use is gone then."""
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(powers=answer({"reroll": -4}))], [20, 1])
    scene.do("use:0:dummy", 15)
    assert scene.now == "interrupt dummy"
    scene.do("yes", 14)
    assert scene.hp("dummy") == 97
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:dummy", 15)
    assert scene.hp("dummy") == 87
    scene.check_clean()


@clause("ES-31")
def test_a_negated_attack_does_nothing_at_all_and_only_on_the_rolls_it_answers() -> None:
    venom = {"name": "Sting", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}],
             "riders": [{"when": "natural even", "effects": [{"inflict": "dazed"}]}]}  # fmt: skip
    scene = Scene([pc("ann", attacks=[venom], engaged=["dummy"]), dummy(powers=answer({"negate": True}, natural="even"))], [20, 1])
    scene.do("use:0:dummy", 15)  # odd: nobody is asked
    assert scene.hp("dummy") == 90
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:dummy", 16)
    scene.do("yes")
    assert (scene.hp("dummy"), scene.get("dummy").conditions) == (90, 0)
    scene.check_clean()


@clause("ES-170")
def test_odds_of_an_attack_include_the_thorns_and_the_burst_it_sets_off() -> None:
    """Bow +7 against AC 18. Natural 1-5: 4 damage to Ann; a hit fells the dummy (5 hp), which bursts for 3 if even."""
    bow = {"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    own = [
        *row("attacked", HURT, roll="natural 1-5"),
        {"name": "Burst", "when": "drops", "roll": "natural even", "effects": [{"damage": 3, "on": "each_nearby"}]},
    ]
    scene = Scene([pc("ann", attacks=[bow]), dummy(hp=5, occasions=own), dummy("two")], [20, 1, 1])
    shown = hp_odds(odds(scene, "use:0:dummy"), "Ann")
    assert shown[36] == Fraction(5, 20)  # 1 to 5
    assert shown[37] == Fraction(5, 20)  # 12, 14, 16, 18, 20
