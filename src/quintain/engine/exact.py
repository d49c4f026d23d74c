"""The exact reading: every way the dice can fall, each with its exact weight, by running the same rules once per way."""

from __future__ import annotations

from fractions import Fraction

from quintain.engine.battle import GM, Battle
from quintain.engine.dice import Dice
from quintain.engine.drive import next_joint
from quintain.engine.feed import Asked, FedReading
from quintain.engine.question import Option, Question
from quintain.engine.reading import StopHere
from quintain.engine.record import Entry
from quintain.engine.refusal import Unavailable
from quintain.engine.roll import Roll, void_roll
from quintain.engine.sample import Tactics, allowed, answer_together, declared
from quintain.engine.system import System

MOST_LEAVES = 2_000_000


class Leaf:
    """One way it can come out: its weight as a fraction, the battle then, and what was noted on the way."""

    def __init__(self, over: int, under: int, battle: Battle, notes: dict[tuple[str, str], int]) -> None:
        self.over = over
        self.under = under
        self.battle = battle
        self.notes = notes


class Supposition:
    """What a seat takes the unknown to be: the best or the worst for the actor."""

    def __init__(self, own: list[str], who: str, option: Option, best: bool) -> None:
        self.own = own
        self.who = who
        self.option = option
        self.best = best
        self.headlines: list[str] = []

    def apply(self, system: System, battle: Battle) -> None:
        self.headlines = system.suppose(battle, self.own, self.who, self.option, self.best)


class ExactReading(FedReading):
    """Fed the past (if any), then split at every question a roll is asked. Draws no random number.

    The choices of a path are kept; after each leaf the last choice that has an alternative is advanced, and the rules run again.
    """

    def __init__(self, system: System, tactics: Tactics, stop: str = "", seat: str = GM) -> None:
        super().__init__(system, [], 0, {})
        self.tactics = tactics
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
        self.ruled = False
        self.notes = {}
        self.barred = {}
        self.leaves += 1
        if self.leaves > self.most:
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

    def leaf(self, battle: Battle) -> Leaf:
        return Leaf(self._over, self._under, battle, self.notes)

    # -- the verbs past the fed part -----------------------------------------------------------------------------------

    def ask(self, battle: Battle, question: Question) -> Option | None:
        if self.feeding:
            return super().ask(battle, question)
        return allowed(question, self.tactics.of(battle, question))

    def ask_all(self, battle: Battle, questions: list[Question]) -> list[Option | None]:
        if self.feeding:
            return super().ask_all(battle, questions)
        return answer_together(self.tactics, battle, questions)

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        # Whoever has yet to declare is answered for by tactics, which may know no more than the seat does.
        self.past_is_over(battle)
        places = asked.unanswered()
        answers = answer_together(self.tactics, battle, [asked.questions[place] for place in places], declared(battle, asked))
        for place, option in zip(places, answers, strict=True):
            asked.answers[place] = option
            if option is None:
                self.withdraw(asked, place, False)

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
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

    def mark(self, battle: Battle, place: str) -> None:
        if place == self.stop and not self.feeding:
            raise StopHere()

    def matters(self, id: str) -> bool:
        return self.feeding or not self.asked or id in self.asked

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        if not self.feeding:
            key = (what, who)
            self.notes[key] = self.notes.get(key, 0) + amount

    # -- splitting -------------------------------------------------------------------------------------------------------

    def branch(self, weights: list[int]) -> int:
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
                kept[place] = 0
        return kept

    def shave(self, weight: int, whole: int) -> None:
        if self._depth >= len(self._choices):
            self._shaved = max(self._shaved, Fraction(weight, whole))

    @property
    def shaved(self) -> Fraction:
        """The largest share that lay beyond the open end of a table where a question went past it."""
        return self._shaved


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


def leaves_from(system: System, reading: ExactReading, start: Position) -> list[Leaf]:
    """Every way it can come out from here to the reading's stop, or to the next joint."""
    found: list[Leaf] = []
    while True:
        battle = start.battle.copy()
        reading.start_path(list(start.entries), 0, dict(start.counts))
        battle.read_by(reading)
        try:
            next_joint(system, battle)
            while reading.feeding:
                next_joint(system, battle)
        except StopHere:
            pass
        found.append(reading.leaf(battle))
        if not reading.next_path():
            return found


class Each:
    """The fate of one unit among many that an option touches, each with dice of its own."""

    def __init__(self, id: str, name: str, fates: dict[str, Fraction]) -> None:
        self.id = id
        self.name = name
        self.fates = fates

    def as_data(self) -> dict[str, object]:
        return {"id": self.id, "name": self.name, "fates": {fate: float(chance) for fate, chance in self.fates.items()}}


class Odds:
    """What the exact reading shows of one option."""

    def __init__(
        self,
        outcomes: dict[tuple[tuple[str, str], ...], Fraction],
        chances: dict[str, Fraction],
        cut: Fraction,
        unknown: list[str],
        policy: str,
        leaves: int,
    ) -> None:
        self.outcomes = outcomes
        """Each way it can end, as pairs of subject and fate, with its probability. Sums to 1 less what was cut."""
        self.chances = chances
        """The chance that something is noted at least once: "hit", "crit", "drop" for the actor; "hit:vail" for others."""
        self.cut = cut
        self.unknown = unknown
        """What this seat does not know and the odds would give away; where not empty, no figures are given."""
        self.policy = policy
        """How the choices that follow the dice were made."""
        self.leaves = leaves
        self.ranges: dict[str, tuple[Fraction, Fraction]] = {}
        """Where something is unknown: the chances with the worst and with the best it could be."""
        self.figures: dict[str, dict[str, object]] = {}
        """What the rule book itself forecasts of this option, by unit, where the seat may know it."""
        self.each: list[Each] = []
        """Where too many are touched for joint fates: the fate of each, exact; `outcomes` then says how many are harmed."""

    def of(self, subject: str) -> dict[str, Fraction]:
        """The fate of one subject alone."""
        for one in self.each:
            if one.name == subject:
                return one.fates
        found: dict[str, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            for name, fate in outcome:
                if name == subject:
                    found[fate] = found.get(fate, Fraction(0)) + chance
        return found

    def as_data(self) -> dict[str, object]:
        return {
            "outcomes": [
                {"fates": [list(pair) for pair in outcome], "chance": float(chance), "exact": str(chance)}
                for outcome, chance in sorted(self.outcomes.items(), key=_heaviest)
            ],
            "chances": {name: float(chance) for name, chance in self.chances.items()},
            "cut": float(self.cut),
            "unknown": list(self.unknown),
            "ranges": {name: [float(low), float(high)] for name, (low, high) in self.ranges.items()},
            "policy": self.policy,
            "figures": {id: dict(row) for id, row in self.figures.items()},
            "each": [one.as_data() for one in self.each],
        }


def _heaviest(pair: tuple[tuple[tuple[str, str], ...], Fraction]) -> Fraction:
    return -pair[1]


def option_odds(
    system: System,
    start: Position,
    question_key: str,
    question: Question,
    option: Option,
    policy: dict[str, str],
    stop: str = "action",
    seat: str = GM,
    own: list[str] | None = None,
    cut_below: float = 0.0,
    most: int = MOST_LEAVES,
) -> Odds:
    """The odds of taking this option at this open question, as this seat may know them."""
    before = question.battle
    whole = Study(system, Position(start.battle, [*start.entries, Entry("answer", question_key, option.id(), GM)], start.counts))
    whole.stop, whole.seat, whole.cut_below, whole.policy, whole.most = stop, seat, cut_below, policy, most
    whole.own = own or []
    unknown = system.unknown(before, own or [], question.who, option) if seat != GM else []
    apart = system.apart(before, own or [], question.who, option)
    if apart:
        return whole.odds_of_each(before, question.who, option, apart, unknown)
    if not unknown:
        known = whole.odds(before, question.who, option, None)
        known.figures = system.figures(before, question.who, option)
        return known
    found = Odds({}, {}, Fraction(0), unknown, whole.named(), 0)
    worst = whole.odds(before, question.who, option, Supposition(own or [], question.who, option, False))
    best = whole.odds(before, question.who, option, Supposition(own or [], question.who, option, True))
    for name in whole.meant:
        low, high = worst.chances.get(name, Fraction(0)), best.chances.get(name, Fraction(0))
        found.ranges[name] = (min(low, high), max(low, high))
    found.leaves = worst.leaves + best.leaves
    return found


class Study:
    """An enumeration from a position, as one seat may make it."""

    def __init__(self, system: System, start: Position) -> None:
        self.system = system
        self.start = start
        self.stop = "action"
        self.seat = GM
        self.own: list[str] = []
        self.cut_below = 0.0
        self.most = MOST_LEAVES
        self.policy: dict[str, str] = {}
        self.meant: list[str] = []
        """The headlines that mean something under the last supposition."""

    def named(self) -> str:
        return ", ".join(sorted(set(Tactics(self.system, self.policy).names.values())))

    def odds_of_each(self, before: Battle, who: str, option: Option, apart: list[str], unknown: list[str]) -> Odds:
        """The odds of an option that touches many, each with dice of its own: one small enumeration for each of them."""
        if not unknown:
            found = put_together([self.odds(before, who, option, None, id) for id in apart], self.system.unharmed, self.named())
            for id, one in zip(apart, found.each, strict=True):
                one.id = id
            found.figures = self.system.figures(before, who, option)
            return found
        found = Odds({}, {}, Fraction(0), unknown, self.named(), 0)
        for id in apart:
            ends = [self.odds(before, who, option, Supposition(self.own, who, option, best), id) for best in (False, True)]
            for name in self.meant:
                low, high = found.ranges.get(name, (Fraction(0), Fraction(0)))
                chances = [end.chances.get(name, Fraction(0)) for end in ends]
                found.ranges[name] = (1 - (1 - low) * (1 - min(chances)), 1 - (1 - high) * (1 - max(chances)))
            found.leaves += ends[0].leaves + ends[1].leaves
        return found

    def odds(self, before: Battle, who: str, option: Option, supposition: Supposition | None, alone: str = "") -> Odds:
        """With `alone`, of what becomes of that unit only."""
        tactics = Tactics(self.system, self.policy)
        reading = ExactReading(self.system, tactics, self.stop, self.seat)
        reading.cut_below = self.cut_below
        reading.most = self.most
        reading.asked = [alone] if alone else self.system.asked_about(before, who, option)
        reading.supposition = supposition
        reading.own = self.own
        tactics.begin("odds")
        leaves = leaves_from(self.system, reading, self.start)
        if supposition is not None:
            self.meant = supposition.headlines
            if not self.meant:
                return Odds({}, {}, Fraction(0), [], self.named(), 0)
        return gathered(self.system, before, leaves, reading, who, option, self.named(), alone)


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
    for single in singles:
        fates = {outcome[0][1]: chance for outcome, chance in single.outcomes.items()}
        found.each.append(Each("", next(iter(single.outcomes))[0][0], fates))
    return found


def gathered(
    system: System, before: Battle, leaves: list[Leaf], reading: ExactReading, who: str, option: Option, policy: str, alone: str
) -> Odds:
    """Leaves with equal fates put together."""
    fates: dict[tuple[tuple[str, str], ...], dict[int, int]] = {}
    noted: dict[str, dict[int, int]] = {}
    for leaf in leaves:
        fate = (system.fate_apart(before, leaf.battle, alone),) if alone else system.fates(before, leaf.battle, who, option)
        _weigh(fates.setdefault(fate, {}), leaf)
        for (what, whose), amount in leaf.notes.items():
            if amount > 0:
                _weigh(noted.setdefault(what if whose == who else f"{what}:{whose}", {}), leaf)
    outcomes = {fate: _summed(weights) for fate, weights in fates.items()}
    chances = {name: _summed(weights) for name, weights in noted.items()}
    for name in system.headlines_of(option):
        chances.setdefault(name, Fraction(0))
    return Odds(outcomes, chances, reading.cut + reading.shaved, [], policy, len(leaves))


def _weigh(weights: dict[int, int], leaf: Leaf) -> None:
    weights[leaf.under] = weights.get(leaf.under, 0) + leaf.over


def _summed(weights: dict[int, int]) -> Fraction:
    total = Fraction(0)
    for under, over in weights.items():
        total += Fraction(over, under)
    return total

