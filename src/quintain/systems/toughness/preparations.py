"""What a combatant has prepared, as text and in parts: a trigger, and a standard or move action to go with it (TO-17).

"approach:attack:sword", "attack@crane:hold", "fall@bob:aid", "move:power:mend@bob", "word:item".
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.act_kinds import ACT_KINDS

APPROACH: Final = "approach"
ATTACK: Final = "attack"
POWER: Final = "power"
MOVE: Final = "move"
FALL: Final = "fall"
WORD: Final = "word"
TRIGGERS: Final = (APPROACH, ATTACK, POWER, MOVE, FALL, WORD)
"""A foe (or the one named) comes within reach, attacks, uses a power, moves; an ally (or who is named) falls; the GM says so."""


@final
class Plan:
    """One preparation. `whom` names who must set it off, `target` to whom the action is done; "" for what follows from the trigger."""

    def __init__(self, trigger: str, whom: str, kind: str, tool: str, intent: str, target: str) -> None:
        self.trigger: Final[str] = trigger
        self.whom: Final[str] = whom
        self.kind: Final[str] = kind
        self.tool: Final[str] = tool
        """A weapon or a power by its key; of a preparation inside a preparation the whole inner plan."""
        self.intent: Final[str] = intent
        self.target: Final[str] = target


MOST_PLANS: Final = 2_000
_plans: Final[dict[str, Plan]] = {}
"""Plans that were read, by their text: a turn lists dozens, the same each time."""


def plan_of(text: str) -> Plan:
    """The parts of a plan, sensible or not."""
    found = _plans.get(text)
    if found is None:
        if len(_plans) >= MOST_PLANS:
            _plans.clear()
        found = _plans[text] = _plan_read(text)
    return found


def _plan_read(text: str) -> Plan:
    trigger, _, action = text.partition(":")
    name, _, whom = trigger.partition("@")
    kind, _, rest = action.partition(":")
    if kind == "prepare":
        return Plan(name, whom, kind, rest, "", "")
    action, _, target = action.partition("@")
    kind, _, rest = action.partition(":")
    tool, _, intent = rest.partition(":")
    return Plan(name, whom, kind, tool, intent, target)


def why_no_plan(text: str, nested: bool = False) -> str:
    """Why this can be nobody's preparation, whatever has become of weapons and targets; a plan may hold one other, no more (TO-17)."""
    plan = plan_of(text)
    if plan.trigger not in TRIGGERS:
        return f"a trigger is {', '.join(TRIGGERS)}"
    only = "only standard and move actions can be prepared"
    if plan.kind == "prepare":
        return f"{only}; a prepared preparation cannot be prepared again" if nested else why_no_plan(plan.tool, True)
    kind = ACT_KINDS.get(plan.kind)
    return "" if kind is not None and kind.takes in (v.STANDARD, v.MOVE) else only
