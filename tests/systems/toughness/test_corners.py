"""Corners where clauses meet: getting away, dying and being held at once; the GM stepping in between."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

WITH_EXIT = [">" + "." * 9] * 3


@clause("TO-15", "TO-63")
def test_whoever_escapes_lets_go_of_whom_it_held() -> None:
    # One step beside the held one leads to the exit without leaving its reach. Hold: 20 hits, 20 beats 1.
    rows = [one("ann", [1, 1]), foe("rat", [1, 0], state={"staggered": True}), foe("cat", [9, 2]), one("bob", [8, 0])]
    scene = Scene(*rows, dice=[20, 20, 1], map=WITH_EXIT)
    scene.do("hold:rat")
    scene.rule("mark", who="rat", state="Unconscious")
    scene.do("end")
    scene.end_turns(2)
    assert scene.of("rat").held_by == "ann"
    scene.do("retreat:@0,1", expect="turn of ann")
    assert scene.of("ann").escaped and scene.of("ann").holding == "" and scene.of("rat").held_by == ""
    scene.check_done()


@clause("TO-63", "TO-86")
def test_nobody_goes_on_holding_the_dead() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 2]), dice=[20, 20, 1])
    scene.do("hold:rat")
    assert scene.of("ann").holding == "rat"
    scene.rule("mark", who="rat", state="Dead")
    assert scene.of("ann").holding == "" and scene.of("rat").held_by == ""
    scene.check_done()


@clause("TO-07", "TO-84", "TO-92")
def test_a_disabled_one_that_strains_itself_getting_away_rolls_for_its_life_in_the_fight() -> None:
    # The retreat is a full-round action: escaped, then Dying. Its check in round 2: 9 against 10 kills.
    rows = [one("ann", [1, 1], state={"disabled": True}, conviction=0), foe("cat", [9, 2]), one("bob", [5, 0])]
    scene = Scene(*rows, dice=[9], map=WITH_EXIT)
    scene.do("retreat:@0,1")
    assert scene.of("ann").escaped and scene.of("ann").dying
    scene.end_turns(2)
    assert scene.of("ann").dead and scene.asked == "turn of cat"
    scene.check_done()


@clause("TO-112")
def test_after_the_fight_those_who_got_away_dying_roll_to_their_end_too() -> None:
    # Checks against 10, 11 and 12: 10 and 11 hold on, 11 is one short.
    rows = [one("ann", [1, 1], state={"disabled": True}, conviction=0), foe("cat", [9, 2]), one("bob", [5, 0])]
    scene = Scene(*rows, dice=[10, 11, 11], map=WITH_EXIT)
    scene.do("retreat:@0,1")
    scene.rule("set", who="bob", stat="yielded", value=True)
    assert scene.winner == "foes" and scene.of("ann").dead
    scene.check_done()


@clause("TO-07", "TO-92")
def test_a_yielded_one_that_is_dying_keeps_its_place_for_the_checks() -> None:
    rows = [one("ann", [0, 0], conviction=0, state={"yielded": True}), one("bob", [0, 2]), foe("rat", [9, 0])]
    scene = Scene(*rows, dice=[12])
    scene.rule("mark", who="ann", state="Dying")
    scene.end_turns(2)
    assert scene.of("ann").dying_dc == 11 and scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-23", "TO-100")
def test_the_helpless_cannot_use_the_shield() -> None:
    # 19 + 1 hits the helpless; no question comes before the save: 20 is made against 18, less one Hurt mark.
    scene = Scene(
        one("ann", [0, 0]), foe("rat", [1, 0], conviction=2, state={"unconscious": True, "hurt": [5]}), foe("cat", [9, 2]),
        dice=[19, 20],
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "turn of ann" and scene.of("rat").conviction == 2 and len(scene.of("rat").hurt) == 1
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


@clause("TO-115")
@pytest.mark.parametrize("ruling", ["remove", "kill", "knock out"])
def test_an_attacker_whom_the_gm_takes_out_before_the_die_attacks_no_more(ruling: str) -> None:
    rat = foe("rat", [1, 0], can_parry=True, abilities={"str": 3})
    scene = Scene(one("ann", [0, 0]), rat, one("bob", [9, 0]))
    scene.fight.order("*", "guard", "ask")
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "guard of rat"
    if ruling == "remove":
        scene.rule("remove", who="ann")
    else:
        scene.rule("mark", who="ann", state="Dead" if ruling == "kill" else "Unconscious")
    assert scene.asked == "turn of rat" and scene.states("rat") == []
    scene.check_done()


@clause("TO-115")
def test_a_target_whom_the_gm_takes_out_before_the_die_is_not_rolled_for() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], can_parry=True, abilities={"str": 3}), foe("cat", [9, 0]))
    scene.do("attack:sword:rat:lethal")
    scene.rule("remove", who="rat")
    assert scene.asked == "turn of ann" and scene.fray.standard_used
    scene.check_done()


@clause("TO-111", "TO-112")
def test_the_last_able_hero_leaving_ends_the_fight_and_the_dying_are_still_rolled_for() -> None:
    scene = Scene(one("ann", [1, 1]), foe("rat", [9, 0]), one("bob", [5, 0], state={"dying": True}, conviction=0), dice=[1])
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert scene.winner == "foes" and scene.of("bob").dead and scene.asked == "nothing"
    scene.check_done()


@clause("TO-21", "TO-23")
def test_whoever_owes_a_turn_by_the_gms_word_does_not_step_in() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 2]))
    scene.do("delay")
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of rat", 2)  # Ann paid at her old place
    scene.check_done()


@clause("TO-17", "TO-46")
def test_a_prepared_attack_may_be_meant_to_capture() -> None:
    # 15 + 1 hits 11; the save of 11 against 18 is missed by 7: Dazed alone, no wound.
    scene = Scene(one("ann", [0, 0]), foe("rat", [5, 0]), dice=[15, 11])
    assert "prepare:approach:attack:sword:subdual" in scene.options()
    assert "always subdual" in scene.refused("prepare:approach:attack:bare:lethal")
    assert "lethal or subdual" in scene.refused("prepare:approach:attack:sword:kindly")
    scene.do("prepare:approach:attack:sword:subdual")
    scene.end_turns()
    scene.do("move:@1,0", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.states("rat") == ["Dazed"]
    scene.check_done()
