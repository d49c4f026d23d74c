"""Every condition that is shown says since when: the round in which it was first there, whatever is taken back or read again."""

from __future__ import annotations

import pytest

from quintain.engine import GM, Fight, view
from quintain.library.encounters import fight_of, play
from tests.conformance.enrolled import ENCOUNTERS, encounter


def rows(fight: Fight, seat: str) -> list[tuple[str, str, str]]:
    return [(unit["id"], row["id"], row.get("since", "")) for unit in view(fight, seat)["units"] for row in unit["conditions"]]


def names(fight: Fight) -> set[tuple[str, str]]:
    return {(unit["id"], row["name"]) for unit in view(fight, GM)["units"] for row in unit["conditions"]}


def onward(fight: Fight) -> None:
    asked = fight.questions[0]
    question = asked.question
    fight.answer(asked.id, question.choose(fight.system.tactic("steady")).id() if question is not None else "go")


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_conditions_say_since_when(name: str) -> None:
    fight = play(encounter(name), seed="since")
    first: dict[tuple[str, str], int] = {}
    for number in range(60):
        if not fight.questions:
            break
        if number % 6 == 0:
            first = {one: first.get(one, fight.battle.round) for one in names(fight)}
        onward(fight)
    shown = {(unit["id"], row["name"]): row.get("since", "") for unit in view(fight, GM)["units"] for row in unit["conditions"]}
    assert all(shown.values()), "every row says since when"
    for one, round in first.items():
        said = shown.get(one, "")
        if said.startswith("round "):
            assert int(said.removeprefix("round ")) <= max(1, round), f"{one} was there in round {round} already"
    assert rows(fight, GM) == rows(fight_of(fight.record), GM), "a record that is read again says the same"
