"""A fight as its record leads to it: a pure function of encounter, seeds and entries, run from the last joint."""

from __future__ import annotations

import secrets
from array import array
from typing import Final

from quintain.engine.asked import OpenQuestion
from quintain.engine.battle import GM, PLAYERS, Battle
from quintain.engine.drive import next_joint
from quintain.engine.event import Event, Outcome
from quintain.engine.given import quoted
from quintain.engine.history import MOST_BRANCHES, Checkpoint, Taken, heard_of_remark, thinned, whole
from quintain.engine.play import PlayReading, Suspended
from quintain.engine.reading import Reading
from quintain.engine.record import ASIDES, FORMAT, Automation, Entry, plain_copy
from quintain.engine.refit import RefitReading
from quintain.engine.refusal import Full, Illegal, Malformed, ReplayMismatch, Unavailable
from quintain.engine.seat import is_reserved_id
from quintain.engine.stream import Seeds
from quintain.engine.system import System
from quintain.engine.undo_tree import UndoTree
from quintain.engine.view_since import note_conditions
from quintain.engine.viewer import Sheets, own_units

NOBODY_READS: Final = Reading()
MOST_ENTRIES: Final = 15_000
MOST_WRITTEN: Final = 1_200_000
"""A record with more entries, or more characters, could not be read again from a file."""
KEPT_FOR_PLAYERS: Final = 3
"""This part of either is kept for what players do: the GM is stopped before it, and each player by as much of their own. So no player
meets a bound because of what was done unseen, unless the GM has been stopped long before."""
MOST_AT_A_PLACE: Final = 500
"""So often may a seat take back, rule or choose otherwise at one joint: all of it is read again by every command there."""
MOST_REFITTED = 2_000
"""So many entries are fitted into a changed past: each is asked for, judged and then read again. Of a player's, so many known ones."""
MOST_LOOSE: Final = 200


class Recorded:
    """The state of a fight and how it follows from the record. What people may do to it is `Fight`.

    What it shows of its record, its story and its questions are copies, which callers may do with as they like. The engine reads what
    is kept: `told`, `written`, `open_now`, `automatic`, `brought`, `to_redo`, `branches`, `dropped`.
    """

    def __init__(
        self,
        system: System,
        template: Battle,
        encounter: dict[str, object],
        seed: str = "",
        script: list[int] | None = None,
        automation: Automation | None = None,
        entries: list[Entry] | None = None,
        salt: str = "",
        seeds: Seeds | None = None,
    ) -> None:
        """`seed` and `salt` decide the dice and what is shown of them beforehand; left out, both are drawn from the operating system.

        A seed that somebody chose can be guessed by trying unless a `salt` comes with it. `seeds` are those of a record.
        """
        self.system = system
        self.brought: dict[str, object] = {name: plain_copy(part) for name, part in encounter.items()}
        if seeds is None:
            seeds = Seeds(seed, salt) if seed else Seeds(secrets.token_hex(32), salt or secrets.token_hex(16))
        self.seeds = seeds
        self.script_faces = list(script or [])
        self.automatic = automation or Automation()
        self.written: list[Entry] = list(entries or [])
        fresh = [entry.times() for entry in self.written if entry.do == "fresh"]
        self.seeds.fresh = max([self.seeds.fresh, len(fresh), *fresh])
        self.told: list[Event] = []
        self.to_redo: list[Taken] = []
        """What was taken back and can be done again, the last of it last."""
        self.branches: list[list[Taken]] = []
        """Branches: what was taken back and then done otherwise, the newest last; the last few."""
        self.dropped: list[Entry] = []
        """After an edit of the past: what came later and no longer fits."""
        self.open_now: list[OpenQuestion] = []
        held = [(entry.value == "on") == ("same" in entry.args) for entry in self.written if entry.do == "hold"]
        first = Checkpoint(template.copy(), 0, {}, 0)
        note_conditions(system, first.battle)
        first.holding = held[0] if held else self.automatic.holds()
        self.checkpoints: list[Checkpoint] = [first]
        self.keeps_every_joint = False
        self._sheets: Sheets | None = None
        self.undo_tree = UndoTree()
        self._weighed = 0
        self._weighed_last: Entry | None = None
        self._weights: dict[str, int] = {}
        """Of the record as it was weighed last: about how many characters it has, by who made them; of all, under ""."""
        self._made: dict[str, int] = {}
        """The same of entries."""
        self.battle: Battle = template
        self.replaced: list[Battle] = []
        """What stood before, during one operation: see `history.whole`."""
        self.at_once = 0
        """How much automatic play tells in one go (`session.MOST_AUTOMATIC`); 0 for as much as there is."""
        self.notes: array[int] = array("q")
        """What the rules noted so far, by pairs: the place of what and of whom in `note_names`, and how much (see `story`)."""
        self.note_names: dict[tuple[str, str], int] = {}
        self._loose = 0
        """From this place on events are kept as they are, to be read."""
        self._doubted = False
        """Was it ever told of a die that it is not what the seed draws?"""
        self._run()
        self.replaced = []

    # -- looking -----------------------------------------------------------------------------------------------------------

    @property
    def sheets(self) -> Sheets:
        """What those who look at the battle as it stands have in common."""
        if self._sheets is None or self._sheets.battle is not self.battle:
            self._sheets = Sheets(self.system, self.battle, self._sheets, self.commitment, self.doubts, self.automatic.auto)
        return self._sheets

    @property
    def outcome(self) -> Outcome | None:
        return self.battle.outcome if self.battle.closed else None

    @property
    def log(self) -> list[Event]:
        """What happened, as the story now stands."""
        return self.events

    @property
    def events(self) -> list[Event]:
        return [event.apart() for event in self.told]

    @property
    def entries(self) -> list[Entry]:
        """The record, entry by entry."""
        return [entry.apart() for entry in self.written]

    @property
    def questions(self) -> list[OpenQuestion]:
        """The questions that wait for an answer."""
        return list(self.open_now)

    @property
    def automation(self) -> Automation:
        """What goes on without asking."""
        return self.automatic.copy()

    @property
    def encounter(self) -> dict[str, object]:
        """What the fight began as."""
        return {name: plain_copy(part) for name, part in self.brought.items()}

    @property
    def undone(self) -> list[Taken]:
        """What was taken back and can be done again, the last of it last."""
        return [taken.apart() for taken in self.to_redo]

    @property
    def script(self) -> list[int]:
        """Faces for rolls, thrown already or still to come (`script_left`), before the seed goes on."""
        return list(self.script_faces)

    @property
    def left(self) -> list[list[Taken]]:
        """Branches that were left."""
        return [[taken.apart() for taken in branch] for branch in self.branches]

    @property
    def fell_away(self) -> list[Entry]:
        """After an edit of the past: what came later and no longer fits."""
        return [entry.apart() for entry in self.dropped]

    @property
    def doubts(self) -> list[str]:
        """Dice of the record that are said to be the seed's and are not, each in a sentence."""
        return [event.text for event in self.told if event.kind == "doubt"] if self._doubted else []

    @property
    def algorithm(self) -> str:
        """How the dice are drawn from the seed."""
        return self.seeds.algorithm

    @property
    def seed(self) -> str:
        """The seed that the fight began with."""
        return self.seeds.values[0]

    @property
    def drawing(self) -> int:
        """The place, among the seeds, of the one that dice come from now."""
        drawing = 0
        for entry in self.written if len(self.seeds.values) > 1 else []:
            if entry.do == "seed":
                drawing = entry.times()
        return drawing

    @property
    def commitment(self) -> str:
        """The hash of the seed that dice come from now, known before they fall."""
        return self.seeds.commitment(self.drawing)

    @property
    def record(self) -> dict[str, object]:
        """Everything needed to replay this fight. The GM's: it holds the seed."""
        return {
            "quintain": FORMAT,
            "system": self.system.name,
            "rules": self.system.version,
            **self.dice_state(),
            "house": self.automatic.as_data(),
            "encounter": plain_copy(self.brought),
            "entries": [entry.as_data() for entry in self.written],
        }

    def dice_state(self) -> dict[str, object]:
        """Where the dice come from, as the record says it: the seeds, and scripted faces still to come."""
        script = self.script_left
        return {"seed": self.seeds.as_data(), **({"script": script} if script else {})}

    def export(self) -> dict[str, object]:
        """The fight as it stood at the last joint, as a new encounter: a copy of the caller's own."""
        return {name: plain_copy(part) for name, part in self.system.export(self.checkpoints[-1].battle).items()}

    @property
    def script_left(self) -> list[int]:
        """Scripted faces not thrown yet."""
        if not self.script_faces:
            return []
        used = sum(len(entry.faces) for entry in self.written if entry.by == "script")
        return self.script_faces[used:]

    # -- running the record ------------------------------------------------------------------------------------------

    def _add(self, entry: Entry) -> list[Event]:
        """Write an entry and run on; whatever cannot be taken is taken out again."""
        with whole(self):
            return self._added(entry)

    def _added(self, entry: Entry) -> list[Event]:
        """The same inside an operation that is carried out whole or not at all."""
        self._weigh(entry)
        if entry.do == "rule" or any(asked.id == entry.at and asked.picked for asked in self.open_now):
            self._count_at(len(self.written), entry.by)
        seen, had, over = len(self.told), len(self.written), self.outcome is not None
        people = len(self.battle.units)
        self._show_seed()
        self._note_hold()
        self.written.append(entry)
        try:
            self._run()
            if over and any(one.do == "roll" and one.by == "seed" for one in self.written[had:]):
                # Thrown after the seed was shown: those dice were known beforehand. Others, from a new one.
                del self.written[had:]
                self._other_dice(False)
                self.written.append(entry)
                self._back_to(had)
                self._run()
        except ReplayMismatch as problem:
            raise Illegal(f"that does not fit here: {problem}.") from None
        for unit in self.battle.units[people:] if entry.do == "rule" and entry.value == "add" else ():
            if is_reserved_id(unit.id):  # older records have such, and are read as they are
                raise Malformed(f"nobody can be called {unit.id!r}, which means people here: give the newcomer another id.")
        if self.to_redo and PLAYERS in self.heard_between(had, len(self.written)):
            self.branches = [*self.branches[1 - MOST_BRANCHES :], self.to_redo]
            self.to_redo = []
        self.dropped = []
        return [event.apart() for event in self.told[seen:]]

    def heard_between(self, start: int, end: int) -> list[str]:
        """Who but the GM has heard of anything in entries `start` to `end` of the record, or of what came of it: those who did it,
        who were told something, or who see whoever was answered for. `PLAYERS` alone where everybody has."""
        battle, heard = self.battle, set[str]()
        for event in reversed(self.told):
            if event.entry <= start:
                break
            if event.entry <= end:
                heard.update(event.hearers())
        seats = {seat for unit in battle.units for seat in unit.controller.split("+")}
        for entry in self.written[start:end]:
            if entry.is_personal():
                heard.update(entry.by.split("+"))
            if PLAYERS not in heard:
                heard.update([seat for seat in (PLAYERS, *seats) if self.is_known(entry, seat)])
        return [PLAYERS] if PLAYERS in heard else sorted(heard - {GM})

    def place(self, place: object) -> int:
        """A place in the record, as somebody names it; a refusal where nothing stands there."""
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self.written):
            there = f"the record has entries 0 to {len(self.written) - 1}" if self.written else "nothing is in the record yet"
            raise Unavailable(f"{there}, so there is no entry {quoted(place)}.")
        return place

    def unheard_until(self, at: int, by_all: bool) -> int:
        """Up to where, from entry `at` on, people did only what nobody but the GM knows of, or with `by_all` not everybody: the place
        of the first thing done that is known, else the end of the record. Remarks are nothing done."""
        first, most = len(self.written), {PLAYERS}
        seats = most if by_all else {PLAYERS, *[seat for unit in self.battle.units for seat in unit.controller.split("+")]} - {GM}
        for event in reversed(self.told):
            if event.entry <= at:
                break
            heard = event.hearers() if event.kind not in ("undone", "seed") else set()
            if heard & most if by_all else heard:
                first = event.entry - 1
        for place in range(at, first):
            if any(self.is_known(self.written[place], seat) for seat in seats):
                first = place
                break
        # What came of something done belongs to it.
        while at < first < len(self.written) and not self.written[first].is_personal():
            first -= 1
        return first

    def is_known(self, entry: Entry, seat: str) -> bool:
        """Does this seat know of an entry, whatever was told of it: its own, or one about those whom it sees, which names nobody else.
        What was obvious is known by what is told of it alone."""
        personal = entry.is_personal()
        if personal and seat in entry.by.split("+"):
            return True
        if entry.do != "answer" and (not personal or entry.do == "rule"):
            return False
        if entry.by == "engine" or "unseen" in entry.args:
            return False
        own = own_units(self.battle, seat)
        about = [entry.whose()] if entry.whose() else entry.names()
        units = [unit for unit in map(self.battle.find, about) if unit is not None]
        return all(self.system.sees_unit(self.battle, unit, own) for unit in units)

    def _weigh(self, entry: Entry) -> None:
        """Refuse what would make the record longer than can be read again: a player by what that player did, the GM by all of it."""
        known = self._weighed
        if known > len(self.written) or (known and self.written[known - 1] is not self._weighed_last):
            known, self._weights, self._made = 0, {}, {}
        for one in self.written[known:]:
            size = one.size()
            for name in ("", *(one.by.split("+") if one.is_personal() else ())):
                self._weights[name] = self._weights.get(name, 0) + size
                self._made[name] = self._made.get(name, 0) + 1
        self._weighed = len(self.written)
        self._weighed_last = self.written[-1] if self.written else None
        size = entry.size()
        full = self._made.get("", 0) >= MOST_ENTRIES or self._weights.get("", 0) + size > MOST_WRITTEN
        for name in entry.by.split("+"):
            share, whose = (KEPT_FOR_PLAYERS - 1, "") if name == GM else (1, name)
            full = full or KEPT_FOR_PLAYERS * self._made.get(whose, 0) >= share * MOST_ENTRIES
            full = full or KEPT_FOR_PLAYERS * (self._weights.get(whose, 0) + size) > share * MOST_WRITTEN
        if full:
            raise Full("the record of this fight is full: take something back, or export it and play on from there.")

    def _count_at(self, place: int, seat: str) -> None:
        """Refuse to do one thing after another for ever where the fight does not go on: since the last joint, before `place`.

        What a seat does counts for it, and what it has heard of being taken back; nothing else, or it could tell that there is more.
        """
        start = self.checkpoints[-1].position
        answered: set[str] = set()
        count, seats = 0, seat.split("+")
        for entry in self.written[start:place]:
            if entry.do == "answer":
                count += entry.at in answered and any(name in seats for name in entry.by.split("+"))
                answered.add(entry.at)
            elif entry.do == "undone":
                count += seat == GM or any(name == PLAYERS or name in seats for name in heard_of_remark(entry))
            else:
                count += entry.do == "rule" and seat == GM
        if count >= MOST_AT_A_PLACE:
            raise Full(
                f"at this place of the fight {MOST_AT_A_PLACE} things were taken back, changed or ruled, and no more can be:"
                " go on from here, take back more at once, or export the fight and play on from there."
            )

    def _again(self) -> list[Event]:
        seen = len(self.told)
        self._note_hold()
        self._run()
        return [event.apart() for event in self.told[seen:]]

    def _show_seed(self) -> None:
        """Once the fight was over its seeds have been seen: what comes next must not be drawn from them."""
        if self.outcome is not None:
            self.seeds.shown = len(self.seeds.values)

    def _other_dice(self, fresh: bool) -> None:
        """Where `fresh` dice are wanted, or the seed in force has been shown: say where the next ones come from."""
        if self.drawing < self.seeds.shown:
            if len(self.seeds.values) == self.seeds.shown:
                self.seeds.add(secrets.token_hex(32), secrets.token_hex(16))
            self.written.append(Entry("seed", "", str(len(self.seeds.values) - 1), "engine"))
            fresh = True
        if fresh:
            self.seeds.fresh += 1
            self.written.append(Entry("fresh", "", str(self.seeds.fresh), "engine"))

    def _note_hold(self) -> None:
        """The record says from where on results are held: on the way there they were not, and a replay must not stop."""
        joint = self.checkpoints[-1]
        holding = joint.holding
        for entry in self.written[joint.position :]:
            if entry.do == "hold":
                holding = entry.value == "on"
        if holding != self.automatic.holds():
            self.written.append(Entry("hold", "", "off" if holding else "on", "engine"))

    def _note_first_hold(self) -> None:
        """Whether results were held from the beginning is read from the first such entry: where it changes nothing, it says so."""
        for place, entry in enumerate(self.written):
            if entry.do == "hold":
                same = (entry.value == "on") == self.checkpoints[0].holding
                if same != ("same" in entry.args):
                    self.written[place] = Entry("hold", "", entry.value, "engine", None, {"same": True} if same else None)
                return

    def _back_to(self, place: int) -> None:
        while len(self.checkpoints) > 1 and self.checkpoints[-1].position > place:
            self.checkpoints.pop()

    def _refit(self, pool: list[Entry], place: int, edited: int, seat: str = GM) -> None:
        """Play on from a changed past with what still fits of `pool`; then read the record that this makes from where it changed.

        So what stands afterwards is what a fresh reading of the record leads to.
        """
        if len(pool) > MOST_REFITTED and (seat == GM or sum([self.is_known(entry, seat) for entry in pool]) > MOST_REFITTED):
            raise Full(
                f"more than {MOST_REFITTED:,} entries of the record came later, and no more than that can be fitted in again:"
                " change something that is not so long ago, or take back to there and play on."
            )
        self._back_to(place)
        self._weighed_last = None
        joints = list(self.checkpoints)
        self._run(pool, edited)
        self.written.extend([entry.copy() for entry in pool if entry.do == "undone"])
        self._note_hold()
        self.dropped = [entry for entry in pool if entry.do not in ASIDES and entry.do != "withdrawn"]
        self.checkpoints = joints
        self._note_first_hold()
        self._run()

    def _run(self, pool: list[Entry] | None = None, edited: int = -1) -> None:
        """From the last joint: feed the record, then go on until people are needed. `edited`: which answer is a new one."""
        if pool is not None or self.automatic.resting != len(self.written):
            self.automatic.resting = 0
        start = self.checkpoints[-1]
        battle = start.battle.copy()
        self.told = self.told[: start.events]
        self.notes = self.notes[: start.notes]
        self._pack(start.events)
        counts = dict(start.counts)
        if pool is None:
            reading = PlayReading(
                self.system, self.written, start.position, counts, self.automatic, self.seeds, self.script_faces, self.told
            )  # fmt: skip
        else:
            reading = RefitReading(
                self.system, self.written, start.position, counts, self.automatic, self.seeds, self.script_faces, self.told, pool
            )  # fmt: skip
        start.give_to(reading)
        reading.edited = edited
        reading.at_once = self.at_once
        reading.notes, reading.note_names = self.notes, self.note_names
        battle.read_by(reading)
        before, self.open_now = self.open_now, []
        stood, self.battle = self.battle, battle
        self.replaced.append(stood)
        try:
            while next_joint(self.system, battle):
                note_conditions(self.system, battle)
                self._keep(battle, reading)
            noted = len(self.notes)
            reading.after_end(battle)
            del self.notes[noted:]  # what is ruled when all is over is no part of the story
            self.system.tidy(battle)
        except Suspended as waiting:
            self.system.tidy(battle)
            self.open_now = self._opened(waiting)
            if reading.rests:
                self.automatic.resting = len(self.written)
            same = self._same_choice(before, waiting.since) and self._sheets is not None and self._sheets.auto == self.automatic.auto
            if same and self._sheets is not None and self._sheets.battle is stood:
                # Nothing has happened yet: the battle is as it was.
                self._sheets.battle = battle
        finally:
            self._doubted = self._doubted or reading.doubted

    def _keep(self, battle: Battle, reading: PlayReading) -> None:
        kept = battle.copy()
        # Whoever goes on from here brings a reading of their own: this one, and all that it holds, is not kept.
        kept.read_by(NOBODY_READS)
        reading.keep_joint(kept)
        if len(self.told) - self._loose > 2 * MOST_LOOSE:
            self._pack(len(self.told) - MOST_LOOSE)
        joint = Checkpoint(kept, reading.position, dict(reading.counts), len(self.told))
        joint.notes = len(self.notes)
        joint.take_from(reading)
        self.checkpoints.append(joint)
        if not self.keeps_every_joint:
            thinned(self.checkpoints)

    def _pack(self, before: int) -> None:
        """Events before this place are long past: everybody has been told of them."""
        for event in self.told[min(self._loose, before) : before]:
            event.pack()
        self._loose = before

    def _same_choice(self, before: list[OpenQuestion], since: int) -> bool:
        """Where several choose at once and nothing but an answer of theirs has come since, the others choose among the same."""
        past = self.written[:since]
        if len(self.open_now) < 2 or any(entry.do != "answer" for entry in self.written[since:]):
            return False
        known = {asked.id: asked for asked in before if asked.after == past}
        for asked in self.open_now:
            asked.after = past
            if asked.id in known:
                asked.keep_shown(known[asked.id])
        return bool(known)

    def _opened(self, waiting: Suspended) -> list[OpenQuestion]:
        if waiting.pending is not None:
            return [OpenQuestion(self, waiting.pending.key, None, "", waiting.pending, False, waiting.since)]
        if waiting.asked is None:
            return [OpenQuestion(self, waiting.held, None, "", None, False, waiting.since)]
        asked = waiting.asked
        return [
            OpenQuestion(self, asked.keys[place], question, asked.picked[place], None, len(asked.keys) > 1, waiting.since)
            for place, question in enumerate(asked.questions)
            if not asked.gone[place]
        ]
