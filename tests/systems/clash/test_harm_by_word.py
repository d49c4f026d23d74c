"""Damage and healing by the GM's word (R-76): what falls by it, and what it brings back."""

from __future__ import annotations

import pytest

from tests.support import clause
from tests.systems.clash.arena import Scene, check_done, npc, pc

# -- damage and healing by the GM's word (R-76) --------------------------------------------------------------------------


@clause("CL-71", "CL-104")
@pytest.mark.parametrize(("word", "after"), [(3, 6), (6, 3), (9, 0)])
def test_damage_by_word_in_a_held_round_is_netted_with_the_rounds_healing(word: int, after: int) -> None:
    # 4 Health, Recover 5: 4 - 3 + 5, 4 - 6 + 5, 4 - 9 + 5.
    scene = Scene([pc("ana", health=4), pc("bo"), npc("thug", "e")], [10, 10, 5], hold=True)
    scene.declare().go().declare(ana="recover")
    scene.fight.rule("hurt", who="ana", amount=word)
    while scene.fight.questions[0].about == "hold" and scene.battle.round == 1:
        scene.go()
    assert scene.unit("ana").health == after
    assert scene.unit("ana").state == ("active" if after else "incapacitated")
    check_done(scene)


@clause("CL-71")
def test_healing_by_word_is_netted_with_the_rounds_damage() -> None:
    # 4 Health, 3 + 4 from the thug, 5 by word: 2, as CL-71 has it with a die.
    scene = Scene([pc("ana", health=4, max_health=18), pc("bo"), npc("thug", score=20)], [10, 10, 3, 4], hold=True)
    scene.declare(thug="standing_attack@ana").go().declare()
    scene.fight.rule("heal", who="ana", amount=5)
    scene.go()
    assert (scene.unit("ana").health, scene.unit("ana").state) == (2, "active")
    check_done(scene)


@clause("CL-69", "CL-71", "CL-74")
@pytest.mark.parametrize(("who", "hurt", "state"), [("ana", 16, "incapacitated"), ("gnat", 1, "defeated")])
def test_who_falls_by_word_before_all_have_declared_does_not_get_up_by_what_was_netted(who: str, hurt: int, state: str) -> None:
    """Healed beyond the maximum and then brought to 0 while intents are open: it lies there at once, and at 0 at the end too."""
    scene = Scene([pc("ana"), pc("bo"), npc("gnat", kind="peon"), npc("thug", "e")], [10, 10], hold=True)
    scene.fight.rule("heal", who=who, amount=7)
    scene.fight.rule("hurt", who=who, amount=hurt)
    assert (scene.unit(who).state, scene.unit(who).stamina()) == (state, 0)
    scene.declare().go().declare()
    while scene.battle.round == 1:
        scene.go()
    assert (scene.unit(who).state, scene.unit(who).stamina()) == (state, 0)


@clause("CL-71", "CL-104")
def test_nothing_is_netted_for_one_taken_out_of_the_fight() -> None:
    scene = Scene([pc("ana"), pc("bo"), npc("gnat", kind="grunt"), npc("thug", "e")], [10, 10], hold=True)
    scene.declare().go().declare()
    scene.fight.rule("heal", who="gnat", amount=2)
    scene.fight.rule("hurt", who="gnat", amount=1)
    scene.fight.rule("remove", who="gnat")
    while scene.battle.round == 1:
        scene.go()
    assert (scene.unit("gnat").state, scene.unit("gnat").marks) == ("gone", 1)


@clause("CL-71")
def test_health_that_is_set_is_what_the_round_goes_on_from() -> None:
    scene = Scene([pc("ana", health=4), pc("bo"), npc("thug", "e")], [10, 10, 5], hold=True)
    scene.declare().go().declare(ana="recover")
    scene.fight.rule("hurt", who="ana", amount=3)
    scene.fight.rule("set", who="ana", stat="health", value=7)
    scene.go()
    assert scene.unit("ana").health == 12


@clause("CL-57", "CL-71")
def test_a_healing_ability_reaches_one_whom_the_gms_word_brings_to_0_in_the_same_round() -> None:
    kindle = {"id": "kindle", "name": "Kindle", "base": "improvise", "targets": "ally_in_zone", "heal": 1, "attribute": "wits"}
    scene = Scene([pc("ana", health=4), pc("bo", abilities=[kindle]), npc("thug", "e")], [10, 10, 6], hold=True)
    scene.declare().go().declare(bo="improvise+kindle@ana")
    scene.fight.rule("hurt", who="ana", amount=8)
    while scene.fight.questions[0].about == "hold" and scene.battle.round == 1:
        scene.go()
    assert (scene.unit("ana").health, scene.unit("ana").state) == (2, "active")


@clause("CL-85")
def test_a_healing_ability_that_finds_nobody_awake_says_so() -> None:
    kindle = {"id": "kindle", "name": "Kindle", "base": "improvise", "targets": "ally_in_zone", "heal": 1, "attribute": "wits"}
    scene = Scene([pc("ana"), pc("bo", abilities=[kindle]), npc("thug", "e")], [10, 10], hold=True)
    scene.declare().go().declare(bo="improvise+kindle@ana")
    scene.fight.rule("state", who="ana", state="incapacitated")
    scene.go()
    assert [event.text for event in scene.events("lost")] == ["Bo uses Kindle to no avail: Ana is not awake."]


@clause("CL-71", "CL-75", "CL-84")
def test_a_foe_whom_the_gms_word_brings_to_0_is_still_met_by_the_attacks_of_the_round() -> None:
    # 10 - 12 by word - 2 and 2 from Ana + 6 recovered: 0. Without her blow it would have kept 4.
    units = [pc("ana", might=4), npc("thug", max_health=10, health=10, max_surges=2), npc("rest", "e")]
    scene = Scene(units, [19, 2, 2, 6], hold=True)
    scene.declare(thug="recover").go().declare(ana="standing_attack@thug")
    scene.fight.rule("hurt", who="thug", amount=12)
    assert scene.unit("thug").state == "active", "nobody falls before all is written"
    scene.go()
    assert scene.bands() == {("ana", "thug"): "Full Hit"} and scene.unit("thug").state == "defeated"
    check_done(scene)


@clause("CL-75", "CL-60")
def test_a_sweep_meets_one_whom_the_gms_word_brings_to_0_in_the_same_round() -> None:
    oar = {"id": "oar", "name": "Oar", "base": "standing_attack", "targets": "all_enemies_in_strike_zone"}
    scene = Scene([pc("ana", health=4), pc("bo"), npc("king", score=30, abilities=[oar])], [1, 1, 1, 1, 1, 1, 6], hold=True)
    scene.declare(king="standing_attack+oar").go().declare(ana="recover")
    scene.fight.rule("hurt", who="ana", amount=4)
    scene.go()
    assert set(scene.bands()) == {("king", "ana"), ("king", "bo")}
    assert (scene.unit("ana").health, scene.unit("ana").state) == (4, "active")  # 4 - 4 - 2 + 6
    check_done(scene)


@clause("CL-75", "CL-76")
def test_a_holder_whom_the_gms_word_brings_to_0_keeps_what_it_holds_in_this_round() -> None:
    idol = [{"id": "idol", "portable": True, "at": "a", "holder": "ana"}]
    scene = Scene([pc("ana", health=4), pc("bo"), npc("thug", score=5)], [19, 1], objects=idol, hold=True)
    scene.declare(thug="improvise=take@idol").go().declare(ana="defend")
    scene.fight.rule("hurt", who="ana", amount=9)
    scene.go()
    assert scene.unit("ana").state == "incapacitated" and scene.unit("idol").holder == 0
    check_done(scene)


@clause("CL-104")
def test_who_is_hurt_to_0_and_then_taken_away_does_not_act() -> None:
    scene = Scene([pc("ana"), npc("thug", score=30), npc("rest", "e")], [5, 1, 1], hold=True)
    scene.declare(thug="standing_attack@ana").go().declare()
    scene.fight.rule("hurt", who="thug", amount=99)
    scene.fight.rule("remove", who="thug")
    scene.go()
    assert scene.bands() == {} and scene.unit("thug").state == "gone"
    check_done(scene)
