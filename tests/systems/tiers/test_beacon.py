"""TI-121 on the turns of others: a Beacon Point buys the React that is lacking, wherever a React would be possible."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, view
from quintain.engine.refusal import Illegal
from tests.support import check_replays, clause
from tests.systems.tiers.scene import (
    Row,
    about,
    act,
    answer,
    asked,
    begin,
    finish,
    foe,
    hit,
    hp,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
)

PARRY: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
SIGN: Row = {"name": "Ward Sign", "form": "ward", "react": True, "stress": 2, "within": 30, "rounds": 1}
HIT = [15, 2, 7, 1]
"""15 + 7 = 22 against Iron 17."""


def spent(people: list[Row], dice: list[int], *ids: str) -> Fight:
    """A fight in the monster turn in which these have no React left."""
    fight = begin(people, dice)
    stances(fight)
    for id in ids:
        fight.rule("set", who=id, stat="reacts_used", value=2)
        assert who(fight, id).reacts_left() == 0
    return fight


@clause("TI-121", "TI-49")
def test_damage_is_resisted_for_a_beacon_point_on_the_turn_of_another() -> None:
    """8 + 5 = 13 damage, 10 less. Resistance 18 + 5 = 23 against 22: 2 Stress, paid as Stress."""
    people = [person("ann", (5, 5), beacon=2), foe("bob", (6, 5))]
    fight = spent(people, [*HIT, 8, 5, 18, 2, 5], "ann")
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "damage:ann" and offered(fight) == ["take", "resist"]
    assert "Beacon Point" in fight.questions[0].options[1].label
    answer(fight, "resist")
    settle(fight)
    ann = who(fight, "ann")
    assert (ann.hp, ann.beacon, ann.stress, ann.reacts_left(), ann.reacts_used) == (37, 1, 2, 0, 2)
    finish(fight)


@clause("TI-121", "TI-48")
def test_aid_is_given_for_a_beacon_point_and_its_stress() -> None:
    people = [person("ann", (5, 5), stress=0), person("dee", (1, 1), beacon=1), foe("bob", (6, 5))]
    fight = begin(people, [2, 3, 4, 1, 1])
    to_turn(fight, "ann")
    fight.rule("set", who="dee", stat="reacts_used", value=2)
    answer(fight, "attack:sword:skirmish:@bob")
    assert asked(fight) == "before roll:dee" and "it takes a Beacon Point" in fight.questions[0].title
    answer(fight, "aid")
    settle(fight)
    assert (who(fight, "dee").beacon, who(fight, "dee").stress) == (0, 1)
    assert [entry.value for entry in fight.entries if entry.at.startswith("attack")] == ["3d20 best! + 2d8 best!"]
    finish(fight)


@clause("TI-121", "TI-52")
def test_one_point_does_not_buy_the_react_and_cover_its_stress_as_well() -> None:
    """Full of Stress, Ann cannot parry with one Beacon Point; with two she can, for both of them (12 + 3 = 15: no use)."""
    people = [person("ann", (5, 5), beacon=1, stress=0, powers=[PARRY]), foe("bob", (6, 5))]
    fight = spent(people, [*HIT, 1, 1, *HIT, 12, 2, 3, 1, 1, 1], "ann")
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "act:bob" and hp(fight, "ann") == [38]
    fight.rule("beacon", who="ann", points=1)
    hit(fight, "bob", "ann", {"hit:ann": "parry:0:skirmish"})
    assert who(fight, "ann").beacon == 0 and hp(fight, "ann") == [36]
    finish(fight)


@clause("TI-121", "TI-50", "TI-52")
def test_stepping_in_and_warding_can_be_bought_too() -> None:
    """Dee wards Ann (2 Stress) and Eve steps in for her: 5 + 4 = 9 falls on Eve, whole. A Beacon Point each."""
    people = [
        person("ann", (5, 5)),
        person("dee", (1, 5), powers=[SIGN], beacon=1),
        person("eve", (4, 4), beacon=1),
        foe("bob", (6, 5)),
    ]
    fight = spent(people, [*HIT, 5, 4], "dee", "eve")
    hit(fight, "bob", "ann", {"before roll:dee": "ward:0:kinetic", "hit:eve": "interpose"})
    assert hp(fight, "ann", "eve") == [40, 31]
    assert [who(fight, id).beacon for id in ("dee", "eve")] == [0, 0]
    finish(fight)


@clause("TI-121", "TI-51")
def test_a_reaction_strike_can_be_bought() -> None:
    people = [person("ann", (5, 5), beacon=1), foe("bob", (6, 5))]
    fight = spent(people, [15, 2, 7, 1, 1, 1], "ann")
    act(fight, "advance:9,5", {"strike:ann": "strike:sword:skirmish"})
    assert hp(fight, "bob") == [38] and who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-121", "TI-20", "TI-108")
@pytest.mark.parametrize("state", ["stunned", "Incapacitated"])
def test_a_beacon_point_is_no_react_for_those_who_cannot_react(state: str) -> None:
    """10 + 7 = 17 hits either way; damage 1 + 1 is taken without a question."""
    people = [person("ann", (5, 5), beacon=1, effects=[{"wound": state}]), foe("bob", (6, 5))]
    fight = spent(people, [10, 2, 7, 1, 1, 1, *([1] if state == "Incapacitated" else [])])
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "act:bob" and who(fight, "ann").beacon == 1


@clause("TI-121", "TI-30")
def test_it_buys_no_react_on_the_own_turn() -> None:
    """Ann walks away from Bob and is struck: nothing to resist with, Beacon Point or not."""
    people = [person("ann", (5, 5), beacon=1), foe("bob", (6, 5))]
    fight = begin(people, [*HIT, 3, 3])
    to_turn(fight, "ann")
    act(fight, "advance:2,5", {"strike:bob": "strike:sword:skirmish"})
    assert hp(fight, "ann") == [34] and who(fight, "ann").beacon == 1
    finish(fight)


def test_where_both_standing_orders_would_let_a_failure_stand_only_never_is_offered() -> None:
    fight = begin([person("ann", (5, 5), beacon=1), foe("bob", (6, 5))], [2, 3, 1, 1])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    answer(fight, "no")
    assert asked(fight) == "redo:ann"
    question = fight.view("players")["questions"][0]
    assert question["orders"] == ["never", "ask"]
    assert {row["label"]: row["standing"] for row in question["options"] if "standing" in row} == {"Let it stand": "never"}


@clause("TI-121")
def test_a_standing_order_to_react_does_not_spend_beacon_points_but_one_not_to_settles_it() -> None:
    """Ordered to strike always, Ann strikes while she has Reacts and is asked where it would cost a Beacon Point."""
    people = [person("ann", (5, 5), beacon=1), foe("bob", (6, 5)), foe("cat", (4, 5))]
    fight = begin(people, [2, 3, 1, 1])
    fight.order("ann", "strike", "always")
    stances(fight)
    answer(fight, "next:@bob")
    act(fight, "advance:9,5")
    answer(fight, "stop")
    fight.rule("set", who="ann", stat="reacts_used", value=2)
    answer(fight, "advance:1,5")
    assert asked(fight) == "strike:ann"
    fight.order("ann", "strike", "never")
    assert asked(fight) == "act:cat" and who(fight, "ann").beacon == 1
    finish(fight)


@clause("TI-121")
def test_a_tactic_buys_a_react_where_resisting_keeps_somebody_up() -> None:
    """Ann has 9 HP; 8 + 5 = 13 would drop her, resisted it is 3 (18 + 5 = 23 v 22: 2 Stress). 7 damage she just takes."""
    for faces, left, beacon in (([8, 5, 18, 2, 5], 6, 0), ([4, 3], 2, 1)):
        fight = spent([person("ann", (5, 5), hp=9, max_hp=40, beacon=1), foe("bob", (6, 5))], [*HIT, *faces], "ann")
        fight.automate("players", "steady")
        act(fight, "attack:sword:skirmish:@ann")
        assert (hp(fight, "ann"), who(fight, "ann").beacon) == ([left], beacon)
        fight.automate("players", "")


@clause("TI-108", "TI-112", "TI-121")
def test_two_prices_of_one_act_are_each_covered_or_neither() -> None:
    """Stunned (1) and Hooking Blow (1) with no Stress free: one Beacon Point is not enough for both, a basic attack is."""
    blow: Row = {"name": "Hooking Blow", "kind": "melee", "stress": 1, "action": "Skirmish", "damage": "weapon"}
    people = [person("ann", (5, 5), beacon=1, stress=0, powers=[blow], effects=[{"wound": "stunned"}]), foe("bob", (6, 5))]
    fight = begin(people, [2, 2, 1, 1])
    to_turn(fight, "ann")
    with pytest.raises(Illegal, match="costs 2 Stress, and 0 is free"):
        answer(fight, "power:0:sword:@bob")
    assert "power:0:sword:@bob" not in offered(fight)
    hit(fight, "ann", "bob")
    assert who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-121", "TI-112")
def test_a_price_that_only_a_beacon_point_covers_is_not_asked_about_but_said_beforehand() -> None:
    """A power for 2 Stress with 1 free: the button names the Beacon Point, and it is spent; an order to ask still asks."""
    blow: Row = {"name": "Smite", "kind": "melee", "stress": 2, "action": "Skirmish", "damage": "weapon"}
    people = [person("ann", (5, 5), beacon=1, powers=[blow]), foe("bob", (6, 5))]
    for asks in (False, True):
        fight = begin(people, [2, 2, 1, 1])
        to_turn(fight, "ann")
        fight.rule("set", who="ann", stat="stress", value=9)
        smite = next(option for option in fight.questions[0].options if option.id == "power:0:sword:@bob")
        assert smite.label == "Smite with sword on Bob (a Beacon Point)"
        if asks:
            fight.order("ann", "price", "ask")
        answer(fight, "power:0:sword:@bob")
        assert about(fight) == ("price" if asks else "push")
        check_replays(fight)


@clause("TI-121", "TI-108")
def test_whoever_can_act_though_stunned_for_a_beacon_point_only_is_told_so() -> None:
    fight = begin([person("ann", (5, 5), beacon=1, stress=0, effects=[{"wound": "stunned"}]), foe("bob", (6, 5))], [2, 2, 1, 1])
    to_turn(fight, "ann")
    shown = view(fight, "gm")["questions"][0]
    assert ("Stunned", "each Act costs a Beacon Point") in [(one["label"], one["why"]) for one in shown["closed"]]
    strike = next(option for option in shown["options"] if option["id"] == "attack:sword:skirmish:@bob")
    assert [(one["label"], one["amount"]) for one in strike["costs"]] == [("Act", 1), ("Beacon Point", 1)]
    answer(fight, "attack:sword:skirmish:@bob")
    settle(fight)
    assert who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-121", "TI-57")
def test_an_order_to_push_always_spends_no_beacon_point() -> None:
    people = [person("ann", (5, 5), beacon=1), foe("bob", (6, 5))]
    fight = begin(people, [2, 2, 1, 1, 1])
    to_turn(fight, "ann")
    fight.rule("set", who="ann", stat="stress", value=9)
    fight.order("ann", "push", "always")
    answer(fight, "attack:sword:skirmish:@bob")
    settle(fight)
    assert who(fight, "ann").stress == 10 and asked(fight) == "act:ann"
    answer(fight, "attack:sword:skirmish:@bob")
    assert asked(fight) == "push:ann" and fight.questions[0].options[1].label == "Push for +1 Tier: a Beacon Point"
    assert who(fight, "ann").beacon == 1
    check_replays(fight)


@clause("TI-121", "TI-48")
def test_an_order_to_aid_always_spends_no_beacon_point_on_its_stress() -> None:
    people = [person("ann", (5, 5)), person("dee", (1, 5), beacon=1), foe("bob", (6, 5))]
    fight = begin(people)
    to_turn(fight, "ann")
    fight.rule("set", who="dee", stat="stress", value=10)
    fight.order("dee", "aid", "always")
    answer(fight, "attack:sword:skirmish:@bob")
    answer(fight, "no")
    assert asked(fight) == "before roll:dee"
    assert fight.questions[0].options[1].label == "Aid Ann: a Beacon Point, +1 Tier and a second throw"
    check_replays(fight)
