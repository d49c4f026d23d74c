"""A running fight, between two steps, as an encounter that goes on from there."""

from __future__ import annotations

from quintain.engine.plain_data import Data
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.fields_rows import (
    combatant_fields,
    goal_fields,
    progress_fields,
    task_fields,
    thing_fields,
)
from quintain.systems.riposte.ground import Ground, place_data
from quintain.systems.riposte.sheet import Fighter, Skirmish, default_stances
from quintain.systems.riposte.stats import Block
from quintain.systems.riposte.traits import with_abilities


def exported(battle: Skirmish) -> Data:
    data: Data = {"system": "riposte", "name": battle.source.get("name", "a fight")}
    for name in ("summary", "options"):
        if name in battle.source:
            data[name] = battle.source[name]
    data["mode"] = "grid" if battle.ground.is_grid else "zones"
    data.update(ground_data(battle.ground))
    data["teams"] = [side.partition(":")[2] or side for side in battle.sides if side.startswith("enemies")]
    data["stances"] = stance_data(battle)
    data["objectives"] = [goal_fields(goal, battle.ground) for goal in battle.goals]
    data["objects"] = [thing_fields(thing, battle.ground) for thing in battle.things]
    data["tasks"] = [task_fields(task, battle.ground) for task in battle.tasks]
    data["more_to_come"] = battle.more_to_come
    data["combatants"] = [fighter_data(battle, fighter) for fighter in battle.crew]
    data["state"] = progress_data(battle)
    return data


def progress_data(battle: Skirmish) -> Data:
    """Where the fight stands, with all that the GM has said in advance and whoever is gone but still named."""
    data: Data = {
        **progress_fields(battle), "acting": battle.acting if battle.fighter(battle.acting) is not None else "",
        "gone": gone_data(battle),
    }  # fmt: skip
    if battle.outcome is not None:
        data["outcome"] = battle.outcome.as_data()
    return data


def gone_data(battle: Skirmish) -> list[str]:
    """Those whom something still names although the GM has taken them out."""
    named = list(battle.provokers_met)
    for goal in battle.goals:
        named.extend(goal.who)
    for effects in [*[task.effects for task in battle.tasks], *[thing.effects for thing in battle.things]]:
        for effect in effects:
            named.extend(effect.who)
    return sorted({id for id in named if battle.fighter(id) is None})


def ground_data(ground: Ground) -> Data:
    data: Data = {
        "exits": [place_data(ground, place) for place in ground.exits],
        "box": [place_data(ground, place) for place in ground.box],
    }
    if ground.grid is not None:
        width = ground.grid.width
        letters = "".join([square.letter() for square in ground.squares])
        data["map"] = [letters[start : start + width] for start in range(0, len(letters), width)]
        data["squares"] = [square_data(ground, place) for place, square in enumerate(ground.squares) if not square.letter_says_all()]
        data["no_hover"] = [place_data(ground, place) for place in ground.no_hover]
    elif ground.zones is not None:
        names = ground.zones.names
        data["zones"] = list(names)
        data["links"] = [[names[edge.a], names[edge.b]] for edge in ground.zones.edges]
        data["zone_terrain"] = {
            names[place]: v.TERRAIN_NAMES[cover] for place, cover in enumerate(ground.cover) if cover
        }
    return data


def square_data(ground: Ground, place: int) -> Data:
    """A square whose letter does not say all."""
    square = ground.squares[place]
    data: Data = {
        "at": place_data(ground, place), "terrain": v.TERRAIN_NAMES[square.terrain], "blocker": v.BLOCKER_NAMES[square.blocker],
        "roofed": square.roofed,
    }  # fmt: skip
    if square.terrain == v.DIFFICULT:
        data["cost"] = square.cost
    return data


def stance_data(battle: Skirmish) -> list[Data]:
    """Only what differs from the default."""
    default = default_stances(battle.sides)
    wide = len(battle.sides)
    return [
        {"between": [battle.sides[a], battle.sides[b]], "is": v.STANCE_NAMES[battle.stance(a, b)]}
        for a in range(wide)
        for b in range(a)
        if battle.stance(a, b) != default[a * wide + b]
    ]


def fighter_data(battle: Skirmish, fighter: Fighter) -> Data:
    at: Data = {"at": place_data(battle.ground, fighter.place)} if fighter.place != v.NOWHERE else {}
    return {"block": block_data(fighter.block), **combatant_fields(fighter), **at}


def block_data(block: Block) -> Data:
    """The block as written, with whatever the GM has changed since; hit points and base stats stand in the state."""
    data: Data = dict(block.source)
    written = block.source.get("traits", [])
    assert isinstance(written, list)
    data.update(level=block.level, creature=block.creature, mov=block.mov, traits=with_abilities(written, block))
    direct = {stat: block.direct[number] for number, stat in enumerate(v.CALCULATED) if block.direct[number] is not None}
    if direct:
        data["calculated"] = direct
    return data
