"""Chapter J: fights in zones."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Illegal, view
from quintain.library.problems import FileProblem
from quintain.systems.riposte.resolve import engagement_distance
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    field,
    finish,
    foe,
    hp,
    offered,
    person,
    place,
    scene,
    slots,
    turn,
    who,
)

Row = dict[str, object]
HOUSE: Row = {
    "mode": "zones", "zones": ["Hall", "Stair", "Attic", "Roof"], "links": [["Hall", "Stair"], ["Stair", "Attic"], ["Attic", "Roof"]],
}  # fmt: skip


def house(people: list[Row], dice: list[int] | None = None, **more: object) -> Fight:
    return begin(people, dice, **{**HOUSE, **more})


def warned_of(fight: Fight, id: str) -> list[str]:
    """What a screen warns of beside an option."""
    (row,) = [row for row in view(fight, "players")["questions"][0]["options"] if row["id"] == id]
    return [warning["text"] for warning in row["warnings"]]


@clause("RI-138", "RI-13")
def test_nobody_is_warned_of_a_riposte_that_the_weapon_to_be_taken_sweeps_away() -> None:
    sweeping = blade(name="scythe", rune="Sweep")
    fight = house([person("ann", "Hall", weapons=[blade(), sweeping]), foe("bob", "Hall")])
    assert (warned_of(fight, "engage:bob"), warned_of(fight, "engage:bob/1")) == (["Bob strikes back"], [])


@clause("RI-92")
def test_a_fight_may_be_run_on_zones() -> None:
    fight = house([person("ann", "Hall"), foe("bob", "Attic")])
    assert not field(fight).ground.is_grid and place(fight, "ann") == "Hall"
    with pytest.raises(FileProblem, match="needs zones"):
        scene([person("ann", "Hall"), foe("bob", "Attic")], mode="zones")
    finish(fight)


@clause("RI-93")
def test_any_number_may_share_a_zone_and_nobody_is_in_the_way() -> None:
    people = [person(f"a{n}", "Hall") for n in range(5)] + [foe(f"b{n}", "Hall") for n in range(5)]
    fight = house(people, [99, 99])
    turn(fight, "a0", "engage:b4")
    turn(fight, "a1", "move@Stair", "wait")
    assert slots(fight) == ["A", "R"] and place(fight, "a1") == "Stair"
    finish(fight)


@clause("RI-94")
def test_foes_objects_friends_and_bodies_must_be_in_ones_own_zone() -> None:
    staff: Row = {"name": "staff", "range": [1, 2], "heals": True}
    people = [
        person("ann", "Hall", weapons=[staff], mov=0),
        person("cat", "Stair", now=5),
        person("dee", "Stair", status="fallen", now=0),
        foe("bob", "Stair"),
    ]
    fight = house(people, objects=[{"id": "lamp", "label": "the lamp", "at": "Stair"}])
    answer(fight, "ann")
    for deed, why in (
        ("engage:bob", "in another zone"),
        ("heal:cat", "in another zone"),
        ("stabilise:dee", "too far away"),
        ("use:lamp", "too far away"),
    ):
        with pytest.raises(Illegal, match=why):
            answer(fight, deed)
    fight.rule("move", who="ann", to="Stair")
    assert {"engage:bob", "heal:cat", "stabilise:dee", "use:lamp"} <= set(offered(fight))
    finish(fight)


@clause("RI-95")
def test_one_goes_along_links_only() -> None:
    fight = house([person("ann", "Hall", mov=30), foe("bob", "Roof")])
    with pytest.raises(Illegal, match="no link that way"):
        answer(fight, "cross@Attic")
    turn(fight, "ann", "cross@Stair")
    assert place(fight, "ann") == "Stair"
    finish(fight)


@clause("RI-96", "RI-98")
@pytest.mark.parametrize(
    ("mov", "traits", "reached"),
    [(5, [], ["Stair"]), (6, [], ["Stair", "Attic"]), (5, ["Flight"], ["Stair"]), (2, [], [])],
)
def test_entering_a_linked_zone_costs_3_for_everyone(mov: int, traits: list[object], reached: list[str]) -> None:
    # The Stair counts as Heavy ground: cover, but no dearer to enter. MOV 5: one change, 2 wasted; MOV 6: two.
    people = [person("ann", "Hall", mov=mov, traits=traits), foe("bob", "Roof")]
    fight = house(people, zone_terrain={"Stair": "Heavy"})
    assert [option[5:] for option in offered(fight) if option.startswith("move@")] == reached
    if reached:
        turn(fight, "ann", f"move@{reached[-1]}")
        assert who(fight, "ann").movement == mov - 3 * len(reached)
    finish(fight)


@clause("RI-98")
def test_left_over_movement_is_not_kept() -> None:
    fight = house([person("ann", "Hall", mov=5), foe("bob", "Roof", mov=0)])
    turn(fight, "ann", "move@Stair", "wait")
    turn(fight, "bob", "wait")
    assert who(fight, "ann").movement == 5
    turn(fight, "ann", "move@Attic")
    assert who(fight, "ann").movement == 2 and "move@Roof" not in offered(fight)
    finish(fight)


@clause("RI-97")
def test_or_it_costs_the_action_which_ends_the_turn() -> None:
    # MOV 6 crosses three links in a turn (3 + 3 + action) and then attacks nobody.
    fight = house([person("ann", "Hall", mov=6), foe("bob", "Roof")])
    turn(fight, "ann", "move@Attic", "cross@Roof")
    assert place(fight, "ann") == "Roof" and who(fight, "ann").turn_over and asked(fight) == "turn:bob"
    finish(fight)
    # MOV 2 crosses one by action.
    fight = house([person("ann", "Hall", mov=2), foe("bob", "Roof")])
    turn(fight, "ann", "cross@Stair")
    assert place(fight, "ann") == "Stair" and who(fight, "ann").acted
    finish(fight)


@clause("RI-99")
@pytest.mark.parametrize(
    ("mine", "theirs", "distance", "riposte"),
    [((1, 2), (1,), 2, False), ((1, 2), (2,), 1, False), ((1, 2), (1, 2), 1, True), ((2,), (1,), 2, False)],
)
def test_the_attacker_has_the_distance_it_likes_best(
    mine: tuple[int, ...], theirs: tuple[int, ...], distance: int, riposte: bool
) -> None:
    people = [person("ann", "Hall", weapons=[blade(*mine)]), foe("bob", "Hall", weapons=[blade(*theirs)])]
    fight = house(people, [99, 99] if riposte else [99])
    ann = who(fight, "ann")
    assert engagement_distance(field(fight), ann.place, ann.in_hand(), who(fight, "bob")) == distance
    assert warned_of(fight, "engage:bob") == (["Bob strikes back"] if riposte else [])
    turn(fight, "ann", "engage:bob")
    assert slots(fight) == (["A", "R"] if riposte else ["A"])
    finish(fight)


@clause("RI-100", "RI-101")
def test_a_provoker_must_be_engaged_first_and_restricts_nothing_else() -> None:
    people = [
        person("ann", "Hall", might=30),
        person("cat", "Hall"),
        foe("wall", "Hall", traits=["Provoke 1"]),
        foe("mage", "Hall"),
        foe("far", "Roof"),
    ]
    fight = house(people, [0, 99, 99], objects=[{"id": "lamp", "label": "the lamp", "at": "Hall"}])
    answer(fight, "ann")
    with pytest.raises(Illegal, match="Wall provokes and must be engaged first"):
        answer(fight, "engage:mage")
    # Objects and leaving are free.
    assert {"use:lamp", "move@Stair", "cross@Stair", "engage:wall"} <= set(offered(fight))
    turn(fight, "ann", "engage:wall")
    answer(fight, "dead")
    # The provoker is down: the mage may be engaged.
    turn(fight, "cat", "engage:mage")
    assert slots(fight) == ["A", "A", "R"]
    finish(fight)


@clause("RI-100")
def test_with_several_provokers_any_of_them_will_do_and_leaving_lifts_it() -> None:
    people = [
        person("ann", "Hall"),
        foe("wall", "Hall", traits=["Provoke 1"]),
        foe("rock", "Hall", traits=["Provoke 1"]),
        foe("mage", "Hall"),
    ]
    fight = house(people)
    assert {option for option in offered(fight) if option.startswith("engage")} == {"engage:wall", "engage:rock"}
    fight.rule("move", who="wall", to="Stair")
    fight.rule("move", who="rock", to="Stair")
    assert "engage:mage" in offered(fight)
    finish(fight)


@clause("RI-100")
def test_only_a_hostile_provoker_who_is_seen_holds_a_zone() -> None:
    wall = foe("wall", "Hall", side="independents", traits=["Provoke 1"])
    people = [person("ann", "Hall"), wall, foe("mage", "Hall"), foe("lurker", "Hall", traits=["Provoke 1"], hidden=True)]
    fight = house(people)
    # The independent is neutral, and of the lurker nobody knows.
    assert {option for option in offered(fight) if option.startswith("engage")} == {"engage:wall", "engage:mage"}
    fight.rule("stance", a="heroes", b="independents", stance="hostile")
    assert {option for option in offered(fight) if option.startswith("engage")} == {"engage:wall"}
    fight.rule("reveal", who="lurker")
    assert {option for option in offered(fight) if option.startswith("engage")} == {"engage:wall", "engage:lurker"}
    finish(fight)


@clause("RI-97", "RI-126")
def test_a_rider_may_cross_by_action_first_and_go_on_by_movement() -> None:
    fight = house([person("ann", "Hall", mov=6, traits=["Ride"]), foe("bob", "Hall", mov=0)])
    turn(fight, "ann", "cross@Stair", "move@Roof")
    assert place(fight, "ann") == "Roof" and who(fight, "ann").movement == 0
    assert "cross@Attic" not in offered(fight)
    finish(fight)


@clause("RI-100")
@pytest.mark.parametrize(("switch", "free"), [("all", False), ("players", True)])
def test_by_the_switch_only_players_provoke(switch: str, free: bool) -> None:
    people = [
        person("ann", "Hall", traits=["Provoke 1"]),
        person("cat", "Hall"),
        foe("wall", "Hall", traits=["Provoke 1"]),
        foe("mage", "Hall"),
    ]
    fight = house(people, options={"provoke.who": switch})
    answer(fight, "cat")
    assert ("engage:mage" in offered(fight)) == free
    answer(fight, "wait")
    turn(fight, "ann", "wait")
    # Ann, a player's character, holds the zone either way.
    answer(fight, "mage")
    with pytest.raises(Illegal, match="Ann provokes"):
        answer(fight, "engage:cat")
    finish(fight)


@clause("RI-100")
def test_by_the_switch_one_engagement_on_the_provoker_opens_the_zone_for_the_phase() -> None:
    people = [person("ann", "Hall"), person("cat", "Hall"), foe("wall", "Hall", traits=["Provoke 1"]), foe("mage", "Hall")]
    fight = house(people, [99, 99], options={"provoke.zone": "once_per_phase"})
    turn(fight, "ann", "engage:wall")
    assert "engage:mage" in offered(fight)
    answer(fight, "wait")
    answer(fight, "end phase")
    # A new phase, and the wall stands again.
    answer(fight, "ann")
    assert "engage:mage" not in offered(fight)
    finish(fight)


@clause("RI-102")
def test_players_place_in_the_start_zones() -> None:
    people = [person("ann", None), foe("bob", "Roof")]
    encounter = scene(people, **{**HOUSE, "box": ["Hall", "Stair"]})
    from quintain.library.encounters import play

    fight = play(encounter, seed="zones")
    assert asked(fight) == "deploy:"
    with pytest.raises(Illegal, match="outside the deployment box"):
        answer(fight, "put:ann@Attic")
    answer(fight, "put:ann@Hall")
    answer(fight, "start")
    assert place(fight, "ann") == "Hall" and hp(fight, "ann") == [20]
    finish(fight)


@clause("RI-95")
def test_zones_may_have_any_names() -> None:
    for name in ("Hall (north)", "Attic/Roof: east", "Inn @ Ford"):
        people = [person("ann", "Yard"), foe("bob", "Yard", mov=0)]
        fight = begin(people, mode="zones", zones=["Yard", name], links=[["Yard", name]])
        assert f"move@{name}" in offered(fight)
        turn(fight, "ann", f"move@{name}")
        assert place(fight, "ann") == name
        finish(fight)


@clause("RI-100")
def test_where_one_engagement_a_phase_is_enough_a_provoker_who_has_had_it_may_be_engaged_again() -> None:
    provokers = [foe(id, "Hall", hp=99, traits=["Provoke 1"]) for id in ("bob", "dan")]
    people = [*[person(id, "Hall") for id in ("ann", "cat", "eve")], *provokers, foe("gil", "Hall")]
    fight = house(people, [99] * 4, options={"provoke.zone": "once_per_phase"})
    turn(fight, "ann", "engage:bob")
    answer(fight, "cat")
    assert [deed for deed in offered(fight) if deed.startswith("engage")] == ["engage:bob", "engage:dan"]
    answer(fight, "engage:dan")
    assert "engage:gil" in offered(fight)
    finish(fight)


@clause("RI-94", "RI-96", "RI-100")
def test_a_foe_in_another_zone_who_cannot_be_engaged_this_turn_has_the_true_reason_beside_it() -> None:
    people = [person("ann", "Hall"), foe("bob", "Stair", traits=["Provoke 1"]), foe("dan", "Stair"), foe("eve", "Attic")]
    fight = house(people)
    # 5 movement pay for the 3 to the Stair, not for the 6 to the Attic.
    assert fight.questions[0].closed == [
        ("Engage Dan", "Bob provokes and must be engaged first"), ("Engage Eve", "it takes 6 movement and 5 is left"),
    ]  # fmt: skip
