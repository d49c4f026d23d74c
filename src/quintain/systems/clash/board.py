"""The battlefield as data for the screen, and short phrases for units."""

from __future__ import annotations

from quintain.systems.clash.field import BLOCKS_MOVE, FIXED, NEEDS_CHECK
from quintain.systems.clash.scores import cs_of_passage
from quintain.systems.clash.sheet import (
    ACTIVE,
    HAZARD,
    NOBODY,
    OBJECT,
    ClashBattle,
    ClashUnit,
    Feat,
)
from quintain.systems.clash.words import deed_words, goal_reached


def heading(battle: ClashBattle) -> str:
    if battle.round == 0:
        return "Before the first round"
    if battle.now is None:
        return f"After round {battle.round}"
    stage = "resolution" if battle.now.declared else "declarations"
    parts = [f"Round {battle.round}, {stage}", f"CS {battle.cs}"]
    parts.extend([f"{timer.name} {timer.left}" for timer in battle.timers if not timer.hidden and not timer.stopped])
    parts.extend(
        [f"{feat.name} {feat.progress}/{feat.goal}" for feat in battle.feats if feat.effort and not feat.hidden and not feat.done]
    )
    return " · ".join(parts)


def notices(battle: ClashBattle, visible: list[str], gm: bool) -> list[dict[str, object]]:
    """What decides the fight besides who is left standing (CL-112), the work there is (3.14), and what a timer brings."""
    found: list[dict[str, object]] = []
    for goal in battle.goals:
        feat = battle.feat(goal.id) if goal.kind == "feat" else None
        if not gm and (feat.hidden if feat is not None else goal.id not in visible):
            continue
        plain = goal.result in ("victory", "defeat")
        end = goal.result if not goal.winner else f"{goal.winner} wins" if plain else f"{goal.winner} wins ({goal.result})"
        found.append({"kind": "goal", "label": goal_reached(battle, goal), "text": end, "done": False})
    for timer in battle.timers:
        if (gm or not timer.hidden) and not timer.stopped and timer.left > 0:
            then = timer.text or timer.result or "something happens"
            left = f"{timer.left} round{'s' if timer.left > 1 else ''} left, then: {then}"
            found.append({"kind": "rule", "label": timer.name, "text": left, "done": False})
    for feat in battle.feats:
        if gm or not feat.hidden:
            found.append({"kind": "task", "label": feat.name, "text": feat_words(battle, feat), "done": feat.done})
    return found


def feat_words(battle: ClashBattle, feat: Feat) -> str:
    where = f" in {battle.field.zones[feat.zone].name}" if feat.zone != NOBODY else ""
    needed = f"CS {feat.cs + battle.checks.get('feat:' + feat.id, 0)}" if feat.has_cs else "the CS of the place"
    far = f", {feat.progress} of {feat.goal}" if feat.effort else ""
    return f"{needed}{far}{where}"


def status(battle: ClashBattle, unit: ClashUnit) -> str:
    """One short public phrase: state, and what weighs on it."""
    parts: list[str] = []
    if unit.arrives:
        return f"arrives in round {unit.arrives}"
    if unit.state != ACTIVE:
        return "broken" if unit.unit_class == OBJECT else unit.state
    if unit.prepared:
        parts.append("prepared")
    for mod in unit.mods:
        if mod.kind == "pin":
            parts.append("pinned")
        elif mod.kind == "score" and mod.source:
            parts.append(f"{mod.reason} {mod.value:+d}")
    if unit.busy:
        parts.append(f"busy {unit.busy}")
    if unit.holder != NOBODY:
        bearer = battle.unit(unit.holder)
        parts.append("carried off" if bearer.hidden else f"carried by {bearer.name}")
    return ", ".join(parts)


def board(battle: ClashBattle, visible: list[str]) -> dict[str, object]:
    """Zones with who is in them; on maps in feet also the points. Only units in `visible` appear."""
    seen = [at for at in range(len(battle.units)) if battle.units[at].id in visible and shown(battle.unit(at))]
    zones: list[dict[str, object]] = []
    for number, zone in enumerate(battle.field.zones):
        if zone.merged:
            continue
        row: dict[str, object] = {
            "id": zone.id,
            "name": zone.name,
            "units": [battle.units[at].id for at in seen if battle.unit(at).zone == number],
            "note": zone_note(battle, number),
        }
        if battle.field.mode != FIXED:
            row["anchor"] = [zone.x, zone.y]
            row["radius"] = zone.radius
        zones.append(row)
    found: dict[str, object] = {
        "kind": "zones",
        "mode": battle.field.mode,
        "challenge_score": battle.cs,
        "zones": zones,
        "links": [[battle.field.zones[p.a].id, battle.field.zones[p.b].id] for p in battle.field.passages],
        "intents": intents(battle, seen),
        "feats": [
            {"id": feat.id, "name": feat.name, "progress": feat.progress, "goal": feat.goal, "done": feat.done}
            for feat in battle.feats
            if not feat.hidden
        ],
        "timers": [
            {"id": timer.id, "name": timer.name, "left": timer.left, "stopped": timer.stopped}
            for timer in battle.timers
            if not timer.hidden
        ],
    }
    if battle.field.mode != FIXED:
        zones.extend(huddles(battle, [at for at in seen if battle.unit(at).zone == NOBODY]))
        found["points"] = {battle.units[at].id: [battle.unit(at).x, battle.unit(at).y] for at in seen}
        found["size"] = [battle.field.width, battle.field.height]
    return found


def zone_note(battle: ClashBattle, at: int) -> str:
    """What everybody knows of a zone: its own CS, and borders that are shut or take a check (CL-07, CL-08)."""
    field = battle.field
    zone = field.zones[at]
    parts = [f"CS {zone.cs}"] if zone.has_cs else ["off the map"] if zone.off else []
    ways = [passage for passage in field.passages if at in (passage.a, passage.b)]
    checks: list[tuple[int, str]] = []
    for passage in ways:
        other = passage.b if passage.a == at else passage.a
        if passage.flags & BLOCKS_MOVE:
            parts.append(f"no way to {field.zones[other].name}")
        elif passage.flags & NEEDS_CHECK:
            checks.append((cs_of_passage(battle, at, other), field.zones[other].name))
    if len(checks) == len(ways) > 1 and len({needed for needed, _ in checks}) == 1:
        parts.append(f"{checks[0][0]} to leave")
    else:
        parts.extend([f"{needed} to reach {name}" for needed, name in checks])
    return ", ".join(parts)


def huddles(battle: ClashBattle, seen: list[int]) -> list[dict[str, object]]:
    """On open ground: those within 10 feet of each other, hand to hand, drawn together."""
    left = list(seen)
    found: list[dict[str, object]] = []
    while left:
        huddle = [left.pop(0)]
        for one in huddle:
            near = [at for at in left if battle.field.together(battle.unit(one).place(), battle.unit(at).place())]
            huddle.extend(near)
            left = [at for at in left if at not in near]
        x = sum([battle.unit(at).x for at in huddle]) / len(huddle)
        y = sum([battle.unit(at).y for at in huddle]) / len(huddle)
        row: dict[str, object] = {
            "id": f"floor-{len(found) + 1}",
            "name": f"around ({x:.0f}, {y:.0f})",
            "units": [battle.units[at].id for at in huddle],
            "note": "",
        }
        found.append(row)
    return found


def shown(unit: ClashUnit) -> bool:
    return unit.arrives == 0 and (unit.is_there() or unit.unit_class not in (OBJECT, HAZARD)) and unit.state != "gone"


def intents(battle: ClashBattle, seen: list[int]) -> dict[str, str]:
    """What NPCs have been said to do, as a bubble over each; players' declarations once all are in."""
    found: dict[str, str] = {}
    if battle.now is None:
        return found
    for at in seen:
        stated = battle.turn(at).stated
        if stated is not None:
            found[battle.units[at].id] = deed_words(battle, stated, True)
    return found

