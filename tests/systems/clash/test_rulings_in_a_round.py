"""The GM's word in the middle of a round: what is netted, what stays where the round opened, which dice fall away (R-73 to R-79)."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Illegal, Session, settings_from, view
from quintain.library.encounters import fight_of
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, awaited, check_done, npc, pc, throw

DOWN: Data = {"state": "incapacitated", "health": 0}


# -- declarations are heard (R-73) ---------------------------------------------------------------------------------------


def party(**options: object) -> Scene:
    units = [pc("ana", controller="ann"), pc("bo", controller="bob"), npc("thug", controller="gm")]
    scene = Scene(units, options=options).intents(thug="standing_attack@ana~seems~defend")
    scene.fight.answer(scene.ask("ana"), "standing_attack@thug", by="ann")
    return scene


@clause("CL-24")
def test_players_hear_what_the_others_of_the_party_have_declared_so_far() -> None:
    scene = party()
    asked = view(scene.fight, "bob")["questions"]
    theirs = next(one for one in asked if one["asked"] == ["ann"])
    assert (theirs["who"], theirs["declared"], theirs["said"]) == ("ana", True, "Standing Attack: Thug")
    scene.fight.answer(scene.ask("ana"), "defend", by="ann")  # and may change it until the last is in
    asked = view(scene.fight, "bob")["questions"]
    assert next(one for one in asked if one["asked"] == ["ann"])["said"] == "Defend"


@clause("CL-24")
def test_a_table_may_keep_declarations_secret_until_all_are_in() -> None:
    scene = party(declarations="secret")
    asked = view(scene.fight, "bob")["questions"]
    theirs = next(one for one in asked if one["asked"] == ["ann"])
    assert theirs["declared"] and not theirs["yours"] and "picked" not in theirs and "said" not in theirs


@clause("CL-24")
def test_so_may_a_table_by_its_settings_and_odds_know_no_more() -> None:
    scene = party()
    session = Session.start(scene.fight, settings_from({"seats": ["ann", "bob"], "declarations": "secret"}))
    asked = session.view("bob")["questions"]
    theirs = next(one for one in asked if one["asked"] == ["ann"])
    assert theirs["declared"] and "picked" not in theirs and "said" not in theirs
    kept = fight_of(json.loads(json.dumps(session.record("gm"))))
    assert kept.automation.declarations == "secret" and "said" not in str(view(kept, "bob")["questions"])
    session.do("gm", {"do": "settings", "settings": {"declarations": "open"}})
    assert any(one.get("said") for one in session.view("bob")["questions"])


@clause("CL-23")
def test_bluffs_and_the_deeds_of_other_sides_are_not_heard() -> None:
    units = [pc("ana", controller="ann"), pc("bo", side="rivals", controller="bob"), npc("thug")]
    scene = Scene(units).intents(thug="standing_attack@ana~seems~defend")
    scene.fight.answer(scene.ask("ana"), "standing_attack@thug", by="ann")
    shown = view(scene.fight, "bob")
    asked = shown["questions"]
    (theirs,) = [one for one in asked if not one["yours"]]
    assert theirs["declared"] and "picked" not in theirs and "said" not in theirs
    assert "Standing Attack: Ana" not in json.dumps(shown["log"]) and "attack Ana" not in json.dumps(shown["log"])


# -- what the fallen hold (R-74) -----------------------------------------------------------------------------------------


@clause("CL-75", "CL-89")
def test_who_falls_still_holds_an_object_and_anybody_may_take_it_from_the_next_round_on() -> None:
    idol = [{"id": "idol", "portable": True, "at": "a", "holder": "ana"}]
    scene = Scene([pc("ana", health=1), pc("bo", "c"), npc("thug")], [1, 1, 1, 1, 1], objects=idol)
    scene.round(thug="standing_attack@ana")
    assert scene.unit("ana").state == "incapacitated" and scene.unit("idol").holder == 0
    scene.round(thug="improvise=take@idol")
    assert scene.unit("idol").holder == 2
    assert [event.text for event in scene.events("object")] == ["Thug takes idol from Ana."]
    check_done(scene)


@clause("CL-89")
def test_what_the_fallen_hold_is_at_hand_for_work_that_needs_it() -> None:
    book = [{"id": "book", "portable": True, "at": "a", "holder": "thug"}]
    read = [{"id": "read", "kind": "skill", "cs": 10, "thing": "book"}]
    scene = Scene([pc("ana"), npc("thug", kind="peon"), npc("rest", "e")], [15, 15], objects=book, feats=read)
    scene.round(ana="standing_attack@thug")
    assert scene.unit("thug").state == "defeated" and scene.unit("book").holder == 1
    scene.round(ana="improvise=feat:read")
    assert scene.battle.feats[0].done
    check_done(scene)


# -- a timer in its last round (R-75) ------------------------------------------------------------------------------------

BELL = {"id": "bell", "name": "Bell", "rounds": 1, "result": "defeat", "winner": "enemy"}
ROCKS = {"id": "rocks", "name": "Rocks", "rounds": 1, "strike": 30, "full": "2d6", "glancing": "1d6"}


@clause("CL-83", "CL-111")
def test_the_last_enemy_beaten_in_the_round_in_which_a_timer_runs_out_is_a_victory() -> None:
    scene = Scene([pc("ana"), npc("thug", kind="peon")], [15], timers=[BELL])
    scene.round(ana="standing_attack@thug")
    assert scene.result == "victory"
    check_done(scene)


@clause("CL-83", "CL-102")
def test_a_timers_strike_does_not_come_when_the_round_has_decided_the_fight() -> None:
    scene = Scene([pc("ana", health=1), npc("thug", kind="peon")], [15], timers=[ROCKS])
    scene.round(ana="standing_attack@thug")
    assert scene.result == "victory" and scene.unit("ana").health == 1
    check_done(scene)


@clause("CL-112")
def test_a_timer_that_runs_out_while_both_sides_stand_decides() -> None:
    scene = Scene([pc("ana"), npc("thug")], [1], timers=[BELL]).round()
    assert scene.result == "defeat"


# -- a move by the GM's word (R-77) --------------------------------------------------------------------------------------


@clause("CL-21")
def test_a_move_by_word_does_not_change_which_challenge_score_an_npc_has() -> None:
    zones = [{"id": name, **({"cs": 16} if name == "a" else {})} for name in "abcde"]
    scene = Scene([pc("ana"), npc("gnat", score=None, kind="peon")], [10, 1, 1], zones=zones, hold=True)
    scene.declare()
    scene.fight.rule("move", who="gnat", to="b")
    scene.declare().go().declare()
    assert scene.scores()["gnat"] == 16 and scene.zone("gnat") == "b"
    scene.go()
    scene.declare().go()
    scene.declare()
    assert scene.scores()["gnat"] == 14, "in the next round it opens in the other zone"


@clause("CL-46")
def test_a_move_by_word_does_not_change_which_challenge_score_a_revive_meets() -> None:
    zones = [{"id": name, **({"cs": 16} if name == "a" else {})} for name in "abcde"]
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", "e")], [15, 1], zones=zones, hold=True)
    scene.declare().go().declare(ana="revive")
    scene.fight.rule("move", who="ana", to="b")
    scene.go()
    assert scene.unit("ana").state == "incapacitated", "15 misses the 16 of where she opened the round"
    check_done(scene)


# -- lent twice (R-78) ---------------------------------------------------------------------------------------------------


@clause("CL-39", "CL-48")
@pytest.mark.parametrize(
    ("taken", "gets_up", "band"),
    [("yes", True, "Miss"), ("tend", True, "Full Hit"), ("cover", False, "Miss"), ("no", False, "Full Hit")],
)
def test_tend_and_cover_are_used_or_declined_each_on_its_own(taken: str, gets_up: bool, band: str) -> None:
    # Ana revives with 5; Bo tends with 15 (CS 14), Cy covers with 19 + 5 = 24; the thug has 14: 24 misses by 10, 5 is a Full Hit.
    dice = [5, 15, 19] + ([1, 1] if band == "Full Hit" and gets_up else []) + ([4] if gets_up else [])
    scene = Scene([pc("ana", **DOWN), pc("bo"), pc("cy"), npc("thug", score=14)], dice)
    scene.declare(ana="revive", bo="tend@ana", cy="cover@ana", thug="standing_attack@ana")
    (asked,) = scene.fight.questions
    assert [option.id for option in asked.options] == ["yes", "tend", "cover", "no"]
    scene.fight.answer(asked.id, taken)
    assert scene.bands() == {("thug", "ana"): band}
    assert (scene.unit("ana").state == "active") == gets_up
    check_done(scene)


# -- dice that can change nothing (R-79, CL-87) --------------------------------------------------------------------------


@clause("CL-87", "CL-57")
def test_damage_dice_are_not_awaited_for_what_the_gm_has_made_a_miss() -> None:
    scene = Scene([pc("ana"), npc("thug", score=14)])
    scene.fight.type_dice("*")
    scene.declare(ana="standing_attack@thug")
    throw(scene, 15)
    assert awaited(scene) == "ana damage 2d6"
    scene.fight.rule("score", who="thug", value=40)
    assert awaited(scene) == "" and scene.bands() == {("ana", "thug"): "Miss"}
    check_replays(scene.fight)


@clause("CL-87")
def test_damage_dice_that_are_still_needed_are_asked_for_again_in_their_new_number() -> None:
    scene = Scene([pc("ana"), npc("thug", score=14)])
    scene.fight.type_dice("*")
    scene.declare(ana="standing_attack@thug")
    throw(scene, 15)
    scene.fight.rule("score", who="thug", value=20)
    assert awaited(scene) == "ana damage 1d6", "18 against 20 is a Glancing Hit now"
    throw(scene, 3)
    assert scene.unit("thug").health == scene.unit("thug").max_health - 3
    check_replays(scene.fight)


@clause("CL-28", "CL-26")
def test_a_score_is_not_awaited_of_one_who_can_no_longer_act() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")])
    scene.fight.type_dice("*")
    scene.declare()
    assert awaited(scene) == "ana score d20"
    scene.fight.rule("state", who="ana", state="gone")
    assert awaited(scene) == "bo score d20"
    assert [entry.at for entry in scene.fight.entries if entry.do == "withdrawn"] == ["score:ana#1"]


@clause("CL-46")
def test_the_die_of_a_surge_is_not_awaited_once_the_revive_is_voided() -> None:
    scene = Scene([pc("ana", surges=1, max_surges=1, **DOWN), pc("bo"), npc("thug", "e")])
    scene.fight.type_dice("*")
    scene.declare(ana="revive+surge")
    assert awaited(scene) == "ana score d20 + d6"
    scene.fight.rule("void", who="ana")
    assert awaited(scene) == "bo score d20"


@clause("CL-102")
def test_a_timers_strike_is_not_thrown_for_one_who_is_gone() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", kind="peon", score=40)], timers=[ROCKS])
    scene.fight.type_dice("gm")
    scene.declare()
    assert awaited(scene) == " damage 2d6"
    scene.fight.rule("state", who="ana", state="gone")
    throw(scene, 3, 4)
    assert scene.unit("bo").health == scene.unit("bo").max_health - 7


@clause("CL-73")
def test_no_dice_are_thrown_against_one_who_lies_there_and_does_nothing() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=30)], [1]).round(thug="standing_attack@ana")
    assert scene.bands() == {("thug", "ana"): "Full Hit"}
    check_done(scene)


# -- the clause of a fall ------------------------------------------------------------------------------------------------


@clause("CL-62", "CL-63", "CL-74")
@pytest.mark.parametrize(("kind", "named"), [("peon", "CL-62"), ("grunt", "CL-63"), ("foe", "CL-74")])
def test_the_defeat_of_each_class_names_its_own_clause(kind: str, named: str) -> None:
    scene = Scene([pc("ana"), npc("thug", kind=kind, **({"health": 1} if kind == "foe" else {})), npc("rest", "e")], [15, 1, 1])
    scene.round(ana="standing_attack@thug")
    (event,) = [event for event in scene.events("state") if event.who == ["thug"]]
    assert (event.text, event.clause) == ("Thug is defeated.", named)


# -- what is asked is asked by how things stand by then -------------------------------------------------------------------


@clause("CL-39", "CL-87")
@pytest.mark.parametrize(
    ("word", "args", "band"),
    [
        ("remove", {"who": "bo"}, "Full Hit"),
        ("move", {"who": "bo", "to": "c"}, "Full Hit"),
        ("modifier", {"who": "bo", "value": -30}, "Full Hit"),
        ("attack", {"who": "thug", "target": "ana", "possible": False}, "no reach"),
    ],
)
def test_nobody_is_asked_about_a_lent_score_that_no_longer_counts(word: str, args: Data, band: str) -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug", score=17), npc("rest", "e")], [5, 15, 1, 1] if band == "Full Hit" else [5, 15])
    scene.declare(thug="standing_attack@ana", bo="cover@ana")
    assert scene.open_ids() == ["lent:ana#1"]
    scene.fight.rule("note", text="rain")
    assert scene.open_ids() == ["lent:ana#1"], "what changes nothing leaves it open"
    scene.fight.rule_with(word, args)
    assert scene.bands() == {("thug", "ana"): band}
    check_done(scene)


@clause("CL-78", "CL-87")
def test_a_tie_that_a_ruling_has_broken_is_not_asked_about_nor_rolled_off() -> None:
    idol = [{"id": "idol", "portable": True, "at": "a"}]
    take = "improvise=take@idol"
    scene = Scene([pc("ana"), npc("thug", score=10), npc("rat", score=10), npc("rest", "e")], [3], objects=idol)
    scene.declare(thug=take, rat=take)
    assert scene.open_ids() == ["tie:#1"]
    assert [stake["text"] for stake in view(scene.fight, "gm")["questions"][0]["stakes"]] == ["Thug has 10", "Rat has 10"]
    scene.fight.rule("score", who="rat", value=12)
    assert scene.battle.round == 2 and scene.unit("idol").holder == 2
    check_done(scene)
    scene = Scene([pc("ana"), pc("bo"), npc("thug", "e")], objects=idol)
    scene.fight.type_dice("*")
    scene.declare(ana=take, bo=take)
    throw(scene, 10)
    throw(scene, 10)
    assert awaited(scene) == "ana roll-off d20"
    scene.fight.rule("modifier", who="bo", value=1)
    assert scene.battle.round == 2 and scene.unit("idol").holder == 1
    check_replays(scene.fight)


# -- what is told is what was compared --------------------------------------------------------------------------------------


def told(scene: Scene) -> tuple[list[tuple[str, int]], str, str]:
    """The figures, the verdict and the clause of the one attack."""
    (event,) = scene.events("attack")
    return event.math, event.verdict, event.clause


@clause("CL-53", "CL-73")
def test_the_log_names_the_challenge_score_of_where_one_opened_the_round() -> None:
    zones = [{"id": name, **({"cs": 16} if name == "a" else {})} for name in "abcde"]
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug", score=15)], [1], zones=zones, hold=True)
    scene.declare(thug="standing_attack@ana").go().declare()
    for name in ("ana", "thug"):
        scene.fight.rule("move", who=name, to="b")
    scene.go()
    assert told(scene) == ([("Thug", 15), ("Challenge Score", 16)], "Glancing Hit", "CL-55")


@clause("CL-73")
def test_the_log_names_what_defends_one_who_lies_there_by_the_switch() -> None:
    units = [pc("ana", **DOWN), pc("bo"), npc("thug", score=10)]
    against = Scene(units, [19, 1, 3, 5], options={"incapacitated_defence": "challenge_score"})
    against.declare(thug="standing_attack@ana", ana="revive")
    assert told(against) == ([("Thug", 10), ("Challenge Score", 14)], "Glancing Hit", "CL-55")
    helpless = Scene(units, [19, 1, 3, 3, 5], options={"incapacitated_defence": "helpless"})
    helpless.declare(thug="standing_attack@ana", ana="revive")
    assert told(helpless) == ([], "Full Hit", "CL-73")
    assert helpless.events("attack")[0].text == "Thug attacks Ana, who lies there helpless: Full Hit for 6."
    assert helpless.unit("thug").learned == {}, "nothing is learned of a score that was not compared"


@clause("CL-31", "CL-87")
def test_the_die_of_one_who_is_the_gms_by_now_is_no_part_of_its_score() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug")], [19, 10], hold=True).declare().go().declare()
    scene.fight.rule("set", who="ana", stat="control", value="gm")
    last = [event for event in scene.events("score") if event.who == ["ana"]][-1]
    assert (last.math, last.data["score"], last.faces) == ([("Challenge Score", 14)], 14, {})


# -- who declares and who rolls is found by how things stand ----------------------------------------------------------------


@clause("CL-22", "CL-104")
def test_whoever_becomes_the_gms_while_intents_are_stated_is_asked_for_one_too() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("thug")], [10])
    scene.fight.rule("set", who="ana", stat="control", value="gm")
    scene.fight.answer(scene.ask("thug"), "nothing")
    assert scene.open_ids() == ["intent:ana#1"]
    scene.fight.answer("intent:ana#1", "standing_attack@thug")
    assert scene.open_ids() == ["declare:bo#1"]
    scene.declare()
    assert scene.bands() == {("ana", "thug"): "Full Hit"}  # 14, the CS, against 14


@clause("CL-28", "CL-104")
@pytest.mark.parametrize(
    ("word", "args", "who"),
    [
        ("set", {"who": "thug", "stat": "control", "value": "player"}, "thug"),
        ("state", {"who": "ana", "state": "active"}, "ana"),
        ("heal", {"who": "ana", "amount": 5}, "ana"),
    ],
)
def test_whoever_a_ruling_makes_roll_rolls_before_all_is_compared(word: str, args: Data, who: str) -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo"), npc("thug"), npc("rest", "e")], hold=True)
    scene.declare(thug="standing_attack@bo").go()
    scene.fight.type_dice("*")
    scene.declare()
    throw(scene, 20)
    throw(scene, 1)  # 14 against 20: one d6
    assert scene.open_ids() == ["hold:consequences#1"]
    scene.fight.rule_with(word, args)
    assert awaited(scene) == f"{who} score d20"
    throw(scene, 7)
    assert scene.scores()[who] == (10 if who == "thug" else 7)
    check_replays(scene.fight)


@clause("CL-48")
def test_nobody_is_asked_about_a_tender_who_is_not_there_any_more() -> None:
    scene = Scene([pc("ana", **DOWN), pc("bo", wits=4), npc("thug", "e")], [3, 15])
    scene.declare(ana="revive", bo="tend@ana")
    assert scene.open_ids() == ["lent:ana#1"]
    scene.fight.rule("move", who="ana", to="b")
    assert scene.battle.round == 2 and scene.unit("ana").state == "incapacitated"
    check_done(scene)


# -- the GM's word and what it leaves ---------------------------------------------------------------------------------------


@clause("CL-71", "CL-104")
@pytest.mark.parametrize(("state", "health"), [("incapacitated", 0), ("active", 1)])
def test_a_state_set_by_word_is_not_undone_by_what_was_netted_before(state: str, health: int) -> None:
    scene = Scene([pc("ana", max_health=16), pc("bo"), npc("thug", "e")], [10, 10], hold=True).declare().go().declare()
    scene.fight.rule("hurt", who="ana", amount=3 if state == "incapacitated" else 16)
    scene.fight.rule("state", who="ana", state=state)
    scene.go()
    assert (scene.unit("ana").state, scene.unit("ana").health) == (state, health)
    check_done(scene)


@clause("CL-71", "CL-63")
@pytest.mark.parametrize(("word", "left"), [(("heal", 1), 1), (("heal", 2), 2), (("hurt", 1), 0)])
def test_marks_by_word_are_netted_like_health(word: tuple[str, int], left: int) -> None:
    # 2 marks, 1 or 2 given or 1 taken by word, 2 lost to a Full Hit.
    scene = Scene([pc("ana", might=4), npc("thug", kind="grunt", score=3), npc("rest", "e")], [10], hold=True)
    scene.declare().go().declare(ana="standing_attack@thug")
    scene.fight.rule(word[0], who="thug", amount=word[1])
    scene.go()
    assert scene.unit("thug").marks == left and (scene.unit("thug").state == "active") == (left > 0)
    check_done(scene)


@clause("CL-77")
def test_a_conflict_whose_winner_takes_no_part_any_more_is_won_by_the_others() -> None:
    idol = [{"id": "idol", "portable": True, "at": "a"}]
    take = "improvise=take@idol"
    scene = Scene([pc("ana"), npc("thug"), npc("rest", "e")], [15], objects=idol, hold=True).declare(thug=take).go().declare(ana=take)
    scene.fight.rule("conflict", units=["ana", "thug"], about="the idol", winner="thug")
    scene.fight.rule("remove", who="thug")
    scene.go()
    assert scene.unit("idol").holder == 0 and scene.events("lost") == []
    check_done(scene)


@clause("CL-89")
def test_what_the_defeated_carry_is_where_the_gm_moves_them() -> None:
    idol = [{"id": "idol", "portable": True, "at": "a", "holder": "thug"}]
    units = [pc("ana", "b"), npc("thug", kind="peon", state="defeated"), npc("rest", "e")]
    scene = Scene(units, [15], objects=idol, hold=True).declare().go().declare(ana="improvise=take@idol")
    scene.fight.rule("move", who="thug", to="b")
    scene.go()
    assert scene.unit("idol").holder == 0
    check_done(scene)


@clause("CL-92")
@pytest.mark.parametrize(("args", "why"), [({"done": True}, "it is done already"), ({"closed": True}, "the GM allows no further try")])
def test_work_that_a_ruling_has_made_idle_is_said_to_be(args: Data, why: str) -> None:
    read = [{"id": "read", "kind": "effort", "cs": 10, "goal": 10}]
    scene = Scene([pc("ana"), npc("thug", "e")], feats=read)
    scene.fight.type_dice("*")
    scene.declare(ana="improvise=feat:read")
    throw(scene, 15)
    assert awaited(scene) == "ana progress 2d6"
    scene.fight.rule_with("feat", {"feat": "read", **args})
    assert awaited(scene) == "" and [event.text for event in scene.events("lost")] == [f"Ana cannot work on read: {why}."]
    check_replays(scene.fight)


# -- a timer that strikes ---------------------------------------------------------------------------------------------------


def struck() -> Scene:
    """The rocks strike: the die against Ana is awaited, Bo would be next."""
    scene = Scene([pc("ana"), pc("bo"), npc("thug", kind="peon", score=40)], timers=[ROCKS])
    scene.fight.type_dice("gm")
    scene.declare()
    assert awaited(scene) == " damage 2d6"
    return scene


@clause("CL-103", "CL-102")
@pytest.mark.parametrize(
    ("word", "args"),
    [("delete_timer", {}), ("timer", {"rounds": 3}), ("timer", {"stopped": True})],
)
def test_a_timer_that_the_gm_takes_back_strikes_nobody_any_more(word: str, args: Data) -> None:
    scene = struck()
    scene.fight.rule_with(word, {"timer": "rocks", **args})
    assert awaited(scene) == "" and scene.events("attack") == [] and scene.battle.round == 2
    check_replays(scene.fight)


@clause("CL-102", "CL-65")
def test_whoever_has_become_a_grunt_loses_marks_to_a_timer_and_no_die_is_thrown() -> None:
    scene = struck()
    scene.fight.rule("class", who="ana", to="grunt")
    throw(scene, 3, 4)
    assert scene.unit("ana").state == "defeated" and scene.unit("bo").health == scene.unit("bo").max_health - 7
    check_replays(scene.fight)


@clause("CL-104")
def test_a_score_that_the_gm_rolls_for_is_not_awaited_once_its_owner_is_gone() -> None:
    scene = Scene([pc("ana"), npc("thug", score=9), npc("rest", "e")])
    scene.fight.type_dice("*")
    scene.fight.rule("roll_score", who="thug", bonus=2)
    assert awaited(scene) == "thug NPC score d20"
    scene.fight.rule("remove", who="thug")
    assert scene.open_ids() == ["intent:rest#1"] and scene.unit("thug").score == 9
    with pytest.raises(Illegal, match="Thug takes no part now"):
        scene.fight.rule("roll_score", who="thug")
    check_replays(scene.fight)


@clause("CL-80", "CL-104")
def test_who_is_on_the_way_to_a_zone_that_the_gm_merges_away_stops_before_it() -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [10], hold=True).declare().go().declare(ana="move_far/b/c")
    scene.fight.rule("merge_zones", zone="c", into="d")
    scene.go()
    assert scene.zone("ana") == "b"
    assert [event.text for event in scene.events("stopped")] == ["Ana does not get through: no way into c."]
    check_done(scene)


@clause("CL-80", "CL-92")
def test_work_on_a_feat_comes_to_nothing_where_the_way_to_it_is_lost() -> None:
    dig = [{"id": "dig", "kind": "effort", "cs": 10, "goal": 12, "at": "b"}]
    scene = Scene([pc("ana"), npc("thug", "e")], [15], feats=dig, hold=True).declare().go()
    scene.declare(ana="improvise/b=feat:dig")
    scene.fight.rule("edge", zone="a", to="b", blocks_move=True)
    while scene.battle.round == 1:
        scene.go()
    assert scene.battle.feats[0].progress == 0
    assert "Ana cannot work on dig: Ana is not where that is done." in [event.text for event in scene.events("lost")]


@clause("CL-53", "CL-102")
def test_whom_a_ruling_wakes_while_a_timer_strikes_is_struck_against_the_challenge_score() -> None:
    scene = Scene([pc("ana"), pc("bo", **DOWN), npc("thug", kind="peon", score=40)], timers=[ROCKS])
    scene.fight.type_dice("gm")
    scene.declare()
    assert awaited(scene) == " damage 2d6"
    scene.fight.rule("state", who="bo", state="active")
    throw(scene, 3, 4)
    assert awaited(scene) == " damage 2d6", "30 against the CS of 14 is a Full Hit"
    throw(scene, 1, 1)
    assert scene.unit("bo").state == "incapacitated"
    assert [event.against for event in scene.events("attack") if event.who == ["bo"]] == [("Challenge Score", 14)]
    check_replays(scene.fight)
