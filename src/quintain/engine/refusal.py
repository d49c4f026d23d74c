"""How the engine says no: typed refusals that change nothing, and errors that mean a rule was written wrongly."""

from __future__ import annotations

from types import TracebackType
from typing import ClassVar, Final

LONGEST: Final = 1_000
"""A refusal is a sentence, not a list: whatever is longer is cut."""


class Refusal(Exception):
    """An answer, ruling or file that cannot be taken. The sentence says what was wrong and what would be right.

    `path` says where in a file it stands, as far as is known: the keys and list places that lead there. See `within`.
    """

    kind: ClassVar[str] = "refused"

    def __init__(self, sentence: str, path: tuple[str | int, ...] = ()) -> None:
        # What was sent may be quoted, and halves of a character cannot be sent back.
        sentence = sentence.encode("utf-8", "replace").decode()
        super().__init__(sentence)
        self.sentence = sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 3].rstrip()}..."
        self.path = path

    def __str__(self) -> str:
        return self.sentence


class Malformed(Refusal):
    """It cannot be read as what it should be."""

    kind: ClassVar[str] = "malformed"


class Illegal(Refusal):
    """It can be read, but the rules do not allow it."""

    kind: ClassVar[str] = "illegal"


class Unavailable(Refusal):
    """It names something that is not there."""

    kind: ClassVar[str] = "unavailable"


class Full(Refusal):
    """There is no room for more of it. The sentence says how to go on."""

    kind: ClassVar[str] = "full"


class Stale(Refusal):
    """The question it answers is no longer open."""

    kind: ClassVar[str] = "stale"


class NotYours(Refusal):
    """Somebody else is asked."""

    kind: ClassVar[str] = "not yours"


class Over(Refusal):
    """The fight is over."""

    kind: ClassVar[str] = "over"


class Defect(Refusal):
    """The rules or the engine are wrong here: nobody's fault at the table. Nothing was changed, and the fight goes on."""

    kind: ClassVar[str] = "defect"


class within:
    """Which part of a file is being read: whatever is refused inside is refused there.

    `with within("combatants", 3): ...` puts these steps before the path of a refusal that passes through; parts nest.
    """

    def __init__(self, *path: str | int) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(problem, Refusal):
            problem.path = self.path + problem.path


class RuleError(Exception):
    """A rule was written wrongly: a defect of the system, never of the person at the table."""


class ReplayMismatch(Exception):
    """A record does not fit the rules that read it."""
