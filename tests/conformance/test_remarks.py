"""A remark of the GM's changes nothing: a fight with one before whatever happens leads to what it leads to without.

Rules look again after every ruling. Where a second look sees otherwise than the first, a remark moves the fight.
"""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Stream
from quintain.library.encounters import Encounter, play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.conformance.test_rulings_midway import likely
from tests.conformance.test_rulings_switched import switched
from tests.support import many

STEPS = 50


def fight_with(enc: Encounter, seed: str, remarks: bool) -> Fight:
    """One fight with typed dice and random answers, the same ones with and without remarks."""
    dicey, stream = Dicey(f"remarks {seed}"), Stream(f"remarks {seed}")
    fight = play(enc, seed="remarks")
    fight.type_dice("*")
    fight.hold_results(dicey.below(3) == 0)
    for number in range(STEPS):
        if not fight.questions:
            break
        if remarks:
            fight.rule("note", text=f"remark {number}")
        asked = fight.questions[dicey.below(len(fight.questions))]
        if asked.pending is not None:
            fight.enter(asked.id, asked.pending.dice.throw(stream))
        elif asked.question is None:
            fight.answer(asked.id, "go")
        elif asked.options:
            fight.answer(asked.id, likely(asked, dicey))
        else:
            break
    return fight


def told(fight: Fight) -> list[tuple[str, str, str]]:
    return [(event.kind, event.text, event.clause) for event in fight.events if event.kind != "ruling"]


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_remark_changes_nothing(name: str) -> None:
    for number in range(many(1, 100)):
        enc = encounter(name)
        if enc.system.switches and number % 2 == 0:
            enc = switched(name, f"remarks {number}")
        without, remarked = (fight_with(enc, f"{number} {name}", remarks) for remarks in (False, True))
        assert told(without) == told(remarked) and without.battle.key() == remarked.battle.key()
