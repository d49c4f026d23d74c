"""Forced movement (TI-82, TI-R26): who picks the way, where it comes from, what it crosses, and what stops it."""

from __future__ import annotations

from quintain.engine import Fight
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    asked,
    at,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hp,
    offered,
    person,
    stances,
    to_turn,
    who,
    wounds,
)

OPEN = ["...................."] * 12


def shove(kind: str, feet: int, **more: object) -> Row:
    return {"name": "Shove", "kind": "melee", "action": "Skirmish", "damage": "none", "within": 5,
            "wounds": [{"wound": kind, "feet": feet}], **more}  # fmt: skip


def hook(feet: int) -> Row:
    return {"name": "Hook", "range": 60, "action": "Hunt", "damage": "none", "wounds": [{"wound": "pulled", "feet": feet}]}


def shoving(kind: str, feet: int, **more: object) -> Fight:
    """Ann at 5,5 has shoved Bob at 6,5 (15 + 7 against 17) and is asked which way he goes."""
    fight = begin([person("ann", (5, 5), powers=[shove(kind, feet)]), foe("bob", (6, 5))], [15, 2, 7, 1], **more)
    to_turn(fight, "ann")
    answer(fight, "power:0:@bob")
    answer(fight, "no")
    assert asked(fight) == "heading:ann"
    return fight


@clause("TI-82", "TI-124")
def test_whoever_controls_a_push_may_pick_every_square_of_it_among_those_that_lead_away() -> None:
    """East to 7,5, then north-east to 8,4, then north-east again to 9,3: each farther from Ann than the last."""
    fight = shoving("pushed", 15)
    answer(fight, "square-by-square")
    for heading, square in (("east", (7, 5)), ("north-east", (8, 4)), ("north-east", (9, 3))):
        assert asked(fight) == "heading:ann" and set(offered(fight)) == {"east", "north-east", "south-east"}
        answer(fight, heading)
        assert at(fight, "bob") == square
    assert asked(fight) == "act:ann"
    finish(fight)


@clause("TI-82")
def test_a_push_of_one_square_needs_no_second_question() -> None:
    fight = shoving("pushed", 5)
    assert set(offered(fight)) == {"east", "north-east", "south-east"}
    answer(fight, "south-east")
    assert at(fight, "bob") == (7, 6) and asked(fight) == "act:ann"
    finish(fight)


@clause("TI-81", "TI-82")
def test_a_pull_comes_as_near_as_its_feet_allow_though_a_straight_line_would_miss() -> None:
    """From 7,7 to Ann at 2,5: west while that is nearer, then toward her. 20' of 25' bring Bob beside her, where nearer ends."""
    fight = begin([person("ann", (2, 5), powers=[hook(30)]), foe("bob", (7, 7))], [15, 2, 4, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob", {"heading": "west"})
    assert at(fight, "bob") == (3, 6)
    finish(fight)


@clause("TI-82")
def test_where_only_one_square_leads_there_nobody_is_asked() -> None:
    """From 7,7 to 5,5 only 6,6 is nearer."""
    fight = begin([person("ann", (5, 5), powers=[hook(5)]), foe("bob", (7, 7))], [15, 2, 4, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert at(fight, "bob") == (6, 6)
    assert not any(entry.at.startswith("heading") for entry in fight.entries)
    finish(fight)


@clause("TI-82", "TI-124")
def test_the_origin_of_an_area_is_its_middle_so_it_pushes_away_from_there() -> None:
    """The 10' square at 8,5 has its middle at the corner of 9,6. Bob at 8,5 goes north-west (toward Ann), Cat at 9,6 south-east."""
    blast: Row = {"name": "Blast", "kind": "area", "square": 10, "within": 60, "action": "Hunt", "damage": "none",
                  "wounds": [{"wound": "pushed", "feet": 10}]}  # fmt: skip
    people = [person("ann", (2, 5), powers=[blast]), foe("bob", (8, 5)), foe("cat", (9, 6))]
    fight = begin(people, [15, 2, 4, 1] * 2)
    to_turn(fight, "ann")
    act(fight, "power:0:8,5")
    assert at(fight, "bob") == (6, 3) and at(fight, "cat") == (11, 8)
    finish(fight)


@clause("TI-82")
def test_being_moved_through_a_hazard_is_entering_it() -> None:
    """Bob is pushed over the furnace at 7,5 and comes to stand behind it: burning 2."""
    rows = [*OPEN[:5], ".......h............", *OPEN[6:]]
    ground: Row = {"rows": rows, "legend": {"h": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2}}
    fight = shoving("pushed", 15, map=ground)
    answer(fight, "east")
    assert at(fight, "bob") == (9, 5) and wounds(fight, "bob") == {"burning": 2}
    finish(fight)
    # A way around it: no fire.
    fight = shoving("pushed", 15, map=ground)
    answer(fight, "square-by-square")
    for heading in ("north-east", "east", "south-east"):
        answer(fight, heading)
    assert at(fight, "bob") == (9, 5) and wounds(fight, "bob") == {}
    finish(fight)


@clause("TI-82", "TI-105")
def test_a_hazard_that_roots_ends_the_movement_there() -> None:
    rows = [*OPEN[:5], ".......h............", *OPEN[6:]]
    fight = shoving("Slammed", 20, map={"rows": rows, "legend": {"h": ["hazard"]}, "hazard": {"wound": "rooted"}})
    answer(fight, "east")
    assert at(fight, "bob") == (7, 5) and dice_thrown(fight, "collision") == []
    finish(fight)


@clause("TI-105", "TI-75")
def test_the_rooted_are_not_asked_to_fend_off_what_cannot_move_them() -> None:
    people = [person("ann", (5, 5), soak=2, effects=[{"wound": "rooted"}]), foe("bob", (6, 5), powers=[shove("pushed", 10)])]
    fight = begin(people, [15, 2, 7, 1])
    stances(fight)
    answer(fight, "power:0:@ann")
    assert asked(fight) == "act:bob" and at(fight, "ann") == (5, 5) and who(fight, "ann").free_soak() == 2
    finish(fight)


@clause("TI-125")
def test_a_slam_collides_with_walls_and_creatures_and_not_with_the_edge_of_the_map() -> None:
    """20' east from 16,5 ends at 19,5 after 15'. With Cat at 19,5 it ends after 10' against her: d10 shows 7; she is unhurt."""
    for others, square, dice in (([], (19, 5), []), ([foe("cat", (19, 5))], (18, 5), [7])):
        people = [person("ann", (15, 5), powers=[shove("Slammed", 20)]), foe("bob", (16, 5)), *others]
        fight = begin(people, [15, 2, 7, 1, *dice])
        to_turn(fight, "ann")
        act(fight, "power:0:@bob", {"heading": "east"})
        assert at(fight, "bob") == square and hp(fight, "bob") == [40 - sum(dice)]
        if others:
            assert hp(fight, "cat") == [40]
        finish(fight)


@clause("TI-125", "TI-129")
def test_the_boon_sheltered_halves_a_collision_too() -> None:
    """d10 shows 7: 4."""
    people = [person("ann", (15, 5), powers=[shove("Slammed", 20)]), foe("bob", (16, 5), effects=[{"boon": "Sheltered"}]),
              foe("cat", (19, 5))]  # fmt: skip
    fight = begin(people, [20, 2, 1, 7, 1, 7])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob", {"heading": "east"})
    assert hp(fight, "bob") == [36] and boons(fight, "bob") == {"Sheltered": 4}
    finish(fight)


@clause("TI-82", "TI-85")
def test_the_way_of_a_push_does_not_name_somebody_unseen_who_is_in_it() -> None:
    people = [person("ann", (5, 5), powers=[shove("pushed", 10)]), foe("bob", (6, 5)), foe("cat", (7, 5), hiding=True)]
    fight = begin(people, [15, 2, 7, 1])
    to_turn(fight, "ann")
    answer(fight, "power:0:@bob")
    answer(fight, "no")
    assert asked(fight) == "hit:cat"  # she might interpose, and gives herself away by it
    answer(fight, "no")
    assert asked(fight) == "heading:ann" and not any("Cat" in option.label for option in fight.questions[0].options)
    answer(fight, "east")
    assert at(fight, "bob") == (6, 5)
    finish(fight)


@clause("TI-83", "TI-85")
def test_a_teleport_is_offered_to_a_square_somebody_unseen_stands_on_and_fails_there() -> None:
    blink: Row = {"name": "Blink", "form": "teleport", "within": 20}
    fight = begin([person("ann", (5, 5), powers=[blink]), foe("bob", (15, 5)), foe("cat", (7, 5), hiding=True)])
    to_turn(fight, "ann")
    assert "power:0:7,5" in offered(fight)
    act(fight, "power:0:7,5")
    assert at(fight, "ann") == (5, 5) and who(fight, "ann").acts_left() == 1
    finish(fight)
