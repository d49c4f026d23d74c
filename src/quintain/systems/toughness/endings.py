"""When a fight is decided (TO-110, TO-111)."""

from __future__ import annotations

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.sheet import Fray


def two_sides_stand(fray: Fray) -> bool:
    """TO-110: are there members of different sides who are able and willing? Answered as soon as two are found."""
    found = ""
    for fighter in fray.fighters:
        if fighter.able:
            if found and fighter.side != found:
                return True
            found = fighter.side
    return False


def end_if_decided(fray: Fray) -> None:
    """TO-111: after each action, reaction or check with everything it caused."""
    if fray.outcome is not None or fray.closing:
        return
    if two_sides_stand(fray):
        return
    result, winner = result_now(fray)
    fray.end(result, winner, f"{f'only {winner} are' if winner else 'nobody is'} left who can and will fight")


def result_now(fray: Fray) -> tuple[str, str]:
    """What it is for the heroes, and who has won, where at most one side stands."""
    for fighter in fray.fighters:
        if fighter.able:
            return "victory" if fighter.side == v.HEROES else "defeat", fighter.side
    return "draw", ""
