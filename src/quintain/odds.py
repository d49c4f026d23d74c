"""The odds of an option, or of a whole menu, at an open question of a fight."""

from __future__ import annotations

import time
from collections.abc import Callable

from quintain.engine import GM, Budget, Fight, Odds, OpenOption, Over
from quintain.engine.menu import MenuRow, menu_odds

__all__ = ["MenuRow", "menu_odds", "odds", "within"]


def odds(
    fight: Fight, option: str | OpenOption, question: str = "", seat: str = GM, policy: str = "steady", stop: str = "action",
    knowledge: str = "learned", budget: Budget | None = None, assume: dict[str, bool] | None = None, after: list[str] | None = None,
) -> Odds:  # fmt: skip
    """The odds of an option, as this seat may know them; later choices are made by the tactic `policy`, or as `assume` says.
    `after` names options that are taken first: a square, and then an attack from there.

    Without `question`, of the first question that is open. Without a `budget` (see `within`) the work is counted instead of timed, so
    that the same question has the same answer on every machine.
    """
    if not fight.questions:
        raise Over("the fight is over: nothing is asked any more.")
    wanted = option.id if isinstance(option, OpenOption) else option
    asked = question or fight.questions[0].id
    return fight.odds(asked, wanted, seat, policy, stop, knowledge=knowledge, budget=budget, assume=assume, after=after)


def within(seconds: float, cancelled: Callable[[], bool] | None = None) -> Budget:
    """A budget that ends so many seconds from now, or when `cancelled` says so."""
    return Budget(clock=time.monotonic, seconds=seconds, cancelled=cancelled)
