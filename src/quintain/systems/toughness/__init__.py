"""Toughness: combat without hit points, on two tracks of marks."""

from quintain.systems.toughness.system import Toughness

SYSTEM = Toughness()
