"""The exact reading: every way the dice can fall, each with its exact weight, by running the same rules once per way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quintain.engine.battle import GM, Battle
from quintain.engine.budget import Limit, Spent
from quintain.engine.dice import Dice
from quintain.engine.drive import next_joint
from quintain.engine.feed import Asked, FedReading
from quintain.engine.question import Option, Question
from quintain.engine.reading import StopHere
from quintain.engine.record import Entry
from quintain.engine.refusal import Unavailable
from quintain.engine.roll import Roll, void_roll
from quintain.engine.sample import Tactics, allowed, answer_together, declared
from quintain.engine.stream import Stream
from quintain.engine.system import System, why_not

MOST_LEAVES = 2_000_000
FINE = 30
"""A drawn share is off by less than one in two to this power."""


class Leaf:
    """One way it can come out: its weight as a fraction, the battle then, and what was noted on the way."""

    def __init__(self, over: int, under: int, battle: Battle, notes: dict[tuple[str, str], int]) -> None:
        self.over = over
        self.under = under
        self.battle = battle
        self.notes = notes


class Supposition:
    """What a seat takes the unknown to be: one of the cases it must reckon with, 0 the worst for the actor, the last the best."""

    def __init__(self, own: list[str], who: str, option: Option, number: int, cases: int) -> None:
        self.own = own
        self.who = who
        self.option = option
        self.number = number
        self.cases = cases
        self.headlines: list[str] = []

    def apply(self, system: System, battle: Battle) -> None:
        self.headlines = system.suppose_case(battle, self.own, self.who, self.option, self.number, self.cases)


class Assumption:
    """A later choice that odds take for granted and whoever looks may have otherwise: a push, help lent."""

    def __init__(self, id: str, label: str, on: bool) -> None:
        self.id = id
        self.label = label
        self.on = on


class CutTally:
    """Whoever adds up the ways is told of those that are left out: what had been noted by then is decided."""

    def take_cut(self, over: int, under: int, notes: dict[tuple[str, str], int]) -> None:
        raise NotImplementedError


class ExactReading(FedReading):
    """Fed the past (if any), then split at every question a roll is asked. Draws no random number.

    The choices of a path are kept; after each leaf the last choice that has an alternative is advanced, and the rules run again.
    With `stream` no way is counted out: each split is drawn by its weights, so that the same reading samples.
    """

    def __init__(self, system: System, tactics: Tactics, stop: str = "", seat: str = GM) -> None:
        super().__init__(system, [], 0, {})
        self.tactics = tactics
        self.stream: Stream | None = None
        self.limit: Limit | None = None
        self.cut_tally: CutTally | None = None
        self.wanted: dict[str, bool] = {}
        """What whoever looks wants taken for granted, by the id of the assumption."""
        self.assumed: dict[str, Assumption] = {}
        self.side = ""
        """The side whose later choices of this kind are told as assumptions, and taken as whoever looks wants them."""
        self.figures_open = False
        """Does the seat use the true figures of enemies it sees?"""
        self._fed: dict[int, Option] = {}
        self._switchable: dict[str, bool] = {}
        self.stop = stop
        self.seat = seat
        self.asked: list[str] = []
        self.cut_below = 0.0
        self.cut = Fraction(0)
        self.leaves = 0
        self.most = MOST_LEAVES
        """More ways than this are refused: sample instead."""
        self._choices: list[int] = []
        self._weights: list[list[int]] = []
        self._wholes: list[int] = []
        self._depth = 0
        self._over = 1
        self._under = 1
        self._shaved = Fraction(0)
        self._past_over = False
        """Has this path left the fed past, and what the seat does not know with it?"""
        self.notes: dict[tuple[str, str], int] = {}
        self.supposition: Supposition | None = None
        self.own: list[str] = []
        """The units that the seat runs."""
        self.plan: list[str] = []
        """What whoever acts takes next, one after the other, where it is asked again: a square, then an attack from there."""
        self.planner = ""
        self.plan_about = ""
        self._planned = 0
        self.taken: list[Option] = []
        """What has been taken of it, on this way or an earlier one."""
        self.looks_on = False
        """Does it end where whoever plans is asked again, to see what there is to choose then?"""
        self.open_then: Question | None = None

    def past_is_over(self, battle: Battle) -> None:
        """Where a seat's odds begin: what it does not know is replaced by what it may suppose, or left aside."""
        if self._depth > 0 or self._past_over:
            return
        self._past_over = True
        if self.supposition is not None:
            self.supposition.apply(self.system, battle)
            if not self.supposition.headlines:
                # Nothing can be said, so nothing is worked out.
                raise StopHere()
        elif self.seat != GM:
            if self.figures_open:
                self.system.conceal_unseen(battle, self.own)
            else:
                self.system.conceal(battle, self.own)

    def start_path(self, entries: list[Entry], position: int, counts: dict[str, int]) -> None:
        self.entries = entries
        self.position = position
        self.counts = counts
        self.feeding = position < len(entries)
        self._depth = 0
        self._over = 1
        self._under = 1
        self._past_over = False
        self._planned = 0
        self.ruled = False
        self.notes = {}
        self.barred = {}
        self.leaves += 1
        if self.leaves > self.most:
            if self.limit is not None:
                raise Spent()
            raise Unavailable(f"more than {self.most:,} ways it can come out: too many to enumerate; sample instead.")

    def next_path(self) -> bool:
        """Turn to the next way the dice can fall; False when all have been seen."""
        while self._choices:
            weights = self._weights[-1]
            following = self._choices[-1] + 1
            while following < len(weights) and weights[following] == 0:
                following += 1
            if following < len(weights):
                self._choices[-1] = following
                return True
            self._choices.pop()
            self._weights.pop()
            self._wholes.pop()
        return False

    def progress(self) -> float:
        """How far the counting has come, from 0 to 1, as far as the splits of this path tell."""
        done, room = 0.0, 1.0
        for place, choice in enumerate(self._choices):
            weights = self._weights[place]
            live, before = 0, 0
            for number, weight in enumerate(weights):
                if weight:
                    live += 1
                    if number < choice:
                        before += 1
            done += room * before / live
            room /= live
        return done

    def leaf(self, battle: Battle) -> Leaf:
        return Leaf(self._over, self._under, battle, self.notes)

    # -- the verbs past the fed part -----------------------------------------------------------------------------------

    def ask(self, battle: Battle, question: Question) -> Option | None:
        if self.limit is not None:
            self.limit.spend_for(question.who, self.limit.battle_cost)
        if self.feeding:
            return super().ask(battle, question)
        if self.looks_on and not self.planning and self._is_asked_again(question):
            self.open_then = question
            raise StopHere()
        planned = self._as_planned(question) if self.planning else None
        if planned is not None:
            return planned
        option = allowed(question, self.tactics.of(battle, question))
        return self._assume(battle, question, option) if option is not None else None

    @property
    def planning(self) -> bool:
        """Is something planned that has not been asked for yet?"""
        return self._planned < len(self.plan)

    def _is_asked_again(self, question: Question) -> bool:
        """Is it the planner's next choice of what to do, rather than an answer to somebody?"""
        return question.who == self.planner and (question.about == self.plan_about or question.kind() == "turn")

    def _as_planned(self, question: Question) -> Option | None:
        """What was planned, if this is where it is asked for; where it cannot be taken any more, this way ends here."""
        if question.who != self.planner:
            return None
        found = question.find(self.plan[self._planned])
        if found is not None and not why_not(question, found):
            self._planned += 1
            self.taken = [*self.taken[: self._planned - 1], found]
            return found
        if question.about == self.plan_about:
            raise StopHere()
        return None

    def ask_all(self, battle: Battle, questions: list[Question]) -> list[Option | None]:
        if self.feeding:
            if self.limit is not None:
                for question in questions:
                    self.limit.spend_for(question.who, self.limit.battle_cost)
            return super().ask_all(battle, questions)
        return answer_together(self.tactics, battle, questions, None, self.limit)

    def option_of(self, question: Question, entry: Entry) -> Option | None:
        # The same entry is fed once per way: options name combatants by id or place, so one reading of it serves all.
        known = self._fed.get(self.position)
        if known is None:
            known = super().option_of(question, entry)
            if known is not None:
                self._fed[self.position] = known
        return known

    def _assume(self, battle: Battle, question: Question, option: Option) -> Option:
        """What whoever looks wants assumed here instead; and that something is assumed, where one may say always or never to it."""
        about = question.about
        if about not in self._switchable:
            self._switchable[about] = question.standing("never") != ""
        if not self._switchable[about]:
            return option
        unit = battle.find(question.who)
        if unit is None or not self.side or unit.side != self.side:
            return option
        if self.seat != GM and not self.system.sees_unit(battle, unit, self.own):
            # Nobody whom this seat knows nothing of is reckoned with, or named.
            found = question.find(question.standing("never"))
            return found if found is not None and not why_not(question, found) else option
        id = f"{about}:{question.who}"
        order = self.system.assumed(question)
        if id in self.wanted or about in self.wanted:
            order = "always" if self.wanted.get(id, self.wanted.get(about, False)) else "never"
        wanted = question.standing(order) if order else ""
        found = question.find(wanted) if wanted else None
        if found is not None and not why_not(question, found):
            option = found
        row = self.assumed.get(id)
        on = option.id() != question.standing("never")
        if row is None:
            self.assumed[id] = Assumption(id, self._title(battle, question), on)
        elif on:
            row.on = True
        return option

    def _title(self, battle: Battle, question: Question) -> str:
        units = [battle.find(one) for one in question.concerns()] if self.seat != GM else []
        seen = all(unit is None or self.system.sees_unit(battle, unit, self.own) for unit in units)
        return question.title() if seen else question.title_unseen()

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        # Whoever has yet to declare is answered for by tactics, which may know no more than the seat does.
        self.past_is_over(battle)
        places = asked.unanswered()
        left = [asked.questions[place] for place in places]
        answers = answer_together(self.tactics, battle, left, declared(battle, asked), self.limit)
        for place, option in zip(places, answers, strict=True):
            asked.answers[place] = option
            if option is None:
                self.withdraw(asked, place, False)

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        if self.limit is not None:
            self.limit.spend_for(who, 1)
        if self.feeding:
            return super().roll(battle, who, what, dice, audience, about, against)
        if self.ruled and not self.system.may_roll(battle, who, what, against):
            return void_roll(self)
        return self.open_roll(battle, "", who, what, dice, audience, about)

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        fixed = self.fixed_faces(battle, who, what, dice) if battle.forces and self.seat == GM else []
        force = self.take_force(battle, who, what, dice) if battle.forces and self.seat == GM else None
        roll = Roll(self, 0, 0, False)
        if force is not None and force.answers:
            roll.forced = force.answers
        table = dice.table()
        if fixed:
            return self.fed_known(dice, fixed, roll)
        if about and self.asked and not any(one in self.asked for one in about.split("+")):
            middle = table.size // 2
            return Roll(self, table.totals[middle], table.naturals[middle], table.flags[middle] != 0)
        roll.open(table)
        return roll

    def fed_known(self, dice: Dice, faces: list[int], roll: Roll) -> Roll:
        known = Roll(self, dice.total(faces), dice.natural(faces), dice.flag(faces))
        known.forced = roll.forced
        return known

    def fed_roll(self, battle: Battle, entry: Entry, who: str, what: str, dice: Dice, audience: str) -> Roll:
        roll = super().fed_roll(battle, entry, who, what, dice, audience)
        if audience == GM and self.seat != GM:
            roll.open(dice.table(), _row_of(dice, entry.faces))
        return roll

    def hold(self, battle: Battle, what: str) -> bool:
        return super().hold(battle, what) if self.feeding else False

    def reached(self, battle: Battle, place: str) -> None:
        going_on = self.planning or self.looks_on
        if not self.feeding and ((place == self.stop and not going_on) or (place == "turn" and going_on)):
            raise StopHere()

    def matters(self, id: str) -> bool:
        return self.feeding or not self.asked or id in self.asked

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        if not self.feeding:
            key = (what, who)
            self.notes[key] = self.notes.get(key, 0) + amount

    # -- splitting -------------------------------------------------------------------------------------------------------

    def branch(self, weights: list[int]) -> int:
        if self.limit is not None:
            self.limit.spend(1)
        if self.stream is not None:
            self._depth += 1
            return drawn(self.stream, weights)
        if self._depth == len(self._choices):
            self._open_branch(weights)
        place = self._depth
        self._depth += 1
        choice = self._choices[place]
        self._over *= self._weights[place][choice]
        self._under *= self._wholes[place]
        return choice

    def _open_branch(self, weights: list[int]) -> None:
        """A split not met before on this path: take its first part that has any weight."""
        whole = _sum(weights)
        if self.cut_below > 0.0:
            weights = self._cut_light(weights, whole)
        choice = 0
        while weights[choice] == 0:
            choice += 1
        self._choices.append(choice)
        self._weights.append(weights)
        self._wholes.append(whole)

    def _cut_light(self, weights: list[int], whole: int) -> list[int]:
        """Leave out the parts too light to matter, never all of them, and keep count of what was left out."""
        here = self._over / self._under
        kept = list(weights)
        heaviest = max(weights)
        for place, weight in enumerate(weights):
            if weight and weight < heaviest and here * (weight / whole) < self.cut_below:
                self.cut += Fraction(self._over * weight, self._under * whole)
                if self.cut_tally is not None:
                    self.cut_tally.take_cut(self._over * weight, self._under * whole, self.notes)
                kept[place] = 0
        return kept

    def shave(self, weight: int, whole: int) -> None:
        if self._depth >= len(self._choices):
            self._shaved = max(self._shaved, Fraction(weight, whole))

    @property
    def shaved(self) -> Fraction:
        """The largest share that lay beyond the open end of a table where a question went past it."""
        return self._shaved


def drawn(stream: Stream, weights: list[int]) -> int:
    """One of these parts, each as likely as it is heavy."""
    whole = _sum(weights)
    bits = whole.bit_length() + FINE
    number = 0
    for _ in range(0, bits, FINE):
        number = (number << FINE) | stream.face(1 << FINE, 0)
    at = (number * whole) >> (FINE * ((bits + FINE - 1) // FINE))
    for place, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return place
    return len(weights) - 1


def _sum(weights: list[int]) -> int:
    total = 0
    for weight in weights:
        total += weight
    return total


def _row_of(dice: Dice, faces: list[int]) -> int:
    """The row of the table that these faces came to."""
    table = dice.table()
    total, flag = dice.total(faces), 1 if dice.flag(faces) else 0
    nearest = table.size - 1
    for row in range(table.size):
        if table.totals[row] == total and table.flags[row] == flag:
            return row
        if table.totals[row] > total:
            nearest = min(nearest, row)
    return nearest


class Position:
    """Where an enumeration starts: a joint, what has been fed since, and the answer under study."""

    def __init__(self, battle: Battle, entries: list[Entry], counts: dict[str, int]) -> None:
        self.battle = battle
        self.entries = entries
        self.counts = counts


def leaves_from(system: System, reading: ExactReading, start: Position) -> Iterator[Leaf]:
    """One after the other, every way it can come out from here to the reading's stop, or to the next joint.

    Where the reading draws, ways without end: whoever takes them stops.
    """
    while True:
        battle = start.battle.copy()
        reading.start_path(list(start.entries), 0, dict(start.counts))
        if reading.limit is not None:
            reading.limit.spend(reading.limit.battle_cost)
        battle.read_by(reading)
        try:
            next_joint(system, battle)
            while reading.feeding:
                next_joint(system, battle)
        except StopHere:
            pass
        yield reading.leaf(battle)
        if reading.stream is None and not reading.next_path():
            return
