"""The battlefield as data for a screen: squares with what lies on them, or zones with who is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.rows import bar_row, notice
from quintain.engine.rows import terrain as terrain_row
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.goals import is_met, no_enemy_left
from quintain.systems.riposte.ground import Square
from quintain.systems.riposte.other_actions import tier_name
from quintain.systems.riposte.sheet import Fighter, Goal, Skirmish, Task
from quintain.systems.riposte.switches import DEATH_RULES

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.protocol_board import Bar, BarRow, Board, GridBoard, Mark, Place, PlacesBoard, Terrain, Way
    from quintain.engine.viewer import Viewer

GROUND_LOOKS: Final = ("plain", "cover", "cover", "cover", "rough")


def board(battle: Skirmish, viewer: Viewer) -> Board:
    return grid_board(battle, viewer) if battle.ground.is_grid else zone_board(battle, viewer)


def grid_board(battle: Skirmish, viewer: Viewer) -> GridBoard:
    ground = battle.ground
    assert ground.grid is not None
    wide, kinds = ground.grid.width, list(dict.fromkeys(ground.signs))
    numbers = [kinds.index(sign) for sign in ground.signs]
    return {
        "kind": "grid", "width": wide, "height": ground.grid.height, "unit": "square",
        "terrains": [terrain(battle, ground.squares[ground.signs.index(sign)], sign) for sign in kinds],
        "ground": [numbers[start : start + wide] for start in range(0, len(numbers), wide)],
        "marks": marks(battle),
        "stands": [
            {"id": fighter.id, "at": ground.spot(fighter.place), "size": 1, "under": not fighter.up}
            for fighter in shown(battle, viewer.visible)
        ],
    }  # fmt: skip


def terrain(battle: Skirmish, square: Square, sign: str) -> Terrain:
    """One kind of ground (RI-46, RI-49 to RI-54)."""
    name = v.TERRAIN_NAMES[square.terrain]
    if square.blocker == v.WALL:
        name, does = ("roofed wall", "nobody gets in") if square.roofed else ("wall", "fliers only")
        return terrain_row(sign, name, does, 0, "all", "wall", square.letter())
    if square.blocker:
        return terrain_row(sign, "object", "fliers only", 0, "move", "object", square.letter())
    parts = [f"{square.cost} to enter"] if square.cost != 1 else []
    if v.COVER_DODGE[square.terrain]:
        parts += [f"Defense +{v.COVER_DEFENSE[square.terrain]}", f"Dodge +{v.COVER_DODGE[square.terrain]}"]
    if square.terrain == v.HEAVY:
        regained = "a tenth of all" if battle.switches.recovery_percent else str(v.HEAVY_RECOVERY)
        parts.append(f"{regained} HP at the start of a phase")
    return terrain_row(sign, name, ", ".join(parts), square.cost, "nothing", GROUND_LOOKS[square.terrain], square.letter())


def marks(battle: Skirmish) -> list[Mark]:
    """Exits, objects, and before the fight the box to deploy in."""
    ground = battle.ground
    found: list[Mark] = []
    if ground.is_grid:
        if ground.exits:
            squares = [ground.spot(place) for place in ground.exits]
            found.append({"id": "exit", "name": "exit", "does": "leave the field here", "squares": squares, "look": "exit"})
        if battle.round == 0 and ground.box:
            squares = [ground.spot(place) for place in ground.box]
            found.append({"id": "box", "name": "deployment", "does": "where the party starts", "squares": squares, "look": "area"})
    for thing in battle.things:
        mark: Mark = {"id": thing.id, "name": thing.label, "does": "can be used" if thing.uses else "used up", "look": "object"}
        if ground.is_grid:
            mark["squares"] = [ground.spot(thing.place)]
        else:
            mark["place"] = ground.name(thing.place)
        found.append(mark)
    return found


def shown_phase(battle: Skirmish, visible: list[str]) -> int:
    """The phase that somebody who knows of these takes it to be: the last one so far with anyone of them in it."""
    for phase in range(battle.phase, -1, -1):
        teams = battle.phases[phase]
        if any(fighter.up and fighter.team in teams and fighter.id in visible for fighter in battle.crew):
            return phase
    return battle.phase


def zone_board(battle: Skirmish, viewer: Viewer) -> PlacesBoard:
    zones = battle.ground.zones
    assert zones is not None
    here = shown(battle, viewer.visible)
    places: list[Place] = [
        {
            "id": name, "name": name, "note": zone_note(battle, number), "groups": [], "behind": [],
            "units": [fighter.id for fighter in here if fighter.place == number],
        }
        for number, name in enumerate(zones.names)
    ]  # fmt: skip
    ways: list[Way] = [
        {"between": [zones.names[edge.a], zones.names[edge.b]], "label": "", "barred": False} for edge in zones.edges
    ]
    return {"kind": "zones", "places": places, "ways": ways, "engaged": [], "marks": marks(battle)}


def bar(battle: Skirmish, viewer: Viewer) -> Bar:
    """The phases of the round, each with who acts in it; phases of those whom nobody knows of are not there (RI-64)."""
    rows: list[BarRow] = []
    if battle.stage == v.DEPLOYMENT:
        return {"kind": "phases", "rows": [bar_row("deployment", "Deployment", "now")], "counters": []}
    now = battle.phase if viewer.gm else shown_phase(battle, viewer.visible)
    for phase, teams in enumerate(battle.phases):
        members = [one for one in battle.crew if one.up and one.team in teams and viewer.sees(one.id)]
        if not members and phase != now:
            continue
        state = "done" if phase < now else "now" if phase == now else "waiting"
        rows.append(bar_row(f"phase:{len(rows)}", battle.phase_name(phase), state, units=[one.id for one in members]))
    return {"kind": "phases", "rows": rows, "counters": []}


def zone_note(battle: Skirmish, place: int) -> str:
    notes = [thing.label for thing in battle.things if thing.place == place]
    if battle.ground.is_exit[place]:
        notes.insert(0, "exit")
    if battle.ground.cover[place]:
        notes.append(v.TERRAIN_NAMES[battle.ground.cover[place]])
    return ", ".join(notes)


def shown(battle: Skirmish, visible: list[str]) -> list[Fighter]:
    """Those on the map whom this screen may show: the up, and bodies that lie where they fell (RI-111)."""
    return [
        fighter
        for fighter in battle.crew
        if fighter.id in visible
        and fighter.place != v.NOWHERE
        and (fighter.up or (fighter.status in (v.FALLEN, v.STABILISED) and fighter.in_party))
    ]


# -- what everybody may know about the fight as a whole (section 7) ----------------------------------------------------


def notices(battle: Skirmish, visible: list[str], gm: bool) -> list[Notice]:
    """Goals, tasks with their HP, and the death rule; hidden goals for the GM only."""
    goals = [goal for goal in battle.goals if gm or not goal.hidden]
    found = [goal_notice(battle, goal, visible, len(goals)) for goal in goals]
    found.extend([task_notice(battle, task) for task in battle.tasks])
    rule = battle.switches.player_death
    found.append(notice("rule", "death rule", f"{rule}: {DEATH_RULES[rule]}"))
    return found


def goal_notice(battle: Skirmish, goal: Goal, visible: list[str], known: int) -> Notice:
    """RI-87, RI-91; `known`: how many goals whoever reads this knows of."""
    words = ["no enemy is left" if goal.kind == "rout" else goal.kind.replace("_", " ")]
    names = [battle.name_of(id) for id in goal.who if id in visible]
    if names:
        words.append(", ".join(names))
    if goal.kind == "break_through":
        where = "the goal squares" if battle.ground.is_grid else ", ".join([battle.ground.name(place) for place in goal.area])
        words.append(f"{goal.count} to {where}")
    text = " ".join(words)
    if goal.required:
        text += " (required)"
    elif known > 1:
        text += " (one of these will do)"
    if goal.hidden:
        text += " (hidden)"
    done = no_enemy_left(battle) if goal.kind == "rout" else is_met(battle, goal)
    return notice("goal", goal.label, text, done)


def task_notice(battle: Skirmish, task: Task) -> Notice:
    """RI-63, RI-143."""
    tier = tier_name(task.tier)
    words = [tier, f"{task.left} of {task.hp} HP left" if task.hp else "a single check"]
    if battle.switches.party_hp and task.party_hp >= 0:
        words.append(f"the party can lose {task.party_hp} more")
    if not task.open:
        words.append("done" if task.done else "closed")
    return notice("task", task.label, ", ".join(words), not task.open, task.hp - task.left if task.hp else -1, task.hp or -1)
