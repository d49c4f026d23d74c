"""The GM's word in the middle of what an attack or an effect brings: riders, areas, saves."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.rules.sheet import DYING, SLAIN
from tests.support import clause
from tests.systems.escalation.scene import SELF, YARD, Scene, dummy, open_id, pc, person, row, throw, typed, typing

# -- what an attack or an effect leaves open to somebody --------------------------------------------------------------------

OPEN: list[tuple[str, dict[str, object]]] = [
    ("enemy", {"damage": 4, "on": "one_nearby"}),
    ("ally", {"heal": 4, "on": "ally"}),
    ("compel", {"compel": "basic"}),
    ("dispel", {"dispel": True}),
]
HEX: dict[str, object] = {
    "name": "Hex", "kind": "ranged", "spell": True, "bonus": 30, "defence": "MD", "hit": [{"inflict": "dazed", "until": "save"}],
}  # fmt: skip


def with_rider(effect: dict[str, object]) -> Scene:
    """Ann's sword hits the dummy, and its rider leaves something open; Cid's spell lies on the other dummy by then."""
    rider = {"when": "hit", "effects": [effect], "name": "Rider"}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "riders": [rider]}
    people = [pc("ann", attacks=[sword], engaged=["dummy"]), pc("bob"), pc("cid", attacks=[HEX]), dummy(), dummy("other")]
    scene = Scene(people, [5, 4, 20, 1, 1])
    scene.do("use:0:other", 10)
    scene.end_turn()
    scene.do("use:0:dummy", 15)
    return scene


@clause("ES-119", "ES-170")
@pytest.mark.parametrize("down", [{"stat": "hp", "value": -1}, {"stat": "state", "value": "gone"}])
@pytest.mark.parametrize(("about", "effect"), OPEN)
def test_whoever_is_down_by_then_is_asked_nothing_by_its_riders_and_nothing_comes_of_them(
    about: str, effect: dict[str, object], down: dict[str, object]
) -> None:
    """R-85: the sword's 10 are dealt, the rider that asks comes to nothing."""
    scene = with_rider(effect)
    assert scene.now == f"{about} ann"
    scene.rule("set", who="ann", **down)
    assert scene.now == "turn bob"
    assert (scene.hp("dummy"), scene.hp("other"), len(scene.get("other").lasting)) == (90, 100, 1)
    scene.check_clean()


@clause("ES-159", "ES-170")
@pytest.mark.parametrize(("about", "effect"), OPEN)
def test_the_stunned_are_awake_and_still_asked_the_helpless_are_not(about: str, effect: dict[str, object]) -> None:
    scene = with_rider(effect)
    scene.rule("crit_bonus", who="ann", condition="stunned")
    assert scene.now == f"{about} ann"
    scene.rule("crit_bonus", who="ann", condition="helpless")
    assert scene.now == "turn bob"


@clause("ES-170")
def test_whoever_has_fallen_or_left_by_then_is_no_choice_any_more() -> None:
    """Of two nearby enemies one goes: it falls on the other, and nobody is asked which of them; where an ally would get it, or nobody,
    that stays a choice."""
    scene = with_rider({"damage": 4, "on": "one_nearby"})
    assert scene.options == ["dummy", "other"]
    scene.rule("remove", who="dummy")
    assert (scene.now, scene.hp("other")) == ("turn ann", 96)
    scene.check_clean()
    helped = with_rider({"heal": 4, "on": "ally"})
    assert helped.options == ["bob", "cid", "nobody"]
    helped.rule("remove", who="bob")
    assert helped.options == ["cid", "nobody"] and "'bob' is not an option here" in helped.why_not("bob")
    compelled = with_rider({"compel": "basic"})
    compelled.rule("crit_bonus", who="dummy", condition="stunned")
    compelled.do("other")  # the stunned strike nobody
    assert (compelled.now, compelled.hp("other")) == ("turn ann", 100)
    compelled.check_clean()


@clause("ES-170")
def test_an_effect_that_has_ended_by_then_is_no_choice_for_dispelling() -> None:
    scene = with_rider({"dispel": True})
    assert scene.options == ["1", "none"]
    scene.rule("end_condition", who="other", condition="dazed")
    assert scene.now == "turn ann"


@clause("ES-88", "ES-119")
@pytest.mark.parametrize("by", ["attacker", "target"])
def test_of_several_things_the_first_happens_where_whoever_would_say_is_down(by: str) -> None:
    """R-85: the attack is carried through: 12 fire, or 12 cold against somebody who resists fire on anything below 16."""
    ways = [[{"damage": 12, "type": "fire"}], [{"damage": 12, "type": "cold"}]]
    staff = {"name": "Staff", "bonus": 8, "defence": "AC", "hit": [{"choose": {"by": by, "options": ways}}]}
    scene = Scene([pc("ann", resist={"fire": 16}, hp=40), pc("bob"), dummy(attacks=[staff], engaged=["ann"])], [5, 4, 20])
    scene.do("use:0:ann", 12, *([] if by == "target" else [4]))
    assert scene.now == f"choose {'ann' if by == 'target' else 'dummy'}"
    if by == "target":
        scene.rule("set", who="ann", stat="hp", value=-1)
    else:
        scene.rule("crit_bonus", who="dummy", condition="helpless")
    # natural 12 is below 16: half of the fire
    assert scene.hp("ann") == (-7 if by == "target" else 34)
    scene.check_clean()


@clause("ES-119", "ES-170")
def test_riders_that_ask_come_to_nothing_in_odds_too_where_their_maker_has_fallen() -> None:
    """R-85: Ann's thorns fell the dummy (3 hit points) before its rider asks which enemy it burns."""
    swat = {**dict(HEX), "name": "Swat", "kind": "melee", "spell": False, "hit": [{"damage": 5}]}
    swat["riders"] = [{"when": "hit", "effects": [{"damage": 4, "on": "one_nearby"}], "name": "Burn"}]
    thorns = row("struck", {"damage": 9})
    people = [pc("ann", occasions=thorns, engaged=["dummy"]), pc("bob"), dummy(attacks=[swat], hp=3), dummy("other")]
    scene = Scene(people, [5, 4, 20, 1])
    fates = scene.fight.odds(scene.asked.id, "use:0:ann").outcomes
    assert {dict(fate)["Bob"] for fate in fates if "Bob" in dict(fate)} <= {"40 hp"}
    scene.do("use:0:ann", 10)
    assert (scene.get("dummy").state, scene.hp("ann"), scene.hp("bob")) == (SLAIN, 35, 40)
    scene.check_clean()


@clause("ES-35", "ES-157")
def test_no_save_is_rolled_against_an_effect_that_the_gm_has_ended_by_then() -> None:
    """Typed: the die is withdrawn. Nothing follows from a save that was never rolled."""
    worse = {"inflict": "dazed", "until": "save", "each_failed_save": [{"inflict": "stunned", "until": "save"}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [worse]}
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob", initiative=0), dummy(attacks=[swat])], [10, 1, 20])
    scene.fight.type_dice("ann")
    scene.do("use:0:ann", 12)
    scene.end_turn()
    scene.end_turn()
    assert scene.now == "roll ann"
    scene.rule("end_condition", who="ann", condition="dazed")
    assert (scene.now, scene.get("ann").lasting) == ("turn bob", [])
    scene.check_clean()


@clause("ES-167")
def test_no_help_is_rolled_for_somebody_whose_last_gasp_is_over() -> None:
    gaze = {"name": "Gaze", "kind": "ranged", "bonus": 30, "defence": "PD", "hit": [{"last_gasp": "helpless"}]}
    scene = Scene([pc("ann", beside=["bob"]), pc("bob", initiative=0), dummy(attacks=[gaze], initiative=30)], [10, 1, 1])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.end_turn(15)  # a hard save: 16
    scene.fight.type_dice("ann")
    scene.do("help:ann")
    assert scene.now == "roll ann"
    scene.rule("end_condition", who="ann", condition="Gaze")
    assert scene.now == "turn bob"


@clause("ES-30", "ES-31")
def test_whoever_is_no_longer_next_to_the_one_who_is_hit_is_not_asked_to_shoulder_in() -> None:
    scene = Scene(["odrun", "vessa", person("hound-a", engaged=["vessa", "odrun"])], [1, 1, 20])
    scene.do("use:0:vessa", 13)  # 13 + 8 against AC 17
    scene.do("no")
    assert scene.now == "interrupt odrun"
    scene.rule("set_zone", who="odrun", zone="rear")
    assert (scene.now, scene.hp("vessa"), scene.get("odrun").interrupt_used) == ("turn hound-a", 30, False)
    scene.check_clean()


# -- moved away in the middle of an attack ---------------------------------------------------------------------------------

BLAST = {
    "name": "Blast", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": 7}],
    "targets": {"range": "nearby", "count": 3},
}  # fmt: skip


def blasting(**power: object) -> Scene:
    """Ann's blast goes at three at once; the die of the first is awaited."""
    foes = [dummy(name, zone="yard") for name in ("one", "two", "three")]
    scene = Scene([pc("ann", initiative=20, zone="yard", attacks=[{**BLAST, **power}]), *foes], [20, 1, 1, 1], zones=YARD)
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0")
    assert scene.now == "roll ann"
    return scene


@clause("ES-43", "ES-88")
@pytest.mark.parametrize("thrown", [0, 1])
def test_whoever_is_moved_out_of_an_area_before_its_own_die_is_not_struck(thrown: int) -> None:
    scene = blasting()
    for _ in range(thrown):
        scene.fight.enter(scene.asked.id, [15])
    scene.rule("set_zone", who="two", zone="gate")
    while scene.now == "roll ann":
        scene.fight.enter(scene.asked.id, [15])
    assert [scene.hp(id) for id in ("one", "two", "three")] == [93, 100, 93]
    assert scene.texts().count("Dummy two is out of reach of Blast by now.") == 1
    assert [entry.do for entry in scene.fight.entries].count("withdrawn") == thrown
    scene.check_clean()


@clause("ES-44", "ES-88")
def test_whoever_is_moved_away_from_what_reaches_far_is_struck_all_the_same() -> None:
    scene = blasting(kind="ranged", targets={"range": "faraway", "count": 3})
    scene.rule("set_zone", who="two", zone="gate")
    while scene.now == "roll ann":
        scene.fight.enter(scene.asked.id, [15])
    assert [scene.hp(id) for id in ("one", "two", "three")] == [93, 93, 93]


@clause("ES-52")
def test_a_blow_in_melee_does_not_follow_whoever_is_moved_away_while_it_is_held() -> None:
    scene = Scene([pc("ann", initiative=20, zone="yard"), dummy(engaged=["ann"], zone="yard")], [20, 1], zones=YARD)
    scene.fight.hold_results(True)
    scene.do("use:0:dummy", 15)
    assert scene.now.startswith("hold")
    scene.rule("set_zone", who="dummy", zone="gate")
    assert scene.hp("dummy") == 100 and scene.now == "turn ann"
    told = next(event for event in scene.fight.events if "out of reach" in event.text)
    assert (told.text, told.clause) == ("Dummy dummy is out of reach of Sword by now.", "ES-52")
    scene.check_clean()


# -- saves, one effect after another ---------------------------------------------------------------------------------------


def bitten(*hit: dict[str, object], quick: list[dict[str, object]] | None = None) -> Scene:
    """The dummy's Venom has hit Ann, and its Bile where it has one; it is Ann's turn."""
    attacks = [{"name": "Venom", "bonus": 30, "defence": "AC", "hit": list(hit)}]
    if quick is not None:
        attacks.append({"name": "Bile", "action": "quick", "bonus": 30, "defence": "AC", "hit": quick})
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=attacks, initiative=30)], [10, 10])
    for number in range(len(attacks)):
        scene.do(f"use:{number}:ann", 10)
    scene.end_turn()
    return scene


@clause("ES-34", "ES-35")
def test_an_effect_that_another_has_made_worse_still_bites_and_is_saved_against() -> None:
    """Venom's failed save makes all poison worse by 2: Bile, next in order, deals 5 instead of 3."""
    worse = {"ongoing": 5, "type": "poison", "each_failed_save": [{"worsen": 2, "type": "poison"}]}
    scene = bitten(worse, quick=[{"ongoing": 3, "type": "poison"}])
    scene.end_turn(2, 15)
    assert scene.hp("ann") == 40 - 5 - 5
    assert [(each.name, each.ongoing) for each in scene.get("ann").lasting] == [("Venom", 7)]
    grown = [text for text in scene.texts() if "save ends" in text][-2:]
    assert ["7 ongoing" in grown[0], "5 ongoing" in grown[1]] == [True, True]
    scene.check_clean()


@clause("ES-34", "ES-157")
def test_no_save_is_awaited_against_what_the_gm_has_ended_though_another_part_of_the_attack_lasts() -> None:
    """Both go by the name of the attack: the save that is awaited is against being dazed, and that is over."""
    scene = bitten({"inflict": "dazed"}, {"ongoing": 5})
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "end")
    assert (scene.asked.id, scene.hp("ann")) == ("save:ann#1", 40)
    scene.rule("end_condition", who="ann", condition="dazed")
    assert (scene.asked.id, scene.hp("ann")) == ("save:ann#2", 35)
    scene.fight.enter(scene.asked.id, [15])
    assert scene.get("ann").lasting == [] and scene.now == "turn dummy"
    assert [event.text for event in scene.fight.events if event.kind == "effect ended"] == [
        "Ann is rid of dazed: the GM.", "Ann is rid of 5 ongoing damage: saved.",
    ]  # fmt: skip
    scene.check_clean()


# -- effects on several ----------------------------------------------------------------------------------------------------


@clause("ES-43")
def test_a_power_does_not_reach_whoever_is_moved_away_while_it_works_on_another() -> None:
    mend = {"name": "Mend", "kind": "close", "targets": {"who": "ally", "range": "nearby", "count": 2}, "hit": [{"heal": "1d8"}]}
    party = [pc("ann", initiative=20, zone="yard", powers=[mend]), pc("bob", zone="yard"), pc("cid", zone="yard")]
    scene = typed([*party, dummy(zone="yard")], [20, 1, 1, 1], zones=YARD)
    for who in ("bob", "cid"):
        scene.rule("set", who=who, stat="hp", value=10)
    scene.do("use:1")
    assert open_id(scene) == "healing:ann#1"
    scene.rule("set_zone", who="cid", zone="gate")
    throw(scene, 5)
    assert (scene.now, scene.hp("bob"), scene.hp("cid")) == ("turn ann", 15, 10)
    assert scene.texts()[-1] == "Cid is out of reach of Mend by now."
    scene.check_clean()


@clause("ES-43", "ES-30")
@pytest.mark.parametrize(("on", "reached"), [("each_nearby", False), ("all_foes", True)])
@pytest.mark.parametrize("such", [{}, {"against": "not_airborne"}])
def test_a_trait_that_falls_on_those_nearby_leaves_out_who_is_moved_away(on: str, reached: bool, such: dict[str, object]) -> None:
    aura = row("turn_start", {"damage": 6, "type": "fire", "on": on, **such})
    people = [pc("ann", zone="yard", resist={"fire": 12}), pc("bob", zone="yard"), dummy(zone="yard", initiative=30, occasions=aura)]
    scene = typing(people, zones=YARD)
    throw(scene, 1, 1, 20)
    assert open_id(scene) == "resistance:ann#1"
    scene.rule("set_zone", who="bob", zone="gate")
    throw(scene, 3)
    assert (scene.hp("ann"), scene.hp("bob")) == (37, 34 if reached else 40)


# -- saves whose reason is gone --------------------------------------------------------------------------------------------


@clause("ES-113")
def test_no_save_is_rolled_for_a_recovery_once_the_gm_has_ended_what_asks_for_it() -> None:
    brand = {"name": "Brand", "bonus": 8, "defence": "AC", "hit": [{"recovery_save": 11, "until": "end of battle"}]}
    scene = typed([pc("ann", engaged=["fiend"]), dummy("fiend", attacks=[brand], initiative=30)], [10, 10])
    scene.do("use:0:ann")
    throw(scene, 15)
    scene.end_turn()
    scene.rule("set", who="ann", stat="hp", value=10)
    scene.do("rally")
    assert open_id(scene) == "save:ann#1"
    scene.rule("end_condition", who="ann", condition="Brand")
    assert open_id(scene) == "recovery:ann#1"


@clause("ES-30")
def test_no_save_is_rolled_for_a_trait_whose_occasion_is_gone() -> None:
    spite = row("attacked", {"inflict": "dazed"}, save=11)
    scene = typed([pc("ann", initiative=20, engaged=["dummy"]), pc("bob"), dummy(occasions=spite)], [20, 10, 1])
    scene.do("use:0:dummy")
    throw(scene, 15)
    assert open_id(scene) == "save:dummy#1"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"


# -- what is left to choose ------------------------------------------------------------------------------------------------


@clause("ES-43", "ES-30")
def test_magic_on_one_who_is_moved_away_is_no_choice_for_dispelling() -> None:
    hex_of_two = {**HEX, "targets": {"range": "nearby", "count": 2}}
    dispel = {"name": "Dispel", **SELF, "hit": [{"dispel": True}]}
    people = [pc("ann", zone="yard", powers=[dispel]), pc("bob", zone="yard"), pc("cid", zone="yard")]
    scene = typed([*people, dummy(attacks=[hex_of_two], zone="yard", initiative=30)], [1, 1, 1, 10], zones=YARD)
    scene.do("use:0")
    scene.do("at:bob")
    scene.do("at:cid")
    throw(scene, 15, 15)
    scene.end_turn()
    scene.do("use:1")
    assert scene.options == ["1", "2", "none"]
    scene.rule("set_zone", who="bob", zone="gate")
    assert scene.options == ["2", "none"]
    scene.rule("remove", who="cid")
    assert scene.now == "turn ann"


# -- actions of one's own --------------------------------------------------------------------------------------------------


@clause("ES-86", "ES-119")
def test_nobody_rallies_who_is_down_before_its_dice_have_fallen() -> None:
    scene = typed([pc("ann", initiative=20), pc("bob"), dummy()], [20, 10, 1])
    scene.rule("set", who="ann", stat="hp", value=3)
    scene.do("rally")
    assert open_id(scene) == "recovery:ann#1"
    scene.rule("set", who="ann", stat="hp", value=-3)
    assert scene.now != "roll ann" and (scene.hp("ann"), scene.get("ann").recoveries) == (-3, 8)


@clause("ES-127", "ES-47")
def test_nobody_is_stabilised_who_is_moved_away_before_the_check() -> None:
    healer = pc("ann", zone="yard", initiative=20, backgrounds={"Healer": 3}, healing_background="Healer", beside=["bob"])
    scene = typed([healer, pc("bob", zone="yard"), dummy(zone="yard")], [20, 10, 1], zones=YARD)
    scene.rule("set", who="bob", stat="hp", value=-3)
    scene.do("stabilise:bob")
    assert open_id(scene) == "stabilise:ann#1"
    scene.rule("set_zone", who="bob", zone="gate")
    assert scene.now == "turn ann" and scene.get("bob").state == DYING


@clause("ES-31", "ES-89")
@pytest.mark.parametrize(("ac", "hp"), [(18, 90), (19, 90), (20, 97)])
def test_a_better_defence_is_added_to_the_defence_of_now(ac: int, hp: int) -> None:
    """21 against AC 18 is a hit; with 2 more it takes an AC of 20 to turn it, which the GM gives while it is asked."""
    ward = {"name": "Ward", "action": "interrupt", "trigger": "self_hit", "targets": {"who": "self"}, "hit": [{"defence": {"ac": 2}}]}
    scene = Scene([pc("ann", initiative=20, engaged=["dummy"]), dummy(powers=[ward])], [20, 10])
    scene.do("use:0:dummy", 14)
    scene.rule("set", who="dummy", stat="ac", value=ac)
    scene.do("yes")
    assert scene.hp("dummy") == hp
    scene.check_clean()


@clause("ES-112")
def test_healing_that_does_nothing_says_so() -> None:
    mend = {"name": "Mend", "kind": "close", "targets": {"who": "ally", "range": "nearby"}, "hit": [{"heal": 8}]}
    scene = Scene([pc("ann", initiative=20, powers=[mend]), pc("bob"), dummy()], [20, 1, 1])
    scene.rule("set", who="bob", stat="hp", value=10)
    scene.rule("condition", who="bob", condition="no_heal", until="end of battle")
    scene.do("use:1:bob")
    assert scene.hp("bob") == 10 and scene.texts()[-1] == "Bob gets no hit points back now (Mend)."
