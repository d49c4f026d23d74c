"""Clash: zones, one score per round, everybody at once."""

from quintain.systems.clash.system import Clash

SYSTEM = Clash()
