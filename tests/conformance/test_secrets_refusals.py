"""What a seat may not know is in no refusal: the hidden are refused like those who are not there, and secrets change no sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from quintain.engine import Fight, Refusal
from quintain.engine.asked import OpenQuestion
from quintain.engine.seat import Settings
from quintain.engine.session import Session
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.conformance.test_secrets import secret_figures, with_figures
from tests.conformance.test_secrets_hidden import hide_one, later
from tests.support import many

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


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_seat_that_is_called_like_a_foe_or_a_side_runs_neither(system: str) -> None:
    """What a player says of the seat's own name is about nobody whom others run."""
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/") and name != "clash/spines"]
    fight = play(encounter(names[0]), seed="names")
    foe = next(unit for unit in fight.battle.units if unit.controller == "gm" and unit.side and ":" not in unit.side)
    session = Session.start(fight, Settings([foe.id, foe.side]))
    for seat in (foe.id, foe.side):
        for command in ({"do": "automate", "tactic": "steady"}, {"do": "order", "about": "*", "order": "never"}):
            with pytest.raises(Refusal, match="whoever runs it"):
                session.do(seat, {**command, "who": seat})
    assert not session.fight.automation.auto and not session.fight.automation.orders


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


def with_another(fight: Fight, question: OpenQuestion, seat: str) -> list[tuple[str, str]]:
    """Options of this question that name somebody, as what stands before that id and behind it."""
    found: list[tuple[str, str]] = []
    for option in fight.options_for(question, seat):
        for unit in fight.battle.units:
            before, named, behind = option.id.partition(unit.id)
            if named and not (before[-1:] + behind[:1]).strip(":@+,/").isalnum():
                found.append((before, behind))
    return found


@pytest.mark.parametrize("of", ["foe", "hero"])
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_an_option_that_names_somebody_unseen_is_refused_like_one_that_names_nobody(name: str, of: str) -> None:
    """Whom an offered option names is exchanged: answered with, ordered, priced, priced with what follows."""
    fight = play(encounter(name), seed="named")
    unit = hide_one(fight, of)
    if unit is None:
        pytest.skip("nobody here has a name of its own")
    dicey, tried = Dicey(f"named {name} {of}"), 0
    for _ in range(60):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden or tried > many(16, 400):
            break
        for asked in [one for one in fight.questions if one.question is not None and one.controller in ("players", "ann")]:
            for before, behind in with_another(fight, asked, "ann")[: many(6, 60)]:
                tried += 1
                said: list[list[str]] = []
                for who in (unit.id, NOBODY):
                    option, twin = f"{before}{who}{behind}", fight.fork()
                    said.append([
                        sentence(partial(twin.order, asked.who, asked.about, option, "ann"), who),
                        sentence(partial(twin.odds, asked.id, option, "ann"), who),
                        sentence(partial(twin.opens, asked.id, [option], "ann"), who),
                        sentence(partial(twin.answer, asked.id, option, "ann"), who),
                    ])  # fmt: skip
                assert said[0] == said[1], f"ann learns of {unit.id} by {before}...{behind} at {asked.id}"
        later(fight, dicey)
    assert tried or of == "hero"


def sentence(tried: Callable[[], object], who: str) -> str:
    """What is said to it, without whom it names; what came of it, where it was done."""
    try:
        done = tried()
    except Refusal as no:
        return no.sentence.replace(who, "WHO")
    return f"done: {[event.text for event in done]}" if isinstance(done, list) else "done"
