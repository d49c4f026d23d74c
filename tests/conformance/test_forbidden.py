"""What the GM forbids binds tactics, and never keeps automatic play from coming to an end."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, RandomTactic, Tactic
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, check_replays, encounter

Ban = tuple[str, str]
FIRST = [next(name for name in ENCOUNTERS if name.startswith(f"{system}/")) for system in SYSTEMS]


def bans_of(name: str, seed: str, answers: int, most: int) -> list[tuple[Fight, Ban]]:
    """Fights played at random to some question, each with an option to forbid: what a tactic wants there, or any other, or all."""
    dicey = Dicey(f"forbid {seed} {name}")
    fight = play(encounter(name), seed=f"forbid {seed}")
    found: dict[Ban, Fight] = {}
    for _ in range(answers):
        if not fight.questions:
            break
        asked = fight.questions[dicey.below(len(fight.questions))]
        question = asked.question
        if question is None or not asked.options:
            break
        wanted = question.choose(Tactic("steady", 1)).id()
        for option in (wanted, asked.options[dicey.below(len(asked.options))].id, "*"):
            found.setdefault((asked.about, option), fight.fork())
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
    every = max(1, len(found) // most)
    return [(at, ban) for place, (ban, at) in enumerate(found.items()) if place % every == 0]


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_whatever_the_gm_forbids_automatic_play_comes_to_an_end(name: str) -> None:
    tried = 0
    for fight, (about, option) in bans_of(name, "a", 25, 8):
        fight.rule("forbid", about=about, option=option, why="a test")
        fight.automate("*", "steady")
        assert fight.outcome is not None, f"forbidding {option} at {about}: {fight.questions}"
        tried += 1
    assert tried >= 2


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.parametrize("tactic", ["reckless", "careful", "random"])
def test_other_tactics_come_to_an_end_too_and_the_record_replays(name: str, tactic: str) -> None:
    for fight, (about, option) in bans_of(name, tactic, 8, 2):
        fight.rule("forbid", about=about, option=option, why="a test")
        fight.automate("*", tactic)
        assert fight.outcome is not None, f"forbidding {option} at {about}: {fight.questions}"
        check_replays(fight)


def test_a_random_tactic_takes_only_what_is_left() -> None:
    fight = play(encounter("riposte/ferry"), seed="left")
    question = fight.questions[0].question
    assert question is not None
    left = question.options()[3:5]
    tactic = RandomTactic()
    assert {tactic.instead(question, left) for _ in range(40)} == set(left)
