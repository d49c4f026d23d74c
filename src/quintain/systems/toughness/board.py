"""The battlefield as data for the screen: squares, who stands where, the order of turns with what ends at each place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.rows import bar_row
from quintain.engine.rows import terrain as terrain_row
from quintain.systems.toughness.clock import ROUND, place_of
from quintain.systems.toughness.conditions import ends_of
from quintain.systems.toughness.ground import NOWHERE, TERRAINS
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.sheet import Fighter, Fray

if TYPE_CHECKING:
    from quintain.engine.protocol_board import Bar, BarRow, GridBoard, Mark, Terrain
    from quintain.engine.viewer import Viewer

LOOKS: Final[dict[str, tuple[str, str]]] = {
    ".": ("plain", "nothing"), "#": ("wall", "all"), "o": ("object", "all"), "~": ("water", "move"), "=": ("rough", "nothing"),
    ":": ("rough", "nothing"), ">": ("exit", "nothing"), "^": ("hazard", "nothing"),
}  # fmt: skip
"""By sign: how it is drawn, and what it blocks."""


def board(fray: Fray, viewer: Viewer) -> GridBoard:
    grid = fray.ground.grid
    signs = [sign for sign in TERRAINS if sign in fray.ground.signs]
    number = {sign: place for place, sign in enumerate(signs)}
    return {
        "kind": "grid", "width": grid.width, "height": grid.height, "unit": "5 feet",
        "terrains": [ground(sign) for sign in signs],
        "ground": [[number[sign] for sign in row] for row in fray.ground.rows],
        "marks": exits_and_hazards(fray, viewer),
        "stands": [
            {"id": one.id, "at": fray.ground.xy(one.cell), "size": 1, "under": one.dead or one.helpless}
            for one in fray.fighters
            if viewer.sees(one.id) and on_map(one)
        ],
    }  # fmt: skip


def ground(sign: str) -> Terrain:
    kind = TERRAINS[sign]
    does = "nobody gets in" if kind.enter == 0 else f"{5 * kind.enter} ft of movement to enter" if kind.enter > 1 else ""
    if kind.opaque:
        does += ", blocks sight"
    look, blocks = LOOKS[sign]
    return terrain_row(sign, kind.name, does, 5 * kind.enter, blocks, look, sign)


def on_map(fighter: Fighter) -> bool:
    return fighter.cell != NOWHERE and not fighter.escaped


def exits_and_hazards(fray: Fray, viewer: Viewer) -> list[Mark]:
    """Exits, and hazards that were met; the GM sees all of them (TO-102)."""
    found: list[Mark] = []
    if fray.exits:
        squares = [fray.ground.xy(cell) for cell in fray.exits]
        found.append({"id": "exit", "name": "exit", "does": "leave the fight here", "squares": squares, "look": "exit"})
    for number, hazard in enumerate([hazard for hazard in fray.hazards if viewer.gm or fray.knows_of(hazard)]):
        hidden = "" if fray.knows_of(hazard) else "not met yet; "
        squares = [fray.ground.xy(cell) for cell in hazard.cells]
        does = f"{hidden}{hazard.save} save, then {'lethal' if hazard.lethal else 'subdual'} damage"
        found.append({"id": f"hazard:{number}", "name": hazard.name, "does": does, "squares": squares, "look": "hazard"})
    return found


def bar(fray: Fray, viewer: Viewer) -> Bar:
    """The order, whose turn it is, and what ends at whose place within the next round (TO-02, TO-79)."""
    order = [one for one in turn_order(fray) if viewer.sees(one.id)]
    coming = next((one for one in order if one.place > fray.cursor and not one.acted), None)
    rows: list[BarRow] = []
    for one in order:
        done = one.acted and not one.delayed
        state = "now" if one.id == fray.actor else "done" if done else "next" if one is coming else "waiting"
        count = str(one.initiative) if viewer.may(one, "initiative") else ""
        rows.append(bar_row(one.id, one.name, state, one.id, count=count))
    for one in fray.fighters:
        # Who may know is asked only where there is something to tell: seats share a bar where there is nothing.
        pins = pinned(fray, one, order)
        if pins and viewer.sees(one.id) and viewer.may(one, "ladders"):
            for name, at in pins:
                rows[at]["ends"].append(f"{name} ({one.name})")
    return {"kind": "order", "rows": rows, "counters": []}


def pinned(fray: Fray, one: Fighter, order: list[Fighter]) -> list[tuple[str, int]]:
    """Each timed state that runs out within a round from now, and at which of these places."""
    timed = [(state, time) for state in ("Bruised", "Dazed", "Hurt") for time in ends_of(one, state)]
    timed.append(("exposed", one.exposed_until))
    found = [(name, row_of(fray, time, order)) for name, time in timed]
    return [(name, at) for name, at in found if at >= 0]


def row_of(fray: Fray, time: int, order: list[Fighter]) -> int:
    """At which of these the turn stands when a stamp is reached; -1 where that is over, or more than a round away."""
    if not order or time <= fray.now or time > fray.now + ROUND:
        return -1
    place = place_of(time)
    for number, one in enumerate(order):
        if one.place >= place:
            return number
    return 0


def ends_at(fray: Fray, time: int, viewer: Viewer) -> str:
    """The id of the row of the bar where a stamp is reached; "" where it is not within a round."""
    if time <= fray.now or time > fray.now + ROUND:
        return ""
    order = [one for one in turn_order(fray) if viewer.sees(one.id)]
    at = row_of(fray, time, order)
    return order[at].id if at >= 0 else ""
