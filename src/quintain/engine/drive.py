"""Driving a system through a fight, joint by joint. The same for every reading."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import Battle
from quintain.engine.reading import FightOver, Reading
from quintain.engine.refusal import RuleError
from quintain.engine.system import System

MOST_STEPS: Final = 1_000_000


def next_joint(system: System, battle: Battle) -> bool:
    """Go to the next joint; False when the fight is over and settled."""
    if battle.closed:
        return False
    try:
        if battle.outcome is not None:
            battle.closing = True
            system.after(battle)
            battle.closed = True
        elif not battle.begun:
            system.begin(battle)
            battle.begun = True
        else:
            system.step(battle)
    except FightOver:
        if battle.outcome is None:
            raise RuleError("a fight was left as over without an outcome") from None
    return True


def run_to_end(system: System, battle: Battle, reading: Reading) -> None:
    """From here to the end, without stopping at the joints."""
    battle.read_by(reading)
    steps = 0
    while next_joint(system, battle):
        steps += 1
        if steps > MOST_STEPS:
            raise RuleError("this fight does not end: its system has no cap on rounds that bites")
