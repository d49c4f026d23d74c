"""What whoever inflicts a wound names: a Defense, a type, an item, or a wound instead of critical dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option, Plain
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import effect_dice
from quintain.systems.tiers.battle import CreatureQuestion, ForcedQuestion, TiersBattle
from quintain.systems.tiers.sentences_stakes import critical_stakes, stake
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Item
from quintain.systems.tiers.throws import Hit, Threat

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


NAMED: Final = {
    v.EXPOSED: ("Which Defense of", "5 less of that Defense"),
    v.VULNERABLE: ("Which energy type against", "more damage of that type"),
    v.DISARMED: ("Which item of", "that item falls"),
}
"""What is asked, and what is done to what is named."""


class NamingQuestion(ForcedQuestion):
    """The inflicter names a Defense, a type or an item (TI-98, TI-102, TI-110)."""

    def __init__(self, battle: TiersBattle, who: Creature, target: Creature, wound: int, threat: Threat) -> None:
        super().__init__(battle, "name", who)
        self.target = target
        self.wound = wound
        self.threat = threat

    def title(self) -> str:
        return f"{NAMED[self.wound][0]} {self.target.name}?"

    def stakes(self) -> list[Stake]:
        """What the wound does to what is named."""
        return stake(f"{v.WOUNDS[self.wound]}: {NAMED[self.wound][1]}")

    def options(self) -> list[Option]:
        about = v.WOUND_KINDS[self.wound].about
        if not about:
            return [Plain(item.id, item.name) for item in items_to_strike_away(self.target)]
        return [Plain(name, name) for name in v.ABOUT[about]]

    def choose(self, tactic: Tactic) -> Option:
        options = self.options()
        if self.wound == v.VULNERABLE:
            for power in self.creature.sheet.powers:
                for place in range(len(v.ENERGIES)):
                    if power.energy >> place & 1:
                        return options[place]
            return options[4]
        return options[0]

    def withdrawn(self) -> bool:
        return self.threat.is_over(self.target) or not self.options()


def items_to_strike_away(creature: Creature) -> list[Item]:
    """What can be struck from its hands, the main weapon first."""
    return [item for item in creature.held if not item.tags & v.NATURAL]


def critical_severity(wound: int, steps: int) -> int:
    """How grave a wound is that is taken instead of so many critical dice."""
    return min(5, steps) if wound in v.GRADED_WOUNDS else v.WOUND_SEVERITY[wound]


class CritQuestion(CreatureQuestion):
    """TI-R62, `crit_wound`: the critical dice of a hit, or one wound of a severity up to the multiplier?"""

    def __init__(self, battle: TiersBattle, hit: Hit, steps: int) -> None:
        super().__init__(battle, "critical", hit.attack.attacker)
        self.hit = hit
        self.steps = steps

    def title(self) -> str:
        return f"A critical hit on {self.hit.target.name}: {self.steps} more Effect dice, or a wound?"

    def stakes(self) -> list[Stake]:
        return critical_stakes(self.steps, effect_dice(self.hit.attack)[1])

    def options(self) -> list[Option]:
        found: list[Option] = [Plain("dice", "The dice")]
        for wound in range(v.FIRST_EVENT):
            severity = critical_severity(wound, self.steps)
            if severity <= self.steps:
                found.append(Plain(v.WOUNDS[wound], f"{v.WOUNDS[wound]} {severity}"))
        return found

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def withdrawn(self) -> bool:
        return not self.hit.can_harm(self.arena)
