"""Every verb an effect row may have, by its number."""

from __future__ import annotations

from typing import Final

from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Verb
from quintain.systems.escalation.traits.verbs_actions import ACTION_VERBS, ANSWERS
from quintain.systems.escalation.traits.verbs_conditions import CONDITIONS
from quintain.systems.escalation.traits.verbs_harm import HARM
from quintain.systems.escalation.traits.verbs_movement import MOVEMENT

VERBS: Final[dict[int, Verb]] = {verb.op: verb for verb in [*HARM, *CONDITIONS, *MOVEMENT, *ACTION_VERBS, *ANSWERS]}


def effect_of(op: int) -> Effect:
    """An empty row with this verb."""
    return VERBS[op].make()


def lasting_effect() -> LastingEffect:
    """An empty row that lasts."""
    return LastingEffect(VERBS[b.LASTING])
