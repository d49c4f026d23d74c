"""What happens between a die and its consequences, and what the log says of it: the rulings TOR-68 to TOR-74."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one


@clause("TO-102")
def test_a_halved_damage_bonus_is_never_higher_than_it_was() -> None:
    """TOR-68: Reflex 20 succeeds against 10; a bonus of -3 stays -3: Toughness 11 against 12 is missed by 1."""
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), dice=[20, 11])
    scene.rule("save", who="ann", save="ref", dc=10, damage=-3, success="reduces", kind="subdual")
    assert scene.texts("toughness") == ["Toughness of Ann: 11 + 0 = 11 against 12: first degree."]
    scene.check_done()


@clause("TO-17")
@pytest.mark.parametrize("cause", ["hazard", "save", "blast"])
def test_prepared_first_aid_answers_a_fall_whatever_caused_it(cause: str) -> None:
    """TOR-69: Bob prepares first aid for a fall. Ann is felled by the fire she stands in, or by a save or a blast of the GM's."""
    fire: list[dict[str, Any]] = [{"name": "fire", "squares": [[1, 0]], "damage": 1, "kind": "lethal"}] if cause == "hazard" else []
    dice = [1, 20] if cause != "blast" else [1, 1, 20]
    scene = Scene(one("bob", [0, 0]), one("ann", [1, 0]), foe("rat", [9, 0]), dice=dice, hazards=fire)
    scene.do(next(id for id in scene.options() if id.startswith("prepare") and "fall" in id and "aid" in id))
    if cause == "save":
        scene.rule("save", who="ann", save="toughness", dc=16)
    elif cause == "blast":
        scene.rule("blast", at="3,0", radius_ft=10, save="ref", dc=30, damage=1)
    else:
        scene.do("end")
    assert scene.asked == "prepared of bob"
    scene.do("yes")
    assert scene.texts("aid") != [] and not scene.of("ann").dying
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


@clause("TO-100")
def test_the_shield_may_be_used_until_the_toughness_die_has_fallen() -> None:
    """TOR-70: the die is awaited, so Ann may still wipe her Hurt mark: Toughness +0 instead of -1."""
    ann = one("ann", [0, 0], conviction=2, state={"hurt": [5]})
    scene = Scene(foe("rat", [1, 0]), ann, one("bob", [9, 4]))
    scene.fight.type_dice("ann")
    scene.next_dice(19)
    scene.do("attack:sword:ann:lethal")
    if scene.asked == "shield of ann":
        scene.do("no")
    assert scene.fight.questions[0].id.startswith("toughness:ann")
    scene.rule("react", who="ann", act="shield")
    assert scene.of("ann").hurt == [] and scene.of("ann").conviction == 1


@clause("TO-37")
def test_the_higher_of_dodge_and_parry_is_taken_unasked_and_told() -> None:
    """TOR-73: Parry 3 against Dodge 0: nobody is asked; equal ones are asked; a standing order asks always."""
    for strength, order, asked in ((3, "", False), (0, "", True), (3, "ask", True)):
        scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], abilities={"str": strength}, can_parry=True), dice=[2])
        if order:
            scene.fight.order("ann", "guard", order)
        scene.do("attack:sword:ann:lethal")
        assert (scene.asked == "guard of ann") == asked
        if asked:
            scene.do("parry")
        attack = next(event for event in scene.fight.events if event.kind == "attack")
        assert ("Defense: parry", 3) in attack.math or strength == 0
        scene.check_done()


@clause("TO-37")
def test_a_bonus_for_one_roll_makes_the_choice_of_guard_matter() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], abilities={"str": 3}, can_parry=True), dice=[2])
    scene.rule("modify", who="ann", slot="dodge", amount=1, once=True)
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "guard of ann"


@clause("TO-70", "TO-87")
def test_the_log_calls_a_kill_a_kill_and_tells_roll_over() -> None:
    """Toughness 1 against 21: missed by 20, dead. Staggered twice: Unconscious, and the log says why."""
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 2]), dice=[1, 9])
    scene.rule("save", who="rat", save="toughness", dc=21, kind="lethal")
    assert scene.texts("toughness")[0].endswith("missed by 20 or more, a killing blow.") and scene.of("rat").dead
    scene.rule("mark", who="cat", state="Staggered")
    scene.rule("save", who="cat", save="toughness", dc=20, kind="subdual")  # 9 against 20: third degree
    assert scene.texts("roll-over") == ["Cat is Staggered already: it counts as Unconscious."]
    assert scene.of("cat").unconscious
    scene.check_done()


@clause("TO-17", "TO-23")
def test_an_attack_lost_to_an_interruption_is_told() -> None:
    """Ann prepares to strike whoever attacks her side; the rat, felled by 20 + 20 (confirmed) and a save of 1, attacks nobody."""
    scene = Scene(one("ann", [0, 0]), one("bob", [2, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[20, 20, 1])
    scene.do("prepare:attack:attack:sword", "turn of ann")
    scene.do("end", "turn of ann")
    scene.do("end", "turn of bob")
    scene.do("attack:sword:bob:lethal", "turn of rat")
    scene.do("yes", "prepared of ann")
    assert scene.texts("lost") == ["Rat's attack on Bob comes to nothing."]


@clause("TO-112", "TO-98")
def test_first_aid_goes_on_after_the_fight_while_somebody_is_dying() -> None:
    """TOR-74: the last foe falls; dying Bob holds on (12), and Ann's first aid (15) saves him in the aftermath."""
    scene = Scene(
        one("ann", [0, 0]), one("bob", [1, 0], conviction=0, state={"dying": True, "unconscious": True}), foe("rat", [9, 0]),
        dice=[1, 12, 15],
    )  # fmt: skip
    scene.rule("save", who="rat", save="toughness", dc=21, kind="lethal")
    assert scene.winner == "heroes" and not scene.of("bob").dying and scene.texts("aid") != []
