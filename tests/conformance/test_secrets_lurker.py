"""Two tables play the same, answer for answer and die for die; at one of them there is somebody more whom only the GM knows of, and
who does nothing. Whatever players see, are told, refused and shown as odds is the same at both."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from quintain.engine import GM, Automation, Budget, Refusal, Session, Stream, settings_from
from quintain.engine.asked import OpenQuestion
from quintain.engine.record import PARTS
from quintain.library.encounters import from_data, play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.support import many

PLAYERS = ("ann", "ben")
SEATS = (*PLAYERS, "wall")
LURKER = "lurker"
CHOSEN = ("riposte/", "tiers/")
"""Where the GM chooses who goes next, no place in an order tells that there is somebody."""
IDLE = ("nothing", "end", "wait", "stop", "no", "pass")
"""What somebody answers who does nothing: the first of these that is offered."""


def kind(asked: OpenQuestion) -> tuple[str, str]:
    """What is asked of whom: where the unseen were asked too, its number is another."""
    return (asked.about, asked.who)


class Tables:
    """The table where somebody lurks, and the other."""

    def __init__(self, name: str, seed: str, alone: bool) -> None:
        """`alone`: but for whoever lurks, the GM runs one combatant only."""
        self.name = name
        self.dicey = Dicey(f"lurker {name} {seed}")
        self.gone_first = 0
        self.at: list[int] = []
        """The square of whoever lurks, where there are squares."""
        self.there, self.without = (self.begun(lurks, alone) for lurks in (True, False))
        self.same("the beginning")

    def begun(self, lurks: bool, alone: bool) -> Session:
        data = json.loads(json.dumps(encounter(self.name).data))
        known = {unit.id for unit in play(encounter(self.name), seed="who").battle.units if unit.controller == GM and unit.side}
        row: dict[str, Any] = copy.deepcopy(next(row for row in reversed(data["combatants"]) if row["id"] in known))
        row.update({"id": LURKER, "name": "Lurker"})
        row.pop("arrives", None)
        if isinstance(row.get("at"), list):
            row["at"] = self.at = self.far(data)
        data["combatants"].append(row)
        automation = Automation()
        automation.typed = ["*"]
        fight = play(from_data(data), seed="lurker", salt="lurker", automation=automation)
        session = Session.start(fight, settings_from({"seats": list(PLAYERS), "watchers": ["wall"], "undo": "anyone"}))
        session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": LURKER}})
        for one in sorted(known - {max(known)}) if alone else []:
            session.do(GM, {"do": "rule", "ruling": "remove", "args": {"who": one}})
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
        """Whoever lurks does nothing when its turn comes; about it nobody is asked but in its turn."""
        for _ in range(40):
            asked = [one for one in self.there.fight.questions if not one.picked and one.who == LURKER]
            if not asked:
                return
            chosen = self.name.startswith(CHOSEN) and asked[0].about in ("turn", "act")
            if chosen and any(one.controller == GM for one in self.without.fight.questions):
                self.same(f"{asked[0].id} while the GM is asked at the other table, too")
            self.answered(self.there, asked[0], [])

    def lets_first(self) -> None:
        """The GM may have whoever lurks go first, where it is asked at both tables."""
        for asked in self.there.fight.questions:
            asks = asked.controller == GM and asked.about in ("next", "turn", "act")
            offered = [one.id for one in asked.options if LURKER in PARTS.split(one.id)] if asks else []
            offered = [id for id in offered if PARTS.split(id)[0] in ("next", "pause", "first", LURKER)]
            if offered and self.dicey.below(2) == 0:
                self.gone_first += 1
                self.answered(self.there, asked, offered)
                self.same(f"{offered[0]}, while it is asked")
                self.idle()
                self.same(f"{offered[0]}, once it is done")

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
        if not any(entry.value == "remove" and entry.args.get("who") == LURKER for entry in self.without.fight.written):
            return False  # It was taken back, too, that nobody lurks at the other table.
        self.idle()
        self.lets_first()
        open = {kind(one): one for one in self.without.fight.questions if not one.picked}
        both = [one for one in self.there.fight.questions if not one.picked]
        assert [kind(one) for one in both] == list(open), f"{self.name}: asked for the sake of somebody unseen"
        if not both:
            return False
        asked = both[self.dicey.below(len(both))]
        one, other = asked.pending, open[kind(asked)].pending
        if one is not None and other is not None and one.thrown.name != other.thrown.name:
            return False  # Asked for the same dice; once they have fallen it shows, by the rules, that somebody is there.
        wanted: list[str] = []
        if asked.question is not None:
            self.odds(asked, open[kind(asked)])
            offered = [one.id for one in open[kind(asked)].options]
            shared = [one.id for one in asked.options if one.id in offered and not self.is_in_the_way(one.id)]
            wanted = [shared[self.dicey.below(len(shared))]]
        self.answered(self.there, asked, wanted)
        self.answered(self.without, open[kind(asked)], wanted)
        self.idle()
        if (self.there.fight.outcome is None) != (self.without.fight.outcome is None):
            return False  # Who is left, seen or not, decides by the rules whether the fight is over.
        self.same(f"{asked.id}: {wanted}")
        return True

    def is_in_the_way(self, id: str) -> bool:
        """Does this lead so near that one may run into whoever lurks?"""
        squares = [(int(x), int(y)) for x, y in re.findall(r"(\d+),(\d+)", id)]
        return bool(self.at) and any(max(abs(x - self.at[0]), abs(y - self.at[1])) < 3 for x, y in squares)

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

    def odds(self, asked: OpenQuestion, again: OpenQuestion) -> None:
        if asked.controller in PLAYERS and self.dicey.below(3) == 0:
            priced = [one.id for one in self.there.fight.options_for(asked, asked.controller) if one.weighs]
            for id in priced[self.dicey.below(len(priced)) :][:1] if priced else []:
                told = [
                    session.fight.odds(one.id, id, asked.controller, budget=Budget(60, 600, 30)).as_data()
                    for session, one in ((self.there, asked), (self.without, again))
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
    steps = gone_first = 0
    for number in range(many(3, 100)):
        tables = Tables(names[number % len(names)], f"{number}", number % 2 == 0 and f"{system}/" in CHOSEN)
        for _ in range(many(25, 80)):
            if tables.dicey.below(4) == 0:
                tables.tried()
            if not tables.step():
                break
            steps += 1
        gone_first += tables.gone_first
    assert steps > 20
    assert gone_first > 0 or f"{system}/" not in CHOSEN
