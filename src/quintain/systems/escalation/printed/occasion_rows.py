"""Occasions: what may happen around a creature and set off what its stat block says of it, as plain data rows.

A row names its moment by a number from the list below; `file_format/occasion_building.py` makes rows of a file's text,
`traits/occasions.py` carries them out. Whoever the moment brings in (the attacker, the enemy whose turn it is, the ally that
fell) is the target of the row's effects; the creature itself is `self`.
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NO_NEEDS, Effect, Filter, Needs, Rider
from quintain.systems.escalation.printed.stat_block import Power

TURN_START: Final = 0
TURN_END: Final = 1
ENEMY_TURN_START: Final = 2
ENEMY_TURN_END: Final = 3
ATTACKED: Final = 4
ATTACKING: Final = 5
STAGGERED: Final = 6
DROPS: Final = 7
ENEMY_STAGGERED: Final = 8
ENEMY_DROPS: Final = 9
ALLY_STAGGERED: Final = 10
ALLY_DROPS: Final = 11
STAGGERS_ENEMY: Final = 12
FELLS_ENEMY: Final = 13
ENEMY_ENGAGES: Final = 14
ENGAGES: Final = 15
ENEMY_LEAVES: Final = 16
ENEMY_DISENGAGES: Final = 17
ENEMY_FAILS_DISENGAGE: Final = 18
DISENGAGES: Final = 19
FAILS_DISENGAGE: Final = 20
INTERCEPTED: Final = 21
FAILED_SAVE: Final = 22
MADE_SAVE: Final = 23
DAMAGED: Final = 24
HEALED: Final = 25
BATTLE_START: Final = 26
ESCALATION: Final = 27
AIMED_AT: Final = 28
STRUCK: Final = 29
ENEMY_AIMS: Final = 30
ENEMY_ATTACKS: Final = 31
ALLY_ATTACKS: Final = 32
ENEMY_COMES: Final = 33
ENEMY_MOVES: Final = 34
ALLY_ENGAGES: Final = 35
ESCALATION_RISES: Final = 36
WHENS: Final = (
    "turn_start",
    "turn_end",
    "enemy_turn_start",
    "enemy_turn_end",
    "attacked",
    "attacking",
    "staggered",
    "drops",
    "enemy_staggered",
    "enemy_drops",
    "ally_staggered",
    "ally_drops",
    "staggers_enemy",
    "fells_enemy",
    "enemy_engages",
    "engages",
    "enemy_leaves",
    "enemy_disengages",
    "enemy_fails_disengage",
    "disengages",
    "fails_disengage",
    "intercepted",
    "failed_save",
    "made_save",
    "damaged",
    "healed",
    "battle_start",
    "escalation",
    "aimed_at",
    "struck",
    "enemy_aims",
    "enemy_attacks",
    "ally_attacks",
    "enemy_comes",
    "enemy_moves",
    "ally_engages",
    "escalation_rises",
)

TURNS: Final = 1 << TURN_START | 1 << TURN_END | 1 << ENEMY_TURN_START | 1 << ENEMY_TURN_END
OTHERS_STAGGERED: Final = 1 << ENEMY_STAGGERED | 1 << ALLY_STAGGERED | 1 << STAGGERS_ENEMY
OTHERS_DROP: Final = 1 << ENEMY_DROPS | 1 << ALLY_DROPS | 1 << FELLS_ENEMY
ROLLED: Final = (ATTACKED, AIMED_AT, STRUCK, ATTACKING, ENEMY_AIMS, ENEMY_ATTACKS, ALLY_ATTACKS)
ATTACKS: Final = (ATTACKED, AIMED_AT, STRUCK)
"""An attack on it is resolved; is declared, before its d20; is rolled, before its damage."""
OF_OTHERS: Final = (ATTACKED, AIMED_AT, STRUCK, ENEMY_AIMS, ENEMY_ATTACKS, ALLY_ATTACKS)
WITH_FACES: Final = (ATTACKED, STRUCK, ATTACKING, DROPS, STAGGERED, DAMAGED, ENEMY_ATTACKS, ALLY_ATTACKS)
"""Moments at which there is the d20 of an attack to read."""
ANYBODYS: Final = 1 << ENEMY_ATTACKS | 1 << ALLY_ATTACKS
"""Somebody's attack, on whomever, is resolved."""
WATCHED: Final = OTHERS_STAGGERED | OTHERS_DROP
"""Moments that look at how hurt somebody else is."""

QUEUED: Final = 100
"""In the list of what an act has set off, an occasion stands as this plus its moment."""

# how far off the other may be
ANYWHERE: Final = 0
WITHIN_ENGAGED: Final = 1
WITHIN_NEARBY: Final = 2
WITHINS: Final = ("", "engaged", "nearby")

# opportunity attacks: whatever, only these, all but these
OPPORTUNITIES: Final = ("", "only", "never")


@final
class Occasion:
    """At such a moment, if all this is so, these effects happen."""

    def __init__(self, name: str, when: int, label: Rider) -> None:
        self.name: str = name
        self.when: int = when
        self.label: Rider = label
        """Of an attack: on which faces and results; its effects are the occasion's."""
        self.kinds: int = 7
        self.versus: int = 7
        self.opportunity: int = 0
        self.spell: bool = False
        self.limited: bool = False
        self.escalated: bool = False
        """Only where the attacker adds the escalation die; it may decline."""
        self.types: list[str] = []
        """The damage types of the attack, or of the damage taken; none: any."""
        self.with_power: str = ""
        self.except_types: list[str] = []
        self.weapons: list[str] = []
        self.not_weapons: list[str] = []
        """Words of which the attack's name must hold one, or may hold none; `unarmed` is the blow of a bare fist."""
        self.least: int = 0
        """Of damage taken: at least so much."""
        self.within: int = ANYWHERE
        self.against: list[Filter] = []
        self.needs: Needs = NO_NEEDS
        self.once: int = b.ONCE_NEVER_MIND
        self.times: int = 1
        self.shared: bool = False
        """All of its mob, or of its kind, count their uses together."""
        self.nth: int = 0
        """It comes the so many-eth time that all is as it needs, and only then; 0: every time."""
        self.later: bool = False
        """It follows whoever leaves, so it waits until that one has gone."""
        self.save: int = 0
        """A save the creature must make first; 0: none."""
        self.die: int = 0
        self.die_least: int = 0
        """A die that must show this much or more; with least 0: no more than the escalation die."""
        self.asks: bool = False
        self.interrupt: bool = False
        """It costs the interrupt, so it does not come on its own turn, nor twice before its next (ES-31)."""
        self.alone: bool = False
        """Of an enemy that engages it: only where it was in nobody else's melee."""
        self.takes_action: bool = False
        """Something it does, so that whoever cannot act leaves it undone."""
        self.power: Power = Power(name, 0)
        self.use_key: str = f"*:{name}"
        self.count_key: str = f"*:{name}#"

    def effects(self) -> list[Effect]:
        return self.label.effects
