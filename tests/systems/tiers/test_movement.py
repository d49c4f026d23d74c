"""Which way a move takes, by the rules and by hand; strikes and walls (TI-41, TI-51, TI-58, TI-80, TI-109)."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Illegal, Unavailable
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    asked,
    at,
    begin,
    finish,
    foe,
    offered,
    person,
    texts,
    to_turn,
    who,
    wounds,
)

MUD: Row = {"rows": ["............"] * 4 + ["..~~........"] * 2 + ["............"] * 2, "legend": {"~": ["difficult"]}}
FIRE: Row = {
    "rows": [".....", ".....", "..F..", ".....", "....."], "legend": {"F": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2},
}  # fmt: skip


def afraid(free: int) -> Row:
    return person("ann", (3, 3), stress=free, effects=[{"wound": "terrified", "source": 1}])


@clause("TI-109", "TI-80")
@pytest.mark.parametrize("free", [0, 5])
def test_the_terrified_go_round_by_a_dearer_way_that_does_not_approach(free: int) -> None:
    """Bob is 30' east. To 3,6 it is 15' by 4,4 and 4,5, which come nearer, and 10 + 10 + 5 = 25' through the mud, which do not."""
    fight = begin([afraid(free), foe("bob", (9, 4))], map=MUD)
    to_turn(fight, "ann")
    act(fight, "advance:3,6")
    assert at(fight, "ann") == (3, 6) and who(fight, "ann").stress == 0
    finish(fight)


@clause("TI-109", "TI-41")
def test_a_way_picked_by_hand_is_taken_and_paid_for() -> None:
    fight = begin([afraid(5), foe("bob", (9, 4))], map=MUD)
    to_turn(fight, "ann")
    events = act(fight, "advance:4,4:3,6")
    assert at(fight, "ann") == (3, 6) and who(fight, "ann").stress == 1 and "Ann advances 15', now 30' from Bob." in texts(events)
    finish(fight)


@clause("TI-109", "TI-80")
@pytest.mark.parametrize(("id", "why"), [
    ("advance:4,4:3,6", "terrified and has no Stress left"),
    ("advance:2,4:3,4:3,6", "cannot be reached so"),  # 10 + 10 + 10 and more
    ("advance:0,0:3,6", "cannot be reached so"),
    ("advance:50,50:3,6", "cannot be reached so"),
    ("advance:3,4:3,4", "cannot be reached so"),
])  # fmt: skip
def test_a_way_by_hand_keeps_to_the_same_rules(id: str, why: str) -> None:
    fight = begin([afraid(0), foe("bob", (9, 4))], map=MUD)
    to_turn(fight, "ann")
    before = fight.battle.key()
    with pytest.raises(Illegal, match=why):
        answer(fight, id)
    assert fight.battle.key() == before


@clause("TI-41")
@pytest.mark.parametrize("id", ["maneuver:2,3:2,4", "advance:2,3:x:3,6", "advance:" + "2,3:3,3:" * 300 + "3,6"])
def test_a_way_that_means_nothing_is_no_option(id: str) -> None:
    fight = begin([afraid(0), foe("bob", (9, 4))], map=MUD)
    to_turn(fight, "ann")
    with pytest.raises(Unavailable, match="not an option"):
        answer(fight, id)


@clause("TI-51", "TI-41")
def test_by_hand_one_may_rather_be_struck_at_than_burn_or_the_other_way_round() -> None:
    """From 1,2 to 3,2 there is fire in between at 2,2, and Bob threatens the way round by 2,3; left to the rules Ann goes by 2,1."""
    people = [person("ann", (1, 2), items=[]), foe("bob", (2, 4), items=[{"name": "pike", "die": 8, "melee": 5, "hands": 2}])]
    burnt, struck = begin(people, map=FIRE), begin(people, map=FIRE)
    for fight in (burnt, struck):
        to_turn(fight, "ann")
    act(burnt, "advance:2,2:3,2")
    assert wounds(burnt, "ann") == {"burning": 2} and at(burnt, "ann") == (3, 2)
    answer(struck, "advance:2,3:3,2")
    assert asked(struck) == "strike:bob"
    for fight in (burnt, struck):
        fight.undo()
    act(burnt, "advance:3,2")
    assert wounds(burnt, "ann") == {} and at(burnt, "ann") == (3, 2)  # left to the rules: by 2,1, harmless


@clause("TI-51", "TI-58")
def test_nobody_strikes_through_a_wall_at_whoever_leaves_or_enters_a_long_reach() -> None:
    """Bob's pike reaches 10' over the wall at 4,2: past it Ann walks off and back unhurt; beside it (row 0) she is struck at."""
    pike: Row = {"name": "pike", "die": 8, "melee": 10, "hands": 2}
    walled: Row = {"rows": [".........", ".........", "....#....", "....#....", "....#...."], "legend": {"#": ["wall"]}}
    fight = begin([person("ann", (3, 3)), foe("bob", (5, 3), items=[pike])], map=walled)
    to_turn(fight, "ann")
    assert "attack:sword:skirmish:@bob" not in offered(fight)
    act(fight, "advance:1,3")
    act(fight, "advance:3,3")
    assert at(fight, "ann") == (3, 3) and not any("in passing" in text for text in texts(fight.events))
    finish(fight)
    open_ground = begin([person("ann", (3, 3)), foe("bob", (5, 3), items=[pike])])
    to_turn(open_ground, "ann")
    answer(open_ground, "advance:1,3")
    assert asked(open_ground) == "strike:bob"


@clause("TI-35", "TI-41")
def test_a_target_that_an_advance_brings_into_reach_is_closed_with_one_price_for_both() -> None:
    """Stride 25', reach 5': Bob 20' away can be reached and struck for 2 Acts, Cat 50' away cannot; with one Act left neither."""
    fight = to_turn(begin([person("ann", (1, 5)), foe("bob", (5, 5)), foe("cat", (11, 5))]), "ann")
    closed = {row["label"]: row["why"] for row in fight.view("players")["questions"][0]["closed"]}
    assert closed["sword on Bob"] == "Bob is 20' away and the reach is 5'; with an Advance it costs 2 Acts"
    assert closed["sword on Cat"] == "Cat is 50' away and the reach is 5'"
    act(fight, "maneuver:2,5")
    closed = {row["label"]: row["why"] for row in fight.view("players")["questions"][0]["closed"]}
    assert closed["sword on Bob"] == "Bob is 15' away and the reach is 5'"


@clause("TI-41")
def test_the_log_says_where_a_move_ends_by_whom_one_stands_and_keeps_the_square_beside_it() -> None:
    """Of somebody out of sight nothing is said, and a table may have columns and rows instead."""
    for places, says in (("words", "Ann advances 15' and stands beside Bob and Cat."), ("squares", "Ann advances 15' to 8,5.")):
        people = [person("ann", (5, 5)), foe("bob", (9, 5)), foe("cat", (9, 6)), foe("dan", (8, 4), unrevealed=True)]
        fight = to_turn(begin(people, options={"log_places": places}), "ann")
        (moved,) = [event for event in act(fight, "advance:8,5") if event.kind == "move"]
        assert moved.text == says and moved.data == {"to": [8, 5]}
    fight = to_turn(begin([person("ann", (5, 5)), foe("dan", (9, 5), unrevealed=True)]), "ann")
    assert texts(act(fight, "advance:6,5"), "move") == ["Ann advances 5'."]
