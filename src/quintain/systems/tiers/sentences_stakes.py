"""What is at stake at a question after the dice, in figures. Only whoever is asked is shown it, so it may name their own figures;
an adversary's are left out for players (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, effect_dice
from quintain.systems.tiers.audience import dice_of
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.estimates import Aim
from quintain.systems.tiers.pools import BOX, PoolDice
from quintain.systems.tiers.sentences import meaning_of
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.throws import Hit, Throw

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def stake(text: str, kind: str = "neutral") -> list[Stake]:
    return [{"text": text, "kind": kind}]  # type: ignore[typeddict-item]


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def knows(asked: Creature, other: Creature) -> bool:
    """May whoever runs one know the figures of the other? Players know those of player characters, the GM all."""
    return not asked.sheet.is_pc or other.sheet.is_pc


def damage_stakes(target: Creature, damage: int) -> list[Stake]:
    left = target.hp - damage
    if left <= 0:
        return stake(f"{damage} damage of {target.hp} HP: this drops you", "bad")
    return stake(f"{damage} damage of {target.hp} HP: {left} left")


def left_stakes(target: Creature, damage: int) -> list[Stake]:
    """What an answer leaves of whoever suffers so much."""
    left = max(0, target.hp - damage)
    found = stake(f"{left} of {target.max_hp} HP left") if left else stake(f"0 of {target.max_hp} HP: this drops you", "bad")
    found[0]["leaves"] = [left, target.max_hp]
    return found


def wound_stakes(wound: int, severity: int, wounded: Creature) -> list[Stake]:
    had = f"; it has {v.WOUNDS[wound]} {wounded.severity(wound)} already" if wounded.severity(wound) else ""
    return stake(f"{v.WOUNDS[wound]} {severity}{meaning_of(wound, severity)}{had}", "bad")


def redo_stakes(made: Throw) -> list[Stake]:
    """How far the roll fell short, and how likely the same dice, or those of a Beacon Point, are to reach the number."""
    roll, dice = made.roll, made.dice
    if roll is None or dice is None or not roll.faces:
        return []
    total = dice.total(roll.faces)
    if not made.number:
        return stake(f"{total} rolled")
    found = stake(f"{total} rolled, {made.number} needed: {made.number - total} short", "bad")
    if made.aider >= 0 and not made.again:
        found += stake(f"thrown again: {percent(BOX.chance(dice, made.number))}")
    if made.roller.beacon > 0 and not made.beacon:
        found += stake(f"thrown again at +1 Tier: {percent(BOX.chance(one_more(dice), made.number))}")
    return found


def one_more(dice: PoolDice) -> PoolDice:
    """The same dice at +1 Tier (TI-03)."""
    tier = dice.d20s if dice.best else 2 - dice.d20s
    return BOX.pool(tier + 1, dice.dice if dice.best_die else 0, dice.sides)


def d20s_words(dice: PoolDice) -> str:
    return f"the {'best' if dice.best else 'worst'} of {dice.d20s}d20"


def push_stakes(attack: Attack, target: Creature, aim: Aim) -> list[Stake]:
    """What +1 Tier is worth: the chance to hit as it is and with the Push, where the number is known."""
    if not knows(attack.attacker, target):
        return stake(f"{d20s_words(aim.dice)} as it is, {d20s_words(one_more(aim.dice))} with the Push")
    return stake(f"to hit: {percent(aim.hit)}, with the Push {percent(BOX.chance(one_more(aim.dice), aim.number))}")


def throw_stakes(attack: Attack, target: Creature, dice: PoolDice, number: int) -> list[Stake]:
    """What these dice are worth: their chance to hit, where the number is known."""
    return stake(f"to hit: {percent(BOX.chance(dice, number))}" if knows(attack.attacker, target) else d20s_words(dice))


def aid_stakes(asked: Creature, attack: Attack, target: Creature, aim: Aim) -> list[Stake]:
    """What Aid is worth (TI-48): +1 Tier and a second throw where the first fails."""
    if not knows(asked, target) or not knows(asked, attack.attacker):
        return stake(f"{d20s_words(aim.dice)} as it is, {d20s_words(one_more(aim.dice))} twice with Aid")
    aided = BOX.chance(one_more(aim.dice), aim.number)
    return stake(f"to hit: {percent(aim.hit)}, with Aid {percent(1 - (1 - aided) * (1 - aided))}")


def zero_stakes(creature: Creature) -> list[Stake]:
    """TI-140: what it has left to live by."""
    points = f"; {creature.beacon} Beacon Point{'' if creature.beacon == 1 else 's'}" if creature.sheet.is_pc else ""
    return stake(f"0 of {creature.max_hp} HP{points}", "bad")


def push_damage_stakes(attack: Attack, steps: int) -> list[Stake]:
    sides = effect_dice(attack)[1]
    return stake(f"{mean_damage(attack, steps):g} damage on average, {mean_damage(attack, steps + 1):g} with one d{sides} more")


def mean_damage(attack: Attack, steps: int) -> float:
    count, sides, extra = effect_dice(attack)
    return (count + steps) * (sides + 1) / 2 + ((extra + 1) / 2 if extra else 0)


def price_stakes(creature: Creature, price: int, owed: bool = False) -> list[Stake]:
    """What a price leaves: of Stress, or of the Beacon Points where only one of them covers it; what is `owed` fills the track."""
    if creature.free_stress() < price and creature.beacon > 0 and not owed:
        return stake(f"1 of {creature.beacon} Beacon Point{'' if creature.beacon == 1 else 's'}")
    after = min(creature.max_stress, creature.stress + price)
    kind = "bad" if creature.stress + price >= creature.max_stress else "neutral"
    full = ", the track is full" if after == creature.max_stress else ""
    return stake(f"{creature.stress} of {creature.max_stress} Stress: {after} after it{full}", kind)


def hit_stakes(battle: TiersBattle, asked: Creature, hit: Hit) -> list[Stake]:
    """A parry must beat the attack's total; whoever steps in compares hit points."""
    attacker, target = hit.attack.attacker, hit.target
    found: list[Stake] = []
    if asked is target and dice_of(battle, attacker) == "all" and hit.roll.faces:
        found += stake(f"the attack rolled {hit.roll.total()} against {hit.numbers[0]}: a roll above {hit.roll.total()} turns it")
    if knows(asked, target):
        found += stake(f"{target.name} has {target.hp} of {target.max_hp} HP")
    if asked is not target:
        found += stake(f"{asked.name} has {asked.hp} of {asked.max_hp} HP and {asked.free_soak()} Soak")
    return found


def shake_stakes(number: int, dice: PoolDice) -> list[Stake]:
    return stake(f"{number} needed with {dice.d20s}d20: {percent(BOX.chance(dice, number))}")


def critical_stakes(steps: int, sides: int) -> list[Stake]:
    return stake(f"{steps}d{sides} more: {steps * (sides + 1) / 2:g} damage on average")
