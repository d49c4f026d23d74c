"""Small pieces of every tactic: the way nearer, what stands in it, what others were given."""

from __future__ import annotations

from quintain.engine.question import Question
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration, Stop
from quintain.systems.clash.legality import why_no_stop
from quintain.systems.clash.scores import cs_of_passage, npc_base
from quintain.systems.clash.sheet import ClashBattle
from quintain.systems.clash.zones import Place


def aimed(question: Question, target: int, action: int) -> bool:
    """Has somebody of the own side been given this already?"""
    return any(
        isinstance(option, Declaration) and option.aim == target and option.action == action
        for _, option in question.earlier
    )


def barred(battle: ClashBattle, at: int, way: list[Stop]) -> bool:
    """Does the first step of a way need a check that this NPC's score cannot meet? Prepared, it may next round."""
    unit = battle.unit(at)
    if not way or unit.is_player() or battle.field.mode != v.FIXED:
        return False
    passage = battle.field.passage(unit.zone, way[0].zone)
    if passage is None or not passage.needs_check:
        return False
    return npc_base(battle, at)[1] + unit.prepared < cs_of_passage(battle, unit.zone, way[0].zone)


def nearest(battle: ClashBattle, at: int, targets: list[int]) -> int:
    here = battle.unit(at).place()
    far = [battle.field.apart(here, battle.unit(other).place()) for other in targets]
    return targets[far.index(min(far))]


def walk_to(battle: ClashBattle, at: int, goal: Place, most: int) -> list[Stop]:
    """The way nearer to a place with `most` units of movement; empty where there is none."""
    field = battle.field
    unit = battle.unit(at)
    if field.mode == v.FIXED:
        return [Stop(zone=zone) for zone in field.way_toward(unit.zone, goal.zone, most)]
    if goal.zone >= 0 and field.apart(unit.place(), goal) <= most:
        return [Stop(zone=goal.zone)]
    dx, dy = goal.x - unit.x, goal.y - unit.y
    length = (dx * dx + dy * dy) ** 0.5
    if length == 0.0:
        return []
    feet = min(length, 9.0 + 20.0 * most)
    while feet > 4.0:
        stop = Stop(x=float(round(unit.x + dx / length * feet)), y=float(round(unit.y + dy / length * feet)))
        if not why_no_stop(battle, at, stop, most):
            return [stop]
        feet -= 5.0
    return []
