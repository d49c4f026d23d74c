"""What may not be declared, ruled or written down, each with its sentence."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.library.encounters import from_data
from quintain.library.problems import FileProblem
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, npc, pc

KINDLE: Data = {"id": "kindle", "name": "Kindle", "base": "improvise", "targets": "ally_in_zone", "heal": 1}
HOOK: Data = {"id": "hook", "name": "Hook", "base": "standing_attack"}
IDOL: Data = {"id": "idol", "at": "a", "portable": True}
DOOR: Data = {"id": "door", "at": "a"}
DIG: Data = {"id": "dig", "name": "Dig", "kind": "effort", "cs": 10, "goal": 12, "at": "c"}
LEAP: Data = {"id": "leap", "name": "Leap"}


def scene() -> Scene:
    units = [pc("ana", abilities=[KINDLE, HOOK]), pc("bo", state="incapacitated", health=0), npc("thug"), npc("far", "e")]
    return Scene(units, objects=[IDOL, DOOR], feats=[DIG, LEAP])


@clause("CL-25", "CL-34", "CL-39", "CL-48", "CL-51", "CL-89")
@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ("defend@thug", "Defend has no target"),
        ("standing_attack", "an attack needs a target"),
        ("standing_attack@ana", "nobody attacks oneself"),
        ("cover", "say whom to cover"),
        ("tend@ana", "nobody can tend oneself"),
        ("improvise+kindle@bo", "a conscious ally"),
        ("improvise+hook@thug", "Hook is used with Standing Attack"),
        ("improvise=take@thug", "say which object"),
        ("improvise=take@door", "door cannot be carried"),
        ("improvise=drop@idol", "Ana does not carry it"),
        ("improvise/b=feat:dig", "Dig is worked on in c"),
        ("move_far", "say where to go"),
        ("move_far/3,4", "name the zones entered"),
        ("move_far/c", "c is not adjacent to a"),
        ("defend/b", "no movement"),
        ("revive", "only someone incapacitated"),
        ("defend+surge", "a Surge is committed to a revive only"),
    ],
)
def test_what_makes_no_sense_is_not_declared(declaration: str, said: str) -> None:
    fight = scene().intents().fight
    asked = next(one.id for one in fight.questions if one.who == "ana")
    before = fight.record
    with pytest.raises(Refusal, match=said):
        fight.answer(asked, declaration)
    assert fight.record == before


@clause("CL-104")
@pytest.mark.parametrize(
    "declaration", ["cover", "standing_attack", "improvise+kindle", "improvise=take@thug", "tend@thug", "improvise=take"]
)
def test_what_the_gm_insists_on_though_it_means_nothing_comes_to_nothing(declaration: str) -> None:
    here = scene()
    here.fight.automatic.level = "assist"
    here.intents().script(10)
    before = [unit.key() for unit in here.battle.crew if unit.id != "ana"]
    here.fight.answer(here.ask("ana"), declaration, by="gm", insist=True)
    here.fight.answer(here.ask("bo"), "nothing")
    assert here.battle.round == 2 and here.fight.script_left == []
    assert [unit.key() for unit in here.battle.crew if unit.id != "ana"] == before


@clause("CL-13", "CL-14")
@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ("move_far/by=ana", "nobody can go next to oneself"),
        ("move_far/by=far", "Far is 4 zones away"),
        ("move_far/400,400", "off the map"),
        ("move_far/90,0", "that is 5 zones away"),
        ("move_far/5,5/9,9", "say only where to end"),
    ],
)
def test_ways_in_feet_that_make_no_sense_are_not_declared(declaration: str, said: str) -> None:
    here = Scene([pc("ana", [0, 0]), npc("thug", [20, 0]), npc("far", [80, 0])], feet=True, size=[100, 60]).intents()
    with pytest.raises(Refusal, match=said):
        here.fight.answer(here.ask("ana"), declaration)


@clause("CL-77", "CL-94", "CL-103", "CL-104")
@pytest.mark.parametrize(
    ("ruling", "args", "said"),
    [
        ("conflict", {"units": ["ana", "ana"]}, "names everybody once"),
        ("conflict", {"units": ["ana", "thug"], "winner": "far"}, "one of units"),
        ("roll_score", {"who": "ana"}, "rolls in step 4"),
        ("roll_score", {"who": "door"}, "set it with score"),
        ("modifier", {"value": 1, "check": "object:ana"}, "no such check"),
        ("true_intent", {"who": "ana", "intent": "defend"}, "a player's to declare"),
        ("state_intent", {"who": "thug", "intent": "dance"}, "not a declaration"),
        ("void", {"who": "bo"}, "declared nothing"),
        ("hurt", {"who": "door"}, "cannot be harmed"),
        ("partial", {"feat": "dig"}, "makes progress instead"),
        ("feat", {"feat": "new", "kind": "effort"}, "needs a goal"),
        ("feat", {"feat": "dig", "goal": 0}, "needs a goal"),
        ("feat", {"feat": "leap", "zone": "nowhere"}, "no zone called"),
        ("hand", {"who": "ana", "to": "thug"}, "cannot be carried"),
        ("draw_zone", {"zone": "Ü", "joins": ["a"]}, "small letters"),
        ("draw_zone", {"zone": "f"}, "joins is a list"),
        ("merge_zones", {"zone": "a", "into": "a"}, "into another one"),
        ("split_zone", {"zone": "a", "new": "f", "units": ["far"]}, "those in the zone"),
        ("edge", {"zone": "a", "to": "a"}, "two different zones"),
        ("cs", {}, "the map always has a CS"),
        ("set", {"who": "door", "stat": "control", "value": "player"}, "no character"),
        ("set", {"who": "door", "stat": "unit_class", "value": "foe"}, "stays one"),
    ],
)
def test_rulings_that_make_no_sense_are_refused_in_the_middle_of_a_round(ruling: str, args: Data, said: str) -> None:
    fight = scene().intents().fight
    before = fight.record
    with pytest.raises(Refusal, match=said):
        fight.rule_with(ruling, dict(args))
    assert fight.record == before


@clause("CL-104", "CL-112")
def test_nobody_is_moved_off_the_map_by_a_move_nor_away_from_its_bearer() -> None:
    zones: list[Data] = [{"id": "a"}, {"id": "out", "outside": True}]
    idol = {**IDOL, "holder": "ana"}
    here = Scene([pc("ana"), npc("thug")], zones=zones, edges=[["a", "out"]], objects=[idol])
    with pytest.raises(Refusal, match="set the state to gone"):
        here.fight.rule("move", who="ana", to="out")
    with pytest.raises(Refusal, match="move the bearer"):
        here.fight.rule("move", who="idol", to="a")


@clause("CL-01", "CL-19", "CL-112")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"zone_mode": "fluid", "edges": [["a", "b"]]}, "edges belong to maps of fixed zones"),
        ({"zone_mode": "fluid", "zones": [{"id": "a"}]}, "a fluid map has no fixed zones"),
        ({"at": [1, 2]}, "the id of a zone"),
        ({"goals": [{"unit": "thug", "feat": "leap", "winner": "party"}]}, "names one of"),
        ({"feats": [{"id": "dig", "kind": "effort"}]}, "a goal of at least 1"),
        ({"attack": {"full": "1d8"}}, "a number of d6"),
        ({"abilities": [{**HOOK, "targets": "ally_in_zone"}]}, "goes with base: improvise"),
        ({"abilities": [{**HOOK, "base": "move_to_attack"}], "attack": {"kind": "ranged"}}, "for melee attacks only"),
    ],
)
def test_encounters_that_make_no_sense_are_refused(change: Data, said: str) -> None:
    mode = str(change.pop("zone_mode", "fixed"))
    parts: Data = {name: change[name] for name in ("edges", "zones", "goals", "feats") if name in change}
    more = {name: value for name, value in change.items() if name not in parts}
    line: Data = {} if mode == "fluid" else {"zones": [{"id": "a"}, {"id": "b"}], "edges": [["a", "b"]]}
    place: object = [0, 0] if mode == "fluid" else "a"
    more.setdefault("at", place)
    data: Data = {"system": "clash", "name": "scene", "options": {"zone_mode": mode}, **line, **parts}
    with pytest.raises(FileProblem, match=said):
        from_data({**data, "combatants": [pc("ana", **more), npc("thug", place)]})
