"""What an import carries along while it reads a block: the outcome so far, and attacks on their way."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quintain_bestiary.amends import Amend
from quintain_bestiary.attacks import AttackLine
from quintain_bestiary.labels import Use
from quintain_bestiary.pages import Entry, RawBlock
from quintain_bestiary.text import Row, number

WHOLE, PARTLY, TEXT, NOTHING = "whole", "partly", "text", "nothing"
"""What became of a paragraph: all of it is rules; some of it is text; all of it is text; nothing in it could be applied."""


@dataclass(frozen=True)
class Account:
    """What became of one paragraph."""

    what: str
    """attack, unrolled (an attack without a roll), action (no attack at all), rider, use, trait, option (one to choose), nastier"""
    name: str
    fate: str
    said: str
    kept: tuple[str, ...] = ()
    waits: bool = False
    """An attack that is only made when a rider or the game master calls for it."""
    called: bool = False
    """... and a rider of the same block does."""
    offered: tuple[tuple[str, tuple[Row, ...]], ...] = ()
    """What of each text that was kept the rules carry out at the game master's word."""


_PER_BATTLE = re.compile(r"\b(?:(?P<words>once|twice|thrice) per battle|(?P<figure>[1-9])/battle)\b", re.IGNORECASE)


@dataclass
class Imported:
    """One imported block, its source, and the account of it."""

    id: str
    raw: RawBlock
    block: Row
    accounts: list[Account] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    """Its traits that can be switched on by name."""
    amends: list[tuple[int, Row, Amend, str]] = field(default_factory=list)
    """Traits that change printed attacks: the place of their account, their note, what they do, words of them that stay text."""

    def note(self, name: str, text: str, kind: str, under: str = "") -> None:
        """Keeps a text under a name of its own, by which the game master applies it; as often as it says it may be."""
        title = ": ".join(part for part in (under, name or kind.capitalize()) if part)
        same = sum(1 for note in self.notes if str(note["name"]).split(" (again")[0] == title)
        row: Row = {"name": f"{title} (again {same})" if same else title, "text": text or name, "kind": kind}
        if under:
            row["under"] = under
        often = _PER_BATTLE.search(text)
        if often:
            row["uses"] = number(often["words"] or often["figure"])
        self.notes.append(row)


@dataclass
class Draft:
    """An attack on its way: header, text, riders, and how it is used."""

    line: AttackLine
    text: str
    riders: list[Entry]
    use: Use
    triggered: bool
    said: str
    printed: dict[str, str] = field(default_factory=dict)
    """What the page says, where a part of a text was taken out of it before the rest was read."""
    charge: int = 0
    """What a hit deals after a charge, or when the attack is an act of its own."""
    charge_needs: str = "charged"
    closest: Entry | None = None
    """What happens to the closest target hit."""
    as_traits: dict[str, bool] = field(default_factory=dict)
    """Riders that are really traits of the creature ("Pack attack", "Intermittent breath"); True: wholly understood."""


def rest_of(draft: Draft, printed: str, left: str) -> str:
    """What is left to be read of a text; the report counts the whole of it."""
    if left != printed:
        draft.printed[left] = draft.printed.get(printed, printed)
    return left


def whole_text(entry: Entry) -> str:
    """An entry's wording with everything below it, as one readable paragraph."""
    below = [f"{rider.name}: {whole_text(rider)}".lstrip(": ") for rider in entry.riders]
    return " ".join(" ".join((entry.text, *below)).split())


def free_name(name: str, block: Row) -> str:
    """Two occasions of one block never share a name, because their uses are kept by it."""
    rows = block.get("occasions", [])
    taken = [row.get("name") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    free, count = name, 1
    while free in taken:
        count += 1
        free = f"{name} ({count})"
    return free
