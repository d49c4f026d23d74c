"""A running fight written as an encounter: nothing is lost, whatever was ruled, and it goes on alike."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data, play, sample
from quintain.systems.riposte.sheet import Skirmish
from tests.systems.riposte.scene import answer, begin, field, foe, person, who
from tests.systems.riposte.whims import Whims, check_export, joint

Row = dict[str, object]


@pytest.mark.parametrize("name", ["riposte/bridge", "riposte/cellar", "riposte/ferry"])
@pytest.mark.parametrize("seed", range(5))
def test_a_fight_full_of_rulings_is_exported_whole_at_every_joint(name: str, seed: int) -> None:
    fight = play(sample(name), seed=f"export {seed}")
    answer(fight, "start")
    whims = Whims(f"{name} {seed}", fight)
    ruled = 0
    for number in range(60):
        if not fight.questions:
            break
        if whims.below(2):
            ruling, args = whims.ruling()
            try:
                fight.rule_with(ruling, args)
                ruled += 1
            except Refusal:
                continue
        else:
            whims.go_on()
        if number % 8 == 0:
            check_export(joint(fight))
    assert ruled > 0
    check_export(joint(fight))


def test_dear_ground_and_ground_under_a_blocker_are_kept() -> None:
    rows = ["l.H.....", "........"]
    walled: Row = {"at": [4, 0], "terrain": "Heavy", "blocker": "wall"}
    fight = begin([person("ann", [0, 1]), foe("bob", [7, 1])], [], rows, squares=[walled])
    fight.rule("terrain", at=[3, 0], terrain="Difficult", cost=12)
    fight.rule("blocker", at=[0, 0], blocker="object")
    answer(fight, "wait")
    again = from_data(fight.export()).battle()
    assert isinstance(again, Skirmish)
    ground = again.ground
    assert [ground.ground_word(place) for place in (0, 2, 3, 4)] == ["object", "Heavy", "Difficult (12)", "wall"]
    # What lies under a blocker comes out again when it is opened.
    fight.rule("blocker", at=[0, 0], blocker="none")
    fight.rule("blocker", at=[4, 0], blocker="none")
    assert [field(fight).ground.ground_word(place) for place in (0, 4)] == ["Light", "Heavy"]


def test_a_hearty_fighter_with_hardly_any_hit_points_is_exported() -> None:
    fight = begin([person("ann", [0, 0], level=60, traits=["Hearty"]), foe("bob", [7, 3])])
    fight.rule("set", who="ann", stat="max_hp", value=3)
    fight.rule("set", who="ann", stat="STR", value=0)
    answer(fight, "wait")
    check_export(joint(fight))
    assert who(fight, "ann").block.max_hp == 3


def test_a_goal_may_name_whom_the_gm_has_taken_out() -> None:
    goals: list[Row] = [{"type": "rescue", "who": ["cat"]}, {"type": "defeat", "who": ["dan", "eve"], "required": True}]
    people = [person("ann", [0, 0]), foe("cat", [1, 1], side="allies"), foe("bob", [7, 3]), foe("dan", [6, 3]), foe("eve", [5, 3])]
    task: Row = {"id": "talk", "label": "talk", "effects": [{"kind": "free", "who": ["cat"]}]}
    fight = begin(people, objectives=goals, tasks=[task])
    for id in ("cat", "dan"):
        fight.rule("remove", who=id)
    answer(fight, "wait")
    check_export(joint(fight))
    state = fight.export()["state"]
    assert isinstance(state, dict) and state["gone"] == ["cat", "dan"]


def test_a_fight_that_is_over_is_over_when_it_is_loaded() -> None:
    fight = play(sample("riposte/ferry"), seed="over", auto={"*": "steady"})
    assert fight.outcome is not None
    check_export(joint(fight))
    again = play(from_data(fight.export()), seed="again")
    assert again.outcome is not None and again.outcome.as_data() == fight.outcome.as_data() and not again.questions
