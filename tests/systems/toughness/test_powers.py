"""Other saves, hazards and powers (TO-101..TO-105, TO-121)."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

ADEPT = {"roles": [{"role": "adept", "level": 4}], "abilities": {"wis": 3, "dex": 1}}
DART = {"name": "Dart", "kind": "attack", "range_ft": 60, "damage": 5, "threat": 19}
HUSH = {"name": "Hush", "kind": "save", "range_ft": 30, "save": "will", "state": "Dazed"}
BURST = {
    "name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 10, "save": "ref", "success": "reduces", "damage": 7, "uses": 1,
}  # fmt: skip
MEND = {"name": "Mend", "kind": "mend", "range_ft": 5, "uses": 2}


@clause("TO-101")
@pytest.mark.parametrize(("dc", "die", "told"), [
    (25, 20, "made (a natural 20)"), (22, 20, "made"), (3, 1, "made"), (15, 13, "made"), (15, 12, "failed"),
])  # fmt: skip
def test_other_saves_succeed_by_reaching_the_difficulty_or_a_natural_twenty(dc: int, die: int, told: str) -> None:
    # Reflex +2 (DEX 2).
    scene = Scene(one("ann", [0, 0], abilities={"dex": 2}), foe("rat", [9, 0]), dice=[die])
    scene.rule("save", who="ann", save="ref", dc=dc)
    assert scene.texts("save")[0].endswith(f": {told}.")
    scene.check_done()


@clause("TO-101")
def test_being_wounded_costs_two_on_other_saves() -> None:
    scene = Scene(one("ann", [0, 0], abilities={"wis": 1}, state={"wounded": 1}), foe("rat", [9, 0]), dice=[11])
    scene.rule("save", who="ann", save="will", dc=11)
    assert "11 - 1 = 10 against 11: failed" in scene.texts("save")[0]
    scene.check_done()


@clause("TO-102")
def test_success_against_a_hazard_negates_it_or_halves_its_damage_bonus() -> None:
    # Damage bonus 7 reduced to 3: Difficulty 18.
    reduced = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[15, 20])
    reduced.rule("save", who="ann", save="ref", dc=15, damage=7, success="reduces")
    assert "against 18" in reduced.texts("toughness")[0]
    whole = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[14, 20])
    whole.rule("save", who="ann", save="ref", dc=15, damage=7, success="reduces")
    assert "against 22" in whole.texts("toughness")[0]
    negated = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[15])
    negated.rule("save", who="ann", save="ref", dc=15, damage=7, success="negates")
    assert negated.texts("toughness") == []
    reduced.check_done()
    whole.check_done()
    negated.check_done()


@clause("TO-102")
def test_walking_into_a_hazard_meets_it_and_ways_lead_around_known_ones() -> None:
    pit = {"name": "the pit", "squares": [[2, 0], [2, 1]], "save": "ref", "dc": 14, "damage": 4, "success": "negates"}
    rows = ["....", "....", "...."]
    scene = Scene(one("ann", [1, 0]), foe("rat", [3, 2]), map=rows, hazards=[pit], dice=[5, 17])
    scene.do("move:@2,0")
    assert scene.texts("hazard") == ["Ann gets into the pit."]
    assert scene.states("ann") == ["Hurt", "Bruised"]  # 17 against 19
    around = Scene(one("ann", [1, 0]), foe("rat", [0, 2]), map=rows, hazards=[pit])
    around.do("move:@3,0")
    assert around.texts("hazard") == []
    scene.check_done()
    around.check_done()


@clause("TO-102")
def test_a_hazard_that_was_met_is_counted_without_those_that_were_not() -> None:
    pits = [{"name": f"pit {x}", "squares": [[x, 0]], "save": "ref", "dc": 14, "damage": 4, "known": False} for x in (5, 2)]
    scene = Scene(one("ann", [1, 0]), foe("rat", [3, 2]), map=["......", "......", "......"], hazards=pits, dice=[5, 17])
    scene.do("move:@2,0")
    marks = {seat: [(mark["id"], mark["name"]) for mark in scene.fight.view(seat)["board"]["marks"]] for seat in ("ann", "gm")}
    assert marks == {"ann": [("hazard:0", "pit 2")], "gm": [("hazard:0", "pit 5"), ("hazard:1", "pit 2")]}


@clause("TO-103")
def test_an_attack_power_uses_ranged_against_dodge_and_its_own_damage_bonus() -> None:
    # Ranged +3 (BCB 2 + DEX 1). Rat parries well, which does not count: Defense 10 + 1 + 0 = 11. STR is not added: 15 + 5.
    ann = one("ann", [0, 0], roles=ADEPT["roles"], abilities={"wis": 3, "dex": 1, "str": 4}, powers=[DART])
    scene = Scene(ann, foe("rat", [9, 0], abilities={"str": 5}, can_parry=True), dice=[8, 20])
    scene.do("power:dart:rat")
    assert scene.texts("attack")[0] == "Ann attacks Rat with Dart: 8 + 3 = 11 against Defense 11: hit."
    assert "against 20" in scene.texts("toughness")[0]
    threat = Scene(one("ann", [0, 0], **ADEPT, powers=[DART]), foe("rat", [9, 0]), dice=[19, 15, 20])
    threat.do("power:dart:rat")
    assert "against 23" in threat.texts("toughness")[0]  # a critical like a weapon's
    scene.check_done()
    threat.check_done()


@clause("TO-103", "TO-104")
def test_powers_have_a_range_and_need_a_clear_line() -> None:
    scene = Scene(
        one("ann", [0, 0], **ADEPT, powers=[DART, HUSH]), foe("rat", [13, 0]), foe("cat", [7, 0]), map=["....................", "."]
    )
    assert "65 ft away" in scene.refused("power:dart:rat")
    assert "35 ft away" in scene.refused("power:hush:cat")
    walled = Scene(one("ann", [0, 0], **ADEPT, powers=[DART]), foe("rat", [4, 0]), map=["..#..", "....."])
    assert "no clear line" in walled.refused("power:dart:rat")
    walled.check_done()


@clause("TO-104")
@pytest.mark.parametrize(("die", "states"), [(15, []), (14, ["Dazed"])])
def test_a_save_power_is_met_by_a_save_against_ten_half_the_level_and_the_key_ability(die: int, states: list[str]) -> None:
    # 10 + 4 // 2 + WIS 3 = 15 against Will +0.
    scene = Scene(one("ann", [0, 0], **ADEPT, powers=[HUSH]), foe("rat", [5, 0]), dice=[die])
    scene.do("power:hush:rat")
    assert scene.states("rat") == states
    assert scene.of("rat").owes == len(states)
    scene.check_done()


@clause("TO-104")
def test_a_state_by_a_power_climbs_like_damage() -> None:
    stun = {**HUSH, "state": "Staggered"}
    scene = Scene(
        one("ann", [0, 0], **ADEPT, powers=[stun]), foe("rat", [5, 0], state={"staggered": True}), foe("cat", [9, 0]), dice=[2]
    )
    scene.do("power:hush:rat")
    assert scene.states("rat") == ["Unconscious", "Staggered"]
    scene.check_done()


@clause("TO-105")
def test_an_area_has_everyone_inside_save_in_turn_order_each_with_both_dice() -> None:
    # Turn order ann, rat, bob, cat; the middle is rat's square: bob and cat stand within 10 ft, dan does not.
    scene = Scene(
        one("ann", [0, 0], **ADEPT, powers=[BURST]), foe("rat", [9, 2]), one("bob", [9, 4]), foe("cat", [7, 2]), foe("dan", [12, 2]),
        dice=[15, 18, 14, 20, 1, 20],
    )  # fmt: skip
    scene.do("power:burst:@9,2")
    rolls = [entry.at.split("#")[0] for entry in scene.fight.entries if entry.do == "roll"]
    assert rolls == ["ref:rat", "toughness:rat", "ref:bob", "toughness:bob", "ref:cat", "toughness:cat"]
    # Saved by Rat only: Difficulty 18 for it, 22 for the others.
    assert [text.split("against ")[1][:2] for text in scene.texts("toughness")] == ["18", "22", "22"]
    scene.end_turns(5)
    assert "used up for this fight" in scene.refused("power:burst:@9,2")
    scene.check_done()


@clause("TO-121")
def test_mending_lets_an_ally_roll_one_recovery_check_at_once() -> None:
    # Staggered, CON +2, die 8: gone. The ally chooses the track where both have something.
    scene = Scene(
        one("ann", [0, 0], **ADEPT, powers=[MEND]),
        one("bob", [0, 1], abilities={"con": 2}, conviction=0, state={"staggered": True, "wounded": 1}),
        foe("rat", [9, 0]), dice=[8, 7],
    )  # fmt: skip
    due = scene.of("bob").lethal_check
    scene.do("power:mend:bob")
    scene.do("subdual", "track of bob")
    assert scene.states("bob") == ["Wounded"]
    scene.end_turns(3)
    scene.do("power:mend:bob", "turn of ann")  # only the wound is left: nobody is asked; 7 + 2 fails
    assert scene.states("bob") == ["Wounded"] and scene.of("bob").lethal_check == due  # regular times are left alone
    scene.end_turns(3)
    assert "used up" in scene.refused("power:mend:bob")
    scene.check_done()


@clause("TO-121")
def test_mending_is_refused_for_the_dying_and_for_states_without_a_check() -> None:
    scene = Scene(
        one("ann", [0, 0], **ADEPT, powers=[MEND]), one("bob", [0, 1], conviction=0, state={"dying": True}),
        one("eve", [1, 0], state={"hurt": [9], "dazed": [9]}), one("dan", [9, 0], state={"staggered": True}), foe("rat", [19, 0]),
    )  # fmt: skip
    assert "is Dying" in scene.refused("power:mend:bob")
    assert "no state" in scene.refused("power:mend:eve")
    assert "out of reach" in scene.refused("power:mend:dan")
    scene.check_done()


@clause("TO-105")
def test_an_area_hazard_by_the_gms_word_goes_in_turn_order_too() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [2, 0]), foe("cat", [9, 0]), dice=[20, 20, 3, 20])
    scene.rule("blast", at="1,0", radius_ft=5, save="ref", dc=15, damage=6, success="reduces", against="falling stones")
    # Ann saves (natural 20): Difficulty 15 + 3; Rat does not: 21. Cat is too far away.
    assert [text.split("against ")[1][:2] for text in scene.texts("toughness")] == ["18", "21"]
    assert scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-102")
def test_a_halved_damage_bonus_is_never_higher_than_it_was() -> None:
    """TOR-68: Reflex 20 succeeds against 10; a bonus of -3 stays -3: Toughness 11 against 12 is missed by 1."""
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[20, 11])
    scene.rule("save", who="ann", save="ref", dc=10, damage=-3, success="reduces", kind="subdual")
    assert scene.texts("toughness") == ["Toughness of Ann: 11 + 0 = 11 against 12: first degree."]
    scene.check_done()


@clause("TO-102")
def test_a_damage_bonus_below_zero_is_not_raised_by_halving() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[15, 20])
    scene.rule("save", who="ann", save="ref", dc=15, damage=-3, success="reduces")
    assert "against 12" in scene.texts("toughness")[0]
    scene.check_done()
