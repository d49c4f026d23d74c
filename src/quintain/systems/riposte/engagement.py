"""The plan of an engagement: who strikes how often, in which order, and what may still change that at declaration.

Plain arithmetic without dice, so that the rules (which roll the activations) and a tactic (which weighs them) follow
the same text. Strike order and counts are fixed here, before the first strike (RI-27).
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.stats import Figures, Grant, Weapon

SPEED_GAP: Final = 4
"""So much faster earns a follow-through (RI-20)."""

CYCLE: Final = {"red": "green", "green": "blue", "blue": "red"}
"""Which colour beats which (RI-125)."""
CYCLE_ACCURACY: Final = 10
"""The Accuracy that each level of a winning weapon adds; its Might is 1 (RI-125)."""

GRANT: Final = 0
"""An activation that grants follow-throughs; the others are named by their knack's bit."""


@final
class Activation:
    """One roll that may be made at declaration, and the stat of its owner it is rolled against."""

    def __init__(self, knack: int, label: str, by_attacker: bool, stat: int, clause: str, grant: Grant | None = None) -> None:
        self.knack: int = knack
        self.label: str = label
        self.by_attacker: bool = by_attacker
        self.stat: int = stat
        self.clause: str = clause
        self.grant: Grant | None = grant

    def is_about_ripostes(self) -> bool:
        """Whether it adds ripostes or cancels them; the others add attacks, or say in what order attacks and ripostes come."""
        return self.knack in (v.SUPERIORITY, v.FORESIGHT) or (self.knack == GRANT and not self.by_attacker)


@final
class Plan:
    """An engagement as declared: the counts, the order, and the activations not yet looked at."""

    def __init__(self, attacker: Figures, defender: Figures, riposte: bool, cautious: bool) -> None:
        """`riposte`: the defender's weapon reaches and is not held back. `cautious`: nobody follows through (RI-135)."""
        self.attacker: Figures = attacker
        self.defender: Figures = defender
        self.cautious: bool = cautious
        self.cancelled: bool = (attacker.knacks | defender.knacks) & v.SWEEP != 0
        """No riposte comes, whatever the defender has in hand by then (RI-134, RI-138, R12)."""
        self.riposte: bool = riposte and not self.cancelled
        self.attacks: int = 0
        self.ripostes: int = 0
        self.early_follow: bool = attacker.knacks & v.SHADOW_STRIKE != 0
        """Follow-through attacks right behind the attack (RI-132, RI-138)."""
        self.riposte_first: bool = False
        if not cautious:
            self._count_follow_throughs()

    def _count_follow_throughs(self) -> None:
        """Speed gives one (RI-20, RI-21), traits may give more (RI-22)."""
        if self.attacker.speed >= self.defender.speed + SPEED_GAP:
            self.attacks += 1
        elif self.defender.speed >= self.attacker.speed + SPEED_GAP:
            self.ripostes += 1
        for grant in self.attacker.grants:
            if grant.chance_stat < 0 and grant.slot == v.FOLLOW_ATTACK:
                self.attacks += grant.count
        for grant in self.defender.grants:
            if grant.chance_stat < 0 and grant.slot == v.FOLLOW_RIPOSTE:
                self.ripostes += grant.count

    def copy(self) -> Plan:
        other = Plan(self.attacker, self.defender, self.riposte, True)
        other.cautious = self.cautious
        other.cancelled = self.cancelled
        other.attacks = self.attacks
        other.ripostes = self.ripostes
        other.early_follow = self.early_follow
        other.riposte_first = self.riposte_first
        return other

    def would_change(self, activation: Activation) -> bool:
        """Whether success would change the number or order of strikes as they stand now; if not, no die is thrown."""
        knack = activation.knack
        if knack == GRANT:
            return not self.cautious and (activation.by_attacker or self.riposte)
        if not self.riposte:
            return False
        if knack in (v.DESPERATION, v.PATIENCE):
            return self.attacks > 0 and not self.early_follow and not self.riposte_first
        return True

    def activate(self, activation: Activation) -> None:
        """RI-131 to RI-134."""
        knack = activation.knack
        if knack == GRANT and activation.grant is not None:
            if activation.by_attacker:
                self.attacks += activation.grant.count
            else:
                self.ripostes += activation.grant.count
        elif knack in (v.SUPERIORITY, v.FORESIGHT):
            self.riposte = False
            self.cancelled = True
        elif knack in (v.DESPERATION, v.PATIENCE):
            self.early_follow = True
        elif knack == v.VANTAGE:
            self.riposte_first = True

    def strikes(self, out_of_reach: bool = False) -> list[int]:
        """The slot of every strike in order (RI-15, RI-23), multiplied where a trait says so (RI-137).

        `out_of_reach`: with the slots of ripostes for which the defender's weapon does not reach yet.
        """
        riposte = self.riposte or (out_of_reach and not self.cancelled)
        order: list[int] = []
        for slot in self._slot_order():
            if slot == v.ATTACK:
                count = 1
            elif slot == v.FOLLOW_ATTACK:
                count = self.attacks
            elif not riposte:
                count = 0
            elif slot == v.RIPOSTE:
                count = 1
            else:
                count = self.ripostes
            striker = self.attacker if slot in (v.ATTACK, v.FOLLOW_ATTACK) else self.defender
            order.extend([slot] * (count * striker.strikes[slot]))
        return order

    def _slot_order(self) -> tuple[int, int, int, int]:
        """RI-132, RI-133, RI-138: the six orders that traits can bring about."""
        shadowed = self.defender.knacks & v.SHADOW_STRIKE != 0
        if self.riposte_first:
            if shadowed:
                return (v.RIPOSTE, v.FOLLOW_RIPOSTE, v.ATTACK, v.FOLLOW_ATTACK)
            return (v.RIPOSTE, v.ATTACK, v.FOLLOW_ATTACK, v.FOLLOW_RIPOSTE)
        if self.early_follow:
            return (v.ATTACK, v.FOLLOW_ATTACK, v.RIPOSTE, v.FOLLOW_RIPOSTE)
        if shadowed:
            return (v.ATTACK, v.RIPOSTE, v.FOLLOW_RIPOSTE, v.FOLLOW_ATTACK)
        return (v.ATTACK, v.RIPOSTE, v.FOLLOW_ATTACK, v.FOLLOW_RIPOSTE)


def cycle_edge(weapon: Weapon | None, against: Weapon | None) -> int:
    """Red over green over blue over red, by the level of one's own weapon (RI-125)."""
    if weapon is None or against is None:
        return 0
    if CYCLE.get(weapon.colour) == against.colour:
        return weapon.level
    if CYCLE.get(against.colour) == weapon.colour:
        return -weapon.level
    return 0


FIRST: Final = (
    Activation(v.SUPERIORITY, "Superiority", True, v.STR, "RI-134"),
    Activation(v.FORESIGHT, "Foresight", True, v.INT, "RI-134"),
)
LAST: Final = (
    Activation(v.DESPERATION, "Desperation", True, v.SPD, "RI-132"),
    Activation(v.VANTAGE, "Vantage", False, v.DEX, "RI-133"),
    Activation(v.PATIENCE, "Patience", False, v.DEX, "RI-133"),
)
"""The traits that are rolled for, before and after the follow-throughs that are granted on a roll."""


def activations(attacker: Figures, defender: Figures) -> list[Activation]:
    """Every activation roll the two could call for, in the order in which they are made."""
    rolls = [one for one in FIRST if attacker.knacks & one.knack] if attacker.knacks else []
    for grant in attacker.grants:
        if grant.chance_stat >= 0 and grant.slot == v.FOLLOW_ATTACK:
            clause = "RI-131" if grant.label == "Bold" else "RI-144"
            rolls.append(Activation(GRANT, grant.label, True, grant.chance_stat, clause, grant))
    for grant in defender.grants:
        if grant.chance_stat >= 0 and grant.slot == v.FOLLOW_RIPOSTE:
            rolls.append(Activation(GRANT, grant.label, False, grant.chance_stat, "RI-144", grant))
    if attacker.knacks | defender.knacks:
        rolls.extend([one for one in LAST if (attacker if one.by_attacker else defender).knacks & one.knack])
    return rolls


def is_new(activation: Activation, seen: list[Activation]) -> bool:
    """Is it none of these?"""
    return not any(activation.knack == other.knack and activation.grant is other.grant for other in seen)
