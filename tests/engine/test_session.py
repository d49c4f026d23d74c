"""A session: one door, versions, keys, ids that never come back, and what a seat was told stays told."""

from __future__ import annotations

import gc
import json
from typing import Any

import pytest

from quintain.engine import GM, Malformed, NotYours, Refusal, Stale
from quintain.engine.fight import Fight
from quintain.engine.play import PlayReading
from quintain.engine.seat import Settings, settings_from
from quintain.engine.session import Session
from tests.engine.tilt import DUEL, SYSTEM, TWO_A_SIDE, Aim, tilt


def table(data: dict[str, object] = TWO_A_SIDE, **settings: object) -> Session:
    return Session.start(tilt(data), settings_from({"seats": ["ann", "bob"], **settings}))


def asked(session: Session, seat: str = "gm") -> dict[str, str]:
    """Ids of the open questions of a seat, by whom they are about."""
    shown: Any = session.view(seat)
    return {question["who"]: question["id"] for question in shown["questions"] if question["yours"]}


def answer(session: Session, seat: str, who: str, option: str, **more: Any) -> Any:
    return session.do(seat, {"do": "answer", "question": asked(session, seat)[who], "option": option}, **more)


def declare(session: Session) -> None:
    for who, at in (("ann", "cid"), ("bob", "cid"), ("cid", "ann"), ("dan", "ann")):
        answer(session, who if who in ("ann", "bob") else "gm", who, f"ride:{at}")


def everything(session: Session) -> str:
    """All that a session shows and keeps."""
    seats = ["gm", *session.settings.seats]
    shown = {seat: session.view(seat) for seat in seats}
    return json.dumps([session.version, shown, session.record("gm"), session.ops_since(0)], sort_keys=True)


def texts(session: Session, seat: str) -> list[str]:
    shown: Any = session.view(seat)
    return [line["text"] for line in shown["log"]]


def test_each_accepted_command_makes_the_session_one_version_older_and_a_refused_one_changes_nothing() -> None:
    session = table()
    before = everything(session)
    wrong: list[tuple[str, Any]] = [
        ("ann", {"do": "answer", "question": asked(session, "ann")["ann"], "option": "fly"}),
        ("ann", {"do": "answer", "question": "q99", "option": "ride:cid"}),
        ("ann", {"do": "rule", "ruling": "end", "args": {"result": "won"}}),
        ("ann", {"do": "hold", "on": True}),
        ("ann", {"do": "undo"}),
        ("gm", {"do": "undo"}),
        ("gm", {"do": "redo"}),
        ("gm", {"do": "dance"}),
        ("gm", {"do": "answer", "question": "q1"}),
        ("gm", {"do": "answer", "question": "q1", "option": 3}),
        ("gm", {"do": "amend", "entry": 7, "value": "x"}),
        ("gm", "undo"),
        ("mallory", {"do": "undo"}),
        ("gm+mallory", {"do": "undo"}),
    ]
    for seat, command in wrong:
        with pytest.raises(Refusal) as no:
            session.do(seat, command)
        assert no.value.sentence.endswith(".")
        assert everything(session) == before
    assert answer(session, "ann", "ann", "ride:cid").version == session.version == 2


def test_the_same_key_again_returns_the_same_receipt_and_does_nothing() -> None:
    session = table()
    command = {"do": "answer", "question": asked(session, "ann")["ann"], "option": "ride:cid"}
    first = session.do("ann", command, key="k1")
    before = everything(session)
    again = session.do("ann", command, key="k1")
    assert (again.version, again.events, again.repeated, first.repeated) == (first.version, first.events, True, False)
    assert everything(session) == before
    with pytest.raises(Malformed, match="another command"):
        session.do("ann", {"do": "undo"}, key="k1")
    restored = Session.restore(SYSTEM, session.ops_since(0))
    assert restored.do("ann", command, key="k1").repeated


def test_a_receipt_and_what_a_table_agreed_on_are_copies() -> None:
    settings = settings_from({"seats": ["ann", "bob"]})
    session = Session.start(tilt(), settings)
    settings.seats.append("mallory")
    with pytest.raises(NotYours):
        session.view("mallory")
    command = {"do": "rule", "ruling": "note", "args": {"text": "once"}}
    first = session.do("gm", command, key="k")
    told = list(first.events)
    first.events.clear()
    session.do("gm", command, key="k").events.clear()
    assert session.do("gm", command, key="k").events == told != []


def test_two_who_act_at_once_both_get_a_clear_answer() -> None:
    session = table()
    version, ann, bob = session.version, asked(session, "ann")["ann"], asked(session, "bob")["bob"]
    session.do("ann", {"do": "answer", "question": ann, "option": "ride:cid"}, version)
    # Bob looked before Ann answered: his own question is still open, so his answer is good.
    session.do("bob", {"do": "answer", "question": bob, "option": "ride:dan"}, version)
    with pytest.raises(Stale, match="look again"):
        session.do("gm", {"do": "undo"}, version)
    session.do("gm", {"do": "undo"}, session.version)
    with pytest.raises(Stale, match="look again"):
        session.do("gm", {"do": "rule", "ruling": "note", "args": {"text": "x"}}, version)


def test_a_question_that_is_asked_again_after_taking_back_has_another_id() -> None:
    session = table()
    declare(session)
    shield = asked(session)["cid"]
    session.do("gm", {"do": "undo"})
    answer(session, "gm", "dan", "ride:ann")
    again = asked(session)["cid"]
    assert again != shield
    with pytest.raises(Stale):
        session.do("gm", {"do": "answer", "question": shield, "option": "no"})


def test_a_declaration_stays_the_same_question_while_others_take_theirs_back() -> None:
    session = table(undo="own")
    mine = asked(session, "ann")["ann"]
    answer(session, "bob", "bob", "ride:cid")
    session.do("bob", {"do": "undo"})
    assert asked(session, "ann")["ann"] == mine
    session.do("ann", {"do": "answer", "question": mine, "option": "ride:cid"})
    with pytest.raises(NotYours):
        session.do("bob", {"do": "undo"})


def test_what_was_told_stays_told_and_what_is_taken_back_is_told_as_taken_back() -> None:
    session = table(DUEL)
    answer(session, "ann", "ann", "ride:cid")
    answer(session, "gm", "cid", "ride:ann")
    while session.fight.questions and len(session.fight.events) < 3:
        one = session.fight.questions[0]
        answer(session, "gm", one.who, one.options[-1].id)
    before: Any = session.view("ann")["log"]
    session.do("gm", {"do": "undo", "to": 1})
    shown: Any = session.view("ann")
    assert shown["log"][: len(before)] == before
    last = shown["log"][-1]
    assert last["kind"] == "undone" and last["takes_back"] == shown["taken_back"] == list(range(1, len(before) + 1))
    assert [line["number"] for line in shown["log"]] == list(range(1, len(shown["log"]) + 1))


def test_changes_are_what_a_seat_lacks() -> None:
    session = table()
    whole: Any = session.view("ann")
    declare(session)
    session.do("gm", {"do": "rule", "ruling": "set", "args": {"who": "bob", "stat": "heart", "value": 2}})
    session.do("gm", {"do": "rule", "ruling": "hide", "args": {"who": "dan"}})
    new: Any = session.changes("ann", whole["version"])
    assert not new["whole"] and new["version"] == session.version
    assert [unit["id"] for unit in new["view"]["units"]] == ["bob"] and new["gone"] == ["dan"]
    now: Any = session.view("ann")
    units = {unit["id"]: unit for unit in whole["units"]}
    units.update({unit["id"]: unit for unit in new["view"].pop("units")})
    for id in new["gone"]:
        del units[id]
    patched = {**whole, **new["view"], "units": list(units.values()), "log": whole["log"] + new["events"]}
    patched["version"] = new["version"]
    assert patched == now
    assert session.changes("ann", session.version)["view"] == {}
    assert session.changes("bob", 1)["whole"]


def test_a_restored_session_is_the_same_to_the_byte() -> None:
    session = table(undo="propose")
    declare(session)
    session.do("ann", {"do": "undo"}, key="please")
    session.do("gm", {"do": "agree", "proposal": 1})
    answer(session, "gm", "dan", "ride:bob")
    session.do("gm", {"do": "undo"}, key="u")
    session.do("gm", {"do": "redo"})
    session.do("gm", {"do": "rule", "ruling": "hide", "args": {"who": "dan"}}, key="h")
    session.do("gm", {"do": "hold", "on": True})
    session.do("gm", {"do": "undo"})
    restored = Session.restore(SYSTEM, json.loads(json.dumps(session.ops_since(0))))
    assert everything(restored) == everything(session)
    for one in (session, restored):
        one.do("gm", {"do": "redo"})
        answer(one, "gm", "cid", "no")
    assert everything(restored) == everything(session)


def test_a_branch_that_was_left_is_taken_up_again() -> None:
    """What was done, taken back and done otherwise is a branch in the GM's history; going on from it makes a branch of what stood."""
    session = table()
    declare(session)
    played = session.record("gm")["entries"]
    session.do("gm", {"do": "undo"})
    session.do("gm", {"do": "undo"})
    answer(session, "gm", "cid", "ride:bob")
    grown: Any = [node for node in session.view("gm")["history"] if not node["live"]]
    assert [(node["branch"], node["label"]) for node in grown] == [(0, "Cid: ride, Ann"), (0, "Dan: ride, Ann")]
    assert not session.view("gm")["can_redo"] and "history" not in session.view("ann")
    with pytest.raises(NotYours):
        session.do("ann", {"do": "redo", "branch": 0})
    before = everything(session)
    with pytest.raises(Refusal, match="no such branch"):
        session.do("gm", {"do": "redo", "branch": 1})
    assert everything(session) == before
    session.do("gm", {"do": "redo", "branch": 0})
    assert session.record("gm")["entries"] == played
    again: Any = [node for node in session.view("gm")["history"] if not node["live"]]
    assert [(node["branch"], node["label"]) for node in again] == [(0, "Cid: ride, Bob")]
    restored = Session.restore(SYSTEM, json.loads(json.dumps(session.ops_since(0))))
    assert everything(restored) == everything(session)
    for one in (session, restored):
        one.do("gm", {"do": "redo", "branch": 0})
    assert everything(restored) == everything(session)


def test_a_player_takes_back_what_the_table_allows() -> None:
    for undo, ok in (("gm", False), ("own", True), ("anyone", True)):
        session = table(undo=undo)
        answer(session, "ann", "ann", "ride:cid")
        if ok:
            session.do("ann", {"do": "undo"})
            assert texts(session, "bob")[-1].startswith("Taken back")
        else:
            with pytest.raises(NotYours):
                session.do("ann", {"do": "undo"})


def test_names_of_seats_are_checked_at_the_door() -> None:
    for name in ("gm", "GM", "players", "seat:gm", "ann+bob", "*", "", " ann", "engine", "seed", "tactic:steady", "x" * 41, "a\nb"):
        with pytest.raises(Malformed):
            Settings([name])
    with pytest.raises(Malformed, match="twice"):
        settings_from({"seats": ["ann", "Ann"]})


def test_who_answers_for_the_players_is_said() -> None:
    data: dict[str, object] = {"riders": [["ann", "Ann", "red", "players", 1, 3], ["cid", "Cid", "blue", "gm", 1, 3]]}
    session = table(data, speakers=["bob"])
    assert asked(session, "bob") and not asked(session, "ann")
    with pytest.raises(Stale):
        session.do("ann", {"do": "answer", "question": "q1", "option": "ride:cid"})
    answer(session, "bob", "ann", "ride:cid")


def test_a_question_to_the_players_and_to_one_of_them_is_for_all_who_may_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Aim, "controller", lambda question: "bob+players" if question.who == "ann" else GM)
    session = table()
    assert asked(session, "ann") and asked(session, "bob")
    session = table(speakers=["ann"])
    assert asked(session, "ann") and asked(session, "bob")
    session = table(seats=["ann", "bob", "cara"], speakers=["ann"])
    assert asked(session, "ann") and asked(session, "bob") and not asked(session, "cara")
    answer(session, "ann", "ann", "ride:cid")


def test_whoever_watches_sees_what_everybody_sees_and_does_nothing() -> None:
    data: dict[str, object] = {"riders": [["ann", "Ann", "red", "players", 1, 3], ["cid", "Cid", "blue", "gm", 1, 3]]}
    session = table(data, watchers=["screen"])
    shown: Any = session.view("screen", "screen")
    assert shown["seat"] == "screen" and shown["role"] == "screen" and not asked(session, "screen")
    assert all(not unit["yours"] and "skill" not in [figure["id"] for figure in unit["figures"]] for unit in shown["units"])
    with pytest.raises(NotYours):
        session.do("screen", {"do": "answer", "question": "q1", "option": "ride:cid"})


def test_whoever_may_know_who_plays_a_unit_is_told_which_tactic_does() -> None:
    session = table()
    played: Any = {}
    for on in ("", "steady"):
        session.do("gm", {"do": "automate", "who": "dan", "tactic": on})
        for seat in ("gm", "ann"):
            shown: Any = session.view(seat)
            played[on, seat] = {unit["id"]: unit.get("auto", "") for unit in shown["units"]}
    assert played["steady", "gm"]["dan"] == "steady" and not played["steady", "gm"]["ann"]
    assert not any(played["", "gm"].values()) and not any(played["steady", "ann"].values())


def test_a_player_cannot_tell_from_a_refusal_that_the_gm_has_done_something_in_secret() -> None:
    session = table(undo="anyone")
    declare(session)
    seen = session.view("ann")["version"]
    session.view("bob")
    session.do("gm", {"do": "rule", "ruling": "hide", "args": {"who": "dan"}})
    session.do("gm", {"do": "rule", "ruling": "reveal", "args": {"who": "dan"}})
    hidden = session.view("ann")["version"]
    session.do("gm", {"do": "rule", "ruling": "note", "args": {"text": "nobody shall know", "secret": True}})
    assert session.version > hidden and not session.changes("ann", hidden)["events"] and not session.changes("ann", hidden)["view"]
    with pytest.raises(Stale):
        session.do("ann", {"do": "undo"}, version=seen)
    for version in (10_000, -1, "7"):
        with pytest.raises(Malformed) as no:
            session.do("ann", {"do": "undo"}, version=version)
        assert not any(sign.isdigit() for sign in no.value.sentence)
        with pytest.raises(Malformed) as no:
            session.changes("ann", version)
        assert not any(sign.isdigit() for sign in no.value.sentence)
    with pytest.raises(NotYours):
        session.do("ann", {"do": "rule", "ruling": "note", "args": {"text": "x"}}, version=1)
    assert session.do("ann", {"do": "undo"}, version=hidden).version == session.version


NOTE = {"do": "rule", "ruling": "note", "args": {"text": "nobody shall know", "secret": True}}


def told(session: Session, seat: str) -> str:
    """All that a seat is shown, whatever the version."""
    shown: Any = session.view(seat)
    return json.dumps({**shown, "version": 0}, sort_keys=True)


@pytest.mark.parametrize("undo", ["own", "anyone", "propose"])
def test_taking_back_tells_nothing_of_what_the_gm_did_in_secret(undo: str) -> None:
    """Neither that a secret ruling was taken back and done again, nor that one lay on what a player takes back."""
    plainly, secretly = table(undo=undo), table(undo=undo)
    for session in (plainly, secretly):
        answer(session, "ann", "ann", "ride:cid")
    for command in (NOTE, {"do": "undo"}, {"do": "redo"}, {"do": "undo"}, NOTE):
        secretly.do("gm", command)
        for seat in ("ann", "bob"):
            assert told(secretly, seat) == told(plainly, seat), f"{seat} learns of {command['do']}"
            redone = [_refusal(session, seat, {"do": "redo"}) for session in (secretly, plainly)]
            assert redone[0] == redone[1] != ""
    for session in (plainly, secretly):
        session.do("ann", {"do": "undo"})
    for seat in ("ann", "bob"):
        assert told(secretly, seat) == told(plainly, seat)
    assert len(texts(secretly, "gm")) > len(texts(plainly, "gm"))


def _refusal(session: Session, seat: str, command: dict[str, object]) -> str:
    with pytest.raises(Refusal) as no:
        session.do(seat, command)
    return str(no.value)


def held(kind: type) -> int:
    return sum(type(one) is kind for one in gc.get_objects())


def test_what_an_answer_replaces_and_a_session_nobody_looks_at_go_without_the_garbage_collector() -> None:
    gc.disable()
    gc.freeze()  # whatever other tests left is not looked through
    before = held(PlayReading), held(Fight)
    try:
        session = table()
        for _ in range(6):
            shown: Any = session.view("gm")
            question = next(one for one in shown["questions"] if not one.get("declared"))
            session.do("gm", {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]})
            session.view("ann")
        assert (held(PlayReading), held(Fight)) == (before[0] + 1, before[1] + 1)
        session.let_go()
        del session
        assert (held(PlayReading), held(Fight)) == before
    finally:
        gc.unfreeze()
        gc.enable()
