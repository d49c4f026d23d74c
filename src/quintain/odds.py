"""The odds of an option, or of a whole menu, at an open question of a fight."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from quintain.engine import GM, Budget, Fight, Malformed, Odds, OpenOption, Over
from quintain.engine.given import given, quoted
from quintain.engine.menu import MenuRow, menu_odds

__all__ = ["MenuRow", "menu_odds", "odds", "within"]
LONGEST: Final = 1_000_000


def odds(
    fight: object, option: object, question: object = "", seat: object = GM, policy: object = "steady", stop: object = "action",
    knowledge: object = "learned", budget: object = None, assume: object = None, after: object = None,
) -> Odds:  # fmt: skip
    """The odds of an option, as this seat may know them; later choices are made by the tactic `policy`, or as `assume` says.
    `after` names options that are taken first: a square, and then an attack from there.

    Without `question`, of the first question that is open. Without a `budget` (see `within`) the work is counted instead of timed, so
    that the same question has the same answer on every machine.
    """
    of = given(fight, Fight, "a fight")
    if not of.questions:
        raise Over("the fight is over: nothing is asked any more.")
    wanted = option.id if isinstance(option, OpenOption) else option
    asked = of.questions[0].id if question == "" else question
    return of.odds(asked, wanted, seat, policy, stop, knowledge=knowledge, budget=budget, assume=assume, after=after)


def within(seconds: object, cancelled: Callable[[], bool] | None = None) -> Budget:
    """A budget that ends so many seconds from now, or when `cancelled` says so."""
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not 0 <= seconds < LONGEST:
        raise Malformed(f"seconds is a number from 0 to {LONGEST:,}, not {quoted(seconds)}.")
    return Budget(clock=time.monotonic, seconds=float(seconds), cancelled=cancelled)
