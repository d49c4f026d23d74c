"""What happened, in the past tense, with the numbers, the cause and the clause."""

from __future__ import annotations

import json
from typing import Any, Final

from quintain.engine.record import plain_copy

NO_DATA: Final[dict[str, object]] = {}
NO_MATH: Final[list[tuple[str, int]]] = []
NO_WHO: Final[list[str]] = []
NO_FACES: Final[dict[str, list[int]]] = {}
NO_RUNNERS: Final[dict[str, list[str]]] = {}
"""What all events have in common that have no such thing: a fight keeps many. Never to be filled."""
SAME_WHO: Final[dict[tuple[str, ...], list[str]]] = {}
MOST_WHO: Final = 2_000
"""The lists of whom events are about, shared by events that are about the same: never to be filled either."""


class Event:
    """One thing that happened.

    `text` is the sentence; `math` its arithmetic, term by term; `clause` where the rules reference opens.
    `audience` names who may know it ("all", "gm", a side as "side:heroes", a controller as "seat:ann"); everybody else is told
    `public` instead, if anything. `math_for` may keep the arithmetic to fewer people than the sentence.

    Who is told is settled when it is told: `runners` are the controllers who then had somebody on the sides that `audience` and
    `math_for` name, so that no later change of side or control reveals it or takes it away.
    """

    __slots__ = (
        "_faces", "_math", "_packed", "against", "against_for", "audience", "cause", "clause", "data", "dealt", "entry", "kind",
        "math_for", "number", "open_terms", "public", "round", "runners", "text", "verdict", "who",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        text: str,
        who: list[str] | None = None,
        math: list[tuple[str, int]] | None = None,
        clause: str = "",
        audience: str = "all",
        public: str = "",
        math_for: str = "all",
        data: dict[str, object] | None = None,
        against: tuple[str, int] | None = None,
        verdict: str = "",
    ) -> None:
        self.kind = kind
        self.text = text
        self.who = who or []
        self._math = math or []
        self._packed = ""
        """Its arithmetic and its faces as text, once it is packed."""
        self.clause = clause
        self.audience = audience
        self.public = public
        self.math_for = math_for
        self.data = data or {}
        self.against = against
        """What a sum was compared with: ("AC of Vail", 18). As secret as the arithmetic, or more (`against_for`)."""
        self.against_for = ""
        """Who may know it, where fewer may than may see the other terms."""
        self.verdict = verdict
        """What came of it in a word: "hit", "critical hit", "saved". As public as the sentence."""
        self.dealt: list[tuple[str, int]] = NO_MATH
        """The dice of its damage, where its terms are something else: ("d6", 4), one by one. As public as the sentence."""
        self.open_terms = False
        """Is its arithmetic for whoever is told `public` too: dice that fell on the table?"""
        self._faces: dict[str, list[int]] = {}
        self.cause = 0
        """How many events back the one was told that this is a consequence of; 0 where it stands by itself."""
        self.number = 0
        self.round = 0
        self.entry = 0
        """How many entries of the record had been read when it was told."""
        self.runners: dict[str, list[str]] = {}

    def hearers(self) -> set[str]:
        """Who but the GM is told anything of it, by controllers; "players" is everybody."""
        if self.public or self.audience == "all":
            return {"players"}
        names = self.runners.get(self.audience, [self.audience.partition(":")[2]])
        return {seat for name in names for seat in name.split("+")} - {"gm", ""}

    def addressed(self) -> set[str]:
        """Whom it is told otherwise than to everybody, by controllers."""
        found: set[str] = set()
        for audience in (self.audience, self.math_for, self.against_for):
            names = self.runners.get(audience, [audience.partition(":")[2]])
            found.update([seat for name in names for seat in name.split("+")])
        return found - {"gm", "players", ""}

    @property
    def math(self) -> list[tuple[str, int]]:
        """Its arithmetic, term by term."""
        return self.arithmetic()[0]

    @math.setter
    def math(self, terms: list[tuple[str, int]]) -> None:
        self._math = terms

    @property
    def faces(self) -> dict[str, list[int]]:
        """What the dice showed, by the label of the term they make up."""
        return self.arithmetic()[1]

    @faces.setter
    def faces(self, faces: dict[str, list[int]]) -> None:
        self._faces = faces

    def arithmetic(self) -> tuple[list[tuple[str, int]], dict[str, list[int]]]:
        """Both at once: of an event long past they are packed together."""
        if not self._packed:
            return (self._math, self._faces)
        math, thrown = json.loads(self._packed)
        terms = [(str(label), int(value)) for label, value in math]
        return (terms, {str(label): [int(face) for face in faces] for label, faces in thrown.items()})

    def pack(self) -> None:
        """It is long past: keep its arithmetic as text, which takes a fraction of the room."""
        if self._math and not self._packed:
            self._packed = json.dumps([self._math, self._faces], separators=(",", ":"))
            self._math = NO_MATH
            self._faces = NO_FACES

    def settle(self) -> None:
        """It is told and will not change any more: take as little room as can be."""
        if not self.data:
            self.data = NO_DATA
        if not self._faces:
            self._faces = NO_FACES
        if not self._math:
            self._math = NO_MATH
        if not self.who:
            self.who = NO_WHO
        else:
            if len(SAME_WHO) > MOST_WHO:
                SAME_WHO.clear()
            self.who = SAME_WHO.setdefault(tuple(self.who), self.who)
        if not self.runners:
            self.runners = NO_RUNNERS

    def apart(self) -> Event:
        """A copy that shares nothing with it, for callers."""
        math, thrown = self.arithmetic()
        twin = Event(
            self.kind, self.text, list(self.who), list(math), self.clause, self.audience, self.public, self.math_for,
            {name: plain_copy(part) for name, part in self.data.items()}, self.against, self.verdict,
        )  # fmt: skip
        twin.faces = {label: list(faces) for label, faces in thrown.items()}
        twin.against_for, twin.open_terms = self.against_for, self.open_terms
        twin.dealt = list(self.dealt)
        twin.number, twin.round, twin.entry, twin.cause = self.number, self.round, self.entry, self.cause
        twin.runners = {side: list(seats) for side, seats in self.runners.items()}
        return twin

    def as_data(self) -> dict[str, object]:
        """The whole event, as the GM may see it."""
        shown: dict[str, object] = {"number": self.number, "round": self.round, "kind": self.kind, "text": self.text}
        if self.who:
            shown["who"] = list(self.who)
        math = self.math
        if math:
            shown["math"] = [[label, value] for label, value in math]
        if self.clause:
            shown["clause"] = self.clause
        if self.data:
            shown["data"] = {name: plain_copy(part) for name, part in self.data.items()}
        if self.audience != "all":
            shown["audience"] = self.audience
        return shown

    def says_as(self, other: Event) -> bool:
        """Is it told in the same words, with the same figures and to the same as another, wherever they stand?"""
        if self.text != other.text or self.kind != other.kind:
            return False
        mine, theirs = self.kept_data(), other.kept_data()
        return all(mine.get(part) == theirs.get(part) for part in {*mine, *theirs} if part not in ("entry", "cause", "round"))

    def kept_data(self) -> dict[str, object]:
        """The whole event with everything that decides who is told what of it: `event_from` makes it again."""
        kept = self.as_data()
        del kept["number"]
        kept["entry"] = self.entry
        if self.public:
            kept["public"] = self.public
        if self.math_for != "all":
            kept["math_for"] = self.math_for
        if self.against is not None:
            kept["against"] = list(self.against)
        if self.against_for:
            kept["against_for"] = self.against_for
        if self.verdict:
            kept["verdict"] = self.verdict
        if self.dealt:
            kept["dealt"] = [[label, value] for label, value in self.dealt]
        if self.open_terms:
            kept["open_terms"] = True
        thrown = self.faces
        if thrown:
            kept["faces"] = {label: list(faces) for label, faces in thrown.items()}
        if self.cause:
            kept["cause"] = self.cause
        if self.runners:
            kept["runners"] = {side: list(seats) for side, seats in self.runners.items()}
        return kept


def event_from(kept: dict[str, Any]) -> Event:
    """An event again from its `kept_data`."""
    math = [(str(label), int(value)) for label, value in kept.get("math", [])]
    event = Event(
        kept["kind"], kept["text"], list(kept.get("who", [])), math, kept.get("clause", ""), kept.get("audience", "all"),
        kept.get("public", ""), kept.get("math_for", "all"),
        {str(name): plain_copy(part) for name, part in kept.get("data", {}).items()},
    )  # fmt: skip
    event.round = kept["round"]
    event.entry = kept["entry"]
    event.runners = {side: list(seats) for side, seats in kept.get("runners", {}).items()}
    against = kept.get("against")
    event.against = (str(against[0]), int(against[1])) if against else None
    event.against_for = kept.get("against_for", "")
    event.verdict = kept.get("verdict", "")
    event.dealt = [(str(label), int(value)) for label, value in kept.get("dealt", [])] or NO_MATH
    event.open_terms = kept.get("open_terms", False)
    event.faces = {label: list(faces) for label, faces in kept.get("faces", {}).items()}
    event.cause = kept.get("cause", 0)
    event.settle()
    return event


BEGINNINGS = ("start", "battle", "round", "phase", "stage", "order", "turn")
"""Kinds of events that only say what begins: nothing is a consequence of them."""


def cause_of(events: list[Event], event: Event, consequences: set[str]) -> int:
    """How many events back the one stands that this one is a consequence of: the last that stands by itself; 0 for none.

    What not all have heard who hear this one is passed over: for them nothing stands between.
    """
    if event.kind not in consequences:
        return 0
    hearers = event.hearers()
    for distance, earlier in enumerate(reversed(events), 1):
        heard = earlier.hearers()
        if "players" not in heard and not hearers <= heard:
            continue
        if earlier.cause == 0:
            return distance if earlier.kind not in consequences and earlier.kind not in BEGINNINGS else 0
    return 0


class Outcome:
    """How a fight ended and why. `winner` is a side, or "" where nobody won."""

    def __init__(self, result: str, winner: str, why: str) -> None:
        self.result = result
        """One word of the system's: "success", "defeat", "draw", "broken off", "unresolved" ..."""
        self.winner = winner
        self.why = why

    def as_data(self) -> dict[str, str]:
        return {"result": self.result, "winner": self.winner, "why": self.why}
