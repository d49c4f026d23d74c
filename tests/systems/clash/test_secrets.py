"""What players may not know (section 7): true intents, NPC scores, Foes' figures, what is hidden or still to come."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Unavailable, view
from quintain.engine.protocol_questions import QuestionView
from quintain.engine.protocol_units import UnitView
from tests.support import clause
from tests.systems.clash.arena import Scene, check_done, npc, pc


def seen(scene: Scene, seat: str = "ann") -> str:
    return json.dumps(view(scene.fight, seat))


def asked(scene: Scene, seat: str, other: str) -> QuestionView:
    """What a seat is shown of another's question."""
    return next(question for question in view(scene.fight, seat)["questions"] if question["asked"] == [other])


@clause("CL-23")
def test_a_true_intent_reaches_players_only_at_the_reveal() -> None:
    people = [pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug")]
    scene = Scene(people, [10, 10, 1, 1], options={"declarations": "secret"})
    scene.fight.answer("intent:thug#1", "standing_attack@bo~seems~standing_attack@ana")
    assert "Standing Attack: Bo" not in seen(scene) and "attack Bo" not in seen(scene)
    assert "means to stand and attack Ana" in seen(scene)
    scene.fight.answer("declare:ana#1", "defend", by="ann")
    assert "defend" not in json.dumps(view(scene.fight, "bob")["log"]).lower()
    other = asked(scene, "bob", "ann")
    assert (other["yours"], other["declared"], other["options"]) == (False, True, []) and "picked" not in other
    scene.fight.answer("declare:bo#1", "nothing", by="bob")
    assert "Thug stands and attacks Bo." in seen(scene)
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
    assert [event.clause for event in scene.events("arrival")] == ["CL-22"]
    scene.round()
    assert scene.scores()["late"] == 14
    check_done(scene)


def units(scene: Scene) -> list[UnitView]:
    return view(scene.fight, "ann")["units"]


def test_hidden_feats_and_timers_are_the_gms() -> None:
    feat = {"id": "trap", "name": "Trapdoor", "kind": "effort", "goal": 5, "hidden": True}
    timer = {"id": "fuse", "name": "Fuse", "rounds": 5, "hidden": True}
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e")], [1], feats=[feat], timers=[timer]).round()
    assert "Trapdoor" not in seen(scene) and "Fuse" not in seen(scene)
    assert "Fuse: 4 rounds left." in json.dumps(view(scene.fight, "gm")["log"])
    with pytest.raises(Unavailable, match="is not an option"):
        scene.intents().fight.answer(scene.ask("ana"), "improvise=feat:trap")
    check_done(scene)


def test_damage_on_a_foe_is_told_to_whoever_rolled_it() -> None:
    scene = Scene([pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug")], [11, 1, 3, 4])
    scene.round(ana="standing_attack@thug")
    assert "deals 7" in seen(scene, "ann") and "deals 7" not in seen(scene, "bob") and "deals 7" in seen(scene, "gm")
    check_done(scene)


def log(scene: Scene, seat: str = "ann") -> str:
    return json.dumps(view(scene.fight, seat)["log"])


@pytest.mark.parametrize("kind", ["skill", "effort"])
def test_an_npcs_work_on_a_feat_does_not_tell_its_score(kind: str) -> None:
    feat = {"id": "read", "name": "Reading", "kind": kind, "goal": 20, "cs": 80}
    scene = Scene([pc("ana", controller="ann"), npc("clerk", score=77)], [1] + [2] * (kind == "effort"), feats=[feat])
    scene.round(clerk="improvise=feat:read")
    assert "Clerk" in log(scene) and "Reading" in log(scene) and "77" not in log(scene)
    assert "77" in log(scene, "gm")
    check_done(scene)


def test_who_was_faster_is_not_named_while_hidden() -> None:
    people = [pc("ana", controller="ann"), npc("lurker", score=30, hidden=True), npc("thug", "e")]
    scene = Scene(people, [11], objects=[{"id": "idol", "at": "a", "portable": True}])
    scene.round(ana="improvise=take@idol", lurker="improvise=take@idol")
    assert "somebody unseen was faster" in log(scene) and "urker" not in log(scene)
    check_done(scene)


def test_a_hidden_coverer_is_not_named_either() -> None:
    people = [pc("ana", controller="ann"), npc("ward"), npc("lurker", score=30, hidden=True)]
    scene = Scene(people, [11])
    scene.round(ana="standing_attack@ward", lurker="cover@ward")  # 14 meets 14, and is 16 below 30
    assert scene.bands() == {("ana", "ward"): "Miss"} and "urker" not in seen(scene)
    check_done(scene)


def test_a_secret_cs_is_not_told_by_the_check_that_fails() -> None:
    idol = {"id": "idol", "at": "a", "portable": True, "cs": 77, "secret_cs": True, "check": True}
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e")], [1], objects=[idol])
    scene.round(ana="improvise=take@idol")
    assert "the check fails for idol" in log(scene) and "77" not in log(scene)
    check_done(scene)


def test_rulings_on_secrets_are_told_to_the_gm() -> None:
    feat = {"id": "trap", "name": "Trapdoor", "hidden": True}
    scene = Scene([pc("ana", controller="ann"), pc("bo"), npc("thug")], feats=[feat])
    scene.intents(thug="standing_attack@bo~seems~flee")
    scene.fight.rule("void", who="thug")
    scene.fight.rule("modifier", who="thug", value=3, reason="zeal")
    scene.fight.rule("modifier", check="feat:trap", value=3)
    scene.fight.rule("waive", feat="trap", who="ana")
    scene.fight.rule("partial", feat="trap")
    for secret in ("Standing Attack: Bo", "zeal", "rapdoor"):
        assert secret not in log(scene) and secret in log(scene, "gm")
    assert "attack Bo" not in log(scene) and "trap" not in log(scene)
    assert "does not let Thug do this: Flee." in log(scene)


def test_whoever_is_still_to_come_is_refused_like_a_name_that_nobody_has() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("late", "b", arrives=3), npc("thug", "e")]).intents()
    with pytest.raises(Unavailable, match="is not an option"):
        scene.fight.answer(scene.ask("ana"), "standing_attack@late")


def test_odds_of_a_player_know_no_hidden_hazard_and_no_hidden_timer() -> None:
    strike = {"full": "2d6", "glancing": "1d6", "hidden": True}
    pit = {"id": "pit", "at": "b", "cs": 20, **strike}
    bomb = {"id": "bomb", "rounds": 1, "strike": 40, **strike}
    scene = Scene([pc("ana", controller="ann"), npc("thug", "e")], hazards=[pit], timers=[bomb]).intents()
    assert scene.fight.odds(scene.ask("ana"), "move_far/b", "ann").chances["hurt"] == 0
    assert scene.fight.odds(scene.ask("ana"), "move_far/b", "gm").chances["hurt"] == 1


def test_odds_give_a_range_for_a_coverers_score_and_for_a_hazards_secret_cs() -> None:
    door = {"id": "door", "at": "b", "cs": 10, "durability": "grunt"}
    fire = {"id": "fire", "name": "Fire", "at": "c", "cs": 20, "secret_cs": True, "full": "2d6", "glancing": "1d6"}
    people = [pc("ana", "b", controller="ann"), npc("thug", "b", score=25), npc("rest", "e")]
    scene = Scene(people, objects=[door], hazards=[fire]).intents(thug="cover@door")
    found = scene.fight.odds(scene.ask("ana"), "standing_attack@door", "ann")
    assert found.unknown == ["the score of Thug"] and found.chances == {}
    found = scene.fight.odds(scene.ask("ana"), "move_far/c", "ann")
    assert found.unknown == ["the score of Fire"] and found.chances == {}


def test_odds_of_taking_a_lent_score_do_not_tell_the_attackers_score() -> None:
    people = [pc("ana", controller="ann"), pc("bo", controller="ann"), npc("thug", score=19)]
    scene = Scene(people, [1, 15]).declare(thug="standing_attack@ana", bo="cover@ana")
    found = scene.fight.odds(scene.ask("ana"), "yes", "ann")
    # Ana may use 20. From 4 below to 6 above the CS of 14 the thug has 10 (a Miss) to 20 (a Full Hit).
    assert found.unknown == ["the score of Thug"] and found.chances == {}
    assert (float(found.ranges["hurt"][0]), float(found.ranges["hurt"][1])) == (0.0, 1.0)


def test_a_player_who_runs_an_npc_knows_its_figures_but_nothing_hidden() -> None:
    clerk = npc("clerk", score=33, side="party", controller="ann", max_health=44)
    people = [pc("ana", controller="bob"), clerk, npc("thug", score=77), npc("lurker", hidden=True)]
    feat = {"id": "trap", "name": "Trapdoor", "hidden": True}
    scene = Scene(people, feats=[feat])
    assert "33" in seen(scene).replace(scene.fight.commitment, "") and "77" not in seen(scene).replace(scene.fight.commitment, "")
    assert '"most": 44' in seen(scene) and '"most": 44' not in seen(scene, "bob")
    assert "urker" not in seen(scene) and "trap" not in seen(scene)
    with pytest.raises(Unavailable, match="is not an option"):
        scene.fight.answer(scene.ask("clerk"), "standing_attack@lurker")
    assert scene.fight.odds(scene.ask("clerk"), "standing_attack@thug", "ann").unknown[0] == "the score of Thug"


@clause("CL-64")
@pytest.mark.parametrize("shown", ["no", "yes"])
def test_a_players_odds_do_not_tell_a_foes_health_by_what_the_other_players_would_do(shown: str) -> None:
    """Two of five go for the Grunt (two marks), two for the Foe: 10 Health are dealt with by two attacks of 5, 11 are not.

    The fifth then joins in on the Grunt or strikes the Foe, and the Grunt's fate tells which, though the bar is 3/10 both times.
    """
    found = []
    for health in (10, 11):
        people = [pc(id, controller="ann" if id == "ana" else "bob") for id in ("ana", "bo", "cy", "di", "ed")]
        foes = [npc("rat", kind="grunt", score=15), npc("boss", score=15, max_health=40, health=health)]
        scene = Scene(people + foes, options={"show_npc_scores": shown}).intents()
        assert scene.unit("boss").bar() == 3
        found.append({seat: scene.fight.odds(scene.ask("ana"), "standing_attack@rat", seat).as_data() for seat in ("gm", "ann")})
    assert found[0]["gm"] != found[1]["gm"]
    assert found[0]["ann"] == found[1]["ann"]
    assert bool(found[0]["ann"]["unknown"]) == (shown == "no")


def test_a_careful_players_shelter_does_not_tell_an_npcs_score_in_the_odds_of_another() -> None:
    """Nothing hidden bears on what Ana does, but Bo, played carefully, shelters from three thugs that could hurt him and no others."""
    found = []
    bo = pc("bo", "c", controller="bob", might=-1, finesse=4)
    for score in (2, 14):
        thugs = [npc(id, "c", score=score) for id in ("one", "two", "three")]
        scene = Scene([pc("ana", controller="ann"), bo, *thugs]).intents(**{thug["id"]: "standing_attack@bo" for thug in thugs})
        shown = {seat: scene.fight.odds(scene.ask("ana"), "prepare", seat, "careful") for seat in ("gm", "ann")}
        found.append({seat: (odds.chances, odds.ranges, odds.as_data()) for seat, odds in shown.items()})
    assert found[0]["gm"] != found[1]["gm"]
    assert found[0]["ann"] == found[1]["ann"]
