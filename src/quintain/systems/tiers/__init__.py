"""`tiers`: rash or cautious, pools of exploding dice, wounds and boons."""

from quintain.systems.tiers.system import SYSTEM

__all__ = ["SYSTEM"]
