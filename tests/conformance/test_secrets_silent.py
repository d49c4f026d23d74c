"""Whatever changes among lines that a seat never heard is silent for that seat: no id, line, number or refusal is another for it."""

from __future__ import annotations

import pytest

from quintain.engine import GM, Refusal, Session, settings_from
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.conformance.test_history import SMALL, same_token
from tests.conformance.test_secrets_history import SEATS, again, answer, at_table, note, played, sent, with_hidden_hero
from tests.support import many


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_typed_roll_that_the_rules_ask_anew_after_something_secret_keeps_its_id(system: str) -> None:
    """In clash a ruling makes dice void that follow from comparing: they are asked for again under another name of the fight's own."""
    rolls = 0
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/")][: many(3, 20)]
    for number in range(max(3, len(names))):  # a system with one small encounter plays it again
        name, seed = names[number % len(names)], f"typed {number}"
        session, dicey = at_table(name, seed), Dicey(seed)
        session.do(GM, {"do": "type_dice", "who": "*", "on": True})
        for throw in range(many(60, 300)):
            if not session.fight.questions:
                break
            if session.fight.questions[0].pending is None:
                answer(session, dicey)
                continue
            rolls += 1
            before = sent(session, session.version)
            note(session)
            assert sent(session, session.version) == before, f"{name}: the id of a roll tells of something secret"
            pending = session.fight.questions[0].pending
            assert pending is not None
            faces = pending.dice.throw(session.fight.seeds.stream(0, throw))
            session.do(GM, {"do": "enter", "question": session.id_of(GM, session.fight.questions[0].id), "faces": faces})
    assert rolls > 10


def taken_back_in_the_open(name: str, seed: str) -> tuple[Session, int]:
    """Something secret, then an answer that everybody hears of, which is taken back; and where the secret stands in the record."""
    session = played(name, seed)
    place = len(session.fight.entries)
    note(session)
    answer(session, Dicey(seed))
    while session.fight.entries[-1].do != "undone":
        session.do(GM, {"do": "undo"})
    return session, place


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_taken_back_from_before_a_remark_is_told_to_nobody_who_never_heard_of_it(system: str) -> None:
    for number in range(many(2, 60)):
        session, place = taken_back_in_the_open(SMALL.get(system, ENCOUNTERS)[0], f"beneath {number}")
        since, before = session.version, sent(session, session.version)
        for command in ({"do": "undo", "entry": place}, {"do": "redo"}, {"do": "undo", "entry": place}):
            session.do(GM, command)
            assert sent(session, since) == before, f"{command} is heard of"
            assert [again(session).view(seat) for seat in (GM, *SEATS)] == [session.view(seat) for seat in (GM, *SEATS)]
        if session.view("ann")["can_redo"]:
            other, _ = taken_back_in_the_open(SMALL.get(system, ENCOUNTERS)[0], f"beneath {number}")
            for one in (session, other):
                one.do("ann", {"do": "redo"})
            assert sent(session, 0) == sent(other, 0), "what was taken back in the open is done again as if nothing had been"


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_that_was_taken_back_is_done_again_though_something_secret_came_between(system: str) -> None:
    """What is done again moves what was taken back within it: that is found where it stands then."""
    session = played(SMALL.get(system, ENCOUNTERS)[0], "between")
    start = len(session.fight.entries)
    note(session)
    answer(session, Dicey("between"))
    wanted = [(entry.do, entry.value) for entry in session.fight.entries[start:]]
    session.do(GM, {"do": "undo"})
    session.do(GM, {"do": "undo", "entry": start})
    note(session)
    session.do(GM, {"do": "redo"})
    session.do(GM, {"do": "redo"})
    stands = [(entry.do, entry.value) for entry in session.fight.entries[start:] if entry.do not in ("undone", "hold", "fresh")]
    assert stands == [("rule", "note"), *wanted]


def refused(session: Session, do: str, version: int) -> str:
    twin = again(session)
    try:
        return twin.do("ann", {"do": do}, version).said
    except Refusal as no:
        return no.sentence


@pytest.mark.parametrize("system", SYSTEMS)
def test_after_a_restart_an_old_version_is_as_good_as_before_it(system: str) -> None:
    """Only what a player knows to have happened makes it too late to take back: the same before and after a restart."""
    late = 0
    for number in range(many(2, 40)):
        session, dicey = played(SMALL.get(system, ENCOUNTERS)[0], f"restart {number}"), Dicey(f"restart {number}")
        for _ in range(3):
            version = session.version
            session.view("ann")
            note(session)
            for do in ("undo", "redo"):
                assert refused(session, do, version) == refused(session, do, session.version), "what is secret is no reason"
            if session.fight.questions:
                answer(session, dicey)
            for do in ("undo", "redo"):
                told = refused(session, do, version)
                late += "look again" in told
                try:
                    live = session.do("ann", {"do": do}, version).said
                except Refusal as no:
                    live = no.sentence
                assert told == live
    assert late


def handed_over_and_noted(secretly: bool) -> Session:
    """The heroes are handed to ann and ben, then a tactic answers for them; in between the GM may do something secret."""
    settings = settings_from({"seats": ["ann", "ben"], "watchers": ["wall"], "undo": "anyone"})
    session = Session.start(play(encounter("clash/spines"), seed="handed over", salt="handed over"), settings)
    heroes = [unit.id for unit in session.fight.battle.units if unit.controller == "players"]
    for place, hero in enumerate(heroes):
        session.do(GM, {"do": "hand_over", "who": hero, "to": ("ann", "ben")[place % 2]})
    if secretly:
        note(session)
    for name in ("ann", "ben"):
        session.do(GM, {"do": "automate", "who": name, "tactic": "steady"})
    return session


def test_what_follows_from_automation_is_not_laid_to_something_secret_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player takes back the last thing heard of: that somebody was handed over, and not the note which nobody heard."""
    monkeypatch.setattr("secrets.token_hex", same_token)
    quiet, busy = handed_over_and_noted(False), handed_over_and_noted(True)
    assert sent(quiet, 0) == sent(busy, 0)
    for session in (quiet, busy):
        session.do("ann", {"do": "undo"})
    assert sent(quiet, 0) == sent(busy, 0)


def test_a_proposal_outlives_that_an_answer_nobody_heard_of_becomes_the_gms_own() -> None:
    """What an order answered and the GM then answers is done by a person: the place of what ann wants back is another for it."""
    session = at_table("clash/standard", "proposal")
    session.do(GM, {"do": "settings", "settings": {"undo": "propose"}})
    foe = [unit.id for unit in session.fight.battle.units if unit.controller == GM and unit.side][-1]
    session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": foe}})
    session.do(GM, {"do": "order", "who": foe, "about": "*", "order": "nothing"})
    hero = next(unit.id for unit in session.fight.battle.units if unit.controller == "players")
    session.do(GM, {"do": "hand_over", "who": hero, "to": "ann"})
    session.do("ann", {"do": "undo"})
    proposed = session.view("ann")["proposals"]
    place = next(place for place, entry in enumerate(session.fight.entries) if entry.by == "order")
    session.do(GM, {"do": "amend", "entry": place, "value": session.fight.entries[place].value})
    assert session.fight.entries[place].by == GM and proposed
    assert session.view("ann")["proposals"] == proposed


def test_what_goes_on_once_somebody_unseen_is_done_is_not_laid_to_it() -> None:
    """Turns and rounds go on, and that is told; a player who takes back the last thing heard of goes back to something else."""
    told = 0
    for name in [name for name in ENCOUNTERS if name != "clash/spines"][:: many(2, 1)]:
        session, dicey = at_table(name, "goes on"), Dicey(f"goes on {name}")
        hidden = [unit.id for unit in session.fight.battle.units if unit.controller == GM and unit.side and unit.is_present()][-1]
        session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": hidden}})
        for _ in range(many(40, 200)):
            unit = session.fight.battle.find(hidden)
            if not session.fight.questions or unit is None or not unit.hidden:
                break
            others = [one for one in session.fight.questions if one.who != hidden and not one.picked]
            asked = next((one for one in session.fight.questions if one.who == hidden and not others and not one.picked), None)
            if asked is None:
                answer(session, dicey)
                continue
            place, lines = len(session.fight.entries), len(session.view("ann")["log"])
            idle = [one.id for one in asked.options if one.id in ("nothing", "end", "wait", "stop", "no")]
            option = (idle or [one.id for one in asked.options])[0]
            session.do(GM, {"do": "answer", "question": session.id_of(GM, asked.id), "option": option})
            told += len(session.view("ann")["log"]) > lines
            assert not session.fight.heard_of(place, "ann")
    assert told > 2, "lines were told that followed from what nobody saw"


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_question_to_several_names_nobody_whose_heroes_are_unseen(system: str) -> None:
    """ben runs one hero, whom only he knows of: that he may answer too, where one question is put to several, would tell of it."""
    for name in [name for name in ENCOUNTERS if name.startswith(f"{system}/")][: many(3, 20)]:
        session, hero = with_hidden_hero(name, "several")
        for unit in session.fight.battle.units:
            if unit.controller == "players" and unit.id != hero:
                session.do(GM, {"do": "hand_over", "who": unit.id, "to": "ann"})
        dicey = Dicey(f"several {name}")
        for _ in range(12):
            hidden = session.fight.battle.find(hero)
            if not session.fight.questions or hidden is None or not hidden.hidden:
                break
            for shown in session.view("ann")["questions"]:
                assert len(shown["asked"]) < 2 or "ben" not in shown["asked"], shown
            answer(session, dicey)
