"""What a live fight keeps takes little room, and gives back what was put in."""

from __future__ import annotations

from quintain.engine.event import Event, event_from
from quintain.engine.journal import TOGETHER, Journal
from quintain.engine.play import PlayReading
from tests.engine.test_play import tilt
from tests.engine.tilt import TWO_A_SIDE


def test_a_journal_gives_back_every_operation_from_any_number_on() -> None:
    journal = Journal()
    operations = [{"op": "do", "version": number, "said": f"the {number}th"} for number in range(3 * TOGETHER + 5)]
    for operation in operations:
        journal.add(operation)
    for number in (0, 1, TOGETHER - 1, TOGETHER, 2 * TOGETHER + 3, 3 * TOGETHER, len(operations) - 1, len(operations), -1):
        assert journal.since(number) == operations[max(0, number) :]


def test_an_event_that_is_packed_says_what_it_said() -> None:
    event = Event("hit", "Ann hits Cid.", ["ann", "cid"], [("d20", 17), ("bonus", 4)], against=("AC", 18), verdict="hit")
    event.faces = {"d20": [17]}
    before = event.kept_data()
    event.settle()
    event.pack()
    assert event.kept_data() == before and event_from(before).kept_data() == before
    bare = Event("turn", "Ann is next.")
    bare.settle()
    other = Event("turn", "Bob is next.")
    assert other.who is not bare.who and not bare.who, "what is shared by events that have nothing is never filled"


def test_a_joint_keeps_the_battle_and_not_how_it_was_read() -> None:
    fight = tilt(TWO_A_SIDE)
    for who, at in (("ann", "cid"), ("bob", "cid"), ("cid", "ann"), ("dan", "ann")):
        asked = next((one for one in fight.questions if one.who == who), None)
        if asked is not None:
            fight.answer(asked.id, f"ride:{at}")
    assert len(fight.checkpoints) > 1
    assert not any(isinstance(joint.battle.reading, PlayReading) for joint in fight.checkpoints)
