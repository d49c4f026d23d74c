"""Answers of yes or no, and those that are an act of their own or name somebody."""

from __future__ import annotations

from typing import final

from quintain.engine.battle import Battle
from quintain.engine.question import Choice, Option, Plain
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import UP, Fighter


class OwnChoice(Choice):
    """A choice in the middle of one's own act: not asked of somebody who is down or cannot act by then (ES-119)."""

    def __init__(
        self, battle: Battle, about: str, fighter: Fighter, title: str, options: list[Option], at_stake: list[str] | None = None
    ) -> None:
        super().__init__(battle, about, fighter.id, title, options, at_stake=at_stake)
        self.fighter: Fighter = fighter

    def withdrawn(self) -> bool:
        return self.fighter.state != UP or bool(self.fighter.conditions & b.CANNOT_ACT)


def yes_or_no(yes: bool) -> Option:
    """What a tactic answers to a question of yes or no."""
    return Plain("yes", "Yes") if yes else Plain("no", "No")


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
class Named(Option):
    """Somebody chosen by its id; how it is stands beside it."""

    def __init__(self, id: str, words: str) -> None:
        self._id: str = id
        self.words: str = words

    def id(self) -> str:
        return self._id

    def label(self, battle: Battle) -> str:
        return self.words

    def target(self) -> str:
        return self._id
