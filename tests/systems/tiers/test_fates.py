"""Part N (resistance and Stress), part O (boons) and part P (zero hit points, death, recovery)."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Refusal
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    about,
    act,
    answer,
    arena,
    asked,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    needed,
    next_round,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
    wounds,
)

UP, UNCONSCIOUS, DEAD = 0, 1, 2


# -- resistance and Stress -----------------------------------------------------------------------------------------------


@clause("TI-112")
def test_a_creature_without_a_stress_track_can_neither_push_aid_nor_resist() -> None:
    """Bob attacks (a miss) unasked to push; Ann hits him (10 + 7; 1 + 1) and he is not asked to resist."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (15, 5))], [2, 2, 1, 1, 10, 2, 7, 1, 1, 1])
    stances(fight)
    answer(fight, "next:@bob")
    hit(fight, "bob", "ann")
    assert not any(id.startswith("aid") for id in offered(fight))
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    asked_of = [entry.at.split("#")[0] for entry in fight.entries if entry.do == "answer"]
    assert "push:bob" not in asked_of and "damage:bob" not in asked_of and "before roll:cat" not in asked_of
    finish(fight)


@clause("TI-113")
def test_shaking_off_a_wound_throws_1_and_tier_d20s_against_10_and_tier() -> None:
    """Tier 2: 12, 3, 8 against 12 succeeds; 11, 3, 8 does not. Nothing is paid."""
    fight = begin([person("ann", (5, 5), effects=[{"wound": "rooted"}]), foe("bob", (15, 5))], [12, 3, 8, 11, 3, 8])
    to_turn(fight, "ann")
    act(fight, "resist:rooted.-1.-1")
    assert wounds(fight, "ann") == {"rooted": 2}
    act(fight, "resist:rooted.-1.-1")
    assert wounds(fight, "ann") == {"rooted": 2} and who(fight, "ann").stress == 0
    assert dice_thrown(fight, "shake off") == ["3d20 best!"] * 2
    finish(fight)


def resisted(faces: list[int], stress: int = 0, **more: object) -> Fight:
    """Bob hits Ann with a total of 24 (17 + 7) for 8 + 8 = 16, and she resists with these faces (2d20, BODY d8)."""
    people = [person("ann", (5, 5), **more), foe("bob", (6, 5))]  # type: ignore[arg-type]
    people[0]["stress"] = stress
    fight = begin(people, [17, 2, 7, 1, 8, 8, *faces])
    stances(fight)
    hit(fight, "bob", "ann", {"damage": "resist"})
    finish(fight)
    return fight


@clause("TI-114", "TI-115", "TI-116", "TI-117")
@pytest.mark.parametrize(
    ("faces", "before", "after"),
    [
        ([16, 9, 8, 1], 0, 2),  # 16 + 9 = 25 against 24: success
        ([20, 9, 8, 6], 3, 2),  # 20 and chain 8, + 6: 34: critical
        ([15, 9, 8, 1], 0, 2),  # 15 + 9 = 24 meets it: success
        ([14, 9, 8, 1], 0, 4),  # 14 + 9 = 23: failure
        ([1, 9, 2], 0, 6),  # 9 + 2 with a 1 among the d20s: botch
    ],
)
def test_resisting_always_takes_10_off_and_the_roll_sets_the_price(faces: list[int], before: int, after: int) -> None:
    fight = resisted(faces, before)
    ann = who(fight, "ann")
    assert (ann.hp, ann.stress, ann.reacts_left()) == (34, after, 1)
    assert dice_thrown(fight, "resistance") == ["2d20 best! + 1d8 best!"]


@clause("TI-114")
def test_where_there_was_no_attack_roll_the_number_is_10_and_own_tier() -> None:
    """Bob pushes Ann into a furnace: burning 2 comes of no roll. 10 + 2 = 12 meets 12: success, 2 Stress, not burning."""
    rows = ["............"] * 5 + ["....h......."] + ["............"] * 4
    shove: Row = {"name": "Shove", "kind": "melee", "within": 5, "action": "Skirmish", "damage": "none",
                  "wounds": [{"wound": "pushed", "feet": 5}]}  # fmt: skip
    people = [person("ann", (5, 5)), foe("bob", (6, 5), powers=[shove])]
    ground: Row = {"rows": rows, "legend": {"h": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2}}
    fight = begin(people, [15, 2, 7, 1, 10, 3, 2], map=ground)
    stances(fight)
    answer(fight, "power:0:@ann")
    answer(fight, "take")
    answer(fight, "west")
    assert asked(fight) == "wound:ann"
    answer(fight, "resist")
    assert who(fight, "ann").stress == 2 and wounds(fight, "ann") == {}
    finish(fight)


@clause("TI-118")
def test_resisting_needs_a_free_box_and_a_price_beyond_the_track_fills_it() -> None:
    """9 of 10 boxes taken: a failure (4) fills the track. With all 10 taken there is no resisting."""
    fight = resisted([14, 9, 8, 1], 9)
    assert (who(fight, "ann").stress, who(fight, "ann").hp) == (10, 34)
    people = [person("ann", (5, 5)), foe("bob", (6, 5))]
    people[0]["stress"] = 10
    fight = begin(people, [17, 2, 7, 1, 8, 8])
    stances(fight)
    hit(fight, "bob", "ann")
    assert not any(entry.at.startswith("damage:ann") and entry.do == "answer" for entry in fight.entries)
    finish(fight)


@clause("TI-118")
def test_with_overstress_refused_a_price_that_does_not_fit_has_no_effect() -> None:
    people = [person("ann", (5, 5)), foe("bob", (6, 5))]
    people[0]["stress"] = 9
    fight = begin(people, [17, 2, 7, 1, 8, 8, 14, 9, 8, 1], options={"overstress": "refuse"})
    stances(fight)
    hit(fight, "bob", "ann", {"damage": "resist"})
    assert (who(fight, "ann").stress, who(fight, "ann").hp) == (9, 24)
    finish(fight)


@clause("TI-119")
def test_focused_helps_resistance_rolls_and_push_is_not_offered_on_them() -> None:
    """focused: 2 + 1 = 3d20 and the die; goaded and blinded do not count."""
    effects = [{"boon": "focused"}, {"wound": "goaded", "source": 1}, {"wound": "blinded"}, {"wound": "Distracted"}]
    fight = resisted([20, 9, 3, 1, 4], 0, effects=effects)
    assert dice_thrown(fight, "resistance") == ["3d20 best! + 1d8 best!"]
    assert not any(entry.at.startswith("push:ann") for entry in fight.entries)


@clause("TI-121")
def test_a_beacon_point_buys_an_act_or_a_react() -> None:
    fight = begin([person("ann", (5, 5), beacon=3), foe("bob", (15, 5))])
    to_turn(fight, "ann", rash=("ann",))
    act(fight, "beacon:act")
    act(fight, "beacon:react")
    ann = who(fight, "ann")
    assert (ann.acts_left(), ann.reacts_left(), ann.beacon) == (2, 2, 1)
    fight.rule("spend_beacon", who="ann", **{"for": "react"})
    assert (who(fight, "ann").reacts_left(), who(fight, "ann").beacon) == (3, 0)
    finish(fight)


@clause("TI-121")
def test_a_beacon_point_throws_a_failed_roll_again_at_1_tier_more() -> None:
    """5 + 1 misses; again with 3d20: 15 + 7 hits for 1 + 1."""
    fight = begin([person("ann", (5, 5), beacon=1), foe("bob", (6, 5))], [5, 2, 1, 1, 15, 2, 2, 7, 1, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"redo": "beacon"})
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d8 best!", "3d20 best! + 2d8 best!"]
    assert hp(fight, "bob") == [38] and who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-121")
def test_a_beacon_point_covers_one_whole_stress_price() -> None:
    people = [person("ann", (5, 5), beacon=1), foe("bob", (6, 5))]
    fight = begin(people, [17, 2, 7, 1, 8, 8, 14, 9, 8, 1])
    stances(fight)
    hit(fight, "bob", "ann", {"damage": "resist", "redo": "no", "price": "beacon"})
    ann = who(fight, "ann")
    assert (ann.stress, ann.beacon, ann.hp) == (0, 0, 34)
    finish(fight)


# -- boons -------------------------------------------------------------------------------------------------------------


@clause("TI-127", "TI-129")
def test_concealed_and_sheltered_as_boons_help_against_melee_too() -> None:
    """Concealed + Sheltered: 17 + 10 = 27; 20, chain 6, + 7 = 33 hits; 3 + 4 = 7 halved to 4."""
    people = [person("ann", (5, 5)), foe("bob", (6, 5), effects=[{"boon": "Concealed"}, {"boon": "Sheltered"}])]
    fight = begin(people, [20, 2, 6, 7, 1, 3, 4])
    to_turn(fight, "ann")
    assert needed(hit(fight, "ann", "bob")) == 27
    assert hp(fight, "bob") == [36]
    finish(fight)


@clause("TI-130")
def test_deflecting_gives_5_against_damage_of_its_type_and_nothing_where_there_is_none() -> None:
    """Kinetic sword: 22. A power without damage: Ward 15 (TI-R58)."""
    hex_: Row = {"name": "Hex", "kind": "melee", "within": 5, "action": "Skirmish", "defenses": ["Ward"]}
    people = [person("ann", (5, 5), powers=[hex_]), foe("bob", (6, 5), effects=[{"boon": "Deflecting", "energy": "Kinetic"}])]
    fight = begin(people, [2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    assert needed(hit(fight, "ann", "bob")) == 22
    assert needed(act(fight, "power:0:@bob")) == 15
    finish(fight)


@clause("TI-131")
def test_focused_gives_a_tier_on_all_rolls() -> None:
    effects = [{"boon": "focused"}, {"wound": "rooted"}]
    fight = begin([person("ann", (5, 5), effects=effects), foe("bob", (6, 5))], [2, 2, 2, 1, 1, 2, 2, 2, 2])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    act(fight, "resist:rooted.-1.-1")
    assert dice_thrown(fight, "attack") == ["3d20 best! + 2d8 best!"] and dice_thrown(fight, "shake off") == ["4d20 best!"]
    finish(fight)


@clause("TI-132")
def test_fortified_gives_5_to_the_named_defense_only() -> None:
    for defense, number in (("Iron", 22), ("Grit", 17)):
        people = [person("ann", (5, 5)), foe("bob", (6, 5), effects=[{"boon": "Fortified", "defense": defense}])]
        fight = begin(people, [2, 2, 1, 1])
        to_turn(fight, "ann")
        assert needed(hit(fight, "ann", "bob")) == number


@clause("TI-133")
def test_hastened_is_one_act_or_one_react_each_round_chosen_in_use() -> None:
    fight = begin([person("ann", (5, 5), effects=[{"boon": "Hastened"}]), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    assert (who(fight, "ann").acts_left(), who(fight, "ann").reacts_left()) == (3, 3)
    for square in ("4,5", "3,5", "2,5"):
        act(fight, f"maneuver:{square}")
    # All three Acts are used: the round is over, and the next one brings it back.
    stances(fight)
    assert (who(fight, "ann").acts_left(), who(fight, "ann").reacts_left()) == (3, 3)
    who(fight, "ann").haste_used = True
    assert (who(fight, "ann").acts_left(), who(fight, "ann").reacts_left()) == (2, 2)


@clause("TI-134")
def test_healing_restores_1_and_tier_step_dice_at_once() -> None:
    """healing 3, Tier 2: 3d8 = 2 + 3 + 4 for Dee, who has 20 of 40."""
    mend: Row = {"name": "Mending Word", "form": "heal", "stress": 2, "within": 30, "quality": 3}
    people = [person("ann", (5, 5), powers=[mend]), person("dee", (7, 5), hp=20, max_hp=40), foe("bob", (15, 5))]
    fight = begin(people, [2, 3, 4])
    to_turn(fight, "ann")
    act(fight, "power:0:@dee")
    assert dice_thrown(fight, "healing") == ["3d8"] and hp(fight, "dee") == [29]
    assert boons(fight, "dee") == {} and who(fight, "ann").stress == 2
    finish(fight)


@clause("TI-137")
def test_quickened_doubles_the_stride_and_not_the_maneuver() -> None:
    fight = begin([person("ann", (2, 5), effects=[{"boon": "quickened"}]), foe("bob", (19, 11))])
    to_turn(fight, "ann")
    ids = offered(fight)
    assert "advance:12,5" in ids and "advance:13,5" not in ids
    assert "maneuver:3,5" in ids and "maneuver:4,5" not in ids


@clause("TI-138")
def test_regenerating_restores_quality_and_tier_up_to_the_maximum() -> None:
    """regenerating 2 at Tier 3: 5. At 38 of 40 only 2."""
    for start, after in ((20, 25), (38, 40)):
        effects = [{"boon": "regenerating", "level": 2}]
        fight = begin([person("ann", (5, 5), tier=3, hp=start, max_hp=40, effects=effects), foe("bob", (15, 5))])
        to_turn(fight, "ann")
        assert hp(fight, "ann") == [after]


# -- zero hit points ---------------------------------------------------------------------------------------------------


def felled(options: Row, pc: bool, beacon: int = 0, hp_left: int = 6) -> Fight:
    """Somebody with 6 HP takes 4 + 5 = 9."""
    if pc:
        people = [person("ann", (5, 5), hp=hp_left, max_hp=40, beacon=beacon, stress=0), person("dee", (1, 1)), foe("bob", (6, 5))]
    else:
        people = [foe("ann", (5, 5), hp=hp_left, max_hp=40), foe("dee", (15, 11)), person("bob", (6, 5))]
    fight = begin(people, [10, 2, 7, 1, 4, 5], options=options)
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while about(fight) in ("push", "before roll", "hit", "push damage"):
        answer(fight, "no")
    return fight


@clause("TI-140")
def test_a_player_character_at_0_hp_dies_unless_a_beacon_point_is_spent() -> None:
    fight = felled({}, True, beacon=1)
    assert asked(fight) == "beacon:ann" and fight.questions[0].controller == "players"
    answer(fight, "beacon")
    ann = who(fight, "ann")
    assert (ann.hp, ann.status, ann.stable, ann.beacon, ann.is_incapacitated()) == (0, UNCONSCIOUS, True, 0, True)
    settle(fight)
    # She has no turn while she lies there.
    while about(fight) != "stance":
        assert asked(fight) != "act:ann"
        answer(fight, "stop")
    finish(fight)
    fight = felled({}, True, beacon=0)
    assert who(fight, "ann").status == DEAD
    fight = felled({}, True, beacon=1)
    answer(fight, "die")
    assert who(fight, "ann").status == DEAD


@clause("TI-140", "TI-146")
def test_whoever_is_left_no_way_out_of_death_dies() -> None:
    """The GM forbids the Beacon Point, and dying as well: nobody stands at 0 HP."""
    fight = begin([person("ann", (5, 5), hp=1, beacon=1), foe("bob", (6, 5))], [15, 2, 7, 1, 5, 5])
    to_turn(fight, "bob")
    hit(fight, "bob", "ann")
    for option in ("beacon", "die"):
        fight.rule("forbid", about="beacon", option=option)
    assert (who(fight, "ann").status, hp(fight, "ann"), who(fight, "ann").beacon) == (DEAD, [0], 1)
    finish(fight)


@clause("TI-33")
@pytest.mark.parametrize(
    ("words", "reason"), [(["surrender"], "surrender"), (["flee", "surrender"], "retreat"), (["remove"], "defeat")]
)
def test_the_end_that_is_proposed_is_how_the_side_was_lost(words: list[str], reason: str) -> None:
    foes = [foe(f"f{place}", (9, place)) for place in range(len(words))]
    fight = begin([person("ann", (5, 5)), *foes])
    to_turn(fight, "ann")
    for place, word in enumerate(words):
        fight.rule(word, who=f"f{place}")
    assert about(fight) == "end" and offered(fight)[0] == reason


@clause("TI-141")
def test_an_npc_at_0_hp_dies_or_falls_as_the_switch_or_the_gm_says() -> None:
    assert who(felled({}, False), "ann").status == DEAD
    fallen = who(felled({"npc_zero_hp": "unconscious"}, False), "ann")
    assert (fallen.status, fallen.stable) == (UNCONSCIOUS, False)
    fight = felled({"npc_zero_hp": "ask"}, False)
    assert asked(fight) == "fate:ann" and fight.questions[0].controller == "gm"
    answer(fight, "unconscious")
    assert who(fight, "ann").status == UNCONSCIOUS and not who(fight, "ann").stable
    fight.rule("fate", who="ann", **{"is": "stable"})
    assert who(fight, "ann").stable


@clause("TI-140", "TI-143")
def test_with_knockout_everybody_falls_and_further_damage_kills_unless_a_beacon_point_is_paid() -> None:
    """Ann falls, dying. Her bleeding (d4: 2) at her next turn is damage: a Beacon Point makes her stable."""
    fight = felled({"zero_hp": "knockout"}, True, beacon=1)
    ann = who(fight, "ann")
    assert (ann.status, ann.stable, ann.beacon) == (UNCONSCIOUS, False, 1)
    npc = who(felled({"zero_hp": "knockout"}, False), "ann")
    assert (npc.status, npc.stable) == (UNCONSCIOUS, False)
    fight.rule("wound", who="ann", wound="bleeding", severity=1)
    fight.add_script([2])
    while asked(fight) != "beacon:ann":
        answer(fight, "stop" if about(fight) == "act" else "no")
    answer(fight, "beacon")
    ann = who(fight, "ann")
    assert (ann.status, ann.stable, ann.beacon) == (UNCONSCIOUS, True, 0)


@clause("TI-140")
def test_with_lethal_nobody_is_asked() -> None:
    assert who(felled({"zero_hp": "lethal"}, True, beacon=1), "ann").status == DEAD


@clause("TI-142", "TI-140")
def test_hp_stop_at_0_and_any_hp_given_wake_the_unconscious() -> None:
    """Ann lies at 0; Dee's salve Recovers ceil(40 / 4) = 10: she is up and acts later in the same stage (TI-R54)."""
    salve: Row = {"name": "Field Salve", "form": "salve", "uses": 2, "within": 5}
    people = [
        person("ann", (5, 5), hp=0, max_hp=40, status="unconscious"),
        person("dee", (5, 6), powers=[salve]),
        foe("bob", (15, 5)),
    ]
    fight = begin(people)
    to_turn(fight, "dee")
    act(fight, "power:0:@ann:recover")
    assert hp(fight, "ann") == [10] and who(fight, "ann").status == UP
    answer(fight, "stop")
    assert asked(fight) == "act:ann"
    finish(fight)


@clause("TI-143")
def test_ticking_pauses_while_stable_goes_on_while_dying_and_damage_asks_again() -> None:
    """Stable Ann does not burn. Dying Cat (an NPC) bleeds: d4 shows 1, and she is dead."""
    burning = [{"wound": "burning", "level": 1}]
    people = [
        person("ann", (5, 5), hp=0, max_hp=40, status="unconscious", effects=burning, beacon=1),
        person("dee", (1, 1)),
        foe("bob", (6, 5)),
        foe("cat", (15, 5), hp=0, max_hp=40, status="unconscious", effects=[{"wound": "bleeding", "level": 1}]),
    ]
    # Bob strikes the lying Ann: Defense 6; 5 + 1 = 6 hits for 1 + 1; she faces death again.
    fight = begin(people, [1, 5, 2, 1, 1, 1, 1], options={"npc_zero_hp": "dead"})
    fight.rule("fate", who="cat", **{"is": "dying"})
    stances(fight)
    assert who(fight, "cat").status == DEAD
    assert asked(fight) == "act:bob"
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "beacon:ann"
    answer(fight, "beacon")
    assert who(fight, "ann").status == UNCONSCIOUS and hp(fight, "ann") == [0]
    next_round(fight)
    assert dice_thrown(fight, "burning") == []
    finish(fight)


@clause("TI-138", "TI-143")
def test_a_stable_creature_that_regenerates_wakes_and_takes_its_turn() -> None:
    """TI-R53: regenerating 1 + Tier 2: 3 HP."""
    effects = [{"boon": "regenerating", "level": 1}]
    lying = person("ann", (5, 5), hp=0, max_hp=40, status="unconscious", effects=effects)
    people = [lying, person("dee", (1, 1)), foe("bob", (15, 5))]
    fight = begin(people)
    to_turn(fight, "ann")
    assert hp(fight, "ann") == [3] and who(fight, "ann").acts_left() == 2
    finish(fight)


@clause("TI-144")
def test_recover_is_a_quarter_of_maximum_hp_rounded_up_and_costs_stress_in_downtime() -> None:
    """41 HP: 11."""
    fight = begin([person("ann", (5, 5), hp=10, max_hp=41), foe("bob", (15, 5))])
    fight.rule("recover", who="ann")
    assert hp(fight, "ann") == [21] and who(fight, "ann").stress == 0
    fight.rule("recover", who="ann", downtime=True)
    assert hp(fight, "ann") == [32] and who(fight, "ann").stress == 1


@clause("TI-145")
def test_a_new_character_may_join_in_mid_fight() -> None:
    """Eve joins while Bob has his turn; undeclared means Cautious, and she acts in stage 5 of this round."""
    fight = begin([person("ann", (5, 5), hp=0, max_hp=40, status="dead"), person("dee", (1, 1)), foe("bob", (15, 5))])
    stances(fight)
    newcomer = person("eve", (1, 3))
    fight.rule("add", unit=newcomer)
    answer(fight, "stop")
    assert offered(fight) == ["next:@dee", "next:@eve"]
    answer(fight, "next:@eve")
    assert asked(fight) == "act:eve" and who(fight, "eve").acts_left() == 2
    with pytest.raises(Refusal, match="already a combatant"):
        fight.rule("add", unit=newcomer)
    finish(fight)


@clause("TI-70", "TI-135")
def test_an_immune_wound_bearer_is_left_alone_by_its_type() -> None:
    effects = [{"wound": "burning", "level": 5}]
    fight = begin([person("ann", (5, 5), effects=effects, traits=[{"boon": "Immune", "energy": "Thermal"}]), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    assert hp(fight, "ann") == [40] and arena(fight).round == 1
    finish(fight)


@clause("TI-140", "TI-141")
def test_the_log_names_the_clause_of_whoever_lies_there() -> None:
    """A player character knocked out by 12 damage is told of by TI-140, an NPC whom the GM calls stable by TI-141."""
    fight = begin([person("ann", (5, 5), hp=9), foe("bob", (6, 5))], [15, 9, 4, 3, 6, 6], options={"zero_hp": "knockout"})
    to_turn(fight, "bob")
    hit(fight, "bob", "ann")
    fight.rule("fate", who="bob", **{"is": "stable"})
    assert [(event.text, event.clause) for event in fight.events if event.kind == "down"] == [
        ("Ann lies unconscious, dying.", "TI-140"), ("Bob lies unconscious, stable.", "TI-141"),
    ]  # fmt: skip
    finish(fight)
