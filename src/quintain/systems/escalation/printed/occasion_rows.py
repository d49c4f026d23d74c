"""Occasions: what may happen around a creature and set off what its stat block says of it, as plain data rows.

A row names its moment by a number (`vocabulary.WHENS`); `file_format/occasion_building.py` makes rows of a file's text,
`traits/occasions.py` carries them out. Whoever the moment brings in (the attacker, the enemy whose turn it is, the ally that
fell) is the target of the row's effects; the creature itself is `self`.
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NO_NEEDS, Effect, Filter, Needs, Rider
from quintain.systems.escalation.printed.stat_block import Power

TURNS: Final = 1 << b.WHEN_TURN_START | 1 << b.WHEN_TURN_END | 1 << b.WHEN_ENEMY_TURN_START | 1 << b.WHEN_ENEMY_TURN_END
OTHERS_STAGGERED: Final = 1 << b.WHEN_ENEMY_STAGGERED | 1 << b.WHEN_ALLY_STAGGERED | 1 << b.WHEN_STAGGERS_ENEMY
OTHERS_DROP: Final = 1 << b.WHEN_ENEMY_DROPS | 1 << b.WHEN_ALLY_DROPS | 1 << b.WHEN_FELLS_ENEMY
ATTACKS: Final = (b.WHEN_ATTACKED, b.WHEN_AIMED_AT, b.WHEN_STRUCK)
"""An attack on it is resolved; is declared, before its d20; is rolled, before its damage."""
OF_OTHERS: Final = (*ATTACKS, b.WHEN_ENEMY_AIMS, b.WHEN_ENEMY_ATTACKS, b.WHEN_ALLY_ATTACKS)
ROLLED: Final = (*OF_OTHERS, b.WHEN_ATTACKING)
WITH_FACES: Final = (
    b.WHEN_ATTACKED, b.WHEN_STRUCK, b.WHEN_ATTACKING, b.WHEN_DROPS, b.WHEN_STAGGERED, b.WHEN_DAMAGED, b.WHEN_ENEMY_ATTACKS,
    b.WHEN_ALLY_ATTACKS,
)  # fmt: skip
"""Moments at which there is the d20 of an attack to read."""
ANYBODYS: Final = 1 << b.WHEN_ENEMY_ATTACKS | 1 << b.WHEN_ALLY_ATTACKS
"""Somebody's attack, on whomever, is resolved."""
WATCHED: Final = OTHERS_STAGGERED | OTHERS_DROP
"""Moments that look at how hurt somebody else is."""

QUEUED: Final = 100
"""In the list of what an act has set off, an occasion stands as this plus its moment."""


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
        self.within: int = b.ANYWHERE
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
