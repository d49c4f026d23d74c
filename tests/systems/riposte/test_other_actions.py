"""Chapter F and section 8.5: other things to do, objects, checks and tasks."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Illegal
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    field,
    finish,
    foe,
    hp,
    offered,
    person,
    place,
    texts,
    thrown,
    turn,
    who,
)

Row = dict[str, object]


def with_task(dice: list[int], options: Row | None = None, stats: dict[str, int] | None = None, **task: object) -> Fight:
    """Ann, INT 12, in front of a task of 5 HP, tier Average, unless said otherwise."""
    people = [person("ann", [0, 0], stats=stats or {"INT": 12}), person("cat", [0, 3]), foe("bob", [7, 3])]
    row: Row = {"id": "plan", "label": "explain the plan", "hp": 5, "tier": "Average", **task}
    return begin(people, dice, tasks=[row], options=options or {})


def left(fight: Fight) -> int:
    return field(fight).tasks[0].left


@clause("RI-57")
def test_talk_is_free() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [7, 3])]
    fight = begin(people)
    answer(fight, "ann")
    fight.rule("note", text="Ann shouts a warning.")
    assert not who(fight, "ann").acted and who(fight, "ann").movement == 5 and asked(fight) == "turn:ann"
    finish(fight)


@clause("RI-58", "RI-61")
def test_the_gm_may_rule_a_deed_to_be_an_action_or_free_or_make_it_a_task() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [7, 3])]
    fight = begin(people)
    answer(fight, "ann")
    fight.rule("deed", what="call out the plan", action=False)
    assert not who(fight, "ann").acted and asked(fight) == "turn:ann"
    fight.rule("deed", what="explain the plan at length", action=True)
    assert who(fight, "ann").acted and who(fight, "ann").turn_over and asked(fight) == "turn:cat"
    fight.rule("task", id="plan", label="explain the plan", hp=5, tier="Easy")
    assert any(option.startswith("check:plan:") for option in offered(fight))
    assert texts(fight, "ruling")[:2] == ["Ann: call out the plan (free).", "Ann: explain the plan at length (an action)."]
    finish(fight)


@clause("RI-59")
def test_an_object_is_used_from_beside_it_with_the_action_and_does_what_it_says() -> None:
    gate: Row = {"kind": "open", "places": [[2, 0]]}
    shut: Row = {"kind": "close", "places": [[3, 0]]}
    note: Row = {"kind": "note", "text": "A bell rings."}
    lever: Row = {"id": "lever", "label": "the lever", "at": [0, 1], "uses": 1, "effects": [gate, shut, note]}
    people = [person("ann", [0, 3], mov=5), person("cat", [7, 0]), foe("bob", [7, 3])]
    fight = begin(people, [], ["..#.....", "........", "........", "........"], objects=[lever])
    answer(fight, "ann")
    with pytest.raises(Illegal, match="the lever is too far away"):
        answer(fight, "use:lever")
    turn(fight, "ann", "use:lever@0,2")
    ground = field(fight).ground
    assert ground.walk[2] == 1 and ground.walk[3] == 0 and texts(fight, "effect") == ["A bell rings."]
    assert who(fight, "ann").turn_over and field(fight).things[0].uses == 0
    with pytest.raises(Illegal, match="there is nothing to use"):
        answer(fight, "use:lever")
    finish(fight)


@clause("RI-59")
def test_an_object_may_advance_a_goal() -> None:
    effect: Row = {"kind": "goal", "text": "raise the flag"}
    mast: Row = {"id": "mast", "label": "the mast", "at": [0, 0], "effects": [effect]}
    people = [person("ann", [0, 0]), foe("bob", [7, 3])]
    fight = begin(people, [], objects=[mast], objectives=[{"type": "custom", "label": "raise the flag"}])
    turn(fight, "ann", "use:mast")
    assert fight.outcome is not None and fight.outcome.result == "success"
    finish(fight)


@clause("RI-60")
def test_a_skill_used_on_a_friend_takes_the_action() -> None:
    staff: Row = {"name": "staff", "range": [1], "heals": True}
    people = [person("ann", [0, 0], weapons=[staff]), person("cat", [1, 0], now=5), foe("bob", [7, 3])]
    fight = begin(people)
    turn(fight, "ann", "heal:cat")
    assert hp(fight, "cat") == [15] and who(fight, "ann").acted and who(fight, "ann").turn_over
    finish(fight)


@clause("RI-62", "RI-141")
def test_a_check_is_an_action_against_tier_and_stat() -> None:
    # A single check, tier Difficult (25) with INT 12: 36 passes, 37 fails.
    for roll, done in ((36, True), (37, False)):
        fight = with_task([roll], hp=0, tier="Difficult")
        turn(fight, "ann", "check:plan:INT")
        assert field(fight).tasks[0].open == (not done)
        assert who(fight, "ann").acted and who(fight, "ann").turn_over
        event = next(event for event in fight.events if event.kind == "check")
        assert event.math == [("tier", 25), ("INT", 12)] and event.data["passed"] == done
        finish(fight)


@clause("RI-141")
@pytest.mark.parametrize(
    ("tier", "bonus"),
    [("Trivial", 100), ("Easy", 75), ("Average", 50), ("Difficult", 25), ("Legendary", 0), ("Impossible", -25)],
)
def test_the_tiers(tier: str, bonus: int) -> None:
    fight = with_task([99], hp=0, tier=tier, stats={"INT": 40})
    turn(fight, "ann", "check:plan:INT")
    assert next(event for event in fight.events if event.kind == "check").data["chance"] == bonus + 40
    finish(fight)


@clause("RI-141")
def test_a_check_may_not_be_made_with_luck() -> None:
    fight = with_task([])
    answer(fight, "ann")
    assert [option for option in offered(fight) if option.startswith("check")] == [
        f"check:plan:{stat}" for stat in ("STR", "INT", "DEX", "SPD", "CON", "WIS")
    ]
    with pytest.raises(Illegal, match="STR, INT, DEX, SPD, CON or WIS"):
        answer(fight, "check:plan:LUK")
    finish(fight)


@clause("RI-63")
def test_a_task_loses_2_and_1_more_for_each_harder_tier_the_die_passes() -> None:
    # Task HP 5, Average (50), stat 12: 30 is below 62 and 37, not below 12: 3 off, 2 left.
    fight = with_task([30])
    turn(fight, "ann", "check:plan:INT")
    assert left(fight) == 2 and texts(fight, "task") == ["explain the plan: 3 done, 2 left."]
    assert who(fight, "ann").turn_over
    # The next attempt, by cat with STR 0: 49 is below 50 and not below 25: 2 off, done.
    fight.add_script([49])
    turn(fight, "cat", "check:plan:STR")
    assert left(fight) == 0 and not field(fight).tasks[0].open
    finish(fight)


@clause("RI-63")
def test_the_gm_opens_adjusts_and_closes_tasks() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [7, 3])]
    fight = begin(people)
    fight.rule("task", id="talk", label="talk sense", hp=4, tier="Easy")
    fight.rule("adjust_task", id="talk", left=3, tier="Trivial")
    assert left(fight) == 3 and field(fight).tasks[0].tier == 100
    fight.rule("close_task", id="talk")
    assert not field(fight).tasks[0].open
    finish(fight)


@clause("RI-142")
def test_a_critical_success_in_a_task_brings_two_more_attempts_at_once() -> None:
    # LUK 8, INT 12, task of 20 HP, Average: 07 is below 62, 37, 12 (not -13): 4 off, and critical.
    # Then 90 fails and costs nothing; 03 passes again (4 off) and cannot be critical: two dice more, not four.
    fight = with_task([7, 90, 3], {"task.party_hp": "on"}, {"INT": 12, "LUK": 8}, hp=20, party_hp=3)
    turn(fight, "ann", "check:plan:INT")
    assert left(fight) == 12 and thrown(fight) == [7, 90, 3] and field(fight).tasks[0].party_hp == 3
    finish(fight)


@clause("RI-142")
def test_elsewhere_a_critical_success_is_a_boon_by_the_gm() -> None:
    fight = with_task([7], None, {"INT": 12, "LUK": 8}, hp=0)
    turn(fight, "ann", "check:plan:INT")
    assert any("boon" in text for text in texts(fight, "task")) and thrown(fight) == [7]
    finish(fight)


@clause("RI-143")
def test_a_failed_attempt_costs_the_party_as_many_points_as_tiers_it_missed_by() -> None:
    # Average 50 + 12 = 62. 70 would pass one tier down (87): 1. 95 passes only at Trivial (112): 2, and the pool of 3 is gone.
    fight = with_task([70, 95], {"task.party_hp": "on"}, party_hp=3)
    turn(fight, "ann", "check:plan:INT")
    assert field(fight).tasks[0].party_hp == 2
    turn(fight, "cat", "check:plan:STR")
    # Cat has STR 0: 95 is not below 50, 75; below 100: 2.
    assert field(fight).tasks[0].party_hp == 0 and not field(fight).tasks[0].open and left(fight) == 5
    assert texts(fight, "task")[-1] == "explain the plan: the party loses 2, 0 left, and the task is lost."
    finish(fight)


@clause("RI-63", "RI-59")
def test_what_a_finished_task_brings_about_names_the_clause_of_tasks() -> None:
    note: Row = {"kind": "note", "text": "They believe it."}
    fight = with_task([3], None, None, hp=1, effects=[note])
    turn(fight, "ann", "check:plan:INT")
    assert [(event.text, event.clause) for event in fight.events if event.kind == "effect"] == [("They believe it.", "RI-63")]
    finish(fight)


@clause("RI-143")
def test_without_the_switch_a_failed_attempt_costs_nothing() -> None:
    fight = with_task([95], party_hp=3)
    turn(fight, "ann", "check:plan:INT")
    assert field(fight).tasks[0].party_hp == 3 and left(fight) == 5
    assert place(fight, "ann") == "(0,0)"
    finish(fight)


@clause("RI-59", "RI-52")
def test_whoever_stands_where_several_squares_are_closed_at_once_makes_room_once() -> None:
    gate: Row = {"id": "gate", "label": "the gate", "at": [0, 1], "effects": [{"kind": "close", "places": [[2, 0], [1, 0], [3, 0]]}]}
    fight = begin([person("ann", [0, 1]), person("cat", [2, 0]), foe("bob", [7, 0])], objects=[gate])
    turn(fight, "ann", "use:gate")
    assert place(fight, "cat") == "(2,1)" and len(texts(fight, "shift")) == 1
