"""From a checked encounter to the battle it starts as, and back. What makes no sense is refused with a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.reading import Reading
from quintain.engine.refusal import Illegal, Malformed, Unavailable, within
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.building_checks import (
    check_new,
    check_people,
    check_scope,
    check_things,
    check_unit,
    check_work,
    take_rulings,
)
from quintain.systems.clash.fields_files import CombatantModel, FeatModel, HazardModel, ObjectModel, PlacedModel
from quintain.systems.clash.fields_rows import (
    ability_of,
    attack_of,
    load_feat,
    load_hazard,
    load_object,
    load_placed,
    load_timer,
    load_zone,
    modifier_of,
    passage_of,
)
from quintain.systems.clash.sheet import Attack, ClashBattle, ClashUnit, Feat, Goal, Sheet, Timer
from quintain.systems.clash.switches import Switches
from quintain.systems.clash.zones import Field, Passage, Place, Zone

if TYPE_CHECKING:
    from quintain.systems.clash.files import EncounterModel

FARTHEST = 100_000
"""In feet: no map is larger."""
DEFAULT_CS = 14
"""The map's CS where none is given (R-65)."""


def build(model: EncounterModel) -> ClashBattle:
    switches = Switches(dict(model.options))
    battle = ClashBattle(Reading(), make_field(model), switches)
    battle.cs = DEFAULT_CS if model.challenge_score is None else model.challenge_score
    battle.filled = model.challenge_score is None
    battle.party = model.party
    battle.round = model.round
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            enlist(battle, make_unit(battle, row))
    for number, thing in enumerate(model.objects):
        with within("objects", number):
            enlist(battle, make_object(battle, thing))
    for number, hazard in enumerate(model.hazards):
        with within("hazards", number):
            enlist(battle, make_hazard(battle, hazard))
    for number, feat in enumerate(model.feats):
        with within("feats", number):
            check_new([one.id for one in battle.feats], feat.id, "a feat")
            battle.feats.append(make_feat(battle, feat))
    for number, timer in enumerate(model.timers):
        with within("timers", number):
            check_new([one.id for one in battle.timers], timer.id, "a timer")
            battle.timers.append(Timer(timer.id, timer.name or timer.id, timer.rounds))
            load_timer(battle.timers[-1], timer)
    for goal in model.goals:
        kind = "feat" if goal.feat is not None else "object" if goal.object is not None else "unit"
        battle.goals.append(Goal(kind, goal.feat or goal.object or goal.unit or "", goal.result, goal.winner))
    battle.lone = model.lone
    add_zone_modifiers(battle, model)
    check_people(battle, model)
    check_things(battle, model)
    check_work(battle)
    take_rulings(battle, model)
    return battle


def enlist(battle: ClashBattle, unit: ClashUnit) -> None:
    check_new([one.id for one in battle.units], unit.id, "somebody or something")
    check_unit(battle, unit)
    battle.enlist(unit)


def add_zone_modifiers(battle: ClashBattle, model: EncounterModel) -> None:
    for number, zone in enumerate(model.zones):
        for place, row in enumerate(zone.modifiers):
            with within("zones", number, "modifiers", place):
                if row.kind != "score":
                    raise Illegal("everybody in a zone may be given a bonus or penalty on the score, nothing else.", ("kind",))
                mod = modifier_of(row)
                check_scope(battle, mod)
                battle.zone_mods = [*battle.zone_mods, (number, mod)]


# -- the map ----------------------------------------


def make_field(model: EncounterModel) -> Field:
    mode = str(model.options.get("zone_mode", v.FIXED))
    if mode == v.FIXED and not model.zones:
        raise Malformed("a map of fixed zones needs zones.")
    if mode != v.FIXED and model.edges:
        raise Malformed("edges belong to maps of fixed zones; on maps in feet distance decides.", ("edges",))
    if mode not in (v.FIXED, v.MIXED) and model.zones:
        raise Malformed("a fluid map has no fixed zones; with some, it is mixed (zone_mode: mixed).", ("zones",))
    zones: list[Zone] = []
    for number, row in enumerate(model.zones):
        if row.id in [zone.id for zone in zones]:
            raise Illegal(f"there is already a zone called {row.id!r}: give each an id of its own.", ("zones", number, "id"))
        zone = Zone(row.id, row.name or row.id)
        load_zone(zone, row)
        if mode == v.MIXED:
            if row.anchor is None:
                raise Malformed(f"the zone {row.id} needs an anchor on a mixed map.", ("zones", number))
            zone.x, zone.y = float(row.anchor[0]), float(row.anchor[1])
            if model.size is not None and not (0 <= zone.x <= model.size[0] and 0 <= zone.y <= model.size[1]):
                raise Illegal(f"the anchor of {row.id} is off the map.", ("zones", number, "anchor"))
        zones.append(zone)
    field = Field(mode, zones, make_passages(model, zones), model.options.get("fluid_adjacent_limit") == "inclusive")
    if model.size is not None:
        field.width, field.height = float(model.size[0]), float(model.size[1])
    return field


def make_passages(model: EncounterModel, zones: list[Zone]) -> list[Passage]:
    numbers = {zone.id: number for number, zone in enumerate(zones)}
    found: list[Passage] = []
    joined: set[tuple[int, int]] = set()
    for number, row in enumerate(model.edges):
        ends = row if isinstance(row, list) else row.between
        if len(ends) != 2 or ends[0] not in numbers or ends[1] not in numbers or ends[0] == ends[1]:
            raise Unavailable(f"an edge joins two zones by their ids, not {' and '.join(ends)}.", ("edges", number))
        a, b = numbers[ends[0]], numbers[ends[1]]
        if (a, b) in joined:
            raise Illegal(f"{ends[0]} and {ends[1]} are joined already: write one edge with all its flags.", ("edges", number))
        joined.update(((a, b), (b, a)))
        found.append(Passage(a, b) if isinstance(row, list) else passage_of(row, a, b))
    return found


def place_of(battle: ClashBattle, at: object) -> Place:
    """A zone by its id, or a point in feet (CL-01)."""
    field = battle.field
    if isinstance(at, str):
        zone = field.zone_named(at)
        if zone < 0:
            names = ", ".join([one.id for one in field.zones if not one.merged]) or "none"
            raise Unavailable(f"there is no zone called {at!r}: there are {names}.")
        return field.anchor(zone)
    if isinstance(at, (list, tuple)) and len(at) == 2:
        x, y = at[0], at[1]
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
                raise Malformed(f"a place lies within {FARTHEST:,} feet of [0, 0].")
            if field.mode == v.FIXED:
                raise Malformed("on a map of fixed zones a place is the id of a zone.")
            if not field.on_map(float(x), float(y)):
                raise Illegal(f"({x:g}, {y:g}) is off the map.")
            return Place(v.NOBODY, float(x), float(y))
    raise Malformed("a place is the id of a zone, or [x, y] in feet.")


# -- units ----------------------------------------


def make_unit(battle: ClashBattle, row: PlacedModel) -> ClashUnit:
    """A character from its stat block and its row (2.1, 8.2)."""
    block = row.block
    if block is None:
        raise Malformed(f"{row.id or 'a combatant'} has no stat block.", ("block",))
    sheet = Sheet(attack_of(block.attack, battle), [ability_of(one) for one in block.abilities])
    attributes = [block.might, block.finesse, block.wits, block.spirit]
    sheet.flat = block.flat if block.flat is not None else attributes[v.ATTRIBUTES.index(block.attack.attribute)]
    sheet.role = block.role
    sheet.ward = row.ward
    sheet.seeming = row.seems
    sheet.text = block.summary
    controller = row.controller or (PLAYERS if block.class_ == v.PC and row.side == battle.party else GM)
    unit = ClashUnit(row.id or "", row.name or block.name, row.side, controller, sheet)
    unit.unit_class = block.class_
    unit.control = row.control or ("player" if controller != GM and block.class_ == v.PC else "gm")
    unit.might, unit.finesse, unit.wits, unit.spirit = block.might, block.finesse, block.wits, block.spirit
    fill_pools(unit, block, row)
    score = row.action_score if row.action_score is not None else block.action_score
    unit.scored = score is not None
    unit.score = score or 0
    unit.hidden = row.hidden
    unit.arrives = row.arrives if row.arrives > battle.round else 0
    load_placed(unit, row)
    unit.learned = {figure: (low, high) for figure, (low, high) in row.learned.items()}
    if row.at is None:
        raise Malformed(f"say where {unit.id} stands (at).")
    with within("at"):
        unit.put(place_of(battle, row.at))
    stand_within(battle, unit, row.feet)
    return unit


def stand_within(battle: ClashBattle, unit: ClashUnit, feet: list[float] | None) -> None:
    """Where exactly in a fixed zone of a map in feet it stands; the zone's anchor unless given (CL-14)."""
    if feet is None:
        return
    if battle.field.mode == v.FIXED or unit.zone < 0:
        raise Illegal(f"feet says where in a fixed zone of a mixed map {unit.name} stands: leave it out here.", ("feet",))
    if not battle.field.on_map(feet[0], feet[1]):
        raise Illegal(f"({feet[0]:g}, {feet[1]:g}) is off the map.", ("feet",))
    unit.x, unit.y = float(feet[0]), float(feet[1])


def fill_pools(unit: ClashUnit, block: CombatantModel, row: PlacedModel) -> None:
    """Health, marks, Surges and Ardor, as the class has them (8.2)."""
    is_pc = block.class_ == v.PC
    if is_pc or block.class_ == v.FOE:
        unit.max_health = block.health if block.health is not None else 16 + 2 * block.might if is_pc else 18
        unit.health = up_to(unit.max_health, row.health, "health")
    else:
        unit.marks = up_to(v.MARKS_OF[block.class_], row.marks, "marks")
        unit.max_health = block.health or 0  # Kept for one whose class the GM has changed and may change again.
        unit.health = min(unit.max_health, row.health or 0)
    unit.max_surges = block.surges if block.surges is not None else 1 + max(0, block.spirit) if is_pc else 0
    unit.surges = up_to(unit.max_surges, row.surges, "surges")
    unit.max_ardor = block.ardor if block.ardor is not None else 2 if is_pc else 0
    unit.ardor = up_to(unit.max_ardor, row.ardor, "ardor")


def up_to(most: int, given: int | None, name: str) -> int:
    """What is there now: all of it unless given, and never more than there can be."""
    if given is not None and given > most:
        raise Illegal(f"{name} is {given}, and at most {most} here.", (name,))
    return most if given is None else given


def make_object(battle: ClashBattle, row: ObjectModel) -> ClashUnit:
    """An object: a unit without an AS (CL-88)."""
    sheet = Sheet(Attack("", False, v.NOBODY, 0, 0, 0), [])
    sheet.portable = row.portable
    sheet.gate = list(row.gate)
    sheet.text = row.text
    sheet.secret_cs = row.secret_cs
    unit = ClashUnit(row.id, row.name or row.id, "", GM, sheet)
    unit.unit_class = v.OBJECT
    load_object(unit, row)
    durability = row.durability
    if isinstance(durability, str):
        sheet.durability = durability
        unit.marks = up_to(v.MARKS_OF.get(durability, 0), row.marks if durability in v.MARKS_OF else None, "marks")
    else:
        sheet.durability = "health"
        unit.max_health = durability
        unit.health = up_to(durability, row.health, "health")
    unit.hidden = row.hidden
    with within("at"):
        unit.put(place_of(battle, row.at))
    stand_within(battle, unit, row.feet)
    return unit


def make_hazard(battle: ClashBattle, row: HazardModel) -> ClashUnit:
    sheet = Sheet(Attack(row.name or row.id, False, v.NOBODY, 0, int(row.full[:-2]), int(row.glancing[:-2])), [])
    sheet.secret_cs = row.secret_cs
    unit = ClashUnit(row.id, row.name or row.id, "", GM, sheet)
    unit.unit_class = v.HAZARD
    load_hazard(unit, row)
    unit.hidden = row.hidden
    with within("at"):
        unit.put(place_of(battle, row.at))
    return unit


def make_feat(battle: ClashBattle, row: FeatModel) -> Feat:
    feat = Feat(row.id, row.name or row.id, row.kind == "effort")
    load_feat(feat, row)
    if row.at is not None:
        with within("at"):
            feat.zone = place_of(battle, row.at).zone
    return feat
