"""The tactic that thinks ahead finds what the others miss, knows no more than it may, and plays the same when watched."""

from __future__ import annotations

from fractions import Fraction

import pytest

import quintain as q
from quintain.engine import Die, OnwardReading, Option, Question, SampleReading, Tactics, sample_fight
from quintain.engine.sample import SameDice
from quintain.engine.solve import solve
from quintain.engine.tactic import FURTHER
from quintain.lab import Farsighted, compare, forecast
from quintain.lab.farsighted import PLAYOUTS, PROOFS, TO_THE_END, Thought, gain_of
from quintain.lab.setting import Stage, setting_of
from quintain.lab.worth import Worth
from tests.engine import tilt
from tests.lab.conftest import duel, two_a_side


def test_it_finds_what_every_level_of_tactic_misses() -> None:
    # Boldness adds 3: 30 of 36 ways instead of 15. Only a fight imagined to its end shows it.
    found = compare(duel(), tactics=["careful", {"us": "farsighted", "*": "careful"}], fights=50, processes=1)
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

    def counted(self: Thought, option: Option, seed: str, to_the_end: bool = False) -> float:
        question = seed.rsplit(":", 1)[0].removesuffix(":proof")
        imagined[question] = imagined.get(question, 0) + 1
        return inner(self, option, seed, to_the_end)

    monkeypatch.setattr(Thought, "value", counted)
    stage = Stage(setting_of(two_a_side(), {"red": "farsighted", "*": "careful"}, 2))
    stage.run(1)
    assert imagined and max(imagined.values()) <= PLAYOUTS * TO_THE_END + 2 * PROOFS


def test_where_its_thought_is_used_up_it_answers_carefully(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is counted, not timed: whatever the machine, the same question is answered alike."""
    for name, most in (("quintain.lab.farsighted.MOST_THOUGHT", 50), ("quintain.lab.farsighted.MOST_COMBATANTS", 1)):
        with monkeypatch.context() as small:
            small.setattr(name, most)
            fight = q.play(duel(), seed=4)
            fight.automate("us", "farsighted")
            assert [entry.value for entry in fight.entries if entry.by == "tactic:farsighted"] == ["no"]
    with monkeypatch.context() as small:
        small.setattr("quintain.lab.worth.MOST_LEARNING", 10)
        start = duel().battle()
        worth = Worth(duel().system, start, "us", Tactics(duel().system, {"*": "careful"}), "x", 300)
        assert not worth.ready, "what was learned from so little is not judged by"


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


def test_it_beats_careful_on_a_shipped_encounter(monkeypatch: pytest.MonkeyPatch) -> None:
    # The heroes always win this one; how much is left of them shows what thinking ahead is good for, even with little of it.
    monkeypatch.setitem(FURTHER, "farsighted", lambda: Farsighted(candidates=6, playouts=48, learning=40))
    tactics: list[str | dict[str, str]] = ["careful", {"heroes": "farsighted", "*": "careful"}]
    found = compare(q.sample("riposte/cellar"), tactics=tactics, fights=8, seed="in the suite", processes=1)
    gap = found.differences[0]
    assert gap.margin.n == 8 and gap.margin.low > 0


def test_nobody_can_do_better_than_careful_in_the_room_of_spines() -> None:
    # docs/lab/spines.py tries every pair of declarations in every state: the best possible play wins 1431871/1440000, too.
    spines = q.sample("clash/spines")
    solved = solve(spines.system, spines.battle(), {"*": "careful"}, within=14)
    assert solved.wins("party") == Fraction(1_431_871, 1_440_000) and sum(solved.endings.values()) == 1


def test_it_learns_what_counts_in_this_encounter() -> None:
    # The champion hits nearly always, the page never: a side that lost its page is better off than one that lost its champion.
    skills = {"champion": ("red", 3), "page": ("red", -3), "foe": ("blue", 1), "other": ("blue", 1)}
    system = tilt.SYSTEM
    start = system.build({"riders": [[name, name, side, "gm", skill, 6] for name, (side, skill) in skills.items()]})
    worth = Worth(system, start, "red", Tactics(system, {"*": "careful"}), "learn", 200)

    def without(name: str) -> float:
        battle = start.copy()
        unit = battle.find(name)
        assert isinstance(unit, tilt.Rider)
        unit.heart = 0
        return worth.of(battle)

    assert worth.ready and without("champion") + 0.1 < without("page") < worth.of(start)
    assert worth.ready and without("foe") > worth.of(start)


def test_two_options_meet_the_same_luck() -> None:
    system = two_a_side().system
    kinds: dict[tuple[str, str], int] = {}
    die = Die(20)

    def faces(order: list[str]) -> dict[str, list[int]]:
        reading = SameDice(system, [], {}, Tactics(system, {"*": "careful"}), kinds)
        reading.begin("same")
        battle = two_a_side().battle()
        battle.read_by(reading)
        seen: dict[str, list[int]] = {}
        for who in order:
            seen.setdefault(who, []).append(battle.roll(who, "joust", die).faces[0])
        return seen

    one, other = faces(["ann", "cid", "ann", "dan"]), faces(["dan", "bob", "ann", "bob", "ann", "cid"])
    assert [one[who] for who in ("ann", "cid", "dan")] == [other[who] for who in ("ann", "cid", "dan")]
    assert len({face for row in (*one.values(), *other.values()) for face in row}) > 2


def test_a_gain_is_counted_in_standard_errors() -> None:
    # Gaps 1, 2, 3: mean 2, standard deviation 1, standard error 1/sqrt(3).
    assert gain_of([2.0, 4.0, 6.0], [1.0, 2.0, 3.0]) == pytest.approx(2 * 3**0.5)
    assert gain_of([1.0, 1.0], [1.0, 1.0]) == 0 and gain_of([2.0, 2.0], [1.0, 1.0]) > 10 > -10 > gain_of([0.0, 0.0], [1.0, 1.0])
