"""Readings that are fed the past first: the same entries, in the same order, lead to the same place."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from quintain.engine.battle import GM, Battle, Force, Unit
from quintain.engine.dice import Dice
from quintain.engine.event import Event
from quintain.engine.question import Option, Question
from quintain.engine.reading import FightOver, Reading
from quintain.engine.record import ASIDES, Entry
from quintain.engine.refusal import Refusal, ReplayMismatch, RuleError
from quintain.engine.roll import Roll, void_roll
from quintain.engine.ruling import apply_ruling
from quintain.engine.stream import Faces
from quintain.engine.system import System, open_options, why_not


class Asked:
    """Questions that are open together, and what has been answered of them so far."""

    def __init__(self, keys: list[str], questions: list[Question]) -> None:
        self.keys = keys
        self.questions = questions
        self.answers: list[Option | None] = [None] * len(keys)
        self.picked: list[str] = [""] * len(keys)
        self.by: list[str] = [""] * len(keys)
        self.gone: list[bool] = [False] * len(keys)

    def unanswered(self) -> list[int]:
        return [place for place in range(len(self.keys)) if self.answers[place] is None and not self.gone[place]]

    def is_open(self) -> bool:
        """Is any of them still to be answered? The last ones are answered last."""
        return any(self.answers[place] is None and not self.gone[place] for place in range(len(self.keys) - 1, -1, -1))


@mypyc_attr(allow_interpreted_subclasses=True)
class FedReading(Reading):
    """Feeds entries to the verbs; when they are used up, `open_*` says what happens next.

    Each ask and roll has a name: what it is about, who is concerned, and which of that kind it is in this fight, counted from 1.
    """

    def __init__(self, system: System, entries: list[Entry], position: int, counts: dict[str, int]) -> None:
        super().__init__()
        self.system = system
        self.entries = entries
        self.position = position
        self.counts = counts
        self.feeding = position < len(entries)
        self.edited = -1
        """The place of an answer that was changed afterwards, and has yet to be judged; -1 where there is none."""
        self.joint: Battle | None = None
        """The battle as it stood at the last joint, where whoever drives keeps it: for tactics that think ahead."""
        self.joint_position = position
        self.joint_counts: dict[str, int] = {}
        self.asking: Asked | None = None
        """What is being asked just now, and where in the record that, or the roll or held result of now, began."""
        self.asking_since = position
        self.ruled = False
        """Has the GM ruled anything since the last joint? Then a roll may have become pointless before it is made."""
        self.compares_again = False
        """Has a ruling just led the rules to look again, until they next ask or throw? What they find unchanged is no news."""

    def keep_joint(self, battle: Battle) -> None:
        """A joint is reached; `battle` is a copy that nobody changes."""
        self.joint = battle
        self.joint_position = self.position
        self.joint_counts = dict(self.counts)
        self.ruled = False

    # -- what a reading does when the past is used up ----------------------------------------------------------------

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        """Answer what can be answered (through `give`), or stop here."""
        raise NotImplementedError

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        raise NotImplementedError

    def open_hold(self, battle: Battle, key: str) -> bool:
        return False

    def past_is_over(self, battle: Battle) -> None:
        """The last fed answer has been given; what follows is new."""

    def put_aside(self, battle: Battle, entry: Entry) -> None:
        """An entry that answers nothing: other dice from here on, another seed, results held or not."""

    def fed_answer(self, battle: Battle, question: Question, by: str) -> None:
        """An answer of the record has been read."""

    # -- the verbs ---------------------------------------------------------------------------------------------------

    def ask(self, battle: Battle, question: Question) -> Option | None:
        asked = Asked([self._name(question.about, question.who)], [question])
        self._settle(battle, asked)
        self.answered_by = asked.by[0]
        if not self.feeding:
            self.past_is_over(battle)
        return asked.answers[0]

    def ask_all(self, battle: Battle, questions: list[Question]) -> list[Option | None]:
        asked = Asked([self._name(question.about, question.who) for question in questions], questions)
        self._settle(battle, asked)
        if not self.feeding:
            self.past_is_over(battle)
        return asked.answers

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        key, since = self._name(what, who), self.position
        while True:
            entry = self._head()
            if self._falls_away(battle, entry, key, who, what, against):
                self.compares_again = True
                return void_roll(self)
            if entry is None:
                self.asking_since = since
                return self.open_roll(battle, key, who, what, dice, audience, about)
            if self._aside(battle, entry):
                continue
            if entry.do == "rule" and entry.at == key:
                self._rule(battle, entry)
            elif entry.do == "roll" and entry.at == key and entry.value == dice.name:
                self._next()
                return self.fed_roll(battle, entry, who, what, dice, audience)
            else:
                raise self._mismatch(f"a roll {key} of {dice.name}", entry)

    def hold(self, battle: Battle, what: str) -> bool:
        key, since = self._name("hold", what), self.position
        while True:
            # A hold that nobody used leaves asides alone: they belong to the next question or roll, live and replayed.
            coming = self._past_asides()
            if coming is not None and coming.at != key:
                return False
            entry = self._head()
            if entry is None or coming is None:
                self.asking_since = since
                self.compares_again = self.open_hold(battle, key)
                return self.compares_again
            if self._aside(battle, entry):
                continue
            if entry.do == "rule":
                self._rule(battle, entry)
                self.compares_again = True
                return True
            if entry.do == "go":
                self._next()
            return False

    def _falls_away(self, battle: Battle, entry: Entry | None, key: str, who: str, what: str, against: str) -> bool:
        """Is a roll withdrawn, since a ruling has come and it is no longer to be made? The record says so.

        What the record has as thrown was thrown.
        """
        if entry is not None and entry.do == "withdrawn" and entry.at == key:
            self._next()
            return True
        if entry is not None or not self.ruled or self.system.may_roll(battle, who, what, against):
            return False
        self.write_down(Entry("withdrawn", key, "", "engine"))
        return True

    # -- feeding -----------------------------------------------------------------------------------------------------

    def write_down(self, entry: Entry) -> None:
        """Something new: at the end of the record."""
        self.entries.append(entry)
        self.position = len(self.entries)

    def give(self, asked: Asked, place: int, option: Option, by: str) -> None:
        """Answer one of the open questions, and write it down."""
        asked.answers[place] = option
        asked.picked[place] = option.id()
        asked.by[place] = by
        self.entries.append(Entry("answer", asked.keys[place], option.id(), by))
        self.position = len(self.entries)

    def withdraw(self, asked: Asked, place: int, write: bool) -> None:
        """Nobody answers this one any more; `write` it down unless the record says so already."""
        if write:
            self.entries.append(Entry("withdrawn", asked.keys[place], "", "engine"))
            self.position = len(self.entries)
        asked.gone[place] = True
        asked.answers[place] = None

    def fed_roll(self, battle: Battle, entry: Entry, who: str, what: str, dice: Dice, audience: str) -> Roll:
        """A roll that has already been thrown."""
        dice.check(entry.faces)
        roll = Roll(self, dice.total(entry.faces), dice.natural(entry.faces), dice.flag(entry.faces))
        roll.faces = entry.faces
        force = self.take_force(battle, who, what, dice)
        if force is not None and force.answers:
            roll.forced = force.answers
        return roll

    def take_force(self, battle: Battle, who: str, what: str, dice: Dice) -> Force | None:
        """What the GM has fixed for this roll, if anything; the fixing is used up by it, even where its faces do not fit."""
        for place, force in enumerate(battle.forces):
            if force.fits(who, what):
                if force.faces and battle.telling and not self.fixed_faces(battle, who, what, dice):
                    text = f"{dice.name} cannot show {', '.join([str(face) for face in force.faces])}: it is thrown as usual."
                    battle.tell(Event("ruling", text, audience="gm"))
                battle.forces = battle.forces[:place] + battle.forces[place + 1 :]
                return force
        return None

    def fixed_faces(self, battle: Battle, who: str, what: str, dice: Dice) -> list[int]:
        """The faces that the GM has fixed for this roll; [] where there are none, or where these dice do not show such faces."""
        for force in battle.forces:
            if force.fits(who, what):
                try:
                    dice.check(force.faces)
                except Refusal:
                    return []
                return list(force.faces)
        return []

    def thrown(self, battle: Battle, who: str, what: str, dice: Dice, source: Faces) -> Roll:
        """A roll thrown now, with whatever the GM has fixed of it."""
        fixed = self.fixed_faces(battle, who, what, dice) if battle.forces else []
        force = self.take_force(battle, who, what, dice) if battle.forces else None
        faces = fixed or dice.throw(source)
        roll = Roll(self, dice.total(faces), dice.natural(faces), dice.flag(faces))
        roll.faces = faces
        if force is not None and force.answers:
            roll.forced = force.answers
        return roll

    def _settle(self, battle: Battle, asked: Asked) -> None:
        """Feed answers and rulings until every question has its answer or is gone."""
        self.asking = asked
        since = self.position
        looked = False
        while True:
            if not looked:
                self._withdraw(asked)
            if not asked.is_open():
                return
            looked = False
            entry = self._head()
            if entry is None:
                before, written = len(asked.unanswered()), self.position
                self.asking_since = since
                self.open_ask(battle, asked)
                # Where the record has grown, somebody changed an answer, or a ruling made one void.
                if len(asked.unanswered()) >= before and self.position == written:
                    raise RuleError("a reading left a question open without stopping")
            elif self._aside(battle, entry):
                continue
            elif entry.do == "rule" and entry.at in asked.keys:
                self._rule(battle, entry)
                self._void(asked)
                self._withdraw(asked)
                self._withdraw_empty(asked)
            elif entry.do == "answer" and entry.at in asked.keys:
                self._answer(asked, asked.keys.index(entry.at), entry)
                looked = True  # an answer among several changes nothing yet
            elif entry.do == "withdrawn" and entry.at in asked.keys:
                self._next()
                asked.gone[asked.keys.index(entry.at)] = True
            else:
                raise self._mismatch(f"an answer to {' or '.join(asked.keys)}", entry)

    def _answer(self, asked: Asked, place: int, entry: Entry) -> None:
        option = self.option_of(asked.questions[place], entry)
        if option is None or (self.position == self.edited and why_not(asked.questions[place], option)):
            raise self._mismatch(f"an option of {entry.at}", entry)
        self._next()
        asked.answers[place] = option
        asked.picked[place] = entry.value
        asked.by[place] = entry.by
        self.fed_answer(asked.questions[place].battle, asked.questions[place], entry.by)

    def option_of(self, question: Question, entry: Entry) -> Option | None:
        """The option that an answer of the record names."""
        return question.find(entry.value)

    def _withdraw(self, asked: Asked) -> None:
        """Questions whose party is gone, or which a ruling left without options, are withdrawn, and the record says so."""
        for place, question in enumerate(asked.questions):
            if asked.gone[place] or not question.withdrawn():
                continue
            entry = self._head()
            if entry is not None and entry.do in ("answer", "rule") and entry.at == asked.keys[place]:
                continue  # An older record, in which it was still asked.
            if entry is not None and entry.do == "withdrawn" and entry.at == asked.keys[place]:
                self._next()
            self.withdraw(asked, place, entry is None)

    def _withdraw_empty(self, asked: Asked) -> None:
        """After a ruling: a question that it left without any option is withdrawn too."""
        for place in asked.unanswered():
            if self._head() is None and not open_options(asked.questions[place]):
                self.withdraw(asked, place, True)

    def _void(self, asked: Asked) -> None:
        """After a ruling: answers that it made illegal are void."""
        for place, option in enumerate(asked.answers):
            question = asked.questions[place]
            if option is not None and not question.withdrawn() and why_not(question, option):
                asked.answers[place] = None
                asked.picked[place] = ""

    def _rule(self, battle: Battle, entry: Entry) -> None:
        self._next()
        self.ruled = True
        apply_ruling(self.system, battle, entry.value, entry.args)
        if battle.outcome is not None and not battle.closing:
            raise FightOver()

    def _aside(self, battle: Battle, entry: Entry) -> bool:
        """Entries that are no answer to anything: a remark on the record, or where the dice come from."""
        if entry.do not in ASIDES:
            return False
        self._next()
        if entry.do == "undone":
            if battle.telling:
                self._tell_undone(battle, entry)
        else:
            self.put_aside(battle, entry)
        return True

    def read_asides(self, battle: Battle) -> None:
        """Whatever of this kind comes next."""
        while self.position < len(self.entries) and self._aside(battle, self.entries[self.position]):
            pass

    def _tell_undone(self, battle: Battle, entry: Entry) -> None:
        """What was taken back: "answer turn:tamsin by ann" in the record is "Tamsin Quill (turn)" in the log. Where that would tell
        players of somebody unseen, or of a question they know nothing of, they hear no more than that it was."""
        more, told = entry.args.get("more"), str(entry.args.get("told", entry.value))
        what, known = _in_words(battle, entry.value), _in_words(battle, told)
        unit = _undone_of(battle, told)
        event = Event("undone", f"Taken back: {what} and {more} more." if more else f"Taken back: {what}.")
        heard = entry.args.get("heard", [] if entry.args.get("unheard") is True else None)
        if isinstance(heard, list):
            # Some have heard of it, each of something else perhaps.
            names = "+".join([str(name) for name in heard])
            event = Event("undone", "Something was taken back.", audience=f"seat:{names}") if names else event
            event.audience = event.audience if names else GM
        elif entry.args.get("quiet") is True or (unit is not None and not self.system.sees_unit(battle, unit, [])):
            event.audience = GM
            event.public = "Something was taken back."
        elif more:
            # That more was taken back counts what others did unseen.
            event.audience = GM
            event.public = f"Taken back: {known}."
        battle.tell(event)

    def _past_asides(self) -> Entry | None:
        """The next entry that is more than a remark on the record."""
        place = self.position
        while place < len(self.entries) and self.entries[place].do in ASIDES:
            place += 1
        return self.entries[place] if place < len(self.entries) else None

    def _head(self) -> Entry | None:
        if self.position >= len(self.entries):
            self.feeding = False
            return None
        return self.entries[self.position]

    def _next(self) -> None:
        self.position += 1
        self.feeding = self.position < len(self.entries)

    def _name(self, about: str, who: str) -> str:
        self.compares_again = False
        base = f"{about}:{who}"
        number = self.counts.get(base, 0) + 1
        self.counts[base] = number
        return f"{base}#{number}"

    def _mismatch(self, wanted: str, entry: Entry) -> ReplayMismatch:
        what = f"{entry.do} {entry.at} {entry.value}".rstrip()
        return ReplayMismatch(f"entry {self.position + 1} of the record is {what}, where the rules want {wanted}")


def _undone_of(battle: Battle, value: str) -> Unit | None:
    """Whose deed a remark says to be taken back."""
    return battle.find(value.partition(":")[2].partition(" ")[0])


def _in_words(battle: Battle, value: str) -> str:
    """What a remark says to be taken back, for the log."""
    unit, about = _undone_of(battle, value), value.partition(" ")[2].partition(":")[0]
    what = f"{unit.name} ({about})" if unit is not None else f"a choice ({about})"
    return "a ruling" if value.startswith("rule ") else what
