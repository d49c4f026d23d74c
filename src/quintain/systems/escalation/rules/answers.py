"""Answers of yes or no, and those that are an act of their own or name somebody."""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle
from quintain.engine.question import Choice, Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.rules.positions import bits, nearby
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


class OwnChoice(Choice):
    """A choice in the middle of one's own act: not asked of somebody who is down or cannot act by then (ES-119)."""

    def __init__(
        self, battle: Battle, about: str, fighter: Fighter, title: str, options: list[Option], at_stake: list[str] | None = None
    ) -> None:
        super().__init__(battle, about, fighter.id, title, options, at_stake=at_stake)
        self.fighter: Fighter = fighter

    def withdrawn(self) -> bool:
        return not self.fighter.can_act()


@mypyc_attr(allow_interpreted_subclasses=True)
class LeftOpen(Choice):
    """What an attack, an effect or a trait leaves open to somebody; ask it with `chosen`."""

    def __init__(self, battle: Skirmish, about: str, chooser: Fighter, title: str, options: list[Option]) -> None:
        super().__init__(battle, about, chooser.id, title, options)
        self.skirmish: Skirmish = battle
        self.chooser: Fighter = chooser

    def can_say(self) -> bool:
        """R-85: nobody who is down chooses."""
        return not self.skirmish.decided and self.chooser.can_choose()

    def withdrawn(self) -> bool:
        return not self.can_say()


def chosen(battle: Skirmish, question: LeftOpen) -> Option | None:
    """What is chosen; None, however the fight is read, where whoever would choose is down by then (R-85)."""
    answer = battle.ask(question)
    return None if question.withdrawn() else answer


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf(LeftOpen):
    """One of several people, as long as they are there: whoever has fallen or gone away in the meantime is no choice any more."""

    def __init__(self, battle: Skirmish, about: str, chooser: Fighter, title: str, people: list[Fighter]) -> None:
        super().__init__(battle, about, chooser, title, [Named(each.id, battle.name_of(each.id)) for each in people])
        self.people: list[Fighter] = people
        self.up: int = bits([each for each in people if each.state == UP])
        self.near: int = bits([each for each in people if nearby(each, chooser)])

    def options(self) -> list[Option]:
        gone: set[str] = set()
        for each in self.people:
            fell = self.up & each.bit and each.state != UP
            if fell or not each.is_present() or (self.near & each.bit and not nearby(each, self.chooser)):
                gone.add(each.id)
        return [option for option in self._options if option.id() not in gone] if gone else self._options

    def withdrawn(self) -> bool:
        """Nor is one asked which of them where a single one is left."""
        return super().withdrawn() or len(self.options()) < min(2, len(self._options))

    def choose(self, tactic: Tactic) -> Option:
        """Whoever has the lowest measure, the first of several."""
        found = self.options()
        best = found[0]
        lowest = 1_000_000
        for option in found:
            one = self.skirmish.named(option.id())
            measure = self.measure(one) if one is not None else lowest
            if measure < lowest:
                best, lowest = option, measure
        return best

    def measure(self, one: Fighter) -> int:
        return 0


def one_of(battle: Skirmish, question: OneOf) -> Fighter | None:
    """Who is chosen; None: nobody."""
    answer = chosen(battle, question)
    if answer is None and question.can_say():
        left = question.options()
        answer = left[0] if len(left) == 1 else None
    return battle.named(answer.id()) if answer is not None else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Reaction(Question):
    """Yes or no out of turn, as long as whoever is asked still may. The machine does, unless a kind of it says otherwise."""

    def __init__(self, battle: Skirmish, about: str, holder: Fighter, other: Fighter) -> None:
        super().__init__(battle, about, holder.id)
        self.skirmish: Skirmish = battle
        self.holder: Fighter = holder
        self.other: Fighter = other
        """Who has brought it about."""

    def between(self) -> list[str]:
        return [self.other.id]

    def still_may(self) -> bool:
        """Can it still be done, by this one?"""
        raise NotImplementedError

    def withdrawn(self) -> bool:
        return bool(self.skirmish.decided) or not self.still_may()

    def choose(self, tactic: Tactic) -> Option:
        return yes_or_no(True)

    def kind(self) -> str:
        return "reaction"

    def standing(self, order: str) -> str:
        return "yes" if order == "always" else "no"


def yes_or_no(yes: bool) -> Option:
    """What a tactic answers to a question of yes or no."""
    return Plain("yes", "Yes") if yes else Plain("no", "No")


@final
class Reply(Plain):
    """Yes or no to using a power while a blow falls on somebody, its target: the odds are what becomes of that one."""


@final
class RollAgain(Plain):
    """An attack roll at somebody is made again with this power, or stands."""

    def __init__(self, again: bool, words: str, power: int, to: str) -> None:
        super().__init__("yes" if again else "no", words, to)
        self.again: bool = again
        self.power: int = power

    def weighs(self) -> bool:
        return self.again


def again_or_not(power: int, target: Fighter, stands: str) -> list[Option]:
    """The two answers to whether an attack roll is made again."""
    return [RollAgain(True, "Roll again, and keep it", power, target.id), RollAgain(False, stands, power, target.id)]


@final
class ActNow(Option):
    """A yes by which somebody acts at once: what, with which power and at whom, as a turn option says it. Its odds are those."""

    def __init__(self, words: str, kind: str, power: int, to: str, rolls: bool) -> None:
        self.words: str = words
        self.kind: str = kind
        self.power: int = power
        self.to: str = to
        self.rolls: bool = rolls

    def id(self) -> str:
        return "yes"

    def label(self, battle: Battle) -> str:
        return self.words

    def target(self) -> str:
        return self.to if "+" not in self.to else ""

    def named_units(self) -> list[str]:
        return self.to.split("+") if self.to else []

    def weighs(self) -> bool:
        return self.rolls


@final
class Named(Plain):
    """Somebody chosen by its id; how it is stands beside it."""

    def __init__(self, id: str, words: str) -> None:
        super().__init__(id, words, id)
