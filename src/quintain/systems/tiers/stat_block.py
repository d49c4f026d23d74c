"""What never changes in a fight: weapons and other items, powers, what an attack carries, the printed sheet; wounds and boons."""

from __future__ import annotations

from typing import final

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.fields_blocks import EffectFields
from quintain.systems.tiers.fields_blocks import Item as Item
from quintain.systems.tiers.fields_blocks import Power as Power
from quintain.systems.tiers.fields_blocks import Rider as Rider
from quintain.systems.tiers.fields_blocks import Sheet as Sheet


def alike(one: Item, other: Item) -> bool:
    """Is there nothing to choose between the two? (A weapon to reload is its own.)"""
    return (
        one.name == other.name and one.die == other.die and one.melee == other.melee and one.ranged == other.ranged
        and one.tags == other.tags and not one.tags & v.RELOAD and one.energy == other.energy and one.action == other.action
        and one.two_die == other.two_die and len(one.riders) == len(other.riders)
    )  # fmt: skip


def swings(item: Item) -> list[int]:
    """The Actions it can be used with in melee (TI-40); none where it is no melee weapon."""
    if not item.melee or not item.die:
        return []
    return [item.action] if item.action >= 0 else [v.SKIRMISH, v.FINESSE]


@final
class Effect(EffectFields):
    """One wound or boon a creature has. Never changed in place: a new one takes its place."""

    def what(self) -> v.EffectKind:
        """All that is said of wounds, or boons, of this kind."""
        return v.BOON_KINDS[self.kind] if self.is_boon else v.WOUND_KINDS[self.kind]

    def shows(self) -> bool:
        """Section 7: can everybody see it? Neither what is printed on a sheet nor that somebody is Hidden."""
        return not (self.trait or self.hides())

    def hides(self) -> bool:
        """Is its holder Hidden by it?"""
        return self.is_boon and self.kind == v.B_HIDDEN

    def is_same(self, other: Effect) -> bool:
        """TI-R30: the same name and parameter, and the same source where it comes from somebody or is nothing."""
        alike = self.kind == other.kind and self.param == other.param
        return alike and (self.source == other.source or not self.what().by_somebody)

    def changed(self, level: int, left: int, counting: bool) -> Effect:
        """The same wound or boon, stronger or weaker, or further on in its time."""
        return Effect(self.kind, level, self.source, self.param, left, counting, self.trait, self.since, self.is_boon)

    def dated(self, round: int) -> Effect:
        """The same, gained in this round unless it is known to be older."""
        if self.since:
            return self
        return Effect(self.kind, self.level, self.source, self.param, self.left, self.counting, self.trait, round, self.is_boon)

    def key(self) -> tuple[int, ...]:
        return (self.kind, self.level, self.source, self.param, self.left, int(self.counting), int(self.trait))


def boon_of(kind: int, quality: int, source: int = v.NONE, param: int = v.NONE, rounds: int = 0) -> Effect:
    """A boon of this quality; 0 for the usual one."""
    return Effect(kind, quality or v.BOON_KINDS[kind].usual, source, param, rounds, is_boon=True)
