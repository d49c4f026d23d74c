"""Riposte: a percentile skirmish game in which whoever is attacked strikes back at once."""

from quintain.systems.riposte.system import Riposte

SYSTEM = Riposte()
