"""Acts that change one thing, or nothing but the story (TO-16, TO-18..TO-20)."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.conditions import drop_weapon, stop_acting
from quintain.systems.toughness.modifiers import EMPTY_HANDED
from quintain.systems.toughness.sentences import tell_done, tell_prepared
from quintain.systems.toughness.sheet import Fighter, Fray

TOTAL_DEFENSE: Final = 4


def carry_out_simple(fray: Fray, fighter: Fighter, act: Act) -> None:
    kind = act.kind
    if kind == "stand":
        fighter.prone = False
        tell_done(fray, kind, fighter)
    elif kind == "total":
        fighter.stance_guard += TOTAL_DEFENSE
        tell_done(fray, kind, fighter)
    elif kind == "draw":
        draw(fray, fighter, act.tool)
    elif kind == "pickup":
        fighter.in_hand = fighter.dropped
        fighter.dropped = EMPTY_HANDED
        tell_done(fray, kind, fighter)
    elif kind == "drop":
        drop_weapon(fighter)
        tell_done(fray, kind, fighter)
    elif kind == "yield":
        surrender(fray, fighter)
    elif kind == "prepare":
        fighter.prepared = act.tool
        tell_prepared(fray, fighter, act.tool)
    elif kind == "end":
        fray.turn_done = True
    elif kind in ("item", "handle", "task"):
        tell_done(fray, kind, fighter)


def draw(fray: Fray, fighter: Fighter, key: str) -> None:
    for number, weapon in enumerate(fighter.block.weapons):
        if weapon.key == key:
            fighter.in_hand = number
            tell_done(fray, "draw", fighter, weapon.name)


def surrender(fray: Fray, fighter: Fighter) -> None:
    """TO-07, TO-20: out of the order, and out of the count for its side."""
    fighter.yielded = True
    stop_acting(fray, fighter)
    tell_done(fray, "yield", fighter)
