"""Every fact of a sheet and of a stat block of this book, declared once. After a change here run `tools/generate.py`.

`fields_blocks.py`, `fields_sheet.py`, `fields_files.py` and `fields_rows.py` follow from it.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, Field, Kind, Record

# -- kinds of values -----------------------------------------------------------------------------------------------

COUNTS: Final = Kind("list[int]", "[]", copy="{}.copy()", key="tuple({})")
BY_NAME: Final = Kind(
    "dict[str, int]", "{}", copy="{0}.copy() if {0} else {0}", key="tuple(sorted({}.items()))", load="dict({})", save="dict({})"
)
BY_NUMBER: Final = Kind("dict[int, int]", "{}", copy="{0}.copy() if {0} else {0}", key="tuple(sorted({}.items()))")
MARKS: Final = Kind("list[str]", "[]", copy="{}.copy()", key="tuple({})", load="list({})", save="list({})")
LASTING: Final = Kind("list[Lasting]", "[]", copy="{}.copy()", key="tuple([each.key() for each in {}])")
ONE_LASTING: Final = Kind("Lasting | None", "None", key="None if {0} is None else {0}.key()")
READIED: Final = Kind("Readied | None", "None", key="None if {0} is None else {0}.key()")
LOWERED: Final = Kind("list[str]", "[]", load="[name.lower() for name in {}]")
RESISTANCE: Final = Kind("dict[str, int]", "{}", load="{{name.lower(): number for name, number in {}.items()}}")

# -- the sheet -----------------------------------------------------------------------------------------------------

FIGHTER: Final = [
    Field("hp", INT, "hit points; a mook's own share of its mob's pool", "block.max_hp", file_type="int | None", absent="None",
          by_hand=True, sees="all"),
    Field("max_hp", INT, "most hit points", "block.max_hp", file="", sees="all", low=1),
    Field("temp_hp", INT, "temporary hit points", sees="all", low=0),
    Field("ac", INT, "armour class", "block.defences[0]", file="", sees="all"),
    Field("pd", INT, "physical defence", "block.defences[1]", file="", sees="all"),
    Field("md", INT, "mental defence", "block.defences[2]", file="", sees="all"),
    Field("init_bonus", INT, "initiative bonus", "block.init_bonus", file="", sees="all"),
    Field("initiative", INT, "count in the order", sees="all"),
    Field("recoveries", INT, "recoveries left", "block.recoveries", sees="all", low=0, load="one.recoveries if {0} is None else {0}",
          file_type="int | None", absent="None"),
    Field("recoveries_max", INT, "recoveries at a full heal-up", "block.recoveries", file="", sees="all", low=0),
    Field("overdraft", INT, "recoveries used that were not there", sees="all", low=0),
    Field("wounds", INT, "lasting wounds", sees="all", low=0),
    Field("death_fails", INT, "failed death saves in this battle", sees="all", low=0, high=4),
    Field("rallies", INT, "rallies in this battle", sees="all", low=0),
    Field("crit_floor", INT, "lowest natural roll that crits", "block.crit_floor", file="", sees="gm", low=2, high=20),
    Field("uses_escalation", BOOL, "adds the escalation die to attacks", "block.uses_escalation", file="", sees="gm"),
    Field("named_villain", BOOL, "can truly kill under meaningful_death", "block.named_villain", file="", sees="gm"),
    Field("airborne", BOOL, "in the air", "block.flies", file="", sees="all"),
    Field("potions", INT, "healing potions", "block.potions", sees="all", low=0, load="one.potions if {0} is None else {0}",
          file_type="int | None", absent="None"),
    Field("interrupt_used", BOOL, "interrupt spent until the end of its next turn", sees="all"),
    Field("team", INT, "0 for the party, 1 for the others", file="", key=""),
    Field("part", INT, "the battle of the day it belongs to", file=""),
    Field("mob", INT, "its mob, of a mook; -1 for none", "-1", file="", key=""),
    Field("base_hp", INT, "most hit points without lasting wounds", "block.max_hp", file=""),
    Field("tie", INT, "what it rolled to break a tie (`init_tie: rolloff`); 0 where it has not", low=0, high=20),
    Field("state", INT, "up, dying, stable ...", by_hand=True, in_model=False),
    Field("rally_barred", BOOL, "a save to rally failed on this turn", file=""),
    Field("rally_allowed", BOOL, "a save to rally succeeded on this turn", file=""),
    Field("dropped", BOOL, "has dropped in this battle"),
    Field("villain_blow", BOOL, "the blow that dropped it was a named villain's"),
    Field("staggered_word", INT, "staggered (1) or not (2) by the GM's word", file=""),
    Field("actions", INT, "actions left on this turn, as bits", file=""),
    Field("acted", BOOL, "has had its turn in this round"),
    Field("revealed_count", BOOL, "its place in the order has been seen"),
    Field("delaying", BOOL, "waits with its turn"),
    Field("readied", READIED, "the action it holds ready", file=""),
    Field("zone", INT, "where it is", file=""),
    Field("line", INT, "its place in the line of its side, for mobs", "number", file=""),
    Field("engaged", INT, "whom it is in melee with, as bits by number", file=""),
    Field("behind", INT, "behind whom it stands, as bits", file=""),
    Field("beside", INT, "next to whom it stands, as bits", file=""),
    Field("grabber", INT, "who holds it; -1 for nobody", "-1", file=""),
    Field("hit_this_turn", INT, "whom it has hit on this turn, as bits", file=""),
    Field("attacked", INT, "whom it has attacked in this battle, as bits", file=""),
    Field("hits_taken", BY_NAME, "hits by attacks that count their hits"),
    Field("sequence", COUNTS, "of the attacks of one act: how many, made, hit; targets, hits and whom it staggered of this one",
          "[0, 0, 0, 0, 0, 0]", file="", copy="{}"),
    Field("lasting", LASTING, "what lasts on it", file=""),
    Field("conditions", INT, "its conditions, as bits; they follow from what lasts", file="", key=""),
    Field("modifiers", COUNTS, "what lasts adds to its figures", "[0, 0, 0, 0, 0, 0, 0, 0]", file="", key="", copy="{}"),
    Field("narrowed", BOOL, "has it effects that count for some attacks or some opponents only?", file="", key=""),
    Field("used", COUNTS, "uses of powers in this battle", "[0] * len(block.powers)", file=""),
    Field("used_round", COUNTS, "uses of powers in this round", "[0] * len(block.powers)", file=""),
    Field("out", COUNTS, "powers that are out", "[0] * len(block.powers)", file=""),
    Field("limits", BY_NUMBER, "uses per battle that were rolled when it began", file=""),
    Field("called", INT, "attacks that wait to be granted and that the GM has called for, on this turn, as bits", file=""),
    Field("slipping", BOOL, "has slipped past a flyer on this turn (`swoop: slip_past`)", file=""),
    Field("moved", BOOL, "has moved on this turn", file=""),
    Field("met", INT, "whom it was engaged with when its turn began, as bits", file=""),
    Field("turn_uses", INT, "powers used on this turn, as bits", file=""),
    Field("last_turn_uses", INT, "powers used on the turn before, as bits", file=""),
    Field("unloaded", INT, "weapons to be reloaded, as bits by power", file=""),
    Field("flank_used", BOOL, "its extra dice for a flank are used this round"),
    Field("barred_way", BOOL, "has intercepted while engaged this round"),
    Field("opportunities", INT, "opportunity attacks made this round", low=0),
    Field("disengage_failed", BOOL, "has failed a disengage check on this turn", file=""),
    Field("riders_used", MARKS, "riders that fire once, and have"),
    Field("regenerated", INT, "times it has regenerated", low=0),
    Field("gasp", ONE_LASTING, "last-gasp saves under way", file=""),
    Field("gasp_turns", INT, "turns it has had since", file=""),
    Field("gasp_fails", INT, "saves failed so far", file=""),
    Field("spare", INT, "standard actions it has on its next turn besides the usual one", file=""),
    Field("absorbed", INT, "damage of the turn going on that it has taken without harm", file=""),
    Field("got_away", BOOL, "something turned its failed disengage check into a success, while that is being settled", file=""),
    Field("spirit_told", BOOL, "has told its story this round"),
    Field("notes_used", MARKS, "notes that have been applied"),
]  # fmt: skip

# -- the stat block ------------------------------------------------------------------------------------------------

BLOCK: Final = [
    Field("role", Kind("str", '"troop"'), "a tag such as troop, archer, caster"),
    Field("two_weapons", BOOL, "a natural 2 in melee may be rolled again"),
    Field("potions", INT, "healing potions carried", low=0),
    Field("flies", BOOL, "can fly, and starts in the air"),
    Field("resist", RESISTANCE, "damage type -> natural roll that full damage needs; also all, weapon, spell"),
    Field("resist_except", LOWERED, "types that are not resisted"),
    Field("weak_to", LOWERED, "types whose crit range against it is two wider"),
    Field("immune", LOWERED, "damage types that do nothing"),
    Field("immune_price", INT, "damage it takes instead of a condition to which it is immune", low=0),
    Field("sees_invisible", BOOL, "needs no sight"),
    Field("named_villain", BOOL, "can truly kill under meaningful_death"),
    Field("fear", INT, "fear threshold in hit points, 0 for none", low=0),
    Field("fear_nearby", BOOL, "its fear reaches all nearby enemies, engaged or not"),
    Field("crit_floor", INT, "lowest natural roll that crits", "20", low=2, high=20),
    Field("disengage_bonus", INT, "added to its own disengage checks"),
    Field("hold_penalty", INT, "what foes disengaging from it take off"),
    Field("save_bonus", INT, "added to its saves"),
    Field("saves_always", BOOL, "at the end of its turns it also saves against effects that would last longer"),
    Field("overwhelming", BOOL, "nothing answers its attacks"),
    Field("intercepts_engaged", BOOL, "once a round may intercept while engaged, popping free first"),
    Field("draws_no_opportunity", BOOL, "draws no opportunity attacks"),
    Field("makes_no_opportunity", BOOL, "makes no opportunity attacks"),
    Field("no_miss_damage", BOOL, "takes no damage from misses"),
]  # fmt: skip

RECORDS: Final = [
    Record("BlockTraits", "Named", "name: str", BLOCK, model="BlockFields", of="Block", fixed=True),
    Record(
        "FighterFields", "Combatant", "id: str, name: str, side: str, controller: str, block: Block, number: int", FIGHTER,
        model="StartFields", of="Fighter",
    ),
]  # fmt: skip

FROM: Final = {"Named": "quintain.systems.escalation.printed.named"}
"""Where a name comes from that two modules define."""
