"""Who looks: one seat, with the units it runs, the units it may know of, and what it may read of their sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.seat import may_answer

if TYPE_CHECKING:
    from quintain.engine.system import Stat, System


def own_units(battle: Battle, seat: str) -> list[str]:
    """The units a seat runs. One person at several seats is written "ann+bob"."""
    if seat == GM:
        return [unit.id for unit in battle.units]
    return [unit.id for unit in battle.units if may_answer(unit.controller, seat)]


def own_sides(battle: Battle, own: list[str]) -> list[str]:
    return sorted({unit.side for unit in battle.units if unit.id in own})


def visible_units(system: System, battle: Battle, seat: str) -> list[str]:
    """The units a seat may know of."""
    own = own_units(battle, seat)
    return [unit.id for unit in battle.units if seat == GM or system.sees_unit(battle, unit, own)]


def may_see(audience: str, seat: str, sides: list[str], owner: bool, side: str) -> bool:
    """Does this audience include the seat?"""
    if seat == GM or audience == "all":
        return True
    if audience == "side":
        return side in sides
    if audience == "owner":
        return owner
    if audience.startswith("side:"):
        return audience[5:] in sides
    return audience.startswith("seat:") and any(one in audience[5:].split("+") for one in seat.split("+"))


class Sheets:
    """What several seats that look at the same battle share: figures that were worked out, and views of units.

    A battle that people look at does not change: whatever happens next happens to a copy. So each figure is worked out once.
    """

    def __init__(self, system: System, battle: Battle) -> None:
        self.system = system
        self.battle = battle
        self._audiences: dict[tuple[str, str], str] = {}
        self._values: dict[tuple[str, str], object] = {}
        self._masks: dict[tuple[str, str], object] = {}
        self.units: dict[tuple[str, bool, bool, tuple[str, ...], tuple[str, ...]], object] = {}
        """Views of units, by unit and all that tells one viewer from another: the GM or not, whose unit it is, sides, who is seen."""
        self.signs: dict[tuple[str, ...], dict[str, str]] = {}

    def audience(self, unit: Unit, stat: Stat) -> str:
        key = (unit.id, stat.name)
        found = self._audiences.get(key)
        if found is None:
            found = self._audiences[key] = self.system.audience(self.battle, unit, stat)
        return found

    def value(self, unit: Unit, stat: Stat) -> object:
        key = (unit.id, stat.name)
        if key not in self._values:
            self._values[key] = self.system.read_stat(self.battle, unit, stat)
        return self._values[key]

    def mask(self, unit: Unit, stat: Stat) -> object:
        key = (unit.id, stat.name)
        if key not in self._masks:
            self._masks[key] = self.system.mask(self.battle, unit, stat)
        return self._masks[key]


class Viewer:
    """One seat as it looks at a battle: every door that fills a part of a view asks it what may be shown."""

    def __init__(self, system: System, battle: Battle, seat: str, sheets: Sheets | None = None) -> None:
        self.sheets = sheets or Sheets(system, battle)
        self.alone = False
        """Was something asked that this very seat may know, and not every seat that stands to the unit as it does?"""
        self.system = system
        self.battle = battle
        self.seat = seat
        self.gm = seat == GM
        self.own = own_units(battle, seat)
        self.sides = own_sides(battle, self.own)
        self.visible = [unit.id for unit in battle.units if self.gm or system.sees_unit(battle, unit, self.own)]
        self._seen = set(self.visible)
        self.sees_all = tuple(self.visible)
        self.of_sides = tuple(self.sides)
        self._stats: dict[str, Stat] = {stat.name: stat for stat in system.unit_stats}

    def sees(self, id: str) -> bool:
        """May this seat know of this unit?"""
        return id in self._seen

    def is_seen(self, id: str) -> bool:
        """The same of an id that may be no unit's: what is no unit hides nobody."""
        return id in self._seen or id not in self.battle.index

    def runs(self, unit: Unit) -> bool:
        return not self.gm and unit.id in self.own

    def may(self, unit: Unit, name: str) -> bool:
        """May it read this stat of that unit?"""
        if self.gm:
            return True
        return self._may(unit, self._stats[name])

    def read(self, unit: Unit, stat: Stat) -> object:
        """The stat's value, or what those see who may not know it; None for nothing."""
        if self.gm or self._may(unit, stat):
            return self._known(self.sheets.value(unit, stat))
        return self._known(self.sheets.mask(unit, stat))

    def _may(self, unit: Unit, stat: Stat) -> bool:
        audience = self.sheets.audience(unit, stat)
        if audience == "all":
            return True
        if audience.startswith("seat:"):
            self.alone = True
        return may_see(audience, self.seat, self.sides, unit.id in self.own, unit.side)

    def _known(self, value: object) -> object:
        """A list of units without those this seat knows nothing of."""
        if self.gm or not isinstance(value, list):
            return value
        return [one for one in value if not isinstance(one, str) or self.is_seen(one)]


def known_stats(viewer: Viewer, unit: Unit) -> dict[str, object]:
    """Every stat of a unit that this seat may read, by name, with its plain value: what the sheet is made from."""
    found: dict[str, object] = {}
    for stat in viewer.system.unit_stats:
        value = viewer.read(unit, stat)
        if value is not None:
            found[stat.name] = value
    return found
