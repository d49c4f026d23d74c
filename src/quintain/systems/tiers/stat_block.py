"""What never changes in a fight: weapons and other items, powers, what an attack carries, the printed sheet."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.tiers.vocabulary import IRON, NONE

# Tags of items.
AGILE: Final = 1
POWERFUL: Final = 2
DEFENSIVE: Final = 4
RELOAD: Final = 8
NATURAL: Final = 16
TAGS: Final = {"agile": AGILE, "powerful": POWERFUL, "defensive": DEFENSIVE, "reload": RELOAD, "natural": NATURAL}

# Kinds of attack, as ranges and the modifiers for being in melee judge them.
MELEE: Final = 0
RANGED: Final = 1
TOUCH: Final = 2
AREA: Final = 3
KINDS: Final = ("melee", "ranged", "touch", "area")

# What a power does.
ATTACK: Final = 0
TWIN: Final = 1
HIDE: Final = 2
HEAL: Final = 3
SALVE: Final = 4
PARRY: Final = 5
SHIELD: Final = 6
COUNTER: Final = 7
BESTOW: Final = 8
TELEPORT: Final = 9
STRIKE: Final = 10
FORMS: Final = ("attack", "twin", "hide", "heal", "salve", "parry", "ward", "counter", "bestow", "teleport", "strike")

# How damage is counted (TI-63, TI-64).
NO_DAMAGE: Final = 0
WEAPON_DAMAGE: Final = 1
POWER_DAMAGE: Final = 2
FIXED_DAMAGE: Final = 3
DAMAGES: Final = ("none", "weapon", "power", "fixed")

# What a roll involves (TI-93, TI-97); WHOLLY_* cannot be done without the sense.
SIGHT: Final = 1
SOUND: Final = 2
WHOLLY_SIGHT: Final = 4
WHOLLY_SOUND: Final = 8
SENSES: Final = {"sight": SIGHT, "sound": SOUND, "wholly sight": WHOLLY_SIGHT, "wholly sound": WHOLLY_SOUND}


@final
class Rider:
    """A wound or event that a hit carries: `param` is a Defense or a type where the wound needs one, -1: the inflicter's choice.

    `against` is the Defense it is tied to (TI-56), -1 for the attack's first.
    """

    def __init__(self, wound: int, severity: int, param: int, rounds: int, feet: int, against: int) -> None:
        self.wound = wound
        self.severity = severity
        self.param = param
        self.rounds = rounds
        self.feet = feet
        self.against = against


@final
class Item:
    """A weapon, a shield or another thing that is held. `die` 0: no weapon."""

    def __init__(
        self, id: str, name: str, die: int, melee: int, ranged: int, hands: int, tags: int, energy: int,
        action: int, riders: list[Rider], two_die: int,
    ) -> None:  # fmt: skip
        self.id = id
        self.name = name
        self.die = die
        self.melee = melee
        self.ranged = ranged
        self.hands = hands
        self.tags = tags
        self.energy = energy
        self.action = action
        """The only Action it can be used with, or -1."""
        self.riders = riders
        self.two_die = two_die
        """The Effect die when both hands are on it; 0: the same."""
        self.used = f"use:{name}"
        """What its use is counted under."""

    def is_like(self, other: Item) -> bool:
        """Is there nothing to choose between the two? (A weapon to reload is its own.)"""
        return (
            self.name == other.name and self.die == other.die and self.melee == other.melee and self.ranged == other.ranged
            and self.tags == other.tags and not self.tags & RELOAD and self.energy == other.energy and self.action == other.action
            and self.two_die == other.two_die and len(self.riders) == len(other.riders)
        )  # fmt: skip


@final
class Power:
    """A row of data that says what a power does; the effects themselves are the system's."""

    def __init__(self, id: str, name: str, form: int) -> None:
        self.id = id
        self.name = name
        self.used = f"use:{name}"
        self.form = form
        self.react = False
        self.stress = 0
        self.uses = 0
        """How often in a fight; 0: without limit."""
        self.kind = RANGED
        self.range = 0
        """Feet; twice as far at -1 Tier. 0: by the weapon."""
        self.within = 0
        """Feet; no farther."""
        self.square = 0
        """Side of the square filled, in feet (area)."""
        self.burst = 0
        """Everyone in this distance of the user, in feet (area)."""
        self.spares_friends = False
        self.action = NONE
        self.defenses: list[int] = [IRON]
        self.damage = NO_DAMAGE
        self.die = 0
        self.dice = 0
        self.energy = 0
        """Types of the damage; with a weapon 0 means the weapon's own."""
        self.riders: list[Rider] = []
        self.half_on_miss = False
        self.senses = SIGHT
        self.boon = NONE
        self.quality = 0
        self.param = NONE
        self.rounds = 0


@final
class Sheet:
    """The printed part of a combatant."""

    def __init__(self) -> None:
        self.is_pc = False
        self.archetype = "none"
        self.living = True
        self.size = 1
        self.dice: list[int] = [4, 4, 4]
        self.ratings: list[int] = [0] * 12
        self.items: list[Item] = []
        self.powers: list[Power] = []
        self.controls = False
        """Its powers hamper others: tactics let it go early."""
        self.shields = 0
        self.parries = 0
        """How many of its powers have these forms."""
        self.menace = 0.0
        """Mean damage of its hardest hit."""
        self.data: dict[str, object] = {}
        """The stat block as data, for export."""
