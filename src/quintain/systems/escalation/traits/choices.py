"""Lines that leave something open: one of several things somebody chooses, or what a die of its own says."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.question import Option, Plain
from quintain.engine.rows import all_stakes
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences_effects, sentences_stakes
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, condition_names
from quintain.systems.escalation.rules.answers import LeftOpen, chosen
from quintain.systems.escalation.rules.figures import fits_filters, resists_at
from quintain.systems.escalation.rules.sheet import SLAIN, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Strike, While
from quintain.systems.escalation.traits import amounts
from quintain.systems.escalation.traits.row_facts import leaves_target_alone

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def pick(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Effect]:
    """One of several things happens: the attacker, or whoever is struck, says which; the first where they can say nothing (R-85)."""
    chooser = target if effect.which == 1 else strike.attacker
    answer = chosen(battle, PickQuestion(battle, chooser, strike.power.name, effect, target))
    place = int(answer.id()) - 1 if answer is not None else 0
    return effect.choices[place]


def chosen_rows(battle: Skirmish, strike: Strike, target: Fighter) -> list[Effect]:
    """What of the choices in a hit line happens to this target, said before damage is rolled."""
    found: list[Effect] = []
    for effect in strike.power.hit:
        if effect.op not in (b.CHOOSE, b.TABLE):
            continue
        if not effect.against or fits_filters(battle, strike.attacker, target, effect.against):
            found.extend(_settled(battle, strike, effect, target))
    return found


def _settled(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Effect]:
    """What a choice or a table comes to, with those inside it."""
    found: list[Effect] = []
    for row in pick(battle, strike, effect, target) if effect.op == b.CHOOSE else look_up(battle, strike, effect, target):
        if row.op in (b.CHOOSE, b.TABLE):
            found.extend(_settled(battle, strike, row, target))
        else:
            found.append(row)
    return found


def matters(effect: Effect, target: Fighter) -> bool:
    """Does what is left open there still touch anybody, the target (or its mob, ES-171) or somebody else?"""
    if target.is_present() or (target.mob >= 0 and target.state == SLAIN):
        return True
    lists = effect.choices if effect.op == b.CHOOSE else [rows for _, _, rows in effect.results]
    return any(leaves_target_alone(row) for rows in lists for row in rows)


def look_up(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Effect]:
    """A die of its own says what happens."""
    face = amounts.rolled_amount(battle, strike.attacker, effect.amount, "table", "", While(lambda: matters(effect, target)))
    for low, high, rows in effect.results:
        if low <= face <= high:
            return rows
    return []


@final
class PickQuestion(LeftOpen):
    """Which of several things an effect brings. The struck takes what hurts least; the attacker what is listed first, unless that
    is damage of a type that the target resists and something else is not."""

    def __init__(self, battle: Skirmish, chooser: Fighter, name: str, effect: Effect, target: Fighter) -> None:
        ways: list[Option] = [Plain(str(place), sentences_effects.rows(rows)) for place, rows in enumerate(effect.choices, 1)]
        super().__init__(battle, "choose", chooser, f"{name}: which of these?", ways)
        self.foe: Fighter = target
        self.effect: Effect = effect

    def withdrawn(self) -> bool:
        return super().withdrawn() or not matters(self.effect, self.foe)

    def stakes(self) -> list[Stake]:
        """How whoever it falls on is."""
        return all_stakes([sentences_stakes.health(self.skirmish, self.chooser, self.foe)])

    def choose(self, tactic: Tactic) -> Option:
        best = 0
        if self.effect.which == 1:
            costs = [sum([price(row) for row in rows]) for rows in self.effect.choices]
            best = costs.index(min(costs))
        elif all(len(rows) == 1 and rows[0].damage_type for rows in self.effect.choices):
            kinds = [rows[0].damage_type for rows in self.effect.choices]
            open_to = [place for place, kind in enumerate(kinds) if kind not in self.foe.block.immune]
            open_to = [place for place in open_to if not resists_at(self.foe, False, kinds[place])] or open_to
            best = open_to[0] if open_to else 0
        return self._options[best]


def price(row: Effect) -> int:
    """Roughly how much a row hurts, in half hit points; what only the game master can apply is left to people."""
    conditions_hurt = 20 * len(condition_names(row.conditions))
    return row.amount.twice_mean + 4 * row.ongoing + conditions_hurt + (1000 if row.op == b.TEXT else 0)
