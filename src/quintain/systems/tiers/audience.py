"""Who may know what (section 7): the names that events and rolls carry as their audience."""

from __future__ import annotations

from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.sheet import Creature


def noticed(battle: TiersBattle, creature: Creature) -> str:
    """Who may know what it is doing: of an adversary out of sight only the GM."""
    return "gm" if battle.is_unseen(creature) else "all"


def figures_of(creature: Creature) -> str:
    """Who may know a figure that concerns it: all for player characters, the GM for others."""
    return "all" if creature.sheet.is_pc else "gm"


def private_to(creature: Creature) -> str:
    """Who may know its exact figures: the party its own, the GM all."""
    return f"side:{creature.side}" if creature.sheet.is_pc else "gm"


def dice_of(battle: TiersBattle, roller: Creature) -> str:
    """Who sees its dice: adversaries' rolls are open or hidden as the table likes (`gm_rolls`)."""
    return "gm" if battle.switches.gm_rolls == "hidden" and not roller.sheet.is_pc else "all"
