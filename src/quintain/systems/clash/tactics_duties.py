"""What automatic play does besides fighting: work on a feat, carry off an object, cover whoever must not fall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration, Stop
from quintain.systems.clash.feats import closed_to
from quintain.systems.clash.legality import is_pinned, known_foes, made
from quintain.systems.clash.scores import npc_base
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Feat
from quintain.systems.clash.tactics_careful import threats_to
from quintain.systems.clash.tactics_steps import aimed, barred, walk_to
from quintain.systems.clash.zones import FAR

if TYPE_CHECKING:
    from quintain.systems.clash.actions import Declare


def work(battle: ClashBattle, question: Declare) -> Declaration | None:
    """Work on a feat that decides something for the own side: here, or one step off."""
    if not battle.feats:
        return None
    at = question.at
    unit = battle.unit(at)
    for feat in battle.feats:
        if feat.done or feat.closed or not matters(battle, unit, feat) or closed_to(battle, unit, feat):
            continue
        if not suits(battle, question, feat):
            continue
        way: list[Stop] = []
        if feat.zone != v.NOBODY and unit.zone != feat.zone:
            if is_pinned(unit) or battle.field.apart(unit.place(), battle.field.anchor(feat.zone)) > 1:
                far = walk_to(battle, at, battle.field.anchor(feat.zone), 2) if eager(battle, at) else []
                if far:
                    return made(battle, v.MOVE_FAR, v.NOBODY, far)
                continue
            way = [Stop(zone=feat.zone)]
        return made(battle, v.IMPROVISE, v.NOBODY, way, deed=v.FEAT, what=feat.id)
    return None


def matters(battle: ClashBattle, unit: ClashUnit, feat: Feat) -> bool:
    if feat.stops and unit.side == battle.party:
        return True
    for goal in battle.goals:
        if goal.kind == "feat" and goal.id == feat.id and goal.winner == unit.side:
            return True
    return any(later.needs == feat.id and matters(battle, unit, later) for later in battle.feats)


def eager(battle: ClashBattle, at: int) -> bool:
    """Nobody to fight: time to walk to the work."""
    return battle.unit(at).sheet.role == "worker" or not known_foes(battle, at)


def suits(battle: ClashBattle, question: Declare, feat: Feat) -> bool:
    """One worker for whom it is the trade, or whoever is free when nobody fights; in a fight only the best placed one."""
    unit = battle.unit(question.at)
    if unit.id in feat.waived or unit.id in feat.who or eager(battle, question.at):
        return True
    if feat.zone == v.NOBODY or unit.zone != feat.zone:
        return False
    if unit.wits < 3 and unit.attribute(feat.attribute) < 3:
        return False
    return not feat.stops or any(timer.id == feat.stops and timer.left <= 4 for timer in battle.timers)


def loot(battle: ClashBattle, at: int) -> Declaration | None:
    """A raider goes for its object, takes it, and carries it off the map."""
    unit = battle.unit(at)
    thing = battle.at(unit.sheet.ward)
    if thing < 0 or not battle.unit(thing).is_there() or battle.field.mode != v.FIXED:
        return None
    booty = battle.unit(thing)
    if booty.holder == at:
        for zone in range(len(battle.field.zones)):
            if battle.field.zones[zone].off and battle.field.walk[unit.zone][zone] < FAR:
                way = [Stop(zone=step) for step in battle.field.way_toward(unit.zone, zone, 2, True)]
                if is_pinned(unit):
                    return made(battle, v.DEFEND)
                return made(battle, v.PREPARE) if barred(battle, at, way) else made(battle, v.MOVE_FAR, v.NOBODY, way)
        return None
    if booty.holder >= 0 and battle.unit(booty.holder).side == unit.side:
        return None
    far = battle.field.walk[unit.zone][booty.zone]
    if far > 1 or (far == 1 and is_pinned(unit)):
        return None
    return made(battle, v.IMPROVISE, thing, [Stop(zone=booty.zone)] if far == 1 else [], deed=v.TAKE)


def guard(battle: ClashBattle, at: int) -> Declaration | None:
    """A guard covers its ward if that is in its zone and its own score is the better one."""
    unit = battle.unit(at)
    ward = battle.at(unit.sheet.ward) if unit.sheet.ward else v.NOBODY
    if ward < 0 or not battle.unit(ward).is_active() or not battle.together(unit.place(), battle.unit(ward).place()):
        return None
    if not unit.is_player() and npc_base(battle, at)[1] <= npc_base(battle, ward)[1]:
        return None
    return made(battle, v.COVER, ward)


def protect(battle: ClashBattle, question: Declare) -> Declaration | None:
    """Cover an ally on whom the fight depends when an enemy names it: one coverer, with a strong arm or heart."""
    unit = battle.unit(question.at)
    if max(unit.might, unit.spirit) < 2:
        return None
    for goal in battle.goals:
        ward = battle.at(goal.id) if goal.kind == "unit" else v.NOBODY
        if ward < 0 or ward == question.at or goal.winner == unit.side or battle.unit(ward).side != unit.side:
            continue
        if not threats_to(battle, ward) or aimed(question, ward, v.COVER):
            continue
        if battle.together(unit.place(), battle.unit(ward).place()):
            return made(battle, v.COVER, ward)
    return None
