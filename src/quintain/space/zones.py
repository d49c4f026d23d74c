"""Named zones joined by two-way edges: neighbours, distances, routes.

Zones and edges are numbered in the order given. The graph itself never changes; what is shut just now is passed to
each question as `barred`, a list with one entry per edge, not 0 where nobody gets through. `flags` is a free bit mask
per edge (doors, windows, ...), `weight` what crossing the edge costs.
"""

from __future__ import annotations

from typing import Final, final

NO_WAY: Final = -1


@final
class Edge:
    """One two-way edge between two zones."""

    def __init__(self, a: int, b: int, flags: int = 0, weight: int = 1) -> None:
        self.a: int = a
        self.b: int = b
        self.flags: int = flags
        self.weight: int = weight


@final
class Zones:
    """A graph of named zones. Refuses with a ValueError what makes no sense."""

    def __init__(self, names: list[str], edges: list[Edge]) -> None:
        self.names: list[str] = list(names)
        self.edges: list[Edge] = list(edges)
        self._numbers: dict[str, int] = {}
        for number, name in enumerate(names):
            if name in self._numbers:
                raise ValueError(f"the zone {name!r} is named twice")
            self._numbers[name] = number
        self._edges_of: list[list[int]] = [[] for _ in names]
        seen: set[tuple[int, int]] = set()
        for number, edge in enumerate(edges):
            self._check(edge)
            pair = (min(edge.a, edge.b), max(edge.a, edge.b))
            if pair in seen:
                raise ValueError(f"{names[edge.a]!r} and {names[edge.b]!r} are joined twice")
            seen.add(pair)
            self._edges_of[edge.a].append(number)
            self._edges_of[edge.b].append(number)

    def _check(self, edge: Edge) -> None:
        for end in (edge.a, edge.b):
            if not 0 <= end < len(self.names):
                raise ValueError(f"an edge names zone number {end}, but there are {len(self.names)}")
        if edge.a == edge.b:
            raise ValueError(f"the zone {self.names[edge.a]!r} is joined to itself")
        if edge.weight < 1:
            raise ValueError(f"an edge must cost at least 1, not {edge.weight}")

    def number(self, name: str) -> int:
        """The number of the zone of that name; -1 if there is none."""
        return self._numbers.get(name, NO_WAY)

    def other_end(self, edge: int, zone: int) -> int:
        ends = self.edges[edge]
        return ends.b if ends.a == zone else ends.a

    def flagged(self, flag: int) -> list[int]:
        """A `barred` list that shuts every edge with any bit of `flag`."""
        return [1 if edge.flags & flag else 0 for edge in self.edges]

    def neighbours(self, zone: int, barred: list[int] | None = None) -> list[int]:
        """The zones one open edge away, in the order of their edges."""
        return [
            self.other_end(edge, zone) for edge in self._edges_of[zone] if barred is None or barred[edge] == 0
        ]

    def distances(self, start: int, barred: list[int] | None = None) -> list[int]:
        """Per zone the least number of open edges from `start`; -1 where there is no way."""
        steps = [NO_WAY] * len(self.names)
        steps[start] = 0
        ring = [start]
        while ring:
            beyond: list[int] = []
            for zone in ring:
                for edge in self._edges_of[zone]:
                    other = self.other_end(edge, zone)
                    if steps[other] == NO_WAY and (barred is None or barred[edge] == 0):
                        steps[other] = steps[zone] + 1
                        beyond.append(other)
            ring = beyond
        return steps

    def distance(self, a: int, b: int, barred: list[int] | None = None) -> int:
        """The least number of open edges between a and b; -1 if there is no way."""
        return self.distances(a, barred)[b]

    def costs(self, start: int, barred: list[int] | None = None) -> list[int]:
        """Per zone the least sum of edge weights from `start`; -1 where there is no way."""
        cost = [NO_WAY] * len(self.names)
        cost[start] = 0
        waiting = [start]
        while waiting:
            zone = waiting[0]
            for other in waiting:
                if cost[other] < cost[zone]:
                    zone = other
            waiting.remove(zone)
            for edge in self._edges_of[zone]:
                if barred is not None and barred[edge] != 0:
                    continue
                other = self.other_end(edge, zone)
                total = cost[zone] + self.edges[edge].weight
                if cost[other] == NO_WAY or total < cost[other]:
                    if other not in waiting:
                        waiting.append(other)
                    cost[other] = total
        return cost

    def route(self, a: int, b: int, barred: list[int] | None = None) -> list[int]:
        """One shortest route (fewest edges): the zones entered from a to b, in the order of edges where several do.

        Empty when a is b and when there is no way.
        """
        left = self.distances(b, barred)
        steps: list[int] = []
        here = a
        while left[here] > 0:
            for other in self.neighbours(here, barred):
                if left[other] == left[here] - 1:
                    here = other
                    break
            steps.append(here)
        return steps
