"""What hangs on lasting effects: marks, what attackers gain, what each save or attack of the bearer brings, what ends it early."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data
from quintain.systems.escalation.file_format.exporting import exported
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import crit_floor, frightened, resists_at
from tests.support import clause
from tests.systems.escalation.fiend import Row, attack, fiend, rider, scene
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, joint, pc, taken_up

BATTLE: Row = {"until": "end of battle"}


def with_ally(*attacks: Row, **ally: object) -> Scene:
    """Ann and Bob, the fiend (first) and another dummy."""
    return Scene([pc("ann"), pc("bob", initiative=0), fiend(*attacks), dummy("other", **ally)], [10, 5, 1, 1])


# -- marks -------------------------------------------------------------------------------------------------------------


@clause("ES-170")
def test_a_mark_is_asked_for_by_filters_and_needs() -> None:
    veil = attack("Veil", hit=[{"mark": "Veiled", "on": "self", **BATTLE}, {"mark": "seen", "until": "save"}])
    stab = attack(
        "Stab", hit=[{"damage": 4, "against": "marked seen"}, {"damage": 1, "against": "not_marked seen"}],
        riders=[rider("hit", {"extra_damage": 5}, needs=["marked veiled"])],
    )  # fmt: skip
    found = scene(veil, stab)
    plain = scene(veil, stab)
    plain.do("use:1:ann", 11)
    assert plain.hp("ann") == 39  # no marks: 1
    found.do("use:0:ann", 11)
    assert found.get("fiend").lasting[0].effect.mark == "veiled"
    for _ in range(2):
        found.end_turn(*([2] if found.now == "turn ann" else []))
    found.end_turn()
    found.do("use:1:ann", 11)
    assert found.hp("ann") == 40 - 4 - 5
    found.check_clean()


@clause("ES-159")
def test_what_holds_among_the_engaged_ends_for_whoever_gets_away() -> None:
    hug = attack("Hug", hit=[{"inflict": "hampered", "until": "end of own next turn", "ends_when": ["parted"]}])
    for roll, lasting in ((15, 0), (5, 1)):
        found = Scene([pc("ann", initiative=0), dummy("fiend", attacks=[hug], initiative=30, engaged=["ann"])], [10, 1])
        found.do("use:0:ann", 19)
        found.end_turn()
        assert found.get("ann").conditions & b.HAMPERED
        found.do("disengage", roll)
        assert len(found.get("ann").lasting) == lasting  # 11 or more gets her away, and with that the hug is over
        found.check_clean()


@clause("ES-159")
def test_what_ends_an_effect_early() -> None:
    cases: list[tuple[str, int, bool]] = [
        ("misses odd", 3, True), ("misses odd", 4, False), ("misses", 4, True), ("hits", 4, False), ("hits", 19, True),
        ("attacks", 4, True),
    ]  # fmt: skip
    for ends, die, gone in cases:
        fury = attack("Fury", bonus=0, hit=[], miss=[])
        call: Row = {"name": "Call", "action": "quick", "targets": {"who": "self"}, "hit": [
            {"modifier": {"damage": 3}, "on": "self", **BATTLE, "ends_when": [ends]},
        ]}  # fmt: skip
        found = Scene([pc("ann"), dummy("fiend", attacks=[fury], powers=[call], initiative=30, engaged=["ann"])], [10, 1])
        found.do("use:1")
        found.do("use:0:ann", die)
        assert (found.get("fiend").lasting == []) is gone, (ends, die)
        found.check_clean()


@clause("ES-159")
def test_a_sleeper_wakes_from_enough_damage() -> None:
    for dealt, awake in ((9, False), (10, True)):
        sleep = attack("Lull", hit=[{"inflict": "helpless", "until": "hard save", "ends_when": ["damage 10+"]}])
        kick = attack("Kick", action="quick", hit=[{"damage": dealt}])
        found = scene(sleep, kick)
        found.do("use:0:ann", 11)
        found.do("use:1:ann", 11)
        assert (found.get("ann").conditions & b.HELPLESS == 0) is awake
        found.check_clean()


@clause("ES-159")
def test_a_veil_falls_when_its_bearer_is_hit_in_the_mind() -> None:
    veil: Row = {"name": "Veil", "action": "quick", "targets": {"who": "self"}, "hit": [
        {"mark": "veiled", "on": "self", **BATTLE, "ends_when": ["hit MD"]},
    ]}  # fmt: skip
    swords = [
        {"name": "Sword", "bonus": 30, "defence": "AC", "hit": [{"damage": 1}]},
        {"name": "Taunt", "kind": "close", "action": "quick", "bonus": 30, "defence": "MD", "hit": [{"damage": 1}]},
    ]
    found = Scene([pc("ann", attacks=swords), dummy("fiend", powers=[veil], initiative=30, engaged=["ann"])], [10, 1])
    found.do("use:1")
    found.end_turn()
    found.do("use:0:fiend", 11)
    assert len(found.get("fiend").lasting) == 1
    found.do("use:1:fiend", 11)
    assert found.get("fiend").lasting == []
    found.check_clean()


# -- what attackers gain -----------------------------------------------------------------------------------------------


@clause("ES-104")
def test_what_lies_on_somebody_helps_those_it_names() -> None:
    for by, gains in (("", (2, 2)), ("source", (2, 0)), ("allies", (0, 2)), ("dummy other", (0, 2)), ("wolf", (0, 0))):
        found = with_ally(attack("Point out", hit=[{"exposes": {"attack": 2, "crit": 1}, "by": by, **BATTLE}]))
        found.do("use:0:ann", 11)
        ann = found.get("ann")
        for id, gain, printed in (("fiend", gains[0], 30), ("other", gains[1], 8)):
            one = found.get(id)
            assert attack_bonus(found.battle, one, one.block.powers[0], ann, 0) == printed + gain
            assert crit_floor(found.battle, one, one.block.powers[0], ann) == 20 - gain // 2
        found.check_clean()


@clause("ES-104", "ES-36")
def test_attackers_may_gain_the_escalation_die_and_dice_of_damage() -> None:
    found = with_ally(attack("Doom", hit=[{"exposes": {"attack": "escalation", "damage": "1d4"}, "by": "dummy", **BATTLE}]))
    found.do("use:0:ann", 11)
    found.rule("set_escalation", value=4)
    other = found.get("other")
    assert attack_bonus(found.battle, other, other.block.powers[0], found.get("ann"), 0) == 8 + 4
    ann = found.get("ann")
    assert attack_bonus(found.battle, found.get("bob"), found.get("bob").block.powers[0], ann, 0) == 7 + 4  # the die as ever
    found.end_turn()
    found.until("turn other")
    found.do("move/engage:ann")
    found.do("use:0:ann", 11, 3)  # 5, and 3 more
    assert found.hp("ann") == 40 - 5 - 3
    found.check_clean()


@clause("ES-94")
def test_an_exposed_crit_range_piles_up_where_it_says_so() -> None:
    eggs = attack("Sting", attacks=3, hit=[{"exposes": {"crit": 1}, "by": "dummy fiend", "cumulative": True, "most": 2, **BATTLE}])
    found = scene(eggs)
    found.do("use:0:ann", 11, 11, 11)
    fiend_ = found.get("fiend")
    assert crit_floor(found.battle, fiend_, fiend_.block.powers[0], found.get("ann")) == 18
    found.check_clean()


@clause("ES-104")
def test_a_challenge_hampers_both_against_everybody_else() -> None:
    dare = attack("Dare", hit=[
        {"others": {"attack": -4}, "versus": "source", **BATTLE},
        {"others": {"attack": -4}, "on": "self", "versus": "target", **BATTLE},
    ])  # fmt: skip
    found = with_ally(dare)
    found.do("use:0:ann", 11)
    ann, bob, fiend_, other = (found.get(id) for id in ("ann", "bob", "fiend", "other"))
    assert attack_bonus(found.battle, ann, ann.block.powers[0], fiend_, 0) == 7
    assert attack_bonus(found.battle, ann, ann.block.powers[0], other, 0) == 3
    assert attack_bonus(found.battle, fiend_, fiend_.block.powers[0], ann, 0) == 30
    assert attack_bonus(found.battle, fiend_, fiend_.block.powers[0], bob, 0) == 26
    found.rule("set", who="fiend", stat="hp", value=0)
    assert found.get("ann").lasting == [], "the challenger is down"
    found.check_clean()


# -- fear and resistance -----------------------------------------------------------------------------------------------


@clause("ES-166")
def test_one_may_fear_a_single_foe() -> None:
    gaze = attack("Gaze", hit=[{"fear_of": 18, **BATTLE}])
    found = scene(gaze)
    found.do("use:0:ann", 11)
    assert not frightened(found.battle, found.get("ann")), "40 hit points are more than 18"
    found.rule("set", who="ann", stat="hp", value=18)
    assert frightened(found.battle, found.get("ann"))
    assert attack_bonus(found.battle, found.get("ann"), found.get("ann").block.powers[0], found.get("fiend"), 0) == 3
    found.check_clean()


@clause("ES-163")
def test_resistance_may_be_gained_against_one_and_lost() -> None:
    ward = attack("Ward", hit=[{"resists": {"spell": 16}, "on": "self", "versus": "target", **BATTLE}])
    found = scene(ward)
    found.do("use:0:ann", 11)
    fiend_, ann, bob = found.get("fiend"), found.get("ann"), found.get("bob")
    assert (resists_at(fiend_, True, "fire", ann.number), resists_at(fiend_, True, "fire", bob.number)) == (16, 0)
    assert resists_at(fiend_, False, "fire", ann.number) == 0
    melt = attack("Melt", hit=[{"unresists": "fire", **BATTLE}])
    people: list[object] = [pc("ann", resist={"fire": 16, "cold": 16}), pc("bob", initiative=0)]
    cold = scene(melt, attack("Burn", action="quick", hit=[{"damage": 9, "type": "fire"}]), people=people)
    cold.do("use:1:ann", 11)
    assert cold.hp("ann") == 36  # half of 9
    cold.do("use:0:ann", 11)
    assert (resists_at(cold.get("ann"), False, "fire"), resists_at(cold.get("ann"), False, "cold")) == (0, 16)
    cold.check_clean()


@clause("ES-66", "ES-159")
def test_one_may_become_immune_to_an_attack() -> None:
    pull = attack("Strings", miss=[{"immune_to": "strings", **BATTLE}], bonus=0)
    found = scene(pull, attack("Claw"))
    found.do("use:0:ann", 5)
    for _ in range(3):
        found.end_turn()
    assert "use:0:ann" not in found.options and "use:1:ann" in found.options
    found.check_clean()


# -- each time ---------------------------------------------------------------------------------------------------------


@clause("ES-158")
def test_each_attack_on_the_source_may_hurt() -> None:
    hurt = {"when": "attacks source", "effects": [{"damage": 6, "type": "psychic"}]}
    shroud = attack("Shroud", hit=[{"each_time": hurt, "until": "save"}])
    found = with_ally(shroud)
    found.do("use:0:ann", 11)
    found.end_turn()
    found.do("use:0:fiend", 11)
    assert found.hp("ann") == 34
    found.end_turn(11)
    assert found.get("ann").lasting == []
    found.check_clean()


@clause("ES-157")
def test_each_failed_save_and_the_first_success_may_hurt() -> None:
    skein = attack("Skein", hit=[
        {"each_time": {"when": "fails a save", "effects": [{"damage": 5}]}, **BATTLE},
        {"each_time": {"when": "saves", "effects": [{"damage": 7}], "once": True}, **BATTLE},
        {"inflict": "dazed", "until": "save"},
    ])  # fmt: skip
    found = scene(skein)
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(3)  # failed: 5
    assert found.hp("ann") == 35
    for _ in range(2):
        found.end_turn()
    found.end_turn(15)  # made: 7, and that one is over
    assert (found.hp("ann"), len(found.get("ann").lasting)) == (28, 1)
    found.check_clean()


@clause("ES-155")
def test_anything_but_a_basic_attack_may_hurt() -> None:
    harry = attack("Harry", hit=[{"each_time": {"when": "attacks otherwise", "effects": [{"damage": 9}]}, "until": "save"}])
    trick = {"name": "Trick", "bonus": 7, "defence": "AC", "usage": "1/battle", "action": "quick", "hit": [{"damage": 1}]}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    found = scene(harry, people=[pc("ann", attacks=[sword, trick]), pc("bob", initiative=0)])
    found.do("use:0:ann", 11)
    found.end_turn()
    found.do("use:0:fiend", 11)
    assert found.hp("ann") == 40
    found.do("use:1:fiend", 11)
    assert found.hp("ann") == 31
    found.check_clean()


@clause("ES-51")
def test_each_enemy_that_comes_or_goes_may_hurt() -> None:
    curse = attack("Curse", kind="close", hit=[
        {"each_time": {"when": "engaged or left", "effects": [{"damage": 2}]}, "until": "end of own next turn"},
    ])  # fmt: skip
    found = Scene([pc("ann"), dummy("fiend", attacks=[curse], initiative=30), dummy("other", initiative=20)], [10, 1, 1])
    found.do("use:0:ann", 11)
    found.end_turn()
    found.do("move/engage:ann")
    assert found.hp("ann") == 38
    found.check_clean()


@clause("ES-157")
def test_the_save_that_ends_an_effect_may_bring_another() -> None:
    for faces, die, after in (("", 14, True), ("odd", 14, False), ("odd", 15, True)):
        breath = attack("Breath", hit=[
            {"ongoing": 5, "until": "save", "after_save": [{"inflict": "weakened", "until": "save"}], "after_save_natural": faces},
        ])  # fmt: skip
        found = scene(breath)
        found.do("use:0:ann", 11)
        found.end_turn()
        found.end_turn(die)
        assert [each.conditions for each in found.get("ann").lasting] == ([b.WEAKENED] if after else [])
        found.check_clean()


@clause("ES-158")
def test_ongoing_damage_grows_with_failed_saves_or_by_another_attack() -> None:
    venom = attack("Venom", hit=[{"ongoing": 5, "type": "poison", "each_failed_save": [{"worsen": 2}]}])
    fan = attack("Fan", action="quick", hit=[{"worsen": 3, "type": "poison", "until": "hard save"}])
    found = scene(venom, fan)
    found.do("use:0:ann", 11)
    found.do("use:1:ann", 11)
    assert (found.get("ann").lasting[0].ongoing, found.get("ann").lasting[0].save) == (8, 16)
    found.end_turn()
    found.end_turn(12)  # 8 damage; 12 does not make a hard save
    assert (found.hp("ann"), found.get("ann").lasting[0].ongoing) == (32, 10)
    found.check_clean()


# -- refusals and exports ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"exposes": {"attack": "much"}}, "only attack and crit may be escalation"),
        ({"each_time": {"when": "damage", "effects": []}}, "each_time cannot be damage"),
        ({"each_time": {"when": "sings", "effects": []}}, "nothing that happens"),
        ({"mark": "x", "ends_when": ["bored"]}, "nothing that happens"),
        ({"table": {"dice": "1d6", "results": {"one": []}}}, "names no results"),
        ({"damage": 1, "against": "purple"}, "says nothing about a target"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused_by_name(row: Row, says: str) -> None:
    bad = {"system": "escalation", "combatants": [pc("ann"), dummy("fiend", attacks=[attack("Odd", hit=[row])])]}
    with pytest.raises(Refusal, match=says):
        from_data(bad)


def test_what_hangs_on_an_effect_is_exported_with_it() -> None:
    rich: list[Row] = [
        {"mark": "veiled", "on": "self", "until": "end of battle", "ends_when": ["hits"]},
        {"exposes": {"attack": 1, "damage": "1d4"}, "by": "allies", "until": "end of battle"},
        {"each_time": {"when": "fails a save", "effects": [{"damage": 2}]}, "until": "end of battle"},
        {"ongoing": 3, "after_save": [{"damage": 4}], "until": "save"},
        {"fear_of": 18, "until": "end of battle"},
    ]
    found = scene(attack("Everything", hit=rich))
    found.do("use:0:ann", 11)
    found.end_turn()
    loaded = taken_up(found)
    assert exported(joint(loaded.fight)) == exported(joint(found.fight))
    for id in ("ann", "fiend"):
        assert [each.key() for each in loaded.get(id).lasting] == [each.key() for each in found.get(id).lasting]
    assert loaded.battle.any_linked and loaded.battle.any_fear


def test_what_hangs_on_an_effect_is_told_in_plain_words() -> None:
    rows: list[Row] = [
        {"mark": "veiled", "on": "self", **BATTLE, "ends_when": ["hit MD", "damage 10+"]},
        {"exposes": {"attack": 2, "damage": "1d4"}, "by": "wolf", **BATTLE},
        {"each_time": {"when": "attacks source", "effects": [{"damage": 6}]}, "until": "save"},
        {"ongoing": 3, "after_save": [{"inflict": "dazed"}], "until": "save"},
        {"unlocks": "bite", "on": "self", "until": "end of own next turn"},
    ]
    found = scene(attack("All", hit=rows))
    found.do("use:0:ann", 11)
    told = found.texts()
    for text in (
        "Dummy fiend: veiled (All; until the end of the battle, or once it is hit against MD, or once it takes 10 damage or more"
        " at once).",
        "Ann: every wolf gains +2 attack and +1d4 damage against it (All; until the end of the battle).",
        "Ann: 6 damage each time it attacks the source (All; save ends).",
        "Ann: 3 ongoing damage and after the save: dazed (All; save ends).",
        "Dummy fiend: may use bite (All; until the end of Dummy fiend's next turn).",
    ):
        assert text in told, (text, told[-8:])
