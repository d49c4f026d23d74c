"""What is at stake where a point of Conviction may still change a roll, and what a screen is told of every roll."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import GM
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

REROLL = {"conviction_extra": ["reroll"]}


def staked(scene: Scene, seat: str = GM) -> list[str]:
    """What the open question says is at stake."""
    return [row["text"] for row in scene.fight.view(seat)["questions"][0].get("stakes", [])]


@clause("TO-108", "TO-47")
def test_whoever_may_roll_an_attack_again_is_told_what_it_lacks_where_it_may_know_defense() -> None:
    open_foe = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), dice=[5, 20, 20], options={**REROLL, "open_rolls": "on"})
    open_foe.do("attack:sword:rat:lethal")
    assert staked(open_foe) == ["5 + 1 = 6 against Defense 11: a miss; 5 more would hit"]
    secret = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), dice=[5], options=REROLL)
    secret.do("attack:sword:rat:lethal")
    assert staked(secret) == ["5 + 1 = 6"]


@clause("TO-108", "TO-67")
def test_whoever_may_roll_a_toughness_save_again_is_told_what_it_would_suffer() -> None:
    scene = Scene(
        foe("rat", [0, 0], initiative=20), one("ann", [1, 0], conviction=2, initiative=10), dice=[15, 2],
        options={**REROLL, "open_rolls": "on"},
    )  # fmt: skip
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "reroll of ann"
    assert staked(scene) == ["2 + 0 = 2 against 18, missed by 16: this drops you: Unconscious and Dying"]


@clause("TO-108", "TO-87", "TO-89")
@pytest.mark.parametrize(
    ("state", "overflow", "marks"),
    [
        ({"staggered": True}, "dying", "this drops you: Unconscious"),
        ({"staggered": True, "unconscious": True}, "dying", "this drops you: Dying"),
        ({"staggered": True, "unconscious": True, "dying": True}, "dying", "this drops you: Dead"),
        ({"staggered": True, "unconscious": True}, "none", "nothing more"),
    ],
)
def test_whoever_may_roll_again_is_told_what_a_blow_to_subdue_climbs_to(state: dict[str, Any], overflow: str, marks: str) -> None:
    # 15 hits the helpless and 11 the exposed alike; 7 against 18 is missed by 11, and the stakes are what is marked.
    options = {**REROLL, "open_rolls": "on", "subdual_overflow": overflow}
    ann = one("ann", [1, 0], conviction=2, initiative=10, state=state)
    scene = Scene(foe("rat", [0, 0], initiative=20), ann, one("bob", [9, 4]), dice=[15, 7], options=options)
    scene.do("attack:sword:ann:subdual", "turn of rat")
    assert scene.asked == "reroll of ann"
    assert staked(scene) == [f"7 + 0 = 7 against 18, missed by 11: {marks}"]
    before = set(scene.states("ann"))
    scene.do("no")
    assert sorted(set(scene.states("ann")) - before) == [marks.rpartition(" ")[2]] * (marks != "nothing more")


@clause("TO-100")
def test_the_shield_says_what_the_marks_cost() -> None:
    marks: dict[str, Any] = {"hurt": [9, 9], "bruised": [9]}
    scene = Scene(foe("rat", [0, 0], initiative=20), one("ann", [1, 0], conviction=3, initiative=10, state=marks), dice=[15])
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "shield of ann"
    assert staked(scene) == ["3 marks: Toughness -2 with, +0 without; 3 of 3 Conviction"]


@clause("TO-100", "TO-67")
def test_the_odds_of_the_shield_say_what_the_blow_does_once_the_marks_are_gone() -> None:
    # Toughness 5 against 18, the marks wiped: 13 and more of 20 faces do no harm, 9 to 12 the first degree, 4 to 8 the second,
    # 1 to 3 the third. With two Hurt marks every line is 2 higher.
    ann = one("ann", [1, 0], conviction=3, feats=[{"slot": "toughness", "amount": 5}], state={"hurt": [9, 9], "bruised": [9]})
    scene = Scene(foe("rat", [0, 0], initiative=20), ann, dice=[15], options={"open_rolls": "on"})
    scene.do("attack:sword:ann:lethal", "turn of rat")
    question = scene.fight.questions[0]
    for answer, nothing, first, second, third in (("yes", 8, 4, 5, 3), ("no", 6, 4, 5, 5)):
        shown: Any = scene.fight.odds(question.id, answer, GM).as_data()
        harm = 20 - nothing
        assert shown["chances"] == [{"label": "mark by Rat", "low": harm / 20, "high": harm / 20}]
        assert {part["label"]: part["share"] for part in shown["bar"]} == {"nothing": nothing / 20, "it harms you": harm / 20}
        assert {row["text"]: row["share"] for row in shown["fates"][0]["outcomes"]} == {
            "unharmed": nothing / 20, "Bruised + Hurt": first / 20, "Dazed + Wounded": second / 20,
            "Staggered + Disabled": third / 20,
        }  # fmt: skip


@clause("TO-92", "TO-107")
def test_before_a_dying_check_it_is_told_on_which_faces_it_dies() -> None:
    scene = Scene(one("ann", [0, 0], conviction=1, state={"dying": True, "dying_dc": 12}), one("bob", [3, 0]), foe("rat", [9, 0]))
    assert scene.asked == "floor of ann"
    assert staked(scene) == ["CON +0 against 12: dies on 1 to 11, 55 %"]


@clause("TO-47", "TO-67")
def test_every_roll_tells_its_die_what_it_was_compared_with_and_what_came_of_it() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 4])
    scene.do("attack:sword:rat:lethal")
    rolls = {event.kind: event for event in scene.fight.events if event.kind in ("attack", "toughness")}
    assert (rolls["attack"].faces, rolls["attack"].against, rolls["attack"].verdict) == ({"d20": [15]}, ("against Defense", 11), "hit")
    save = rolls["toughness"]
    assert (save.faces, save.against, save.verdict) == ({"d20": [4]}, ("against", 18), "third degree")


@clause("TO-78", "TO-75")
def test_a_timed_condition_says_since_when() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 4])
    scene.do("attack:sword:rat:lethal")
    rows = {row["id"]: row for row in next(unit for unit in scene.fight.view(GM)["units"] if unit["id"] == "rat")["conditions"]}
    assert rows["exposed"]["since"] == "round 1"


@clause("TO-108", "TO-98", "TO-101", "TO-60")
def test_every_roll_that_a_point_may_change_says_how_it_stands() -> None:
    bob = one("bob", [1, 0], state={"dying": True})
    aid = Scene(one("ann", [0, 0], conviction=2), bob, foe("rat", [9, 0]), options=REROLL, dice=[11])
    aid.do("aid:bob")
    assert staked(aid) == ["11 + 0 = 11 against 15: failed; 4 more would do"]
    shown = aid.fight.odds(aid.fight.questions[0].id, "yes", GM).as_data()
    assert shown["headline"] == {"label": "saved", "low": 0.6, "high": 0.6}  # 15 to 20, and 5 to 10 lifted by 10
    save = Scene(one("ann", [0, 0], conviction=2, controller="ann"), foe("rat", [9, 0], conviction=2), options=REROLL, dice=[12, 12])
    save.rule("save", who="rat", save="ref", dc=15)
    assert staked(save) == ["12 + 0 = 12 against 15: failed; 3 more would do"]
    save.do("no", "reroll of rat")
    save.rule("save", who="ann", save="ref", dc=15)
    assert staked(save, "seat:ann") == ["12 + 0 = 12"]  # the difficulty is the GM's to know
    assert save.fight.questions[0].title.startswith("Ann rolls 12 for the Reflex save.")
    hold = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), options=REROLL, dice=[15, 9])
    hold.do("hold:rat")
    hold.do("no", "reroll of ann")
    assert staked(hold) == ["9 + 1 = 10"]
    order = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), options={"conviction_scope": "any_own_d20"}, roll=True)
    assert (order.asked, staked(order)) == ("floor of ann", ["d20 +0"])
