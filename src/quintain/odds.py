"""The odds of an option at an open question of a fight."""

from __future__ import annotations

from quintain.engine import GM, Fight, Odds, OpenOption, Over


def odds(
    fight: Fight, option: str | OpenOption, question: str = "", seat: str = GM, policy: str = "steady", stop: str = "action"
) -> Odds:
    """Exact odds of an option, as this seat may know them; later choices are made by the tactic `policy`.

    Without `question`, of the first question that is open.
    """
    if not fight.questions:
        raise Over("the fight is over: nothing is asked any more.")
    wanted = option.id if isinstance(option, OpenOption) else option
    return fight.odds(question or fight.questions[0].id, wanted, seat, policy, stop)
