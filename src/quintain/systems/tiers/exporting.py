"""A running fight as an encounter: everybody and everything as they stand between two steps; and taking it up from there."""

from __future__ import annotations

from quintain.engine.battle import Force
from quintain.engine.event import Outcome
from quintain.engine.plain_data import Data, number, part, rows, text
from quintain.engine.refusal import within
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import PAIRS, TiersBattle, Wave
from quintain.systems.tiers.battlefield import TANK, TERRAINS, Battlemap
from quintain.systems.tiers.building import item_ids
from quintain.systems.tiers.fields_rows import (
    clock_row,
    fighter_fields,
    improvised_of,
    improvised_row,
    item_row,
    load_now,
    load_state,
    now_fields,
    state_fields,
)
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.stat_block import Item

SIGNS = "#~rbhetcdxX%&*+=ABCDEFGHIJKLMNOPQRSTUVWYZ"
"""What squares are drawn by on an exported map, open ground aside."""


def exported(battle: TiersBattle) -> Data:
    """This state as an encounter. Whoever was removed is left out, and the others are counted anew."""
    data = dict(battle.data)
    kept = [creature for creature in battle.creatures if creature.status < len(v.STATUSES)]
    places = {creature.index: place for place, creature in enumerate(kept)}
    data["combatants"] = [creature_data(creature, places) for creature in kept]
    data["map"] = map_data(battle.map, part(battle.data, "map"), battle.tank_burst)
    data["encounter_tier"] = battle.encounter_tier
    data["clocks"] = [clock_row(clock) for clock in battle.clocks]
    sides = {creature.side for creature in kept}
    goals = data.get("goals")
    if isinstance(goals, list):
        data["goals"] = [goal for goal in goals if goal.get("side") in sides]
    if battle.waves:
        names = [clock.name for clock in battle.clocks]
        data["waves"] = [wave_data(wave, names) for wave in battle.waves]
    data["ground"] = [
        {
            "at": [lying.x, lying.y], "item": item_row(lying.item),
            **({"of": battle.creatures[lying.of].id} if lying.of in places else {}),
        }
        for lying in battle.ground
    ]  # fmt: skip
    data["words"] = words_data(battle, places)
    data.pop("state", None)
    if battle.begun:
        data["state"] = state_data(battle, places)
    return {name: value for name, value in data.items() if value not in ([], {}) or name in battle.data or name == "state"}


def state_data(battle: TiersBattle, places: dict[int, int]) -> Data:
    """Where the fight stands between two steps, and what the GM has said in advance."""
    there = [*places, -1]
    data: Data = {
        **state_fields(battle), "round": battle.round, "forbidden": dict(battle.forbidden),
        "improvised": [improvised_row(one, battle) for one in battle.improvised if one.who in there and one.target in there],
        "forces": [one.as_data() for one in battle.forces],
    }  # fmt: skip
    if battle.outcome is not None:
        data["outcome"] = battle.outcome.as_data()
    return data


# -- the table ------------------------------------------------------------------------------------------------------


def map_data(battlemap: Battlemap, given: Data, burst: bool) -> Data:
    """The ground as it is now: rows and a legend. A tank that has burst is a tank no more."""
    signs: dict[int, str] = {0: "."}
    rows: list[str] = []
    for y in range(battlemap.height):
        row = ""
        for bits in battlemap.terrain[y * battlemap.width : (y + 1) * battlemap.width]:
            shown = bits & ~TANK if burst else bits
            if shown not in signs:
                signs[shown] = SIGNS[len(signs) - 1]
            row += signs[shown]
        rows.append(row)
    if len(signs) == 1:
        return {"width": battlemap.width, "height": battlemap.height}
    legend = {sign: [name for name, bit in TERRAINS.items() if bits & bit] for bits, sign in signs.items() if bits}
    return {"rows": rows, "legend": legend, **({"hazard": given["hazard"]} if "hazard" in given else {})}


def wave_data(wave: Wave, clocks: list[str]) -> Data:
    """Newcomers. A clock that the GM has closed stops nobody any more."""
    until = wave.until if wave.until in clocks else ""
    return {"first": wave.first, "every": wave.every, "until": until, "combatants": wave.units}


def words_data(battle: TiersBattle, places: dict[int, int]) -> Data:
    """What the GM has said and still holds."""
    pairs: list[Data] = []
    for key, word in sorted(battle.pairs.items()):
        what, b, a = key % 4, key // 4 % 4096, key // 4 // 4096
        first, second = (b, a) if what in (0, 1) else (a, b)
        if first in places and second in places:
            pairs.append({"who": places[first], "to": places[second], "what": PAIRS[what], "is": "yes" if word > 0 else "no"})
    senses = {name: [word for word, bit in v.SENSES.items() if mask & bit] for name, mask in sorted(battle.senses.items())}
    base = battle.resist_base if battle.resist_base != 10 else 0
    return filled({"pairs": pairs, "senses": senses, "lessen": battle.lessen, "resist_base": base})


def filled(data: Data) -> Data:
    """Without what says nothing."""
    return {name: value for name, value in data.items() if value}


# -- everybody ------------------------------------------------------------------------------------------------------


def creature_data(creature: Creature, places: dict[int, int]) -> Data:
    """A creature as it stands, as a combatant of an encounter."""
    items = [*creature.held, *creature.readied]
    ids = [item.id for item in items]
    if len(set(ids)) != len(ids):
        # Somebody else's dagger beside its own.
        ids = item_ids([item.name for item in items])
    held = [id for item, id in zip(creature.held, ids, strict=False) if not item.tags & v.NATURAL]
    data: Data = {
        "id": creature.id, "name": creature.name, "side": creature.side, "controller": creature.controller,
        "at": [creature.x, creature.y], "hp": creature.hp, "stress": min(creature.stress, creature.max_stress),
        "held": held, "uses": list(creature.uses), "block": block_data(creature, items, ids, places),
        **fighter_fields(creature, places),
    }  # fmt: skip
    gained = [effect for effect in [*creature.wounds, *creature.boons] if not effect.trait]
    # Hidden from one who is gone is hidden from nobody.
    gone = [effect for effect in gained if effect.hides() and effect.param not in [*places, v.NONE]]
    return {**data, **filled({
        "unrevealed": creature.hidden, "effects": [effect_data(effect, places) for effect in gained if effect not in gone],
        "unloaded": [id for item, id in zip(items, ids, strict=True) if item.id in creature.unloaded], "now": now_data(creature),
        "learned": {figure: list(bounds) for figure, bounds in creature.learned.items()},
    })}  # fmt: skip


def now_data(creature: Creature) -> Data:
    """What it has done and spent in this round, as far as there is anything."""
    found = now_fields(creature)
    if creature.stance != (v.UNDECIDED if creature.sheet.is_pc else v.CAUTIOUS):
        found["stance"] = v.STANCES[creature.stance]
    return found


def block_data(creature: Creature, items: list[Item], ids: list[str], places: dict[int, int]) -> Data:
    """The stat block with the figures, traits and belongings of now."""
    block: Data = {
        **creature.sheet.data, "tier": creature.tier, "hp": creature.max_hp, "iron": creature.iron, "ward": creature.ward,
        "grit": creature.grit, "stride": creature.stride, "soak": creature.soak, "stress": creature.max_stress,
        "beacon": creature.beacon, "items": [{**item_row(item), "id": id} for item, id in zip(items, ids, strict=True)],
    }  # fmt: skip
    block["traits"] = [effect_data(effect, places) for effect in [*creature.wounds, *creature.boons] if effect.trait]
    for name in ("traits", "items"):
        if not block[name]:
            block.pop(name)
    block.pop("load", None)
    return block


def effect_data(effect: Effect, places: dict[int, int]) -> Data:
    what = effect.what()
    data: Data = {"boon" if effect.is_boon else "wound": what.name, "level": effect.level}
    if what.about and effect.param >= 0:
        data[what.about] = v.ABOUT[what.about][effect.param]
    elif effect.hides() and effect.param >= 0:
        data["hidden_from"] = places[effect.param]
    if effect.source in places:
        data["source"] = places[effect.source]
    return {**data, **filled({"rounds": effect.left, "counting": effect.counting, "since": effect.since})}


# -- taking it up ---------------------------------------------------------------------------------------------------


def take_up(battle: TiersBattle, data: Data) -> None:
    """What was written; nothing for a fight that has not begun."""
    for creature, one in zip(battle.creatures, rows(data, "combatants"), strict=True):
        now = part(one, "now")
        load_now(creature, now)
        if text(now, "stance"):
            creature.stance = v.STANCES.index(text(now, "stance"))
        learned = part(one, "learned")
        for figure in v.DEFENSES:
            bounds = learned.get(figure)
            if isinstance(bounds, list):
                creature.learned = {**creature.learned, figure: (int(bounds[0]), int(bounds[1]))}
    state = data.get("state")
    if not isinstance(state, dict):
        return
    battle.begun = True
    battle.round = number(state, "round")
    load_state(battle, state)
    for place, one in enumerate(rows(state, "improvised")):
        with within("state", "improvised", place):
            battle.improvised.append(improvised_of(one, battle))
    battle.forbidden = {pattern: str(why) for pattern, why in part(state, "forbidden").items()}
    for one in rows(state, "forces"):
        battle.forces.append(force_from(one))
    outcome = part(state, "outcome")
    if outcome:
        battle.outcome = Outcome(text(outcome, "result"), text(outcome, "winner"), text(outcome, "why"))


def force_from(data: Data) -> Force:
    faces = data.get("faces")
    answers = {name: int(str(value)) for name, value in part(data, "answers").items()}
    return Force(
        text(data, "who", "*"), text(data, "what", "*"), [int(str(face)) for face in faces] if isinstance(faces, list) else [], answers
    )
