"""Chapter M: the GM's commands."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Fight, Illegal, Malformed, Refusal, Unavailable, view
from quintain.library.encounters import from_data, play
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    field,
    finish,
    foe,
    heading,
    hp,
    offered,
    pass_phase,
    person,
    place,
    scene,
    slots,
    strikes,
    turn,
    who,
)

PEOPLE = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [7, 0])]
HOUSE: dict[str, object] = {"mode": "zones", "zones": ["Hall", "Stair", "Attic"], "links": [["Hall", "Stair"]]}


@clause("RI-117")
def test_the_gm_changes_terrain_blockers_roofs_exits_and_objects() -> None:
    fight = begin(PEOPLE)
    answer(fight, "ann")
    fight.rule("terrain", at=[1, 0], terrain="Difficult", cost=5)
    fight.rule("terrain", at=[[0, 1], [1, 1]], terrain="Heavy")
    ground = field(fight).ground
    assert [ground.walk[ground.find(at)] for at in ("1,0", "0,1", "1,1")] == [5, 3, 3]
    fight.rule("blocker", at=[2, 0], blocker="wall", roofed=True)
    assert field(fight).ground.walk[2] == 0 and field(fight).ground.fly[2] == 0
    fight.rule("exits", at=[[0, 0]])
    assert "leave" in offered(fight)
    fight.rule("object", id="bell", label="the bell", at=[0, 0], note="It rings.")
    assert "use:bell" in offered(fight)
    fight.rule("remove_object", id="bell")
    assert "use:bell" not in offered(fight)
    finish(fight)


@clause("RI-117")
def test_the_gm_marks_the_box_before_the_fight_only() -> None:
    fight = play(scene(PEOPLE, box=[[0, 0], [0, 3]]), seed="box")
    fight.rule("box", at=[[1, 0], [1, 1], [1, 2]])
    assert {place(fight, "ann"), place(fight, "cat")} <= {"(1,0)", "(1,1)", "(1,2)"}
    with pytest.raises(Illegal, match="too small"):
        fight.rule("box", at=[[2, 2]])
    assert "it is for the heroes" in refused(fight, "leave_box", who="bob", to=[5, 0])
    answer(fight, "start")
    with pytest.raises(Illegal, match="the fight has begun"):
        fight.rule("box", at=[[0, 0]])


@clause("RI-117")
def test_the_gm_links_and_cuts_zones_and_the_mode_stands_in_the_encounter() -> None:
    fight = begin([person("ann", "Hall"), foe("bob", "Stair")], **HOUSE)
    assert not field(fight).ground.is_grid and "cross@Attic" not in offered(fight)
    fight.rule("link", a="Hall", b="Attic")
    assert "cross@Attic" in offered(fight)
    fight.rule("link", a="Hall", b="Stair", cut=True)
    assert "cross@Stair" not in offered(fight)
    assert field(begin(PEOPLE)).ground.is_grid
    finish(fight)


@clause("RI-118")
def test_the_gm_rules_sides_stances_teams_and_arrivals() -> None:
    people = [*PEOPLE, foe("gil", [7, 3], arrives=9), foe("lurker", [5, 0], hidden=True)]
    fight = begin(people)
    fight.rule("team", name="late")
    fight.rule("side", who="gil", to="enemies:late")
    assert field(fight).sides == ["heroes", "enemies", "enemies:late", "allies", "independents"]
    fight.rule("stance", a="enemies", b="enemies:late", stance="hostile")
    assert field(fight).are_hostile(who(fight, "gil"), who(fight, "bob"))
    assert field(fight).are_hostile(who(fight, "gil"), who(fight, "ann"))
    fight.rule("reinforce", who="gil")
    assert who(fight, "gil").up and who(fight, "gil").waiting
    fight.rule("reveal", who="lurker")
    assert not who(fight, "lurker").hidden
    pass_phase(fight)
    pass_phase(fight)
    assert heading(fight) == "Round 1, Enemies (late)" and asked(fight) == "turn:gil"
    fight.rule("end_phase")
    assert heading(fight) == "Round 2, Heroes"
    fight.rule("end", result="broken off")
    assert fight.outcome is not None
    finish(fight)


@clause("RI-119")
def test_the_gm_rules_fates_and_who_runs_whom() -> None:
    people = [*PEOPLE, person("pal", [0, 1], kind="extra"), foe("eve", [3, 3], side="allies"), foe("dan", [7, 3])]
    fight = begin(people)
    fight.rule("set", who="bob", stat="significant", value=True)
    assert who(fight, "bob").significant
    fight.rule("retreat", who="bob")
    assert who(fight, "bob").status == "retreated"
    fight.rule("set", who="bob", stat="status", value="dead")
    assert who(fight, "bob").status == "dead"
    fight.rule("take_over", who="eve", player="ann")
    fight.rule("assign", who="pal", player="ann")
    fight.rule("add", unit={"use": "tamsin", "side": "heroes", "at": [1, 1], "controller": "ann"})
    assert who(fight, "eve").side == "heroes" and who(fight, "tamsin").name == "Tamsin Quill"
    assert who(fight, "pal").controller == "ann"
    finish(fight)


@clause("RI-120")
def test_the_gm_rules_deeds_tasks_targets_and_any_figure_and_takes_it_back() -> None:
    fight = begin([person("ann", [6, 0]), person("cat", [0, 3]), foe("bob", [7, 0])], [0, 99])
    answer(fight, "ann")
    fight.rule("forbid", option="engage:bob", why="a truce holds")
    assert "engage:bob" not in offered(fight)
    with pytest.raises(Illegal, match="a truce holds"):
        answer(fight, "engage:bob")
    fight.rule("allow", option="engage:bob")
    fight.rule("set", who="bob", stat="hp", value=15)
    fight.rule("set", who="bob", stat="Defense", value=9)
    fight.rule("set", who="ann", stat="STR", value=4)
    # Might given outright as 10 moves with STR: 14 - 9 = 5.
    answer(fight, "engage:bob")
    assert strikes(fight)[0] == ("ann", "attack", "hit", 5) and hp(fight, "bob") == [10]
    fight.undo()
    assert hp(fight, "bob") == [15] and asked(fight) == "turn:ann"
    fight.redo()
    assert hp(fight, "bob") == [10]
    fight.rule("task", id="scare", hp=0, tier="Trivial", flee=["bob"])
    fight.rule("effect", kind="flee", who="bob")
    assert who(fight, "bob").status == "fled"


@clause("RI-120")
def test_a_forbidden_target_is_so_from_every_square_and_with_every_weapon() -> None:
    people = [person("ann", [0, 0], weapons=[blade(1), blade(2, name="bow")]), foe("bob", [3, 0], mov=0), foe("dan", [7, 3])]
    fight = begin(people)
    assert len([option for option in offered(fight) if option.startswith("engage:bob")]) == 2
    fight.rule("forbid", option="engage:bob", why="a truce holds")
    assert not any(option.startswith("engage:bob") for option in offered(fight))
    assert ("Engage Bob", "a truce holds") in fight.questions[0].closed
    with pytest.raises(Illegal, match="a truce holds"):
        answer(fight, "engage:bob@2,0")
    fight.rule("allow", option="engage:bob")
    assert "engage:bob@2,0" in offered(fight)
    # A tactic minds it too.
    fight.rule("forbid", option="engage:bob", who="ann")
    fight.automate("heroes", "steady")
    assert slots(fight) == []


@clause("RI-117")
def test_whoever_stands_where_an_object_closes_the_way_is_moved_to_the_nearest_free_square() -> None:
    gate = {"id": "gate", "label": "the gate", "at": [0, 0], "effects": [{"kind": "close", "places": [[0, 1]]}]}
    fight = begin([person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [7, 0])], objects=[gate])
    turn(fight, "ann", "use:gate")
    assert field(fight).ground.walk[field(fight).ground.find("0,1")] == 0 and place(fight, "cat") in ("(1,1)", "(0,2)")
    finish(fight)


@clause("RI-118")
def test_on_a_full_map_reinforcements_wait() -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [1, 0]), foe("gil", [1, 0], arrives=2)], [], [".."])
    assert "no free square left for Gil" in refused(fight, "reinforce", who="gil")
    pass_phase(fight)
    pass_phase(fight)
    assert heading(fight) == "Round 2, Heroes" and who(fight, "gil").status == "reserve"
    finish(fight)


@clause("RI-120")
def test_a_die_may_be_fixed_and_a_result_changed_before_it_lands() -> None:
    fight = begin([person("ann", [6, 0]), foe("bob", [7, 0])])
    fight.rule("force", who="ann", what="attack", faces=[0])
    fight.rule("force", who="bob", what="riposte", answers={"hit": False})
    answer(fight, "engage:bob")
    assert [strike[2] for strike in strikes(fight)] == ["hit", "miss"]
    # Held: the die is down, the GM changes Defense, and the comparison is made again with the same die.
    fight = begin([person("ann", [6, 0]), foe("bob", [7, 0], weapons=[])], [0])
    fight.hold_results()
    answer(fight, "engage:bob")
    assert fight.questions[0].about == "hold" and hp(fight, "bob") == [20]
    fight.rule("set", who="bob", stat="Defense", value=8)
    answer(fight, "go")
    assert strikes(fight) == [("ann", "attack", "hit", 2)] and hp(fight, "bob") == [18]


@clause("RI-118", "RI-120")
def test_a_ruling_that_removes_somebody_in_the_middle_of_an_engagement_is_harmless() -> None:
    for gone in ("ann", "bob"):
        people = [person("ann", [6, 0], spd=9), person("cat", [0, 3]), foe("bob", [7, 0]), foe("dan", [7, 3])]
        fight = begin(people)
        fight.type_dice("*")
        turn(fight, "ann", "engage:bob")
        fight.enter(fight.questions[0].id, [99])
        fight.rule("remove", who=gone)
        # The riposte's die was already asked for; it falls away, and nothing more comes (R83).
        assert fight.questions[0].pending is None
        assert slots(fight) == ["A"] and field(fight).acting != gone
        assert fight.outcome is None and fight.questions


def refused(fight: Fight, ruling: str, /, **args: Any) -> str:
    before = view(fight)
    with pytest.raises(Refusal) as caught:
        fight.rule(ruling, **args)
    assert view(fight) == before
    return str(caught.value)


@clause("RI-117", "RI-118", "RI-119", "RI-120")
def test_commands_that_make_no_sense_are_refused_with_a_sentence_and_change_nothing() -> None:
    fight = begin(PEOPLE)
    answer(fight, "ann")
    assert "is not on the map" in refused(fight, "terrain", at=[90, 0], terrain="Heavy")
    assert "one of Basic" in refused(fight, "terrain", at=[1, 0], terrain="Lava")
    assert "needs a cost" in refused(fight, "terrain", at=[1, 0], terrain="Difficult")
    assert "needs a cost" in refused(fight, "terrain", at=[1, 0], terrain="Basic", cost=-3)
    assert "letters and digits" in refused(fight, "object", id="a:b", at=[1, 0])
    assert "1 or more" in refused(fight, "object", id="bell", at=[1, 0], uses=0)
    assert "letters and digits" in refused(fight, "task", id="a@b")
    assert "letters, digits and spaces" in refused(fight, "team", name="x:y")
    assert "of Enemies already" in refused(fight, "side", who="bob", to="enemies")
    assert "one of none, object, wall" in refused(fight, "blocker", at=[1, 0], blocker="hedge")
    assert "squares have no links" in refused(fight, "link", a="Hall", b="Attic")
    assert "no side called" in refused(fight, "stance", a="heroes", b="villains", stance="hostile")
    assert "friendly to itself" in refused(fight, "stance", a="heroes", b="heroes", stance="hostile")
    assert "not in the reserve" in refused(fight, "reinforce", who="bob")
    assert "nobody here is called" in refused(fight, "side", who="zed", to="allies")
    assert "no goal" in refused(fight, "goal", label="peace")
    assert "Bob stands there" in refused(fight, "move", who="ann", to=[7, 0])
    assert "at most 20 HP" in refused(fight, "set", who="ann", stat="hp", value=21)
    assert "between 0 and" in refused(fight, "set", who="ann", stat="hp", value=-1)
    assert "carries 1 weapons" in refused(fight, "set", who="ann", stat="weapon", value=3)
    assert "already a combatant" in refused(fight, "add", unit=person("bob", [3, 3], "enemies"))
    assert "no stat block called" in refused(fight, "add", unit={"use": "dragon", "side": "enemies", "at": [3, 3]})
    assert "needs a stat block" in refused(fight, "add", unit={"side": "enemies", "at": [3, 3]})
    assert "no open task" in refused(fight, "close_task", id="talk")
    assert "no companion" in refused(fight, "assign", who="ann", player="x")
    fight.rule("set", who="cat", stat="status", value="dead")
    assert refused(fight, "effect", kind="flee", who="cat") == refused(fight, "retreat", who="cat") == "Cat is not in the fight."


def test_kinds_of_refusal_are_told_apart() -> None:
    fight = begin(PEOPLE)
    with pytest.raises(Malformed):
        fight.rule("terrain", at=[1, 0], terrain="Lava")
    with pytest.raises(Unavailable):
        fight.rule("side", who="ann", to="nowhere")
    with pytest.raises(Illegal):
        fight.rule("reinforce", who="bob")


ZONES: dict[str, object] = {
    "mode": "zones", "zones": ["Quay", "Boat"], "links": [["Quay", "Boat"]], "exits": ["Boat"], "zone_terrain": {"Quay": "Light"},
}  # fmt: skip


@clause("RI-92", "RI-117")
def test_the_gm_may_change_from_squares_to_zones_and_back_in_the_middle_of_a_turn() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 3], status="fallen"), foe("bob", [7, 0]), foe("dan", [7, 1], arrives=3)]
    lever: dict[str, object] = {"id": "lever", "label": "the lever", "at": [1, 1], "effects": [{"kind": "open", "places": [[3, 3]]}]}
    bell: dict[str, object] = {"id": "bell", "label": "the bell", "at": [2, 1], "effects": [{"kind": "note", "text": "It rings."}]}
    fight = begin(people, [99, 99], objects=[lever, bell], exits=[[7, 3]], objectives=[{"type": "break_through"}])
    turn(fight, "ann", "move@1,0")
    places = {"ann": "Quay", "cat": "Boat", "bob": "Quay", "dan": "Boat", "bell": "Quay"}
    fight.rule_with("ground", {**ZONES, "places": places})
    # The open question lists what can be done in zones: the four movement points left pay one change of zone.
    assert asked(fight) == "turn:ann" and {"engage:bob", "use:bell", "move@Boat", "cross@Boat"} <= set(offered(fight))
    assert [thing.id for thing in field(fight).things] == ["bell"] and place(fight, "cat") == "Boat"
    assert field(fight).goals[0].area == field(fight).ground.exits and who(fight, "ann").movement == 4
    turn(fight, "ann", "engage:bob")
    # On Light ground in the Quay: 60 - 10 - 10 either way.
    assert [event.data["hit_chance"] for event in fight.events if event.kind == "strike"] == [40, 40]
    again = from_data(fight.export()).battle()
    assert again.key() == fight.checkpoints[-1].battle.key()
    squares = {"ann": [0, 0], "cat": [0, 1], "bob": [2, 0], "dan": [2, 1]}
    fight.rule("ground", mode="grid", map=["...", "..."], exits=[[2, 1]], places=squares)
    assert field(fight).ground.is_grid and place(fight, "bob") == "(2,0)" and "move@1,0" in offered(fight)
    finish(fight)


@clause("RI-117")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"places": {"ann": "Quay", "cat": "Boat"}}, "places must say where they are on the new ground: Bob"),
        ({"places": {"ann": "Quay", "cat": "Moon", "bob": "Quay"}}, "there is no zone called 'Moon'"),
        ({"places": {"ann": "Quay", "cat": "Quay", "bob": "Quay", "zed": "Quay"}}, "places names 'zed'"),
        ({"zones": []}, "a fight in zones needs zones"),
        ({"links": [["Quay", "Moon"]]}, "a link names the zone 'Moon'"),
        ({"mode": "hexes"}, "mode:"),
        ({"mode": "grid", "map": ["..."]}, "has no zones"),
        ({"places": "everywhere"}, "a mapping from id to place"),
    ],
)
def test_new_ground_that_makes_no_sense_is_refused_and_changes_nothing(change: dict[str, object], sentence: str) -> None:
    fight = begin(PEOPLE)
    before = fight.record
    args = {**ZONES, "places": {"ann": "Quay", "cat": "Boat", "bob": "Quay"}, **change}
    assert sentence in refused(fight, "ground", **args)
    assert fight.record == before and field(fight).ground.is_grid


@clause("RI-117")
def test_on_new_squares_everybody_needs_one_of_its_own_and_goals_need_their_exits() -> None:
    fight = begin(PEOPLE, objectives=[{"type": "escape"}], exits=[[0, 0]])
    here = {"ann": [0, 0], "cat": [1, 0], "bob": [2, 0]}
    assert "needs exits" in refused(fight, "ground", mode="grid", map=["...."], places=here)
    exits = [[3, 0]]
    twice = {**here, "ann": [1, 0]}
    assert "Cat and Ann would both stand at (1,0)" in refused(fight, "ground", mode="grid", map=["...."], exits=exits, places=twice)
    assert "cannot stop at (0,0): wall" in refused(fight, "ground", mode="grid", map=["#..."], exits=exits, places=here)
    fight = play(scene(PEOPLE, box=[[0, 0], [0, 3]]), seed="box")
    assert "deployment box" in refused(fight, "ground", mode="grid", map=["...."], places=here)
    fight.rule("ground", mode="grid", map=["...."], box=[[0, 0], [1, 0], [3, 0]], places=here)
    assert "put:ann@3,0" in offered(fight)
