"""What a seat may not know is in no refusal: the hidden are refused like those who are not there, and secrets change no sentence."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Refusal
from quintain.engine.seat import Settings
from quintain.engine.session import Session
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.conformance.test_secrets import secret_figures, with_figures
from tests.conformance.test_secrets_hidden import hide_one, later

NOBODY = "nobody-at-all"


def at_table(fight: Fight) -> Session:
    return Session.start(fight, Settings(["ann", "ben"]))


def commands(session: Session, seat: str, who: str) -> list[dict[str, object]]:
    """Everything that can be tried with somebody's id, at a seat that may not."""
    asked = session.view(seat)["questions"]
    question = str(asked[0]["id"]) if asked else "q1"
    found: list[dict[str, object]] = [
        {"do": "answer", "question": question, "option": f"{verb}:{who}"}
        for verb in ("attack", "engage", "strike", "move", "disengage", "aid", who)
    ]
    found += [
        {"do": "answer", "question": f"turn:{who}#1", "option": "pass"},
        {"do": "enter", "question": f"roll:{who}#1", "faces": [3]},
        {"do": "hand_over", "who": who, "to": "ben"},
        {"do": "automate", "who": who, "tactic": "steady"},
        {"do": "order", "who": who, "about": "turn", "order": "always"},
        {"do": "type_dice", "who": who, "on": True},
        {"do": "rule", "ruling": "set", "args": {"who": who, "stat": "hp", "value": 1}},
        {"do": "rule", "ruling": "reveal", "args": {"who": who}},
        {"do": "amend", "entry": 1, "value": who},
        {"do": "undo", "to": 0},
        {"do": "redo"},
        {"do": "hold", "on": True},
        {"do": "fork"},
    ]
    return found


def refusals(session: Session, seat: str, who: str) -> list[str]:
    """The sentence to each of them, with the id as it was asked for left out; so are those of an export and of a record."""
    said: list[str] = []
    for command in commands(session, seat, who):
        try:
            session.do(seat, command, session.version)
        except Refusal as no:
            said.append(str(no).replace(who, "WHO"))
        else:
            said.append(f"done: {command['do']}")
            session.do("gm", {"do": "undo"}, session.version)
    for take in (session.export, session.record):
        with pytest.raises(Refusal) as no_file:
            take(seat)
        said.append(str(no_file.value))
    return said


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_somebody_hidden_is_refused_like_somebody_who_is_not_there(name: str) -> None:
    fight = play(encounter(name), seed="hidden refusals")
    unit = hide_one(fight, "foe")
    if unit is None:
        pytest.skip("nobody here has a name of its own")
    dicey = Dicey(f"refusals {name}")
    for _ in range(3):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden:
            break
        session = at_table(fight.fork())
        assert refusals(session, "ann", unit.id) == refusals(session, "ann", NOBODY)
        later(fight, dicey)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_secret_figures_change_no_refusal(name: str) -> None:
    fight = play(encounter(name), seed="refusals")
    dicey = Dicey(f"figures {name}")
    for _ in range(4):
        if fight.questions:
            later(fight, dicey)
    if not fight.questions:
        fight.undo()
    told: dict[str, list[str]] = {}
    for who, stat, value in secret_figures(fight, "ann")[:3]:
        twin = with_figures(fight, [(who, stat, value)])
        if twin is not None:
            if who not in told:
                told[who] = refusals(at_table(fight.fork()), "ann", who)
            assert refusals(at_table(twin), "ann", who) == told[who], f"ann learns {stat} of {who}"
