"""Working out odds within a budget, as one seat may know them: every way counted where that can be done, else drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from quintain.engine.battle import GM, Battle
from quintain.engine.budget import COUNTING, HOPELESS, LEAST_SAMPLES, Budget, Limit, Spent
from quintain.engine.exact import ExactReading, Position, Supposition, leaves_from
from quintain.engine.odds import BackRow, Each, Odds, Tally
from quintain.engine.question import Option, Question
from quintain.engine.record import Entry
from quintain.engine.refusal import Unavailable
from quintain.engine.sample import Tactics
from quintain.engine.stream import Stream
from quintain.engine.system import System

OPEN: Final = "open"
LEARNED: Final = "learned"
HIDDEN: Final = "hidden"
KNOWLEDGE: Final = (OPEN, LEARNED, HIDDEN)
ACTION: Final = "action"
NARROW: Final = ("consequences", ACTION)
"""Where a seat's odds may end: what follows hangs on what others choose, and on figures that it does not know."""
UNTIL_LEAST: Final = 1 << 40
"""Work enough for the least number of samples, which only the clock or a cancel can keep from being drawn."""
MOST_PLANNED: Final = 200
"""So many ways are looked at to find where a plan leads."""
NO_TIME: Final = "stopped before it was worked out"
SET_UP: Final = "no dice are thrown for this"


class Study:
    """What is studied: taking an option at a question, from a position, as a seat may know it."""

    def __init__(
        self, system: System, start: Position, question_key: str, question: Question, option: Option, first: list[Option]
    ) -> None:
        """`first` are options that are taken before it, each where whoever is asked here is asked again: a square to attack from."""
        self.system = system
        taken = [*first, option]
        self.start = Position(start.battle, [*start.entries, Entry("answer", question_key, taken[0].id(), GM)], start.counts)
        self.first = first
        self.plan = [one.id() for one in taken[1:]]
        self.about = question.about
        self.before: Battle = question.battle
        self.who = question.who
        self.option = option
        self.stop = ACTION
        self.seat = GM
        self.own: list[str] = []
        self.knowledge = LEARNED
        self.cut_below = 0.0
        self.policy: dict[str, str] = {}
        self.wanted: dict[str, bool] = {}
        self.budget = Budget()
        self.assumed: list[ExactReading] = []
        """The readings that were made: what they took for granted is told."""

    def odds(self) -> Odds:
        """The odds of the option within the budget."""
        found = self._found()
        if self.budget.stopped and self.seat != GM:
            found, self.assumed = self._nothing(found.unknown, NO_TIME), []
        found.headlines = self.system.headlines_for(self.before, self.who, self.option)
        if not self.option.weighs():
            found.leave_out_zero()
        found.words = self.system.chance_words
        found.ids = {unit.name: unit.id for unit in self.before.units}
        self._tell_assumed(found)
        if self.seat != GM and not found.note and not found.is_empty():
            found.note = self.system.taken_as_told(self.before, self.own, self.who, self.option)
        return found

    def _found(self) -> Odds:
        if not self.before.begun:
            return self._nothing([], SET_UP)
        unknown: list[str] = []
        if self.seat != GM and self.knowledge != OPEN:
            for option in [*self.first, self.option]:
                unknown += [one for one in self.system.unknown(self.before, self.own, self.who, option) if one not in unknown]
        if self.seat != GM and self.stop not in NARROW:
            # What follows the act itself hangs on what others choose, and on figures that only the GM knows.
            self.stop = ACTION
        if unknown and self.knowledge == HIDDEN:
            return self._nothing(unknown, "the figures of others are not shown at this table")
        # Whom it touches from where it does not stand yet nobody can say beforehand.
        apart = self.system.apart(self.before, self.own, self.who, self.option) if not self.first else []
        if unknown:
            return self._ranged(unknown, apart)
        found = self._known(apart)
        found.figures = self.system.figures(self.before, self.who, self.option)
        return found

    def _nothing(self, unknown: list[str], note: str) -> Odds:
        found = Odds({}, {}, Fraction(0), unknown, self.named(), 0)
        found.note = note
        return found

    def named(self) -> str:
        return ", ".join(sorted(set(Tactics(self.system, self.policy).names.values())))

    # -- nothing unknown -------------------------------------------------------------------------------------------------

    def _known(self, apart: list[str]) -> Odds:
        limit = self._limit(COUNTING)
        try:
            if apart:
                singles = [self._counted(limit, None, id) for id in apart]
                found = put_together(singles, self.system.unharmed, self.named())
                for id, one in zip(apart, found.each, strict=True):
                    one.id = id
                return found
            return self._counted(limit, None, "")
        except Spent:
            pass
        tallies = self._drawn([None], apart)
        return self._sampled(tallies[0])

    def _sampled(self, tally: Tally) -> Odds:
        if not tally.ways:
            return self._nothing([], NO_TIME)
        return tally.odds(Fraction(0), self.named(), True)

    def _counted(self, limit: Limit, supposition: Supposition | None, alone: str) -> Odds:
        """Every way it can come out, added up. Raises `Spent` where the limit is reached."""
        reading = self._reading(supposition, alone)
        reading.limit = limit
        reading.most = self.budget.ways
        tally = self._tally(supposition, alone)
        reading.cut_tally = tally
        before = limit.used()
        for leaf in leaves_from(self.system, reading, self.start):
            tally.take(leaf)
            if tally.ways % 64 == 0 and self._is_hopeless(reading, limit, before):
                raise Spent()
        return tally.odds(reading.cut + reading.shaved, self.named(), False)

    def _is_hopeless(self, reading: ExactReading, limit: Limit, before: int) -> bool:
        """At this pace, would it take far more than is left?"""
        done = max(reading.progress(), 1e-9)
        expected = (limit.used() - before) / done
        return reading.cut_below == 0.0 and expected > HOPELESS * limit.whole

    # -- something unknown -----------------------------------------------------------------------------------------------

    def _ranged(self, unknown: list[str], apart: list[str]) -> Odds:
        cases = self.system.suppositions(self.before, self.own, self.who, self.option)
        suppositions = [Supposition(self.own, self.who, self.option, number, cases) for number in range(cases)]
        found = Odds({}, {}, Fraction(0), unknown, self.named(), 0)
        limit = self._limit(COUNTING)
        try:
            ends: list[Odds] = []
            for supposition in suppositions:
                ends.append(self._counted_apart(limit, supposition, apart))
                if not supposition.headlines:
                    break
        except Spent:
            tallies = self._drawn(list(suppositions), [])
            if not tallies[0].ways:
                return self._nothing(unknown, NO_TIME)
            ends = [tally.odds(Fraction(0), self.named(), True) for tally in tallies]
            found.sampled = tallies[0].ways
        meant: list[str] = []
        for supposition in suppositions:
            meant += [name for name in supposition.headlines if name not in meant]
        for name in meant:
            chances = [end.chances.get(name, Fraction(0)) for end in ends]
            cut = max(end.cut for end in ends)
            found.ranges[name] = (min(chances), min(Fraction(1), max(chances) + cut) if cut else max(chances))
        if any(self.system.may_come_to_nothing(self.before, self.own, self.who, one) for one in [*self.first, self.option]):
            found.ranges = {name: (Fraction(0), high) for name, (_, high) in found.ranges.items()}
        if meant and not apart and self.system.supposes_answers:
            found.back = joined([end.back for end in ends])
        found.leaves = sum([end.leaves for end in ends])
        return found

    def _counted_apart(self, limit: Limit, supposition: Supposition, apart: list[str]) -> Odds:
        """One case counted; of many that are touched each by itself, as what happens at least once."""
        if not apart:
            return self._counted(limit, supposition, "")
        singles = [self._counted(limit, supposition, id) for id in apart]
        found = Odds({}, {}, Fraction(0), [], self.named(), sum([single.leaves for single in singles]))
        for single in singles:
            found.cut = max(found.cut, single.cut)
            for name, chance in single.chances.items():
                found.chances[name] = 1 - (1 - found.chances.get(name, Fraction(0))) * (1 - chance)
        return found

    # -- both ------------------------------------------------------------------------------------------------------------

    def _drawn(self, suppositions: list[Supposition | None], apart: list[str]) -> list[Tally]:
        """Ways drawn by their weights, in turn for each supposition, until the budget ends; the same number of each."""
        limit = self._limit(1.0)
        limit.allow(UNTIL_LEAST)
        readings: list[ExactReading] = []
        tallies: list[Tally] = []
        for number, supposition in enumerate(suppositions):
            reading = self._reading(supposition, "")
            reading.limit = limit
            if apart:
                reading.asked = apart
            reading.stream = Stream(f"odds:{number}")
            readings.append(reading)
            tally = self._tally(supposition, "")
            tally.apart = apart
            tallies.append(tally)
        ways = [leaves_from(self.system, reading, self.start) for reading in readings]
        most = max(LEAST_SAMPLES, self.budget.samples // len(suppositions))
        done = 0
        try:
            while done < most:
                if done == LEAST_SAMPLES:
                    limit.allow(-UNTIL_LEAST)
                leaves = [next(one) for one in ways]
                for tally, leaf in zip(tallies, leaves, strict=True):
                    leaf.over, leaf.under = 1, 1
                    tally.take(leaf)
                done += 1
        except Spent:
            pass
        return tallies

    def _limit(self, part: float) -> Limit:
        return limit_for(self.system, self.before, self.seat, self.own, self.budget, part)

    def _reading(self, supposition: Supposition | None, alone: str) -> ExactReading:
        tactics = Tactics(self.system, self.policy)
        reading = ExactReading(self.system, tactics, self.stop, self.seat)
        reading.cut_below = self.cut_below
        reading.asked = [alone] if alone else self.system.asked_about(self.before, self.who, self.option)
        reading.supposition = supposition
        reading.own = self.own
        reading.figures_open = self.knowledge == OPEN
        reading.wanted = self.wanted
        reading.plan, reading.planner, reading.plan_about = self.plan, self.who, self.about
        unit = self.before.find(self.who)
        reading.side = unit.side if unit is not None else ""
        tactics.begin("odds")
        self.assumed.append(reading)
        return reading

    def _tally(self, supposition: Supposition | None, alone: str) -> Tally:
        own = self.own if self.seat != GM else None
        tally = Tally(self.system, self.before, self.who, self.option, alone, own)
        tally.with_fates = supposition is None
        tally.open = self.seat == GM or self.knowledge == OPEN
        return tally

    def _tell_assumed(self, found: Odds) -> None:
        told: list[str] = []
        for reading in self.assumed:
            for id, row in reading.assumed.items():
                if id not in told:
                    told.append(id)
                    found.assumed.append(row)


class NotSeen(Unavailable):
    """The budget ended before it was seen what can follow."""


def limit_for(system: System, battle: Battle, seat: str, own: list[str], budget: Budget, part: float) -> Limit:
    """This part of a budget, counted by what the seat may know: whether odds are drawn, and how many, tells nothing of the unseen."""
    limit = budget.limit(part)
    if seat != GM:
        limit.unseen = {unit.id for unit in battle.units if not system.sees_unit(battle, unit, own)}
    limit.battle_cost = len(battle.units) - len(limit.unseen)
    return limit


def planned(
    system: System, start: Position, question_key: str, question: Question, first: Option, then: list[str], seat: str, own: list[str],
    budget: Budget,
) -> list[Option]:  # fmt: skip
    """What these ids mean to whoever is asked here, once `first` is taken: an option each. Fewer where the rest cannot follow."""
    return _looked_ahead(system, start, question_key, question, first, then, seat, own, budget, False).taken


def asked_then(
    system: System, start: Position, question_key: str, question: Question, first: Option, then: list[str], seat: str, own: list[str],
    budget: Budget,
) -> Question | None:  # fmt: skip
    """What whoever is asked here is asked once all this is taken, as the seat may suppose it; None where it is not asked again."""
    return _looked_ahead(system, start, question_key, question, first, then, seat, own, budget, True).open_then


def _looked_ahead(
    system: System, start: Position, question_key: str, question: Question, first: Option, then: list[str], seat: str, own: list[str],
    budget: Budget, looks_on: bool,
) -> ExactReading:  # fmt: skip
    """Ways it can go on, one after the other, until one leads to the end of the plan, or on to the next question."""
    tactics = Tactics(system, {"*": "steady"})
    reading = ExactReading(system, tactics, ACTION, seat)
    reading.plan, reading.planner, reading.plan_about = then, question.who, question.about
    reading.own = own
    reading.looks_on = looks_on
    reading.limit = limit_for(system, question.battle, seat, own, budget, COUNTING)
    tactics.begin("odds")
    position = Position(start.battle, [*start.entries, Entry("answer", question_key, first.id(), GM)], start.counts)
    try:
        for number, _ in enumerate(leaves_from(system, reading, position)):
            done = reading.open_then is not None if looks_on else len(reading.taken) == len(then)
            if done or number == MOST_PLANNED:
                break
    except Spent:
        if budget.stopped or not looks_on:
            raise NotSeen(f"what follows was not seen: {NO_TIME}.") from None
    return reading


def joined(ends: list[list[BackRow]]) -> list[BackRow]:
    """What comes back in each case, put together: of each kind the lowest and the highest share."""
    found: dict[str, BackRow] = {}
    for number, rows in enumerate(ends):
        kinds = [row.kind for row in rows]
        for row in rows:
            known = found.get(row.kind)
            if known is None:
                found[row.kind] = BackRow(row.kind, row.label, row.low if number == 0 else Fraction(0), row.high)
            else:
                known.low, known.high = min(known.low, row.low), max(known.high, row.high)
                known.label = row.label if row.label == known.label else known.label
        for kind, known in found.items():
            if kind not in kinds:
                known.low = Fraction(0)
    return list(found.values())


def put_together(singles: list[Odds], unharmed: str, policy: str) -> Odds:
    """Odds of several who have nothing to do with each other: how many are harmed, and what happens at least once."""
    counts = [Fraction(1)]
    kept = Fraction(1)
    chances: dict[str, Fraction] = {}
    for single in singles:
        spared = sum([chance for outcome, chance in single.outcomes.items() if outcome[0][1] == unharmed], Fraction(0))
        harmed = sum(single.outcomes.values(), Fraction(0)) - spared
        counts = [
            (counts[n] * spared if n < len(counts) else 0) + (counts[n - 1] * harmed if n else Fraction(0))
            for n in range(len(counts) + 1)
        ]
        kept *= 1 - single.cut
        for name, chance in single.chances.items():
            chances[name] = 1 - (1 - chances.get(name, Fraction(0))) * (1 - chance)
    outcomes: dict[tuple[tuple[str, str], ...], Fraction] = {}
    for n, chance in enumerate(counts):
        if chance:
            outcomes[(("harmed", f"{n} of {len(singles)}"),)] = chance
    found = Odds(outcomes, chances, 1 - kept, [], policy, sum([single.leaves for single in singles]))
    none = sum([counts[0]], Fraction(0))
    found.parts = {("somebody is harmed", "good"): 1 - none, ("nobody is harmed", "none"): none}
    for single in singles:
        fates = {outcome[0][1]: chance for outcome, chance in single.outcomes.items()}
        found.each.append(Each("", next(iter(single.outcomes))[0][0], fates))
    return found


def option_odds(
    system: System, start: Position, question_key: str, question: Question, option: Option, policy: dict[str, str],
    stop: str = ACTION, seat: str = GM, own: list[str] | None = None, cut_below: float = 0.0, budget: Budget | None = None,
    knowledge: str = LEARNED, wanted: dict[str, bool] | None = None, first: list[Option] | None = None,
) -> Odds:  # fmt: skip
    """The odds of taking this option at this open question, as this seat may know them; those in `first` are taken before it."""
    study = Study(system, start, question_key, question, option, first or [])
    study.stop, study.seat, study.own, study.cut_below, study.policy = stop, seat, own or [], cut_below, policy
    study.knowledge = knowledge
    study.wanted = wanted or {}
    study.budget = budget or Budget()
    return study.odds()
