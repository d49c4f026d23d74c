"""Carrying out effect rows: what a hit, a miss, a rider or a power does besides its own damage."""

from __future__ import annotations

from quintain.engine.dice import Die
from quintain.engine.question import Choice, Option, Plain
from quintain.engine.tactic import Tactic
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation import conditions, movement, targeting, words
from quintain.systems.escalation import resolve as attacks
from quintain.systems.escalation.blocks import Amount, Effect
from quintain.systems.escalation.harm import gain_temp_hp, harm, heal, use_recovery
from quintain.systems.escalation.positions import are_enemies, engage, engaged_mask, nearby, part_ways
from quintain.systems.escalation.sheet import HAS_QUICK, UP, Fighter, Lasting, Skirmish
from quintain.systems.escalation.strike import Strike

MOST_GRANTS = 5


def rolled_amount(battle: Skirmish, roller: Fighter, amount: Amount, what: str, about: str = "") -> int:
    """An amount with its dice, if it has any, thrown."""
    if amount.dice is None:
        return amount.flat
    return battle.roll(roller.id, what, amount.dice, about=about).total() + amount.flat


_OWN = (b.ON_SELF, b.ON_ALLY, b.ON_EACH_ALLY)
_NOT_AT_TARGET = (b.GRANT_ATTACK, b.REGAIN, b.ESCALATION, b.TEXT)


def leaves_target_alone(effect: Effect) -> bool:
    """R-44: does it touch only the attacker and its allies?"""
    if effect.op == b.POP_FREE:
        return effect.which == b.POP_SELF
    return effect.on in _OWN or effect.op in _NOT_AT_TARGET


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
        _regain(user, effect.name)
    elif effect.op == b.TEXT:
        if battle.telling:
            battle.tell(words.by_hand(battle, user, strike.power.name, effect.text))
    else:
        for each in recipients(battle, strike, effect, target):
            _on_one(battle, strike, effect, each, target, natural, resisted, times)


def set_die(battle: Skirmish, value: int) -> None:
    """The escalation die stays between 0 and 6 (ES-36)."""
    battle.escalation = max(0, min(6, value))
    if battle.telling:
        battle.tell(words.escalation(battle))


def _regain(user: Fighter, name: str) -> None:
    for power in user.block.powers:
        if power.name.lower() == name.lower():
            user.used[power.number] = max(0, user.used[power.number] - 1)
            user.out[power.number] = 0


def recipients(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Fighter]:
    """On whom a row falls."""
    user = strike.attacker
    if effect.on == b.ON_TARGET:
        return [target] if target.is_present() else []
    if effect.on == b.ON_SELF:
        return [user] if user.is_present() else []
    around = [each for each in battle.fighters if each.is_present() and nearby(each, user) and each.number != user.number]
    if effect.on in (b.ON_ALLY, b.ON_EACH_ALLY):
        allies = [each for each in around if not are_enemies(each, user)]
        return allies if effect.on == b.ON_EACH_ALLY else _one_ally(battle, user, effect, allies)
    foes = [each for each in around if are_enemies(each, user) and each.state == UP]
    if effect.on == b.ON_EACH_CREATURE:
        return [each for each in around if each.state == UP]
    if effect.on == b.ON_EACH_NEARBY:
        return foes
    if effect.on == b.ON_RANDOM_OTHER:
        return _random_others(battle, user, effect, [each for each in foes if each.number != target.number])
    held = engaged_mask(battle, user)
    return [
        each
        for each in foes
        if held & each.bit and not (effect.on == b.ON_EACH_OTHER and each.number == target.number)
    ]


def _one_ally(battle: Skirmish, user: Fighter, effect: Effect, allies: list[Fighter]) -> list[Fighter]:
    if effect.op == b.FREE_MOVE:
        allies = [each for each in allies if each.state == UP]
    if not allies:
        return []
    question = AllyQuestion(battle, user, [each.id for each in allies], effect.op in (b.HEAL, b.RECOVERY, b.TEMP_HP))
    answer = battle.ask(question)
    chosen = battle.named(answer.id()) if answer is not None else None
    return [chosen] if chosen is not None else []


class AllyQuestion(Choice):
    """Which nearby ally gets the benefit of an effect, or nobody."""

    def __init__(self, battle: Skirmish, user: Fighter, ids: list[str], healing: bool) -> None:
        options: list[Option] = [Plain(each, battle.name_of(each)) for each in ids]
        options.append(Plain("nobody", "Nobody"))
        super().__init__(battle, "ally", user.id, "Which nearby ally?", options)
        self.skirmish: Skirmish = battle
        self.healing: bool = healing

    def choose(self, tactic: Tactic) -> Option:
        best = self._options[0]
        lowest = 1_000_000
        for option in self._options:
            ally = self.skirmish.named(option.id())
            if ally is None or not self.healing:
                continue
            share = ally.hp * 1000 // ally.max_hp
            if share < lowest:
                best, lowest = option, share
        return best


def _random_others(battle: Skirmish, user: Fighter, effect: Effect, foes: list[Fighter]) -> list[Fighter]:
    wanted = rolled_amount(battle, user, effect.count, "how many")
    found: list[Fighter] = []
    while foes and len(found) < wanted:
        place = 0
        if len(foes) > 1:
            place = battle.roll(user.id, "random target", Die(len(foes))).total() - 1
        found.append(foes.pop(place))
    return found


def _on_one(
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
        conditions.start(battle, one, effect, user, name, resisted, times)
    elif op == b.DAMAGE:
        dealt = rolled_amount(battle, user, effect.amount, "damage")
        die = natural if one.number == target.number and natural <= 20 else 21 if one.number == user.number else 0
        harm(battle, one, [dealt], [effect.damage_type], user, die, 0, name, strike.power.spell)
    elif op == b.HEAL:
        heal(battle, one, rolled_amount(battle, user, effect.amount, "healing"), name)
    elif op == b.RECOVERY:
        if one.block.recovery_die:
            use_recovery(battle, one, effect.amount, 0, name, not effect.free_recovery)
    elif op == b.TEMP_HP:
        gain_temp_hp(battle, one, rolled_amount(battle, user, effect.amount, "temporary hp"))
    elif op == b.GRAB:
        grab(battle, user, one)
    elif op == b.POP_FREE:
        pop_free(battle, user, one, effect.which)
    elif op == b.FREE_MOVE or op == b.TELEPORT:
        movement.free_move(battle, one, op == b.TELEPORT)
    elif op == b.LAST_GASP:
        start_last_gasp(battle, one, effect, user, name)
    elif op == b.PULL:
        if one.state == UP and user.state == UP and are_enemies(one, user):
            one.zone = user.zone
            engage(user, one)
    elif op == b.ROLL_SAVE:
        saved = conditions.save(battle, one, effect.save, "save")
        for row in effect.on_save if saved else effect.on_failed_save:
            carry_out(battle, strike, row, one, natural, False, 1)
    elif op == b.SLAY:
        harm(battle, one, [max(one.hp, one.max_hp)], [""], user, 21, 0, name)


def grab(battle: Skirmish, grabber: Fighter, victim: Fighter) -> None:
    """ES-161: engaged with the grabber, and held."""
    if not victim.is_present() or grabber.state != UP:
        return
    engage(grabber, victim)
    victim.grabber = grabber.number
    if battle.telling:
        battle.tell(words.grabbed(battle, grabber, victim))


def pop_free(battle: Skirmish, user: Fighter, target: Fighter, which: int) -> None:
    """ES-165: the named engagements end, nobody strikes. The stuck cannot pop free (ES-159)."""
    mover = user if which in (b.POP_SELF, b.POP_SELF_FROM_TARGET) else target
    if mover.conditions & b.STUCK:
        return
    mask = mover.engaged
    if which == b.POP_TARGET:
        mask = user.bit
    elif which == b.POP_SELF_FROM_TARGET:
        mask = target.bit
    part_ways(battle, mover, mask)
    if battle.telling:
        battle.tell(words.popped(battle, mover))
    conditions.end_engagement_effects(battle, mover)


def start_last_gasp(battle: Skirmish, victim: Fighter, effect: Effect, source: Fighter, name: str) -> None:
    """ES-167: last-gasp saves begin."""
    if victim.gasp is not None or victim.block.immune_conditions & effect.conditions:
        return
    victim.gasp = Lasting(name, source.number, effect, 0, b.END_OF_BATTLE, 16, 1)
    victim.gasp_turns = 0
    victim.gasp_fails = 0
    if battle.telling:
        battle.tell(words.last_gasp_began(battle, victim))


def carry_out_grants(battle: Skirmish, strike: Strike) -> None:
    """Attacks that riders granted, each made as a free action once the attack is resolved (R-32, R-78)."""
    grants, against = strike.grants, strike.granted_against
    strike.grants, strike.granted_against = [], []
    if strike.opportunity:
        return
    for place, effect in enumerate(grants):
        if strike.depth > 0 and not effect.chain:
            continue
        if strike.depth >= MOST_GRANTS or strike.attacker.state != UP or battle.refuse_free:
            return
        if effect.costs_quick:
            if battle.turn != strike.attacker.number or not strike.attacker.actions & HAS_QUICK:
                continue
            strike.attacker.actions &= ~HAS_QUICK
        for _ in range(effect.times):
            _granted_attack(battle, strike, effect, against[place])


def _granted_attack(battle: Skirmish, strike: Strike, effect: Effect, against: int) -> None:
    user = strike.attacker
    for power in user.block.powers:
        if power.name.lower() != effect.name.lower():
            continue
        legal = targeting.legal_targets(battle, user, power)
        if effect.which == b.AT_SAME:
            legal = [each for each in legal if each.number == against]
        elif effect.which == b.AT_OTHER:
            legal = [each for each in legal if each.number != against]
        if not legal:
            return
        targets = targeting.choose_targets(battle, user, power, legal)
        if targets:
            more = Strike(user, power)
            more.depth = strike.depth + 1
            attacks.make_attack(battle, more, targets)
        return


