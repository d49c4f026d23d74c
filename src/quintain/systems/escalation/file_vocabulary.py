"""Every word of the files of this book, declared once: `printed/vocabulary.py` follows from the list (see `fields.py`)."""

from __future__ import annotations

from typing import Final

from quintain.engine.declare import Words

SETS_OFF: Final[dict[str, str]] = {
    "attacks": "attacks", "moves": "moves", "engages": "comes to engage me", "casts": "casts a spell",
}  # fmt: skip
"""What the rules can see that sets off a readied action, each with its words (ES-19)."""
IN_WORDS: Final = "words"
"""A trigger that only people can see: at the GM's word (R-86)."""
VOCABULARY: Final = [
    Words("KINDS", "kinds of combatant, in the order that breaks ties (R-02)", "PC pc, COMPANION companion, NPC npc, MONSTER monster"),
    Words("PHASES", "phases of a battle", "AMBUSH ambush, ROUNDS rounds, REST rest"),
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
