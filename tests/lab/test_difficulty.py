"""How hard an encounter is: one scale for all systems, defined by measurement."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import quintain as q
from quintain.engine import Unavailable
from quintain.lab.difficulty import SCALE, WORDS, Difficulty, difficulty, word_for
from quintain.lab.intervals import proportion
from quintain.lab.measure import NAMES
from tests.lab.conftest import duel
from tests.support import many

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("wins", "falls", "dies", "word"),
    [
        (1.0, 0.0, 0.0, "trivial"),
        (1.0, 0.3, 0.0, "easy"),
        (0.97, 0.05, 0.0, "easy"),
        (1.0, 0.9, 0.0, "fair"),
        (0.96, 0.2, 0.1, "fair"),
        (0.79, 0.5, 0.0, "hard"),
        (0.9, 0.5, 0.2, "hard"),
        (0.49, 0.5, 0.0, "deadly"),
        (1.0, 1.0, 0.6, "deadly"),
    ],
)
def test_the_scale(wins: float, falls: float, dies: float, word: str) -> None:
    assert word_for(wins, falls, dies) == word


def test_the_scale_only_gets_harder() -> None:
    assert [row[0] for row in SCALE] == list(WORDS[:-1])
    for easier, harder in pairwise(SCALE):
        assert easier[1] > harder[1] and easier[2] <= harder[2] and easier[3] < harder[3]


def test_the_page_shows_the_scale() -> None:
    rows = {f"| {word} | {100 * wins:.0f} % and more |{_under(down)}|{_under(dead)}|" for word, wins, down, dead in SCALE}
    assert rows - set(PAGE.splitlines()) == set()


def test_the_page_names_every_measure() -> None:
    table = PAGE.split("| measure |")[1].split("\n## ")[0]
    assert [name for name in NAMES if f"`{name.split('.')[0]}" not in table] == []


def _under(share: float) -> str:
    return f" under {100 * share:.0f} % " if share < 1 else " "


def test_what_the_intervals_leave_open_is_said() -> None:
    close = Difficulty("it", proportion(79, 100), proportion(50, 100), proportion(0, 100), "")
    assert close.word == "hard" and close.could_be == ["fair", "hard"] and "it could be fair" in close.sentence
    sure = Difficulty("it", proportion(600, 1_000), proportion(500, 1_000), proportion(0, 1_000), "6 of 4")
    assert sure.could_be == ["hard"] and "The book's own estimate: 6 of 4" in sure.sentence


def test_any_encounter_can_be_measured() -> None:
    found = difficulty(duel(6), 400, processes=1)
    assert found.word == "trivial" and found.as_data()["win"] == [found.wins.low, 1.0] and found.budget == "an even match"
    assert "<svg" in found._repr_html_() and "trivial" in found._repr_html_() and q.chart(found).to_dict()


def test_every_shipped_encounter_was_measured_with_the_books_budget_beside_it() -> None:
    for name in q.samples():
        found = difficulty(name)
        assert found.word in WORDS and found.wins.n >= 500
        enc = q.sample(name)
        assert found.budget == enc.system.budget(enc.battle())
    with pytest.raises(Unavailable, match="was not measured"):
        difficulty("riposte/nowhere")


@pytest.mark.parametrize("name", q.samples() if many(0, 1) else ["riposte/cellar", "clash/spines"])
def test_what_was_measured_still_holds(name: str) -> None:
    """After a change of rules, tactics or content: python tools/difficulty.py"""
    kept, now = difficulty(name), difficulty(q.sample(name), many(60, 1_000), seed="again", processes=1)
    assert set(kept.could_be) & set(now.could_be)
    assert kept.wins.low <= now.wins.high and now.wins.low <= kept.wins.high
