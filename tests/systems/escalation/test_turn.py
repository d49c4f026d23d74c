"""The turn, the escalation die (chapters E and F), ambush and stunts, spirit, flight, rally (chapters J and L)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.systems.escalation.rules.figures import defence_of, escalation_bonus
from tests.support import clause
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, pc, person


@clause("ES-26")
def test_the_start_step_ends_effects_then_rolls_the_death_save() -> None:
    scene = Scene([pc("ann"), "ilse", "hound"], [20, 10, 1])
    scene.rule("modifier", who="ann", on="ac", value=2, until="start of target's next turn")
    scene.end_turn()
    scene.rule("set", who="ann", stat="hp", value=-4)
    assert defence_of(scene.get("ann"), 0) == 18 + 2 - 4  # unconscious: helpless
    scene.end_turn()
    scene.end_turn(12)  # Ann's turn: the bonus ends, then the death save fails
    ended = [event.kind for event in scene.fight.events if event.kind in ("effect ended", "death save")]
    assert ended == ["effect ended", "death save", "death save"]
    assert scene.get("ann").death_fails == 1
    scene.check_clean()


@clause("ES-27", "ES-28")
def test_one_of_each_action_traded_downwards_only() -> None:
    scene = Scene([pc("ann"), pc("bob"), pc("cid"), dummy()], [20, 10, 9, 1])
    scene.do("move/beside:bob")
    scene.do("move/beside:cid")  # the standard action serves as a second move
    assert scene.get("ann").actions == 4
    assert "no standard action left" in scene.why_not("rally")
    assert "no move action left" in scene.why_not("move/beside:bob")
    scene.end_turn()

    quick = {"name": "Nod", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"temp_hp": 1}]}
    three = Scene([pc("ann", powers=[quick]), dummy()], [20, 1])
    nod = "use:1"
    three.do(nod)
    three.do(nod)
    three.do(nod)  # Q, then M as Q, then S as Q
    assert three.now == "turn dummy"  # nothing is left, so the turn is over
    assert [event.text for event in three.fight.events].count("Ann uses Nod.") == 3
    three.check_clean()


FREE = {"name": "Shout", "kind": "close", "action": "free", "targets": {"who": "self"}, "hit": [{"temp_hp": 1}]}


@clause("ES-29")
def test_free_actions_are_unlimited_until_the_gm_refuses() -> None:
    scene = Scene([pc("ann", powers=[FREE]), dummy()], [20, 1])
    for _ in range(4):
        scene.do("use:1")
    assert scene.get("ann").actions == 7
    scene.rule("refuse_free")
    assert "no more free actions" in scene.why_not("use:1")
    scene.check_clean()


@clause("ES-30")
def test_out_of_turn_a_free_action_needs_its_trigger() -> None:
    riposte = {
        "name": "Counter", "action": "free", "trigger": "self_missed", "bonus": 9, "defence": "AC", "hit": [{"damage": 4}],
    }  # fmt: skip
    sleepy = dummy(engaged=["ann"], attacks=[{"name": "Swat", "bonus": 8, "defence": "AC"}, riposte])
    scene = Scene([pc("ann"), sleepy], [20, 1])
    scene.do("use:0:dummy", 2)  # 2 + 7 misses AC 18: 3 miss damage, and the counter may come
    assert scene.now == "triggered dummy"
    scene.do("yes", 10)  # 10 + 9 = 19 against AC 18
    assert scene.hp("ann") == 36
    scene.end_turn()
    assert "only when something sets it off" in scene.why_not("use:1:ann")
    scene.check_clean()


def two_hits(rounds: int = 1) -> Scene:
    """Vessa with two interrupts' worth of attackers: hounds hit her again and again."""
    vessa = pc(
        "vessa", initiative=0, hp=200, ac=17,
        powers=[{"name": "Twist", "kind": "close", "action": "interrupt", "trigger": "self_hit", "versus": ["AC"],
                 "targets": {"who": "self"}, "hit": [{"defence": {"ac": 4}}]}],
    )  # fmt: skip
    return Scene([vessa, dummy(engaged=["vessa"], initiative=10)], [10, 10])


@clause("ES-31")
def test_one_interrupt_until_the_end_of_the_next_own_turn() -> None:
    scene = two_hits()
    scene.do("use:0:vessa", 10)  # 18 against 17: a hit
    assert scene.now == "interrupt vessa"
    scene.do("yes")
    assert scene.hp("vessa") == 200  # 18 against 21: missed after all
    assert scene.get("vessa").interrupt_used
    scene.end_turn()
    assert scene.get("vessa").interrupt_used  # still, during her own turn
    scene.end_turn()
    assert not scene.get("vessa").interrupt_used  # her turn has ended
    scene.do("use:0:vessa", 10)
    assert scene.now == "interrupt vessa"
    scene.check_clean()


@clause("ES-31")
def test_used_after_the_own_turn_it_stays_spent_through_the_next_one() -> None:
    scene = two_hits()
    scene.end_turn()
    scene.end_turn()  # Vessa's round-1 turn
    scene.do("use:0:vessa", 10)
    scene.do("yes")
    scene.end_turn()
    scene.end_turn()  # the end of her round-2 turn gives it back
    scene.do("use:0:vessa", 10)
    assert scene.now == "interrupt vessa"
    scene.check_clean()


@clause("ES-32")
def test_only_powers_marked_so_are_interrupts() -> None:
    scene = Scene([person("vessa", engaged=["dummy"]), dummy(initiative=20)], [1, 20])
    scene.do("use:0:vessa", 10)
    assert scene.now == "interrupt vessa"  # Twist Aside, the one power of hers marked so
    assert "Twist Aside" in scene.asked.title
    scene.do("no")
    scene.end_turn()
    assert "only when something sets it off" in scene.why_not("use:4")
    scene.check_clean()


@clause("ES-33")
def test_opportunity_attacks_and_intercepting_cost_neither_interrupt_nor_actions() -> None:
    people = [pc("ann", engaged=["dummy"]), pc("bob"), pc("cid", behind=["bob"]), dummy(initiative=20)]
    scene = Scene(people, [1, 2, 3, 20])
    scene.do("move/engage:cid")
    assert scene.now == "opportunity ann"
    scene.do("yes", 15)
    assert scene.now == "intercept bob"
    scene.do("yes")
    scene.until("turn ann")
    ann, bob = scene.get("ann"), scene.get("bob")
    assert not ann.interrupt_used
    assert not bob.interrupt_used
    assert ann.actions == 7
    scene.check_clean()


@clause("ES-34")
def test_the_end_step_bites_saves_ends_effects_and_clears_the_interrupt() -> None:
    torch = {
        "name": "Torch", "bonus": 30, "defence": "AC",
        "hit": [{"ongoing": 4, "type": "fire"}, {"inflict": "dazed", "until": "end of target's next turn"}],
    }  # fmt: skip
    scene = Scene([pc("ann"), dummy(engaged=["ann"], attacks=[torch], initiative=20)], [1, 20])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.fight.rule("set", who="ann", stat="interrupt_used", value=True)
    scene.end_turn(15)
    ann = scene.get("ann")
    assert ann.hp == 36
    assert ann.lasting == []
    assert not ann.interrupt_used
    assert ann.actions == 0
    kinds = [event.kind for event in scene.fight.events][-6:]
    assert kinds == ["harm", "save", "effect ended", "effect ended", "round", "turn"]
    scene.check_clean()


@clause("ES-35")
def test_a_save_comes_after_its_effect_has_bitten() -> None:
    torch = {"name": "Torch", "bonus": 30, "defence": "AC", "hit": [{"ongoing": 5}]}
    scene = Scene([pc("ann"), dummy(engaged=["ann"], attacks=[torch], initiative=20)], [1, 20])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.end_turn(11)  # 5 hp now, then the effect ends
    assert scene.hp("ann") == 35
    assert scene.get("ann").lasting == []
    scene.check_clean()


# -- escalation die --------------------------------------------------------------------------------------------------------


def play_rounds(scene: Scene, rounds: int) -> list[int]:
    shown = []
    for number in range(1, rounds + 1):
        while scene.battle.round < number:
            scene.end_turn()
        shown.append(scene.battle.escalation)
    return shown


@clause("ES-36")
def test_the_die_is_zero_then_one_and_rises_to_six() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    assert play_rounds(scene, 9) == [0, 1, 2, 3, 4, 5, 6, 6, 6]
    scene.check_clean()


@clause("ES-37", "ES-38")
def test_pcs_add_the_die_to_every_attack_and_monsters_do_not() -> None:
    relentless = dummy("relentless", uses_escalation=True)
    scene = Scene([person("odrun", engaged=["dummy"]), "ilse", dummy(), relentless], [20, 10, 1, 1])
    scene.rule("set_escalation", value=3)
    odrun, ilse, foe, other = (scene.get(id) for id in ("odrun", "ilse", "dummy", "relentless"))
    for fighter, place, printed in ((odrun, 0, 7), (odrun, 3, 5), (ilse, 2, 7)):  # longsword, unarmed, spell
        assert attack_bonus(scene.battle, fighter, fighter.block.powers[place], foe, 0) == printed + 3
    assert attack_bonus(scene.battle, foe, foe.block.powers[0], odrun, 0) == 8
    assert attack_bonus(scene.battle, other, other.block.powers[0], odrun, 0) == 11
    scene.check_clean()


@clause("ES-39")
def test_a_held_die_misses_one_rise_for_good() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    assert play_rounds(scene, 2) == [0, 1]
    scene.rule("hold_escalation")
    shown = [scene.battle.escalation]
    for number in (3, 4):
        while scene.battle.round < number:
            scene.end_turn()
        shown.append(scene.battle.escalation)
    assert shown == [1, 1, 2]
    scene.check_clean()


@clause("ES-40")
def test_a_reset_die_climbs_again_from_the_next_round() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    play_rounds(scene, 4)
    scene.rule("reset_escalation")
    assert scene.battle.escalation == 0
    while scene.battle.round < 5:
        scene.end_turn()
    assert scene.battle.escalation == 1
    scene.check_clean()


@clause("ES-41")
def test_the_die_leaves_damage_saves_and_the_natural_roll_alone() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    scene.rule("set_escalation", value=6)
    scene.do("use:0:dummy", 5, 2, 2, 2)  # 5 + 7 + 6 = 18 hits; natural 5 is odd, a hit: no flexible attack fits
    assert scene.hp("dummy") == 100 - (2 + 2 + 2 + 4)
    scene.do("disengage", 10)  # 10 fails 11+, die or no die
    assert scene.get("odrun").engaged
    scene.check_clean()


# -- ambush ----------------------------------------------------------------------------------------------------------------


@clause("ES-71", "ES-72", "ES-74")
def test_an_ambush_has_two_turns_then_the_others_roll() -> None:
    people = ["odrun", "ilse", "caul", "vessa", "hound"]
    scene = Scene(people, [1, 5, 11, 7], ambush="party")  # Odrun 5, Ilse 8, Caul 17, Vessa 14; the hound not yet
    assert scene.now == "opener odrun"
    scene.do("odrun")
    assert scene.battle.round == 0
    assert [scene.get(id).initiative for id in ("odrun", "ilse", "caul", "vessa")] == [5, 8, 17, 14]
    assert scene.now == "turn odrun"
    scene.end_turn()
    assert scene.now == "turn caul"  # the highest of the others; nobody else
    scene.end_turn()
    assert scene.now == "advance_after_ambush "
    scene.do("no", 12)  # now the hound rolls: 19
    assert (scene.now, scene.battle.round) == ("turn hound", 1)
    assert scene.order == ["hound", "caul", "vessa", "ilse", "odrun"]
    scene.check_clean()


@clause("ES-73")
def test_the_gm_may_raise_the_die_after_an_ambush() -> None:
    scene = Scene(["odrun", "hound"], [10], ambush="foes")
    scene.do("hound")
    scene.end_turn()  # a side of one has one turn
    scene.do("yes", 10)
    assert play_rounds(scene, 2) == [1, 2]  # every round from the second on adds 1
    scene.check_clean()


@clause("ES-72")
def test_the_surprised_neither_strike_nor_step_in() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [10], ambush="foes")
    scene.do("dummy")
    scene.do("move/away")  # no opportunity attack is asked for
    assert scene.get("ann").engaged == 0
    scene.check_clean()


@clause("ES-75")
def test_a_stunt_is_a_check_against_a_dc_with_at_most_one_background() -> None:
    scene = Scene(["vessa", "hound"], [20, 1])
    scene.rule("stunt", name="swing from the crane", ability="dex", dc=20, failure_damage=4)
    scene.do("stunt:0")
    assert scene.options == ["background:", "background:canal acrobat", "background:fence's daughter"]
    scene.do("background:canal acrobat", 8)  # 8 + DEX 4 + level 3 + 5 = 20
    assert any("Vessa Marrow succeeds (stunt, DC 20)" in text for text in scene.texts())
    scene.do("stunt:0")  # with the standard action as a move
    scene.do("background:", 12)  # 12 + 4 + 3 = 19
    assert scene.hp("vessa") == 36
    scene.check_clean()


# -- spirit ----------------------------------------------------------------------------------------------------------------


def fallen() -> Scene:
    """Vessa is dead in round 1; Ann and Bob fight on."""
    scene = Scene([pc("vessa", initiative=9), pc("ann"), pc("bob", initiative=1), dummy()], [3, 10, 10, 1])
    assert scene.order[:2] == ["ann", "vessa"]  # Ann 15, Vessa 12, Bob 11
    return scene


@clause("ES-80")
def test_only_those_wholly_out_of_the_fight_fight_in_spirit() -> None:
    scene = fallen()
    with pytest.raises(Refusal, match="still in the fight"):
        scene.rule("grant_spirit", giver="vessa", ally="ann")
    scene.rule("set", who="vessa", stat="hp", value=-3)
    with pytest.raises(Refusal, match="still in the fight"):  # dying is partly in it
        scene.rule("grant_spirit", giver="vessa", ally="ann")
    scene.rule("set", who="vessa", stat="state", value="dead")
    scene.rule("grant_spirit", giver="vessa", ally="ann")
    assert scene.get("ann").modifiers[0] == 1
    scene.check_clean()


@clause("ES-81", "ES-82")
def test_a_story_each_round_earns_one_and_the_first_may_earn_two() -> None:
    scene = fallen()
    scene.rule("set", who="vessa", stat="state", value="dead")
    scene.end_turn()
    assert scene.now == "spirit vessa"
    scene.do("story:bob:ac")
    assert scene.now == "grant vessa"
    assert scene.asked.controller == "gm"
    assert "grant:2:1" in scene.options
    scene.do("grant:2:1")
    assert defence_of(scene.get("bob"), 0) == 20
    with pytest.raises(Refusal, match="this round's story is told"):
        scene.rule("grant_spirit", giver="vessa", ally="ann", bonus=1)
    scene.until("spirit vessa")
    scene.do("story:ann:attack")
    assert "grant:2:1" not in scene.options  # later ones are +1
    scene.do("no")
    assert scene.get("ann").modifiers[0] == 0  # the GM may refuse
    scene.check_clean()


@clause("ES-83", "ES-09")
def test_a_grant_ends_at_the_givers_place_that_many_rounds_later() -> None:
    scene = fallen()
    scene.rule("set", who="vessa", stat="state", value="dead")
    scene.end_turn()
    scene.do("story:ann:attack")  # at Vessa's old place, count 12, in round 1
    scene.do("grant:1:1")
    scene.until("turn ann")
    assert scene.battle.round == 2
    assert scene.get("ann").modifiers[0] == 1  # still there before count 12
    scene.end_turn()
    assert scene.now == "spirit vessa"
    assert scene.get("ann").modifiers[0] == 0  # ended at count 12 of round 2
    scene.check_clean()


# -- flight ----------------------------------------------------------------------------------------------------------------


@clause("ES-84")
def test_any_player_may_propose_flight_and_everyone_must_agree() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy()], [20, 10, 1])
    scene.rule("propose_flight", who="bob")  # in Ann's turn
    assert [asked.who for asked in scene.fight.questions] == ["ann", "bob"]
    scene.do("yes")
    scene.fight.answer(scene.fight.questions[1].id, "no")
    assert scene.now == "turn ann"
    assert "refused this turn already" in scene.why_not("flee")
    scene.check_clean()


@clause("ES-84", "ES-85")
def test_a_party_that_agrees_is_away_with_its_fallen_at_a_campaign_loss() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob"), dummy()], [20, 10, 1])
    scene.rule("set", who="bob", stat="hp", value=-5)
    scene.do("flee")
    scene.fight.answer(scene.fight.questions[0].id, "yes")
    scene.fight.answer(scene.fight.questions[1].id, "yes")  # the fallen's player votes too
    assert scene.fight.outcome is not None
    assert scene.fight.outcome.result == "fled"
    assert scene.battle.campaign_losses == 1
    assert "opportunity" not in [event.kind for event in scene.fight.events]
    scene.check_clean()


# -- rally -----------------------------------------------------------------------------------------------------------------


@clause("ES-86")
def test_rallying_takes_a_standard_action_once_per_battle() -> None:
    scene = Scene([pc("ann", start={"hp": 10}), dummy()], [20, 1])
    scene.do("rally", 4, 5, 6)  # 3d8 + CON 1 = 16
    assert scene.hp("ann") == 26
    assert scene.get("ann").recoveries == 7
    assert "no standard action" in scene.why_not("rally")
    scene.end_turn()
    scene.until("turn ann")
    assert "a save comes first" in scene.why_not("rally")
    scene.check_clean()


@clause("ES-87")
def test_a_second_rally_needs_a_save_and_failing_costs_nothing_else() -> None:
    scene = Scene([person("odrun", start={"hp": 10}, engaged=["dummy"]), dummy()], [20, 1])
    scene.do("rally", 1, 1, 1)
    scene.end_turn()
    scene.end_turn()
    scene.do("try rally", 10)  # fails 11+
    assert "barred from rallying this round" in scene.why_not("rally")
    scene.do("use:0:dummy", 9)  # and he still attacks: 9 + 7 + 1 = 17 misses AC 18
    scene.do("none")  # no flexible attack
    assert scene.hp("dummy") == 97
    scene.end_turn()
    scene.end_turn()
    scene.do("try rally", 11)
    scene.do("rally", 2, 2, 2)
    assert scene.get("odrun").rallies == 2
    assert scene.hp("odrun") == 10 + 6 + 9
    scene.check_clean()


@clause("ES-38", "ES-37")
def test_fear_takes_the_die_away() -> None:
    scene = Scene([person("odrun", engaged=["ossk"], start={"hp": 18}), person("ossk")], [20, 1])
    scene.rule("set_escalation", value=4)
    assert escalation_bonus(scene.battle, scene.get("odrun")) == 0
    assert escalation_bonus(scene.battle, scene.get("ossk")) == 4
