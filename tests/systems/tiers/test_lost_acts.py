"""An act under way is looked at again before each of its dice: who can no longer make it, or reach what it is for, throws nothing.

The rulings come while dice are awaited, while something is asked, or while a result is held. Ann attacks Bob beside her: 2d20 and
2d8 against Iron 17; 15 + 5 = 20 hits, and 1d8 + 1d8 follow.
"""

from __future__ import annotations

import json

import pytest

from quintain.engine.refusal import Unavailable
from quintain.library.encounters import fight_of
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.tiers.scene import (
    BOW,
    Row,
    Words,
    about,
    act,
    answer,
    asked,
    at,
    attacking,
    awaited,
    begin,
    end_of,
    finish,
    foe,
    hp,
    let_stand,
    person,
    rule,
    stances,
    texts,
    throw,
    to_turn,
    typed,
    who,
    wounds,
)

WALL: Row = {"rows": ["." * 20] * 12, "legend": {"#": ["wall"]}}

NO_LONGER_ABLE: list[tuple[Words, str]] = [
    (("set", {"who": "ann", "stat": "hp", "value": 0}), "Ann is down"),
    (("fate", {"who": "ann", "is": "dying"}), "Ann is down"),
    (("remove", {"who": "ann"}), "Ann is gone"),
    (("surrender", {"who": "ann"}), "Ann is gone"),
    (("wound", {"who": "ann", "wound": "stunned"}), "Ann is stunned"),
    (("wound", {"who": "ann", "wound": "Incapacitated"}), "Ann is Incapacitated"),
    (("disarm", {"who": "ann"}), "Ann no longer holds sword"),
    (("remove", {"who": "bob"}), "Bob is gone"),
    (("fate", {"who": "bob", "is": "dead"}), "Bob is gone"),
    (("flee", {"who": "bob"}), "Bob is gone"),
]
NO_LONGER_AIMED: list[tuple[Words, str]] = [
    (("move", {"who": "bob", "to": [6, 0]}), "Bob is 30' away and the reach is 5'"),
    (("move", {"who": "ann", "to": [3, 3]}), "Bob is 15' away and the reach is 5'"),
    (("boon", {"who": "bob", "boon": "Hidden"}), "Bob is Hidden"),
    (("pair", {"who": "bob", "to": "ann", "what": "hidden", "is": "yes"}), "Bob is Hidden"),
]


@clause("TI-54", "TI-58", "TI-104", "TI-108", "TI-98")
@pytest.mark.parametrize(("words", "why"), NO_LONGER_ABLE + NO_LONGER_AIMED)
def test_attack_dice_fall_away_with_what_the_attack_needs(words: Words, why: str) -> None:
    fight = attacking()
    assert awaited(fight) == "ann attack 2d20 best! + 2d8 best!"
    rule(fight, words)
    end_of(fight, why)
    assert who(fight, "ann").acts_used == 1, "the Act is spent"


@clause("TI-63", "TI-73", "TI-104", "TI-108", "TI-98")
@pytest.mark.parametrize(("words", "why"), NO_LONGER_ABLE)
def test_damage_dice_fall_away_with_their_maker_the_weapon_or_the_target(words: Words, why: str) -> None:
    fight = attacking()
    throw(fight, 15, 3, 5, 2)
    assert awaited(fight) == "ann damage 1d8 + 1d8"
    rule(fight, words)
    end_of(fight, why)


@clause("TI-54", "TI-58", "TI-63")
@pytest.mark.parametrize("words", [words for words, _ in NO_LONGER_AIMED])
def test_once_the_attack_dice_have_fallen_it_no_longer_matters_where_the_target_is(words: Words) -> None:
    """A hit is a hit: 3 + 4 = 7 off 40."""
    fight = attacking()
    throw(fight, 15, 3, 5, 2)
    rule(fight, words)
    assert awaited(fight) == "ann damage 1d8 + 1d8"
    throw(fight, 3, 4)
    assert hp(fight, "bob") == [33] and texts(fight.events, "lost") == []
    check_replays(fight)


@clause("TI-48", "TI-57")
@pytest.mark.parametrize(("words", "why"), NO_LONGER_ABLE + NO_LONGER_AIMED)
@pytest.mark.parametrize("question", ["push", "before roll"])
def test_push_and_aid_are_no_longer_asked_for_an_attack_that_is_lost(words: Words, why: str, question: str) -> None:
    fight = typed([person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:sword:skirmish:@bob")
    if question == "before roll":
        answer(fight, "no")
    assert about(fight) == question
    rule(fight, words)
    end_of(fight, why)
    assert who(fight, "cat").stress == 0


@clause("TI-50", "TI-52")
def test_nobody_is_asked_to_react_to_a_hit_that_cannot_land_any_more() -> None:
    fight = typed([person("ann", (1, 1)), person("cat", (1, 2)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    assert asked(fight) == "hit:cat"
    fight.rule("wound", who="bob", wound="stunned")
    assert about(fight) != "hit" and awaited(fight) == "" and hp(fight, "ann", "cat") == [40, 40]
    assert texts(fight.events, "lost") == ["Bob's attack on Ann comes to nothing: Bob is stunned."]
    check_replays(fight)


@clause("TI-52", "TI-108")
@pytest.mark.parametrize(
    ("words", "damage"),
    [
        (("wound", {"who": "ann", "wound": "stunned"}), "bob damage 1d8 + 1d8"),
        (("disarm", {"who": "bob"}), ""),
        (("remove", {"who": "bob"}), ""),
    ],
)
def test_the_dice_of_a_parry_fall_away_with_whoever_parries_or_the_blow(words: Words, damage: str) -> None:
    """Stunned, Ann cannot React: the blow lands as it is. Without sword or striker there is no blow."""
    parry: Row = {"name": "Turn", "form": "parry", "react": True}
    fight = typed([person("ann", (1, 1), powers=[parry]), person("cat", (9, 5)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    assert asked(fight) == "hit:ann"
    answer(fight, "parry:0:skirmish")
    let_stand(fight)
    assert awaited(fight).startswith("ann parry")
    rule(fight, words)
    let_stand(fight)
    assert awaited(fight) == damage and hp(fight, "ann") == [40]
    check_replays(fight)


@clause("TI-73", "TI-125")
def test_wounds_and_collisions_fall_away_with_a_maker_who_is_down() -> None:
    """Damage 1 + 1 is dealt; while Bob may still soak it Ann falls: no stunned, no push into the wall and no d10."""
    ground: Row = {"rows": ["....#" + "." * 15, *["." * 20] * 11], "legend": {"#": ["wall"]}}
    riders: list[Row] = [{"wound": "stunned"}, {"wound": "Slammed", "feet": 20}]
    maul: Row = {"name": "Maul", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": riders}
    people = [person("ann", (0, 0), powers=[maul]), person("cat", (5, 5)), foe("bob", (1, 0), soak=1), foe("dan", (9, 9))]
    fight = typed(people, map=ground)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:sword:@bob")
    let_stand(fight)
    throw(fight, 15, 3, 5, 2)
    fight.enter(fight.questions[0].id, [1, 1])
    assert asked(fight) == "damage:bob"
    fight.rule("set", who="ann", stat="hp", value=0)
    answer(fight, "take")
    assert hp(fight, "bob") == [38] and wounds(fight, "bob") == {} and awaited(fight) == ""
    check_replays(fight)


@clause("TI-125")
def test_a_collision_awaited_falls_away_with_a_maker_who_is_down() -> None:
    ground: Row = {"rows": ["....#" + "." * 15, *["." * 20] * 11], "legend": {"#": ["wall"]}}
    slam: Row = {"name": "Slam", "kind": "melee", "action": "Skirmish", "damage": "none", "wounds": [{"wound": "Slammed", "feet": 20}]}
    fight = typed([person("ann", (0, 0), powers=[slam]), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))], map=ground)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@bob")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    answer(fight, "east")
    assert awaited(fight) == "ann collision 1d10"
    fight.rule("set", who="ann", stat="hp", value=0)
    assert awaited(fight) == "" and hp(fight, "bob") == [40]
    check_replays(fight)


@clause("TI-58")
def test_a_wall_raised_while_an_arrow_is_awaited_stops_it() -> None:
    people = [person("ann", (0, 0), items=BOW), person("cat", (9, 9)), foe("bob", (6, 0)), foe("dan", (15, 9))]
    fight = typed(people, map=WALL)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:longbow:hunt:@bob:ranged")
    let_stand(fight)
    assert awaited(fight) == "ann attack 2d20 best! + 2d6 best!"
    fight.rule("terrain", x=3, y=0, **{"is": "wall"})
    end_of(fight, "a wall is between Ann and Bob")


@clause("TI-58")
def test_a_target_moved_but_still_in_range_is_shot_at_with_the_dice_of_the_new_distance() -> None:
    """A longbow carries 100' and twice that at -1 Tier: 105' away it is one d20 instead of two."""
    ground: Row = {"width": 40, "height": 12}
    fight = typed([person("ann", (0, 0), items=BOW), person("cat", (9, 9)), foe("bob", (6, 0)), foe("dan", (15, 9))], map=ground)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:longbow:hunt:@bob:ranged")
    let_stand(fight)
    fight.rule("move", who="bob", to=[21, 0])
    assert awaited(fight) == "ann attack 1d20 best! + 2d6 best!"
    fight.rule("move", who="bob", to=[1, 0])
    # A neighbour: no penalty for shooting in melee (TI-59).
    assert awaited(fight) == "ann attack 2d20 best! + 2d6 best!"
    check_replays(fight)


@clause("TI-54", "TI-82")
def test_whoever_is_moved_out_of_an_area_before_its_own_roll_is_spared() -> None:
    """Pot on 5,5 to 6,6: Bob and Dan are inside. Dan is taken out of it while Bob's roll is awaited; Bob's goes on."""
    pot: Row = {"name": "Pot", "square": 10, "within": 30, "kind": "area", "action": "Hunt", "die": 4, "energy": ["Electrical"]}
    fight = typed([person("ann", (0, 5), powers=[pot]), person("cat", (0, 9)), foe("bob", (5, 5)), foe("dan", (6, 6))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:5,5")
    let_stand(fight)
    assert awaited(fight).startswith("ann attack")
    fight.rule("move", who="dan", to=[9, 9])
    throw(fight, 2, 2, 1, 1)  # 2 + 1 misses Bob
    assert awaited(fight) == "" and about(fight) == "next"
    assert texts(fight.events, "lost") == ["Ann's attack on Dan comes to nothing: Dan is out of it."]
    check_replays(fight)


@clause("TI-48", "TI-121")
def test_a_miss_is_not_thrown_again_at_a_target_that_is_out_of_reach_by_then() -> None:
    """The second throw would be a throw like the first; the miss stands."""
    fight = typed([person("ann", (0, 0), beacon=1), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:sword:skirmish:@bob")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [2, 3, 1, 2])
    assert asked(fight) == "redo:ann"
    fight.rule("move", who="bob", to=[6, 0])
    assert about(fight) != "redo" and who(fight, "ann").beacon == 1 and texts(fight.events, "miss")
    check_replays(fight)


@clause("TI-108")
def test_who_has_paid_to_act_while_stunned_goes_on_with_it() -> None:
    fight = attacking(effects=[{"wound": "stunned"}], stress=10)
    assert awaited(fight).startswith("ann attack") and who(fight, "ann").stress == 1
    fight.rule("position", position="desperate")
    assert awaited(fight).startswith("ann attack")
    throw(fight, 19, 3, 5, 2)
    assert awaited(fight) == "ann damage 1d8 + 1d8"
    check_replays(fight)


@clause("TI-147")
@pytest.mark.parametrize(
    "words",
    [("close", {"name": "gate"}), ("tick", {"name": "gate", "segments": 4}), ("move", {"who": "ann", "to": [9, 9]})],
)
def test_dice_for_a_task_that_cannot_be_worked_at_fall_away(words: Words) -> None:
    gate: Row = {"name": "gate", "size": 4, "actions": ["Skirmish"], "at": [1, 1]}
    fight = typed([person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (9, 0))], clocks=[gate])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "objective:skirmish:gate")
    let_stand(fight)
    assert awaited(fight).startswith("ann objective")
    rule(fight, words)
    assert awaited(fight) == "" and "Ann's Skirmish roll comes to nothing: " in "".join(texts(fight.events, "lost"))
    check_replays(fight)


@clause("TI-47")
def test_what_is_improvised_neither_succeeds_nor_fails_where_it_is_not_rolled_any_more() -> None:
    fight = typed([person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (9, 0))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("improvise", who="ann", what="Swing", action="Traverse")
    answer(fight, "other:0")
    let_stand(fight)
    assert awaited(fight).startswith("ann improvised")
    fight.rule("wound", who="ann", wound="stunned")
    assert texts(fight.events, "improvised") == []
    assert texts(fight.events, "lost") == ["Ann's Traverse roll comes to nothing: Ann is stunned."]
    check_replays(fight)


@clause("TI-36", "TI-113")
def test_shaking_off_goes_against_the_wound_as_it_is_by_then() -> None:
    """Lowered from stunned 4 to slowed's 2 by the GM while the dice are awaited, 12 against 10 + 2 leaves 1; ended, no dice."""
    for left in (2, 0):
        fight = typed([person("ann", (0, 0), effects=[{"wound": "slowed", "level": 4}]), person("cat", (5, 5)), foe("bob", (9, 0))])
        to_turn(fight, "ann", ("ann",))
        answer(fight, "stop")
        answer(fight, fight.questions[0].options[0].id)
        assert awaited(fight) == "ann shake off 3d20 best!"
        if not left:
            fight.rule("end_wound", who="ann", wound="slowed")
            assert awaited(fight) == ""
            continue
        fight.rule("wound", who="ann", wound="slowed", severity=left, exactly=True)
        assert awaited(fight) == "ann shake off 3d20 best!"
        throw(fight, 12, 3, 3)
        assert wounds(fight, "ann") == {"slowed": 1}
        check_replays(fight)


@clause("TI-114", "TI-104")
def test_resisting_falls_away_with_whoever_lies_unconscious_by_then() -> None:
    """Bob's hit of 5 + 6 is to be resisted when the GM fells Ann: it is suffered in full, and she lies at 0 HP as before."""
    fight = typed([person("ann", (1, 1)), person("cat", (9, 5)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    throw(fight, 15, 3, 5, 2)
    fight.enter(fight.questions[0].id, [5, 6])
    assert asked(fight) == "damage:ann"
    answer(fight, "resist")
    assert awaited(fight).startswith("ann resistance")
    fight.rule("set", who="ann", stat="hp", value=0)
    assert awaited(fight) == ""
    check_replays(fight)


@clause("TI-54")
def test_an_attack_in_the_middle_of_which_its_maker_is_disarmed_by_dice_ends_there() -> None:
    """No ruling needed: Ann sweeps at Bob and Dan; Bob answers in kind and his blow disarms her, so that Dan is spared.

    15 + 5 hits Bob (1 + 1); his 15 + 5 hits her (1 + 1) and strikes the sword from her hand.
    """
    sweep: Row = {
        "name": "Sweep", "kind": "melee", "action": "Skirmish", "damage": "weapon", "burst": 5, "spares_friends": True,
    }  # fmt: skip
    hook: Row = {"name": "Hook", "die": 8, "melee": 5, "wounds": [{"wound": "disarmed"}]}
    answers: Row = {"name": "Answer", "form": "counter", "react": True}
    people = [
        person("ann", (5, 5), powers=[sweep]), person("cat", (0, 9)),
        foe("bob", (6, 5), items=[hook], powers=[answers]), foe("dan", (5, 4)),
    ]  # fmt: skip
    fight = begin(people, [15, 3, 5, 2, 1, 1, 15, 3, 5, 2, 1, 1])
    to_turn(fight, "ann", ("ann",))
    option = next(one.id for one in fight.questions[0].options if one.id.startswith("power:0"))
    answer(fight, option)
    while about(fight) in ("push", "before roll", "hit", "push damage", "answer", "name", "damage", "wound"):
        first = next((one.id for one in fight.questions[0].options if one.id.startswith("counter")), "")
        answer(fight, first or fight.questions[0].options[0].id)
    assert who(fight, "ann").held == [] and hp(fight, "ann", "bob", "dan") == [38, 38, 40]
    assert texts(fight.events, "lost") == ["Ann's attack on Dan comes to nothing: Ann no longer holds sword."]
    finish(fight)


@clause("TI-54", "TI-63")
@pytest.mark.parametrize(("words", "left"), [(NO_LONGER_AIMED[0][0], 33), (NO_LONGER_ABLE[0][0], 40), (NO_LONGER_ABLE[4][0], 40)])
def test_while_a_hit_is_held_its_maker_may_be_lost_to_it_but_not_its_target_by_moving(words: Words, left: int) -> None:
    """Held is what has been judged: Bob moved away is still hit (3 + 4); of an Ann who is down or stunned nothing follows."""
    fight = attacking()
    fight.hold_results()
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    assert about(fight) == "hold"
    rule(fight, words)
    while about(fight) == "hold":
        answer(fight, "go")
    let_stand(fight)
    if awaited(fight):
        throw(fight, 3, 4)
    assert hp(fight, "bob") == [left]
    check_replays(fight)


@clause("TI-50")
def test_with_whoever_stepped_in_the_hit_is_gone_too() -> None:
    fight = typed([person("ann", (1, 1)), person("cat", (1, 2)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    answer(fight, "interpose")
    assert awaited(fight) == "bob damage 1d8 + 1d8"
    fight.rule("remove", who="cat")
    assert awaited(fight) == "" and hp(fight, "ann") == [40]
    check_replays(fight)


@clause("TI-51", "TI-20")
@pytest.mark.parametrize("words", [("move", {"who": "ann", "to": [1, 1]}), ("surprise", {"who": "bob"}), ("disarm", {"who": "bob"})])
def test_the_dice_of_a_reaction_strike_fall_away_and_its_react_is_spent(words: Words) -> None:
    fight = typed([person("ann", (5, 5)), person("cat", (15, 8)), foe("bob", (6, 5)), foe("dan", (16, 3))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:3,5")
    answer(fight, "strike:sword:skirmish")
    let_stand(fight)
    assert awaited(fight).startswith("bob attack")
    rule(fight, words)
    assert awaited(fight) == "" and hp(fight, "ann") == [40] and who(fight, "bob").reacts_used == 1
    check_replays(fight)


@clause("TI-13", "TI-47")
def test_what_the_gm_has_accepted_reaches_wherever_its_target_is_moved() -> None:
    fight = typed([person("ann", (1, 1)), person("cat", (5, 5)), foe("bob", (2, 1)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    fight.rule("improvise", who="ann", what="Throw sand", action="Finesse", defense="Grit", target="bob", wound="blinded")
    answer(fight, "other:0")
    let_stand(fight)
    fight.rule("move", who="bob", to=[9, 5])
    assert awaited(fight).startswith("ann attack")
    fight.rule("remove", who="bob")
    assert awaited(fight) == ""
    check_replays(fight)


@clause("TI-103", "TI-109")
@pytest.mark.parametrize("wound", ["goaded", "terrified"])
def test_a_goad_or_terror_whose_source_goes_no_longer_takes_a_d20(wound: str) -> None:
    effects: list[Row] = [{"wound": wound, "source": 1}]
    fight = typed([person("ann", (5, 5), effects=effects), foe("bob", (6, 5)), foe("cat", (6, 6))])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@cat")
    let_stand(fight)
    assert awaited(fight) == "ann attack 1d20 best! + 2d8 best!"
    fight.rule("remove", who="bob")
    assert awaited(fight) == "ann attack 2d20 best! + 2d8 best!"
    check_replays(fight)


@clause("TI-134")
def test_healing_dice_are_those_of_the_tier_by_then_and_gone_with_whoever_is_healed() -> None:
    mend: Row = {"name": "Mend", "form": "heal", "within": 30, "quality": 1}
    fight = typed([person("ann", (5, 5), powers=[mend]), person("cat", (6, 5), hp=5, max_hp=40), foe("bob", (15, 5))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:@cat")
    assert awaited(fight) == "cat healing 3d4"
    fight.rule("set", who="cat", stat="tier", value=3)
    assert awaited(fight) == "cat healing 4d4"
    fight.rule("remove", who="cat")
    assert awaited(fight) == ""
    check_replays(fight)


@clause("TI-17")
def test_a_lurker_who_is_out_before_anybody_looks_sets_no_number() -> None:
    """Bob's 19 + 7 would have been the number; without him Dan's 2 + 1 is, and Ann's 5 + 1 notices."""
    people = [person("ann", (0, 0), awareness="roll"), foe("bob", (9, 0), lurking=True), foe("dan", (9, 9), lurking=True)]
    fight = typed(people)
    answer(fight, "roll")
    let_stand(fight)
    throw(fight, 19, 2, 7, 2)
    assert awaited(fight).startswith("dan prowl")
    fight.rule("remove", who="bob")
    throw(fight, 2, 2, 1, 1)
    throw(fight, 5, 2, 1, 1)
    assert not who(fight, "ann").surprised and texts(fight.events, "check")[:1] == ["Dan rolls Prowl."]
    check_replays(fight)


@clause("TI-98", "TI-146")
def test_the_gm_strikes_an_item_from_somebodys_hands() -> None:
    fight = begin([person("ann", (5, 5), items=["sword", "light shield"], held=["sword", "light-shield"]), foe("bob", (6, 5))])
    stances(fight)
    fight.rule("disarm", who="ann", item="light shield")
    assert [item.name for item in who(fight, "ann").held] == ["sword"]
    fight.rule("disarm", who="ann")
    assert who(fight, "ann").held == []
    before = str(fight.record)
    for item, says in (("sword", "does not hold 'sword', but nothing"), ("", "has empty hands")):
        with pytest.raises(Unavailable, match=says):
            fight.rule("disarm", who="ann", item=item)
    assert str(fight.record) == before
    assert sorted(lying.item.name for lying in fight.battle.ground) == ["light shield", "sword"]  # type: ignore[attr-defined]


@clause("TI-54")
def test_a_record_in_which_such_dice_were_thrown_still_replays_as_it_was_played() -> None:
    """What the record has as thrown was thrown: 15 + 5 hits though Bob had been moved 30' away, and 3 + 4 are dealt."""
    fight = attacking()
    throw(fight, 15, 3, 5, 2)
    throw(fight, 3, 4)
    record = json.loads(json.dumps(fight.record))
    entries = record["entries"]
    place = next(at for at, entry in enumerate(entries) if entry["do"] == "roll" and entry["at"].startswith("attack:ann"))
    ruled = attacking()
    ruled.rule("move", who="bob", to=[6, 0])
    moved = next(entry for entry in json.loads(json.dumps(ruled.record))["entries"] if entry["do"] == "rule")
    record["entries"] = [*entries[:place], moved, *entries[place:]]
    again = fight_of(record)
    assert hp(again, "bob") == [33] and at(again, "bob") == (6, 0)


@clause("TI-108", "TI-51")
@pytest.mark.parametrize(("wound", "end"), [("stunned", (1, 0)), ("slowed", (4, 0)), ("rooted", (1, 0)), ("distracted", (4, 0))])
def test_a_mover_stunned_in_the_middle_of_its_way_gets_no_further(wound: str, end: tuple[int, int]) -> None:
    fight = begin([person("ann", (1, 0)), foe("bob", (0, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:4,0")
    assert asked(fight) == "strike:bob"
    fight.rule("wound", who="ann", wound=wound)
    if end != (1, 0):
        answer(fight, "no")
    assert about(fight) != "strike" and at(fight, "ann") == end
    check_replays(fight)


@clause("TI-108", "TI-51")
def test_a_strike_that_stuns_ends_the_way_and_one_who_was_stunned_before_has_paid_for_it() -> None:
    club: Row = {"id": "club", "name": "club", "die": 8, "melee": 5, "wounds": [{"wound": "stunned"}]}
    for stunned, end in ((False, (1, 0)), (True, (4, 0))):
        ann = person("ann", (1, 0), stress=10, effects=[{"wound": "stunned"}] if stunned else [])
        fight = begin([ann, foe("bob", (0, 0), items=[club]), foe("dan", (9, 9))], [15, 3, 5, 2, 1, 1])
        to_turn(fight, "ann", ("ann",))
        act(fight, "advance:4,0", {"strike": "strike:club:skirmish"})
        assert at(fight, "ann") == end and wounds(fight, "ann") == {"stunned": 4}
        assert who(fight, "ann").stress == (1 if stunned else 0)
        finish(fight)
