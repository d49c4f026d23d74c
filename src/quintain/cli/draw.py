"""The battlefield in the terminal: a grid with terrain, zones and who is in them, or groups of who fights whom."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from rich.cells import cell_len
from rich.text import Text

SIDE_STYLES = ("bold cyan", "bold red", "bold green", "bold yellow", "bold magenta")


def side_styles(view: Mapping[str, Any]) -> dict[str, str]:
    """A colour for each side, in the order in which they first appear."""
    sides = list(dict.fromkeys(unit["side"] for unit in view["units"]))
    return {side: SIDE_STYLES[place % len(SIDE_STYLES)] for place, side in enumerate(sides)}


def marks(view: Mapping[str, Any]) -> dict[str, str]:
    """A short mark for each unit: a letter for its kind, a capital for the first side, and its number where there are several."""
    sides = list(dict.fromkeys(unit["side"] for unit in view["units"]))
    kinds: dict[tuple[str, bool], list[str]] = {}
    for unit in view["units"]:
        kinds.setdefault((_kind(unit["name"]), unit["side"] == sides[0]), []).append(unit["id"])
    names = {unit["id"]: unit["name"] for unit in view["units"]}
    taken: set[str] = set()
    found: dict[str, str] = {}
    for (kind, ours), ids in kinds.items():
        letter = _letter(kind, ours, taken)
        taken.add(letter)
        for place, id in enumerate(ids, 1):
            number = names[id][len(kind) :].strip() or str(place)
            found[id] = letter if len(ids) == 1 else f"{letter}{number}"
    return found


def _kind(name: str) -> str:
    """A name without the number at its end."""
    return re.sub(r"\s+\d+$", "", name)


def _letter(kind: str, capital: bool, taken: set[str]) -> str:
    """An initial of its name that nobody has yet, else another letter of it, else any."""
    initials = [word[0] for word in kind.split()]
    letters: list[str] = [*initials, *kind, *ascii_lowercase]
    for letter in letters:
        sign = letter.upper() if capital else letter.lower()
        if sign.isalpha() and sign not in taken:
            return sign
    return "?"


def board(
    view: Mapping[str, Any],
    width: int = 80,
    reach: set[tuple[int, int]] | None = None,
    risky: set[tuple[int, int]] | None = None,
) -> Text:
    """The board of a view, as lines of text. On a grid, `reach` are squares to point out, `risky` those that cost something."""
    data = view.get("board") or {}
    kind = data.get("kind")
    if kind == "grid":
        return grid(view, data, reach or set(), risky or set())
    if kind == "zones":
        return zones(view, data, width)
    if kind == "groups":
        return groups(view, data, width)
    return Text("")


def grid(
    view: Mapping[str, Any], data: Mapping[str, Any], reach: set[tuple[int, int]], risky: set[tuple[int, int]]
) -> Text:
    """Squares in columns, units by their marks in their side's colour; squares in reach carry a plus, or ! where that costs."""
    styles, signs = side_styles(view), marks(view)
    sides = {unit["id"]: unit["side"] for unit in view["units"]}
    standing = {
        (unit["at"][0] + dx, unit["at"][1] + dy): unit["id"]
        for unit in data["units"]
        if unit["id"] in signs
        for dx in range(unit.get("size", 1))
        for dy in range(unit.get("size", 1))
    }
    cell = 3 if data["width"] <= 24 else 2
    drawn = Text("    " + "".join(f"{column % 100:<{cell}}" for column in range(data["width"])) + "\n", style="dim")
    for row in range(data["height"]):
        drawn.append(f"{row:>2}  ", style="dim")
        for column in range(data["width"]):
            unit = standing.get((column, row))
            plus = ("!" if (column, row) in risky else "+") if (column, row) in reach else ""
            if unit is not None:
                drawn.append(f"{signs[unit] + plus:<{cell}}", style=styles[sides[unit]])
                continue
            sign = terrain_sign(data["cells"][row][column])
            shown = plus if plus and sign == "." else sign + plus
            drawn.append(f"{shown:<{cell}}", style="bold" if plus else "dim" if sign == "." else "green")
        drawn.append("\n")
    return drawn


SIGNS = {
    "basic": ".", "normal": ".", "": ".", "light": '"', "medium": "%", "heavy": "^", "difficult": "~", "soft cover": '"',
    "hard cover": "%", "soft_cover": '"', "hard_cover": "%", "wall": "#", "impassable": "#", "hazard": "!", "object": "=",
}  # fmt: skip


def terrain_sign(cell: Mapping[str, Any]) -> str:
    """One sign for a square, never a letter: letters are combatants."""
    blocker = str(cell.get("blocker") or "none")
    if cell.get("exit") and blocker == "none":
        return "<"
    letter = str(cell.get("letter") or "")
    if letter and not letter.isalpha():
        return letter
    if blocker != "none":
        return "=" if blocker == "object" else "#"
    words = str(cell.get("terrain") or "").lower()
    for word in (words, words.split(" ")[0]):
        if word in SIGNS:
            return SIGNS[word]
    return "~"


def legend(view: Mapping[str, Any]) -> str:
    """What the signs on this very map mean."""
    data = view.get("board") or {}
    if data.get("kind") != "grid":
        return ""
    meanings: dict[str, str] = {}
    for row in data["cells"]:
        for cell in row:
            sign = terrain_sign(cell)
            if sign == "<":
                meanings[sign] = "exit"
            elif sign != ".":
                blocker = str(cell.get("blocker") or "none")
                meanings[sign] = blocker if blocker != "none" else str(cell.get("terrain"))
    return "  ".join(f"{sign} {meaning}" for sign, meaning in meanings.items())


def zones(view: Mapping[str, Any], data: Mapping[str, Any], width: int) -> Text:
    """Each zone with who is in it and where one can go from there."""
    styles = side_styles(view)
    units = {unit["id"]: unit for unit in view["units"]}
    names = {zone["id"]: zone["name"] for zone in data["zones"]}
    drawn = Text()
    for zone in data["zones"]:
        drawn.append(f"  [{zone['name']}]", style="bold")
        if zone.get("note"):
            drawn.append(f" {zone['note']}", style="dim")
        ways = [names[b if a == zone["id"] else a] for a, b in data.get("links", []) if zone["id"] in (a, b)]
        if ways:
            drawn.append("  -> " + ", ".join(ways), style="dim")
        drawn.append("\n")
        drawn.append_text(row_of([units[id] for id in zone["units"] if id in units], styles, width))
    return drawn


def groups(view: Mapping[str, Any], data: Mapping[str, Any], width: int) -> Text:
    """In each zone: who is engaged with whom, who is free, and who stands behind whom."""
    styles = side_styles(view)
    units = {unit["id"]: unit for unit in view["units"]}
    drawn = Text()
    for zone in data["zones"]:
        drawn.append(f"  [{zone['name']}]", style="bold")
        drawn.append("\n" if zone.get("groups") or zone.get("free") else " nobody\n", style="dim")
        for group in zone.get("groups", []):
            drawn.append("    engaged: ")
            drawn.append_text(row_of([units[id] for id in group if id in units], styles, width - 13, "", " x "))
        free = [units[id] for id in zone.get("free", []) if id in units]
        if free:
            drawn.append("    free:    ")
            drawn.append_text(row_of(free, styles, width - 13, ""))
        for one, other in zone.get("behind", []):
            if one in units and other in units:
                drawn.append(f"    {units[one]['name']} stands behind {units[other]['name']}\n", style="dim")
    return drawn


def row_of(
    units: list[Mapping[str, Any]], styles: Mapping[str, str], width: int, indent: str = "      ", between: str = ", "
) -> Text:
    """Names in a row, broken where the line is full."""
    drawn = Text(indent)
    used = len(indent)
    if not units:
        return Text("")
    for place, unit in enumerate(units):
        name = unit["name"]
        if used + cell_len(name) > width - 4 and place:
            drawn.append("\n" + (indent or " " * 13))
            used = len(indent) or 13
        drawn.append(name, style=styles[unit["side"]])
        used += cell_len(name) + len(between)
        if place < len(units) - 1:
            drawn.append(between)
    drawn.append("\n")
    return drawn
