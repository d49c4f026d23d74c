"""Occasions: traits that come into play by themselves when their moment comes, each moment played with scripted dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from quintain.systems.escalation import blocks as b
from quintain.systems.escalation.block_files import stat_block
from quintain.systems.escalation.occasion_words import occasion_text
from quintain.systems.escalation.sheet import DYING, SLAIN
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, Scene, dummy, pc
from tests.systems.escalation.test_export import taken_up
from tests.systems.escalation.test_odds import hp_odds, odds


def row(when: str, *effects: dict[str, object], **more: object) -> list[dict[str, object]]:
    return [{"name": "Trait", "when": when, "effects": list(effects), **more}]


HURT: dict[str, object] = {"damage": 4}


@clause("ES-26")
def test_an_aura_burns_each_enemy_engaged_with_it_at_the_start_of_its_own_turn() -> None:
    aura = row("turn_start", {"damage": "1d6", "type": "fire", "on": "each_engaged"})
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob", initiative=4), dummy(occasions=aura)], [1, 1, 20, 5])
    # Initiative: the dummy first. 1d6 shows 5: only Ann is in melee with it.
    assert scene.now == "turn dummy"
    assert [scene.hp(each) for each in ("ann", "bob")] == [35, 40]
    scene.check_clean()


@clause("ES-26")
def test_an_enemy_that_starts_its_turn_engaged_with_it_is_burnt_and_one_that_does_not_is_not() -> None:
    aura = row("enemy_turn_start", HURT, within="engaged")
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob", initiative=4), dummy(occasions=aura)], [20, 10, 1])
    assert scene.now == "turn ann"
    assert scene.hp("ann") == 36  # 40 - 4, at once
    scene.end_turn()
    assert scene.now == "turn bob"
    assert scene.hp("bob") == 40
    scene.check_clean()


@clause("ES-26", "ES-122")
def test_whoever_an_aura_drops_at_the_start_of_its_turn_rolls_no_death_save_on_that_turn() -> None:
    aura = row("enemy_turn_start", HURT, within="engaged")
    people = [pc("ann", hp=4, engaged=["dummy"]), pc("bob", initiative=4), dummy(occasions=aura)]
    scene = Scene(people, [20, 10, 1])  # no d20 for Ann
    assert scene.get("ann").state == DYING
    assert scene.now == "turn bob"
    scene.end_turn()
    scene.end_turn(12)  # the dummy's turn ends; now Ann's death save: 12 fails
    assert scene.get("ann").death_fails == 1
    assert scene.hp("ann") == 0  # the unconscious are in nobody's melee, so the aura leaves her alone
    scene.check_clean()


@clause("ES-34")
def test_what_an_enemy_catches_at_the_end_of_its_turn_lasts_through_its_next_one() -> None:
    chill = row("enemy_turn_end", {"inflict": "dazed", "until": "end of target's next turn"}, within="nearby")
    scene = Scene([pc("ann"), dummy(occasions=chill)], [20, 1])
    scene.end_turn()
    assert scene.get("ann").conditions == b.DAZED
    scene.end_turn()
    assert scene.now == "turn ann"
    assert scene.get("ann").conditions == b.DAZED
    scene.end_turn()  # the old one ends, and a new one begins
    assert [each.turns for each in scene.get("ann").lasting] == [1]
    scene.check_clean()


@clause("ES-34")
def test_at_the_end_of_its_own_turn_it_may_be_rid_of_an_effect() -> None:
    scene = Scene([pc("ann"), dummy(occasions=row("turn_end", {"shake_off": "save_one", "on": "self"}))], [1, 20])
    scene.rule("mishap", who="dummy", condition="dazed", until="hard save")
    scene.end_turn(
        3, 16
    )  # the save at the end of the turn fails with 3; the second one, by the trait, succeeds with 16
    assert scene.get("dummy").conditions == 0
    scene.check_clean()


def test_every_effect_on_it_may_end_at_once() -> None:
    free = row("turn_start", {"shake_off": "all", "on": "self"}, once="battle", asks=True)
    scene = Scene([pc("ann"), dummy(occasions=free)], [20, 1])
    scene.rule("mishap", who="dummy", condition="hampered", until="hard save")
    scene.rule("mishap", who="dummy", ongoing=5)
    scene.end_turn()
    assert scene.now == "occasion dummy"
    scene.do("yes")
    assert scene.get("dummy").lasting == []
    scene.check_clean()


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


@clause("ES-46")
def test_an_enemy_that_engages_it_is_stung_and_so_is_whom_it_moves_to_engage() -> None:
    sting = [*row("enemy_engages", HURT), {"name": "Spikes", "when": "engages", "effects": [{"damage": 6}]}]
    scene = Scene([pc("ann"), pc("bob", initiative=4), dummy(occasions=sting)], [20, 10, 1])
    scene.do("move/engage:dummy")
    assert scene.hp("ann") == 36
    scene.end_turn()
    scene.end_turn()
    scene.rule("set_zone", who="ann", zone="rear")
    scene.do("move/engage:bob")
    assert scene.hp("bob") == 34
    scene.check_clean()


@clause("ES-56")
def test_disengaging_well_or_badly_sets_off_what_waits_for_it() -> None:
    held = [
        *row("enemy_fails_disengage", HURT), {"name": "Parting", "when": "enemy_disengages", "effects": [{"damage": 3}]},
        {"name": "Behind", "when": "enemy_leaves", "effects": [{"damage": 1}]},
    ]  # fmt: skip
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=held)], [20, 1])
    scene.do("disengage", 10)  # 10 against 11 fails
    assert scene.hp("ann") == 36
    scene.end_turn()
    scene.end_turn()
    scene.do("disengage", 11)
    assert scene.hp("ann") == 32  # 1 for leaving, 3 for getting away
    own = [
        *row("disengages", {"damage": 2, "on": "one_nearby"}),
        {"name": "Clumsy", "when": "fails_disengage", "effects": [{"damage": 4, "on": "self"}]},
    ]
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=own)], [1, 20])
    scene.do("disengage", 10)
    assert scene.hp("dummy") == 96
    scene.end_turn()
    scene.end_turn()
    scene.do("disengage", 11)
    assert scene.hp("ann") == 38


@clause("ES-62")
def test_whoever_intercepts_it_is_hurt() -> None:
    people = [pc("ann"), pc("bob", initiative=4, behind=["ann"]), dummy(occasions=row("intercepted", HURT))]
    scene = Scene(people, [1, 1, 20])
    scene.do("move/engage:bob")
    assert scene.now == "intercept ann"
    scene.do("yes")
    assert [scene.hp(each) for each in ("ann", "bob")] == [36, 40]
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


@clause("ES-36")
def test_the_die_reaching_a_number_and_the_battle_beginning_are_moments() -> None:
    own = [
        *row("battle_start", {"modifier": {"ac": 2}, "until": "end of battle", "on": "self"}),
        {
            "name": "Grown",
            "when": "escalation",
            "needs": ["escalation 2+"],
            "once": "battle",
            "effects": [{"heal": 5, "on": "self"}],
        },
    ]
    scene = Scene([pc("ann"), dummy(occasions=own)], [20, 1])
    assert scene.get("dummy").modifiers[b.ON_AC] == 2
    scene.rule("set", who="dummy", stat="hp", value=50)
    for expected in (50, 55, 55):  # the die shows 1, 2, 3
        scene.end_turn()
        scene.end_turn()
        assert scene.hp("dummy") == expected
    scene.check_clean()


@pytest.mark.parametrize(("fields", "dice", "left"), [
    ({"save": 11}, [11], 36), ({"save": 11}, [10], 40), ({"chance": "d20 16+"}, [16], 36), ({"chance": "d20 16+"}, [15], 40),
])  # fmt: skip
def test_a_save_or_a_die_may_have_to_allow_it_first(fields: dict[str, object], dice: list[int], left: int) -> None:
    scene = Scene(
        [pc("ann", engaged=["dummy"]), dummy(occasions=row("attacked", HURT, roll="miss", **fields))], [20, 1]
    )
    scene.do("use:0:dummy", 5, *dice)
    assert scene.hp("ann") == left
    scene.check_clean()


@clause("ES-36")
def test_a_die_may_have_to_stay_under_the_escalation_die_and_success_counts_once() -> None:
    grows = row(
        "turn_start",
        {"modifier": {"ac": 2}, "until": "end of battle", "on": "self"},
        chance="d6 up to escalation",
        once="battle",
    )
    scene = Scene([pc("ann"), dummy(occasions=grows)], [1, 20])
    # Escalation 0: nothing can come of it, so nothing is rolled.
    scene.end_turn()
    scene.end_turn(2)  # escalation 1: 2 is too much
    assert scene.get("dummy").modifiers[b.ON_AC] == 0
    scene.end_turn()
    scene.end_turn(2)  # escalation 2
    assert scene.get("dummy").modifiers[b.ON_AC] == 2
    scene.end_turn()
    scene.end_turn()  # it has happened
    scene.check_clean()


@clause("ES-30")
def test_what_it_can_do_is_asked_and_is_for_those_who_can_act() -> None:
    back = row("attacked", {"attack": "Swat", "at": "same"}, roll="miss", asks=True, once="round", times=2)
    scene = Scene(
        [
            pc(
                "ann",
                engaged=["dummy"],
                attacks=[{"name": "Flurry", "bonus": 7, "defence": "AC", "attacks": "3", "hit": [{"damage": 1}]}],
            ),
            dummy(occasions=back),
        ],
        [20, 1],
    )
    scene.do("use:0:dummy", 5)
    assert scene.now == "occasion dummy"
    scene.do("no", 5)
    scene.do("yes", 10, 5)
    assert scene.hp("ann") == 35
    scene.do("yes", 10)
    assert scene.hp("ann") == 30
    scene.check_clean()
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=back)], [20, 1])
    scene.rule("mishap", who="dummy", condition="stunned", until="save")
    scene.do("use:0:dummy", 2)
    assert scene.now == "turn ann"
    scene.check_clean()


def test_two_creatures_whose_occasions_set_off_one_another_stop_after_three() -> None:
    """Ann's spikes and the dummy's answer each other: each hurt is damage that the other answers."""
    back = row("damaged", {"damage": 1})
    scene = Scene([pc("ann", engaged=["dummy"], occasions=back), dummy(occasions=back)], [20, 1])
    scene.do("use:0:dummy", 15)
    # 10 by the sword; 1 to Ann, 1 back to the dummy, 1 to Ann: the third in a row is the last.
    assert (scene.hp("dummy"), scene.hp("ann")) == (89, 38)
    assert scene.now == "turn ann"
    scene.check_clean()


def test_uses_and_what_is_left_survive_an_export() -> None:
    once = row("attacked", HURT, once="battle")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=once)], [20, 1])
    scene.do("use:0:dummy", 15)
    assert scene.hp("ann") == 36
    scene.end_turn()
    loaded = taken_up(scene)
    assert loaded.get("dummy").riders_used == ["*:Trait"]
    loaded.end_turn()
    loaded.do("use:0:dummy", 15)
    assert loaded.hp("ann") == 36  # its one time is over


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


def test_a_row_that_makes_no_sense_is_refused_with_a_sentence() -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"when": "turn_start", "roll": "miss"}, "are for attacked"),
        ({"when": "turn_start", "roll": "natural even"}, "no attack roll"),
        ({"when": "attacking", "asks": True}, "takes no save"), ({"when": "attacked", "with": "Bite"}, "for attacking"),
        ({"when": "turn_end", "kinds": ["melee"]}, "are for attacks"), ({"when": "attacked", "least": 3}, "for damaged"),
        ({"when": "turn_end", "chance": "2d6"}, "no chance"), ({"when": "noon"}, "turn_start"),
    ]  # fmt: skip
    for fields, words in cases:
        with pytest.raises(ValidationError, match=words):
            stat_block({**DUMMY, "occasions": [{"name": "X", "effects": [HURT], **fields}]})


def test_an_occasion_is_told_in_a_plain_sentence_and_shown_to_its_owner() -> None:
    block = stat_block({**DUMMY, "occasions": [
        *row("attacked", {"damage": 4, "type": "fire"}, roll="natural 1-5", kinds=["melee"], within="engaged", once="round"),
        *row("turn_start", {"heal": 5, "on": "self"}, chance="d6 up to escalation", needs=["self_staggered"]),
        *row("attacked", {"inflict": "dazed", "until": "end of target's next turn", "against": "staggered"}, spell=True),
        *row("drops", {"ongoing": 3, "on": "each_nearby", "until": "hard save"}),
    ]})  # fmt: skip
    assert [occasion_text(each) for each in block.occasions] == [
        "When it is attacked with a melee attack (natural 1-5) (engaged with it), once per round: 4 fire damage.",
        "At the start of its turn, if it is staggered, if a d6 shows no more than the escalation die: itself: heals 5 hp.",
        "When it is attacked with a spell: dazed (until end of target's next turn) (only staggered).",
        "When it drops: each nearby enemy: 3 ongoing damage (hard save ends).",
    ]
    scene = Scene([pc("ann"), dummy(occasions=row("attacked", HURT))], [20, 1])
    shown = scene.fight.view("gm")
    assert "When it is attacked: 4 damage." in repr(shown)
    assert "When it is attacked: 4 damage." not in repr(scene.fight.view("seat:ann"))


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


@clause("ES-161")
def test_of_several_only_those_it_holds_are_hurt() -> None:
    acid = row("turn_start", {"damage": 4, "on": "each_engaged", "against": "grabbed"})
    claw = {"name": "Claw", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}, {"grab": True}]}
    people = [pc("ann"), pc("bob", initiative=4), dummy(attacks=[claw], engaged=["ann", "bob"], occasions=acid)]
    scene = Scene(people, [1, 1, 20])
    scene.do("use:0:ann", 15)
    scene.end_turn()
    scene.until("turn dummy")
    assert [scene.hp(each) for each in ("ann", "bob")] == [31, 40]  # 5 for the claw, 4 for being held
    scene.check_clean()


def test_what_comes_unhindered_comes_even_to_the_stunned() -> None:
    free = row("turn_start", {"shake_off": "all", "on": "self"}, once="battle", asks=True, unhindered=True)
    scene = Scene([pc("ann"), dummy(occasions=free)], [20, 1])
    scene.rule("mishap", who="dummy", condition="stunned", until="hard save")
    scene.end_turn()
    assert scene.now == "occasion dummy"
    scene.do("yes")
    assert scene.now == "turn dummy"
    scene.check_clean()


def test_an_enemy_that_engages_it_while_it_is_alone_is_met_and_another_one_is_not() -> None:
    sting = row("enemy_engages", HURT, needs=["free"])
    scene = Scene([pc("ann"), pc("bob", initiative=4), dummy(occasions=sting)], [20, 10, 1])
    scene.do("move/engage:dummy")
    scene.end_turn()
    scene.do("move/engage:dummy")
    assert [scene.hp(each) for each in ("ann", "bob")] == [36, 40]
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


@clause("ES-36")
def test_an_effect_that_moves_the_die_sets_off_what_waits_for_it_once_the_act_is_resolved() -> None:
    lance = {"name": "Lance", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}, {"escalation": 2}]}
    waits = row("escalation", {"damage": 3, "on": "each_nearby"}, needs=["escalation 2+"])
    scene = Scene([pc("ann", attacks=[lance], engaged=["dummy"]), dummy(occasions=waits)], [20, 1])
    scene.do("use:0:dummy", 15)
    assert (scene.battle.escalation, scene.hp("dummy"), scene.hp("ann")) == (2, 90, 37)
    scene.check_clean()


def test_damage_may_be_so_many_times_what_the_escalation_die_shows() -> None:
    heat = row("enemy_turn_start", {"damage": "escalation x6"}, within="engaged")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=heat)], [20, 1])
    assert scene.hp("ann") == 40  # the die shows 0
    scene.rule("set_escalation", value=2)
    scene.end_turn()
    scene.end_turn()
    assert scene.hp("ann") == 22  # the die shows 3: 18
    scene.check_clean()


@clause("ES-36")
def test_a_form_for_the_rest_of_the_battle_may_open_an_attack_that_had_to_wait() -> None:
    flames = {"name": "Wildfire", "bonus": 8, "defence": "AC", "needs": ["granted"], "hit": [{"damage": 9}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    form = row(
        "turn_start", {"unlocks": "Wildfire", "on": "self", "until": "end of battle"}, chance="d6 up to escalation", once="battle"
    )
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[swat, flames], occasions=form)], [1, 20])
    assert "use:1:ann" not in scene.options  # the die shows 0, so nothing is rolled
    scene.end_turn()
    scene.end_turn(1)  # the die shows 1, and so does the d6
    scene.do("use:1:ann", 15)
    assert scene.hp("ann") == 31
    scene.end_turn()
    scene.end_turn()
    assert "use:1:ann" in scene.options
    scene.check_clean()
