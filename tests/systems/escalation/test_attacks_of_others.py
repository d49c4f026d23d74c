"""Traits that answer attacks made by others: on anybody in sight, on an ally, with certain weapons; and what they turn them into."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from quintain.systems.escalation import blocks as b
from quintain.systems.escalation.block_files import stat_block
from quintain.systems.escalation.occasion_words import occasion_text
from quintain.systems.escalation.sheet import DYING
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, Scene, dummy, pc
from tests.systems.escalation.test_occasions import row
from tests.systems.escalation.test_odds import hp_odds, odds

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
