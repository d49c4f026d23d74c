"""The switches of Conviction: rolling again, and a floor under any own d20."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quintain.library.encounters import fight_of, from_data, play, sample
from quintain.odds import odds
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one, under

REROLL = ["reroll"]


def rerolled(dice: list[int], foes_dex: int = 0, threat: int = 20) -> Scene:
    """Ann (melee +1, two points) strikes Rat (Defense 11 and its DEX) and is asked whether to roll again."""
    scene = Scene(
        one("ann", [0, 0], conviction=2, weapons=[{"name": "sword", "damage": 3, "threat": threat}]),
        foe("rat", [1, 0], abilities={"dex": foes_dex}), foe("cat", [9, 4]),
        options={"conviction_extra": REROLL, "initiative_groups": "each"}, dice=dice,
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "reroll of ann"
    return scene


@pytest.mark.parametrize(
    ("first", "second", "counts"), [(3, 5, 15), (3, 14, 14), (12, 1, 12), (12, 2, 12), (11, 1, 11), (18, 12, 18), (2, 10, 20)]
)
def test_a_point_buys_a_second_die_and_the_better_total_counts(first: int, second: int, counts: int) -> None:
    # A second die of 1 to 10 counts 10 more. Rat's save: 20 against 18.
    scene = rerolled([first, second, 20] if counts + 1 >= 11 else [first, second])
    scene.do("yes")
    assert f"{counts} + 1 = {counts + 1} against Defense 11" in scene.texts("attack")[0]
    assert scene.of("ann").conviction == 1
    assert scene.texts("conviction") == [f"Ann spends Conviction and rolls again for attack: {first}, then {second}."]
    scene.check_done()


def test_a_lifted_die_is_no_natural_twenty_and_threatens_nothing() -> None:
    # Defense 25: 10 lifted to 20 makes 21, and no natural hits. Defense 11, threat 15: 8 lifted to 18 hits without a threat.
    hard = rerolled([2, 10], foes_dex=10)
    hard.rule("modify", who="rat", slot="defense", amount=4)
    hard.do("yes")
    assert hard.texts("attack")[0].endswith("against Defense 25: miss (lifted by Conviction: no natural 20).")
    keen = rerolled([2, 8, 20], threat=15)
    keen.do("yes")
    assert keen.texts("attack")[0].endswith("hit.") and keen.texts("confirmation") == []
    real = rerolled([2, 20, 5, 20], foes_dex=10)
    real.rule("modify", who="rat", slot="defense", amount=4)
    real.do("yes")  # a true natural 20 on the second die hits and threatens; the confirmation is a roll of its own
    real.do("no", "reroll of ann")
    assert real.texts("attack")[0].endswith("hit (a natural 20).") and len(real.texts("confirmation")) == 1
    for scene in (hard, keen, real):
        scene.check_done()


def test_a_die_may_be_kept_and_a_lifted_twenty_shows_no_mercy_on_a_save() -> None:
    kept = rerolled([5])
    kept.do("no")
    assert kept.of("ann").conviction == 2 and kept.texts("attack")[0].endswith("miss.")
    # Difficulty 45: 10 lifted to 20 is missed by 25 and kills; a natural 20 would only bruise and hurt.
    ram = {"name": "ram", "damage": 30}
    for second, states in ((10, ["Dead"]), (20, ["Hurt", "Bruised"])):
        scene = Scene(
            foe("rat", [1, 0], weapons=[ram]), one("ann", [0, 0], conviction=1), one("bob", [9, 4], conviction=0),
            options={"conviction_extra": REROLL}, dice=[15, 3, second],
        )  # fmt: skip
        scene.do("attack:ram:ann:lethal")
        scene.do("yes", "reroll of ann")
        assert scene.states("ann") == states
        scene.check_done()


def test_one_point_per_roll_and_none_left_no_question() -> None:
    state = {"staggered": True, "subdual_check": 0}
    scene = under("conviction_extra", REROLL, {"conviction": 2, "state": state}, [4])
    scene.do("yes", "floor of ann")  # a point is in this roll already
    assert scene.asked == "turn of ann" and scene.of("ann").conviction == 1 and scene.states("ann") == []
    other = under("conviction_extra", REROLL, {"conviction": 1, "state": state}, [4, 1])
    other.do("no", "floor of ann")
    other.do("yes", "reroll of ann")  # 1 counts 11
    assert other.states("ann") == [] and other.of("ann").conviction == 0
    scene.check_done()
    other.check_done()


def test_the_odds_of_rolling_again_are_those_of_the_better_die() -> None:
    # 5 and 1 miss Defense 17. A second die: 16 or more of 11 to 20 each twice in twenty: 10 of 20 faces.
    scene = rerolled([5], foes_dex=6)
    assert odds(scene.fight, "yes").chances["hit"] == Fraction(10, 20)
    assert odds(scene.fight, "no").chances["hit"] == 0
    hidden = odds(scene.fight, "yes", seat="ann")
    assert hidden.outcomes == {} and hidden.chances == {} and hidden.unknown == ["Rat's figures"]
    before = Scene(
        one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), foe("cat", [9, 4]), options={"conviction_extra": REROLL}
    )
    assert sum(odds(before.fight, "attack:sword:rat:lethal").outcomes.values()) == 1


def test_rolling_initiative_again_is_offered_without_odds() -> None:
    # 3 rolled again: 5 counts 15, ahead of Rat's 9.
    scene = Scene(
        one("ann", [0, 0], conviction=1), foe("rat", [9, 0]), options={"conviction_extra": REROLL}, roll=True, dice=[3, 5, 9]
    )
    assert scene.asked == "reroll of ann" and not any(option.weighs for option in scene.fight.questions[0].options)
    scene.do("yes")
    assert scene.of("ann").initiative == 15 and scene.asked == "turn of ann"
    scene.check_done()


def test_fights_with_rerolls_run_to_their_end_and_replay() -> None:
    data = {**sample("toughness/standard").data, "options": {"conviction_extra": ["reroll", "escape_death"]}}
    fight = play(from_data(data), seed="rerolls", auto={"*": "steady"})
    assert fight.outcome is not None and any("rolls again" in event.text for event in fight.events)
    again = fight_of(fight.record)
    assert [event.text for event in again.events] == [event.text for event in fight.events]


# -- the floor under any own d20 ---------------------------------------------------------------------------------------

ANY = {"conviction_scope": "any_own_d20"}


def floored(dice: list[int], *more: str, **ann: Any) -> Scene:
    """Ann beside Rat, with the floor for any own d20 and these other switches, such as "conviction_when=after"."""
    options = {**ANY, **dict(switch.split("=") for switch in more)}
    return Scene(one("ann", [0, 0], conviction=2, **ann), foe("rat", [1, 0]), options=options, dice=dice)


def test_conviction_scope_is_recovery_alone_unless_any_own_d20_is_chosen() -> None:
    plain = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), dice=[4])
    plain.do("attack:sword:rat:lethal")
    assert plain.asked == "turn of ann" and plain.of("ann").conviction == 2
    plain.check_done()


def test_a_point_before_an_attack_makes_its_total_at_least_10() -> None:
    # +1 against Defense 10 (DEX -1): a 4 makes 5 and would miss; lifted to 10 it hits. Toughness 12 against 18: second degree.
    lifted, plain = "9 + 1 = 10 against Defense 10: hit", "4 + 1 = 5 against Defense 10: miss"
    for dice, spends, text in (([4, 12], "yes", lifted), ([4], "no", plain)):
        scene = Scene(
            one("ann", [0, 0], conviction=2), foe("rat", [1, 0], abilities={"dex": -1}), options=ANY, dice=dice
        )
        scene.do("attack:sword:rat:lethal")
        scene.do(spends, "floor of ann")
        assert text in scene.texts("attack")[0]
        assert scene.of("ann").conviction == (1 if spends == "yes" else 2)
        scene.check_done()


def test_the_floor_is_no_help_above_10_and_costs_the_point_all_the_same() -> None:
    scene = floored([4])
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "floor of ann")
    assert "9 + 1 = 10 against Defense 11: miss" in scene.texts("attack")[0]
    assert scene.of("ann").conviction == 1 and "counts as at least 10" in scene.texts("conviction")[0]
    scene.check_done()


def test_the_floor_on_the_die_adds_the_bonus_to_10() -> None:
    # 10 + 1 = 11 meets Defense 11; then Rat's Toughness 20 against 18 holds.
    scene = floored([4, 20], "conviction_floor=die")
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "floor of ann")
    assert "10 + 1 = 11 against Defense 11: hit" in scene.texts("attack")[0]
    scene.check_done()


def test_what_the_floor_lifts_is_no_natural_1_and_a_high_die_is_left_alone() -> None:
    one_face = floored([1, 20], "conviction_floor=die")
    one_face.do("attack:sword:rat:lethal")
    one_face.do("yes", "floor of ann")
    assert "10 + 1 = 11 against Defense 11: hit" in one_face.texts("attack")[0]
    one_face.check_done()
    high = floored([20, 3, 20], "conviction_floor=die")
    high.do("attack:sword:rat:lethal")
    high.do("yes", "floor of ann")
    assert "20 + 1 = 21 against Defense 11: hit" in high.texts("attack")[0]
    # The threat's confirmation is another die, for which another point may be spent.
    high.do("no", "floor of ann")
    assert "3 + 1 = 4 against Defense 11: an ordinary hit" in high.texts("confirmation")[0]
    high.check_done()


def test_a_toughness_save_is_lifted_before_its_degree_is_read() -> None:
    # Rat's sword: against 18. A 2 is missed by 16 (fourth degree), 10 by 8 (second).
    for spends, states in (("yes", ["Wounded", "Dazed"]), ("no", ["Dying", "Unconscious"])):
        scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=1), one("bob", [9, 4]), options=ANY, dice=[15, 2])
        scene.do("attack:sword:ann:lethal")
        scene.do(spends, "floor of ann")
        assert scene.states("ann") == states
        scene.check_done()


def test_with_conviction_when_after_the_point_is_asked_for_once_the_die_is_seen() -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=2), foe("rat", [1, 0], abilities={"dex": -1}), dice=[4, 20],
        options={**ANY, "conviction_when": "after"},
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    assert "rolls 4 for attack" in scene.fight.questions[0].title
    scene.do("yes", "floor of ann")
    assert "9 + 1 = 10 against Defense 10: hit" in scene.texts("attack")[0]
    scene.check_done()


def test_one_point_at_most_goes_into_a_die() -> None:
    """TO-106: whoever has spent one on the floor is not asked about rolling again, and the other way round."""
    options: dict[str, Any] = {**ANY, "conviction_extra": ["reroll"]}
    scene = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), options=options, dice=[4])
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "floor of ann")
    assert scene.asked == "turn of ann"
    scene.check_done()
    options["conviction_when"] = "after"
    after = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), options=options, dice=[4, 3, 20])
    after.do("attack:sword:rat:lethal")
    after.do("yes", "reroll of ann")
    # 3 counts as 13: a hit; no further question before Rat's save.
    assert after.asked == "turn of ann" and "13 + 1 = 14 against Defense 11: hit" in after.texts("attack")[0]
    after.check_done()


def test_saves_first_aid_grapples_and_initiative_are_own_d20s_too() -> None:
    burst = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 5, "save": "ref", "success": "negates", "damage": 4}
    # Difficulty 10 + 0 + 0: a Reflex of +0 lifted to 10 saves and negates.
    hero = one("ann", [9, 2], conviction=1)
    adept = foe("rat", [0, 0], roles=[{"role": "adept", "level": 1}], powers=[burst])
    saved = Scene(adept, hero, options=ANY, dice=[2])
    saved.do("power:burst:@9,2")
    saved.do("yes", "floor of ann")
    assert saved.states("ann") == [] and saved.of("ann").conviction == 0
    saved.check_done()
    held = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=1), options=ANY, dice=[15, 8, 2])
    held.do("hold:ann")
    held.do("yes", "floor of ann")
    # Rat 8 + 1 = 9, Ann 2 + 1 = 3 lifted to 10: not held.
    assert held.of("ann").held_by == ""
    held.check_done()
    first = Scene(one("ann", [0, 0], conviction=1), foe("rat", [9, 0]), options=ANY, dice=[3, 9], roll=True)
    first.do("yes", "floor of ann")
    assert (first.of("ann").initiative, first.of("rat").initiative) == (10, 9)
    first.check_done()


def test_odds_of_the_floor_are_exact_where_the_figures_are_known() -> None:
    scene = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0], abilities={"dex": -1}), options=ANY)
    scene.do("attack:sword:rat:lethal")
    # +1 against 10: 9 or more hits; with the point every face does.
    assert odds(scene.fight, "yes").chances["hit"] == 1
    assert odds(scene.fight, "no").chances["hit"] == Fraction(12, 20)


@clause("TO-19", "TO-15")
@pytest.mark.parametrize("places", ["words", "squares"])
def test_the_log_tells_a_place_by_who_is_near_or_by_its_square(places: str) -> None:
    # Eve, hidden, is named by nobody. Cat and Rat stand side by side; then nobody is near.
    scene = Scene(
        one("ann", [0, 0]), foe("rat", [5, 0]), foe("cat", [5, 1]), foe("eve", [4, 2], hidden=True), options={"places_told": places}
    )
    scene.do("move:@4,0")
    scene.do("move:@4,3")
    scene.end_turns(2)
    scene.rule("remove", who="eve")
    scene.do("retreat:@0,4", "turn of ann")
    assert scene.texts("move") + scene.texts("retreat") == {
        "words": ["Ann moves 20 ft, beside Rat and Cat.", "Ann moves 15 ft, 10 ft from Cat.", "Ann retreats 20 ft, 25 ft from Rat."],
        "squares": ["Ann moves to 4,0.", "Ann moves to 4,3.", "Ann retreats to 0,4."],
    }[places]
    assert [event.data for event in scene.fight.events if event.kind == "move"] == [{"at": [4, 0]}, {"at": [4, 3]}]
    scene.check_done()


@clause("TO-105", "TO-15", "TO-22")
def test_what_the_gm_rules_of_places_and_reactions_is_told_in_words() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.rule("blast", at="2,0", radius_ft=5, save="ref", dc=15, damage=5)
    scene.rule("exit", at="9,1")
    scene.rule("react", who="ann", act="drop")
    assert scene.texts("ruling") == [
        "The blast breaks out 10 ft from Ann.", "A way out beside Rat is open.", "Ann reacts: drops what it holds.",
    ]  # fmt: skip
    scene.check_done()
