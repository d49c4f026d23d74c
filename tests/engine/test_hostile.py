"""Hostile input: whatever is thrown at a fight is refused in a sentence or taken whole; nothing breaks it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.engine import Automation, Fight, Refusal, fight_from
from tests.engine.tilt import SYSTEM, TWO_A_SIDE

NASTY = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.binary(max_size=5),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.sampled_from(["ann", "cid", "heart", "ride:cid", "aim:ann#1", "gm", "*", "💥", "9" * 400]),
)  # fmt: skip
RULINGS = st.sampled_from(
    ["set", "add", "remove", "move", "hide", "reveal", "hand_over", "force", "forbid", "allow", "end", "note", "nonsense", ""]
)
FIELDS = st.dictionaries(
    st.sampled_from(["who", "stat", "value", "unit", "to", "what", "faces", "answers", "option", "text", "result"]), NASTY, max_size=4
)


def tilt() -> Fight:
    return Fight(SYSTEM, SYSTEM.build(TWO_A_SIDE), TWO_A_SIDE, "hostile")


def state(fight: Fight) -> str:
    return json.dumps([fight.record, fight.view("gm")], default=str)


def test_a_refusal_that_quotes_half_a_character_can_be_sent() -> None:
    no = Refusal("there is no half \ud800 here.")
    assert no.sentence.encode() == str(no).encode() == b"there is no half ? here."


@settings(max_examples=300)
@given(ruling=RULINGS, args=FIELDS)
def test_any_ruling_is_taken_whole_or_refused_and_changes_nothing(ruling: str, args: dict[str, Any]) -> None:
    fight = tilt()
    before = state(fight)
    try:
        fight.rule_with(ruling, args)
    except Refusal as no:
        assert str(no) and state(fight) == before  # noqa: PT017
        return
    again = fight_from(SYSTEM, SYSTEM.build(TWO_A_SIDE), json.loads(json.dumps(fight.record)))
    assert again.battle.key() == fight.battle.key()


@settings(max_examples=150)
@given(question=NASTY, option=NASTY, seat=st.sampled_from(["", "ann", "gm", "nobody"]))
def test_any_answer_is_taken_or_refused(question: Any, option: Any, seat: str) -> None:
    fight = tilt()
    before = state(fight)
    try:
        fight.answer(question, option, by=seat)
    except Refusal as no:
        assert str(no) and state(fight) == before  # noqa: PT017


@settings(max_examples=100)
@given(faces=NASTY)
def test_any_faces_are_taken_or_refused(faces: Any) -> None:
    fight = tilt()
    fight.type_dice("*")
    for who in ("ann", "bob", "cid", "dan"):
        fight.answer(f"aim:{who}#1", "ride:cid" if who in ("ann", "bob") else "ride:ann")
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    before = state(fight)
    try:
        fight.enter("strike:ann#1", faces)
    except Refusal:
        assert state(fight) == before


@settings(max_examples=200)
@given(data=st.recursive(NASTY, lambda inner: st.dictionaries(st.text(max_size=6), inner, max_size=4) | st.lists(inner, max_size=4)))
def test_any_record_is_read_or_refused(data: Any) -> None:
    good = tilt().record
    for name in ("entries", "seed", "house", "encounter"):
        broken = {**good, name: data}
        if name == "encounter":
            continue
        try:
            fight_from(SYSTEM, SYSTEM.build(TWO_A_SIDE), broken)
        except Refusal as no:
            assert str(no)  # noqa: PT017


@pytest.mark.parametrize("who", ["", "nobody", "ann+bob+zoe"])
def test_nobody_unknown_is_handed_over_ordered_or_typed_for(who: str) -> None:
    fight = tilt()
    for act in (fight.automate, fight.type_dice):
        with pytest.raises(Refusal, match="neither a combatant"):
            act(who)
    with pytest.raises(Refusal):
        fight.order(who, "shield", "always")
    assert fight.automation.as_data() == Automation().as_data()
