"""The record: encounter, rules version, seed, and every answer, roll and ruling in order. Enough to replay a fight bit for bit."""

from __future__ import annotations

from quintain.engine.refusal import Malformed

FORMAT = 1
DEEDS = ("answer", "roll", "rule", "go", "withdrawn", "fresh", "undone")
AUTOMATIC = ("seed", "tactic", "order", "script", "engine")
MOST_FRESH = 1_000_000
FRESH = 1_000_000
"""So many numbers of the seed's stream belong to each time that other dice are wanted."""
MOST_DRAWN = FRESH * (MOST_FRESH + 1)


class Entry:
    """One line of a record.

    `do`: "answer" (pick `value` at question `at`), "roll" (`faces` of `value` dice at roll `at`), "rule" (ruling `value` with
    `args` while `at` was open), "go" (the GM lets a held result stand), "withdrawn" (the question fell away), "fresh" (draw
    other dice from here on), "undone" (something was taken back here: `value` says what).
    `by` says who made it: a seat, "gm", "seed", "script", "order", "engine", or "tactic:steady". A die that the GM
    has fixed beforehand is the GM's, with `args` saying so: no deed of its own to take back. Of what was taken back, `args`
    says whether players are told what it was. The `value` of "fresh" is the how-manieth time it is that other dice were
    wanted, so that no dice come twice. Of a die of the seed that a change of the past has left where it fell, `args` says at
    which number it was `drawn`.
    """

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
        self.faces = faces or []
        self.args = args or {}

    def is_personal(self) -> bool:
        """Did a person do this (so that undo goes back to it)?"""
        return self.by.split(":", 1)[0] not in AUTOMATIC and not (self.do == "roll" and "fixed" in self.args)

    def times(self) -> int:
        """Of "fresh": the how-manieth time it is; 0 where the record does not say."""
        return int(self.value) if self.value.isdecimal() and len(self.value) < 8 and int(self.value) <= MOST_FRESH else 0

    def drawn(self) -> int:
        """Of a die of the seed: at which number it was drawn, where that is not simply the next one; -1 where it is."""
        number = self.args.get("drawn", -1)
        return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < MOST_DRAWN else -1

    def as_data(self) -> dict[str, object]:
        shown: dict[str, object] = {"do": self.do, "at": self.at}
        if self.value:
            shown["value"] = self.value
        if self.faces:
            shown["faces"] = list(self.faces)
        if self.args:
            shown["args"] = self.args
        shown["by"] = self.by
        return shown


def entry_from(data: object) -> Entry:
    """One line of a record, read and checked."""
    if not isinstance(data, dict):
        raise Malformed("an entry of a record is a mapping.")
    do, at, value, by = (data.get("do"), data.get("at", ""), data.get("value", ""), data.get("by", ""))
    faces, args = data.get("faces", []), data.get("args", {})
    if do not in DEEDS:
        raise Malformed(f"an entry of a record does {', '.join(DEEDS)}, not {do!r}.")
    if not isinstance(at, str) or not isinstance(value, str) or not isinstance(by, str):
        raise Malformed("at, value and by of an entry are texts.")
    if not isinstance(faces, list) or not all(isinstance(face, int) and not isinstance(face, bool) for face in faces):
        raise Malformed("faces of an entry is a list of whole numbers.")
    if not isinstance(args, dict):
        raise Malformed("args of an entry is a mapping.")
    return Entry(do, at, value, by, list(faces), dict(args))


def with_draws(entries: list[Entry]) -> list[Entry]:
    """The same entries, each die of the seed saying at which number it was drawn, so that it may be moved."""
    found: list[Entry] = []
    number = fresh = 0
    for entry in entries:
        if entry.do == "fresh":
            fresh = entry.times() or fresh + 1
            number = fresh * FRESH
        elif entry.do == "roll" and entry.by == "seed" and entry.drawn() < 0:
            found.append(Entry("roll", entry.at, entry.value, entry.by, entry.faces, {**entry.args, "drawn": number}))
            number += len(entry.faces)
            continue
        found.append(entry)
    return found


class House:
    """How this table plays: who is automatic, standing orders, who types in dice, whether results are held for the GM."""

    def __init__(self) -> None:
        self.auto: dict[str, str] = {}
        """Tactic by unit id, controller, or side (looked up in that order); "*" for everybody."""
        self.orders: list[tuple[str, str, str]] = []
        """(unit id or controller or *, about, "always" / "never" / "ask" or an option id); the last that fits counts."""
        self.typed: list[str] = []
        """Controllers, or unit ids, whose dice are typed in; "*" for everybody."""
        self.hold = False
        self.level = "enforce"
        """How much is automatic: "enforce", "assist" (the GM may wave illegal things through) or "board"."""

    def as_data(self) -> dict[str, object]:
        return {
            "auto": dict(self.auto),
            "orders": [list(order) for order in self.orders],
            "typed": list(self.typed),
            "hold": self.hold,
            "level": self.level,
        }

    def copy(self) -> House:
        return house_from(self.as_data())


def house_from(data: object) -> House:
    house = House()
    if not isinstance(data, dict):
        raise Malformed("the house of a record is a mapping.")
    auto, orders, typed = data.get("auto", {}), data.get("orders", []), data.get("typed", [])
    if not isinstance(auto, dict) or not isinstance(orders, list) or not isinstance(typed, list):
        raise Malformed("auto is a mapping, orders and typed are lists.")
    house.auto = {str(name): str(tactic) for name, tactic in auto.items()}
    for order in orders:
        if not isinstance(order, (list, tuple)) or len(order) != 3:
            raise Malformed("a standing order has three parts: who, about what, and always, never, ask or an option.")
        house.orders.append((str(order[0]), str(order[1]), str(order[2])))
    house.typed = [str(name) for name in typed]
    house.hold = bool(data.get("hold", False))
    house.level = str(data.get("level", "enforce"))
    return house
