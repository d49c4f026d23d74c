"""A running fight written as an encounter and loaded again is the same fight, at the last moment between two turns."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Fight, Malformed
from quintain.library.encounters import from_data, play, sample
from quintain.library.problems import FileProblem
from quintain.systems.tiers.situation import hidden_from, is_concealed
from tests.conformance.enrolled import Dicey
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
    foe,
    hp,
    next_round,
    offered,
    person,
    scene,
    stances,
    to_turn,
    who,
    wounds,
)


def again(fight: Fight) -> Fight:
    return play(from_data(json.loads(json.dumps(fight.export()))), seed="again")


def at_a_joint(fight: Fight) -> Fight:
    """On to the stances of the next round, which is a joint."""
    next_round(fight)
    return fight


@clause("TI-78", "TI-148", "TI-149")
def test_wounds_boons_boxes_and_what_lies_about_are_kept() -> None:
    shot: Row = {"name": "Flash", "uses": 3, "range": 30, "action": "Hunt", "defenses": ["Ward"]}
    crossbow: list[object] = ["light crossbow", "dagger"]
    people = [
        person("ann", (5, 5), soak=4, soak_marked=2, beacon=2, items=crossbow, powers=[shot]),
        person("dee", (5, 6), items=["sword", "light shield"]),
        person("eve", (5, 7)),
        foe("gil", (1, 1)),
        foe("bob", (9, 5), traits=[{"boon": "Resistant", "energy": "Thermal"}, {"boon": "Immune", "energy": "Glacial"}]),
        foe("cat", (15, 9), hp=0, max_hp=40, status="unconscious"),
    ]
    fight = begin(people, [2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    act(fight, "attack:light-crossbow:hunt:@bob:ranged")
    act(fight, "power:0:@bob")
    to_turn(fight, "dee")
    act(fight, "drop:sword")
    act(fight, "aid:@ann")
    at_a_joint(fight)
    fight.rule("remove", who="gil")
    fight.rule("wound", who="dee", wound="terrified", source="bob", severity=2)
    fight.rule("wound", who="dee", wound="Exposed", defense="Ward")
    fight.rule("wound", who="dee", wound="vulnerable", energy="Psychic", rounds=2)
    fight.rule("boon", who="ann", boon="Hidden", **{"from": "cat"})
    fight.rule("boon", who="ann", boon="Fortified", defense="Grit", rounds=3)
    fight.rule("end_boon", who="bob", boon="Immune")
    fight.rule("fate", who="cat", **{"is": "dying"})
    fight.rule("armor", who="dee", suits="no")
    fight.rule("refuse_aid", who="eve")
    stances(fight)  # the next joint
    new = again(fight)
    for id in ("ann", "dee", "eve", "bob", "cat"):
        old, now = who(fight, id), who(new, id)
        assert (now.hp, now.stress, now.soak_marked, now.beacon) == (old.hp, old.stress, old.soak_marked, old.beacon)
        assert now.uses == old.uses
        assert wounds(new, id) == wounds(fight, id) and boons(new, id) == boons(fight, id) and at(new, id) == at(fight, id)
        assert (now.status, now.stable, now.armor_word, now.aid_refused) == (old.status, old.stable, old.armor_word, old.aid_refused)
        assert [item.id for item in now.held] == [item.id for item in old.held]
        assert [item.id for item in now.readied] == [item.id for item in old.readied]
        assert [(m.kind, m.level, m.param, m.left, m.trait) for m in [*now.wounds, *now.boons] if m.kind != 1] == [
            (m.kind, m.level, m.param, m.left, m.trait) for m in [*old.wounds, *old.boons] if m.kind != 1
        ]
    # Gil is gone, so everybody after him has another place in the list: sources follow.
    assert who(new, "dee").wounds[0].source == who(new, "bob").index == 3
    assert hidden_from(arena(new), who(new, "ann"), who(new, "cat")) and not hidden_from(arena(new), who(new, "ann"), who(new, "bob"))
    assert who(new, "ann").unloaded == ["light-crossbow"] and who(new, "ann").aided_by == who(new, "dee").index
    assert [(one.x, one.y, one.item.id) for one in arena(new).ground] == [(5, 6, "sword")]
    assert who(new, "cat").stable is False and hp(new, "cat") == [0]


@clause("TI-146", "TI-147")
def test_the_ground_the_gms_words_and_the_clocks_are_kept() -> None:
    clock: Row = {"name": "gate", "size": 6, "rounds": 5, "at": [3, 3]}
    rows = ["t..................."] + ["...................."] * 11
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5))], map={"rows": rows, "legend": {"t": ["tank"]}}, clocks=[clock])
    fight.rule("terrain", x=7, y=7, **{"is": "difficult, soft cover"})
    fight.rule("burst")
    fight.rule("pair", who="bob", to="ann", what="concealed", **{"is": "yes"})
    fight.rule("senses", what="sword", depends_on="sound")
    fight.rule("lessen", wounds="lower")
    fight.rule("resist_number", base=15)
    fight.rule("tick", name="gate", segments=2)
    fight.rule("objective", name="lever", size=4, rounds=1)
    at_a_joint(fight)
    stances(fight)  # a joint of round 2
    new = again(fight)
    old, now = arena(fight), arena(new)
    assert [bits & ~128 for bits in old.map.terrain] == now.map.terrain
    assert is_concealed(now, who(new, "ann"), who(new, "bob"), 0) and not is_concealed(now, who(new, "bob"), who(new, "ann"), 0)
    assert (now.senses, now.lessen, now.resist_base) == ({"sword": 2}, "lower", 15)
    # In round 2 the lever's time is over, the gate's is not.
    assert now.round == 2
    assert [(one.name, one.filled, one.rounds, one.x) for one in now.clocks] == [("gate", 2, 5, 3), ("lever", 0, 1, -1)]


def test_waves_go_on_counting_and_a_ceasefire_is_not_offered_twice() -> None:
    """Bob, Winded, has offered one after the first turn; guards come in round 3. Written down in round 2."""
    wave: Row = {"first": 3, "every": 2, "combatants": [foe("guard", (1, 1))]}
    truce: Row = {"kind": "ceasefire", "side": "foes", "who": "bob"}
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5), hp=20, max_hp=40)], waves=[wave], goals=[truce])
    stances(fight)
    answer(fight, "stop")
    assert asked(fight) == "offer truce:"
    answer(fight, "no")
    at_a_joint(fight)
    stances(fight)
    new = again(fight)
    assert arena(new).round == 2
    answer(new, "stop")
    answer(new, "stop")
    assert arena(new).round == 3 and asked(new) == "stance:ann" and "guard-1" in [one.id for one in arena(new).creatures]


@clause("TI-146", "TI-147")
def test_what_the_gm_said_in_advance_and_what_players_learned_are_kept() -> None:
    """Ann's 17 has missed Bob's Iron 18: it is 18 or more."""
    fight = begin([person("ann", (5, 5)), foe("gil", (1, 1)), foe("bob", (6, 5), iron=18)], [15, 3, 2, 2])
    to_turn(fight, "ann")
    fight.rule("remove", who="gil")
    act(fight, "attack:sword:skirmish:@bob")
    sand: Row = {"what": "kick sand", "action": "Finesse", "defense": "Iron", "target": "bob", "wound": "blinded", "kind": "ranged"}
    fight.rule("improvise", who="ann", **sand)
    fight.rule("improvise", who="bob", what="lift the bar", action="Skirmish", number=14)
    fight.rule("forbid", about="act", who="bob", option="attack:sword:skirmish:@ann", why="he is bound")
    fight.rule("force", who="bob", what="attack", faces=[1, 1, 1])
    fight.rule("position", position="desperate")
    answer(fight, "stop")  # the next joint: round 2
    new = again(fight)
    stances(new)
    assert asked(new) == "act:bob" and "attack:sword:skirmish:@ann" not in offered(new) and "other:1" in offered(new)
    assert arena(new).position == 2 and who(new, "bob").learned == {"Iron": (18, 99)}
    offers = [(one.who, one.label, one.target, one.kind) for one in arena(new).improvised]
    assert offers == [(0, "kick sand", 1, 1), (1, "lift the bar", -1, -1)]
    act(new, "attack:sword:finesse:@ann")
    assert [entry.faces for entry in new.entries if entry.do == "roll"] == [[1, 1, 1]]
    assert json.loads(json.dumps(again(fight).export())) == json.loads(json.dumps(fight.export()))


@clause("TI-16", "TI-21")
def test_a_fight_written_down_before_it_began_begins_with_its_ambush() -> None:
    fight = begin([person("ann", (5, 5), watchful=False, awareness="roll"), foe("bob", (9, 5), lurking=True)])
    new = again(fight)
    assert asked(new) == asked(fight) == "awareness:ann" and arena(new).key() == arena(fight).key()
    answer(fight, "surprised")
    for one in (fight, again(fight)):
        assert asked(one) == "act:bob" and who(one, "ann").surprised and who(one, "bob").ambushing


def test_a_fight_that_is_over_is_written_down_as_over() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5))])
    fight.rule("end", result="ceasefire", why="it rains")
    outcome = again(fight).outcome
    assert outcome is not None and (outcome.result, outcome.why) == ("ceasefire", "it rains")


@pytest.mark.parametrize(("state", "why"), [
    ({"stage": 3}, "round 1 or later"),
    ({"round": 1, "stage": 9}, "5"),
    ({"round": 1, "forbidden": {"stop": "no"}}, "about:who:option"),
    ({"round": 1, "improvised": [{"who": "nobody", "what": "sing", "action": "Sway"}]}, "called 'nobody': there are ann, bob"),
    ({"round": 1, "improvised": [{"who": "ann", "what": "sing", "action": "Sing"}]}, "no Action called 'Sing'"),
    ({"round": 1, "improvised": [{"who": "ann", "what": "sing", "action": "Sway", "wound": "Slammed"}]}, "a name and a severity"),
    ({"round": 1, "forces": [{"who": "ann", "faces": ["six"]}]}, "faces"),
])  # fmt: skip
def test_a_state_that_cannot_be_is_refused(state: Row, why: str) -> None:
    with pytest.raises(FileProblem, match=why):
        scene([person("ann", (5, 5)), foe("bob", (9, 5))], state=state)


@pytest.mark.parametrize("name", ["standard", "kiln-yard", "toll-bridge", "reed-causeway", "toll-gang"])
def test_an_export_of_an_export_is_the_same(name: str) -> None:
    """In random fights, at several moments."""
    dicey = Dicey(f"export {name}")
    fight = play(sample(f"tiers/{name}"), seed=f"export {name}")
    for turn in range(60):
        if not fight.questions:
            break
        question = fight.questions[0]
        fight.answer(question.id, question.options[dicey.below(len(question.options))].id)
        if turn % 15 == 14:
            data = json.loads(json.dumps(fight.export()))
            new = from_data(data).battle()
            assert json.loads(json.dumps(fight.system.export(new))) == data
            # Everything a later step needs is there (a tank that has burst is drawn as none).
            if not arena(fight).tank_burst:
                assert new.key() == fight.checkpoints[-1].battle.key()


def test_points_beyond_what_a_file_may_say_are_refused_and_the_most_is_written_down() -> None:
    fight = begin([person("ann", (1, 1)), foe("bob", (5, 5))])
    fight.rule("beacon", who="ann", points=99)
    with pytest.raises(Malformed, match="nobody has more than 99 Beacon Points: Ann can get 0"):
        fight.rule("beacon", who="ann", points=1)
    assert who(again(at_a_joint(fight)), "ann").beacon == 99


def test_the_round_in_which_a_wound_was_gained_is_shown_and_kept() -> None:
    fight = begin([person("ann", (1, 1)), foe("bob", (5, 5))])
    fight.rule("wound", who="bob", wound="burning", severity=2)
    rows = fight.view("gm")["units"][1]["conditions"]
    assert [row["since"] for row in rows if row["name"] == "burning"] == ["round 1"]
    assert [mark.since for mark in who(again(at_a_joint(fight)), "bob").wounds] == [1]
