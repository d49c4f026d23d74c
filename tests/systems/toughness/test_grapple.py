"""Grappling (TO-59..TO-63, TO-122)."""

from __future__ import annotations

from quintain.systems.toughness.defense import defense
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.vocabulary import DODGE, MELEE
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

HIT = Weapon("sword", "sword", 3, MELEE, True)
STRONG = {"abilities": {"str": 4}}
"""Grapple +5 (BCB 1 + STR 4)."""


def held(dice: list[int] | None = None, **more: object) -> Scene:
    """Ann holds Rat: attack die 15, then 15 + 5 against 10 + 1; Ann's next turn."""
    scene = Scene(
        one("ann", [0, 0], **STRONG), one("bob", [3, 3]), foe("rat", [1, 0], **more), foe("cat", [2, 0]),
        dice=[15, 15, 10, *(dice or [])],
    )  # fmt: skip
    scene.do("hold:rat")
    return scene


@clause("TO-59")
def test_a_barehanded_blow_uses_grapple_and_is_subdual_at_fifteen_plus_strength_and_damage_feats() -> None:
    feats = [{"slot": "damage", "amount": 1}]
    scene = Scene(one("ann", [0, 0], **STRONG, feats=feats), foe("rat", [1, 0]), dice=[10, 19])
    scene.do("attack:bare:rat:subdual")
    assert scene.texts("attack")[0] == "Ann attacks Rat with bare hands: 10 + 5 = 15 against Defense 11: hit."
    assert "against 20: first degree" in scene.texts("toughness")[0]
    assert scene.states("rat") == ["Bruised"]
    scene.check_done()


@clause("TO-60")
def test_a_hold_needs_a_hit_and_a_strictly_higher_opposed_roll() -> None:
    won = held()
    assert (won.of("ann").holding, won.of("rat").held_by) == ("rat", "ann")
    # 10 + 5 against 14 + 1: level, so the target is not held.
    level = Scene(one("ann", [0, 0], **STRONG), foe("rat", [1, 0]), dice=[15, 10, 14])
    level.do("hold:rat")
    assert level.of("rat").held_by == ""
    missed = Scene(one("ann", [0, 0], **STRONG), foe("rat", [1, 0]), dice=[5])
    missed.do("hold:rat")  # 5 + 5 = 10 against 11: no opposed roll
    assert missed.texts("opposed") == []
    won.check_done()
    level.check_done()
    missed.check_done()


@clause("TO-61")
def test_the_held_cannot_move_and_may_only_attack_the_holder_or_escape() -> None:
    scene = held()
    scene.end_turns(2)
    assert scene.asked == "turn of rat"
    assert scene.of("rat").speed_ft == 0
    kinds = {option.split(":")[0] for option in scene.options()}
    assert kinds == {"attack", "defensive", "fullout", "escape", "drop", "delay", "yield", "end"}
    assert all(":ann:" in option for option in scene.options() if option.startswith("attack"))
    assert "held: only" in scene.refused("move:@1,1")
    assert "held: only" in scene.refused("total")


@clause("TO-61")
def test_holder_and_held_lose_dodge_and_parry_against_everyone_else() -> None:
    scene = Scene(
        one("ann", [0, 0], abilities={"str": 4, "dex": 2}), one("bob", [1, 1]),
        foe("rat", [1, 0], abilities={"dex": 3}), foe("cat", [0, 1]), dice=[15, 15, 5],
    )  # fmt: skip
    scene.do("hold:rat")
    fray, ann, bob, rat, cat = scene.fray, scene.of("ann"), scene.of("bob"), scene.of("rat"), scene.of("cat")
    assert (defense(fray, rat, ann, HIT, DODGE), defense(fray, rat, bob, HIT, DODGE)) == (14, 11)
    assert (defense(fray, ann, rat, HIT, DODGE), defense(fray, ann, cat, HIT, DODGE)) == (13, 11)


@clause("TO-62")
def test_later_the_holder_strikes_without_an_attack_roll_or_pins() -> None:
    scene = held([12, 10, 18])
    scene.end_turns(4)
    scene.do("blow", "turn of ann")  # 12 + 5 against 10 + 1, then Toughness 18 against 15 + 4
    assert scene.states("rat") == ["Bruised"] and len(scene.texts("attack")) == 1
    pinned = held([12, 10])
    pinned.end_turns(4)
    pinned.do("pin", "turn of ann")
    assert pinned.of("rat").pinned
    fray, rat = pinned.fray, pinned.of("rat")
    assert defense(fray, rat, pinned.of("bob"), HIT, DODGE) == 11 - 4
    assert defense(fray, rat, pinned.of("ann"), HIT, DODGE) == 11
    pinned.end_turns(2)
    kinds = {option.split(":")[0] for option in pinned.options()}
    assert kinds == {"escape", "drop", "delay", "yield", "end"}  # no attacks
    assert "pinned: only" in pinned.refused("attack:sword:ann:lethal")
    scene.check_done()
    pinned.check_done()


@clause("TO-63")
def test_an_escape_needs_a_strictly_higher_roll_and_naturals_mean_nothing() -> None:
    # Rat 20 + 1 = 21 against Ann 16 + 5 = 21: level, a natural 20 does not help. 17 against 15 + 5 fails; 20 to 15 frees.
    for dice, free in (([20, 16], False), ([20, 15], True), ([1, 1], False)):
        scene = held(dice)
        scene.end_turns(2)
        scene.do("escape", "turn of rat")
        assert (scene.of("rat").held_by == "") == free, dice
        scene.check_done()


@clause("TO-63")
def test_a_hold_ends_when_the_holder_lets_go_owes_a_turn_is_helpless_or_parted() -> None:
    let_go = held()
    let_go.end_turns(4)
    let_go.do("release", "turn of ann")
    assert let_go.of("rat").held_by == "" and let_go.asked == "turn of ann"
    for state in ("Dazed", "Unconscious"):
        struck = held()
        struck.rule("mark", who="ann", state=state)
        assert struck.of("rat").held_by == ""
    parted = held()
    parted.rule("move", who="rat", to=[10, 0])
    assert (parted.of("rat").held_by, parted.of("ann").holding) == ("", "")
    walked = held()
    walked.do("move:@0,3", "turn of ann")
    assert walked.of("rat").held_by == ""
    walked.check_done()


@clause("TO-122")
def test_a_pinned_target_is_bound_in_a_full_round_and_untied_in_another() -> None:
    scene = held([12, 10, 12, 10])
    scene.end_turns(4)
    scene.do("pin")
    scene.end_turns(4)
    scene.do("bind", "turn of ann")
    rat = scene.of("rat")
    assert (rat.bound, rat.helpless, rat.held_by) == (True, True, "")
    assert scene.asked == "turn of bob"  # Ann's whole round
    scene.end_turns()
    scene.do("untie:rat", "turn of cat")
    assert not scene.of("rat").bound and scene.asked == "turn of ann"
    scene.check_done()


@clause("TO-122")
def test_binding_needs_a_pin_and_the_opposed_roll_and_the_gm_may_free() -> None:
    scene = held([12, 10, 10, 14])
    scene.end_turns(4)
    assert "not pinned" in scene.refused("bind")
    scene.do("pin")
    scene.end_turns(4)
    scene.do("bind")  # 10 + 5 against 14 + 1: level
    assert not scene.of("rat").bound and scene.of("rat").pinned
    scene.rule("set", who="rat", stat="bound", value=True)
    assert scene.of("rat").helpless
    scene.rule("set", who="rat", stat="bound", value=False)
    assert not scene.of("rat").helpless
    scene.check_done()


@clause("TO-63", "TO-86")
def test_nobody_goes_on_holding_the_dead() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 2]), dice=[20, 20, 1])
    scene.do("hold:rat")
    assert scene.of("ann").holding == "rat"
    scene.rule("mark", who="rat", state="Dead")
    assert scene.of("ann").holding == "" and scene.of("rat").held_by == ""
    scene.check_done()
