"""Acts that change one field, or nothing but the story (TO-16, TO-18..TO-20)."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.conditions import drop_weapon, let_go
from quintain.systems.toughness.modifiers import EMPTY_HANDED
from quintain.systems.toughness.sentences import say, tell_prepared
from quintain.systems.toughness.sheet import Fighter, Fray

TOTAL_DEFENSE: Final = 4


def carry_out_simple(fray: Fray, fighter: Fighter, act: Act) -> None:
    kind = act.kind
    if kind == "stand":
        fighter.prone = False
        say(fray, kind, f"{fighter.name} stands up.", [fighter.id], "TO-117")
    elif kind == "total":
        fighter.stance_guard += TOTAL_DEFENSE
        say(fray, kind, f"{fighter.name} goes on total defense.", [fighter.id], "TO-18")
    elif kind == "draw":
        draw(fray, fighter, act.tool)
    elif kind == "pickup":
        fighter.in_hand = fighter.dropped
        fighter.dropped = EMPTY_HANDED
        say(fray, kind, f"{fighter.name} picks up what it had dropped.", [fighter.id], "TO-19")
    elif kind == "drop":
        drop_weapon(fighter)
        say(fray, kind, f"{fighter.name} drops what it held.", [fighter.id], "TO-20")
    elif kind == "yield":
        surrender(fray, fighter)
    elif kind == "prepare":
        fighter.prepared = act.tool
        tell_prepared(fray, fighter, act.tool)
    elif kind == "end":
        fray.turn_done = True
    elif kind == "item":
        say(fray, kind, f"{fighter.name} uses an item.", [fighter.id], "TO-16")
    elif kind == "handle":
        say(fray, kind, f"{fighter.name} handles an object.", [fighter.id], "TO-19")
    elif kind == "task":
        say(fray, kind, f"{fighter.name} does something that takes the whole round.", [fighter.id], "TO-12")


def draw(fray: Fray, fighter: Fighter, key: str) -> None:
    for number, weapon in enumerate(fighter.block.weapons):
        if weapon.key == key:
            fighter.in_hand = number
            say(fray, "draw", f"{fighter.name} draws {weapon.name}.", [fighter.id], "TO-19")


def surrender(fray: Fray, fighter: Fighter) -> None:
    """TO-07, TO-20: out of the order, and out of the count for its side."""
    fighter.yielded = True
    fighter.prepared = ""
    fighter.delayed = False
    let_go(fray, fighter)
    say(fray, "yield", f"{fighter.name} yields.", [fighter.id], "TO-20")
