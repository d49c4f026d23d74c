"""Tactics: what they do in plain situations, and that steady beats random on even ground."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Refusal, sample_fight
from quintain.engine.sample import SampleReading, Tactics
from quintain.engine.tactic import Tactic
from quintain.library.encounters import from_data
from quintain.systems.toughness import SYSTEM
from quintain.systems.toughness.tactics import choose_act
from tests.systems.toughness.scene import BOW, Scene, foe, one

LEVELS = {name: SYSTEM.tactic(name) for name in ("reckless", "steady", "careful")}


def picks(scene: Scene, level: str = "steady", who: str = "ann") -> str:
    return choose_act(scene.fray, scene.of(who), LEVELS[level]).id()


def test_steady_strikes_the_foe_in_reach_with_the_lowest_toughness() -> None:
    scene = Scene(one("ann", [1, 1]), foe("rat", [2, 1], armor=4), foe("cat", [0, 1], armor=1), foe("elk", [9, 1]))
    assert picks(scene) == "attack:sword:cat:lethal"


def test_steady_goes_all_out_by_two_where_it_needs_a_fourteen() -> None:
    # Melee +1 against Defense 15: needs 14. Against 14: needs 13.
    assert picks(Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 4}))) == "fullout:2:sword:rat:lethal"
    assert picks(Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 3}))) == "attack:sword:rat:lethal"


def test_steady_charges_who_is_out_of_reach_walks_up_otherwise_and_shoots_with_a_bow() -> None:
    assert picks(Scene(one("ann", [0, 0]), foe("rat", [6, 0]))) == "charge:sword:rat:lethal"
    assert picks(Scene(one("ann", [0, 0]), foe("rat", [19, 0]))).startswith("move:@6,")
    assert picks(Scene(one("ann", [0, 0], weapons=[BOW]), foe("rat", [6, 0]))) == "attack:bow:rat:lethal"


def test_those_who_want_prisoners_subdue_hold_pin_and_bind() -> None:
    strong = {"abilities": {"str": 4}, "captures": True}
    assert picks(Scene(one("ann", [0, 0], captures=True), foe("rat", [1, 0]))) == "attack:sword:rat:subdual"
    assert picks(Scene(one("ann", [0, 0], **strong), foe("rat", [1, 0]))) == "hold:rat"
    held = Scene(one("ann", [0, 0], **strong), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[15, 20, 1, 20, 1])
    held.do("hold:rat")
    held.end_turns(3)
    assert picks(held) == "pin"
    held.do("pin")
    held.end_turns(3)
    assert picks(held) == "bind"


def test_the_held_escape_unless_the_holder_is_far_stronger() -> None:
    for strength, wanted in ((3, "escape"), (9, "attack:sword:ann:lethal")):
        scene = Scene(one("ann", [0, 0], abilities={"str": strength}), foe("rat", [1, 0]), dice=[15, 20, 1])
        scene.do("hold:rat")
        scene.end_turns()
        assert picks(scene, who="rat") == wanted


def test_the_disabled_yield_unless_they_fight_on_and_help_the_dying_first() -> None:
    assert picks(Scene(one("ann", [0, 0], state={"disabled": True}), foe("rat", [1, 0]))) == "yield"
    fierce = one("ann", [0, 0], fight_on=True, state={"disabled": True})
    assert picks(Scene(fierce, foe("rat", [1, 0]))) == "attack:sword:rat:lethal"
    near = one("bob", [0, 1], conviction=0, state={"dying": True})
    assert picks(Scene(one("ann", [0, 0], state={"disabled": True}), near, foe("rat", [9, 0]))) == "aid:bob"


def test_steady_aids_the_dying_only_where_no_foe_is_in_reach_of_them() -> None:
    bob = one("bob", [0, 1], conviction=0, state={"dying": True})
    assert picks(Scene(one("ann", [1, 1]), bob, foe("rat", [9, 0]))) == "aid:bob"
    bob = one("bob", [0, 1], conviction=0, state={"dying": True})
    assert picks(Scene(one("ann", [1, 1]), bob, foe("rat", [0, 2]))).startswith("attack:")
    bob = one("bob", [0, 1], conviction=0, state={"dying": True})
    assert picks(Scene(one("ann", [1, 1]), bob, foe("rat", [9, 0])), "reckless").startswith("charge:")


def test_wounded_adversaries_retreat_when_half_their_side_is_gone_and_there_is_a_way_out() -> None:
    rows = [one("ann", [0, 0]), foe("rat", [1, 0], state={"wounded": 1}), foe("cat", [9, 0], state={"yielded": True})]
    scene = Scene(*rows, exits=[[19, 0]])
    scene.end_turns()
    assert picks(scene, who="rat").startswith("retreat:@")
    rows = [one("ann", [0, 0]), foe("rat", [1, 0], state={"wounded": 1}), foe("cat", [9, 0], state={"yielded": True})]
    shut = Scene(*rows)
    shut.end_turns()
    assert picks(shut, who="rat").startswith(("attack:", "fullout:"))


def test_an_area_power_is_used_on_two_foes_and_not_on_friends() -> None:
    burst = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 5, "save": "ref", "damage": 4, "uses": 1}
    adept = {"roles": [{"role": "adept", "level": 4}], "powers": [burst]}
    assert picks(Scene(one("ann", [0, 0], **adept), foe("rat", [9, 0]), foe("cat", [10, 0]))).startswith("power:burst:@")
    crowd = Scene(one("ann", [0, 0], **adept), one("bob", [10, 1]), foe("rat", [9, 0]), foe("cat", [10, 0]))
    assert not picks(crowd).startswith("power:burst")


def test_careful_goes_all_out_by_as_much_as_pays_and_no_further() -> None:
    sure = Scene(one("ann", [0, 0], bcb=20), foe("rat", [1, 0]))
    assert picks(sure, "careful") == "attack:sword:rat:lethal"  # it hits on a 2 anyway
    hard = Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 6}))
    assert picks(hard, "careful") == "fullout:5:sword:rat:lethal"
    near = Scene(one("ann", [0, 0], bcb=8), foe("rat", [1, 0]))
    assert picks(near, "careful") == "fullout:1:sword:rat:lethal"  # needs a 3: one more is all that helps


def test_careful_takes_a_foes_turn_by_a_power_where_a_blow_promises_less() -> None:
    hush = {"name": "Hush", "kind": "save", "range_ft": 30, "save": "will", "state": "Dazed"}
    adept = {"roles": [{"role": "adept", "level": 4}], "abilities": {"wis": 4}, "powers": [hush]}
    scene = Scene(one("ann", [0, 0], **adept), foe("rat", [1, 0], armor=10))
    assert picks(scene, "careful") == "power:hush:rat"
    assert picks(scene, "steady").startswith("attack:")
    owing = Scene(one("ann", [0, 0], **adept), foe("rat", [1, 0], armor=10, state={"owes_turn": True}))
    assert not picks(owing, "careful").startswith("power:")  # it owes one already


def mirrored() -> dict[str, Any]:
    team = [("brannoch", 1), ("sefa", 3), ("oda", 5), ("archer", 7)]
    rows: list[dict[str, Any]] = []
    for side, column in (("heroes", 2), ("foes", 13)):
        for name, row in team:
            rows.append({"use": name, "id": f"{name}-{side}", "side": side, "at": [column, row], "conviction": 2})
    return {"system": "toughness", "name": "Mirror", "map": ["." * 16] * 9, "combatants": rows}


@pytest.mark.parametrize("steady_side", ["heroes", "foes"])
def test_steady_beats_random_on_a_mirrored_encounter(steady_side: str) -> None:
    # 1999 of 2000 in a long run (1000 as each side); of 40 fights at most 4 may be lost.
    other = "foes" if steady_side == "heroes" else "heroes"
    encounter = from_data(mirrored())
    reading = SampleReading(Tactics(SYSTEM, {steady_side: "steady", other: "random"}))
    template = encounter.battle()
    wins = 0
    for number in range(40):
        after = sample_fight(SYSTEM, template, reading, f"mirror:{number}")
        assert after.outcome is not None
        wins += after.outcome.winner == steady_side
    assert wins >= 36


def test_the_careful_stay_on_guard_when_disabled_while_an_ally_fights_on() -> None:
    scene = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [5, 0]), foe("rat", [1, 0]))
    assert (picks(scene, "careful"), picks(scene, "steady")) == ("total", "yield")
    scene.do("total")
    assert picks(scene, "careful") == "end"
    alone = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [5, 0], state={"disabled": True}), foe("rat", [1, 0]))
    assert picks(alone, "careful") == "yield"


def test_the_careful_take_the_foe_that_promises_most_and_being_dazed_alone_promises_little() -> None:
    # Cat is as tough as Rat and easier to hit; Elk is softer and out of reach of the blade.
    scene = Scene(one("ann", [1, 1]), foe("rat", [2, 1], abilities={"dex": 5}), foe("cat", [0, 1]), foe("elk", [9, 1], minion=True))
    assert picks(scene, "careful").split(":")[-2] == "cat"
    hush = {"name": "Hush", "kind": "save", "range_ft": 30, "save": "will", "state": "Dazed"}
    adept = {"roles": [{"role": "adept", "level": 4}], "powers": [hush]}
    soft = Scene(one("ann", [0, 0], **adept), foe("rat", [1, 0]))
    assert not picks(soft, "careful").startswith("power:")


@pytest.mark.parametrize("careful_side", ["heroes", "foes"])
def test_careful_beats_steady_on_a_mirrored_encounter(careful_side: str) -> None:
    # 558 of 800 in a long run (400 as each side); of 80 fights it must win more than half.
    other = "foes" if careful_side == "heroes" else "heroes"
    reading = SampleReading(Tactics(SYSTEM, {careful_side: "careful", other: "steady"}))
    template = from_data(mirrored()).battle()
    wins = 0
    for number in range(80):
        after = sample_fight(SYSTEM, template, reading, f"careful:{number}")
        assert after.outcome is not None
        wins += after.outcome.winner == careful_side
    assert wins > 40


def test_the_reckless_go_for_the_mightiest_past_everybody_else_and_help_nobody() -> None:
    giant, imp = foe("elk", [6, 1], bcb=6, armor=5), foe("imp", [1, 2])
    assert picks(Scene(one("ann", [1, 1]), giant, imp), "reckless") == "charge:sword:elk:lethal"
    walled = Scene(one("ann", [1, 1]), giant, imp, map=["....#...", "....#...", "....#..."])
    assert picks(walled, "reckless") == "attack:sword:imp:lethal"  # nobody else can be got at


def test_every_level_is_known_and_others_are_refused() -> None:
    assert [isinstance(tactic, Tactic) and tactic.level for tactic in LEVELS.values()] == [0, 1, 2]
    with pytest.raises(Refusal, match="no tactic called"):
        SYSTEM.tactic("cowardly")


@pytest.mark.parametrize("level", ["steady", "careful"])
def test_the_disabled_who_fight_on_go_not_all_out_where_they_have_one_action(level: str) -> None:
    # Melee +1 against Defense 15: needs 14, which is when others go all out.
    state, single = {"disabled": True}, {"impaired_actions": "single"}
    near = Scene(one("ann", [0, 0], fight_on=True, state=state), foe("rat", [1, 0], abilities={"dex": 4}), options=single)
    assert picks(near, level) == "attack:sword:rat:lethal"
    far = Scene(one("ann", [0, 0], fight_on=True, state=state), foe("rat", [5, 0]), options=single)
    assert picks(far, level).startswith("move:")
