"""History: every operation whole or not at all, and nothing that was written cannot be read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from quintain.engine import (
    D6,
    GM,
    Battle,
    Fight,
    Full,
    Illegal,
    Malformed,
    Refusal,
    RuleError,
    Seeds,
    Unavailable,
    commitment,
    fight_from,
    history,
    recorded,
    view,
)
from quintain.engine import play as play_module
from quintain.engine import session as session_module
from quintain.engine.commands import Commands
from quintain.engine.history import MOST_JOINTS
from quintain.engine.journal import Told
from quintain.engine.play import MOST_ORDERED
from quintain.engine.record import automation_from
from quintain.engine.recorded import MOST_AT_A_PLACE
from quintain.engine.seat import settings_from
from quintain.engine.session import Session
from quintain.engine.stream import MIX
from quintain.library.text import LARGEST, read_text
from tests.engine.test_changed import on, rolls
from tests.engine.test_forbidden import pat, walk
from tests.engine.tilt import DUEL, SYSTEM, Aim, Tilt, TiltSystem, check_replays, declared, ids, tilt


def whole(fight: Fight) -> str:
    redo = [taken.as_data() for taken in fight.undone]
    return json.dumps([fight.record, fight.view("gm"), fight.view("ann"), redo, fight.automation.as_data()], sort_keys=True)


WEATHER = Commands()


class Gusty(TiltSystem):
    """A wind blows at the GM's word: a ruling that throws a die, and one that breaks."""

    def __init__(self) -> None:
        super().__init__()
        self.rulings = WEATHER.rulings


@WEATHER.command("A gust of wind.")
def gust(battle: Tilt) -> None:
    rider = battle.rider("ann")
    rider.heart = max(1, rider.heart - battle.roll("", "gust", D6).total() % 2)


@WEATHER.command("Nobody wrote this one to its end.")
def storm(battle: Tilt) -> None:
    battle.rider("ann").heart = 1
    raise RuleError("no storm yet")


def gusty() -> Fight:
    system = Gusty()
    data: dict[str, object] = {"riders": [["ann", "Ann", "red", "ann", 1, 30], ["cid", "Cid", "blue", "gm", 1, 30]]}
    return Fight(system, system.build(data), data, "gusty")


def reloads(fight: Fight) -> Fight:
    record = json.loads(json.dumps(fight.record))
    again = fight_from(fight.system, fight.system.build(record["encounter"]), record)
    assert [event.as_data() for event in again.events] == [event.as_data() for event in fight.events]
    assert ids(again) == ids(fight) and again.record == fight.record and again.doubts == []
    return again


# -- doing again -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["order", "automate"])
def test_what_is_done_again_after_a_hand_over_to_a_tactic_is_kept_by_name(change: str) -> None:
    fight = declared()
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    fight.undo_to(4)
    if change == "order":
        fight.order("gm", "shield", "never")
    else:
        fight.automate("cid", "steady")
    fight.redo()
    # The order, or the tactic, has answered for Cid: what Dan did still fits, what Cid did does not.
    assert fight.fell_away[0].at == "shield:cid#1" and fight.undone == []
    assert any(entry.at == "step_in:dan#1" and entry.by == "gm" for entry in fight.entries)
    check_replays(fight)


def test_a_changed_die_taken_back_and_done_again() -> None:
    fight = on(tilt())
    fight.amend(rolls(fight)[0], faces=[6])
    fight.undo()
    fight.redo()
    check_replays(fight)
    for place in rolls(fight)[:3]:
        fight.undo_to(place)
        fight.hold_results(place % 2 == 0)
        fight.redo()
        check_replays(fight)


# -- rulings that throw dice ------------------------------------------------------------------------------------------------


def test_a_ruling_that_throws_a_die_is_written_before_it_when_the_past_is_changed() -> None:
    fight = gusty()
    fight.answer("aim:ann#1", "ride:cid")
    fight.rule("gust")
    fight.answer("aim:cid#1", "ride:ann")
    fight.amend(0, "ride:cid")
    kinds = [(entry.do, entry.at) for entry in fight.entries if entry.do in ("rule", "roll")][:2]
    assert kinds == [("rule", "aim:ann#1"), ("roll", "gust:#1")] and fight.fell_away == []
    reloads(fight)


def test_what_breaks_inside_a_rule_is_told_in_a_sentence_and_changes_nothing() -> None:
    fight = gusty()
    fight.answer("aim:ann#1", "ride:cid")
    before = whole(fight)
    with pytest.raises(Refusal, match="nothing was changed") as caught:
        fight.rule("storm")
    assert caught.value.kind == "defect" and whole(fight) == before


# -- holding ------------------------------------------------------------------------------------------------------------------


def test_holding_that_begins_in_the_middle_does_not_stop_a_reloaded_fight_earlier() -> None:
    fight = on(tilt(), 1)
    fight.hold_results()
    assert fight.entries[-1].as_data() == {"do": "hold", "at": "", "value": "on", "by": "engine"}
    reloads(fight)
    on(fight, 2)
    gone = [place for place, entry in enumerate(fight.entries) if entry.do == "go"]
    labels = {node["entry"]: node["label"] for node in fight.view("gm").get("history", [])}
    assert gone and not any(labels[place].startswith("go") for place in gone), "told in words, not by the name of the entry"
    fight.automate("gm", "steady")
    assert fight.entries[-1].do != "go"
    fight.automate("gm", "")
    reloads(fight)
    fight.amend(rolls(fight)[1], faces=[5])
    reloads(fight)


def test_dice_after_a_held_result_of_a_changed_past_are_those_of_the_seed() -> None:
    """A miss is made a hit: what it costs is thrown anew, behind the GM's nod."""
    fight, missed = tilt(), 0
    fight.hold_results()
    while missed < 3:
        asked = next(one for one in fight.questions if not one.picked)
        place, held = len(fight.entries) - 1, asked.about == "hold"
        fight.answer(asked.id, "go" if held else asked.options[0].id)
        if held and fight.entries[place].faces < [3]:
            changed = fight.fork()
            changed.amend(place, faces=[6])
            then = [(entry.do, entry.at[:4]) for entry in changed.entries[place + 1 : place + 4]]
            assert then == [("fresh", ""), ("go", "hold"), ("roll", "harm")]
            assert changed.doubts == []
            check_replays(changed)
            missed += 1


# -- refused is unchanged -----------------------------------------------------------------------------------------------------


def test_a_refused_change_of_the_past_leaves_the_next_fresh_dice_as_they_were() -> None:
    faces = []
    for tries in (0, 3):
        fight = on(tilt(), 1)
        for _ in range(tries):
            before = whole(fight)
            with pytest.raises(Illegal):
                fight.amend(rolls(fight)[0], faces=[9])
            assert whole(fight) == before
        fight.undo(fresh=True)
        on(fight, 2)
        faces.append([fight.entries[place].faces for place in rolls(fight)])
    assert faces[0] == faces[1]


def test_scripted_dice_that_run_out_in_a_throw_leave_nobody_half_automated() -> None:
    fight = tilt(dice=[5, 9])
    before = whole(fight)
    with pytest.raises(Malformed, match="not a face"):
        fight.automate("*", "steady")
    assert whole(fight) == before and fight.automation.auto == {}


def test_a_fork_and_a_reloaded_fight_go_on_with_the_same_fresh_dice() -> None:
    fight = on(tilt(), 1)
    fight.undo_to(2, fresh=True)
    fight.redo()
    twins = [fight, fight.fork(), reloads(fight)]
    for twin in twins:
        twin.undo(fresh=True)
        on(twin, 2)
    assert len({json.dumps(twin.record) for twin in twins}) == 1
    assert twins[0].seeds.fresh == 2


def test_scripted_faces_still_to_come_are_kept_with_the_record() -> None:
    fight = declared(dice=[5, 2, 3])
    fight.answer("shield:cid#1", "no")
    fight.answer("step_in:dan#1", "no")
    again = reloads(fight)
    assert again.script_left == fight.script_left == [3]


# -- what would go on for ever --------------------------------------------------------------------------------------------------


def test_a_standing_order_that_leads_nowhere_asks_people_after_a_while() -> None:
    fight = walk()
    fight.order("*", "walk", "left")
    assert pat(fight).steps == MOST_ORDERED and fight.questions
    again = Fight(fight.system, fight.checkpoints[0].battle, {}, "walk", None, fight.automation, fight.entries)
    assert pat(again).steps == MOST_ORDERED and len(again.entries) == len(fight.entries)
    fight.answer(fight.questions[0].id, "stop")
    assert fight.outcome is not None


def test_one_command_leads_to_so_many_lines_of_automatic_play_and_the_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Aim, "kind", lambda question: "declaration")
    monkeypatch.setattr(session_module, "MOST_AUTOMATIC", 2 * 4 * 2)
    monkeypatch.setattr(play_module, "LEAST_AT_ONCE", 1)
    session = Session.start(tilt(), settings_from({"seats": ["ann", "bob"]}))
    fight = session.fight
    said = session.do("gm", {"do": "automate", "who": "*", "tactic": "steady"}).said
    assert fight.questions and said.endswith("hand over again, and it goes on.")
    rested = [len(fight.events)]
    assert all(said in question.title for question in fight.questions)
    had = len(fight.entries)
    # A reloaded record and a restored session wait at the same place, and whatever does not ask for more leaves it so.
    assert len(reloads(fight).entries) == len(Session.restore(SYSTEM, session.journal).fight.entries) == had
    session.do("gm", {"do": "type_dice", "who": "ann", "on": False})
    assert len(fight.entries) == had
    first = fight.questions[0]
    session.do("gm", {"do": "answer", "question": session.id_of("gm", first.id), "option": first.options[0].id})
    assert len(fight.entries) > had
    for _ in range(40):
        if fight.questions:
            rested.append(len(fight.events))
            session.do("gm", {"do": "automate", "who": "*", "tactic": "steady"})
    assert not fight.questions and not fight.automation.resting
    # Two lines among four, and no more than come before the next question that everybody knows of.
    assert len(rested) > 2 and all(2 <= after - before < 9 for before, after in zip([0, *rested], rested, strict=False))
    reloads(fight)


def test_joints_are_thinned_and_undo_goes_anywhere() -> None:
    fight = on(tilt(), 20)
    assert len(fight.checkpoints) <= MOST_JOINTS
    for place in range(len(fight.entries) - 1, -1, -9):
        twin = fight.fork()
        twin.undo_to(place)
        check_replays(twin)


# -- what can be read again -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["\ud800", "a\x00b", "\x85", "\u2028", "x" * 6_000, 10**18, -(10**15), float("nan"), float("inf"), b"x", {1: 2},
     json.loads("[" * 14 + "]" * 14)],
)  # fmt: skip
def test_what_a_file_could_not_hold_is_refused_before_it_is_recorded(text: Any) -> None:
    fight = tilt(DUEL)
    before = whole(fight)
    with pytest.raises(Malformed, match=r"record|mapping"):
        fight.rule("note", text=text)
    assert whole(fight) == before


def test_a_record_does_not_grow_beyond_what_can_be_read() -> None:
    fight = tilt(DUEL)
    for _ in range(155):
        fight.rule("note", text="x" * 4_900)
    with pytest.raises(Refusal, match="record of this fight is full"):
        fight.rule("add", unit={"id": "fay", "notes": ["x" * 4_900] * 9})
    assert len(json.dumps(fight.record)) < 900_000
    check_replays(fight)


@pytest.mark.parametrize("sign", ["\u4e2d", "\U0001f3b2", '"', "\\", "\n"])
def test_a_record_of_signs_that_a_file_writes_in_many_can_be_read_again(sign: str) -> None:
    """What counts is how long they are in a file: a record full of them was accepted, kept, and refused on loading."""
    fight = tilt(DUEL)
    said = ""
    for _ in range(200):
        try:
            fight.rule("note", text=sign * 4_000)
        except Full as no:
            said = no.sentence
            break
    assert "record of this fight is full" in said
    text = json.dumps(fight.record)
    assert len(text) < LARGEST and read_text(text).data == fight.record


def test_nobody_makes_a_place_dear_by_taking_back_and_ruling_there_for_ever() -> None:
    """Every command reads again what was done since the last joint: after 500 it goes on, or back further, but not round and round."""
    fight = tilt(DUEL)
    first = fight.questions[0].options[0].id
    for _ in range(MOST_AT_A_PLACE // 2):
        fight.answer(fight.questions[0].id, first)
        fight.undo()
        fight.rule("note", text="again")
    full = "at this place of the fight 500 things"
    before = whole(fight)
    with pytest.raises(Full, match=full):
        fight.rule("note", text="once more")
    assert whole(fight) == before
    fight.answer(fight.questions[0].id, first)
    before = whole(fight)
    with pytest.raises(Full, match=full):
        fight.undo()
    assert whole(fight) == before
    check_replays(fight)
    fight.undo_to(0)
    fight.rule("note", text="there is room again")


def noted(notes: int, each: int) -> Fight:
    """A fight with so many rulings before each of its answers, `each` at a time."""
    fight = tilt()
    while notes > 0:
        for _ in range(each):
            fight.rule("note", text="noted")
        notes -= each
        asked = next(one for one in fight.questions if not one.picked)
        fight.answer(asked.id, asked.options[-1].id)
    return fight


def test_however_much_was_ruled_elsewhere_any_place_can_be_gone_back_to() -> None:
    """Only what was done at the place itself counts, not what was done on the way there."""
    fight = noted(MOST_AT_A_PLACE + 200, 100)
    places = [place for place, entry in enumerate(fight.entries) if entry.do == "answer"]
    fight.undo_to(places[-2])
    check_replays(fight)


def test_a_change_of_the_past_fits_in_so_much_again_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = noted(12, 3)
    places = [place for place, entry in enumerate(fight.entries) if entry.do == "answer"]
    later = len(fight.entries) - places[0] - 1
    monkeypatch.setattr(recorded, "MOST_REFITTED", later - 1)
    before = whole(fight)
    with pytest.raises(Refusal, match=f"more than {later - 1} entries of the record came later"):
        fight.amend(places[0], fight.entries[places[0]].value)
    assert whole(fight) == before
    fight.amend(places[1], fight.entries[places[1]].value)
    check_replays(fight)


def test_a_long_record_keeps_joints_so_that_no_undo_reads_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "FEW_ENTRIES", 10)
    fight = on(tilt(), 20)
    positions = [joint.position for joint in fight.checkpoints]
    assert MOST_JOINTS < len(positions) <= MOST_JOINTS + len(fight.entries) // 10
    assert max(after - before for before, after in pairwise(positions)) <= 30
    for place in range(len(fight.entries) - 1, -1, -9):
        twin = fight.fork()
        twin.undo_to(place)
        check_replays(twin)


def test_taking_back_and_doing_again_in_circles_does_not_swell_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks anew is sent every line that was ever told: what was taken back is bounded, and can still be done again."""
    monkeypatch.setattr(session_module, "MOST_GONE", 2_000)
    session = Session.start(noted(12, 3), settings_from({"seats": ["ann"], "undo": "anyone"}))
    while session.ledger.gone < 2_000:
        session.do(GM, {"do": "undo", "entry": 0})
        session.do(GM, {"do": "redo"})
    assert len(session.view(GM)["log"]) < 100
    for command in ({"do": "undo"}, {"do": "amend", "entry": 3}, {"do": "redo", "branch": 0}):
        with pytest.raises(Full, match="so much was taken back"):
            session.do(GM, command)
    again = Session.restore(session.fight.system, session.journal)
    assert again.ledger.gone == session.ledger.gone >= 2_000
    question = session.fight.questions[0]
    session.do(GM, {"do": "answer", "question": session.id_of(GM, question.id), "option": question.options[0].id})
    Session.start(session.fight.fork(), settings_from({})).do(GM, {"do": "undo"})


def test_what_was_taken_back_last_can_be_done_again_at_a_table_that_takes_back_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(noted(12, 3), settings_from({}))
    before = session.fight.record
    monkeypatch.setattr(session_module, "MOST_GONE", 1)
    session.do(GM, {"do": "undo", "entry": 0})
    gone = session.ledger.gone
    with pytest.raises(Full, match="so much was taken back"):
        session.do(GM, {"do": "undo"})
    assert session.ledger.gone == gone
    session.do(GM, {"do": "redo"})
    assert session.fight.record == before


def test_a_refusal_is_a_sentence_however_much_was_sent() -> None:
    fight = tilt(DUEL)
    for ruling, args in (("x" * 5_000, {}), ("set", {"who": "y" * 4_000, "stat": "heart", "value": 1})):
        with pytest.raises(Unavailable) as caught:
            fight.rule_with(ruling, args)
        assert len(caught.value.sentence) <= 1_000


# -- the seed ---------------------------------------------------------------------------------------------------------------------


def test_after_the_seed_was_shown_other_dice_fall() -> None:
    fight = tilt(DUEL)
    fight.automate("ann", "steady")
    fight.automate("gm", "steady")
    assert fight.outcome is not None
    first = view(fight, "ann")["fairness"]["commitment"]
    fight.automate("gm", "")
    fight.automate("ann", "")
    place = next(place for place, entry in enumerate(fight.entries) if entry.do == "roll")
    fight.type_dice("*")
    fight.undo_to(place)
    assert fight.seeds.shown == 1 and len(fight.seeds.values) == 2 and fight.drawing == 1
    told = [event.text for event in fight.events if event.kind == "seed"]
    assert len(told) == 1 and fight.commitment in told[0]
    shown = view(fight, "ann")
    assert shown["fairness"]["commitment"] == fight.commitment != first and fight.seeds.values[1] not in json.dumps(shown)
    reloads(fight)
    fight.redo()
    assert fight.outcome is not None
    reloads(fight)


def test_a_seed_that_nobody_chose_has_at_least_128_bits_and_its_hash_is_salted() -> None:
    fight, other = (Fight(SYSTEM, SYSTEM.build(DUEL), DUEL) for _ in range(2))
    assert fight.seed != other.seed and len(bytes.fromhex(fight.seed)) >= 16 and len(bytes.fromhex(fight.seeds.salts[0])) >= 16
    assert fight.commitment == commitment(fight.seed, fight.seeds.salts[0]) != commitment(fight.seed)
    chosen = Fight(SYSTEM, SYSTEM.build(DUEL), DUEL, "7", salt="pepper")
    assert chosen.commitment == commitment("7", "pepper")


def test_records_of_the_first_generator_replay_and_are_checked() -> None:
    fight = on(Fight(SYSTEM, SYSTEM.build(DUEL), DUEL, seeds=Seeds("old", "", MIX)), 3)
    record = fight.record
    assert record["seed"] == {"algorithm": MIX, "hash": commitment("old", "", MIX), "value": "old"}
    reloads(fight)
    record["entries"][rolls(fight)[0]]["faces"] = [7 - fight.entries[rolls(fight)[0]].faces[0]]  # type: ignore[index]
    record["entries"] = record["entries"][: rolls(fight)[0] + 1]  # type: ignore[index]
    assert "Not what the seed draws" in fight_from(SYSTEM, SYSTEM.build(DUEL), record).doubts[0]


# -- copies and names -----------------------------------------------------------------------------------------------------------


def test_records_views_and_what_a_ruling_is_given_are_copies() -> None:
    fight = tilt(DUEL)
    block = {"id": "fay", "side": "blue"}
    fight.rule("add", unit=block)
    before = whole(fight)
    block["side"] = "red"
    record: Any = fight.record
    record["entries"][0]["args"]["unit"]["side"] = "red"
    record["encounter"]["riders"][0][5] = 99
    record["house"]["auto"]["*"] = "steady"
    shown: Any = fight.view("gm")
    shown["log"][0]["who"].append("x")
    assert whole(fight) == before
    data: Any = json.loads(json.dumps(DUEL))
    other = tilt(data)
    data["riders"][0][5] = 99
    assert other.record["encounter"] == DUEL


def test_nobody_is_the_gm_by_a_clever_name() -> None:
    fight = declared()
    for seat in ("gm+mallory", "seat:gm", "mallory+gm", "+gm", "tactic:gm"):
        with pytest.raises(Refusal):
            fight.view(seat)
        with pytest.raises(Refusal):
            fight.answer("shield:cid#1", "no", by=seat)
    for name in ("gm+ann", "a:b", "", "engine", "*"):
        with pytest.raises(Malformed):
            fight.rule("hand_over", who="ann", to=name)


@pytest.mark.parametrize(
    "act",
    [
        lambda fight: fight.answer(None, 3), lambda fight: fight.answer("aim:ann#1", ["x"]), lambda fight: fight.enter(3, None),
        lambda fight: fight.answer("aim:ann#1", "ride:cid", by=7), lambda fight: fight.rule_with(3, {}),
        lambda fight: fight.rule_with("note", [1]), lambda fight: fight.undo_to("1"), lambda fight: fight.undo_to(True),
        lambda fight: fight.amend(0.5, "x"), lambda fight: fight.automate(3), lambda fight: fight.automate("ann", 3),
        lambda fight: fight.order("ann", None, "x"), lambda fight: fight.type_dice(None), lambda fight: fight.view(None),
    ],
)  # fmt: skip
def test_wrong_types_are_refused_in_a_sentence(act: Any) -> None:
    fight = tilt()
    before = whole(fight)
    with pytest.raises(Refusal) as caught:
        act(fight)
    assert caught.value.kind != "defect" and whole(fight) == before


def test_a_refusal_names_no_question_and_nobody_that_a_player_cannot_know() -> None:
    fight = declared()
    fight.rule("hide", who="cid")
    acts: list[Callable[[], object]] = [
        lambda: fight.answer("nope", "x", by="ann"), lambda: fight.answer("nope", "x"), lambda: fight.automate("nope", seat="ann"),
    ]  # fmt: skip
    for act in acts:
        with pytest.raises(Refusal) as caught:
            act()
        assert "cid" not in caught.value.sentence


def test_many_who_sit_down_at_once_are_told_the_past_in_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whoever is hidden by now newcomers hear nothing; the past is gone through once for all of them, not once for each."""
    session = Session.start(on(tilt(), 3), settings_from({"seats": ["ann"]}))
    session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": "dan"}})
    told, read = len(session.ledger.told), []
    found = Told.__getitem__
    monkeypatch.setattr(Told, "__getitem__", lambda self, place: read.append(place) or found(self, place))  # type: ignore[func-returns-value]
    new = [f"new {number}" for number in range(30)]
    session.do(GM, {"do": "settings", "settings": {"seats": ["ann", *new]}})
    assert len(read) < 4 * told
    withheld = session.ledger.withheld
    assert sorted(withheld) == sorted(new) and withheld[new[0]] == withheld[new[-1]]
    assert not any("Dan" in line["text"] for line in session.view(new[0])["log"])


def test_a_seat_gives_so_many_commands_and_no_more_and_nobody_else_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is kept for ever and read again with the session; what was given before is still known by its key."""
    monkeypatch.setattr(session_module, "MOST_GIVEN", 3)
    session = Session.start(noted(4, 2), settings_from({"seats": ["ann"], "undo": "propose"}))
    for number in range(3):
        session.do(GM, {"do": "rule", "ruling": "note", "args": {"text": str(number)}}, None, f"k{number}")
    for one in (session, Session.restore(session.fight.system, session.journal)):
        with pytest.raises(Full, match="so much in this fight"):
            one.do(GM, {"do": "rule", "ruling": "note", "args": {"text": "more"}})
        assert one.do(GM, {"do": "rule", "ruling": "note", "args": {"text": "2"}}, None, "k2").repeated
        assert not one.do("ann", {"do": "undo"}).repeated


class TwoHolds(TiltSystem):
    """A result is held that has rows to show, then one that has none."""

    def step(self, battle: Battle) -> None:
        battle.holding = [["Ann against Cid", "hit"]]
        battle.hold("blow")
        battle.hold("announcement")
        battle.end("won", "red", "all was held")


def test_a_held_result_shows_its_own_rows_and_none_of_an_earlier_one() -> None:
    """They stayed with the battle, unless it was read again from a joint in between."""
    system = TwoHolds()
    fight = Fight(system, system.build(DUEL), DUEL, "rows")
    assert fight.outcome is not None
    fight = Fight(system, system.build(DUEL), DUEL, "rows", automation=automation_from({"hold": True}))
    assert [question.get("held", {}).get("rows") for question in fight.view()["questions"]] == [[["Ann against Cid", "hit"]]]
    fight.answer(fight.questions[0].id, "go")
    assert [question.get("held", {}).get("rows") for question in fight.view()["questions"]] == [[]]
