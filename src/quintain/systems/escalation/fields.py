"""Every fact of a sheet and of a stat block of this book, and every word of its files, declared once.

`fields_blocks.py`, `fields_sheet.py`, `fields_files.py`, `fields_rows.py` and `printed/vocabulary.py` follow from it: after a change
here run `tools/generate.py`.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, TEXT, Field, Kind, Record, Words, in_file

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

# -- rows of a stat block --------------------------------------------------------------------------------------------


def word(listed: str, absent: str = "None") -> Kind:
    """One word of the vocabulary, kept by its number; silence is the empty word."""
    if absent != "None":
        return Kind("int", "0", file=f"Annotated[str, OneOf({listed})]", absent=absent, load=f"{listed}.index({{}})")
    return Kind("int", "0", file=f"Annotated[str, OneOf({listed}[1:])] | None", absent="None", load=f'{listed}.index({{}} or "")')


def words_as_bits(listed: str, absent_means: str) -> Kind:
    """Some words of the vocabulary, a bit each; where a file says none, `absent_means`."""
    bits = f"sum([1 << {listed}.index(each) for each in {{0}}]) or {absent_means}"
    return Kind("int", absent_means, file=f"list[Annotated[str, OneOf({listed})]]", absent="[]", load=bits)


SUCH: Final = Kind("list[Filter]", "[]", file="list[str]", absent="[]", load="read_filters({})")
AGAINST: Final = Kind("list[Filter]", "[]", file="str | list[str]", absent='""', load="read_filters({})")
NEEDED: Final = Kind("Needs", "NO_NEEDS", file="list[str]", absent="[]", load="read_needs({})")
FACES: Final = Kind("int", "0", file="str", absent='""', load='read_faces({0}.lower()) if {0} else 0')
FIGURE: Final = "AmountText | None"
FIGURES: Final = Kind("list[int]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]")
EXCEPT: Final = 'alias="except"'

BONUS: Final = [
    Field("name", TEXT, "what it is called", absent="..."),
    in_file("attack", FIGURE, "added to attack rolls"),
    in_file("damage", FIGURE, "added to the damage of its hits"),
    in_file("miss_damage", FIGURE, "added to the damage of its misses"),
    in_file("crit", FIGURE, "by how much its crit range is wider"),
    in_file("ac", FIGURE, "added to armour class"),
    in_file("pd", FIGURE, "added to physical defence"),
    in_file("md", FIGURE, "added to mental defence"),
    in_file("defences", FIGURE, "added to AC, PD and MD"),
    in_file("save", FIGURE, "added to saves"),
    in_file("disengage", FIGURE, "added to disengage checks"),
    in_file("initiative", FIGURE, "added to initiative"),
    Field("values", FIGURES, "what it adds to each figure", file=""),
    Field("times", FIGURES, "how often the escalation die is added to each", file=""),
    Field("touches", INT, "which figures it changes, as bits", file=""),
    Field("resist", INT, "natural roll that full damage needs; 21: always half", file_type="int | None", absent="None", low=2, high=21,
          load="{} or 0"),
    Field("types", LOWERED, "damage types it resists, or whose ongoing damage is saved against; none: any"),
    Field("except_types", LOWERED, "damage types it does not hold against; weakness: those it is weak to", file="except_",
          bounds=EXCEPT),
    Field("misses_on", FACES, "natural rolls with which attacks miss it"),
    Field("ignores_on", FACES, "natural rolls with which attacks do nothing to it"),
    Field("miss_chance", INT, "percent of attacks that miss before the roll, in steps of 5; or 5x escalation", file_type="AmountText",
          absent='""', by_hand=True),
    Field("miss_chance_times", INT, "how often the escalation die is added to that, in twentieths as well", file=""),
    Field("spares_misses", BOOL, "attacks that miss it deal it no damage"),
    Field("vulnerable", BOOL, "attacks on whoever it is for crit as on the vulnerable"),
    Field("shrugs", INT, "damage of so much or less at once is none", low=0),
    Field("absorbs", INT, "so much of the damage dealt to it on each turn is none", low=0),
    Field("dazes", BOOL, "those it is for are dazed"),
    Field("slays_on_crit", BOOL, "a critical hit drops it"),
    Field("triple_on_crit", BOOL, "a critical hit on it is doubled once more"),
    Field("escalates", BOOL, "may add the escalation die to attacks"),
    Field("no_escalation", BOOL, "may not add the escalation die to attacks"),
    Field("slips", words_as_bits("SLIPS", "0"), "draws no opportunity attacks, none by moving, cannot be intercepted"),
    Field("needs", NEEDED, "what must be true before it can be used"),
    Field("company", SUCH, "only while an ally that is all of this is nearby"),
    Field("for_", word("FORS", '"self"'),
          "the creature, its nearby allies, both, enemies engaged with it, nearby ones, all; its side", bounds='alias="for"'),
    Field("whom", SUCH, "of those, only who is all of this"),
    Field("against", AGAINST, "only against such targets"),
    in_file("with_", "list[str]", "only such attacks: melee, ranged, close, spell, weapon, magic, limited, at_will, opportunity, "
            "AC ... or a name", "[]", bounds='alias="with"'),
    Field("kinds", INT, "only attacks of these kinds, as bits", "7", file=""),
    Field("defences", INT, "only attacks against these defences, as bits", "7", file=""),
    Field("attacks", Kind("list[str]", "[]"), "only attacks of these names", file=""),
    *[Field(name, BOOL, "only such attacks", file="") for name in ("opportunity", "spell", "weapon", "limited", "at_will", "magic")],
    Field("per", word("BONUS_PERS", '""'), "so much for each of these"),
    Field("counting", SUCH, "of those counted, only who is all of this"),
    Field("most", INT, "at most so much", file="max", low=0),
]  # fmt: skip

AMOUNT: Final = Kind("Amount", "NOTHING")
ONE_OR_MORE: Final = Kind("Amount", "Amount([], 1)", file="AmountText", absent='"1"', load="read_amount({})")

TARGETS: Final = [
    Field("count", ONE_OR_MORE, "how many, dice allowed, or all", by_hand=True),
    Field("every", BOOL, "all there are", file=""),
    Field("range", INT, "engaged, nearby, faraway (nearby too) or far_only", by_hand=True,
          file_type="Annotated[str, OneOf(RANGES)] | None", absent="None"),
    Field("in_group", BOOL, "an unbroken run of the line"),
    Field("who", word("WHO", '"enemy"'), "enemies, allies, oneself or anyone"),
    Field("hp_or_fewer", INT, "only targets with at most so many hit points now", low=0),
    Field("up_to", BOOL, "fewer may be chosen"),
    Field("random", BOOL, "targets are rolled, not chosen"),
    Field("filter", AGAINST, "only such targets"),
    Field("faraway_penalty", INT, "penalty at faraway targets", low=0),
    Field("foremost", word("FOREMOST", '""'), "of all these, only whoever has the fewest or most of it"),
    Field("and_engaged", BOOL, "the user's own allies who are engaged with the targets are targets too"),
]  # fmt: skip

POWER: Final = [
    Field("name", TEXT, "what it is called", absent="..."),
    Field("number", INT, "its place among those of its block", file=""),
    Field("rolls", BOOL, "does it roll against a defence?", file=""),
    Field("kind", word("ATTACK_KINDS", '"melee"'), "melee, ranged, close"),
    Field("spell", BOOL, "a spell: cast in melee it draws from every engaged enemy unless close"),
    Field("action", word("ACTIONS", '"standard"'), "what it costs"),
    Field("usage", INT, "at-will, N/battle (or dice, rolled when the battle begins), N/round, recharge N+, daily or cyclic",
          by_hand=True, file_type="str", absent='"at-will"'),
    Field("uses", INT, "uses per battle", file=""),
    Field("uses_dice", AMOUNT, "uses per battle that are rolled when it begins", file=""),
    Field("recharge", INT, "what a recharge roll must show", file=""),
    Field("per_round", INT, "at most so often a round, 0 for no limit", low=0),
    Field("bonus", INT, "attack bonus without the escalation die", by_hand=True, file_type="int | None", absent="None"),
    Field("magic", BOOL, "bonus of a magic weapon or implement", file_type="int", absent="0", load="{} > 0"),
    Field("defence", Kind("int", "0", file="Annotated[str, OneOf(DEFENCES)] | None", absent="None",
                          load='DEFENCES.index({} or "AC")'), "what the roll is compared with"),
    Field("attacks", ONE_OR_MORE, "how many in a row"),
    Field("different_targets", BOOL, "each attack goes at another enemy"),
    Field("needs", NEEDED, "what must be true before it can be used"),
    Field("group_uses", BOOL, "its uses are shared by all of the block", load="{} or row.group_per > 0"),
    Field("group_per", INT, "shared uses: its uses for every so many of the block, rounded up", low=0),
    Field("pool", TEXT, "uses in common with the other powers that name the same", load="{}.lower()"),
    Field("trigger", word("TRIGGERS"), "what sets it off out of turn"),
    Field("trigger_faces", Kind("int", "ANY_FACE"), "natural rolls of the attack that sets it off, such as even or 1-5",
          file="natural", file_type="str", absent='""', load="read_faces({0}.lower()) if {0} else ANY_FACE"),
    Field("not_crits", BOOL, "of a power that answers a hit: not a critical one"),
    Field("versus", words_as_bits("DEFENCES", "7"), "of a power that answers an attack: against these defences only"),
    in_file("answers", "list[str]", "of a power that answers a hit: only such attacks: melee, ranged, close, spell, weapon, magic, "
            "at_will ...", "[]"),
    Field("answers_nearby", BOOL, "of ally_hit: nearby is close enough, not only next to it", file="within",
          file_type='Literal["nearby"] | None', absent="None", load='{} == "nearby"'),
    Field("strays", FACES, "natural rolls with which the attack is rolled again, at a random nearby creature"),
    Field("hit", Kind("list[Effect]", "[]"), "what a hit does, or what the power does", file=""),
    Field("miss", Kind("list[Effect]", "[]"), "what a miss does", file=""),
    Field("crit", Kind("list[Effect]", "[]"), "what a critical hit does besides", file=""),
    Field("crit_total", INT, "what a critical hit deals in all, instead of twice its damage", low=0),
    Field("riders", Kind("list[Rider]", "[]"), "effects that read the natural roll", file=""),
    Field("text", TEXT, "as it is printed"),
    Field("flexible", BOOL, "may a flexible attack be chosen after its roll?", file=""),
    Field("unarmed", BOOL, "a bare fist", file=""),
    Field("reload", INT, "the action that reloads it", "FREE", file=""),
    Field("damage_type", TEXT, "the type of the first damage of its hit line", file=""),
    Field("twice_mean_hit", INT, "twice what a hit deals on average", file=""),
    Field("twice_mean_miss", INT, "twice what a miss deals on average", file=""),
    Field("attack_count", INT, "how many attacks it makes, on average", "1", file=""),
    Field("target_count", INT, "twice how many targets it has, on average", "2", file=""),
    Field("heals", BOOL, "does it heal others?", file=""),
    Field("escapes", BOOL, "does it free its user of a melee?", file=""),
    Field("boosts", BOOL, "does it make somebody stronger for a while?", file=""),
    Field("control", INT, "what its conditions are worth", file=""),
    Field("grants", BOOL, "for its user, as the machine sees it: does it grant an attack?", file=""),
    Field("moves", BOOL, "... move it?", file=""),
    Field("shakes", BOOL, "... shake effects off?", file=""),
    Field("heals_self", INT, "... heal so much on average?", file=""),
    Field("rushes", BOOL, "... take it into melee, however far?", file=""),
    Field("rouses", BOOL, "... give allies more actions?", file=""),
    Field("veils", BOOL, "... surround it with images?", file=""),
    Field("guards", BOOL, "does it take the edge off blows at its user or an ally?", file=""),
    Field("price", INT, "twice the mean damage that it costs its user", file=""),
    Field("strikes", BOOL, "is it an attack, or damage dealt as by one?", file=""),
    Field("pairs", Kind("list[tuple[int, int]]", "[]"), "attacks of its user that it consists of, by number, and how often each",
          file=""),
    Field("redirects", BOOL, "does it turn a blow at somebody else?", file=""),
    Field("tracks", BOOL, "does anything in it hang on other attacks of its act, its number of targets, earlier attacks?", file=""),
    Field("counted", BOOL, "are its hits counted, because an attack of the block asks for them?", file=""),
    Field("retries", BOOL, "may it be rolled again by its maker?", file=""),
    Field("spreads", BOOL, "may its roll count against further enemies?", file=""),
    Field("offers", BOOL, "does its hit line hold a choice?", file=""),
]  # fmt: skip

OCCASION: Final = [
    Field("name", TEXT, "what it is called", absent="..."),
    Field("when", word("WHENS", "..."), "its moment"),
    Field("label", Kind("Rider", ""), "of an attack: on which faces and results; its effects are the occasion's", file=""),
    in_file("roll", "str", "of an attack: label such as miss, natural 1-5 or crit", '"always"'),
    Field("kinds", words_as_bits("ATTACK_KINDS", "7"), "attacks of these kinds only"),
    Field("versus", words_as_bits("DEFENCES", "7"), "attacks against these defences only"),
    Field("opportunity", word("OPPORTUNITIES"), "with opportunity attacks only, or never with them"),
    Field("spell", BOOL, "with spells only"),
    Field("limited", BOOL, "with limited attacks only"),
    Field("escalated", BOOL, "only where the attacker adds the escalation die, which it may then leave out"),
    Field("types", LOWERED, "only damage, or attacks, of these types"),
    Field("except_types", LOWERED, "of an attack: damage types that do not set it off", file="except_", bounds=EXCEPT),
    Field("weapons", LOWERED, "of an attack: its name holds one of these words; unarmed: a bare fist"),
    Field("not_weapons", LOWERED, "of an attack: its name holds none of these words"),
    Field("with_power", TEXT, "of its own attacks: those of this name only", file="with_", bounds='alias="with"'),
    Field("least", INT, "only so much damage, or healing, or more", low=0),
    Field("within", word("WITHINS"), "the other must be engaged with it, or nearby"),
    Field("against", AGAINST, "only against such targets"),
    Field("needs", NEEDED, "what must be true before it can be used"),
    Field("once", INT, "fires at most once per turn, round or battle", file_type="Annotated[str, OneOf(ONCES[:4])] | None",
          absent="None", load='ONCES.index({} or "")'),
    Field("times", INT, "so many times per turn, round or battle", "1", low=1),
    Field("shared", BOOL, "all of its mob, or of its kind, count their uses together"),
    Field("nth", INT, "only the so many-eth time in a battle", low=0),
    Field("save", INT, "a save it must make first; 0: none", low=0, high=20),
    in_file("chance", "str", "a die that must allow it: d20 11+, or d6 up to escalation", '""'),
    Field("die", INT, "a die that must show `die_least` or more; with 0: no more than the escalation die", file=""),
    Field("die_least", INT, "what it must show", file=""),
    Field("asks", BOOL, "it may, so it is asked; the machine does it"),
    in_file("unhindered", "bool", "even while it cannot act", "False"),
    Field("interrupt", BOOL, "costs its interrupt"),
    Field("later", BOOL, "it follows whoever leaves, so it waits until that one has gone", file=""),
    Field("alone", BOOL, "of an enemy that engages it: only where it was in nobody else's melee", file=""),
    Field("takes_action", BOOL, "something it does, so that whoever cannot act leaves it undone", file=""),
]  # fmt: skip

def written(type: str, kind: str, load: str) -> Kind:
    """What a file says as `type`, or not at all."""
    return Kind(kind, {"int": "0", "str": '""', "Amount": "NOTHING"}.get(kind, "[]"), file=f"{type} | None", absent="None", load=load)


NAMED_SO: Final = written("str", "str", '({} or "").lower()')
A_NUMBER: Final = written("int", "int", "{} or 0")
AN_AMOUNT: Final = written("AmountText", "Amount", "read_amount({0}) if {0} is not None else NOTHING")
ROWS: Final = Kind("list[Effect]", "[]")
IN_FILES: Final = Kind("dict[str, object]", "{}")

LASTING_EFFECT: Final = [
    Field("weak_to", NAMED_SO, "attacks of this damage type, or by this type of creature, crit two points more easily",
          file="vulnerable_to"),
    Field("mark", NAMED_SO, "a state with a name of its own, for filters ('marked cloaked') and needs to ask for"),
    Field("exposes", Kind("list[int]", "[]"), "what attackers gain against the bearer: attack (or escalation), damage (or dice), crit",
          by_hand=True, file_type='dict[Literal["attack", "damage", "crit"], int | str] | None', absent="None"),
    Field("exposes_die", INT, "... and how often they add the escalation die to their attacks", file=""),
    Field("exposes_crit_die", BOOL, "... or whether they add it to their crit range", file=""),
    Field("exposes_damage", Kind("Amount", "NOTHING"), "... and the dice they add to their damage", file=""),
    Field("by", TEXT, "who gains by it: the source, its allies, or those on its side called so; all without", load="{}.lower()"),
    Field("others", written("dict[str, int]", "list[int]", "read_modifiers({0}) if {0} is not None else []"),
          "modifiers against everybody except the one it is about (versus)"),
    Field("fear_of", A_NUMBER, "while engaged with the source, at so many hit points or fewer, it is afraid", low=1),
    Field("unlocks", NAMED_SO, "an attack that waits and may be used while this lasts"),
    Field("reaches", NAMED_SO, "an attack that may go at nearby enemies, engaged or not, while this lasts"),
    Field("more_attacks", NAMED_SO, "an attack of this name consists of one more"),
    Field("resists", Kind("dict[str, int]", "{}", file="dict[str, int] | None", absent="None",
                          load="{{name.lower(): number for name, number in ({} or {{}}).items()}}"),
          "damage type -> natural roll that full damage needs, for a while"),
    Field("unresists", NAMED_SO, "a damage type (or all) that is not resisted for a while"),
    Field("immune_to", NAMED_SO, "an attack by name that can do nothing to it for a while"),
    Field("recovery_save", A_NUMBER, "a save that must be made before a recovery can be used", low=2, high=20),
    Field("images", A_NUMBER, "images of the bearer: what another d20 must show to find it", low=2, high=20),
    Field("more_targets", A_NUMBER, "its attacks may go at so many more targets while it lasts; with: those of a name only", low=1),
    Field("fewer_death_saves", A_NUMBER, "while it lasts, so many failed death saves fewer kill", low=1, high=3),
    Field("empower", AN_AMOUNT,
          "what its own attacks deal besides while it lasts: a number, dice or escalation; with: those of a name only"),
    Field("or_miss", BOOL, "of empower: when they miss, too"),
    Field("surely", word("SURELY"), "its attacks hit whatever they roll, or every hit of theirs is a crit, while it lasts"),
    Field("attacks_only", written("str | list[str]", "list[Filter]", 'read_filters({} or "")'),
          "may attack such enemies only, as long as one of them stands"),
    Field("blunts", word("BLUNTS"), "the next hit on it, or its source, is halved"),
    Field("every", BOOL, "of blunts: every hit, not the next one only"),
    Field("rest_on", AGAINST, "of blunts: such an ally nearby takes the rest, or it does not work"),
    Field("deals", AN_AMOUNT, "so much more with each hit of the bearer: a number or dice"),
    Field("versus", word("VERSUS"), "modifiers: only between the bearer and the source, or the target"),
    Field("with_power", TEXT, "modifiers of attacks: only for attacks of this name", file="with_", bounds='alias="with"'),
    Field("cumulative", BOOL, "each time adds to what is there"),
    Field("counted", word("COUNTED", '""'), "modifiers: so much for each of these in the battle when it begins; at most `most`"),
    Field("follows", INT, "ongoing damage is so many times the escalation die, read off it every time", low=0, high=99),
    Field("ongoing_dice", Kind("Amount", "NOTHING"), "ongoing damage whose amount is rolled once, when it begins", file=""),
    Field("on_save_faces", INT, "... only where that save was such a natural roll, as in odd", "ANY_FACE", file="after_save_natural",
          file_type="str", absent='""', load="read_faces({0}.lower()) if {0} else ANY_FACE"),
    Field("ends_when", Kind("list[tuple[int, int]]", "[]", file="list[str]", load="[read_happening(each) for each in {}]"),
          "what ends it early, such as hits, hit MD, misses odd, damage 10+, parted (from the one who caused it)"),
    Field("ends_by", INT, "the action by which it is ended early; -1: none", "-1", file=""),
    Field("ends_by_whom", INT, "who may take it", file=""),
    Field("ends_by_rows", ROWS, "what ending it so brings its bearer", file=""),
    Field("failed_saves", Kind("list[list[Effect]]", "[]"), "what the first, the second, the third failed save does", file=""),
    Field("failed_save_written", Kind("list[dict[str, object]]", "[]"), "what each failed save does, as a file says it", file=""),
    Field("failed_saves_written", Kind("list[list[dict[str, object]]]", "[]"), "what the first ... does, as a file says it", file=""),
    Field("counts_failures", BOOL, "are the failed saves against it counted, because the save that ends it asks for them?", file=""),
    Field("each_time", ROWS, "what happens each time the bearer does something", file=""),
    Field("each_time_when", INT, "... and what it does", "-1", file=""),
    Field("each_time_once", BOOL, "... only the first time, which ends it", file=""),
    Field("linked", BOOL, "is there anything that happens to the bearer, or by it, that this answers?", file=""),
    Field("on_the_fallen", BOOL, "last-gasp saves of the unconscious, while their killer is at them; four failures kill", file=""),
    Field("written", IN_FILES, "what it says beside conditions, damage and modifiers, as it stands in a file", file=""),
    Field("tag", TEXT, "what sets it apart from effects with the same figures", file=""),
]  # fmt: skip

# -- the words of files ----------------------------------------------------------------------------------------------

VOCABULARY: Final = [
    Words("KINDS", "kinds of combatant, in the order that breaks ties (R-02)", "PC pc, COMPANION companion, NPC npc, MONSTER monster"),
    Words("DEFENCES", "defences", "AC AC, PD PD, MD MD"),
    Words("ATTACK_KINDS", "kinds of attack", "MELEE melee, RANGED ranged, CLOSE close"),
    Words("ACTIONS", "actions (ES-27 to ES-31)", "STANDARD standard, MOVE move, QUICK quick, FREE free, INTERRUPT interrupt"),
    Words("", "usage (ES-155)", "AT_WILL, PER_BATTLE, PER_ROUND, RECHARGE, DAILY, CYCLIC"),
    Words("RANGES", "ranges of a target clause", "ENGAGED engaged, NEARBY nearby, FARAWAY faraway, FAR_ONLY far_only"),
    Words("FOREMOST", "who stands out among all possible targets",
          ", lowest_hp, highest_hp, lowest_ac, highest_ac, lowest_pd, highest_pd, lowest_md, highest_md"),
    Words("WHO", "whom a target clause means", "ENEMY enemy, ALLY ally, ALLY_OR_SELF ally_or_self, SELF self, CREATURE creature"),
    Words("CONDITIONS", "conditions, a bit each (ES-159)",
          "DAZED dazed, WEAKENED weakened, VULNERABLE vulnerable, STUCK stuck, HAMPERED hampered, CONFUSED confused, STUNNED stunned, "
          "HELPLESS helpless, FEAR fear, NO_ESCALATION no_escalation, LOSES_MOVE loses_move, NO_HEAL no_heal, "
          "NO_OPPORTUNITY no_opportunity, INVISIBLE invisible, ESCALATES escalates, NO_RECOVERY no_recovery, NO_SPELLS no_spells, "
          "NO_ACTIONS no_actions, NO_RANGED no_ranged, NO_ATTACK no_attack, NO_DISENGAGE no_disengage, NO_ENGAGE no_engage, "
          "NO_WEAPON_DIE no_weapon_die", bits=True),
    Words("", "conditions that may hold between the bearer and one other only", "BETWEEN_TWO = VULNERABLE | NO_ATTACK"),
    Words("", "conditions in which nobody acts", "CANNOT_ACT = STUNNED | HELPLESS | NO_ACTIONS"),
    Words("MODIFIERS", "what a modifier touches",
          "ON_ATTACK attack, ON_AC ac, ON_PD pd, ON_MD md, ON_DAMAGE damage, ON_SAVE save, ON_DISENGAGE disengage, ON_CRIT crit"),
    Words("MORE_FIGURES", "what a bonus touches besides", "ON_INITIATIVE initiative, ON_MISS miss_damage", first=8),
    Words("UNTILS", "when a lasting effect ends",
          "UNTIL_SAVE save, END_OF_TARGET end of target's next turn, START_OF_TARGET start of target's next turn, "
          "END_OF_SOURCE end of own next turn, START_OF_SOURCE start of own next turn, END_OF_BATTLE end of battle, "
          "WHILE_ENGAGED while engaged, WHILE_ONGOING while ongoing, WHILE_AFFECTED while affected, SOURCE_DROPS source drops, "
          "NEXT_ATTACK next attack, END_OF_TURN end of turn, WHILE_GRABBED while grabbed"),
    Words("", "verbs of effects (traits/verbs.py says what each does)",
          "DAMAGE, HALF_DAMAGE, LASTING, HEAL, RECOVERY, TEMP_HP, EXTRA_DAMAGE, MISS_DAMAGE, GRAB, POP_FREE, FREE_MOVE, TELEPORT, "
          "GRANT_ATTACK, LAST_GASP, SLAY, REGAIN, HALVE, DEFENCE_BONUS, ESCALATION, TEXT, PULL, ROLL_SAVE, DOUBLE, HARDEN, PUSH, "
          "SHIFT_INITIATIVE, CHOOSE, SHAKE_OFF, FOIL, WARD, DISPEL, SPARE, WORSEN, TABLE, SLIP_AWAY, RECOVERIES, MORE_ACTIONS, "
          "COMPEL, ALSO_AT, OPENING, NEGATE, REROLL, CHASE, FRESH_HP, REDIRECT, RUSH, GET_AWAY, UNMARK"),
    Words("", "what answers a hit before its damage, rather than after it",
          "TURNS_A_HIT = (HALVE, DEFENCE_BONUS, NEGATE, REROLL, FOIL, WARD, REDIRECT)"),
    Words("SPARES", "what a rider does in place of damage", "doubling, damage"),
    Words("FOILS", "how an attack comes to nothing", "miss, damage"),
    Words("COUNTED", "what a lasting modifier is counted by: standing creatures of the source's block, itself included; its allies; "
          "its enemies", ", same, allies, enemies"),
    Words("SURELY", "what attacks are sure of", ", SURE_HIT hit, SURE_CRIT crit"),
    Words("REDIRECTS", "to whom a blow is turned", "TO_HOLDER self, TO_ENEMY one_engaged"),
    Words("BLUNTS", "whose blows an effect takes the edge off", ", BLUNTS_BEARER bearer, BLUNTS_SOURCE source"),
    Words("", "a chain of granted attacks that goes on as long as the escalation die is high", "BY_THE_DIE", first=-1),
    Words("VERSUS", "against whom a modifier counts", "VERSUS_ANY, VERSUS_SOURCE source, VERSUS_TARGET target"),
    Words("", "a save that nobody can make: the effect stays as long as its source is up", "NO_SAVE", first=21),
    Words("ONS", "on whom an effect falls",
          "ON_TARGET target, ON_SELF self, ON_ALLY ally, ON_EACH_ALLY each_ally, ON_EACH_ENGAGED each_engaged, "
          "ON_EACH_NEARBY each_nearby, ON_EACH_OTHER each_other, ON_RANDOM_OTHER random_other, ON_EACH_CREATURE each_creature, "
          "ON_ONE_ENGAGED one_engaged, ON_ONE_NEARBY one_nearby, ON_ALL_ALLIES all_allies, ON_ALL_FOES all_foes, "
          "ON_EACH_HIT each_hit, ON_RANDOM_CREATURE random_creature, ON_RANDOM_NEARBY random_nearby, "
          "ON_ALLY_OR_SELF ally_or_self, ON_ALLIES_OF_TARGET allies_of_target"),
    Words("SHAKES", "what of the effects on somebody ends, or may", "all, save_one, save_each, one"),
    Words("POPS", "who pops free, of whom",
          "POP_TARGET target, POP_SELF self, POP_SELF_FROM_TARGET self_from_target, POP_TARGET_FROM_ALL target_from_all, "
          "POP_ALLY_FROM_TARGET ally_from_target, POP_ALLY ally"),
    Words("ATS", "at whom a granted attack goes; left: each of those it has popped free of in the same act; new: somebody new to the "
          "chain", "AT_ANY any, AT_SAME same, AT_OTHER other, AT_LEFT left, AT_NEW new"),
    Words("TRIGGERS", "what sets off an interrupt or a free action out of turn",
          "NO_TRIGGER, SELF_HIT self_hit, SELF_MISSED self_missed, ALLY_HIT ally_hit, SELF_DAMAGED self_damaged, "
          "SELF_STAGGERED self_staggered, SELF_DROPS self_drops, ENEMY_ENGAGES enemy_engages, ENEMY_LEAVES enemy_leaves, "
          "SELF_ATTACKED self_attacked, SELF_MISSES self_misses"),
    Words("FILTERS", "what a filter looks at: ... large or huge; smaller than the user; the only one engaged with it; the only "
          "target of this attack; later in the order; fewer than the user's side; attacked by it before; come at on this "
          "turn; one of its nearby allies suffers from something that a save ends; staggered by this very attack",
          "IS_STAGGERED staggered, IS_GRABBED grabbed, HAS_ONGOING ongoing, IS_FREE free, IS_ENGAGED engaged, IS_MOOK mook, "
          "IS_FARAWAY faraway, IS_WITH_ALLY ally_engaged, HAS_ACTED acted, IS_LOWER lower_level, IS_AFFECTED affected, IS_HURT hurt, "
          "IS_MET engaged_with_it, IS_AIRBORNE airborne, IS_ITSELF itself, IS_LARGE large, IS_SMALLER smaller, IS_SOLE sole, "
          "IS_SINGLE single, IS_SLOWER slower, IS_OUTNUMBERED outnumbered, WAS_ATTACKED attacked, IS_RUSHED rushed, "
          "FRIENDS_AFFECTED friends_affected, IS_STAGGERED_NOW just_staggered, "
          "HP_OR_FEWER, OF_TYPE, LEVEL_OR_LESS, RESISTS, IS_CALLED, IS_BESET, WAS_HIT_BY, IS_MARKED, IS_UNDER, DEFENCE_AT_MOST, "
          "IS_FRIEND, OF_ROLE"),
    Words("", "a filter that looks at a condition is this plus its place", "HAS_CONDITION", first=100),
    Words("HAPPENINGS", "what ends a lasting effect besides its time, or makes it do something. attacks otherwise: with anything but "
          "a basic attack; damage may be followed by how much at once, as in damage 10+; parted: no longer engaged with the source; "
          "acts: takes a standard, move or quick action on its turn; whole: back at full hit points; source again: whoever caused it "
          "makes the same attack once more",
          "DOES_ATTACK attacks, DOES_ATTACK_SOURCE attacks source, DOES_ATTACK_OTHERWISE attacks otherwise, DOES_HIT hits, "
          "DOES_MISS misses, DOES_MISS_ODD misses odd, IS_HIT hit, IS_HIT_AC hit AC, IS_HIT_PD hit PD, IS_HIT_MD hit MD, "
          "TAKES_DAMAGE damage, FAILS_SAVE fails a save, MAKES_SAVE saves, IS_ENGAGED_OR_LEFT engaged or left, "
          "IS_HIT_BY_SOURCE hit by source, IS_PARTED parted, LEAVES_SOURCE disengages from source, SOURCE_FALLS source drops, "
          "DOES_ACT acts, SPENDS_RECOVERY spends a recovery, STARTS_TURN turn starts, STARTS_ROUND round starts, IS_WHOLE whole, "
          "ATTACKED_BY_SOURCE attacked by source, SOURCE_AGAIN source again"),
    Words("PERS", "what damage is counted by: other allies engaged with the target; creatures it has hit by now; fallen allies",
          "PER_NOTHING, PER_ALLY_ON_TARGET ally_on_target, PER_CREATURE_HIT creature_hit, PER_FALLEN_ALLY fallen_ally"),
    Words("BREAKERS", "who may end an effect by an action", ", BY_BEARER bearer, BY_ALLY ally, anybody"),
    Words("ONCES", "how often a rider or an occasion may come",
          "ONCE_NEVER_MIND, ONCE_PER_TURN turn, ONCE_PER_ROUND round, ONCE_PER_BATTLE battle, ONCE_PER_TARGET target"),
    Words("", "every face of a d20, bits 1 to 20", "ANY_FACE = 0x1FFFFE"),
    Words("READ_OFF", "what an amount may be read off instead of dice",
          "OFF_NOTHING, OFF_THE_DIE escalation, OFF_THE_ROLL natural, OFF_FAILURES failures"),
    Words("ABILITIES", "abilities", "STR str, CON con, DEX dex, INT int, WIS wis, CHA cha"),
    Words("FORS", "whom a bonus is for: the creature, its nearby allies, both, enemies engaged with it, nearby ones, all; its side",
          "FOR_SELF self, FOR_ALLIES allies, FOR_BOTH both, FOR_ENGAGED engaged, FOR_NEARBY nearby, FOR_ENEMIES enemies, "
          "FOR_SIDE side"),
    Words("BONUS_PERS", "what a bonus is counted by",
          ", SAME_ON_TARGET same_on_target, ALLY_ON_TARGET ally_on_target, SAME_NEARBY same_nearby, ALLY_NEARBY ally_nearby, "
          "ENEMY_ENGAGED enemy_engaged, ENEMY_NEARBY enemy_nearby, ANY_ENEMY enemy, ANY_ALLY ally, MOBS mob"),
    Words("SLIPS", "what slips away from others, a bit each", "SLIPS_ALL opportunity, SLIPS_MOVING moving, SLIPS_PAST interception",
          bits=True),
    Words("WHENS", "moments at which a trait may come into play",
          "WHEN_TURN_START turn_start, WHEN_TURN_END turn_end, WHEN_ENEMY_TURN_START enemy_turn_start, "
          "WHEN_ENEMY_TURN_END enemy_turn_end, WHEN_ATTACKED attacked, WHEN_ATTACKING attacking, WHEN_STAGGERED staggered, "
          "WHEN_DROPS drops, WHEN_ENEMY_STAGGERED enemy_staggered, WHEN_ENEMY_DROPS enemy_drops, WHEN_ALLY_STAGGERED ally_staggered, "
          "WHEN_ALLY_DROPS ally_drops, WHEN_STAGGERS_ENEMY staggers_enemy, WHEN_FELLS_ENEMY fells_enemy, "
          "WHEN_ENEMY_ENGAGES enemy_engages, WHEN_ENGAGES engages, WHEN_ENEMY_LEAVES enemy_leaves, "
          "WHEN_ENEMY_DISENGAGES enemy_disengages, WHEN_ENEMY_FAILS_DISENGAGE enemy_fails_disengage, WHEN_DISENGAGES disengages, "
          "WHEN_FAILS_DISENGAGE fails_disengage, WHEN_INTERCEPTED intercepted, WHEN_FAILED_SAVE failed_save, "
          "WHEN_MADE_SAVE made_save, WHEN_DAMAGED damaged, WHEN_HEALED healed, WHEN_BATTLE_START battle_start, "
          "WHEN_ESCALATION escalation, WHEN_AIMED_AT aimed_at, WHEN_STRUCK struck, WHEN_ENEMY_AIMS enemy_aims, "
          "WHEN_ENEMY_ATTACKS enemy_attacks, WHEN_ALLY_ATTACKS ally_attacks, WHEN_ENEMY_COMES enemy_comes, "
          "WHEN_ENEMY_MOVES enemy_moves, WHEN_ALLY_ENGAGES ally_engages, WHEN_ESCALATION_RISES escalation_rises"),
    Words("WITHINS", "how far off the other may be", "ANYWHERE, WITHIN_ENGAGED engaged, WITHIN_NEARBY nearby"),
    Words("OPPORTUNITIES", "opportunity attacks: whatever, only these, all but these", ", only, never"),
]  # fmt: skip

RECORDS: Final = [
    Record("LastingEffect", "Effect", "verb: Verb", LASTING_EFFECT, model="LastingFields", of="LastingEffect", fixed=True,
           doc="A row that lasts: a condition, ongoing damage, a modifier, a state with a name, and all that hangs on these."),
    Record("StandingTraits", "", "name", BONUS, model="BonusFields", of="Standing", fixed=True),
    Record("OccasionTraits", "", "name, when, label", OCCASION, model="OccasionFields", of="Occasion", fixed=True),
    Record("Targets", "", "", TARGETS, model="TargetFields", of="Targets", fixed=True, doc="How many of whom, how far off."),
    Record("PowerTraits", "", "name, number", POWER, model="PowerFields", of="Power", fixed=True),
    Record("BlockTraits", "Named", "name: str", BLOCK, model="BlockFields", of="Block", fixed=True),
    Record(
        "FighterFields", "Combatant", "id: str, name: str, side: str, controller: str, block: Block, number: int", FIGHTER,
        model="StartFields", of="Fighter",
    ),
]  # fmt: skip

FROM: Final = {"Named": "quintain.systems.escalation.printed.named"}
"""Where a name comes from that two modules define."""
