"""Part M: every wound does what its clause says."""

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
    at,
    begin,
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


def power(name: str, *carried: Row, **more: object) -> Row:
    """A power at 30' against Ward without damage."""
    return {"name": name, "range": 30, "action": "Hunt", "defenses": ["Ward"], "wounds": list(carried), **more}


def attack_dice(effects: list[object], dice: list[int], expected: str, **more: object) -> Fight:
    """Ann, with these effects, strikes Bob and misses; returns the fight."""
    fight = begin([person("ann", (5, 5), effects=effects, **more), foe("bob", (6, 5))], dice)  # type: ignore[arg-type]
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "attack") == [expected]
    return fight


@clause("TI-148")
def test_the_same_wound_keeps_the_higher_severity_and_a_fixed_one_works_fully_until_0() -> None:
    """burning 3 and burning 1: 3. Stunned 4 after two successes (12 v 12 each): stunned 2, and still no Act without Stress."""
    fight = begin([person("ann", (5, 5), stress=0, effects=[{"wound": "stunned"}]), foe("bob", (15, 5))], [12, 1, 1, 12, 1, 1])
    fight.rule("wound", who="bob", wound="burning", severity=3)
    fight.rule("wound", who="bob", wound="burning", severity=1)
    assert wounds(fight, "bob") == {"burning": 3}
    fight.rule("end_wound", who="bob", wound="burning")
    for left in (3, 2):
        to_turn(fight, "ann")
        assert [id for id in offered(fight) if not id.startswith("drop")] == ["stop"]
        answer(fight, "stop")
        answer(fight, offered(fight)[0])
        assert wounds(fight, "ann") == {"stunned": left}
    finish(fight)


@clause("TI-148")
def test_vulnerable_and_exposed_are_kept_per_parameter_and_terror_per_source() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5)), foe("cat", (15, 7))])
    for energy in ("Thermal", "Glacial", "Thermal"):
        fight.rule("wound", who="ann", wound="vulnerable", energy=energy)
    for source in ("bob", "cat", "bob"):
        fight.rule("wound", who="ann", wound="terrified", source=source)
    assert len(who(fight, "ann").wounds) == 4


@clause("TI-149")
def test_a_goad_by_a_rash_character_lasts_through_the_monsters_turn_and_ends_with_it() -> None:
    """Call Out in stage 3: 12 + 4 = 16 against Ward 15. Goaded in stage 4, free when that turn ends."""
    call = power("Call Out", {"wound": "goaded", "rounds": 1})
    fight = begin([person("ann", (5, 5), powers=[call]), foe("bob", (9, 5))], [12, 2, 4, 1])
    to_turn(fight, "ann", rash=("ann",))
    act(fight, "power:0:@bob")
    assert asked(fight) == "act:bob" and wounds(fight, "bob") == {"goaded": 1}
    answer(fight, "stop")
    settle(fight)
    assert wounds(fight, "bob") == {}
    finish(fight)


@clause("TI-91")
def test_bleeding_takes_a_step_die_of_hp_from_the_living_whatever_halves_damage() -> None:
    """bleeding 2: d6 shows 5, not halved by Sheltered. The non-living throw nothing."""
    bleeding = [{"wound": "bleeding", "level": 2}, {"boon": "Sheltered"}]
    people = [person("ann", (5, 5), effects=bleeding, soak=4), foe("bob", (15, 5), living=False, effects=bleeding)]
    fight = begin(people, [5])
    to_turn(fight, "ann")
    assert hp(fight, "ann", "bob") == [35, 40]
    assert dice_thrown(fight, "bleeding") == ["1d6"]
    assert who(fight, "ann").soak_marked == 0
    finish(fight)


@clause("TI-92", "TI-94", "TI-95")
@pytest.mark.parametrize(("wound", "energy"), [("blighted", "Entropic"), ("burning", "Thermal"), ("corroding", "Chemical")])
def test_ticking_wounds_deal_a_step_die_of_their_type(wound: str, energy: str) -> None:
    """Severity 2: d6 shows 5. Resistant to the type: 3. Immune: nothing and no die."""
    effect = [{"wound": wound, "level": 2}]
    for boon, left, dice in ((None, 35, [5]), ("Resistant", 37, [5]), ("Immune", 40, [])):
        traits = [{"boon": boon, "energy": energy}] if boon else []
        fight = begin([person("ann", (5, 5), effects=effect, traits=traits, soak=4), foe("bob", (15, 5))], dice)
        to_turn(fight, "ann")
        assert hp(fight, "ann") == [left]
        finish(fight)


@clause("TI-93")
def test_blinded_costs_a_tier_on_what_involves_sight_and_fails_what_depends_on_it() -> None:
    attack_dice([{"wound": "blinded"}], [2, 1, 1], "1d20 best! + 2d8 best!")
    roar = power("Roar", {"wound": "Distracted"}, senses=["sound"])
    look = power("Evil Eye", {"wound": "Distracted"}, senses=["wholly sight"])
    fight = begin([person("ann", (5, 5), powers=[roar, look], effects=[{"wound": "blinded"}]), foe("bob", (9, 5))], [2, 2, 1, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d6 best!"]
    act(fight, "power:1:@bob")
    assert len(dice_thrown(fight, "attack")) == 1 and wounds(fight, "bob") == {}
    finish(fight)


@clause("TI-97", "TI-146")
def test_deafened_does_the_same_for_sound_and_the_gm_may_say_what_depends_on_it() -> None:
    roar = power("Roar", {"wound": "Distracted"}, senses=["sound"])
    effects: list[object] = [{"wound": "deafened"}]
    fight = begin([person("ann", (5, 5), powers=[roar], effects=effects), foe("bob", (9, 5))], [2, 1, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert dice_thrown(fight, "attack") == ["1d20 best! + 2d6 best!"]
    fight.rule("senses", what="Roar", depends_on="wholly sound")
    seen = len(fight.events)
    act(fight, "power:0:@bob")
    assert len(dice_thrown(fight, "attack")) == 1
    assert [event.clause for event in fight.events[seen:] if event.kind == "miss"] == ["TI-97"]
    finish(fight)
    # Sight is not touched.
    attack_dice(effects, [2, 2, 1, 1], "2d20 best! + 2d8 best!")


@clause("TI-93", "TI-97")
def test_the_blind_and_deaf_can_choose_nobody() -> None:
    fight = begin([person("ann", (5, 5), effects=[{"wound": "blinded"}, {"wound": "deafened"}]), foe("bob", (6, 5))])
    to_turn(fight, "ann")
    assert not any(id.startswith("attack") for id in offered(fight))


@clause("TI-96", "TI-146")
def test_the_charmed_act_for_their_charmer_but_are_not_led_into_danger() -> None:
    """Bob is charmed by Ann: her player chooses his Acts against Cat; moves that draw strikes or cross hazards are closed."""
    rows = ["............"] * 5 + ["......h....."] + ["............"] * 4
    people = [
        person("ann", (1, 1)),
        foe("bob", (5, 5), effects=[{"wound": "charmed", "source": 0}]),
        foe("cat", (4, 5)),
    ]
    ground: Row = {"rows": rows, "legend": {"h": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2}}
    fight = begin(people, map=ground)
    stances(fight)
    answer(fight, "next:@bob")
    assert asked(fight) == "act:bob" and fight.questions[0].controller == "players"
    ids = offered(fight)
    assert "attack:sword:skirmish:@cat" in ids and not any("@ann" in id or "@bob" in id for id in ids)
    # 6,5 is a hazard; anywhere out of Cat's reach would draw her strike; the squares still beside her are open.
    assert "advance:6,5" not in ids and "maneuver:6,5" not in ids
    assert sorted(id for id in ids if id.startswith("advance")) == ["advance:3,4", "advance:3,5", "advance:3,6", "advance:4,4",
                                                                    "advance:4,6", "advance:5,4", "advance:5,6"]  # fmt: skip
    fight.rule("veto", who="bob", option="attack:sword:skirmish:@cat")
    assert "attack:sword:skirmish:@cat" not in offered(fight)


@clause("TI-100")
def test_the_dominated_obey_in_everything_while_their_owner_keeps_stance_and_resistance() -> None:
    """Ann is dominated by Bob: the GM runs her turn, also against Dee or herself; her player picks the stance and the roll."""
    people = [person("ann", (5, 5), effects=[{"wound": "dominated", "source": 2}]), person("dee", (5, 6)), foe("bob", (15, 5))]
    fight = begin(people, [2, 2, 1, 1, 12, 3, 3])
    assert asked(fight) == "stance:ann" and fight.questions[0].controller == "players"
    to_turn(fight, "ann")
    assert fight.questions[0].controller == "gm"
    ids = offered(fight)
    assert "attack:sword:skirmish:@dee" in ids and "attack:sword:skirmish:@ann" in ids
    assert "attack:sword:skirmish:@bob" not in ids
    hit(fight, "ann", "dee")
    answer(fight, "stop")
    assert about(fight) == "end of turn" and fight.questions[0].controller == "players"
    answer(fight, offered(fight)[0])
    assert wounds(fight, "ann") == {"dominated": 4}
    finish(fight)


@clause("TI-98")
def test_disarmed_is_an_event_that_leaves_the_item_in_the_square() -> None:
    """18 + 4 = 22 against Ward 15 + 5 (a shot at somebody in melee). Ann names the sword; nothing is left to shake off."""
    people = [person("ann", (5, 5), powers=[power("Twist", {"wound": "disarmed"})]), foe("bob", (6, 5), items=["dagger", "sword"])]
    fight = begin(people, [18, 2, 4, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob", {"name": "sword"})
    assert [item.id for item in who(fight, "bob").held] == ["dagger"] and wounds(fight, "bob") == {}
    lying = arena(fight).ground
    assert [(one.x, one.y, one.item.id) for one in lying] == [(6, 5, "sword")]
    finish(fight)


@clause("TI-99", "TI-119")
def test_distracted_costs_a_tier_on_action_rolls_and_not_on_resistance_rolls() -> None:
    fight = attack_dice([{"wound": "Distracted"}], [2, 1, 1, 12, 3, 3], "1d20 best! + 2d8 best!")
    act(fight, "resist:Distracted.-1.-1")
    assert dice_thrown(fight, "shake off") == ["3d20 best!"]
    finish(fight)


@clause("TI-102")
def test_exposed_takes_5_from_the_defense_the_inflicter_names() -> None:
    """Ann exposes Bob's Iron: 18 + 4 against Ward 15 + 5 (in melee); then her sword meets 17 - 5."""
    people = [person("ann", (5, 5), powers=[power("Feint", {"wound": "Exposed"})]), foe("bob", (6, 5))]
    fight = begin(people, [18, 2, 4, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    answer(fight, "power:0:@bob")
    answer(fight, "no")
    assert offered(fight) == ["Iron", "Ward", "Grit"] and asked(fight) == "name:ann"
    answer(fight, "Iron")
    assert needed(hit(fight, "ann", "bob")) == 12
    finish(fight)


@clause("TI-103")
def test_goaded_costs_a_tier_on_attacks_that_leave_the_goader_out_and_the_newest_goader_counts() -> None:
    """Bob, goaded by Ann and then by Dee: 1d20 at Ann, 2d20 at Dee; an area that covers Dee too has no penalty at all."""
    blast: Row = {"name": "Blast", "kind": "area", "square": 10, "within": 30, "action": "Skirmish", "damage": "none"}
    people = [person("ann", (5, 5)), person("dee", (5, 6)), foe("bob", (6, 5), powers=[blast])]
    fight = begin(people, [2, 1, 1, 2, 2, 1, 1, *[2, 2, 1, 1] * 2])
    stances(fight)
    fight.rule("wound", who="bob", wound="goaded", source="ann")
    fight.rule("wound", who="bob", wound="goaded", source="dee")
    fight.rule("set", who="bob", stat="extra_acts", value=1)
    assert len(who(fight, "bob").wounds) == 1
    hit(fight, "bob", "ann")
    hit(fight, "bob", "dee")
    act(fight, "power:0:4,5")
    assert dice_thrown(fight, "attack") == ["1d20 best! + 2d8 best!", *["2d20 best! + 2d8 best!"] * 3]
    finish(fight)


@clause("TI-104")
def test_incapacitated_has_defense_6_no_acts_no_reacts_and_no_threat() -> None:
    """Bob hits with 5 + 1 = 6; Ann may not React, and her turn has no Acts, only the roll at its end."""
    fight = begin([person("ann", (5, 5), effects=[{"wound": "Incapacitated"}]), foe("bob", (6, 5))], [5, 2, 1, 1, 1, 1])
    stances(fight)
    assert needed(hit(fight, "bob", "ann")) == 6
    assert hp(fight, "ann") == [38]
    answer(fight, "stop")
    assert asked(fight) == "end of turn:ann"
    answer(fight, "no")
    assert arena(fight).round == 2
    finish(fight)


@clause("TI-105")
def test_the_rooted_neither_move_nor_are_moved_but_teleport() -> None:
    """Bob is rooted: a slam does not move him and there is no collision. Ann, rooted, has no Advance but may blink."""
    slam: Row = {
        "name": "Slam", "kind": "melee", "within": 5, "action": "Skirmish", "damage": "none",
        "wounds": [{"wound": "Slammed", "feet": 20}],
    }  # fmt: skip
    blink: Row = {"name": "Blink", "form": "teleport", "within": 20}
    rooted = [{"wound": "rooted"}]
    fight = begin([person("ann", (5, 5), powers=[slam, blink], effects=rooted), foe("bob", (6, 5), effects=rooted)], [15, 2, 7, 1])
    to_turn(fight, "ann")
    assert not any(id.startswith(("advance", "maneuver")) for id in offered(fight))
    act(fight, "power:0:@bob")
    assert at(fight, "bob") == (6, 5)
    act(fight, "power:1:3,3")
    assert at(fight, "ann") == (3, 3)
    finish(fight)


@clause("TI-106")
def test_sickened_counts_as_distracted_and_weakened_1_and_does_not_add_to_either() -> None:
    """1d20; 16 + 7 hits; Effect dice 1 - 1 = 0, so BODY d8 alone. With Weakened 1 and Distracted on top it is the same."""
    for effects in ([{"wound": "sickened"}], [{"wound": "sickened"}, {"wound": "Weakened", "level": 1}, {"wound": "Distracted"}]):
        fight = begin([person("ann", (5, 5), effects=effects), foe("bob", (6, 5))], [16, 7, 1, 3])
        to_turn(fight, "ann")
        hit(fight, "ann", "bob")
        assert dice_thrown(fight, "attack") == ["1d20 best! + 2d8 best!"]
        assert dice_thrown(fight, "damage") == ["1d8"]
        finish(fight)


@clause("TI-107", "TI-120")
def test_slowed_costs_an_act_and_a_react_and_1_stress_buys_one_act_back_once_a_turn() -> None:
    fight = begin([person("ann", (5, 5), effects=[{"wound": "slowed"}]), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    ann = who(fight, "ann")
    assert (ann.acts_left(), ann.reacts_left()) == (1, 1)
    act(fight, "maneuver:4,5")
    act(fight, "slowed")
    assert who(fight, "ann").stress == 1 and who(fight, "ann").acts_left() == 1
    assert "slowed" not in offered(fight)
    act(fight, "maneuver:3,5")
    assert about(fight) == "stance"
    finish(fight)


@clause("TI-107")
def test_the_slowed_give_no_reaction_strikes() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5), effects=[{"wound": "slowed"}])])
    to_turn(fight, "ann")
    act(fight, "advance:2,5")
    assert not any(entry.at.startswith("strike") for entry in fight.entries)
    finish(fight)


@clause("TI-108", "TI-120")
def test_the_stunned_pay_1_stress_for_each_act_up_to_their_budget() -> None:
    """Stunned and slowed (TI-R39): one Act for 1 Stress, one more for 1 extra and its own 1."""
    for effects, spent in (([{"wound": "stunned"}], 2), ([{"wound": "stunned"}, {"wound": "slowed"}], 3)):
        fight = begin([person("ann", (5, 5), effects=effects), foe("bob", (15, 5))])
        to_turn(fight, "ann")
        assert who(fight, "ann").reacts_left() == 0
        act(fight, "maneuver:4,5")
        assert who(fight, "ann").stress == 1
        if len(effects) == 2:
            act(fight, "slowed")
        act(fight, "maneuver:3,5")
        assert who(fight, "ann").stress == spent
        assert about(fight) == "stance"
        finish(fight)


@clause("TI-109", "TI-119")
def test_terrified_costs_a_tier_on_all_rolls_while_the_source_is_present_and_approaching_costs_stress() -> None:
    """Attack 1d20, resistance 2d20 (3 - 1). Coming nearer to Bob costs 1 Stress; with none left it is closed."""
    people = [person("ann", (5, 5), stress=1, effects=[{"wound": "terrified", "source": 1}]), foe("bob", (8, 5)), foe("cat", (5, 6))]
    fight = begin(people, [2, 1, 1, 2, 3])
    to_turn(fight, "ann")
    fight.rule("set", who="ann", stat="extra_acts", value=2)
    hit(fight, "ann", "cat")
    act(fight, "resist:terrified.1.-1")
    assert dice_thrown(fight, "attack") == ["1d20 best! + 2d8 best!"]
    assert dice_thrown(fight, "shake off") == ["2d20 best!"]
    act(fight, "maneuver:6,5")
    assert who(fight, "ann").stress == 1
    assert "maneuver:7,5" not in offered(fight) and "maneuver:5,5" in offered(fight)
    finish(fight)
    # The source being down, the terror has no effect (TI-R59).
    dead = foe("bob", (8, 5), status="dead", hp=0, max_hp=40)
    people = [person("ann", (5, 5), effects=[{"wound": "terrified", "source": 1}]), dead, foe("cat", (5, 6))]
    fight = begin(people, [2, 2, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "cat")
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d8 best!"]


@clause("TI-110")
def test_the_inflicter_of_vulnerable_names_the_type_and_damage_of_it_doubles() -> None:
    """Ann makes Bob vulnerable to Kinetic (18 + 4 v Ward 20), then strikes: 10 + 7 hits; 2 + 3 doubled is 10."""
    people = [person("ann", (5, 5), powers=[power("Curse", {"wound": "vulnerable"})]), foe("bob", (6, 5))]
    fight = begin(people, [18, 2, 4, 1, 10, 2, 7, 1, 2, 3])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob", {"name": "Kinetic"})
    hit(fight, "ann", "bob")
    assert hp(fight, "bob") == [30]
    finish(fight)


@clause("TI-111")
def test_weakened_2_leaves_a_sword_of_rating_3_its_attribute_die_alone() -> None:
    """Skirmish 3: 2 - 2 = 0 Effect dice."""
    people = [person("ann", (5, 5), ratings={"skirmish": 3}, effects=[{"wound": "Weakened", "level": 2}]), foe("bob", (6, 5))]
    fight = begin(people, [10, 2, 7, 1, 1, 4])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "damage") == ["1d8"] and hp(fight, "bob") == [36]
    finish(fight)


@clause("TI-126")
def test_surprised_and_events_are_not_among_the_wounds_to_shake_off() -> None:
    people = [person("ann", (5, 5)), person("dee", (7, 5)), foe("bob", (6, 5))]
    fight = begin(people)
    stances(fight)
    fight.rule("surprise", who="ann")
    with pytest.raises(Refusal, match="an event, not a lasting wound"):
        fight.rule("wound", who="ann", wound="Slammed")
    # Bob is flanked; at the end of his turn there is nothing to roll against.
    assert asked(fight) == "act:bob"
    answer(fight, "stop")
    assert asked(fight) == "act:dee" and wounds(fight, "bob") == {}
    next_round(fight)
    assert not who(fight, "ann").surprised
