"""How hard an encounter is, on one scale for all systems: by how often the party wins, and how often somebody of it falls or dies.

Measured by steady tactics on both sides. The book's own budget, where it has one, stands beside it.
"""

from __future__ import annotations

from typing import TypedDict

from quintain.engine import Fight
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast, forecast
from quintain.lab.intervals import Estimate
from quintain.lab.run import Cancelled, Progress
from quintain.library.encounters import Encounter
from quintain.library.shipped import measured

SCALE: tuple[tuple[str, float, float, float], ...] = (
    ("trivial", 0.98, 0.10, 0.02),
    ("easy", 0.95, 0.40, 0.05),
    ("fair", 0.80, 1.01, 0.15),
    ("hard", 0.50, 1.01, 0.50),
)
"""The least share of wins, and the shares of fights with somebody down and with somebody dead that it stays below."""
HARDEST = "deadly"
WORDS = (*(row[0] for row in SCALE), HARDEST)
FIGHTS = 1_000


class DifficultyData(TypedDict):
    """For lists of encounters: the word, and the 95 % intervals it stands on."""

    word: str
    win: list[float]
    somebody_falls: list[float]
    somebody_dies: list[float]
    n: int
    budget: str


def word_for(wins: float, falls: float, dies: float) -> str:
    """The word of the scale for these shares of fights."""
    for word, least, most_down, most_dead in SCALE:
        if wins >= least and falls < most_down and dies < most_dead:
            return word
    return HARDEST


class Difficulty(Finding):
    """A word of the scale with what it stands on."""

    def __init__(self, name: str, wins: Estimate, falls: Estimate, dies: Estimate, budget: str) -> None:
        self.name = name
        self.wins = wins
        self.falls = falls
        self.dies = dies
        self.budget = budget
        self.word = word_for(wins.value, falls.value, dies.value)

    @property
    def could_be(self) -> list[str]:
        """Every word that the intervals leave open, the easiest first."""
        easiest = word_for(self.wins.high, self.falls.low, self.dies.low)
        hardest = word_for(self.wins.low, self.falls.high, self.dies.high)
        return list(WORDS[WORDS.index(easiest) : WORDS.index(hardest) + 1])

    @property
    def sentence(self) -> str:
        others = [word for word in self.could_be if word != self.word]
        named = f"{self.word} (it could be {' or '.join(others)})" if others else self.word
        falls = f"somebody is down at the end in {self.falls.shown}, dead in {self.dies.shown}"
        beside = f" The book's own estimate: {self.budget}." if self.budget else ""
        return f"{named}: won {self.wins.shown} ({self.wins.interval}, n = {self.wins.n:,}); {falls}.{beside}"

    def as_data(self) -> DifficultyData:
        return {
            "word": self.word,
            "win": [self.wins.low, self.wins.high],
            "somebody_falls": [self.falls.low, self.falls.high],
            "somebody_dies": [self.dies.low, self.dies.high],
            "n": self.wins.n,
            "budget": self.budget,
        }

    def rows(self) -> Rows:
        figures = self.wins.columns("wins") | self.falls.columns("down") | self.dies.columns("death")
        return [{"name": self.name, "word": self.word, **figures, "fights": self.wins.n, "budget": self.budget}]


def difficulty(
    what: Encounter | Fight | str,
    fights: int = FIGHTS,
    seed: str | int = 1,
    processes: int | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Difficulty:
    """How hard an encounter is. Of a shipped one, named like "riposte/ferry", as it was measured; anything else is measured now."""
    if isinstance(what, str):
        return shipped_difficulty(what)
    return difficulty_of(
        forecast(what, fights, seed, processes=processes, progress=progress, cancelled=cancelled, band=False)
    )


def difficulty_of(found: Forecast) -> Difficulty:
    """The word for what a forecast showed."""
    result = Difficulty(found.name, found.wins, found.measured("down"), found.measured("death"), found.budget)
    result.cut_short = found.unfinished
    return result


def shipped_difficulty(name: str) -> Difficulty:
    """As it was measured when the package was made."""
    row = measured(name)
    figures = []
    for part in ("win", "falls", "dies"):
        low, value, high = row[part]
        figures.append(Estimate(value, low, high, row["n"], share=True))
    return Difficulty(name, figures[0], figures[1], figures[2], row["budget"])
