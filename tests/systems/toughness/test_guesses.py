"""Players' odds against adversaries: ranges from what everybody has seen, never from the truth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quintain.engine import view
from quintain.engine.exact import Odds
from quintain.odds import odds
from tests.systems.toughness.scene import BOW, SWORD, Scene, foe, one

BOTH = [SWORD, BOW]


def twentieths(low: int, high: int) -> tuple[Fraction, Fraction]:
    return Fraction(low, 20), Fraction(high, 20)


def seen(scene: Scene, act: str = "attack:sword:rat:lethal") -> Odds:
    return odds(scene.fight, act, seat="ann")


def learned(scene: Scene) -> dict[str, tuple[int, int]]:
    return scene.of("rat").learned


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
    shown: Any = view(scene.fight, "ann")["units"]
    assert next(unit for unit in shown if unit["id"] == "rat")["learned"] == {"Defense": [14, 17]}


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
    assert shown.ranges["hit"] == twentieths(5, 14)  # +1 and +2 for the charge
    assert seen(scene, "move:@4,0").outcomes == {}


def test_a_hold_gives_the_chance_to_hit_and_other_grappling_nothing() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[20, 20, 1])
    assert seen(scene, "hold:rat").ranges == {"hit": twentieths(3, 12)}
    scene.do("hold:rat")
    assert scene.of("rat").held_by == "ann"
    scene.do("end")
    scene.end_turns(2)
    assert seen(scene, "pin").ranges == {} and seen(scene, "pin").unknown == ["Rat's figures"]


def test_whoever_breaks_out_does_not_learn_how_strong_the_holder_is() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0]), one("bob", [9, 4]), dice=[20, 20, 1])
    scene.do("hold:ann")
    scene.do("end")
    shown = seen(scene, "escape")
    assert shown.outcomes == {} and shown.unknown == ["Rat's figures"] and shown.ranges == {}


def test_dodge_or_parry_and_the_shield_sign_do_not_give_the_attacker_away() -> None:
    scene = Scene(
        foe("rat", [1, 0]), one("ann", [0, 0], can_parry=True, abilities={"str": 2}, conviction=2, state={"hurt": [5]}),
        one("bob", [9, 4]), dice=[19],
    )  # fmt: skip
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "guard of ann"
    assert seen(scene, "parry").outcomes == {} and seen(scene, "parry").unknown == ["Rat's figures"]
    scene.do("parry")
    assert scene.asked == "shield of ann"
    assert seen(scene, "no").outcomes == {} and seen(scene, "yes").unknown == ["Rat's figures"]
    assert sum(odds(scene.fight, "no").outcomes.values()) == 1
    scene.rule("set", who="rat", stat="revealed", value=True)
    assert seen(scene, "no").unknown == [] and sum(seen(scene, "no").outcomes.values()) == 1
