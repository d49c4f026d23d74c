"""What every system is put through, and the means to do it.

A shipped system enrols by existing; one from outside with `pytest tests/conformance --system MODULE`, and then alone.
"""

from __future__ import annotations

import os
from importlib.resources import files

from quintain.engine import Battle, Event, Fight, Option, Question, Stream, System, Tactic
from quintain.engine.drive import next_joint
from quintain.engine.sample import OnwardReading, SampleReading, Tactics
from quintain.engine.system import why_not
from quintain.library.encounters import Encounter, sample
from quintain.library.shipped import is_encounter, samples
from quintain.systems import enrol
from tests.support import OUTSIDE
from tests.support import check_replays as check_replays


def shipped() -> list[str]:
    """Every encounter in every system's content folder, found without importing any system."""
    found: list[str] = []
    for folder in sorted(files("quintain.systems").iterdir(), key=lambda entry: entry.name):
        content = folder.joinpath("content")
        if not folder.is_dir() or not content.is_dir():
            continue
        for entry in sorted(content.iterdir(), key=lambda entry: entry.name):
            if is_encounter(entry):
                found.append(f"{folder.name}/{entry.name.removesuffix('.yaml')}")
    return found


ENCOUNTERS = samples(enrol(os.environ[OUTSIDE])) if os.environ.get(OUTSIDE) else shipped()
SYSTEMS = sorted({name.split("/")[0] for name in ENCOUNTERS})
_cache: dict[str, Encounter] = {}


def encounter(name: str) -> Encounter:
    if name not in _cache:
        _cache[name] = sample(name)
    return _cache[name]


class Judged(Tactic):
    """Another tactic, every answer of which is held against the question's own judgement."""

    def __init__(self, inner: Tactic) -> None:
        super().__init__(inner.name, inner.level)
        self.inner = inner
        self.asked: dict[str, int] = {}

    def begin(self, seed: str) -> None:
        self.inner.begin(seed)

    def answer(self, question: Question) -> Option:
        assert question.options(), f"{question.about} of {question.who} was asked without an option"
        option = self.inner.answer(question)
        why = why_not(question, option)
        assert not why, f"{self.name} answers {question.about} of {question.who} with {option.id()}: {why}"
        found = question.find(option.id())
        assert found is not None and found.id() == option.id(), f"{option.id()} is not found again by its id"
        assert question.title() and option.label(question.battle)
        self.asked[question.about] = self.asked.get(question.about, 0) + 1
        return option


class JudgedTactics(Tactics):
    """The same tactic for everybody, judged."""

    def __init__(self, system: System, name: str) -> None:
        super().__init__(system, {"*": name})
        judged = Judged(self.rest)
        self.by_side = {"*": judged}
        self.rest = judged
        self.judged = judged


class Listening(SampleReading):
    """A sampled fight whose events are kept."""

    def __init__(self, tactics: Tactics) -> None:
        super().__init__(tactics)
        self.telling = True
        self.events: list[Event] = []

    def tell(self, battle: Battle, event: Event) -> None:
        event.number = len(self.events) + 1
        event.round = battle.round
        self.events.append(event)


class Dicey:
    """Choices for tests that try many things, from a numbered stream of their own."""

    def __init__(self, seed: str) -> None:
        self.stream = Stream(f"conformance:{seed}")

    def below(self, number: int) -> int:
        return self.stream.face(number, 0)

    def pick(self, things: list[str]) -> str:
        return things[self.below(len(things))]


def joints(fight: Fight) -> list[Battle]:
    """The battle at every joint of a fight."""
    return [battle for battle, _ in placed_joints(fight)]


def placed_joints(fight: Fight) -> list[tuple[Battle, int]]:
    """The battle at every joint of a fight, and how much of the record was used by then. The fight itself keeps a few."""
    reading = OnwardReading(fight.system, list(fight.entries), 0, {}, Tactics(fight.system, {"*": "steady"}))
    battle = fight.checkpoints[0].battle.copy()
    battle.read_by(reading)
    found: list[tuple[Battle, int]] = []
    while next_joint(fight.system, battle):
        found.append((battle.copy(), reading.position))
    return found


def check_sound(fight: Fight) -> None:
    """Whoever is asked is there, can choose, and every unit is known by its id."""
    for place, unit in enumerate(fight.battle.units):
        assert fight.battle.index[unit.id] == place
    for asked in fight.questions:
        if asked.question is not None:
            assert not asked.question.withdrawn(), asked.id
            assert asked.options, f"{asked.id} offers nothing"


def fields(thing: object) -> dict[str, object]:
    """Every attribute of an object, compiled or not."""
    found: dict[str, object] = {}
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__mypyc_attrs__", ()):
            if name != "__dict__" and hasattr(thing, name):
                found[name] = getattr(thing, name)
    found.update(getattr(thing, "__dict__", {}))
    return found


def same(left: object, right: object, depth: int = 0) -> bool:
    """Do two values hold the same, attribute by attribute?"""
    if left is right or depth > 6:
        return True
    if type(left) is not type(right):
        return False
    if isinstance(left, (str, int, float, bool, bytes)) or left is None:
        return left == right
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(same(a, b, depth + 1) for a, b in zip(left, right, strict=True))
    if isinstance(left, (set, frozenset)):
        return left == right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key], depth + 1) for key in left)
    mine, theirs = fields(left), fields(right)
    return mine.keys() == theirs.keys() and all(same(mine[name], theirs[name], depth + 1) for name in mine)


def differences(left: object, right: object) -> list[str]:
    mine, theirs = fields(left), fields(right)
    return [name for name in mine if name != "reading" and not same(mine[name], theirs.get(name))]
