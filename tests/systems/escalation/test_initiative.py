"""Sides, placement, initiative, delay and ready (chapters A to D)."""

from __future__ import annotations

import pytest

from quintain.engine import Automation
from quintain.systems.escalation.rules import figures, positions
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc, person


@clause("ES-01")
def test_everyone_is_on_one_side_and_attacks_meet_a_defence() -> None:
    scene = Scene([person("odrun", engaged=["hound"]), "vessa", "hound"], [20, 1, 1])
    odrun, vessa, hound = scene.get("odrun"), scene.get("vessa"), scene.get("hound")
    assert positions.are_enemies(odrun, hound)
    assert not positions.are_enemies(odrun, vessa)
    assert "no enemy" in scene.why_not("use:0:vessa")
    scene.do("use:0:hound", 11, 1, 1, 1)  # 11 + 7 = 18 against AC 18 hits: 1 + 1 + 1 + 4 = 7 off 44
    assert hound.side == "foes"
    assert scene.hp("hound") == 37
    scene.check_clean()


@clause("ES-02")
def test_counting_allies_leaves_hired_hands_out() -> None:
    hireling = dummy("hireling", kind="npc", engaged=["hound"])
    hireling["side"] = "party"
    ann = pc("ann", engaged=["hound"], pack_bonus={"per": 1})  # +1 attack per ally engaged with the target
    scene = Scene([ann, person("odrun", engaged=["hound"]), hireling, "hound"], [20, 1, 1, 1])
    target = scene.get("hound")
    assert figures.pack_bonus(scene.battle, scene.get("ann"), target) == 1  # Odrun, not the hireling
    assert "hireling" in [ally.id for ally in positions.allies_of(scene.battle, scene.get("ann"))]  # an ally all the same
    scene.do("use:0:hound", 10)  # 10 + 7 + 1 = 18 against AC 18 hits
    assert scene.hp("hound") == 34
    scene.check_clean()


@clause("ES-03")
def test_by_default_all_start_free_in_one_field_and_set_up_may_place_them() -> None:
    scene = Scene(["odrun", "caul", "hound"], [20, 10, 1])
    for each in scene.battle.fighters:
        assert scene.zone_of(each.id) == "field"
        assert positions.is_free(scene.battle, each)
    assert positions.nearby(scene.get("caul"), scene.get("hound"))
    scene.check_clean()

    asked = Scene(
        ["odrun", "caul", "hound", "slinger"],
        [20, 10, 1, 2],
        set_up="ask",
        zones=[{"name": "yard", "links": ["gate"]}, {"name": "gate"}],
    )
    assert asked.now == "set up odrun"
    assert "zone:gate" in asked.options
    asked.do("front")
    asked.do("behind:odrun")
    assert (asked.now, asked.asked.controller) == ("set up slinger", "gm")
    asked.do("zone:gate")
    assert asked.get("caul").behind == asked.get("odrun").bit
    assert asked.zone_of("slinger") == "gate"
    asked.check_clean()


@clause("ES-04")
def test_higher_initiative_acts_earlier() -> None:
    scene = Scene(["vessa", "hound"], [9, 12])  # Vessa 9 + 7 = 16, hound 12 + 7 = 19
    assert scene.get("vessa").initiative == 16
    assert scene.get("hound").initiative == 19
    assert scene.now == "turn hound"
    scene.check_clean()


@clause("ES-05")
def test_initiative_is_rolled_once_per_battle() -> None:
    scene = Scene(["vessa", "hound"], [9, 12])
    for _ in range(3):
        assert scene.now == "turn hound"
        scene.end_turn()
        assert scene.now == "turn vessa"
        scene.end_turn()
    assert scene.battle.round == 4
    assert (scene.get("vessa").initiative, scene.get("hound").initiative) == (16, 19)
    scene.check_clean()  # two dice, no more, in four rounds


@clause("ES-06")
def test_monsters_of_one_block_share_a_roll_and_act_one_after_another() -> None:
    people = ["odrun", person("hound", count=3), person("slinger", count=2)]
    scene = Scene(people, [1, 12, 5])  # exactly two dice for five foes: hounds 19, slingers 13, Odrun 5
    assert scene.order == ["hound-1", "hound-2", "hound-3", "slinger-1", "slinger-2", "odrun"]
    scene.rule("reorder", who="hound-3", ahead_of="hound-2")
    scene.end_turn()
    assert scene.now == "turn hound-3"
    scene.check_clean()


@clause("ES-07")
def test_a_newcomer_rolls_on_arrival_and_acts_if_its_count_has_not_passed() -> None:
    scene = Scene(["odrun", "hound"], [10, 10])  # Odrun 14, hound 17
    scene.end_turn()
    assert scene.now == "turn odrun"
    scene.rule("add", unit={"use": "slag-hound", "id": "late"})  # takes the hounds' count, 17, which has passed
    scene.rule(
        "add",
        1,
        unit=person("newt", block={"name": "Newt", "level": 1, "initiative": 2, "ac": 10, "pd": 10, "md": 10, "hp": 5}),
    )
    assert scene.get("late").initiative == 17
    assert scene.get("newt").initiative == 3
    scene.end_turn()
    assert scene.now == "turn newt"  # 3 was still to come
    scene.end_turn()
    assert scene.battle.round == 2
    scene.end_turn()
    assert scene.now == "turn late"  # next round both hounds act
    scene.check_clean()


@clause("ES-08")
def test_after_the_lowest_place_a_new_round_begins_and_ties_go_by_bonus_then_pcs() -> None:
    scene = Scene(["ilse", "vessa", "hound"], [14, 10, 10])  # all 17: Vessa and hound +7, Ilse +3
    assert scene.order == ["vessa", "hound", "ilse"]
    scene.until("turn ilse")
    assert scene.battle.round == 1
    scene.end_turn()
    assert (scene.now, scene.battle.round) == ("turn vessa", 2)
    scene.check_clean()

    switched = Scene(["ilse", "vessa", "hound"], [14, 10, 10], options={"init_tie": "pcs_first"})
    assert switched.order == ["vessa", "ilse", "hound"]


@clause("ES-09")
def test_the_slain_leave_the_order_and_the_dying_keep_their_place() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), "vessa", dummy(hp=5), dummy("other")], [20, 1, 1, 2])
    scene.rule("set", who="vessa", stat="hp", value=-3)
    scene.do("use:0:dummy", 15, 1, 1, 1)
    scene.do("slay")
    assert "dummy" not in scene.order
    assert "vessa" in scene.order
    scene.end_turn(5)  # Vessa's place comes: a death save, failed
    assert scene.get("vessa").death_fails == 1
    assert scene.now == "turn other"
    scene.check_clean()


# -- delay -------------------------------------------------------------------------------------------------------------

FOUR = ["vessa", "caul", "odrun", "hound"]
COUNTS = [9, 5, 3, 12]  # Vessa 16, Caul 11, Odrun 7, hound 19


def four() -> Scene:
    scene = Scene(list(FOUR), list(COUNTS))
    assert scene.order == ["hound", "vessa", "caul", "odrun"]
    return scene


@clause("ES-10")
def test_one_delays_before_any_action_and_the_turn_is_suspended() -> None:
    scene = four()
    scene.end_turn()
    scene.do("move/beside:caul")
    assert "something has been done already" in scene.why_not("delay")
    scene.until("turn caul")
    scene.do("delay")
    assert scene.get("caul").delaying
    assert scene.now == "turn odrun"
    scene.check_clean()


@clause("ES-11")
def test_in_a_later_gap_the_delayer_steps_in_with_all_actions() -> None:
    scene = four()
    scene.end_turn()
    scene.do("delay")
    scene.end_turn()  # Caul's turn ends: a gap
    assert scene.now == "step in vessa"
    scene.do("yes")
    assert scene.now == "turn vessa"
    assert scene.get("vessa").actions == 7
    scene.check_clean()


@clause("ES-12")
def test_stepping_in_takes_the_place_after_the_turn_just_ended() -> None:
    scene = four()
    scene.end_turn()
    scene.do("delay")
    scene.end_turn()
    scene.do("yes")
    assert scene.order == ["hound", "caul", "vessa", "odrun"]
    assert scene.get("vessa").initiative == 11
    scene.until("turn odrun")
    scene.do("delay")  # the last of the round: the gap at the very start of the next comes first
    scene.do("yes")
    assert scene.order == ["odrun", "hound", "caul", "vessa"]
    assert scene.get("odrun").initiative == 19
    scene.check_clean()


@clause("ES-13")
def test_stepping_in_next_round_raises_initiative_and_leaves_no_second_turn() -> None:
    scene = four()
    scene.until("turn odrun")
    scene.do("delay")
    scene.do("no")  # not at the start of round 2
    assert scene.now == "turn hound"
    scene.end_turn()
    scene.do("yes")
    assert scene.now == "turn odrun"
    assert scene.get("odrun").initiative == 19
    scene.end_turn()
    scene.end_turn()  # Vessa
    scene.end_turn()  # Caul, the last: no turn at 7
    assert (scene.now, scene.battle.round) == ("turn hound", 3)
    scene.check_clean()


@clause("ES-14")
def test_a_delay_lapses_when_the_own_place_comes_round() -> None:
    scene = four()
    scene.end_turn()
    scene.do("delay")
    while scene.now != "turn vessa":
        scene.do("no" if scene.now == "step in vessa" else "end")
    assert scene.battle.round == 2
    assert scene.get("vessa").initiative == 16
    assert "delay" in scene.options  # it may delay again
    scene.check_clean()


BURNING = {"name": "Torch", "bonus": 30, "defence": "AC", "hit": [{"damage": 1}, {"ongoing": 5, "until": "save 20+"}]}


@clause("ES-15")
def test_the_start_step_comes_with_the_delay_and_the_end_step_is_only_postponed() -> None:
    scene = Scene(
        [pc("ann"), pc("bob", initiative=0), dummy(engaged=["ann"], attacks=[BURNING], initiative=20)], [10, 10, 10]
    )
    scene.do("use:0:ann", 10)
    scene.end_turn()
    assert (scene.now, scene.hp("ann")) == ("turn ann", 39)
    scene.do("delay")
    assert scene.hp("ann") == 39  # no end step yet
    scene.end_turn()  # Bob
    scene.do("yes")  # steps in at the gap after Bob
    assert scene.now == "turn ann"
    scene.end_turn(3)  # the end step of the delayed turn: 5 ongoing, save failed
    assert scene.hp("ann") == 34
    scene.end_turn()  # the dummy's turn in round 2; Ann's place is now after Bob's
    scene.end_turn()  # Bob
    scene.do("delay")
    scene.do("no")  # at the start of round 3
    scene.end_turn()  # dummy
    scene.do("no")
    scene.end_turn()  # Bob
    scene.fight.add_script([3])
    scene.do("no")  # her own place comes: the postponed end step, then a new start step
    assert (scene.now, scene.hp("ann")) == ("turn ann", 29)
    scene.check_clean()


TWIST = {
    "name": "Twist", "kind": "close", "action": "interrupt", "trigger": "self_hit", "versus": ["AC"],
    "targets": {"who": "self"}, "hit": [{"defence": {"ac": 4}}],
}  # fmt: skip
COUNTER = {
    "name": "Counter", "action": "free", "trigger": "self_missed", "bonus": 9, "defence": "AC", "hit": [{"damage": 4}],
}  # fmt: skip


@clause("ES-16")
def test_a_delayer_still_strikes_uses_an_interrupt_and_answers_with_a_free_action() -> None:
    scene = Scene([pc("ann", engaged=["dummy"], powers=[TWIST, COUNTER]), dummy(initiative=0)], [10, 10])
    scene.do("delay")
    assert scene.now == "turn dummy"
    scene.do("use:0:ann", 12)  # 12 + 8 = 20 against AC 18: a hit
    assert scene.now == "interrupt ann"
    scene.do("yes")  # 20 against 22: missed after all, which sets the counter off
    assert scene.now == "triggered ann"
    scene.do("yes", 15)  # 15 + 9 = 24 against AC 18: 4
    assert (scene.hp("ann"), scene.hp("dummy")) == (40, 96)
    scene.do("move/away")
    assert scene.now == "opportunity ann"
    scene.do("yes", 15)  # 10 more
    assert scene.hp("dummy") == 86
    assert scene.get("ann").delaying
    scene.check_clean()


@clause("ES-16")
def test_a_delayer_still_steps_in_the_way() -> None:
    scene = Scene([pc("ann"), pc("bob", behind=["ann"], initiative=-5), dummy(initiative=0)], [10, 10, 10])
    scene.do("delay")
    assert scene.now == "turn dummy"
    scene.do("move/engage:bob")
    assert scene.now == "intercept ann"
    scene.do("yes")
    assert scene.get("dummy").engaged == scene.get("ann").bit
    assert scene.get("ann").delaying
    scene.check_clean()


# -- ready -------------------------------------------------------------------------------------------------------------


def readied(turns_before: int = 0) -> Scene:
    """Caul 18, drudge 14, Ilse 9; Ilse has readied Dawnspear for when the drudge attacks."""
    scene = Scene(["caul", person("ilse", engaged=[]), person("drudge", engaged=["caul"])], [12, 6, 8])
    assert scene.order == ["caul", "drudge", "ilse"]
    scene.until("turn ilse")
    scene.do("ready")
    scene.do("use:2:*")
    scene.do("attacks:drudge")
    return scene


@clause("ES-17")
def test_readying_takes_a_standard_action_and_the_turn_goes_on() -> None:
    scene = readied()
    assert scene.now == "turn ilse"
    assert "no standard action left" in scene.why_not("use:2:drudge")
    assert "use:4:ilse" in scene.options  # a quick action is still there
    scene.do("move/beside:caul")
    scene.end_turn()
    assert scene.get("ilse").readied is not None
    scene.check_clean()


@clause("ES-18")
def test_standard_move_and_free_actions_can_be_readied_but_not_quick_ones() -> None:
    scene = Scene(["ilse", "drudge"], [20, 1])
    scene.do("ready")
    assert "use:2:*" in scene.options  # Dawnspear, a standard action
    assert "move/engage:*" in scene.options
    assert not [option for option in scene.options if option.startswith("use:4")]  # Mend, a quick action
    assert not [option for option in scene.options if option.startswith("use:5")]
    switched = Scene(["ilse", "drudge"], [20, 1], options={"ready_quick": "on"})
    switched.do("ready")
    assert "use:4:ilse" in switched.options
    switched.do("use:4:ilse")
    switched.do("attacks:drudge")
    switched.end_turn()
    switched.do("move/engage:ilse")
    switched.do("use:0:ilse")
    switched.do("yes", 3, 3, 3, 2)  # Mend heals her before the maul comes down, and the maul misses
    assert switched.texts()[-5:-2] == [
        "Ilse Tarn uses Mend.", "Ilse Tarn uses a recovery for 11 (Mend); 7 left.", "Ilse Tarn regains 11 hit points (Mend): 45 of 45."
    ]  # fmt: skip
    switched.check_clean()


@clause("ES-19")
def test_a_readied_action_may_be_kept_when_its_condition_occurs() -> None:
    scene = readied()
    scene.end_turn()
    scene.end_turn()  # Caul
    scene.do("use:0:caul")
    assert scene.now == "fire ilse"
    scene.do("no", 2)
    assert scene.get("ilse").readied is not None  # declined, still ready; the drudge missed with 2
    scene.check_clean()


@clause("ES-20")
def test_it_resolves_before_the_act_that_set_it_off() -> None:
    scene = readied()
    scene.end_turn()
    scene.end_turn()
    scene.rule("set", who="drudge", stat="hp", value=5)
    scene.do("use:0:caul")
    scene.do("yes", 20, 6, 6, 6)  # the spear slays it: no attack follows
    assert scene.now == "over"
    assert scene.hp("caul") == 35
    scene.check_clean()


@clause("ES-21", "ES-22")
def test_the_place_moves_ahead_of_whose_turn_it_is_and_there_is_no_turn_later_that_round() -> None:
    scene = readied()
    scene.end_turn()
    assert scene.battle.round == 2
    scene.end_turn()  # Caul
    scene.do("use:0:caul")
    scene.do(
        "yes", 10, 1, 1, 1, 12
    )  # 10 + 7 + die 1 = 18 against PD 18 hits: 7; then 12 + 9 = 21 hits Caul's AC 15: 26
    assert scene.hp("drudge") == 110 - 7
    assert scene.hp("caul") == 35 - 26
    assert scene.order == ["caul", "ilse", "drudge"]
    assert scene.get("ilse").initiative == 14
    scene.end_turn()  # the drudge's turn ends; at 9 nobody acts
    assert (scene.now, scene.battle.round) == ("turn caul", 3)
    scene.check_clean()


@clause("ES-23")
def test_it_is_lost_when_the_own_turn_starts_first() -> None:
    scene = readied()
    scene.end_turn()
    scene.until("turn ilse")
    assert scene.get("ilse").readied is None
    assert scene.get("ilse").initiative == 9
    assert "ready" in scene.options
    scene.check_clean()


@clause("ES-24")
def test_fired_in_its_own_round_it_is_no_turn_and_in_the_next_it_is_with_both_steps() -> None:
    torch = {**BURNING, "hit": [{"ongoing": 5, "until": "save 20+"}]}
    people = [pc("ann", initiative=10), dummy(engaged=["ann"], attacks=[torch]), dummy("other", engaged=["ann"])]
    scene = Scene(people, [10, 15, 5])  # dummy 15, other 5, Ann 20
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("attacks:other")
    scene.end_turn()
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.do("use:0:ann")
    scene.do("yes", 15, 2)  # the same round: no end step, so no ongoing damage yet; then the other misses with 2
    assert scene.hp("ann") == 40
    scene.end_turn()
    assert scene.now == "turn dummy"  # Ann now stands after it, at 5
    scene.end_turn()
    assert scene.now == "turn ann"
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("attacks:dummy")
    scene.end_turn(2)  # end step: 5 ongoing
    assert scene.hp("ann") == 35
    scene.end_turn()  # other
    assert scene.battle.round == 3
    scene.do("use:0:ann")
    scene.do(
        "yes", 15, 3, 2
    )  # now it is her turn: attack, then the end step (5 ongoing, save 3), then the dummy misses
    assert scene.hp("ann") == 30
    scene.check_clean()


@clause("ES-25")
def test_one_readied_action_at_a_time_and_one_that_cannot_be_done_is_not_done() -> None:
    scene = readied()
    assert "a readied action is held already" in scene.why_not("ready") or "no standard action" in scene.why_not(
        "ready"
    )
    scene.end_turn()
    scene.end_turn()
    scene.rule("set", who="ilse", stat="hp", value=-2)
    scene.do("use:0:caul", 2)  # no question for Ilse, who is unconscious; the drudge misses Caul with 2: 8 damage
    assert scene.hp("caul") == 27
    scene.check_clean()


@clause("ES-06", "ES-09")
@pytest.mark.parametrize("all_gone", [False, True])
def test_of_those_who_share_a_roll_nobody_who_is_gone_rolls_it(all_gone: bool) -> None:
    automation = Automation()
    automation.typed = ["*"]
    scene = Scene(["odrun", "hound-a", "hound-b", dummy()], [], automation=automation)
    scene.fight.enter(scene.asked.id, [10])
    assert scene.now == "roll hound-a"
    if all_gone:
        scene.rule("set", who="hound-b", stat="state", value="gone")
    scene.rule("set", who="hound-a", stat="state", value="gone")
    if all_gone:
        assert scene.now == "roll dummy"
        return
    scene.fight.enter(scene.asked.id, [12])
    told = [event for event in scene.fight.events if event.kind == "initiative"]
    assert told[-1].who == ["hound-b"]
    scene.fight.enter(scene.asked.id, [1])
    assert scene.get("hound-b").initiative == 19
