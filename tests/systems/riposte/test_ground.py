"""Chapter E: the grid and terrain; Provoke and Pass on squares."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal
from quintain.library.problems import FileProblem
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    begin,
    blade,
    field,
    finish,
    foe,
    hp,
    offered,
    pass_phase,
    person,
    place,
    scene,
    strikes,
    texts,
    turn,
    who,
)


@clause("RI-44")
def test_a_square_holds_one_combatant_who_is_up() -> None:
    with pytest.raises(FileProblem, match="Ann and Bob both stand at"):
        scene([person("ann", [0, 0]), foe("bob", [0, 0])])
    fight = begin([person("ann", [0, 0]), person("cat", [1, 0]), foe("bob", [0, 2])])
    answer(fight, "ann")
    for there, name in (("1,0", "Cat"), ("0,2", "Bob")):
        with pytest.raises(Illegal, match=f"{name} stands there"):
            answer(fight, f"move@{there}")
    finish(fight)


@clause("RI-45")
def test_steps_are_orthogonal_and_a_square_is_paid_in_full_or_not_entered() -> None:
    people = [person("ann", [0, 0], mov=2), foe("bob", [7, 3])]
    fight = begin(people, [], [".H......", "........", "........", "........"])
    # Heavy costs 3 and she has 2; the diagonal neighbour is two steps away.
    assert [option for option in offered(fight) if option.startswith("move")] == ["move@0,1", "move@1,1", "move@0,2"]
    with pytest.raises(Illegal, match="it takes 3 movement and 2 is left"):
        answer(fight, "move@1,0")
    turn(fight, "ann", "move@1,1")
    assert who(fight, "ann").movement == 0
    finish(fight)


@clause("RI-46")
def test_the_terrain_table() -> None:
    # Basic, Light, Medium cost 1 + 2 + 2 = 5.
    people = [person("ann", [0, 0]), foe("bob", [7, 0])]
    fight = begin(people, [], ["..lmH4.."])
    turn(fight, "ann", "move@3,0")
    assert who(fight, "ann").movement == 0 and texts(fight, "walk") == ["Ann goes 3 right, onto Medium ground, for 5 movement."]
    ground = field(fight).ground
    assert ground.walk == [1, 1, 2, 2, 3, 4, 1, 1]
    finish(fight)
    # Defense and Dodge of each: 50 less Dodge, 7 less Defense; Heavy gives 10 HP back.
    for letter, hit, damage in ((".", 50, 7), ("l", 40, 6), ("m", 30, 5), ("H", 20, 4), ("4", 50, 7)):
        fight = begin([person("ann", [0, 0]), foe("bob", [1, 0], weapons=[])], [0], [f".{letter}......"])
        turn(fight, "ann", "engage:bob")
        event = next(event for event in fight.events if event.kind == "strike")
        assert (event.data["hit_chance"], event.data["damage"]) == (hit, damage), letter
        assert who(fight, "bob").hp == (20 if letter == "H" else 20 - damage)
        finish(fight)


@clause("RI-47", "RI-48")
def test_ground_helps_its_own_occupant_in_either_role_in_defense_and_dodge_only() -> None:
    # Ann on Light, bob on Heavy. Attack: 60 - 10 - 30 = 20, 10 - 3 - 3 = 4. Riposte: 60 - 10 - 10 = 40, 10 - 3 - 1 = 6.
    people = [person("ann", [0, 0], critical=10), foe("bob", [1, 0], critical=10, avoid=4)]
    fight = begin(people, [19, 39], ["lH......"])
    turn(fight, "ann", "engage:bob")
    events = [event for event in fight.events if event.kind == "strike"]
    assert [(event.data["hit_chance"], event.data["damage"]) for event in events] == [(20, 4), (40, 6)]
    # Avoid, Might and SPD are what they were: crit chances 10 - 4 and 10 - 0, no follow-through.
    assert [event.data["crit_chance"] for event in events] == [6, 10]
    finish(fight)


@clause("RI-47")
@pytest.mark.parametrize(("soak", "damage"), [("defense", 7), ("both", 4)])
def test_ground_does_not_add_to_resistance_unless_the_switch_says_so(soak: str, damage: int) -> None:
    people = [person("ann", [0, 0], weapons=[blade(kind="magical")]), foe("bob", [1, 0], weapons=[])]
    fight = begin(people, [0], [".H......"], options={"terrain.soak": soak})
    turn(fight, "ann", "engage:bob")
    assert strikes(fight)[0][3] == damage
    finish(fight)


@clause("RI-49")
@pytest.mark.parametrize(("now", "after"), [(18, 25), (9, 19)])
def test_those_on_heavy_ground_regain_10_when_their_phase_starts(now: int, after: int) -> None:
    people = [person("ann", [0, 0], hp=25, now=now), person("cat", [1, 0], hp=25, now=now), foe("bob", [7, 0])]
    fight = begin(people, [], ["H......."])
    assert hp(fight, "ann", "cat") == [after, now]
    # Only their own side's phase counts, and where they stand then.
    pass_phase(fight)
    assert hp(fight, "ann") == [after]
    finish(fight)


@clause("RI-49")
def test_neither_the_fallen_nor_those_who_left_the_ground_recover() -> None:
    people = [
        person("ann", [0, 0], now=5),
        person("cat", [1, 0], status="fallen"),
        person("dee", [2, 0], now=5, mov=9),
        foe("bob", [7, 0], mov=0),
    ]
    fight = begin(people, [], ["HHH....."])
    assert hp(fight, "ann", "cat", "dee") == [15, 0, 15]
    turn(fight, "dee", "move@3,0", "wait")
    turn(fight, "ann", "wait")
    pass_phase(fight)
    assert hp(fight, "ann", "cat", "dee") == [20, 0, 15]
    finish(fight)


@clause("RI-49")
def test_by_the_switch_recovery_is_a_tenth_of_the_maximum() -> None:
    # A tenth of 25, rounded down, is 2.
    people = [person("ann", [0, 0], hp=25, now=9), foe("bob", [7, 0])]
    fight = begin(people, [], ["H......."], options={"terrain.recovery": "percent"})
    assert hp(fight, "ann") == [11]
    finish(fight)


@clause("RI-50")
def test_a_flier_pays_1_for_any_square() -> None:
    people = [person("ann", [0, 0], traits=["Flight"]), foe("bob", [7, 0])]
    fight = begin(people, [], [".HHH9H.."])
    turn(fight, "ann", "move@5,0")
    assert place(fight, "ann") == "(5,0)" and who(fight, "ann").movement == 0
    finish(fight)


@clause("RI-51")
@pytest.mark.parametrize(("switch", "hit"), [("on", 20), ("off", 50)])
def test_a_flier_has_the_bonuses_of_the_ground_below_unless_the_switch_is_off(switch: str, hit: int) -> None:
    people = [person("ann", [0, 0]), foe("bob", [1, 0], weapons=[], traits=["Flight"])]
    fight = begin(people, [99], [".H......"], options={"flight.terrain_bonus": switch})
    turn(fight, "ann", "engage:bob")
    assert next(event for event in fight.events if event.kind == "strike").data["hit_chance"] == hit
    finish(fight)


@clause("RI-52")
def test_walls_and_objects_keep_walkers_out() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0])]
    fight = begin(people, [], [".#......", ".o......"])
    assert [option for option in offered(fight) if option.startswith("move")] == ["move@0,1"]
    for there, word in (("1,0", "wall"), ("1,1", "object")):
        with pytest.raises(Illegal, match=f"there is a {word}"):
            answer(fight, f"move@{there}")
    finish(fight)


@clause("RI-53")
def test_a_flier_crosses_and_stops_on_objects_and_open_walls_without_cover() -> None:
    people = [person("ann", [0, 0], traits=["Flight"], now=10), foe("bob", [7, 0])]
    fight = begin(people, [], [".#o....."])
    turn(fight, "ann", "move@1,0", "move@2,0")
    assert who(fight, "ann").movement == 3 and field(fight).cover_of(who(fight, "ann")) == 0
    answer(fight, "wait")
    pass_phase(fight)
    # Hovering gives no recovery, even where the ground below were Heavy.
    fight.rule("terrain", at=[2, 0], terrain="Heavy")
    turn(fight, "ann", "wait")
    pass_phase(fight)
    assert hp(fight, "ann") == [10]
    finish(fight)


@clause("RI-54")
def test_a_roofed_wall_stops_fliers_and_the_gm_may_change_roofs_and_forbid_a_hover() -> None:
    people = [person("ann", [0, 0], traits=["Flight"]), foe("bob", [7, 0])]
    fight = begin(people, [], [".R#....."])
    with pytest.raises(Illegal, match="there is a wall"):
        answer(fight, "move@1,0")
    assert [option for option in offered(fight) if option.startswith("move")] == []
    fight.rule("blocker", at=[1, 0], blocker="wall", roofed=False)
    assert "move@2,0" in offered(fight)
    fight.rule("hover", at=[2, 0])
    assert "move@2,0" not in offered(fight) and "move@1,0" in offered(fight)
    turn(fight, "ann", "move@1,0")
    # A roof over the one who hovers there moves it to the nearest free square (R30).
    fight.rule("blocker", at=[1, 0], blocker="wall", roofed=True)
    assert place(fight, "ann") == "(0,0)"
    finish(fight)


@clause("RI-54")
def test_where_nothing_stands_there_is_no_hover_to_forbid() -> None:
    people = [person("ann", [0, 0], traits=["Flight"]), foe("bob", [7, 0])]
    fight = begin(people, [], ["..H#...."], no_hover=[[1, 0], [2, 0], [3, 0]])
    # Open ground is entered as ever; only the wall may not be hovered over, nor crossed.
    assert [option for option in offered(fight) if option.startswith("move")] == ["move@1,0", "move@2,0"]
    finish(fight)


@clause("RI-55")
@pytest.mark.parametrize(
    ("switch", "reached"),
    [("friends", ["move@2,0"]), ("nobody", []), ("anybody", ["move@2,0", "move@4,0"])],
)
def test_friends_may_be_walked_through_others_not_and_nobody_stops_on_another(switch: str, reached: list[str]) -> None:
    people = [person("ann", [0, 0]), person("cat", [1, 0]), foe("bob", [3, 0])]
    fight = begin(people, [], ["........"], options={"grid.pass_through": switch})
    answer(fight, "ann")
    moves = [option for option in offered(fight) if option.startswith("move")]
    assert [move for move in moves if move != "move@5,0"] == reached
    assert "move@1,0" not in moves and "move@3,0" not in moves
    finish(fight)


@clause("RI-56")
def test_whoever_is_out_leaves_the_square_free() -> None:
    people = [person("ann", [0, 0]), person("cat", [1, 0], status="fallen", now=0), foe("bob", [7, 0])]
    fight = begin(people, [], ["........"])
    turn(fight, "ann", "move@1,0")
    assert place(fight, "ann") == "(1,0)"
    finish(fight)


# -- Provoke and Pass on squares (RI-140) --------------------------------------------------------------------------------


def cost_past(level: int, distance: int, **mover: object) -> int:
    """What one step to a Basic square costs a mover that leaves a square so far from a provoker."""
    ann = person("ann", [3, 1], **mover)  # type: ignore[arg-type]
    fight = begin([ann, foe("bob", [3 + distance, 1], traits=[f"Provoke {level}"])])
    turn(fight, "ann", "move@3,0")
    return 5 - who(fight, "ann").movement


@clause("RI-140")
@pytest.mark.parametrize(
    ("level", "distance", "cost"), [(1, 1, 2), (1, 2, 1), (2, 1, 3), (2, 2, 1), (3, 1, 3), (3, 2, 3), (3, 3, 1)]
)
def test_leaving_a_square_near_a_provoker_costs_more(level: int, distance: int, cost: int) -> None:
    assert cost_past(level, distance) == cost


@clause("RI-140")
def test_only_the_dearest_provoker_counts_and_flight_pays_it_too() -> None:
    people = [
        person("ann", [3, 1], traits=["Flight"]),
        foe("bob", [4, 1], traits=["Provoke 1"]),
        foe("dan", [2, 1], traits=["Provoke 2"]),
    ]
    fight = begin(people)
    turn(fight, "ann", "move@3,0")
    assert who(fight, "ann").movement == 2
    finish(fight)


@clause("RI-140")
def test_pass_crosses_enemies_without_stopping_and_ignores_provoke_of_its_level() -> None:
    assert cost_past(1, 1, traits=["Pass 1"]) == 1
    assert cost_past(2, 1, traits=["Pass 1"]) == 3
    people = [person("ann", [0, 0], traits=["Pass 1"]), foe("bob", [1, 0])]
    fight = begin(people, [], ["........"])
    assert "move@2,0" in offered(fight) and "move@1,0" not in offered(fight)
    finish(fight)


@pytest.mark.parametrize("metric", ["orthogonal", "diagonal"])
def test_a_ring_is_every_square_exactly_so_far_away(metric: str) -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [3, 2])], options={"grid.metric": metric})
    ground = field(fight).ground
    assert ground.grid is not None
    for start in (0, 5, ground.grid.cells - 1):
        for distance in (2, 0, 1, 3, 40):
            every = [cell for cell in range(ground.grid.cells) if ground.distance(start, cell) == distance]
            assert ground.ring(start, distance) == every


# -- places in words --------------------------------------------------------------------------------------------------------


@clause("RI-45", "RI-76")
@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("move@3,1", "Ann goes 2 right, beside Bob, for 2 movement."),
        ("move@1,3", "Ann goes 2 down, beside Cat, for 2 movement."),
        ("move@0,0", "Ann goes 1 left and 1 up for 2 movement."),
        ("move@2,2", "Ann goes 1 right and 1 down, beside Cat, onto Heavy ground, for 4 movement."),
    ],
)
def test_the_log_tells_a_way_by_its_steps_and_by_who_stands_around(move: str, told: str) -> None:
    people = [person("ann", [1, 1]), person("cat", [2, 3]), foe("bob", [4, 1]), foe("shade", [3, 0], hidden=True)]
    fight = begin(people, [], ["........", "........", "..H.....", "........"])
    turn(fight, "ann", move)
    (event,) = [event for event in fight.events if event.kind == "walk"]
    column, row = move.removeprefix("move@").split(",")
    assert event.text == told and (event.data["from"], event.data["to"]) == ([1, 1], [int(column), int(row)])


@clause("RI-117", "RI-74")
def test_rulings_on_the_map_tell_a_square_from_whoever_stands_nearest() -> None:
    fight = begin([person("ann", [1, 1]), foe("bob", [6, 1]), foe("shade", [4, 3], hidden=True)])
    fight.rule("terrain", at=[3, 1], terrain="Heavy")
    fight.rule("blocker", at=[4, 3], blocker="none")
    fight.rule("blocker", at=[[1, 2], [2, 3]], blocker="wall")
    fight.rule("object", id="lever", label="the lever", at=[1, 1])
    fight.rule("exits", at=[[0, 0]])
    fight.rule("exits")
    assert texts(fight, "ruling") == [
        "The ground 2 right of Ann is Heavy now.",
        "The way is open 2 left and 2 down from Bob now.",
        "There is a wall beside Ann, 1 right and 2 down from Ann now.",
        "the lever is where Ann stands.",
        "One can leave the field 1 left and 1 up from Ann now.",
        "Nobody can leave the field now.",
    ]
    assert "(" not in "".join(texts(fight, "ruling"))
