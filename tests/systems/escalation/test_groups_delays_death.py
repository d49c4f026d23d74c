"""Groups as targets, dragging, newcomers, delays that lapse, the order of effects at the end of a turn, death between battles."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import COMATOSE, DEAD, DYING, UP
from tests.support import clause
from tests.systems.escalation.fiend import attack
from tests.systems.escalation.scene import Scene, dummy, pc, person

YARD = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]


# -- targets -------------------------------------------------------------------------------------------------------------


@clause("ES-67")
def test_a_group_may_stand_faraway_where_the_attack_reaches_so_far() -> None:
    hail = {
        "name": "Hail", "kind": "ranged", "bonus": 30, "defence": "PD", "hit": [{"damage": 4}],
        "targets": {"count": 2, "in_group": True, "range": "faraway"},
    }  # fmt: skip
    people = [pc("ann", attacks=[hail], zone="yard"), *[dummy(name, zone="gate") for name in "abc"]]
    scene = Scene(people, [20, 3, 2, 1], zones=YARD)
    scene.do("use:0")
    assert scene.options == ["at:a+b", "at:b+c"]
    scene.do("at:b+c", 11, 11)
    assert [scene.hp(name) for name in "abc"] == [100, 96, 96]
    scene.check_clean()


@clause("ES-67")
def test_a_group_does_not_bridge_two_zones() -> None:
    hail = {
        "name": "Hail", "kind": "ranged", "bonus": 30, "defence": "PD", "hit": [{"damage": 4}],
        "targets": {"count": 3, "in_group": True, "range": "faraway"},
    }  # fmt: skip
    people = [pc("ann", attacks=[hail], zone="yard"), dummy("a", zone="yard"), dummy("b", zone="gate"), dummy("c", zone="gate")]
    scene = Scene(people, [20, 3, 2, 1], zones=YARD)
    scene.do("use:0")
    assert scene.options == ["at:b+c"]  # the longest run there is; A stands elsewhere


@clause("ES-159")
def test_the_hampered_still_heal_and_slip_away() -> None:
    curse = attack("Curse", hit=[{"inflict": "hampered"}])
    scene = Scene([person("ilse"), dummy(attacks=[curse], engaged=["ilse"], initiative=30)], [10, 1])
    scene.do("use:0:ilse", 11)
    scene.end_turn()
    assert "use:4:ilse" in scene.options  # Mend is no attack
    assert "hampered" in scene.why_not("use:2:dummy")  # Dawnspear is one, and no basic one
    assert "use:0:dummy" in scene.options


@clause("ES-108")
def test_what_a_miss_line_does_to_others_happens_even_where_the_target_is_not_found() -> None:
    burst = attack("Burst", miss=[{"damage": 4, "on": "each_other"}, {"damage": 9}])
    people = [pc("ann", engaged=["cantor", "other"], attacks=[burst]), person("cantor"), dummy("other")]
    scene = Scene(people, [1, 20, 1])
    scene.do("use:2")  # the cantor veils itself
    scene.end_turn()
    scene.until("turn ann")
    scene.do("use:0:cantor", 4)
    assert (scene.hp("cantor"), scene.hp("other")) == (42, 96)
    scene.check_clean()


# -- melee ---------------------------------------------------------------------------------------------------------------


@clause("ES-161")
def test_whoever_is_dragged_off_leaves_every_other_melee() -> None:
    hug = attack("Hug", hit=[{"grab": True}])
    ogre = dummy("ogre", attacks=[hug], initiative=30, category="large", engaged=["ann"])
    scene = Scene([pc("ann"), ogre, dummy("other", engaged=["ann"])], [10, 1, 1], zones=YARD)
    scene.do("use:0:ann", 11)
    scene.do("move/zone:gate")
    ann = scene.get("ann")
    assert (ann.zone, ann.engaged) == (1, scene.get("ogre").bit)
    assert scene.get("other").engaged == 0
    assert ann.grabber == scene.get("ogre").number
    scene.check_clean()


@clause("ES-30")
def test_a_power_may_answer_somebody_leaving() -> None:
    lash = {"name": "Lash", "action": "free", "trigger": "enemy_leaves", "bonus": 30, "defence": "AC", "hit": [{"damage": 5}]}
    people = [pc("ann", engaged=["foe"]), dummy("foe", powers=[lash])]
    walked = Scene(people, [20, 1])
    walked.do("move/away")
    walked.do("no")  # no opportunity attack
    assert walked.now == "triggered foe"
    walked.do("yes", 11)
    assert (walked.hp("ann"), walked.get("ann").engaged) == (35, 0)
    walked.check_clean()
    slipped = Scene(people, [20, 1])
    slipped.do("disengage", 11)
    assert slipped.now == "triggered foe"
    failed = Scene(people, [20, 1])
    failed.do("disengage", 10)  # she has not left
    assert failed.now == "turn ann"


@clause("ES-03", "ES-42")
def test_set_up_that_cannot_be_is_refused_in_words() -> None:
    for row, words in (
        ({"engaged": ["ann"], "zone": "gate"}, "another zone"),
        ({"engaged": ["other"]}, "no enemy"),
        ({"behind": ["ann"]}, "no ally"),
    ):
        people = [pc("ann", zone="yard"), {**dummy("foe"), "zone": "yard", **row}, dummy("other", zone="yard")]
        with pytest.raises(Refusal, match=words):
            from_data({"system": "escalation", "combatants": people, "zones": YARD}).battle()


@clause("ES-07")
def test_a_newcomer_may_come_in_engaged_or_behind_somebody() -> None:
    scene = Scene([pc("ann"), dummy("foe")], [20, 1])
    scene.rule("add", 5, unit=dummy("late", engaged=["ann"]))
    assert scene.get("ann").engaged == scene.get("late").bit
    with pytest.raises(Refusal, match="not in the fight"):
        scene.rule("add", 5, unit=dummy("later", engaged=["nobody"]))
    assert scene.battle.named("later") is None
    scene.end_turn()
    assert len(scene.battle.fighters) == 3


# -- life ----------------------------------------------------------------------------------------------------------------


@clause("ES-124", "ES-133")
def test_hit_points_set_past_the_threshold_kill_like_any_others() -> None:
    for mode, state in (("off", DEAD), ("on", COMATOSE)):
        scene = Scene([pc("ann"), pc("bob"), dummy()], [20, 10, 1], options={"meaningful_death": mode})
        scene.rule("set", who="ann", stat="hp", value=-19)
        assert scene.get("ann").state == DYING
        scene.rule("set", who="ann", stat="hp", value=-20)
        assert scene.get("ann").state == state
        scene.check_clean()


@clause("ES-171")
def test_the_size_of_one_mook_is_not_changed_apart_from_its_mob() -> None:
    scene = Scene([pc("ann"), person("jackal", count=3)], [20, 1])
    with pytest.raises(Refusal, match="pool of its mob"):
        scene.rule("set", who="jackal-1", stat="max_hp", value=3)


@clause("ES-72", "ES-16")
def test_nobody_is_still_surprised_in_the_next_battle() -> None:
    battles = [{"name": "one", "ambush": "foes"}, {"name": "two"}]
    scene = Scene([pc("ann"), dummy("a", battle=1), dummy("b", battle=2)], [10], battles=battles)
    scene.do("a")
    scene.rule("end_battle", outcome="victory")  # in the middle of the ambush
    scene.do("quick")
    scene.do("on", 20, 1)
    assert scene.battle.surprised == 0
    scene.do("move/engage:b")
    scene.end_turn()
    scene.do("move/away")
    assert scene.now == "opportunity ann"
    scene.check_clean()


@clause("ES-84")
def test_a_proposal_to_flee_ends_with_its_battle() -> None:
    scene = Scene(
        [pc("ann"), dummy("a", battle=1), dummy("b", battle=2)], [20, 1], battles=[{"name": "one"}, {"name": "two"}]
    )
    scene.rule("propose_flight", who="ann")
    scene.rule("end_battle", outcome="victory")
    assert scene.now == "rest "
    scene.do("quick")
    scene.do("on", 20, 1)
    assert scene.now == "turn ann"
    scene.check_clean()


# -- order ---------------------------------------------------------------------------------------------------------------


@clause("ES-11", "ES-12")
def test_a_delayer_may_step_in_between_two_of_a_group() -> None:
    scene = Scene([pc("ann", initiative=30), dummy("wolf", count=3, initiative=5)], [10, 10])
    scene.do("delay")
    scene.end_turn()  # the first wolf
    assert scene.now == "step in ann"
    scene.do("yes")
    assert scene.order == ["wolf-1", "ann", "wolf-2", "wolf-3"]
    assert scene.get("ann").initiative == 15
    scene.end_turn()
    assert scene.now == "turn wolf-2"
    scene.check_clean()


@clause("ES-14", "ES-15", "ES-34")
def test_a_lapsed_delay_gives_the_interrupt_back_in_its_end_step() -> None:
    twist = {
        "name": "Twist", "kind": "close", "action": "interrupt", "trigger": "self_hit", "versus": ["AC"],
        "targets": {"who": "self"}, "hit": [{"defence": {"ac": 4}}],
    }  # fmt: skip
    scene = Scene([pc("ann", powers=[twist], engaged=["foe"]), dummy("foe", initiative=0)], [10, 10])
    scene.do("delay")
    scene.do("use:0:ann", 11)  # 11 + 8 = 19 hits AC 18
    scene.do("yes")
    assert scene.get("ann").interrupt_used
    scene.end_turn()
    while scene.now == "step in ann":
        scene.do("no")
    assert (scene.now, scene.get("ann").interrupt_used) == ("turn ann", False)
    scene.check_clean()


@clause("ES-22", "ES-24")
def test_a_readied_action_fired_as_ones_turn_ends_what_lasts_to_its_start_first() -> None:
    people = [pc("ann", engaged=["foe"]), dummy("foe", initiative=30)]
    scene = Scene(people, [10, 10])
    scene.end_turn()
    scene.rule("modifier", who="ann", on="attack", value=5, until="start of target's next turn")
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("attacks:foe")
    scene.end_turn()
    scene.do("use:0:ann")
    scene.do("yes", 9, 2)  # start step: the +5 is gone; 9 + 7 + die 1 = 17 misses AC 18 for 3; then the foe misses
    assert scene.hp("foe") == 97
    assert scene.get("ann").state == UP
    assert scene.order == ["ann", "foe"]
    scene.check_clean()


@clause("ES-59", "ES-54")
def test_an_opportunity_attack_may_drop_the_caster_so_that_the_spell_is_lost_but_spent() -> None:
    bolt = {"name": "Bolt", "kind": "ranged", "spell": True, "usage": "1/battle", "bonus": 9, "defence": "PD", "hit": [{"damage": 4}]}
    people = [pc("ann", attacks=[attack("Sword"), bolt], engaged=["foe"], start={"hp": 4}), pc("bob"), dummy("foe")]
    scene = Scene(people, [20, 10, 1])
    scene.do("use:1:foe")
    scene.do("yes", 15)
    assert (scene.get("ann").state, scene.get("ann").used[1], scene.hp("foe")) == (DYING, 1, 100)
    scene.check_clean()


@clause("ES-34", "ES-35")
def test_effects_bite_and_are_saved_against_in_the_order_they_came() -> None:
    both = attack("Both", hit=[{"inflict": "dazed"}])
    burn = attack("Burn", hit=[{"ongoing": 5}])
    scene = Scene([pc("ann", engaged=["foe"]), dummy("foe", attacks=[both, burn], initiative=30)], [10, 1])
    scene.do("use:0:ann", 11)
    scene.end_turn()
    scene.end_turn(5)  # the daze is not saved against
    scene.do("use:1:ann", 11)
    scene.end_turn()
    scene.end_turn(15, 4)  # first the daze (15 ends it), then 5 damage and its save (4 fails)
    assert (scene.hp("ann"), [each.ongoing for each in scene.get("ann").lasting]) == (35, [5])
    assert not scene.get("ann").conditions & b.DAZED
    scene.check_clean()


@clause("ES-123", "ES-137")
def test_failed_death_saves_do_not_follow_into_the_next_battle() -> None:
    battles = [{"name": "one"}, {"name": "two"}]
    people = [pc("ann"), pc("bob", initiative=0), dummy("a", battle=1), dummy("b", battle=2)]
    scene = Scene(people, [10, 10, 1], battles=battles)
    scene.rule("set", who="bob", stat="hp", value=-3)
    scene.rule("set", who="bob", stat="death_fails", value=3)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    scene.do("recover", 1, 1, 1)  # he must: 4 hit points
    scene.do("enough")
    scene.do("on", 10, 10, 1)
    assert (scene.hp("bob"), scene.get("bob").death_fails, scene.get("bob").state) == (4, 0, UP)
    scene.check_clean()
