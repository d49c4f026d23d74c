"""A running fight written as an encounter and loaded again is the same fight, from a new round on."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Fight
from quintain.library.encounters import from_data, play, sample
from quintain.systems.tiers.situation import hidden_from, is_concealed
from tests.conformance.enrolled import Dicey
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    arena,
    at,
    begin,
    boons,
    foe,
    hp,
    next_round,
    person,
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
    assert [bits & ~128 for bits in old.field.terrain] == now.field.terrain
    assert is_concealed(now, who(new, "ann"), who(new, "bob"), 0) and not is_concealed(now, who(new, "bob"), who(new, "ann"), 0)
    assert (now.senses, now.lessen, now.resist_base) == ({"sword": 2}, "lower", 15)
    # Two rounds are gone: three are left for the gate, and the lever's time is over.
    assert [(one.name, one.filled, one.rounds, one.x) for one in now.clocks] == [("gate", 2, 3, 3)]


def test_waves_go_on_counting_and_a_ceasefire_is_not_offered_twice() -> None:
    wave: Row = {"first": 4, "every": 2, "combatants": [foe("guard", (1, 1))]}
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], waves=[wave])
    at_a_joint(fight)
    stances(fight)
    answer(fight, "stop")
    assert arena(again(fight)).waves[0].first == 2


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
            encounter = from_data(data)
            new = play(encounter, seed="again")
            assert json.loads(json.dumps(new.system.export(new.checkpoints[0].battle)))["combatants"] == data["combatants"]
