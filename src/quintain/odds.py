"""The odds of an option at an open question of a fight."""

from __future__ import annotations

from quintain.engine import GM, Fight, Odds, OpenOption, Position, Stale, Unavailable, option_odds
from quintain.engine.view import own_units


def odds(
    fight: Fight, option: str | OpenOption, question: str = "", seat: str = GM, policy: str = "steady", stop: str = "action"
) -> Odds:
    """Exact odds of an option, as this seat may know them; later choices are made by the tactic `policy`."""
    wanted = option.id if isinstance(option, OpenOption) else option
    if not fight.questions:
        raise Stale("the fight is over: nothing is asked any more.")
    asked = next((open for open in fight.questions if open.id == question), None) if question else fight.questions[0]
    if asked is None:
        raise Stale(f"the question {question!r} is not open.")
    if asked.question is None:
        raise Unavailable("there is nothing to choose here, so there are no odds.")
    found = asked.question.find(wanted)
    if found is None:
        raise Unavailable(f"{wanted!r} is not an option here.")
    joint = fight.checkpoints[-1]
    start = Position(joint.battle, fight.entries[joint.position :], joint.counts)
    own = own_units(fight.battle, seat)
    return option_odds(fight.system, start, asked.id, asked.question, found, {"*": policy}, stop, seat, own)
