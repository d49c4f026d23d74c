"""Where a target is met in the course of a round (CL-84), for attacks and for help alike."""

from __future__ import annotations

from quintain.systems.clash.sheet import ClashBattle
from quintain.systems.clash.zones import Place


def moments(battle: ClashBattle, at: int) -> list[Place]:
    """The places in which a target can be met in this round, in order (CL-84, R-06)."""
    turn = battle.turn(at)
    if turn.end is turn.start:
        return [turn.start]
    rule = battle.switches.moving_target_reach
    if rule == "start":
        return [turn.start]
    if rule == "end":
        return [turn.end]
    return [turn.start, *turn.passed, turn.end]
