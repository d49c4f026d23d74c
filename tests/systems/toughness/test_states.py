"""The two tracks: what each state does, climbs to, blocks and when it ends (TO-73..TO-89)."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.systems.toughness.clock import DAY, HOUR, MINUTE, NEVER, ROUND, in_words
from quintain.systems.toughness.conditions import suffer
from quintain.systems.toughness.defense import attack_bonus, defense, save_bonus, toughness
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.vocabulary import DODGE, MELEE, PARRY
from tests.support import clause
from tests.systems.toughness.scene import CUDGEL, Scene, enter, foe, held, let_stand, one, typed

HIT = Weapon("sword", "sword", 3, MELEE, True)


def pair(**state: object) -> Scene:
    """Ann with these marks, beside a rat; Ann acts first."""
    return Scene(one("ann", [0, 0], armor=5, state=state), foe("rat", [1, 0]), foe("cat", [9, 0]))


@clause("TO-73")
def test_each_bruised_mark_lowers_toughness_against_subdual_damage_only() -> None:
    scene = pair(bruised=[10, 10, 10])
    ann = scene.of("ann")
    assert toughness(scene.fray, ann, False) == 5 - 3
    assert toughness(scene.fray, ann, True) == 5


@clause("TO-73", "TO-74", "TO-75")
def test_timed_marks_run_a_minute_each_on_its_own_clock() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0], armor=10), dice=[15, 3, 15, 4])
    scene.do("attack:cudgel:rat:subdual")  # 13 against 17: first degree, in round 1 at Ann's place
    scene.end_turns(2)  # Ann, Rat
    assert scene.fray.round == 2
    scene.do("attack:cudgel:rat:lethal")  # 4 + 10 - 0 (Bruised does not count) = 14: Bruised and Hurt
    rat = scene.of("rat")
    assert [time - scene.fray.now for time in rat.bruised] == [MINUTE - ROUND, MINUTE]
    scene.end_turns(2)
    while scene.fray.round < 11:
        scene.end_turns(2)
    # Round 11, Ann's place: ten rounds after the first bruise; the second and the Hurt run one round longer.
    assert (len(scene.of("rat").bruised), len(scene.of("rat").hurt)) == (1, 1)
    scene.end_turns(2)
    assert (scene.of("rat").bruised, scene.of("rat").hurt) == ([], [])
    scene.check_done()


@clause("TO-74")
def test_dazed_owes_a_turn_keeps_its_defense_and_adds_to_bruised() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0], state={"bruised": [9]}), dice=[15, 9])
    before = defense(scene.fray, scene.of("rat"), scene.of("ann"), HIT, DODGE)
    scene.do("attack:cudgel:rat:subdual")  # 9 - 1 = 8 against 17: missed by 9
    rat = scene.of("rat")
    assert (scene.states("rat"), rat.owes) == (["Dazed", "Bruised"], 1)
    assert defense(scene.fray, rat, scene.of("ann"), HIT, DODGE) == before
    assert toughness(scene.fray, rat, False) == -2
    scene.end_turns()
    assert scene.asked == "turn of ann"  # Rat's turn was forfeited
    assert "Rat is reeling and loses this turn." in scene.texts("forfeit")
    scene.check_done()


@clause("TO-75")
def test_hurt_counts_against_every_kind_of_damage() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], armor=5), dice=[15, 11])
    scene.do("attack:sword:rat:lethal")  # 16 against 18
    rat = scene.of("rat")
    assert (toughness(scene.fray, rat, True), toughness(scene.fray, rat, False)) == (4, 3)
    scene.check_done()


@clause("TO-76")
def test_two_wounds_cost_two_toughness_and_two_on_other_rolls_once() -> None:
    scene = pair(wounded=2)
    ann = scene.of("ann")
    assert toughness(scene.fray, ann, True) == 5 - 2
    assert attack_bonus(scene.fray, ann, scene.of("rat"), HIT, True) == 1 - 2
    assert save_bonus(scene.fray, ann, "will") == 0 - 2


@clause("TO-76")
def test_being_wounded_owes_a_turn_exposes_and_starts_an_hours_clock() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], abilities={"dex": 2}), dice=[19, 11])
    scene.do("attack:sword:rat:lethal")  # melee +1: 20 against 13; save 11 against 18, missed by 7
    rat = scene.of("rat")
    assert (rat.wounded, rat.owes, rat.exposed_until - scene.fray.now) == (1, 1, ROUND)
    assert rat.lethal_check - scene.fray.now == HOUR
    assert defense(scene.fray, rat, scene.of("ann"), HIT, DODGE) == 10 + 1 - 2
    scene.check_done()


@clause("TO-77")
def test_several_causes_before_the_turn_cost_one_turn() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [1, 1]), foe("rat", [1, 0]), dice=[15, 11, 15, 11])
    scene.do("attack:sword:rat:subdual")
    scene.end_turns()
    scene.do("attack:sword:rat:subdual")  # Dazed again in the same round (11 - 1 = 10: missed by 8)
    assert (len(scene.of("rat").dazed), scene.of("rat").owes) == (2, 1)
    scene.end_turns()
    assert scene.asked == "turn of ann"
    scene.end_turns(2)
    assert scene.asked == "turn of rat"  # round 2: the debt is paid
    scene.check_done()


@clause("TO-77")
def test_struck_in_ones_own_turn_before_doing_anything_the_turn_is_lost_and_the_debt_paid() -> None:
    # Bob prepared to strike whoever approaches; Rat walks up and is Dazed in its move, which was not completed.
    scene = Scene(one("bob", [0, 0]), foe("rat", [5, 0]), dice=[15, 11])
    scene.do("prepare:approach:attack:sword")
    scene.end_turns()
    scene.do("move:@1,0")
    scene.do("yes", "prepared of bob")
    rat = scene.of("rat")
    assert (rat.wounded, rat.owes) == (1, 0)
    assert scene.asked == "turn of bob"  # the rest of Rat's turn is lost
    scene.check_done()


@clause("TO-77")
def test_struck_in_ones_own_turn_after_an_action_the_next_turn_is_owed_as_well() -> None:
    scene = Scene(one("bob", [0, 0]), foe("rat", [5, 0]), dice=[15, 11])
    scene.do("prepare:approach:attack:sword")
    scene.end_turns()
    scene.do("total")  # a standard action is completed
    scene.do("move:@1,0")
    scene.do("yes", "prepared of bob")
    assert scene.of("rat").owes == 1
    scene.end_turns()
    assert scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-77")
def test_falling_unconscious_wipes_the_debt() -> None:
    rat = foe("rat", [1, 0], state={"owes_turn": True})
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), rat, foe("cat", [9, 0]), dice=[15, 1])
    scene.do("attack:cudgel:rat:subdual")  # missed by 16
    assert (scene.of("rat").unconscious, scene.of("rat").owes) == (True, 0)
    scene.check_done()


@clause("TO-78")
def test_exposed_costs_two_and_dodge_or_parry_and_never_doubles() -> None:
    # Defense 18 with Parry 3: 10 + BCB 4 + feat 1 + 3. Exposed: 18 - 3 - 2 = 13.
    sheet = {
        "abilities": {"str": 3, "dex": 1}, "roles": [{"role": "warrior", "level": 4}], "can_parry": True,
        "feats": [{"slot": "defense", "amount": 1}],
    }  # fmt: skip
    scene = Scene(one("ann", [0, 0], **sheet), foe("rat", [1, 0]))
    ann, rat = scene.of("ann"), scene.of("rat")
    assert defense(scene.fray, ann, rat, HIT, PARRY) == 18
    suffer(scene.fray, ann, 2, True)
    suffer(scene.fray, ann, 3, True)
    assert defense(scene.fray, ann, rat, HIT, PARRY) == 13
    assert ann.exposed_until == scene.fray.now + ROUND


@clause("TO-79")
def test_one_round_ends_just_before_whoever_acts_at_the_place_of_the_hit() -> None:
    # Places: dan 20, ann 15, rat 10, cat 3. Ann exposes Rat in round 2.
    scene = Scene(
        one("dan", [0, 4], initiative=20), one("ann", [0, 0], initiative=15),
        foe("rat", [1, 0], initiative=10), foe("cat", [9, 0], initiative=3), dice=[19, 11],
    )  # fmt: skip
    scene.end_turns(4)
    scene.end_turns()
    scene.do("attack:sword:rat:lethal", "turn of ann")
    scene.end_turns()
    assert scene.asked == "turn of cat" and scene.of("rat").exposed_until > scene.fray.now  # 3 of round 2
    scene.end_turns()
    assert scene.asked == "turn of dan" and scene.of("rat").exposed_until > scene.fray.now  # 20 of round 3
    scene.end_turns()
    assert scene.asked == "turn of ann"
    assert scene.of("rat").exposed_until == NEVER  # 15 of round 3
    scene.check_done()


@clause("TO-79")
def test_an_effect_ends_at_its_place_even_when_whoever_stood_there_is_gone() -> None:
    scene = Scene(
        one("dan", [0, 4], initiative=20), one("ann", [0, 0], initiative=15),
        foe("rat", [1, 0], initiative=10), foe("cat", [9, 0], initiative=3), dice=[19, 11],
    )  # fmt: skip
    scene.end_turns()
    scene.do("attack:sword:rat:lethal", "turn of ann")
    scene.rule("remove", who="ann")
    scene.end_turns()  # cat (rat's turn is forfeited)
    assert scene.asked == "turn of dan" and scene.of("rat").exposed_until > scene.fray.now
    scene.end_turns()
    assert scene.asked == "turn of rat"
    assert scene.of("rat").exposed_until == NEVER
    scene.check_done()


@clause("TO-80")
def test_staggered_owes_a_turn_exposes_halves_speed_and_has_a_minutes_clock() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[15, 7])
    scene.do("attack:cudgel:rat:subdual")  # 7 against 17: missed by 10
    rat = scene.of("rat")
    assert (scene.states("rat"), rat.owes, rat.speed_ft) == (["Staggered"], 1, 15)
    assert rat.exposed_until - scene.fray.now == ROUND
    assert rat.subdual_check - scene.fray.now == MINUTE
    assert toughness(scene.fray, rat, False) == 0  # no save penalty
    scene.check_done()


@clause("TO-81")
def test_unconscious_falls_drops_and_wakes_prone_and_able_to_act() -> None:
    scene = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[15, 2, 10])
    scene.do("attack:cudgel:rat:subdual")  # missed by 15
    rat = scene.of("rat")
    assert (rat.unconscious, rat.prone, rat.weapon_in_hand(), rat.helpless) == (True, True, None, True)
    while scene.fray.round < 11:
        assert scene.asked in ("turn of ann", "turn of cat")
        scene.end_turns()
    scene.end_turns()  # Ann in round 11: a minute has passed; Rat's check, die 10 + CON 0, succeeds
    assert scene.asked == "turn of rat"
    assert (scene.of("rat").unconscious, scene.of("rat").prone) == (False, True)
    scene.check_done()


@clause("TO-82")
def test_disabled_owes_a_turn_exposes_halves_speed_and_has_a_days_clock() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 8])
    scene.do("attack:sword:rat:lethal")  # 8 against 18: missed by 10
    rat = scene.of("rat")
    assert (scene.states("rat"), rat.owes, rat.speed_ft) == (["Disabled", "Staggered"], 1, 15)
    assert rat.lethal_check - scene.fray.now == DAY
    assert rat.exposed_until - scene.fray.now == ROUND
    scene.check_done()


@clause("TO-83")
@pytest.mark.parametrize(("speed", "half"), [(30, 15), (25, 10), (10, 5), (5, 5)])
def test_half_speed_is_halved_once_down_to_a_whole_square(speed: int, half: int) -> None:
    scene = Scene(one("ann", [0, 0], speed_ft=speed, state={"staggered": True, "disabled": True}), foe("rat", [9, 0]))
    assert scene.of("ann").speed_ft == half


@clause("TO-84")
@pytest.mark.parametrize("act", ["attack:sword:rat:lethal", "hold:rat", "fullout:1:sword:rat:lethal"])
def test_a_disabled_combatant_that_strains_itself_is_dying_right_after(act: str) -> None:
    scene = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [1, 0]), dice=[2])
    scene.do(act)  # the attack misses; then Ann is Dying
    assert scene.of("ann").dying
    assert scene.texts("attack") and scene.texts("pushed") == ["Ann has strained itself."]
    assert scene.asked == "turn of bob"
    scene.check_done()


@clause("TO-84")
def test_a_second_move_pushes_and_one_move_items_preparing_and_guarding_do_not() -> None:
    def disabled() -> Scene:
        return Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [9, 0]))

    for acts in (["move:@1,0", "total"], ["move:@1,0", "item"], ["prepare:approach:attack:sword", "handle"], ["drop"]):
        safe = disabled()
        for act in acts:
            safe.do(act, "turn of ann")
        assert not safe.of("ann").dying, acts
    pushed = disabled()
    pushed.do("move:@1,0")
    pushed.do("move:@2,0")
    assert pushed.of("ann").dying
    full = disabled()
    full.do("task")
    assert full.of("ann").dying
    full.check_done()


@clause("TO-84")
def test_a_prepared_attack_pushes_when_it_is_carried_out() -> None:
    scene = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [5, 0]), dice=[2])
    scene.do("prepare:approach:attack:sword")
    assert not scene.of("ann").dying
    scene.end_turns(2)
    scene.do("move:@1,0")
    scene.do("yes", "prepared of ann")
    assert scene.of("ann").dying
    scene.check_done()


STRUGGLING: Any = {"state": {"held_by": "ann"}}
DART = {"key": "dart", "name": "Dart", "kind": "attack", "range_ft": 60, "damage": 3}
HUSH = {"key": "hush", "name": "Hush", "kind": "save", "range_ft": 60, "save": "will", "state": "Dazed"}


@clause("TO-84")
@pytest.mark.parametrize(
    ("act", "rat", "faces", "pushed"),
    [
        ("attack:sword:rat:lethal", {}, [], False),
        ("attack:sword:rat:lethal", {}, [2], True),
        ("power:dart:rat", {}, [], False),
        ("power:hush:rat", {}, [], False),
        ("hold:rat", {}, [], False),
        ("pin", STRUGGLING, [], False),
        ("pin", STRUGGLING, [15], True),
        ("fullout:1:sword:rat:lethal", {}, [], True),
    ],
)
def test_an_attack_that_comes_to_nothing_before_its_die_pushes_nobody(
    act: str, rat: dict[str, Any], faces: list[int], pushed: bool
) -> None:
    """An attack is made, and a struggle begun, with its first die; a full-round action pushes by being taken."""
    ann = one("ann", [0, 0], state={"disabled": True}, powers=[DART, HUSH])
    rows = [ann, one("bob", [0, 4]), foe("rat", [1, 0], **rat), foe("cat", [9, 0])]
    scene = held(typed(Scene(*rows), "ann", "rat"))
    scene.do(act)
    for face in faces:
        enter(scene, face)
    scene.rule("remove", who="rat")
    let_stand(scene)
    assert (scene.of("ann").dying, len(scene.texts("lost"))) == (pushed, 1)
    assert scene.asked == ("turn of bob" if pushed else "turn of ann")
    scene.check_done()


@clause("TO-84", "TO-17")
def test_an_attack_whose_target_steps_away_before_it_pushes_nobody() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("cat", [9, 0]))
    scene.do("prepare:attack:move")
    scene.end_turns()
    scene.do("attack:sword:rat:lethal", "turn of ann")
    scene.do("yes", "prepared of rat")
    scene.do("move:@5,0", "where of rat")
    assert scene.texts("lost") == ["Ann's attack on Rat comes to nothing."]
    assert (scene.states("ann"), scene.fray.standard_used) == (["Disabled"], True)
    scene.check_done()


@clause("TO-84")
def test_the_gm_rules_an_act_pushing_or_not() -> None:
    spared = Scene(one("ann", [0, 0], state={"disabled": True}), foe("rat", [1, 0]), dice=[2])
    spared.rule("pushing", who="ann", pushes=False)
    spared.do("attack:sword:rat:lethal")
    assert not spared.of("ann").dying
    strained = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [1, 0]))
    strained.rule("pushing", who="ann", pushes=True)
    strained.do("item")
    assert strained.of("ann").dying
    spared.check_done()
    strained.check_done()


@clause("TO-85")
def test_dying_is_helpless_and_rolls_every_round() -> None:
    scene = Scene(one("ann", [0, 0], state={"dying": True}, conviction=0), one("bob", [0, 4]), foe("rat", [9, 0]), dice=[13, 14])
    assert scene.of("ann").helpless
    assert scene.asked == "turn of bob"  # Ann's turn was only her check
    scene.end_turns(2)
    assert len(scene.texts("dying")) == 2
    scene.check_done()


@clause("TO-86")
def test_the_dead_are_out_and_nothing_applies_to_them_any_more() -> None:
    scene = Scene(one("ann", [0, 0]), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0]))
    scene.rule("mark", who="rat", state="Dead")
    assert "no longer in the fight" in scene.refused("attack:sword:rat:lethal")
    assert not scene.fray.holds_place(scene.of("rat"))
    suffer(scene.fray, scene.of("rat"), 2, True)
    assert scene.states("rat") == ["Dead"]


@clause("TO-87")
@pytest.mark.parametrize(
    ("held", "lethal", "degree", "states"),
    [
        ({"staggered": True}, True, 3, ["Unconscious", "Disabled", "Staggered"]),
        ({"staggered": True, "disabled": True}, True, 3, ["Dying", "Unconscious", "Disabled", "Staggered"]),
        ({"disabled": True}, True, 3, ["Dying", "Disabled", "Staggered"]),
        ({"dying": True, "disabled": True}, True, 3, ["Dead"]),
        ({"dying": True, "unconscious": True}, True, 4, ["Dead"]),
        ({"staggered": True}, False, 3, ["Unconscious", "Staggered"]),
        ({"dying": True}, True, 3, ["Dying", "Disabled", "Staggered"]),
        ({"wounded": 1}, True, 2, ["Wounded x2", "Dazed"]),
    ],
)
def test_a_once_only_state_inflicted_again_climbs(held: dict[str, object], lethal: bool, degree: int, states: list[str]) -> None:
    scene = Scene(one("ann", [0, 0], conviction=0, state=held), one("bob", [0, 4]), foe("rat", [1, 0]), dice=[10])
    ann = scene.of("ann")
    suffer(scene.fray, ann, degree, lethal)
    assert scene.states("ann") == states


@clause("TO-88")
def test_timed_marks_stay_while_something_worse_stands_on_their_track() -> None:
    # Hurt in round 1, Wounded in round 4: Hurt is still in force in round 30.
    scene = Scene(one("ann", [0, 0], state={"hurt": [10]}), foe("rat", [9, 0]))
    while scene.fray.round < 4:
        scene.end_turns()
    scene.rule("mark", who="ann", state="Wounded")
    while scene.fray.round < 30:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded", "Hurt"]
    scene.rule("clear", who="ann", state="Wounded")
    assert scene.states("ann") == []  # it had run out meanwhile and vanishes with what blocked it
    scene.check_done()


@clause("TO-88")
def test_the_tracks_do_not_block_each_other_and_dazed_blocks_bruised() -> None:
    scene = Scene(one("ann", [0, 0], state={"bruised": [3], "dazed": [6], "wounded": 1}), foe("rat", [9, 0]))
    while scene.fray.round < 5:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded", "Dazed", "Bruised"]  # Bruised has run out but Dazed stands above it
    while scene.fray.round < 8:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded"]  # Wounded is on the other track
    scene.check_done()


@clause("TO-89")
def test_knocked_out_again_by_a_subdual_blow_is_dying_and_then_dead() -> None:
    scene = Scene(one("ann", [0, 0], conviction=0, state={"unconscious": True}), one("bob", [0, 4]), foe("rat", [1, 0]))
    suffer(scene.fray, scene.of("ann"), 4, False)
    assert scene.states("ann") == ["Dying", "Unconscious"]
    suffer(scene.fray, scene.of("ann"), 4, False)
    assert scene.states("ann") == ["Dead"]


@clause("TO-89")
def test_the_subdual_half_of_a_lethal_blow_never_goes_beyond_unconscious() -> None:
    # Unconscious, not Disabled: a third degree marks Staggered and Disabled, a fourth only Dying.
    scene = Scene(one("ann", [0, 0], conviction=0, state={"unconscious": True}), one("bob", [0, 4]), foe("rat", [1, 0]))
    suffer(scene.fray, scene.of("ann"), 4, True)
    assert scene.states("ann") == ["Dying", "Unconscious"]


def test_times_are_said_in_the_largest_fitting_unit() -> None:
    assert [in_words(rounds) for rounds in (1, 9, 10, 25, 600, 14_400)] == [
        "1 round", "9 rounds", "1 minute", "3 minutes", "1 hour", "1 day",
    ]  # fmt: skip


@clause("TO-77", "TO-80", "TO-82")
def test_the_two_halves_of_one_blow_cost_one_turn_and_one_exposure() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 8])
    scene.do("attack:sword:rat:lethal")  # missed by 10
    rat = scene.of("rat")
    assert (rat.owes, rat.exposed_until - scene.fray.now) == (1, ROUND)
    assert (rat.subdual_check - scene.fray.now, rat.lethal_check - scene.fray.now) == (MINUTE, DAY)
    assert defense(scene.fray, rat, scene.of("ann"), HIT, DODGE) == 11 - 2
    scene.check_done()


@clause("TO-88")
def test_a_younger_bruise_ends_before_an_older_daze_only_when_that_is_gone() -> None:
    # Bruised runs 2 rounds, Dazed 5, Hurt 3 under a wound: in round 4 nothing has gone, in round 6 Dazed takes Bruised along.
    state = {"bruised": [2], "dazed": [5], "hurt": [3], "wounded": 1}
    scene = Scene(one("ann", [0, 0], state=state), foe("rat", [9, 0]))
    while scene.fray.round < 4:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded", "Dazed", "Hurt", "Bruised"]
    while scene.fray.round < 6:
        scene.end_turns()
    assert scene.states("ann") == ["Wounded", "Hurt"]
    scene.rule("clear", who="ann", state="Wounded")
    assert scene.states("ann") == []
    scene.check_done()
