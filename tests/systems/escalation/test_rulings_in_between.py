"""The GM's word between a question or a die and what follows from it: the rules look again before they go on."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.rules.sheet import DEAD, DYING, SLAIN, UP
from tests.support import clause
from tests.systems.escalation.scene import SELF, YARD, Scene, dummy, open_id, pc, row, typed, typing

# -- before the first turn -------------------------------------------------------------------------------------------------


@clause("ES-155")
def test_uses_are_not_rolled_for_one_who_is_gone() -> None:
    spit = {"name": "Spit", "bonus": 5, "defence": "AC", "usage": "1d3/battle", "hit": [{"damage": 4}]}
    scene = typing([pc("ann", attacks=[spit]), pc("bob", attacks=[spit]), dummy()])
    assert open_id(scene) == "uses:ann#1"
    scene.rule("remove", who="ann")
    assert open_id(scene) == "uses:bob#1"
    scene.rule("remove", who="bob")
    assert not open_id(scene).startswith("uses")


@clause("ES-08")
def test_a_tie_with_one_who_is_gone_is_not_rolled_off() -> None:
    """R-02, init_tie: rolloff."""
    scene = typing([pc("ann", initiative=0), pc("bob", initiative=0), dummy(initiative=-9)], options={"init_tie": "rolloff"})
    for face in (10, 10, 5):
        scene.fight.enter(scene.asked.id, [face])
    assert open_id(scene) == "initiative tie:ann#1"
    scene.rule("remove", who="bob")
    assert scene.now == "turn ann"


@clause("ES-71", "ES-72")
@pytest.mark.parametrize("gone", ["one", "two"])
def test_the_ambush_is_opened_by_one_who_is_there(gone: str) -> None:
    """The first of the ambushers is asked for all of them: with either of two taken away the third opens, or is asked about."""
    foes = [dummy("one", initiative=3), dummy("two", initiative=2), dummy("three", initiative=1)]
    scene = Scene([pc("ann"), *foes], [10, 10, 10], ambush="foes")
    assert scene.now.startswith("opener")
    scene.rule("remove", who=gone)
    assert scene.now.startswith("opener") and gone not in scene.options and len(scene.options) == 2
    scene.do("three")
    assert scene.now == "turn three"
    scene.end_turn()
    assert scene.now in ("turn one", "turn two")


@clause("ES-03")
def test_nobody_is_asked_where_to_start_who_is_gone() -> None:
    scene = Scene([pc("ann"), pc("bob"), pc("cid"), dummy()], [], set_up="ask")
    assert scene.now == "set up ann"
    scene.fight.add_script([5, 5, 5])
    scene.rule("remove", who="bob")
    scene.do("front")
    assert scene.now == "set up cid"


# -- turns -----------------------------------------------------------------------------------------------------------------


@clause("ES-14", "ES-15")
def test_who_falls_last_as_its_delay_lapses_rolls_no_death_save_first() -> None:
    """R-74: the delayed turn's end step brings down the last of the party: it is over, as at the end of any other turn."""
    poison = {"name": "Venom", "bonus": 30, "defence": "AC", "hit": [{"ongoing": 39}]}
    scene = Scene([pc("ann", initiative=20), dummy(attacks=[poison], engaged=["ann"])], [20, 1])
    scene.do("delay")
    scene.do("use:0:ann", 15)
    scene.do("end")
    scene.rule("set", who="ann", stat="hp", value=30)
    scene.do("no")
    scene.do("no", 5)  # the end step of the turn put off: 39 ongoing, a failed save
    assert scene.now == "over" and scene.hp("ann") == -9
    scene.check_clean()


@clause("ES-167")
def test_a_last_gasp_that_the_gm_ends_leaves_the_turn() -> None:
    gaze = {"name": "Gaze", "kind": "ranged", "bonus": 30, "defence": "PD", "hit": [{"last_gasp": "helpless"}]}
    scene = typed([pc("ann"), pc("bob", initiative=4), dummy(initiative=30, attacks=[gaze])], [10, 10, 10])
    scene.do("use:0:ann", 15)
    scene.end_turn()
    scene.end_turn(2)
    scene.until("turn dummy")
    scene.end_turn()
    assert open_id(scene) == "last gasp:ann#2"
    scene.rule("end_condition", who="ann", condition="last gasp")
    assert scene.now == "turn ann"
    scene.check_clean()


FELLS = row("fells_enemy", {"last_gasp": "slain"})


def at_its_feet() -> Scene:
    people = [
        pc("ann", engaged=["dummy"]), pc("bob", hp=60, initiative=4), dummy(occasions=FELLS, initiative=30),
        dummy("other", initiative=-30),
    ]  # fmt: skip
    scene = typed(people, [1, 1, 20, 1], zones=YARD)
    scene.rule("set", who="ann", stat="hp", value=3)
    scene.do("use:0:ann", 15)
    scene.rule("set", who="ann", stat="state", value="stable")
    scene.end_turn()
    assert open_id(scene) == "death save:ann#1"
    scene.fight.enter(scene.asked.id, [4])
    assert open_id(scene) == "last gasp:ann#1"
    return scene


@clause("ES-167")
@pytest.mark.parametrize("ruling", [
    ("remove", {"who": "dummy"}), ("condition", {"who": "dummy", "condition": "stunned"}),
    ("set", {"who": "ann", "stat": "hp", "value": 9}), ("set_zone", {"who": "dummy", "zone": "gate"}),
])  # fmt: skip
def test_no_last_gasp_save_of_the_fallen_is_awaited_once_nobody_is_at_them_or_they_are_up(
    ruling: tuple[str, dict[str, object]],
) -> None:  # fmt: skip
    scene = at_its_feet()
    scene.rule(ruling[0], **ruling[1])
    assert scene.now == "turn bob" and scene.get("ann").gasp_fails == 0
    scene.check_clean()


@clause("ES-34", "ES-157")
def test_who_saves_against_everything_rolls_no_save_against_what_the_gm_has_ended() -> None:
    daze = {"name": "Daze", "bonus": 9, "defence": "AC", "hit": [{"inflict": "dazed", "until": "end of battle"}]}
    scene = typed([pc("ann", attacks=[daze], initiative=9, engaged=["dummy"]), dummy(saves_always=True)], [20, 1])
    scene.do("use:0:dummy", 15)
    scene.end_turn()
    scene.end_turn()
    assert open_id(scene) == "save:dummy#1"
    scene.rule("end_condition", who="dummy", condition="dazed")
    assert scene.now == "turn ann"
    assert len([event for event in scene.fight.events if event.kind == "effect ended"]) == 1
    scene.check_clean()


@clause("ES-113")
def test_nothing_is_told_of_a_recovery_of_one_who_is_gone() -> None:
    brand = {"name": "Brand", "bonus": 30, "defence": "AC", "hit": [{"recovery_save": 11, "until": "end of battle"}]}
    scene = typed(
        [pc("ann", initiative=0), pc("bob", initiative=-9), dummy(initiative=30, attacks=[brand], engaged=["ann"])],
        [10, 10, 10],
    )  # fmt: skip
    scene.do("use:0:ann", 15)
    scene.end_turn()
    scene.do("rally")
    assert open_id(scene) == "save:ann#1"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"
    assert not [text for text in scene.texts() if "cannot use a recovery" in text]


# -- powers, traits --------------------------------------------------------------------------------------------------------


@clause("ES-157")
def test_a_save_of_one_who_is_gone_brings_nothing() -> None:
    drain = {
        "name": "Drain", "bonus": 30, "defence": "AC",
        "hit": [{"roll_save": {"difficulty": 11, "failure": [{"heal": 10, "on": "self"}]}}],
    }  # fmt: skip
    people = [pc("ann"), pc("bob"), dummy(initiative=30, attacks=[drain], engaged=["ann"])]
    scene = typed(people, [1, 1, 10])
    scene.rule("set", who="dummy", stat="hp", value=50)
    scene.do("use:0:ann", 15)
    assert open_id(scene) == "save:ann#1"
    scene.rule("remove", who="ann")
    assert scene.hp("dummy") == 50


@clause("ES-30")
def test_a_trait_that_falls_on_several_leaves_out_who_is_gone_by_then() -> None:
    aura = row("turn_start", {"damage": 6, "type": "fire", "on": "each_nearby"}, {"inflict": "dazed", "on": "each_nearby"})
    people = [pc("ann", resist={"fire": 12}), pc("bob", resist={"fire": 12}), dummy(initiative=30, occasions=aura)]
    scene = typing(people)
    for face in (1, 1, 20):
        scene.fight.enter(scene.asked.id, [face])
    assert open_id(scene) == "resistance:ann#1"
    scene.rule("remove", who="bob")
    scene.fight.enter(scene.asked.id, [3])
    assert scene.now == "turn dummy" and scene.hp("ann") == 37


@clause("ES-75", "ES-107")
@pytest.mark.parametrize("before", [False, True])
def test_what_being_unseen_adds_is_read_when_the_die_has_fallen(before: bool) -> None:
    scene = typed([pc("ann", initiative=20), dummy()], [20, 1])
    scene.rule("stunt", ability="dex", dc=15, stealth=5)
    if before:
        scene.rule("condition", who="ann", condition="invisible", until="end of battle")
    scene.do("stunt:0")
    assert open_id(scene) == "stunt:ann#1"
    if before:
        scene.rule("end_condition", who="ann", condition="invisible")
    else:
        scene.rule("condition", who="ann", condition="invisible", until="end of battle")
    scene.fight.enter(scene.asked.id, [8])  # 8 + 3 for the level: 11, or 16
    told = [event for event in scene.fight.events if event.kind == "check"]
    assert told and (("unseen" in str(told[-1].math)) != before)


@clause("ES-81")
@pytest.mark.parametrize("down", ["remove", "hp"])
def test_no_story_inspires_one_who_is_gone_or_down(down: str) -> None:
    people = [pc("ann", initiative=20), pc("bob"), pc("cid"), dummy(initiative=-9)]
    scene = Scene(people, [20, 2, 1, 1])
    scene.rule("set", who="ann", stat="state", value="dead")
    scene.until("spirit ann")
    scene.do("story:bob:attack")
    assert scene.now == "grant ann"
    if down == "remove":
        scene.rule("remove", who="bob")
    else:
        scene.rule("set", who="bob", stat="hp", value=-1)
    assert not scene.now.startswith("grant")
    assert not scene.get("bob").lasting


@clause("ES-82")
def test_once_the_gm_has_granted_two_a_story_earns_one() -> None:
    people = [pc("ann", initiative=20), pc("bob"), pc("cid"), pc("dan"), dummy(initiative=-9)]
    scene = Scene(people, [20, 2, 1, 1, 1])
    for id in ("ann", "dan"):
        scene.rule("set", who=id, stat="state", value="dead")
    scene.until("spirit ann")
    scene.do("story:bob:attack")
    assert "grant:2:1" in scene.options
    scene.rule("grant_spirit", giver="dan", ally="cid", stat="ac", bonus=2, rounds=1)
    assert scene.options == ["no", "grant:1:1", "grant:1:2"]


@clause("ES-80", "ES-81")
@pytest.mark.parametrize("ruling", [
    ("end_battle", {"outcome": "victory"}), ("set", {"who": "ann", "stat": "state", "value": "up"}),
    ("grant_spirit", {"giver": "ann", "ally": "cid", "stat": "ac", "bonus": 1, "rounds": 1}),
])  # fmt: skip
def test_no_story_is_asked_for_that_cannot_be_told_any_more(ruling: tuple[str, dict[str, object]]) -> None:
    people = [pc("ann", initiative=20), pc("bob"), pc("cid"), dummy(initiative=-9)]
    for answer in ([], ["story:bob:attack"]):
        scene = Scene(people, [20, 2, 1, 1])
        scene.rule("set", who="ann", stat="state", value="dead")
        scene.until("spirit ann")
        for each in answer:
            scene.do(each)
        scene.rule(ruling[0], **ruling[1])
        assert not scene.now.startswith(("spirit", "grant"))


@clause("ES-84")
def test_who_is_taken_out_while_the_party_votes_is_no_voter_any_more() -> None:
    """R-39."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy()], [20, 2, 1])
    scene.do("flee")
    assert {question.about for question in scene.fight.questions} == {"flee vote"}
    scene.rule("remove", who="bob")
    scene.fight.answer(scene.fight.questions[0].id, "yes")
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "fled"


@clause("ES-84", "ES-141")
def test_no_refusal_to_flee_is_told_of_a_battle_that_the_gm_has_ended() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy()], [20, 2, 1])
    scene.do("flee")
    scene.rule("end_battle", outcome="victory")
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "victory"
    assert not [event for event in scene.fight.events if event.kind == "flee"]


@clause("ES-84")
def test_flight_proposed_in_the_end_step_is_voted_on_before_the_next_turn() -> None:
    poison = {"name": "Venom", "bonus": 30, "defence": "AC", "hit": [{"ongoing": 5}]}
    scene = typed(
        [pc("ann"), pc("bob", initiative=-9), dummy(initiative=30, attacks=[poison], engaged=["ann"]), dummy("late", initiative=2)],
        [10, 1, 10, 10],
    )  # fmt: skip
    scene.do("use:0:ann", 15)
    scene.end_turn()
    scene.do("end")
    assert open_id(scene) == "save:ann#1"
    scene.rule("propose_flight", who="bob")
    scene.fight.enter(scene.asked.id, [15])
    assert {question.about for question in scene.fight.questions} == {"flee vote"}
    for vote in [asked.id for asked in scene.fight.questions]:
        scene.fight.answer(vote, "no")
    flights = [place for place, event in enumerate(scene.fight.events) if event.kind == "flee"]
    begins = [place for place, event in enumerate(scene.fight.events) if "late" in event.text.lower() and event.kind == "turn"]
    assert scene.now == "turn late" and flights and begins and flights[-1] < begins[-1]


@clause("ES-140")
def test_the_party_is_asked_whether_to_go_on_though_the_first_of_them_is_gone() -> None:
    battles = [{"name": "first"}, {"name": "second"}]
    scene = Scene([pc("ann"), pc("bob"), dummy("a"), dummy("b", battle=2)], [20, 10, 1], battles=battles)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert scene.now == "retreat ann"
    scene.rule("remove", who="ann")
    assert scene.now == "retreat bob"


@clause("ES-134")
def test_who_may_use_no_recovery_is_not_asked_for_one_in_the_rest() -> None:
    battles = [{"name": "first"}, {"name": "second"}]
    scene = Scene([pc("ann", start={"hp": 25}), dummy("a"), dummy("b", battle=2)], [20, 1], battles=battles)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert scene.now == "recover ann"
    scene.rule("condition", who="ann", condition="no_recovery", until="end of battle")
    assert scene.now == "retreat ann"


@clause("ES-30")
def test_who_is_given_hit_points_in_its_last_act_lives() -> None:
    burst = {
        "name": "Burst", "kind": "close", "action": "free", "trigger": "self_drops", "bonus": 9, "defence": "PD",
        "targets": {"range": "nearby", "count": "all"}, "hit": [{"damage": 3}],
    }  # fmt: skip
    scene = Scene([pc("ann", initiative=30, engaged=["dummy"]), dummy(hp=8, powers=[burst]), dummy("other")], [20, 1, 1])
    scene.do("use:0:dummy", 15)
    if scene.now == "spare ann":
        scene.do("slay")
    assert scene.now == "triggered dummy"
    scene.rule("set", who="dummy", stat="hp", value=8)
    scene.do("yes", 2)
    assert scene.hp("dummy") == 8 and scene.get("dummy").state == UP


@clause("ES-157")
def test_an_effect_that_is_over_is_not_offered_to_be_ended() -> None:
    shrug = {"name": "Shrug", **SELF, "hit": [{"shake_off": "one"}]}
    venom = {
        "name": "Venom", "bonus": 30, "defence": "AC", "hit": [{"ongoing": 5}, {"inflict": "dazed"}, {"inflict": "vulnerable"}],
    }  # fmt: skip
    scene = Scene([pc("ann", powers=[shrug]), dummy(initiative=30, attacks=[venom], engaged=["ann"])], [1, 10])
    scene.do("use:0:ann", 15)
    scene.end_turn()
    scene.do("use:1")
    assert scene.now == "end effect ann" and len(scene.options) == 3
    scene.rule("end_condition", who="ann", condition="dazed")
    assert len(scene.options) == 2
    scene.rule("end_condition", who="ann", condition="vulnerable")
    if scene.now == "end effect ann":
        scene.do(scene.options[0])
    assert not scene.get("ann").lasting


@clause("ES-17")
def test_nobody_gone_is_offered_as_what_sets_off_a_readied_action() -> None:
    scene = Scene([pc("ann", initiative=20), dummy("one"), dummy("two")], [20, 1, 1])
    scene.do("ready")
    scene.do("use:0:*")
    assert "attacks:one" in scene.options
    scene.rule("remove", who="one")
    assert "attacks:one" not in scene.options and "attacks:two" in scene.options


@clause("ES-53", "ES-54")
def test_a_shot_in_answer_to_being_staggered_draws_like_any_other() -> None:
    lash = {
        "name": "Lash", "kind": "ranged", "action": "free", "usage": "1/battle", "trigger": "self_staggered", "bonus": 8,
        "defence": "AC", "hit": [{"damage": 3}],
    }  # fmt: skip
    scene = Scene(
        [pc("ann", initiative=30, engaged=["dummy"]), pc("bob", engaged=["dummy"]), dummy(hp=20, powers=[lash]), dummy("other")],
        [20, 2, 1, 1],
    )  # fmt: skip
    scene.do("use:0:dummy", 15)
    assert scene.now == "triggered dummy"
    scene.do("yes")
    if scene.now == "aim dummy":
        scene.do("at:bob")
    assert scene.now.startswith("opportunity")


# -- what nobody is there for any more -------------------------------------------------------------------------------------


@clause("ES-37")
def test_nobody_is_asked_to_add_a_die_that_the_gm_has_taken_away() -> None:
    hot = row("attacked", {"damage": 4}, escalated=True)
    scene = Scene([pc("ann", initiative=20), dummy(engaged=["ann"], occasions=hot)], [20, 1])
    scene.rule("set_escalation", value=3)
    scene.do("use:0:dummy")
    assert scene.now == "escalation die ann"
    scene.fight.add_script([15])
    scene.rule("reset_escalation")
    assert scene.now == "turn ann" and (scene.hp("dummy"), scene.hp("ann")) == (90, 40)
    scene.check_clean()


@clause("ES-30", "ES-52")
def test_a_blow_in_answer_does_not_follow_one_who_is_moved_away() -> None:
    answer = {"name": "Answer", "bonus": 8, "defence": "AC", "trigger": "self_missed", "action": "free", "hit": [{"damage": 5}]}
    foes = [dummy(initiative=30, engaged=["ann"], zone="yard"), dummy("other", zone="yard")]
    scene = Scene([pc("ann", attacks=[answer], zone="yard"), *foes], [3, 20, 1], zones=YARD)
    scene.do("use:0:ann", 2)
    assert scene.now == "triggered ann"
    scene.rule("set_zone", who="dummy", zone="gate")
    assert not scene.now.startswith("triggered")


@clause("ES-30")
def test_what_falls_on_one_who_is_gone_neither_comes_into_play_nor_is_used_up() -> None:
    """The first trait fells the attacker; the second, for the attacker too, has nobody to fall on."""
    thorns = [{"name": name, "when": "attacked", "once": "battle", "effects": [{"damage": 100}]} for name in ("Thorns", "Spines")]
    scene = Scene([pc("ann", occasions=thorns), dummy(initiative=30, engaged=["ann"]), dummy("other")], [2, 20, 1])
    scene.do("use:0:ann", 15)
    assert scene.now == "turn ann" and scene.get("dummy").state == SLAIN
    assert [text for text in scene.texts() if "Thorns" in text] and not [text for text in scene.texts() if "Spines" in text]


@clause("ES-30")
def test_a_power_that_answers_one_who_is_gone_is_not_offered() -> None:
    answer = {"name": "Answer", "trigger": "self_damaged", "action": "free", "usage": "1/battle", "hit": [{"damage": 5}]}
    scene = Scene([pc("ann", powers=[answer]), dummy(initiative=30, engaged=["ann"]), dummy("other")], [3, 2, 1])
    scene.do("use:0:ann", 15)
    assert scene.now == "triggered ann"
    scene.rule("remove", who="dummy")
    assert scene.now == "turn ann" and not any(scene.get("ann").used)


@clause("ES-04")
@pytest.mark.parametrize("ambush", ["", "foes"])
def test_a_battle_that_is_over_before_its_first_turn_has_none(ambush: str) -> None:
    more = {"ambush": ambush} if ambush else {}
    scene = typing([pc("ann"), dummy()], **more)
    scene.rule("end_battle", outcome="victory")
    assert scene.now == "over" and not [event for event in scene.fight.events if event.kind in ("round", "ambush", "turn")]
    gone = typing([pc("ann"), dummy()], **more)
    gone.rule("remove", who="dummy")
    while gone.fight.questions and gone.asked.pending is not None:
        gone.fight.enter(gone.asked.id, [10])
    assert gone.now == "over" and gone.fight.outcome is not None and gone.fight.outcome.result == "victory"


@clause("ES-159")
def test_the_confused_do_not_strike_at_a_friend_who_is_moved_away() -> None:
    foes = [dummy(name, initiative=start, zone="yard") for name, start in (("one", 20), ("two", 0), ("three", 0))]
    scene = typed([pc("ann", zone="yard", engaged=["one"]), *foes], [3, 20, 2, 1], zones=YARD)
    scene.rule("crit_bonus", who="one", condition="confused")
    scene.do("confused")
    assert open_id(scene) == "random target:one#1"
    scene.rule("set_zone", who="two", zone="gate")
    assert open_id(scene) == "attack:one#1"
    scene.fight.enter(scene.asked.id, [15])
    assert (scene.hp("two"), scene.hp("three")) == (100, 95)


@clause("ES-124", "ES-132")
@pytest.mark.parametrize(("stat", "value"), [("max_hp", 18), ("wounds", 5)])
def test_a_maximum_lowered_by_the_gms_word_may_kill_the_dying(stat: str, value: int) -> None:
    """-10 of 40 lives; half of 18, or of 40 - 5 x 5, is less than that."""
    scene = Scene([pc("ann"), pc("bob"), dummy()], [10, 20, 1])
    scene.rule("set", who="ann", stat="hp", value=-10)
    assert scene.get("ann").state == DYING
    scene.rule("set", who="ann", stat=stat, value=value)
    assert scene.get("ann").state == DEAD


@clause("ES-135")
def test_no_healing_is_rolled_in_the_rest_for_one_who_is_gone() -> None:
    mend = {"name": "Mend", "kind": "close", "spell": True, "targets": {"who": "ally", "range": "nearby"}, "hit": [{"heal": "2d6"}]}
    battles = [{"name": "first"}, {"name": "second"}]
    people = [pc("ann", powers=[mend]), pc("bob", start={"hp": 5}), dummy("a"), dummy("b", battle=2)]
    scene = typed(people, [20, 10, 1], battles=battles)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    scene.do("spell:ann:1")
    assert open_id(scene) == "healing:ann#1"
    scene.rule("remove", who="bob")
    assert scene.now == "retreat ann"


@clause("ES-51", "ES-30")
@pytest.mark.parametrize("gone", ["bob", "cid"])
def test_contact_is_made_with_those_who_are_there(gone: str) -> None:
    """The dummy comes at Bob and Cid; while Bob is asked whether to do something about it, one of them is taken out."""
    wary = row("enemy_comes", {"damage": 1}, asks=True)
    party = [pc("bob", occasions=wary, engaged=["other"]), pc("cid", engaged=["other"]), pc("dan")]
    scene = Scene([*party, dummy(initiative=30), dummy("other")], [3, 2, 1, 10, 1])
    scene.do("move/engage:bob+cid")
    assert scene.now == "occasion bob"
    scene.rule("remove", who=gone)
    if scene.now == "occasion bob":
        scene.do("no")
    met = [] if gone == "bob" else ["Dummy dummy engages Bob."]
    assert [text for text in scene.texts() if "engages" in text] == met
    assert scene.get("dummy").engaged == (0 if gone == "bob" else scene.get("bob").bit)
