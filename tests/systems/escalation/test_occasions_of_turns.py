"""Occasions of turns, moves and the escalation die: auras, whoever engages or gets away, what the die brings; with scripted dice."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import DYING
from tests.support import clause
from tests.systems.escalation.scene import HURT, Scene, dummy, pc, row


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


def test_what_comes_unhindered_comes_even_to_the_stunned() -> None:
    free = row("turn_start", {"shake_off": "all", "on": "self"}, once="battle", asks=True, unhindered=True)
    scene = Scene([pc("ann"), dummy(occasions=free)], [20, 1])
    scene.rule("mishap", who="dummy", condition="stunned", until="hard save")
    scene.end_turn()
    assert scene.now == "occasion dummy"
    scene.do("yes")
    assert scene.now == "turn dummy"
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


def test_an_enemy_that_engages_it_while_it_is_alone_is_met_and_another_one_is_not() -> None:
    sting = row("enemy_engages", HURT, needs=["free"])
    scene = Scene([pc("ann"), pc("bob", initiative=4), dummy(occasions=sting)], [20, 10, 1])
    scene.do("move/engage:dummy")
    scene.end_turn()
    scene.do("move/engage:dummy")
    assert [scene.hp(each) for each in ("ann", "bob")] == [36, 40]
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
