"""The book's words as numbers: stats, roles, states of health, slots of an engagement, traits with a rule of their own."""

from typing import Final

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
