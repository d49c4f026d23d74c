"""What a fight keeps so that anything can be taken back, done again or changed."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Final

from quintain.engine.battle import GM, PLAYERS, Battle
from quintain.engine.feed import FedReading
from quintain.engine.record import Draws, Entry, entry_from
from quintain.engine.refusal import Defect, Malformed, Refusal

if TYPE_CHECKING:
    from quintain.engine.play import PlayReading
    from quintain.engine.recorded import Recorded

MOST_JOINTS: Final = 3
FEW_ENTRIES = 1_000
"""So many joints are kept, spread over the fight, and one more for each so many entries; whatever lies between two is replayed."""


MOST_BRANCHES: Final = 4
"""So many branches that were left are kept."""


class Checkpoint:
    """A joint: nothing is half-way here, so a replay may start from it."""

    def __init__(self, battle: Battle, position: int, counts: dict[str, int], events: int) -> None:
        self.battle = battle
        self.position = position
        self.counts = counts
        self.events = events
        self.notes = 0
        self.drawing = 0
        self.drawn = 0
        self.fresh = 0
        self.scripted = 0
        self.holding = False
        self.ordered: dict[str, int] = {}
        self.ordered_in = 0

    def take_from(self, reading: PlayReading) -> None:
        """How the reading stands that has come here."""
        self.drawing, self.drawn, self.fresh = reading.drawing, reading.stream.number, reading.fresh
        self.scripted = reading.scripted
        self.holding = reading.holding
        self.ordered = dict(reading.ordered)
        self.ordered_in = reading.ordered_in

    def give_to(self, reading: PlayReading) -> None:
        """A reading that goes on from here stands as that one did."""
        reading.draw_from(self.drawing, self.drawn, self.fresh)
        reading.scripted = self.scripted
        reading.holding = self.holding
        reading.ordered = dict(self.ordered)
        reading.ordered_in = self.ordered_in
        reading.joint = self.battle
        reading.joint_counts = self.counts


def thinned(joints: list[Checkpoint]) -> None:
    """Drop joints whose neighbours lie nearest to each other; the first and the last two stay."""
    while len(joints) > MOST_JOINTS + joints[-1].position // FEW_ENTRIES:
        nearest = 1
        for place in range(1, len(joints) - 2):
            if _gap(joints, place) < _gap(joints, nearest):
                nearest = place
        del joints[nearest]


def _gap(joints: list[Checkpoint], place: int) -> int:
    return joints[place + 1].position - joints[place - 1].position


class Taken:
    """What was taken back in one go, and can be done again."""

    def __init__(
        self, entries: list[Entry], at: int, wrote: int, draws: Draws, heard: list[str], stayed: list[int] | None = None
    ) -> None:
        self.entries = entries
        self.draws = draws
        """Where in the seed the dice among them began."""
        self.at = at
        """Where in the record they stood."""
        self.wrote = wrote
        """How many entries the taking back wrote there instead."""
        self.heard = heard
        """Who but the GM knows of them: `Recorded.heard_between`."""
        self.stayed = stayed or []
        """Which of them stayed in the record all the same, before what was written: remarks from before all that others heard."""

    def apart(self) -> Taken:
        """A copy that shares nothing with it, for callers."""
        entries = [entry.apart() for entry in self.entries]
        return Taken(entries, self.at, self.wrote, self.draws.copy(), list(self.heard), list(self.stayed))

    def is_known_to(self, seat: str) -> bool:
        return seat == GM or seat in self.heard or PLAYERS in self.heard

    def as_data(self) -> dict[str, object]:
        draws = [self.draws.number, self.draws.fresh, self.draws.seed]
        entries = [entry.as_data() for entry in self.entries]
        shown: dict[str, object] = {"entries": entries, "at": self.at, "wrote": self.wrote, "draws": draws}
        if self.heard != [PLAYERS]:
            shown["heard"] = list(self.heard)
        if self.stayed:
            shown["stayed"] = list(self.stayed)
        return shown

    def standing_at(self, place: int) -> Taken:
        """The same, where what it wrote stands somewhere else now."""
        return self if place == self.at else Taken(self.entries, place, self.wrote, self.draws, self.heard, self.stayed)

    def place_again(self, place: int, before: int) -> int:
        """Where something that stands in the record from `at` on will stand once this is done again, `before` other entries first."""
        if place < self.at:
            return place
        offset = place - self.at
        return place + before if offset >= len(self.stayed) else self.at + before + self.stayed[offset]

    def place_after(self, place: int, end: int) -> int:
        """The same, where this is done again from `end` on and what stayed is not said twice."""
        offset = place - self.at - len(self.stayed)
        return end + offset if offset >= 0 else place


def taken_from(data: object) -> Taken:
    """What was taken back, from its data."""
    if isinstance(data, dict):
        entries, at, wrote, draws = data.get("entries"), data.get("at"), data.get("wrote"), data.get("draws")
        if isinstance(entries, list) and isinstance(at, int) and isinstance(wrote, int) and isinstance(draws, list):
            number, fresh, seed = [int(str(one)) for one in draws]
            heard = [] if data.get("unheard") is True else [str(name) for name in data.get("heard", [PLAYERS])]
            stayed = [int(place) for place in data.get("stayed", [])]
            return Taken([entry_from(entry) for entry in entries], at, wrote, Draws(number, fresh, seed), heard, stayed)
    raise Malformed("what was taken back is a mapping with entries, at, wrote and draws.")


def moved(undone: list[Taken], before: list[Entry], after: list[Entry]) -> list[Taken]:
    """What was taken back, once a change of the past has moved the remarks that say so; without what was taken back before one that
    stands no more."""
    remarks = [place for place, entry in enumerate(after) if entry.do == "undone"]
    found: list[Taken] = []
    for taken in reversed(undone):
        if taken.at >= len(before) or before[taken.at].do != "undone":
            break
        number = sum([entry.do == "undone" for entry in before[: taken.at]])
        same = before[: taken.at] == after[: taken.at]
        wrote = taken.wrote if same else 1 + sum([taken.entries[place].do == "undone" for place in taken.stayed])
        found.append(Taken(taken.entries, remarks[number], wrote, taken.draws, taken.heard, taken.stayed if same else None))
    found.reverse()
    return found


class Kept:
    """Everything of a fight that an operation may change, as it was before it."""

    def __init__(self, fight: Recorded) -> None:
        self.entries = list(fight.written)
        self.events = list(fight.told)
        self.notes = fight.notes
        self.undone = list(fight.to_redo)
        self.left = list(fight.branches)
        self.fell_away = fight.dropped
        self.seeds = fight.seeds.copy()
        self.automation = fight.automatic.copy()
        self.script = list(fight.script_faces)
        self.questions = fight.open_now
        self.checkpoints = list(fight.checkpoints)
        self.battle = fight.battle

    def put_back(self, fight: Recorded) -> None:
        fight.written = self.entries
        fight.told = self.events
        fight.notes = self.notes
        fight.to_redo = self.undone
        fight.branches = self.left
        fight.dropped = self.fell_away
        fight.seeds = self.seeds
        fight.automatic = self.automation
        fight.script_faces = self.script
        fight.open_now = self.questions
        fight.checkpoints = self.checkpoints
        fight.battle = self.battle


class whole:
    """An operation on a fight, carried out whole or not at all: whatever goes wrong inside, the fight is put back as it was.

    A refusal goes on to the caller. Anything else is a defect of the rules or the engine, and is told as one in a sentence.
    """

    def __init__(self, fight: Recorded) -> None:
        self.fight = fight
        self.kept = Kept(fight)

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        tried = [*self.fight.replaced, self.fight.battle]
        self.fight.replaced = []
        if problem is not None:
            self.kept.put_back(self.fight)
        for battle in tried:
            if battle is not self.fight.battle:
                let_go(battle)
        if isinstance(problem, Exception) and not isinstance(problem, Refusal):
            raise defect(problem) from problem


def let_go(battle: Battle) -> None:
    """A battle that nobody goes on with, its reading and what was asked hold each other: cut that, so that they go at once."""
    reading = battle.reading
    if isinstance(reading, FedReading):
        reading.asking = None


def defect(problem: Exception) -> Defect:
    return Defect(f"the rules as written cannot do that ({type(problem).__name__}: {problem}); nothing was changed.")


def summary(taken: list[Entry], heard: list[str], known: int) -> Entry:
    """The remark that something was taken back: the first personal entry, without what was declared in secret.

    `more` counts the further ones, for the GM; everybody else hears of the first from place `known` on (`told`), the first of which
    all knew. `quiet` keeps them from hearing more than that something was: a ruling, or an answer to a question of the GM's that names
    nobody. Whoever has not `heard` of it hears nothing.
    """
    personal = [entry for entry in taken if entry.is_personal()]
    first = personal[0] if personal else taken[0]
    told = next((entry for entry in taken[known:] if entry.is_personal()), first)
    args: dict[str, object] = {}
    if len(personal) > 1:
        args["more"] = len(personal) - 1
    if told is not first and heard == [PLAYERS]:
        args["told"] = _said(told)
    if personal and told.by == GM and (told.do == "rule" or told.at.partition("#")[0].endswith(":")):
        args["quiet"] = True
    if heard != [PLAYERS]:
        args["heard"] = list(heard)
    return Entry("undone", "", _said(first), "engine", None, args)


def heard_of_remark(entry: Entry) -> list[str]:
    """Who but the GM has heard that something was taken back here: `PLAYERS` alone where everybody has."""
    heard = entry.args.get("heard")
    return [str(name) for name in heard] if isinstance(heard, list) else [PLAYERS]


def _said(entry: Entry) -> str:
    return f"{entry.do} {entry.at.split('#', 1)[0]} by {entry.by}"


def changed_entry(old: Entry, value: str, faces: list[int] | None) -> Entry:
    """An entry of the past as the GM has it now."""
    if old.do not in ("answer", "roll"):
        raise Malformed("only answers and rolls of the past can be changed; a ruling is taken back by undo.")
    if old.do == "roll" and value not in ("", old.value):
        raise Malformed("of a roll the faces can be changed, not the dice.")
    if old.do == "answer" and faces:
        raise Malformed("an answer has no faces: name the option.")
    args = {name: one for name, one in old.args.items() if name not in ("drawn", "seed", "unseen")}
    return Entry(old.do, old.at, value or old.value, GM, old.faces if faces is None else faces, args)
