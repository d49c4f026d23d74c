"""Carrying out effect rows: what a hit, a miss, a rider, a power or a trait does besides an attack's own damage."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Filter, Verb
from quintain.systems.escalation.rules.figures import fits_filters
from quintain.systems.escalation.rules.positions import bits, nearby
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.traits import recipients

_ANYWHERE: Final = (b.ON_ALL_ALLIES, b.ON_ALL_FOES, b.ON_EACH_HIT)
"""These a row reaches wherever they are."""


@final
class Act:
    """One row being carried out: by whose attack or trait, aimed at whom, after which roll."""

    def __init__(
        self, battle: Skirmish, strike: Strike, row: Effect, target: Fighter, natural: int, resisted: bool, times: int
    ) -> None:
        self.battle: Skirmish = battle
        self.strike: Strike = strike
        self.row: Effect = row
        self.user: Fighter = strike.attacker
        self.target: Fighter = target
        self.natural: int = natural
        """The natural attack roll; 21 where nothing was rolled."""
        self.resisted: bool = resisted
        self.times: int = times

    def follow_with(self, rows: list[Effect], target: Fighter) -> None:
        """What this row leads to."""
        for row in rows:
            carry_out(self.battle, self.strike, row, target, self.natural)


@mypyc_attr(allow_interpreted_subclasses=True)
class ActiveVerb(Verb):
    """A verb that does something of its own, usually to everyone the row falls on."""

    def carry_out(self, act: Act) -> None:
        self.on_each(act, [])

    def on_each(self, act: Act, such: list[Filter]) -> None:
        """On each of those it falls on who are all this."""
        falls_on = recipients.whom(act.battle, act.strike, act.row, act.target)
        near = bits([each for each in falls_on if nearby(each, act.user)]) if len(falls_on) > 1 and act.row.on not in _ANYWHERE else 0
        for one in falls_on:
            # neither gone nor moved away while it was worked out what the row does to those before
            there = one.is_present() and (not near & one.bit or nearby(one, act.user))
            if there and (not such or fits_filters(act.battle, act.user, one, such)):
                self.on_one(act, one)

    def on_one(self, act: Act, one: Fighter) -> None:
        """What it does to one of those on whom it falls."""


def carry_out(
    battle: Skirmish, strike: Strike, row: Effect, target: Fighter, natural: int, resisted: bool = False, times: int = 1
) -> None:
    """One row, on everyone it falls on. What belongs to an attack's own damage has been read by then, and does nothing here."""
    verb = row.verb
    if isinstance(verb, ActiveVerb):
        verb.carry_out(Act(battle, strike, row, target, natural, resisted, times))


def carry_out_on_such(battle: Skirmish, strike: Strike, row: Effect, target: Fighter, natural: int) -> None:
    """One row, on each of those it falls on who are what it is limited to."""
    verb = row.verb
    if isinstance(verb, ActiveVerb):
        verb.on_each(Act(battle, strike, row, target, natural, False, 1), row.against)


def carry_out_on(battle: Skirmish, strike: Strike, row: Effect, one: Fighter, target: Fighter, natural: int) -> None:
    """One row, on this one of those on whom it falls."""
    verb = row.verb
    if isinstance(verb, ActiveVerb):
        verb.on_one(Act(battle, strike, row, target, natural, False, 1), one)
