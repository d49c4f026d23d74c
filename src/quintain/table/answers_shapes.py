"""What the service answers and sends, declared once; the OpenAPI document is made from these and the engine's protocol."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from quintain.engine.protocol import Changes, Role, View
from quintain.engine.protocol_forms import RulingForm, Switch, TableSettings
from quintain.engine.protocol_odds import OddsData


class ErrorBody(TypedDict):
    kind: Literal[
        "malformed", "entry", "not_yours", "missing", "stale", "illegal", "over", "full", "large", "limited", "busy", "unavailable"
    ]  # fmt: skip
    text: str
    """A sentence for people: what was wrong, and what would be right."""


class Error(TypedDict):
    """Every refusal, over HTTP and over the socket."""

    error: ErrorBody


class Link(TypedDict):
    """How a seat is reached. The secret stands behind the #, which no browser sends to a server."""

    seat: str
    role: Role
    url: str
    qr: str
    """The link as a picture: SVG."""


class Opened(TypedDict):
    """A new table."""

    table: str
    seat: str
    """The seat of whoever opened it."""
    role: Role
    links: list[Link]
    gm: Link | None


class Entered(TypedDict):
    table: str
    seat: str
    role: Role


class SeatInfo(TypedDict):
    """A seat, and whether somebody is there."""

    seat: str
    role: Role
    present: bool
    units: list[str]
    """Whom a player runs, as far as everybody may know of them."""
    left_seconds: NotRequired[int]
    auto: NotRequired[str]
    """The tactic that plays it."""


class You(TypedDict):
    seat: str
    role: Role


class FightInfo(TypedDict):
    id: int
    name: str
    state: Literal["running", "over"]
    result: str
    rules: str
    """The version of the rules it was begun with."""
    note: str
    """Said where the rules have changed since."""


class TableInfo(TypedDict):
    """A table as a seat may know it."""

    table: str
    name: str
    system: str
    seats: list[SeatInfo]
    settings: TableSettings
    fights: list[FightInfo]
    fight: int
    """Which of them is being played."""
    alone: bool
    forked: bool
    """Whether it began as a second fight from the middle of another table's."""
    you: You
    rulings: NotRequired[list[RulingForm]]
    lan: NotRequired[str]


class Receipt(TypedDict):
    """What became of a command that was accepted; it is durable when this comes."""

    version: int
    """The seat's number now."""
    events: list[int]
    """The numbers, as the seat counts them, of the log lines it led to."""
    said: str
    repeated: bool
    """The key was used before: nothing was done now."""
    fork: NotRequired[dict[str, Any]]


class Changed(TypedDict):
    settings: TableSettings


class Done(TypedDict):
    ok: bool
    why: NotRequired[str]


class Step(TypedDict):
    title: str
    text: str


class Word(TypedDict):
    word: str
    text: str
    clause: str


class Difficulty(TypedDict):
    word: str
    win: list[float]
    falls: list[float]


class EncounterInfo(TypedDict):
    id: str
    name: str
    summary: str
    party: int
    foes: int
    budget: str
    board: str
    difficulty: NotRequired[Difficulty]


class SystemInfo(TypedDict):
    name: str
    title: str
    sentence: str
    board: str
    steps: list[Step]
    words: list[Word]
    encounters: list[EncounterInfo]
    tactics: list[str]
    switches: list[Switch]


class OddsAnswer(TypedDict):
    odds: dict[str, OddsData]
    left_out: list[str]
    """Options that the budget did not reach."""


class JobInfo(TypedDict):
    job: str
    kind: str
    state: Literal["running", "done", "failed", "cancelled"]
    progress: float
    result: NotRequired[dict[str, Any]]
    error: NotRequired[str]


class Record(TypedDict):
    record: dict[str, Any]


class CheckProblem(TypedDict):
    path: list[str | int]
    line: int
    text: str


class Checked(TypedDict):
    ok: bool
    problems: list[CheckProblem]
    summary: str
    data: NotRequired[dict[str, Any]]
    """The encounter with every stat block written out."""
    budget: NotRequired[str]
    view: NotRequired[View]
    """The fight as the GM would see it at its start."""
    figures: NotRequired[dict[str, dict[str, int]]]
    """By combatant, what of it can be varied in the lab: "hp", "weapons.Bronze Sword.might", with what it is now."""


class RoundPlace(TypedDict):
    round: int
    frame: int


class ReplayInfo(TypedDict):
    replay: str
    frames: int
    rounds: list[RoundPlace]
    name: str
    system: str
    rules: str
    """The version of the rules it was played by."""
    now: str
    """The version of the rules that replay it."""


class Fair(TypedDict):
    ok: bool
    rolls: int
    drawn: int
    doubts: list[str]


class Blocks(TypedDict):
    blocks: dict[str, Any]
    report: str
    left: list[str]


# -- frames of the socket ------------------------------------------------------------------------------------------------


class HelloFrame(TypedDict):
    """Client: send me what I lack. `since` is the number of the last view or changes I have."""

    type: Literal["hello"]
    since: int | None


class CommandFrame(TypedDict):
    """Client: carry this out. `id` is the key: sent again with the same id it is not carried out twice."""

    type: Literal["command"]
    id: str
    version: int
    command: dict[str, Any]


class OddsFrame(TypedDict):
    """Client: the odds of options (all that lead to dice, if none are named)."""

    type: Literal["odds"]
    id: str
    question: str
    options: list[str] | None
    assume: NotRequired[dict[str, bool]]
    after: NotRequired[list[str]]
    """Options that are taken first: a square, and then an attack from there. The odds are of the whole. Without `options`: of every
    attack that they open, each with its `label` and `targets`."""


class WatchFrame(TypedDict):
    """Client (GM): tell me who is winning, now and after every change, or no longer."""

    type: Literal["winning"]
    on: bool


class PingFrame(TypedDict):
    type: Literal["ping"]


ClientFrame = HelloFrame | CommandFrame | OddsFrame | WatchFrame | PingFrame


class ViewFrame(TypedDict):
    type: Literal["view"]
    view: View


class ChangesFrame(TypedDict):
    """What is new. `changes.since` is the number of the frame before it; where that is not the one you have, say hello again."""

    type: Literal["changes"]
    changes: Changes


class CurrentFrame(TypedDict):
    """After hello: you have everything."""

    type: Literal["current"]
    version: int


class ReceiptFrame(TypedDict):
    type: Literal["receipt"]
    id: str
    receipt: Receipt


class RefusedFrame(TypedDict):
    type: Literal["refused"]
    id: str | None
    error: ErrorBody


class OddsAnswerFrame(TypedDict):
    """Odds as they come; the last one has `done`."""

    type: Literal["odds"]
    id: str
    odds: dict[str, OddsData]
    done: bool


class PresenceFrame(TypedDict):
    type: Literal["presence"]
    seats: list[SeatInfo]


class TimerFrame(TypedDict):
    """Somebody has so many seconds left; to whoever is asked and to the GM."""

    type: Literal["timer"]
    question: str
    seat: str
    left: float
    of: int


class WinningFrame(TypedDict):
    """Who is winning from here; to the GM."""

    type: Literal["forecast"]
    win: float
    low: float
    high: float
    n: int
    draw: float
    loss: float


class TableFrame(TypedDict):
    """The table has another fight, or other settings: ask for it again."""

    type: Literal["table"]


class PongFrame(TypedDict):
    type: Literal["pong"]


class ByeFrame(TypedDict):
    """The last frame before the server closes the socket."""

    type: Literal["bye"]
    why: str


ServerFrame = (
    ViewFrame | ChangesFrame | CurrentFrame | ReceiptFrame | RefusedFrame | OddsAnswerFrame | PresenceFrame | TimerFrame
    | WinningFrame | TableFrame | PongFrame | ByeFrame
)  # fmt: skip
