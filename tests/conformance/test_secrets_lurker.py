"""Two tables play the same, answer for answer and die for die; at one of them there is somebody more whom only the GM knows of, and
who does nothing. Whatever players see, are told, refused and shown as odds is the same at both."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from quintain.engine import GM, Automation, Budget, Refusal, Session, Stream, settings_from
from quintain.engine.asked import OpenQuestion
from quintain.library.encounters import from_data, play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.support import many

PLAYERS = ("ann", "ben")
SEATS = (*PLAYERS, "wall")
LURKER = "lurker"
IDLE = ("nothing", "end", "wait", "stop", "no", "pass")
"""What somebody answers who does nothing: the first of these that is offered."""


class Tables:
    """The table where somebody lurks, and the other."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self.dicey = Dicey(f"lurker {name} {seed}")
        self.there, self.without = (self.begun(lurks) for lurks in (True, False))
        self.same("the beginning")

    def begun(self, lurks: bool) -> Session:
        data = json.loads(json.dumps(encounter(self.name).data))
        known = {unit.id for unit in play(encounter(self.name), seed="who").battle.units if unit.controller == GM and unit.side}
        row: dict[str, Any] = copy.deepcopy(next(row for row in reversed(data["combatants"]) if row["id"] in known))
        row.update({"id": LURKER, "name": "Lurker"})
        if isinstance(row.get("at"), list):
            row["at"] = self.far(data)
        data["combatants"].append(row)
        automation = Automation()
        automation.typed = ["*"]
        fight = play(from_data(data), seed="lurker", salt="lurker", automation=automation)
        session = Session.start(fight, settings_from({"seats": list(PLAYERS), "watchers": ["wall"], "undo": "anyone"}))
        session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": LURKER}})
        if not lurks:
            session.do(GM, {"do": "rule", "ruling": "remove", "args": {"who": LURKER}})
        for place, hero in enumerate([unit.id for unit in fight.battle.units if unit.controller == "players"]):
            session.do(GM, {"do": "hand_over", "who": hero, "to": PLAYERS[place % 2]})
        return session

    def far(self, data: dict[str, Any]) -> list[int]:
        """A corner where nobody stands and nothing is."""
        map = data.get("map") or {"width": 12, "height": 10}
        rows = map if isinstance(map, list) else map.get("rows") or ["." * map["width"]] * map["height"]
        taken = [row.get("at") for row in data["combatants"]]
        free = [[x, y] for y, line in enumerate(rows) for x, sign in enumerate(line) if sign == "." and [x, y] not in taken]
        return free[-1]

    # -- what is done ------------------------------------------------------------------------------------------------

    def idle(self) -> None:
        """Whoever lurks does nothing, and the GM does not have it go first."""
        for _ in range(40):
            open = [one for one in self.there.fight.questions if not one.picked]
            known = {one.id for one in self.without.fight.questions}
            asked = [one for one in open if one.who == LURKER or (one.controller == GM and known and one.id not in known)]
            if not asked:
                return
            self.answered(self.there, asked[0], [])

    def answered(self, session: Session, asked: OpenQuestion, wanted: list[str]) -> None:
        command: dict[str, Any] = {"do": "go", "question": session.id_of(GM, asked.id)}
        if asked.pending is not None:
            command.update({"do": "enter", "faces": asked.pending.dice.throw(Stream(asked.id))})
        elif asked.question is not None:
            offered = [one.id for one in asked.options]
            others = [id for id in offered if LURKER not in id and id != "end phase"]
            command.update({"do": "answer", "option": next(iter(wanted or [id for id in IDLE if id in offered] or others or offered))})
        session.do(GM, command)

    def step(self) -> bool:
        """Whoever is asked at both tables answers."""
        open = {one.id: one for one in self.without.fight.questions if not one.picked}
        both = [one for one in self.there.fight.questions if one.id in open]
        if not both:
            return False
        asked = both[self.dicey.below(len(both))]
        wanted: list[str] = []
        if asked.question is not None:
            self.odds(asked)
            offered = [one.id for one in open[asked.id].options]
            shared = [one.id for one in asked.options if one.id in offered]
            wanted = [shared[self.dicey.below(len(shared))]]
        self.answered(self.there, asked, wanted)
        self.answered(self.without, open[asked.id], wanted)
        self.idle()
        if (self.there.fight.outcome is None) != (self.without.fight.outcome is None):
            return False  # Who is left, seen or not, decides by the rules whether the fight is over.
        self.same(f"{asked.id}: {wanted}")
        return True

    def tried(self) -> None:
        """Something that a player tries with the name of whoever lurks, or that goes back."""
        seat = PLAYERS[self.dicey.below(2)]
        shown = self.without.view(seat)["questions"]
        id = shown[0]["id"] if shown else "q1"
        some: list[dict[str, Any]] = [
            {"do": "answer", "question": id or "q1", "option": f"attack:{LURKER}"},
            {"do": "automate", "who": LURKER, "tactic": "steady"},
            {"do": "order", "who": seat, "about": "*", "order": f"attack:{LURKER}"}, {"do": "hand_over", "who": LURKER, "to": "ben"},
            {"do": "undo", "to": 1 + self.dicey.below(60)}, {"do": "redo"}, {"do": "undo"},
        ]  # fmt: skip
        command = some[self.dicey.below(len(some))]
        said = [self.said(session, seat, command) for session in (self.there, self.without)]
        assert said[0] == said[1], f"{self.name}: {seat} is told otherwise: {command}"
        self.idle()
        self.same(f"{command}")

    def said(self, session: Session, seat: str, command: dict[str, Any]) -> str:
        try:
            return session.do(seat, command).said
        except Refusal as no:
            return f"no: {no.sentence}"

    # -- what is seen ------------------------------------------------------------------------------------------------

    def odds(self, asked: OpenQuestion) -> None:
        if asked.controller in PLAYERS and self.dicey.below(3) == 0:
            priced = [one.id for one in self.there.fight.options_for(asked, asked.controller) if one.weighs]
            for id in priced[self.dicey.below(len(priced)) :][:1] if priced else []:
                told = [
                    session.fight.odds(asked.id, id, asked.controller, budget=Budget(60, 600, 30)).as_data()
                    for session in (self.there, self.without)
                ]
                assert told[0] == told[1], f"{self.name}: odds of {id} tell of somebody unseen"

    def same(self, what: str) -> None:
        for seat in SEATS:
            shown = [{**session.view(seat), "version": 0} for session in (self.there, self.without)]
            assert json.dumps(shown[0]) == json.dumps(shown[1]), f"{self.name}: {seat} learns of somebody unseen by {what}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_somebody_unseen_who_does_nothing_shows_in_nothing(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda size=32: "ab" * size)
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/") and name != "clash/spines"]
    steps = 0
    for number in range(many(3, 100)):
        tables = Tables(names[number % len(names)], f"{number}")
        for _ in range(many(25, 80)):
            if tables.dicey.below(4) == 0:
                tables.tried()
            if not tables.step():
                break
            steps += 1
    assert steps > 20
