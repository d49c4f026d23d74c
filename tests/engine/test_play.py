"""Playing: suspension by replay, secret declarations, nested reactions, rulings at every moment, taking back."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from quintain.engine import Automation, Fight, Illegal, NotYours, Over, Refusal, Stale, Unavailable, fight_from, view
from quintain.engine.asked import OpenQuestion
from quintain.engine.drive import next_joint
from quintain.engine.sample import OnwardReading, Tactics
from tests.engine.tilt import DUEL, SYSTEM, TWO_A_SIDE, Rider, Tilt, check_replays, declared, ids, tilt


def heart(fight: Fight, who: str) -> int:
    unit = fight.battle.find(who)
    assert isinstance(unit, Rider)
    return unit.heart


def result(fight: Fight) -> str:
    return fight.outcome.result if fight.outcome is not None else ""


def only(fight: Fight) -> OpenQuestion:
    (asked,) = fight.questions
    return asked


def test_declarations_are_asked_together_and_may_change_until_the_last_is_in() -> None:
    fight = tilt()
    assert ids(fight) == ["aim:ann#1", "aim:bob#1", "aim:cid#1", "aim:dan#1"]
    fight.answer("aim:ann#1", "ride:cid", by="ann")
    fight.answer("aim:ann#1", "ride:dan", by="ann")
    fight.answer("aim:bob#1", "ride:cid", by="bob")
    fight.answer("aim:cid#1", "ride:ann")
    assert [asked.picked for asked in fight.questions] == ["ride:dan", "ride:cid", "ride:ann", ""]
    fight.answer("aim:dan#1", "ride:bob")
    assert isinstance(fight.battle, Tilt)
    assert fight.battle.aims == {"ann": "dan", "bob": "cid", "cid": "ann", "dan": "bob"}
    with pytest.raises(Stale, match="not open"):
        fight.answer("aim:ann#1", "ride:cid")
    check_replays(fight)


def test_a_secret_declaration_shows_others_only_that_it_is_made() -> None:
    fight = tilt()
    fight.answer("aim:ann#1", "ride:dan", by="ann")
    seen = view(fight, "bob")
    assert "ride:dan" not in json.dumps(seen["log"]) and "picked" not in json.dumps(seen["questions"][0])
    assert seen["questions"][0] == {
        "id": "", "yours": False, "asked": ["ann"], "kind": "declaration", "options": [], "closed": [], "stakes": [], "orders": [],
        "declared": True,
    }  # fmt: skip


def test_undo_across_a_secret_declaration_opens_it_again() -> None:
    fight = declared(dice=[6, 1])
    assert ids(fight) == ["shield:cid#1"]
    fight.undo()
    assert ids(fight) == ["aim:ann#1", "aim:bob#1", "aim:cid#1", "aim:dan#1"]
    assert [asked.picked for asked in fight.questions] == ["ride:cid", "ride:cid", "ride:ann", ""]
    fight.redo()
    assert ids(fight) == ["shield:cid#1"]
    check_replays(fight)


def test_two_reactions_to_one_trigger_are_asked_in_order_until_one_is_taken() -> None:
    data: dict[str, object] = {
        "riders": [
            ["ann", "Ann", "red", "ann", 1, 6],
            ["cid", "Cid", "blue", "gm", 1, 6],
            ["dan", "Dan", "blue", "gm", 1, 6],
            ["eve", "Eve", "blue", "gm", 1, 6],
        ]
    }
    fight = tilt(data, dice=[5, 2])
    for who, at in (("ann", "cid"), ("cid", "ann"), ("dan", "ann"), ("eve", "ann")):
        fight.answer(f"aim:{who}#1", f"ride:{at}")
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    assert ids(fight) == ["step_in:eve#1"]
    fight.answer("step_in:eve#1", "yes")
    assert heart(fight, "eve") == 4 and heart(fight, "cid") == 6  # d6 5 + 1 reaches 4; d4 2 off Eve's 6
    assert fight.script_left == []
    check_replays(fight)


def test_a_ruling_while_a_question_is_open_is_seen_by_its_own_options() -> None:
    fight = tilt()
    fight.rule("add", unit={"id": "fay", "side": "blue"})
    assert "ride:fay" in [option.id for option in fight.questions[0].options]
    fight.rule("remove", who="dan")
    assert "ride:dan" not in [option.id for option in fight.questions[0].options]
    assert "aim:dan#1" not in ids(fight)
    assert fight.entries[-1].do == "withdrawn" and fight.entries[-1].at == "aim:dan#1"
    check_replays(fight)


def test_an_answer_made_illegal_by_a_ruling_is_void() -> None:
    fight = tilt()
    fight.answer("aim:ann#1", "ride:dan")
    fight.answer("aim:bob#1", "ride:cid")
    fight.rule("remove", who="dan")
    assert [asked.picked for asked in fight.questions] == ["", "ride:cid", ""]
    check_replays(fight)


def test_removing_the_person_asked_in_a_nested_reaction_withdraws_the_question() -> None:
    fight = declared(dice=[5, 1])
    fight.answer("shield:cid#1", "no")
    assert ids(fight) == ["step_in:dan#1"]
    fight.rule("remove", who="dan")
    assert fight.battle.find("dan") is None
    assert heart(fight, "cid") == 5  # nobody stepped in: d6 5 + 1 hits, d4 1
    assert ids(fight) == ["shield:cid#2"]  # bob rides next
    check_replays(fight)


def test_removing_the_rider_in_the_middle_of_a_reaction_ends_the_ride() -> None:
    fight = declared(dice=[5, 1])
    assert ids(fight) == ["shield:cid#1"]
    fight.rule("remove", who="ann")
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    assert fight.script_left == [5, 1]  # ann is gone: no strike was rolled, and bob is asked about next
    assert ids(fight) == ["step_in:dan#2"] or ids(fight) == ["shield:cid#2"]
    check_replays(fight)


def test_a_ruling_may_end_the_fight_inside_a_nested_reaction() -> None:
    fight = declared()
    fight.answer("shield:cid#1", "no")
    fight.rule("end", result="truce", why="the rain")
    assert result(fight) == "truce"
    assert fight.questions == []
    with pytest.raises(Over):
        fight.answer("step_in:dan#1", "no")
    fight.undo()
    assert result(fight) == "" and ids(fight) == ["step_in:dan#1"]
    check_replays(fight)


@pytest.mark.parametrize("why", ["the rain", "the rain."])
def test_the_reason_for_an_end_is_told_with_one_full_stop(why: str) -> None:
    fight = declared()
    fight.rule("end", result="truce", why=why)
    assert fight.events[-1].text == "The GM ends the fight: the rain."


def test_a_die_is_forced_before_it_is_thrown() -> None:
    fight = declared()
    fight.answer("shield:cid#1", "no")
    fight.rule("force", who="ann", what="strike", faces=[6])
    fight.rule("force", who="ann", what="harm", faces=[4])
    fight.answer("step_in:dan#1", "no")
    assert heart(fight, "cid") == 2
    rolls = [entry for entry in fight.entries if entry.do == "roll"]
    assert [(entry.faces, entry.by) for entry in rolls[:2]] == [([6], "gm"), ([4], "gm")]
    check_replays(fight)


def test_an_outcome_is_forced_whatever_the_die_shows() -> None:
    fight = declared(dice=[1, 3])
    fight.rule("force", who="ann", what="strike", answers={"hit": True})
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    assert heart(fight, "cid") == 3  # the d6 shows 1 and would miss; the GM says hit; d4 3
    check_replays(fight)


def test_a_die_already_seen_is_changed_and_what_still_fits_is_kept() -> None:
    fight = declared(dice=[1, 5, 2])
    for who in ("cid", "dan"):
        fight.answer(f"{'shield' if who == 'cid' else 'step_in'}:{who}#1", "no")
    fight.answer("shield:cid#2", "no")
    fight.answer("step_in:dan#2", "no")  # ann missed with 1; bob hit for 2
    assert heart(fight, "cid") == 4
    place = next(i for i, entry in enumerate(fight.entries) if entry.do == "roll")
    fight.amend(place, faces=[6])
    # Ann's strike hits now; her harm is a new roll; bob's later dice and answers still fit.
    assert heart(fight, "cid") < 4
    rolls = [entry.at for entry in fight.entries if entry.do == "roll"]
    assert rolls[:4] == ["strike:ann#1", "harm:ann#1", "strike:bob#1", "harm:bob#1"]
    assert [entry.faces for entry in fight.entries if entry.at in ("strike:bob#1", "harm:bob#1")] == [[5], [2]]
    assert fight.fell_away == []
    check_replays(fight)


def test_an_impossible_change_of_the_past_is_refused_and_changes_nothing() -> None:
    fight = declared(dice=[5, 2])
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    before = fight.record
    place = next(i for i, entry in enumerate(fight.entries) if entry.do == "roll")
    with pytest.raises(Illegal, match="1 to 6"):
        fight.amend(place, faces=[9])
    assert fight.record == before


def test_a_held_result_is_compared_again_after_a_ruling_with_the_same_die() -> None:
    automation = Automation()
    automation.hold = True
    fight = tilt(DUEL, dice=[3, 2], automation=automation)
    fight.answer("aim:ann#1", "ride:cid")
    fight.answer("aim:cid#1", "ride:ann")
    fight.answer("shield:cid#1", "yes")  # ann needs 4 - 1 + 2 = 5; the die shows 3
    assert only(fight).about == "hold"
    fight.rule("set", who="ann", stat="skill", value=3)  # now 4 - 3 + 2 = 3: a hit
    assert only(fight).about == "hold"
    fight.answer(only(fight).id, "go")
    assert heart(fight, "cid") == 1 and fight.script_left == []
    check_replays(fight)


def test_dice_can_be_typed_in_and_wrong_faces_are_refused() -> None:
    fight = tilt(DUEL)
    fight.type_dice("ann")
    fight.answer("aim:ann#1", "ride:cid")
    fight.answer("aim:cid#1", "ride:ann")
    fight.answer("shield:cid#1", "no")
    assert only(fight).about == "roll" and only(fight).controller == "ann"
    before = fight.record
    for faces in ([7], [0], [], [3, 3]):
        with pytest.raises(Refusal):
            fight.enter("strike:ann#1", faces)
    assert fight.record == before
    fight.enter("strike:ann#1", [6], by="ann")
    fight.enter("harm:ann#1", [3], by="ann")
    assert fight.outcome is not None and fight.outcome.winner == "red"
    check_replays(fight)


def test_undo_goes_back_to_what_a_person_did_and_draws_the_same_or_fresh_dice() -> None:
    fight = tilt(DUEL)
    fight.automate("gm", "steady")
    fight.answer("aim:ann#1", "ride:cid")
    first = fight.record
    fight.undo()
    assert fight.events[-1].text == "Taken back: Ann (aim)."
    fight.answer("aim:ann#1", "ride:cid")
    assert [entry.as_data() for entry in fight.entries if entry.do != "undone"] == first["entries"]
    seen = set()
    for _ in range(8):
        fight.undo(fresh=True)
        fight.answer("aim:ann#1", "ride:cid")
        seen.add(json.dumps([entry.faces for entry in fight.entries if entry.do == "roll"]))
        check_replays(fight)
    assert len(seen) > 1


def test_a_fork_taken_in_the_middle_of_a_round_goes_its_own_way() -> None:
    fight = declared(dice=[5, 2])
    fight.answer("shield:cid#1", "no")
    twin = fight.fork()
    assert ids(twin) == ids(fight) == ["step_in:dan#1"]
    twin.answer("step_in:dan#1", "yes")
    fight.answer("step_in:dan#1", "no")
    assert heart(twin, "dan") == 4 and heart(fight, "cid") == 4
    check_replays(fight)
    check_replays(twin)


def test_a_fight_is_exported_between_rounds_as_a_new_encounter() -> None:
    fight = declared(dice=[5, 2, 1, 1, 1])
    for _ in range(8):
        if fight.battle.round > 1 or not fight.questions or fight.questions[0].about == "aim":
            break
        fight.answer(only(fight).id, "no")
    assert ids(fight) == ["aim:ann#2", "aim:bob#2", "aim:cid#2", "aim:dan#2"]
    exported = fight.export()
    fresh = tilt(exported)
    assert heart(fresh, "cid") == 4 and ids(fresh)[0] == "aim:ann#1"


def test_standing_orders_answer_in_advance_and_tactics_for_whoever_is_handed_to_them() -> None:
    fight = declared(dice=[1, 1])
    fight.order("gm", "shield", "never")
    assert ids(fight) == ["step_in:dan#1"]
    assert fight.entries[-1].by == "order"
    fight.automate("blue", "steady")
    assert only(fight).controller in ("ann", "bob")
    assert any(entry.by == "tactic:steady" for entry in fight.entries)
    check_replays(fight)


def test_control_changes_hands_and_the_open_question_follows() -> None:
    fight = declared()
    with pytest.raises(NotYours):
        fight.answer("shield:cid#1", "no", by="ann")
    fight.rule("hand_over", who="cid", to="ann+bob")
    assert only(fight).controller == "ann+bob"
    fight.answer("shield:cid#1", "no", by="bob")
    check_replays(fight)


def test_a_question_left_without_options_is_withdrawn() -> None:
    fight = tilt(DUEL)
    fight.rule("forbid", option="ride:cid")
    assert ids(fight) == ["aim:cid#1"]
    assert fight.entries[-1].do == "withdrawn" and fight.entries[-1].at == "aim:ann#1"
    check_replays(fight)


def test_a_players_odds_do_not_use_what_others_declared_in_secret() -> None:
    seen, known = [], []
    for pick in ("ride:ann", "ride:bob"):
        fight = tilt()
        fight.answer("aim:cid#1", pick)
        fight.answer("aim:dan#1", pick)
        fight.answer("aim:bob#1", "ride:cid")
        seen.append(fight.odds("aim:ann#1", "ride:cid", seat="ann", stop="round").as_data())
        known.append(fight.odds("aim:ann#1", "ride:cid", stop="round").as_data())
    assert seen[0] == seen[1]
    assert known[0] != known[1]


def test_faces_that_the_dice_cannot_show_are_dropped_and_the_gm_is_told() -> None:
    for script in ([4, 1], []):
        fight = declared(script)
        fight.rule("force", who="*", what="strike", faces=[9])
        before = len(fight.events)
        while fight.questions and not any(entry.do == "roll" for entry in fight.entries):
            fight.answer(fight.questions[0].id, "no")
        thrown = next(entry for entry in fight.entries if entry.do == "roll")
        # A d6 shows 1 to 6: it is thrown as if nothing had been said, and nobody is stuck.
        assert thrown.by == ("script" if script else "seed") and 1 <= thrown.faces[0] <= 6
        told = [event for event in fight.events[before:] if event.text == "d6 cannot show 9: it is thrown as usual."]
        assert len(told) == 1 and told[0].audience == "gm"
        check_replays(fight)


def test_the_first_fixing_that_fits_counts_and_the_record_says_who_threw() -> None:
    fight = declared()
    fight.rule("force", who="*", what="strike", answers={"hit": 1})
    fight.rule("force", who="*", what="strike", faces=[1])
    while fight.questions and not any(entry.do == "roll" for entry in fight.entries):
        fight.answer(fight.questions[0].id, "no")
    # The first one fixes no faces: the seed throws. The next strike shows the 1.
    assert [entry.by for entry in fight.entries if entry.at.startswith("strike")][:1] == ["seed"]
    check_replays(fight)
    fight.automate("*", "steady")
    strikes = [entry for entry in fight.entries if entry.at.startswith("strike")]
    assert strikes[1].by == "gm" and strikes[1].faces == [1]
    check_replays(fight)


def test_a_later_ruling_that_survives_an_edit_withdraws_what_it_withdrew_before() -> None:
    fight = declared()
    before = len(fight.entries)
    fight.rule("remove", who="cid")
    assert "shield:cid#1" not in ids(fight)
    # The answer that came first is changed; the ruling still stands, and so does what followed from it.
    fight.amend(0, fight.entries[0].value)
    assert "shield:cid#1" not in ids(fight) and len(fight.entries) >= before
    assert all(asked.question is None or not asked.question.withdrawn() for asked in fight.questions)
    check_replays(fight)


def test_what_the_gm_forbids_is_closed_with_the_reason() -> None:
    fight = tilt()
    fight.rule("forbid", about="aim", option="ride:cid", why="Cid has yielded the lane")
    assert "ride:cid" not in [option.id for option in fight.questions[0].options]
    assert ("Ride at Cid", "Cid has yielded the lane") in fight.questions[0].closed
    with pytest.raises(Illegal, match="yielded"):
        fight.answer("aim:ann#1", "ride:cid")
    fight.rule("allow", option="ride:cid")
    fight.answer("aim:ann#1", "ride:cid")
    check_replays(fight)


def test_refusals_are_typed_and_change_nothing() -> None:
    fight = tilt()
    before = fight.record
    wrong: list[tuple[type[Refusal], Callable[[], object]]] = [
        (Stale, lambda: fight.answer("aim:zoe#1", "ride:cid")),
        (Unavailable, lambda: fight.answer("aim:ann#1", "fly")),
        (Illegal, lambda: fight.answer("aim:ann#1", "ride:bob")),
        (NotYours, lambda: fight.answer("aim:ann#1", "ride:cid", by="bob")),
        (NotYours, lambda: fight.rule("end", by="ann", result="won")),
        (Unavailable, lambda: fight.rule("abracadabra")),
        (Unavailable, lambda: fight.rule("set", who="nobody", stat="heart", value=3)),
        (Unavailable, lambda: fight.rule("set", who="ann", stat="wits", value=3)),
        (Refusal, lambda: fight.rule("set", who="ann", stat="heart", value="much")),
        (Refusal, lambda: fight.rule("set", who="ann", stat="heart", value=-1)),
        (Refusal, lambda: fight.rule("set", who="ann", stat="heart")),
        (Refusal, lambda: fight.rule("set", who="ann", stat="heart", value=1, extra=2)),
        (Refusal, lambda: fight.rule("move", who="ann", to=[1, 1])),
        (Refusal, lambda: fight.rule("force", who="ann", what="strike", faces=["six"])),
        (Refusal, lambda: fight.enter("aim:ann#1", [3])),
        (Unavailable, lambda: fight.undo()),
        (Unavailable, lambda: fight.redo()),
        (Unavailable, lambda: fight.automate("ann", "brilliant")),
    ]
    for kind, act in wrong:
        with pytest.raises(kind) as caught:
            act()
        assert str(caught.value).endswith((".", "!")), str(caught.value)
        assert fight.record == before and ids(fight) == ["aim:ann#1", "aim:bob#1", "aim:cid#1", "aim:dan#1"]


def test_the_table_may_let_the_gm_wave_an_illegal_answer_through() -> None:
    fight = tilt()
    fight.set_level("assist")
    fight.answer("aim:ann#1", "ride:bob", by="gm", insist=True)
    assert fight.questions[0].picked == "ride:bob"


def test_the_seed_is_committed_to_before_and_shown_after() -> None:
    fight = tilt(DUEL)
    shown = view(fight, "ann")
    assert shown["fairness"]["commitment"] == fight.commitment and "seed" not in shown["fairness"]
    fight.automate("*", "steady")
    assert view(fight, "ann")["fairness"]["seed"] == "test"


def test_a_record_made_by_other_rules_is_answered_with_a_sentence() -> None:
    fight = declared(dice=[5, 2])
    record = fight.record
    entries = record["entries"]
    assert isinstance(entries, list)
    entries[0]["at"] = "joust:ann#1"
    with pytest.raises(Refusal, match="does not fit the rules"):
        fight_from(SYSTEM, SYSTEM.build(TWO_A_SIDE), record)


def test_doing_again_takes_out_only_what_that_taking_back_wrote() -> None:
    """An earlier remark, and the call for other dice that goes with it, stay where they were."""
    fight = tilt(DUEL)
    first = fight.questions[0]
    fight.answer(first.id, first.options[0].id)
    fight.undo(fresh=True)
    again = fight.questions[0]
    fight.answer(again.id, again.options[0].id)
    whole = fight.record
    fight.undo()
    fight.redo()
    assert fight.record == whole


def test_from_a_half_declared_round_on_a_side_knows_what_it_has_declared() -> None:
    """Ann rides at Cid, whom Bob's tactic would take too if it did not know."""
    fight = tilt()
    fight.answer("aim:ann#1", "ride:cid")
    joint = fight.checkpoints[-1]
    entries = list(fight.entries[joint.position :])
    onward = OnwardReading(SYSTEM, entries, 0, dict(joint.counts), Tactics(SYSTEM, {"*": "steady"}))
    onward.keeping = True
    onward.begin("onward")
    battle = joint.battle.copy()
    battle.read_by(onward)
    while not any(entry.at == "aim:bob#1" for entry in entries):
        next_joint(SYSTEM, battle)
    assert {entry.at: entry.value for entry in entries if entry.at.startswith("aim:")} == {
        "aim:ann#1": "ride:cid", "aim:bob#1": "ride:dan", "aim:cid#1": "ride:ann", "aim:dan#1": "ride:bob",
    }  # fmt: skip
