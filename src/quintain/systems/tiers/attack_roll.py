"""What passes from step to step of an attack: the dice being thrown, the hit that was judged, where a threat comes from."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.dice import Dice
from quintain.engine.question import Plain
from quintain.engine.roll import Roll
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, Terms, attack_tier, common_tier
from quintain.systems.tiers.battle import Awaited, TiersBattle
from quintain.systems.tiers.conditions import wound_by_id
from quintain.systems.tiers.pools import BOX, PoolDice
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Rider
from quintain.systems.tiers.targets import hide_from, why_not_aimed, why_not_objective, why_not_strike, why_unable

NOTICING: Final = "survey"
"""The roll against surprise (TI-17)."""
SLIPPING: Final = "prowl"
"""The roll of whoever slips away; also that of a lurker."""


@final
class Throw(Awaited):
    """A roll being made: what goes into it, and the dice once they lie."""

    def __init__(self, roller: Creature, what: str, action: int = v.NONE) -> None:
        self.roller = roller
        self.what = what
        self.action = action
        """The Action that is rolled; -1 for a Resistance Roll, which has none."""
        self.attribute = v.attribute_of(action) if action >= 0 else v.NONE
        """Whose die is thrown beside the d20s; -1: none."""
        self.attack: Attack | None = None
        self.target: Creature | None = None
        """The attack that is rolled, and whom it is aimed at."""
        self.parried: Hit | None = None
        """The hit it is to turn aside."""
        self.objective = ""
        """The task it is for."""
        self.wound = ""
        """The wound it is to shake off (`wound_id`)."""
        self.threat: Threat | None = None
        """What it is to resist."""
        self.senses = 0
        self.more = 0
        """d20s more than its Tier gives."""
        self.pushed = False
        self.aider = v.NONE
        self.beacon = False
        self.again = False
        """The Aid's second throw has been taken."""
        self.withdrawn = False
        """A ruling took a question about it away."""
        self.price = 0
        """The Stress it costs as it is (TI-116, TI-117); 0 for a roll that sets no price."""
        self.has_one = False
        """There is a 1 among the d20s of a parry, where botches are counted: compared with the attack, it cannot be asked any more."""
        self.number = 0
        """What it has to reach, where whoever rolls may know; 0 where not."""
        self.terms: Terms | None = None
        self.dice: PoolDice | None = None
        self.roll: Roll | None = None

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        return None if self.why_lost(battle) else self.pool(battle, None)

    def why_lost(self, battle: TiersBattle) -> str:
        """Why there is nobody to throw this any more, or nothing it could bring about; "" where it is still to be thrown."""
        roller, attack = self.roller, self.attack
        if attack is not None and self.target is not None:
            return why_not_strike(battle, attack) or why_not_aimed(battle, attack, self.target)
        if self.wound:
            shaken = roller.status == v.UP and wound_by_id(roller, self.wound) is not None
            return "" if shaken else "there is nothing to shake off"
        if battle.round == 0:
            return "" if roller.status == v.UP else f"{roller.name} is out"
        if self.parried is not None and not self.parried.lands(battle):
            return "there is nothing to turn aside"
        if self.objective and why_not_objective(battle, roller, self.objective, self.action):
            return "there is nothing to work at"
        if self.action == v.PROWL and self.what == SLIPPING and not hide_from(battle, roller):
            return "there is nobody to hide from"
        return why_unable(battle, roller)

    def is_botch(self) -> bool:
        """TI-07: of a failure, is there a 1 among the d20s? What sets a price says so by that (TI-117); a parry was asked before."""
        if self.price or self.parried is not None:
            return self.price == 6 or self.has_one
        return self.roll is not None and self.roll.flagged()

    def brings(self) -> str:
        """What is hoped of it, by the name under which odds are told; "" where it is no more than a number."""
        if self.attack is not None:
            return "hit"
        if self.parried is not None:
            return "saved"
        if self.wound:
            return "better"
        return "success" if self.what in ("objective", "improvised", "resistance") else ""

    def pool(self, battle: TiersBattle, terms: Terms | None) -> PoolDice:
        """TI-01 to TI-04, TI-08: the dice of its Tier with every modifier, and of its Action Rating."""
        roller = self.roller
        if self.attack is not None and self.target is not None:
            tier = attack_tier(battle, self.attack, self.target, terms)
        else:
            tier = common_tier(battle, roller, self.action >= 0, self.senses, terms)
        if self.action == v.SURVEY and self.what == NOTICING and not roller.watchful:
            tier -= 1  # TI-18
        tier += self.more + self.pushed + (self.aider >= 0) + self.beacon
        if terms is not None:
            for name, given in (("Push", self.pushed), ("Aid", self.aider >= 0), ("Beacon", self.beacon)):
                if given:
                    terms.append((name, 1))
        rating = roller.rating(self.action) if self.action >= 0 else 1
        sides = roller.die(self.attribute) if self.attribute >= 0 else 0
        return BOX.pool(tier, rating, sides, battle.switches.deep_penalty == "deeper")


class Throwing(Plain):
    """An answer after which dice fall: a screen is told how likely they bring what is hoped of them."""

    def __init__(self, battle: TiersBattle, id: str, words: str, made: Throw, brings: str = "") -> None:
        target = made.target
        seen = target is not None and target.index >= 0 and not battle.is_unseen(target)
        super().__init__(id, words, target.id if target is not None and seen else "")
        self.made = made
        self.brings = (brings or made.brings()) if seen or target is None else ""

    def weighs(self) -> bool:
        return self.brings != ""


@final
class Hit:
    """An attack that struck: against whom, on which Defenses and how well, and who has Reacted to it."""

    def __init__(self, attack: Attack, target: Creature, made: Throw, roll: Roll, unseen: bool) -> None:
        self.attack = attack
        self.target = target
        self.made = made
        self.roll = roll
        self.unseen = unseen
        self.numbers: list[int] = []
        self.struck: list[bool] = []
        self.raised = 0
        """What a parry raised the Defenses to; 0: nothing."""
        self.steps = -1
        """Critical steps, where a parry has settled them already."""
        self.reacted: list[int] = []
        self.interposed = False
        self.critical: Rider | None = None
        """The wound taken instead of critical dice, where the table plays so."""

    def is_hit(self) -> bool:
        return True in self.struck

    def lands(self, battle: TiersBattle) -> bool:
        """Can it still do anything: is the target there, and its maker able to strike, the weapon in hand?"""
        if not self.target.is_present() or (self.target.index < 0 and battle.tank_burst):
            return False
        return not why_not_strike(battle, self.attack)


@final
class Threat:
    """Where a consequence comes from, as far as answering it goes."""

    def __init__(
        self, source: int, defense: int, roll: Roll | None, unseen: bool, suits: bool, energy: int, attack: Attack | None = None
    ) -> None:
        self.source = source
        self.defense = defense
        """The Defense that was beaten: it names the attribute that resists."""
        self.roll = roll
        """The attack roll, whose total is what a Resistance Roll meets; None where there was none."""
        self.unseen = unseen
        """The target may not React: the attacker was Hidden from it (TI-86)."""
        self.suits = suits
        """Does armor help against it by the book (TI-74, TI-R23)?"""
        self.energy = energy
        """The types of the damage (TI-11), and of what comes with it; 0: none."""
        self.attack = attack
        """The attack against which cover helps (TI-87); None where there was none."""
