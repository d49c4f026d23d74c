"""What a file may cost whoever checks it: small files that took minutes, each refused in words or read soon."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.library import bounds, encounters, rows
from quintain.library.bounds import MOST_VALUES, MOST_WRITTEN_OUT, too_much, values
from quintain.library.encounters import encounter_in, from_data, sample
from quintain.library.shipped import samples
from quintain.library.text import Document


def crowd(packs: int, free: int = 1, count: int = 40) -> Any:
    """Riposte on a large map: so many rows of many alike, and of the squares around each one in `free` is no wall."""
    data: Any = copy.deepcopy(sample("riposte/ferry").data)
    hound = data["combatants"][-1]
    middles = {(7 + 15 * number, 9) for number in range(packs)}
    data["map"] = [
        "".join("." if (x * 7 + y * 3) % free == 0 or (x, y) in middles or y == 0 else "#" for x in range(90)) for y in range(20)
    ]
    found = [{**hound, "id": f"pack{number}", "count": count, "at": list(at)} for number, at in enumerate(sorted(middles))]
    data["combatants"] = [{**data["combatants"][0], "at": [0, 0]}, *found]
    for left in ("box", "objectives"):
        data.pop(left, None)
    return data


def built(monkeypatch: pytest.MonkeyPatch, data: Any) -> tuple[int, str]:
    """How many combatants were built while places were looked for, and what came of it."""
    counted = [0]
    stands = encounters._stands

    def noted(data: Any, name: str, known: Any, people: list[object]) -> bool:
        counted[0] += len(people)
        return stands(data, name, known, people)

    monkeypatch.setattr(encounters, "_stands", noted)
    try:
        said = f"{len(from_data(data).battle().units)} stand"
    except Refusal as no:
        said = str(no)
    monkeypatch.undo()
    return counted[0], said


@pytest.mark.parametrize("packs", [1, 4])
def test_where_there_is_room_many_alike_are_placed_at_once(monkeypatch: pytest.MonkeyPatch, packs: int) -> None:
    count, said = built(monkeypatch, crowd(packs))
    assert said == f"{1 + 40 * packs} stand" and count < 1_000


def test_round_walls_they_stand_on_the_nearest_free_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    count, said = built(monkeypatch, crowd(1, 3, 12))
    assert said == "13 stand" and count < 500
    units: Any = from_data(crowd(1, 3, 12)).data["combatants"]
    far = [abs(one["at"][0] - 7) + abs(one["at"][1] - 9) for one in units[1:]]
    assert far == sorted(far), "one stands nearer than somebody who was placed before"
    assert all((x * 7 + y * 3) % 3 == 0 or (x, y) == (7, 9) for x, y in (one["at"] for one in units[1:]))


def test_where_there_is_none_that_is_said_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty were tried on each of 169 squares, again and again: a file of a few lines took minutes."""
    assert rows.MOST_TRIED <= 4_000
    for packs, free in ((1, 60), (5, 60)):
        monkeypatch.setattr(rows, "MOST_TRIED", 300)
        count, said = built(monkeypatch, crowd(packs, free))
        assert count <= 500 and "no room is found around 7,9 for so many alike" in said, (packs, free, count, said)


def test_what_is_wrong_elsewhere_is_said_and_not_that_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    data = crowd(2)
    data["combatants"][0]["at"] = [200, 200]
    count, said = built(monkeypatch, data)
    assert "not on the map" in said and count < 200


def blocks_of(count: int) -> Any:
    """Escalation with one attack that has so many effects."""
    data: Any = copy.deepcopy(sample("escalation/toll").data)
    hit = data["blocks"]["vessa"]["attacks"][2]["hit"]
    hit[:] = [{"damage": f"{1 + number % 9}d8+{number}"} for number in range(count)]
    return data


def test_stat_blocks_of_very_many_effects_are_refused_in_words() -> None:
    """Twenty thousand took six seconds, in which everybody at the server waited for their turn."""
    with pytest.raises(Refusal, match=r"the stat blocks hold 4\d,\d{3} figures and words; at most 20,000 are checked in time"):
        from_data(blocks_of(20_000))
    assert from_data(blocks_of(500)).battle()


def test_a_large_block_is_counted_wherever_it_is_used() -> None:
    data: Any = copy.deepcopy(sample("tiers/standard").data)
    row = data["combatants"][-1]
    block = row.pop("block")
    block["items"] = [{**block["items"][0], "name": f"bite {number}"} for number in range(400)]
    data["blocks"], data["map"] = {"big": block}, {"width": 60, "height": 20}
    data["combatants"] = [{**row, "use": "big", "id": "big", "at": [5, 5], "count": 40}]
    with pytest.raises(Refusal, match=r"wherever it is used there are 1\d\d,\d{3} figures and words; at most 60,000"):
        from_data(data)


def test_edges_are_bounded() -> None:
    """So many that every zone joins every other took half a minute."""
    data: Any = copy.deepcopy(sample("clash/standard").data)
    names = [f"z{number}" for number in range(200)]
    data["zones"] = [{"id": name, "name": name} for name in names]
    data["edges"] = [[a, b] for place, a in enumerate(names) for b in names[:place]]
    with pytest.raises(Refusal, match="there are 19,900 edges; at most 1,000"):
        from_data(data)


@pytest.mark.parametrize("name", samples())
def test_what_is_shipped_is_far_from_these_bounds(name: str) -> None:
    data = sample(name).data
    assert too_much(data) == [] and values(data) < MOST_VALUES / 10
    assert MOST_WRITTEN_OUT > MOST_VALUES


def test_what_was_played_once_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of an older version holds a file that would be too much today."""
    monkeypatch.setattr(bounds, "MOST_VALUES", 100)
    with pytest.raises(Refusal, match="at most 100 are checked in time"):
        from_data(blocks_of(10))
    assert encounter_in(Document("record", {}, {}), blocks_of(10)).battle()
