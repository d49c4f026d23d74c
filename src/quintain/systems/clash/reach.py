"""Where a target is met in the course of a round (CL-84), for attacks and for help alike."""

from __future__ import annotations

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
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


def heals_now(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """A healing ability needs a conscious ally in the zone (8.4)."""
    if battle.unit(at).sheet.abilities[declared.ability].heal <= 0 or declared.aim < 0:
        return False
    if not battle.unit(declared.aim).is_active():
        return False
    return any(battle.together(battle.turn(at).strike, place) for place in moments(battle, declared.aim))


def draws_strength(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """An attack that heals gives its dice to the attacker where it makes a Full Hit (8.4)."""
    now = battle.this_round()
    unit = battle.unit(at)
    if not declared.attacks() or unit.sheet.abilities[declared.ability].heal <= 0 or unit.takes() != v.HEALTH:
        return False
    return any(strike.attacker == at and strike.band == v.FULL for strike in now.strikes)
