"""What is sampled: an encounter, or a fight that is under way, with the tactics of each side and a seed."""

from __future__ import annotations

import pickle
from typing import Any

from quintain.engine import (
    Automation,
    Battle,
    Entry,
    Fight,
    Malformed,
    OnwardReading,
    Outcome,
    Over,
    SampleReading,
    System,
    Tactics,
    Unavailable,
    fight_from,
    sample_fight,
)
from quintain.engine.drive import next_joint, run_to_end
from quintain.engine.remains import Left
from quintain.engine.tactic import FURTHER
from quintain.lab.measure import DRAW, LOSS, UNRESOLVED, WIN, Measure, measures_from
from quintain.library.encounters import Encounter

OTHER_STAKES = ("goals", "timers", "feats")
"""Where an encounter has one of these, a single side may win or lose against it."""


class Setting:
    """A picklable description of fights to sample. Fight n is the same whoever runs it: its seed is "seed:n"."""

    def __init__(
        self, encounter: Encounter, tactics: dict[str, str], seed: str, party: str, record: dict[str, object] | None = None
    ) -> None:
        self.encounter = encounter
        self.tactics = tactics
        self.seed = seed
        self.party = party
        self.record = record
        """The record of a fight under way, where the fights start from its open question."""
        self.further: list[str] = []
        """What else to keep of every fight, by the names of measures."""

    @property
    def thinking(self) -> bool:
        """Does a tactic think ahead, so that joints must be kept for it?"""
        return any(name in FURTHER for name in self.tactics.values())

    def seed_of(self, number: int) -> str:
        return f"{self.seed}:{number}"

    def packed(self) -> bytes:
        return pickle.dumps(self)

    def code(self, outcome: Outcome | None) -> int:
        """How a fight ended for the party."""
        return UNRESOLVED if outcome is None else self.code_of(outcome.result, outcome.winner)

    def code_of(self, result: str, winner: str) -> int:
        if result == "unresolved":
            return UNRESOLVED
        if not winner:
            return DRAW
        return WIN if winner == self.party else LOSS


class Stage:
    """A setting made ready to run: the battle to start from and the tactics, built once and used for every fight."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.system: System = setting.encounter.system
        self.tactics = Tactics(self.system, setting.tactics)
        self.thinking = setting.thinking
        self.plain = setting.record is None and not setting.thinking
        """Do fights run from the start, nobody thinking ahead?"""
        self.past: list[Entry] = []
        self.counts: dict[str, int] = {}
        if setting.record is None:
            self.template = setting.encounter.battle()
        else:
            fight = fight_from(self.system, setting.encounter.battle(), setting.record)
            joint = fight.checkpoints[-1]
            self.template, self.counts = joint.battle, joint.counts
            self.past = fight.written[joint.position :]
        self.reading = SampleReading(self.tactics, counting=True)
        self.further: list[Measure] = measures_from(setting.further)
        self.before: Left = self.system.left(self.template)
        self.ids: list[str] = [unit.id for unit in self.template.units]
        self.party: list[str] = [unit.id for unit in self.template.units if unit.side == setting.party]
        self.standing: list[str] = [id for id in self.party if self.before.get(id, {}).get("up", False)]
        """Those of the party who are up when the fights start: whoever lies there already does not fall."""

    def run(self, number: int) -> tuple[Battle, dict[tuple[str, str], int]]:
        """Fight number n to its end, and what was noted on the way."""
        if self.plain:
            return self.run_plain(number), self.reading.counts
        reading = self._onward(self.setting.seed_of(number))
        battle = self.template.copy()
        if self.thinking:
            self._joint_by_joint(battle, reading)
        else:
            run_to_end(self.system, battle, reading)
        return battle, reading.tallies

    def run_plain(self, number: int) -> Battle:
        """The same where fights are `plain`; what was noted is with the reading."""
        return sample_fight(self.system, self.template, self.reading, self.setting.seed_of(number))

    def _onward(self, seed: str) -> OnwardReading:
        reading = OnwardReading(self.system, list(self.past), 0, dict(self.counts), self.tactics)
        reading.counting = True
        reading.begin(seed)
        return reading

    def _joint_by_joint(self, battle: Battle, reading: OnwardReading) -> None:
        """Keep each joint and what has happened since it, for tactics that think ahead."""
        reading.keeping = True
        reading.joint = self.template
        reading.joint_counts = dict(self.counts)
        battle.read_by(reading)
        while next_joint(self.system, battle):
            if not reading.feeding:
                reading.entries.clear()
                reading.position = 0
            reading.keep_joint(battle.copy())

    def trail(self, number: int) -> list[Entry]:
        """Every answer and die of fight n that came after the past it started from."""
        seed = self.setting.seed_of(number)
        reading = self._onward(seed)
        reading.keeping = True
        reading.by = f"seed:{seed}"
        battle = self.template.copy()
        reading.joint = self.template
        reading.joint_counts = dict(self.counts)
        battle.read_by(reading)
        while next_joint(self.system, battle):
            reading.keep_joint(battle.copy())
        return reading.entries[len(self.past) :]

    def watch(self, number: int) -> Fight:
        """Fight n in full, as a played fight with its log and its record."""
        encounter, record = self.setting.encounter, self.setting.record
        automation = Automation()
        automation.auto = dict(self.tactics.names)
        if record is None:
            return Fight(self.system, self.template, encounter.data, self.setting.seed_of(number), None, automation)
        start = fight_from(self.system, encounter.battle(), record)
        entries = [*start.entries, *self.trail(number)]
        return Fight(self.system, encounter.battle(), start.encounter, "", start.script, automation, entries, seeds=start.seeds)


def setting_of(
    what: Encounter | Fight, tactics: str | dict[str, str] = "steady", seed: str | int = 1, party: str = ""
) -> Setting:
    """A setting from an encounter or a fight under way, checked."""
    if isinstance(what, Fight):
        if what.outcome is not None:
            raise Over("this fight is over: there is nothing to forecast from here.")
        encounter = Encounter(what.system.name, what.encounter)
        battle, system, record = what.battle, what.system, what.record
    elif isinstance(what, Encounter):
        encounter, record = what, None
        battle, system = what.battle(), what.system
    else:
        raise Malformed("a forecast takes an encounter (quintain.load, quintain.sample) or a fight (quintain.play).")
    side = party or system.party
    sides = _sides(battle)
    if len(sides) < 2 and not any(encounter.data.get(name) for name in OTHER_STAKES):
        there = f"everybody is on the side {sides[0]!r}" if sides else "nobody is in it"
        raise Unavailable(f"this encounter has no fight in it: {there}. Put combatants on two sides.")
    if side not in sides:
        raise Unavailable(f"nobody is on the side {side!r}, whose wins would be counted: there are {', '.join(sides)}.")
    return Setting(encounter, checked_tactics(system, sides, tactics), str(seed), side, record)


def checked_tactics(system: System, sides: list[str], tactics: str | dict[str, str]) -> dict[str, str]:
    """A tactic for each side and, under "*", for what nobody's side is asked."""
    named = {"*": tactics} if isinstance(tactics, str) else dict(tactics)
    for side, name in named.items():
        if side != "*" and side not in sides:
            raise Unavailable(f"nobody is on the side {side!r}: there are {', '.join(sides)}.")
        if name not in system.tactic_names():
            raise Unavailable(f"{system.title} has no tactic called {name!r}: there are {', '.join(system.tactic_names())}.")
    rest = named.get("*", "steady")
    return {**{side: named.get(side, rest) for side in sides}, "*": rest}


def _sides(battle: Battle) -> list[str]:
    """The sides in the order of their first members; hazards and the like are on none."""
    return list(dict.fromkeys(unit.side for unit in battle.units if unit.side))


def tactics_from(text: str) -> str | dict[str, str]:
    """Tactics as written on the command line: "careful", or "heroes=careful,foes=reckless"."""
    if "=" not in text:
        return text
    found: dict[str, str] = {}
    for part in text.split(","):
        side, equals, name = part.partition("=")
        if not equals or not side.strip() or not name.strip():
            raise Malformed(f"{part!r} is not a side and its tactic, such as heroes=careful.")
        found[side.strip()] = name.strip()
    return found


def unpacked(blob: bytes) -> Any:
    return pickle.loads(blob)
