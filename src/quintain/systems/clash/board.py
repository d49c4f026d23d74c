"""The battlefield as data for the screen, and short phrases for units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.rows import bar_row, counter, notice
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.scores import cs_of_passage
from quintain.systems.clash.sentences import goal_reached, rounds_words
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Feat, Timer
from quintain.systems.clash.zones import Passage

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.protocol_board import Bar, BarRow, Counter, Place, PlacesBoard, Way
    from quintain.engine.viewer import Viewer


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


def bar(battle: ClashBattle, viewer: Viewer) -> Bar:
    """The steps of a round, everybody at once (CL-22 to CL-32), with the Challenge Score and the timers."""
    now = battle.now
    step = -1 if now is None else 0 if not now.announced else 1 if not now.declared else 2
    rows: list[BarRow] = []
    for number, (id, label) in enumerate(STEPS):
        here = [battle.unit(at) for at in battle.roster() if battle.unit(at).is_present() and viewer.sees(battle.units[at].id)]
        units = [unit.id for unit in here if number == 2 or unit.is_player() == (number == 1)]
        state = "waiting" if number > step else "now" if number == step else "done"
        rows.append(bar_row(id, label, state, units=units))
    counters: list[Counter] = [counter("cs", "Challenge Score", battle.cs, "what checks are made against here")]
    for timer in running(battle, viewer.gm):
        counters.append(counter(f"timer:{timer.id}", timer.name, timer.left, f"rounds left, then: {timer_words(timer)}"))
    return {"kind": "together", "rows": rows, "counters": counters}


STEPS: Final = (("announce", "Intents"), ("declare", "Declarations"), ("resolve", "Resolution"))


def running(battle: ClashBattle, gm: bool) -> list[Timer]:
    """The timers that count on and that one may know of."""
    return [timer for timer in battle.timers if (gm or not timer.hidden) and not timer.stopped and timer.left > 0]


def timer_words(timer: Timer) -> str:
    return timer.text or timer.result or "something happens"


def notices(battle: ClashBattle, visible: list[str], gm: bool) -> list[Notice]:
    """What decides the fight besides who is left standing (CL-112), the work there is (3.14), and what a timer brings."""
    found: list[Notice] = []
    for goal in battle.goals:
        feat = battle.feat(goal.id) if goal.kind == "feat" else None
        if not gm and (feat.hidden if feat is not None else goal.id not in visible):
            continue
        plain = goal.result in ("victory", "defeat")
        end = goal.result if not goal.winner else f"{goal.winner} wins" if plain else f"{goal.winner} wins ({goal.result})"
        found.append(notice("goal", goal_reached(battle, goal), end))
    for timer in running(battle, gm):
        found.append(notice("rule", timer.name, f"{rounds_words(timer.left)} left, then: {timer_words(timer)}", value=timer.left))
    for feat in battle.feats:
        if gm or not feat.hidden:
            most = feat.goal if feat.effort else -1
            done = feat.progress if feat.effort else -1
            found.append(notice("task", feat.name, feat_words(battle, feat), feat.done, done, most))
    return found


def feat_words(battle: ClashBattle, feat: Feat) -> str:
    where = f" in {battle.field.zones[feat.zone].name}" if feat.zone != v.NOBODY else ""
    needed = f"CS {feat.cs + battle.checks.get('feat:' + feat.id, 0)}" if feat.has_cs else "the CS of the place"
    far = f", {feat.progress} of {feat.goal}" if feat.effort else ""
    return f"{needed}{far}{where}"


def status(battle: ClashBattle, unit: ClashUnit, viewer: Viewer | None = None) -> str:
    """One short phrase: state, and what weighs on it; who carries it only where that one is known."""
    parts: list[str] = []
    if unit.arrives:
        return f"arrives in round {unit.arrives}"
    if unit.state != v.ACTIVE:
        return "broken" if unit.unit_class == v.OBJECT else unit.state
    if unit.prepared:
        parts.append("prepared")
    for mod in unit.mods:
        if mod.kind == "pin":
            parts.append("pinned")
        elif mod.kind == "score" and mod.source:
            parts.append(f"{mod.reason} {mod.value:+d}")
    if unit.busy:
        parts.append(f"busy {unit.busy}")
    if unit.holder != v.NOBODY:
        bearer = battle.unit(unit.holder)
        seen = not bearer.hidden if viewer is None else viewer.sees(bearer.id)
        parts.append(f"carried by {bearer.name}" if seen else "carried off")
    return ", ".join(parts)


def board(battle: ClashBattle, viewer: Viewer) -> PlacesBoard:
    """Zones with who is in them; on maps in feet also the points. Only units this seat knows of appear."""
    field = battle.field
    seen = [at for at in range(len(battle.units)) if viewer.sees(battle.units[at].id) and shown(battle.unit(at))]
    places: list[Place] = []
    for number, zone in enumerate(field.zones):
        if zone.merged:
            continue
        here = [battle.units[at].id for at in seen if battle.unit(at).zone == number]
        row: Place = {
            "id": zone.id, "name": zone.name, "note": zone_note(battle, number), "units": here, "groups": [], "behind": [],
        }  # fmt: skip
        if field.mode != v.FIXED and field.width and field.height:
            row["at"] = [zone.x / field.width, zone.y / field.height]
        places.append(row)
    found: PlacesBoard = {
        "kind": "zones", "places": places, "ways": [way(battle, passage) for passage in field.passages], "engaged": [], "marks": [],
    }  # fmt: skip
    if field.mode != v.FIXED:
        places.extend(huddles(battle, [at for at in seen if battle.unit(at).zone == v.NOBODY]))
        found["points"] = {battle.units[at].id: [battle.unit(at).x, battle.unit(at).y] for at in seen}
        if field.width and field.height:
            found["size"] = [field.width, field.height]
    return found


def way(battle: ClashBattle, passage: Passage) -> Way:
    """A link between two zones, with what it takes to use it (CL-07, CL-08)."""
    a, b = battle.field.zones[passage.a], battle.field.zones[passage.b]
    label = f"{cs_of_passage(battle, passage.a, passage.b)} to cross" if passage.needs_check else ""
    return {"between": [a.id, b.id], "label": label, "barred": passage.blocks_move}


def zone_note(battle: ClashBattle, at: int) -> str:
    """What everybody knows of a zone: its own CS, and borders that are shut or take a check (CL-07, CL-08)."""
    field = battle.field
    zone = field.zones[at]
    parts = [f"CS {zone.cs}"] if zone.has_cs else ["off the map"] if zone.off else []
    ways = [passage for passage in field.passages if at in (passage.a, passage.b)]
    checks: list[tuple[int, str]] = []
    for passage in ways:
        other = passage.b if passage.a == at else passage.a
        if passage.blocks_move:
            parts.append(f"no way to {field.zones[other].name}")
        elif passage.needs_check:
            checks.append((cs_of_passage(battle, at, other), field.zones[other].name))
    if len(checks) == len(ways) > 1 and len({needed for needed, _ in checks}) == 1:
        parts.append(f"{checks[0][0]} to leave")
    else:
        parts.extend([f"{needed} to reach {name}" for needed, name in checks])
    return ", ".join(parts)


def huddles(battle: ClashBattle, seen: list[int]) -> list[Place]:
    """On open ground: those within 10 feet of each other, hand to hand, drawn together."""
    left = list(seen)
    found: list[Place] = []
    while left:
        huddle = [left.pop(0)]
        for one in huddle:
            near = [at for at in left if battle.field.together(battle.unit(one).place(), battle.unit(at).place())]
            huddle.extend(near)
            left = [at for at in left if at not in near]
        x = sum([battle.unit(at).x for at in huddle]) / len(huddle)
        y = sum([battle.unit(at).y for at in huddle]) / len(huddle)
        row: Place = {
            "id": f"floor-{len(found) + 1}",
            "name": f"around ({x:.0f}, {y:.0f})",
            "note": "",
            "units": [battle.units[at].id for at in huddle],
            "groups": [],
            "behind": [],
        }
        found.append(row)
    return found


def shown(unit: ClashUnit) -> bool:
    return unit.arrives == 0 and (unit.is_there() or unit.unit_class not in (v.OBJECT, v.HAZARD)) and unit.state != "gone"
