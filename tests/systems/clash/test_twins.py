"""Two fights that differ only in a secret (section 7) are the same to a player: views, questions, log and odds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import view
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, npc, pc

SWEEP: list[Data] = [{"name": "Sweep", "targets": "all_enemies_in_strike_zone"}]
PIT: Data = {"id": "pit", "at": "a", "cs": 20, "full": "2d6", "glancing": "1d6", "hidden": True}
RITE: Data = {"id": "rite", "name": "Rite", "kind": "effort", "goal": 500, "hidden": True}
BOMB: Data = {"id": "bomb", "rounds": 1, "strike": 30, "full": "2d6", "glancing": "1d6", "hidden": True}
WEIGHED = ["standing_attack@gr", "standing_attack+sweep", "move_far/b", "defend", "yes"]
BOX: Data = {"id": "box", "at": "a", "durability": "grunt", "portable": True, "hidden": True}


def table(*more: Data, thug: Data | None = None, **rest: Any) -> Scene:
    """Ana (run by ann) and Bo (by bob) against a thug and a grunt; 10 on each d20, then threes."""
    people = [pc("ana", controller="ann", abilities=SWEEP), pc("bo", controller="bob")]
    return Scene([*people, npc("thug", **(thug or {})), npc("gr", "b", kind="grunt"), *more], [10, 10] + [3] * 8, **rest)


def known(scene: Scene, seat: str = "ann") -> str:
    """Everything a seat is sent: its view, and the odds of what it may do."""
    shown = view(scene.fight, seat)
    shown["fairness"]["commitment"] = ""
    odds = [
        [option.id, scene.fight.odds(asked.id, option.id, seat).as_data()]
        for asked in scene.fight.questions
        if asked.controller == seat
        for option in [one for one in asked.options if one.weighs and one.id in WEIGHED]
    ]
    return json.dumps([shown, odds], sort_keys=True)


def log(scene: Scene, seat: str = "ann") -> list[str]:
    lines = view(scene.fight, seat)["log"]
    assert isinstance(lines, list)
    return [str(line["text"]) for line in lines]


SECRETS: list[tuple[Scene, Scene]] = [
    (table(), table(npc("lurker", hidden=True))),
    (table(), table(npc("late", arrives=3))),
    (table(), table(thug={"score": 17})),
    (table(), table(thug={"health": 17})),
    (table(), table(thug={"max_surges": 4, "max_ardor": 3})),
    (table(), table(hazards=[PIT])),
    (table(), table(feats=[RITE])),
    (table(), table(timers=[BOMB])),
    (table(), table(objects=[BOX])),
]


@pytest.mark.parametrize("pair", range(len(SECRETS)))
def test_a_round_looks_the_same_up_to_the_reveal_whatever_is_secret(pair: int) -> None:
    one, two = SECRETS[pair][0].fight.fork(), SECRETS[pair][1].fight.fork()
    scenes = [Scene.__new__(Scene), Scene.__new__(Scene)]
    scenes[0].fight, scenes[1].fight = one, two
    assert known(scenes[0]) == known(scenes[1])
    for scene in scenes:
        scene.intents(thug="standing_attack@ana", gr="defend")
    assert known(scenes[0]) == known(scenes[1])
    for scene in scenes:
        scene.fight.answer(scene.ask("bo"), "cover@ana")
    assert known(scenes[0]) == known(scenes[1])
    for scene in scenes:
        scene.fight.answer(scene.ask("ana"), "standing_attack+sweep")
    assert known(scenes[0]) == known(scenes[1])  # the question about Bo's score, with its odds


@clause("CL-23")
def test_a_bluff_is_told_like_any_other_intent() -> None:
    honest, bluff = table(), table()
    honest.intents(thug="standing_attack@ana")
    bluff.intents(thug="standing_attack@bo~seems~standing_attack@ana")
    assert known(honest) == known(bluff)
    assert known(honest, "gm") != known(bluff, "gm")  # the comparison can fail
    assert "In truth Thug means to stand and attack Bo." in log(bluff, "gm")


@clause("CL-24")
def test_a_declaration_that_is_in_tells_the_others_nothing_but_that_it_is_in() -> None:
    secret = {"declarations": "secret"}
    one, two = table(options=secret).intents(), table(options=secret).intents()
    one.fight.answer(one.ask("bo"), "cover@ana")
    two.fight.answer(two.ask("bo"), "move_far/b/c")
    assert known(one) == known(two) != known(table(options=secret).intents())


@pytest.mark.parametrize("intent", ["cover@lurker", "improvise=feat:rite", "improvise=take@box", "standing_attack@lurker"])
def test_an_intent_does_not_name_what_only_the_gm_knows(intent: str) -> None:
    scene = table(npc("lurker", hidden=True), feats=[RITE], objects=[BOX]).intents(thug=intent)
    for _ in range(2):
        assert not any(word in known(scene) for word in ("urker", "Rite", '"rite"', '"box"', "@box", "Box"))
        assert any(word in known(scene, "gm") for word in ("urker", "Rite", "box"))
        scene.round()


@clause("CL-39")
def test_nobody_is_asked_about_a_lent_score_because_of_somebody_hidden() -> None:
    """The higher score counts without a question: Ana has 10, Bo 15, the lurker 16, so 1 below is a Glancing Hit and not a Full."""
    people = [pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug"), npc("lurker", hidden=True, score=14)]
    scene = Scene(people, [10, 10, 4]).declare(bo="cover@ana", lurker="standing_attack@ana")
    assert scene.bands() == {("lurker", "ana"): "Glancing Hit"} and scene.unit("ana").health == 12
    assert scene.open_ids() == ["intent:thug#2", "intent:lurker#2"]
    check_done(scene)
    people[3] = npc("lurker", hidden=True, side="party", score=30)  # a hidden friend covers, against a thug whom all see
    scene = Scene(people, [10, 10]).declare(lurker="cover@ana", thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Miss"} and scene.open_ids()[0] == "intent:thug#2"
    assert not any("urker" in line for line in log(scene))
    check_done(scene)


@clause("CL-48")
def test_a_hidden_tender_helps_without_a_question() -> None:
    down = pc("ana", state="incapacitated", health=0, controller="ann")
    scene = Scene([down, pc("bo"), npc("lurker", hidden=True, side="party", score=15), npc("thug", "e")], [2, 10, 5])
    scene.declare(ana="revive", lurker="tend@ana")
    assert scene.unit("ana").health == 5 and "urker" not in known(scene)
    check_done(scene)


def test_an_absent_players_unit_does_not_defend_against_somebody_hidden() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e"), npc("lurker", hidden=True)], [10])
    scene.fight.order("ana", "declare", "never")
    assert "Ana will do nothing." in log(scene.intents())
    check_done(scene)


@clause("CL-64")
def test_what_a_foe_regains_is_the_gms_to_know() -> None:
    scenes = [Scene([pc("ana", controller="ann"), npc("thug", max_surges=1, max_ardor=most, health=3)], [10, 6]) for most in (0, 1)]
    for scene in scenes:
        scene.round(thug="recover")
        assert "Thug recovers." in log(scene) and "Thug stands at 5 tenths." in log(scene)
    assert known(scenes[0]) == known(scenes[1])
    assert "Thug recovers 6 and a point of Ardor." not in log(scenes[1]) and scenes[1].unit("thug").surges == 0
    check_done(scenes[1])


def test_rulings_do_not_tell_what_an_npc_truly_does() -> None:
    scene = table().intents(thug="standing_attack@bo~seems~defend")
    scene.fight.rule("attack", who="thug", target="bo", possible=False)
    scene.fight.rule("conflict", units=["ana", "thug"], about="the idol")
    scene.fight.rule("wave_through", who="thug", declaration="flee/c")
    assert log(scene)[-1] == "Gr means to do nothing." and len(log(scene, "gm")) == len(log(scene)) + 4


def test_rulings_on_somebody_still_to_come_are_the_gms() -> None:
    scene = table(npc("late", "b", arrives=3)).intents()
    scene.fight.rule("move", who="late", to="c")
    scene.fight.rule("state", who="late", state="active")
    scene.fight.rule("add", unit={"use": "bruiser", "id": "later", "name": "Later", "side": "enemy", "at": "b", "arrives": 4})
    assert not any("Late" in line for line in log(scene)) and "The GM moves Late." in log(scene, "gm")


def test_taking_back_what_concerns_somebody_hidden_is_told_to_the_gm_alone() -> None:
    scene = table(npc("lurker", hidden=True))
    before = log(scene)
    scene.fight.answer("intent:lurker#1", "defend")
    scene.fight.undo()
    assert log(scene) == before and "Lurker" in log(scene, "gm")[-1]


def test_reasons_do_not_name_what_is_hidden() -> None:
    later = {"id": "flee-it", "name": "Way out", "needs": "rite"}
    needy = {"id": "open-it", "name": "Opening", "thing": "box"}
    scene = table(feats=[RITE, later, needy], objects=[{**BOX, "state": "defeated"}]).intents()
    closed = dict(next(asked for asked in scene.fight.questions if asked.who == "ana").closed)
    assert closed["Work on Way out"] == "something else comes first" and closed["Work on Opening"] == "what it needs is not at hand"


def test_what_a_hidden_unit_did_narrows_no_score_once_it_is_revealed() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e"), npc("lurker", score=20, hidden=True)], [10, 1, 1])
    scene.round(lurker="standing_attack@ana")
    scene.fight.rule("reveal", who="lurker")
    assert scene.unit("lurker").learned == {}


def test_odds_of_an_attack_on_all_count_each_of_them() -> None:
    """AS d20 + 3 against 14 and 20, 5 Health and a Peon: Full on one from 11 on (10 faces), Glancing on one from 2 to 16."""
    ana = pc("ana", controller="ann", abilities=SWEEP)
    scene = Scene([ana, npc("gnat", kind="peon"), npc("thug", score=20), npc("far", "e")]).intents()
    found = scene.fight.odds(scene.ask("ana"), "standing_attack+sweep", "gm")
    assert found.chances["full"] == 10 / 20 and found.chances["glancing"] == 15 / 20
    assert scene.fight.odds(scene.ask("ana"), "standing_attack+sweep", "ann").unknown == ["the score of Gnat", "the score of Thug"]
