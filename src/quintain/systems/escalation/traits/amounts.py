"""How much a printed amount comes to: its dice thrown, or read off the escalation die, the attack roll, or what is counted."""

from __future__ import annotations

from collections.abc import Callable

from quintain.engine.dice import Dice, Die, Handful
from quintain.engine.roll import Roll
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Amount, Effect
from quintain.systems.escalation.rules.figures import fits_all, fits_filters
from quintain.systems.escalation.rules.positions import bits, engaged_mask, members, nearby
from quintain.systems.escalation.rules.sheet import GONE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import ALWAYS, Awaited, Strike, There, While


def rolled_amount(
    battle: Skirmish, roller: Fighter, amount: Amount, what: str, about: str = "", awaited: Awaited = ALWAYS
) -> int:
    """An amount with its dice, if it has any, thrown."""
    if amount.dice is None:
        return battle.escalation * amount.times if amount.read_off == b.OFF_THE_DIE else amount.flat
    return battle.throw(roller, what, amount.dice, about, awaited).total() * amount.times + amount.flat


def own_amount(battle: Skirmish, fighter: Fighter, amount: Amount, what: str) -> int:
    """How many attacks it makes, or targets it has: nobody throws that any more where it is down by then, and it comes to none."""
    if amount.dice is None:
        return rolled_amount(battle, fighter, amount, what)
    return _own_throw(battle, fighter, amount, amount.dice, what)


def _own_throw(battle: Skirmish, fighter: Fighter, amount: Amount, dice: Dice, what: str) -> int:
    roll = battle.roll_while(While(lambda: fighter.state == UP), fighter.id, what, dice)
    return 0 if roll.void else roll.total() * amount.times + amount.flat


def alone(one: Fighter) -> Awaited:
    """Dice of harm to this one alone are awaited as long as it is there; with a mook its whole mob may be touched (ES-171)."""
    return There(one) if one.mob < 0 else ALWAYS


def read_off(battle: Skirmish, amount: Amount, natural: int) -> int:
    """What the escalation die or the attack roll shows; nothing was rolled: 0."""
    if amount.read_off == b.OFF_THE_DIE:
        return battle.escalation * amount.times
    return natural * amount.times if natural <= 20 else 0


def roll_counted(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter, awaited: Awaited) -> int:
    """So much harm for each of those it is counted by, up to the limit; the dice of all of them in one throw."""
    if effect.against and not fits_filters(battle, strike.attacker, target, effect.against):
        return 0
    many = _counted_by(battle, strike.attacker, target, effect)
    if effect.most:
        many = min(many, effect.most)
    if many == 0 or not effect.amount.groups:
        return many * effect.amount.flat
    dice = Handful([(count * many, sides) for count, sides in effect.amount.groups])
    return battle.throw(strike.attacker, "damage", dice, strike.about, awaited).total() + many * effect.amount.flat


def _counted_by(battle: Skirmish, attacker: Fighter, target: Fighter, effect: Effect) -> int:
    """How many there are of those that this damage is counted by."""
    if effect.for_each == b.PER_ALLY_ON_TARGET:
        people = [each for each in members(battle, engaged_mask(battle, target)) if each.number != attacker.number]
        people = [each for each in people if each.team == attacker.team]
    elif effect.for_each == b.PER_CREATURE_HIT:
        people = [each for each in battle.fighters if f"@{attacker.id}" in each.hits_taken]
    else:
        people = [each for each in battle.fighters if each.team == attacker.team and UP < each.state < GONE]
    return len([each for each in people if fits_all(battle, attacker, each, effect.counting)])


def by_lot(battle: Skirmish, user: Fighter, legal: list[Fighter], count: int) -> list[Fighter]:
    """So many of these, drawn by lot, of those who have neither gone nor been moved away by then."""
    found: list[Fighter] = []
    near = bits([each for each in legal if nearby(each, user)])

    def left() -> list[Fighter]:
        there = [each for each in legal if each.is_present() and (nearby(each, user) or not near & each.bit)]
        return [each for each in there if each not in found]

    while len(found) < count:
        one = drawn(battle, user, left)
        if one is None:
            break
        found.append(one)
    return [each for each in found if each.is_present() and (nearby(each, user) or not near & each.bit)]


def drawn(
    battle: Skirmish, user: Fighter, people: Callable[[], list[Fighter]], what: str = "random target"
) -> Fighter | None:
    """One of these by a die, of those it is about as it falls; where its thrower is out by then the GM throws it (R-85)."""
    while True:
        lot = people()
        if len(lot) < 2 or battle.ended:
            return lot[0] if lot else None
        roll = _lot(battle, user, people, what)
        if not roll.void:
            return lot[roll.total() - 1]


def _lot(battle: Skirmish, user: Fighter, people: Callable[[], list[Fighter]], what: str) -> Roll:
    by, lot = user.is_present(), people()
    return battle.roll_while(
        While(lambda: people() == lot), user.id if by else "", what, Die(len(lot))
    )
