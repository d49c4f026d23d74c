"""Chapter I: objectives and the end."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Over
from quintain.library.problems import FileProblem
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    field,
    finish,
    foe,
    offered,
    pass_phase,
    person,
    scene,
    texts,
    turn,
    who,
)

Row = dict[str, object]


def result(fight: Fight) -> str:
    return fight.outcome.result if fight.outcome is not None else ""


@clause("RI-81")
def test_the_fight_ends_as_soon_as_no_enemy_can_prevent_the_goal() -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [1, 0], now=7)], [0])
    assert [goal.kind for goal in field(fight).goals] == ["rout"]
    turn(fight, "ann", "engage:bob")
    answer(fight, "spared")
    assert result(fight) == "success" and fight.outcome is not None and fight.outcome.winner == "heroes"
    finish(fight)
    # An enemy side that is hostile no longer does not stand in the way either.
    fight = begin([person("ann", [0, 0]), foe("bob", [1, 0])])
    fight.rule("stance", a="heroes", b="enemies", stance="neutral")
    assert result(fight) == "success"


@clause("RI-82")
def test_any_goal_is_met_when_no_enemy_is_up_unless_more_are_to_come() -> None:
    people = [person("ann", [0, 0]), foe("bob", [1, 0], now=7)]
    goals: list[Row] = [{"type": "custom", "label": "find the letter"}]
    fight = begin(people, [0], objectives=goals)
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert result(fight) == "success"
    finish(fight)
    fight = begin(people, [0], objectives=goals, more_to_come=True)
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert fight.outcome is None and asked(fight) == "turn:ann"
    fight.rule("announce", no_more=True)
    assert result(fight) == "success"
    finish(fight)
    # Somebody in the reserve counts as still to come.
    fight = begin([*people, foe("gil", [7, 3], arrives=5)], [0])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert fight.outcome is None
    finish(fight)


@clause("RI-83")
def test_goals_are_looked_at_after_actions_steps_and_phases_success_first_and_combat_stops_at_once() -> None:
    # After a step onto the goal square, in the middle of a turn and of a phase.
    people = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [7, 0])]
    fight = begin(people, [], objectives=[{"type": "break_through", "area": [[2, 0]]}])
    turn(fight, "ann", "move@4,0")
    assert result(fight) == "success" and who(fight, "ann").place == 2 and not who(fight, "cat").had_turn
    assert fight.questions == []
    # The log tells the step before the end.
    assert [event.kind for event in fight.events][-2:] == ["walk", "end"]
    assert texts(fight, "walk") == ["Ann goes 2 right for 2 movement."]
    with pytest.raises(Over):
        fight.answer("turn:ann#1", "wait")
    finish(fight)
    # Success before defeat: ann, the last one up, leaves by the exit; escape is met and nobody asks about defeat.
    fight = begin([person("ann", [0, 0]), foe("bob", [7, 0])], [], exits=[[0, 0]], objectives=[{"type": "escape"}])
    turn(fight, "ann", "leave")
    assert result(fight) == "success"
    finish(fight)


@clause("RI-84")
def test_defeat_is_nobody_of_the_party_up_and_nobody_escaped() -> None:
    people = [person("ann", [0, 0], now=7), foe("eve", [0, 3], side="allies"), foe("bob", [1, 0])]
    fight = begin(people, [99, 0])
    turn(fight, "ann", "engage:bob")
    # Eve, an ally, is still up, but no party member is.
    assert asked(fight) == "aftermath:" and fight.battle.outcome is not None
    answer(fight, "captured")
    assert result(fight) == "defeat" and fight.outcome is not None and fight.outcome.winner == "enemies"
    finish(fight)


@clause("RI-85")
@pytest.mark.parametrize("how", ["success", "defeat", "broken off"])
def test_the_gm_may_end_the_fight_now(how: str) -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [7, 0])])
    fight.rule("end", result=how, why="the bell tolls")
    assert result(fight) == how and fight.outcome is not None and fight.outcome.why == "the bell tolls"
    finish(fight)


@clause("RI-86")
def test_after_the_end_nothing_is_asked_and_the_death_rule_is_settled() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1], status="fallen", now=0), foe("bob", [1, 0], now=7)]
    fight = begin(people, [0])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert fight.questions == [] and who(fight, "cat").status == "stabilised" and field(fight).acting == ""
    finish(fight)


@clause("RI-87", "RI-88")
@pytest.mark.parametrize("how", ["dead", "spared", "retreated", "fled"])
def test_rout_and_defeat_count_every_way_of_being_out(how: str) -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("dan", [7, 3])]
    fight = begin(people, objectives=[{"type": "rout"}])
    fight.rule("set", who="bob", stat="status", value=how)
    assert fight.outcome is None
    fight.rule("set", who="dan", stat="status", value=how)
    assert result(fight) == "success"
    fight = begin(people, objectives=[{"type": "defeat", "who": ["bob"]}])
    fight.rule("set", who="bob", stat="status", value=how)
    assert result(fight) == "success" and who(fight, "dan").up


@clause("RI-87")
def test_break_through_counts_party_members_in_the_goal_area() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [7, 3])]
    fight = begin(people, [], objectives=[{"type": "break_through", "count": 2, "area": [[1, 0], [1, 1]]}])
    turn(fight, "ann", "move@1,0", "wait")
    assert fight.outcome is None
    turn(fight, "cat", "move@1,1")
    assert result(fight) == "success"
    finish(fight)


@clause("RI-87")
def test_rescue_is_met_when_the_named_have_left_or_been_freed() -> None:
    cage: Row = {"id": "cage", "label": "the cage", "at": [0, 0], "effects": [{"kind": "free", "who": ["eve"]}]}
    people = [
        person("ann", [0, 0]),
        foe("eve", [0, 1], side="allies"),
        foe("ida", [0, 2], side="allies"),
        foe("bob", [7, 3]),
    ]
    goals: list[Row] = [{"type": "rescue", "who": ["eve", "ida"]}]
    fight = begin(people, [], objects=[cage], exits=[[0, 2]], objectives=goals)
    turn(fight, "ann", "use:cage")
    assert fight.outcome is None
    pass_phase(fight)
    turn(fight, "ida", "leave")
    assert result(fight) == "success"
    finish(fight)


@clause("RI-87", "RI-90")
def test_talk_down_and_intimidation_make_the_named_enemies_flee() -> None:
    people = [person("ann", [0, 0], stats={"STR": 30}), foe("bob", [7, 0]), foe("dan", [7, 3])]
    fight = begin(people, [79], objectives=[{"type": "talk_down", "who": ["bob"]}])
    fight.rule("task", id="roar", label="scare Bob off", tier="Average", flee=["bob"])
    turn(fight, "ann", "check:roar:STR")
    # 79 is below 50 + 30.
    assert who(fight, "bob").status == "fled" and result(fight) == "success"
    finish(fight)
    # Felling them is no talking down.
    fight = begin([person("ann", [6, 0]), foe("bob", [7, 0], now=7), foe("dan", [7, 3])], [0],
                  objectives=[{"type": "talk_down", "who": ["bob"]}])  # fmt: skip
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert fight.outcome is None
    finish(fight)


@clause("RI-87")
def test_a_custom_goal_is_declared_by_the_gm() -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [7, 0])], objectives=[{"type": "custom", "label": "hold until dawn"}])
    fight.rule("goal", label="hold until dawn")
    assert result(fight) == "success"
    finish(fight)


@clause("RI-87")
def test_goals_that_cannot_be_are_refused() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0])]
    for goal, why in (
        ({"type": "escape"}, "needs at least one exit"),
        ({"type": "defeat"}, "must name who is meant"),
        ({"type": "defeat", "who": ["zed"]}, "names 'zed'"),
        ({"type": "break_through"}, "needs an area"),
    ):
        with pytest.raises(FileProblem, match=why):
            scene(people, objectives=[goal])


@clause("RI-89")
def test_on_an_exit_before_acting_one_may_leave_for_good() -> None:
    # 3 up, 1 fallen: when the third leaves, escape is met.
    people = [
        person("ann", [0, 0]),
        person("cat", [0, 1]),
        person("dee", [1, 0]),
        person("fay", [1, 1], status="fallen", now=0),
        foe("bob", [7, 3]),
    ]
    fight = begin(people, [], exits=[[0, 0], [0, 1]], objectives=[{"type": "escape"}])
    # Passing over without leaving is legal.
    turn(fight, "dee", "move@0,2", "move@1,2", "wait")
    turn(fight, "ann", "leave")
    assert who(fight, "ann").status == "escaped" and who(fight, "ann").turn_over
    turn(fight, "cat", "leave")
    assert fight.outcome is None and "ann" not in offered(fight)
    pass_phase(fight)
    turn(fight, "dee", "leave@0,1")
    answer(fight, "captured")
    assert result(fight) == "success" and who(fight, "fay").status == "captured"
    finish(fight)


@clause("RI-89")
def test_whoever_has_acted_may_not_leave() -> None:
    people = [person("ann", [0, 0], traits=["Ride"]), person("cat", [0, 3]), foe("bob", [1, 0])]
    fight = begin(people, [99, 99], exits=[[0, 0]])
    turn(fight, "ann", "engage:bob")
    assert "leave" not in offered(fight)
    assert ("Leave the field", "only before acting") in fight.questions[0].closed
    finish(fight)


@clause("RI-91")
def test_alternatives_need_one_and_required_goals_need_all() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("dan", [7, 3])]
    goals: list[Row] = [{"type": "defeat", "who": ["bob"]}, {"type": "custom", "label": "letter"}]
    fight = begin(people, objectives=goals)
    fight.rule("goal", label="letter")
    assert result(fight) == "success"
    goals = [{**goals[0], "required": True}, {**goals[1], "required": True}]
    fight = begin(people, objectives=goals)
    fight.rule("goal", label="letter")
    assert fight.outcome is None
    fight.rule("set", who="bob", stat="status", value="fled")
    assert result(fight) == "success"


@clause("RI-85")
@pytest.mark.parametrize("result", ["success", "failure", "broken off"])
def test_a_fight_that_the_gm_ends_names_the_clause_by_which_the_gm_may(result: str) -> None:
    fight = begin([person("ann", [1, 0]), foe("bob", [2, 0])])
    fight.rule("end", result=result)
    assert [(event.clause, event.text) for event in fight.events if event.kind == "end"] == [
        ("RI-85", f"The fight is over ({result}): the GM ends it.")
    ]


@clause("RI-145")
@pytest.mark.parametrize(("rule", "fate"), [("wipe_only", "stabilised"), ("stabilise", "captured")])
def test_some_escaped_and_the_rest_out_is_broken_off(rule: str, fate: str) -> None:
    # Rout: ann leaves by the exit, then cat, the last one up, drops.
    people = [person("ann", [0, 0]), person("cat", [0, 3], now=7), foe("bob", [1, 3])]
    fight = begin(people, [99, 0], exits=[[0, 0]], options={"player_death": rule})
    turn(fight, "ann", "leave")
    turn(fight, "cat", "engage:bob")
    if rule == "stabilise":
        answer(fight, "captured")
    assert result(fight) == "broken off" and who(fight, "cat").status == fate
    finish(fight)
