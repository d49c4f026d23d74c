"""The GM's word while dice or answers are awaited: what it makes pointless is neither thrown nor asked."""

from __future__ import annotations

import pytest

from quintain.engine import Automation
from quintain.systems.escalation.rules.sheet import SLAIN, UP
from tests.support import awaited, clause
from tests.systems.escalation.scene import BOW, DUMMY, Scene, dummy, pc, person, row

# -- dice and questions that a ruling has made pointless -------------------------------------------------------------------


@clause("ES-122")
def test_no_death_save_is_asked_of_one_whom_the_gm_has_brought_round() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob", initiative=10), dummy()], [20, 10, 1])
    scene.fight.type_dice("bob")
    scene.rule("set", who="bob", stat="hp", value=-3)
    scene.end_turn()
    assert scene.now == "roll bob"
    scene.rule("set", who="bob", stat="hp", value=20)
    assert scene.now == "turn bob"
    assert scene.get("bob").recoveries == 8


@clause("ES-127")
def test_nobody_who_is_awake_is_stabilised() -> None:
    scene = Scene(["ilse", person("caul", beside=["ilse"]), dummy()], [19, 5, 1])
    scene.fight.type_dice("ilse")
    scene.rule("set", who="caul", stat="hp", value=-3)
    scene.do("stabilise:caul")
    assert scene.now == "roll ilse"
    scene.rule("set", who="caul", stat="hp", value=5)
    assert scene.now == "turn ilse"
    assert scene.hp("caul") == 5


@clause("ES-56", "ES-57")
def test_no_disengage_check_is_made_from_foes_who_are_gone() -> None:
    scene = Scene([pc("ann", initiative=20, engaged=["one"]), dummy("one"), dummy("two")], [20, 1, 2])
    scene.fight.type_dice("ann")
    scene.do("disengage")
    scene.rule("remove", who="one")
    assert scene.now == "go on ann"


@clause("ES-98", "ES-103")
@pytest.mark.parametrize(("who", "face", "about"), [("odrun", 12, "flexible"), ("vessa", 2, "reroll")])
def test_whoever_falls_after_its_die_is_offered_no_choice_that_follows(who: str, face: int, about: str) -> None:
    """R-85: the attack is carried through as it was rolled."""
    scene = Scene([who, "ilse", person("hound-a", engaged=[who]), dummy()], [20, 1, 1, 1])
    scene.do("use:0:hound-a", face)
    assert scene.now == f"{about} {who}"
    scene.rule("set", who=who, stat="hp", value=-1)
    assert not scene.now.startswith(about)
    assert any(f"natural {face}" in text for text in scene.texts())


@clause("ES-120")
def test_whoever_is_down_by_then_is_not_asked_to_spare_and_who_is_up_again_does_not_fall() -> None:
    """R-85. The hound has 5 hit points, the sword deals 10."""
    people = [pc("ann", initiative=20), pc("bob"), person("hound-a", engaged=["ann"]), dummy()]
    down = Scene(people, [20, 2, 1, 1])
    down.rule("set", who="hound-a", stat="hp", value=5)
    down.do("use:0:hound-a", 15)
    assert down.now == "spare ann"
    down.rule("set", who="ann", stat="hp", value=0)
    assert down.get("hound-a").state == SLAIN
    spared = Scene(people, [20, 2, 1, 1])
    spared.rule("set", who="hound-a", stat="hp", value=5)
    spared.do("use:0:hound-a", 15)
    spared.rule("set", who="hound-a", stat="hp", value=9)
    assert (spared.now, spared.get("hound-a").state, spared.hp("hound-a")) == ("turn ann", UP, 9)


@clause("ES-25")
def test_a_readied_action_that_can_no_longer_be_taken_is_not_asked_about_and_stays() -> None:
    scene = Scene([pc("ann", initiative=20), dummy(engaged=["ann"]), dummy("two")], [20, 10, 1])
    for option in ("ready", "use:0:*", "attacks:dummy", "end"):
        scene.do(option)
    scene.do("use:0:ann")
    assert scene.now == "fire ann"
    scene.rule("crit_bonus", 15, who="ann", condition="stunned")
    assert scene.now == "turn dummy"
    assert scene.get("ann").readied is not None
    assert scene.hp("dummy") == 100


@clause("ES-31")
def test_whoever_is_stunned_by_then_is_not_asked_for_an_interrupt() -> None:
    scene = Scene([person("vessa", engaged=["hound-a"]), "odrun", "hound-a"], [1, 1, 20])
    scene.do("use:0:vessa", 15)
    assert scene.now == "interrupt vessa"
    scene.rule("crit_bonus", who="vessa", condition="stunned")
    assert scene.now == "turn hound-a"
    assert scene.hp("vessa") == 30


@clause("ES-106")
def test_a_stray_shot_does_not_find_whoever_has_left_while_the_gm_was_asked() -> None:
    people = [pc("ann", initiative=20, attacks=[BOW]), *[pc(id, engaged=["dummy"]) for id in ("bob", "cid", "dan")], dummy()]
    scene = Scene(people, [20, 2, 2, 2, 1], options={"redirect": "gm"})
    scene.do("use:0:dummy", 1)
    assert scene.options == ["bob", "cid", "dan"]
    scene.rule("remove", who="cid")
    assert scene.options == ["bob", "dan"]
    scene.rule("remove", 15, who="bob")
    assert scene.hp("dan") == 33
    scene.check_clean()


@clause("ES-119", "ES-75", "ES-87", "ES-56", "ES-108")
@pytest.mark.parametrize(
    ("first", "option"),
    [
        ("stunt", "stunt:0"), ("set", "try rally"), ("note", "disengage"), ("crit_bonus", "use:0:dummy"),
    ],
)  # fmt: skip
def test_no_die_of_an_act_is_thrown_by_whoever_is_down_by_then(first: str, option: str) -> None:
    scene = Scene([pc("ann", initiative=20, engaged=["dummy"]), pc("bob"), dummy()], [20, 2, 1])
    scene.fight.type_dice("ann")
    before: dict[str, dict[str, object]] = {
        "stunt": {"ability": "dex", "dc": 15, "failure_damage": 5}, "set": {"who": "ann", "stat": "rallies", "value": 1},
        "note": {"text": "now"}, "crit_bonus": {"who": "dummy", "condition": "invisible"},
    }  # fmt: skip
    scene.rule(first, **before[first])
    scene.do(option)
    assert scene.now == "roll ann"
    scene.rule("set", who="ann", stat="hp", value=-1)
    assert scene.now == "turn bob"
    assert scene.hp("ann") == -1


@clause("ES-119", "ES-17", "ES-75")
@pytest.mark.parametrize(("options", "about"), [(["ready", "use:1:*"], "trigger"), (["stunt:0"], "background")])
def test_no_choice_of_an_act_is_asked_of_whoever_is_down_by_then(options: list[str], about: str) -> None:
    scene = Scene(["odrun", "ilse", dummy()], [20, 2, 1])
    scene.rule("stunt", ability="dex", dc=15)
    for option in options:
        scene.do(option)
    assert scene.now == f"{about} odrun"
    scene.rule("set", who="odrun", stat="hp", value=-1)
    assert scene.now == "turn ilse"


@clause("ES-89")
def test_an_attack_goes_with_whoever_is_taken_out_while_its_result_is_held() -> None:
    scene = Scene([pc("ann", initiative=20, engaged=["dummy"]), pc("bob"), dummy()], [20, 2, 1])
    scene.fight.hold_results(True)
    scene.do("use:0:dummy", 19)
    assert scene.fight.questions[0].about == "hold"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"
    assert scene.hp("dummy") == 100
    assert not [event for event in scene.fight.events if event.kind == "attack"]


@clause("ES-89", "ES-103")
def test_an_attack_goes_with_whoever_is_taken_out_while_it_is_asked_whether_to_roll_again() -> None:
    scene = Scene([pc("ann", initiative=20, two_weapons=True, engaged=["dummy"]), pc("bob"), dummy()], [20, 2, 1])
    scene.do("use:0:dummy", 2)
    assert scene.now == "reroll ann"
    scene.rule("remove", who="ann")
    assert (scene.now, scene.hp("dummy")) == ("turn bob", 100)
    assert not [event for event in scene.fight.events if event.kind == "attack"]


@clause("ES-113")
def test_no_recovery_is_rolled_by_whoever_is_taken_out_while_its_dice_are_awaited() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy()], [20, 2, 1])
    scene.fight.type_dice("ann")
    scene.do("rally")
    assert scene.now == "roll ann"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"


# -- the GM's word while dice are awaited ----------------------------------------------------------------------------------


@clause("ES-07")
def test_whoever_joins_while_initiative_is_rolled_has_a_place_in_the_order() -> None:
    """The newcomer comes while Ann's die is awaited: it rolls after the others, and has its turn."""
    for ambush in ("", "foes", "party"):
        scene = Scene([pc("ann"), dummy()], [], ambush=ambush, set_up="ask")
        scene.fight.type_dice("*")
        while not awaited(scene.fight):
            scene.do(scene.options[0])
        scene.rule("add", unit={"id": "foe", "side": "foes", "block": {**DUMMY, "name": "Late", "initiative": 7}})
        scene.rule("add", unit={"id": "cid", "side": "party", "block": pc("cid")["block"]})
        for _ in range(12):
            if awaited(scene.fight):
                scene.fight.enter(scene.asked.id, [10])
            elif scene.now.startswith("turn"):
                scene.do("end")
            else:
                scene.do(scene.options[0])
        assert sorted(scene.order) == ["ann", "cid", "dummy", "foe"]
        assert (scene.get("cid").initiative, scene.get("foe").initiative) == (15, 17)
        assert {"cid", "foe"} <= {event.who[0] for event in scene.fight.events if event.kind == "turn"}


@clause("ES-04", "ES-09")
def test_no_initiative_is_asked_for_somebody_taken_out_while_others_roll() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy()], [], set_up="ask")
    scene.fight.type_dice("*")
    while not awaited(scene.fight):
        scene.do(scene.options[0])
    scene.rule("remove", who="bob")
    scene.fight.enter(scene.asked.id, [10])
    assert awaited(scene.fight) == "dummy initiative"


@clause("ES-163", "ES-09")
def test_who_is_gone_while_its_resistance_is_rolled_is_not_struck() -> None:
    scene = Scene([pc("ann", initiative=20), dummy(resist={"fire": 12}), dummy("other")], [20, 1, 2])
    scene.fight.type_dice("*")
    scene.rule("crit_bonus", who="dummy", damage=30, type="fire")
    assert awaited(scene.fight) == "dummy resistance"
    scene.rule("remove", who="dummy")
    assert not awaited(scene.fight) and scene.hp("dummy") == 100
    assert not any("takes" in event.text for event in scene.fight.events)


@pytest.mark.parametrize(
    ("ruling", "args"), [("remove", {}), ("set", {"stat": "hp", "value": 0}), ("set", {"stat": "state", "value": "gone"})]
)
@clause("ES-88", "ES-109")
def test_no_damage_is_rolled_for_a_blow_at_somebody_taken_out_while_its_result_is_held(ruling: str, args: dict[str, object]) -> None:
    """Nor is it told, or counted, that whoever is gone was hit. The blow at a mook that was slain goes on into its mob (ES-171)."""
    scene = Scene([person("odrun", engaged=["dummy"]), dummy(), dummy("other")], [20, 1, 2])
    scene.fight.type_dice("*")
    scene.fight.hold_results(True)
    scene.do("use:0:dummy")
    scene.fight.enter(scene.asked.id, [15])
    scene.rule(ruling, who="dummy", **args)
    assert not awaited(scene.fight) and scene.now == "turn odrun"
    assert "attack" not in [event.kind for event in scene.fight.events]
    mob = Scene([person("odrun", engaged=["jackal-1"]), person("jackal", count=3)], [20, 1])
    mob.fight.type_dice("*")
    mob.fight.hold_results(True)
    mob.do("use:0:jackal-1")
    mob.fight.enter(mob.asked.id, [15])
    mob.rule(ruling, who="jackal-1", **args)
    assert awaited(mob.fight) == ("odrun damage" if mob.get("jackal-1").state == SLAIN else "")
    if awaited(mob.fight):
        mob.fight.enter(mob.asked.id, [2, 2, 3])  # 7 + 4: one more of the two that are left
        assert mob.battle.pools == [11]


@clause("ES-88", "ES-95")
def test_damage_for_several_is_not_rolled_where_those_hit_are_gone() -> None:
    """18 + 7 hits the first dummy, which the GM takes out while the second's d20 is awaited; 2 + 7 misses that one."""
    sweep = {"name": "Sweep", "kind": "close", "bonus": 7, "defence": "AC", "targets": {"count": "all"}, "hit": [{"damage": "1d6"}]}
    for second, dice in ((2, False), (12, True)):
        scene = Scene([pc("ann", initiative=20, attacks=[sweep]), dummy("x"), dummy("y")], [20, 2, 1])
        scene.fight.type_dice("*")
        scene.do("use:0")
        scene.fight.enter(scene.asked.id, [18])
        scene.rule("remove", who="x")
        scene.fight.enter(scene.asked.id, [second])
        assert (awaited(scene.fight) == "ann damage") == dice


@clause("ES-133", "ES-113")
def test_no_recovery_is_rolled_for_somebody_in_a_coma() -> None:
    people = [pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])]
    scene = Scene(people, [20, 2, 1], options={"meaningful_death": "on"})
    scene.fight.type_dice("*")
    scene.do("rally")
    scene.rule("set", who="ann", stat="hp", value=-30)
    assert not awaited(scene.fight) and scene.get("ann").recoveries == 8
    assert "coma" in " ".join(scene.texts())


@clause("ES-124", "ES-123")
def test_a_death_names_the_clause_it_follows_from() -> None:
    dying = {"hp": -1, "state": "dying", "death_fails": 3}
    scene = Scene([pc("ann", initiative=20), pc("bob", start=dying), pc("cid"), dummy()], [20, 2, 3, 10])
    scene.rule("mishap", who="ann", damage=60)
    scene.until("turn cid")
    scene.end_turn(4)  # Bob's fourth failed death save
    assert [event.clause for event in scene.fight.events if event.kind == "death"] == ["ES-124", "ES-123"]


@clause("ES-161", "ES-46")
def test_a_confused_grabber_holds_no_friend() -> None:
    """ES-159: the confused strike at allies; engagement, and so a grab, is with enemies only."""
    hug = {"name": "Hug", "bonus": 40, "defence": "AC", "hit": [{"damage": 1}, {"grab": True}]}
    scene = Scene([pc("ann"), dummy(initiative=20, attacks=[hug]), dummy("friend")], [1, 20, 2])
    scene.rule("condition", who="dummy", condition="confused", until="end of battle")
    scene.do("confused", 10)
    assert scene.hp("friend") == 99 and scene.get("friend").grabber == -1 and scene.get("friend").engaged == 0
    scene.check_clean()


@clause("ES-171")
def test_a_mook_has_no_hit_points_of_its_own_to_grow() -> None:
    trick = {"name": "Trick", "kind": "close", "action": "quick", "targets": {"who": "ally"}, "hit": [{"fresh_hp": 10}]}
    scene = Scene([pc("ann"), "jackal-a", "jackal-b", dummy(initiative=20, powers=[trick])], [1, 2, 20])
    scene.do("use:1:jackal-a")
    assert scene.battle.pools[scene.get("jackal-a").mob] == 22 and scene.get("jackal-a").max_hp == 11
    scene.check_clean()


# -- dice that decide among several, and dice about what is over -------------------------------------------------------------


@clause("ES-106")
def test_a_die_among_several_is_not_awaited_when_one_of_them_is_gone() -> None:
    """R-49: Ann's arrow strays into the melee of Bob and Cid; with Cid gone it finds Bob, and no die is needed."""
    bow = {"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "PD", "targets": {"range": "nearby"}, "hit": [{"damage": 5}]}
    scene = Scene([pc("ann", initiative=20, attacks=[bow]), pc("bob"), pc("cid"), dummy(engaged=["bob", "cid"])], [20, 3, 2, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0:dummy")
    scene.fight.enter(scene.asked.id, [1])
    assert scene.asked.id == "stray shot:ann#1"
    scene.rule("remove", who="cid")
    assert scene.asked.id == "attack:ann#2"
    scene.fight.enter(scene.asked.id, [12])
    assert (scene.hp("bob"), scene.hp("dummy")) == (35, 100)
    scene.check_clean()


@clause("ES-159")
def test_the_confused_need_no_die_when_one_ally_is_left() -> None:
    foes = [dummy("one", initiative=20, engaged=["ann"]), dummy("two"), dummy("three")]
    scene = Scene([pc("ann"), *foes], [3, 20, 2, 1])
    scene.rule("crit_bonus", who="one", condition="confused")
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "confused")
    assert scene.asked.id == "random target:one#1"
    scene.rule("remove", who="two")
    assert scene.asked.id == "attack:one#1"
    scene.fight.enter(scene.asked.id, [15])
    assert scene.hp("three") == 95
    scene.check_clean()


@clause("ES-108")
def test_no_die_is_awaited_for_whether_somebody_is_seen_who_is_invisible_no_more() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.rule("condition", who="dummy", condition="invisible")
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0:dummy")
    assert scene.asked.id == "unseen target:ann#1"
    scene.rule("end_condition", who="dummy", condition="invisible")
    assert scene.asked.id == "attack:ann#1"
    scene.fight.enter(scene.asked.id, [15])
    assert scene.hp("dummy") == 90 and not [event for event in scene.fight.events if event.kind == "unseen"]
    scene.check_clean()


@clause("ES-30")
def test_nothing_is_told_of_a_traits_die_that_nobody_throws_any_more() -> None:
    trait = row("attacked", {"damage": 3}, chance="d20 16+")
    scene = Scene([pc("ann", initiative=20), dummy("one", engaged=["ann"], occasions=trait), dummy("two")], [20, 1, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0:one")
    scene.fight.enter(scene.asked.id, [15])
    assert scene.asked.id == "Trait:one#1"
    scene.rule("remove", who="one")
    assert scene.now == "turn ann" and not [text for text in scene.texts() if "Trait" in text]
    scene.check_clean()


# -- the battle is over by the GM's word -----------------------------------------------------------------------------------

SPRAY = {
    "name": "Spray", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": "1d6"}],
    "targets": {"range": "nearby", "count": "1d3", "random": True},
}  # fmt: skip


@clause("ES-141")
@pytest.mark.parametrize("thrown", [[], [2], [2, 1], [2, 1, 1], [2, 1, 1, 15]])
def test_no_die_of_a_battle_is_awaited_that_the_gm_has_ended(thrown: list[int]) -> None:
    """How many, which of them, at the one, at the other, for how much: whichever it is, it falls away."""
    foes = [dummy(name) for name in ("one", "two", "three")]
    scene = Scene([pc("ann", initiative=20, attacks=[SPRAY]), *foes], [20, 1, 1, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0")
    for face in thrown:
        scene.fight.enter(scene.asked.id, [face])
    assert scene.asked.pending is not None
    scene.rule("end_battle", outcome="victory")
    assert scene.now == "over" and scene.fight.outcome is not None
    scene.check_clean()


@clause("ES-04", "ES-141")
def test_nobody_rolls_initiative_for_a_battle_that_the_gm_has_ended() -> None:
    automation = Automation()
    automation.typed = ["*"]
    scene = Scene([pc("ann"), dummy()], [], automation=automation)
    assert scene.asked.id == "initiative:ann#1"
    scene.rule("end_battle", outcome="draw")
    assert scene.now == "over"
    scene.check_clean()


@clause("ES-56", "ES-159")
def test_who_becomes_stuck_while_its_disengage_die_is_awaited_stays_where_it_is() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "disengage")
    scene.rule("condition", who="ann", condition="stuck")
    assert scene.now == "turn ann" and scene.get("ann").engaged
    assert not [event for event in scene.fight.events if event.kind == "disengage"]
    scene.check_clean()


@clause("ES-56", "ES-159")
@pytest.mark.parametrize("condition", ["stuck", "no_disengage"])
def test_a_check_that_takes_no_action_gets_nobody_away_who_is_stuck(condition: str) -> None:
    step = {"name": "Step", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"slip_away": True, "on": "self"}]}
    scene = Scene([pc("ann", initiative=20, powers=[step]), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.rule("condition", who="ann", condition=condition)
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:1")
    assert scene.now == "turn ann" and scene.get("ann").engaged
    scene.check_clean()


@clause("ES-62")
@pytest.mark.parametrize("gone", ["cid", "dummy"])
def test_nobody_is_asked_to_step_in_the_way_to_somebody_who_is_gone_or_of_somebody(gone: str) -> None:
    """The dummy rushes at Cid, behind Bob: with either of the two taken away there is nothing to step into."""
    people = [pc("bob"), pc("cid", behind=["bob"]), pc("dan"), dummy(initiative=30), dummy("other", initiative=-20)]
    scene = Scene(people, [3, 2, 1, 1, 1])
    scene.do("move/engage:cid")
    assert scene.now == "intercept bob"
    scene.rule("remove", who=gone)
    assert not scene.now.startswith("intercept") and not scene.get("bob").engaged
    scene.check_clean()


@clause("ES-60")
def test_nobody_strikes_at_an_opening_of_somebody_who_lies_there_by_then() -> None:
    """R-31: Ann walks away from two; as the first is asked the GM brings her down."""
    people = [pc("ann", initiative=20), pc("bob"), dummy("one", engaged=["ann"]), dummy("two", engaged=["ann"])]
    scene = Scene(people, [20, 2, 1, 1])
    scene.do("move/away")
    assert scene.now == "opportunity one"
    scene.rule("set", who="ann", stat="hp", value=-1)
    assert scene.now == "turn bob" and scene.hp("ann") == -1
    scene.check_clean()


@clause("ES-135")
@pytest.mark.parametrize(("hp", "then"), [(40, "retreat ann"), (30, "recover ann"), (15, "recover ann")])
def test_whom_the_gm_heals_in_the_rest_need_not_use_a_recovery(hp: int, then: str) -> None:
    battles = [{"name": "first"}, {"name": "second"}]
    scene = Scene([pc("ann", start={"hp": 5}), dummy("a"), dummy("b", battle=2)], [20, 1], battles=battles)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert (scene.now, scene.options) == ("recover ann", ["recover"])
    scene.rule("set", who="ann", stat="hp", value=hp)
    assert scene.now == then
    assert hp == 40 or scene.options == (["recover"] if hp < 21 else ["recover", "enough"])


@clause("ES-30")
def test_no_blow_is_struck_in_answer_at_somebody_who_is_gone() -> None:
    riposte = {
        "name": "Answer", "bonus": 8, "defence": "AC", "trigger": "self_missed", "action": "free", "usage": "1/battle",
        "hit": [{"damage": 5}],
    }  # fmt: skip
    scene = Scene([pc("ann", attacks=[riposte]), pc("bob"), dummy(initiative=30, engaged=["ann"])], [3, 2, 1])
    scene.do("use:0:ann", 2)
    assert scene.now == "triggered ann"
    scene.rule("remove", who="dummy")
    assert not scene.now.startswith("triggered") and scene.get("ann").used[0] == 0


@clause("ES-112", "ES-162")
@pytest.mark.parametrize("gift", ["heal", "temp_hp"])
def test_no_die_is_awaited_for_what_is_given_to_somebody_who_is_gone(gift: str) -> None:
    mend = {
        "name": "Mend", "kind": "close", "action": "quick", "targets": {"who": "ally", "range": "nearby"}, "hit": [{gift: "2d6"}],
    }  # fmt: skip
    scene = Scene([pc("ann", initiative=20, powers=[mend]), pc("bob", start={"hp": 9}), dummy()], [20, 2, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:1:bob")
    assert scene.asked.pending is not None
    scene.rule("remove", who="bob")
    assert scene.now == "turn ann" and (scene.hp("bob"), scene.get("bob").temp_hp) == (9, 0)
    assert not [event for event in scene.fight.events if event.kind == "heal"]
    scene.check_clean()
