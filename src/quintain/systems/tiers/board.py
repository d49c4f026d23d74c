"""The battlefield as data for screens: squares with their terrain, creatures with their marks, items that lie about."""

from __future__ import annotations

from quintain.systems.tiers.arena import TiersBattle
from quintain.systems.tiers.field import DIFFICULT, EXIT, HARD, HAZARD, IMPASSABLE, SOFT, TANK, WALL

LEGEND = {
    "normal": "open ground",
    "difficult": "difficult: costs twice",
    "impassable": "closed",
    "soft cover": "soft cover: Concealed behind it or in it",
    "hard cover": "hard cover: Sheltered behind it",
    "wall": "wall: closed, no line",
    "hazard": "hazard",
    "tank": "water",
}


def square_words(bits: int) -> str:
    """The one word a square is drawn by."""
    for bit, word in (
        (WALL, "wall"), (HAZARD, "hazard"), (TANK, "tank"), (HARD, "hard cover"), (IMPASSABLE, "impassable"), (SOFT, "soft cover"),
        (DIFFICULT, "difficult"),
    ):  # fmt: skip
        if bits & bit:
            return word
    return "normal"


def board(battle: TiersBattle, visible: list[str]) -> dict[str, object]:
    field = battle.field
    cells: list[object] = []
    for y in range(field.height):
        row: list[object] = []
        for x in range(field.width):
            bits = field.terrain[y * field.width + x]
            square: dict[str, object] = {"terrain": square_words(bits)}
            if bits & (WALL | IMPASSABLE):
                square["blocker"] = "object" if bits & HARD else square_words(bits)
            if bits & EXIT:
                square["exit"] = True
            if bits & DIFFICULT:
                square["difficult"] = True
            row.append(square)
        cells.append(row)
    units: list[object] = []
    marks = marks_of(battle, visible)
    for creature in battle.creatures:
        if creature.id in visible and creature.is_present():
            units.append(
                {"id": creature.id, "at": [creature.x, creature.y], "size": creature.sheet.size, "mark": marks[creature.id]}
            )
    items = [{"at": [lying.x, lying.y], "name": lying.item.name} for lying in battle.ground]
    return {
        "kind": "grid", "width": field.width, "height": field.height, "feet": 5, "cells": cells, "legend": LEGEND,
        "units": units, "items": items,
        "clocks": [
            {"name": clock.name, "filled": clock.filled, "size": clock.size} for clock in battle.clocks if not clock.secret
        ],
    }  # fmt: skip


def marks_of(battle: TiersBattle, visible: list[str]) -> dict[str, str]:
    """One sign per creature on this board: the party in capitals, others small, numbered where letters repeat.

    Who is not on it takes no sign away from the others, or it could be counted out.
    """
    marks: dict[str, str] = {}
    used: set[str] = set()
    for creature in battle.creatures:
        if creature.id not in visible:
            continue
        letters = [letter for letter in creature.name if letter.isalpha()]
        signs = [letter.upper() if creature.sheet.is_pc else letter.lower() for letter in letters]
        sign = next((letter for letter in signs if letter not in used), "")
        if not sign:
            sign = next((digit for digit in "123456789" if digit not in used), "?")
        used.add(sign)
        marks[creature.id] = sign
    return marks
