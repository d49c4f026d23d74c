"""What a unit may declare, and why not (3.7, CL-26, CL-108): the one source of legality."""

from __future__ import annotations

from quintain.space.feet import feet_between
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.conditions import extra_movement
from quintain.systems.clash.declaration import Declaration, Stop
from quintain.systems.clash.feats import closed_to, feat_known, is_busy
from quintain.systems.clash.sheet import Ability, ClashBattle, ClashUnit, Feat
from quintain.systems.clash.zones import SAME, Place


def made(
    battle: ClashBattle, action: int, aim: int = v.NOBODY, path: list[Stop] | None = None, after: bool = False,
    deed: str = "", what: str = "",
) -> Declaration:  # fmt: skip
    """A declaration of this battle's."""
    option = Declaration(battle.names, action, aim)
    if path is not None:
        option.path = path
    option.after = after
    option.deed = deed
    option.what = what
    return option


def is_pinned(unit: ClashUnit) -> bool:
    return any(mod.kind == "pin" for mod in unit.mods)


def is_waved(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """Has the GM allowed this unit to declare this, whatever the rules say (CL-104)?"""
    return bool(battle.waved) and f"{battle.unit(at).id}:{declared.id()}" in battle.waved


def take_up(battle: ClashBattle, at: int, declared: Declaration) -> None:
    """This is what a unit truly does in the round. If the rules know no such way, the GM has insisted on it (CL-104)."""
    turn = battle.turn(at)
    turn.declared = declared
    turn.insisted = False
    if declared.path and battle.field.mode == v.FIXED:
        turn.insisted = why_no_fixed_way(battle, battle.unit(at), declared.path, len(declared.path)) != ""
    elif declared.path and (battle.telling or battle.reading.feeding):  # Nobody insists where tactics alone play.
        turn.insisted = why_no_way(battle, at, declared) != ""


def why_illegal(battle: ClashBattle, at: int, declared: Declaration) -> str:
    """Why this unit may not declare this; "" when it may."""
    unit = battle.unit(at)
    if is_waved(battle, at, declared):
        return ""
    if not unit.is_present():
        return f"{unit.name} takes no part in the round"
    if unit.state == v.INCAPACITATED and declared.action not in (v.REVIVE, v.NOTHING):
        return "someone incapacitated can only revive or do nothing"
    if unit.state == v.ACTIVE and declared.action == v.REVIVE:
        return "only someone incapacitated can revive"
    if declared.surge and declared.action != v.REVIVE:
        return "a Surge is committed to a revive only"
    if unit.state == v.ACTIVE and is_busy(battle, unit) and not (declared.deed == v.FEAT and declared.what == unit.busy_on):
        return f"{unit.name} is busy for {unit.busy} more round{'s' if unit.busy > 1 else ''}"
    why = why_no_ability(battle, unit, declared) or why_no_action(battle, at, declared) or why_no_way(battle, at, declared)
    return why or why_no_handling(battle, at, declared)


def why_no_handling(battle: ClashBattle, at: int, declared: Declaration) -> str:
    """An object handled beside the action: only where the table lets that be free, once a round (R-30)."""
    if declared.handling is None:
        return ""
    if not battle.switches.free_handling:
        return "handling an object takes the action"
    if battle.unit(at).state != v.ACTIVE:
        return "only those awake handle anything"
    return why_no_object(battle, at, declared.handling)


def why_no_ability(battle: ClashBattle, unit: ClashUnit, declared: Declaration) -> str:
    """An ability needs its Ardor, its rhythm and its own action (CL-108, 8.4)."""
    if not declared.ability_id:
        return ""
    ability = unit.sheet.abilities[declared.ability]
    if ability.base != declared.action:
        return f"{ability.name} is used with {v.STANDARD_ACTIONS[ability.base].name}"
    if ability.cost > unit.ardor:
        return f"{ability.name} costs {ability.cost} Ardor and {unit.name} has {unit.ardor}"
    if is_off_beat(battle, ability):
        return f"{ability.name} comes in {ability.rhythm} rounds only"
    return ""


def is_off_beat(battle: ClashBattle, ability: Ability) -> bool:
    """Does an ability with a rhythm not come in this round (8.4)?"""
    if not ability.rhythm:
        return False
    return (battle.round % 2 == 0) != (ability.rhythm == "even")


def at_hand(battle: ClashBattle, at: int) -> list[int]:
    """The abilities that a unit can use in this round, by number: their Ardor is there, and it is their round."""
    unit = battle.unit(at)
    found: list[int] = []
    for number, ability in enumerate(unit.sheet.abilities):
        if ability.cost <= unit.ardor and not is_off_beat(battle, ability):
            found.append(number)
    return found


def using(
    battle: ClashBattle, at: int, number: int, aim: int = v.NOBODY, path: list[Stop] | None = None, after: bool = False
) -> Declaration:
    """A declaration of one of the unit's abilities."""
    ability = battle.unit(at).sheet.abilities[number]
    option = made(battle, ability.base, aim, path, after)
    option.use(number, ability.id, ability.name)
    return option


def ability_named(unit: ClashUnit, id: str) -> int:
    for number, ability in enumerate(unit.sheet.abilities):
        if ability.id == id:
            return number
    return v.NOBODY


def why_no_action(battle: ClashBattle, at: int, declared: Declaration) -> str:
    unit = battle.unit(at)
    action = declared.action
    if declared.attacks():
        return why_no_attack(battle, at, declared)
    if action in (v.COVER, v.TEND):
        return why_no_ward(battle, at, declared)
    if action == v.RECOVER:
        if unit.takes() != v.HEALTH:
            return "only those with Health recover"
        return "" if unit.surges > 0 else "Recover spends a Surge, and none is left"
    if action == v.REVIVE:
        return "no Surge is left" if declared.surge and unit.surges <= 0 else ""
    if action == v.IMPROVISE:
        return why_no_deed(battle, at, declared)
    if declared.aim >= 0:
        return f"{v.STANDARD_ACTIONS[action].name} has no target"
    return ""


def why_no_attack(battle: ClashBattle, at: int, declared: Declaration) -> str:
    """Attacks: melee only for Move to Attack (CL-35); a target out of reach is no obstacle (CL-86)."""
    unit = battle.unit(at)
    if declared.action == v.MOVE_TO_ATTACK and unit.sheet.attack.ranged:
        return "Move to Attack is for melee attacks only"
    if unit.sweeps(declared.ability):
        return "" if declared.aim < 0 else "it strikes all enemies in the zone, not a single one"
    if declared.aim < 0:
        return "an attack needs a target"
    if declared.aim == at:
        return "nobody attacks oneself"
    return why_no_target(battle, unit, declared.aim)


def why_no_target(battle: ClashBattle, unit: ClashUnit, aim: int) -> str:
    target = battle.unit(aim)
    if target.unit_class == v.HAZARD:
        return f"{target.name} is a hazard: it is met, not attacked"
    if not target.is_there() or not unit.knows(target):
        return f"{target.name} is not there"
    return ""


def why_no_ward(battle: ClashBattle, at: int, declared: Declaration) -> str:
    """Cover names one other unit or object (CL-39, R-25); Tend someone incapacitated in the zone (CL-48, R-38)."""
    unit = battle.unit(at)
    verb = "cover" if declared.action == v.COVER else "tend"
    if declared.aim < 0:
        return f"say whom to {verb}"
    if declared.aim == at:
        return f"nobody can {verb} oneself"
    why = why_no_target(battle, unit, declared.aim)
    if why or declared.action == v.COVER:
        return why
    target = battle.unit(declared.aim)
    if target.state != v.INCAPACITATED or target.unit_class == v.OBJECT:
        return f"{target.name} is not incapacitated"
    if not battle.together(unit.place(), target.place()):
        return f"{target.name} is in another zone"
    return ""


def why_no_deed(battle: ClashBattle, at: int, declared: Declaration) -> str:
    """Improvised actions: feats, objects, healing abilities, or anything by the GM's word (CL-51, CL-89)."""
    unit = battle.unit(at)
    if declared.deed == v.FEAT:
        feat = feat_known(battle, unit, declared.what)
        if feat is None:
            return f"there is no feat called {declared.what}"
        return closed_to(battle, unit, feat) or why_feat_away(battle, at, declared, feat)
    if declared.aim >= 0 and (declared.deed or declared.ability >= 0 or battle.unit(declared.aim).unit_class != v.HAZARD):
        why = why_no_target(battle, unit, declared.aim)
        if why:
            return why
    if declared.ability >= 0:
        if declared.aim < 0 or not battle.unit(declared.aim).is_active() or battle.unit(declared.aim).side != unit.side:
            return "it needs a conscious ally"
        return "" if battle.unit(declared.aim).takes() == v.HEALTH else f"{battle.unit(declared.aim).name} has no Health"
    if declared.deed:
        return why_no_object(battle, at, declared)
    return ""


def why_feat_away(battle: ClashBattle, at: int, declared: Declaration, feat: Feat) -> str:
    if feat.zone == v.NOBODY:
        return ""
    if declared.after:
        return "the movement comes before the work" if battle.unit(at).zone != feat.zone else ""
    end = declared.path[-1].zone if declared.path else battle.unit(at).zone
    if declared.path and declared.path[-1].beside >= 0:
        end = battle.unit(declared.path[-1].beside).zone
    return "" if end == feat.zone else f"{feat.name} is worked on in {battle.field.zones[feat.zone].name}"


def why_no_object(battle: ClashBattle, at: int, declared: Declaration) -> str:
    if declared.aim < 0 or battle.unit(declared.aim).unit_class != v.OBJECT:
        return "say which object"
    thing = battle.unit(declared.aim)
    if declared.deed == v.TAKE:
        if not thing.sheet.portable:
            return f"{thing.name} cannot be carried"
        return f"{battle.unit(at).name} has it already" if thing.holder == at else ""
    if declared.deed == v.DROP:
        return "" if thing.holder == at else f"{battle.unit(at).name} does not carry it"
    return "" if declared.deed == v.USE else "that cannot be done with an object"


# -- ways ----------------------------------------


def movement_of(battle: ClashBattle, at: int, declared: Declaration) -> int:
    """How many units of movement a declaration gives (CL-05, CL-06)."""
    unit = battle.unit(at)
    if declared.ability >= 0 and declared.action == v.STANDING_ATTACK:
        ability = unit.sheet.abilities[declared.ability]
        return 1 if ability.step or ability.shift else 0
    base = v.STANDARD_ACTIONS[declared.action].movement
    return base + extra_movement(unit) if unit.mods and base else base


def why_no_way(battle: ClashBattle, at: int, declared: Declaration) -> str:
    """The way: not too far, along open edges (CL-08), or by the reach rule of fluid maps (CL-13)."""
    if not declared.path:
        if declared.after or declared.action == v.MOVE_FAR:
            return "say where to go"
        return ""
    unit = battle.unit(at)
    most = movement_of(battle, at, declared)
    if most == 0:
        return f"{v.STANDARD_ACTIONS[declared.action].name} gives no movement"
    if is_pinned(unit):
        return f"{unit.name} is pinned in this round"
    steps = declared.ability >= 0 and declared.action == v.STANDING_ATTACK
    if declared.after != steps and (declared.action == v.MOVE_TO_ATTACK or steps):
        return "the movement comes before the attack" if not steps else "the step comes after the attack"
    if battle.field.mode == v.FIXED:
        return why_no_fixed_way(battle, unit, declared.path, most)
    if len(declared.path) > 1:
        return "on a map in feet say only where to end"
    return why_no_stop(battle, at, declared.path[0], most)


def why_no_fixed_way(battle: ClashBattle, unit: ClashUnit, path: list[Stop], most: int) -> str:
    if len(path) > most:
        return f"that is {len(path)} zones, and the movement is {most}"
    here = unit.zone
    for stop in path:
        if stop.zone < 0:
            return "on a map of fixed zones name the zones entered"
        passage = battle.field.passage(here, stop.zone)
        if passage is None or battle.field.zones[stop.zone].merged:
            return f"{battle.field.zones[stop.zone].name} is not adjacent to {battle.field.zones[here].name}"
        if passage.blocks_move:
            return f"the way to {battle.field.zones[stop.zone].name} is shut"
        here = stop.zone
    return ""


def why_no_stop(battle: ClashBattle, at: int, stop: Stop, most: int) -> str:
    """One stop on a map in feet (CL-13, CL-14)."""
    field = battle.field
    start = battle.unit(at).place()
    far = field.apart(start, place_of_stop(battle, stop))
    if stop.beside >= 0:
        if stop.beside == at:
            return "nobody can go next to oneself"
        why = why_no_target(battle, battle.unit(at), stop.beside)
        return why or (f"{battle.unit(stop.beside).name} is {far} zones away" if far > most else "")
    if stop.zone >= 0:
        if field.zones[stop.zone].merged:
            return f"{field.zones[stop.zone].name} is no zone any more"
        return f"{field.zones[stop.zone].name} is {far} zones away" if far > most else ""
    if not field.on_map(stop.x, stop.y):
        return "that is off the map"
    if far > most:
        return f"that is {far} zones away"
    for other, unit in enumerate(battle.crew):
        if other == at or unit.zone >= 0 or not unit.is_there() or unit.hidden or unit.unit_class == v.HAZARD or unit.holder == at:
            continue
        if feet_between(unit.x, unit.y, stop.x, stop.y) <= SAME and field.apart(start, unit.place()) > most:
            return f"{unit.name}, out of reach, stands within 10 feet of there"
    return ""


def ways(battle: ClashBattle, at: int, most: int) -> list[list[Stop]]:
    """The ends of a movement of up to `most` worth offering: one way to each zone; next to each unit; a point away."""
    unit = battle.unit(at)
    if is_pinned(unit) or most <= 0:
        return []
    if battle.field.mode == v.FIXED:
        return fixed_ways(battle, unit.zone, most)
    found: list[list[Stop]] = []
    for zone in range(len(battle.field.zones)):
        if zone != unit.zone and not battle.field.zones[zone].merged:
            found.append([Stop(zone=zone)])
    for other, them in enumerate(battle.crew):
        if other != at and them.is_there() and them.unit_class != v.HAZARD and unit.knows(them):
            found.append([Stop(beside=other)])
    found.extend([[point] for point in points_away(battle, at)])
    return [way for way in found if not why_no_stop(battle, at, way[0], most)]


def fixed_ways(battle: ClashBattle, start: int, most: int) -> list[list[Stop]]:
    """A shortest way to every zone within `most`, nearest first."""
    found: list[list[Stop]] = []
    seen = {start}
    ring: list[list[Stop]] = [[]]
    for _ in range(most):
        further: list[list[Stop]] = []
        for way in ring:
            here = way[-1].zone if way else start
            if battle.field.zones[here].off:
                continue
            for zone in battle.field.around[here]:
                if zone not in seen:
                    seen.add(zone)
                    further.append([*way, Stop(zone=zone)])
        found.extend(further)
        ring = further
    return found


def points_away(battle: ClashBattle, at: int) -> list[Stop]:
    """Two points away from the nearest enemy, for those who want to leave it."""
    unit, field = battle.unit(at), battle.field
    foes = [battle.unit(other) for other in known_foes(battle, at)]
    if not foes:
        return []
    foe = min(foes, key=lambda them: field.feet(unit.place(), them.place()))
    found: list[Stop] = []
    for away in (25.0, 45.0):
        there = field.beyond(foe.place(), unit.place(), away)
        stop = Stop(x=float(round(there.x)), y=float(round(there.y)))
        if not any(stop.x == other.x and stop.y == other.y for other in found):
            found.append(stop)
    return found


def places_on(battle: ClashBattle, at: int, path: list[Stop]) -> list[Place]:
    """Where a way would lead, from its start to its end, if nothing stops it."""
    found = [battle.unit(at).place()]
    for stop in path:
        there = place_of_stop(battle, stop)
        found.append(battle.field.beside(found[-1], there) if stop.beside >= 0 else there)
    return found


def place_of_stop(battle: ClashBattle, stop: Stop) -> Place:
    """What a step of a way leads to: a unit, beside which it ends, a zone, or a point in feet."""
    if stop.beside >= 0:
        return battle.unit(stop.beside).place()
    return battle.field.anchor(stop.zone) if stop.zone >= 0 else Place(v.NOBODY, stop.x, stop.y)


def end_of(battle: ClashBattle, at: int, path: list[Stop]) -> Place:
    """Where a way would end, if nothing stops it."""
    return places_on(battle, at, path)[-1]


def met_on(battle: ClashBattle, way: list[Place]) -> list[Place]:
    """Of all the places of a way those in which a target can be met (CL-84, R-06)."""
    rule = battle.switches.moving_target_reach
    return way[:1] if rule == "start" else way[-1:] if rule == "end" else way


def strikes_from(battle: ClashBattle, at: int, declared: Declaration) -> Place:
    """Where an attack would be made from, if nothing stops its way."""
    moves_first = declared.path and not declared.after and not is_pinned(battle.unit(at))
    return end_of(battle, at, declared.path) if moves_first else battle.unit(at).place()


def reaches_now(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """Would an attack meet its target where that stands now?"""
    strike, there = strikes_from(battle, at, declared), battle.unit(declared.aim).place()
    return battle.in_reach(battle.unit(at).sheet.attack, strike, there)


def reaches_as_announced(battle: ClashBattle, at: int, here: Place, target: int) -> bool:
    """Would an attack from here meet the target, by where it is and where it says that it goes?"""
    attack = battle.unit(at).sheet.attack
    if battle.in_reach(attack, here, battle.unit(target).place()):
        return True
    stated = battle.stated(target)
    if stated is None or not stated.path:
        return False
    way = places_on(battle, target, stated.path)
    return any(battle.in_reach(attack, here, place) for place in met_on(battle, way) if place is not way[0])


def may_yet_reach(battle: ClashBattle, at: int, target: int) -> bool:
    """Would an attack from where it stands meet the target now, or if that comes two zones nearer (CL-86)?"""
    attack = battle.unit(at).sheet.attack
    here, there = battle.unit(at).place(), battle.unit(target).place()
    far = battle.field.aim(here, there) - max(0, attack.range) if attack.ranged else battle.field.apart(here, there)
    return far <= 2 or reaches_as_announced(battle, at, here, target)


def silent(battle: ClashBattle, at: int) -> Declaration:
    """What a unit does whose player is away: Defend if an enemy is in its zone, else nothing (R-56); the busy work on."""
    unit = battle.unit(at)
    if unit.state == v.ACTIVE and is_busy(battle, unit):
        return made(battle, v.IMPROVISE, deed=v.FEAT, what=unit.busy_on)
    near = unit.state == v.ACTIVE and any(battle.together(unit.place(), battle.unit(foe).place()) for foe in known_foes(battle, at))
    return made(battle, v.DEFEND if near else v.NOTHING)


def known_foes(battle: ClashBattle, at: int) -> list[int]:
    """Enemies awake whom whoever runs this unit knows of (section 7)."""
    unit = battle.unit(at)
    side, seated = unit.side, unit.is_seated()
    found: list[int] = []
    for other, them in enumerate(battle.crew):
        if them.side != side and them.is_active() and not (seated and them.hidden):
            found.append(other)
    return found


def allies_beside(battle: ClashBattle, at: int) -> list[int]:
    """Whom of its own side, awake and in its zone, a unit could help."""
    unit, here = battle.unit(at), battle.unit(at).place()
    others = [(other, them) for other, them in enumerate(battle.crew) if other != at and them.side == unit.side and them.is_active()]
    return [other for other, them in others if battle.together(here, them.place())]
