"""Flight (ES-84, ES-85): the party agrees, and is away at once with its fallen."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, tactics_replies
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.answers import yes_or_no
from quintain.systems.escalation.rules.sheet import GONE, WAITING, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


@final
class VoteQuestion(Question):
    """Does this player agree to flee? Silence is no; the fallen vote too (R-39)."""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "flee vote", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def title(self) -> str:
        return f"{self.fighter.name}'s player: flee, at the price of a campaign loss?"

    def options(self) -> list[Option]:
        return [Plain("no", "Fight on"), Plain("yes", "Flee")]

    def choose(self, tactic: Tactic) -> Option:
        return yes_or_no(tactics_replies.wants_to_flee(self.skirmish, tactic.level))

    def withdrawn(self) -> bool:
        return bool(self.skirmish.decided) or not _votes(self.fighter)


def _votes(fighter: Fighter) -> bool:
    return fighter.team == 0 and fighter.block.kind == b.PC and fighter.state not in (WAITING, GONE)


def voters(battle: Skirmish) -> list[Fighter]:
    """R-39: every PC that is or was in this battle, dead or down included."""
    return [each for each in battle.fighters if _votes(each)]


def vote_on_flight(battle: Skirmish) -> None:
    """ES-84: all agree, and the party is away at once with its fallen; any refusal, and play goes on."""
    battle.flight = -1
    asked = voters(battle)
    answers = battle.ask_all([VoteQuestion(battle, each) for each in asked])
    if battle.decided:  # by the GM's word
        return
    given = [answer for place, answer in enumerate(answers) if _votes(asked[place])]
    agreed = bool(given) and all(answer is not None and answer.id() == "yes" for answer in given)
    if battle.telling:
        battle.tell(sentences.flight(agreed))
    if agreed:
        battle.decided = "fled"
    else:
        battle.flight_refused = True
