"""The book's words, as rules and files name them: actions with what they bring, classes and states of units, bands, maps."""

from __future__ import annotations

from typing import Final, final

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



@final
class Action:
    """An action as the book's table has it (3.7)."""

    def __init__(self, id: str, name: str, bonus: int, movement: int, attributes: list[int], words: str = "", use: str = "") -> None:
        self.id: Final = id
        """How declarations name it."""
        self.name: Final = name
        self.bonus: Final = bonus
        self.movement: Final = movement
        self.attributes: Final = attributes
        """Behind it, the better of them; none where that is the weapon's or the feat's (8.1)."""
        self.words: Final = words
        """In a sentence, where that is not made of what is attacked or improvised."""
        self.use: Final = use
        """What it is good for, in a few words."""


MIGHT: Final = 0
FINESSE: Final = 1
WITS: Final = 2
SPIRIT: Final = 3
ATTRIBUTES: Final = ["might", "finesse", "wits", "spirit"]

STANDARD_ACTIONS: Final = [
    Action("move_far", "Move Far", 0, 2, [FINESSE], "move far"),
    Action("move_to_attack", "Move to Attack", 1, 1, []),
    Action("move_and_attack", "Move and Attack", 0, 1, []),
    Action("standing_attack", "Standing Attack", 3, 0, []),
    Action("defend", "Defend", 2, 0, [MIGHT, FINESSE], "defend", "Glancing Hits on you miss"),
    Action("cover", "Cover", 5, 0, [MIGHT, SPIRIT], "cover", "your score may defend them"),
    Action("flee", "Flee", 2, 1, [FINESSE], "flee", "attacks you beat by 3 miss"),
    Action("recover", "Recover", 2, 0, [SPIRIT], "recover", "a Surge for d6 Health"),
    Action("revive", "Revive", 0, 0, [SPIRIT], "try to get up"),
    Action("tend", "Tend", 0, 0, [WITS], "tend", "your score may get them up"),
    Action("prepare", "Prepare", 0, 0, [WITS], "prepare", "+3 next round"),
    Action("improvise", "Improvise", 0, 1, []),
    Action("nothing", "Nothing", 0, 0, [], "do nothing"),
]
"""By number."""
ACTIONS: Final = [action.id for action in STANDARD_ACTIONS]

# What is improvised.
FEAT: Final = "feat"
TAKE: Final = "take"
USE: Final = "use"
DROP: Final = "drop"
HANDLES: Final = {
    TAKE: ("Take", "reach for", "takes"),
    USE: ("Work", "work", "works"),
    DROP: ("Put down", "put down", "puts down"),
}
"""What is done with an object: on a button, as it is declared, as it is done."""

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

STATES: Final[dict[str, tuple[str, str, str]]] = {
    INCAPACITATED: ("is incapacitated", "CL-69", "down"), DEFEATED: ("is defeated", "CL-74", "down"),
    DEAD: ("is dead", "CL-73", "dead"), GONE: ("is gone", "CL-113", "gone"),
}  # fmt: skip
"""How a unit may stand, other than active: as a sentence, by which clause, and as what a screen shows it."""

# How a unit takes hits, and how many a Peon and a Grunt can take.
UNBREAKABLE: Final = 0
MARKS: Final = 1
HEALTH: Final = 2
MARKS_OF: Final = {PEON: 1, GRUNT: 2}

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
