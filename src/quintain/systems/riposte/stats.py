"""Stats, weapons and traits as plain numbers: what a stat block says, and the figures that follow from it.

Nothing here changes during a fight. A `Block` is what is printed about a combatant; `Block.figures` gives the numbers
that count for one weapon in hand, one role and one state of health (RI-12, RI-30, RI-121).
"""

from __future__ import annotations

from typing import Final, final

STR: Final = 0
INT: Final = 1
DEX: Final = 2
SPD: Final = 3
LUK: Final = 4
CON: Final = 5
WIS: Final = 6
MIGHT: Final = 7
ACCURACY: Final = 8
CRITICAL: Final = 9
DODGE: Final = 10
AVOID: Final = 11
DEFENSE: Final = 12
RESISTANCE: Final = 13

BASE_STATS: Final = ("STR", "INT", "DEX", "SPD", "LUK", "CON", "WIS")
CALCULATED: Final = ("Might", "Accuracy", "Critical", "Dodge", "Avoid", "Defense", "Resistance")
STAT_NAMES: Final = BASE_STATS + CALCULATED
CHECK_STATS: Final = (STR, INT, DEX, SPD, CON, WIS)
"""The stats a skill check may be made with: any base stat but LUK (RI-141)."""

# Roles: an engagement one declared, or one that somebody declared on one (RI-30).
ATTACKING: Final = 0
RIPOSTING: Final = 1
EITHER: Final = 2
"""Of a modifier: in both. Of figures: outside an engagement, where modifiers limited to a role do not count."""

# Health, for traits that depend on it (RI-130).
ALWAYS: Final = 0
CORNERED: Final = 1
CONTROLLED: Final = 2

# Slots of an engagement (RI-15).
ATTACK: Final = 0
RIPOSTE: Final = 1
FOLLOW_ATTACK: Final = 2
FOLLOW_RIPOSTE: Final = 3
SLOT_NAMES: Final = ("attack", "riposte", "follow-through attack", "follow-through riposte")

# Traits that need a rule of their own, as bits.
DESPERATION: Final = 1
VANTAGE: Final = 2
PATIENCE: Final = 4
SUPERIORITY: Final = 8
FORESIGHT: Final = 16
CAUTIOUS: Final = 32
BUCKLER: Final = 64
ESCUTCHEON: Final = 128
SHADOW_STRIKE: Final = 256
SWEEP: Final = 512

KNACKS: Final[dict[str, int]] = {
    "Desperation": DESPERATION,
    "Vantage": VANTAGE,
    "Patience": PATIENCE,
    "Superiority": SUPERIORITY,
    "Foresight": FORESIGHT,
    "Cautious": CAUTIOUS,
    "Buckler": BUCKLER,
    "Escutcheon": ESCUTCHEON,
    "Shadow Strike": SHADOW_STRIKE,
    "Sweep": SWEEP,
}

ROLLED: Final = DESPERATION | VANTAGE | PATIENCE | SUPERIORITY | FORESIGHT | BUCKLER | ESCUTCHEON
"""The traits that are rolled for, against a base stat of their owner."""

NO_WEAPON: Final = -1


@final
class Modifier:
    """A stat shifted by an amount, in one role or in both, always or in one state of health (RI-144 a)."""

    def __init__(
        self, stat: int, amount: int, role: int = EITHER, when: int = ALWAYS, by_level: bool = False
    ) -> None:
        self.stat: int = stat
        self.amount: int = amount
        self.role: int = role
        self.when: int = when
        self.by_level: bool = by_level
        """The amount is a tenth of the level of whoever has it (RI-129, RI-130)."""

    def applies(self, role: int, health: int) -> bool:
        return (self.role == EITHER or self.role == role) and (self.when == ALWAYS or self.when == health)


@final
class Grant:
    """Extra follow-through attacks or ripostes, outright or on a roll below a stat (RI-22, RI-144 b)."""

    def __init__(self, label: str, slot: int, count: int, chance_stat: int = -1) -> None:
        self.label: str = label
        self.slot: int = slot
        self.count: int = count
        self.chance_stat: int = chance_stat
        """The stat to roll below; -1 when nothing is rolled."""


@final
class Traits:
    """Everything a person's skills or a weapon's rune bring to an engagement, as data rows (RI-144)."""

    def __init__(
        self,
        modifiers: list[Modifier] | None = None,
        grants: list[Grant] | None = None,
        knacks: int = 0,
        strikes: list[int] | None = None,
    ) -> None:
        self.modifiers: list[Modifier] = modifiers or []
        self.grants: list[Grant] = grants or []
        self.knacks: int = knacks
        self.strikes: list[int] = strikes or [1, 1, 1, 1]
        """How often each strike of a slot happens, per slot (RI-144 c)."""


@final
class Weapon:
    """One weapon as carried, rune included (RI-33, RI-122)."""

    def __init__(
        self,
        name: str,
        type_name: str,
        magical: bool,
        might: int,
        accuracy: int,
        critical: int,
        distances: list[int],
        level: int = 1,
        colour: str = "grey",
        slays: list[str] | None = None,
        heals: bool = False,
        defences: list[int] | None = None,
        rune: str = "",
        rune_level: int = 0,
        blessing: int = 0,
        traits: Traits | None = None,
        source: dict[str, object] | None = None,
    ) -> None:
        self.source: dict[str, object] = source or {}
        """The weapon as written in its file."""
        self.name: str = name
        self.use_note: str = f"use:{name}"
        self.type_name: str = type_name
        self.magical: bool = magical
        self.might: int = might
        self.accuracy: int = accuracy
        self.critical: int = critical
        self.distances: list[int] = sorted(set(distances))
        self.range_bits: int = 0
        for distance in self.distances:
            self.range_bits |= 1 << distance
        self.level: int = level
        self.colour: str = colour
        self.slays: list[str] = slays or []
        self.heals: bool = heals
        self.defences: list[int] = defences or [0, 0, 0, 0]
        """What the weapon adds to Dodge, Avoid, Defense and Resistance."""
        self.rune: str = rune
        self.rune_level: int = rune_level
        self.blessing: int = blessing
        """HP regained when the owner's phase starts (rune Blessed, RI-139)."""
        self.traits: Traits = traits or Traits()

    def with_traits(self, traits: Traits) -> Weapon:
        """The same weapon with other traits."""
        return Weapon(
            self.name, self.type_name, self.magical, self.might, self.accuracy, self.critical, self.distances, self.level,
            self.colour, self.slays, self.heals, self.defences, self.rune, self.rune_level, self.blessing, traits, self.source,
        )  # fmt: skip

    def reaches(self, distance: int) -> bool:
        """A weapon supports the distances in its set and no others (RI-33)."""
        return self.range_bits >> distance & 1 == 1


@final
class Figures:
    """The numbers that count for one weapon in hand, one role, one state of health."""

    def __init__(self, stats: list[int], traits: Traits, magical: bool) -> None:
        self.stats: list[int] = stats
        self.might: int = stats[MIGHT]
        self.accuracy: int = stats[ACCURACY]
        self.critical: int = stats[CRITICAL]
        self.dodge: int = stats[DODGE]
        self.avoid: int = stats[AVOID]
        self.defense: int = stats[DEFENSE]
        self.resistance: int = stats[RESISTANCE]
        self.speed: int = stats[SPD]
        self.knacks: int = traits.knacks
        self.grants: list[Grant] = traits.grants
        self.strikes: list[int] = traits.strikes
        self.magical: bool = magical


@final
class Block:
    """A stat block: what a combatant is before the fight touches it. Shared between copies of a fight."""

    def __init__(
        self,
        level: int,
        creature: str,
        max_hp: int,
        stats: list[int],
        mov: int,
        weapons: list[Weapon],
        traits: Traits,
        trait_names: list[str],
        direct: list[int | None] | None = None,
        flight: bool = False,
        ride: bool = False,
        sing: bool = False,
        pass_level: int = 0,
        provoke: int = 0,
        quirks: list[str] | None = None,
        source: dict[str, object] | None = None,
    ) -> None:
        self.source: dict[str, object] = source or {}
        """The stat block as written in its file."""
        self.level: int = level
        self.creature: str = creature
        self.max_hp: int = max_hp
        self.stats: list[int] = stats
        self.mov: int = mov
        self.weapons: list[Weapon] = weapons
        self.traits: Traits = traits
        self.trait_names: list[str] = trait_names
        self.direct: list[int | None] = direct or [None] * 7
        """Calculated stats given outright instead of by formula, from Might to Resistance; None where by formula."""
        self.flight: bool = flight
        self.ride: bool = ride
        self.sing: bool = sing
        self.pass_level: int = pass_level
        self.provoke: int = provoke
        self.quirks: list[str] = quirks or []
        self.by_health: bool = False
        self._plain: Block | None = None
        self._figures: list[Figures] = []
        self.refresh()

    def clone(self) -> Block:
        """A block of its own to change; call `refresh` after changing it."""
        return Block(
            self.level,
            self.creature,
            self.max_hp,
            list(self.stats),
            self.mov,
            list(self.weapons),
            self.traits,
            self.trait_names,
            list(self.direct),
            self.flight,
            self.ride,
            self.sing,
            self.pass_level,
            self.provoke,
            self.quirks,
            self.source,
        )

    def without_rolls(self) -> Block:
        """This block without the traits that are rolled for against its base stats: as strangers may reckon with it (section 7)."""
        if self._plain is None:
            plain = self.clone()
            plain.traits = without_rolls(self.traits)
            for number, weapon in enumerate(self.weapons):
                plain.weapons[number] = weapon.with_traits(without_rolls(weapon.traits))
            plain.refresh()
            self._plain = plain
        return self._plain

    def refresh(self) -> None:
        """Work out the figures of every weapon, role and state of health."""
        self.by_health = self._depends_on_health()
        self._plain = None
        self._figures = [
            self._calculate(weapon, role, health)
            for weapon in range(-1, len(self.weapons))
            for role in (ATTACKING, RIPOSTING, EITHER)
            for health in (ALWAYS, CORNERED, CONTROLLED)
        ]

    def _depends_on_health(self) -> bool:
        for modifier in self.traits.modifiers:
            if modifier.when != ALWAYS:
                return True
        for weapon in self.weapons:
            for modifier in weapon.traits.modifiers:
                if modifier.when != ALWAYS:
                    return True
        return False

    def health(self, hp: int) -> int:
        """Cornered below half, controlled above seven tenths of the maximum (RI-130)."""
        if not self.by_health:
            return ALWAYS
        if 2 * hp < self.max_hp:
            return CORNERED
        if 10 * hp > 7 * self.max_hp:
            return CONTROLLED
        return ALWAYS

    def figures(self, weapon: int, role: int, hp: int) -> Figures:
        """The numbers that count just now, ground not included (RI-12); for EITHER, those outside an engagement (RI-30)."""
        return self._figures[(weapon + 1) * 9 + role * 3 + self.health(hp)]

    def is_slain_by(self, weapon: Weapon) -> bool:
        """Whether the weapon's own Might is tripled against this one (RI-123)."""
        return any(tag == self.creature or (tag == "Flight" and self.flight) for tag in weapon.slays)

    def _calculate(self, weapon: int, role: int, health: int) -> Figures:
        carried = self.weapons[weapon] if weapon >= 0 else None
        traits = combine(self.traits, carried.traits) if carried is not None else self.traits
        shift = [0] * 14
        for modifier in traits.modifiers:
            if modifier.applies(role, health):
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


def calculated(stats: list[int], weapon: Weapon | None) -> list[int]:
    """The seven calculated stats by formula, Might to Resistance; empty hands add nothing (RI-36, RI-121)."""
    might = stats[INT] if weapon is not None and weapon.magical else stats[STR]
    row = [
        might,
        2 * stats[DEX] + stats[LUK] // 2,
        stats[DEX] // 2,
        2 * stats[SPD] + stats[LUK],
        stats[LUK],
        stats[CON],
        stats[WIS],
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
        traits.modifiers, [grant for grant in traits.grants if grant.chance_stat < 0], traits.knacks & ~ROLLED, traits.strikes
    )
