"""Seats share what they may see alike, and what has not changed is not made again: nobody may notice either."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from quintain.engine import GM, PLAYERS, Refusal, Session, settings_from
from quintain.engine.questions import LATER
from quintain.engine.view import MOST_OPTIONS, scene
from quintain.lab.bench import mirrored
from quintain.library.encounters import play, sample
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.conformance.test_rulings import some_ruling

STANDARD = {"clash": "standard", "escalation": "toll", "riposte": "ferry", "tiers": "standard", "toughness": "standard"}
SEATS, WATCHERS = ["ann", "bob"], ["sam", "wall"]


def table(system: str, hide: bool) -> Session:
    """A session with the heroes dealt out; with `hide`, one of the others is unknown to everybody but the GM."""
    own = [name for name in ENCOUNTERS if name.startswith(f"{system}/")]
    fight = play(encounter(f"{system}/{STANDARD[system]}" if system in STANDARD else own[0]), seed="shared")
    session = Session.start(fight, settings_from({"seats": SEATS, "watchers": WATCHERS}))
    for place, unit in enumerate([unit for unit in fight.battle.units if unit.controller == PLAYERS]):
        session.do(GM, {"do": "hand_over", "who": unit.id, "to": SEATS[place % 2]})
    if hide:
        foe = next(unit for unit in fight.battle.units if unit.controller == GM)
        session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": foe.id}})
    return session


def play_on(session: Session) -> bool:
    """One answer of the steady tactic's; False where nobody is asked."""
    asked = next((one for one in session.fight.questions if not one.picked), None)
    if asked is None or asked.question is None:
        return False
    tactic = session.fight.system.tactic("steady")
    tactic.begin("shared")
    option = tactic.answer(asked.question).id()
    session.do(GM, {"do": "answer", "question": session.id_of(GM, asked.id), "option": option})
    return True


def merged(view: Any, changes: Any) -> Any:
    """A view brought up to date, as docs/protocol.md says."""
    parts = dict(changes["view"])
    units = {unit["id"]: unit for unit in view["units"] if unit["id"] not in changes["gone"]}
    units.update({unit["id"]: unit for unit in parts.pop("units", [])})
    if parts.get("history") is not None:
        parts["history"] = view["history"][: changes["history_from"]] + parts["history"]
    if "questions_from" in changes:
        fresh = iter(parts["questions"])
        parts["questions"] = [next(fresh) if place < 0 else view["questions"][place] for place in changes["questions_from"]]
    found = {**view, **parts, "version": changes["version"], "units": list(units.values())}
    found["log"] = view["log"] + changes["events"]
    found["taken_back"] = sorted({*view["taken_back"], *changes["taken_back"]})
    return {name: part for name, part in found.items() if part is not None}


@pytest.mark.parametrize("hide", [False, True])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_shared_is_what_each_seat_would_be_shown_alone(system: str, hide: bool) -> None:
    session = table(system, hide)
    seats = [GM, *SEATS, *WATCHERS]
    views: dict[str, Any] = {seat: session.view(seat) for seat in seats}
    for number in range(25):
        if not play_on(session):
            break
        for seat in seats:
            views[seat] = merged(views[seat], session.changes(seat, views[seat]["version"]))
        if number % 5 == 4:
            session.do(GM, {"do": "undo"})
    live = [json.dumps(scene(session.fight, eyes), sort_keys=True) for eyes in [GM, *SEATS, ""]]
    for seat in seats:
        changes: Any = session.changes(seat, views[seat]["version"])
        assert not changes["whole"]
        whole: Any = session.view(seat)
        views[seat] = merged(views[seat], changes)
        for shown in (views[seat], whole):
            # Somebody who was unknown for a while comes back at the end of the list.
            shown["units"].sort(key=lambda unit: unit["id"])
        assert json.dumps(views[seat], sort_keys=True) == json.dumps(whole, sort_keys=True)
    fresh = session.fight.fork()
    alone = []
    for eyes in [GM, *SEATS, ""]:
        fresh._sheets = None
        for asked in fresh.questions:
            asked.whole = None
        alone.append(json.dumps(scene(fresh, eyes), sort_keys=True))
    assert live == alone


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_not_made_again_is_as_if_it_were(system: str) -> None:
    """After every answer and every ruling, whatever of the last view still stands is what a fresh look would show."""
    session, dicey = table(system, False), Dicey(f"stands {system}")
    for number in range(40):
        if number % 4 == 3:
            ruling, args = some_ruling(session.fight, dicey)
            with suppress(Refusal):
                session.do(GM, {"do": "rule", "ruling": ruling, "args": args})
        elif not play_on(session):
            session.do(GM, {"do": "undo", "entry": len(session.fight.entries) // 2, "fresh": True})
        for eyes in (GM, "ann", ""):
            live = json.dumps(scene(session.fight, eyes)["units"])
            kept, session.fight._sheets = session.fight._sheets, None
            assert json.dumps(scene(session.fight, eyes)["units"]) == live
            session.fight._sheets = kept


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_change_is_worked_out_once_for_all_seats(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(system, False)
    seats = [GM, *SEATS, *WATCHERS]
    for seat in seats:
        session.view(seat)
    made: dict[str, int] = {}
    inner, rules = session.fight.system, type(session.fight.system)
    door = rules.usable

    def counted(self: Any, battle: Any, unit: Any, viewer: Any) -> Any:
        made[unit.id] = made.get(unit.id, 0) + 1
        return door(self, battle, unit, viewer)

    try:
        monkeypatch.setattr(rules, "usable", counted)
    except TypeError:
        pytest.skip("a compiled system is not to be watched")
    assert play_on(session) and session.fight.system is inner
    for seat in seats:
        session.changes(seat, 0)
    assert all(times <= 3 for times in made.values()), f"what somebody can use was worked out so often for {len(seats)} seats: {made}"


def lines(session: Session, seat: str) -> list[Any]:
    shown: Any = session.view(seat)
    return [*shown["log"]]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_seat_that_comes_late_hears_nothing_of_somebody_who_is_hidden_by_now(system: str) -> None:
    """What was told stays told to whoever was there; a new seat hears of the past only what it may know now."""
    session = table(system, False)
    foes = {unit.id for unit in session.fight.battle.units if unit.controller == GM}
    told: list[str] = []
    for _ in range(40):
        told = [one for line in lines(session, "bob") for one in line["who"] if one in foes]
        if told or not play_on(session):
            break
    session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": told[0]}})
    session.do(GM, {"do": "settings", "settings": {"seats": [*SEATS, "eve"], "watchers": [*WATCHERS, "tim"]}})
    for seat in ("bob", "sam"):
        assert any(told[0] in line["who"] for line in lines(session, seat)), "what was told stays told"
    for seat in ("eve", "tim"):
        assert not any(told[0] in line["who"] for line in lines(session, seat))
        assert [line["number"] for line in lines(session, seat)] == list(range(1, len(lines(session, seat)) + 1))
    play_on(session)
    again = Session.restore(session.fight.system, session.journal)
    for seat in (GM, "bob", "eve", "sam", "tim"):
        assert lines(again, seat) == lines(session, seat), "a session that was put away tells each seat what it had been told"


def test_of_a_crowd_that_declares_at_once_only_so_many_options_are_shown() -> None:
    """What can be chosen comes as those before have answered; whoever knows what to do may answer in any order."""
    session = Session.start(play(mirrored(sample("clash/standard"), 14), seed="crowd"), settings_from({"seats": ["ann"]}))

    def listed() -> list[int]:
        shown: Any = session.view(GM)
        questions = [question for question in shown["questions"] if question["yours"]]
        assert all(bool(question["options"]) != question["title"].endswith(LATER) for question in questions)
        return [len(question["options"]) for question in questions]

    before = listed()
    assert MOST_OPTIONS <= sum(before) < 2 * MOST_OPTIONS and before[0] and not before[-1]
    last = session.fight.questions[-1]
    session.do(GM, {"do": "answer", "question": session.id_of(GM, last.id), "option": last.options[0].id})
    assert play_on(session)
    after = listed()
    assert after[0] == 0 and after[before.index(0)] > 0, "of the answered one the options fold, of the next one they come"


def test_where_many_declare_at_once_only_what_differs_is_told_again() -> None:
    session = table("clash", False)
    session.view(GM)
    assert len(session.fight.questions) > 8
    assert play_on(session)
    changes: Any = session.changes(GM, session.version - 1)
    assert len(changes["view"]["questions"]) == 1 and changes["questions_from"].count(-1) == 1
    older: Any = session.changes(GM, session.version - 1)
    assert older == changes
