"""Who may strike at an opening, and who may step in the way (chapters H and K): facts that rules, screens and tactics share."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.figures import meets_needs
from quintain.systems.escalation.rules.positions import covered_by, engaged_mask
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.traits import bonuses


def may_intercept(battle: Skirmish, defender: Fighter, mover: Fighter, goal: Fighter | None) -> bool:
    """ES-61 to ES-63, ES-76, ES-77, R-21, R-23: is this creature allowed to step in the way? Nobody stops whom nobody has seen;
    it is a free action, so the GM may refuse it (ES-29, ES-33). Without a goal the mover goes at nobody: it is stopped only by those
    whom the GM rules it to go past (R-80)."""
    if defender.team == mover.team or defender.state != UP or defender.zone != mover.zone:
        return False
    if goal is not None and (defender.number == goal.number or defender.zone != goal.zone or not goal.is_present()):
        return False
    if defender.conditions & (b.CANNOT_ACT | b.STUCK) or defender.grabber >= 0:
        return False
    if battle.surprised & defender.bit and not battle.switches.surprised_react:
        return False
    if mover.airborne and battle.head_room[mover.zone] and not defender.airborne:
        return False
    if mover.hidden or battle.refuse_free:
        return False
    if mover.slipping and defender.airborne:
        return False
    if mover.block.bonuses and bonuses.slips(battle, mover, b.SLIPS_PAST, defender):
        return False
    if engaged_mask(battle, defender) and not (defender.block.intercepts_engaged and not defender.barred_way):
        return False
    ruled = battle.past.get(mover.number * 1000 + defender.number)
    if ruled is not None:
        return ruled
    return goal is not None and _covers(battle, defender, goal)


def _covers(battle: Skirmish, defender: Fighter, goal: Fighter) -> bool:
    return battle.switches.any_free_intercepts or covered_by(goal, defender)


def may_strike(battle: Skirmish, striker: Fighter, actor: Fighter) -> bool:
    """ES-59, R-23 and conditions: can it make an opportunity attack on the actor?"""
    if striker.state != UP or striker.block.basic_melee < 0 or striker.block.makes_no_opportunity:
        return False
    needs = striker.block.powers[striker.block.basic_melee].needs
    if needs.any and meets_needs(battle, striker, needs):
        return False
    barred = b.CANNOT_ACT | b.CONFUSED | b.NO_OPPORTUNITY | b.NO_ATTACK
    if striker.conditions & barred or striker.grabber >= 0:
        return False
    if battle.surprised & striker.bit and not battle.switches.surprised_react:
        return False
    if battle.refuse_free or actor.hidden or (battle.switches.one_opportunity and striker.opportunities > 0):
        return False
    return bool(striker.engaged & actor.bit)


def drawn_by(battle: Skirmish, fighter: Fighter, power: Power, at: int) -> int:
    """ES-53, ES-54, R-30: whom a shot or a spell made in melee at these draws."""
    if power.kind == b.CLOSE or fighter.engaged == 0 or (power.kind == b.MELEE and not power.spell):
        return 0
    foes = engaged_mask(battle, fighter)
    if not power.spell:
        foes &= ~at
    return foes
