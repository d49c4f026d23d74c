"""Attack against Defense (TO-46..TO-58)."""

from __future__ import annotations

import pytest

from quintain.systems.toughness.defense import defense, threat_of
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.vocabulary import DODGE, MELEE, MISSILE
from tests.support import clause
from tests.systems.toughness.scene import BOW, CUDGEL, SWORD, Scene, foe, one

HIT = Weapon("sword", "sword", 3, MELEE, True)
SHOT = Weapon("bow", "bow", 3, MISSILE, True, increment_ft=60, max_increments=10)
SIX = {"roles": [{"role": "warrior", "level": 6}]}
"""Melee +6."""


@clause("TO-46")
def test_target_weapon_manner_and_intent_are_declared_and_the_weapons_kind_comes_first() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0]), dice=[15, 18])
    attacks = [option for option in scene.options() if option.startswith("attack:cudgel")]
    assert attacks == ["attack:cudgel:rat:subdual", "attack:cudgel:rat:lethal"]
    assert "attack:bare:rat:subdual" in scene.options()
    assert "always subdual" in scene.refused("attack:bare:rat:lethal")
    scene.do("attack:cudgel:rat:lethal")
    assert scene.texts("attack")[0] == "Ann attacks Rat with cudgel: 15 + 1 = 16 against Defense 11: hit."
    scene.check_done()


@clause("TO-47")
@pytest.mark.parametrize(("die", "result"), [(9, "hit"), (8, "miss")])
def test_reaching_the_defense_hits_and_anything_less_does_nothing(die: int, result: str) -> None:
    # +6 against Defense 15 (10 + BCB 1 + DEX 4).
    dice = [die, 20] if result == "hit" else [die]
    scene = Scene(one("ann", [0, 0], **SIX), foe("rat", [1, 0], abilities={"dex": 4}), dice=dice)
    scene.do("attack:sword:rat:lethal")
    assert scene.texts("attack") == [f"Ann attacks Rat with sword: {die} + 6 = {die + 6} against Defense 15: {result}."]
    scene.check_done()


@clause("TO-48")
def test_a_natural_twenty_hits_any_defense_and_threatens() -> None:
    # +2 against Defense 30: 22 would miss. Confirmation 5 + 2 does not confirm.
    two = {"roles": [{"role": "warrior", "level": 2}]}
    scene = Scene(one("ann", [0, 0], **two), foe("rat", [1, 0], abilities={"dex": 9}, bcb=11), dice=[20, 5, 20])
    assert defense(scene.fray, scene.of("rat"), scene.of("ann"), HIT, DODGE) == 30
    scene.do("attack:sword:rat:lethal")
    assert scene.texts("attack")[0].endswith("hit (a natural 20).") and len(scene.texts("confirmation")) == 1
    scene.check_done()


@clause("TO-49")
def test_a_natural_one_misses_whatever_the_total() -> None:
    scene = Scene(one("ann", [0, 0], bcb=20), foe("rat", [1, 0]), dice=[1])
    scene.do("attack:sword:rat:lethal")
    assert scene.texts("attack")[0] == "Ann attacks Rat with sword: 1 + 20 = 21 against Defense 11: miss (a natural 1)."
    scene.check_done()


@clause("TO-50")
def test_a_threat_below_twenty_needs_a_hit_first() -> None:
    # Threat 19, die 19, +6 = 25 against 26: a plain miss and no confirmation roll.
    keen = [{"name": "rapier", "damage": 2, "threat": 19}]
    scene = Scene(one("ann", [0, 0], **SIX, weapons=keen), foe("rat", [1, 0], abilities={"dex": 5}, bcb=11), dice=[19])
    scene.do("attack:rapier:rat:lethal")
    assert scene.texts("attack")[0].endswith("against Defense 26: miss.") and scene.texts("confirmation") == []
    hit = Scene(one("ann", [0, 0], **SIX, weapons=keen), foe("rat", [1, 0]), dice=[19, 2, 20])
    hit.do("attack:rapier:rat:lethal")
    assert len(hit.texts("confirmation")) == 1
    scene.check_done()
    hit.check_done()


@clause("TO-51")
@pytest.mark.parametrize(("die", "bonus", "confirmed"), [(10, 1, True), (9, 1, False), (20, -5, True), (1, 20, False)])
def test_the_confirmation_is_the_same_roll_again_and_cannot_threaten(die: int, bonus: int, confirmed: bool) -> None:
    # Defense 11. Bonus +1: 10 reaches it, 9 does not; a natural 20 confirms, a natural 1 never does.
    who = {"bcb": max(0, bonus), "abilities": {"dex": min(0, bonus)}}
    scene = Scene(one("ann", [0, 0], **who), foe("rat", [1, 0]), dice=[20, die, 20])
    scene.do("attack:sword:rat:lethal")
    assert ("a critical hit" if confirmed else "an ordinary hit") in scene.texts("confirmation")[0].split(": ")[2]
    assert len(scene.texts("confirmation")) == 1
    scene.check_done()


@clause("TO-52")
def test_a_confirmed_critical_raises_the_difficulty_by_its_bonus() -> None:
    # Damage 3 + STR 3 = +6: Difficulty 21, as a critical 24.
    strong = {"abilities": {"str": 3}}
    for second, difficulty in ((15, 24), (2, 21)):
        scene = Scene(one("ann", [0, 0], **strong), foe("rat", [1, 0]), dice=[20, second, 20])
        scene.do("attack:sword:rat:lethal")
        assert f"against {difficulty}" in scene.texts("toughness")[0]
        scene.check_done()


@clause("TO-53")
def test_dice_fall_in_order_attack_confirmation_toughness() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[20, 15, 19])
    scene.do("attack:sword:rat:lethal")
    rolls = [(entry.at.split("#")[0], entry.faces) for entry in scene.fight.entries if entry.do == "roll"]
    assert rolls == [("attack:ann", [20]), ("confirmation:ann", [15]), ("toughness:rat", [19])]
    scene.check_done()


@clause("TO-53")
def test_the_target_rolls_its_own_toughness_die() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0]), dice=[15])
    scene.fight.type_dice("ann")
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "roll of ann" and scene.fight.questions[0].controller == "players"
    scene.fight.enter(scene.fight.questions[0].id, [18])
    assert scene.states("ann") == []
    scene.check_done()


@clause("TO-54")
def test_out_of_reach_out_of_range_or_without_a_clear_line_nothing_is_rolled() -> None:
    walled = ["......", "..#...", "......"]
    scene = Scene(one("ann", [0, 1], weapons=[BOW, SWORD]), foe("rat", [4, 1]), map=walled)
    assert "out of reach" in scene.refused("attack:bare:rat:subdual")
    assert "no clear line" in scene.refused("attack:bow:rat:lethal")
    assert "draw it first" in scene.refused("attack:sword:rat:lethal")
    assert scene.texts("attack") == []
    scene.check_done()


@clause("TO-55")
def test_nobody_gets_a_free_attack_on_those_who_move_or_shoot_beside_them() -> None:
    scene = Scene(one("ann", [1, 1], weapons=[BOW]), foe("rat", [2, 1]), dice=[15, 20])
    scene.do("attack:bow:rat:lethal")
    scene.do("move:@0,0")
    assert scene.asked == "turn of rat"
    assert len(scene.texts("attack")) == 1
    scene.check_done()


@clause("TO-56")
def test_the_gm_modifies_one_roll_or_a_combatant_for_some_time() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[8, 20, 8])
    scene.rule("modify", who="ann", slot="melee", amount=2, once=True)
    scene.do("attack:sword:rat:lethal")  # 8 + 1 + 2 = 11: hit
    scene.end_turns()
    scene.rule("modify", who="rat", slot="defense", amount=4, rounds=1)
    scene.end_turns()
    assert defense(scene.fray, scene.of("rat"), scene.of("ann"), HIT, DODGE) == 15
    scene.do("attack:sword:rat:lethal", "turn of ann")  # 8 + 1 = 9: the two were for one roll
    assert [text.split(": ")[-1] for text in scene.texts("attack")] == ["hit.", "miss."]
    scene.end_turns(1)
    assert scene.of("rat").modifiers == []  # a round after it was given
    scene.check_done()


@clause("TO-57")
@pytest.mark.parametrize("state", [{"unconscious": True}, {"dying": True}, {"bound": True}])
def test_a_helpless_target_has_defense_five_and_its_size_and_nothing_else(state: dict[str, bool]) -> None:
    sheet = {"bcb": 4, "abilities": {"dex": 3}, "conviction": 0}
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], state={**state, "prone": True}, **sheet), one("bob", [0, 4]))
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 5
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), SHOT, DODGE) == 5
    small = Scene(foe("rat", [1, 0]), one("ann", [0, 0], size="small", state=state, **sheet), one("bob", [0, 4]))
    assert defense(small.fray, small.of("ann"), small.of("rat"), HIT, DODGE) == 6


@clause("TO-58")
def test_a_finishing_blow_needs_no_attack_die_and_counts_as_a_critical() -> None:
    # Difficulty 15 + 3 + 3 = 21; die 1: missed by 20, Dead.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], state={"unconscious": True}), foe("cat", [9, 0]), dice=[1])
    assert "finish:sword:rat:lethal" in scene.options()
    scene.do("finish:sword:rat:lethal")
    assert scene.texts("attack") == [] and "against 21" in scene.texts("toughness")[0]
    assert scene.states("rat") == ["Dead"]
    assert scene.asked == "turn of cat"  # it took the whole round
    scene.check_done()


@clause("TO-58")
def test_a_finishing_blow_is_refused_on_the_able_the_far_and_the_spared() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0], state={"unconscious": True}))
    assert "not helpless" in scene.refused("finish:sword:rat:lethal")
    assert "out of reach" in scene.refused("finish:sword:cat:lethal")
    near = Scene(one("ann", [0, 0]), foe("rat", [1, 0], state={"unconscious": True}), foe("cat", [9, 0]))
    near.rule("no_finishing", who="rat", ruled_out=True)
    assert "rules out" in near.refused("finish:sword:rat:lethal")
    near.check_done()


@clause("TO-37")
def test_the_higher_of_dodge_and_parry_is_taken_unasked_and_told() -> None:
    """TOR-73: Parry 3 against Dodge 0: nobody is asked; equal ones are asked; a standing order asks always."""
    for strength, order, asked in ((3, "", False), (0, "", True), (3, "ask", True)):
        scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], abilities={"str": strength}, can_parry=True), dice=[2])
        if order:
            scene.fight.order("ann", "guard", order)
        scene.do("attack:sword:ann:lethal")
        assert (scene.asked == "guard of ann") == asked
        if asked:
            scene.do("parry")
        attack = next(event for event in scene.fight.events if event.kind == "attack")
        assert ("Defense: parry", 3) in attack.math or strength == 0
        scene.check_done()


@clause("TO-37")
def test_a_bonus_for_one_roll_makes_the_choice_of_guard_matter() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], abilities={"str": 3}, can_parry=True), dice=[2])
    scene.rule("modify", who="ann", slot="dodge", amount=1, once=True)
    scene.do("attack:sword:ann:lethal")
    assert scene.asked == "guard of ann"


@clause("TO-46")
def test_to_take_hold_is_no_manner_of_striking() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [5, 0]))
    for act in ("attack:hold:rat:lethal", "fullout:2:hold:rat:lethal", "defensive:hold:rat:subdual", "finish:hold:rat:lethal"):
        assert "act of its own" in scene.refused(act)


@clause("TO-48", "TO-50")
def test_a_natural_twenty_threatens_whatever_makes_threats_rarer() -> None:
    scene = Scene(one("ann", [0, 0], feats=[{"slot": "threat", "amount": -3}]), foe("rat", [1, 0]), dice=[20, 2, 20])
    assert threat_of(scene.fray, scene.of("ann"), scene.of("rat"), HIT) == 20
    scene.do("attack:sword:rat:lethal")
    assert len(scene.texts("confirmation")) == 1
    scene.check_done()


@clause("TO-38", "TO-44")
def test_what_the_gm_takes_from_dodge_stays_when_dodge_is_lost() -> None:
    # Dodge 2 - 5 = -3 by the GM's word: lost, the term stays -3; a bonus would go like any other.
    scene = Scene(one("ann", [0, 0], abilities={"dex": 2}, surprised=True), one("bob", [0, 4]), foe("rat", [1, 0]))
    ann, rat = scene.of("ann"), scene.of("rat")
    assert defense(scene.fray, ann, rat, HIT, DODGE) == 11
    scene.rule("modify", who="ann", slot="dodge", amount=-5)
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 8
    scene.rule("lift", who="ann")
    scene.rule("modify", who="ann", slot="dodge", amount=5)
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 11


@clause("TO-56")
@pytest.mark.parametrize("slot", ["defense", "dodge"])
def test_what_is_given_for_one_roll_to_the_target_is_gone_after_it(slot: str) -> None:
    # +9 makes Defense 20: 15 + 1 misses; afterwards 11 again.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15])
    scene.rule("modify", who="rat", slot=slot, amount=9, once=True)
    scene.do("attack:sword:rat:lethal")
    assert scene.texts("attack")[0].endswith("against Defense 20: miss.") and scene.of("rat").modifiers == []
    scene.check_done()


@clause("TO-58", "TO-07")
def test_a_finishing_blow_is_told_and_brings_a_yielded_one_back_into_the_count() -> None:
    rat = foe("rat", [1, 0], state={"unconscious": True, "yielded": True})
    scene = Scene(one("ann", [0, 0]), rat, foe("cat", [9, 0]), dice=[20])
    scene.do("finish:sword:rat:lethal")
    assert scene.texts("finish") == ["Ann deals Rat a finishing blow with sword."] and not scene.of("rat").yielded
    scene.check_done()


@clause("TO-44", "TO-90")
def test_a_feat_for_recovery_counts() -> None:
    feats = [{"slot": "recovery", "amount": 3}]
    state = {"staggered": True, "subdual_check": 0}
    scene = Scene(one("ann", [0, 0], feats=feats, conviction=0, state=state), foe("rat", [9, 0]), dice=[7])
    assert scene.states("ann") == []
    scene.check_done()


@clause("TO-48", "TO-49", "TO-51", "TO-66", "TO-67", "TO-71")
@pytest.mark.parametrize(
    ("bonus", "dice", "clauses"),
    [
        (30, [1], ["TO-49"]), (1, [1], ["TO-47"]), (-30, [20, 1, 3], ["TO-48", "TO-51", "TO-67"]),
        (1, [15, 18], ["TO-47", "TO-66"]), (1, [15, 20], ["TO-47", "TO-66"]), (1, [20, 20, 20], ["TO-47", "TO-51", "TO-71"]),
    ],
)  # fmt: skip
def test_what_decides_a_roll_is_the_clause_that_is_told(bonus: int, dice: list[int], clauses: list[str]) -> None:
    ann = one("ann", [0, 0], feats=[{"slot": "melee", "amount": bonus - 1}])
    scene = Scene(ann, foe("rat", [1, 0]), foe("cat", [9, 0]), dice=dice, options={"open_rolls": "on"})
    scene.do("attack:sword:rat:lethal")
    told = [event for event in scene.fight.events if event.kind in ("attack", "confirmation", "toughness")]
    assert [event.clause for event in told] == clauses
    scene.check_done()


@clause("TO-48")
def test_an_adversarys_natural_face_is_not_given_away_by_the_clause() -> None:
    scene = Scene(foe("rat", [1, 0], feats=[{"slot": "melee", "amount": 30}]), one("ann", [0, 0]), dice=[1])
    scene.do("attack:sword:ann:lethal")
    told = next(event for event in scene.fight.events if event.kind == "attack")
    assert (told.clause, told.public) == ("TO-47", "Rat attacks Ann with sword: miss.")
