"""Part C: who rolls for surprise, what becomes of a failed roll, and ambushes from both sides."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Illegal
from tests.support import clause
from tests.systems.tiers.scene import (
    answer,
    arena,
    asked,
    begin,
    dice_thrown,
    finish,
    foe,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
)


@clause("TI-17", "TI-121")
def test_a_failed_survey_may_be_thrown_again_for_a_beacon_point_at_1_tier_more() -> None:
    """Prowl 15 + 4 = 19. Survey 12, 3 + 5 = 17 fails; again with 3d20: 14, 2, 1 + 5 = 19: aware, and nobody ambushes."""
    people = [
        person("ann", (5, 5), ratings={"survey": 1}, awareness="roll", beacon=1),
        foe("bob", (9, 5), ratings={"prowl": 1}, lurking=True),
    ]
    fight = begin(people, [15, 3, 4, 12, 3, 5, 14, 2, 1, 5])
    answer(fight, "roll")
    settle(fight, {"redo:ann": "beacon"})
    assert dice_thrown(fight, "survey") == ["2d20 best! + 1d6 best!", "3d20 best! + 1d6 best!"]
    assert not who(fight, "ann").surprised and not who(fight, "bob").ambushing and who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-17")
def test_only_lurkers_who_face_somebody_in_doubt_roll_prowl() -> None:
    """Ann lurks too, but no foe is in doubt: only Bob rolls Prowl (10 + 2 = 12), then Dee Survey (11 + 1 = 12)."""
    people = [
        person("ann", (5, 5), lurking=True),
        person("dee", (5, 7), ratings={"survey": 1}, awareness="roll"),
        foe("bob", (9, 5), ratings={"prowl": 1}, lurking=True),
        foe("cat", (9, 7)),
    ]
    fight = begin(people, [10, 2, 2, 11, 2, 1])
    assert asked(fight) == "awareness:dee"
    answer(fight, "roll")
    assert asked(fight) == "awareness:cat"
    answer(fight, "aware")
    settle(fight)
    assert [entry.at for entry in fight.entries if entry.do == "roll"] == ["prowl:bob#1", "survey:dee#1"]
    assert not who(fight, "dee").surprised
    finish(fight)


@clause("TI-16")
def test_left_to_the_dice_where_nobody_lurks_one_is_aware() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5), awareness="roll")])
    assert asked(fight) == "awareness:bob"
    answer(fight, "roll")
    assert not who(fight, "bob").surprised
    assert asked(fight) == "stance:ann"
    finish(fight)


@clause("TI-21", "TI-24")
def test_with_ambushers_on_both_sides_player_characters_go_first() -> None:
    """TI-R07: Ann and Bob lie in wait for each other's friends; both act in stage 2, and not again in this round."""
    people = [
        foe("bob", (9, 5), lurking=True),
        foe("cat", (9, 7), awareness="surprised"),
        person("ann", (5, 5), lurking=True),
        person("dee", (5, 7), awareness="surprised"),
    ]
    fight = begin(people)
    answer(fight, "surprised")
    answer(fight, "surprised")
    order: list[str] = []
    while arena(fight).round == 1:
        order.append(f"{arena(fight).stage}:{fight.questions[0].who}")
        answer(fight, "stop")
    assert order == ["2:ann", "2:bob"]
    finish(fight)


@clause("TI-20", "TI-21")
def test_the_surprised_draw_no_react_and_an_ambusher_has_two_of_its_own() -> None:
    """Bob walks past Ann, who is Surprised and so threatens nobody; at Bob's side Dee, who is aware, may strike (and does not)."""
    people = [
        person("ann", (5, 5), awareness="surprised"),
        person("dee", (9, 5)),
        foe("bob", (6, 5), lurking=True),
    ]
    fight = begin(people)
    answer(fight, "surprised")
    answer(fight, "aware")
    stances(fight)
    assert asked(fight) == "act:bob" and who(fight, "bob").reacts_left() == 2
    answer(fight, "advance:8,4")
    assert asked(fight) == "act:bob"
    answer(fight, "advance:8,8")
    assert asked(fight) == "strike:dee"
    finish(fight)


@clause("TI-24", "TI-146")
def test_nobody_is_made_to_ambush_once_that_stage_is_over() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5)), foe("cat", (15, 7))])
    stances(fight)
    assert arena(fight).stage == 4
    with pytest.raises(Illegal, match="cannot ambush any more"):
        fight.rule("ambush", who="ann")
    to_turn(fight, "ann")
    assert "stop" in offered(fight)
    finish(fight)


@clause("TI-31", "TI-146")
def test_an_npc_who_is_no_longer_ambushing_has_an_ordinary_turn() -> None:
    fight = begin([person("ann", (5, 5)), person("dee", (5, 7)), foe("bob", (15, 5), lurking=True)])
    answer(fight, "surprised")
    answer(fight, "aware")
    assert asked(fight) == "stance:dee" and who(fight, "bob").ambushing
    fight.rule("ambush", who="bob", on=False)
    stances(fight)
    bob = who(fight, "bob")
    assert asked(fight) == "act:bob" and arena(fight).stage == 4
    assert bob.stance == 2 and (bob.acts_left(), bob.reacts_left()) == (2, 2)
    finish(fight)


@clause("TI-17")
def test_the_prowl_of_player_characters_is_told_to_their_players_and_that_of_adversaries_to_the_gm() -> None:
    for side, shown in (("heroes", True), ("foes", False)):
        lurker = person("ann", (5, 5), side=side, lurking=True)
        other = person("bob", (12, 5), side="foes" if shown else "heroes", awareness="roll")
        fight = begin([lurker, other], [12, 3, 4, 3, 5, 6, 2, 1])
        answer(fight, "roll")
        settle(fight)
        assert ("Ann rolls Prowl." in str(fight.view("players")["log"])) is shown
        assert "Ann rolls Prowl." in str(fight.view("gm")["log"])
        finish(fight)
