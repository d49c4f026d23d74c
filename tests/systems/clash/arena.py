"""Small battlefields and rounds for the tests of clash."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from quintain.engine import Automation, Event, Fight
from quintain.engine.solve import solve
from quintain.systems.clash import SYSTEM
from quintain.systems.clash.files import encounter
from quintain.systems.clash.round import Turn
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Goal
from tests import support

Data = dict[str, Any]
LINE = "abcde"


def pc(id: str, at: object = "a", **more: Any) -> Data:
    """A player's character: attributes 0, Health 16, one Surge and two Ardor unless told otherwise."""
    return placed(id, at, "party", {"class": "pc"}, more)


def npc(id: str, at: object = "a", score: int | None = 14, kind: str = "foe", **more: Any) -> Data:
    """An NPC: a Foe with AS 14 and Health 18 unless told otherwise."""
    block: Data = {"class": kind}
    if score is not None:
        block["action_score"] = score
    return placed(id, at, "enemy", block, more)


BLOCK = {
    "might", "finesse", "wits", "spirit", "attack", "abilities", "role", "action_score", "max_health", "max_surges", "max_ardor",
}  # fmt: skip
RANGED: Data = {"kind": "ranged", "attribute": "finesse"}


def placed(id: str, at: object, side: str, block: Data, more: Data) -> Data:
    row: Data = {"id": id, "name": id.capitalize(), "side": side, "at": at}
    block["name"] = id.capitalize()
    for name, value in more.items():
        if name in BLOCK:
            block[name.removeprefix("max_")] = value
        else:
            row[name] = value
    row["block"] = block
    return row


def line(names: str = LINE, **cs: int) -> Data:
    """Zones in a line, each adjacent to the next; a CS by zone where given."""
    zones: list[Data] = [{"id": name, **({"cs": cs[name]} if name in cs else {})} for name in names]
    return {"zones": zones, "edges": [[a, b] for a, b in pairwise(names)]}


class Scene:
    """A fight with scripted dice."""

    def __init__(self, units: list[Data], dice: list[int] | None = None, hold: bool = False, **more: Any) -> None:
        data: Data = {"system": "clash", "name": "scene", "combatants": units}
        options = more.pop("options", {})
        assert isinstance(options, dict)
        if more.pop("feet", False):
            options = {"zone_mode": "fluid", **options}
        else:
            data |= line()
        data |= more
        data["options"] = options
        self.data = encounter(data, {})
        automation = Automation()
        automation.hold = hold
        self.fight = Fight(SYSTEM, SYSTEM.build(self.data), self.data, "scene", dice or [], automation)

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def battle(self) -> ClashBattle:
        assert isinstance(self.fight.battle, ClashBattle)
        return self.fight.battle

    def unit(self, id: str) -> ClashUnit:
        return self.battle.unit(self.battle.at(id))

    def turn(self, id: str) -> Turn:
        return self.battle.turn(self.battle.at(id))

    def zone(self, id: str) -> str:
        return self.battle.field.zones[self.unit(id).zone].id

    def at(self, id: str) -> tuple[float, float]:
        return self.unit(id).x, self.unit(id).y

    def events(self, kind: str) -> list[Event]:
        return [event for event in self.fight.events if event.kind == kind]

    def bands(self) -> dict[tuple[str, str], str]:
        """The band of each attack of the last round that had any: (attacker, target) -> band."""
        found: dict[tuple[str, str], str] = {}
        for event in self.fight.events:
            if event.kind == "attack" and "band" in event.data and event.round == self.last_round():
                found[str(event.data["attacker"]), str(event.data["target"])] = str(event.data["band"])
            elif event.kind == "no reach" and event.round == self.last_round():
                found[event.who[0], event.who[1]] = "no reach"
        return found

    def last_round(self) -> int:
        rounds = [event.round for event in self.fight.events if event.kind in ("attack", "no reach", "score")]
        return max(rounds, default=0)

    def scores(self) -> dict[str, int]:
        """The latest score told of each unit."""
        found: dict[str, int] = {}
        for event in self.events("score"):
            value = event.data["score"]
            assert isinstance(value, int)
            found[event.who[0]] = value
        return found

    @property
    def result(self) -> str:
        """How the fight ended; "" while it goes on."""
        return self.fight.outcome.result if self.fight.outcome is not None else ""

    def open_ids(self) -> list[str]:
        return [asked.id for asked in self.fight.questions]

    def ask(self, id: str) -> str:
        """The open question about a unit."""
        return next(asked.id for asked in self.fight.questions if asked.who == id)

    def options(self, id: str) -> list[str]:
        asked = next(asked for asked in self.fight.questions if asked.who == id)
        return [option.id for option in asked.options]

    # -- playing -------------------------------------------------------------------------------------------------------

    def intents(self, **picks: str) -> Scene:
        """Answer the NPCs' intents only."""
        for asked in [asked for asked in self.fight.questions if asked.about == "intent"]:
            self.fight.answer(asked.id, picks.get(asked.who.replace("-", "_"), "nothing"))
        return self

    def declare(self, **picks: str) -> Scene:
        """Answer intents, then declarations, by unit id (with _ for -); everybody else does nothing."""
        for about in ("intent", "declare"):
            open_now = [asked for asked in self.fight.questions if asked.about == about]
            for asked in open_now:
                self.fight.answer(asked.id, picks.get(asked.who.replace("-", "_"), "nothing"))
        return self

    def round(self, **picks: str) -> Scene:
        """A whole round: declarations, then lent scores taken, held results let stand."""
        number = self.battle.round
        if any(asked.about == "hold" for asked in self.fight.questions):
            self.go()
        self.declare(**picks)
        while self.fight.questions and self.battle.round == number and self.fight.questions[0].about in ("lent", "hold"):
            asked = self.fight.questions[0]
            self.fight.answer(asked.id, "yes" if asked.about == "lent" else "go")
        return self

    def go(self) -> Scene:
        """Let what is held stand."""
        self.fight.answer(self.fight.questions[0].id, "go")
        return self

    def script(self, *faces: int) -> Scene:
        self.fight.add_script(list(faces))
        return self


def finish_within(battle: ClashBattle, feat: str, rounds: int) -> Fraction:
    """The exact chance that a feat is done within so many rounds, by the same rules as played (CL-96, CL-97)."""
    start = battle.copy()
    start.goals = [Goal("feat", feat, "done", start.party), *start.goals]
    for timer in start.timers:
        timer.stopped = True
    solution = solve(SYSTEM, start, {"*": "steady"}, within=rounds if start.begun else rounds + 1)
    return sum((chance for ending, chance in solution.endings.items() if ending == ("done", battle.party)), Fraction(0))


def check_done(scene: Scene) -> None:
    support.check_done(scene.fight)


def held(scene: Scene, **picks: str) -> Scene:
    """A round up to the moment before its consequences are written."""
    scene.declare(**picks).go().declare(**picks)
    assert scene.open_ids() == ["hold:consequences#1"]
    return scene


def awaited(scene: Scene) -> str:
    """Whose die is awaited, and for what; "" where none is."""
    pending = scene.fight.questions[0].pending if scene.fight.questions else None
    return f"{pending.who} {pending.what} {pending.dice.name}" if pending is not None else ""


def throw(scene: Scene, *faces: int) -> None:
    scene.fight.enter(scene.fight.questions[0].id, list(faces))
