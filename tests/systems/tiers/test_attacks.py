"""Part H (attacking), part I (damage) and part J (armor and shields)."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Refusal
from quintain.engine.refusal import Unavailable
from tests.support import clause
from tests.systems.tiers.scene import (
    BOW,
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
    needed,
    offered,
    person,
    settle,
    stances,
    texts,
    to_turn,
    who,
    wounds,
)

DART: Row = {"name": "Dart", "range": 30, "action": "Utter", "damage": "power", "die": 6, "energy": ["Thermal"]}
FALL: Row = {
    "name": "Fall", "kind": "area", "square": 10, "within": 60, "action": "Utter", "damage": "power", "die": 6, "energy": ["Thermal"],
    "half_on_miss": True,
}  # fmt: skip
UTTER: Row = {"utter": 3, "skirmish": 2}


def smite(**more: object) -> Row:
    """A power with the sword that carries something."""
    return {"name": "Smite", "kind": "melee", "action": "Skirmish", "damage": "weapon", **more}


# -- attacking ---------------------------------------------------------------------------------------------------------


@clause("TI-54", "TI-64")
def test_an_area_rolls_and_resolves_target_by_target_and_a_miss_has_its_listed_effect() -> None:
    """Utter 3, WILL d4, against Iron 17 of Bob: 15 + 3 = 18, 4d6 = 4; then of Cat: 5 + 1 misses, half of 4 dice = 2d6 = 7."""
    people = [
        person("ann", (1, 1), ratings=UTTER, powers=[FALL]),
        foe("bob", (6, 5)),
        foe("cat", (7, 6)),
        foe("far", (9, 9)),
    ]
    fight = begin(people, [15, 2, 3, 1, 1, 1, 1, 1, 1, 5, 2, 1, 1, 1, 3, 4])
    to_turn(fight, "ann")
    act(fight, "power:0:6,5")
    rolls = [entry.at.split("#")[0] for entry in fight.entries if entry.do == "roll"]
    assert rolls == ["attack:ann", "damage:ann"] * 2
    assert dice_thrown(fight, "damage") == ["4d6", "2d6"]
    assert hp(fight, "bob", "cat", "far") == [36, 33, 40]
    finish(fight)


@clause("TI-56")
def test_several_defenses_are_judged_one_by_one_with_one_roll() -> None:
    """11 + 7 = 18: hits Iron 17, so damage 1 + 1; does not reach Grit 20, so no terror."""
    power = smite(defenses=["Iron", "Grit"], wounds=[{"wound": "terrified", "against": "Grit"}, {"wound": "bleeding", "severity": 1}])
    fight = begin([person("ann", (5, 5), powers=[power]), foe("bob", (6, 5), grit=20)], [11, 2, 7, 1, 1, 1])
    to_turn(fight, "ann")
    events = act(fight, "power:0:sword:@bob")
    assert hp(fight, "bob") == [38] and wounds(fight, "bob") == {"bleeding": 1}
    assert any("Ann hits the Iron of Bob" in text for text in texts(events)) and any("; 20 for Grit" in text for text in texts(events))
    finish(fight)


@clause("TI-57", "TI-120")
def test_push_on_the_attack_is_1_stress_for_1_tier_before_the_roll() -> None:
    fight = begin([person("ann", (5, 5), stress=1), foe("bob", (6, 5))], [5, 4, 3, 1, 1, 5, 4, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"push": "yes"})
    assert who(fight, "ann").stress == 1
    # No Stress left: the question is not asked again.
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "attack") == ["3d20 best! + 2d8 best!", "2d20 best! + 2d8 best!"]
    assert sum(1 for entry in fight.entries if entry.at.startswith("push:")) == 1
    finish(fight)


@clause("TI-58")
def test_ranged_attacks_reach_twice_their_range_at_minus_1_tier_and_no_farther() -> None:
    """A shortbow (50'): Bob at 50' is met with 2d20, Cat at 100' with 1d20, Dan at 105' not at all."""
    people = [
        person("ann", (0, 0), items=["shortbow"]),
        foe("bob", (10, 0)),
        foe("cat", (20, 0)),
        foe("dan", (21, 0)),
    ]
    fight = begin(people, [2, 2, 1, 1, 2, 1, 1], map={"width": 30, "height": 6})
    to_turn(fight, "ann")
    with pytest.raises(Refusal, match="105' away and the reach is 100'"):
        answer(fight, "attack:shortbow:hunt:@dan:ranged")
    hit(fight, "ann", "bob", weapon="shortbow:hunt")
    hit(fight, "ann", "cat", weapon="shortbow:hunt")
    assert dice_thrown(fight, "attack") == ["2d20 best! + 2d6 best!", "1d20 best! + 2d6 best!"]
    finish(fight)


@clause("TI-58", "TI-85")
def test_walls_and_hiding_close_a_target() -> None:
    rows = ["..........", "..........", "....#.....", "..........", ".........."]
    people = [person("ann", (2, 2), items=BOW), foe("bob", (6, 2)), foe("cat", (6, 0), hiding=True)]
    fight = begin(people, map={"rows": rows, "legend": {"#": ["wall"]}})
    to_turn(fight, "ann")
    with pytest.raises(Refusal, match="a wall is between"):
        answer(fight, "attack:longbow:hunt:@bob:ranged")
    with pytest.raises(Unavailable, match="not an option here"):
        answer(fight, "attack:longbow:hunt:@cat:ranged")
    reasons = [why for _, why in fight.questions[0].closed]
    assert any("wall" in why for why in reasons)


@clause("TI-59")
def test_shooting_past_an_enemy_who_threatens_costs_a_tier_and_shooting_that_enemy_does_not() -> None:
    """Ann is threatened by Bob: 1d20 at Cat 30' away, 2d20 at Bob beside her."""
    people = [person("ann", (5, 5), items=BOW), foe("bob", (6, 5)), foe("cat", (11, 5))]
    fight = begin(people, [2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "cat", weapon="longbow:hunt")
    hit(fight, "ann", "bob", weapon="longbow:hunt")
    assert dice_thrown(fight, "attack") == ["1d20 best! + 2d6 best!", "2d20 best! + 2d6 best!"]
    finish(fight)


@clause("TI-60")
def test_a_target_in_melee_has_5_more_against_shots_but_not_against_areas() -> None:
    """Bob (Iron 15) fights Dee: TN 20 for an arrow, 15 for an area."""
    people = [
        person("ann", (1, 1), items=["longbow"], ratings={"utter": 3, "hunt": 2}, powers=[FALL]),
        person("dee", (8, 5)),
        foe("bob", (9, 5), iron=15),
    ]
    fight = begin(people, [2, 2, 1, 1, 2, 2, 1, 1, 1, 1, 1])
    to_turn(fight, "ann")
    assert needed(hit(fight, "ann", "bob", weapon="longbow:hunt")) == 20
    events = act(fight, "power:0:9,5")
    assert needed(events) == 15
    finish(fight)


@clause("TI-61", "TI-104")
def test_defense_modifiers_of_different_names_add_up_and_incapacitated_overrides_them() -> None:
    """Iron 17 - 5 downed - 5 Exposed + 5 Fortified + 5 Concealed = 17. Incapacitated: 6."""
    effects = [
        {"wound": "downed"}, {"wound": "Exposed", "defense": "Iron"}, {"boon": "Fortified", "defense": "Iron"}, {"boon": "Concealed"},
    ]  # fmt: skip
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5), effects=effects)], [2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    assert needed(hit(fight, "ann", "bob")) == 17
    fight.rule("wound", who="bob", wound="Incapacitated")
    assert needed(hit(fight, "ann", "bob")) == 6
    finish(fight)


@clause("TI-62", "TI-146")
def test_the_gm_sets_a_position_for_one_attack() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    fight.rule("position", position="desperate")
    assert needed(hit(fight, "ann", "bob")) == 22
    assert arena(fight).position == 1
    fight.rule("position", position="controlled")
    assert needed(hit(fight, "ann", "bob")) == 12
    finish(fight)


# -- damage ------------------------------------------------------------------------------------------------------------


@clause("TI-63")
def test_rating_0_deals_the_attribute_die_alone() -> None:
    """Skirmish 0: 2d8, the lower counts: 16 + 1 = 17 hits; damage BODY d8 only."""
    fight = begin([person("ann", (5, 5), ratings={"hunt": 1}), foe("bob", (6, 5))], [16, 2, 1, 5, 6])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "damage") == ["1d8"]
    assert hp(fight, "bob") == [34]
    finish(fight)


@clause("TI-64", "TI-65")
def test_a_supernatural_attack_deals_1_and_rating_dice_and_one_per_critical_step() -> None:
    """Utter 3 and a total of 41 against 17 (20, 20, chain 20, 1: 41 with no WILL die): two steps, 4 + 2 = 6d6."""
    people = [person("ann", (5, 5), ratings=UTTER, attributes={"body": 8, "mind": 6, "will": 0}, powers=[DART]), foe("bob", (9, 5))]
    fight = begin(people, [20, 3, 20, 1, 1, 1, 1, 1, 1, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert dice_thrown(fight, "damage") == ["6d6"]
    assert hp(fight, "bob") == [34]
    finish(fight)


@clause("TI-66", "TI-120")
def test_push_on_damage_is_1_stress_for_1_effect_die_after_the_hit() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [15, 2, 7, 1, 1, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"push damage": "yes"})
    assert dice_thrown(fight, "damage") == ["2d8 + 1d8"]
    assert (who(fight, "ann").stress, hp(fight, "bob")) == (1, [37])
    finish(fight)


@clause("TI-67", "TI-111", "TI-139")
@pytest.mark.parametrize(
    ("effects", "dice"),
    [
        ([{"boon": "strengthened", "level": 2}], "3d8 + 1d8"),
        ([{"wound": "Weakened", "level": 2}], "1d8"),
        ([{"wound": "Weakened", "level": 5}, {"boon": "strengthened", "level": 5}], "1d8 + 1d8"),
        ([{"wound": "Weakened", "level": 3}, {"boon": "strengthened", "level": 1}], "1d8"),
    ],
)
def test_strengthened_adds_and_weakened_removes_effect_dice_never_below_0(effects: list[object], dice: str) -> None:
    """Base 1d8 + BODY d8; the attribute die stays."""
    count = 1 if dice == "1d8" else int(dice[0]) + 1
    fight = begin([person("ann", (5, 5), effects=effects), foe("bob", (6, 5))], [15, 2, 7, 1, *[1] * count])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert dice_thrown(fight, "damage") == [dice]
    assert hp(fight, "bob") == [40 - count]
    finish(fight)


@clause("TI-68")
def test_types_come_before_soak_and_hit_points_after_it() -> None:
    """8 + 8 = 16 doubled is 32, two boxes leave 12."""
    people = [foe("bob", (5, 5)), person("ann", (6, 5), soak=4, traits=[{"wound": "vulnerable", "energy": "Kinetic"}])]
    fight = begin(people, [15, 2, 7, 1, 8, 8])
    stances(fight)
    hit(fight, "bob", "ann", {"damage": "soak:2"})
    assert hp(fight, "ann") == [28]
    finish(fight)


def struck(traits: list[object], energy: list[str], faces: list[int]) -> list[int]:
    """Ann strikes Bob, who has these traits, with a weapon of these types (1d12 + BODY d8), and these damage faces."""
    weapon: Row = {"name": "rod", "die": 12, "melee": 5, "hands": 1, "energy": energy}
    fight = begin([person("ann", (5, 5), items=[weapon]), foe("bob", (6, 5), traits=traits)], [15, 2, 7, 1, *faces])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", weapon="rod:skirmish")
    finish(fight)
    return hp(fight, "bob")


@clause("TI-69", "TI-136")
def test_resistant_to_one_of_the_types_halves_all_of_it() -> None:
    """12 + 5 = 17 Kinetic + Thermal, Resistant Thermal: 9."""
    assert struck([{"boon": "Resistant", "energy": "Thermal"}], ["Kinetic", "Thermal"], [12, 5]) == [31]
    assert struck([{"boon": "Resistant", "energy": "Thermal"}], ["Kinetic"], [12, 5]) == [23]


@clause("TI-70", "TI-135")
def test_immune_to_all_types_suffers_nothing_and_to_some_is_as_resistant() -> None:
    """Immune Thermal: Thermal does nothing and throws no dice; 12 + 8 = 20 Thermal + Kinetic is 10."""
    immune: list[object] = [{"boon": "Immune", "energy": "Thermal"}]
    assert struck(immune, ["Thermal"], []) == [40]
    assert struck(immune, ["Thermal", "Kinetic"], [12, 8]) == [30]


@clause("TI-70")
def test_full_immunity_keeps_the_wounds_of_the_hit_away_too() -> None:
    flame: Row = {"name": "Flame", "range": 30, "action": "Utter", "damage": "power", "die": 6, "energy": ["Thermal"],
                  "wounds": [{"wound": "burning", "severity": 2}]}  # fmt: skip
    people = [
        person("ann", (5, 5), ratings=UTTER, powers=[flame]),
        foe("bob", (9, 5), traits=[{"boon": "Immune", "energy": "Thermal"}]),
    ]
    fight = begin(people, [18, 2, 3, 1, 1])
    to_turn(fight, "ann")
    act(fight, "power:0:@bob")
    assert hp(fight, "bob") == [40] and wounds(fight, "bob") == {}
    finish(fight)


@clause("TI-71", "TI-110")
def test_vulnerable_to_one_of_the_types_doubles_all_of_it() -> None:
    """7 + 4 = 11 Glacial + Plasmic, vulnerable Glacial: 22."""
    assert struck([{"wound": "vulnerable", "energy": "Glacial"}], ["Glacial", "Plasmic"], [7, 4]) == [18]


@clause("TI-72")
def test_one_halving_and_one_doubling_cancel_whatever_their_number() -> None:
    """10 + 5 = 15 Thermal, Resistant and vulnerable Thermal and Sheltered: 15. Two halvings are one: 15 to 8."""
    both: list[object] = [
        {"boon": "Resistant", "energy": "Thermal"}, {"wound": "vulnerable", "energy": "Thermal"},
        {"boon": "Resistant", "energy": "Kinetic"},
    ]  # fmt: skip
    assert struck(both, ["Thermal"], [10, 5]) == [25]
    twice: list[object] = [{"boon": "Resistant", "energy": "Thermal"}, {"boon": "Immune", "energy": "Kinetic"}]
    assert struck(twice, ["Thermal", "Kinetic"], [10, 5]) == [32]


@clause("TI-69", "TI-70", "TI-71", "TI-72", "TI-87")
@pytest.mark.parametrize(
    ("traits", "energy", "clause_told"),
    [
        ([{"boon": "Resistant", "energy": "Thermal"}], ["Thermal", "Kinetic"], "TI-69"),
        ([{"boon": "Immune", "energy": "Thermal"}], ["Thermal", "Kinetic"], "TI-70"),
        ([{"wound": "vulnerable", "energy": "Thermal"}], ["Thermal"], "TI-71"),
        ([{"boon": "Resistant", "energy": "Thermal"}, {"wound": "vulnerable", "energy": "Thermal"}], ["Thermal"], "TI-72"),
        ([{"boon": "Sheltered"}], ["Thermal"], "TI-87"),
    ],
)
def test_what_is_told_of_types_names_the_clause_that_did_it(
    traits: list[object], energy: list[str], clause_told: str
) -> None:
    """15 + 7 = 22 hits Iron 17 and 22; Skirmish 2: 3d6."""
    power = smite(energy=energy, damage="power", die=6)
    people = [person("ann", (5, 5), powers=[power]), foe("bob", (6, 5), traits=traits), foe("cat", (15, 5))]
    fight = begin(people, [15, 2, 7, 1, 3, 4, 2])
    to_turn(fight, "ann")
    act(fight, next(id for id in offered(fight) if id.startswith("power:0:") and "bob" in id))
    told = {event.kind: event.clause for event in fight.events}
    assert (told["types"], told["damage"]) == (clause_told, "TI-64")
    finish(fight)


@clause("TI-73")
def test_wounds_come_after_the_damage_and_only_to_those_still_up() -> None:
    """Bob with 5 HP drops from 3 + 4 = 7 and gets no bleeding; with 40 HP he does."""
    power = smite(wounds=[{"wound": "bleeding", "severity": 2}])
    for start, expected in ((5, {}), (40, {"bleeding": 2})):
        people = [person("ann", (5, 5), powers=[power]), foe("bob", (6, 5), hp=start), foe("cat", (15, 5))]
        fight = begin(people, [15, 2, 7, 1, 3, 4], options={"npc_zero_hp": "unconscious"})
        to_turn(fight, "ann")
        act(fight, "power:0:sword:@bob")
        assert wounds(fight, "bob") == expected
        assert hp(fight, "bob") == [max(0, start - 7)]
        finish(fight)


# -- armor -------------------------------------------------------------------------------------------------------------


def blow(soak: int, power: Row, faces: list[int], answers: dict[str, str], **more: object) -> tuple[int, dict[str, int], int]:
    """Bob, Skirmish 5 with a d12 maul, strikes Ann: HP left, wounds, boxes marked."""
    maul: Row = {"name": "maul", "die": 12, "melee": 5, "hands": 2}
    people = [
        person("ann", (5, 5), soak=soak, stress=0, hp=60),
        foe("bob", (6, 5), items=[maul], ratings={"skirmish": 5}, powers=[power]),
    ]
    fight = begin(people, [15, 2, 7, 1, 1, 1, 1, *faces], **more)
    stances(fight)
    act(fight, "power:0:maul:@ann", answers)
    finish(fight)
    return who(fight, "ann").hp, wounds(fight, "ann"), who(fight, "ann").soak_marked


@clause("TI-63", "TI-64")
@pytest.mark.parametrize(("damage", "dice"), [("weapon", "1d8 + 1d8"), ("power", "3d6"), ("fixed", "1d6 + 1d8")])
def test_the_dice_of_damage_go_by_its_kind_whatever_else_the_file_says(damage: str, dice: str) -> None:
    """Skirmish 2, a d8 sword, BODY d8: half of 2 and d8; 1 + 2 of the power's d6; one d6 and d8."""
    power = smite(damage=damage, die=6, dice=1, energy=["Thermal"])
    fight = begin([person("ann", (5, 5), powers=[power]), foe("bob", (6, 5))], [15, 2, 7, 1, *([1] * (3 if damage == "power" else 2))])
    to_turn(fight, "ann")
    act(fight, next(id for id in offered(fight) if id.startswith("power:0:") and "bob" in id))
    assert dice_thrown(fight, "damage") == [dice]
    finish(fight)


@clause("TI-08", "TI-40")
def test_a_powerful_weapon_is_a_tier_worse_with_finesse_and_agile_ones_with_skirmish() -> None:
    for weapon, action, dice in (
        ("greatsword", "finesse", "1d20 best! + 1d8 best!"), ("greatsword", "skirmish", "2d20 best! + 2d8 best!"),
        ("dagger", "skirmish", "1d20 best! + 2d8 best!"),
    ):  # fmt: skip
        fight = begin([person("ann", (5, 5), items=[weapon]), foe("bob", (6, 5))], [2, 1, *([1] * dice.count("2d"))])
        to_turn(fight, "ann")
        answer(fight, f"attack:{weapon}:{action}:@bob")
        settle(fight)
        assert dice_thrown(fight, "attack") == [dice]


@clause("TI-63")
@pytest.mark.parametrize(("held", "dice"), [(["spear"], "1d10 + 1d8"), (["spear", "light-shield"], "1d8 + 1d8")])
def test_a_spear_bites_harder_with_both_hands_on_it(held: list[str], dice: str) -> None:
    fight = begin([person("ann", (5, 5), items=["spear", "light shield"], held=held), foe("bob", (6, 5))], [15, 2, 7, 1, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", weapon="spear:skirmish")
    assert dice_thrown(fight, "damage") == [dice]


@clause("TI-52", "TI-56")
@pytest.mark.parametrize(("parry", "left"), [([12, 2, 7, 1], 40), ([12, 2, 3, 1], 30)])
def test_a_parry_raises_every_defense_that_the_blow_is_judged_by(parry: list[int], left: int) -> None:
    """11 + 7 = 18 hits Iron 17 and Grit 13. 12 + 7 = 19 turns it from both; 12 + 3 = 15 from neither: 5 + 5."""
    power = smite(defenses=["Iron", "Grit"], wounds=[{"wound": "terrified", "against": "Grit"}])
    turn: Row = {"name": "Turn", "form": "parry", "react": True, "stress": 1}
    rows = [person("ann", (5, 5), powers=[turn]), foe("bob", (6, 5), powers=[power])]
    fight = begin(rows, [11, 2, 7, 1, *parry, *([5, 5] if left < 40 else [])])
    stances(fight)
    act(fight, "power:0:sword:@ann", {"hit:ann": "parry:0:skirmish"})
    assert hp(fight, "ann") == [left] and (wounds(fight, "ann") == {}) is (left == 40)
    finish(fight)


@clause("TI-75")
def test_a_box_against_a_wound_is_told_by_its_own_clause() -> None:
    power = smite(damage="none", wounds=[{"wound": "bleeding", "severity": 2}])
    fight = begin([person("ann", (5, 5), soak=1), foe("bob", (6, 5), powers=[power])], [15, 2, 7, 1])
    stances(fight)
    told = act(fight, next(id for id in offered(fight) if id.startswith("power:0:")), {"wound": "soak:1"})
    assert [event.clause for event in told if event.kind == "soak"] == ["TI-75"]
    finish(fight)


@clause("TI-74")
def test_each_box_takes_10_damage_off_with_the_amount_known() -> None:
    """3d12 + d8: 9 + 9 + 8 + 1 = 27. One box: 17; three: 0."""
    assert blow(4, smite(), [9, 9, 8, 1], {"damage": "soak:1"}) == (43, {}, 1)
    assert blow(4, smite(), [9, 9, 8, 1], {"damage": "soak:3"}) == (60, {}, 3)


@clause("TI-75")
def test_a_box_negates_a_wound_as_in_the_books_example() -> None:
    """12 + 12 + 5 + 1 = 30 damage and stunned: two boxes on the damage leave 10, the third is for the wound."""
    stun = smite(wounds=[{"wound": "stunned"}])
    assert blow(3, stun, [12, 12, 5, 1], {"damage": "soak:2", "wound": "soak:1"}) == (50, {}, 3)


@clause("TI-75")
def test_with_reduce_a_box_lowers_a_wound_by_one_but_still_avoids_events() -> None:
    stun = smite(wounds=[{"wound": "stunned"}, {"wound": "disarmed"}])
    options = {"soak_vs_wound": "reduce"}
    left = blow(3, stun, [1, 1, 1, 1], {"wound": "soak:1"}, options=options)
    assert left == (56, {"stunned": 3}, 1)


@clause("TI-76")
def test_soak_or_a_resistance_roll_for_one_consequence_and_differently_for_different_ones() -> None:
    """Damage 6 + 6 = 12 soaked by one box to 2; the bleeding resisted (18 + 2 v 22: failure, 4 Stress)."""
    people = [
        person("ann", (5, 5), soak=2),
        foe("bob", (6, 5), powers=[smite(wounds=[{"wound": "bleeding", "severity": 1}])]),
    ]
    fight = begin(people, [15, 2, 7, 1, 6, 6, 18, 3, 2])
    stances(fight)
    answer(fight, "power:0:sword:@ann")
    settle_to(fight, "damage")
    answer(fight, "soak:1")
    # The damage is dealt with; now the wound, by its own choice.
    assert asked(fight) == "wound:ann" and offered(fight) == ["take", "soak:1", "resist"]
    answer(fight, "resist")
    settle(fight)
    ann = who(fight, "ann")
    assert (ann.hp, ann.soak_marked, ann.stress, wounds(fight, "ann")) == (38, 1, 4, {})
    finish(fight)


def settle_to(fight: Fight, what: str) -> None:
    while about(fight) != what:
        answer(fight, "no")


@clause("TI-77")
def test_marking_is_no_react_and_works_while_stunned() -> None:
    """Stunned Ann has no React, so there is no resisting, but her box takes 10 of 6 + 6."""
    people = [person("ann", (5, 5), soak=1, effects=[{"wound": "stunned"}]), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1, 6, 6])
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "damage:ann" and offered(fight) == ["take", "soak:1"]
    answer(fight, "soak:1")
    assert hp(fight, "ann") == [38] and who(fight, "ann").reacts_used == 0
    finish(fight)


@clause("TI-74", "TI-146")
def test_armor_does_not_help_against_ward_and_grit_unless_the_gm_says_so() -> None:
    """A dart against Ward 15: 15 + 3 hits for 4d6 = 4; Soak is closed until the GM rules that it suits."""
    dart = {**DART, "defenses": ["Ward"]}
    people = [person("ann", (5, 5), soak=2, stress=0), foe("bob", (9, 5), ratings=UTTER, powers=[dart])]
    dice = [15, 2, 3, 1, 1, 1, 1, 1, 1]
    fight = begin(people, dice * 2)
    stances(fight)
    act(fight, "power:0:@ann")
    assert hp(fight, "ann") == [36]
    fight.rule("armor", who="ann", suits="yes")
    act(fight, "power:0:@ann", {"damage": "soak:1"})
    assert hp(fight, "ann") == [36] and who(fight, "ann").soak_marked == 1
    finish(fight)


@clause("TI-78")
def test_marked_boxes_stay_marked_until_the_next_adventure() -> None:
    fight = begin([person("ann", (5, 5), soak=4, soak_marked=3), foe("bob", (15, 5))])
    assert who(fight, "ann").free_soak() == 1
    data = fight.export()
    combatants = data["combatants"]
    assert isinstance(combatants, list) and combatants[0]["soak_marked"] == 3
    fight.rule("restore_soak", who="ann")
    assert who(fight, "ann").free_soak() == 4
    assert "Soak Boxes come back: Ann." in texts(fight.events)
