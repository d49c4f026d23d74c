"""What a party takes from one fight of a table into the next, book by book.

The last fight, written as an encounter by its own system, says how everybody was left; of that, what outlasts a fight by the book is
put into the next encounter's file, under the same ids. What ends with a fight, or within the minutes between two, is left behind.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from quintain.engine import GM, Refusal
from quintain.engine.fight import Fight
from quintain.library.encounters import Encounter, from_data

Data = dict[str, Any]


class Book:
    """What lasts by one book: paths into a combatant's row of an encounter file, and whether somebody is lost to the party."""

    def __init__(
        self, lasting: tuple[str, ...], lost: Callable[[Data], bool], of_all: tuple[str, ...] = (),
        more: Callable[[Data], Data] | None = None, after: str = "",
    ) -> None:
        self.lasting = lasting
        self.lost = lost
        self.of_all = of_all
        """Fields of the encounter itself."""
        self.more = more
        """What follows from the row otherwise than word for word."""
        self.after = after
        """The field of an encounter by which what comes after a fight is played as well."""


def _blocked(row: Data) -> Data:
    """Toughness (TO-88): marks that fade within a minute are gone, unless a worse state of their track keeps them."""
    state = row.get("state", {})
    found: Data = {}
    if any(state.get(name) for name in ("wounded", "disabled", "dying")):
        found["state.hurt"] = [0] * len(state.get("hurt", []))
    if any(state.get(name) for name in ("staggered", "unconscious")):
        found["state.bruised"] = [0] * len(state.get("bruised", []))
        found["state.dazed"] = [0] * len(state.get("dazed", []))
    return found


BOOKS: dict[str, Book] = {
    # Health, Surges and Ardor come back with a night's rest; whoever lay incapacitated wakes with 1 Health.
    "clash": Book(("health", "surges", "ardor"), lambda row: row.get("state") == "dead"),
    # Soak stays marked for the adventure (TI-78), Stress and Beacon Points stay spent. Wounds are resisted once a turn for nothing
    # (TI-113), so they do not outlast the pause; powers are counted per fight.
    "tiers": Book(("hp", "stress", "soak_marked", "block.beacon"), lambda row: row.get("status") == "dead"),
    # Hit points come back only by what the rules name; who lay fallen or stabilised is revived afterwards (RI-113).
    "riposte": Book(("hp", "weapon"), lambda row: row.get("status") in ("dead", "captured")),
    # Whatever takes a check to recover from stays until the GM lets the time pass in which it is rolled (TO-90, TO-97); Conviction
    # comes back only by the GM's word (TO-109).
    "toughness": Book(
        ("conviction", "state.wounded", "state.staggered", "state.unconscious", "state.disabled", "state.dying", "state.dying_dc"),
        lambda row: bool(row.get("state", {}).get("dead")), (), _blocked,
    ),
    # The quick rest after a battle (ES-134) is played at its end. Until the next full heal-up (ES-139): hit points, recoveries,
    # overdraft, lasting wounds, powers that are out; and how many battles it has been.
    "escalation": Book(
        ("start.hp", "start.recoveries", "start.overdraft", "start.wounds", "start.potions", "start.spent"),
        lambda row: row.get("start", {}).get("state") == "dead", ("battles_since_heal_up", "campaign_losses"),
        None, "rest_after",
    ),
}  # fmt: skip


class Left:
    """How a fight left the party: by id what lasts of each, who is lost, and what lasts of the whole."""

    def __init__(self, fight: Fight) -> None:
        self.people: dict[str, Data] = {}
        self.lost: set[str] = set()
        self.whole: Data = {}
        book = BOOKS.get(fight.system.name)
        if book is None:
            return
        try:
            data = fight.export()
        except Refusal:
            return
        party = {unit.id for unit in fight.battle.units if unit.controller != GM}
        for row in people_of(data):
            id = str(row.get("id"))
            if id in party and book.lost(row):
                self.lost.add(id)
            elif id in party:
                self.people[id] = {path: value for path in book.lasting if (value := _get(row, path)) is not None}
                self.people[id].update(book.more(row) if book.more is not None else {})
        self.whole = {name: data[name] for name in book.of_all if name in data}


def carried_over(data: Data, wanted: Encounter, before: Fight | None) -> tuple[Encounter, str]:
    """The encounter with the party as the last fight left it, and a sentence on what could not be carried over.

    Who is lost stays away; where nobody of the party would be left, another party begins, fresh.
    """
    left = Left(before) if before is not None and before.system.name == wanted.system_name else None
    if left is None or not (left.people or left.lost):
        return from_data(data, wanted.name), ""
    here = {str(row.get("id")) for row in people_of(data)}
    if not here & set(left.people):
        missing = "Nobody of the party is left: it begins afresh." if here & left.lost else ""
        return from_data(data, wanted.name), missing
    carried = copy.deepcopy(data)
    for row in people_of(carried):
        for path, value in left.people.get(str(row.get("id")), {}).items():
            _put(row, path, value)
    carried.update(left.whole)
    without = {**carried, "combatants": [row for row in carried["combatants"] if str(row.get("id")) not in left.lost]}
    said = ""
    for tried in (without, carried):
        try:
            return from_data(tried, wanted.name), said
        except Refusal as no:
            said = said or f"This encounter cannot be without who was lost, so they are here again: {no}"
    return from_data(data, wanted.name), "This encounter cannot take what was carried over: the party begins afresh."


def in_a_campaign(data: Data, system: str) -> None:
    """Others are to follow this fight: what the book plays after one is played, unless the encounter says otherwise."""
    book = BOOKS.get(system)
    if book is not None and book.after:
        data.setdefault(book.after, True)


def people_of(data: Data) -> list[Data]:
    rows = data.get("combatants")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _get(row: Data, path: str) -> Any:
    here: Any = row
    for part in path.split("."):
        here = here.get(part) if isinstance(here, dict) else None
    # Whoever was down at the end comes to the next fight on their feet, barely.
    return max(1, here) if path.rsplit(".", 1)[-1] in ("hp", "health") and isinstance(here, int) else here


def _put(row: Data, path: str, value: Any) -> None:
    *above, last = path.split(".")
    here = row
    for part in above:
        here = here.setdefault(part, {})
        if not isinstance(here, dict):
            return
    here[last] = value
