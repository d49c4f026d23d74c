"""A running fight written as an encounter that goes on from there (see `build`)."""

from __future__ import annotations

from quintain.systems.toughness.blocks import FORMS, POWER_KINDS, USUAL_CRITICAL, Power, Weapon
from quintain.systems.toughness.building import now_of
from quintain.systems.toughness.clock import NEVER, place_of, round_of
from quintain.systems.toughness.ground import NOWHERE, Hazard
from quintain.systems.toughness.order import times_of
from quintain.systems.toughness.sheet import EMPTY_HANDED, Fighter, Fray


def rows_of(fray: Fray) -> dict[str, object]:
    """The fight between two turns as an encounter that goes on from there: the order, every mark and the time it still runs."""
    ranks = ranks_of(fray)
    return {
        "system": "toughness",
        "name": fray.name or "a fight",
        "map": list(fray.ground.rows),
        "options": dict(fray.switches.chosen),
        "exits": [spot_of(fray, cell) for cell in fray.exits if cell not in fray.ground.exits()],
        "shut": [spot_of(fray, cell) for cell in fray.ground.exits() if cell not in fray.exits],
        "gates": [{"round": round, "at": spot_of(fray, cell)} for round, cell in fray.gates],
        "hazards": [hazard_row(fray, hazard) for hazard in fray.hazards],
        "combatants": [combatant_row(fray, fighter, ranks) for fighter in fray.fighters],
        "round": fray.round,
        "reached": ranks[fray.cursor],
        "between_turns": fray.boundary,
        "forbidden": dict(fray.forbidden),
        "forces": [{"who": one.who, "what": one.what, "faces": list(one.faces), "answers": dict(one.answers)} for one in fray.forces],
    }


def ranks_of(fray: Fray) -> dict[int, int]:
    """Every place of the order that still means something, numbered from 1: those of combatants and those where something ends."""
    now = now_of(fray)
    used = {fray.cursor, *[fighter.place for fighter in fray.fighters]}
    for fighter in fray.fighters:
        used.update(place_of(time) for time in times_of(fighter) if time > now)
    used.discard(0)
    return {0: 0, **{place: number + 1 for number, place in enumerate(sorted(used))}}


def spot_of(fray: Fray, cell: int) -> list[int]:
    return [fray.ground.grid.x(cell), fray.ground.grid.y(cell)]


def hazard_row(fray: Fray, hazard: Hazard) -> dict[str, object]:
    return {
        "name": hazard.name,
        "squares": [spot_of(fray, cell) for cell in hazard.cells],
        "save": hazard.save or None,
        "dc": hazard.difficulty,
        "success": "negates" if hazard.negates else "reduces",
        "damage": hazard.damage,
        "kind": "lethal" if hazard.lethal else "subdual",
        "known": hazard.known or hazard.name in fray.met,
    }


def combatant_row(fray: Fray, fighter: Fighter, ranks: dict[int, int]) -> dict[str, object]:
    row: dict[str, object] = {
        "id": fighter.id,
        "name": fighter.name,
        "side": fighter.side,
        "controller": fighter.controller,
        "at": spot_of(fray, fighter.cell) if fighter.cell != NOWHERE else [0, 0],
        "conviction": fighter.conviction,
        "hidden": fighter.hidden,
        "surprised": fighter.surprised,
        "block": block_row(fighter),
        "state": {**state_row(fray, fighter, ranks), **middle_row(fray, fighter, ranks)},
    }
    if fighter.rolled:
        row["initiative"] = fighter.initiative
    return row


def state_row(fray: Fray, fighter: Fighter, ranks: dict[int, int]) -> dict[str, object]:
    now = now_of(fray)
    return {
        "bruised": [left_of(fray, end, ranks) for end in fighter.bruised],
        "dazed": [left_of(fray, end, ranks) for end in fighter.dazed],
        "hurt": [left_of(fray, end, ranks) for end in fighter.hurt],
        "wounded": fighter.wounded,
        "staggered": fighter.staggered,
        "unconscious": fighter.unconscious,
        "disabled": fighter.disabled,
        "dying": fighter.dying,
        "dying_dc": fighter.dying_dc,
        "dead": fighter.dead,
        "prone": fighter.prone,
        "bound": fighter.bound,
        "yielded": fighter.yielded,
        "escaped": fighter.escaped,
        "owes_turn": fighter.owes if fighter.owes > 1 else fighter.owes == 1,
        "exposed": left_of(fray, fighter.exposed_until, ranks) if fighter.exposed_until > now else False,
        "reeling": left_of(fray, fighter.reeling_until, ranks) if fighter.reeling_until > now else False,
        "used": list(fighter.used) if any(fighter.used) else [],
        "subdual_check": None if fighter.subdual_check == NEVER else left_of(fray, fighter.subdual_check, ranks),
        "lethal_check": None if fighter.lethal_check == NEVER else left_of(fray, fighter.lethal_check, ranks),
    }


def middle_row(fray: Fray, fighter: Fighter, ranks: dict[int, int]) -> dict[str, object]:
    """What only somebody in the middle of a fight has."""
    weapons = fighter.block.weapons
    in_hand, dropped = fighter.weapon_in_hand(), fighter.dropped != EMPTY_HANDED
    usual = 0 if weapons else EMPTY_HANDED
    return {
        "held_by": fighter.held_by,
        "pinned": fighter.pinned,
        "in_hand": None if fighter.in_hand == usual else in_hand.key if in_hand is not None else "",
        "dropped": weapons[fighter.dropped].key if dropped else "",
        "dropped_at": spot_of(fray, fighter.dropped_at) if dropped else None,
        "prepared": fighter.prepared,
        "delayed": fighter.delayed,
        "acted": fighter.acted,
        "place": ranks[fighter.place],
        "stance": fighter.stance_defense,
        "guard": fighter.stance_guard,
        "keeps_dodge": fighter.keeps_dodge,
        "push_word": fighter.push_word,
        "modifiers": [
            {
                "slot": one.slot,
                "amount": one.amount,
                "until": None if one.until == NEVER else left_of(fray, one.until, ranks),
                "once": one.once,
            }
            for one in fighter.modifiers
        ],
        "reactions": fighter.reactions,
        "spared": fighter.spared,
        "revealed": fighter.revealed,
        "learned": {figure: [low, high] for figure, (low, high) in fighter.learned.items()},
    }


def left_of(fray: Fray, time: int, ranks: dict[int, int]) -> int | list[int]:
    """How long something still runs: in rounds where it ends at the place now reached, else with the place; 0 where it is over."""
    now = now_of(fray)
    if time <= now:
        return 0
    rounds = round_of(time) - round_of(now)
    return rounds if place_of(time) == place_of(now) else [rounds, ranks[place_of(time)]]


def block_row(fighter: Fighter) -> dict[str, object]:
    """The stat block as a file would say it, what never changes and what the GM changed alike."""
    block = fighter.block
    return {
        "name": fighter.name,
        "abilities": dict(zip(("str", "dex", "con", "int", "wis", "cha"), block.abilities, strict=True)),
        "roles": [{"role": one.name, "level": one.level, "good_save": one.good_save} for one in block.roles],
        "bcb": block.typed_bcb if block.typed_bcb >= 0 else None,
        "size": block.size,
        "feats": [{"slot": slot, "amount": amount, "label": label} for slot, amount, label in block.feats],
        "armor": block.armor,
        "shield": block.shield,
        "weapons": [weapon_row(weapon) for weapon in block.weapons],
        "powers": [power_row(power) for power in block.powers],
        "speed_ft": block.speed_ft,
        "conviction": fighter.conviction_max,
        "medicine": block.medicine,
        "minion": block.minion,
        "fight_on": block.fight_on,
        "flees": block.flees,
        "can_parry": block.can_parry,
        "captures": block.captures,
    }


def weapon_row(weapon: Weapon) -> dict[str, object]:
    return {
        "name": weapon.name,
        "key": weapon.key,
        "damage": weapon.damage,
        "form": FORMS[weapon.form],
        "kind": "lethal" if weapon.lethal else "subdual",
        "threat": weapon.threat,
        "crit_bonus": None if weapon.crit_bonus == USUAL_CRITICAL else weapon.crit_bonus,
        "reach_ft": weapon.reach_ft,
        "increment_ft": weapon.increment_ft,
        "max_increments": weapon.max_increments or None,
        "strength": "add" if weapon.adds_strength else "none",
        "hands": weapon.hands,
        "natural": weapon.natural,
    }


def power_row(power: Power) -> dict[str, object]:
    return {
        "name": power.name,
        "key": power.key,
        "kind": POWER_KINDS[power.kind],
        "range_ft": power.range_ft,
        "damage": power.damage,
        "harm": "lethal" if power.lethal else "subdual",
        "threat": power.weapon.threat,
        "crit_bonus": None if power.weapon.crit_bonus == USUAL_CRITICAL else power.weapon.crit_bonus,
        "save": power.save or None,
        "state": power.state or None,
        "success": "negates" if power.negates else "reduces",
        "radius_ft": power.radius_ft,
        "ability": power.ability,
        "uses": None if power.uses < 0 else power.uses,
    }
