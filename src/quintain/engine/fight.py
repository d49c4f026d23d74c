"""An encounter being played: a pure function of its record, which people add to."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from quintain.engine.asked import OpenQuestion
from quintain.engine.battle import GM, PLAYERS, Battle
from quintain.engine.budget import MOST_WAYS, Budget, counted_budget
from quintain.engine.drive import next_joint
from quintain.engine.event import Event, Outcome
from quintain.engine.exact import Position
from quintain.engine.odds import Odds
from quintain.engine.play import PlayReading, Suspended, tactic_checked
from quintain.engine.question import Option
from quintain.engine.record import FORMAT, Entry, House, entry_from, house_from, with_draws
from quintain.engine.refusal import Illegal, Malformed, NotYours, Over, Refusal, ReplayMismatch, Stale, Unavailable
from quintain.engine.seat import may_answer
from quintain.engine.stream import ALGORITHM, Stream, commitment
from quintain.engine.study import KNOWLEDGE, LEARNED, option_odds
from quintain.engine.system import System, why_not
from quintain.engine.view import own_units, view

if TYPE_CHECKING:
    from quintain.engine.protocol import View

LONGEST_ID: Final = 400
"""No option has a longer name; what is longer is not looked at."""


class Checkpoint:
    """A joint: nothing is half-way here, so a replay may start from it."""

    def __init__(self, battle: Battle, position: int, counts: dict[str, int], events: int, drawn: int, fresh: int, scripted: int):
        self.battle = battle
        self.position = position
        self.counts = counts
        self.events = events
        self.drawn = drawn
        self.fresh = fresh
        self.scripted = scripted


class Kept:
    """Everything of a fight that an operation may change, as it was before it."""

    def __init__(self, fight: Fight) -> None:
        self.entries = list(fight.entries)
        self.events = list(fight.events)
        self.undone = list(fight.undone)
        self.fell_away = fight.fell_away
        self.freshened = fight.freshened
        self.house = fight.house.copy()
        self.script = list(fight.script)
        self.questions = fight.questions
        self.checkpoints = list(fight.checkpoints)
        self.battle = fight.battle


class Fight:
    """A fight as people play it. Everything that changes it goes through the record."""

    def __init__(
        self,
        system: System,
        template: Battle,
        encounter: dict[str, object],
        seed: str = "",
        script: list[int] | None = None,
        house: House | None = None,
        entries: list[Entry] | None = None,
    ) -> None:
        self.system = system
        self.encounter = encounter
        self.seed = seed or secrets.token_hex(16)
        self.script = list(script or [])
        self.house = house or House()
        self.entries: list[Entry] = list(entries or [])
        fresh = [entry.times() for entry in self.entries if entry.do == "fresh"]
        self.freshened = max([len(fresh), *fresh])
        """How often other dice were wanted so far, taken back or not."""
        self.events: list[Event] = []
        self.undone: list[list[Entry]] = []
        self.fell_away: list[Entry] = []
        """After an edit of the past: what came later and no longer fits."""
        self.questions: list[OpenQuestion] = []
        self.checkpoints: list[Checkpoint] = [Checkpoint(template, 0, {}, 0, 0, 0, 0)]
        self.battle: Battle = template
        self.noted: dict[str, dict[str, int]] | None = None
        """What the rules noted of each unit, once somebody has asked for it (see `story`)."""
        self._run([])

    # -- answering -----------------------------------------------------------------------------------------------------

    def answer(self, question_id: str, option_id: str, by: str = "", insist: bool = False) -> list[Event]:
        """Choose an option; returns the events it led to. Not allowed: a Refusal that says why, and nothing is changed.

        `by` is the seat that answers; left out, whoever is asked. With the table at "assist" or "board" the GM may `insist`
        on an option the rules would not allow.
        """
        asked = self._open(question_id)
        seat = by if _offered(asked, option_id, by) else self._seat(asked, by)
        if asked.pending is not None:
            raise Malformed("this is a roll: type in its faces (enter).")
        if asked.question is None:
            return self._add(Entry("go", asked.id, "", seat))
        option = self._judged(asked, self._found(asked, option_id, by), seat, insist)
        theirs = asked.question.not_yours(option, by) if by not in ("", GM) else ""
        if theirs:
            raise NotYours(f"{option.label(asked.question.battle)}: {theirs}.")
        return self._add(Entry("answer", asked.id, option.id(), seat))

    def enter(self, question_id: str, faces: list[int], by: str = "") -> list[Event]:
        """Type in what a real die shows."""
        asked = self._open(question_id)
        seat = self._seat(asked, by)
        if asked.pending is None:
            raise Malformed("no die is asked for here: choose an option (answer).")
        if not _are_whole(faces):
            raise Malformed("faces are whole numbers, one for each die.")
        asked.pending.dice.check(faces)
        return self._add(Entry("roll", asked.id, asked.pending.dice.name, seat, list(faces)))

    def rule(self, ruling: str, /, *, by: str = GM, **args: object) -> list[Event]:
        """The GM's word: recorded, told and undone like everything else."""
        return self.rule_with(ruling, args, by)

    def rule_with(self, ruling: str, args: dict[str, object], by: str = GM) -> list[Event]:
        """The same, with what the ruling takes as a mapping."""
        if by != GM:
            raise NotYours("only the GM may rule.")
        if not _plain(args, 0):
            raise Malformed("what a ruling is given must be plain data: texts, whole numbers, true or false, lists and mappings.")
        at = self.questions[0].id if self.questions else "end"
        return self._add(Entry("rule", at, ruling, by, None, args))

    # -- taking back -----------------------------------------------------------------------------------------------------

    def undo(self, fresh: bool = False) -> None:
        """Take back the last thing a person did, and all that followed from it; with `fresh`, other dice fall next time."""
        for place in range(len(self.entries) - 1, -1, -1):
            if self.entries[place].is_personal():
                self.undo_to(place, fresh)
                return
        raise Unavailable("there is nothing to take back.")

    def undo_to(self, place: int, fresh: bool = False) -> None:
        """Go back to before entry number `place` (counted from 0) of the record."""
        if place < 0 or place >= len(self.entries):
            raise Unavailable(f"the record has entries 0 to {len(self.entries) - 1}, not {place}.")
        taken = self.entries[place:]
        self.undone.append(taken)
        del self.entries[place:]
        self.entries.append(Entry("undone", "", _summary(taken), "engine", None, _quiet(taken)))
        if fresh:
            self.entries.append(self._fresh())
        self._back_to(place)
        self._run([])

    def redo(self) -> None:
        """Do again what was taken back last."""
        if not self.undone:
            raise Unavailable("there is nothing to do again.")
        entries = self.undone.pop()
        kept = list(self.undone)
        # What that taking back wrote, and no earlier remark: one "undone", and one "fresh" after it where other dice were wanted.
        if self.entries and self.entries[-1].do == "fresh":
            self.entries.pop()
        if self.entries and self.entries[-1].do == "undone":
            self.entries.pop()
        self.entries.extend(entries)
        self._back_to(len(self.entries) - len(entries))
        self._run([])
        self.undone = kept

    def amend(self, place: int, value: str = "", faces: list[int] | None = None) -> None:
        """Change an answer or a die of the past; what came later and still fits is kept, what fell away is in `fell_away`."""
        if place < 0 or place >= len(self.entries):
            raise Unavailable(f"the record has entries 0 to {len(self.entries) - 1}, not {place}.")
        before = list(self.entries)
        old = before[place]
        if old.do not in ("answer", "roll"):
            raise Malformed("only answers and rolls of the past can be changed; a ruling is taken back by undo.")
        # New dice that it leads to are drawn afresh: what came later keeps those that the seed drew for it.
        self.entries = [*before[:place], _changed(old, value, faces), self._fresh()]
        self._back_to(place)
        pool = with_draws(before)[place + 1 :]
        try:
            self._run(pool, place)
            remarks = [entry for entry in pool if entry.do == "undone"]
            if remarks:
                self.entries.extend(remarks)
                self._run([])
        except Exception as problem:
            self.entries = before
            self._back_to(place)
            self._run([])
            if isinstance(problem, (Refusal, ReplayMismatch)):
                raise Illegal(f"the past cannot be changed so: {problem}") from None
            raise
        self.fell_away = [entry for entry in pool if entry.do not in ("fresh", "undone")]
        self.undone = []

    def fork(self) -> Fight:
        """Another fight that has come the same way so far."""
        return Fight(
            self.system, self.checkpoints[0].battle, self.encounter, self.seed, self.script, self.house.copy(), self.entries
        )

    def kept(self) -> Kept:
        """The fight as it stands, for `restore`."""
        return Kept(self)

    def restore(self, kept: Kept) -> None:
        """Put everything back as it was: an operation is carried out whole or not at all."""
        self.entries = kept.entries
        self.events = kept.events
        self.undone = kept.undone
        self.fell_away = kept.fell_away
        self.freshened = kept.freshened
        self.house = kept.house
        self.script = kept.script
        self.questions = kept.questions
        self.checkpoints = kept.checkpoints
        self.battle = kept.battle

    def dice_state(self) -> dict[str, object]:
        """What of the record, besides entries and house, may change in the course of a fight."""
        return {}

    def put_back(self, undone: list[list[dict[str, object]]]) -> None:
        """What was taken back and can be done again, from its data."""
        self.undone = [[entry_from(entry) for entry in part] for part in undone]

    def set_level(self, level: str) -> None:
        """How much is automatic: "enforce", "assist" or "board"."""
        self.house.level = level

    # -- how the table plays ---------------------------------------------------------------------------------------------

    def automate(self, who: str, tactic: str = "steady") -> list[Event]:
        """Let a tactic answer for a unit, a controller, a side, or everybody ("*"); tactic "" gives it back to people."""
        self._known(who)
        if tactic:
            self.house.auto[who] = tactic_checked(self.system, tactic)
        else:
            self.house.auto.pop(who, None)
        return self._again()

    def order(self, who: str, about: str, order: str) -> list[Event]:
        """A standing order: questions `about` this for `who` are answered always, never, ask, or with an option."""
        self._known(who)
        if not about or not order:
            raise Malformed("a standing order says about what, and always, never, ask or an option.")
        self.house.orders.append((who, about, order))
        return self._again()

    def type_dice(self, who: str, on: bool = True) -> None:
        """This unit's, controller's or everybody's ("*") dice are typed in from now on."""
        self._known(who)
        if on and who not in self.house.typed:
            self.house.typed.append(who)
        elif not on and who in self.house.typed:
            self.house.typed.remove(who)
        self._again()

    def hold_results(self, on: bool = True) -> None:
        """Stop before consequences are written, so that the GM may change something."""
        self.house.hold = on
        self._again()

    def add_script(self, faces: list[int]) -> None:
        """Faces for the coming rolls, before the seed goes on."""
        self.script.extend(faces)

    @property
    def script_left(self) -> list[int]:
        """Scripted faces not thrown yet."""
        used = sum(len(entry.faces) for entry in self.entries if entry.by == "script")
        return self.script[used:]

    # -- odds and views ----------------------------------------------------------------------------------------------------

    def odds(
        self, question_id: str, option_id: str, seat: str = GM, policy: str = "steady", stop: str = "action",
        most: int = MOST_WAYS, knowledge: str = LEARNED, budget: Budget | None = None, assume: dict[str, bool] | None = None,
    ) -> Odds:  # fmt: skip
        """The odds of an option, as this seat may know them; later choices are made by the tactic `policy`, or as `assume` says by
        the ids of the assumptions.

        Exact, unless there are more than `most` ways it can come out, or the `budget` ends before they are counted: then sampled.
        `knowledge` is what the table lets players know of enemies they see: "open", "learned" or "hidden".
        """
        if knowledge not in KNOWLEDGE:
            raise Malformed(f"knowledge is one of {', '.join(KNOWLEDGE)}, not {_cut(knowledge)}.")
        asked = self._open(question_id)
        if asked.question is None:
            raise Unavailable("there is nothing to choose here, so there are no odds.")
        if not may_answer(asked.controller, seat) and not _offered(asked, option_id, seat):
            raise NotYours(f"{asked.controller} is asked here, not {seat}: the odds are theirs.")
        option = self._found(asked, option_id, seat)
        joint = self.checkpoints[-1]
        secret = [other.id for other in self.questions if other.secret and not may_answer(other.controller, seat)]
        known = [entry for entry in self.entries[joint.position :] if entry.do != "answer" or entry.at not in secret]
        start = Position(joint.battle, known, joint.counts)
        own = own_units(self.battle, seat)
        return option_odds(
            self.system, start, asked.id, asked.question, option, {"*": policy}, stop, seat, own, self.system.cut_below,
            budget or counted_budget(most), knowledge, assume,
        )  # fmt: skip

    def view(self, seat: str = GM) -> View:
        """The fight as this seat may see it."""
        return view(self, seat)

    # -- looking -----------------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        return self.battle.outcome if self.battle.closed else None

    @property
    def log(self) -> list[Event]:
        return self.events

    @property
    def doubts(self) -> list[str]:
        """Dice of the record that are said to be the seed's and are not, each in a sentence."""
        return [event.text for event in self.events if event.kind == "doubt"]

    @property
    def algorithm(self) -> str:
        """How the dice are drawn from the seed."""
        return ALGORITHM

    @property
    def commitment(self) -> str:
        """The hash of the seed, known before the fight."""
        return commitment(self.seed)

    @property
    def record(self) -> dict[str, object]:
        """Everything needed to replay this fight. The GM's: it holds the seed."""
        return {
            "quintain": FORMAT,
            "system": self.system.name,
            "rules": self.system.version,
            "seed": {"algorithm": ALGORITHM, "hash": self.commitment, "value": self.seed},
            "house": self.house.as_data(),
            "encounter": self.encounter,
            "entries": [entry.as_data() for entry in self.entries],
        }

    def export(self) -> dict[str, object]:
        """The fight as it stood at the last joint, as a new encounter."""
        return self.system.export(self.checkpoints[-1].battle)

    # -- inside --------------------------------------------------------------------------------------------------------------

    def _known(self, who: str) -> None:
        """Refuse a name that is neither a unit, a controller, a side nor everybody."""
        names = ["*", GM, PLAYERS]
        for unit in self.battle.units:
            names.extend([unit.id, unit.controller, unit.side, *unit.controller.split("+")])
        if who not in names and who not in self.house.auto and who not in self.house.typed:
            raise Unavailable(f"{who!r} is neither a combatant, a controller nor a side here: {_some(sorted(set(names)))}.")

    def _open(self, question_id: str) -> OpenQuestion:
        if not self.questions:
            raise Over("the fight is over: nothing is asked any more.")
        for asked in self.questions:
            if asked.id == question_id:
                return asked
        open_ids = ", ".join(asked.id for asked in self.questions)
        raise Stale(f"the question {_cut(question_id)} is not open; open now: {open_ids}.")

    def _seat(self, asked: OpenQuestion, by: str) -> str:
        seat = by or asked.controller.split("+")[0]
        if not may_answer(asked.controller, seat):
            raise NotYours(f"{asked.controller} is asked here, not {seat}.")
        return seat

    def _judged(self, asked: OpenQuestion, option: Option, seat: str, insist: bool) -> Option:
        question = asked.question
        assert question is not None
        why = why_not(question, option)
        if why:
            if insist and seat == GM and self.house.level != "enforce":
                return option
            raise Illegal(f"{option.label(question.battle)}: {why}.")
        return option

    def _fresh(self) -> Entry:
        """Other dice from here on, such as have not been drawn in this fight, taken back or not."""
        self.freshened += 1
        return Entry("fresh", "", str(self.freshened), "engine")

    def _found(self, asked: OpenQuestion, option_id: object, seat: str) -> Option:
        """The option of this id. One aimed at somebody whom the seat knows nothing of is none, like one aimed at nobody.

        Without a seat it is whoever is asked who answers: they choose among what they are shown.
        """
        question = asked.question
        readable = isinstance(option_id, str) and len(option_id) <= LONGEST_ID
        option = question.find(str(option_id)) if question is not None and readable else None
        if option is not None and seat not in ("", GM):
            own = own_units(self.battle, seat)
            units = [self.battle.find(one) for one in option.named_units()]
            if any(unit is not None and not self.system.sees_unit(self.battle, unit, own) for unit in units):
                option = None
        if option is None:
            raise Unavailable(f"{_cut(option_id)} is not an option here: {_some([o.id for o in asked.options])}.")
        return option

    def _add(self, entry: Entry) -> list[Event]:
        """Write an entry and run on; whatever cannot be taken is taken out again."""
        before, seen = list(self.entries), len(self.events)
        self.entries.append(entry)
        try:
            self._run([])
        except Exception:
            self.entries = before
            self._back_to(len(before))
            self._run([])
            raise
        self.undone = []
        self.fell_away = []
        return self.events[seen:]

    def _again(self) -> list[Event]:
        seen = len(self.events)
        self._run([])
        return self.events[seen:]

    def _back_to(self, place: int) -> None:
        while len(self.checkpoints) > 1 and self.checkpoints[-1].position > place:
            self.checkpoints.pop()

    def _run(self, pool: list[Entry], edited: int = -1) -> None:
        """From the last joint: feed the record, then go on until people are needed. `edited`: which answer is a new one."""
        self.noted = None
        start = self.checkpoints[-1]
        battle = start.battle.copy()
        reading = PlayReading(
            self.system,
            self.entries,
            start.position,
            dict(start.counts),
            self.house,
            Stream(self.seed, start.drawn),
            self.script,
            self.events,
            self.seed,
        )
        reading.pool = pool
        reading.edited = edited
        reading.fresh = start.fresh
        reading.scripted = start.scripted
        reading.joint = start.battle
        reading.joint_counts = start.counts
        del self.events[start.events :]
        battle.read_by(reading)
        self.questions = []
        self.battle = battle
        try:
            while next_joint(self.system, battle):
                self._keep(battle, reading)
            reading.after_end(battle)
        except Suspended as waiting:
            self.questions = self._opened(waiting)

    def _keep(self, battle: Battle, reading: PlayReading) -> None:
        kept = battle.copy()
        reading.keep_joint(kept)
        self.checkpoints.append(
            Checkpoint(
                kept,
                reading.position,
                dict(reading.counts),
                len(self.events),
                reading.stream.number,
                reading.fresh,
                reading.scripted,
            )
        )

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


def _offered(asked: OpenQuestion, option_id: str, seat: str) -> bool:
    """Is this among what a seat that is not asked may choose all the same?"""
    question = asked.question
    if question is None or seat in ("", GM) or may_answer(asked.controller, seat):
        return False
    return any(option.id() == option_id for option in question.offers(seat))


def _plain(value: object, depth: int) -> bool:
    """Can this be written down in a record?"""
    if depth > 12:
        return False
    if isinstance(value, dict):
        return all(isinstance(name, str) and _plain(part, depth + 1) for name, part in value.items())
    if isinstance(value, list):
        return all(_plain(part, depth + 1) for part in value)
    if isinstance(value, float):
        return value == value and abs(value) < 1e15
    return value is None or isinstance(value, (str, int))


def _summary(taken: list[Entry]) -> str:
    """What was taken back, for the log: the deeds of people, without giving away what was declared in secret."""
    deeds = [entry for entry in taken if entry.is_personal()]
    first = deeds[0] if deeds else taken[0]
    more = f" and {len(deeds) - 1} more" if len(deeds) > 1 else ""
    return f"{first.do} {first.at.split('#', 1)[0]} by {first.by}{more}"


def _are_whole(faces: object) -> bool:
    """Is this a list of whole numbers? Whoever calls may send anything."""
    return isinstance(faces, list) and all(type(face) is int for face in faces)


def _changed(old: Entry, value: str, faces: list[int] | None) -> Entry:
    """An entry of the past as the GM has it now."""
    if faces is not None and not _are_whole(faces):
        raise Malformed("faces are whole numbers, one for each die.")
    if old.do == "roll" and value not in ("", old.value):
        raise Malformed("of a roll the faces can be changed, not the dice.")
    if old.do == "answer" and faces:
        raise Malformed("an answer has no faces: name the option.")
    args = {name: one for name, one in old.args.items() if name != "drawn"}
    return Entry(old.do, old.at, value or old.value, GM, old.faces if faces is None else faces, args)


def _quiet(taken: list[Entry]) -> dict[str, object]:
    """Whether players are told no more than that it was: a ruling, or an answer to a question of the GM's that names nobody."""
    deeds = [entry for entry in taken if entry.is_personal()]
    first = deeds[0] if deeds else None
    secret = first is not None and first.by == GM and (first.do == "rule" or first.at.partition("#")[0].endswith(":"))
    return {"quiet": True} if secret else {}


def _cut(value: object) -> str:
    """What was given, quoted, for a sentence: the beginning of it where it is very long."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:80]}..."


def _some(names: list[str]) -> str:
    """A few of these names, for a sentence."""
    shown = ", ".join(names[:8])
    return f"there are {shown}{' ...' if len(names) > 8 else ''}" if names else "there is nothing to choose"


def fight_from(system: System, template: Battle, record: dict[str, object]) -> Fight:
    """A fight again from its record."""
    entries, seed = record.get("entries"), record.get("seed")
    encounter = record.get("encounter")
    if not isinstance(entries, list) or not isinstance(seed, dict) or not isinstance(encounter, dict):
        raise Malformed("a record has an encounter, a seed and entries.")
    if seed.get("algorithm") != ALGORITHM:
        raise Malformed(f"this record draws its dice by {seed.get('algorithm')!r}; known here is {ALGORITHM}.")
    value = seed.get("value")
    if not isinstance(value, str) or not value:
        raise Malformed("the seed of this record is missing.")
    if seed.get("hash", commitment(value)) != commitment(value):
        raise Malformed("the seed of this record is not the one whose hash was shown before the fight.")
    try:
        return Fight(
            system, template, encounter, value, None, house_from(record.get("house", {})), [entry_from(one) for one in entries]
        )
    except ReplayMismatch as problem:
        raise Malformed(
            f"this record does not fit the rules as they are ({system.name} {system.version}; "
            f"the record was made by {record.get('rules')}): {problem}."
        ) from None
