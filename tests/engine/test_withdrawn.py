"""A pending roll is withdrawn like a question: by a ruling that leaves nobody to make it, or nothing to make it for."""

from __future__ import annotations

import json

from quintain.engine import D6, Entry, ExactReading, Fight, Tactics, added, contest, fight_from, void_roll
from quintain.engine.exact import Position, leaves_from
from tests.engine.tilt import DUEL, SYSTEM, check_replays, ids, tilt


def awaited() -> Fight:
    """Ann and bob ride at cid, cid and dan at ann, with typed dice; the die of ann's strike is awaited."""
    fight = tilt()
    fight.type_dice("*")
    for who, at in (("ann", "cid"), ("bob", "cid"), ("cid", "ann"), ("dan", "ann")):
        fight.answer(f"aim:{who}#1", f"ride:{at}")
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    assert ids(fight) == ["strike:ann#1"]
    return fight


def test_whoever_is_taken_out_is_not_asked_for_a_die_any_more() -> None:
    fight = awaited()
    fight.rule("set", who="ann", stat="heart", value=0)
    assert ids(fight) == ["shield:cid#2"], "bob is next, at the same cid"
    assert [entry.do for entry in fight.entries if entry.at == "strike:ann#1"] == ["rule", "withdrawn"]
    check_replays(fight)


def test_a_die_aimed_at_one_who_is_gone_is_not_awaited() -> None:
    fight = awaited()
    fight.rule("remove", who="cid")
    assert ids(fight) == ["shield:ann#1"], "ann's and bob's rides have nobody to meet, cid's has no rider: dan is next"
    check_replays(fight)


def test_a_ruling_that_changes_nothing_for_it_leaves_the_die_awaited() -> None:
    fight = awaited()
    fight.rule("set", who="dan", stat="heart", value=1)
    fight.rule("note", text="a gust of wind")
    assert ids(fight) == ["strike:ann#1"]
    fight.enter("strike:ann#1", [1])
    assert fight.entries[-1].do != "withdrawn"


def test_taking_the_ruling_back_brings_the_die_back() -> None:
    fight = awaited()
    fight.rule("set", who="ann", stat="heart", value=0)
    fight.undo()
    assert ids(fight) == ["strike:ann#1"]
    fight.enter("strike:ann#1", [6])
    assert ids(fight) == ["harm:ann#1"]


def test_a_ruling_before_the_die_withdraws_it_as_one_while_it_is_awaited() -> None:
    fight = awaited()
    fight.enter("strike:ann#1", [6])
    fight.rule("set", who="cid", stat="heart", value=0)
    assert "harm:ann#1" not in ids(fight)
    assert not any(event.kind == "hit" for event in fight.events)
    check_replays(fight)


def test_dice_that_a_record_has_as_thrown_stay_thrown() -> None:
    fight = awaited()
    record = json.loads(json.dumps(fight.record))
    record["entries"] += [
        Entry("rule", "strike:ann#1", "set", "gm", None, {"who": "ann", "stat": "heart", "value": 0}).as_data(),
        Entry("roll", "strike:ann#1", "d6", "ann", [1]).as_data(),
    ]
    again = fight_from(SYSTEM, SYSTEM.build(record["encounter"]), record)
    assert not any(entry.do == "withdrawn" for entry in again.entries)
    assert ids(again) == ["shield:cid#2"]


def test_the_exact_reading_makes_no_roll_for_one_who_is_gone() -> None:
    fight = awaited()
    fight.rule("set", who="ann", stat="skill", value=3)
    joint = fight.checkpoints[-1]
    reading = ExactReading(SYSTEM, Tactics(SYSTEM, {"*": "steady"}), "action")
    out = Entry("rule", "strike:ann#1", "set", "gm", None, {"who": "ann", "stat": "heart", "value": 0})
    entries = [*fight.entries[joint.position :], out]
    assert len(list(leaves_from(SYSTEM, reading, Position(joint.battle, entries, joint.counts)))) == 1


def test_a_void_roll_answers_no_and_nothing() -> None:
    reading = ExactReading(SYSTEM, Tactics(SYSTEM, {"*": "steady"}))
    roll = void_roll(reading)
    assert roll.void and roll.faces == []
    assert not roll.at_least(-100) and not roll.below(100) and not roll.flagged()
    assert not roll.natural_at_least(0) and not roll.natural_is(0) and not roll.natural_even()
    assert roll.band([-5, 5]) == 0 and roll.total() == 0 and roll.natural() == 0 and roll.natural_in([4, 5, 6]) == 0
    assert added([void_roll(reading), void_roll(reading)]).void
    thrown = reading.open_roll(SYSTEM.build(DUEL), "", "ann", "strike", D6, "all", "")
    assert contest(void_roll(reading), thrown, [1]) == 0
