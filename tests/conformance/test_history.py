"""Everything that can be done to a fight, in any order: each operation is whole or refused; the record loads again and replays to the
same events; a session comes back from its journal to the byte; a reloaded fight goes on as the live one does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from quintain.engine import Defect, Fight, Refusal, Session, settings_from
from quintain.engine.view import scene
from quintain.library.encounters import fight_of, play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.conformance.test_rulings import some_ruling
from tests.engine.test_ledger import as_told, known
from tests.support import many

NUMBERS = st.integers(0, 10_000)
SMALL = {
    "clash": ["clash/spines", "clash/standard"],
    "escalation": ["escalation/toll"],
    "riposte": ["riposte/ferry"],
    "tiers": ["tiers/standard"],
    "toughness": ["toughness/standard"],
}
THROWING = {
    "clash": [("roll_score", {"who": "WHO"}), ("roll_score", {"who": "WHO", "score": "WHO"})],
    "toughness": [("trigger", {"who": "WHO"})],
}
"""Rulings that throw dice, by system."""


def same_token(size: int = 32) -> str:
    return "ab" * size


def events(fight: Fight) -> list[dict[str, object]]:
    return [event.as_data() for event in fight.events]


def plain(data: object) -> Any:
    return json.loads(json.dumps(data))


def shown(fight: Fight, seat: str) -> Any:
    """What a seat sees of a fight, but for what can be done again, which is no part of a record."""
    return {name: part for name, part in plain(scene(fight, seat)).items() if name not in ("can_redo", "history")}


def in_a_sentence(no: Refusal, command: dict[str, Any]) -> None:
    assert not isinstance(no, Defect), f"{command}: {no.sentence}"
    assert 10 < len(no.sentence) <= 1000


class Table(RuleBasedStateMachine):
    """A session, and a twin that is made again from the record now and then and does everything the session's fight does."""

    systems: list[str] = SYSTEMS

    @initialize(which=NUMBERS, seed=NUMBERS)
    def begin(self, which: int, seed: int) -> None:
        names = [name for system in self.systems for name in SMALL.get(system, ENCOUNTERS)]
        fight = play(encounter(names[which % len(names)]), seed=f"history {seed % 40}")
        self.session = Session.start(fight, settings_from({"seats": ["ann", "bob"], "watchers": ["wall"], "undo": "anyone"}))
        self.twin = fight_of(plain(fight.record))
        self.twin.at_once = fight.at_once
        self.done = 0

    @property
    def fight(self) -> Fight:
        return self.session.fight

    def do(self, seat: str, command: dict[str, Any]) -> bool:
        """The same to the session and, through the fight's own methods, to the twin; both take it or both refuse it, unchanged."""
        before, records = plain(self.fight.record), plain(self.twin.record)
        shown = plain(self.session.view("ann"))
        try:
            self.session.do(seat, command)
        except Refusal as no:
            in_a_sentence(no, command)
            assert plain(self.fight.record) == before
            assert plain(self.session.view("ann")) == shown
            with pytest.raises(Refusal):
                self.also(seat, command)
            assert plain(self.twin.record) == records
            return False
        self.also(seat, command)
        self.done += 1
        return True

    def also(self, seat: str, command: dict[str, Any]) -> None:
        twin, do = self.twin, command["do"]
        if do in ("answer", "go", "enter"):
            name = command["name"]
            if do == "enter":
                twin.enter(name, command["faces"], seat)
            else:
                twin.answer(name, command.get("option", "go"), seat)
        elif do == "rule":
            twin.rule_with(command["ruling"], command["args"])
        elif do == "undo":
            twin.undo_to(command["entry"], command["fresh"])
        elif do == "redo" and "branch" in command:
            twin.take_up(command["branch"])
        elif do == "redo":
            twin.redo()
        elif do == "amend":
            twin.amend(command["entry"], command.get("value", ""), command.get("faces"))
        elif do == "automate":
            twin.automate(command["who"], command["tactic"])
        elif do == "order":
            twin.order(command["who"], command["about"], command["order"])
        elif do == "type_dice":
            twin.type_dice(command["who"], command["on"])
        elif do == "hold":
            twin.hold_results(command["on"])

    # -- what can be done ------------------------------------------------------------------------------------------------

    def answering(self, dicey: Dicey) -> None:
        asked = self.fight.questions[dicey.below(len(self.fight.questions))]
        situation = self.session._asked["gm"].open[asked.id].id
        if asked.pending is not None:
            faces = asked.pending.dice.throw(dicey.stream)
            self.both({"do": "enter", "question": situation, "faces": faces}, asked.id)
        elif asked.options:
            option = asked.options[dicey.below(len(asked.options))].id
            assert self.both({"do": "answer", "question": situation, "option": option}, asked.id), "an offered option was refused"

    def both(self, command: dict[str, Any], name: str) -> bool:
        before = plain(self.fight.record)
        try:
            self.session.do("gm", command)
        except Refusal as no:
            in_a_sentence(no, command)
            assert plain(self.fight.record) == before
            return False
        self.also("gm", {**command, "name": name})
        self.done += 1
        return True

    @rule(number=NUMBERS, times=st.integers(1, 6))
    def answer(self, number: int, times: int) -> None:
        dicey = Dicey(f"answers {number}")
        for _ in range(times):
            if self.fight.questions:
                self.answering(dicey)

    @rule(number=NUMBERS)
    def ruling(self, number: int) -> None:
        dicey = Dicey(f"ruling {number}")
        name, args = some_ruling(self.fight, dicey)
        if number % 3 == 0 and self.fight.system.name in THROWING and self.fight.battle.units:
            name, pattern = THROWING[self.fight.system.name][number % len(THROWING[self.fight.system.name])]
            who = self.fight.battle.units[number % len(self.fight.battle.units)].id
            args = {field: who if value == "WHO" else value for field, value in pattern.items()}
        self.do("gm", {"do": "rule", "ruling": name, "args": args})

    @precondition(lambda self: bool(self.fight.entries))
    @rule(number=NUMBERS, fresh=st.booleans(), near=st.booleans())
    def undo(self, number: int, fresh: bool, near: bool) -> None:
        length = len(self.fight.entries)
        place = max(0, length - 1 - number % 12) if near else number % length
        self.do("gm", {"do": "undo", "entry": place, "fresh": fresh})

    @rule()
    def redo(self) -> None:
        self.do("gm", {"do": "redo"})

    @precondition(lambda self: bool(self.fight.left))
    @rule(number=NUMBERS)
    def take_up(self, number: int) -> None:
        """Go on from a branch that was left, or from one that is not there."""
        self.do("gm", {"do": "redo", "branch": number % (len(self.fight.left) + 1)})

    @precondition(lambda self: any(entry.do in ("answer", "roll") for entry in self.fight.entries))
    @rule(number=NUMBERS, near=st.booleans())
    def amend(self, number: int, near: bool) -> None:
        places = [place for place, entry in enumerate(self.fight.entries) if entry.do in ("answer", "roll")]
        place = places[-1 - number % min(8, len(places))] if near else places[number % len(places)]
        entry = self.fight.entries[place]
        command: dict[str, Any] = {"do": "amend", "entry": place}
        if entry.do == "roll":
            command["faces"] = [max(1, (face + number) % 7) for face in entry.faces]
        else:
            kind = entry.at.split("#")[0]
            same = [other.value for other in self.fight.entries if other.do == "answer" and other.at.split("#")[0] == kind]
            command["value"] = same[number % len(same)]
        self.do("gm", command)

    @rule(number=NUMBERS, tactic=st.sampled_from(["steady", "random", "reckless", ""]))
    def automate(self, number: int, tactic: str) -> None:
        units = self.fight.battle.units
        names = ["gm", "players", *sorted({unit.side for unit in units}), *[unit.id for unit in units]]
        self.do("gm", {"do": "automate", "who": names[number % len(names)], "tactic": tactic})

    @rule(number=NUMBERS, order=st.sampled_from(["always", "never", "ask", ""]))
    def order(self, number: int, order: str) -> None:
        if not self.fight.questions:
            return
        asked = self.fight.questions[number % len(self.fight.questions)]
        wanted = order or (asked.options[number % len(asked.options)].id if asked.options else "x")
        self.do("gm", {"do": "order", "who": "*" if number % 2 else asked.who or "gm", "about": asked.about, "order": wanted})

    @rule(on=st.booleans(), number=NUMBERS)
    def type_dice(self, on: bool, number: int) -> None:
        names = ["*", "gm", "players", *[unit.id for unit in self.fight.battle.units]]
        self.do("gm", {"do": "type_dice", "who": names[number % len(names)], "on": on})

    @rule(on=st.booleans())
    def hold(self, on: bool) -> None:
        self.do("gm", {"do": "hold", "on": on})

    @rule(number=NUMBERS, typed=st.booleans())
    def held_and_typed(self, number: int, typed: bool) -> None:
        """Results wait for the GM, and dice for whoever types them in, both at once."""
        self.do("gm", {"do": "hold", "on": True})
        self.do("gm", {"do": "type_dice", "who": "*", "on": typed})
        self.answer(number, 4)

    @rule()
    def reload(self) -> None:
        """From here on the twin is a fight read anew, or a fork."""
        redo = plain([taken.as_data() for taken in self.fight.undone])
        self.twin = fight_of(plain(self.fight.record)) if self.done % 2 else self.fight.fork()
        self.twin.at_once = self.fight.at_once
        self.twin.put_back(redo, plain([[taken.as_data() for taken in branch] for branch in self.fight.left]))

    @rule()
    def restore(self) -> None:
        """The session goes on as the one that its journal makes."""
        before = [self.session.view(seat) for seat in ("gm", "ann", "bob")]
        self.session = Session.restore(self.fight.system, self.session.ops_since(0))
        assert plain([self.session.view(seat) for seat in ("gm", "ann", "bob")]) == plain(before)

    # -- what must hold --------------------------------------------------------------------------------------------------

    @invariant()
    def the_record_loads_and_replays_to_the_same_events(self) -> None:
        if not hasattr(self, "session"):
            return
        record = plain(self.fight.record)
        again = fight_of(record)
        assert events(again) == events(self.fight)
        assert [asked.id for asked in again.questions] == [asked.id for asked in self.fight.questions]
        assert again.battle.key() == self.fight.battle.key()
        assert plain(again.record) == record
        assert again.doubts == []
        seat = ("gm", "ann")[self.done % 2]
        assert shown(self.fight, seat) == shown(again, seat), "what was not made again is as if it had been"

    @invariant()
    def the_twin_has_come_the_same_way(self) -> None:
        if hasattr(self, "session"):
            assert plain(self.twin.record) == plain(self.fight.record)
            assert events(self.twin) == events(self.fight)

    @invariant()
    def lines_are_numbered_without_gaps_and_those_that_hold_are_the_story_as_a_seat_knows_it(self) -> None:
        if not hasattr(self, "session"):
            return
        for seat in ("gm", "ann", "wall"):
            shown = self.session.view(seat)
            log: Any = shown["log"]
            assert [line["number"] for line in log] == list(range(1, len(log) + 1))
            holds = [line for line in log if line["number"] not in shown["taken_back"] and line["kind"] != "changed"]
            assert [as_told(line) for line in holds] == known(self.fight.events, seat)
        ledger = self.session.ledger
        assert [ledger.told[place].text for place in ledger.standing] == [event.text for event in self.fight.events]


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_operations_in_any_order_leave_a_fight_that_loads(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # A seed that is drawn anew, after one was shown, is the same for the fight and its twin.
    monkeypatch.setattr("secrets.token_hex", same_token)
    machine = type(f"Table{system}", (Table,), {"systems": [system]})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=many(5, 400), stateful_step_count=many(14, 50), phases=[Phase.generate], report_multiple_bugs=False
        ),
    )
    assert vars(machine)["systems"] == [system]


def test_that_results_are_held_no_more_stands_before_that_they_are_when_it_is_done_again() -> None:
    """The first that a record says of it changes nothing then: a reloaded fight was held from the beginning, and stopped earlier."""
    fight = play(encounter("clash/spines"), seed="history 24")
    asked = fight.questions[0]
    fight.answer(asked.id, asked.options[0].id)
    fight.hold_results()
    fight.undo_to(0)
    fight.undo_to(0, fresh=True)
    fight.automate("gm", "reckless")
    fight.redo()
    again = fight_of(plain(fight.record))
    assert [one.id for one in again.questions] == [one.id for one in fight.questions]
    assert events(again) == events(fight)
