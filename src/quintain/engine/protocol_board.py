"""What a screen is sent of the battlefield: the board with what stands on it, and the order, phase or stage bar."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Square = list[int]


class Terrain(TypedDict):
    """One kind of ground on a grid."""

    id: str
    name: str
    does: str
    """What it does, in words: "2 to enter, +10 Dodge". Empty for plain ground."""
    cost: float
    """What a step onto it costs, in the grid's own unit of movement; 0 where nobody can enter."""
    blocks: Literal["nothing", "move", "sight", "all"]
    look: Literal["plain", "rough", "cover", "water", "wall", "hazard", "object", "exit"]
    """How to draw it: one of a few looks that every screen knows."""
    letter: str
    """One character for terminals."""


class Mark(TypedDict):
    """Something on the board that is neither ground nor a combatant: an object, an exit, a zone of fire, a lasting area."""

    id: str
    name: str
    does: str
    squares: NotRequired[list[Square]]
    place: NotRequired[str]
    """The id of the place, on boards without squares."""
    look: Literal["object", "exit", "hazard", "area", "goal"]


class Stand(TypedDict):
    """Where a unit stands on a grid."""

    id: str
    at: Square
    size: int
    """How many squares wide and high it is."""
    under: bool
    """It lies on the ground: drawn under whoever stands there."""


class GridBoard(TypedDict):
    """A square grid."""

    kind: Literal["grid"]
    width: int
    height: int
    unit: str
    """What a square is called in distances: "square", "5 feet"."""
    terrains: list[Terrain]
    ground: list[list[int]]
    """Row by row, for each square the place of its kind in `terrains`."""
    marks: list[Mark]
    stands: list[Stand]


class Place(TypedDict):
    """A zone: somewhere to be, without squares inside."""

    id: str
    name: str
    note: str
    units: list[str]
    """Everybody here, in the order of the round."""
    groups: list[list[str]]
    """Who is engaged with whom (escalation): each a huddle; the others of `units` are free."""
    behind: list[list[str]]
    """Pairs of who shelters behind whom."""
    at: NotRequired[list[float]]
    """Where an author put it on the map, if anywhere: x and y from 0 to 1."""


class Way(TypedDict):
    """A link between two places."""

    between: list[str]
    label: str
    """What it takes to use it ("16 to cross"); empty where it is open."""
    barred: bool


class PlacesBoard(TypedDict):
    """Zones with who is in them; with `groups` and `behind` where the book thinks in engagements."""

    kind: Literal["zones", "groups"]
    places: list[Place]
    ways: list[Way]
    engaged: list[list[str]]
    """Pairs of units engaged with each other; a line is drawn between them."""
    marks: list[Mark]
    points: NotRequired[dict[str, list[float]]]
    """On maps in feet: where each unit stands, x and y."""
    size: NotRequired[list[float]]
    """On maps in feet: how wide and high the map is; absent where it has no end."""


Board = GridBoard | PlacesBoard


class BarRow(TypedDict):
    """One place in the order, or one phase or stage of the round."""

    id: str
    """The unit's id, or the phase's name."""
    label: str
    unit: NotRequired[str]
    units: NotRequired[list[str]]
    """Who acts in this phase or stage."""
    count: NotRequired[str]
    """Its initiative, as far as this seat may know."""
    state: Literal["done", "now", "next", "waiting", "skipped"]
    ends: list[str]
    """What ends when this place is reached: "Dazed (Vessa)"."""


class Counter(TypedDict):
    """A figure of the whole fight: the escalation die, the challenge score, a clock, a timer of the encounter."""

    id: str
    name: str
    value: int
    most: NotRequired[int]
    does: str


class Bar(TypedDict):
    """The order, phase or stage bar."""

    kind: Literal["order", "phases", "stages", "together"]
    rows: list[BarRow]
    counters: list[Counter]
