"""Holds, pins, bonds and escapes (TO-59..TO-63, TO-122)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.roll import contest
from quintain.systems.toughness.attempts import counted, throw
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.conditions import come_back, let_go, stop_acting
from quintain.systems.toughness.defense import grapple_bonus
from quintain.systems.toughness.guesses import learn_grapple
from quintain.systems.toughness.legality import why_cannot_hold
from quintain.systems.toughness.resolve import MISS, Attack, ToughnessSave, attack_roll, hurt
from quintain.systems.toughness.sentences import tell_done, tell_lost, tell_opposed
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray


@final
class Struggle(Attempt):
    """One of the two dice of an opposed grapple: the beginner's, or the other's. `within`: does it need the hold that is there (TO-62,
    TO-63), or take one (TO-60)?"""

    def __init__(self, roller: Fighter, other: Fighter, initiator: Fighter, within: bool = True) -> None:
        super().__init__(roller, "grapple", other=other)
        self.against: Final[Fighter] = other
        self.initiator: Final[Fighter] = initiator
        self.within: Final[bool] = within

    def bonus(self, fray: Fray) -> int:
        return grapple_bonus(fray, self.fighter)

    def goes_on(self, fray: Fray) -> bool:
        """TO-63: still within the hold that it needs, or free to take one."""
        one, other, first = self.fighter, self.against, self.initiator
        if not first.able or not fray.takes_part(one) or not fray.takes_part(other):
            return False
        if self.within:
            return holds(one, other) or holds(other, one)
        target = other if one is first else one
        if fray.has_lost_turn(first) or first.side == target.side or why_cannot_hold(first, target):
            return False
        return fray.feet(first, target) <= BARE.reach_ft


def wins_opposed(fray: Fray, one: Struggle) -> bool:
    """TO-60, TO-63: both roll d20 + grapple, the beginner first; strictly higher wins and naturals mean nothing."""
    first, other = one.fighter, one.against
    two = Struggle(other, first, first, one.within)
    if not throw(fray, one) or not throw(fray, two) or not one.goes_on(fray):
        tell_lost(fray, first, f"struggle with {other.name}", "TO-63" if one.within else "TO-60")
        return False
    wins = contest(counted(fray, one), counted(fray, two), [two.bonus(fray) - one.bonus(fray) + 1]) == 1  # higher by 1 at least
    tell_opposed(fray, one, two, wins)
    learn_grapple(fray, one, two, wins, wins_ties=False)
    learn_grapple(fray, two, one, not wins, wins_ties=True)
    first.use_up("grapple")
    other.use_up("grapple")
    return wins


def hold(fray: Fray, made: Attack) -> None:
    """TO-60: a Grapple attack, and on a hit an opposed roll; the target is held if the attacker is strictly higher."""
    attacker, target = made.fighter, made.target
    result = attack_roll(fray, made)
    made.use_up(fray)
    if result != MISS and wins_opposed(fray, Struggle(attacker, target, attacker, within=False)):
        attacker.holding = target.id
        target.held_by = attacker.id
        fray.note("hold", attacker.id)
        tell_done(fray, "held", attacker, target.name, target)


def holds(attacker: Fighter, target: Fighter) -> bool:
    return attacker.holding == target.id and target.held_by == attacker.id


def blow_in_hold(fray: Fray, tried: Struggle) -> None:
    """TO-62: an opposed roll; won, it is a barehanded blow without an attack roll."""
    holder, target = tried.fighter, tried.against
    if wins_opposed(fray, tried):
        come_back(fray, target)
        fray.note("hit", holder.id)
        hurt(fray, ToughnessSave(target, holder, BARE, False, False))
        holder.use_up("damage")


def pin(fray: Fray, tried: Struggle) -> None:
    """TO-62: an opposed roll; won, the target is pinned."""
    holder, target = tried.fighter, tried.against
    if wins_opposed(fray, tried):
        target.pinned = True
        fray.note("pin", holder.id)
        tell_done(fray, "pinned", holder, target.name, target)


def bind(fray: Fray, tried: Struggle) -> None:
    """TO-122: an opposed roll; won, the pinned target is tied up and helpless."""
    holder, target = tried.fighter, tried.against
    if wins_opposed(fray, tried):
        let_go(fray, holder)
        target.bound = True
        stop_acting(fray, target)
        fray.note("bind", holder.id)
        fray.note("drop", holder.id)
        tell_done(fray, "bound", holder, target.name, target)


def escape(fray: Fray, tried: Struggle) -> None:
    """TO-63: an opposed roll by the one who is held; won, it is free."""
    if wins_opposed(fray, tried):
        fray.note("escape", tried.fighter.id)
        let_go(fray, tried.against)


def untie(fray: Fray, helper: Fighter, target: Fighter) -> None:
    """TO-122: a helper in reach spends a full round."""
    target.bound = False
    tell_done(fray, "freed", helper, target.name, target)
