"""Zones against brute force, and the properties of their distances and routes."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.space.zones import NO_WAY, Edge, Zones

DOOR, WINDOW = 1, 2


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Zones, list[int]]:
    """A graph and what is barred on it."""
    count = draw(st.integers(1, 7))
    pairs = draw(st.lists(st.sampled_from([*combinations(range(count), 2)]), unique=True)) if count > 1 else []
    edges = [Edge(a, b, weight=draw(st.integers(1, 4))) for a, b in pairs]
    barred = draw(st.lists(st.integers(0, 1), min_size=len(edges), max_size=len(edges)))
    return Zones([f"zone {n}" for n in range(count)], edges), barred


def all_routes(zones: Zones, barred: list[int], a: int, b: int) -> list[list[int]]:
    """Every way from a to b over open edges that visits no zone twice, both ends included."""
    if a == b:
        return [[a]]
    routes: list[list[int]] = []
    ways = [[a]]
    while ways:
        way = ways.pop()
        for number, edge in enumerate(zones.edges):
            if barred[number] or way[-1] not in (edge.a, edge.b):
                continue
            other = edge.a + edge.b - way[-1]
            if other == b:
                routes.append([*way, other])
            elif other not in way:
                ways.append([*way, other])
    return routes


@given(graphs())
def test_distances_costs_and_routes_equal_brute_force(graph: tuple[Zones, list[int]]) -> None:
    zones, barred = graph
    count = len(zones.names)
    weights = {frozenset((edge.a, edge.b)): edge.weight for edge in zones.edges}
    for a in range(count):
        costs = zones.costs(a, barred)
        for b in range(count):
            routes = all_routes(zones, barred, a, b)
            fewest = min((len(route) - 1 for route in routes), default=NO_WAY)
            assert zones.distance(a, b, barred) == fewest
            shortest = [route for route in routes if len(route) - 1 == fewest]
            route = zones.route(a, b, barred)
            assert [a, *route] in shortest if shortest else route == []
            sums = [sum(weights[frozenset(pair)] for pair in pairwise(way)) for way in routes]
            assert costs[b] == min(sums, default=NO_WAY)


@given(graphs())
def test_distance_is_symmetric_and_a_detour_never_shorter(graph: tuple[Zones, list[int]]) -> None:
    zones, barred = graph
    table = [zones.distances(zone, barred) for zone in range(len(zones.names))]
    for a, row in enumerate(table):
        for b, direct in enumerate(row):
            assert direct == table[b][a]
            for c in range(len(table)):
                if row[c] != NO_WAY and table[c][b] != NO_WAY:
                    assert NO_WAY < direct <= row[c] + table[c][b]


def test_zones_are_asked_by_name_and_edges_by_their_flags() -> None:
    zones = Zones(["hall", "yard", "loft"], [Edge(0, 1, DOOR), Edge(1, 2, DOOR | WINDOW), Edge(0, 2)])
    assert [zones.number("loft"), zones.number("cellar")] == [2, NO_WAY]
    assert zones.flagged(WINDOW) == [0, 1, 0]
    assert zones.neighbours(1) == [0, 2]
    assert zones.neighbours(1, zones.flagged(WINDOW)) == [0]
    assert zones.distance(1, 2, zones.flagged(WINDOW)) == 2
    assert zones.distance(1, 2, zones.flagged(DOOR)) == NO_WAY


@pytest.mark.parametrize(
    ("names", "edges", "why"),
    [
        (["a", "a"], [], "'a' is named twice"),
        (["a", "b"], [Edge(0, 2)], "zone number 2, but there are 2"),
        (["a", "b"], [Edge(1, 1)], "'b' is joined to itself"),
        (["a", "b"], [Edge(0, 1), Edge(1, 0)], "'b' and 'a' are joined twice"),
        (["a", "b"], [Edge(0, 1, weight=0)], "at least 1, not 0"),
    ],
)
def test_a_graph_that_makes_no_sense_is_refused_with_the_reason(names: list[str], edges: list[Edge], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Zones(names, edges)
