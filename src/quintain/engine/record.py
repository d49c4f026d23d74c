"""The record: encounter, rules version, seed, and every answer, roll and ruling in order. Enough to replay a fight bit for bit."""

from __future__ import annotations

import json
import marshal
import re
from typing import Any

from quintain.engine.refusal import Malformed

FORMAT = 1
KINDS_OF_ENTRY = ("answer", "roll", "rule", "go", "withdrawn", "fresh", "undone", "hold", "seed")
ASIDES = ("fresh", "undone", "hold", "seed")
"""Entries that answer nothing: remarks on the record, and where the dice come from."""
AUTOMATIC = ("seed", "tactic", "order", "script", "engine")
PARTS = re.compile("[@/=:.+,]")
MOST_FRESH = 1_000_000
FRESH = 1_000_000
"""So many numbers of the seed's stream belong to each time that other dice are wanted."""
MOST_DRAWN = FRESH * (MOST_FRESH + 1)


NO_FACES: list[int] = []
NO_ARGS: dict[str, object] = {}
"""What all entries have in common that have no such thing: a fight keeps many. Never to be filled."""


class Entry:
    """One line of a record.

    `do`: "answer" (pick `value` at question `at`), "roll" (`faces` of `value` dice at roll `at`), "rule" (ruling `value` with
    `args` while `at` was open), "go" (the GM lets a held result stand), "withdrawn" (the question fell away), "fresh" (draw
    other dice from here on), "undone" (something was taken back here: `value` says what), "hold" (from here on results are
    held for the GM, `value` "on", or not; of the first, `args` says where that is the `same` as from the beginning), "seed" (from
    here on dice come from the further seed number `value` of the record).
    `by` says who made it: a seat, "gm", "seed", "script", "order", "engine", or "tactic:steady". A die that the GM
    has fixed beforehand is the GM's, with `args` saying so: not personal. Of what was taken back, `args`
    says whether players are told what it was. The `value` of "fresh" counts from 1 how often other dice were
    wanted, so that no dice come twice. Of a die of the seed that a change of the past has left where it fell, `args` says at
    which number it was `drawn`, and of which `seed` if that was not the first; of an answer of the GM's, that it names
    somebody `unseen`.
    """

    __slots__ = ("args", "at", "by", "do", "faces", "value")

    def __init__(
        self,
        do: str,
        at: str,
        value: str = "",
        by: str = "",
        faces: list[int] | None = None,
        args: dict[str, object] | None = None,
    ) -> None:
        self.do = do
        self.at = at
        self.value = value
        self.by = by
        self.faces = faces or NO_FACES
        self.args = args or NO_ARGS

    def whose(self) -> str:
        """Of a roll or an answer: the id of the combatant it is about; "" for the table."""
        return self.at.partition(":")[2].partition("#")[0]

    def names(self) -> list[str]:
        """Of an answer: the parts of its option, the ids of combatants among them."""
        return PARTS.split(self.value)

    def is_personal(self) -> bool:
        """Did a person do this (so that undo goes back to it)?"""
        return self.by.split(":", 1)[0] not in AUTOMATIC and not (self.do == "roll" and "fixed" in self.args)

    def times(self) -> int:
        """Of "fresh": which time it is, counted from 1; 0 where the record does not say."""
        return int(self.value) if self.value.isdecimal() and len(self.value) < 8 and int(self.value) <= MOST_FRESH else 0

    def drawn(self) -> int:
        """Of a die of the seed: at which number it was drawn, where that is not simply the next one; -1 where it is."""
        number = self.args.get("drawn", -1)
        return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < MOST_DRAWN else -1

    def drawn_of(self, now: int) -> int:
        """Of such a die: the place of its seed; `now` is that of the seed in force."""
        place = self.args.get("seed", 0) if "drawn" in self.args else now
        return place if isinstance(place, int) and not isinstance(place, bool) and 0 <= place <= now else now

    def copy(self) -> Entry:
        return Entry(self.do, self.at, self.value, self.by, self.faces, self.args)

    def apart(self) -> Entry:
        """A copy that shares nothing with it, for callers."""
        twin = Entry(self.do, self.at, self.value, self.by)
        twin.faces = list(self.faces)
        twin.args = {name: plain_copy(part) for name, part in self.args.items()}
        return twin

    def same_as(self, other: Entry) -> bool:
        """Does it say the same, by the same author, wherever it stands?"""
        return (self.do, self.at, self.value, self.by) == (other.do, other.at, other.value, other.by)

    def size(self) -> int:
        """About how many characters it takes in a file."""
        words = len(self.at) + text_size(self.value) + len(self.by)
        return 60 + words + 4 * len(self.faces) + (plain_size(self.args) if self.args else 0)

    def as_data(self) -> dict[str, object]:
        shown: dict[str, object] = {"do": self.do, "at": self.at}
        if self.value:
            shown["value"] = self.value
        if self.faces:
            shown["faces"] = list(self.faces)
        if self.args:
            shown["args"] = plain_copy(self.args)
        shown["by"] = self.by
        return shown


def entry_from(data: object) -> Entry:
    """One line of a record, read and checked."""
    if not isinstance(data, dict):
        raise Malformed("an entry of a record is a mapping.")
    do, at, value, by = (data.get("do"), data.get("at", ""), data.get("value", ""), data.get("by", ""))
    faces, args = data.get("faces", []), data.get("args", {})
    if do not in KINDS_OF_ENTRY:
        raise Malformed(f"an entry of a record does {', '.join(KINDS_OF_ENTRY)}, not {do!r}.")
    if not isinstance(at, str) or not isinstance(value, str) or not isinstance(by, str):
        raise Malformed("at, value and by of an entry are texts.")
    if not isinstance(faces, list) or not all(isinstance(face, int) and not isinstance(face, bool) for face in faces):
        raise Malformed("faces of an entry is a list of whole numbers.")
    if not isinstance(args, dict):
        raise Malformed("args of an entry is a mapping.")
    return Entry(do, at, value, by, list(faces), {str(name): plain_copy(part) for name, part in args.items()})


class Draws:
    """Which number of which seed is drawn next."""

    def __init__(self, number: int = 0, fresh: int = 0, seed: int = 0) -> None:
        self.number = number
        self.fresh = fresh
        self.seed = seed

    def copy(self) -> Draws:
        return Draws(self.number, self.fresh, self.seed)

    def same_as(self, other: Draws) -> bool:
        return (self.number, self.fresh, self.seed) == (other.number, other.fresh, other.seed)

    def read(self, entry: Entry) -> None:
        """An entry of the record goes by."""
        if entry.do == "fresh":
            self.fresh = entry.times() or self.fresh + 1
            self.number = self.fresh * FRESH
        elif entry.do == "seed":
            self.seed, self.number = entry.times(), 0
        elif entry.do == "roll" and entry.by == "seed" and entry.drawn() < 0:
            self.number += len(entry.faces)


def draws_after(entries: list[Entry]) -> Draws:
    draws = Draws()
    for entry in entries:
        draws.read(entry)
    return draws


def with_draws(draws: Draws, entries: list[Entry]) -> list[Entry]:
    """The same entries, each die of the seed saying at which number it was drawn, so that it may be moved."""
    found: list[Entry] = []
    for entry in entries:
        if entry.do == "roll" and entry.by == "seed" and entry.drawn() < 0:
            drawn: dict[str, object] = {**entry.args, "drawn": draws.number}
            if draws.seed:
                drawn["seed"] = draws.seed
            found.append(Entry("roll", entry.at, entry.value, entry.by, entry.faces, drawn))
        else:
            found.append(entry)
        draws.read(entry)
    return found


# -- plain data -----------------------------------------------------------------------------------------------------------

LONGEST_TEXT = 5_000
MOST_PLAIN = 50_000
LARGEST_FIGURE = 10**15
DEEPEST_PLAIN = 12
NO_SIGNS = (0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF)


def plain_copy(value: object) -> object:
    """Plain data that shares nothing with what it was copied from."""
    if isinstance(value, dict):
        return {name: plain_copy(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_copy(part) for part in value]
    return value


def copied_plain(value: object) -> object:
    """The same for much of it at once, several times faster."""
    plain: Any = value
    return marshal.loads(marshal.dumps(plain))


def plain_size(value: object) -> int:
    """About how many characters plain data takes in a file."""
    if isinstance(value, dict):
        return sum([text_size(name) + 6 + plain_size(part) for name, part in value.items()])
    if isinstance(value, list):
        return sum([4 + plain_size(part) for part in value])
    return text_size(value) + 4 if isinstance(value, str) else 20


def text_size(text: str) -> int:
    """How many characters a text takes in a file: signs that no ASCII has are written in six or twelve, quotes in two."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return len(text)
    return len(json.dumps(text)) - 2


def why_not_plain(value: object, depth: int = 0) -> str:
    """Why this cannot be written down in a record and read again; "" where it can."""
    if depth > DEEPEST_PLAIN:
        return f"it is nested more than {DEEPEST_PLAIN} levels deep"
    if isinstance(value, dict):
        for name, part in value.items():
            if not isinstance(name, str):
                return "a field's name is a text"
            why = why_not_text(name) or why_not_plain(part, depth + 1)
            if why:
                return why
        return ""
    if isinstance(value, list):
        for part in value:
            why = why_not_plain(part, depth + 1)
            if why:
                return why
        return ""
    if isinstance(value, str):
        return why_not_text(value)
    if isinstance(value, (int, float)):
        # Written so that what is no number at all is refused too.
        return "" if -LARGEST_FIGURE < value < LARGEST_FIGURE else f"a figure lies between -{LARGEST_FIGURE} and {LARGEST_FIGURE}"
    return "" if value is None else "it must be plain data: texts, whole numbers, true or false, lists and mappings"


def why_not_text(text: str) -> str:
    """Why a text cannot be kept; "" where it can."""
    if len(text) > LONGEST_TEXT:
        return f"a text has at most {LONGEST_TEXT} characters"
    return why_not_signs(text)


def why_not_signs(text: str) -> str:
    for sign in text if not text.isascii() or not text.isprintable() else "":
        # What a file of text cannot hold: controls, halves of a character, and code points that are none.
        code = ord(sign)
        if (code < 32 and sign not in "\n\t") or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xDFFF or code in NO_SIGNS:
            return f"a text holds no such sign as U+{code:04X}"
    return ""


class Automation:
    """What of a fight goes on without asking: tactics, standing orders, whose dice are typed in, whether results wait for the GM.

    A record keeps it under "house".
    """

    def __init__(self) -> None:
        self.auto: dict[str, str] = {}
        """Tactic by unit id, controller, or side (looked up in that order); "*" for everybody. Asked together, each seat counts."""
        self.orders: list[tuple[str, str, str]] = []
        """(unit id or controller or *, about, "always" / "never" / "ask" or an option id); the last that fits counts."""
        self.typed: list[str] = []
        """Controllers, or unit ids, whose dice are typed in; "*" for everybody."""
        self.hold = False
        self.level = "enforce"
        """How much is automatic: "enforce", "assist" (the GM may wave illegal things through) or "board"."""
        self.declarations = "open"
        """Whether players hear what others of their side have declared before all is revealed ("open"), or not ("secret")."""
        self.resting = 0
        """How long the record was when so much had been answered automatically at once that people are asked; 0 for not so."""

    def as_data(self) -> dict[str, object]:
        shown: dict[str, object] = {
            "auto": dict(self.auto),
            "orders": [list(order) for order in self.orders],
            "typed": list(self.typed),
            "hold": self.hold,
            "level": self.level,
        }
        if self.declarations != "open":
            shown["declarations"] = self.declarations
        if self.resting:
            shown["resting"] = self.resting
        return shown

    def copy(self) -> Automation:
        twin = Automation()
        twin.auto = dict(self.auto)
        twin.orders = list(self.orders)
        twin.typed = list(self.typed)
        twin.hold = self.hold
        twin.level = self.level
        twin.declarations = self.declarations
        twin.resting = self.resting
        return twin

    def holds(self) -> bool:
        """Are results held for somebody? Not where a tactic plays the GM."""
        return self.hold and "gm" not in self.auto and "*" not in self.auto


def automation_from(data: object) -> Automation:
    automation = Automation()
    if not isinstance(data, dict):
        raise Malformed("the house of a record is a mapping.")
    auto, orders, typed = data.get("auto", {}), data.get("orders", []), data.get("typed", [])
    if not isinstance(auto, dict) or not isinstance(orders, list) or not isinstance(typed, list):
        raise Malformed("auto is a mapping, orders and typed are lists.")
    automation.auto = {str(name): str(tactic) for name, tactic in auto.items()}
    for order in orders:
        if not isinstance(order, (list, tuple)) or len(order) != 3:
            raise Malformed("a standing order has three parts: who, about what, and always, never, ask or an option.")
        automation.orders.append((str(order[0]), str(order[1]), str(order[2])))
    automation.typed = [str(name) for name in typed]
    automation.hold = bool(data.get("hold", False))
    automation.level = str(data.get("level", "enforce"))
    automation.declarations = "secret" if data.get("declarations") == "secret" else "open"
    resting = data.get("resting", 0)
    if not isinstance(resting, int) or isinstance(resting, bool) or resting < 0:
        raise Malformed("resting is the length of the record at which automatic play waits.")
    automation.resting = resting
    return automation
