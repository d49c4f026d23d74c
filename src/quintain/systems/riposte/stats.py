"""Stats, weapons and traits as plain numbers: what a stat block says, and the figures that follow from it.

Nothing here changes during a fight. A `Block` is what is printed about a combatant; `Block.figures` gives the numbers
that count for one weapon in hand, one role and one state of health (RI-12, RI-30, RI-121).
"""

from __future__ import annotations

from typing import final

from quintain.engine.declare import given
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.fields import WEAPON
from quintain.systems.riposte.fields_blocks import BlockFields
from quintain.systems.riposte.fields_blocks import Grant as Grant
from quintain.systems.riposte.fields_blocks import Modifier as Modifier
from quintain.systems.riposte.fields_blocks import Traits as Traits
from quintain.systems.riposte.fields_blocks import Weapon as Weapon


@final
class Figures:
    """The numbers that count for one weapon in hand, one role, one state of health."""

    def __init__(self, stats: list[int], traits: Traits, magical: bool) -> None:
        self.stats: list[int] = stats
        self.might: int = stats[v.MIGHT]
        self.accuracy: int = stats[v.ACCURACY]
        self.critical: int = stats[v.CRITICAL]
        self.dodge: int = stats[v.DODGE]
        self.avoid: int = stats[v.AVOID]
        self.defense: int = stats[v.DEFENSE]
        self.resistance: int = stats[v.RESISTANCE]
        self.speed: int = stats[v.SPD]
        self.knacks: int = traits.knacks
        self.grants: list[Grant] = traits.grants
        self.strikes: list[int] = traits.strikes
        self.magical: bool = magical


@final
class Block(BlockFields):
    """A stat block: what a combatant is before the fight touches it. Shared between copies of a fight."""

    def __init__(
        self, level: int, creature: str, max_hp: int, stats: list[int], mov: int, weapons: list[Weapon], traits: Traits
    ) -> None:
        super().__init__(level, creature, max_hp, stats, mov, weapons, traits)
        self.by_health: bool = False
        self._plain: Block | None = None
        self._figures: list[Figures] = []

    def clone(self) -> Block:
        """A block of its own to change; call `refresh` after changing it."""
        other = Block(self.level, self.creature, self.max_hp, self.stats, self.mov, self.weapons, self.traits)
        self.copy_fields(other)
        return other

    def without_rolls(self) -> Block:
        """This block without the traits that are rolled for against its base stats: as strangers may reckon with it (section 7)."""
        if self._plain is None:
            plain = self.clone()
            plain.traits = without_rolls(self.traits)
            for number, weapon in enumerate(self.weapons):
                plain.weapons[number] = with_traits(weapon, without_rolls(weapon.traits))
            plain.refresh()
            self._plain = plain
        return self._plain

    def refresh(self) -> None:
        """Work out the figures of every weapon, role and state of health."""
        everything = [self.traits, *[weapon.traits for weapon in self.weapons]]
        self.by_health = any(modifier.when != v.ALWAYS for traits in everything for modifier in traits.modifiers)
        self._plain = None
        self._figures = [
            self._calculate(weapon, role, health)
            for weapon in range(-1, len(self.weapons))
            for role in (v.ATTACKING, v.RIPOSTING, v.EITHER)
            for health in (v.ALWAYS, v.CORNERED, v.CONTROLLED)
        ]

    def health(self, hp: int) -> int:
        """Cornered below half, controlled above seven tenths of the maximum (RI-130)."""
        if not self.by_health:
            return v.ALWAYS
        if 2 * hp < self.max_hp:
            return v.CORNERED
        if 10 * hp > 7 * self.max_hp:
            return v.CONTROLLED
        return v.ALWAYS

    def is_stirred_by(self, health: int, hp: int) -> bool:
        """Is it in this state of health, and does anything of its own or on a weapon go by it (RI-130)?"""
        everything = [self.traits, *[weapon.traits for weapon in self.weapons]]
        return self.health(hp) == health and any(modifier.when == health for traits in everything for modifier in traits.modifiers)

    def figures(self, weapon: int, role: int, hp: int) -> Figures:
        """The numbers that count just now, ground not included (RI-12); for EITHER, those outside an engagement (RI-30)."""
        return self._figures[(weapon + 1) * 9 + role * 3 + self.health(hp)]

    def slayer_might(self, weapon: Weapon | None) -> int:
        """What a weapon's Might gains against this one: tripled against what it slays (RI-123)."""
        if weapon is None or not weapon.slays:
            return 0
        slain = any(tag == self.creature or (tag == "Flight" and self.flight) for tag in weapon.slays)
        return 2 * weapon.might if slain else 0

    def _calculate(self, weapon: int, role: int, health: int) -> Figures:
        carried = self.weapons[weapon] if weapon >= 0 else None
        traits = combine(self.traits, carried.traits) if carried is not None else self.traits
        shift = [0] * 14
        for modifier in traits.modifiers:
            if modifier.role in (v.EITHER, role) and modifier.when in (v.ALWAYS, health):
                shift[modifier.stat] += self.level // 10 if modifier.by_level else modifier.amount
        stats = [self.stats[stat] + shift[stat] for stat in range(7)]
        magical = carried is not None and carried.magical
        by_formula = calculated(stats, carried)
        unmoved = calculated(self.stats, carried)
        for stat in range(7):
            given = self.direct[stat]
            value = by_formula[stat] if given is None else given + by_formula[stat] - unmoved[stat]
            stats.append(value + shift[7 + stat])
        return Figures(stats, traits, magical)


def supports(weapon: Weapon, distance: int) -> bool:
    """A weapon supports the distances in its set and no others (RI-33)."""
    return weapon.range_bits >> distance & 1 == 1


def with_traits(weapon: Weapon, traits: Traits) -> Weapon:
    """The same weapon with other traits."""
    return Weapon(**{**given(weapon, WEAPON), "traits": traits})


def no_traits() -> Traits:
    return Traits([], [], 0, [1, 1, 1, 1])


def calculated(stats: list[int], weapon: Weapon | None) -> list[int]:
    """The seven calculated stats by formula, Might to Resistance; empty hands add nothing (RI-36, RI-121)."""
    might = stats[v.INT] if weapon is not None and weapon.magical else stats[v.STR]
    row = [
        might,
        2 * stats[v.DEX] + stats[v.LUK] // 2,
        stats[v.DEX] // 2,
        2 * stats[v.SPD] + stats[v.LUK],
        stats[v.LUK],
        stats[v.CON],
        stats[v.WIS],
    ]
    if weapon is not None:
        parts = [weapon.might, weapon.accuracy, weapon.critical, *weapon.defences]
        row = [row[stat] + parts[stat] for stat in range(7)]
    return row


def combine(own: Traits, other: Traits) -> Traits:
    """A person's traits together with those of the weapon in hand; grants add up (RI-22), multipliers multiply."""
    return Traits(
        own.modifiers + other.modifiers,
        own.grants + other.grants,
        own.knacks | other.knacks,
        [own.strikes[slot] * other.strikes[slot] for slot in range(4)],
    )


def without_rolls(traits: Traits) -> Traits:
    return Traits(
        traits.modifiers, [grant for grant in traits.grants if grant.chance_stat < 0], traits.knacks & ~v.ROLLED, traits.strikes
    )
