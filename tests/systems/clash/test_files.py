"""What an encounter file may not say, each with its field; and fights written down in the middle of anything."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data
from quintain.library.problems import FileProblem
from quintain.systems.clash import SYSTEM
from tests.conformance.enrolled import fields
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, npc, pc

PEON: Data = {"name": "Gnat", "class": "peon"}
BASE: Data = {
    "system": "clash",
    "name": "files",
    "zones": [{"id": "a"}, {"id": "b"}, {"id": "out", "outside": True}],
    "edges": [["a", "b"], ["b", "out"]],
    "combatants": [
        {"id": "ana", "side": "party", "at": "a", "block": {"name": "Ana", "class": "pc"}},
        {"id": "thug", "side": "enemy", "at": "b", "block": {"name": "Thug", "class": "foe"}},
    ],
}
FEET: Data = {"options": {"zone_mode": "fluid"}, "zones": [], "edges": []}
MIXED: Data = {"options": {"zone_mode": "mixed"}, "edges": [], "size": [20, 20]}


def written(change: Data) -> Data:
    """The encounter above with some of it replaced; `ana` and `thug` change their rows, `block` Ana's stat block."""
    data = copy.deepcopy(BASE)
    for field, value in change.items():
        if field in ("ana", "thug"):
            data["combatants"][0 if field == "ana" else 1].update(value)
        elif field == "block":
            data["combatants"][0]["block"].update(value)
        else:
            data[field] = value
    return data


WRONG: list[tuple[str, Data, str]] = [
    ("combatants[0].health", {"ana": {"health": 0}}, "at 0 Health"),
    ("combatants[0].health", {"ana": {"health": 3, "state": "incapacitated"}}, "incapacitated with 3 Health"),
    ("combatants[0].health", {"ana": {"health": 17}}, "at most 16"),
    ("combatants[0].surges", {"ana": {"surges": 2}}, "at most 1"),
    ("combatants[1].state", {"thug": {"block": PEON, "state": "incapacitated"}}, "never incapacitated"),
    ("combatants[1].marks", {"thug": {"block": PEON, "marks": 0}}, "no mark left"),
    ("combatants[0].at", {"ana": {"at": "out"}}, "off the map"),
    ("combatants[0].at", {"ana": {"at": "zz"}}, "no zone called"),
    ("combatants[0].ward", {"ana": {"ward": "nobody"}}, "neither here nor a feat"),
    ("combatants[1].seems", {"thug": {"seems": "dance"}}, "not a declaration"),
    ("combatants[1].seems", {"thug": {"seems": "standing_attack+oar@ana"}}, "not a declaration"),
    ("combatants[0].seems", {"ana": {"seems": "defend"}}, "only NPCs bluff"),
    ("combatants[0].busy_on", {"ana": {"busy": 2, "busy_on": "zz"}}, "no feat here"),
    ("combatants[0].modifiers[0].scope", {"ana": {"modifiers": [{"scope": "juggle"}]}}, "neither an action"),
    ("combatants[0].side", {"ana": {"side": " "}}, "side"),
    ("combatants[0].use", {"ana": {"use": "nobody", "block": None}}, "no stat block called"),
    ("combatants[1].id", {"thug": {"id": "ana"}}, "already somebody"),
    ("combatants[0].block.abilities[0]", {"block": {"abilities": [{"name": "Surge"}]}}, "no short name"),
    ("combatants[0].block.abilities[0]", {"block": {"abilities": [{"name": "???"}]}}, "no short name"),
    ("combatants[0].block.abilities", {"block": {"abilities": [{"name": "Hit"}, {"name": "hit"}]}}, "short name 'hit'"),
    ("combatants[0].block.abilities[0]", {"block": {"abilities": [{"name": "Hit", "base": "improvise"}]}}, "ally_in_zone"),
    ("combatants[0].block.attack", {"block": {"attack": {"range": 3}}}, "has no range"),
    ("party", {"party": "heroes"}, "nobody here is on the side 'heroes'"),
    ("zones[1].id", {"zones": [{"id": "a"}, {"id": "a"}, {"id": "b"}]}, "already a zone"),
    ("zones[0].modifiers[0].kind", {"zones": [{"id": "a", "modifiers": [{"kind": "pin"}]}, {"id": "b"}], "edges": []}, "nothing else"),
    ("zones[0].anchor", {**MIXED, "zones": [{"id": "a", "anchor": [50, 1]}, {"id": "b", "anchor": [1, 1]}]}, "off the map"),
    ("zones[1]", {**MIXED, "zones": [{"id": "a", "anchor": [5, 1]}, {"id": "b"}]}, "needs an anchor"),
    ("edges[1]", {"edges": [["a", "b"], ["b", "a"]]}, "joined already"),
    ("edges[0]", {"edges": [["a", "a"]]}, "joins two zones"),
    ("edges[0]", {"edges": [["a", "zz"]]}, "joins two zones"),
    ("size[0]", {**FEET, "size": [-5, 10]}, "more than 0"),
    ("combatants[0].at[0]", {**FEET, "ana": {"at": [1e300, 0]}, "thug": {"at": [0, 0]}}, "at most 100000"),
    ("objects[0].id", {"objects": [{"id": "ana", "at": "a"}]}, "already somebody"),
    ("objects[0].holder", {"objects": [{"id": "box", "at": "a", "portable": True, "holder": "zz"}]}, "who is not here"),
    ("objects[0].holder", {"objects": [{"id": "box", "at": "a", "holder": "ana"}]}, "cannot be carried"),
    ("objects[0].at", {"objects": [{"id": "box", "at": "b", "portable": True, "holder": "ana"}]}, "where that one is"),
    ("objects[0].gate", {"objects": [{"id": "winch", "at": "a", "gate": ["a", "out"]}]}, "two zones of an edge"),
    ("objects[0].gate", {"objects": [{"id": "winch", "at": "a", "gate": ["a"]}]}, "two zones of an edge"),
    ("objects[0].durability", {"objects": [{"id": "box", "at": "a", "durability": 0}]}, "at least 1"),
    ("objects[0].marks", {"objects": [{"id": "box", "at": "a", "durability": "peon", "marks": 2}]}, "at most 1"),
    ("objects[0].state", {"objects": [{"id": "box", "at": "a", "state": "incapacitated"}]}, "never incapacitated"),
    ("hazards[0].at", {"hazards": [{"id": "pit", "at": "zz"}]}, "no zone called"),
    ("hazards[0]", {"hazards": [{"id": "pit", "at": "a", "glancing": "1d6"}]}, "Full Hit too"),
    ("feats[0].at", {"feats": [{"id": "leap", "at": "zz"}]}, "no zone called"),
    ("feats[1].id", {"feats": [{"id": "leap"}, {"id": "leap"}]}, "already a feat"),
    ("feats[0].thing", {"feats": [{"id": "leap", "thing": "thug"}]}, "no object here"),
    ("feats[0].stops", {"feats": [{"id": "leap", "stops": "zz"}]}, "no timer here"),
    ("feats[0].needs", {"feats": [{"id": "leap", "needs": "zz"}]}, "which is not there"),
    ("feats[0].needs", {"feats": [{"id": "leap", "needs": "run"}, {"id": "run", "needs": "leap"}]}, "before itself"),
    ("feats[0].by", {"feats": [{"id": "leap", "by": {"zz": 3}}]}, "who is not there"),
    ("feats[0].waived.ana", {"feats": [{"id": "leap", "waived": {"ana": 0}}]}, "at least 1"),
    ("timers[1].id", {"timers": [{"id": "t", "rounds": 1}, {"id": "t", "rounds": 2}]}, "already a timer"),
    ("timers[0].winner", {"timers": [{"id": "t", "rounds": 1, "winner": "martians"}]}, "cannot win"),
    ("goals[0].winner", {"goals": [{"unit": "thug", "winner": "martians"}]}, "cannot win"),
    ("goals[0].object", {"goals": [{"object": "thug"}]}, "not there as such"),
    ("goals[0].feat", {"goals": [{"feat": "zz"}]}, "which is not there"),
    ("waved[0]", {"waved": ["ana:dance"]}, "ID:DECLARATION"),
    ("checks.'feat:zz'", {"checks": {"feat:zz": 1}}, "no feat called"),
    ("forbidden.dance", {"forbidden": {"dance": "no"}}, "about:who:option"),
]  # fmt: skip


@clause("CL-19")
@pytest.mark.parametrize(("field", "change", "said"), WRONG)
def test_what_makes_no_sense_is_refused_at_its_field(field: str, change: Data, said: str) -> None:
    with pytest.raises(FileProblem, match=said) as problem:
        from_data(written(change))
    assert f"field {field}: " in str(problem.value)


def test_the_encounter_they_are_made_from_is_accepted() -> None:
    assert from_data(written({})).battle().units[0].id == "ana"


def test_a_newcomer_is_held_to_the_same_as_a_file() -> None:
    scene = Scene([pc("ana"), npc("thug")])
    for wrong in ({"health": 0}, {"health": 99}, {"at": "zz"}, {"marks": 3}, {"id": "ana"}, {"id": None, "name": "???"}, {"side": ""}):
        with pytest.raises(Refusal):
            scene.fight.rule("add", unit={"use": "witch", "id": "new", "side": "enemy", "at": "b", **wrong})
    assert len(scene.battle.units) == 2


def busy_fight() -> Scene:
    """Something of everything, after a round with rulings of all kinds."""
    place: Data = {
        "zones": [{"id": name, **({"cs": 16} if name == "b" else {})} for name in "abcd"],
        "edges": [["a", "b"], {"between": ["b", "c"], "needs_check": True, "cs": 12}, ["c", "d"]],
        "objects": [
            {"id": "idol", "at": "a", "portable": True, "holder": "ana"},
            {"id": "winch", "at": "a", "gate": ["c", "d"], "check": True, "cs": 9, "secret_cs": True},
            {"id": "door", "at": "b", "durability": 20},
        ],
        "hazards": [{"id": "fire", "at": "c", "cs": 13, "full": "2d6", "glancing": "1d6", "hidden": True}],
        "feats": [{"id": "read", "kind": "effort", "goal": 30, "stops": "fuse", "bonus": {"bo": 3}}, {"id": "leap", "needs": "read"}],
        "timers": [{"id": "fuse", "rounds": 9, "strike": 18, "full": "2d6", "glancing": "1d6"}],
        "goals": [{"feat": "leap", "winner": "party"}],
    }
    people = [
        pc("ana", health=9), pc("bo", "b", controller="bob"), npc("thug", score=13, max_surges=1),
        npc("gnat", "b", score=None, kind="peon"), npc("gr", "d", kind="grunt"), npc("late", "d", arrives=4),
    ]  # fmt: skip
    scene = Scene(people, [9, 12, 3, 4, 2, 1], **place)
    scene.fight.rule("modifier", who="ana", value=2, reason="cheer", lasting=True)
    scene.fight.rule("modifier", zone="b", value=-1, lasting=True)
    scene.fight.rule("modifier", check="edge:b-c", value=2, lasting=True)
    scene.fight.rule("waive", feat="leap", who="bo", rounds=2)
    scene.fight.rule("forbid", option="prepare", why="no time")
    scene.fight.rule("wave_through", who="gr", declaration="flee/a")
    scene.fight.rule("force", who="bo", what="damage", faces=[6, 6])
    scene.fight.rule("cs", zone="d", value=11)
    return scene.round(ana="standing_attack@thug", bo="improvise=feat:read", thug="standing_attack@ana", gr="defend")


def same(one: Any, two: Any) -> bool:
    return bool(one.key() == two.key()) and [unit.learned for unit in one.units] == [unit.learned for unit in two.units]


@clause("CL-104")
def test_a_fight_with_something_of_everything_is_written_down_whole() -> None:
    scene = busy_fight()
    joint = scene.fight.checkpoints[-1].battle
    again = SYSTEM.build(from_data(scene.fight.export()).data)
    again.begun = True
    assert same(again, joint) and again.forbidden == {"*:*:prepare": "no time"}
    assert joint.units[2].learned != {}  # the thug's score has been narrowed, and that is not lost


def test_an_export_in_the_middle_of_a_round_is_that_of_its_beginning() -> None:
    scene = busy_fight()
    before = scene.fight.export()
    scene.intents(thug="standing_attack@ana")
    scene.fight.answer(scene.ask("ana"), "defend")
    assert scene.fight.export() == before
    scene.fight.answer(scene.ask("bo"), "defend")
    assert scene.fight.export() != before


@clause("CL-104")
def test_an_export_survives_what_the_gm_redraws_and_deletes() -> None:
    scene = busy_fight()
    scene.fight.rule("merge_zones", zone="d", into="b")
    scene.fight.rule("delete_timer", timer="fuse")
    scene.script(10, 10).round()
    again = from_data(scene.fight.export()).data
    assert again["objects"][1].get("gate", []) == [] and "timers" not in again  # type: ignore[index]


@clause("CL-100", "CL-104")
def test_whoever_the_gm_makes_busy_with_nothing_is_written_down_as_free() -> None:
    scene = Scene([pc("ana"), npc("thug")], [10])
    scene.fight.rule("set", who="ana", stat="busy", value=3)
    scene.intents()
    assert "standing_attack@thug" in scene.options("ana")
    scene.round(ana="defend")
    assert scene.unit("ana").busy == 3
    again = SYSTEM.build(from_data(scene.fight.export()).data)
    assert fields(again.units[0])["busy"] == 0


@clause("CL-57", "CL-72")
@pytest.mark.parametrize(("face", "band", "health"), [(11, "Full Hit", 9), (10, "Glancing Hit", 5)])
def test_an_attack_that_heals_gives_its_dice_to_the_attacker_on_a_full_hit(face: int, band: str, health: int) -> None:
    """Standing Attack +3 against 14; 2d6 are dealt first, then 1d6 is drawn: 5 + 4."""
    leech: Data = {"name": "Leech", "heal": 1}
    dice = [face, 1, 1, 4] if band == "Full Hit" else [face, 1]
    scene = Scene([pc("ana", health=5, abilities=[leech]), npc("thug")], dice).round(ana="standing_attack+leech@thug")
    assert scene.bands() == {("ana", "thug"): band} and scene.unit("ana").health == health
    check_done(scene)
    found = Scene([pc("ana", health=5, abilities=[leech]), npc("thug")]).intents()
    fates = found.fight.odds(found.ask("ana"), "standing_attack+leech@thug").of("Ana")
    assert fates["5 Health"] == 1 / 2 and sum(fates.values()) == 1


@clause("CL-48")
@pytest.mark.parametrize(("rule", "up"), [("own_only", False), ("adds", True)])
def test_a_surge_may_add_to_the_tenders_score_too(rule: str, up: bool) -> None:
    """Own 2 + 4 = 6, the tender's 11, or 15 with the Surge, against 14. The exact reading agrees with the dice."""
    down = pc("ana", state="incapacitated", health=0)
    dice = [2, 4, 11, 5] if up else [2, 4, 11]
    scene = Scene([down, pc("bo"), npc("thug", "e")], dice, options={"tend_surge": rule}).intents()
    if up:
        odds = scene.fight.odds(scene.ask("ana"), "revive+surge")
        assert 0 < odds.chances["up"] < 1
    scene.declare(ana="revive+surge", bo="tend@ana")
    if up:  # Without the Surge neither score gets her up, as all know: nobody is asked.
        scene.fight.answer(scene.open_ids()[0], "yes")
    assert (scene.unit("ana").state == "active") == up
    check_done(scene)


@clause("CL-29")
@pytest.mark.parametrize(("rule", "scores"), [("by_action", (14, 11, 10)), ("flat", (15, 14, 10))])
def test_one_number_may_stand_behind_every_action(rule: str, scores: tuple[int, int, int]) -> None:
    """d20 10; Might 1 and Spirit -1, or 2 for everything; Standing Attack +3, Recover +2 and with idleness nothing at all."""
    ana = pc("ana", might=1, spirit=-1, health=9)
    ana["block"]["flat"] = 2
    for action, score in zip(("standing_attack@thug", "recover", "nothing"), scores, strict=True):
        scene = Scene([ana, npc("thug", score=40)], [10, 1] if action == "recover" else [10], options={"attribute_mode": rule})
        scene.round(ana=action)
        assert scene.scores()["ana"] == score


@clause("CL-14")
def test_where_in_a_fixed_zone_somebody_stands_is_written_down_too() -> None:
    place: Data = {"zones": [{"id": "wheel", "anchor": [50, 15]}], "edges": [], "options": {"zone_mode": "mixed"}}
    scene = Scene([pc("ana", [45, 15]), npc("king", "wheel"), npc("rest", [0, 0])], [10], **place).round(ana="move_far/by=king")
    again = SYSTEM.build(from_data(scene.fight.export()).data)
    again.begun = True
    assert scene.zone("ana") == "wheel" and scene.at("ana") == (45, 15)  # five feet short of the anchor
    assert same(again, scene.fight.checkpoints[-1].battle)
    with pytest.raises(FileProblem, match="feet says where"):
        from_data(written({"ana": {"feet": [1, 1]}}))
