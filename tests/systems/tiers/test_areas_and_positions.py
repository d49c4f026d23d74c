"""Part H and the order of the dice (section 6): walls, areas, several Defenses, positions, what is judged when."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.engine.refusal import Illegal, Unavailable
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    about,
    act,
    answer,
    arena,
    asked,
    at,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    needed,
    next_round,
    offered,
    person,
    settle,
    stances,
    texts,
    to_turn,
    who,
    wounds,
)

UTTER: Row = {"utter": 3, "skirmish": 2}


def area(side: int, **more: object) -> Row:
    return {
        "name": "Fall", "kind": "area", "square": side, "within": 60, "action": "Utter", "damage": "power", "die": 6,
        "energy": ["Thermal"], **more,
    }  # fmt: skip


def walled(rows: list[str]) -> Row:
    return {"rows": rows, "legend": {"#": ["wall"], "H": ["hard cover", "impassable"]}}


@clause("TI-58")
def test_no_area_is_laid_behind_a_wall() -> None:
    rows = [".....#....", ".....#....", ".....#....", ".....#....", ".........."]
    people = [person("ann", (2, 1), ratings=UTTER, powers=[area(10)]), foe("bob", (8, 1))]
    fight = begin(people, map=walled(rows))
    to_turn(fight, "ann")
    with pytest.raises(Illegal, match="a wall is in the way"):
        answer(fight, "power:0:8,1")
    # What is offered are the squares around Ann herself.
    laid = [int(id.split(":")[2].split(",")[0]) for id in offered(fight) if id.startswith("power:0")]
    assert laid and max(laid) <= 2


@clause("TI-58")
def test_an_area_that_reaches_round_a_wall_spares_whoever_the_wall_keeps_from_its_centre() -> None:
    """A 20' square whose centre lies west of the wall: Bob on this side is rolled for (6 + 1: a miss), Cat behind it is not."""
    rows = ["..........", ".....#....", ".....#....", ".....#....", ".....#....", ".........."]
    people = [
        person("ann", (0, 2), ratings=UTTER, powers=[area(20)]),
        foe("bob", (3, 2)),
        foe("cat", (6, 2)),
    ]
    fight = begin(people, [6, 2, 1, 1, 1], map=walled(rows))
    to_turn(fight, "ann")
    act(fight, "power:0:3,1")
    assert dice_thrown(fight, "attack") == ["2d20 best! + 3d4 best!"]
    assert texts(fight.events, "miss")[0].startswith("Ann misses Bob")
    finish(fight)


@clause("TI-84", "TI-87")
def test_the_centre_of_an_odd_square_is_the_middle_of_its_middle_square() -> None:
    """A 15' square at 3,0 to 5,2 has its centre in 4,1. The boulder there is under it, not between: neither Bob nor Cat is
    Sheltered."""
    rows = [".......", "....H..", "......."]
    people = [person("ann", (0, 2), ratings=UTTER, powers=[area(15)]), foe("bob", (3, 1)), foe("cat", (5, 2))]
    fight = begin(people, [2, 2, 1, 1, 1, 2, 2, 1, 1, 1], map=walled(rows))
    to_turn(fight, "ann")
    events = act(fight, "power:0:3,0")
    defenses = [sum(value for _, value in event.math) for event in events if event.kind == "defense"]
    assert defenses == [17, 17]
    finish(fight)


@clause("TI-56", "TI-54")
def test_the_miss_effect_belongs_to_the_defense_that_was_missed() -> None:
    """15 + 2 = 17 misses Iron 20 but meets Ward 15: half of 4 dice (3 + 4 = 7), and the Ward effect."""
    power = area(10, defenses=["Iron", "Ward"], half_on_miss=True, wounds=[{"wound": "Distracted", "against": "Ward"}])
    people = [person("ann", (1, 1), ratings=UTTER, powers=[power]), foe("bob", (6, 5), iron=20)]
    fight = begin(people, [15, 2, 2, 1, 1, 3, 4])
    to_turn(fight, "ann")
    act(fight, "power:0:6,5")
    assert dice_thrown(fight, "damage") == ["2d6"]
    assert hp(fight, "bob") == [33] and wounds(fight, "bob") == {"Distracted": 2}
    finish(fight)


@clause("TI-125", "TI-114")
def test_collision_dice_come_after_the_resistance_to_every_other_wound_of_the_hit() -> None:
    """Section 6: attack 15 + 7, damage 1 + 1; slammed 20' against a wall 10' away; then the resistance to bleeding (18 + 5 = 23
    v 22, 2 Stress), then the collision's d10: 6, resisted too (18 + 4 = 22, 2 Stress): nothing."""
    power: Row = {
        "name": "Hurl", "kind": "melee", "action": "Skirmish", "damage": "weapon",
        "wounds": [{"wound": "Slammed", "feet": 20}, {"wound": "bleeding", "severity": 1}],
    }  # fmt: skip
    rows = ["........", "...#....", "........"]
    people = [foe("bob", (7, 1), powers=[power]), person("ann", (6, 1))]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 18, 2, 5, 6, 18, 3, 4], map=walled(rows))
    stances(fight)
    answer(fight, "power:0:sword:@ann")
    order: list[str] = []
    while about(fight) in ("damage", "wound", "heading", "hit", "before roll"):
        order.append(asked(fight))
        bleeding = about(fight) == "wound" and "bleeding" in fight.questions[0].title
        crash = about(fight) == "damage" and len(order) > 3
        ids = offered(fight)
        answer(fight, "resist" if bleeding or crash else "west" if "west" in ids else "take")
    assert at(fight, "ann") == (4, 1)
    rolls = [entry.at.split(":")[0] for entry in fight.entries if entry.do == "roll"]
    assert rolls == ["attack", "damage", "resistance", "collision", "resistance"]
    assert (hp(fight, "ann"), who(fight, "ann").stress, wounds(fight, "ann")) == ([38], 4, {})
    finish(fight)


@clause("TI-62")
def test_the_answer_to_an_attack_neither_uses_nor_uses_up_its_position() -> None:
    """Ann's sweep at two foes is desperate: Bob 17 + 5 and Cat 17 + 5, though Bob's answer in kind (against 17) comes between."""
    sweep: Row = {"name": "Sweep", "kind": "melee", "burst": 5, "action": "Skirmish"}
    power: Row = {"name": "Answer in Kind", "form": "counter", "react": True, "stress": 1}
    people = [
        person("ann", (5, 5), powers=[sweep], stress=0),
        foe("bob", (6, 5), powers=[power], stress=3),
        foe("cat", (5, 4)),
    ]
    fight = begin(people, [15, 2, 7, 1, 2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    fight.rule("position", position="desperate")
    events = act(fight, "power:0", {"answer:bob": "counter:0:sword:skirmish"})
    defenses = [sum(value for _, value in event.math) for event in events if event.kind == "defense"]
    assert defenses == [22, 17, 22]
    assert arena(fight).position == 1
    finish(fight)


@clause("TI-62")
def test_the_position_of_an_answer_is_its_own() -> None:
    power: Row = {"name": "Answer in Kind", "form": "counter", "react": True, "stress": 1}
    people = [person("ann", (5, 5), stress=0), foe("bob", (6, 5), powers=[power], stress=3)]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    while about(fight) != "answer":
        answer(fight, "no" if about(fight) != "damage" else "take")
    fight.rule("position", position="controlled")
    seen = len(fight.events)
    answer(fight, "counter:0:sword:skirmish")
    settle(fight)
    assert needed(fight.events[seen:]) == 12
    assert needed(hit(fight, "ann", "bob")) == 17
    finish(fight)


@clause("TI-61", "TI-85", "TI-104")
def test_the_incapacitated_have_6_against_whatever_is_measured_by_a_defense() -> None:
    """Prowl 0, BODY d8: 5 + 1 = 6 slips from Bob, who is Incapacitated (Ward 6), and not from Cat (Ward 15)."""
    slip: Row = {"name": "Slip", "form": "hide", "rounds": 2}
    people = [
        person("ann", (5, 5), powers=[slip]),
        foe("bob", (9, 5), effects=[{"wound": "Incapacitated"}]),
        foe("cat", (9, 8)),
    ]
    fight = begin(people, [5, 2, 1, 3])
    to_turn(fight, "ann")
    act(fight, "power:0")
    assert [mark.param for mark in who(fight, "ann").boons] == [who(fight, "bob").index]
    assert boons(fight, "ann") == {"Hidden": 5}
    finish(fight)


@clause("TI-48", "TI-85")
def test_slipping_away_from_nobody_is_a_failure_that_aid_may_throw_again() -> None:
    """Aided: 3d20 and the lower of 2d8. 3 + 1 = 4 fails against Ward 15; again 14 + 2 = 16 slips away."""
    slip: Row = {"name": "Slip", "form": "hide", "rounds": 2}
    people = [person("ann", (5, 5), powers=[slip]), person("dee", (1, 1)), foe("bob", (9, 5))]
    fight = begin(people, [3, 2, 1, 1, 3, 14, 2, 1, 2, 5])
    to_turn(fight, "ann")
    act(fight, "power:0", {"before roll:dee": "aid", "redo:ann": "aid"})
    assert boons(fight, "ann") == {"Hidden": 5}
    finish(fight)


@clause("TI-48", "TI-52")
def test_an_aided_parry_that_does_not_turn_the_blow_may_be_thrown_again_and_the_second_counts() -> None:
    """Bob 15 + 7 = 22 v 17. Ann parries with 3d20: 11 + 2 = 13, the blow lands; again 18 + 6 = 24: it is turned."""
    power: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    people = [person("ann", (5, 5), powers=[power]), person("dee", (1, 1)), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1, 11, 2, 1, 2, 1, 18, 2, 1, 6, 2])
    stances(fight)
    events = hit(fight, "bob", "ann", {"hit:ann": "parry:0:skirmish", "before roll:dee": "aid", "redo:ann": "aid"})
    assert [text for text in texts(events, "parry") if "blow" in text and "tries" not in text] == [
        "The blow still lands.", "The blow is turned.",
    ]  # fmt: skip
    assert hp(fight, "ann") == [40]
    finish(fight)


@clause("TI-07")
def test_a_roll_that_is_thrown_again_botches_only_if_the_second_does() -> None:
    """Aided: 1, 2, 3 + 1 fails with a 1 among the d20s; again 16 + 7 hits (1 + 1): no botch. Unaided: 1 + 1 is one."""
    people = [person("ann", (5, 5)), person("dee", (1, 1)), foe("bob", (6, 5))]
    fight = begin(people, [1, 2, 3, 1, 1, 16, 2, 3, 7, 1, 1, 1, 1, 1, 1, 1], options={"botch_points": "count"})
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"before roll:dee": "aid", "redo:ann": "aid"})
    assert who(fight, "ann").botches == 0
    hit(fight, "ann", "bob")
    assert who(fight, "ann").botches == 1
    finish(fight)


@clause("TI-51", "TI-82")
def test_whoever_a_strike_pushes_off_the_way_goes_no_farther() -> None:
    """Bob's hammer pushes 10'. Ann goes west past him; struck at 4,6 before she leaves his reach (15 + 7; 1 + 1) she is pushed
    south, and her Advance is over."""
    hammer: Row = {
        "name": "hammer", "die": 8, "melee": 5, "hands": 1, "wounds": [{"wound": "pushed", "feet": 10}],
    }  # fmt: skip
    people = [person("ann", (5, 6)), foe("bob", (5, 5), items=[hammer])]
    fight = begin(people, [15, 2, 7, 1, 1, 1])
    to_turn(fight, "ann")
    act(fight, "advance:1,6", {"strike:bob": "strike:hammer:skirmish", "heading": "south"})
    assert at(fight, "ann") == (4, 8) and hp(fight, "ann") == [38]
    finish(fight)


@clause("TI-40")
def test_each_of_two_knives_is_swung_with_the_action_its_wielder_likes() -> None:
    """Finesse 1, then Skirmish 2 with an Agile dagger: -1 Tier."""
    twin: Row = {"name": "Twin Knives", "form": "twin", "kind": "melee", "stress": 2}
    people = [person("ann", (5, 5), items=["dagger", "dagger"], powers=[twin]), foe("bob", (6, 5))]
    fight = begin(people, [2, 2, 1, 2, 1, 1])
    to_turn(fight, "ann")
    assert {"power:0:finesse:@bob", "power:0:skirmish:@bob"} <= set(offered(fight))
    act(fight, "power:0:finesse:@bob", {"second blade": "attack:dagger-2:skirmish:@bob"})
    assert dice_thrown(fight, "attack") == ["2d20 best! + 1d8 best!", "1d20 best! + 2d8 best!"]
    finish(fight)


@clause("TI-37")
def test_a_large_creature_picks_up_only_what_lies_beside_it() -> None:
    """A Large creature at 5,5 to 6,6: an item two squares west of it is 10' away."""
    fight = begin([foe("bob", (5, 5), size="large", items=[]), person("ann", (2, 5))])
    to_turn(fight, "ann", rash=("ann",))
    act(fight, "drop:sword")
    act(fight, "maneuver:2,4")
    assert asked(fight) == "act:bob" and "pickup:sword" not in offered(fight)
    with pytest.raises(Illegal, match="does not lie near"):
        answer(fight, "pickup:sword")
    act(fight, "maneuver:4,5")
    act(fight, "maneuver:3,5")
    next_round(fight)
    to_turn(fight, "bob")
    act(fight, "pickup:sword")
    assert [item.id for item in who(fight, "bob").held] == ["sword"] and arena(fight).ground == []
    finish(fight)


NO_NUMBERS = ["power:²:@bob", "power:" + "9" * 5000, "other:²", "advance:²,1", "power:0:" + "9" * 9 + ",1", "power:"]


@pytest.mark.parametrize("id", NO_NUMBERS)
def test_numbers_that_are_none_are_refused_in_a_sentence(id: str) -> None:
    fight = begin([person("ann", (5, 5), powers=[area(10)], ratings=UTTER), foe("bob", (6, 5))])
    to_turn(fight, "ann")
    before = fight.battle.key()
    with pytest.raises(Refusal, match=r"not an option|GM has not|outside|cannot"):
        answer(fight, id)
    assert fight.battle.key() == before and asked(fight) == "act:ann"


@clause("TI-58", "TI-85")
def test_nobody_learns_of_the_unrevealed_by_aiming_at_them() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (4, 5), unrevealed=True)])
    to_turn(fight, "ann")
    with pytest.raises(Unavailable, match="not an option here"):
        answer(fight, "attack:sword:skirmish:@cat")
    assert not any("@cat" in id for id in offered(fight))


@clause("TI-54", "TI-84")
def test_an_area_may_hang_over_the_edge_of_a_map_with_cover() -> None:
    rows = ["s.......", "........", "........", ".....s..", "........", "........"]
    people = [person("ann", (0, 1), ratings=UTTER, powers=[area(20)]), foe("bob", (7, 5))]
    fight = begin(people, [16, 3, 3, 1, 1, 1, 1, 1, 1], map={"rows": rows, "legend": {"s": ["soft cover"]}})
    to_turn(fight, "ann")
    act(fight, "power:0:7,5")
    assert hp(fight, "bob") == [36]
    finish(fight)
