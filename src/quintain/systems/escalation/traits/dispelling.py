"""Cancelling magic: one lasting effect that a spell has put on somebody is ended by somebody else's trait."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.question import Option, Plain
from quintain.engine.rows import all_stakes
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences_effects
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.answers import LeftOpen, chosen
from quintain.systems.escalation.rules.positions import nearby
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def is_magic(battle: Skirmish, each: Lasting) -> bool:
    """Was it put there by a spell of whoever caused it?"""
    return any(power.spell and power.name == each.name for power in battle.fighters[each.source].block.powers)


def _found(battle: Skirmish, user: Fighter) -> list[tuple[Fighter, Lasting]]:
    """The magic on the user and on everybody nearby, in the order of the fighters."""
    found: list[tuple[Fighter, Lasting]] = []
    for bearer in battle.fighters:
        if bearer.lasting and bearer.is_present() and (bearer.number == user.number or nearby(bearer, user)):
            found.extend([(bearer, each) for each in bearer.lasting if is_magic(battle, each)])
    return found


@final
class DispelQuestion(LeftOpen):
    """Which effect of a spell ends. The machine frees its own side first, then takes from the others what helps them."""

    def __init__(self, battle: Skirmish, user: Fighter, found: list[tuple[Fighter, Lasting]]) -> None:
        options: list[Option] = []
        for place, (bearer, each) in enumerate(found):
            options.append(Plain(str(place + 1), f"{each.name} on {bearer.name}: {sentences_effects.effect_words(each)}"))
        options.append(Plain("none", "None of them"))
        super().__init__(battle, "dispel", user, "Which effect of a spell ends?", options)
        self.found: list[tuple[Fighter, Lasting]] = found

    def options(self) -> list[Option]:
        """Without those that have ended in the meantime, or whose bearer has gone away."""
        still = _found(self.skirmish, self.chooser)
        return [*[self._options[place] for place, each in enumerate(self.found) if each in still], self._options[-1]]

    def withdrawn(self) -> bool:
        return super().withdrawn() or len(self.options()) == 1

    def stakes(self) -> list[Stake]:
        """When each of them would end by itself."""
        ends = sentences_effects.until_words
        return all_stakes([f"{each.name} on {bearer.name}: {ends(self.skirmish, bearer, each)}" for bearer, each in self.found])

    def choose(self, tactic: Tactic) -> Option:
        for own in (True, False):
            for place, (bearer, each) in enumerate(self.found):
                hostile = self.skirmish.fighters[each.source].team != bearer.team
                if (bearer.team == self.chooser.team) == own and hostile == own:
                    return self._options[place]
        return self._options[-1]


def dispel(battle: Skirmish, user: Fighter) -> None:
    """One effect of a spell, on the user or on anybody nearby, ends; for better or worse, as the user likes."""
    found = _found(battle, user)
    if not found:
        return
    answer = chosen(battle, DispelQuestion(battle, user, found))
    if answer is None or answer.id() == "none":
        return
    bearer, each = found[int(answer.id()) - 1]
    conditions.drop(battle, bearer, each, "dispelled")
