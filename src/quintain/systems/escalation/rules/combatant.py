"""What a combatant is made of before its figures: who it is, its stat block, what lasts on it, what it holds ready."""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Unit
from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.printed.stat_block import Block


@final
class Lasting:
    """Something that lasts on a combatant. Never changed, only replaced, so copies share it."""

    def __init__(self, name: str, source: int, effect: LastingEffect, ongoing: int, until: int, save: int, turns: int) -> None:
        self.name: str = name
        self.source: int = source
        self.effect: LastingEffect = effect
        self.conditions: int = effect.conditions
        self.modifiers: list[int] = effect.modifiers
        self.exposes: list[int] = effect.exposes
        self.ongoing: int = ongoing
        self.until: int = until
        self.save: int = save
        self.turns: int = turns
        self.failed: int = 0
        self.versus: int = -1
        """Modifiers and vulnerability count only between the bearer and this combatant; -1: everybody."""
        self.narrow: bool = bool(effect.with_power)
        """Do its modifiers count for some attacks only?"""
        self.piled: int = 1
        """How often a cumulative effect has come about."""

    def changed(self, until: int, save: int, turns: int) -> Lasting:
        """The same with another end."""
        other = Lasting(self.name, self.source, self.effect, self.ongoing, until, save, turns)
        other.conditions, other.modifiers, other.exposes = self.conditions, self.modifiers, self.exposes
        other.versus, other.narrow, other.failed, other.piled = self.versus, self.narrow, self.failed, self.piled
        return other

    def key(self) -> tuple[object, ...]:
        return (
            self.name, self.source, self.ongoing, self.until, self.save, self.turns, self.conditions, tuple(self.modifiers),
            self.versus, self.effect.with_power, self.effect.weak_to, self.failed, self.effect.tag,
            tuple(self.exposes), self.piled,
        )  # fmt: skip


@final
class Readied:
    """A readied action (ES-17): an option of the turn ("*" stands for whoever sets it off), and what sets it off."""

    def __init__(self, option: str, action: int, on: str, whom: int, said: str = "") -> None:
        self.option: str = option
        self.action: int = action
        self.on: str = on
        """attacks, moves, engages, casts; or words, for what only people can see (R-86)"""
        self.said: str = said
        """Of words: which."""
        self.whom: int = whom
        """who must do it; -1 for any enemy"""

    def key(self) -> tuple[object, ...]:
        return (self.option, self.action, self.on, self.whom, self.said)


@mypyc_attr(allow_interpreted_subclasses=True)
class Combatant(Unit):
    """Who it is; known by its number, the place in `battle.units`, or by the bit of that number."""

    def __init__(self, id: str, name: str, side: str, controller: str, block: Block, number: int) -> None:
        super().__init__(id, name, side, controller)
        self.block: Block = block
        self.number: int = number
        self.bit: int = 1 << number
