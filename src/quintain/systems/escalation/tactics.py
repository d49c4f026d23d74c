"""How the machine chooses: reckless (0), steady (1), careful (2). Reads figures, lists nothing.

Worth is counted in thousandths of an enemy's threat: dealing half of what a foe has left is worth half of its threat.
"""

from __future__ import annotations

from quintain.engine.question import Option, Plain
from quintain.engine.tactic import Tactic
from quintain.systems.escalation import actions, reactions, targeting
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation.blocks import Power
from quintain.systems.escalation.figures import attack_bonus, defence_against, hp_of, is_staggered, resists_at
from quintain.systems.escalation.moves import BEHIND, BESIDE, ENGAGE, STAY, ZONE, Going, why_not_go
from quintain.systems.escalation.positions import engaged_mask, is_free, members, next_to
from quintain.systems.escalation.sheet import (
    DYING,
    HAS_MOVE,
    HAS_QUICK,
    HAS_STANDARD,
    STABLE,
    UP,
    Fighter,
    Skirmish,
)
from quintain.systems.escalation.strike import Blow, Strike

THIRD = 333


# -- how good is a blow --------------------------------------------------------------------------------------------------


def hit_faces(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> int:
    """On how many of twenty faces it hits."""
    faces = 21 - (defence_against(target, power, user) - attack_bonus(battle, user, power, target, 0))
    return 1 if faces < 1 else min(faces, 19)


def worth(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> int:
    """Expected harm as a share of what the target has left, times its threat; conditions by what they take away."""
    faces = 20
    if power.rolls:
        faces = hit_faces(battle, user, power, target)
    # twice the mean over twenty faces: forty times the expected damage; a crit counts once more, a fumble not at all
    forty = (faces + 1) * power.twice_mean_hit + max(0, 19 - faces) * power.twice_mean_miss
    if target.block.resist:
        needed = resists_at(target, power.spell, power.damage_type)
        if needed:
            forty = forty * (41 - needed) // 40
    if target.conditions & b.INVISIBLE and not user.block.sees_invisible:
        forty //= 2  # ES-108
        faces //= 2
    left = max(1, hp_of(battle, target)) * 40
    if target.mob >= 0:
        # damage spills over, but no mook is worth a power that is soon gone
        left = target.max_hp * 40
        if power.usage != b.AT_WILL and power.kind != b.CLOSE:
            forty = forty * 2 // 3
        return target.block.threat * (1000 * forty // left)
    if forty > left:
        forty = left
    return target.block.threat * (1000 * forty // left + power.control * faces // 2)


def steps_away(battle: Skirmish, one: Fighter, other: Fighter) -> int:
    if one.zone == other.zone:
        return 0
    return battle.ground().zones.distance(one.zone, other.zone)


def danger(battle: Skirmish, user: Fighter, foes: int) -> int:
    """What opportunity attacks from these foes would cost, in the same coin."""
    cost = 0
    for foe in members(battle, foes):
        number = foe.block.basic_melee
        if number >= 0 and foe.state == UP and not user.block.draws_no_opportunity:
            cost += worth(battle, foe, foe.block.powers[number], user)
    return cost


def drawn_by(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> int:
    """The foes that a use of this power would draw."""
    if power.kind == b.CLOSE or not user.engaged or (power.kind == b.MELEE and not power.spell):
        return 0
    foes = engaged_mask(battle, user)
    return foes if power.spell else foes & ~target.bit


def best_target(battle: Skirmish, user: Fighter, power: Power, legal: list[Fighter], level: int) -> Fighter:
    """The target worth most; allies: whoever is hurt most."""
    best = legal[0]
    top = -1
    for target in legal:
        if target.team == user.team:
            value = 1000 - hp_of(battle, target) * 1000 // target.max_hp
        else:
            value = worth(battle, user, power, target) if target.state == UP else 0
        if value > top:
            best, top = target, value
    return best


def best_run(battle: Skirmish, user: Fighter, power: Power, runs: list[list[Fighter]]) -> list[Fighter]:
    """The run of the line worth most."""
    best: list[Fighter] = runs[0] if runs else []
    top = -1
    for run in runs:
        value = 0
        for target in run:
            value += worth(battle, user, power, target)
        if value > top:
            best, top = run, value
    return best


# -- a turn ----------------------------------------------------------------------------------------------------------------


def choose_turn(battle: Skirmish, fighter: Fighter, tactic: Tactic) -> Option:
    """What to do next: tend, fight, move, or end the turn."""
    level = tactic.level
    option: actions.TurnOption | None = None
    if fighter.conditions & b.CONFUSED:
        confused = actions.TurnOption("confused")
        return actions.TurnOption("end") if actions.why_not(battle, fighter, confused) else confused
    if level > 0:
        option = _quick_power(battle, fighter, level) or _flee(battle, fighter, level) or _tend(battle, fighter, level)
    if option is None and level > 0 and fighter.actions & HAS_MOVE and not fighter.block.reaches_far:
        option = _approach(battle, fighter)
    if option is None and fighter.actions & HAS_STANDARD:
        option = _attack(battle, fighter, level)
    if option is None and level > 1 and fighter.actions & HAS_MOVE:
        option = _keep_away(battle, fighter)
    if option is None and fighter.actions & (HAS_MOVE | HAS_STANDARD):
        option = _reposition(battle, fighter)
    if option is None and fighter.unloaded:
        option = _reload(battle, fighter)
    if option is None or (option.kind != "use" and actions.why_not(battle, fighter, option)):
        return actions.TurnOption("end")
    return option


def _flee(battle: Skirmish, fighter: Fighter, level: int) -> actions.TurnOption | None:
    if fighter.block.kind == b.PC and not battle.flight_refused and wants_to_flee(battle, level):
        return actions.TurnOption("flee")
    return None


def needs_healing(battle: Skirmish, ally: Fighter, level: int) -> int:
    """How badly an ally needs healing: 0 not at all; the dying most."""
    if not ally.block.recovery_die or ally.conditions & b.NO_HEAL:
        return 0
    if ally.state == DYING:
        return 3000
    if ally.state == STABLE:
        return 2500
    share = ally.hp * 1000 // ally.max_hp
    return 2000 - share if share <= (400 if level > 1 else THIRD) else 0


def _quick_power(battle: Skirmish, fighter: Fighter, level: int) -> actions.TurnOption | None:
    """Healing on whoever needs it; veils and blessings as soon as there is a fight; escapes when cornered."""
    for power in fighter.block.powers:
        if power.rolls or power.trigger or power.action not in (b.QUICK, b.FREE):
            continue
        if battle.refuse_free if power.action == b.FREE else not fighter.actions & HAS_QUICK:
            continue
        if targeting.why_not_usable(battle, fighter, power):
            continue
        target = _whom_to_help(battle, fighter, power, level)
        if target is None:
            continue
        named = "" if power.targets.who == b.SELF or not actions.one_target(power) else target.id
        return actions.TurnOption("use", power.number, named)
    return None


def _whom_to_help(battle: Skirmish, fighter: Fighter, power: Power, level: int) -> Fighter | None:
    if power.targets.who == b.ENEMY or power.targets.who == b.CREATURE:
        return None
    if power.escapes:
        cornered = engaged_mask(battle, fighter) != 0 and fighter.hp * 1000 // fighter.max_hp <= THIRD
        return fighter if cornered and fighter.actions & HAS_MOVE else None
    if power.heals:
        best: Fighter | None = None
        most = 0
        for ally in targeting.legal_targets(battle, fighter, power):
            need = needs_healing(battle, ally, level)
            if need > most:
                best, most = ally, need
        return best
    if not power.boosts:
        return None
    if power.targets.who == b.SELF:
        return None if fighter.conditions & b.INVISIBLE else fighter
    allies = [each for each in targeting.legal_targets(battle, fighter, power) if each.state == UP and each.engaged]
    return best_shield(allies)


def best_shield(allies: list[Fighter]) -> Fighter | None:
    """Who is worth protecting: the one in the thick of it."""
    best: Fighter | None = None
    for ally in allies:
        if best is None or ally.max_hp > best.max_hp:
            best = ally
    return best


def _tend(battle: Skirmish, fighter: Fighter, level: int) -> actions.TurnOption | None:
    """Rally when badly hurt; potions and bandages for the fallen within reach."""
    if fighter.block.kind > b.COMPANION or not fighter.actions & HAS_STANDARD:
        return None
    share = fighter.hp * 1000 // fighter.max_hp
    hurt = share <= (400 if level > 1 else THIRD) and (fighter.recoveries > 0 or share <= 150)
    if hurt and fighter.block.kind == b.PC and not (level > 1 and _can_finish(battle, fighter)):
        for kind in ("rally", "try rally"):
            option = actions.TurnOption(kind)
            if not actions.why_not(battle, fighter, option):
                return option
    for ally in battle.fighters:
        if ally.team != fighter.team or ally.state != DYING or ally.zone != fighter.zone:
            continue
        if not next_to(battle, fighter, ally):
            if is_free(battle, fighter) and fighter.actions & HAS_MOVE and (fighter.potions or ally.death_fails >= 2):
                return actions.TurnOption("move", going=Going(BESIDE, ally.id))
            continue
        if fighter.potions:
            return actions.TurnOption("potion", -1, ally.id)
        if ally.death_fails >= 2:
            return actions.TurnOption("stabilise", -1, ally.id)
    return None


def _can_finish(battle: Skirmish, fighter: Fighter) -> bool:
    """Is there a foe worth more than a rally whom its best attack will most likely fell?"""
    for number in fighter.block.plan:
        power = fighter.block.powers[number]
        if power.twice_mean_hit == 0 or targeting.why_not_usable(battle, fighter, power):
            continue
        for foe in battle.fighters:
            if foe.state != UP or foe.team == fighter.team or foe.mob >= 0 or targeting.why_not_target(battle, fighter, power, foe):
                continue
            hp = hp_of(battle, foe)
            likely = 3 * hp <= power.twice_mean_hit and hit_faces(battle, fighter, power, foe) >= 11
            if (likely or 2 * hp <= power.twice_mean_miss) and not drawn_by(battle, fighter, power, foe):
                return True
    return False


def _attack(battle: Skirmish, fighter: Fighter, level: int) -> actions.TurnOption | None:
    """The attack worth most: at once, after engaging, or after a disengage check."""
    now: actions.TurnOption | None = None
    now_worth = 0
    wish = 0
    for number in fighter.block.plan:
        power = fighter.block.powers[number]
        if power.targets.range == b.ENGAGED and not fighter.engaged:
            continue
        if targeting.why_not_usable(battle, fighter, power):
            continue
        option, value, unhindered = _best_use(battle, fighter, power, level)
        wish = max(wish, unhindered)
        if option is not None and value > now_worth:
            now, now_worth = option, value
    if level > 0 and fighter.actions & HAS_MOVE and wish > now_worth * 5 // 4 and fighter.engaged:
        leave = actions.TurnOption("disengage")
        if not actions.why_not(battle, fighter, leave):
            return leave
    charge, charge_worth = _charge(battle, fighter, level)
    if charge is not None and charge_worth * 4 > now_worth * 5:
        return charge
    return now


def _best_use(
    battle: Skirmish, fighter: Fighter, power: Power, level: int
) -> tuple[actions.TurnOption | None, int, int]:
    """The best use of a power now, its worth, and its worth if nobody stood in the way."""
    best: Fighter | None = None
    top = 0
    free_top = 0
    total = 0
    count = 0
    near = members(battle, fighter.engaged) if power.targets.range == b.ENGAGED else battle.fighters
    for target in near:
        if target.state != UP or target.team == fighter.team:
            continue
        if targeting.why_not_target(battle, fighter, power, target):
            continue
        value = worth(battle, fighter, power, target) * power.attack_count
        total += value
        count += 1
        free_top = max(free_top, value)
        if level > 0 and fighter.engaged:
            value -= danger(battle, fighter, drawn_by(battle, fighter, power, target))
        if value > top or best is None:
            best, top = target, value
    if best is None:
        return None, 0, 0
    if not actions.one_target(power):
        top = total if power.targets.every else min(total, total * power.target_count // (2 * count))
        if level > 0 and fighter.engaged:
            top -= danger(battle, fighter, drawn_by(battle, fighter, power, best))
        free_top = max(free_top, top)
        return actions.TurnOption("use", power.number), top, free_top
    return actions.TurnOption("use", power.number, best.id), top, free_top


def _charge(battle: Skirmish, fighter: Fighter, level: int) -> tuple[actions.TurnOption | None, int]:
    """Engage the foe worth most, if free and able to move and strike in one turn."""
    number = fighter.block.basic_melee
    if number < 0 or not fighter.actions & HAS_MOVE or not is_free(battle, fighter) or fighter.conditions & b.STUCK:
        return None, 0
    power = _best_melee(battle, fighter)
    best: Fighter | None = None
    top = 0
    for target in battle.fighters:
        if target.state != UP or target.team == fighter.team or target.zone != fighter.zone or target.hidden:
            continue
        value = worth(battle, fighter, power, target) * power.attack_count
        if level > 0 and target.behind and _covered(battle, fighter, target):
            value //= 2
        if level > 1:
            value += _kept_from_others(battle, fighter, target)
        if value > top:
            best, top = target, value
    if best is None:
        return None, 0
    return actions.TurnOption("move", going=Going(ENGAGE, best.id)), top


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


def prefers_range(fighter: Fighter) -> bool:
    return fighter.block.ranged_fighter


def _approach(battle: Skirmish, fighter: Fighter) -> actions.TurnOption | None:
    """Nobody to fight here: on to where the foes are, for those who do not fight from afar."""
    nearest = 99
    goal: Fighter | None = None
    for foe in battle.fighters:
        if foe.state != UP or foe.team == fighter.team or foe.hidden:
            continue
        if foe.zone == fighter.zone:
            return None
        away = steps_away(battle, fighter, foe)
        if 0 < away < nearest:
            nearest, goal = away, foe
    if goal is None:
        return None
    zones = battle.ground().zones
    going = Going(ZONE, zones.names[zones.route(fighter.zone, goal.zone)[0]])
    return None if why_not_go(battle, fighter, going) else actions.TurnOption("move", going=going)


def _reposition(battle: Skirmish, fighter: Fighter) -> actions.TurnOption | None:
    """Leftover moves: fighters go where the foes are, shooters and casters behind somebody sturdy."""
    if engaged_mask(battle, fighter):
        return None
    if prefers_range(fighter):
        return _hide(battle, fighter) if fighter.actions & HAS_MOVE else None
    nearest = 99
    goal: Fighter | None = None
    for foe in battle.fighters:
        if foe.state != UP or foe.team == fighter.team or foe.hidden:
            continue
        away = steps_away(battle, fighter, foe)
        if 0 <= away < nearest:
            nearest, goal = away, foe
    if goal is None:
        return None
    going = Going(ENGAGE, goal.id)
    if nearest > 0:
        zones = battle.ground().zones
        route = zones.route(fighter.zone, goal.zone)
        going = Going(ZONE, zones.names[route[0]])
    if not fighter.actions & HAS_MOVE and nearest == 0:
        return None
    return None if why_not_go(battle, fighter, going) else actions.TurnOption("move", going=going)


def _keep_away(battle: Skirmish, fighter: Fighter) -> actions.TurnOption | None:
    """Whoever fights as well from afar goes where no enemy is."""
    zone = _refuge(battle, fighter) if is_free(battle, fighter) else -1
    if zone < 0:
        return None
    going = Going(ZONE, battle.ground().zones.names[zone])
    return None if why_not_go(battle, fighter, going) else actions.TurnOption("move", going=going)


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


def _hide(battle: Skirmish, fighter: Fighter) -> actions.TurnOption | None:
    if fighter.behind:
        return None
    ally = _sturdiest(battle, fighter)
    if ally is None or ally.engaged:
        return None
    return actions.TurnOption("move", going=Going(BEHIND, ally.id))


def _sturdiest(battle: Skirmish, fighter: Fighter) -> Fighter | None:
    best: Fighter | None = None
    for ally in battle.fighters:
        if ally.team != fighter.team or ally.state != UP or ally.zone != fighter.zone or ally.number == fighter.number:
            continue
        if prefers_range(ally) or ally.mob >= 0:
            continue
        if best is None or ally.max_hp > best.max_hp:
            best = ally
    return best


def _reload(battle: Skirmish, fighter: Fighter) -> actions.TurnOption | None:
    for power in fighter.block.powers:
        if fighter.unloaded >> power.number & 1:
            option = actions.TurnOption("reload", power.number)
            if not actions.why_not(battle, fighter, option):
                return option
    return None


# -- other questions -----------------------------------------------------------------------------------------------------


def where_to_go(battle: Skirmish, mover: Fighter, free_only: bool, level: int) -> Going:
    """After a disengage check, or a free move: fighters at a foe, the others behind somebody or just clear."""
    if engaged_mask(battle, mover):
        return Going(STAY)
    if level > 1:
        away = _keep_away(battle, mover)
        if away is not None and away.going is not None:
            return away.going
    if prefers_range(mover):
        hidden = _hide(battle, mover)
        return hidden.going if hidden is not None and hidden.going is not None else Going(STAY)
    if mover.hp * 1000 // mover.max_hp <= THIRD and level > 0:
        return Going(STAY)
    charge, _ = _charge_freely(battle, mover, level)
    return charge


def _charge_freely(battle: Skirmish, mover: Fighter, level: int) -> tuple[Going, int]:
    kept = mover.actions
    mover.actions |= HAS_MOVE
    option, value = _charge(battle, mover, level)
    mover.actions = kept
    if option is None or option.going is None or why_not_go(battle, mover, option.going):
        return Going(STAY), 0
    return option.going, value


def wants_interrupt(
    battle: Skirmish, who: str, power: Power, strike: Strike, target: Fighter, blow: Blow, level: int
) -> bool:
    """When it turns the hit or prevents a drop; the reckless at the first occasion."""
    if level == 0:
        return True
    expected = strike.power.twice_mean_hit // 2 * (2 if blow.crit else 1)
    for effect in power.hit:
        if effect.op == b.DEFENCE_BONUS:
            turns = blow.margin < effect.modifiers[b.ON_AC + strike.power.defence] and blow.natural != 20
            return turns and (level == 1 or expected * 5 >= target.max_hp or expected >= hp_of(battle, target))
        if effect.op == b.HALVE:
            if _can_turn_it(battle, target, strike, blow):
                return False
            return expected >= hp_of(battle, target) or expected * 3 >= target.max_hp
    return True


def _can_turn_it(battle: Skirmish, target: Fighter, strike: Strike, blow: Blow) -> bool:
    """Has the one struck something of its own that would turn this hit into a miss?"""
    return blow.natural != 20 and blow.margin < reactions.most_defence(battle, strike, target)


def wants_to_intercept(battle: Skirmish, defender: Fighter, mover: Fighter, goal: Fighter, level: int) -> bool:
    """For a caster, an archer or somebody staggered."""
    return level == 0 or prefers_range(goal) or is_staggered(battle, goal)


def wants_to_step_in(battle: Skirmish, fighter: Fighter) -> bool:
    """After the next enemy turn."""
    return battle.last >= 0 and battle.fighters[battle.last].team != fighter.team


def wants_to_flee(battle: Skirmish, level: int) -> bool:
    """R-39: when half the party is down and the die is still low. The reckless never do."""
    if level == 0 or battle.escalation >= 3:
        return False
    down = 0
    party = 0
    for fighter in battle.fighters:
        if fighter.team == 0 and fighter.block.kind == b.PC and fighter.state < 7:
            party += 1
            if fighter.state != UP:
                down += 1
    if party < 2 or down * 2 < party:
        return False
    return level < 2 or _outmatched(battle)


def _outmatched(battle: Skirmish) -> bool:
    """Do those who stand have much less strength (health times harm) left than the foes? The fallen count a little."""
    health, harm, their_health, their_harm = 0, 0, 0, 0
    for fighter in battle.fighters:
        if fighter.team == 0 and fighter.state in (DYING, STABLE) and fighter.recoveries:
            health += fighter.max_hp // 5
            harm += fighter.block.threat // 2
        elif fighter.state == UP and fighter.team == 0:
            health += fighter.hp
            harm += fighter.block.threat
        elif fighter.state == UP:
            their_health += hp_of(battle, fighter)
            their_harm += fighter.block.threat
    return health * harm * 3 < their_health * their_harm


def where_to_start(battle: Skirmish, fighter: Fighter, level: int) -> Option:
    """Casters and archers behind the sturdiest ally; the careful faraway, where they lose nothing by it."""
    zone = _refuge(battle, fighter) if level > 1 else -1
    if zone >= 0:
        name = battle.ground().zones.names[zone]
        return Plain(f"zone:{name}", f"Faraway, in {name}")
    if prefers_range(fighter):
        ally = _sturdiest(battle, fighter)
        if ally is not None and not ally.behind:
            return Plain(f"behind:{ally.id}", f"Behind {ally.name}")
    return Plain("front", "In front, free")


def best_opener(battle: Skirmish, ambushers: list[Fighter]) -> int:
    """The place of the ambusher with the highest expected damage."""
    best = 0
    for place, each in enumerate(ambushers):
        if each.block.threat > ambushers[best].block.threat:
            best = place
    return best


def too_battered(battle: Skirmish, party: list[Fighter]) -> bool:
    """Is most of the party's health gone for good, with hardly a recovery left?"""
    hp = 0
    most = 0
    recoveries = 0
    for each in party:
        hp += max(0, each.hp)
        most += each.max_hp
        recoveries += each.recoveries
    return hp * 2 < most and recoveries < len(party)


def wants_recovery(battle: Skirmish, fighter: Fighter) -> bool:
    """At a quick rest: until above three quarters."""
    return fighter.hp * 4 <= fighter.max_hp * 3


