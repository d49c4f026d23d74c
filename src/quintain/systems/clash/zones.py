"""The field (3.1, 3.2): fixed, fluid and mixed zones; who is near whom, how far, by which way, and who stands between."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.refusal import Malformed
from quintain.space.feet import feet_between, point_short_of
from quintain.space.zones import Edge, Zones
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.fields_blocks import Passage as Passage
from quintain.systems.clash.fields_sheet import Zone as Zone

FAR: Final = 1_000
"""A zone distance that nothing covers: there is no way, or no sight."""
SAME: Final = 10.0
"""Feet within which two fluid units share a zone (CL-09)."""
BAND: Final = 20.0
"""Feet of each further unit of zone distance (CL-11)."""
BESIDE: Final = 5.0
"""Where a mover stops short of the unit it goes to (CL-13)."""


@final
class Place:
    """Where something is: a fixed zone, or a point in feet outside all of them (zone -1)."""

    def __init__(self, zone: int, x: float = 0.0, y: float = 0.0) -> None:
        self.zone: int = zone
        self.x: float = x
        self.y: float = y


@final
class Field:
    """The map. Immutable: what the GM redraws becomes a new field, so that copies of a battle may share it."""

    def __init__(self, mode: str, zones: list[Zone], passages: list[Passage], inclusive: bool = False) -> None:
        self.mode: str = mode
        self.zones: list[Zone] = zones
        self.passages: list[Passage] = passages
        self.inclusive: bool = inclusive
        """Is 30 feet still adjacent (`fluid_adjacent_limit`)?"""
        self.width: float = 0.0
        """In feet; 0 where the map has no end."""
        self.height: float = 0.0
        self.walk: list[list[int]] = []
        """Zone distance by open ways, zone by zone."""
        self.sight: list[list[int]] = []
        """Zone distance by what can be seen through."""
        self.around: list[list[int]] = []
        """Per zone the zones one open way off."""
        self._passage_of: dict[int, int] = {}
        self._lay_out()

    def _lay_out(self) -> None:
        try:
            graph = Zones([zone.id for zone in self.zones], [Edge(p.a, p.b) for p in self.passages])
        except ValueError as problem:
            raise Malformed(f"{problem}.") from None
        closed = [self.zones[p.a].merged or self.zones[p.b].merged for p in self.passages]
        no_way = [1 if shut or p.blocks_move else 0 for shut, p in zip(closed, self.passages, strict=True)]
        no_sight = [1 if shut or p.blocks_sight else 0 for shut, p in zip(closed, self.passages, strict=True)]
        for at in range(len(self.zones)):
            self.walk.append([steps if steps >= 0 else FAR for steps in graph.distances(at, no_way)])
            self.sight.append([steps if steps >= 0 else FAR for steps in graph.distances(at, no_sight)])
            self.around.append(graph.neighbours(at, no_way))
        for number, passage in enumerate(self.passages):
            self._passage_of[passage.a * 1000 + passage.b] = number
            self._passage_of[passage.b * 1000 + passage.a] = number

    def key(self) -> tuple[object, ...]:
        return (self.mode, tuple([zone.key() for zone in self.zones]), tuple([p.key() for p in self.passages]))

    def passage(self, a: int, b: int) -> Passage | None:
        number = self._passage_of.get(a * 1000 + b, -1)
        return self.passages[number] if number >= 0 else None

    # -- distances -----------------------------------------------------------------------------------------------------

    def units_of(self, feet: float) -> int:
        """Feet as zone distance (CL-09..11, R-01)."""
        if feet <= SAME:
            return 0
        over = (feet - SAME) / BAND
        if self.inclusive:
            return -int(-over // 1)
        return int(over) + 1

    def apart(self, a: Place, b: Place) -> int:
        """Zone distance for movement (CL-05, CL-11, CL-14)."""
        if self.mode == v.FIXED:
            return self.walk[a.zone][b.zone]
        return self._feet_apart(a, b)

    def aim(self, a: Place, b: Place) -> int:
        """Zone distance for range and sight (CL-61)."""
        if self.mode == v.FIXED:
            return self.sight[a.zone][b.zone]
        return self._feet_apart(a, b)

    def _feet_apart(self, a: Place, b: Place) -> int:
        if a.zone >= 0 and a.zone == b.zone:
            return 0
        if a.zone < 0 and b.zone < 0:
            return self.units_of(feet_between(a.x, a.y, b.x, b.y))
        # A border beats distance: never the same zone, measured from the anchor (CL-14, R-04).
        return max(1, self.units_of(self.feet(a, b)))

    def feet(self, a: Place, b: Place) -> float:
        """Feet between two places; a fixed zone is measured from its anchor unless both are inside it."""
        ax, ay, bx, by = a.x, a.y, b.x, b.y
        if a.zone != b.zone:
            if a.zone >= 0:
                ax, ay = self.zones[a.zone].x, self.zones[a.zone].y
            if b.zone >= 0:
                bx, by = self.zones[b.zone].x, self.zones[b.zone].y
        return feet_between(ax, ay, bx, by)

    def together(self, a: Place, b: Place) -> bool:
        """In the same zone, hence in melee range (CL-02, CL-09, CL-14)."""
        if self.mode == v.FIXED:
            return a.zone == b.zone
        return self._feet_apart(a, b) == 0

    def within(self, a: Place, b: Place, range: int) -> bool:
        """Within a range in zones and in sight; -1 is as far as one sees."""
        if range < 0:
            return self.aim(a, b) < FAR
        return self.aim(a, b) <= range

    # -- between ---------------------------------------------------------------------------------------------------------

    def between(self, attacker: Place, coverer: Place, target: Place, rule: str) -> bool:
        """Does the coverer stand between shooter and target (CL-41, R-23)?"""
        if self.mode == v.FIXED:
            return self._zone_between(attacker.zone, coverer.zone, target.zone, rule)
        longer = self.feet(attacker, coverer) + self.feet(coverer, target) - self.feet(attacker, target)
        return longer <= SAME

    def _zone_between(self, a: int, c: int, t: int, rule: str) -> bool:
        if self.sight[a][c] + self.sight[c][t] != self.sight[a][t] or self.sight[a][t] >= FAR:
            return False
        if a == t:
            return True
        if rule == "inclusive":
            return True
        if rule == "strict":
            return c != a and c != t
        return c != a

    # -- ways --------------------------------------------------------------------------------------------------------------

    def zone_named(self, id: str) -> int:
        for at, zone in enumerate(self.zones):
            if zone.id == id and not zone.merged:
                return at
        return -1

    def anchor(self, zone: int) -> Place:
        """A zone as a place: on maps in feet its middle."""
        return Place(zone, self.zones[zone].x, self.zones[zone].y)

    def beside(self, start: Place, unit: Place) -> Place:
        """Five feet short of a unit on the straight line; inside its fixed zone if it is in one (CL-13, CL-14)."""
        if self.mode == v.FIXED:
            return Place(unit.zone)
        x, y = point_short_of(start.x, start.y, unit.x, unit.y, BESIDE)
        return Place(unit.zone, round(x, 2), round(y, 2))

    def way_toward(self, start: int, goal: int, most: int, off: bool = False) -> list[int]:
        """Up to `most` zones of a shortest way, off the map only if that is wanted. The first edge given wins ties."""
        found: list[int] = []
        here = start
        while here != goal and len(found) < most:
            best = -1
            for other in self.around[here]:
                if (off or not self.zones[other].off) and (best < 0 or self.walk[other][goal] < self.walk[best][goal]):
                    best = other
            if best < 0 or self.walk[best][goal] >= self.walk[here][goal]:
                break
            found.append(best)
            here = best
        return found

    def beyond(self, a: Place, b: Place, feet: float) -> Place:
        """The point on the map that lies so many feet behind b, seen from a."""
        dx, dy = b.x - a.x, b.y - a.y
        length = (dx * dx + dy * dy) ** 0.5
        if length == 0.0:
            dx, length = 1.0, 1.0
        x, y = b.x + dx / length * feet, b.y + dy / length * feet
        return Place(v.NOBODY, self._onto_map(x, self.width), self._onto_map(y, self.height))

    # -- redrawing ---------------------------------------------------------------------------------------------------------

    def with_cs(self, at: int, has: bool, cs: int) -> Field:
        zones = [zone.copy() for zone in self.zones]
        zones[at].has_cs = has
        zones[at].cs = cs
        return self.redrawn(zones, self.passages)

    def with_passage(self, new: Passage) -> Field:
        """With this border, in place of the one that was there."""
        number = self._passage_of.get(new.a * 1000 + new.b, len(self.passages))
        return self.redrawn(self.zones, [*self.passages[:number], new, *self.passages[number + 1 :]])

    def redrawn(self, zones: list[Zone], passages: list[Passage]) -> Field:
        other = Field(self.mode, zones, passages, self.inclusive)
        other.width = self.width
        other.height = self.height
        return other

    def _onto_map(self, value: float, most: float) -> float:
        """A coordinate, kept on a map that ends."""
        return min(max(value, 0.0), most) if most > 0 else value

    def on_map(self, x: float, y: float) -> bool:
        return self.width <= 0 or (0 <= x <= self.width and 0 <= y <= self.height)
