"""The sampled reading: tactics answer, the stream throws, nobody listens."""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle
from quintain.engine.budget import Limit
from quintain.engine.dice import Dice, Die
from quintain.engine.drive import run_to_end
from quintain.engine.feed import Asked, FedReading
from quintain.engine.question import Option, Question
from quintain.engine.reading import Reading
from quintain.engine.record import Entry
from quintain.engine.roll import Roll, void_roll
from quintain.engine.stream import Stream
from quintain.engine.system import System, open_options, why_not
from quintain.engine.tactic import Tactic


@mypyc_attr(allow_interpreted_subclasses=True)
class Tactics:
    """Which tactic answers for which side. "*" is everybody else, the GM's questions included."""

    def __init__(self, system: System, names: dict[str, str]) -> None:
        self.names = dict(names)
        self.by_side: dict[str, Tactic] = {side: system.tactic(name) for side, name in names.items()}
        if "*" not in self.by_side:
            self.by_side["*"] = system.tactic("steady")
            self.names["*"] = "steady"
        self.rest = self.by_side["*"]
        self._for_all: Tactic | None = None
        """Who answers for everybody, where all sides play alike; found as a fight begins, for tactics may be put in until then."""

    def begin(self, seed: str) -> None:
        alike = all(type(one) is Tactic and one.name == self.rest.name for one in self.by_side.values())
        self._for_all = self.rest if alike else None
        for tactic in self.by_side.values():
            tactic.begin(seed)

    def of(self, battle: Battle, question: Question) -> Tactic:
        one = self._for_all
        return one if one is not None else self.by_side.get(battle.tactic_side(question), self.rest)


MOST_BARRED = 30
"""So often in a round a tactic gives way to what the GM forbids at one kind of question; a fight that would stand still goes on."""


def allowed(question: Question, tactic: Tactic) -> Option | None:
    """What the tactic takes, or what it takes instead of what the GM forbids; None where the GM's word leaves nothing.

    None is a withdrawn question. Where that, or what is taken instead, leads nowhere and the same is asked again and again, the
    tactic has its way in the end: nobody is there to lift what keeps the fight from going on.
    """
    option = tactic.answer(question)
    if not question.battle.forbidden or not why_not(question, option):
        return option
    return instead_of(question, tactic, option)


def instead_of(question: Question, tactic: Tactic, option: Option) -> Option | None:
    """What a tactic takes when it may not have this option."""
    battle = question.battle
    barred = battle.reading.barred
    kind = f"{question.about}:{question.who}:{battle.round}"
    barred[kind] = barred.get(kind, 0) + 1
    if barred[kind] > MOST_BARRED and not question.why_not(option):
        return option
    left = open_options(question)
    return tactic.instead(question, left) if left else None


@final
class Count:
    """How often or how much something was noted of somebody, in the last fight that noted it; and in how many fights how much."""

    def __init__(self, what: str, who: str) -> None:
        self.key: tuple[str, str] = (what, who)
        self.fight: int = -1
        self.amount: int = 0
        self.seen: dict[int, int] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class SampleReading(Reading):
    """One sampled fight after another. With `counting`, notes are added up by (what, who)."""

    def __init__(self, tactics: Tactics, counting: bool = False) -> None:
        super().__init__()
        self.tactics = tactics
        self.counting = counting
        self._counts: dict[str, dict[str, Count]] = {}
        """What is noted, by what and who."""
        self._noted: list[Count] = []
        """What was noted in this fight, in order."""
        self._used: list[Count] = []
        """What was noted in the fights that `add_up` was told of, in order."""
        self._fight: int = 0
        """Which fight it is, counted from the first."""
        self.stream = Stream("")

    def begin(self, seed: str) -> None:
        """Start afresh, for the fight of this seed."""
        self.stream = Stream(seed)
        self.tactics.begin(seed)
        self.barred = {}
        self._fight += 1
        self._noted = []

    @property
    def counts(self) -> dict[tuple[str, str], int]:
        """What was noted in this fight, by (what, who)."""
        return {count.key: count.amount for count in self._noted}

    def add_up(self) -> None:
        """This fight is over: count what was noted in it."""
        for count in self._noted:
            seen, amount = count.seen, count.amount
            if not seen:
                self._used.append(count)
            seen[amount] = seen.get(amount, 0) + 1

    def added_up(self) -> dict[tuple[str, str], dict[int, int]]:
        """By (what, who) in how many of the fights added up it came to how much; the next begin afresh."""
        found = {count.key: count.seen for count in self._used}
        for count in self._used:
            count.seen = {}
        self._used = []
        return found

    def ask(self, battle: Battle, question: Question) -> Option | None:
        return allowed(question, self.tactics.of(battle, question))

    def ask_all(self, battle: Battle, questions: list[Question]) -> list[Option | None]:
        return answer_together(self.tactics, battle, questions)

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        if type(dice) is Die and not self.telling:
            face = self.stream.face(dice.sides, dice.low)
            return Roll(self, face, face, False)
        faces = dice.throw(self.stream)
        roll = Roll(self, dice.total(faces), dice.natural(faces), dice.flag(faces))
        if self.telling:
            roll.faces = faces
        return roll

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        if not self.counting:
            return
        counts = self._counts.get(what)
        if counts is None:
            counts = self._counts[what] = {}
        count = counts.get(who)
        if count is None:
            count = counts[who] = Count(what, who)
        if count.fight == self._fight:
            count.amount += amount
        else:
            count.fight, count.amount = self._fight, amount
            self._noted.append(count)


Picks = dict[str, list[tuple[Question, Option]]]
"""What each side has chosen so far in a simultaneous declaration."""


def declared(battle: Battle, asked: Asked) -> Picks:
    """What is in already, by side."""
    picks: Picks = {}
    for question, given in zip(asked.questions, asked.answers, strict=True):
        if given is not None:
            picks.setdefault(battle.tactic_side(question), []).append((question, given))
    return picks


def answer_together(
    tactics: Tactics, battle: Battle, questions: list[Question], so_far: Picks | None = None, limit: Limit | None = None
) -> list[Option | None]:
    """Each question answered by its side's tactic, which sees what was picked for the others of its side before.

    Whoever works within a `limit` looks at it before each."""
    answers: list[Option | None] = []
    picks: Picks = {} if so_far is None else so_far
    for question in questions:
        if limit is not None:
            limit.spend_for(question.who, limit.battle_cost)
        earlier = picks.setdefault(battle.tactic_side(question), [])
        question.earlier = earlier
        option = allowed(question, tactics.of(battle, question))
        question.earlier = []  # else they refer to each other, and keep the whole fight until garbage is collected
        if option is not None:
            earlier.append((question, option))
        answers.append(option)
    return answers


@mypyc_attr(allow_interpreted_subclasses=True)
class OnwardReading(FedReading):
    """From the middle of a fight: fed what happened since the last joint, then sampled.

    With `keeping`, what is sampled is written down too, so that it can be watched, or tried again from the last joint.
    """

    def __init__(self, system: System, entries: list[Entry], position: int, counts: dict[str, int], tactics: Tactics) -> None:
        super().__init__(system, entries, position, counts)
        self.tactics = tactics
        self.stream = Stream("")
        self.counting = False
        self.tallies: dict[tuple[str, str], int] = {}
        self.keeping = False
        self.by = "seed"
        """Who is named as having thrown the dice that are written down."""

    def begin(self, seed: str) -> None:
        self.stream = Stream(seed)
        self.tactics.begin(seed)
        self.barred = {}
        self.tallies = {}

    def ask(self, battle: Battle, question: Question) -> Option | None:
        if self.feeding or self.keeping:
            return super().ask(battle, question)
        return allowed(question, self.tactics.of(battle, question))

    def ask_all(self, battle: Battle, questions: list[Question]) -> list[Option | None]:
        if self.feeding or self.keeping:
            return super().ask_all(battle, questions)
        return answer_together(self.tactics, battle, questions)

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        if self.feeding or self.keeping:
            return super().roll(battle, who, what, dice, audience, about, against)
        if self.ruled and not self.system.may_roll(battle, who, what, against):
            return void_roll(self)
        return self.thrown(battle, who, what, dice, self.stream)

    def hold(self, battle: Battle, what: str) -> bool:
        return super().hold(battle, what) if self.feeding or self.keeping else False

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        places = asked.unanswered()
        answers = answer_together(self.tactics, battle, [asked.questions[place] for place in places], declared(battle, asked))
        for place, option in zip(places, answers, strict=True):
            asked.answers[place] = option
            if option is None:
                self.withdraw(asked, place, self.keeping)
            elif self.keeping:
                self.give(asked, place, option, f"tactic:{self.tactics.of(battle, asked.questions[place]).name}")

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        roll = self.thrown(battle, who, what, dice, self.stream)
        if self.keeping:
            self.entries.append(Entry("roll", key, dice.name, self.by, list(roll.faces)))
            self.position = len(self.entries)
        return roll

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        if self.counting:
            key = (what, who)
            self.tallies[key] = self.tallies.get(key, 0) + amount


@mypyc_attr(allow_interpreted_subclasses=True)
class SameDice(OnwardReading):
    """Throws by name: the n-th roll of a kind by somebody shows the same faces whatever else is thrown before it.

    So two options meet the same luck for as long as the same things are tried after them, and what is left between them is their own.
    """

    def __init__(
        self, system: System, entries: list[Entry], counts: dict[str, int], tactics: Tactics, kinds: dict[tuple[str, str], int]
    ) -> None:
        super().__init__(system, entries, 0, counts, tactics)
        self._kinds = kinds
        self._thrown: dict[tuple[str, str], int] = {}

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        if self.feeding:
            return super().roll(battle, who, what, dice, audience, about, against)
        if self.ruled and not self.system.may_roll(battle, who, what, against):
            return void_roll(self)
        key = (who, what)
        number = self._thrown.get(key, 0)
        self._thrown[key] = number + 1
        kind = self._kinds.setdefault(key, len(self._kinds))
        self.stream.jump((kind * 512 + number) * 64)
        return self.thrown(battle, who, what, dice, self.stream)


def sample_fight(system: System, template: Battle, reading: SampleReading, seed: str) -> Battle:
    """One fight from an encounter's battle to its end; the template is left as it was."""
    battle = template.copy()
    reading.begin(seed)
    run_to_end(system, battle, reading)
    return battle
