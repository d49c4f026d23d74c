"""The book's words, as rules and files name them: actions with what they bring, classes and states of units, bands, maps."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1
"""The index of no unit, no zone, no ability, no attribute."""

# -- actions (3.7) -------------------------------------------------------------------------------------------------

MOVE_FAR: Final = 0
MOVE_TO_ATTACK: Final = 1
MOVE_AND_ATTACK: Final = 2
STANDING_ATTACK: Final = 3
DEFEND: Final = 4
COVER: Final = 5
FLEE: Final = 6
RECOVER: Final = 7
REVIVE: Final = 8
TEND: Final = 9
PREPARE: Final = 10
IMPROVISE: Final = 11
NOTHING: Final = 12

STANDARD_ACTIONS: Final = [
    ("move_far", "Move Far", 0, 2),
    ("move_to_attack", "Move to Attack", 1, 1),
    ("move_and_attack", "Move and Attack", 0, 1),
    ("standing_attack", "Standing Attack", 3, 0),
    ("defend", "Defend", 2, 0),
    ("cover", "Cover", 5, 0),
    ("flee", "Flee", 2, 1),
    ("recover", "Recover", 2, 0),
    ("revive", "Revive", 0, 0),
    ("tend", "Tend", 0, 0),
    ("prepare", "Prepare", 0, 0),
    ("improvise", "Improvise", 0, 1),
    ("nothing", "Nothing", 0, 0),
]
"""By number: how declarations name it, what it is called, its bonus, its units of movement."""
ACTIONS: Final = [id for id, _, _, _ in STANDARD_ACTIONS]
ACTION_NAMES: Final = [name for _, name, _, _ in STANDARD_ACTIONS]
BONUS: Final = [bonus for _, _, bonus, _ in STANDARD_ACTIONS]
MOVEMENT: Final = [units for _, _, _, units in STANDARD_ACTIONS]

# What is improvised.
FEAT: Final = "feat"
TAKE: Final = "take"
USE: Final = "use"
DROP: Final = "drop"

# -- units (2.1, 3.9) ----------------------------------------------------------------------------------------------

PC: Final = "pc"
PEON: Final = "peon"
GRUNT: Final = "grunt"
FOE: Final = "foe"
OBJECT: Final = "object"
HAZARD: Final = "hazard"

ACTIVE: Final = "active"
INCAPACITATED: Final = "incapacitated"
DEFEATED: Final = "defeated"
DEAD: Final = "dead"
GONE: Final = "gone"

# How a unit takes hits, and how many a Peon and a Grunt can take.
UNBREAKABLE: Final = 0
MARKS: Final = 1
HEALTH: Final = 2
MARKS_OF: Final = {PEON: 1, GRUNT: 2}

MIGHT: Final = 0
FINESSE: Final = 1
WITS: Final = 2
SPIRIT: Final = 3
ATTRIBUTES: Final = ["might", "finesse", "wits", "spirit"]

# -- what comes of an attack (3.8) and of a Feat of Skill (3.14) ---------------------------------------------------

MISS: Final = 0
GLANCING: Final = 1
FULL: Final = 2
BANDS: Final = ["Miss", "Glancing Hit", "Full Hit"]

FAILED: Final = 0
PARTIAL: Final = 1
PASSED: Final = 2

# -- the field (3.1, 3.2) ------------------------------------------------------------------------------------------

FIXED: Final = "fixed"
FLUID: Final = "fluid"
MIXED: Final = "mixed"
