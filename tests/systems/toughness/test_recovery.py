"""Recovery and dying (TO-90..TO-98)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.systems.toughness import SYSTEM
from quintain.systems.toughness.clock import DAY, HOUR, MINUTE, round_of, stamp
from quintain.systems.toughness.odds import dying_fate, known_fate
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one


def dying(con: int, dice: list[int], dc: int = 10, conviction: int = 0) -> Scene:
    """Ann lies dying; Bob is with her; Rat is far away."""
    return Scene(
        one("ann", [0, 0], abilities={"con": con}, conviction=conviction, state={"dying": True, "dying_dc": dc}),
        one("bob", [0, 1], medicine=4, conviction=0), foe("rat", [19, 4]), dice=dice,
    )  # fmt: skip


@clause("TO-90")
@pytest.mark.parametrize(("die", "recovered"), [(8, True), (7, False)])
def test_a_recovery_check_is_a_d20_and_constitution_against_ten_without_injury_penalties(die: int, recovered: bool) -> None:
    state = {"staggered": True, "wounded": 2, "subdual_check": 0}
    scene = Scene(one("ann", [0, 0], abilities={"con": 2}, conviction=0, state=state), foe("rat", [9, 0]), dice=[die])
    assert scene.of("ann").staggered != recovered
    assert f"{die} + 2 = {die + 2} against 10" in scene.texts("recovery")[0]
    assert scene.asked == "turn of ann"  # it costs no action
    scene.check_done()


@clause("TO-90")
def test_the_first_check_comes_a_full_interval_after_the_mark_and_then_once_per_interval() -> None:
    # Staggered in round 1 on Rat's turn: due in round 11 at that place, so rolled at Ann's turn of round 12, and again ten later.
    scene = Scene(one("ann", [0, 0], conviction=0), foe("rat", [9, 0]), dice=[5, 10])
    scene.end_turns()
    scene.rule("mark", who="ann", state="Staggered")
    checked = []
    while scene.fray.round < 24:
        before = len(scene.texts("recovery"))
        scene.end_turns()
        if len(scene.texts("recovery")) > before:
            checked.append(scene.fray.round)
    assert checked == [12, 22]
    assert scene.states("ann") == []
    scene.check_done()


@clause("TO-90")
def test_each_state_has_its_own_interval() -> None:
    for state, interval in (("Staggered", MINUTE), ("Unconscious", MINUTE)):
        scene = Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [9, 0]))
        scene.rule("mark", who="ann", state=state)
        assert round_of(scene.of("ann").subdual_check - interval) == scene.fray.round
    for state, interval in (("Wounded", HOUR), ("Disabled", DAY)):
        scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
        scene.rule("mark", who="ann", state=state)
        assert round_of(scene.of("ann").lethal_check - interval) == scene.fray.round


@clause("TO-91")
def test_success_lifts_one_mark_of_the_worst_state_and_starts_the_next_interval() -> None:
    state = {"disabled": True, "wounded": 2, "lethal_check": 0, "staggered": True, "unconscious": True, "subdual_check": 0}
    scene = Scene(one("ann", [0, 0], conviction=0, state=state), one("bob", [0, 4]), foe("rat", [9, 0]), dice=[10, 10])
    ann = scene.of("ann")
    # The lethal track is checked first; Disabled goes and Wounded's hour starts. Then Unconscious; Staggered's minute starts.
    assert [text.split(" tries to recover from ")[1][:8] for text in scene.texts("recovery")] == ["Disabled", "Unconsci"]
    assert (ann.disabled, ann.wounded, ann.unconscious, ann.staggered) == (False, 2, False, True)
    assert (ann.lethal_check - scene.fray.now, ann.subdual_check - scene.fray.now) == (HOUR, MINUTE)
    scene.check_done()


@clause("TO-91")
def test_a_success_takes_one_wound_of_several_and_failure_changes_nothing() -> None:
    state = {"wounded": 3, "lethal_check": 0}
    scene = Scene(one("ann", [0, 0], conviction=0, state=state), foe("rat", [9, 0]), dice=[10])
    assert scene.of("ann").wounded == 2
    failed = Scene(one("ann", [0, 0], conviction=0, state=state), foe("rat", [9, 0]), dice=[9])
    assert failed.of("ann").wounded == 3
    assert failed.of("ann").lethal_check - failed.fray.now == HOUR
    scene.check_done()
    failed.check_done()


@clause("TO-92", "TO-93")
def test_a_dying_check_made_by_less_than_ten_makes_the_next_one_harder() -> None:
    # CON +1, DC 10, die 13: 14, so DC 11 next.
    scene = dying(1, [13, 12])
    assert (scene.of("ann").dying, scene.of("ann").dying_dc) == (True, 11)
    scene.end_turns(2)  # Bob, Rat; then Ann's next turn start: 13 against 11
    assert (scene.of("ann").dying, scene.of("ann").dying_dc) == (True, 12)
    scene.check_done()


@clause("TO-92")
def test_the_first_dying_check_is_at_the_first_own_turn_after_it_began() -> None:
    scene = Scene(one("ann", [0, 0], conviction=0), one("bob", [0, 4]), foe("rat", [9, 0]), dice=[12])
    scene.end_turns(2)
    scene.rule("mark", who="ann", state="Dying")
    assert scene.texts("dying") == []
    scene.end_turns()
    assert len(scene.texts("dying")) == 1 and scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-94")
@pytest.mark.parametrize(("dc", "saved"), [(10, True), (11, False)])
def test_a_dying_check_made_by_ten_or_more_saves(dc: int, saved: bool) -> None:
    # CON +1, die 19: 20. Against 10 that is by 10; against 11 only by 9, and the next DC is 12.
    scene = dying(1, [19], dc)
    ann = scene.of("ann")
    assert ann.dying != saved
    if saved:
        assert (ann.disabled, ann.unconscious, ann.owes, ann.dying_dc) == (True, True, 0, 10)
        assert ann.lethal_check == stamp(1, ann.place) + DAY
    else:
        assert ann.dying_dc == 12
    scene.check_done()


@clause("TO-94")
def test_being_saved_does_not_climb_where_disabled_and_unconscious_stand_already() -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=0, state={"dying": True, "disabled": True, "unconscious": True}),
        one("bob", [0, 1]), foe("rat", [19, 4]), dice=[20],
    )  # fmt: skip
    assert scene.states("ann") == ["Unconscious", "Disabled"]
    scene.check_done()


@clause("TO-95")
def test_a_failed_dying_check_is_death() -> None:
    scene = dying(0, [9])
    assert scene.states("ann") == ["Dead"]
    scene.check_done()


@clause("TO-95")
def test_the_exact_fate_of_a_dying_combatant_alone() -> None:
    # CON 0 without help: only a 20 on the very first check saves, so death has 19/20.
    scene = dying(0, [15])  # the scene's own first check leaves DC 11; start the question from DC 10 again
    scene.rule("set", who="ann", stat="dying_dc", value=10)
    fate = dying_fate(SYSTEM, scene.fray, "ann")
    assert fate == {"dead": Fraction(19, 20), "saved": Fraction(1, 20)}


@clause("TO-95", "TO-98")
def test_the_exact_fate_with_first_aid_agrees_with_the_chain_worked_by_hand() -> None:
    # Medicine +4 against 15: 10 faces of 20 help each round, before the check. CON +2.
    scene = dying(2, [9])
    scene.rule("set", who="ann", stat="dying_dc", value=10)
    aid = Fraction(10, 20)

    def saved_from(dc: int) -> Fraction:
        made_by_ten = Fraction(max(0, 21 - max(1, dc + 10 - 2)), 20)
        made = Fraction(max(0, min(20, 21 - (dc - 2))), 20)
        if made == 0:
            return aid
        return aid + (1 - aid) * (made_by_ten + (made - made_by_ten) * saved_from(dc + 1))

    fate = dying_fate(SYSTEM, scene.fray, "ann", "bob")
    assert fate["saved"] == saved_from(10)
    assert fate["saved"] + fate["dead"] == 1
    assert fate["saved"] > dying_fate(SYSTEM, scene.fray, "ann")["saved"]


def test_a_fate_that_is_known_is_worked_out_anew_where_anything_changes_for_the_two() -> None:
    scene = dying(2, [9])
    for changed in ({"who": "ann", "stat": "dying_dc", "value": 12}, {"who": "ann", "stat": "conviction", "value": 1},
                    {"who": "bob", "stat": "medicine", "value": 6}, {"who": "ann", "stat": "con", "value": 4},
                    {"who": "bob", "stat": "medicine", "value": 8}, {"who": "ann", "stat": "con", "value": 0}):  # fmt: skip
        for healer in ("", "bob"):
            assert known_fate(SYSTEM, scene.fray, "ann", healer) == dying_fate(SYSTEM, scene.fray, "ann", healer)
        scene.rule("set", **changed)
    for healer in ("", "bob"):
        assert known_fate(SYSTEM, scene.fray, "ann", healer) == dying_fate(SYSTEM, scene.fray, "ann", healer)


@clause("TO-96")
def test_naturals_mean_nothing_on_constitution_checks() -> None:
    # DC 23, CON 0: a natural 20 fails. CON +9, DC 10: a natural 1 succeeds by 0.
    scene = dying(0, [20], dc=23)
    assert scene.of("ann").dead
    tough = dying(9, [1])
    assert tough.of("ann").dying and tough.of("ann").dying_dc == 11
    scene.check_done()
    tough.check_done()


@clause("TO-97")
def test_time_let_pass_rolls_what_falls_due_in_time_order() -> None:
    # After the fight: Staggered (a minute) at minute 1 and 2, Wounded (an hour) at hour 1.
    state = {"staggered": True, "wounded": 1, "hurt": [5]}
    scene = Scene(one("ann", [0, 0], conviction=0, state=state), foe("rat", [9, 0]))
    scene.end_turns()
    scene.do("yield", "turn of rat")
    assert scene.fight.outcome is not None
    scene.next_dice(3, 12, 15)
    scene.rule("pass_time", amount=1, unit="minutes")
    assert scene.states("ann") == ["Staggered", "Wounded", "Hurt"]  # the first check failed
    scene.rule("pass_time", amount=2, unit="hours")
    assert scene.states("ann") == []  # Hurt had run out and went with Wounded
    assert [text.split("from ")[1].split(":")[0] for text in scene.texts("recovery")] == ["Staggered", "Staggered", "Wounded"]
    scene.check_done()


@clause("TO-97")
def test_a_day_lets_a_disabled_combatant_try_and_dying_goes_by_rounds() -> None:
    scene = Scene(one("ann", [0, 0], conviction=0, state={"disabled": True}), foe("rat", [9, 0]), dice=[4, 11])
    scene.rule("pass_time", amount=2, unit="days")
    assert scene.states("ann") == [] and len(scene.texts("recovery")) == 2
    dies = dying(0, [10, 11, 12, 3])
    dies.rule("pass_time", amount=1, unit="minutes")
    assert dies.of("ann").dead and len(dies.texts("dying")) == 4
    scene.check_done()
    dies.check_done()


@clause("TO-97")
def test_conviction_may_be_spent_on_a_check_while_time_passes() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"staggered": True}), foe("rat", [9, 0]), dice=[2])
    scene.rule("pass_time", amount=1, unit="minutes")
    scene.do("yes", "floor of ann")
    assert scene.states("ann") == [] and scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-98")
@pytest.mark.parametrize(("die", "saved"), [(11, True), (10, False)])
def test_first_aid_is_a_d20_and_medicine_against_fifteen(die: int, saved: bool) -> None:
    scene = dying(5, [8, die])
    scene.do("aid:ann", "turn of bob")
    assert scene.of("ann").dying != saved
    assert scene.states("ann") == (["Unconscious", "Disabled"] if saved else ["Dying"])
    assert scene.of("ann").dying_dc == (10 if saved else 11)
    scene.check_done()


@clause("TO-98")
def test_first_aid_needs_a_dying_ally_in_reach_and_may_be_tried_again() -> None:
    scene = dying(9, [5, 2, 6, 20])
    scene.do("aid:ann", "turn of bob")
    assert "standard action of this turn is used" in scene.refused("aid:ann")
    scene.end_turns(2)
    scene.do("aid:ann", "turn of bob")
    assert not scene.of("ann").dying
    scene.end_turns(2)
    assert "is not dying" in scene.refused("aid:ann")
    far = Scene(one("ann", [9, 0], state={"dying": True}, conviction=0), one("bob", [0, 1]), foe("rat", [19, 4]), dice=[10])
    assert "out of reach" in far.refused("aid:ann")
    scene.check_done()


@clause("TO-94", "TO-107")
def test_a_floor_on_the_die_may_be_enough_to_be_saved() -> None:
    # CON +10 with the floor on the die: 10 + 10 = 20 against 10, made by 10, whatever the die shows.
    scene = Scene(
        one("ann", [0, 0], abilities={"con": 10}, conviction=1, state={"dying": True}), one("bob", [0, 4]), foe("rat", [9, 0]),
        options={"conviction_floor": "die"}, dice=[2],
    )  # fmt: skip
    scene.do("yes", "floor of ann")
    assert scene.states("ann") == ["Unconscious", "Disabled"]
    scene.check_done()


@clause("TO-97")
def test_time_let_pass_within_time_let_pass_adds_up() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"staggered": True}), foe("rat", [9, 0]), dice=[5, 12])
    scene.rule("pass_time", amount=1, unit="minutes")
    assert scene.asked == "floor of ann"
    scene.rule("pass_time", amount=1, unit="hours")
    while scene.asked.startswith("floor"):
        scene.do("no")
    assert scene.asked == "turn of ann" and scene.fray.later >= 600  # the clock never goes back
    scene.check_done()
