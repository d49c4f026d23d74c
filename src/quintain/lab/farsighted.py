"""A tactic that thinks ahead: it plays the fight some rounds on from the open question, many times over, and takes what did best.

It knows what a careful player knows: the rules, the battle, what its own side has declared. It does not know the dice to come, nor
what others have declared in secret. Everybody's later choices are imagined as `careful` ones.
"""

from __future__ import annotations

from quintain.engine import Battle, Entry, OnwardReading, Option, Question, Stream, System, Tactic, Tactics
from quintain.engine.drive import next_joint
from quintain.engine.feed import FedReading
from quintain.engine.system import open_options
from quintain.engine.tactic import FURTHER, LEVELS
from quintain.lab.tally import margin_of

NAME = "farsighted"
MODEL = "careful"
CANDIDATES = 8
PLAYOUTS = 96
LEAST_GAIN = 1.2
"""By how many standard errors another option must beat the careful one to be taken: noise is no reason."""
AHEAD = 3
"""How many rounds are imagined; who is ahead then is judged by what is left of either side."""


class Farsighted(Tactic):
    """Bounded thought: at most `playouts` imagined fights of `ahead` rounds for each question, for at most `candidates` options."""

    def __init__(
        self, candidates: int = CANDIDATES, playouts: int = PLAYOUTS, model: str = MODEL, ahead: int = AHEAD
    ) -> None:
        super().__init__(NAME, LEVELS.index(MODEL))
        self.candidates = candidates
        self.playouts = playouts
        self.model = model
        self.ahead = ahead
        self._seed = ""
        self._asked = 0
        self._imagined: Tactics | None = None

    def begin(self, seed: str) -> None:
        self.memo = {}
        self._seed = seed
        self._asked = 0

    def answer(self, question: Question) -> Option:
        reading = question.battle.reading
        self._asked += 1
        if not isinstance(reading, FedReading) or reading.joint is None or reading.asking is None:
            return question.choose(self)
        side = question.battle.tactic_side(question)
        if not side or not any(question is asked for asked in reading.asking.questions):
            return question.choose(self)
        thought = Thought(reading, question, side, self._tactics(reading.system), self.ahead)
        options = self._candidates(question)
        return thought.best(options, f"thought:{self._seed}:{self._asked}", self.playouts)

    def _tactics(self, system: System) -> Tactics:
        if self._imagined is None:
            self._imagined = Tactics(system, {"*": self.model})
        return self._imagined

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

    def __init__(self, reading: FedReading, question: Question, side: str, tactics: Tactics, ahead: int) -> None:
        asked = reading.asking
        assert asked is not None and reading.joint is not None
        self._system = reading.system
        self._joint: Battle = reading.joint
        self._counts = reading.joint_counts
        self._side = side
        self._tactics = tactics
        self._ahead = ahead
        keys = {id(one): key for one, key in zip(asked.questions, asked.keys, strict=True)}
        self._key = keys[id(question)]
        self._past = reading.entries[reading.joint_position : reading.asking_since]
        for earlier, option in question.earlier:
            self._past.append(Entry("answer", keys[id(earlier)], option.id(), "tactic"))

    def best(self, options: list[Option], seed: str, playouts: int) -> Option:
        """Half of the imagined fights find the most promising option; the other half put it to the test against the careful one.

        Options meet the same imagined dice, and the test draws new ones, since what looks best among many is often just lucky. Where
        nothing looks better than the careful option, no more thought is spent.
        """
        if len(options) == 1:
            return options[0]
        tries = max(2, playouts // 2 // len(options))
        looks = [sum(self._imagined(option, f"{seed}:look", tries)) for option in options]
        best = max(range(1, len(options)), key=lambda place: looks[place])
        if looks[best] <= looks[0]:
            return options[0]
        tries = playouts // 4
        other, careful = (self._imagined(options[place], f"{seed}:test", tries) for place in (best, 0))
        return options[best] if _gains(other, careful) else options[0]

    def _imagined(self, option: Option, seed: str, tries: int) -> list[float]:
        return [self.value(option, f"{seed}:{number}") for number in range(tries)]

    def value(self, option: Option, seed: str) -> float:
        """How an imagined fight goes for the side that is asked: won or lost, and what is left of either side."""
        entries = [*self._past, Entry("answer", self._key, option.id(), "tactic")]
        reading = OnwardReading(self._system, entries, 0, dict(self._counts), self._tactics)
        reading.begin(seed)
        battle = self._joint.copy()
        battle.read_by(reading)
        while next_joint(self._system, battle):
            if battle.outcome is None and battle.round >= self._joint.round + self._ahead:
                break
        margin = margin_of(self._system, battle, self._system.left(battle), self._side)
        outcome = battle.outcome
        if outcome is None:
            return 0.5 + 1.5 * margin
        won = 0.5 if not outcome.winner else 1.0 if outcome.winner == self._side else 0.0
        return won + margin


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


def _gains(other: list[float], careful: list[float]) -> bool:
    """Is the other option better than the careful one by more than noise?"""
    gaps = [a - b for a, b in zip(other, careful, strict=True)]
    n = len(gaps)
    gain = sum(gaps) / n
    variance = sum((gap - gain) ** 2 for gap in gaps) / max(1, n - 1)
    return gain > 0 and gain >= LEAST_GAIN * (variance / n) ** 0.5


FURTHER[NAME] = Farsighted
