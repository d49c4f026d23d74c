"""When a fight is decided (TO-110, TO-111)."""

from __future__ import annotations

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.sheet import Fray


def sides_standing(fray: Fray) -> list[str]:
    """TO-110: the sides with a member able and willing, in roster order."""
    standing: list[str] = []
    for fighter in fray.fighters:
        if fighter.able and fighter.side not in standing:
            standing.append(fighter.side)
    return standing


def two_sides_stand(fray: Fray) -> bool:
    """The usual case, answered as soon as two able members of different sides are found."""
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
    standing = sides_standing(fray)
    if not standing:
        return "draw", ""
    return "victory" if standing[0] == v.HEROES else "defeat", standing[0]
