"""The GM's word at any moment: while a die is awaited, while a result is held, while a nested question is open.

Random rulings are applied at random points of random fights with typed dice, and the fight goes on. Whatever is ruled: no die is
asked for on behalf of somebody who can no longer roll it; nobody is asked to react who has nothing to choose; who is out does not act;
who is gone is not struck; what the log says adds up to what happened; a second look at the same state gives the same answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from quintain.engine import GM, Battle, Event, Fight, Question, Refusal, Stream, Unit, view
from quintain.engine.asked import OpenQuestion
from quintain.engine.ruling import COMMON
from quintain.engine.system import open_options
from quintain.engine.viewer import Viewer
from quintain.library.clauses import clauses_of
from quintain.library.encounters import Encounter, play
from tests.conformance.adding_up import why_wrong
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, check_replays, check_sound, encounter, fields
from tests.conformance.test_rulings import filled, some_value
from tests.support import many

STEPS = 90
HARM = ("hp", "health", "heart", "marks")


# -- the GM's word ---------------------------------------------------------------------------------------------------------


def ruling_at(fight: Fight, dicey: Dicey) -> tuple[str, dict[str, object]]:
    """Something the GM may say, aimed half of the time at whom the fight just now turns about."""
    units = [unit.id for unit in fight.battle.units]
    near = [id for event in fight.events[-4:] for id in event.who if id in units]
    near += [asked.who for asked in fight.questions if asked.who in units]
    who = dicey.pick(near) if near and dicey.below(3) else dicey.pick(units)
    kind = dicey.below(10)
    settable = [stat for stat in fight.system.unit_stats if stat.settable]
    if kind < 3:
        stat = settable[dicey.below(len(settable))]
        return "set", {"who": who, "stat": stat.name, "value": some_value(dicey, stat)}
    if kind < 5:
        telling = [stat for stat in settable if stat.name in (*HARM, "state", "status", "weapon", "condition")]
        stat = telling[dicey.below(len(telling))] if telling else settable[0]
        value = 0 if stat.name in HARM else -1 if stat.name == "weapon" else some_value(dicey, stat)
        return "set", {"who": who, "stat": stat.name, "value": value}
    if kind == 5:
        return "remove", {"who": who}
    if kind == 6:
        return "hand_over", {"who": who, "to": dicey.pick([GM, "players", "ann"])}
    if kind == 7:
        return "move", {"who": who, "to": some_place(fight, dicey)}
    rulings = {**COMMON, **fight.system.rulings}
    named = [name for name in sorted(rulings) if name in ("hurt", "heal", "state", "disarm", "harm", "damage", "side", "hide")]
    name = dicey.pick(named if kind == 8 else [name for name in sorted(rulings) if name != "end"])
    ruling = rulings[name]
    args = {field: filled(dicey, units, meaning) for field, meaning in ruling.fields.items() if "?" not in meaning or dicey.below(2)}
    return name, {**args, **({"who": who} if "who" in args else {})}


def some_place(fight: Fight, dicey: Dicey) -> object:
    """A square or a zone of this map, by where its board says that things are."""
    board = fight.system.board(fight.battle, Viewer(fight.system, fight.battle, GM))
    if board["kind"] == "grid":
        return [dicey.below(max(1, board["width"])), dicey.below(max(1, board["height"]))]
    places = [place["id"] for place in board["places"]]
    return dicey.pick(places) if places else [dicey.below(60), dicey.below(30)]


# -- what must hold --------------------------------------------------------------------------------------------------------


def takes_part(battle: Battle, unit: Unit | None) -> bool:
    """Can somebody still roll or be hit? In clash the fallen complete the round (CL-75): only the gone and the dead are out. In
    toughness the Dying roll to their end once the fight is over, wherever they are (TO-112)."""
    if unit is None:
        return False
    known = fields(unit)
    if battle.closing and known.get("dying") and not known.get("dead", True):
        return True
    if "falls" in known and "unit_class" in known:
        return known["state"] not in ("gone", "dead") and not known["arrives"]
    return unit.is_present()


def check_awaited(fight: Fight, asked: OpenQuestion) -> None:
    """No die is asked for on behalf of somebody who can no longer roll it."""
    pending = asked.pending
    assert pending is not None
    if pending.who:
        unit = fight.battle.find(pending.who)
        assert takes_part(fight.battle, unit), f"{asked.id}: {pending.who} is out, and a die is asked for"


def check_second_look(fight: Fight) -> None:
    """Looking changes nothing, and shows the same again."""
    for seat in (GM, "ann"):
        first = json.dumps(view(fight, seat), default=str)
        assert json.dumps(view(fight, seat), default=str) == first
    for asked in fight.questions:
        if asked.question is not None:
            listed = [option.id() for option in asked.question.options()]
            assert [option.id() for option in asked.question.options()] == listed
    twin = fight.fork()
    assert json.dumps(view(twin, GM), default=str) == json.dumps(view(fight, GM), default=str)


def harm_of(unit: Unit) -> list[object]:
    known = fields(unit)
    return [known[name] for name in HARM if name in known]


class Watch:
    """Who was out before something happened, and how hurt."""

    def __init__(self, fight: Fight) -> None:
        self.number = len(fight.events)
        self.entries = len(fight.entries)
        self.out = {
            unit.id: harm_of(unit) for unit in fight.battle.units if not takes_part(fight.battle, unit) and not unit.is_present()
        }

    def check(self, fight: Fight) -> None:
        """Whoever was out and still is has neither acted nor been struck in between."""
        for id, before in self.out.items():
            unit = fight.battle.find(id)
            if unit is not None and not takes_part(fight.battle, unit) and not fight.battle.closing:
                assert harm_of(unit) == before, f"{id} is out, and was struck"
        still = [id for id in self.out if not takes_part(fight.battle, fight.battle.find(id))]
        for entry in fight.entries[self.entries :]:
            assert entry.do != "roll" or entry.whose() not in still, f"{entry.at}: {entry.whose()} is out, and rolls"
        for event in fight.events[self.number :]:
            rolled = event.math and event.who and any("d20" in label or "d%" in label for label, _ in event.math)
            assert not (rolled and event.who[0] in still), f"{event.who[0]} is out: {event.text}"


def check_log(fight: Fight, first: int) -> None:
    """The terms listed sum to the total told, and the total against the figure gives the verdict told."""
    for event in fight.events[first:]:
        why = why_wrong(fight, event)
        assert not why, f"{event.kind}: {event.text} {event.math}: {why}"


Ruled = Callable[[Fight, Dicey], tuple[str, dict[str, object]]]


def interrupted(name: str, seed: str, enc: Encounter | None = None, rules: Ruled = ruling_at) -> Fight:
    """One fight with typed dice and a random ruling before every third thing that happens."""
    dicey = Dicey(f"edges {seed} {name}")
    stream = Stream(f"edges {seed} {name}")
    fight = play(encounter(name) if enc is None else enc, seed=f"edges {seed}")
    fight.type_dice("*")
    fight.hold_results(dicey.below(2) == 1)
    while len(fight.entries) < STEPS and fight.questions:
        watch, told = Watch(fight), len(fight.events)
        asked = fight.questions[dicey.below(len(fight.questions))]
        if dicey.below(4) == 0:
            before = [entry.as_data() for entry in fight.entries]
            try:
                fight.rule_with(*rules(fight, dicey))
            except Refusal:
                assert [entry.as_data() for entry in fight.entries] == before
            check_log(fight, told)
            watch = Watch(fight)
        elif asked.pending is not None:
            check_awaited(fight, asked)
            fight.enter(asked.id, asked.pending.dice.throw(stream))
        elif asked.question is None:
            fight.answer(asked.id, "go")
        elif asked.options:
            fight.answer(asked.id, likely(asked, dicey))
        else:
            fight.rule("end", result="broken off")
        check_sound(fight)
        for open_now in fight.questions:
            unit = fight.battle.find(open_now.who)
            acts = open_now.question is not None and open_now.question.kind() in ("turn", "declaration")
            assert not acts or unit is None or takes_part(fight.battle, unit), f"{open_now.id}: {open_now.who} is out"
            if open_now.pending is not None:
                check_awaited(fight, open_now)
            elif open_now.question is not None:
                assert not is_pointless(open_now.question), f"{open_now.id} is asked though there is nothing to choose"
        watch.check(fight)
        check_log(fight, told)
        if dicey.below(10) == 0:
            check_second_look(fight)
    return fight


def is_pointless(question: Question) -> bool:
    """Can no more be done than to decline, or than one thing in reaction?"""
    left, kind = [option.id() for option in open_options(question)], question.kind()
    if len(left) != 1 or kind in ("turn", "declaration", "setup"):
        return False
    return kind == "reaction" or left[0] == question.standing("never")


def likely(asked: OpenQuestion, dicey: Dicey) -> str:
    """An option at random, half of the time one that leads to dice."""
    weighing = [option.id for option in asked.options if option.weighs]
    if weighing and dicey.below(4):
        return dicey.pick(weighing)
    return asked.options[dicey.below(len(asked.options))].id


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_is_ruled_in_the_middle_the_fight_stays_true(system: str) -> None:
    for name in [name for name in ENCOUNTERS if name.startswith(f"{system}/")]:
        for number in range(many(3, 300)):
            fight = interrupted(name, str(number))
            check_replays(fight)
            assert without_clause(fight) == {}


# -- a number names its clause ---------------------------------------------------------------------------------------------

OF_THE_TABLE = ("ruling", "undone", "doubt", "note", "end")
"""What people at the table did, not the rules."""


def tells_a_number(fight: Fight, event: Event) -> bool:
    """Arithmetic, or a figure in the sentence that is not part of a name or a place."""
    text = event.text
    for name in sorted({unit.name for unit in fight.battle.units}, key=len, reverse=True):
        text = text.replace(name, "")
    text = re.sub(r"\([-\d., ]+\)|[A-Z]\d+", "", text)
    return bool(event.math) or re.search(r"\d", text) is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_in_the_log_names_the_clause_it_follows_from(system: str) -> None:
    for name in [name for name in ENCOUNTERS if name.startswith(f"{system}/")]:
        for tactic in ("steady", "random", "careful"):
            assert without_clause(play(encounter(name), seed="clauses", auto={"*": tactic})) == {}


def without_clause(fight: Fight) -> dict[str, str]:
    """Kinds of events that tell a number and name no clause, or one that the book has not, each with such a line."""
    known = {clause["id"] for clause in clauses_of(fight.system.name)}
    wrong: dict[str, str] = {}
    for event in fight.events:
        if event.clause and event.clause not in known:
            wrong.setdefault(f"{event.kind} names {event.clause}", event.text)
        elif not event.clause and event.kind not in OF_THE_TABLE and tells_a_number(fight, event):
            wrong.setdefault(f"{event.kind} names no clause", event.text)
    return wrong
