"""The battlefield as data for the screen: squares, who stands where, the order of turns."""

from __future__ import annotations

from quintain.systems.toughness.ground import NOWHERE, TERRAINS
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.sheet import Fighter, Fray


def board(fray: Fray, visible: list[str]) -> dict[str, object]:
    grid = fray.ground.grid
    return {
        "kind": "grid",
        "width": grid.width,
        "height": grid.height,
        "square_ft": 5,
        "cells": [[cell(fray, grid.at(x, y)) for x in range(grid.width)] for y in range(grid.height)],
        "legend": legend(fray),
        "units": [unit(fray, fighter) for fighter in fray.fighters if fighter.id in visible and on_map(fighter)],
        "order": [
            {"id": fighter.id, "acting": fighter.id == fray.actor, "waiting": fighter.delayed}
            for fighter in turn_order(fray)
            if fighter.id in visible
        ],
    }


def on_map(fighter: Fighter) -> bool:
    return fighter.cell != NOWHERE and not fighter.escaped


def unit(fray: Fray, fighter: Fighter) -> dict[str, object]:
    grid = fray.ground.grid
    return {
        "id": fighter.id,
        "at": [grid.x(fighter.cell), grid.y(fighter.cell)],
        "mark": fighter.name[:1],
        "body": fighter.dead or fighter.helpless,
    }


def cell(fray: Fray, place: int) -> dict[str, object]:
    terrain = TERRAINS[fray.ground.signs[place]]
    found: dict[str, object] = {"terrain": terrain.name, "letter": fray.ground.signs[place], "cost": terrain.enter}
    if terrain.enter == 0:
        found["blocker"] = terrain.name
    if place in fray.exits:
        found["exit"] = True
    for hazard in fray.hazards:
        if place in hazard.cells and (hazard.known or hazard.name in fray.met):
            found["hazard"] = hazard.name
            found["terrain"] = f"hazard ({hazard.name})"
    return found


def legend(fray: Fray) -> dict[str, object]:
    """The signs this map uses."""
    shown: dict[str, object] = {}
    for sign, terrain in TERRAINS.items():
        if sign in fray.ground.signs:
            cost = "nobody gets in" if terrain.enter == 0 else f"{5 * terrain.enter} ft of movement to enter"
            shown[sign] = f"{terrain.name}: {cost}{', blocks sight' if terrain.opaque else ''}"
    return shown
