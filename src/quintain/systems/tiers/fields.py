"""Every fact of a sheet, a stat block and a fight of this book, declared once. After a change here run `tools/generate.py`."""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, NAMES, TEXT, Field, Kind, Record, in_file, named

STANCES: Final = ("undecided", "Rash", "Cautious", "Ambushing")
STATUSES: Final = ("up", "unconscious", "dead", "fled", "surrendered")
MOST_BEACON: Final = 99
MANY: Final = "default_factory=list"

# -- kinds of values -----------------------------------------------------------------------------------------------


def word(names: str, what: str, file: str = "str | None") -> Kind:
    """A word of the book, kept as its number; NONE where a file may leave it out and does."""
    if file.endswith("None"):
        load, absent = f'place_or_none({names}, {{}}, "{what}")', "None"
    else:
        load, absent = f'place_in({names}, {{}}, "{what}")', "..."
    return Kind("int", "NONE", file=file, absent=absent, load=load, save=f"{names}[{{}}]")


def choice(names: str, file: str, usual: str) -> Kind:
    """One of a few words, kept as its number."""
    return Kind("int", "", file=file, absent=f'"{usual}"', load=f"{names}.index({{}})", save=f"{names}[{{}}]")


FEET: Final = Kind("int", "0", file="Feet", plain="number")
DIE: Final = Kind("int", "0", file="DieSize", plain="number")
ENERGY: Final = Kind("int", "0", file="list[Energy]", absent=MANY, load="energies({})", save="energy_names({})",
                     plain="words")  # fmt: skip
ACTION: Final = word("ACTIONS", "Action")
DEFENSE: Final = word("DEFENSES", "Defense", "Defense | None")
WOUND: Final = word("WOUNDS", "wound", "str")
EFFECTS: Final = Kind("list[Effect]", "[]", copy="list({})", key="tuple([effect.key() for effect in {}])")
ITEMS: Final = Kind("list[Item]", "[]", copy="list({})", key="tuple([item.id for item in {}])")
COUNTS: Final = Kind("list[int]", "[]", copy="list({})", key="tuple({})")
PAIRED: Final = Kind("dict[int, int]", "{}", copy="dict({})", key="tuple(sorted({}.items()))")
PLACE: Final = Kind("int", "NONE", file="int", absent="-1", plain="number")
"""A place in the list of combatants; NONE for nobody."""

# -- what never changes --------------------------------------------------------------------------------------------

RIDER: Final = [
    Field("wound", WOUND, "Name of the wound or event: burning, slowed, Slammed ..."),
    Field("severity", INT, "Severity; 0 for the usual one", absent="0", low=0, high=5, load="{} or usual_severity(row)"),
    in_file("energy", "Energy | None", "The type a vulnerability is to; left out, the inflicter names it", save="ENERGIES[one.param]",
            when="one.param >= 0 and one.wound != EXPOSED"),
    in_file("defense", "Defense | None", "The Defense that is Exposed; left out, the inflicter names it", save="DEFENSES[one.param]",
            when="one.param >= 0 and one.wound == EXPOSED"),
    Field("param", INT, "a Defense or a type where the wound needs one, -1: the inflicter's choice", file="", load="about_of(row)"),
    Field("rounds", INT, "How many of the holder's turns it lasts; 0 until shaken off", low=0, high=99),
    Field("feet", FEET, "How far somebody is pushed, pulled, slid or Slammed"),
    Field("against", DEFENSE, "The Defense it is tied to where the attack names several", when="{} >= 0"),
]  # fmt: skip
RIDERS: Final = Kind("list[Rider]", "[]", file="list[WoundModel]", absent=MANY, load="[rider_of(each) for each in {}]", plain="rows")
ITEM: Final = [
    Field("name", TEXT, "What it is called", absent="...", load="name"),
    Field("id", TEXT, "Short name; made from the name if left out", file_type="str | None", absent="None",
          bounds='pattern=r"^[^:+@]*$"', load="id"),
    Field("die", DIE, "Effect die; 0 for what is no weapon", file_type="DieSize | None", absent="None"),
    Field("melee", FEET, "Reach in melee, in feet", file_type="Feet | None", absent="None"),
    Field("ranged", FEET, "Range, in feet", file_type="Feet | None", absent="None"),
    Field("hands", INT, "Hands it takes", low=0, high=2, file_type="int | None", absent="None"),
    Field("tags", Kind("int", "0", plain="words", load="sum([TAGS[each] for each in set({})])",
                       save="[name for name, bit in TAGS.items() if {} & bit]"), "Tags",
          file_type='list[Literal["agile", "powerful", "defensive", "reload", "natural"]] | None', absent="None"),
    Field("energy", ENERGY, "Types of its damage; Kinetic if left out", file_type="list[Energy] | None", absent="None",
          load="energies({}) or KINETIC"),
    Field("action", ACTION, "The only Action it can be used with", when="{} >= 0"),
    Field("riders", RIDERS, "What its hits carry besides damage", file="wounds",
          file_type="list[WoundModel] | None", absent="None", when="{}", save="[rider_row(each) for each in {}]"),
    Field("two_die", DIE, "Effect die with both hands on it", file="two_handed_die", file_type="DieSize | None", absent="None"),
    Field("used", TEXT, "what its use is counted under", derived='f"use:{name}"'),
]  # fmt: skip
FORM: Final = 'Literal["attack", "twin", "hide", "heal", "salve", "parry", "ward", "counter", "bestow", "teleport", "strike"]'
KINDS: Final = choice("KINDS", 'Literal["melee", "ranged", "touch", "area"]', "ranged")
POWER: Final = [
    Field("id", TEXT, "short name", file=""),
    Field("name", TEXT, "What it is called", absent="..."),
    Field("form", choice("FORMS", FORM, "attack"), "What it does"),
    Field("react", BOOL, "Used as a React instead of an Act"),
    Field("stress", INT, "Stress it costs", low=0, high=12),
    Field("uses", INT, "How often in a fight; 0 without limit", low=0, high=99),
    Field("kind", KINDS, "Kind of attack", "RANGED"),
    Field("range", FEET, "Range in feet; twice as far at -1 Tier"),
    Field("within", FEET, "Reach in feet, and no farther"),
    Field("square", FEET, "Side of the square it fills, in feet"),
    Field("burst", FEET, "Everyone within so many feet of the user"),
    Field("spares_friends", BOOL, "A burst that strikes enemies only"),
    Field("action", ACTION, "The Action it is rolled with", "NONE"),
    Field("defenses", Kind("list[int]", "[IRON]", file="list[Defense]", absent=MANY, plain="words"),
          "The Defenses it is rolled against; Iron if left out",
          load='[place_in(DEFENSES, each, "Defense") for each in {}] or [IRON]'),
    Field("damage", choice("DAMAGES", 'Literal["none", "weapon", "power", "fixed"]', "none"),
          "weapon: like the weapon in hand; power: 1 + rating dice; fixed: so many dice and the attribute die", "NO_DAMAGE"),
    Field("die", DIE, "Effect die"),
    Field("dice", INT, "Number of Effect dice of a fixed damage", low=0, high=20),
    Field("energy", ENERGY, "Types of the damage"),
    Field("riders", RIDERS, "What a hit carries besides damage", file="wounds"),
    Field("half_on_miss", BOOL, "A miss deals half as many dice, rounded down, without criticals"),
    Field("senses", Kind("int", "", file="list[Sense] | None", plain="words"), "What the roll involves; sight if left out", "SIGHT",
          absent="None", load='sum([SENSES[each] for each in {}]) if "senses" in row else SIGHT'),
    Field("boon", word("BOONS", "boon"), "The boon it bestows", "NONE"),
    in_file("boon_energy", "Energy | None", "The type the boon is about"),
    in_file("boon_defense", "Defense | None", "The Defense the boon is about"),
    Field("quality", INT, "Quality of the boon; 0 for the usual one", low=0, high=5),
    Field("param", INT, "what the boon is about", "NONE", file="", load='about_of(row, "boon_")'),
    Field("rounds", INT, "How many of the holder's turns its effect lasts", low=0, high=99),
    Field("used", TEXT, "what its use is counted under", 'f"use:{name}"', file=""),
]  # fmt: skip
EFFECT: Final = [
    Field("kind", INT, "which wound or boon", file=""),
    in_file("wound", "str | None", "Name of a wound"),
    in_file("boon", "str | None", "Name of a boon"),
    Field("level", INT, "Severity or quality; 0 for the usual one", low=0, high=5),
    in_file("energy", "Energy | None", "The energy type it is about"),
    in_file("defense", "Defense | None", "The Defense it is about"),
    Field("source", INT, "index of the creature it came from, or -1", "NONE", file=""),
    Field("param", INT, "energy type, Defense or creature, where the kind has one; else -1", "NONE", file=""),
    Field("left", INT, "How many of the holder's turns it lasts", "0", file="rounds", low=0, high=99),
    in_file("source", "int", "Place in the list of combatants of whoever it came from", "-1", "ge=-1"),
    Field("counting", BOOL, "A turn of the holder has begun since it was gained", "False"),
    Field("trait", BOOL, "printed on the sheet: permanent (no wound to shake off)", "False", file=""),
    Field("since", INT, "The round in which it was gained; 0 where nobody knows", "0", bounds="ge=0"),
    Field("is_boon", BOOL, "a boon, not a wound", "False", file=""),
    in_file("hidden_from", "int", "Hidden: place in the list of who does not perceive it; -1 no enemy does", "-1", "ge=-1"),
]  # fmt: skip
SHEET: Final = [
    Field("is_pc", BOOL, "A player character: chooses Rash or Cautious, has Beacon Points", file="pc"),
    Field("archetype", TEXT, "Archetype", '"none"', file_type='Literal["Warrior", "Rogue", "Technician", "Wizard", "none"]'),
    Field("dice", Kind("list[int]", "[4, 4, 4]"), "Attribute dice (0: none); left out, counted from the rated Actions",
          file="attributes", file_type='dict[Literal["body", "mind", "will"], DieSize]', absent="default_factory=dict", by_hand=True),
    Field("ratings", Kind("list[int]", "[0] * 12"), "Action Ratings", file_type="dict[str, Rating]", absent="default_factory=dict",
          by_hand=True),
    Field("size", INT, "Medium 1 x 1, large 2 x 2 squares", "1", file_type='Literal["medium", "large"]', absent='"medium"',
          load='2 if {} == "large" else 1', plain="text"),
    Field("living", BOOL, "Whether it can bleed", "True"),
    Field("items", Kind("list[Item]", "[]"), "Weapons and shields, by name or spelled out", file_type="list[str | ItemModel]",
          absent=MANY, by_hand=True),
    Field("powers", Kind("list[Power]", "[]"), "Powers", file_type="list[PowerModel]", absent=MANY, by_hand=True),
    Field("controls", BOOL, "Hampers others: automatic play lets it go early"),
    Field("shields", INT, "how many of its powers are wards", file=""),
    Field("parries", INT, "how many of its powers are parries", file=""),
    Field("menace", Kind("float", "0.0"), "mean damage of its hardest hit", file=""),
    Field("data", Kind("dict[str, object]", "{}"), "the stat block as data, for export", file=""),
]  # fmt: skip

# -- a combatant ---------------------------------------------------------------------------------------------------

CREATURE: Final = [
    Field("tier", INT, "Tier", "1", low=0, high=6, sees="side", by_hand=True),
    Field("hp", INT, "Hit points", "1", low=0, high=9999, sees="side", said="HP at the start; full if left out",
          file_type="int | None", absent="None", bounds="ge=0", by_hand=True),
    Field("max_hp", INT, "Maximum hit points", "1", low=1, high=9999, sees="side", file="hp", file_type="int | None", absent="None",
          said="Maximum HP; a PC's follows from archetype, Tier and attributes", by_hand=True),
    Field("winded", BOOL, "At half its hit points or below", sees="all", derived="is_winded"),
    Field("stress", INT, "Stress taken", low=0, high=12, sees="side", said="Stress at the start", by_hand=True),
    Field("max_stress", INT, "Stress boxes", low=0, high=12, sees="side", file="stress", file_type="int | None", absent="None",
          said="Stress boxes; 10 for a PC, none for others", by_hand=True),
    Field("soak", INT, "Soak boxes", low=0, high=99, sees="side", said="Soak Boxes", by_hand=True),
    Field("soak_marked", INT, "Soak boxes marked", low=0, high=99, sees="side", said="Soak Boxes marked already", bounds="ge=0"),
    Field("beacon", INT, "Beacon Points", low=0, high=MOST_BEACON, sees="side", file_type="int | None", absent="None",
          said="Beacon Points of a PC", by_hand=True),
    Field("iron", INT, "Iron before items", low=0, high=99, sees="side", file_type="int | None", absent="None",
          said="Iron before items, if not by the formula", by_hand=True),
    Field("iron_held", INT, "Iron with what is held", sees="side", derived="base_defense"),
    Field("ward", INT, "Ward", low=0, high=99, sees="side", file_type="int | None", absent="None",
          said="Ward, if not by the formula", by_hand=True),
    Field("grit", INT, "Grit", low=0, high=99, sees="side", file_type="int | None", absent="None",
          said="Grit, if not by the formula", by_hand=True),
    Field("stride", INT, "Feet of one Advance", "25", low=0, high=500, sees="side", file_type="Feet", by_hand=True),
    Field("stance", INT, "Stance this round", "UNDECIDED", sees="all", choices=STANCES, by_hand=True,
          file_type=f"Literal{list(STANCES)} | None", absent="None"),
    Field("status", INT, "Up, unconscious, dead, fled or surrendered", "UP", sees="all", choices=STATUSES, said="State at the start",
          file_type=f"Literal{list(STATUSES)}", absent='"up"', load="STATUSES.index({})", save="STATUSES[{}]", when="{}",
          plain="text"),
    Field("acts_left", INT, "Acts left this round", sees="side", derived="acts_left"),
    Field("reacts_left", INT, "Reacts left this round", sees="side", derived="reacts_left"),
    Field("acts_used", INT, "Acts used this round", low=0, high=9, sees="side", said="Acts used", bounds="ge=0, le=99", when="{}"),
    Field("reacts_used", INT, "Reacts used this round", low=0, high=9, sees="side", said="Reacts used", bounds="ge=0, le=99",
          when="{}"),
    Field("extra_acts", INT, "Further Acts this round", low=0, high=9, sees="side", said="Further Acts bought", bounds="ge=0, le=99",
          when="{}"),
    Field("extra_reacts", INT, "Further Reacts this round", low=0, high=9, sees="side", said="Further Reacts bought",
          bounds="ge=0, le=99", when="{}"),
    Field("acted", BOOL, "Has had its turn this round", sees="all", said="Has had its turn", when="{}"),
    Field("stable", BOOL, "If unconscious: not dying", "True", sees="all", file="dying", said="If unconscious: not stable",
          absent="False", load="not {}", save="True", when="one.status == UNCONSCIOUS and not {}"),
    Field("wounds", EFFECTS, "Wounds with their severities", file=""),
    Field("boons", EFFECTS, "Boons with their quality", file=""),
    Field("held", ITEMS, "What it holds", said="Ids of what is in hand; left out, the first items that two hands hold",
          file_type="list[str] | None", absent="None", by_hand=True),
    *[
        Field(name, TEXT, doc, sees=sees, derived=name)
        for name, doc, sees in (
            ("wounds", "Wounds with their severities", "all"), ("boons", "Boons with their quality", "all"),
            ("held", "What it holds", "all"), ("ratings", "Action Ratings", "side"), ("attributes", "Attribute dice", "side"),
            ("powers", "Powers and what is left of them", "side"),
        )
    ],
    Field("x", INT, "column", file=""),
    Field("y", INT, "row", file=""),
    Field("slept", INT, "While unconscious: 1 had its start of turn, 2 all of a turn that runs by itself", low=0, high=2, when="{}"),
    Field("haste_used", BOOL, "The extra of Hastened is used", when="{}"),
    Field("slow_paid", BOOL, "Has paid for one more Act though slowed", when="{}"),
    Field("surprised", BOOL, "Is Surprised", when="{}"),
    Field("ambushing", BOOL, "Is Ambushing", when="{}"),
    Field("wound_bits", INT, "which wounds it has, as a mask", file="", key=""),
    Field("boon_bits", INT, "which boons it has, as a mask", file="", key=""),
    Field("readied", ITEMS, "what it carries ready", file=""),
    Field("uses", COUNTS, "Uses left of each power", file_type="list[int] | None", absent="None", by_hand=True),
    Field("lurking", BOOL, "Lies in wait", when="{}"),
    Field("awareness", TEXT, "What automatic play lets the GM say of it", '"aware"', file_type='Literal["aware", "surprised", "roll"]',
          when='{} != "aware"'),
    Field("watchful", BOOL, "Keeps watch: no -1 Tier to notice lurkers", "True", when="not {}"),
    Field("unloaded", NAMES, "Ids of weapons that must be reloaded first", absent=MANY, by_hand=True),
    Field("aided_by", PLACE, "Place in the list of whoever aids its next roll", bounds="ge=-1", save="places[{}]",
          when="{} in places"),
    Field("armor_word", INT, "The GM's word whether armor suits; left out, by the book", file="armor", plain="text",
          file_type='Literal["yes", "no"] | None', absent="None", load='1 if {0} == "yes" else -1 if {0} == "no" else 0',
          save='"yes" if {} > 0 else "no"', when="{}"),
    Field("aid_refused", BOOL, "The GM refuses its Aid", when="{}"),
    Field("botches", INT, "Botches counted so far", bounds="ge=0", when="{}"),
]  # fmt: skip
STAT_BLOCK: Final = [
    in_file("name", "str", "Name for people", "..."),
    in_file("about", "str", "A few words on who this is", '""'),
    *named(SHEET, "is_pc archetype"), *named(CREATURE, "tier"), *named(SHEET, "dice ratings"),
    *named(CREATURE, "max_hp iron ward grit stride"),
    in_file("load", "int", "Load: 1 to 3 quickens the Stride by 5', 6 slows it", "0", "ge=0, le=6"),
    *named(CREATURE, "soak max_stress beacon"), *named(SHEET, "size living items powers"),
    in_file("traits", "list[EffectModel]", "Effects printed on the sheet: permanent", MANY),
    *named(SHEET, "controls"),
]  # fmt: skip
"""What a file says of a stat block: partly kept with the sheet, partly what a combatant starts a fight with."""
NOW: Final = named(
    CREATURE, "stance acted slept acts_used reacts_used extra_acts extra_reacts haste_used slow_paid surprised ambushing"
)
FIGHTER: Final = [
    in_file("use", "str | None", "Name of a stat block"),
    in_file("block", "CombatantModel | None", "The stat block written out"),
    in_file("id", "str | None", "Short name; the block's if left out", bounds='pattern=r"^[A-Za-z0-9_.-]+$"'),
    in_file("name", "str | None", "Name for people; the block's if left out"),
    in_file("side", "str", "The side it fights for", "..."),
    in_file("controller", "str", "Who runs it: gm, players, or a seat", '"gm"'),
    in_file("at", "tuple[int, int]", "Column and row of its top left square, counted from 0", "..."),
    *named(CREATURE, "hp stress soak_marked status held uses lurking awareness watchful"),
    in_file("hiding", "bool", "Starts Hidden from its enemies", "False"),
    in_file("unrevealed", "bool", "Only the GM knows that it is there", "False"),
    *named(CREATURE, "stable unloaded aided_by armor_word aid_refused botches"),
    in_file("effects", "list[EffectModel]", "Wounds and boons at the start", MANY),
    in_file("now", "NowModel", "What it has done and spent in this round", "default_factory=lambda: NowModel.model_validate({})"),
    in_file("learned", "dict[Defense, tuple[int, int]]", "Between what the players know its Defenses to lie", "default_factory=dict"),
]

# -- the fight -----------------------------------------------------------------------------------------------------

POSITION: Final = 'Literal["controlled", "risky", "desperate"]'
CLOCK: Final = [
    Field("name", TEXT, "What it is about", absent="...", bounds='pattern=r"^[^:@]+$"'),
    Field("size", INT, "Segments", file_type="Literal[4, 6, 8]", absent="4"),
    Field("filled", INT, "Segments filled already", low=0, high=8),
    Field("actions", Kind("list[int]", "", file="list[str]", absent=MANY), "Fitting Actions; all if left out",
          load='[place_in(ACTIONS, each, "Action") for each in {}] or list(range(len(ACTIONS)))',
          save="[ACTIONS[each] for each in {}]"),
    Field("difficulty", choice("POSITIONS", POSITION, "risky"), "Number 5, 10 or 15 plus encounter Tier", file="position",
          load='place_in(POSITIONS, {}, "position")'),
    Field("rounds", INT, "Gone after this round; 0 no limit", bounds="ge=0"),
    Field("secret", BOOL, "For the GM only"),
    in_file("at", "tuple[int, int] | None", "Worked on from within 5' of this square", save="[one.x, one.y]", when="one.x >= 0"),
    Field("x", INT, "the square it is worked on at; -1: anywhere", file="", load='square(row, "at")[0]'),
    Field("y", INT, "the square it is worked on at; -1: anywhere", file="", load='square(row, "at")[1]'),
]  # fmt: skip
GOAL: Final = [
    Field("kind", TEXT, "drop: so many of a side down loses; rout: so many down and the rest flee; reach: all who are up have left by "
          "an exit; ceasefire: a leader offers one when Winded", file_type='Literal["drop", "rout", "reach", "ceasefire"]',
          absent="..."),
    Field("side", TEXT, "The side it is about", absent="..."),
    Field("count", INT, "How many", bounds="ge=0"),
    Field("who", TEXT, "The leader's id"),
]  # fmt: skip
WAVE: Final = [
    Field("first", INT, "First round of arrival", absent="...", bounds="ge=1", load='number(row, "first", 1)'),
    Field("every", INT, "Again every so many rounds", absent="1", bounds="ge=1"),
    Field("until", TEXT, "Name of the clock that stops them when full"),
    Field("units", Kind("list[dict[str, object]]", "", plain="rows"), "Who comes", file="combatants",
          file_type="list[FighterModel]", absent="..."),
]  # fmt: skip
LYING: Final = [
    Field("x", INT, "column"),
    Field("y", INT, "row"),
    Field("item", Kind("Item", ""), "what lies there"),
    Field("of", Kind("int", "NONE"), "who let go of it out of sight, by place; players see it once they see whoever that is"),
]
SOMEBODY: Final = Kind("int", "NONE", file="str", load="somebody(battle, {})", save="battle.creatures[{}].id")
IMPROVISED: Final = [
    Field("who", SOMEBODY, "Id of whoever may do it", absent="..."),
    Field("label", TEXT, "A few words for the button", file="what", absent="...", bounds="min_length=1"),
    Field("action", word("ACTIONS", "Action", "str"), "The Action it is rolled with"),
    Field("number", INT, "Target number", absent="10"),
    Field("defense", DEFENSE, "The Defense an attack is rolled against", when="one.target >= 0"),
    Field("target", SOMEBODY, "Id of an attack's target", absent='""', when="{} >= 0"),
    Field("wound", word("WOUNDS", "wound"), "The wound an attack inflicts", when="{} >= 0"),
    Field("level", INT, "Its severity", file="severity", low=0, high=5, when="one.wound >= 0"),
    Field("kind", word("KINDS", "kind", 'Literal["melee", "ranged", "touch"] | None'),
          "Kind of attack; by the distance if left out", when="{} >= 0"),
]  # fmt: skip


def shared(type: str) -> Kind:
    """A list that is replaced, never changed."""
    return Kind(f"list[{type}]", "[]")


BATTLE: Final = [
    in_file("round", "int", "The round; 0 while surprise is settled and none has begun", "0", "ge=0"),
    Field("stage", INT, "The stage of the round; 0 between rounds", "STAGE_BEFORE", absent="0", low=0, high=5),
    Field("position", choice("POSITIONS", POSITION, "risky"), "Position of the next attack", "1"),
    Field("arrivals", INT, "How many newcomers have come so far", bounds="ge=0"),
    Field("truce_refused", BOOL, "A ceasefire has been offered already", file="truce_offered"),
    Field("end_refused", INT, "The round in which the GM last let it go on although a side had nobody up", bounds="ge=0",
          key="{} == self.round"),
    Field("improvised", Kind("list[Improvised]", "[]", copy="list({})", key="tuple([one.key() for one in {}])"),
          "What the GM has accepted as Acts", file_type="list[ImprovisedModel]", absent=MANY, by_hand=True),
    in_file("forbidden", "dict[str, str]", "Options the GM forbids, as about:who:option, with the reason", "default_factory=dict"),
    in_file("forces", "list[ForceModel]", "Dice the GM has fixed in advance", MANY),
    in_file("outcome", "OutcomeModel | None", "How it ended, if it is over"),
    Field("goals", shared("Goal"), "how else it can be decided", file="", key=""),
    Field("waves", shared("Wave"), "newcomers", file="", key=""),
    Field("acting", INT, "index of the creature whose turn it is", "NONE", file=""),
    Field("put_off", INT, "index of the creature before whom somebody unseen goes now", "NONE", file="", key=""),
    Field("hurried", INT, "who acts at the GM's word while stances are settled (TI-28)", "NONE", file=""),
    Field("lessen", TEXT, 'the GM\'s word on resisted and soaked wounds: "avoid", "lower" or "" (TI-146)', file=""),
    Field("resist_base", INT, "number against wounds, before Tier", "10", file=""),
    Field("encounter_tier", INT, "Tier of skill objectives", "1", file=""),
    Field("pairs", PAIRED, "the GM's word for pairs of creatures (TI-90)", file=""),
    Field("senses", Kind("dict[str, int]", "{}", copy="dict({})", key="tuple(sorted({}.items()))"), "what rolls involve, by name",
          file=""),
    Field("clocks", Kind("list[Clock]", "[]", copy="list({})", key="tuple([(clock.name, clock.filled) for clock in {}])"),
          "skill objectives", file=""),
    Field("ground", Kind("list[Lying]", "[]", copy="list({})", key="tuple([(one.x, one.y, one.item.id) for one in {}])"),
          "what lies about", file=""),
    Field("tank_burst", BOOL, "the tank is gone", file=""),
]  # fmt: skip

RECORDS: Final = [
    Record("Rider", "", "", RIDER, model="WoundModel", of="Rider", frozen=True, plain=True,
           doc="A wound or event that a hit carries.", check="wound_is_known"),
    Record("Item", "", "", ITEM, model="ItemModel", of="Item", given="id: str, name: str", frozen=True, plain=True,
           doc="A weapon, shield or natural weapon. With the name of one in the book, the rest is filled in.", check="item_is_known"),
    Record("Power", "", "id, name, form", POWER, model="PowerModel", of="Power", fixed=True, plain=True,
           doc="A power as a row of data.", check="power_makes_sense"),
    Record("EffectFields", "", "", EFFECT, model="EffectModel", frozen=True,
           doc="A wound or boon somebody has: printed on the sheet (a trait), or at the start of a fight.", check="effect_is_one"),
    Record("Sheet", "", "", SHEET, of="Sheet", fixed=True, doc="A stat block."),
    Record("", "", "", STAT_BLOCK, model="CombatantModel", of="Sheet", fixed=True, plain=True, doc="A stat block.",
           check="block_is_whole"),
    Record("CreatureFields", "Unit", "id: str, name: str, side: str, controller: str", CREATURE),
    Record("", "", "", NOW, model="NowModel", of="Creature", plain=True, doc="What a combatant has done and spent in this round."),
    Record("", "", "", FIGHTER, model="FighterModel", of="Creature", given_more="places: dict[int, int]", plain=True,
           doc="A combatant of an encounter."),
    Record("Clock", "", "", CLOCK, model="ClockModel", of="Clock", frozen=True, plain=True, doc="A skill objective.",
           check="clock_makes_sense"),
    Record("Goal", "", "", GOAL, model="GoalModel", of="Goal", frozen=True, plain=True, exports=False,
           doc="Another way the fight can be decided.", check="goal_is_whole"),
    Record("Wave", "", "", WAVE, model="WaveModel", of="Wave", frozen=True, plain=True, exports=False, doc="Newcomers."),
    Record("Lying", "", "", LYING, of="Lying", frozen=True, doc="An item on the ground."),
    Record("Improvised", "", "", IMPROVISED, model="ImprovisedModel", of="Improvised", given="battle: TiersBattle",
           given_more="battle: TiersBattle", frozen=True, plain=True, keyed=True,
           doc="Something the GM has accepted as an Act, or an improvised attack.", check="offer_makes_sense"),
    Record("BattleFields", "Battle", "reading: Reading", BATTLE, model="StateModel", of="TiersBattle", plain=True,
           doc="Where a fight under way stands. Left out, it has not begun.", check="state_in_a_round"),
]  # fmt: skip
