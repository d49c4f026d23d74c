"""The procedures of the book that may be set off from anywhere in it, joined together (see `skirmish.Procedures`)."""

from __future__ import annotations

from typing import Final

from quintain.systems.escalation.rules.readied import fire_readied
from quintain.systems.escalation.rules.resolve import make_attack
from quintain.systems.escalation.rules.skirmish import Procedures
from quintain.systems.escalation.rules.turn_actions import sets_off_and_draws
from quintain.systems.escalation.traits.granted_attacks import carry_out_grants

PROCEDURES: Final = Procedures(make_attack, carry_out_grants, sets_off_and_draws, fire_readied)
