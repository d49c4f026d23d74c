"""A table really plays: over HTTP and over sockets, with several seats."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quintain.engine import play, session
from quintain.engine.stream import commitment
from quintain.systems import system, system_names
from quintain.table.client import Seat, Server, ServiceError
from tests.table.running import alone


@pytest.mark.parametrize("name", system_names())
def test_one_person_plays_some_turns_against_the_machine(server: Server, name: str) -> None:
    seat = alone(server, system(name).standard)
    for _ in range(12):
        question = seat.wait()
        if question is None:
            break
        before = seat.version
        seat.answer(question["id"], question["options"][-1]["id"])
        assert seat.version > before
    fresh = seat.call("GET", "/view")
    assert seat.view == fresh
    seat.close()


def test_the_machine_goes_on_by_itself_where_it_has_answered_much_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_AUTOMATIC", 1)
    monkeypatch.setattr(play, "LEAST_AT_ONCE", 3)
    seat = alone(server, "clash/standard")
    question = seat.wait()
    assert question is not None
    seat.do({"do": "automate", "who": seat.name, "tactic": "steady"})
    seat.wait_until(lambda view: "outcome" in view)
    seat.close()


def test_gm_and_players_each_see_their_own(server: Server, address: str) -> None:
    gm, links = server.open("riposte/ferry", seats=["Ann", "Bob"])
    ann, bob = Server(address).enter(links["Ann"]), Server(address).enter(links["Bob"])
    for seat in (gm, ann, bob):
        seat.follow()
    yours = {seat.name: {unit["id"] for unit in seat.view["units"] if unit["yours"]} for seat in (ann, bob)}
    assert yours == {"Ann": {"odalys", "wren"}, "Bob": {"tamsin", "ivo"}}
    with pytest.raises(ServiceError) as no:
        ann.rule("note", text="I am the GM")
    assert no.value.kind == "not_yours"
    gm.rule("note", text="The tide turns.")
    bob.wait_until(lambda view: any("The tide turns." in line["text"] for line in view["log"]))
    for seat in (gm, ann, bob):
        seat.close()


def test_nobody_is_offered_what_is_anothers_to_choose(server: Server, address: str) -> None:
    """Before a fight of riposte each player places their own: what others place is not among the options."""
    _, links = server.open("riposte/ferry", seats=["Ann", "Bob"], seed="1")
    for name, own in (("Ann", {"odalys", "wren"}), ("Bob", {"tamsin", "ivo"})):
        seat = Server(address).enter(links[name])
        question = seat.wait()
        assert question is not None
        placing = [option["id"] for option in question["options"] if option["id"].startswith("put:")]
        assert {id.split(":")[1].split("@")[0] for id in placing} == own
        assert seat.answer(question["id"], placing[0])["version"]
        seat.close()


def test_a_repeated_command_is_carried_out_once(server: Server) -> None:
    seat = alone(server, "riposte/ferry")
    question = seat.wait()
    assert question is not None
    command = {"do": "answer", "question": question["id"], "option": question["options"][0]["id"]}
    body = {"key": "same", "version": seat.version, "command": command}
    first = seat.call("POST", "/commands", body)
    again = seat.call("POST", "/commands", body)
    assert again["repeated"] and not first["repeated"]
    assert {**again, "repeated": False} == first
    seat.close()


def test_at_the_end_anybody_can_check_the_seed_against_the_hash_shown_before(server: Server, address: str) -> None:
    gm, links = server.open("clash/spines", seats=["Ann"], seed="7")
    ann = Server(address).enter(links["Ann"])
    promised = ann.call("GET", "/view")["fairness"]
    assert set(promised) == {"algorithm", "commitment"}
    gm.rule("end", result="victory", why="The GM has seen enough.")
    ann.wait_until(lambda view: "outcome" in view)
    for shown in (ann.view["fairness"], ann.call("GET", "/view")["fairness"]):
        assert shown["seed"] == "7" and shown["salt"] and shown["commitment"] == promised["commitment"]
        assert commitment(shown["seed"], shown["salt"]) == promised["commitment"]
        assert commitment(shown["seed"], shown["salt"] + "x") != promised["commitment"], "another salt is noticed"
    gm.close()
    ann.close()


def test_a_chosen_seed_cannot_be_found_from_the_hash_shown(server: Server) -> None:
    shown = []
    for _ in range(2):
        gm, _ = server.open("riposte/ferry", seats=["Ann"], seed="7")
        fairness = gm.call("GET", "/view")["fairness"]
        assert "salt" not in fairness and fairness["commitment"] != commitment("7")
        record = gm.call("GET", "/export")["fights"][0]["ops"][0]["record"]["seed"]
        assert fairness["commitment"] == commitment("7", record["salt"])
        shown.append(fairness["commitment"])
    assert shown[0] != shown[1]


def dice_asked(seat: Seat) -> list[dict[str, Any]]:
    return [question for question in seat.view["questions"] if "dice" in question]


def answered(gm: Seat, rng: random.Random) -> None:
    """Something that is asked, answered by the GM."""
    question = rng.choice([one for one in gm.questions() if one["options"] and not one.get("declared")])
    try:
        gm.answer(question["id"], rng.choice(question["options"])["id"])
    except ServiceError as no:
        assert no.kind == "illegal"  # noqa: PT017


@pytest.mark.parametrize("name", system_names())
def test_where_players_throw_real_dice_they_are_asked_for_them(server: Server, address: str, name: str) -> None:
    """By the setting alone; it goes back to the server's dice by the setting too."""
    gm, links = server.open(system(name).standard, seats=["Ann"], seed="1", settings={"dice": "typed"})
    ann, rng = Server(address).enter(links["Ann"]), random.Random(name)
    gm.follow()
    while not dice_asked(gm):
        answered(gm, rng)
    ann.wait_until(lambda view: bool(dice_asked(ann)))
    asked = dice_asked(ann)[0]
    assert asked["yours"] and asked["asked"] == ["Ann"]
    ann.do({"do": "enter", "question": asked["id"], "faces": [asked["dice"]["low"]] * len(asked["dice"]["sides"])})
    while not dice_asked(gm):
        answered(gm, rng)
    gm.call("PATCH", "/settings", {"dice": "server"})
    gm.wait_until(lambda view: not dice_asked(gm))
    for _ in range(6):
        answered(gm, rng)
        assert not dice_asked(gm)
    gm.close()
    ann.close()
