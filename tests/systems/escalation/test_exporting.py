"""A fight can be written down between any two turns and taken up again: the same state, the same rulings, the same future."""

from __future__ import annotations

import json
from typing import cast

import pytest

from quintain.library.encounters import from_data, play, sample
from quintain.library.problems import FileProblem
from quintain.systems.escalation.file_format.exporting import exported
from quintain.systems.escalation.rules.sheet import DYING
from quintain.systems.escalation.rules.skirmish import Skirmish
from tests.conformance.enrolled import joints, placed_joints
from tests.support import many
from tests.systems.escalation.scene import Scene, dummy, joint, pc, person, taken_up


def again(battle: Skirmish) -> Skirmish:
    """The battle that its own export describes."""
    loaded = from_data(exported(battle)).battle()
    assert isinstance(loaded, Skirmish)
    return loaded


def test_what_the_gm_ruled_is_exported() -> None:
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    people = [pc("ann"), pc("bob", initiative=0), dummy("foe", initiative=-5), dummy("mage", initiative=-9)]
    scene = Scene(people, [10, 10, 10, 10], zones=zones)
    scene.rule("rule_past", mover="foe", defender="ann", past=True)
    scene.rule("rule_past", mover="mage", defender="ann", past=False)
    scene.rule("legal_target", target="mage", legal=False)
    scene.rule("legal_target", target="foe", who="bob", legal=True)
    scene.rule("has_room", zone="gate", room=False, head_room=False)
    scene.rule("stunt", ability="dex", dc=12, name="Swing", who="bob", failure_damage=4, stealth=6, on_success="over it")
    scene.rule("set", who="foe", stat="ac", value=21)
    scene.rule("set", who="bob", stat="max_hp", value=50)
    scene.rule("set", who="mage", stat="crit_floor", value=18)
    scene.end_turn()
    loaded = taken_up(scene)
    assert loaded.now == "turn bob"
    battle = loaded.battle
    numbers = {each.id: each.number for each in battle.fighters}
    assert battle.past == {numbers["foe"] * 1000 + numbers["ann"]: True, numbers["mage"] * 1000 + numbers["ann"]: False}
    assert battle.banned_targets == [numbers["mage"]]
    assert battle.allowed_targets == [(numbers["bob"] + 1) * 1000 + numbers["foe"]]
    assert (battle.room, battle.head_room) == ([True, False], [True, False])
    assert "there is no room" in loaded.why_not("move/zone:gate")
    assert "stunt:0" in loaded.options
    stunt = battle.stunts[0]
    assert (stunt.name, stunt.dc, stunt.stealth, stunt.whom, len(stunt.on_failure)) == ("Swing", 12, 6, numbers["bob"], 2)
    assert (loaded.get("foe").ac, loaded.get("bob").max_hp, loaded.get("mage").crit_floor) == (21, 50, 18)
    assert exported(joint(loaded.fight)) == exported(joint(scene.fight))
    loaded.do("stunt:0", 2)  # DEX 10, level 3: 2 + 3 fails, 4 damage
    assert loaded.hp("bob") == 40 - 4


def test_the_slain_go_along_so_that_what_hangs_on_them_ends_in_its_time() -> None:
    hex_ = {"name": "Hex", "bonus": 40, "defence": "AC", "hit": [{"inflict": "dazed", "until": "end of own next turn"}]}
    witch = dummy("witch", attacks=[hex_], initiative=30, hp=1, engaged=["ann"])
    scene = Scene([pc("ann"), witch, dummy("b")], [10, 10, 1])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.do("use:0:witch", 15)
    scene.do("slay")
    scene.end_turn()
    loaded = taken_up(scene)
    assert loaded.now == "turn b"
    assert loaded.get("ann").conditions
    loaded.end_turn()
    assert (loaded.now, loaded.get("ann").conditions) == ("turn ann", 0)


def test_an_ambush_is_taken_up_in_its_middle() -> None:
    people = [pc("ann"), dummy("one", initiative=5), dummy("two", initiative=0)]
    scene = Scene(people, [10, 10], ambush="foes")
    scene.do("two")
    scene.rule("advance_after_ambush")
    scene.end_turn()
    loaded = taken_up(scene)
    assert loaded.now == "turn one"
    assert (loaded.battle.round, loaded.battle.surprised) == (0, loaded.get("ann").bit)
    loaded.end_turn(10)  # now Ann rolls: 15, as the first of the foes has
    assert (loaded.battle.round, loaded.battle.escalation, loaded.now) == (1, 1, "turn ann")


def test_the_rest_between_two_battles_is_not_lost() -> None:
    foes: list[object] = [dummy("a", battle=1, hp=1), dummy("b", battle=2)]
    scene = Scene([person("vessa"), *foes], [20, 1], battles=[{"name": "one"}, {"name": "two"}])
    vessa = scene.get("vessa")
    scene.rule("set", who="vessa", stat="hp", value=12)
    scene.rule("legal_target", target="a")
    scene.do("use:2:a", 11, 1, 1, 1, 1, 1)  # Red Thread slays it
    scene.do("slay")
    assert scene.now == "rest "
    loaded = taken_up(scene)
    assert (loaded.now, loaded.hp("vessa"), loaded.battle.part) == ("rest ", 12, 0)
    loaded.do("quick")
    assert loaded.now == "recover vessa"  # staggered: she must
    loaded.do("recover", 8, 8, 8)
    loaded.do("enough", 15)  # Red Thread was used: below 16, lost for a battle
    loaded.do("on", 20, 1)
    assert (loaded.now, loaded.get("vessa").out[2], loaded.battle.part) == ("turn vessa", 1, 1)
    assert vessa.id == "vessa"


def test_a_party_that_lies_down_keeps_its_failures() -> None:
    scene = Scene([pc("ann"), pc("bob", initiative=0), dummy(initiative=-5)], [10, 10, 10])
    scene.rule("set", who="bob", stat="hp", value=-5)
    scene.rule("set", who="bob", stat="death_fails", value=2)
    scene.end_turn(3)
    loaded = taken_up(scene)
    assert (loaded.get("bob").state, loaded.get("bob").death_fails) == (DYING, 3)


@pytest.mark.parametrize("name", ["toll", "kiln", "warrant", "ambush", "day"])
def test_at_joints_of_watched_fights_the_export_is_the_same_state(name: str) -> None:
    compared = 0
    fight = play(sample(f"escalation/{name}"), seed="joints", auto={"*": "steady"})
    for battle in joints(fight)[:: 8 // many(1, 8)]:
        assert isinstance(battle, Skirmish)
        if battle.outcome is not None:
            continue
        loaded = again(battle)
        assert exported(loaded) == exported(battle)
        if battle.part == 0 and battle.begun:
            loaded.begun = True
            loaded.resumed = False
            assert loaded.key() == battle.key()
            compared += 1
    assert compared > 5


def test_an_exported_fight_goes_on_as_the_first_would_have() -> None:
    fight = play(sample("escalation/toll"), seed="onward", auto={"*": "steady"})
    battle, position = placed_joints(fight)[12]
    assert isinstance(battle, Skirmish) and battle.outcome is None
    later = [entry for entry in fight.entries[position:] if entry.do == "roll"]
    dice = [face for entry in later for face in entry.faces]
    loaded = play(from_data(exported(battle)), seed="x", dice=dice, auto={"*": "steady"})
    assert loaded.outcome is not None
    assert fight.outcome is not None
    assert loaded.outcome.result == fight.outcome.result
    assert loaded.script_left == []
    told = [event.text for event in loaded.events]
    assert len(told) > 20 and told == [event.text for event in fight.events][-len(told) :]
    assert cast(Skirmish, loaded.battle).round == cast(Skirmish, fight.battle).round


def test_fixed_dice_forbidden_options_and_what_the_players_learned_go_along() -> None:
    scene = Scene([pc("ann", engaged=["foe"]), dummy("foe", initiative=-5), dummy("far", initiative=-9)], [10, 10, 10])
    scene.do("use:0:foe", 12)  # 12 + 7 = 19 hits AC 18: players know that it is 19 at most
    scene.rule("forbid", option="rally", why="no breath")
    scene.rule("force", who="foe", what="attack", faces=[20])
    scene.end_turn()
    loaded = taken_up(scene)
    assert loaded.get("foe").learned == {"AC": (0, 19)}
    assert loaded.battle.forbidden == joint(scene.fight).forbidden != {}
    loaded.do("use:0:ann")  # no die is needed: the GM has said what it shows
    assert loaded.hp("ann") == 40 - 10  # a crit for twice 5
    assert loaded.battle.forces == []
    loaded.end_turn()
    loaded.end_turn()
    assert "no breath" in loaded.why_not("rally")
    assert exported(joint(taken_up(scene).fight)) == exported(joint(scene.fight))


def problem_at(data: dict[str, object]) -> tuple[object, ...]:
    """Where in the file a refusal points."""
    with pytest.raises(FileProblem) as caught:
        from_data({"system": "escalation", "name": "scene", **data})
    return tuple(caught.value.problems[0].path)


def test_what_cannot_be_staged_is_refused_where_it_stands_in_the_file() -> None:
    people = [pc("ann"), {**dummy("rat"), "count": 3}, {**dummy("cat"), "zone": "attic"}]
    assert problem_at({"combatants": people}) == ("combatants", 2, "zone")
    people[2] = {**dummy("cat"), "behind": ["rat-1", "ann"]}
    assert problem_at({"combatants": people}) == ("combatants", 2, "behind", 1)
    people[2] = {**dummy("cat"), "engaged": ["nobody"]}
    assert problem_at({"combatants": people}) == ("combatants", 2, "engaged", 0)
    people[2] = {"use": "nothing-known"}
    assert problem_at({"combatants": people}) == ("combatants", 2, "use")
    people[2] = {**dummy("cat"), "start": {"hp": 0}}
    assert problem_at({"combatants": people}) == ("combatants", 2, "start", "hp")
    zones = [{"name": "attic", "links": ["attic", "cellar"]}]
    assert problem_at({"combatants": people[:2], "zones": zones})[:2] == ("zones", 0)
    resume = {"order": ["ann", "dog"]}
    assert problem_at({"combatants": people[:2], "resume": resume}) == ("resume", "order", 1)
    people[1] = {**dummy("rat"), "start": {"readied": {"action": "sing", "when": "moves"}}}
    resume = {"order": ["ann", "rat"]}
    assert problem_at({"combatants": people[:2], "resume": resume}) == ("combatants", 1, "start", "readied", "action")
    people[1] = dummy("rat")
    assert problem_at({"combatants": people[:2], "resume": {"order": ["ann", "rat", "ann"]}}) == ("resume", "order", 2)
    assert problem_at({"combatants": people[:2], "resume": {"order": ["ann"]}}) == ("resume", "order")
    people[1] = {**dummy("rat"), "start": {"riders_used": ["bite"]}}
    assert problem_at({"combatants": people[:2]}) == ("combatants", 1, "start", "riders_used", 0)


def test_a_turn_put_off_keeps_what_it_began_with() -> None:
    roar = {
        "name": "Roar", "kind": "close", "bonus": 40, "defence": "MD", "needs": ["not_last_turn"], "hit": [{"damage": 1}],
    }  # fmt: skip
    people = [pc("ann", attacks=[roar, {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 1}]}], engaged=["foe"])]
    scene = Scene([*people, dummy("foe", initiative=-5), dummy("far", initiative=-9)], [10, 10, 10])
    scene.do("use:0:foe", 10)
    scene.end_turn()
    scene.until("turn ann")
    scene.do("delay")
    scene.end_turn()
    assert scene.now == "step in ann"
    loaded = taken_up(scene)
    battle = joint(loaded.fight)
    ann = battle.named("ann")
    assert ann is not None
    assert (ann.last_turn_uses, ann.met) == (1, 1 << 1)
    loaded.do("end") if loaded.now == "turn foe" else None
    loaded.do("yes")
    assert "never two turns in a row" in loaded.why_not("use:0:foe")


LASTING: list[dict[str, object]] = [
    {"images": 11}, {"blunts": "bearer"}, {"attacks_only": "hurt"}, {"more_attacks": "Sword"}, {"deals": 2},
]  # fmt: skip


@pytest.mark.parametrize("row", LASTING)
def test_whatever_a_lasting_effect_says_it_is_taken_up_again(row: dict[str, object]) -> None:
    trick: dict[str, object] = {"name": "Trick", "kind": "close", "action": "quick", "targets": {"who": "self"}}
    trick["hit"] = [{**row, "on": "self", "until": "end of battle"}]
    scene = Scene([pc("ann", initiative=20, powers=[trick]), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.do("use:1")
    data = json.loads(json.dumps(exported(scene.battle)))
    again = from_data(data).battle()
    assert isinstance(again, Skirmish) and json.loads(json.dumps(exported(again))) == data
    assert again.fighters[0].lasting[0].effect.tag == scene.get("ann").lasting[0].effect.tag
