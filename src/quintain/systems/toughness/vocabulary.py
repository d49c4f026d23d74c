"""The words and numbers by which stat blocks say what something is."""

from __future__ import annotations

from typing import Final

MELEE: Final = 0
THROWN: Final = 1
MISSILE: Final = 2
GRAPPLE: Final = 3
POWER: Final = 4
FORMS: Final = ("melee", "thrown", "missile", "grapple", "power")

ATTACK_POWER: Final = 0
SAVE_POWER: Final = 1
AREA_POWER: Final = 2
MENDING: Final = 3
POWER_KINDS: Final = ("attack", "save", "area", "mend")

USUAL_CRITICAL: Final = -1
"""A weapon that says nothing about its critical bonus uses the table's (TO-52)."""

SLOTS: Final = (
    "melee", "ranged", "grapple", "defense", "dodge", "parry", "toughness", "fort", "ref", "will", "initiative", "damage",
    "threat", "medicine", "recovery",
)  # fmt: skip
"""Where a feat, a piece of gear or the GM's word can add something (TO-44, TO-56)."""

ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
