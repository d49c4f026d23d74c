"""Part C (entering combat), part D (the round) and part E (a turn)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from tests.support import clause
from tests.systems.tiers.scene import (
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

# -- entering combat ---------------------------------------------------------------------------------------------------


@clause("TI-16", "TI-22")
def test_the_gm_says_who_is_aware_and_without_anyone_surprised_nobody_ambushes() -> None:
    fight = begin([person("ann", (5, 5), awareness="roll"), foe("bob", (9, 5), lurking=True)])
    assert asked(fight) == "awareness:ann"
    assert fight.questions[0].controller == "gm"
    assert offered(fight) == ["aware", "surprised", "roll", "roll-unwatchful"]
    answer(fight, "aware")
    assert asked(fight) == "stance:ann"
    assert not who(fight, "ann").surprised and not who(fight, "bob").ambushing
    to_turn(fight, "ann", rash=("ann",))
    finish(fight)


@clause("TI-17")
@pytest.mark.parametrize(("survey", "surprised"), [(14, False), (13, True)])
def test_survey_against_the_best_prowl_of_the_lurkers(survey: int, surprised: bool) -> None:
    """Prowl 1, BODY d8: 15 + 4 = 19 and 10 + 2 = 12. Survey 1, MIND d6: 14 + 5 = 19 notices, 13 + 5 = 18 does not."""
    prowler = {"prowl": 1}
    people = [
        person("ann", (5, 5), ratings={"survey": 1}, awareness="roll"),
        foe("bob", (9, 5), ratings=prowler, lurking=True),
        foe("cat", (9, 7), ratings=prowler, lurking=True),
    ]
    fight = begin(people, [15, 3, 4, 10, 2, 2, survey, 2, 5])
    answer(fight, "roll")
    settle(fight)
    assert who(fight, "ann").surprised is surprised
    assert who(fight, "bob").ambushing is surprised
    finish(fight)


@clause("TI-18")
def test_whoever_keeps_no_watch_surveys_at_minus_1_tier_and_both_rolls_are_action_rolls() -> None:
    """Tier 2 - 1 = 1d20; pushing gives the d20 back. The Distracted lurker has 1d20 too."""
    people = [
        person("ann", (5, 5), ratings={"survey": 1}, awareness="roll"),
        person("dee", (5, 7), ratings={"survey": 1}, awareness="roll"),
        foe("bob", (9, 5), ratings={"prowl": 1}, lurking=True, effects=[{"wound": "Distracted"}]),
    ]
    fight = begin(people, [10, 3, 16, 4, 2, 11, 3])
    answer(fight, "roll-unwatchful")
    answer(fight, "roll-unwatchful")
    settle(fight, {"push:dee": "yes"})
    assert dice_thrown(fight, "prowl") == ["1d20 best! + 1d8 best!"]
    assert dice_thrown(fight, "survey") == ["1d20 best! + 1d6 best!", "2d20 best! + 1d6 best!"]
    assert who(fight, "dee").stress == 1
    finish(fight)


@clause("TI-19", "TI-20", "TI-21", "TI-24")
def test_ambushers_have_a_full_turn_in_stage_2_and_the_surprised_none_in_round_1() -> None:
    """Ann is Surprised: Iron 17 - 5 = 12, no Reacts, no threat, no turn, not even her bleeding. Bob acts once, with 2 Acts.

    10 + 2 = 12 hits her; damage 1 + 1."""
    people = [
        person("ann", (5, 5), awareness="surprised", effects=[{"wound": "bleeding", "level": 1}]),
        person("dee", (2, 2)),
        foe("bob", (6, 5), lurking=True),
    ]
    fight = begin(people, [10, 2, 2, 1, 1, 1, 4])
    answer(fight, "surprised")
    answer(fight, "aware")
    ann = who(fight, "ann")
    assert ann.surprised and ann.reacts_left() == 0
    assert asked(fight) == "stance:dee"
    stances(fight)
    assert asked(fight) == "act:bob" and arena(fight).stage == 2
    assert who(fight, "bob").acts_left() == 2 and who(fight, "bob").reacts_left() == 2
    events = hit(fight, "bob", "ann")
    assert needed(events) == 12
    answer(fight, "stop")
    # Stage 4 is not Bob's any more, and Ann has no turn: Dee's is next.
    assert asked(fight) == "act:dee"
    answer(fight, "stop")
    assert arena(fight).round == 2 and not who(fight, "ann").surprised
    # In round 2 her turn comes, with its bleeding: a d4 shows 4.
    to_turn(fight, "ann")
    assert hp(fight, "ann") == [34]
    finish(fight)


# -- the round ---------------------------------------------------------------------------------------------------------


@clause("TI-23", "TI-25", "TI-26", "TI-27")
def test_rash_ones_act_before_the_monsters_and_cautious_ones_after() -> None:
    heroes = [person("ann", (1, 1)), person("dee", (1, 3)), person("eve", (1, 5))]
    people = [*heroes, foe("bob", (15, 1)), person("pal", (1, 7), pc=False)]
    fight = begin(people)
    answer(fight, "cautious")
    assert "Ann acts Cautiously." in texts(fight.events, "stance")
    answer(fight, "rash")
    answer(fight, "rash")
    order: list[str] = []
    while about(fight) != "stance":
        if about(fight) == "next":
            # The players order the Rash, the GM the monster turn (allied NPCs too): the last named goes first.
            assert fight.questions[0].controller == ("gm" if arena(fight).stage == 4 else "players")
            answer(fight, fight.questions[0].options[-1].id)
        else:
            order.append(f"{arena(fight).stage}:{fight.questions[0].who}")
            answer(fight, "stop")
    assert order == ["3:eve", "3:dee", "4:pal", "4:bob", "5:ann"]
    # The choice binds for one round only.
    assert asked(fight) == "stance:ann"
    finish(fight)


@clause("TI-28")
def test_the_gm_may_let_npcs_act_while_the_players_dither() -> None:
    """Bob and then Cat take their turns in stage 1, and have none in stage 4."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (5, 6))], [2, 2, 1, 1])
    fight.rule("hurry", who="bob")
    hit(fight, "bob", "ann")
    answer(fight, "stop")
    assert asked(fight) == "stance:ann"
    fight.rule("hurry", who="cat")
    answer(fight, "stop")
    with pytest.raises(Refusal, match="no turn to take"):
        fight.rule("hurry", who="bob")
    answer(fight, "cautious")
    assert asked(fight) == "act:ann"
    finish(fight)


@clause("TI-28", "TI-30")
def test_two_reacts_while_undecided_commit_to_caution() -> None:
    """TI-R08: Bob hits twice in a hurry (10 + 7 = 17, damage 1 + 1 each); Ann resists both and is Cautious for it.

    Resistance 2d20 + d8 against 17: 15 + 3 = 18, 2 Stress each."""
    dice = [10, 2, 7, 1, 1, 1, 15, 2, 3] * 2
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], dice)
    fight.rule("hurry", who="bob")
    hit(fight, "bob", "ann", {"damage": "resist"})
    assert who(fight, "ann").stance == 0
    hit(fight, "bob", "ann", {"damage": "resist"})
    assert who(fight, "ann").stance == 2 and who(fight, "ann").stress == 4
    assert asked(fight) == "act:ann"
    finish(fight)


@clause("TI-29", "TI-30", "TI-31")
def test_budgets_are_two_and_two_one_and_one_when_rash_and_refill_each_round() -> None:
    fight = begin([person("ann", (1, 1)), person("dee", (1, 3)), foe("bob", (15, 1))])
    stances(fight, rash=("ann",))
    ann, dee, bob = (who(fight, id) for id in ("ann", "dee", "bob"))
    assert (ann.acts_left(), ann.reacts_left()) == (1, 1)
    assert (dee.acts_left(), dee.reacts_left()) == (2, 2)
    assert (bob.acts_left(), bob.reacts_left()) == (2, 2)
    act(fight, "maneuver:2,1")
    # Her one Act is used, so her turn is over; what the others leave unused is lost.
    assert asked(fight) == "act:bob"
    next_round(fight)
    stances(fight)
    assert who(fight, "ann").acts_left() == 2 and who(fight, "dee").acts_left() == 2
    finish(fight)


@clause("TI-32")
def test_rash_and_slowed_leave_nothing_and_hastened_adds_one_of_either() -> None:
    slow = [{"wound": "slowed"}]
    people = [
        person("ann", (1, 1), effects=slow),
        person("dee", (1, 3), effects=[*slow, {"boon": "Hastened"}]),
        foe("bob", (15, 1)),
    ]
    fight = begin(people)
    stances(fight, rash=("ann", "dee"))
    ann, dee = who(fight, "ann"), who(fight, "dee")
    assert (ann.acts_left(), ann.reacts_left()) == (0, 0)
    assert (dee.acts_left(), dee.reacts_left()) == (1, 1)
    dee.spend_act()
    assert (dee.acts_left(), dee.reacts_left()) == (0, 0)


@clause("TI-32")
def test_a_budget_changed_in_mid_round_counts_at_once() -> None:
    """TI-R61: Ann has used one Act; slowed now, her budget is 1 and nothing is left."""
    fight = begin([person("ann", (1, 1), stress=0), foe("bob", (15, 1))])
    to_turn(fight, "ann")
    act(fight, "maneuver:2,1")
    assert who(fight, "ann").acts_left() == 1
    fight.rule("wound", who="ann", wound="slowed")
    assert who(fight, "ann").acts_left() == 0 and who(fight, "ann").reacts_left() == 1
    assert asked(fight) == "end of turn:ann"
    finish(fight)


@clause("TI-33")
def test_the_end_is_proposed_when_a_side_has_nobody_up_and_the_gm_may_end_it_at_any_time() -> None:
    """Bob has 2 HP; 10 + 7 = 17 hits for 1 + 1."""
    people = [person("ann", (5, 5)), foe("bob", (6, 5), hp=2)]
    fight = begin(people, [10, 2, 7, 1, 1, 1])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert about(fight) == "end" and fight.questions[0].controller == "gm"
    assert offered(fight) == ["death", "defeat", "surrender", "retreat", "ceasefire", "on"]
    answer(fight, "death")
    assert fight.outcome is not None
    assert (fight.outcome.result, fight.outcome.winner) == ("death", "heroes")
    finish(fight)
    other = begin(people)
    with pytest.raises(Refusal, match="one of surrender, retreat"):
        other.rule("end", result="boredom")
    other.rule("end", result="ceasefire", why="they talk")
    assert other.outcome is not None and other.outcome.result == "ceasefire"


@clause("TI-33", "TI-146")
def test_single_creatures_may_surrender_or_flee() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (8, 5))])
    to_turn(fight, "ann")
    fight.rule("surrender", who="bob")
    fight.rule("flee", who="cat")
    assert (who(fight, "bob").status, who(fight, "cat").status) == (4, 3)
    assert about(fight) == "end"
    answer(fight, "on")
    assert fight.outcome is None
    act(fight, "maneuver:4,5")
    assert about(fight) == "act", "refused, it is not proposed again in this round"
    finish(fight)


# -- a turn ------------------------------------------------------------------------------------------------------------


@clause("TI-34")
def test_start_of_turn_wounds_come_in_their_order_and_then_regeneration() -> None:
    """bleeding 1 d4: 1; blighted 2 d6: 2; burning 3 d8: 3; corroding 4 d10: 4. Then regenerating 2 + Tier 2: 40 - 10 + 4 = 34."""
    effects = [
        {"wound": "corroding", "level": 4}, {"wound": "burning", "level": 3}, {"wound": "blighted", "level": 2},
        {"wound": "bleeding", "level": 1}, {"boon": "regenerating", "level": 2},
    ]  # fmt: skip
    fight = begin([person("ann", (1, 1), effects=effects), foe("bob", (15, 1))], [1, 2, 3, 4])
    to_turn(fight, "ann")
    assert hp(fight, "ann") == [34]
    rolls = [entry.at.split(":")[0] for entry in fight.entries if entry.do == "roll"]
    assert rolls == ["bleeding", "blighted", "burning", "corroding"]
    finish(fight)


@clause("TI-34")
def test_whoever_drops_at_the_start_loses_the_turn_and_no_further_die_is_thrown() -> None:
    effects = [{"wound": "bleeding", "level": 1}, {"wound": "burning", "level": 1}, {"boon": "regenerating", "level": 5}]
    fight = begin([person("ann", (1, 1)), foe("bob", (15, 1), hp=3, effects=effects), foe("cat", (15, 3))], [3])
    to_turn(fight, "ann")
    assert who(fight, "bob").status == 2
    assert not any(event.kind == "turn" and "Bob" in event.text for event in fight.events[-2:])
    finish(fight)


@clause("TI-35")
def test_acts_come_in_any_order_and_stopping_early_is_allowed() -> None:
    """Ann moves, then strikes (8 + 2 = 10: a miss), and her turn is over; Bob stopped early."""
    fight = begin([person("ann", (3, 5)), foe("bob", (6, 5))], [8, 2, 2, 1])
    to_turn(fight, "ann")
    act(fight, "advance:5,5")
    hit(fight, "ann", "bob")
    assert arena(fight).round == 2
    finish(fight)


@clause("TI-36")
def test_the_end_of_a_turn_gives_one_free_resistance_roll_and_then_durations_run() -> None:
    """3d20, best 12 against 12: downed 2 becomes 1. The goad of one round ends with the same turn. No Act is used."""
    effects = [{"wound": "downed", "level": 2}, {"wound": "goaded", "level": 1, "rounds": 1, "source": 1}]
    fight = begin([person("ann", (1, 1), effects=effects), foe("bob", (15, 1))], [12, 3, 8])
    to_turn(fight, "ann")
    assert who(fight, "ann").acts_left() == 2
    answer(fight, "stop")
    assert asked(fight) == "end of turn:ann"
    downed = next(id for id in offered(fight) if id.startswith("downed"))
    answer(fight, downed)
    assert wounds(fight, "ann") == {"downed": 1}
    assert dice_thrown(fight, "shake off") == ["3d20 best!"]
    finish(fight)
