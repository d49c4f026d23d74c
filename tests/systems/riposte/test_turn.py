"""Chapter D: the turn."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    finish,
    foe,
    heading,
    offered,
    pass_phase,
    person,
    place,
    slots,
    turn,
    who,
)

PEOPLE = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [3, 0])]


@clause("RI-37")
def test_a_turn_offers_movement_and_one_action() -> None:
    fight = begin(PEOPLE)
    answer(fight, "ann")
    groups = {option.group for option in fight.questions[0].options}
    assert {"move", "engage", "turn"} <= groups
    assert "move@1,0" in offered(fight) and "engage:bob@2,0" in offered(fight) and "wait" in offered(fight)
    finish(fight)


@clause("RI-38")
def test_movement_is_at_most_mov_and_may_be_spent_in_pieces_before_the_action() -> None:
    fight = begin(PEOPLE, [99, 99])
    turn(fight, "ann", "move@1,0", "move@1,2")
    # 1 + 2 of 5 spent.
    assert who(fight, "ann").movement == 2
    with pytest.raises(Illegal, match="it takes 3 movement and 2 is left"):
        answer(fight, "move@4,2")
    turn(fight, "ann", "move@2,2")
    with pytest.raises(Illegal, match="2 movement and 1 is left"):
        answer(fight, "engage:bob@2,0")
    turn(fight, "ann", "move@2,1")
    assert who(fight, "ann").movement == 0 and place(fight, "ann") == "(2,1)"
    assert not any(option.startswith("move@") for option in offered(fight))
    answer(fight, "wait")
    turn(fight, "cat", "wait")
    turn(fight, "bob", "engage:ann@3,1")
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-39")
def test_every_kind_of_action_is_an_engage_type_action() -> None:
    # On this spot ann could engage bob, use the lever, mend cat, try the task, stabilise dee; each is in its place.
    people = [
        person("ann", [1, 1], weapons=[{"name": "staff", "range": [1], "heals": True}]),
        person("cat", [1, 0], now=5),
        person("dee", [1, 2], status="fallen", now=0),
        foe("bob", [2, 1]),
    ]
    more: dict[str, object] = {
        "objects": [{"id": "lever", "label": "the lever", "at": [0, 1]}],
        "tasks": [{"id": "plan", "label": "explain the plan", "hp": 5}],
    }
    deeds = ("engage:bob", "use:lever", "heal:cat", "check:plan:STR", "stabilise:dee")
    for deed in deeds:
        fight = begin(people, [99, 99], **more)
        answer(fight, "ann")
        assert deed in offered(fight)
        turn(fight, "ann", deed)
        assert who(fight, "ann").acted and who(fight, "ann").turn_over, deed


@clause("RI-39")
def test_a_deed_the_gm_rules_to_be_an_action_is_one() -> None:
    fight = begin(PEOPLE)
    answer(fight, "ann")
    fight.rule("deed", what="ring the alarm bell", action=True)
    assert who(fight, "ann").acted and who(fight, "ann").turn_over and asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-40")
@pytest.mark.parametrize(
    ("deeds", "moved", "acted"),
    [(["move@2,0", "wait"], True, False), (["engage:bob"], False, True), (["wait"], False, False)],
)
def test_moving_without_acting_acting_without_moving_and_neither_are_legal(
    deeds: list[str], moved: bool, acted: bool
) -> None:
    people = [person("ann", [1, 1]), person("cat", [0, 3]), foe("bob", [2, 1])]
    fight = begin(people, [99, 99] if acted else [])
    turn(fight, "ann", *deeds)
    assert (place(fight, "ann") != "(1,1)") == moved and who(fight, "ann").acted == acted
    assert who(fight, "ann").turn_over
    finish(fight)


@clause("RI-40")
def test_there_is_one_action_per_turn() -> None:
    people = [person("ann", [1, 1], traits=["Ride"]), person("cat", [0, 3]), foe("bob", [2, 1])]
    fight = begin(people, [99, 99])
    turn(fight, "ann", "engage:bob")
    with pytest.raises(Illegal, match="its action is spent"):
        answer(fight, "engage:bob")
    finish(fight)


@clause("RI-41")
def test_a_turn_may_be_ended_at_any_time() -> None:
    fight = begin(PEOPLE)
    turn(fight, "ann", "move@1,0", "wait")
    assert who(fight, "ann").turn_over and who(fight, "ann").movement == 0
    assert asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-42")
def test_the_action_ends_the_turn_and_unused_movement_is_lost() -> None:
    # MOV 5, moved 2, attacks: she cannot step back.
    fight = begin(PEOPLE, [99, 99])
    turn(fight, "ann", "move@2,0", "engage:bob")
    assert place(fight, "ann") == "(2,0)" and who(fight, "ann").movement == 0
    assert asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-43")
def test_one_turn_a_round_in_the_phase_of_ones_side() -> None:
    fight = begin(PEOPLE)
    turn(fight, "ann", "wait")
    assert asked(fight) == "turn:cat"
    turn(fight, "cat", "wait")
    assert heading(fight) == "Round 1, Enemies" and asked(fight) == "turn:bob"
    pass_phase(fight)
    assert heading(fight) == "Round 2, Heroes" and asked(fight) == "next:"
    assert offered(fight) == ["ann", "cat", "end phase"]
    finish(fight)
