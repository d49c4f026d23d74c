"""Whether something can be done again, and what comes of it, tells a player nothing of what the GM does in secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from quintain.engine import GM, Refusal, Session, settings_from
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.conformance.test_history import SMALL
from tests.support import many

SEATS = ("ann", "wall")
FIRST = 6
"""So many answers come before anything is taken back."""


def at_table(name: str, seed: str) -> Session:
    settings = settings_from({"seats": ["ann"], "watchers": ["wall"], "undo": "anyone"})
    return Session.start(play(encounter(name), seed=seed), settings)


def answer(session: Session, dicey: Dicey) -> None:
    """Whoever is asked answers."""
    asked = session.fight.questions[dicey.below(len(session.fight.questions))]
    session.do(GM, {
        "do": "answer", "question": session.id_of(GM, asked.id), "option": asked.options[dicey.below(len(asked.options))].id,
    })  # fmt: skip


def played(name: str, seed: str) -> Session:
    session, dicey = at_table(name, seed), Dicey(f"secret history {name} {seed}")
    for _ in range(FIRST):
        if session.fight.questions:
            answer(session, dicey)
    return session


def sent(session: Session, since: int) -> str:
    """All that players and screens see, and what is new for them since then; how often the GM spoke is counted in the version."""
    found: list[Any] = []
    for seat in SEATS:
        found += [{**session.view(seat), "version": 0}, {**session.changes(seat, since), "version": 0, "since": 0}]
    return json.dumps(found, sort_keys=True)


def note(session: Session) -> None:
    session.do(GM, {"do": "rule", "ruling": "note", "args": {"text": "nobody hears this", "secret": True}})


def note_and_back(session: Session) -> None:
    note(session)
    session.do(GM, {"do": "undo"})


def note_back_and_again(session: Session) -> None:
    note_and_back(session)
    session.do(GM, {"do": "redo"})


def notes(session: Session) -> None:
    note_and_back(session)
    note(session)


SECRETLY: list[Callable[[Session], None]] = [note, note_and_back, note_back_and_again, notes]


@pytest.mark.parametrize("secretly", SECRETLY, ids=lambda one: one.__name__)
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_gm_does_in_secret_changes_nothing_about_doing_again(system: str, secretly: Callable[[Session], None]) -> None:
    """Taken back, then something secret or nothing, then done again by a player: the same bytes at every step."""
    for number in range(many(3, 200)):
        name = SMALL.get(system, ENCOUNTERS)[0]
        quiet, busy = played(name, f"{number}"), played(name, f"{number}")
        for session in (quiet, busy):
            sent(session, 0)
            session.do(GM, {"do": "undo"})
        was = (quiet.version, busy.version)
        assert sent(quiet, was[0]) == sent(busy, was[1]) and quiet.view("ann")["can_redo"]
        secretly(busy)
        assert sent(quiet, was[0]) == sent(busy, was[1]), f"{name}: that the GM did something in secret shows"
        receipts = [session.do("ann", {"do": "redo"}) for session in (quiet, busy)]
        assert receipts[0].said == receipts[1].said and receipts[0].events == receipts[1].events
        assert sent(quiet, was[0]) == sent(busy, was[1]), f"{name}: in what is done again it shows"
        assert busy.fight.doubts == []
        dicey, other = Dicey(f"after {number}"), Dicey(f"after {number}")
        for _ in range(2):
            if quiet.fight.questions:
                answer(quiet, dicey)
                answer(busy, other)
                assert sent(quiet, was[0]) == sent(busy, was[1]), f"{name}: in what follows it shows"
        again = Session.restore(busy.fight.system, busy.ops_since(0))
        assert [again.view(seat) for seat in (GM, *SEATS)] == [busy.view(seat) for seat in (GM, *SEATS)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_taken_back_with_something_secret_is_told_as_without(system: str) -> None:
    """A secret ruling after what somebody did goes with it when it is taken back, and comes again with it."""
    for number in range(many(3, 200)):
        name = SMALL.get(system, ENCOUNTERS)[0]
        quiet, busy = played(name, f"with {number}"), played(name, f"with {number}")
        for session in (quiet, busy):
            sent(session, 0)
        note(busy)
        was = (quiet.version, busy.version)
        for command in ({"do": "undo"}, {"do": "redo"}, {"do": "undo"}, {"do": "undo"}, {"do": "redo"}, {"do": "redo"}):
            receipts = [session.do("ann", command) for session in (quiet, busy)]
            assert receipts[0].said == receipts[1].said and receipts[0].events == receipts[1].events
            assert sent(quiet, was[0]) == sent(busy, was[1]), f"{name}: {command['do']} tells of something secret"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_everybody_hears_leaves_nothing_to_do_again(system: str) -> None:
    session = played(SMALL.get(system, ENCOUNTERS)[0], "open")
    session.do(GM, {"do": "undo"})
    session.do(GM, {"do": "rule", "ruling": "note", "args": {"text": "all hear this"}})
    assert not session.view("ann")["can_redo"] and not session.view(GM)["can_redo"]
    with pytest.raises(Refusal, match="nothing to do again"):
        session.do("ann", {"do": "redo"})


@pytest.mark.parametrize("system", SYSTEMS)
def test_of_what_only_the_gm_heard_a_player_does_nothing_again(system: str) -> None:
    session = played(SMALL.get(system, ENCOUNTERS)[0], "secret")
    note_and_back(session)
    assert session.view(GM)["can_redo"] and not session.view("ann")["can_redo"]
    with pytest.raises(Refusal, match="nothing to do again"):
        session.do("ann", {"do": "redo"})


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_secret_change_of_the_past_leaves_what_can_be_done_again(system: str) -> None:
    """An answer of the GM's own is changed into what it was: nobody hears of it, and what was taken back can be done again."""
    name = SMALL.get(system, ENCOUNTERS)[-1]
    for number in range(many(2, 50)):
        session = played(name, f"amended {number}")
        session.do(GM, {"do": "undo"})
        places = [place for place, entry in enumerate(session.fight.entries) if entry.do == "answer"]
        if not places:
            continue
        before = session.view("ann")["can_redo"]
        session.do(GM, {"do": "amend", "entry": places[0], "value": session.fight.entries[places[0]].value})
        assert session.view("ann")["can_redo"] == before
        session.do("ann", {"do": "redo"})
        assert session.fight.doubts == []
        again = Session.restore(session.fight.system, session.ops_since(0))
        assert [again.view(seat) for seat in (GM, *SEATS)] == [session.view(seat) for seat in (GM, *SEATS)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_proposal_to_take_back_outlives_what_nobody_hears_of(system: str) -> None:
    session = played(SMALL.get(system, ENCOUNTERS)[-1], "proposed")
    session.do(GM, {"do": "settings", "settings": {"undo": "propose"}})
    session.do("ann", {"do": "undo"})
    proposed = session.view("ann")["proposals"]
    personal = [entry for entry in session.fight.written if entry.is_personal()]
    note_and_back(session)
    place = session.fight.written.index(personal[0])
    session.do(GM, {"do": "amend", "entry": place, "value": personal[0].value})
    assert session.view("ann")["proposals"] == proposed and proposed
    again = Session.restore(session.fight.system, session.ops_since(0))
    assert again.view("ann")["proposals"] == proposed
    session.do(GM, {"do": "agree", "proposal": proposed[0]["proposal"]})
    left = [(entry.at, entry.value) for entry in session.fight.entries if entry.is_personal()]
    assert left == [(entry.at, entry.value) for entry in personal[: len(left)]] and len(left) < len(personal)
    assert not session.view("ann")["proposals"]


# -- another player's hidden hero ------------------------------------------------------------------------------------------


def with_hidden_hero(name: str, seed: str) -> tuple[Session, str]:
    """A table at which ben alone knows of his hero."""
    settings = settings_from({"seats": ["ann", "ben"], "watchers": ["wall"], "undo": "anyone"})
    session = Session.start(play(encounter(name), seed=seed), settings)
    heroes = [unit.id for unit in session.fight.battle.units if unit.controller != GM and unit.side and unit.is_present()]
    session.do(GM, {"do": "hand_over", "who": heroes[0], "to": "ben"})
    session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": heroes[0]}})
    return session, heroes[0]


def goes_on_unheard(session: Session, hero: str) -> list[Session]:
    """What comes of each thing that ben may do with his hero so that nobody else is told anything, asked anything, or rid of it."""
    asked = next((one for one in session.fight.questions if one.who == hero and not one.picked and one.question is not None), None)
    found: list[Session] = []
    for option in asked.options[:6] if asked is not None else []:
        assert asked is not None
        twin = again(session)
        told = [(view["log"], view["questions"], view["board"]) for view in map(twin.view, SEATS)]
        twin.do("ben", {"do": "answer", "question": twin.id_of("ben", asked.id), "option": option.id})
        hidden = twin.fight.battle.find(hero)
        done = twin.fight.entries[len(session.fight.entries) :]
        if hidden is None or not hidden.hidden or any(entry.do == "roll" for entry in done):
            continue
        if told == [(view["log"], view["questions"], view["board"]) for view in map(twin.view, SEATS)]:
            found.append(twin)
    return found


def again(session: Session) -> Session:
    return Session.restore(session.fight.system, session.ops_since(0))


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_hidden_hero_of_another_player_changes_nothing_about_doing_again(system: str) -> None:
    """Something is taken back, then ben goes on with his hidden hero: ann may do again what she might, and it leads to the same."""
    compared = 0
    for name in [name for name in ENCOUNTERS if name.startswith(f"{system}/")][: many(2, 10)]:
        for number in range(many(2, 40)):
            session, hero = with_hidden_hero(name, f"hero {number}")
            dicey = Dicey(f"hero {name} {number}")
            for _ in range(many(12, 40)):
                if not session.fight.questions or compared > many(6, 400):
                    break
                answer(session, dicey)
                quiet = again(session)
                quiet.do(GM, {"do": "undo"})
                if not quiet.view("ann")["can_redo"]:
                    continue
                for busy in goes_on_unheard(quiet, hero):
                    compared += 1
                    assert sent(quiet, 0) == sent(busy, 0), f"{name}: that ben did something shows"
                    assert not busy.view("ben")["can_redo"] and busy.view(GM)["can_redo"]
                    if quiet.fight.undone[-1].entries[0].whose() == hero:
                        continue  # What he does has a say in what he did.
                    other = again(quiet)
                    receipts = [session.do("ann", {"do": "redo"}) for session in (other, busy)]
                    assert receipts[0].said == receipts[1].said and receipts[0].events == receipts[1].events
                    assert sent(other, 0) == sent(busy, 0), f"{name}: in what is done again it shows"
                    assert [again(busy).view(seat) for seat in (GM, *SEATS)] == [busy.view(seat) for seat in (GM, *SEATS)]
    assert compared or system != "clash", "there ben's hero declares with the others"
