"""The book's words as numbers: actions, attributes, defenses, energy types, wounds, boons, stances, states.

Everything the rules compare often is a small integer; the words stand in tuples beside them, in the same order.
"""

from typing import Final, final

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


@final
class EffectKind:
    """A wound or a boon, a row each: all that is said of it at once. What it does stands where it is done, by its clause.

    `usual`: its severity or quality where nothing else is said. `does`: in a few words, with {} for its die or its number of dice.
    `about`: what it is about besides, a "defense" or an "energy" type. `graded`: its severity is the size of its die, or a number of
    dice. `ticks`: the clause by which it harms at the start of a turn. `by_somebody`: it comes from somebody or is nothing.
    """

    def __init__(
        self, name: str, usual: int, icon: str, does: str = "", about: str = "", graded: bool = False, ticks: str = "",
        by_somebody: bool = False, clause: str = "",
    ) -> None:  # fmt: skip
        self.name: Final[str] = name
        self.usual: Final[int] = usual
        self.icon: Final[str] = icon
        self.does: Final[str] = does
        self.about: Final[str] = about
        self.graded: Final[bool] = graded
        self.ticks: Final[str] = ticks
        self.by_somebody: Final[bool] = by_somebody
        self.clause: Final[str] = clause


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
WOUND_KINDS: Final[dict[int, EffectKind]] = {
    BLEEDING: EffectKind("bleeding", 1, "blood", "loses a d{} of HP at the start of each turn", graded=True, ticks="TI-91"),
    BLIGHTED: EffectKind("blighted", 1, "poison", "a d{} of Entropic damage at the start of each turn", graded=True, ticks="TI-92"),
    BURNING: EffectKind("burning", 1, "fire", "a d{} of Thermal damage at the start of each turn", graded=True, ticks="TI-94"),
    CORRODING: EffectKind("corroding", 1, "poison", "a d{} of Chemical damage at the start of each turn", graded=True, ticks="TI-95"),
    BLINDED: EffectKind("blinded", 4, "blind", "-1 Tier on what involves sight"),
    CHARMED: EffectKind("charmed", 3, "charm", "acts for the charmer", by_somebody=True),
    DEAFENED: EffectKind("deafened", 2, "blind", "-1 Tier on what involves sound"),
    DISTRACTED: EffectKind("Distracted", 2, "stun", "-1 Tier on Action Rolls"),
    DOMINATED: EffectKind("dominated", 5, "charm", "obeys the dominator", by_somebody=True),
    DOWNED: EffectKind("downed", 2, "down", "-5 on Defenses, no threat; an Act to stand up"),
    EXPOSED: EffectKind("Exposed", 1, "weak", "-5 on one Defense", about="defense"),
    GOADED: EffectKind("goaded", 1, "fear", "-1 Tier on attacks that leave the goader out", by_somebody=True),
    INCAPACITATED: EffectKind("Incapacitated", 5, "stun", "Defenses 6, no Act, no React"),
    ROOTED: EffectKind("rooted", 3, "stuck", "cannot move or be moved"),
    SICKENED: EffectKind("sickened", 3, "poison", "-1 Tier on Action Rolls, one Effect die fewer"),
    SLOWED: EffectKind("slowed", 2, "slow", "one Act and one React fewer, no threat on others' turns"),
    STUNNED: EffectKind("stunned", 4, "stun", "no React, each Act costs 1 Stress, no threat"),
    TERRIFIED: EffectKind(
        "terrified", 3, "fear", "-1 Tier on all rolls while the source is there; 1 Stress to approach it", by_somebody=True,
    ),
    VULNERABLE: EffectKind("vulnerable", 4, "weak", "double damage of one type", about="energy"),
    WEAKENED: EffectKind("Weakened", 1, "weak", "{} Effect dice fewer", graded=True),
    DISARMED: EffectKind("disarmed", 1, "weak", "an item falls"),
    PUSHED: EffectKind("pushed", 1, "weak"),
    PULLED: EffectKind("pulled", 1, "weak"),
    SLID: EffectKind("slid", 1, "weak"),
    SLAMMED: EffectKind("Slammed", 3, "weak", "pushed; d10 per 10' if something is in the way"),
    SURPRISED: EffectKind("Surprised", 3, "stun"),
}  # fmt: skip
WOUNDS: Final = tuple([WOUND_KINDS[number].name for number in range(len(WOUND_KINDS))])
WOUND_SEVERITY: Final = tuple([WOUND_KINDS[number].usual for number in range(len(WOUND_KINDS))])
GRADED_WOUNDS: Final = tuple([number for number, kind in WOUND_KINDS.items() if kind.graded])
TICKING: Final = tuple([number for number, kind in WOUND_KINDS.items() if kind.ticks])
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
BOON_KINDS: Final[dict[int, EffectKind]] = {
    B_CONCEALED: EffectKind("Concealed", 2, "shield", "+5 on all Defenses", clause="TI-127"),
    B_HIDDEN: EffectKind("Hidden", 5, "hidden", "cannot be chosen by those it is hidden from", clause="TI-128"),
    B_SHELTERED: EffectKind("Sheltered", 4, "shield", "+5 on all Defenses, half damage", clause="TI-129"),
    B_DEFLECTING: EffectKind("Deflecting", 1, "shield", "+5 on all Defenses against one type", about="energy", clause="TI-130"),
    B_FOCUSED: EffectKind("focused", 2, "focus", "+1 Tier on all rolls", clause="TI-131"),
    B_FORTIFIED: EffectKind("Fortified", 1, "shield", "+5 on one Defense", about="defense", clause="TI-132"),
    B_HASTENED: EffectKind("Hastened", 4, "bolt", "an Act or a React more each round", clause="TI-133"),
    B_HEALING: EffectKind("healing", 1, "boon", "HP at once", clause="TI-134"),
    B_IMMUNE: EffectKind("Immune", 5, "shield", "nothing from attacks of its types", about="energy", clause="TI-135"),
    B_RESISTANT: EffectKind("Resistant", 3, "shield", "half from attacks of its type", about="energy", clause="TI-136"),
    B_QUICKENED: EffectKind("quickened", 3, "bolt", "double Stride", clause="TI-137"),
    B_REGENERATING: EffectKind("regenerating", 1, "boon", "HP at the start of each turn", clause="TI-138"),
    B_STRENGTHENED: EffectKind("strengthened", 1, "boon", "more Effect dice", clause="TI-139"),
}
BOONS: Final = tuple([BOON_KINDS[number].name for number in range(len(BOON_KINDS))])
ABOUT: Final = {"defense": DEFENSES, "energy": ENERGIES}
"""The names of what wounds and boons are about (`EffectKind.about`)."""

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


@final
class FormKind:
    """What a power does, a row each. `does`: in words, with its reach and boon in braces; empty for an attack, which has its own."""

    def __init__(self, name: str, does: str = "", react: bool = False, reaches: bool = False) -> None:
        self.name: Final[str] = name
        self.does: Final[str] = does
        self.react: Final[bool] = react
        self.reaches: Final[bool] = reaches
        """It says how far (`within`)."""


FORM_KINDS: Final[dict[int, FormKind]] = {
    ATTACK: FormKind("attack"),
    TWIN: FormKind("twin", "strikes with two Agile weapons"),
    HIDE: FormKind("hide", "become Hidden from those not adjacent"),
    HEAL: FormKind("heal", "an ally within {feet}' regains HP", reaches=True),
    SALVE: FormKind("salve", "heals, or ends a wound, within {feet}'", reaches=True),
    PARRY: FormKind("parry", "against a melee hit: an opposed roll turns it", react=True),
    SHIELD: FormKind("ward", "somebody attacked becomes Resistant", react=True, reaches=True),
    COUNTER: FormKind("counter", "strikes back", react=True),
    BESTOW: FormKind("bestow", "{boon} {quality} within {feet}'", reaches=True),
    TELEPORT: FormKind("teleport", "teleport up to {feet}'", reaches=True),
    STRIKE: FormKind("strike", "a strike out of turn", react=True),
}
FORMS: Final = tuple([FORM_KINDS[number].name for number in range(len(FORM_KINDS))])

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
