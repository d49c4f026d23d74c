"""What is at stake where a point of Conviction may still change a roll, and what a screen is told of every roll."""

from __future__ import annotations

from typing import Any

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


@clause("TO-100")
def test_the_shield_says_what_the_marks_cost() -> None:
    marks: dict[str, Any] = {"hurt": [9, 9], "bruised": [9]}
    scene = Scene(foe("rat", [0, 0], initiative=20), one("ann", [1, 0], conviction=3, initiative=10, state=marks), dice=[15])
    scene.do("attack:sword:ann:lethal", "turn of rat")
    assert scene.asked == "shield of ann"
    assert staked(scene) == ["3 marks: Toughness -2 with, +0 without; 3 of 3 Conviction"]


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
