"""The GM's word while a price is asked, or on the way to whom an attack is aimed at."""

from __future__ import annotations

import pytest

from quintain.systems.tiers.vocabulary import DEAD
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    Words,
    about,
    answer,
    asked,
    at,
    begin,
    end_of,
    finish,
    foe,
    hp,
    let_stand,
    offered,
    person,
    rule,
    texts,
    to_turn,
    typed,
    who,
    wounds,
)

# -- while a price is asked, or on the way ------------------------------------------------------------------------------

SMITE: Row = {"name": "Smite", "kind": "melee", "action": "Skirmish", "damage": "weapon", "stress": 2}
MEND: Row = {"name": "Mend", "form": "heal", "within": 30, "stress": 2, "quality": 3}
KNIFE: Row = {"name": "knife", "die": 6, "melee": 5, "tags": ["agile"]}


@clause("TI-108")
def test_whoever_is_stunned_while_the_price_of_its_power_is_asked_strikes_no_more() -> None:
    fight = begin([person("ann", (0, 0), beacon=1, powers=[SMITE]), person("cat", (9, 8)), foe("bob", (1, 0))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:sword:@bob")
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="stunned")
    answer(fight, "stress")
    end_of(fight, "Ann is stunned")


@clause("TI-44", "TI-108", "TI-104")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("wound", {"who": "ann", "wound": "stunned"}), "Ann is stunned"),
        (("wound", {"who": "ann", "wound": "Incapacitated"}), "Ann is Incapacitated"),
        (("move", {"who": "cat", "to": [19, 0]}), "Cat is farther than 30'"),
    ],
)
def test_a_power_that_cannot_be_used_any_more_once_it_is_paid_for_comes_to_nothing(words: Words, why: str) -> None:
    fight = begin([person("ann", (0, 0), beacon=1, powers=[MEND]), person("cat", (1, 1), hp=10, max_hp=40), foe("bob", (9, 8))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@cat")
    rule(fight, words)
    answer(fight, "stress")
    assert texts(fight.events, "lost") == [f"Ann's Mend comes to nothing: {why}."] and hp(fight, "cat") == [10]
    check_replays(fight)


@clause("TI-108", "TI-44")
def test_the_second_blade_does_not_strike_where_its_wielder_is_stunned_after_the_first() -> None:
    twin: Row = {"name": "Twin", "form": "twin", "action": "Finesse"}
    knives = [{**KNIFE, "id": "left"}, {**KNIFE, "id": "right"}]
    fight = begin([person("ann", (0, 0), powers=[twin], items=knives), foe("bob", (1, 0)), foe("dan", (9, 9))], [15, 3, 5, 2, 1])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:finesse:@bob")
    while about(fight) != "second blade":
        answer(fight, "no")
    fight.rule("wound", who="ann", wound="stunned")
    assert about(fight) == "end of turn" and hp(fight, "bob") == [37]
    check_replays(fight)


@clause("TI-45", "TI-104")
def test_aid_ahead_comes_to_nothing_where_the_aider_is_out_before_it_is_paid_for() -> None:
    fight = begin([person("ann", (0, 0), beacon=1, stress=1), person("cat", (1, 1)), foe("bob", (9, 8))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="stress", value=1)
    answer(fight, "aid:@cat")
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="Incapacitated")
    answer(fight, "beacon")
    assert texts(fight.events, "lost") == ["Ann's Aid comes to nothing: Ann is Incapacitated."] and who(fight, "cat").aided_by < 0
    check_replays(fight)


@clause("TI-35", "TI-108")
def test_an_act_of_one_who_is_down_before_it_is_paid_for_is_not_done() -> None:
    ann = person("ann", (0, 0), beacon=1, stress=1, items=[], effects=[{"wound": "stunned"}, {"wound": "downed"}])
    fight = begin([ann, person("cat", (1, 1)), foe("bob", (9, 8))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="stress", value=1)
    answer(fight, "stand")
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="Incapacitated")
    answer(fight, "beacon")
    assert texts(fight.events, "lost") == ["Ann's Act comes to nothing: Ann is Incapacitated."] and "downed" in wounds(fight, "ann")
    check_replays(fight)


@clause("TI-109", "TI-79")
def test_whoever_is_moved_while_the_price_of_approaching_is_asked_does_not_walk_the_way_from_elsewhere() -> None:
    ann = person("ann", (0, 0), beacon=1, stress=1, effects=[{"wound": "terrified", "source": 1}])
    fight = begin([ann, foe("bob", (8, 0))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("set", who="ann", stat="stress", value=1)
    answer(fight, "advance:4,0")
    assert asked(fight) == "price:ann"
    fight.rule("move", who="ann", to=[0, 9])
    answer(fight, "beacon")
    assert at(fight, "ann") == (0, 9)
    check_replays(fight)


@clause("TI-109", "TI-79")
@pytest.mark.parametrize(
    ("words", "end"),
    [
        (("wound", {"who": "ann", "wound": "terrified", "source": "dan"}), (1, 0)),
        (("wound", {"who": "ann", "wound": "terrified", "source": "bob"}), (6, 0)),
        (("set", {"who": "ann", "stat": "stride", "value": 10}), (3, 0)),
        (("set", {"who": "ann", "stat": "stride", "value": 40}), (6, 0)),
    ],
)
def test_a_way_is_walked_as_far_as_it_leads_by_then(words: Words, end: tuple[int, int]) -> None:
    fight = begin([person("ann", (1, 0)), foe("bob", (0, 0)), foe("dan", (12, 0))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:6,0")
    assert asked(fight) == "strike:bob"
    rule(fight, words)
    answer(fight, "no")
    assert at(fight, "ann") == end
    check_replays(fight)


@clause("TI-51")
@pytest.mark.parametrize("words", [
    ("wound", {"who": "ann", "wound": "rooted"}), ("wound", {"who": "ann", "wound": "downed"}), ("move", {"who": "ann", "to": [0, 1]}),
])  # fmt: skip
def test_nobody_strikes_at_a_step_that_is_not_taken_any_more(words: Words) -> None:
    fight = begin([person("ann", (1, 0)), foe("bob", (0, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:4,0")
    assert asked(fight) == "strike:bob"
    rule(fight, words)
    assert about(fight) != "strike"
    check_replays(fight)


@clause("TI-80", "TI-51")
def test_whoever_stops_in_the_middle_of_a_friend_finds_room_though_its_own_place_is_taken_by_then() -> None:
    spear: Row = {"id": "spear", "name": "spear", "die": 8, "melee": 10}
    people = [person("ann", (0, 0)), person("cat", (1, 0)), person("eve", (9, 9)), foe("bob", (3, 0), items=[spear])]
    fight = begin(people)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:1,0:2,1")
    assert asked(fight) == "strike:bob" and at(fight, "ann") == (1, 0)
    fight.rule("move", who="eve", to=[0, 0])
    fight.rule("wound", who="ann", wound="rooted")
    answer(fight, "no")
    assert at(fight, "ann") == (0, 1)
    check_replays(fight)


@clause("TI-54", "TI-46")
def test_what_is_not_thrown_or_shot_any_more_stays_in_hand_and_loaded() -> None:
    for item, left in (("dagger", ["dagger"]), ("light crossbow", ["light crossbow"])):
        fight = typed([person("ann", (0, 0), items=[item]), person("cat", (9, 8)), foe("bob", (3, 0)), foe("dan", (19, 11))])
        to_turn(fight, "ann", ("ann",))
        answer(fight, next(id for id in offered(fight) if id.endswith("@bob:ranged")))
        let_stand(fight)
        rule(fight, ("wound", {"who": "ann", "wound": "Incapacitated"}))
        assert ([held.name for held in who(fight, "ann").held], who(fight, "ann").unloaded) == (left, [])
        check_replays(fight)


@clause("TI-113")
def test_a_wound_that_the_gm_changes_while_the_price_of_shaking_it_off_is_asked_is_lowered_as_it_is_by_then() -> None:
    ann = person("ann", (0, 0), beacon=1, effects=[{"wound": "burning", "level": 4}])
    fight = begin([ann, foe("bob", (9, 8))], [1, 19, 3, 2], options={"wound_resist": "stress"})
    to_turn(fight, "ann", ("ann",))
    answer(fight, next(id for id in offered(fight) if id.startswith("resist:burning")))
    assert asked(fight) == "price:ann"
    fight.rule("wound", who="ann", wound="burning", severity=2, exactly=True)
    answer(fight, "stress")
    assert wounds(fight, "ann") == {"burning": 1}
    check_replays(fight)


@clause("TI-140")
def test_whose_beacon_point_the_gm_takes_at_the_last_moment_dies_unasked() -> None:
    fight = begin([person("ann", (1, 0), hp=1, max_hp=40, beacon=1), person("cat", (5, 5)), foe("bob", (0, 0))], [15, 3, 5, 2, 5, 5])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while about(fight) != "beacon":
        answer(fight, "take" if about(fight) in ("damage", "wound") else "no")
    fight.rule("beacon", who="ann", points=-1)
    assert about(fight) != "beacon" and who(fight, "ann").status == DEAD
    finish(fight)
