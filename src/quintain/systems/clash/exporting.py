"""A running fight, between two rounds, as encounter data that `build` takes again."""

from __future__ import annotations

from quintain.engine.plain_data import Data
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Names, read_declaration
from quintain.systems.clash.fields_rows import (
    ability_row,
    attack_row,
    feat_fields,
    hazard_fields,
    modifier_row,
    object_fields,
    passage_row,
    placed_fields,
    timer_fields,
    zone_fields,
)
from quintain.systems.clash.sheet import ClashBattle, ClashUnit


def exported(battle: ClashBattle) -> Data:
    field = battle.field
    found: Data = {
        "system": "clash",
        "name": f"After round {battle.round}",
        "options": {**battle.switches.chosen, "zone_mode": field.mode},
        "party": battle.party,
        "challenge_score": battle.cs,
        "round": battle.round,
        "lone": battle.lone,
    }
    zones: list[Data] = []
    for zone in field.zones:
        if not zone.merged:
            row: Data = zone_fields(zone)
            if field.mode != v.FIXED:
                row["anchor"] = [zone.x, zone.y]
            row["modifiers"] = [modifier_row(mod) for at, mod in battle.zone_mods if field.zones[at] is zone]
            zones.append(row)
    found["zones"] = zones
    found["edges"] = [{"between": [field.zones[p.a].id, field.zones[p.b].id], **passage_row(p)} for p in field.passages]
    if field.width > 0:
        found["size"] = [field.width, field.height]
    found["combatants"] = [combatant(battle, unit) for unit in battle.crew if unit.is_character()]
    found["objects"] = [thing(battle, unit) for unit in battle.crew if unit.unit_class == v.OBJECT]
    found["hazards"] = [hazard(battle, unit) for unit in battle.crew if unit.unit_class == v.HAZARD]
    zone_of = {number: zone.id for number, zone in enumerate(field.zones)}
    found["feats"] = [{**feat_fields(feat), "at": zone_of.get(feat.zone)} for feat in battle.feats]
    found["timers"] = [timer_fields(timer) for timer in battle.timers]
    found["checks"] = dict(battle.checks)
    names = Names([unit.id for unit in battle.crew], [zone.id for zone in field.zones if not zone.merged])
    found["waved"] = [waved for waved in battle.waved if read_declaration(waved.partition(":")[2], names) is not None]
    found["forbidden"] = dict(battle.forbidden)
    found["forces"] = [force.as_data() for force in battle.forces]
    found["goals"] = [{goal.kind: goal.id, "result": goal.result, "winner": goal.winner} for goal in battle.goals]
    return found


def place(battle: ClashBattle, unit: ClashUnit) -> object:
    return battle.field.zones[unit.zone].id if unit.zone != v.NOBODY else [unit.x, unit.y]


def within_zone(battle: ClashBattle, unit: ClashUnit) -> Data:
    """Where exactly in its fixed zone a unit stands, on a map in feet."""
    return {"feet": [unit.x, unit.y]} if unit.zone != v.NOBODY and battle.field.mode != v.FIXED else {}


def combatant(battle: ClashBattle, unit: ClashUnit) -> Data:
    block: Data = {
        "name": unit.name, "summary": unit.sheet.text, "class": unit.unit_class,
        "might": unit.might, "finesse": unit.finesse, "wits": unit.wits, "spirit": unit.spirit,
        "flat": unit.sheet.flat,
        "surges": unit.max_surges, "ardor": unit.max_ardor, "role": unit.sheet.role,
        "attack": attack_row(unit.sheet.attack),
        "abilities": [ability_row(ability) for ability in unit.sheet.abilities],
    }  # fmt: skip
    if unit.max_health > 0:
        block["health"] = unit.max_health
    works = battle.feat(unit.busy_on) is not None  # Rounds of work on nothing, by the GM's word, tie nobody (CL-100).
    row: Data = {
        "block": block, "id": unit.id, "name": unit.name, "side": unit.side, "controller": unit.controller,
        "control": unit.control, "at": place(battle, unit), "ward": unit.sheet.ward, "arrives": unit.arrives,
        "hidden": unit.hidden, "health": unit.health,
        "marks": min(unit.marks, unit.most_marks()), "surges": unit.surges, "ardor": unit.ardor,
        **placed_fields(unit), "busy": unit.busy if works else 0, "busy_on": unit.busy_on if works else "",
        "learned": {figure: [low, high] for figure, (low, high) in unit.learned.items()},
    }  # fmt: skip
    if unit.scored:
        row["action_score"] = unit.score
    row |= within_zone(battle, unit)
    if battle.round == 0:
        row["seems"] = unit.sheet.seeming
    return row


def thing(battle: ClashBattle, unit: ClashUnit) -> Data:
    durability: object = unit.sheet.durability
    if durability == "health":
        durability = unit.max_health
    return {
        "id": unit.id, "name": unit.name, "at": place(battle, unit), "secret_cs": unit.sheet.secret_cs,
        "durability": durability, "portable": unit.sheet.portable,
        "gate": gate_left(battle, unit), "text": unit.sheet.text,
        "hidden": unit.hidden, "health": unit.health, "marks": min(unit.marks, unit.most_marks()),
        "holder": battle.units[unit.holder].id if unit.holder != v.NOBODY else "", **object_fields(unit), **within_zone(battle, unit),
    }  # fmt: skip


def gate_left(battle: ClashBattle, unit: ClashUnit) -> list[str]:
    """The way it opens and shuts, if the GM has left it on the map."""
    ends = [battle.field.zone_named(name) for name in unit.sheet.gate]
    is_left = len(ends) == 2 and v.NOBODY not in ends and battle.field.passage(ends[0], ends[1]) is not None
    return list(unit.sheet.gate) if is_left else []


def hazard(battle: ClashBattle, unit: ClashUnit) -> Data:
    return {
        "id": unit.id, "name": unit.name, "at": place(battle, unit), "secret_cs": unit.sheet.secret_cs,
        "full": f"{unit.sheet.attack.full}d6", "glancing": f"{unit.sheet.attack.glancing}d6", "hidden": unit.hidden,
        **hazard_fields(unit),
    }  # fmt: skip
