"""Odds hold what they promise: the truth lies in every range, twins look alike, budgets and deadlines are kept."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.engine import GM, Fight, OpenQuestion
from quintain.engine.seat import may_answer
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.support import many

SEAT = "ann"
STOPS = ("action", "consequences", "turn", "round", "")


def asked_of(fight: Fight, seat: str) -> list[OpenQuestion]:
    """The questions this seat is asked, the GM's aside."""
    return [one for one in fight.questions if one.controller != GM and may_answer(one.controller, seat) and one.question is not None]


def some(things: list[str], most: int, dicey: Dicey) -> list[str]:
    left = list(things)
    return [left.pop(dicey.below(len(left))) for _ in range(min(most, len(left)))]


def walk(name: str, seed: str, answers: int) -> tuple[Fight, Dicey]:
    """A fight of the encounter after so many answers, some by a tactic, some at random."""
    dicey = Dicey(f"{seed} {name}")
    fight = play(encounter(name), seed=seed)
    for _ in range(answers):
        if not fight.questions:
            break
        step(fight, dicey)
    return fight, dicey


def step(fight: Fight, dicey: Dicey) -> None:
    asked = fight.questions[dicey.below(len(fight.questions))]
    if asked.question is not None and dicey.below(4):
        fight.answer(asked.id, asked.question.choose(fight.system.tactic("steady")).id())
    else:
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)


def untrue(fight: Fight, question: str, option: str) -> list[str]:
    """Every chance that is shown to the seat and does not hold the GM's figure."""
    shown = fight.odds(question, option, SEAT)
    truth = fight.odds(question, option, GM)
    if shown.is_empty() or truth.is_empty():
        return []
    found: list[str] = []
    points = {name: (shown.chances[name], shown.chances[name]) for name in fight.system.headlines if name in shown.chances}
    ranges = shown.ranges or points
    for name, (low, high) in ranges.items():
        real = truth.chances.get(name, Fraction(0))
        sampled = truth.interval(float(real)) + max(shown.interval(float(low)), shown.interval(float(high)))
        slack = float(truth.cut + shown.cut) + 2.5 * sampled
        if float(low) > float(real) + slack or float(real) > float(high) + slack:
            found.append(f"{name} of {option}: {float(low):.4f} to {float(high):.4f}, truly {float(real):.4f}")
    return found


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_what_a_player_is_shown_holds_the_truth(name: str) -> None:
    for number in range(many(1, 60)):
        fight, dicey = walk(name, f"truth:{number}", 0)
        for _ in range(many(24, 120)):
            if not fight.questions:
                break
            for asked in asked_of(fight, SEAT)[:1]:
                weighing = [option.id for option in asked.options if option.weighs]
                for option in some(weighing, many(2, 5), dicey):
                    wrong = untrue(fight, asked.id, option)
                    assert wrong == [], f"truth:{number}, entry {len(fight.entries)}, {asked.id}"
            step(fight, dicey)
