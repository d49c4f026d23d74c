"""A fight in figures, once it is over: what each combatant did, and the events that turned it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.viewer import Viewer

if TYPE_CHECKING:
    from quintain.engine.protocol import EventView, UnitStory
    from quintain.engine.recorded import Recorded
    from quintain.engine.system import System

MOST_MOMENTS = 12


def noted(fight: Recorded) -> dict[str, dict[str, int]]:
    """What was noted of each unit in this fight so far, by what."""
    found: dict[str, dict[str, int]] = {}
    names = list(fight.note_names)
    for place in range(0, len(fight.notes), 2):
        what, who = names[fight.notes[place]]
        of_one = found.setdefault(who, {})
        of_one[what] = of_one.get(what, 0) + fight.notes[place + 1]
    return found


def story(fight: Recorded, viewer: Viewer) -> list[UnitStory]:
    """What everybody whom this seat knows of did: blows, hits, damage, whom they brought down, what they used.

    Counted from what the rules noted while the fight was played; what was used is told of one's own side only.
    """
    counts = noted(fight)
    found: list[UnitStory] = []
    for unit in viewer.battle.units:
        if not viewer.sees(unit.id):
            continue
        own = counts.get(unit.id, {})
        rows = viewer.system.story(own)
        if viewer.gm or unit.side in viewer.sides:
            used = [(what[4:], times) for what, times in own.items() if what.startswith("use:")]
            rows.extend([[name, f"{times}×"] for name, times in sorted(used, key=_often)])
        if rows:
            found.append({"id": unit.id, "rows": rows})
    return found


def _often(pair: tuple[str, int]) -> tuple[int, str]:
    return (-pair[1], pair[0])


def moments(system: System, log: list[EventView]) -> list[int]:
    """Numbers of the events that turned it, as this seat was told them: falls, kills, criticals; the last ones where they are many."""
    found = [
        event["number"]
        for event in log
        if event["kind"] in system.turning or ("verdict" in event and event["verdict"].startswith("crit"))
    ]
    return found[-MOST_MOMENTS:]
