"""How the machine chooses: reckless (0), steady (1), careful (2). A turn here; what a blow is worth is weighed in `tactics_values.py`,
where to go in `tactics_moves.py`, what is answered outside one's own turn in `tactics_replies.py`.
"""

from __future__ import annotations

from quintain.engine.question import Option
from quintain.engine.tactic import CAREFUL, RECKLESS, STEADY, Tactic
from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import tactics_moves, tactics_replies
from quintain.systems.escalation.play.tactics_values import (
    THIRD,
    best_shield,
    danger,
    hit_faces,
    needs_healing,
    own_price,
    worth,
    worth_of,
)
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, condition_names
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import legality, targeting, turn_options
from quintain.systems.escalation.rules.conditions import ENDS_ONE, is_burden
from quintain.systems.escalation.rules.figures import fits_all, hp_of
from quintain.systems.escalation.rules.melee import drawn_by
from quintain.systems.escalation.rules.move_options import BESIDE, LAND, Going
from quintain.systems.escalation.rules.positions import engaged_mask, is_free, members, nearby_allies, next_to
from quintain.systems.escalation.rules.sheet import DYING, HAS_MOVE, HAS_QUICK, HAS_STANDARD, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.terms import own_bonus
from quintain.systems.escalation.rules.turn_options import effect_to_end, ending_candidates
from quintain.systems.escalation.traits import choices, recipients


def choose_turn(battle: Skirmish, fighter: Fighter, tactic: Tactic) -> Option:
    """What to do next: tend, fight, move, or end the turn."""
    level = tactic.level
    option: turn_options.TurnOption | None = None
    if fighter.conditions & b.CONFUSED:
        confused = turn_options.TurnOption("confused")
        return turn_options.TurnOption("end") if legality.why_not(battle, fighter, confused) else confused
    if level > RECKLESS:
        option = best(battle, fighter) if battle.any_linked else None
        option = option or _quick_power(battle, fighter, level)
        if option is None and fighter.block.handy:
            option = _handy_power(battle, fighter, level)
        option = option or _flee(battle, fighter, level) or _tend(battle, fighter, level)
    if option is None and level > RECKLESS and fighter.actions & HAS_MOVE and not fighter.block.reaches_far:
        option = tactics_moves.approach(battle, fighter)
    if option is None and fighter.actions & HAS_STANDARD:
        option = _attack(battle, fighter, level)
    if option is None and level == CAREFUL and fighter.actions & HAS_MOVE:
        option = tactics_moves.keep_away(battle, fighter)
    if option is None and fighter.airborne and fighter.block.tires and fighter.actions & HAS_MOVE:
        option = turn_options.TurnOption("move", going=Going(LAND))
    if option is None and fighter.actions & (HAS_MOVE | HAS_STANDARD):
        option = tactics_moves.reposition(battle, fighter)
    if option is None and fighter.unloaded:
        option = _reload(battle, fighter)
    if option is None or (option.kind != "use" and legality.why_not(battle, fighter, option)):
        return turn_options.TurnOption("end")
    return option


def _flee(battle: Skirmish, fighter: Fighter, level: int) -> turn_options.TurnOption | None:
    if fighter.block.kind == b.PC and not battle.flight_refused and tactics_replies.wants_to_flee(battle, level):
        return turn_options.TurnOption("flee")
    return None


def _quick_power(battle: Skirmish, fighter: Fighter, level: int) -> turn_options.TurnOption | None:
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
        named = "" if power.targets.who == b.SELF or not turn_options.one_target(power) else target.id
        return turn_options.TurnOption("use", power.number, named)
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
            need = needs_healing(ally, level)
            if need > most:
                best, most = ally, need
        return best
    if not power.boosts:
        return None
    if power.targets.who == b.SELF:
        return None if fighter.conditions & b.INVISIBLE else fighter
    allies = [each for each in targeting.legal_targets(battle, fighter, power) if each.state == UP and each.engaged]
    return best_shield(allies)


def _handy_power(battle: Skirmish, fighter: Fighter, level: int) -> turn_options.TurnOption | None:
    """What a creature can do for itself: one more attack, a move that costs no move action, shaking something off, healing."""
    for number in fighter.block.handy:
        power = fighter.block.powers[number]
        if power.rushes:
            charge = tactics_moves.rush(battle, fighter, power)
            if charge is not None:
                return charge
            continue
        if power.rolls or power.targets.who == b.ENEMY:
            strike = _quick_attack(battle, fighter, power, level)
            if strike is not None:
                return strike
            continue
        option = turn_options.TurnOption("use", number)
        if not _can_spare(fighter, power) or legality.why_not(battle, fighter, option):
            continue
        if power.price and (3 * power.price > 2 * hp_of(battle, fighter) or fighter.mob >= 0):
            continue
        if power.guards and any(_blunts(each) and recipients.own_side(battle, fighter, each) for each in power.hit):
            return option
        if power.veils and engaged_mask(battle, fighter) and not any(each.effect.images for each in fighter.lasting):
            return option
        if power.rouses and _worth_rousing(battle, fighter, power):
            return option
        low = level < CAREFUL or fighter.hp * 2 <= fighter.max_hp
        if power.heals_self and low and fighter.max_hp - fighter.hp >= power.heals_self:
            return option
        if power.shakes and any(_is_worth_ending(power, each) for each in fighter.lasting):
            return option
        if power.grants and _granted_somebody(battle, fighter, power):
            return option
        if power.moves and _wants_to_move(battle, fighter, power):
            return option
    return None


def _is_worth_ending(power: Power, each: Lasting) -> bool:
    """Is there something that the power can rid it of? What costs hit points is for what costs more of them, or worse."""
    if any(effect.op == b.SHAKE_OFF and effect.which == ENDS_ONE for effect in power.hit):
        return is_burden(each) and (each.conditions != 0 or 4 * each.ongoing > power.price)
    return each.until == b.UNTIL_SAVE


def _worth_rousing(battle: Skirmish, fighter: Fighter, power: Power) -> bool:
    """Do allies do more with one more action each than it would itself?"""
    gained = 0
    for effect in power.hit:
        if effect.op != b.MORE_ACTIONS:
            continue
        threats = sorted([each.block.threat for each in _to_be_roused(battle, fighter, effect)], reverse=True)
        most = len(threats) if effect.on == b.ON_EACH_ALLY else max(1, effect.count.twice_mean // 2)
        gained += sum(threats[:most])
    return gained > fighter.block.threat


def _to_be_roused(battle: Skirmish, fighter: Fighter, effect: Effect) -> list[Fighter]:
    return [each for each in nearby_allies(battle, fighter) if fits_all(battle, fighter, each, effect.among)]


def _quick_attack(battle: Skirmish, fighter: Fighter, power: Power, level: int) -> turn_options.TurnOption | None:
    """An attack that takes no standard action, at whom it is worth most, if it is worth what it draws."""
    if (battle.refuse_free and power.action == b.FREE) or not _can_spare(fighter, power):
        return None
    if targeting.why_not_usable(battle, fighter, power):
        return None
    target, value, _ = _best_use(battle, fighter, power, level)
    return _use(power, target) if target is not None and value > 0 else None


def _can_spare(fighter: Fighter, power: Power) -> bool:
    """A quick action nobody needs, a move, a free action; a standard action only to heal, to shake something off, to rouse."""
    if power.rouses:
        return True
    if power.action == b.STANDARD:
        return bool(fighter.actions & HAS_STANDARD) and (power.heals_self > 0 or power.shakes) and not power.grants
    if power.action == b.MOVE:
        return bool(fighter.actions & HAS_MOVE)
    return power.action == b.FREE or bool(fighter.actions & HAS_QUICK)


def _granted_somebody(battle: Skirmish, fighter: Fighter, power: Power) -> bool:
    """Is there anybody standing at whom an attack that the power grants may go?"""
    for effect in power.hit:
        for other in fighter.block.powers if effect.op == b.GRANT_ATTACK else []:
            if other.name.lower() == effect.name.lower() and not targeting.why_not_usable(battle, fighter, other):
                return any(each.state == UP for each in targeting.legal_targets(battle, fighter, other))
    return False


def _wants_to_move(battle: Skirmish, fighter: Fighter, power: Power) -> bool:
    """Out of melee for those who shoot or are badly hurt, if nobody can strike at them for it; into it for the others."""
    if engaged_mask(battle, fighter):
        clean = power.escapes or any(each.op == b.TELEPORT for each in power.hit)
        return clean and (fighter.block.ranged_fighter or fighter.hp * 1000 // fighter.max_hp <= THIRD)
    if fighter.block.ranged_fighter or power.action == b.MOVE:
        return False
    return tactics_moves.charge_freely(battle, fighter, level=STEADY)[1] > 0


def _tend(battle: Skirmish, fighter: Fighter, level: int) -> turn_options.TurnOption | None:
    """Rally when badly hurt, the careful at half already while they have recoveries to spare; potions and bandages for the fallen."""
    if fighter.block.kind > b.COMPANION or not fighter.actions & HAS_STANDARD:
        return None
    share = fighter.hp * 1000 // fighter.max_hp
    limit = THIRD if level < CAREFUL else 500 if fighter.recoveries > 2 else 350
    hurt = share <= limit and (fighter.recoveries > 0 or share <= 150)
    if hurt and fighter.block.kind == b.PC and not (level == CAREFUL and _can_finish(battle, fighter)):
        for kind in ("rally", "try rally"):
            option = turn_options.TurnOption(kind)
            if not legality.why_not(battle, fighter, option):
                return option
    for ally in battle.fighters:
        if ally.team != fighter.team or ally.state != DYING or ally.zone != fighter.zone:
            continue
        if not next_to(fighter, ally):
            if is_free(battle, fighter) and fighter.actions & HAS_MOVE and (fighter.potions or ally.death_fails >= 2):
                return turn_options.TurnOption("move", going=Going(BESIDE, ally.id))
            continue
        if fighter.potions:
            return turn_options.TurnOption("potion", -1, ally.id)
        if ally.death_fails >= 2:
            return turn_options.TurnOption("stabilise", -1, ally.id)
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
            likely = 3 * hp <= power.twice_mean_hit and hit_faces(battle, fighter, power, foe, own_bonus(battle, fighter, power)) >= 11
            if (likely or 2 * hp <= power.twice_mean_miss) and not drawn_by(battle, fighter, power, foe.bit):
                return True
    return False


def _attack(battle: Skirmish, fighter: Fighter, level: int) -> turn_options.TurnOption | None:
    """The attack worth most: at once, after engaging, or after a disengage check."""
    now: turn_options.TurnOption | None = None
    by: Power | None = None
    at: Fighter | None = None
    now_worth = 0
    wish = 0
    for number in fighter.block.plan:
        power = fighter.block.powers[number]
        if power.targets.range == b.ENGAGED and not fighter.engaged:
            continue
        if targeting.why_not_usable(battle, fighter, power):
            continue
        target, value, unhindered = _best_use(battle, fighter, power, level)
        wish = max(wish, unhindered)
        if target is not None and value > now_worth:
            by, at, now_worth = power, target, value
    for number in fighter.block.combined if level > RECKLESS else []:
        option, value = _combined(battle, fighter, fighter.block.powers[number])
        if option is not None and value > now_worth:
            now, now_worth = option, value
    if level > RECKLESS and fighter.actions & HAS_MOVE and wish > now_worth * 5 // 4 and fighter.engaged:
        leave = turn_options.TurnOption("disengage")
        if not legality.why_not(battle, fighter, leave):
            return leave
    charge, charge_worth = tactics_moves.charge(battle, fighter, level)
    if charge is not None and charge_worth * 4 > now_worth * 5:
        return charge
    return _use(by, at) if now is None and by is not None and at is not None else now


def _use(power: Power, target: Fighter) -> turn_options.TurnOption:
    return turn_options.TurnOption("use", power.number, target.id if turn_options.one_target(power) else "")


def _best_use(battle: Skirmish, fighter: Fighter, power: Power, level: int) -> tuple[Fighter | None, int, int]:
    """At whom a power is best used now, its worth, and its worth if nobody stood in the way."""
    best: Fighter | None = None
    top = 0
    free_top = 0
    total = 0
    count = 0
    drawn = drawn_cost = 0
    own = own_bonus(battle, fighter, power)
    near = members(battle, fighter.engaged) if power.targets.range == b.ENGAGED else battle.fighters
    for target in near:
        if target.state != UP or target.team == fighter.team:
            continue
        if targeting.why_not_target(battle, fighter, power, target):
            continue
        value = worth_of(battle, fighter, power, target, own) * power.attack_count
        total += value
        count += 1
        free_top = max(free_top, value)
        if level > RECKLESS and fighter.engaged:
            foes = drawn_by(battle, fighter, power, target.bit)
            if foes != drawn:
                drawn, drawn_cost = foes, danger(battle, fighter, foes)
            value -= drawn_cost
        if value > top or best is None:
            best, top = target, value
    if best is None:
        return None, 0, 0
    if power.price:
        top -= own_price(battle, fighter, power)
        total -= own_price(battle, fighter, power)
    if not turn_options.one_target(power):
        top = total if power.targets.every else min(total, total * power.target_count // (2 * count))
        if level > RECKLESS and fighter.engaged:
            top -= danger(battle, fighter, drawn_by(battle, fighter, power, best.bit))
        free_top = max(free_top, top)
    return best, top, free_top


def _combined(battle: Skirmish, fighter: Fighter, power: Power) -> tuple[turn_options.TurnOption | None, int]:
    """A standard action that consists of attacks of its own, or of an ally's: the best use and its worth."""
    if targeting.why_not_usable(battle, fighter, power):
        return None, 0
    if not power.pairs:
        option = turn_options.TurnOption("use", power.number)
        return (None, 0) if legality.why_not(battle, fighter, option) else (option, _spurred(battle, fighter, power))
    best: Fighter | None = None
    top = 0
    for target in battle.fighters:
        if target.state != UP or target.team == fighter.team:
            continue
        if power.targets.who == b.ENEMY and targeting.why_not_target(battle, fighter, power, target):
            continue
        value = 0
        for number, times in power.pairs:
            part = fighter.block.powers[number]
            if not targeting.why_not_target(battle, fighter, part, target):
                value += worth(battle, fighter, part, target) * times
        if value > top:
            best, top = target, value
    if best is None:
        return None, 0
    return turn_options.TurnOption("use", power.number, "" if power.targets.who == b.SELF else best.id), top


def _spurred(battle: Skirmish, fighter: Fighter, power: Power) -> int:
    """What the best blow of an ally is worth that this power allows."""
    top = 0
    for effect in power.hit:
        for ally in _to_be_roused(battle, fighter, effect) if effect.op == b.GRANT_ATTACK else []:
            number = ally.block.basic_melee if ally.block.basic_melee >= 0 else ally.block.basic_ranged
            if number < 0 or ally.conditions & b.CANNOT_ACT:
                continue
            blow = ally.block.powers[number]
            for target in targeting.legal_targets(battle, ally, blow):
                if target.state == UP and target.team != ally.team:
                    top = max(top, worth(battle, ally, blow, target))
    return top


def _reload(battle: Skirmish, fighter: Fighter) -> turn_options.TurnOption | None:
    for power in fighter.block.powers:
        if fighter.unloaded >> power.number & 1:
            option = turn_options.TurnOption("reload", power.number)
            if not legality.why_not(battle, fighter, option):
                return option
    return None


def best(battle: Skirmish, fighter: Fighter) -> turn_options.TurnOption | None:
    """For the machine: an effect worth ending by an action that can be spared."""
    for option in ending_candidates(battle, fighter):
        each = effect_to_end(battle, option.to, option.power)
        if each is None or not _worth_it(fighter, each) or legality.why_not(battle, fighter, option):
            continue
        return option
    return None


def _worth_it(fighter: Fighter, each: Lasting) -> bool:
    """Quick and free actions cost nothing else; a move or a standard action goes only against what is worse than losing it."""
    gain = 20 * len(condition_names(each.conditions)) + 4 * each.ongoing
    if each.until == b.END_OF_BATTLE:
        gain *= 3
    gain -= sum([choices.price(row) for row in each.effect.ends_by_rows])
    cost = each.effect.ends_by
    if cost == b.FREE:
        return gain > 0
    if cost == b.QUICK:
        return gain > 0 and bool(fighter.actions & HAS_QUICK)
    grave = bool(each.conditions & b.CANNOT_ACT) or 6 * each.ongoing >= fighter.max_hp
    if cost == b.MOVE:
        return gain > 0 and bool(fighter.actions & HAS_MOVE) and (grave or fighter.engaged != 0)
    return gain > 0 and bool(fighter.actions & HAS_STANDARD) and grave


def _blunts(row: Effect) -> bool:
    """Does it take the edge off blows?"""
    return isinstance(row, LastingEffect) and row.blunts > 0
