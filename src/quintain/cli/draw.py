"""The battlefield in the terminal: a grid with terrain, places and who is in them, or groups of who fights whom."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from quintain.engine.protocol import View
from quintain.engine.protocol_board import GridBoard, Place, PlacesBoard, Stand
from quintain.engine.protocol_units import UnitView

STANCES = {"party": "bold cyan", "foe": "bold red", "other": "bold green"}

LOOKS = {"plain": ".", "rough": "~", "cover": '"', "water": "≈", "wall": "#", "hazard": "!", "object": "=", "exit": "<"}
"""One sign for each look of the ground, never a letter: letters are combatants."""

Squares = set[tuple[int, int]]


def style_of(unit: UnitView) -> str:
    return STANCES[unit["stance"]]


def board(view: View, width: int = 80, reach: Squares | None = None, risky: Squares | None = None) -> Text:
    """The board of a view, as lines of text. On a grid, `reach` are squares to point out, `risky` those that warn of something."""
    shown = view["board"]
    if shown["kind"] == "grid":
        return grid(view, shown, reach or set(), risky or set())
    return groups(view, shown, width) if shown["kind"] == "groups" else zones(view, shown, width)


def signs(board: GridBoard) -> list[str]:
    """For each kind of ground its sign: that of its look, and another where two kinds on this map look alike."""
    found: list[str] = []
    for ground in board["terrains"]:
        sign = LOOKS[ground["look"]]
        if sign != "." and sign in found:
            spare = [ground["letter"], *"%^:;*"]
            sign = next((one for one in spare if not one.isalnum() and one not in found), sign)
        found.append(sign)
    return found


def standing(board: GridBoard) -> dict[tuple[int, int], Stand]:
    """Who is drawn on each square: whoever lies there is drawn under whoever stands there."""
    found: dict[tuple[int, int], Stand] = {}
    for stand in sorted(board["stands"], key=lambda one: not one["under"]):
        for dx in range(stand["size"]):
            for dy in range(stand["size"]):
                found[stand["at"][0] + dx, stand["at"][1] + dy] = stand
    return found


def grid(view: View, board: GridBoard, reach: Squares, risky: Squares) -> Text:
    """Squares in columns, units by their initials, coloured by how they stand; squares in reach carry a plus, or ! with a warning."""
    units = {unit["id"]: unit for unit in view["units"]}
    ground, there, marks = signs(board), standing(board), marked(board)
    cell = 3 if board["width"] <= 26 else 2
    drawn = Text("    " + "".join(f"{column % 100:<{cell}}" for column in range(board["width"])) + "\n", style="dim")
    for row in range(board["height"]):
        drawn.append(f"{row:>2}  ", style="dim")
        for column in range(board["width"]):
            stand = there.get((column, row))
            plus = ("!" if (column, row) in risky else "+") if (column, row) in reach else ""
            if stand is not None and stand["id"] in units:
                unit = units[stand["id"]]
                sign = unit["initials"].lower() if stand["under"] else unit["initials"]
                drawn.append(f"{sign + (plus if cell > 2 else ''):<{cell}}", style="dim" if stand["under"] else style_of(unit))
                continue
            sign = marks.get((column, row)) or ground[board["ground"][row][column]]
            shown = plus if plus and sign == "." else (sign + plus)[:cell]
            drawn.append(f"{shown:<{cell}}", style="bold" if plus else "dim" if sign == "." else "green")
        drawn.append("\n")
    return drawn


MARKS = {"exit": "<", "object": "=", "hazard": "!", "goal": "*"}


def marked(board: GridBoard) -> dict[tuple[int, int], str]:
    """The signs of what lies on the board and is neither ground nor somebody."""
    return {
        (square[0], square[1]): MARKS[mark["look"]]
        for mark in board["marks"]
        if mark["look"] in MARKS
        for square in mark.get("squares", [])
    }


def legend(view: View) -> str:
    """What the signs on this very map mean."""
    board = view["board"]
    if board["kind"] != "grid":
        return ""
    meanings: dict[str, str] = {}
    for sign, ground in zip(signs(board), board["terrains"], strict=True):
        if sign != ".":
            meanings[sign] = f"{ground['name']} ({ground['does']})" if ground["does"] else ground["name"]
    for mark in board["marks"]:
        if mark["look"] in MARKS:
            sign = MARKS[mark["look"]]
            known = meanings.get(sign, "")
            if mark["name"] not in known:
                meanings[sign] = f"{known}, {mark['name']}" if known else mark["name"]
    return "  ".join(f"{sign} {meaning}" for sign, meaning in meanings.items())


def zones(view: View, board: PlacesBoard, width: int) -> Text:
    """Each place with who is in it and where one can go from there."""
    units = {unit["id"]: unit for unit in view["units"]}
    drawn = Text()
    for place in board["places"]:
        drawn.append_text(place_line(place, board))
        drawn.append_text(row_of([units[id] for id in place["units"] if id in units], width))
    return drawn


def place_line(place: Place, board: PlacesBoard) -> Text:
    names = {one["id"]: one["name"] for one in board["places"]}
    drawn = Text(f"  [{place['name']}]", style="bold")
    if place["note"]:
        drawn.append(f" {place['note']}", style="dim")
    ways: list[str] = []
    for way in board["ways"]:
        if place["id"] in way["between"]:
            other = way["between"][1 if way["between"][0] == place["id"] else 0]
            if other in names:
                ways.append(f"{names[other]} (barred)" if way["barred"] else names[other])
    if ways:
        drawn.append("  -> " + ", ".join(ways), style="dim")
    return drawn.append("\n")


def groups(view: View, board: PlacesBoard, width: int) -> Text:
    """In each place: who is engaged with whom, who is free, and who stands behind whom."""
    units = {unit["id"]: unit for unit in view["units"]}
    drawn = Text()
    for place in board["places"]:
        drawn.append(f"  [{place['name']}]", style="bold")
        note = f" {place['note']}" if place["note"] else ""
        drawn.append(f"{note}\n" if place["units"] else f"{note} nobody\n", style="dim")
        together = {id for group in place["groups"] for id in group}
        for group in place["groups"]:
            drawn.append("    engaged: ")
            drawn.append_text(row_of([units[id] for id in group if id in units], width - 13, "", " x "))
        free = [units[id] for id in place["units"] if id in units and id not in together]
        if free:
            drawn.append("    free:    ")
            drawn.append_text(row_of(free, width - 13, ""))
        for one, other in place["behind"]:
            if one in units and other in units:
                drawn.append(f"    {units[one]['name']} stands behind {units[other]['name']}\n", style="dim")
    return drawn


def row_of(units: list[UnitView], width: int, indent: str = "      ", between: str = ", ") -> Text:
    """Names in a row, broken where the line is full; the fallen are dimmed."""
    drawn = Text(indent)
    used = len(indent)
    if not units:
        return Text("")
    for place, unit in enumerate(units):
        name = unit["name"]
        if used + cell_len(name) > width - 4 and place:
            drawn.append("\n" + (indent or " " * 13))
            used = len(indent) or 13
        drawn.append(name, style=style_of(unit) if unit["state"] == "up" else "dim")
        used += cell_len(name) + len(between)
        if place < len(units) - 1:
            drawn.append(between)
    drawn.append("\n")
    return drawn
