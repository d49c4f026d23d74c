"""What happened, in the past tense, with the numbers, the cause and the clause."""

from __future__ import annotations


class Event:
    """One thing that happened.

    `text` is the sentence; `math` its arithmetic, term by term; `clause` where the rules reference opens.
    `audience` names who may know it ("all", "gm", a side as "side:heroes", a controller as "seat:ann"); everybody else is told
    `public` instead, if anything. `math_for` may keep the arithmetic to fewer people than the sentence.
    """

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
    ) -> None:
        self.kind = kind
        self.text = text
        self.who = who or []
        self.math = math or []
        self.clause = clause
        self.audience = audience
        self.public = public
        self.math_for = math_for
        self.data = data or {}
        self.number = 0
        self.round = 0

    def as_data(self) -> dict[str, object]:
        """The whole event, as the GM may see it."""
        shown: dict[str, object] = {"number": self.number, "round": self.round, "kind": self.kind, "text": self.text}
        if self.who:
            shown["who"] = list(self.who)
        if self.math:
            shown["math"] = [[label, value] for label, value in self.math]
        if self.clause:
            shown["clause"] = self.clause
        if self.data:
            shown["data"] = dict(self.data)
        if self.audience != "all":
            shown["audience"] = self.audience
        return shown

    def public_data(self) -> dict[str, object]:
        """What those are told who may not know the whole."""
        return {"number": self.number, "round": self.round, "kind": "public", "text": self.public}


class Outcome:
    """How a fight ended and why. `winner` is a side, or "" where nobody won."""

    def __init__(self, result: str, winner: str, why: str) -> None:
        self.result = result
        """One word of the system's: "success", "defeat", "draw", "broken off", "unresolved" ..."""
        self.winner = winner
        self.why = why

    def as_data(self) -> dict[str, str]:
        return {"result": self.result, "winner": self.winner, "why": self.why}
