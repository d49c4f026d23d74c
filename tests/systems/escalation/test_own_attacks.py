"""Traits that change a creature's own attacks: they deal more, hit for sure, are rolled again, reach further; with scripted dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import ValidationError

from quintain.systems.escalation.file_format.block_files import stat_block
from quintain.systems.escalation.play.sentences_effects import effect_words
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import DEAD, DYING, UP
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, Scene, dummy, hp_odds, odds, pc, row, taken_up

Row = dict[str, object]


def attack(name: str, **more: object) -> Row:
    return {"name": name, "bonus": 8, "defence": "AC", "hit": [{"damage": 5}], **more}


def round_about(scene: Scene) -> None:
    """The dummy's turn ends, and Ann's."""
    scene.end_turn()
    scene.end_turn()


FIRST = [1, 20]
"""Initiative of Ann and the dummy: the dummy goes first."""

NEXT: Row = {"empower": "2d6", "type": "poison", "on": "self", "until": "next attack"}


@clause("ES-92")
def test_after_a_miss_its_next_attack_deals_more_and_the_one_after_that_does_not() -> None:
    spite = row("attacking", NEXT, roll="miss", once="round")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=spite)], FIRST)
    scene.do("use:0:ann", 9)  # 17 misses AC 18
    assert scene.hp("ann") == 40
    assert effect_words(scene.get("dummy").lasting[0]) == "+2d6 poison damage with its attacks"
    round_about(scene)
    found = hp_odds(odds(scene, "use:0:ann"), "Ann")
    assert found[40] == Fraction(9, 20)  # faces 1 to 9
    assert found[40 - 7] == Fraction(10, 20) * Fraction(1, 36)  # 5 and two 1s; the 20 doubles it
    assert found[40 - 14] == Fraction(10, 20) * Fraction(4, 36) + Fraction(1, 20) * Fraction(1, 36)  # 5 + 9, or 7 doubled
    scene.do("use:0:ann", 15, 4, 5)  # 5 + 9
    assert scene.hp("ann") == 26
    round_about(scene)
    scene.do("use:0:ann", 15)
    assert scene.hp("ann") == 21
    scene.check_clean()


@clause("ES-92")
def test_what_piles_up_with_every_miss_stops_at_its_maximum_and_helps_the_named_attack_only() -> None:
    more: Row = {"empower": "1d6", "with": "Claw", "on": "self", "until": "end of battle", "cumulative": True, "most": 2}
    better: Row = {"modifier": {"attack": 1}, "on": "self", "until": "end of battle", "cumulative": True, "most": 2}
    fury = row("attacking", more, better, roll="miss", kinds=["melee"])
    people = [pc("ann", engaged=["dummy"]), dummy(attacks=[attack("Claw"), attack("Bite")], occasions=fury)]
    scene = Scene(people, FIRST)
    for miss in (2, 2, 2):  # with one attack or the other: the trait counts, not the attack
        scene.do("use:1:ann", miss)
        round_about(scene)
    assert [each.piled for each in scene.get("dummy").lasting] == [2, 2]
    assert scene.get("dummy").modifiers[b.ON_ATTACK] == 2
    scene = taken_up(scene)
    scene.do("use:1:ann", 8)  # 8 + 8 + 2 hits AC 18: 5, the bite has no more
    assert scene.hp("ann") == 35
    round_about(scene)
    scene.do("use:0:ann", 8, 6, 3)  # 5 + 2d6
    assert scene.hp("ann") == 21
    scene.check_clean()


@clause("ES-96")
def test_extra_damage_hit_or_miss_comes_with_a_miss_but_not_with_a_natural_1() -> None:
    due = row("attacked", {"empower": 4, "on": "self", "until": "next attack", "or_miss": True}, roll="miss")
    people = [pc("ann", initiative=9, engaged=["dummy"]), dummy(occasions=due)]
    scene = Scene(people, [20, 1])
    scene.do("use:0:dummy", 2)  # Ann misses: 3 miss damage, and it is stirred up
    scene.end_turn()
    scene.do("use:0:ann", 3)  # a miss that deals 4
    assert scene.hp("ann") == 36
    scene.end_turn()
    scene.do("use:0:dummy", 2)
    scene.end_turn()
    scene.do("use:0:ann", 1)
    assert scene.hp("ann") == 36
    scene.check_clean()


@clause("ES-92")
def test_an_attack_that_deals_no_damage_of_its_own_still_deals_what_was_added() -> None:
    spite = row("turn_start", {**NEXT, "empower": 6}, once="battle")
    weaken = attack("Touch", hit=[{"inflict": "weakened", "until": "save"}])
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[weaken], occasions=spite)], FIRST)
    scene.do("use:0:ann", 15)
    assert (scene.hp("ann"), scene.get("ann").conditions) == (34, b.WEAKENED)
    scene.check_clean()


@clause("ES-91", "ES-95")
def test_an_attack_sure_to_hit_waits_for_the_attack_it_names_and_a_natural_1_hits_too() -> None:
    sure = row("turn_start", {"surely": "hit", "with": "Taunt", "on": "self", "until": "next attack"}, once="battle")
    people = [pc("ann", engaged=["dummy"]), dummy(attacks=[attack("Claw"), attack("Taunt")], occasions=sure)]
    scene = Scene(people, FIRST)
    scene.do("use:0:ann", 2)  # the claw misses as ever, and the taunt still waits
    assert scene.hp("ann") == 40
    round_about(scene)
    assert hp_odds(odds(scene, "use:1:ann"), "Ann") == {35: Fraction(19, 20), 30: Fraction(1, 20)}
    scene.do("use:1:ann", 1)
    assert scene.hp("ann") == 35
    round_about(scene)
    scene.do("use:1:ann", 1)
    assert scene.hp("ann") == 35
    scene.check_clean()


@clause("ES-94")
def test_the_next_hit_against_one_enemy_is_a_crit_and_misses_do_not_use_it_up() -> None:
    sure: Row = {"surely": "crit", "on": "self", "versus": "target", "until": "end of battle", "ends_when": ["hits"]}
    people = [pc("ann", initiative=9, engaged=["dummy"]), dummy(occasions=row("attacked", sure, once="battle"))]
    scene = Scene(people, [20, 1])
    scene.do("use:0:dummy", 2)
    scene.end_turn()
    scene.do("use:0:ann", 3)
    assert scene.hp("ann") == 40
    scene.end_turn()
    scene.end_turn()
    assert hp_odds(odds(scene, "use:0:ann"), "Ann") == {40: Fraction(9, 20), 30: Fraction(11, 20)}
    scene.do("use:0:ann", 12)  # 5 doubled
    assert scene.hp("ann") == 30
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 12)
    assert scene.hp("ann") == 25
    scene.check_clean()


@clause("ES-94")
def test_a_crit_in_store_for_one_enemy_is_not_spent_on_another() -> None:
    sure: Row = {"surely": "crit", "on": "self", "versus": "target", "until": "end of battle", "ends_when": ["hits"]}
    two = [pc("ann", initiative=9, engaged=["dummy"]), pc("bob", initiative=8, engaged=["dummy"])]
    people = [*two, dummy(occasions=row("attacked", sure))]
    scene = Scene(people, [20, 19, 1])
    scene.do("use:0:dummy", 2)  # only Ann has struck at it
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:bob", 12)
    assert scene.hp("bob") == 35
    scene.end_turn()
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 12)
    assert scene.hp("ann") == 30  # 5 doubled
    scene.check_clean()


@clause("ES-93")
def test_a_crit_may_do_something_else_than_double_its_damage_or_deal_it() -> None:
    song = attack("Song", hit=[{"damage": "2d6"}])
    sleep = row("attacking", {"spares": "damage"}, {"inflict": "stunned", "until": "save"}, roll="crit")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[song], occasions=sleep)], FIRST)
    scene.do("use:0:ann", 20)  # no damage dice at all
    assert (scene.hp("ann"), scene.get("ann").conditions) == (40, b.STUNNED)
    scene.check_clean()
    daze = row("attacking", {"spares": "doubling"}, {"inflict": "dazed", "until": "save"}, roll="crit")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=daze)], FIRST)
    scene.do("use:0:ann", 20)
    assert (scene.hp("ann"), scene.get("ann").conditions) == (35, b.DAZED)
    scene.check_clean()


def test_a_howl_counts_the_standing_lasts_anew_and_is_never_less_than_before() -> None:
    howl: Row = {"modifier": {"attack": -1, "defences": -1}, "counted": "same", "most": 5, "on": "all_foes"}
    howl["until"] = "end of own next turn"
    wolf = {**DUMMY, "name": "Wolf", "occasions": row("attacking", howl, roll="hit")}
    wolves = [{"id": f"wolf-{n}", "side": "foes", "block": wolf, "engaged": ["ann"] if n == 1 else []} for n in (1, 2, 3)]
    scene = Scene([pc("ann"), *wolves], [1, 20])
    assert scene.now == "turn wolf-1"
    scene.do("use:0:ann", 15)
    assert scene.get("ann").modifiers[: b.ON_DAMAGE] == [-3, -3, -3, -3]
    scene.end_turn()
    scene.rule("set", who="wolf-2", stat="state", value="slain")
    scene.rule("set", who="wolf-3", stat="state", value="slain")
    scene.until("turn wolf-1")
    scene.do("use:0:ann", 15)
    assert scene.get("ann").modifiers[b.ON_ATTACK] == -3
    assert [each.turns for each in scene.get("ann").lasting] == [2]
    scene.check_clean()


def test_cancelling_magic_ends_one_effect_of_a_spell_and_nothing_else() -> None:
    daze: Row = {"inflict": "dazed", "until": "save"}
    hex_ = {"name": "Hex", "kind": "ranged", "spell": True, "bonus": 9, "defence": "MD", "hit": [daze]}
    blow = {"name": "Blow", "bonus": 9, "defence": "AC", "hit": [{"inflict": "hampered", "until": "save"}]}
    naga = dummy(occasions=row("attacking", {"dispel": True}, roll="natural 1-5"))
    people = [pc("ann", attacks=[blow], engaged=["dummy"]), pc("bob", attacks=[hex_], initiative=4), naga]
    scene = Scene(people, [20, 19, 1])
    scene.do("use:0:dummy", 15)  # Ann's blow is no spell
    scene.end_turn()
    scene.do("use:0:dummy", 15)  # Bob's is
    scene.end_turn()
    assert scene.get("dummy").conditions == b.DAZED | b.HAMPERED
    scene.do("use:0:ann", 3)
    assert scene.now == "dispel dummy"
    assert scene.options == ["1", "none"]
    scene.do("1")
    assert scene.get("dummy").conditions == b.HAMPERED
    scene.check_clean()


def test_a_missed_attack_may_be_rolled_again_once_and_what_still_misses_deals_a_little() -> None:
    clever = row("attacking", {"reroll": 0}, {"miss_damage": 3}, roll="miss", once="battle", **{"with": "Swat"})
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=clever)], FIRST)
    # 11 of 20 hit at once (one a crit); of the 9 that miss, as many on the second roll. A second roll of 1 deals nothing.
    assert hp_odds(odds(scene, "use:0:ann"), "Ann") == {
        35: Fraction(10, 20) * Fraction(29, 20), 30: Fraction(1, 20) * Fraction(29, 20), 37: Fraction(72, 400), 40: Fraction(9, 400),
    }  # fmt: skip
    scene.do("use:0:ann", 3)
    assert scene.now == "reroll dummy"
    scene.do("no")
    assert scene.hp("ann") == 40
    round_about(scene)
    scene.do("use:0:ann", 3)
    scene.do("yes", 4)
    assert scene.hp("ann") == 37
    round_about(scene)
    scene.do("use:0:ann", 3)  # used up
    assert scene.hp("ann") == 37
    scene.check_clean()


@clause("ES-34", "ES-157")
def test_who_saves_against_everything_shakes_off_what_would_last_to_a_moment() -> None:
    daze = {"name": "Daze", "bonus": 9, "defence": "AC", "hit": [{"inflict": "dazed", "until": "end of battle"}]}
    people = [pc("ann", attacks=[daze], initiative=9, engaged=["dummy"]), dummy(saves_always=True)]
    scene = Scene(people, [20, 1])
    scene.do("use:0:dummy", 15)
    scene.end_turn()
    scene.end_turn(10)  # 10 is no save
    assert scene.get("dummy").conditions == b.DAZED
    scene.end_turn()
    scene.end_turn(11)
    assert scene.get("dummy").conditions == 0
    scene.check_clean()


@clause("ES-163", "ES-31")
def test_an_overwhelming_attack_is_neither_resisted_nor_softened() -> None:
    guard = {"name": "Guard", "action": "interrupt", "trigger": "self_hit", "targets": {"who": "self"}, "hit": [{"halve": True}]}
    people = [pc("ann", resist={"all": 18}, powers=[guard], engaged=["dummy"]), dummy(overwhelming=True)]
    scene = Scene(people, FIRST)
    scene.do("use:0:ann", 12)
    assert scene.hp("ann") == 35
    assert scene.now == "turn dummy"
    scene.check_clean()


@clause("ES-167", "ES-123")
def test_whoever_lies_at_its_killers_feet_makes_last_gasp_saves_and_the_fourth_failure_kills() -> None:
    heart = row("fells_enemy", {"last_gasp": "slain"})
    people = [pc("ann", hp=5, engaged=["dummy"]), pc("bob", hp=60, initiative=4), dummy(occasions=heart)]
    scene = Scene(people, [1, 1, 20])
    scene.do("use:0:ann", 15)
    assert (scene.get("ann").state, scene.get("ann").gasp is not None) == (DYING, True)
    scene.end_turn(10, 15)  # Ann's turn comes and goes: a death save, and a last-gasp save
    assert (scene.get("ann").death_fails, scene.get("ann").gasp_fails) == (1, 1)
    scene.rule("mishap", who="dummy", condition="stunned", until="end of battle")
    scene.until("turn bob")
    scene.end_turn(10)  # the stunned leaves her alone: only the death save
    assert (scene.get("ann").death_fails, scene.get("ann").gasp_fails) == (2, 1)
    scene.check_clean()


@clause("ES-167")
def test_waking_up_ends_the_last_gasp_of_the_fallen() -> None:
    heart = row("fells_enemy", {"last_gasp": "slain"})
    people = [pc("ann", hp=5, engaged=["dummy"]), pc("bob", hp=60, initiative=4), dummy(occasions=heart)]
    scene = Scene(people, [1, 1, 20])
    scene.do("use:0:ann", 15)
    scene.rule("set", who="ann", stat="hp", value=5)
    assert scene.get("ann").state == UP
    scene.end_turn()
    assert scene.now == "turn ann"
    assert scene.get("ann").gasp is None
    scene.check_clean()


@clause("ES-123")
def test_the_fourth_failed_last_gasp_save_kills_the_fallen() -> None:
    heart = row("fells_enemy", {"last_gasp": "slain"})
    people = [pc("ann", hp=5, engaged=["dummy"]), pc("bob", hp=60, initiative=4), dummy(occasions=heart)]
    scene = Scene(people, [1, 1, 20])
    scene.do("use:0:ann", 15)
    scene.rule("set", who="ann", stat="state", value="stable")
    for failed in (1, 2, 3, 4):
        scene.until("turn dummy")
        scene.end_turn(2, 2)  # of the stable a low roll changes nothing (ES-129); then the last gasp
        assert scene.get("ann").gasp_fails == failed
    assert scene.get("ann").state == DEAD
    scene.check_clean()


def test_every_hit_it_takes_gives_its_named_attack_one_more_target() -> None:
    orb = attack("Orb", kind="close", targets={"count": 1, "range": "nearby"})
    abuse = row("attacked", {"more_targets": 1, "with": "Orb", "on": "self", "until": "end of battle", "cumulative": True}, roll="hit")
    people = [pc("ann", initiative=9, engaged=["dummy"]), pc("bob", initiative=8), dummy(attacks=[orb], occasions=abuse)]
    scene = Scene(people, [20, 19, 1])
    scene.do("use:0:dummy", 15)
    scene.end_turn()
    scene.end_turn()
    scene.do("use:0:ann", 15, 15)
    assert (scene.hp("ann"), scene.hp("bob")) == (35, 35)
    scene.check_clean()


@clause("ES-123", "ES-94")
def test_a_crit_may_take_a_death_save_away_and_open_the_target_for_further_crits() -> None:
    doom: Row = {"fewer_death_saves": 1, "until": "end of battle", "cumulative": True}
    opened: Row = {"exposes": {"crit": "escalation"}, "by": "source", "until": "end of battle"}
    crits = row("attacking", doom, opened, roll="crit")
    people = [pc("ann", hp=60, engaged=["dummy"]), pc("bob", initiative=4), dummy(occasions=crits)]
    scene = Scene(people, [1, 1, 20])
    scene.do("use:0:ann", 20)
    scene.end_turn()
    scene.until("turn dummy")
    scene.rule("set_escalation", value=3)
    scene.do("use:0:ann", 17)  # 20 less 3: another crit, and another death save gone
    assert scene.hp("ann") == 40
    scene.rule("set", who="ann", stat="hp", value=1)
    scene.end_turn()
    scene.until("turn dummy")
    scene.do("use:0:ann", 12)
    assert scene.get("ann").state == DYING
    scene.end_turn(5)
    assert (scene.get("ann").death_fails, scene.get("ann").state) == (1, DYING)
    scene.until("turn bob")
    scene.until("turn dummy")
    scene.end_turn(5)
    assert scene.get("ann").state == DEAD  # four, less two
    assert [text for text in scene.texts() if "of 2 death saves" in text][-1] == "Ann has failed 2 of 2 death saves."
    scene.check_clean()


def test_what_hangs_on_missing_all_targets_comes_only_then_and_once() -> None:
    sweep = attack("Sweep", kind="close", targets={"count": "all", "range": "nearby"})
    warp = row("attacking", {"heal": 3, "on": "self"}, roll="miss", needs=["none_hit"], once="turn")
    people = [pc("ann"), pc("bob", initiative=4), dummy(attacks=[sweep], occasions=warp)]
    scene = Scene(people, [1, 1, 20])
    scene.rule("set", who="dummy", stat="hp", value=50)
    scene.do("use:0", 3, 15)  # one of two hit
    assert scene.hp("dummy") == 50
    scene.end_turn()
    scene.until("turn dummy")
    scene.do("use:0", 3, 4)
    assert scene.hp("dummy") == 53
    scene.check_clean()


def test_an_attack_that_was_granted_may_open_itself_for_the_next_turn_and_then_differs() -> None:
    opened: Row = {"unlocks": "Breath", "on": "self", "until": "end of own next turn"}
    breath = attack("Breath", kind="close", needs=["granted"], targets={"range": "nearby"}, riders=[
        {"when": "always", "needs": ["granted"], "effects": [{"damage": 2, "on": "self"}]},
        {"when": "always", "name": "Again", "once": "turn", "needs": ["granted"], "effects": [opened]},
    ])  # fmt: skip
    claw = attack("Claw", riders=[{"when": "natural 16+", "effects": [{"attack": "Breath"}]}])
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=[claw, breath])], FIRST)
    assert "use:1:ann" not in scene.options
    scene.do("use:0:ann", 16, 15)
    assert (scene.hp("ann"), scene.hp("dummy")) == (30, 98)
    round_about(scene)
    scene.do("use:1:ann", 15)  # as its action: no harm to itself, and it does not open itself again
    assert (scene.hp("ann"), scene.hp("dummy")) == (25, 98)
    round_about(scene)
    assert "use:1:ann" not in scene.options
    scene.check_clean()


def test_a_bonus_against_the_vulnerable_counts_for_those_the_vulnerability_is_about() -> None:
    flesh = [{"name": "Flesh", "damage": 4, "with": ["Swat"], "against": "vulnerable"}]
    opens: Row = {"vulnerable_to": "undead", "until": "end of battle"}
    ghoul = dummy("ghoul", type="undead", bonuses=flesh, attacks=[attack("Swat", hit=[{"damage": 5}, opens])])
    dog = dummy("dog", type="beast", bonuses=flesh, initiative=-2)
    scene = Scene([pc("ann", hp=60, engaged=["ghoul", "dog"]), ghoul, dog], [1, 20, 19])
    scene.do("use:0:ann", 12)
    assert scene.hp("ann") == 55
    scene.end_turn()
    scene.do("use:0:ann", 12)  # she is not vulnerable to beasts
    assert scene.hp("ann") == 50
    scene.until("turn ghoul")
    scene.do("use:0:ann", 12)
    assert scene.hp("ann") == 41
    scene.check_clean()


@clause("ES-157")
def test_a_failed_save_may_hurt_somebody_else() -> None:
    other: Row = {"damage": 6, "on": "random_other", "count": 1}
    truth = attack("Truth", hit=[{"inflict": "weakened", "until": "save", "each_failed_save": [other], "after_save": [other]}])
    people = [pc("ann", engaged=["dummy"]), pc("bob", initiative=4), dummy(attacks=[truth])]
    scene = Scene(people, [1, 1, 20])
    scene.do("use:0:ann", 12)
    scene.end_turn()
    scene.end_turn(5)
    assert (scene.hp("ann"), scene.hp("bob")) == (40, 34)
    scene.until("turn ann")
    scene.end_turn(12)
    assert (scene.hp("ann"), scene.hp("bob"), scene.get("ann").conditions) == (40, 28, 0)
    scene.check_clean()


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ({"empower": "natural", "on": "self", "until": "next attack"}, "not natural"),
        ({"surely": "perhaps"}, "hit"),
        ({"exposes": {"crit": "lots"}, "until": "save"}, "only attack and crit may be escalation"),
        ({"modifier": {"attack": -1}, "counted": "sheep", "until": "save"}, "same"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would_be_right(effect: Row, says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        stat_block({**DUMMY, "occasions": row("attacked", effect)})
