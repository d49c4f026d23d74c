"""Ground that many fights share: one of each sort, what one fight does to it is that fight's own, and only so much is kept."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.library.encounters import play, sample
from quintain.space.alike import LARGEST, MOST_KEPT, Alike
from quintain.space.grid import grid_of

SHARING = [("riposte/ferry", "ground"), ("tiers/standard", "map"), ("toughness/standard", "ground")]
CHANGED = [
    ("riposte/ferry", "ground", "terrain", {"at": [0, 0], "terrain": "Heavy"}),
    ("tiers/standard", "map", "terrain", {"x": 0, "y": 0, "is": "difficult"}),
]


def ground(name: str, seed: str, field: str) -> Any:
    return getattr(play(sample(name), seed=seed).battle, field)


@pytest.mark.parametrize(("name", "field"), SHARING)
def test_fights_on_the_same_ground_share_it(name: str, field: str) -> None:
    assert ground(name, "a", field) is ground(name, "b", field)


@pytest.mark.parametrize(("name", "field", "ruling", "args"), CHANGED)
def test_what_a_ruling_does_to_it_no_other_fight_sees(name: str, field: str, ruling: str, args: dict[str, Any]) -> None:
    one, other = play(sample(name), seed="a"), play(sample(name), seed="b")
    before = other.view()["board"]
    one.rule_with(ruling, args)
    assert one.view()["board"] != before == other.view()["board"] == play(sample(name), seed="c").view()["board"]


def test_only_a_few_are_kept_and_none_that_is_very_large() -> None:
    kept: Alike[str] = Alike()
    for number in range(3 * MOST_KEPT):
        assert kept.keep(number, str(number), LARGEST) == str(number)
    assert [number for number in range(3 * MOST_KEPT) if kept.find(number)] == list(range(2 * MOST_KEPT, 3 * MOST_KEPT))
    assert kept.keep("large", "board", LARGEST + 1) == "board" and kept.find("large") is None
    assert grid_of(7, 5) is grid_of(7, 5) and grid_of(7, 5) is not grid_of(5, 7)
    assert grid_of(LARGEST, 2) is not grid_of(LARGEST, 2)
