"""Attacks that riders, powers and occasions grant, made once what granted them is resolved (R-32, R-78)."""

from __future__ import annotations

from typing import Final

from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import GrantedAttack
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import targeting, turn_options
from quintain.systems.escalation.rules.figures import fits_filters
from quintain.systems.escalation.rules.positions import are_enemies, members, nearby, nearby_allies
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import NO_GRANTS, NOBODY, Strike
from quintain.systems.escalation.traits import recipients
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row

MOST_GRANTS: Final = 5


def work_on(battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
    """What a power that is no attack does to each of these, one after another, with the attacks it grants."""
    strike.goes_at(targets)
    for target in targets:
        if strike.is_out_of_reach(target):  # moved away while it worked on those before (ES-43)
            if battle.telling:
                battle.tell(sentences.out_of_reach(strike, target))
            continue
        for effect in strike.power.hit:
            if not effect.against or fits_filters(battle, strike.attacker, target, effect.against):
                carry_out_row(battle, strike, effect, target, NO_NATURAL)
    carry_out_grants(battle, strike)


def carry_out_grants(battle: Skirmish, strike: Strike) -> None:
    """Attacks that riders granted, each made as a free action once the attack is resolved (R-32, R-78)."""
    if not strike.grants:
        return
    grants, against = strike.grants, strike.granted_against
    strike.grants, strike.granted_against = NO_GRANTS, NOBODY
    for place, effect in enumerate(grants):
        if strike.opportunity and not any(rider.opportunity == 1 and effect in rider.effects for rider in strike.power.riders):
            continue  # an opportunity attack grants nothing more, unless a trait says so of opportunity attacks
        if strike.depth > 0 and strike.depth >= (battle.escalation if effect.chain == b.BY_THE_DIE else effect.chain):
            continue
        if effect.chain == b.BY_THE_DIE and battle.escalation == 0:
            continue
        if strike.depth >= MOST_GRANTS or strike.attacker.state != UP or (battle.refuse_free and not strike.paid):
            return
        if effect.costs_quick and not turn_options.has_quick(battle, strike.attacker):
            continue
        users = _who_attacks(battle, strike.attacker, effect, against[place])
        if effect.costs_quick and any(_at_whom(battle, strike, user, effect, against[place]) for user in users):
            turn_options.pays_quick(battle, strike.attacker)
        for user in users:
            for _ in range(effect.times):
                _granted_attack(battle, strike, user, effect, against[place])


def _who_attacks(battle: Skirmish, attacker: Fighter, effect: GrantedAttack, against: int) -> list[Fighter]:
    """The attacker itself; or one of its nearby allies, or each of them, who has such an attack and somebody to make it at."""
    if effect.on not in (b.ON_ALLY, b.ON_EACH_ALLY):
        return [attacker]
    able: list[Fighter] = []
    for ally in nearby_allies(battle, attacker):
        power = named_attack(ally, effect.name)
        if power is not None and ally.can_act() and _granted_at(battle, ally, power, effect, against):
            able.append(ally)
    able = recipients.such(battle, effect, attacker, able)
    return able if effect.on == b.ON_EACH_ALLY else recipients.one_ally(battle, attacker, effect, able)


def named_attack(user: Fighter, name: str) -> Power | None:
    """An attack by its name; "basic" is the basic melee attack, or else the basic ranged one."""
    block = user.block
    if name.lower() == "basic":
        number = block.basic_melee if block.basic_melee >= 0 else block.basic_ranged
        return block.powers[number] if number >= 0 else None
    for power in block.powers:
        if power.name.lower() == name.lower():
            return power
    return None


def _granted_at(
    battle: Skirmish, user: Fighter, power: Power, effect: GrantedAttack, against: int, strike: Strike | None = None
) -> list[Fighter]:
    """At whom a granted attack may go."""
    legal = targeting.legal_targets(battle, user, power)
    if effect.reach:
        legal = [each for each in battle.fighters if each.state == UP and are_enemies(each, user) and nearby(each, user)]
    if effect.which == b.AT_SAME:
        return [each for each in legal if each.number == against]
    if effect.which == b.AT_OTHER:
        return [each for each in legal if each.number != against]
    if effect.which == b.AT_NEW and strike is not None:
        return [each for each in legal if each.number != against and each.number not in strike.aimed]
    return legal


def _at_whom(battle: Skirmish, strike: Strike, user: Fighter, effect: GrantedAttack, against: int) -> list[Fighter]:
    """At whom this one may make it; nobody where it has no such attack, or no use of it left to spend."""
    power = named_attack(user, effect.name)
    if power is None or not user.can_act() or (effect.spends and targeting.why_spent(battle, user, power)):
        return []
    if effect.which == b.AT_LEFT:
        return [each for each in members(battle, strike.left) if each.state == UP and nearby(each, user)]
    return _granted_at(battle, user, power, effect, against, strike)


def _granted_attack(battle: Skirmish, strike: Strike, user: Fighter, effect: GrantedAttack, against: int) -> None:
    power, targets = named_attack(user, effect.name), _at_whom(battle, strike, user, effect, against)
    if power is None:
        return
    if effect.reach and effect.which != b.AT_LEFT:
        targets = recipients.one_foe(battle, user, targets)
    elif targets and effect.which != b.AT_LEFT:
        targets = targeting.choose_targets(battle, user, power, targets)
    if targets and battle.procedures.sets_off_and_draws(battle, user, power, targets):
        if effect.spends:
            targeting.count_use(battle, user, power)
        more = Strike(user, power)
        more.depth = strike.depth + 1
        more.halved, more.plain = effect.halved, effect.plain
        more.aimed = [*strike.aimed, against] if effect.which == b.AT_NEW else NOBODY
        if effect.extra:
            more.extra, more.why_extra = effect.extra * more.depth, "following up"
        battle.procedures.make_attack(battle, more, targets)
