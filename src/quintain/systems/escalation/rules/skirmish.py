"""The state of a battle, or of a day of several: its ground, order and die, and what waits to be settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from quintain.engine.dice import Dice
from quintain.engine.question import Question
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.systems.escalation.fields_blocks import Ground, Part, SetOff
from quintain.systems.escalation.fields_sheet import SkirmishFields
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.strike import ALWAYS, Awaited, Strike
from quintain.systems.escalation.rules.switches import Switches


@final
class Procedures:
    """What a chapter may set off that stands in a later one: an effect leads to an attack, an attack to a readied action.

    Modules that come first call these through `battle.procedures`, so that they need not import what comes after them;
    `procedures.py` joins them.
    """

    def __init__(
        self,
        make_attack: Callable[[Skirmish, Strike, list[Fighter]], None],
        carry_out_grants: Callable[[Skirmish, Strike], None],
        sets_off_and_draws: Callable[[Skirmish, Fighter, Power, list[Fighter]], bool],
        fire_readied: Callable[[Skirmish, Fighter, str, str], bool],
    ) -> None:
        self.make_attack: Callable[[Skirmish, Strike, list[Fighter]], None] = make_attack
        self.carry_out_grants: Callable[[Skirmish, Strike], None] = carry_out_grants
        self.sets_off_and_draws: Callable[[Skirmish, Fighter, Power, list[Fighter]], bool] = sets_off_and_draws
        self.fire_readied: Callable[[Skirmish, Fighter, str, str], bool] = fire_readied


@final
class Skirmish(SkirmishFields):
    """The state of a fight, or of a day of several."""

    def __init__(self, reading: Reading, switches: Switches, parts: list[Part], procedures: Procedures) -> None:
        super().__init__(reading)
        self.procedures: Procedures = procedures
        self.fighters: list[Fighter] = []
        self.switches: Switches = switches
        self.parts: list[Part] = parts
        self.awaited: Awaited = ALWAYS
        """What the dice are for that are being thrown."""

    def copy(self) -> Skirmish:
        other = Skirmish(self.reading, self.switches, self.parts, self.procedures)
        self.copy_common(other)
        self.copy_fields(other)
        other.fighters = [unit for unit in other.units if isinstance(unit, Fighter)]
        return other

    def key(self) -> tuple[object, ...]:
        fighters = tuple([fighter.key() for fighter in self.fighters])
        return (fighters, self.key_fields(), self.round == 0, tuple(sorted(self.forbidden.items())))

    def look_around(self) -> None:
        """Who is here, as far as it is asked at every roll: the fearsome, and those with standing rows."""
        if self.looked_at == len(self.fighters):
            return  # blocks never change, and nobody is ever taken off the list
        self.looked_at = len(self.fighters)
        here = [each.block for each in self.fighters]
        self.any_fear = self.any_fear or any(block.fear > 0 for block in here)
        self.most_fear = max([self.most_fear, *[block.fear for block in here]])
        self.wide_fear = any(block.fear_nearby for block in here)
        self.any_bonus = any(len(block.bonuses) > 0 for block in here)
        self.any_dazing = any(row.dazes for block in here for row in block.bonuses)
        self.any_aura = any(row.vulnerable for block in here for row in block.bonuses)
        for block in here:
            self.occasions |= block.occasion_mask

    def roll_while(self, awaited: Awaited, who: str, what: str, dice: Dice, about: str = "", audience: str = "all") -> Roll:
        """Dice that are awaited only as long as who throws them is there and what they are for holds: a ruling that changes it
        withdraws them, and the roll is void."""
        before, self.awaited = self.awaited, awaited
        roll = self.roll(who, what, dice, audience, about)
        self.awaited = before
        return roll

    def throw(self, maker: Fighter, what: str, dice: Dice, about: str = "", awaited: Awaited = ALWAYS) -> Roll:
        """Dice of an act under way: where its maker is out by then, the GM throws them, and the act is carried through (R-85)."""
        roll = self.roll_while(awaited, maker.id, what, dice, about)
        if roll.void and not maker.is_present():
            roll = self.roll_while(awaited, "", what, dice, about)
        if self.telling:
            self.thrown = list(roll.faces)
        return roll

    def ground(self) -> Ground:
        return self.parts[self.part].ground

    def named(self, id: str) -> Fighter | None:
        place = self.index.get(id, -1)
        return self.fighters[place] if place >= 0 else None

    def controller_of(self, id: str) -> str:
        fighter = self.named(id)
        return fighter.controller if fighter is not None else "gm"

    def tactic_side(self, question: Question) -> str:
        fighter = self.named(question.who)
        return fighter.side if fighter is not None else ""


NO_NATURAL: Final = 21  # no attack die to compare with a resistance: nothing is resisted


def set_off_occasion(
    battle: Skirmish, when: int, holder: Fighter, other: Fighter, natural: int = NO_NATURAL, amount: int = 0,
    types: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """A moment in the middle of an act: remembered, and lived through once the act is resolved (`reactions.settle`)."""
    if holder.block.occasion_mask >> when & 1:
        came = SetOff(holder.number, h.QUEUED + when, other.number, holder.engaged, natural, amount, types, battle.in_a_row)
        battle.set_off.append(came)
