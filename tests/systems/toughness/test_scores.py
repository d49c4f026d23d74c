"""Combat scores, saves, sizes (TO-27..TO-44)."""

from __future__ import annotations

import pytest

from quintain.systems.toughness.blocks import BARE, Block
from quintain.systems.toughness.defense import attack_bonus, attack_slot, defense
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.scores import (
    SIZE_IN_ATTACK_AND_DEFENSE,
    SIZE_IN_GRAPPLE,
    SIZE_IN_TOUGHNESS,
    Role,
    base_combat_bonus,
    base_save,
    range_penalty,
    role_base_save,
    role_combat_bonus,
    usual_conviction,
)
from quintain.systems.toughness.vocabulary import DODGE, MELEE, MISSILE, PARRY
from tests.support import clause
from tests.systems.toughness.scene import BOW, Scene, foe, one

HIT = Weapon("sword", "sword", 3, MELEE, True)
SHOT = Weapon("bow", "bow", 3, MISSILE, True, increment_ft=60, max_increments=10)


def sheet(abilities: list[int], roles: list[Role], size: str = "medium", feats: list[tuple[str, int, str]] | None = None) -> Block:
    return Block(abilities, roles, size, feats or [], 0, [], [], 30)


WARRIOR_4 = Role("warrior", 4, "fort")


@clause("TO-27")
@pytest.mark.parametrize(("level", "warrior", "expert", "adept"), [(4, 4, 3, 2), (3, 3, 2, 1), (1, 1, 0, 0), (20, 20, 15, 10)])
def test_each_role_gives_its_combat_bonus_by_level(level: int, warrior: int, expert: int, adept: int) -> None:
    assert [role_combat_bonus(role, level) for role in ("warrior", "expert", "adept")] == [warrior, expert, adept]


@clause("TO-28")
def test_several_roles_add_their_combat_bonuses_each_rounded_down_first() -> None:
    assert base_combat_bonus([Role("warrior", 3, "fort"), Role("expert", 1, "ref")]) == 3 + 0
    # Two experts of level 3 give 2 + 2; rounding the sum (3 * 6 // 4 = 4) happens to agree, levels 1 and 1 do not: 0, not 1.
    assert base_combat_bonus([Role("expert", 1, "ref"), Role("expert", 1, "ref")]) == 0


@clause("TO-29", "TO-30", "TO-31")
def test_melee_and_ranged_use_dexterity_and_grapple_uses_strength() -> None:
    # BCB 4, STR +3, DEX +1, large (-1 attack, +4 grapple); feats melee +1, ranged +2, grapple +3.
    block = sheet([3, 1, 0, 0, 0, 0], [WARRIOR_4], "large", [("melee", 1, ""), ("ranged", 2, ""), ("grapple", 3, "")])
    assert block.melee == 4 + 1 - 1 + 1
    assert block.ranged == 4 + 1 - 1 + 2
    assert block.grapple(False) == 4 + 3 + 4 + 3
    assert block.grapple(True) == 4 + 3 - 1 + 3  # grapple_size: same


@clause("TO-30", "TO-33")
def test_a_shot_loses_two_for_each_further_increment_begun() -> None:
    assert [range_penalty(feet, 60) for feet in (5, 60, 61, 120, 180, 181)] == [0, 0, 2, 2, 4, 6]
    # 13 squares apart = 65 ft: into the second increment, so ranged +1 (BCB 1) becomes -1.
    scene = Scene(one("ann", [0, 0], weapons=[BOW]), foe("rat", [13, 0]))
    assert attack_bonus(scene.fray, scene.of("ann"), scene.of("rat"), scene.of("ann").block.weapons[0], True) == 1 - 2


@clause("TO-33")
def test_a_thrown_weapon_flies_five_increments_and_a_missile_ten() -> None:
    javelin = {"name": "javelin", "damage": 2, "form": "thrown", "increment_ft": 10}
    scene = Scene(one("ann", [0, 0], weapons=[javelin]), foe("rat", [10, 0]), foe("cat", [11, 0]))
    assert "attack:javelin:rat:lethal" in scene.options()  # 50 ft = 5 increments
    assert "55 ft away" in scene.refused("attack:javelin:cat:lethal")
    bow = Scene(one("ann", [0, 0], weapons=[{**BOW, "increment_ft": 5}]), foe("rat", [10, 0]), foe("cat", [11, 0]))
    assert "attack:bow:rat:lethal" in bow.options()
    assert "reaches 50 ft" in bow.refused("attack:bow:cat:lethal")
    bow.check_done()


@clause("TO-32")
def test_bare_hands_use_grapple_weapons_melee_and_shots_ranged() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]))
    assert [attack_slot(scene.fray, weapon) for weapon in (BARE, HIT, SHOT)] == ["grapple", "melee", "ranged"]


@clause("TO-34", "TO-37")
def test_defense_counts_ten_once_and_parry_only_against_close_attacks() -> None:
    # 10 + BCB 4 + feat 1 + Parry 3 = 18 against a sword, + Dodge 1 = 16 against an arrow.
    shielded = {"abilities": {"str": 3, "dex": 1}, "roles": [{"role": "warrior", "level": 4}], "can_parry": True}
    scene = Scene(one("ann", [0, 0], feats=[{"slot": "defense", "amount": 1}], **shielded), foe("rat", [1, 0]))
    ann, rat = scene.of("ann"), scene.of("rat")
    assert defense(scene.fray, ann, rat, HIT, PARRY) == 18
    assert defense(scene.fray, ann, rat, HIT, DODGE) == 16
    assert defense(scene.fray, ann, rat, SHOT, DODGE) == 16
    twenty = Scene(one("ann", [0, 0], **shielded), foe("rat", [1, 0]), options={"defense_base": "20"})
    assert defense(twenty.fray, twenty.of("ann"), twenty.of("rat"), HIT, PARRY) == 20 + 4 + 3


@clause("TO-35", "TO-36")
def test_dodge_is_dexterity_and_parry_strength_each_with_its_feats() -> None:
    block = sheet([3, 1, 0, 0, 0, 0], [WARRIOR_4], "medium", [("dodge", 2, ""), ("parry", -1, "")])
    assert (block.dodge, block.parry) == (1 + 2, 3 - 1)


@clause("TO-37")
def test_the_defender_chooses_dodge_or_parry_before_the_roll() -> None:
    # Rat's melee +1. Ann: 10 + BCB 1 + Parry 3 or Dodge 0. Die 10 makes 11: it misses Defense 14 and hits Defense 11.
    defender = {"abilities": {"str": 3}, "can_parry": True}
    for choice, hit in (("parry", False), ("dodge", True)):
        scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], **defender), dice=[10, 20] if hit else [10])
        scene.fight.order("ann", "guard", "ask")
        scene.do("attack:sword:ann:lethal")
        scene.do(choice, "guard of ann")
        assert scene.texts("attack")[0].endswith("hit." if hit else "miss.")
        scene.check_done()


@clause("TO-37")
def test_parry_needs_something_in_hand_and_the_ability_to_parry() -> None:
    unarmed = Scene(foe("rat", [1, 0]), one("ann", [0, 0], abilities={"str": 3}, can_parry=True, weapons=[]), dice=[2])
    unarmed.do("attack:sword:ann:lethal")
    assert unarmed.asked == "turn of rat"  # nobody was asked to choose
    beast = Scene(foe("rat", [1, 0]), one("ann", [0, 0], abilities={"str": 3}, can_parry=False), dice=[2])
    beast.do("attack:sword:ann:lethal")
    assert beast.asked == "turn of rat"
    beast.check_done()


@clause("TO-38")
def test_losing_dodge_takes_a_positive_term_away_and_leaves_a_negative_one() -> None:
    scene = Scene(
        one("ann", [0, 0], abilities={"dex": 3}, state={"exposed": True}),
        one("bob", [0, 1], abilities={"dex": -1}, state={"exposed": True}),
        foe("rat", [1, 0]),
    )
    rat = scene.of("rat")
    assert defense(scene.fray, scene.of("ann"), rat, HIT, DODGE) == 10 + 1 + 0 - 2
    assert defense(scene.fray, scene.of("bob"), rat, HIT, DODGE) == 10 + 1 - 1 - 2


@clause("TO-39")
def test_sizes_have_their_three_numbers() -> None:
    sizes = ["tiny", "small", "medium", "large", "huge"]
    assert [SIZE_IN_ATTACK_AND_DEFENSE[size] for size in sizes] == [2, 1, 0, -1, -2]
    assert [SIZE_IN_GRAPPLE[size] for size in sizes] == [-8, -4, 0, 4, 8]
    assert [SIZE_IN_TOUGHNESS[size] for size in sizes] == [-2, -1, 0, 2, 4]


@clause("TO-40")
def test_toughness_is_constitution_size_feats_and_armor_and_no_level() -> None:
    tusker = Block([0, 0, 4, 0, 0, 0], [Role("warrior", 3, "fort")], "large", [("toughness", 1, "")], 1, [], [], 40)
    assert tusker.toughness == 4 + 2 + 1 + 1
    veteran = Block([0, 0, 4, 0, 0, 0], [Role("warrior", 20, "fort")], "large", [("toughness", 1, "")], 1, [], [], 40)
    assert veteran.toughness == 8


@clause("TO-41", "TO-42")
def test_saves_are_ability_base_and_feats() -> None:
    assert [role_base_save(WARRIOR_4, save) for save in ("fort", "ref", "will")] == [4, 1, 1]
    assert [role_base_save(Role("warrior", 1, "fort"), save) for save in ("fort", "ref")] == [2, 0]
    block = sheet([0, 1, 2, 0, 3, 0], [WARRIOR_4], "medium", [("will", 1, "")])
    assert (block.fort, block.ref, block.will) == (2 + 4, 1 + 1, 3 + 1 + 1)


@clause("TO-43")
def test_a_second_role_counts_its_good_save_two_lower() -> None:
    roles = [Role("warrior", 3, "fort"), Role("expert", 1, "ref")]
    assert [base_save(roles, save) for save in ("fort", "ref", "will")] == [3, 1 + max(0, 2 - 2), 1]


@clause("TO-44")
def test_whatever_is_filed_in_a_slot_adds_up_gear_and_the_gms_word_included() -> None:
    feats = [{"slot": "melee", "amount": 1}, {"slot": "melee", "amount": 2, "label": "gloves"}]
    scene = Scene(one("ann", [0, 0], feats=feats), foe("rat", [1, 0]))
    scene.rule("modify", who="ann", slot="melee", amount=4)
    assert attack_bonus(scene.fray, scene.of("ann"), scene.of("rat"), HIT, True) == 1 + 1 + 2 + 4
    scene.check_done()


def test_heroes_have_three_conviction_and_one_more_at_each_odd_level() -> None:
    assert [usual_conviction([Role("warrior", level, "fort")]) for level in (1, 2, 3, 4, 5)] == [3, 3, 4, 4, 5]
