"""Where clauses of escalation meet, and the GM's word in the middle of them: the rulings R-80 to R-86."""

from __future__ import annotations

import pytest

from quintain.lab.forecast import forecast
from quintain.library.encounters import from_data
from tests.support import clause
from tests.systems.escalation.scene import Scene, dummy, pc

BOW: dict[str, object] = {"name": "Bow", "kind": "ranged", "bonus": 5, "defence": "AC", "hit": [{"damage": 7}]}
SWORD: dict[str, object] = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}]}


@clause("ES-65")
def test_whoever_is_ruled_to_be_passed_may_step_in_wherever_the_mover_is_going() -> None:
    """R-80: the dummy only walks away to another zone; Ann, whom the GM rules it to go past, may stop it."""
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate", "links": ["yard"]}]
    scene = Scene([pc("ann", zone="yard"), dummy(initiative=20, zone="yard")], [1, 20], zones=zones)
    scene.rule("rule_past", mover="dummy", defender="ann", past=True)
    scene.do("move/zone:gate")
    assert scene.now == "intercept ann"
    scene.do("yes")
    assert scene.get("dummy").zone == scene.get("ann").zone and scene.get("dummy").engaged
    scene.check_clean()


@clause("ES-104")
def test_unnamed_modifiers_are_different_circumstances_and_add() -> None:
    """R-81: +2 and +1 without names make +3; the same name again replaces."""
    scene = Scene([pc("ann", initiative=20), dummy(engaged=["ann"])], [20, 1, 8])
    scene.rule("modifier", who="ann", on="attack", value=2)
    scene.rule("modifier", who="ann", on="attack", value=1)
    assert scene.get("ann").modifiers[0] == 3
    scene.rule("modifier", who="ann", on="attack", value=1, name="high ground")
    scene.rule("modifier", who="ann", on="attack", value=2, name="high ground")
    assert scene.get("ann").modifiers[0] == 5


@clause("ES-106")
def test_a_shot_gone_astray_into_a_friend_is_no_hit() -> None:
    """R-82: a natural 1 finds Bob, who is engaged with the dummy: 15 + 5 = 20 against 18 harms him, and counts as no hit of Ann's."""
    ann = pc("ann", initiative=20, attacks=[SWORD, BOW])
    scene = Scene([ann, pc("bob"), dummy(engaged=["bob"])], [20, 2, 1, 1, 15])
    odds = scene.fight.odds(scene.asked.id, next(id for id in scene.options if id.startswith("use:1")))
    assert float(odds.chances["hit"]) == pytest.approx(8 / 20)  # 13 or more: 18 - 5
    scene.do(next(id for id in scene.options if id.startswith("use:1")))
    assert scene.hp("bob") == 33 and scene.hp("dummy") == 100
    scene.check_clean()


@clause("ES-60", "ES-161")
def test_a_shot_already_declared_is_made_though_the_attack_it_drew_grabs_the_shooter() -> None:
    """R-84: Ann shoots at one dummy while the other, engaged with her, hugs her for it: she is grabbed, and her arrow flies."""
    hug = {"name": "Hug", "bonus": 40, "defence": "AC", "hit": [{"grab": True}]}
    ann = pc("ann", initiative=20, attacks=[SWORD, BOW])
    scene = Scene([ann, dummy("near", attacks=[hug], engaged=["ann"]), dummy("far")], [20, 2, 1])
    scene.do("use:1:far")
    assert scene.now == "opportunity near"
    scene.do("yes", 10, 15)  # the hug hits, then 15 + 5 against 18
    assert scene.get("ann").grabber == scene.get("near").number
    assert scene.hp("far") == 93
    scene.check_clean()


@clause("ES-98")
def test_whoever_falls_after_the_roll_is_not_asked_for_a_flexible_attack() -> None:
    """R-85: the attack is carried through, the choice that follows it is not offered."""
    flexible = [{"name": "Press", "kind": "melee", "when": "natural even hit", "effects": [{"damage": 5}]}]
    scene = Scene([pc("ann", initiative=20, flexible=flexible), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.fight.hold_results(True)
    scene.do(next(id for id in scene.options if id.startswith("use:")), 16)
    assert scene.now.startswith("hold")
    scene.rule("set", who="ann", stat="hp", value=-5)
    while scene.now.startswith("hold"):
        scene.do("go")
    assert not scene.now.startswith("flexible")
    assert scene.hp("dummy") == 90


@clause("ES-159", "ES-165")
def test_a_power_that_only_pops_free_is_not_offered_to_the_stuck() -> None:
    slip: dict[str, object] = {
        "name": "Slip", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"pop_free": "self", "on": "self"}],
    }  # fmt: skip
    scene = Scene([pc("ann", initiative=20, powers=[slip]), dummy(engaged=["ann"])], [20, 1])
    assert "use:1" in scene.options
    scene.rule("mishap", who="ann", condition="stuck")
    assert "use:1" not in scene.options and "stuck" in scene.why_not("use:1")


@clause("ES-17")
def test_anything_in_the_open_may_be_readied_for_and_comes_at_the_gms_word() -> None:
    """R-86: "when the bell rings" is nothing the rules can see: the GM sets it off."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 3, 1])
    scene.do("ready")
    scene.do(next(id for id in scene.options if id.startswith("use:")))
    scene.do("words:the bell rings")
    assert scene.get("ann").readied is not None
    assert any("the bell rings" in text for text in scene.texts())
    scene.do("end")
    scene.rule("set_off", who="ann", cause="dummy")
    assert scene.now == "fire ann"
    scene.do("yes", 15)
    assert scene.hp("dummy") == 90 and scene.get("ann").readied is None
    scene.check_clean()


@clause("ES-104", "ES-89")
def test_the_terms_told_are_those_that_counted() -> None:
    """R-69: two blessings of one name, +1 and +2, count +2 once; the terms sum to the total that was compared."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.rule("modifier", who="ann", on="attack", value=2, name="blessing")
    scene.rule("modifier", who="ann", on="attack", value=1, name="blessing", until="end of turn")
    scene.do(next(id for id in scene.options if id.startswith("use:")), 9)
    told = next(event for event in scene.fight.events if event.kind == "attack")
    assert sum(value for label, value in told.math if label == "blessing") == 2
    assert f"total {sum(value for _, value in told.math)}" in told.text


def test_effects_of_the_start_count_without_a_battle_to_be_taken_up() -> None:
    effect = {"name": "Curse", "modifiers": {"attack": -2}, "until": "end of battle"}
    scene = Scene([pc("ann", initiative=20, start={"effects": [effect]}), dummy(engaged=["ann"])], [20, 1])
    assert scene.get("ann").modifiers[0] == -2


def test_a_grab_a_readied_action_and_last_gasp_saves_of_the_start_count_as_well() -> None:
    held = {"grabbed_by": "dummy", "readied": {"action": "use:0:*", "when": "attacks", "whom": "dummy"}}
    gasp = {"last_gasp": {"name": "Venom", "source": "dummy", "conditions": ["helpless"], "turns": 1, "failures": 2}}
    people = [pc("ann", start=held), pc("bob", start=gasp), dummy(initiative=20, engaged=["ann"])]
    scene = Scene(people, [2, 1, 20])  # the dummy goes first
    assert scene.get("ann").grabber == scene.get("dummy").number
    assert scene.get("ann").readied is not None
    assert scene.get("bob").gasp is not None and scene.get("bob").gasp_fails == 2


@clause("ES-89")
def test_an_attack_die_that_nobody_can_throw_falls_away() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.fight.type_dice("*")
    scene.do(next(id for id in scene.options if id.startswith("use:")))
    assert scene.asked.id.startswith("attack:ann")
    scene.rule("remove", who="dummy")
    assert scene.now == "over" or not scene.asked.id.startswith("attack:ann")


def test_a_foe_that_can_do_no_harm_is_still_felled() -> None:
    """Automatic play ends such a fight by winning it."""
    harmless = {"name": "Post", "level": 1, "initiative": 0, "ac": 14, "pd": 12, "md": 10, "hp": 20, "attacks": []}
    people = [pc("ann"), {"id": "post", "side": "foes", "block": harmless}]
    found = forecast(from_data({"system": "escalation", "name": "post", "combatants": people}), fights=40, seed=1)
    assert found.wins.value == 1.0


@clause("ES-88")
def test_damage_dice_of_an_attacker_who_is_gone_are_the_gms_to_throw() -> None:
    """R-85: the dummy's blow has hit when the GM slays it; nobody waits for its die, and the blow is carried through."""
    swat: dict[str, object] = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": "1d6"}]}
    scene = Scene([pc("ann"), dummy(initiative=20, engaged=["ann"], attacks=[swat])], [1, 20])
    scene.fight.type_dice("*")
    scene.do("use:0:ann")
    pending = scene.asked.pending
    assert pending is not None and pending.who == "dummy"
    scene.fight.enter(scene.asked.id, [15])
    scene.rule("set", who="dummy", stat="state", value="slain")
    pending = scene.asked.pending
    assert pending is not None and (pending.what, pending.who) == ("damage", "")
    scene.fight.enter(scene.asked.id, [4])
    assert scene.hp("ann") == 36
    scene.check_clean()
