"""What a screen is sent of a question: its options with costs, warnings and stakes, what is closed, dice, held results."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from quintain.engine.protocol_board import Square


class Cost(TypedDict):
    """What an option costs: ["Stress", 5], ["move", 15]."""

    label: str
    amount: NotRequired[int]


class Warning(TypedDict):
    """What one should know before taking it."""

    kind: Literal["strike", "friend", "strain", "drop", "lost", "other"]
    """strike: draws an attack; friend: a friend is in it; strain: it harms oneself; drop: it may put oneself down; lost: something
    is given up."""
    text: str
    who: NotRequired[list[str]]


class Stake(TypedDict):
    """What is at stake at a question after the dice, in figures: "18 of 14 hit points: this drops you"."""

    text: str
    kind: Literal["good", "bad", "neutral"]
    leaves: NotRequired[list[int]]
    """What this answer leaves of whoever is asked, and of how many: [12, 40]."""


class OptionView(TypedDict):
    """One thing that may be chosen.

    Screens show one line per `row`: options of the same row are ways of doing the same thing to the same target, told apart by `ways`.
    Squares (`kind` "square") are no rows: the map is the list.
    """

    id: str
    label: str
    """The whole of it in words: "Strike Vail with the lance from 3,4"."""
    kind: Literal["act", "square", "place", "pass"]
    """pass: ends the turn, does nothing, lets it be."""
    verb: str
    """What is done, one or two words: "Strike", "Move", "Recover"."""
    group: str
    """A heading for folding: "attack", "power", "move", "aid", "ready", "gear", "turn", "other"."""
    row: str
    """The same for all ways of one act and target."""
    row_label: str
    """The words of that line: "Strike Vail"."""
    ways: list[list[str]]
    """What tells it apart from the others of its row, in pairs of choice and value: [["weapon", "lance"], ["mode", "all out"]]."""
    rank: int
    """Rows come in the order of their lowest rank; the way with the lowest rank is the one set first."""
    fold: str
    """Empty: shown; else the name of the fold it waits in ("Ready", "Out of the ordinary")."""
    targets: list[str]
    caught: list[str]
    """Everybody in its area or path who is touched, friends too."""
    square: NotRequired[Square]
    """Where it ends, or where its area is centred."""
    path: NotRequired[list[Square]]
    area: NotRequired[list[Square]]
    place: NotRequired[str]
    """The place it leads to, on boards without squares."""
    costs: list[Cost]
    warnings: list[Warning]
    stakes: list[Stake]
    dice: bool
    """Dice follow at once: its odds are worth asking for."""
    standing: NotRequired[Literal["always", "never"]]
    """The standing order that would take this option."""


class ClosedView(TypedDict):
    """What people would look for and may not choose now."""

    label: str
    why: str
    targets: list[str]


class DiceView(TypedDict):
    """Dice to be typed in."""

    name: str
    """As the book writes them: "3d8"."""
    sides: list[int]
    """For each die how many sides it has, pool by pool; a pool that explodes takes more faces, directly behind its own."""
    low: int
    """The lowest face: 0 for a percentile die that reads 0 to 99."""
    more: bool
    """More faces may follow (exploding dice)."""
    what: str
    """What it is rolled for."""


class HeldDice(TypedDict):
    """Dice behind a result that is held: `amend` with this `entry` and other `faces` changes them, and the result is held again."""

    entry: int
    what: str
    """Whose they are and what for: "Slag hound 1: attack"."""
    name: str
    """As the book writes them: "3d8"."""
    faces: list[int]


class HeldView(TypedDict):
    """A result that waits for the GM's nod."""

    what: str
    rows: list[list[str]]
    """The result held, in pairs: ["Slag hound 1 against Vessa", "hit, 10 damage"]. For the GM alone."""
    dice: list[HeldDice]
    """What was thrown for it since the last answer."""


class QuestionView(TypedDict):
    """An open question: whole for whoever answers it; for others only who is asked."""

    id: str
    yours: bool
    asked: list[str]
    """The seats that may answer."""
    who: NotRequired[str]
    about: NotRequired[str]
    title: NotRequired[str]
    kind: Literal["turn", "reaction", "declaration", "setup", "dice", "held", "choice"]
    options: list[OptionView]
    closed: list[ClosedView]
    stakes: list[Stake]
    declared: NotRequired[bool]
    """In a declaration: whether this one is in; it may still be changed. Of the GM's, the GM alone hears it."""
    picked: NotRequired[str]
    """The option picked so far."""
    said: NotRequired[str]
    """For a seat that is not asked and may hear it: what is picked so far, in words."""
    dice: NotRequired[DiceView]
    held: NotRequired[HeldView]
    orders: list[str]
    """Standing orders that fit here: "always", "never", "ask"; empty where none can be given."""
    reach: NotRequired[list[list[int]]]
    """Squares that can be reached and struck from here, for painting: [x, y, 1 to move / 2 to strike]. Where squares are no options
    of this question, two more figures are the square before it on the way, so that the path can be drawn; 0 is only passed."""
    between: NotRequired[list[str]]
    """Out of turn: whose act it answers, then whom that is aimed at, where it is aimed at somebody."""
    seems: NotRequired[str]
    """The GM may bluff here: answer with the id of what is truly done, this text, and the id of what it shall seem to be."""
    mayinsist: NotRequired[bool]
    """The GM may take what the rules would not allow."""
