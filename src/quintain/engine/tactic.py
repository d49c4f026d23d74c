"""Tactics answer questions automatically."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from quintain.engine.question import Option, Question
from quintain.engine.refusal import RuleError
from quintain.engine.stream import Stream

LEVELS = ["reckless", "steady", "careful"]
RECKLESS: Final = 0
STEADY: Final = 1
CAREFUL: Final = 2
"""The level of each."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Tactic:
    """A way of choosing. Questions read its `level` in `choose`."""

    def __init__(self, name: str, level: int = STEADY) -> None:
        self.name = name
        self.level = level

    def begin(self, seed: str) -> None:
        """A fight starts."""

    def answer(self, question: Question) -> Option:
        return question.choose(self)

    def instead(self, question: Question, left: list[Option]) -> Option | None:
        """What to take of what is left when the GM forbids the answer; None where none of it leads on."""
        return question.instead(self, left)


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomTactic(Tactic):
    """Takes any legal option, each as likely as the next. Its own stream, apart from the dice."""

    def __init__(self) -> None:
        super().__init__("random", RECKLESS)
        self._stream = Stream("random tactic")

    def begin(self, seed: str) -> None:
        self._stream = Stream(f"random tactic:{seed}")

    def answer(self, question: Question) -> Option:
        options = question.options()
        if not options:
            raise RuleError(f"the question {question.about} was asked without an option")
        return options[self._stream.face(len(options), 0)]

    def instead(self, question: Question, left: list[Option]) -> Option | None:
        return left[self._stream.face(len(left), 0)]


FURTHER: dict[str, Callable[[], Tactic]] = {}
"""Tactics that other parts of the package, or other packages, offer for every system, by name."""
