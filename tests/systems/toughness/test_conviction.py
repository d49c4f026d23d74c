"""Conviction in each of its uses (TO-99, TO-100, TO-106..TO-109)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

EXPERT = {"roles": [{"role": "expert", "level": 4}]}


@clause("TO-99")
def test_after_the_fight_one_point_removes_every_bruised_dazed_and_hurt_mark_whatever_blocks_them() -> None:
    state = {"bruised": [9, 9], "dazed": [9], "hurt": [9], "wounded": 1, "staggered": True}
    scene = Scene(one("ann", [0, 0], conviction=2, state=state), foe("rat", [9, 0]))
    assert "heart" not in scene.options()  # not during the fight
    scene.end_turns()
    scene.do("yield", "turn of rat")
    scene.do("yes", "heart of ann")
    assert scene.states("ann") == ["Staggered", "Wounded"]
    assert scene.of("ann").conviction == 1
    assert scene.fight.outcome is not None
    scene.check_done()


@clause("TO-99")
def test_the_heart_is_refused_without_a_point_and_may_be_declined() -> None:
    poor = Scene(one("ann", [0, 0], conviction=0, state={"hurt": [9]}), foe("rat", [9, 0]))
    poor.end_turns()
    poor.do("yield")
    assert poor.fight.outcome is not None and poor.states("ann") == ["Hurt"]  # nobody was asked
    rich = Scene(one("ann", [0, 0], conviction=1, state={"hurt": [9]}), foe("rat", [9, 0]))
    rich.end_turns()
    rich.do("yield")
    rich.do("no", "heart of ann")
    assert (rich.of("ann").conviction, rich.states("ann")) == (1, ["Hurt"])
    rich.check_done()


@clause("TO-100")
def test_a_warrior_wipes_bruised_and_hurt_between_the_hit_and_the_toughness_die() -> None:
    # Two Hurt marks: die 17 would make 15 against 18. After the shield 17 is missed by 1 only.
    scene = Scene(
        foe("rat", [1, 0]), one("ann", [0, 0], conviction=2, state={"hurt": [9, 9], "bruised": [9], "wounded": 1}), dice=[15, 17]
    )
    scene.do("attack:sword:ann:lethal")
    scene.do("yes", "shield of ann")
    assert "17 - 1 = 16 against 18: first degree" in scene.texts("toughness")[0]  # the wound still counts
    assert scene.states("ann") == ["Wounded", "Hurt", "Bruised"]
    assert scene.of("ann").conviction == 1
    scene.check_done()


@clause("TO-100")
def test_only_those_whose_core_role_is_warrior_may_and_never_between_die_and_outcome() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=2, state={"hurt": [9]}, **EXPERT), dice=[15, 20])
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "turn of rat"  # nobody was asked
    scene.end_turns()
    assert "first role is warrior" in scene.refused("shield")
    mixed = {"roles": [{"role": "expert", "level": 1}, {"role": "warrior", "level": 3}]}
    second = Scene(one("ann", [0, 0], conviction=2, state={"hurt": [9]}, **mixed), foe("rat", [9, 0]))
    assert "first role is warrior" in second.refused("shield")
    # With the Toughness die typed in by hand, the shield is asked before it; while the die is awaited nothing else is open.
    typed = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=2, state={"hurt": [9]}), dice=[15])
    typed.fight.type_dice("ann")
    typed.do("attack:sword:ann:lethal")
    typed.do("no", "shield of ann")
    assert typed.asked == "roll of ann"
    scene.check_done()


@clause("TO-100")
def test_the_shield_is_a_free_action_on_ones_own_turn_too() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"hurt": [9], "bruised": [9, 9]}), foe("rat", [9, 0]))
    scene.do("shield")
    assert (scene.states("ann"), scene.of("ann").conviction, scene.asked) == ([], 0, "turn of ann")
    assert "no Conviction is left" in scene.refused("shield")
    scene.check_done()


@clause("TO-106")
def test_a_point_is_spent_freely_out_of_turn_once_per_roll_and_refused_when_none_is_left() -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=1, state={"dying": True}), one("bob", [0, 1]), foe("rat", [19, 0]), dice=[3, 4]
    )
    scene.do("yes", "floor of ann")
    assert scene.asked == "turn of bob"  # asked once for this roll
    assert (scene.of("ann").conviction, scene.of("ann").dying, scene.of("ann").dying_dc) == (0, True, 11)
    scene.end_turns(2)
    assert scene.of("ann").dead  # no point, no question: 4 against 11
    scene.check_done()


@clause("TO-107")
def test_the_floor_makes_a_recovery_total_at_least_ten() -> None:
    # CON -2, DC 10, die 4: 2, counts as 10.
    state = {"staggered": True, "subdual_check": 0}
    scene = Scene(one("ann", [0, 0], abilities={"con": -2}, conviction=1, state=state), foe("rat", [9, 0]), dice=[4])
    scene.do("yes", "floor of ann")
    assert scene.states("ann") == [] and scene.of("ann").conviction == 0
    scene.check_done()


@clause("TO-107")
def test_the_floor_stays_at_ten_when_the_dying_difficulty_has_risen() -> None:
    # Dying at DC 12, CON +1, die 6: 7, counts as 10: fails.
    state = {"dying": True, "dying_dc": 12}
    scene = Scene(
        one("ann", [0, 0], abilities={"con": 1}, conviction=1, state=state), one("bob", [0, 1]), foe("rat", [19, 0]), dice=[6]
    )
    scene.do("yes", "floor of ann")
    assert scene.of("ann").dead and scene.of("ann").conviction == 0
    scene.check_done()


@clause("TO-107")
def test_a_better_die_than_the_floor_counts_and_the_point_is_gone_all_the_same() -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=1, state={"dying": True}), one("bob", [0, 1]), foe("rat", [19, 0]), dice=[20]
    )
    scene.do("yes", "floor of ann")
    assert scene.states("ann") == ["Unconscious", "Disabled"] and scene.of("ann").conviction == 0
    scene.check_done()


@clause("TO-108")
def test_other_uses_are_refused_unless_the_table_switches_them_on() -> None:
    scene = Scene(one("ann", [0, 0], conviction=2, state={"disabled": True, "staggered": True}), foe("rat", [1, 0]))
    for act in ("keepdodge", "freepush", "check:subdual"):
        assert "does not use that" in scene.refused(act)
    extra = {"conviction_extra": ["extra_check", "keep_dodge", "push"]}
    on = Scene(
        one("ann", [0, 0], conviction=3, state={"disabled": True, "staggered": True}), foe("rat", [1, 0]),
        dice=[10, 2], options=extra,
    )  # fmt: skip
    on.do("check:subdual")
    on.do("no", "floor of ann")
    assert not on.of("ann").staggered
    on.do("freepush", "turn of ann")
    on.do("keepdodge", "turn of ann")
    on.do("attack:sword:rat:lethal", "turn of ann")
    assert not on.of("ann").dying and on.of("ann").conviction == 0 and on.of("ann").keeps_dodge
    assert on.texts("conviction") == [
        "Ann spends Conviction for a recovery check at once.", "Ann spends Conviction and acts this turn without pushing.",
        "Ann spends Conviction and keeps Dodge and Parry until its next turn.",
    ]  # fmt: skip
    on.check_done()


@clause("TO-109")
def test_points_return_only_by_the_gms_award_and_above_the_maximum_only_on_insistence() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1), foe("rat", [9, 0]))
    assert scene.of("ann").conviction_max == 3
    scene.end_turns(10)
    assert scene.of("ann").conviction == 1
    scene.rule("award", who="ann", points=2)
    assert scene.of("ann").conviction == 3
    with pytest.raises(Refusal, match="more than 3"):
        scene.rule("award", who="ann", points=1)
    scene.rule("award", who="ann", points=1, insist=True)
    assert scene.of("ann").conviction == 4
    scene.check_done()


def test_a_point_that_was_spent_comes_back_when_the_spending_is_taken_back() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"hurt": [9]}), foe("rat", [9, 0]))
    scene.do("shield")
    scene.fight.undo()
    assert (scene.of("ann").conviction, scene.states("ann")) == (1, ["Hurt"])


@clause("TO-106", "TO-99")
def test_conviction_is_spent_out_of_turn_and_the_heart_also_later_after_the_fight() -> None:
    extra = {"conviction_extra": ["keep_dodge"]}
    scene = Scene(one("ann", [0, 0], conviction=2, state={"hurt": [9]}), foe("rat", [9, 0]), options=extra)
    scene.end_turns()
    scene.rule("react", who="ann", act="keepdodge")  # on Rat's turn
    assert scene.of("ann").keeps_dodge and scene.of("ann").conviction == 1
    with pytest.raises(Refusal, match="when the fight is over"):
        scene.rule("react", who="ann", act="heart")
    scene.do("yield")
    scene.do("no", "heart of ann")
    scene.rule("react", who="ann", act="heart")
    assert scene.states("ann") == [] and scene.of("ann").conviction == 0
    with pytest.raises(Refusal, match="no point left"):
        scene.rule("react", who="ann", act="heart")
    plain = Scene(one("ann", [0, 0], conviction=2), foe("rat", [9, 0]))
    with pytest.raises(Refusal, match="does not use that"):
        plain.rule("react", who="ann", act="keepdodge")
    scene.check_done()


@clause("TO-100", "TO-115")
def test_marks_are_not_wiped_between_the_toughness_die_and_its_outcome() -> None:
    # The reroll is asked with the die on the table: 15 + 0 - 1 against 18 fails by 4, and the shield cannot make it 3.
    again = {"conviction_extra": ["reroll"]}
    scene = Scene(one("ann", [5, 2], conviction=3, state={"hurt": [9]}), foe("rat", [6, 2]), options=again, dice=[15, 15])
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    scene.do("no", "shield of ann")
    assert scene.asked == "reroll of ann"
    with pytest.raises(Refusal, match="die has fallen"):
        scene.rule("react", who="ann", act="shield")
    scene.do("no", "reroll of ann")
    assert scene.states("ann") == ["Hurt x2", "Bruised"]
    scene.rule("react", who="ann", act="shield")  # and then it may again
    assert (scene.states("ann"), scene.of("ann").conviction) == ([], 2)
    scene.check_done()


@clause("TO-106", "TO-108")
def test_the_extra_check_may_be_bought_out_of_turn() -> None:
    extra = {"conviction_extra": ["extra_check"]}
    state = {"staggered": True, "wounded": 1}
    scene = Scene(foe("rat", [6, 2]), one("ann", [1, 2], conviction=2, state=state), options=extra, dice=[9, 10])
    scene.rule("react", who="ann", act="check:lethal")
    assert scene.asked == "floor of ann"
    scene.do("no")
    scene.rule("react", who="ann", act="check:subdual")
    assert (scene.states("ann"), scene.of("ann").conviction) == (["Wounded"], 0)  # 9 fails, 10 lifts Staggered
    with pytest.raises(Refusal, match="no Conviction is left"):
        scene.rule("react", who="ann", act="check:lethal")
    plain = Scene(foe("rat", [6, 2]), one("ann", [1, 2], conviction=2, state=state))
    with pytest.raises(Refusal, match="does not use that"):
        plain.rule("react", who="ann", act="check:subdual")
    scene.check_done()


@clause("TO-99", "TO-100")
def test_where_signs_obey_the_hourglass_no_point_is_spent_on_marks_that_stay() -> None:
    obey = {"conviction_hourglass": "obey"}
    state = {"hurt": [9], "wounded": 1, "bruised": [9], "dazed": [9], "staggered": True}
    scene = Scene(one("ann", [5, 2], conviction=3, state=state), foe("rat", [6, 2]), options=obey, dice=[15, 20])
    assert "worse state" in scene.refused("shield")
    scene.do("end")
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "turn of rat"  # no shield was offered
    scene.do("yield")
    assert (scene.asked, scene.winner) == ("nothing", "heroes")  # nor a heart
    scene.check_done()


@clause("TO-99", "TO-100")
def test_the_helpless_may_use_the_heart_after_the_fight_but_not_the_shield() -> None:
    """TOR-72: unconscious Ann, a warrior with a Hurt mark."""
    people = [foe("rat", [6, 2]), one("bob", [0, 0]), one("ann", [5, 2], conviction=2, state={"hurt": [9], "unconscious": True})]
    scene = Scene(*people)
    with pytest.raises(Refusal):
        scene.rule("react", who="ann", act="shield")
    scene.do("yield", "turn of rat")
    scene.do("yes", "heart of ann")
    assert (scene.states("ann"), scene.of("ann").conviction) == (["Unconscious"], 1)
    scene.check_done()


@clause("TO-106", "TO-51")
def test_a_point_spent_on_an_attack_die_is_not_spent_on_its_confirmation() -> None:
    # 15 + 1 hits 11 and threatens; 8 + 1 = 9 does not confirm, and the point that lifted the attack does not lift it to 10 either.
    options = {"conviction_scope": "any_own_d20", "conviction_when": "after", "conviction_extra": ["reroll"]}
    scene = Scene(
        one("ann", [0, 0], conviction=3, weapons=[{"name": "sword", "damage": 3, "threat": 15}]),
        foe("rat", [1, 0], conviction=0), options=options, dice=[15, 8, 20],
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    scene.do("no", "reroll of ann")
    scene.do("yes", "floor of ann")
    scene.do("no", "reroll of ann")
    scene.do("no", "floor of ann")
    assert "8 + 1 = 9 against Defense 11: an ordinary hit" in scene.texts("confirmation")[0]
    assert scene.of("ann").conviction == 2
    scene.check_done()


@clause("TO-108", "TO-48", "TO-71")
def test_a_die_that_was_lifted_to_20_is_told_as_no_natural_20() -> None:
    # 3, then 10 that counts 20: 20 + 1 is no hit on Defense 25. Rat's own 1, then 10: 20 + 0 against 28 is the second degree.
    ann = one("ann", [0, 0], conviction=1, weapons=[{"name": "sword", "damage": 13}])
    rows = [ann, foe("rat", [1, 0], conviction=1)]
    scene = Scene(*rows, options={"conviction_extra": ["reroll"]}, dice=[3, 10])
    scene.rule("modify", who="rat", slot="defense", amount=14)
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "reroll of ann")
    assert scene.texts("attack") == [
        "Ann attacks Rat with sword: 20 + 1 = 21 against Defense 25: miss (lifted by Conviction: no natural 20)."
    ]
    scene.end_turns(2)
    scene.rule("lift", who="rat")
    scene.next_dice(15, 1, 10)
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "reroll of rat")
    assert scene.texts("toughness") == [
        "Toughness of Rat: 20 + 0 = 20 against 28: second degree (lifted by Conviction: no natural 20)."
    ]
    scene.check_done()
