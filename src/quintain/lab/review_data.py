"""The shape of a review as data, for screens: what `Review.as_data` returns. Chances are the party's chance to win, from 0 to 1."""

from __future__ import annotations

from typing import TypedDict


class Share(TypedDict):
    """A figure that was sampled, with its 95 % interval and the number of fights; n = 0 where it is certain."""

    value: float
    low: float
    high: float
    n: int


class CurvePoint(TypedDict):
    """The chance to win at a joint of the fight, before entry number `entry` of its record (counted from 0)."""

    joint: int
    entry: int
    round: int
    label: str
    win: float
    low: float
    high: float
    n: int


class Swing(TypedDict):
    """What happened between one joint and the next, split: `luck` + `decisions` + `rulings` is the whole `change`."""

    joint: int
    entry: int
    round: int
    before: float
    after: float
    change: Share
    luck: Share
    decisions: Share
    rulings: Share


class TurningPoint(TypedDict):
    """A swing that is clear of chance, in words: "Round 2: Vail's critical on Tamsin, 73 to 48 %"."""

    joint: int
    entry: int
    round: int
    before: float
    after: float
    what: str
    sentence: str


class Verdict(TypedDict):
    """One decision: what was chosen, what would have been better, and by how much for the side that chose.

    `cost` is how much better the better option did on dice of its own; only where `clear` does its interval exclude zero.
    `against_tactic` is what the choice did to the party's chance against what the tactic would have taken: this adds up with luck.
    """

    joint: int
    entry: int
    round: int
    player: str
    who: str
    side: str
    question: str
    chosen: str
    chosen_id: str
    better: str
    better_id: str
    cost: Share
    clear: bool
    against_tactic: Share
    sentence: str


class DiceLuck(TypedDict):
    """How a combatant's dice fell against what such dice can show: 0.5 is average, 1 the best there is."""

    who: str
    name: str
    rolls: int
    rank: Share


class Split(TypedDict):
    """The whole difference between the start and the end (or now), and its parts."""

    start: Share
    end: Share
    change: Share
    luck: Share
    decisions: Share
    rulings: Share
    by_side: dict[str, Share]
    """The decisions of each side."""


class ReviewData(TypedDict):
    encounter: str
    system: str
    party: str
    seat: str
    over: bool
    limited: bool
    """Is this what a player's seat may know while the fight goes on? Then there is no curve, only the luck of its own dice."""
    unfinished: bool
    command: str
    tactic: str
    seed: str
    fights: int
    sentence: str
    curve: list[CurvePoint]
    swings: list[Swing]
    turning_points: list[TurningPoint]
    split: Split | None
    decisions: dict[str, list[Verdict]]
    """By player, the costliest first."""
    dice: list[DiceLuck]


class WhatIfData(TypedDict):
    """Another choice or another roll at an entry of the record, and how the fight goes from there, beside the real one."""

    entry: int
    what: str
    instead_of: str
    real: Share
    other: Share
    difference: Share
    sentence: str
    curve: list[CurvePoint]
    """Of a fight that went on from there: what came later and still fits is kept, the rest is played by the tactic and the seed."""
    outcome: str
    as_it_was: list[CurvePoint]
    """The chance along the real course, as the review has it."""
    command: str
    unfinished: bool
