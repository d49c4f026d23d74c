"""What may not be done, ruled or written down, each with its sentence."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import play
from quintain.library.problems import FileProblem
from tests.support import clause
from tests.systems.riposte.scene import OPEN, Row, answer, begin, blade, foe, person, scene, turn, who

STAFF: Row = {"name": "staff", "range": [1], "heals": True, "kind": "magical"}
PARLEY: Row = {"id": "parley", "label": "Parley", "hp": 6, "tier": "Average", "effects": []}
LEVER: Row = {"id": "lever", "label": "Lever", "at": "Hall"}
RIDDLE: Row = {"id": "riddle", "label": "Riddle", "hp": 0, "tier": "Average", "effects": []}
PEOPLE = [
    person("ann", [1, 0], weapons=[blade(), STAFF]), person("cat", [1, 1]), person("eve", [0, 1]), foe("bob", [2, 0]),
    foe("dan", [7, 3]),
]  # fmt: skip


@clause("RI-14", "RI-39", "RI-61", "RI-112", "RI-124")
@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("engage:bob", "not in this fight any more"),
        ("heal:eve/1", "not in this fight any more"),
        ("stabilise:cat", "Cat has not fallen"),
        ("check:parley:STR", "no such task"),
        ("engage:cat", "Cat is a friend"),
    ],
)
def test_what_makes_no_sense_is_not_done(deed: str, said: str) -> None:
    fight = begin(PEOPLE, tasks=[PARLEY])
    fight.rule("set", who="bob", stat="status", value="dead")
    fight.rule("set", who="eve", stat="status", value="fallen")
    fight.rule("close_task", id="parley")
    answer(fight, "ann")
    before = fight.record
    with pytest.raises(Refusal, match=said):
        answer(fight, deed)
    assert fight.record == before


@clause("RI-45", "RI-52")
def test_nobody_goes_where_no_way_leads() -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [7, 0])], [], [".#......", "#.......", *OPEN[2:]])
    turn(fight, "ann")
    with pytest.raises(Refusal, match="there is no way there"):
        answer(fight, "move@3,3")


@clause("RI-77", "RI-78")
@pytest.mark.parametrize(
    ("put", "said"),
    [
        ("put:ann@2,0", "could not stop there"),
        ("put:wing@0,0", "Ann would have to change places, and could not stop there"),
        ("put:ann@5,0", "outside the deployment box"),
        ("put:bob@0,0", "not placed by the players"),
    ],
)
def test_who_could_not_stop_there_is_not_placed_there(put: str, said: str) -> None:
    people = [person("ann", [0, 0]), person("wing", [2, 0], traits=["Flight"]), foe("bob", [7, 0])]
    enc = scene(people, ["..#.....", *OPEN[1:]], box={"from": [0, 0], "to": [2, 1]})
    fight = play(enc, seed="box")
    with pytest.raises(Refusal, match=said):
        answer(fight, put)


@clause("RI-61", "RI-63", "RI-80", "RI-109", "RI-117", "RI-120")
@pytest.mark.parametrize(
    ("ruling", "args", "said"),
    [
        ("box", {"at": [[0, 0]]}, "the fight has begun"),
        ("take_over", {"who": "eve", "player": "lea"}, "not in the fight"),
        ("take_over", {"who": "bob", "player": ""}, "player"),
        ("task", {"id": "new", "hp": -1}, "hp is 0 for a single check"),
        ("task", {"id": "new", "flee": "bob"}, "flee"),
        ("task", {"id": "parley"}, "an id of its own"),
        ("adjust_task", {"id": "parley", "left": -1}, "0 or more"),
        ("adjust_task", {"id": "riddle", "left": 2}, "a single check"),
        ("blocker", {"at": "here", "blocker": "wall"}, "here"),
        ("retreat", {"who": "eve"}, "not in the fight"),
    ],
)
def test_rulings_that_make_no_sense_are_refused_in_the_middle_of_a_turn(ruling: str, args: Row, said: str) -> None:
    fight = begin(PEOPLE, tasks=[PARLEY, RIDDLE])
    fight.rule("set", who="eve", stat="status", value="fallen")
    turn(fight, "ann")
    before = fight.record
    with pytest.raises(Refusal, match=said):
        fight.rule_with(ruling, dict(args))
    assert fight.record == before


@clause("RI-40", "RI-61")
def test_a_deed_that_is_ruled_an_action_is_refused_to_whom_has_spent_it() -> None:
    fight = begin(PEOPLE)
    turn(fight, "ann")
    fight.rule("set", who="ann", stat="acted", value=True)
    with pytest.raises(Refusal, match="has spent its action already"):
        fight.rule("deed", what="shouts", action=True)


@clause("RI-44", "RI-118")
def test_nobody_comes_where_no_square_is_free() -> None:
    fight = begin([person("ann", [0, 0]), foe("bob", [1, 0])], [], [".."])
    with pytest.raises(Refusal, match="no free square left"):
        fight.rule("add", unit=foe("cy", [0, 0]))


@clause("RI-77", "RI-92", "RI-117", "RI-144")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"box": {"from": [0, 0], "to": [1, 1]}}, "a list of zones"),
        ({"zone_terrain": {"Nowhere": "Light"}}, "names the zone 'Nowhere'"),
        ({"objects": [{**LEVER, "effects": [{"kind": "open", "places": ["Hall"]}]}]}, "only squares"),
        ({"weapon": 3}, "carries 1 weapons"),
        ({"traits": ["Superiority (STR)"]}, "Superiority"),
    ],
)
def test_encounters_that_make_no_sense_are_refused(change: Row, said: str) -> None:
    more = {name: value for name, value in change.items() if name in ("weapon", "traits")}
    parts = {name: value for name, value in change.items() if name not in more}
    people = [person("ann", "Hall", **more), foe("bob", "Hall")]  # type: ignore[arg-type]
    with pytest.raises(FileProblem, match=said):
        scene(people, None, mode="zones", zones=["Hall", "Yard"], links=[["Hall", "Yard"]], **parts)


@clause("RI-144", "RI-20")
def test_a_weapon_may_move_base_stats_and_carry_home_made_traits() -> None:
    hook = blade(stats={"SPD": 4}, traits=["Bold", {"name": "true", "modifiers": [{"stat": "Accuracy", "amount": 7}]}])
    fight = begin([person("ann", [0, 0], weapons=[hook]), foe("bob", [1, 0])])
    figures = who(fight, "ann").block.figures(0, 0, 20)
    assert (figures.speed, figures.accuracy, [grant.label for grant in figures.grants]) == (9, 67, ["Bold"])
