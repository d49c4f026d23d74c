"""Action Rolls from announcement to the last throw: Push, Aid, the dice, and throwing again (parts A, G, N)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option, Plain
from quintain.engine.roll import Roll
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import sense_lost
from quintain.systems.tiers.awaiting import await_dice
from quintain.systems.tiers.battle import Awaited, CreatureQuestion, TiersBattle
from quintain.systems.tiers.estimates import open_aim
from quintain.systems.tiers.reactions import roll_announced
from quintain.systems.tiers.sentences import price_words
from quintain.systems.tiers.sentences_attacks import tell_botch
from quintain.systems.tiers.sentences_round import tell_in_vain, tell_sense_lost
from quintain.systems.tiers.sentences_stakes import (
    mean_damage,
    one_more,
    price_stakes,
    push_damage_stakes,
    push_stakes,
    redo_stakes,
    stake,
    throw_stakes,
)
from quintain.systems.tiers.stress import pay, spend_beacon
from quintain.systems.tiers.tactics_careful import pushes_attack, pushes_damage
from quintain.systems.tiers.throws import Hit, Throw, Throwing

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

RISE: Final = 80
RISES: Final[dict[int, list[int]]] = {}
"""The numbers of critical steps from a first one on, as far as they were needed; the same for everybody."""


def fails_unrolled(battle: TiersBattle, made: Throw) -> bool:
    """TI-93, TI-97: what wholly depends on a lost sense fails without a roll."""
    clause = sense_lost(made.roller, made.needs(battle))
    if clause:
        tell_sense_lost(battle, made, clause)
    return clause != ""


def announce(battle: TiersBattle, made: Throw) -> bool:
    """TI-57, TI-48, TI-52: before the dice a Push, then Aid and whatever else answers an announced roll. False: it is lost by then."""
    made.pushed = push(battle, made, made)
    if made.withdrawn and is_lost(battle, made):
        return False
    made.aider = roll_announced(battle, made)
    return True


def throw(battle: TiersBattle, made: Throw, about: str, against: str = "") -> Roll:
    """The dice of this roll as they are now, thrown; void where a ruling leaves nobody to throw them, or nothing to throw at: that
    is told."""
    while True:
        made.terms = [] if battle.telling else None
        made.dice = made.pool(battle, made.terms)
        roll = await_dice(battle, made.roller, made.what, made.dice, made, about, against)
        if not roll.void or is_lost(battle, made):
            made.roll = roll
            if not roll.void and made.aider == made.roller.aided_by:
                made.roller.aided_by = v.NONE  # TI-45: the Aid given ahead has gone into this roll
            return roll


def is_lost(battle: TiersBattle, made: Throw) -> bool:
    """Is there nobody to throw it any more, or nothing it could bring about? Then it is told so."""
    why = made.why_lost(battle)
    if why:
        tell_in_vain(battle, made.roller, made.named, made.target, why, made.clause)
    return why != ""


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


PUSH: Final = Plain("yes", "Push")
NO_PUSH: Final = Plain("no", "Don't push")


class PushQuestion(CreatureQuestion):
    """TI-57, TI-66, TI-120: Push Yourself for 1 Stress?"""

    def __init__(self, battle: TiersBattle, made: Throw, dice: Awaited, hit: Hit | None, steps: int) -> None:
        super().__init__(battle, "push" if hit is None else "push damage", made.roller)
        self.made = made
        self.dice = dice
        """What would be thrown with it."""
        self.hit = hit
        self.steps = steps
        """The hit whose damage it helps, and its critical steps; none where it helps the roll."""
        self.attack = made.attack
        self.target = made.target if hit is None else hit.target
        self.gain = "+1 Tier" if hit is None else "+1 Effect die"

    def title(self) -> str:
        return f"{self.creature.name}: push yourself for {self.gain} ({price_words(self.creature, 1)})?"

    def stakes(self) -> list[Stake]:
        attack, target = self.attack, self.target
        if attack is None or target is None:
            return price_stakes(self.creature, 1)
        if self.about != "push":
            return push_damage_stakes(attack, self.steps)
        return push_stakes(attack, target, open_aim(self.arena, attack, target))

    def options(self) -> list[Option]:
        brings = "drop" if self.hit is not None else ""
        found: list[Option] = [Throwing(self.arena, "no", "Don't push", self.made, brings, self.worth(False))]
        if self.creature.can_pay(1):
            words = f"Push for {self.gain}: {price_words(self.creature, 1)}"
            found.append(Throwing(self.arena, "yes", words, self.made, brings, self.worth(True)))
        return found

    def worth(self, pushed: bool) -> list[Stake]:
        """The dice of an attack and its damage as they are, or pushed for a price."""
        attack, target = self.attack, self.target
        found: list[Stake] = []
        if attack is not None and target is not None:
            if self.about == "push":
                aim = open_aim(self.arena, attack, target)
                found = throw_stakes(attack, target, one_more(aim.dice) if pushed else aim.dice, aim.number)
            else:
                found = stake(f"{mean_damage(attack, self.steps + (1 if pushed else 0)):g} damage on average")
        return [*found, *price_stakes(self.creature, 1)] if pushed else found

    def choose(self, tactic: Tactic) -> Option:
        attack, target = self.attack, self.target
        if attack is None or target is None or self.creature.free_stress() < 1:
            return NO_PUSH
        if self.about == "push":
            wanted = pushes_attack(self.arena, attack, target, tactic.level)
        else:
            wanted = pushes_damage(self.arena, attack, target, self.steps, tactic.level)
        return PUSH if wanted else NO_PUSH

    def withdrawn(self) -> bool:
        """Also where nothing is thrown any more, or nothing more for it."""
        return super().withdrawn() or not self.creature.can_pay(1) or not self.dice.gains(self.arena)

    def standing(self, order: str) -> str:
        """An order to push always spends no Beacon Points on it."""
        if order != "always":
            return "no"
        return "yes" if self.creature.free_stress() >= 1 else ""


def push(battle: TiersBattle, made: Throw, dice: Awaited, hit: Hit | None = None, steps: int = 0) -> bool:
    """TI-57, TI-120: 1 Stress for +1 Tier, before the roll? TI-66: of a hit with so many critical steps, for +1 Effect die?

    Nobody is asked who cannot pay.
    """
    roller = made.roller
    if (roller.max_stress == 0 and roller.beacon == 0) or not roller.can_pay(1):
        return False
    question = PushQuestion(battle, made, dice, hit, steps)
    answer = battle.ask(question)
    if answer is None:
        made.withdrawn = True
        return False
    if answer.id() != "yes" or not roller.can_pay(1):
        return False
    pay(battle, roller, 1, f"pushing for {question.gain}")
    return True


class RedoQuestion(CreatureQuestion):
    """A failed roll: throw it again through Aid (TI-48), or for a Beacon Point at +1 Tier (TI-121)?"""

    def __init__(self, battle: TiersBattle, made: Throw) -> None:
        super().__init__(battle, "redo", made.roller)
        self.made = made

    def title(self) -> str:
        price = f"As it is, it costs {self.made.price} Stress. " if self.made.price and self.creature.max_stress else ""
        return f"{self.creature.name}'s {self.made.what} roll failed. {price}Throw it again?"

    def stakes(self) -> list[Stake]:
        return redo_stakes(self.made)

    def withdrawn(self) -> bool:
        return super().withdrawn() or len(self.options()) == 1 or bool(self.made.why_lost(self.arena))

    def options(self) -> list[Option]:
        found: list[Option] = []
        if self.made.aider >= 0 and not self.made.again:
            found.append(Throwing(self.arena, "aid", "Throw again, thanks to the Aid", self.made))
        found.append(Plain("no", "Let it stand"))
        if self.creature.beacon > 0 and not self.made.beacon:
            found.append(Throwing(self.arena, "beacon", "Throw again at +1 Tier for a Beacon Point", self.made))
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
    if (not aid and not beacon) or made.why_lost(battle):
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


def is_final(battle: TiersBattle, made: Throw, success: bool) -> bool:
    """Does this throw count: a success, or a failure that is not thrown again?

    TI-07: with a 1 among its d20s such a failure is a botch, counted only where the table counts them.
    """
    if success:
        return True
    if offer_redo(battle, made):
        return False
    if battle.switches.botch_points == "count" and made.is_botch():
        made.roller.botches += 1
        tell_botch(battle, made.roller)
    return True
