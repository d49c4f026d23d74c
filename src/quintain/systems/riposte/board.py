"""The battlefield as data for a screen: squares with what lies on them, or zones with who is in them."""

from __future__ import annotations

from quintain.systems.riposte.deeds import TIERS
from quintain.systems.riposte.goals import is_met, no_enemy_left
from quintain.systems.riposte.ground import BLOCKER_NAMES, NOWHERE, TERRAIN_NAMES, Square
from quintain.systems.riposte.sheet import FALLEN, STABILISED, Fighter, Goal, Skirmish, Task

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


def shown_phase(battle: Skirmish, visible: list[str]) -> int:
    """The phase that somebody who knows of these takes it to be: the last one so far with anyone of them in it."""
    for phase in range(battle.phase, -1, -1):
        teams = battle.phases[phase]
        if any(fighter.up and fighter.team in teams and fighter.id in visible for fighter in battle.crew):
            return phase
    return battle.phase


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


# -- what everybody may know about the fight as a whole (section 7) ----------------------------------------------------

DEATH_RULES: dict[str, str] = {
    "stabilise": "whoever of the party falls can be stabilised, and is lost if left behind",
    "permadeath": "whoever of the party falls is dead",
    "wipe_only": "whoever of the party falls lives if anyone of it gets through",
}


def notices(battle: Skirmish, visible: list[str], gm: bool) -> list[dict[str, object]]:
    """Goals, tasks with their HP, and the death rule; hidden goals for the GM only."""
    goals = [goal for goal in battle.goals if gm or not goal.hidden]
    found = [goal_notice(battle, goal, visible, len(goals)) for goal in goals]
    found.extend([task_notice(battle, task) for task in battle.tasks])
    rule = battle.switches.player_death
    found.append({"kind": "rule", "label": "death rule", "text": f"{rule}: {DEATH_RULES[rule]}", "done": False})
    return found


def goal_notice(battle: Skirmish, goal: Goal, visible: list[str], known: int) -> dict[str, object]:
    """RI-87, RI-91; `known`: how many goals whoever reads this knows of."""
    words = ["no enemy is left" if goal.kind == "rout" else goal.kind.replace("_", " ")]
    names = [battle.name_of(id) for id in goal.who if id in visible]
    if names:
        words.append(", ".join(names))
    if goal.kind == "break_through":
        words.append(f"{goal.count} to {', '.join([battle.ground.name(place) for place in goal.area])}")
    text = " ".join(words)
    if goal.required:
        text += " (required)"
    elif known > 1:
        text += " (one of these will do)"
    if goal.hidden:
        text += " (hidden)"
    done = no_enemy_left(battle) if goal.kind == "rout" else is_met(battle, goal)
    return {"kind": "goal", "label": goal.label, "text": text, "done": done}


def task_notice(battle: Skirmish, task: Task) -> dict[str, object]:
    """RI-63, RI-143."""
    tier = next(name for name, bonus in TIERS.items() if bonus == task.tier)
    words = [tier, f"{task.left} of {task.hp} HP left" if task.hp else "a single check"]
    if battle.switches.party_hp and task.party_hp >= 0:
        words.append(f"the party can lose {task.party_hp} more")
    if not task.open:
        words.append("done" if task.done else "closed")
    return {"kind": "task", "label": task.label, "text": ", ".join(words), "done": not task.open}
