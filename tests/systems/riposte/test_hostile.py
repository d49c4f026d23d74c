"""A table that does everything at once: rulings, nested questions, typed dice, undo, redo, forks, edits and exports at random."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest

from quintain.engine import Fight, Refusal, view
from quintain.library.encounters import fight_of, from_data, play, sample
from tests.systems.riposte.scene import field
from tests.systems.riposte.whims import Whims, check_export, joint

NONSENSE = ["", "engage:zed", "move@99,99", "engage:odalys:STR/9@0,0", "heal:ivo/-1", "check:t:LUK", "put:ivo@0,0", "equip/-7"]


def busy(name: str, seed: int) -> Fight:
    """A shipped encounter with every nested question the switches can bring; every other one with held results and typed dice."""
    data = deepcopy(sample(name).data)
    options = data.setdefault("options", {})
    assert isinstance(options, dict)
    options.update({"riposte.choice": "optional", "weapon.switch": "any_time", "stabilise.after_win": "gm"})
    options["turns.order"] = "interleave"
    fight = play(from_data(data), seed=f"hostile {seed}")
    if seed % 2:
        fight.hold_results()
        fight.type_dice("*")
    return fight


def check_possible(fight: Fight) -> None:
    """Nobody is where nobody can be, nobody is asked who is gone, and every seat has a view without those hidden from it."""
    battle = field(fight)
    squares: list[int] = []
    for fighter in battle.crew:
        assert 0 <= fighter.hp <= fighter.block.max_hp and battle.sides[fighter.team] == fighter.side
        assert fighter.up == (fighter.status == "up") and -1 <= fighter.weapon < len(fighter.block.weapons)
        if fighter.up and not battle.closed:
            assert fighter.hp > 0 and fighter.place >= 0
            squares.append(fighter.place)
    assert not battle.ground.is_grid or len(squares) == len(set(squares))
    assert not any(asked.question is not None and asked.question.withdrawn() for asked in fight.questions)
    shown = json.dumps({part: value for part, value in view(fight, "zed").items() if part != "log"})
    for unit in battle.units:
        if unit.hidden and unit.controller != "players":
            assert f'"{unit.id}"' not in shown


def something(fight: Fight, whims: Whims) -> None:
    """One thing that somebody at this table does."""
    deed = whims.below(20)
    asked = fight.questions[0]
    if deed < 7:
        fight.rule_with(*whims.ruling())
    elif deed == 7:
        fight.undo(fresh=whims.below(2) == 1)
    elif deed == 8:
        fight.redo()
    elif deed == 9 and fight.entries:
        fight.undo_to(whims.below(len(fight.entries)))
    elif deed == 10 and fight.entries:
        fight.amend(whims.below(len(fight.entries)), faces=[whims.below(100)])
    elif deed == 11:
        check_export(joint(fight))
    elif deed == 12:
        fight.answer(asked.id, whims.one(NONSENSE))
    elif deed == 13 and asked.options:
        fight.odds(asked.id, asked.options[0].id, seat=whims.one(["gm", "zed"]), most=200)
    elif asked.pending is not None:
        fight.enter(asked.id, [whims.below(100)])
    else:
        whims.go_on()


@pytest.mark.parametrize("name", ["riposte/cellar", "riposte/ferry"])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_table_does_the_fight_stays_possible_replays_and_ends(name: str, seed: int) -> None:
    fight = busy(name, seed)
    whims = Whims(f"hostile {name} {seed}", fight)
    refused = 0
    for _ in range(45):
        if not fight.questions or not fight.battle.units:
            break
        before = json.dumps(fight.record)
        try:
            something(fight, whims)
        except Refusal:
            refused += 1
            assert json.dumps(fight.record) == before
        check_possible(fight)
    assert refused > 0
    fork = fight.fork()
    assert fork.battle.key() == fight.battle.key()
    fork.hold_results(False)
    fork.type_dice("*", False)
    fork.automate("*", "steady")
    assert fork.outcome is not None
    for one in (fight, fork):
        again = fight_of(json.loads(json.dumps(one.record)))
        assert again.battle.key() == one.battle.key()
        assert [event.as_data() for event in again.events] == [event.as_data() for event in one.events]
        assert again.doubts == []
