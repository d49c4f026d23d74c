"""The sheet as people see it and as the GM may set it: every field declared once, with who may know it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quintain.engine.declare import given, stats_of
from quintain.engine.refusal import Illegal
from quintain.engine.system import Stat
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.blocks import BARE, Block
from quintain.systems.toughness.conditions import let_go
from quintain.systems.toughness.conditions_shown import marks_in_full, state_words
from quintain.systems.toughness.defense import better_guard, defense, grapple_score, guard_value
from quintain.systems.toughness.fields import BLOCK, FIGHTER
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.ground import SQUARE_FT
from quintain.systems.toughness.order import place_by_initiative
from quintain.systems.toughness.scores import SIZES
from quintain.systems.toughness.sheet import Fighter, Fray

BLOCK_FIELDS: Final = ("medicine", "size", *[field.name for field in BLOCK if field.sees and not field.derived])
"""What the GM may change of a stat block."""
FROM_BLOCK: Final = ("medicine", "size", *[field.name for field in BLOCK if field.sees])


def unit_stats() -> list[Stat]:
    """Owner and GM see the sheet; states, place and circumstances are everybody's."""
    settable = [Stat(name, "int", "owner", "ability score, which is the modifier", -5, 10) for name in v.ABILITIES]
    settable += [
        Stat("medicine", "int", "owner", "bonus of first aid", -10, 40),
        Stat("size", "choice", "all", "size", choices=list(SIZES)),
        Stat("owes_turn", "bool", "all", "its next turn is forfeited"),
    ]
    own = stats_of([*FIGHTER, *BLOCK])
    return settable + own + [Stat(name, kind, sees, words, derived=True) for name, kind, sees, words, _read in DERIVED]


def standing_defense(fray: Fray, fighter: Fighter, melee: bool) -> int:
    """Defense as it stands now against nobody in particular."""
    nobody, weapon = Fighter("", "", "", "", fighter.block), BARE if melee else FROM_AFAR
    return defense(fray, fighter, nobody, weapon, better_guard(fray, fighter, weapon))


FROM_AFAR: Final = Weapon("shot", "a shot", 0, v.MISSILE, True, increment_ft=5, max_increments=10)


def in_hand(fray: Fray, fighter: Fighter) -> str:
    weapon = fighter.weapon_in_hand()
    return weapon.name if weapon is not None else "nothing"


def powers_left(fray: Fray, fighter: Fighter) -> list[str]:
    return [
        power.name if power.uses < 0 else f"{power.name} ({power.uses - fighter.used[number]} left)"
        for number, power in enumerate(fighter.block.powers)
    ]


Reads = Callable[[Fray, Fighter], object]
DERIVED: Final[list[tuple[str, str, str, str, Reads | None]]] = [
    ("states", "data", "all", "the states held", lambda fray, one: state_words(one)),
    ("ladders", "data", "owner", "both tracks: each mark, what it does, when it may clear", marks_in_full),
    ("fate", "data", "owner", "of one who is dying: the exact chance to be saved, alone and with first aid", None),
    ("at", "text", "all", "the square it stands on", lambda fray, one: fray.ground.spot(one.cell) if one.cell >= 0 else ""),
    ("in_hand", "text", "all", "what it holds", in_hand),
    ("grapple", "int", "owner", "grapple bonus", grapple_score),
    ("dodge", "int", "owner", "Dodge", lambda fray, one: guard_value(one, v.DODGE)),
    ("parry", "int", "owner", "Parry", lambda fray, one: guard_value(one, v.PARRY)),
    ("defense_melee", "int", "owner", "Defense against melee", lambda fray, one: standing_defense(fray, one, True)),
    ("defense_ranged", "int", "owner", "Defense against ranged", lambda fray, one: standing_defense(fray, one, False)),
    ("roles", "data", "owner", "roles", lambda fray, one: [f"{role.name} {role.level}" for role in one.block.roles]),
    ("feats", "data", "owner", "feats", lambda fray, one: [
        f"{slot} {amount:+d}{f' ({label})' if label else ''}" for slot, amount, label in one.block.feats
    ]),
    ("weapons", "data", "owner", "weapons", lambda fray, one: [weapon.name for weapon in one.block.weapons]),
    ("powers", "data", "owner", "powers", powers_left),
    ("prepared", "text", "owner", "what it has prepared", None),
]  # fmt: skip
"""What is worked out from the sheet as it stands: type, who may know it, words, and how it is read, where that is no field's name."""
READ: Final[dict[str, Reads]] = {name: reads for name, _kind, _sees, _words, reads in DERIVED if reads is not None}


def read(fray: Fray, fighter: Fighter, name: str) -> object:
    reads = READ.get(name)
    if reads is not None:
        return reads(fray, fighter)
    if name in v.ABILITIES:
        return fighter.block.ability(name)
    if name == "owes_turn":
        return fighter.owes > 0
    return getattr(fighter.block if name in FROM_BLOCK else fighter, name)


def write(fray: Fray, fighter: Fighter, name: str, value: object) -> None:
    if name == "speed_ft" and isinstance(value, int) and value % SQUARE_FT:
        raise Illegal(f"speed is counted in squares of {SQUARE_FT} ft: {value // SQUARE_FT * SQUARE_FT}, not {value}.")
    if name in v.ABILITIES or name in BLOCK_FIELDS:
        fighter.block = changed_block(fighter.block, name, value)
    elif name == "owes_turn":
        if value and (fighter.unconscious or fighter.dying or fighter.dead):
            raise Illegal(f"{fighter.name} is down: whoever is Unconscious, Dying or dead owes no turn.")
        fighter.owes = 1 if value else 0
        if fighter.owes:
            fighter.prepared = ""
            let_go(fray, fighter)
    elif name == "conviction" and isinstance(value, int):
        if value > fighter.conviction_max:
            most = fighter.conviction_max
            raise Illegal(f"{fighter.name} has at most {most} Conviction: award it with insist, or raise the maximum.")
        fighter.conviction = value
    elif name == "escaped" and not value:
        bring_back(fray, fighter)
        fighter.escaped = False
    elif name == "initiative" and isinstance(value, int):
        fighter.initiative = value
        fighter.rolled = True
        if fighter.place != v.NO_PLACE:
            place_by_initiative(fray, fighter)
    else:
        setattr(fighter, name, value)


def bring_back(fray: Fray, fighter: Fighter) -> None:
    """Refused where somebody stands by now on the square that it was on."""
    other = fray.occupant(fighter.cell)
    if other is not None and other is not fighter:
        raise Illegal(f"{other.name} stands where {fighter.name} was: move one of them first.")


def changed_block(block: Block, name: str, value: object) -> Block:
    """A stat block of its own with one figure changed, everything that follows from it worked out anew."""
    figures = given(block, BLOCK)
    if name in v.ABILITIES and isinstance(value, int):
        figures["abilities"] = list(block.abilities)
        figures["abilities"][v.ABILITIES.index(name)] = value
    else:
        figures["typed_medicine" if name == "medicine" else name] = value
    return Block(**figures)
