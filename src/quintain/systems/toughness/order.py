"""The turn order: initiative, places, and how delaying, preparing and the GM edit it (TO-02..TO-04, TO-08, TO-17, TO-21)."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.attempts import counted, d20, throw
from quintain.systems.toughness.clock import GAP, moved, place_of
from quintain.systems.toughness.defense import initiative_terms, total_of
from quintain.systems.toughness.fields_states import retime, times_on
from quintain.systems.toughness.sentences import tell_initiative, tell_roll_off
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray


@final
class Initiative(Attempt):
    def __init__(self, fighter: Fighter) -> None:
        super().__init__(fighter, "initiative")

    def bonus(self, fray: Fray) -> int:
        return total_of(initiative_terms(fray, self.fighter))

    def goes_on(self, fray: Fray) -> bool:
        """TO-115: the GM has not set it meanwhile."""
        return fray.takes_part(self.fighter) and not self.fighter.rolled


@final
class RollOff(Attempt):
    """TO-04: one die of several who are level."""

    def __init__(self, fighter: Fighter, tied: list[Fighter]) -> None:
        super().__init__(fighter, "roll-off")
        self.tied: Final[list[Fighter]] = tied

    def goes_on(self, fray: Fray) -> bool:
        """TOR-70: still in the fight, and level with another there."""
        level = (self.fighter.initiative, self.fighter.block.dex)
        left = [one for one in self.tied if fray.takes_part(one) and (one.initiative, one.block.dex) == level]
        return self.fighter in left and len(left) > 1


def roll_initiative(fray: Fray, fighter: Fighter) -> None:
    """TO-03, TO-76: d20 + DEX + initiative feats, once for the whole fight; a Wounded newcomer is 2 slower."""
    attempt = Initiative(fighter)
    if not throw(fray, attempt) or not attempt.goes_on(fray):
        fighter.rolled = True  # gone or dead by the GM's word, it has no place (TO-07)
        return
    roll = counted(fray, attempt)
    count_initiative(fray, fighter, roll.total(), roll.faces)


def count_initiative(fray: Fray, fighter: Fighter, die: int, faces: list[int]) -> None:
    terms = initiative_terms(fray, fighter)
    fighter.use_up("initiative")
    fighter.initiative_die = die
    fighter.initiative = die + total_of(terms)
    fighter.rolled = True
    tell_initiative(fray, fighter, faces, terms)


def share_initiative(fray: Fray, fighter: Fighter) -> bool:
    """TOR-47: with `initiative_groups` one die counts for all of a side, or for all of one stat block on it; each adds its own."""
    for other in fray.fighters:
        if other.initiative_die and of_one_group(fray, fighter, other):
            count_initiative(fray, fighter, other.initiative_die, [other.initiative_die])
            return True
    return False


def of_one_group(fray: Fray, one: Fighter, other: Fighter) -> bool:
    how = fray.switches.initiative_groups
    if how == "each" or one is other or one.side != other.side:
        return False
    return how == "by_side" or one.block.likeness() == other.block.likeness()


def settle_order(fray: Fray) -> None:
    """Everybody gets a place, highest first."""
    for number, fighter in enumerate(sorted(fray.fighters, key=order_key, reverse=True)):
        fighter.place = (number + 1) * GAP


def roll_for_order(fray: Fray) -> None:
    """TO-03, TO-04: everybody in roster order, then, as the fight begins, roll-offs; by the GM's word more may join meanwhile."""
    while True:
        waiting = [fighter for fighter in fray.fighters if not fighter.rolled]
        if waiting:
            if not share_initiative(fray, waiting[0]):
                roll_initiative(fray, waiting[0])
            continue
        tied = first_tie(fray, [fighter for fighter in fray.fighters if fighter.is_present()]) if fray.round == 0 else []
        if not tied:
            return
        roll_off(fray, tied)


def roll_off(fray: Fray, tied: list[Fighter]) -> None:
    """TO-04: equal totals and equal DEX roll a d20 each in roster order, again among those still equal."""
    for fighter in tied:
        attempt = RollOff(fighter, tied)
        roll = d20(fray, attempt) if attempt.goes_on(fray) else None
        if roll is not None and not roll.void:
            fighter.roll_off = [*fighter.roll_off, roll.total()]
            tell_roll_off(fray, fighter, roll.faces)


def first_tie(fray: Fray, fighters: list[Fighter]) -> list[Fighter]:
    """The first in the roster that is level with others in everything, and those others; members of one group keep to the roster."""
    alike: dict[tuple[int, int, tuple[int, ...]], list[Fighter]] = {}
    for fighter in fighters:
        alike.setdefault((fighter.initiative, fighter.block.dex, tuple(fighter.roll_off)), []).append(fighter)
    for level in alike.values():
        fighter = level[0]
        if len(level) > 1 and not all(of_one_group(fray, fighter, other) for other in level if other is not fighter):
            return level
    return []


def order_key(fighter: Fighter) -> tuple[int, int, list[int]]:
    """Who acts earlier has the higher key."""
    return (fighter.initiative, fighter.block.dex, fighter.roll_off)


def turn_order(fray: Fray) -> list[Fighter]:
    """Everybody who holds a place, from first to last."""
    placed = [fighter for fighter in fray.fighters if fray.holds_place(fighter)]
    placed.sort(key=place_in_order)
    return placed


def place_in_order(fighter: Fighter) -> int:
    return fighter.place


def next_in_round(fray: Fray) -> Fighter | None:
    """TO-02: the one next after the place reached and has not had its turn; None when the round is through."""
    best: Fighter | None = None
    least = 0
    for fighter in fray.fighters:
        place = fighter.place
        if place > fray.cursor and (best is None or place < least) and not fighter.acted and fray.holds_place(fighter):
            best = fighter
            least = place
    return best


def place_by_initiative(fray: Fray, fighter: Fighter) -> None:
    """TO-08: a newcomer, or one whose initiative the GM changed, steps in where its total puts it.

    Those who have moved in the order keep their new place: the newcomer goes behind the last one that beats it.
    """
    fighter.place = v.NO_PLACE
    before = 0
    for other in turn_order(fray):
        if other is not fighter and other.rolled and order_key(other) >= order_key(fighter):
            before = other.place
    move_behind(fray, fighter, before)


def move_behind(fray: Fray, fighter: Fighter, place: int) -> None:
    """Give it the place directly after this one."""
    following = 0
    for other in fray.fighters:
        if other is not fighter and other.place > place and (following == 0 or other.place < following):
            following = other.place
    if following == 0:
        following = place + 2 * GAP
    if following - place < 2:
        move_behind(fray, fighter, renumber(fray)[place])
        return
    fighter.place = (place + following) // 2


def move_ahead(fray: Fray, fighter: Fighter, of: Fighter) -> None:
    """TO-17: the place directly ahead of another combatant."""
    if of.place == v.NO_PLACE or of is fighter:
        return
    before = 0
    for other in fray.fighters:
        if other is not fighter and other.place < of.place:
            before = max(before, other.place)
    move_behind(fray, fighter, before)


def renumber(fray: Fray) -> dict[int, int]:
    """Spread the places out again, and every clock with them, so that nothing changes but the room in between.

    Returns the new number of every place by its old one.
    """
    used: set[int] = {fray.cursor}
    for fighter in fray.fighters:
        used.add(fighter.place)
        for time in times_of(fighter):
            used.add(place_of(time))
    used.discard(0)
    fresh: dict[int, int] = {0: 0}
    for number, place in enumerate(sorted(used)):
        fresh[place] = (number + 1) * GAP
    fray.cursor = fresh[fray.cursor]
    for fighter in fray.fighters:
        fighter.place = fresh[fighter.place]
        retime(fighter, fresh)
        fighter.modifiers = [v.Modifier(one.slot, one.amount, moved(one.until, fresh), one.once) for one in fighter.modifiers]
    return fresh


def times_of(fighter: Fighter) -> list[int]:
    return [*times_on(fighter), *[one.until for one in fighter.modifiers]]
