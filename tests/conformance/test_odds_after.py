"""One price for going somewhere and attacking from there: the odds of the whole are those one has once one stands there."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import GM, Budget, Fight, Malformed, Unavailable
from quintain.engine.menu import menu_odds
from quintain.library.encounters import play
from tests.conformance.enrolled import encounter
from tests.conformance.test_odds import SEAT, asked_of, twins, walk


def onward(fight: Fight) -> None:
    asked = fight.questions[0]
    tactic = fight.system.tactic("steady")
    tactic.begin("after")
    fight.answer(asked.id, tactic.answer(asked.question).id() if asked.question is not None else "go")


def moves(fight: Fight) -> list[list[str]]:
    """Ways to go somewhere from here: a square, or what leads to the choice of one and the square."""
    shown: Any = fight.view(GM)
    options = shown["questions"][0]["options"]
    found = [[one["id"]] for one in options if one["kind"] in ("square", "place") and not one["dice"]][:3]
    if not found and any(one["id"] == "move" for one in options):
        there = fight.fork()
        there.answer(fight.questions[0].id, "move")
        later: Any = there.view(GM)
        found = [["move", one["id"]] for one in later["questions"][0]["options"] if one["kind"] == "square"][:3]
    return found


def pairs(fight: Fight) -> list[tuple[list[str], str, Fight]]:
    """Moves that throw no dice, an attack that is open after each, and the fight then."""
    found: list[tuple[list[str], str, Fight]] = []
    asked = fight.questions[0]
    for move in moves(fight):
        there = fight.fork()
        before = len(there.entries)
        for one in move:
            there.answer(there.questions[0].id, one)
        rolled = any(entry.do == "roll" for entry in there.entries[before:])
        if rolled or not there.questions or there.questions[0].who != asked.who or there.questions[0].question is None:
            continue
        attacks = [one.id for one in there.questions[0].options if one.weighs]
        found += [(move, one, there) for one in attacks[:1]]
    return found


@pytest.mark.parametrize("name", ["escalation/toll", "tiers/standard", "toughness/standard"])
def test_odds_of_a_move_and_an_attack_are_those_one_has_there(name: str) -> None:
    fight = play(encounter(name), seed="after")
    tried = 0
    for _ in range(60):
        if not fight.questions or tried >= 3:
            break
        asked = fight.questions[0]
        if asked.question is not None:
            for move, attack, there in pairs(fight):
                whole = fight.odds(asked.id, attack, after=move)
                alone = there.odds(there.questions[0].id, attack)
                assert whole.chances.get("hit") == alone.chances.get("hit"), f"{attack} after {move}"
                tried += 1
                opened = [one.id for one in fight.opens(asked.id, move)]
                assert opened == [one.id for one in there.questions[0].options if one.weighs], f"what {move} opens"
                if tried == 1:
                    rows = menu_odds(fight, asked.id, GM, Budget(work=3_000, samples=40), after=move)
                    assert sorted(row.option for row in rows) == sorted(opened)
                    shown = next(row for row in rows if row.option == attack).as_data()["odds"]
                    assert isinstance(shown, dict) and shown["label"] and isinstance(shown["targets"], list)
        onward(fight)
    assert tried, "nobody could go anywhere and attack from there"


@pytest.mark.parametrize("name", ["escalation/toll", "tiers/standard", "toughness/standard"])
def test_what_a_move_opens_is_the_same_to_a_seat_whatever_it_cannot_know(name: str) -> None:
    fight, dicey = walk(name, "opens", 0)
    compared = 0
    for _ in range(60):
        if not fight.questions or compared >= 3:
            break
        for asked in asked_of(fight, SEAT)[:1]:
            for move in moves(fight)[:1] if asked is fight.questions[0] else []:
                for what, twin in twins(fight, dicey, 1, [move[0]]):
                    told = [[one.as_data() for one in each.opens(asked.id, move, SEAT)] for each in (fight, twin)]
                    assert told[0] == told[1], what
                    compared += 1
        onward(fight)
    assert compared, "nobody could go anywhere"


def test_what_cannot_follow_is_refused_in_a_sentence() -> None:
    fight = play(encounter("riposte/ferry"), seed="after")
    for _ in range(60):
        asked = fight.questions[0]
        ids = [option.id for option in asked.options]
        attack = next((one for one in ids if one.startswith("engage:")), "")
        last = next((one for one in ids if one.startswith("move@")), "")
        if attack and last:
            break
        onward(fight)
    with pytest.raises(Unavailable, match="cannot follow"):
        fight.odds(asked.id, attack, after=[last])
    with pytest.raises(Unavailable, match="not an option"):
        fight.odds(asked.id, attack, after=["nowhere"])
    wrong: Any = "advance"
    with pytest.raises(Malformed, match="a list of at most"):
        fight.odds(asked.id, attack, after=wrong)
