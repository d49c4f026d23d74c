"""What a live fight keeps takes little room, and gives back what was put in."""

from __future__ import annotations

from quintain.engine.event import Event, event_from
from quintain.engine.journal import FEW, MANY, Packed, Told, text_of
from quintain.engine.play import PlayReading
from tests.engine.tilt import TWO_A_SIDE, tilt


def test_what_is_packed_is_given_back_from_any_number_on() -> None:
    rows = [{"op": "do", "version": number, "said": f"the {number}th"} for number in range(MANY + 2 * FEW + 5)]
    packed = Packed()
    for row in rows:
        packed.add(text_of(row))
    assert len(packed) == len(rows)
    for number in (0, 1, FEW, MANY - 1, MANY, MANY + 1, MANY + FEW, MANY + 2 * FEW - 1, MANY + 2 * FEW, len(rows) - 1, len(rows), -1):
        assert packed.since(number) == rows[max(0, number) :]


def test_whatever_was_told_is_told_again_in_any_order() -> None:
    told = Told()
    for number in range(MANY + 3 * FEW + 5):
        told.append(Event("hit", f"Ann hits for the {number}th time.", ["ann"], [("d20", number)]))
        if number % 7 == 0:
            told.append(Event("hit", "This never was."))
            told.forget(len(told) - 1)
            told.pack()
    places = [*range(len(told)), *range(len(told) - 1, -1, -9), 5, MANY + 1, 6, len(told) - 1]
    assert [told[place].math[0][1] for place in places] == places
    assert [event.text for event in told] == [f"Ann hits for the {number}th time." for number in range(len(told))]


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
