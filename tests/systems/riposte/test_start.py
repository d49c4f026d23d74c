"""Chapter H: starting a fight."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Fight, Illegal, NotYours, view
from quintain.library.encounters import play
from quintain.library.problems import FileProblem
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    field,
    finish,
    foe,
    heading,
    offered,
    person,
    place,
    scene,
    texts,
    turn,
    who,
)

BOX = {"from": [0, 0], "to": [1, 1]}


def deploying(**more: object) -> Fight:
    people = [person("ann", [0, 0]), person("cat", [1, 0]), person("dee", None), foe("bob", [7, 3])]
    return play(scene(people, box=BOX, **more), seed="start")


@clause("RI-75")
def test_everybody_has_a_side_before_round_1() -> None:
    with pytest.raises(FileProblem, match="side"):
        scene([person("ann", [0, 0], "bystanders"), foe("bob", [7, 3])])
    fight = deploying()
    assert {unit.side for unit in fight.battle.units} == {"heroes", "enemies"} and fight.battle.round == 0


@clause("RI-76")
def test_unseen_combatants_are_kept_from_the_players_until_revealed() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 3]), foe("lurker", [5, 0], hidden=True)]
    fight = begin(people)
    assert "urker" not in json.dumps(view(fight, "ann"), default=str) and "urker" in json.dumps(view(fight), default=str)
    fight.rule("reveal", who="lurker")
    assert "urker" in json.dumps(view(fight, "ann"), default=str)
    finish(fight)


@clause("RI-76")
def test_a_path_that_runs_into_a_hidden_unit_stops_before_it_and_the_last_step_is_not_paid() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("lurker", [3, 0], hidden=True)]
    fight = begin(people, [], ["........"])
    # The squares behind the lurker are offered as if nobody stood there.
    assert {"move@3,0", "move@4,0", "move@5,0"} <= set(offered(fight))
    turn(fight, "ann", "move@5,0")
    assert place(fight, "ann") == "(2,0)" and who(fight, "ann").movement == 3
    assert not who(fight, "lurker").hidden and asked(fight) == "turn:ann" and not who(fight, "ann").acted
    assert texts(fight, "reveal") == ["Ann runs into Lurker, unseen until now, and stops."]
    assert "engage:lurker" in offered(fight)
    finish(fight)


@clause("RI-76")
def test_who_is_stopped_on_a_friends_square_goes_back_to_the_last_free_one() -> None:
    people = [person("ann", [0, 0]), person("cat", [2, 0]), foe("bob", [7, 0]), foe("lurker", [3, 0], hidden=True)]
    fight = begin(people, [], ["........"])
    turn(fight, "ann", "move@4,0")
    assert place(fight, "ann") == "(1,0)" and who(fight, "ann").movement == 4
    finish(fight)


@clause("RI-77")
def test_players_place_their_characters_on_free_squares_of_the_box() -> None:
    fight = deploying()
    assert heading(fight) == "Deployment" and asked(fight) == "deploy:"
    # Dee had no place and got a free one in the box.
    assert place(fight, "dee") in ("(0,1)", "(1,1)")
    with pytest.raises(Illegal, match="outside the deployment box"):
        answer(fight, "put:ann@2,0")
    with pytest.raises(Illegal, match="not placed by the players"):
        answer(fight, "put:bob@0,1")
    answer(fight, "put:dee@0,1")
    answer(fight, "put:ann@1,1")
    assert place(fight, "ann") == "(1,1)"
    finish(fight)


@clause("RI-77")
def test_each_player_places_only_the_characters_they_run() -> None:
    people = [person("ann", [0, 0], controller="anna"), person("cat", [1, 0], controller="carl"), foe("bob", [7, 3])]
    fight = play(scene(people, box={"from": [0, 0], "to": [1, 1]}), seed="seats")
    (asked_now,) = fight.questions
    before = fight.record
    with pytest.raises(NotYours, match="placed by carl"):
        fight.answer(asked_now.id, "put:cat@1,1", by="anna")
    with pytest.raises(NotYours, match="whom carl places, stands there"):
        fight.answer(asked_now.id, "put:ann@1,0", by="anna")
    assert fight.record == before
    fight.answer(asked_now.id, "put:ann@0,1", by="anna")
    fight.answer(fight.questions[0].id, "put:cat@1,1", by="carl")
    fight.answer(fight.questions[0].id, "put:cat@0,0", by="gm")
    assert (place(fight, "ann"), place(fight, "cat")) == ("(0,1)", "(0,0)")


@clause("RI-77")
def test_where_tactics_play_everybody_who_places_the_fight_starts_by_itself() -> None:
    people = [person("ann", [0, 0], controller="anna"), person("cat", [1, 0], controller="carl"), foe("bob", [7, 3])]
    fight = play(scene(people, box=BOX), seed="seats")
    fight.automate("anna", "steady")
    assert asked(fight) == "deploy:", "carl is asked still"
    fight.automate("carl", "careful")
    assert asked(fight) == "turn:bob", "nobody is asked but whoever plays the other side"
    fight.automate("gm", "steady")
    assert not fight.questions and fight.outcome is not None


@clause("RI-67")
def test_who_goes_next_is_asked_where_a_person_is_among_those_who_choose() -> None:
    people = [person("ann", [0, 0], controller="anna"), person("cat", [1, 0], controller="carl"), foe("bob", [7, 3])]
    fight = play(scene(people), seed="seats")
    fight.automate("anna", "steady")
    assert asked(fight) == "next:"
    fight.automate("carl", "steady")
    assert asked(fight) == "turn:bob"
    fight.automate("anna", "")
    fight.automate("bob", "steady")
    assert asked(fight) == "next:"


@clause("RI-77")
def test_a_box_that_is_too_small_or_a_square_one_could_not_stop_on_is_refused() -> None:
    people = [person(name, None) for name in ("ann", "cat", "dee")] + [foe("bob", [7, 3])]
    with pytest.raises(FileProblem, match="the deployment box is too small"):
        scene(people, box={"from": [0, 0], "to": [1, 0]})
    # A wall in the box is no place for a walker (R42), a flier may hover there.
    rows = ["#.......", "........"]
    walker = [person("ann", None), foe("bob", [7, 1])]
    with pytest.raises(FileProblem, match="too small"):
        scene(walker, rows, box=[[0, 0]])
    fight = play(scene([person("ann", None, traits=["Flight"]), foe("bob", [7, 1])], rows, box=[[0, 0]]), seed="wall")
    assert place(fight, "ann") == "(0,0)"


@clause("RI-78")
def test_inside_the_box_everything_may_be_rearranged_until_the_fight_starts() -> None:
    fight = deploying()
    answer(fight, "put:ann@1,0")
    # Cat stood there: they change places.
    assert (place(fight, "ann"), place(fight, "cat")) == ("(1,0)", "(0,0)")
    answer(fight, "put:ann@0,0")
    assert (place(fight, "ann"), place(fight, "cat")) == ("(0,0)", "(1,0)")
    answer(fight, "start")
    assert heading(fight) == "Round 1, Heroes"
    finish(fight)


@clause("RI-79", "RI-80")
def test_who_left_the_box_stays_where_it_is_while_the_others_are_rearranged() -> None:
    fight = deploying()
    fight.rule("leave_box", who="ann", to=[7, 2])
    with pytest.raises(Illegal, match="not placed by the players"):
        answer(fight, "put:ann@0,0")
    before = (place(fight, "cat"), place(fight, "dee"))
    answer(fight, f"put:cat@{before[1].strip('()')}")
    assert (place(fight, "cat"), place(fight, "dee")) == before[::-1]
    answer(fight, "start")
    assert place(fight, "ann") == "(7,2)" and heading(fight) == "Round 1, Heroes"
    with pytest.raises(Illegal, match="the fight has begun"):
        fight.rule("leave_box", who="cat", to=[5, 2])
    assert field(fight).round == 1
    finish(fight)
