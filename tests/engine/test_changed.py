"""Changing the past: what may be changed into what, which dice fall then, and records that somebody has meddled with."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Illegal, Malformed, fight_from
from tests.engine.test_play import check_replays, declared, tilt
from tests.engine.tilt import DUEL


def test_fresh_dice_are_fresh_however_often_they_are_wanted() -> None:
    fight = tilt(DUEL)
    fight.answer("aim:ann#1", "ride:cid")
    fight.answer("aim:cid#1", "ride:ann")
    seen: list[str] = []
    for _ in range(4):
        # Back to the start, past what said that other dice were wanted: the count goes on.
        fight.undo_to(0, fresh=True)
        seen.append(next(entry.value for entry in reversed(fight.entries) if entry.do == "fresh"))
        fight.answer("aim:ann#1", "ride:cid")
        fight.answer("aim:cid#1", "ride:ann")
    assert seen == ["1", "2", "3", "4"]
    check_replays(fight)


def test_an_answer_of_the_past_is_changed_only_into_one_that_was_allowed() -> None:
    fight = declared()
    before = fight.record
    for wrong in ("ride:nobody", "ride:ann"):
        with pytest.raises(Illegal, match="the past cannot be changed so"):
            fight.amend(0, wrong)
        assert fight.record == before
    for place, value, faces in ((0, "", [3]), (0, "", ["a"])):
        with pytest.raises(Malformed):
            fight.amend(place, value, faces)  # type: ignore[arg-type]
        assert fight.record == before


def test_a_record_whose_seed_or_dice_were_exchanged_is_refused() -> None:
    fight = declared(dice=[5, 2])
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    for change, why in ((("seed", "value", "another"), "hash was shown"), (("roll", "value", "d20"), "where the rules want a roll")):
        record = json.loads(json.dumps(fight.record))
        if change[0] == "seed":
            record["seed"][change[1]] = change[2]
        else:
            roll = next(entry for entry in record["entries"] if entry["do"] == "roll")
            roll[change[1]] = change[2]
        with pytest.raises(Malformed, match=why):
            fight_from(fight.system, fight.checkpoints[0].battle, record)


def test_a_declaration_that_was_changed_before_the_last_was_in_survives_a_change_of_the_past() -> None:
    fight = tilt()
    for who, at in (("bob", "cid"), ("ann", "cid"), ("ann", "dan"), ("cid", "ann"), ("dan", "ann")):
        fight.answer(f"aim:{who}#1", f"ride:{at}")
    fight.amend(0, "ride:dan")
    aims = [(entry.at, entry.value) for entry in fight.entries if entry.at.startswith("aim:")]
    assert aims == [
        ("aim:bob#1", "ride:dan"), ("aim:ann#1", "ride:cid"), ("aim:ann#1", "ride:dan"), ("aim:cid#1", "ride:ann"),
        ("aim:dan#1", "ride:ann"),
    ]  # fmt: skip
    assert fight.fell_away == []
    check_replays(fight)
