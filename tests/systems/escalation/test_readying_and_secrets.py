"""What can be readied and when it fires, standing behind several, half of the hit points, and what nobody may learn of the unseen."""

from __future__ import annotations

from typing import cast

import pytest

from quintain.engine.refusal import Malformed, Refusal
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc, person

TWO_ZONES = [{"name": "field", "links": ["rear"]}, {"name": "rear"}]


def owned(row: dict[str, object], seat: str = "ann") -> dict[str, object]:
    return {**row, "controller": seat}


def log(scene: Scene) -> list[str]:
    """What a player reads."""
    rows = cast("list[dict[str, object]]", scene.fight.view("seat:ann")["log"])
    return [str(row["text"]) for row in rows]


def questions(scene: Scene) -> str:
    """Every question as the player sees it, in one text."""
    return str(scene.fight.view("seat:ann")["questions"])


# -- the order ---------------------------------------------------------------------------------------------------------


@clause("ES-72")
def test_a_newcomer_on_the_surprised_side_takes_no_turn_in_the_ambush_however_fast_it_is() -> None:
    scene = Scene(["odrun", "vessa", dummy("slow")], [], ambush="party")
    scene.do("odrun", 5, 8)  # Odrun 5 + 4 = 9, Vessa 8 + 7 = 15
    scene.rule("add", 20, unit=dummy("fast", initiative=20))  # 20 + 20 = 40
    assert scene.get("fast").initiative == 40
    scene.end_turn()
    assert scene.now == "turn vessa"
    scene.end_turn()
    scene.do("no", 10)
    assert (scene.battle.round, scene.now) == (1, "turn fast")
    scene.check_clean()


@clause("ES-10")
def test_whoever_has_lost_its_move_action_may_still_delay() -> None:
    scene = Scene([pc("ann"), dummy()], [20, 1])
    scene.rule("mishap", who="ann", condition="loses_move", until="end of battle")
    scene.until("turn dummy")
    scene.until("turn ann")
    assert scene.get("ann").actions == 5  # standard and quick
    scene.do("delay")
    assert scene.now == "turn dummy"
    scene.check_clean()


@clause("ES-17", "ES-18")
def test_a_power_for_a_friend_and_a_named_foe_can_be_readied_and_do_fire() -> None:
    balm = {"name": "Balm", "kind": "close", "action": "standard", "targets": {"who": "ally"}, "hit": [{"heal": 6}]}
    scene = Scene(
        [pc("ann", powers=[balm]), pc("bob", start={"hp": 10}, initiative=-9), dummy("x"), dummy("y", initiative=-30)],
        [20, 10, 10, 10],
    )
    scene.do("ready")
    numbers = {power.name: power.number for power in scene.get("ann").block.powers}
    assert f"use:{numbers['Balm']}:bob" in scene.options
    scene.do(f"use:{numbers['Balm']}:bob")
    scene.do("moves:x")
    scene.end_turn()
    scene.do("move/engage:bob")
    assert scene.now == "fire ann"
    scene.do("yes")
    assert scene.hp("bob") == 16
    scene.check_clean()


@clause("ES-18")
def test_tending_and_disengaging_can_be_readied_too() -> None:
    scene = Scene([pc("ann", potions=1, engaged=["x"]), pc("bob", beside=["ann"], initiative=-9), dummy("x")], [20, 10, 10])
    scene.do("ready")
    assert {"potion:bob", "potion:ann", "disengage", "rally"} <= set(scene.options)
    scene.do("disengage")
    scene.do("attacks:x")
    scene.end_turn()
    scene.do("use:0:ann")
    scene.do("yes", 11)  # out of reach before the blow falls
    scene.do("stay")
    assert scene.get("ann").engaged == 0
    assert scene.now == "turn x"  # its action is not spent, it chooses again
    assert scene.get("x").actions == 7
    scene.check_clean()


@clause("ES-25", "ES-167")
def test_at_the_last_gasp_nothing_readied_fires_after_the_first_turn() -> None:
    gaze = {
        "name": "Gaze", "bonus": 40, "defence": "PD", "kind": "ranged", "hit": [{"last_gasp": "helpless"}],
    }  # fmt: skip
    scene = Scene([pc("ann", initiative=-9), dummy("x", attacks=[gaze, dummy()["block"]["attacks"][0]])], [1, 10])  # type: ignore[index]
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("engages:", 5)  # the one action of the first turn; its save fails, so only saves are left
    assert (scene.get("ann").gasp_fails, scene.now) == (1, "turn x")
    scene.do("move/engage:ann")
    assert scene.now == "turn x"
    scene.check_clean()


# -- places --------------------------------------------------------------------------------------------------------------


@clause("ES-48", "ES-63")
def test_one_can_stand_behind_several_allies_and_each_of_them_may_step_in() -> None:
    people = [pc("ann", initiative=-9), pc("bob", initiative=-9), pc("cat", initiative=30), dummy("x")]
    scene = Scene(people, [2, 1, 10, 10])
    assert "move/behind:ann+bob" in scene.options
    assert scene.why_not("move/behind:ann+ann") != ""
    assert scene.why_not("move/behind:ann+x") != ""
    scene.do("move/behind:ann+bob")
    assert scene.get("cat").behind == scene.get("ann").bit | scene.get("bob").bit
    scene.end_turn()
    scene.do("move/engage:cat")
    assert scene.now == "intercept ann"
    scene.do("no")
    assert scene.now == "intercept bob"
    scene.do("yes")
    assert scene.get("x").engaged == scene.get("bob").bit
    scene.check_clean()


@clause("ES-03", "ES-48")
def test_the_set_up_may_put_somebody_behind_several() -> None:
    people = [pc("ann"), pc("bob"), pc("cat"), dummy("x")]
    scene = Scene(people, [], set_up="ask")
    while scene.now != "set up cat":
        scene.do("front")
    assert "behind:ann+bob" in scene.options
    assert scene.why_not("behind:ann+x") != ""
    scene.do("behind:ann+bob", 10, 10, 10, 10)
    assert scene.get("cat").behind == scene.get("ann").bit | scene.get("bob").bit
    scene.check_clean()


@clause("ES-29", "ES-33")
def test_where_the_gm_refuses_free_actions_nobody_intercepts_or_lets_go() -> None:
    people = [pc("ann", initiative=-9), pc("bob", behind=["ann"], initiative=-9), dummy("x")]
    scene = Scene(people, [1, 1, 10])
    scene.rule("refuse_free")
    scene.do("move/engage:bob")
    assert scene.now == "turn x"
    assert scene.get("x").engaged == scene.get("bob").bit
    scene.check_clean()


@clause("ES-159", "ES-161")
def test_a_victim_that_is_stuck_is_not_carried_off() -> None:
    people = [person("vessa", zone="field", engaged=["drudge"], start={"hp": 40}), person("drudge", zone="field")]
    scene = Scene(people, [1, 19], zones=TWO_ZONES)
    scene.do("use:0:vessa", 18)  # natural 18 hits and grabs
    scene.do("no")
    assert scene.get("vessa").grabber == scene.get("drudge").number
    scene.rule("mishap", who="vessa", condition="stuck", until="end of battle")
    scene.do("move/zone:rear")
    assert (scene.get("vessa").zone, scene.get("vessa").grabber, scene.get("vessa").engaged) == (0, -1, 0)
    assert scene.get("drudge").zone == 1
    scene.check_clean()


# -- attacks -------------------------------------------------------------------------------------------------------------


@clause("ES-159")
def test_the_hampered_have_no_flexible_attack() -> None:
    scene = Scene([person("odrun", engaged=["hound"]), "hound"], [20, 1])
    scene.rule("mishap", who="odrun", condition="hampered", until="end of battle")
    scene.do("use:0:hound", 12, 1, 1, 1)  # natural 12 would let him parry
    assert scene.now == "turn odrun"
    assert scene.hp("hound") == 44 - 7
    scene.check_clean()


@clause("ES-93")
def test_a_doubling_against_some_only_is_none_against_the_others() -> None:
    smite = {
        "name": "Smite", "bonus": 7, "defence": "AC",
        "hit": [{"damage": 10}, {"double_damage": True, "against": "type undead"}],
    }  # fmt: skip
    scene = Scene([pc("ann", attacks=[smite], engaged=["x", "y"]), dummy("x"), dummy("y", type="undead")], [20, 1, 1])
    scene.do("use:0:x", 15)
    assert scene.hp("x") == 90
    scene.until("turn x")
    scene.until("turn ann")
    scene.do("use:0:y", 20)  # a crit, doubled once more
    assert scene.hp("y") == 100 - 30
    scene.check_clean()


@clause("ES-79")
def test_a_swoop_is_a_move_too_and_sets_off_what_waits_for_one() -> None:
    people = [pc("ann", initiative=30), pc("wing", flies=True, initiative=20), dummy("bat", flies=True, initiative=25)]
    scene = Scene(people, [10, 10, 10])
    scene.end_turn()
    scene.do("ready")
    scene.do("move/land")
    scene.do("moves:wing")
    scene.end_turn()
    scene.do("swoop:0:bat")
    assert scene.now == "fire bat"
    scene.do("yes")
    assert scene.now == "turn wing"  # the bat is down on the ground: nothing to swoop at
    assert "both must be in the air" in scene.why_not("swoop:0:bat")
    scene.check_clean()


@clause("ES-66", "ES-79")
def test_no_swoop_at_whom_the_gm_rules_out() -> None:
    scene = Scene([pc("wing", flies=True), dummy("bat", flies=True)], [20, 1])
    assert "swoop:0:bat" in scene.options
    scene.rule("legal_target", target="bat", legal=False)
    assert "rules it out" in scene.why_not("swoop:0:bat")
    scene.check_clean()


# -- health --------------------------------------------------------------------------------------------------------------


@clause("ES-117")
def test_falling_from_above_half_at_one_blow_is_told_as_staggering_too() -> None:
    brute = [{"name": "Maul", "bonus": 30, "defence": "AC", "hit": [{"damage": 45}]}]
    scene = Scene([pc("ann", engaged=["x"]), pc("bob"), dummy("x", attacks=brute)], [1, 1, 20])
    scene.do("use:0:ann", 10)  # 40 - 45 = -5
    told = [text for text in scene.texts() if "staggered" in text or "unconscious" in text]
    assert told == ["Ann is staggered.", "Ann falls unconscious and is dying."]
    scene.check_clean()


@clause("ES-117", "ES-132")
def test_a_lasting_wound_lowers_the_half_and_that_is_told() -> None:
    # 40 hp: staggered at 20. One wound at level 3 takes 5: 35, staggered at 17.
    options = {"lasting_wounds": "on"}
    scene = Scene([pc("ann"), pc("bob"), dummy("x")], [20, 1, 1], options=options)
    scene.rule("set", who="ann", stat="hp", value=0)
    scene.rule("set", who="ann", stat="hp", value=18)
    scene.rule("end_battle", outcome="victory")
    assert (scene.get("ann").max_hp, scene.get("ann").hp) == (35, 18)
    assert scene.texts()[-2:] == ["Ann is no longer staggered.", "The battle is over: victory."]
    scene.check_clean()


@clause("ES-138")
def test_the_reminder_comes_with_the_fourth_battle_even_if_no_other_is_planned() -> None:
    for before, reminded in ((2, False), (3, True)):
        scene = Scene([pc("ann"), dummy("x")], [20, 1], battles_since_heal_up=before)
        scene.rule("end_battle", outcome="victory")
        assert any("full heal-up: one is due" in text for text in scene.texts()) is reminded
        scene.check_clean()


@clause("ES-84")
def test_flight_proposed_while_a_blow_falls_is_voted_on_before_that_turn_is_over() -> None:
    people = [pc("ann", engaged=["x"], start={"hp": 3}), pc("bob", initiative=-20), dummy("x")]
    scene = Scene(people, [20, 10, 1])
    scene.do("move/away")
    assert scene.now == "opportunity x"
    scene.rule("propose_flight", who="bob")
    scene.do("yes", 15)  # 3 - 5: Ann falls in her own turn
    assert {question.about for question in scene.fight.questions} == {"flee vote"}
    assert scene.battle.turn == scene.get("ann").number
    for question in list(scene.fight.questions):
        scene.fight.answer(question.id, "yes")
    assert scene.fight.outcome is not None
    assert scene.fight.outcome.result == "fled"
    scene.check_clean()


# -- secrets (section 7) -------------------------------------------------------------------------------------------------


def test_where_somebody_invisible_goes_stays_out_of_the_log() -> None:
    scenes: list[Scene] = []
    for _ in range(2):
        scene = Scene([owned(person("odrun")), person("cantor-a")], [1, 19], zones=TWO_ZONES)
        scene.do("use:2")  # the veil
        scenes.append(scene)
    here, there = scenes
    there.do("move/zone:rear")
    assert "Ash cantor moves to rear." in there.texts()
    assert log(there)[-1] == "Ash cantor moves unseen."
    there.rule("set_zone", who="cantor-a", zone="field")
    there.rule("move", who="cantor-a", to="rear")
    assert not any("rear" in line or "field" in line for line in log(there))
    assert here.fight.view("seat:ann")["board"] == there.fight.view("seat:ann")["board"]
    there.check_clean()


def test_whom_nobody_has_seen_is_named_in_no_question_and_swooped_at_by_nobody() -> None:
    people = [owned(pc("ann", initiative=-9)), owned(pc("bob", behind=["ann"], initiative=-9)), dummy("ghost", hidden=True)]
    scene = Scene(people, [1, 1, 20])
    scene.do("move/engage:bob")
    assert scene.now == "turn ghost"  # nobody steps in the way of what nobody sees
    dodge = {"name": "Dodge", "action": "interrupt", "trigger": "self_hit", "hit": [{"defence": {"ac": 4}}]}
    scene = Scene(
        [owned(pc("ann", initiative=-9, powers=[dodge], engaged=["ghost"])), dummy("ghost", hidden=True)], [1, 20]
    )
    scene.do("use:0:ann", 15)
    assert scene.now == "interrupt ann"
    assert "host" not in questions(scene)
    assert "somebody unseen hits Ann" in questions(scene)
    wing = Scene([owned(pc("wing", flies=True)), dummy("bat", flies=True, hidden=True), dummy("x")], [20, 1, 1])
    assert "bat" not in questions(wing)
    assert "seen" in wing.why_not("swoop:0:bat")


def test_the_public_form_of_a_hidden_ones_harm_is_silence() -> None:
    scene = Scene([owned(pc("ann")), dummy("ghost", hidden=True), dummy("x")], [20, 1, 1])
    scene.rule("mishap", who="ghost", damage=3)
    assert scene.hp("ghost") == 97
    assert not any("host" in line for line in log(scene))


def test_a_foes_temporary_hit_points_and_recoveries_are_the_gms() -> None:
    shell = {"name": "Shell", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"temp_hp": 7}]}
    scene = Scene([owned(pc("ann", initiative=-9, engaged=["x"])), dummy("x", powers=[shell])], [1, 20])
    scene.do("use:1")
    scene.end_turn()
    scene.do("use:0:x", 15)
    assert "Dummy x takes 10 damage, 7 of it off temporary hit points (Sword): 97 of 100 hit points left." in scene.texts()
    assert "Dummy x has temporary hit points." in log(scene)
    assert "Dummy x takes 10 damage (Sword)." in log(scene)
    assert not any("7" in line for line in log(scene))


# -- the GM's commands ---------------------------------------------------------------------------------------------------


@clause("ES-141")
def test_damage_that_is_none_is_refused_and_changes_nothing() -> None:
    scene = Scene([pc("ann"), dummy("x")], [20, 1])
    before = scene.battle.key()
    for ruling, args in (
        ("mishap", {"who": "ann", "ongoing": -3}),
        ("crit_bonus", {"who": "x", "damage": -1}),
        ("stunt", {"ability": "dex", "dc": 15, "failure_damage": -2}),
    ):
        with pytest.raises(Malformed):
            scene.fight.rule_with(ruling, dict(args))
    assert scene.battle.key() == before
    scene.check_clean()


@pytest.mark.parametrize("text", ["use:\u00b2:x", "stunt:\u00b2", "use:-1:x", "coup::x", "move/engage:+", "disengage:x+", "reload:99"])
def test_nonsense_is_refused_with_a_sentence_and_changes_nothing(text: str) -> None:
    scene = Scene([pc("ann", engaged=["x"]), dummy("x")], [20, 1])
    before = scene.battle.key()
    with pytest.raises(Refusal):
        scene.do(text)
    assert scene.battle.key() == before
    scene.check_clean()


def test_a_newcomer_comes_alone_and_under_a_plain_name() -> None:
    scene = Scene([pc("ann"), dummy("x")], [20, 1])
    before = scene.battle.key()
    for unit in ({**dummy("rat"), "count": 3}, dummy("a:b"), dummy("a+b")):
        with pytest.raises(Malformed):
            scene.rule("add", unit=unit)
    assert scene.battle.key() == before
    scene.check_clean()


# -- several at once, and what hangs on the dead -------------------------------------------------------------------------


@clause("ES-12")
def test_stepping_in_at_the_start_of_a_round_from_the_first_place_keeps_its_count() -> None:
    scene = Scene([pc("ann"), pc("bob", initiative=0), dummy("x", initiative=-5)], [20, 15, 10])
    scene.do("delay")  # Ann on 25, Bob 15, the dummy 5
    while not (scene.now == "step in ann" and scene.battle.round == 2):
        scene.do("no" if scene.now == "step in ann" else "end")
    scene.do("yes")
    assert (scene.order, scene.get("ann").initiative, scene.now) == (["ann", "bob", "x"], 25, "turn ann")
    scene.end_turn()
    assert scene.now == "turn bob"  # one turn a round
    scene.check_clean()


@clause("ES-20")
def test_of_two_readied_for_the_same_act_the_side_whose_turn_it_is_goes_first() -> None:
    # the order is Ann 30, the second 20, the first 10; on the first's turn its own ally comes before Ann
    people = [pc("ann", initiative=20), dummy("second", initiative=10), dummy("first", initiative=0)]
    scene = Scene(people, [10, 10, 10])
    for whom in ("first", "first"):
        scene.do("ready")
        scene.do("move/engage:first" if scene.now == "ready ann" else "move/engage:ann")
        scene.do(f"moves:{whom}")
        scene.end_turn()
    assert scene.now == "turn first"
    scene.do("move/engage:ann")
    assert scene.now == "fire second"
    scene.do("no")
    assert scene.now == "fire ann"
    scene.check_clean()


@clause("ES-34")
def test_what_lasts_to_the_end_of_a_turn_ends_with_it_though_its_owner_fell_in_it() -> None:
    # dazed until the end of the witch's next turn; she falls on that very turn, to an opportunity attack
    hex_ = {"name": "Hex", "bonus": 40, "defence": "AC", "hit": [{"inflict": "dazed", "until": "end of own next turn"}]}
    people = [pc("ann", engaged=["witch"], initiative=-9), dummy("witch", attacks=[hex_], hp=8), dummy("b", initiative=-20)]
    scene = Scene(people, [1, 20, 1])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.until("turn witch")
    assert scene.get("ann").conditions
    scene.do("move/away")
    scene.do("yes", 19)  # 19 + 7 + 1 - 4 = 23 against 18: 10 damage
    scene.do("slay")
    assert (scene.battle.round, scene.get("ann").conditions) == (2, 0)
    scene.check_clean()


@clause("ES-66")
def test_each_target_of_several_is_named_with_its_category() -> None:
    burst = {
        "name": "Burst", "kind": "close", "bonus": 7, "defence": "PD", "targets": {"range": "nearby", "count": 2},
        "hit": [{"damage": 1}],
    }  # fmt: skip
    scene = Scene([pc("ann", attacks=[burst]), dummy("x"), dummy("y", category="large"), dummy("z")], [20, 1, 1, 1])
    scene.do("use:0")
    assert [option.label for option in scene.asked.options] == ["Dummy x (normal)", "Dummy y (large)", "Dummy z (normal)"]
    scene.check_clean()


@clause("ES-117")
def test_crossing_the_half_by_the_gms_word_is_told_too() -> None:
    scene = Scene([pc("ann"), dummy("x")], [20, 1])
    steps = [("ann", 20, "Ann is staggered."), ("ann", 21, "Ann is no longer staggered."), ("x", 50, "Dummy x is staggered.")]
    for id, value, told in steps:
        events = scene.rule("set", who=id, stat="hp", value=value)
        assert events[0].text == told
    assert [event.text for event in scene.rule("set", who="x", stat="hp", value=49)] == ["The GM sets hp of Dummy x from 50 to 49."]
    scene.check_clean()


@clause("ES-83")
def test_a_grant_from_somebody_dead_since_an_earlier_battle_ends_at_the_place_it_would_have() -> None:
    people = [pc("ann"), pc("bob", initiative=0), dummy("x", initiative=-5), dummy("y", initiative=-5, battle=2)]
    scene = Scene(people, [20, 15, 10], battles=[{"name": "one"}, {"name": "two"}])
    scene.rule("set", who="ann", stat="state", value="dead")  # Ann on 25
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    scene.do("on", 15, 10)  # Bob 15, the dummy 5
    assert (scene.battle.part, scene.now) == (1, "turn bob")
    scene.rule("grant_spirit", giver="ann", ally="bob", stat="ac", bonus=1, rounds=1)
    assert scene.get("bob").modifiers[1] == 1
    scene.until("turn y")
    scene.end_turn()
    assert (scene.battle.round, scene.now) == (2, "spirit ann")  # her place comes first, and the bonus ends with it
    assert scene.get("bob").modifiers[1] == 0
    scene.check_clean()


@clause("ES-171")
def test_odds_count_no_hidden_one_of_a_mob() -> None:
    told: list[object] = []
    for ruling in ("hide", "remove"):
        scene = Scene([owned(pc("ann", engaged=["jackal-1"])), person("jackal", count=4), dummy()], [20, 1, 1])
        scene.rule("hide", who="jackal-4")
        if ruling == "remove":
            scene.rule("remove", who="jackal-4")
        asked = scene.fight.questions[0]
        option = next(one.id for one in asked.options if one.target == "jackal-1" and one.weighs)
        told.append(scene.fight.odds(asked.id, option, "ann", knowledge="open").as_data())
        assert "mob left" in str(told[-1])
    assert told[0] == told[1]
