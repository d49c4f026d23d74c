"""What can be said of an effect row without carrying it out."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect

_NOT_ON_TARGET = (
    b.ON_SELF, b.ON_ALLY, b.ON_EACH_ALLY, b.ON_EACH_OTHER, b.ON_RANDOM_OTHER, b.ON_ONE_ENGAGED, b.ON_ONE_NEARBY, b.ON_ALL_ALLIES,
    b.ON_RANDOM_CREATURE, b.ON_RANDOM_NEARBY, b.ON_ALLY_OR_SELF,
    b.ON_ALLIES_OF_TARGET,
)  # fmt: skip
_NOT_AT_TARGET = (b.GRANT_ATTACK, b.REGAIN, b.ESCALATION, b.ALSO_AT, b.OPENING, b.TEXT, b.DISPEL)
_AT_TARGET = (b.HARDEN, b.CHOOSE, b.TABLE)


def leaves_target_alone(effect: Effect) -> bool:
    """R-44, ES-108: does it touch only others than the target?"""
    if effect.op == b.POP_FREE:
        return effect.which == b.POP_SELF
    if effect.op in _AT_TARGET:
        return False
    return effect.on in _NOT_ON_TARGET or effect.op in _NOT_AT_TARGET
