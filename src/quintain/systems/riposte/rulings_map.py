"""The GM lays a running fight out anew: other squares, or zones instead of squares (RI-92, RI-117)."""

from __future__ import annotations

from typing import Annotated

from quintain.engine.commands import Commands, Takes
from quintain.engine.refusal import Illegal, Malformed
from quintain.engine.ruling import told
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.ground import Ground
from quintain.systems.riposte.layout import place_of
from quintain.systems.riposte.movement import may_stand
from quintain.systems.riposte.sheet import Effect, Skirmish, Thing

COMMANDS = Commands()
ON_THE_MAP = (v.UP, v.RESERVE, v.FALLEN, v.STABILISED)
"""Those whose place counts; whoever else is out is nowhere on the new ground."""


@COMMANDS.command("Lay the fight out anew, on squares or in zones; the fields are those of an encounter file.", "ground")
def lay_anew(
    battle: Skirmish, *, mode: Annotated[str, Takes("grid or zones")],
    map: Annotated[object, Takes("rows of squares", kind="list")] = None,
    squares: Annotated[object, Takes("squares that need more than a letter", kind="list")] = None,
    no_hover: Annotated[object, Takes("squares nobody may hover over", kind="list")] = None,
    zones: Annotated[object, Takes("names", kind="list")] = None,
    links: Annotated[object, Takes("pairs of zones", kind="list")] = None,
    zone_terrain: Annotated[object, Takes("zone -> terrain", kind="data")] = None,
    exits: Annotated[object, Takes("where one can leave", kind="list")] = None,
    box: Annotated[object, Takes("deployment box", kind="list")] = None,
    places: Annotated[object, Takes("combatant or object -> place", kind="data")],
) -> None:  # fmt: skip
    """New ground, and a place on it for everybody who is up, lies there or is still to come, and for every object that stays."""
    given = {
        "mode": mode, "map": map, "squares": squares, "no_hover": no_hover, "zones": zones, "links": links,
        "zone_terrain": zone_terrain, "exits": exits, "box": box,
    }  # fmt: skip
    ground = new_ground(battle, {name: value for name, value in given.items() if value is not None})
    if not isinstance(places, dict):
        raise Malformed("places says where everybody stands on the new ground: a mapping from id to place.")
    spots = {str(id): place_of(ground, spot) for id, spot in places.items()}
    check_spots(battle, ground, spots)
    battle.ground = ground
    for fighter in battle.crew:
        fighter.place = spots.get(fighter.id, v.NOWHERE) if fighter.status in ON_THE_MAP else v.NOWHERE
    battle.things = [
        Thing(thing.id, thing.label, spots[thing.id], without_places(thing.effects), thing.uses)
        for thing in battle.things
        if thing.id in spots
    ]
    for task in battle.tasks:
        task.effects = without_places(task.effects)
    for goal in battle.goals:
        if goal.area:
            goal.area = list(ground.exits)
    told(battle, f"The GM lays the fight out anew, {'on squares' if ground.is_grid else 'in zones'}.")


def new_ground(battle: Skirmish, given: dict[str, object]) -> Ground:
    """The ground as the GM describes it, in the words of an encounter file."""
    from quintain.systems.riposte.files import drawn

    ground = drawn(given, battle.switches)
    if battle.stage == v.DEPLOYMENT and not ground.box:
        raise Malformed("before the fight the new ground needs a deployment box (box).")
    for goal in battle.goals:
        if (goal.area or goal.kind == "escape") and not ground.exits:
            raise Malformed(f"the goal {goal.label!r} needs exits on the new ground (exits).")
    return ground


def check_spots(battle: Skirmish, ground: Ground, spots: dict[str, int]) -> None:
    """Everybody has a place where it may stop, and on squares one each."""
    known = [fighter.id for fighter in battle.crew] + [thing.id for thing in battle.things]
    for id in spots:
        if id not in known:
            raise Malformed(f"places names {id!r}, who is neither a combatant nor an object here: there are {', '.join(known)}.")
    missing = [fighter.name for fighter in battle.crew if fighter.status in ON_THE_MAP and fighter.id not in spots]
    if missing:
        raise Malformed(f"places must say where they are on the new ground: {', '.join(missing)}.")
    before = battle.ground
    battle.ground = ground
    taken: dict[int, str] = {}
    problem = ""
    for fighter in battle.crew:
        if not fighter.up or not ground.is_grid:
            continue
        spot = spots[fighter.id]
        if not may_stand(battle, fighter, spot):
            problem = f"{fighter.name} cannot stop at {ground.name(spot)}: {ground.ground_word(spot)}."
        elif spot in taken:
            problem = f"{fighter.name} and {taken[spot]} would both stand at {ground.name(spot)}: a square holds one."
        taken[spot] = fighter.name
    battle.ground = before
    if problem:
        raise Illegal(problem)


def without_places(effects: list[Effect]) -> list[Effect]:
    """What an object or a task would have opened or closed is not there any more."""
    return [effect for effect in effects if not effect.places]
