"""Carrying out effect rows: what a hit, a miss, a rider or a power does besides its own damage."""

from __future__ import annotations

from quintain.engine.question import Choice, Option, Plain
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.rules import conditions, initiative, movement, turn_actions
from quintain.systems.escalation.rules import resolve as attacks
from quintain.systems.escalation.rules.figures import is_called
from quintain.systems.escalation.rules.harm import change_recoveries, gain_temp_hp, harm, heal, outgrow, use_recovery
from quintain.systems.escalation.rules.positions import (
    are_enemies,
    engage,
    engaged_mask,
    enter_zone,
    has_moved,
    members,
    nearby,
    part_ways,
)
from quintain.systems.escalation.rules.sheet import DYING, HAS_STANDARD, STABLE, UP, Fighter, Lasting
from quintain.systems.escalation.rules.skirmish import Skirmish, set_off_occasion
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.rules.turn_options import pays_quick
from quintain.systems.escalation.traits import amounts, dispelling, granted_attacks, recipients
from quintain.systems.escalation.traits.choices import look_up, pick


def carry_out(
    battle: Skirmish, strike: Strike, effect: Effect, target: Fighter, natural: int, resisted: bool, times: int
) -> None:
    """One row, on everyone it falls on."""
    user = strike.attacker
    if effect.op == b.GRANT_ATTACK:
        strike.grants.append(effect)
        strike.granted_against.append(target.number)
    elif effect.op == b.ESCALATION:
        set_die(battle, battle.escalation + effect.amount.flat)
    elif effect.op == b.REGAIN:
        for each in recipients.whom(battle, strike, effect, target) if effect.on != b.ON_TARGET else [user]:
            _regain(each, effect.name, effect.extra)
    elif effect.op == b.TEXT:
        if battle.telling:
            battle.tell(sentences.by_hand(battle, user, strike.power.name, effect))
    elif effect.op == b.DISPEL:
        dispelling.dispel(battle, user)
    elif effect.op == b.HARDEN:
        if effect.which == 1:
            conditions.harden_ongoing(battle, target, effect.save)
        else:
            conditions.harden(battle, target, user, strike.naming, effect.save)
    elif effect.op == b.CHOOSE:
        if effect.costs_quick and not pays_quick(battle, user):
            return
        for row in pick(battle, strike, effect, target):
            carry_out(battle, strike, row, target, natural, False, 1)
    elif effect.op == b.TABLE:
        for row in look_up(battle, strike, effect):
            carry_out(battle, strike, row, target, natural, False, 1)
    else:
        for each in recipients.whom(battle, strike, effect, target):
            on_one(battle, strike, effect, each, target, natural, resisted, times)


def set_die(battle: Skirmish, value: int) -> None:
    """The escalation die stays between 0 and 6 (ES-36)."""
    shown = battle.escalation
    battle.escalation = max(0, min(6, value))
    if battle.telling:
        battle.tell(sentences.escalation(battle))
    if battle.occasions and battle.escalation != shown:
        for fighter in battle.fighters:
            if fighter.is_present():
                set_off_occasion(battle, h.ESCALATION, fighter, fighter)
                if battle.escalation > shown:
                    set_off_occasion(battle, h.ESCALATION_RISES, fighter, fighter)


def _regain(user: Fighter, name: str, beyond: int) -> None:
    """One use comes back; `beyond`: even where none is spent, as one more."""
    for power in user.block.powers:
        named = name.lower() in (power.name.lower(), power.pool or power.name.lower())
        if named or (name == "any" and user.used[power.number]):
            user.used[power.number] = max(-beyond, user.used[power.number] - 1)
            user.out[power.number] = 0
            if name == "any":
                return


def on_one(
    battle: Skirmish,
    strike: Strike,
    effect: Effect,
    one: Fighter,
    target: Fighter,
    natural: int,
    resisted: bool,
    times: int,
) -> None:
    user, op, name = strike.attacker, effect.op, strike.naming
    if op == b.LASTING:
        conditions.start(battle, one, effect, user, name, resisted, times, target.number)
    elif op == b.DAMAGE:
        amount = effect.amount
        if effect.per:
            times = how_many(battle, effect.per, one)
            if not times:
                return
            amount = amount.repeated(times)
        if effect.for_each:
            dealt = amounts.roll_counted(battle, strike, effect, target)
        elif amount.read_off == b.OFF_FAILURES:
            dealt = strike.failures * amount.times
        elif amount.read_off:
            dealt = amounts.read_off(battle, amount, natural)
        else:
            dealt = amounts.rolled_amount(battle, user, amount, "damage")
        die = natural if one.number == target.number and natural <= 20 else 21 if one.number == user.number else 0
        taken = harm(battle, one, [dealt], [effect.damage_type], user, die, 0, name, strike.power.spell)
        if effect.then and taken >= effect.enough:
            for row in effect.then:
                carry_out(battle, strike, row, one, natural, False, 1)
    elif op == b.HEAL:
        heal(battle, one, amounts.rolled_amount(battle, user, effect.amount, "healing"), name)
    elif op == b.RECOVERY:
        if one.block.recovery_die:
            use_recovery(battle, one, effect.amount, 0, name, not effect.free_recovery)
    elif op == b.TEMP_HP:
        gain_temp_hp(battle, one, amounts.rolled_amount(battle, user, effect.amount, "temporary hp"))
    elif op == b.GRAB:
        if not effect.alone or not any(other.grabber == user.number for other in battle.fighters):
            grab(battle, user, one)
    elif op == b.RUSH:
        movement.rush(battle, user, one)
    elif op == b.UNMARK:
        conditions.end_all(battle, one, [each for each in one.lasting if each.effect.mark == effect.name.lower()], "given up")
    elif op == b.GET_AWAY:
        user.got_away = True
    elif op == b.POP_FREE:
        if effect.which == b.POP_SELF and not user.conditions & b.STUCK:
            strike.left |= engaged_mask(battle, user)
        pop_free(battle, user, one, effect.which)
    elif op == b.FREE_MOVE or op == b.TELEPORT:
        if not effect.costs_quick or pays_quick(battle, one):
            movement.free_move(battle, one, op == b.TELEPORT)
    elif op == b.SLIP_AWAY:
        foes = engaged_mask(battle, one)
        if one.state == UP and foes and movement.disengage(battle, one, foes):
            movement.go_on(battle, one, "go on")
    elif op == b.WORSEN:
        conditions.worsen(battle, one, effect, user, name, amounts.rolled_amount(battle, user, effect.amount, "damage"))
    elif op == b.RECOVERIES:
        change_recoveries(battle, one, effect.times, name)
    elif op == b.MORE_ACTIONS:
        if battle.turn == one.number:
            one.actions |= effect.which
        elif effect.which == HAS_STANDARD:
            one.spare += 1
            if battle.telling:
                battle.tell(sentences.roused(battle, one))
    elif op == b.COMPEL:
        _compel(battle, user, one)
    elif op == b.LAST_GASP:
        start_last_gasp(battle, one, effect, user, name)
    elif op == b.PULL:
        if effect.which == 1:
            standing = [each for each in battle.fighters if each.state == UP and each.number != user.number and nearby(each, user)]
            found = recipients.one_ally(battle, user, effect, [each for each in standing if not are_enemies(each, user)])
            if not found:
                return
            user = found[0]
        if one.state == UP and user.state == UP and are_enemies(one, user) and not one.conditions & b.STUCK:
            has_moved(battle, one)
            if one.zone != user.zone:
                part_ways(battle, one, one.engaged)
                enter_zone(battle, one, user.zone)
            engage(user, one)
    elif op == b.PUSH:
        push(battle, user, one, effect.which == 1)
    elif op == b.SHIFT_INITIATIVE:
        initiative.shift(battle, one, effect.times * amounts.rolled_amount(battle, user, effect.amount, "initiative"))
    elif op == b.ROLL_SAVE:
        saved = conditions.save(battle, one, effect.save, "save")
        for row in effect.on_save if saved else effect.on_failed_save:
            carry_out(battle, strike, row, one, natural, False, 1)
    elif op == b.CHASE:
        movement.chase(battle, user, one)
    elif op == b.FRESH_HP:
        outgrow(battle, one, effect.amount.flat)
    elif op == b.SHAKE_OFF:
        conditions.shake_off(battle, one, effect.which)
    elif op == b.OPENING:
        movement.opportunity(battle, user, one.bit, False)
    elif op == b.SLAY:
        harm(battle, one, [max(one.hp, one.max_hp)], [""], user, 21, 0, name)


def how_many(battle: Skirmish, per: str, target: Fighter) -> int:
    """What damage is counted by: recoveries the target has left, or foes engaged with it (all of them, or those called so)."""
    if per == "recovery":
        return max(0, target.recoveries)
    name = per.removeprefix("besetter").strip()
    foes = [each for each in members(battle, engaged_mask(battle, target)) if each.team != target.team]
    return len([each for each in foes if not name or is_called(each, name)])


def _compel(battle: Skirmish, user: Fighter, puppet: Fighter) -> None:
    """The target makes a basic attack at one of its own allies, whom the attacker names."""
    power = granted_attacks.named_attack(puppet, "basic")
    if power is None or puppet.state != UP or puppet.conditions & b.CANNOT_ACT:
        return
    within = [each for each in battle.fighters if each.state == UP and each.number != puppet.number and nearby(each, puppet)]
    allies = [each for each in within if each.team == puppet.team]
    if not allies:
        return
    options: list[Option] = [Plain(each.id, battle.name_of(each.id)) for each in allies]
    answer = battle.ask(Choice(battle, "compel", user.id, f"At whom does {puppet.name} strike?", options))
    chosen = battle.named(answer.id()) if answer is not None else None
    if chosen is not None and turn_actions.sets_off_and_draws(battle, puppet, power, [chosen]):
        strike = Strike(puppet, power)
        strike.depth = 1
        strike.flexible = False
        attacks.make_attack(battle, strike, [chosen])


def grab(battle: Skirmish, grabber: Fighter, victim: Fighter) -> None:
    """ES-161: engaged with the grabber, and held."""
    if not victim.is_present() or grabber.state != UP or not nearby(grabber, victim):
        return
    engage(grabber, victim)
    victim.grabber = grabber.number
    if battle.telling:
        battle.tell(sentences.grabbed(battle, grabber, victim))


def pop_free(battle: Skirmish, user: Fighter, target: Fighter, which: int) -> None:
    """ES-165: the named engagements end, nobody strikes. The stuck cannot pop free (ES-159)."""
    mover = user if which in (b.POP_SELF, b.POP_SELF_FROM_TARGET) else target
    if which in (b.POP_ALLY_FROM_TARGET, b.POP_ALLY):
        held = [each for each in members(battle, engaged_mask(battle, target)) if each.number != user.number]
        found = recipients.one_ally(battle, user, Effect(b.POP_FREE), [each for each in held if not are_enemies(each, user)])
        if not found:
            return
        mover = found[0]
    if mover.conditions & b.STUCK:
        return
    mask = mover.engaged
    if which == b.POP_TARGET:
        mask = user.bit
    elif which in (b.POP_SELF_FROM_TARGET, b.POP_ALLY_FROM_TARGET):
        mask = target.bit
    part_ways(battle, mover, mask)
    if battle.telling:
        battle.tell(sentences.popped(battle, mover))
    conditions.end_engagement_effects(battle, mover)


def push(battle: Skirmish, user: Fighter, target: Fighter, far: bool) -> None:
    """The target ends up free of the attacker; faraway, where there is room next door, free of everybody and over there."""
    if target.conditions & b.STUCK or not target.is_present():
        return
    zones = battle.ground().zones
    open_zones = [zone for zone in zones.neighbours(target.zone) if battle.room[zone]] if far else []
    pop_free(battle, user, target, b.POP_TARGET_FROM_ALL if open_zones else b.POP_TARGET)
    if open_zones:
        has_moved(battle, target)
        enter_zone(battle, target, open_zones[0])
        if battle.telling:
            battle.tell(sentences.pushed(battle, target, zones.names[open_zones[0]]))


def start_last_gasp(battle: Skirmish, victim: Fighter, effect: Effect, source: Fighter, name: str) -> None:
    """ES-167: last-gasp saves begin."""
    if victim.gasp is not None or victim.block.immune_conditions & effect.conditions:
        return
    if effect.on_the_fallen and victim.state not in (DYING, STABLE):
        return
    victim.gasp = Lasting(name, source.number, effect, 0, b.END_OF_BATTLE, 16, 1)
    victim.gasp_turns = 0
    victim.gasp_fails = 0
    if battle.telling:
        battle.tell(sentences.last_gasp_began(battle, victim))


