"""Rounds, turn order, delaying (TO-01..TO-08, TO-21)."""

from __future__ import annotations

import pytest

from quintain.systems.toughness import SYSTEM
from quintain.systems.toughness.clock import DAY, HOUR, MINUTE, ROUND
from quintain.systems.toughness.odds import dying_fate
from quintain.systems.toughness.order import move_ahead, renumber, turn_order
from tests.support import clause
from tests.systems.toughness.scene import CUDGEL, Scene, foe, one

WITH_EXIT = [">" + "." * 9] * 3

def order(scene: Scene) -> list[str]:
    return [fighter.id for fighter in turn_order(scene.fray)]



def names(scene: Scene) -> list[str]:
    return [fighter.id for fighter in turn_order(scene.fray)]


@clause("TO-01")
def test_ten_rounds_make_a_minute() -> None:
    assert (MINUTE, HOUR, DAY) == (10 * ROUND, 600 * ROUND, 14_400 * ROUND)
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.rule("pass_time", amount=1, unit="minutes")
    assert (scene.fray.round, scene.fray.later) == (1, 10)  # the fight is still in its first round
    assert scene.texts("ruling") == ["Time passes: 1 minute."]
    scene.check_done()


@clause("TO-02")
def test_everybody_has_one_turn_a_round_from_highest_to_lowest() -> None:
    scene = Scene(one("ann", [0, 0], initiative=5), foe("rat", [9, 0], initiative=12), one("bob", [0, 2], initiative=9))
    asked = []
    for _ in range(6):
        asked.append((scene.fray.round, scene.asked))
        scene.end_turns()
    order = ["turn of rat", "turn of bob", "turn of ann"]
    assert asked == [(1, turn) for turn in order] + [(2, turn) for turn in order]
    scene.check_done()


@clause("TO-03")
def test_initiative_is_a_d20_dexterity_and_feats_rolled_once_in_roster_order() -> None:
    feats = [{"slot": "initiative", "amount": 2}]
    scene = Scene(one("ann", [0, 0], abilities={"dex": 3}), foe("rat", [9, 0], feats=feats), roll=True, dice=[11, 13])
    assert (scene.of("ann").initiative, scene.of("rat").initiative) == (14, 15)
    assert names(scene) == ["rat", "ann"]
    scene.end_turns(4)
    assert names(scene) == ["rat", "ann"]  # it stays for the whole fight
    scene.check_done()


@clause("TO-04")
def test_equal_totals_go_to_the_higher_dexterity_without_a_die() -> None:
    scene = Scene(
        one("ann", [0, 0], abilities={"dex": 2}), foe("rat", [9, 0], abilities={"dex": 4}), roll=True, dice=[13, 11]
    )
    assert names(scene) == ["rat", "ann"]
    scene.check_done()


@clause("TO-04")
def test_those_still_tied_roll_off_in_roster_order_and_again_among_equals() -> None:
    # All three total 10. Roll-off 7, 12, 12: bob and rat roll again, 3 and 18.
    scene = Scene(
        one("ann", [0, 0]), one("bob", [0, 2]), foe("rat", [9, 0]), roll=True, dice=[10, 10, 10, 7, 12, 12, 3, 18]
    )
    assert names(scene) == ["rat", "bob", "ann"]
    scene.check_done()


@clause("TO-04", "TO-76")
def test_roll_offs_are_not_penalised() -> None:
    """TOR-71: wounded Ann totals 12 - 2, Rat 10. She throws 8 in the roll-off: as it lies that beats 7, with -2 it would not."""
    scene = Scene(one("ann", [0, 0], state={"wounded": 1}), foe("rat", [9, 0]), roll=True, dice=[12, 10, 8, 7])
    assert (scene.of("ann").initiative, scene.of("rat").initiative) == (10, 10)
    assert names(scene) == ["ann", "rat"]
    told = [(event.text, event.math, event.clause) for event in scene.fight.events if event.kind == "initiative"]
    assert told[0] == ("Initiative of Ann: 12 - 2 = 10.", [("d20", 12), ("DEX", 0), ("Wounded", -2)], "TO-03")
    assert told[2:] == [("Roll-off of Ann: 8.", [("d20", 8)], "TO-04"), ("Roll-off of Rat: 7.", [("d20", 7)], "TO-04")]
    scene.check_done()


@clause("TO-05")
def test_whoever_is_taken_out_before_its_turn_does_not_have_it() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[15, 1])
    scene.do("attack:cudgel:rat:subdual")
    scene.end_turns()
    assert scene.asked == "turn of cat"
    scene.check_done()


@clause("TO-06")
def test_a_turn_opens_with_endings_then_checks_then_a_forfeited_turn() -> None:
    # Ann: Bruised runs out, Staggered falls due, and she owes a turn: all in round 1, in that order.
    state = {"bruised": [0], "staggered": True, "subdual_check": 0, "owes_turn": True}
    scene = Scene(one("ann", [0, 0], conviction=0, state=state), foe("rat", [9, 0]), dice=[10])
    kinds = [event.kind for event in scene.fight.events if event.kind in ("ended", "recovery", "forfeit")]
    assert kinds == ["recovery", "ended", "ended", "forfeit"]  # the bruise had waited for Staggered to go (TO-88)
    assert scene.asked == "turn of rat"
    assert scene.of("ann").owes == 0
    scene.check_done()


@clause("TO-06")
def test_recovering_does_not_cancel_an_owed_turn_and_stances_end_before_it() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.do("total")
    assert scene.of("ann").stance_guard == 4
    scene.end_turns(1)
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    scene.end_turns(1)
    assert scene.asked == "turn of rat"  # Ann's turn of round 2 was forfeited
    assert scene.of("ann").stance_guard == 0
    scene.check_done()


@clause("TO-07")
def test_the_dead_the_escaped_and_the_yielded_lose_their_place_and_the_fallen_keep_theirs() -> None:
    scene = Scene(
        one("ann", [0, 0]), one("bob", [0, 2], state={"unconscious": True}), one("eve", [0, 3], state={"yielded": True}),
        one("dan", [0, 4], state={"escaped": True}), foe("rat", [9, 0]),
    )  # fmt: skip
    assert names(scene) == ["ann", "bob", "rat"]
    scene.rule("mark", who="bob", state="Dead")
    assert names(scene) == ["ann", "rat"]


@clause("TO-07")
def test_a_yielded_combatant_that_is_attacked_is_back_at_its_old_place() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[2])
    scene.end_turns()
    scene.do("yield", "turn of rat")
    assert names(scene) == ["ann", "cat"]
    scene.end_turns()
    scene.do("attack:sword:rat:lethal", "turn of ann")
    assert names(scene) == ["ann", "rat", "cat"]
    scene.check_done()


@clause("TO-08")
def test_a_newcomer_rolls_on_arrival_and_waits_if_its_place_has_gone_by() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[20, 5])
    scene.end_turns()
    fast = {"id": "fox", "side": "foes", "at": [9, 2], "block": {"name": "Fox", "abilities": {"dex": 5}}}
    slow = {"id": "owl", "side": "foes", "at": [9, 4], "block": {"name": "Owl"}}
    scene.rule("add", unit=fast)  # 25: its place in round 1 has gone by
    scene.rule("add", unit=slow)  # 5: still to come
    assert names(scene) == ["fox", "ann", "rat", "owl"]
    scene.end_turns()
    assert (scene.asked, scene.fray.round) == ("turn of owl", 1)
    scene.end_turns()
    assert (scene.asked, scene.fray.round) == ("turn of fox", 2)
    scene.check_done()


@clause("TO-21")
def test_a_delayed_turn_is_taken_after_any_other_turn_and_the_new_place_is_kept() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 2]))
    scene.do("delay", "turn of ann")
    scene.end_turns()  # rat
    scene.do("no", "step in of ann")
    scene.end_turns()  # cat
    scene.do("yes", "step in of ann")
    assert scene.asked == "turn of ann" and scene.fray.round == 1
    scene.do("move:@1,0")
    scene.do("end")
    assert names(scene) == ["rat", "cat", "ann"]
    assert (scene.asked, scene.fray.round) == ("turn of rat", 2)
    scene.check_done()


@clause("TO-21")
def test_a_delayed_turn_is_lost_when_the_old_place_comes_round_again() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.do("delay")
    scene.end_turns()
    scene.do("no", "step in of ann")
    assert (scene.asked, scene.fray.round) == ("turn of ann", 2)
    assert names(scene) == ["ann", "rat"]
    assert not scene.of("ann").delayed
    scene.check_done()


@clause("TO-21")
def test_only_an_untouched_turn_can_be_delayed_and_checks_stay_at_the_old_place() -> None:
    state = {"staggered": True, "subdual_check": 0}
    scene = Scene(one("ann", [0, 0], conviction=0, state=state), foe("rat", [9, 0]), dice=[10])
    assert len(scene.texts("recovery")) == 1
    scene.do("delay", "turn of ann")
    scene.end_turns()
    scene.do("yes", "step in of ann")
    assert len(scene.texts("recovery")) == 1  # not again when she steps in
    assert "only at the start" in scene.refused("delay")
    scene.do("handle")
    assert "only at the start" in scene.refused("delay")
    scene.check_done()


@clause("TO-21")
def test_whoever_is_struck_while_waiting_loses_the_delayed_turn() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 2]), dice=[15, 10])
    scene.do("delay")
    scene.do("attack:sword:ann:subdual", "turn of rat")  # Dazed
    scene.end_turns()
    assert scene.asked == "turn of cat"  # nobody asks Ann to step in
    scene.end_turns()
    assert (scene.asked, scene.of("ann").owes) == ("turn of ann", 0)
    scene.check_done()


def test_places_can_be_spread_out_again_without_changing_anything() -> None:
    scene = Scene(one("ann", [0, 0], state={"hurt": [4]}), one("bob", [0, 2]), foe("rat", [9, 0]))
    fray = scene.fray
    left = scene.of("ann").hurt[0] // ROUND
    for _ in range(40):  # each move halves the room before rat
        move_ahead(fray, scene.of("ann"), scene.of("rat"))
        move_ahead(fray, scene.of("bob"), scene.of("rat"))
    assert names(scene) == ["ann", "bob", "rat"]
    renumber(fray)
    assert names(scene) == ["ann", "bob", "rat"] and scene.of("ann").hurt[0] // ROUND == left


@clause("TO-07", "TO-84", "TO-112")
def test_a_disabled_one_that_strains_itself_getting_away_rolls_for_its_life_once_the_fight_is_over() -> None:
    # The retreat is a full-round action: escaped, then Dying. It has no place any more; after the fight 9 against 10 kills.
    rows = [one("ann", [1, 1], state={"disabled": True}, conviction=0), foe("cat", [9, 2]), one("bob", [5, 0])]
    scene = Scene(*rows, map=WITH_EXIT)
    scene.do("retreat:@0,1")
    assert scene.of("ann").escaped and scene.of("ann").dying
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round, scene.texts("dying")) == ("turn of cat", 2, [])
    scene.next_dice(9)
    scene.do("yield")
    assert scene.of("ann").dead and scene.winner == "heroes"
    scene.check_done()
    there = Scene(*rows, dice=[9], map=WITH_EXIT, options={"dying_away": "own_turn"})
    there.do("retreat:@0,1")
    there.end_turns(2)
    assert there.of("ann").dead and there.asked == "turn of cat"
    there.check_done()


@clause("TO-07", "TO-92")
def test_no_die_is_awaited_of_one_dying_whom_the_gm_takes_off_the_field() -> None:
    rows = [one("ann", [0, 0], conviction=0), one("bob", [0, 2]), foe("rat", [9, 0])]
    scene = Scene(*rows)
    scene.fight.type_dice("ann")
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    assert scene.fight.questions[0].id.startswith("dying:ann")
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert (scene.asked, scene.of("ann").dying_dc, scene.of("ann").dead) == ("turn of bob", 10, False)


@clause("TO-92", "TO-97")
def test_the_fate_of_one_dying_who_is_away_is_known_and_waits_for_the_end_of_the_fight() -> None:
    # d20 against 10: a 20 saves, 9 of 20 die now; the others are asked again, one harder.
    scene = Scene(one("ann", [0, 0], conviction=0), one("bob", [0, 2]), foe("rat", [9, 0]))
    scene.rule("mark", who="ann", state="Dying")
    beside = dying_fate(SYSTEM, scene.fray, "ann")
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert dying_fate(SYSTEM, scene.fray, "ann") == beside
    scene.rule("pass_time", amount=1, unit="hours")
    assert (scene.of("ann").dying_dc, scene.of("ann").dead) == (10, False)
    scene.check_done()


@clause("TO-07", "TO-92")
def test_a_yielded_one_that_is_dying_keeps_its_place_for_the_checks() -> None:
    rows = [one("ann", [0, 0], conviction=0, state={"yielded": True}), one("bob", [0, 2]), foe("rat", [9, 0])]
    scene = Scene(*rows, dice=[12])
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    assert scene.of("ann").dying_dc == 11 and scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-03", "TO-76")
def test_whoever_joins_wounded_is_two_slower() -> None:
    # DEX +3, die 11: 14, less 2 for Wounded.
    scene = Scene(
        one("ann", [0, 0], abilities={"dex": 3}, state={"wounded": 1}), foe("rat", [9, 0], abilities={"dex": 1}),
        dice=[11, 11], roll=True,
    )  # fmt: skip
    assert scene.of("ann").initiative == 12 and scene.of("rat").initiative == 12
    assert scene.asked == "turn of ann"  # level; the higher DEX goes first
    scene.check_done()


@clause("TO-21", "TO-23")
def test_whoever_owes_a_turn_by_the_gms_word_does_not_step_in() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 2]))
    scene.do("delay")
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of rat", 2)  # Ann paid at her old place
    scene.check_done()


@clause("TO-05", "TO-47")
@pytest.mark.parametrize("fate", ["Dead", "Unconscious", "removed", "target"])
def test_who_is_out_by_the_time_the_die_would_fall_strikes_nobody(fate: str) -> None:
    """TOR-70: Ann's attack die is awaited when the GM takes her, or her target, out: no die, no blow."""
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]), one("bob", [0, 4]))
    scene.fight.type_dice("*")
    scene.do("attack:sword:rat:lethal")
    assert scene.fight.questions[0].id.startswith("attack:ann")
    if fate in ("removed", "target"):
        scene.rule("remove", who="ann" if fate == "removed" else "rat")
    else:
        scene.rule("mark", who="ann", state=fate)
    assert scene.asked != "roll of ann" and scene.texts("attack") == []
    scene.check_done()


@clause("TO-21")
def test_two_who_wait_are_asked_in_the_order_of_their_places_and_stand_one_behind_the_other() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 2]), foe("rat", [9, 0]), foe("cat", [9, 4]))
    scene.do("delay", "turn of ann")
    scene.do("delay", "turn of bob")  # Ann is asked after Bob's turn, which he gave up as well
    scene.do("no", "step in of ann")
    scene.end_turns()
    scene.do("no", "step in of ann")
    scene.do("yes", "step in of bob")
    scene.end_turns()
    scene.do("yes", "step in of ann")  # directly after Bob's turn
    scene.end_turns()
    assert order(scene) == ["rat", "bob", "ann", "cat"] and scene.asked == "turn of cat"
    scene.check_done()


@clause("TO-21", "TO-79")
def test_what_ends_at_the_old_place_of_one_who_waited_still_ends_there() -> None:
    # Ann exposes Rat at place 20 of round 1 and delays in round 2: it ends there though she acts at the end.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[19, 11])
    scene.do("attack:sword:rat:lethal")  # missed by 7: Wounded, exposed until place 20 of round 2
    scene.end_turns(2)
    assert scene.asked == "turn of ann" and scene.of("rat").exposed_until == 0  # just before she acts
    scene.do("delay")
    assert scene.asked == "turn of rat"
    scene.check_done()


@clause("TO-06", "TO-122")
def test_an_owed_turn_is_paid_while_bound_too() -> None:
    scene = Scene(one("ann", [0, 0], state={"bound": True, "owes_turn": True}), one("bob", [0, 1]), foe("rat", [9, 0]))
    assert scene.of("ann").owes == 0 and scene.asked == "turn of bob" and scene.texts("forfeit") == []
    scene.do("untie:ann")
    scene.end_turns()
    assert scene.asked == "turn of ann"  # nothing is owed any more
    scene.check_done()
