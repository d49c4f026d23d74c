"""The sheet as people see it and as the GM may set it: every field declared once, with who may know it."""

from __future__ import annotations

from typing import Final

from quintain.engine.refusal import Illegal
from quintain.engine.system import Stat
from quintain.systems.toughness.blocks import ABILITIES, BARE, MISSILE, Block, Weapon
from quintain.systems.toughness.conditions import let_go
from quintain.systems.toughness.defense import DODGE, PARRY, defense, grapple_score, guard_value, may_parry
from quintain.systems.toughness.ground import SQUARE_FT
from quintain.systems.toughness.order import place_by_initiative
from quintain.systems.toughness.scores import SIZES
from quintain.systems.toughness.sentences_states import marks_in_full, state_words
from quintain.systems.toughness.sheet import NO_PLACE, Fighter, Fray

OWN_FIELDS: Final = (
    "conviction", "conviction_max", "initiative", "dying_dc", "prone", "surprised", "yielded", "escaped", "bound", "reactions",
    "spared", "revealed",
)  # fmt: skip
BLOCK_FIELDS: Final = ("armor", "speed_ft", "medicine", "size", "minion", "fight_on", "can_parry", "captures", "flees", "shield")


def unit_stats() -> list[Stat]:
    """Owner and GM see the sheet; states, place and circumstances are everybody's."""
    settable = [Stat(name, "int", "owner", "ability score, which is the modifier", -5, 10) for name in ABILITIES]
    settable += [
        Stat("armor", "int", "owner", "armor worn", 0, 10),
        Stat("speed_ft", "int", "owner", "speed in feet, before states halve it", 5, 200),
        Stat("medicine", "int", "owner", "bonus of first aid", -10, 40),
        Stat("size", "choice", "all", "size", choices=list(SIZES)),
        Stat("conviction", "int", "owner", "points left", 0, 40),
        Stat("conviction_max", "int", "owner", "points at most", 0, 40),
        Stat("initiative", "int", "all", "initiative total; setting it changes the place in the order", -20, 60),
        Stat("dying_dc", "int", "owner", "difficulty of the next dying check", 1, 60),
        Stat("prone", "bool", "all", "lies on the ground"),
        Stat("surprised", "bool", "all", "no turn in round 1, no Dodge or Parry before its first turn"),
        Stat("yielded", "bool", "all", "has given up"),
        Stat("escaped", "bool", "all", "has left the fight"),
        Stat("bound", "bool", "all", "tied up, helpless"),
        Stat("owes_turn", "bool", "all", "its next turn is forfeited"),
        Stat("reactions", "bool", "owner", "may it react out of turn?"),
        Stat("spared", "bool", "owner", "finishing blows on it are ruled out"),
        Stat("revealed", "bool", "gm", "its sheet is open to everybody"),
        Stat("minion", "bool", "owner", "falls at the first failed Toughness save"),
        Stat("fight_on", "bool", "gm", "fights on where others yield"),
        Stat("can_parry", "bool", "owner", "can it parry?"),
        Stat("captures", "bool", "gm", "strikes to subdue"),
        Stat("flees", "bool", "gm", "makes for an exit once Wounded"),
        Stat("shield", "bool", "all", "a shield in hand"),
    ]
    derived = [
        Stat("states", "data", "all", "the states held", derived=True),
        Stat("ladders", "data", "owner", "both tracks: each mark, what it does, when it may clear", derived=True),
        Stat("fate", "data", "owner", "of one who is dying: the exact chance to be saved, alone and with first aid", derived=True),
        Stat("at", "text", "all", "the square it stands on", derived=True),
        Stat("in_hand", "text", "all", "what it holds", derived=True),
    ]
    derived += [Stat(name, "int", "owner", DERIVED[name], derived=True) for name in DERIVED]
    derived += [Stat(name, "data", "owner", name, derived=True) for name in ("roles", "feats", "weapons", "powers")]
    derived.append(Stat("prepared", "text", "owner", "what it has prepared", derived=True))
    return settable + derived


DERIVED: Final[dict[str, str]] = {
    "bcb": "Base Combat Bonus", "melee": "melee bonus", "ranged": "ranged bonus", "grapple": "grapple bonus",
    "dodge": "Dodge", "parry": "Parry", "defense_melee": "Defense against melee", "defense_ranged": "Defense against ranged",
    "toughness": "Toughness before penalties", "fort": "Fortitude", "ref": "Reflex", "will": "Will",
}  # fmt: skip


def read(fray: Fray, fighter: Fighter, name: str) -> object:
    block = fighter.block
    if name in ABILITIES:
        return block.ability(name)
    if name in BLOCK_FIELDS or name in ("bcb", "melee", "ranged", "toughness", "fort", "ref", "will"):
        return getattr(block, name)
    if name == "grapple":
        return grapple_score(fray, fighter)
    if name == "dodge":
        return guard_value(fighter, DODGE)
    if name == "parry":
        return guard_value(fighter, PARRY)
    if name in ("defense_melee", "defense_ranged"):
        return standing_defense(fray, fighter, name == "defense_melee")
    if name == "owes_turn":
        return fighter.owes > 0
    if name == "states":
        return state_words(fighter)
    if name == "ladders":
        return marks_in_full(fray, fighter)
    if name == "at":
        return fray.ground.spot(fighter.cell) if fighter.cell >= 0 else ""
    if name == "in_hand":
        weapon = fighter.weapon_in_hand()
        return weapon.name if weapon is not None else "nothing"
    return read_lists(fighter, name)


def read_lists(fighter: Fighter, name: str) -> object:
    block = fighter.block
    if name == "roles":
        return [f"{role.name} {role.level}" for role in block.roles]
    if name == "feats":
        return [f"{slot} {amount:+d}{f' ({label})' if label else ''}" for slot, amount, label in block.feats]
    if name == "weapons":
        return [weapon.name for weapon in block.weapons]
    if name == "powers":
        return [
            power.name if power.uses < 0 else f"{power.name} ({power.uses - fighter.used[number]} left)"
            for number, power in enumerate(block.powers)
        ]
    return getattr(fighter, name)


def standing_defense(fray: Fray, fighter: Fighter, melee: bool) -> int:
    """Defense as it stands now against nobody in particular."""
    guard = DODGE
    if melee and may_parry(fray, fighter, BARE) and guard_value(fighter, PARRY) > guard_value(fighter, DODGE):
        guard = PARRY
    nobody = Fighter("", "", "", "", fighter.block)
    return defense(fray, fighter, nobody, BARE if melee else FROM_AFAR, guard)


FROM_AFAR: Final = Weapon("shot", "a shot", 0, MISSILE, True, increment_ft=5, max_increments=10)


def write(fray: Fray, fighter: Fighter, name: str, value: object) -> None:
    if name == "speed_ft" and isinstance(value, int) and value % SQUARE_FT:
        raise Illegal(f"speed is counted in squares of {SQUARE_FT} ft: {value // SQUARE_FT * SQUARE_FT}, not {value}.")
    if name in ABILITIES or name in BLOCK_FIELDS:
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
    elif name == "initiative" and isinstance(value, int):
        fighter.initiative = value
        fighter.rolled = True
        if fighter.place != NO_PLACE:
            place_by_initiative(fray, fighter)
    else:
        setattr(fighter, name, value)


def changed_block(block: Block, name: str, value: object) -> Block:
    """A stat block of its own with one figure changed, everything that follows from it worked out anew."""
    abilities = list(block.abilities)
    fields: dict[str, object] = {field: getattr(block, field) for field in BLOCK_FIELDS}
    if name in ABILITIES and isinstance(value, int):
        abilities[ABILITIES.index(name)] = value
    else:
        fields[name] = value
    armor, speed, medicine = fields["armor"], fields["speed_ft"], fields["medicine"]
    assert isinstance(armor, int) and isinstance(speed, int) and isinstance(medicine, int)
    return Block(
        abilities, block.roles, str(fields["size"]), block.feats, armor, block.weapons, block.powers, speed, block.typed_bcb,
        bool(fields["shield"]), bool(fields["minion"]), bool(fields["fight_on"]), bool(fields["can_parry"]), medicine,
        bool(fields["captures"]), bool(fields["flees"]),
    )  # fmt: skip
