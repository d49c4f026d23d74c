"""Part Q: the GM's commands, objectives, and what a ruling in the middle of something does."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    arena,
    asked,
    at,
    begin,
    boons,
    finish,
    foe,
    hp,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
    wounds,
)

PEOPLE = [person("ann", (5, 5), soak=2), foe("bob", (6, 5))]


@clause("TI-146")
def test_the_gm_may_change_any_figure_wound_boon_or_place_and_take_it_back() -> None:
    fight = begin(PEOPLE)
    to_turn(fight, "ann")
    before = fight.battle.key()
    fight.rule("set", who="bob", stat="hp", value=3)
    fight.rule("set", who="ann", stat="stress", value=4)
    fight.rule("wound", who="bob", wound="Exposed", defense="Ward")
    fight.rule("boon", who="ann", boon="Resistant", energy="Thermal", rounds=2)
    fight.rule("move", who="bob", to=[9, 9])
    fight.rule("beacon", who="ann", points=2)
    assert hp(fight, "bob") == [3] and who(fight, "ann").stress == 4 and who(fight, "ann").beacon == 2
    assert wounds(fight, "bob") == {"Exposed": 1} and boons(fight, "ann") == {"Resistant": 3} and at(fight, "bob") == (9, 9)
    fight.rule("end_wound", who="bob", wound="Exposed")
    fight.rule("end_boon", who="ann", boon="Resistant")
    assert wounds(fight, "bob") == {} and boons(fight, "ann") == {}
    for _ in range(8):
        fight.undo()
    assert fight.battle.key() == before


@clause("TI-146")
def test_surprise_ambush_and_watch_may_be_given_and_taken() -> None:
    fight = begin(PEOPLE)
    fight.rule("surprise", who="bob")
    fight.rule("ambush", who="ann")
    fight.rule("watch", who="bob", on=False)
    assert who(fight, "bob").surprised and who(fight, "ann").ambushing and not who(fight, "bob").watchful
    # Ann's stance is settled by it: her turn comes in stage 2, and Bob has none this round.
    assert asked(fight) == "act:ann" and arena(fight).stage == 2
    fight.rule("surprise", who="bob", on=False)
    answer(fight, "stop")
    assert asked(fight) == "act:bob"
    finish(fight)


@clause("TI-146", "TI-115")
def test_the_gm_decides_whether_a_soaked_or_resisted_wound_is_avoided_or_lowered() -> None:
    """Bob's stunning blow: 15 + 7 hits, 1 + 1; the box only lowers stunned 4 to 3 by the GM's word."""
    stun: Row = {"name": "Stun", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": [{"wound": "stunned"}]}
    fight = begin([person("ann", (5, 5), soak=2), foe("bob", (6, 5), powers=[stun])], [15, 2, 7, 1, 1, 1])
    stances(fight)
    fight.rule("lessen", wounds="lower")
    act(fight, "power:0:sword:@ann", {"wound": "soak:1"})
    assert wounds(fight, "ann") == {"stunned": 3}
    finish(fight)


@clause("TI-146", "TI-113")
def test_the_gm_sets_the_number_against_wounds() -> None:
    """15 + Tier 2 = 17: 16 does not do."""
    fight = begin([person("ann", (5, 5), effects=[{"wound": "rooted"}]), foe("bob", (15, 5))], [16, 3, 3])
    to_turn(fight, "ann")
    fight.rule("resist_number", base=15)
    act(fight, "resist:rooted.-1.-1")
    assert wounds(fight, "ann") == {"rooted": 3}
    finish(fight)


@clause("TI-147")
def test_a_skill_objective_ticks_1_and_the_critical_multiplier() -> None:
    """Risky at encounter Tier 2: 12. Craft 2, MIND d6: 19 + 4 = 23 ticks 1 + 1; then 5 + 1 fails; then 8 + 4 = 12 ticks 1."""
    clock: Row = {"name": "drop the gate", "size": 4, "actions": ["Craft", "Traverse"]}
    people = [person("ann", (5, 5), ratings={"craft": 2, "skirmish": 1}), foe("bob", (15, 5))]
    fight = begin(people, [19, 2, 4, 1, 5, 2, 1, 1, 8, 2, 4, 1], clocks=[clock])
    to_turn(fight, "ann")
    fight.rule("set", who="ann", stat="extra_acts", value=1)
    with pytest.raises(Refusal, match="another Action is needed"):
        answer(fight, "objective:sway:drop the gate")
    filled: list[int] = []
    for _ in range(3):
        act(fight, "objective:craft:drop the gate")
        filled.append(arena(fight).clocks[0].filled)
    assert filled == [2, 2, 3]
    fight.rule("tick", name="drop the gate", segments=1)
    to_turn(fight, "ann")
    with pytest.raises(Refusal, match="it is done already"):
        answer(fight, "objective:craft:drop the gate")
    finish(fight)


@clause("TI-147")
def test_an_objective_ends_with_its_rounds_or_when_the_gm_closes_it() -> None:
    clock: Row = {"name": "gate", "size": 6, "rounds": 1, "position": "controlled"}
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], clocks=[clock])
    to_turn(fight, "ann")
    assert any(id.startswith("objective:") for id in offered(fight))
    answer(fight, "stop")
    to_turn(fight, "ann")
    with pytest.raises(Refusal, match="time has run out"):
        answer(fight, "objective:craft:gate")
    fight.rule("objective", name="bridge", size=8, actions="Craft, Study", position="desperate")
    assert arena(fight).clocks[1].size == 8 and arena(fight).clocks[1].difficulty == 2
    fight.rule("close", name="bridge")
    assert len(arena(fight).clocks) == 1


# -- rulings in the middle of something ----------------------------------------------------------------------------------


def test_removing_the_target_while_it_is_asked_leaves_a_sound_fight() -> None:
    """Bob hits Ann; while she is asked about the damage the GM takes her out: the question is withdrawn, Bob goes on."""
    fight = begin([*PEOPLE, person("dee", (1, 1))], [15, 2, 7, 1, 3, 3])
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    while asked(fight) != "damage:ann":
        answer(fight, "no")
    fight.rule("remove", who="ann")
    assert asked(fight) == "act:bob"
    assert [entry.do for entry in fight.entries][-1] == "withdrawn"
    finish(fight)


def test_removing_the_mover_while_a_strike_is_asked_ends_its_turn() -> None:
    fight = begin([*PEOPLE, person("dee", (1, 1))])
    to_turn(fight, "ann")
    answer(fight, "advance:2,5")
    assert asked(fight) == "strike:bob"
    fight.rule("remove", who="ann")
    settle(fight)
    assert asked(fight) == "act:dee"
    finish(fight)


def test_a_held_result_is_judged_again_after_a_ruling() -> None:
    """10 + 6 = 16 misses 17; the GM makes it controlled (12) before it counts: a hit for 2 + 2."""
    fight = begin(PEOPLE, [10, 2, 6, 1, 2, 2])
    to_turn(fight, "ann")
    fight.hold_results()
    answer(fight, "attack:sword:skirmish:@bob")
    answer(fight, "no")
    assert fight.questions[0].about == "hold"
    fight.rule("position", position="controlled")
    answer(fight, "go")
    fight.hold_results(False)
    settle(fight)
    assert hp(fight, "bob") == [36]


def test_bad_rulings_are_refused_in_a_sentence_and_change_nothing() -> None:
    fight = begin(PEOPLE)
    before = fight.battle.key()
    bad: list[tuple[str, Row]] = [
        ("wound", {"who": "ann", "wound": "gloom"}), ("wound", {"who": "ann", "wound": "burning", "severity": 9}),
        ("boon", {"who": "ann", "boon": "luck"}), ("move", {"who": "ann", "to": [6, 5]}), ("move", {"who": "ann", "to": "home"}),
        ("position", {"position": "silly"}), ("tick", {"name": "nothing"}), ("beacon", {"who": "bob"}),
        ("objective", {"name": "x", "size": 5}), ("terrain", {"x": 99, "y": 0, "is": "wall"}),
        ("veto", {"who": "bob", "option": "stop"}),
        ("add", {"unit": {"id": "x", "side": "heroes", "at": [0, 0]}}), ("fate", {"who": "bob", "is": "bored"}),
    ]  # fmt: skip
    for name, args in bad:
        with pytest.raises((Malformed, Illegal, Unavailable)):
            fight.rule(name, **args)
        assert fight.battle.key() == before
