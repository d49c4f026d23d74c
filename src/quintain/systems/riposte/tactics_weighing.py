"""What an engagement is worth before it is declared: expected harm both ways, for tactics.

A tactic weighs many engagements a turn, so this adds up probabilities instead of running the rules. Everything the book says
is asked of the rules: the order and number of strikes (`Plan`), the figures (`numbers_between`), which faces pass
(`faces_that_pass`), what a hit does (`damage_of`, `has_guard`). Tests hold it against the exact reading.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.systems.riposte.engagement import Activation, Numbers, Plan, activations, is_calm
from quintain.systems.riposte.resolve import damage_of, faces_that_pass, has_guard, numbers_between
from quintain.systems.riposte.sheet import Fighter, Skirmish
from quintain.systems.riposte.stats import (
    ATTACK,
    ATTACKING,
    DEX,
    FOLLOW_ATTACK,
    RIPOSTING,
    Figures,
)
from quintain.systems.riposte.switches import Switches

DROP_WORTH: Final = 10.0

HEEDLESS: Final = 0
BOLD: Final = 1
WARY: Final = 2
KILL: Final = 3
CAUTION: Final = (0.0, 0.3, 0.6)
"""How much one's own harm counts: not at all, for enemies, for heroes and allies (section 5)."""


@final
class Exchange:
    """Expected HP taken from either party, and the chance that either drops."""

    def __init__(self) -> None:
        self.dealt: float = 0.0
        self.taken: float = 0.0
        self.kill: float = 0.0
        self.death: float = 0.0

    def worth(self, caution: float) -> float:
        """What it is worth to the attacker, who minds its own harm as much as its caution says."""
        return self.dealt + DROP_WORTH * self.kill - caution * (self.taken + DROP_WORTH * self.death)


def probability(switches: Switches, chance: int) -> float:
    """The chance of a percentile test as a probability (RI-02, RI-03, R2)."""
    return faces_that_pass(switches, chance) / 100.0


@final
class Prospect:
    """The chances of one strike as probabilities, and its numbers."""

    def __init__(self, hit: float, crit: float, guard: float, numbers: Numbers) -> None:
        self.hit: float = hit
        self.crit: float = crit
        self.guard: float = guard
        """The chance that the target halves the damage (RI-136)."""
        self.numbers: Numbers = numbers


@final
class Weighing:
    """One engagement being weighed: who, with what, from where; and the sums so far."""

    def __init__(
        self,
        battle: Skirmish,
        attacker: Fighter,
        weapon: int,
        attacker_cover: int,
        defender: Fighter,
        defender_cover: int,
        distance: int,
    ) -> None:
        self.switches: Switches = battle.switches
        self.attacker: Fighter = attacker
        self.weapon: int = weapon
        self.attacker_cover: int = attacker_cover
        self.defender: Fighter = defender
        self.defender_cover: int = defender_cover
        self.distance: int = distance
        self.found: Exchange = Exchange()
        self.order: list[int] = []
        self.mine: Prospect | None = None
        self.theirs: Prospect | None = None
        """What a strike of either promises, where neither's figures go by health: worked out once."""

    def weigh(self) -> Exchange:
        own = self.attacker.block.figures(self.weapon, ATTACKING, self.attacker.hp)
        other = self.defender.figures(RIPOSTING)
        calm = is_calm(
            own,
            2 * self.attacker.hp > self.attacker.block.max_hp,
            other,
            2 * self.defender.hp > self.defender.block.max_hp,
        )
        plan = Plan(own, other, self.defender.reaches(self.distance), calm)
        self._activate(plan, activations(own, other), 0, 1.0)
        return self.found

    def _activate(self, plan: Plan, rolls: list[Activation], at: int, weight: float) -> None:
        while at < len(rolls) and not plan.would_change(rolls[at]):
            at += 1
        if at == len(rolls):
            self.order = plan.strikes()
            self._strike(0, self.attacker.hp, self.defender.hp, weight)
            return
        owner = plan.attacker if rolls[at].by_attacker else plan.defender
        chance = probability(self.switches, owner.stats[rolls[at].stat])
        if chance > 0.0:
            fired = plan.copy()
            fired.activate(rolls[at])
            self._activate(fired, rolls, at + 1, weight * chance)
        if chance < 1.0:
            self._activate(plan, rolls, at + 1, weight * (1.0 - chance))

    def _strike(self, at: int, attacker_hp: int, defender_hp: int, weight: float) -> None:
        """Every way the strikes from here on can fall."""
        if at == len(self.order) or attacker_hp == 0 or defender_hp == 0:
            self._add(attacker_hp, defender_hp, weight)
            return
        slot = self.order[at]
        mine = slot in (ATTACK, FOLLOW_ATTACK)
        prospect = self.mine if mine else self.theirs
        if prospect is None:
            prospect = self._prospect(mine, attacker_hp, defender_hp)
        hit, crit = prospect.hit, prospect.crit
        if hit < 1.0:
            self._strike(at + 1, attacker_hp, defender_hp, weight * (1.0 - hit))
        if hit - crit > 1e-12:
            self._hurt(at, mine, prospect, False, attacker_hp, defender_hp, weight * (hit - crit))
        if crit > 0.0:
            self._hurt(at, mine, prospect, True, attacker_hp, defender_hp, weight * crit)

    def _prospect(self, mine: bool, attacker_hp: int, defender_hp: int) -> Prospect:
        """What one strike promises at this health (RI-12)."""
        own = self.attacker.block.figures(self.weapon, ATTACKING, attacker_hp)
        other = self.defender.block.figures(self.defender.weapon, RIPOSTING, defender_hp)
        attack_weapon = self.attacker.block.weapons[self.weapon]
        if mine:
            numbers = numbers_between(
                self.switches, own, attack_weapon, self.defender.block, other, self.defender.in_hand(), self.defender_cover
            )
        else:
            numbers = numbers_between(
                self.switches, other, self.defender.in_hand(), self.attacker.block, own, attack_weapon, self.attacker_cover
            )
        hit = probability(self.switches, numbers.hit)
        crit = probability(self.switches, numbers.crit)
        crit = hit * crit if self.switches.separate_crit else min(hit, crit)
        guard = self._guard(own, other) if mine else self._guard(other, own)
        found = Prospect(hit, crit, guard, numbers)
        if not self.attacker.block.by_health and not self.defender.block.by_health:
            if mine:
                self.mine = found
            else:
                self.theirs = found
        return found

    def _guard(self, striker: Figures, target: Figures) -> float:
        return probability(self.switches, target.stats[DEX]) if has_guard(striker, target) else 0.0

    def _hurt(
        self, at: int, mine: bool, prospect: Prospect, crit: bool, attacker_hp: int, defender_hp: int, weight: float
    ) -> None:
        """A hit, with and without the guard that may halve it."""
        damage = damage_of(prospect.numbers, crit, False)
        if prospect.guard > 0.0 and damage > 0:
            halved = damage_of(prospect.numbers, crit, True)
            self._land(at, mine, halved, attacker_hp, defender_hp, weight * prospect.guard)
            weight *= 1.0 - prospect.guard
        self._land(at, mine, damage, attacker_hp, defender_hp, weight)

    def _land(self, at: int, mine: bool, damage: int, attacker_hp: int, defender_hp: int, weight: float) -> None:
        if mine:
            self._strike(at + 1, attacker_hp, max(0, defender_hp - damage), weight)
        else:
            self._strike(at + 1, max(0, attacker_hp - damage), defender_hp, weight)

    def _add(self, attacker_hp: int, defender_hp: int, weight: float) -> None:
        found = self.found
        found.dealt += weight * (self.defender.hp - defender_hp)
        found.taken += weight * (self.attacker.hp - attacker_hp)
        if defender_hp == 0:
            found.kill += weight
        if attacker_hp == 0:
            found.death += weight


def worth_of(
    battle: Skirmish,
    attacker: Fighter,
    weapon: int,
    attacker_cover: int,
    defender: Fighter,
    defender_cover: int,
    distance: int,
    minding: int,
) -> float:
    """What an engagement is worth to the attacker: worked out once per pair, weapon, health, ground and distance."""
    key = packed(attacker, weapon, attacker_cover, defender, defender_cover, distance) * 4 + minding
    known = battle.tables.worth.get(key)
    if known is None:
        found = Weighing(battle, attacker, weapon, attacker_cover, defender, defender_cover, distance).weigh()
        known = found.worth(CAUTION[minding])
        battle.tables.worth[key] = known
    return known


def kill_of(
    battle: Skirmish,
    attacker: Fighter,
    weapon: int,
    attacker_cover: int,
    defender: Fighter,
    defender_cover: int,
    distance: int,
) -> float:
    """The chance that an engagement drops the defender."""
    key = packed(attacker, weapon, attacker_cover, defender, defender_cover, distance) * 4 + KILL
    known = battle.tables.worth.get(key)
    if known is None:
        known = Weighing(battle, attacker, weapon, attacker_cover, defender, defender_cover, distance).weigh().kill
        battle.tables.worth[key] = known
    return known


def packed(
    attacker: Fighter, weapon: int, attacker_cover: int, defender: Fighter, defender_cover: int, distance: int
) -> int:
    """Everything an exchange depends on, as one integer: up to 250 combatants, 9,999 HP, 7 weapons (see `files`)."""
    lasting: i64 = lasting_key(attacker, weapon, attacker_cover, defender, defender_cover, distance)
    own: i64 = attacker.hp
    other: i64 = defender.hp
    held: i64 = defender.weapon + 1
    return int(lasting + own * OWN_HP + other * OTHER_HP + held * OTHER_WEAPON)


def lasting_key(
    attacker: Fighter, weapon: int, attacker_cover: int, defender: Fighter, defender_cover: int, distance: int
) -> int:
    """The part of that key which stays while nobody moves; HP and the defender's weapon are added to it."""
    key: i64 = attacker.number
    key = key * 256 + defender.number
    key = key * LIVES + distance
    key = key * 8 + weapon
    key = key * 256 + attacker_cover * 4 + defender_cover
    return int(key)


OTHER_WEAPON: Final = 16
OTHER_HP: Final = 256 * 8 * 16
OWN_HP: Final = OTHER_HP * 16384
LIVES: Final = 16 * 16384 * 16384
"""Where in the key each part that changes stands."""
