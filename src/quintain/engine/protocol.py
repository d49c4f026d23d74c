"""Everything a screen can be sent, declared once.

Plain typed dictionaries: the engine and the systems fill them, the terminal, the table service and the page read nothing else,
and the JSON Schemas, the OpenAPI document and the TypeScript types are made from them. A key that is not `Required` may be
absent: absent means "there is none" or "this seat may not know", and the two cannot be told apart.

Words: a *unit* is a combatant, a *seat* a place at the table ("gm", a player's name), a *square* a pair [x, y] counted from the
top left, a *share* a number from 0 to 1. Ids are opaque: nobody may take one apart.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from quintain.engine.protocol_board import Bar, Board
from quintain.engine.protocol_forms import TableSettings
from quintain.engine.protocol_questions import QuestionView
from quintain.engine.protocol_units import UnitView

Role = Literal["gm", "player", "spectator", "screen"]


class Term(TypedDict):
    """One term of the arithmetic of an event."""

    label: str
    value: int | str
    faces: NotRequired[list[int]]
    """Where it is a roll: what the dice showed."""


class EventView(TypedDict):
    """Something that happened, as this seat is told it."""

    number: int
    """Counted over what this seat was told, without gaps; never used again."""
    round: int
    kind: str
    text: str
    who: list[str]
    terms: list[Term]
    against: NotRequired[Term]
    """What the sum of the terms was compared with."""
    against_terms: NotRequired[list[Term]]
    """What that is made of."""
    damage: NotRequired[list[Term]]
    """The dice of the damage it dealt, where the terms are those of two scores compared."""
    verdict: NotRequired[str]
    """What came of it in a word or two: "hit", "critical hit", "saved"."""
    clause: NotRequired[str]
    cause: NotRequired[int]
    """The number of the event it is a consequence of: screens group by it."""
    entry: NotRequired[int]
    """For the GM: the entry of the record that a change of this die or answer amends."""
    taken_back: NotRequired[bool]
    takes_back: NotRequired[list[int]]
    """Numbers of earlier events that no longer hold because of this one."""
    audience: NotRequired[str]
    """For the GM: who else was told, where not everybody was."""


class Notice(TypedDict):
    """What everybody may know about the fight as a whole."""

    kind: Literal["goal", "task", "rule"]
    label: str
    text: str
    done: bool
    value: NotRequired[int]
    most: NotRequired[int]


class UnitStory(TypedDict):
    """What one combatant did in a fight."""

    id: str
    rows: list[list[str]]
    """Pairs in the words of the book: ["damage dealt", "41"], ["hits", "5 of 8"]."""


class OutcomeView(TypedDict):
    """How it ended and why, with its story in figures."""

    result: str
    winner: str
    why: str
    won: NotRequired[bool]
    """Whether this seat's side won; absent for seats of no side, and where nobody won."""
    rounds: int
    story: list[UnitStory]
    moments: list[int]
    """Numbers of the events that turned it: falls, kills, criticals."""


class Fairness(TypedDict):
    """How anybody can check the dice."""

    algorithm: str
    commitment: str
    seed: NotRequired[str]
    """Shown once the fight is over."""
    salt: NotRequired[str]


class HistoryNode(TypedDict):
    """One thing that was done, for the undo tree."""

    entry: int
    parent: int
    """The entry before it; -1 for the first."""
    label: str
    by: str
    round: int
    live: bool
    """Part of what counts now; else taken back and still to be had by redo, or by redo of its `branch`."""
    branch: NotRequired[int]
    """Of what was taken back and then done otherwise: which branch it is of. `parent` is where the whole branch grew from."""
    event: NotRequired[int]


class ProposalView(TypedDict):
    """A player's wish to take something back, which waits for the GM."""

    proposal: int
    seat: str


class View(TypedDict):
    """The fight as one seat may see it: all a screen needs."""

    system: str
    name: str
    """The encounter's."""
    seat: str
    role: Role
    version: int
    round: int
    heading: str
    bar: Bar
    board: Board
    notices: list[Notice]
    units: list[UnitView]
    questions: list[QuestionView]
    log: list[EventView]
    outcome: NotRequired[OutcomeView]
    fairness: Fairness
    can_undo: bool
    can_redo: bool
    history: NotRequired[list[HistoryNode]]
    """For the GM."""
    doubts: list[str]
    taken_back: NotRequired[list[int]]
    """At a table: numbers of the events that no longer hold."""
    settings: NotRequired[TableSettings]
    """At a table: how it plays."""
    proposals: NotRequired[list[ProposalView]]
    """At a table: what players ask to take back; the GM's, and each player's own."""


class Changes(TypedDict):
    """What is new for a seat since the version it has."""

    version: int
    since: int
    whole: bool
    """Take a whole view instead: it is too long ago, or too much changed."""
    events: list[EventView]
    taken_back: list[int]
    """Numbers of events that no longer hold."""
    view: dict[str, object]
    """The parts of the view that differ, by their name in `View`, each whole; `units` holds only those that changed,
    and `history` only what stands in it from place `history_from` on: the nodes before stay as they were."""
    history_from: NotRequired[int]
    questions_from: NotRequired[list[int]]
    """Where many are asked at once: for each open question its place in the `questions` you have, where it stayed as it was, or -1:
    then it is the next of `view.questions`, which holds only those."""
    gone: list[str]
    """Ids of units that this seat no longer knows of."""
