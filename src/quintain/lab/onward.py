"""Fights sampled onward from any place of a fight that was played: the same rules, a tactic answering for everybody."""

from __future__ import annotations

import pickle
import threading
from array import array

from quintain.engine import (
    Battle,
    Entry,
    Fight,
    OnwardReading,
    Refusal,
    RuleError,
    SampleReading,
    Tactics,
    fight_from,
    sample_fight,
)
from quintain.engine.drive import run_to_end
from quintain.engine.refusal import ReplayMismatch
from quintain.engine.sample import SameDice
from quintain.lab.tally import seldom_collected
from quintain.lab.worth import result_of
from quintain.library.encounters import Encounter

Told = tuple[str, str, str, tuple[int, ...]]
"""An entry that is tried: what it does, at which question or roll, the option or the dice, the faces."""
BATCH = 240
"""About so many fights go to a process at once."""


class Request:
    """Sample so many fights from a joint, after the record up to `stop` has been fed and then what is told."""

    def __init__(self, joint: int, stop: int, told: tuple[Told, ...], first: int, count: int, by_name: bool = False) -> None:
        self.joint = joint
        self.stop = stop
        self.told = told
        self.first = first
        self.count = count
        self.by_name = by_name
        """Whether the n-th throw of a kind shows the same faces whatever was chosen, so that options meet the same luck."""


class Ends:
    """How sampled fights ended: who won, and, where options are weighed, also what was left of either side."""

    def __init__(self) -> None:
        self.wins = array("B")
        """1 for each fight the party won, else 0."""
        self.scores = array("f")


class Course:
    """A fight that was played, made ready to be gone on with from any of its joints."""

    def __init__(self, fight: Fight, tactic: str, party: str, seed: str) -> None:
        self.fight = fight.unthinned()
        self.joints = self.fight.checkpoints
        self.party = party
        self.seed = seed
        self.tactics = Tactics(fight.system, {"*": tactic})
        self._sampling = SampleReading(self.tactics)
        self._kinds: dict[tuple[str, str], int] = {}

    def ends(self, request: Request) -> Ends:
        """How each of the fights ended; nothing where what is told cannot be."""
        found = Ends()
        joint = self.joints[request.joint]
        entries = [*self.fight.written[joint.position : request.stop], *(entry_of(told) for told in request.told)]
        for number in range(request.first, request.first + request.count):
            seed = f"review:{self.seed}:{request.joint}:{number}"
            try:
                battle = self._ended(request, entries, seed)
            except (Refusal, ReplayMismatch, RuleError):
                return Ends()
            found.wins.append(battle.outcome is not None and battle.outcome.winner == self.party)
            if request.by_name:
                found.scores.append(result_of(self.fight.system, battle, self.party))
        return found

    def _ended(self, request: Request, entries: list[Entry], seed: str) -> Battle:
        system, joint = self.fight.system, self.joints[request.joint]
        if not entries and not request.by_name and not joint.battle.forces:
            return sample_fight(system, joint.battle, self._sampling, seed)
        counts = dict(joint.counts)
        reading = (
            SameDice(system, list(entries), counts, self.tactics, self._kinds)
            if request.by_name
            else OnwardReading(system, list(entries), 0, counts, self.tactics)
        )
        reading.begin(seed)
        battle = joint.battle.copy()
        run_to_end(system, battle, reading)
        return battle


def entry_of(told: Told) -> Entry:
    do, at, value, faces = told
    return Entry(do, at, value, "review", list(faces))


# -- in another process -----------------------------------------------------------------------------------------------------


class Packed:
    """A fight as it travels to another process."""

    def __init__(self, encounter: Encounter, record: dict[str, object], tactic: str, party: str, seed: str) -> None:
        self.encounter = encounter
        self.record = record
        self.tactic = tactic
        self.party = party
        self.seed = seed

    def opened(self) -> Course:
        fight = fight_from(self.encounter.system, self.encounter.battle(), self.record)
        return Course(fight, self.tactic, self.party, self.seed)


class _Kept(threading.local):
    def __init__(self) -> None:
        self.blob = b""
        self.course: Course | None = None


_kept = _Kept()


def ends_of(blob: bytes, requests: list[Request]) -> list[Ends]:
    """The results of some requests; the fight that was unpacked last is kept."""
    if _kept.course is None or _kept.blob != blob:
        packed: Packed = pickle.loads(blob)
        _kept.course, _kept.blob = packed.opened(), blob
    course = _kept.course
    with seldom_collected():
        return [course.ends(request) for request in requests]


def batches(requests: list[Request]) -> list[list[Request]]:
    """Requests put together so that each batch is about as much work."""
    found: list[list[Request]] = []
    size = BATCH
    for request in requests:
        if size >= BATCH:
            found.append([])
            size = 0
        found[-1].append(request)
        size += request.count
    return found
