"""The tank of a battlefield can be attacked itself: 10 damage from any hit burst it."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Illegal
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    arena,
    asked,
    begin,
    dice_thrown,
    finish,
    foe,
    hp,
    needed,
    offered,
    person,
    texts,
    to_turn,
    who,
    wounds,
)

GROUND: Row = {"rows": ["......", "..T...", "......", "......"], "legend": {"T": ["tank"]}}


def test_ten_damage_from_one_hit_burst_the_tank_and_less_does_nothing() -> None:
    """Defense 6: 3 + 3 = 6 hits for 4 + 5 = 9, nothing; then 3 + 3 hits for 5 + 5 = 10 and the ground within 10' is difficult."""
    fight = begin([person("ann", (1, 1)), foe("bob", (5, 3))], [3, 2, 3, 1, 4, 5, 3, 2, 3, 1, 5, 5], map=GROUND)
    to_turn(fight, "ann")
    assert "smash:sword:skirmish" in offered(fight)
    events = act(fight, "smash:sword:skirmish")
    assert needed(events) == 6 and "sword deals 9 damage to the tank." in texts(events)
    assert not arena(fight).tank_burst
    act(fight, "smash:sword:skirmish")
    battle = arena(fight)
    assert battle.tank_burst and battle.map.step_cost(4, 1, 1) == 2 and battle.map.step_cost(5, 1, 1) == 1
    assert any("The tank bursts" in text for text in texts(fight.events, "terrain"))
    fight.view("players")
    finish(fight)


def test_a_shot_at_the_tank_meets_6_whoever_fights_beside_it_and_is_pushed_and_aided_like_any_attack() -> None:
    """Dee and Bob fight next to it. Ann 3 + Push + Aid: 4d20; 2 + 3 = 5 misses, thrown again 4 + 2 = 6 hits for 6 + 4."""
    people = [
        person("ann", (0, 3), items=["longbow"]),
        person("dee", (3, 1)),
        foe("bob", (4, 1)),
    ]
    fight = begin(people, [2, 1, 1, 1, 3, 1, 4, 1, 1, 1, 2, 1, 6, 4], map=GROUND)
    to_turn(fight, "ann")
    events = act(fight, "smash:longbow:hunt:ranged", {"push": "yes", "before roll:dee": "aid", "redo": "aid"})
    assert dice_thrown(fight, "attack") == ["4d20 best! + 2d6 best!"] * 2
    assert [sum(value for _, value in event.math) for event in events if event.kind == "defense"] == [6, 6]
    assert arena(fight).tank_burst
    finish(fight)


def test_powers_aimed_at_one_may_be_aimed_at_the_tank_and_their_wounds_do_nothing_to_it() -> None:
    """Flame, 1 use and 2 Stress: 10 + 2 hits, 1 + Utter 1 = 2d6 = 12."""
    flame: Row = {
        "name": "Flame", "range": 30, "action": "Utter", "damage": "power", "die": 6, "energy": ["Thermal"], "uses": 1, "stress": 2,
        "wounds": [{"wound": "burning", "severity": 1}, {"wound": "pushed", "feet": 10}],
    }  # fmt: skip
    fight = begin([person("ann", (5, 1), ratings={"utter": 1}, powers=[flame]), foe("bob", (0, 3))], [3, 2, 3, 6, 6], map=GROUND)
    to_turn(fight, "ann")
    act(fight, "smash:0")
    assert arena(fight).tank_burst and who(fight, "ann").stress == 2 and who(fight, "ann").uses == [0]
    assert hp(fight, "ann", "bob") == [40, 40] and wounds(fight, "bob") == {}
    finish(fight)


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("smash:sword:skirmish", "20' away and the reach is 5'"),
        ("smash:sword:hunt:ranged", "cannot be shot or thrown"),
        ("smash:sword:sway", "melee is Skirmish or Finesse"),
    ],
)
def test_out_of_reach_and_out_of_reason_are_refused(option: str, why: str) -> None:
    ground: Row = {"rows": ["........", "......T.", "........"], "legend": {"T": ["tank"]}}
    fight = begin([person("ann", (2, 1)), foe("bob", (0, 0))], map=ground)
    to_turn(fight, "ann")
    with pytest.raises(Illegal, match=why):
        answer(fight, option)
    assert asked(fight) == "act:ann" and option not in offered(fight)


def test_without_a_tank_there_is_nothing_to_smash() -> None:
    fight = begin([person("ann", (2, 1)), foe("bob", (3, 1))])
    to_turn(fight, "ann")
    with pytest.raises(Illegal, match="no tank to burst"):
        answer(fight, "smash:sword:skirmish")
    assert not any(id.startswith("smash") for id in offered(fight))
