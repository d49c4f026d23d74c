"""A fight that was played, told once more: every choice with what else could have been chosen, every die."""

from __future__ import annotations

from contextlib import suppress

from quintain.engine import Battle, Dice, Entry, Event, Fight, Option, Question, Roll, Stream, Tactic
from quintain.engine.drive import next_joint
from quintain.engine.feed import Asked, FedReading
from quintain.engine.sample import declared
from quintain.engine.system import open_options, why_not
from quintain.engine.tactic import LEVELS
from quintain.lab.onward import Told

CANDIDATES = 6
"""So many options of a choice are weighed: what tactics of each level would take, and others of every kind and target."""


class Choice:
    """One answer of the record."""

    def __init__(self, entry: int, joint: int, round: int, question: Question, option: Option, answer: Entry, since: int) -> None:
        battle = question.battle
        self.entry = entry
        self.joint = joint
        self.round = round
        self.key = answer.at
        self.who = question.who
        self.side = battle.tactic_side(question)
        self.player = _player(answer.by, question.controller())
        self.personal = answer.is_personal()
        self.title = question.title()
        self.chosen = option.id()
        self.since = since
        """Where in the record the question was asked: what was told from there on is `beside`."""
        self.beside: tuple[Told, ...] = ()
        """In a simultaneous declaration: what the same side had declared before."""
        self.model = ""
        """What the tactic would have taken."""
        self.labels: dict[str, str] = {self.chosen: option.label(battle)}
        """The options that are weighed, by id, with their words; what was chosen first."""

    def told(self, option: str) -> tuple[Told, ...]:
        return (*self.beside, ("answer", self.key, option, ()))


class Thrown:
    """One die or handful of the record, and how it fell against what it can show: 0.5 is average."""

    def __init__(self, entry: int, joint: int, who: str, audience: str, faces: list[int], rank: float) -> None:
        self.entry = entry
        self.joint = joint
        self.who = who
        self.audience = audience
        self.faces = faces
        self.rank = rank

    def shown_in(self, event: Event) -> bool:
        """Does what was told show these faces?"""
        return set(self.faces) <= {face for faces in event.faces.values() for face in faces}


class Retelling(FedReading):
    """Feeds the whole record."""

    def __init__(self, fight: Fight, tactic: Tactic) -> None:
        super().__init__(fight.system, fight.written, 0, {})
        self.tactic = tactic
        self.at = 0
        """The number of the joint reached last."""
        self.choices: list[Choice] = []
        self.thrown_dice: list[Thrown] = []

    def fed_roll(self, battle: Battle, entry: Entry, who: str, what: str, dice: Dice, audience: str) -> Roll:
        roll = super().fed_roll(battle, entry, who, what, dice, audience)
        self.thrown_dice.append(Thrown(self.position - 1, self.at, who, audience, entry.faces, _rank(dice, entry.faces)))
        return roll

    def _answer(self, asked: Asked, place: int, entry: Entry) -> None:
        question = asked.questions[place]
        option = question.find(entry.value)
        if option is not None:
            self._note_choice(asked, place, question, option, entry)
        super()._answer(asked, place, entry)

    def _note_choice(self, asked: Asked, place: int, question: Question, option: Option, entry: Entry) -> None:
        """What was chosen, and what else could have been; an answer that was changed later is replaced."""
        battle = question.battle
        together = len(asked.keys) > 1
        found = Choice(self.position, self.at, battle.round, question, option, entry, self.asking_since)
        if together:
            found.beside = tuple(
                ("answer", asked.keys[at], asked.picked[at], ())
                for at, other in enumerate(asked.questions)
                if at != place and asked.answers[at] is not None and battle.tactic_side(other) == found.side
            )
        else:
            found.since = self.position
        question.earlier = [pair for pair in declared(battle, asked).get(found.side, []) if pair[0] is not question]
        for candidate in self._candidates(question, entry.at):
            found.labels.setdefault(candidate.id(), candidate.label(battle))
        found.model = self._taken(question, self.tactic).id()
        question.earlier = []
        self.choices = [one for one in self.choices if not (one.joint == self.at and one.key == entry.at)]
        self.choices.append(found)

    def _candidates(self, question: Question, seed: str) -> list[Option]:
        found: dict[str, Option] = {}
        model = self._taken(question, self.tactic)
        found[model.id()] = model
        for level in reversed(LEVELS):
            option = self._taken(question, Tactic(level, LEVELS.index(level)))
            found.setdefault(option.id(), option)
        options = open_options(question)
        if len(options) > len(found):
            source, drawn = Stream(f"candidates:{seed}"), list(options)
            shuffled = [drawn.pop(source.face(len(drawn), 0)) for _ in range(len(options))]
            kinds: dict[tuple[str, str], Option] = {}
            for option in shuffled:
                kinds.setdefault((option.group(), option.target()), option)
            for option in [*kinds.values(), *shuffled]:
                if len(found) >= CANDIDATES:
                    break
                found.setdefault(option.id(), option)
        return list(found.values())

    def _taken(self, question: Question, tactic: Tactic) -> Option:
        option = tactic.answer(question)
        if question.battle.forbidden and why_not(question, option):
            left = open_options(question)
            return (tactic.instead(question, left) if left else None) or option
        return option


class Retold:
    """What the retelling of a fight brought up."""

    def __init__(self, fight: Fight, tactic: str) -> None:
        fight = fight.unthinned()
        reading = Retelling(fight, fight.system.tactic(tactic))
        battle = fight.checkpoints[0].battle.copy()
        battle.read_by(reading)
        last = len(fight.checkpoints) - 1
        while reading.at < last and next_joint(fight.system, battle):
            reading.at += 1
            reading.keep_joint(battle.copy())
        if not battle.closed:
            # What was answered and thrown since the last joint; then the record is used up in the middle of a step.
            with suppress(NotImplementedError):
                next_joint(fight.system, battle)
        self.choices = reading.choices
        self.expected = {one.entry for one in self.choices if one.chosen == one.model}
        """The answers, by their place in the record, that the tactic would have given."""
        self.thrown = reading.thrown_dice


def _player(by: str, controller: str) -> str:
    """Whose decision it was: the seat that gave it; of a tactic or a standing order, whom it answered for."""
    return controller if by.split(":", 1)[0] in ("tactic", "order", "script", "seed", "engine", "") else by


def _rank(dice: Dice, faces: list[int]) -> float:
    """What share of all throws is lower than this one, equal ones counted half."""
    table = dice.table()
    total = dice.total(faces)
    below = sum(table.weight(row) for row in range(table.size) if table.totals[row] < total)
    same = sum(table.weight(row) for row in range(table.size) if table.totals[row] == total)
    return float((below + same / 2) / table.whole) if table.whole else 0.5
