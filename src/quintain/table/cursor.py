"""A seat's own numbers for what it was sent: they grow by one with every frame of the fight, and only when it can see a change.

The session counts every operation, the GM's hidden ones too; a player who saw that count could tell that something happened. So
each seat has numbers of its own. They are kept while the table is in memory; a number from before that is answered with a whole view.
"""

from __future__ import annotations

import itertools
import time
from typing import Any

from quintain.engine.session import Session

MOST_KEPT = 500
_loads = itertools.count()


def first_number() -> int:
    """Where the numbers of a table begin that has just come into memory: higher than any it had before, in any process."""
    return (int(time.time() * 1000) * 1000 + next(_loads) % 1000) % 2**53


class Cursor:
    """The numbers of one seat, and which version of the session each stands for."""

    def __init__(self, first: int, version: int) -> None:
        self.number = first
        self.versions: dict[int, int] = {first: version}
        self.looked = version

    def since(self, number: int) -> int | None:
        """The version that this number stands for; None where it is not (or no longer) known."""
        if number == self.number:
            return self.looked
        return self.versions.get(number)

    def advance(self, session: Session, seat: str) -> dict[str, Any] | None:
        """What is new for the seat, under its next number; None where it can see no change."""
        if self.looked == session.version:
            return None
        found = self.between(session, seat, self.versions[self.number])
        self.looked = session.version
        if found is None:
            return None
        self.step(session.version)
        found["version"], found["since"] = self.number, self.number - 1
        return found

    def between(self, session: Session, seat: str, version: int) -> dict[str, Any] | None:
        found: dict[str, Any] = {**session.changes(seat, version, True)}
        if not found["whole"] and not (found["events"] or found["taken_back"] or found["view"] or found["gone"]):
            return None
        return found

    def step(self, version: int) -> None:
        self.number += 1
        self.versions[self.number] = version
        if len(self.versions) > MOST_KEPT:
            del self.versions[next(iter(self.versions))]
