"""Where automatic play rests tells nothing: a foe whom nobody sees moves it by no byte, asked turn after turn or not there at all."""

from __future__ import annotations

import json

import pytest

from quintain.engine import GM, Session, settings_from
from quintain.engine import play as play_module
from quintain.engine import session as session_module
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, encounter
from tests.support import many

SEATS = ("ann", "wall")
IDLE = {"clash": ("*", "nothing"), "escalation": ("turn", "end"), "riposte": ("turn", "wait"), "tiers": ("act", "stop"),
        "toughness": ("turn", "end")}  # fmt: skip
"""By system: what somebody hidden does who does nothing, so that no die falls for it either."""


def unseen(name: str, seed: str, there: bool) -> Session:
    """A fight with a hidden foe who does nothing turn after turn, or who is not there."""
    session = Session.start(play(encounter(name), seed=seed), settings_from({"seats": ["ann"], "watchers": ["wall"]}))
    hidden = [unit.id for unit in session.fight.battle.units if unit.controller == GM and unit.side and unit.is_present()][-1]
    session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": hidden}})
    if there:
        about, order = IDLE[session.fight.system.name]
        session.do(GM, {"do": "order", "who": hidden, "about": about, "order": order})
    else:
        session.do(GM, {"do": "rule", "ruling": "remove", "args": {"who": hidden}})
    return session


def goes_on(session: Session) -> None:
    session.do(GM, {"do": "automate", "who": "*", "tactic": "steady"})


def shown(session: Session, seat: str) -> str:
    """All that a seat is sent; how often the GM spoke before is counted in the version."""
    seen = session.view(seat)
    seen["version"] = 0
    return json.dumps(seen, sort_keys=True)


def alike(name: str, seed: str) -> int:
    """How many lines everybody is told alike, with the foe and without, where nothing makes automatic play rest."""
    logs: list[list[str]] = []
    for there in (True, False):
        session = unseen(name, seed, there)
        session.fight.at_once = 0
        goes_on(session)
        logs.append([json.dumps(line, sort_keys=True) for line in session.view("wall")["log"]])
    same = 0
    while same < min(len(logs[0]), len(logs[1])) and logs[0][same] == logs[1][same]:
        same += 1
    return same


@pytest.mark.parametrize("system", [system for system in SYSTEMS if system in IDLE])
def test_where_automatic_play_rests_tells_nothing_of_the_unseen(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_module, "LEAST_AT_ONCE", 5)
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/") and name != "clash/spines"]  # two alone fight there
    rested = asked = 0
    for name in names[: many(1, len(names))]:
        for number in range(many(2, 12)):
            seed = f"resting {number}"
            lines = alike(name, seed)
            monkeypatch.setattr(session_module, "MOST_AUTOMATIC", 60 + 900 * number)
            with_it, without = unseen(name, seed, True), unseen(name, seed, False)
            for _ in range(many(6, 100)):
                goes_on(with_it)
                goes_on(without)
                if not with_it.fight.questions or max(len(one.view("wall")["log"]) for one in (with_it, without)) >= lines:
                    break
                for seat in SEATS:
                    assert shown(with_it, seat) == shown(without, seat), f"{name}: {seat} learns of somebody hidden"
                rested += 1
            asked += sum(entry.by == "order" for entry in with_it.fight.entries)
    assert rested > 3 and asked > 0
