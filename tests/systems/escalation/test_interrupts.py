"""Powers with few uses that stat blocks bring along: rerolls, foiled attacks, wards, attacks and moves out of turn order, saves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import tactics
from tests.support import clause
from tests.systems.escalation.fiend import Row, own
from tests.systems.escalation.fiend import gifted_scene as scene


def answer(name: str, *effects: Row, **more: object) -> Row:
    return {"name": name, "action": "free", "usage": "1/battle", "trigger": "self_hit", "hit": list(effects), **more}


@clause("ES-30")
def test_a_hit_may_have_to_be_rolled_again_at_a_penalty_once() -> None:
    found = scene(answer("Foresight", {"reroll": -4}))
    found.end_turn()
    found.do("use:0:fiend", 12)  # 19 hits
    assert found.now == "interrupt fiend"
    found.do("yes", 14)  # 14 + 7 - 4 = 17 misses: only the miss line, 3
    assert found.hp("fiend") == 97
    assert found.now == "turn ann"
    found.check_clean()


@clause("ES-30", "ES-92")
def test_only_hits_that_are_no_crits_and_against_the_named_defence_may_be_answered() -> None:
    plain = scene(answer("Foresight", {"reroll": -4}, not_crits=True))
    plain.end_turn()
    plain.do("use:0:fiend", 20)
    assert (plain.now, plain.hp("fiend")) == ("turn ann", 80)
    mind = scene(answer("Quick wit", {"reroll": 0}, versus=["MD"]))
    mind.end_turn()
    mind.do("use:0:fiend", 12)
    assert (mind.now, mind.hp("fiend")) == ("turn ann", 90)


@clause("ES-30", "ES-96")
@pytest.mark.parametrize(("how", "hp"), [("miss", 97), ("damage", 100)])
def test_an_attack_may_be_made_to_miss_or_to_deal_nothing(how: str, hp: int) -> None:
    found = scene(answer("Second sight", {"foil": how}, natural="even"))
    found.end_turn()
    found.do("use:0:fiend", 12)
    found.do("yes")
    assert found.hp("fiend") == hp
    found.check_clean()


@clause("ES-163")
def test_an_answer_may_resist_the_very_attack() -> None:
    found = scene(answer("Turn", {"reroll": 0}, {"ward": 16}))
    found.end_turn()
    found.do("use:0:fiend", 12)
    found.do("yes", 15)  # 22 hits again, but 15 is below 16: half of 10
    assert found.hp("fiend") == 95
    found.check_clean()


@clause("ES-89")
def test_exact_odds_know_of_the_reroll_and_a_players_odds_do_not() -> None:
    found = scene(answer("Foresight", {"reroll": -4}), hp=40)  # 10 of 40 is worth an answer
    plain = scene(hp=40)
    for each in (found, plain):
        each.end_turn()
    shown = found.fight.odds(found.asked.id, "use:0:fiend")
    fates = {dict(fate)["Dummy fiend"]: chance for fate, chance in shown.outcomes.items()}
    # 11 to 20 hit at first, 15 to 20 the second time; a crit only with the second 20; a 1 misses without miss damage
    first, again = Fraction(10, 20), Fraction(6, 20)
    assert fates["20 hp"] == first * Fraction(1, 20)
    assert fates["30 hp"] == first * (again - Fraction(1, 20))
    assert fates["40 hp"] == Fraction(1, 20) + first * Fraction(1, 20)
    assert found.fight.odds(found.asked.id, "use:0:fiend", seat="ann").as_data() == plain.fight.odds(
        plain.asked.id, "use:0:fiend", seat="ann"
    ).as_data()


@clause("ES-155", "ES-27")
def test_a_power_may_grant_one_more_attack_for_a_quick_action() -> None:
    found = scene(own("Shoving", {"attack": "Swat"}))
    chosen = tactics.choose_turn(found.battle, found.get("fiend"), Tactic("steady", 1))
    assert chosen.id() == "use:1"
    found.do("use:1", 15)
    assert found.hp("ann") == 35
    assert found.why_not("use:1") != ""
    found.do("use:0:ann", 15)
    assert found.hp("ann") == 30
    found.check_clean()


@clause("ES-157")
def test_a_power_may_roll_a_save_at_once_and_heal() -> None:
    pang = {"name": "Pang", "bonus": 30, "defence": "AC", "hit": [{"inflict": "dazed", "on": "self"}]}
    found = scene(own("Deep breath", {"heal": 30, "on": "self"}, {"shake_off": "save_each", "on": "self"}), attacks=[pang])
    assert tactics.choose_turn(found.battle, found.get("fiend"), Tactic("steady", 1)).id() != "use:1"  # nothing to heal yet
    found.do("use:0:ann", 11)
    found.rule("set", who="fiend", stat="hp", value=40)
    assert tactics.choose_turn(found.battle, found.get("fiend"), Tactic("steady", 1)).id() == "use:1"
    found.do("use:1", 11)
    assert (found.hp("fiend"), found.get("fiend").lasting) == (70, [])
    found.check_clean()


@clause("ES-165")
def test_a_shooter_teleports_out_of_melee_and_draws_nothing() -> None:
    bow = {"name": "Bow", "kind": "ranged", "bonus": 8, "defence": "AC", "hit": [{"damage": 9}], "targets": {"range": "faraway"}}
    found = scene(own("Hop", {"teleport": "self"}, action="move", needs=["escalation_even"]), attacks=[bow])
    steady = Tactic("steady", 1)
    assert tactics.choose_turn(found.battle, found.get("fiend"), steady).id() == "use:1"
    found.do("use:1")
    assert found.now == "teleport fiend"
    found.do("away")
    assert found.get("fiend").engaged == 0
    found.check_clean()


@clause("ES-51")
def test_a_fighter_moves_into_melee_for_a_quick_action_and_keeps_its_move() -> None:
    found = scene(own("Leap", {"free_move": "self"}), engaged=[])
    assert tactics.choose_turn(found.battle, found.get("fiend"), Tactic("steady", 1)).id() == "use:1"
    found.do("use:1")
    found.do("engage:bob")
    assert found.get("fiend").engaged == found.get("bob").bit
    assert "no move action" not in found.why_not("disengage")
    found.check_clean()


@clause("ES-27", "ES-155")
def test_the_machine_makes_quick_attacks_besides_the_standard_one() -> None:
    spit = {"name": "Spit", "kind": "close", "action": "quick", "usage": "1/round", "bonus": 8, "defence": "PD",
            "hit": [{"damage": 4}], "targets": {"range": "nearby"}}  # fmt: skip
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}
    found = scene(attacks=[swat, spit])
    steady = Tactic("steady", 1)
    first = tactics.choose_turn(found.battle, found.get("fiend"), steady).id()
    assert first.startswith("use:1:")
    found.do("use:1:ann", 8)  # 8 + 8 = 16 against PD 16
    assert found.hp("ann") == 36
    assert tactics.choose_turn(found.battle, found.get("fiend"), steady).id().startswith("use:0:")
    found.check_clean()
