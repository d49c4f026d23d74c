"""Why something may not be done on a turn (chapters E, L, M): `why_not` is the one source of legality."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quintain.systems.escalation.fields_blocks import Readied
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import targeting
from quintain.systems.escalation.rules.move_options import why_held, why_not_go, why_stuck
from quintain.systems.escalation.rules.positions import engaged_mask, nearby, next_to
from quintain.systems.escalation.rules.sheet import ALL_ACTIONS, DYING, HAS_MOVE, HAS_STANDARD, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_options import (
    TurnOption,
    can_pay,
    chosen_foes,
    cost_of,
    effect_to_end,
    is_helpless,
    one_target,
    read_option,
    waits,
)


def why_not_at_all(battle: Skirmish, fighter: Fighter, power: Power) -> str:
    """Why a power cannot be used now, whoever the target."""
    if not can_pay(fighter, power.action):
        return f"no {b.ACTIONS[power.action]} action left"
    reason = targeting.why_not_usable(battle, fighter, power)
    if reason:
        return reason
    return "" if targeting.legal_targets(battle, fighter, power) else "no legal target"


def why_not(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    """Why this may not be done now; "" when it may."""
    if option.kind == "end":
        return ""
    if option.power >= len(fighter.block.powers) and option.what.takes == "power":
        return "there is no such power"
    cost = cost_of(battle, fighter, option)
    if not can_pay(fighter, cost):
        return f"no {b.ACTIONS[cost]} action left"
    if cost == b.FREE and battle.refuse_free and option.kind in ("use", "release"):
        return "the GM allows no more free actions"
    if option.what.on == "target":  # what is asked most often, by its own way
        return _why_not_power(battle, fighter, option)
    if option.going is not None:
        return why_not_go(battle, fighter, option.going)
    return _WHY_NOT[option.kind](battle, fighter, option)


def _why_not_power(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    power = fighter.block.powers[option.power]
    if fighter.conditions & b.CONFUSED and power.rolls:
        return "confused: the next attack goes at a random ally"
    if power.trigger or waits(fighter, power):
        return "only when something sets it off"
    reason = targeting.why_not_usable(battle, fighter, power)
    if reason:
        return reason
    if option.kind == "swoop":
        return _why_not_swoop(battle, fighter, power, option.to)
    if option.to == "":
        if one_target(power) and power.targets.who != b.SELF:
            return "a target must be named"
        return "" if targeting.legal_targets(battle, fighter, power) else "no legal target"
    target = battle.named(option.to)
    if target is None:
        return "nobody of that name is here"
    if option.kind == "coup":
        return _why_not_coup(battle, fighter, power, target)
    return targeting.why_not_target(battle, fighter, power, target)


def _why_not_coup(battle: Skirmish, fighter: Fighter, power: Power, target: Fighter) -> str:
    """ES-160: all three actions, one helpless enemy engaged with you and nobody else."""
    if power.kind != b.MELEE or not power.rolls or not one_target(power):
        return "that is no blow for it"
    if fighter.actions != ALL_ACTIONS:
        return "it takes the move and the quick action too"
    if not is_helpless(target):
        return f"{target.name} is not helpless"
    if not fighter.engaged & target.bit:
        return "not engaged with it"
    if engaged_mask(battle, fighter) & ~target.bit:
        return "others are engaged with you"
    return targeting.why_not_target(battle, fighter, power, target)


def _why_not_swoop(battle: Skirmish, fighter: Fighter, power: Power, to: str) -> str:
    """ES-79, R-36: a free flyer, an airborne enemy nearby, a move action and the melee attack in one turn."""
    target = battle.named(to)
    if battle.switches.slip_past:
        return "at this table a swoop slips past"
    if target is None or target.state != UP or target.team == fighter.team or not nearby(fighter, target):
        return "no enemy of that name is nearby"
    if target.hidden:
        return "nobody here has seen it"
    if power.kind != b.MELEE or not power.rolls:
        return "only a melee attack can be made in passing"
    if not fighter.airborne or not target.airborne:
        return "both must be in the air"
    if engaged_mask(battle, fighter):
        return "only while free"
    if not fighter.actions & HAS_MOVE or not fighter.actions & HAS_STANDARD:
        return "it takes a move and a standard action"
    return why_stuck(fighter) or targeting.why_not_in_passing(battle, fighter, power, target)


def _why_not_disengage(battle: Skirmish, fighter: Fighter, to: str) -> str:
    foes = engaged_mask(battle, fighter)
    if not foes:
        return "not engaged"
    held = why_held(fighter)
    if held:
        return held
    if fighter.disengage_failed and not battle.switches.retry_disengage:
        return "failed once this turn already"
    if not to:
        return ""
    if not battle.switches.partial_disengage:
        return "one disengages from everyone or from nobody"
    return "" if chosen_foes(battle, fighter, to) else "not engaged with it"


def _why_not_ally(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    ally = battle.named(option.to)
    if ally is None or ally.team != fighter.team or not ally.is_present():
        return "no ally of that name is here"
    if option.kind == "potion":
        return _why_not_potion(battle, fighter, ally)
    if ally.number == fighter.number:
        return "not on oneself"
    if not next_to(fighter, ally):
        return f"not next to {ally.name}"
    if option.kind == "help":
        return "" if ally.gasp is not None else f"{ally.name} is not at its last gasp"
    return "" if ally.state == DYING else f"{ally.name} is not dying"


def _why_not_potion(battle: Skirmish, fighter: Fighter, ally: Fighter) -> str:
    if fighter.potions < 1:
        return "no potion left"
    if ally.block.recovery_die == 0:
        return f"{ally.name} has no recoveries"
    if ally.conditions & b.NO_RECOVERY:
        return f"{ally.name} cannot use recoveries for now"
    if ally.number == fighter.number or next_to(fighter, ally):
        return ""
    return f"not next to {ally.name}"


def _why_not_rally(fighter: Fighter) -> str:
    """ES-86, ES-87: once per battle; again only after a save."""
    if fighter.block.kind != b.PC:
        return "only player characters rally"
    if fighter.conditions & b.NO_RECOVERY:
        return "no recoveries for now"
    if fighter.rallies == 0 or fighter.rally_allowed:
        return ""
    return "barred from rallying this round" if fighter.rally_barred else "a save comes first"


def _why_not_try_rally(fighter: Fighter) -> str:
    if fighter.block.kind != b.PC or fighter.rallies == 0:
        return "the first rally needs no save"
    if fighter.rally_allowed or fighter.rally_barred:
        return "one try per turn"
    return "" if fighter.actions & HAS_STANDARD else "no standard action left to rally with"


def _why_not_delay(battle: Skirmish, fighter: Fighter) -> str:
    """ES-10, R-05: only before any standard, move or quick action."""
    if battle.stepped_in:
        return "this is the delayed turn"
    if battle.phase == b.AMBUSH:
        return "not in an ambush round"
    allowance = ALL_ACTIONS & ~HAS_MOVE if fighter.conditions & b.LOSES_MOVE else ALL_ACTIONS
    return "" if fighter.actions & allowance == allowance else "something has been done already this turn"


def _why_not_flee(battle: Skirmish, fighter: Fighter) -> str:
    if fighter.team != 0 or fighter.block.kind != b.PC:
        return "only the party flees"
    return "refused this turn already" if battle.flight_refused else ""


def _why_not_stunt(battle: Skirmish, fighter: Fighter, place: int) -> str:
    if place >= len(battle.stunts):
        return "no such stunt"
    stunt = battle.stunts[place]
    if stunt.whom >= 0 and stunt.whom != fighter.number:
        return "it is offered to somebody else"
    return why_stuck(fighter)


def _why_not_end(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    """Ending an effect by an action (an arrow pulled out, a sleeper shaken awake): its bearer does it, or an ally next to it."""
    each, bearer = effect_to_end(battle, option.to, option.power), battle.named(option.to)
    if each is None or bearer is None or not bearer.is_present():
        return "there is nothing to end"
    own = bearer.number == fighter.number
    if bearer.team != fighter.team or not each.effect.ends_by_whom & (b.BY_BEARER if own else b.BY_ALLY):
        return "somebody else must do that"
    if each.effect.ends_by == b.FREE and battle.refuse_free:
        return "the GM allows no more free actions"
    return "" if own or next_to(fighter, bearer) else f"not next to {bearer.name}"


def _why_not_release(battle: Skirmish, fighter: Fighter, to: str) -> str:
    victim = battle.named(to)
    return "" if victim is not None and victim.grabber == fighter.number else "it holds nobody of that name"


def _why_not_confused(battle: Skirmish, fighter: Fighter) -> str:
    return "" if fighter.conditions & b.CONFUSED and targeting.confused_power(battle, fighter) is not None else "not confused"


_WHY_NOT: Final[dict[str, Callable[[Skirmish, Fighter, TurnOption], str]]] = {
    "stabilise": _why_not_ally, "potion": _why_not_ally, "help": _why_not_ally, "break": _why_not_end,
    "move": lambda battle, fighter, option: "no way is named",
    "disengage": lambda battle, fighter, option: _why_not_disengage(battle, fighter, option.to),
    "rally": lambda battle, fighter, option: _why_not_rally(fighter),
    "try rally": lambda battle, fighter, option: _why_not_try_rally(fighter),
    "delay": lambda battle, fighter, option: _why_not_delay(battle, fighter),
    "ready": lambda battle, fighter, option: "a readied action is held already" if fighter.readied is not None else "",
    "flee": lambda battle, fighter, option: _why_not_flee(battle, fighter),
    "reload": lambda battle, fighter, option: "" if fighter.unloaded >> option.power & 1 else "it is loaded",
    "release": lambda battle, fighter, option: _why_not_release(battle, fighter, option.to),
    "stunt": lambda battle, fighter, option: _why_not_stunt(battle, fighter, option.power),
    "confused": lambda battle, fighter, option: _why_not_confused(battle, fighter),
}  # fmt: skip
"""Why each other kind of option may not be done, its cost apart."""


def readied_option(battle: Skirmish, holder: Fighter, readied: Readied, actor: Fighter) -> TurnOption | None:
    """ES-25: the readied option with its target filled in, if it can be done now."""
    option = read_option(readied.option.replace("*", actor.id))
    if option is None:
        return None
    kept = holder.actions
    holder.actions = ALL_ACTIONS
    reason = why_not(battle, holder, option)
    holder.actions = kept
    if option.kind == "use":
        option.rolls = holder.block.powers[option.power].rolls
    return None if reason else option
