"""Forms and settings: the GM's rulings, the switches of a system, how a table plays, clauses of the rules."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Field(TypedDict):
    """One thing to fill in."""

    name: str
    label: str
    kind: Literal[
        "int", "bool", "text", "choice", "unit", "units", "square", "place", "side", "seat", "dice", "stat", "condition", "data"
    ]  # fmt: skip
    doc: str
    required: bool
    low: NotRequired[int]
    high: NotRequired[int]
    choices: NotRequired[list[list[str]]]
    """Pairs of a value and its words."""
    default: NotRequired[str | int | bool]


class RulingForm(TypedDict):
    """One of the GM's commands."""

    name: str
    label: str
    doc: str
    group: Literal["figures", "conditions", "places", "people", "dice", "results", "fight", "other"]
    fields: list[Field]


class Switch(TypedDict):
    """One of a system's house rules."""

    name: str
    label: str
    doc: str
    clause: str
    choices: list[list[str]]
    """Pairs of a value and what it means."""
    default: str


class TableSettings(TypedDict):
    """How this table plays."""

    level: Literal["board", "assist", "enforce"]
    dice: Literal["server", "typed"]
    knowledge: Literal["open", "learned", "hidden"]
    undo: Literal["gm", "own", "anyone", "propose"]
    seconds: NotRequired[int]
    """Time limit for a decision; 0 for none. Then the tactic answers."""
    hold: bool
    declarations: Literal["open", "secret"]
    """Whether players hear what others of their side have declared before all is revealed."""
    seats: NotRequired[list[str]]
    """The players' seats, by name."""
    speakers: NotRequired[list[str]]
    """Who may answer for units and questions that belong to "players"; empty: every seat."""
    watchers: NotRequired[list[str]]
    """Those who look and do nothing, by name."""


class ClauseText(TypedDict):
    """A clause of the rules reference."""

    id: str
    chapter: str
    text: str
