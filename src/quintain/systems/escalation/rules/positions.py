"""Who is where (chapter G): zones, engagement, behind, next to, lines. Facts only; moving is in movement.py."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


def members(battle: Skirmish, mask: int) -> list[Fighter]:
    """The combatants of a bit set, by number."""
    found: list[Fighter] = []
    number = 0
    while mask:
        if not mask & 255:
            mask >>= 8
            number += 8
            continue
        if mask & 1:
            found.append(battle.fighters[number])
        mask >>= 1
        number += 1
    return found


def are_enemies(one: Fighter, other: Fighter) -> bool:
    """ES-01: those on another side."""
    return one.team != other.team


def allies_of(battle: Skirmish, fighter: Fighter) -> list[Fighter]:
    """Allies in the fight, down or not, oneself left out."""
    return [
        other
        for other in battle.fighters
        if other.is_present() and other.team == fighter.team and other.number != fighter.number
    ]


def counted_allies(battle: Skirmish, fighter: Fighter) -> list[Fighter]:
    """ES-02: abilities that count allies count PCs and companions only."""
    return [other for other in allies_of(battle, fighter) if other.block.kind <= b.COMPANION and other.state == UP]


def holds(fighter: Fighter) -> bool:
    """R-25: the unconscious and helpless neither hold anyone in melee nor strike."""
    return fighter.state == UP and not fighter.conditions & b.HELPLESS


def engaged_mask(battle: Skirmish, fighter: Fighter) -> int:
    """ES-46: the enemies it is really in melee with; those lying unconscious do not count (R-25)."""
    mask = fighter.engaged
    if mask == 0:
        return 0
    if not holds(fighter):
        return 0
    left = mask
    number = 0
    while left:
        if not left & 255:
            left >>= 8
            number += 8
            continue
        if left & 1 and not holds(battle.fighters[number]):
            mask &= ~(1 << number)
        left >>= 1
        number += 1
    return mask


def is_free(battle: Skirmish, fighter: Fighter) -> bool:
    return engaged_mask(battle, fighter) == 0


def engage(one: Fighter, other: Fighter) -> None:
    """ES-46: engagement is mutual; whoever becomes engaged no longer stands behind anyone (ES-48)."""
    one.engaged |= other.bit
    other.engaged |= one.bit
    one.behind = 0
    other.behind = 0


def part_ways(battle: Skirmish, fighter: Fighter, mask: int) -> None:
    """These engagements end. A grab ends with its engagement."""
    for other in members(battle, fighter.engaged & mask):
        other.engaged &= ~fighter.bit
        if other.grabber == fighter.number:
            other.grabber = -1
        if fighter.grabber == other.number:
            fighter.grabber = -1
    fighter.engaged &= ~mask


def has_moved(battle: Skirmish, fighter: Fighter) -> None:
    """ES-48, R-24: behind and beside end when either of the two moves."""
    fighter.behind = 0
    fighter.beside = 0
    clear = ~fighter.bit
    for other in battle.fighters:
        other.behind &= clear
        other.beside &= clear


def nearby(one: Fighter, other: Fighter) -> bool:
    """ES-43: the same zone."""
    return one.zone == other.zone


def nearby_allies(battle: Skirmish, fighter: Fighter) -> list[Fighter]:
    """Allies on their feet in the same zone, oneself left out."""
    return [
        each
        for each in battle.fighters
        if each.state == UP and each.team == fighter.team and each.zone == fighter.zone and each.number != fighter.number
    ]


def bits(people: list[Fighter]) -> int:
    """Some combatants as a bit set."""
    mask = 0
    for each in people:
        mask |= each.bit
    return mask


def next_to(one: Fighter, other: Fighter) -> bool:
    """ES-47: engaged with the same enemy; R-24: or one came to the other and neither has moved since."""
    if one.beside & other.bit:
        return True
    return bool(one.engaged & other.engaged) and one.team == other.team


def set_beside(one: Fighter, other: Fighter) -> None:
    one.beside |= other.bit
    other.beside |= one.bit


def line_of(battle: Skirmish, zone: int, team: int) -> list[Fighter]:
    """ES-67: those of one side who stand in a zone, in the order of its line."""
    standing = [each for each in battle.fighters if each.state == UP and each.zone == zone and each.team == team]
    standing.sort(key=_line)
    return standing


def _line(fighter: Fighter) -> int:
    return fighter.line


def enter_zone(battle: Skirmish, fighter: Fighter, zone: int) -> None:
    """A newcomer goes to the end of the zone's line."""
    fighter.zone = zone
    battle.lines += 1
    fighter.line = battle.lines


def covered_by(goal: Fighter, defender: Fighter) -> bool:
    """ES-63: does the goal stand behind this defender?"""
    return bool(goal.behind & defender.bit)


def in_turn_order(battle: Skirmish) -> list[int]:
    """Everybody by number in the order of battle; in an ambush those who have not rolled yet come last."""
    order = battle.order.copy()
    if battle.surprised:
        order.extend([each.number for each in battle.fighters if battle.surprised & each.bit and each.number not in order])
    return order
