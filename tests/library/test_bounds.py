"""What is too large is refused at once, with a sentence that says what would be right."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data, play, sample
from quintain.library.problems import FileProblem
from quintain.library.text import LARGEST_YAML, read_text


def refused(data: dict[str, object]) -> str:
    started = time.process_time()
    with pytest.raises(FileProblem) as no:
        from_data(data)
    assert time.process_time() - started < 1
    return str(no.value)


def test_a_crowd_is_refused_before_it_is_built() -> None:
    data = dict(sample("riposte/ferry").data)
    rows = data["combatants"]
    assert isinstance(rows, list)
    data["combatants"] = rows * 100
    assert "there are 1,000 combatants; a fight holds at most 250" in refused(data)


@pytest.mark.parametrize("name", ["clash/standard", "escalation/toll", "riposte/ferry", "tiers/standard", "toughness/standard"])
def test_an_id_by_which_nothing_could_be_answered_is_refused(name: str) -> None:
    """Options are named by it: beyond 2,000 characters they stood on the list and could not be chosen."""
    data: dict[str, Any] = copy.deepcopy(sample(name).data)
    battle = sample(name).battle()
    other = copy.deepcopy(data["combatants"][0])
    data["combatants"][0]["id"] = "x" * 81
    assert "this id has 81 characters; at most 80" in refused(data) and "combatants" in refused(data)
    fight = play(sample(name), seed="1", auto={})
    with pytest.raises(Refusal, match="this id has 81 characters"):
        fight.rule("add", unit={**other, "id": "x" * 81})
    assert len(fight.battle.units) == len(battle.units)


@pytest.mark.parametrize("size", [(1300, 1300), (201, 2), (150, 80)])
def test_a_vast_map_is_refused_before_it_is_built(size: tuple[int, int]) -> None:
    width, height = size
    tiers = {**sample("tiers/standard").data, "map": {"width": width, "height": height}}
    riposte = {**sample("riposte/ferry").data, "map": ["." * width] * height}
    assert f"the map has {width} x {height} squares" in refused(tiers)
    assert f"the map has {width} x {height} squares" in refused(riposte)


@pytest.mark.parametrize("name", ["clash/standard", "escalation/toll", "riposte/ferry", "tiers/standard", "toughness/standard"])
def test_what_could_not_be_read_again_from_a_save_is_refused(name: str) -> None:
    """Data that no file could hold, from a program or as JSON over a wire."""
    data = sample(name).data
    assert "U+D800" in refused({**data, "name": "half \ud800"})
    assert "U+0000" in refused({**data, "summary": "\x00"})
    assert "characters; at most 700,000" in refused({**data, "name": "x" * 3_000_000})
    assert "at most 18 digits" in refused({**data, "rounds": 10**18})
    assert "at most 18 digits" in refused({**data, "rounds": float("nan")})
    assert "a field's name is a text" in refused({**data, 3: 1})  # type: ignore[dict-item]
    deep: object = 1
    for _ in range(60):
        deep = [deep]
    assert "nested too deeply" in refused({**data, "name": deep})


@pytest.mark.parametrize("name", ["clash/standard", "escalation/toll", "riposte/cellar"])
def test_a_map_of_very_many_zones_is_refused_before_it_is_built(name: str) -> None:
    data = sample(name).data
    zones = data["zones"]
    assert isinstance(zones, list)
    many = [f"zone-{number}" for number in range(3_000)]
    data = {**data, "zones": [*zones, *[{"name": one, "id": one} if isinstance(zones[0], dict) else one for one in many]]}
    assert f"there are {len(zones) + 3_000:,} zones; at most 200" in refused(data)


def test_newcomers_of_waves_are_counted() -> None:
    data = sample("tiers/toll-bridge").data
    waves = data["waves"]
    assert isinstance(waves, list)
    data = {**data, "waves": [{**waves[0], "combatants": waves[0]["combatants"] * 150}]}
    assert "a fight holds at most 250" in refused(data)


@pytest.mark.parametrize("name", ["clash/standard", "escalation/toll", "riposte/ferry", "tiers/standard", "toughness/standard"])
def test_the_gm_adds_no_more_than_a_file_may_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fight = play(sample(name), seed="crowd")
    monkeypatch.setattr("quintain.engine.ruling.MOST_COMBATANTS", len(fight.battle.units))
    rows = fight.encounter["combatants"]
    assert isinstance(rows, list)
    with pytest.raises(Refusal, match="combatants at most"):
        fight.rule("add", unit={**rows[-1], "id": "one-more"})


def test_ground_that_the_gm_lays_out_is_held_to_the_bounds_of_a_file() -> None:
    fight = play(sample("riposte/ferry"), seed="ground")
    places = {unit.id: [number, 0] for number, unit in enumerate(fight.battle.units)}
    with pytest.raises(Refusal, match="the map has 210 x 210 squares; at most 10,000"):
        fight.rule("ground", mode="grid", map=["." * 210] * 210, box={"from": [0, 0], "to": [3, 3]}, places=places)
    with pytest.raises(Refusal, match="there are 300 zones; at most 200"):
        fight.rule("ground", mode="zones", zones=[f"z{number}" for number in range(300)], box=["z0"], places={})


def test_the_gm_draws_no_more_zones_than_a_file_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintain.systems.clash.rulings_map.MOST_ZONES", 4)
    fight = play(sample("clash/standard"), seed="zones")
    with pytest.raises(Refusal, match="zones at most"):
        fight.rule("draw_zone", zone="one-more", joins=["a"])


def test_a_vast_deployment_box_is_refused() -> None:
    data = {**sample("riposte/ferry").data, "map": ["." * 100] * 100, "box": {"from": [0, 0], "to": [49, 49]}}
    assert "the deployment box has 2,500 squares; at most 400" in refused(data)


def test_large_yaml_is_refused_and_large_json_read_at_once() -> None:
    with pytest.raises(FileProblem, match="characters of YAML are read"):
        read_text("a: 1\n" * (LARGEST_YAML // 5 + 1))
    data = {"entries": [{"do": "answer", "at": f"turn:ann#{number}", "value": "wait"} for number in range(20_000)]}
    started = time.process_time()
    assert read_text(json.dumps(data)).data == data
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1, "a": 2, "b": "%s"}', "there twice"),
        ('{"a": 1234567890123456789012, "b": "%s"}', "at most 18 digits"),
        ('{"a": NaN, "b": "%s"}', "no number"),
        ('{"b": "%s", "a": ' + "[" * 60 + "]" * 60 + "}", "nested too deeply"),
    ],
)
def test_large_json_is_held_to_the_same_rules(text: str, says: str) -> None:
    with pytest.raises(FileProblem, match=says):
        read_text(text % ("x" * 150_000))
