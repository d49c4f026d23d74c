"""The book's words as numbers: actions, attributes, defenses, energy types, wounds, boons, stances, states.

Everything the rules compare often is a small integer; the words stand in tuples beside them, in the same order.
"""

from typing import Final

from quintain.systems.tiers.fields import STANCES as STANCES
from quintain.systems.tiers.fields import STATUSES as STATUSES

NONE: Final = -1

# Attributes and the Defenses that rest on them (TI-12).
BODY: Final = 0
MIND: Final = 1
WILL: Final = 2
ATTRIBUTES: Final = ("BODY", "MIND", "WILL")

IRON: Final = 0
WARD: Final = 1
GRIT: Final = 2
DEFENSES: Final = ("Iron", "Ward", "Grit")

# The twelve Actions, four to an attribute.
FINESSE: Final = 0
PROWL: Final = 1
SKIRMISH: Final = 2
TRAVERSE: Final = 3
CRAFT: Final = 4
HUNT: Final = 5
STUDY: Final = 6
SURVEY: Final = 7
COMMAND: Final = 8
CONSORT: Final = 9
SWAY: Final = 10
UTTER: Final = 11
ACTIONS: Final = (
    "Finesse", "Prowl", "Skirmish", "Traverse",
    "Craft", "Hunt", "Study", "Survey",
    "Command", "Consort", "Sway", "Utter",
)  # fmt: skip


def attribute_of(action: int) -> int:
    """The attribute whose dice an Action throws."""
    return action // 4


# Energy types (TI-11); a set of them is a bit mask.
ENERGIES: Final = (
    "Chemical", "Electrical", "Entropic", "Glacial", "Kinetic",
    "Plasmic", "Psychic", "Radiant", "Temporal", "Thermal",
)  # fmt: skip
CHEMICAL: Final = 1 << 0
ELECTRICAL: Final = 1 << 1
ENTROPIC: Final = 1 << 2
GLACIAL: Final = 1 << 3
KINETIC: Final = 1 << 4
THERMAL: Final = 1 << 9


def energy_names(mask: int) -> list[str]:
    return [name for i, name in enumerate(ENERGIES) if mask >> i & 1]


# Wounds (part M). The first eleven numbers are bits of a quick "has it" mask as well.
BLEEDING: Final = 0
BLIGHTED: Final = 1
BURNING: Final = 2
CORRODING: Final = 3
BLINDED: Final = 4
CHARMED: Final = 5
DEAFENED: Final = 6
DISTRACTED: Final = 7
DOMINATED: Final = 8
DOWNED: Final = 9
EXPOSED: Final = 10
GOADED: Final = 11
INCAPACITATED: Final = 12
ROOTED: Final = 13
SICKENED: Final = 14
SLOWED: Final = 15
STUNNED: Final = 16
TERRIFIED: Final = 17
VULNERABLE: Final = 18
WEAKENED: Final = 19
# Events that are listed among the wounds but leave no mark (part O, TI-98).
DISARMED: Final = 20
PUSHED: Final = 21
PULLED: Final = 22
SLID: Final = 23
SLAMMED: Final = 24
SURPRISED: Final = 25
WOUNDS: Final = (
    "bleeding", "blighted", "burning", "corroding", "blinded", "charmed", "deafened", "Distracted", "dominated", "downed",
    "Exposed", "goaded", "Incapacitated", "rooted", "sickened", "slowed", "stunned", "terrified", "vulnerable", "Weakened",
    "disarmed", "pushed", "pulled", "slid", "Slammed", "Surprised",
)  # fmt: skip
WOUND_SEVERITY: Final = (
    1, 1, 1, 1, 4, 3, 2, 2, 5, 2,
    1, 1, 5, 3, 3, 2, 4, 3, 4, 1,
    1, 1, 1, 1, 3, 3,
)  # fmt: skip
GRADED_WOUNDS: Final = (BLEEDING, BLIGHTED, BURNING, CORRODING, WEAKENED)
TICKING: Final = (BLEEDING, BLIGHTED, BURNING, CORRODING)
FROM_SOMEBODY: Final = (CHARMED, DOMINATED, GOADED, TERRIFIED)
"""Wounds that come from somebody or are nothing."""
FIRST_EVENT: Final = DISARMED

# Boons (part O).
B_CONCEALED: Final = 0
B_HIDDEN: Final = 1
B_SHELTERED: Final = 2
B_DEFLECTING: Final = 3
B_FOCUSED: Final = 4
B_FORTIFIED: Final = 5
B_HASTENED: Final = 6
B_HEALING: Final = 7
B_IMMUNE: Final = 8
B_RESISTANT: Final = 9
B_QUICKENED: Final = 10
B_REGENERATING: Final = 11
B_STRENGTHENED: Final = 12
BOONS: Final = (
    "Concealed", "Hidden", "Sheltered", "Deflecting", "focused", "Fortified", "Hastened",
    "healing", "Immune", "Resistant", "quickened", "regenerating", "strengthened",
)  # fmt: skip
BOON_QUALITY: Final = (2, 5, 4, 1, 2, 1, 4, 1, 5, 3, 3, 1, 1)
BOON_CLAUSES: Final = tuple(f"TI-{number}" for number in range(127, 140))

WOUND_ABOUT: Final = {EXPOSED: "defense", VULNERABLE: "energy"}
BOON_ABOUT: Final = {B_DEFLECTING: "energy", B_FORTIFIED: "defense", B_IMMUNE: "energy", B_RESISTANT: "energy"}
"""Which wounds and boons are about a Defense or an energy type, and the names of these."""
ABOUT: Final = {"defense": DEFENSES, "energy": ENERGIES}

STEP_DIE: Final = (0, 4, 6, 8, 10, 12)
"""The die a graded wound or boon throws at severity 0 (none) to 5."""

# Stances (TI-23).
UNDECIDED: Final = 0
RASH: Final = 1
CAUTIOUS: Final = 2
AMBUSHING: Final = 3

# Status (part P).
UP: Final = 0
UNCONSCIOUS: Final = 1
DEAD: Final = 2
FLED: Final = 3
SURRENDERED: Final = 4

# Stages of the round (part D).
STAGE_BEFORE: Final = 0
STAGE_STANCES: Final = 1
STAGE_AMBUSH: Final = 2
STAGE_RASH: Final = 3
STAGE_MONSTERS: Final = 4
STAGE_CAUTIOUS: Final = 5
STAGES: Final = ("before the fight", "stances", "ambush", "Rash", "monster turn", "Cautious")

# Positions (TI-62) and clock difficulties (TI-147).
POSITIONS: Final = ("controlled", "risky", "desperate")
POSITION_SHIFT: Final = (-5, 0, 5)
OBJECTIVE_TN: Final = (5, 10, 15)

END_REASONS: Final = ("surrender", "retreat", "ceasefire", "defeat", "death")

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

ARMORY: Final[dict[str, dict[str, object]]] = {
    "dagger": {"die": 6, "melee": 5, "ranged": 20, "hands": 1, "tags": ["agile"]},
    "sword": {"die": 8, "melee": 5, "hands": 1},
    "greatsword": {"die": 10, "melee": 5, "hands": 2, "tags": ["powerful"]},
    "staff": {"die": 6, "melee": 5, "hands": 2, "tags": ["defensive"]},
    "handaxe": {"die": 6, "melee": 5, "ranged": 20, "hands": 1, "tags": ["agile"]},
    "spear": {"die": 8, "melee": 5, "hands": 1, "two_handed_die": 10},
    "longspear": {"die": 10, "melee": 10, "hands": 2},
    "shortbow": {"die": 6, "ranged": 50, "hands": 2},
    "longbow": {"die": 8, "ranged": 100, "hands": 2},
    "light crossbow": {"die": 8, "ranged": 75, "hands": 2, "tags": ["reload"]},
    "light shield": {"hands": 1, "tags": ["defensive"]},
    "heavy shield": {"hands": 1, "tags": ["defensive"]},
}
"""The book's weapons and shields by name: a content file may name them instead of spelling them out."""
