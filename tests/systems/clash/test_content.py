"""The shipped encounters: they load, play to an end, and do what they are there for."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from quintain.engine import SampleReading, Tactics, sample_fight, solve
from quintain.library.encounters import play, sample
from quintain.systems.clash import SYSTEM
from quintain.systems.clash.sheet import ClashBattle
from tests.conformance.enrolled import joints
from tests.support import clause, stats_of
from tests.systems.clash.arena import finish_within

NAMES = ["clash/dunes", "clash/ferry", "clash/reading", "clash/spines", "clash/standard", "clash/toll"]


def battle_of(name: str) -> ClashBattle:
    battle = SYSTEM.build(sample(name).data)
    assert isinstance(battle, ClashBattle)
    return battle


def results(name: str, fights: int, level: str = "steady") -> dict[str, int]:
    reading = SampleReading(Tactics(SYSTEM, {"*": level}))
    found: dict[str, int] = {}
    start = battle_of(name)
    for number in range(fights):
        outcome = sample_fight(SYSTEM, start, reading, f"content:{number}").outcome
        assert outcome is not None
        found[outcome.result] = found.get(outcome.result, 0) + 1
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["reckless", "steady", "careful", "random"])
def test_every_encounter_comes_to_a_decision(name: str, level: str) -> None:
    found = results(name, 6, level)
    assert sum(found.values()) == 6
    if level in ("steady", "careful"):
        assert "stalemate" not in found


def test_the_three_kinds_of_map_are_shipped_and_playable() -> None:
    modes = {name: battle_of(name).field.mode for name in NAMES}
    assert (modes["clash/dunes"], modes["clash/ferry"], modes["clash/toll"]) == ("fluid", "mixed", "fixed")


@clause("CL-98", "CL-102", "CL-116")
def test_the_room_of_spines_is_played_as_in_the_book() -> None:
    # Deciphering: 12, 6, 15 with +5 and progress 7, 2, 10; then two rounds at the idols, with one round left.
    # The other one rolls too, each round: 1.
    dice = [12, 1, 3, 4, 6, 1, 2, 15, 1, 4, 6, 1, 1, 1, 1]
    fight = play(sample("clash/spines"), dice=dice, auto={"*": "steady"})
    assert fight.script_left == []
    assert fight.outcome is not None and (fight.outcome.result, fight.outcome.winner) == ("escape", "party")
    assert [event.data["progress"] for event in fight.events if event.kind == "progress"] == [7, 9, 19]
    assert [event.text for event in fight.events if event.kind == "timer"][-1] == "The spines: 1 round left."


def test_the_chance_to_get_out_of_the_room_is_exact_and_sampled_alike() -> None:
    start = battle_of("clash/spines")
    exact = solve(SYSTEM, start, {"*": "steady"}).wins("party")
    # Two rounds at the idols leave four for the writing.
    assert exact == finish_within(start, "decipher", 4)
    assert Fraction(98, 100) < exact < 1
    fights = 600
    won = results("clash/spines", fights)["escape"]
    sigma = float(exact * (1 - exact) / fights) ** 0.5
    assert abs(won / fights - float(exact)) < 4 * sigma


def test_standard_fights_run_as_the_figures_say() -> None:
    # 83 % and 91 % in two independent simulations; 1,000 fights here gave 92 %. Four sigma of 150 fights are 9 points.
    found = results("clash/standard", 150)
    assert 0.74 < found["victory"] / 150 <= 1


@clause("CL-23")
def test_the_ferry_king_bluffs_in_the_first_round() -> None:
    fight = play(sample("clash/ferry"), seed="bluff", auto={"gm": "steady"})
    told = [event for event in fight.events if event.kind in ("intent", "truth") and event.who == ["morrow"]]
    assert [event.audience for event in told] == ["all", "gm"]
    assert told[0].text == "Gaffer Morrow means to work on Turn the ferry." and "Long Oar" in told[1].text


def test_a_fight_can_be_written_as_an_encounter_and_goes_on_alike() -> None:
    for name in NAMES:
        fight = play(sample(name), seed="export", auto={"*": "steady"})
        between = joints(fight)
        middle = between[len(between) // 2]
        assert isinstance(middle, ClashBattle) and middle.outcome is None
        again = SYSTEM.build(SYSTEM.export(middle))
        again.begun = middle.begun
        assert isinstance(again, ClashBattle)
        assert again.key() == middle.key(), name


def test_a_sheet_says_what_its_attack_and_its_abilities_do_and_a_button_what_it_is_good_for() -> None:
    fight = play(sample("clash/standard"), seed="words", auto={"gm": "steady"})
    units = {unit["id"]: stats_of(fight, "ann", unit["id"]) for unit in fight.view("ann")["units"]}
    assert units["brannoc"]["attack"] == "maul: melee, Might, 2d6 or 1d6"
    assert units["brannoc"]["abilities"] == "Bell-Ringer (1 Ardor, 2d6 or 1d6, Full Hit: -3 next round)"
    assert units["mirela"]["abilities"] == "Kindle (1 Ardor, an ally in the zone heals 1d6)"
    assert "attack" not in units["witch"] and "abilities" not in units["witch"]  # the GM's
    labels = {option.id: option.label for option in fight.questions[0].options}
    assert labels["defend"] == "Defend (d20 + 5, Glancing Hits on you miss)"
    assert labels["cover@ysolde"] == "Cover Ysolde Ferrant (d20 + 8, your score may defend them)"
    assert labels["cover@odalys"] == "Cover Odalys Quern (d20 + 8)"
    assert labels["prepare"] == "Prepare (d20 + 1, +3 next round)" and labels["nothing"] == "Nothing"


def test_everybody_knows_what_decides_the_fight_and_nobody_what_is_hidden() -> None:
    fight = play(sample("clash/reading"), seed="words", auto={"gm": "steady"})
    shown = fight.view("ann")["notices"]
    assert isinstance(shown, list)
    assert [row["text"] for row in shown if row["kind"] == "goal"] == ["party wins", "enemy wins", "enemy wins"]
    task = next(row for row in shown if row["kind"] == "task")
    assert task["text"].startswith("CS 14, 0 of 15") and not task["done"]
    fight.rule("feat", feat="read", hidden=True)
    fight.rule("timer", timer="dusk", rounds=3, text="The light fails.", hidden=True)
    hidden, whole = fight.view("ann")["notices"], fight.view("gm")["notices"]
    assert isinstance(hidden, list) and isinstance(whole, list) and len(hidden) == 2 and len(whole) == 5


@pytest.mark.parametrize("name", [*NAMES, "riposte/bridge", "riposte/cellar", "riposte/ferry"])
def test_the_log_names_people_and_places_never_ids_or_coordinates(name: str) -> None:
    for tactic in ("steady", "random"):
        fight = play(sample(name), seed="words", auto={"*": tactic})
        ids = [unit.id for unit in fight.battle.units if "-" in unit.id]
        for event in fight.events:
            for text in (event.text, event.public):
                assert not re.search(r"\(-?\d+(\.\d+)?, ?-?\d", text) and not any(id in text for id in ids), text
