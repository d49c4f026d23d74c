"""What is printed and never changes: stat blocks, their attacks and powers, riders and effects, all plain data rows.

A row names an effect this system knows by a number from the lists below; `builders.py` turns text into
rows, `resolve.py` carries them out. Nothing here changes during a fight, so any number of fights share one block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import Handful

if TYPE_CHECKING:
    from quintain.systems.escalation.boons import Standing
    from quintain.systems.escalation.happenings import Occasion

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

# effects
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
FOIL: Final = 91
WARD: Final = 92
DISPEL: Final = 130
SPARE: Final = 131
SPARES: Final = ("doubling", "damage")
FOILS: Final = ("miss", "damage")
COUNTED: Final = ("", "same", "allies", "enemies")
"""What a lasting modifier is counted by: standing creatures of the source's block, itself included; its allies; its enemies."""
SURE_HIT: Final = 1
SURE_CRIT: Final = 2
SURELY: Final = ("", "hit", "crit")
WORSEN: Final = 40
TABLE: Final = 41
SLIP_AWAY: Final = 42
RECOVERIES: Final = 43
MORE_ACTIONS: Final = 44
COMPEL: Final = 45
ALSO_AT: Final = 46
OPENING: Final = 49
NEGATE: Final = 93
REROLL: Final = 47
CHASE: Final = 120
FRESH_HP: Final = 121
REDIRECT: Final = 97

RUSH: Final = 110
GET_AWAY: Final = 111
UNMARK: Final = 112

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


@final
class Filter:
    """Something that is so of a target, or is not: staggered, dazed, of a type, with so many hit points or fewer."""

    def __init__(self, kind: int, negated: bool = False, number: int = 0, word: str = "") -> None:
        self.kind: int = kind
        self.negated: bool = negated
        self.number: int = number
        self.word: str = word


@final
class Amount:
    """So many dice and a number: 3d8 + 4, or a printed 10; or read off the escalation die or the natural roll."""

    def __init__(self, groups: list[tuple[int, int]], flat: int = 0, read_off: int = OFF_NOTHING, times: int = 1) -> None:
        self.groups: list[tuple[int, int]] = list(groups)
        self.flat: int = flat
        self.times: int = times
        """What the dice, or what is read off, are multiplied by, as in 2d6 x 10."""
        self.read_off: int = read_off
        self.dice: Handful | None = Handful(self.groups) if self.groups else None
        mean = 2 * flat
        for count, sides in self.groups:
            mean += count * (sides + 1) * times
        self.twice_mean: int = mean + times * (6 if read_off == OFF_THE_DIE else 24 if read_off == OFF_THE_ROLL else 0)

    def most(self) -> int:
        most = self.flat + self.times * (6 if self.read_off == OFF_THE_DIE else 20 if self.read_off == OFF_THE_ROLL else 0)
        for count, sides in self.groups:
            most += count * sides * self.times
        return most

    def repeated(self, times: int) -> Amount:
        """So many times this: 1d6 three times is 3d6."""
        if times == 1:
            return self
        if self.read_off:
            return Amount([], self.flat * times, self.read_off, self.times * times)
        return Amount([(count * times, sides) for count, sides in self.groups], self.flat * times, OFF_NOTHING, self.times)

    def text(self) -> str:
        if self.read_off:
            return f"{READ_OFF[self.read_off]}x{self.times}" if self.times > 1 else READ_OFF[self.read_off]
        if not self.groups:
            return str(self.flat)
        dice = "+".join(f"{count}d{sides}" for count, sides in self.groups)
        if self.times > 1:
            return f"{dice}x{self.times}"
        return f"{dice}{self.flat:+d}" if self.flat else dice


NOTHING: Final = Amount([], 0)


@final
class Crowd:
    """So many on one side, the user not counted, that are all this; or more of the user's side, called so, than enemies."""

    def __init__(self, enemies: bool, least: int, most: int, such: list[Filter], outnumbers: str = "") -> None:
        self.enemies: bool = enemies
        self.least: int = least
        self.most: int = most
        self.such: list[Filter] = such
        self.outnumbers: str = outnumbers


@final
class Needs:
    """What must be true of the user, the target or the die before a row counts."""

    def __init__(self) -> None:
        self.staggered: bool = False
        self.not_staggered: bool = False
        self.target_staggered: bool = False
        self.free: bool = False
        self.engaged: bool = False
        self.granted: bool = False
        self.die_even: bool = False
        self.die_odd: bool = False
        self.die_at_least: int = 0
        self.not_last_turn: bool = False
        self.second_hit: bool = False
        self.moved: bool = False
        self.charged: bool = False
        self.airborne: bool = False
        self.unhurt: bool = False
        self.blood: bool = False
        """Somebody in the battle is staggered or down."""
        self.die_at_most: int = 6
        self.all_hit: bool = False
        self.all_missed: bool = False
        self.first_attack: bool = False
        self.single: bool = False
        self.several: bool = False
        self.several_hit: bool = False
        self.none_hit: bool = False
        """Of several targets of one attack, none is hit."""
        self.has_move: bool = False
        self.came_flying: bool = False
        self.nobody_under: bool = False
        """Nobody suffers from an effect of this very attack by this very creature."""
        self.fresh: bool = False
        """It has all its actions left on this turn."""
        self.new_hit: bool = False
        """The target was not hit by it before on this turn."""
        self.strayed: bool = False
        """The attack was rolled again against somebody else than it was meant for."""
        self.first_round: bool = False
        self.started_free: bool = False
        self.hp_at_least: int = 0
        self.no_foe: int = 0
        """No enemy has one of these conditions."""
        self.marks: list[str] = []
        self.hurt: bool = False
        self.unseen: bool = False
        """No enemy can see it: hidden, or invisible to all of them."""
        self.last: bool = False
        """No other of its mob, or of its kind, stands."""
        self.crowds: list[Crowd] = []
        self.any: bool = False


NO_NEEDS: Final = Needs()


@final
class Effect:
    """One row: what it does, to whom, how much and how long."""

    def __init__(self, op: int) -> None:
        self.op: int = op
        self.on: int = ON_TARGET
        self.amount: Amount = NOTHING
        self.damage_type: str = ""
        self.against: list[Filter] = []
        self.count: Amount = NOTHING
        self.until: int = UNTIL_SAVE
        self.save: int = 11
        self.conditions: int = 0
        self.ongoing: int = 0
        self.ongoing_dice: Amount = NOTHING
        """Ongoing damage whose amount is rolled once, when it begins."""
        self.modifiers: list[int] = []
        self.versus: int = VERSUS_ANY
        self.with_power: str = ""
        """Modifiers of attacks that count for attacks of this name only."""
        self.cumulative: bool = False
        self.most: int = 0
        self.weak_to: str = ""
        """A damage type, or a type of creature, whose attacks crit the bearer more easily."""
        self.which: int = 0
        self.name: str = ""
        self.times: int = 1
        self.chain: int = 0
        """How many attacks one after another this may grant, where granted attacks grant more; 0: only the first."""
        self.choices: list[list[Effect]] = []
        self.ward: Standing | None = None
        """A resistance against the attack that set it off."""
        self.on_the_fallen: bool = False
        """Last-gasp saves of somebody who lies unconscious, while its killer is at it; the fourth failure kills."""
        self.alone: bool = False
        """A grab that needs the grabber to hold nobody else."""
        self.free_recovery: bool = False
        self.enough: int = 0
        self.then: list[Effect] = []
        """Of damage that is no attack's own: what follows where so much or more of it is taken."""
        self.images: int = 0
        """Images of the bearer: a hit on it must show this much on another d20, or it strikes one of them, and they are gone."""
        self.without_die: bool = False
        """Of an attack that must be rolled again: the second time without the escalation die."""
        self.costs_quick: bool = False
        self.on_failed_save: list[Effect] = []
        self.failed_save_written: list[dict[str, object]] = []
        self.failed_saves: list[list[Effect]] = []
        """What the first, the second, the third failed save against it does."""
        self.failed_saves_written: list[list[dict[str, object]]] = []
        self.on_save: list[Effect] = []
        """What a save at once brings when it succeeds; of a lasting effect: what the save that ends it brings."""
        self.on_save_faces: int = ANY_FACE
        self.text: str = ""
        self.offers: list[Effect] = []
        """Of a text: what of it the GM may have carried out."""
        self.mark: str = ""
        """A state with a name of its own, that filters and needs can ask for."""
        self.exposes: list[int] = []
        """What attackers gain against the bearer, by modifier; `by` says which attackers."""
        self.exposes_die: int = 0
        """... and how often they add the escalation die to their attacks."""
        self.exposes_crit_die: bool = False
        self.exposes_damage: Amount = NOTHING
        self.by: str = ""
        self.fear_of: int = 0
        """The bearer fears the source, engaged with it and at so many hit points or fewer (ES-166)."""
        self.more_attacks: str = ""
        """An attack that consists of one more while this lasts."""
        self.unlocks: str = ""
        """An attack that waits, and that the bearer may use while this lasts."""
        self.reaches: str = ""
        """An attack that may go at nearby enemies while this lasts, engaged or not."""
        self.resists: dict[str, int] = {}
        self.unresists: str = ""
        self.immune_to: str = ""
        self.recovery_save: int = 0
        """A save that must be made before a recovery can be used."""
        self.counted: int = 0
        """Its modifiers are so much for each of these, counted when it begins."""
        self.more_targets: int = 0
        self.fewer_death_saves: int = 0
        self.empower: Amount = NOTHING
        """What its bearer's attacks deal besides; `or_miss`: when they miss, too."""
        self.or_miss: bool = False
        self.surely: int = 0
        """Its bearer's attacks hit whatever they roll, or every hit of theirs is a crit."""
        self.others: list[int] = []
        """Modifiers against everybody except the one it is about."""
        self.each_time: list[Effect] = []
        self.each_time_when: int = -1
        self.each_time_once: bool = False
        self.ends_when: list[tuple[int, int]] = []
        self.ends_by: int = -1
        """The action by which it is ended early; -1: none."""
        self.ends_by_whom: int = 0
        self.ends_by_rows: list[Effect] = []
        """What ending it so brings its bearer."""
        self.deals: Amount = NOTHING
        """What the bearer's hits deal besides."""
        self.follows: int = 0
        """Ongoing damage that is so many times the escalation die, read off it every time; 0: it is what it was when it began."""
        self.for_each: int = PER_NOTHING
        self.counting: list[Filter] = []
        """Of those the damage is counted by, only such."""
        self.fallen: bool = False
        """May fall on those lying unconscious too."""
        self.linked: bool = False
        """Is there anything that happens to the bearer, or by it, that this answers?"""
        self.written: dict[str, object] = {}
        self.tag: str = ""
        """What sets it apart from effects with the same figures."""
        self.among: list[Filter] = []
        """Of those on whom it falls, only such."""
        self.results: list[tuple[int, int, list[Effect]]] = []
        self.extra: int = 0
        """What a granted attack adds to its roll, once more for each further one in a chain."""
        self.grabbed_save: int = 0
        """Of a blow turned on an enemy: the save of one that is grabbed."""
        self.blunts: int = 0
        self.every: bool = False
        self.attacks_only: list[Filter] = []
        """Whoever bears it may attack such enemies only, as long as one of them stands."""
        self.rest_on: list[Filter] = []
        """The next hit on the bearer, or on the source, deals half damage, or every one; the rest to an ally that is such."""
        self.halved: bool = False
        self.plain: bool = False
        """A granted attack that sets off no riders."""
        self.reach: bool = False
        """A granted attack may go at any nearby enemy, engaged or not."""
        self.spends: bool = False
        """A granted attack, or power, costs one of its uses, and needs one."""
        self.per: str = ""
        """So much damage for each: `recovery` the target has left, `besetter` of it."""
        self.counts_failures: bool = False
        """Are the failed saves against it counted, because the save that ends it asks for them?"""


@final
class Rider:
    """A label under an attack (ES-170): on which faces and results it fires, and what it does then."""

    def __init__(self, name: str, faces: int, on_hit: bool, on_miss: bool, only_crit: bool, effects: list[Effect]) -> None:
        self.name: str = name
        self.faces: int = faces
        self.on_hit: bool = on_hit
        self.on_miss: bool = on_miss
        self.only_crit: bool = only_crit
        self.once: int = ONCE_NEVER_MIND
        self.above: int = -1
        """Fires only where the natural roll is above this ability score of the target; -1: whatever the target's scores."""
        self.beats: int = -1
        """Fires only where the total would have hit this defence too; -1: whatever the other defences."""
        self.nth: int = 1
        """Fires only the so-manieth time that its label fits, within what `once` says."""
        self.needs: Needs = NO_NEEDS
        self.mark: str = ""
        """Of a rider that counts for several attacks together: under which mark its uses are kept."""
        self.times: int = 1
        self.own_name: bool = False
        """A trait for its maker, whatever the attack: what it brings goes by the trait's name, not by the attack's."""
        self.against: list[Filter] = []
        self.opportunity: int = 0
        """Fires with any attack (0), with opportunity attacks only (1), with all others (2)."""
        self.effects: list[Effect] = effects
        self.grants_attack: bool = any(effect.op == GRANT_ATTACK for effect in effects)
        self.rerolls: bool = any(effect.op == REROLL for effect in effects)
        """Its maker may roll such an attack again; what else the rider says is for the second roll."""

    def fits(self, natural: int, hit: bool, crit: bool) -> bool:
        if self.only_crit:
            return crit
        return bool(self.faces >> natural & 1) and (self.on_hit if hit else self.on_miss)


@final
class Targets:
    """How many of whom, how far off."""

    def __init__(self) -> None:
        self.count: Amount = Amount([], 1)
        self.every: bool = False
        self.range: int = ENGAGED
        self.in_group: bool = False
        self.who: int = ENEMY
        self.hp_or_fewer: int = 0
        self.up_to: bool = False
        self.random: bool = False
        self.filter: list[Filter] = []
        self.faraway_penalty: int = 0
        self.foremost: int = 0
        """Of all these, only whoever has the fewest or most of something."""
        self.and_engaged: bool = False
        """The user's own allies who are engaged with the targets are targets too."""


@final
class Power:
    """An attack (it rolls against a defence) or a power (it just works)."""

    def __init__(self, name: str, number: int) -> None:
        self.name: str = name
        self.use_note: str = f"use:{name}"
        self.number: int = number
        self.shares: int = number
        """The power whose uses this one spends: itself, or another way to make the same attack."""
        self.rolls: bool = False
        self.kind: int = MELEE
        self.spell: bool = False
        self.magic: bool = False
        """Made with a magic weapon?"""
        self.action: int = STANDARD
        self.usage: int = AT_WILL
        self.uses: int = 0
        self.uses_dice: Amount = NOTHING
        """Uses per battle that are rolled when it begins."""
        self.group_per: int = 0
        """Of shared uses: so many for each this many of the block (rounded up); 0: so many in all."""
        self.pool: str = ""
        """Uses that it has in common with the other powers of its owner that name the same; "": none."""
        self.recharge: int = 0
        self.per_round: int = 0
        self.bonus: int = 0
        self.defence: int = AC
        self.attacks: Amount = Amount([], 1)
        self.different_targets: bool = False
        self.targets: Targets = Targets()
        self.needs: Needs = NO_NEEDS
        self.also: Power | None = None
        """The same attack with a second clause of targets, who come besides the first."""
        self.group_uses: bool = False
        self.trigger: int = NO_TRIGGER
        self.trigger_faces: int = ANY_FACE
        """The natural rolls of the attack that sets it off."""
        self.versus: int = 7
        self.strays: int = 0
        """The natural rolls with which it goes at a random nearby creature instead, rolled again."""
        self.hit: list[Effect] = []
        self.miss: list[Effect] = []
        self.crit: list[Effect] = []
        self.crit_total: int = 0
        """What a critical hit deals in all, instead of twice its damage; 0: as usual."""
        self.riders: list[Rider] = []
        self.flexible: bool = False
        self.unarmed: bool = False
        self.reload: int = FREE
        self.text: str = ""
        self.damage_type: str = ""
        self.twice_mean_hit: int = 0
        self.twice_mean_miss: int = 0
        self.heals: bool = False
        self.escapes: bool = False
        self.boosts: bool = False
        self.control: int = 0
        self.grants: bool = False
        self.moves: bool = False
        self.shakes: bool = False
        self.heals_self: int = 0
        """What it does for its user, for the machine: grants an attack, moves it, shakes effects off, heals so much on average."""
        self.price: int = 0
        """Twice the mean damage that it costs its user."""
        self.strikes: bool = False
        """Is it an attack, or damage dealt as by one, rather than something its user does to itself or for others?"""
        self.pairs: list[tuple[int, int]] = []
        """Attacks of its user that it consists of, by number, and how often each is made."""
        self.rushes: bool = False
        self.rouses: bool = False
        self.veils: bool = False
        """For the machine: it takes its user into melee, however far; gives allies more actions; surrounds its user with images."""
        self.of_spells: bool = False
        """Of a power that answers a hit: only one by a spell."""
        self.not_crits: bool = False
        """Of a power that answers a hit: not a critical one."""
        self.answers: Standing | None = None
        """Of a power that answers a hit: the attacks it answers; None: any."""
        self.answers_nearby: bool = False
        """Of a power that answers a hit on an ally: nearby is close enough."""
        self.redirects: bool = False
        self.guards: bool = False
        """Does it take the edge off blows at its user or an ally?"""
        self.attack_count: int = 1
        self.target_count: int = 2
        self.tracks: bool = False
        """Does anything in it hang on its other attacks of the same act, on the number of its targets, or on earlier attacks?"""
        self.counted: bool = False
        """Are its hits counted, because an attack of the block asks for them?"""
        self.retries: bool = False
        """May it be rolled again by its maker?"""
        self.spreads: bool = False
        """May its roll count against further enemies?"""
        self.offers: bool = False
        """Does its hit line hold a choice?"""

    def limited(self) -> bool:
        return self.usage != AT_WILL


@final
class Flexible:
    """A flexible attack (ES-98): its trigger on the natural die and what it adds."""

    def __init__(self, rider: Rider, kind: int) -> None:
        self.rider: Rider = rider
        self.kind: int = kind


@final
class Note:
    """Readable text whose moment the rules cannot see: the GM applies it, and what of it the rules know they carry out."""

    def __init__(self, name: str, text: str, kind: str, under: str, uses: int, effects: list[Effect]) -> None:
        self.name: str = name
        self.text: str = text
        self.kind: str = kind
        self.under: str = under
        self.uses: int = uses
        self.effects: list[Effect] = effects
        self.power: Power = Power(name, 0)


@final
class Block:
    """A stat block. Two combatants with the same block share one initiative roll (ES-06)."""

    def __init__(self, name: str) -> None:
        self.id: str = name
        self.name: str = name
        self.kind: int = MONSTER
        self.level: int = 1
        self.category: str = "normal"
        self.mook: bool = False
        self.role: str = "troop"
        self.type: str = "humanoid"
        self.abilities: list[int] = [10, 10, 10, 10, 10, 10]
        self.max_hp: int = 1
        self.defences: list[int] = [10, 10, 10]
        self.init_bonus: int = 0
        self.recovery_die: int = 0
        self.recoveries: int = 0
        self.uses_escalation: bool = False
        self.flies: bool = False
        self.sees_invisible: bool = False
        self.two_weapons: bool = False
        self.named_villain: bool = False
        self.crit_floor: int = 20
        self.resist: dict[str, int] = {}
        self.resist_except: list[str] = []
        self.weak_to: list[str] = []
        self.immune: list[str] = []
        self.immune_conditions: int = 0
        self.immune_price: int = 0
        """Damage it takes instead of a condition to which it is immune."""
        self.immune_ongoing: bool = False
        self.fear: int = 0
        self.fear_nearby: bool = False
        self.bonuses: list[Standing] = []
        self.disengage_bonus: int = 0
        self.hold_penalty: int = 0
        self.save_bonus: int = 0
        self.saves_always: bool = False
        self.overwhelming: bool = False
        self.intercepts_engaged: bool = False
        self.pack_per: int = 0
        self.pack_max: int = 0
        self.staggered_damage: Amount = NOTHING
        self.staggered_type: str = ""
        self.flank: Amount = NOTHING
        self.regeneration: int = 0
        self.regeneration_times: int = 0
        self.remembers: bool = False
        """Is it kept whom its attacks have hit, because one of them counts those?"""
        self.occasions: list[Occasion] = []
        self.occasion_mask: int = 0
        """The moments at which one of its occasions may come, as bits."""
        self.tires: bool = False
        """Does it cost it hit points to be in the air at the end of a turn?"""
        self.draws_no_opportunity: bool = False
        self.makes_no_opportunity: bool = False
        self.no_miss_damage: bool = False
        self.backgrounds: dict[str, int] = {}
        self.healing_background: int = 0
        self.potions: int = 0
        self.powers: list[Power] = []
        self.flexibles: list[Flexible] = []
        self.notes: list[Note] = []
        self.basic_melee: int = -1
        self.basic_ranged: int = -1
        self.reactions: list[int] = []
        self.handy: list[int] = []
        """Quick attacks, and powers without a roll that grant attacks, move, heal or free their user."""
        self.combined: list[int] = []
        """Standard actions that consist of attacks: its own, or those of allies."""
        self.plan: list[int] = []
        """The standard attacks a tactic weighs against each other."""
        self.threat: int = 1
        self.written: dict[str, object] = {}
        self.ranged_fighter: bool = False
        self.reaches_far: bool = False
        """Is its best attack good at faraway targets too?"""

    def modifier(self, ability: int) -> int:
        return (self.abilities[ability] - 10) // 2

    def multiplier(self) -> int:
        """ES-114: 1 to level 4, 2 from level 5, 3 from level 8."""
        return 1 if self.level < 5 else 2 if self.level < 8 else 3

    def dies_like_a_pc(self) -> bool:
        """R-15: PCs and companions are dying at 0; everyone else is slain."""
        return self.kind <= COMPANION


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
