"""Words of the book in a file, and the numbers they are kept as."""

from __future__ import annotations

from quintain.engine.plain_data import Data, text
from quintain.engine.refusal import Malformed, Unavailable
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import TiersBattle


def place_in(names: tuple[str, ...], name: str, what: str) -> int:
    """The number of a word of the book, capitals aside."""
    for at, other in enumerate(names):
        if other.lower() == name.lower():
            return at
    raise Unavailable(f"there is no {what} called {name!r}: there are {', '.join(names)}.")


def place_or_none(names: tuple[str, ...], name: str, what: str) -> int:
    return place_in(names, name, what) if name else v.NONE


def energies(names: list[str]) -> int:
    mask = 0
    for name in names:
        mask |= 1 << place_in(v.ENERGIES, name, "energy type")
    return mask


def about_of(data: Data, prefix: str = "") -> int:
    """The energy type or the Defense that a wound or boon is about; -1 for neither."""
    energy = text(data, f"{prefix}energy")
    if energy:
        return place_in(v.ENERGIES, energy, "energy type")
    return place_or_none(v.DEFENSES, text(data, f"{prefix}defense"), "Defense")


def usual_severity(data: Data) -> int:
    return v.WOUND_SEVERITY[place_in(v.WOUNDS, text(data, "wound"), "wound")]


def somebody(battle: TiersBattle, id: str) -> int:
    """The index of a combatant; NONE for nobody."""
    creature = battle.creature(id)
    if creature is None and id:
        raise Malformed(f"there is no combatant called {id!r}: there are {', '.join(one.id for one in battle.creatures)}.")
    return v.NONE if creature is None else creature.index
