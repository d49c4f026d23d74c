"""Damage and healing, death and dying, rest and recharge (chapters O, P and Q)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.systems.escalation.rules.figures import defence_of, is_staggered
from quintain.systems.escalation.rules.sheet import COMATOSE, DEAD, DYING, KNOCKED_OUT, SLAIN, STABLE, UP
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc, person


def hit_for(damage: int, **more: object) -> dict[str, object]:
    return {"name": "Blow", "bonus": 40, "defence": "AC", "hit": [{"damage": damage}], **more}


def struck(damage: int, start: int = 40, **figures: object) -> Scene:
    """Ann is hit for so much by something that acts first; Bob stands by."""
    people = [
        pc("ann", start={"hp": start}),
        pc("bob", initiative=0),
        dummy(engaged=["ann"], attacks=[hit_for(damage)], initiative=30, **figures),
    ]
    scene = Scene(people, [10, 10, 10])
    scene.do("use:0:ann", 10)
    return scene


@clause("ES-92", "ES-118")
def test_what_the_staggered_deal_besides_is_told_as_that() -> None:
    """The drudge, staggered by the GM's word: 26 and 5 fire, a crit doubles both."""
    scene = Scene([pc("ann", hp=90, engaged=["drudge"]), "drudge"], [1, 20])
    scene.rule("set_staggered", who="drudge")
    scene.do("use:0:ann", 20)
    told = next(event for event in scene.fight.events if event.kind == "harm")
    assert told.math == [("Anvil maul", 26), ("while staggered", 5), ("x2", 31)] and scene.hp("ann") == 28


@clause("ES-117", "ES-132", "ES-139")
def test_crossing_half_is_told_however_it_comes_about() -> None:
    """25 of 40 is not staggered, 25 of 60 is, 25 of 45 (three wounds of 5) is not; 10 of 45 is, and a heal-up ends it."""
    scene = Scene([pc("ann", initiative=20, start={"hp": 25}), dummy()], [20, 1])
    for stat, value in (("max_hp", 60), ("wounds", 3), ("hp", 10)):
        scene.rule("set", who="ann", stat=stat, value=value)
    scene.rule("full_heal_up")
    told = [event.text for event in scene.fight.events if event.kind == "staggered"]
    assert told == ["Ann is staggered.", "Ann is no longer staggered."] * 2
    assert scene.hp("ann") == 60


@clause("ES-109")
def test_an_enemy_at_0_is_slain_and_a_pc_at_0_is_dying() -> None:
    scene = struck(40)
    assert scene.get("ann").state == DYING
    foe = Scene([pc("ann", engaged=["dummy"]), dummy(hp=10), dummy("b")], [20, 1, 1])
    foe.do("use:0:dummy", 15)
    foe.do("slay")
    assert foe.get("dummy").state == SLAIN
    foe.check_clean()


@clause("ES-110")
def test_pcs_have_8_recoveries_and_the_fighter_9() -> None:
    scene = Scene(["odrun", "vessa", "ilse", "caul", "hound"], [20, 4, 3, 2, 1])
    assert [scene.get(id).recoveries for id in ("odrun", "vessa", "ilse", "caul")] == [9, 8, 8, 8]


@clause("ES-111")
def test_healing_that_says_so_uses_the_healed_ones_own_recovery() -> None:
    scene = Scene(["ilse", person("odrun", start={"hp": 20}), "hound"], [20, 1, 1])
    scene.do("use:4:odrun", 4, 7, 2)  # Mend: Odrun's 3d10 + 3
    assert scene.hp("odrun") == 36
    assert (scene.get("odrun").recoveries, scene.get("ilse").recoveries) == (8, 8)  # his 9 became 8
    scene.check_clean()


@clause("ES-112")
def test_hit_points_never_rise_above_the_maximum() -> None:
    scene = Scene(["ilse", person("odrun", start={"hp": 50}), "hound"], [20, 1, 1])
    scene.do("use:4:odrun", 10, 10, 10)
    assert scene.hp("odrun") == 55
    scene.check_clean()


@clause("ES-113")
def test_a_recovery_is_level_dice_plus_constitution() -> None:
    scene = Scene([person("odrun", start={"hp": 10}), "hound"], [20, 1])
    scene.do("rally", 4, 7, 2)  # 4 + 7 + 2 + CON 3 = 16
    assert scene.hp("odrun") == 26
    scene.check_clean()


@clause("ES-114")
def test_constitution_counts_double_from_level_5_and_triple_from_level_8() -> None:
    for level, dice, expected in ((4, 4, 4 + 3), (5, 5, 5 + 6), (8, 8, 8 + 9)):
        hero = pc("hero", level=level, scores={"con": 16}, recovery_die=10, hp=200, start={"hp": 20})
        scene = Scene([hero, dummy()], [20, 1])
        scene.do("rally", *[1] * dice)
        assert scene.hp("hero") == 20 + expected
        scene.check_clean()


@clause("ES-115", "ES-116")
def test_with_none_left_healing_is_halved_and_costs_one_more_each_time() -> None:
    scene = Scene([pc("ann", ac=20, hp=80, start={"hp": 10, "recoveries": 0}), dummy()], [20, 1])
    scene.do("rally", 4, 4, 4)  # 12 + 1 = 13: half is 6
    assert scene.hp("ann") == 16
    assert defence_of(scene.get("ann"), 0) == 19
    scene.end_turn()
    scene.until("turn ann")
    scene.do("try rally", 11)
    scene.do("rally", 5, 5, 6)  # 16 + 1 = 17: half is 8
    assert scene.hp("ann") == 24
    assert defence_of(scene.get("ann"), 0) == 18
    assert defence_of(scene.get("ann"), 2) == 12  # every defence: MD 14 - 2
    scene.check_clean()


@clause("ES-117")
def test_staggered_at_half_or_less_and_said_when_crossed_either_way() -> None:
    scene = Scene(
        [pc("ann", hp=55, start={"hp": 28}), dummy(engaged=["ann"], attacks=[hit_for(1)], initiative=30)], [1, 1]
    )
    assert not is_staggered(scene.get("ann"))  # 28 of 55
    scene.do("use:0:ann", 10)
    assert is_staggered(scene.get("ann"))  # 27
    scene.end_turn()
    scene.do("rally", 1, 1, 1)
    crossed = [event.text for event in scene.fight.events if event.kind == "staggered"]
    assert crossed == ["Ann is staggered.", "Ann is no longer staggered."]
    scene.check_clean()


@clause("ES-118")
def test_monsters_are_staggered_at_half_and_the_gm_may_say_otherwise() -> None:
    scene = Scene([pc("ann"), "drudge", "jackal"], [20, 1, 1])
    scene.rule("set", who="drudge", stat="hp", value=55)
    assert is_staggered(scene.get("drudge"))
    scene.rule("set_staggered", who="drudge", staggered=False)
    assert not is_staggered(scene.get("drudge"))
    with pytest.raises(Refusal, match="never staggered"):
        scene.rule("set_staggered", who="jackal")


@clause("ES-119")
def test_the_unconscious_do_nothing_but_roll_death_saves() -> None:
    scene = struck(45)
    scene.end_turn(5)  # Ann's turn is one death save, then Bob's
    assert scene.now == "turn bob"
    assert scene.get("ann").death_fails == 1
    scene.check_clean()


@clause("ES-120")
def test_a_felled_monster_may_be_spared() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(hp=10), dummy("b")], [20, 1, 1])
    scene.do("use:0:dummy", 15)
    assert scene.now == "spare ann"
    scene.do("spare")
    assert scene.get("dummy").state == KNOCKED_OUT
    scene.rule("spare", who="dummy", alive=False)  # the GM's veto
    assert scene.get("dummy").state == SLAIN
    scene.check_clean()


# -- death -----------------------------------------------------------------------------------------------------------------


@clause("ES-121", "ES-124")
def test_dying_lasts_until_minus_half_of_the_maximum() -> None:
    alive = Scene([person("caul", engaged=["dummy"]), "odrun", dummy(attacks=[hit_for(51)], initiative=30)], [1, 1, 1])
    alive.do("use:0:caul", 10)
    assert (alive.hp("caul"), alive.get("caul").state) == (-16, DYING)
    dead = Scene([person("caul", engaged=["dummy"]), "odrun", dummy(attacks=[hit_for(52)], initiative=30)], [1, 1, 1])
    dead.do("use:0:caul", 10)
    assert (dead.hp("caul"), dead.get("caul").state) == (-17, DEAD)
    dead.check_clean()


@clause("ES-122")
def test_a_death_save_of_16_wakes_and_a_20_acts_too() -> None:
    scene = Scene(["caul", "odrun", dummy(initiative=30)], [10, 1, 10])
    scene.rule("set", who="caul", stat="hp", value=-6)
    scene.end_turn(19, 2, 5, 1)  # 16+: 2 + 5 + 1 + CON 1 = 9, awake, turn over
    assert (scene.hp("caul"), scene.get("caul").state) == (9, UP)
    assert scene.now == "turn odrun"
    scene.check_clean()
    twenty = Scene(["caul", "odrun", dummy(initiative=30)], [10, 1, 10])
    twenty.rule("set", who="caul", stat="hp", value=-6)
    twenty.end_turn(20, 2, 5, 1)
    assert twenty.now == "turn caul"
    fails = Scene(["caul", "odrun", dummy(initiative=30)], [10, 1, 10])
    fails.rule("set", who="caul", stat="hp", value=-6)
    fails.end_turn(15)
    assert fails.get("caul").death_fails == 1


@clause("ES-123")
def test_four_failures_in_a_battle_kill_even_with_a_waking_between() -> None:
    scene = Scene(["caul", "odrun", dummy(initiative=30)], [10, 1, 10])

    def drop_and_roll(*dice: int) -> None:
        scene.rule("set", who="caul", stat="hp", value=-2)
        scene.end_turn(*dice)
        scene.end_turn()  # Odrun

    drop_and_roll(5)
    scene.end_turn(9)
    scene.end_turn()
    scene.end_turn(17, 1, 1, 1)
    scene.end_turn()
    assert scene.get("caul").death_fails == 2
    drop_and_roll(3)
    scene.end_turn(12)
    assert scene.get("caul").state == DEAD
    scene.check_clean()


@clause("ES-125")
def test_ongoing_damage_kills_like_any_other() -> None:
    torch = {"name": "Torch", "bonus": 40, "defence": "AC", "hit": [{"damage": 41}, {"ongoing": 20, "until": "save"}]}
    scene = Scene(
        [pc("ann"), pc("bob", initiative=0), dummy(engaged=["ann"], attacks=[torch], initiative=30)], [1, 1, 1]
    )
    scene.do("use:0:ann", 10)
    scene.end_turn(3)  # Ann at -1: death save 3, then her end step: 20 more to -21, past -20
    assert scene.get("ann").state == DEAD
    scene.check_clean()


@clause("ES-126")
def test_healing_counts_up_from_0() -> None:
    scene = Scene(["ilse", pc("ann", initiative=0), dummy()], [20, 1, 1])
    scene.rule("set", who="ann", stat="hp", value=-14)
    scene.do("use:4:ann", 2, 3, 3)  # 8 + CON 1 = 9
    assert (scene.hp("ann"), scene.get("ann").state) == (9, UP)
    scene.check_clean()


def ilse_tends() -> Scene:
    scene = Scene(
        [person("ilse", beside=["ann"]), pc("ann", initiative=0), pc("bob", initiative=0), dummy()], [20, 2, 1, 1]
    )
    scene.rule("set", who="ann", stat="hp", value=-5)
    return scene


@clause("ES-127")
def test_stabilising_is_a_wisdom_check_of_10_next_to_the_fallen() -> None:
    scene = ilse_tends()
    assert "not next to Bob" in scene.why_not("stabilise:bob")
    scene.do("stabilise:ann", 2)  # 2 + WIS 4 + level 3 + field surgeon 4 = 13
    assert scene.get("ann").state == STABLE
    assert "is not dying" in scene.why_not("stabilise:ann") or "no standard" in scene.why_not("stabilise:ann")
    failed = ilse_tends()
    failed.do("stabilise:ann", 1)  # a natural 1 fails, though 12 would do (ES-154)
    assert failed.get("ann").state == DYING
    assert failed.get("ann").death_fails == 0
    failed.check_clean()
    scene.check_clean()


@clause("ES-128")
def test_25_or_more_costs_only_a_quick_action() -> None:
    scene = ilse_tends()
    scene.do("stabilise:ann", 14)  # 14 + 11 = 25
    assert scene.get("ilse").actions == 1 | 2  # standard handed back, the quick action spent
    slow = ilse_tends()
    slow.do("stabilise:ann", 13)
    assert slow.get("ilse").actions == 2 | 4
    spent = ilse_tends()
    spent.do("use:5:bob")  # the quick action is gone already: the move pays
    spent.do("stabilise:ann", 14)
    assert spent.get("ilse").actions == 1
    spent.check_clean()


@clause("ES-129")
def test_the_stable_still_roll_but_failures_do_not_count() -> None:
    scene = Scene([pc("ann"), pc("bob", initiative=0), dummy(initiative=30)], [10, 1, 10])
    scene.rule("set", who="ann", stat="state", value="stable")
    scene.end_turn(4)
    scene.end_turn()
    scene.end_turn(11)
    scene.end_turn()
    scene.end_turn(16, 1, 1, 1)
    assert scene.get("ann").death_fails == 0
    assert (scene.get("ann").state, scene.hp("ann")) == (UP, 4)
    scene.check_clean()


@clause("ES-130", "ES-168")
def test_a_potion_takes_a_standard_action_and_puts_the_dying_on_their_feet() -> None:
    keeper = pc("keeper", potions=1, beside=["caul"])
    scene = Scene([keeper, "caul", dummy()], [20, 1, 1])
    scene.rule("set", who="caul", stat="hp", value=-5)
    scene.do("potion:caul", 4, 4, 2, 6)  # 4 + 4 + 2 + CON 1 = 11, and a d8 of 6: 17
    assert (scene.hp("caul"), scene.get("caul").state) == (17, UP)
    assert scene.get("keeper").actions == 2 | 4
    assert scene.get("keeper").potions == 0
    assert scene.get("caul").recoveries == 7
    scene.check_clean()
    strong = pc("strong", level=4, hp=90, scores={"con": 20}, recovery_die=10, potions=1, start={"hp": 5})
    capped = Scene([strong, dummy()], [20, 1])
    capped.do("potion:strong", 10, 10, 10, 10, 8)  # 40 + 5 + 8, capped at 30 for adventurers
    assert capped.hp("strong") == 35


@clause("ES-131", "ES-132")
def test_a_drop_leaves_a_lasting_wound_that_adds_up_until_a_heal_up() -> None:
    def day(options: dict[str, str]) -> Scene:
        people = [
            person("odrun"), pc("bob"), dummy("a", battle=1, hp=1), dummy("b", battle=2, hp=1), dummy("c", battle=3),
        ]  # fmt: skip
        battles = [{"name": "one"}, {"name": "two"}, {"name": "three"}]
        return Scene(people, [10, 1, 1], battles=battles, options=options)

    def win(scene: Scene, next_dice: list[int]) -> None:
        scene.rule("set", who="odrun", stat="hp", value=-1)
        scene.rule("end_battle", outcome="victory")
        scene.do("quick")  # rest
        while scene.now.startswith("recover"):
            scene.do("recover", 10, 10, 10) if scene.get("odrun").hp < 1 else scene.do("enough")
        scene.fight.add_script(next_dice)
        scene.do("on")

    scene = day({"lasting_wounds": "on"})
    assert scene.get("odrun").max_hp == 55
    win(scene, [10, 1, 1])
    assert scene.get("odrun").max_hp == 50  # 2 + level 3
    win(scene, [10, 1, 1])
    assert scene.get("odrun").max_hp == 45
    odrun = scene.get("odrun")
    odrun.hp = 22
    assert is_staggered(odrun)  # half of 45
    scene.rule("full_heal_up")
    assert (scene.get("odrun").max_hp, scene.hp("odrun"), scene.get("odrun").wounds) == (55, 55, 0)
    plain = day({})
    win(plain, [10, 1, 1])
    assert plain.get("odrun").max_hp == 55


def killing(mode: str, villain: bool, fails: bool) -> int:
    """Ann is dropped by something and dies of it, by failures or by a great blow; her state then."""
    damage = 41 if fails else 70
    foe = dummy(engaged=["ann"], attacks=[hit_for(damage)], initiative=30, named_villain=villain)
    scene = Scene([pc("ann"), pc("bob", initiative=0), foe], [10, 10, 10], options={"meaningful_death": mode})
    scene.do("use:0:ann", 10)
    if fails:
        for _ in range(4):
            scene.end_turn(2)
            if scene.now == "turn bob":
                scene.end_turn()
    return scene.get("ann").state


@clause("ES-133")
def test_under_meaningful_death_only_a_named_villain_truly_kills() -> None:
    assert killing("off", False, True) == DEAD
    assert killing("on", False, True) == COMATOSE
    assert killing("on", True, True) == DEAD
    assert killing("on", False, False) == COMATOSE
    assert killing("on", True, False) == DEAD
    assert killing("coma_always", True, True) == COMATOSE  # four failures never kill
    assert killing("coma_always", True, False) == DEAD
    assert killing("coma_always", False, False) == COMATOSE


# -- rest ------------------------------------------------------------------------------------------------------------------


def two_battles(*people: str | dict[str, object], dice: list[int], **more: object) -> Scene:
    foes: list[str | dict[str, object]] = [dummy("a", battle=1, hp=1), dummy("b", battle=2)]
    return Scene([*people, *foes], dice, battles=[{"name": "one"}, {"name": "two"}], **more)


@clause("ES-134")
def test_a_quick_rest_uses_any_number_of_the_recoveries_one_has() -> None:
    scene = two_battles(pc("ann", start={"hp": 5, "recoveries": 2}), dice=[20, 1])
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert scene.now == "recover ann"
    scene.do("recover", 1, 1, 1)
    scene.do("recover", 2, 2, 2)
    assert scene.hp("ann") == 5 + 4 + 7
    assert scene.now == "retreat ann"  # none left: no overdraft at rest
    scene.do("on", 20, 1)
    assert scene.battle.part == 1
    assert scene.now == "turn ann"
    scene.check_clean()


@clause("ES-135")
def test_the_staggered_must_use_one() -> None:
    scene = two_battles(pc("ann", start={"hp": 20}), dice=[20, 1])
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert scene.options == ["recover"]
    scene.do("recover", 1, 1, 1)
    assert scene.options == ["recover", "enough"]  # after the first it is free to stop
    fresh = two_battles(pc("ann", start={"hp": 21}), dice=[20, 1])
    fresh.rule("end_battle", outcome="victory")
    fresh.do("quick")
    assert fresh.options == ["recover", "enough"]


@clause("ES-135")
def test_the_staggered_may_take_real_healing_from_a_spell_instead() -> None:
    balm = {
        "name": "Balm", "kind": "close", "spell": True, "usage": "daily", "targets": {"who": "ally", "range": "nearby"},
        "hit": [{"heal": "1d6+4"}],
    }  # fmt: skip
    scene = two_battles(pc("ann", start={"hp": 20}), pc("bob", powers=[balm]), dice=[20, 10, 1])
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert scene.options == ["recover", "spell:bob:1"]
    scene.do("spell:bob:1", 5)  # 5 + 4 = 9
    assert (scene.hp("ann"), scene.get("ann").recoveries) == (29, 8)
    assert scene.options == ["recover", "enough"]
    scene.do("enough")
    scene.do("on", 20, 10, 1)
    assert scene.get("bob").out[1] == 1  # the daily is spent
    scene.check_clean()


@clause("ES-136")
def test_a_recharge_power_rolls_or_is_out_for_one_battle() -> None:
    def rested(die: int) -> Scene:
        scene = two_battles(person("vessa", engaged=["a"]), dice=[20, 1])
        scene.do("use:2:a", 12, 1, 1, 1, 1, 1)  # Red Thread, recharge 16+, slays the first foe
        scene.do("slay")
        assert scene.now == "rest "
        scene.do("quick", die)
        scene.do("on", 20, 1)
        return scene

    kept = rested(16)
    assert kept.get("vessa").out[2] == 0
    lost = rested(15)
    assert lost.get("vessa").out[2] == 1
    lost.do("move/engage:b")
    assert "lost for this battle" in lost.why_not("use:2:b")
    kept.check_clean()


@clause("ES-136")
def test_a_lost_recharge_power_is_back_after_the_next_battle() -> None:
    foes: list[str | dict[str, object]] = [dummy("a", battle=1, hp=1), dummy("b", battle=2, hp=1), dummy("c", battle=3)]
    scene = Scene(
        [person("vessa", engaged=["a"]), *foes], [20, 1], battles=[{"name": "one"}, {"name": "two"}, {"name": "three"}]
    )
    scene.do("use:2:a", 12, 1, 1, 1, 1, 1)
    scene.do("slay")
    scene.do("quick", 15)
    scene.do("on", 20, 1)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")  # no new roll
    scene.do("on", 20, 1)
    assert scene.get("vessa").out[2] == 0
    scene.check_clean()


@clause("ES-137")
def test_per_battle_uses_come_back_with_the_rest() -> None:
    scene = two_battles("ilse", dice=[20, 1])
    scene.do("use:4:ilse", 1, 1, 1)
    scene.do("use:3:a", 2)  # Toll the Hour misses; its 3 miss damage slays
    assert scene.now == "rest "
    assert scene.get("ilse").used[3:5] == [1, 1]
    scene.do("quick")
    scene.do("on", 20, 1)
    assert scene.get("ilse").used[3:5] == [0, 0]
    scene.check_clean()


@clause("ES-138")
def test_battles_are_counted_and_a_heal_up_is_due_after_four() -> None:
    scene = two_battles(pc("ann"), dice=[20, 1], battles_since_heal_up=3)
    scene.rule("end_battle", outcome="victory")
    assert scene.battle.battles_since_heal_up == 4
    assert any("4 battles since the last full heal-up" in text for text in scene.texts())
    early = two_battles(pc("ann", start={"hp": 3}), dice=[20, 1])
    early.rule("full_heal_up")  # sooner, by the GM's word
    assert early.hp("ann") == 40


@clause("ES-139")
def test_a_full_heal_up_restores_everything() -> None:
    start = {"hp": 7, "recoveries": 1, "overdraft": 2, "wounds": 1, "spent": ["Psalm of Iron"]}
    scene = two_battles(person("ilse", start=start), dice=[20, 1])
    ilse = scene.get("ilse")
    assert (ilse.max_hp, ilse.out[5]) == (40, 1)
    scene.rule("end_battle", outcome="victory")
    scene.do("full", 20, 1)
    ilse = scene.get("ilse")
    assert (ilse.hp, ilse.max_hp, ilse.recoveries, ilse.overdraft, ilse.wounds, ilse.out[5]) == (45, 45, 8, 0, 0, 0)
    assert scene.battle.battles_since_heal_up == 0
    scene.check_clean()


@clause("ES-140")
def test_a_battered_party_may_retreat_for_a_heal_up_at_a_campaign_loss() -> None:
    scene = two_battles(pc("ann", start={"hp": 21, "recoveries": 0}), dice=[20, 1])
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert scene.now == "retreat ann"
    scene.do("retreat", 20, 1)
    assert scene.hp("ann") == 40
    assert scene.battle.campaign_losses == 1
    scene.check_clean()


COMMANDS: dict[str, dict[str, object]] = {
    "refuse_free": {},
    "hold_escalation": {},
    "reset_escalation": {},
    "set_escalation": {"value": 4},
    "advance_after_ambush": {},
    "rule_past": {"mover": "dummy", "defender": "ann"},
    "set_zone": {"who": "ann", "zone": "rear"},
    "has_room": {"zone": "rear"},
    "split_initiative": {"who": "bob", "count": 30},
    "set_initiative": {"who": "bob", "count": 31},
    "legal_target": {"target": "dummy", "legal": False},
    "stunt": {"ability": "dex", "dc": 15},
    "grant_spirit": {"giver": "cid", "ally": "ann", "stat": "md", "bonus": 2, "rounds": 2},
    "crit_bonus": {"who": "dummy", "damage": 5},
    "mishap": {"who": "ann", "condition": "stuck"},
    "condition": {"who": "ann", "condition": "Dazed"},
    "redirect": {"who": "bob", "damage": 4},
    "set_staggered": {"who": "dummy"},
    "spare": {"who": "two"},
    "modifier": {"who": "ann", "on": "attack"},
    "full_heal_up": {},
    "campaign_loss": {},
    "end_battle": {"outcome": "draw"},
}


@clause("ES-141")
@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_left_to_the_gm_does_something_is_logged_and_undone(name: str) -> None:
    people = [pc("ann", start={"hp": 30}), pc("bob"), pc("cid"), dummy(), dummy("two")]
    scene = Scene(people, [], ambush="party")
    scene.do("ann", 20, 10, 1)  # the ambush round: Ann opens
    scene.rule("set", who="cid", stat="state", value="dead")
    scene.rule("set", who="two", stat="state", value="slain")
    scene.rule("set_escalation", value=2)
    before, count = scene.battle.key(), len(scene.fight.events)
    scene.fight.rule_with(name, dict(COMMANDS[name]))
    assert len(scene.fight.events) > count
    assert scene.battle.key() != before
    scene.check_clean()
    scene.fight.undo()
    assert scene.battle.key() == before
    scene.check_clean()


def test_what_lasts_ends_by_the_gms_word_by_its_condition_or_by_what_it_comes_from() -> None:
    scene = Scene([pc("ann"), dummy()], [], ambush="party")
    scene.rule("condition", who="ann", condition="dazed")
    scene.rule("mishap", who="ann", condition="stuck")
    scene.rule("end_condition", who="ann", condition="Dazed")
    assert [one.name for one in scene.get("ann").lasting] == ["mishap"]
    with pytest.raises(Refusal, match="mishap"):
        scene.rule("end_condition", who="ann", condition="dazed")
    scene.rule("end_condition", who="ann", condition="mishap")
    assert not scene.get("ann").lasting
