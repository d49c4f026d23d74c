"""The numbers by which printed rows name what this system knows: kinds, actions, conditions, effects, filters, moments.

`rows.py` and `stat_block.py` hold the rows themselves; `file_format/block_building.py` makes them of text.
"""

from __future__ import annotations

from typing import Final

# kinds of combatant, in the order that breaks ties
PC: Final = 0
COMPANION: Final = 1
NPC: Final = 2
MONSTER: Final = 3
KINDS: Final = ("pc", "companion", "npc", "monster")

AC: Final = 0
PD: Final = 1
MD: Final = 2
DEFENCES: Final = ("AC", "PD", "MD")

MELEE: Final = 0
RANGED: Final = 1
CLOSE: Final = 2
ATTACK_KINDS: Final = ("melee", "ranged", "close")

STANDARD: Final = 0
MOVE: Final = 1
QUICK: Final = 2
FREE: Final = 3
INTERRUPT: Final = 4
ACTIONS: Final = ("standard", "move", "quick", "free", "interrupt")

# usage (ES-155)
AT_WILL: Final = 0
PER_BATTLE: Final = 1
PER_ROUND: Final = 2
RECHARGE: Final = 3
DAILY: Final = 4
CYCLIC: Final = 5

# ranges of a target clause
ENGAGED: Final = 0
NEARBY: Final = 1
FARAWAY: Final = 2
FAR_ONLY: Final = 3
RANGES: Final = ("engaged", "nearby", "faraway", "far_only")

# who stands out among all possible targets
FOREMOST: Final = ("", "lowest_hp", "highest_hp", "lowest_ac", "highest_ac", "lowest_pd", "highest_pd", "lowest_md", "highest_md")

# whom a target clause means
ENEMY: Final = 0
ALLY: Final = 1
ALLY_OR_SELF: Final = 2
SELF: Final = 3
CREATURE: Final = 4
WHO: Final = ("enemy", "ally", "ally_or_self", "self", "creature")

# conditions, a bit each (ES-159)
DAZED: Final = 1
WEAKENED: Final = 2
VULNERABLE: Final = 4
STUCK: Final = 8
HAMPERED: Final = 16
CONFUSED: Final = 32
STUNNED: Final = 64
HELPLESS: Final = 128
FEAR: Final = 256
NO_ESCALATION: Final = 512
LOSES_MOVE: Final = 1024
NO_HEAL: Final = 2048
NO_OPPORTUNITY: Final = 4096
INVISIBLE: Final = 8192
ESCALATES: Final = 16384
NO_RECOVERY: Final = 32768
NO_SPELLS: Final = 65536
NO_ACTIONS: Final = 131072
NO_RANGED: Final = 262144
NO_ATTACK: Final = 524288
NO_DISENGAGE: Final = 1048576
NO_ENGAGE: Final = 2097152
NO_WEAPON_DIE: Final = 4194304
CONDITIONS: Final = (
    "dazed", "weakened", "vulnerable", "stuck", "hampered", "confused", "stunned", "helpless", "fear",
    "no_escalation", "loses_move", "no_heal", "no_opportunity", "invisible", "escalates", "no_recovery", "no_spells",
    "no_actions", "no_ranged", "no_attack", "no_disengage", "no_engage", "no_weapon_die",
)
BETWEEN_TWO: Final = VULNERABLE | NO_ATTACK
"""Conditions that may hold between the bearer and one other only."""
CANNOT_ACT: Final = STUNNED | HELPLESS | NO_ACTIONS

# what a modifier touches
ON_ATTACK: Final = 0
ON_AC: Final = 1
ON_PD: Final = 2
ON_MD: Final = 3
ON_DAMAGE: Final = 4
ON_SAVE: Final = 5
ON_DISENGAGE: Final = 6
ON_CRIT: Final = 7
MODIFIERS: Final[tuple[str, ...]] = ("attack", "ac", "pd", "md", "damage", "save", "disengage", "crit")

# when a lasting effect ends
UNTIL_SAVE: Final = 0
END_OF_TARGET: Final = 1
START_OF_TARGET: Final = 2
END_OF_SOURCE: Final = 3
START_OF_SOURCE: Final = 4
END_OF_BATTLE: Final = 5
WHILE_ENGAGED: Final = 6
WHILE_ONGOING: Final = 7
WHILE_AFFECTED: Final = 8
SOURCE_DROPS: Final = 9
NEXT_ATTACK: Final = 10
END_OF_TURN: Final = 11
WHILE_GRABBED: Final = 12
UNTILS: Final = (
    "save", "end of target's next turn", "start of target's next turn", "end of own next turn",
    "start of own next turn", "end of battle", "while engaged", "while ongoing", "while affected", "source drops",
    "next attack", "end of turn", "while grabbed",
)

# effects, numbered in one row: no two share a number
DAMAGE: Final = 0
HALF_DAMAGE: Final = 1
LASTING: Final = 2
HEAL: Final = 3
RECOVERY: Final = 4
TEMP_HP: Final = 5
EXTRA_DAMAGE: Final = 6
MISS_DAMAGE: Final = 7
GRAB: Final = 8
POP_FREE: Final = 9
FREE_MOVE: Final = 10
TELEPORT: Final = 11
GRANT_ATTACK: Final = 12
LAST_GASP: Final = 13
SLAY: Final = 14
REGAIN: Final = 15
HALVE: Final = 16
DEFENCE_BONUS: Final = 17
ESCALATION: Final = 18
TEXT: Final = 19
PULL: Final = 20
ROLL_SAVE: Final = 21
DOUBLE: Final = 22
HARDEN: Final = 23
PUSH: Final = 24
SHIFT_INITIATIVE: Final = 25
CHOOSE: Final = 26
SHAKE_OFF: Final = 27
FOIL: Final = 28
WARD: Final = 29
DISPEL: Final = 30
SPARE: Final = 31
WORSEN: Final = 32
TABLE: Final = 33
SLIP_AWAY: Final = 34
RECOVERIES: Final = 35
MORE_ACTIONS: Final = 36
COMPEL: Final = 37
ALSO_AT: Final = 38
OPENING: Final = 39
NEGATE: Final = 40
REROLL: Final = 41
CHASE: Final = 42
FRESH_HP: Final = 43
REDIRECT: Final = 44
RUSH: Final = 45
GET_AWAY: Final = 46
UNMARK: Final = 47

# the words of effects that come in several forms
SPARES: Final = ("doubling", "damage")
FOILS: Final = ("miss", "damage")
COUNTED: Final = ("", "same", "allies", "enemies")
"""What a lasting modifier is counted by: standing creatures of the source's block, itself included; its allies; its enemies."""
SURE_HIT: Final = 1
SURE_CRIT: Final = 2
SURELY: Final = ("", "hit", "crit")

TURNS_A_HIT: Final = (HALVE, DEFENCE_BONUS, NEGATE, REROLL, FOIL, WARD, REDIRECT)
"""What answers a hit before its damage, rather than after it."""

# to whom a blow is turned
TO_HOLDER: Final = 0
TO_ENEMY: Final = 1
REDIRECTS: Final = ("self", "one_engaged")

# whose blows an effect takes the edge off
BLUNTS_BEARER: Final = 1
BLUNTS_SOURCE: Final = 2
BLUNTS: Final = ("", "bearer", "source")

BY_THE_DIE: Final = -1
"""A chain of granted attacks that goes on as long as the escalation die is high."""

# against whom a modifier counts
VERSUS_ANY: Final = 0
VERSUS_SOURCE: Final = 1
VERSUS_TARGET: Final = 2
VERSUS: Final = ("", "source", "target")

NO_SAVE: Final = 21
"""A save that nobody can make: the effect stays as long as its source is up."""

# on whom an effect falls
ON_TARGET: Final = 0
ON_SELF: Final = 1
ON_ALLY: Final = 2
ON_EACH_ALLY: Final = 3
ON_EACH_ENGAGED: Final = 4
ON_EACH_NEARBY: Final = 5
ON_EACH_OTHER: Final = 6
ON_RANDOM_OTHER: Final = 7
ON_EACH_CREATURE: Final = 8
ON_ONE_ENGAGED: Final = 9
ON_ONE_NEARBY: Final = 10
ON_ALL_ALLIES: Final = 11
ON_ALL_FOES: Final = 12
ON_EACH_HIT: Final = 13
ON_RANDOM_CREATURE: Final = 14
ON_RANDOM_NEARBY: Final = 15
ON_ALLY_OR_SELF: Final = 16
ON_ALLIES_OF_TARGET: Final = 17
ONS: Final = (
    "target", "self", "ally", "each_ally", "each_engaged", "each_nearby", "each_other", "random_other", "each_creature",
    "one_engaged", "one_nearby", "all_allies", "all_foes", "each_hit", "random_creature", "random_nearby",
    "ally_or_self", "allies_of_target",
)

# what of the effects on somebody ends, or may
SHAKES: Final = ("all", "save_one", "save_each", "one")

# who pops free, of whom
POP_TARGET: Final = 0
POP_SELF: Final = 1
POP_SELF_FROM_TARGET: Final = 2
POP_TARGET_FROM_ALL: Final = 3
POP_ALLY_FROM_TARGET: Final = 4
POP_ALLY: Final = 5
POPS: Final = ("target", "self", "self_from_target", "target_from_all", "ally_from_target", "ally")

# at whom a granted attack goes
AT_ANY: Final = 0
AT_SAME: Final = 1
AT_OTHER: Final = 2
AT_LEFT: Final = 3
AT_NEW: Final = 4
ATS: Final = ("any", "same", "other", "left", "new")
"""`left`: at each of those it has popped free of in the same act; `new`: at somebody the chain has not gone at."""

# what sets off an interrupt or a free action out of turn
NO_TRIGGER: Final = 0
SELF_HIT: Final = 1
SELF_MISSED: Final = 2
ALLY_HIT: Final = 3
SELF_DAMAGED: Final = 4
SELF_STAGGERED: Final = 5
SELF_DROPS: Final = 6
ENEMY_ENGAGES: Final = 7
ENEMY_LEAVES: Final = 8
SELF_ATTACKED: Final = 9
SELF_MISSES: Final = 10
TRIGGERS: Final = (
    "", "self_hit", "self_missed", "ally_hit", "self_damaged", "self_staggered", "self_drops", "enemy_engages",
    "enemy_leaves", "self_attacked", "self_misses",
)

# what a filter looks at; a condition follows as 100 + its place
IS_STAGGERED: Final = 0
IS_GRABBED: Final = 1
HAS_ONGOING: Final = 2
IS_FREE: Final = 3
IS_ENGAGED: Final = 4
IS_MOOK: Final = 5
HP_OR_FEWER: Final = 6
OF_TYPE: Final = 7
LEVEL_OR_LESS: Final = 8
RESISTS: Final = 9
HAS_CONDITION: Final = 100
FILTERS: Final = ("staggered", "grabbed", "ongoing", "free", "engaged", "mook")
IS_FARAWAY: Final = 20
IS_WITH_ALLY: Final = 21
HAS_ACTED: Final = 22
IS_LOWER: Final = 23
IS_AFFECTED: Final = 24
IS_HURT: Final = 25
IS_MET: Final = 26
IS_AIRBORNE: Final = 27
IS_ITSELF: Final = 28
IS_CALLED: Final = 29
MORE_FILTERS: Final = (
    "faraway", "ally_engaged", "acted", "lower_level", "affected", "hurt", "engaged_with_it", "airborne", "itself",
)
"""The words for the filters from 20 on."""
IS_LARGE: Final = 40
IS_SMALLER: Final = 41
IS_SOLE: Final = 42
IS_SINGLE: Final = 43
IS_SLOWER: Final = 44
IS_OUTNUMBERED: Final = 45
WAS_ATTACKED: Final = 46
IS_RUSHED: Final = 47
FRIENDS_AFFECTED: Final = 48
IS_STAGGERED_NOW: Final = 49
OTHER_FILTERS: Final = (
    "large", "smaller", "sole", "single", "slower", "outnumbered", "attacked", "rushed", "friends_affected", "just_staggered",
)
"""The words for the filters from 40 on: large or huge; smaller than the user; the only one engaged with it; the only target of
this attack; later in the order; fewer than the user's side; attacked by it before in this battle; come at on this turn; one of its
nearby allies suffers from something that a save ends; staggered by this very attack."""
IS_BESET: Final = 60
WAS_HIT_BY: Final = 61
IS_MARKED: Final = 62
IS_UNDER: Final = 63
DEFENCE_AT_MOST: Final = 64
IS_FRIEND: Final = 65
OF_ROLE: Final = 66

# what ends a lasting effect besides its time, or makes it do something: `attacks` the bearer makes, and so on
DOES_ATTACK: Final = 0
DOES_ATTACK_SOURCE: Final = 1
DOES_ATTACK_OTHERWISE: Final = 2
DOES_HIT: Final = 3
DOES_MISS: Final = 4
DOES_MISS_ODD: Final = 5
IS_HIT: Final = 6
IS_HIT_AC: Final = 7
IS_HIT_PD: Final = 8
IS_HIT_MD: Final = 9
TAKES_DAMAGE: Final = 10
FAILS_SAVE: Final = 11
MAKES_SAVE: Final = 12
IS_ENGAGED_OR_LEFT: Final = 13
IS_HIT_BY_SOURCE: Final = 14
IS_PARTED: Final = 15
LEAVES_SOURCE: Final = 16
SOURCE_FALLS: Final = 17
DOES_ACT: Final = 18
SPENDS_RECOVERY: Final = 19
STARTS_TURN: Final = 20
STARTS_ROUND: Final = 21
IS_WHOLE: Final = 22
ATTACKED_BY_SOURCE: Final = 23
SOURCE_AGAIN: Final = 24
HAPPENINGS: Final = (
    "attacks", "attacks source", "attacks otherwise", "hits", "misses", "misses odd", "hit", "hit AC", "hit PD", "hit MD",
    "damage", "fails a save", "saves", "engaged or left", "hit by source", "parted", "disengages from source", "source drops",
    "acts", "spends a recovery", "turn starts", "round starts", "whole", "attacked by source", "source again",
)
"""`attacks otherwise`: with anything but a basic attack; `damage` may be followed by how much at once, as in `damage 10+`;
`parted`: no longer engaged with whoever caused it; `acts`: takes a standard, move or quick action on its turn;
`whole`: back at full hit points; `source again`: whoever caused it makes the same attack once more."""

# what damage is counted by
PER_NOTHING: Final = 0
PER_ALLY_ON_TARGET: Final = 1
PER_CREATURE_HIT: Final = 2
PER_FALLEN_ALLY: Final = 3
PERS: Final = ("", "ally_on_target", "creature_hit", "fallen_ally")
"""Other allies engaged with the target; creatures it has hit in this battle; allies that have fallen."""

# who may end an effect by an action
BY_BEARER: Final = 1
BY_ALLY: Final = 2
BREAKERS: Final = ("", "bearer", "ally", "anybody")

ONCE_NEVER_MIND: Final = 0
ONCE_PER_TURN: Final = 1
ONCE_PER_ROUND: Final = 2
ONCE_PER_BATTLE: Final = 3
ONCE_PER_TARGET: Final = 4
ONCES: Final = ("", "turn", "round", "battle", "target")

ANY_FACE: Final = 0x1FFFFE  # bits 1 to 20


# what an amount may be read off instead of dice
OFF_NOTHING: Final = 0
OFF_THE_DIE: Final = 1
OFF_THE_ROLL: Final = 2
OFF_FAILURES: Final = 3
READ_OFF: Final = ("", "escalation", "natural", "failures")


STR: Final = 0
CON: Final = 1
DEX: Final = 2
INT: Final = 3
WIS: Final = 4
CHA: Final = 5
ABILITIES: Final = ("str", "con", "dex", "int", "wis", "cha")


def names_of(conditions: int) -> list[str]:
    """The conditions of a bit mask by name."""
    return [name for place, name in enumerate(CONDITIONS) if conditions >> place & 1]
