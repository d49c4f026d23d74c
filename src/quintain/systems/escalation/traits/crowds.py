"""What a row needs of whoever else is in the battle: so many allies of a name, no enemy in a state, nobody who sees it."""

from __future__ import annotations

from quintain.systems.escalation.play.sentences_conditions import crowd_words
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Crowd, Needs
from quintain.systems.escalation.rules import figures as numbers
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


def why_not(battle: Skirmish, user: Fighter, needs: Needs) -> str:
    """Why the others there keep the user from a row with these needs; "" when they do not."""
    if needs.unseen and not _unseen(battle, user):
        return "only while no enemy sees it"
    if needs.last and not is_last(battle, user):
        return "only when it is the last"
    for crowd in needs.crowds:
        if not _is_there(battle, user, crowd):
            return f"only {crowd_words(crowd)}"
    return ""


def _is_there(battle: Skirmish, user: Fighter, crowd: Crowd) -> bool:
    if crowd.outnumbers:
        ours = [each for each in _on_their_feet(battle, user, False) if _is_one(each, crowd.outnumbers)]
        return len(ours) + (1 if _is_one(user, crowd.outnumbers) else 0) > len(_on_their_feet(battle, user, True))
    there = _on_their_feet(battle, user, crowd.enemies)
    if crowd.such:
        there = [each for each in there if numbers.fits_filters(battle, user, each, crowd.such)]
    return crowd.least <= len(there) <= crowd.most


def _is_one(fighter: Fighter, called: str) -> bool:
    return called == "*" or numbers.goes_by_name(fighter, called)


def _on_their_feet(battle: Skirmish, user: Fighter, enemies: bool) -> list[Fighter]:
    """Those of one side who stand, the user left out."""
    return [
        each
        for each in battle.fighters
        if each.state == UP and (each.team != user.team) == enemies and each.number != user.number
    ]


def _unseen(battle: Skirmish, user: Fighter) -> bool:
    """ES-107: hidden, or invisible and nobody there who needs no sight."""
    if user.hidden:
        return True
    watchers = _on_their_feet(battle, user, True)
    return bool(user.conditions & b.INVISIBLE) and not any(each.block.sees_invisible for each in watchers)


def is_last(battle: Skirmish, user: Fighter) -> bool:
    """Does no other of its mob stand, or, of creatures that are no mooks, no other of its kind?"""
    return not any(each.state == UP and each.number != user.number and same_lot(user, each) for each in battle.fighters)


def same_lot(one: Fighter, other: Fighter) -> bool:
    """Of the same mob; or of the same stat block on the same side."""
    return one.mob == other.mob if one.mob >= 0 else one.block.id == other.block.id and one.team == other.team
