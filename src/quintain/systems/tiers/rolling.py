"""Action Rolls from announcement to the last throw: Push, Aid, the dice, and throwing again (parts A, G, N)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.event import Event
from quintain.engine.question import Option, Plain, Question
from quintain.engine.roll import Roll
from quintain.engine.tactic import Tactic
from quintain.systems.tiers.attack import Terms
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.pools import BOX, PoolDice
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stress import PushQuestion, pay, spend_beacon
from quintain.systems.tiers.vocabulary import NONE

RISE: Final = 80
RISES: Final[dict[int, list[int]]] = {}
"""The numbers of critical steps from a first one on, as far as they were needed; the same for everybody."""


@final
class Throw:
    """A roll being made: what went into it, and the dice once they lie."""

    def __init__(self, roller: Creature, what: str, rating: int, sides: int) -> None:
        self.roller = roller
        self.what = what
        self.rating = rating
        self.sides = sides
        self.pushed = False
        self.aider = NONE
        self.beacon = False
        self.again = False
        """The Aid's second throw has been taken."""
        self.price = 0
        """The Stress it costs as it is, for whoever may throw again."""
        self.terms: Terms | None = None
        self.dice: PoolDice | None = None
        self.roll: Roll | None = None


def audience_of(battle: TiersBattle, roller: Creature) -> str:
    """Adversaries' rolls are open or hidden as the table likes (section 7)."""
    return "gm" if battle.switches.gm_rolls == "hidden" and not roller.sheet.is_pc else "all"


def throw(battle: TiersBattle, made: Throw, tier: int, about: str, against: str = "") -> Roll:
    """TI-01 to TI-04: the pools of this Tier, with Push, Aid and Beacon each adding one (TI-08)."""
    tier += made.pushed + (made.aider >= 0) + made.beacon
    if made.terms is not None:
        for name, given in (("Push", made.pushed), ("Aid", made.aider >= 0), ("Beacon", made.beacon)):
            if given:
                made.terms.append((name, 1))
    dice = BOX.pool(tier, made.rating, made.sides, battle.switches.deep_penalty == "deeper")
    made.dice = dice
    roll = battle.roll(made.roller.id, made.what, dice, audience_of(battle, made.roller), about, against)
    made.roll = roll
    return roll


def steps_above(roll: Roll, number: int) -> int:
    """TI-06: full tens above the target number, of a roll known to have reached it."""
    steps = 0
    while True:
        first = number + 10 * (steps + 1)
        cuts = RISES.get(first)
        if cuts is None:
            cuts = RISES[first] = list(range(first, first + RISE, 10))
        reached = roll.band(cuts, "crit")
        steps += reached
        if reached < RISE // 10:
            return steps


def offer_push(battle: TiersBattle, roller: Creature, gain: str, about: str, wise: bool, careful: bool = False) -> bool:
    """TI-57, TI-66, TI-120; nobody is asked who cannot pay."""
    if (roller.max_stress == 0 and roller.beacon == 0) or not roller.can_pay(1):
        return False
    question = PushQuestion(battle, about, roller, gain)
    question.wise = wise and roller.free_stress() >= 1
    question.careful = careful and roller.free_stress() >= 1
    answer = battle.ask(question)
    if answer is None or answer.id() != "yes" or not roller.can_pay(1):
        return False
    pay(battle, roller, 1, f"pushing for {gain}")
    return True


class RedoQuestion(Question):
    """A failed roll: throw it again through Aid (TI-48), or for a Beacon Point at +1 Tier (TI-121)?"""

    def __init__(self, battle: TiersBattle, made: Throw) -> None:
        super().__init__(battle, "redo", made.roller.id)
        self.made = made

    def title(self) -> str:
        price = f"As it is, it costs {self.made.price} Stress. " if self.made.price else ""
        return f"{self.made.roller.name}'s {self.made.what} roll failed. {price}Throw it again?"

    def options(self) -> list[Option]:
        found: list[Option] = []
        if self.made.aider >= 0 and not self.made.again:
            found.append(Plain("aid", "Throw again, thanks to the Aid"))
        found.append(Plain("no", "Let it stand"))
        if self.made.roller.beacon > 0 and not self.made.beacon:
            found.append(Plain("beacon", "Throw again at +1 Tier for a Beacon Point"))
        return found

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def standing(self, order: str) -> str:
        return "aid" if order == "always" and self.made.aider >= 0 and not self.made.again else "no"


def offer_redo(battle: TiersBattle, made: Throw) -> bool:
    """After a failure: True when the roll is to be thrown again; the second result counts."""
    roller = made.roller
    aid = made.aider >= 0 and not made.again
    beacon = roller.beacon > 0 and not made.beacon
    if not aid and not beacon:
        return False
    answer = battle.ask(RedoQuestion(battle, made))
    if answer is None or not roller.is_present():
        return False
    if answer.id() == "aid":
        made.again = True
        return True
    if answer.id() == "beacon" and roller.beacon > 0:
        made.beacon = True
        spend_beacon(battle, roller, "to throw again at +1 Tier")
        return True
    return False


def pool_words(made: Throw) -> list[tuple[str, int]]:
    """The kept dice of a throw, for an event's arithmetic; nothing while the dice are unknown."""
    roll, dice = made.roll, made.dice
    if roll is None or dice is None or not roll.faces:
        return []
    first, second, middle = dice.split(roll.faces)
    d20s = ", ".join(str(face) for face in roll.faces[:middle])
    terms = [(f"{dice.d20s}d20 ({d20s}) {'best' if dice.best else 'worst'}", first)]
    if dice.dice:
        rest = ", ".join(str(face) for face in roll.faces[middle:])
        terms.append((f"{dice.dice}d{dice.sides} ({rest}) {'best' if dice.best_die else 'worst'}", second))
    return terms


def tier_words(made: Throw) -> str:
    """Where the number of d20s comes from: "Tier 2 + Flanking - Distracted"."""
    if made.terms is None:
        return ""
    parts = [f"Tier {made.terms[0][1]}"]
    for name, shift in made.terms[1:]:
        parts.append(f"{'+' if shift > 0 else '-'} {name}")
    return " ".join(parts)


def tell_botch(battle: TiersBattle, made: Throw) -> None:
    """TI-07: counted only where the table counts botches."""
    roll = made.roll
    if battle.switches.botch_points != "count" or roll is None:
        return
    if roll.flagged():
        count_botch(battle, made.roller)


def count_botch(battle: TiersBattle, roller: Creature) -> None:
    if battle.switches.botch_points == "count":
        roller.botches += 1
        if battle.telling:
            battle.tell(Event("botch", f"{roller.name} botches.", [roller.id], clause="TI-07"))
