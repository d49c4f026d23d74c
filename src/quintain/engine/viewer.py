"""Who looks: one seat, with the units it runs, the units it may know of, and what it may read of their sheets."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.seat import auto_key, may_answer

if TYPE_CHECKING:
    from quintain.engine.protocol_units import Figure
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


ASKS_GM: Final = 1
ASKS_OWN: Final = 2
ASKS_SIDE: Final = 4
ASKS_SEES: Final = 0xFFFF << 3
ASKS_SIDES: Final = 0xFFFF << 19
ASKS_SEAT: Final = 0xFFFF << 35
"""What a part of a view was made to depend on: see `Viewer.asked`."""
MOST_GROUPS: Final = 250
MOST_ROWS: Final = 1_000
MOST_WAYS_TO_SHOW: Final = 16
"""A part that is shown in more ways is made again rather than carried on."""
WITH_SINCE: Final = ("conditions", "row")


class Part:
    """A part of a view, what was asked of the viewer while it was made, and the answers: whoever answers alike is shown it too."""

    __slots__ = ("answers", "mask", "value")

    def __init__(self, mask: int, answers: int, value: object) -> None:
        self.mask = mask
        self.answers = answers
        self.value = value


class Read:
    """Figures of one unit: each with who may see it, and what the others see instead."""

    __slots__ = ("audiences", "masks", "values")

    def __init__(self, values: list[object], audiences: list[str], masks: list[object]) -> None:
        self.values = values
        self.audiences = audiences
        self.masks = masks

    def equals(self, other: Read) -> bool:
        return self.values == other.values and self.audiences == other.audiences and self.masks == other.masks


class Sheets:
    """What several seats that look at the same battle share: figures that were worked out, and parts of views.

    A battle that people look at does not change: whatever happens next happens to a copy. So each part is worked out once for all
    who may see the same of it; one that is as it was before the last change (`former`) is the same object, so that changes are found
    by identity. Nobody may change what is kept here.
    """

    def __init__(
        self, system: System, battle: Battle, former: Sheets | None = None, commitment: str = "", doubts: list[str] | None = None,
        auto: dict[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.auto = dict(auto or {})
        """Which tactic answers, by unit, controller, side or * for everybody."""
        self.commitment = commitment
        """The hash of the seed that dice come from."""
        self.doubts = doubts or []
        self.system = system
        self.battle = battle
        self._audiences: dict[tuple[str, str], str] = {}
        self._values: dict[tuple[str, str], object] = {}
        self._masks: dict[tuple[str, str], object] = {}
        self.parts: dict[str, dict[str, list[Part]]] = {}
        """Parts of views, by the unit they are about ("" for the fight) and by name."""
        self._read: dict[str, Read] = {}
        self._groups: dict[tuple[str, ...], int] = {}
        self.former: dict[str, dict[str, list[Part]]] = {}
        self._former_read: dict[str, Read] = {}
        self.signs: dict[tuple[str, ...], dict[str, str]] = {}
        """For lists of names: the letters that stand for each."""
        self._reads: dict[str, dict[str, object]] | None = None
        self._held: dict[str, object] | None = None
        self.stats: dict[str, Stat] = {stat.name: stat for stat in system.unit_stats} if former is None else former.stats
        if former is None:
            self.figure_stats = [stat for stat in system.unit_stats if stat.name not in system.shown_elsewhere]
        else:
            self.figure_stats = former.figure_stats
        self.rows: dict[tuple[str, bool, bool, str | int], Figure] = {}
        """Rows of figures, by stat, whether the GM may set it, and value: the same for all units that have the same."""
        if former is not None and len(former.rows) < MOST_ROWS:
            self.rows = former.rows
        if former is not None and len(former._groups) < MOST_GROUPS:
            self._groups = former._groups
            self.former = former.parts
            self._former_read = former._read
            self.signs = former.signs
            self._carry_over(former)

    def reads(self) -> dict[str, dict[str, object]]:
        """What parts of each unit's row are read from besides the unit (`System.row_reads`)."""
        if self._reads is None:
            self._reads = {unit.id: self.system.row_reads(self.battle, unit) for unit in self.battle.units}
        return self._reads

    def held(self) -> dict[str, object]:
        """What each unit holds (`held_by`)."""
        if self._held is None:
            self._held = {unit.id: held_by(unit) for unit in self.battle.units}
        return self._held

    def _carry_over(self, former: Sheets) -> None:
        """Parts of units to which nothing has happened stand as they were, where what else they are read from is as it was."""
        alike = former.auto == self.auto and [unit.name for unit in self.battle.units] == [unit.name for unit in former.battle.units]
        reads, former_reads, held, former_held = self.reads(), former.reads(), self.held(), former.held()
        for unit in self.battle.units:
            now, then = reads[unit.id], former_reads.get(unit.id)
            if not now or not then or unit.id not in former_held or held[unit.id] != former_held[unit.id]:
                continue
            # Since when it is in a condition is noted when the next joint is reached, and told with the conditions.
            noted = self.battle.began.get(unit.id) == former.battle.began.get(unit.id)
            before = former.parts.get(unit.id)
            if before is None:
                continue
            stands = {
                name: parts for name, parts in before.items()
                if name in now and name in then and len(parts) <= MOST_WAYS_TO_SHOW and then[name] == now[name]
                and (alike or name != "row") and (noted or name not in WITH_SINCE)
            }  # fmt: skip
            if stands:
                self.parts[unit.id] = stands
            if "figures" in stands and unit.id in former._read:
                self._read[unit.id] = former._read[unit.id]

    def tactic_of(self, unit: Unit) -> str:
        """The tactic that plays a unit; "" where people do."""
        for name in (unit.id, auto_key(self.auto, self.battle.controller_of(unit.id)), unit.side, "*"):
            if name and name in self.auto:
                return self.auto[name]
        return ""

    def group(self, members: tuple[str, ...]) -> int:
        """A number for this list of names, the same whenever it comes again."""
        number = self._groups.get(members)
        if number is None:
            number = self._groups[members] = len(self._groups)
        return number

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

    def figures(self, unit: Unit) -> Read:
        """The figures of a unit's sheet and who may see each; the same object as before the last change where none has changed."""
        found = self._read.get(unit.id)
        if found is None:
            system, battle = self.system, self.battle
            values = [system.read_stat(battle, unit, stat) for stat in self.figure_stats]
            audiences = [system.audience(battle, unit, stat) for stat in self.figure_stats]
            masks = [
                system.mask(battle, unit, stat) if audience != "all" else None
                for stat, audience in zip(self.figure_stats, audiences, strict=True)
            ]
            made, found = Read(values, audiences, masks), self._former_read.get(unit.id)
            if found is None or not found.equals(made):
                found = made
            self._read[unit.id] = found
        return found

    # -- parts of views ------------------------------------------------------------------------------------------------

    def parts_of(self, about: str) -> dict[str, list[Part]]:
        """The parts about a unit ("" for the fight) that have been made."""
        found = self.parts.get(about)
        if found is None:
            found = self.parts[about] = {}
        return found

    def former_part(self, answers: int, unit: Unit) -> Part | None:
        """The figures as they were shown before the last change, if none of them has changed."""
        if self.figures(unit) is self._former_read.get(unit.id) and unit.id in self.former:
            return fitting(self.former[unit.id].get("figures"), answers)
        return None


def fitting(parts: list[Part] | None, answers: int) -> Part | None:
    """Of the ways in which a part is shown, the one for somebody who answers so."""
    if parts is not None:
        for part in parts:
            if answers & part.mask == part.answers:
                return part
    return None


class Viewer:
    """One seat as it looks at a battle: every door that fills a part of a view asks it what may be shown.

    It keeps account of what it was asked (`asked`): whether it is the GM, whether it runs the unit looked at, is of its side, which
    units it knows of, of which sides it is, or which seat it is. Seats that answer alike are shown the same, and it is made once.
    """

    def __init__(self, system: System, battle: Battle, seat: str, sheets: Sheets | None = None) -> None:
        self.sheets = sheets or Sheets(system, battle)
        self.system = system
        self.battle = battle
        self.asked = 0
        self._seat = seat
        self._gm = seat == GM
        self._own = own_units(battle, seat)
        self._runs = set(self._own)
        self._sides = own_sides(battle, self._own)
        self._visible = [unit.id for unit in battle.units if self._gm or system.sees_unit(battle, unit, self._own)]
        self._seen = set(self._visible)
        self._stats = self.sheets.stats
        self._looking = ""
        group = self.sheets.group
        self._common = (1 if self._gm else 0) | group(("sees", *self._visible)) << 3 | group(("sides", *self._sides)) << 19
        self._common |= group(("seat", seat)) << 35
        self.answers = self._common
        """What it answers, in bits, to all that it may be asked about the unit looked at."""
        self._parts = self.sheets.parts_of("")
        """Parts of views about the unit looked at."""

    # -- who looks -----------------------------------------------------------------------------------------------------

    @property
    def gm(self) -> bool:
        self.asked |= ASKS_GM
        return self._gm

    @property
    def seat(self) -> str:
        self.asked |= ASKS_SEAT
        return self._seat

    @property
    def own(self) -> list[str]:
        """The units it runs."""
        self.asked |= ASKS_SEAT
        return self._own

    @property
    def sides(self) -> list[str]:
        """The sides of those."""
        self.asked |= ASKS_SIDES
        return self._sides

    @property
    def visible(self) -> list[str]:
        """The units it may know of."""
        self.asked |= ASKS_SEES
        return self._visible

    def sees(self, id: str) -> bool:
        """May this seat know of this unit?"""
        self.asked |= ASKS_SEES
        return id in self._seen

    def is_seen(self, id: str) -> bool:
        """The same of an id that may be no unit's: what is no unit hides nobody."""
        self.asked |= ASKS_SEES
        return id in self._seen or id not in self.battle.index

    def runs(self, unit: Unit) -> bool:
        self.asked |= ASKS_GM | (ASKS_OWN if unit.id == self._looking else ASKS_SEAT)
        return not self._gm and unit.id in self._runs

    def is_with(self, unit: Unit) -> bool:
        """Is it the GM, or of this unit's side?"""
        self.asked |= ASKS_SIDE if unit.id == self._looking else ASKS_GM | ASKS_SIDES
        return self._gm or unit.side in self._sides

    def may(self, unit: Unit, name: str) -> bool:
        """May it read this stat of that unit?"""
        return self.is_told(unit, self.sheets.audience(unit, self._stats[name]))

    def read(self, unit: Unit, stat: Stat) -> object:
        """The stat's value, or what those see who may not know it; None for nothing."""
        may = self.is_told(unit, self.sheets.audience(unit, stat))
        return self.known(self.sheets.value(unit, stat) if may else self.sheets.mask(unit, stat))

    def is_told(self, unit: Unit, audience: str) -> bool:
        """Is what this audience may know of that unit for this seat?"""
        if audience == "all":
            return True
        if audience == "side":
            return self.is_with(unit)
        if audience == "owner":
            self.asked |= ASKS_OWN if unit.id == self._looking else ASKS_GM | ASKS_SEAT
            return self._gm or unit.id in self._runs
        self.asked |= ASKS_GM
        if audience.startswith(("seat:", "side:")):
            self.asked |= ASKS_SEAT
        return may_see(audience, self._seat, self._sides, unit.id in self._runs, unit.side)

    def known(self, value: object) -> object:
        """A list of units without those this seat knows nothing of."""
        if not isinstance(value, list):
            return value
        if self._gm or len(self._visible) == len(self.battle.units):
            self.asked |= ASKS_SEES
            return value
        return [one for one in value if not isinstance(one, str) or self.is_seen(one)]

    # -- sharing -------------------------------------------------------------------------------------------------------

    def look_at(self, unit: Unit | None) -> None:
        """What is asked from now on is about this unit, or about the fight as a whole."""
        self.asked = 0
        self._looking = unit.id if unit is not None else ""
        self._parts = self.sheets.parts_of(self._looking)
        self.answers = self._common
        if unit is not None:
            if self._gm or unit.id in self._runs:
                self.answers |= ASKS_OWN
            if self._gm or unit.side in self._sides:
                self.answers |= ASKS_SIDE

    def kept(self, name: str) -> Part | None:
        """This part of what is looked at, if somebody who may see the same has been shown it; else make it and `keep` it."""
        part = fitting(self._parts.get(name), self.answers)
        if part is not None:
            self.asked |= part.mask
        return part

    def kept_figures(self, unit: Unit) -> Part | None:
        part = self.sheets.former_part(self.answers, unit)
        if part is not None:
            self._parts.setdefault("figures", []).append(part)
            self.asked |= part.mask
        return part

    def keep(self, name: str, asked: int, value: object) -> object:
        """Keep a part that was just made, for which so much was asked; where it is as it was before, it is the same object."""
        self.asked |= asked
        answers = self.answers & asked
        former = self.sheets.former.get(self._looking)
        if former is not None and name in former:
            for part in former[name]:
                if part.mask == asked and part.answers == answers and part.value == value:
                    value = part.value
                    break
        found = self._parts.get(name)
        if found is None:
            found = self._parts[name] = []
        found.append(Part(asked, answers, value))
        return value


def held_by(unit: Unit) -> object:
    """Everything that a unit holds, to be compared: is it equal, nothing has happened to it. What it has worked out for itself, under
    names with an underscore, does not count."""
    own = getattr(unit, "__dict__", None)
    if own is not None:
        return {name: value for name, value in own.items() if name[0] != "_"}
    try:
        return facts_of(type(unit))(unit)
    except AttributeError:  # it has not been given every value yet
        return object()


_facts: dict[type, Callable[[Unit], object]] = {}


def facts_of(kind: type) -> Callable[[Unit], object]:
    """Reads everything that a unit of a compiled class holds: it has no dictionary, but its class lists what there is."""
    found = _facts.get(kind)
    if found is None:
        names = [name for one in kind.__mro__ for name in getattr(one, "__mypyc_attrs__", ()) if name[0] != "_"]
        found = _facts[kind] = attrgetter(*dict.fromkeys(names)) if names else id
    return found


def known_stats(viewer: Viewer, unit: Unit) -> dict[str, object]:
    """Every stat of a unit that this seat may read, by name, with its plain value: what the sheet is made from."""
    found: dict[str, object] = {}
    for stat in viewer.system.unit_stats:
        value = viewer.read(unit, stat)
        if value is not None:
            found[stat.name] = value
    return found
