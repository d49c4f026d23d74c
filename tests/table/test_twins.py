"""Two states that differ only in what a player cannot know give byte-equal traffic: whole views, frames, refusals, odds.

A pair is a fight as it stands, and the same once the GM has done something in secret. Nothing is played twice for it, so that very
many can be compared: `pytest --long` compares the 100,000 that are promised.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import GM, Budget, Refusal, Session, settings_from
from quintain.engine import ruling as ruling_module
from quintain.engine.battle import Battle
from quintain.engine.seat import may_answer
from quintain.library.encounters import play
from quintain.systems import system, system_names
from quintain.table.cursor import Cursor
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.conformance.test_secrets import secret_figures
from tests.support import many

SEATS = ("ann", "wall")
AT_A_TIME = 8
"""So many secret doings come between two answers."""
ANSWERS = 40
FOR_SYSTEM = 20_000


class Watched:
    """A session, and all that its players and screens are sent."""

    def __init__(self, name: str, seed: str) -> None:
        fight = play(encounter(name), seed=seed)
        settings = settings_from({"seats": ["ann"], "watchers": ["wall"], "undo": "anyone"})
        self.session = Session.start(fight, settings)
        self.hidden = self.hide()
        self.cursors = {seat: Cursor(0, self.session.version) for seat in SEATS}
        self.known = self.views()

    def hide(self) -> str:
        foes = [unit.id for unit in self.session.fight.battle.units if unit.controller == GM and unit.side and unit.is_present()]
        if len(foes) < 2:
            return ""
        self.do({"do": "rule", "ruling": "hide", "args": {"who": foes[-1]}})
        return foes[-1]

    def do(self, command: dict[str, Any]) -> bool:
        try:
            self.session.do(GM, command)
        except Refusal:
            return False
        return True

    def views(self) -> str:
        return json.dumps([{**self.session.view(seat, "", True), "version": 0} for seat in SEATS])

    def frames(self) -> list[str]:
        return [json.dumps(self.cursors[seat].advance(self.session, seat)) for seat in SEATS]

    def refusals(self, who: str) -> list[str]:
        """What a player is told who tries things with somebody's id."""
        said: list[str] = []
        for command in (
            {"do": "automate", "who": who, "tactic": "steady"}, {"do": "hand_over", "who": who, "to": "ann"},
            {"do": "answer", "question": self.session.id_of("ann", "") or "q1", "option": f"attack:{who}"},
        ):  # fmt: skip
            with pytest.raises(Refusal) as no:
                self.session.do("ann", command)
            said.append(str(no.value))
        return said

    def odds(self) -> str:
        """The odds of an option that ann may choose now."""
        fight = self.session.fight
        for asked in fight.questions:
            if asked.question is not None and asked.controller != GM and may_answer(asked.controller, "ann"):
                options = [one for one in fight.options_for(asked, "ann") if one.weighs]
                if options:
                    return json.dumps(fight.odds(asked.id, options[-1].id, "ann", budget=Budget(60, 400, 10)).as_data())
        return ""

    def secret(self, dicey: Dicey) -> dict[str, Any]:
        """Something that the GM does and nobody may notice."""
        fight = self.session.fight
        battle, kind = fight.battle, dicey.below(10)
        unit = battle.find(self.hidden) if self.hidden else None
        if kind == 0:
            return rule("note", text="nobody hears this", secret=True)
        if kind == 1:
            return rule("force", who="*", what="no such roll", faces=[1])
        if unit is not None and unit.hidden and kind < 7:
            stats = [stat for stat in fight.system.unit_stats if stat.settable and stat.kind == "int"]
            stat = stats[dicey.below(len(stats))]
            value = fight.system.read_stat(battle, unit, stat)
            return rule("set", who=unit.id, stat=stat.name, value=(value if isinstance(value, int) else 0) + dicey.below(5) - 2)
        if kind == 7 and unit is not None and unit.hidden:
            return {"do": "order", "who": unit.id, "about": "*", "order": "ask"}
        figures = secret_figures(fight, "ann")
        if not figures:
            return rule("note", text="nor this", secret=True)
        who, name, value = figures[dicey.below(len(figures))]
        return rule("set", who=who, stat=name, value=value - 2 * dicey.below(2))

    def compared(self, dicey: Dicey, thorough: bool) -> int:
        """How many pairs were compared: one for each thing that the GM did in secret, and for each that was taken back."""
        said, odds = (self.refusals(self.hidden or "nobody"), self.odds()) if thorough else ([], "")
        before = [asked.id for asked in self.session.fight.questions]
        command = self.secret(dicey)
        if not self.do(command):
            return 0
        if [asked.id for asked in self.session.fight.questions] != before or self.session.fight.outcome is not None:
            self.do({"do": "undo"})
            self.frames()
            self.known = self.views()  # it led on, to what everybody sees
            return 0
        self.same(said, odds, command)
        if command["do"] == "rule" and dicey.below(4) == 0 and self.do({"do": "undo"}):
            self.same(said, odds, {"do": "undo", "of": command})
            return 2
        return 1

    def same(self, said: list[str], odds: str, command: dict[str, Any]) -> None:
        assert self.frames() == ["null"] * len(SEATS), f"{command} is sent to players"
        assert self.views() == self.known, f"{command} shows in views"
        if said:
            assert self.refusals(self.hidden or "nobody") == said, f"{command} shows in refusals"
            assert self.odds() == odds, f"{command} shows in odds"

    def on(self, dicey: Dicey) -> bool:
        """One answer further, whoever is asked."""
        if not self.session.fight.questions:
            return False
        asked = self.session.fight.questions[dicey.below(len(self.session.fight.questions))]
        option = asked.options[dicey.below(len(asked.options))].id
        self.do({"do": "answer", "question": self.session.id_of(GM, asked.id), "option": option})
        self.frames()
        self.known = self.views()
        return True


def rule(name: str, **args: object) -> dict[str, Any]:
    return {"do": "rule", "ruling": name, "args": args}


def pairs(of: str, seed: str, most: int) -> int:
    """Play fights of this system on and on; how many pairs were compared."""
    names = [name for name in ENCOUNTERS if name.startswith(f"{of}/")]
    names = [system(of).standard, *[name for name in names if name != system(of).standard]]
    found = number = 0
    while found < most:
        dicey = Dicey(f"twins {of} {seed} {number}")
        watched = Watched(names[number % len(names)], f"{seed} {number}")
        for answer in range(ANSWERS):
            for turn in range(AT_A_TIME):
                found += watched.compared(dicey, turn == 0 and answer % 5 == 0)
            if found >= most or not watched.on(dicey):
                break
        number += 1
    return found


@pytest.mark.parametrize("name", system_names())
def test_what_differs_only_in_secrets_is_sent_alike(name: str) -> None:
    wanted = many(150, FOR_SYSTEM)
    assert pairs(name, "1", wanted) >= wanted


@pytest.mark.parametrize("name", system_names())
def test_a_ruling_that_is_told_to_everybody_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = ruling_module.told

    def loudly(battle: Battle, text: str, who: list[str] | None = None, audience: str = "all", public: str = "") -> None:
        told(battle, text, who, audience, public or ("Something stirs." if audience == GM else ""))

    monkeypatch.setattr(ruling_module, "told", loudly)
    with pytest.raises(AssertionError, match=r"is sent to players|shows in"):
        pairs(name, "planted", 60)


@pytest.mark.parametrize("name", system_names())
def test_a_frame_for_everything_that_is_done_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(self: Cursor, session: Session, seat: str, version: int) -> dict[str, Any]:
        return {**session.changes(seat, version, True)}

    monkeypatch.setattr(Cursor, "between", counting)
    with pytest.raises(AssertionError, match="is sent to players"):
        pairs(name, "planted", 60)
