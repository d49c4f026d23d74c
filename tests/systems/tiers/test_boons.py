"""What wounds and boons do to every Defense, budgets and prices, in scenes that use them up (parts M, N, O)."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    asked,
    begin,
    dice_thrown,
    finish,
    foe,
    hit,
    needed,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
)


def probe(defense: str, energy: list[str]) -> Row:
    return {"name": defense, "kind": "melee", "within": 5, "action": "Skirmish", "defenses": [defense], "damage": "power", "die": 4,
            "energy": energy}  # fmt: skip


@clause("TI-101", "TI-102", "TI-127", "TI-129", "TI-130", "TI-132")
@pytest.mark.parametrize(
    ("effect", "numbers"),
    [
        ({"wound": "downed"}, (12, 10, 8)),
        ({"boon": "Concealed"}, (22, 20, 18)),
        ({"boon": "Sheltered"}, (22, 20, 18)),
        ({"boon": "Deflecting", "energy": "Thermal"}, (22, 20, 18)),
        ({"boon": "Deflecting", "energy": "Glacial"}, (17, 15, 13)),
        ({"boon": "Fortified", "defense": "Ward"}, (17, 20, 13)),
        ({"wound": "Exposed", "defense": "Grit"}, (17, 15, 8)),
        ({"wound": "Incapacitated"}, (6, 6, 6)),
    ],
)
def test_what_changes_all_defenses_and_what_changes_one(effect: Row, numbers: tuple[int, int, int]) -> None:
    """Iron 17, Ward 15, Grit 13, attacked with Kinetic + Thermal damage; every attack misses with 2 + 1."""
    powers = [probe(name, ["Kinetic", "Thermal"]) for name in ("Iron", "Ward", "Grit")]
    fight = begin([person("ann", (5, 5), powers=powers), foe("bob", (6, 5), effects=[effect])], [2, 2, 1, 1] * 3)
    to_turn(fight, "ann")
    fight.rule("set", who="ann", stat="extra_acts", value=1)
    assert tuple(needed(act(fight, f"power:{place}:@bob")) for place in range(3)) == numbers
    finish(fight)


@clause("TI-130")
def test_deflecting_does_not_help_where_no_damage_is_dealt() -> None:
    glare: Row = {"name": "Glare", "kind": "melee", "within": 5, "action": "Skirmish", "energy": ["Thermal"]}
    people = [person("ann", (5, 5), powers=[glare]), foe("bob", (6, 5), effects=[{"boon": "Deflecting", "energy": "Thermal"}])]
    fight = begin(people, [2, 2, 1, 1])
    to_turn(fight, "ann")
    assert needed(act(fight, "power:0:@bob")) == 17
    finish(fight)


@clause("TI-133")
def test_the_extra_of_haste_spent_on_a_react_is_not_there_for_an_act() -> None:
    """Ann resists three blows (each 15 + 7, damage 1 + 1; her 20s, chains 2, and 8s, chains 1: 31 against 22, 2 Stress each)."""
    people = [person("ann", (5, 5), effects=[{"boon": "Hastened"}]), foe("bob", (6, 5))]
    blow = [15, 2, 7, 1, 1, 1, 20, 2, 2, 8, 1]
    fight = begin(people, blow * 3)
    stances(fight)
    fight.rule("set", who="bob", stat="extra_acts", value=1)
    for left in (2, 1, 0):
        hit(fight, "bob", "ann", {"damage": "resist"})
        assert who(fight, "ann").reacts_left() == left
    assert asked(fight) == "act:ann" and who(fight, "ann").acts_left() == 2 and who(fight, "ann").stress == 6
    finish(fight)


@clause("TI-112", "TI-44")
@pytest.mark.parametrize(("taken", "may"), [(7, True), (8, False)])
def test_a_fixed_price_needs_that_many_free_boxes(taken: int, may: bool) -> None:
    """A power for 3 Stress with 3 boxes free, and with 2."""
    power: Row = {"name": "Pin", "stress": 3, "range": 30, "action": "Hunt"}
    people = [person("ann", (5, 5), powers=[power]), foe("bob", (9, 5))]
    people[0]["stress"] = taken
    fight = begin(people, [2, 2, 1, 1] if may else [])
    to_turn(fight, "ann")
    assert ("power:0:@bob" in offered(fight)) is may
    if may:
        act(fight, "power:0:@bob")
        assert who(fight, "ann").stress == 10
    finish(fight)


@clause("TI-77", "TI-20")
def test_the_surprised_may_mark_soak_and_not_resist() -> None:
    """Ann, Surprised: 12 to hit; 10 + 2 does. 6 + 6 less a box is 2."""
    fight = begin([person("ann", (5, 5), soak=1), person("dee", (1, 1)), foe("bob", (6, 5))], [10, 2, 2, 1, 6, 6])
    stances(fight)
    fight.rule("surprise", who="ann")
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "damage:ann" and offered(fight) == ["take", "soak:1"]
    answer(fight, "soak:1")
    assert who(fight, "ann").hp == 38
    finish(fight)


@clause("TI-119", "TI-109", "TI-114")
def test_terror_takes_a_d20_from_a_resistance_roll_too() -> None:
    """Tier 2 - 1: 1d20 and BODY d8."""
    people = [person("ann", (5, 5), effects=[{"wound": "terrified", "source": 1}]), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1, 6, 6, 16, 7])
    stances(fight)
    hit(fight, "bob", "ann", {"damage": "resist"})
    assert dice_thrown(fight, "resistance") == ["1d20 best! + 1d8 best!"] and who(fight, "ann").stress == 2
    finish(fight)


@clause("TI-114")
@pytest.mark.parametrize(("defense", "die"), [("Iron", 8), ("Ward", 6), ("Grit", 4)])
def test_the_attribute_that_resists_is_the_one_behind_the_defense(defense: str, die: int) -> None:
    people = [person("ann", (5, 5)), foe("bob", (6, 5), powers=[probe(defense, ["Psychic"])], ratings={"skirmish": 2})]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 1, 18, 2, 3])
    stances(fight)
    answer(fight, "power:0:@ann")
    answer(fight, "resist")
    settle(fight)
    assert dice_thrown(fight, "resistance") == [f"2d20 best! + 1d{die} best!"]
    finish(fight)
