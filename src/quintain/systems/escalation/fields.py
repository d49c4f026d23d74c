"""Every fact of a sheet and of a battle of this book, declared once. Beside it: `block_fields.py` (stat blocks), `file_vocabulary.py`
(the words of files).

`fields_blocks.py`, `fields_sheet.py`, `fields_files.py`, `fields_rows.py` and `printed/vocabulary.py` follow from them: after a change
here run `tools/generate.py`.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, TEXT, Field, Kind, Record, in_file
from quintain.systems.escalation.block_fields import BLOCK, BONUS, LASTING_EFFECT, OCCASION, POWER, TARGETS
from quintain.systems.escalation.file_vocabulary import IN_WORDS, SETS_OFF

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
CONDITIONS: Final = Kind("int", "0", file="list[str]", absent="[]", load="read_conditions({})")
SHARED: Final = Kind("list[int]", "[]", key="tuple({})")
FIGURES_SAID: Final = Kind("list[int]", "[]", file="dict[str, int]", absent="{}", load="read_modifiers({0}) if {0} else []")

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
    Field("has_effects_for_some", BOOL, "has it effects that count for some attacks or some opponents only?", file="", key=""),
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

# -- what lasts on somebody, and what it holds ready ----------------------------------------------------------------

LASTS: Final = [
    Field("name", TEXT, "what it is called", absent="..."),
    Field("source", INT, "who caused it", by_hand=True, file_type="str", absent='""', said="id of whoever caused it"),
    Field("effect", Kind("LastingEffect", ""), "the row that it comes from; a name with a dot is kept there", file="",
          key="{0}.with_power, {0}.weak_to, {0}.tag"),
    Field("effect.conditions", CONDITIONS, "its conditions", file="conditions", save="condition_names(one.conditions)"),
    Field("conditions", INT, "conditions, as bits, but those to which the bearer is immune", "effect.conditions", file="",
          load="one.effect.conditions"),
    Field("ongoing", INT, "ongoing damage", low=0),
    Field("effect.damage_type", TEXT, "the type of its damage", file="type"),
    Field("effect.modifiers", FIGURES_SAID, "bonuses and penalties by name", file="modifiers", save="modifiers_said(one.modifiers)"),
    Field("modifiers", SHARED, "bonuses and penalties by now", "effect.modifiers", file="", load="one.effect.modifiers"),
    Field("until", INT, "when it ends", file_type="str", absent='"save"', save="until_said(one.until, one.save)"),
    Field("save", INT, "the save that ends it; 0: none does", file=""),
    Field("turns", INT, "how many of those moments are left", "1", low=1),
    Field("failed", INT, "saves against it that have failed", low=0),
    Field("versus", INT, "counts only between the bearer and this one; -1: everybody", "-1", by_hand=True, file_type="str",
          absent='""', said="counts only between the bearer and this one"),
    Field("effect.with_power", TEXT, "modifiers of attacks: only for attacks of this name", file="with_"),
    Field("effect.weak_to", TEXT, "attacks of this damage type, or by this type of creature, crit two points more easily",
          file="vulnerable_to"),
    Field("effect.cumulative", BOOL, "each time adds to what is there", file="cumulative"),
    Field("effect.most", INT, "a cumulative modifier goes no further than this", file="most", low=0),
    Field("exposes", SHARED, "what attackers gain against the bearer by now", "effect.exposes", absent="{}",
          file_type="dict[str, int]", load="read_modifiers({0}) if {0} else one.effect.exposes", save="modifiers_said({})"),
    Field("piled", INT, "how often a cumulative effect has come about", "1", low=1),
]  # fmt: skip
READY: Final = [
    Field("option", TEXT, "the turn option it will be, * for whoever sets it off", file="action", absent="..."),
    Field("action", INT, "which action it takes", file=""),
    Field("on", TEXT, "what sets it off; words: at the GM's word (R-86)", file="when", absent="...",
          file_type=f"Literal[{', '.join([repr(word) for word in [*SETS_OFF, IN_WORDS]])}]".replace("'", '"')),
    Field("whom", INT, "who must do it; -1: any enemy", by_hand=True, file_type="str", absent='""',
          said="id of who must do it; any enemy without"),
    Field("said", TEXT, "of words: which", '""'),
]

# -- the battle ----------------------------------------------------------------------------------------------------

STUNT: Final = [
    Field("name", TEXT, "what it is called"),
    Field("ability", INT, "the ability that is checked"),
    Field("dc", INT, "difficulty of the check"),
    Field("action", INT, "which action it takes"),
    Field("on_success", Kind("list[Effect]", "[]"), "what success does"),
    Field("on_failure", Kind("list[Effect]", "[]"), "what failure does"),
    Field("stealth", INT, "of a stealth check: what being invisible adds (ES-107)"),
    Field("whom", INT, "to whom it is offered, by number; -1: to everybody"),
    Field("written", Kind("dict[str, object]", "{}"), "as it stands in a file"),
]
GROUND: Final = [
    Field("zones", Kind("Zones", ""), "zones in a graph (ES-03)"),
    Field("room", Kind("list[bool]", "[]"), "which have room (ES-45)"),
    Field("head_room", Kind("list[bool]", "[]"), "which have head-room (ES-76)"),
]
PART: Final = [
    Field("title", TEXT, "what it is called"),
    Field("ground", Kind("Ground", ""), "where it is fought"),
    Field("ambush", TEXT, "the side that ambushes the other, if any"),
    Field("ask_set_up", BOOL, "are people asked where they start?"),
    Field("heal_up_before", BOOL, "does a full heal-up come before it?"),
    Field("stunts", Kind("list[Stunt]", "[]"), "what the place offers"),
    Field("written", Kind("dict[str, object]", "{}"), "as it stands in a file"),
]
CALL: Final = [
    Field("holder", INT, "whose attack or note it is"),
    Field("power", INT, "which attack of its block; -1: it is a note"),
    Field("note", INT, "which note of its block; -1: it is an attack", "-1"),
    Field("targets", INT, "whom the effects of a note fall on, as bits", "0"),
    Field("part", INT, "which of the effects; -1: all of them", "-1"),
]
SET_OFF: Final = [
    Field("holder", INT, "who was staggered or dropped, or whose moment has come"),
    Field("trigger", INT, "which trigger; of an occasion `occasion_rows.QUEUED` and more"),
    Field("by", INT, "whose doing it was"),
    Field("engaged", INT, "whom it was engaged with at that moment, as bits"),
    Field("natural", INT, "of an occasion: the attack's natural roll", "21"),
    Field("amount", INT, "... how much damage", "0"),
    Field("types", Kind("tuple[str, ...]", "()"), "... of which types", "()"),
    Field("in_a_row", INT, "... how many occasions had set off one another before it", "0"),
]
ONE_OF_US: Final = Kind("int", "-1", file="str", absent='""')
SOME_OF_US: Final = Kind("int", "0", file="list[str]", absent="[]")
YES_OR_NO: Final = Kind("list[bool]", "[]", copy="{}.copy()", key="tuple({})")
RULED: Final = Kind("dict[int, bool]", "{}", copy="{}.copy()", key="tuple(sorted({}.items()))")
LISTED: Final = "tuple([each.key() for each in {}])"

SKIRMISH: Final = [
    in_file("round", "int", "the round", "1", "ge=0", save="one.round"),
    Field("sides", Kind("list[str]", '["party", "foes"]', key=""), "the sides by their numbers; replaced, never filled", file=""),
    Field("part", INT, "which battle of the day it is", file=""),
    Field("phase", INT, "in its rounds, in the ambush before, in the rest after", "ROUNDS",
          file_type="Annotated[str, OneOf(PHASES)]", absent='"rounds"', load="PHASES.index({})", save="PHASES[{}]"),
    Field("decided", TEXT, "how the battle has been decided, where only the aftermath is left"),
    Field("ended", BOOL, "ended by the GM's word, in the middle of whatever was going on", file=""),
    Field("turn", INT, "whose turn it is; -1: nobody's", "-1", file=""),
    Field("last", ONE_OF_US, "whose turn ended last", by_hand=True),
    Field("order", COUNTS, "the order of battle, by id", by_hand=True, file_type="list[str]", absent="[]"),
    Field("escalation", INT, "what the escalation die shows", low=0, high=6),
    Field("held", BOOL, "the next rise of the die does not happen"),
    Field("surprised", SOME_OF_US, "who is surprised", by_hand=True),
    Field("opener", ONE_OF_US, "who opened the ambush", by_hand=True),
    Field("ambush_turns", INT, "turns of the ambush that are over", low=0, high=2, save="min(2, {})"),
    Field("ambush_raise", INT, "does the die go up after the ambush (ES-73): 0 not said, 1 yes, 2 no", low=0, high=2),
    Field("pools", COUNTS, "hit points of the mobs", by_hand=True, file_type="list[int]", absent="[]"),
    Field("room", YES_OR_NO, "which zones have room by now", file=""),
    Field("head_room", YES_OR_NO, "which have head-room by now", file=""),
    Field("past", RULED, "what the GM has ruled about moving past somebody: mover times 1000 and defender", file=""),
    Field("banned_targets", COUNTS, "whom nobody, or one attacker, may attack by the GM's word", file=""),
    Field("allowed_targets", COUNTS, "whom everybody, or one attacker, may attack by the GM's word", file=""),
    Field("refuse_free", BOOL, "the GM allows no free actions for now"),
    Field("spirit_used", BOOL, "somebody has fought in spirit already"),
    Field("flight", INT, "the side that has proposed to flee; -1: none", "-1", file=""),
    Field("flight_refused", BOOL, "has the party refused to flee?", file="", key=""),
    Field("stepped_in", BOOL, "has somebody stepped in on this move?", file="", key=""),
    Field("stunts", Kind("list[Stunt]", "[]", copy="{}.copy()", key="len({})"), "the stunts that can be tried now", file=""),
    Field("campaign_losses", INT, "campaign losses so far", file=""),
    Field("battles_since_heal_up", INT, "battles fought since the last full heal-up", file=""),
    Field("rest_after", BOOL, "does a quick rest come after the last battle?", file="", key=""),
    Field("resumed", BOOL, "was it taken up in its middle?", file="", key=""),
    Field("lines", INT, "the last place taken in the line of a side, for mobs", file=""),
    Field("shared_uses", BY_NAME, "uses of group abilities so far", copy="{}.copy()"),
    Field("looked_at", INT, "how many there were when `look_around` did so", file="", key=""),
    Field("any_fear", BOOL, "is anybody here fearsome?", file="", key=""),
    Field("most_fear", INT, "the highest threshold of anything fearsome: whoever has more hit points fears nothing", file="", key=""),
    Field("wide_fear", BOOL, "does the fear of anybody here reach further than melee?", file="", key=""),
    Field("any_dazing", BOOL, "does any standing row daze others?", file="", key=""),
    Field("any_bonus", BOOL, "has anybody here a standing row? Asked at every roll, so kept here", file="", key=""),
    Field("any_aura", BOOL, "does a standing row make anybody vulnerable?", file="", key=""),
    Field("thrown", Kind("list[int]", "[]", key=""), "what the last dice of an act showed, where somebody is told", file=""),
    Field("supposing", INT, "of a player's odds: the side whose knowledge they use; what standing rows of others do counts only once "
          "it was seen", "-1", file="", key=""),
    Field("any_readied", BOOL, "does anybody hold an action ready?", file="", key=""),
    Field("any_delaying", BOOL, "does anybody wait with its turn?", file="", key=""),
    Field("any_linked", BOOL, "does any lasting effect answer what its bearer does or suffers?", file="", key=""),
    Field("any_blunt", BOOL, "does any lasting effect take the edge off a blow?", file="", key=""),
    Field("any_clock", BOOL, "does any effect end at a turn? Asked at every turn, so kept here", file="", key=""),
    Field("calls", Kind("list[Call]", "[]", copy="{}.copy()", key=LISTED), "what the GM has called for out of turn", file=""),
    Field("set_off", Kind("list[SetOff]", "[]", copy="{}.copy()", key=LISTED), "who has been staggered or dropped and holds a power "
          "that answers it; empty between two turns", file=""),
    Field("occasions", INT, "the moments at which somebody's occasion may come, as bits", file="", key=""),
    Field("in_a_row", INT, "how many occasions have set off one another; 0 between two turns", file=""),
    Field("ranks_changed", BOOL, "has anyone fallen or risen since it was last asked whether the battle is over?", "True", file="",
          key=""),
    in_file("forbidden", "dict[str, str]", "options the GM forbids, as about:who:option, with the reason", "{}",
            save="dict(one.forbidden)"),
    in_file("forces", "list[ForceModel]", "dice and results the GM has fixed in advance", "[]",
            save="[each.as_data() for each in one.forces]"),
]  # fmt: skip

# -- all of it ----------------------------------------------------------------------------------------------------

RECORDS: Final = [
    Record("LastingEffect", "Effect", "verb: Verb", LASTING_EFFECT, model="LastingFields", of="LastingEffect", fixed=True,
           doc="A row that lasts: a condition, ongoing damage, a modifier, a state with a name, and all that hangs on these."),
    Record("StandingTraits", "", "name", BONUS, model="BonusFields", of="Standing", fixed=True),
    Record("OccasionTraits", "", "name, when, label", OCCASION, model="OccasionFields", of="Occasion", fixed=True),
    Record("Targets", "", "", TARGETS, model="TargetFields", of="Targets", fixed=True, doc="How many of whom, how far off."),
    Record("PowerTraits", "", "name, number", POWER, model="PowerFields", of="Power", fixed=True),
    Record("BlockTraits", "Named", "name: str", BLOCK, model="BlockFields", of="Block", fixed=True),
    Record("Lasting", "", "name, source, effect, ongoing, until, save, turns", LASTS, model="LaidFields", of="Lasting",
           doc="Something that lasts on a combatant. Never changed, only replaced, so copies share it."),
    Record("Readied", "", "", READY, model="ReadiedFields", of="Readied", frozen=True, keyed=True, loads=False,
           doc="An action that somebody holds ready (ES-17): an option of its turn, and what sets it off."),
    Record(
        "FighterFields", "Combatant", "id: str, name: str, side: str, controller: str, block: Block, number: int", FIGHTER,
        model="StartFields", of="Fighter",
    ),
    Record("Stunt", "", "", STUNT, of="Stunt", frozen=True,
           doc="A daring move the surroundings offer (ES-75): a check, and what comes of it."),
    Record("Ground", "", "", GROUND, of="Ground", frozen=True, doc="A battlefield as written."),
    Record("Part", "", "", PART, of="Part", frozen=True, doc="One battle of a day."),
    Record("Call", "", "", CALL, of="Call", frozen=True, keyed=True,
           doc="What the GM has called for out of turn: an attack that waits, or a note with its effects on those the GM named."),
    Record("SetOff", "", "", SET_OFF, of="SetOff", frozen=True, keyed=True,
           doc="Somebody was staggered or dropped, or an occasion's moment has come: it is lived through once the act is resolved."),
    Record("SkirmishFields", "Battle", "reading: Reading", SKIRMISH, model="ResumeFields", of="Skirmish"),
]  # fmt: skip

FROM: Final = {"Named": "quintain.systems.escalation.printed.named", "Zones": "quintain.space.zones"}
"""Where a name comes from that two modules define."""
