"""What a screen is sent of a combatant: vitals, tracks, conditions, abilities, figures."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


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
    bound: NotRequired[str]
    """To which place, as announced."""
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
