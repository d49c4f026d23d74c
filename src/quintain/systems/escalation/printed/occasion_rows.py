"""Occasions: what may happen around a creature and set off what its stat block says of it, as plain data rows.

A row names its moment by a number (`vocabulary.WHENS`); `file_format/occasion_building.py` makes rows of a file's text,
`traits/occasions.py` carries them out. Whoever the moment brings in (the attacker, the enemy whose turn it is, the ally that
fell) is the target of the row's effects; the creature itself is `self`.
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.fields_blocks import OccasionTraits
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Rider
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
class Occasion(OccasionTraits):
    """At such a moment, if all this is so, these effects happen."""

    def __init__(self, name: str, when: int, label: Rider) -> None:
        super().__init__(name, when, label)
        self.power: Power = Power(name, 0)
        self.use_key: str = f"*:{name}"
        self.count_key: str = f"*:{name}#"

    def effects(self) -> list[Effect]:
        return self.label.effects
