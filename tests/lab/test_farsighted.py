"""The tactic that thinks ahead finds what the others miss, knows no more than it may, and plays the same when watched."""

from __future__ import annotations

import pytest

import quintain as q
from quintain.engine import OnwardReading, Option, Question, SampleReading, Tactics, sample_fight
from quintain.lab import Farsighted, compare, forecast
from quintain.lab.farsighted import Thought
from quintain.lab.setting import Stage, setting_of
from tests.engine import tilt
from tests.lab.conftest import duel, two_a_side


def test_it_finds_what_every_level_of_tactic_misses() -> None:
    # Boldness adds 3: 30 of 36 ways instead of 15. Only a fight imagined to its end shows it.
    found = compare(duel(), tactics=["careful", {"us": "farsighted", "*": "careful"}], fights=150, processes=1)
    assert found.differences[0].clear and not found.forecasts[1].wins.excludes(30 / 36)
    assert found.forecasts[1].of("ann").used["Boldness"].value > 0.95
    assert found.forecasts[1].of("cid").never == ["Boldness"]


def test_a_watched_fight_of_it_is_the_fight_that_was_sampled() -> None:
    stage = Stage(setting_of(two_a_side(), {"red": "farsighted", "*": "careful"}, 1))
    tactic = stage.tactics.by_side["red"]
    assert isinstance(tactic, Farsighted)
    battle, _ = stage.run(1)
    trail, fight = stage.trail(1), stage.watch(1)
    assert [(e.do, e.at, e.value, e.faces) for e in trail] == [(e.do, e.at, e.value, e.faces) for e in fight.entries]
    assert fight.battle.key() == battle.key()


def test_it_can_be_set_at_the_table_and_from_here() -> None:
    fight = q.play(duel(), seed=4)
    fight.automate("us", "farsighted")
    answered = [entry for entry in fight.entries if entry.by == "tactic:farsighted"]
    assert [entry.value for entry in answered] == ["yes"]
    assert forecast(fight, 20, tactics={"us": "farsighted", "*": "steady"}, processes=1).fights == 20


def test_without_joints_it_plays_carefully() -> None:
    system = duel().system
    reading = SampleReading(Tactics(system, {"*": "farsighted"}), counting=True)
    sample_fight(system, duel().battle(), reading, "1")
    assert ("use:Boldness", "ann") not in reading.counts


def test_what_others_declare_in_secret_is_not_known_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[list[str]] = []

    def look(self: Thought, options: list[Option], seed: str, playouts: int) -> Option:
        fed.append([entry.at for entry in self._past])
        return options[0]

    monkeypatch.setattr(Thought, "best", look)
    stage = Stage(setting_of(two_a_side(), {"blue": "farsighted", "red": "careful"}, 1))
    stage.run(1)
    # Ann and Bob of red declare first; Cid is told nothing of that, Dan only what Cid declared.
    assert fed[0] == [] and fed[1] == ["aim:cid#1"]


def test_its_thought_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    imagined: dict[str, int] = {}
    inner = Thought.value

    def counted(self: Thought, option: Option, seed: str) -> float:
        question = seed.rsplit(":", 2)[0]
        imagined[question] = imagined.get(question, 0) + 1
        return inner(self, option, seed)

    monkeypatch.setattr(Thought, "value", counted)
    stage = Stage(setting_of(two_a_side(), {"red": "farsighted", "*": "careful"}, 2))
    stage.run(1)
    assert imagined and max(imagined.values()) <= 96


def test_it_draws_no_die_of_the_fight() -> None:
    # Thinking must not move the stream: a farsighted player who takes the careful option meets the same dice.
    class Thinks(Farsighted):
        def answer(self, question: Question) -> Option:
            super().answer(question)
            return question.choose(self)

    system = two_a_side().system

    def end(tactics: Tactics) -> tuple[object, ...]:
        stage = Stage(setting_of(two_a_side(), "careful", 1))
        battle = stage.template.copy()
        reading = OnwardReading(system, [], 0, {}, tactics)
        reading.begin("1:1")
        stage._joint_by_joint(battle, reading)
        return battle.key()

    plain, thinking = Tactics(system, {"*": "careful"}), Tactics(system, {"*": "careful"})
    thinking.by_side["red"] = Thinks(candidates=3, playouts=8)
    assert end(plain) == end(thinking)
    assert tilt.SYSTEM.tactic("farsighted").name == "farsighted"
