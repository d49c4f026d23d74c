"""Dice that people are waited for, and whether they are still to be thrown once the GM has said something."""

from __future__ import annotations

from quintain.engine.dice import Dice
from quintain.engine.roll import Roll
from quintain.systems.tiers.audience import dice_of
from quintain.systems.tiers.battle import Awaited, TiersBattle
from quintain.systems.tiers.sheet import Creature

Thrown = tuple[Dice, Roll]


def await_dice(
    battle: TiersBattle, roller: Creature, what: str, dice: Dice, awaited: Awaited, about: str, against: str = ""
) -> Roll:
    """These dice; void where a ruling comes that leaves others, or none (`Awaited`)."""
    battle.awaited, battle.awaited_dice = awaited, dice
    roll = battle.roll(roller.id, what, dice, dice_of(battle, roller), about, against)
    battle.awaited = None
    return roll


def await_handful(
    battle: TiersBattle, roller: Creature, what: str, awaited: Awaited, about: str, against: str = ""
) -> Thrown | None:
    """The dice of this as they are when they fall, and what they show; None where by then none are to be thrown."""
    while True:
        dice = awaited.dice_now(battle)
        if dice is None:
            return None
        roll = await_dice(battle, roller, what, dice, awaited, about, against)
        if not roll.void:
            return dice, roll


def may_roll(battle: TiersBattle) -> bool:
    """After a ruling: are the dice that are awaited still to be thrown, and are they still the right ones?"""
    return battle.awaited is None or battle.awaited.dice_now(battle) is battle.awaited_dice
