"""Time: a stamp is a round and a place in the turn order, kept as one number so that later is larger (TO-01, TO-79).

Places are positions, not people: a combatant that delays or dies leaves its old position behind, and effects that end there still do.
"""

from __future__ import annotations

from typing import Final

ROUND: Final = 1 << 24
"""How far two equal places of following rounds lie apart."""
GAP: Final = 1 << 14
"""The room between two neighbouring places, for those who delay or are moved in between."""
MINUTE: Final = 10 * ROUND
HOUR: Final = 600 * ROUND
DAY: Final = 14_400 * ROUND
NEVER: Final = 0
"""A stamp that stands for no time at all: no check is due, nothing is running."""


def stamp(round: int, place: int) -> int:
    return round * ROUND + place


def round_of(time: int) -> int:
    return time // ROUND


def place_of(time: int) -> int:
    return time % ROUND


def rounds_left(until: int, now: int) -> int:
    """How many rounds an effect still runs, the one it ends in included; 0 when it has run out."""
    if until <= now:
        return 0
    return (until - now + ROUND - 1) // ROUND


def time_left(until: int, now: int) -> int:
    """What is left of it, for comparisons: what is over counts as over, however long."""
    if until == NEVER:
        return -1
    return until - now if until > now else 0


def ends_left(ends: list[int], now: int) -> tuple[int, ...]:
    return tuple([end - now if end > now else 0 for end in ends])


def moved(time: int, fresh: dict[int, int]) -> int:
    """The same time when the places of the order are numbered anew."""
    return NEVER if time == NEVER else stamp(round_of(time), fresh[place_of(time)])


def in_words(rounds: int) -> str:
    """A stretch of time for people: "3 rounds", "2 minutes", "1 hour"."""
    for size, name in ((14_400, "day"), (600, "hour"), (10, "minute")):
        if rounds >= size and rounds % size == 0:
            count = rounds // size
            return f"{count} {name}{'' if count == 1 else 's'}"
    if rounds > 600:
        return f"{(rounds + 599) // 600} hours"
    if rounds > 10:
        return f"{(rounds + 9) // 10} minutes"
    return f"{rounds} round{'' if rounds == 1 else 's'}"
