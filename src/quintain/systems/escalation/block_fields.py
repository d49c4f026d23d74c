"""Every fact of a stat block of this book and of its rows, declared once (see `fields.py`)."""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import BOOL, INT, TEXT, Field, Kind, in_file

# -- kinds of values -----------------------------------------------------------------------------------------------

LOWERED: Final = Kind("list[str]", "[]", load="[name.lower() for name in {}]")
RESISTANCE: Final = Kind("dict[str, int]", "{}", load="{{name.lower(): number for name, number in {}.items()}}")

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
    Field("except_types", LOWERED, "damage types it does not hold against; weakness: those it is weak to",
          file="except_"),
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
          "the creature, its nearby allies, both, enemies engaged with it, nearby ones, all; its side"),
    Field("whom", SUCH, "of those, only who is all of this"),
    Field("against", AGAINST, "only against such targets"),
    in_file("with_", "list[str]", "only such attacks: melee, ranged, close, spell, weapon, magic, limited, at_will, opportunity, "
            "AC ... or a name", "[]"),
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
    Field("except_types", LOWERED, "of an attack: damage types that do not set it off", file="except_"),
    Field("weapons", LOWERED, "of an attack: its name holds one of these words; unarmed: a bare fist"),
    Field("not_weapons", LOWERED, "of an attack: its name holds none of these words"),
    Field("with_power", TEXT, "of its own attacks: those of this name only", file="with_"),
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
    Field("with_power", TEXT, "modifiers of attacks: only for attacks of this name", file="with_"),
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
