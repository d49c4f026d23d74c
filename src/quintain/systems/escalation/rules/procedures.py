"""The procedures of the book that may be set off from anywhere in it, joined together (see `skirmish.Procedures`)."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import readied, resolve, turn_actions
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Procedures, Skirmish
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.traits import granted_attacks


@final
class BookProcedures(Procedures):
    """Each does what the function of its name says."""

    def make_attack(self, battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
        resolve.make_attack(battle, strike, targets)

    def carry_out_grants(self, battle: Skirmish, strike: Strike) -> None:
        granted_attacks.carry_out_grants(battle, strike)

    def sets_off_and_draws(self, battle: Skirmish, fighter: Fighter, power: Power, targets: list[Fighter]) -> bool:
        return turn_actions.sets_off_and_draws(battle, fighter, power, targets)

    def fire_readied(self, battle: Skirmish, actor: Fighter, act: str, about: str) -> bool:
        return readied.fire_readied(battle, actor, act, about)


PROCEDURES: Final = BookProcedures()
