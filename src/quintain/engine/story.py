"""A fight in figures, once it is over: what each combatant did, and the events that turned it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import Battle
from quintain.engine.dice import Dice
from quintain.engine.drive import next_joint
from quintain.engine.feed import Asked, FedReading
from quintain.engine.refusal import Refusal, ReplayMismatch, Unavailable
from quintain.engine.roll import Roll
from quintain.engine.viewer import Viewer

if TYPE_CHECKING:
    from quintain.engine.fight import Fight
    from quintain.engine.protocol import EventView, UnitStory
    from quintain.engine.system import System

MOST_MOMENTS = 12


class NotedReading(FedReading):
    """Feeds a whole record once more and counts what the rules note on the way."""

    def __init__(self, fight: Fight) -> None:
        super().__init__(fight.system, list(fight.entries), 0, {})
        self.noted: dict[str, dict[str, int]] = {}

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        raise Unavailable("the record ends here.")

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        raise Unavailable("the record ends here.")

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        of_one = self.noted.setdefault(who, {})
        of_one[what] = of_one.get(what, 0) + amount


def noted(fight: Fight) -> dict[str, dict[str, int]]:
    """What was noted of each unit in this fight so far, by what; worked out once and kept until the fight goes on."""
    if fight.noted is None:
        reading = NotedReading(fight)
        battle = fight.checkpoints[0].battle.copy()
        battle.read_by(reading)
        try:
            while next_joint(fight.system, battle):
                continue
        except (Refusal, ReplayMismatch):
            # Rulings after the end belong to no joint; what was noted until then is the story.
            pass
        fight.noted = reading.noted
    return fight.noted


def story(fight: Fight, viewer: Viewer) -> list[UnitStory]:
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
