"""The kinds of rolls, each with when it is no longer to be thrown; and what passes from step to step of an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import GM, Battle
from quintain.engine.dice import Dice
from quintain.engine.question import Plain
from quintain.engine.roll import Roll
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, Terms, attack_tier, common_tier, sense_lost
from quintain.systems.tiers.battle import Awaited, TiersBattle
from quintain.systems.tiers.conditions import is_immune, wound_by_id, wound_id
from quintain.systems.tiers.pools import BOX, PoolDice
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.situation import left_to_dice, lies_in_wait
from quintain.systems.tiers.stat_block import Rider
from quintain.systems.tiers.targets import hide_from, why_not_aimed, why_not_objective, why_not_strike, why_unable

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView, Stake


class Throw(Awaited):
    """A roll being made: what goes into it, and the dice once they lie."""

    def __init__(self, roller: Creature, what: str, action: int, named: str, clause: str) -> None:
        self.roller = roller
        self.what = what
        self.action = action
        """The Action that is rolled; -1 for a Resistance Roll, which has none."""
        self.attribute = v.attribute_of(action) if action >= 0 else v.NONE
        """Whose die is thrown beside the d20s; -1: none."""
        self.named = named
        self.clause = clause
        """What the log calls it where it comes to nothing, and by which clause it was to be made."""
        self.attack: Attack | None = None
        self.target: Creature | None = None
        """The attack that is rolled, and whom it is aimed at."""
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
        self.number = 0
        """What it has to reach, where whoever rolls may know; 0 where not."""
        self.terms: Terms | None = None
        self.dice: PoolDice | None = None
        self.roll: Roll | None = None

    # -- what each kind says for itself --------------------------------------------------------------------------------

    def why_lost(self, battle: TiersBattle) -> str:
        """Why there is nobody to throw this any more, or nothing it could bring about; "" where it is still to be thrown."""
        return why_unable(battle, self.roller)

    def brings(self) -> str:
        """What is hoped of it, by the name under which odds are told; "" where it is no more than a number."""
        return ""

    def is_botch(self) -> bool:
        """TI-07: of a failure, is there a 1 among the d20s? What sets a price says so by that (TI-117)."""
        return self.price == 6 if self.price else self.roll is not None and self.roll.flagged()

    def needs(self, battle: TiersBattle) -> int:
        """The senses it involves."""
        return self.senses

    def tier(self, battle: TiersBattle, terms: Terms | None) -> int:
        """TI-08: Tier and the modifiers it begins with."""
        return common_tier(battle, self.roller, self.action >= 0, self.senses, terms)

    def unseen_tier(self, battle: TiersBattle) -> int:
        """What those of whom its maker knows nothing add to that, where people throw the dice."""
        return 0

    # -- what all have in common ---------------------------------------------------------------------------------------

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        return None if self.why_lost(battle) else self.pool(battle, None)

    def senseless(self, battle: TiersBattle) -> str:
        """Why it fails without a roll (TI-93, TI-97); "" where it is rolled."""
        return "it depends on a sense that is lost" if sense_lost(self.roller, self.needs(battle)) else ""

    def pool(self, battle: TiersBattle, terms: Terms | None) -> PoolDice:
        """TI-01 to TI-04, TI-08: the dice of its Tier with every modifier, and of its Action Rating."""
        roller = self.roller
        tier = self.tier(battle, terms) + self.more + self.pushed + (self.aider >= 0) + self.beacon
        if terms is not None:
            for name, given in (("Push", self.pushed), ("Aid", self.aider >= 0), ("Beacon", self.beacon)):
                if given:
                    terms.append((name, 1))
        rating = roller.rating(self.action) if self.action >= 0 else 1
        sides = roller.die(self.attribute) if self.attribute >= 0 else 0
        deeper = battle.switches.deep_penalty == "deeper"
        dice, unseen = BOX.pool(tier, rating, sides, deeper), self.unseen_tier(battle)
        return dice if unseen == 0 else BOX.pool_seen_as(dice, BOX.pool(tier - unseen, rating, sides, deeper))


@final
class AttackRoll(Throw):
    """TI-55."""

    def __init__(self, attack: Attack, target: Creature) -> None:
        super().__init__(attack.attacker, "attack", attack.action, f"attack on {target.name}", "TI-54")
        self.attack = self.means = attack
        self.target = self.aim = target

    def why_lost(self, battle: TiersBattle) -> str:
        return why_not_strike(battle, self.means) or why_not_aimed(battle, self.means, self.aim) or self.senseless(battle)

    def brings(self) -> str:
        return "hit"

    def needs(self, battle: TiersBattle) -> int:
        return self.means.senses(battle)

    def tier(self, battle: TiersBattle, terms: Terms | None) -> int:
        return attack_tier(battle, self.means, self.aim, terms)

    def unseen_tier(self, battle: TiersBattle) -> int:
        if not battle.telling or battle.controller_of(self.roller.id) == GM:
            return 0
        return attack_tier(battle, self.means, self.aim, None) - attack_tier(battle, self.means, self.aim, None, True)


@final
class Parry(Throw):
    """TI-52: a roll that is to turn a hit aside."""

    def __init__(self, roller: Creature, action: int, hit: Hit, named: str) -> None:
        super().__init__(roller, "parry", action, named, "TI-52")
        self.hit = hit
        self.has_one = False
        """There is a 1 among its d20s, where botches are counted: compared with the attack, it cannot be asked any more."""

    def why_lost(self, battle: TiersBattle) -> str:
        return super().why_lost(battle) if self.hit.can_harm(battle) else "there is nothing to turn aside"

    def brings(self) -> str:
        return "saved"

    def is_botch(self) -> bool:
        return self.has_one


@final
class Resistance(Throw):
    """TI-114: Tier d20s and the die of the attribute behind the Defense, against one consequence."""

    def __init__(self, roller: Creature, threat: Threat) -> None:
        super().__init__(roller, "resistance", v.NONE, "resistance", "TI-114")
        self.attribute = threat.defense
        self.threat = threat

    def why_lost(self, battle: TiersBattle) -> str:
        return "there is nothing to resist" if self.threat.is_over(self.roller) else super().why_lost(battle)

    def brings(self) -> str:
        return "success"


@final
class ShakeOff(Throw):
    """TI-113: one d20 more than the Tier, and no attribute die, against a wound."""

    def __init__(self, roller: Creature, effect: Effect, is_act: bool = False) -> None:
        super().__init__(roller, "shake off", v.NONE, "shaking off", "TI-113")
        self.is_act = is_act
        """It is an Act (TI-39), not the free roll at the end of the turn (TI-36)."""
        self.more = 1
        self.wound = wound_id(effect)

    def why_lost(self, battle: TiersBattle) -> str:
        shaken = self.roller.status == v.UP and wound_by_id(self.roller, self.wound) is not None
        if not shaken:
            return "there is nothing to shake off"
        return super().why_lost(battle) if self.is_act else ""

    def brings(self) -> str:
        return "better"


@final
class TaskRoll(Throw):
    """TI-147, TI-47: for an objective, or what the GM has accepted as an Act (without one)."""

    def __init__(self, roller: Creature, action: int, number: int, senses: int, objective: str = "") -> None:
        what, clause = ("objective", "TI-147") if objective else ("improvised", "TI-47")
        super().__init__(roller, what, action, f"{v.ACTIONS[action]} roll", clause)
        self.number = number
        self.senses = senses
        self.objective = objective

    def why_lost(self, battle: TiersBattle) -> str:
        if self.objective and why_not_objective(battle, self.roller, self.objective, self.action):
            return "there is nothing to work at"
        return super().why_lost(battle) or self.senseless(battle)

    def brings(self) -> str:
        return "success"


@final
class Slipping(Throw):
    """A Prowl roll to slip out of sight."""

    def __init__(self, roller: Creature, power: str) -> None:
        super().__init__(roller, "prowl", v.PROWL, power, "TI-44")

    def why_lost(self, battle: TiersBattle) -> str:
        return super().why_lost(battle) if hide_from(battle, self.roller) else "there is nobody to hide from"


@final
class Prowl(Throw):
    """TI-17: of somebody who lies in wait; its total is the number to notice that."""

    def __init__(self, roller: Creature) -> None:
        super().__init__(roller, "prowl", v.PROWL, "Prowl roll", "TI-17")
        self.total = 0

    def why_lost(self, battle: TiersBattle) -> str:
        if not lies_in_wait(self.roller):
            return f"{self.roller.name} does not lie in wait"
        return "" if left_to_dice(battle, self.roller) else "there is nobody left to notice it"


@final
class Survey(Throw):
    """TI-17, TI-18: of somebody who may notice those who lie in wait."""

    def __init__(self, roller: Creature, prowls: list[Prowl]) -> None:
        super().__init__(roller, "survey", v.SURVEY, "Survey roll", "TI-17")
        self.senses = v.SIGHT
        self.prowls = prowls

    def why_lost(self, battle: TiersBattle) -> str:
        if self.roller.status != v.UP or self.roller.surprised:
            return f"{self.roller.name} is {'Surprised' if self.roller.surprised else 'out'}"
        return "" if self.totals() else "there is nobody to notice"

    def totals(self) -> list[int]:
        """What it may have to reach (TI-R04): of those who still lie in wait."""
        return [made.total for made in self.prowls if made.roller.side != self.roller.side and lies_in_wait(made.roller)]

    def tier(self, battle: TiersBattle, terms: Terms | None) -> int:
        return super().tier(battle, terms) - (not self.roller.watchful)  # TI-18


class Staked(Plain):
    """An answer of which a screen is told what it comes to."""

    def __init__(self, id: str, words: str, stakes: list[Stake], target: str = "") -> None:
        super().__init__(id, words, target)
        self.stakes = stakes

    def show(self, battle: Battle, who: str, shown: OptionView) -> None:
        shown["stakes"] += self.stakes


class Throwing(Staked):
    """An answer after which dice fall: a screen is told how likely they bring what is hoped of them."""

    def __init__(
        self, battle: TiersBattle, id: str, words: str, made: Throw, brings: str = "", stakes: list[Stake] | None = None
    ) -> None:
        target = made.target
        seen = target is not None and target.index >= 0 and not battle.is_unseen(target)
        super().__init__(id, words, stakes or [], target.id if target is not None and seen else "")
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

    def can_harm(self, battle: TiersBattle) -> bool:
        """Does it land on somebody who is not Immune to it (TI-70)?"""
        return self.lands(battle) and not is_immune(self.target, self.attack.energy())


@final
class Threat:
    """Where a consequence comes from, as far as answering it goes."""

    def __init__(
        self, source: int, defense: int, roll: Roll | None, unseen: bool, suits: bool, energy: int, attack: Attack | None = None,
        is_wound: bool = False,
    ) -> None:  # fmt: skip
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
        self.is_wound = is_wound
        """Is it a wound or event that a hit carries?"""

    def is_over(self, target: Creature) -> bool:
        """Can it do nothing any more: to one who is Immune by then (TI-70); a wound of a hit whose maker or target is down (TI-73)?"""
        if self.is_wound and self.attack is not None and (self.attack.attacker.status != v.UP or target.status != v.UP):
            return True
        return is_immune(target, self.energy)
