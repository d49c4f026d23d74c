"""Traits that answer attacks made by others: on anybody in sight, on an ally, with certain weapons; and what they turn them into."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from quintain.systems.escalation.file_format.block_files import stat_block
from quintain.systems.escalation.play.sentences_occasions import occasion_text
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import DYING
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, Scene, dummy, hp_odds, odds, pc, row

BOW: dict[str, object] = {
    "name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "targets": {"range": "faraway"}, "hit": [{"damage": 10}],
}  # fmt: skip


@clause("ES-30")
def test_a_low_roll_of_a_nearby_enemy_burns_it_whomever_it_attacks() -> None:
    heat = row("enemy_attacks", {"damage": 6}, roll="natural 1-5", within="nearby")
    people = [pc("ann", engaged=["a"]), pc("bob", initiative=4), dummy("a"), dummy("b", initiative=-5, occasions=heat)]
    scene = Scene(people, [20, 10, 2, 1])
    scene.do("use:0:a", 4)  # 4 + 7 misses a's AC of 18, for 3 miss damage
    assert (scene.hp("a"), scene.hp("ann")) == (97, 34)
    scene.until("turn a")
    scene.do("use:0:ann", 3)  # its own ally's low roll is none of its business
    assert scene.hp("a") == 97
    scene.until("turn ann")
    scene.do("use:0:a", 15)
    assert (scene.hp("a"), scene.hp("ann")) == (87, 34)
    scene.check_clean()


@clause("ES-30")
def test_an_enemy_far_away_does_not_set_off_what_waits_for_nearby_ones() -> None:
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    heat = row("enemy_attacks", {"damage": 6}, within="nearby")
    people = [pc("ann", engaged=["a"]), dummy("a"), dummy("b", initiative=-5, zone="gate", occasions=heat)]
    scene = Scene(people, [20, 2, 1], zones=zones)
    scene.do("use:0:a", 15)
    assert scene.hp("ann") == 40
    scene.check_clean()


@clause("ES-30")
def test_before_an_enemys_ranged_attack_it_may_strike_that_enemy_once_a_round() -> None:
    tongue = {"name": "Tongue", "kind": "ranged", "bonus": 8, "defence": "AC", "needs": ["granted"], "hit": [{"damage": 7}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    lash = row("enemy_aims", {"attack": "Tongue", "at": "same"}, kinds=["ranged"], within="nearby", once="round", asks=True)
    people = [
        pc("ann", attacks=[BOW], hp=7), pc("bob", initiative=4, attacks=[BOW]), dummy("a"),
        dummy("b", initiative=-5, attacks=[swat, tongue], occasions=lash),
    ]  # fmt: skip
    scene = Scene(people, [20, 10, 2, 1])
    scene.do("use:0:a")
    assert scene.now == "occasion b"
    scene.do("yes", 15)  # 23 hits her AC of 18: she drops, and her arrow is never shot
    assert (scene.get("ann").state, scene.hp("a")) == (DYING, 100)
    assert scene.now == "turn bob"
    scene.do("use:0:a", 15)  # once a round only
    assert scene.hp("a") == 90
    scene.check_clean()


@clause("ES-30", "ES-92")
def test_an_allys_crit_lets_that_ally_roll_a_save() -> None:
    cheer = row("ally_attacks", {"shake_off": "save_one"}, roll="crit", within="nearby")
    people = [pc("ann", engaged=["a"]), dummy("a"), dummy("b", initiative=-5, occasions=cheer)]
    scene = Scene(people, [1, 20, 10])
    scene.rule("mishap", who="a", condition="vulnerable", until="hard save")
    assert scene.now == "turn a"
    scene.do("use:0:ann", 20, 16)  # a crit for 10; then its save, 16 against 16
    assert (scene.hp("ann"), scene.get("a").conditions) == (30, 0)
    scene.check_clean()


@clause("ES-102")
def test_a_bare_fist_and_a_longish_weapon_are_told_apart() -> None:
    slime = [
        *row("attacked", {"damage": 2}, roll="miss", weapons=["spear", "staff"]),
        {"name": "Slime (2)", "when": "attacked", "roll": "miss", "weapons": ["unarmed"], "effects": [{"damage": 7}]},
        {"name": "Slime (3)", "when": "attacked", "roll": "miss", "not_weapons": ["spear", "staff", "unarmed"],
         "effects": [{"damage": 4}]},
    ]  # fmt: skip
    arms = [{"name": name, "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]} for name in ("Boar spear", "Axe")]
    scene = Scene([pc("ann", attacks=arms, engaged=["dummy"]), dummy(occasions=slime)], [20, 1])
    for option, hp in (("use:0:dummy", 38), ("use:1:dummy", 34), ("use:2:dummy", 27)):
        scene.do(option, 2)  # the third is the fist every character has
        assert scene.hp("ann") == hp
        scene.end_turn()
        scene.end_turn()
    scene.check_clean()


def test_a_damage_type_may_be_left_out_of_what_sets_it_off() -> None:
    hunker = row(
        "attacked", {"modifier": {"ac": 3}, "until": "start of own next turn", "on": "self"}, roll="hit", once="round",
        opportunity="never", **{"except": ["force"]},
    )  # fmt: skip
    bolt = {"name": "Bolt", "bonus": 7, "defence": "AC", "hit": [{"damage": 10, "type": "force"}]}
    arms = [bolt, {"name": "Axe", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}]
    scene = Scene([pc("ann", attacks=arms, engaged=["dummy"]), dummy(occasions=hunker)], [20, 1])
    scene.do("use:0:dummy", 15)
    assert scene.get("dummy").modifiers[b.ON_AC] == 0
    scene.end_turn()
    scene.end_turn()
    scene.do("use:1:dummy", 15)
    assert scene.get("dummy").modifiers[b.ON_AC] == 3
    scene.check_clean()


def test_the_odds_keep_apart_the_rolls_that_somebody_watches_for() -> None:
    """Ann hits on 11+ (10 damage, 20 on a 20). The other dummy burns her for a 1 to 5."""
    heat = row("enemy_attacks", {"damage": 6}, roll="natural 1-5", within="nearby")
    people = [pc("ann", attacks=[BOW]), dummy("a"), dummy("b", initiative=-5, occasions=heat)]
    scene = Scene(people, [20, 2, 1])
    found = odds(scene, "use:0:a")
    twentieth = Fraction(1, 20)
    assert hp_odds(found, "Dummy a") == {80: twentieth, 90: 9 * twentieth, 100: 10 * twentieth}
    assert hp_odds(found, "Ann") == {34: 5 * twentieth}  # named only where something happened to her


def test_a_sheet_says_what_watches_for_the_attacks_of_others() -> None:
    made = stat_block({**DUMMY, "occasions": row("enemy_attacks", {"damage": 6}, roll="natural 1-5", within="nearby")})
    assert occasion_text(made.occasions[0]) == "When an enemy attacks (natural 1-5) (nearby): 6 damage."
    made = stat_block({**DUMMY, "occasions": row("attacked", {"damage": 6}, weapons=["unarmed"], against="faraway")})
    assert occasion_text(made.occasions[0]) == "When it is attacked (unarmed) (faraway): 6 damage."


@pytest.mark.parametrize(
    ("occasion", "why"),
    [
        (row("enemy_aims", {"damage": 6}, roll="miss"), "nothing has been rolled yet"),
        (row("turn_start", {"damage": 6, "on": "each_engaged"}, weapons=["axe"]), "attacks of others"),
        (row("enemy_aims", {"damage": 6}, roll="natural 1-5"), "no attack roll to read"),
    ],
)
def test_what_could_never_come_about_is_refused(occasion: list[dict[str, object]], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        stat_block({**DUMMY, "occasions": occasion})


# -- what an attack is turned into -----------------------------------------------------------------------------------------


def power(*effects: dict[str, object], **more: object) -> list[dict[str, object]]:
    row: dict[str, object] = {"name": "Answer", "kind": "close", "action": "free", "usage": "1/battle", "trigger": "self_hit"}
    return [{**row, "targets": {"who": "self"}, "hit": list(effects), **more}]


FIRE: dict[str, object] = {
    "name": "Fire", "kind": "close", "spell": True, "bonus": 7, "defence": "PD", "targets": {"range": "nearby"},
    "hit": [{"damage": 10}], "miss": [{"damage": 3}],
}  # fmt: skip


@clause("ES-31")
def test_a_warder_takes_a_spell_meant_for_a_nearby_ally_and_the_roll_counts_against_its_own_defence() -> None:
    """15 + 7 = 22 hits a's PD of 16 but not the warder's 23: the spell misses, and its miss damage falls on the warder."""
    ward = power(
        {"redirect": {"to": "self"}}, trigger="ally_hit", within="nearby", answers=["spell"], action="interrupt", usage="2/battle"
    )
    arms = [{"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}, FIRE]
    scene = Scene([pc("ann", attacks=arms, engaged=["a"]), dummy("a"), dummy("b", pd=23, initiative=-5, powers=ward)], [20, 2, 1])
    scene.do("use:1:a", 15)
    assert scene.now == "interrupt b"
    scene.do("yes")
    assert (scene.hp("a"), scene.hp("b")) == (100, 97)
    assert "The blow meant for Dummy a goes at Dummy b instead." in scene.texts()
    scene.end_turn()
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:a", 15)  # a sword is no spell, so nobody is asked
    assert (scene.hp("a"), scene.now) == (90, "turn ann")
    scene.check_clean()


@clause("ES-31")
def test_what_follows_from_taking_the_blow_follows_only_where_it_hits() -> None:
    slam = {"name": "Great slam", "bonus": 8, "defence": "AC", "needs": ["granted"], "hit": [{"damage": 9}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    then: dict[str, object] = {"unlocks": "Great slam", "on": "self", "until": "end of own next turn"}
    ward = power({"redirect": {"to": "self"}}, then, trigger="ally_hit", within="nearby")
    for pd, unlocked in ((16, True), (25, False)):
        people = [pc("ann", attacks=[FIRE]), dummy("a"), dummy("b", pd=pd, initiative=-5, attacks=[swat, slam], powers=ward)]
        scene = Scene(people, [20, 2, 1])
        scene.do("use:0:a", 15)
        scene.do("yes")
        assert scene.hp("b") == (90 if unlocked else 97)
        assert bool(scene.get("b").lasting) == unlocked
        scene.check_clean()


@clause("ES-31")
def test_stepping_into_a_blow_may_take_a_save() -> None:
    step = power({"redirect": {"to": "self", "save": 6}}, trigger="ally_hit", answers=["melee"], usage="1/round")
    people = [pc("ann", engaged=["a"]), dummy("a", beside=["b"]), dummy("b", initiative=-5, powers=step)]
    scene = Scene(people, [20, 2, 1])
    scene.do("use:0:a", 15)
    scene.do("yes", 5)  # 5 is no 6: the blow stays where it was
    assert (scene.hp("a"), scene.hp("b")) == (90, 100)
    scene.end_turn()
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:a", 15)
    scene.do("yes", 6)
    assert (scene.hp("a"), scene.hp("b")) == (90, 90)
    scene.check_clean()


@clause("ES-31", "ES-161")
def test_an_enemy_is_thrust_into_the_blow_unless_it_saves_and_the_grabbed_save_harder() -> None:
    thrust = power({"redirect": {"to": "one_engaged", "save": 11, "grabbed_save": 16}}, usage="1/round")
    seize = [{"name": "Seize", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}, {"grab": True}]}]
    people = [pc("ann", engaged=["dummy"]), pc("bob", initiative=4, engaged=["dummy"]), dummy(attacks=seize, powers=thrust)]
    scene = Scene(people, [20, 10, 1])
    scene.do("use:0:dummy", 15)
    scene.do("yes", 10)  # Bob's save fails: 15 + 7 = 22 hits his AC of 18
    assert (scene.hp("bob"), scene.hp("dummy")) == (30, 100)
    scene.end_turn()
    scene.do("use:0:dummy", 15)  # once a round: Bob's own blow lands
    assert scene.hp("dummy") == 90
    scene.end_turn()
    scene.do("use:0:bob", 15)
    scene.end_turn()
    scene.do("use:0:dummy", 15)
    scene.do("yes", 15)  # held fast he needs a 16
    assert (scene.hp("bob"), scene.hp("dummy")) == (15, 90)
    scene.check_clean()


@clause("ES-31")
def test_with_nobody_else_in_melee_there_is_nobody_to_thrust_into_the_blow() -> None:
    thrust = power({"redirect": {"to": "one_engaged", "save": 11}})
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(powers=thrust)], [20, 1])
    scene.do("use:0:dummy", 15)
    assert (scene.hp("dummy"), scene.now) == (90, "turn ann")
    scene.check_clean()


@clause("ES-30")
def test_a_roll_that_misses_after_all_may_bring_an_attack_once_it_is_resolved() -> None:
    smoke = {"name": "Smoke", "kind": "close", "bonus": 8, "defence": "MD", "needs": ["granted"], "hit": [{"damage": 4}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    riposte = power({"reroll": 0}, miss=[{"attack": "Smoke"}])
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[swat, smoke], powers=riposte)], [20, 1])
    scene.do("use:0:dummy", 15)
    scene.do("yes", 2, 12)  # 9 misses, for 3; then smoke: 20 against her MD of 14
    assert (scene.hp("dummy"), scene.hp("ann")) == (97, 36)
    scene.check_clean()


@clause("ES-163")
def test_the_next_hit_on_it_deals_half_damage_and_no_other() -> None:
    rime = row("battle_start", {"blunts": "bearer", "on": "self", "until": "end of battle"})
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=rime)], [20, 1])
    for face, hp in ((2, 97), (15, 92), (15, 82)):  # a miss does not use it up
        scene.do("use:0:dummy", face)
        assert scene.hp("dummy") == hp
        scene.end_turn()
        scene.end_turn()
    scene.check_clean()


def test_the_rest_of_a_blunted_blow_goes_to_an_ally_of_the_right_kind_or_it_is_not_blunted() -> None:
    guard = row("battle_start", {"blunts": "bearer", "rest_on": "called goblin", "on": "self", "until": "end of battle"})
    for name, left in (("Goblin sneak", (95, 95)), ("Wolf", (90, 100))):
        people = [pc("ann", engaged=["a"]), dummy("a", occasions=guard), dummy("b", name=name, initiative=-5)]
        scene = Scene(people, [20, 2, 1])
        scene.do("use:0:a", 15)
        if scene.now == "ally a":
            scene.do("b")
        assert (scene.hp("a"), scene.hp("b")) == left
        scene.check_clean()


def test_somebody_under_a_spell_takes_half_of_every_hit_on_its_source_until_it_saves() -> None:
    song = {"name": "Song", "kind": "close", "bonus": 8, "defence": "MD", "targets": {"range": "nearby"},
            "hit": [{"damage": 4}, {"blunts": "source", "every": True, "until": "save"}]}  # fmt: skip
    people = [pc("ann"), pc("bob", initiative=4, engaged=["dummy"]), dummy(attacks=[song])]
    scene = Scene(people, [5, 4, 20])
    assert scene.now == "turn dummy"
    scene.do("use:0:ann", 15)
    assert scene.hp("ann") == 36
    scene.end_turn()
    scene.until("turn ann")
    scene.end_turn(10)  # Ann's save fails
    scene.do("use:0:dummy", 15)
    assert (scene.hp("dummy"), scene.hp("ann")) == (95, 31)
    scene.check_clean()


@clause("ES-96")
def test_misses_of_at_will_attacks_may_deal_nothing_and_weaknesses_get_through() -> None:
    hide = [{"name": "Hide", "spares_misses": True, "with": ["at_will"], "except": ["weakness"]}]
    rare = {"name": "Rare", "usage": "1/battle", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}]}
    cold = {"name": "Cold", "bonus": 7, "defence": "AC",
            "hit": [{"damage": 10, "type": "cold"}], "miss": [{"damage": 3, "type": "cold"}]}  # fmt: skip
    plain = {"name": "Plain", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}]}
    people = [pc("ann", attacks=[plain, rare, cold], engaged=["dummy"]), dummy(bonuses=hide, weak_to=["cold"])]
    scene = Scene(people, [20, 1])
    for option, hp in (("use:0:dummy", 100), ("use:1:dummy", 97), ("use:2:dummy", 94)):
        scene.do(option, 2)
        assert scene.hp("dummy") == hp
        scene.end_turn()
        scene.end_turn()
    scene.check_clean()


@clause("ES-163")
def test_magic_is_resisted_be_it_a_spell_or_a_magic_weapon() -> None:
    hide = [{"name": "Hide", "resist": 16, "with": ["magic"]}]
    magic = {"name": "Bright sword", "magic": 1, "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    plain = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    people = [pc("ann", attacks=[plain, magic, FIRE], engaged=["dummy"]), dummy(bonuses=hide)]
    scene = Scene(people, [20, 1])
    for option, hp in (("use:0:dummy", 90), ("use:1:dummy", 85), ("use:2:dummy", 80)):
        scene.do(option, 15)
        assert scene.hp("dummy") == hp
        scene.end_turn()
        scene.end_turn()
    scene.check_clean()


@clause("ES-159")
def test_an_aura_makes_nearby_enemies_vulnerable_once() -> None:
    aura = [{"name": "Dread", "vulnerable": True, "for": "nearby"}]
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(bonuses=aura)], [1, 20])
    scene.do("use:0:ann", 18)  # a crit: 10
    assert scene.hp("ann") == 30
    scene.end_turn()
    scene.end_turn()
    scene.rule("mishap", who="ann", condition="vulnerable", until="hard save")
    scene.do("use:0:ann", 17)  # vulnerable twice is vulnerable once: no crit
    assert scene.hp("ann") == 25
    scene.check_clean()


@clause("ES-171")
def test_mooks_of_which_two_fall_at_once_strike_at_random_and_one_alone_does_not() -> None:
    frenzy = row("drops", {"damage": "1d6", "on": "random_creature", "among": "not_called dummy"}, least=2)
    axe = [{"name": "Axe", "bonus": 7, "defence": "AC", "hit": [{"damage": 5}]}, {"name": "Maul", "bonus": 7, "defence": "AC",
            "hit": [{"damage": 10}]}]  # fmt: skip
    people = [pc("ann", attacks=axe, engaged=["a-1", "a-2", "a-3"]), dummy("a", category="mook", hp=5, count=4, occasions=frenzy)]
    scene = Scene(people, [20, 1])
    scene.do("use:0:a-1", 15)  # 5 of 20: one falls, alone
    assert scene.hp("ann") == 40
    scene.end_turn()
    scene.until("turn ann")
    scene.do("use:1:a-2", 15, 4, 3)  # 10: two fall, and each strikes the only one there who is no dummy
    assert scene.hp("ann") == 33
    scene.check_clean()


def test_the_machine_coats_whoever_has_no_coat_yet_and_then_saves_its_quick_action() -> None:
    coat = {"name": "Coat", "kind": "close", "action": "quick", "usage": "1/round", "targets": {"who": "self"},
            "hit": [{"blunts": "bearer", "on": "self", "until": "end of battle"}]}  # fmt: skip
    made = stat_block({**DUMMY, "powers": [coat]})
    assert made.handy == [1]
    scene = Scene([pc("ann"), dummy(powers=[coat])], [1, 20])
    assert suggested(scene) == "use:1"
    scene.do("use:1")
    assert [each.effect.blunts for each in scene.get("dummy").lasting] == [b.BLUNTS_BEARER]
    assert suggested(scene) != "use:1"
    scene.check_clean()


@clause("ES-37", "ES-66")
def test_whoever_added_the_die_must_stick_to_those_it_is_bound_to_as_long_as_one_of_them_stands() -> None:
    price = row("attacked", {"attacks_only": "called imp", "until": "end of battle"}, escalated=True)
    people = [pc("ann", engaged=["a", "b"]), dummy("a", name="Imp", hp=30, occasions=price), dummy("b", name="Ogre", initiative=-5)]
    scene = Scene(people, [20, 2, 1])
    scene.rule("set_escalation", value=2)
    scene.do("use:0:a")
    scene.do("yes", 15)  # 15 + 7 + 2 hits
    assert scene.hp("a") == 20
    scene.end_turn()
    scene.end_turn()
    scene.end_turn()
    assert "must attack others" in scene.why_not("use:0:b")
    scene.do("use:0:a")
    scene.do("yes", 20)  # a crit: the imp is slain
    scene.do("slay")
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:b", 15)
    assert scene.hp("b") == 90
    scene.check_clean()


@clause("ES-157")
def test_a_defender_takes_half_of_one_blow_and_of_another_after_each_failed_save_and_attacks_nobody() -> None:
    lasts: dict[str, object] = {"until": "while affected"}
    song = {"name": "Song", "kind": "close", "bonus": 8, "defence": "MD", "targets": {"range": "nearby"},
            "hit": [{"inflict": "confused", "until": "save"}]}  # fmt: skip
    guard = {"blunts": "source", **lasts}
    defends = row(
        "attacking", guard, {"inflict": "no_attack", **lasts},
        {**lasts, "each_time": {"when": "fails a save", "effects": [guard]}}, **{"with": "Song", "roll": "hit"},
    )  # fmt: skip
    people = [pc("ann"), pc("bob", initiative=4, engaged=["dummy"]), dummy(attacks=[song], occasions=defends)]
    scene = Scene(people, [5, 4, 20])
    scene.do("use:0:ann", 15)
    scene.end_turn()
    assert scene.now == "turn ann"
    assert not [each for each in scene.options if each.startswith(("use", "confused"))]
    scene.end_turn(10)  # the save fails, and she stands by for one blow more; but she has one before her already
    scene.do("use:0:dummy", 15)
    assert (scene.hp("dummy"), scene.hp("ann")) == (95, 35)
    scene.end_turn()
    scene.end_turn()
    scene.end_turn(11)  # the save is made: everything ends
    assert scene.get("ann").lasting == []
    scene.do("use:0:dummy", 15)
    assert (scene.hp("dummy"), scene.hp("ann")) == (85, 35)
    scene.check_clean()


def suggested(scene: Scene) -> str:
    """What the machine would do now."""
    question = scene.asked.question
    assert question is not None
    return question.choose(scene.fight.system.tactic("steady")).id()
