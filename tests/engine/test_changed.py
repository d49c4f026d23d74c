"""Changing the past: what may be changed into what, which dice fall then, and records that somebody has meddled with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Fight, Illegal, Malformed, Unavailable, fight_from, view
from quintain.engine.stream import Stream
from tests.engine.tilt import DUEL, SYSTEM, check_replays, declared, tilt


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
            fight.amend(place, value, faces)
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


def on(fight: Fight, rounds: int = 2) -> Fight:
    """Every open question answered with its first option until so many rounds are over."""
    while fight.questions and fight.battle.round <= rounds:
        asked = next(one for one in fight.questions if not one.picked)
        if asked.about == "roll":
            fight.enter(asked.id, [3])
        else:
            fight.answer(asked.id, asked.options[0].id)
    return fight


def rolls(fight: Fight) -> list[int]:
    return [place for place, entry in enumerate(fight.entries) if entry.do == "roll"]


def reloaded(fight: Fight, record: dict[str, Any]) -> Fight:
    return fight_from(SYSTEM, SYSTEM.build(record["encounter"]), json.loads(json.dumps(record)))


def test_a_die_of_the_record_that_the_seed_does_not_draw_is_told_to_everybody_and_the_fight_goes_on_by_it() -> None:
    fight = on(tilt())
    place = next(place for place in rolls(fight)[1:] if fight.entries[place].value == "d6")
    drawn = fight.entries[place].faces[0]
    record = json.loads(json.dumps(fight.record))
    told = 6 if drawn != 6 else 5
    record["entries"] = record["entries"][: place + 1]
    record["entries"][place]["faces"] = [told]
    again = reloaded(fight, record)
    at = fight.entries[place].at
    text = f"Not what the seed draws: entry {place + 1} of the record has d6 at {at} show {told}, the seed {drawn}."
    assert again.doubts == [text]
    shown: Any = view(again, "ann")
    assert [event["text"] for event in shown["log"] if event["kind"] == "doubt"] == [text]
    assert again.entries[place].faces == [told]
    # Told once, however the fight goes on: the next dice are those that the seed draws next.
    assert reloaded(again, on(again).record).doubts == again.doubts == [text]


def test_dice_typed_in_fixed_scripted_or_changed_by_the_gm_are_no_doubt() -> None:
    typed = tilt(DUEL)
    typed.type_dice("*")
    fixed = tilt(DUEL)
    fixed.rule("force", who="ann", what="strike", faces=[1])
    changed = on(tilt(DUEL))
    changed.amend(rolls(changed)[0], faces=[1])
    for fight, by in ((on(tilt(DUEL, dice=[5, 2])), "script"), (on(typed), "gm"), (on(fixed), "gm"), (on(changed), "gm")):
        assert by in [fight.entries[place].by for place in rolls(fight)]
        assert fight.doubts == [] == reloaded(fight, fight.record).doubts


def test_dice_that_a_change_of_the_past_leaves_where_they_fell_are_still_the_seeds() -> None:
    fight = on(tilt())
    first, *later = rolls(fight)
    kept = [(fight.entries[place].at, fight.entries[place].faces) for place in later]
    fight.amend(first, faces=[6 if fight.entries[first].faces != [6] else 1])
    again = [entry for entry in fight.entries if entry.do == "roll" and entry.by == "seed" and "drawn" in entry.args]
    assert again and all((entry.at, entry.faces) in kept for entry in again)
    assert fight.doubts == []
    check_replays(fight)
    # The same again, and then other dice: what is drawn anew is compared at its own number.
    fight.amend(rolls(fight)[1], faces=[2])
    fight.undo(fresh=True)
    assert on(fight, 3).doubts == []
    check_replays(fight)


def test_a_die_said_to_come_from_elsewhere_in_the_seed_is_doubted_where_nothing_was_changed() -> None:
    fight = on(tilt())
    place = rolls(fight)[0]
    record = json.loads(json.dumps(fight.record))
    for number in (0, 1, 40):
        record["entries"][place]["args"] = {"drawn": number}
        record["entries"][place]["faces"] = [Stream(fight.seed, number).face(6, 1)]
        again = reloaded(fight, {**record, "entries": record["entries"][: place + 1]})
        assert "from elsewhere in the seed" in again.doubts[0]


def test_what_was_taken_back_stays_in_the_log_after_a_change_of_the_past() -> None:
    fight = tilt()
    fight.answer("aim:ann#1", "ride:cid")
    fight.answer("aim:bob#1", "ride:cid")
    fight.undo()
    for who, at in (("bob", "dan"), ("cid", "ann"), ("dan", "ann")):
        fight.answer(f"aim:{who}#1", f"ride:{at}")
    asked = fight.questions[0]
    fight.answer(asked.id, asked.options[0].id)
    fight.undo()
    said = [event.text for event in fight.events if event.kind == "undone"]
    about, _, who = asked.id.split("#")[0].partition(":")
    assert said == ["Taken back: Bob (aim).", f"Taken back: {who.capitalize()} ({about})."]
    fight.amend(0, "ride:dan")
    assert [event.text for event in fight.events if event.kind == "undone"] == said
    order = [(entry.do, entry.at) for entry in fight.entries if entry.do in ("answer", "undone")][:4]
    assert order == [("answer", "aim:ann#1"), ("undone", ""), ("answer", "aim:bob#1"), ("answer", "aim:cid#1")]
    check_replays(fight)


def test_dice_behind_a_held_result_are_named_and_can_be_changed_while_it_is_held() -> None:
    fight = tilt(DUEL)
    fight.hold_results()
    while fight.questions[0].about != "hold":
        asked = next(one for one in fight.questions if not one.picked)
        fight.answer(asked.id, asked.options[0].id)
    for face in (1, 6):
        shown: Any = view(fight, "gm")
        (held,) = [question["held"] for question in shown["questions"]]
        (dice,) = held["dice"]
        assert (dice["what"], dice["name"]) == ("Ann: strike", "d6")
        fight.amend(dice["entry"], faces=[face])
        assert fight.questions[0].about == "hold" and fight.entries[dice["entry"]].faces == [face]
    check_replays(fight)


def test_what_a_change_of_the_past_leaves_no_room_for_is_named() -> None:
    fight = declared()
    fight.answer("shield:cid#1", "no")
    view(fight, "gm")
    place = next(place for place, entry in enumerate(fight.entries) if entry.at == "aim:ann#1")
    fight.amend(place, "ride:dan")
    said = fight.undo_tree.dropped(fight)
    assert [entry.at for entry in fight.fell_away] == ["shield:cid#1"]
    assert said == "This can no longer be done after it and is dropped: Cid: no."


def test_an_entry_that_is_not_there_is_named_with_those_that_are() -> None:
    fight = tilt(DUEL)
    with pytest.raises(Unavailable, match="nothing is in the record yet, so there is no entry 3"):
        fight.amend(3, faces=[4])
    fight.answer("aim:ann#1", "ride:cid")
    with pytest.raises(Unavailable, match="the record has entries 0 to 0, so there is no entry 7"):
        fight.amend(7, faces=[4])
