"""Part F (what an Act can be) and part G (what a React can be)."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Refusal
from quintain.library.encounters import from_data
from quintain.systems.tiers.sheet import Creature
from tests.support import clause
from tests.systems.tiers.scene import (
    BOW,
    Row,
    about,
    act,
    answer,
    arena,
    asked,
    at,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    kinds,
    needed,
    next_round,
    offered,
    person,
    settle,
    stances,
    texts,
    to_turn,
    who,
    wounds,
)


def held(fight: Fight, id: str) -> list[str]:
    return [item.id for item in who(fight, id).held]


# -- Acts --------------------------------------------------------------------------------------------------------------


@clause("TI-37", "TI-38")
def test_items_are_let_go_for_free_and_picked_up_for_an_act_from_a_neighbouring_square() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    act(fight, "drop:sword")
    assert held(fight, "ann") == [] and who(fight, "ann").acts_left() == 2
    act(fight, "maneuver:6,5")
    act(fight, "pickup:sword")
    assert held(fight, "ann") == ["sword"] and arena(fight).ground == []
    # Two Acts are used, and with them her turn and the round.
    assert arena(fight).round == 2
    finish(fight)


@clause("TI-37")
def test_what_lies_farther_than_a_neighbouring_square_cannot_be_picked_up() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    act(fight, "drop:sword")
    act(fight, "advance:7,5")
    with pytest.raises(Refusal, match="does not lie near"):
        answer(fight, "pickup:sword")


@clause("TI-38")
def test_one_act_draws_and_stows_up_to_two_items_and_two_hands_must_do() -> None:
    fight = begin([person("ann", (5, 5), items=["longbow", "dagger", "sword"]), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    assert held(fight, "ann") == ["longbow"]
    with pytest.raises(Refusal, match="two hands are not enough"):
        answer(fight, "ready:dagger")
    act(fight, "ready:longbow+dagger")
    assert held(fight, "ann") == ["dagger"]
    act(fight, "ready:sword")
    assert held(fight, "ann") == ["dagger", "sword"]
    finish(fight)


@clause("TI-39")
def test_resisting_a_wound_is_an_act_and_may_be_done_again_on_the_same_wound() -> None:
    """3d20 against 10 + 2: 12 lowers stunned-like slowed 2 to 1, 13 ends it."""
    fight = begin([person("ann", (5, 5), effects=[{"wound": "rooted", "level": 3}]), foe("bob", (15, 5))], [12, 1, 1, 13, 2, 2])
    to_turn(fight, "ann")
    act(fight, "resist:rooted.-1.-1")
    act(fight, "resist:rooted.-1.-1")
    assert wounds(fight, "ann") == {"rooted": 1}
    finish(fight)


@clause("TI-40")
def test_basic_attacks_are_skirmish_or_finesse_in_melee_and_hunt_at_range_against_iron() -> None:
    """Skirmish 2: 2d8. Finesse 1 with the sword: 1d8. All miss Iron 17."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [5, 5, 1, 1, 5, 5, 1])
    to_turn(fight, "ann")
    events = hit(fight, "ann", "bob")
    assert needed(events) == 17
    hit(fight, "ann", "bob", weapon="sword:finesse")
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d8 best!", "2d20 best! + 1d8 best!"]
    finish(fight)
    # Hunt 2, MIND d6; damage one d8 and MIND d6, Kinetic.
    fight = begin([person("ann", (5, 5), items=BOW), foe("bob", (12, 5))], [15, 5, 4, 1, 3, 2])
    to_turn(fight, "ann")
    events = hit(fight, "ann", "bob", weapon="longbow:hunt")
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d6 best!"]
    assert dice_thrown(fight, "damage") == ["1d8 + 1d6"]
    assert texts(events, "damage") == ["longbow deals 5 Kinetic damage to Bob."]
    finish(fight)


@clause("TI-41", "TI-42", "TI-79")
def test_an_advance_goes_up_to_the_stride_and_a_maneuver_five_feet() -> None:
    fight = begin([person("ann", (2, 5)), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    reach = {id for id in offered(fight) if id.startswith("advance:")}
    assert "advance:7,5" in reach and "advance:8,5" not in reach and "advance:7,10" in reach
    assert sorted(id for id in offered(fight) if id.startswith("maneuver:")) == sorted(
        f"maneuver:{x},{y}" for x in (1, 2, 3) for y in (4, 5, 6) if (x, y) != (2, 5)
    )
    act(fight, "advance:7,5")
    act(fight, "maneuver:8,5")
    assert at(fight, "ann") == (8, 5)
    finish(fight)


@clause("TI-43", "TI-101")
def test_standing_up_takes_one_act_whatever_the_severity() -> None:
    """Downed: -5 on every Defense, no threat, no Advance or Maneuver; but attacking is allowed (TI-R35)."""
    people = [person("ann", (5, 5), effects=[{"wound": "downed", "level": 5}]), foe("bob", (6, 5))]
    fight = begin(people, [5, 4, 1, 1])
    stances(fight)
    assert asked(fight) == "act:bob"
    events = hit(fight, "bob", "ann")
    assert needed(events) == 12
    answer(fight, "stop")
    # She does not threaten, so Bob is in melee only because he threatens her.
    to_turn(fight, "ann")
    assert not any(id.startswith(("advance", "maneuver")) for id in offered(fight))
    assert "attack:sword:skirmish:@bob" in offered(fight)
    act(fight, "stand")
    assert wounds(fight, "ann") == {} and who(fight, "ann").acts_left() == 1
    finish(fight)


@clause("TI-44", "TI-112")
def test_a_power_costs_its_stress_or_a_use_and_cannot_be_had_without() -> None:
    """Hooking Blow, 1 Stress: 15 + 7 = 22 hits Iron 17, damage 1 + 1, downed 2. A second use of Flash is gone."""
    powers: list[object] = [
        {"name": "Hooking Blow", "kind": "melee", "stress": 1, "action": "Skirmish", "damage": "weapon",
         "wounds": [{"wound": "downed", "severity": 2}]},
        {"name": "Flash", "uses": 1, "range": 30, "action": "Hunt", "defenses": ["Ward"]},
    ]  # fmt: skip
    fight = begin([person("ann", (5, 5), powers=powers, stress=1), foe("bob", (6, 5))], [15, 2, 7, 1, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:sword:@bob")
    assert who(fight, "ann").stress == 1 and wounds(fight, "bob") == {"downed": 2}
    with pytest.raises(Refusal, match="costs 1 Stress, and 0 is free"):
        answer(fight, "power:0:sword:@bob")
    fight.rule("set", who="ann", stat="extra_acts", value=1)
    act(fight, "power:1:@bob")
    with pytest.raises(Refusal, match="used up"):
        answer(fight, "power:1:@bob")


@clause("TI-45")
def test_aid_given_ahead_helps_the_next_action_roll_until_the_aiders_next_turn() -> None:
    """Dee aids Ann for 1 Stress: Ann attacks with 3d20. Without it, next time, with 2d20."""
    fight = begin([person("ann", (5, 5)), person("dee", (1, 1)), foe("bob", (6, 5))], [5, 4, 3, 1, 1, 5, 4, 1, 1])
    to_turn(fight, "dee")
    act(fight, "aid:@ann")
    assert who(fight, "dee").stress == 1 and who(fight, "dee").acts_left() == 1
    answer(fight, "stop")
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "attack") == ["3d20 best! + 2d8 best!", "2d20 best! + 2d8 best!"]
    finish(fight)


@clause("TI-45")
def test_aid_given_ahead_lapses_when_the_aiders_turn_comes_again() -> None:
    fight = begin([person("ann", (5, 5)), person("dee", (1, 1)), foe("bob", (15, 5))])
    to_turn(fight, "dee")
    act(fight, "aid:@ann")
    assert who(fight, "ann").aided_by == 1
    answer(fight, "stop")
    to_turn(fight, "ann")
    answer(fight, "stop")
    to_turn(fight, "dee")
    assert who(fight, "ann").aided_by == -1


@clause("TI-46")
def test_a_weapon_with_the_reload_tag_needs_an_act_between_shots() -> None:
    fight = begin([person("ann", (5, 5), items=["light crossbow"]), foe("bob", (10, 5))], [2, 2, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", weapon="light-crossbow:hunt")
    with pytest.raises(Refusal, match="must be reloaded"):
        answer(fight, "attack:light-crossbow:hunt:@bob:ranged")
    act(fight, "reload:light-crossbow")
    assert who(fight, "ann").unloaded == []
    finish(fight)


@clause("TI-47")
def test_the_gm_accepts_something_else_as_an_act_and_names_action_and_number() -> None:
    """Craft 0 with MIND d6: two d6, the lower: 9 + 1 = 10 against 10."""
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], [9, 3, 1, 4])
    to_turn(fight, "ann")
    fight.rule("improvise", who="ann", what="jam the winch", action="Craft", number=10)
    assert "other:0" in offered(fight)
    events = act(fight, "other:0")
    assert "Ann manages: jam the winch." in texts(events)
    assert who(fight, "ann").acts_left() == 1
    finish(fight)


@clause("TI-13", "TI-47", "TI-75")
def test_an_improvised_attack_is_an_attack_its_target_may_soak_and_cover_and_melee_count() -> None:
    """Sand in Bob's eyes, Finesse on Iron: Iron 17 beside him; from afar, Bob being in melee with Dee, 17 + 5 and a Tier for Aid.

    The box Bob marks keeps the sand off; the second time he has none left."""
    people = [person("ann", (5, 5)), person("dee", (6, 6)), foe("bob", (6, 5), soak=1)]
    fight = begin(people, [15, 2, 3, 19, 4, 7])
    to_turn(fight, "ann")
    for _ in range(2):
        sand: Row = {"what": "throw sand", "action": "Finesse", "defense": "Iron", "target": "bob", "wound": "blinded"}
        fight.rule("improvise", who="ann", **sand)
    events = act(fight, "other:0", {"wound:bob": "soak:1"})
    assert needed(events) == 17 and wounds(fight, "bob") == {} and who(fight, "bob").free_soak() == 0
    fight.rule("move", who="ann", to=[1, 5])
    events = act(fight, "other:0")
    assert needed(events) == 22 and wounds(fight, "bob") == {"blinded": 4}
    assert "other:0" not in offered(to_turn(fight, "ann"))
    finish(fight)


@clause("TI-13", "TI-98")
def test_an_improvised_attack_may_disarm_and_whoever_makes_it_names_the_item() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5), items=["dagger", "sword"])], [15, 2, 3, 4])
    to_turn(fight, "ann")
    fight.rule("improvise", who="ann", what="twist it away", action="Sway", defense="Grit", target="bob", wound="disarmed")
    act(fight, "other:0", {"name": "sword"})
    assert [item.id for item in who(fight, "bob").held] == ["dagger"]
    assert [lying.item.id for lying in arena(fight).ground] == ["sword"]
    finish(fight)


# -- Reacts ------------------------------------------------------------------------------------------------------------


@clause("TI-48")
def test_aid_gives_a_tier_and_a_second_throw_of_a_failed_roll() -> None:
    """Ann, Tier 1, Finesse 1 with BODY d6, against Iron 14: d20s 4, 7 + d6 2 = 9 fails; again 11, 3 + d6 3 = 14 hits.

    Damage 1d8 + d6: 1 + 1."""
    people = [
        person("ann", (5, 5), tier=1, attributes={"body": 6, "mind": 6, "will": 4}, ratings={"skirmish": 1}),
        person("dee", (1, 1)),
        foe("bob", (6, 5), iron=14),
    ]
    fight = begin(people, [4, 7, 2, 11, 3, 3, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"before roll:dee": "aid", "redo": "aid"})
    assert dice_thrown(fight, "attack") == ["2d20 best! + 1d6 best!"] * 2
    assert hp(fight, "bob") == [38]
    dee = who(fight, "dee")
    assert (dee.stress, dee.reacts_left()) == (1, 1)
    finish(fight)


@clause("TI-48", "TI-146")
def test_one_aider_per_roll_and_the_gm_may_refuse_one() -> None:
    """Dee's Aid is refused; Eve gives hers; Fay is not asked any more."""
    people = [person("ann", (5, 5)), person("dee", (1, 1)), person("eve", (1, 3)), person("fay", (1, 5)), foe("bob", (6, 5))]
    fight = begin(people, [2, 2, 2, 1, 1])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    answer(fight, "no")
    assert asked(fight) == "before roll:dee"
    fight.rule("refuse_aid", who="dee")
    assert asked(fight) == "before roll:eve", "whoever can do nothing is not asked"
    answer(fight, "aid")
    assert asked(fight) == "redo:ann"
    settle(fight)
    finish(fight)


@clause("TI-49", "TI-53", "TI-114")
def test_damage_and_each_wound_are_events_of_their_own_and_may_each_be_resisted() -> None:
    """Long Cut by Bob: 10 + 7 = 17 hits; damage 3 + 4; bleeding 2. Ann resists both, a React each, 2 Stress each (20 v 17)."""
    cut: Row = {
        "name": "Long Cut", "kind": "melee", "action": "Skirmish", "damage": "weapon",
        "wounds": [{"wound": "bleeding", "severity": 2}],
    }  # fmt: skip
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5), powers=[cut])], [10, 2, 7, 1, 3, 4, 19, 2, 1, 19, 2, 1])
    stances(fight)
    act(fight, "power:0:sword:@ann", {"damage": "resist", "wound": "resist"})
    ann = who(fight, "ann")
    assert (ann.hp, ann.stress, ann.reacts_left(), wounds(fight, "ann")) == (40, 4, 0, {})
    assert dice_thrown(fight, "resistance") == ["2d20 best! + 1d8 best!"] * 2
    finish(fight)


@clause("TI-50")
def test_an_interposer_within_5_feet_takes_the_whole_hit_with_its_own_soak_and_types() -> None:
    """10 + 7 = 17 hits Ann; Dee beside her takes it: 8 + 5 = 13 damage, halved for her (Resistant) to 7; bleeding 1 too."""
    bite: Row = {
        "name": "bite", "die": 8, "melee": 5, "tags": ["natural"], "action": "Skirmish",
        "wounds": [{"wound": "bleeding", "severity": 1}],
    }  # fmt: skip
    people = [
        person("ann", (5, 5)),
        person("dee", (4, 4), traits=[{"boon": "Resistant", "energy": "Kinetic"}], soak=2),
        person("eve", (2, 5)),
        foe("bob", (6, 5), items=[bite]),
    ]
    fight = begin(people, [10, 2, 7, 1, 8, 5])
    stances(fight)
    answer(fight, "attack:bite:skirmish:@ann")
    # Eve is 15' away and is not asked.
    assert asked(fight) == "hit:dee"
    answer(fight, "interpose")
    assert asked(fight) == "damage:dee"
    settle(fight, {"wound:dee": "soak:1"})
    assert hp(fight, "ann", "dee") == [40, 33]
    assert wounds(fight, "dee") == {} and wounds(fight, "ann") == {}
    assert who(fight, "dee").reacts_left() == 1 and who(fight, "dee").soak_marked == 1
    finish(fight)


@clause("TI-51")
def test_leaving_a_threatened_reach_draws_a_reaction_strike_before_the_step() -> None:
    """Ann walks away from Bob; he strikes while she is still beside him: 10 + 7 hits for 2 + 3."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [10, 2, 7, 1, 2, 3])
    to_turn(fight, "ann")
    events = act(fight, "advance:2,5", {"strike:bob": "strike:sword:skirmish"})
    assert "strike" in kinds(events)
    assert hp(fight, "ann") == [35] and at(fight, "ann") == (2, 5)
    assert who(fight, "bob").reacts_left() == 1
    finish(fight)


@clause("TI-51")
def test_entering_a_reach_draws_one_unless_the_mover_threatens_in_return() -> None:
    """Bob has a longspear (10'). Ann with a sword comes within 10' unable to reach back: a strike once she stands there.

    Bob with a sword gives none when Ann comes to 5', for she threatens him as well."""
    fight = begin([person("ann", (2, 5)), foe("bob", (8, 5), items=["longspear"])], [10, 2, 7, 1, 2, 3])
    to_turn(fight, "ann")
    act(fight, "advance:6,5", {"strike:bob": "strike:longspear:skirmish"})
    assert at(fight, "ann") == (6, 5) and hp(fight, "ann") == [35]
    finish(fight)
    fight = begin([person("ann", (2, 5)), foe("bob", (8, 5))])
    to_turn(fight, "ann")
    act(fight, "advance:7,5")
    assert "strike" not in [entry.at.split(":")[0] for entry in fight.entries]


@clause("TI-51")
def test_a_strike_that_drops_the_mover_ends_the_movement() -> None:
    """Ann has 4 HP and no Beacon Point: the strike (10 + 7, damage 2 + 3) kills her where she stands."""
    fight = begin([person("ann", (5, 5), hp=4), person("dee", (1, 1)), foe("bob", (6, 5))], [10, 2, 7, 1, 2, 3])
    to_turn(fight, "ann")
    act(fight, "advance:2,5", {"strike:bob": "strike:sword:skirmish"})
    assert who(fight, "ann").status == 2 and at(fight, "ann") == (5, 5)
    finish(fight)


@clause("TI-52")
def test_a_react_power_may_raise_the_defense_and_turn_a_hit_into_a_miss() -> None:
    """Bob: 12 + 7 = 19 against 17. Ann turns the blade: 2d20 11, 4 and Skirmish 2d8 8 chain 1, 2: 11 + 9 = 20. A miss."""
    power: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    fight = begin([person("ann", (5, 5), powers=[power]), foe("bob", (6, 5))], [12, 2, 7, 1, 11, 4, 8, 2, 1])
    stances(fight)
    events = hit(fight, "bob", "ann", {"hit:ann": "parry:0:skirmish"})
    assert "The blow is turned." in texts(events)
    ann = who(fight, "ann")
    assert (ann.hp, ann.stress, ann.reacts_left()) == (40, 1, 1)
    finish(fight)


@clause("TI-52", "TI-06")
def test_a_parry_that_does_not_save_still_lowers_the_critical_multiplier() -> None:
    """Bob: 20, chain 4, + 7 = 31: one step above 17. Ann parries 18 + 6 = 24: 31 still hits, but only by 7. Damage 1d8 + 1d8."""
    power: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    fight = begin([person("ann", (5, 5), powers=[power]), foe("bob", (6, 5))], [20, 2, 4, 7, 1, 18, 4, 6, 2, 1, 1])
    stances(fight)
    hit(fight, "bob", "ann", {"hit:ann": "parry:0:skirmish"})
    assert dice_thrown(fight, "damage") == ["1d8 + 1d8"]
    assert hp(fight, "ann") == [38]
    finish(fight)


@clause("TI-52")
def test_ward_sign_makes_the_attacked_ally_resistant_before_the_roll() -> None:
    """Dee, 20' away, wards Ann: Kinetic damage 5 + 4 = 9 is halved to 5. The boon lasts until the end of Ann's next turn."""
    sign: Row = {"name": "Ward Sign", "form": "ward", "react": True, "stress": 2, "within": 30, "rounds": 1}
    people = [person("ann", (5, 5)), person("dee", (1, 5), powers=[sign]), foe("bob", (6, 5))]
    fight = begin(people, [10, 2, 7, 1, 5, 4])
    stances(fight)
    hit(fight, "bob", "ann", {"before roll:dee": "ward:0:kinetic"})
    assert hp(fight, "ann") == [35] and boons(fight, "ann") == {"Resistant": 3}
    assert who(fight, "dee").stress == 2
    to_turn(fight, "ann")
    answer(fight, "stop")
    assert boons(fight, "ann") == {}
    finish(fight)


@clause("TI-52", "TI-53")
def test_an_answer_in_kind_comes_after_the_hit_in_full_and_costs_stress_and_a_react() -> None:
    """Ann hits Bob (10 + 7; 1 + 1). He answers: 15 + 7 = 22 hits her for 2 + 2."""
    power: Row = {"name": "Answer in Kind", "form": "counter", "react": True, "stress": 1}
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5), powers=[power], stress=6)], [10, 2, 7, 1, 1, 1, 15, 2, 7, 1, 2, 2])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"answer:bob": "counter:0:sword:skirmish"})
    assert hp(fight, "ann", "bob") == [36, 38]
    bob = who(fight, "bob")
    assert (bob.stress, bob.reacts_left()) == (1, 1)
    finish(fight)


@clause("TI-53")
def test_one_react_per_event_and_the_players_side_is_asked_first() -> None:
    """Before Bob's roll: Dee, then Eve of the party, each once, whatever else she could do; then the GM's Cat may aid Bob."""
    sign: Row = {"name": "Ward Sign", "form": "ward", "react": True, "stress": 2, "within": 30, "rounds": 1}
    people = [
        foe("cat", (8, 8), stress=3),
        person("ann", (5, 5)),
        person("dee", (1, 5), powers=[sign]),
        person("eve", (1, 7), powers=[sign]),
        foe("bob", (6, 5)),
    ]
    fight = begin(people, [2, 2, 1, 1, 1])
    stances(fight)
    answer(fight, "next:@bob")
    answer(fight, "attack:sword:skirmish:@ann")
    order: list[str] = []
    while about(fight) == "before roll":
        order.append(fight.questions[0].who)
        ids = offered(fight)
        answer(fight, "aid" if "aid" in ids else ids[-1])
    assert order == ["dee", "eve", "cat"]
    settle(fight)
    assert boons(fight, "ann") == {"Resistant": 3}
    assert who(fight, "dee").reacts_left() == 1 and who(fight, "cat").stress == 1
    finish(fight)


@clause("TI-37", "TI-38", "TI-98")
def test_of_two_swords_that_are_the_same_in_all_respects_one_is_stowed_let_go_of_or_struck_away() -> None:
    """Two cutters of one wave; the second picks up what was struck from the first."""
    cutter = foe("cutter", (15, 5))
    for option, left, readied, ground in (("ready:sword", 1, 1, 0), ("drop:sword", 1, 0, 1), ("disarm", 1, 0, 1)):
        fight = begin([person("ann", (1, 5)), foe("bob", (15, 9))], waves=[{"first": 1, "every": 1, "combatants": [cutter]}])
        to_turn(fight, "cutter-1")
        next_round(fight)
        to_turn(fight, "cutter-2")
        fight.rule("disarm", who="cutter-1")
        act(fight, "pickup:sword")
        assert [item.name for item in who(fight, "cutter-2").held] == ["sword", "sword"] and not arena(fight).ground
        assert len(offered(fight)) == len(set(offered(fight)))
        if option == "disarm":
            fight.rule("disarm", who="cutter-2")
        else:
            act(fight, option)
        cutter_2 = who(fight, "cutter-2")
        assert (len(cutter_2.held), len(cutter_2.readied), len(arena(fight).ground)) == (left, readied, ground)
        again = from_data(fight.system.export(fight.battle)).battle()
        copy = again.find("cutter-2")
        assert isinstance(copy, Creature) and (len(copy.held), len(copy.readied)) == (left, readied)
