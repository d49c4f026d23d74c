"""Promises that hold over many fights: replays, odds, dice, exports. `pytest --long` tries far more of each.

Every check here is made to fail once, with a fault planted on purpose.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from scipy import stats

from quintain.engine import Battle, Entry, Fight, OnwardReading, OpenOption, Stream, System
from quintain.engine.drive import next_joint
from quintain.engine.odds import Odds
from quintain.engine.question import Option, Question
from quintain.engine.reading import StopHere
from quintain.engine.sample import Tactics
from quintain.engine.system import why_not
from quintain.engine.tactic import Tactic
from quintain.library.encounters import fight_of, from_data, play, samples
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter, joints
from tests.conformance.test_compiled import COMPILED, ROOT
from tests.support import many

TACTICS = ("steady", "random", "careful", "reckless")


def of(system: str, number: int) -> str:
    """The encounters of a system in turn."""
    names = samples(system)
    return names[number % len(names)]


# -- a record replays to the same events ---------------------------------------------------------------------------------


def differs(record: dict[str, object], fight: Fight) -> bool:
    again = fight_of(record)
    events = [event.as_data() for event in again.events] != [event.as_data() for event in fight.events]
    return events or again.battle.key() != fight.battle.key()


@pytest.mark.parametrize("system", SYSTEMS)
def test_records_replay(system: str) -> None:
    for number in range(many(4, 10_000)):
        fight = play(encounter(of(system, number)), seed=f"promise:{number}", auto={"*": TACTICS[number % 4]})
        assert not differs(json.loads(json.dumps(fight.record)), fight), number


def test_a_record_with_another_face_is_noticed() -> None:
    fight = play(encounter("riposte/ferry"), seed="planted", auto={"*": "steady"})
    record = json.loads(json.dumps(fight.record))
    roll = next(entry for entry in record["entries"] if entry["do"] == "roll" and entry["faces"])
    before = roll["faces"][0]
    outcomes = []
    for face in sorted({before, *range(0, 100, 5)}):
        roll["faces"][0] = face
        try:
            outcomes.append(differs(record, fight))
        except Exception:  # another face may lead where the rest of the record does not fit: noticed too
            outcomes.append(True)
        if face == before:
            assert outcomes[-1] is False
    assert any(outcomes)


@pytest.mark.skipif((COMPILED / "quintain").is_dir() and not many(0, 1), reason="test_compiled.py compares two orders already")
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_order_of_hashing_has_no_effect(system: str) -> None:
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/")]
    printed = set()
    for hashing in ("1", "2024"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.conformance.digest", "5000", *(f"{name}={many(4, 2_000)}" for name in names)],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": hashing}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 0, run.stderr[-2000:]
        printed.add(run.stdout)
    assert len(printed) == 1


# -- exact odds against sampled ones -------------------------------------------------------------------------------------


class Stopping(OnwardReading):
    """Sampled from an answer to where its odds stop."""

    stop = "action"

    def reached(self, battle: Battle, place: str) -> None:
        if place == self.stop and not self.feeding:
            raise StopHere()

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        if not self.feeding:
            self.tallies[what, who] = self.tallies.get((what, who), 0) + amount


Fate = tuple[tuple[str, str], ...]


class Assuming(Tactic):
    """Steady, but of the acting side's later choices it takes what the odds take for granted."""

    def __init__(self, system: System, side: str) -> None:
        super().__init__("steady", 1)
        self.system = system
        self.side = side

    def answer(self, question: Question) -> Option:
        unit = question.battle.find(question.who)
        order = self.system.assumed(question) if unit is not None and unit.side == self.side else ""
        found = question.find(question.standing(order)) if order and question.standing(order) else None
        return found if found is not None and not why_not(question, found) else super().answer(question)


def sampled(fight: Fight, asked: str, option: OpenOption, times: int, seed: str) -> tuple[dict[Fate, int], dict[str, int]]:
    """How often each fate and each note came up when this answer was given so many times."""
    question = next(one for one in fight.questions if one.id == asked).question
    assert question is not None
    chosen = question.find(option.id)
    assert chosen is not None
    joint = fight.checkpoints[-1]
    entries = [*fight.entries[joint.position :], Entry("answer", asked, option.id, "gm")]
    tactics = Tactics(fight.system, {"*": "steady"})
    actor = question.battle.find(question.who)
    if actor is not None:
        tactics.by_side[actor.side] = Assuming(fight.system, actor.side)
    reading = Stopping(fight.system, entries, 0, dict(joint.counts), tactics)
    fates: dict[Fate, int] = {}
    notes: dict[str, int] = {}
    for number in range(times):
        battle = run_once(fight.system, reading, joint.battle, list(entries), dict(joint.counts), f"{seed}:{number}")
        fate = fight.system.fates(question.battle, battle, question.who, chosen)
        fates[fate] = fates.get(fate, 0) + 1
        for what, who in [key for key, amount in reading.tallies.items() if amount > 0]:
            name = what if who == question.who else f"{what}:{who}"
            notes[name] = notes.get(name, 0) + 1
    return fates, notes


def run_once(system: System, reading: Stopping, start: Battle, entries: list[Entry], counts: dict[str, int], seed: str) -> Battle:
    reading.entries, reading.position, reading.counts, reading.feeding = entries, 0, counts, True
    reading.begin(seed)
    battle = start.copy()
    battle.read_by(reading)
    try:
        next_joint(system, battle)
        while reading.feeding:
            next_joint(system, battle)
    except StopHere:
        pass
    return battle


def unlikely(counts: dict[Fate, int], chances: dict[Fate, Fraction], times: int) -> float:
    """How likely counts as far off as these are, if the chances are right; 0 for what cannot be."""
    if any(fate not in chances for fate in counts):
        return 0.0
    found, wanted, rest, expected = [], [], 0, 0.0
    for fate, chance in chances.items():
        if float(chance) * times >= 5:
            found.append(counts.get(fate, 0))
            wanted.append(float(chance) * times)
        else:
            rest += counts.get(fate, 0)
            expected += float(chance) * times
    if expected > 0:
        found.append(rest)
        wanted.append(expected)
    if len(found) == 1:
        return 1.0
    scale = sum(found) / sum(wanted)
    return float(stats.chisquare(found, [one * scale for one in wanted]).pvalue)


def situations(system: str, wanted: int) -> list[tuple[Fight, str, OpenOption]]:
    """Open questions with an option that leads to dice, met on the way of played fights."""
    found: list[tuple[Fight, str, OpenOption]] = []
    number = 0
    while len(found) < wanted:
        dicey = Dicey(f"odds {system} {number}")
        fight = play(encounter(of(system, number)), seed=f"odds:{number}")
        for _ in range(4 + dicey.below(30)):
            if fight.questions:
                asked = fight.questions[dicey.below(len(fight.questions))]
                fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
        number += 1
        weighing = [(asked.id, option) for asked in fight.questions for option in asked.options if option.weighs and not asked.picked]
        if weighing:
            asked_id, option = weighing[dicey.below(len(weighing))]
            found.append((fight, asked_id, option))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_exact_odds_are_what_happens(system: str) -> None:
    times = many(400, 1_000_000)
    tried = 0
    for place, (fight, asked, option) in enumerate(situations(system, many(5, 200))):
        exact = fight.odds(asked, option.id)
        if exact.sampled:
            continue  # too many ways for the time there was: these odds say themselves that they are not exact
        tried += 1
        fates, notes = sampled(fight, asked, option, times, f"odds {place}")
        what = f"{fight.system.name}, {option.label} at {asked}"
        if not exact.cut:
            assert unlikely(fates, exact.outcomes, times) > 1e-5, f"{what}: {fates} where {exact.outcomes}"
        for name in fight.system.headlines:
            if name in exact.chances:
                assert close(notes.get(name, 0), times, exact.chances[name]), f"{what}: {name} {notes.get(name, 0)} of {times}"
    assert tried


def close(count: int, times: int, chance: Fraction) -> bool:
    """Within four and a half standard errors."""
    p = float(chance)
    error: float = (p * (1 - p) / times) ** 0.5
    return abs(count / times - p) <= 4.5 * error + 1e-6


def test_wrong_odds_are_noticed() -> None:
    fight, asked, option = next(one for one in situations("riposte", 12) if len(one[0].odds(one[1], one[2].id).outcomes) > 2)
    exact: Odds = fight.odds(asked, option.id)
    fates, _ = sampled(fight, asked, option, 2_000, "planted")
    assert unlikely(fates, exact.outcomes, 2_000) > 1e-5
    outcomes = sorted(exact.outcomes, key=lambda fate: exact.outcomes[fate])
    wrong = {**exact.outcomes, outcomes[-1]: exact.outcomes[outcomes[0]], outcomes[0]: exact.outcomes[outcomes[-1]]}
    assert unlikely(fates, wrong, 2_000) < 1e-5
    assert not close(500, 1_000, Fraction(6, 10)) and close(590, 1_000, Fraction(6, 10))


# -- dice ----------------------------------------------------------------------------------------------------------------


def test_a_twenty_sided_die_is_even() -> None:
    counts = [0] * 20
    stream = Stream("promise: d20")
    for _ in range(many(100_000, 100_000_000)):
        counts[stream.face(20, 0)] += 1
    assert stats.chisquare(counts).pvalue > 0.001
    counts[7] += sum(counts) // 100  # a die that shows one face a fifth too often
    assert stats.chisquare(counts).pvalue < 0.001


# -- exports -------------------------------------------------------------------------------------------------------------


def written(system: System, battle: Battle) -> str:
    return json.dumps(system.export(battle), sort_keys=True)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_second_export_is_the_first(system: str) -> None:
    for number in range(many(12, 1_000)):
        fight = play(encounter(of(system, number)), seed=f"export:{number}", auto={"*": TACTICS[number % 4]})
        between = [battle for battle in joints(fight) if battle.outcome is None]
        first = written(fight.system, between[number * 7 % len(between)])
        again = from_data(json.loads(first))
        assert written(fight.system, again.battle()) == first, f"{of(system, number)} at {number}"
