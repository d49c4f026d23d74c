"""A tactic that thinks ahead: it plays the fight some rounds on from the open question, many times over, and takes what did best.

It knows what a careful player knows: the rules, the battle, what its own side has declared. It does not know the dice to come, nor
what others have declared in secret. Everybody's later choices are imagined as `careful` ones.
"""

from __future__ import annotations

from quintain.engine import (
    Battle,
    Entry,
    Option,
    Question,
    Stream,
    System,
    Tactic,
    Tactics,
)
from quintain.engine.drive import next_joint
from quintain.engine.feed import FedReading
from quintain.engine.sample import SameDice
from quintain.engine.system import open_options
from quintain.engine.tactic import LEVELS
from quintain.lab.worth import Work, Worth, result_of

NAME = "farsighted"
MODEL = "careful"
CANDIDATES = 12
PLAYOUTS = 192
AHEAD = 3
"""How many rounds are imagined; where the fight is not over by then, `Worth` judges who is ahead."""
LEARNING = 300
"""How many whole fights are imagined before the first question, to learn what counts in this one."""
TO_THE_END = 4
"""So many times as much thought is given to fights so short that they are imagined to their end, where luck has the last word."""
FIRST_LOOK = 6
"""How many imagined fights every candidate gets before the hopeless ones are left out."""
LEAST_HOPE = 0.4
LEAST_GAIN = 1.4
LEAST_PROOF = 1.0
"""By how many standard errors another option must beat the careful one to be followed up, to be put to the proof, and to pass it."""
MOST_COMBATANTS = 40
"""In larger fights it does not think ahead: one imagined round takes longer than anybody waits for an answer."""
MOST_THOUGHT = 800_000
"""So much is imagined at most for one question, as `Work` counts; where that does not settle it, the careful answer stands."""
PROOFS = 32
"""How many fights are imagined to their end, on new dice, to prove that what looks better some rounds ahead is better."""


class Farsighted(Tactic):
    """Bounded thought: at most `playouts` imagined fights of `ahead` rounds for each question, for at most `candidates` options.

    In fights so short that `learning` whole ones teach nothing, at most four times as many, to their end. Where another option than
    the careful one looks best, a few more prove it. In fights of more than `MOST_COMBATANTS`, and where `MOST_THOUGHT` is used up, it
    answers as the careful tactic does.
    """

    def __init__(
        self,
        candidates: int = CANDIDATES,
        playouts: int = PLAYOUTS,
        model: str = MODEL,
        ahead: int = AHEAD,
        learning: int = LEARNING,
    ) -> None:
        super().__init__(NAME, LEVELS.index(MODEL))
        self.candidates = candidates
        self.playouts = playouts
        self.model = model
        self.ahead = ahead
        self.learning = learning
        self._seed = ""
        self._asked = 0
        self._imagined: Tactics | None = None
        self._worth: dict[str, Worth] = {}

    def begin(self, seed: str) -> None:
        self._seed = seed
        self._asked = 0
        self._worth = {}

    def answer(self, question: Question) -> Option:
        reading = question.battle.reading
        self._asked += 1
        if not isinstance(reading, FedReading) or reading.joint is None or reading.asking is None:
            return question.choose(self)
        if len(question.battle.units) > MOST_COMBATANTS:
            return question.choose(self)
        side = question.battle.tactic_side(question)
        if not side or not any(question is asked for asked in reading.asking.questions):
            return question.choose(self)
        options = self._candidates(question)
        if len(options) == 1:
            return options[0]
        tactics = self._tactics(reading.system)
        worth = self._judge(reading, side, tactics)
        thought = Thought(reading, question, side, tactics, min(self.ahead, worth.half_way), worth)
        return thought.best(options, f"thought:{self._seed}:{self._asked}", self.playouts * (1 if worth.ready else TO_THE_END))

    def _tactics(self, system: System) -> Tactics:
        if self._imagined is None:
            self._imagined = Tactics(system, {"*": self.model})
        return self._imagined

    def _judge(self, reading: FedReading, side: str, tactics: Tactics) -> Worth:
        """What counts in this fight, learned when it starts and again when somebody joins or leaves it altogether."""
        assert reading.joint is not None
        worth = self._worth.get(side)
        if worth is None or not worth.fits(reading.joint):
            seed = f"worth:{self._seed}:{self._asked}"
            worth = self._worth[side] = Worth(reading.system, reading.joint, side, tactics, seed, self.learning)
        return worth

    def _candidates(self, question: Question) -> list[Option]:
        """What the tactics of each level would take, the careful one first, and some others at random."""
        found: dict[str, Option] = {}
        for level in reversed(LEVELS):
            option = question.choose(Tactic(level, LEVELS.index(level)))
            found.setdefault(option.id(), option)
        source = Stream(f"candidates:{self._seed}:{self._asked}")
        options = _shuffled(open_options(question), source)
        for option in _one_of_each(options) + options:
            if len(found) >= self.candidates:
                break
            found.setdefault(option.id(), option)
        return list(found.values())


class Thought:
    """One question thought through."""

    def __init__(
        self, reading: FedReading, question: Question, side: str, tactics: Tactics, ahead: int, worth: Worth
    ) -> None:
        asked = reading.asking
        assert asked is not None and reading.joint is not None
        self._system = reading.system
        self._joint: Battle = reading.joint
        self._counts = reading.joint_counts
        self._side = side
        self._tactics = tactics
        self._ahead = ahead
        self._worth = worth
        self._kinds: dict[tuple[str, str], int] = {}
        self.work = Work(MOST_THOUGHT)
        keys = {id(one): key for one, key in zip(asked.questions, asked.keys, strict=True)}
        self._key = keys[id(question)]
        self._past = reading.entries[reading.joint_position : reading.asking_since]
        for earlier, option in question.earlier:
            self._past.append(Entry("answer", keys[id(earlier)], option.id(), "tactic"))

    def best(self, options: list[Option], seed: str, playouts: int) -> Option:
        """A race on the same imagined dice: after each lap the hopeless options and the worse half of the rest fall out.

        The first option is the careful one, against which all others run; it is taken unless another is clearly better, and proves it.
        """
        seen: list[list[float]] = [[] for _ in options]
        left = list(range(len(options)))
        tries = max(1, min(FIRST_LOOK, playouts // len(options)))
        spent = 0
        while True:
            for place in left:
                first = len(seen[place])
                seen[place] += [self.value(options[place], f"{seed}:{number}") for number in range(first, first + tries)]
            spent += tries * len(left)
            gains = {place: gain_of(seen[place], seen[0]) for place in left if place}
            hopeful = sorted((place for place in gains if gains[place] >= LEAST_HOPE), key=lambda place: -sum(seen[place]))
            if not hopeful or self.work.is_over():
                return options[0]
            left = [0, *hopeful[: max(1, len(left) // 2)]]
            tries = min(len(seen[0]), (playouts - spent) // len(left))
            if tries < 1:
                best = hopeful[0]
                return options[best] if gains[best] >= LEAST_GAIN and self._proved(options[best], options[0], seed) else options[0]

    def _proved(self, other: Option, careful: Option, seed: str) -> bool:
        """What looked best among many may have been lucky, or good for some rounds only: so new dice, and to the end."""
        ends: list[list[float]] = [[], []]
        for place, option in enumerate((other, careful)):
            for number in range(PROOFS):
                if self.work.is_over():
                    return False
                ends[place].append(self.value(option, f"{seed}:proof:{number}", to_the_end=True))
        return gain_of(ends[0], ends[1]) >= LEAST_PROOF

    def value(self, option: Option, seed: str, to_the_end: bool = False) -> float:
        """How an imagined fight goes for the side that is asked, as far as it is imagined."""
        entries = [*self._past, Entry("answer", self._key, option.id(), "tactic")]
        reading = SameDice(self._system, entries, dict(self._counts), self._tactics, self._kinds)
        reading.begin(seed)
        battle = self._joint.copy()
        battle.read_by(reading)
        at, passed = battle.round, 0
        while next_joint(self._system, battle):
            self.work.spend(battle)
            if battle.outcome is None and battle.round != at:
                at = battle.round
                passed += 1
                if passed >= self._ahead and self._worth.ready and not to_the_end:
                    return self._worth.of(battle)
        return result_of(self._system, battle, self._side)


def _shuffled(options: list[Option], source: Stream) -> list[Option]:
    left, drawn = list(options), []
    while left:
        drawn.append(left.pop(source.face(len(left), 0)))
    return drawn


def _one_of_each(options: list[Option]) -> list[Option]:
    """The first option of each kind and target, so that a few candidates differ as much as they can."""
    found: dict[tuple[str, str], Option] = {}
    for option in options:
        found.setdefault((option.group(), option.target()), option)
    return list(found.values())


def gain_of(other: list[float], careful: list[float]) -> float:
    """By how many standard errors one option does better than another on the same imagined dice."""
    gaps = [a - b for a, b in zip(other, careful, strict=True)]
    n = len(gaps)
    gain = sum(gaps) / n
    variance = sum((gap - gain) ** 2 for gap in gaps) / max(1, n - 1)
    if variance < 1e-12:
        return 0.0 if abs(gain) < 1e-9 else 99.0 if gain > 0 else -99.0
    return float(gain / (variance / n) ** 0.5)
