"""Where the round takes everybody: starts, ways with their checks, ends (CL-08, CL-80); and where they can be met (CL-84)."""

from __future__ import annotations

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration, Stop
from quintain.systems.clash.legality import is_waved, met_on, movement_of, place_of_stop
from quintain.systems.clash.scores import acts, cs_of_passage, reaches
from quintain.systems.clash.sheet import ClashBattle
from quintain.systems.clash.zones import Place


def move(battle: ClashBattle, at: int) -> None:
    """Where a unit starts, passes, ends and strikes, with checks on the way (CL-08, CL-80)."""
    turn = battle.turn(at)
    start = battle.unit(at).place()  # A move by the GM's word changes where it is, not where it opened the round.
    turn.start = start
    turn.end = start
    turn.strike = start
    turn.passed = []
    turn.stopped = ""
    declared = acts(battle, at)
    if declared is None or not declared.path or is_step(battle, at, declared):
        return
    if turn.blocked:
        turn.stopped = turn.blocked
        return
    waved = turn.insisted or is_waved(battle, at, declared)
    here = start
    for stop in declared.path:
        beyond = next_place(battle, at, here, stop, waved)
        if beyond is None:
            break
        if here is not start:
            turn.passed.append(here)
        here = beyond
    turn.end = here
    turn.strike = start if declared.after else here


def is_step(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """Is the way declared that of an ability's step or shift, which only a Full Hit gives (8.4)?"""
    if declared.ability < 0 or declared.action != v.STANDING_ATTACK:
        return False
    ability = battle.unit(at).sheet.abilities[declared.ability]
    return ability.step or ability.shift > 0


def next_place(battle: ClashBattle, at: int, here: Place, stop: Stop, waved: bool) -> Place | None:
    """The place one stop on; None where the way is shut, unless the GM has waved it through, or its check fails."""
    field = battle.field
    turn = battle.turn(at)
    zone = stop.zone
    if stop.beside >= 0 and waved:
        return field.beside(here, battle.unit(stop.beside).place())
    if zone >= 0 and field.zones[zone].merged:
        turn.stopped = f"no way into {field.zones[zone].name}"
        return None
    if field.mode != v.FIXED:
        return place_in_feet(battle, at, here, stop, waved)
    if zone < 0:
        turn.stopped = "no way there"
        return None
    passage = field.passage(here.zone, zone)
    if passage is None or passage.blocks_move:
        if waved:
            return Place(zone)
        turn.stopped = f"no way into {field.zones[zone].name}"
        return None
    if passage.needs_check:
        needed = cs_of_passage(battle, here.zone, zone)
        if not reaches(turn, needed):
            turn.stopped = f"short of {needed} for the way into {field.zones[zone].name}"
            return None
    return Place(zone)


def place_in_feet(battle: ClashBattle, at: int, here: Place, stop: Stop, waved: bool) -> Place | None:
    """The same on a map in feet; None where it has become too far, since a ruling has moved somebody or, for a step after the attack,
    its goal has gone away in the round (CL-13)."""
    turn, goal = battle.turn(at), place_of_stop(battle, stop)
    declared = turn.declared
    if not waved and declared is not None and (battle.version > 0 or is_step(battle, at, declared)):
        far = battle.field.apart(here, goal)
        if far > movement_of(battle, at, declared):
            turn.stopped = f"it is {far} zones away by now"
            return None
    return battle.field.beside(here, goal) if stop.beside >= 0 else goal


def follow_holders(battle: ClashBattle) -> None:
    """A carried object goes wherever its holder goes; with one who takes no part it lies where that one is."""
    for at in battle.things:
        unit = battle.unit(at)
        turn = battle.turn(at)
        turn.start = unit.place()
        turn.end = turn.start
        turn.strike = turn.start
        turn.passed = []
        if unit.holder >= 0 and acts(battle, unit.holder) is not None:
            bearer = battle.turn(unit.holder)
            turn.start = bearer.start
            turn.passed = bearer.passed
            turn.end = bearer.end


def moments(battle: ClashBattle, at: int) -> list[Place]:
    """The places in which a target can be met in this round, in order (CL-84)."""
    turn = battle.turn(at)
    return [turn.start] if turn.end is turn.start else met_on(battle, [turn.start, *turn.passed, turn.end])
