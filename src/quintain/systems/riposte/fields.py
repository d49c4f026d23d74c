"""Every fact of a sheet, a stat block and a fight of this book, declared once. After a change here run `tools/generate.py`."""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, NAMES, TEXT, Field, Kind, Record, also, in_file, named

STATUSES: Final = (
    "up", "down", "fallen", "stabilised", "dead", "spared", "retreated", "fled", "escaped", "captured", "reserve",
)  # fmt: skip

# -- kinds of values -----------------------------------------------------------------------------------------------

KIND: Final = 'Literal["pc", "extra", "npc"]'
WORDS: Final = Kind("list[str]", "[]", file="list[str]", load="list({})", save="list({})")
PLACES: Final = Kind("list[int]", "[]", file="list[Place]", save="[place_data(ground, place) for place in {}]")
"""Squares or zones; they are read by hand, so that what is wrong is refused where it stands."""
EFFECTS: Final = Kind("list[Effect]", "[]", file="list[EffectModel]", save="[effect_row(effect, ground) for effect in {}]")
SOURCE: Final = Kind("dict[str, object]", "{}")
DUMPED: Final = 'row.model_dump(mode="json", exclude_defaults=True)'
STATS: Final = Kind("list[int]", "", copy="list({})")


def shared(type: str, default: str = "[]") -> Kind:
    """What copies may share, and nothing compares."""
    return Kind(type, default, key="")


def copied(type: str, key: str) -> Kind:
    """A list of things that change, each copied."""
    return Kind(f"list[{type}]", "[]", copy="[each.copy() for each in {}]", key=f"tuple([{key} for each in {{}}])")


# -- what never changes --------------------------------------------------------------------------------------------

MODIFIER: Final = [
    Field("stat", INT, "the stat that is shifted"),
    Field("amount", INT, "by how much, up or down"),
    Field("role", INT, "in which role it counts", "EITHER"),
    Field("when", INT, "at which health it counts", "ALWAYS"),
    Field("by_level", BOOL, "the amount is a tenth of the level of whoever has it (RI-129, RI-130)", "False"),
]
GRANT: Final = [
    Field("label", TEXT, "what brings it"),
    Field("slot", INT, "follow-through attacks or follow-through ripostes"),
    Field("count", INT, "how many more"),
    Field("chance_stat", INT, "the stat to roll below; -1 when nothing is rolled", "-1"),
]
TRAITS: Final = [
    Field("modifiers", Kind("list[Modifier]", ""), "stats that are shifted"),
    Field("grants", Kind("list[Grant]", ""), "extra follow-throughs"),
    Field("knacks", INT, "traits that need a rule of their own, as bits"),
    Field("strikes", Kind("list[int]", ""), "how often each strike of a slot happens, per slot (RI-144 c)"),
]
ADDED: Final = [in_file(name.lower(), "int", f"{name} it adds", "0") for name in ("Dodge", "Avoid", "Defense", "Resistance")]
WEAPON: Final = [
    Field("name", TEXT, "what it is called", absent="...", bounds="min_length=1"),
    Field("type_name", TEXT, "Sword, Lance, ...", file="type"),
    Field("magical", BOOL, "whether Defense or Resistance meets it", file="kind", file_type='Literal["physical", "magical"]',
          absent='"physical"', load='{} == "magical"'),
    Field("might", INT, "Might it adds"),
    Field("accuracy", INT, "Accuracy it adds"),
    Field("critical", INT, "Critical it adds"),
    *ADDED,
    Field("distances", Kind("list[int]", ""), "the distances it reaches, such as [1, 2]", file="range", file_type="list[Reach]",
          absent="...", bounds="min_length=1", load='THROWN_RANGE if row.rune == "Thrown" else sorted(set({}))'),
    Field("level", INT, "level, for the weapon cycle", absent="1", low=1, high=7),
    Field("colour", TEXT, "colour, for the weapon cycle", file_type='Literal["red", "green", "blue", "grey"]', absent='"grey"'),
    Field("slays", WORDS, "creature types, or Flight, against which its Might is tripled"),
    Field("heals", BOOL, "whether it can mend a friend"),
    in_file("stats", "dict[StatName, int]", "base stats it changes while in hand", "{}"),
    Field("defences", Kind("list[int]", ""), "what it adds to Dodge, Avoid, Defense and Resistance", file="",
          load="[row.dodge, row.avoid, row.defense, row.resistance]"),
    Field("rune", TEXT, "", file_type="Rune"),
    Field("rune_level", INT, "level of the rune", absent="1", low=1, high=9, load="{} if row.rune else 0"),
    Field("blessing", INT, "HP regained when the owner's phase starts (rune Blessed, RI-139)", file="",
          load='BLESSING_PER_LEVEL * row.rune_level if row.rune == "Blessed" else 0'),
    Field("traits", Kind("Traits", ""), "traits it brings while in hand; those by level read its holder's",
          file_type="list[WeaponTrait]", absent="[]", load="traits"),
    Field("source", SOURCE, "the weapon as written in its file", file="", load=DUMPED),
    Field("use_note", TEXT, "what its use is counted under", derived='f"use:{name}"'),
    Field("range_bits", INT, "its distances, as bits", derived="sum([1 << distance for distance in distances])"),
]  # fmt: skip
BLOCK: Final = [
    Field("level", INT, "level", low=1, high=60, sees="all", said="level; skills read it", absent="1"),
    Field("creature", TEXT, "what kind of creature", sees="all", said="what kind of creature; slayer weapons read it",
          absent='"Human"'),
    Field("max_hp", INT, "most hit points", low=1, high=9999, sees="all", file="hp", absent="...",
          said="most hit points, before Hearty"),
    Field("stats", STATS, "base stats; 2 where not given", file_type="dict[StatName, BaseStat]", absent="{}"),
    Field("mov", INT, "movement per turn", low=0, high=99, sees="all", absent="5"),
    Field("weapons", Kind("list[Weapon]", "", copy="list({})"),
          "weapons carried, the first in hand: by name from the armoury, or written out", bounds="max_length=7",
          file_type="list[Annotated[WeaponModel, BeforeValidator(weapon_by_name)]]", absent="[]"),
    Field("traits", Kind("Traits", ""), "skills, as data rows", said="abilities and skills by name, or home-made ones written out",
          file_type="Annotated[list[Trait], AfterValidator(no_trait_twice)]", absent="[]"),
    Field("trait_names", NAMES, "skills and abilities", copy="{}"),
    Field("direct", Kind("list[int | None]", "[None] * 7", copy="list({})"),
          "calculated stats given outright instead of by formula, from Might to Resistance; None where by formula",
          said="calculated stats given outright instead of by formula", file="calculated", file_type="dict[Calculated, int]",
          absent="{}"),
    Field("flight", BOOL, "flies", sees="all"),
    Field("ride", BOOL, "may move after its action", sees="all"),
    Field("sing", BOOL, "may grant a friend a new turn", sees="all"),
    Field("provoke", INT, "Provoke level", low=0, high=3, sees="all"),
    Field("pass_level", INT, "Pass level", low=0, high=3, sees="all"),
    Field("quirks", NAMES, "what it is good at outside a fight", copy="{}"),
    Field("source", SOURCE, "the stat block as written in its file"),
]  # fmt: skip

# -- a combatant ---------------------------------------------------------------------------------------------------

FIGHTER: Final = [
    Field("kind", TEXT, "player character, companion run by the players, or other", '"npc"', sees="all",
          choices=("pc", "extra", "npc"), said="overrides the block's kind", file_type=f"{KIND} | None", absent="None", by_hand=True,
          save="{}"),
    Field("hp", INT, "hit points left", low=0, high=9999, sees="all", by_hand=True, file_type="int | None", absent="None",
          said="hit points now; default: all, and none for those who lost their last ones", bounds="ge=0", save="{}"),
    Field("status", TEXT, "up, or how it is out", '"up"', sees="all", choices=STATUSES, by_hand=True,
          file_type=f"Literal{list(STATUSES)}", save="{}"),
    Field("weapon", INT, "which carried weapon is in hand, from 0; -1 for none", low=-1, high=99, sees="all", by_hand=True,
          said="which weapon is in hand, from 0; -1 for none", bounds="ge=-1", save="{}"),
    Field("movement", INT, "movement left this turn", low=0, high=999, sees="all", said="movement left", bounds="ge=0"),
    Field("acted", BOOL, "has taken its action this turn", sees="all"),
    Field("turn_over", BOOL, "its turn is over", "True", sees="all"),
    Field("restarted", BOOL, "somebody sang for it this phase", sees="all"),
    Field("had_turn", BOOL, "has had a turn this round", sees="all"),
    Field("recovered", BOOL, "has had its recovery this round", sees="all"),
    Field("waiting", BOOL, "waits for the next phase of its side", sees="all"),
    Field("outside", BOOL, "left the deployment box before the fight", sees="all",
          said="has left the deployment box: stays where it is"),
    Field("significant", BOOL, "the GM may let it retreat", sees="gm", said="overrides the block's", file_type="bool | None",
          absent="None", by_hand=True, save="{}"),
    Field("arrives", INT, "round in which it comes from the reserve", low=0, high=999, sees="gm", bounds="ge=0",
          said="comes from the reserve at the start of this round"),
    Field("gave_way", BOOL, "talked or frightened into giving way", sees="all"),
    Field("freed", BOOL, "rescued", sees="all"),
    Field("number", INT, "its place among the combatants", file="", key=""),
    Field("team", INT, "the number of the side among `Skirmish.sides`", file=""),
    Field("up", BOOL, "is it in the fight?", "True", file="", key=""),
    Field("place", INT, "where it stands", "NOWHERE", file=""),
    Field("since", INT, "the round in which it came to its status, for screens", file="", key=""),
]  # fmt: skip
BLOCK_FILE: Final = [
    in_file("name", "str", "the name shown", "...", "min_length=1"),
    in_file("about", "str", "a few words about it", '""'),
    also(FIGHTER, "kind", said="a player's character, a companion, or anybody else", file_type=KIND, absent='"npc"'),
    *named(BLOCK, "level creature max_hp stats direct mov weapons traits quirks"),
    also(FIGHTER, "significant", said="the GM may let it retreat at 0 HP", file_type="bool", absent="False"),
]  # fmt: skip
STATE: Final = [
    *named(FIGHTER, "movement acted turn_over restarted had_turn recovered waiting gave_way freed"),
    also(BLOCK, "max_hp", said="most hit points, Hearty included, as the GM has set them", file="max_hp",
         file_type="int | None", absent="None", save="one.block.max_hp"),
    also(BLOCK, "stats", said="base stats as the GM has set them", file_type="dict[StatName, int]",
         save="dict(zip(BASE_STATS, one.block.stats, strict=True))"),
]  # fmt: skip
COMBATANT: Final = [
    in_file("use", "str | None", "name of a stat block, shipped or among this file's blocks"),
    in_file("block", "BlockModel | None", "the stat block written out"),
    in_file("id", "str", "short name, letters and digits; default: the block's name", '""', r'pattern=r"^[\w-]*$"', save="one.id"),
    in_file("name", "str", "name shown; default: the block's", '""', save="one.name"),
    in_file("side", "str", "heroes, enemies or enemies:<team>, allies, independents", "...", "pattern=SIDE", save="one.side"),
    *named(FIGHTER, "kind"),
    in_file("controller", "str", "gm, players or a seat's name; default: players for pc and extra, else gm", '""',
            save="one.controller"),
    in_file("at", "Place | None", "[column, row] from 0 at the top left, or a zone's name"),
    *named(FIGHTER, "hp weapon"),
    in_file("hidden", "bool", "only the GM knows of it until it is revealed", "False", save="one.hidden"),
    *named(FIGHTER, "significant outside arrives status"),
    in_file("state", "StateModel | None", "in the middle of a fight only", save="state_fields(one)"),
]  # fmt: skip
PLACE: Final = Field("place", TEXT, "where it stands", sees="all")
SHOWN: Final = [
    *named(FIGHTER, "kind hp"), *named(BLOCK, "max_hp"),
    *named(FIGHTER, "status weapon movement acted turn_over restarted had_turn recovered waiting outside significant arrives"),
    *named(FIGHTER, "gave_way freed"), PLACE, *named(BLOCK, "level creature mov flight ride sing provoke pass_level"),
]  # fmt: skip
"""What a sheet shows, in this order."""

# -- the fight -----------------------------------------------------------------------------------------------------

EFFECT: Final = [
    Field("kind", TEXT, "what happens", absent="...", file_type='Literal["open", "close", "goal", "free", "flee", "stance", "note"]'),
    Field("who", WORDS, "ids of those freed, made to flee, or who give way"),
    Field("places", PLACES, "squares that open or close"),
    Field("sides", WORDS, "the two sides whose stance changes"),
    Field("text", TEXT, "the goal's label, the stance, or the words of the note"),
]
ID_AND_LABEL: Final = [Field("id", TEXT, "short name", absent="...", bounds=r'pattern=r"^[\w-]+$"')]
THING: Final = [
    *ID_AND_LABEL,
    Field("label", TEXT, "what it is", absent="...", bounds="min_length=1"),
    Field("place", INT, "where it is", file="at", file_type="Place", absent="...", save="place_data(ground, {})"),
    Field("uses", INT, "how often it can be used; -1 for any number", absent="-1", bounds="ge=-1"),
    Field("effects", EFFECTS, "what using it brings about"),
]
TASK: Final = [
    *ID_AND_LABEL,
    Field("label", TEXT, "what is to be done", absent="...", bounds="min_length=1"),
    Field("hp", INT, "task HP; 0 for a single check", bounds="ge=0"),
    Field("left", INT, "task HP left; default: all", "hp", file_type="int | None", absent="None", bounds="ge=0",
          load="one.left if {0} is None else {0}"),
    Field("tier", INT, "how hard", file_type="Tier", absent='"Average"', save="tier_name({})"),
    Field("party_hp", INT, "what the party may lose over it (switch task.party_hp)", absent="-1", bounds="ge=-1"),
    Field("open", BOOL, "can be tried", "True"),
    Field("done", BOOL, "has been achieved"),
    Field("effects", EFFECTS, "what it brings about"),
]  # fmt: skip
GOAL: Final = [
    Field("kind", TEXT, "which goal", file="type", absent="...",
          file_type='Literal["rout", "defeat", "escape", "break_through", "rescue", "talk_down", "custom"]'),
    Field("label", TEXT, "in words"),
    Field("who", WORDS, "ids of those named (defeat, rescue, talk_down)"),
    Field("count", INT, "how many must break through", absent="1", bounds="ge=1"),
    Field("area", PLACES, "where they must get to (break_through); default: the exits"),
    Field("required", BOOL, "required besides others; else one of the alternatives suffices"),
    Field("hidden", BOOL, "known to the GM only"),
    Field("declared", BOOL, "already met by the GM's word, an object or a task"),
]  # fmt: skip
SKIRMISH: Final = [
    in_file("round", "int", "rounds begun so far", "0", "ge=0", save="one.round"),
    Field("stage", INT, "0 deployment, 1 at the start of a phase, 2 in it", low=0, high=2),
    Field("phase", INT, "which of the phases it is, from 0", bounds="ge=0", by_hand=True, save="{}"),
    Field("acting", TEXT, 'whose turn it is; "" between turns', by_hand=True),
    Field("merged", BOOL, "do the enemy teams act together?"),
    Field("merge_next", BOOL, "do they from the next round on?"),
    Field("provokers_met", NAMES, "provokers engaged in this phase (switch provoke.zone)", load="list({})", save="list({})"),
    in_file("gone", "list[str]", "ids of combatants the GM has taken out, whom goals and effects may still name", "[]"),
    in_file("forbidden", "dict[str, str]", "options the GM forbids, as about:who:option, with the reason", "{}",
            save="dict(one.forbidden)"),
    in_file("forces", "list[ForceModel]", "dice the GM has fixed in advance", "[]", save="[each.as_data() for each in one.forces]"),
    in_file("outcome", "OutcomeModel | None", "how it ended, if it has"),
    Field("stances", Kind("list[int]", "[]", copy="list({})", key="tuple({})"), "how each side stands to each other (RI-73)", file=""),
    Field("phases", shared("list[list[int]]"), "the sides that act together, in order (RI-70)", file=""),
    Field("ordered_by", TEXT, "who gave the order for what is under way, where that was written down (R53)", file="", key=""),
    Field("goals", copied("Goal", "each.declared"), "what the heroes want (RI-87)", file=""),
    Field("tasks", copied("Task", "(each.left, each.party_hp, each.open, each.done)"), "what can be achieved by checks", file=""),
    Field("things", copied("Thing", "each.uses"), "what can be used (RI-59)", file=""),
    Field("more_to_come", BOOL, "the GM has announced, or hides, enemies still to come (RI-82)", file="", key=""),
    Field("falling", TEXT, "who has just lost the last HP, while its fate is settled (RI-104 to RI-107)", file="", key=""),
    Field("source", shared("dict[str, object]", "{}"), "the encounter as written, for what a fight never changes", file=""),
]  # fmt: skip

RECORDS: Final = [
    Record("Modifier", "", "", MODIFIER, of="Modifier", frozen=True,
           doc="A stat shifted by an amount, in one role or in both, always or in one state of health (RI-144 a)."),
    Record("Grant", "", "", GRANT, of="Grant", frozen=True,
           doc="Extra follow-through attacks or ripostes, outright or on a roll below a stat (RI-22, RI-144 b)."),
    Record("Traits", "", "modifiers, grants, knacks, strikes", TRAITS, of="Traits", fixed=True,
           doc="Everything a person's skills or a weapon's rune bring to an engagement, as data rows (RI-144)."),
    Record("Weapon", "", "", WEAPON, model="WeaponModel", of="Weapon", frozen=True, given="traits: Traits", exports=False,
           doc='A weapon with all its figures; the armoury\'s weapons may be written by name instead ("Bronze Lance + Heavy 1").'),
    Record("BlockFields", "", "level, creature, max_hp, stats, mov, weapons, traits", BLOCK),
    Record("", "", "", BLOCK_FILE, model="BlockModel", doc="A stat block."),
    Record("FighterFields", "Unit", "id: str, name: str, side: str, controller: str", FIGHTER),
    Record("", "", "", STATE, model="StateModel", of="Fighter",
           doc="Where a combatant stands in the middle of a fight; written by an export."),
    Record("", "", "", COMBATANT, model="CombatantModel", of="Fighter", doc="Somebody in the fight."),
    Record("Effect", "", "", EFFECT, model="EffectModel", of="Effect", frozen=True, loads=False, given_more="ground: Ground",
           doc="What an object or a finished task brings about; one kind each."),
    Record("Thing", "", "id, label, place, effects, uses", THING, model="ThingModel", of="Thing", loads=False,
           given_more="ground: Ground"),
    Record("Task", "", "id, label, hp, tier, effects, party_hp", TASK, model="TaskModel", of="Task", given_more="ground: Ground"),
    Record("Goal", "", "kind, label, who, count, area, required, hidden", GOAL, model="GoalModel", of="Goal",
           given_more="ground: Ground"),
    Record("SkirmishFields", "Battle", "reading: Reading", SKIRMISH, model="ProgressModel", of="Skirmish",
           doc="Where a fight stands between two steps; written by an export."),
]  # fmt: skip
