"""What may be chosen on one's turn, at what cost, and why not (chapters E, L, M). `why_not` is the one source of legality."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from quintain.engine.question import Closed, Option, Question
from quintain.engine.seat import may_answer
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, tactics
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import conditions, flight, turn_actions
from quintain.systems.escalation.rules.legality import why_not, why_not_at_all
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_options import (
    TurnOption,
    candidates,
    cost_of,
    effect_to_end,
    pay,
    read_option,
    waits,
)
from quintain.systems.escalation.traits import linked_effects


@final
class TurnQuestion(Question):
    """A combatant's turn: what does it do next?"""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "turn", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def title(self) -> str:
        return sentences.turn_title(self.fighter)

    def options(self) -> list[Option]:
        found: list[Option] = []
        for option in candidates(self.skirmish, self.fighter):
            if not why_not(self.skirmish, self.fighter, option):
                found.append(option)
        return found

    def closed(self) -> list[Closed]:
        battle, fighter = self.skirmish, self.fighter
        shut: list[Closed] = []
        for power in fighter.block.powers:
            reason = why_not_at_all(battle, fighter, power)
            if reason and not power.trigger and not waits(fighter, power):
                shut.append(Closed(power.name, reason))
        for option in candidates(battle, fighter):
            if option.what.takes == "power" or option.kind == "try rally":
                continue
            reason = why_not(battle, fighter, option)
            if reason:
                shut.append(Closed(option.label(battle), reason, [each for each in option.named_units() if each in battle.index]))
        return shut

    def why_not(self, option: Option) -> str:
        if not isinstance(option, TurnOption):
            return "that is nothing to do on a turn"
        return why_not(self.skirmish, self.fighter, option)

    def find(self, id: str) -> Option | None:
        return read_option(id)

    def choose(self, tactic: Tactic) -> Option:
        return tactics.choose_turn(self.skirmish, self.fighter, tactic)

    def offers(self, seat: str) -> list[Option]:
        """ES-84: during a PC's turn every player, not only that PC's own, may propose to flee."""
        flee = TurnOption("flee")
        if self.why_not(flee) or not any(may_answer(each.controller, seat) for each in flight.voters(self.skirmish)):
            return []
        return [flee]

    def withdrawn(self) -> bool:
        battle = self.skirmish
        return (
            bool(battle.decided)
            or not self.fighter.can_act()
            or battle.turn != self.fighter.number
            or battle.flight >= 0
            or bool(battle.calls)
        )


# -- doing it ------------------------------------------------------------------------------------------------------------


def perform(battle: Skirmish, fighter: Fighter, option: TurnOption) -> None:
    """Carry an option out. Legality has been checked; things set off on the way may still change it."""
    before = fighter.lasting.copy() if battle.any_linked and fighter.lasting else []
    if option.what.on == "target":  # what is done most often, by its own way
        turn_actions.use_power(battle, fighter, option)
    elif option.going is not None:
        turn_actions.go(battle, fighter, option)
    else:
        _DOES[option.kind](battle, fighter, option)
    if before and cost_of(battle, fighter, option) <= b.QUICK:
        linked_effects.happens(battle, fighter, b.DOES_ACT, 0, before)
    battle.reached("action")


def _end_effect(battle: Skirmish, fighter: Fighter, option: TurnOption) -> None:
    """The action is spent, the effect ends, and what that brings happens to its bearer."""
    each, bearer = effect_to_end(battle, option.to, option.power), battle.named(option.to)
    if each is not None and bearer is not None:
        pay(fighter, each.effect.ends_by)
        conditions.drop(battle, bearer, each, f"{fighter.name} ends it")
        linked_effects.carry_out(battle, bearer, each, each.effect.ends_by_rows)


def _propose_flight(battle: Skirmish, fighter: Fighter, option: TurnOption) -> None:
    """ES-84: the vote comes next."""
    battle.flight = fighter.number


def _reload(battle: Skirmish, fighter: Fighter, option: TurnOption) -> None:
    pay(fighter, cost_of(battle, fighter, option))
    fighter.unloaded &= ~(1 << option.power)


def _release(battle: Skirmish, fighter: Fighter, option: TurnOption) -> None:
    """ES-161: letting go is free."""
    victim = battle.named(option.to)
    if victim is not None:
        victim.grabber = -1
        conditions.end_engagement_effects(battle, victim)


_DOES: Final[dict[str, Callable[[Skirmish, Fighter, TurnOption], None]]] = {
    "disengage": turn_actions.disengage,
    "stabilise": turn_actions.tend, "potion": turn_actions.tend, "help": turn_actions.tend,
    "rally": turn_actions.rally, "try rally": turn_actions.try_to_rally, "ready": turn_actions.ready, "stunt": turn_actions.stunt,
    "confused": turn_actions.confused_attack, "break": _end_effect,
    "flee": _propose_flight, "reload": _reload, "release": _release,
}  # fmt: skip
"""What each other kind of option does."""
