"""How a fight ends, and what comes after (TO-110..TO-112)."""

from __future__ import annotations

import pytest

from quintain.systems.toughness.endings import two_sides_stand
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

WITH_EXIT = [">" + "." * 9] * 3


@clause("TO-110")
@pytest.mark.parametrize("state", ["dead", "dying", "unconscious", "escaped", "yielded", "bound"])
def test_a_side_of_those_who_cannot_or_will_not_is_beaten(state: str) -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0], state={state: True}), dice=[5])
    assert scene.fight.outcome is not None
    assert (scene.fight.outcome.result, scene.fight.outcome.winner) == ("victory", "heroes")


@clause("TO-110")
@pytest.mark.parametrize("state", ["staggered", "disabled", "owes_turn", "prone"])
def test_staggered_disabled_and_turn_owing_members_still_count(state: str) -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0], state={state: True}))
    assert scene.fight.outcome is None and two_sides_stand(scene.fray)


@clause("TO-111")
def test_the_fight_ends_with_the_act_that_fells_the_last_foe() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 1, 9])
    scene.do("attack:sword:rat:subdual")  # missed by 17
    assert scene.fight.outcome is not None and scene.fight.outcome.winner == "heroes"
    assert scene.asked == "nothing"


@clause("TO-111")
def test_when_the_last_hero_pushes_itself_down_with_the_last_foe_nobody_wins() -> None:
    # Rat: missed by 17, Unconscious and Dying; then the push makes Ann Dying. Aftermath: both roll and die (5 against 10).
    scene = Scene(
        one("ann", [0, 0], conviction=0, state={"disabled": True}), foe("rat", [1, 0]), dice=[15, 1, 5, 5]
    )
    scene.do("attack:sword:rat:lethal")
    assert scene.fight.outcome is not None
    assert (scene.fight.outcome.result, scene.fight.outcome.winner) == ("draw", "")
    scene.check_done()


@clause("TO-111")
def test_a_fight_also_ends_by_the_gms_word_and_by_a_check() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.rule("end", result="broken off", why="the bell rings")
    assert scene.fight.outcome is not None and scene.fight.outcome.why == "the bell rings"
    ruled = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    ruled.rule("mark", who="rat", state="Unconscious")
    assert ruled.fight.outcome is not None and ruled.fight.outcome.winner == "heroes"
    scene.check_done()


@clause("TO-111")
def test_three_sides_fight_until_one_is_left() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), one("elk", [15, 0], side="beasts"))
    scene.end_turns()
    scene.do("yield", "turn of rat")
    assert scene.winner == "open"
    scene.do("yield", "turn of elk")
    assert scene.winner == "heroes"


@clause("TO-112")
def test_after_the_end_dying_goes_on_round_by_round_and_owed_turns_and_stances_lapse() -> None:
    # Rat is Dying with nobody to help: 12 (DC 11), 13 (DC 12), then 3: dead. Ann's stance and debt are gone.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 2, 12, 13, 3])
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    scene.do("fullout:3:sword:rat:lethal")  # 2 against 18: missed by 16
    ann = scene.of("ann")
    assert scene.of("rat").dead and len(scene.texts("dying")) == 3
    assert (ann.owes, ann.stance_defense) == (0, 0)
    assert scene.fray.closing and scene.fight.outcome is not None
    scene.check_done()


@clause("TO-112")
def test_after_the_end_the_able_tend_their_dying_and_other_clocks_run_on() -> None:
    # Bob's check of round 1: 12 (DC 11). Rat yields. Round 2: Ann walks over, two moves; Bob 12 (DC 12).
    # Round 3: her aid fails with 13, Bob's 14 holds (DC 13). Round 4: 16 saves him.
    scene = Scene(
        one("ann", [0, 0]), one("bob", [10, 0], conviction=0, state={"dying": True, "hurt": [30]}),
        foe("rat", [19, 0]), dice=[12, 12, 13, 14, 16],
    )  # fmt: skip
    scene.end_turns()
    scene.do("yield", "turn of rat")
    assert scene.states("bob") == ["Unconscious", "Disabled", "Hurt"]
    assert len(scene.texts("aid")) == 2 and scene.fray.round + scene.fray.later == 4
    assert scene.rounds_until(scene.of("bob").hurt[0]) == 30 - 3
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


@clause("TO-111", "TO-112")
def test_the_last_able_hero_leaving_ends_the_fight_and_the_dying_are_still_rolled_for() -> None:
    scene = Scene(one("ann", [1, 1]), foe("rat", [9, 0]), one("bob", [5, 0], state={"dying": True}, conviction=0), dice=[1])
    scene.rule("set", who="ann", stat="escaped", value=True)
    assert scene.winner == "foes" and scene.of("bob").dead and scene.asked == "nothing"
    scene.check_done()


@clause("TO-112", "TO-98")
def test_first_aid_goes_on_after_the_fight_while_somebody_is_dying() -> None:
    """TOR-74: the last foe falls; dying Bob holds on (12), and Ann's first aid (15) saves him in the aftermath."""
    scene = Scene(
        one("ann", [0, 0]), one("bob", [1, 0], conviction=0, state={"dying": True, "unconscious": True}), foe("rat", [9, 0]),
        dice=[1, 12, 15],
    )  # fmt: skip
    scene.rule("save", who="rat", save="toughness", dc=21, kind="lethal")
    assert scene.winner == "heroes" and not scene.of("bob").dying and scene.texts("aid") != []
