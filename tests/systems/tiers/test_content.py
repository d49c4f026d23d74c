"""What ships: the figures of the stat blocks, the encounters, and how well the tactics play them."""

from __future__ import annotations

import pytest

from quintain.engine.sample import SampleReading, Tactics, sample_fight
from quintain.library.encounters import Encounter, blocks, sample
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import HAZARD, TANK
from quintain.systems.tiers.vocabulary import B_RESISTANT, BURNING, VULNERABLE
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    begin,
    finish,
    foe,
    hp,
    mirror,
    person,
    stances,
    to_turn,
    who,
    wounds,
)


@clause("TI-12")
@pytest.mark.parametrize(("load", "stride"), [(0, 25), (2, 30), (5, 25), (6, 20)])
def test_attribute_dice_follow_from_the_actions_that_are_rated_and_stride_from_load(load: int, stride: int) -> None:
    """Two Actions of BODY: d6, one of MIND: d4, none of WILL. 7 + Tier 2 + the top face."""
    ann = person("ann", (5, 5), ratings={"skirmish": 2, "finesse": 1, "study": 1}, stride=25, load=load)
    block = ann["block"]
    assert isinstance(block, dict)
    del block["attributes"]
    fight = begin([ann, foe("bob", (15, 5))])
    one = who(fight, "ann")
    assert (one.iron, one.ward, one.grit, one.stride) == (15, 13, 9, stride)


def shipped(name: str) -> TiersBattle:
    battle = sample(f"tiers/{name}").battle()
    assert isinstance(battle, TiersBattle)
    return battle


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("orsolya", (41, 18, 13, 15, 4, 25)),
        ("tam", (34, 17, 15, 13, 2, 30)),
        ("bricole", (36, 15, 19, 13, 2, 25)),
        ("ishmer", (30, 16, 15, 17, 2, 25)),
        ("hulk", (60, 19, 13, 15, 2, 20)),
        ("cutter", (26, 15, 13, 13, 0, 25)),
        ("archer", (24, 13, 17, 13, 0, 25)),
        ("hexer", (32, 13, 15, 17, 0, 25)),
        ("hound", (24, 17, 13, 13, 0, 40)),
    ],
)
def test_the_figures_of_the_stat_blocks(id: str, figures: tuple[int, ...]) -> None:
    """HP, Iron, Ward, Grit, Soak, Stride as printed; Iron counts what is in hand."""
    one = shipped("standard").creature(id)
    assert one is not None
    assert (one.hp, one.base_defense(0), one.base_defense(1), one.base_defense(2), one.soak, one.stride) == figures


def test_the_tollkeeper_and_the_hulk_as_printed() -> None:
    keeper = shipped("toll-bridge").creature("tollkeeper")
    hulk = shipped("standard").creature("hulk")
    assert keeper is not None and hulk is not None
    assert (keeper.tier, keeper.hp, keeper.iron, keeper.ward, keeper.grit, keeper.soak, keeper.max_stress) == (3, 90, 20, 18, 18, 4, 6)
    assert hulk.sheet.size == 2 and not hulk.sheet.living
    assert hulk.has_boon(B_RESISTANT) and hulk.has(VULNERABLE) and hulk.reach() == 10


def test_ten_dots_each() -> None:
    for id in ("orsolya", "tam", "bricole", "ishmer"):
        block = blocks("tiers")[id]
        assert isinstance(block, dict)
        ratings = block["ratings"]
        assert isinstance(ratings, dict)
        assert sum(ratings.values()) == 10


def outcomes(encounter: Encounter, fights: int, tactics: dict[str, str]) -> tuple[int, float]:
    """Wins of the heroes, and mean rounds."""
    template = encounter.battle()
    reading = SampleReading(Tactics(encounter.system, tactics))
    wins, rounds = 0, 0
    for number in range(fights):
        end = sample_fight(encounter.system, template, reading, f"content {number}")
        assert end.outcome is not None
        wins += end.outcome.winner == "heroes"
        rounds += end.round
    return wins, rounds / fights


def test_steady_beats_random_among_equals() -> None:
    """With a true rate of 90 % fewer than 13 of 18 wins come up in less than one run in a hundred."""
    wins, _ = outcomes(mirror(), 18, {"heroes": "steady", "foes": "random"})
    assert wins >= 13


@pytest.mark.parametrize("name", ["standard", "toll-gang"])
def test_the_measured_fights_are_near_the_books(name: str) -> None:
    """About 9 wins in 10 after about 5 or 6 rounds: of 24, at least 16, in 3 to 8 rounds on average."""
    wins, rounds = outcomes(sample(f"tiers/{name}"), 24, {"*": "steady"})
    assert wins >= 16
    assert 3 <= rounds <= 8


# -- the twists of the encounters ----------------------------------------------------------------------------------------


def test_the_causeway_starts_with_lurkers_and_ends_by_getting_through_or_by_a_rout() -> None:
    battle = shipped("reed-causeway")
    assert [one.id for one in battle.creatures if one.lurking] == ["hound", "hound-2", "archer", "archer-2"]
    assert [goal.kind for goal in battle.goals] == ["reach", "rout", "drop"]
    rows = ["....>"] * 3
    people = [person("ann", (3, 1)), foe("bob", (0, 0))]
    ground: Row = {"rows": rows, "legend": {">": ["exit"]}}
    fight = begin(people, map=ground, goals=[{"kind": "reach", "side": "heroes"}])
    to_turn(fight, "ann")
    act(fight, "maneuver:4,1")
    answer(fight, "leave")
    assert fight.outcome is not None
    assert (fight.outcome.result, fight.outcome.winner) == ("retreat", "heroes")
    finish(fight)


def test_furnaces_burn_the_tank_quenches_and_a_heavy_hit_bursts_it() -> None:
    """Ann walks through a furnace (burning 2) into the tank (no longer burning). Bob's hit of 8 + 7 = 15 there bursts it."""
    yard = shipped("kiln-yard").map
    assert sum(1 for bits in yard.terrain if bits & HAZARD) == 4 and sum(1 for bits in yard.terrain if bits & TANK) == 4
    rows = ["......", ".FT...", "......"]
    ground: Row = {
        "rows": rows, "legend": {"F": ["hazard"], "T": ["tank"]}, "hazard": {"wound": "burning", "severity": 2},
    }  # fmt: skip
    people = [person("ann", (0, 1), stress=0), foe("bob", (5, 1))]
    fight = begin(people, [15, 2, 7, 1, 8, 7], map=ground)
    to_turn(fight, "ann")
    act(fight, "advance:1,1")
    assert wounds(fight, "ann") == {"burning": 2}
    act(fight, "advance:2,1")
    assert wounds(fight, "ann") == {}
    stances(fight)
    act(fight, "advance:3,1")
    act(fight, "attack:sword:skirmish:@ann")
    assert hp(fight, "ann") == [25]
    battle = fight.battle
    assert isinstance(battle, TiersBattle) and battle.tank_burst
    assert battle.map.step_cost(0, 0, 1) == 2 and battle.map.step_cost(5, 0, 1) == 1
    assert not who(fight, "ann").has(BURNING)
    finish(fight)


def test_cutters_arrive_from_round_4_each_second_round_until_the_gate_is_down() -> None:
    fight = begin(
        [person("ann", (0, 0)), foe("bob", (15, 5))],
        clocks=[{"name": "gate", "size": 4}],
        waves=[{"first": 2, "every": 2, "until": "gate", "combatants": [foe("late", (19, 0))]}],
    )
    ids: list[list[str]] = []
    for number in range(1, 7):
        while fight.battle.round == number:
            answer(fight, "cautious" if fight.questions[0].about == "stance" else
                   "stop" if fight.questions[0].about == "act" else fight.questions[0].options[0].id)  # fmt: skip
        if fight.battle.round == 5:
            fight.rule("tick", name="gate", segments=4)
        ids.append([unit.id for unit in fight.battle.units if unit.id.startswith("late")])
    assert ids == [["late-1"], ["late-1"], ["late-1", "late-2"], ["late-1", "late-2"], ["late-1", "late-2"], ["late-1", "late-2"]]


def test_a_winded_leader_offers_a_ceasefire_once() -> None:
    people = [person("ann", (0, 0)), foe("bob", (15, 5), hp=20, max_hp=40)]
    for word, over in (("yes", True), ("no", False)):
        fight = begin(people, goals=[{"kind": "ceasefire", "side": "foes", "who": "bob"}])
        stances(fight)
        answer(fight, "stop")
        assert fight.questions[0].about == "offer truce" and fight.questions[0].controller == "gm"
        answer(fight, "yes")
        assert fight.questions[0].controller == "players"
        answer(fight, word)
        assert (fight.outcome is not None) is over
