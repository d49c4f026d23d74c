"""Players' odds against adversaries: ranges from what everybody has seen, never from the truth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quintain.engine import Odds, view
from quintain.odds import odds
from tests.systems.toughness.scene import BOW, SWORD, Scene, foe, one

BOTH = [SWORD, BOW]


def twentieths(low: int, high: int) -> tuple[Fraction, Fraction]:
    return Fraction(low, 20), Fraction(high, 20)


def seen(scene: Scene, act: str = "attack:sword:rat:lethal") -> Odds:
    return odds(scene.fight, act, seat="ann")


def learned(scene: Scene) -> dict[str, tuple[int, int]]:
    """What was learned of its Defense."""
    return {name: bounds for name, bounds in scene.of("rat").learned.items() if name.startswith("Defense")}


@pytest.mark.parametrize(
    "secrets",
    [
        {},
        {"abilities": {"dex": 6, "con": 5}, "armor": 5},
        {"bcb": 9, "can_parry": True, "abilities": {"str": 4}, "feats": [{"slot": "parry", "amount": 2}]},
        {"minion": True, "conviction": 3, "state": {"hurt": [5]}},
    ],
)
def test_a_player_sees_a_range_that_does_not_depend_on_the_truth(secrets: dict[str, Any]) -> None:
    # Level 1: Defense 10 to 10 + 1 + 2 (levels) + 2 (feats) + 4 (guard) = 19. With +1: 9 or more (12 faces), 18 or more (3 faces).
    scene = Scene(one("ann", [0, 0], weapons=BOTH), foe("rat", [1, 0], **secrets), foe("cat", [9, 4]))
    shown = seen(scene)
    assert shown.outcomes == {} and shown.chances == {}
    assert shown.unknown == ["Rat's figures (Defense 10 to 19)"]
    assert shown.ranges == {"hit": twentieths(3, 12), "crit": (Fraction(3, 400), Fraction(12, 400))}


def test_the_truth_lies_within_the_range() -> None:
    for dexterity in range(9):
        scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": dexterity}), foe("cat", [9, 4]))
        low, high = seen(scene).ranges["hit"]
        assert low <= odds(scene.fight, "attack:sword:rat:lethal").chances["hit"] <= high


def test_size_level_and_what_everybody_sees_of_the_target_move_the_range() -> None:
    # Large -1, exposed: no guard and -2. Party level 5: figure 9 to 9 + 5 + 2 + 2 = 18, so 7 to 16 with Wounded's -2.
    scene = Scene(
        one("ann", [0, 0], roles=[{"role": "warrior", "level": 5}]), foe("rat", [1, 0], size="large"), foe("cat", [9, 4])
    )
    scene.rule("mark", who="rat", state="Wounded")
    shown = seen(scene)
    assert shown.unknown == ["Rat's figures (Defense 9 to 18)"]
    # +5 against 7 to 16: 2 or more (19 faces), 11 or more (10 faces).
    assert shown.ranges["hit"] == twentieths(10, 19)


def test_a_helpless_target_has_a_defense_that_everybody_knows() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], state={"unconscious": True}), foe("cat", [9, 4]))
    # Defense 5 with +1: 4 or more. What the blow does is still unknown.
    assert seen(scene).ranges["hit"] == twentieths(17, 17)
    assert seen(scene).unknown == ["Rat's figures"]


def test_an_open_total_that_hits_or_misses_narrows_the_range() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 4}), foe("cat", [9, 4]), dice=[12, 20])
    scene.do("attack:sword:rat:lethal")  # 13 misses Defense 15
    assert learned(scene) == {"Defense": (14, 99)}
    scene.do("end")
    scene.end_turns(2)
    assert seen(scene).unknown == ["Rat's figures (Defense 14 to 19)"]
    assert seen(scene).ranges["hit"] == twentieths(3, 8)
    scene.next_dice(16, 20)  # 17 hits; the save is made
    scene.do("attack:sword:rat:lethal")
    assert learned(scene) == {"Defense": (14, 17)}
    shown = view(scene.fight, "ann")["units"]
    assert next(unit for unit in shown if unit["id"] == "rat")["learned"] == [["Defense", "14 to 17"], ["Toughness", "at most 19"]]


def test_natural_20_and_1_and_the_dice_of_adversaries_tell_nothing() -> None:
    scene = Scene(
        one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 9}), one("bob", [5, 0]), dice=[20, 1, 20, 5]
    )
    scene.do("attack:sword:rat:lethal")  # threat, not confirmed by a natural 1, the save is made
    assert learned(scene) == {}
    scene.do("end")
    scene.do("attack:sword:ann:lethal", expect="turn of rat")
    assert learned(scene) == {} and scene.of("ann").learned == {}


def test_a_confirmation_tells_as_much_as_an_attack() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 4}), foe("cat", [9, 4]), dice=[20, 10, 20])
    scene.do("attack:sword:rat:lethal")  # 11 does not confirm against 15
    assert learned(scene) == {"Defense": (12, 99)}


def test_what_everybody_sees_is_taken_off_what_is_learned() -> None:
    # Prone: -4 against melee. 8 + 1 = 9 misses Defense 15 - 4 = 11, so the figure is 14 or more.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 4}, state={"prone": True}), foe("cat", [9, 4]), dice=[8])
    scene.do("attack:sword:rat:lethal")
    assert learned(scene) == {"Defense": (14, 99)}


def test_melee_range_and_off_guard_are_kept_apart_and_bound_each_other() -> None:
    scene = Scene(
        one("ann", [0, 0], weapons=[{**SWORD, "natural": True}, BOW]), foe("rat", [1, 0], abilities={"dex": 4}), foe("cat", [9, 4]),
        dice=[13, 20],
    )  # fmt: skip
    scene.rule("set", who="rat", stat="surprised", value=True)
    scene.do("attack:sword:rat:lethal")  # 14 hits 11, Dodge does not count
    assert learned(scene) == {"Defense off guard": (0, 14)}
    scene.rule("set", who="rat", stat="surprised", value=False)
    rat = scene.of("rat")
    rat.learned = {"Defense": (0, 16), "Defense off guard": (12, 14)}
    from quintain.systems.toughness.guesses import defense_range

    assert defense_range(scene.fray, ["ann"], rat, "Defense at range") == (12, 16)
    assert defense_range(scene.fray, ["ann"], rat, "Defense off guard") == (12, 14)


def test_what_contradicts_the_past_replaces_it_and_the_gms_modifiers_are_not_given_away() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[17])
    scene.rule("modify", who="rat", slot="defense", amount=10, once=True)
    before = seen(scene).ranges
    scene.do("attack:sword:rat:lethal")  # 18 misses 21
    assert before["hit"] == twentieths(3, 12) and learned(scene) == {"Defense": (19, 99)}
    scene.do("end")
    scene.end_turns(2)
    scene.next_dice(11, 20)  # 12 hits 11
    scene.do("attack:sword:rat:lethal")
    assert learned(scene) == {"Defense": (0, 12)}


def test_reactions_prepared_by_adversaries_and_hazards_nobody_has_met_are_no_part_of_the_range() -> None:
    pit = {"name": "spikes", "squares": [[3, 0]], "save": "ref", "dc": 30, "damage": 20, "known": False}
    rows = [foe("rat", [9, 0], weapons=[{"name": "axe", "damage": 30, "reach_ft": 10}]), one("ann", [0, 0])]
    scene = Scene(*rows, hazards=[pit])
    scene.do("prepare:approach:attack:axe")
    scene.do("end")
    shown = seen(scene, "charge:sword:rat:lethal")
    assert shown.unknown == ["Rat's figures (Defense 10 to 19)", "what Rat has prepared"]
    # +1 and +2 for the charge; what the rat has prepared may fell her before it comes to that, though nothing else of it shows.
    assert shown.ranges["hit"] == twentieths(0, 14)
    assert seen(scene, "move:@4,0").outcomes == {}


def opposed(mine: int, theirs: int) -> Fraction:
    """The chance that d20 and this bonus is strictly higher than d20 and that."""
    return Fraction(sum(1 for one in range(1, 21) for other in range(1, 21) if one + mine > other + theirs), 400)


def held_rat(**secrets: Any) -> Scene:
    """Ann (grapple +1) holds Rat: 20 hits, 21 beats 1 and its bonus; her next turn."""
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], **secrets), foe("cat", [9, 4]), dice=[20, 20, 1])
    scene.do("hold:rat")
    scene.do("end")
    scene.end_turns(2)
    return scene


def test_a_hold_gives_the_chances_to_hit_and_to_hold() -> None:
    # Level 1: grapple -2 to 1 + 2 + 5 + 2 = 10; hit 3 to 12 of 20.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]))
    shown = seen(scene, "hold:rat")
    assert shown.unknown == ["Rat's figures (Defense 10 to 19, grapple -2 to +10)"]
    assert shown.ranges == {
        "hit": twentieths(3, 12),
        "hold": (Fraction(3, 20) * opposed(1, 10), Fraction(12, 20) * opposed(1, -2)),
    }


@pytest.mark.parametrize("secrets", [{}, {"abilities": {"str": 6}}, {"bcb": 4, "abilities": {"str": -2}}])
@pytest.mark.parametrize(("act", "chance"), [("pin", "pin"), ("blow", "hit")])
def test_pins_and_blows_give_a_range_whatever_the_truth(act: str, chance: str, secrets: dict[str, Any]) -> None:
    # 21 has beaten its total, so its bonus is at most 19: no news, since 10 is the most it is taken to have.
    scene = held_rat(**secrets)
    shown = seen(scene, act)
    assert shown.outcomes == {} and shown.unknown == ["Rat's figures (grapple -2 to +10)"]
    assert shown.ranges == {chance: (opposed(1, 10), opposed(1, -2))}
    truth = odds(scene.fight, act).chances[chance]
    assert shown.ranges[chance][0] <= truth <= shown.ranges[chance][1]


def test_binding_and_breaking_out_give_ranges_too_and_open_totals_narrow_them() -> None:
    scene = held_rat(abilities={"str": 2})
    scene.next_dice(10, 1, 5, 10, 2, 11)
    scene.do("pin")  # 11 beats 1 + 3: its bonus is at most 9
    assert scene.of("rat").learned["grapple"] == (-99, 9)
    scene.do("end")
    scene.end_turns(2)
    assert seen(scene, "bind").ranges == {"bind": (opposed(1, 9), opposed(1, -2))}
    scene.do("bind")  # 6 does not beat 10 + 3: at least -14; no news either
    assert scene.of("rat").learned["grapple"] == (-14, 9)
    scene.do("escape", "turn of rat")  # 2 + 3 against 11 + 1: Ann prevails also when level, so at most 11
    assert scene.of("rat").learned["grapple"] == (-14, 9)


@pytest.mark.parametrize("strength", [0, 4, -2])
def test_whoever_breaks_out_sees_a_range_for_the_holders_strength(strength: int) -> None:
    scene = Scene(foe("rat", [1, 0], abilities={"str": strength}), one("ann", [0, 0]), one("bob", [9, 4]), dice=[20, 20, 1])
    scene.do("hold:ann")  # Ann's 2 was beaten: at least -17
    scene.do("end")
    shown = seen(scene, "escape")
    assert shown.outcomes == {} and shown.unknown == ["Rat's figures (grapple -2 to +10)"]
    assert shown.ranges == {"escape": (opposed(1, 10), opposed(1, -2))}


ADEPT: dict[str, Any] = {"roles": [{"role": "adept", "level": 2}], "abilities": {"wis": 2}}
HUSH = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
BURST = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 10, "save": "ref", "damage": 4}
"""Both against 10 + 1 + 2 = 13."""


def fails(bonus: int) -> Fraction:
    """The chance that a save with this bonus fails against 13; a natural 20 always makes it."""
    return Fraction(sum(1 for face in range(1, 20) if face + bonus < 13), 20)


@pytest.mark.parametrize("secrets", [{}, {"abilities": {"wis": 5, "dex": 3}}, {"state": {"hurt": [5]}, "minion": True}])
def test_a_save_power_gives_the_range_of_its_taking_hold(secrets: dict[str, Any]) -> None:
    # Level 2: a save of -2 to 2 + (2 + 2) // 2 + 4 + 2 = 10.
    scene = Scene(one("ann", [0, 0], **ADEPT, powers=[HUSH]), foe("rat", [5, 0], **secrets), foe("cat", [9, 4]), dice=[5])
    shown = seen(scene, "power:hush:rat")
    assert shown.unknown == ["Rat's figures (Will -2 to +10)"]
    assert shown.ranges == {"hit": (fails(10), fails(-2))}
    scene.do("power:hush:rat")
    # Rat with WIS 5 makes it with 10 against 13? It does not: 5 + 5; the others fail too: the bonus is at most 11.
    assert scene.of("rat").learned == {"Will": (-99, 11)}


@pytest.mark.parametrize("secrets", [{}, {"abilities": {"dex": 5, "con": 3}}])
def test_an_area_gives_the_range_that_any_foe_fails_its_save(secrets: dict[str, Any]) -> None:
    scene = Scene(one("ann", [0, 0], **ADEPT, powers=[BURST]), foe("rat", [9, 2], **secrets), foe("cat", [10, 2], **secrets))
    shown = seen(scene, "power:burst:@9,2")
    assert shown.unknown == ["Rat's figures (Reflex -2 to +10)", "Cat's figures (Reflex -2 to +10)"]
    assert shown.ranges == {"hit": (1 - (1 - fails(10)) ** 2, 1 - (1 - fails(-2)) ** 2)}


@pytest.mark.parametrize("secret", [{}, {"prepared": "power:attack:sword"}])
def test_a_hidden_combatant_in_an_area_changes_nothing_a_player_is_shown(secret: dict[str, str]) -> None:
    def shown(with_hidden: bool, revealed: bool) -> Odds:
        rows = [one("ann", [0, 0], **ADEPT, powers=[BURST]), foe("rat", [9, 2]), foe("dog", [18, 0])]
        state = dict(secret)
        cat = foe("cat", [10, 2] if with_hidden else [19, 4], hidden=True, weapons=[{"name": "sword", "reach_ft": 60}])
        scene = Scene(*rows, {**cat, "state": state})
        if revealed:
            scene.rule("set", who="rat", stat="revealed", value=True)
        return seen(scene, "power:burst:@9,2")

    for revealed in (False, True):
        near, far = shown(True, revealed), shown(False, revealed)
        assert near.as_data() == far.as_data()
        assert bool(near.outcomes) == revealed
    # The comparison can fail: once Cat is in sight and its sheet open, there are two who may fail.
    scene = Scene(
        one("ann", [0, 0], **ADEPT, powers=[BURST]), foe("rat", [9, 2]), foe("cat", [10, 2], hidden=True), foe("dog", [18, 0])
    )
    scene.rule("set", who="rat", stat="revealed", value=True)
    assert seen(scene, "power:burst:@9,2").chances["hit"] == fails(0)
    scene.rule("set", who="cat", stat="revealed", value=True)
    scene.rule("reveal", who="cat")
    assert seen(scene, "power:burst:@9,2").chances["hit"] == 1 - (1 - fails(0)) ** 2


def test_the_chances_of_an_area_that_catches_many_are_those_of_everybody_it_catches() -> None:
    crowd = [foe(f"rat{number}", [9, number], minion=True) for number in range(4)]
    scene = Scene(one("ann", [0, 0], **ADEPT, powers=[{**BURST, "damage": 30}]), *crowd)
    found = odds(scene.fight, "power:burst:@9,2")
    assert found.chances["hit"] == 1 - (1 - fails(0)) ** 4
    assert found.chances["drop"] == 1  # damage bonus 30 or 15: no minion withstands it


def test_a_hazard_nobody_has_met_is_no_part_of_the_odds_of_a_charge() -> None:
    pit = {"name": "spikes", "squares": [[3, 0]], "save": "ref", "dc": 30, "damage": 40, "known": False}
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), hazards=[pit])
    scene.rule("set", who="rat", stat="revealed", value=True)
    assert seen(scene, "charge:sword:rat:lethal").of("Ann") == {}
    assert odds(scene.fight, "charge:sword:rat:lethal").of("Ann") != {}


@pytest.mark.parametrize("armor", [0, 3, 6])
def test_a_finishing_blow_gives_the_range_of_killing(armor: int) -> None:
    # Difficulty 15 + 3 + 3 = 21; Toughness -2 to 10. A kill is 20 short: a result of 1 or less, a face up to 3 or none.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], armor=armor, state={"unconscious": True}), foe("cat", [9, 4]))
    assert seen(scene, "finish:sword:rat:lethal").ranges == {"kill": twentieths(0, 3)}


def test_how_badly_an_open_blow_hurts_narrows_toughness() -> None:
    # Sword: Difficulty 18. Third degree: at most 7; no harm: at least -2; the marks in force are taken off.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], armor=4), foe("cat", [9, 4]), dice=[15, 3, 15, 15])
    scene.do("attack:sword:rat:subdual")  # 3 + 4 = 7 against 18: missed by 11
    assert scene.of("rat").learned["Toughness"] == (-99, 7)
    scene.do("end")
    scene.end_turns(1)
    scene.do("attack:sword:rat:subdual", "turn of ann")  # 15 + 4 = 19: no harm
    assert scene.of("rat").learned["Toughness"] == (-2, 7)


def test_dodge_or_parry_and_the_shield_sign_do_not_give_the_attacker_away() -> None:
    scene = Scene(
        foe("rat", [1, 0]), one("ann", [0, 0], can_parry=True, abilities={"str": 2}, conviction=2, state={"hurt": [5]}),
        one("bob", [9, 4]), dice=[19],
    )  # fmt: skip
    scene.fight.order("*", "guard", "ask")
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "guard of ann"
    assert seen(scene, "parry").outcomes == {} and seen(scene, "parry").unknown == ["Rat's figures"]
    # Attack -2 to 1 + 2 + 4 + 2 = 9 against Defense 11 + 2 with Parry, 11 with Dodge.
    assert seen(scene, "parry").ranges == {"hit:rat": twentieths(6, 17)}
    assert seen(scene, "dodge").ranges == {"hit:rat": twentieths(8, 19)}
    scene.do("parry")
    assert scene.asked == "shield of ann"
    assert seen(scene, "no").outcomes == {} and seen(scene, "yes").unknown == ["Rat's figures"]
    # Damage -2 to 4 + 5 + 2 = 11: Difficulty 13 to 26, with one Hurt mark 13 to 20 faces fail, without 12 to 20.
    # Felled by a miss of 15 and more: none at best; at worst 26 - 15 = 11 faces (12 with the mark), never a natural 20.
    assert seen(scene, "no").ranges == {"mark:rat": twentieths(13, 20), "drop:rat": twentieths(0, 12)}
    assert seen(scene, "yes").ranges == {"mark:rat": twentieths(12, 20), "drop:rat": twentieths(0, 11)}
    assert sum(odds(scene.fight, "no").outcomes.values()) == 1
    scene.rule("set", who="rat", stat="revealed", value=True)
    assert seen(scene, "no").unknown == [] and sum(seen(scene, "no").outcomes.values()) == 1


def test_another_players_sheet_is_no_part_of_ones_odds() -> None:
    # Ann and Bob are run by different seats: of Bob in the blast Ann knows no more than of an adversary.
    shown = []
    for reflexes in (0, 6):
        scene = Scene(
            one("ann", [0, 0], controller="ann", **ADEPT, powers=[BURST]),
            one("bob", [9, 3], controller="bob", abilities={"dex": reflexes}), foe("rat", [9, 2]), foe("cat", [19, 0]),
        )  # fmt: skip
        scene.rule("set", who="rat", stat="revealed", value=True)
        shown.append(seen(scene, "power:burst:@9,2"))
    assert shown[0].as_data() == shown[1].as_data() and shown[0].unknown == ["Bob's figures (Reflex -2 to +10)"]
    assert odds(scene.fight, "power:burst:@9,2", seat="ann+bob").unknown == []


def test_what_only_one_player_knows_of_a_blow_is_not_told_to_all() -> None:
    # Ann's damage bonus is hers: how badly Rat takes the blow narrows nothing for everybody.
    for controller, learnt in (("ann", set()), ("players", {"Toughness"})):
        scene = Scene(one("ann", [0, 0], controller=controller), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[15, 8])
        scene.do("attack:sword:rat:lethal")
        assert {name for name in scene.of("rat").learned if name == "Toughness"} == learnt


def test_first_aid_shows_its_odds_whoever_runs_the_one_who_is_dying() -> None:
    scene = Scene(
        one("ann", [0, 0], controller="ann", medicine=4), one("bob", [0, 1], controller="bob", conviction=0, state={"dying": True}),
        foe("rat", [19, 4]),
    )  # fmt: skip
    assert seen(scene, "aid:bob").of("Bob")["Unconscious + Disabled + no longer Dying"] == Fraction(10, 20)
