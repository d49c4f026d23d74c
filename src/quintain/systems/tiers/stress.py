"""Stress, Push Yourself and Beacon Points (part N): what they buy and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.question import Option, Plain
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import ForcedQuestion, TiersBattle
from quintain.systems.tiers.sentences_round import tell_cautious
from quintain.systems.tiers.sentences_stakes import price_stakes
from quintain.systems.tiers.sentences_state import tell_beacon, tell_stress
from quintain.systems.tiers.sheet import Creature

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


class PriceQuestion(ForcedQuestion):
    """TI-121: pay this in Stress, or let a Beacon Point cover all of it?"""

    def __init__(self, battle: TiersBattle, creature: Creature, price: int, owed: bool, strict: bool = False) -> None:
        super().__init__(battle, "price", creature)
        self.price = price
        self.owed = owed
        """A price that comes of resisting: it is taken even where it does not fit (TI-118)."""
        self.strict = strict
        """Nor may it be taken there, with `overstress: refuse`: then the resistance comes to nothing."""

    def title(self) -> str:
        return f"{self.creature.name}: {self.price} Stress, or a Beacon Point?"

    def stakes(self) -> list[Stake]:
        return price_stakes(self.creature, self.price, self.owed)

    def options(self) -> list[Option]:
        found: list[Option] = []
        if self.strict and self.creature.free_stress() < self.price:
            found.append(Plain("no", "Let it go: no Stress and no effect"))
        elif self.owed or self.creature.free_stress() >= self.price or self.creature.beacon <= 0:
            found.append(Plain("stress", f"Take {self.price} Stress"))
        if self.creature.beacon > 0:
            found.append(Plain("beacon", "Spend a Beacon Point"))
        return found

    def withdrawn(self) -> bool:
        return super().withdrawn() or self.creature.beacon <= 0

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def standing(self, order: str) -> str:
        if order == "always":
            return "beacon"
        return "no" if self.strict and self.creature.free_stress() < self.price else "stress"


def pay(battle: TiersBattle, creature: Creature, price: int, what: str) -> None:
    """A fixed price (TI-112), already known to be payable."""
    if price <= 0:
        return
    asks = price > 1 or creature.free_stress() < price
    if not (asks and is_covered(battle, PriceQuestion(battle, creature, price, False))):
        add_stress(battle, creature, price, what, "TI-112")


def is_covered(battle: TiersBattle, question: PriceQuestion) -> bool:
    """TI-121: does a Beacon Point cover the price? Nobody is asked who has none."""
    creature = question.creature
    answer = battle.ask(question) if creature.beacon > 0 else None
    if answer is None or answer.id() != "beacon" or creature.beacon <= 0:
        return False
    spend_beacon(battle, creature, f"to cover {question.price} Stress")
    return True


def owe(battle: TiersBattle, creature: Creature, price: int, what: str) -> bool:
    """A price that comes of a Resistance Roll: beyond the track it fills it (TI-118), or is refused with `overstress: refuse`.

    A critical one clears a box (TI-116). False: it was not paid, and the roll comes to nothing.
    """
    if price < 0:
        add_stress(battle, creature, price, "a critical resistance", "TI-116")
        return True
    strict = battle.switches.overstress == "refuse"
    if is_covered(battle, PriceQuestion(battle, creature, price, True, strict)):
        return True
    if strict and creature.free_stress() < price:
        return False
    add_stress(battle, creature, price, what, "TI-116")
    return True


def add_stress(battle: TiersBattle, creature: Creature, amount: int, what: str, clause: str) -> None:
    """Mark Stress (or clear it), within the track."""
    before = creature.stress
    creature.stress = max(0, min(creature.max_stress, creature.stress + amount))
    if creature.stress > before:
        battle.note("stress", creature.id, creature.stress - before)
    tell_stress(battle, creature, creature.stress - before, what, clause)


def spend_beacon(battle: TiersBattle, creature: Creature, what: str) -> None:
    creature.beacon -= 1
    battle.note("beacon", creature.id)
    tell_beacon(battle, creature, what)


def buy_with_beacon(battle: TiersBattle, creature: Creature, what: str) -> None:
    """TI-121: one more Act or React this round."""
    spend_beacon(battle, creature, f"for one more {what.capitalize()}")
    if what == "act":
        creature.extra_acts += 1
    else:
        creature.extra_reacts += 1


def spend_react(battle: TiersBattle, creature: Creature) -> None:
    """One React of a creature that can (`can_react`); with none left a Beacon Point buys it (TI-121)."""
    if creature.reacts_left() <= 0:
        buy_with_beacon(battle, creature, "react")
    undecided = creature.stance == v.UNDECIDED
    creature.spend_react()
    if undecided and creature.stance != v.UNDECIDED:
        tell_cautious(battle, creature)


def beacon_words(creature: Creature) -> str:
    """What a question says whose Reacts would each take a Beacon Point."""
    return " (No React left: it takes a Beacon Point.)" if creature.reacts_left() <= 0 else ""
