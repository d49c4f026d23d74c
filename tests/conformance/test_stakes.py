"""Whoever is asked something in the middle of an act is shown what is at stake, in figures, or the odds of the answers."""

from __future__ import annotations

import pytest

from quintain.engine import Budget, Fight, OpenQuestion, Unavailable, view
from quintain.engine.menu import menu_odds
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.support import many

NEED_NONE = {
    # Part of one's own turn: the choice is where to go or what to prepare, and the options say it; what is rolled later has odds then.
    "escalation:free move", "escalation:go on", "escalation:teleport", "escalation:ready", "escalation:trigger", "toughness:where",
    # Whether to take one's turn now or later: the turn itself has odds.
    "escalation:step in", "toughness:step in",
    # Which way somebody is pushed: squares, and nothing is rolled for them.
    "tiers:heading",
    # Decisions of the table about how the fight stands or goes on, without dice: who begins, who is aware, what a story earns,
    # whether a fight is over, how long a rest is, what becomes of those left behind.
    "escalation:opener", "escalation:advance_after_ambush", "escalation:flee vote", "escalation:rest", "escalation:retreat",
    "escalation:spirit", "escalation:grant", "tiers:awareness", "tiers:stance", "tiers:offer truce", "tiers:accept truce", "tiers:end",
    "riposte:aftermath",
}  # fmt: skip
BETWEEN_ACTS = ("turn", "declaration", "setup")
TIMES = 2
"""So often each kind of question is looked at in one fight."""


def is_in_an_act(asked: OpenQuestion) -> bool:
    return asked.question is not None and not asked.secret and asked.question.kind() not in BETWEEN_ACTS


def shows(fight: Fight, asked: OpenQuestion) -> bool:
    """Does whoever is asked see what is at stake, or the odds of an answer?"""
    seat = asked.controller.split("+")[0]
    row = next(one for one in view(fight, seat)["questions"] if one["id"] == asked.id)
    if row["stakes"] or any(option["stakes"] for option in row["options"]):
        return True
    priced = [one.odds.as_data() for one in menu_odds(fight, asked.id, seat, Budget(work=2_000, samples=20)) if one.odds is not None]
    return any(one["headline"] or one["fates"] or one["back"] for one in priced)


def silent(fight: Fight, dicey: Dicey, answers: int, looked: dict[str, int]) -> set[str]:
    """The questions of a fight in which nothing of the kind was shown, as "system:about"."""
    found: set[str] = set()
    for _ in range(answers):
        if not fight.questions:
            break
        asked = fight.questions[dicey.below(len(fight.questions))]
        question = asked.question
        if question is None:
            fight.answer(asked.id, "go")
            continue
        key = f"{fight.system.name}:{asked.about}"
        if is_in_an_act(asked) and looked.setdefault(key, 0) < TIMES and key not in NEED_NONE:
            looked[key] += 1
            if not shows(fight, asked):
                found.add(f"{key} ({asked.title})")
        if dicey.below(3):
            fight.answer(asked.id, question.choose(fight.system.tactic("steady")).id())
        else:
            fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
    return found


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_questions_in_the_middle_of_an_act_show_stakes_or_odds(name: str) -> None:
    for number in range(many(1, 20)):
        fight = play(encounter(name), seed=f"stakes:{number}")
        assert silent(fight, Dicey(f"stakes:{number} {name}"), many(60, 400), {}) == set(), f"stakes:{number}"


@pytest.mark.parametrize("name", sorted({name.split("/")[0]: name for name in ENCOUNTERS}.values()))
def test_a_standing_order_about_what_is_never_asked_is_refused(name: str) -> None:
    fight = play(encounter(name), seed="orders")
    if not fight.system.abouts:
        pytest.skip("this system does not list what it asks")
    with pytest.raises(Unavailable, match="nothing is asked about 'the weather'"):
        fight.order("*", "the weather", "never")
    assert fight.automation.orders == []
    fight.order("*", "*", "ask")
    assert fight.automation.orders == [("*", "*", "ask")]
