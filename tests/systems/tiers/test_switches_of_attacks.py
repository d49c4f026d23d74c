"""Switches that change whole turns and attacks: ambushes, Push, Reaction Strikes, critical wounds."""

from __future__ import annotations

import pytest

from quintain.engine import view
from quintain.library.problems import FileProblem
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    about,
    act,
    answer,
    arena,
    asked,
    begin,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    next_round,
    offered,
    person,
    stances,
    texts,
    to_turn,
    who,
    wounds,
)

HIT = [15, 2, 7, 1]
"""15 + 7 = 22 against Iron 17."""
CRIT = [20, 2, 15, 2, 1]
"""20, chain 15, + 2 = 37 against 17: two critical steps."""


@clause("TI-21")
def test_with_extra_turns_ambushers_act_in_stage_2_and_again_in_their_own_stage() -> None:
    """Ann (a player character) declares for her usual turn and is Rash there; Bob has his in the monster turn."""
    people = [
        person("ann", (1, 1), lurking=True),
        person("dee", (1, 5), awareness="surprised"),
        foe("bob", (15, 1), lurking=True),
        foe("cat", (15, 5), awareness="surprised"),
    ]
    fight = begin(people, options={"ambush_turn": "extra"})
    answer(fight, "surprised")
    answer(fight, "surprised")
    assert asked(fight) == "stance:ann"
    answer(fight, "rash")
    turns: list[tuple[int, str, int]] = []
    while arena(fight).round == 1:
        turns.append((arena(fight).stage, fight.questions[0].who, who(fight, fight.questions[0].who).acts_left()))
        answer(fight, "stop")
    assert turns == [(2, "ann", 2), (2, "bob", 2), (3, "ann", 1), (4, "bob", 2)]
    finish(fight)


@clause("TI-57", "TI-66")
def test_with_push_together_one_stress_buys_the_tier_and_the_die() -> None:
    """3d20: 15 + 7 = 22 hits; 2d8 + 1d8 without another question. Unpushed, the die alone can still be bought after the hit."""
    fight = begin(
        [person("ann", (5, 5)), foe("bob", (6, 5))], [15, 2, 3, 7, 1, 1, 1, 1, *HIT, 1, 1, 1], options={"push_bundle": "together"}
    )
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"push": "yes"})
    assert dice_thrown(fight, "attack") == ["3d20 best! + 2d8 best!"] and dice_thrown(fight, "damage") == ["2d8 + 1d8"]
    assert who(fight, "ann").stress == 1
    assert [entry.at for entry in fight.entries if entry.at.startswith("push damage")] == []
    hit(fight, "ann", "bob", {"push damage": "yes"})
    assert dice_thrown(fight, "damage") == ["2d8 + 1d8"] * 2 and who(fight, "ann").stress == 2
    finish(fight)


@clause("TI-51")
def test_with_power_only_nobody_strikes_without_the_power_and_it_costs_what_it_says() -> None:
    """Ann passes Bob, who has no such power, and then Cat, whose has one use: 15 + 7 hits for 1 + 1; the second time none is left."""
    power: Row = {"name": "Quick Blade", "form": "strike", "react": True, "uses": 1}
    people = [person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (5, 7), powers=[power])]
    fight = begin(people, [*HIT, 1, 1], options={"reaction_strike": "power_only"})
    to_turn(fight, "ann")
    act(fight, "advance:3,6")
    assert hp(fight, "ann") == [40]
    act(fight, "maneuver:4,7")
    to_turn(fight, "ann")
    answer(fight, "advance:1,7")
    assert asked(fight) == "strike:cat" and offered(fight)[1] == "strike:0:sword:skirmish"
    answer(fight, "strike:0:sword:skirmish")
    while about(fight) != "act":
        answer(fight, "no" if "no" in offered(fight) else "take")
    assert hp(fight, "ann") == [38] and who(fight, "cat").uses == [0]
    act(fight, "advance:4,7")
    to_turn(fight, "ann")
    act(fight, "advance:1,7")
    assert hp(fight, "ann") == [38]
    finish(fight)


@clause("TI-65")
def test_critical_dice_may_be_given_up_for_a_wound_no_graver_than_the_multiplier() -> None:
    """Two steps: slowed 2 may be had, or bleeding 2, but not rooted 3. Then only 1d8 + 1d8 are thrown."""
    fight = begin([person("ann", (5, 5), stress=0), foe("bob", (6, 5))], [*CRIT, 1, 1], options={"crit_wound": "on"})
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    assert asked(fight) == "critical:ann"
    assert {"dice", "bleeding", "slowed", "Exposed"} <= set(offered(fight)) and "rooted" not in offered(fight)
    answer(fight, "slowed")
    assert dice_thrown(fight, "damage") == ["1d8 + 1d8"]
    assert wounds(fight, "bob") == {"slowed": 2} and hp(fight, "bob") == [38]
    finish(fight)


@clause("TI-65", "TI-75")
def test_a_critical_wound_is_one_consequence_like_any_other() -> None:
    """Ann marks a box against it; and the dice may be kept: 3d8 + 1d8."""
    people = [person("ann", (5, 5), soak=2, stress=0), foe("bob", (6, 5))]
    fight = begin(people, [*CRIT, 1, 1, *CRIT, 1, 1, 1, 1], options={"crit_wound": "on"})
    stances(fight)
    hit_by_bob = "attack:sword:skirmish:@ann"
    answer(fight, hit_by_bob)
    answer(fight, "bleeding")
    assert asked(fight) == "damage:ann"
    answer(fight, "take")
    assert asked(fight) == "wound:ann"
    answer(fight, "soak:1")
    assert wounds(fight, "ann") == {} and who(fight, "ann").soak_marked == 1
    answer(fight, hit_by_bob)
    answer(fight, "dice")
    answer(fight, "take")
    assert dice_thrown(fight, "damage") == ["1d8 + 1d8", "3d8 + 1d8"]
    finish(fight)


@pytest.mark.parametrize("options", [{"diagonals": "7"}, {"decision_timer": -1}, {"ambush_turn": "both"}])
def test_a_switch_that_is_not_offered_is_refused_in_a_sentence(options: Row) -> None:
    with pytest.raises(FileProblem, match="options"):
        begin([person("ann", (5, 5)), foe("bob", (6, 5))], options=options)


@clause("TI-07", "TI-114", "TI-113")
def test_a_botch_of_a_resistance_roll_counts_too() -> None:
    """Bob hits with 15 + 7 (2 + 2 damage). Ann's 1, 9 + 2 fails: 6 Stress, a botch. At the end of her turn 1, 2, 3 fails: another."""
    ann = person("ann", (5, 5), effects=[{"wound": "slowed"}])
    fight = begin([ann, foe("bob", (6, 5))], [*HIT, 2, 2, 1, 9, 2, 1, 2, 3], options={"botch_points": "count", "resist_amount": 3})
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    assert fight.questions[0].options[1].label.startswith("React: resist (3 damage less;")
    answer(fight, "resist")
    assert hp(fight, "ann") == [39] and (who(fight, "ann").stress, who(fight, "ann").botches) == (6, 1)
    to_turn(fight, "ann")
    answer(fight, "stop")
    answer(fight, "slowed.-1.-1")
    assert who(fight, "ann").botches == 2
    finish(fight)


@clause("TI-113")
def test_shaking_off_for_stress_is_told_with_its_price_and_needs_a_free_box() -> None:
    """13 against 12: a success, 2 Stress, which fill the track; then no second roll, and no question at the end of the turn."""
    ann = person("ann", (5, 5), stress=2, effects=[{"wound": "stunned"}, {"wound": "Distracted"}])
    fight = begin([ann, foe("bob", (15, 5))], [13, 2, 3], options={"wound_resist": "stress"})
    to_turn(fight, "ann")
    answer(fight, "stop")
    answer(fight, "Distracted.-1.-1")
    assert "Ann shakes off a step of Distracted: price 2 Stress." in texts(fight.events) and wounds(fight, "ann")["Distracted"] == 1
    to_turn(fight, "ann")
    assert not any(id.startswith("resist") for id in offered(fight))
    answer(fight, "stop")
    assert asked(fight) == "stance:ann"
    finish(fight)


@clause("TI-113", "TI-121")
def test_shaking_off_for_stress_may_be_thrown_again_for_a_beacon_point() -> None:
    """11, 2, 3 fail against 12, for 4 Stress; a point throws 4d20 at +1 Tier: 12, a success for 2."""
    ann = person("ann", (5, 5), beacon=1, effects=[{"wound": "Distracted"}])
    fight = begin([ann, foe("bob", (15, 5))], [11, 2, 3, 12, 2, 3, 4], options={"wound_resist": "stress"})
    to_turn(fight, "ann")
    answer(fight, "stop")
    answer(fight, "Distracted.-1.-1")
    assert asked(fight) == "redo:ann" and "it costs 4 Stress" in fight.questions[0].title
    answer(fight, "beacon")
    assert who(fight, "ann").stress == 2 and who(fight, "ann").beacon == 0 and wounds(fight, "ann")["Distracted"] == 1
    finish(fight)


@clause("TI-147")
def test_an_objective_whose_time_runs_out_is_said_to_be_over() -> None:
    clocks: list[Row] = [{"name": "gate", "rounds": 1}, {"name": "omen", "rounds": 1, "secret": True}]
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], clocks=clocks)
    next_round(fight)
    told = [line["text"] for line in view(fight, "players")["log"]]
    assert "gate: its time has run out." in told and not any("omen" in str(text) for text in told)
    assert not any(id.startswith("objective") for id in offered(to_turn(fight, "ann")))
