"""The GM's commands and the optional kinds (TO-115..TO-117)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.defense import attack_bonus, defense
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.vocabulary import DODGE, MELEE, MISSILE
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one


def order(scene: Scene) -> list[str]:
    return [fighter.id for fighter in turn_order(scene.fray)]


HIT = Weapon("sword", "sword", 3, MELEE, True)
SHOT = Weapon("bow", "bow", 3, MISSILE, True, increment_ft=60, max_increments=10)
STATES = ("Bruised", "Dazed", "Staggered", "Unconscious", "Hurt", "Wounded", "Disabled", "Dying", "Dead")


def table() -> Scene:
    return Scene(one("ann", [0, 0], conviction=2), one("bob", [0, 2]), foe("rat", [9, 0]), foe("cat", [9, 4]))


@clause("TO-115")
@pytest.mark.parametrize("state", STATES)
def test_the_gm_marks_and_clears_any_state(state: str) -> None:
    scene = table()
    scene.rule("mark", who="bob", state=state)
    assert scene.states("bob") == [state]
    scene.rule("clear", who="bob", state=state)
    assert scene.states("bob") == []
    with pytest.raises(Refusal, match="is not"):
        scene.rule("clear", who="bob", state=state)
    with pytest.raises(Refusal, match="no state called"):
        scene.rule("mark", who="bob", state="Sleepy")
    scene.check_done()


@clause("TO-115")
def test_the_gm_changes_dying_difficulty_conviction_initiative_and_place() -> None:
    scene = table()
    scene.rule("set", who="ann", stat="dying_dc", value=14)
    scene.rule("set", who="ann", stat="conviction", value=0)
    assert (scene.of("ann").dying_dc, scene.of("ann").conviction) == (14, 0)
    scene.rule("set", who="cat", stat="initiative", value=30)
    assert [fighter.id for fighter in turn_order(scene.fray)] == ["cat", "ann", "bob", "rat"]
    scene.rule("place", who="rat", next_to="bob")
    assert [fighter.id for fighter in turn_order(scene.fray)] == ["cat", "ann", "rat", "bob"]
    scene.rule("place", who="cat", next_to="bob", behind=True)
    assert [fighter.id for fighter in turn_order(scene.fray)] == ["ann", "rat", "bob", "cat"]
    scene.check_done()


@clause("TO-115")
def test_the_gm_adds_removes_and_turns_combatants_and_ends_or_takes_back() -> None:
    scene = table()
    scene.rule("remove", who="cat")
    assert scene.fray.find("cat") is None
    scene.rule("side", who="rat", side="heroes")
    assert scene.winner == "heroes"  # one side is left
    scene.fight.undo()
    assert scene.winner == "open" and scene.of("rat").side == "foes"
    scene.rule("end", result="broken off")
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "broken off"


@clause("TO-115")
def test_removing_the_acting_combatant_in_the_middle_of_a_reaction_is_harmless() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [5, 0]), foe("cat", [9, 4]))
    scene.do("prepare:approach:attack:sword")
    scene.end_turns(2)
    scene.do("move:@1,0", "turn of rat")
    assert scene.asked == "prepared of ann"
    scene.rule("remove", who="rat")
    assert scene.asked == "turn of cat"
    scene.check_done()


@clause("TO-115")
def test_the_gm_orders_a_save_opens_an_exit_and_lifts_modifiers() -> None:
    scene = table()
    scene.next_dice(12, 20)
    scene.rule("save", who="bob", save="fort", dc=12)
    assert scene.texts("save")[0].endswith("12 + 2 = 14 against 12: made.")
    scene.rule("save", who="bob", save="toughness", dc=18)
    assert "20 + 0 = 20 against 18" in scene.texts("toughness")[0]
    scene.rule("exit", at="0,4")
    assert scene.fray.ground.cell("0,4") in scene.fray.exits
    scene.rule("modify", who="bob", slot="defense", amount=-4)
    scene.rule("lift", who="bob")
    assert scene.of("bob").modifiers == []
    for wrong in ({"save": "luck"}, {"save": "fort", "success": "maybe"}):
        with pytest.raises(Refusal):
            scene.rule("save", who="bob", dc=10, **wrong)
    scene.check_done()


@clause("TO-115")
def test_a_held_result_may_be_changed_before_its_consequences_are_written() -> None:
    # 9 + 1 = 10 against 11 would miss; the GM gives +2 while the result is held, and the same die is compared again.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[9, 20])
    scene.fight.hold_results()
    scene.do("attack:sword:rat:lethal")
    assert scene.fight.questions[0].about == "hold"
    scene.rule("modify", who="ann", slot="melee", amount=2)
    scene.do("go")
    scene.do("go")
    assert scene.texts("attack") == ["Ann attacks Rat with sword: 9 + 3 = 12 against Defense 11: hit."]
    scene.check_done()


@clause("TO-116")
def test_the_surprised_have_no_turn_in_round_one_and_no_dodge_before_their_first_turn() -> None:
    scene = Scene(one("ann", [0, 0], abilities={"dex": 3}, surprised=True), one("bob", [0, 4]), foe("rat", [1, 0]))
    assert scene.asked == "turn of bob"
    rat = scene.of("rat")
    assert defense(scene.fray, scene.of("ann"), rat, HIT, DODGE) == 11
    scene.end_turns(2)
    assert scene.asked == "turn of ann" and scene.fray.round == 2
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 14
    flagged = Scene(one("ann", [0, 0]), foe("rat", [1, 0]))
    flagged.rule("set", who="rat", stat="surprised", value=True)
    flagged.end_turns()
    assert flagged.asked == "turn of ann"
    flagged.check_done()


@clause("TO-117")
def test_prone_costs_four_in_melee_and_guards_against_shots() -> None:
    scene = Scene(one("ann", [0, 0], state={"prone": True}), foe("rat", [1, 0]))
    ann, rat = scene.of("ann"), scene.of("rat")
    assert attack_bonus(scene.fray, ann, rat, HIT, True) == 1 - 4
    assert attack_bonus(scene.fray, ann, rat, SHOT, True) == 1
    assert [defense(scene.fray, ann, rat, weapon, DODGE) for weapon in (HIT, BARE, SHOT)] == [7, 7, 15]
    scene.do("stand")
    assert not scene.of("ann").prone and scene.fray.moves_used == 1
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
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], can_parry=True, abilities={"str": 3}), foe("cat", [9, 0]), dice=[4])
    scene.do("attack:sword:rat:lethal")
    scene.rule("remove", who="rat")
    assert scene.asked == "turn of ann" and scene.fray.standard_used
    scene.check_done()


@clause("TO-02", "TO-115")
def test_whoever_the_gm_moves_to_a_later_place_after_its_turn_has_no_second_turn() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 4]))
    scene.end_turns()
    scene.rule("place", who="ann", next_to="cat", behind=True)
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round, order(scene)) == ("turn of rat", 2, ["rat", "cat", "ann"])
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of ann", 2)
    scene.check_done()


@clause("TO-02", "TO-115")
def test_whoever_is_moved_in_its_own_turn_goes_on_and_is_not_asked_again() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.rule("set", who="ann", stat="initiative", value=1)
    assert scene.asked == "turn of ann" and order(scene) == ["rat", "ann"]
    scene.end_turns(2)
    assert (scene.asked, scene.fray.round) == ("turn of rat", 2)
    scene.check_done()


@clause("TO-23", "TO-63", "TO-115")
def test_a_turn_owed_by_the_gms_word_ends_holds_and_preparations_like_any_other() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]), dice=[15, 20, 1])
    scene.do("hold:rat")
    scene.end_turns()
    scene.rule("set", who="ann", stat="owes_turn", value=True)
    assert scene.of("rat").held_by == "" and scene.of("ann").holding == ""
    scene.do("prepare:move:total", "turn of rat")
    scene.rule("set", who="rat", stat="owes_turn", value=True)
    assert scene.of("rat").prepared == ""
    scene.check_done()


@clause("TO-65", "TO-100", "TO-115")
def test_the_damage_bonus_is_read_when_the_save_is_rolled() -> None:
    # While the shield is asked about, the GM gives the striker +4: Difficulty 15 + 3 + 4.
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=2, state={"hurt": [9]}), dice=[15, 20])
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "shield of ann"
    scene.rule("modify", who="rat", slot="damage", amount=4)
    scene.do("no")
    assert "20 - 1 = 19 against 22: first degree" in scene.texts("toughness")[0]
    scene.check_done()


@clause("TO-104", "TO-115")
def test_nobody_saves_who_was_taken_out_while_a_prepared_answer_was_asked_for() -> None:
    hush = {"name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}
    scene = Scene(
        foe("rat", [1, 0]), one("ann", [0, 0], powers=[hush]), foe("cat", [5, 0]), foe("dog", [9, 4])
    )
    scene.do("prepare:power:attack:sword")
    scene.end_turns()
    scene.do("power:hush:cat", "turn of ann")
    assert scene.asked == "prepared of rat"
    scene.rule("remove", who="cat")
    scene.do("no")
    assert scene.texts("save") == [] and scene.asked == "turn of ann"
    scene.check_done()
