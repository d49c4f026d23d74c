"""Who answers the verbs decides how the text of the rules is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from quintain.engine.dice import Dice
from quintain.engine.event import Event
from quintain.engine.question import Option, Question
from quintain.engine.roll import Roll

if TYPE_CHECKING:
    from quintain.engine.battle import Battle


class FightOver(Exception):
    """Thrown by `Battle.end` to leave whatever was going on; caught by whoever drives the rules, never by rules."""


class StopHere(Exception):
    """The exact reading has reached the place it was told to stop at."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Reading:
    """The verbs, as one reading answers them. Rules reach them through their Battle."""

    def __init__(self) -> None:
        self.telling = False
        """Does anybody read events? May guard `tell` and nothing else."""
        self.feeding = False
        """Is the past being fed again (so that hidden rolls answer by what really fell)?"""
        self.barred: dict[str, int] = {}
        """How often the GM's word kept a tactic from what it wanted, by kind of question, unit and round."""
        self.answered_by = ""
        """Who gave the last answer, as the record says it: a seat, "gm", "order", "tactic:steady"; "" where nobody wrote it down."""
        self.seat = "gm"
        """Whose knowledge this reading may use: odds worked out for a player's seat believe what that seat was told."""

    def ask(self, battle: Battle, question: Question) -> Option | None:
        """The answer, or None where the question was withdrawn."""
        raise NotImplementedError

    def ask_all(self, battle: Battle, questions: list[Question]) -> list[Option | None]:
        """The answers to several secret questions asked at once, each changeable until the last one is in."""
        raise NotImplementedError

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        """The dice thrown; a void roll where a ruling came in between and they are no longer to be thrown."""
        raise NotImplementedError

    def tell(self, battle: Battle, event: Event) -> None:
        """This happened."""

    def hold(self, battle: Battle, what: str) -> bool:
        """A pause before consequences are written. True when a ruling came: compare again, then hold again."""
        return False

    def reached(self, battle: Battle, place: str) -> None:
        """A place is reached where the exact reading may be told to stop: consequences, action, turn, round."""

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        """Something countable happened: a hit, damage, the use of an ability. For odds and statistics."""

    def matters(self, id: str) -> bool:
        """Does anybody want to know what becomes of this unit? Only odds of a few leave others out."""
        return True

    def branch(self, weights: list[int]) -> int:
        """Which part of a split to follow. Only the exact reading has open rolls."""
        raise NotImplementedError

    def shave(self, weight: int, whole: int) -> None:
        """A question went beyond the open end of a table: this share of the weight was read as "not reached"."""
