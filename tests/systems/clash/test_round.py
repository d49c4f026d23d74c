"""The round and the Action Score (3.5, 3.6)."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Illegal, Malformed, Stale, view
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, line, npc, pc


@clause("CL-22")
def test_a_round_runs_intents_adjustment_declarations_rolls_resolution() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug")], [11, 12, 3, 4], hold=True)
    assert scene.open_ids() == ["intent:thug#1"]
    scene.fight.answer("intent:thug#1", "standing_attack@bo")
    assert scene.open_ids() == ["hold:announcement#1"]  # the GM may change scores here
    scene.fight.rule("cs", value=15)
    scene.go()
    assert scene.open_ids() == ["declare:ana#1", "declare:bo#1"]
    assert [entry for entry in scene.fight.entries if entry.do == "roll"] == []
    scene.fight.answer("declare:ana#1", "defend")
    scene.fight.answer("declare:bo#1", "defend")
    # Dice: Ana d20, Bo d20. Bo 12 + 2 = 14 against the thug's 14: Full, 2d6 = 3 + 4.
    assert [entry.at for entry in scene.fight.entries if entry.do == "roll"] == ["score:ana#1", "score:bo#1", "damage:thug#1"]
    scene.go()
    assert scene.unit("bo").health == 16 - 7
    kinds = [event.kind for event in scene.fight.events if event.kind in ("intent", "declare", "score", "attack")]
    assert kinds == ["intent", "declare", "declare", "score", "score", "score", "attack"]
    check_done(scene)


@clause("CL-23")
def test_a_bluff_records_both_intents_and_players_see_the_stated_one() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug")], [9, 6, 5])
    scene.fight.answer("intent:thug#1", "standing_attack@ana~seems~defend")
    assert scene.turn("thug").declared is not None and scene.turn("thug").stated is not None
    seen = json.dumps(view(scene.fight, "ann"))
    log = json.dumps(view(scene.fight, "ann")["log"])
    assert "Thug means to defend." in log and "Standing Attack" not in log and "attack" not in log
    assert '"true_intent"' not in seen
    assert "In truth Thug means to stand and attack Ana." in json.dumps(view(scene.fight, "gm")["log"])
    scene.fight.answer("declare:ana#1", "nothing")
    # 14 against 9: Full, 2d6 = 6 + 5; the true intent is what happens.
    assert scene.bands() == {("thug", "ana"): "Full Hit"} and scene.unit("ana").health == 5
    check_done(scene)
    with pytest.raises(Illegal, match="only the GM bluffs"):
        scene.intents().fight.answer(scene.ask("ana"), "defend~seems~nothing")


@clause("CL-23")
def test_screens_are_told_the_place_an_announced_way_ends_in_and_not_that_of_the_true_one() -> None:
    scene = Scene([pc("ana", "a", controller="ann"), npc("thug", "a"), npc("lout", "a")], **line("abc"))
    for asked in scene.open_ids():
        scene.fight.answer(asked, "move_far/b/c" if "lout" in asked else "move_far/b/c~seems~move_to_attack/b@ana")
    for seat in ("ann", "gm"):
        bound = {unit["id"]: unit.get("bound") for unit in view(scene.fight, seat)["units"]}
        assert bound == {"ana": None, "thug": "b", "lout": "c"}


@clause("CL-24")
def test_declarations_can_be_changed_until_the_last_is_in_and_no_die_falls_before() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [5, 6])
    scene.fight.answer("intent:thug#1", "nothing")
    scene.fight.answer("declare:ana#1", "defend")
    scene.fight.answer("declare:ana#1", "prepare")
    assert [entry for entry in scene.fight.entries if entry.do == "roll"] == []
    scene.fight.answer("declare:bo#1", "defend")
    assert scene.scores() == {"ana": 5, "bo": 8, "thug": 14} and scene.unit("ana").prepared == 3
    with pytest.raises(Stale):
        scene.fight.answer("declare:ana#1", "defend")
    check_done(scene)


@clause("CL-25")
def test_a_declaration_names_action_target_way_order_ability_and_surge() -> None:
    stitch = {"name": "Red Stitch", "cost": 1, "step": True}
    scene = Scene([pc("ana", abilities=[stitch]), pc("bo", state="incapacitated", health=0), npc("thug"), npc("other", "b")])
    scene.intents()
    ana, bo = scene.options("ana"), scene.options("bo")
    assert {"move_to_attack/b@other", "move_and_attack@thug/b", "standing_attack+red-stitch@thug/b", "cover@bo"} <= set(ana)
    assert bo == ["revive", "revive+surge", "nothing"]
    labels = {option.id: option.label for option in scene.fight.questions[0].options}
    assert labels["move_and_attack@thug/b"] == "Move and Attack: Thug, then to b"
    assert labels["standing_attack+red-stitch@thug"] == "Red Stitch (Standing Attack): Thug (1 Ardor)"


@clause("CL-26")
def test_the_incapacitated_only_revive_and_the_defeated_have_no_place() -> None:
    scene = Scene([pc("ana", state="incapacitated", health=0), pc("bo"), npc("thug", state="defeated"), npc("foe", "e")], [9])
    assert scene.open_ids() == ["intent:foe#1"]
    scene.fight.answer("intent:foe#1", "nothing")
    with pytest.raises(Illegal, match="only revive or do nothing"):
        scene.fight.answer(scene.ask("ana"), "defend")
    scene.fight.answer(scene.ask("ana"), "nothing")
    scene.fight.answer(scene.ask("bo"), "nothing")  # Bo rolls, Ana lying idle does not
    assert scene.scores() == {"bo": 9, "foe": 14}
    check_done(scene)


@clause("CL-27")
def test_all_comparisons_come_before_all_consequences() -> None:
    # Ana and the thug have 1 Health left and fall together: nobody's fall changes any comparison.
    scene = Scene([pc("ana", health=1), pc("bo"), npc("thug", health=1)], [12, 12, 1, 1, 1, 1, 1])
    scene.round(ana="standing_attack@thug", bo="standing_attack@thug", thug="standing_attack@ana")
    # 15 against 14 twice: Full, 2d6 each; the thug's 14 against 15: Glancing, 1d6 on Ana.
    assert scene.bands() == {("ana", "thug"): "Full Hit", ("bo", "thug"): "Full Hit", ("thug", "ana"): "Glancing Hit"}
    assert scene.unit("thug").state == "defeated" and scene.events("state")[0].text == "Ana is incapacitated."
    check_done(scene)


@clause("CL-28")
def test_each_players_unit_rolls_one_d20_whatever_it_does() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug"), npc("oaf")], [20, 13, 1, 1, 1, 1])
    scene.round(ana="prepare", thug="standing_attack@bo", oaf="standing_attack@bo")
    # Bo does nothing: 13 + 0. Two attacks of 14 are both Full Hits; no further d20 is rolled.
    rolls = [(entry.at, entry.value) for entry in scene.fight.entries if entry.do == "roll" and entry.value == "d20"]
    assert rolls == [("score:ana#1", "d20"), ("score:bo#1", "d20")] and scene.scores()["bo"] == 13
    assert scene.fight.script_left == []


@clause("CL-29")
def test_the_score_is_d20_attribute_action_bonus_prepared_and_modifiers() -> None:
    # 11 + Might 3 + Standing Attack 3 + Prepared 3 - 2 = 18
    scene = Scene([pc("ana", might=3, prepared=True), npc("thug", score=30)], [11])
    scene.fight.rule("modifier", who="ana", value=-2, reason="mud")
    scene.round(ana="standing_attack@thug")
    event = next(event for event in scene.events("score") if event.who == ["ana", "thug"])
    assert event.math == [("d20", 11), ("Might", 3), ("Standing Attack", 3), ("Prepared", 3), ("mud", -2)]
    assert scene.scores()["ana"] == 18
    check_done(scene)


@clause("CL-30")
def test_one_score_serves_every_attack_defence_and_check_of_the_round() -> None:
    edge = {"between": ["a", "b"], "needs_check": True, "cs": 13}
    # 12 + 1 = 13: passes the edge, misses no one: attack 13 v 14 Glancing; defends against two attacks with the same 13.
    scene = Scene(
        [pc("ana"), npc("one", "b", 13), npc("two", "b", 14)], [12, 4, 1, 1, 2, 2], zones=line("ab")["zones"], edges=[edge]
    )
    scene.round(ana="move_to_attack/b@two", one="standing_attack@ana", two="standing_attack@ana")
    assert scene.bands() == {("ana", "two"): "Glancing Hit", ("one", "ana"): "Full Hit", ("two", "ana"): "Full Hit"}
    assert scene.unit("two").health == 14 and scene.unit("ana").health == 16 - 6
    check_done(scene)


@clause("CL-31")
@pytest.mark.parametrize(("rule", "plain", "prepared"), [("none", 16, 19), ("add", 18, 21)])
def test_an_npc_adds_no_action_bonus_unless_the_table_plays_it_so(rule: str, plain: int, prepared: int) -> None:
    scene = Scene([pc("ana", "e"), npc("thug", "a", 16)], [1, 1, 1], options={"npc_action_bonus": rule})
    scene.round(thug="defend")
    assert scene.scores()["thug"] == plain
    scene.round(thug="prepare").round(thug="defend")
    assert scene.scores()["thug"] == prepared
    check_done(scene)


@clause("CL-32")
def test_natural_1_and_20_are_plain_numbers() -> None:
    # 1 + 3 + Might 4 = 8 against AS 5: Full Hit all the same; 20 + 3 = 23 against AS 33: margin 10, a Miss.
    scene = Scene([pc("ana", might=4), pc("bo"), npc("low", score=5), npc("high", score=33)], [1, 20, 1, 1])
    scene.round(ana="standing_attack@low", bo="standing_attack@high")
    assert scene.bands() == {("ana", "low"): "Full Hit", ("bo", "high"): "Miss"}
    check_done(scene)


@clause("CL-33")
def test_modifiers_by_unit_action_and_zone_add_up_and_fall_away_with_the_round() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [10, 10, 10])
    scene.fight.rule("modifier", who="ana", value=2, reason="high ground")
    scene.fight.rule("modifier", who="ana", value=1, action="defend", reason="wall")
    scene.fight.rule("modifier", zone="a", value=-4, reason="smoke", lasting=True)
    scene.round(ana="defend")
    assert scene.scores()["ana"] == 10 + 2 + 2 + 1 - 4
    scene.round(ana="prepare")
    assert scene.scores()["ana"] == 10 - 4
    scene.fight.rule("modifier", who="ana", value=5, action="defend", lasting=True)
    scene.round(ana="prepare")  # the modifier is for Defend only
    assert scene.scores()["ana"] == 10 + 3 - 4
    scene.fight.rule("clear_modifiers", who="ana")
    scene.fight.rule("clear_modifiers", zone="a")
    assert scene.unit("ana").mods == [] and scene.battle.zone_mods == []
    check_done(scene)


@clause("CL-28")
def test_whoever_is_away_defends_beside_an_enemy_and_else_does_nothing() -> None:
    # by a standing order; the d20 is rolled all the same.
    scene = Scene([pc("ana"), pc("bo", "c"), npc("thug")], [5, 6])
    scene.fight.order("ana", "declare", "never")
    scene.fight.order("bo", "declare", "never")
    scene.intents()
    assert [event.text for event in scene.events("declare")] == ["Ana will defend.", "Bo will do nothing."]
    assert scene.scores() == {"ana": 7, "bo": 6, "thug": 14}
    check_done(scene)


def test_a_true_intent_says_only_what_is_true() -> None:
    scene = Scene([pc("ana"), npc("thug")]).intents(thug="defend")
    with pytest.raises(Malformed, match="state_intent"):
        scene.fight.rule("true_intent", who="thug", intent="standing_attack@ana~seems~defend")


@clause("CL-33")
def test_a_modifier_of_a_zone_is_for_those_who_begin_the_round_in_it() -> None:
    scene = Scene([pc("ana"), pc("bo", "b"), npc("thug", "b"), npc("far", "e")], [10, 10, 10, 10])
    scene.fight.rule("modifier", zone="b", value=-4, reason="smoke")
    scene.round(bo="prepare", ana="move_far/b")
    assert scene.scores() == {"ana": 10, "bo": 6, "thug": 10, "far": 14}
    assert scene.round().scores() == {"ana": 10, "bo": 13, "thug": 14, "far": 14}  # for that round only; Bo has prepared
    check_done(scene)


@clause("CL-33")
def test_a_modifier_for_one_action_is_for_that_action_only() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], [10, 10, 10, 10]).intents()
    for who in ("ana", "bo"):
        scene.fight.rule("modifier", who=who, value=3, action="prepare", lasting=True)
    scene.declare(ana="prepare", bo="defend")
    assert (scene.scores()["ana"], scene.scores()["bo"]) == (13, 12)
    scene.round(ana="nothing", bo="prepare")
    assert (scene.scores()["ana"], scene.scores()["bo"]) == (13, 13)  # Prepared counts, the modifier does not
    check_done(scene)


# -- who does what to whom, in words ----------------------------------------------------------------------------------------

STITCH = {"name": "Red Stitch", "cost": 1, "step": True}
IDOL = {"id": "idol", "name": "the idol", "portable": True, "at": "a"}
READ = {"id": "read", "name": "the ledger", "cs": 10}


@clause("CL-22", "CL-24", "CL-79")
@pytest.mark.parametrize(
    ("declared", "will", "does"),
    [
        ("standing_attack@thug", "stand and attack Thug", "stands and attacks Thug"),
        ("move_to_attack/b@other", "move to b to attack Other", "moves to b to attack Other"),
        ("move_and_attack/b@other", "move to b and attack Other", "moves to b and attacks Other"),
        ("move_and_attack@thug/b", "attack Thug and move to b", "attacks Thug and moves to b"),
        ("standing_attack+red-stitch@thug", "use Red Stitch on Thug", "uses Red Stitch on Thug"),
        ("move_far/b/c", "move far through b to c", "moves far through b to c"),
        ("flee/b", "flee to b", "flees to b"),
        ("flee", "flee without moving", "flees without moving"),
        ("cover@bo", "cover Bo", "covers Bo"),
        ("tend@bo", "tend Bo", "tends Bo"),
        ("improvise=take@idol", "reach for the idol", "reaches for the idol"),
        ("improvise=feat:read", "work on the ledger", "works on the ledger"),
        ("defend", "defend", "defends"),
        ("nothing", "do nothing", "does nothing"),
    ],
)
def test_what_is_declared_is_told_as_a_sentence_and_says_at_whom(declared: str, will: str, does: str) -> None:
    down: Data = {"state": "incapacitated", "health": 0}
    units = [pc("ana", abilities=[STITCH]), pc("bo", **down), npc("thug", score=40), npc("other", "b", score=40)]
    scene = Scene(units, objects=[IDOL], feats=[READ]).intents(thug="standing_attack@ana")
    intent = scene.events("intent")[0]
    assert (intent.text, intent.who) == ("Thug means to stand and attack Ana.", ["thug", "ana"])
    scene.fight.answer(scene.ask("ana"), declared)
    scene.fight.answer(scene.ask("bo"), "revive+surge")
    aims = [unit.id for unit in scene.battle.units if declared.partition("@")[2].split("/")[0] == unit.id]
    told, told_of_bo = scene.events("declare")
    assert (told.text, told.who) == (f"Ana will {will}.", ["ana", *aims])
    assert told_of_bo.text == "Bo will try to get up with a Surge."
    score = scene.events("score")[0]
    assert score.text.startswith(f"Ana {does}, with a score of ") and score.who == ["ana", *aims]


@clause("CL-22", "CL-79")
def test_a_screen_can_show_what_everybody_does_and_at_whom_while_the_round_is_resolved() -> None:
    units = [pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug", score=14)]
    scene = Scene(units, [5, 15]).declare(thug="standing_attack@ana~seems~defend", ana="standing_attack@thug", bo="cover@ana")
    assert scene.open_ids() == ["lent:ana#1"]
    shown = {unit["id"]: (unit["intent"], unit["intends"]) for unit in view(scene.fight, "bob")["units"]}
    assert shown["ana"] == ("Standing Attack: Thug", ["thug"]) and shown["bo"] == ("Cover Ana", ["ana"])
    assert shown["thug"] == ("Standing Attack: Ana", ["ana"]), "the truth, from the reveal on"
    truth = [event for event in view(scene.fight, "bob")["log"] if event["kind"] == "score"][2]
    assert (truth["text"], truth["who"], truth["terms"]) == ("Thug stands and attacks Ana.", ["thug", "ana"], []), "without its score"
    told = [event for event in view(scene.fight, "gm")["log"] if event["kind"] == "score"][2]
    assert [(term["label"], term["value"]) for term in told["terms"]] == [("Action Score", 14)]


@clause("CL-24")
def test_nothing_is_told_of_an_aim_that_only_the_gm_knows_of() -> None:
    scene = Scene([pc("ana", controller="ann"), npc("thug"), npc("shade", score=40)], [10], hold=True)
    scene.declare().go().declare(ana="standing_attack@shade")
    told = len(view(scene.fight, "ann")["log"])
    scene.fight.rule("hide", who="shade")
    scene.fight.rule("modifier", who="ana", value=1)
    log = view(scene.fight, "ann")["log"][told:]
    assert "Ana stands and attacks somebody, with a score of 14." in [event["text"] for event in log]
    assert "hade" not in json.dumps(log)


@clause("CL-28", "CL-104")
def test_whom_a_ruling_wakes_while_somebody_else_is_rolling_rolls_too() -> None:
    scene = Scene([pc("ana", state="incapacitated", health=0), pc("bo"), npc("thug"), npc("rest", "e")])
    scene.fight.type_dice("*")
    scene.declare(thug="standing_attack@ana")
    assert scene.open_ids() == ["score:bo#1"]  # Ana, who lies there, was passed over
    scene.fight.rule("state", who="ana", state="active")
    scene.fight.enter("score:bo#1", [10])
    assert scene.open_ids() == ["score:ana#1"]
    scene.fight.enter("score:ana#1", [15])
    assert scene.scores()["ana"] == 15
    check_replays(scene.fight)


@clause("CL-22", "CL-26", "CL-104")
def test_whom_the_gm_brings_back_before_declarations_takes_part_in_the_round() -> None:
    units = [pc("ana"), pc("bo", state="dead", health=0), npc("thug"), npc("lout", state="defeated", health=0)]
    scene = Scene(units, [10, 10, 3, 4, 5])
    for who in ("bo", "lout"):
        scene.fight.rule("state", who=who, state="active")
    scene.declare(thug="nothing")
    scene.declare(lout="standing_attack@ana", bo="standing_attack@thug")
    # Bo 13 against 14: Glancing, 3; the lout 14 against Ana's 10: Full, 4 + 5.
    assert scene.bands() == {("bo", "thug"): "Glancing Hit", ("lout", "ana"): "Full Hit"}
    assert (scene.unit("thug").health, scene.unit("ana").health) == (15, 7)
    check_done(scene)


@clause("CL-22", "CL-24")
def test_nothing_is_told_of_what_those_mean_to_do_who_are_gone() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug"), npc("lout")], [10])
    scene.fight.rule("remove", who="lout")
    scene.intents()
    scene.fight.rule("remove", who="ana")
    scene.declare()
    assert [event.who for event in scene.events("intent")] == [["thug"]]
    assert [event.who for event in scene.events("declare")] == [["bo"]]
    check_done(scene)


@clause("CL-33", "CL-105")
def test_a_modifier_of_a_zone_lasts_as_many_rounds_as_its_file_says() -> None:
    zones = [{"id": name, "modifiers": [{"value": -4, "reason": "smoke", "rounds": 3}] if name == "a" else []} for name in "abcde"]
    scene = Scene([pc("ana"), npc("rest", "e")], [10, 10, 10, 10], zones=zones)
    assert [scene.round().scores()["ana"] for _ in range(4)] == [6, 6, 6, 10]
    check_done(scene)


@clause("CL-33", "CL-21")
@pytest.mark.parametrize(("word", "args"), [("move", {"who": "ana", "to": "b"}), ("merge_zones", {"zone": "a", "into": "b"})])
def test_a_modifier_of_a_zone_stays_with_whoever_opened_the_round_in_it(word: str, args: Data) -> None:
    scene = Scene([pc("ana"), pc("bo", "b"), npc("rest", "e")], [10, 10, 10, 10], hold=True)
    scene.fight.rule("modifier", zone="a", value=-4, reason="smoke", lasting=True)
    scene.declare().go().declare()
    scene.fight.rule_with(word, args)
    assert scene.scores()["ana"] == 6
    while scene.battle.round == 1:
        scene.go()
    scene.declare().go().declare()
    assert scene.scores()["ana"] == (10 if word == "move" else 6)
