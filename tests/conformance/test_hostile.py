"""Whatever is sent as an answer is taken or refused in a sentence: never an error of the machine, and a refusal changes nothing."""

from __future__ import annotations

import json
import re

import pytest

from quintain.engine import Defect, Fight, Refusal
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.support import many

TWISTS = many(6, 20)
"""So many wrong answers are tried at each question."""
THOROUGH = 50
"""Of so many questions, with `--long`, one where everything is compared before and after."""
SWAPS = ("9" * 5_000, "\u00b2", "\u0663", "-1", "999999", "1e9", "", "0x1", "\u2081", "nan", " 1", "1_0")
"""What may stand where a figure stood: longer than Python reads, figures that are no decimals, others."""


def twisted(id: str, dicey: Dicey) -> str:
    """An option's id with one of its parts exchanged, doubled, cut or moved."""
    spans = [found.span() for found in re.finditer(r"\d+", id)]
    way = dicey.below(6)
    if way < 3 and spans:
        start, end = spans[dicey.below(len(spans))]
        return id[:start] + SWAPS[dicey.below(len(SWAPS))] + id[end:]
    marks = [place for place, sign in enumerate(id) if sign in ":/@+,-."]
    cut = marks[dicey.below(len(marks))] if marks else len(id) // 2
    if way == 3:
        return id[: cut + 1]
    if way == 4:
        return id + id[cut:] + SWAPS[dicey.below(len(SWAPS))]
    return id[:cut] + ("\x00", "::", "\U0001f3b2", "*", ":gm", "/../")[dicey.below(6)] + id[cut:]


def refusal_of(fight: Fight, question: str, answer: str) -> str:
    """The sentence with which an answer is refused; nothing where it is taken."""
    try:
        fight.answer(question, answer)
    except Defect:
        raise
    except Refusal as no:
        return no.sentence
    return ""


def whole(fight: Fight) -> str:
    """Everything that a refusal must leave as it was."""
    return json.dumps([fight.record, [event.as_data() for event in fight.events], [asked.id for asked in fight.questions]])


def at_a_glance(fight: Fight) -> tuple[object, ...]:
    """What would show most changes, looked at after every refusal."""
    return id(fight.battle), len(fight.entries), len(fight.events), [asked.id for asked in fight.questions]


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_twisted_answer_is_refused_in_a_sentence_or_is_an_option(name: str) -> None:
    dicey = Dicey(f"twist {name}")
    fight = play(encounter(name), seed="twisted", auto={})
    refused = 0
    for number in range(many(25, 5_000_000 // len(ENCOUNTERS) // TWISTS)):
        asked = fight.questions[dicey.below(len(fight.questions))] if fight.questions else None
        if asked is None or not asked.options:
            fight = play(encounter(name), seed=f"twisted {number}", auto={})
            continue
        thorough = number % many(1, THOROUGH) == 0
        before, glance = whole(fight) if thorough else "", at_a_glance(fight)
        for _ in range(TWISTS):
            tried = twisted(asked.options[dicey.below(len(asked.options))].id, dicey)
            said = refusal_of(fight, asked.id, tried)
            if not said:
                break  # It is an option after all, and was taken.
            refused += 1
            assert said.endswith((".", "?", "!")), said[:200]
            assert len(said) < 2_000, f"{tried[:40]!r} is answered with {len(said)} characters"
            assert at_a_glance(fight) == glance, f"{tried[:40]!r} is refused and changes something"
        else:
            assert not thorough or whole(fight) == before, "what was refused has changed something"
            fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
    assert refused > 10


def test_a_refusal_that_leaves_something_behind_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Fight.answer

    def careless(self: Fight, *given: str) -> object:
        try:
            return answer(self, *given)
        except Refusal:
            self.told.extend(self.told[-1:])
            raise

    monkeypatch.setattr(Fight, "answer", careless)
    with pytest.raises(AssertionError, match="changes something"):
        test_a_twisted_answer_is_refused_in_a_sentence_or_is_an_option("riposte/ferry")
