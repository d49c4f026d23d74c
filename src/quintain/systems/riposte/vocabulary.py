"""The book's words: stats, roles, health, slots of an engagement, traits with a rule of their own, sides, statuses, ground."""

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

ROLLED: Final = DESPERATION | VANTAGE | PATIENCE | SUPERIORITY | FORESIGHT | BUCKLER | ESCUTCHEON
"""The traits that are rolled for, against a base stat of their owner: their use is counted."""

NO_WEAPON: Final = -1

# Sides (RI-64), and how two of them stand to each other (RI-73).
HEROES: Final = "heroes"
ENEMIES: Final = "enemies"
ALLIES: Final = "allies"
INDEPENDENTS: Final = "independents"

FRIENDLY: Final = 0
NEUTRAL: Final = 1
HOSTILE: Final = 2
STANCE_NAMES: Final = ("friendly", "neutral", "hostile")

# Up, or how somebody is out (RI-103 to RI-114).
UP: Final = "up"
DOWN: Final = "down"
FALLEN: Final = "fallen"
STABILISED: Final = "stabilised"
DEAD: Final = "dead"
SPARED: Final = "spared"
RETREATED: Final = "retreated"
FLED: Final = "fled"
ESCAPED: Final = "escaped"
CAPTURED: Final = "captured"
RESERVE: Final = "reserve"

# Where the flow stands between two steps.
DEPLOYMENT: Final = 0
PHASE_START: Final = 1
PHASE: Final = 2

# Ground and what stands on it, with the letters of a map (RI-46, RI-52).
NOWHERE: Final = -1
BASIC: Final = 0
LIGHT: Final = 1
MEDIUM: Final = 2
HEAVY: Final = 3
DIFFICULT: Final = 4
TERRAIN_NAMES: Final = ("Basic", "Light", "Medium", "Heavy", "Difficult")

# RI-46, by terrain; what Difficult costs is set square by square.
ENTRY_COST: Final = (1, 2, 2, 3, 0)
COVER_DEFENSE: Final = (0, 1, 2, 3, 0)
COVER_DODGE: Final = (0, 10, 20, 30, 0)
HEAVY_RECOVERY: Final = 10

OPEN: Final = 0
OBJECT: Final = 1
WALL: Final = 2
BLOCKER_NAMES: Final = ("none", "object", "wall")

BESIDE: Final = [0, 1]
"""How far off an object may be to be used, and a body to be stabilised (RI-59, RI-112)."""
ZONE_COST: Final = 3
"""What entering a linked zone costs, for everyone (RI-96, RI-98)."""

SQUARE_LETTERS: Final = ".lmH"
WALL_LETTER: Final = "#"
ROOFED_LETTER: Final = "R"
OBJECT_LETTER: Final = "o"
