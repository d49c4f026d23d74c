"""What everybody may suppose of a figure that only the GM knows (section 7)."""

from __future__ import annotations

from typing import Final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.figures import defence_against, printed_defence
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.terms import attack_terms

SPANS: Final = {b.AC: (12, 21), b.PD: (8, 19), b.MD: (8, 19)}
"""A printed defence lies within so much of the creature's level, which everybody may know."""


def supposed(target: Fighter, which: int) -> tuple[int, int]:
    """The lowest and the highest a printed defence can be: by level, narrowed by what has been seen to hit and to miss."""
    low, high = SPANS[which]
    low, high = target.block.level + low, target.block.level + high
    seen = target.learned.get(b.DEFENCES[which], (low, high))
    return min(max(low, seen[0]), seen[1]), max(min(high, seen[1]), seen[0])


def faces_needed(battle: Skirmish, attacker: Fighter, power: Power, target: Fighter, opportunity: bool = False) -> tuple[int, int]:
    """The face from which an attack hits, at least and at most, as whoever runs the attacker may know it."""
    if attacker.team != 0 or target.team == 0:
        bonus = attack_terms(battle, attacker, power, target, opportunity=opportunity, told=False).total
        needed = _face(defence_against(battle, target, power, attacker, opportunity) - bonus)
        return needed, needed
    supposing = battle.supposing
    battle.supposing = attacker.team  # what is printed on its foes, and nobody has seen, does not count
    bonus = attack_terms(battle, attacker, power, target, opportunity=opportunity, told=False).total
    more = defence_against(battle, target, power, attacker, opportunity) - printed_defence(target, power.defence)
    battle.supposing = supposing
    low, high = supposed(target, power.defence)
    return _face(low + more - bonus), _face(high + more - bonus)


def _face(needed: int) -> int:
    """ES-91, ES-95: a 1 always misses, a 20 always hits."""
    return max(2, min(20, needed))
