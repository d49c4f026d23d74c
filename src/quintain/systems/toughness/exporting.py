"""A running fight written as an encounter that goes on from there (see `building`)."""

from __future__ import annotations

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.clock import place_of
from quintain.systems.toughness.fields_rows import block_row, hazard_row, state_fields
from quintain.systems.toughness.file_values import now_of
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.order import times_of
from quintain.systems.toughness.sheet import Fighter, Fray


def exported(fray: Fray) -> dict[str, object]:
    """The fight between two turns as an encounter that goes on from there: the order, every mark and the time it still runs."""
    ranks = ranks_of(fray)
    return {
        "system": "toughness",
        "name": fray.name or "a fight",
        "map": list(fray.ground.rows),
        "options": dict(fray.switches.chosen),
        "exits": [fray.ground.xy(cell) for cell in fray.exits if cell not in fray.ground.exits()],
        "shut": [fray.ground.xy(cell) for cell in fray.ground.exits() if cell not in fray.exits],
        "gates": [{"round": round, "at": fray.ground.xy(cell)} for round, cell in fray.gates],
        "hazards": [hazard_row(hazard, fray) for hazard in fray.hazards],
        "combatants": [combatant_row(fray, fighter, ranks) for fighter in fray.fighters],
        "round": fray.round,
        "reached": ranks[fray.cursor],
        "between_turns": fray.boundary,
        "forbidden": dict(fray.forbidden),
        "forces": [one.as_data() for one in fray.forces],
    }


def ranks_of(fray: Fray) -> dict[int, int]:
    """Every place of the order that still means something, numbered from 1: those of combatants and those where something ends."""
    now = now_of(fray)
    used = {fray.cursor, *[fighter.place for fighter in fray.fighters]}
    for fighter in fray.fighters:
        used.update(place_of(time) for time in times_of(fighter) if time > now)
    used.discard(0)
    return {0: 0, **{place: number + 1 for number, place in enumerate(sorted(used))}}


def combatant_row(fray: Fray, fighter: Fighter, ranks: dict[int, int]) -> dict[str, object]:
    row: dict[str, object] = {
        "id": fighter.id,
        "name": fighter.name,
        "side": fighter.side,
        "controller": fighter.controller,
        "at": fray.ground.xy(fighter.cell) if fighter.cell != NOWHERE else [0, 0],
        "conviction": fighter.conviction,
        "hidden": fighter.hidden,
        "surprised": fighter.surprised,
        "block": {"name": fighter.name, "conviction": fighter.conviction_max, **block_row(fighter.block)},
        "state": state_row(fray, fighter, ranks),
    }
    if fighter.rolled:
        row["initiative"] = fighter.initiative
    return row


def state_row(fray: Fray, fighter: Fighter, ranks: dict[int, int]) -> dict[str, object]:
    """Where it stands: what no generated line can say comes after the rest."""
    weapons = fighter.block.weapons
    in_hand, dropped = fighter.weapon_in_hand(), fighter.dropped != v.EMPTY_HANDED
    usual = 0 if weapons else v.EMPTY_HANDED
    return {
        **state_fields(fray, fighter, ranks),
        "owes_turn": fighter.owes if fighter.owes > 1 else fighter.owes == 1,
        "used": list(fighter.used) if any(fighter.used) else [],
        "held_by": fighter.held_by,
        "pinned": fighter.pinned,
        "in_hand": None if fighter.in_hand == usual else in_hand.key if in_hand is not None else "",
        "dropped": weapons[fighter.dropped].key if dropped else "",
        "dropped_at": fray.ground.xy(fighter.dropped_at) if dropped else None,
        "place": ranks[fighter.place],
        "learned": {figure: [low, high] for figure, (low, high) in fighter.learned.items()},
    }
