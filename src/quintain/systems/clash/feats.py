"""Skill challenges (3.14): Feats of Skill, Feats of Effort, waived rolls. The same in a fight and outside one."""

from __future__ import annotations

from quintain.systems.clash import sentences
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.scores import MISSES_BY, band_of, carried_out, cs_of_feat
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Feat


def feat_known(battle: ClashBattle, unit: ClashUnit, id: str) -> Feat | None:
    """The feat of this name, if whoever runs this unit knows of it."""
    feat = battle.feat(id)
    return None if feat is None or (feat.hidden and unit.is_seated()) else feat


def closed_to(battle: ClashBattle, unit: ClashUnit, feat: Feat) -> str:
    """Why this unit cannot work on this feat; "" when it can."""
    if feat.done:
        return "it is done already"
    if feat.closed:
        return "the GM allows no further try"
    if feat.hidden and unit.is_seated():
        return "nobody knows of it"
    if feat.who and unit.id not in feat.who:
        return f"{unit.name} cannot work on it"
    if feat.needs:
        first = battle.feat(feat.needs)
        if first is not None and not first.done:
            return f"{'something else' if first.hidden and unit.is_seated() else first.name} comes first"
    return why_not_at_hand(battle, unit, feat)


def why_not_at_hand(battle: ClashBattle, unit: ClashUnit, feat: Feat) -> str:
    """Some work needs a thing: there, and not in an enemy's hands."""
    at = battle.at(feat.thing) if feat.thing else v.NOBODY
    if at < 0:
        return ""
    thing = battle.unit(at)
    holder = battle.unit(thing.holder) if thing.holder >= 0 else None
    taken = holder is not None and holder.is_active() and holder.side != unit.side
    if taken or not thing.is_there() or (feat.zone != v.NOBODY and thing.zone != feat.zone):
        return f"{'what it needs' if thing.is_secret() and unit.is_seated() else thing.name} is not at hand"
    return ""


def complete(battle: ClashBattle, feat: Feat) -> None:
    """It is done: the timer that it stops stands still from here on (CL-97, CL-103)."""
    feat.done = True
    for timer in battle.timers:
        timer.stopped = timer.stopped or timer.id == feat.stops


def is_busy(battle: ClashBattle, unit: ClashUnit) -> bool:
    """Is the unit tied to work whose roll was waived (CL-100)? Not when the work has fallen away."""
    if unit.busy <= 0:
        return False
    feat = battle.feat(unit.busy_on)
    return feat is not None and not closed_to(battle, unit, feat) and feat.zone in (v.NOBODY, unit.zone)


def waived_for(battle: ClashBattle, at: int, id: str) -> bool:
    """Has the GM waived the roll for this unit (CL-100)?"""
    feat = battle.feat(id)
    return feat is not None and battle.unit(at).id in feat.waived


def progress_dice(battle: ClashBattle, at: int, id: str) -> int:
    """How many d6 of progress an attempt brings (CL-96, R-49)."""
    feat = battle.feat(id)
    if feat is None or not feat.effort or not battle.turn(at).has_score:
        return 0
    if why_no_work(battle, at, feat):
        return 0
    band = band_of(battle.turn(at), cs_of_feat(battle, id, battle.turn(at).strike), MISSES_BY)
    if band == v.FULL:
        return 2
    if battle.switches.effort_bands == "success_only":
        return 0
    return 1 if band == v.GLANCING or battle.switches.effort_bands == "always" else 0


def skill_result(battle: ClashBattle, at: int, feat: Feat) -> int:
    """Passed, failed or partial (CL-93, CL-94)."""
    now = battle.this_round()
    margin = battle.switches.feat_partial_margin
    band = band_of(battle.turn(at), cs_of_feat(battle, feat.id, battle.turn(at).strike), margin + 1)
    if band == v.FULL:
        return v.PASSED
    return v.PARTIAL if band == v.GLANCING or feat.id in now.partial else v.FAILED


def why_no_work(battle: ClashBattle, at: int, feat: Feat) -> str:
    """Why this unit's work on a feat comes to nothing in this round; "" where it counts: where the unit is when it acts, at the end of
    its way or before one that comes after."""
    if feat.zone not in (v.NOBODY, battle.turn(at).strike.zone):
        return f"{battle.unit(at).name} is not where that is done"
    return closed_to(battle, battle.unit(at), feat)


def workers(battle: ClashBattle) -> list[tuple[int, Feat]]:
    """Who works on which feat in this round, where they can, in roster order; whoever cannot any more is told why."""
    found: list[tuple[int, Feat]] = []
    for at in battle.cast():
        declared = carried_out(battle, at)
        feat = battle.feat(declared.what) if declared is not None and declared.deed == v.FEAT else None
        if feat is None:
            continue
        why = why_no_work(battle, at, feat)
        if not why:
            found.append((at, feat))
        elif battle.telling:
            sentences.tell_no_work(battle, at, feat, why)
    return found
