"""Each further switch does what its row says, and rulings on open questions hold as stated."""

from __future__ import annotations

from quintain.engine import Automation
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import escalation_bonus
from quintain.systems.escalation.rules.sheet import DEAD, DYING, UP, WAITING
from tests.systems.escalation.scene import Scene, dummy, pc, person


def test_companions_use_the_die_only_where_the_table_says_so() -> None:
    def bonus(switch: str) -> int:
        wolf = pc("wolf", kind="companion")
        scene = Scene([pc("ann"), wolf, dummy()], [20, 10, 1], options={"companion_escalation": switch})
        scene.rule("set_escalation", value=3)
        return escalation_bonus(scene.battle, scene.get("wolf"))

    assert (bonus("off"), bonus("on")) == (0, 3)


def test_a_companion_dies_like_a_pc() -> None:
    scene = Scene([pc("ann"), pc("wolf", kind="companion"), dummy()], [20, 10, 1])
    scene.rule("set", who="wolf", stat="hp", value=-2)
    assert scene.get("wolf").state == DYING


def test_crits_double_ongoing_damage_only_by_switch() -> None:
    def ongoing(switch: str) -> int:
        brand = {"name": "Brand", "bonus": 9, "defence": "AC", "hit": [{"damage": 1}, {"ongoing": 5}]}
        scene = Scene(
            [pc("ann", engaged=["dummy"], attacks=[brand]), dummy()], [20, 1], options={"crit_ongoing": switch}
        )
        scene.do("use:0:dummy", 20)
        return scene.get("dummy").lasting[0].ongoing

    assert (ongoing("off"), ongoing("on")) == (5, 10)


def test_damage_is_rolled_once_or_per_target() -> None:
    sweep = {
        "name": "Sweep",
        "kind": "close",
        "bonus": 9,
        "defence": "AC",
        "targets": {"count": 2},
        "hit": [{"damage": "1d8"}],
    }
    people = [pc("ann", attacks=[sweep]), dummy("a"), dummy("b")]
    once = Scene([*people], [20, 2, 1])
    once.do("use:0", 15, 15, 6)
    assert (once.hp("a"), once.hp("b")) == (94, 94)
    each = Scene([*people], [20, 2, 1], options={"damage_rolls": "per_target"})
    each.do("use:0", 15, 15, 6, 2)
    assert (each.hp("a"), each.hp("b")) == (94, 98)
    each.check_clean()
    once.check_clean()


def test_stray_miss_damage_on_friends_can_be_waived() -> None:
    def hurt(switch: str) -> int:
        people = ["caul", person("odrun", engaged=["hound"]), "hound"]
        scene = Scene([*people], [20, 10, 1], options={"friendly_miss_damage": switch})
        scene.do("use:2:hound", 1, 2)  # a stray lance that misses Odrun
        return 55 - scene.hp("odrun")

    assert (hurt("on"), hurt("off")) == (3, 0)


def test_hits_on_the_fallen_count_as_failures_only_by_switch() -> None:
    def fails(switch: str) -> int:
        scene = Scene(
            [pc("ann", engaged=["dummy"]), pc("bob"), dummy(initiative=30)],
            [1, 2, 10],
            options={"hit_while_down_fails": switch},
        )
        scene.rule("set", who="ann", stat="hp", value=-1)
        scene.do("use:0:ann", 15)
        return scene.get("ann").death_fails

    assert (fails("off"), fails("on")) == (0, 1)


def test_an_interrupted_action_is_kept_or_lost() -> None:
    def left(switch: str) -> int:
        pop = {"name": "Shove", "bonus": 30, "defence": "AC", "hit": [{"pop_free": "target"}]}
        people = [pc("ann", engaged=["dummy"], attacks=[pop]), dummy(initiative=0)]
        scene = Scene([*people], [10, 10], options={"interrupted_action": switch})
        scene.do("ready")
        scene.do("use:0:*")
        scene.do("attacks:dummy")
        scene.end_turn()
        scene.do("use:0:ann")
        scene.do("yes", 10)  # the dummy is pushed out of melee: its attack cannot happen
        assert scene.now == "turn dummy"
        return scene.get("dummy").actions

    assert (left("kept"), left("lost")) == (7, 6)


def test_several_may_intercept_only_by_switch() -> None:
    def stopped_by(switch: str) -> int:
        people = [pc("ann"), pc("bob"), pc("cid", behind=["ann", "bob"]), dummy(initiative=30)]
        scene = Scene([*people], [3, 2, 1, 10], options={"multi_intercept": switch})
        scene.do("move/engage:cid")
        while scene.now.startswith("intercept"):
            scene.do("yes")
        return scene.get("dummy").engaged.bit_count()

    assert (stopped_by("off"), stopped_by("on")) == (1, 2)


def test_opportunity_attacks_can_be_capped_at_one_per_round() -> None:
    def asked(switch: str) -> int:
        people = [pc("ann", engaged=["dummy"]), pc("bob", engaged=["dummy"], initiative=4), dummy(initiative=0)]
        scene = Scene([*people], [10, 10, 1], options={"oa_cap": switch})
        count = 0
        for _ in range(2):
            scene.do("move/away")
            if scene.now == "opportunity dummy":
                count += 1
                scene.do("yes", 2)
            scene.end_turn()
        return count

    assert (asked("none"), asked("one_per_round")) == (2, 1)


def test_disengaging_from_some_foes_can_be_ruled_out() -> None:
    people = [pc("ann", engaged=["a", "b"]), dummy("a"), dummy("b")]
    scene = Scene([*people], [20, 2, 1], options={"partial_disengage": "off"})
    assert "disengage:a" not in scene.options
    assert "from everyone or from nobody" in scene.why_not("disengage:a")


def test_a_party_that_is_down_loses_or_plays_on() -> None:
    def result(switch: str) -> str:
        scene = Scene([pc("ann", engaged=["dummy"]), dummy(initiative=30)], [1, 10], options={"party_down": switch})
        scene.rule("set", who="ann", stat="hp", value=-1)
        return scene.fight.outcome.result if scene.fight.outcome else scene.now

    assert (result("defeat"), result("play_on")) == ("defeat", "turn dummy")


def test_a_lost_recharge_power_may_have_to_roll_again() -> None:
    foes: list[str | dict[str, object]] = [dummy("a", battle=1, hp=1), dummy("b", battle=2)]
    scene = Scene(
        [person("vessa", start={"spent": ["Red Thread"]}), *foes],
        [20, 1],
        battles=[{"name": "one"}, {"name": "two"}],
        options={"recharge_retry": "roll"},
    )
    scene.rule("end_battle", outcome="victory")
    scene.do("quick", 3)  # rolled again, and failed again
    scene.do("on", 20, 1)
    assert scene.get("vessa").out[2] == 1
    scene.check_clean()


def test_the_unconscious_may_fight_in_spirit_by_switch() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy(initiative=30)], [10, 1, 10], options={"spirit_unconscious": "on"})
    scene.rule("set", who="ann", stat="hp", value=-2)
    scene.end_turn(4)  # her death save fails; then she may inspire
    assert scene.now == "spirit ann"


def test_the_surprised_react_only_by_switch() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [10], ambush="foes", options={"surprised_react": "on"})
    scene.do("dummy")
    scene.do("move/away")
    assert scene.now == "opportunity ann"


def test_a_wound_may_come_at_once() -> None:
    scene = Scene(
        [pc("ann"), pc("bob"), dummy()], [20, 10, 1], options={"lasting_wounds": "on", "wound_timing": "at_drop"}
    )
    scene.rule("set", who="ann", stat="hp", value=-2)
    assert (scene.get("ann").max_hp, scene.get("ann").wounds) == (35, 1)


# -- rulings of the table ------------------------------------------------------------------------------------------------


def test_both_sides_last_falling_in_one_act_is_a_draw() -> None:
    blast = {
        "name": "Blast",
        "kind": "close",
        "bonus": 30,
        "defence": "PD",
        "hit": [{"damage": 200}, {"damage": 200, "on": "self"}],
    }
    scene = Scene([pc("ann", attacks=[blast]), dummy()], [20, 1])
    scene.do("use:0:dummy", 10)
    assert scene.fight.outcome is not None
    assert scene.fight.outcome.result == "draw"
    scene.check_clean()


def test_a_pc_dropped_in_its_end_step_goes_on_through_its_effects() -> None:
    curse = {"name": "Curse", "bonus": 40, "defence": "AC", "hit": [{"ongoing": 45}, {"inflict": "dazed"}]}
    scene = Scene(
        [pc("ann"), pc("bob", initiative=0), dummy(engaged=["ann"], attacks=[curse], initiative=30)], [10, 10, 10]
    )
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.end_turn(12, 13)  # 45 ongoing drops her; her saves still come: both succeed
    assert scene.get("ann").state == DYING
    assert scene.get("ann").lasting == []
    scene.check_clean()


def test_an_effect_tied_to_a_turn_of_the_dead_ends_at_its_place() -> None:
    hex_ = {"name": "Hex", "bonus": 40, "defence": "AC", "hit": [{"inflict": "dazed", "until": "end of own next turn"}]}
    foes: list[str | dict[str, object]] = [
        dummy("witch", attacks=[hex_], initiative=30, hp=1, engaged=["ann"]),
        dummy("b"),
    ]
    scene = Scene([pc("ann"), *foes], [10, 10, 1])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.do("use:0:witch", 15)
    scene.do("slay")
    assert scene.get("ann").conditions & b.DAZED
    scene.end_turn()
    assert scene.now == "turn b"
    scene.end_turn()
    assert (scene.now, scene.get("ann").conditions) == ("turn ann", 0)  # the witch's place has come and gone
    scene.check_clean()


def test_two_delayers_in_one_gap_are_asked_by_count() -> None:
    scene = Scene(
        [pc("ann", initiative=9), pc("bob", initiative=7), pc("cid", initiative=5), dummy()], [10, 10, 10, 10]
    )
    scene.do("delay")
    scene.do("no") if scene.now == "step in ann" else None
    scene.do("delay")
    while scene.now != "turn cid":
        scene.do("no")
    scene.end_turn()
    assert scene.now == "step in ann"
    scene.do("no")
    assert scene.now == "step in bob"
    scene.do("yes")
    scene.end_turn()
    assert scene.now == "step in ann"  # a new gap after Bob's turn
    scene.check_clean()


def test_the_gm_may_remove_the_acting_combatant_inside_a_reaction() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob"), dummy()], [20, 10, 1])
    scene.do("move/away")
    assert scene.now == "opportunity dummy"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"
    scene.check_clean()


def test_reinforcements_of_a_later_battle_wait_unseen() -> None:
    scene = Scene(
        [pc("ann"), dummy("a", battle=1, hp=1), dummy("b", battle=2)],
        [20, 1],
        battles=[{"name": "one"}, {"name": "two"}],
    )
    assert scene.get("b").state == WAITING
    assert '"b"' not in str(scene.fight.view("seat:x"))
    assert "b" not in scene.order
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    scene.do("on", 20, 1)
    assert scene.get("b").state == UP
    assert scene.get("a").state != UP
    scene.check_clean()


def test_ending_the_battle_as_a_defeat_ends_the_day() -> None:
    scene = Scene(
        [pc("ann"), dummy("a", battle=1), dummy("b", battle=2)], [20, 1], battles=[{"name": "one"}, {"name": "two"}]
    )
    scene.rule("end_battle", outcome="defeat")
    assert scene.fight.outcome is not None
    assert (scene.fight.outcome.result, scene.fight.outcome.winner) == ("defeat", "foes")


def test_dead_and_fallen_stay_dead_between_battles() -> None:
    people = [pc("ann"), pc("bob"), dummy("a", battle=1), dummy("b", battle=2)]
    scene = Scene([*people], [20, 10, 1], battles=[{"name": "one"}, {"name": "two"}])
    scene.rule("set", who="bob", stat="state", value="dead")
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    scene.do("on", 20, 1)
    assert scene.get("bob").state == DEAD
    assert scene.order == ["ann", "b"]
    scene.check_clean()


def test_a_held_result_is_compared_again_after_the_gms_word() -> None:
    automation = Automation()
    automation.hold = True
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1], automation=automation)
    scene.do("use:0:dummy", 10)  # 10 + 7 = 17 misses AC 18
    assert scene.asked.question is None  # the result is held
    scene.rule("set", who="dummy", stat="ac", value=17)
    scene.fight.answer(scene.asked.id, "go")
    assert scene.hp("dummy") == 90
    scene.check_clean()


def test_the_gm_may_force_a_hit() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(ac=40)], [20, 1])
    scene.rule("force", who="ann", what="attack", answers={"hit": 1})
    scene.do("use:0:dummy", 5)
    assert scene.hp("dummy") == 90
    scene.check_clean()


def test_stepping_in_after_the_turn_of_somebody_who_fell_in_it() -> None:
    spikes = {"damage": 9, "when": "always"}
    people = [
        pc("ann", initiative=20),
        pc("bob", initiative=5, thorns=spikes, engaged=["a"]),
        dummy("a", hp=5),
        dummy("b", initiative=-5),
    ]
    scene = Scene(people, [10, 1, 10, 1])
    assert scene.order == ["ann", "a", "bob", "b"]  # 30, 10, 6, -4
    scene.do("delay")
    scene.do("use:0:bob", 2)  # it misses, and dies on Bob's spikes in its own turn
    assert scene.now == "step in ann"
    scene.do("yes")
    assert (scene.order, scene.get("ann").initiative) == (["ann", "bob", "b"], 10)
    scene.check_clean()


def test_a_felled_foe_that_the_gm_raises_has_its_place_again() -> None:
    scene = Scene([pc("ann", engaged=["a"]), dummy("a", hp=5), dummy("b")], [20, 10, 1])
    scene.do("use:0:a", 15)
    scene.do("slay")
    scene.until("turn ann")
    scene.end_turn()
    assert scene.order == ["ann", "b"]
    scene.rule("set", who="a", stat="hp", value=5)
    assert scene.order == ["ann", "a", "b"]
    scene.check_clean()


def test_a_confused_creature_without_an_ally_nearby_does_nothing() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1])
    scene.rule("crit_bonus", who="ann", condition="confused")
    question = scene.asked.question
    assert question is not None
    assert question.choose(scene.fight.system.tactic("steady")).id() == "end"
    assert "confused" in scene.why_not("use:0:dummy")


def test_a_granted_volley_with_nobody_left_is_simply_not_made() -> None:
    paw = {
        "name": "Paw", "bonus": 30, "defence": "AC", "hit": [{"damage": 45}],
        "riders": [{"when": "hit", "effects": [{"attack": "Volley", "at": "other"}]}],
    }  # fmt: skip
    volley = {
        "name": "Volley", "kind": "ranged", "bonus": 9, "defence": "AC", "needs": ["granted"],
        "targets": {"count": 3, "in_group": True}, "hit": [{"damage": 1}],
    }  # fmt: skip
    scene = Scene(
        [pc("ann", engaged=["dummy"]), dummy(attacks=[paw, volley], initiative=30)],
        [1, 20],
        options={"party_down": "play_on"},
    )
    scene.do("use:0:ann", 10)
    assert scene.get("ann").state == DYING
    assert scene.now == "turn dummy"
    scene.check_clean()


def test_ties_may_be_rolled_off() -> None:
    people = [pc("ann", initiative=5), pc("bob", initiative=0), dummy("wolf", initiative=3, count=2), dummy("late", initiative=-9)]
    scene = Scene(people, [5, 10, 7, 1, 4, 12, 9], options={"init_tie": "rolloff"})
    # Ann, Bob and the wolves all have 10; they roll off with 4, 12 and 9
    assert scene.order == ["bob", "wolf-1", "wolf-2", "ann", "late"]
    scene.check_clean()
    again = Scene(people, [5, 10, 7, 1, 12, 12, 3], options={"init_tie": "rolloff"})
    assert again.order == ["ann", "bob", "wolf-1", "wolf-2", "late"]  # still tied: the higher bonus
    again.check_clean()


def test_a_newcomer_rolls_off_only_against_those_it_ties_with() -> None:
    scene = Scene([pc("ann", initiative=5), dummy("foe", initiative=-9)], [5, 1], options={"init_tie": "rolloff"})
    scene.rule("add", 10, 15, 3, unit=dummy("late", initiative=0))  # 10, as Ann has: Ann rolls 15, it rolls 3
    assert scene.order == ["ann", "late", "foe"]
    scene.check_clean()


def test_a_swoop_may_slip_past_a_flyer_instead_of_striking_it() -> None:
    people = [
        pc("wing", flies=True, initiative=20),
        dummy("guard", flies=True),
        dummy("mage", behind=["guard"], ac=17),
    ]
    scene = Scene(people, [10, 1, 1], options={"swoop": "slip_past"})
    assert "slips past" in scene.why_not("swoop:0:guard")
    scene.do("move/slip:mage")
    assert scene.get("wing").engaged == scene.get("mage").bit  # the guard was not asked
    scene.do("use:0:mage", 11)  # 11 + 7 - 2 = 16 misses AC 17 for 3
    assert scene.hp("mage") == 97
    scene.end_turn()
    scene.until("turn wing")
    scene.do("use:0:mage", 10)  # next turn without the penalty: 10 + 7 + die 1 = 18
    assert scene.hp("mage") == 87
    scene.check_clean()
    plain = Scene(people, [10, 1, 1])
    assert "strike in passing" in plain.why_not("move/slip:mage")
    plain.do("move/engage:mage")
    assert plain.now == "intercept guard"
