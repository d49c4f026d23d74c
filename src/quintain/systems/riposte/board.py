"""The battlefield as data for a screen: squares with what lies on them, or zones with who is in them."""

from __future__ import annotations

from quintain.systems.riposte.ground import BLOCKER_NAMES, NOWHERE, TERRAIN_NAMES, Square
from quintain.systems.riposte.sheet import FALLEN, STABILISED, Fighter, Skirmish

LEGEND: dict[str, object] = {
    ".": "Basic: 1 to enter",
    "l": "Light: 2 to enter, Defense +1, Dodge +10",
    "m": "Medium: 2 to enter, Defense +2, Dodge +20",
    "H": "Heavy: 3 to enter, Defense +3, Dodge +30, 10 HP at the start of a phase",
    "2-9": "Difficult: so much to enter",
    "#": "wall",
    "R": "roofed wall",
    "o": "object",
    "x": "exit",
}


def board(battle: Skirmish, visible: list[str]) -> dict[str, object]:
    return grid_board(battle, visible) if battle.ground.is_grid else zone_board(battle, visible)


def grid_board(battle: Skirmish, visible: list[str]) -> dict[str, object]:
    grid = battle.ground.grid
    assert grid is not None
    return {
        "kind": "grid",
        "width": grid.width,
        "height": grid.height,
        "cells": [[cell(battle, grid.at(x, y)) for x in range(grid.width)] for y in range(grid.height)],
        "legend": LEGEND,
        "units": [
            {
                "id": fighter.id,
                "at": [grid.x(fighter.place), grid.y(fighter.place)],
                "mark": fighter.name[:1],
                "body": not fighter.up,
            }
            for fighter in shown(battle, visible)
        ],
        "objects": [
            {"label": thing.label, "at": [grid.x(thing.place), grid.y(thing.place)]} for thing in battle.things
        ],
        "box": [[grid.x(place), grid.y(place)] for place in battle.ground.box] if battle.round == 0 else [],
    }


def cell(battle: Skirmish, place: int) -> dict[str, object]:
    square: Square = battle.ground.squares[place]
    found: dict[str, object] = {"terrain": TERRAIN_NAMES[square.terrain], "letter": square.letter(), "cost": square.cost}
    if square.blocker:
        found["blocker"] = BLOCKER_NAMES[square.blocker]
        found["roofed"] = square.roofed
    if battle.ground.is_exit[place]:
        found["exit"] = True
    return found


def zone_board(battle: Skirmish, visible: list[str]) -> dict[str, object]:
    zones = battle.ground.zones
    assert zones is not None
    return {
        "kind": "zones",
        "zones": [
            {
                "id": name,
                "name": name,
                "units": [fighter.id for fighter in shown(battle, visible) if fighter.place == number],
                "note": zone_note(battle, number),
            }
            for number, name in enumerate(zones.names)
        ],
        "links": [[zones.names[edge.a], zones.names[edge.b]] for edge in zones.edges],
    }


def zone_note(battle: Skirmish, place: int) -> str:
    notes = [thing.label for thing in battle.things if thing.place == place]
    if battle.ground.is_exit[place]:
        notes.insert(0, "exit")
    if battle.ground.cover[place]:
        notes.append(TERRAIN_NAMES[battle.ground.cover[place]])
    return ", ".join(notes)


def shown(battle: Skirmish, visible: list[str]) -> list[Fighter]:
    """Those on the map whom this screen may show: the up, and bodies that lie where they fell (RI-111)."""
    return [
        fighter
        for fighter in battle.crew
        if fighter.id in visible
        and fighter.place != NOWHERE
        and (fighter.up or (fighter.status in (FALLEN, STABILISED) and fighter.in_party))
    ]
