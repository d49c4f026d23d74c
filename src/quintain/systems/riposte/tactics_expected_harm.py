"""What an engagement is worth before it is declared: expected harm both ways, for tactics.

A tactic weighs many engagements a turn, so this adds up probabilities instead of running fights. What the book says is asked of the
rules: the order and number of strikes (`Plan`), the figures (`read_figures`), and what each way the dice of a strike can fall comes
to (`decide`, on dice laid out here). Tests hold it against the exact reading.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, final

from mypy_extensions import i64

from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.engagement import Activation, Plan, activations
from quintain.systems.riposte.resolve import decide, faces_that_pass, plan_between, put_die, read_figures
from quintain.systems.riposte.sheet import Blow, Fighter, Skirmish
from quintain.systems.riposte.switches import Switches

DROP_WORTH: Final = 10.0

HEEDLESS: Final = 0
BOLD: Final = 1
WARY: Final = 2
KILL: Final = 3
CAUTION: Final = (0.0, 0.3, 0.6)
"""How much one's own harm counts: not at all, for enemies, for heroes and allies (section 5)."""


Ways = list[tuple[int, float]]
"""The damage of one strike in every way it can come out, with its probability."""
NOBODY_READS: Final = Reading()


def ways_of(switches: Switches, blow: Blow) -> Ways:
    """Every way the dice of one strike can fall, judged by the rule itself."""
    chances = [blow.hit_chance, blow.crit_chance]
    if blow.guard:
        chances.append(blow.guard_chance)
    first = 1 if switches.from_one else 0
    cuts = sorted({0, 100, *[faces_that_pass(switches, chance) for chance in chances]})
    dice: list[tuple[Roll, float]] = []
    for cut, following in pairwise(cuts):
        dice.append((Roll(NOBODY_READS, first + cut, first + cut, False), (following - cut) / 100.0))
    found: dict[int, float] = {}
    lay_dice(switches, blow, dice, 1.0, found)
    return list(found.items())


def lay_dice(
    switches: Switches, blow: Blow, dice: list[tuple[Roll, float]], weight: float, found: dict[int, float]
) -> None:
    """The die that is missing still, with one face of each run of faces that all come to the same."""
    missing = decide(switches, blow)
    if not missing:
        found[blow.damage] = found.get(blow.damage, 0.0) + weight
        return
    for die, share in dice:
        put_die(blow, missing, die)
        lay_dice(switches, blow, dice, weight * share, found)
    put_die(blow, missing, None)


@final
class Weighing:
    """One engagement being weighed: who, with what, from where; and what is expected of it: HP taken from either party, and the
    chance that either drops."""

    def __init__(
        self, battle: Skirmish, attacker: Fighter, weapon: int, attacker_cover: int, defender: Fighter, defender_cover: int,
        distance: int,
    ) -> None:  # fmt: skip
        self.switches: Switches = battle.switches
        self.known: dict[int, Ways] = battle.tables.ways
        self.attacker: Fighter = attacker
        self.weapon: int = weapon
        self.attacker_cover: int = attacker_cover
        self.defender: Fighter = defender
        self.defender_cover: int = defender_cover
        self.distance: int = distance
        self.dealt: float = 0.0
        self.taken: float = 0.0
        self.kill: float = 0.0
        self.death: float = 0.0
        self.order: list[int] = []
        self.mine: Ways | None = None
        self.theirs: Ways | None = None
        """What a strike of either promises, once it is known and where neither's figures go by health."""

    def worth(self, caution: float) -> float:
        """What it is worth to the attacker, who minds its own harm as much as its caution says."""
        return self.dealt + DROP_WORTH * self.kill - caution * (self.taken + DROP_WORTH * self.death)

    def weigh(self) -> Weighing:
        own = self.attacker.block.figures(self.weapon, v.ATTACKING, self.attacker.hp)
        plan = plan_between(self.attacker, own, self.defender, self.defender.reaches(self.distance))
        self._activate(plan, activations(own, plan.defender), 0, 1.0)
        return self

    def _activate(self, plan: Plan, rolls: list[Activation], at: int, weight: float) -> None:
        while at < len(rolls) and not plan.would_change(rolls[at]):
            at += 1
        if at == len(rolls):
            self.order = plan.strikes()
            self._strike(0, self.attacker.hp, self.defender.hp, weight)
            return
        owner = plan.attacker if rolls[at].by_attacker else plan.defender
        chance = faces_that_pass(self.switches, owner.stats[rolls[at].stat]) / 100.0
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
        mine = self.order[at] in (v.ATTACK, v.FOLLOW_ATTACK)
        ways = self.mine if mine else self.theirs
        if ways is None:
            ways = self._ways(mine, attacker_hp, defender_hp)
        for damage, share in ways:
            if mine:
                self._strike(at + 1, attacker_hp, max(0, defender_hp - damage), weight * share)
            else:
                self._strike(at + 1, max(0, attacker_hp - damage), defender_hp, weight * share)

    def _ways(self, mine: bool, attacker_hp: int, defender_hp: int) -> Ways:
        """What one strike promises at this health (RI-12); worked out once where neither's figures go by it."""
        if self.attacker.block.by_health or self.defender.block.by_health:
            return self._worked_out(mine, attacker_hp, defender_hp)
        held = self.defender.weapon + 1
        key = lasting_key(self.attacker, self.weapon, self.attacker_cover, self.defender, self.defender_cover, held)
        key = 2 * key + int(mine)
        found = self.known.get(key)
        if found is None:
            found = self._worked_out(mine, attacker_hp, defender_hp)
            self.known[key] = found
        if mine:
            self.mine = found
        else:
            self.theirs = found
        return found

    def _worked_out(self, mine: bool, attacker_hp: int, defender_hp: int) -> Ways:
        attacker, defender = self.attacker.copy(), self.defender.copy()
        attacker.weapon, attacker.hp, defender.hp = self.weapon, attacker_hp, defender_hp
        blow = Blow(attacker, defender, v.ATTACK) if mine else Blow(defender, attacker, v.RIPOSTE)
        read_figures(self.switches, blow, self.defender_cover if mine else self.attacker_cover)
        return ways_of(self.switches, blow)

    def _add(self, attacker_hp: int, defender_hp: int, weight: float) -> None:
        self.dealt += weight * (self.defender.hp - defender_hp)
        self.taken += weight * (self.attacker.hp - attacker_hp)
        if defender_hp == 0:
            self.kill += weight
        if attacker_hp == 0:
            self.death += weight


def worth_of(
    battle: Skirmish, attacker: Fighter, weapon: int, attacker_cover: int, defender: Fighter, defender_cover: int, distance: int,
    minding: int,
) -> float:  # fmt: skip
    """What an engagement is worth to the attacker, or (KILL) how likely it drops the defender: worked out once per pair, weapon,
    health, ground and distance."""
    key = packed(attacker, weapon, attacker_cover, defender, defender_cover, distance) * 4 + minding
    known = battle.tables.worth.get(key)
    if known is None:
        found = Weighing(battle, attacker, weapon, attacker_cover, defender, defender_cover, distance).weigh()
        known = found.kill if minding == KILL else found.worth(CAUTION[minding])
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
