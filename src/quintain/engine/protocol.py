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

Role = Literal["gm", "player", "spectator", "screen"]
Square = list[int]

# -- the battlefield -----------------------------------------------------------------------------------------------------------


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
    """Something on the field that is neither ground nor a combatant: an object, an exit, a zone of fire, a lasting area."""

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


# -- where the round stands ----------------------------------------------------------------------------------------------------


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


# -- combatants ----------------------------------------------------------------------------------------------------------------


class Vital(TypedDict):
    """A pair that people watch: "hp 12 of 31"."""

    id: str
    label: str
    value: int
    most: NotRequired[int]
    look: Literal["bar", "boxes", "pips"]
    harm: bool
    """True where more is worse (stress, failed saves)."""
    set: NotRequired[str]
    """For the GM: the stat that the ruling "set" changes."""


class Rung(TypedDict):
    """One rung of a track of marks (toughness)."""

    name: str
    marks: int
    does: str
    clears: str


class Track(TypedDict):
    """A ladder of marks, the lightest first."""

    id: str
    label: str
    rungs: list[Rung]


class Condition(TypedDict):
    """A state, a wound, a boon, a lasting effect."""

    id: str
    name: str
    does: str
    kind: Literal["bad", "good", "neutral"]
    level: NotRequired[int]
    """How severe, where it has degrees."""
    source: NotRequired[str]
    """From whom or what."""
    since: NotRequired[str]
    """When it began: "round 2", "the start" where it was brought along."""
    ends: NotRequired[str]
    """When it ends, in words: "end of Vessa's next turn", "save ends (11+)"."""
    ends_at: NotRequired[str]
    """The id of the row of the bar where it ends."""
    icon: str
    """One of a small set that screens know (see `ICONS`); "dot" where none fits."""
    clause: NotRequired[str]


ICONS = (
    "dot", "fire", "blood", "stun", "slow", "prone", "stuck", "blind", "fear", "charm", "weak", "poison", "shield", "focus",
    "hidden", "held", "down", "dead", "dying", "ready", "delay", "boon", "wound", "bolt", "fly", "bound",
)  # fmt: skip


class Ability(TypedDict):
    """What a unit can use: an attack, a power, a trait, a carried thing."""

    id: str
    name: str
    kind: Literal["attack", "power", "reaction", "trait", "item"]
    does: str
    cost: str
    """The action or price it takes; empty for none."""
    left: NotRequired[int]
    most: NotRequired[int]
    figures: list[list[str]]
    """Pairs for the sheet: ["hit", "+7 against AC"]."""


class Figure(TypedDict):
    """A figure of the sheet."""

    id: str
    label: str
    value: str | int | bool
    doc: str
    group: str
    """Figures of one group stand together; "" for those in the first line of the sheet."""
    set: NotRequired[str]
    """For the GM: the stat that the ruling "set" changes."""


class UnitView(TypedDict):
    """A combatant as this seat may know it."""

    id: str
    name: str
    initials: str
    """Two letters or a letter and a digit for the token, different for everybody in the fight."""
    side: str
    stance: Literal["party", "foe", "other"]
    """How it stands to this seat: colour and shape."""
    kind: str
    """What it is, in a few words: "level 3 troop"."""
    yours: bool
    state: Literal["up", "down", "dead", "gone"]
    """gone: left or escaped."""
    health: str
    """One word for those who may not know the figures: "unhurt", "hurt", "badly hurt", "down"."""
    part: NotRequired[float]
    """How much is left, 0 to 1, where this seat may know."""
    status: str
    """One short phrase: "staggered, burning"; empty for nothing."""
    vitals: list[Vital]
    tracks: list[Track]
    conditions: list[Condition]
    abilities: list[Ability]
    figures: list[Figure]
    learned: list[list[str]]
    """What was found out of secret figures so far: ["Ward", "14 to 18"]."""
    where: str
    intent: NotRequired[str]
    """What it has announced (clash)."""
    intends: NotRequired[list[str]]
    """At whom, as announced."""
    truly: NotRequired[str]
    """For the GM: what it truly intends."""
    controller: NotRequired[str]
    """Who plays it: a seat; the GM and the seats of its own side are told."""
    auto: NotRequired[str]
    """The tactic that plays it, if one does; told like `controller`."""
    hidden: NotRequired[bool]
    """For the GM: others do not know of it."""
    acted: NotRequired[bool]
    picture: NotRequired[str]


# -- questions -----------------------------------------------------------------------------------------------------------------


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
    """For each die how many sides it has; a pool that explodes may take more faces than this."""
    more: bool
    """More faces may follow (exploding dice)."""
    what: str
    """What it is rolled for."""


class HeldView(TypedDict):
    """A result that waits for the GM's nod."""

    what: str
    rows: list[list[str]]
    """The result held, in pairs: ["Slag hound 1 against Vessa", "hit, 10 damage"]. For the GM alone."""


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
    """In a declaration: whether this one is in; it may still be changed."""
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
    seems: NotRequired[str]
    """The GM may bluff here: answer with the id of what is truly done, this text, and the id of what it shall seem to be."""
    mayinsist: NotRequired[bool]
    """The GM may take what the rules would not allow."""


# -- what happened -------------------------------------------------------------------------------------------------------------


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


# -- forms ---------------------------------------------------------------------------------------------------------------------


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
