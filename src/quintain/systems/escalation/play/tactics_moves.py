"""Where the machine goes: at whom it charges, what it keeps clear of, behind whom it stands, where it starts."""

from __future__ import annotations

from quintain.engine.question import Option, Plain
from quintain.engine.tactic import CAREFUL, RECKLESS
from quintain.systems.escalation.play.tactics_values import (
    THIRD,
    best_shield,
    prefers_range,
    steps_away,
    worth,
    worth_of,
)
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import targeting, turn_options
from quintain.systems.escalation.rules.move_options import AWAY, BEHIND, ENGAGE, STAY, ZONE, Going, why_not_go
from quintain.systems.escalation.rules.positions import engaged_mask, is_free, members, nearby_allies
from quintain.systems.escalation.rules.sheet import HAS_MOVE, HAS_STANDARD, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.terms import own_bonus


def charge(battle: Skirmish, fighter: Fighter, level: int) -> tuple[turn_options.TurnOption | None, int]:
    """Engage the foe worth most, if free and able to move and strike in one turn."""
    number = fighter.block.basic_melee
    if number < 0 or not fighter.actions & HAS_MOVE or not is_free(battle, fighter) or fighter.conditions & b.STUCK:
        return None, 0
    power = _best_melee(battle, fighter)
    best: Fighter | None = None
    top = 0
    own = own_bonus(battle, fighter, power)
    for target in battle.fighters:
        if target.state != UP or target.team == fighter.team or target.zone != fighter.zone or target.hidden:
            continue
        value = worth_of(battle, fighter, power, target, own) * power.attack_count
        if level > RECKLESS and target.behind and _covered(battle, fighter, target):
            value //= 2
        if level == CAREFUL:
            value += _kept_from_others(battle, fighter, target)
        if value > top:
            best, top = target, value
    if best is None:
        return None, 0
    return turn_options.TurnOption("move", going=Going(ENGAGE, best.id)), top


def rush(battle: Skirmish, fighter: Fighter, power: Power) -> turn_options.TurnOption | None:
    """A way into melee that a plain move does not offer: at somebody faraway, or covered, or out of the melee it is in."""
    if not fighter.actions & HAS_MOVE or not fighter.actions & HAS_STANDARD or fighter.block.basic_melee < 0:
        return None
    if prefers_range(fighter) or targeting.why_not_usable(battle, fighter, power):
        return None
    blow = _best_melee(battle, fighter)
    met = 0
    for foe in members(battle, engaged_mask(battle, fighter)):
        met = max(met, worth(battle, fighter, blow, foe))
    if met and not power.escapes:
        return None
    best: Fighter | None = None
    top = met * 3 // 2
    for target in battle.fighters:
        if target.state != UP or target.team == fighter.team or targeting.why_not_target(battle, fighter, power, target):
            continue
        plain = not met and target.zone == fighter.zone and not _covered(battle, fighter, target)
        value = worth(battle, fighter, blow, target)
        if value > top:
            best, top = None if plain else target, value
    return turn_options.TurnOption("use", power.number, best.id) if best is not None else None


def _kept_from_others(battle: Skirmish, fighter: Fighter, foe: Fighter) -> int:
    """What it is worth to bind a free foe in melee: the harm it would do to softer friends rather than to this one."""
    number = foe.block.basic_melee
    if number < 0 or foe.block.ranged_fighter or engaged_mask(battle, foe):
        return 0
    blow = foe.block.powers[number]
    own = worth(battle, foe, blow, fighter)
    worst = 0
    for ally in battle.fighters:
        if ally.state == UP and ally.team == fighter.team and ally.zone == foe.zone and ally.number != fighter.number:
            worst = max(worst, worth(battle, foe, blow, ally))
    return max(0, worst - own) * blow.attack_count


def _best_melee(battle: Skirmish, fighter: Fighter) -> Power:
    """The melee attack it would make once engaged."""
    best = fighter.block.powers[fighter.block.basic_melee]
    for power in fighter.block.powers:
        if power.kind != b.MELEE or not power.rolls or power.action != b.STANDARD or power.trigger:
            continue
        better = power.twice_mean_hit * power.attack_count > best.twice_mean_hit * best.attack_count
        if better and not targeting.why_not_usable(battle, fighter, power):
            best = power
    return best


def _covered(battle: Skirmish, mover: Fighter, goal: Fighter) -> bool:
    """Does somebody free stand before the goal who could step in?"""
    for ally in members(battle, goal.behind):
        if ally.state == UP and is_free(battle, ally) and (ally.airborne or not mover.airborne):
            return True
    return False


def approach(battle: Skirmish, fighter: Fighter) -> turn_options.TurnOption | None:
    """Nobody to fight here: on to where the foes are, for those who do not fight from afar."""
    goal, away = _nearest_foe(battle, fighter)
    return None if goal is None or away == 0 else _towards(battle, fighter, goal)


def _towards(battle: Skirmish, fighter: Fighter, goal: Fighter) -> turn_options.TurnOption | None:
    """The first step of the way to somebody faraway."""
    zones = battle.ground().zones
    return _go(battle, fighter, Going(ZONE, zones.names[zones.route(fighter.zone, goal.zone)[0]]))


def _go(battle: Skirmish, fighter: Fighter, going: Going) -> turn_options.TurnOption | None:
    return None if why_not_go(battle, fighter, going) else turn_options.TurnOption("move", going=going)


def _nearest_foe(battle: Skirmish, fighter: Fighter) -> tuple[Fighter | None, int]:
    """The first of the nearest foes it sees, and how many steps away."""
    nearest = 99
    goal: Fighter | None = None
    for foe in battle.fighters:
        if foe.state != UP or foe.team == fighter.team or foe.hidden:
            continue
        away = steps_away(battle, fighter, foe)
        if 0 <= away < nearest:
            nearest, goal = away, foe
        if away == 0:
            break
    return goal, nearest


def reposition(battle: Skirmish, fighter: Fighter) -> turn_options.TurnOption | None:
    """Leftover moves: fighters go where the foes are, shooters and casters behind somebody sturdy."""
    if engaged_mask(battle, fighter):
        return None
    if prefers_range(fighter):
        return _hide(battle, fighter) if fighter.actions & HAS_MOVE else None
    goal, nearest = _nearest_foe(battle, fighter)
    if goal is None:
        return None
    if nearest > 0:
        return _towards(battle, fighter, goal)
    return _go(battle, fighter, Going(ENGAGE, goal.id)) if fighter.actions & HAS_MOVE else None


def keep_away(battle: Skirmish, fighter: Fighter) -> turn_options.TurnOption | None:
    """Whoever fights as well from afar goes where no enemy is."""
    zone = _refuge(battle, fighter) if is_free(battle, fighter) else -1
    return _go(battle, fighter, Going(ZONE, battle.ground().zones.names[zone])) if zone >= 0 else None


def _refuge(battle: Skirmish, fighter: Fighter) -> int:
    """A neighbouring zone with room and without enemies, for somebody who reaches far out of one where there are some; else -1."""
    if not fighter.block.reaches_far or not _enemies_in(battle, fighter, fighter.zone):
        return -1
    for zone in battle.ground().zones.neighbours(fighter.zone):
        if battle.room[zone] and not _enemies_in(battle, fighter, zone):
            return zone
    return -1


def _enemies_in(battle: Skirmish, fighter: Fighter, zone: int) -> bool:
    return any(each.state == UP and each.team != fighter.team and each.zone == zone for each in battle.fighters)


def _hide(battle: Skirmish, fighter: Fighter) -> turn_options.TurnOption | None:
    if fighter.behind:
        return None
    ally = _sturdiest(battle, fighter)
    if ally is None or ally.engaged:
        return None
    return turn_options.TurnOption("move", going=Going(BEHIND, ally.id))


def _sturdiest(battle: Skirmish, fighter: Fighter) -> Fighter | None:
    return best_shield([each for each in nearby_allies(battle, fighter) if not prefers_range(each) and each.mob < 0])


def where_to_teleport(battle: Skirmish, mover: Fighter, level: int) -> Going:
    """Out of melee for those who shoot or are badly hurt; otherwise as with any other move."""
    if not engaged_mask(battle, mover):
        return where_to_go(battle, mover, level)
    leaves = prefers_range(mover) or (level > RECKLESS and mover.hp * 1000 // mover.max_hp <= THIRD)
    return Going(AWAY) if leaves else Going(STAY)


def where_to_go(battle: Skirmish, mover: Fighter, level: int) -> Going:
    """After a disengage check, or a free move: fighters at a foe, the others behind somebody or just clear."""
    if engaged_mask(battle, mover):
        return Going(STAY)
    if level == CAREFUL:
        away = keep_away(battle, mover)
        if away is not None and away.going is not None:
            return away.going
    if prefers_range(mover):
        hidden = _hide(battle, mover)
        return hidden.going if hidden is not None and hidden.going is not None else Going(STAY)
    if mover.hp * 1000 // mover.max_hp <= THIRD and level > RECKLESS:
        return Going(STAY)
    charge, _ = charge_freely(battle, mover, level)
    return charge


def charge_freely(battle: Skirmish, mover: Fighter, level: int) -> tuple[Going, int]:
    kept = mover.actions
    mover.actions |= HAS_MOVE
    option, value = charge(battle, mover, level)
    mover.actions = kept
    if option is None or option.going is None or why_not_go(battle, mover, option.going):
        return Going(STAY), 0
    return option.going, value


def where_to_start(battle: Skirmish, fighter: Fighter, level: int) -> Option:
    """Casters and archers behind the sturdiest ally; the careful faraway, where they lose nothing by it."""
    zone = _refuge(battle, fighter) if level == CAREFUL else -1
    if zone >= 0:
        name = battle.ground().zones.names[zone]
        return Plain(f"zone:{name}", f"Faraway, in {name}")
    if prefers_range(fighter):
        ally = _sturdiest(battle, fighter)
        if ally is not None and not ally.behind:
            return Plain(f"behind:{ally.id}", f"Behind {ally.name}")
    return Plain("front", "In front, free")
