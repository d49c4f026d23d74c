"""Every fact of a sheet, a stat block and a fight of this book, declared once. After a change here run `tools/generate.py`."""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, NAMES, TEXT, Field, Kind, Record, also, in_file, named
from quintain.systems.clash import vocabulary as v

CLASSES: Final = ("pc", "peon", "grunt", "foe", "object", "hazard")
STATE_WORDS: Final = (v.ACTIVE, *v.STATES)

# -- kinds of values -----------------------------------------------------------------------------------------------

DICE: Final = Kind("int", "0", file="Dice", absent='"0d6"', load="int({}[:-2])", save='f"{{{}}}d6"')
"""A number of d6."""
ATTRIBUTE: Final = Kind("int", "-1", file="Attribute", load="ATTRIBUTES.index({})", save="ATTRIBUTES[{}]")
NO_ATTRIBUTE: Final = Kind("int", "-1", file="Attribute | None", absent="None", save="ATTRIBUTES[{}]",
                           load="ATTRIBUTES.index({0}) if {0} is not None else -1")  # fmt: skip
MODIFIERS: Final = Kind("list[Modifier]", "[]", key="tuple([mod.key() for mod in {}])", file="list[ModifierModel]",
                        load="[modifier_of(each) for each in {}]", save="[modifier_row(each) for each in {}]")  # fmt: skip
"""Replaced, never changed, so that copies may share them; so are the lists and dicts below."""
FLOAT: Final = Kind("float", "0.0")
NUMBERS: Final = Kind("dict[str, int]", "{}", key="tuple({}.items())", load="dict({})", save="dict({})")
LISTED: Final = Kind("list[str]", "[]", key="tuple({})", load="list({})", save="list({})")
PLACES: Final = Kind("list[int]", "[]", key="")
CS: Final = "ge=-50, le=99"


def score(has: str, value: str, file: str, doc: str, sees: str = "") -> list[Field]:
    """A score that may be missing: whether there is one, and how much it is."""
    return [
        Field(has, BOOL, "has it a score of its own?", "False", said=doc, file=file, file_type="int | None", absent="None", bounds=CS,
              load="{} is not None", save=f"one.{value}", when="{}", sees=sees),
        Field(value, INT, "an NPC's Action Score, the CS of an object or hazard", "0", low=-50, high=99, file="",
              load=f"row.{file} or 0", sees=sees),
    ]  # fmt: skip


ID_AND_NAME: Final = [
    Field("id", TEXT, "short name", file_type="Id", absent="..."),
    Field("name", TEXT, "default: the id", key=""),
]
ROW_HEAD: Final = [also(ID_AND_NAME, "id"), also(ID_AND_NAME, "name")]

# -- what never changes --------------------------------------------------------------------------------------------

ATTACK: Final = [
    Field("name", TEXT, "what it is called", absent='"attack"'),
    Field("ranged", BOOL, "melee reaches the own zone, ranged further", file="kind", file_type='Literal["melee", "ranged"]',
          absent='"melee"', load='{} == "ranged"', save='"ranged" if {} else "melee"'),
    Field("attribute", ATTRIBUTE, "the attribute behind it", absent='"might"'),
    Field("range", INT, "in zones, for ranged attacks; default 2", file_type="int | None", absent="None", bounds="ge=0, le=20",
          load="reach_of(battle, row)", when="one.ranged and {} >= 0"),
    Field("full", DICE, "dice of a Full Hit", absent='"2d6"'),
    Field("glancing", DICE, "dice of a Glancing Hit", absent='"1d6"'),
]  # fmt: skip
ABILITY: Final = [
    Field("name", TEXT, "what it is called", absent="..."),
    Field("id", TEXT, "short name in declarations; default: the name in small letters", file_type="Id | None", absent="None",
          load="short_name(row.id, row.name)"),
    Field("cost", INT, "Ardor it costs", low=0, high=20),
    Field("rhythm", TEXT, "the rounds in which it can be used", file_type='Literal["", "even", "odd"]'),
    Field("base", INT, "the action it rides on: its bonus and movement apply", absent='"standing_attack"', load="ACTIONS.index({})",
          save="ACTIONS[{}]", file_type='Literal["standing_attack", "move_to_attack", "move_and_attack", "improvise"]'),
    Field("targets", TEXT, "whom it concerns", file_type='Literal["one", "all_enemies_in_strike_zone", "ally_in_zone"]',
          absent='"one"'),
    Field("attribute", NO_ATTRIBUTE, "the attribute behind it, if not the weapon's", when="{} >= 0"),
    Field("full", DICE, "dice of a Full Hit", absent='"2d6"'),
    Field("glancing", DICE, "dice of a Glancing Hit", absent='"1d6"'),
    Field("hinder", INT, "Full Hit: penalty on the target's next score", low=0, high=20),
    Field("pin", BOOL, "Full Hit: the target cannot move next round"),
    Field("shift", INT, "Full Hit: the target is moved one zone", low=0, high=1),
    Field("step", BOOL, "Full Hit: the attacker may move 1 afterwards"),
    Field("heal", INT, "d6 of Health for an ally; with an attack, for the attacker on a Full Hit", low=0, high=10),
    Field("hint", TEXT, "when automatic play uses it",
          file_type='Literal["", "foes", "melee_foes_elsewhere", "hurt_ally", "several", "always"]'),
]  # fmt: skip
MODIFIER: Final = [
    Field("kind", TEXT, "what it changes", file_type='Literal["score", "pin", "move"]', absent='"score"'),
    Field("value", INT, "by how much", low=-99, high=99),
    Field("reason", TEXT, "why", key=""),
    Field("rounds", INT, "how long; -1 until cleared", "1", low=-1, high=99),
    Field("scope", TEXT, "an action, or feat:ID; nothing for all", '""'),
    Field("source", TEXT, "the ability it comes from", '""'),
]
SHEET: Final = [
    Field("attack", Kind("Attack", "", file="AttackModel"), "the basic attack",
          absent="default_factory=lambda: AttackModel.model_validate({})"),
    Field("abilities", Kind("list[Ability]", ""), "special abilities",
          file_type="Annotated[list[AbilityModel], AfterValidator(abilities_differ)]", absent="[]"),
    Field("flat", INT, "the one number with attribute_mode flat; default the weapon's attribute", low=-1, high=4,
          file_type="int | None", absent="None"),
    Field("role", TEXT, "how automatic play runs it", file_type='Literal["", "guard", "skirmisher", "raider", "worker"]'),
    Field("ward", TEXT, "whom a guard covers, what a raider is after, on what a worker works", by_hand=True),
    Field("durability", TEXT, 'objects: "peon", "grunt", "health" or "unbreakable"', said="or a Health number",
          file_type="Durability", absent='"unbreakable"', by_hand=True),
    Field("portable", BOOL, "can it be carried?", by_hand=True),
    Field("gate", NAMES, "working it shuts or opens the edge between these zones", bounds="max_length=2", by_hand=True),
    Field("text", TEXT, "what it is", by_hand=True),
    Field("secret_cs", BOOL, "is the CS of this object or hazard the GM's alone?", said="is that the GM's alone?", by_hand=True),
    Field("seeming", TEXT, "what it seems to do in round 1, as a declaration", file="seems", by_hand=True),
]  # fmt: skip

# -- the map -------------------------------------------------------------------------------------------------------

ZONE: Final = [
    *ID_AND_NAME,
    *score("has_cs", "cs", "cs", "its own Challenge Score"),
    in_file("anchor", "Point | None", "mixed maps: its centre in feet"),
    Field("x", FLOAT, "its anchor in feet", file="", key=""),
    Field("y", FLOAT, "its anchor in feet", file="", key=""),
    Field("radius", FLOAT, "mixed maps: in feet", "10.0", key="", bounds="gt=0"),
    Field("off", BOOL, "outside the map: whoever goes there is gone", file="outside", key=""),
    in_file("modifiers", "list[ModifierModel]", "modifiers on everybody in it", "[]"),
    Field("merged", BOOL, "drawn into another one by the GM: nobody can be there any more", file=""),
]
PASSAGE: Final = [
    in_file("between", "list[str]", "the two zones", "...", "min_length=2, max_length=2"),
    Field("a", INT, "one zone", file="", load="a"),
    Field("b", INT, "the other", file="", load="b"),
    Field("blocks_move", BOOL, "nobody gets through", "False"),
    Field("blocks_sight", BOOL, "nobody sees through", "False"),
    Field("needs_check", BOOL, "passing needs the mover's score to meet a CS", "False"),
    *score("has_cs", "cs", "cs", "that CS; default the entered zone's, else the map's"),
]

# -- units ---------------------------------------------------------------------------------------------------------

UNIT: Final = [
    Field("unit_class", TEXT, "how it takes damage", '"foe"', sees="all", choices=CLASSES[:4], file="class_",
          file_type='Literal["pc", "peon", "grunt", "foe"]', absent='"pc"'),
    Field("state", TEXT, "how it stands", '"active"', sees="all", choices=STATE_WORDS, said="its state", file_type="State"),
    Field("control", TEXT, "player: rolls a d20; gm: has a fixed score", '"gm"', sees="all", choices=("player", "gm"), by_hand=True,
          file_type='Literal["player", "gm"] | None', absent="None"),
    Field("place", TEXT, "where it is", sees="all", derived="place"),
    Field("health", INT, "Health now", low=0, high=1000, sees="owner", said="Health now; default full", file_type="int | None",
          absent="None", bounds="ge=0", by_hand=True),
    Field("max_health", INT, "Health at most", low=1, high=1000, sees="owner", file="health", file_type="int | None", absent="None",
          said="maximum Health; default for a pc 16 + 2 x Might"),
    Field("marks", INT, "hits a Peon or Grunt can still take", low=0, high=2, sees="all", said="marks now; default all",
          file_type="int | None", absent="None", by_hand=True),
    Field("max_marks", INT, "marks at most", sees="all", derived="most_marks"),
    Field("surges", INT, "Healing Surges left", low=0, high=50, sees="owner", said="Surges now; default all", file_type="int | None",
          absent="None", bounds="ge=0", by_hand=True),
    Field("max_surges", INT, "Healing Surges at most", low=0, high=50, sees="owner", file="surges", file_type="int | None",
          absent="None", said="Healing Surges; default for a pc 1 + Spirit"),
    Field("ardor", INT, "Ardor left", low=0, high=50, sees="owner", said="Ardor now; default all", file_type="int | None",
          absent="None", bounds="ge=0", by_hand=True),
    Field("max_ardor", INT, "Ardor at most", low=0, high=50, sees="owner", file="ardor", file_type="int | None", absent="None",
          said="Ardor; default for a pc 2"),
    *[Field(name, INT, "attribute", low=-1, high=4, sees="owner") for name in ("might", "finesse", "wits", "spirit")],
    *score("scored", "score", "cs", "its own Challenge Score", "owner"),
    Field("prepared", INT, "+3 in this round after Prepare", low=0, high=3, sees="all", said="has it prepared in the round before?",
          file_type="bool", absent="False", load="3 if {} else 0", save="{} > 0"),
    Field("busy", INT, "rounds of work left on a waived feat", low=0, high=99, sees="all"),
    *[
        Field(name, INT if name == "rolled" else TEXT, doc, sees=sees, derived=name)
        for name, sees, doc in (
            ("intent", "all", "what it is said to do this round"), ("true_intent", "gm", "what an NPC truly does this round"),
            ("rolled", "all", "its Action Score this round"), ("modifiers", "owner", "bonuses and penalties on it"),
            ("carries", "all", "what it carries"), ("attack", "owner", "its basic attack"),
            ("abilities", "owner", "what it can do besides"),
        )
    ],
    Field("busy_on", TEXT, "that feat"),
    Field("zone", INT, "the fixed zone it is in", "-1", file=""),
    Field("x", FLOAT, "where on a map in feet", file=""),
    Field("y", FLOAT, "where on a map in feet", file=""),
    Field("mods", MODIFIERS, "modifiers on it", file="modifiers"),
    Field("coming", MODIFIERS, "modifiers that start with the next round (R-72)", file=""),
    Field("holder", INT, "objects: who carries it", "-1", said="who carries it", file_type="str", absent='""', by_hand=True),
    Field("guarded", BOOL, "objects: does the GM ask for a check against its CS from whoever handles it (CL-89)?", file="check",
          said="does handling it need a score that meets its CS?"),
    Field("used_by", TEXT, "the side that has worked it"),
    Field("arrives", INT, "the round in which it comes; 0 from the start", low=0, high=99, key="", by_hand=True),
    Field("falls", INT, "how often it fell", bounds="ge=0"),
    Field("down_since", INT, "the round in which it fell last", file="", key=""),
    Field("woken", BOOL, "did it lie incapacitated when the fight ended?", file="", key=""),
]  # fmt: skip
ACTION_SCORE: Final = in_file("action_score", "int | None", "fixed score of an NPC; without one the CS counts", bounds=CS)
BLOCK: Final = [
    in_file("name", "str", "what it is called", "..."),
    in_file("summary", "str", "a line for the list", '""'),
    *named(UNIT, "unit_class might finesse wits spirit"), *named(SHEET, "flat"), *named(UNIT, "max_health max_surges max_ardor"),
    ACTION_SCORE, *named(SHEET, "attack abilities role"),
]  # fmt: skip
HIDDEN: Final = in_file("hidden", "bool", "known to the GM only", "False")
FEET: Final = in_file("feet", "Point | None", "mixed maps: where exactly in its fixed zone it stands; default at the anchor")
AT: Final = in_file("at", "str | Point", "a zone, or [x, y] in feet", "...")
PLACED: Final = [
    in_file("use", "str | None", "the name of a stat block"),
    in_file("block", "CombatantModel | None", "a stat block written out"),
    in_file("id", "Id | None", "default: the first word of the name"),
    in_file("name", "str | None", "default: the block's"),
    in_file("side", "str", "its side", '"party"', r'pattern=r"\S"'),
    in_file("controller", "str", "gm, players or a seat; default: players for pcs of the party, else gm", '""'),
    *named(UNIT, "control"),
    also([AT], "at", file_type="str | Point | None", absent="None"), FEET,
    *named(SHEET, "ward"), *named(UNIT, "arrives"), HIDDEN, *named(SHEET, "seeming"),
    *named(UNIT, "health marks surges ardor"), also([ACTION_SCORE], "action_score", "in place of the block's"),
    *named(UNIT, "state prepared busy busy_on falls mods"),
    in_file("learned", "dict[str, Bounds]",
            "what everybody could work out so far: score, with the lowest and the highest it can be", "{}"),
]  # fmt: skip
OBJECT: Final = [
    *ROW_HEAD, AT, FEET, *named(UNIT, "scored score"), *named(SHEET, "secret_cs durability portable"), *named(UNIT, "guarded"),
    *named(SHEET, "gate text"), HIDDEN, *named(UNIT, "holder used_by"),
    also(UNIT, "health", said="Health now"), also(UNIT, "marks", said="marks now"),
    *named(UNIT, "state"),
]  # fmt: skip
HAZARD: Final = [
    *ROW_HEAD, AT, *score("scored", "score", "cs", "its own Challenge Score, the score it strikes with"), *named(SHEET, "secret_cs"),
    also(ATTACK, "full", said="dice of a Full Hit; 0d6 where it only has to be met", absent='"0d6"'),
    also(ATTACK, "glancing", absent='"0d6"'), HIDDEN, *named(UNIT, "state"),
]  # fmt: skip

# -- the fight -----------------------------------------------------------------------------------------------------

FEAT: Final = [
    *ID_AND_NAME,
    Field("effort", BOOL, "pass or fail, or progress towards a goal", file="kind", file_type='Literal["skill", "effort"]',
          absent='"skill"', save='"effort" if {} else "skill"'),
    *score("has_cs", "cs", "cs", "its Challenge Score; default the zone's, else the map's"),
    Field("goal", INT, "effort: the progress needed", low=0, high=1000),
    Field("progress", INT, "effort: the progress so far", low=0, high=9999, key="0 if self.done else min({}, self.goal)"),
    Field("done", BOOL, "done already?"),
    Field("partial", BOOL, "done in part?"),
    Field("closed", BOOL, "no further try?"),
    Field("hidden", BOOL, "known to the GM only"),
    Field("zone", INT, "the zone where it is worked on", "-1", file="at", file_type="str | None", absent="None", by_hand=True),
    Field("attribute", NO_ATTRIBUTE, "the attribute behind it", when="{} >= 0"),
    Field("who", LISTED, "who may work on it; nobody named: anybody"),
    Field("needs", TEXT, "another feat that comes first"),
    Field("bonus", NUMBERS, "the GM's modifier by unit"),
    Field("waived", NUMBERS, "units that need no roll, and the rounds it takes them", file_type="dict[str, Rounds]"),
    Field("by", NUMBERS, "progress by unit, where efforts are not shared", copy="dict({})"),
    Field("stops", TEXT, "the timer that stops when it is done", key=""),
    Field("thing", TEXT, "the object that must be at hand to work on it", key=""),
]  # fmt: skip
TIMER: Final = [
    *ID_AND_NAME,
    Field("left", INT, "rounds left", low=0, high=999, file="rounds", absent="..."),
    Field("hidden", BOOL, "known to the GM only"),
    Field("stopped", BOOL, "does it stand still?"),
    Field("text", TEXT, "what happens at 0, in words", key=""),
    Field("result", TEXT, "how the fight ends at 0; nothing where it goes on"),
    Field("winner", TEXT, "the side that wins then"),
    Field("strike", INT, "the score of a strike on everybody at 0", low=0, high=99),
    Field("full", DICE, "its dice on a Full Hit"),
    Field("glancing", DICE, "its dice on a Glancing Hit"),
]
GOAL: Final = [
    Field("kind", TEXT, '"feat" done, "object" carried out, "unit" down'),
    Field("id", TEXT, "of the feat, the object or the unit"),
    Field("result", TEXT, "how it ends"),
    Field("winner", TEXT, "the side that wins"),
]
REVERT: Final = [
    Field("kind", TEXT, '"map", "zone", "unit", or "check" with the name of the check'),
    Field("id", INT, "which one"),
    Field("had", BOOL, "had it a score?"),
    Field("value", INT, "and which"),
    Field("name", TEXT, "of the check", '""'),
]
BATTLE: Final = [
    Field("cs", INT, "the map's CS", "14"),
    Field("filled", BOOL, "is that CS the default, because none was given (R-65)?", key=""),
    Field("party", TEXT, "the side whose wins count", '"party"', key=""),
    Field("feats", Kind("list[Feat]", "[]", copy="[feat.copy() for feat in {}]", key="tuple([feat.key() for feat in {}])"), "feats"),
    Field("timers", Kind("list[Timer]", "[]", copy="[timer.copy() for timer in {}]", key="tuple([timer.key() for timer in {}])"),
          "timers"),
    Field("goals", Kind("list[Goal]", "[]", key=""), "what ends the fight early (CL-112)"),
    Field("lone", BOOL, "did the encounter start with one side only (CL-116)?"),
    Field("checks", NUMBERS, 'the GM\'s modifiers of single checks: "feat:ID", "object:ID", "zone:ID", "edge:A-B" (CL-16)'),
    Field("zone_mods", Kind("list[tuple[int, Modifier]]", "[]", key="tuple([(zone, mod.key()) for zone, mod in {}])"),
          "modifiers on everybody in a zone"),
    Field("reverts", Kind("list[Revert]", "[]", key="tuple([change.key() for change in {}])"),
          "scores changed for this round (CL-105)"),
    Field("waved", Kind("dict[str, bool]", "{}", key="tuple({})"),
          'what the GM lets pass although the rules would not: "unit:option id"'),
    Field("version", INT, "counts rulings: whoever compared before one compares again", key=""),
    Field("lineup", PLACES, "the roster, worked out when somebody joins or changes hands"),
    Field("things", PLACES, "where the objects are among the units"),
]  # fmt: skip

RECORDS: Final = [
    Record("Attack", "", "", ATTACK, model="AttackModel", of="Attack", frozen=True, given="battle: ClashBattle",
           check="attack_has_range"),
    Record("Ability", "", "", ABILITY, model="AbilityModel", of="Ability", frozen=True, check="ability_makes_sense"),
    Record("", "", "", BLOCK, model="CombatantModel", doc="A stat block: a character, or an adversary.", check="can_use_abilities"),
    Record("ModifierFields", "", "", MODIFIER, model="ModifierModel", of="Modifier", frozen=True, keyed=True),
    Record("Sheet", "", "attack, abilities", SHEET, of="Sheet", fixed=True, doc="What never changes about a unit."),
    Record("UnitFields", "Unit", "id: str, name: str, side: str, controller: str", UNIT),
    Record("", "", "", PLACED, model="PlacedModel", of="ClashUnit",
           doc="A combatant of an encounter: whose stat block, which side, who runs it, where it stands."),
    Record("", "", "", OBJECT, model="ObjectModel", of="ClashUnit"),
    Record("", "", "", HAZARD, model="HazardModel", of="ClashUnit", check="hazard_strikes_fully"),
    Record("Feat", "", "id, name, effort", FEAT, model="FeatModel", of="Feat", check="feat_has_goal"),
    Record("Timer", "", "id, name, left", TIMER, model="TimerModel", of="Timer"),
    Record("Zone", "", "id, name", ZONE, model="ZoneModel", of="Zone"),
    Record("Passage", "", "", PASSAGE, model="EdgeModel", of="Passage", frozen=True, keyed=True, given="a: int, b: int",
           doc="A border between two zones: what it bars, and the CS of its check, if it has one of its own."),
    Record("Goal", "", "", GOAL, of="Goal", frozen=True),
    Record("Revert", "", "", REVERT, of="Revert", frozen=True, keyed=True),
    Record("BattleFields", "Battle", "reading: Reading", BATTLE),
]  # fmt: skip
