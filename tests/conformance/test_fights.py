"""Every fight of every system: it ends, replays, refuses cleanly, and tactics answer legally."""

from __future__ import annotations

import json
import os
import random

import pytest

from quintain.engine import GM, LEVELS, Fight, Refusal, sample_fight, view
from quintain.engine.sample import SampleReading, Tactics
from quintain.library.encounters import from_data, play
from quintain.odds import odds
from tests.conformance.enrolled import (
    ENCOUNTERS,
    SYSTEMS,
    Dicey,
    JudgedTactics,
    Listening,
    check_replays,
    check_sound,
    differences,
    encounter,
    joints,
    same,
)
from tests.support import OUTSIDE

RANDOM_SEEDS = 6


@pytest.mark.skipif(OUTSIDE in os.environ, reason="a system from outside is tested alone")
def test_every_shipped_system_has_encounters() -> None:
    assert SYSTEMS == ["clash", "escalation", "riposte", "tiers", "toughness"]


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_random_play_comes_to_an_end_and_every_random_answer_is_legal(name: str) -> None:
    enc = encounter(name)
    tactics = JudgedTactics(enc.system, "random")
    reading = SampleReading(tactics)
    for number in range(RANDOM_SEEDS):
        battle = sample_fight(enc.system, enc.battle(), reading, f"random:{number}")
        assert battle.outcome is not None and battle.closed
        assert battle.outcome.result and battle.outcome.why
    listed = enc.system.abouts
    assert not listed or set(tactics.judged.asked) <= set(listed), "System.abouts lists what questions are about, for standing orders"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_question_has_a_tactic_whose_answer_is_legal(name: str, level: str) -> None:
    enc = encounter(name)
    tactics = JudgedTactics(enc.system, level)
    reading = SampleReading(tactics)
    for number in range(3):
        battle = sample_fight(enc.system, enc.battle(), reading, f"{level}:{number}")
        assert battle.outcome is not None and battle.closed
    assert sum(tactics.judged.asked.values()) > 0


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_played_fight_replays_to_the_same_events_through_json(name: str) -> None:
    enc = encounter(name)
    for tactic in ("random", "steady"):
        fight = play(enc, seed=f"replay {tactic}", auto={"*": tactic})
        assert fight.outcome is not None and fight.events
        check_replays(fight)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_sampled_fight_is_the_played_fight_of_the_same_seed(name: str) -> None:
    enc = encounter(name)
    for seed in ("same:1", "same:2"):
        reading = Listening(Tactics(enc.system, {"*": "steady"}))
        sampled = sample_fight(enc.system, enc.battle(), reading, seed)
        fight = play(enc, seed=seed, auto={"*": "steady"})
        assert fight.outcome is not None and sampled.outcome is not None
        assert [event.text for event in reading.events] == [event.text for event in fight.events]
        assert fight.battle.key() == sampled.key()


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_the_global_random_generator_has_no_effect(name: str) -> None:
    enc = encounter(name)
    results = []
    for seed in (1, 2):
        random.seed(seed)
        state = random.getstate()
        fight = play(enc, seed="global", auto={"*": "steady"})
        assert random.getstate() == state
        results.append(json.dumps(fight.record))
    assert results[0] == results[1]


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_question_by_question_the_fight_stays_sound_and_refusals_change_nothing(name: str) -> None:
    dicey = Dicey(f"refusals {name}")
    fight = play(encounter(name), seed="refusals")
    for _ in range(40):
        if not fight.questions:
            break
        check_sound(fight)
        asked = fight.questions[dicey.below(len(fight.questions))]
        before = json.dumps(fight.record)
        shown = json.dumps(view(fight, GM), default=str)
        for wrong in ("", "no such option", "engage:nobody", "💥", asked.options[0].id + "x" if asked.options else "x"):
            with pytest.raises(Refusal) as caught:
                fight.answer(asked.id, wrong)
            assert len(str(caught.value)) > 10
        with pytest.raises(Refusal):
            fight.answer("no such question", "x")
        with pytest.raises(Refusal):
            fight.rule("set", who=fight.battle.units[0].id, stat="no such stat", value=1)
        assert json.dumps(fight.record) == before
        assert json.dumps(view(fight, GM), default=str) == shown
        option = asked.options[dicey.below(len(asked.options))]
        fight.answer(asked.id, option.id)
    check_replays(fight)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_exact_odds_sum_to_one_and_draw_no_random_number(name: str) -> None:
    dicey = Dicey(f"odds {name}")
    fight = play(encounter(name), seed="odds")
    tactic = fight.system.tactic("steady")
    tactic.begin("odds")
    weighed = 0
    state = random.getstate()
    for _ in range(120):
        if not fight.questions or weighed >= 6:
            break
        asked = next((open for open in fight.questions if not open.picked), fight.questions[0])
        weighing = [option for option in asked.options if option.weighs]
        before = json.dumps(fight.record)
        for option in weighing[:2]:
            found = odds(fight, option, asked.id)
            assert sum(found.outcomes.values()) + found.cut >= 1 - found.cut
            assert sum(found.outcomes.values()) <= 1
            if not found.cut:
                assert sum(found.outcomes.values()) == 1
            assert all(0 <= chance <= 1 for chance in found.chances.values())
            weighed += 1
        assert json.dumps(fight.record) == before
        if weighing:
            fight.answer(asked.id, weighing[dicey.below(len(weighing))].id)
        else:
            assert asked.question is not None
            fight.answer(asked.id, tactic.answer(asked.question).id())
    assert random.getstate() == state
    assert weighed > 0, "no option whose odds are shown came up"


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_copy_holds_everything_and_shares_nothing_that_changes(name: str) -> None:
    enc = encounter(name)
    for seed in ("copy:1", "copy:2"):
        fight = play(enc, seed=seed, auto={"*": "random"})
        between = joints(fight)
        for battle in between[:: max(1, len(between) // 6)]:
            twin = battle.copy()
            assert differences(battle, twin) == []
            assert twin.key() == battle.key()
            for unit, other in zip(battle.units, twin.units, strict=True):
                assert unit is not other
                assert differences(unit, other) == []
            keep = battle.copy()
            sample_from(enc.name, twin, fight)
            assert same(battle.key(), keep.key()) and differences(battle, keep) == []


def sample_from(name: str, battle: object, fight: Fight) -> None:
    """Run a copy to its end; whatever it shares with the original would show there."""
    from quintain.engine import Battle
    from quintain.engine.drive import run_to_end

    assert isinstance(battle, Battle)
    reading = SampleReading(Tactics(fight.system, {"*": "random"}))
    reading.begin(f"copy of {name}")
    run_to_end(fight.system, battle, reading)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_running_fight_is_written_as_an_encounter_that_can_be_played(name: str) -> None:
    fight = play(encounter(name), seed="export", auto={"*": "steady"})
    between = joints(fight)
    joint = between[len(between) // 2]
    exported = fight.system.export(joint)
    again = from_data(json.loads(json.dumps(exported)))
    present = sorted(unit.id for unit in joint.units if unit.is_present())
    assert sorted(unit.id for unit in again.battle().units if unit.is_present()) == present
    assert play(again, seed="export on", auto={"*": "steady"}).outcome is not None
