"""A running fight, between two steps, as an encounter that goes on from there."""

from __future__ import annotations

from quintain.systems.riposte.deeds import TIERS
from quintain.systems.riposte.ground import NOWHERE, TERRAIN_NAMES, Ground
from quintain.systems.riposte.sheet import STANCE_NAMES, Effect, Fighter, Goal, Skirmish, Task, Thing, default_stances
from quintain.systems.riposte.stats import BASE_STATS, CALCULATED, Block

Data = dict[str, object]
ABILITIES = ("Flight", "Ride", "Sing")


def exported(battle: Skirmish) -> Data:
    data: Data = {"system": "riposte", "name": battle.source.get("name", "a fight")}
    for name in ("summary", "options", "mode"):
        if name in battle.source:
            data[name] = battle.source[name]
    data.update(ground_data(battle.ground))
    data["teams"] = [side.partition(":")[2] or side for side in battle.sides if side.startswith("enemies")]
    data["stances"] = stance_data(battle)
    data["objectives"] = [goal_data(battle, goal) for goal in battle.goals]
    data["objects"] = [thing_data(battle, thing) for thing in battle.things]
    data["tasks"] = [task_data(battle, task) for task in battle.tasks]
    data["more_to_come"] = battle.more_to_come
    data["combatants"] = [fighter_data(battle, fighter) for fighter in battle.crew]
    data["state"] = {
        "round": battle.round,
        "stage": battle.stage,
        "phase": battle.phase,
        "acting": battle.acting,
        "merged": battle.merged,
        "merge_next": battle.merge_next,
        "provokers_met": list(battle.provokers_met),
    }
    return data


def place_data(ground: Ground, place: int) -> object:
    if ground.grid is None:
        return ground.name(place)
    return [ground.grid.x(place), ground.grid.y(place)]


def ground_data(ground: Ground) -> Data:
    data: Data = {
        "exits": [place_data(ground, place) for place in ground.exits],
        "box": [place_data(ground, place) for place in ground.box],
    }
    if ground.grid is not None:
        width = ground.grid.width
        letters = "".join([square.letter() for square in ground.squares])
        data["map"] = [letters[start : start + width] for start in range(0, len(letters), width)]
        data["no_hover"] = [place_data(ground, place) for place in ground.no_hover]
    elif ground.zones is not None:
        names = ground.zones.names
        data["zones"] = list(names)
        data["links"] = [[names[edge.a], names[edge.b]] for edge in ground.zones.edges]
        data["zone_terrain"] = {
            names[place]: TERRAIN_NAMES[cover] for place, cover in enumerate(ground.cover) if cover
        }
    return data


def stance_data(battle: Skirmish) -> list[Data]:
    """Only what differs from the default."""
    default = default_stances(battle.sides)
    wide = len(battle.sides)
    return [
        {"between": [battle.sides[a], battle.sides[b]], "is": STANCE_NAMES[battle.stance(a, b)]}
        for a in range(wide)
        for b in range(a)
        if battle.stance(a, b) != default[a * wide + b]
    ]


def goal_data(battle: Skirmish, goal: Goal) -> Data:
    return {
        "type": goal.kind, "label": goal.label, "who": list(goal.who), "count": goal.count,
        "area": [place_data(battle.ground, place) for place in goal.area], "required": goal.required, "hidden": goal.hidden,
        "declared": goal.declared,
    }  # fmt: skip


def effect_data(battle: Skirmish, effect: Effect) -> Data:
    return {
        "kind": effect.kind, "places": [place_data(battle.ground, place) for place in effect.places],
        "who": [id for id in effect.who if battle.fighter(id) is not None], "sides": list(effect.sides), "text": effect.text,
    }  # fmt: skip


def thing_data(battle: Skirmish, thing: Thing) -> Data:
    return {
        "id": thing.id, "label": thing.label, "at": place_data(battle.ground, thing.place), "uses": thing.uses,
        "effects": [effect_data(battle, effect) for effect in thing.effects],
    }  # fmt: skip


def task_data(battle: Skirmish, task: Task) -> Data:
    tier = next(name for name, bonus in TIERS.items() if bonus == task.tier)
    return {
        "id": task.id, "label": task.label, "hp": task.hp, "left": task.left, "tier": tier, "party_hp": task.party_hp,
        "open": task.open, "effects": [effect_data(battle, effect) for effect in task.effects],
    }  # fmt: skip


def fighter_data(battle: Skirmish, fighter: Fighter) -> Data:
    data: Data = {
        "block": block_data(fighter), "id": fighter.id, "name": fighter.name, "side": fighter.side, "kind": fighter.kind,
        "controller": fighter.controller, "hp": fighter.hp, "weapon": fighter.weapon, "hidden": fighter.hidden,
        "significant": fighter.significant, "outside": fighter.outside, "arrives": fighter.arrives, "status": fighter.status,
        "state": {
            "movement": fighter.movement, "acted": fighter.acted, "turn_over": fighter.turn_over,
            "restarted": fighter.restarted, "had_turn": fighter.had_turn, "waiting": fighter.waiting,
            "gave_way": fighter.gave_way, "freed": fighter.freed,
        },
    }  # fmt: skip
    if fighter.place != NOWHERE:
        data["at"] = place_data(battle.ground, fighter.place)
    return data


def block_data(fighter: Fighter) -> Data:
    """The block as written, with whatever the GM has changed since."""
    block: Block = fighter.block
    data: Data = dict(block.source)
    data.update(
        level=block.level,
        creature=block.creature,
        mov=block.mov,
        hp=block.max_hp - (block.level // 5 if "Hearty" in block.trait_names else 0),
        stats={stat: block.stats[number] for number, stat in enumerate(BASE_STATS)},
        traits=trait_data(block),
    )
    direct = {stat: block.direct[number] for number, stat in enumerate(CALCULATED) if block.direct[number] is not None}
    if direct:
        data["calculated"] = direct
    return data


def trait_data(block: Block) -> list[object]:
    written = block.source.get("traits", [])
    assert isinstance(written, list)
    kept: list[object] = [
        trait
        for trait in written
        if not isinstance(trait, str) or (trait not in ABILITIES and not trait.startswith(("Provoke ", "Pass ")))
    ]
    for ability, has in zip(ABILITIES, (block.flight, block.ride, block.sing), strict=True):
        if has:
            kept.append(ability)
    if block.provoke:
        kept.append(f"Provoke {block.provoke}")
    if block.pass_level:
        kept.append(f"Pass {block.pass_level}")
    return kept
