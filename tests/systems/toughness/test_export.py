"""A running fight written out as an encounter goes on as it would have gone on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Refusal, sample_fight
from quintain.engine.sample import SampleReading, Tactics
from quintain.library.encounters import from_data, play, sample
from quintain.systems.toughness import SYSTEM
from quintain.systems.toughness.sheet import Fray
from tests.conformance.enrolled import joints
from tests.systems.toughness.scene import BOW, SWORD, Scene, foe, one


def onward(fray: Fray, seed: str) -> tuple[Any, ...]:
    """How a fight goes on from here with these dice and random choices."""
    end = sample_fight(SYSTEM, fray, SampleReading(Tactics(SYSTEM, {"*": "random"})), seed)
    assert isinstance(end, Fray) and end.outcome is not None
    return (end.round, end.outcome.result, end.outcome.winner, json.dumps(SYSTEM.left(end), sort_keys=True))


@pytest.mark.parametrize("name", ["standard", "bridge", "pens", "vault"])
def test_a_fight_that_was_written_out_goes_on_in_the_same_way(name: str) -> None:
    for number in range(3):
        fight = play(sample(f"toughness/{name}"), seed=f"{name}:{number}", auto={"*": "random"})
        between = [battle for battle in joints(fight)[1:] if battle.outcome is None]
        assert len(between) > 5
        for fray in between[:: len(between) // 5]:
            assert isinstance(fray, Fray)
            written = json.loads(json.dumps(SYSTEM.export(fray)))
            again = from_data(written).battle()
            assert isinstance(again, Fray)
            assert SYSTEM.export(again) == written
            assert onward(again, f"on:{number}") == onward(fray, f"on:{number}"), f"{name} {number} round {fray.round}"


def test_holds_weapons_preparations_stances_and_the_gms_word_are_written_out() -> None:
    # Ann holds Rat (15 hits 11, 20 beats 1); Bob has dropped his sword and prepared; Cat is exposed and owes a turn.
    scene = Scene(
        one("ann", [0, 0]), one("bob", [0, 2], weapons=[SWORD, BOW]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[15, 20, 1]
    )
    scene.do("hold:rat")
    scene.do("end")
    scene.do("drop", "turn of bob")
    scene.do("prepare:fall:aid", "turn of bob")
    scene.rule("mark", who="cat", state="Wounded")
    scene.rule("modify", who="cat", slot="melee", amount=3, rounds=2)
    scene.rule("set", who="cat", stat="revealed", value=True)
    scene.do("end")
    scene.do("delay", "turn of rat")
    fray = scene.fight.checkpoints[-1].battle
    again = from_data(json.loads(json.dumps(SYSTEM.export(fray)))).battle()
    assert isinstance(fray, Fray) and isinstance(again, Fray)
    assert [fighter.key_at(again.now) for fighter in again.fighters] == [fighter.key_at(fray.now) for fighter in fray.fighters]
    assert (again.round, again.here("rat").held_by, again.here("bob").prepared) == (1, "ann", "fall:aid")
    assert again.here("cat").exposed_until - again.now == fray.here("cat").exposed_until - fray.now


def test_a_newcomer_to_a_written_out_fight_rolls_for_its_place() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.end_turns(3)
    written: Any = json.loads(json.dumps(SYSTEM.export(scene.fight.checkpoints[-1].battle)))
    written["combatants"].append(foe("cat", [9, 4]))
    fight = play(from_data(written), seed="newcomer", dice=[20])
    cat = fight.battle.find("cat")
    assert cat is not None and fight.battle.round == 2 and fight.script_left == []
    assert fight.questions[0].who == "cat"  # level with Ann, so directly behind her, whose turn has just ended


def test_what_the_gm_said_what_players_learned_and_shut_exits_are_written_out() -> None:
    # 15 + 1 hits: Defense 16 at most. The blow against 18 does nothing: Toughness at least 18 - 20.
    tough = {"feats": [{"slot": "toughness", "amount": 30}]}
    rows = [">..................."] * 3
    scene = Scene(one("ann", [1, 1]), foe("rat", [2, 1], **tough), dice=[15, 10], map=rows)
    scene.do("attack:sword:rat:lethal")
    scene.rule("exit", at="0,1", open=False)
    scene.rule("exit", at="9,1")
    scene.rule("forbid", about="turn", who="rat", option="yield", why="it is too proud")
    scene.rule("force", who="rat", what="attack", faces=[7])
    scene.do("end")
    written: Any = json.loads(json.dumps(scene.fight.export()))
    again = play(from_data(written), seed="on")
    fray = again.battle
    assert isinstance(fray, Fray)
    assert sorted(fray.exits) == sorted(scene.fray.exits)
    assert fray.here("rat").learned == scene.of("rat").learned == {"Defense": (0, 16), "Toughness": (-2, 99)}
    assert "yield" not in [option.id for option in again.questions[0].options]
    assert fray.forbidden == {"turn:rat:yield": "it is too proud"}
    again.answer(again.questions[0].id, "attack:sword:ann:lethal")
    assert "7 + 1 = 8" in next(event.text for event in again.events if event.kind == "attack")  # the face that was fixed


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"prepared": "attack:end"}, "only standard and move actions"),
        ({"prepared": "attack:dance"}, "only standard and move actions"),
        ({"prepared": "attack:prepare:move:charge"}, "only standard and move actions"),
        ({"prepared": "attack:prepare:attack:prepare:attack:item"}, "only standard and move actions"),
        ({"prepared": "sneeze:item"}, "a trigger is"),
        ({"pinned": True}, "nobody holds it"),
        ({"held_by": "cat"}, "within reach"),
        ({"held_by": "rat"}, "nobody else by that name"),
        ({"learned": {"Defense": [9, 3]}}, "its lowest and its highest"),
    ],
)
def test_a_state_that_nobody_can_be_in_is_refused(state: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence) as no:
        Scene(one("ann", [1, 1]), foe("rat", [2, 1], state=state), foe("cat", [9, 1]))
    assert type(no.value).__name__ in ("FileProblem", "Malformed")
