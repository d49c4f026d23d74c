"""What players may not know (section 7): true intents, NPC scores, Foes' figures, what is hidden or still to come."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Refusal, Unavailable, view
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, npc, pc


def seen(scene: Scene, seat: str = "ann") -> str:
    return json.dumps(view(scene.fight, seat))


def asked(scene: Scene, seat: str, controller: str) -> Data:
    """What a seat is shown of another's question."""
    questions = view(scene.fight, seat)["questions"]
    assert isinstance(questions, list)
    found: Data = next(question for question in questions if question["controller"] == controller)
    return found


@clause("CL-23")
def test_a_true_intent_reaches_players_only_at_the_reveal() -> None:
    scene = Scene([pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug")], [10, 10, 1, 1])
    scene.fight.answer("intent:thug#1", "standing_attack@bo~seems~standing_attack@ana")
    assert "Standing Attack: Bo" not in seen(scene) and "Standing Attack: Ana" in seen(scene)
    scene.fight.answer("declare:ana#1", "defend", by="ann")
    assert "Defend" not in json.dumps(view(scene.fight, "bob")["log"])  # secret until the last is in
    assert {"controller": "ann", "yours": False, "declared": True}.items() <= asked(scene, "bob", "ann").items()
    scene.fight.answer("declare:bo#1", "nothing", by="bob")
    assert "Standing Attack: Bo" in seen(scene)
    check_done(scene)


def test_npc_scores_and_foes_figures_are_never_sent_to_a_player() -> None:
    foe = npc("thug", score=77, max_health=888, health=777)
    scene = Scene([pc("ana", controller="ann"), foe], [11, 2, 2])
    scene.round(ana="standing_attack@thug", thug="defend")
    scene.intents(thug="standing_attack@ana")
    for figure in ("77", "888", "777"):
        assert figure in seen(scene, "gm") and figure not in seen(scene).replace(scene.fight.commitment, "")


@pytest.mark.parametrize(("rule", "told"), [("no", False), ("after_round", True), ("yes", True)])
def test_tables_may_show_npc_scores(rule: str, told: bool) -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug", score=77)], [11], options={"show_npc_scores": rule})
    scene.round()
    assert ("77" in json.dumps(view(scene.fight, "ann")["log"])) == told
    check_done(scene)


def test_hidden_units_cannot_be_seen_named_or_aimed_at() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("lurker", hidden=True), npc("thug")], [10, 1, 1])
    scene.intents(lurker="standing_attack@ana")
    assert "urker" not in seen(scene) and "urker" in seen(scene, "gm")
    with pytest.raises(Unavailable, match="not an option"):
        scene.fight.answer(scene.ask("ana"), "standing_attack@lurker")
    scene.fight.answer(scene.ask("ana"), "nothing")
    assert "urker" not in seen(scene)
    scene.fight.rule("reveal", who="lurker")
    assert "urker" in seen(scene)
    check_done(scene)


def test_whoever_arrives_later_is_not_known_before() -> None:
    late = npc("late", "b", arrives=2)
    scene = Scene([pc("ana", controller="ann"), npc("gnat", kind="peon"), late], [10, 1])
    assert "late" not in [unit["id"] for unit in units(scene)]
    scene.round(ana="standing_attack@gnat")
    assert scene.result == ""  # the side is not beaten: somebody is still to come
    assert "late" in [unit["id"] for unit in units(scene)] and "Late arrives." in seen(scene)
    scene.round()
    assert scene.scores()["late"] == 14
    check_done(scene)


def units(scene: Scene) -> list[Data]:
    found = view(scene.fight, "ann")["units"]
    assert isinstance(found, list)
    return found


def test_hidden_feats_and_timers_are_the_gms() -> None:
    feat = {"id": "trap", "name": "Trapdoor", "kind": "effort", "goal": 5, "hidden": True}
    timer = {"id": "fuse", "name": "Fuse", "rounds": 5, "hidden": True}
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e")], [1], feats=[feat], timers=[timer]).round()
    assert "Trapdoor" not in seen(scene) and "Fuse" not in seen(scene)
    assert "Fuse: 4 rounds left." in json.dumps(view(scene.fight, "gm")["log"])
    with pytest.raises(Refusal, match="no feat called"):
        scene.intents().fight.answer(scene.ask("ana"), "improvise=feat:trap")
    check_done(scene)


def test_damage_on_a_foe_is_told_to_whoever_rolled_it() -> None:
    scene = Scene([pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug")], [11, 1, 3, 4])
    scene.round(ana="standing_attack@thug")
    assert "deals 7" in seen(scene, "ann") and "deals 7" not in seen(scene, "bob") and "deals 7" in seen(scene, "gm")
    check_done(scene)
