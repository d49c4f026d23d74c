"""Two tables play the same, answer for answer; the GM of one does things in secret in between that lead to nothing. Whatever players
do and try, and whatever they are then sent, told, refused and shown as odds, is the same at both."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import pytest

from quintain.engine import GM, Budget, Defect, Refusal, Session, settings_from
from quintain.engine.record import ASIDES, Entry
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.support import many

PLAYERS = ("ann", "ben")
SEATS = (*PLAYERS, "wall")
UNDO = ("own", "anyone", "propose")
NOTE = {"do": "rule", "ruling": "note", "args": {"text": "psst", "secret": True}}
Command: TypeAlias = dict[str, Any]


def same_token(size: int = 32) -> str:
    return "ab" * size


class Tables:
    """The quiet table, and the busy one."""

    def __init__(self, name: str, seed: str) -> None:
        self.dicey = Dicey(f"in step {name} {seed}")
        undo, hold, typed = UNDO[self.dicey.below(3)], self.dicey.below(2) == 0, self.dicey.below(3) == 0
        self.quiet, self.busy = (self.begun(name, seed, undo, hold, typed) for _ in range(2))
        self.looked = (0, 0)
        self.restarted = 0
        self.same("the beginning")

    def begun(self, name: str, seed: str, undo: str, hold: bool, typed: bool) -> Session:
        settings = settings_from({"seats": list(PLAYERS), "watchers": ["wall"], "undo": undo, "hold": hold})
        session = Session.start(play(encounter(name), seed=seed, salt="step"), settings)
        battle = session.fight.battle
        foes = [unit.id for unit in battle.units if unit.controller == GM and unit.side and unit.is_present()]
        self.hidden = foes[-1] if len(foes) > 1 else ""
        if self.hidden:
            session.do(GM, {"do": "rule", "ruling": "hide", "args": {"who": self.hidden}})
        for place, hero in enumerate([unit.id for unit in battle.units if unit.controller == "players"]):
            session.do(GM, {"do": "hand_over", "who": hero, "to": PLAYERS[place % 2]})
        if typed:
            session.do(GM, {"do": "type_dice", "who": "*", "on": True})
        return session

    # -- what is done ------------------------------------------------------------------------------------------------

    def secretly(self) -> None:
        """Something that the GM of the busy table does."""
        kind = self.dicey.below(9)
        commands: list[Command] = [NOTE]
        if kind == 1:
            commands = [NOTE, {"do": "undo"}]
        elif kind == 2:
            commands = [NOTE, {"do": "undo"}, {"do": "redo"}]
        elif kind == 3:
            commands = [{"do": "rule", "ruling": "force", "args": {"who": "*", "what": "no such roll", "faces": [1]}}]
        elif kind == 4 and self.hidden:
            commands = [{"do": "order", "who": self.hidden, "about": "*", "order": "ask"}]
        elif kind == 5:
            commands = [NOTE, {"do": "undo"}, NOTE]
        elif kind == 6:
            self.busy = Session.restore(self.busy.fight.system, self.busy.ops_since(0))
            self.restarted += 1
            commands = []
        elif kind > 6:
            beneath = self.beneath()
            place = beneath[self.dicey.below(len(beneath))] if beneath else -1
            commands = [{"do": "undo", "entry": place}, {"do": "redo"}] if beneath else [NOTE]
            commands = commands[: 9 - kind]
        for command in commands:
            self.done(self.busy, GM, command, None)
        self.same(f"in secret: {commands}")

    def beneath(self) -> list[int]:
        """Secret rulings of the GM of the busy table since which nothing was done, though much may have been taken back."""
        entries = self.busy.fight.entries
        last = max([place for place, entry in enumerate(entries) if not is_secret(entry) and entry.do not in ASIDES], default=-1)
        return [place for place, entry in enumerate(entries) if place > last and is_secret(entry)]

    def deep(self) -> list[Command]:
        """Something done long ago is taken back; at the busy table with what the GM had done in secret before it."""
        quiet, busy = (
            [place for place, entry in enumerate(one.fight.entries) if entry.is_personal() and entry.do != "rule"]
            for one in (self.quiet, self.busy)
        )
        if not quiet:
            return [{"do": "settings", "settings": {"undo": "anyone"}}] * 2
        number = len(quiet) - 1 - self.dicey.below(min(6, len(quiet)))
        place, entries = busy[number], self.busy.fight.entries
        while place > 0 and (is_secret(entries[place - 1]) or is_remark(entries[place - 1])):
            place -= 1
        while not is_secret(entries[place]) and place < busy[number]:
            place += 1
        return [{"do": "undo", "entry": quiet[number]}, {"do": "undo", "entry": place}]

    def step(self) -> None:
        """Something that a player does or tries, or the GM openly."""
        kind, seat = self.dicey.below(13), PLAYERS[self.dicey.below(2)]
        named: list[Command]
        if kind < 6 and self.quiet.fight.questions:
            self.answered()
            return
        if kind == 6:
            named = [{"do": "settings", "settings": {"undo": UNDO[self.dicey.below(3)]}}] * 2
            seat = GM
        elif kind == 7 and self.quiet.proposals:
            do, seat = ("agree", "decline")[self.dicey.below(2)], GM
            named = [{"do": do, "proposal": session.proposals[0].number} for session in (self.quiet, self.busy)]
        elif kind == 12:
            named, seat = self.deep(), GM
        elif kind == 8:
            named = [{"do": "undo", "to": 1 + self.dicey.below(len(self.quiet.view(seat)["log"]) + 1)}] * 2
        else:
            named = [self.tried(seat)] * 2
        stale = self.dicey.below(4) == 0
        versions = self.looked if stale else (self.quiet.version, self.busy.version)
        self.both(seat, named, (None, None) if seat == GM else versions)

    def tried(self, seat: str) -> Command:
        names = [*[unit.id for unit in self.quiet.fight.battle.units], "nobody", seat, "*", GM]
        who = names[self.dicey.below(len(names))]
        some: list[Command] = [
            {"do": "undo"}, {"do": "redo"}, {"do": "undo"}, {"do": "redo"}, {"do": "automate", "who": who, "tactic": "steady"},
            {"do": "automate", "who": who, "tactic": ""}, {"do": "order", "who": who, "about": "*", "order": "ask"},
            {"do": "hand_over", "who": who, "to": PLAYERS[self.dicey.below(2)]}, {"do": "amend", "entry": 3, "value": "x"},
            {"do": "answer", "question": f"q{self.dicey.below(30)}", "option": "x"}, {"do": "undo", "entry": 3}, {"do": "fork"},
        ]  # fmt: skip
        return some[self.dicey.below(len(some))]

    def answered(self) -> None:
        """Whoever is asked answers; results are let stand."""
        place = self.dicey.below(len(self.quiet.fight.questions))
        number = self.dicey.below(10_000)
        named: list[Command] = []
        for session in (self.quiet, self.busy):
            asked = session.fight.questions[place]
            command: Command = {"question": session.id_of(GM, asked.id), "do": "go"}
            if asked.pending is not None:
                command.update({"do": "enter", "faces": asked.pending.dice.throw(session.fight.seeds.stream(0, number))})
            if asked.question is not None and asked.options:
                command.update({"do": "answer", "option": asked.options[number % len(asked.options)].id})
            named.append(command)
        self.both(GM, named, (None, None))

    def both(self, seat: str, named: list[Command], versions: tuple[object, object]) -> None:
        now = (self.quiet.version, self.busy.version)
        said = [self.done(*one) for one in zip((self.quiet, self.busy), (seat, seat), named, versions, strict=True)]
        if seat == GM:
            said = [words[:1] for words in said]
        assert said[0] == said[1], f"{seat} is told otherwise: {named[0]}"
        self.looked = now
        self.same(f"{seat}: {named[0]}")
        for seat in SEATS:
            new = [json.dumps(plain(one.changes(seat, since))) for one, since in zip((self.quiet, self.busy), now, strict=True)]
            assert new[0] == new[1], f"{seat} is sent otherwise: {named[0]}"

    def done(self, session: Session, seat: str, command: Command, version: object) -> str:
        """What is said to it."""
        try:
            receipt: Any = session.do(seat, command, version).as_data()
        except Defect:
            raise
        except Refusal as no:
            return f"no: {no.sentence}"
        return f"yes: {receipt['events']} {receipt['said']}"

    # -- what is seen ------------------------------------------------------------------------------------------------

    def same(self, what: str) -> None:
        for seat in SEATS:
            shown = [json.dumps(plain(session.view(seat))) for session in (self.quiet, self.busy)]
            assert shown[0] == shown[1], f"{seat} sees it. {what}"

    def odds(self) -> None:
        """Of an option of a player's: the same to the last digit."""
        for asked in self.quiet.fight.questions:
            if asked.question is not None and asked.controller in PLAYERS:
                for option in [one for one in self.quiet.fight.options_for(asked, asked.controller) if one.weighs][:1]:
                    told = [
                        session.fight.odds(asked.id, option.id, asked.controller, budget=Budget(60, 600, 30)).as_data()
                        for session in (self.quiet, self.busy)
                        if asked.id in [one.id for one in session.fight.questions]
                    ]
                    assert told[0] == told[-1], f"{asked.controller} is shown other odds of {option.id}"
                return


def is_secret(entry: Entry) -> bool:
    return entry.do == "rule" and (entry.value == "force" or entry.args.get("secret") is True)


def is_remark(entry: Entry) -> bool:
    """Nothing that anybody but the GM heard of."""
    return entry.do == "undone" and entry.args.get("heard") == []


def plain(sent: Any) -> dict[str, object]:
    """How often the GM spoke is counted in the version."""
    return {name: part for name, part in sent.items() if name not in ("version", "since")}


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_that_the_gm_does_in_secret_shows_in_anything_players_do(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", same_token)
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/")]
    more = 0
    for number in range(many(10, 400)):
        tables = Tables(names[number % len(names)], f"{number}")
        for step in range(24):
            if tables.dicey.below(2) == 0:
                tables.secretly()
            tables.step()
            if step % 8 == 0:
                tables.odds()
        more += tables.busy.version - tables.quiet.version
    assert more > 60, "the GM of the busy table did much that the other did not"
